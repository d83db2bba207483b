"""Graphs to draw: one of awkward names, and every view of every deck that comes along."""

import itertools
from functools import cache

import networkx as nx

from casecracker.analysis.dependencies import dependency_graph
from casecracker.analysis.truth import Graph
from casecracker.analysis.views import VIEWS, view
from casecracker.engine.games import GAMES
from casecracker.engine.library import find_deck

DECKS = [f"{game}-{temper}" for game in GAMES for temper in ("standard", "tight")]
SHIPPED = [
    (deck, name)
    for deck in DECKS
    for name in VIEWS
    if name != "cases" or deck.startswith("infinite-gulfs")
]
"""Decks with the views that they have."""

AWKWARD_LABELS = (
    'He said "hi", \\N and <b>&amp;</b>; it\'s 50 % #1 {x} [y] (z) | `w` \\',
    "Straße 日本 ü\nsecond line",
    "steers \x1b[31m a terminal",
    "<html>",
    "end",
    "_a_ *b* ~c~",
)


def awkward_graph() -> Graph:
    """Labels that every format could take for its own, each kind of join, kinds without a look."""
    graph: Graph = nx.DiGraph(view="awkward", deck='Deck <&> "A"', provenance="synthetic")
    nodes = [f"node {number}" for number in range(len(AWKWARD_LABELS))]
    for node, label in zip(nodes, AWKWARD_LABELS, strict=True):
        graph.add_node(node, label=label, kind="card", join="all", layer=1, words=["a", "b"])
    graph.add_node('graph "top"', label="top", kind="goal", join="any", layer=0, weight=0.5)
    graph.add_node("a:b", kind="unheard-of", join="count", count=2, is_new=True, nothing=None)
    for node in nodes:
        graph.add_edge('graph "top"', node, kind="needs-any")
    graph.add_edge("a:b", nodes[0], kind="needs-any", label='via "x" & y')
    graph.add_edge("a:b", nodes[1], kind="new-kind")
    graph.add_edge(nodes[0], nodes[0], kind="opens")
    return graph


def crossing_graph() -> Graph:
    """Three nodes that all need the same four: drawn through a junction."""
    graph: Graph = nx.DiGraph(deck="none", provenance="synthetic")
    graph.add_edges_from((a, b, {"kind": "needs-any"}) for a in "abc" for b in "wxyz")
    return graph


def deep_graph() -> Graph:
    """Like the map of a deal: more layers than nodes in a layer, labels on the edges."""
    graph: Graph = nx.DiGraph(view="deal", deck="none", provenance="synthetic", known="proved")
    for turn in range(1, 9):
        for kind, place in itertools.product(("turn", "crossroads", "more"), range(2)):
            name = f"{kind} {turn} {place}"
            graph.add_node(name, kind=kind, label=f"turn {turn}\n2 of 5 moves", layer=turn)
    graph.add_node("win", kind="win", label="won", layer=9)
    ends = {turn: [n for n in graph if graph.nodes[n]["layer"] == turn] for turn in range(1, 10)}
    for turn in range(1, 9):
        for place, (start, end) in enumerate(itertools.product(ends[turn], ends[turn + 1])):
            if place % 3 == 0:
                label = "hand; play c17 1; take c39; done (+3)" if place % 2 else ""
                graph.add_edge(start, end, kind="way" if place else "line", label=label)
    return graph


@cache
def shipped_view(deck: str, name: str) -> Graph:
    """A view of a deck that comes along; not to be changed."""
    return view(dependency_graph(find_deck(deck)), name)
