"""Keys of nodes of relaxed games: 128 bits that stand for a node in their table (keys.py).

Everything is counted from the node's own turn, so that searches from different states of a game
find each other's nodes. Cards that can be of no use any more are left out.
"""

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import CLOSED, LEAD_SLOTS, PICTURE
from casecracker.engine.reading import shuffle_row
from casecracker.engine.tables import IntArray, Words
from casecracker.solver.keys import mix, wrapping_sum
from casecracker.solver.relaxed_game import (
    AREAS,
    CHECKED_FROM,
    CHECKS,
    CLOSED_MORE,
    CLOSINGS,
    CONTACT,
    DEALT,
    EFFECT_KEYS_A,
    EFFECT_KEYS_B,
    ENTERED,
    GONE,
    HELD,
    ICONS_A,
    ICONS_B,
    IMMEDIATE,
    IS_THINNED,
    KEY_1,
    KEY_2,
    KNOWN_LEADS,
    LINE_A,
    LINE_B,
    LOOSE,
    MAYBE,
    MIXERS,
    NEW_STACK,
    NOTED,
    OLD_COUNT,
    OLD_LEFT,
    OLD_MISSING,
    OLD_ORDER,
    OLD_ROW,
    OPEN_CASES,
    ORDER,
    OTHER_ICONS,
    OTHER_SIZE,
    PAIRED,
    PASSES,
    PLACE,
    RECENT,
    REORDERED,
    SEARCHED,
    SLACK,
    SLOT_0,
    SLOTS,
    STACKED,
    Relaxation,
)
from casecracker.solver.relaxed_leads import of_stability, of_time, passed_of_order, places


@kernel
def absorb(secret: IntArray, node: Words, word: int) -> None:
    """Mix one word into both halves of a node's key."""
    node[KEY_1] = mix(node[KEY_1], word, secret[1])
    node[KEY_2] = mix(node[KEY_2], word, secret[3])


@merged_kernel
def absorb_order(game: Relaxation, node: Words) -> None:
    """What is to come, as long as the stack has not been shuffled."""
    place, known = node[PLACE], game.counts[KNOWN_LEADS]
    leads = 0
    for slot in range(min(LEAD_SLOTS, known - place)):
        leads = leads << 6 | game.upcoming[place + slot]
    checked = max(0, node[CHECKED_FROM] - place) if node[CHECKS] else 0
    absorb(game.secret, node, leads | checked << 32)
    absorb(game.secret, node, node[RECENT])
    absorb(game.secret, node, places(game, place + LEAD_SLOTS, known))


@merged_kernel
def absorb_new_order(secret: IntArray, node: Words, passed: int) -> None:
    """What is to come after a shuffle."""
    absorb(secret, node, node[OLD_LEFT] | node[PASSES] << 8 | node[SEARCHED] << 16)
    absorb(secret, node, node[NEW_STACK] & ~passed)
    absorb(secret, node, node[MAYBE] & ~passed)
    absorb(secret, node, node[RECENT])
    if node[OLD_LEFT] == 0:
        return
    absorb(secret, node, node[OLD_COUNT] << 8 | node[OLD_MISSING])
    if node[OLD_COUNT]:
        absorb(secret, node, node[OLD_ORDER])
    else:
        absorb(secret, node, node[OLD_ROW])


@merged_kernel
def absorb_immediate(game: Relaxation, node: Words) -> None:
    """What immediate effects may have brought, or may bring yet."""
    absorb(game.secret, node, node[NOTED])
    absorb(game.secret, node, node[REORDERED])
    absorb(game.secret, node, node[DEALT])
    if node[ORDER] < 0:
        begin = max(node[PLACE], node[ENTERED])
        to_come = places(game, begin, max(begin, game.counts[KNOWN_LEADS]))
        absorb(game.secret, node, to_come & game.sets[IMMEDIATE])


@merged_kernel
def absorb_numbers(game: Relaxation, state: Words, node: Words) -> None:
    """All small numbers."""
    small = (
        node[HELD] | node[PAIRED] << 3 | node[GONE] << 4 | node[CHECKS] << 12 | node[CONTACT] << 20
    )
    small |= node[IS_THINNED] << 21 | node[CLOSINGS] << 22 | node[CLOSED_MORE] << 24
    small |= node[ICONS_A] << 30 | node[ICONS_B] << 35
    small |= node[EFFECT_KEYS_A] << 40 | node[EFFECT_KEYS_B] << 44
    small |= game.counts[OPEN_CASES] << 48
    absorb(game.secret, node, small)
    absorb(game.secret, node, (node[ORDER] + 1) << 12 | shuffle_row(state) | node[STACKED] << 24)
    if node[SLACK]:
        absorb(game.secret, node, node[OTHER_ICONS] | node[OTHER_SIZE] << 8)


@merged_kernel
def write_key(
    game: Relaxation,
    state: Words,
    node: Words,
    wanted: int,
) -> None:
    """Write the key of a node; of the cards in hand and areas only the wanted ones come in.

    The slots come in as a sum, so that their order does not matter. The first half is never 0.
    """
    tables, secret = game.tables, game.secret
    node[KEY_1], node[KEY_2] = secret[0], secret[2]
    absorb_numbers(game, state, node)
    areas = node[AREAS]
    if node[ORDER] < 0:
        areas |= places(game, 0, node[PLACE])
        absorb_order(game, node)
    else:
        passed = passed_of_order(tables, node)
        areas |= passed
        absorb_new_order(secret, node, passed)
    if game.sets[IMMEDIATE]:
        absorb_immediate(game, node)
    elif wanted & game.sets[MIXERS] == 0:
        areas &= wanted  # cards without use matter where they may come into the stack alone
    absorb(secret, node, areas)
    absorb(secret, node, areas & of_time(tables, state, node))
    absorb(secret, node, areas & of_stability(tables, state, node))
    absorb(secret, node, node[LINE_A])
    absorb(secret, node, node[LINE_B])
    absorb(secret, node, node[LOOSE])
    absorb(secret, node, state[PICTURE])
    absorb(secret, node, state[CLOSED])
    sum_a, sum_b = 0, 0
    for slot in range(node[SLOTS]):
        sum_a = wrapping_sum(sum_a, mix(secret[0], node[SLOT_0 + slot], secret[1]))
        sum_b = wrapping_sum(sum_b, mix(secret[2], node[SLOT_0 + slot], secret[3]))
    node[KEY_1] = mix(mix(secret[0], sum_a, secret[1]), node[KEY_1], secret[1]) | 1
    node[KEY_2] = mix(mix(secret[2], sum_b, secret[3]), node[KEY_2], secret[3])
