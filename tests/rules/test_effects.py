"""Rules W5.10 to W5.20: every effect done, declined, impossible."""

import pytest

from tests.rules.table import FIVE, CardLike, Game, Table, clue, dead


def played(table: Table, effects: str) -> Game:
    """The first card of the game was played; its effects are `effects`."""
    game = table(leads=[clue("a", effects=effects)])
    game.play("play a 1")
    return game


def test_w5_10_take_lead_brings_any_lead_to_hand(table: Table) -> None:
    game = played(table, "take-lead")
    assert game.moves() == {"take l2", "take l3", "take l4", "take l5", "decline"}
    game.play("take l4; discard h1")
    assert (game["hand"], game["discard"]) == (["h2", "h3", "l4"], ["h1"])
    assert game["leads"] == ["l2", "l3", "l5", "s1", "s2"]


def test_w5_10_take_lead_declined(table: Table) -> None:
    game = played(table, "take-lead")
    game.play("decline")
    assert (game["hand"], game["leads"]) == (["h1", "h2", "h3"], ["l2", "l3", "l4", "l5", "s1"])


def test_w5_10_take_lead_is_impossible_without_leads(table: Table) -> None:
    game = played(table, "discard-lead " * 4 + "take-lead")
    game.play("discard l2; discard l3; discard l4; discard l5")
    assert (game["pending"], game["leads"], game.moves()) == ("effect", [], {"decline"})


def test_w5_11_take_discard_brings_any_discarded_card(table: Table) -> None:
    game = table(leads=["l1", dead("t", time=True), "l3", clue("a", effects="take-discard")])
    game.play("pass; pass; pass; play a 1")
    assert game.moves() == {"take l1", "take l3", "decline"}
    game.play("take l1; discard h1")
    assert (game["hand"], game["discard"], game["time"]) == (
        ["h2", "h3", "l1"],
        ["h1", "l3"],
        ["t"],
    )


def test_w5_11_take_discard_declined_or_impossible(table: Table) -> None:
    game = table(leads=["l1", clue("a", effects="take-discard")])
    game.play("pass; play a 1; decline")
    assert (game["hand"], game["discard"]) == (["h1", "h2", "h3"], ["l1"])
    assert played(table, "take-discard").moves() == {"decline"}


def closed_case(table: Table, effects: str) -> Game:
    """Case 1 is closed with b and c; a card with `effects` was played after that."""
    game = table(leads=[clue("b", FIVE), clue("c"), "l3", clue("a", effects=effects)])
    game.play("play b 1; play c 1; close 1; done; play a 2")
    return game


def test_w5_12_take_closed_brings_any_clue_of_the_closed_cases(table: Table) -> None:
    game = closed_case(table, "take-closed")
    assert game["closed"] == ["b", "c"]
    assert game.moves() == {"take b", "take c", "decline"}
    game.play("take c; discard h1")
    assert (game["closed"], game["hand"]) == (["b"], ["c", "h2", "h3"])


def test_w5_12_take_closed_declined_or_impossible(table: Table) -> None:
    game = closed_case(table, "take-closed")
    game.play("decline")
    assert (game["closed"], game["hand"]) == (["b", "c"], ["h1", "h2", "h3"])
    assert played(table, "take-closed").moves() == {"decline"}


def test_w5_12_scored_cards_are_out_of_reach(table: Table) -> None:
    leads: list[CardLike] = [
        clue("b", FIVE),
        clue("p", attributes="puzzle"),
        "l3",
        clue("a", effects="take-closed"),
    ]
    game = table(leads=leads)
    game.play("play b 1; play p 1; close 1; score p; done; play a 2")
    assert game.moves() == {"take b", "decline"}


def penalised(table: Table, effects: str) -> Game:
    """Stability holds x and y, time holds t; a card with `effects` was played after that."""
    leads = [
        clue("c", effects="stability-check stability-check"),
        dead("t", time=True),
        clue("a", effects=effects),
    ]
    stack = [dead("x", stability=True), dead("y", stability=True), *"mnopqrsuv"]
    game = table(leads=leads, stack=stack)
    game.play("play c 1; check; check; pass; play a 1")
    return game


def test_w5_13_take_stability_brings_any_card_of_that_area(table: Table) -> None:
    game = penalised(table, "take-stability")
    assert game.moves() == {"take x", "take y", "decline"}
    game.play("take y; discard h1")
    assert (game["stability"], game["hand"]) == (["x"], ["h2", "h3", "y"])


def test_w5_13_take_stability_declined_or_impossible(table: Table) -> None:
    game = penalised(table, "take-stability")
    game.play("decline")
    assert (game["stability"], game["hand"]) == (["x", "y"], ["h1", "h2", "h3"])
    assert played(table, "take-stability").moves() == {"decline"}


def test_w5_14_take_time_brings_a_card_of_that_area(table: Table) -> None:
    game = penalised(table, "take-time")
    assert game.moves() == {"take t", "decline"}
    game.play("take t; discard h1")
    assert (game["time"], game["hand"]) == ([], ["h2", "h3", "t"])


def test_w5_14_take_time_declined_or_impossible(table: Table) -> None:
    game = penalised(table, "take-time")
    game.play("decline")
    assert (game["time"], game["hand"]) == (["t"], ["h1", "h2", "h3"])
    assert played(table, "take-time").moves() == {"decline"}


def searching(table: Table) -> Game:
    """A card that searches the stack s1, s2, s3 was played; shuffle 1 prefers s3, s2."""
    game = table(
        leads=[clue("a", effects="search-stack discard-hand")],
        stack=["s1", "s2", "s3"],
        reshuffles=["s3 s2 s1"],
    )
    game.play("play a 1")
    return game


def test_w5_15_search_stack_takes_one_card_and_shuffles(table: Table) -> None:
    game = searching(table)
    assert game.moves() == {"search s1", "search s2", "search s3", "decline"}
    game.play("search s1; discard s1")
    assert (game["stack"], game["shuffles"]) == (["s3", "s2"], 1)
    game.play("discard h1")
    assert game["leads"] == ["l2", "l3", "l4", "l5", "s3"]


def test_w5_15_search_stack_declined_leaves_the_order(table: Table) -> None:
    game = searching(table)
    game.play("decline")
    assert (game["stack"], game["shuffles"]) == (["s1", "s2", "s3"], 0)
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_w5_15_search_stack_is_impossible_on_an_empty_stack(table: Table) -> None:
    game = table(leads=[clue("a", effects="search-stack")], stack=[])
    game.play("play a 1")
    assert game.moves() == {"decline"}


def shuffling(table: Table) -> Game:
    """A card that shuffles the discards l1 and d into the stack was played; time holds t."""
    game = table(
        leads=["l1", dead("t", time=True), "d", clue("a", effects="shuffle-discard discard-hand")],
        stack=["s1", "s2", "s3", "s4", "s5"],
        reshuffles=["s5 d t s4 l1"],
    )
    game.play("pass; pass; pass; play a 1")
    return game


def test_w5_16_shuffle_discard_mixes_the_discards_into_the_stack(table: Table) -> None:
    game = shuffling(table)
    assert game.moves() == {"shuffle", "decline"}
    game.play("shuffle")
    assert (game["discard"], game["time"]) == ([], ["t"])
    assert (game["stack"], game["shuffles"]) == (["s5", "d", "s4", "l1"], 1)


def test_w5_16_shuffle_discard_declined(table: Table) -> None:
    game = shuffling(table)
    game.play("decline")
    assert (game["discard"], game["stack"], game["shuffles"]) == (["d", "l1"], ["s4", "s5"], 0)


def test_w5_17_exchange_swaps_a_hand_card_with_a_penalty_card(table: Table) -> None:
    game = penalised(table, "exchange-penalty exchange-penalty")
    pairs = {f"exchange {hand} {card}" for hand in ("h1", "h2", "h3") for card in ("t", "x", "y")}
    assert game.moves() == {*pairs, "decline"}
    game.play("exchange h2 x")
    assert (game["hand"], game["stability"]) == (["h1", "h3", "x"], ["h2", "y"])
    game.play("exchange h1 t")
    assert (game["hand"], game["time"], game["discard"]) == (["h3", "t", "x"], ["h1"], [])


def test_w5_17_exchange_declined_or_impossible(table: Table) -> None:
    game = penalised(table, "exchange-penalty")
    game.play("decline")
    assert (game["stability"], game["time"]) == (["x", "y"], ["t"])
    assert played(table, "exchange-penalty").moves() == {"decline"}


def test_w5_17_exchange_needs_a_card_in_hand(table: Table) -> None:
    game = penalised(table, "discard-hand " * 3 + "exchange-penalty")
    game.play("discard h1; discard h2; discard h3")
    assert (game["pending"], game["hand"], game.moves()) == ("effect", [], {"decline"})


def test_w5_18_discard_hand_discards_a_card_of_choice(table: Table) -> None:
    game = played(table, "discard-hand")
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}
    game.play("discard h3")
    assert (game["hand"], game["discard"]) == (["h1", "h2"], ["h3"])


def test_w5_18_discard_hand_is_skipped_with_an_empty_hand(table: Table) -> None:
    game = played(table, "discard-hand " * 4 + "stability-check")
    game.play("discard h1; discard h2; discard h3")
    assert game.moves() == {"skip"}
    game.play("skip")
    assert game.moves() == {"check"}


def test_w5_19_discard_lead_discards_a_lead_of_choice(table: Table) -> None:
    game = played(table, "discard-lead")
    assert game.moves() == {"discard l2", "discard l3", "discard l4", "discard l5"}
    game.play("discard l3")
    assert (game["leads"], game["discard"]) == (["l2", "l4", "l5", "s1", "s2"], ["l3"])


def test_w5_19_discard_lead_is_skipped_without_leads(table: Table) -> None:
    game = played(table, "discard-lead " * 5 + "stability-check")
    game.play("discard l5; discard l2; discard l3; discard l4")
    assert game.moves() == {"skip"}
    game.play("skip")
    assert game.moves() == {"check"}


@pytest.mark.parametrize("icon", [True, False])
def test_w5_20_stability_check_draws_the_top_card(table: Table, icon: bool) -> None:
    leads = [clue("a", effects="stability-check discard-hand")]
    game = table(leads=leads, stack=[dead("x", stability=icon), "y", "z"])
    game.play("play a 1; check")
    assert (game["stability"], game["discard"]) == ((["x"], []) if icon else ([], ["x"]))
    assert (game["stack"], game["hand"]) == (["y", "z"], ["h1", "h2", "h3"])
