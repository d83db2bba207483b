"""Where a turn of Streets of Arkham can end well, by a search that knows the dice to come.

From each first move of a turn the decisions are followed best first: nearest to a resolved card,
and by the moves that a good player would think of first. A move that he would think of later costs
something, so that few such moves stand together in one line (limited discrepancies).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush

from casecracker.engine.streets.cards import Box
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import ANCIENT_ONE, FIELDS, FIRST_WORLD, Attempt, tasks_of
from casecracker.solver.streets.bounds import least_dice
from casecracker.solver.streets.run import Node, Run

_TURN, _SEATS, _SPOTS, _WORLDS, _ATTEMPT, _SECURED, _STACK = (
    FIELDS.index(name)
    for name in ("turn", "seats", "spots", "worlds", "attempt", "secured", "stack")
)
_OTHER_FIRST_MOVE = 1.0
"""Of a turn that does not begin by moving or staying."""

_LATER_CHOICE, _LATER_TASK = 0.3, 0.25
_NEED, _DIE, _OVER, _HOPELESS = 0.3, 0.05, 2.0, 2.0
"""What a die that is needed, a die in hand, the end of the attempt and too few dice count for."""

_BEFORE = {"roll": 0.0, "use": 0.8, "ability": 0.8, "release": 1.2, "fail": 2.5}
_PASS_A_TASK, _CHANGE_DICE = 0.6, 0.8
_NO_FOCUS, _FOCUS, _FOCUS_TERROR = 0.3, 0.15, 0.6
_TAKE_DIE, _USE_STREETS = 0.1, 0.7


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look at each first move of a turn: moves tried, and resolved cards wanted."""

    moves: int
    resolved: int


@dataclass(order=True, slots=True)
class _Step:
    """A position within a turn, in the order in which it is looked at."""

    priority: float
    number: int
    cost: float = field(compare=False)
    node: Node = field(compare=False)


def ends_of_turn(run: Run, start: Node, effort: Effort) -> list[Node]:
    """Ends of the turn that begins at a position; a win alone if one was met."""
    found: list[Node] = []
    for move in start.state.options:
        ends = _after_first(run, start, move, effort)
        if ends and ends[-1].state.won:
            return ends[-1:]
        found += ends
    return found


def _after_first(run: Run, start: Node, move: str, effort: Effort) -> list[Node]:
    """Ends of the turn after its first move; a win comes last."""
    last = run.states + effort.moves
    turn, trophies = start.state.turn, _trophies(start.state)
    first = Node(run.play(start.state, move), start, (move,))
    cost = 0.0 if move.startswith(("go", "stay")) else _OTHER_FIRST_MOVE
    heap = [_Step(_priority(first.state, cost), 0, cost, first)]
    seen = {first.state}
    ends: list[Node] = []
    resolved = 0
    while heap and run.states < last and resolved < effort.resolved:
        step = heappop(heap)
        state = step.node.state
        if state.won:
            return [*ends, step.node]
        if state.fields[_TURN] > turn or not state.options:
            ends.append(step.node)
            resolved += _trophies(state) > trophies
            continue
        for choice, more in choices(state):
            after = run.play(state, choice)
            if after in seen:
                continue
            seen.add(after)
            node = Node(after, start, (*step.node.moves, choice))
            total = step.cost + more
            heappush(heap, _Step(_priority(after, total), len(seen), total, node))
    return ends


def _trophies(state: StreetsState) -> int:
    return sum(len(seat.trophies) for seat in state.fields[_SEATS])


def _priority(state: StreetsState, cost: float) -> float:
    """Smaller is better: what the moves cost, and how far the attempt is from its end."""
    attempt: Attempt | None = state.fields[_ATTEMPT]
    if attempt is None:
        return cost - _OVER
    seat = state.fields[_SEATS][attempt.seat]
    dice = sum(attempt.pool) + len(attempt.held) + len(attempt.helpers)
    if attempt.place == ANCIENT_ONE:
        return cost - _DIE * dice
    spots, place = state.fields[_SPOTS], attempt.place
    spot = spots[place - 1] if place < FIRST_WORLD else state.fields[_WORLDS][place - FIRST_WORLD]
    needed = _dice_needed(state.deal.box, spot.card, spot.monsters, seat.member, attempt.done)
    spare = dice + len(state.fields[_SECURED]) - needed
    more = 2 - sum(attempt.added) if seat.kit else 0
    return cost + _NEED * needed - _DIE * dice + (_HOPELESS if spare + more < 0 else 0.0)


@lru_cache(1 << 14)
def _dice_needed(
    box: Box, card: int, monsters: tuple[tuple[int, int], ...], member: str, done: int
) -> int:
    """The fewest dice that can do the tasks that are left."""
    tasks = tasks_of(box, card, monsters, member)
    left = [task for task in tasks if not task.is_member and not done >> task.number & 1]
    return sum(least_dice(task.row.needs) for task in left)


def choices(state: StreetsState) -> Iterator[tuple[str, float]]:
    """The moves of a decision, each with what it costs to think of it."""
    name = state.fields[_STACK][-1][0]
    costs = _COSTS.get(name, _in_order)
    return zip(state.options, costs(state.options), strict=True)


def _in_order(moves: tuple[str, ...]) -> Iterator[float]:
    return (_LATER_CHOICE * number for number in range(len(moves)))


def _before(moves: tuple[str, ...]) -> Iterator[float]:
    return (_BEFORE[move.partition(" ")[0]] for move in moves)


def _after(moves: tuple[str, ...]) -> Iterator[float]:
    """Completions come first in the list of moves."""
    tasks = 0
    for move in moves:
        if move.startswith("do "):
            yield _LATER_TASK * tasks
            tasks += 1
        elif move == "pass":
            yield _PASS_A_TASK if tasks else 0.0
        else:
            yield _CHANGE_DICE


def _focus(moves: tuple[str, ...]) -> Iterator[float]:
    for move in moves:
        if move == "no-focus":
            yield _NO_FOCUS
        else:
            yield _FOCUS_TERROR if move.endswith("T") else _FOCUS


_COSTS: dict[str, Callable[[tuple[str, ...]], Iterator[float]]] = {
    "before": _before,
    "after": _after,
    "focus": _focus,
    "reroll": lambda moves: (_TAKE_DIE * move.startswith("take") for move in moves),
    "streets": lambda moves: (_USE_STREETS * (move != "nothing") for move in moves),
}
