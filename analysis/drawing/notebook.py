"""Graphs that show themselves in a notebook."""

from dataclasses import dataclass

from casecracker.analysis.drawing.pictures import to_svg
from casecracker.analysis.truth import Graph


@dataclass(frozen=True, slots=True)
class Shown:
    """A graph as the value of a notebook's cell: its picture stands below the cell."""

    graph: Graph

    def _repr_svg_(self) -> str:
        return to_svg(self.graph)


def show(graph: Graph) -> Shown:
    """Wrap a graph, so that a notebook draws it: `show(view(graph, "cases"))` ends a cell."""
    return Shown(graph)
