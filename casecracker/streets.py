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
from casecracker.engine.shuffles import MAX_SEED
from casecracker.engine.streets.deal import StreetsDeal as Deal
from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.state import StreetsState as State
from casecracker.solver.api import check_limit
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


def deal(code: str, box: str | None = None) -> Deal:
    """The deal that a code names.

    Args:
        code: Like `streets-of-arkham:7,investigators=2,ancient-one=yog-sothoth`.
        box: Path of a box file to use instead of the cards that come with the package.

    Raises:
        CasecrackerError: The code or the box file is malformed.
    """
    if not isinstance(code, str):
        raise CasecrackerError(f"a deal code is a text like streets-of-arkham:7, not {code!r:.60}")
    return parse_streets_code(code, box)


def solve(
    target: Target, *, shortest: bool = False, time_limit: float | None = None
) -> StreetsResult:
    """Decide whether a deal can be won, everything known. Moves of a game in a file are not used.

    Args:
        target: The deal.
        shortest: Go on looking for shorter lines as long as there is time.
        time_limit: Seconds; 60 if None.

    Returns:
        The verdict, its line (replayed by the referee) and what the verdict rests on.

    Raises:
        CasecrackerError: The target names no deal of this game.
    """
    check_limit("time_limit", time_limit, "seconds", 0)
    return solve_streets(_game(target).deal, shortest=shortest, time_limit=time_limit)


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
    if type(seed) is not int or not 0 <= seed <= MAX_SEED:
        raise CasecrackerError(f"seed is {seed!r:.60}; it must be a whole number, 0 to {MAX_SEED}")
    state = target if isinstance(target, State) else _game(target).state()
    if not state.moves():
        raise ValueError(f"the game is over ({state.status}): there is nothing to decide")
    return streets_hints(state, samples=samples, seed=seed)


def review(
    target: Target,
    moves: Sequence[str] | None = None,
    *,
    time_limit: float | None = DEFAULT_SECONDS,
) -> StreetsReview:
    """Judge every decision of a game, by what could be seen and with everything known.

    Args:
        target: The deal that was played, or the game.
        moves: The moves; None for those of the game.
        time_limit: Seconds for the searches; 60 if None.

    Raises:
        CasecrackerError: The target names no game, or a move is against the rules.
    """
    check_limit("time_limit", time_limit, "seconds", 0)
    seconds = DEFAULT_SECONDS if time_limit is None else time_limit
    game = _game(target)
    played = game.moves if moves is None else _moves(moves)
    return review_streets_game(game.deal, played, time_limit=seconds)


def verify(result: StreetsResult) -> None:
    """Replay the line of a result with the referee.

    Raises:
        RecordError: There is no line, or it does not win in the turns that the result claims.
        IllegalMoveError: A move is against the rules.
    """
    if not isinstance(result, StreetsResult):
        raise CasecrackerError(f"verify takes a result of solve, not {result!r:.60}")
    if result.turns is None:
        raise RecordError(f"verdict {result.verdict}: there is no line to verify")
    verify_record(result_record(result))


def _moves(moves: Sequence[str]) -> tuple[str, ...]:
    if isinstance(moves, str) or not isinstance(moves, Sequence):
        raise CasecrackerError(f"moves are a list of texts, not {moves!r:.60}")
    return tuple(moves)


def _game(target: Target) -> StreetsRecord:
    if isinstance(target, Deal):
        return StreetsRecord(target, ())
    if not isinstance(target, str | Path):
        raise CasecrackerError(f"a target is a deal code, a path or a deal, not {target!r:.60}")
    return load_streets_game(os.fspath(target))
