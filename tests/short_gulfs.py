"""Decks of Infinite Gulfs of Darkness of the box's size whose games are short.

`short_deck(deck, letter)` asks for one letter in hardboiled mode, and gives each clue card three
types more, so that few cards close a case. Everything else is as in the deck.
"""

import random

from casecracker.engine.cards import Clue, Deck, Objective
from casecracker.engine.games import INFINITE_GULFS

_MORE_TYPES = 3


def short_deck(deck: Deck, letter: str) -> Deck:
    """The deck with one objective that asks for one letter, and more types on all clue cards."""
    rng = random.Random(f"short deck, {letter}")
    cards = {
        "clue": tuple(_widened(clue, rng) for clue in deck.clue),
        "objective": (Objective(number=1, letters=(letter,)),),
        "synthesis": None,
    }
    return Deck.model_validate(deck.model_copy(update=cards).model_dump())


def _widened(clue: Clue, rng: random.Random) -> Clue:
    others = [kind for kind in INFINITE_GULFS.types if kind not in clue.types]
    return clue.model_copy(update={"types": (*clue.types, *rng.sample(others, _MORE_TYPES))})
