"""Small changes that the rules are made of: cards drawn, discarded, shuffled; a victim drawn.

Kernels on the words of a state. They trust their caller, like all kernels (`play.py`).
"""

from casecracker.engine.bits import lowest
from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    CARD_BITS,
    CARD_MASK,
    CLOSED,
    DISCARD,
    HAND,
    LEAD_SLOTS,
    LEADS,
    LINE,
    LOST,
    MAX_CASES,
    NO_CARD,
    OPEN_SHIFT,
    PHASE_MASK,
    SEQUENCE,
    SEQUENCE_CARDS,
    SHUFFLE_SHIFT,
    STABILITY,
    STACK,
    STATUS,
    TIME,
    TOPS,
    UNKNOWN_SHUFFLE,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
    WON,
)
from casecracker.engine.ongoing import hourglasses
from casecracker.engine.reading import (
    first_lead,
    has_won,
    last_in_sequence,
    sequence_card,
    shuffle_row,
    shuffles,
    stack_cards,
)
from casecracker.engine.tables import (
    KEEPS_SEQUENCE,
    KNOWN_SHUFFLES,
    LAST_VICTIM_WINS,
    ORDER,
    RANK,
    TAKE_CLOSED,
    TAKE_DISCARD,
    TAKE_LEAD,
    TAKE_STABILITY,
    TAKE_TIME,
    VICTIMS,
    Tables,
    Words,
)


@kernel
def set_phase(state: Words, new: int) -> None:
    """Make `new` what is due."""
    state[STATUS] = (state[STATUS] & ~PHASE_MASK) | new


@kernel
def append_lead(state: Words, slot: int, card: int) -> None:
    """Put a card into an empty slot of the leads row."""
    state[LEADS] &= ~((NO_CARD ^ card) << CARD_BITS * slot)


@kernel
def remove_lead(state: Words, card: int) -> None:
    """Take a card out of the leads row; the row closes up."""
    leads = state[LEADS]
    slot = 0
    while ((leads >> CARD_BITS * slot) & CARD_MASK) != card:
        slot += 1
    before = leads & ((1 << CARD_BITS * slot) - 1)
    after = (leads >> CARD_BITS * (slot + 1)) << CARD_BITS * slot
    state[LEADS] = before | after | (NO_CARD << CARD_BITS * (LEAD_SLOTS - 1))


@kernel
def leads_count(state: Words) -> int:
    """How many cards are in the leads row."""
    count = 0
    while count < LEAD_SLOTS and ((state[LEADS] >> CARD_BITS * count) & CARD_MASK) != NO_CARD:
        count += 1
    return count


@kernel
def discard(tables: Tables, state: Words, card: int) -> None:
    """Discard a clue card: to the time area if it has the hourglass, else to the discard area."""
    if (hourglasses(tables, state) >> card) & 1:
        state[TIME] |= 1 << card
    else:
        state[DISCARD] |= 1 << card


@kernel
def shuffle_in(tables: Tables, state: Words, cards: int) -> None:
    """Shuffle the stack together with `cards`: the next priority order decides."""
    cards |= stack_cards(tables, state)
    state[STATUS] += 1 << SHUFFLE_SHIFT
    row = shuffle_row(state)
    places = 0
    while cards:
        places |= 1 << tables[RANK + MAX_CLUES * row + lowest(cards)]
        cards &= cards - 1
    state[STACK] = places


@kernel
def new_victim(tables: Tables, state: Words) -> bool:
    """Draw a victim and open its case; False if none is left, which ends the game."""
    drawn = (state[STATUS] >> VICTIMS_SHIFT) & VICTIMS_MASK
    if drawn == tables[VICTIMS]:
        won = tables[LAST_VICTIM_WINS] != 0 and has_won(tables, state)
        set_phase(state, WON if won else LOST)
        return False
    state[STATUS] += 1 << VICTIMS_SHIFT
    state[STATUS] |= 1 << (OPEN_SHIFT + drawn)
    return True


@kernel
def draw(tables: Tables, state: Words) -> int:
    """Draw the top card of the stack, running out of leads if need be; NO_CARD if there is none.

    The game may be over afterwards: no victim left, or the order of the stack is not known.
    """
    if state[STACK] == 0:
        if not new_victim(tables, state):
            return NO_CARD
        cards = state[DISCARD]
        state[DISCARD] = 0
        shuffle_in(tables, state, cards)
        if state[STACK] == 0:
            return NO_CARD
    places = state[STACK]
    if shuffles(state) > tables[KNOWN_SHUFFLES] and places & (places - 1):
        set_phase(state, UNKNOWN_SHUFFLE)
        return NO_CARD
    state[STACK] = places & (places - 1)
    return tables[ORDER + MAX_CLUES * shuffle_row(state) + lowest(places)]


@kernel
def set_in_sequence(state: Words, place: int, card: int) -> None:
    """Put a card, or NO_CARD, at a place of the sequence."""
    word = SEQUENCE + place // SEQUENCE_CARDS
    shift = CARD_BITS * (place % SEQUENCE_CARDS)
    state[word] = (state[word] & ~(CARD_MASK << shift)) | (card << shift)


@kernel
def drop_from_sequence(tables: Tables, state: Words, cards: int) -> None:
    """Take cards that left their line out of the sequence; the rest closes up."""
    if not tables[KEEPS_SEQUENCE]:
        return
    kept = 0
    place = 0
    card = sequence_card(state, 0)
    while card != NO_CARD:
        set_in_sequence(state, place, NO_CARD)
        if not (cards >> card) & 1:
            set_in_sequence(state, kept, card)
            kept += 1
        place += 1
        card = sequence_card(state, place)


@merged_kernel
def take_from_line(tables: Tables, state: Words, card: int) -> None:
    """Take a card out of its line; if it was the last, the card before it is the last again."""
    for case in range(MAX_CASES):
        if (state[LINE + case] >> card) & 1:
            state[LINE + case] &= ~(1 << card)
            drop_from_sequence(tables, state, 1 << card)
            last = last_in_sequence(state, state[LINE + case])
            shift = CARD_BITS * case
            state[TOPS] = (state[TOPS] & ~(CARD_MASK << shift)) | (last << shift)


@kernel
def discard_first_lead(tables: Tables, state: Words) -> None:
    """Discard the first lead, if there is one."""
    lead = first_lead(state)
    if lead != NO_CARD:
        remove_lead(state, lead)
        discard(tables, state, lead)


@merged_kernel
def exchange(state: Words, hand_card: int, card: int) -> None:
    """Swap a hand card and a card of a penalty area, whatever their icons."""
    area = TIME if (state[TIME] >> card) & 1 else STABILITY
    state[area] = (state[area] & ~(1 << card)) | (1 << hand_card)
    state[HAND] = (state[HAND] & ~(1 << hand_card)) | (1 << card)


@kernel
def move_card(tables: Tables, state: Words, effect: int, card: int) -> None:
    """Carry out an effect that takes `card` to hand."""
    if effect == TAKE_LEAD:
        remove_lead(state, card)
    elif effect == TAKE_DISCARD:
        state[DISCARD] &= ~(1 << card)
    elif effect == TAKE_CLOSED:
        state[CLOSED] &= ~(1 << card)
    elif effect == TAKE_STABILITY:
        state[STABILITY] &= ~(1 << card)
    elif effect == TAKE_TIME:
        state[TIME] &= ~(1 << card)
    else:
        state[STACK] &= ~(1 << tables[RANK + MAX_CLUES * shuffle_row(state) + card])
        shuffle_in(tables, state, 0)
    state[HAND] |= 1 << card
