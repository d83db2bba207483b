"""docs/streets.md, S9, S10, S12 to S15: midnight, rewards, doom, the devoured, the battle."""

from typing import Unpack

import pytest

from casecracker.engine.streets.boxfile import shipped_box
from casecracker.engine.streets.deal import parse_streets_code
from tests.streets.hand import Game, Setup, asset, card, game, monster

HARD = card("hard", "9 9 9")
GATE = card("m", effects=["gate"])
WORLD = card("w", "9")
VERSE = asset("verse", "spell", "secure")


def rewarded(*rewards: str, **setup: Unpack[Setup]) -> Game:
    """A game in which the first adventure has just been resolved for these rewards."""
    return game(card("a", "1", rewards=list(rewards)), **setup).play("go 1; roll; do 1 1")


def test_s9_1_a_turn_takes_three_hours() -> None:
    table = game()
    for hours in (3, 6, 9, 0):
        assert table.pass_turn()["clock"] == hours


def test_s9_2_midnight_comes_once_after_the_turn() -> None:
    late = card("late", "1 clock clock clock", "9", midnight=["clue 1 each"])
    table = game(late).play("go 1; roll; do 1 1")
    assert table["clock"] == 9
    assert table.seat()["clues"] == 0
    while table["turn"] == 1:
        table.play("no-focus")
    assert table["clock"] == 0
    assert table.seat()["clues"] == 1


def test_s9_3_a_second_stroke_adds_doom_and_nothing_else() -> None:
    late = card(
        "late", "1 clock clock clock clock clock clock clock clock", "9", midnight=["clue 1 each"]
    )
    table = game(late).play("go 1; roll; do 1 1")
    assert table["doom"] == 1
    while table["turn"] == 1:
        table.play("no-focus")
    assert table.seat()["clues"] == 1
    assert table["decks"]["mythos"] == 7


def test_s9_4_the_order_of_midnight() -> None:
    first = card("first", "whole-row 9", midnight=["sanity -1 each"])
    back = card("d", "9", facedown_midnight=["stamina -1 each"])
    ghosts = [monster("x", "1", midnight=["clue 1 each"]), monster("y", "1", midnight=["doom"])]
    table = game(
        first, card("b", "9"), card("c", "9"), back, monsters=ghosts,
        mythos=[card("m", effects=["monster 2"], midnight=["clue 2 each"])],
        ancient={"midnight": ["clue 1 each"]},
    )  # fmt: skip
    table.play("monster 2 below")
    table.pass_turn(3)
    table.play("stay")
    assert table.pending == "monster-order"
    assert table.seat()["clues"] == 1
    assert table.moves() == {"midnight x", "midnight y"}
    table.play("midnight y")
    assert (table["doom"], table.seat()["clues"], table.pending) == (1, 2, "card-order")
    table.play("midnight 4")
    assert table.seat()["clues"] == 4
    assert (table.seat()["sanity"], table.seat()["stamina"]) == (4, 4)


def test_s9_4_equal_monsters_are_not_told_apart() -> None:
    ghosts = monster("x", "1", count=2, midnight=["clue 1 each"])
    table = game(card("a", "whole-row 9", "whole-row 9"), monsters=[ghosts],
                 mythos=[card("m", effects=["monster 2"])])  # fmt: skip
    table.play("monster 1 1").pass_turn(4)
    assert table.seat()["clues"] == 2


def test_s9_4_the_players_order_the_cards() -> None:
    loss, gain = card("a", "9", midnight=["clue -1"]), card("b", "9", midnight=["clue"])
    same = card("c", "9", midnight=["clue"])
    table = game(loss, gain, same).pass_turn(3).play("stay")
    assert (table.pending, table.moves()) == ("card-order", {"midnight 1", "midnight 2"})
    table.play("midnight 2; midnight 1")
    assert table.seat()["clues"] == 1
    here = [card(name, "9", midnight=["monster-here"]) for name in "ab"]
    assert game(*here).pass_turn(3).play("stay").moves() == {"midnight 1", "midnight 2"}


def test_s9_4_a_card_that_is_gone_does_nothing() -> None:
    closing = card("a", "9", midnight=["close-gate"])
    other = card("w", "9", midnight=["clue"])
    table = game(closing, mythos=[GATE], worlds=[other]).play("gate 2; go blue; fail")
    table.pass_turn(2).play("stay; fail")
    table.play("midnight 1")
    assert (table.seat()["clues"], table["other_worlds"]) == (0, {})


def test_s9_4_the_back_of_a_faceup_card_does_nothing_at_midnight() -> None:
    table = game(card("a", "9", facedown_midnight=["doom"])).pass_turn(4)
    assert table["doom"] == 0


def test_s9_5_a_new_mythos_card() -> None:
    old = card("m1", locked=["green"])
    table = game(mythos=[old, card("m2", effects=["clue"])])
    assert table["locked"] == [1, 0, 0]
    table.pass_turn(4)
    assert (table["mythos"], table["locked"]) == ("m2", [0, 0, 0])
    assert table.seat()["clues"] == 1


def test_s9_5_the_pile_of_mythos_cards_is_shuffled() -> None:
    cards = [card(f"m{number}") for number in range(1, 10)]
    table = game(mythos=cards).pass_turn(9 * 4)
    assert table["mythos"] == "m1"
    assert table["decks"]["mythos"] == 8


def test_s9_6_what_is_used_once_a_day_comes_back() -> None:
    ally = asset("ally", "ally", "yellow", daily=True)
    table = game(HARD, kit=["ally"], assets=[ally]).play("go 1; use ally; fail")
    assert table.seat()["used"] == ["ally"]
    table.play("go streets").pass_turn(2)
    assert table.seat()["used"] == []


def test_s9_6_a_day_ends_with_an_awakening_at_midnight_too() -> None:
    ally = asset("ally", "ally", "yellow", daily=True)
    keen = asset("keen", "skill", "yellow", daily=True, expires="midnight")
    late = card("m", midnight=["doom 6", "clue"])
    table = game(HARD, mythos=[late], kit=["ally", "skill"], assets=[ally, keen])
    table.play("go 1; use ally; fail; go streets").pass_turn(2)
    assert (table["awake"], table["mythos"]) == (True, "m")
    assert (table.seat()["kit"], table.seat()["used"]) == (["ally"], [])


def test_s9_7_midnight_concerns_the_active_investigator() -> None:
    table = game(card("a", "9", midnight=["clue"]), investigators=3).pass_turn(4)
    assert [table.seat(number)["clues"] for number in (1, 2, 3)] == [1, 0, 0]


def test_s10_1_icons_are_carried_out_in_order() -> None:
    table = rewarded("clue", "sanity -1", "ally", "elder-sign")
    assert (table.seat()["clues"], table.seat()["sanity"], table["elder_signs"]) == (1, 4, 1)


def test_s10_2_one_group_of_a_split_reward() -> None:
    table = rewarded("clue 2 | elder-sign + sanity -1")
    assert table.moves() == {"choose 1", "choose 2"}
    table.play("choose 2")
    assert (table.seat()["clues"], table["elder_signs"], table.seat()["sanity"]) == (0, 1, 4)


@pytest.mark.parametrize(
    "kind", ["common-item", "unique-item", "spell", "ally", "clue", "lose-trophy"]
)
def test_s10_3_no_penalty_that_takes_what_is_not_there(kind: str) -> None:
    loss = kind if kind == "lose-trophy" else f"{kind} -1"
    sad = card("sad", "9", penalties=[f"{loss} | stamina -1"])
    assert game(sad).play("go 1; fail").seat()["stamina"] == 4
    things = [asset("x", kind, "yellow")] if "-item" in kind or kind in ("spell", "ally") else []
    kit = [kind] if kind != "lose-trophy" else []
    if kit:
        assert game(sad, kit=kit, assets=things).play("go 1; fail").pending == "choose"


def test_s10_3_nothing_if_no_group_can_be_chosen() -> None:
    sad = card("sad", "9", penalties=["clue -1 | spell -1", "stamina -1"])
    table = game(sad).play("go 1; fail")
    assert (table["turn"], table.seat()["stamina"]) == (2, 4)


def test_s10_3_losses_of_one_group_count_together() -> None:
    double = card("a", "9", entry=["clue -1 + clue -1 | sanity -1"])
    poor = game(double, kit=["clue"]).play("go 1")
    assert (poor.seat()["sanity"], poor.seat()["clues"]) == (4, 1)
    assert game(double, kit=["clue 2"]).play("go 1").moves() == {"choose 1", "choose 2"}


def test_s10_4_no_blessings_and_curses() -> None:
    table = rewarded("blessed + elder-sign | clue")
    assert (table.seat()["clues"], table["elder_signs"]) == (1, 0)
    sad = card("sad", "9", penalties=["cursed | stamina -1"])
    assert game(sad).play("go 1; fail").seat()["stamina"] == 4


def test_s10_5_a_skill_is_drawn() -> None:
    table = rewarded("skill", assets=[asset("s", "skill", "yellow")])
    assert table.seat()["kit"] == ["s"]


@pytest.mark.parametrize(("icon", "kind"), [("healing", "stamina"), ("respite", "sanity")])
def test_s10_6_any_investigator_regains_a_point(icon: str, kind: str) -> None:
    hurt = card("m", effects=[f"{kind} -2 each"])
    table = rewarded(icon, mythos=[hurt], investigators=2)
    assert table.moves() == {"heal 1", "heal 2"}
    assert table.play("heal 2").seat(2)[kind] == 4


def test_s10_6_as_many_points_as_the_card_says() -> None:
    hurt = card("m", effects=["sanity -3"])
    assert rewarded("respite 2", mythos=[hurt]).seat()["sanity"] == 4


def test_s10_7_the_clock_stands_still() -> None:
    assert rewarded("expeditious")["clock"] == 0
    assert rewarded("clock", "expeditious")["clock"] == 3


def test_s10_8_a_doom_token_less() -> None:
    assert rewarded("reprieve", mythos=[card("m", effects=["doom 2"])])["doom"] == 1
    assert rewarded("reprieve")["doom"] == 0


def test_s10_9_the_clock_and_a_gate_at_once() -> None:
    assert rewarded("clock")["clock"] == 6
    assert rewarded("gate", worlds=[WORLD]).pending == "gate-at"


def test_s10_10_a_lost_item_is_chosen() -> None:
    lamps = [asset("lamp", "common-item", "yellow"), asset("rope", "common-item", "red")]
    sad = card("sad", "9", penalties=["common-item -1"])
    table = game(sad, kit=["common-item 2"], assets=lamps).play("go 1; fail")
    assert table.moves() == {"discard lamp", "discard rope"}
    assert table.play("discard lamp").seat()["kit"] == ["rope"]
    assert table["decks"]["common"] == 1


def test_s10_11_a_lost_elder_sign_or_doom() -> None:
    assert rewarded("elder-sign", "elder-sign -1")["elder_signs"] == 0
    table = rewarded("elder-sign -1")
    assert (table["elder_signs"], table["doom"]) == (0, 1)


def test_s10_12_decks_are_drawn_from_and_refilled_below() -> None:
    things = [asset("x", "common-item", "sanity"), asset("y", "common-item", "stamina")]
    table = rewarded("common-item", "sanity -1", kit=["common-item"], assets=things)
    assert table.seat()["kit"] == ["x", "y"]
    table.play("use x")
    assert table["decks"]["common"] == 1
    assert rewarded("common-item").seat()["kit"] == []


def test_s10_13_tokens_and_points_are_limited() -> None:
    table = rewarded(
        "clue 9", "clue 9", "elder-sign 9", "elder-sign 9", "sanity 3", ancient={"signs": 17}
    )
    assert table.seat()["clues"] == 15
    assert (table["elder_signs"], table["status"]) == (17, "won")
    assert rewarded("sanity 3").seat()["sanity"] == 5


def test_s10_14_trophies_are_spent_at_their_value() -> None:
    rich = card("rich", "1", trophies=3)
    shop = card("shop", "9", entry=["trophies -2 + clue | nothing"])
    table = game(rich, shop).play("go 1; roll; do 1 1; go 2")
    assert table.play("choose 1").seat()["trophies"] == []
    assert table.seat()["clues"] == 1
    poor = game(card("poor", "1"), shop).play("go 1; roll; do 1 1; go 2")
    assert poor.pending == "before"


def test_s10_14_several_trophies_one_after_another() -> None:
    shop = card("shop", "9", entry=["trophies -2 + clue | nothing"])
    table = game(card("p1", "1"), shop, card("p2", "1"), card("p3", "1"))
    for spot in (1, 3, 4):
        table.play(f"go {spot}; roll; do 1 1")
    table.play("go 2; choose 1; spend p2")
    assert table.moves() == {"spend p1", "spend p3"}
    assert table.play("spend p1").seat()["trophies"] == ["p3"]


def test_s10_14_one_trophy_is_lost_whatever_it_is_worth() -> None:
    thief = card("thief", "9", entry=["lose-trophy"])
    table = game(card("p1", "1", trophies=0), thief, card("p2", "1"))
    table.play("go 1; roll; do 1 1; go 3; roll; do 1 1; go 2")
    assert (table.pending, table["about"]) == ("spend", "seat 1: one")
    assert table.play("spend p1").seat()["trophies"] == ["p2"]


def test_s12_1_a_gate_under_a_doom_token() -> None:
    table = game(mythos=[card("m", effects=["doom 2"])], ancient={"gates": [2]}, worlds=[WORLD])
    assert table.pending == "gate-at"
    assert table["doom"] == 2


def test_s12_2_a_monster_under_a_doom_token() -> None:
    ghost = monster("x", "1")
    table = game(mythos=[card("m", effects=["doom"])], ancient={"monsters": [1]}, monsters=[ghost])
    assert table.pending == "place-monster"


def test_s12_3_each_time_a_space_is_covered() -> None:
    worlds = [card("w1", "9"), card("w2", "9")]
    twice = card("m", effects=["doom", "reprieve", "doom"])
    table = game(mythos=[twice], ancient={"gates": [1]}, worlds=worlds)
    table.play("gate 1; gate 2")
    assert len(table["other_worlds"]) == 2


DEADLY = card("deadly", "9", entry=["sanity -5"], penalties=["stamina -1"])


def test_s13_1_the_devoured_and_all_they_have_go() -> None:
    lamp = asset("lamp", "common-item", "yellow")
    table = game(
        card("easy", "1"), DEADLY, assets=[lamp], people=[{"kit": ["common-item", "clue"]}, {}],
        investigators=2,
    ).play("go 1; roll; do 1 1; stay; go 2")  # fmt: skip
    assert table["doom"] == 1
    assert table.seat()["state"] == "waiting"
    assert table["decks"]["common"] == 1
    assert table["decks"]["adventures"] == 3


def test_s13_1_cards_go_back_in_the_order_of_the_box() -> None:
    first, second = card("a", "1", location="one"), card("b", "1", location="two")
    fatal = card("c", "9", entry=["devoured"])
    table = game(first, second, fatal, investigators=2)
    table.play("go 2; roll; do 1 1").pass_turn()
    table.play("go 1; roll; do 1 1").pass_turn().play("go 3")
    backs = [table.state.deal.box.places[number].id for number in table.state["decks"][5]]
    assert backs[-2:] == ["a", "b"]
    assert [one.id for one in table.referee.decks["adventure"]] == backs


def test_s13_2_the_clock_goes_on_without_penalties() -> None:
    table = game(DEADLY).play("go 1")
    assert (table["turn"], table["clock"]) == (2, 3)
    terror = card("t", "9 9", terror=["devoured"], penalties=["doom"])
    other = game(terror, green="T").play("go 1; roll")
    assert (other["turn"], other["doom"], other["attempt"]) == (2, 1, None)


def test_s13_3_a_new_investigator_comes_and_plays() -> None:
    lamp = asset("lamp", "common-item", "yellow")
    people = [{}, {"kit": ["common-item"], "sanity": 3}]
    table = game(DEADLY, people=people, assets=[lamp]).play("go 1")
    assert table.seat()["investigator"] == "p2"
    assert (table.seat()["sanity"], table.seat()["kit"]) == (3, ["lamp"])
    assert table.pending == "move"


def test_s13_4_nobody_comes_back() -> None:
    table = game(DEADLY, ancient={"doom": 14}).play("go 1; go 1; go 1")
    assert table["status"] == "lost"
    assert table["awake"] is False


WAKE = card("m", effects=["doom 6"])


def awake(**setup: Unpack[Setup]) -> Game:
    """A game that begins with the awakening."""
    setup["ancient"] = {"combat": "1", **setup.get("ancient", {})}
    setup["mythos"] = [WAKE]
    return game(**setup)


def test_s14_1_a_full_track_awakens() -> None:
    table = awake(investigators=2)
    assert table["awake"]
    assert [table.seat(number)["place"] for number in (1, 2)] == ["ancient-one"] * 2
    during = game(card("a", "9", entry=["doom 6", "clue"]), ancient={"combat": "1"}).play("go 1")
    assert (during["awake"], during["turn"], during["clock"]) == (True, 2, 3)
    assert during.seat()["clues"] == 1


def test_s14_1_who_waits_is_out() -> None:
    fatal = card("a", "9", entry=["doom 5", "devoured"])
    table = game(fatal, investigators=2, ancient={"combat": "1"}).play("go 1")
    assert (table["awake"], table.seat()["state"]) == (True, "out")
    assert game(fatal).play("go 1")["status"] == "lost"


def test_s14_2_locked_dice_of_adventures_are_gone() -> None:
    locked = card("a", "9", locked=["green", "green"])
    waking = card("m", effects=["doom 6"], locked=["red"])
    table = game(locked, mythos=[waking], ancient={"combat": "1"})
    assert table["locked"] == [2, 0, 0]
    assert table["attempt"]["pool"] == [4, 0, 0]


def test_s14_2_no_gates_and_monsters_any_more() -> None:
    table = awake(
        ancient={"attack": ["gate", "monster"]}, worlds=[WORLD], monsters=[monster("x", "1")]
    )
    for _ in range(4):
        table.play("fail")
    assert table["other_worlds"] == {}
    assert table["decks"]["cup"] == 1


def test_s14_3_each_completion_takes_a_doom_token() -> None:
    table = awake(green="1" + " L" * 40)
    table.play("roll; do 1 1")
    assert table["doom"] == 5
    assert table["turn"] == 2
    assert table.seat()["sanity"] == 5


def test_s14_3_a_failed_roll_costs_a_die_and_no_more() -> None:
    table = awake(green="L L L L L L 1 1 1 1 1", investigators=2).play("roll")
    assert table.pending == "after"
    assert table["attempt"]["pool"] == [5, 0, 0]


def test_s14_4_without_doom_the_players_win() -> None:
    table = awake().play("roll; do 1 1; do 1 1; do 1 1; do 1 1; do 1 1; do 1 1")
    assert (table["status"], table["doom"]) == ("won", 0)


def test_s14_5_midnight_is_the_attack() -> None:
    midnight = card("a", "9", midnight=["clue"])
    table = game(midnight, mythos=[WAKE], ancient={"combat": "1", "attack": ["sanity -1 each"]})
    table.play("fail; fail; fail; fail")
    assert (table.seat()["sanity"], table.seat()["clues"]) == (4, 0)
    assert table["decks"]["mythos"] == 8


def test_s14_6_the_devoured_are_not_replaced() -> None:
    people = [{"sanity": 1}, {}]
    table = awake(ancient={"attack": ["sanity -1 each"]}, investigators=2, people=people)
    table.play("fail; fail; fail; fail")
    assert table.seat(1)["state"] == "out"
    assert table["doom"] == 6
    assert table["active"] == 2
    alone = awake(ancient={"attack": ["devoured 1 each"]}).play("fail; fail; fail; fail")
    assert alone["status"] == "lost"


def test_s14_7_without_a_card_in_play_it_awakens() -> None:
    bare = [card(f"a{number}", "1") for number in range(1, 10)]
    table = game(*bare, ancient={"combat": "9 9 9", "monsters": [6]}, monsters=[monster("x", "1")])
    for _ in bare:
        place = min(move for move in table.moves() if move.startswith("go "))
        table.play(place).play("roll; do 1 1")
    assert (table["awake"], table["doom"], table["decks"]["cup"]) == (True, 6, 1)
    assert table["clock"] == 3 * (len(bare) + 1) % 12


def test_s15_1_the_four_in_the_order_of_difficulty() -> None:
    ids = [ancient.id for ancient in shipped_box().ancients]
    assert ids == ["yibb-tstll", "ghatanothoa", "atlach-nacha", "yog-sothoth"]
    signs = [ancient.signs for ancient in shipped_box().ancients]
    assert signs == sorted(signs)


def test_s15_2_gates_move_onto_the_ancient_one() -> None:
    spider = parse_streets_code("streets-of-arkham:0,ancient-one=atlach-nacha").ancient
    assert [str(effect) for effect in spider.awakening] == ["sanity-per-gate each"]
    assert [str(effect) for effect in spider.attack] == ["gate-on-ancient"]
    gates = card("m", effects=["gate 2", "doom 6"])
    ancient = {
        "combat": "1",
        "awakening": ["sanity-per-gate 1 each"],
        "attack": ["gate-on-ancient"],
    }
    table = game(mythos=[gates], worlds=[WORLD, card("v", "9")], ancient=ancient)
    table.play("gate 1; gate 2")
    assert table.seat()["sanity"] == 3
    table.play("fail; fail; fail; fail; stamina; fail; fail; fail; fail")
    assert table.moves() == {"sanity", "stamina"}
    table.play("stamina; stamina")
    assert table.seat()["stamina"] == 2


def test_s15_3_a_gaze_that_nothing_changes() -> None:
    ancient = {"combat": "9", "attack": ["gaze 1 each"]}
    table = game(mythos=[WAKE], ancient=ancient, green="L T", investigators=2)
    table.play("fail; fail; fail; fail")
    assert [table.seat(number)["state"] for number in (1, 2)] == ["in-play", "out"]
    assert table.seat(1)["sanity"] == 4


def test_s15_4_no_spell_is_cast_in_other_worlds() -> None:
    ancient = {"ability": "no-spells-in-other-worlds"}
    table = game(HARD, mythos=[GATE], worlds=[card("w", "L", "9")], ancient=ancient,
                 kit=["spell 2"], assets=[VERSE, asset("other", "spell", "secure", amount=2)],
                 green="L L 1 1 1 1")  # fmt: skip
    table.play("gate 2; go 1; roll; use verse; secure L")
    while table["turn"] == 1:
        wanted = ("pass", "no-focus", "roll", "fail")
        table.play(next(one for one in wanted if one in table.moves()))
    table.play("go blue; roll")
    assert table.moves() == {"do 1 [L]", "pass"}


def test_s15_4_nor_at_the_beginning_of_a_turn_there() -> None:
    ancient = {"ability": "no-spells-in-other-worlds"}
    chant = asset("chant", "spell", "sanity")
    hurt = card("m", effects=["gate", "sanity -1"])
    table = game(HARD, mythos=[hurt], worlds=[WORLD], ancient=ancient, kit=["spell"],
                 assets=[chant])  # fmt: skip
    table.play("gate 2")
    assert "use chant" in table.moves()
    table.play("go blue; fail")
    assert (table.pending, table.seat()["place"]) == ("move", "blue")
    assert "use chant" not in table.moves()
    assert "use chant" in table.play("go 1").moves()
