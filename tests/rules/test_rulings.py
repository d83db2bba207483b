"""The rulings of docs/rulings.md on what cards do, R1 to R9."""

import pytest

from tests.rules.table import FIVE, SIX, CardLike, Game, Table, clue, dead


def test_r1_the_hand_limit_comes_before_the_next_effect(table: Table) -> None:
    game = table(leads=[clue("a", effects="take-lead take-discard")])
    game.play("play a 1; take l3")
    assert (game["pending"], game["hand"]) == ("discard", ["h1", "h2", "h3", "l3"])
    assert game.moves() == {"discard h1", "discard h2", "discard h3", "discard l3"}
    game.play("discard h2")
    assert (game["pending"], game.moves()) == ("effect", {"take h2", "decline"})


def test_r1_no_discard_while_three_cards_are_in_hand(table: Table) -> None:
    game = table(leads=[clue("a", effects="discard-hand take-lead stability-check")])
    game.play("play a 1; discard h1; take l2")
    assert (game["hand"], game.moves()) == (["h2", "h3", "l2"], {"check"})


def test_r2_an_impossible_mandatory_effect_is_skipped(table: Table) -> None:
    effects = "discard-lead " * 4 + "discard-lead discard-hand"
    game = table(leads=[clue("a", effects=effects)])
    game.play("play a 1; discard l2; discard l3; discard l4; discard l5")
    assert (game["leads"], game.moves()) == ([], {"skip"})
    game.play("skip")
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_r2_an_impossible_voluntary_effect_is_declined(table: Table) -> None:
    game = table(leads=[clue("a", effects="take-time discard-hand")])
    game.play("play a 1")
    assert game.moves() == {"decline"}
    game.play("decline")
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_r3_the_player_chooses_among_equals(table: Table) -> None:
    game = table(leads=[clue("a", effects="discard-lead take-lead discard-hand")])
    game.play("play a 1")
    assert game.moves() == {"discard l2", "discard l3", "discard l4", "discard l5"}
    game.play("discard l5")
    assert game.moves() == {"take l2", "take l3", "take l4", "decline"}
    game.play("take l3; discard l3")
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_r4_an_effect_may_fetch_the_lead_from_the_discard_area(table: Table) -> None:
    game = table(hand=[clue("h", effects="take-discard")])
    game.play("hand; play h 1")
    assert game.moves() == {"take l1", "decline"}
    game.play("take l1")
    assert (game["hand"], game["discard"], game["turn"]) == (["h2", "h3", "l1"], [], 2)


def test_r4_an_effect_may_fetch_the_lead_from_the_time_area(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], hand=[clue("h", effects="take-time")])
    game.play("hand; play h 1; take t")
    assert (game["hand"], game["time"]) == (["h2", "h3", "t"], [])


def test_r4_the_lead_of_a_closing_is_shuffled_in(table: Table) -> None:
    leads: list[CardLike] = [clue("b1", FIVE), clue("b2", FIVE), "l3", dead("t", time=True)]
    game = table(leads=leads, reshuffles=["t l3"])
    game.play("play b1 1; play b2 2; close 1; done; close 2")
    assert (game["pending"], game["time"], game["discard"]) == ("score", ["t"], ["l3"])
    game.play("done")
    assert (game["leads"][-1], game["stack"][0]) == ("t", "l3")


def test_r5_the_card_just_taken_may_be_discarded(table: Table) -> None:
    game = table(leads=[clue("a"), clue("b", effects="take-lead")])
    game.play("take; discard a")
    assert (game["hand"], game["discard"]) == (["h1", "h2", "h3"], ["a"])
    game.play("play b 1; take l4; discard l4")
    assert (game["hand"], game["discard"]) == (["h1", "h2", "h3"], ["a", "l4"])


def test_r6_the_row_is_refilled_in_maintenance_only(table: Table) -> None:
    game = table(leads=[clue("a", effects="take-lead discard-lead discard-hand")])
    game.play("play a 1; take l3; discard h1; discard l5")
    assert (game["leads"], game["stack"][0]) == (["l2", "l4"], "s1")
    game.play("discard h2")
    assert game["leads"] == ["l2", "l4", "s1", "s2", "s3"]


def test_r7_searching_the_last_card_shuffles_nothing_but_counts(table: Table) -> None:
    leads = [clue("a", effects="search-stack discard-hand")]
    game = table(leads=leads, stack=["s1"], reshuffles=["l2", "h2 s1"])
    game.play("play a 1; search s1; discard h1")
    assert (game["stack"], game["shuffles"]) == ([], 1)
    game.play("discard h2")
    assert (game["shuffles"], game["leads"][-1], game["stack"]) == (2, "h2", ["h1"])


def test_r7_running_out_without_discards_counts_too(table: Table) -> None:
    game = table(leads=[clue("a")], stack=[])
    game.play("play a 1")
    assert (game["shuffles"], game["stack"], game["leads"]) == (1, [], ["l2", "l3", "l4", "l5"])


def test_r7_every_shuffle_takes_the_next_order(table: Table) -> None:
    game = table(
        leads=[clue("a", effects="search-stack shuffle-discard search-stack")],
        hand=["h1", "h2", "h3"],
        stack=["s1", "s2", "s3", "s4"],
        reshuffles=["s4 s3 s2 s1", "h1 s2 s3 s4", "s3 s4 h1 s2"],
    )
    game.play("play a 1; search s1; discard h1")
    assert (game["stack"], game["shuffles"]) == (["s4", "s3", "s2"], 1)
    game.play("shuffle")
    assert (game["stack"], game["shuffles"]) == (["h1", "s2", "s3", "s4"], 2)
    game.play("search s2")
    assert (game["stack"], game["shuffles"]) == (["s3", "s4", "h1"], 3)


def test_r8_a_key_on_the_lock_itself_does_not_count_for_it(table: Table) -> None:
    leads = [
        clue("kl", attributes="key lock"),
        clue("k", attributes="key"),
        clue("kl2", attributes="key lock"),
        clue("l", attributes="lock"),
        clue("m", attributes="lock"),
    ]
    game = table(leads=leads)
    assert game.moves() == {"take", "pass"}
    game.play("pass; play k 1")
    assert game.moves() == {"take", "pass", "play kl2 1"}
    game.play("play kl2 1; play l 1")
    assert game.moves() == {"take", "pass"}


def test_r8_keys_are_counted_at_the_moment_of_playing(table: Table) -> None:
    leads = [
        clue("k1", attributes="key"),
        clue("k2", attributes="key"),
        clue("l1", attributes="lock"),
        clue("l2", attributes="lock"),
        clue("l3", attributes="lock"),
    ]
    game = table(leads=leads)
    game.play("play k1 1; play k2 1; play l1 1")
    assert "play l2 1" in game.moves()
    game.play("play l2 1")
    assert game.moves() == {"take", "pass"}


def test_r8_the_key_effect_counts_in_its_case_from_then_on(table: Table) -> None:
    leads = [
        clue("l1", attributes="lock"),
        clue("l2", attributes="lock"),
        clue("k", attributes="key"),
        clue("l3", attributes="lock"),
    ]
    game = table(leads=leads, contact="key")
    game.play("play l1 1 key")
    assert game.moves() == {"take", "pass"}
    game.play("pass; play k 1")
    assert game.moves() == {"take", "pass", "play l3 1"}


def test_r8_the_key_effect_grants_no_play_of_its_own(table: Table) -> None:
    game = table(leads=[clue("l", attributes="lock")], contact="key")
    assert game.contact_moves() == set()
    game.play("play l 1 key")
    assert (game["turn"], game["pending"]) == (2, "action")


def test_r9_a_case_of_two_type_cards_closes_at_five_types(table: Table) -> None:
    leads = [
        clue("a", "person threat"),
        clue("b", "threat artifact"),
        clue("c", "evidence location"),
    ]
    game = table(leads=leads)
    game.play("play a 1; play b 1")
    assert game.moves() == {"take", "pass", "play c 1", "play c 2"}
    game.play("play c 1")
    assert game.moves() == {"take", "pass", "close 1"}


def test_r9_closing_without_scoring_is_allowed(table: Table) -> None:
    game = table(leads=[clue("b", FIVE), clue("p", attributes="puzzle")])
    game.play("play b 1; play p 1; close 1; done")
    assert (game["picture"], game["closed"], game["turn"]) == ([], ["b", "p"], 4)


def matched(table: Table, *kinds: str) -> str:
    """How the game stands after scoring puzzles of these types, one each needed."""
    puzzles = [clue(f"p{place}", types, attributes="puzzle") for place, types in enumerate(kinds)]
    settings: dict[str, int | str] = {"puzzles": len(kinds)}
    game = table(leads=[clue("b", SIX), *puzzles][:5], stack=["s1", *STOCK], settings=settings)
    game.play("; ".join(["play b 1", *(f"play {card.id} 1" for card in puzzles), "close 1"]))
    game.play("; ".join([*(f"score {card.id}" for card in puzzles), "done"]))
    return str(game["status"])


STOCK = ("s2", "s3", "s4", "s5", "s6", "s7")


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        (("person threat", "person"), "won"),
        (("person", "person threat"), "won"),
        (("person", "person"), "playing"),
        (("person threat", "person threat"), "won"),
        (("person threat", "person threat", "person threat"), "playing"),
        (("person threat", "person", "threat"), "playing"),
        (("person threat", "threat artifact", "person"), "won"),
        (("person threat", "person artifact", "person"), "won"),
        (("person threat", "threat artifact", "person artifact", "artifact"), "playing"),
        (("person threat", "threat artifact", "artifact evidence", "person"), "won"),
    ],
)
def test_r9_each_puzzle_stands_for_one_type(
    witch: Table, kinds: tuple[str, ...], status: str
) -> None:
    assert matched(witch, *kinds) == status


def test_r9_one_card_with_many_types_is_one_card(witch: Table) -> None:
    game = witch(
        leads=[clue("b", FIVE), clue("p", "person threat", attributes="puzzle")],
        settings={"puzzles": 2},
    )
    game.play("play b 1; play p 1; close 1; score p; done")
    assert game["status"] == "playing"


def test_r9_only_clue_cards_are_fetched_from_the_closed_cases(table: Table) -> None:
    leads: list[CardLike] = [clue("b", FIVE), "l2", clue("a", effects="take-closed take-closed")]
    game = table(leads=leads)
    game.play("play b 1; close 1; done; play a 2")
    assert game.moves() == {"take b", "decline"}
    game.play("take b; discard h1")
    assert game.moves() == {"decline"}


def bonus(table: Table, contact: str = "") -> Game:
    """The last open case is being closed with six types; stability holds x."""
    game = table(
        leads=[clue("b1", SIX, effects="stability-check"), clue("b2", FIVE)],
        stack=[dead("x", stability=True), "s1", "s2", "s3", "s4"],
        contact=contact,
        reshuffles=["l3 s4"],
    )
    game.play("play b1 1; check; play b2 2; close 2; done; close 1")
    return game


def test_r10_the_bonus_comes_after_the_reshuffle_and_the_new_victim(table: Table) -> None:
    game = bonus(table)
    game.play("done")
    assert (game["pending"], game.open_cases(), game["shuffles"]) == ("bonus", [3], 1)
    assert (game["discard"], game["stack"]) == ([], ["l3", "s4", "l4"])
    assert game.moves() == {"take x", "decline"}


def test_r10_the_bonus_card_goes_to_hand_under_the_hand_limit(table: Table) -> None:
    game = bonus(table)
    game.play("done; take x")
    assert (game["pending"], game["hand"]) == ("discard", ["h1", "h2", "h3", "x"])
    game.play("discard x")
    assert (game["discard"], game["stability"], game["turn"]) == (["x"], [], 5)


def test_r10_without_a_victim_there_is_no_bonus(table: Table) -> None:
    game = table(
        leads=[clue("b1", SIX, effects="stability-check"), clue("b2", FIVE)],
        stack=[dead("x", stability=True), "s1", "s2", "s3", "s4"],
        reshuffles=["l3"],
        settings={"victims": 2},
    )
    game.play("play b1 1; check; play b2 2; close 2; done; close 1; done")
    assert (game["status"], game["stability"]) == ("lost", ["x"])
