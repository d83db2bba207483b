"""The greedy player at The King in Yellow: the King, the other locks, immediate effects."""

from typing import Any

import pytest

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.games import KING_IN_YELLOW, TECHNIQUES, make_settings
from casecracker.seeds.synthesize import synthesize
from casecracker.solver.greedy import GreedyPlayer
from casecracker.solver.greedy_cards import Facts, Line, facts_of, fits, without_kings_type


@pytest.fixture(scope="module")
def deck() -> Deck:
    return synthesize(KING_IN_YELLOW.id, 0)


@pytest.fixture(scope="module")
def player(deck: Deck) -> GreedyPlayer:
    return GreedyPlayer(deck, make_settings(KING_IN_YELLOW, {}))


def view(pending: str, line: list[Clue], **areas: list[str]) -> dict[str, Any]:
    """A table with one open case."""
    ids = [clue.id for clue in line]
    case = {"number": 1, "victim": "v1", "line": sorted(ids), "last": ids[-1], "key_effects": 0}
    names = ("hand", "leads", "discard", "time", "stability", "closed", "picture")
    empty: dict[str, list[str]] = {name: [] for name in names}
    return {**empty, "pending": pending, "cases": [case], "stack": 20, "victims_left": 2, **areas}


def of_type(deck: Deck, kind: str, *, puzzle: bool = False) -> Clue:
    return next(
        clue
        for clue in deck.clue
        if clue.types == (kind,) and ("puzzle" in clue.attributes) == puzzle
    )


def plain_cards(deck: Deck, *kinds: str) -> list[Clue]:
    return [of_type(deck, kind) for kind in kinds]


def facts(**update: object) -> Facts:
    """A card that fits anywhere."""
    values: dict[str, object] = {"id": "x", "types": ("person",), "left": ("any",)}
    clue = Clue.model_validate({**values, "right": ("any",), **update})
    return facts_of(clue, KING_IN_YELLOW.types)


def line_of(*cards: Facts) -> Line:
    keys = sum(card.key for card in cards) - sum(card.lock for card in cards)
    return Line(cards, (1 << len(TECHNIQUES)) - 1, keys)


def test_only_the_king_counts_for_his_type() -> None:
    king = facts(types=("artifact",), attributes=("puzzle", "king"))
    other = facts(types=("artifact",), attributes=("puzzle",))
    both = facts(types=("artifact", "person"), attributes=("puzzle",))
    person = facts(attributes=("puzzle",))
    assert without_kings_type(king, king) == king
    assert without_kings_type(other, king).scores == 0
    assert without_kings_type(both, king).scores == person.scores
    assert without_kings_type(other, None) == other


def test_a_yellow_sign_lock_needs_a_key_and_a_sign() -> None:
    locked = facts(attributes=("yellow-sign-lock",))
    key, sign = facts(attributes=("key",)), facts(attributes=("yellow-sign",))
    assert not fits(locked, line_of(key))
    assert not fits(locked, line_of(sign))
    assert fits(locked, line_of(key, sign))
    assert not fits(locked, line_of(key, sign, locked))
    assert fits(locked, line_of(key, sign, locked, key))


def test_a_yellow_minimum_counts_colour_cards() -> None:
    wanting = facts(**{"yellow-minimum": 2})
    colour = facts(attributes=("colour",))
    assert not fits(wanting, line_of(colour, facts()))
    assert fits(wanting, line_of(colour, facts(), colour))


def test_a_closing_that_cannot_score_both_scores_the_king(deck: Deck, player: GreedyPlayer) -> None:
    """Five types can stay without one puzzle, not without both."""
    king, other = of_type(deck, "artifact", puzzle=True), of_type(deck, "person", puzzle=True)
    plain = plain_cards(deck, "threat", "evidence", "location", "passion")
    moves = [f"score {other.id}", f"score {king.id}", "done"]
    assert player.choose(view("score", [other, king, *plain]), moves) == f"score {king.id}"
    roomy = [other, king, *plain, of_type(deck, "artifact")]
    assert player.choose(view("score", roomy), moves) == f"score {other.id}"


def test_no_case_wins_without_the_king(deck: Deck, player: GreedyPlayer) -> None:
    """With four other types scored a fifth is of no use: only the King is."""
    kinds = ("person", "threat", "evidence", "location")
    picture = [of_type(deck, kind, puzzle=True).id for kind in kinds]
    line = [of_type(deck, "passion", puzzle=True), *plain_cards(deck, *KING_IN_YELLOW.types)]
    leads = [clue.id for clue in deck.clue[-1:]]
    moves = ["close 1", "pass"]
    seen = view("action", line, picture=picture, leads=leads)
    assert player.choose(seen, moves) == "pass"
    with_king = [of_type(deck, "artifact", puzzle=True), *line]
    assert (
        player.choose(view("action", with_king, picture=picture, leads=leads), moves) == "close 1"
    )


def test_an_immediate_effect_takes_the_least_useful_card(deck: Deck, player: GreedyPlayer) -> None:
    """A second card of a type, rather than the King or the only card of a type."""
    bare = [c for c in deck.clue if c.types == ("person",) and not (c.attributes or c.time)]
    spare, twin = bare[:2]
    king = of_type(deck, "artifact", puzzle=True)
    others = plain_cards(deck, "threat", "evidence")
    line = [king, spare, *others, twin]
    moves = [f"discard {clue.id}" for clue in line]
    assert player.choose(view("immediate", line), moves) == f"discard {spare.id}"
