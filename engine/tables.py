"""A deal as arrays of integers: what the kernel looks up and never changes.

`Tables` is made once per deal. Its parts are few because the compiler passes each one separately.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from casecracker.engine.cards import MAX_CLUES, MAX_EFFECTS, Clue, Deck
from casecracker.engine.deals import Deal
from casecracker.engine.games import (
    ANY,
    MANDATORY_EFFECTS,
    TECHNIQUES,
    VISITING_CONTACTS,
    VOLUNTARY_EFFECTS,
    find_game,
)

IntArray: TypeAlias = npt.NDArray[np.int64]

# Columns of `Tables.card`.
LEFT, RIGHT, MINIMUM, EFFECTS, EFFECT_0 = range(5)
CARD_COLUMNS = EFFECT_0 + MAX_EFFECTS

# Entries of `Tables.sets`: sets of cards.
ALL, TIME_ICON, STABILITY_ICON, PUZZLE, KEY, LOCK, TYPE_0 = range(7)
MAX_TYPES = 7
SETS = TYPE_0 + MAX_TYPES

# A card with the Any icon fits every case, whatever its last card shows (docs/rules.md, playing a
# lead). So that one comparison serves, this bit stands on every right edge and on such left edges.
_FITS_ANY = 1 << len(TECHNIQUES)

# Entries of `Tables.numbers`: settings and counts.
(
    LIMIT,
    PUZZLES_TO_WIN,
    VICTIMS,
    LAST_VICTIM_WINS,
    TYPES,
    CARDS,
    KNOWN_SHUFFLES,
    CONTACT_KEY,
    CONTACT_EFFECTS,
    CONTACT_0,
) = range(10)
MAX_SIDES = 4
NUMBERS = CONTACT_0 + MAX_SIDES

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

ORDERS = 130
"""Shuffles a table holds; a game that needs more (never seen) ends as `unknown-shuffle`."""


class Tables(NamedTuple):
    """One deal for the kernel.

    Attributes:
        card: shape (62, CARD_COLUMNS): edges as technique bits, minimum, effects.
        sets: shape (SETS,): sets of cards by icon, attribute and type.
        numbers: shape (NUMBERS,): settings and counts.
        order: shape (ORDERS, 62): card by shuffle and priority; the last row is any order.
        rank: shape (ORDERS, 62): priority by shuffle and card, the inverse of `order`.
        start: shape (7,): start icons of the victims in the order in which they appear.
        types: shape (62,): the types of each card as bits.
    """

    card: IntArray
    sets: IntArray
    numbers: IntArray
    order: IntArray
    rank: IntArray
    start: IntArray
    types: IntArray


def make_tables(deal: Deal) -> Tables:
    """The arrays of `deal`."""
    card, sets, types = _card_tables(deal.deck)
    victims = {victim.id: victim for victim in deal.deck.victim}
    start = np.zeros(MAX_TYPES, dtype=np.int64)
    for case, victim in enumerate(deal.victims):
        start[case] = icon_bits(victims[victim].right) | _FITS_ANY
    order, rank, known = _orders(deal)
    return Tables(card, sets, _numbers(deal, known), order, rank, start, types)


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


def _card_tables(deck: Deck) -> tuple[IntArray, IntArray, IntArray]:
    types_of_game = find_game(deck.game).types
    card = np.zeros((MAX_CLUES, CARD_COLUMNS), dtype=np.int64)
    sets = np.zeros(SETS, dtype=np.int64)
    types = np.zeros(MAX_CLUES, dtype=np.int64)
    for number, clue in enumerate(deck.clue):
        card[number] = _card_row(clue)
        types[number] = sum(1 << types_of_game.index(t) for t in clue.types)
        _enter_sets(sets, 1 << number, clue, types_of_game)
    return card, sets, types


def _card_row(clue: Clue) -> list[int]:
    effects = [EFFECT_NAMES.index(effect) for effect in clue.effects]
    padding = [0] * (MAX_EFFECTS - len(effects))
    edges = [icon_bits(clue.left), icon_bits(clue.right)]
    edges[0] |= _FITS_ANY if ANY in clue.left else 0
    edges[1] |= _FITS_ANY
    return [*edges, clue.minimum, len(effects), *effects, *padding]


def _enter_sets(sets: IntArray, bit: int, clue: Clue, types: tuple[str, ...]) -> None:
    sets[ALL] |= bit
    sets[TIME_ICON] |= bit * clue.time
    sets[STABILITY_ICON] |= bit * clue.stability
    for entry, attribute in ((PUZZLE, "puzzle"), (KEY, "key"), (LOCK, "lock")):
        sets[entry] |= bit * (attribute in clue.attributes)
    for clue_type in clue.types:
        sets[TYPE_0 + types.index(clue_type)] |= bit


def _numbers(deal: Deal, known: int) -> IntArray:
    game = find_game(deal.game)
    sides = contact_sides(deal)
    effects = [EFFECT_NAMES.index(side) for side in sides if side in EFFECT_NAMES]
    numbers = np.zeros(NUMBERS, dtype=np.int64)
    numbers[LIMIT] = deal.settings.number("limits")
    numbers[PUZZLES_TO_WIN] = deal.settings.number("puzzles")
    numbers[VICTIMS] = len(deal.victims)
    numbers[LAST_VICTIM_WINS] = deal.settings["last-victim"] == "win"
    numbers[TYPES] = len(game.types)
    numbers[CARDS] = len(deal.deck.clue)
    numbers[KNOWN_SHUFFLES] = known
    numbers[CONTACT_KEY] = "key" in sides
    numbers[CONTACT_EFFECTS] = len(effects)
    numbers[CONTACT_0 : CONTACT_0 + len(effects)] = effects
    return numbers


def _orders(deal: Deal) -> tuple[IntArray, IntArray, int]:
    number = {clue.id: i for i, clue in enumerate(deal.deck.clue)}
    order = np.tile(np.arange(MAX_CLUES, dtype=np.int64), (ORDERS, 1))
    known = 0
    for shuffle in range(ORDERS - 1):
        ids = deal.order(shuffle)
        if ids is None:
            break
        order[shuffle, : len(ids)] = [number[card] for card in ids]
        known = shuffle
    return order, np.argsort(order, axis=1), known
