"""What a benchmark is asked for: seeds FIRST-LAST, and settings NAME=VALUE of a deck's game."""

from collections.abc import Sequence

from casecracker.engine.cards import Deck
from casecracker.engine.games import Settings, find_game, make_settings


def seeds_in(words: str) -> range:
    """The seeds from the first to the last, both included."""
    first, last = (int(word) for word in words.split("-"))
    return range(first, last + 1)


def settings_for(deck: Deck, words: Sequence[str]) -> Settings:
    """The settings of the deck's game, changed as the words say; small games may be asked for."""
    told = dict(word.split("=", 1) for word in words)
    chosen = {name: int(word) if word.isdigit() else word for name, word in told.items()}
    return make_settings(find_game(deck.game), chosen, from_file=True)
