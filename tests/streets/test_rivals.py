"""The bench that compares the hints with the best raw odds plays what it says."""

from pathlib import Path

import pytest

from casecracker.engine.streets.state import StreetsState
from tests.bench.rivals import PLAYERS, Games, best_odds, exact_p
from tests.streets.hand import card, game, make_deal
from tests.streets.small import QUIET


def test_the_rival_goes_to_the_best_odds_whatever_they_bring() -> None:
    rich = card("rich", "L L", rewards=["elder-sign 3"])
    sure = card("sure", "1", penalties=["clue -1"])
    state = game(rich, sure).state
    assert best_odds(state) == "go 2"
    assert PLAYERS["hints"](state) == "go 1"


def test_the_rival_goes_to_a_facedown_card_only_where_none_is_faceup() -> None:
    hard = [card(f"hard{number}", "9 9 9 9") for number in range(3)]
    easy = card("easy", "1")
    state = game(*hard, easy).state
    assert best_odds(state) in {"go 1", "go 2", "go 3"}
    assert PLAYERS["best odds, facedown too"](state) in {"go 4", "go 5", "go 6"}


def test_the_rival_keeps_his_last_point_and_never_gives_up_a_roll() -> None:
    tin = {"id": "tin", "deck": "common-item", "use": "cover-sanity"}
    deadly = card("a", "9 9 9 9", entry=["sanity -5"])
    table = game(deadly, assets=[tin], kit=["common-item"]).play("go 1")
    assert table.pending == "lose"
    assert best_odds(table.state) == "cover tin"
    assert best_odds(game(card("a", "9 9 9 9")).play("go 1").state) == "roll"


@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_plays_a_game_to_its_end(player: str) -> None:
    cards = [card(f"c{n}", "1", rewards=["elder-sign"]) for n in range(9)]
    state = StreetsState.start(make_deal(*cards, ancient={"signs": 2}, mythos=QUIET))
    while state.moves():
        state = state.play(PLAYERS[player](state))
    assert state.won


@pytest.mark.parametrize(
    ("ours", "theirs", "p"),
    [(5, 0, 0.0625), (0, 5, 0.0625), (3, 3, 1.0), (0, 0, 1.0), (9, 1, 22 / 1024)],
)
def test_the_exact_test(ours: int, theirs: int, p: float) -> None:
    won = [True] * ours + [False] * theirs + [True, False]
    other = [False] * ours + [True] * theirs + [True, False]
    alone, other_alone, found = exact_p(won, other)
    assert (alone, other_alone) == (ours, theirs)
    assert found == pytest.approx(p)


def test_games_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("3,hints,1,9,8,1.50\n", encoding="utf-8")
    games = Games(path)
    games.play(3, "hints")
    assert games.won(range(3, 4), "hints") == [True]
    assert path.read_text(encoding="utf-8").count("\n") == 1
