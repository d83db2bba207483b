"""Rules G6, G11 and G12, choices C14 to C17: closings, case cards and Tillinghast's Machine."""

from typing import Unpack

import pytest

from tests.rules.gulfs_table import GulfsSetup, GulfsTable, case_card, first
from tests.rules.table import FIVE, SIX, STACK, CardLike, Game, clue, dead

SEVEN = f"{SIX} formula"


def closed(gulfs: GulfsTable, icons: str, **setup: Unpack[GulfsSetup]) -> Game:
    """Case 1, whose other side is `f`, was closed in turn 2; what its icons ask is due."""
    setup.setdefault("cases", [first(icons, clue="f"), case_card(3), case_card(4)])
    setup.setdefault("faces", [dead("f")])
    setup.setdefault("leads", [clue("b", FIVE)])
    game = gulfs(**setup)
    game.play("play b 1; close 1; done")
    return game


def test_g6_1_five_of_seven_types_close_a_case(gulfs: GulfsTable) -> None:
    kinds = ("monster", "formula", "person threat", "artifact")
    game = gulfs(leads=[clue(f"c{place}", kind) for place, kind in enumerate(kinds)])
    game.play("play c0 1; play c1 1; play c2 1")
    assert "close 1" not in game.moves()
    game.play("play c3 1; close 1; done")
    assert (game["closed"], game["discard"], game.open_cases()) == (
        ["c0", "c1", "c2", "c3"],
        ["l5"],
        [2],
    )


def test_g6_1_scoring_leaves_five_types(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE), clue("p", "formula", attributes="puzzle")]
    needed = clue("q", FIVE, attributes="puzzle")
    game = gulfs(leads=leads)
    game.play("play b 1; play p 1; close 1")
    assert game.moves() == {"score p", "done"}
    game.play("score p; done")
    assert (game["picture"], game["closed"]) == (["p"], ["b"])
    other = gulfs(leads=[needed])
    other.play("play q 1; close 1")
    assert other.moves() == {"done"}


def test_g6_2_the_icons_follow_the_scoring(gulfs: GulfsTable) -> None:
    game = gulfs(cases=[first("access-3"), case_card(3)], leads=[clue("b", FIVE)])
    game.play("play b 1; close 1")
    assert (game.open_cases(), game["pending"]) == ([1, 2], "score")
    game.play("done")
    assert (game.open_cases(), game["cases_left"], game["turn"]) == ([2, 3], [], 3)


@pytest.mark.parametrize("number", [5, 6])
def test_g6_3_an_effect_closes_a_case_of_few_types(gulfs: GulfsTable, number: int) -> None:
    leads = [
        clue("p", attributes="puzzle"),
        clue("n"),
        clue("q", attributes="puzzle"),
        clue("c", effects=f"close-{number}"),
    ]
    cases = [case_card(number, start=True, on_close="access-3"), case_card(3)]
    game = gulfs(leads=leads, cases=cases)
    game.play("; ".join(f"play {card} {number}" for card in "pnqc"))
    game.play(f"close {number}")
    assert (game["picture"], game["closed"]) == (["p", "q"], ["c", "n"])
    assert (game.open_cases(), game["discard"]) == ([1, 2, 3], [])
    assert (game["turn"], game["pending"]) == (5, "action")


def test_g6_3_the_card_itself_may_be_scored(gulfs: GulfsTable) -> None:
    leads = [clue("c", attributes="puzzle", effects="close-5")]
    game = gulfs(leads=leads, cases=[case_card(5, start=True)])
    game.play("play c 5; close 5")
    assert (game["picture"], game["closed"], game.open_cases()) == (["c"], [], [1, 2])


def test_g6_3_later_effects_of_the_card_go_on(gulfs: GulfsTable) -> None:
    leads = [clue("c", effects="close-5 take-closed discard-hand")]
    game = gulfs(leads=leads, cases=[case_card(5, start=True)])
    game.play("play c 5; close 5")
    assert game.moves() == {"take c", "decline"}
    game.play("decline")
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_g6_4_without_an_open_case_nothing_happens(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE), clue("c", FIVE), dead("t", time=True)]
    game = gulfs(leads=leads)
    game.play("play b 1; play c 2; close 1; done; close 2; done")
    assert (game.open_cases(), game["shuffles"], game["turn"]) == ([], 0, 5)
    assert (game["time"], game["discard"]) == (["t"], ["l4"])
    assert (game["menaces_active"], game.moves()) == ([], {"take", "pass"})


@pytest.mark.parametrize("types", [SIX, SEVEN])
def test_g6_5_all_types_bring_no_bonus(gulfs: GulfsTable, types: str) -> None:
    leads = [clue("a", effects="stability-check"), clue("b", types)]
    game = gulfs(leads=leads, stack=[dead("x", stability=True), *STACK])
    game.play("play a 1; check; play b 1; close 1; done")
    assert (game["pending"], game["turn"], game["stability"]) == ("action", 4, ["x"])


def test_g11_1_icons_are_applied_from_top_to_bottom(gulfs: GulfsTable) -> None:
    game = closed(gulfs, "access-4 flip add-to-hand access-3")
    assert (game["pending"], game.open_cases(), game["cases_left"]) == ("discard", [2, 4], [3])
    game.play("discard f")
    assert (game.open_cases(), game["turn"], game["pending"]) == ([2, 3, 4], 3, "action")


def test_g11_1_they_are_applied_when_the_case_is_closed_only(gulfs: GulfsTable) -> None:
    game = gulfs(cases=[first("access-3"), case_card(3)], leads=[clue("b", FIVE)])
    game.play("play b 1; pass")
    assert game.open_cases() == [1, 2]


def test_g11_2_flip_turns_the_card_to_its_clue_side(gulfs: GulfsTable) -> None:
    game = closed(gulfs, "flip")
    assert (game["closed"], game["hand"]) == (["b", "f"], ["h1", "h2", "h3"])


def test_g11_3_add_to_hand_brings_the_clue_side_to_hand(gulfs: GulfsTable) -> None:
    game = closed(gulfs, "flip add-to-hand", faces=[clue("f")])
    assert game["closed"] == ["b"]
    game.play("discard h1; hand; play f 2")
    assert (game.case(2)["line"], game["hand"]) == (["f"], ["h2", "h3"])


def test_g11_4_access_opens_the_case_of_that_number(gulfs: GulfsTable) -> None:
    game = closed(gulfs, "access-4", leads=[clue("b", FIVE), "l2", clue("c")])
    assert (game.open_cases(), game["cases_left"]) == ([2, 4], [3])
    assert "play c 4" in game.moves()
    game.play("play c 4")
    assert (game.case(4)["card"], game.case(4)["line"]) == ("4", ["c"])


def test_c14_a_number_that_is_not_in_the_case_deck_gives_nothing(gulfs: GulfsTable) -> None:
    game = closed(gulfs, "access-2 access-6 access-1 access-3 access-3")
    assert (game.open_cases(), game["cases_left"], game["turn"]) == ([2, 3], [4], 3)


@pytest.mark.parametrize(("equipment", "card"), [("key", "3A"), ("", "3B")])
def test_c14_any_card_with_two_sides_lies_as_case_card_1(
    gulfs: GulfsTable, equipment: str, card: str
) -> None:
    sides = [case_card(3, "interview", side="A"), case_card(3, "surveillance", side="B")]
    game = closed(
        gulfs, "access-3", cases=[first("access-3", clue="f"), *sides], equipment=equipment
    )
    assert game.case(3)["card"] == card


def penalized(gulfs: GulfsTable, icons: str, **setup: Unpack[GulfsSetup]) -> Game:
    """As `closed`, but card `b` put x and y into the stability area before."""
    setup["leads"] = [clue("b", FIVE, effects="stability-check stability-check")]
    setup["stack"] = [dead("x", stability=True), dead("y", stability=True), *STACK]
    setup.setdefault("cases", [first(icons, clue="f"), case_card(3), case_card(4)])
    setup.setdefault("faces", [dead("f")])
    game = gulfs(**setup)
    game.play("play b 1; check; check; close 1; done")
    return game


def test_g11_5_take_stability_brings_a_card_of_that_area(gulfs: GulfsTable) -> None:
    game = penalized(gulfs, "take-stability access-3")
    assert (game["pending"], game.open_cases()) == ("icon", [2])
    assert game.moves() == {"take x", "take y", "decline"}
    game.play("take y")
    assert (game["pending"], game["stability"], game.open_cases()) == ("discard", ["x"], [2])
    game.play("discard h1")
    assert (game["hand"], game.open_cases(), game["turn"]) == (["h2", "h3", "y"], [2, 3], 3)


def test_c17_take_stability_may_be_declined(gulfs: GulfsTable) -> None:
    game = penalized(gulfs, "take-stability access-3")
    game.play("decline")
    assert (game["stability"], game.open_cases(), game["turn"]) == (["x", "y"], [2, 3], 3)


def test_c17_an_empty_stability_area_is_passed_over(gulfs: GulfsTable) -> None:
    game = closed(gulfs, "take-stability access-3")
    assert (game["pending"], game.open_cases(), game["turn"]) == ("action", [2, 3], 3)
    later = penalized(gulfs, "take-stability take-stability take-stability")
    later.play("take x; discard x; take y; discard y")
    assert (later["pending"], later["turn"]) == ("action", 3)


def test_c17_the_hand_limit_comes_before_the_next_icon(gulfs: GulfsTable) -> None:
    game = penalized(gulfs, "take-stability take-stability flip add-to-hand")
    game.play("take x")
    assert game.moves() == {"discard h1", "discard h2", "discard h3", "discard x"}
    game.play("discard h1; take y; discard h2")
    assert game.moves() == {"discard f", "discard h3", "discard x", "discard y"}
    game.play("discard f")
    assert (game["turn"], game["hand"]) == (3, ["h3", "x", "y"])


@pytest.mark.parametrize("machine", [True, False])
def test_g11_6_purple_icons_need_the_machine(gulfs: GulfsTable, machine: bool) -> None:
    hand = [dead("mac", attributes="machine")] if machine else []
    game = closed(gulfs, "purple-access-4 access-3", hand=hand)
    assert game.open_cases() == ([2, 3, 4] if machine else [2, 3])


def test_g11_6_every_icon_may_be_purple(gulfs: GulfsTable) -> None:
    hand = [dead("mac", attributes="machine")]
    icons = "purple-take-stability purple-flip purple-add-to-hand"
    game = penalized(gulfs, icons, hand=hand)
    assert game.moves() == {"take x", "take y", "decline"}
    game.play("decline; discard h2")
    assert game["hand"] == ["f", "h3", "mac"]
    without = penalized(gulfs, icons)
    assert (without["turn"], without["hand"], without["closed"]) == (3, ["h1", "h2", "h3"], ["b"])


def limited(gulfs: GulfsTable, ongoing: str) -> Game:
    """A limit of 1, one card in the time area after turn 1, and case 1 with five types."""
    cases = [
        case_card(1, side="A", start=True),
        case_card(1, side="B", start=True, ongoing=ongoing),
    ]
    leads: list[CardLike] = [clue("b", FIVE), dead("t", time=True), "l3"]
    game = gulfs(cases=cases, leads=leads, settings={"limits": 1})
    game.play("play b 1; pass")
    return game


def test_g11_7_the_limit_of_time_is_one_more_while_the_case_is_open(gulfs: GulfsTable) -> None:
    assert limited(gulfs, "")["menaces_active"] == ["m1"]
    game = limited(gulfs, "time-limit-plus-1")
    assert (game["menaces_active"], game["time"]) == ([], ["t"])
    game.play("close 1; done")
    assert (game["menaces_active"], game["time"], game["discard"]) == (["m1"], [], ["l3", "t"])


def test_c15_scored_cards_and_the_others_part_before_the_icons(gulfs: GulfsTable) -> None:
    leads = [
        clue("b", FIVE, effects="stability-check"),
        clue("p", attributes="puzzle", letter="A"),
    ]
    game = gulfs(
        cases=[first("take-stability flip", clue="f")],
        faces=[dead("f")],
        leads=leads,
        stack=[dead("x", stability=True), *STACK],
        objectives=["A"],
    )
    game.play("play b 1; check; play p 1; close 1; score p; done")
    assert (game["pending"], game["picture"], game["closed"]) == ("icon", ["p"], ["b"])
    assert (game.open_cases(), game["objectives"], game["status"]) == ([2], [1], "playing")
    game.play("decline")
    assert (game["closed"], game["status"]) == (["b", "f"], "won")


def test_c15_so_it_is_when_an_effect_closes_the_case(gulfs: GulfsTable) -> None:
    leads = [clue("p", attributes="puzzle"), clue("c", effects="close-5 discard-hand")]
    cases = [case_card(5, start=True, on_close="flip add-to-hand access-3", clue="f"), case_card(3)]
    game = gulfs(cases=cases, leads=leads, faces=[dead("f")])
    game.play("play p 5; play c 5; close 5")
    assert (game["pending"], game["picture"], game["closed"]) == ("discard", ["p"], ["c"])
    assert game.open_cases() == [1, 2]
    game.play("discard f")
    assert (game["pending"], game.open_cases()) == ("effect", [1, 2, 3])


def test_c15_the_machine_of_the_closed_line_does_not_help(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE, attributes="machine")]
    assert closed(gulfs, "purple-access-4 access-3", leads=leads).open_cases() == [2, 3]


def test_c15_the_machine_may_come_in_between(gulfs: GulfsTable) -> None:
    faces = [dead("f", attributes="machine")]
    game = closed(gulfs, "purple-access-4 flip add-to-hand purple-access-3", faces=faces)
    assert (game["pending"], game.open_cases()) == ("discard", [2])
    game.play("discard h1")
    assert game.open_cases() == [2, 3]


def test_c15_the_machine_may_go_in_between(gulfs: GulfsTable) -> None:
    faces = [dead("f", attributes="machine")]
    game = closed(gulfs, "flip add-to-hand purple-access-3", faces=faces)
    game.play("discard f")
    assert (game.open_cases(), game["turn"]) == ([2], 3)


def test_c16_a_card_turned_over_last_lies_in_the_closed_cases(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [clue("b", FIVE), "l2", clue("a", effects="take-closed")]
    game = closed(gulfs, "access-3 flip", leads=leads)
    game.play("play a 2")
    assert game.moves() == {"take b", "take f", "decline"}
    game.play("take f")
    assert game["hand"] == ["f", "h1", "h2", "h3"]


def test_c16_a_card_not_turned_over_is_of_no_more_use(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [clue("b", FIVE), "l2", clue("a", effects="take-closed")]
    game = closed(gulfs, "access-3", leads=leads)
    game.play("play a 2")
    assert game.moves() == {"take b", "decline"}


X = clue("x", left="interview", left_purple="research")


@pytest.mark.parametrize("line", ["", "pack mac", "pack mac; unpack mac"])
def test_g12_1_it_is_in_play_in_hand_and_in_the_briefcase(gulfs: GulfsTable, line: str) -> None:
    machine = dead("mac", attributes="machine equipment", sides="key")
    game = gulfs(leads=[X], hand=[machine])
    if line:
        game.play(line)
    assert {"play x 1", "play x 2"} <= game.moves()


def test_g12_1_it_is_in_play_in_any_open_case(gulfs: GulfsTable) -> None:
    game = gulfs(leads=[clue("mac", attributes="machine"), X])
    game.play("play mac 2")
    assert {"play x 1", "play x 2"} <= game.moves()


def out_of_play(gulfs: GulfsTable, line: str, **setup: Unpack[GulfsSetup]) -> bool:
    """Whether a purple card cannot be played after these moves, in no case."""
    game = gulfs(**setup)
    game.play(line)
    assert game["leads"][0] == "x"
    return not any(move.startswith("play x") for move in game.moves())


def test_g12_2_it_is_not_in_play_in_the_closed_cases(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [clue("mac", FIVE, attributes="machine"), "l2", X]
    assert out_of_play(gulfs, "play mac 2; close 2; done", leads=leads)


def test_g12_2_it_is_not_in_play_out_of_the_game(gulfs: GulfsTable) -> None:
    machine = dead("mac", attributes="machine equipment", sides="key")
    leads = [clue("k", attributes="lock"), X]
    assert out_of_play(gulfs, "pack mac; play k 1 key mac", leads=leads, hand=[machine])


def test_g12_2_it_is_not_in_play_in_the_big_picture(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [clue("b", FIVE), clue("mac", attributes="machine puzzle"), "l3", X]
    assert out_of_play(gulfs, "play b 2; play mac 2; close 2; score mac; done", leads=leads)


@pytest.mark.parametrize("icon", [True, False])
def test_g12_2_it_is_not_in_play_among_the_discards(gulfs: GulfsTable, icon: bool) -> None:
    assert out_of_play(gulfs, "pass", leads=[dead("mac", attributes="machine", time=icon), X])


def test_g12_2_it_is_not_in_play_in_the_stability_area(gulfs: GulfsTable) -> None:
    machine = dead("mac", attributes="machine", stability=True)
    leads = [clue("a", effects="stability-check"), X]
    assert out_of_play(gulfs, "play a 1; check", leads=leads, stack=[machine, *STACK])


@pytest.mark.parametrize("place", ["leads", "stack"])
def test_g12_2_it_is_not_in_play_before_it_is_taken(gulfs: GulfsTable, place: str) -> None:
    machine = dead("mac", attributes="machine")
    game = gulfs(
        leads=[X, machine] if place == "leads" else [X],
        stack=[machine, *STACK] if place == "stack" else STACK,
    )
    assert game.moves() == {"take", "pass"}
