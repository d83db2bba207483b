"""Keys of states: 128 bits that stand for a state in the search tables.

States that differ only in the numbering of their open cases, or in the victim of a case whose line
has begun, have the same future and get the same key. Cards are in exactly one place each, so the
big picture need not be hashed: it is what is left. The turn is left out too. In Infinite Gulfs a
case is known by its card and cards may be out of the game, so both come in.

The key is a hash, keyed per deal (`hash_key`), not the state itself: with n states stored, the
chance that any two of them share a key by accident is about n^2 / 2^129, 10^-23 at 10^8 states.
Results that rest on it say so.
"""

import hashlib
from collections.abc import Callable

import numpy as np

from casecracker.engine.bits import lowest
from casecracker.engine.cards import Deck
from casecracker.engine.jit import COMPILED, kernel, merged_kernel
from casecracker.engine.layout import (
    BRIEFCASE,
    CASE_MASK,
    CASE_SHIFT,
    CLOSED,
    DISCARD,
    GULFS,
    HAND,
    LEADS,
    LINE,
    NO_CARD,
    OPEN_MASK,
    OPEN_SHIFT,
    PHASE_MASK,
    PICTURE,
    SCORE,
    SEQUENCE_CARDS,
    SEQUENCE_WORDS,
    STABILITY,
    STACK,
    STATUS,
    TASKS,
    TIME,
)
from casecracker.engine.reading import key_effects, last_card, open_cases, sequence_card
from casecracker.engine.tables import (
    HAS_MENACES,
    KEEPS_SEQUENCE,
    START,
    IntArray,
    Tables,
    Words,
)

KEY_WORDS = 4
"""Length of a hash key: a start and an odd multiplier for each of the two halves."""

_LOW_32 = (1 << 32) - 1
_WRAP = 1 << 64


def _compiled_mix(hashed: int, word: int, multiplier: int) -> int:
    hashed = (hashed ^ word) * multiplier
    return hashed ^ ((hashed >> 32) & _LOW_32)


def _plain_mix(hashed: int, word: int, multiplier: int) -> int:
    hashed = _signed((int(hashed) ^ int(word)) * int(multiplier))
    return hashed ^ ((hashed >> 32) & _LOW_32)


def _signed(number: int) -> int:
    return (number + _WRAP // 2) % _WRAP - _WRAP // 2


def _compiled_sum(first: int, second: int) -> int:
    return first + second


def _plain_sum(first: int, second: int) -> int:
    return _signed(int(first) + int(second))


mix: Callable[[int, int, int], int] = kernel(_compiled_mix) if COMPILED else _plain_mix
"""One step of the hash; 64-bit products wrap, which plain Python has to be told."""

wrapping_sum: Callable[[int, int], int] = kernel(_compiled_sum) if COMPILED else _plain_sum


def hash_key(secret: bytes) -> IntArray:
    """The hash key that belongs to a deal: shape (KEY_WORDS,), multipliers odd."""
    digest = hashlib.blake2b(secret, digest_size=8 * KEY_WORDS).digest()
    words = np.frombuffer(digest, dtype="<i8").astype(np.int64)
    words[1::2] |= 1
    return words


def secret_of(deck: Deck) -> IntArray:
    """The hash key of the searches in the deals of a deck."""
    return hash_key(deck.digest.encode())


@merged_kernel
def tail_of(tables: Tables, state: Words, case: int) -> int:
    """What the future of an open case depends on besides its set of cards, in 19 bits."""
    last = last_card(state, case)
    keys = key_effects(state, case)
    tail = last | ((keys & 3) << 6) | ((keys >> 2) << 15)
    if tables[HAS_MENACES]:
        tail |= (case + 1) << 16
    elif last == NO_CARD:
        tail |= tables[START + case] << 8
    closing = (state[STATUS] & PHASE_MASK) == SCORE
    if closing and ((state[STATUS] >> CASE_SHIFT) & CASE_MASK) == case:
        tail |= 1 << 14
    return tail


@kernel
def order_key(state: Words, line: int, begin: int, by: int) -> int:
    """64 bits for the order of the cards of one line."""
    hashed = begin
    for place in range(SEQUENCE_WORDS * SEQUENCE_CARDS):
        card = sequence_card(state, place)
        if card == NO_CARD:
            break
        if (line >> card) & 1:
            hashed = mix(hashed, card + 1, by)
    return hashed


@kernel
def key_of(tables: Tables, secret: IntArray, state: Words, out: Words) -> None:
    """Write the 128-bit key of a state to out[0] and out[1]; the first is never 0.

    The two halves are the same chain with a start and a multiplier of their own. The cases come in
    as a sum, so that their order does not matter. It is a hash of its own, 0 without open cases:
    begun with the chain and mixed with it, the chain would cancel itself out.
    """
    begin_a, by_a, begin_b, by_b = secret[0], secret[1], secret[2], secret[3]
    a, b = begin_a, begin_b
    # Three bits tell where a card of the small areas lies; one word for each of the bits.
    in_hand_or = state[HAND] | state[TIME] | state[CLOSED]
    in_discard_or = state[DISCARD] | state[TIME]
    in_stability_or = state[STABILITY] | state[CLOSED]
    status = state[STATUS] & ~((OPEN_MASK << OPEN_SHIFT) | (CASE_MASK << CASE_SHIFT))
    a, b = mix(a, state[STACK], by_a), mix(b, state[STACK], by_b)
    a, b = mix(a, in_hand_or, by_a), mix(b, in_hand_or, by_b)
    a, b = mix(a, in_discard_or, by_a), mix(b, in_discard_or, by_b)
    a, b = mix(a, in_stability_or, by_a), mix(b, in_stability_or, by_b)
    a, b = mix(a, state[LEADS], by_a), mix(b, state[LEADS], by_b)
    a, b = mix(a, status, by_a), mix(b, status, by_b)
    if tables[HAS_MENACES]:
        for word in (BRIEFCASE, GULFS, TASKS, TASKS + 1, PICTURE):
            a, b = mix(a, state[word], by_a), mix(b, state[word], by_b)
    sum_a, sum_b = 0, 0
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        line, tail = state[LINE + case], tail_of(tables, state, case)
        if tables[KEEPS_SEQUENCE]:
            sum_a = wrapping_sum(sum_a, order_key(state, line, begin_a, by_a))
            sum_b = wrapping_sum(sum_b, order_key(state, line, begin_b, by_b))
        sum_a = wrapping_sum(sum_a, mix(mix(begin_a, line, by_a), tail, by_a))
        sum_b = wrapping_sum(sum_b, mix(mix(begin_b, line, by_b), tail, by_b))
    out[0] = mix(mix(begin_a, sum_a, by_a), a, by_a) | 1
    out[1] = mix(mix(begin_b, sum_b, by_b), b, by_b)
