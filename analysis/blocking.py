"""Smallest blocking sets: the fewest cards whose loss makes an objective impossible.

A minimum cut of an AND/OR graph. A set of cards blocks a node if some labelling of the nodes as
true and false has the node false and is closed: whatever has all that it needs is true, but for the
cards of the set. CP-SAT looks for such a labelling with the fewest cards. The least fixed point is
the smallest of these labellings, so rings of needs are handled.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import networkx as nx
from ortools.sat.python import cp_model

from casecracker.analysis.graphparts import GOAL
from casecracker.analysis.requirements import CARD_KINDS, check_node
from casecracker.analysis.truth import Graph, needs, threshold
from casecracker.solver.constraints import make_cp_solver

DEFAULT_EFFORT = 10.0
"""CP-SAT's own measure of time for one set; about as many seconds."""

MOST_SETS = 10


@dataclass(frozen=True)
class Blocking:
    """The smallest blocking sets of a node.

    Attributes:
        size: How many cards each has; None if no set blocks, or none was found in time.
        sets: The sets, node ids in the graph's order; as many as were asked for at most.
        exact: Whether it is proved that no smaller set blocks, or, without a size, that none does.
        complete: Whether these are all sets of that size.
        limit: What ended the search early: None, `effort` or `sets`.
    """

    size: int | None
    sets: tuple[tuple[str, ...], ...]
    exact: bool
    complete: bool
    limit: str | None = None


def smallest_blocking_sets(
    graph: Graph,
    node: str = GOAL,
    *,
    spared: Collection[str] = (),
    most: int = MOST_SETS,
    effort: float = DEFAULT_EFFORT,
) -> Blocking:
    """The smallest sets of cards without which a node is impossible.

    Args:
        graph: A dependency graph.
        node: What is to be blocked; of a node that is impossible anyway, the empty set blocks it.
        spared: Cards that no set may hold: `single_points` for the sets beyond those.
        most: How many sets are looked for.
        effort: Limit of CP-SAT's deterministic time for each set.

    Raises:
        CasecrackerError: The graph has no such node.
    """
    check_node(graph, node)
    cut = _Cut(graph, node, spared)
    size: int | None = None
    sets: list[tuple[str, ...]] = []
    while True:
        found, proved = cut.next_set(effort)
        if not proved:
            return _stopped(graph, size, sets, found)
        if found is None or (size is not None and len(found) > size):
            return Blocking(size, _sorted(graph, sets), True, True)
        if len(sets) == most:
            return Blocking(size, _sorted(graph, sets), True, False, "sets")
        size = len(found)
        sets.append(found)
        if not found:
            return Blocking(size, tuple(sets), True, True)
        cut.forbid(found)


def _stopped(
    graph: Graph, size: int | None, sets: list[tuple[str, ...]], found: tuple[str, ...] | None
) -> Blocking:
    """What is known when effort runs out: sets proved smallest before, or one that may not be."""
    if size is None and found is not None:
        return Blocking(len(found), (found,), False, False, "effort")
    return Blocking(size, _sorted(graph, sets), size is not None, False, "effort")


def _sorted(graph: Graph, sets: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    place = {node: number for number, node in enumerate(graph)}
    return tuple(sorted(sets, key=lambda found: [place[node] for node in found]))


class _Cut:
    """The CP-SAT model: which nodes are true, which cards are lost."""

    def __init__(self, graph: Graph, node: str, spared: Collection[str]) -> None:
        self.graph = graph
        self.model = cp_model.CpModel()
        below = {node, *nx.descendants(graph, node)}
        self.nodes = [other for other in graph if other in below]
        self.true = {other: self.model.new_bool_var(f"true {other}") for other in self.nodes}
        self.lost = {
            other: self.model.new_bool_var(f"lost {other}")
            for other in graph
            if graph.nodes[other]["kind"] in CARD_KINDS and other not in spared
        }
        for other in self.nodes:
            self._close(other)
        self.model.add(self.true[node] == 0)
        self.model.minimize(sum(self.lost.values()))

    def _close(self, node: str) -> None:
        """A node that has what it needs is true, unless its card is lost."""
        owner = str(self.graph.nodes[node].get("card") or node)
        excused = [self.true[node]] + ([self.lost[owner]] if owner in self.lost else [])
        if self.graph.nodes[node].get("distinct"):
            self._cover(node, excused)
            return
        most = threshold(self.graph, node) - 1
        below = [self.true[other] for other in needs(self.graph, node)]
        if most < 0:
            self.model.add_bool_or(excused)
        else:
            self.model.add(sum(below) <= most).only_enforce_if([~var for var in excused])

    def _cover(self, node: str, excused: list[cp_model.IntVar]) -> None:
        """Too few cards of their own for the groups: fewer groups and cards touch all pairs."""
        covers: dict[str, cp_model.IntVar] = {}
        groups = list(needs(self.graph, node))
        for other in [*groups, *(card for group in groups for card in needs(self.graph, group))]:
            covers.setdefault(other, self.model.new_bool_var(f"cover {other}"))
        for group in groups:
            for card in needs(self.graph, group):
                self.model.add_bool_or([covers[group], covers[card], ~self.true[card], *excused])
        most = threshold(self.graph, node) - 1
        self.model.add(sum(covers.values()) <= most).only_enforce_if([~var for var in excused])

    def next_set(self, effort: float) -> tuple[tuple[str, ...] | None, bool]:
        """A smallest set, None if none was found; and whether that is proved."""
        solver = make_cp_solver(linearization=2)
        solver.parameters.max_deterministic_time = effort
        status = solver.solve(self.model)
        proved = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None, proved
        lost = (card for card, var in self.lost.items() if solver.boolean_value(var))
        return tuple(lost), proved

    def forbid(self, found: tuple[str, ...]) -> None:
        """Look for other sets."""
        self.model.add_bool_or(~self.lost[card] for card in found)
