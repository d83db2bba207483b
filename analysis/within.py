"""Can a position be won within so many turns? The complete search alone, a question at a time.

It is the search of `solve --shortest` with its bounds (solver/dfs.py), not the one that collects
lines (winning.py): so it confirms what is claimed from collected lines.
"""

from dataclasses import dataclass

from casecracker.analysis.losttable import LostTable
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.notation import move_text
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.solver import dfs
from casecracker.solver.choices import moves_of_rules
from casecracker.solver.keys import secret_of
from casecracker.solver.search import SLICE, Limits

RELAXED_ENTRIES = 1 << 18


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a win within a limit of turns is left.

    Attributes:
        wins: True with a line that the referee has replayed, False if the complete search shows
            that there is none, None if `limit` was reached first.
        moves: The line from the position on, in the notation; empty without one.
        limit: None, "time", "memory" or "unknown-shuffle".
    """

    wins: bool | None
    moves: tuple[str, ...] = ()
    limit: str | None = None


class Within:
    """Answers for positions of one deal; what is shown lost for one serves the next."""

    def __init__(self, start: State, limits: Limits) -> None:
        """Take the opening, for its deal and tables."""
        self._start = start
        self._limits = limits
        self._secret = secret_of(start.deal.deck)
        self._lost = LostTable(limits.memory)
        self._search = dfs.make_search(start.tables, self._secret, RELAXED_ENTRIES)
        with interrupts_deferred():
            dfs.advance_in_time(start.tables, self._secret, self._lost.array, self._search, 0)
        self._unknown_seen = False
        self.states = 0

    def answer(
        self,
        state: State,
        turns: int,
        played: tuple[str, ...] = (),
        seconds: float | None = None,
    ) -> Answer:
        """Whether the game can be won in turn `turns` at the latest, counted from the opening.

        Args:
            state: A position of the deal.
            turns: The limit.
            played: The moves that lead to it from the opening.
            seconds: Time for this answer.
        """
        if state.status != "playing":
            return Answer(state.won and state.turn <= turns)
        if state.turn > turns:
            return Answer(False)
        end = None if seconds is None else self._limits.clock() + seconds
        with interrupts_deferred():
            dfs.begin_search(state.tables, self._search, state.array(), turns)
        status = dfs.RUNNING
        while status == dfs.RUNNING:
            if end is not None and self._limits.clock() >= end:
                return Answer(None, limit="time")
            status = self._slice()
        if status == dfs.FOUND:
            return Answer(True, self._line(state, turns, played))
        if status == dfs.OVERFLOW:
            return Answer(None, limit="memory")
        return Answer(None, limit="unknown-shuffle") if self._unknown_seen else Answer(False)

    def _slice(self) -> int:
        """Search on a little. What is lost for want of a known shuffle stays in the table."""
        counts, tables = self._search.counts, self._start.tables
        before = int(counts[dfs.STATES])
        with interrupts_deferred():
            status = dfs.advance_in_time(
                tables, self._secret, self._lost.array, self._search, SLICE
            )
        self.states += int(counts[dfs.STATES]) - before
        self._unknown_seen |= bool(counts[dfs.UNKNOWN_SEEN])
        self._lost.make_room(int(counts[dfs.STORED]))
        return int(status)

    def _line(self, state: State, turns: int, played: tuple[str, ...]) -> tuple[str, ...]:
        """The line that was found, in moves of the rules, replayed by the referee."""
        search, words = self._search, state.array()
        moves: list[str] = []
        for at in range(int(search.counts[dfs.DEPTH]) + 1):
            chosen = int(search.moves[search.spans[at, 0] - 1])
            codes = moves_of_rules(state.tables, words, chosen)
            moves += [move_text(state.deal, code) for code in codes]
        end = replay(state.deal, (*played, *moves))
        assert end.status == "won"
        assert end.turn <= turns
        return tuple(moves)
