"""Victory (W7.1): five scored puzzle cards that can be matched to different types."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.deals import deal_from_seed
from casecracker.engine.games import WITCH_CULT, make_settings
from casecracker.engine.reading import puzzle_types
from casecracker.engine.tables import make_tables
from tests.decks import make_clue, make_deck


def deck_of(types: list[str]) -> Deck:
    cards = [make_clue(f"c{number:02}", types=words) for number, words in enumerate(types)]
    return make_deck(cards)


def best_matching(clues: list[Clue]) -> int:
    """The most different types that the cards can show, each card one: all ways tried."""
    choices = itertools.product(*(clue.types for clue in clues))
    return max((len(set(choice)) for choice in choices), default=0)


@pytest.mark.parametrize("most_types", [1, 2])
@given(seed=st.integers(0, 10_000))
def test_scored_cards_are_matched_to_as_many_types_as_possible(most_types: int, seed: int) -> None:
    rng = random.Random(seed)
    words = [" ".join(rng.sample(WITCH_CULT.types, rng.randint(1, most_types))) for _ in range(12)]
    deck = deck_of(words)
    settings = make_settings(WITCH_CULT, {"victims": 2}, from_file=True)
    tables = make_tables(deal_from_seed(deck, "test", 0, settings))
    scored = rng.sample(range(12), rng.randint(0, 8))
    cards = sum(1 << card for card in scored)
    assert puzzle_types(tables, cards) == best_matching([deck.clue[card] for card in scored])
