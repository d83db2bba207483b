"""Rules G4 and G5, rulings R8 and C23: turns, plays and effects of Infinite Gulfs of Darkness."""

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.errors import IllegalMoveError
from tests.rules.gulfs_table import GulfsTable, case_card, first
from tests.rules.table import FIVE, STACK, Game, clue, dead


def test_g4_1_one_of_five_actions(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[clue("b", FIVE), clue("c")], hand=[clue("h")])
    game.play("play b 1")
    assert game.moves() == {"take", "play c 1", "play c 2", "hand", "close 1", "pass"}
    assert (game.case(1)["line"], game["leads"]) == (["b"], ["c", "l3", "l4", "l5", "s1"])


def test_g4_1_discards_go_by_the_hourglass(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[dead("t", time=True), "l2"], hand=[clue("h")])
    game.play("pass; hand; play h 1; take")
    assert (game["time"], game["discard"], game["hand"]) == (["t"], ["l2"], ["h2", "h3", "l3"])
    assert (game["turn"], game["pending"]) == (4, "action")


def stubborn(card: str, *, time: bool = False) -> Clue:
    """A card that cannot be discarded and fits nowhere."""
    return dead(card, attributes="no-discard", time=time)


def test_g4_2_another_card_is_discarded_to_the_hand_limit(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[stubborn("n")])
    game.play("take")
    assert game.moves() == {"discard h2", "discard h3", "discard l1"}
    with pytest.raises(IllegalMoveError):
        game.play("discard n")
    game.play("discard h2")
    assert (game["hand"], game["discard"]) == (["h3", "l1", "n"], ["h2"])


def test_g4_2_another_card_is_discarded_by_an_effect(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="discard-hand discard-lead"), stubborn("m")]
    game = gulfs(leads=leads, hand=[stubborn("n")])
    game.play("play a 1")
    assert game.moves() == {"discard h2", "discard h3"}
    game.play("discard h3")
    assert game.moves() == {"discard l3", "discard l4", "discard l5"}


def test_g4_2_it_leaves_the_hand_in_other_ways(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[clue("n", attributes="no-discard")])
    game.play("hand; play n 1")
    assert (game.case(1)["line"], game["hand"]) == (["n"], ["h2", "h3"])


def test_g4_3_with_no_other_card_it_is_discarded_to_the_discard_area(gulfs: GulfsTable) -> None:
    hand = [stubborn("n", time=True), stubborn("o"), stubborn("p")]
    game = gulfs(leads=[stubborn("m", time=True)], hand=hand)
    game.play("take")
    assert game.moves() == {"discard m", "discard n", "discard o", "discard p"}
    game.play("discard m")
    assert (game["discard"], game["time"], game["hand"]) == (["m"], [], ["n", "o", "p"])


def test_g4_3_an_effect_takes_it_where_nothing_else_is(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="discard-hand discard-hand discard-hand")]
    game = gulfs(leads=leads, hand=[stubborn("n", time=True)])
    game.play("play a 1; discard h2; discard h3")
    assert game.moves() == {"discard n"}
    game.play("discard n")
    assert (game["discard"], game["time"], game["hand"]) == (["h2", "h3", "n"], [], [])


def test_c23_as_the_first_lead_it_goes_to_the_discard_area(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[stubborn("n", time=True), dead("t", time=True)])
    game.play("pass; pass")
    assert (game["discard"], game["time"]) == (["n"], ["t"])


@pytest.mark.parametrize("icon", [True, False])
def test_c23_a_check_discards_it_to_the_discard_area(gulfs: GulfsTable, icon: bool) -> None:
    drawn = dead("n", attributes="no-discard", time=True, stability=icon)
    game = gulfs(leads=[clue("a", effects="stability-check")], stack=[drawn, *STACK])
    game.play("play a 1; check")
    assert (game["time"], game["stability"], game["discard"]) == (
        [],
        ["n"] if icon else [],
        [] if icon else ["n"],
    )


def test_g5_1_a_line_begins_at_its_case_card(gulfs: GulfsTable) -> None:
    cases = [first(), case_card(2, "interview surveillance", start=True)]
    game = gulfs(cases=cases, leads=[clue("a", left="surveillance"), clue("any", left="any")])
    assert game.moves() == {"take", "pass", "play a 2"}
    game.play("play a 2")
    assert game.moves() == {"take", "pass", "play any 1", "play any 2"}
    assert (game.case(2)["last"], game.case(1)["last"]) == ("a", None)


def test_g5_1_the_case_card_does_not_count_for_a_minimum(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[clue("a"), clue("m", minimum=1)])
    game.play("play a 1")
    assert game.moves() == {"take", "pass", "play m 1"}


def test_g5_1_the_eighth_card_costs_a_check(gulfs: GulfsTable) -> None:
    cards = [clue(f"c{place}") for place in range(1, 9)]
    draws = [dead(f"d{place}", stability=place == 5) for place in range(1, 9)]
    game = gulfs(leads=cards[:5], stack=[*cards[5:], *draws])
    game.play("; ".join(f"play {card.id} 1" for card in cards[:7]))
    assert (game["stability"], game["leads"]) == ([], ["c8", "d1", "d2", "d3", "d4"])
    game.play("play c8 1")
    assert (game["stability"], game["leads"][-1]) == (["d5"], "d6")


def opens(gulfs: GulfsTable, line: str, lock: str) -> bool:
    """Whether a card with that lock can be played after cards with these attributes."""
    cards = [clue(f"c{place}", attributes=mark) for place, mark in enumerate(line.split())]
    game = gulfs(leads=[*cards, clue("x", attributes=lock)])
    for card in cards:
        game.play(f"play {card.id} 1")
    assert "play x 2" not in game.moves()
    return "play x 1" in game.moves()


def test_g5_2_a_key_of_either_kind_opens_a_lock(gulfs: GulfsTable) -> None:
    assert not opens(gulfs, "", "lock")
    assert opens(gulfs, "key", "lock")
    assert opens(gulfs, "skeleton-key", "lock")


def test_g5_2_each_key_allows_one_lock(gulfs: GulfsTable) -> None:
    assert not opens(gulfs, "key lock", "lock")
    assert not opens(gulfs, "skeleton-key lock", "lock")
    assert opens(gulfs, "key skeleton-key lock", "lock")


def test_g5_3_a_skeleton_lock_needs_a_skeleton_key(gulfs: GulfsTable) -> None:
    assert not opens(gulfs, "", "skeleton-lock")
    assert not opens(gulfs, "key", "skeleton-lock")
    assert opens(gulfs, "skeleton-key", "skeleton-lock")


def test_g5_3_each_skeleton_key_allows_one_lock(gulfs: GulfsTable) -> None:
    assert not opens(gulfs, "skeleton-key skeleton-lock", "skeleton-lock")
    assert not opens(gulfs, "skeleton-key lock", "skeleton-lock")
    assert opens(gulfs, "skeleton-key skeleton-key lock", "skeleton-lock")


@pytest.mark.parametrize(
    ("line", "plain", "skeleton"),
    [
        ("skeleton-key key lock", True, True),
        ("skeleton-key key skeleton-lock", True, False),
        ("skeleton-key key lock lock", False, False),
        ("skeleton-key key lock skeleton-lock", False, False),
        ("skeleton-key lock key", True, True),
        ("skeleton-key skeleton-key skeleton-lock", True, True),
        ("key key lock", True, False),
    ],
)
def test_r8_a_skeleton_key_opens_both_and_a_key_plain_locks_only(
    gulfs: GulfsTable, line: str, plain: bool, skeleton: bool
) -> None:
    assert opens(gulfs, line, "lock") is plain
    assert opens(gulfs, line, "skeleton-lock") is skeleton


def test_r8_a_skeleton_key_on_the_lock_itself_does_not_count_for_it(gulfs: GulfsTable) -> None:
    assert not opens(gulfs, "", "skeleton-lock skeleton-key")
    game = gulfs(
        leads=[
            clue("k", attributes="skeleton-key"),
            clue("a", attributes="skeleton-lock skeleton-key"),
            clue("x", attributes="skeleton-lock"),
        ]
    )
    game.play("play k 1; play a 1")
    assert "play x 1" in game.moves()


@pytest.mark.parametrize(("lock", "opened"), [("lock", True), ("skeleton-lock", False)])
def test_r8_a_key_effect_counts_on_both_sides(gulfs: GulfsTable, lock: str, opened: bool) -> None:
    leads = [
        clue("k", attributes="key"),
        clue("s", attributes="skeleton-lock"),
        clue("x", attributes=lock),
    ]
    game = gulfs(leads=leads, contact="key")
    game.play("play k 1")
    assert game.moves() == {"take", "pass", "play s 1 key", "play s 2 key"}
    game.play("play s 1 key")
    assert game.case(1)["key_effects"] == 1
    assert ("play x 1" in game.moves()) is opened


def with_machine(gulfs: GulfsTable, leads: list[Clue], *, machine: bool = True) -> Game:
    """A game with these leads and the Machine in hand, or not."""
    hand = [dead("mac", attributes="machine")] if machine else []
    return gulfs(leads=leads, hand=hand)


@pytest.mark.parametrize("machine", [True, False])
def test_g5_4_purple_on_the_left_edge(gulfs: GulfsTable, machine: bool) -> None:
    leads = [clue("x", left="interview", left_purple="research")]
    game = with_machine(gulfs, leads, machine=machine)
    assert game.moves() == {"take", "pass", *(("play x 1", "play x 2") if machine else ())}


@pytest.mark.parametrize("machine", [True, False])
def test_g5_4_purple_on_the_right_edge(gulfs: GulfsTable, machine: bool) -> None:
    leads = [clue("a", right="surveillance", right_purple="interview"), clue("x", left="interview")]
    game = with_machine(gulfs, leads, machine=machine)
    game.play("play a 1")
    assert game.moves() == {"take", "pass", *(("play x 1",) if machine else ())}


@pytest.mark.parametrize("machine", [True, False])
def test_g5_4_purple_on_a_case_card(gulfs: GulfsTable, machine: bool) -> None:
    hand = [dead("mac", attributes="machine")] if machine else []
    cases = [case_card(1, "surveillance", right_purple="interview", start=True)]
    game = gulfs(cases=cases, leads=[clue("x", left="interview")], hand=hand)
    assert game.moves() == {"take", "pass", *(("play x 1",) if machine else ())}


@pytest.mark.parametrize("machine", [True, False])
def test_g5_4_an_edge_of_purple_alone(gulfs: GulfsTable, machine: bool) -> None:
    game = with_machine(gulfs, [clue("x", left="", left_purple="any")], machine=machine)
    assert game.moves() == {"take", "pass", *(("play x 1", "play x 2") if machine else ())}


def test_c27_black_techniques_count_beside_the_purple_ones(gulfs: GulfsTable) -> None:
    leads = [
        clue("a", left="interview research", left_purple="surveillance", right_purple="interview"),
        clue("b", left="interview"),
        clue("c"),
    ]
    game = with_machine(gulfs, leads)
    game.play("play a 1")
    assert game.moves() == {"take", "pass", "play b 1"}
    game.play("play b 1")
    assert game.moves() == {"take", "pass", "play c 1", "play c 2"}


def test_c27_purple_meets_purple(gulfs: GulfsTable) -> None:
    leads = [
        clue("a", right="surveillance", right_purple="interview"),
        clue("b", left="research", left_purple="interview"),
    ]
    game = with_machine(gulfs, leads)
    game.play("play a 1")
    assert "play b 1" in game.moves()
    without = with_machine(gulfs, leads, machine=False)
    without.play("play a 1")
    assert "play b 1" not in without.moves()


def test_g5_5_search_menace_puts_any_menace_into_play(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[clue("a", effects="search-menace")])
    game.play("play a 1")
    assert game.moves() == {"menace m1", "menace m2", "menace m3", "menace m4", "decline"}
    game.play("menace m3")
    assert (game["menaces_active"], game["menaces_left"]) == (["m3"], ["m1", "m2", "m4"])
    assert (game["shuffles"], game["turn"]) == (0, 2)


def test_g5_5_search_menace_declined_or_impossible(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="search-menace draw-menace search-menace")]
    game = gulfs(leads=leads, menaces=["m1"])
    game.play("play a 1; decline; menace")
    assert game.moves() == {"decline"}
    game.play("decline")
    assert (game["menaces_active"], game["status"], game["turn"]) == (["m1"], "playing", 2)


def test_g5_6_draw_menace_puts_the_top_menace_into_play(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[clue("a", effects="draw-menace")])
    game.play("play a 1")
    assert game.moves() == {"menace"}
    game.play("menace")
    assert (game["menaces_active"], game["menaces_left"]) == (["m1"], ["m2", "m3", "m4"])


def closing_effect(gulfs: GulfsTable, number: int, case: int) -> Game:
    """A card with that closing effect was played to a case; cases 5 and 6 are open."""
    game = gulfs(
        cases=[case_card(5, start=True), case_card(6, start=True)],
        leads=[clue("n"), clue("a", effects=f"close-{number}")],
    )
    game.play(f"play n {case}; play a {case}")
    return game


def test_g5_7_close_5_closes_case_5(gulfs: GulfsTable) -> None:
    game = closing_effect(gulfs, 5, 5)
    assert game.moves() == {"close 5"}
    game.play("close 5")
    assert (game.open_cases(), game["closed"]) == ([1, 2, 6], ["a", "n"])


@pytest.mark.parametrize("case", [1, 6])
def test_g5_7_close_5_closes_no_other_case(gulfs: GulfsTable, case: int) -> None:
    game = closing_effect(gulfs, 5, case)
    assert game.moves() == {"skip"}
    game.play("skip")
    assert (game.open_cases(), game["turn"]) == ([1, 2, 5, 6], 3)


def test_g5_8_close_6_closes_case_6(gulfs: GulfsTable) -> None:
    game = closing_effect(gulfs, 6, 6)
    assert game.moves() == {"close 6"}
    game.play("close 6")
    assert (game.open_cases(), game["closed"]) == ([1, 2, 5], ["a", "n"])


@pytest.mark.parametrize("case", [1, 5])
def test_g5_8_close_6_closes_no_other_case(gulfs: GulfsTable, case: int) -> None:
    game = closing_effect(gulfs, 6, case)
    assert game.moves() == {"skip"}


def test_g5_9_prevent_next_covers_the_next_card_of_that_case(gulfs: GulfsTable) -> None:
    leads = [
        clue("a", effects="prevent-next"),
        clue("b", effects="discard-hand"),
        clue("c", effects="discard-hand"),
    ]
    game = gulfs(leads=leads)
    game.play("play a 1")
    assert game.moves() == {"prevent"}
    game.play("prevent")
    assert (game.case(1)["prevented"], game.case(2)["prevented"]) == (True, False)
    game.play("play b 1")
    assert (game["pending"], game["turn"], game.case(1)["prevented"]) == ("action", 3, False)
    game.play("play c 1")
    assert game["pending"] == "effect"


def test_g5_9_cards_of_other_cases_are_not_covered(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="prevent-next"), clue("b", effects="discard-hand"), clue("c")]
    game = gulfs(leads=leads)
    game.play("play a 1; prevent; play b 2")
    assert (game["pending"], game.case(1)["prevented"]) == ("effect", True)
    game.play("discard h1; play c 1")
    assert game.case(1)["prevented"] is False


def test_g5_9_a_card_that_lies_in_no_case_covers_nothing(gulfs: GulfsTable) -> None:
    game = gulfs(
        cases=[case_card(5, start=True)], leads=[clue("a", effects="close-5 prevent-next")]
    )
    game.play("play a 5; close 5")
    assert game.moves() == {"skip"}
    game.play("skip")
    assert (game["turn"], game["prevented_any"]) == (2, False)
