"""The selective search: turn after turn the most promising positions alone.

What it finds is a line. That it finds none, or none shorter, says nothing about a deal.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil

from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import FIELDS
from casecracker.solver.streets.bounds import MAX_TURNS
from casecracker.solver.streets.run import Node, Run
from casecracker.solver.streets.turns import Effort, ends_of_turn
from casecracker.solver.streets.worth import promise

_QUICK, _ALL = 24, MAX_TURNS


@dataclass(frozen=True, slots=True)
class Round:
    """One pass over the game.

    Attributes:
        width: Positions kept after each turn.
        effort: For each turn.
        turns: It gives up after so many: a wider round finds a line sooner than a long game does.
    """

    width: int
    effort: Effort
    turns: int


ROUNDS = (
    Round(3, Effort(240, 2), _QUICK),
    Round(6, Effort(240, 2), _QUICK),
    Round(12, Effort(360, 3), _QUICK),
    Round(24, Effort(500, 3), _ALL),
    Round(48, Effort(800, 4), _ALL),
    Round(96, Effort(1200, 5), _ALL),
    Round(192, Effort(2000, 6), _ALL),
)
_ALIKE = 2
"""Positions kept that have equal cards in play and equally many Elder Signs."""

_SIGNS, _SPOTS, _WORLDS = (FIELDS.index(name) for name in ("signs", "spots", "worlds"))


def search_selectively(run: Run, root: Node, most_signs: int | None) -> None:
    """Ever wider searches for a line, each for one of fewer turns than the best so far.

    Args:
        run: Gets the lines.
        root: The opening.
        most_signs: Elder Signs that a turn brings at most; None if nothing limits them.

    Raises:
        SearchStoppedError: The time is over, or the line that was found is good enough.
    """
    for one in ROUNDS:
        won = _play_round(run, root, one, most_signs)
        if won is not None:
            run.keep(won)
        if run.is_decided:
            return


def _play_round(run: Run, root: Node, one: Round, most_signs: int | None) -> Node | None:
    """A won position in fewer turns than the best line so far; None if this round met none."""
    last = min(one.turns, (run.turns() or MAX_TURNS + 1) - 1)
    layer = [root]
    while layer:
        found: dict[StreetsState, Node] = {}
        for node in layer:
            for end in ends_of_turn(run, node, one.effort):
                if end.state.won:
                    return end
                if end.state.options and _least_turns(end.state, most_signs) <= last:
                    found.setdefault(end.state, end)
        layer = _kept(found.values(), one.width)
    return None


def _least_turns(state: StreetsState, most_signs: int | None) -> int:
    """The first turn in which Elder Signs can win; the current one in the battle."""
    if most_signs is None or state["awake"]:
        return state.turn
    missing = state.deal.ancient.signs - state.fields[_SIGNS]
    return state.turn - 1 + ceil(missing / most_signs) if most_signs else state.turn


def _kept(ends: Iterable[Node], width: int) -> list[Node]:
    """The most promising positions, few of those alike."""
    for end in ends:
        end.score = promise(end.state)
    best = sorted(ends, key=lambda node: -node.score)
    return list(islice(_unlike(best), width))


def _unlike(ends: Iterable[Node]) -> Iterator[Node]:
    counts: Counter[tuple[object, ...]] = Counter()
    for end in ends:
        fields = end.state.fields
        cards = tuple(spot.card for spot in (*fields[_SPOTS], *fields[_WORLDS]))
        kind = (fields[_SIGNS], *cards)
        counts[kind] += 1
        if counts[kind] <= _ALIKE:
            yield end
