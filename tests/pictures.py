"""Draws docs/solve.svg, the picture in the README, from a real run: `python -m tests.pictures`."""

import io
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

COMMAND = ["solve", "witch-cult:42"]
ROWS = 24


def main() -> None:
    """Run the command and draw what it prints, the middle of the line left out."""
    run = [sys.executable, "-m", "casecracker", *COMMAND]
    told = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [*told[: ROWS // 2], "     ...", *told[-ROWS // 2 :]]
    console = Console(record=True, width=110, file=io.StringIO())
    console.print(Text("$ casecracker " + " ".join(COMMAND), style="bold"))
    for row in rows:
        style = "dim" if row.startswith("     [") else ""
        console.print(Text(row, style=style, overflow="fold"))
    picture = Path(__file__).parent.parent / "docs" / "solve.svg"
    picture.write_text(console.export_svg(title="casecracker"), encoding="utf-8")


if __name__ == "__main__":
    main()
