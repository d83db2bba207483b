"""The rules of the series, second half: the state after a legal move, up to the next decision.

The first half, which moves are legal, stands in `rules.py`; legality is the caller's promise. What
follows the action of a turn stands in `maintenance.py`, the set-up in `opening.py`. Bits are those
of `layout.py`, paragraphs those of docs/rules.md.
"""

from casecracker.engine.bits import lowest, size
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
)
from casecracker.engine.checks import stability_check
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
    CASE_SOURCE,
    CHECK_AT_FIRST,
    CLOSED,
    CONTACT_BIT,
    DISCARD,
    EFFECT,
    EFFECT_MASK,
    EFFECT_SHIFT,
    END,
    EQUIPMENT_BIT,
    FIRST_TERMINAL,
    GAINED_EFFECTS,
    GAINED_MASK,
    GAINED_SHIFT,
    GULFS,
    HAND,
    HAND_PLAY,
    IMMEDIATE,
    KEY_BITS,
    KEY_MASK,
    KEY_SHIFT,
    LINE,
    OPEN_SHIFT,
    OUT_OF_LEADS,
    PHASE_MASK,
    PICTURE,
    PREVENT_ANY_BIT,
    PREVENT_SHIFT,
    SCORE,
    SCORED_BIT,
    SIX_BIT,
    STABILITY,
    STACK,
    STATUS,
    TASKS,
    TIME,
    TOPS,
    WINDOW,
)
from casecracker.engine.maintenance import maintain, resolve_immediate
from casecracker.engine.menaces import enter_menace, new_menace, push_icons, push_task, unmask
from casecracker.engine.moves import (
    CARD_ITEM,
    CLOSE,
    CONTACT,
    DECLINE,
    DISCARD_CARD,
    EQUIPMENT_ITEM,
    FROM_HAND,
    ITEM_STEP,
    KIND_SHIFT,
    PACK,
    PASS,
    PLAY,
    PLAY_WITH_KEY,
    SCORE_CARD,
    SKIP,
    TAKE_CARD,
    TAKE_FIRST_LEAD,
)
from casecracker.engine.ongoing import active_sources, gained_effects, gains_of, over_hand_limit
from casecracker.engine.reading import cards_in_lines, first_lead, open_cases, phase, types_in
from casecracker.engine.rules import (
    case_of_played,
    due_effect,
    equipment_left,
    items_at_hand,
    source,
)
from casecracker.engine.tables import (
    BONUS_TYPES,
    CARD_COLUMNS,
    DARKNESS,
    DISCARD_HAND,
    DISCARD_LEAD,
    DRAW_MENACE,
    EFFECTS,
    EXCHANGE_PENALTY,
    HAS_MENACES,
    ITEM_0,
    ITEM_COLUMNS,
    ITEM_EFFECTS,
    ITEMS,
    KEEPS_SEQUENCE,
    PREVENT_NEXT,
    PUZZLE,
    SEARCH_MENACE,
    SEARCH_STACK,
    SHUFFLE_DISCARD,
    STABILITY_CHECK,
    TAKE_STABILITY,
    USE_KEY,
    Tables,
    Words,
)
from casecracker.engine.tasks import carry_on, pass_icon

STRAIN_FROM = 8  # Mental strain: this card of a line and later ones


@merged_kernel
def is_prevented(state: Words, case: int) -> bool:
    """Whether the effects of the card just played to a case are prevented; what did is used up."""
    covers = PREVENT_ANY_BIT | (1 << (PREVENT_SHIFT + case))
    prevented = (state[GULFS] & covers) != 0
    state[GULFS] &= ~covers
    return prevented


@merged_kernel
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
    if tables[HAS_MENACES] and is_prevented(state, case):
        state[STATUS] = cleared | END
    else:
        state[STATUS] = cleared | EFFECT | (card << CARD_SHIFT)
    if size(state[LINE + case]) >= STRAIN_FROM:
        if tables[HAS_MENACES]:  # the card may be the Machine, and its consequences come first
            push_task(state, OUT_OF_LEADS, CHECK_AT_FIRST)
        else:
            stability_check(tables, state)


@kernel
def spend_item(state: Words, item: int) -> None:
    """An item that is used leaves the game."""
    if item == 0:
        state[STATUS] |= CONTACT_BIT
    elif item == EQUIPMENT_ITEM:
        state[GULFS] |= EQUIPMENT_BIT
    else:
        state[BRIEFCASE] &= ~(1 << (item - CARD_ITEM))


@kernel
def spend_key(state: Words, item: int, case: int) -> None:
    """Use an item's key side on a case; it counts there from now on."""
    spend_item(state, item)
    state[TOPS] += 1 << (KEY_SHIFT + KEY_BITS * case)


@merged_kernel
def begin_closing(tables: Tables, state: Words, case: int) -> None:
    """Action d: discard the lead; the case is ready to be scored."""
    discard_first_lead(tables, state)
    status = state[STATUS] & ~(
        PHASE_MASK | (CARD_MASK << CARD_SHIFT) | (CASE_MASK << CASE_SHIFT) | SIX_BIT | SCORED_BIT
    )
    if types_in(tables, state[LINE + case]) >= tables[BONUS_TYPES]:
        status |= SIX_BIT
    state[STATUS] = status | SCORE | (case << CASE_SHIFT)


@merged_kernel
def score_card(tables: Tables, state: Words, card: int) -> None:
    """Move a puzzle card of the case being closed to the big picture."""
    case = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    state[LINE + case] &= ~(1 << card)
    state[PICTURE] |= 1 << card
    drop_from_sequence(tables, state, 1 << card)
    state[STATUS] = (state[STATUS] & ~(CARD_MASK << CARD_SHIFT)) | ((card + 1) << CARD_SHIFT)
    state[STATUS] |= SCORED_BIT


@kernel
def put_case_away(tables: Tables, state: Words, case: int) -> None:
    """The cards of a line go to the closed cases; the icons of its case card are due."""
    state[CLOSED] |= state[LINE + case]
    drop_from_sequence(tables, state, state[LINE + case])
    state[LINE + case] = 0
    state[TOPS] |= CARD_MASK << CARD_BITS * case
    state[TOPS] &= ~(KEY_MASK << (KEY_SHIFT + KEY_BITS * case))
    state[STATUS] &= ~(1 << (OPEN_SHIFT + case))
    if tables[HAS_MENACES]:
        state[GULFS] &= ~(1 << (PREVENT_SHIFT + case))
        push_icons(tables, state, CASE_SOURCE + case)


@merged_kernel
def close_by_effect(tables: Tables, state: Words, case: int) -> None:
    """Close a case and score all puzzle cards of its line."""
    puzzles = state[LINE + case] & tables[PUZZLE]
    state[PICTURE] |= puzzles
    state[LINE + case] &= ~puzzles
    put_case_away(tables, state, case)


@merged_kernel
def finish_closing(tables: Tables, state: Words) -> None:
    """Put the case away; with no case left, shuffle and draw a victim; then the bonus."""
    case = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    six = state[STATUS] & SIX_BIT
    state[STATUS] &= ~((CARD_MASK << CARD_SHIFT) | (CASE_MASK << CASE_SHIFT) | SIX_BIT | SCORED_BIT)
    put_case_away(tables, state, case)
    if tables[HAS_MENACES]:
        set_phase(state, END)
        return
    if open_cases(state) == 0:
        cards = state[DISCARD] | state[TIME]
        state[DISCARD] = 0
        state[TIME] = 0
        shuffle_in(tables, state, cards)
        if not new_victim(tables, state):
            return
    set_phase(state, BONUS if six and state[STABILITY] else END)


@merged_kernel
def go_on_closing(tables: Tables, state: Words, kind: int, card: int) -> None:
    """Score one more card of the case being closed, or no more."""
    if kind == SCORE_CARD:
        score_card(tables, state, card)
    else:
        finish_closing(tables, state)


@merged_kernel
def carry_out_gulfs(tables: Tables, state: Words, effect: int, first: int) -> None:
    """Carry out an effect that only Infinite Gulfs of Darkness has; `first` is a menace or case."""
    if effect == SEARCH_MENACE:
        enter_menace(tables, state, first)
    elif effect == DRAW_MENACE:
        new_menace(tables, state)
    elif effect != PREVENT_NEXT:
        close_by_effect(tables, state, first)
    else:
        state[GULFS] |= 1 << (PREVENT_SHIFT + case_of_played(state))


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
    elif effect >= SEARCH_MENACE:
        carry_out_gulfs(tables, state, effect, first)
    else:
        move_card(tables, state, effect, first)


@kernel
def is_useful(tables: Tables, state: Words, item: int, others: int) -> bool:
    """Whether a side of an item, its key apart, could be used now.

    `others` are the cards that could be in hand besides it.
    """
    block = ITEMS + ITEM_COLUMNS * item
    for side in range(tables[block + ITEM_EFFECTS]):
        effect = tables[block + ITEM_0 + side]
        if effect in (SHUFFLE_DISCARD, PREVENT_NEXT):
            return True
        if effect == EXCHANGE_PENALTY and others == 0:
            continue
        if effect == SEARCH_STACK:
            if state[STACK]:
                return True
        elif source(tables, state, effect):
            return True
    return False


@merged_kernel
def any_item_is_useful(tables: Tables, state: Words) -> bool:
    """Whether a free action other than to and from the briefcase is left that could be used now."""
    items = items_at_hand(tables, state)
    others = state[HAND] | items
    if not state[STATUS] & CONTACT_BIT and is_useful(tables, state, 0, others):
        return True
    if equipment_left(tables, state) and is_useful(tables, state, EQUIPMENT_ITEM, others):
        return True
    while items:
        card = lowest(items)
        items &= items - 1
        if is_useful(tables, state, CARD_ITEM + card, others & ~(1 << card)):
            return True
    return False


@merged_kernel
def effects_left(tables: Tables, state: Words) -> bool:
    """Whether the card just played has an effect that is still due, printed or gained."""
    card = (state[STATUS] >> CARD_SHIFT) & CARD_MASK
    index = (state[STATUS] >> EFFECT_SHIFT) & EFFECT_MASK
    if index < tables[CARD_COLUMNS * card + EFFECTS]:
        return True
    if tables[HAS_MENACES] == 0 or not (tables[DARKNESS] >> card) & 1:
        return False
    if index < GAINED_EFFECTS:
        gains = gains_of(tables, active_sources(state))
        state[GULFS] |= gains << GAINED_SHIFT
        state[STATUS] |= GAINED_EFFECTS << EFFECT_SHIFT
    if gained_effects(tables, state):
        return True
    state[GULFS] &= ~(GAINED_MASK << GAINED_SHIFT)
    return False


@merged_kernel
def end_effect(tables: Tables, state: Words) -> None:
    """The effect that was due is through."""
    index = (state[STATUS] >> EFFECT_SHIFT) & EFFECT_MASK
    if index == GAINED_EFFECTS:
        state[GULFS] &= ~(1 << (GAINED_SHIFT + lowest(gained_effects(tables, state))))
    else:
        state[STATUS] += 1 << EFFECT_SHIFT


@kernel
def go_on(tables: Tables, state: Words) -> None:
    """Go on to the next effect, to the window or through maintenance, whichever is due."""
    due = phase(state)
    if due == EFFECT and not effects_left(tables, state):
        state[STATUS] &= ~((CARD_MASK << CARD_SHIFT) | (EFFECT_MASK << EFFECT_SHIFT))
        due = END
    if due not in (END, WINDOW):
        return
    if any_item_is_useful(tables, state):
        set_phase(state, WINDOW)
    else:
        maintain(tables, state)


@kernel
def settle(tables: Tables, state: Words) -> None:
    """Go on without a choice until a decision is due or the game is over."""
    while phase(state) < FIRST_TERMINAL and not over_hand_limit(tables, state):
        if tables[HAS_MENACES] == 0:
            go_on(tables, state)
            return
        if unmask(tables, state):
            continue
        if state[TASKS]:
            if carry_on(tables, state):
                continue
            return
        go_on(tables, state)
        if state[TASKS] == 0:
            return


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
            spend_key(state, 0, case)
        play_card(tables, state, card, case)


@merged_kernel
def use_item(tables: Tables, state: Words, use: int, first: int, second: int) -> None:
    """A free action of an item, or a play that its key side goes with."""
    item, effect = use // ITEM_STEP, use % ITEM_STEP
    if effect == USE_KEY:
        spend_key(state, item, second)
        take_action(tables, state, PLAY, first, second)
        return
    spend_item(state, item)
    if effect == PREVENT_NEXT:
        state[GULFS] |= PREVENT_ANY_BIT
    else:
        carry_out(tables, state, effect, first, second)


@merged_kernel
def resolve_effect(tables: Tables, state: Words, kind: int, first: int, second: int) -> None:
    """The choice for the effect that is due."""
    effect = due_effect(tables, state)
    end_effect(tables, state)
    if kind not in (DECLINE, SKIP):
        carry_out(tables, state, effect, first, second)


@kernel
def apply(tables: Tables, state: Words, move: int) -> None:
    """Turn `state` into the state after a legal move, up to the next decision."""
    kind = move >> KIND_SHIFT
    first = (move >> 8) & 255
    second = move & 255
    if kind >= CONTACT:
        use_item(tables, state, kind - CONTACT, first, second)
    elif kind == DISCARD_CARD and over_hand_limit(tables, state):
        state[HAND] &= ~(1 << first)
        discard(tables, state, first)
    elif kind >= PACK:
        state[HAND] ^= 1 << first
        state[BRIEFCASE] ^= 1 << first
    elif tables[HAS_MENACES] and state[TASKS]:
        pass_icon(tables, state)
        if kind == TAKE_CARD:
            move_card(tables, state, TAKE_STABILITY, first)
    elif phase(state) == EFFECT:
        resolve_effect(tables, state, kind, first, second)
    elif kind <= PASS:
        take_action(tables, state, kind, first, second)
    elif phase(state) == SCORE:
        go_on_closing(tables, state, kind, first)
    elif phase(state) == IMMEDIATE:
        resolve_immediate(tables, state, first)
    elif phase(state) == BONUS:
        if kind == TAKE_CARD:
            move_card(tables, state, TAKE_STABILITY, first)
        set_phase(state, END)
    else:
        maintain(tables, state)
    settle(tables, state)
