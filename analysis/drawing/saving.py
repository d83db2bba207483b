"""Graphs as files: the ending of a name decides the format."""

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType

from casecracker.analysis.drawing.dot import to_dot
from casecracker.analysis.drawing.exports import to_graphml, to_json
from casecracker.analysis.drawing.mermaid import to_mermaid
from casecracker.analysis.drawing.pictures import to_png, to_svg
from casecracker.analysis.truth import Graph
from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import shown, write_bytes

FORMATS: Mapping[str, Callable[[Graph], str | bytes]] = MappingProxyType(
    {
        ".svg": to_svg,
        ".png": to_png,
        ".dot": to_dot,
        ".graphml": to_graphml,
        ".mmd": to_mermaid,
        ".json": to_json,
    }
)
"""Endings, and what writes such a file."""


def ending_of(path: str) -> str:
    """The ending that names the format of a file to be written, in small letters.

    Raises:
        FileFormatError: It is none of `FORMATS`.
    """
    ending = os.path.splitext(path)[1].lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise FileFormatError(f"{shown(path)} does not end in one of {known}: these are written")
    return ending


def save(graph: Graph, path: str) -> None:
    """Write a graph as the format that the path's ending names; whole or not at all.

    Raises:
        FileFormatError: The ending is unknown or the file cannot be written.
        LayoutError: Graphviz did not draw it.
    """
    content = FORMATS[ending_of(path)](graph)
    write_bytes(path, content.encode() if isinstance(content, str) else content)
