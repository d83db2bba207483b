"""Streets of Arkham from Python: what `casecracker.solve` and its like are for the other games.

>>> from casecracker import streets
>>> state = streets.State.start(streets.deal("streets-of-arkham:7"))
>>> best = streets.hint(state)[0]
>>> best.move in state.moves()
True
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from casecracker.engine.errors import CasecrackerError, RecordError
from casecracker.engine.streets.deal import StreetsDeal as Deal
from casecracker.engine.streets.deal import parse_streets_code as deal
from casecracker.engine.streets.state import StreetsState as State
from casecracker.solver.streets.hints import DEFAULT_SAMPLES, StreetsHint, streets_hints
from casecracker.solver.streets.record import StreetsRecord, result_record, verify_record
from casecracker.solver.streets.results import StreetsResult
from casecracker.solver.streets.review import (
    DEFAULT_SECONDS,
    StreetsReview,
    review_streets_game,
)
from casecracker.solver.streets.search import solve_streets
from casecracker.solver.streets.targets import load_streets_game

__all__ = ["Deal", "State", "deal", "hint", "review", "solve", "verify"]

Target: TypeAlias = str | Path | Deal
"""A deal code, the path of a game (a record, or a text of moves), or a deal."""


def solve(target: Target, *, time_limit: float | None = None) -> StreetsResult:
    """Decide whether a deal can be won, everything known. Moves of a game in a file are not used.

    Args:
        target: The deal.
        time_limit: Seconds; 60 if None.

    Returns:
        The verdict, its line (replayed by the referee) and what the verdict rests on.

    Raises:
        CasecrackerError: The target names no deal of this game.
    """
    return solve_streets(_game(target).deal, time_limit=time_limit)


def hint(
    target: Target | State, *, samples: int = DEFAULT_SAMPLES, seed: int = 0
) -> tuple[StreetsHint, ...]:
    """All moves of a position, best first, from what the players can see.

    Args:
        target: A state, a deal (its first decision), or a game as far as it was played.
        samples: Hidden orders on which decisions are tried whose outcome depends on them.
        seed: Of the samples.

    Raises:
        CasecrackerError: The target names no game, or a number is out of range.
        ValueError: The game is over.
    """
    if type(samples) is not int or samples < 1:
        raise CasecrackerError(f"samples is {samples!r:.60}; it must be a whole number from 1 up")
    if type(seed) is not int:
        raise CasecrackerError(f"seed is {seed!r:.60}; it must be a whole number")
    state = target if isinstance(target, State) else _game(target).state()
    if not state.moves():
        raise ValueError(f"the game is over ({state.status}): there is nothing to decide")
    return streets_hints(state, samples=samples, seed=seed)


def review(
    target: Target, moves: Sequence[str] | None = None, *, time_limit: float = DEFAULT_SECONDS
) -> StreetsReview:
    """Judge every decision of a game, by what could be seen and with everything known.

    Args:
        target: The deal that was played, or the game.
        moves: The moves; None for those of the game.
        time_limit: Seconds for the searches.

    Raises:
        CasecrackerError: The target names no game, or a move is against the rules.
    """
    game = _game(target)
    played = game.moves if moves is None else tuple(moves)
    return review_streets_game(game.deal, played, time_limit=time_limit)


def verify(result: StreetsResult) -> None:
    """Replay the line of a result with the referee.

    Raises:
        RecordError: There is no line, or it does not win in the turns that the result claims.
        IllegalMoveError: A move is against the rules.
    """
    if not result.line:
        raise RecordError(f"verdict {result.verdict}: there is no line to verify")
    verify_record(result_record(result))


def _game(target: Target) -> StreetsRecord:
    if isinstance(target, Deal):
        return StreetsRecord(target, ())
    if not isinstance(target, str | Path):
        raise CasecrackerError(f"a target is a deal code, a path or a deal, not {target!r:.60}")
    return load_streets_game(os.fspath(target))
