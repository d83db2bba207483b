"""A deal as one array of integers: what the kernel looks up and never changes.

First a block for each card, then sets of cards, settings and counts, start icons of the victims,
and the shuffles, each at the place named below.
"""

from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from casecracker.engine.cards import (
    MAX_CLUES,
    MAX_EFFECTS,
    MAX_ICONS,
    MAX_MENACES,
    MAX_SIDES,
    Clue,
)
from casecracker.engine.deals import Deal
from casecracker.engine.games import (
    ANY,
    DARKNESS_EFFECTS,
    GULFS_MANDATORY_EFFECTS,
    GULFS_VOLUNTARY_EFFECTS,
    IMMEDIATE_EFFECTS,
    KEY_EFFECT,
    MANDATORY_EFFECTS,
    PURPLE,
    TECHNIQUES,
    VISITING_CONTACTS,
    VOLUNTARY_EFFECTS,
    find_game,
)
from casecracker.engine.layout import CASE_SOURCE, MAX_CASES, SOURCES
from casecracker.engine.moves import CARD_ITEM, EQUIPMENT_ITEM
from casecracker.engine.roads import roads_to_goals
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
    KEY,  # both kinds of key
    LOCK,  # all kinds of lock
    YELLOW_LOCK,
    YELLOW_SIGN,
    COLOUR,
    KING,
    RETRIEVERS,
    SKELETON_KEY,
    SKELETON_LOCK,
    DARKNESS,
    EQUIPMENT,
    MACHINE,
    NO_DISCARD,
    KEY_ITEMS,  # equipment with a key side, and with another one
    OTHER_ITEMS,
    FACES,  # on other sides of case and menace cards
    GOAL,  # cards that the objectives ask for; 0 where types are counted instead
    CLOSERS_5,  # cards whose effect closes case 5, or case 6
    CLOSERS_6,
    TYPE_0,
) = range(TIME_ICON + 1, TIME_ICON + 23)

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
    BONUS_TYPES,
    HAS_MENACES,  # whether they take the part of the victims
    MENACES,
    CONTACT_KEY,
    CONTACT_EFFECTS,
    CONTACT_0,
) = range(LIMIT + 1, LIMIT + 17)

# The sides of each item (moves.py): whether it has a key, how many others, which.
# `tables[ITEMS + ITEM_COLUMNS * item + column]`; the contact's stand above.
ITEMS = CONTACT_KEY
ITEM_KEY, ITEM_EFFECTS, ITEM_0 = 0, 1, 2
ITEM_COLUMNS = ITEM_0 + MAX_SIDES

# Start icons of the victims, in the order in which they appear, or of the case cards by number.
START = ITEMS + ITEM_COLUMNS * (CARD_ITEM + MAX_CLUES)
START_PURPLE = START + MAX_CASES

# Purple techniques of each card, left and right; whether there are any.
LEFT_PURPLE = START_PURPLE + MAX_CASES
RIGHT_PURPLE = LEFT_PURPLE + MAX_CLUES
HAS_PURPLE = RIGHT_PURPLE + MAX_CLUES

# Case cards: which exist, which begin lines, which are open at first (bits by number, from 0).
# Menaces: order of the menace deck, top first, by their places in the deck file.
(
    CASE_CARDS,
    LINE_CASES,
    START_CASES,
    ROAD,  # to be closed before all goal cards can turn up
    AURORA,  # menaces as bits
    RAISES_HAND,  # sources (layout.py) by ongoing effect, as bits
    LOWERS_TIME,
    GIVES_HOURGLASS,
    RAISES_TIME,  # cases, as bits
    OPENED_EARLY,  # cases that icons access without a closing, as bits
    MENACE_ORDER,
) = range(HAS_PURPLE + 1, HAS_PURPLE + 12)
GAINS = MENACE_ORDER + MAX_MENACES  # of each source, as two bits: the effects it gives to Darkness
FACE = GAINS + SOURCES  # of each source: the clue card on the other side, as a set
ICON_COUNT = FACE + SOURCES
ICONS = ICON_COUNT + SOURCES  # `tables[ICONS + MAX_ICONS * source + place]`

# `tables[ORDER + MAX_CLUES * shuffle + priority]` is a card, and the inverse, a priority.
ORDERS = MAX_SHUFFLES + 2  # the opening one, the later ones, and a last row in any order
ORDER = ICONS + MAX_ICONS * SOURCES
RANK = ORDER + ORDERS * MAX_CLUES
LENGTH = RANK + ORDERS * MAX_CLUES

# A card with the Any icon fits every case, whatever its last card shows (docs/rules.md, playing a
# lead). So that one comparison serves, this bit stands on every right edge and on such left edges.
_FITS_ANY = 1 << len(TECHNIQUES)

EFFECT_NAMES = (
    *VOLUNTARY_EFFECTS,
    *MANDATORY_EFFECTS,
    *GULFS_VOLUNTARY_EFFECTS,
    *GULFS_MANDATORY_EFFECTS,
    KEY_EFFECT,
)
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
    SEARCH_MENACE,
    CLOSE_5,
    CLOSE_6,
    PREVENT_NEXT,
    DRAW_MENACE,
    USE_KEY,
) = range(len(EFFECT_NAMES))

# Icons of case cards and menaces, immediate effects of menaces among them. Icons 1 to 7 access the
# case card of that number. A flip and the add-to-hand after it are one icon.
FLIP_TO_HAND, FLIP_TO_CLOSED, ICON_STABILITY, REMOVE_AURORA, SHUFFLE_ALL = range(8, 13)
PURPLE_ICON = 16  # added: only with the Machine in play


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
    if game.has_case_cards:
        _enter_gulfs(tables, deal)
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
    "skeleton-key": SKELETON_KEY,
    "skeleton-lock": SKELETON_LOCK,
    "darkness": DARKNESS,
    "equipment": EQUIPMENT,
    "machine": MACHINE,
    "no-discard": NO_DISCARD,
}


def icon_bits(icons: tuple[str, ...]) -> int:
    """Techniques as bits; the Any icon is all of them."""
    if ANY in icons:
        return (1 << len(TECHNIQUES)) - 1
    return sum(1 << TECHNIQUES.index(icon) for icon in icons)


def contact_sides(deal: Deal) -> tuple[str, ...]:
    """What the deal's professional contact can do: empty if there is none."""
    if "contact" not in deal.settings:
        return deal.deck.contact[0].sides if deal.contact_helps() else ()
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
    tables[LOCK] |= tables[YELLOW_LOCK] | tables[SKELETON_LOCK]
    tables[KEY] |= tables[SKELETON_KEY]
    tables[RETRIEVERS] |= bit * ("take-closed" in clue.effects)
    for clue_type in clue.types:
        tables[TYPE_0 + types.index(clue_type)] |= bit


def _enter_numbers(tables: IntArray, deal: Deal, types: int) -> None:
    settings, sides = deal.settings, contact_sides(deal)
    tables[LIMIT] = settings.number("limits")
    tables[PUZZLES_TO_WIN] = settings.get("puzzles", DEFAULT_PUZZLES)
    tables[VICTIMS] = len(deal.victims)
    tables[LAST_VICTIM_WINS] = settings.get("last-victim") == "win"
    tables[TYPES] = types
    tables[CARDS] = len(deal.deck.clue)
    tables[MOST_TYPES] = max(len(clue.types) for clue in deal.deck.clue)
    tables[RETURNS] = _returns(deal, sides)
    tables[KEEPS_SEQUENCE] = "discard-case" in find_game(deal.game).immediates
    tables[NEEDS_KING] = "king" in find_game(deal.game).attributes
    tables[BONUS_TYPES] = MAX_TYPES + 1 if find_game(deal.game).has_case_cards else types
    _enter_item(tables, 0, sides)


def _enter_item(tables: IntArray, item: int, sides: tuple[str, ...]) -> None:
    """The sides of an item; its key side, if it has one, apart from the others."""
    block = ITEMS + ITEM_COLUMNS * item
    effects = [EFFECT_NAMES.index(side) for side in sides if side != KEY_EFFECT]
    tables[block + ITEM_KEY] = KEY_EFFECT in sides
    tables[block + ITEM_EFFECTS] = len(effects)
    tables[block + ITEM_0 : block + ITEM_0 + len(effects)] = effects


def _enter_gulfs(tables: IntArray, deal: Deal) -> None:
    """Everything that only Infinite Gulfs of Darkness has."""
    number = {clue.id: i for i, clue in enumerate(deal.deck.clue)}
    for card, clue in enumerate(deal.deck.clue):
        _enter_gulfs_card(tables, card, clue)
    for face in deal.deck.faces():
        tables[FACES] |= 1 << number[face]
    equipment = deal.equipment()
    _enter_item(tables, EQUIPMENT_ITEM, equipment.sides if equipment else ())
    if deal.settings["mode"] == "hardboiled":
        tables[GOAL] = goal_cards(deal)
        tables[ROAD] = sum(1 << (number - 1) for number in roads_to_goals(deal))
    _enter_cases(tables, deal, number)
    _enter_menaces(tables, deal, number)


def _enter_gulfs_card(tables: IntArray, card: int, clue: Clue) -> None:
    fits_any = _FITS_ANY if ANY in clue.left_purple else 0
    tables[LEFT_PURPLE + card] = icon_bits(clue.left_purple) | fits_any
    tables[RIGHT_PURPLE + card] = icon_bits(clue.right_purple)
    tables[HAS_PURPLE] |= bool(clue.left_purple or clue.right_purple)
    _enter_item(tables, CARD_ITEM + card, clue.sides)
    tables[CLOSERS_5] |= ("close-5" in clue.effects) << card
    tables[CLOSERS_6] |= ("close-6" in clue.effects) << card
    tables[KEY_ITEMS] |= (KEY_EFFECT in clue.sides) << card
    tables[OTHER_ITEMS] |= any(side != KEY_EFFECT for side in clue.sides) << card


def goal_cards(deal: Deal) -> int:
    """The clue cards whose letters the objectives ask for, as a set."""
    wanted = {letter for objective in deal.deck.objective for letter in objective.letters}
    return sum(1 << i for i, clue in enumerate(deal.deck.clue) if clue.letter in wanted)


def _enter_cases(tables: IntArray, deal: Deal, number: dict[str, int]) -> None:
    for case_number, card in deal.case_cards().items():
        case = case_number - 1
        face = 1 << number[card.clue] if card.clue else 0
        tables[CASE_CARDS] |= 1 << case
        tables[LINE_CASES] |= card.is_case << case
        tables[START_CASES] |= card.start << case
        tables[START + case] = icon_bits(card.right) | _FITS_ANY
        tables[START_PURPLE + case] = icon_bits(card.right_purple)
        tables[HAS_PURPLE] |= bool(card.right_purple)
        if not card.is_case:
            tables[OPENED_EARLY] |= _accessed_by(card.on_close)
        tables[RAISES_TIME] |= ("time-limit-plus-1" in card.ongoing) << case
        _enter_source(tables, CASE_SOURCE + case, card.on_close, face)
        _enter_ongoing(tables, CASE_SOURCE + case, card.ongoing)


def _enter_menaces(tables: IntArray, deal: Deal, number: dict[str, int]) -> None:
    places = {menace.id: place for place, menace in enumerate(deal.deck.menace)}
    tables[HAS_MENACES] = True
    tables[MENACES] = len(deal.menaces)
    order = [places[menace] for menace in deal.menaces]
    tables[MENACE_ORDER : MENACE_ORDER + len(order)] = order
    for menace in deal.deck.menace:
        source = places[menace.id]
        tables[AURORA] |= (menace.deck == "aurora") << source
        icons = (*menace.immediate, *menace.icons)
        tables[OPENED_EARLY] |= _accessed_by(icons)
        face = 1 << number[menace.clue] if menace.clue else 0
        _enter_source(tables, source, icons, face)
        _enter_ongoing(tables, source, menace.ongoing)


def _enter_source(tables: IntArray, source: int, icons: tuple[str, ...], face: int) -> None:
    codes = _icon_codes(icons)
    tables[FACE + source] = face
    tables[ICON_COUNT + source] = len(codes)
    begin = ICONS + MAX_ICONS * source
    tables[begin : begin + len(codes)] = codes


def _accessed_by(icons: tuple[str, ...]) -> int:
    """The cases that some icons access, as bits."""
    numbers = {code & ~PURPLE_ICON for code in _icon_codes(icons)}
    return sum(1 << (number - 1) for number in numbers if number <= MAX_CASES)


def _icon_codes(icons: tuple[str, ...]) -> list[int]:
    """The numbers of icons in their order."""
    return [
        _icon_code(icon, icons[place + 1 : place + 2])
        for place, icon in enumerate(icons)
        if icon.removeprefix(PURPLE) != "add-to-hand"
    ]


def _icon_code(icon: str, following: tuple[str, ...]) -> int:
    """The number of an icon; what follows a flip tells where the turned card goes."""
    word = icon.removeprefix(PURPLE)
    purple = PURPLE_ICON if word != icon else 0
    if word.startswith("access-"):
        return purple | int(word.removeprefix("access-"))
    if word == "flip":
        return purple | (FLIP_TO_HAND if following else FLIP_TO_CLOSED)
    others = {
        "take-stability": ICON_STABILITY,
        "remove-aurora": REMOVE_AURORA,
        "shuffle-all": SHUFFLE_ALL,
    }
    return purple | others[word]


def _enter_ongoing(tables: IntArray, source: int, ongoing: tuple[str, ...]) -> None:
    tables[RAISES_HAND] |= ("hand-limit-plus-1" in ongoing) << source
    tables[LOWERS_TIME] |= ("time-limit-minus-1" in ongoing) << source
    tables[GIVES_HOURGLASS] |= ("darkness-time" in ongoing) << source
    gained = [word in ongoing for word in DARKNESS_EFFECTS]
    tables[GAINS + source] = sum(given << place for place, given in enumerate(gained))


DEFAULT_PUZZLES = 5
"""Types to score where no setting says so (docs/rules.md, classic mode)."""


def _returns(deal: Deal, sides: tuple[str, ...]) -> int:
    """Cards that may come back from the closed cases beyond one for each of RETRIEVERS."""
    again = any(clue.effects.count("take-closed") > 1 for clue in deal.deck.clue)
    # A card that comes out of a line by discard-case may be played, and bring a card back, again.
    freed = any(clue.immediate == "discard-case" for clue in deal.deck.clue)
    if again or freed:
        return MAX_CLUES
    equipment = deal.equipment()
    helpers = [sides, equipment.sides if equipment else ()]
    helpers += [clue.sides for clue in deal.deck.clue]
    return sum("take-closed" in words for words in helpers)


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
