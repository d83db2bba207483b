"""Rules K11 and ruling R17: the immediate effects of Passion cards."""

import pytest

from casecracker.engine.errors import IllegalMoveError
from tests.rules.table import FIVE, STACK, CardLike, Game, Table, clue, dead, passion

ROW = ["l2", "l3", "l4", "l5"]


def entered(yellow: Table, effect: str, *stack: CardLike, order: str = "") -> Game:
    """The first turn passed and `p` with this effect came in: discard holds l1."""
    game = yellow(
        stack=[passion("p", effect), *(stack or STACK)], reshuffles=[order] if order else []
    )
    game.play("pass")
    return game


def test_k11_1_a_card_has_its_effect_when_it_enters_the_row(yellow: Table) -> None:
    game = entered(yellow, "discard-top")
    assert (game["leads"], game["discard"]) == ([*ROW, "p"], ["l1", "s1"])
    assert (game["stack"][0], game["turn"], game["pending"]) == ("s2", 2, "action")


@pytest.mark.parametrize("line", ["pass", "take; discard h1", "take; discard p", "play p 1"])
def test_k11_1_it_has_none_when_it_leaves_the_row(yellow: Table, line: str) -> None:
    game = yellow(
        leads=[clue(f"a{place}") for place in range(1, 6)],
        stack=[clue("p", "passion", immediate="discard-top"), *STACK],
    )
    game.play("play a1 1; play a2 1; play a3 1; play a4 1; play a5 2")
    assert (game["leads"], game["discard"]) == (["p", "s2", "s3", "s4", "s5"], ["s1"])
    game.play(line)
    assert (game["leads"], game["stack"]) == (
        ["s2", "s3", "s4", "s5", "s6"],
        ["s7", "s8", "s9"],
    )


def test_k11_1_it_has_none_when_it_is_played_from_hand(yellow: Table) -> None:
    hand = [clue("p", "passion", immediate="discard-top"), passion("q", "discard-hand")]
    game = yellow(hand=hand)
    game.play("hand; play p 1")
    assert (game["leads"], game["discard"], game["turn"]) == ([*ROW, "s1"], ["l1"], 2)
    game.play("take; take; discard q")
    assert (game["discard"], game["pending"], game["turn"]) == (["l1", "q"], "action", 4)


def test_k11_1_it_has_none_when_a_check_draws_it(yellow: Table) -> None:
    leads = [clue("a", effects="stability-check")]
    game = yellow(leads=leads, stack=[passion("p", "discard-top"), *STACK])
    game.play("play a 1; check")
    assert (game["leads"], game["discard"], game["turn"]) == ([*ROW, "s1"], ["p"], 2)


def test_k11_1_it_has_none_when_a_search_takes_it(yellow: Table) -> None:
    leads = [clue("a", effects="search-stack")]
    stack: list[CardLike] = ["s1", passion("p", "discard-hand"), "s2"]
    game = yellow(leads=leads, stack=stack, reshuffles=["s2"])
    game.play("play a 1; search p; discard h1")
    assert (game["leads"], game["stack"], game["turn"]) == ([*ROW, "s2"], ["s1"], 2)
    assert game["hand"] == ["h2", "h3", "p"]


def test_k11_2_to_front_replaces_the_row(yellow: Table) -> None:
    game = entered(yellow, "to-front", order="s5 l3 s2 l2 s8")
    assert game["leads"] == ["p", "s5", "l3", "s2", "l2"]
    assert game["stack"] == ["s8", "l4", "l5", "s1", "s3", "s4", "s6", "s7", "s9"]
    assert (game["discard"], game["shuffles"], game["turn"]) == (["l1"], 1, 2)
    game.play("pass")
    assert (game["discard"], game["leads"][0]) == (["l1", "p"], "s5")


def test_k11_2_it_is_the_first_lead_from_then_on(yellow: Table) -> None:
    front = clue("p", "passion", immediate="to-front")
    game = yellow(stack=[front, *STACK], reshuffles=["s9"])
    game.play("pass")
    assert game.moves() == {"take", "pass", "play p 1", "play p 2"}


def test_k11_2_its_effect_is_mandatory(yellow: Table) -> None:
    game = entered(yellow, "to-front", order="l2 l3 l4 l5")
    assert (game["leads"], game["shuffles"]) == (["p", "l2", "l3", "l4", "l5"], 1)


@pytest.mark.parametrize("icon", [True, False])
def test_k11_3_discard_top_goes_by_the_hourglass(yellow: Table, icon: bool) -> None:
    game = entered(yellow, "discard-top", dead("t", time=icon, stability=True), "s1", "s2")
    assert (game["time"], game["discard"]) == ((["t"], ["l1"]) if icon else ([], ["l1", "t"]))
    assert (game["stability"], game["leads"]) == ([], [*ROW, "p"])
    assert game["stack"] == ["s1", "s2"]


def penalties(yellow: Table, effect: str, order: str) -> Game:
    """Stability holds x and y, time holds t and u; then `p` with this effect comes in."""
    leads = [
        clue("a", effects="stability-check stability-check"),
        dead("t", time=True),
        dead("u", time=True),
    ]
    stack: list[CardLike] = [
        *(dead("x", stability=True), dead("y", stability=True)),
        *("m", "n", passion("p", effect), "o", "q", "r", "s", dead("w", time=True)),
    ]
    game = yellow(leads=leads, stack=stack, reshuffles=[order])
    game.play("play a 1; check; check; pass; pass")
    return game


def test_k11_4_reshuffle_stability_replaces_that_area(yellow: Table) -> None:
    game = penalties(yellow, "reshuffle-stability", "r y s t x u")
    assert (game["stability"], game["time"]) == (["r", "y"], ["t", "u"])
    assert (game["stack"], game["shuffles"]) == (["s", "x", "o", "q", "w"], 1)
    assert (game["leads"], game["discard"]) == (["l4", "l5", "m", "n", "p"], [])
    assert (game["turn"], game["pending"]) == (4, "action")


def test_k11_5_reshuffle_time_replaces_that_area(yellow: Table) -> None:
    game = penalties(yellow, "reshuffle-time", "q x t r y u")
    assert (game["stability"], game["time"]) == (["x", "y"], ["q", "t"])
    assert (game["stack"], game["shuffles"]) == (["r", "u", "o", "s", "w"], 1)
    assert (game["leads"], game["discard"]) == (["l4", "l5", "m", "n", "p"], [])


@pytest.mark.parametrize("effect", ["reshuffle-stability", "reshuffle-time"])
def test_k11_5_each_leaves_the_other_area_alone(yellow: Table, effect: str) -> None:
    game = penalties(yellow, effect, "t u x y o")
    other = "time" if effect == "reshuffle-stability" else "stability"
    assert game[other] == (["t", "u"] if other == "time" else ["x", "y"])
    own = "stability" if other == "time" else "time"
    assert game[own] == (["x", "y"] if own == "stability" else ["t", "u"])


@pytest.mark.parametrize("icon", [True, False])
def test_k11_6_discard_hand_discards_a_card_of_choice(yellow: Table, icon: bool) -> None:
    game = yellow(
        hand=["h1", dead("h2", time=icon), "h3"], stack=[passion("p", "discard-hand"), *STACK]
    )
    game.play("pass")
    assert (game["pending"], game["turn"], game["leads"]) == ("immediate", 1, [*ROW, "p"])
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}
    with pytest.raises(IllegalMoveError):
        game.play("discard p")
    game.play("discard h2")
    assert (game["hand"], game["turn"], game["pending"]) == (["h1", "h3"], 2, "action")
    assert (game["time"], game["discard"]) == ((["h2"], ["l1"]) if icon else ([], ["h2", "l1"]))


def lines(yellow: Table, *, icon: bool = False) -> Game:
    """Case 1 holds a, b, c, case 2 holds d; then a card with discard-case comes in."""
    leads = [
        clue("a", right="interview", attributes="key"),
        clue("b", left="interview", right="research surveillance", time=icon),
        clue("c", right="collection"),
        clue("d"),
    ]
    stack: list[CardLike] = [clue("m"), "n", "o", passion("p", "discard-case"), *"qrstuv"]
    game = yellow(leads=leads, stack=stack)
    game.play("play a 1; play b 1; play c 1; play d 2")
    return game


def test_k11_7_discard_case_takes_any_card_of_the_open_lines(yellow: Table) -> None:
    game = lines(yellow)
    assert (game["pending"], game["turn"]) == ("immediate", 4)
    assert game.moves() == {"discard a", "discard b", "discard c", "discard d"}
    game.play("discard d")
    assert (game.case(2)["order"], game.case(2)["last"]) == ([], None)
    assert (game["discard"], game["turn"], game["pending"]) == (["d"], 5, "action")
    assert game["leads"] == ["l5", "m", "n", "o", "p"]


@pytest.mark.parametrize("icon", [True, False])
def test_k11_7_the_card_goes_by_its_icon(yellow: Table, icon: bool) -> None:
    game = lines(yellow, icon=icon)
    game.play("discard b")
    assert (game["time"], game["discard"]) == ((["b"], []) if icon else ([], ["b"]))
    assert (game.case(1)["order"], game.case(1)["line"]) == (["a", "c"], ["a", "c"])
    assert game.case(2)["order"] == ["d"]


@pytest.mark.parametrize(
    ("card", "last", "first", "second"),
    [
        ("a", "c", {"hand", "play l5 1"}, {"hand", "play m 2"}),
        ("b", "c", {"hand", "play l5 1"}, {"hand", "play m 2"}),
        ("c", "b", set(), {"play m 1", "play m 2"}),
    ],
)
def test_k11_7_the_card_before_the_last_comes_to_light(
    yellow: Table, card: str, last: str, first: set[str], second: set[str]
) -> None:
    game = lines(yellow)
    game.play(f"discard {card}")
    assert game.case(1)["last"] == last
    assert game.moves() == {"take", "pass", *first}
    game.play("pass")
    assert game.moves() == {"take", "pass", *second}


def test_k11_7_a_second_card_may_come_to_light(yellow: Table) -> None:
    leads = [clue("a", right="interview"), clue("b", left="interview"), clue("c"), clue("z")]
    stack: list[CardLike] = [
        *("m", "n", passion("p", "discard-case"), passion("q", "discard-case")),
        *(clue("i", left="interview"), *"rstu"),
    ]
    game = yellow(leads=leads, stack=stack)
    game.play("play a 1; play b 1; play c 1; discard b")
    assert game.case(1)["order"] == ["a", "c"]
    game.play("play z 2; discard c")
    assert (game.case(1)["order"], game.case(1)["last"]) == (["a"], "a")
    assert (game.case(2)["order"], game["discard"]) == (["z"], ["b", "c"])
    game.play("pass; pass; pass; pass; pass")
    assert game.moves() == {"take", "pass", "play i 1"}


def test_r17_each_effect_comes_before_the_next_card(yellow: Table) -> None:
    leads = [clue("a", effects="discard-lead discard-lead discard-lead")]
    stack: list[CardLike] = [
        passion("p", "discard-top"),
        "s1",
        passion("q", "discard-hand"),
        *STACK[1:],
    ]
    game = yellow(leads=leads, stack=stack)
    game.play("play a 1; discard l2; discard l3; discard l4")
    assert (game["leads"], game["stack"][0]) == (["l5", "p", "q"], "s2")
    assert (game["discard"], game["pending"]) == (["l2", "l3", "l4", "s1"], "immediate")
    game.play("discard h3")
    assert (game["leads"], game["hand"]) == (["l5", "p", "q", "s2", "s3"], ["h1", "h2"])


def test_r17_a_reshuffle_decides_the_next_card(yellow: Table) -> None:
    leads = [dead("t", time=True), clue("a", effects="discard-lead")]
    stack: list[CardLike] = ["s1", passion("p", "reshuffle-time"), *STACK[1:]]
    game = yellow(leads=leads, stack=stack, reshuffles=["s7 t s5"])
    game.play("pass; play a 1; discard l4")
    assert (game["time"], game["leads"]) == (["s7"], ["l3", "l5", "s1", "p", "t"])
    assert game["stack"][0] == "s5"


def test_r17_links_are_not_checked_again(yellow: Table) -> None:
    game = lines(yellow)
    game.play("discard b")
    assert game.case(1)["order"] == ["a", "c"]


def test_r17_a_lock_may_lose_its_key(yellow: Table) -> None:
    leads = [
        clue("k", attributes="key"),
        clue("l", attributes="lock"),
        clue("j", attributes="key"),
        clue("m", attributes="lock"),
    ]
    game = yellow(leads=leads, stack=["n", passion("p", "discard-case"), *STACK])
    game.play("play k 1; play l 1; discard k")
    assert game.case(1)["order"] == ["l"]
    game.play("play j 1")
    assert (game.case(1)["order"], game.moves()) == (["l", "j"], {"take", "pass"})


def test_r17_a_lock_that_leaves_sets_its_key_free(yellow: Table) -> None:
    leads = [
        clue("k", attributes="key"),
        clue("l", attributes="lock"),
        clue("m", attributes="lock"),
    ]
    for card, plays in (("l", {"play m 1"}), ("k", set())):
        game = yellow(leads=leads, stack=["n", passion("p", "discard-case"), *STACK])
        game.play(f"play k 1; play l 1; discard {card}")
        assert game.moves() == {"take", "pass", *plays}


def test_r17_a_discarded_card_no_longer_counts_for_closing(yellow: Table) -> None:
    leads = [clue("a", FIVE), clue("b", attributes="colour"), clue("c", yellow_minimum=1)]
    for card, moves in (("a", {"play c 1"}), ("b", {"close 1"})):
        game = yellow(leads=leads, stack=["n", passion("p", "discard-case"), *STACK])
        game.play(f"play a 1; play b 1; discard {card}")
        assert game.moves() == {"take", "pass", *moves}


def test_r17_strain_counts_the_cards_that_still_lie_there(yellow: Table) -> None:
    cards = [clue(f"c{place}") for place in range(1, 9)]
    draws = [dead(f"d{place}", stability=True) for place in range(1, 9)]
    stack: list[CardLike] = [*cards[5:], *draws[:3], passion("p", "discard-case"), *draws[3:]]
    game = yellow(leads=cards[:5], stack=stack)
    game.play("; ".join(f"play c{place} 1" for place in range(1, 8)))
    assert game["pending"] == "immediate"
    game.play("discard c3; play c8 1")
    assert (game["stability"], game["turn"]) == ([], 9)
    assert len(game.case(1)["order"]) == 7


def test_r17_other_cases_are_left_alone(yellow: Table) -> None:
    leads: list[CardLike] = [clue("b", FIVE), clue("c"), "l3", clue("d")]
    stack: list[CardLike] = ["m", "n", "o", passion("p", "discard-case"), *"qrstu"]
    game = yellow(leads=leads, stack=stack)
    game.play("play b 1; play c 1; close 1; done; play d 2")
    assert (game["pending"], game.moves()) == ("immediate", {"discard d"})
    game.play("discard d")
    assert (game["closed"], game["discard"]) == (["b", "c"], ["d", "l3"])
