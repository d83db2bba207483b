"""The skeleton of a deck of Infinite Gulfs of Darkness: small enough for a complete search.

`skeleton(deck, letter)` keeps what a letter hangs on: all case cards and the menaces that open a
case, the card with the letter, the Machine, one closer of each sort; a key that opens its lock and
cards of all types are added. All cards show all types, black techniques become Any, effects that do
not close a case and all penalties are left out. So the skeleton is easier than the deck, but for
the number of cards.

`without(deck, node)` takes a card out of play: a case card is not open at the start, and nothing
accesses it; a clue card moves to the other side of a menace that is not in the game.
"""

import random
import re
from collections.abc import Collection
from typing import TypeVar

from casecracker.engine.cards import CaseCard, Clue, Deck, Menace, Objective
from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY
from tests.gulfs import TYPES, make_gulfs_clue, make_gulfs_deal, make_menace

Face = TypeVar("Face", CaseCard, Menace)

_EVERY = " ".join(TYPES)
_DEALT, _MENACES = 9, 3
_ABSENT = "absent"
"""The one Aurora Borealis menace of a skeleton; the setting no-aurora leaves it out."""


def skeleton(deck: Deck, letter: str) -> Deck:
    """The small deck of one objective that asks for one letter."""
    menaces = [card for card in deck.menace if "access" in " ".join(card.immediate)]
    others = [card for card in deck.menace if card.deck == "standard" and card not in menaces]
    menaces = [*menaces, *others][:_MENACES]
    faces = {*(card.clue for card in deck.case), *(card.clue for card in menaces)} - {""}
    kept = [_bare(clue) for clue in deck.clue if _is_kept(clue, letter)]
    known = {clue.id for clue in kept}
    kept += [make_gulfs_clue(face, _EVERY) for face in sorted(faces - known)]
    kept += _closers(deck, {clue.id for clue in kept})
    if any("lock" in word for clue in kept for word in clue.attributes):
        kept += [make_gulfs_clue("key", _EVERY, attributes="skeleton-key")]
    dealt = sum(clue.id not in faces for clue in kept)
    fillers = range(1, _DEALT - dealt + 1)
    kept += [make_gulfs_clue(f"all-{n}", _EVERY) for n in fillers]
    cards = {
        "name": "A skeleton",
        "synthesis": None,
        "clue": (*kept, make_gulfs_clue("face")),
        "contact": (),
        "equipment": (),
        "case": deck.case,
        "menace": (*map(_harmless, menaces), make_menace(_ABSENT, "aurora", clue="face")),
        "objective": (Objective(number=1, letters=(letter,)),),
    }
    return Deck.model_validate(deck.model_copy(update=cards).model_dump())


def _is_kept(clue: Clue, letter: str) -> bool:
    return clue.letter == letter or "machine" in clue.attributes


def _bare(clue: Clue) -> Clue:
    """A card of all types with Any for its black techniques, no penalties, few effects."""
    easier = {
        "types": TYPES,
        "left": (ANY,) if clue.left else (),
        "right": (ANY,),
        "right_purple": (),
        "effects": tuple(word for word in clue.effects if word.startswith("close-")),
        "time": False,
        "stability": False,
    }
    marks = tuple(word for word in clue.attributes if word not in ("darkness", "equipment"))
    return clue.model_copy(update={**easier, "attributes": marks, "sides": ()})


def _closers(deck: Deck, kept: Collection[str]) -> list[Clue]:
    """The first card of the stack with each effect that closes a case."""
    found = []
    for effect in ("close-5", "close-6"):
        cards = [clue for clue in deck.clue if effect in clue.effects and clue.id not in kept]
        found += [_bare(card) for card in cards[:1]]
    return found


def _harmless(menace: Menace) -> Menace:
    immediate = tuple(word for word in menace.immediate if word.startswith("access-"))
    return menace.model_copy(update={"deck": "standard", "ongoing": (), "immediate": immediate})


def without(deck: Deck, node: str) -> Deck:
    """The skeleton with one card out of play; `node` as in the dependency graph."""
    kind, card = node.split(":")
    if kind == "case":
        cases = tuple(_unaccessed(case, card) for case in deck.case)
        menaces = tuple(
            menace.model_copy(update={"immediate": _others(menace.immediate, card)})
            for menace in deck.menace
        )
    else:
        cases = tuple(_turned(case, card) for case in deck.case)
        menaces = tuple(
            menace.model_copy(update={"clue": card})
            if menace.id == _ABSENT
            else _turned(menace, card)
            for menace in deck.menace
        )
    changed = deck.model_copy(update={"case": cases, "menace": menaces})
    return Deck.model_validate(changed.model_dump())


def _unaccessed(case: CaseCard, number: str) -> CaseCard:
    start = case.start and str(case.number) != number
    return case.model_copy(update={"on_close": _others(case.on_close, number), "start": start})


def _others(icons: tuple[str, ...], number: str) -> tuple[str, ...]:
    return tuple(icon for icon in icons if not re.fullmatch(f"(purple-)?access-{number}", icon))


def _turned(card: Face, clue: str) -> Face:
    """The card with another clue card on its other side, if it has that one."""
    return card.model_copy(update={"clue": "face"}) if card.clue == clue else card


def deal_of(deck: Deck, seed: int) -> Deal:
    """A deal of a skeleton with wide limits; the seed decides all orders."""
    stack = [clue.id for clue in deck.clue if clue.id not in deck.faces()]
    draw = " ".join(random.Random(seed).sample(stack, len(stack)))
    return make_gulfs_deal(deck, draw=draw, seed=seed, limits=9, menace="no-aurora", help="none")
