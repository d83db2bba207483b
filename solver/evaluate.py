"""A rough value of a state between two turns, for the beam. It proves nothing.

The value is a sum of features, each times its weight; `WEIGHTS` were fitted (docs/search.md).
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    CARD_BITS,
    CARD_MASK,
    CLOSED,
    HAND,
    LEADS,
    LINE,
    NO_CARD,
    STABILITY,
    STACK,
    STATUS,
    TIME,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
)
from casecracker.engine.reading import key_effects, last_card, open_cases, types_in
from casecracker.engine.rules import TYPES_TO_CLOSE
from casecracker.engine.tables import (
    CARD_COLUMNS,
    KEY,
    LEFT,
    LOCK,
    PUZZLES_TO_WIN,
    RIGHT,
    START,
    VICTIMS,
    Tables,
    Words,
)
from casecracker.solver.bounds import missing_types, returns_left, spare_keys
from casecracker.solver.lines import wanted_puzzles

# Indices of the weights: first what an open case is worth, then the rest of the table.
(
    CASE_TYPE,  # each type that would stay behind when the wanted puzzles are scored, up to five
    CASE_TYPE_SQUARED,
    CASE_PUZZLE,  # each wanted type among the puzzle cards of the line
    CASE_READY,  # five types would stay behind
    CASE_READY_PUZZLE,  # each wanted type in a line that is ready
    CASE_KEY,  # each unused key, up to two
    CASE_ICON,  # each technique on the right edge of the last card
    CASE_FOLLOWER,  # each card in hand or among the next leads that could follow, up to four
    CASE_WASTE,  # each card that is neither a new type nor a wanted puzzle
    SCORED,  # each type in the big picture
    HAND_PUZZLE,  # each wanted puzzle card in hand
    HAND_KEY,  # each Key in hand
    HAND_CARD,  # each card in hand
    STABILITY_PUZZLE,  # each wanted puzzle card in the stability area
    CLOSED_PUZZLE,  # each wanted puzzle card in the closed cases
    STABILITY_SQUARED,  # cards in the stability area, squared
    VICTIMS_LEFT,  # each victim to come
    STACK_CARD,  # each card in the stack
    TIME_CARD,  # each card in the time area
    KEY_SURPLUS,  # each key beyond those that the wanted types need, from -3 to 3
) = range(20)

WEIGHTS = (34, 0, 60, 51, 162, 14, 4, 7, 0, 420, 22, 22, 4, -24, -8, -3, 67, 1, -4, 0)

_LEADS_SEEN = 3


@merged_kernel
def ways_on(tables: Tables, weights: Words, state: Words, case: int, near: int) -> int:
    """What the end of a line is worth: its techniques, and how many of the cards `near` fit."""
    last = last_card(state, case)
    right = tables[START + case] if last == NO_CARD else tables[CARD_COLUMNS * last + RIGHT]
    followers = 0
    while near:
        if tables[CARD_COLUMNS * lowest(near) + LEFT] & right:
            followers += 1
        near &= near - 1
    return weights[CASE_ICON] * size(right) + weights[CASE_FOLLOWER] * min(followers, 4)


@merged_kernel
def case_value(tables: Tables, weights: Words, state: Words, case: int, wanted: int) -> int:
    """What the cards of an open case are worth: types towards a closing, puzzles to score, keys."""
    line = state[LINE + case]
    staying = min(types_in(tables, line & ~wanted), TYPES_TO_CLOSE)
    puzzles = types_in(tables, line & wanted)
    value = weights[CASE_TYPE] * staying + weights[CASE_TYPE_SQUARED] * staying * staying
    value += weights[CASE_PUZZLE] * puzzles
    if staying >= TYPES_TO_CLOSE:
        value += weights[CASE_READY] + weights[CASE_READY_PUZZLE] * puzzles
    keys = size(line & tables[KEY]) + key_effects(state, case)
    value += weights[CASE_KEY] * min(keys - size(line & tables[LOCK]), 2)
    return value + weights[CASE_WASTE] * (size(line) - staying - puzzles)


@kernel
def cards_near(state: Words) -> int:
    """The cards in hand and the next leads."""
    near = state[HAND]
    for slot in range(_LEADS_SEEN):
        card = (state[LEADS] >> CARD_BITS * slot) & CARD_MASK
        if card != NO_CARD:
            near |= 1 << card
    return near


@kernel
def evaluate(tables: Tables, weights: Words, state: Words) -> int:
    """A value of a state between two turns; higher is nearer to a win."""
    wanted = wanted_puzzles(tables, state)
    near = cards_near(state)
    scored = tables[PUZZLES_TO_WIN] - missing_types(tables, state)
    value = weights[SCORED] * scored
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        value += case_value(tables, weights, state, case, wanted)
        value += ways_on(tables, weights, state, case, near)
    hand = state[HAND]
    value += weights[HAND_PUZZLE] * size(hand & wanted)
    value += weights[HAND_KEY] * size(hand & tables[KEY])
    value += weights[HAND_CARD] * size(hand)
    value += weights[STABILITY_PUZZLE] * size(state[STABILITY] & wanted)
    value += weights[CLOSED_PUZZLE] * size(state[CLOSED] & wanted)
    value += weights[STABILITY_SQUARED] * size(state[STABILITY]) * size(state[STABILITY])
    drawn = (state[STATUS] >> VICTIMS_SHIFT) & VICTIMS_MASK
    value += weights[VICTIMS_LEFT] * (tables[VICTIMS] - drawn)
    value += weights[STACK_CARD] * size(state[STACK]) + weights[TIME_CARD] * size(state[TIME])
    keys = spare_keys(tables, state, returns_left(tables, state))
    surplus = keys - (tables[PUZZLES_TO_WIN] - scored)
    return value + weights[KEY_SURPLUS] * max(-3, min(surplus, 3))
