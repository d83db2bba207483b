"""The incomplete pass: a beam of promising states, turn by turn. It finds wins; "no" means nothing.

All ways to play one turn from every kept state are tried; of the states at the start of the next
turn the best `width` by `evaluate` are kept, doubles left out. A win found in turn t is one of the
fewest turns only by luck.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import ACTION, FIRST_TERMINAL, TURN, WON, WORDS
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.reading import phase
from casecracker.engine.tables import HAS_MENACES, IntArray
from casecracker.solver.arrays import copy_row, kth_largest
from casecracker.solver.bounds import is_hopeless, plays_bound
from casecracker.solver.choices import choose, narrow_choices
from casecracker.solver.evaluate import WEIGHTS, evaluate
from casecracker.solver.evaluate_gulfs import GULFS_WEIGHTS, evaluate_gulfs
from casecracker.solver.keys import key_of
from casecracker.solver.relaxed import can_win
from casecracker.solver.relaxed_game import Relaxation

DECISIONS_A_TURN = 48
"""Room for the decisions of one turn; turns that need more are not looked at here."""

STATES_A_TURN = 20_000
"""Decisions tried from one state before its remaining ways to play the turn are left out."""

STATES_A_TURN_WITH_ITEMS = 1_000
"""The same where items multiply the ways: Infinite Gulfs of Darkness."""

SLICE = 64
"""States of a turn between two looks at the clock."""

RELAXED_NODES = 300
"""Nodes of relaxed games looked at for one line from a state that is kept."""

MOST_SPARE = 20_000
"""Candidates at most among which states that are not too late are looked for, if not the width."""

CHOICE = 2
"""Of so many states a place that are not too late those of greatest value are kept."""

MOST_TURNS_SPARE = 2
"""Turns to spare by relaxed games that are told apart."""

POOL = 6
"""Candidates kept before the beam is cut back to its width, in widths."""

# Entries of `Workspace.counts`.
(
    WIDTH,
    SLICE_BEGIN,
    SLICE_END,
    CANDIDATES,
    STATES,
    WINNER,
    MOST_A_TURN,
    TURN_LIMIT,
    HASTE,
    KEPT,
) = range(10)
COUNTS = 10

NO_LIMIT = 1 << 40


class Workspace(NamedTuple):
    """Arrays that a beam of one width reuses from turn to turn.

    Attributes:
        tables: The deal.
        secret: Its hash key.
        weights: Of the features of `evaluate`.
        counts: shape (COUNTS,): width of the beam, slice of states to go on from, candidates in
            the pool, decisions tried, the state that a win came from, how many decisions are
            tried from one state at most, limit of turns, what a turn less to go is worth, and how
            many states of a turn are kept in the end.
        pool: shape (POOL * width, WORDS): candidates for the next turn.
        keys: shape (POOL * width, 2): their keys.
        values: shape (POOL * width,): their values.
        sorted: shape (POOL * width,): room to sort the values in.
        origins: shape (POOL * width,): the kept state that each came from.
        seen: shape (slots, 2): keys met in this turn, open addressing; slots is a power of two.
        path: shape (DECISIONS_A_TURN, WORDS): states inside the turn.
        moves: shape (DECISIONS_A_TURN, MAX_MOVES).
        tried: shape (DECISIONS_A_TURN, 2): moves tried and moves there are.
        key: shape (2,).
    """

    tables: IntArray
    secret: IntArray
    weights: IntArray
    counts: IntArray
    pool: IntArray
    keys: IntArray
    values: IntArray
    sorted: IntArray
    origins: IntArray
    seen: IntArray
    path: IntArray
    moves: IntArray
    tried: IntArray
    key: IntArray


def make_workspace(tables: IntArray, secret: IntArray, width: int) -> Workspace:
    """Arrays for a beam of `width` states."""
    slots = 1 << (POOL * width * 4).bit_length()
    shapes = [
        (POOL * width, WORDS),
        (POOL * width, 2),
        (POOL * width,),
        (POOL * width,),
        (POOL * width,),
        (slots, 2),
    ]
    shapes += [(DECISIONS_A_TURN, WORDS), (DECISIONS_A_TURN, MAX_MOVES), (DECISIONS_A_TURN, 2)]
    arrays = (np.zeros(shape, dtype=np.int64) for shape in [(COUNTS,), *shapes, (2,)])
    weights = np.array(GULFS_WEIGHTS if tables[HAS_MENACES] else WEIGHTS, dtype=np.int64)
    work = Workspace(tables, secret, weights, *arrays)
    work.counts[WIDTH] = width
    work.counts[MOST_A_TURN] = STATES_A_TURN_WITH_ITEMS if tables[HAS_MENACES] else STATES_A_TURN
    return work


@merged_kernel
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
def cut_back(work: Workspace) -> None:
    """Leave only the best candidates of the pool, as many as the beam is wide."""
    count, width = work.counts[CANDIDATES], work.counts[WIDTH]
    if count <= width:
        return
    copy_row(work.sorted, work.values)
    least = kth_largest(work.sorted, count, width)
    kept = 0
    for i in range(count):
        if work.values[i] >= least and kept < width:
            if kept < i:
                copy_row(work.pool[kept], work.pool[i])
                copy_row(work.keys[kept], work.keys[i])
            work.values[kept] = work.values[i]
            work.origins[kept] = work.origins[i]
            kept += 1
    work.counts[CANDIDATES] = kept


@kernel
def value_of(tables: IntArray, weights: IntArray, state: IntArray) -> int:
    """The value by which states are kept, of the game at hand."""
    if tables[HAS_MENACES]:
        return evaluate_gulfs(tables, weights, state)
    return evaluate(tables, weights, state)


@merged_kernel
def turns_to_go(work: Workspace, state: IntArray) -> int:
    """The bound on the turns from here, this one included; 0 where there is no limit of turns."""
    return plays_bound(work.tables, state) if work.counts[TURN_LIMIT] < NO_LIMIT else 0


@kernel
def enter(work: Workspace, state: IntArray, origin: int) -> None:
    """Make a state of the next turn a candidate, unless it is known or cannot be won in time."""
    if is_hopeless(work.tables, state):
        return
    to_go = turns_to_go(work, state)
    if state[TURN] + to_go - 1 > work.counts[TURN_LIMIT]:
        return
    key_of(work.tables, work.secret, state, work.key)
    if not is_new(work.seen, work.key[0], work.key[1]):
        return
    count = work.counts[CANDIDATES]
    copy_row(work.pool[count], state)
    copy_row(work.keys[count], work.key)
    value = value_of(work.tables, work.weights, state)
    work.values[count] = value - work.counts[HASTE] * to_go
    work.origins[count] = origin
    work.counts[CANDIDATES] = count + 1
    if count + 1 == work.pool.shape[0]:
        cut_back(work)


@merged_kernel
def enter_path(work: Workspace, depth: int) -> None:
    """Write the moves of the state at `depth` inside the turn; none is tried yet."""
    work.tried[depth, 0] = 0
    work.tried[depth, 1] = narrow_choices(work.tables, work.path[depth], work.moves[depth])


@merged_kernel
def play_turn(work: Workspace, begin: IntArray, origin: int) -> bool:
    """Play one turn in all ways from one state, up to MOST_A_TURN; True if one of them wins."""
    copy_row(work.path[0], begin)
    enter_path(work, 0)
    depth = 0
    until = work.counts[STATES] + work.counts[MOST_A_TURN]
    while depth >= 0 and work.counts[STATES] < until:
        if work.tried[depth, 0] == work.tried[depth, 1]:
            depth -= 1
            continue
        work.counts[STATES] += 1
        after = work.path[depth + 1]
        copy_row(after, work.path[depth])
        choose(work.tables, after, work.moves[depth, work.tried[depth, 0]])
        work.tried[depth, 0] += 1
        due = phase(after)
        if due == WON:
            return True
        if due >= FIRST_TERMINAL:
            continue
        if due == ACTION and after[TURN] > begin[TURN]:
            enter(work, after, origin)
        elif depth + 2 < DECISIONS_A_TURN:
            depth += 1
            enter_path(work, depth)
    return False


@kernel
def play_turns(work: Workspace, states: IntArray) -> bool:
    """Play a turn in all ways from a slice of the kept states; True if one of them wins.

    New states go to the pool; a win's parent is put into counts[WINNER].
    """
    for origin in range(work.counts[SLICE_BEGIN], work.counts[SLICE_END]):
        if play_turn(work, states[origin], origin):
            work.counts[WINNER] = origin
            return True
    return False


@dataclass(frozen=True, slots=True)
class Hurry:
    """What a beam for short lines needs.

    Attributes:
        turns: The limit of turns.
        worth: What a turn less to go is worth in points of value.
        relaxation: Relaxed games, which tell some of the states that are too late.
        spare: Candidates a place of the beam, of which the first that are not too late are kept.
        spare_turn: What a turn that relaxed games leave to spare is worth.
    """

    turns: int
    worth: int
    relaxation: Relaxation
    spare: int = 1
    spare_turn: int = 0

    def candidates(self, width: int) -> int:
        """How many candidates of a turn are kept for a beam of that width."""
        return max(width, min(self.spare * width, MOST_SPARE))


@kernel
def turns_to_spare(relaxation: Relaxation, state: IntArray, turns: int, most: int) -> int:
    """How many turns less relaxed games allow than there are, up to `most`; -1: not even those."""
    spare = -1
    while spare < most and can_win(relaxation, state, turns - spare - 1, RELAXED_NODES):
        spare += 1
    return spare


@kernel
def keep_those_in_time(
    work: Workspace, relaxation: Relaxation, ranked: IntArray, turns: int, spare_turn: int
) -> int:
    """Of ranked candidates keep those that relaxed games do not show to be too late.

    The first of `ranked` become theirs; how many is returned. It ends when enough have been kept to
    choose from.
    """
    kept, enough, most = 0, work.counts[KEPT], 0
    if spare_turn:
        enough, most = CHOICE * enough, MOST_TURNS_SPARE
    for place in range(ranked.shape[0]):
        candidate = ranked[place]
        state = work.pool[candidate]
        spare = turns_to_spare(relaxation, state, turns - state[TURN] + 1, most)
        if spare < 0:
            continue
        work.values[candidate] += spare_turn * spare
        ranked[kept] = candidate
        kept += 1
        if kept == enough:
            break
    return kept


class Beam:
    """A beam of one width over one deal; `turn` plays the next turn, a slice at a time.

    Of earlier turns it keeps keys and parents only: 24 bytes a state.
    """

    def __init__(
        self,
        tables: IntArray,
        secret: IntArray,
        root: IntArray,
        width: int,
        hurry: Hurry | None = None,
    ) -> None:
        """Set the beam to its root, the only state of the first turn."""
        self._hurry = hurry
        self._width = width
        self._work = make_workspace(tables, secret, hurry.candidates(width) if hurry else width)
        self._work.counts[TURN_LIMIT] = hurry.turns if hurry else NO_LIMIT
        self._work.counts[HASTE] = hurry.worth if hurry else 0
        self._work.counts[KEPT] = width
        self._root = root
        self._states = root.reshape(1, -1)
        self._keys: list[IntArray] = []
        self._parents: list[IntArray] = []
        self._begin = 0  # of the next slice of the turn

    @property
    def states(self) -> int:
        """Decisions tried so far."""
        return int(self._work.counts[STATES])

    @property
    def is_empty(self) -> bool:
        """Whether no state is left to go on from."""
        return len(self._states) == 0

    def turn(self, is_stopped: Callable[[], bool]) -> bool:
        """Play one turn; True if it wins. Stopped in between, the next call goes on with it."""
        work = self._work
        if self._begin == 0:
            work.seen[:] = 0
            work.counts[CANDIDATES] = 0
        while self._begin < len(self._states):
            work.counts[SLICE_BEGIN] = self._begin
            work.counts[SLICE_END] = min(self._begin + SLICE, len(self._states))
            if play_turns(work, self._states):
                return True
            self._begin += SLICE
            if is_stopped():
                return False
        self._begin = 0
        cut_back(work)
        kept = self._not_too_late()
        self._states = work.pool[kept]
        self._keys.append(work.keys[kept])
        self._parents.append(work.origins[kept])
        return False

    def _not_too_late(self) -> list[int]:
        """The candidates, without those whose relaxed games are lost in the turns that are left.

        Where there are more than the beam is wide, the best of those that stay.
        """
        count = int(self._work.counts[CANDIDATES])
        if self._hurry is None:
            return list(range(count))
        values, hurry = self._work.values, self._hurry
        ranked = np.argsort(-values[:count], kind="stable")
        stay = keep_those_in_time(
            self._work, hurry.relaxation, ranked, hurry.turns, hurry.spare_turn
        )
        best = np.argsort(-values[ranked[:stay]], kind="stable")[: self._width]
        return sorted(int(i) for i in ranked[best])

    def winning_line(self) -> list[int]:
        """The packed moves from the root to the win that the latest turn found."""
        state, line = self._root, []
        for key in [*self._keys_to_win(), None]:
            moves, state = self._way_through_turn(state, key)
            line += moves
        return line

    def _keys_to_win(self) -> list[IntArray]:
        """Keys of the states at the starts of the turns after the first, up to the last."""
        at = int(self._work.counts[WINNER])
        way = []
        for keys, parents in zip(reversed(self._keys), reversed(self._parents), strict=True):
            way.append(keys[at])
            at = int(parents[at])
        return way[::-1]

    def _way_through_turn(
        self, begin: IntArray, key: IntArray | None
    ) -> tuple[list[int], IntArray]:
        """Moves from the start of a turn to the state of that key, or to a win; and that state."""
        work, out = self._work, np.zeros(MAX_MOVES, dtype=np.int64)
        stack: list[tuple[IntArray, list[int]]] = [(begin, [])]
        while stack:
            state, way = stack.pop()
            count = narrow_choices(work.tables, state, out)
            for move in [int(code) for code in out[:count]][::-1]:
                after = state.copy()
                choose(work.tables, after, move)
                if self._is_end(after, begin, key):
                    return [*way, move], after
                if phase(after) < FIRST_TERMINAL and after[TURN] == begin[TURN]:
                    stack.append((after, [*way, move]))
        raise AssertionError("a beam state is reached by no turn from its parent")

    def _is_end(self, state: IntArray, begin: IntArray, key: IntArray | None) -> bool:
        if key is None:
            return phase(state) == WON
        if phase(state) != ACTION or state[TURN] == begin[TURN]:
            return False
        key_of(self._work.tables, self._work.secret, state, self._work.key)
        return bool(np.array_equal(self._work.key, key))
