"""What is printed on the cards of a deck, read off for those who reason about decks as a whole."""

from typing import NamedTuple

from casecracker.engine.cards import Deck
from casecracker.engine.games import PURPLE, VISITING_CONTACTS, Settings

KEYS = frozenset({"key", "skeleton-key"})
"""Attributes that open a Lock."""

CLASSIC_TYPES = 5
"""Types of puzzle cards that win the classic mode of Infinite Gulfs of Darkness."""

CLOSING_EFFECTS = {"close-5": 5, "close-6": 6}
"""Effects that close a case, and its number."""


class Icon(NamedTuple):
    """An icon of a case card or menace: what it does and where it stands."""

    word: str
    place: int
    is_purple: bool


def icons_of(words: tuple[str, ...]) -> list[Icon]:
    """The icons from top to bottom."""
    return [
        Icon(word.removeprefix(PURPLE), place, word.startswith(PURPLE))
        for place, word in enumerate(words)
    ]


def contact_of(deck: Deck, settings: Settings) -> tuple[str, tuple[str, ...]] | None:
    """Id and sides of the professional contact, None if there is none."""
    choice = str(settings.get("contact", "own"))
    if choice in VISITING_CONTACTS:
        return choice, VISITING_CONTACTS[choice]
    helps = settings.get("help", "both") in ("both", "contact") and choice == "own"
    return (deck.contact[0].id, deck.contact[0].sides) if deck.contact and helps else None
