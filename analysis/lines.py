"""All winning lines of a position within a limit of turns, as a graph of positions.

Positions that have the same future and come at the same turn are one, as in the search tables, so
lines that meet again are stored once. docs/metrics.md says what a line is and how they are counted.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from casecracker.analysis.losttable import LostTable
from casecracker.analysis.winning import (
    AFTER,
    BEFORE,
    COLLECTED,
    EDGES,
    FULL,
    KEPT,
    MOVE,
    NUMBER,
    STATE,
    TOO_DEEP,
    WIN,
    Collector,
    begin_collecting,
    collect,
    make_collector,
)
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.layout import TURN
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES, IntArray
from casecracker.solver import dfs
from casecracker.solver.keys import key_of, secret_of
from casecracker.solver.search import SLICE, LimitReached, Limits

ROOM = 1 << 18
"""Positions kept at most: 60 MB of states; a map of more would say little."""

RELAXED_ENTRIES = 1 << 20
"""Room for lost nodes of relaxed games."""

END = -1
"""In the place of a position after a move: the game is won."""

Key = tuple[int, int, int]


@dataclass(frozen=True)
class Edge:
    """A move that keeps the win in time: places of the positions before and after, or END."""

    before: int
    after: int
    move: int


@dataclass(frozen=True)
class Lines:
    """Every winning line of `root` that takes `turns` turns at most, counted from the opening.

    Attributes:
        root: Where all lines begin.
        turns: The limit.
        words: shape (positions, WORDS): all positions on these lines, each after those that follow
            it, the root last. Empty if there is no such line.
        edges: The moves that keep the win, by position.
    """

    root: State
    turns: int
    words: IntArray
    edges: tuple[tuple[Edge, ...], ...]

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self.edges)

    def state(self, place: int) -> State:
        """The position at a place. Open cases may be numbered otherwise than on another line."""
        words = tuple(int(word) for word in self.words[place])
        return State(self.root.deal, words, self.root.tables)

    def turn(self, place: int) -> int:
        """The turn of a position."""
        return int(self.words[place, TURN])

    def place(self, state: State) -> int | None:
        """Where a position stands; None if it is on none of these lines."""
        return self._places.get(self._key(state.array()))

    def keeps(self, after: State) -> bool:
        """Whether the win in time is still left after a move from one of the positions."""
        if after.status != "playing":
            return after.won and after.turn <= self.turns
        return self.place(after) is not None

    @cached_property
    def _secret(self) -> IntArray:
        return secret_of(self.root.deal.deck)

    @cached_property
    def _places(self) -> dict[Key, int]:
        return {self._key(words): place for place, words in enumerate(self.words)}

    def _key(self, words: IntArray) -> Key:
        out = np.zeros(2, dtype=np.int64)
        key_of(self.root.tables, self._secret, words, out)
        return int(out[0]), int(out[1]), int(words[TURN])


class LineSearch:
    """Collects the lines of one position; what is shown lost for one limit serves the next."""

    def __init__(self, root: State, limits: Limits) -> None:
        """Take a position in which a game of victims goes on.

        Raises:
            CasecrackerError: The game has a briefcase, whose moves could go round in circles.
        """
        if root.tables[HAS_MENACES]:
            raise CasecrackerError("all lines are collected for games with victims only")
        self._root = root
        self._limits = limits
        self._secret = secret_of(root.deal.deck)
        self._lost = LostTable(limits.memory)
        self._unknown_seen = False
        self.states = 0
        self._begun(root.turn, room=1)  # compiled before anybody's clock runs

    def lines(self, turns: int, seconds: float | None = None, room: int = ROOM) -> Lines:
        """All winning lines within `turns` turns, in so many seconds; `room` is for positions.

        Raises:
            LimitReached: "time", "memory", or "unknown-shuffle" if a line met one.
        """
        work = self._begun(turns, room)
        clock = self._limits.clock
        end = None if seconds is None else clock() + seconds
        is_through = False
        while not is_through:
            if end is not None and clock() >= end:
                raise LimitReached("time")
            is_through = self._is_through(work)
        if self._unknown_seen:
            raise LimitReached("unknown-shuffle")
        count, edges = int(work.counts[KEPT]), int(work.counts[EDGES])
        return _as_lines(self._root, turns, work.positions[:count], work.edges[:edges])

    def _begun(self, turns: int, room: int) -> Collector:
        """A search at its root; compiling it is not counted as searching."""
        tables, secret = self._root.tables, self._secret
        work = make_collector(tables, secret, room, RELAXED_ENTRIES)
        with interrupts_deferred():
            begin_collecting(tables, secret, work, self._root.array(), turns)
            collect(tables, secret, self._lost.array, work, 0)
        return work

    def _is_through(self, work: Collector) -> bool:
        """Search a slice; whether all lines are collected then."""
        counts = work.search.counts
        before = int(counts[dfs.STATES])
        with interrupts_deferred():
            status = collect(self._root.tables, self._secret, self._lost.array, work, SLICE)
        self.states += int(counts[dfs.STATES]) - before
        self._unknown_seen |= bool(counts[dfs.UNKNOWN_SEEN])  # what it cost stays in the table
        if status in (FULL, TOO_DEEP):
            raise LimitReached("memory")
        self._lost.make_room(int(counts[dfs.STORED]))
        return status == COLLECTED


def _as_lines(root: State, turns: int, positions: IntArray, edges: IntArray) -> Lines:
    places = {int(number): place for place, number in enumerate(positions[:, NUMBER])}
    places[WIN] = END
    by_position: list[list[Edge]] = [[] for _ in positions]
    for before, after, move in edges[:, (BEFORE, AFTER, MOVE)].tolist():
        place = places[before]
        by_position[place].append(Edge(place, places[after], move))
    words = positions[:, STATE:].copy()
    return Lines(root, turns, words, tuple(tuple(some) for some in by_position))
