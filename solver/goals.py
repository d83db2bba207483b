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
    LINE,
    PICTURE,
    STABILITY,
    TIME,
)
from casecracker.engine.ongoing import active_sources, case_deck, menace_deck
from casecracker.engine.reading import cards_in_lines, open_cases, puzzle_types, types_in
from casecracker.engine.rules import (
    CASE_5,
    EQUIPMENT_BLOCK,
    TYPES_TO_CLOSE,
    cards_in_row,
    equipment_left,
)
from casecracker.engine.tables import (
    FACE,
    GOAL,
    ITEM_KEY,
    KEY_ITEMS,
    LOCK,
    MOST_TYPES,
    OPENED_EARLY,
    PUZZLE,
    PUZZLES_TO_WIN,
    RETRIEVERS,
    RETURNS,
    Tables,
    Words,
)
from casecracker.solver.lines import PLENTY, cards_lacking, line_counts, wanted_puzzles

HOPELESS = 1 << 20
"""A bound that no game reaches: the state cannot be won."""

CLOSED_BY_EFFECT = 0b11 << CASE_5
"""Cases 5 and 6: cards played there may close them."""


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
def turns_with_an_action(tables: Tables, state: Words, case: int, wanted: int, missing: int) -> int:
    """Fewest turns if the action closes a case, or with -1 one yet to be opened, and scores there.

    Of the types scored elsewhere only those have to be played that no other line shows.
    """
    line = state[LINE + case] if case >= 0 else 0
    counts = line_counts(tables, line, wanted)
    elsewhere = puzzle_types(tables, cards_in_lines(state) & ~line & wanted)
    best = HOPELESS
    for scored in range(1, missing + 1):
        others = max(0, missing - scored - elsewhere)
        best = min(best, cards_lacking(counts, PLENTY, scored, 0) + others + 1)
    return best


@merged_kernel
def turns_to_open(tables: Tables, state: Words) -> int:
    """Fewest turns until case 5 or 6 is open: the action has to close one that accesses it."""
    cases = open_cases(state)
    if (cases | tables[OPENED_EARLY]) & CLOSED_BY_EFFECT:
        return 0
    shown = 0
    while cases:
        shown = max(shown, types_in(tables, state[LINE + lowest(cases)]))
        cases &= cases - 1
    return max(0, TYPES_TO_CLOSE - shown) + 1


@merged_kernel
def turns_by_effects(tables: Tables, state: Words, wanted: int, missing: int) -> int:
    """Fewest turns if effects alone close what is scored: cases 5 and 6 (G5.7, G5.8, G6.3)."""
    laid, cases = 0, open_cases(state) & CLOSED_BY_EFFECT
    while cases:
        laid |= state[LINE + lowest(cases)] & wanted
        cases &= cases - 1
    return max(1, turns_to_open(tables, state) + missing - puzzle_types(tables, laid))


@kernel
def types_turns(tables: Tables, state: Words) -> int:
    """Fewest turns until enough types are scored, for decks whose cards show one type each.

    Either the action closes a line in which something is scored, which leaves five types there and
    is a turn itself (G6.1), or effects close everything that is scored.
    """
    missing = tables[PUZZLES_TO_WIN] - puzzle_types(tables, state[PICTURE])
    if missing <= 0:
        return 0
    wanted = wanted_puzzles(tables, state)
    best = min(
        turns_by_effects(tables, state, wanted, missing),
        turns_with_an_action(tables, state, -1, wanted, missing),
    )
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        best = min(best, turns_with_an_action(tables, state, case, wanted, missing))
    return best


@merged_kernel
def goal_turns(tables: Tables, state: Words) -> int:
    """Fewest turns, this one included: each turn plays one card, and something must be closed.

    Where types are counted and cards show one each, what lines lack tells more.
    """
    if tables[GOAL] == 0 and tables[MOST_TYPES] == 1:
        return types_turns(tables, state)
    lines = cards_in_lines(state)
    if tables[GOAL]:
        missing = missing_goals(tables, state)
        return max(size(missing & ~lines), 1) if missing else 0
    scored = puzzle_types(tables, state[PICTURE])
    if scored >= tables[PUZZLES_TO_WIN]:
        return 0
    laid = puzzle_types(tables, (lines & tables[PUZZLE]) | state[PICTURE])
    return max(tables[PUZZLES_TO_WIN] - laid, 1)
