"""The maintenance phase: win, stability, time, refill, with the immediate effects of Passion cards.

Bits are those of `layout.py`, paragraphs those of docs/rules.md, chapters W7, K11 and G7.
"""

from casecracker.engine.bits import size
from casecracker.engine.changes import (
    append_lead,
    discard,
    draw,
    leads_count,
    new_victim,
    set_phase,
    shuffle_in,
    take_from_line,
)
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTION,
    CARD_MASK,
    CARD_SHIFT,
    DISCARD,
    END,
    FOR_REFILL,
    HAND,
    IMMEDIATE,
    LEAD_SLOTS,
    LEADS,
    LOST,
    NO_CARD,
    NO_LEADS,
    OUT_OF_TIME,
    STABILITY,
    STACK,
    STATUS,
    TIME,
    TURN,
    UNKNOWN_SHUFFLE,
    WON,
)
from casecracker.engine.menaces import new_menace, push_task, run_out_of_leads
from casecracker.engine.ongoing import time_limit
from casecracker.engine.reading import cards_in_lines, has_won, is_over, phase, shuffles
from casecracker.engine.rules import cards_in_row
from casecracker.engine.shuffles import MAX_SHUFFLES
from casecracker.engine.tables import (
    CARD_COLUMNS,
    DISCARD_TOP,
    HAS_MENACES,
    IMMEDIATE_EFFECT,
    IMMEDIATE_HAND,
    LIMIT,
    NOTHING,
    RESHUFFLE_STABILITY,
    RESHUFFLE_TIME,
    TO_FRONT,
    Tables,
    Words,
)


@kernel
def reshuffle_area(tables: Tables, state: Words, area: int) -> None:
    """Shuffle a penalty area into the stack and deal as many cards back, whatever their icons."""
    cards = state[area]
    if cards == 0:
        return
    state[area] = 0
    shuffle_in(tables, state, cards)
    for _ in range(size(cards)):
        card = draw(tables, state)
        if card == NO_CARD:
            return
        state[area] |= 1 << card


@merged_kernel
def move_to_front(tables: Tables, state: Words, card: int) -> None:
    """Leave a card alone in the leads row, as first lead; shuffle the others into the stack."""
    others = cards_in_row(state) & ~(1 << card)
    state[LEADS] = NO_LEADS
    append_lead(state, 0, card)
    if others:
        shuffle_in(tables, state, others)
        # Two such cards with nothing else to draw would replace each other for ever.
        if shuffles(state) > MAX_SHUFFLES:
            set_phase(state, UNKNOWN_SHUFFLE)


@kernel
def enter_row(tables: Tables, state: Words, card: int) -> bool:
    """The immediate effect of a card that entered the leads row; a choice makes IMMEDIATE due.

    The leads that to-front shuffles away are dealt back by the refill that goes on.
    False if a draw gave nothing: then the rest of the refill draws nothing either.
    """
    effect = tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT]
    if effect == TO_FRONT:
        move_to_front(tables, state, card)
    elif effect == DISCARD_TOP:
        top = draw(tables, state)
        if top == NO_CARD:
            return False
        discard(tables, state, top)
    elif effect == RESHUFFLE_STABILITY:
        reshuffle_area(tables, state, STABILITY)
    elif effect == RESHUFFLE_TIME:
        reshuffle_area(tables, state, TIME)
    elif effect != NOTHING:
        targets = state[HAND] if effect == IMMEDIATE_HAND else cards_in_lines(state)
        if targets:
            state[STATUS] |= card << CARD_SHIFT
            set_phase(state, IMMEDIATE)
    return True


@kernel
def begin_turn(state: Words) -> None:
    """The next turn."""
    set_phase(state, ACTION)
    state[TURN] += 1


@kernel
def empty_time_area(state: Words) -> None:
    """The cards of the time area go to the discard area."""
    state[DISCARD] |= state[TIME]
    state[TIME] = 0


@kernel
def refill(tables: Tables, state: Words) -> None:
    """Fill the leads row from left to right as far as there are cards; then the next turn begins.

    It stops where an immediate effect asks for a choice, or where an empty stack calls a menace,
    and is called again after that.
    """
    set_phase(state, END)
    count = leads_count(state)
    while count < LEAD_SLOTS:
        if tables[HAS_MENACES] and state[STACK] == 0:
            run_out_of_leads(tables, state, FOR_REFILL)
            return
        card = draw(tables, state)
        if card == NO_CARD:
            break
        append_lead(state, count, card)
        if tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT] != NOTHING:
            if not enter_row(tables, state, card):
                break
            if phase(state) != END:
                return
        count = leads_count(state)
    if not is_over(state):
        begin_turn(state)


@merged_kernel
def resolve_immediate(tables: Tables, state: Words, card: int) -> None:
    """Discard the chosen card from hand or from its line, and go on with the refill."""
    if (state[HAND] >> card) & 1:
        state[HAND] &= ~(1 << card)
    else:
        take_from_line(tables, state, card)
    discard(tables, state, card)
    state[STATUS] &= ~(CARD_MASK << CARD_SHIFT)
    refill(tables, state)


@kernel
def maintain(tables: Tables, state: Words) -> None:
    """The maintenance phase: win, stability, time, refill; then the next turn."""
    if has_won(tables, state):
        set_phase(state, WON)
        return
    if size(state[STABILITY]) >= tables[LIMIT]:
        set_phase(state, LOST)
        return
    if size(state[TIME]) >= time_limit(tables, state):
        if tables[HAS_MENACES]:
            set_phase(state, END)
            push_task(state, OUT_OF_TIME, 0)
            new_menace(tables, state)
            return
        if not new_victim(tables, state):
            return
        empty_time_area(state)
    refill(tables, state)
