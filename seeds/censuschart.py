"""The picture of a census: intervals of the winnable shares, and how many turns lines take."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from casecracker.analysis.charts import BAR, LINE, MADE_BY, draw_turns, plain_text
from casecracker.engine.deals import settings_text
from casecracker.seeds.censusstats import Tally
from casecracker.solver.results import Verdict

_ROW = 0.28  # inches for an interval
_HISTOGRAM = 2.6


def census_chart(found: Sequence[Tally], *, title: str, note: str) -> Figure:
    """Intervals of all series, then a histogram for each of their settings, all decks together.

    Args:
        found: The series, each with one deal or more.
        title: What was asked of which deals.
        note: How real the decks are, which limits held.
    """
    groups: dict[str, list[Tally]] = {}
    for tally in found:
        groups.setdefault(settings_text(tally.series.settings), []).append(tally)
    heights = [1.0 + _ROW * len(found), *(_HISTOGRAM for _ in groups)]
    layout = ConstrainedLayoutEngine(h_pad=0.08, w_pad=0.08)  # inches
    figure = Figure(figsize=(7.5, 0.7 + sum(heights)), layout=layout)
    figure.suptitle(plain_text(title), x=0.02, ha="left", fontsize=13)
    axes = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    axes[0].set_title(plain_text(f"{note} | {MADE_BY}"), loc="left", fontsize=8)
    _draw_intervals(axes[0], found)
    for below, (settings, group) in zip(axes[1:], groups.items(), strict=True):
        proved = [turns for tally in group for turns in tally.proved_turns]
        draw_turns(below, proved, [turns for tally in group for turns in tally.found_turns])
        below.set_title(plain_text(settings), loc="left", fontsize=8)
    for each in axes:
        each.spines[["top", "right"]].set_visible(False)
    return figure


def _draw_intervals(axes: Axes, found: Sequence[Tally]) -> None:
    """A bar from end to end of each interval, a dot at the share with undecided deals lost."""
    places = range(len(found))
    lows, highs = zip(*(tally.interval for tally in found), strict=True)
    widths = [high - low for low, high in zip(lows, highs, strict=True)]
    axes.barh(places, widths, left=lows, color=BAR, height=0.4)
    shares = [tally.count(Verdict.WINNABLE) / len(tally.rows) for tally in found]
    axes.plot(shares, places, "o", color=LINE, markersize=4)
    axes.set_yticks(places, [plain_text(tally.series.label) for tally in found])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlim(0, 1.02)
    axes.xaxis.set_major_formatter("{x:.0%}")
    axes.set_xlabel("share of winnable deals, 95 % interval, undecided deals counted both ways")
