"""Synthetic decks of The King in Yellow: what only they have (docs/decks.md, K1 to K8)."""

from collections import Counter

import pytest

from casecracker.engine.boxcheck import check_deck
from casecracker.engine.boxfacts import YELLOW_EFFECTS
from casecracker.engine.cards import Clue, Deck
from casecracker.engine.errors import DeckError
from casecracker.engine.games import IMMEDIATE_EFFECTS
from casecracker.seeds.assumptions import YellowAssumptions, changed
from casecracker.seeds.presets import YELLOW_STANDARD, YELLOW_TIGHT
from casecracker.seeds.synthesize import synthesize

GAME = "king-in-yellow"
CHANGES = (
    "two_type_cards=4",
    "puzzles.artifact=2",
    "yellow_lock_puzzles=4",
    "plain_yellow_locks=2",
    "yellow_signs=4",
    "colours=12",
    "yellow_minimums.4=1",
    "puzzle_yellow_minimums=1",
    "effect_cards=38",
    "passion_effects=2",
)
LOCKS = frozenset(("lock", "yellow-sign-lock"))


@pytest.fixture(scope="module", params=[(0, "standard"), (7, "tight"), (8, "custom")])
def case(request: pytest.FixtureRequest) -> tuple[Deck, YellowAssumptions]:
    seed, label = request.param
    custom = changed(YELLOW_STANDARD, CHANGES)
    given = {"standard": YELLOW_STANDARD, "tight": YELLOW_TIGHT, "custom": custom}[label]
    assert isinstance(given, YellowAssumptions)
    return synthesize(GAME, seed, given), given


def cards_with(deck: Deck, attribute: str) -> list[Clue]:
    return [clue for clue in deck.clue if attribute in clue.attributes]


def test_the_king_is_one_puzzle_and_alone_has_his_real_name(
    case: tuple[Deck, YellowAssumptions],
) -> None:
    deck, _ = case
    [king] = cards_with(deck, "king")
    assert [clue for clue in deck.clue if "yellow" in clue.name.lower()] == [king]
    assert king.name == "The King in Yellow"
    assert king.types[0] == "artifact"
    assert set(king.attributes) - {"colour"} == {"puzzle", "king", "yellow-sign-lock"}


def test_effects_have_the_printed_totals_in_icons_and_in_cards(
    case: tuple[Deck, YellowAssumptions],
) -> None:
    deck, _ = case
    assert Counter(e for clue in deck.clue for e in clue.effects) == YELLOW_EFFECTS
    assert Counter(e for clue in deck.clue for e in set(clue.effects)) == YELLOW_EFFECTS


def test_passion_cards_have_one_immediate_effect_each(
    case: tuple[Deck, YellowAssumptions],
) -> None:
    deck, given = case
    passion = [clue for clue in deck.clue if "passion" in clue.types]
    assert sorted(clue.immediate for clue in passion) == sorted(IMMEDIATE_EFFECTS)
    assert not any(clue.immediate for clue in deck.clue if clue not in passion)
    assert sum(bool(clue.effects) for clue in passion) == given.passion_effects


def test_every_puzzle_has_one_lock(case: tuple[Deck, YellowAssumptions]) -> None:
    deck, given = case
    puzzles = cards_with(deck, "puzzle")
    assert all(len(LOCKS.intersection(clue.attributes)) == 1 for clue in puzzles)
    yellow = cards_with(deck, "yellow-sign-lock")
    assert sum(clue in puzzles for clue in yellow) == given.yellow_lock_puzzles
    assert sum(clue not in puzzles for clue in yellow) == given.plain_yellow_locks


def test_counts_of_signs_colours_and_minimums(case: tuple[Deck, YellowAssumptions]) -> None:
    deck, given = case
    assert len(cards_with(deck, "yellow-sign")) == given.yellow_signs
    assert len(cards_with(deck, "colour")) == given.colours
    values = Counter(str(clue.yellow_minimum) for clue in deck.clue if clue.yellow_minimum)
    assert values == dict(given.yellow_minimums)
    puzzles = cards_with(deck, "puzzle")
    assert sum(clue.yellow_minimum > 0 for clue in puzzles) == given.puzzle_yellow_minimums


def test_colours_are_twice_the_largest_minimum_and_in_every_type(
    case: tuple[Deck, YellowAssumptions],
) -> None:
    deck, given = case
    assert given.colours >= 2 * max(clue.yellow_minimum for clue in deck.clue)
    sizes = Counter(clue.types[0] for clue in deck.clue)
    shares = Counter(clue.types[0] for clue in cards_with(deck, "colour"))
    for kind, cards in sizes.items():
        assert abs(shares[kind] - given.colours * cards / 50) < 1


def test_one_hurdle_is_enough_for_a_card_that_is_no_puzzle(
    case: tuple[Deck, YellowAssumptions],
) -> None:
    deck, _ = case
    for clue in deck.clue:
        if "puzzle" not in clue.attributes:
            marks = set(clue.attributes) - {"colour"}
            assert len(marks) + (clue.minimum > 0) + (clue.yellow_minimum > 0) <= 1


def test_the_box_check_finds_nothing(case: tuple[Deck, YellowAssumptions]) -> None:
    deck, _ = case
    assert check_deck(deck) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["effects.take-time=4"], r"'effects.take-time': the rulebook has 3; got 4"),
        (["effects.take-lead=0"], r"'effects.take-lead': the rulebook has 8; got 0"),
        (["cards.passion=7", "cards.threat=6"], r"'cards.passion': 6, one for each"),
        (["cards.person=11"], "the sum is 51"),
        (["puzzles.passion=0"], "puzzles.passion"),
        (["yellow_minimums.1=0", "yellow_minimums.2=0", "yellow_minimums.3=0"], "got none"),
        (["yellow_minimums.x=1"], "yellow_minimums.x"),
        (["colours=5"], r"'colours': at least 6, twice the largest"),
        (["yellow_signs=0"], "yellow_signs"),
        (["yellow_lock_puzzles=0"], "yellow_lock_puzzles"),
        (["yellow_lock_puzzles=10"], "yellow_lock_puzzles"),
        (["puzzle_yellow_minimums=6"], "puzzle_yellow_minimums"),
        (["passion_effects=7"], "passion_effects"),
        (["colours=51"], "colours"),
    ],
)
def test_assumptions_that_cannot_be_are_refused(changes: list[str], message: str) -> None:
    with pytest.raises(DeckError, match=message):
        synthesize(GAME, 0, changed(YELLOW_STANDARD, changes))
