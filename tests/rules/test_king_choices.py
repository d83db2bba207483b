"""The choices C8 and C10 to C12 of docs/rulings.md: Passion cards of The King in Yellow."""

import pytest

from tests.rules.table import STACK, CardLike, Game, Table, clue, dead, passion
from tests.rules.test_king_passion import ROW, entered, penalties


def test_c8_a_card_that_replaces_has_its_effect_before_the_next(yellow: Table) -> None:
    leads: list[CardLike] = ["l1", "l2", passion("q", "discard-hand")]
    game = yellow(leads=leads, stack=[passion("p", "to-front"), *STACK], reshuffles=["s5 q s4 l5"])
    game.play("pass")
    assert (game["leads"], game["stack"][:2]) == (["p", "s5", "q"], ["s4", "l5"])
    assert (game["pending"], game["turn"], game["shuffles"]) == ("immediate", 1, 1)
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}
    game.play("discard h1")
    assert (game["leads"], game["turn"]) == (["p", "s5", "q", "s4", "l5"], 2)


def test_c8_a_replacing_discard_top_takes_the_next_card(yellow: Table) -> None:
    leads: list[CardLike] = ["l1", passion("q", "discard-hand"), "l3"]
    stack: list[CardLike] = [passion("p", "to-front"), passion("r", "discard-top"), *STACK]
    game = yellow(leads=leads, stack=stack, reshuffles=["r s1 s2 s3 s4"])
    game.play("pass")
    assert (game["leads"], game["discard"]) == (["p", "r", "s2", "s3", "s4"], ["l1", "s1"])


@pytest.mark.parametrize(
    ("before", "after", "leads"),
    [
        ([], ["s1", "s2"], ["p", "s6", "l5", "s7", "s8"]),
        (["s1"], ["s2"], ["p", "s6", "l5", "s7", "s8"]),
        (["s1", "s2"], [], ["p", "s6", "l5", "s7", "s8"]),
    ],
)
def test_c8_the_refill_goes_on_afterwards(
    yellow: Table, before: list[str], after: list[str], leads: list[str]
) -> None:
    stack: list[CardLike] = [*before, passion("p", "to-front"), *after, *STACK[2:]]
    game = yellow(
        leads=[clue("a", effects="discard-lead discard-lead")],
        stack=stack,
        reshuffles=["s6 l2 l5 l3 s7 s8"],
    )
    game.play("play a 1; discard l2; discard l3")
    assert (game["leads"], game["shuffles"]) == (leads, 1)
    assert game["stack"] == ["l4", "s1", "s2", "s3", "s4", "s5", "s9"]
    assert game["discard"] == ["l2", "l3"]


def test_c8_without_other_leads_nothing_is_shuffled(yellow: Table) -> None:
    leads = [clue("a", effects="discard-lead " * 4)]
    game = yellow(leads=leads, stack=[passion("p", "to-front"), *STACK], reshuffles=["s9"])
    game.play("play a 1; discard l2; discard l3; discard l4; discard l5")
    assert (game["leads"], game["shuffles"]) == (["p", "s1", "s2", "s3", "s4"], 0)
    assert game["stack"] == ["s5", "s6", "s7", "s8", "s9"]


def test_c8_only_the_row_is_shuffled_in(yellow: Table) -> None:
    game = yellow(
        leads=["l1", dead("t", time=True)],
        stack=["s1", passion("p", "to-front"), "s2"],
        reshuffles=["l1 t h1 s2 l5 s1 l4 l3"],
    )
    game.play("pass; pass")
    assert (game["leads"], game["stack"]) == (["p", "s2", "l5", "s1", "l4"], ["l3"])
    assert (game["discard"], game["time"], game["hand"]) == (["l1"], ["t"], ["h1", "h2", "h3"])
    assert game.open_cases() == [1, 2]


def test_c8_an_unknown_shuffle_ends_the_known_game(yellow: Table) -> None:
    game = entered(yellow, "to-front")
    assert (game["status"], game["pending"], game.moves()) == ("unknown-shuffle", "over", set())


def test_c10_an_empty_stack_brings_a_victim_and_the_discards(yellow: Table) -> None:
    game = yellow(leads=["l1", "l2"], stack=["s1", passion("p", "discard-top")])
    game.play("take; discard h1; pass")
    assert game["status"] == "unknown-shuffle"
    game = yellow(
        leads=["l1", "l2"], stack=["s1", passion("p", "discard-top")], reshuffles=["l2 h1"]
    )
    game.play("take; discard h1; pass")
    assert (game["leads"], game["discard"]) == (["l3", "l4", "l5", "s1", "p"], ["l2"])
    assert (game["stack"], game["shuffles"], game.open_cases()) == (["h1"], 1, [1, 2, 3])


def test_c10_a_missing_victim_loses_at_once(yellow: Table) -> None:
    game = yellow(stack=[passion("p", "discard-top")], settings={"victims": 2})
    game.play("pass")
    assert (game["status"], game["pending"], game["turn"]) == ("lost", "over", 1)
    assert (game["discard"], game["leads"]) == (["l1"], [*ROW, "p"])


def used_up(yellow: Table, victims: int) -> Game:
    """At set-up three cards are discarded to the time area, the fourth finds no card left."""
    tops = [passion(f"p{place}", "discard-top") for place in range(1, 5)]
    times = [dead(f"t{place}", time=True) for place in range(1, 4)]
    return yellow(
        leads=[tops[2], times[1], tops[1], times[0], tops[0]],
        hand=[times[2], "d", tops[3]],
        stack=[],
        settings={"victims": victims},
    )


def test_c10_a_missing_victim_loses_at_setup_too(yellow: Table) -> None:
    game = used_up(yellow, victims=2)
    assert (game["leads"], game["hand"]) == (["p4", "d", "p3", "p2", "p1"], [])
    assert (game["time"], game["shuffles"]) == (["t1", "t2", "t3"], 0)
    assert (game["status"], game["pending"], game.moves()) == ("lost", "over", set())


def test_c10_without_any_card_the_setup_ends(yellow: Table) -> None:
    game = used_up(yellow, victims=5)
    assert (game["leads"], game["hand"]) == (["p4", "d", "p3", "p2", "p1"], [])
    assert (game.open_cases(), game["shuffles"], game["turn"]) == ([1, 2, 3], 1, 1)
    assert (game["status"], game.moves()) == ("playing", {"take", "pass"})


def test_c10_without_any_card_the_refill_ends(yellow: Table) -> None:
    leads = [clue("a", effects="take-lead")]
    hand = [dead("t", time=True)]
    game = yellow(leads=leads, hand=hand, stack=[passion("p", "discard-top")])
    game.play("play a 1; take l2; discard t")
    assert (game["leads"], game["stack"]) == (["l3", "l4", "l5", "p"], [])
    assert (game["time"], game["discard"]) == (["t"], [])
    assert (game.open_cases(), game["shuffles"], game["turn"]) == ([1, 2, 3], 1, 2)


@pytest.mark.parametrize("effect", ["reshuffle-stability", "reshuffle-time"])
def test_c11_an_empty_area_is_not_shuffled(yellow: Table, effect: str) -> None:
    game = entered(yellow, effect, order="s9 s8")
    assert (game["shuffles"], game["stack"]) == (0, list(STACK))
    assert (game["stability"], game["time"], game["leads"]) == ([], [], [*ROW, "p"])


def test_c11_the_icons_of_the_dealt_cards_do_not_matter(yellow: Table) -> None:
    game = penalties(yellow, "reshuffle-stability", "o w x y")
    assert game["stability"] == ["o", "w"]
    game = penalties(yellow, "reshuffle-time", "o q t u")
    assert (game["time"], game["stability"]) == (["o", "q"], ["x", "y"])


def test_c11_an_empty_stack_needs_no_victim(yellow: Table) -> None:
    stack: list[CardLike] = ["s1", passion("p", "reshuffle-time")]
    game = yellow(leads=[dead("t", time=True), "l2"], stack=stack)
    game.play("pass; pass")
    assert (game["time"], game["stack"], game["discard"]) == (["t"], [], ["l2"])
    assert (game.open_cases(), game["shuffles"]) == ([1, 2], 1)


def test_c11_an_unknown_shuffle_ends_the_known_game(yellow: Table) -> None:
    stack: list[CardLike] = ["s1", passion("p", "reshuffle-time"), "s2"]
    game = yellow(leads=[dead("t", time=True), "l2"], stack=stack)
    game.play("pass; pass")
    assert game["status"] == "unknown-shuffle"


def test_c12_an_empty_hand_is_not_asked_for(yellow: Table) -> None:
    leads = [clue("a", effects="discard-hand " * 3)]
    game = yellow(leads=leads, stack=[passion("p", "discard-hand"), *STACK])
    game.play("play a 1; discard h1; discard h2; discard h3")
    assert (game["pending"], game["turn"], game["leads"]) == ("action", 2, [*ROW, "p"])


def test_c12_empty_lines_are_not_asked_for(yellow: Table) -> None:
    game = entered(yellow, "discard-case")
    assert (game["pending"], game["turn"], game["leads"]) == ("action", 2, [*ROW, "p"])
    assert (game["discard"], game["hand"]) == (["l1"], ["h1", "h2", "h3"])


def test_c12_a_single_card_is_still_a_decision(yellow: Table) -> None:
    stack: list[CardLike] = [passion("p", "discard-case"), *STACK]
    game = yellow(leads=[clue("a")], stack=stack)
    game.play("play a 2")
    assert (game["pending"], game["turn"], game.moves()) == ("immediate", 1, {"discard a"})
    game.play("discard a")
    assert (game.case(2)["last"], game["discard"], game["turn"]) == (None, ["a"], 2)


def test_r12_a_hand_card_that_cannot_be_drawn_at_setup_is_not_demanded_again(yellow: Table) -> None:
    leads = [passion("p", "discard-top")]
    hand = [dead("t", time=True), dead("x"), dead("y")]
    game = yellow(leads=leads, hand=hand, stack=[])
    assert (game["hand"], game["time"], game["stack"]) == (["x", "y"], ["t"], [])
    assert (game.open_cases(), game["shuffles"], game["turn"]) == ([1, 2, 3], 1, 1)
