"""What is written in pictures: labels of nodes, the heading, words for needs."""

import re
import textwrap
from typing import Any

from casecracker import __version__
from casecracker.analysis.drawing.styles import Attributes
from casecracker.analysis.truth import FETCHES, Graph
from casecracker.engine.files import escaped

MADE_BY = f"casecracker graph {__version__}"
MARK = re.compile(r"casecracker graph [0-9]+\.[0-9]+")
"""Every file that is written here holds this, and so is known again."""

_TERMS = ("deal", "settings", "known")
"""Attributes of a graph that are told below the heading."""

_NUMBER = re.compile("[0-9]+")
_WIDTH = 24  # characters in a line of a label


def lines_of(text: object) -> list[str]:
    """A label, broken into lines of moderate length; characters of control become escapes."""
    parts = [escaped(part) for part in str(text).split("\n")]
    return [line for part in parts for line in textwrap.wrap(part, _WIDTH) or [""]]


def node_lines(graph: Graph, node: str) -> list[str]:
    """The lines on a node: its label, and how its needs join."""
    lines = lines_of(graph.nodes[node].get("label", node))
    join = join_words(graph, node)
    return [*lines, f"({join})"] if join else lines


def join_words(graph: Graph, node: str) -> str:
    """How many of its needs a node needs, in words; nothing if fewer than two are there."""
    join = graph.nodes[node].get("join", "")
    needs = [data for *_, data in graph.out_edges(node, data=True) if data.get("kind") != FETCHES]
    if not join or len(needs) < 2:
        return ""
    return f"needs {graph.nodes[node].get('count', join)}"


def is_partly(join: str) -> bool:
    """Whether a part of the needs will do, by the words for it: then the border is broken."""
    return join not in ("", "needs all")


def joins_of(graph: Graph) -> list[str]:
    """The words for joining that are on nodes of the graph, all numbers as one."""
    joins = {join_words(graph, node) for node in graph} - {""}
    return sorted({_NUMBER.sub("N", join) for join in joins})


def edge_lines(attributes: Attributes) -> list[str]:
    """The lines on an edge: most have none, their kind is in the legend."""
    label = attributes.get("label")
    return lines_of(label) if label else []


def words(kind: str) -> str:
    """A kind as the legend calls it."""
    return escaped(kind.replace("-", " "))


def heading(graph: Graph) -> str:
    """What is drawn, of which deck, how real that is, and by what: one line."""
    facts: dict[str, Any] = graph.graph
    parts = [f"View {facts['view']}" if "view" in facts else "Dependencies"]
    if deck := facts.get("deck"):
        parts.append(f"{deck} ({facts.get('provenance', 'of unknown provenance')})")
    return escaped(" | ".join([*parts, MADE_BY]))


def terms(graph: Graph) -> list[str]:
    """Lines below the heading of a picture: for what it holds, as far as the graph says so."""
    return [escaped(f"{key}: {graph.graph[key]}") for key in _TERMS if graph.graph.get(key)]
