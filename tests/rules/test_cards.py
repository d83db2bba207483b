"""Rules W3: what stands on a Clue card."""

import pytest
from pydantic import ValidationError

from casecracker.engine.cards import Deck
from casecracker.engine.games import MANDATORY_EFFECTS, VOLUNTARY_EFFECTS
from tests.rules.table import CardLike, Table, clue, dead, make_deal

TECHNIQUES = ("collection", "surveillance", "interview", "research")


def remade(**changed: object) -> Deck:
    """A valid deck whose first card is changed."""
    deck = make_deal().deck.model_dump()
    deck["clue"][0].update(changed)
    return Deck.model_validate(deck)


@pytest.mark.parametrize(
    "kind", ["person", "threat", "artifact", "evidence", "location", "monster"]
)
def test_w3_1_each_of_the_six_types_is_taken(kind: str) -> None:
    assert remade(types=(kind,)).clue[0].types == (kind,)


def test_w3_1_there_is_no_seventh_type() -> None:
    with pytest.raises(ValidationError, match="passion"):
        remade(types=("passion",))


def test_w3_1_a_card_with_two_types_counts_as_both(table: Table) -> None:
    leads = [clue("a", "person threat"), clue("b", "artifact evidence"), clue("c", "location")]
    game = table(leads=leads)
    game.play("play a 1; play b 1")
    assert "close 1" not in game.moves()
    game.play("play c 1")
    assert "close 1" in game.moves()


@pytest.mark.parametrize("left", TECHNIQUES)
@pytest.mark.parametrize("right", TECHNIQUES)
def test_w3_2_a_technique_meets_only_itself(table: Table, left: str, right: str) -> None:
    lead = clue("a", left=left)
    moves = table(leads=[lead], icons=[right, "interview"], hand=list("xyz")).moves()
    assert ("play a 1" in moves) == (left == right)
    assert ("play a 2" in moves) == (left == "interview")


def test_w3_2_there_is_no_fifth_technique() -> None:
    with pytest.raises(ValidationError, match="telepathy"):
        remade(left=("telepathy",))


def test_w3_3_a_card_may_be_puzzle_key_and_lock_at_once(table: Table) -> None:
    leads = [
        clue("k", "threat artifact evidence location monster", attributes="key"),
        clue("a", attributes="puzzle key lock", minimum=1),
        clue("l", attributes="lock"),
    ]
    game = table(leads=leads)
    game.play("play k 1; play a 1")
    assert game.moves() == {"take", "pass", "play l 1", "close 1"}
    game.play("close 1; score a; done")
    assert game["picture"] == ["a"]


def test_w3_3_there_is_no_other_attribute() -> None:
    with pytest.raises(ValidationError, match="yellow-sign"):
        remade(attributes=("yellow-sign",))


# A game in which every effect can be carried out when `a` comes up: closed b, time t, stability s.
PREPARED = "play b 1; check; close 1; done; pass; play a 2"


def prepared(table: Table, effects: str) -> set[str]:
    """The moves at the first effect of a card with these effects, everything else being there."""
    leads: list[CardLike] = [
        clue("b", "person threat artifact evidence location", effects="stability-check"),
        "l2",
        dead("t", time=True),
        clue("a", effects=effects),
    ]
    game = table(leads=leads, stack=[dead("s", stability=True), "s1", "s2", "s3", "s4"])
    game.play(PREPARED)
    return game.moves()


@pytest.mark.parametrize("effect", VOLUNTARY_EFFECTS)
def test_w3_4_brown_effects_are_voluntary(table: Table, effect: str) -> None:
    assert "decline" in prepared(table, effect)
    assert len(prepared(table, effect)) >= 2


@pytest.mark.parametrize("effect", MANDATORY_EFFECTS)
def test_w3_4_black_effects_are_mandatory(table: Table, effect: str) -> None:
    assert not prepared(table, effect) & {"decline", "skip"}


def test_w3_5_the_hourglass_counts_when_a_card_is_discarded(table: Table) -> None:
    game = table(leads=[dead("a", time=True, stability=True), dead("b", stability=True)])
    game.play("pass; pass")
    assert (game["time"], game["discard"], game["stability"]) == (["a"], ["b"], [])


def test_w3_5_the_stability_icon_counts_when_a_check_draws_the_card(table: Table) -> None:
    stack = [dead("x", time=True, stability=True), dead("y", time=True), *"uvwxyz"[:3]]
    game = table(leads=[clue("a", effects="stability-check stability-check")], stack=stack)
    game.play("play a 1; check; check")
    assert (game["stability"], game["time"], game["discard"]) == (["x"], ["y"], [])
