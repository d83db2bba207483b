"""Rules G1 to G3 and G9: box, setup, cards and settings of Infinite Gulfs of Darkness."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

from casecracker.engine.cards import CaseCard, Deck, Equipment
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.errors import DealError, GameError
from casecracker.engine.games import (
    GULFS_MANDATORY_EFFECTS,
    GULFS_VOLUNTARY_EFFECTS,
    MANDATORY_EFFECTS,
    VOLUNTARY_EFFECTS,
    SettingValue,
    find_game,
    make_settings,
)
from tests.gulfs import GOAL
from tests.rules.gulfs_table import (
    GULFS,
    NECRONOMICON,
    GulfsTable,
    aurora,
    case_card,
    first,
    gulfs_deal,
)
from tests.rules.table import FIVE, STACK, clue, dead


def test_g1_1_the_box_holds_fifty_clues_and_no_victims() -> None:
    game = find_game(GULFS)
    assert (game.clues_in_box, game.victims_in_box, game.cases_in_box) == (50, 0, 7)
    assert (game.menaces_in_box, game.objectives_in_box, game.equipment_in_box) == (6, 5, 2)


def test_g1_2_all_objectives_win(gulfs: GulfsTable) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle", letter="A")]
    game = gulfs(leads=leads, objectives=["A"])
    game.play("play b 1; play p 1; close 1; score p; done")
    assert (game["status"], game["objectives"], game["picture"]) == ("won", [1], ["p"])


def test_g1_3_five_scored_types_win(gulfs: GulfsTable) -> None:
    puzzles = [
        clue(f"p{place}", kind, attributes="puzzle")
        for place, kind in enumerate(FIVE.split(), start=1)
    ]
    game = gulfs(
        leads=[clue("b", FIVE), *puzzles[:4]],
        stack=[puzzles[4], *"uvwxyz"],
        settings={"mode": "classic"},
    )
    game.play("play b 1; play p1 1; play p2 1; play p3 1; play p4 1; play p5 1; close 1")
    game.play("score p1; score p2; score p3; score p4; score p5; done")
    assert (game["status"], game["turn"]) == ("won", 7)


def test_g2_1_all_areas_begin_empty(gulfs: GulfsTable) -> None:
    game = gulfs()
    for area in ("discard", "time", "stability", "closed", "picture"):
        assert game[area] == []
    for area in ("briefcase", "helpers", "menaces_active", "objectives"):
        assert game[area] == []
    assert (game["turn"], game["status"], game["pending"]) == (1, "playing", "action")
    assert (game["shuffles"], game["prevented_any"]) == (0, False)


def test_g2_2_contact_and_equipment_card_lie_ready(gulfs: GulfsTable) -> None:
    game = gulfs(contact="shuffle-discard", equipment="shuffle-discard")
    assert (game["helpers"], game["briefcase"]) == ([NECRONOMICON, "p1"], [])
    helps = {"contact shuffle-discard", f"use {NECRONOMICON} shuffle-discard"}
    assert game.moves() == {"take", "pass", "hand", *helps}


def test_g2_3_case_cards_1_and_2_begin_open(gulfs: GulfsTable) -> None:
    game = gulfs(cases=[case_card(5), case_card(3)])
    assert (game.open_cases(), game["cases_left"]) == ([1, 2], [3, 5])
    assert game.case(2) == {
        "number": 2,
        "card": "2",
        "line": [],
        "last": None,
        "key_effects": 0,
        "prevented": False,
    }


def test_g2_3_the_cards_marked_as_start_begin(gulfs: GulfsTable) -> None:
    game = gulfs(cases=[case_card(1), case_card(4, start=True)])
    assert (game.open_cases(), game["cases_left"]) == ([2, 4], [1])


SIDES = [
    case_card(1, "interview", side="A", start=True),
    case_card(1, "surveillance", side="B", start=True),
]


@pytest.mark.parametrize(
    ("choice", "card"), [("both", "1A"), ("equipment", "1A"), ("contact", "1B"), ("none", "1B")]
)
def test_g2_4_an_equipment_card_decides_the_side(gulfs: GulfsTable, choice: str, card: str) -> None:
    leads = [clue("a", left="interview"), clue("b", left="surveillance")]
    game = gulfs(
        cases=SIDES, leads=leads, contact="key", equipment="key", settings={"help": choice}
    )
    assert game.case(1)["card"] == card
    assert ("play a 1" in game.moves()) is (card == "1A")
    game.play("pass")
    assert ("play b 1" in game.moves()) is (card == "1B")


def test_g2_4_without_equipment_cards_the_side_is_b(gulfs: GulfsTable) -> None:
    assert gulfs(cases=SIDES).case(1)["card"] == "1B"


def test_g2_5_aurora_borealis_lies_on_top(gulfs: GulfsTable) -> None:
    deal = gulfs_deal(menaces=[aurora("x"), aurora("a"), "m1", "b"])
    assert gulfs.start(deal)["menaces_left"] == ["x", "a", "m1", "b"]
    with pytest.raises(DealError, match="Aurora"):
        replace(deal, menaces=("x", "m1", "a", "b"))


def test_g2_5_each_part_is_shuffled_by_itself() -> None:
    deck = gulfs_deal(menaces=[aurora("x"), aurora("y"), "m1", "m2"]).deck
    orders = {seeded(deck, seed).menaces for seed in range(40)}
    assert len(orders) == 4
    assert {tuple(sorted(order[:2])) for order in orders} == {("x", "y")}


def seeded(deck: Deck, seed: int, **chosen: SettingValue) -> Deal:
    return deal_from_seed(deck, "by-hand", seed, make_settings(find_game(GULFS), chosen))


def test_g2_6_other_sides_are_not_in_the_stack(gulfs: GulfsTable) -> None:
    deal = gulfs_deal(cases=[first("flip", clue="f")], faces=[dead("f")])
    assert deal.draw[:2] == ("f", GOAL)
    game = gulfs.start(deal)
    assert (game["leads"], game["hand"]) == (["l1", "l2", "l3", "l4", "l5"], ["h1", "h2", "h3"])
    assert game["stack"] == list(STACK)


def test_g2_6_they_are_shuffled_in_once_they_came_into_play(gulfs: GulfsTable) -> None:
    game = gulfs(
        cases=[first("flip add-to-hand", clue="f")],
        faces=[dead("f")],
        leads=[clue("b", FIVE), "l2", clue("a", effects="shuffle-discard")],
        reshuffles=["f l2"],
    )
    game.play("play b 1; close 1; done; discard f; play a 2; shuffle")
    assert (game["leads"], game["stack"][:2]) == (["l4", "l5", "s1", "s2", "f"], ["l2", "s3"])


def test_g2_7_the_fifth_card_drawn_is_the_first_lead(gulfs: GulfsTable) -> None:
    deal = gulfs_deal()
    drawn = [card for card in deal.draw if card != GOAL]
    game = gulfs.start(deal)
    assert game["leads"] == drawn[4::-1]
    assert (game["hand"], game["stack"]) == (drawn[5:8], drawn[8:])


@pytest.mark.parametrize(("mode", "complete"), [("hardboiled", [2]), ("classic", [])])
def test_g2_8_objectives_count_in_hardboiled_mode_only(
    gulfs: GulfsTable, mode: str, complete: list[int]
) -> None:
    leads = [
        clue("b", FIVE),
        clue("p", attributes="puzzle", letter="A"),
        clue("q", attributes="puzzle", letter="B"),
    ]
    game = gulfs(leads=leads, objectives=["A B", "A"], settings={"mode": mode})
    game.play("play b 1; play p 1; close 1; score p; done")
    assert (game["objectives"], game["status"]) == (complete, "playing")


@pytest.mark.parametrize("gone", FIVE.split())
def test_g3_1_formula_is_the_seventh_type(gulfs: GulfsTable, gone: str) -> None:
    kinds = [*FIVE.split(), "formula"]
    cards = [clue(f"c{place}", kind) for place, kind in enumerate(kinds) if kind != gone]
    game = gulfs(leads=cards)
    for card in cards[:4]:
        game.play(f"play {card.id} 1")
        assert "close 1" not in game.moves()
    game.play(f"play {cards[4].id} 1")
    assert game.moves() == {"take", "pass", "close 1"}


def remade(**changed: object) -> Deck:
    """A valid deck of this game whose first clue card in the stack is changed."""
    deck = gulfs_deal().deck.model_dump(by_alias=True)
    deck["clue"][0].update(changed)
    return Deck.model_validate(deck)


def test_g3_1_there_is_no_passion() -> None:
    with pytest.raises(ValidationError, match="passion"):
        remade(types=("passion",))


@pytest.mark.parametrize(
    "attribute",
    ["puzzle", "key", "lock", "skeleton-key", "skeleton-lock", "darkness", "machine", "no-discard"],
)
def test_g3_2_each_attribute_is_taken(attribute: str) -> None:
    assert remade(attributes=(attribute,)).clue[0].attributes == (attribute,)


def test_g3_2_equipment_has_an_effect_for_the_briefcase() -> None:
    assert remade(attributes=("equipment",), sides=("key",)).clue[0].sides == ("key",)
    with pytest.raises(ValidationError, match="sides"):
        remade(attributes=("equipment",))


@pytest.mark.parametrize("attribute", ["ally", "colour"])
def test_g3_2_there_is_no_other_attribute(attribute: str) -> None:
    with pytest.raises(ValidationError, match=attribute):
        remade(attributes=(attribute,))


def test_g3_2_one_card_is_the_machine() -> None:
    machines = [dead("a", attributes="machine"), dead("b", attributes="machine")]
    with pytest.raises(ValidationError, match="machine"):
        gulfs_deal(leads=machines)


def test_g3_3_an_edge_may_be_purple_alone() -> None:
    assert remade(left=(), **{"left-purple": ("research",)}).clue[0].left == ()
    with pytest.raises(ValidationError, match="left"):
        remade(left=())
    assert case_card(3, "", right_purple="any").is_case


def test_g3_4_a_puzzle_card_may_bear_a_letter() -> None:
    assert remade(attributes=("puzzle",), letter="A").clue[0].letter == "A"
    with pytest.raises(ValidationError, match="letter"):
        remade(letter="A")


def test_g3_4_objectives_ask_for_letters_that_are_there() -> None:
    with pytest.raises(ValidationError, match="'Q'"):
        gulfs_deal(leads=[dead("p", attributes="puzzle", letter="A")], objectives=["A Q"])


@pytest.mark.parametrize(
    "effect",
    [
        *(*VOLUNTARY_EFFECTS, *MANDATORY_EFFECTS),
        *(*GULFS_VOLUNTARY_EFFECTS, *GULFS_MANDATORY_EFFECTS),
    ],
)
def test_g3_5_every_effect_of_the_series_is_taken(effect: str) -> None:
    assert remade(effects=(effect,)).clue[0].effects == (effect,)


def test_g9_1_settings_are_independent_and_have_defaults() -> None:
    assert dict(make_settings(find_game(GULFS), {})) == {
        "limits": 5,
        "mode": "hardboiled",
        "menace": "all",
        "help": "both",
        "equipment": NECRONOMICON,
    }


@pytest.mark.parametrize("setting", ["puzzles", "victims", "contact", "last-victim"])
def test_g9_1_other_settings_do_not_exist(setting: str) -> None:
    with pytest.raises(GameError, match=setting):
        make_settings(find_game(GULFS), {setting: 5})


@pytest.mark.parametrize(
    ("mode", "status"), [("hardboiled", "playing"), ("classic", "won")], ids=str
)
def test_g9_2_the_mode_says_what_wins(gulfs: GulfsTable, mode: str, status: str) -> None:
    kinds = FIVE.split()
    puzzles = [clue(f"p{kind[0]}", kind, attributes="puzzle") for kind in ["monster", *kinds[1:]]]
    game = gulfs(
        leads=[clue("b", FIVE), *puzzles[:4]], stack=[puzzles[4], *STACK], settings={"mode": mode}
    )
    game.play("; ".join(f"play {card} 1" for card in ("b", *(puzzle.id for puzzle in puzzles))))
    game.play("close 1; " + "; ".join(f"score {puzzle.id}" for puzzle in puzzles) + "; done")
    assert game["status"] == status


@pytest.mark.parametrize(("limit", "status"), [(1, "lost"), (2, "playing")])
def test_g9_3_the_limit_of_stability(gulfs: GulfsTable, limit: int, status: str) -> None:
    leads = [clue("a", effects="stability-check")]
    game = gulfs(leads=leads, stack=[dead("x", stability=True), *STACK], settings={"limits": limit})
    game.play("play a 1; check")
    assert (game["status"], game["stability"]) == (status, ["x"])


@pytest.mark.parametrize(("limit", "menaces"), [(1, ["m1"]), (2, [])])
def test_g9_3_the_limit_of_time(gulfs: GulfsTable, limit: int, menaces: list[str]) -> None:
    game = gulfs(leads=[dead("t", time=True)], settings={"limits": limit})
    game.play("pass")
    assert (game["menaces_active"], game["time"]) == (menaces, [] if menaces else ["t"])


def test_g9_4_all_menaces_take_part() -> None:
    deck = gulfs_deal(menaces=[aurora("x"), "m1", "m2"]).deck
    assert sorted(seeded(deck, 1).menaces) == ["m1", "m2", "x"]
    with pytest.raises(DealError, match="2 menaces"):
        replace(seeded(deck, 1), menaces=("x", "m1"))


def test_g9_4_one_menace_may_be_taken_out_by_chance() -> None:
    deck = gulfs_deal(menaces=[aurora("x"), "m1", "m2"]).deck
    games = [set(seeded(deck, seed, menace="minus-one").menaces) for seed in range(30)]
    assert {len(menaces) for menaces in games} == {2}
    assert set.union(*({"x", "m1", "m2"} - menaces for menaces in games)) == {"x", "m1", "m2"}


def test_g9_4_aurora_borealis_may_be_left_out(gulfs: GulfsTable) -> None:
    deck = gulfs_deal(menaces=[aurora("x"), "m1", "m2"]).deck
    deal = seeded(deck, 1, menace="no-aurora")
    assert sorted(deal.menaces) == ["m1", "m2"]
    assert gulfs.start(deal)["menaces_left"] == list(deal.menaces)


@pytest.mark.parametrize(
    ("choice", "helpers"),
    [
        ("both", [NECRONOMICON, "p1"]),
        ("contact", ["p1"]),
        ("equipment", [NECRONOMICON]),
        ("none", []),
    ],
)
def test_g9_5_who_helps_from_outside(gulfs: GulfsTable, choice: str, helpers: list[str]) -> None:
    game = gulfs(contact="key", equipment="key", settings={"help": choice})
    assert game["helpers"] == helpers


@pytest.mark.parametrize("card", [NECRONOMICON, "third-aklo-ritual"])
def test_g9_5_either_equipment_card_may_help(gulfs: GulfsTable, card: str) -> None:
    deal = gulfs_deal(settings={"equipment": card})
    cards = (
        Equipment(id=NECRONOMICON, sides=("take-lead",)),
        Equipment(id="third-aklo-ritual", sides=("shuffle-discard",)),
    )
    game = gulfs.start(replace(deal, deck=deal.deck.model_copy(update={"equipment": cards})))
    assert game["helpers"] == [card]
    assert ("use third-aklo-ritual shuffle-discard" in game.moves()) is (card != NECRONOMICON)


def test_c14_case_cards_have_numbers_from_1_to_7() -> None:
    for number in (0, 8):
        with pytest.raises(ValidationError, match="number"):
            CaseCard(number=number, right=("research",))


def test_c14_a_number_has_one_card_or_two_sides() -> None:
    with pytest.raises(ValidationError, match="case 1"):
        gulfs_deal(cases=[SIDES[0]])
    with pytest.raises(ValidationError, match="case 3"):
        gulfs_deal(cases=[case_card(3), case_card(3)])
