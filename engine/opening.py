"""The set-up of a game: cases, leads, hand (docs/rules.md, chapters W2, K2 and G2)."""

from casecracker.engine.bits import lowest, size
from casecracker.engine.changes import append_lead, draw, new_victim
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    CARD_BITS,
    CARD_MASK,
    CASE_DECK_SHIFT,
    GULFS,
    HAND,
    LEAD_SLOTS,
    LEADS,
    MENACE_DECK_SHIFT,
    NO_CARD,
    NO_LEADS,
    NO_SEQUENCE,
    NO_TOPS,
    OPEN_SHIFT,
    SEQUENCE,
    SEQUENCE_WORDS,
    STACK,
    STATUS,
    TOPS,
    TURN,
    WORDS,
)
from casecracker.engine.maintenance import enter_row
from casecracker.engine.reading import is_over
from casecracker.engine.rules import cards_in_row
from casecracker.engine.tables import (
    CARD_COLUMNS,
    CARDS,
    CASE_CARDS,
    FACES,
    HAS_MENACES,
    IMMEDIATE_EFFECT,
    MENACE_ORDER,
    MENACES,
    RANK,
    START_CASES,
    TO_FRONT,
    Tables,
    Words,
)

OPENING_HAND = 3
OPENING_CASES = 2
_OWED_MASK = (1 << 54) - 1


@merged_kernel
def close_gaps(state: Words) -> None:
    """Move the leads to the left, closing any gaps."""
    leads = state[LEADS]
    state[LEADS] = NO_LEADS
    count = 0
    for slot in range(LEAD_SLOTS):
        card = (leads >> CARD_BITS * slot) & CARD_MASK
        if card != NO_CARD:
            append_lead(state, count, card)
            count += 1


@kernel
def next_slot(state: Words, owed: int) -> int:
    """The slot that is filled next at set-up, -1 if the row is full.

    From right to left; but as long as cards are owed for leads that a to-front card shuffled away,
    the leftmost empty one of as many slots on the right. `owed` has six bits for each such card,
    the latest lowest: the number of leads, and how many are still to be dealt.
    """
    slot = LEAD_SLOTS - (owed & 7) if owed else LEAD_SLOTS - 1
    step = 1 if owed else -1
    while 0 <= slot < LEAD_SLOTS:
        if ((state[LEADS] >> CARD_BITS * slot) & CARD_MASK) == NO_CARD:
            return slot
        slot += step
    return -1


@merged_kernel
def deal_leads(tables: Tables, state: Words) -> bool:
    """Fill the row at set-up, immediate effects included; False if a draw gave nothing."""
    owed = 0
    while True:
        while owed and (next_slot(state, owed) < 0 or not owed & 56):
            owed >>= 6
        slot = next_slot(state, owed)
        if slot < 0:
            return True
        card = draw(tables, state)
        if card == NO_CARD:
            return False
        append_lead(state, slot, card)
        if owed:
            owed -= 8
        others = size(cards_in_row(state)) - 1
        if not enter_row(tables, state, card) or is_over(state):
            return False
        if tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT] == TO_FRONT and others:
            owed = ((owed & _OWED_MASK) << 6) | (others << 3) | others


@merged_kernel
def lay_out_gulfs(tables: Tables, state: Words) -> None:
    """Open the cases of the beginning, lay out case and menace deck; some clues lie in these."""
    start = tables[START_CASES]
    state[STATUS] |= start << OPEN_SHIFT
    state[GULFS] = (tables[CASE_CARDS] & ~start) << CASE_DECK_SHIFT
    for place in range(tables[MENACES]):
        state[GULFS] |= 1 << (MENACE_DECK_SHIFT + tables[MENACE_ORDER + place])
    faces = tables[FACES]
    while faces:
        state[STACK] &= ~(1 << tables[RANK + lowest(faces)])
        faces &= faces - 1


@kernel
def deal_opening(tables: Tables, state: Words) -> None:
    """The opening: the first cases, five leads from right to left, three cards to hand."""
    for word in range(WORDS):
        state[word] = 0
    state[LEADS] = NO_LEADS
    state[TOPS] = NO_TOPS
    state[TURN] = 1
    state[STACK] = (1 << tables[CARDS]) - 1
    if tables[HAS_MENACES]:
        lay_out_gulfs(tables, state)
    else:
        for word in range(SEQUENCE_WORDS):
            state[SEQUENCE + word] = NO_SEQUENCE
        for _ in range(OPENING_CASES):
            new_victim(tables, state)
    is_dealt = deal_leads(tables, state)
    close_gaps(state)
    if not is_dealt:
        return
    for _ in range(OPENING_HAND):
        card = draw(tables, state)
        if card == NO_CARD:
            return
        state[HAND] |= 1 << card
