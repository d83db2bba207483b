"""Rules W7 and W10: the maintenance phase, running out of leads, the ends of the game."""

import pytest

from tests.rules.table import FIVE, CardLike, Game, Table, clue, dead


def test_w7_1_the_win_comes_before_the_time_step(witch: Table) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle"), dead("t", time=True)]
    game = witch(leads=leads, settings={"puzzles": 1, "limits": 1, "victims": 2})
    game.play("play b 1; play p 1; close 1; score p; done")
    assert (game["status"], game["time"]) == ("won", ["t"])


def test_w7_1_the_stability_step_comes_before_the_time_step(table: Table) -> None:
    stack: list[CardLike] = [dead("x", stability=True), dead("y", time=True), "s1"]
    leads = [clue("a", effects="stability-check stability-check")]
    game = table(leads=leads, stack=stack, settings={"limits": 1})
    game.play("play a 1; check; check")
    assert (game["status"], game["time"]) == ("lost", ["y"])
    assert (game.open_cases(), game["leads"]) == ([1, 2], ["l2", "l3", "l4", "l5"])


def test_w7_1_the_time_step_comes_before_the_refill(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], stack=[], reshuffles=["t"], settings={"limits": 1})
    game.play("pass")
    assert game["leads"] == ["l2", "l3", "l4", "l5", "t"]
    assert (game.open_cases(), game["victims_left"]) == ([1, 2, 3, 4], ["v5"])


def scored(table: Table, wanted: int, *kinds: str) -> Game:
    """The game after a closing that scored puzzles of these types, `wanted` types winning."""
    puzzles = [clue(f"p{place}", types, attributes="puzzle") for place, types in enumerate(kinds)]
    cards = [clue("b", FIVE), *puzzles]
    game = table(leads=cards[:5], stack=[*cards[5:], *"qrstuvw"], settings={"puzzles": wanted})
    game.play("; ".join(f"play {card.id} 1" for card in cards))
    game.play("; ".join(["close 1", *(f"score {card.id}" for card in puzzles), "done"]))
    return game


def test_w7_2_five_puzzle_types_win(witch: Table) -> None:
    assert scored(witch, 5, *FIVE.split())["status"] == "won"
    assert (
        scored(witch, 5, "person", "threat", "artifact", "evidence", "monster")["status"] == "won"
    )


def test_w7_2_four_puzzle_types_do_not(witch: Table) -> None:
    assert scored(witch, 5, "person", "threat", "artifact", "evidence")["status"] == "playing"
    game = scored(witch, 5, "person", "threat", "artifact", "evidence", "evidence")
    assert (game["status"], game["pending"]) == ("playing", "action")


def test_w7_2_puzzles_of_several_closings_add_up(witch: Table) -> None:
    leads = [
        clue("b1", FIVE),
        clue("b2", FIVE),
        clue("p1", "person", attributes="puzzle"),
        clue("p2", "monster", attributes="puzzle"),
    ]
    game = witch(leads=leads, settings={"puzzles": 2})
    game.play("play b1 1; play b2 2; play p1 1; play p2 2; close 1; score p1; done")
    assert game["status"] == "playing"
    game.play("close 2; score p2")
    assert game["status"] == "playing"


def stability(table: Table, cards: int, extra: str = "") -> Game:
    """A card was played whose checks put `cards` cards into the stability area."""
    leads = [clue("a", effects="stability-check " * cards + extra)]
    stack = [dead(f"x{place}", stability=True) for place in range(cards)]
    game = table(leads=leads, stack=[*stack, "s1", "s2"])
    game.play("; ".join(["play a 1", *["check"] * cards]))
    return game


def test_w7_3_five_cards_in_the_stability_area_lose(table: Table) -> None:
    game = stability(table, 5)
    assert (game["status"], game["pending"], game["turn"]) == ("lost", "over", 1)
    assert game.moves() == set()


def test_w7_3_four_do_not(table: Table) -> None:
    game = stability(table, 4)
    assert (game["status"], game["turn"]) == ("playing", 2)


def test_w7_3_only_what_lies_there_in_maintenance_counts(table: Table) -> None:
    game = stability(table, 5, "take-stability")
    assert (game["status"], game["pending"]) == ("playing", "effect")
    game.play("take x3; discard h1")
    assert (game["status"], game["turn"]) == ("playing", 2)


def test_w7_4_five_cards_in_the_time_area_bring_a_victim(table: Table) -> None:
    game = table(leads=[dead(f"t{place}", time=True) for place in range(1, 6)])
    game.play("pass; pass; pass; pass")
    assert (game["time"], game.open_cases()) == (["t1", "t2", "t3", "t4"], [1, 2])
    game.play("pass")
    assert (game["time"], game["discard"]) == ([], ["t1", "t2", "t3", "t4", "t5"])
    assert game.open_cases() == [1, 2, 3]
    assert (game.case(3)["victim"], game.case(3)["line"]) == ("v3", [])
    assert (game["victims_left"], game["turn"]) == (["v4", "v5"], 6)


def test_w7_4_more_cards_than_the_limit_bring_one_victim(table: Table) -> None:
    leads = [clue("a", effects="discard-lead discard-lead"), dead("t", time=True)]
    game = table(leads=[*leads, dead("u", time=True)], settings={"limits": 1})
    game.play("play a 1; discard t; discard u")
    assert (game["time"], game["discard"], game.open_cases()) == ([], ["t", "u"], [1, 2, 3])


def test_w7_4_a_new_case_can_be_played_to(table: Table) -> None:
    leads = [dead("t", time=True), clue("c", left="interview")]
    icons = ["research", "research", "interview", "interview"]
    game = table(leads=leads, icons=icons, settings={"limits": 1})
    game.play("pass")
    assert game.moves() == {"take", "pass", "play c 3"}


def test_w7_4_without_a_victim_the_cards_have_not_moved(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], settings={"limits": 1, "victims": 2})
    game.play("pass")
    assert (game["status"], game["time"], game["discard"]) == ("lost", ["t"], [])


def test_w7_5_gaps_close_to_the_left_and_fill_from_left_to_right(table: Table) -> None:
    leads = [clue("a", effects="discard-lead take-lead")]
    game = table(leads=leads)
    game.play("play a 1; discard l4; take l2; discard h1")
    assert game["leads"] == ["l3", "l5", "s1", "s2", "s3"]
    assert game["stack"] == ["s4", "s5", "s6", "s7", "s8", "s9"]


def test_w7_6_an_empty_stack_brings_a_victim_and_the_discards(table: Table) -> None:
    game = table(leads=["l1", "l2"], stack=["s1"], reshuffles=["l2 l1"])
    game.play("pass")
    assert (game["stack"], game.open_cases(), game["shuffles"]) == ([], [1, 2], 0)
    game.play("pass")
    assert (game["leads"], game["stack"]) == (["l3", "l4", "l5", "s1", "l2"], ["l1"])
    assert (game["discard"], game["shuffles"]) == ([], 1)
    assert (game.open_cases(), game.case(3)["victim"]) == ([1, 2, 3], "v3")


def test_w7_6_it_happens_in_the_middle_of_a_refill(table: Table) -> None:
    leads = [clue("a", effects="discard-lead discard-lead")]
    game = table(leads=leads, stack=["s1"], reshuffles=["l5 l3"])
    game.play("play a 1; discard l3; discard l5")
    assert (game["leads"], game["stack"]) == (["l2", "l4", "s1", "l5", "l3"], [])
    assert (game.open_cases(), game["shuffles"]) == ([1, 2, 3], 1)


def test_w7_6_it_happens_in_a_stability_check(table: Table) -> None:
    checking = clue("a", effects="stability-check discard-hand")
    game = table(
        leads=[dead("x", stability=True), "l2", checking],
        stack=["s1", "s2"],
        reshuffles=["x l2"],
    )
    game.play("pass; pass; play a 1; check")
    assert (game["stability"], game["discard"], game["stack"]) == (["x"], [], ["l2"])
    assert (game.open_cases(), game["pending"]) == ([1, 2, 3], "effect")


def test_w7_6_the_victim_comes_before_the_shuffle(table: Table) -> None:
    game = table(stack=[], reshuffles=["l1"], settings={"victims": 2})
    game.play("pass")
    assert (game["status"], game["discard"], game["shuffles"]) == ("lost", ["l1"], 0)


def test_w7_6_the_last_card_of_the_stack_is_drawn_without_a_victim(table: Table) -> None:
    game = table(stack=["s1"], settings={"victims": 2})
    game.play("pass")
    assert (game["status"], game["leads"]) == ("playing", ["l2", "l3", "l4", "l5", "s1"])


def test_w10_1_the_win_is_seen_in_maintenance_and_ends_the_game(witch: Table) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle")]
    game = witch(leads=leads, settings={"puzzles": 1})
    game.play("play b 1; play p 1; close 1; score p")
    assert game["status"] == "playing"
    game.play("done")
    assert (game["status"], game["pending"], game["turn"]) == ("won", "over", 3)
    assert game.moves() == set()


def test_w10_2_more_cards_than_the_limit_lose_too(table: Table) -> None:
    game = stability(table, 6)
    assert (game["status"], game["pending"]) == ("lost", "over")


@pytest.mark.parametrize(("victims", "status"), [(2, "lost"), (3, "playing")])
def test_w10_3_a_missing_victim_loses_at_once(table: Table, victims: int, status: str) -> None:
    leads: list[CardLike] = ["l1", clue("a", effects="stability-check discard-hand")]
    game = table(leads=leads, stack=["s1"], reshuffles=["l1"], settings={"victims": victims})
    game.play("pass; play a 1; check")
    assert game["status"] == status
    assert game.moves() == (
        set() if status == "lost" else {"discard h1", "discard h2", "discard h3"}
    )
