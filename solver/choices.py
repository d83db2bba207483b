"""The moves that the searches look at: those of the rules, less what the briefcase makes idle.

Infinite Gulfs of Darkness lets equipment cards go into the briefcase and back at any time. A card
that lies there can do all that it could do in hand and does not count against the hand limit, so
nothing is lost if it is put there as soon as it comes to hand, and taken out only for a move that
names it, or for the discard to the hand limit that taking it out may force. `choices` gives each
such pair as one move, `choose` plays it and packs again. In the other games both are the rules'.

Every line of the rules has a line of this kind that wins as early: packing at once and unpacking
right before such a move passes through the same cards on the table (tests/test_choices.py).
"""

import numpy as np

from casecracker.engine.bits import lowest
from casecracker.engine.jit import kernel
from casecracker.engine.layout import (
    ACTION,
    BRIEFCASE,
    FIRST_TERMINAL,
    HAND,
    HAND_PLAY,
    SCORED_BIT,
    STATUS,
)
from casecracker.engine.moves import (
    CONTACT,
    DISCARD_CARD,
    EXCHANGE,
    ITEM_STEP,
    KIND_SHIFT,
    PACK,
    PLAY,
    PLAY_WITH_KEY,
    UNPACK,
)
from casecracker.engine.ongoing import over_hand_limit
from casecracker.engine.play import apply, settle
from casecracker.engine.reading import phase
from casecracker.engine.rules import legal_moves
from casecracker.engine.tables import (
    EQUIPMENT,
    EXCHANGE_PENALTY,
    HAS_MENACES,
    USE_KEY,
    IntArray,
    Tables,
    Words,
)

UNPACK_SHIFT = 40
"""From this bit on: 1 + the card that is unpacked before the move; 0 for none."""

RULES_MASK = (1 << UNPACK_SHIFT) - 1


@kernel
def names_hand_card(move: int, card: int) -> bool:
    """Whether a move plays, discards or exchanges that card from hand."""
    if ((move >> 8) & 255) != card:
        return False
    kind = move >> KIND_SHIFT
    if kind >= CONTACT:
        return (kind - CONTACT) % ITEM_STEP in (EXCHANGE_PENALTY, USE_KEY)
    return kind in (PLAY, PLAY_WITH_KEY, DISCARD_CARD, EXCHANGE)


@kernel
def choices(tables: Tables, state: Words, out: IntArray) -> int:
    """Write the moves that a search looks at, and return how many there are."""
    count = legal_moves(tables, state, out)
    if tables[HAS_MENACES] == 0:
        return count
    kept = 0
    for place in range(count):
        if not PACK <= out[place] >> KIND_SHIFT <= UNPACK:
            out[kept] = out[place]
            kept += 1
    if state[STATUS] & SCORED_BIT:
        return kept
    cards = state[BRIEFCASE]
    while cards:
        kept = unpacking_choices(tables, state, lowest(cards), out, kept)
        cards &= cards - 1
    return kept


@kernel
def unpacking_choices(tables: Tables, state: Words, card: int, out: IntArray, count: int) -> int:
    """Add the moves for which a card is taken out of the briefcase."""
    bit = 1 << card
    was_over = over_hand_limit(tables, state)
    state[BRIEFCASE] ^= bit
    state[HAND] ^= bit
    forces_discard = not was_over and over_hand_limit(tables, state)
    end = legal_moves(tables, state, out[count:])
    state[BRIEFCASE] ^= bit
    state[HAND] ^= bit
    kept = count
    for place in range(count, count + end):
        move = out[place]
        discards = forces_discard and move >> KIND_SHIFT == DISCARD_CARD
        if discards or names_hand_card(move, card):
            out[kept] = move | (card + 1) << UNPACK_SHIFT
            kept += 1
    return kept


@kernel
def narrow_choices(tables: Tables, state: Words, out: IntArray) -> int:
    """The same for a pass that need not be complete: fewer moments for free actions.

    Items are used before an action or a play from hand alone; nothing is unpacked to be discarded.
    """
    count = choices(tables, state, out)
    if not tables[HAS_MENACES]:
        return count
    is_moment = phase(state) in (ACTION, HAND_PLAY) and not over_hand_limit(tables, state)
    kept = 0
    for place in range(count):
        move = out[place]
        kind = (move & RULES_MASK) >> KIND_SHIFT
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
    unpacked = move >> UNPACK_SHIFT
    if unpacked:
        state[HAND] ^= 1 << (unpacked - 1)
        state[BRIEFCASE] ^= 1 << (unpacked - 1)
    apply(tables, state, move & RULES_MASK)
    equipment = state[HAND] & tables[EQUIPMENT]
    while equipment and phase(state) < FIRST_TERMINAL and not state[STATUS] & SCORED_BIT:
        state[HAND] ^= equipment
        state[BRIEFCASE] ^= equipment
        settle(tables, state)
        equipment = state[HAND] & tables[EQUIPMENT]


def moves_of_rules(tables: IntArray, state: IntArray, move: int) -> list[int]:
    """The moves of the rules that a move of `choices` stands for; plays them on `state`."""
    card = (move >> UNPACK_SHIFT) - 1
    moves = [UNPACK << KIND_SHIFT | card << 8] if card >= 0 else []
    moves.append(move & RULES_MASK)
    after = state.copy()
    choose(tables, after, move)
    for step in moves:
        apply(tables, state, step)
    while not np.array_equal(state, after):
        equipment = int(state[HAND] & tables[EQUIPMENT])
        assert equipment, "a move of the search has no line of the rules"
        moves.append(PACK << KIND_SHIFT | int(lowest(equipment)) << 8)
        apply(tables, state, moves[-1])
    return moves
