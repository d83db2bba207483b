"""What the boxes are known to hold, as checks of a whole deck against the box of its game.

Sources: the rulebooks and, as warnings, reviews; docs/decks.md numbers them.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.games import ANY, VISITING_CONTACTS, Game

Severity: TypeAlias = Literal["error", "warning"]

YELLOW_EFFECTS: Mapping[str, int] = MappingProxyType(
    {
        "take-lead": 8,
        "take-discard": 4,
        "take-closed": 2,
        "take-stability": 2,
        "take-time": 3,
        "search-stack": 2,
        "discard-hand": 2,
        "discard-lead": 2,
        "stability-check": 16,
    }
)
"""Totals printed for The King in Yellow (rulebook, card effects reference)."""


def effects_in_box(game: Game) -> tuple[str, ...]:
    """The effects that its clue cards are known to have, or all of the series."""
    yellow = game.id == "king-in-yellow"
    return tuple(word for word in game.effects if not yellow or word in YELLOW_EFFECTS)


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between a deck and the box."""

    severity: Severity
    entry: str  # `clue 'c07'`; empty if it is about the deck as a whole
    key: str
    message: str
    line: int | None = None  # in the file, from 1

    def text(self) -> str:
        """Line, entry, key and message in one line."""
        place = f"line {self.line}" if self.line else ""
        entry = ", ".join(filter(None, (self.entry, f"key '{self.key}'" if self.key else "")))
        return ": ".join(filter(None, (place, entry, self.message)))


# What holds for every box, or every one with victims.


def _puzzle_types(deck: Deck, game: Game) -> Iterator[Finding]:
    reach = max(map(len, scorable(deck, game)), default=0)
    if reach < 5:
        message = f"puzzles of {reach} different types can be scored; a win needs 5"
        yield Finding("error", "", "attributes", message)
    elif reach < len(game.types):
        message = f"puzzles of {reach} different types can be scored; setting puzzles=6 needs 6"
        yield Finding("warning", "", "attributes", message)


def scorable(deck: Deck, game: Game) -> Iterator[frozenset[str]]:
    """Sets of types that distinct puzzles can be scored for at the same time.

    A set is scorable exactly if each part of it has as many puzzles as types (Hall).
    """
    puzzles = [frozenset(c.types) for c in deck.clue if "puzzle" in c.attributes]
    ready: set[frozenset[str]] = {frozenset()}
    for size in range(1, len(game.types) + 1):
        for types in map(frozenset, itertools.combinations(game.types, size)):
            if sum(not types.isdisjoint(p) for p in puzzles) >= size and all(
                types - {one} in ready for one in types
            ):
                ready.add(types)
    yield from ready


def types_occur(deck: Deck, game: Game) -> Iterator[Finding]:
    """Every clue type is on a card."""
    supply = _supply(deck)
    for kind in game.types:
        if not supply[kind]:
            yield Finding("error", "", "types", f"no clue card has the type '{kind}'")


def _supply(deck: Deck) -> Counter[str]:
    """Clue cards of each type."""
    return Counter(kind for clue in deck.clue for kind in clue.types)


def _types_suffice(deck: Deck, game: Game) -> Iterator[Finding]:
    """When five puzzles have been scored, five types must be left to close their cases with."""
    supply = _supply(deck)
    choices = [types for types in scorable(deck, game) if len(types) == 5]
    left = [sum(supply[k] > (k in types) for k in game.types) for types in choices]
    if choices and max(left) < 5:
        message = "too few cards of each type: five puzzles scored leave no five types in a case"
        yield Finding("error", "", "types", message)


def attributes_occur(deck: Deck, game: Game) -> Iterator[Finding]:
    """Every attribute is on a card, and so is a card minimum."""
    for attribute in game.attributes:
        if not any(attribute in clue.attributes for clue in deck.clue):
            message = f"no clue card has the attribute '{attribute}'"
            yield Finding("error", "", "attributes", message)
    if not any(clue.minimum for clue in deck.clue):
        yield Finding("error", "", "minimum", "no clue card has a card minimum")


def _icons_bite(deck: Deck, game: Game) -> Iterator[Finding]:
    for key, icon in (("time", "hourglass"), ("stability", "stability icon")):
        count = sum(getattr(clue, key) for clue in deck.clue)
        if count < 5:
            message = (
                f"{count} cards with the {icon}; with fewer than 5 the limit cannot be reached"
            )
            yield Finding("warning", "", key, message)


def links_exist(deck: Deck, game: Game) -> Iterator[Finding]:
    """Lines can begin on every victim or case, and every puzzle has a line that leads to it."""
    starts = dict(_starts(deck))
    for entry, right in starts.items():
        if not any(_fits(clue, right) and not _least_line(clue) for clue in deck.clue):
            message = f"no clue card can be played first on this {entry.partition(' ')[0]}"
            yield Finding("warning", entry, "right", message)
    edges = _edges_by_length(deck, frozenset().union(*starts.values()))
    for clue in deck.clue:
        longer = edges[_least_line(clue) :]
        if "puzzle" in clue.attributes and not any(_fits(clue, right) for right in longer):
            message = "no line of cards leads to this puzzle"
            yield Finding("warning", f"clue '{clue.id}'", "left", message)


def _starts(deck: Deck) -> Iterator[tuple[str, frozenset[str]]]:
    """The entries on which lines begin, with their techniques, purple ones included."""
    for victim in deck.victim:
        yield f"victim '{victim.id}'", frozenset(victim.right)
    for card in deck.case:
        if card.is_case:
            yield f"case '{card.id}'", frozenset((*card.right, *card.right_purple))


def _least_line(clue: Clue) -> int:
    """Cards that must lie in a line before this one."""
    return max(clue.minimum, clue.yellow_minimum)


def _fits(clue: Clue, right: frozenset[str]) -> bool:
    """Whether the left edge of `clue` meets a right edge with some of the techniques `right`."""
    left = (*clue.left, *clue.left_purple)
    return bool(right) and (ANY in right or ANY in left or not right.isdisjoint(left))


def _edges_by_length(deck: Deck, starts: frozenset[str]) -> list[frozenset[str]]:
    """Techniques that a line of n cards can end in, for each n. Generous: cards may repeat."""
    edges = [starts]
    for length in range(len(deck.clue) - 1):
        fitting = [c for c in deck.clue if _least_line(c) <= length and _fits(c, edges[-1])]
        words = (word for clue in fitting for word in (*clue.right, *clue.right_purple))
        edges.append(frozenset(words))
    return edges


# Witch Cult: what reviews say.


def _outside_facts(deck: Deck, game: Game) -> Iterator[Finding]:
    """What reviews say of the printed cards; each rests on one source."""
    for effect, wanted in (("take-time", 4), ("take-stability", 2)):
        count = sum(effect in clue.effects for clue in deck.clue)
        if count != wanted:
            message = f"a review counts {wanted} cards with '{effect}'; this deck has {count}"
            yield Finding("warning", "", "effects", message)
    on_clues = {effect for clue in deck.clue for effect in clue.effects}
    on_all = on_clues.union(*(contact.sides for contact in deck.contact))
    if 10 not in (len(on_clues), len(on_all)):
        message = f"a review counts 10 different effects; this deck has {len(on_clues)}"
        yield Finding("warning", "", "effects", message)


def _outside_facts_of_cards(deck: Deck, game: Game) -> Iterator[Finding]:
    for clue in deck.clue:
        entry, name = f"clue '{clue.id}'", clue.name.lower()
        if "puzzle" in clue.attributes and "lock" not in clue.attributes:
            message = "a review says that every puzzle has the lock too; this one has not"
            yield Finding("warning", entry, "attributes", message)
        if ("ephraim" in name or "dagger" in name) and "puzzle" not in clue.attributes:
            message = "a review says that this card has the puzzle; here it has not"
            yield Finding("warning", entry, "attributes", message)
    for victim in deck.victim:
        if len(victim.right) != 2 and ANY not in victim.right:
            message = f"a review says that victims have two techniques; here {len(victim.right)}"
            yield Finding("warning", f"victim '{victim.id}'", "right", message)


# The King in Yellow: what its rulebook prints.


def _one_king(deck: Deck, game: Game) -> Iterator[Finding]:
    kings = [clue for clue in deck.clue if "king" in clue.attributes]
    if len(kings) > 1:
        message = f"{len(kings)} clue cards have the attribute 'king'; the box has one such card"
        yield Finding("error", "", "attributes", message)
    for clue in deck.clue:
        named = clue.name.lower().removeprefix("the ") == "king in yellow"
        if clue not in kings and named:
            message = "this card has the attributes 'puzzle' and 'king'"
            yield Finding("error", f"clue '{clue.id}'", "attributes", message)
    for king in kings:
        yield from _king_wins(deck, game, king)


def _king_wins(deck: Deck, game: Game, king: Clue) -> Iterator[Finding]:
    if "puzzle" not in king.attributes:
        message = "The King in Yellow must be scored to win; here it is no puzzle"
        yield Finding("error", f"clue '{king.id}'", "attributes", message)
    others = deck.model_copy(update={"clue": tuple(c for c in deck.clue if c is not king)})
    reach = max(len(t) for t in scorable(others, game) if not t.issuperset(king.types))
    if reach < 4:
        message = f"puzzles of {reach} types beside the King's can be scored; a win needs 4"
        yield Finding("error", "", "attributes", message)


def _yellow_minimums(deck: Deck, game: Game) -> Iterator[Finding]:
    if not any(clue.yellow_minimum for clue in deck.clue):
        message = "no clue card has a Yellow card minimum"
        yield Finding("error", "", "yellow-minimum", message)
    coloured = [clue for clue in deck.clue if "colour" in clue.attributes]
    for clue in deck.clue:
        others = sum(other is not clue for other in coloured)
        if clue.yellow_minimum > others:
            message = f"is {clue.yellow_minimum}; only {others} other cards have 'colour'"
            yield Finding("error", f"clue '{clue.id}'", "yellow-minimum", message)


def _printed_totals(deck: Deck, game: Game) -> Iterator[Finding]:
    """The rulebook does not say whether it counts icons or cards: either will do."""
    for effect in game.effects:
        printed = YELLOW_EFFECTS.get(effect, 0)
        icons = sum(clue.effects.count(effect) for clue in deck.clue)
        cards = sum(effect in clue.effects for clue in deck.clue)
        if printed not in (icons, cards):
            message = f"the rulebook counts '{effect}' {printed} times; this deck has it {icons}"
            yield Finding("error", "", "effects", f"{message} times")


def _immediates(deck: Deck, game: Game) -> Iterator[Finding]:
    """One card each. The total of the last is cut off in the only public copy of the rulebook."""
    counts = Counter(clue.immediate for clue in deck.clue)
    for effect in game.immediates:
        if counts[effect] != 1:
            severity: Severity = "warning" if effect == game.immediates[-1] else "error"
            message = f"one clue card has the effect '{effect}'; in this deck {counts[effect]}"
            yield Finding(severity, "", "immediate", message)
    for clue in deck.clue:
        if ("passion" in clue.types) != bool(clue.immediate):
            what = "this card has none" if not clue.immediate else "this card is of another type"
            message = f"Passion cards have an immediate effect; {what}"
            severity = "warning" if clue.immediate else "error"
            yield Finding(severity, f"clue '{clue.id}'", "immediate", message)


def _contact_sides(deck: Deck, game: Game) -> Iterator[Finding]:
    wanted = VISITING_CONTACTS[game.id]
    for contact in deck.contact:
        if set(contact.sides) != set(wanted):
            message = f"the rulebook has the sides {', '.join(wanted)}"
            yield Finding("error", f"contact '{contact.id}'", "sides", message)


def _archer(deck: Deck, game: Game) -> Iterator[Finding]:
    for victim in deck.victim:
        if "archer" in victim.name.lower() and set(victim.right) != {"interview", "surveillance"}:
            message = "a review says that this victim has interview and surveillance"
            yield Finding("warning", f"victim '{victim.id}'", "right", message)


Check: TypeAlias = Callable[[Deck, Game], Iterator[Finding]]
_EVERY_BOX: tuple[Check, ...] = (
    _puzzle_types,
    types_occur,
    _types_suffice,
    attributes_occur,
    _icons_bite,
    links_exist,
)
BOX_CHECKS: Mapping[str, tuple[Check, ...]] = MappingProxyType(
    {
        "witch-cult": (*_EVERY_BOX, _outside_facts, _outside_facts_of_cards),
        "king-in-yellow": (
            *_EVERY_BOX,
            _one_king,
            _yellow_minimums,
            _printed_totals,
            _immediates,
            _contact_sides,
            _archer,
        ),
    }
)
