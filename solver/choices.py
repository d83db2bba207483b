"""The moves that the searches look at: those of the rules, less what the briefcase makes idle.

Infinite Gulfs of Darkness lets equipment cards go into the briefcase and back at any time. A card
that lies there can do all that it could do in hand and does not count against the hand limit. So
between two moves all of them lie there, and a move takes out what it needs: `choices` gives both as
one move, `choose` plays it and packs again. In the other games both are the rules'.

Cards are taken out for four reasons. A move may name one (a play, a discard, an exchange). Cards
that fill the hand over its limit force a discard, which may be wanted (FORCE). A key is none in
hand, so that nothing can be played and passing is allowed (FORCE too). And a hand that was
filled up before a move is over its limit as soon as a card comes to it, so that something may be
discarded at that moment, before the game goes on (KEEP): only then equipment stays in hand, until
the next move. What is taken out is then as much as the hand holds, since packing it one by one is
allowed at that moment; cards that cannot be discarded first, since they force nothing else.

Every line of the rules has a line of this kind that wins as early, and the other way round
(tests/test_choices.py).
"""

import numpy as np

from casecracker.engine.bits import lowest, size
from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTION,
    BRIEFCASE,
    FIRST_TERMINAL,
    HAND,
    HAND_PLAY,
    SCORED_BIT,
    STATUS,
    TASKS,
)
from casecracker.engine.moves import (
    CARD_ITEM,
    CONTACT,
    DISCARD_CARD,
    EXCHANGE,
    ITEM_STEP,
    KIND_SHIFT,
    PACK,
    PASS,
    PLAY,
    PLAY_WITH_KEY,
    SEARCH,
    SKIP,
    TAKE_CARD,
    TAKE_FIRST_LEAD,
    UNPACK,
)
from casecracker.engine.ongoing import hand_limit, over_hand_limit
from casecracker.engine.play import apply, settle
from casecracker.engine.reading import first_lead, phase
from casecracker.engine.rules import can_play_any, due_effect, legal_moves
from casecracker.engine.tables import (
    DISCARD_HAND,
    EQUIPMENT,
    EXCHANGE_PENALTY,
    FACES,
    HAS_MENACES,
    KEY_ITEMS,
    NO_DISCARD,
    SEARCH_STACK,
    USE_KEY,
    IntArray,
    Tables,
    Words,
)
from casecracker.solver.goals import faces_to_come

UNPACK_SHIFT, UNPACK_MASK = 40, 63
"""From this bit on: 1 + the card that is unpacked before the move; 0 for none."""

KEEP = 1 << 46
"""The hand is filled up before the move, and not packed as long as it is over its limit then."""

FORCE = 1 << 47
"""A discard that is legal only because the hand was filled over its limit, or a pass that is legal
only because all keys of the briefcase are in hand."""

RULES_MASK = (1 << UNPACK_SHIFT) - 1


@kernel
def kind_of(move: int) -> int:
    """The kind of the move of the rules."""
    return (move & RULES_MASK) >> KIND_SHIFT


@merged_kernel
def names_hand_card(move: int, card: int) -> bool:
    """Whether a move plays, discards or exchanges that card from hand."""
    if ((move >> 8) & 255) != card:
        return False
    kind = move >> KIND_SHIFT
    if kind >= CONTACT:
        return (kind - CONTACT) % ITEM_STEP in (EXCHANGE_PENALTY, USE_KEY)
    return kind in (PLAY, PLAY_WITH_KEY, DISCARD_CARD, EXCHANGE)


@kernel
def plain_choices(tables: Tables, state: Words, out: IntArray) -> int:
    """Write the moves for which at most one card is unpacked, one that they name."""
    count = legal_moves(tables, state, out)
    if tables[HAS_MENACES] == 0:
        return count
    kept = 0
    for place in range(count):
        if out[place] >> KIND_SHIFT != UNPACK:
            out[kept] = out[place]
            kept += 1
    if state[STATUS] & SCORED_BIT:
        return kept
    cards = state[BRIEFCASE]
    while cards:
        kept = naming_choices(tables, state, lowest(cards), out, kept)
        cards &= cards - 1
    return kept


@merged_kernel
def naming_choices(tables: Tables, state: Words, card: int, out: IntArray, count: int) -> int:
    """Add the moves that name a card of the briefcase once it is in hand."""
    bit = 1 << card
    was_over = over_hand_limit(tables, state)
    state[BRIEFCASE] ^= bit
    state[HAND] ^= bit
    end = 0
    if was_over or not over_hand_limit(tables, state):
        end = legal_moves(tables, state, out[count:])
    state[BRIEFCASE] ^= bit
    state[HAND] ^= bit
    kept = count
    for place in range(count, count + end):
        if names_hand_card(out[place], card):
            out[kept] = out[place] | (card + 1) << UNPACK_SHIFT
            kept += 1
    return kept


@merged_kernel
def staying(tables: Tables, state: Words, move: int) -> int:
    """The cards of the briefcase that must not be taken out just to fill the hand, as a set."""
    kind = kind_of(move)
    named = (move >> 8) & 255
    if kind == DISCARD_CARD and (tables[NO_DISCARD] >> named) & 1:
        return ~tables[NO_DISCARD]  # any other card would have to be discarded instead
    if kind == SKIP and due_effect(tables, state) == DISCARD_HAND:
        return state[BRIEFCASE]  # the hand is empty
    cards = 0
    if kind >= CONTACT and (kind - CONTACT) // ITEM_STEP >= CARD_ITEM:
        cards = 1 << ((kind - CONTACT) // ITEM_STEP - CARD_ITEM)
    if kind == PASS and phase(state) == HAND_PLAY:
        items = state[BRIEFCASE]
        while items:
            if can_play_any(tables, state, items & -items, True):
                cards |= items & -items
            items &= items - 1
    return cards


@kernel
def is_by_limit(tables: Tables, state: Words, move: int) -> bool:
    """Whether a move is a discard to the hand limit."""
    if kind_of(move) != DISCARD_CARD:
        return False
    return (move & FORCE) != 0 or over_hand_limit(tables, state)


@kernel
def wanted_in_hand(tables: Tables, state: Words, move: int) -> int:
    """How many cards are to be in hand before a move."""
    limit = hand_limit(tables, state)
    if is_by_limit(tables, state, move):
        return limit + 2 if move & KEEP else limit + 1
    return limit if move & KEEP else 0


@merged_kernel
def next_to_unpack(tables: Tables, state: Words, move: int) -> int:
    """The card that comes out of the briefcase next to fill the hand for a move, as a set."""
    if not move & (KEEP | FORCE) or state[STATUS] & SCORED_BIT:
        return 0
    keys = state[BRIEFCASE] & tables[KEY_ITEMS]
    if move & FORCE and kind_of(move) == PASS and keys:
        return keys & -keys
    if size(state[HAND]) >= wanted_in_hand(tables, state, move):
        return 0
    cards = state[BRIEFCASE] & ~staying(tables, state, move)
    stubborn = cards & tables[NO_DISCARD]
    return stubborn & -stubborn if stubborn else cards & -cards


@kernel
def unpack_for(tables: Tables, state: Words, move: int) -> int:
    """Take out of the briefcase what a move needs in hand; the cards are returned as a set."""
    unpacked = (move >> UNPACK_SHIFT) & UNPACK_MASK
    bit = 1 << (unpacked - 1) if unpacked else 0
    cards = 0
    while True:
        state[HAND] |= bit
        state[BRIEFCASE] &= ~bit
        cards |= bit
        bit = next_to_unpack(tables, state, move)
        if bit == 0:
            return cards


@merged_kernel
def brought(tables: Tables, state: Words, move: int) -> int:
    """The equipment that a move may bring to hand, as a set."""
    kind = kind_of(move)
    effect = (kind - CONTACT) % ITEM_STEP if kind >= CONTACT else -1
    coming = faces_to_come(tables, state)
    if state[TASKS]:
        coming |= tables[FACES]
    if kind == TAKE_FIRST_LEAD:
        coming |= 1 << first_lead(state)
    elif kind == EXCHANGE or effect == EXCHANGE_PENALTY:
        coming |= 1 << (move & 255)
    elif kind in (TAKE_CARD, SEARCH) or 0 <= effect <= SEARCH_STACK:
        coming |= 1 << ((move >> 8) & 255)
    return coming & tables[EQUIPMENT]


@kernel
def is_possible(tables: Tables, state: Words, move: int) -> bool:
    """Whether the briefcase has what a move with KEEP or FORCE needs, and KEEP changes anything."""
    by_limit = is_by_limit(tables, state, move)
    cards = unpack_for(tables, state, move)
    enough = size(state[HAND]) >= wanted_in_hand(tables, state, move)
    kept = state[HAND] & tables[EQUIPMENT] | brought(tables, state, move)
    state[HAND] &= ~cards
    state[BRIEFCASE] |= cards
    unpacked = (move >> UNPACK_SHIFT) & UNPACK_MASK
    if unpacked:
        kept &= ~(1 << (unpacked - 1))
    return enough if by_limit else kept != 0


@merged_kernel
def forced_pass(tables: Tables, state: Words, out: IntArray, count: int) -> int:
    """Add the pass that is legal after action c once all keys of the briefcase are in hand."""
    keys = state[BRIEFCASE] & tables[KEY_ITEMS]
    if phase(state) != HAND_PLAY or keys == 0 or kind_of(out[0]) == PASS:
        return count
    if size(state[HAND]) + size(keys) > hand_limit(tables, state):
        return count
    state[HAND] |= keys
    state[BRIEFCASE] &= ~keys
    legal_moves(tables, state, out[count:])
    state[HAND] &= ~keys
    state[BRIEFCASE] |= keys
    if kind_of(out[count]) != PASS:
        return count
    out[count] = FORCE | PASS << KIND_SHIFT
    return count + 1


@merged_kernel
def forced_choices(tables: Tables, state: Words, out: IntArray, count: int) -> int:
    """Add the discards that a hand filled over its limit would force."""
    limit = hand_limit(tables, state)
    hand, items = state[HAND], state[BRIEFCASE]
    if size(hand) > limit or size(hand) + size(items) <= limit:
        return count
    cards = hand | items
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if (tables[NO_DISCARD] >> card) & 1 and hand & ~tables[NO_DISCARD]:
            continue
        move = FORCE | (DISCARD_CARD << KIND_SHIFT) | (card << 8)
        if (items >> card) & 1:
            move |= (card + 1) << UNPACK_SHIFT
        if is_possible(tables, state, move):
            out[count] = move
            count += 1
    return count


@merged_kernel
def choices(tables: Tables, state: Words, out: IntArray) -> int:
    """Write the moves that a complete search looks at, and return how many there are."""
    count = plain_choices(tables, state, out)
    if tables[EQUIPMENT] == 0:
        return count
    if not state[STATUS] & SCORED_BIT:
        count = forced_pass(tables, state, out, count)
        count = forced_choices(tables, state, out, count)
    end = min(count, out.shape[0] - count)
    for place in range(end):
        move = out[place] | KEEP
        if is_possible(tables, state, move):
            out[count] = move
            count += 1
    return count


@merged_kernel
def narrow_choices(tables: Tables, state: Words, out: IntArray) -> int:
    """The same for a pass that need not be complete: fewer moments for free actions.

    Items are used before an action or a play from hand alone; nothing is unpacked to be discarded.
    """
    count = plain_choices(tables, state, out)
    if not tables[HAS_MENACES]:
        return count
    is_moment = phase(state) in (ACTION, HAND_PLAY) and not over_hand_limit(tables, state)
    kept = 0
    for place in range(count):
        move = out[place]
        kind = kind_of(move)
        if move >> UNPACK_SHIFT and kind == DISCARD_CARD:
            continue
        if kind >= CONTACT and (kind - CONTACT) % ITEM_STEP != USE_KEY and not is_moment:
            continue
        out[kept] = move
        kept += 1
    return kept if kept else count


@kernel
def choose(tables: Tables, state: Words, move: int) -> None:
    """Turn `state` into the state after a move of `choices`, equipment packed again."""
    if tables[HAS_MENACES] == 0:
        apply(tables, state, move)
        return
    unpack_for(tables, state, move)
    apply(tables, state, move & RULES_MASK)
    if move & KEEP and over_hand_limit(tables, state):
        return
    while phase(state) < FIRST_TERMINAL and not state[STATUS] & SCORED_BIT:
        equipment = state[HAND] & tables[EQUIPMENT]
        if equipment == 0:
            return
        # One by one, as by the rules: the first may let the game go on to its end.
        state[HAND] ^= equipment & -equipment
        state[BRIEFCASE] ^= equipment & -equipment
        settle(tables, state)


def moves_of_rules(tables: IntArray, state: IntArray, move: int) -> list[int]:
    """The moves of the rules that a move of `choices` stands for; plays them on `state`."""
    after = state.copy()
    choose(tables, after, move)
    moves = _unpacking(tables, state, move)
    moves.append(move & RULES_MASK)
    for step in moves:
        apply(tables, state, step)
    while not np.array_equal(state, after):
        equipment = int(state[HAND] & tables[EQUIPMENT])
        assert equipment, "a move of the search has no line of the rules"
        moves.append(PACK << KIND_SHIFT | int(lowest(equipment)) << 8)
        apply(tables, state, moves[-1])
    return moves


def _unpacking(tables: IntArray, state: IntArray, move: int) -> list[int]:
    """The moves of the rules that take out of the briefcase what a move needs."""
    if not tables[HAS_MENACES]:
        return []
    cards = int(unpack_for(tables, state.copy(), move))
    return [UNPACK << KIND_SHIFT | card << 8 for card in range(MAX_CLUES) if (cards >> card) & 1]
