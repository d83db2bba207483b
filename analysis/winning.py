"""All winning lines within a limit of turns, kept as a graph of positions: the kernel.

`collect` is the complete search of solver/dfs.py that does not stop at a win. Each state from which
the win is left in time is kept once, with every move that keeps it; each other one goes into the
table of lost states, so the same bounds and relaxed games apply. No move is left out, idle
exchanges neither: what a player may decide is all there. States are told apart by their key of 128
bits (solver/keys.py) and the turns left.

All kernels of `analysis` stand in this file: compiled code is kept by the digest of engine and
solver (engine/jit.py) and by this file's own date, which a second file would not know of.
"""

from typing import NamedTuple

import numpy as np

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import FIRST_TERMINAL, UNKNOWN_SHUFFLE, WON, WORDS
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.reading import phase
from casecracker.engine.tables import IntArray, Tables
from casecracker.solver.arrays import copy_row
from casecracker.solver.choices import choices, choose
from casecracker.solver.dfs import (
    DEPTH,
    MAX_DEPTH,
    MOVE_ROOM,
    NODES_A_STATE,
    PRUNING,
    RELAXED_NODES,
    STATES,
    TURN_LIMIT,
    UNKNOWN_SEEN,
    Search,
    is_cut,
    is_doubtful,
    leave_state,
    make_search,
    turns_left,
)
from casecracker.solver.keys import key_of
from casecracker.solver.relaxed import can_win
from casecracker.solver.relaxed_game import NODES
from casecracker.solver.table import turns_lost

# What `collect` returns; FULL: no room for more positions or edges; TOO_DEEP: a line is too long.
RUNNING, COLLECTED, FULL, TOO_DEEP = range(4)

# Columns of `Collector.positions`: number, the two words of the key, then the state.
NUMBER, KEY, STATE = 0, 1, 3
POSITION_WORDS = STATE + WORDS

# Columns of `Collector.edges`: numbers of the position before and after, WIN for the end; the move.
BEFORE, AFTER, MOVE = range(3)
WIN = 0

# Entries of `Collector.counts`.
NUMBERED, KEPT, EDGES = range(3)

_FIRST_KEY, _SECOND_KEY, _LEFT, _NUMBER = range(4)  # of an entry of the index


class Collector(NamedTuple):
    """A search for all winning lines, at rest between two slices.

    Attributes:
        search: Path, moves and counts as in solver/dfs.py; keys of all states on the path.
        numbers: shape (MAX_DEPTH, 2): number of each state on the path, and whether it wins.
        entries: shape (a power of two, 4): kept positions by key and turns left.
        positions: shape (room, POSITION_WORDS): kept ones, later positions before earlier ones.
        edges: shape (room, 3): the moves that keep the win.
        counts: Positions numbered and kept, edges.
    """

    search: Search
    numbers: IntArray
    entries: IntArray
    positions: IntArray
    edges: IntArray
    counts: IntArray


def make_collector(tables: IntArray, secret: IntArray, room: int, relaxed: int) -> Collector:
    """The arrays of a search that keeps up to `room` positions, a power of two.

    `relaxed` is the room for lost nodes of relaxed games. Memory is taken as it is written to.
    """
    shapes = [(MAX_DEPTH, 2), (2 * room, 4), (room, POSITION_WORDS), (4 * room, 3), (3,)]
    arrays = [np.zeros(shape, dtype=np.int64) for shape in shapes]
    return Collector(make_search(tables, secret, relaxed), *arrays)


@merged_kernel
def place_in_index(index: IntArray, first: int, second: int, left: int) -> int:
    """Where a position stands in the index, or the free entry where it would."""
    last = index.shape[0] - 1
    at = ((first >> 20) + left) & last
    while index[at, _NUMBER] != 0 and not (
        index[at, _FIRST_KEY] == first
        and index[at, _SECOND_KEY] == second
        and index[at, _LEFT] == left
    ):
        at = (at + 1) & last
    return int(at)


@kernel
def enter_position(tables: Tables, work: Collector, depth: int, begin: int) -> None:
    """Number the state at `depth` and write its moves behind those of the states before it."""
    search = work.search
    span = search.spans[depth]
    span[0] = begin
    span[1] = begin + choices(tables, search.path[depth], search.moves[begin:])
    span[2] = search.counts[STATES]
    work.counts[NUMBERED] += 1
    work.numbers[depth, 0] = work.counts[NUMBERED]
    work.numbers[depth, 1] = 0


@kernel
def begin_collecting(
    tables: Tables, secret: IntArray, work: Collector, root: IntArray, turn_limit: int
) -> None:
    """Set a fresh search to its root, which is no end of the game."""
    search = work.search
    search.counts[TURN_LIMIT] = turn_limit
    copy_row(search.path[0], root)
    key_of(tables, secret, root, search.keys[0])
    enter_position(tables, work, 0, 0)


@kernel
def add_edge(work: Collector, depth: int, after: int) -> None:
    """The move just made from the state at `depth` keeps the win."""
    edge = work.edges[work.counts[EDGES]]
    edge[BEFORE] = work.numbers[depth, 0]
    edge[AFTER] = after
    edge[MOVE] = work.search.moves[work.search.spans[depth, 0] - 1]
    work.numbers[depth, 1] = 1
    work.counts[EDGES] += 1


@kernel
def keep_position(work: Collector, depth: int) -> None:
    """Keep the state at `depth`, from which the win is left."""
    search = work.search
    key = search.keys[depth]
    left = turns_left(search, search.path[depth])
    entry = work.entries[place_in_index(work.entries, key[0], key[1], left)]
    entry[_FIRST_KEY] = key[0]
    entry[_SECOND_KEY] = key[1]
    entry[_LEFT] = left
    entry[_NUMBER] = work.numbers[depth, 0]
    row = work.positions[work.counts[KEPT]]
    row[NUMBER] = work.numbers[depth, 0]
    row[KEY] = key[0]
    row[KEY + 1] = key[1]
    copy_row(row[STATE:], search.path[depth])
    work.counts[KEPT] += 1


@kernel
def leave_position(table: IntArray, work: Collector, depth: int) -> None:
    """All moves of the state at `depth` are tried: keep what is known of it."""
    search = work.search
    if work.numbers[depth, 1]:
        keep_position(work, depth)
        if depth > 0:
            add_edge(work, depth - 1, work.numbers[depth, 0])
        return
    leave_state(search, table, depth)


@kernel
def is_open(tables: Tables, secret: IntArray, table: IntArray, work: Collector, depth: int) -> bool:
    """Whether the state at `depth`, just reached, has to be searched; kept ones get their edge."""
    search = work.search
    state = search.path[depth]
    due = phase(state)
    if due == WON:
        add_edge(work, depth - 1, WIN)
    if due >= FIRST_TERMINAL:
        search.counts[UNKNOWN_SEEN] += due == UNKNOWN_SHUFFLE
        return False
    left = turns_left(search, state)
    if left < 0 or is_cut(tables, search.counts[PRUNING], state, left):
        return False
    key = search.keys[depth]
    key_of(tables, secret, state, key)
    if turns_lost(table, key[0], key[1]) >= left:
        return False
    kept = work.entries[place_in_index(work.entries, key[0], key[1], left), _NUMBER]
    if kept:
        add_edge(work, depth - 1, kept)
        return False
    nodes = search.counts[RELAXED_NODES]
    return not is_doubtful(search, state, left) or can_win(
        search.relaxation, state, left + 1, nodes
    )


@kernel
def collect(tables: Tables, secret: IntArray, table: IntArray, work: Collector, states: int) -> int:
    """Search on for so many states or the time they take; what is returned stands above."""
    search = work.search
    counts, relaxation = search.counts, search.relaxation
    depth = counts[DEPTH]
    until = counts[STATES] + states
    last_node = relaxation.counts[NODES] + NODES_A_STATE * states
    while counts[STATES] < until and relaxation.counts[NODES] < last_node:
        span = search.spans[depth]
        if work.counts[KEPT] == work.positions.shape[0]:
            return FULL
        if work.counts[EDGES] == work.edges.shape[0]:
            return FULL
        if span[0] == span[1]:
            leave_position(table, work, depth)
            if depth == 0:
                return COLLECTED
            depth -= 1
            counts[DEPTH] = depth
            continue
        if depth + 3 > MAX_DEPTH or span[1] + MAX_MOVES > MOVE_ROOM:
            return TOO_DEEP
        copy_row(search.path[depth + 1], search.path[depth])
        choose(tables, search.path[depth + 1], search.moves[span[0]])
        span[0] += 1
        counts[STATES] += 1
        if is_open(tables, secret, table, work, depth + 1):
            enter_position(tables, work, depth + 1, span[1])
            depth += 1
            counts[DEPTH] = depth
    return RUNNING
