"""Random games: invariants hold, engine and referee agree, every kind of decision comes up."""

import random
from collections import Counter

import pytest

from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.flow import DECISIONS
from casecracker.engine.streets.referee import StreetsReferee
from casecracker.engine.streets.state import StreetsState
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
    table.decks = tuple((*deck[:1], *reversed(deck[1:])) for deck in table.decks)
    table.rolls = (100, 10, 10)
    other = StreetsState.at(table)
    assert other != state
    assert other.view() == state.view()
    assert str(other) == str(state)
