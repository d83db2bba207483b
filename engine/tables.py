"""A deal as one array of integers: what the kernel looks up and never changes.

First a block for each card, then sets of cards, settings and counts, start icons of the victims,
and the shuffles, each at the place named below.
"""

from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from casecracker.engine.cards import MAX_CLUES, MAX_EFFECTS, MAX_SIDES, Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import (
    ANY,
    IMMEDIATE_EFFECTS,
    MANDATORY_EFFECTS,
    TECHNIQUES,
    VISITING_CONTACTS,
    VOLUNTARY_EFFECTS,
    find_game,
)
from casecracker.engine.shuffles import MAX_SHUFFLES

IMMEDIATE_NAMES = ("", *IMMEDIATE_EFFECTS)
(
    NOTHING,
    TO_FRONT,
    DISCARD_TOP,
    RESHUFFLE_STABILITY,
    RESHUFFLE_TIME,
    IMMEDIATE_HAND,
    IMMEDIATE_CASE,
) = range(len(IMMEDIATE_NAMES))

IntArray: TypeAlias = npt.NDArray[np.int64]


class Words(Protocol):
    """What kernels need of a row of integers: one 64-bit number by its index."""

    def __getitem__(self, index: int, /) -> int:
        """The number at `index`."""

    def __setitem__(self, index: int, number: int, /) -> None:
        """Put `number` at `index`."""


Tables: TypeAlias = Words
"""One deal for the kernel: one flat array, since the compiler passes each array separately."""

# The block of each card: `tables[CARD_COLUMNS * card + column]`.
LEFT, RIGHT, MINIMUM, YELLOW_MINIMUM, IMMEDIATE_EFFECT, EFFECTS, EFFECT_0 = range(7)
CARD_COLUMNS = EFFECT_0 + MAX_EFFECTS

# Sets of cards by icon, attribute and type.
MAX_TYPES = 7
TIME_ICON = CARD_COLUMNS * MAX_CLUES
(
    STABILITY_ICON,
    PUZZLE,
    KEY,
    LOCK,  # both kinds of lock
    YELLOW_LOCK,
    YELLOW_SIGN,
    COLOUR,
    KING,
    RETRIEVERS,
    TYPE_0,
) = range(TIME_ICON + 1, TIME_ICON + 11)

# Settings and counts.
LIMIT = TYPE_0 + MAX_TYPES
(
    PUZZLES_TO_WIN,
    VICTIMS,
    LAST_VICTIM_WINS,
    TYPES,
    CARDS,
    KNOWN_SHUFFLES,
    MOST_TYPES,
    RETURNS,
    KEEPS_SEQUENCE,
    NEEDS_KING,
    CONTACT_KEY,
    CONTACT_EFFECTS,
    CONTACT_0,
) = range(LIMIT + 1, LIMIT + 14)

# Start icons of the victims, in the order in which they appear.
START = CONTACT_0 + MAX_SIDES
MAX_VICTIMS = 7

# `tables[ORDER + MAX_CLUES * shuffle + priority]` is a card, and the inverse, a priority.
ORDERS = MAX_SHUFFLES + 2  # the opening one, the later ones, and a last row in any order
ORDER = START + MAX_VICTIMS
RANK = ORDER + ORDERS * MAX_CLUES
LENGTH = RANK + ORDERS * MAX_CLUES

# A card with the Any icon fits every case, whatever its last card shows (docs/rules.md, playing a
# lead). So that one comparison serves, this bit stands on every right edge and on such left edges.
_FITS_ANY = 1 << len(TECHNIQUES)

EFFECT_NAMES = VOLUNTARY_EFFECTS + MANDATORY_EFFECTS
(
    TAKE_LEAD,
    TAKE_DISCARD,
    TAKE_CLOSED,
    TAKE_STABILITY,
    TAKE_TIME,
    SEARCH_STACK,
    SHUFFLE_DISCARD,
    EXCHANGE_PENALTY,
    DISCARD_HAND,
    DISCARD_LEAD,
    STABILITY_CHECK,
) = range(len(EFFECT_NAMES))


def make_tables(deal: Deal) -> IntArray:
    """The numbers of `deal`, shape (LENGTH,)."""
    tables = np.zeros(LENGTH, dtype=np.int64)
    game = find_game(deal.game)
    for number, clue in enumerate(deal.deck.clue):
        tables[CARD_COLUMNS * number : CARD_COLUMNS * (number + 1)] = _card_block(clue)
        _enter_sets(tables, 1 << number, clue, game.types)
    _enter_numbers(tables, deal, len(game.types))
    victims = {victim.id: victim for victim in deal.deck.victim}
    for case, victim in enumerate(deal.victims):
        tables[START + case] = icon_bits(victims[victim].right) | _FITS_ANY
    _enter_orders(tables, deal)
    return tables


_ATTRIBUTE_SETS = {
    "puzzle": PUZZLE,
    "key": KEY,
    "lock": LOCK,
    "colour": COLOUR,
    "yellow-sign": YELLOW_SIGN,
    "yellow-sign-lock": YELLOW_LOCK,
    "king": KING,
}


def icon_bits(icons: tuple[str, ...]) -> int:
    """Techniques as bits; the Any icon is all of them."""
    if ANY in icons:
        return (1 << len(TECHNIQUES)) - 1
    return sum(1 << TECHNIQUES.index(icon) for icon in icons)


def contact_sides(deal: Deal) -> tuple[str, ...]:
    """What the deal's professional contact can do: empty if there is none."""
    contact = str(deal.settings["contact"])
    if contact in VISITING_CONTACTS:
        return VISITING_CONTACTS[contact]
    return deal.deck.contact[0].sides if contact == "own" and deal.deck.contact else ()


def _card_block(clue: Clue) -> list[int]:
    effects = [EFFECT_NAMES.index(effect) for effect in clue.effects]
    padding = [0] * (MAX_EFFECTS - len(effects))
    left = icon_bits(clue.left) | (_FITS_ANY if ANY in clue.left else 0)
    right = icon_bits(clue.right) | _FITS_ANY
    immediate = IMMEDIATE_NAMES.index(clue.immediate)
    requirements = [clue.minimum, clue.yellow_minimum]
    return [left, right, *requirements, immediate, len(effects), *effects, *padding]


def _enter_sets(tables: IntArray, bit: int, clue: Clue, types: tuple[str, ...]) -> None:
    tables[TIME_ICON] |= bit * clue.time
    tables[STABILITY_ICON] |= bit * clue.stability
    for attribute in clue.attributes:
        tables[_ATTRIBUTE_SETS[attribute]] |= bit
    tables[LOCK] |= tables[YELLOW_LOCK]
    tables[RETRIEVERS] |= bit * ("take-closed" in clue.effects)
    for clue_type in clue.types:
        tables[TYPE_0 + types.index(clue_type)] |= bit


def _enter_numbers(tables: IntArray, deal: Deal, types: int) -> None:
    sides = contact_sides(deal)
    effects = [EFFECT_NAMES.index(side) for side in sides if side in EFFECT_NAMES]
    tables[LIMIT] = deal.settings.number("limits")
    tables[PUZZLES_TO_WIN] = deal.settings.number("puzzles")
    tables[VICTIMS] = len(deal.victims)
    tables[LAST_VICTIM_WINS] = deal.settings["last-victim"] == "win"
    tables[TYPES] = types
    tables[CARDS] = len(deal.deck.clue)
    tables[MOST_TYPES] = max(len(clue.types) for clue in deal.deck.clue)
    tables[RETURNS] = _returns(deal, sides)
    tables[KEEPS_SEQUENCE] = "discard-case" in find_game(deal.game).immediates
    tables[NEEDS_KING] = "king" in find_game(deal.game).attributes
    tables[CONTACT_KEY] = "key" in sides
    tables[CONTACT_EFFECTS] = len(effects)
    tables[CONTACT_0 : CONTACT_0 + len(effects)] = effects


def _returns(deal: Deal, sides: tuple[str, ...]) -> int:
    """Cards that may come back from the closed cases beyond one for each of RETRIEVERS."""
    again = any(clue.effects.count("take-closed") > 1 for clue in deal.deck.clue)
    # A card that comes out of a line by discard-case may be played, and bring a card back, again.
    freed = any(clue.immediate == "discard-case" for clue in deal.deck.clue)
    return MAX_CLUES if again or freed else int("take-closed" in sides)


def _enter_orders(tables: IntArray, deal: Deal) -> None:
    """Enter all shuffles that are known; the rest, the last one at least, are in any order."""
    number = {clue.id: i for i, clue in enumerate(deal.deck.clue)}
    order = np.tile(np.arange(MAX_CLUES, dtype=np.int64), (ORDERS, 1))
    for shuffle in range(ORDERS - 1):
        ids = deal.order(shuffle)
        if ids is None:
            break
        order[shuffle, : len(ids)] = [number[card] for card in ids]
        tables[KNOWN_SHUFFLES] = shuffle
    tables[ORDER:RANK] = order.ravel()
    tables[RANK:LENGTH] = np.argsort(order, axis=1).ravel()
