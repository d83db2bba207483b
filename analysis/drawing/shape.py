"""What a layout wants to know of a graph: which way it runs, and where it begins."""

from collections import Counter

import networkx as nx

from casecracker.analysis.truth import Graph


def runs_down(graph: Graph) -> bool:
    """Whether it has more layers than nodes in any layer; else it runs from left to right."""
    layers = Counter(attributes.get("layer") for _, attributes in graph.nodes(data=True))
    return len(layers) > max(layers.values(), default=0)


def tops_of(graph: Graph) -> list[str]:
    """Nodes at which nothing points but what they reach themselves, in the graph's order."""
    rings = nx.condensation(graph)
    tops = {ring for ring, degree in rings.in_degree() if not degree}
    return [node for node in graph if rings.graph["mapping"][node] in tops]
