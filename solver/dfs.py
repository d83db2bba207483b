"""The complete pass: depth-first search over decisions, lost states remembered.

`advance` runs a slice and returns, so that the caller can look at the clock and the keyboard; all
that it knows is in the arrays of a `Search`, and it goes on where it stopped.

Within `counts[TURN_LIMIT]` turns the search is exhaustive: it leaves out only states that the table
shows to be lost within the turns that remain, states whose bound (bounds.py) exceeds them or whose
relaxed games are lost (relaxed.py), and moves that lead to the same states as others do
(`exchange_can_wait`). So EXHAUSTED means that no
line wins within the limit, or no line at all for NO_LIMIT, unless an order of cards was needed that
the deal does not know (`counts[UNKNOWN_SEEN]`).
"""

from typing import NamedTuple

import numpy as np

from casecracker.engine.bits import size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTION,
    FIRST_TERMINAL,
    HAND_PLAY,
    SCORE,
    TIME,
    TURN,
    UNKNOWN_SHUFFLE,
    WINDOW,
    WON,
    WORDS,
)
from casecracker.engine.moves import (
    CLOSE,
    CONTACT,
    FROM_HAND,
    ITEM_STEP,
    KIND_SHIFT,
    MAX_MOVES,
    PASS,
)
from casecracker.engine.ongoing import over_hand_limit
from casecracker.engine.reading import phase
from casecracker.engine.tables import (
    CONTACT_0,
    CONTACT_EFFECTS,
    EXCHANGE_PENALTY,
    HAS_MENACES,
    KEEPS_SEQUENCE,
    LIMIT,
    USE_KEY,
    IntArray,
    Tables,
    Words,
)
from casecracker.solver.arrays import copy_row
from casecracker.solver.bounds import counting_bound, is_hopeless, turns_bound
from casecracker.solver.choices import KEEP, RULES_MASK, choices, choose
from casecracker.solver.keys import key_of
from casecracker.solver.relaxed import can_win
from casecracker.solver.relaxed_game import NODES, Relaxation, make_relaxation
from casecracker.solver.table import ENDLESS, store_lost, turns_lost

MAX_DEPTH = 6_000
"""Decisions on one line; a search that needs more says so (OVERFLOW)."""

MOVE_ROOM = 200_000
"""Moves waiting on one line."""

NO_LIMIT = 1 << 40

RELAXED_NODES_A_LINE = 1_000
"""Nodes of relaxed games looked at for one line from one state."""

NODES_A_STATE = 10
"""Nodes of relaxed games that `advance` takes for as long as a state, at most."""

# What `advance` returns; DOUBTFUL: the state behind the current one may be left out.
RUNNING, FOUND, EXHAUSTED, OVERFLOW, DOUBTFUL = range(5)

# Entries of `Search.counts`.
DEPTH, STATES, STORED, UNKNOWN_SEEN, TURN_LIMIT, PRUNING, RELAXED_NODES = range(7)
COUNTS = 7

# Bits of `counts[PRUNING]`: what is left out. Each changes the work, never an answer.
HOPELESS_STATES, LINES_THAT_LACK, BEFORE_EFFECTS, IDLE_EXCHANGES, RELAXED_GAMES = 1, 2, 4, 8, 16
ALL_PRUNING = 31


class Search(NamedTuple):
    """A depth-first search, at rest between two slices.

    Attributes:
        path: shape (MAX_DEPTH, WORDS): the states on the current line.
        keys: shape (MAX_DEPTH, 2): their keys; 0 where a state is not worth an entry.
        spans: shape (MAX_DEPTH, 3): next move and end of the moves of each, and states counted
            when it was reached.
        moves: shape (MOVE_ROOM,): the moves of the states on the line, one after the other.
        counts: shape (COUNTS,): depth, states, entries stored, unknown orders met, turn limit,
            what is pruned, and nodes of relaxed games looked at for one line from one state.
        relaxation: the relaxed games of the deal (relaxed_game.py).
    """

    path: IntArray
    keys: IntArray
    spans: IntArray
    moves: IntArray
    counts: IntArray
    relaxation: Relaxation


def make_search(tables: IntArray, secret: IntArray, entries: int = 1 << 14) -> Search:
    """The arrays of a search; its table of relaxed games has so many entries."""
    search = Search(
        path=np.zeros((MAX_DEPTH, WORDS), dtype=np.int64),
        keys=np.zeros((MAX_DEPTH, 2), dtype=np.int64),
        spans=np.zeros((MAX_DEPTH, 3), dtype=np.int64),
        moves=np.zeros(MOVE_ROOM, dtype=np.int64),
        counts=np.zeros(COUNTS, dtype=np.int64),
        relaxation=make_relaxation(tables, secret, entries),
    )
    search.counts[PRUNING] = ALL_PRUNING
    search.counts[RELAXED_NODES] = RELAXED_NODES_A_LINE
    return search


@kernel
def preference(move: int) -> int:
    """Which moves are tried first: closings, plays, then the rest, free actions last."""
    if move >= KEEP:
        return 6  # seldom of use
    kind = (move & RULES_MASK) >> KIND_SHIFT
    if kind == CLOSE:
        return 0
    if kind <= FROM_HAND:
        return 1 + (kind == 0)
    if kind == PASS:
        return 4
    if kind >= CONTACT:
        return 2 if (kind - CONTACT) % ITEM_STEP == USE_KEY else 5
    return 3


@merged_kernel
def put_in_order(moves: IntArray, begin: int, end: int) -> None:
    """Sort a span of moves by preference, equal ones in their order; the first is tried first."""
    for i in range(begin + 1, end):
        move = moves[i]
        rank = preference(move)
        j = i - 1
        while j >= begin and preference(moves[j]) > rank:
            moves[j + 1] = moves[j]
            j -= 1
        moves[j + 1] = move


@merged_kernel
def exchange_can_wait(tables: Tables, state: Words) -> bool:
    """Whether an exchange by the contact need not be looked at now: only that side is meant.

    Before the action is chosen: after the lead is taken, played or discarded the same exchange is
    still legal, and leads to the same state. Action and exchange change no card in common, and a
    play from hand that the exchange makes possible is legal for its sake. Before maintenance: at
    the start of the next turn the same exchange is still legal and leads to the same state, unless
    the time area is emptied; it changes the size of no area. If the game ends before, it was idle.
    Immediate effects could come in between: such decks are left alone.
    """
    if tables[HAS_MENACES] or tables[KEEPS_SEQUENCE]:
        return False
    if tables[CONTACT_EFFECTS] != 1 or tables[CONTACT_0] != EXCHANGE_PENALTY:
        return False
    if over_hand_limit(tables, state):
        return False
    due = phase(state)
    return due == ACTION or (due == WINDOW and size(state[TIME]) < tables[LIMIT])


@merged_kernel
def without_exchanges(moves: IntArray, begin: int, end: int) -> int:
    """Drop the contact's exchanges from a span of moves; the new end."""
    kept = begin
    for place in range(begin, end):
        if moves[place] >> KIND_SHIFT != CONTACT + EXCHANGE_PENALTY:
            moves[kept] = moves[place]
            kept += 1
    return kept


@kernel
def enter_state(tables: Tables, search: Search, depth: int, begin: int) -> None:
    """Write the moves of the state at `depth` behind those of the states before it."""
    span = search.spans[depth]
    count = choices(tables, search.path[depth], search.moves[begin:])
    if search.counts[PRUNING] & IDLE_EXCHANGES and exchange_can_wait(tables, search.path[depth]):
        count = without_exchanges(search.moves, begin, begin + count) - begin
    put_in_order(search.moves, begin, begin + count)
    span[0] = begin
    span[1] = begin + count
    span[2] = search.counts[STATES]
    if count < 2:
        search.keys[depth, 0] = 0


@kernel
def begin_search(tables: Tables, search: Search, root: IntArray, turn_limit: int) -> None:
    """Set a search to its root, which is no end of the game."""
    counts = search.counts
    for count in (DEPTH, STATES, STORED, UNKNOWN_SEEN):
        counts[count] = 0
    counts[TURN_LIMIT] = turn_limit
    copy_row(search.path[0], root)
    search.keys[0, 0] = 0
    enter_state(tables, search, 0, 0)


@kernel
def turns_left(search: Search, state: Words) -> int:
    """Turns after this one that the limit still allows; ENDLESS without one."""
    limit: int = search.counts[TURN_LIMIT]
    return min(limit - state[TURN], ENDLESS)


@kernel
def is_late(tables: Tables, pruning: int, state: IntArray, turns: int) -> bool:
    """Whether the bounds show that so many turns are too few."""
    if pruning & LINES_THAT_LACK or tables[HAS_MENACES]:
        return turns_bound(tables, state, turns) > turns
    return counting_bound(tables, state) > turns


@merged_kernel
def is_cut(tables: Tables, pruning: int, state: IntArray, left: int) -> bool:
    """Whether the bounds show that a state cannot be won, or not in time.

    Once the action of a turn is through, only the turns that are left count. Cards being scored
    are between line and big picture: such states are not looked at.
    """
    due = phase(state)
    if due == ACTION:
        if pruning & HOPELESS_STATES and is_hopeless(tables, state):
            return True
        return left < ENDLESS and is_late(tables, pruning, state, left + 1)
    if left == ENDLESS or not pruning & BEFORE_EFFECTS or due == SCORE or tables[HAS_MENACES]:
        return False
    return is_late(tables, pruning, state, left + (due == HAND_PLAY))


@merged_kernel
def is_doubtful(search: Search, state: IntArray, left: int) -> bool:
    """Whether relaxed games should be asked about a state."""
    if left == ENDLESS or not search.counts[PRUNING] & RELAXED_GAMES:
        return False
    return phase(state) == ACTION


@kernel
def go_deeper(tables: Tables, search: Search) -> None:
    """Go on with the state behind the current one."""
    depth = search.counts[DEPTH]
    search.counts[DEPTH] = depth + 1
    enter_state(tables, search, depth + 1, search.spans[depth, 1])


@kernel
def leave_state(search: Search, table: IntArray, depth: int) -> None:
    """All moves of the state at `depth` are lost: keep that."""
    if search.keys[depth, 0] == 0:
        return
    work = search.counts[STATES] - search.spans[depth, 2]
    left = turns_left(search, search.path[depth])
    store_lost(table, search.keys[depth, 0], search.keys[depth, 1], left, work)
    search.counts[STORED] += 1


@kernel
def advance(tables: Tables, secret: IntArray, table: IntArray, search: Search, states: int) -> int:
    """Search on for so many states; RUNNING, FOUND, EXHAUSTED, OVERFLOW or DOUBTFUL.

    After FOUND the winning line is the move before each span's next one, depth 0 first. After
    DOUBTFUL the state at the next depth is left out unless `go_deeper` is called.
    """
    counts = search.counts
    depth = counts[DEPTH]
    until = counts[STATES] + states
    while counts[STATES] < until:
        span = search.spans[depth]
        if span[0] == span[1]:
            leave_state(search, table, depth)
            if depth == 0:
                return EXHAUSTED
            depth -= 1
            counts[DEPTH] = depth
            continue
        move = search.moves[span[0]]
        span[0] += 1
        state = search.path[depth + 1]
        copy_row(state, search.path[depth])
        choose(tables, state, move)
        counts[STATES] += 1
        due = phase(state)
        if due >= FIRST_TERMINAL:
            if due == WON:
                return FOUND
            if due == UNKNOWN_SHUFFLE:
                counts[UNKNOWN_SEEN] += 1
            continue
        left = turns_left(search, state)
        if left < 0 or is_cut(tables, counts[PRUNING], state, left):
            continue
        key = search.keys[depth + 1]
        key_of(tables, secret, state, key)
        if turns_lost(table, key[0], key[1]) >= left:
            continue
        if depth + 3 > MAX_DEPTH or span[1] + MAX_MOVES > MOVE_ROOM:
            return OVERFLOW
        if is_doubtful(search, state, left):
            return DOUBTFUL
        go_deeper(tables, search)
        depth += 1
    return RUNNING


@kernel
def advance_in_time(
    tables: Tables, secret: IntArray, table: IntArray, search: Search, states: int
) -> int:
    """The same for a search with a limit of turns, relaxed games asked; never DOUBTFUL.

    It ends earlier if many nodes of relaxed games are looked at.
    """
    counts, relaxation = search.counts, search.relaxation
    until = counts[STATES] + states
    last_node = relaxation.counts[NODES] + NODES_A_STATE * states
    while relaxation.counts[NODES] < last_node:
        status = advance(tables, secret, table, search, until - counts[STATES])
        if status != DOUBTFUL:
            return int(status)
        state = search.path[counts[DEPTH] + 1]
        turns = turns_left(search, state) + 1
        if can_win(relaxation, state, turns, counts[RELAXED_NODES]):
            go_deeper(tables, search)
    return RUNNING
