"""A rough value of a state, for the incomplete pass and for the order of moves. Proves nothing."""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel
from casecracker.engine.layout import (
    CARD_BITS,
    CARD_MASK,
    CLOSED,
    HAND,
    LEADS,
    LINE,
    NO_CARD,
    PICTURE,
    STABILITY,
    STACK,
    STATUS,
    TIME,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
)
from casecracker.engine.reading import key_effects, last_card, open_cases, types_in
from casecracker.engine.tables import (
    CARD_COLUMNS,
    KEY,
    LEFT,
    LIMIT,
    LOCK,
    PUZZLE,
    PUZZLES_TO_WIN,
    RIGHT,
    START,
    TYPE_0,
    TYPES,
    VICTIMS,
    Tables,
    Words,
)


@kernel
def wanted_puzzles(tables: Tables, state: Words) -> int:
    """Puzzle cards of types that the big picture does not show yet."""
    wanted = tables[PUZZLE]
    for clue_type in range(tables[TYPES]):
        of_type = tables[TYPE_0 + clue_type]
        if state[PICTURE] & of_type:
            wanted &= ~of_type
    return wanted


@kernel
def case_value(tables: Tables, state: Words, case: int, wanted: int, near: int) -> int:
    """What an open case is worth: types towards a closing, puzzles to score, ways to go on."""
    line = state[LINE + case]
    puzzles = line & wanted
    rest = line & ~puzzles
    base = types_in(tables, rest)
    new_types = 0
    for clue_type in range(tables[TYPES]):
        if puzzles & tables[TYPE_0 + clue_type]:
            new_types += 1
    value = 34 * min(base, 5) + 60 * new_types
    if base >= 5:
        value += 70 + 80 * new_types
    keys = size(line & tables[KEY]) + key_effects(state, case)
    spare = keys - size(line & tables[LOCK])
    value += 14 * min(spare, 2)
    last = last_card(state, case)
    right = tables[START + case] if last == NO_CARD else tables[CARD_COLUMNS * last + RIGHT]
    value += 4 * size(right)
    follow = 0
    while near:
        card = lowest(near)
        near &= near - 1
        if tables[CARD_COLUMNS * card + LEFT] & right:
            follow += 1
    return value + 7 * min(follow, 4)


@kernel
def evaluate(tables: Tables, state: Words) -> int:
    """A value of a state between two turns; higher is nearer to a win."""
    wanted = wanted_puzzles(tables, state)
    near = state[HAND]
    leads = state[LEADS]
    for slot in range(3):
        card = (leads >> CARD_BITS * slot) & CARD_MASK
        if card != NO_CARD:
            near |= 1 << card
    scored = 0
    for clue_type in range(tables[TYPES]):
        if state[PICTURE] & tables[TYPE_0 + clue_type]:
            scored += 1
    value = 420 * min(scored, tables[PUZZLES_TO_WIN])
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        value += case_value(tables, state, case, wanted, near)
    value += 22 * size(state[HAND] & wanted) + 10 * size(state[HAND] & tables[KEY])
    value += 8 * size(state[HAND])
    gone = state[STABILITY] | state[TIME] | state[CLOSED]
    value -= 18 * size(gone & wanted)
    stability = size(state[STABILITY])
    value -= 10 * stability * stability // max(1, tables[LIMIT] - 2)
    drawn = (state[STATUS] >> VICTIMS_SHIFT) & VICTIMS_MASK
    left = tables[VICTIMS] - drawn
    value += 40 * left + size(state[STACK]) - 4 * size(state[TIME])
    return value
