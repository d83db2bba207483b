"""Lines of investigation in the order played: what the rules say of it, and an order that fits.

States of most games keep a line as a set and its last card. Whoever writes it down needs an order
in which it may have come about. Paragraphs are those of docs/rules.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.deals import case_cards_of
from casecracker.engine.games import ANY
from casecracker.engine.position import Position

_MOST_TRIES = 100_000
_KEYS = ("key", "skeleton-key")
_LOCKS = ("lock", "yellow-sign-lock", "skeleton-lock")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a line begins with: the techniques of its victim or case card, and its key effects."""

    name: str
    icons: frozenset[str]
    key_effects: int
    purple: bool  # whether purple techniques may have counted


def beginning_of(position: Position, case: int, key_effects: int) -> Beginning:
    """The beginning of a case, counted from 0. A Machine in the deck may have been in play."""
    deck = position.deck
    if not deck.menace:
        name = position.victims[case]
        icons = next(victim.right for victim in deck.victim if victim.id == name)
        return Beginning(f"victim '{name}'", frozenset(icons), key_effects, False)
    card = case_cards_of(deck, position.settings)[case + 1]
    purple = any("machine" in clue.attributes for clue in deck.clue)
    all_icons = {*card.right, *(card.right_purple if purple else ())}
    return Beginning(f"case card {card.id}", frozenset(all_icons), key_effects, purple)


def line_fault(beginning: Beginning, line: Sequence[Clue]) -> str | None:
    """The first card of a line that the rules did not allow there, and why; None if all fit.

    Key effects count from the beginning, though they may have come later.
    """
    for place, card in enumerate(line):
        fault = _place_fault(beginning, line[:place], card)
        if fault is not None:
            return f"card '{card.id}' {fault}"
    return None


def _place_fault(beginning: Beginning, before: Sequence[Clue], card: Clue) -> str | None:
    """Why a card cannot follow those before it."""
    if not _edges_meet(beginning, before, card):
        name = f"'{before[-1].id}'" if before else beginning.name
        return f"does not fit behind {name}: their edges share no technique"
    if len(before) < card.minimum:
        return f"has minimum {card.minimum} and {len(before)} cards before it"
    colours = sum("colour" in other.attributes for other in before)
    if colours < card.yellow_minimum:
        return f"has yellow-minimum {card.yellow_minimum} and {colours} Colour cards before it"
    return _lock_fault(beginning, before, card)


def _edges_meet(beginning: Beginning, before: Sequence[Clue], card: Clue) -> bool:
    purple = beginning.purple
    left = {*card.left, *(card.left_purple if purple else ())}
    right = set(beginning.icons)
    if before:
        right = {*before[-1].right, *(before[-1].right_purple if purple else ())}
    return ANY in left or ANY in right or bool(left & right)


def _lock_fault(beginning: Beginning, before: Sequence[Clue], card: Clue) -> str | None:
    if not set(_LOCKS) & set(card.attributes):
        return None
    if "yellow-sign-lock" in card.attributes and not _count(before, ("yellow-sign",)):
        return "has a Yellow sign lock and no Yellow sign before it"
    keys = _count(before, _KEYS) + beginning.key_effects
    if keys <= _count(before, _LOCKS):
        return "has a lock and no unused key before it"
    if "skeleton-lock" in card.attributes:
        keys = _count(before, ("skeleton-key",)) + beginning.key_effects
        if keys <= _count(before, ("skeleton-lock",)):
            return "has a Skeleton Lock and no unused Skeleton Key before it"
    return None


def _count(cards: Iterable[Clue], attributes: Sequence[str]) -> int:
    return sum(bool(set(attributes) & set(card.attributes)) for card in cards)


def playable_order(
    beginning: Beginning, deck: Deck, line: Sequence[str], last: str | None
) -> tuple[str, ...]:
    """An order of a line, with `last` at its end, that the rules allow.

    The order as given, `last` behind, if there is none, as while the line is being scored.
    """
    clues = {clue.id: clue for clue in deck.clue}
    rest = tuple(clues[card] for card in line if card != last)
    end = (clues[last],) if last in line and last is not None else ()
    found = _Search(beginning, end).extended((), rest)
    return tuple(card.id for card in (found or (*rest, *end)))


class _Search:
    """Looks for an order card by card; remembers which beginnings lead nowhere."""

    def __init__(self, beginning: Beginning, end: tuple[Clue, ...]) -> None:
        self._beginning = beginning
        self._end = end
        self._dead: set[tuple[frozenset[str], str]] = set()

    def extended(self, before: tuple[Clue, ...], rest: tuple[Clue, ...]) -> tuple[Clue, ...] | None:
        """`before` with the rest and the end behind it, None if no order is allowed."""
        if not rest:
            line = (*before, *self._end)
            return line if line_fault(self._beginning, line) is None else None
        key = (frozenset(card.id for card in rest), before[-1].id if before else "")
        if key in self._dead or len(self._dead) > _MOST_TRIES:
            return None
        for place, card in enumerate(rest):
            if _place_fault(self._beginning, before, card) is None:
                found = self.extended((*before, card), (*rest[:place], *rest[place + 1 :]))
                if found is not None:
                    return found
        self._dead.add(key)
        return None
