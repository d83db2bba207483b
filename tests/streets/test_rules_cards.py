"""docs/streets.md, S5, S6, S8: events, Skills, memberships, gates, monsters."""

from tests.streets.hand import Entry, asset, card, game, monster

A, B, C = card("a", "9"), card("b", "9"), card("c", "9")
EASY = card("easy", "1")
GATE = card("m", effects=["gate"])
WORLD = card("w", "1", trophies=3)
GHOST = monster("ghost", "1", trophies=2)
APPEARS = card("m", effects=["monster"])


def test_s5_1_an_event_before_anything_else() -> None:
    events = [card("e1", effects=["clue"]), card("e2")]
    table = game(card("busy", "9", event=True), events=events)
    table.play("go 1")
    assert table.seat()["clues"] == 1
    assert table.pending == "before"
    assert table["decks"]["events"] == 1
    table.play("fail; stay")
    assert table["decks"]["events"] == 0


def test_s5_1_an_event_that_takes_the_investigator_away_ends_the_phase() -> None:
    table = game(card("busy", "9", event=True), events=[card("e", effects=["streets"])])
    assert table.play("go 1")["turn"] == 2


def test_s5_2_the_pile_of_events_is_shuffled() -> None:
    events = [card("e1", effects=["clue"]), card("e2", effects=["sanity -1"])]
    table = game(card("busy", "9", event=True), events=events)
    table.play("go 1; fail; stay; fail; stay; fail")
    assert (table.seat()["clues"], table.seat()["sanity"]) == (2, 4)


def test_s5_3_a_skill_lasts_until_its_use() -> None:
    skill = asset("s", "skill", "yellow")
    table = game(A, kit=["skill"], assets=[skill]).play("go 1; use s")
    assert table.seat()["kit"] == []
    assert table["decks"]["skills"] == 1


def test_s5_3_a_skill_ends_at_midnight_or_with_a_card() -> None:
    skills = [
        asset("day", "skill", "yellow", daily=True, expires="midnight"),
        asset("card", "skill", "red", daily=True, expires="resolved"),
        asset("long", "skill", "red", daily=True),
    ]
    table = game(EASY, kit=["skill 3"], assets=skills)
    table.play("go 1; roll; do 1 1")
    assert table.seat()["kit"] == ["day", "long"]
    table.pass_turn(3)
    assert table.seat()["kit"] == ["long"]


def test_s5_3_only_its_owner_uses_a_skill() -> None:
    skill = asset("s", "skill", "yellow")
    people: list[Entry] = [{"kit": []}, {"kit": ["skill"]}]
    table = game(A, assets=[skill], people=people, investigators=2).play("go 1")
    assert "use s" not in table.moves()
    assert "use s" in table.play("fail; go 1").moves()


def test_s5_4_one_membership_at_a_time() -> None:
    table = game(card("a", "9", entry=["sheldon-gang"]), card("b", "9", entry=["silver-twilight"]))
    table.play("go 1; fail")
    assert table.seat()["member"] == "sheldon-gang"
    table.play("go 2")
    assert table.moves() == {"stay-member", "change-member"}
    assert table.play("change-member").seat()["member"] == "silver-twilight"


CLUB = card(
    "club", "9 sheldon-gang whole-row", "1", rewards=["clue"],
    member="sheldon-gang", member_reward=["clue 2"],
)  # fmt: skip
JOIN = card("m", effects=["sheldon-gang"])


def test_s5_5_a_members_task_is_done() -> None:
    table = game(CLUB, mythos=[JOIN]).play("go 1; roll; do 2 1")
    assert table.seat()["trophies"] == ["club"]
    stranger = game(CLUB).play("go 1; roll; do 2 1")
    assert stranger.pending == "focus"


def test_s5_5_a_card_with_nothing_else_is_done_without_a_roll() -> None:
    only = card("only", "9 sheldon-gang")
    assert game(only, mythos=[JOIN]).play("go 1").seat()["trophies"] == ["only"]


def test_s5_6_a_monster_on_a_members_task_goes_back() -> None:
    join = card("m", effects=["sheldon-gang", "monster"])
    table = game(CLUB, mythos=[join], monsters=[GHOST])
    assert table.spot(1)["monsters"] == [["ghost", 1]]
    table.play("go 1; roll; do 2 1")
    assert table.seat()["trophies"] == ["club"]
    assert table["decks"]["cup"] == 1


def test_s5_7_a_membership_reward_is_for_members() -> None:
    assert game(CLUB, mythos=[JOIN]).play("go 1; roll; do 2 1").seat()["clues"] == 3
    other = card("m", effects=["silver-twilight"])
    rich = card("rich", "1", rewards=["clue"], member="sheldon-gang", member_reward=["clue 2"])
    assert game(rich, mythos=[other]).play("go 1; roll; do 1 1").seat()["clues"] == 1


def test_s5_8_an_item_covers_a_point() -> None:
    rum = asset("rum", "common-item", "cover-sanity")
    table = game(card("a", "9", entry=["sanity -2"]), kit=["common-item"], assets=[rum])
    table.play("go 1")
    assert table.moves() == {"lose", "cover rum"}
    table.play("cover rum")
    assert table.seat()["sanity"] == 4
    assert table.seat()["kit"] == []


def test_s6_1_a_gate_joins_an_adventure_and_an_other_world() -> None:
    table = game(A, B, C, mythos=[GATE], worlds=[WORLD])
    assert table.moves() == {f"gate {number}" for number in range(1, 7)}
    table.play("gate 5")
    assert table.spot(5)["gate"] == "blue"
    assert table["other_worlds"]["blue"]["gate"] == "blue"
    assert table["other_worlds"]["blue"]["faceup"] is False


def test_s6_2_who_is_there_leaves_without_penalties() -> None:
    opener = card("opener", "1 gate", "9", penalties=["sanity -1"])
    table = game(opener, worlds=[WORLD]).play("go 1; roll; do 1 1; gate 1")
    assert table.seat()["place"] == "streets"
    assert table.seat()["sanity"] == 5
    assert table["attempt"] is None
    assert table["turn"] == 2


def test_s6_3_without_markers_a_monster_appears() -> None:
    four = card("m", effects=["gate", "gate", "gate", "gate"])
    table = game(mythos=[four], worlds=[card(f"w{n}", "9") for n in range(5)], monsters=[GHOST])
    table.play("gate 1; gate 2; gate 3")
    assert table.pending == "place-monster"
    assert table["decks"]["other_worlds"] == 2


def test_s6_4_seals_give_way_to_a_gate() -> None:
    worlds = [card(f"w{number}", "1") for number in range(7)]
    opener = card("opener", "9", entry=["gate"])
    table = game(opener, mythos=[GATE], worlds=worlds, ancient={"doom": 9})
    table.play("gate 6; go blue; roll; do 1 1")
    for spot in (5, 4, 3, 2):
        table.play(f"go 1; gate {spot}; fail; go blue; roll; do 1 1")
    assert [number for number in range(1, 7) if table.spot(number)["seal"]] == [2, 3, 4, 5, 6]
    table.play("go 1")
    assert table.seat()["place"] == "streets"
    assert table.spot(1)["gate"] == "blue"
    assert table["doom"] == 0
    table.play("nothing; go 2; fail")
    table.play("go blue; roll; do 1 1; go 1")
    assert table["doom"] == 1
    assert table.moves() == {f"gate {number}" for number in range(1, 7)}
    assert not any(table.spot(number)["seal"] for number in range(1, 7))


def test_s6_5_without_other_worlds_a_monster_appears() -> None:
    assert game(mythos=[GATE], monsters=[GHOST]).pending == "place-monster"


def test_s6_5_without_an_adventure_for_it_a_monster_appears() -> None:
    easy = [card(f"e{number}", "1") for number in range(1, 7)]
    last = card("e7", "1", rewards=["gate", "gate", "gate"])
    worlds = [card(f"w{number}", "1") for number in range(3)]
    table = game(*easy, last, worlds=worlds, monsters=[GHOST])
    for spot in (1, 2, 3, 4, 5, 6, 1):
        table.play(f"go {spot}; roll; do 1 1")
    table.play("gate 3")
    assert [spot and spot["gate"] for spot in table["adventures"][1:3]] == ["green", "blue"]
    assert (table.pending, table["doom"]) == ("place-monster", 0)


def test_s6_6_the_active_player_chooses() -> None:
    clock = card("m2", effects=["gate"])
    table = game(mythos=[card("m1"), clock], worlds=[WORLD], investigators=2).pass_turn(3)
    table.play("stay")
    assert table.pending == "gate-at"
    assert table["active"] == 2


def test_s6_7_resolving_an_other_world_closes_its_gate() -> None:
    table = game(A, B, C, mythos=[GATE], worlds=[WORLD]).play("gate 2; go blue; roll; do 1 1")
    assert table.spot(2)["gate"] is None
    assert table.spot(2)["seal"]
    assert table["other_worlds"] == {}
    assert table.seat()["trophies"] == ["w"]
    assert table["decks"]["other_worlds"] == 0


def test_s6_8_no_gate_at_a_seal() -> None:
    worlds = [card("w", "1", rewards=["gate"]), card("v", "9")]
    table = game(mythos=[GATE], worlds=worlds).play("gate 2; go blue; roll; do 1 1")
    assert table.moves() == {"gate 1", "gate 3", "gate 4", "gate 5", "gate 6"}


def test_s6_9_closing_a_gate_otherwise() -> None:
    closer = card("closer", "1", rewards=["close-gate"])
    table = game(closer, mythos=[GATE], worlds=[card("w", "9", rewards=["clue"])])
    table.play("gate 3; go 1; roll; do 1 1")
    assert table.spot(3)["seal"]
    assert table["other_worlds"] == {}
    assert table.seat()["clues"] == 0
    assert table["decks"]["other_worlds"] == 1


def test_s6_10_an_adventure_with_a_gate_is_discarded() -> None:
    doomed = card("doomed", "9", midnight=["discard-card"])
    table = game(doomed, mythos=[GATE], worlds=[WORLD]).play("gate 1").pass_turn(4)
    assert table.spot(1)["gate"] is None
    assert not table.spot(1)["seal"]
    assert not table.spot(1)["faceup"]
    assert table["other_worlds"] == {}


def test_s8_1_an_empty_cup_gives_no_monster() -> None:
    table = game(mythos=[card("m", effects=["monster 2"])], monsters=[GHOST])
    assert table.pending == "place-monster"
    table.play("monster 1 below")
    assert table.pending == "move"


ROOM = card("room", "9", "whole-row", "after-first-1 2 L")


def test_s8_2_a_monster_goes_on_a_free_monster_task() -> None:
    two = card("m", effects=["monster 3"])
    table = game(A, ROOM, mythos=[two], monsters=[monster("x", "1", count=3)])
    assert table.moves() == {"monster 2 2", "monster 2 3"}
    table.play("monster 2 3")
    assert table.spot(2)["monsters"] == [["x-1", 3], ["x-2", 2]]
    assert "monster 1 below" in table.moves()


def test_s8_3_otherwise_below_a_card_with_fewest_monsters() -> None:
    two = card("m", effects=["monster 2"])
    table = game(mythos=[two], monsters=[monster("x", "1", count=2)])
    table.play("monster 4 below")
    assert table.moves() == {f"monster {number} below" for number in (1, 2, 3, 5, 6)}


def test_s8_4_here_is_here() -> None:
    trap = card("trap", "9", entry=["monster-here"])
    table = game(trap, ROOM, mythos=[APPEARS], monsters=[monster("x", "1", count=3)])
    table.play("monster 2 2; go 1")
    assert table.spot(1)["monsters"] == [["x-2", None]]


def test_s8_5_monsters_settle_when_their_card_is_turned() -> None:
    hidden = card("d", "whole-row 9", "9")
    three = card("m", effects=["monster 7"])
    table = game(A, B, C, hidden, mythos=[three], monsters=[monster("x", "1", count=7)])
    for spot in (4, 1, 2, 3, 5):
        table.play(f"monster {spot} below")
    table.play("monster 4 below; go 4")
    assert table["about"] == "x-1"
    assert table.moves() == {"monster 4 1", "monster 4 below"}
    table.play("monster 4 1")
    assert sorted(table.spot(4)["monsters"]) == [["x-1", 1], ["x-7", None]]


def test_s8_5_the_players_choose_which_monster_settles() -> None:
    hidden = card("d", "whole-row 9", "9")
    monsters = [monster("x", "1", count=6), monster("y", "2")]
    three = card("m", effects=["monster 7"])
    table = game(A, B, C, hidden, mythos=[three], monsters=monsters)
    for spot in (4, 1, 2, 3, 5):
        table.play(f"monster {spot} below")
    table.play("monster 4 below; go 4; monster 4 below")
    assert sorted(table.spot(4)["monsters"]) == [["x-1", None], ["y", 1]]


def test_s8_6_a_monster_is_won_even_if_the_attempt_fails() -> None:
    table = game(A, mythos=[APPEARS], monsters=[GHOST]).play("monster 1 below; go 1; roll; do 2 1")
    assert table.seat()["trophies"] == ["ghost"]
    assert table.spot(1)["monsters"] == []
    table.play("no-focus; no-focus; no-focus")
    assert table["turn"] == 2
    assert table.seat()["trophies"] == ["ghost"]


def test_s8_6_a_monster_is_defeated_without_dice() -> None:
    ward = asset("ward", "unique-item", "defeat-monster")
    hard = monster("hard", "9 9 9", trophies=2)
    table = game(
        card("a", "whole-row 9"), mythos=[APPEARS], monsters=[hard], assets=[ward],
        kit=["unique-item"],
    )  # fmt: skip
    table.play("go 1; use ward")
    assert table.seat()["trophies"] == ["a", "hard"]


def test_s8_7_a_monster_covers_the_row_or_the_rest_of_it() -> None:
    part = card("part", "2 after-first-1 L L", "empty-row")
    ghosts, two = [monster("x", "1"), monster("y", "T")], card("m", effects=["monster 2"])
    table = game(part, mythos=[two], monsters=ghosts, green="1 2 T T T T")
    table.play("monster 1 1; go 1; roll")
    table.play("do 1 1 2")
    assert table.spot(1)["monsters"] == [["y", 2]]
    assert table.seat()["trophies"] == ["x"]
    free = game(part, green="L L 2 1 1 1").play("go 1; roll; do 1 2 L L")
    assert free.seat()["trophies"] == ["part"]


def test_s8_8_locked_dice_are_taken_at_once() -> None:
    lock = monster("lock", "9", locked=["green"] * 2)
    trap = card("trap", "1 gate", "9")
    table = game(trap, monsters=[lock]).play("go 1; roll; do 1 1")
    assert table.pending == "place-monster"
    assert table["attempt"]["pool"] == [5, 0, 0]
    table.play("monster 2 below")
    assert table["attempt"]["pool"] == [4, 0, 0]


def test_s8_8_a_locked_die_is_taken_off_a_spell() -> None:
    verse = asset("verse", "spell", "secure")
    table = game(
        A, kit=["spell"], assets=[verse],
        mythos=[card("m1"), card("m2", locked=["green"] * 6)],
    )  # fmt: skip
    table.play("go 1; roll; use verse")
    while table["turn"] == 1:
        table.play(next(one for one in ("no-focus", "roll", "fail") if one in table.moves()))
    assert table["secured"] == [["verse", "1"]]
    table.pass_turn(3)
    assert table["mythos"] == "m2"
    assert table["secured"] == []
    assert table.seat()["kit"] == []
    assert table["locked"] == [6, 0, 0]


def test_s8_9_a_defeated_monster_keeps_its_die_for_the_attempt() -> None:
    lock = monster("lock", "1", locked=["yellow"])
    lamp = asset("lamp", "common-item", "yellow")
    table = game(A, mythos=[APPEARS], monsters=[lock], assets=[lamp], kit=["common-item"])
    table.play("monster 1 below; go 1; roll; do 2 1")
    assert table["locked"] == [0, 1, 0]
    assert table["attempt"]["roll"] == ["1"] * 5
    table.play("no-focus; no-focus; no-focus")
    assert table["locked"] == [0, 0, 0]


def test_s8_10_monsters_of_a_discarded_card_and_removed_ones_go_back() -> None:
    gone = card("gone", "9", penalties=["discard-card"])
    table = game(gone, mythos=[APPEARS], monsters=[GHOST]).play("monster 1 below; go 1; fail")
    assert table["decks"]["cup"] == 1
    helper = card("helper", "9", entry=["remove-monster"])
    other = game(helper, mythos=[APPEARS], monsters=[GHOST]).play("monster 2 below; go 1")
    assert other["decks"]["cup"] == 1
