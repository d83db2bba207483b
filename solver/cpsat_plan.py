"""Wins by looking a few turns ahead at a time, where the formulas of a whole game are too large.

From the position reached, formulas tell the next few turns; CP-SAT looks for the position of
greatest worth after them; the first of those turns are played, and so on. A line that wins wins,
whatever it was chosen by: this finds lines and proves nothing. If an attempt loses, another one
looks further ahead.

The worth of a position is a sum of weights, chosen by hand and tried on a few deals.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from casecracker.engine.deals import Deal
from casecracker.engine.games import find_game
from casecracker.engine.referee import Referee
from casecracker.solver.cpsat_decode import play_on
from casecracker.solver.cpsat_formula import Effort
from casecracker.solver.cpsat_gulfs import make_turns
from casecracker.solver.cpsat_lines import KEY
from casecracker.solver.cpsat_table import Area, Scope
from casecracker.solver.cpsat_turn import PUZZLE, Turns

WON = 1000
SCORED = 100  # a type
IN_LINE = 30  # a puzzle of a type that is not scored yet
AT_HAND = 6
TYPES_OF_A_LINE = (6, 8, 10, 14, 18, 6)  # for the first type of a line, the second, ...
KEYS = 4
HELD = 3
CHECKED = -6  # a card in the stability area
NEAR_THE_LIMIT = -4  # times the number of them, from the second on
TIME = -2
VICTIM = -25
LOST_PUZZLE = -15  # in the closed cases
STACK = 1

Weights = Iterator[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far to look ahead, how many turns of that to play, and how hard to look."""

    ahead: int
    kept: int
    effort: Effort


ATTEMPTS = {
    "witch-cult": (
        Attempt(5, 4, Effort(4)),
        Attempt(6, 3, Effort(6)),
        Attempt(7, 4, Effort(10)),
        Attempt(5, 2, Effort(4, seed=2)),
        Attempt(8, 4, Effort(15)),
    ),
    "king-in-yellow": (
        Attempt(5, 3, Effort(3)),
        Attempt(6, 3, Effort(5)),
        Attempt(5, 2, Effort(4, seed=2)),
        Attempt(6, 4, Effort(8)),
        Attempt(7, 3, Effort(8, seed=2)),
    ),
    "infinite-gulfs": (
        Attempt(5, 4, Effort(4)),
        Attempt(5, 3, Effort(4, seed=2)),
        Attempt(6, 4, Effort(8)),
    ),
}

SCOPE = Scope(shuffles=1, contact=False, gaps=2)

TRIES = 3
"""How often one look is tried, each time with one shuffle and one gap more and twice the effort."""


@dataclass(slots=True)
class Plan:
    """One attempt: the moves so far, and how it stands."""

    moves: list[str]
    turn: int
    status: str
    branches: int = 0


def play_ahead(
    deal: Deal, attempt: Attempt, time_left: Callable[[], float | None]
) -> Iterator[Plan]:
    """Play a game by looking ahead; tells after each look how it stands. Its end may be no win."""
    referee = Referee(deal)
    plan = Plan([], 1, referee.status)
    while referee.status == "playing":
        turns = _look(referee, attempt, plan, time_left)
        if turns is None:
            return
        del turns.turns[attempt.kept :]
        plan.moves += play_on(turns, referee)
        plan.turn, plan.status = referee.turn, referee.status
        yield plan


def _look(
    referee: Referee, attempt: Attempt, plan: Plan, time_left: Callable[[], float | None]
) -> Turns | None:
    """The next turns to the best position that was found; None if none was."""
    for number in range(TRIES):
        turns = _told_ahead(referee, attempt, number)
        units, seed = attempt.effort.units, attempt.effort.seed
        effort = Effort(units and units * 2**number, seed)
        found = turns.formula.solve(time_left(), effort)
        plan.branches += turns.formula.branches
        if found:
            return turns
        if (time_left() or 1) <= 0:
            break
    return None


def _told_ahead(referee: Referee, attempt: Attempt, more: int) -> Turns:
    """The formulas; immediate effects are left out of turns that will not be played as found."""
    scope = replace(SCOPE, shuffles=SCOPE.shuffles + more, gaps=SCOPE.gaps + more)
    turns = make_turns(referee.deal, scope, referee.table)
    for turn in range(attempt.ahead):
        turns.tells_immediates = turn < attempt.kept
        turns.play_turn(may_win=True, is_last=False)
        turns.place_once()
    turns.win(turns.over)
    turns.formula.maximize(worth(turns))
    return turns


def worth(turns: Turns) -> Weights:
    """What a position is worth: literals and what each of them adds."""
    yield turns.over, WON
    for kind in turns.types:
        yield from _of_type(turns, kind)
    for line in turns.lines:
        yield from _of_line(turns, line)
    yield from ((card, HELD) for card in turns.hand)
    yield from ((card, CHECKED) for card in turns.stability)
    yield from ((card, TIME) for card in turns.time)
    yield from ((card, STACK) for card in turns.stack)
    yield from ((begun, VICTIM) for begun in turns.begun)
    yield from ((card, LOST_PUZZLE) for card in turns.bearing(PUZZLE, turns.closed))
    for count in range(2, turns.limit):
        yield turns.formula.at_least(count, turns.stability), NEAR_THE_LIMIT * count


def _of_type(turns: Turns, kind: str) -> Weights:
    """A puzzle of the type: scored, in a line, or at hand."""
    formula = turns.formula

    def is_in(*areas: Area) -> int:
        return formula.some(
            card for area in areas for card in turns.showing(kind, turns.bearing(PUZZLE, area))
        )

    scored = is_in(turns.picture)
    yield scored, SCORED
    yield formula.both(-scored, is_in(*turns.lines)), IN_LINE
    yield formula.both(-scored, is_in(turns.hand, *turns.row)), AT_HAND


def _of_line(turns: Turns, line: Area) -> Weights:
    formula = turns.formula
    shown = [formula.some(turns.showing(kind, line)) for kind in turns.types]
    for count, weight in enumerate(TYPES_OF_A_LINE, start=1):
        yield formula.at_least(count, shown), weight
    yield from ((card, KEYS) for card in turns.bearing(KEY, line))
    if "king" in find_game(turns.deal.game).attributes:
        yield from ((card, IN_LINE) for card in turns.bearing("king", line))
