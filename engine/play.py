"""The rules of the series, second half: the state after a legal move, up to the next decision.

The first half, which moves are legal, stands in `rules.py`; legality is the caller's promise. What
follows the action of a turn stands in `maintenance.py`, the set-up in `opening.py`. Bits are those
of `layout.py`, paragraphs those of docs/rules.md.
"""

from casecracker.engine.bits import size
from casecracker.engine.changes import (
    discard,
    discard_first_lead,
    drop_from_sequence,
    exchange,
    move_card,
    new_victim,
    remove_lead,
    set_in_sequence,
    set_phase,
    shuffle_in,
    stability_check,
)
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
    IMMEDIATE,
    KEY_BITS,
    KEY_MASK,
    KEY_SHIFT,
    LINE,
    OPEN_SHIFT,
    PHASE_MASK,
    PICTURE,
    SCORE,
    SCORED_BIT,
    SIX_BIT,
    STABILITY,
    STACK,
    STATUS,
    TIME,
    TOPS,
    WINDOW,
)
from casecracker.engine.maintenance import maintain, resolve_immediate
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
from casecracker.engine.reading import cards_in_lines, first_lead, open_cases, phase, types_in
from casecracker.engine.rules import HAND_LIMIT, due_effect, source
from casecracker.engine.tables import (
    CARD_COLUMNS,
    CONTACT_0,
    CONTACT_EFFECTS,
    DISCARD_HAND,
    DISCARD_LEAD,
    EFFECTS,
    EXCHANGE_PENALTY,
    KEEPS_SEQUENCE,
    SEARCH_STACK,
    SHUFFLE_DISCARD,
    STABILITY_CHECK,
    TAKE_STABILITY,
    TYPES,
    Tables,
    Words,
)

STRAIN_FROM = 8  # Mental strain: this card of a line and later ones


@kernel
def play_card(tables: Tables, state: Words, card: int, case: int) -> None:
    """Lay a card at the end of a line; strain; its first effect is due."""
    if tables[KEEPS_SEQUENCE]:
        set_in_sequence(state, size(cards_in_lines(state)), card)
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
def score_card(tables: Tables, state: Words, card: int) -> None:
    """Move a puzzle card of the case being closed to the big picture."""
    case = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    state[LINE + case] &= ~(1 << card)
    state[PICTURE] |= 1 << card
    drop_from_sequence(tables, state, 1 << card)
    state[STATUS] = (state[STATUS] & ~(CARD_MASK << CARD_SHIFT)) | ((card + 1) << CARD_SHIFT)
    state[STATUS] |= SCORED_BIT


@kernel
def finish_closing(tables: Tables, state: Words) -> None:
    """Put the case away; with no case left, shuffle and draw a victim; then the bonus."""
    case = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    six = state[STATUS] & SIX_BIT
    state[CLOSED] |= state[LINE + case]
    drop_from_sequence(tables, state, state[LINE + case])
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
        score_card(tables, state, first)
    elif kind == DONE:
        if phase(state) == SCORE:
            finish_closing(tables, state)
        else:
            maintain(tables, state)
            return
    elif kind == DISCARD_CARD and size(state[HAND]) > HAND_LIMIT:
        state[HAND] &= ~(1 << first)
        discard(tables, state, first)
    elif phase(state) == IMMEDIATE:
        resolve_immediate(tables, state, first)
        return
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
