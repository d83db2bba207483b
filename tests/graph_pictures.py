"""Draws the pictures of docs/pictures from real graphs: `python -m tests.graph_pictures`."""

from collections import Counter
from pathlib import Path

from matplotlib.figure import Figure

from casecracker.analysis.charts import bar_chart, chart_bytes
from casecracker.analysis.dependencies import dependency_graph
from casecracker.analysis.drawing import to_svg
from casecracker.analysis.truth import Graph
from casecracker.analysis.views import view
from casecracker.engine.games import TECHNIQUES
from casecracker.engine.library import find_deck

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
VIEWS = {
    "infinite-gulfs-objectives.svg": ("infinite-gulfs-standard", "objectives"),
    "infinite-gulfs-cases.svg": ("infinite-gulfs-standard", "cases"),
    "witch-cult-objectives.svg": ("witch-cult-standard", "objectives"),
}
"""File names, with the deck and the view that each shows."""

CHART = "witch-cult-techniques.svg"


def graph_of(name: str) -> Graph:
    """The graph in the picture of that name, as `casecracker graph` draws it."""
    deck, part = VIEWS[name]
    return view(dependency_graph(deck), part)


def techniques_chart() -> Figure:
    """How many clue cards of a deck offer each technique on their right edge."""
    deck = find_deck("witch-cult-standard")
    offers = Counter(technique for clue in deck.clue for technique in clue.right)
    return bar_chart(
        {technique: offers[technique] for technique in (*TECHNIQUES, "any")},
        title="Clue cards by the techniques on their right edge",
        note=f"{deck.name} ({deck.provenance})",
        unit="clue cards",
    )


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in VIEWS:
        (FOLDER / name).write_text(to_svg(graph_of(name)), encoding="utf-8")
    (FOLDER / CHART).write_bytes(chart_bytes(techniques_chart(), ".svg"))


if __name__ == "__main__":
    main()
