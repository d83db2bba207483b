"""A rough value of a state of Infinite Gulfs of Darkness between two turns. It proves nothing.

Like `evaluate.py`, a sum of features, each times its weight; other things count in this game.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    BRIEFCASE,
    CLOSED,
    CONTACT_BIT,
    HAND,
    LINE,
    NO_CARD,
    PICTURE,
    STABILITY,
    STACK,
    STATUS,
    TIME,
)
from casecracker.engine.ongoing import active_sources, case_deck, machine_in_play, menace_deck
from casecracker.engine.reading import (
    cards_in_lines,
    key_effects,
    last_card,
    open_cases,
    puzzle_types,
    types_in,
)
from casecracker.engine.rules import CASE_5, TYPES_TO_CLOSE, equipment_left
from casecracker.engine.tables import (
    CARD_COLUMNS,
    CLOSERS_5,
    GOAL,
    KEY,
    LEFT,
    LEFT_PURPLE,
    LOCK,
    PUZZLES_TO_WIN,
    RIGHT,
    RIGHT_PURPLE,
    ROAD,
    START,
    START_PURPLE,
    Tables,
    Words,
)
from casecracker.solver.evaluate import cards_near
from casecracker.solver.goals import faces_to_come
from casecracker.solver.lines import wanted_puzzles

# Indices of the weights: first what an open case is worth, then the rest of the table.
(
    CASE_OPEN,
    CASE_TYPE,  # each type that would stay behind when the wanted puzzles are scored, up to five
    CASE_WANTED,  # each wanted puzzle card in the line
    CASE_READY,  # five types would stay behind
    CASE_READY_WANTED,  # each wanted puzzle card in a line that is ready
    CASE_CLOSER_WANTED,  # each in a line that an effect of a card still to be played would close
    CASE_CLOSER_NEAR,  # such a card is in hand or among the next leads, and something is wanted
    CASE_KEY,  # each unused key, up to two
    CASE_ICON,  # each technique at the end of the line
    CASE_FOLLOWER,  # each card in hand or among the next leads that could follow, up to four
    CASE_WASTE,  # each card that is neither a new type nor wanted
    SCORED,  # each card or type that the win needs and that is scored
    HAND_WANTED,
    HAND_KEY,
    HAND_CARD,
    STABILITY_WANTED,
    CLOSED_WANTED,
    TIME_WANTED,
    FACE_WANTED,  # a wanted card on another side that has not turned up
    STABILITY_SQUARED,  # cards in the stability area, squared
    MENACES_LEFT,
    MENACES_ACTIVE,
    STACK_CARD,
    TIME_CARD,
    HELPER,  # the contact and the equipment card, each unused
    BRIEFCASE_CARD,
    MACHINE_IN_PLAY,
    CASE_CARD_LEFT,  # each case card in the case deck
    ROAD_LEFT,  # each case that has to be closed before the goal cards can all turn up
    ROAD_TYPE,  # each type in the line of such a case, up to five
    ROAD_READY,  # such a case with five types
) = range(31)

GULFS_WEIGHTS = (
    *(33, 45, 70, 0, 241, 60, 0, 0, 4, 7, 10, 600, 57, 30, 4, -66, 0, -17, -65),
    *(-3, 100, -5, 4, -8, 16, -10, 200, -50, -300, 20, 50),
)


@merged_kernel
def end_of_line(tables: Tables, state: Words, case: int, has_purple: bool) -> int:
    """The techniques that a card may follow in a case, the bit of Any apart."""
    last = last_card(state, case)
    if last == NO_CARD:
        edge = tables[START + case] | (tables[START_PURPLE + case] if has_purple else 0)
    else:
        edge = tables[CARD_COLUMNS * last + RIGHT]
        edge |= tables[RIGHT_PURPLE + last] if has_purple else 0
    return edge


@merged_kernel
def followers(tables: Tables, edge: int, near: int, has_purple: bool) -> int:
    """How many cards fit an edge."""
    count = 0
    while near:
        card = lowest(near)
        near &= near - 1
        left = tables[CARD_COLUMNS * card + LEFT]
        left |= tables[LEFT_PURPLE + card] if has_purple else 0
        if left & edge:
            count += 1
    return count


@merged_kernel
def scoring_value(tables: Tables, weights: Words, state: Words, case: int, wanted: int) -> int:
    """What the wanted cards of a line are worth, by how near its closing is."""
    line = state[LINE + case]
    staying = min(types_in(tables, line & ~wanted), TYPES_TO_CLOSE)
    count = size(line & wanted)
    value = weights[CASE_OPEN] + weights[CASE_TYPE] * staying + weights[CASE_WANTED] * count
    if staying >= TYPES_TO_CLOSE:
        value += weights[CASE_READY] + weights[CASE_READY_WANTED] * count
    if (tables[ROAD] >> case) & 1:
        types = min(types_in(tables, line), TYPES_TO_CLOSE)
        value += weights[ROAD_TYPE] * types
        if types >= TYPES_TO_CLOSE:
            value += weights[ROAD_READY]
    if case in (CASE_5, CASE_5 + 1):
        closers = tables[CLOSERS_5 + case - CASE_5]
        gone = state[CLOSED] | state[PICTURE] | cards_in_lines(state)
        if closers & ~gone:
            value += weights[CASE_CLOSER_WANTED] * count
        if closers & cards_near(state) and count:
            value += weights[CASE_CLOSER_NEAR]
    return value + weights[CASE_WASTE] * (size(line) - staying - count)


@merged_kernel
def table_value(tables: Tables, weights: Words, state: Words, wanted: int) -> int:
    """What lies outside the lines."""
    hand, stability = state[HAND], size(state[STABILITY])
    value = weights[HAND_WANTED] * size(hand & wanted) + weights[HAND_CARD] * size(hand)
    value += weights[HAND_KEY] * size(hand & tables[KEY])
    value += weights[STABILITY_WANTED] * size(state[STABILITY] & wanted)
    value += weights[CLOSED_WANTED] * size(state[CLOSED] & wanted)
    value += weights[TIME_WANTED] * size(state[TIME] & wanted)
    value += weights[FACE_WANTED] * size(faces_to_come(tables, state) & wanted)
    value += weights[STABILITY_SQUARED] * stability * stability
    value += weights[MENACES_LEFT] * size(menace_deck(state))
    value += weights[MENACES_ACTIVE] * size(active_sources(state))
    value += weights[STACK_CARD] * size(state[STACK]) + weights[TIME_CARD] * size(state[TIME])
    value += weights[BRIEFCASE_CARD] * size(state[BRIEFCASE])
    if not state[STATUS] & CONTACT_BIT:
        value += weights[HELPER]
    if equipment_left(tables, state):
        value += weights[HELPER]
    left = case_deck(state)
    value += weights[ROAD_LEFT] * size(tables[ROAD] & (left | open_cases(state)))
    return value + weights[CASE_CARD_LEFT] * size(left)


@merged_kernel
def scored_goals(tables: Tables, state: Words, wanted: int) -> int:
    """How much of what the win needs is scored."""
    if tables[GOAL]:
        return size(tables[GOAL] & ~wanted)
    return min(puzzle_types(tables, state[PICTURE]), tables[PUZZLES_TO_WIN])


@kernel
def evaluate_gulfs(tables: Tables, weights: Words, state: Words) -> int:
    """A value of a state between two turns; higher is nearer to a win."""
    wanted, near = wanted_puzzles(tables, state), cards_near(state)
    has_purple = machine_in_play(tables, state)
    value = weights[SCORED] * scored_goals(tables, state, wanted)
    value += weights[MACHINE_IN_PLAY] * has_purple
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        value += scoring_value(tables, weights, state, case, wanted)
        edge = end_of_line(tables, state, case, has_purple)
        value += weights[CASE_ICON] * size(edge)
        value += weights[CASE_FOLLOWER] * min(followers(tables, edge, near, has_purple), 4)
        line = state[LINE + case]
        keys = size(line & tables[KEY]) + key_effects(state, case) - size(line & tables[LOCK])
        value += weights[CASE_KEY] * min(keys, 2)
    return value + table_value(tables, weights, state, wanted)
