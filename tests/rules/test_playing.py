"""Rules W5.1 to W5.9: where a Clue card may be played, strain, the stability check."""

import pytest

from tests.rules.table import FIVE, CardLike, Game, Table, clue, dead


def test_w5_1_every_case_has_a_line_of_its_own(table: Table) -> None:
    leads = [clue("a", right="interview"), clue("b"), clue("c", left="interview")]
    game = table(leads=leads)
    game.play("play a 1")
    assert game.moves() == {"take", "pass", "play b 2"}
    game.play("play b 2")
    assert (game.case(1)["line"], game.case(1)["last"]) == (["a"], "a")
    assert (game.case(2)["line"], game.case(2)["last"]) == (["b"], "b")
    assert game.moves() == {"take", "pass", "play c 1"}


def test_w5_1_cards_are_added_on_the_right(table: Table) -> None:
    game = table(leads=[clue("z", right="interview"), clue("a", left="interview"), clue("c")])
    game.play("play z 1; play a 1")
    assert (game.case(1)["line"], game.case(1)["last"]) == (["a", "z"], "a")
    assert "play c 1" in game.moves()


def test_w5_2_the_left_edge_matches_one_icon_of_the_last_card(table: Table) -> None:
    leads = [
        clue("a", left="interview", right="surveillance interview"),
        clue("b", left="surveillance"),
        clue("c", left="interview"),
        clue("d"),
    ]
    game = table(leads=leads, icons=["research interview", "surveillance"])
    assert game.moves() == {"take", "pass", "play a 1"}
    game.play("play a 1")
    assert game.moves() == {"take", "pass", "play b 1", "play b 2"}
    game.play("pass")
    assert game.moves() == {"take", "pass", "play c 1"}
    game.play("pass")
    assert game.moves() == {"take", "pass"}


def test_w5_3_any_on_the_left_edge_fits_everywhere(table: Table) -> None:
    leads = [clue("a", right="interview"), clue("x", left="any")]
    game = table(leads=leads, icons=["research", "surveillance"])
    game.play("play a 1")
    assert game.moves() == {"take", "pass", "play x 1", "play x 2"}


def test_w5_3_any_on_the_right_edge_takes_every_card(table: Table) -> None:
    leads = [clue("x", right="any"), dead("b"), clue("c", left="interview")]
    game = table(leads=leads, icons=["research", "surveillance"])
    game.play("play x 1")
    assert game.moves() == {"take", "pass", "hand", "play b 1"}
    game.play("pass")
    assert game.moves() == {"take", "pass", "hand", "play c 1"}
    game.play("hand")
    assert game.moves() == {"play h1 1", "play h2 1", "play h3 1"}


def test_w5_3_any_on_a_victim_takes_every_card(table: Table) -> None:
    game = table(leads=[dead("a")], icons=["any"], hand=[clue("h", attributes="lock")])
    assert game.moves() == {"take", "pass", "hand", "play a 1"}


def test_w5_4_a_lock_needs_a_key_in_the_same_line(table: Table) -> None:
    leads = [clue("k", attributes="key"), clue("l", attributes="lock")]
    game = table(leads=[leads[1], leads[0], clue("m", attributes="lock")])
    assert game.moves() == {"take", "pass"}
    game.play("pass; play k 1")
    assert game.moves() == {"take", "pass", "play m 1"}


def test_w5_4_each_key_allows_one_lock(table: Table) -> None:
    leads = [
        clue("k1", attributes="key"),
        clue("l1", attributes="lock"),
        clue("l2", attributes="lock"),
        clue("k2", attributes="key"),
        clue("l3", attributes="lock"),
    ]
    game = table(leads=leads)
    game.play("play k1 1; play l1 1")
    assert game.moves() == {"take", "pass"}
    game.play("pass; play k2 1")
    assert game.moves() == {"take", "pass", "play l3 1"}


def test_w5_4_key_and_lock_need_not_follow_each_other(table: Table) -> None:
    leads = [clue("k", attributes="key"), clue("a"), clue("b"), clue("l", attributes="lock")]
    game = table(leads=leads)
    game.play("play k 2; play a 2; play b 2")
    assert game.moves() == {"take", "pass", "play l 2"}


def test_w5_5_a_minimum_counts_the_clue_cards_of_that_line(table: Table) -> None:
    leads = [clue("a"), clue("m2", minimum=2), clue("b"), clue("m3", minimum=2)]
    game = table(leads=leads)
    game.play("play a 1")
    assert game.moves() == {"take", "pass"}
    game.play("pass; play b 1")
    assert game.moves() == {"take", "pass", "play m3 1"}


def test_w5_5_the_victim_does_not_count_for_a_minimum(table: Table) -> None:
    assert table(leads=[clue("m", minimum=1)]).moves() == {"take", "pass"}


def long_line(table: Table, eighth: str, spy: int) -> Game:
    """A case with seven cards, the eighth as first lead; stack card `spy` has the icon."""
    cards = [clue(f"c{place}") for place in range(1, 8)]
    stack = [dead(f"d{place}", stability=place == spy) for place in range(1, 9)]
    game = table(leads=cards[:5], stack=[*cards[5:], clue("c8", effects=eighth), *stack])
    game.play("; ".join(f"play c{place} 1" for place in range(1, 8)))
    return game


def test_w5_6_seven_cards_cost_nothing(table: Table) -> None:
    game = long_line(table, "", spy=4)
    assert game.case(1)["line"] == ["c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    assert game["leads"] == ["c8", "d1", "d2", "d3", "d4"]
    assert (game["stability"], game["discard"]) == ([], [])


def test_w5_6_the_eighth_card_costs_a_check_before_its_effects(table: Table) -> None:
    game = long_line(table, "take-stability", spy=5)
    game.play("play c8 1")
    assert game["stability"] == ["d5"]
    assert game.moves() == {"take d5", "decline"}


def test_w5_6_the_eighth_card_of_another_line_costs_nothing(table: Table) -> None:
    game = long_line(table, "take-stability", spy=5)
    game.play("play c8 2")
    assert game["stability"] == []
    assert game.moves() == {"decline"}


def test_w5_7_a_check_draws_the_top_card(table: Table) -> None:
    stack: list[CardLike] = [dead("x", stability=True), dead("y"), dead("z", time=True), "s1", "s2"]
    game = table(leads=[clue("a", effects="stability-check " * 3)], stack=stack)
    game.play("play a 1")
    assert (game["pending"], game.moves()) == ("effect", {"check"})
    game.play("check")
    assert (game["stability"], game["stack"]) == (["x"], ["y", "z", "s1", "s2"])
    game.play("check")
    assert (game["stability"], game["discard"]) == (["x"], ["y"])
    game.play("check")
    assert (game["stability"], game["discard"], game["time"]) == (["x"], ["y"], ["z"])


def test_w5_8_effects_go_from_left_to_right(table: Table) -> None:
    game = table(leads=[clue("a", effects="discard-hand take-discard")])
    game.play("play a 1")
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}
    game.play("discard h2")
    assert game.moves() == {"take h2", "decline"}
    game.play("take h2")
    assert (game["hand"], game["turn"]) == (["h1", "h2", "h3"], 2)


def test_w5_8_the_other_order_gives_another_result(table: Table) -> None:
    game = table(leads=[clue("a", effects="take-discard discard-hand")])
    game.play("play a 1")
    assert game.moves() == {"decline"}
    game.play("decline; discard h2")
    assert (game["hand"], game["discard"]) == (["h1", "h3"], ["h2"])


def test_w5_8_effects_wait_until_the_card_is_played(table: Table) -> None:
    game = table(leads=[clue("a", effects="discard-hand")])
    game.play("take")
    assert game.moves() == {"discard h1", "discard h2", "discard h3", "discard a"}
    game.play("discard a")
    assert (game["turn"], game["pending"]) == (2, "action")


def test_w5_9_a_voluntary_effect_may_be_left_out(table: Table) -> None:
    game = table(leads=[clue("a", effects="take-lead")])
    game.play("play a 1")
    assert game.moves() == {"take l2", "take l3", "take l4", "take l5", "decline"}
    game.play("decline")
    assert (game["hand"], game["turn"]) == (["h1", "h2", "h3"], 2)
    assert game["leads"] == ["l2", "l3", "l4", "l5", "s1"]


@pytest.mark.parametrize(
    ("effect", "moves"),
    [
        ("discard-hand", {"discard h1", "discard h2", "discard h3"}),
        ("discard-lead", {"discard l2", "discard l3", "discard l4", "discard l5"}),
        ("stability-check", {"check"}),
    ],
)
def test_w5_9_a_mandatory_effect_must_be_done(table: Table, effect: str, moves: set[str]) -> None:
    game = table(leads=[clue("a", effects=effect)])
    game.play("play a 1")
    assert game.moves() == moves


def test_w5_9_effects_of_cards_from_hand_count_too(table: Table) -> None:
    game = table(hand=[clue("h", FIVE, effects="discard-hand")])
    game.play("hand; play h 1")
    assert game.moves() == {"discard h2", "discard h3"}
