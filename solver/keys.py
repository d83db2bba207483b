"""Keys of states: 128 bits that stand for a state in the search tables.

States that differ only in the numbering of their open cases, or in the victim of a case whose line
has begun, have the same future and get the same key. Cards are in exactly one place each, so the
big picture need not be hashed: it is what is left. The turn is left out too.

The key is a hash, keyed per deal (`hash_key`), not the state itself: with n states stored, the
chance that any two of them share a key by accident is about n^2 / 2^129, 10^-23 at 10^8 states.
Results that rest on it say so.
"""

import hashlib
from collections.abc import Callable

import numpy as np

from casecracker.engine.bits import lowest
from casecracker.engine.jit import COMPILED, kernel
from casecracker.engine.layout import (
    CASE_MASK,
    CASE_SHIFT,
    CLOSED,
    DISCARD,
    HAND,
    LEADS,
    LINE,
    NO_CARD,
    OPEN_MASK,
    OPEN_SHIFT,
    PHASE_MASK,
    SCORE,
    STABILITY,
    STACK,
    STATUS,
    TIME,
)
from casecracker.engine.reading import key_effects, last_card, open_cases
from casecracker.engine.tables import START, IntArray, Tables, Words

KEY_WORDS = 4
"""Length of a hash key: a start and an odd multiplier for each of the two halves."""

_LOW_32 = (1 << 32) - 1
_WRAP = 1 << 64


def _compiled_mix(hashed: int, word: int, multiplier: int) -> int:
    hashed = (hashed ^ word) * multiplier
    hashed ^= (hashed >> 32) & _LOW_32
    hashed *= -49064778989728563
    return hashed ^ ((hashed >> 29) & _LOW_32)


def _plain_mix(hashed: int, word: int, multiplier: int) -> int:
    hashed = _signed((int(hashed) ^ int(word)) * int(multiplier))
    hashed ^= (hashed >> 32) & _LOW_32
    hashed = _signed(hashed * -49064778989728563)
    return hashed ^ ((hashed >> 29) & _LOW_32)


def _signed(number: int) -> int:
    return (number + _WRAP // 2) % _WRAP - _WRAP // 2


def _plain_sum(first: int, second: int) -> int:
    return _signed(int(first) + int(second))


def _compiled_sum(first: int, second: int) -> int:
    return first + second


mix: Callable[[int, int, int], int] = kernel(_compiled_mix) if COMPILED else _plain_mix
"""One step of the hash; 64-bit products wrap, which plain Python has to be told."""

wrapping_sum: Callable[[int, int], int] = kernel(_compiled_sum) if COMPILED else _plain_sum


def hash_key(secret: bytes) -> IntArray:
    """The hash key that belongs to a deal: shape (KEY_WORDS,), multipliers odd."""
    digest = hashlib.blake2b(secret, digest_size=8 * KEY_WORDS).digest()
    words = np.frombuffer(digest, dtype="<i8").astype(np.int64)
    words[1::2] |= 1
    return words


@kernel
def half_key(tables: Tables, state: Words, start: int, multiplier: int) -> int:
    """64 bits of a state's key."""
    status = state[STATUS] & ~((OPEN_MASK << OPEN_SHIFT) | (CASE_MASK << CASE_SHIFT))
    key = mix(start, state[STACK], multiplier)
    key = mix(key, state[HAND] | state[TIME] | state[CLOSED], multiplier)
    key = mix(key, state[DISCARD] | state[TIME], multiplier)
    key = mix(key, state[STABILITY] | state[CLOSED], multiplier)
    key = mix(key, state[LEADS], multiplier)
    key = mix(key, status, multiplier)
    closing = NO_CARD
    if (state[STATUS] & PHASE_MASK) == SCORE:
        closing = (state[STATUS] >> CASE_SHIFT) & CASE_MASK
    total = key
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        last = last_card(state, case)
        tail = last | (key_effects(state, case) << 6)
        if last == NO_CARD:
            tail |= tables[START + case] << 8
        if case == closing:
            tail |= 1 << 14
        total = wrapping_sum(
            total, mix(mix(start, state[LINE + case], multiplier), tail, multiplier)
        )
    return mix(total, key, multiplier)


@kernel
def key_of(tables: Tables, secret: Words, state: Words, out: Words) -> None:
    """Write the 128-bit key of a state to out[0] and out[1]; the first is never 0."""
    out[0] = half_key(tables, state, secret[0], secret[1]) | 1
    out[1] = half_key(tables, state, secret[2], secret[3])
