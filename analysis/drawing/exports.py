"""Graphs as data for other programs: GraphML and JSON, with all attributes."""

import io
import json
from collections.abc import Mapping
from typing import Any

import networkx as nx

from casecracker.analysis.drawing.labels import MADE_BY, heading
from casecracker.analysis.truth import Graph
from casecracker.engine.files import escaped


def to_json(graph: Graph) -> str:
    """The graph in networkx's node-link form; `node_link_graph(..., edges="edges")` reads it.

    The graph's own attributes get a `title` and `made_by`. Attributes called as the form's own
    keys (`id`, `source`, `target`) get a `_` behind. Tuples and sets become lists, sets sorted.
    """
    document = nx.node_link_data(_renamed(_named(graph)), edges="edges")
    return json.dumps(document, indent=1, allow_nan=False, default=sorted) + "\n"


def _renamed(graph: Graph) -> Graph:
    """The graph with no attribute that the node-link form would overwrite."""
    for _, attributes in graph.nodes(data=True):
        _rename(attributes, "id")
    for _, _, attributes in graph.edges(data=True):
        _rename(attributes, "source")
        _rename(attributes, "target")
    return graph


def _rename(attributes: dict[str, Any], key: str) -> None:
    if key in attributes:
        attributes[f"{key}_"] = attributes.pop(key)


def to_graphml(graph: Graph) -> str:
    """The graph in GraphML, which knows only texts, numbers and truth values.

    Lists become JSON texts, an attribute of no value is left out, and control characters, which
    XML cannot hold, become escapes. The rest reads back as it was.
    """
    named = _named(graph)
    flat: Graph = nx.DiGraph(**_flat(named.graph))
    flat.add_nodes_from((node, _flat(data)) for node, data in named.nodes(data=True))
    flat.add_edges_from((start, end, _flat(data)) for start, end, data in named.edges(data=True))
    file = io.BytesIO()
    nx.write_graphml_xml(flat, file, encoding="utf-8")
    return file.getvalue().decode() + "\n"


def _named(graph: Graph) -> Graph:
    """The graph with what every file says of itself; the graph given stays as it is."""
    named = graph.copy()
    named.graph |= {"title": heading(graph), "made_by": MADE_BY}
    return named


def _flat(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _flat_value(value) for key, value in attributes.items() if value is not None}


def _flat_value(value: Any) -> Any:
    if isinstance(value, bool | int | float):
        return value
    text = value if isinstance(value, str) else json.dumps(value, default=sorted)
    return "\n".join(map(escaped, text.split("\n")))
