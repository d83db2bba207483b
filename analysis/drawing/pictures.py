"""Pictures of graphs, laid out in layers, with heading and legend: SVG and PNG."""

import struct
import zlib
from collections.abc import Mapping

from casecracker.analysis.drawing.dot import to_dot_with_legend
from casecracker.analysis.drawing.labels import MADE_BY, heading
from casecracker.analysis.drawing.layout import draw
from casecracker.analysis.truth import Graph

_PNG_HEAD = 8 + 25
"""Bytes of a PNG file before its second chunk: the signature and the chunk of the size."""


def to_svg(graph: Graph) -> str:
    """The picture as an SVG document.

    Raises:
        LayoutError: Graphviz did not draw it.
    """
    return draw(to_dot_with_legend(graph), "svg").decode()


def to_png(graph: Graph) -> bytes:
    """The picture as a PNG file, 96 pixels to the inch, that names what it shows.

    Raises:
        LayoutError: Graphviz did not draw it.
    """
    drawn = draw(to_dot_with_legend(graph), "png")
    return _with_texts(drawn, {"Title": heading(graph), "Software": MADE_BY})


def _with_texts(png: bytes, texts: Mapping[str, str]) -> bytes:
    """A PNG file with texts in it that viewers of pictures show (PNG 1.2, 4.2.3.3)."""
    chunks = [_chunk(b"iTXt", f"{key}\0\0\0\0\0{text}".encode()) for key, text in texts.items()]
    return b"".join([png[:_PNG_HEAD], *chunks, png[_PNG_HEAD:]])


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
