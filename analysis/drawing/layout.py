"""Graphviz, as a function from DOT text to a picture.

Every machine draws with the same font, DejaVu Sans, which comes with matplotlib, so labels have
the same widths everywhere. The fonts of the system only serve characters that it lacks.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
import xml.sax.saxutils
from pathlib import Path

from casecracker.engine.errors import CasecrackerError

FONT = "DejaVu Sans,Verdana,sans-serif"
"""Families by preference. Verdana is about as wide: labels fit where DejaVu is missing."""

_PROCESS = Path(__file__).with_name("graphviz_process.py")
_MOST_SECONDS = 120
_FONT_FILE = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{bundled}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>/System/Library/Fonts</dir>
  <dir>/Library/Fonts</dir>
  <dir>WINDOWSFONTDIR</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


class LayoutError(CasecrackerError, RuntimeError):
    """Graphviz did not draw a graph."""


def draw(dot: str, kind: str) -> bytes:
    """A graph, laid out in layers by Graphviz's `dot`.

    Args:
        dot: The graph in the DOT language.
        kind: Graphviz's name of an output format: `svg`, `png`, or `json` for places and sizes.

    Raises:
        LayoutError: Graphviz failed or took longer than two minutes.
    """
    command = [sys.executable, "-P", str(_PROCESS), kind]
    with tempfile.TemporaryDirectory(prefix="casecracker-") as folder:
        fonts = Path(folder, "fonts.conf")
        fonts.write_text(_FONT_FILE.format(bundled=_bundled_fonts()), encoding="utf-8")
        environment = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
        try:
            done = subprocess.run(
                command,
                input=dot.encode(),
                capture_output=True,
                env=environment,
                timeout=_MOST_SECONDS,
                check=True,
            )
        except subprocess.TimeoutExpired:
            raise LayoutError(f"Graphviz was not done in {_MOST_SECONDS} seconds") from None
        except subprocess.CalledProcessError as error:
            raise LayoutError(f"Graphviz failed: {_last_line(error.stderr)}") from None
    return done.stdout


def _bundled_fonts() -> str:
    """The folder of matplotlib's fonts, found without importing it: that takes a second."""
    package = importlib.util.find_spec("matplotlib")
    assert package is not None
    assert package.origin
    return xml.sax.saxutils.escape(str(Path(package.origin).with_name("mpl-data") / "fonts/ttf"))


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), "no reason given")
