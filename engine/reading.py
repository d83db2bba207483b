"""Kernels that read a packed state: areas, lines, types, and whether the game is won."""

from casecracker.engine.bits import lowest, size
from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    CARD_BITS,
    CARD_MASK,
    FIRST_TERMINAL,
    KEY_BITS,
    KEY_MASK,
    KEY_SHIFT,
    LEADS,
    LINE,
    MAX_CASES,
    NO_CARD,
    OPEN_MASK,
    OPEN_SHIFT,
    PHASE_MASK,
    PICTURE,
    SEQUENCE,
    SEQUENCE_CARDS,
    SHUFFLE_MASK,
    SHUFFLE_SHIFT,
    STACK,
    STATUS,
    TOPS,
)
from casecracker.engine.tables import (
    GOAL,
    KING,
    MOST_TYPES,
    NEEDS_KING,
    ORDER,
    ORDERS,
    PUZZLES_TO_WIN,
    TYPE_0,
    TYPES,
    Tables,
    Words,
)


@kernel
def phase(state: Words) -> int:
    """What is due: a phase of `layout.py`."""
    return state[STATUS] & PHASE_MASK


@kernel
def is_over(state: Words) -> bool:
    """Whether no further move exists."""
    return (state[STATUS] & PHASE_MASK) >= FIRST_TERMINAL


@kernel
def first_lead(state: Words) -> int:
    """The first lead, NO_CARD if the row is empty."""
    return state[LEADS] & CARD_MASK


@kernel
def open_cases(state: Words) -> int:
    """The open cases as bits."""
    return (state[STATUS] >> OPEN_SHIFT) & OPEN_MASK


@kernel
def last_card(state: Words, case: int) -> int:
    """The last card of an open case's line, NO_CARD if only the victim is there."""
    return (state[TOPS] >> CARD_BITS * case) & CARD_MASK


@kernel
def key_effects(state: Words, case: int) -> int:
    """Key effects that were spent on a case."""
    return (state[TOPS] >> (KEY_SHIFT + KEY_BITS * case)) & KEY_MASK


@kernel
def shuffles(state: Words) -> int:
    """Number of the latest shuffle of the stack, 0 after the opening."""
    return (state[STATUS] >> SHUFFLE_SHIFT) & SHUFFLE_MASK


@kernel
def shuffle_row(state: Words) -> int:
    """Row of the order tables that the stack lies in."""
    return min(shuffles(state), ORDERS - 1)


@kernel
def stack_cards(tables: Tables, state: Words) -> int:
    """The cards of the stack as a set."""
    row = shuffle_row(state)
    places = state[STACK]
    cards = 0
    while places:
        cards |= 1 << tables[ORDER + MAX_CLUES * row + lowest(places)]
        places &= places - 1
    return cards


@kernel
def cards_in_lines(state: Words) -> int:
    """All clue cards in open cases."""
    cards = 0
    for case in range(MAX_CASES):
        cards |= state[LINE + case]
    return cards


@kernel
def sequence_card(state: Words, place: int) -> int:
    """The card at a place of the sequence, NO_CARD behind its end.

    A deck has fewer cards than the sequence has places, so the end is always there.
    """
    word: int = state[SEQUENCE + place // SEQUENCE_CARDS]
    return (word >> CARD_BITS * (place % SEQUENCE_CARDS)) & CARD_MASK


@merged_kernel
def last_in_sequence(state: Words, cards: int) -> int:
    """The latest played of a set of cards in lines, NO_CARD for the empty set."""
    last = NO_CARD
    place = 0
    card = sequence_card(state, 0)
    while card != NO_CARD:
        if (cards >> card) & 1:
            last = card
        place += 1
        card = sequence_card(state, place)
    return last


@kernel
def types_in(tables: Tables, cards: int) -> int:
    """How many clue types a set of cards shows; a card with two types shows both."""
    count = 0
    for clue_type in range(tables[TYPES]):
        if cards & tables[TYPE_0 + clue_type]:
            count += 1
    return count


@kernel
def puzzle_types(tables: Tables, cards: int) -> int:
    """The largest number of different types that a set of scored cards can be matched to.

    By König's theorem: the least, over all sets of types, of the cards that show one of them plus
    the number of the other types.
    """
    if tables[MOST_TYPES] == 1:
        return types_in(tables, cards)
    types = tables[TYPES]
    best = types
    for subset in range(1 << types):
        showing = 0
        for clue_type in range(types):
            if (subset >> clue_type) & 1:
                showing |= cards & tables[TYPE_0 + clue_type]
        best = min(best, size(showing) + types - size(subset))
    return best


@kernel
def has_won(tables: Tables, state: Words) -> bool:
    """Whether the big picture shows all that the objectives ask for, or enough types of puzzles.

    The King is needed besides in his game.

    Some largest matching always includes the King, so he is counted as one of the types.
    """
    picture = state[PICTURE]
    if tables[GOAL]:
        return (tables[GOAL] & ~picture) == 0
    needed = tables[PUZZLES_TO_WIN]
    if size(picture) < needed:
        return False
    if tables[NEEDS_KING] and not picture & tables[KING]:
        return False
    return puzzle_types(tables, picture) >= needed
