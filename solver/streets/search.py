"""Whether a shuffle of Streets of Arkham can be won, and in how few turns.

Everything is known to the search: the order of all decks and the tapes of the dice. It goes turn by
turn. As long as every position that a turn can lead to fits the budget, its claims are proofs:
no win up to there, or no win at all. Then it goes on with the most promising positions of each
turn alone (beam.py); what that finds is a line, and not finding one says nothing. Every line is
replayed by the referee.
"""

import math
import time
from collections.abc import Callable, Sequence

from casecracker import __version__
from casecracker.engine.errors import RecordError
from casecracker.engine.narrate import TurnOfLine
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.referee import StreetsReferee
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import Verdict
from casecracker.solver.streets.beam import search_selectively
from casecracker.solver.streets.bounds import most_signs, turns_bound
from casecracker.solver.streets.results import StreetsResult
from casecracker.solver.streets.run import Node, Run, SearchStoppedError

DEFAULT_SECONDS = 60.0
EXACT_MOVES, THOROUGH_MOVES = 5_000, 300_000
"""Moves that the complete search may try before it gives way to the selective one, and after it."""

_PATIENCE = 2.0
"""Of the moves that led to the first line: all that may be tried, if no shortest line is asked."""


def solve_streets(
    deal: StreetsDeal,
    *,
    played: Sequence[str] = (),
    shortest: bool = False,
    time_limit: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> StreetsResult:
    """Decide whether a deal can be won, with a line in as few turns as the search finds.

    Args:
        deal: The deal.
        played: Legal moves that every line begins with; the verdict is that of the position after
            them, turns and bound count from the first turn on.
        shortest: Look for shorter lines until the time is over or all rounds of the search are.
            Otherwise that ends soon after the first line.
        time_limit: Seconds; `DEFAULT_SECONDS` if None.
        clock: Seconds that pass.
    """
    begin = clock()
    seconds = DEFAULT_SECONDS if time_limit is None else time_limit
    run = Run(deal, begin + seconds, clock, math.inf if shortest else _PATIENCE)
    root = Node(_after(deal, played), moves=tuple(played))
    limit: str | None = None
    try:
        _search(run, root)
        limit = "width"
    except SearchStoppedError as stopped:
        limit = stopped.limit
    except KeyboardInterrupt:
        limit = "interrupted"
    return _result(run, limit, clock() - begin)


def _after(deal: StreetsDeal, played: Sequence[str]) -> StreetsState:
    state = StreetsState.start(deal)
    for move in played:
        state = state.play(move)
    return state


def _search(run: Run, root: Node) -> None:
    """First all positions, as far as that is quick; then the promising ones; then all again.

    Raises:
        SearchStoppedError: The time is over, or the line that was found is good enough.
    """
    if root.state.won:
        run.keep(root)
        run.is_complete = True
        return
    run.bound = turns_bound(run.deal)
    _complete(run, root, EXACT_MOVES)
    if not run.is_complete:
        search_selectively(run, root, most_signs(run.deal))
    if not run.is_decided:
        _complete(run, root, THOROUGH_MOVES)


# The complete search


def _complete(run: Run, root: Node, budget: int) -> None:
    """Turn after turn, every position, as far as so many moves go.

    It is complete when a win was found in the first turn that has one, or when all positions that
    can be reached were seen and none is a win. Each turn that was seen through raises the bound.
    """
    last = run.states + budget
    layer, seen = [root], {root.state}
    while layer:
        following: list[Node] = []
        for node in layer:
            ends = _all_ends(run, node, seen, last)
            if ends is None:
                return
            for end in ends:
                if end.state.won:
                    run.keep(end)
                    run.is_complete = True
                    return
                if end.state.options:
                    following.append(end)
        run.bound = max(run.bound, layer[0].state.turn + 1)
        if run.is_decided:
            return
        layer = following
    run.is_complete = True


def _all_ends(run: Run, node: Node, seen: set[StreetsState], last: int) -> list[Node] | None:
    """Everything that a turn can lead to, wins first; None if the budget is used up."""
    turn, ends = node.state.turn, []
    stack: list[tuple[StreetsState, tuple[str, ...]]] = [(node.state, ())]
    while stack:
        state, moves = stack.pop()
        for move in state.options:
            if run.states >= last:
                return None
            after = run.play(state, move)
            if after in seen:
                continue
            seen.add(after)
            if after.won:
                return [Node(after, node, (*moves, move))]
            if after.turn > turn or not after.options:
                ends.append(Node(after, node, (*moves, move)))
            else:
                stack.append((after, (*moves, move)))
    return ends


# The result


def _result(run: Run, limit: str | None, seconds: float) -> StreetsResult:
    best, turns = run.best, run.turns()
    moves = tuple(best.line()) if best else ()
    shortest = best is not None and run.is_decided
    unwinnable = best is None and run.is_complete
    if best is not None:
        check_line(run.deal, moves)
    return StreetsResult(
        verdict=_verdict(best is not None, unwinnable),
        turns=turns,
        proven_shortest=shortest,
        lower_bound=None if unwinnable else (turns if shortest else run.bound),
        limit=None if shortest or unwinnable else limit,
        proof=_proof(run, turns, moves) if shortest or unwinnable else None,
        reshuffles=sum(best.state["shuffles"]) if best else None,
        line=tell_line(run.deal, moves),
        states=run.states,
        seconds=seconds,
        version=__version__,
        source=run.deal,
    )


def _proof(run: Run, turns: int | None, moves: tuple[str, ...]) -> str:
    """What the claim rests on that a deal is unwinnable, or that so many turns are the fewest."""
    if turns is None:
        return "every position that can be reached was seen, and none is a win"
    if not moves:
        return "the set-up alone brings the Elder Signs that win"
    if turns_bound(run.deal) >= turns:
        return f"no line wins in fewer than {turns} turns: no turn brings more Elder Signs or hits"
    return f"no line wins in fewer than {turns} turns: all shorter ones were tried"


def _verdict(is_won: bool, unwinnable: bool) -> Verdict:
    if is_won:
        return Verdict.WINNABLE
    return Verdict.UNWINNABLE if unwinnable else Verdict.UNDECIDED


def check_line(deal: StreetsDeal, moves: tuple[str, ...]) -> int:
    """The turns of a line that the referee replays to a win.

    Raises:
        IllegalMoveError: A move is not legal.
        RecordError: The line does not win.
    """
    referee = StreetsReferee(deal)
    for move in moves:
        referee.play(move)
    if referee.status != "won":
        raise RecordError(f"after {len(moves)} moves the game is {referee.status}, not won")
    return referee.turn


def tell_line(deal: StreetsDeal, moves: tuple[str, ...]) -> tuple[TurnOfLine, ...]:
    """A line turn by turn, with what happened in each."""
    state = StreetsState.start(deal)
    turns: dict[int, tuple[list[str], list[str]]] = {}
    for move in moves:
        made, told = turns.setdefault(state.turn, ([], []))
        state = state.play(move)
        made.append(move)
        told += state.events
    return tuple(
        TurnOfLine(turn, tuple(made), "; ".join(told)) for turn, (made, told) in turns.items()
    )
