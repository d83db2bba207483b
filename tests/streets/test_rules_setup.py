"""docs/streets.md, S1 to S4: set-up, ends, movement, entry."""

import pytest

from casecracker.engine.errors import GameError
from casecracker.engine.streets.boxfile import shipped_box
from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.state import StreetsState
from tests.streets.hand import Entry, asset, card, game, monster


def facedown_streets(name: str) -> Entry:
    """A card whose back sends investigators away."""
    return card(name, "9", facedown=["streets"])


DONE = card("easy", "1", rewards=["clue"])
SIGN = card("sign", "1", rewards=["elder-sign"])


@pytest.mark.parametrize("investigators", range(1, 9))
def test_s1_1_one_to_eight_play_in_order_of_seats(investigators: int) -> None:
    code = f"streets-of-arkham:3,investigators={investigators}"
    state = StreetsState.start(parse_streets_code(code))
    assert len(state.view()["investigators"]) == investigators
    table = game(investigators=investigators)
    for number in range(investigators + 1):
        assert table["active"] == number % investigators + 1
        table.pass_turn()


def test_s1_1_nine_are_refused() -> None:
    with pytest.raises(GameError):
        parse_streets_code("streets-of-arkham:3,investigators=9")


def test_s1_2_the_ancient_one_is_dealt_or_chosen() -> None:
    dealt = {parse_streets_code(f"streets-of-arkham:{seed}").ancient.id for seed in range(30)}
    assert dealt == {ancient.id for ancient in shipped_box().ancients}
    chosen = parse_streets_code("streets-of-arkham:3,ancient-one=yog-sothoth")
    assert chosen.ancient.id == "yog-sothoth"
    with pytest.raises(GameError, match="dealt or yibb-tstll"):
        parse_streets_code("streets-of-arkham:3,ancient-one=azathoth")


def test_s1_3_everything_begins_empty() -> None:
    table = game(monsters=[monster("m", "1", count=4)])
    assert (table["clock"], table["doom"], table["elder_signs"], table["turn"]) == (0, 0, 0, 1)
    assert table["decks"]["cup"] == 4
    assert table["secured"] == []


def test_s1_4_the_decks_of_the_mode() -> None:
    state = StreetsState.start(parse_streets_code("streets-of-arkham:0"))
    box = shipped_box()
    assert box.adventures == 78
    assert len(box.places) - box.adventures == 16
    sizes = state.view()["decks"]
    assert sizes["adventures"] == 72
    assert (len(box.events), len(box.mythos), len(box.investigators)) == (25, 30, 24)
    counts = [sum(one.deck == deck for one in box.assets) for deck in ("common-item", "skill")]
    assert counts == [17, 12]


def test_s1_5_three_lie_faceup_and_three_facedown() -> None:
    table = game()
    assert [table.spot(number)["faceup"] for number in range(1, 7)] == [True] * 3 + [False] * 3
    assert [table.spot(number)["card"] for number in (1, 2, 3)] == ["f1", "f2", "f3"]
    assert "card" not in table.spot(4)


def test_s1_6_locked_dice_lie_on_faceup_cards() -> None:
    table = game(
        card("a", "9", locked=["green", "yellow"]), card("b", "9"), card("c", "9"),
        card("d", "9", locked=["red"]),
    )  # fmt: skip
    assert table["locked"] == [1, 1, 0]


def test_s1_7_investigators_begin_in_the_streets_with_their_kit() -> None:
    lamps = [asset(name, "common-item", "yellow") for name in ("l1", "l2", "l3")]
    table = game(investigators=2, kit=["common-item", "clue"], assets=lamps)
    assert [table.seat(number)["kit"] for number in (1, 2)] == [["l1"], ["l2"]]
    assert table.seat()["place"] == "streets"
    assert (table.seat()["sanity"], table.seat()["stamina"], table.seat()["clues"]) == (5, 5, 1)


def test_s1_8_the_first_mythos_card_is_carried_out_without_a_midnight() -> None:
    facedown = [card(name, "9") for name in "abc"] + [card("d", "9", facedown_midnight=["doom"])]
    table = game(*facedown, mythos=[card("m", effects=["sanity -1 each"], midnight=["doom"])])
    assert table["mythos"] == "m"
    assert table.seat()["sanity"] == 4
    assert table["doom"] == 0


def test_s1_9_the_next_back_is_open_and_nothing_else_of_the_decks() -> None:
    cards = [card(name, "9", location=f"place {name}", difficulty="red") for name in "abcdefg"]
    cards[6]["facedown"] = ["clue"]
    table = game(*cards)
    back = {"location": "place g", "difficulty": "red", "facedown": "clue", "midnight": "nothing"}
    assert table["next_back"] == back
    assert table.spot(4)["location"] == "place d"
    assert table["decks"]["adventures"] == 3
    seen = str(table.view())
    assert "'d'" not in seen
    assert "'g'" not in seen


def test_s1_9_what_lies_open_is_told() -> None:
    busy = card("busy", "1", "P", event=True)
    events = [card("e", effects=["expeditious"])]
    lamp = asset("lamp", "common-item", "yellow")
    table = game(busy, events=events, kit=["common-item"], assets=[lamp])
    assert (table["discarded"], table["clock_held"]) == ({"events": [], "mythos": []}, False)
    table.play("go 1; use lamp; roll")
    assert (table["discarded"]["events"], table["clock_held"]) == (["e"], True)
    attempt = table["attempt"]
    assert (attempt["rolls"], attempt["added"], attempt["focused"]) == (1, ["yellow"], False)
    table.play("pass; focus 1; drop green")
    assert table["attempt"]["focused"]


def test_s1_9_what_a_decision_is_about_is_told() -> None:
    split = game(card("a", "9", entry=["clue | sanity -1"])).play("go 1")
    assert (split.pending, split["about"]) == ("choose", "seat 1: clue | sanity -1")
    assert "(seat 1: clue | sanity -1)" in str(split.state)
    appears = game(mythos=[card("m", effects=["monster"])], monsters=[monster("ghost", "1")])
    assert (appears.pending, appears["about"]) == ("place-monster", "ghost")
    rum = asset("rum", "common-item", "cover-sanity")
    loss = card("m", effects=["sanity -2"])
    hurt = game(mythos=[loss], kit=["common-item"], assets=[rum])
    assert (hurt.pending, hurt["about"]) == ("lose", "seat 1: 2 sanity")


def test_s2_1_enough_elder_signs_win_at_once() -> None:
    table = game(SIGN, ancient={"signs": 1})
    table.play("go 1; roll; do 1 1")
    assert table["status"] == "won"
    assert table.moves() == set()


def test_s2_2_the_last_sign_wins_beside_the_last_doom() -> None:
    both = card("both", "1", rewards=["doom 6", "elder-sign"])
    table = game(both, ancient={"signs": 1})
    assert table.play("go 1; roll; do 1 1")["status"] == "won"


def test_s2_2_doom_of_another_card_is_not_the_same_moment() -> None:
    tick = card("tick", "1 doom", rewards=["elder-sign"])
    table = game(tick, ancient={"signs": 1, "doom": 1})
    table.play("go 1; roll; do 1 1")
    assert (table["status"], table["awake"]) == ("playing", True)


def test_s2_3_without_an_investigator_left_the_players_lose() -> None:
    deadly = card("deadly", "9", entry=["devoured"])
    table = game(deadly, ancient={"doom": 9}, people=[{}, {}, {}])
    table.play("go 1; go 1; go 1")
    assert table["status"] == "lost"


def test_s3_1_to_any_card_but_one_with_a_gate() -> None:
    opener = card("opener", "1", entry=["gate"])
    table = game(opener, worlds=[card("w1", "9"), card("w2", "9")])
    table.play("go 1; gate 2; fail")
    assert table.moves() == {
        *("stay", "go streets", "go 3", "go 4", "go 5", "go 6", "go blue"),
    }  # fmt: skip


def test_s3_2_to_the_streets() -> None:
    table = game(card("back", "9", entry=["streets"]))
    table.play("go 1")
    assert table.seat()["place"] == "streets"
    assert table["turn"] == 2


def test_s3_3_all_return_from_a_card_that_is_resolved() -> None:
    table = game(DONE, investigators=2)
    table.play("go 1; fail; go 1; roll; do 1 1")
    assert [table.seat(number)["place"] for number in (1, 2)] == ["streets", "streets"]


def test_s3_3_all_return_from_a_card_that_is_discarded() -> None:
    table = game(card("gone", "9", penalties=["discard-card"]), investigators=2)
    table.play("go 1; fail")
    assert table.seat()["place"] == "streets"
    assert not table.spot(1)["faceup"]


def test_s3_4_the_back_then_the_other_side() -> None:
    back = card("d", "9", facedown=["clue"], facedown_midnight=["doom"], entry=["sanity -1"])
    table = game(card("a", "9"), card("b", "9"), card("c", "9"), back)
    table.play("go 4")
    assert table.seat()["clues"] == 1
    assert table.seat()["sanity"] == 4
    assert table.spot(4)["card"] == "d"
    assert table["doom"] == 0
    assert table.pending == "before"


def test_s3_4_a_back_that_sends_away_is_not_turned() -> None:
    back = card("d", "9", facedown=["streets"])
    table = game(card("a", "9"), card("b", "9"), card("c", "9"), back)
    table.play("go 4")
    assert not table.spot(4)["faceup"]
    assert table["turn"] == 2


def test_s3_5_an_other_world_is_turned_up() -> None:
    table = game(mythos=[card("m", effects=["gate"])], worlds=[card("w", "9", entry=["clue"])])
    table.play("gate 1")
    assert table["other_worlds"]["blue"]["faceup"] is False
    table.play("go blue")
    assert table["other_worlds"]["blue"]["card"] == "w"
    assert table.seat()["clues"] == 1
    assert table.pending == "before"


TROPHY = card("trophy", "1", trophies=2)


def test_s3_6_two_trophies_buy_one_of_three() -> None:
    table = game(TROPHY, mythos=[card("m", effects=["sanity -2", "stamina -2"])])
    table.play("go 1; roll; do 1 1; stay")
    assert table.moves() == {"nothing", "streets-flip", "streets-discard", "streets-rest"}
    table.play("streets-rest")
    assert (table.seat()["sanity"], table.seat()["stamina"]) == (4, 4)
    assert table.seat()["trophies"] == []
    assert table.pending == "go-on-from-streets"


def test_s3_6_turning_a_card_faceup() -> None:
    table = game(TROPHY).play("go 1; roll; do 1 1; stay; streets-flip; flip 5")
    assert table.spot(5)["faceup"]


def test_s3_6_without_trophies_there_is_nothing_to_choose() -> None:
    table = game().play("stay")
    assert table["turn"] == 2


def test_s3_6_also_for_one_who_was_sent_back() -> None:
    trap = card("trap", "9", entry=["streets"])
    table = game(TROPHY, trap, facedown_streets("d")).play("go 1; roll; do 1 1; go 2")
    assert table.pending == "streets"
    table.play("streets-flip; flip 4; go 2")
    assert table["turn"] == 3
    back = game(TROPHY, card("b", "9"), card("c", "9"), facedown_streets("d"))
    back.play("go 1; roll; do 1 1; go 4")
    assert back.pending == "streets"
    assert not back.spot(4)["faceup"]


def test_s3_7_only_a_bare_card_may_be_discarded() -> None:
    locked = card("locked", "9", locked=["green"])
    table = game(
        TROPHY, locked, mythos=[card("m", effects=["gate", "monster"])],
        worlds=[card("w", "9")], monsters=[monster("x", "1")], investigators=2,
    )  # fmt: skip
    table.play("gate 4; monster 5 below; go 1; roll; do 1 1; go 3; fail; stay; streets-discard")
    assert table.moves() == {"discard 1", "discard 6"}
    table.play("discard 6")
    assert "card" not in table.spot(6)


def test_s3_8_then_he_must_move_to_an_adventure() -> None:
    table = game(TROPHY).play("go 1; roll; do 1 1; stay; streets-flip; flip 4")
    assert table.moves() == {f"go {number}" for number in range(1, 7)}
    table.play("go 2")
    assert table.seat()["place"] == "2"
    assert table.pending == "before"


def test_s3_9_a_facedown_card_takes_the_place_of_one_that_leaves() -> None:
    table = game(DONE, *[card(name, "9") for name in "bcdef"], card("next", "9", location="here"))
    table.play("go 1; roll; do 1 1")
    assert table.spot(1)["location"] == "here"
    assert not table.spot(1)["faceup"]
    assert table["decks"]["adventures"] == 2


def test_s3_9_spent_cards_go_under_their_deck_and_seals_go() -> None:
    table = game(
        TROPHY, card("b", "1", rewards=["discard-card"]), mythos=[card("m", effects=["gate"])],
        worlds=[card("w", "1")],
    )  # fmt: skip
    table.play("gate 3; go blue; roll; do 1 1")
    assert table.spot(3)["seal"]
    table.play("go 1; roll; do 1 1; stay; streets-discard")
    assert table["decks"]["adventures"] == 2
    table.play("spend trophy")
    assert table["decks"]["adventures"] == 3
    table.play("discard 3")
    assert not table.spot(3)["seal"]
    assert table["decks"]["adventures"] == 3


ENTRY = card("entry", "9", entry=["sanity -1"])


def test_s4_1_an_entry_effect_on_arrival() -> None:
    assert game(ENTRY).play("go 1").seat()["sanity"] == 4


def test_s4_2_an_entry_effect_of_a_card_turned_up_while_there() -> None:
    cards = [card(name, "9") for name in "abc"]
    own = card("d", "9", entry=["sanity -1"], facedown=["flip"])
    table = game(*cards, own).play("go 4; flip 4")
    assert table.seat()["sanity"] == 4
    other = game(*cards, own).play("go 4; flip 5")
    assert other.seat()["sanity"] == 4


def test_s4_3_not_again_for_who_stays_but_for_others() -> None:
    table = game(ENTRY, investigators=2).play("go 1; fail; go 1; fail; stay")
    assert [table.seat(number)["sanity"] for number in (1, 2)] == [4, 4]
    table.play("fail; stay; fail; go streets; stay; fail; go 1")
    assert table.seat()["sanity"] == 3


def test_s4_4_what_he_has_not_is_left_out() -> None:
    table = game(card("toll", "9", entry=["common-item -1", "clue -1"]))
    table.play("go 1")
    assert table.pending == "before"
    assert table.seat()["clues"] == 0
