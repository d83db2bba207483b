"""Mermaid, the language of diagrams that many pages of code and notes draw by themselves.

Nodes are called n0, n1, ... in the graph's order. Labels stand in quotes; what Mermaid or HTML
could take for their own in them is written as an entity (`#34;`), a line end as `<br/>`.
"""

import json
import re
from collections.abc import Iterable, Iterator

from casecracker.analysis.drawing.labels import (
    edge_lines,
    heading,
    is_partly,
    join_words,
    node_lines,
    words,
)
from casecracker.analysis.drawing.shape import runs_down, tops_of
from casecracker.analysis.drawing.styles import (
    EDGES,
    NODES,
    OTHER_EDGE,
    OTHER_NODE,
    TEXT,
    NodeStyle,
    edge_style,
    kinds_of_edges,
    kinds_of_nodes,
    node_style,
)
from casecracker.analysis.truth import Graph

_SPECIAL = re.compile(r"[^\w .,:()/'-]|_")
"""Characters of a label that need not mean themselves."""


def to_mermaid(graph: Graph) -> str:
    """A graph as a Mermaid flowchart with a legend.

    Nodes and edges have their label, kind (as class) and look; other attributes are in GraphML
    and JSON only.
    """
    return "\n".join([*_front(graph), *_nodes(graph), *_edges(graph), *_legend(graph), ""])


def _front(graph: Graph) -> Iterator[str]:
    yield from ("---", f"title: {json.dumps(heading(graph))}", "---")
    yield f"flowchart {_direction(graph)}"
    for kind in kinds_of_nodes(graph):
        style = NODES.get(kind, OTHER_NODE)
        yield f"  classDef {_class(kind)} fill:{style.fill},stroke:{style.border},color:{TEXT}"
    yield "  classDef partly stroke-dasharray:5 3"
    yield "  classDef sample fill:none,stroke:none"


def _direction(graph: Graph) -> str:
    return "TB" if runs_down(graph) else "LR"


def _class(kind: str) -> str:
    """Words such as `end` and `default` are Mermaid's own, alone."""
    return "kind-" + re.sub(r"[^a-z0-9-]", "-", kind.lower())


def _nodes(graph: Graph) -> Iterator[str]:
    partly = []
    for number, node in enumerate(graph):
        name, attributes = f"n{number}", graph.nodes[node]
        style, kind = node_style(attributes), attributes.get("kind", "")
        yield "  " + _node(name, node_lines(graph, node), style, kind)
        if is_partly(join_words(graph, node)):
            partly.append(name)
    if partly:
        yield f"  class {','.join(partly)} partly"


def _node(name: str, lines: Iterable[str], style: NodeStyle, kind: str) -> str:
    before, after = style.mermaid
    return f"{name}{before}{_quoted(lines)}{after}" + (f":::{_class(kind)}" if kind else "")


def _quoted(lines: Iterable[str]) -> str:
    text = "<br/>".join(_SPECIAL.sub(_entity, line) for line in lines)
    return f'"{text or " "}"'


def _entity(match: re.Match[str]) -> str:
    return f"#{ord(match.group())};"


def _edges(graph: Graph) -> Iterator[str]:
    """Edges, then the colours of those of each kind: edges have no classes in older Mermaid."""
    numbers = {node: f"n{number}" for number, node in enumerate(graph)}
    places: dict[str, list[str]] = {}
    for place, (start, end, attributes) in enumerate(graph.edges(data=True)):
        style = edge_style(attributes)
        lines = edge_lines(attributes)
        label = f"|{_quoted(lines)}|" if lines else ""
        places.setdefault(style.colour, []).append(str(place))
        yield f"  {numbers[start]} {style.mermaid}{label} {numbers[end]}"
    for colour, edges in places.items():
        yield f"  linkStyle {','.join(edges)} stroke:{colour}"


def _legend(graph: Graph) -> Iterator[str]:
    yield '  subgraph legend ["Legend"]'
    yield f"    direction {_direction(graph)}"
    for kind in kinds_of_nodes(graph):
        style = NODES.get(kind, OTHER_NODE)
        yield "    " + _node(f"legend-{_class(kind)}", [words(kind)], style, kind)
    for number, kind in enumerate(kinds_of_edges(graph)):
        arrow, label = EDGES.get(kind, OTHER_EDGE).mermaid, _quoted([words(kind)])
        start, end = f"legend-from-{number}", f"legend-to-{number}"
        yield f'    {start}[" "]:::sample {arrow} {end}[{label}]:::sample'
    yield "  end"
    # Links that are not drawn: the legend stands before the graph, not upon its edges.
    numbers = {node: f"n{number}" for number, node in enumerate(graph)}
    yield from (f"  legend ~~~ {numbers[top]}" for top in tops_of(graph))
