"""The rules of the series, first half: which moves a packed state allows.

The second half, the state after a move, stands in `play.py`. Everything here trusts its caller: a
state was reached by legal moves. `state.py` is the checked way in; `referee.py` tells the same
rules a second time. Bits are those of `layout.py`, paragraphs those of docs/rules.md.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTION,
    BONUS,
    BRIEFCASE,
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
    EQUIPMENT_BIT,
    FIRST_TERMINAL,
    GAINED_EFFECTS,
    GULFS,
    HAND,
    HAND_PLAY,
    IMMEDIATE,
    LEAD_SLOTS,
    LEADS,
    LINE,
    MAX_CASES,
    NO_CARD,
    SCORE,
    SCORED_BIT,
    STABILITY,
    STATUS,
    TASKS,
    TIME,
)
from casecracker.engine.moves import (
    CARD_ITEM,
    CHECK,
    CLOSE,
    CONTACT,
    DECLINE,
    DISCARD_CARD,
    DONE,
    DRAW_MENACE_CARD,
    EQUIPMENT_ITEM,
    EXCHANGE,
    FROM_HAND,
    ITEM_STEP,
    KIND_SHIFT,
    PACK,
    PASS,
    PLAY,
    PLAY_WITH_KEY,
    PREVENT,
    PUT_MENACE,
    SCORE_CARD,
    SEARCH,
    SHUFFLE,
    SKIP,
    TAKE_CARD,
    TAKE_FIRST_LEAD,
    UNPACK,
)
from casecracker.engine.ongoing import (
    fits_in_purple,
    gained_effects,
    menace_deck,
    over_hand_limit,
    to_be_discarded,
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
    CLOSE_5,
    COLOUR,
    CONTACT_0,
    CONTACT_EFFECTS,
    CONTACT_KEY,
    DISCARD_HAND,
    DISCARD_LEAD,
    DRAW_MENACE,
    EFFECT_0,
    EQUIPMENT,
    EXCHANGE_PENALTY,
    HAS_MENACES,
    HAS_PURPLE,
    IMMEDIATE_EFFECT,
    IMMEDIATE_HAND,
    ITEM_0,
    ITEM_COLUMNS,
    ITEM_EFFECTS,
    ITEM_KEY,
    ITEMS,
    KEY,
    KEY_ITEMS,
    LEFT,
    LOCK,
    MACHINE,
    MINIMUM,
    OTHER_ITEMS,
    PREVENT_NEXT,
    PUZZLE,
    RIGHT,
    SEARCH_MENACE,
    SEARCH_STACK,
    SHUFFLE_DISCARD,
    SKELETON_KEY,
    SKELETON_LOCK,
    STABILITY_CHECK,
    START,
    TAKE_CLOSED,
    TAKE_DISCARD,
    TAKE_LEAD,
    TAKE_STABILITY,
    TAKE_TIME,
    TIME_ICON,
    USE_KEY,
    YELLOW_LOCK,
    YELLOW_MINIMUM,
    YELLOW_SIGN,
    Tables,
    Words,
)

TYPES_TO_CLOSE = 5
CASE_5 = 4  # cases are counted from 0
EQUIPMENT_BLOCK = ITEMS + ITEM_COLUMNS * EQUIPMENT_ITEM


@kernel
def fits(tables: Tables, state: Words, card: int, case: int) -> bool:
    """Whether edge and card minimums allow the card in the case; locks apart."""
    last = last_card(state, case)
    right = tables[START + case] if last == NO_CARD else tables[CARD_COLUMNS * last + RIGHT]
    if not tables[CARD_COLUMNS * card + LEFT] & right and not (
        tables[HAS_PURPLE] and fits_in_purple(tables, state, card, case)
    ):
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

    A Yellow sign lock counts and is opened like a Lock, and needs a Yellow sign besides. A Skeleton
    lock needs a Skeleton key of its own besides.
    """
    if not (tables[LOCK] >> card) & 1:
        return True
    line = state[LINE + case]
    if (tables[YELLOW_LOCK] >> card) & 1 and not line & tables[YELLOW_SIGN]:
        return False
    effects = key_effects(state, case) + extra_keys
    if (tables[SKELETON_LOCK] >> card) & 1:
        keys = size(line & tables[SKELETON_KEY]) + effects
        if keys <= size(line & tables[SKELETON_LOCK]):
            return False
    return size(line & tables[KEY]) + effects > size(line & tables[LOCK])


@kernel
def contact_key_left(tables: Tables, state: Words) -> bool:
    """Whether the contact is unused and has a key side."""
    return tables[CONTACT_KEY] != 0 and not state[STATUS] & CONTACT_BIT


@kernel
def equipment_left(tables: Tables, state: Words) -> bool:
    """Whether the equipment card helps in this game and is unused."""
    return tables[HAS_MENACES] != 0 and not state[GULFS] & EQUIPMENT_BIT


@kernel
def items_at_hand(tables: Tables, state: Words) -> int:
    """The equipment clue cards in hand and briefcase, as a set."""
    if tables[HAS_MENACES] == 0:
        return 0
    return state[BRIEFCASE] | (state[HAND] & tables[EQUIPMENT])


@kernel
def fits_without(tables: Tables, state: Words, item: int, card: int, case: int) -> bool:
    """Whether a card that fits a case still does when an item (a set) has left the game.

    The Machine may be such an item, and no purple technique counts without it.
    """
    if not item & tables[MACHINE]:
        return True
    hand, briefcase = state[HAND], state[BRIEFCASE]
    state[HAND] &= ~item
    state[BRIEFCASE] &= ~item
    still = fits(tables, state, card, case)
    state[HAND] = hand
    state[BRIEFCASE] = briefcase
    return still


@merged_kernel
def plays_with_key(tables: Tables, state: Words, play: int, out: Words, count: int) -> int:
    """Add a play (card and case) with each key side that can go with it."""
    if contact_key_left(tables, state):
        out[count] = (PLAY_WITH_KEY << KIND_SHIFT) | play
        count += 1
    if tables[HAS_MENACES] == 0:
        return count
    kind = CONTACT + USE_KEY
    if equipment_left(tables, state) and tables[EQUIPMENT_BLOCK + ITEM_KEY]:
        out[count] = ((kind + ITEM_STEP * EQUIPMENT_ITEM) << KIND_SHIFT) | play
        count += 1
    cards = state[BRIEFCASE] & tables[KEY_ITEMS]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if fits_without(tables, state, 1 << card, play >> 8, play & 255):
            out[count] = ((kind + ITEM_STEP * (CARD_ITEM + card)) << KIND_SHIFT) | play
            count += 1
    return count


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
        elif unlocks(tables, state, card, case, 1):
            count = plays_with_key(tables, state, (card << 8) | case, out, count)
    return count


@merged_kernel
def opens_with_item(tables: Tables, state: Words, card: int, case: int) -> bool:
    """Whether the key side of an item at hand lets a card be played that fits a case.

    The contact apart, and the card itself. One more key always opens it: no card leaves a line of
    this game before it is closed, so every lock there still has a key.
    """
    if equipment_left(tables, state) and tables[EQUIPMENT_BLOCK + ITEM_KEY]:
        return True
    items = items_at_hand(tables, state) & tables[KEY_ITEMS] & ~(1 << card)
    if items & ~tables[MACHINE]:
        return True
    return items != 0 and fits_without(tables, state, items, card, case)


@kernel
def can_play_any(tables: Tables, state: Words, cards: int, with_key: bool) -> bool:
    """Whether some card of a set fits some open case, with a key side at hand if allowed."""
    extra = 1 if with_key and contact_key_left(tables, state) else 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        cases = open_cases(state)
        while cases:
            case = lowest(cases)
            cases &= cases - 1
            if not fits(tables, state, card, case):
                continue
            if unlocks(tables, state, card, case, extra):
                return True
            if with_key and tables[HAS_MENACES] and opens_with_item(tables, state, card, case):
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
    """The cards that an effect can bring to hand (for an exchange, the penalty areas).

    For a search of the menace deck, its menaces.
    """
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
    elif effect == SEARCH_MENACE:
        cards = menace_deck(state)
    return cards


@merged_kernel
def has_other_item(tables: Tables, state: Words) -> bool:
    """Whether an item at hand has a side that is no key (docs/rulings.md, C25)."""
    if tables[CONTACT_EFFECTS] and not state[STATUS] & CONTACT_BIT:
        return True
    if tables[EQUIPMENT_BLOCK + ITEM_EFFECTS] and equipment_left(tables, state):
        return True
    return (items_at_hand(tables, state) & tables[OTHER_ITEMS]) != 0


@merged_kernel
def can_play_from_hand(tables: Tables, state: Words) -> bool:
    """Whether action c is legal: a hand card can be played, or a contact's side could bring one.

    The lead is discarded first, so it may be the card that the side brings (docs/rulings.md).
    """
    if can_play_any(tables, state, state[HAND] | items_at_hand(tables, state), True):
        return True
    if tables[HAS_MENACES]:
        return has_other_item(tables, state)
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


@merged_kernel
def free_moves(tables: Tables, state: Words, out: Words, count: int) -> int:
    """Add the free actions: sides of items, key sides apart, and the briefcase."""
    if not state[STATUS] & CONTACT_BIT:
        count = item_moves(tables, state, 0, out, count)
    if tables[HAS_MENACES] == 0:
        return count
    if equipment_left(tables, state):
        count = item_moves(tables, state, EQUIPMENT_ITEM, out, count)
    cards = state[BRIEFCASE]
    while cards:
        count = item_moves(tables, state, CARD_ITEM + lowest(cards), out, count)
        cards &= cards - 1
    count = add_each(PACK, state[HAND] & tables[EQUIPMENT], out, count)
    return add_each(UNPACK, state[BRIEFCASE], out, count)


@kernel
def item_moves(tables: Tables, state: Words, item: int, out: Words, count: int) -> int:
    """Add the uses of the sides of one item, its key side apart."""
    block = ITEMS + ITEM_COLUMNS * item
    for side in range(tables[block + ITEM_EFFECTS]):
        effect = tables[block + ITEM_0 + side]
        kind = CONTACT + ITEM_STEP * item + effect
        if effect in (SHUFFLE_DISCARD, PREVENT_NEXT):
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
    if index == GAINED_EFFECTS:
        is_check = lowest(gained_effects(tables, state)) & 1
        return STABILITY_CHECK if is_check else DISCARD_LEAD
    return tables[CARD_COLUMNS * card + EFFECT_0 + index]


@kernel
def case_of_played(state: Words) -> int:
    """The open case in which the card with the due effects lies, MAX_CASES if it left."""
    card = (state[STATUS] >> CARD_SHIFT) & CARD_MASK
    case = 0
    while case < MAX_CASES and not (state[LINE + case] >> card) & 1:
        case += 1
    return case


@merged_kernel
def move_without_choice(state: Words, effect: int) -> int:
    """The one move that a mandatory effect allows which names no card."""
    kind = SKIP
    case = case_of_played(state)
    if effect == STABILITY_CHECK:
        kind = CHECK
    elif effect == DRAW_MENACE:
        kind = DRAW_MENACE_CARD
    elif effect == PREVENT_NEXT:
        kind = PREVENT if case < MAX_CASES else SKIP
    elif case == CASE_5 + effect - CLOSE_5:
        return (CLOSE << KIND_SHIFT) | (case << 8)
    return kind << KIND_SHIFT


@merged_kernel
def effect_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the choices that the due effect gives; the choice to decline or skip comes last."""
    effect = due_effect(tables, state)
    if effect in (DISCARD_HAND, DISCARD_LEAD):
        cards = state[HAND] if effect == DISCARD_HAND else cards_in_row(state)
        count = add_each(DISCARD_CARD, to_be_discarded(tables, cards), out, 0)
        if count == 0:
            out[0] = SKIP << KIND_SHIFT
            count = 1
        return count
    if effect == STABILITY_CHECK or effect >= CLOSE_5:
        out[0] = move_without_choice(state, effect)
        return 1
    count = 0
    cards = source(tables, state, effect)
    if effect == SHUFFLE_DISCARD:
        out[0] = SHUFFLE << KIND_SHIFT
        count = 1
    elif effect == EXCHANGE_PENALTY:
        count = add_exchanges(EXCHANGE, state[HAND], cards, out, 0)
    else:
        kind = SEARCH if effect == SEARCH_STACK else TAKE_CARD
        if effect == SEARCH_MENACE:
            kind = PUT_MENACE
        count = add_each(kind, cards, out, 0)
    out[count] = DECLINE << KIND_SHIFT
    return count + 1


@merged_kernel
def immediate_targets(tables: Tables, state: Words) -> int:
    """The cards that the immediate effect of the card just drawn may discard."""
    card = (state[STATUS] >> CARD_SHIFT) & CARD_MASK
    if tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT] == IMMEDIATE_HAND:
        return state[HAND]
    return cards_in_lines(state)


@merged_kernel
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


@merged_kernel
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


@merged_kernel
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
def take_or_decline(state: Words, out: Words) -> int:
    """Write the choices of a bonus or an icon that takes a card of the stability area."""
    count = add_each(TAKE_CARD, state[STABILITY], out, 0)
    out[count] = DECLINE << KIND_SHIFT
    return count + 1


@kernel
def legal_moves(tables: Tables, state: Words, out: Words) -> int:
    """Write the legal moves of a state to `out` and return how many there are.

    Complete, without doubles; free actions come last. None once the game is over.
    `out` needs room for MAX_MOVES.
    """
    due = phase(state)
    if due >= FIRST_TERMINAL:
        return 0
    if over_hand_limit(tables, state):
        count = add_each(DISCARD_CARD, to_be_discarded(tables, state[HAND]), out, 0)
    elif tables[HAS_MENACES] and state[TASKS]:
        count = take_or_decline(state, out)
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
        return take_or_decline(state, out)
    else:
        out[0] = DONE << KIND_SHIFT
        count = 1
    return free_moves(tables, state, out, count)
