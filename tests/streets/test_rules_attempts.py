"""docs/streets.md, S7 and S11: attempts, abilities, Other Worlds."""

from typing import Unpack

import pytest

from tests.streets.hand import Game, Setup, asset, card, game, monster

HARD = card("hard", "9 9 9")
LAMP = asset("lamp", "common-item", "yellow")
IDOL = asset("idol", "unique-item", "red")
VERSE = asset("verse", "spell", "secure")


def rolled(*rows: str, **setup: Unpack[Setup]) -> Game:
    """An attempt at a card after the first roll."""
    return game(card("a", *rows), **setup).play("go 1; roll")


def does(table: Game) -> set[str]:
    """The moves that complete a task."""
    return {move for move in table.moves() if move.startswith("do")}


def test_s7_1_one_attempts_the_card_one_is_at() -> None:
    table = game(HARD)
    assert table.play("go 1").pending == "before"
    assert table["attempt"]["place"] == "1"
    assert game(HARD).play("stay")["turn"] == 2


def test_s7_2_failure_may_be_declared_before_the_first_roll() -> None:
    sad = card("sad", "9", "1", penalties=["sanity -1"], terror=["stamina -1"])
    table = game(sad, green="T T T T T 1").play("go 1")
    assert table.moves() == {"roll", "fail"}
    table.play("fail")
    assert (table.seat()["sanity"], table.seat()["stamina"]) == (4, 5)
    later = game(sad, kit=["common-item"], assets=[LAMP]).play("go 1; roll; do 2 1")
    assert "fail" not in later.moves()


def test_s7_3_six_green_dice_and_what_is_added() -> None:
    lamps = [LAMP, asset("lamp2", "common-item", "yellow", amount=2)]
    table = game(HARD, kit=["common-item 2", "unique-item"], assets=[*lamps, IDOL]).play("go 1")
    assert table["attempt"]["pool"] == [6, 0, 0]
    table.play("use lamp; use idol")
    assert table["attempt"]["pool"] == [6, 1, 1]
    assert table.moves() == {"roll", "fail"}
    assert table.seat()["kit"] == ["lamp2"]


def test_s7_3_locked_dice_are_not_in_the_pool() -> None:
    lamp_lock = card("m", locked=["green", "yellow"])
    table = game(HARD, mythos=[lamp_lock], kit=["common-item"], assets=[LAMP]).play("go 1")
    assert table["attempt"]["pool"] == [5, 0, 0]
    assert "use lamp" not in table.moves()


def test_s7_3_once_a_day() -> None:
    ally = asset("ally", "ally", "yellow", daily=True)
    table = game(HARD, kit=["ally"], assets=[ally]).play("go 1; use ally; roll")
    assert table.seat()["used"] == ["ally"]
    assert table.seat()["kit"] == ["ally"]


def test_s7_4_dice_come_from_their_tapes() -> None:
    table = game(
        HARD, green="1 2 3 L P T P P", yellow="4", kit=["common-item", "clue"], assets=[LAMP]
    ).play("go 1; use lamp; roll")
    assert table["attempt"]["roll"] == ["1", "2", "3", "L", "P", "T", "y4"]
    table.play("clue; take 1; take T; reroll")
    assert table["attempt"]["roll"] == ["2", "3", "L", "P", "P", "P", "y4"]


def test_s7_5_clues_and_changes_in_any_order() -> None:
    lens = asset("lens", "unique-item", "face", face="L")
    kit = ["clue 2", "unique-item", "common-item"]
    things = [lens, asset("almanac", "common-item", "reroll", amount=2)]
    table = rolled("9 9", green="1 2 3 P T T 3", kit=kit, assets=things)
    assert table.moves() == {"clue", "use lens", "use almanac", "pass"}
    table.play("use lens; change T")
    assert table["attempt"]["roll"] == ["1", "2", "3", "L", "P", "T"]
    table.play("use almanac; take 1")
    assert table.moves() == {"reroll", *(f"take {die}" for die in "23LPT")}
    table.play("take T")
    assert table["attempt"]["roll"] == ["1", "2", "3", "3", "L", "P"]


def test_s7_5_each_clue_rerolls_any_dice() -> None:
    table = rolled("9 9", green="T T T T T T 3 3 3 3", kit=["clue"])
    table.play("clue; take T; reroll")
    assert table["attempt"]["roll"] == ["3", "3", "T", "T", "T", "T"]
    assert table.seat()["clues"] == 0


def test_s7_6_one_task_a_roll() -> None:
    table = rolled("1", "2", "9 9", green="1 2 3 T T T L L L")
    table.play("do 1 1")
    assert table["attempt"]["done"] == [1]
    assert table["attempt"]["pool"] == [5, 0, 0]
    assert "do 2 1" not in table.moves()


def test_s7_6_an_arrow_leaves_no_choice() -> None:
    ordered = card("a", "9 9", "1", order="top-to-bottom")
    assert game(ordered).play("go 1; roll").pending == "focus"
    below = card("m", effects=["monster"])
    table = game(
        card("a", "1", "2", order="top-to-bottom"), mythos=[below], monsters=[monster("x", "1")],
        green="1 1 1 2 2 2",
    )  # fmt: skip
    table.play("monster 1 below; go 1; roll")
    assert does(table) == {"do 1 1"}


def test_s7_7_no_die_is_wasted_and_equal_choices_are_one() -> None:
    table = rolled("3", "9 9", green="1 1 1 2 3 T")
    assert does(table) == {"do 1 3", "do 1 1 2", "do 1 1 1 1"}


def test_s7_7_held_and_secured_dice_are_spent_too() -> None:
    table = rolled("L P T", "9 9", green="L 1 1 1 1 1 P T 1 1", kit=["spell"], assets=[VERSE])
    table.play("use verse; secure L; focus 1; roll")
    assert "do 1 P T [L]" in table.moves()
    table.play("do 1 P T [L]")
    assert table.seat()["kit"] == []
    assert table["secured"] == []


def test_s7_8_symbols_pips_and_wild() -> None:
    table = rolled("T", "4", "L/P", "9 9", green="L 1 1 1 1 1", red="W",
                   kit=["unique-item"], assets=[IDOL])  # fmt: skip
    assert does(table) == {"do 2 1 1 1 1", "do 3 L"}
    wild = game(card("a", "T", "4", "L/P", "9 9"), green="L 1 1 1 1 1", red="W",
                kit=["unique-item"], assets=[IDOL]).play("go 1; use idol; roll")  # fmt: skip
    assert does(wild) == {"do 1 rW", "do 2 rW", "do 2 1 1 1 1", "do 3 L", "do 3 rW"}


def test_s7_9_costs_are_paid_and_never_the_last_point() -> None:
    table = rolled("1 sanity stamina clock", "9 9", kit=["sanity -3"])
    table.play("do 1 1")
    assert (table.seat()["sanity"], table.seat()["stamina"], table["clock"]) == (1, 4, 3)
    poor = game(card("a", "1 sanity", "9"), kit=["sanity -4"]).play("go 1; roll")
    assert poor.pending == "focus"
    rum = asset("rum", "common-item", "cover-sanity")
    saved = game(
        card("a", "1 sanity", "9"), kit=["common-item"], assets=[rum],
        mythos=[card("m", effects=["sanity -4"])],
    )  # fmt: skip
    saved.play("lose; go 1; roll; do 1 1")
    assert saved.pending == "focus"
    assert (saved.seat()["sanity"], saved.seat()["kit"]) == (1, [])


def test_s7_10_gate_and_doom_symbols() -> None:
    table = rolled("1 doom", "9 9")
    table.play("do 1 1")
    assert table["doom"] == 1
    gates = game(card("a", "1 gate", "9"), worlds=[card("w", "9")]).play("go 1; roll; do 1 1")
    assert gates.pending == "gate-at"
    gates.play("gate 3")
    assert gates.pending == "focus"


def test_s7_11_secured_dice_keep_and_anyone_spends_them() -> None:
    table = game(
        card("a", "L", "9"), green="L 1 1 1 1 1", assets=[VERSE], investigators=2,
        people=[{"kit": ["spell"]}, {"kit": []}],
    )  # fmt: skip
    table.play("go 1; roll; use verse; secure L")
    while table["active"] == 1:
        table.play(
            next(one for one in ("no-focus", "roll", "fail", "pass") if one in table.moves())
        )
    assert table["secured"] == [["verse", "L"]]
    table.play("go 1; roll; do 1 [L]")
    assert table["secured"] == []
    assert table.seat(1)["kit"] == []


def test_s7_11_a_spell_for_two_dice_is_discarded_when_empty() -> None:
    double = asset("double", "spell", "secure", amount=2)
    table = rolled("L P", "L", "9 9", green="L L P 1 1 1", kit=["spell"], assets=[double])
    table.play("use double; secure L")
    assert table.moves() == {"enough", "secure L", "secure P", "secure 1"}
    table.play("secure P; do 1 [L] [P]")
    assert table["secured"] == []
    assert table.seat()["kit"] == []


def test_s7_12_a_secured_die_may_be_rolled_again() -> None:
    table = game(HARD, kit=["spell"], assets=[VERSE], green="L 1 1 1 1 1").play("go 1; roll")
    table.play("use verse; secure L; no-focus; release verse L")
    assert table["attempt"]["pool"] == [5, 0, 0]
    assert table.seat()["kit"] == []


def test_s7_12_a_yellow_die_only_if_none_was_added() -> None:
    watch = asset("watch", "unique-item", "hold-clock")
    kit = ["spell", "common-item", "unique-item"]
    table = game(HARD, kit=kit, assets=[VERSE, LAMP, watch], yellow="4 L")
    table.play("go 1; use lamp; roll; use verse; secure y4; no-focus")
    assert table.moves() == {"roll", "use watch"}
    while table["turn"] == 1:
        table.play(next(one for one in ("no-focus", "roll", "fail") if one in table.moves()))
    assert "release verse y4" in table.play("stay").moves()


TERROR = card("m", terror=["stamina -1"])


def test_s7_13_terror_of_card_and_mythos_on_a_failed_roll() -> None:
    scary = card("a", "9 9", terror=["sanity -1"])
    table = game(scary, mythos=[TERROR], green="T 1 1 1 1 1").play("go 1; roll")
    assert (table.seat()["sanity"], table.seat()["stamina"]) == (4, 4)
    calm = game(scary, mythos=[TERROR], green="P 1 1 1 1 1").play("go 1; roll")
    assert (calm.seat()["sanity"], calm.seat()["stamina"]) == (5, 5)


def test_s7_13_terror_once_a_roll_and_again_at_the_next() -> None:
    scary = card("a", "9 9", terror=["sanity -1"])
    table = game(scary, mythos=[TERROR], green="T T T 1 1 1 T 1 1 1 1 1 1 1 1")
    table.play("go 1; roll")
    assert (table.seat()["sanity"], table.seat()["stamina"]) == (4, 4)
    table.play("no-focus")
    assert (table.seat()["sanity"], table.seat()["stamina"]) == (3, 3)
    table.play("no-focus")
    assert (table.seat()["sanity"], table.seat()["stamina"]) == (3, 3)


def test_s7_13_terror_on_dice() -> None:
    drop = card("a", "9 9", terror=["discard-all-terror-dice"])
    table = game(drop, green="T T T 1 1 1").play("go 1; roll")
    assert table["attempt"]["pool"] == [3, 0, 0]
    assert table["attempt"]["roll"] == ["1"] * 3
    over = card("a", "9 9", terror=["adventure-fails-at-once"], penalties=["sanity -1"])
    lost = game(over, green="T 1 1 1 1 1").play("go 1; roll")
    assert (lost["turn"], lost.seat()["sanity"]) == (2, 4)


def test_s7_13_secured_terror_does_not_count() -> None:
    scary = card("a", "9 9", terror=["sanity -1"])
    table = game(scary, green="T 1 1 1 1 1", kit=["spell"], assets=[VERSE]).play("go 1; roll")
    table.play("use verse; secure T")
    while table.pending == "after":
        table.play("pass")
    assert table.seat()["sanity"] == 5


def test_s7_14_focus_once_and_discard() -> None:
    table = game(card("a", "L P", "9 9"), green="L 1 1 1 1 1 1 2 2 2 P 1 1").play("go 1; roll")
    assert table.moves() == {"no-focus", "focus L", "focus 1"}
    table.play("focus L")
    assert table["attempt"]["held"] == ["L"]
    assert table["attempt"]["roll"] == ["1", "1", "P"]
    assert table.pending == "after"
    assert "do 1 (L) P" in table.moves()


def test_s7_14_another_investigator_holds_a_die() -> None:
    table = game(card("a", "L P", "9 9"), investigators=2, green="L 1 1 1 1 1 P 1 1 1")
    table.play("go 1; fail; go 1; roll")
    assert {"assist 1 L", "assist 1 1", "focus L"} <= table.moves()
    table.play("assist 1 L")
    assert table["attempt"]["helpers"] == [[1, "L"]]
    assert "do 1 P {L}" in table.moves()
    table.play("do 1 P {L}")
    assert table["attempt"]["helpers"] == []


def test_s7_14_the_colour_of_the_discarded_die_is_chosen() -> None:
    table = game(HARD, kit=["common-item"], assets=[LAMP]).play("go 1; use lamp; roll; no-focus")
    assert table.moves() == {"drop green", "drop yellow"}
    table.play("drop yellow")
    assert table["attempt"]["pool"] == [6, 0, 0]


def test_s7_15_without_dice_the_attempt_fails() -> None:
    sad = card("sad", "9 9", penalties=["sanity -1"])
    table = game(sad, investigators=2).play("go 1; fail; go 1; roll; assist 1 1")
    while table["turn"] == 2 and table.pending == "focus":
        table.play("no-focus")
    assert table.pending == "which-point"
    table.play("stamina")
    assert [table.seat(n)["stamina"] for n in (1, 2)] == [4, 5]
    assert table.seat(2)["sanity"] == 4
    assert table.seat(2)["place"] == "1"


def test_s7_15_what_adds_a_die_may_be_used_until_the_end() -> None:
    table = game(card("a", "1 1 1 1 1 1", "4"), kit=["common-item"], assets=[LAMP], yellow="4")
    table.play("go 1; roll; do 1 1 1 1 1 1 1")
    assert table.moves() == {"fail", "use lamp"}
    table.play("use lamp; do 2 y4")
    assert table.seat()["trophies"] == ["a"]


def test_s7_16_trophy_then_replacement_then_rewards() -> None:
    prize = card("a", "1", trophies=3, rewards=["monster"])
    table = game(prize, monsters=[monster("x", "1")]).play("go 1; roll; do 1 1")
    assert table.seat()["trophies"] == ["a"]
    assert not table.spot(1)["faceup"]
    assert "monster 1 below" in table.moves()


FROM_TERROR = [("terror-to-peril", "P"), ("terror-to-lore", "L")]


def test_s7_16_a_card_without_a_task_left_is_resolved() -> None:
    haunted = card("a", "1", "empty-row", terror=["remove-monster"])
    appears = card("m", effects=["monster"])
    table = game(haunted, mythos=[appears], monsters=[monster("x", "9 9 9")],
                 green="1 1 1 1 1 1 T T T T T")  # fmt: skip
    table.play("go 1; roll; do 1 1; no-focus")
    assert table.seat()["trophies"] == ["a"]


@pytest.mark.parametrize(("ability", "face"), FROM_TERROR)
def test_s7_17_terror_is_turned_once_a_roll(ability: str, face: str) -> None:
    table = rolled("9 9", ability=ability, green="T T 1 1 1 1").play("ability T")
    assert table["attempt"]["roll"] == ["1", "1", "1", "1", face, "T"]
    assert "ability T" not in table.moves()


def test_s7_17_an_investigation_is_raised() -> None:
    table = game(
        card("a", "9 9"), kit=["common-item"], assets=[LAMP], ability="raises-investigation",
        green="1 2 3 L L L", yellow="3",
    )  # fmt: skip
    table.play("go 1; use lamp; roll")
    assert table.moves() == {"ability 1", "ability 2", "ability y3", "pass"} | does(table)
    table.play("ability y3")
    assert table["attempt"]["roll"] == ["1", "2", "3", "L", "L", "L", "y4"]


def test_s7_17_what_is_kept_for_the_next_task_is_chosen() -> None:
    table = rolled("L/T", "L", "9 9", ability="many-tasks", green="L T 1 1 1 1")
    assert does(table) == {"do 1 L", "do 1 T", "do 2 L"}
    assert "do 2 L" in table.play("do 1 T").moves()
    other = rolled("L/T", "L", "9 9", green="L T 1 1 1 1")
    assert does(other) == {"do 1 L", "do 2 L"}


def test_s7_17_many_tasks_a_roll() -> None:
    table = rolled("1", "2", "9 9", green="1 2 3 T T T", ability="many-tasks")
    table.play("do 1 1; do 2 2")
    assert table["attempt"]["done"] == [1, 2]


def test_s7_17_two_rerolls_for_a_clue() -> None:
    table = rolled("9 9", ability="double-clues", kit=["clue"], green="T T T T T T 1 2")
    table.play("clue; reroll")
    assert "keep" in table.moves()
    table.play("take T; reroll")
    assert table["attempt"]["roll"] == ["1", "2", "T", "T", "T", "T"]


def test_s7_17_two_dice_rerolled_for_anybody() -> None:
    people = [{}, {"ability": "rerolls-daily"}]
    table = game(card("a", "9 9"), investigators=2, people=people, green="T T T 1 1 1 3 3")
    table.play("go 1; roll; ability reroll 2; take T; take T")
    assert table["attempt"]["roll"] == ["1", "1", "1", "3", "3", "T"]
    assert table.seat(2)["used"] == ["ability"]


def test_s7_17_free_dice_on_other_worlds() -> None:
    table = game(HARD, mythos=[card("m", effects=["gate"])], worlds=[card("w", "9")],
                 ability="other-world-dice").play("gate 2; go blue; ability dice")  # fmt: skip
    assert table["attempt"]["pool"] == [6, 1, 1]
    assert "ability dice" not in game(HARD, ability="other-world-dice").play("go 1").moves()


def test_s7_17_a_possession_or_a_monster_for_dice() -> None:
    table = game(HARD, ability="trust-fund", kit=["clue", "spell"], assets=[VERSE]).play("go 1")
    assert {"ability clue", "ability verse"} <= table.moves()
    assert table.play("ability verse")["attempt"]["pool"] == [6, 1, 1]
    hunter = game(
        card("a", "9 9"), card("b", "9 9"), mythos=[card("m", effects=["monster"])],
        monsters=[monster("x", "1")], ability="monster-for-dice",
    )  # fmt: skip
    hunter.play("monster 1 below; go 1; roll; do 2 1; ability x")
    assert hunter["attempt"]["pool"] == [5, 1, 1]
    assert hunter["decks"]["cup"] == 1


def test_s7_18_no_monsters_in_his_turn_and_no_terror() -> None:
    scary = card("a", "9 9", entry=["monster"], terror=["sanity -1"])
    table = game(scary, ability="no-monsters", monsters=[monster("x", "1")], green="T")
    table.play("go 1; roll")
    assert table["decks"]["cup"] == 1
    assert table.seat()["sanity"] == 5


def test_s7_18_locks_and_mythos_are_ignored() -> None:
    lasting = card("m", locked=["green"], terror=["sanity -1"])
    table = game(HARD, mythos=[lasting], ability="ignores-mythos-and-locks", green="T")
    table.play("go 1")
    assert table["attempt"]["pool"] == [6, 0, 0]
    assert table.play("roll").seat()["sanity"] == 5


def test_s7_18_locked_dice_go_back_after_the_turn() -> None:
    everything = card("m", locked=["green"] * 6)
    table = game(HARD, mythos=[everything], ability="ignores-mythos-and-locks",
                 kit=["spell"], assets=[VERSE])  # fmt: skip
    table.play("go 1; roll; use verse")
    while table["turn"] == 1:
        table.play(next(one for one in ("no-focus", "roll", "fail") if one in table.moves()))
    assert table["secured"] == []


@pytest.mark.parametrize("deck", ["common-item", "unique-item", "spell"])
def test_s7_18_one_extra_with_each_gain_after_set_up(deck: str) -> None:
    things = [asset(f"x{number}", deck, "clue") for number in range(4)]
    prize = card("a", "1", rewards=[deck])
    table = game(prize, kit=[deck], assets=things, ability=f"extra-{deck}")
    assert len(table.seat()["kit"]) == 1
    table.play("go 1; roll; do 1 1")
    assert len(table.seat()["kit"]) == 3


@pytest.mark.parametrize("kind", ["sanity", "stamina"])
def test_s7_18_a_point_once_a_day(kind: str) -> None:
    hurt = card("m", effects=[f"{kind} -2 each"])
    people = [{}, {"ability": f"heals-{kind}"}]
    table = game(HARD, mythos=[hurt], investigators=2, people=people)
    assert {"ability 2 1", "ability 2 2"} <= table.moves()
    table.play("ability 2 1")
    assert table.seat(1)[kind] == 4
    assert not any(move.startswith("ability") for move in table.moves())


def test_s7_18_another_gain() -> None:
    prize = card("a", "1", rewards=["unique-item"])
    table = game(prize, ability="chooses-gain", assets=[IDOL, LAMP]).play("go 1; roll; do 1 1")
    assert table.moves() == {"gain unique-item", "gain clue", "gain common-item", "gain spell"}
    assert table.play("gain clue").seat()["clues"] == 1


WORLD = card("w", "L", "9", penalties=["sanity -1"])


def test_s11_1_an_other_world_is_attempted_with_its_gate() -> None:
    table = game(mythos=[card("m", effects=["gate"])], worlds=[card("w", "1", rewards=["clue"])])
    table.play("gate 1; go blue; roll; do 1 1")
    assert table.seat()["clues"] == 1
    assert table["other_worlds"] == {}


def test_s11_2_a_failed_other_world_stays() -> None:
    table = game(mythos=[card("m", effects=["gate"])], worlds=[WORLD]).play("gate 1; go blue; fail")
    assert table["other_worlds"]["blue"]["card"] == "w"
    assert table.seat()["place"] == "blue"
    assert table.seat()["sanity"] == 4
