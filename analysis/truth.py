"""What can come about in a dependency graph: truth spread to the least fixed point.

A node of join `all` is true once all that it needs is true, one of `any` once one of it is, one of
`count` once so many of it are. Nothing is true but for a reason, so cards that wait for each other
in a ring stay false. Edges of kind `fetches` need nothing.
"""

from collections import deque
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, TypeAlias

import networkx as nx

if TYPE_CHECKING:
    Graph: TypeAlias = nx.DiGraph[str]
else:
    Graph: TypeAlias = nx.DiGraph

ALL, ANY, COUNT = "all", "any", "count"
FETCHES = "fetches"
"""Kind of the edges that no truth goes along."""


def needs(graph: Graph, node: str) -> Iterator[str]:
    """What a node needs, in the order in which it was added."""
    return (to for to, edge in graph.adj[node].items() if edge["kind"] != FETCHES)


def needed_by(graph: Graph, node: str) -> Iterator[str]:
    """The nodes that need a node."""
    return (of for of, edge in graph.pred[node].items() if edge["kind"] != FETCHES)


def threshold(graph: Graph, node: str) -> int:
    """How many of the nodes that a node needs must be true."""
    attributes = graph.nodes[node]
    if attributes["join"] == ALL:
        return sum(1 for _ in needs(graph, node))
    return int(attributes["count"]) if attributes["join"] == COUNT else 1


def without(graph: Graph, removed: Collection[str]) -> frozenset[str]:
    """All nodes that are gone when some cards are: each card's own and those that stand for it."""
    gone = set(removed)
    return frozenset(n for n, data in graph.nodes.items() if n in gone or data.get("card") in gone)


def true_nodes(graph: Graph, removed: Collection[str] = ()) -> frozenset[str]:
    """The nodes that can come about, the least fixed point.

    Args:
        graph: A dependency graph.
        removed: Nodes that cannot; of a card everything that stands for it (`without`).
    """
    return frozenset(derivation(graph, removed))


def derivation(graph: Graph, removed: Collection[str] = ()) -> tuple[str, ...]:
    """The nodes that can come about, each after those on which it rests; as `true_nodes`."""
    gone = without(graph, removed) if removed else frozenset[str]()
    missing = {node: threshold(graph, node) for node in graph if node not in gone}
    waiting = deque(node for node, count in missing.items() if count <= 0)
    has_types = any(data.get("distinct") for _, data in graph.nodes.items())
    found: dict[str, None] = {}
    while waiting:
        node = waiting.popleft()
        if node in found or not _is_matched(graph, node, found):
            continue
        found[node] = None
        for above in needed_by(graph, node):
            if above in missing:
                missing[above] -= 1
                if missing[above] <= 0:
                    waiting.append(above)
        if has_types:
            waiting.extend(_unmatched_above(graph, node, missing, found))
    return tuple(found)


def proof(graph: Graph, node: str) -> frozenset[str]:
    """Nodes on which a true node can rest, itself among them: one way to it, of perhaps many.

    A node that is not among them is not necessary.
    """
    order = derivation(graph)
    rank = {name: place for place, name in enumerate(order)}
    used: set[str] = set()
    waiting = [node]
    while waiting:
        name = waiting.pop()
        if name not in used:
            used.add(name)
            waiting.extend(_rests_on(graph, name, rank))
    return frozenset(used)


def _rests_on(graph: Graph, node: str, rank: dict[str, int]) -> list[str]:
    """The nodes that come first of those that a node needs, as many as it needs."""
    before = [name for name in needs(graph, node) if rank.get(name, len(rank)) < rank[node]]
    if graph.nodes[node].get("distinct"):
        earlier = {name for name, place in rank.items() if place < rank[node]}
        pairs = matching(graph, node, earlier)
        return [*pairs, *pairs.values()]
    return sorted(before, key=rank.__getitem__)[: threshold(graph, node)]


def _is_matched(graph: Graph, node: str, found: Collection[str]) -> bool:
    """Whether enough true nodes below one with `distinct` have a card each of their own."""
    if not graph.nodes[node].get("distinct"):
        return True
    return len(matching(graph, node, found)) >= threshold(graph, node)


def _unmatched_above(
    graph: Graph, card: str, missing: dict[str, int], found: Collection[str]
) -> Iterator[str]:
    """Nodes with `distinct`, two above a card, for which it may be the one that was lacking."""
    for group in needed_by(graph, card):
        for above in needed_by(graph, group):
            ready = above in missing and missing[above] <= 0 and above not in found
            if ready and graph.nodes[above].get("distinct"):
                yield above


def matching(graph: Graph, node: str, found: Collection[str]) -> dict[str, str]:
    """A largest choice of true cards below a node with `distinct`, one for each group at most.

    Returns:
        The card of each group that has one.
    """
    holder: dict[str, str] = {}
    for group in needs(graph, node):
        _augment(graph, group, found, holder, set())
    return {group: card for card, group in holder.items()}


def _augment(
    graph: Graph, group: str, found: Collection[str], holder: dict[str, str], seen: set[str]
) -> bool:
    for card in needs(graph, group):
        if card not in found or card in seen:
            continue
        seen.add(card)
        if card not in holder or _augment(graph, holder[card], found, holder, seen):
            holder[card] = group
            return True
    return False
