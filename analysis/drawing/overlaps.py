"""Whether a picture can be read: which boxes and texts of it lie over each other."""

import itertools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from casecracker.analysis.drawing.dot import to_dot_with_legend
from casecracker.analysis.drawing.layout import draw
from casecracker.analysis.truth import Graph

Placed: TypeAlias = dict[str, Any]

_POINTS_IN_INCH = 72
_SLACK = 0.5  # points: what rounding may do
_LINE_HEIGHT = 1.2  # in sizes of the font


class Box(NamedTuple):
    """A rectangle of the picture, in points from its lower left corner."""

    name: str
    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: "Box") -> bool:
        """Whether the two share more than their rims."""
        return (
            self.left + _SLACK < other.right
            and other.left + _SLACK < self.right
            and self.bottom + _SLACK < other.top
            and other.bottom + _SLACK < self.top
        )

    def holds(self, other: "Box") -> bool:
        """Whether the other lies in this one."""
        return (
            self.left - _SLACK <= other.left
            and other.right <= self.right + _SLACK
            and self.bottom - _SLACK <= other.bottom
            and other.top <= self.top + _SLACK
        )


def overlaps(graph: Graph) -> list[str]:
    """What lies over each other in the picture of a graph, legend and heading included.

    Looked at are nodes, texts beside nodes (labels of edges, titles), the legend's frame against
    nodes outside it, and texts that stick out of their node or of the picture. Lines of edges
    are not: Graphviz leads them around nodes, and they may cross each other.

    Returns:
        One text for each fault, naming both; empty for a picture that can be read.

    Raises:
        LayoutError: Graphviz did not lay it out.
    """
    return faults_of(json.loads(draw(to_dot_with_legend(graph), "json")))


def faults_of(picture: Placed) -> list[str]:
    """As `overlaps`, of a laid-out graph in the JSON that Graphviz writes."""
    things = picture.get("objects", [])
    nodes = {thing["_gvid"]: _node_box(thing) for thing in things if "pos" in thing}
    frames = [thing for thing in things if "nodes" in thing and "bb" in thing]
    texts = [
        text for thing in (picture, *frames, *picture.get("edges", [])) for text in _texts(thing)
    ]
    met = [
        f"{one.name} lies over {other.name}"
        for one, other in itertools.combinations([*nodes.values(), *texts], 2)
        if one.meets(other)
    ]
    return [*met, *_outside(picture, things, nodes, texts), *_invading(frames, nodes)]


def _outside(
    picture: Placed, things: list[Placed], nodes: dict[int, Box], texts: list[Box]
) -> Iterator[str]:
    """Texts that stick out of their node, texts and nodes that stick out of the picture."""
    for number, box in nodes.items():
        for text in _texts(things[number]):
            if not box.holds(text):
                yield f"{text.name} sticks out of {box.name}"
    whole = _frame_box(picture)
    for box in (*nodes.values(), *texts):
        if not whole.holds(box):
            yield f"{box.name} sticks out of the picture"


def _invading(frames: list[Placed], nodes: dict[int, Box]) -> Iterator[str]:
    for frame in frames:
        box, inside = _frame_box(frame), set(frame["nodes"])
        for number, node in nodes.items():
            if number not in inside and box.meets(node):
                yield f"{node.name} lies in {box.name}"


def _node_box(thing: Placed) -> Box:
    x, y = map(float, thing["pos"].split(","))
    across, up = (float(thing[side]) * _POINTS_IN_INCH / 2 for side in ("width", "height"))
    return Box(f"node '{thing['name']}'", x - across, y - up, x + across, y + up)


def _frame_box(thing: Placed) -> Box:
    return Box(f"frame '{thing['name']}'", *map(float, thing["bb"].split(",")))


def _texts(thing: Placed) -> Iterator[Box]:
    """The lines of a label. Graphviz tells a line by its base, its middle or end, its width."""
    size = 0.0
    for step in thing.get("_ldraw_", []):
        if step["op"] == "F":
            size = step["size"]
        elif step["op"] == "T" and step["text"]:
            yield _text_box(step, size)


def _text_box(step: Placed, size: float) -> Box:
    x, base = step["pt"]
    width = step["width"]
    left = x - {"l": 0.0, "c": width / 2, "r": width}[step["align"]]
    height = size * _LINE_HEIGHT
    bottom = base - 0.25 * size
    return Box(f"text '{step['text']}'", left, bottom, left + width, bottom + height)
