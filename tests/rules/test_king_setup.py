"""Rules K1 to K4 and choice C9: box, setup, cards and turn of The King in Yellow."""

import pytest
from pydantic import ValidationError

from casecracker.engine.cards import Deck
from casecracker.engine.games import MANDATORY_EFFECTS, VOLUNTARY_EFFECTS, find_game
from tests.rules.table import (
    FIVE,
    STACK,
    YELLOW,
    CardLike,
    Game,
    Table,
    clue,
    dead,
    make_deal,
    passion,
)


def test_k1_1_the_box_holds_fifty_clues_and_six_victims() -> None:
    game = find_game(YELLOW)
    assert (game.clues_in_box, game.victims_in_box) == (50, 6)


def test_k1_2_five_scored_types_with_the_king_win(yellow: Table) -> None:
    puzzles = [
        clue(f"p{place}", kind, attributes="puzzle king" if place == 3 else "puzzle")
        for place, kind in enumerate(FIVE.split(), start=1)
    ]
    game = yellow(leads=[clue("b", FIVE), *puzzles[:4]], stack=[puzzles[4], *"uvwxyz"])
    game.play("play b 1; play p1 1; play p2 1; play p3 1; play p4 1; play p5 1; close 1")
    game.play("score p1; score p2; score p3; score p4; score p5; done")
    assert (game["status"], game["turn"]) == ("won", 7)


def dealt(yellow: Table, *draw: CardLike, order: str = "") -> Game:
    """A game in which the cards are drawn in this order: five leads, three to hand, the stack."""
    return yellow(
        leads=draw[4::-1], hand=draw[5:8], stack=draw[8:], reshuffles=[order] if order else []
    )


def names(first: int, last: int) -> list[CardLike]:
    """Dead cards `d...` with these numbers."""
    return [f"d{number}" for number in range(first, last + 1)]


def test_k2_1_the_setup_is_the_common_one(yellow: Table) -> None:
    game = dealt(yellow, *names(1, 12))
    assert game["leads"] == ["d5", "d4", "d3", "d2", "d1"]
    assert (game["hand"], game["stack"]) == (["d6", "d7", "d8"], ["d9", "d10", "d11", "d12"])
    assert [(case["number"], case["victim"]) for case in game["cases"]] == [(1, "v1"), (2, "v2")]
    assert [case["order"] for case in game["cases"]] == [[], []]
    assert game["victims_left"] == ["v3", "v4", "v5"]
    assert (game["turn"], game["pending"], game["shuffles"]) == (1, "action", 0)
    for area in ("discard", "time", "stability", "closed", "picture"):
        assert game[area] == []


def test_k2_2_the_effect_comes_before_the_next_card_is_drawn(yellow: Table) -> None:
    game = dealt(yellow, "d1", passion("p", "discard-top"), *names(3, 12))
    assert game["leads"] == ["d6", "d5", "d4", "p", "d1"]
    assert (game["discard"], game["hand"]) == (["d3"], ["d7", "d8", "d9"])
    assert (game["stack"], game["turn"]) == (["d10", "d11", "d12"], 1)


def test_k2_2_the_last_lead_has_its_effect_before_the_hand_is_drawn(yellow: Table) -> None:
    top = dead("t", time=True)
    game = dealt(yellow, *names(1, 4), passion("p", "discard-top"), top, *names(7, 12))
    assert game["leads"] == ["p", "d4", "d3", "d2", "d1"]
    assert (game["time"], game["discard"]) == (["t"], [])
    assert (game["hand"], game["stack"]) == (["d7", "d8", "d9"], ["d10", "d11", "d12"])


@pytest.mark.parametrize("effect", ["discard-top", "to-front", "discard-hand"])
def test_k2_2_a_card_drawn_to_hand_has_no_effect(yellow: Table, effect: str) -> None:
    game = dealt(yellow, *names(1, 5), passion("p", effect), *names(7, 12), order="d9")
    assert game["leads"] == ["d5", "d4", "d3", "d2", "d1"]
    assert (game["hand"], game["stack"]) == (["d7", "d8", "p"], ["d9", "d10", "d11", "d12"])
    assert (game["discard"], game["shuffles"], game["pending"]) == ([], 0, "action")


@pytest.mark.parametrize("effect", ["discard-hand", "discard-case", "reshuffle-stability"])
def test_k2_2_without_hand_lines_and_penalties_nothing_happens(yellow: Table, effect: str) -> None:
    game = dealt(yellow, "d1", passion("p", effect), *names(3, 12), order="d12")
    assert game["leads"] == ["d5", "d4", "d3", "p", "d1"]
    assert (game["hand"], game["stack"]) == (["d6", "d7", "d8"], ["d9", "d10", "d11", "d12"])
    assert (game["shuffles"], game["pending"], game["discard"]) == (0, "action", [])


def test_k2_2_a_discarded_hourglass_may_be_reshuffled_at_setup(yellow: Table) -> None:
    cards = [passion("p", "discard-top"), dead("t", time=True), passion("q", "reshuffle-time")]
    game = dealt(yellow, *cards, *names(4, 12), order="d8 d12 t d4 d6")
    assert (game["time"], game["shuffles"]) == (["d8"], 1)
    assert game["leads"] == ["d4", "t", "d12", "q", "p"]
    assert (game["hand"], game["stack"]) == (["d10", "d11", "d6"], ["d5", "d7", "d9"])


def test_k2_2_an_empty_stack_brings_a_victim_at_setup(yellow: Table) -> None:
    game = dealt(yellow, *names(1, 4), passion("p", "discard-top"), *names(6, 8))
    assert game["leads"] == ["p", "d4", "d3", "d2", "d1"]
    assert (game["hand"], game["discard"], game["stack"]) == (["d6", "d7", "d8"], [], [])
    assert (game.open_cases(), game["shuffles"]) == ([1, 2, 3], 1)
    assert (game["turn"], game["status"], game["pending"]) == (1, "playing", "action")


# to-front at setup: all other cards but those in hand are in the stack once shuffle 1 is made.
ORDER = "d9 d2 d12 d4 d7 d1 d11"


@pytest.mark.parametrize(
    ("place", "leads"),
    [
        (2, ["p", "d4", "d12", "d2", "d9"]),
        (3, ["p", "d4", "d12", "d9", "d2"]),
        (4, ["p", "d4", "d9", "d2", "d12"]),
        (5, ["p", "d9", "d2", "d12", "d4"]),
    ],
)
def test_c9_to_front_replaces_the_leads_laid_so_far(
    yellow: Table, place: int, leads: list[str]
) -> None:
    draw = [*names(1, place - 1), passion("p", "to-front"), *names(place, 12)]
    game = dealt(yellow, *draw, order=ORDER)
    assert game["leads"] == leads
    assert (game["hand"], game["stack"]) == (["d1", "d11", "d7"], ["d10", "d3", "d5", "d6", "d8"])
    assert (game["shuffles"], game["discard"], game["pending"]) == (1, [], "action")


def test_c9_to_front_goes_to_the_left_end_and_replaces_nothing(yellow: Table) -> None:
    game = dealt(yellow, passion("p", "to-front"), *names(1, 12), order=ORDER)
    assert game["leads"] == ["p", "d4", "d3", "d2", "d1"]
    assert (game["hand"], game["shuffles"]) == (["d5", "d6", "d7"], 0)
    assert game["stack"] == ["d8", "d9", "d10", "d11", "d12"]


def test_c9_a_replacing_card_has_its_effect_before_the_next(yellow: Table) -> None:
    cards = [passion("p", "to-front"), passion("q", "discard-top")]
    game = dealt(yellow, "d1", "d2", *cards, *names(3, 12), order="q d9 d5 d12 d4")
    assert game["leads"] == ["p", "d4", "d12", "q", "d5"]
    assert (game["discard"], game["hand"]) == (["d9"], ["d1", "d10", "d11"])


def test_c9_a_card_that_comes_back_has_its_effect_again(yellow: Table) -> None:
    draw = [passion("q", "discard-top"), "d2", passion("p", "to-front"), *names(4, 12)]
    game = dealt(yellow, *draw, order="q d6 d7 d8 d9")
    assert game["leads"] == ["p", "d9", "d8", "d7", "q"]
    assert (game["discard"], game["hand"]) == (["d2", "d6"], ["d10", "d11", "d12"])


@pytest.mark.parametrize(
    ("place", "leads"),
    [(2, ["q", "d6", "d7", "d8", "d9"]), (4, ["q", "d6", "d8", "d7", "d9"])],
)
def test_c9_a_second_card_to_the_front_interrupts_the_first(
    yellow: Table, place: int, leads: list[str]
) -> None:
    draw = [*names(1, place - 1), passion("p", "to-front"), *names(place, 9)]
    deal = make_deal(
        game=YELLOW,
        leads=draw[4::-1],
        hand=draw[5:8],
        stack=[*draw[8:], passion("q", "to-front")],
        reshuffles=["q d3 d4 d5", "d9 d8 d7 d6 d1 d5 p"],
    )
    game = yellow.start(deal)
    assert (game["leads"], game["hand"]) == (leads, ["d1", "d5", "p"])
    assert (game["stack"], game["shuffles"]) == (["d2", "d3", "d4"], 2)


def test_c9_an_unknown_shuffle_at_setup_ends_the_known_game(yellow: Table) -> None:
    game = dealt(yellow, "d1", passion("p", "to-front"), *names(2, 12))
    assert (game["status"], game["pending"], game.moves()) == ("unknown-shuffle", "over", set())


KINDS = [*FIVE.split(), "passion"]


@pytest.mark.parametrize("gone", KINDS)
def test_k3_1_passion_is_the_sixth_type(yellow: Table, gone: str) -> None:
    cards = [clue(f"c{place}", kind) for place, kind in enumerate(KINDS) if kind != gone]
    game = yellow(leads=cards)
    for card in cards[:4]:
        game.play(f"play {card.id} 1")
        assert "close 1" not in game.moves()
    game.play(f"play {cards[4].id} 1")
    assert game.moves() == {"take", "pass", "close 1"}


def remade(**changed: object) -> Deck:
    """A valid deck of this game whose first card is changed."""
    deck = make_deal(game=YELLOW).deck.model_dump()
    deck["clue"][0].update(changed)
    return Deck.model_validate(deck)


def test_k3_1_there_is_no_monster() -> None:
    with pytest.raises(ValidationError, match="monster"):
        remade(types=("monster",))


@pytest.mark.parametrize(
    "attribute", ["puzzle", "key", "lock", "colour", "yellow-sign", "yellow-sign-lock"]
)
def test_k3_2_each_attribute_is_taken(attribute: str) -> None:
    assert remade(attributes=(attribute,)).clue[0].attributes == (attribute,)


def test_k3_2_one_puzzle_may_be_the_king() -> None:
    king = remade(attributes=("puzzle", "king"))
    assert king.clue[0].attributes == ("puzzle", "king")


def test_k3_2_there_is_no_other_attribute() -> None:
    with pytest.raises(ValidationError, match="skeleton-key"):
        remade(attributes=("skeleton-key",))


def test_k3_2_a_card_may_have_many_attributes(yellow: Table) -> None:
    leads = [
        clue("k", FIVE, attributes="key yellow-sign colour"),
        clue(
            "a",
            attributes="puzzle key colour yellow-sign yellow-sign-lock",
            minimum=1,
            yellow_minimum=1,
        ),
        clue("l", attributes="lock", yellow_minimum=2),
    ]
    game = yellow(leads=leads)
    game.play("play k 1")
    assert game.moves() == {"take", "pass", "play a 1", "close 1"}
    game.play("play a 1")
    assert game.moves() == {"take", "pass", "play l 1", "close 1"}
    game.play("close 1")
    assert game.moves() == {"score a", "done"}


@pytest.mark.parametrize(
    "effect",
    [
        "to-front",
        "discard-top",
        "reshuffle-stability",
        "reshuffle-time",
        "discard-hand",
        "discard-case",
    ],
)
def test_k3_3_each_immediate_effect_is_taken(effect: str) -> None:
    assert remade(types=("passion",), immediate=effect).clue[0].immediate == effect


def test_k3_3_there_is_no_other_immediate_effect() -> None:
    with pytest.raises(ValidationError, match="take-lead"):
        remade(types=("passion",), immediate="take-lead")


def test_k3_3_a_passion_card_may_have_other_effects_too(yellow: Table) -> None:
    both = clue("p", "passion", immediate="discard-top", effects="take-discard stability-check")
    game = yellow(stack=[both, *STACK])
    game.play("pass; pass; pass; pass; pass; play p 1")
    assert "s1" in game["discard"]
    assert (game["pending"], "take s1" in game.moves()) == ("effect", True)
    game.play("take s1; discard h1")
    assert game.moves() == {"check"}


@pytest.mark.parametrize("effect", [*VOLUNTARY_EFFECTS, *MANDATORY_EFFECTS])
def test_k3_4_every_effect_of_the_series_is_taken(effect: str) -> None:
    assert remade(effects=(effect,)).clue[0].effects == (effect,)


def test_k4_1_one_of_five_actions(yellow: Table) -> None:
    game = yellow(leads=[clue("b", FIVE), clue("c")], hand=[clue("h")])
    game.play("play b 1")
    assert game.moves() == {"take", "play c 1", "play c 2", "hand", "close 1", "pass"}
    assert (game.case(1)["order"], game["leads"]) == (["b"], ["c", "l3", "l4", "l5", "s1"])


def test_k4_1_discards_go_by_the_hourglass(yellow: Table) -> None:
    game = yellow(leads=[dead("t", time=True), "l2"], hand=[clue("h")])
    game.play("pass; hand; play h 1; take")
    assert (game["time"], game["discard"], game["hand"]) == (["t"], ["l2"], ["h2", "h3", "l3"])
    assert (game["turn"], game["pending"]) == (4, "action")
