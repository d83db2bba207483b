"""The shuffle generator, scheme 1: specified in docs/formats.md, pinned by golden values.

Every shuffle has a stream of its own, so no setting and no earlier choice moves it.
"""

import hashlib
from collections.abc import Iterator, Sequence

SCHEME = 1
MAX_SEED = 2**64 - 1
_KEY = b"casecracker shuffle scheme 1"
_WORD_BYTES = 8


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


def _below(bound: int, words: Iterator[int]) -> int:
    """A uniform number below `bound`: words past the last whole multiple are thrown away."""
    usable = 2**64 - 2**64 % bound
    return next(word for word in words if word < usable) % bound


def _words(seed: int, stream: str) -> Iterator[int]:
    block = 0
    while True:
        text = f"{seed}/{stream}/{block}".encode()
        digest = hashlib.blake2b(text, key=_KEY).digest()
        for start in range(0, len(digest), _WORD_BYTES):
            yield int.from_bytes(digest[start : start + _WORD_BYTES], "little")
        block += 1
