"""A told line names everything that happens on the table, and nothing else."""

import random
import re

import pytest

from casecracker.engine.dealfile import parse_code
from casecracker.engine.deals import Deal
from casecracker.engine.narrate import tell_line
from casecracker.engine.state import State
from casecracker.solver.search import solve_deal
from tests.decks import full_deal

WALKS = 12


def random_line(deal: Deal, rng: random.Random) -> list[str]:
    state, line = State.start(deal), []
    while state.status == "playing":
        move = rng.choice(state.moves())
        line.append(move.text)
        state = state.play(move)
    return line


def full_deals() -> list[Deal]:
    games = ("witch-cult", "king-in-yellow")
    return [full_deal(random.Random(seed), game=game) for game in games for seed in range(WALKS)]


def check_turns(deal: Deal, line: list[str]) -> int:
    """Hold every turn as it is told against the states before and after; return the turns."""
    state, turns = State.start(deal), 0
    for told in tell_line(deal, line):
        before = state.snapshot()
        for move in told.moves:
            state = state.play(move)
        after = state.snapshot()
        words = set(re.findall(r"[a-z0-9-]+", told.text))
        assert told.turn == before["turn"]
        for card in set(before["stack"]) - set(after["stack"]):
            assert card in words
        for victim in before["victims_left"][
            : len(before["victims_left"]) - len(after["victims_left"])
        ]:
            assert victim in told.text
        for shuffle in range(before["shuffles"] + 1, after["shuffles"] + 1):
            assert f"(shuffle {shuffle})" in told.text
        assert told.text.count("(shuffle ") == after["shuffles"] - before["shuffles"]
        for case in before["cases"]:
            gone = case["number"] not in [other["number"] for other in after["cases"]]
            assert (f"The rest of case {case['number']} goes" in told.text) == gone
        turns += 1
    return turns


@pytest.mark.parametrize("deal", full_deals(), ids=lambda deal: deal.game)
def test_random_lines_are_told_as_they_happen(deal: Deal) -> None:
    line = random_line(deal, random.Random(7))
    assert check_turns(deal, line) >= 1


@pytest.mark.parametrize("seed", range(6))
def test_winning_lines_are_told_as_they_happen(seed: int) -> None:
    deal = parse_code(f"witch-cult:{seed}")
    result = solve_deal(deal)
    assert check_turns(deal, list(result.moves)) == result.turns
    assert result.line[-1].text.endswith("the game is won.")


def test_the_time_area_is_told_to_be_full_only_when_it_is() -> None:
    full = 0
    for deal in full_deals():
        state = State.start(deal)
        for told in tell_line(deal, random_line(deal, random.Random(3))):
            for move in told.moves:
                state = state.play(move)
            said = "The time area is full." in told.text
            full += said
            if said and state.status == "playing" and deal.game == "witch-cult":
                assert state.snapshot()["time"] == []
                assert "New victim" in told.text
    assert full > 3


def test_what_is_left_or_cannot_be_done_is_told() -> None:
    texts = [
        told.text
        for deal in full_deals()
        for told in tell_line(deal, random_line(deal, random.Random(5)))
    ]
    assert any("leave it." in text for text in texts)
    assert any("there is no card for it." in text for text in texts)
    assert any("Mental strain, stability check:" in text for text in texts)
