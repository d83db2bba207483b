"""What can still be had in Infinite Gulfs of Darkness: cards, keys, plays. For the bounds.

Cards are out of the game once a used item, or a case card whose other side never turned up. All
numbers are upper bounds of what any play can reach, between two turns.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    BRIEFCASE,
    CASE_SOURCE,
    CASES_MASK,
    CLOSED,
    DISCARD,
    HAND,
    PICTURE,
    STABILITY,
    TIME,
)
from casecracker.engine.ongoing import active_sources, case_deck, menace_deck
from casecracker.engine.reading import cards_in_lines, open_cases, puzzle_types
from casecracker.engine.rules import EQUIPMENT_BLOCK, cards_in_row, equipment_left
from casecracker.engine.tables import (
    FACE,
    GOAL,
    ITEM_KEY,
    KEY_ITEMS,
    LOCK,
    PUZZLE,
    PUZZLES_TO_WIN,
    RETRIEVERS,
    RETURNS,
    Tables,
    Words,
)


@kernel
def faces_to_come(tables: Tables, state: Words) -> int:
    """Clue cards on other sides that may still turn up."""
    cases = case_deck(state) | open_cases(state)
    cases |= (active_sources(state) >> CASE_SOURCE) & CASES_MASK
    sources = menace_deck(state) | (cases << CASE_SOURCE)
    faces = 0
    while sources:
        faces |= tables[FACE + lowest(sources)]
        sources &= sources - 1
    return faces


@merged_kernel
def cards_outside(tables: Tables, state: Words, stack: int) -> int:
    """Cards in the game that lie neither in lines, closed cases nor the big picture."""
    cards = state[HAND] | state[BRIEFCASE] | state[DISCARD] | state[TIME] | state[STABILITY]
    return cards | cards_in_row(state) | stack | faces_to_come(tables, state)


@kernel
def returns_at_most(tables: Tables, outside: int) -> int:
    """The most cards, bringers of others apart, that can still leave the closed cases."""
    return tables[RETURNS] + size(tables[RETRIEVERS] & outside)


@merged_kernel
def key_items_left(tables: Tables, state: Words, outside: int) -> int:
    """Key sides that may still be used, the contact's apart."""
    keys = size(tables[KEY_ITEMS] & (outside | state[CLOSED] | cards_in_lines(state)))
    if equipment_left(tables, state) and tables[EQUIPMENT_BLOCK + ITEM_KEY]:
        keys += 1
    return keys


@kernel
def missing_goals(tables: Tables, state: Words) -> int:
    """The cards that the objectives ask for and that are not scored yet, as a set."""
    return tables[GOAL] & ~state[PICTURE]


@merged_kernel
def goals_out_of_reach(tables: Tables, state: Words, outside: int) -> bool:
    """Whether a card or type that the win needs cannot be had any more."""
    lines = cards_in_lines(state)
    returns = returns_at_most(tables, outside)
    if tables[GOAL]:
        missing = missing_goals(tables, state) & ~(outside | lines)
        return (missing & ~state[CLOSED]) != 0 or size(missing) > returns
    puzzles = tables[PUZZLE] & (outside | lines) | state[PICTURE]
    return puzzle_types(tables, puzzles) + returns < tables[PUZZLES_TO_WIN]


@merged_kernel
def locked_goals(tables: Tables, state: Words) -> int:
    """Cards with a lock that have to be played yet, at least."""
    lines = cards_in_lines(state)
    if tables[GOAL]:
        return size(missing_goals(tables, state) & tables[LOCK] & ~lines)
    unlocked = state[PICTURE] | (tables[PUZZLE] & (lines | ~tables[LOCK]))
    return tables[PUZZLES_TO_WIN] - puzzle_types(tables, unlocked)


@merged_kernel
def goal_turns(tables: Tables, state: Words) -> int:
    """Fewest turns, this one included: each turn plays one card, and something must be closed."""
    lines = cards_in_lines(state)
    if tables[GOAL]:
        missing = missing_goals(tables, state)
        return max(size(missing & ~lines), 1) if missing else 0
    scored = puzzle_types(tables, state[PICTURE])
    if scored >= tables[PUZZLES_TO_WIN]:
        return 0
    laid = puzzle_types(tables, (lines & tables[PUZZLE]) | state[PICTURE])
    return max(tables[PUZZLES_TO_WIN] - laid, 1)
