"""The table of lost states: what the depth-first search has shown and need not show again.

    entry   three 64-bit words: two of key (keys.py), and

        bits  0..15   turns: no win within so many turns of the state's own, ENDLESS for never
        bits 16..55   work: states searched below it, which decides who is replaced

Four entries make a bucket, looked through in one go. A full bucket gives up the entry that cost
least; that costs time, never a wrong answer. 24 bytes an entry.
"""

import numpy as np

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.tables import IntArray

ENTRY_WORDS = 3
BYTES_AN_ENTRY = 8 * ENTRY_WORDS
BUCKET = 4
ENDLESS = (1 << 16) - 1
NOT_FOUND = -1
_WORK_MASK = (1 << 40) - 1


def make_table(entries: int) -> IntArray:
    """An empty table: shape (entries * ENTRY_WORDS,), entries a power of two, at least a bucket.

    Memory is taken when it is first written to, so a large table costs an easy deal nothing.
    """
    return np.zeros(entries * ENTRY_WORDS, dtype=np.int64)


def entries_for(memory_bytes: int) -> int:
    """The largest power of two of entries that fit into so many bytes."""
    return max(BUCKET, 1 << (max(1, memory_bytes // BYTES_AN_ENTRY).bit_length() - 1))


@kernel
def bucket_start(table: IntArray, first: int) -> int:
    """Index of the first word of the bucket that a key belongs to."""
    buckets = table.shape[0] // (BUCKET * ENTRY_WORDS)
    start: int = ((first >> 20) & (buckets - 1)) * (BUCKET * ENTRY_WORDS)
    return start


@merged_kernel
def turns_lost(table: IntArray, first: int, second: int) -> int:
    """Within how many turns a state is known to be lost; NOT_FOUND if nothing is known."""
    at = bucket_start(table, first)
    for _ in range(BUCKET):
        if table[at] == first and table[at + 1] == second:
            turns: int = table[at + 2] & ENDLESS
            return turns
        at += ENTRY_WORDS
    return NOT_FOUND


@kernel
def store_lost(table: IntArray, first: int, second: int, turns: int, work: int) -> None:
    """Keep that a state is lost within `turns`; in a full bucket the cheapest entry goes."""
    at = bucket_start(table, first)
    cheapest = at
    least = _WORK_MASK + 1
    for _ in range(BUCKET):
        if table[at] == first and table[at + 1] == second:
            cheapest = at
            break
        spent = table[at + 2] >> 16
        if table[at] == 0:
            spent = -1
        if spent < least:
            least = spent
            cheapest = at
        at += ENTRY_WORDS
    table[cheapest] = first
    table[cheapest + 1] = second
    table[cheapest + 2] = turns | (min(work, _WORK_MASK) << 16)


@kernel
def copy_entries(old: IntArray, new: IntArray) -> None:
    """Enter everything that `old` holds into `new`."""
    for at in range(0, old.shape[0], ENTRY_WORDS):
        if old[at]:
            store_lost(new, old[at], old[at + 1], old[at + 2] & ENDLESS, old[at + 2] >> 16)
