"""What a position is worth to a player who does not know the order of the stack.

The features of `evaluate.py` (or `evaluate_gulfs.py`) with weights of their own, and features that
matter when the next cards are a matter of chance. Only what a player sees counts: the stack is a
set here. The value is a sum of features, each times its weight (docs/hints.md).
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import CONTACT_BIT, HAND, LINE, NO_CARD, STABILITY, STATUS, TIME
from casecracker.engine.ongoing import time_limit
from casecracker.engine.reading import last_card, open_cases, stack_cards, types_in
from casecracker.engine.rules import TYPES_TO_CLOSE, cards_in_row, fits, unlocks
from casecracker.engine.tables import (
    CARD_COLUMNS,
    COLOUR,
    HAS_MENACES,
    LEFT,
    LIMIT,
    RIGHT,
    STABILITY_ICON,
    START,
    TYPE_0,
    TYPES,
    YELLOW_SIGN,
    Tables,
    Words,
)
from casecracker.solver.evaluate import evaluate
from casecracker.solver.evaluate_gulfs import evaluate_gulfs
from casecracker.solver.lines import wanted_puzzles

# Indices of the weights.
(
    STACK_FOLLOWERS,  # of each open case: how many of 16 cards of the stack fit its end
    HAND_USEFUL,  # each hand card that can be played and brings a type or a wanted puzzle
    HAND_LATER,  # each other hand card that would bring one
    LEAD_USEFUL,  # each lead that can be played and brings one
    LINES_PUZZLE,  # each wanted type that some open case shows among its puzzles
    LONG_LINE,  # each card of a line from the seventh on
    LAST_STABILITY,  # one more card in the stability area loses
    LAST_TIME,  # one more card in the time area calls a victim or menace
    BEST_TYPES,  # types that would stay in the case that has most of them
    CONTACT_LEFT,
    SIGNS,  # of each open case with a Yellow sign
    COLOURS,  # of each open case: Colour cards, up to four
    FAILED,  # a card that comes to the stability area by a check, by its chance
    LOSS,  # a check that loses, by its chance
    MENACE,  # a menace or victim that appears this turn, unseen
    STACK_USEFUL,  # of each open case: how many of 16 cards of the stack fit and are of use there
    HAND_LEFT,  # each technique on the left edge of a card in hand
    HAND_RIGHT,  # the same on the right
) = range(18)
OUTLOOK_WEIGHTS = 18

_OF = 16


@merged_kernel
def stack_followers(tables: Tables, state: Words, case: int, cards: int, stack: int) -> int:
    """How many of 16 cards of the stack are of some cards that fit the end of a case."""
    last = last_card(state, case)
    right = tables[START + case] if last == NO_CARD else tables[CARD_COLUMNS * last + RIGHT]
    count = 0
    while cards:
        if tables[CARD_COLUMNS * lowest(cards) + LEFT] & right:
            count += 1
        cards &= cards - 1
    return _OF * count // max(size(stack), 1)


@kernel
def cards_of_use(tables: Tables, line: int, wanted: int) -> int:
    """The cards that would bring a line a wanted puzzle of another type, or a type that stays."""
    staying, puzzles = line & ~wanted, line & wanted
    needs_types = types_in(tables, staying) < TYPES_TO_CLOSE
    cards = 0
    for clue_type in range(tables[TYPES]):
        showing = tables[TYPE_0 + clue_type]
        if not puzzles & showing:
            cards |= showing & wanted
        if needs_types and not staying & showing:
            cards |= showing & ~wanted
    return cards


@merged_kernel
def playable(tables: Tables, state: Words, cards: int, case: int) -> int:
    """Those of some cards that can be played to a case."""
    able = 0
    while cards:
        card = lowest(cards)
        if fits(tables, state, card, case) and unlocks(tables, state, card, case, 0):
            able |= cards & -cards
        cards &= cards - 1
    return able


@merged_kernel
def hand_value(tables: Tables, weights: Words, hand: int) -> int:
    """The edges of the cards in hand: techniques on the left and on the right."""
    value = 0
    while hand:
        block = CARD_COLUMNS * lowest(hand)
        value += weights[HAND_LEFT] * size(tables[block + LEFT])
        value += weights[HAND_RIGHT] * size(tables[block + RIGHT])
        hand &= hand - 1
    return value


@merged_kernel
def lines_value(tables: Tables, weights: Words, state: Words, wanted: int, stack: int) -> int:
    """The open cases together, and what may follow in each."""
    hand, leads = state[HAND], cards_in_row(state)
    value = hand_value(tables, weights, hand)
    best, puzzles, useful, now = 0, 0, 0, 0
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        line = state[LINE + case]
        of_use = cards_of_use(tables, line, wanted)
        useful |= of_use
        now |= playable(tables, state, (hand | leads) & of_use, case)
        puzzles |= line & wanted
        best = max(best, min(types_in(tables, line & ~wanted), TYPES_TO_CLOSE))
        value += weights[STACK_FOLLOWERS] * stack_followers(tables, state, case, stack, stack)
        value += weights[STACK_USEFUL] * stack_followers(tables, state, case, stack & of_use, stack)
        value += weights[LONG_LINE] * max(0, size(line) - 6)
        value += weights[COLOURS] * min(size(line & tables[COLOUR]), 4)
        if line & tables[YELLOW_SIGN]:
            value += weights[SIGNS]
    value += weights[HAND_USEFUL] * size(hand & now)
    value += weights[HAND_LATER] * size(hand & useful & ~now)
    value += weights[LEAD_USEFUL] * size(leads & now)
    value += weights[BEST_TYPES] * best
    return value + weights[LINES_PUZZLE] * types_in(tables, puzzles)


@merged_kernel
def risk_value(tables: Tables, weights: Words, state: Words, checks: int, stack: int) -> int:
    """What stability checks that are due cost, by the share of the stack that fails them."""
    if checks == 0:
        return 0
    loses = size(state[STABILITY]) + checks >= tables[LIMIT]
    cost = weights[FAILED] + (weights[LOSS] if loses else 0)
    return cost * checks * size(stack & tables[STABILITY_ICON]) // max(size(stack), 1)


@kernel
def outlook(tables: Tables, base: Words, weights: Words, state: Words, checks: int) -> int:
    """A value of a state that a player has brought about; higher is nearer to a win.

    `checks` stability checks of this turn are still to be drawn for.
    """
    wanted = wanted_puzzles(tables, state)
    stack = stack_cards(tables, state)
    if tables[HAS_MENACES]:
        value = evaluate_gulfs(tables, base, state)
    else:
        value = evaluate(tables, base, state)
    value += lines_value(tables, weights, state, wanted, stack)
    if size(state[STABILITY]) == tables[LIMIT] - 1:
        value += weights[LAST_STABILITY]
    if size(state[TIME]) >= time_limit(tables, state) - 1:
        value += weights[LAST_TIME]
    if not state[STATUS] & CONTACT_BIT:
        value += weights[CONTACT_LEFT]
    return value + risk_value(tables, weights, state, checks, stack)
