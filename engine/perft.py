"""Perft: how many lines of play there are, a number that any change of the rules changes.

`perft(n)` counts the sequences of exactly n decisions from a state. A decision with one legal move
counts like any other; a sequence whose last decision ends the game counts, one that ends earlier
does not, so numbers may fall again near the end of a game. `perft(0)` is 1. States reached in
several ways count once for each way.
"""

import numpy as np

from casecracker.engine.jit import kernel
from casecracker.engine.layout import WORDS
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.play import apply
from casecracker.engine.rules import legal_moves
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray


@kernel
def perft(tables: IntArray, state: IntArray, depth: int) -> int:
    """How many sequences of exactly `depth` decisions start in a state (0 or more)."""
    if depth == 0:
        return 1
    states = np.zeros((depth, WORDS), dtype=np.int64)
    moves = np.zeros((depth, MAX_MOVES), dtype=np.int64)
    left = np.zeros(depth, dtype=np.int64)  # moves of each state of the path not yet tried
    states[0, :] = state
    left[0] = legal_moves(tables, states[0], moves[0])
    level = 0
    total = int(left[0]) if depth == 1 else 0
    while depth > 1 and level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        states[level + 1, :] = states[level]
        apply(tables, states[level + 1], moves[level, left[level]])
        count = legal_moves(tables, states[level + 1], moves[level + 1])
        if level + 2 == depth:  # the last decision: each of its moves is one sequence
            total += count
        else:
            level += 1
            left[level] = count
    return total


SLICE_DEPTH = 4
"""Decisions counted in one compiled call; in between, Ctrl-C is heard."""


def perft_counts(state: State, depth: int) -> tuple[int, ...]:
    """The counts for 0, 1, ... `depth` decisions from `state`; the first is 1."""
    return tuple(count(state, n) for n in range(depth + 1))


def count(state: State, depth: int) -> int:
    """The count for `depth` decisions, the first ones taken one by one in Python."""
    if depth <= SLICE_DEPTH:
        return int(perft(state.tables, state.array(), depth))
    return sum(count(state.after(move.code), depth - 1) for move in state.moves())


def divide(state: State, depth: int) -> dict[str, int]:
    """For each legal move, how many sequences of `depth` decisions (1 at least) begin with it."""
    return {move.text: count(state.after(move.code), depth - 1) for move in state.moves()}
