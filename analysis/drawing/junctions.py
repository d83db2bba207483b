"""Fewer lines for the same edges: where some nodes all point at the same others.

Edges from each of m nodes to each of n are m * n lines; through a junction they are m + n.
"""

from collections.abc import Iterator
from typing import NamedTuple

from casecracker.analysis.truth import Graph

_FEWEST_STARTS, _FEWEST_ENDS = 2, 3


class Junction(NamedTuple):
    """Edges of one kind from each of `starts` to each of `ends`."""

    kind: str
    starts: tuple[str, ...]
    ends: tuple[str, ...]


def junctions_of(graph: Graph) -> list[Junction]:
    """Groups of edges to draw through a junction; no edge is in two of them.

    A node's edges of one kind are in a group as a whole or not at all, so the picture tells the
    same edges. Edges with a label of their own are left out.
    """
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for node in graph:
        for kind, ends in _ends_by_kind(graph, node):
            groups.setdefault((kind, ends), []).append(node)
    return [
        Junction(kind, tuple(starts), ends)
        for (kind, ends), starts in groups.items()
        if len(starts) >= _FEWEST_STARTS and len(ends) >= _FEWEST_ENDS
    ]


def _ends_by_kind(graph: Graph, node: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    ends: dict[str, list[str]] = {}
    for _, end, attributes in graph.out_edges(node, data=True):
        if not attributes.get("label"):
            ends.setdefault(attributes.get("kind", ""), []).append(end)
    return ((kind, tuple(sorted(group))) for kind, group in ends.items())
