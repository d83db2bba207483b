"""Rules G13 and G14.8 to G14.10, rulings R20 and C20 to C24: Haunter, Darkness, prevention."""

from typing import Unpack

import pytest

from casecracker.engine.cards import CaseCard, Clue
from tests.gulfs import make_menace
from tests.rules.gulfs_table import (
    GulfsSetup,
    GulfsTable,
    MenaceLike,
    aurora,
    case_card,
    first,
    haunter,
)
from tests.rules.table import FIVE, CardLike, Game, clue, dead

DARK = clue("dk", attributes="darkness")
MACHINE = dead("mac", attributes="machine")
HAND = ["h1", "h2", "h3"]


def haunted(
    gulfs: GulfsTable,
    icons: str = "purple-access-3",
    ongoing: str = "darkness-time",
    **setup: Unpack[GulfsSetup],
) -> Game:
    """Card `b` lies in case 1, which is then closed in turn 2; its icon accesses the Haunter."""
    leads: list[CardLike] = [clue("b", FIVE), "l2"]
    setup["leads"] = [*leads, *setup.get("leads", ())]
    setup["cases"] = [
        *setup.get("cases", [first("access-7")]),
        *(case_card(3), case_card(4)),
        haunter(icons, ongoing, clue="f"),
    ]
    setup.setdefault("faces", [dead("f")])
    game = gulfs(**setup)
    game.play("play b 1; close 1; done")
    return game


def test_g13_1_without_the_machine_it_is_an_active_menace(gulfs: GulfsTable) -> None:
    game = haunted(gulfs, leads=[dead("dk", attributes="darkness")])
    assert (game["menaces_active"], game.open_cases()) == (["case 7"], [2])
    assert (game["cases_left"], game["menaces_left"]) == ([3, 4], ["m1", "m2", "m3", "m4"])
    game.play("pass")
    assert (game["time"], game["discard"]) == (["dk"], ["l2"])


@pytest.mark.parametrize(("ongoing", "limit"), [("hand-limit-plus-1", 4), ("darkness-time", 3)])
def test_g13_1_each_ongoing_effect_holds(gulfs: GulfsTable, ongoing: str, limit: int) -> None:
    game = haunted(gulfs, ongoing=ongoing)
    game.play("take")
    assert (game["pending"], len(game["hand"])) == ("discard" if limit == 3 else "action", 4)


def test_g13_2_the_icons_come_when_the_machine_does(gulfs: GulfsTable) -> None:
    dark = dead("dk", attributes="darkness")
    leads: list[CardLike] = [clue("mac", attributes="machine"), dark]
    game = haunted(gulfs, leads=leads)
    game.play("play mac 2")
    assert (game["menaces_active"], game.open_cases()) == ([], [2, 3])
    game.play("pass")
    assert (game["discard"], game["time"]) == (["dk", "l2"], [])


@pytest.mark.parametrize("machine", [True, False])
def test_g13_2_it_matters_where_the_machine_lies(gulfs: GulfsTable, machine: bool) -> None:
    game = haunted(gulfs, leads=[MACHINE])
    assert game["menaces_active"] == ["case 7"]
    game.play("take; discard h1" if machine else "pass")
    assert (game["menaces_active"], game.open_cases()) == (
        ([], [2, 3]) if machine else (["case 7"], [2])
    )


def test_g13_3_with_the_machine_the_icons_come_at_once(gulfs: GulfsTable) -> None:
    dark = dead("dk", attributes="darkness")
    game = haunted(gulfs, hand=[MACHINE], leads=[dark])
    assert (game["menaces_active"], game.open_cases(), game["cases_left"]) == ([], [2, 3], [4])
    game.play("pass")
    assert (game["discard"], game["time"]) == (["dk", "l2"], [])


def test_g13_3_a_menace_may_access_it(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [make_menace("m1", immediate="access-7 access-4"), "m2"]
    game = gulfs(
        leads=[clue("a", effects="draw-menace")],
        hand=[MACHINE],
        menaces=menaces,
        cases=[case_card(3), case_card(4), haunter("purple-access-3")],
    )
    game.play("play a 1; menace")
    assert (game.open_cases(), game["menaces_active"]) == ([1, 2, 3, 4], ["m1"])


def test_c20_its_icons_come_before_the_next_icon(gulfs: GulfsTable) -> None:
    icons = "purple-flip purple-add-to-hand access-3"
    game = haunted(gulfs, icons, cases=[first("access-7 access-4")], hand=[MACHINE])
    assert (game["pending"], game.open_cases()) == ("discard", [2])
    game.play("discard f")
    assert (game.open_cases(), game["menaces_active"], game["turn"]) == ([2, 3, 4], [], 3)


def test_c20_it_is_out_of_the_game_then(gulfs: GulfsTable) -> None:
    game = haunted(gulfs, hand=[MACHINE])
    assert (game["closed"], game["menaces_active"]) == (["b"], [])
    game = haunted(gulfs, "flip add-to-hand", hand=[MACHINE])
    game.play("discard h2")
    assert (game["hand"], game["closed"]) == (["f", "h3", "mac"], ["b"])


def test_c20_its_icons_wait_for_the_machine_black_or_purple(gulfs: GulfsTable) -> None:
    game = haunted(gulfs, "access-3 purple-access-4", leads=[MACHINE])
    assert (game.open_cases(), game["menaces_active"]) == ([2], ["case 7"])
    game.play("take; discard h1")
    assert (game.open_cases(), game["menaces_active"]) == ([2, 3, 4], [])


def test_c20_a_discard_to_the_hand_limit_comes_first(gulfs: GulfsTable) -> None:
    game = haunted(gulfs, leads=[MACHINE])
    game.play("take")
    assert (game["pending"], game["menaces_active"]) == ("discard", ["case 7"])
    game.play("discard mac")
    assert (game["turn"], game["menaces_active"], game.open_cases()) == (4, ["case 7"], [2])


def test_c20_its_icons_come_before_the_next_effect(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [clue("a", effects="discard-hand take-lead discard-hand"), MACHINE]
    game = haunted(gulfs, "purple-flip purple-add-to-hand access-3", leads=leads)
    game.play("play a 2; discard h1; take mac")
    assert (game["pending"], game.open_cases()) == ("discard", [2])
    game.play("discard f")
    assert (game["pending"], game.open_cases()) == ("effect", [2, 3])
    assert game.moves() == {"discard h2", "discard h3", "discard mac"}


def test_c20_they_come_before_the_effects_of_the_machine_itself(gulfs: GulfsTable) -> None:
    leads = [clue("mac", attributes="machine", effects="discard-hand")]
    game = haunted(gulfs, leads=leads)
    game.play("play mac 2")
    assert (game["pending"], game.open_cases(), game["menaces_active"]) == ("effect", [2, 3], [])


def test_c20_it_is_no_card_of_the_menace_deck(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [make_menace("m1", immediate="remove-aurora"), "m2"]
    game = haunted(gulfs, menaces=menaces, leads=[clue("a", effects="draw-menace")])
    game.play("play a 2; menace")
    assert game["menaces_active"] == ["case 7", "m1"]


def darkened(gulfs: GulfsTable, *ongoing: str, **setup: Unpack[GulfsSetup]) -> Game:
    """Turn 2: menaces m1, m2, ... with these ongoing effects are active."""
    setup["menaces"] = [
        *(make_menace(f"m{place}", ongoing=words) for place, words in enumerate(ongoing, start=1)),
        "x",
        "y",
    ]
    effects = " ".join(["draw-menace"] * len(ongoing))
    setup["leads"] = [clue("a", effects=effects), *setup.get("leads", [DARK])]
    game = gulfs(**setup)
    game.play("play a 1" + "; menace" * len(ongoing))
    return game


def test_g14_8_darkness_cards_have_the_hourglass(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = [dead("dk", attributes="darkness"), "l3"]
    game = darkened(gulfs, "darkness-time", leads=leads)
    game.play("pass; pass")
    assert (game["time"], game["discard"]) == (["dk"], ["l3"])


def test_g14_8_they_have_it_by_whichever_way_they_are_discarded(gulfs: GulfsTable) -> None:
    game = darkened(
        gulfs,
        "darkness-time",
        leads=[
            clue("c", effects="discard-lead discard-hand stability-check"),
            dead("l", attributes="darkness"),
        ],
        hand=[dead("h", attributes="darkness")],
        stack=["s1", dead("s", attributes="darkness"), "s2", "s3"],
    )
    game.play("play c 1; discard l; discard h; check")
    assert (game["time"], game["discard"]) == (["h", "l", "s"], [])


def test_c24_cards_in_the_discard_area_stay_there(gulfs: GulfsTable) -> None:
    game = gulfs(
        leads=[dead("dk", attributes="darkness"), clue("a", effects="draw-menace")],
        menaces=[make_menace("m1", ongoing="darkness-time"), "m2"],
    )
    game.play("pass; play a 1; menace")
    assert (game["discard"], game["time"]) == (["dk"], [])


def test_c24_the_hourglass_goes_with_its_menace(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        aurora("x", ongoing="darkness-time"),
        make_menace("m1", immediate="remove-aurora"),
        "m2",
    ]
    dark = [dead(card, attributes="darkness") for card in ("d1", "d2")]
    effects = "draw-menace discard-hand draw-menace discard-hand"
    game = gulfs(leads=[clue("a", effects=effects)], hand=dark, menaces=menaces)
    game.play("play a 1; menace; discard d1; menace; discard d2")
    assert (game["time"], game["discard"]) == (["d1"], ["d2"])


def test_c23_a_card_that_cannot_be_discarded_has_no_use_for_the_hourglass(
    gulfs: GulfsTable,
) -> None:
    game = darkened(gulfs, "darkness-time", leads=[dead("n", attributes="darkness no-discard")])
    game.play("pass")
    assert (game["time"], game["discard"]) == ([], ["n"])


def gained(gulfs: GulfsTable, ongoing: str, moves: set[str], *, dark: bool) -> None:
    """A card is played while that effect is active; the moves are due, if it is a Darkness card."""
    leads = [DARK if dark else clue("dk")]
    game = darkened(gulfs, ongoing, leads=leads)
    game.play("play dk 1")
    if dark:
        assert (game["pending"], game.moves()) == ("effect", moves)
    else:
        assert (game["pending"], game["turn"]) == ("action", 3)


@pytest.mark.parametrize("dark", [True, False])
def test_g14_9_darkness_cards_have_discard_lead(gulfs: GulfsTable, dark: bool) -> None:
    moves = {"discard l3", "discard l4", "discard l5", "discard s1"}
    gained(gulfs, "darkness-discard-lead", moves, dark=dark)


@pytest.mark.parametrize("dark", [True, False])
def test_g14_10_darkness_cards_have_a_stability_check(gulfs: GulfsTable, dark: bool) -> None:
    gained(gulfs, "darkness-stability-check", {"check"}, dark=dark)


def test_r20_gained_effects_follow_the_printed_ones_one_for_each_menace(gulfs: GulfsTable) -> None:
    dark = clue("dk", attributes="darkness", effects="discard-hand")
    both = ("darkness-discard-lead", "darkness-discard-lead")
    game = darkened(gulfs, *both, leads=[dark])
    game.play("play dk 1")
    assert game.moves() == {f"discard {card}" for card in HAND}
    game.play("discard h1; discard l3")
    assert (game["pending"], game["leads"]) == ("effect", ["l4", "l5", "s1"])
    game.play("discard l5")
    assert (game["turn"], game["discard"]) == (3, ["h1", "l3", "l5"])


def test_r20_a_gained_effect_that_cannot_be_done_is_skipped(gulfs: GulfsTable) -> None:
    effects = " ".join(["discard-lead"] * 4)
    dark = clue("dk", attributes="darkness", effects=effects)
    game = darkened(gulfs, "darkness-discard-lead", leads=[dark])
    game.play("play dk 1; discard l3; discard l4; discard l5; discard s1")
    assert game.moves() == {"skip"}


@pytest.mark.parametrize("way", ["case", "briefcase"])
def test_r20_prevent_next_covers_gained_effects_too(gulfs: GulfsTable, way: str) -> None:
    cover = clue("c", effects="prevent-next" if way == "case" else "")
    dark = clue("dk", attributes="darkness", effects="discard-hand")
    game = darkened(gulfs, "darkness-discard-lead", leads=[cover, dark], equipment="prevent-next")
    game.play("done; play c 1")
    game.play("prevent; done" if way == "case" else "use necronomicon prevent-next")
    game.play("play dk 1")
    if way == "case":
        assert game["pending"] == "window"
    else:
        assert (game["pending"], game["turn"]) == ("action", 4)
    assert (game["discard"], game["hand"]) == ([], HAND)


def test_r20_from_the_briefcase_it_waits_for_whichever_case(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="discard-hand"), clue("b", effects="discard-hand")]
    game = gulfs(leads=leads, contact="prevent-next")
    game.play("contact prevent-next; play a 2")
    assert (game["turn"], game["pending"]) == (2, "action")
    game.play("play b 1")
    assert game["pending"] == "effect"


def test_r20_the_english_rulebook_decides_the_side(gulfs: GulfsTable) -> None:
    cases = [case_card(1, side=side, start=True) for side in "AB"]
    game = gulfs(cases=cases, equipment="key", settings={"help": "equipment"})
    assert (game.case(1)["card"], game["helpers"]) == ("1A", ["necronomicon"])


def test_c21_sources_go_in_the_order_of_the_deck_file(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        make_menace("m1", ongoing="darkness-stability-check"),
        make_menace("m2", ongoing="darkness-discard-lead"),
        "m3",
    ]
    leads = [clue("a", effects="search-menace search-menace"), DARK]
    game = gulfs(leads=leads, menaces=menaces)
    game.play("play a 1; menace m2; menace m1; play dk 1")
    assert game.moves() == {"check"}
    game.play("check")
    assert game.moves() == {f"discard {card}" for card in ("l3", "l4", "l5", "s1")}


def test_c21_of_one_source_discard_lead_comes_first(gulfs: GulfsTable) -> None:
    game = darkened(gulfs, "darkness-stability-check darkness-discard-lead")
    game.play("play dk 1")
    assert "check" not in game.moves()
    game.play("discard l3")
    assert game.moves() == {"check"}


def test_c21_case_cards_come_after_the_menaces(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [make_menace("m1", ongoing="darkness-stability-check"), "m2"]
    leads = [clue("a", effects="draw-menace"), DARK]
    game = haunted(gulfs, "", "darkness-discard-lead", menaces=menaces, leads=leads)
    game.play("play a 2; menace; play dk 2")
    assert game.moves() == {"check"}
    game.play("check")
    assert game.moves() == {f"discard {card}" for card in game["leads"]}


def test_c21_menaces_that_the_card_itself_brought_count(gulfs: GulfsTable) -> None:
    dark = clue("dk", attributes="darkness", effects="draw-menace")
    menaces: list[MenaceLike] = [make_menace("m1", ongoing="darkness-stability-check"), "m2"]
    game = gulfs(leads=[dark], menaces=menaces)
    game.play("play dk 1; menace")
    assert game.moves() == {"check"}


def test_c21_an_effect_whose_source_is_gone_lapses(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        aurora("a1", ongoing="darkness-stability-check"),
        aurora("a2", ongoing="darkness-discard-lead"),
        make_menace("m3", immediate="remove-aurora"),
        *("m4", "m5"),
    ]
    leads = [clue("a", effects="draw-menace draw-menace"), DARK]
    game = gulfs(leads=leads, menaces=menaces, stack=["s1"])
    game.play("play a 1; menace; menace; play dk 1; check")
    assert (game["menaces_active"], game["turn"]) == (["m3", "m4"], 3)
    assert (game["leads"], game["discard"]) == (["l3", "l4", "l5", "s1"], [])


def test_c21_a_menace_that_comes_during_them_adds_none(gulfs: GulfsTable) -> None:
    menaces: list[MenaceLike] = [
        make_menace("m1", ongoing="darkness-stability-check"),
        make_menace("m2", ongoing="darkness-stability-check"),
        *("m3", "m4"),
    ]
    leads = [clue("a", effects="draw-menace"), DARK]
    game = gulfs(leads=leads, menaces=menaces, stack=["s1"])
    game.play("play a 1; menace; play dk 1; check")
    assert (game["menaces_active"], game["turn"]) == (["m1", "m2", "m3"], 3)


def covered(gulfs: GulfsTable, effects: str, *later: Clue, **setup: Unpack[GulfsSetup]) -> Game:
    """The card `a` with these effects, all prevent-next, was played to case 1."""
    setup["leads"] = [clue("a", effects=effects), *later]
    game = gulfs(**setup)
    game.play("play a 1" + "; prevent" * len(effects.split()))
    return game


def test_c22_all_effects_of_the_card_are_covered(gulfs: GulfsTable) -> None:
    card = clue("b", effects="take-lead stability-check discard-hand draw-menace prevent-next")
    game = covered(gulfs, "prevent-next", card)
    game.play("play b 1")
    assert (game["pending"], game["turn"], game.case(1)["prevented"]) == ("action", 3, False)


def test_c22_several_covers_are_used_up_by_one_card(gulfs: GulfsTable) -> None:
    cards = [clue(card, effects="discard-hand") for card in ("b", "c")]
    game = covered(gulfs, "prevent-next prevent-next", *cards)
    game.play("play b 1; play c 1")
    assert (game["pending"], game["turn"]) == ("effect", 3)


def test_c22_covers_of_both_sorts_are_used_up_by_one_card(gulfs: GulfsTable) -> None:
    cards = [clue(card, effects="discard-hand") for card in ("b", "c")]
    game = covered(gulfs, "prevent-next", *cards, contact="prevent-next")
    assert game["pending"] == "window"
    game.play("contact prevent-next")
    assert (game["prevented_any"], game.case(1)["prevented"]) == (True, True)
    game.play("play b 1")
    assert (game["prevented_any"], game.case(1)["prevented"], game["turn"]) == (False, False, 3)
    game.play("play c 1")
    assert game["pending"] == "effect"


def test_c22_a_card_without_effects_uses_the_cover_up(gulfs: GulfsTable) -> None:
    game = covered(gulfs, "prevent-next", clue("b"), clue("c", effects="discard-hand"))
    game.play("play b 1; play c 1")
    assert game["pending"] == "effect"


def test_c22_a_card_from_hand_is_covered(gulfs: GulfsTable) -> None:
    hand = [clue("h", effects="discard-hand")]
    game = covered(gulfs, "prevent-next", hand=hand)
    game.play("hand; play h 1")
    assert (game["pending"], game["turn"]) == ("action", 3)


def test_c22_strain_is_not_covered(gulfs: GulfsTable) -> None:
    cards = [clue(f"c{n}", effects="prevent-next" if n == 7 else "") for n in range(1, 8)]
    eighth = clue("c8", effects="discard-hand")
    draws = [dead(f"d{n}", stability=n == 5) for n in range(1, 9)]
    game = gulfs(leads=cards[:5], stack=[*cards[5:], eighth, *draws])
    game.play("; ".join(f"play {card.id} 1" for card in cards) + "; prevent; play c8 1")
    assert (game["stability"], game["pending"], game["turn"]) == (["d5"], "action", 9)


def test_c22_a_closed_case_loses_its_cover(gulfs: GulfsTable) -> None:
    lead = clue("b", effects="discard-hand")
    cases: list[CaseCard] = [case_card(5, start=True)]
    leads = [clue("a", effects="prevent-next close-5"), lead]
    game = gulfs(leads=leads, cases=cases)
    game.play("play a 5; prevent; close 5; play b 1")
    assert (game["pending"], game["prevented_any"]) == ("effect", False)
    assert game.case(1)["prevented"] is False
    assert game.open_cases() == [1, 2]


def test_c20_its_icons_come_before_a_check_of_strain(gulfs: GulfsTable) -> None:
    cards = [clue(f"c{place}") for place in range(1, 8)]
    stack: list[CardLike] = [*cards[3:], clue("mac", attributes="machine")]
    game = haunted(
        gulfs,
        "flip add-to-hand",
        leads=cards[:3],
        stack=[*stack, *(f"d{place}" for place in range(1, 9))],
    )
    game.play("; ".join(f"play {card.id} 2" for card in cards) + "; play mac 2")
    assert (game["pending"], game["stack"][0], game["discard"]) == ("discard", "d5", ["l2"])
    game.play("discard f")
    assert (game["discard"], game["turn"]) == (["d5", "f", "l2"], 11)


def test_c20_several_come_in_the_order_of_their_numbers(gulfs: GulfsTable) -> None:
    other = case_card(6, "", ongoing="darkness-time", on_close="flip add-to-hand", clue="g")
    game = haunted(
        gulfs,
        "flip add-to-hand",
        cases=[first("access-7 access-6"), other],
        faces=[dead("f"), dead("g")],
        leads=[MACHINE],
    )
    assert game["menaces_active"] == ["case 6", "case 7"]
    game.play("take; discard h1")
    assert (game["pending"], "g" in game["hand"], "f" in game["hand"]) == ("discard", True, False)
    assert game["menaces_active"] == []
    game.play("discard g")
    assert (game["pending"], game["hand"]) == ("discard", ["f", "h2", "h3", "mac"])
