"""What the bounds leave out is lost, and what a partial deal cannot tell is not claimed."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from casecracker.engine.dealfile import load_target
from casecracker.engine.layout import ACTION
from casecracker.engine.reading import phase
from casecracker.engine.state import State
from casecracker.solver.beam import Beam
from casecracker.solver.bounds import is_hopeless, plays_bound
from casecracker.solver.keys import hash_key
from casecracker.solver.results import Verdict
from casecracker.solver.search import solve_deal
from tests.decks import random_deal
from tests.small_games import small_games

DATA = Path(__file__).parent / "data"


def test_a_key_that_comes_back_from_the_closed_cases_opens_another_lock() -> None:
    deal = load_target(str(DATA / "key-played-twice.toml"))
    assert solve_deal(deal).verdict is Verdict.WINNABLE


def test_no_line_is_called_shortest_if_an_unknown_shuffle_may_allow_a_shorter_one() -> None:
    deal = load_target(str(DATA / "shorter-with-luck.toml"))
    partial = solve_deal(deal, shortest=True)
    lucky = solve_deal(replace(deal, seed=0), shortest=True)
    assert (lucky.turns, lucky.proven_shortest) == (4, True)
    assert (partial.turns, partial.proven_shortest, partial.proof) == (5, False, None)
    assert partial.lower_bound is not None
    assert partial.lower_bound <= 4


@pytest.mark.parametrize("game", [game for game in small_games() if game.turns], ids=str)
def test_bounds_never_exceed_the_turns_that_a_shortest_line_still_takes(game: object) -> None:
    deal, turns = game.deal, game.turns  # type: ignore[attr-defined]
    state = State.start(deal)
    for move in solve_deal(deal, shortest=True).moves:
        words = state.array()
        if phase(words) == ACTION:
            assert not is_hopeless(state.tables, words)
            assert plays_bound(state.tables, words) <= turns - state.turn + 1
        state = state.play(move)
    assert state.won


def beam_line(state: State) -> list[int]:
    """A winning line that a narrow beam finds; empty if it finds none."""
    beam = Beam(state.tables, hash_key(b"test"), state.array(), 60)
    while not beam.is_empty:
        if beam.turn(lambda: False):
            return beam.winning_line()
    return []


@pytest.mark.parametrize("game", ["witch-cult", "king-in-yellow"])
def test_a_state_on_the_way_to_a_win_is_never_hopeless(game: str) -> None:
    won = 0
    for seed in range(60):
        state = State.start(random_deal(random.Random(seed), game=game))
        if state.status != "playing":
            continue
        for move in beam_line(state):
            assert phase(state.array()) != ACTION or not is_hopeless(state.tables, state.array())
            state = state.after(move)
        won += state.won
    assert won > 5
