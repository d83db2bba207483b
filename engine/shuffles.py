"""The shuffle generator, scheme 1: specified in docs/formats.md, pinned by golden values.

Every shuffle has a stream of its own, so no setting and no earlier choice moves it.
"""

import hashlib
import itertools
import struct
from collections.abc import Iterator, Sequence

SCHEME = 1
MAX_SEED = 2**64 - 1
MAX_SHUFFLES = 128
"""Later shuffles that a deal knows. A box comes nowhere near; a deck full of searches may."""

_KEY = b"casecracker shuffle scheme 1"
_WORDS = 2**64
_ALMOST_ALL = _WORDS - 2**20  # a quick look: below this, no bound up to 2^20 throws a word away


def shuffled(ids: Sequence[str], seed: int, stream: str) -> tuple[str, ...]:
    """A uniformly random order of `ids`, the same for ever for one seed and stream.

    Args:
        ids: What is shuffled, in sorted order.
        seed: 0 to 2^64 - 1.
        stream: Names the shuffle, for instance `clue/0` for the opening shuffle of the clues.
    """
    order = list(ids)
    words = _words(seed, stream)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def numbers(seed: int, stream: str, bound: int) -> Iterator[int]:
    """Uniformly random numbers below `bound` without end, the same for ever for a seed and stream.

    Args:
        seed: 0 to 2^64 - 1.
        stream: Names the numbers, for instance `dice/green` for the faces of the green dice.
        bound: 1 to 2^20.
    """
    words = _words(seed, stream)
    while True:
        yield _below(bound, words)


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number below `bound`: words past the last whole multiple of it are thrown away."""
    word = next(words)
    while word >= _ALMOST_ALL and word >= _WORDS - _WORDS % bound:
        word = next(words)
    return word % bound


def _words(seed: int, stream: str) -> Iterator[int]:
    """Numbers of 64 bits: digest after digest, eight little-endian words each."""
    for block in itertools.count():
        text = f"{seed}/{stream}/{block}".encode()
        yield from struct.unpack("<8Q", hashlib.blake2b(text, key=_KEY).digest())
