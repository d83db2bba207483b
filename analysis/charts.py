"""Charts of plain numbers: bars of a deck, a histogram of shortest turns, a deal turn by turn.

Every function takes numbers and returns a matplotlib `Figure`, which a notebook shows as it is.
The deck, its provenance and whatever else must be said stand in `note`, below the title.
"""

import io
import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from casecracker import __version__
from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import escaped, shown, write_bytes

MADE_BY = f"casecracker {__version__}"
ENDINGS = (".svg", ".png")

BAR, OTHER_BAR, LINE = "#0072B2", "#E69F00", "#000000"
"""Blue and orange of Okabe and Ito; whatever differs in colour differs in hatching too."""

_ROW = 0.26  # inches for a bar
_SAME_BYTES: Any = {"svg.hashsalt": "casecracker", "svg.fonttype": "none"}
"""Else matplotlib marks parts by chance; text stays text, to be searched and read aloud."""


def bar_chart(counts: Mapping[str, int], *, title: str, note: str, unit: str = "cards") -> Figure:
    """Horizontal bars with their numbers, in the order given, the first on top.

    Args:
        counts: A number for each name, such as cards for each technique.
        title: What is counted.
        note: Of which deck, how real it is.
        unit: What the numbers count.
    """
    figure, axes = _sheet(1.4 + _ROW * len(counts), title, note)
    names = [plain_text(name) for name in counts]
    places = range(len(names))
    bars = axes.barh(places, list(counts.values()), color=BAR, height=0.7)
    axes.bar_label(bars, padding=3)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.margins(x=0.1)
    axes.set_xlabel(unit)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return figure


def turns_histogram(
    proved: Sequence[int], bounded: Sequence[int], *, title: str, note: str
) -> Figure:
    """How many deals have a line of so many turns.

    Args:
        proved: For each deal whose shortest line is proved, its turns.
        bounded: For each other deal with a line, the turns of the best one: the shortest line
            has as many or fewer.
        title: What the deals are.
        note: Of which deck, how real it is, how many deals.
    """
    figure, axes = _sheet(4.2, title, note)
    draw_turns(axes, proved, bounded)
    return figure


def draw_turns(axes: Axes, proved: Sequence[int], bounded: Sequence[int]) -> None:
    """The same on axes of a larger chart."""
    sure, unsure = Counter(proved), Counter(bounded)
    turns = _span([*proved, *bounded])
    axes.bar(turns, [sure[turn] for turn in turns], color=BAR, label=f"proved ({len(proved)})")
    axes.bar(
        list(unsure),
        list(unsure.values()),
        bottom=[sure[turn] for turn in unsure],
        color=OTHER_BAR,
        hatch="///",
        edgecolor=LINE,
        label=f"at most, the best line found ({len(bounded)})",
    )
    axes.set_xlabel("turns")
    axes.set_ylabel("deals")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend()


def winning_share_chart(shares: Mapping[int, float], *, title: str, note: str) -> Figure:
    """Turn by turn, the share of the decisions that keep the win, as steps.

    Args:
        shares: For each turn a share, 0 to 1; a turn without one leaves a gap.
        title: Which deal.
        note: Of which deck, how real it is, what was counted.
    """
    figure, axes = _sheet(4.2, title, note)
    turns = _span(shares)
    values = [shares.get(turn, math.nan) for turn in turns]
    edges = [turns.start - 0.5, *(turn + 0.5 for turn in turns)]
    axes.stairs(values, edges, baseline=None, color=BAR, linewidth=2)
    axes.set_ylim(0, 1.05)
    axes.set_xlabel("turn")
    axes.set_ylabel("share of winning decisions")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter("{x:.0%}")
    return figure


def chart_bytes(figure: Figure, ending: str) -> bytes:
    """A chart as the content of a file, the same bytes for the same chart.

    Raises:
        FileFormatError: The ending is none of `ENDINGS`.
    """
    if ending not in ENDINGS:
        raise FileFormatError(f"a chart ends in one of {', '.join(ENDINGS)}, not {shown(ending)}")
    facts = {"Software": MADE_BY} if ending == ".png" else {"Creator": MADE_BY, "Date": None}
    file = io.BytesIO()
    with rc_context(_SAME_BYTES):
        figure.savefig(file, format=ending[1:], metadata=facts, dpi=110)
    return file.getvalue()


def save_chart(figure: Figure, path: str) -> None:
    """Write a chart as .svg or .png, by the ending; whole or not at all.

    Raises:
        FileFormatError: The ending is another one, or the file cannot be written.
    """
    write_bytes(path, chart_bytes(figure, os.path.splitext(path)[1].lower()))


def _sheet(height: float, title: str, note: str) -> tuple[Figure, Axes]:
    """An empty chart of that height in inches. No pyplot: nothing is kept between charts."""
    layout = ConstrainedLayoutEngine(h_pad=0.08, w_pad=0.08)  # inches
    figure = Figure(figsize=(7.5, height), layout=layout)
    figure.suptitle(plain_text(title), x=0.02, ha="left", fontsize=13)
    axes = figure.add_subplot()
    axes.set_title(plain_text(f"{note} | {MADE_BY}"), loc="left", fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def plain_text(text: str) -> str:
    """A text of which matplotlib takes nothing for a formula, and no terminal for an order."""
    return escaped(text).replace("$", "\\$")


def _span(turns: Iterable[int]) -> range:
    """All turns from the first to the last."""
    known = sorted(turns)
    return range(known[0], known[-1] + 1) if known else range(0)
