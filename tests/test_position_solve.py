"""Positions that tell the hidden order are solved like deals, and their records stand alone."""

import itertools
import random
from pathlib import Path

import pytest

import casecracker
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, PositionError
from casecracker.engine.position import Position
from casecracker.engine.positionfile import PositionFile, file_of
from casecracker.engine.positiontext import position_text
from casecracker.engine.state import State
from casecracker.solver.record import load_record, save_record, verify_record
from tests.decks import random_move
from tests.tiny_games import tiny_deal
from tests.tiny_gulfs import tiny_gulfs_deal

GAMES = ("witch-cult", "king-in-yellow", "infinite-gulfs")


def tiny(rng: random.Random, game: str) -> Deal:
    if game == "infinite-gulfs":
        return tiny_gulfs_deal(rng, rng.choice(("hardboiled", "classic")))
    return tiny_deal(rng, game)


def in_the_middle(state: State) -> Deal:
    """A deal that begins with the position of a state and brings what the state's deal would."""
    numbers = range(state.shuffles + 1, state.shuffles + 129)
    orders = (state.deal.order(number) for number in numbers)
    later = [order for order in itertools.takewhile(lambda o: o is not None, orders) if order]
    seen = state.snapshot()
    called = seen.get("victims_left", seen.get("menaces_left", []))
    return Position.of(state).state(seen["stack"], called, None, later).deal


@pytest.mark.parametrize("game", GAMES)
def test_the_verdict_goes_on_along_a_line(game: str) -> None:
    """From every state of a shortest line the win takes until the same turn; others may lose it."""
    rng, won = random.Random(f"solve {game}"), 0
    while won < 2:
        deal = tiny(rng, game)
        result = casecracker.solve(deal, shortest=True, time_limit=5)
        if not result.proven_shortest:
            continue
        won += 1
        state = State.start(deal)
        for move in result.moves[:-1]:
            state = state.play(move)
            if rng.random() < 0.7:
                continue
            again = casecracker.solve(in_the_middle(state), shortest=True, time_limit=5)
            assert again.turns == result.turns
            casecracker.verify(again)


@pytest.mark.parametrize("game", GAMES)
def test_no_win_is_found_behind_an_unwinnable_deal(game: str) -> None:
    rng, lost = random.Random(f"lost {game}"), 0
    while lost < 2:
        deal = tiny(rng, game)
        if casecracker.solve(deal, time_limit=5).verdict != "unwinnable":
            continue
        lost += 1
        state = State.start(deal)
        for _ in range(rng.randint(1, 6)):
            moves = [move.text for move in state.moves()]
            if not moves:
                break
            state = state.play(random_move(rng, moves))
        result = casecracker.solve(in_the_middle(state), time_limit=5)
        assert result.verdict == "unwinnable"
        assert result.proof is not None


def won_position(game: str) -> Deal:
    rng = random.Random(f"record {game}")
    while True:
        deal = tiny(rng, game)
        result = casecracker.solve(deal, time_limit=5)
        if len(result.moves) > 3:
            state = State.start(deal)
            for move in result.moves[:3]:
                state = state.play(move)
            return in_the_middle(state)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_position_stands_alone(game: str, tmp_path: Path) -> None:
    deal = won_position(game)
    result = casecracker.solve(deal)
    path = str(tmp_path / "game.json")
    save_record(path, result)
    record = load_record(path)
    assert record.deal == deal
    assert verify_record(record).turn == result.turns
    assert casecracker.solving(deal, resume=path).go_on().moves == result.moves


def test_a_position_file_is_solved_by_its_path(tmp_path: Path) -> None:
    deal = casecracker.solve("witch-cult:42").source
    state = State.start(deal)
    for move in casecracker.solve("witch-cult:42").moves[:5]:
        state = state.play(move)
    file = file_of(in_the_middle(state))
    path = tmp_path / "now.toml"
    path.write_text(position_text(file), encoding="utf-8")
    result = casecracker.solve(path, time_limit=20)
    assert result.verdict == "winnable"
    assert result.line[0].turn == state.turn


def test_what_hides_its_order_is_not_solved() -> None:
    position = Position.of(State.start(casecracker.solve("witch-cult:42").source))
    with pytest.raises(PositionError, match="does not tell the hidden order"):
        casecracker.solve(position)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="casecracker hint"):
        casecracker.solve(PositionFile(position))


def test_cpsat_takes_no_positions() -> None:
    with pytest.raises(CasecrackerError, match="takes no positions"):
        casecracker.solve(won_position("witch-cult"), backend="cpsat")
