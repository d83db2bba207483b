"""The search of one deal: who runs when, limits, progress, and the result.

Passes that may only find wins (beams of growing width) and slices of the complete search take
turns, each round with more room than the one before; the complete search alone says "unwinnable".
Why in this order and with this room: docs/search.md.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from casecracker import __version__
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.narrate import tell_line
from casecracker.engine.notation import move_text
from casecracker.engine.state import State
from casecracker.engine.tables import KNOWN_SHUFFLES
from casecracker.solver import dfs
from casecracker.solver.beam import NO_LIMIT, Beam
from casecracker.solver.bounds import plays_bound
from casecracker.solver.choices import moves_of_rules
from casecracker.solver.keys import hash_key
from casecracker.solver.results import Result, Verdict
from casecracker.solver.table import (
    BYTES_AN_ENTRY,
    copy_entries,
    entries_for,
    make_table,
)
from casecracker.solver.verify import verify

DEFAULT_MEMORY = 2 * 1024**3
"""Bytes that the table of lost states may take unless told otherwise."""

SLICE = 100_000
"""States searched between two looks at the clock."""

FIRST_ENTRIES = 1 << 14
GROWTH = 8

ROUNDS = (
    (30, 30_000),
    (100, 100_000),
    (1_000, 1_000_000),
    (6_000, 2_000_000),
    (40_000, 5_000_000),
    (120_000, 50_000_000),
)
"""Width of the beam and states of the complete search in each round; the last search goes on."""

SHORTENING = (
    (300, 100_000),
    (1_000, 1_000_000),
    (3_000, 4_000_000),
    (10_000, 15_000_000),
    (30_000, 50_000_000),
    (100_000, 200_000_000),
)
"""The same for shortest lines: beams with a limit of turns, complete search of the least limit."""

HASTES = (200, 1_000)
"""What a turn less to go is worth to these beams, one after the other."""

BACKENDS = ("auto", "dfs", "cpsat")

PROOF = (
    "complete depth-first search over all decisions; lost states kept by a keyed 128-bit hash "
    "(solver/keys.py)"
)

Rounds = tuple[tuple[int, int], ...]
Progress = Callable[[str], None]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use.

    Attributes:
        seconds: Wall-clock time, None for no limit.
        memory: Bytes for the table of lost states.
        progress: Told now and then, in one line, how far the search is.
        clock: Seconds from any fixed point.
    """

    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    progress: Progress | None = None
    clock: Clock = time.monotonic


class LimitReached(Exception):  # noqa: N818 - no error: it ends a search that has not decided
    """A limit stopped the search; `limit` is its name in the result."""

    def __init__(self, limit: str) -> None:
        """Name the limit."""
        super().__init__(limit)
        self.limit = limit


@dataclass(frozen=True, slots=True)
class _Finding:
    """What the passes found: a won line of packed moves, or that there is none."""

    line: tuple[int, ...] | None
    backend: str


def solve_deal(
    deal: Deal,
    *,
    shortest: bool = False,
    backend: str = "auto",
    limits: Limits | None = None,
) -> Result:
    """Decide `deal`; with `shortest`, also find a line of fewest turns and prove it.

    Backend `dfs` leaves the passes out that may only find wins; `cpsat` searches nothing and asks
    CP-SAT instead (`cpsat.py`). A line in the result has been
    replayed by the referee. Ctrl-C ends the search with what is known by then.
    """
    if backend not in BACKENDS:
        raise CasecrackerError(f"unknown backend '{backend}'; backends: {', '.join(BACKENDS)}")
    if backend == "cpsat":
        # It takes its limits from here, and loading it takes time that no other backend needs.
        from casecracker.solver.cpsat import solve_by_cpsat  # noqa: PLC0415

        return solve_by_cpsat(deal, shortest=shortest, limits=limits or Limits())
    rounds = () if backend == "dfs" else ROUNDS
    return _Run(deal, limits or Limits(), rounds).result(shortest)


class _Run:
    """One search: the deal's tables, the table of lost states, and what is known so far."""

    def __init__(self, deal: Deal, limits: Limits, rounds: Rounds) -> None:
        self._deal = deal
        self._limits = limits
        self._rounds = rounds
        self._begin = limits.clock()
        self._told = self._begin
        self._secret = hash_key(deal.deck.digest.encode())
        self._largest = entries_for(limits.memory)
        self._table = make_table(min(FIRST_ENTRIES, self._largest))
        self._search = dfs.make_search()
        self._states = 0
        self._is_begun = False
        self._unknown_seen = False
        self._finding: _Finding | None = None
        self._bound = 0
        self._limit = 0

    def result(self, shortest: bool) -> Result:
        """Search, and say what was found."""
        limit: str | None = None
        try:
            self._prepare()
            self._finding = self._decide()
            if shortest and self._finding.line is not None:
                self._shorten()
        except LimitReached as reached:
            limit = reached.limit
        except KeyboardInterrupt:
            limit = "interrupted"
        try:
            return self._told_result(limit)
        except KeyboardInterrupt:  # what was found is not thrown away by a late Ctrl-C
            return self._told_result(limit or "interrupted")

    def _prepare(self) -> None:
        """Lay the deal out, and let everything be compiled before the clock starts."""
        with interrupts_deferred():
            self._root = State.start(self._deal)
            self._bound = int(plays_bound(self._root.tables, self._root.array()))
            if self._rounds:
                Beam(self._root.tables, self._secret, self._root.array(), 1).turn(lambda: True)
        self._begin = self._told = self._limits.clock()

    # The passes

    def _decide(self) -> _Finding:
        """The verdict, by rounds of both passes."""
        if self._root.status != "playing":  # set-up itself can end the game or the known order
            self._unknown_seen = self._root.status == "unknown-shuffle"
            return _Finding(None, "dfs")
        for width, states in self._rounds:
            line = self._beam(width)
            if line is not None:
                return _Finding(self._by_rules(line), "beam")
            finding = self._complete(states)
            if finding is not None:
                return finding
        finding = self._complete(None)
        assert finding is not None
        return finding

    def _shorten(self) -> None:
        """Look for shorter lines, and show that there are none, until the two meet."""
        self._is_begun = False
        self._limit = self._bound
        for width, states in SHORTENING if self._rounds else ():
            self._shorten_by_beams(width)
            if self._raise_bound(states):
                return
        self._raise_bound(None)

    def _shorten_by_beams(self, width: int) -> None:
        """Let beams look for lines shorter than the known one, as long as they find any."""
        for haste in HASTES:
            while self._turns() > self._limit:
                line = self._beam(width, (self._turns() - 1, haste))
                if line is None:
                    break
                self._finding = _Finding(self._by_rules(line), "beam")

    def _raise_bound(self, states: int | None) -> bool:
        """Search for lines within the least limit not yet searched, then the next; True if done.

        `states` is how many to search, None for no end. Where an unknown shuffle was met, a shorter
        line may exist for some order of it: then the bound stays.
        """
        until = None if states is None else self._states + states
        while self._limit < self._turns():
            if not self._is_begun:
                self._begin_search(self._limit)
            finding = self._complete(None if until is None else until - self._states)
            if finding is None:
                return False
            if finding.line is not None:
                self._finding = finding
                return True
            self._is_begun = False
            self._limit += 1
            if not self._unknown_seen:
                self._bound = self._limit
        return True

    def _turns(self) -> int:
        assert self._finding is not None
        assert self._finding.line is not None
        return self._states_of(self._finding.line)[-1].turn

    def _beam(self, width: int, hurry: tuple[int, int] = (NO_LIMIT, 0)) -> tuple[int, ...] | None:
        beam = Beam(self._root.tables, self._secret, self._root.array(), width, hurry)
        before = self._states
        try:
            while not beam.is_empty:
                won = beam.turn(lambda: self._is_late(f"beam of {width}", before + beam.states))
                self._states = before + beam.states
                if won:
                    return tuple(beam.winning_line())
                self._check_time()
        finally:
            self._states = before + beam.states
        return None

    def _begin_search(self, turn_limit: int) -> None:
        """Set the complete search to the opening; compiling it is not counted as searching."""
        self._is_begun = True
        begin = self._limits.clock()
        with interrupts_deferred():
            dfs.advance(self._root.tables, self._secret, self._table, self._search, 0)
        self._begin += self._limits.clock() - begin
        dfs.begin_search(self._root.tables, self._search, self._root.array(), turn_limit)

    def _complete(self, states: int | None) -> _Finding | None:
        """Go on with the complete search; None if `states` more did not decide it."""
        if not self._is_begun:
            self._begin_search(dfs.NO_LIMIT)
        searched = 0
        while states is None or searched < states:
            status = self._slice()
            searched += SLICE
            if status == dfs.FOUND:
                return _Finding(self._line_of_search(), "dfs")
            if status == dfs.EXHAUSTED:
                return _Finding(None, "dfs")
            if status == dfs.OVERFLOW:
                raise LimitReached("memory")
            self._grow()
            self._is_late("complete search", self._states)
            self._check_time()
        return None

    def _slice(self) -> int:
        counts = self._search.counts
        before = int(counts[dfs.STATES])
        status = dfs.advance(self._root.tables, self._secret, self._table, self._search, SLICE)
        self._states += int(counts[dfs.STATES]) - before
        self._unknown_seen |= bool(counts[dfs.UNKNOWN_SEEN])
        return status

    def _line_of_search(self) -> tuple[int, ...]:
        depth = int(self._search.counts[dfs.DEPTH])
        taken = [int(self._search.spans[at, 0]) - 1 for at in range(depth + 1)]
        return self._by_rules(tuple(int(self._search.moves[move]) for move in taken))

    def _by_rules(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """The moves of the rules that a line of the searches stands for."""
        state, moves = self._root.array(), list[int]()
        for move in line:
            moves += moves_of_rules(self._root.tables, state, move)
        return tuple(moves)

    def _grow(self) -> None:
        """A larger table once this one is half full, as long as memory allows."""
        entries = self._table.shape[0] * 8 // BYTES_AN_ENTRY
        if self._search.counts[dfs.STORED] * 2 < entries or entries == self._largest:
            return
        larger = make_table(min(entries * GROWTH, self._largest))
        copy_entries(self._table, larger)
        self._table = larger

    # Limits

    def _is_late(self, doing: str, states: int) -> bool:
        now = self._limits.clock()
        if self._limits.progress and now - self._told >= 1:
            self._told = now
            self._limits.progress(f"{now - self._begin:.0f} s: {doing}, {states:,} states")
        return self._limits.seconds is not None and now - self._begin >= self._limits.seconds

    def _check_time(self) -> None:
        seconds = self._limits.seconds
        if seconds is not None and self._limits.clock() - self._begin >= seconds:
            raise LimitReached("time")

    # The result

    def _told_result(self, limit: str | None) -> Result:
        found = self._finding
        line = found.line if found else None
        verdict = self._verdict()
        if verdict is Verdict.UNDECIDED and limit is None:
            limit = "unknown-shuffle"
        states = self._states_of(line) if line is not None else []
        proven = line is not None and self._bound >= states[-1].turn
        result = Result(
            verdict=verdict,
            scope="first-pass" if verdict is Verdict.UNDECIDED and self._is_partial() else "game",
            turns=states[-1].turn if states else None,
            proven_shortest=proven,
            lower_bound=None if verdict is Verdict.UNWINNABLE else self._bound,
            limit=limit,
            proof=PROOF if proven or verdict is Verdict.UNWINNABLE else None,
            reshuffles=None if line is None else shuffles_needed(self._root, line),
            line=tuple(tell_line(self._deal, self._texts(line))) if line is not None else (),
            backend=found.backend if found else "dfs",
            states=self._states,
            seconds=self._limits.clock() - self._begin,
            version=__version__,
            source=self._deal,
        )
        if line is not None:
            verify(result)
        return result

    def _verdict(self) -> Verdict:
        if self._finding is None:
            return Verdict.UNDECIDED
        if self._finding.line is not None:
            return Verdict.WINNABLE
        return Verdict.UNDECIDED if self._unknown_seen else Verdict.UNWINNABLE

    def _is_partial(self) -> bool:
        """Whether the deal does not tell all its later shuffles."""
        return self._deal.seed is None

    def _texts(self, line: tuple[int, ...]) -> Iterator[str]:
        return (move_text(self._deal, move) for move in line)

    def _states_of(self, line: tuple[int, ...]) -> list[State]:
        states = [self._root]
        for move in line:
            states.append(states[-1].after(move))
        return states


def shuffles_needed(root: State, line: tuple[int, ...]) -> int:
    """The fewest later shuffles that have to be known for the line to be played as it is."""
    known = int(root.tables[KNOWN_SHUFFLES])
    for needed in range(known):
        tables = root.tables.copy()
        tables[KNOWN_SHUFFLES] = needed
        state = State(root.deal, root.words, tables)
        for move in line:
            state = state.after(move)
            if state.status == "unknown-shuffle":
                break
        if state.won:
            return needed
    return known
