"""The rules of the series, first half: which moves a packed state allows.

The second half, the state after a move, stands in `play.py`. Everything here trusts its caller: a
state was reached by legal moves. `state.py` is the checked way in; `referee.py` tells the same
rules a second time. Bits are those of `layout.py`, paragraphs those of docs/rules.md.
"""

from casecracker.engine.bits import lowest, size
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
    FIRST_TERMINAL,
    HAND,
    HAND_PLAY,
    IMMEDIATE,
    LEAD_SLOTS,
    LEADS,
    LINE,
    NO_CARD,
    SCORE,
    SCORED_BIT,
    STABILITY,
    STATUS,
    TIME,
)
from casecracker.engine.moves import (
    CHECK,
    CLOSE,
    CONTACT,
    DECLINE,
    DISCARD_CARD,
    DONE,
    EXCHANGE,
    FROM_HAND,
    KIND_SHIFT,
    PASS,
    PLAY,
    PLAY_WITH_KEY,
    SCORE_CARD,
    SEARCH,
    SHUFFLE,
    SKIP,
    TAKE_CARD,
    TAKE_FIRST_LEAD,
)
from casecracker.engine.reading import (
    cards_in_lines,
    first_lead,
    key_effects,
    last_card,
    open_cases,
    phase,
    stack_cards,
    types_in,
)
from casecracker.engine.tables import (
    CARD_COLUMNS,
    COLOUR,
    CONTACT_0,
    CONTACT_EFFECTS,
    CONTACT_KEY,
    DISCARD_HAND,
    DISCARD_LEAD,
    EFFECT_0,
    EXCHANGE_PENALTY,
    IMMEDIATE_EFFECT,
    IMMEDIATE_HAND,
    KEY,
    LEFT,
    LOCK,
    MINIMUM,
    PUZZLE,
    RIGHT,
    SEARCH_STACK,
    SHUFFLE_DISCARD,
    STABILITY_CHECK,
    START,
    TAKE_CLOSED,
    TAKE_DISCARD,
    TAKE_LEAD,
    TAKE_STABILITY,
    TAKE_TIME,
    TIME_ICON,
    YELLOW_LOCK,
    YELLOW_MINIMUM,
    YELLOW_SIGN,
    Tables,
    Words,
)

HAND_LIMIT = 3
TYPES_TO_CLOSE = 5


@kernel
def fits(tables: Tables, state: Words, card: int, case: int) -> bool:
    """Whether edge and card minimums allow the card in the case; locks apart."""
    last = last_card(state, case)
    right = tables[START + case] if last == NO_CARD else tables[CARD_COLUMNS * last + RIGHT]
    if not tables[CARD_COLUMNS * card + LEFT] & right:
        return False
    line = state[LINE + case]
    minimum = tables[CARD_COLUMNS * card + MINIMUM]
    if minimum and size(line) < minimum:
        return False
    yellow = tables[CARD_COLUMNS * card + YELLOW_MINIMUM]
    return yellow == 0 or size(line & tables[COLOUR]) >= yellow


@kernel
def unlocks(tables: Tables, state: Words, card: int, case: int, extra_keys: int) -> bool:
    """Whether the keys and key effects of the line outnumber its locks, if the card has a lock.

    A Yellow sign lock counts and is opened like a Lock, and needs a Yellow sign besides.
    """
    if not (tables[LOCK] >> card) & 1:
        return True
    line = state[LINE + case]
    if (tables[YELLOW_LOCK] >> card) & 1 and not line & tables[YELLOW_SIGN]:
        return False
    keys = size(line & tables[KEY]) + key_effects(state, case) + extra_keys
    return keys > size(line & tables[LOCK])


@kernel
def contact_key_left(tables: Tables, state: Words) -> bool:
    """Whether the contact is unused and has a key side."""
    return tables[CONTACT_KEY] != 0 and not state[STATUS] & CONTACT_BIT


@kernel
def plays(tables: Tables, state: Words, card: int, out: Words, count: int) -> int:
    """Add the plays of one card to every open case that takes it, without and with the key side."""
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        if not fits(tables, state, card, case):
            continue
        if unlocks(tables, state, card, case, 0):
            out[count] = (PLAY << KIND_SHIFT) | (card << 8) | case
            count += 1
        elif contact_key_left(tables, state) and unlocks(tables, state, card, case, 1):
            out[count] = (PLAY_WITH_KEY << KIND_SHIFT) | (card << 8) | case
            count += 1
    return count


@kernel
def can_play_any(tables: Tables, state: Words, cards: int, with_key: bool) -> bool:
    """Whether some card of a set fits some open case, with the contact's key side if allowed."""
    extra = 1 if with_key else 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        cases = open_cases(state)
        while cases:
            case = lowest(cases)
            cases &= cases - 1
            if fits(tables, state, card, case) and unlocks(tables, state, card, case, extra):
                return True
    return False


@kernel
def cards_in_row(state: Words) -> int:
    """The leads as a set."""
    cards = 0
    for slot in range(LEAD_SLOTS):
        card = (state[LEADS] >> CARD_BITS * slot) & CARD_MASK
        if card != NO_CARD:
            cards |= 1 << card
    return cards


@kernel
def source(tables: Tables, state: Words, effect: int) -> int:
    """The cards that an effect can bring to hand (for an exchange, the penalty areas)."""
    cards = 0
    if effect == TAKE_LEAD:
        cards = cards_in_row(state)
    elif effect == TAKE_DISCARD:
        cards = state[DISCARD]
    elif effect == TAKE_CLOSED:
        cards = state[CLOSED]
    elif effect == TAKE_STABILITY:
        cards = state[STABILITY]
    elif effect == TAKE_TIME:
        cards = state[TIME]
    elif effect == SEARCH_STACK:
        cards = stack_cards(tables, state)
    elif effect == EXCHANGE_PENALTY:
        cards = state[TIME] | state[STABILITY]
    return cards


@kernel
def can_play_from_hand(tables: Tables, state: Words) -> bool:
    """Whether action c is legal: a hand card can be played, or a contact's side could bring one.

    The lead is discarded first, so it may be the card that the side brings (docs/rulings.md).
    """
    if can_play_any(tables, state, state[HAND], contact_key_left(tables, state)):
        return True
    if state[STATUS] & CONTACT_BIT:
        return False
    lead = 1 << first_lead(state)
    goes_to_time = (lead & tables[TIME_ICON]) != 0
    for side in range(tables[CONTACT_EFFECTS]):
        effect = tables[CONTACT_0 + side]
        cards = source(tables, state, effect)
        if effect == TAKE_LEAD:
            cards &= ~lead
        elif (effect == TAKE_DISCARD and not goes_to_time) or (
            effect in (TAKE_TIME, EXCHANGE_PENALTY) and goes_to_time
        ):
            cards |= lead
        if effect == EXCHANGE_PENALTY and state[HAND] == 0:
            continue
        if can_play_any(tables, state, cards, False):
            return True
    return False


@kernel
def add_each(kind: int, cards: int, out: Words, count: int) -> int:
    """Add one move of a kind for each card of a set."""
    while cards:
        out[count] = (kind << KIND_SHIFT) | (lowest(cards) << 8)
        cards &= cards - 1
        count += 1
    return count


@kernel
def add_exchanges(kind: int, given: int, taken: int, out: Words, count: int) -> int:
    """Add one exchange for each pair of a hand card and a card of the penalty areas."""
    while given:
        hand_card = lowest(given)
        given &= given - 1
        others = taken
        while others:
            out[count] = (kind << KIND_SHIFT) | (hand_card << 8) | lowest(others)
            others &= others - 1
            count += 1
    return count


@kernel
def contact_moves(tables: Tables, state: Words, out: Words, count: int) -> int:
    """Add the free actions of an unused contact, its key side apart."""
    if state[STATUS] & CONTACT_BIT:
        return count
    for side in range(tables[CONTACT_EFFECTS]):
        effect = tables[CONTACT_0 + side]
        kind = CONTACT + effect
        if effect == SHUFFLE_DISCARD:
            out[count] = kind << KIND_SHIFT
            count += 1
        elif effect == EXCHANGE_PENALTY:
            taken = source(tables, state, effect)
            count = add_exchanges(kind, state[HAND], taken, out, count)
        else:
            count = add_each(kind, source(tables, state, effect), out, count)
    return count


@kernel
def due_effect(tables: Tables, state: Words) -> int:
    """The effect that is due in phase EFFECT."""
    card = (state[STATUS] >> CARD_SHIFT) & CARD_MASK
    index = (state[STATUS] >> EFFECT_SHIFT) & EFFECT_MASK
    return tables[CARD_COLUMNS * card + EFFECT_0 + index]


@kernel
def effect_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the choices that the due effect gives; the choice to decline or skip comes last."""
    effect = due_effect(tables, state)
    count = 0
    if effect == STABILITY_CHECK:
        out[0] = CHECK << KIND_SHIFT
        return 1
    if effect in (DISCARD_HAND, DISCARD_LEAD):
        cards = state[HAND] if effect == DISCARD_HAND else cards_in_row(state)
        count = add_each(DISCARD_CARD, cards, out, 0)
        if count == 0:
            out[0] = SKIP << KIND_SHIFT
            count = 1
        return count
    cards = source(tables, state, effect)
    if effect == SHUFFLE_DISCARD:
        out[0] = SHUFFLE << KIND_SHIFT
        count = 1
    elif effect == EXCHANGE_PENALTY:
        count = add_exchanges(EXCHANGE, state[HAND], cards, out, 0)
    else:
        kind = SEARCH if effect == SEARCH_STACK else TAKE_CARD
        count = add_each(kind, cards, out, 0)
    out[count] = DECLINE << KIND_SHIFT
    return count + 1


@kernel
def immediate_targets(tables: Tables, state: Words) -> int:
    """The cards that the immediate effect of the card just drawn may discard."""
    card = (state[STATUS] >> CARD_SHIFT) & CARD_MASK
    if tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT] == IMMEDIATE_HAND:
        return state[HAND]
    return cards_in_lines(state)


@kernel
def action_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the actions a to e of a turn."""
    lead = first_lead(state)
    if lead == NO_CARD:
        out[0] = PASS << KIND_SHIFT
        return 1
    out[0] = TAKE_FIRST_LEAD << KIND_SHIFT
    count = plays(tables, state, lead, out, 1)
    if can_play_from_hand(tables, state):
        out[count] = FROM_HAND << KIND_SHIFT
        count += 1
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        if types_in(tables, state[LINE + case]) >= TYPES_TO_CLOSE:
            out[count] = (CLOSE << KIND_SHIFT) | (case << 8)
            count += 1
    out[count] = PASS << KIND_SHIFT
    return count + 1


@kernel
def hand_play_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the plays from hand; a pass if a free action has left none."""
    count = 0
    cards = state[HAND]
    while cards:
        count = plays(tables, state, lowest(cards), out, count)
        cards &= cards - 1
    if count == 0:
        out[0] = PASS << KIND_SHIFT
        count = 1
    return count


@kernel
def score_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the puzzle cards that may be scored next: five types must remain without them."""
    case = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    line = state[LINE + case]
    passed = (1 << ((state[STATUS] >> CARD_SHIFT) & CARD_MASK)) - 1
    cards = line & tables[PUZZLE] & ~passed
    count = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if types_in(tables, line & ~(1 << card)) >= TYPES_TO_CLOSE:
            out[count] = (SCORE_CARD << KIND_SHIFT) | (card << 8)
            count += 1
    out[count] = DONE << KIND_SHIFT
    return count + 1


@kernel
def legal_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves of a state to `out` and return how many there are.

    Complete, without doubles; the contact's free actions come last. None once the game is over.
    `out` needs room for MAX_MOVES.
    """
    due = phase(state)
    if due >= FIRST_TERMINAL:
        return 0
    if size(state[HAND]) > HAND_LIMIT:
        count = add_each(DISCARD_CARD, state[HAND], out, 0)
    elif due == ACTION:
        count = action_moves(tables, state, out)
    elif due == EFFECT:
        count = effect_moves(tables, state, out)
    elif due == IMMEDIATE:
        count = add_each(DISCARD_CARD, immediate_targets(tables, state), out, 0)
    elif due == HAND_PLAY:
        count = hand_play_moves(tables, state, out)
    elif due == SCORE:
        count = score_moves(tables, state, out)
        if state[STATUS] & SCORED_BIT:
            return count
    elif due == BONUS:
        count = add_each(TAKE_CARD, state[STABILITY], out, 0)
        out[count] = DECLINE << KIND_SHIFT
        return count + 1
    else:
        out[0] = DONE << KIND_SHIFT
        count = 1
    return contact_moves(tables, state, out, count)
