"""Readable parts of a dependency graph, in layers from the goal down.

A view keeps nodes and edges as they are and gives every node a `layer`, 0 for the goal.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import networkx as nx

from casecracker.analysis.graphparts import GOAL, MACHINE
from casecracker.analysis.truth import Graph, needs
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import did_you_mean, shown


def view(graph: Graph, name: str) -> Graph:
    """A part of a dependency graph to look at.

    Args:
        graph: A whole dependency graph.
        name: `objectives`, `cards` or `cases`; docs/graph.md says what each shows.

    Returns:
        A new graph; nodes have an attribute `layer`, 0 to n, and come layer by layer.

    Raises:
        CasecrackerError: There is no such view, or nothing of it in this game.
    """
    if name not in VIEWS:
        hint = did_you_mean(name, VIEWS) or f"; there are: {', '.join(VIEWS)}"
        raise CasecrackerError(f"no view {shown(name)}{hint}")
    kept = VIEWS[name](graph)
    if not kept:
        raise CasecrackerError(f"{graph.graph['game']} has nothing to show in the view '{name}'")
    return _layered(_part(graph, kept, name))


def _part(graph: Graph, kept: set[str], name: str) -> Graph:
    """The nodes that are kept and the edges between them, in the order of the whole graph."""
    part: Graph = nx.DiGraph(**graph.graph, view=name)
    part.add_nodes_from((node, data) for node, data in graph.nodes(data=True) if node in kept)
    part.add_edges_from(
        (of, to, data)
        for of, to, data in graph.edges(data=True)
        if of in kept and to in kept and not (name == "cards" and _stands_alone(graph, of))
    )
    return part


def _stands_alone(graph: Graph, need: str) -> bool:
    """Whether the view `cards` shows a need without what meets it: nearly every card does."""
    return need.startswith("requirement:minimum") or _kind(graph, need) == "technique"


def _below(graph: Graph, start: list[str], stop: frozenset[str]) -> set[str]:
    """All that some nodes need, but not what nodes of the kinds in `stop` need."""
    found = set(start)
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if graph.nodes[node]["kind"] in stop:
            continue
        below = [other for other in needs(graph, node) if other not in found]
        found.update(below)
        waiting.extend(below)
    return found


def _objectives(graph: Graph) -> set[str]:
    """The goal, its objectives and letters or types, and the puzzle cards themselves."""
    shown_kinds = {GOAL, "objective", "letter", "type", "card"}
    found = _below(graph, [GOAL], frozenset({"card", "closing", "shown-type"}))
    special = {"requirement:types", "requirement:king"}
    tops = {node for node in found if node in special or _kind(graph, node) in shown_kinds}
    puzzles = {
        card
        for node in tops
        if _kind(graph, node) in ("letter", "type") or node == "requirement:king"
        for card in needs(graph, node)
        if _kind(graph, card) == "card"
    }
    return {node for node in tops if _kind(graph, node) != "card"} | puzzles


def _cards(graph: Graph) -> set[str]:
    """The puzzle cards that count, and what each needs: locks, keys, minimums, the Machine."""
    puzzles = [node for node in _objectives(graph) if _kind(graph, node) == "card"]
    found = set(puzzles)
    for card in puzzles:
        for need in needs(graph, card):
            found |= _need_with_ways(graph, need)
    return found


def _need_with_ways(graph: Graph, need: str) -> set[str]:
    """A need of a card and the cards that meet it; a minimum and a technique stand alone."""
    found = {need}
    if _stands_alone(graph, need):
        return found
    for way in needs(graph, need):
        found.add(way)
        if way == MACHINE or _kind(graph, way) == "requirement":
            found |= set(needs(graph, way))
    return found


def _cases(graph: Graph) -> set[str]:
    """Case cards, menaces, closings, icons, the Machine and the cards that turn up."""
    kinds = {"case", "closing", "menace", "icon", "source"}
    found = {node for node in graph if _kind(graph, node) in kinds}
    if not any(_kind(graph, node) == "case" for node in found):
        return set()
    backs = {node for node in graph if node.startswith("requirement:back:")}
    found |= backs | {MACHINE, *needs(graph, MACHINE)}
    linked = {node for edge in graph.subgraph(found).edges for node in edge}
    return {node for node in found if node in linked or _kind(graph, node) == "case"}


VIEWS: Mapping[str, Callable[[Graph], set[str]]] = MappingProxyType(
    {"objectives": _objectives, "cards": _cards, "cases": _cases}
)


def _kind(graph: Graph, node: str) -> str:
    return str(graph.nodes[node]["kind"])


def _layered(part: Graph) -> Graph:
    """The part with layers: a node lies below all that need it, rings of needs apart."""
    needed: Graph = nx.DiGraph()
    needed.add_nodes_from(part)
    needed.add_edges_from((of, to) for of in part for to in needs(part, of) if of != to)
    rings = nx.condensation(needed)
    depth: dict[int, int] = {}
    for ring in nx.lexicographical_topological_sort(rings):
        depth[ring] = max((depth[above] + 1 for above in rings.predecessors(ring)), default=0)
    layer = {node: depth[rings.graph["mapping"][node]] for node in part}
    place = {node: number for number, node in enumerate(part)}
    order = sorted(part, key=lambda node: (layer[node], place[node]))
    made: Graph = nx.DiGraph(**part.graph)
    made.add_nodes_from((node, {**part.nodes[node], "layer": layer[node]}) for node in order)
    made.add_edges_from(part.edges(data=True))
    return made
