"""Rules G7, G10 and G14, rulings R12 to R15 and R20, choices C17 to C19: maintenance, menaces."""

from typing import Unpack

import pytest

from tests.gulfs import make_menace
from tests.rules.gulfs_table import GulfsSetup, GulfsTable, MenaceLike, aurora, case_card
from tests.rules.table import FIVE, STACK, CardLike, Game, clue, dead

A_CARD = clue("a", effects="draw-menace")


def goal_line(gulfs: GulfsTable, effects: str, **setup: Unpack[GulfsSetup]) -> Game:
    """The card `c` with these effects can be played to case 5, in which all that wins lies."""
    setup["leads"] = [clue("p", attributes="puzzle", letter="A"), clue("c", effects=effects)]
    setup["objectives"] = ["A"]
    setup["cases"] = [case_card(5, start=True)]
    setup.setdefault("settings", {"limits": 1})
    game = gulfs(**setup)
    game.play("play p 5; play c 5")
    return game


def test_g7_1_a_win_comes_before_a_stability_loss(gulfs: GulfsTable) -> None:
    stack: list[CardLike] = ["s1", dead("x", stability=True), *STACK[1:]]
    game = goal_line(gulfs, "stability-check close-5", stack=stack)
    game.play("check; close 5")
    assert (game["status"], game["stability"], game["picture"]) == ("won", ["x"], ["p"])


def test_g7_1_the_stability_step_comes_before_the_time_step(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="stability-check discard-hand")]
    game = gulfs(
        leads=leads,
        hand=[dead("t", time=True)],
        stack=[dead("x", stability=True), *STACK],
        settings={"limits": 1},
    )
    game.play("play a 1; check; discard t")
    assert (game["status"], game["time"], game["menaces_active"]) == ("lost", ["t"], [])


def test_g7_1_the_time_step_comes_before_the_refill(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[dead("t", time=True)], stack=[], settings={"limits": 1})
    game.play("pass")
    assert (game["menaces_active"], game["shuffles"]) == (["m1", "m2"], 1)
    assert (game["leads"], game["turn"]) == (["l2", "l3", "l4", "l5", "t"], 2)


def test_r15_a_win_comes_before_everything_else_in_the_same_maintenance(gulfs: GulfsTable) -> None:
    stack: list[CardLike] = ["s1", dead("x", stability=True)]
    game = goal_line(
        gulfs,
        "stability-check discard-hand close-5",
        stack=stack,
        hand=[dead("t", time=True)],
        menaces=["m1"],
    )
    game.play("check; discard t; close 5")
    assert (game["status"], game["menaces_left"]) == ("won", ["m1"])
    assert (game["time"], game["stability"]) == (["t"], ["x"])


@pytest.mark.parametrize(("last", "status"), [("formula", "won"), ("person", "playing")])
def test_g7_2_five_different_types_win_in_classic_mode(
    gulfs: GulfsTable, last: str, status: str
) -> None:
    kinds = ["monster", "threat", "artifact", "person", last]
    puzzles = [clue(f"p{n}", kind, attributes="puzzle") for n, kind in enumerate(kinds)]
    game = gulfs(
        leads=[clue("b", FIVE), *puzzles[:4]],
        stack=[puzzles[4], *STACK],
        settings={"mode": "classic"},
    )
    game.play("; ".join(f"play {card} 1" for card in ("b", "p0", "p1", "p2", "p3", "p4")))
    game.play("close 1; score p0; score p1; score p2; score p3; score p4; done")
    assert (game["status"], len(game["picture"])) == (status, 5)


def test_g7_2_letters_do_not_matter_in_classic_mode(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle", letter="A")]
    game = gulfs(leads=leads, objectives=["A"], settings={"mode": "classic"})
    game.play("play b 1; play p 1; close 1; score p; done")
    assert game["status"] == "playing"


@pytest.mark.parametrize(
    ("objectives", "complete", "status"),
    [
        (["A B"], [1], "won"),
        (["A", "B"], [1, 2], "won"),
        (["A B", "B", "A"], [1, 2, 3], "won"),
        (["A C"], [], "playing"),
        (["A C", "B A", "C"], [2], "playing"),
    ],
)
def test_g7_3_all_objectives_win_in_hardboiled_mode(
    gulfs: GulfsTable, objectives: list[str], complete: list[int], status: str
) -> None:
    leads = [
        clue("b", FIVE),
        clue("p", attributes="puzzle", letter="A"),
        clue("q", attributes="puzzle", letter="B"),
        clue("r", attributes="puzzle", letter="C"),
    ]
    game = gulfs(leads=leads, objectives=objectives)
    game.play("play b 1; play p 1; play q 1; close 1; score p; score q; done")
    assert (game["objectives"], game["status"]) == (complete, status)


def test_g7_3_types_do_not_matter_in_hardboiled_mode(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle", letter="A")]
    game = gulfs(leads=leads, objectives=["A"])
    game.play("play b 1; play p 1; close 1; score p; done")
    assert game["status"] == "won"


def test_g7_4_the_limit_of_stability_loses(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="stability-check stability-check")]
    stack: list[CardLike] = [dead("x", stability=True), dead("y", stability=True), *STACK]
    game = gulfs(leads=leads, stack=stack, settings={"limits": 2})
    game.play("play a 1; check; check")
    assert (game["status"], game["turn"], game.moves()) == ("lost", 1, set())


def test_g7_4_menaces_do_not_change_that_limit(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="draw-menace stability-check")]
    game = gulfs(
        leads=leads,
        stack=[dead("x", stability=True), *STACK],
        menaces=[make_menace("m1", ongoing="time-limit-minus-1")],
        settings={"limits": 2},
    )
    game.play("play a 1; menace; check")
    assert (game["status"], game["stability"]) == ("playing", ["x"])


def test_g7_5_the_limit_of_time_brings_a_menace(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[dead("t", time=True)], settings={"limits": 1})
    game.play("pass")
    assert (game["menaces_active"], game["menaces_left"]) == (["m1"], ["m2", "m3", "m4"])
    assert (game["time"], game["discard"], game["turn"]) == ([], ["t"], 2)
    assert (game.open_cases(), game["leads"][-1]) == ([1, 2], "s1")


def test_g7_5_more_cards_than_the_limit_bring_one_menace(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="discard-hand discard-hand")]
    hand = [dead("t", time=True), dead("u", time=True)]
    game = gulfs(leads=leads, hand=hand, settings={"limits": 1})
    game.play("play a 1; discard t; discard u")
    assert (game["menaces_active"], game["discard"]) == (["m1"], ["t", "u"])


def test_g7_5_without_a_menace_the_cards_have_not_moved(gulfs: GulfsTable) -> None:
    leads = [dead("t", time=True), dead("u", time=True)]
    game = gulfs(leads=leads, menaces=["m1"], settings={"limits": 1})
    game.play("pass; pass")
    assert (game["status"], game["time"], game["discard"]) == ("lost", ["u"], ["t"])


def test_g7_6_gaps_close_and_the_row_is_filled(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[clue("a", effects="discard-lead")])
    game.play("play a 1; discard l3")
    assert game["leads"] == ["l2", "l4", "l5", "s1", "s2"]


def test_g7_7_an_empty_stack_brings_a_menace_and_the_discards(gulfs: GulfsTable) -> None:
    game = gulfs(stack=["s1"], reshuffles=["l2 l1"])
    game.play("pass; pass")
    assert (game["menaces_active"], game["shuffles"]) == (["m1"], 1)
    assert (game["leads"], game["stack"]) == (["l3", "l4", "l5", "s1", "l2"], ["l1"])
    assert game.open_cases() == [1, 2]


def test_g7_7_it_happens_in_a_check(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [dead("x", stability=True), clue("a", effects="stability-check")]
    game = gulfs(leads=leads, stack=["s1"])
    game.play("pass; play a 1; check")
    assert (game["menaces_active"], game["stability"]) == (["m1", "m2"], ["x"])


def test_r12_the_discard_area_alone_is_shuffled_in_after_the_menace(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[dead("t", time=True), "l2"], stack=["s1"])
    game.play("pass; pass")
    assert (game["leads"], game["time"]) == (["l3", "l4", "l5", "s1", "l2"], ["t"])


def test_r12_without_discards_the_row_stays_short(gulfs: GulfsTable) -> None:
    hand = [dead("t", time=True)]
    game = gulfs(leads=[clue("a", effects="take-lead")], hand=hand, stack=[])
    game.play("play a 1; take l2; discard t")
    assert (game["leads"], game["stack"], game["time"]) == (["l3", "l4", "l5"], [], ["t"])
    assert (game["menaces_active"], game["shuffles"], game["turn"]) == (["m1"], 1, 2)


def test_r13_the_first_demand_on_an_empty_menace_deck_loses(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="draw-menace draw-menace discard-hand")]
    game = gulfs(leads=leads, menaces=["m1"])
    game.play("play a 1; menace; menace")
    assert (game["status"], game["turn"], game.moves()) == ("lost", 1, set())
    assert (game["menaces_active"], game["leads"]) == (["m1"], ["l2", "l3", "l4", "l5"])


def test_r13_the_last_menace_itself_is_no_loss(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[A_CARD], menaces=["m1"])
    game.play("play a 1; menace")
    assert (game["status"], game["menaces_left"], game["turn"]) == ("playing", [], 2)


def test_g10_1_the_win_is_seen_in_maintenance(gulfs: GulfsTable) -> None:
    game = goal_line(gulfs, "close-5 discard-hand", settings={})
    game.play("close 5")
    assert (game["objectives"], game["status"], game["turn"]) == ([1], "playing", 2)
    game.play("discard h1")
    assert (game["status"], game["turn"], game.moves()) == ("won", 2, set())


def test_g10_2_the_loss_is_seen_in_maintenance(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="stability-check take-stability")]
    game = gulfs(leads=leads, stack=[dead("x", stability=True), *STACK], settings={"limits": 1})
    game.play("play a 1; check")
    assert (game["status"], game["stability"]) == ("playing", ["x"])
    game.play("take x; discard x")
    assert (game["status"], game["turn"]) == ("playing", 2)


@pytest.mark.parametrize("when", ["effect", "check", "refill", "time"])
def test_g10_3_a_missing_menace_loses_in_any_phase(gulfs: GulfsTable, when: str) -> None:
    effects = {"effect": "draw-menace draw-menace", "check": "draw-menace stability-check"}
    leads = [clue("a", effects=effects.get(when, "draw-menace discard-hand"))]
    game = gulfs(
        leads=leads,
        hand=[dead("t", time=when == "time")],
        stack=[] if when in ("check", "refill") else STACK,
        menaces=["m1"],
        settings={"limits": 1},
    )
    game.play("play a 1; menace")
    game.play({"effect": "menace", "check": "check"}.get(when, "discard t"))
    assert (game["status"], game["turn"]) == ("lost", 1)


def entered(gulfs: GulfsTable, **setup: Unpack[GulfsSetup]) -> Game:
    """The card `a` was played to case 1 and its effect draw-menace brought the top menace."""
    setup.setdefault("leads", [A_CARD])
    game = gulfs(**setup)
    game.play("play a 1; menace")
    return game


def test_g14_1_the_limit_of_time_is_one_way(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [make_menace("m1", immediate="access-3"), "m2"]
    game = gulfs(
        leads=[dead("t", time=True)],
        menaces=menaces,
        cases=[case_card(3)],
        settings={"limits": 1},
    )
    game.play("pass")
    assert (game.open_cases(), game["menaces_active"]) == ([1, 2, 3], ["m1"])


def test_g14_2_an_empty_stack_is_one_way(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [make_menace("m1", immediate="access-3"), "m2"]
    game = gulfs(stack=[], menaces=menaces, cases=[case_card(3)])
    game.play("pass")
    assert (game.open_cases(), game["menaces_active"]) == ([1, 2, 3], ["m1"])


@pytest.mark.parametrize("effect", ["draw-menace", "search-menace"])
def test_g14_3_an_effect_is_one_way(gulfs: GulfsTable, effect: str) -> None:
    menaces: list[MenaceLike] = [make_menace("m1", immediate="access-3"), "m2"]
    game = gulfs(leads=[clue("a", effects=effect)], menaces=menaces, cases=[case_card(3)])
    game.play("play a 1; " + ("menace m1" if effect == "search-menace" else "menace"))
    assert (game.open_cases(), game["menaces_active"]) == ([1, 2, 3], ["m1"])


def test_g14_4_menaces_add_up(gulfs: GulfsTable) -> None:
    game = gulfs(
        leads=[clue("a", effects="draw-menace draw-menace")],
        menaces=[make_menace(card, ongoing="hand-limit-plus-1") for card in ("m1", "m2", "m3")],
    )
    game.play("play a 1; menace; menace")
    assert (game["menaces_active"], game["menaces_left"]) == (["m1", "m2"], ["m3"])
    game.play("take; take")
    assert (len(game["hand"]), game["pending"]) == (5, "action")
    game.play("take")
    assert (len(game["hand"]), game["pending"]) == (6, "discard")


def test_g14_5_access_opens_a_case(gulfs: GulfsTable) -> None:
    menaces = [make_menace("m1", immediate="access-3")]
    game = entered(gulfs, menaces=menaces, cases=[case_card(3), case_card(4)])
    assert (game.open_cases(), game["cases_left"]) == ([1, 2, 3], [4])


def test_c14_a_menace_may_ask_for_a_number_that_is_gone(gulfs: GulfsTable) -> None:
    menaces = [make_menace("m1", immediate="access-2 access-6")]
    game = entered(gulfs, menaces=menaces)
    assert (game.open_cases(), game["turn"]) == ([1, 2], 2)


def test_g14_6_remove_aurora_takes_them_from_deck_and_play(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        aurora("x", ongoing="hand-limit-plus-1"),
        aurora("y"),
        make_menace("m1", immediate="remove-aurora"),
        "m2",
    ]
    leads = [clue("a", effects="draw-menace search-menace")]
    game = entered(gulfs, leads=leads, menaces=menaces)
    game.play("menace m1")
    assert (game["menaces_active"], game["menaces_left"]) == (["m1"], ["m2"])
    game.play("take")
    assert game["pending"] == "discard"


def test_g14_7_shuffle_all_makes_a_new_stack(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [dead("t", time=True), "l2", A_CARD]
    game = gulfs(
        leads=leads,
        menaces=[make_menace("m1", immediate="shuffle-all")],
        reshuffles=["s9 t l2 s8"],
    )
    game.play("pass; pass; play a 1; menace")
    assert (game["time"], game["discard"], game["shuffles"]) == ([], [], 1)
    assert game["leads"] == ["l4", "l5", "s1", "s2", "s9"]
    assert game["stack"] == ["t", "l2", "s8", "s3", "s4", "s5", "s6", "s7"]


def test_g14_11_the_hand_limit_is_one_more(gulfs: GulfsTable) -> None:
    game = entered(gulfs, menaces=[make_menace("m1", ongoing="hand-limit-plus-1")])
    game.play("take")
    assert (game["hand"], game["pending"]) == (["h1", "h2", "h3", "l2"], "action")
    game.play("take")
    assert game.moves() == {f"discard {card}" for card in ("h1", "h2", "h3", "l2", "l3")}


def test_g14_12_the_limit_of_time_is_one_less(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [make_menace("m1", ongoing="time-limit-minus-1"), "m2"]
    game = gulfs(leads=[dead("t", time=True), A_CARD], menaces=menaces, settings={"limits": 2})
    game.play("pass")
    assert game["time"] == ["t"]
    game.play("play a 1; menace")
    assert (game["menaces_active"], game["time"], game["discard"]) == (["m1", "m2"], [], ["t"])


def test_g14_13_icons_are_applied_when_the_menace_enters(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        make_menace("m1", icons="flip add-to-hand access-3", clue="f"),
        "m2",
    ]
    game = entered(gulfs, menaces=menaces, faces=[dead("f")], cases=[case_card(3)])
    assert (game["pending"], game.open_cases()) == ("discard", [1, 2])
    game.play("discard h1")
    assert (game["hand"], game.open_cases()) == (["f", "h2", "h3"], [1, 2, 3])
    assert (game["menaces_active"], game["menaces_left"]) == ([], ["m2"])


@pytest.mark.parametrize("machine", [True, False])
def test_g14_13_purple_icons_need_the_machine(gulfs: GulfsTable, machine: bool) -> None:
    hand = [dead("mac", attributes="machine")] if machine else []
    menaces: list[MenaceLike] = [make_menace("m1", icons="purple-access-3 access-4")]
    game = entered(gulfs, menaces=menaces, hand=hand, cases=[case_card(3), case_card(4)])
    assert game.open_cases() == ([1, 2, 3, 4] if machine else [1, 2, 4])


def shaken(gulfs: GulfsTable, effects: str, **setup: Unpack[GulfsSetup]) -> Game:
    """Card x lies in the stability area; the effects of card `a`, played next, are due."""
    setup["leads"] = [clue("c", effects="stability-check"), clue("a", effects=effects)]
    setup["stack"] = [dead("x", stability=True), *setup.get("stack", STACK)]
    game = gulfs(**setup)
    game.play("play c 1; check; play a 1")
    return game


def test_c17_the_hand_limit_may_sink(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        aurora("x", ongoing="hand-limit-plus-1"),
        make_menace("m1", immediate="remove-aurora access-3"),
    ]
    leads: list[CardLike] = [A_CARD, "l2", clue("b", effects="draw-menace discard-lead")]
    game = entered(gulfs, leads=leads, menaces=menaces, cases=[case_card(3)])
    game.play("take; play b 1; menace")
    assert (game["pending"], len(game["hand"]), game.open_cases()) == ("discard", 4, [1, 2])
    game.play("discard h1")
    assert (game["pending"], game.open_cases()) == ("effect", [1, 2, 3])


def test_c18_its_ongoing_effects_hold_at_once(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", ongoing="hand-limit-plus-1", icons="take-stability")
    game = shaken(gulfs, "draw-menace", menaces=[menace])
    game.play("menace")
    assert (game["pending"], game.moves()) == ("icon", {"take x", "decline"})
    game.play("take x")
    assert (game["hand"], game["turn"]) == (["h1", "h2", "h3", "x"], 3)


def test_c18_a_menace_that_came_to_hand_is_not_active(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", ongoing="hand-limit-plus-1", icons="flip add-to-hand", clue="f")
    game = entered(gulfs, menaces=[menace], faces=[dead("f")])
    assert (game["menaces_active"], game["pending"]) == ([], "discard")
    game.play("discard h1; take")
    assert (game["pending"], len(game["hand"])) == ("discard", 4)


def test_c18_immediate_effects_come_before_icons(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", immediate="access-3", icons="take-stability access-4")
    game = shaken(gulfs, "draw-menace", menaces=[menace], cases=[case_card(3), case_card(4)])
    game.play("menace")
    assert (game["pending"], game.open_cases()) == ("icon", [1, 2, 3])
    game.play("decline")
    assert game.open_cases() == [1, 2, 3, 4]


def test_c18_a_removed_menace_has_all_its_effects(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        aurora("x", immediate="remove-aurora access-3", icons="access-4"),
        "m2",
    ]
    game = entered(gulfs, menaces=menaces, cases=[case_card(3), case_card(4)])
    assert (game["menaces_active"], game.open_cases()) == ([], [1, 2, 3, 4])


def test_c19_a_menace_ends_before_the_discards_are_shuffled_in(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", icons="take-stability access-3")
    game = shaken(gulfs, "", menaces=[menace, "m2"], stack=["s1"], cases=[case_card(3)])
    assert (game["pending"], game["shuffles"], game["turn"]) == ("icon", 0, 2)
    assert (game.open_cases(), len(game["leads"])) == ([1, 2], 4)
    game.play("take x")
    assert (game["pending"], game["shuffles"]) == ("discard", 0)
    game.play("discard h1")
    assert (game.open_cases(), game["shuffles"], game["turn"]) == ([1, 2, 3], 1, 3)
    assert game["leads"] == ["l3", "l4", "l5", "s1", "h1"]


def test_c19_so_it_is_in_the_middle_of_a_check(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", icons="take-stability")
    game = shaken(
        gulfs,
        "stability-check discard-hand",
        menaces=[menace, "m2"],
        stack=["s1"],
    )
    game.play("check")
    assert (game["pending"], game.moves()) == ("icon", {"take x", "decline"})
    game.play("take x; discard x")
    assert (game["pending"], game["stability"], game["discard"]) == ("effect", ["x"], [])
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_c19_a_menace_that_shuffles_everything_makes_the_new_stack(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [dead("t", time=True), "l2"]
    game = gulfs(
        leads=leads,
        stack=["s1"],
        menaces=[make_menace("m1", immediate="shuffle-all"), "m2"],
        reshuffles=["t l2"],
    )
    game.play("pass; pass")
    assert (game["leads"], game["stack"]) == (["l3", "l4", "l5", "s1", "t"], ["l2"])
    assert (game["shuffles"], game["menaces_active"]) == (1, ["m1"])


def test_r20_nothing_is_added_to_the_new_stack(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", immediate="shuffle-all", icons="take-stability")
    game = shaken(gulfs, "", menaces=[menace, "m2"], stack=["s1"], hand=["h1"])
    assert (game["pending"], game["shuffles"]) == ("icon", 1)
    game.play("take x; discard x")
    assert (game["turn"], game["discard"], game["stability"]) == (3, ["x"], [])
