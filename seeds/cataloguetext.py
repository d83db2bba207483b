"""Catalogues as text: JSON lines, one challenge a line, in the order of their ids.

The form in which catalogues are shipped and reviewed: a changed challenge is a changed line.
"""

import re
from collections.abc import Iterable
from json import dumps

from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import FORMAT, check_format, parse_json, shown
from casecracker.engine.shuffles import SCHEME
from casecracker.seeds.challenge import Challenge, ChallengeError

CONTENT = "casecracker catalogue"
_NUMBERS = re.compile(r"([0-9]{1,20})")


def catalogue_text(challenges: Iterable[Challenge]) -> str:
    """A first line that tells the format and the scheme of the deal codes, then the challenges."""
    head = {"format": FORMAT, "content": CONTENT, "scheme": SCHEME}
    rows = [challenge.to_json() for challenge in sorted(challenges, key=natural_order)]
    return "".join(f"{dumps(row)}\n" for row in [head, *rows])


def is_catalogue_text(text: str) -> bool:
    """Whether a text begins as one of ours does."""
    return CONTENT in text.partition("\n")[0]


def read_catalogue_text(text: str, where: str) -> list[Challenge]:
    """The challenges of a text that `catalogue_text` wrote.

    Raises:
        FileFormatError: It is none, or one of another scheme; the message names the line.
    """
    first, *lines = text.splitlines() or [""]
    head = parse_json(first, f"{where}: line 1")
    if not isinstance(head, dict) or head.get("content") != CONTENT:
        raise FileFormatError(f"{where}: line 1: key 'content' is not '{CONTENT}'")
    check_format(head, f"{where}: line 1")
    check_scheme(head.get("scheme"), f"{where}: line 1")
    return [_challenge(line, f"{where}: line {number}") for number, line in enumerate(lines, 2)]


def check_scheme(scheme: object, where: str) -> None:
    """Refuse deal codes that mean other deals here.

    Raises:
        FileFormatError: `scheme` is not the one of this version.
    """
    if scheme != SCHEME:
        raise FileFormatError(
            f"{where}: its deal codes are of scheme {shown(scheme)}, and this casecracker deals by "
            f"scheme {SCHEME}: the same codes are other deals here"
        )


def natural_order(challenge: Challenge) -> tuple[str, str, str, list[str | int]]:
    """Sorts challenges as people do: by game, mode and deck, then numbers by their value."""
    texts_and_numbers: list[str | int] = [*_NUMBERS.split(challenge.id)]
    texts_and_numbers[1::2] = map(int, texts_and_numbers[1::2])
    return challenge.game, challenge.mode, challenge.deck_id, texts_and_numbers


def _challenge(line: str, where: str) -> Challenge:
    try:
        return Challenge.from_json(parse_json(line, where))
    except ChallengeError as error:
        raise FileFormatError(f"{where}: {error}") from None
