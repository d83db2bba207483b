"""Rules W9: the game settings."""

import pytest

from casecracker.engine.deals import deal_from_seed
from casecracker.engine.errors import GameError
from casecracker.engine.games import WITCH_CULT, SettingValue, make_settings
from tests.rules.table import FIVE, Game, Table, clue, dead, make_deal


def test_w9_1_settings_are_independent_and_have_defaults() -> None:
    assert dict(make_settings(WITCH_CULT, {})) == {
        "limits": 5,
        "victims": 5,
        "puzzles": 5,
        "last-victim": "lose",
        "contact": "own",
    }
    chosen: dict[str, SettingValue] = {"limits": 6, "puzzles": 6}
    settings = make_settings(WITCH_CULT, chosen)
    assert settings.changed() == chosen
    assert settings["victims"] == 5


@pytest.mark.parametrize(
    ("name", "value"), [("limits", 4), ("victims", 3), ("puzzles", 4), ("contact", "all")]
)
def test_w9_1_the_box_offers_no_other_values(name: str, value: SettingValue) -> None:
    with pytest.raises(GameError, match=name):
        make_settings(WITCH_CULT, {name: value})


def puzzles(table: Table, *kinds: str) -> Game:
    """The game under `puzzles=6` after a closing that scored puzzles of these types."""
    cards = [clue(f"p{place}", kind, attributes="puzzle") for place, kind in enumerate(kinds)]
    stack = [*cards[4:], *"qrstuvwxyz"]
    game = table(leads=[clue("b", FIVE), *cards[:4]], stack=stack, settings={"puzzles": 6})
    game.play("; ".join(["play b 1", *(f"play {card.id} 1" for card in cards), "close 1"]))
    game.play("; ".join([*(f"score {card.id}" for card in cards), "done"]))
    return game


def test_w9_2_six_types_may_be_asked_for(witch: Table) -> None:
    assert puzzles(witch, *FIVE.split())["status"] == "playing"
    assert puzzles(witch, *FIVE.split(), "threat")["status"] == "playing"
    assert puzzles(witch, *FIVE.split(), "monster")["status"] == "won"


@pytest.mark.parametrize(("victims", "left"), [(4, 2), (5, 3), (6, 4)])
def test_w9_3_four_to_six_victims(witch: Table, victims: int, left: int) -> None:
    settings = make_settings(WITCH_CULT, {"victims": victims})
    deal = deal_from_seed(make_deal().deck, "by-hand", 1, settings)
    game = witch.start(deal)
    assert [case["victim"] for case in game["cases"]] == list(deal.victims[:2])
    assert game["victims_left"] == list(deal.victims[2:])
    assert len(game["victims_left"]) == left


@pytest.mark.parametrize(("limits", "status"), [(5, "lost"), (6, "playing")])
def test_w9_4_the_limit_of_stability(table: Table, limits: int, status: str) -> None:
    stack = [dead(f"x{place}", stability=True) for place in range(5)]
    game = table(
        leads=[clue("a", effects="stability-check " * 5)],
        stack=[*stack, "s1"],
        settings={"limits": limits},
    )
    game.play("play a 1; check; check; check; check; check")
    assert game["status"] == status


def test_w9_4_six_stability_cards_lose_at_a_limit_of_six(table: Table) -> None:
    stack = [dead(f"x{place}", stability=True) for place in range(6)]
    leads = [clue("a", effects="stability-check " * 6)]
    game = table(leads=leads, stack=stack, settings={"limits": 6})
    game.play("play a 1; check; check; check; check; check; check")
    assert game["status"] == "lost"


@pytest.mark.parametrize(("limits", "cases"), [(5, [1, 2, 3]), (6, [1, 2])])
def test_w9_4_the_limit_of_time(table: Table, limits: int, cases: list[int]) -> None:
    leads = [dead(f"t{place}", time=True) for place in range(1, 6)]
    game = table(leads=leads, stack=[dead("t6", time=True), *"mnopq"], settings={"limits": limits})
    game.play("pass; pass; pass; pass; pass")
    assert game.open_cases() == cases
    game.play("pass")
    assert game.open_cases() == [1, 2, 3]
    assert game["time"] == (["t6"] if limits == 5 else [])


def test_w9_5_without_a_contact_nothing_is_offered(table: Table) -> None:
    leads = [clue("l", attributes="lock"), dead("t", time=True)]
    sides = "key exchange-penalty take-time"
    game = table(leads=leads, contact=sides, settings={"contact": "none"})
    assert game.moves() == {"take", "pass"}
    game.play("pass; pass")
    assert (game["pending"], game.moves()) == ("action", {"take", "pass"})


def test_w9_5_the_own_contact_is_the_one_of_the_deck(table: Table) -> None:
    game = table(contact="take-lead")
    assert game.contact_moves() == {f"contact take-lead l{place}" for place in range(1, 6)}
    assert table(contact="take-lead", settings={"contact": "own"}).moves() == game.moves()


@pytest.mark.parametrize(("choice", "status"), [("lose", "lost"), ("win", "won")])
def test_w9_6_a_complete_win_when_the_victims_are_out(
    witch: Table, choice: str, status: str
) -> None:
    leads = [clue("b1", FIVE), clue("b2", FIVE), clue("p", attributes="puzzle")]
    game = witch(
        leads=leads,
        reshuffles=["l4 l5"],
        settings={"puzzles": 1, "victims": 2, "last-victim": choice},
    )
    game.play("play b1 1; play b2 2; play p 2; close 1; done; close 2; score p; done")
    assert (game["status"], game["pending"]) == (status, "over")


@pytest.mark.parametrize("choice", ["lose", "win"])
def test_w9_6_an_incomplete_win_is_lost_either_way(witch: Table, choice: str) -> None:
    leads = [clue("b1", FIVE), clue("b2", FIVE), clue("p", attributes="puzzle")]
    game = witch(
        leads=leads,
        reshuffles=["l4 l5"],
        settings={"puzzles": 1, "victims": 2, "last-victim": choice},
    )
    game.play("play b1 1; play b2 2; play p 2; close 1; done; close 2; done")
    assert game["status"] == "lost"


def test_w9_7_small_games_go_beyond_the_box(table: Table) -> None:
    small: dict[str, SettingValue] = {"limits": 1, "victims": 2, "puzzles": 1}
    game = table(leads=[dead("t", time=True)], stack=[], settings=small)
    assert (game["stack"], game["victims_left"]) == ([], [])
    game.play("pass")
    assert game["status"] == "lost"
    wide = make_settings(WITCH_CULT, {"limits": 9, "victims": 6, "puzzles": 6}, from_file=True)
    assert dict(wide.changed()) == {"limits": 9, "puzzles": 6, "victims": 6}


@pytest.mark.parametrize(
    ("name", "value"),
    [("limits", 0), ("limits", 10), ("victims", 1), ("victims", 7), ("puzzles", 0), ("puzzles", 7)],
)
def test_w9_7_small_games_have_bounds(name: str, value: int) -> None:
    with pytest.raises(GameError, match=name):
        make_settings(WITCH_CULT, {name: value}, from_file=True)
