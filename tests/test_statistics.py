"""Deck statistics against straightforward enumeration; worth of cards against games by hand."""

import itertools
import json
from collections.abc import Iterator
from fractions import Fraction

import pytest

from casecracker.analysis.statistics import (
    LOCKS,
    Wait,
    chance_at_least,
    deck_statistics,
    is_free,
    link_chances,
    supply,
)
from casecracker.analysis.whatif import without_card
from casecracker.analysis.worth import Pairs, Samples, deals_solved, deck_worth, games_played
from casecracker.cli.mapping import tell_statistics, tell_worth
from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.layout import WON
from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.engine.tables import (
    CARD_COLUMNS,
    LEFT,
    LEFT_PURPLE,
    RIGHT,
    RIGHT_PURPLE,
    START,
    make_tables,
)
from casecracker.solver.policy import make_player, play_on
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, solve_deal
from tests.decks import make_clue, make_deck

DECKS = ("witch-cult-standard", "king-in-yellow-standard", "infinite-gulfs-standard")


@pytest.mark.parametrize(("cards", "hits"), [(6, 2), (6, 0), (7, 3), (5, 5)])
def test_chances_and_waits_equal_all_orders_of_a_stack(cards: int, hits: int) -> None:
    wait = Wait("key", hits, cards)
    places = list(itertools.combinations(range(1, cards + 1), hits))  # equally likely
    for draws in range(cards + 1):
        for wanted in range(hits + 2):
            seen = sum(sum(p <= draws for p in some) >= wanted for some in places)
            assert wait.chance(wanted, draws) == Fraction(seen, len(places))
    for nth in range(1, hits + 1):
        assert wait.expected(nth) == Fraction(sum(some[nth - 1] for some in places), len(places))
    assert wait.expected(hits + 1) is None


def test_more_draws_than_cards_turn_up_all() -> None:
    assert chance_at_least(5, 2, 9, 2) == 1


@pytest.mark.parametrize("name", DECKS)
def test_link_chances_equal_the_compiled_edges(name: str) -> None:
    """The rules compare sets of bits; the statistics compare the words of the deck file."""
    deck = find_deck(name)
    tables = make_tables(deal_from_seed(deck, name, 1, make_settings(find_game(deck.game), {})))
    ids = [clue.id for clue in deck.clue]
    stack = [ids.index(clue.id) for clue in deck.clue if clue.id not in deck.faces()]
    free = [n for n in stack if is_free(deck.clue[n])]
    for one in deck_statistics(deck).links:
        if one.end != "card":
            continue
        drawn = stack if one.card == "any" else free
        fits = 0
        for end, card in itertools.product(stack, drawn):
            black = tables[CARD_COLUMNS * end + RIGHT] & tables[CARD_COLUMNS * card + LEFT]
            right = tables[CARD_COLUMNS * end + RIGHT] | tables[RIGHT_PURPLE + end]
            left = tables[CARD_COLUMNS * card + LEFT] | tables[LEFT_PURPLE + card]
            fits += end != card and bool(right & left if one.machine else black)
        assert one.fits == fits
        assert one.pairs == sum(end != card for end in stack for card in drawn)
        assert 0 < one.chance < 1


def test_chances_of_victims_equal_the_compiled_edges() -> None:
    deck = find_deck("witch-cult-standard")
    settings = make_settings(find_game(deck.game), {"victims": 6})
    tables = make_tables(deal_from_seed(deck, "d", 1, settings))
    one = next(c for c in deck_statistics(deck).links if (c.end, c.card) == ("start", "any"))
    cards = range(len(deck.clue))
    fits = sum(
        bool(tables[START + victim] & tables[CARD_COLUMNS * card + LEFT])
        for victim in range(6)
        for card in cards
    )
    assert (one.fits, one.pairs) == (fits, 6 * len(deck.clue))


def small_deck() -> Deck:
    return make_deck(
        [
            make_clue(
                "a", "person", left="research", right="interview collection", attributes="key"
            ),
            make_clue(
                "b", "threat evidence", left="interview", attributes="lock puzzle", time=True
            ),
            make_clue("c", "person", effects="take-lead take-lead", minimum=2, stability=True),
        ],
        sides="key",
    )


def test_supply_counts_cards_and_icons() -> None:
    rows = {(one.group, one.icon): (one.cards, one.icons) for one in supply(small_deck())}
    assert rows["effect", "take-lead"] == (1, 2)
    assert rows["left", "research"] == (1, 1)
    assert rows["left", "any"] == (6, 6)  # c and five blanks
    assert rows["right", "collection"] == (1, 1)
    assert rows["type", "person"] == (7, 7)
    assert rows["puzzle", "threat"] == rows["puzzle", "evidence"] == (1, 1)
    assert rows["attribute", "key"] == (1, 1)
    assert rows["minimum", "2"] == (1, 1)
    assert rows["penalty", "time"] == rows["penalty", "stability"] == (1, 1)
    assert rows["start", "any"] == (4, 4)
    assert rows["contact", "key"] == (1, 1)


def test_links_of_a_small_deck_are_counted_by_hand() -> None:
    deck = make_deck(
        [
            make_clue(f"c{n}", left=left, right="research", attributes=lock)
            for n, (left, lock) in enumerate([("research", ""), ("interview", "lock")] * 4)
        ],
        icons=("research", "interview"),
    )
    rows = {(one.end, one.card): (one.fits, one.pairs) for one in link_chances(deck, deck.clue)}
    # Four cards may follow each end, a card never itself; four of the eight are free.
    assert rows == {
        ("card", "any"): (8 * 4 - 4, 56),
        ("card", "free"): (8 * 4 - 4, 28),
        ("start", "any"): (8, 16),
        ("start", "free"): (4, 8),
    }


@pytest.mark.parametrize("name", DECKS)
def test_sorts_of_cards_are_counted_in_the_stack(name: str) -> None:
    deck = find_deck(name)
    found = deck_statistics(deck)
    stack = [clue for clue in deck.clue if clue.id not in deck.faces()]
    assert found.stack == len(stack)
    hits = {wait.what: wait.hits for wait in found.waits}
    assert hits["puzzle"] == sum("puzzle" in clue.attributes for clue in stack)
    assert hits["lock"] == sum(bool(LOCKS & set(clue.attributes)) for clue in stack)
    assert all(wait.cards == found.stack for wait in found.waits)
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert told["deck"]["provenance"] == "synthetic"


# Worth


def deals(deck: Deck, count: int) -> Iterator[Deal]:
    settings = make_settings(find_game(deck.game), {})
    for seed in range(count):
        yield deal_from_seed(deck, "deck", seed, settings)


@pytest.mark.parametrize("name", DECKS[:2])
def test_games_without_a_card_are_those_of_the_changed_deal(name: str) -> None:
    deck = find_deck(name)
    settings = make_settings(find_game(deck.game), {})
    found = games_played(deck, settings, Samples(games=4))
    for number, deal in enumerate(deals(deck, 4)):
        for card in ("", *(clue.id for clue in deck.clue[::7])):
            start = State.start(without_card(deal, card).deal if card else deal)
            end = play_on(make_player(start.tables), start.array())
            assert found[card][number] == (end == WON)
    assert {won for games in found.values() for won in games} == {True, False}


def test_solved_deals_are_those_of_the_changed_deal() -> None:
    deck = find_deck("witch-cult-standard")
    deck = deck.model_copy(update={"clue": deck.clue[:20]})
    settings = make_settings(find_game(deck.game), {})
    found = deals_solved(deck, settings, Samples(deals=1), Limits(2))
    deal = next(deals(deck, 1))
    verdict = solve_deal(deal, limits=Limits(2)).verdict
    assert found[""] == [None if verdict is Verdict.UNDECIDED else verdict is Verdict.WINNABLE]
    assert all(len(verdicts) == 1 for verdicts in found.values())


def test_the_interval_of_a_difference_is_that_of_agresti_and_min() -> None:
    pairs = Pairs(pairs=98, helped=19, harmed=9, both=30, undecided=0)
    low, high = pairs.interval
    # (19.5 - 9.5) / 100 = 0.1; its standard error sqrt(29 - 100 / 100) / 100 = 0.0529150
    assert low == pytest.approx(0.1 - 1.959964 * 0.0529150, abs=1e-6)
    assert high == pytest.approx(0.1 + 1.959964 * 0.0529150, abs=1e-6)
    assert pairs.difference == pytest.approx(10 / 98)


def test_without_pairs_nothing_is_known() -> None:
    pairs = Pairs(0, 0, 0, 0, undecided=3)
    low, high = pairs.interval
    assert pairs.difference is None
    assert low < -0.5
    assert high > 0.5


def test_worth_is_sampled_in_pairs() -> None:
    deck = find_deck("witch-cult-standard")
    settings = make_settings(find_game(deck.game), {})
    found = deck_worth(deck, settings, Samples(games=6, seed=3))
    assert sorted(row.card for row in found.cards) == sorted(clue.id for clue in deck.clue)
    assert all(row.games.pairs == 6 and row.deals.pairs == 0 for row in found.cards)
    shares = [row.games.difference or 0 for row in found.cards]
    assert shares == sorted(shares, reverse=True)
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert told["sampled"] is True
    assert found == deck_worth(deck, settings, Samples(games=6, seed=3))


def test_statistics_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    deck = find_deck("witch-cult-standard")
    tell_statistics(deck, as_json=False)
    text = capsys.readouterr().out
    assert "synthetic" in text
    assert "exact" in text
    settings = make_settings(find_game(deck.game), {})
    tell_worth(deck, settings, Samples(games=2), as_json=False)
    assert "sampled" in capsys.readouterr().out
