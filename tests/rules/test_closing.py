"""Rules W6: closing a case, scoring, the last open case, the stability bonus."""

import pytest

from tests.rules.table import FIVE, SIX, CardLike, Game, Table, clue, dead


def test_w6_1_five_different_types_close_a_case(table: Table) -> None:
    cards = [clue(f"c{place}", kind) for place, kind in enumerate(FIVE.split())]
    game = table(leads=cards)
    for card in cards[:4]:
        game.play(f"play {card.id} 1")
        assert not {move for move in game.moves() if move.startswith("close")}
    game.play("play c4 1")
    assert {move for move in game.moves() if move.startswith("close")} == {"close 1"}


def test_w6_1_five_cards_of_four_types_do_not(table: Table) -> None:
    kinds = ["person", "threat", "artifact", "evidence", "evidence"]
    game = table(leads=[clue(f"c{place}", kind) for place, kind in enumerate(kinds)])
    game.play("play c0 1; play c1 1; play c2 1; play c3 1; play c4 1")
    assert game.moves() == {"take", "pass"}


def test_w6_1_the_victim_is_no_clue_card(table: Table) -> None:
    game = table(leads=[clue("b", "person threat artifact evidence"), clue("c", "location")])
    game.play("play b 1")
    assert game.moves() == {"take", "pass", "play c 1", "play c 2"}


def test_w6_1_types_of_two_cases_do_not_add_up(table: Table) -> None:
    game = table(leads=[clue("b", "person threat artifact"), clue("c", "evidence location")])
    game.play("play b 1; play c 2")
    assert game.moves() == {"take", "pass"}


def closing(table: Table, *cards: tuple[str, str]) -> Game:
    """Case 1 is being closed: its cards are given by id and types, `p...` are puzzles."""
    clues = [
        clue(card, kinds, attributes="puzzle" if card[0] == "p" else "") for card, kinds in cards
    ]
    game = table(leads=clues[:5], stack=[*clues[5:], *"qrstuv"])
    game.play("; ".join(f"play {card} 1" for card, _ in cards))
    game.play("close 1")
    return game


def test_w6_2_puzzles_may_be_scored_while_five_types_remain(table: Table) -> None:
    game = closing(table, ("b", SIX), ("p1", "person"), ("c", "person"), ("p2", "threat"))
    assert (game["pending"], game.moves()) == ("score", {"score p1", "score p2", "done"})
    game.play("score p1; score p2; done")
    assert game["picture"] == ["p1", "p2"]


def test_w6_2_a_puzzle_that_is_needed_as_a_type_stays(table: Table) -> None:
    game = closing(table, ("b", "person threat artifact evidence"), ("p1", "location"))
    assert game.moves() == {"done"}
    game.play("done")
    assert (game["closed"], game["picture"]) == (["b", "p1"], [])


def test_w6_2_scored_cards_no_longer_count_as_types(table: Table) -> None:
    four = "person threat artifact evidence"
    game = closing(table, ("b", four), ("p1", "location"), ("p2", "location monster"))
    assert game.moves() == {"score p1", "score p2", "done"}
    game.play("score p1")
    assert game.moves() == {"done"}
    game.play("done")
    assert (game["picture"], game["closed"]) == (["p1"], ["b", "p2"])


def test_w6_2_six_types_let_one_be_given_up(table: Table) -> None:
    game = closing(
        table, ("b", "person threat artifact evidence"), ("p1", "location"), ("p2", "monster")
    )
    assert game.moves() == {"score p1", "score p2", "done"}
    game.play("score p2")
    assert game.moves() == {"done"}


def test_w6_2_cards_without_the_puzzle_attribute_are_not_scored(table: Table) -> None:
    assert closing(table, ("b", FIVE), ("c", FIVE)).moves() == {"done"}


def test_w6_3_scored_and_other_cards_part(table: Table) -> None:
    game = closing(table, ("b", FIVE), ("p1", "person"), ("p2", "threat"), ("c", "monster"))
    game.play("score p2; done")
    assert (game["picture"], game["closed"]) == (["p2"], ["b", "c", "p1"])
    assert game.open_cases() == [2]


def test_w6_3_a_closed_case_takes_no_more_cards(table: Table) -> None:
    game = table(leads=[clue("b", FIVE), "l2", clue("c")])
    game.play("play b 1; close 1; done")
    assert game.moves() == {"take", "pass", "play c 2"}


# b1 and b2 open both cases; t and l4 are discarded by the two closings.
LAST_CASE = [clue("b1", SIX), clue("b2", FIVE), dead("t", time=True)]


def test_w6_4_without_an_open_case_all_discards_are_shuffled_in(table: Table) -> None:
    game = table(leads=LAST_CASE, stack=["s1", "s2", "s3", "s4", "s5"], reshuffles=["t s5 l4"])
    game.play("play b1 1; play b2 2; close 2; done")
    assert (game["time"], game.open_cases(), game["shuffles"]) == (["t"], [1], 0)
    game.play("close 1; done")
    assert (game["time"], game["discard"], game["shuffles"]) == ([], [], 1)
    assert (game["leads"], game["stack"]) == (["l5", "s1", "s2", "s3", "t"], ["s5", "l4", "s4"])
    assert game.open_cases() == [3]
    assert (game.case(3)["victim"], game["victims_left"]) == ("v3", ["v4", "v5"])


def test_w6_4_stability_cards_and_closed_cards_stay_out_of_the_shuffle(table: Table) -> None:
    leads = [clue("b1", FIVE, effects="stability-check"), *LAST_CASE[1:]]
    stack: list[CardLike] = [dead("x", stability=True), "s1", "s2", "s3", "s4", "s5"]
    game = table(leads=leads, stack=stack, reshuffles=["x b1 b2 t l4"])
    game.play("play b1 1; check; play b2 2; close 2; done; close 1; done")
    assert (game["stability"], game["closed"]) == (["x"], ["b1", "b2"])
    assert [*game["leads"][-1:], *game["stack"]] == ["t", "l4", "s4", "s5"]


def test_w6_4_with_an_open_case_nothing_is_shuffled(table: Table) -> None:
    game = table(leads=LAST_CASE)
    game.play("play b1 1; play b2 2; close 1; done")
    assert (game["time"], game["shuffles"], game["victims_left"]) == (["t"], 0, ["v3", "v4", "v5"])


def six_types(table: Table, monster: str) -> Game:
    """A case with b and m is being closed, m shows `monster`; stability holds x and y."""
    leads = [
        clue("b", FIVE, effects="stability-check stability-check"),
        clue("m", monster, attributes="puzzle"),
    ]
    game = table(
        leads=leads, stack=[dead("x", stability=True), dead("y", stability=True), *"nopqrs"]
    )
    game.play("play b 1; check; check; play m 1; close 1")
    return game


@pytest.mark.parametrize("scored", ["", "score m; "])
def test_w6_5_six_types_bring_a_card_of_the_stability_area(table: Table, scored: str) -> None:
    game = six_types(table, "monster")
    game.play(f"{scored}done")
    assert (game["pending"], game.moves()) == ("bonus", {"take x", "take y", "decline"})
    game.play("take y; discard h1")
    assert (game["stability"], game["hand"]) == (["x"], ["h2", "h3", "y"])
    assert (game["turn"], game["pending"]) == (4, "action")


def test_w6_5_the_bonus_may_be_declined(table: Table) -> None:
    game = six_types(table, "monster")
    game.play("done; decline")
    assert (game["stability"], game["turn"], game["pending"]) == (["x", "y"], 4, "action")


def test_w6_5_cards_with_two_types_show_both(table: Table) -> None:
    leads = [
        clue("a", "person threat", effects="stability-check"),
        clue("b", "artifact evidence"),
        clue("c", "location monster"),
    ]
    game = table(leads=leads, stack=[dead("x", stability=True), *"mnopqrs"])
    game.play("play a 1; check; play b 1; play c 1; close 1; done")
    assert (game["pending"], game.moves()) == ("bonus", {"take x", "decline"})


def test_w6_5_five_types_bring_no_bonus(table: Table) -> None:
    game = six_types(table, "person")
    game.play("done")
    assert (game["pending"], game["turn"]) == ("action", 4)


def test_w6_5_an_empty_stability_area_brings_no_bonus(table: Table) -> None:
    game = table(leads=[clue("b", SIX)])
    game.play("play b 1; close 1; done")
    assert (game["pending"], game["turn"]) == ("action", 3)
