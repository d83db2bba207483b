"""The rules of the series, second half: the state after a legal move, up to the next decision.

The first half, which moves are legal, stands in `rules.py`; legality is the caller's promise.
Bits are those of `layout.py`, paragraphs those of docs/rules.md.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.jit import kernel
from casecracker.engine.layout import (
    ACTION,
    BONUS,
    CARD_BITS,
    CARD_MASK,
    CARD_SHIFT,
    CASE_MASK,
    CASE_SHIFT,
    CLOSED,
    CONTACT_BIT,
    DISCARD,
    EFFECT,
    EFFECT_MASK,
    EFFECT_SHIFT,
    END,
    FIRST_TERMINAL,
    HAND,
    HAND_PLAY,
    KEY_BITS,
    KEY_MASK,
    KEY_SHIFT,
    LEAD_SLOTS,
    LEADS,
    LINE,
    LOST,
    NO_CARD,
    NO_LEADS,
    NO_TOPS,
    OPEN_SHIFT,
    PHASE_MASK,
    PICTURE,
    SCORE,
    SCORED_BIT,
    SHUFFLE_SHIFT,
    SIX_BIT,
    STABILITY,
    STACK,
    STATUS,
    TIME,
    TOPS,
    TURN,
    UNKNOWN_SHUFFLE,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
    WINDOW,
    WON,
    WORDS,
)
from casecracker.engine.moves import (
    CLOSE,
    CONTACT,
    DECLINE,
    DISCARD_CARD,
    DONE,
    FROM_HAND,
    KIND_SHIFT,
    PASS,
    PLAY_WITH_KEY,
    SCORE_CARD,
    SKIP,
    TAKE_CARD,
    TAKE_FIRST_LEAD,
)
from casecracker.engine.reading import (
    first_lead,
    has_won,
    is_over,
    open_cases,
    phase,
    shuffle_row,
    shuffles,
    stack_cards,
    types_in,
)
from casecracker.engine.rules import HAND_LIMIT, due_effect, source
from casecracker.engine.tables import (
    CARD_COLUMNS,
    CARDS,
    CONTACT_0,
    CONTACT_EFFECTS,
    DISCARD_HAND,
    DISCARD_LEAD,
    EFFECTS,
    EXCHANGE_PENALTY,
    KNOWN_SHUFFLES,
    LAST_VICTIM_WINS,
    LIMIT,
    ORDER,
    RANK,
    SEARCH_STACK,
    SHUFFLE_DISCARD,
    STABILITY_CHECK,
    STABILITY_ICON,
    TAKE_CLOSED,
    TAKE_DISCARD,
    TAKE_LEAD,
    TAKE_STABILITY,
    TAKE_TIME,
    TIME_ICON,
    TYPES,
    VICTIMS,
    Tables,
    Words,
)

STRAIN_FROM = 8  # Mental strain: this card of a line and later ones
OPENING_HAND = 3
OPENING_CASES = 2


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
    if (tables[TIME_ICON] >> card) & 1:
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
def stability_check(tables: Tables, state: Words) -> None:
    """Draw a card: to the stability area if it has the stability icon, else it is discarded."""
    card = draw(tables, state)
    if card == NO_CARD:
        return
    if (tables[STABILITY_ICON] >> card) & 1:
        state[STABILITY] |= 1 << card
    else:
        discard(tables, state, card)


@kernel
def play_card(tables: Tables, state: Words, card: int, case: int) -> None:
    """Lay a card at the end of a line; strain; its first effect is due."""
    state[LINE + case] |= 1 << card
    shift = CARD_BITS * case
    state[TOPS] = (state[TOPS] & ~(CARD_MASK << shift)) | (card << shift)
    cleared = state[STATUS] & ~(
        PHASE_MASK | (CARD_MASK << CARD_SHIFT) | (EFFECT_MASK << EFFECT_SHIFT)
    )
    state[STATUS] = cleared | EFFECT | (card << CARD_SHIFT)
    if size(state[LINE + case]) >= STRAIN_FROM:
        stability_check(tables, state)


@kernel
def spend_contact_key(state: Words, case: int) -> None:
    """Use the contact's key side on a case; it counts there from now on."""
    state[STATUS] |= CONTACT_BIT
    state[TOPS] += 1 << (KEY_SHIFT + KEY_BITS * case)


@kernel
def discard_first_lead(tables: Tables, state: Words) -> None:
    """Discard the first lead, if there is one."""
    lead = first_lead(state)
    if lead != NO_CARD:
        remove_lead(state, lead)
        discard(tables, state, lead)


@kernel
def begin_closing(tables: Tables, state: Words, case: int) -> None:
    """Action d: discard the lead; the case is ready to be scored."""
    discard_first_lead(tables, state)
    status = state[STATUS] & ~(
        PHASE_MASK | (CARD_MASK << CARD_SHIFT) | (CASE_MASK << CASE_SHIFT) | SIX_BIT | SCORED_BIT
    )
    if types_in(tables, state[LINE + case]) >= tables[TYPES]:
        status |= SIX_BIT
    state[STATUS] = status | SCORE | (case << CASE_SHIFT)


@kernel
def score_card(state: Words, card: int) -> None:
    """Move a puzzle card of the case being closed to the big picture."""
    case = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    state[LINE + case] &= ~(1 << card)
    state[PICTURE] |= 1 << card
    state[STATUS] = (state[STATUS] & ~(CARD_MASK << CARD_SHIFT)) | ((card + 1) << CARD_SHIFT)
    state[STATUS] |= SCORED_BIT


@kernel
def finish_closing(tables: Tables, state: Words) -> None:
    """Put the case away; with no case left, shuffle and draw a victim; then the bonus."""
    case = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    six = state[STATUS] & SIX_BIT
    state[CLOSED] |= state[LINE + case]
    state[LINE + case] = 0
    state[TOPS] |= CARD_MASK << CARD_BITS * case
    state[TOPS] &= ~(KEY_MASK << (KEY_SHIFT + KEY_BITS * case))
    state[STATUS] &= ~(
        (CARD_MASK << CARD_SHIFT)
        | (CASE_MASK << CASE_SHIFT)
        | SIX_BIT
        | SCORED_BIT
        | (1 << (OPEN_SHIFT + case))
    )
    if open_cases(state) == 0:
        cards = state[DISCARD] | state[TIME]
        state[DISCARD] = 0
        state[TIME] = 0
        shuffle_in(tables, state, cards)
        if not new_victim(tables, state):
            return
    set_phase(state, BONUS if six and state[STABILITY] else END)


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


@kernel
def exchange(state: Words, hand_card: int, card: int) -> None:
    """Swap a hand card and a card of a penalty area, whatever their icons."""
    area = TIME if (state[TIME] >> card) & 1 else STABILITY
    state[area] = (state[area] & ~(1 << card)) | (1 << hand_card)
    state[HAND] = (state[HAND] & ~(1 << hand_card)) | (1 << card)


@kernel
def carry_out(tables: Tables, state: Words, effect: int, first: int, second: int) -> None:
    """Carry out an effect with its chosen cards."""
    if effect == SHUFFLE_DISCARD:
        cards = state[DISCARD]
        state[DISCARD] = 0
        shuffle_in(tables, state, cards)
    elif effect == EXCHANGE_PENALTY:
        exchange(state, first, second)
    elif effect == DISCARD_HAND:
        state[HAND] &= ~(1 << first)
        discard(tables, state, first)
    elif effect == DISCARD_LEAD:
        remove_lead(state, first)
        discard(tables, state, first)
    elif effect == STABILITY_CHECK:
        stability_check(tables, state)
    else:
        move_card(tables, state, effect, first)


@kernel
def refill(tables: Tables, state: Words) -> None:
    """Fill the leads row from left to right, as far as there are cards."""
    for slot in range(leads_count(state), LEAD_SLOTS):
        card = draw(tables, state)
        if card == NO_CARD:
            return
        append_lead(state, slot, card)


@kernel
def maintain(tables: Tables, state: Words) -> None:
    """The maintenance phase: win, stability, time, refill; then the next turn."""
    if has_won(tables, state):
        set_phase(state, WON)
        return
    limit = tables[LIMIT]
    if size(state[STABILITY]) >= limit:
        set_phase(state, LOST)
        return
    if size(state[TIME]) >= limit:
        if not new_victim(tables, state):
            return
        state[DISCARD] |= state[TIME]
        state[TIME] = 0
    refill(tables, state)
    if is_over(state):
        return
    set_phase(state, ACTION)
    state[TURN] += 1


@kernel
def contact_is_useful(tables: Tables, state: Words) -> bool:
    """Whether the contact has a free action left that could be used now."""
    if state[STATUS] & CONTACT_BIT:
        return False
    for side in range(tables[CONTACT_EFFECTS]):
        effect = tables[CONTACT_0 + side]
        if effect == SHUFFLE_DISCARD:
            return True
        if effect == EXCHANGE_PENALTY and state[HAND] == 0:
            continue
        if effect == SEARCH_STACK:
            if state[STACK]:
                return True
        elif source(tables, state, effect):
            return True
    return False


@kernel
def settle(tables: Tables, state: Words) -> None:
    """Go on without a choice until a decision is due or the game is over."""
    due = phase(state)
    if due >= FIRST_TERMINAL or size(state[HAND]) > HAND_LIMIT:
        return
    if due == EFFECT:
        card = (state[STATUS] >> CARD_SHIFT) & CARD_MASK
        if ((state[STATUS] >> EFFECT_SHIFT) & EFFECT_MASK) < tables[CARD_COLUMNS * card + EFFECTS]:
            return
        state[STATUS] &= ~((CARD_MASK << CARD_SHIFT) | (EFFECT_MASK << EFFECT_SHIFT))
        due = END
    if due not in (END, WINDOW):
        return
    if contact_is_useful(tables, state):
        set_phase(state, WINDOW)
    else:
        maintain(tables, state)


@kernel
def take_action(tables: Tables, state: Words, kind: int, card: int, case: int) -> None:
    """Actions a to e."""
    if kind == TAKE_FIRST_LEAD:
        lead = first_lead(state)
        remove_lead(state, lead)
        state[HAND] |= 1 << lead
        set_phase(state, END)
    elif kind == FROM_HAND:
        discard_first_lead(tables, state)
        set_phase(state, HAND_PLAY)
    elif kind == CLOSE:
        begin_closing(tables, state, card)
    elif kind == PASS:
        if phase(state) == ACTION:
            discard_first_lead(tables, state)
        set_phase(state, END)
    else:
        if phase(state) == ACTION:
            remove_lead(state, card)
        else:
            state[HAND] &= ~(1 << card)
        if kind == PLAY_WITH_KEY:
            spend_contact_key(state, case)
        play_card(tables, state, card, case)


@kernel
def apply(tables: Tables, state: Words, move: int) -> None:
    """Turn `state` into the state after a legal move, up to the next decision."""
    kind = move >> KIND_SHIFT
    first = (move >> 8) & 255
    second = move & 255
    if kind >= CONTACT:
        state[STATUS] |= CONTACT_BIT
        carry_out(tables, state, kind - CONTACT, first, second)
    elif kind <= PASS:
        take_action(tables, state, kind, first, second)
    elif kind == SCORE_CARD:
        score_card(state, first)
    elif kind == DONE:
        if phase(state) == SCORE:
            finish_closing(tables, state)
        else:
            maintain(tables, state)
            return
    elif kind == DISCARD_CARD and size(state[HAND]) > HAND_LIMIT:
        state[HAND] &= ~(1 << first)
        discard(tables, state, first)
    elif phase(state) == BONUS:
        if kind == TAKE_CARD:
            move_card(tables, state, TAKE_STABILITY, first)
        set_phase(state, END)
    else:
        effect = due_effect(tables, state)
        state[STATUS] += 1 << EFFECT_SHIFT
        if kind not in (DECLINE, SKIP):
            carry_out(tables, state, effect, first, second)
    settle(tables, state)


@kernel
def deal_opening(tables: Tables, state: Words) -> None:
    """The opening: five leads from right to left, three cards to hand, two victims."""
    for word in range(WORDS):
        state[word] = 0
    state[LEADS] = NO_LEADS
    state[TOPS] = NO_TOPS
    state[TURN] = 1
    state[STACK] = (1 << tables[CARDS]) - 1
    for slot in range(LEAD_SLOTS - 1, -1, -1):
        append_lead(state, slot, draw(tables, state))
    for _ in range(OPENING_HAND):
        state[HAND] |= 1 << draw(tables, state)
    for _ in range(OPENING_CASES):
        new_victim(tables, state)
