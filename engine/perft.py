"""Perft: how many lines of play there are, a number that any change of the rules changes.

`perft(n)` counts the sequences of exactly n decisions from a state. A decision with one legal move
counts like any other; a sequence whose last decision ends the game counts, one that ends earlier
does not, so numbers may fall again near the end of a game. `perft(0)` is 1. States reached in
several ways count once for each way.
"""

from typing import NamedTuple

import numpy as np

from casecracker.engine.jit import kernel
from casecracker.engine.layout import WORDS
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.play import apply
from casecracker.engine.rules import legal_moves
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray


class _Room(NamedTuple):
    """Arrays for the path of one count.

    Attributes:
        states: shape (depth, WORDS).
        moves: shape (depth, MAX_MOVES).
        left: shape (depth,): moves of each state of the path not yet tried.
    """

    states: IntArray
    moves: IntArray
    left: IntArray


@kernel
def count_sequences(tables: IntArray, room: _Room) -> int:
    """How many sequences of as many decisions as there is room start in the first state."""
    states, moves, left = room.states, room.moves, room.left
    depth = left.shape[0]
    left[0] = legal_moves(tables, states[0], moves[0])
    level = 0
    total = int(left[0]) if depth == 1 else 0
    while depth > 1 and level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        for word in range(WORDS):
            states[level + 1, word] = states[level, word]
        apply(tables, states[level + 1], moves[level, left[level]])
        count = legal_moves(tables, states[level + 1], moves[level + 1])
        if level + 2 == depth:  # the last decision: each of its moves is one sequence
            total += count
        else:
            level += 1
            left[level] = count
    return total


def perft(tables: IntArray, state: IntArray, depth: int) -> int:
    """How many sequences of exactly `depth` decisions start in a state (0 or more)."""
    if depth == 0:
        return 1
    shapes = [(depth, WORDS), (depth, MAX_MOVES), (depth,)]
    room = _Room(*(np.zeros(shape, dtype=np.int64) for shape in shapes))
    room.states[0] = state
    return int(count_sequences(tables, room))


SLICE_DEPTH = 4
"""Decisions counted in one compiled call; in between, Ctrl-C is heard."""


def perft_counts(state: State, depth: int) -> tuple[int, ...]:
    """The counts for 0, 1, ... `depth` decisions from `state`; the first is 1."""
    return tuple(count(state, n) for n in range(depth + 1))


def count(state: State, depth: int) -> int:
    """The count for `depth` decisions, the first ones taken one by one in Python."""
    if depth <= SLICE_DEPTH:
        return perft(state.tables, state.array(), depth)
    return sum(count(state.after(move.code), depth - 1) for move in state.moves())


def divide(state: State, depth: int) -> dict[str, int]:
    """For each legal move, how many sequences of `depth` decisions (1 at least) begin with it."""
    return {move.text: count(state.after(move.code), depth - 1) for move in state.moves()}
