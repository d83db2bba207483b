"""Rules G8, rulings R18, choices C25 and C26: the briefcase, the contact and equipment."""

import pytest

from casecracker.engine.errors import CasecrackerError
from casecracker.engine.games import INFINITE_GULFS
from tests.gulfs import make_gulfs_deck, make_menace
from tests.rules.gulfs_table import NECRONOMICON, GulfsTable, case_card, first
from tests.rules.table import FIVE, STACK, CardLike, clue, dead


def item(card: str, sides: str, **printed: bool) -> CardLike:
    """A clue card with the Equipment attribute that fits nowhere."""
    return dead(card, attributes="equipment", sides=sides, time=printed.get("time", False))


def test_g8_1_items_are_used_as_free_actions(gulfs: GulfsTable) -> None:
    game = gulfs(contact="take-lead", equipment="take-lead", leads=["l1", "l2"])
    game.play("contact take-lead l2; discard h1")
    assert (game["helpers"], game["turn"], game["pending"]) == ([NECRONOMICON], 1, "action")
    game.play(f"use {NECRONOMICON} take-lead l1; discard h2")
    assert (game["helpers"], game["turn"], game["pending"]) == ([], 1, "action")
    assert (game["hand"], game["leads"]) == (["h3", "l1", "l2"], ["l3", "l4", "l5"])
    assert game.moves() == {"take", "pass"}


def test_g8_1_a_clue_card_that_is_used_leaves_the_game(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("e", "take-lead")])
    game.play("pack e; use e take-lead l3")
    for area in ("hand", "briefcase", "discard", "time", "closed", "stack"):
        assert "e" not in game[area]
    assert game["hand"] == ["h2", "h3", "l3"]


def test_g8_2_helpers_go_neither_to_hand_nor_to_a_case(gulfs: GulfsTable) -> None:
    game = gulfs(contact="shuffle-discard", equipment="shuffle-discard")
    assert (game["briefcase"], game["hand"]) == ([], ["h1", "h2", "h3"])
    for move in (f"unpack {NECRONOMICON}", "unpack p1", f"play {NECRONOMICON} 1"):
        with pytest.raises(CasecrackerError):
            game.play(move)


def test_g8_3_equipment_goes_to_the_briefcase_and_back(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("e", "take-lead")])
    assert game.moves() == {"take", "pass", "hand", "pack e"}
    game.play("pack e")
    assert (game["hand"], game["briefcase"]) == (["h2", "h3"], ["e"])
    uses = {f"use e take-lead l{place}" for place in range(1, 6)}
    assert game.moves() == {"take", "pass", "hand", "unpack e", *uses}
    game.play("unpack e")
    assert (game["hand"], game["briefcase"], game["turn"]) == (["e", "h2", "h3"], [], 1)


def test_g8_3_it_is_not_used_from_hand(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("e", "shuffle-discard")])
    with pytest.raises(CasecrackerError):
        game.play("use e shuffle-discard")


def test_g8_3_other_cards_stay_out_of_the_briefcase(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[dead("mac", attributes="machine")])
    assert not any(move.startswith("pack") for move in game.moves())


def test_g8_3_it_may_be_played_like_other_cards(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[clue("e", attributes="equipment", sides="key", effects="discard-hand")])
    game.play("hand; play e 1")
    assert game.moves() == {"discard h2", "discard h3"}
    assert game.case(1)["line"] == ["e"]


def test_g8_4_the_briefcase_does_not_count_against_the_hand_limit(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("d", "key"), item("e", "key")], leads=[item("f", "key")])
    game.play("take; pack d; pack e; pack f")
    assert (game["briefcase"], game["hand"], game["turn"]) == (["d", "e", "f"], ["h3"], 2)
    game.play("take; take")
    assert (game["hand"], game["pending"]) == (["h3", "l2", "l3"], "action")


def test_g8_4_packing_makes_room_in_a_full_hand(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("e", "key")])
    game.play("take")
    assert game.moves() == {"pack e", *(f"discard {card}" for card in ("e", "h2", "h3", "l1"))}
    game.play("pack e")
    assert (game["hand"], game["turn"]) == (["h2", "h3", "l1"], 2)
    game.play("unpack e")
    assert (game["pending"], game["hand"]) == ("discard", ["e", "h2", "h3", "l1"])


@pytest.mark.parametrize("lock", ["lock", "skeleton-lock"])
def test_g8_5_a_key_side_opens_locks_of_both_kinds(gulfs: GulfsTable, lock: str) -> None:
    leads = [clue("x", attributes=lock)]
    game = gulfs(leads=leads, hand=[item("e", "key")], contact="key", equipment="key")
    words = ("key", f"key {NECRONOMICON}")
    expected = {f"play x {case} {word}" for case in (1, 2) for word in words}
    assert game.moves() == {"take", "pass", "pack e", *expected}
    game.play("pack e")
    assert {"play x 1 key e", "play x 2 key e"} <= game.moves()
    game.play("play x 2 key e")
    assert (game.case(2)["key_effects"], game["briefcase"]) == (1, [])
    assert game["helpers"] == [NECRONOMICON, "p1"]


@pytest.mark.parametrize(
    ("word", "left"), [("key", [NECRONOMICON]), (f"key {NECRONOMICON}", ["p1"])]
)
def test_g8_5_the_helper_that_was_the_key_leaves_the_game(
    gulfs: GulfsTable, word: str, left: list[str]
) -> None:
    leads = [clue("x", attributes="lock")]
    game = gulfs(leads=leads, contact="key", equipment="key")
    game.play(f"play x 1 {word}")
    assert (game["helpers"], game.case(1)["line"]) == (left, ["x"])


def test_c3_an_item_is_no_key_where_none_is_needed(gulfs: GulfsTable) -> None:
    leads = [clue("k", attributes="key"), clue("x", attributes="lock", minimum=1)]
    game = gulfs(leads=leads, equipment="key")
    assert game.moves() == {"take", "pass", "play k 1", "play k 2"}
    game.play("play k 1")
    assert game.moves() == {"take", "pass", "play x 1"}


def test_g8_6_prevent_next_from_the_briefcase_covers_any_case(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="discard-hand"), clue("b", effects="discard-hand")]
    game = gulfs(leads=leads, equipment="prevent-next")
    game.play(f"use {NECRONOMICON} prevent-next")
    assert (game["prevented_any"], game["helpers"]) == (True, [])
    game.play("play a 2")
    assert (game["turn"], game["pending"], game["prevented_any"]) == (2, "action", False)
    game.play("play b 2")
    assert game["pending"] == "effect"


def test_g8_6_it_waits_for_a_play(gulfs: GulfsTable) -> None:
    leads: list[CardLike] = ["l1", "l2", clue("a", effects="discard-hand")]
    game = gulfs(leads=leads, equipment="prevent-next")
    game.play(f"use {NECRONOMICON} prevent-next; pass; take; discard h1")
    assert game["prevented_any"] is True
    game.play("play a 1")
    assert (game["turn"], game["prevented_any"]) == (4, False)


@pytest.mark.parametrize("side", INFINITE_GULFS.contact_sides)
def test_g8_7_each_side_is_taken(side: str) -> None:
    deck = make_gulfs_deck(contact=side, equipment=side)
    assert (deck.contact[0].sides, deck.equipment[0].sides) == ((side,), (side,))


def test_g8_7_search_menace_from_the_briefcase(gulfs: GulfsTable) -> None:
    game = gulfs(contact="search-menace", equipment="search-menace", menaces=["m1", "m2"])
    assert {"contact search-menace m2", f"use {NECRONOMICON} search-menace m1"} <= game.moves()
    game.play("contact search-menace m2")
    assert (game["menaces_active"], game["menaces_left"]) == (["m2"], ["m1"])
    assert (game["pending"], game["turn"]) == ("action", 1)


def test_g8_7_a_menace_so_found_ends_before_the_game_goes_on(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", icons="flip add-to-hand access-3", clue="f")
    game = gulfs(contact="search-menace", menaces=[menace], faces=[dead("f")], cases=[case_card(3)])
    game.play("contact search-menace m1")
    assert (game["pending"], game.open_cases()) == ("discard", [1, 2])
    game.play("discard f")
    assert (game["pending"], game["turn"], game.open_cases()) == ("action", 1, [1, 2, 3])


def test_g8_7_an_exchange_from_the_briefcase(gulfs: GulfsTable) -> None:
    leads = [dead("t", time=True)]
    game = gulfs(leads=leads, hand=[item("e", "exchange-penalty")])
    game.play("pack e; pass")
    assert game["pending"] == "window"
    game.play("use e exchange-penalty h2 t")
    assert (game["time"], game["hand"], game["turn"]) == (["h2"], ["h3", "t"], 2)


def test_c26_one_of_several_sides_is_used_once(gulfs: GulfsTable) -> None:
    hand = [item("e", "take-discard shuffle-discard key")]
    game = gulfs(hand=hand)
    game.play("pack e; pass")
    assert game.moves() == {"use e take-discard l1", "use e shuffle-discard", "unpack e", "done"}
    game.play("use e take-discard l1")
    assert (game["turn"], game["briefcase"], game.moves()) == (2, [], {"take", "pass"})


def test_c25_a_card_of_the_briefcase_lets_action_c_be_chosen(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[clue("e", attributes="equipment", sides="key")])
    game.play("pack e")
    assert game.moves() == {"take", "pass", "hand", "unpack e"}
    game.play("hand")
    assert game.moves() == {"pass", "unpack e"}
    game.play("unpack e")
    assert game.moves() == {"play e 1", "play e 2", "pack e"}


@pytest.mark.parametrize("sides", ["search-menace", "key prevent-next", "shuffle-discard"])
def test_c25_an_item_that_is_no_mere_key_lets_it_be_chosen(gulfs: GulfsTable, sides: str) -> None:
    assert "hand" in gulfs(hand=[item("e", sides)]).moves()
    assert "hand" in gulfs(equipment=sides).moves()
    assert "hand" in gulfs(contact=sides).moves()


def test_c25_a_mere_key_does_not(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("e", "key")], equipment="key", contact="key")
    assert "hand" not in game.moves()


def test_c25_a_key_side_helps_a_card_in_hand(gulfs: GulfsTable) -> None:
    hand = [clue("x", attributes="skeleton-lock"), item("e", "key")]
    game = gulfs(hand=hand)
    assert "hand" in game.moves()
    game.play("hand")
    assert game.moves() == {"pass", "pack e"}
    game.play("pack e")
    assert game.moves() == {"play x 1 key e", "play x 2 key e", "unpack e"}


def test_c25_a_card_is_no_key_for_itself(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[clue("e", attributes="equipment lock", sides="key")])
    assert "hand" not in game.moves()
    game.play("pack e")
    assert "hand" not in game.moves()


@pytest.mark.parametrize("left", ["research", "interview"])
def test_c25_the_machine_that_is_the_key_is_gone_when_the_card_is_played(
    gulfs: GulfsTable, left: str
) -> None:
    machine = dead("mac", attributes="machine equipment", sides="key")
    leads = [clue("x", left=left, left_purple="research", attributes="lock")]
    game = gulfs(leads=leads, hand=[machine])
    game.play("pack mac")
    assert ("play x 1 key mac" in game.moves()) is (left == "research")


def test_c1_after_action_c_passing_is_left_whatever_the_briefcase_holds(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[clue("e", attributes="equipment", sides="key")])
    game.play("pack e; hand; pass")
    assert (game["turn"], game["discard"], game["briefcase"]) == (2, ["l1"], ["e"])


def test_c7_packing_alone_opens_no_window(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("e", "key"), item("f", "take-closed take-stability take-time")])
    game.play("pass")
    assert (game["pending"], game["turn"]) == ("action", 2)


def test_c7_an_item_in_hand_opens_the_window(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[item("e", "take-discard")])
    game.play("pass")
    assert (game["pending"], game.moves()) == ("window", {"pack e", "done"})
    game.play("pack e; use e take-discard l1")
    assert (game["hand"], game["turn"]) == (["h2", "h3", "l1"], 2)


def test_c7_an_exchange_needs_another_card(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="discard-hand discard-hand"), clue("b")]
    hand = [item("e", "exchange-penalty"), dead("t", time=True)]
    game = gulfs(leads=leads, hand=hand)
    game.play("play a 1; discard t; discard h3")
    assert (game["pending"], game["turn"]) == ("action", 2)


def test_c7_an_exchange_counts_the_briefcase(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="discard-hand")]
    hand = [item("e", "exchange-penalty"), item("f", "key"), dead("t", time=True)]
    game = gulfs(leads=leads, hand=hand)
    game.play("pack e; pack f; play a 1; discard t")
    assert (game["pending"], game.moves()) == ("window", {"unpack e", "unpack f", "done"})
    game.play("unpack f")
    assert game.moves() == {"use e exchange-penalty f t", "pack f", "unpack e", "done"}


@pytest.mark.parametrize("side", ["prevent-next", "shuffle-discard", "search-menace"])
def test_c7_some_sides_open_the_window_always(gulfs: GulfsTable, side: str) -> None:
    game = gulfs(equipment=side)
    game.play("pass")
    assert game["pending"] == "window"


def test_c7_search_menace_needs_a_menace(gulfs: GulfsTable) -> None:
    leads = [clue("a", effects="draw-menace")]
    game = gulfs(leads=leads, equipment="search-menace", menaces=["m1"])
    game.play("play a 1; menace")
    assert (game["pending"], game["turn"]) == ("action", 2)


def test_r18_free_actions_before_an_icon(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE, effects="stability-check")]
    game = gulfs(
        cases=[first("take-stability access-3"), case_card(3)],
        leads=leads,
        stack=[dead("x", stability=True), *STACK],
        equipment="take-stability",
    )
    game.play("play b 1; check; done; close 1; done")
    assert game.moves() == {"take x", "decline", f"use {NECRONOMICON} take-stability x"}
    game.play(f"use {NECRONOMICON} take-stability x; discard h1")
    assert (game["pending"], game.open_cases(), game["turn"]) == ("action", [2, 3], 3)


def test_r18_free_actions_in_the_middle_of_a_refill(gulfs: GulfsTable) -> None:
    menace = make_menace("m1", icons="flip add-to-hand", clue="f")
    game = gulfs(menaces=[menace, "m2"], faces=[dead("f")], hand=[item("e", "key")], stack=[])
    game.play("pass")
    assert (game["pending"], game["turn"], game["shuffles"]) == ("discard", 1, 0)
    game.play("pack e")
    assert (game["turn"], game["shuffles"], game["leads"][-1]) == (2, 1, "l1")
    assert game["hand"] == ["f", "h2", "h3"]


def test_r18_no_free_action_once_a_card_was_scored(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle"), clue("q", attributes="puzzle")]
    game = gulfs(leads=leads, hand=[item("e", "key")], equipment="shuffle-discard")
    game.play("play b 1; done; play p 1; done; play q 1; done; close 1")
    free = {"pack e", f"use {NECRONOMICON} shuffle-discard"}
    assert game.moves() == {"score p", "score q", "done", *free}
    game.play("score p")
    assert game.moves() == {"score q", "done"}


def test_c25_action_c_is_open_to_a_lock_that_the_equipment_card_opens(gulfs: GulfsTable) -> None:
    game = gulfs(equipment="key", hand=[clue("lock", attributes="lock")])
    game.play("hand")
    assert game.moves() == {f"play lock 1 key {NECRONOMICON}", f"play lock 2 key {NECRONOMICON}"}


def test_c25_action_c_is_open_to_a_lock_that_a_card_of_the_briefcase_opens(
    gulfs: GulfsTable,
) -> None:
    game = gulfs(hand=[clue("lock", attributes="lock"), item("e", "key")])
    game.play("pack e; hand")
    assert {"play lock 1 key e", "play lock 2 key e"} <= game.moves()


def test_c25_action_c_is_closed_where_no_key_opens_the_lock(gulfs: GulfsTable) -> None:
    game = gulfs(hand=[clue("lock", attributes="skeleton-lock")])
    assert "hand" not in game.moves()
