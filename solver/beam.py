"""The incomplete pass: a beam of promising states, turn by turn. Finds wins; its "no" means nothing.

All ways to play one turn from every kept state are tried; of the states at the start of the next
turn the best `width` by `evaluate` are kept, doubles left out. A win found in turn t is one of the
fewest turns only by luck.
"""

from typing import NamedTuple

import numpy as np

from casecracker.engine.jit import kernel
from casecracker.engine.layout import ACTION, FIRST_TERMINAL, TURN, WON, WORDS
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.play import apply
from casecracker.engine.reading import phase
from casecracker.engine.rules import legal_moves
from casecracker.engine.tables import IntArray, Tables
from casecracker.solver.evaluate import evaluate
from casecracker.solver.keys import key_of

DECISIONS_A_TURN = 48
"""Room for the decisions of one turn; turns that need more are not looked at here."""

STATES_A_TURN = 20_000
"""Decisions tried from one state before its remaining ways to play the turn are left out."""

POOL = 6
"""Candidates kept before the beam is cut back to its width, in widths."""

WIN_COUNT = -1
"""What `next_turn` returns for a win."""


class Level(NamedTuple):
    """The kept states of one turn.

    Attributes:
        states: shape (width, WORDS).
        parents: shape (width,): the state of the turn before that each came from.
        size: How many there are.
    """

    states: IntArray
    parents: IntArray
    size: int


class Workspace(NamedTuple):
    """Arrays that a beam of one width reuses from turn to turn.

    Attributes:
        pool: shape (POOL * width, WORDS): candidates for the next turn.
        values: shape (POOL * width,): their values.
        origins: shape (POOL * width,): the kept state that each came from.
        seen: shape (slots, 2): keys met in this turn, open addressing; slots is a power of two.
        path: shape (DECISIONS_A_TURN, WORDS): states inside the turn.
        moves: shape (DECISIONS_A_TURN, MAX_MOVES).
        tried: shape (DECISIONS_A_TURN, 2): moves tried and moves there are.
        key: shape (2,).
    """

    pool: IntArray
    values: IntArray
    origins: IntArray
    seen: IntArray
    path: IntArray
    moves: IntArray
    tried: IntArray
    key: IntArray


def make_workspace(width: int) -> Workspace:
    """Arrays for a beam of `width` states."""
    slots = 1 << (POOL * width * 4).bit_length()
    shapes = [(POOL * width, WORDS), (POOL * width,), (POOL * width,), (slots, 2)]
    shapes += [(DECISIONS_A_TURN, WORDS), (DECISIONS_A_TURN, MAX_MOVES), (DECISIONS_A_TURN, 2)]
    return Workspace(*(np.zeros(shape, dtype=np.int64) for shape in [*shapes, (2,)]))


@kernel
def is_new(seen: IntArray, first: int, second: int) -> bool:
    """Enter a key; False if it was there. A crowded table forgets, which costs only doubles."""
    mask = seen.shape[0] - 1
    slot = first & mask
    for _ in range(16):
        if seen[slot, 0] == first and seen[slot, 1] == second:
            return False
        if seen[slot, 0] == 0:
            break
        slot = (slot + 1) & mask
    seen[slot, 0] = first
    seen[slot, 1] = second
    return True


@kernel
def cut_back(work: Workspace, count: int, width: int) -> int:
    """Keep the best `width` of the first `count` candidates; return how many are left."""
    if count <= width:
        return count
    values = work.values[:count].copy()
    values.sort()
    least = values[count - width]
    kept = 0
    for i in range(count):
        if work.values[i] >= least and kept < width:
            work.pool[kept] = work.pool[i]
            work.values[kept] = work.values[i]
            work.origins[kept] = work.origins[i]
            kept += 1
    return kept


@kernel
def enter(
    tables: Tables, secret: IntArray, work: Workspace, state: IntArray, origin: int, count: int
) -> int:
    """Make a state of the next turn a candidate, unless it is known; return the new count."""
    key_of(tables, secret, state, work.key)
    if not is_new(work.seen, work.key[0], work.key[1]):
        return count
    work.pool[count] = state
    work.values[count] = evaluate(tables, state)
    work.origins[count] = origin
    return count + 1


@kernel
def next_turn(
    tables: Tables, secret: IntArray, work: Workspace, states: IntArray, width: int, steps: IntArray
) -> int:
    """Fill the pool with the best states of the next turn; return how many.

    WIN_COUNT for a win: its state's origin is then work.origins[0]. Decisions tried are added to
    steps[0].
    """
    work.seen[:] = 0
    count = 0
    for origin in range(states.shape[0]):
        work.path[0] = states[origin]
        turn = work.path[0, TURN]
        depth = 0
        work.tried[0, 0] = 0
        work.tried[0, 1] = legal_moves(tables, work.path[0], work.moves[0])
        budget = STATES_A_TURN
        while depth >= 0 and budget > 0:
            if work.tried[depth, 0] == work.tried[depth, 1]:
                depth -= 1
                continue
            budget -= 1
            steps[0] += 1
            after = work.path[depth + 1]
            after[:] = work.path[depth]
            apply(tables, after, work.moves[depth, work.tried[depth, 0]])
            work.tried[depth, 0] += 1
            due = phase(after)
            if due == WON:
                work.origins[0] = origin
                return WIN_COUNT
            if due >= FIRST_TERMINAL:
                continue
            if due == ACTION and after[TURN] > turn:
                count = enter(tables, secret, work, after, origin, count)
                if count == work.pool.shape[0]:
                    count = cut_back(work, count, width)
            elif depth + 2 < DECISIONS_A_TURN:
                depth += 1
                work.tried[depth, 0] = 0
                work.tried[depth, 1] = legal_moves(tables, after, work.moves[depth])
    return cut_back(work, count, width)
