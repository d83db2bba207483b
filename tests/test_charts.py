"""Charts show the numbers that they are given, and nothing else changes by drawing them."""

import io
import math
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle, StepPatch
from PIL import Image

from casecracker import __version__
from casecracker.analysis.charts import (
    bar_chart,
    chart_bytes,
    save_chart,
    turns_histogram,
    winning_share_chart,
)
from casecracker.engine.errors import FileFormatError

NOTE = "Deck A & <B> (synthetic)"
COUNTS = {"interview": 7, "research": 0, "a $name$ \x1b[31m": 12}
PROVED, BOUNDED = (11, 12, 12, 15), (12, 14)
SHARES = {1: 1.0, 2: 0.25, 4: 0.5}


def bars() -> Figure:
    return bar_chart(COUNTS, title="Techniques", note=NOTE)


def turns() -> Figure:
    return turns_histogram(PROVED, BOUNDED, title="Shortest lines", note=NOTE)


def shares() -> Figure:
    return winning_share_chart(SHARES, title="witch-cult:42", note=NOTE)


charts = pytest.mark.parametrize("draw", [bars, turns, shares])


def texts_of(figure: Figure) -> list[str]:
    root = ET.fromstring(chart_bytes(figure, ".svg"))
    return ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]


def test_bars_have_the_names_lengths_and_numbers_given() -> None:
    figure = bars()
    axes = figure.axes[0]
    rows = [bar for bar in axes.patches if isinstance(bar, Rectangle)]
    assert [bar.get_width() for bar in rows] == list(COUNTS.values())
    heights = [bar.get_y() for bar in rows]
    assert heights == sorted(heights)
    assert axes.yaxis_inverted()
    texts = texts_of(figure)
    assert {"interview", "research", "a $name$ \\x1b[31m", "7", "0", "12", "cards"} <= set(texts)


def test_proved_and_bounded_turns_are_told_apart() -> None:
    figure = turns()
    proved, bounded = figure.axes[0].containers
    assert {bar.get_x() + bar.get_width() / 2: bar.get_height() for bar in proved} == {
        11: 1,
        12: 2,
        13: 0,
        14: 0,
        15: 1,
    }
    found = {bar.get_x() + bar.get_width() / 2: (bar.get_y(), bar.get_height()) for bar in bounded}
    assert found == {12: (2, 1), 14: (0, 1)}
    assert all(bar.get_hatch() for bar in bounded)
    assert not any(bar.get_hatch() for bar in proved)
    legend = [text for text in texts_of(figure) if "(" in text and "synthetic" not in text]
    assert legend == ["proved (4)", "at most, the best line found (2)"]


def test_a_deal_is_drawn_turn_by_turn_with_gaps_where_nothing_is_known() -> None:
    (steps,) = shares().axes[0].patches
    assert isinstance(steps, StepPatch)
    values, edges, _ = steps.get_data()
    assert list(edges) == [0.5, 1.5, 2.5, 3.5, 4.5]
    np.testing.assert_array_equal(values, [1.0, 0.25, math.nan, 0.5])
    assert shares().axes[0].get_ylim()[0] == 0


@charts
def test_a_chart_says_what_it_shows_and_of_which_deck(draw: Callable[[], Figure]) -> None:
    texts = texts_of(draw())
    assert f"{NOTE} | casecracker {__version__}" in texts
    assert {"Techniques", "Shortest lines", "witch-cult:42"} & set(texts)


@charts
@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_the_same_chart_gives_the_same_bytes(draw: Callable[[], Figure], ending: str) -> None:
    before = dict(mpl.rcParams)
    data = chart_bytes(draw(), ending)
    assert data == chart_bytes(draw(), ending)
    assert b"<dc:date>" not in data
    assert dict(mpl.rcParams) == before


def test_a_png_is_one_and_names_its_maker() -> None:
    image = Image.open(io.BytesIO(chart_bytes(turns(), ".png")))
    assert image.format == "PNG"
    assert image.size == (825, 462)
    assert image.info["Software"] == f"casecracker {__version__}"


def test_charts_of_nothing_are_empty_charts() -> None:
    for figure in (
        bar_chart({}, title="none", note=NOTE),
        turns_histogram([], [], title="none", note=NOTE),
        winning_share_chart({}, title="none", note=NOTE),
    ):
        assert "none" in texts_of(figure)


def test_a_chart_is_written_whole_by_its_ending(in_tmp: Path) -> None:
    save_chart(bars(), "bars.svg")
    assert Path("bars.svg").read_bytes() == chart_bytes(bars(), ".svg")
    for name in ("bars.pdf", "bars", "no/such/bars.svg"):
        with pytest.raises(FileFormatError):
            save_chart(bars(), name)
    assert os.listdir() == ["bars.svg"]


def test_drawing_a_chart_keeps_no_global_figures() -> None:
    code = (
        "import sys; from casecracker.analysis.charts import bar_chart, chart_bytes;"
        "chart_bytes(bar_chart({'a': 1}, title='t', note='n'), '.svg');"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    path = os.pathsep.join(sys.path)
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": path})
