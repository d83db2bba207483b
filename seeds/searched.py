"""How far a search for deals has come, beside its catalogue: one file for all its searches.

Each search is known by everything that decides what it finds: deck, settings, wishes, first seed
and the version of the program. The file is written whole or not at all.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import check_format, parse_json, place, read_text, write_text
from casecracker.seeds.screening import Checked

SUFFIX = ".searched.json"

MOST_BYTES = 2**28
"""Of the file: a long search comes to some hundred bytes a deal, and all searches share it."""


@dataclass(slots=True)
class Progress:
    """Where one search stands.

    Attributes:
        block: First seed of the block that is being checked.
        done: How many seeds of that block's order are checked.
        checked: All seeds checked so far, in their order.
    """

    block: int
    done: int = 0
    checked: list[Checked] = field(default_factory=list)

    @property
    def found(self) -> int:
        """How many deals had all that is wanted."""
        return sum(one.distance == 0 for one in self.checked)

    def to_json(self) -> dict[str, Any]:
        """As the file has it."""
        checked = [[one.seed, one.distance, list(one.probe)] for one in self.checked]
        return {"block": self.block, "done": self.done, "checked": checked}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Progress":
        """What `to_json` wrote."""
        checked = [
            Checked(int(seed), float(distance), tuple(map(float, probe)))
            for seed, distance, probe in value["checked"]
        ]
        progress = cls(int(value["block"]), int(value["done"]), checked)
        if progress.block < 0 or not 0 <= progress.done <= len(checked):
            raise ValueError
        return progress


class Searched:
    """The file beside a catalogue."""

    def __init__(self, catalogue: str) -> None:
        """Nothing is read yet."""
        self.path = catalogue + SUFFIX

    def load(self, search: str, first: int) -> Progress:
        """Where a search stands; at its first seed if it is new.

        Raises:
            FileFormatError: The file is damaged, or none of ours.
        """
        entry = self._entries().get(search)
        try:
            return Progress(first) if entry is None else Progress.from_json(entry)
        except (KeyError, OverflowError, TypeError, ValueError):
            raise self._damaged() from None

    def save(self, search: str, progress: Progress) -> None:
        """Write down where a search stands; the others stay.

        Raises:
            FileFormatError: The file cannot be written.
        """
        entries = {**self._entries(), search: progress.to_json()}
        write_text(self.path, json.dumps({"format": 1, "searches": entries}) + "\n")

    def _entries(self) -> dict[str, Any]:
        if not os.path.exists(self.path):
            return {}
        text = read_text(self.path, MOST_BYTES)
        try:
            document = parse_json(text, place(self.path))
        except FileFormatError:
            raise self._damaged() from None
        if not isinstance(document, dict) or not isinstance(document.get("searches"), dict):
            raise self._damaged()
        check_format(document, place(self.path))
        return dict(document["searches"])

    def _damaged(self) -> FileFormatError:
        return FileFormatError(
            f"{place(self.path)}: does not tell how far searches came; "
            f"delete it to begin them anew (rows that are there already stay)"
        )
