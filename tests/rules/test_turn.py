"""Rules W4: the turn and its five actions."""

import pytest

from casecracker.engine.errors import IllegalMoveError
from tests.rules.table import FIVE, Table, clue, dead


def test_w4_1_turn_follows_turn(table: Table) -> None:
    game = table()
    game.play("pass; pass")
    assert (game["turn"], game["status"], game["pending"]) == (3, "playing", "action")
    assert game["leads"] == ["l3", "l4", "l5", "s1", "s2"]


def test_w4_2_maintenance_follows_the_action(table: Table) -> None:
    game = table()
    game.play("pass")
    assert game["turn"] == 2
    assert game["leads"] == ["l2", "l3", "l4", "l5", "s1"]
    assert game["stack"] == ["s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"]


def test_w4_3_one_of_five_actions(table: Table) -> None:
    game = table(leads=[clue("b", FIVE), clue("c")], hand=[clue("h")])
    game.play("play b 1")
    assert game.moves() == {"take", "play c 1", "play c 2", "hand", "close 1", "pass"}


def test_w4_3_actions_that_cannot_be_carried_out_are_not_offered(table: Table) -> None:
    assert table().moves() == {"take", "pass"}


@pytest.mark.parametrize("move", ["play l1 1", "play l2 1", "hand", "close 1", "done"])
def test_w4_3_other_moves_are_refused(table: Table, move: str) -> None:
    game = table(leads=["l1", clue("l2")])
    with pytest.raises(IllegalMoveError):
        game.play(move)


def test_w4_4_action_a_takes_the_first_lead_to_hand(table: Table) -> None:
    game = table(hand=[clue("h")])
    game.play("hand; play h 1; take")
    assert game["hand"] == ["h2", "h3", "l2"]
    assert (game["turn"], game["discard"]) == (3, ["l1"])


def test_w4_5_a_fourth_card_must_be_discarded_at_once(table: Table) -> None:
    game = table()
    game.play("take")
    assert game["pending"] == "discard"
    assert game["hand"] == ["h1", "h2", "h3", "l1"]
    assert game.moves() == {"discard h1", "discard h2", "discard h3", "discard l1"}
    game.play("discard h2")
    assert (game["hand"], game["discard"]) == (["h1", "h3", "l1"], ["h2"])
    assert (game["turn"], game["pending"]) == (2, "action")


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("pass", ["l"]),
        ("take; discard h", ["h"]),
        ("hand; play i 1; check", ["l", "s"]),
        ("pass; play a 1; discard-hand", ["l", "h"]),
        ("pass; play a 1; discard-lead", ["l", "m"]),
    ],
)
@pytest.mark.parametrize("icon", [True, False])
def test_w4_6_discards_go_by_the_hourglass(
    table: Table, line: str, cards: list[str], icon: bool
) -> None:
    effects = "discard-hand" if "discard-hand" in line else "discard-lead"
    game = table(
        leads=[dead("l", time=icon), clue("a", effects=effects), dead("m", time=icon)],
        hand=[dead("h", time=icon), clue("i", effects="stability-check")],
        stack=[dead("s", time=icon), dead("r", time=icon), "t", "u"],
    )
    game.play(line.replace("discard-hand", "discard h").replace("discard-lead", "discard m"))
    assert game["time" if icon else "discard"] == sorted(cards)
    assert game["discard" if icon else "time"] == []


def test_w4_7_action_b_plays_the_first_lead(table: Table) -> None:
    game = table(leads=[clue("a"), clue("b")])
    assert game.moves() == {"take", "pass", "play a 1", "play a 2"}
    game.play("play a 2")
    assert (game.case(2)["line"], game.case(1)["line"]) == (["a"], [])
    assert (game["discard"], game["turn"]) == ([], 2)


def test_w4_8_action_c_discards_the_lead_and_plays_from_hand(table: Table) -> None:
    game = table(leads=[clue("a")], hand=[clue("h"), clue("i")], icons=["research", "interview"])
    game.play("hand")
    assert (game["pending"], game["discard"]) == ("hand-play", ["a"])
    assert game.moves() == {"play h 1", "play i 1"}
    game.play("play i 1")
    assert (game.case(1)["line"], game["hand"]) == (["i"], ["h", "h3"])
    assert game["turn"] == 2


def test_w4_8_the_rules_of_playing_hold_for_cards_from_hand(table: Table) -> None:
    hand = [clue("h", attributes="lock"), clue("i", minimum=1), clue("j")]
    game = table(hand=hand)
    game.play("hand")
    assert game.moves() == {"play j 1", "play j 2"}


def test_w4_8_action_c_needs_a_playable_card_in_hand(table: Table) -> None:
    hand = [clue("h", attributes="lock"), clue("i", minimum=1), dead("j")]
    game = table(leads=[clue("a")], hand=hand)
    assert game.moves() == {"take", "pass", "play a 1", "play a 2"}
    game.play("play a 2")
    assert "hand" in game.moves()


def test_w4_9_action_d_discards_the_lead_and_closes_a_case(table: Table) -> None:
    game = table(leads=[clue("b", FIVE), clue("a")])
    game.play("play b 1; close 1")
    assert (game["pending"], game["discard"]) == ("score", ["a"])
    game.play("done")
    assert (game["turn"], game.open_cases()) == (3, [2])


def test_w4_10_action_e_discards_the_lead(table: Table) -> None:
    game = table(leads=[clue("a")], hand=[clue("h")])
    game.play("pass")
    assert (game["discard"], game["hand"]) == (["a"], ["h", "h2", "h3"])
    assert (game["turn"], game["pending"]) == (2, "action")
