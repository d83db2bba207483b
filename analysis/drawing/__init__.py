"""Pictures and exports of graphs of dependencies (docs/pictures.md).

They take any `networkx.DiGraph` with text for nodes. Read are, where they are there, of a node
`kind`, `label`, `layer`, `join` and `count`, of an edge `kind` and `label`, of the graph `view`,
`deck` and `provenance`.
"""

from casecracker.analysis.drawing.dot import to_dot
from casecracker.analysis.drawing.exports import to_graphml, to_json
from casecracker.analysis.drawing.mermaid import to_mermaid
from casecracker.analysis.drawing.notebook import show
from casecracker.analysis.drawing.overlaps import overlaps
from casecracker.analysis.drawing.pictures import to_png, to_svg
from casecracker.analysis.drawing.saving import FORMATS, save

__all__ = [
    "FORMATS",
    "overlaps",
    "save",
    "show",
    "to_dot",
    "to_graphml",
    "to_json",
    "to_mermaid",
    "to_png",
    "to_svg",
]
