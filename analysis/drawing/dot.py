"""DOT, the language of Graphviz: a graph as it is drawn, with or without its legend."""

from collections.abc import Iterable

import pygraphviz

from casecracker.analysis.drawing.junctions import Junction, junctions_of
from casecracker.analysis.drawing.labels import (
    edge_lines,
    heading,
    is_partly,
    join_words,
    joins_of,
    node_lines,
    terms,
    words,
)
from casecracker.analysis.drawing.layout import FONT
from casecracker.analysis.drawing.shape import runs_down, tops_of
from casecracker.analysis.drawing.styles import (
    EDGES,
    JOIN_SAMPLE,
    NODES,
    OTHER_EDGE,
    OTHER_NODE,
    TEXT,
    EdgeStyle,
    NodeStyle,
    edge_style,
    kinds_of_edges,
    kinds_of_nodes,
    node_style,
)
from casecracker.analysis.truth import Graph

_GRAPH = {
    "labelloc": "t",
    "labeljust": "l",
    "fontname": FONT,
    "fontsize": "14",
    "nodesep": "0.14",
    "ranksep": "0.6",
    "outputorder": "edgesfirst",
    "bgcolor": "#FFFFFF",
    "pad": "0.2",
}
_NODE = {"fontname": FONT, "fontsize": "11", "fontcolor": TEXT, "margin": "0.12,0.06"}
_EDGE = {"fontname": FONT, "fontsize": "9", "fontcolor": TEXT, "arrowsize": "0.7"}
_POINT = {"shape": "point", "width": "0.09"}
_BARE = {"shape": "plaintext", "height": "0.3"}
_SAMPLE, _START, _END = "legend: ", "legend, from: ", "legend, to: "
"""Beginnings of the names of nodes in the legend."""

_LEGEND = {"label": "Legend", "labeljust": "l", "fontsize": "11", "color": "#8C8C8C"}


def to_dot(graph: Graph) -> str:
    """A graph in the DOT language, laid out by nobody yet.

    Nodes and edges are those of the graph and carry `kind` and how they look; all their other
    attributes are in GraphML and JSON only.
    """
    return str(_drawn(graph).to_string())


def to_dot_with_legend(graph: Graph) -> str:
    """As `to_dot`, with a legend of the kinds that are there, as nodes and edges of their own."""
    drawn = _drawn(graph)
    junctions = junctions_of(graph)
    for number, junction in enumerate(junctions):
        _draw_through(drawn, junction, f"junction: {number}")
    _add_legend(drawn, graph, has_junctions=bool(junctions))
    return str(drawn.to_string())


def _drawn(graph: Graph) -> pygraphviz.AGraph:
    title = heading(graph)
    above = [title, *terms(graph), ""]
    drawn = pygraphviz.AGraph(directed=True, strict=False, name=title)
    drawn.graph_attr.update(_GRAPH, label=_text(above, end="\\l"))
    drawn.graph_attr["rankdir"] = "TB" if runs_down(graph) else "LR"
    drawn.node_attr.update(_NODE)
    drawn.edge_attr.update(_EDGE)
    for node, attributes in graph.nodes(data=True):
        look = _node_look(node_style(attributes), join_words(graph, node))
        kind = str(attributes.get("kind", ""))
        drawn.add_node(node, label=_text(node_lines(graph, node)), kind=kind, **look)
    for start, end, attributes in graph.edges(data=True):
        look = _edge_look(edge_style(attributes))
        if lines := edge_lines(attributes):
            look["label"] = _text(f" {line} " for line in lines)  # keeps other lines away
        drawn.add_edge(start, end, kind=str(attributes.get("kind", "")), **look)
    _add_layers(drawn, graph)
    return drawn


def _text(lines: Iterable[str], end: str = "\\n") -> str:
    """Lines as Graphviz reads a label: backslashes and entities are its own."""
    escapes = str.maketrans({"\\": "\\\\", "&": "&amp;", "<": "&lt;", ">": "&gt;"})
    return end.join(line.translate(escapes) for line in lines)


def _node_look(style: NodeStyle, join: str) -> dict[str, str]:
    """Whoever needs only some of its needs has a broken border."""
    broken = ",dashed" if is_partly(join) else ""
    return {
        "shape": style.shape,
        "style": style.style + broken,
        "fillcolor": style.fill,
        "color": style.border,
        "peripheries": str(style.borders),
    }


def _edge_look(style: EdgeStyle) -> dict[str, str]:
    return {"style": style.line, "arrowhead": style.head, "color": style.colour}


def _add_layers(drawn: pygraphviz.AGraph, graph: Graph) -> None:
    """Nodes of one `layer` stand in one column or row, unless edges join them: these need room."""
    layers: dict[int, list[str]] = {}
    for node, attributes in graph.nodes(data=True):
        if "layer" in attributes:
            layers.setdefault(attributes["layer"], []).append(node)
    for layer in sorted(layers):
        if not graph.subgraph(layers[layer]).size():
            drawn.add_subgraph(layers[layer], rank="same")


def _draw_through(drawn: pygraphviz.AGraph, junction: Junction, point: str) -> None:
    """Put a point into edges, so that they share their lines."""
    look = _edge_look(EDGES.get(junction.kind, OTHER_EDGE))
    drawn.delete_edges_from([(a, b) for a in junction.starts for b in junction.ends])
    drawn.add_node(point, **_POINT)
    for start in junction.starts:
        drawn.add_edge(start, point, **{**look, "arrowhead": "none"})
    for end in junction.ends:
        drawn.add_edge(point, end, **look)


def _add_legend(drawn: pygraphviz.AGraph, graph: Graph, *, has_junctions: bool) -> None:
    """A box before the layers of the graph: samples of nodes, then samples of edges."""
    legend = drawn.add_subgraph(name="cluster_legend", **_LEGEND)
    nodes, edges = _node_samples(graph), kinds_of_edges(graph)
    # Graphviz fills rows from left to right, but columns from the bottom up.
    order = 1 if runs_down(graph) else -1
    for text, style, join in nodes[::order]:
        legend.add_node(_SAMPLE + text, label=_text([text]), **_node_look(style, join))
    for kind in edges[::order]:
        _add_edge_sample(legend, kind)
    if has_junctions:
        edges.append(_add_junction_sample(legend))
    for place, kind in enumerate(edges):
        beside = nodes[min(place, len(nodes) - 1)][0]
        legend.add_edge(_SAMPLE + beside, _START + kind, style="invis", weight="9")
    last = _END + edges[-1] if edges else _SAMPLE + nodes[-1][0]
    for top in tops_of(graph):
        drawn.add_edge(last, top, style="invis", weight="0")


def _node_samples(graph: Graph) -> list[tuple[str, NodeStyle, str]]:
    """Text, look and join of every sample: the kinds, then the ways to join needs."""
    kinds = kinds_of_nodes(graph) or [""]
    samples = [(words(kind), NODES.get(kind, OTHER_NODE), "") for kind in kinds]
    return samples + [(join, JOIN_SAMPLE, join) for join in joins_of(graph)]


def _add_edge_sample(legend: pygraphviz.AGraph, kind: str) -> None:
    legend.add_node(_START + kind, label="", width="0.05", **_BARE)
    legend.add_node(_END + kind, label=_text([words(kind)]), **_BARE)
    look = _edge_look(EDGES.get(kind, OTHER_EDGE))
    legend.add_edge(_START + kind, _END + kind, weight="9", **look)


def _add_junction_sample(legend: pygraphviz.AGraph) -> str:
    """The point of a junction and what it means; the end of its nodes' names."""
    name = "junction"
    legend.add_node(_START + name, **_POINT)
    legend.add_node(_END + name, label="from each\\nto each", **_BARE)
    legend.add_edge(_START + name, _END + name, style="invis", weight="9")
    return name
