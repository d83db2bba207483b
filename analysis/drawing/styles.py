"""How nodes and edges look, by their `kind`: one table each, for every format of picture.

Fills are tints of the palette of Okabe and Ito (jfly.uni-koeln.de/color, 2008), light enough for
black text. No meaning hangs on colour alone: each kind of node has a shape of its own, each kind
of edge a line or an arrow head of its own, and how a node's needs join stands on it in words.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from casecracker.analysis.truth import Graph

Attributes: TypeAlias = Mapping[str, Any]

TEXT = "#000000"


@dataclass(frozen=True, slots=True)
class NodeStyle:
    """The look of one kind of node."""

    shape: str  # Graphviz's name
    mermaid: tuple[str, str]  # what Mermaid writes around the label
    fill: str  # #rrggbb, as are all colours
    border: str
    style: str = "filled"  # Graphviz's name
    borders: int = 1  # lines around it


@dataclass(frozen=True, slots=True)
class EdgeStyle:
    """The look of one kind of edge."""

    line: str  # Graphviz's name: solid, dashed, dotted, bold
    head: str  # Graphviz's name of an arrow head
    mermaid: str  # Mermaid's arrow
    colour: str


BLACK, GREY, WHITE = "#000000", "#595959", "#FFFFFF"
BLUE, GREEN, VERMILLION, PURPLE = "#0072B2", "#00664A", "#A84900", "#8F3A69"

NODES: Mapping[str, NodeStyle] = MappingProxyType(
    {
        "goal": NodeStyle("octagon", ("(((", ")))"), "#F0E442", BLACK, borders=2),
        "objective": NodeStyle("octagon", ("{{", "}}"), "#F9F4B3", BLACK),
        "letter": NodeStyle("ellipse", ("([", "])"), "#F9F4B3", BLACK),
        "requirement": NodeStyle("box", ("[", "]"), WHITE, BLACK),
        "type": NodeStyle("ellipse", ("([", "])"), WHITE, BLACK, borders=2),
        "shown-type": NodeStyle("house", ("[\\", "/]"), WHITE, BLACK),
        "technique": NodeStyle("parallelogram", ("[/", "/]"), "#D9D9D9", BLACK),
        "card": NodeStyle("box", ("(", ")"), "#D5ECFA", BLUE, "filled,rounded"),
        "source": NodeStyle("box", ("([", "])"), "#D5ECFA", BLUE, "filled,rounded", borders=2),
        "victim": NodeStyle("tab", ("(", ")"), "#40B696", GREEN),
        "case": NodeStyle("folder", ("[[", "]]"), "#40B696", GREEN),
        "closing": NodeStyle("box", ("{{", "}}"), "#40B696", GREEN, borders=2),
        "icon": NodeStyle("box", (">", "]"), "#40B696", GREEN, "filled,diagonals"),
        "menace": NodeStyle("hexagon", ("{{", "}}"), "#F0C7A6", VERMILLION),
        "contact": NodeStyle("box3d", ("([", "])"), "#D99ABD", PURPLE),
        "equipment": NodeStyle("component", ("[[", "]]"), "#D99ABD", PURPLE),
        "item": NodeStyle("note", ("[", "]"), "#D99ABD", PURPLE),
        "area": NodeStyle("cylinder", ("[(", ")]"), "#D9D9D9", BLACK),
        "turn": NodeStyle("egg", ("[", "]"), "#D5ECFA", BLUE),
        "crossroads": NodeStyle("diamond", ("{", "}"), "#F0C7A6", VERMILLION),
        "more": NodeStyle("egg", ("[[", "]]"), "#D9D9D9", BLACK, borders=2),
        "win": NodeStyle("circle", ("(((", ")))"), "#40B696", GREEN, borders=2),
    }
)
OTHER_NODE = NodeStyle("underline", ("[", "]"), WHITE, GREY)
JOIN_SAMPLE = NODES["requirement"]

EDGES: Mapping[str, EdgeStyle] = MappingProxyType(
    {
        "needs-all": EdgeStyle("solid", "normal", "-->", BLACK),
        "needs-any": EdgeStyle("dashed", "empty", "-.->", BLACK),
        "opens": EdgeStyle("bold", "vee", "==>", GREEN),
        "yields": EdgeStyle("solid", "diamond", "--x", BLUE),
        "fetches": EdgeStyle("dotted", "open", "-.-o", PURPLE),
        "line": EdgeStyle("bold", "normal", "==o", BLACK),
        "way": EdgeStyle("solid", "empty", "--o", BLUE),
    }
)
OTHER_EDGE = EdgeStyle("solid", "vee", "-->", GREY)


def node_style(attributes: Attributes) -> NodeStyle:
    """The look of a node; of a plain box if its kind has no look of its own."""
    return NODES.get(attributes.get("kind", ""), OTHER_NODE)


def edge_style(attributes: Attributes) -> EdgeStyle:
    """The look of an edge; of a plain grey arrow if its kind has no look of its own."""
    return EDGES.get(attributes.get("kind", ""), OTHER_EDGE)


def kinds_of_nodes(graph: Graph) -> list[str]:
    """Kinds of nodes that are there, in the order of the table, then by name."""
    return _in_order(
        {data["kind"] for _, data in graph.nodes(data=True) if data.get("kind")}, NODES
    )


def kinds_of_edges(graph: Graph) -> list[str]:
    """Kinds of edges that are there, in the order of the table, then by name."""
    return _in_order(
        {data["kind"] for *_, data in graph.edges(data=True) if data.get("kind")}, EDGES
    )


def _in_order(kinds: set[str], table: Iterable[str]) -> list[str]:
    known = [kind for kind in table if kind in kinds]
    return [*known, *sorted(kinds.difference(known))]
