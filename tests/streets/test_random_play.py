"""Random games: invariants hold, engine and referee agree, every kind of decision comes up."""

import random
from collections import Counter

import pytest

from casecracker.engine.streets.cards import AdventureCard
from casecracker.engine.streets.deal import ADVENTURES, parse_streets_code
from casecracker.engine.streets.flow import DECISIONS
from casecracker.engine.streets.referee import StreetsReferee
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import Table
from tests.streets.invariants import check

RARE = {"close-gate", "defeat", "membership", "lose-asset", "settle-monster", "choose-gain"}
"""Decisions that a few games may miss."""


def play_out(seed: int, investigators: int, counts: Counter[str]) -> str:
    """A random game, watched; how it ends."""
    deal = parse_streets_code(f"streets-of-arkham:{seed},investigators={investigators}")
    state, referee = StreetsState.start(deal), StreetsReferee(deal)
    chance = random.Random(seed)
    while state.moves():
        check(state)
        assert set(state.moves()) == set(referee.legal())
        assert state.view() == referee.seen()
        moves = [move for move in state.moves() if move != "fail"] or list(state.moves())
        move = chance.choice(moves)
        counts[state.pending] += 1
        state = state.play(move)
        referee.play(move)
    check(state)
    assert state.view() == referee.seen()
    counts["turns"] += state.turn
    counts["battles"] += state["awake"]
    return state.status


@pytest.mark.parametrize("investigators", [1, 2, 4, 8])
def test_random_games_keep_the_invariants_and_agree(investigators: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(4):
        play_out(seed, investigators, counts)
    assert counts["turns"] > 40


def test_a_few_games_meet_nearly_every_decision() -> None:
    counts: Counter[str] = Counter()
    for seed in range(16):
        deal = parse_streets_code(f"streets-of-arkham:{seed},investigators=2")
        state, chance = StreetsState.start(deal), random.Random(seed)
        while state.moves():
            counts[state.pending] += 1
            moves = [move for move in state.moves() if move != "fail"] or list(state.moves())
            state = state.after(chance.choice(moves))
    assert set(DECISIONS) - RARE <= set(counts)


@pytest.mark.long
def test_thousands_of_turns_meet_everything() -> None:
    counts: Counter[str] = Counter()
    ends = Counter(
        play_out(seed, investigators, counts)
        for investigators in range(1, 9)
        for seed in range(60)
    )  # fmt: skip
    assert set(DECISIONS) <= set(counts)
    assert ends["lost"] > 400
    assert counts["turns"] > 10_000
    assert counts["battles"] > 100


@pytest.mark.parametrize("seed", [0, 3])
def test_a_deal_plays_the_same_every_time(seed: int) -> None:
    ends = []
    for _ in range(2):
        state = StreetsState.start(parse_streets_code(f"streets-of-arkham:{seed}"))
        chance = random.Random(1)
        while state.moves():
            state = state.after(chance.choice(state.moves()))
        ends.append(state)
    assert ends[0] == ends[1]
    assert hash(ends[0]) == hash(ends[1])


def test_what_is_hidden_is_not_in_the_view() -> None:
    state = StreetsState.start(parse_streets_code("streets-of-arkham:5,investigators=2"))
    table = state.table()
    _turn_round_what_is_hidden(table)
    other = StreetsState.at(table)
    assert other != state
    assert other.view() == state.view()
    assert other.moves() == state.moves()
    assert str(other) == str(state)


def _back(card: AdventureCard) -> tuple[object, ...]:
    return card.location, card.difficulty, card.facedown, card.facedown_midnight


def _turn_round_what_is_hidden(table: Table) -> None:
    """Other orders of all decks, other cards with the same backs, other dice."""
    fresh = list(table.decks[ADVENTURES])
    for place, spot in enumerate(table.spots, start=1):
        back = _back(table.box.places[spot.card])
        alike = [card for card in fresh[1:] if _back(table.box.places[card]) == back]
        if not spot.up and alike:
            fresh[fresh.index(alike[0])] = spot.card
            table.put_spot(place, spot._replace(card=alike[0]))
    decks = [tuple(reversed(deck)) for deck in table.decks]
    decks[ADVENTURES] = (fresh[0], *reversed(fresh[1:]))
    table.decks = tuple(decks)
    table.people = table.people[::-1]
    table.rolls = (100, 10, 10)
