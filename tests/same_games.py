"""The same game written down otherwise: `same_game(rng, deal)` gives an equivalent deal.

What may change without changing the game:

- the order of clue, victim, case, objective and equipment cards in the deck file. The draw order
  and the later shuffles stay, by ids: those that a seed decides start from the sorted ids. Scoring
  goes in the order of the deck file, but any set that may be scored may be in any order (C4);
- the order of the first two victims, who are both there from the beginning: their cases swap
  numbers;
- the order of words in lists that are sets: types, techniques of an edge;
- the names of the types, all of them alike, and of the techniques (Any apart).

What may not: the order of menaces in the deck file, which ongoing effects follow (C21), the order
of later victims and of the menace deck, the numbers of case cards, which icons name.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from casecracker.engine.cards import CaseCard, Clue, Deck, Victim
from casecracker.engine.deals import Deal
from casecracker.engine.games import TECHNIQUES, find_game

_Printed = TypeVar("_Printed", Clue, Victim, CaseCard)
_Card = TypeVar("_Card")
_LISTS = ("types", "left", "right", "left_purple", "right_purple")


def same_game(rng: random.Random, deal: Deal) -> Deal:
    """The same game; the generator decides how it is written down."""
    names = _renamed(rng, find_game(deal.game).types) | _renamed(rng, TECHNIQUES)
    victims = list(deal.victims)
    if rng.random() < 0.75:
        victims[:2] = reversed(victims[:2])
    return replace(deal, deck=_same_deck(rng, deal.deck, names), victims=tuple(victims))


def _renamed(rng: random.Random, words: Sequence[str]) -> dict[str, str]:
    return dict(zip(words, rng.sample(words, len(words)), strict=True))


def _same_deck(rng: random.Random, deck: Deck, names: Mapping[str, str]) -> Deck:
    printed = {
        "clue": _in_any_order(rng, [_same_card(rng, card, names) for card in deck.clue]),
        "victim": _in_any_order(rng, [_same_card(rng, card, names) for card in deck.victim]),
        "case": _in_any_order(rng, [_same_card(rng, card, names) for card in deck.case]),
        "objective": _in_any_order(rng, deck.objective),
        "equipment": _in_any_order(rng, deck.equipment),
    }
    return Deck.model_validate({**dict(deck), **printed})


def _same_card(rng: random.Random, card: _Printed, names: Mapping[str, str]) -> _Printed:
    lists = [key for key in _LISTS if getattr(card, key, ())]
    return card.model_copy(
        update={
            key: _in_any_order(rng, [names.get(word, word) for word in getattr(card, key)])
            for key in lists
        }
    )


def _in_any_order(rng: random.Random, cards: Sequence[_Card]) -> tuple[_Card, ...]:
    return tuple(rng.sample(cards, len(cards)))
