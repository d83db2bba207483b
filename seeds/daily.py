"""The challenge of a day: the same for everybody who has the same catalogue (docs/catalogue.md)."""

import datetime
import hashlib
from collections.abc import Sequence

from casecracker.seeds.challenge import Challenge

_KEY = b"casecracker daily scheme 1"


def daily(date: datetime.date, challenges: Sequence[Challenge]) -> Challenge | None:
    """The one of `challenges` that the date picks, None of none.

    Each challenge draws a number from the date and its id, and the lowest wins. So every choice is
    equally likely, the order does not matter, and a catalogue that grows changes only those days
    on which a new challenge is the lowest.
    """
    return min(challenges, key=lambda challenge: _draw(date, challenge.id), default=None)


def _draw(date: datetime.date, name: str) -> bytes:
    return hashlib.blake2b(f"{date.isoformat()}/{name}".encode(), key=_KEY).digest()
