"""The search of one deal: who runs when, limits, progress, and the result.

Passes that may only find wins (beams of growing width) and slices of the complete search take
turns, each round with more room than the one before; the complete search alone says "unwinnable".
Why in this order and with this room: docs/search.md.

The passes are generators that rest after each slice. At a rest the clock is looked at and Ctrl-C
is let through; a search that is left there can go on later as if it had never stopped.
"""

import contextlib
import inspect
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from casecracker import __version__
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.narrate import tell_line
from casecracker.engine.notation import move_text, parse_move
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.engine.tables import GOAL, HAS_MENACES, KNOWN_SHUFFLES
from casecracker.engine.targets import subject_of
from casecracker.solver import dfs
from casecracker.solver.beam import Beam, Hurry
from casecracker.solver.bounds import plays_bound
from casecracker.solver.choices import moves_of_rules
from casecracker.solver.keys import secret_of
from casecracker.solver.relaxed import can_win
from casecracker.solver.relaxed_game import NODES
from casecracker.solver.results import Result, Verdict
from casecracker.solver.table import (
    BYTES_AN_ENTRY,
    copy_entries,
    entries_for,
    make_table,
)
from casecracker.solver.takeover import NOTHING, Takeover
from casecracker.solver.verify import verify

DEFAULT_MEMORY = 2 * 1024**3
"""Bytes that the table of lost states may take unless told otherwise."""

SLICE = 100_000
"""States searched between two looks at the clock."""

NODES_OF_OPENING = 300_000
"""Nodes of relaxed games looked at for one line of the opening, before anything else is tried."""

RELAXED_SHARE = 8
"""One part in so many of the memory is for the table of relaxed games,"""

RELAXED_ENTRIES = 1 << 22
"""but no more than so many entries."""

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
    (1_000, 500_000),
    (3_000, 3_000_000),
    (10_000, 12_000_000),
    (30_000, 40_000_000),
    (100_000, 150_000_000),
)
"""The same for shortest lines: beams with a limit of turns, complete search of the least limit."""

CLOSING_IN = (
    (0, 100_000),
    (100, 500_000),
    (500, 3_000_000),
    (2_000, 12_000_000),
    (8_000, 40_000_000),
    (30_000, 150_000_000),
)
"""The same, at least, where bounds tell which states are too late: unless letters are asked for."""

ROOM_A_STATE = 30
"""States that a limit may take at once for each that the one before took; most take 4 to 8."""

STATES_A_PLACE = 1_000
NODES_A_PLACE = 30_000
"""States, or nodes of relaxed games where there are any, that the limit before took for each place
of a beam: beams take up to its time."""

NARROWEST = 30
"""Width from which on a beam is worth its while."""

HASTES = (200, 1_000)
"""What a turn less to go is worth to these beams; more, where a shortest line is looked for."""

SPARE = 6
"""Candidates a place of these beams, of which those are kept that are not too late."""

SPARE_TURN = 1_000
"""What a turn that relaxed games leave to spare is worth to these beams."""

BACKENDS = ("auto", "dfs", "cpsat")

PROOF = (
    "complete depth-first search over all decisions; lost states kept by a keyed 128-bit hash "
    "(solver/keys.py)"
)

OF_CHAIN = (
    "no game of this deck is won in fewer turns, by the lines and closings that its goal needs at "
    "least (CP-SAT, solver/chain.py)"
)
"""Where the critical chain of the deck alone shows that no line is shorter."""

OF_POSITIONS = "the position is taken to be one that a game can lead to"
"""What bounds and left-out moves rest on besides, where a search does not begin with an opening."""

Rounds = tuple[tuple[int, int], ...]
Progress = Callable[[str], None]
Clock = Callable[[], float]
Found = TypeVar("Found")
Steps = Generator[str, None, Found]
"""A pass: what is being done, at each rest; in the end what was found."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use.

    Attributes:
        seconds: Wall-clock time, None for no limit.
        memory: Bytes for the table of lost states.
        progress: Told now and then, in one line, how far the search is.
        clock: Seconds from any fixed point.
        states: Decisions applied, those of earlier calls included, None for no limit. Looked at
            after each slice; unlike time it stops a search at the same place on every machine.
            CP-SAT, which applies none, knows no such limit.
    """

    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    progress: Progress | None = None
    clock: Clock = time.monotonic
    states: int | None = None


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


class Run(Protocol):
    """A search of one deal that can be stopped and go on."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do: the answer will not change."""

    def go_on(self, limits: Limits) -> Result:
        """Search within `limits`, from where it stopped, and say what is known by then."""


def solve_deal(
    deal: Deal,
    *,
    shortest: bool = False,
    backend: str = "auto",
    limits: Limits | None = None,
    played: Sequence[str] = (),
) -> Result:
    """Decide `deal`; with `shortest`, also find a line of fewest turns and prove it.

    Backend `dfs` leaves the passes out that may only find wins; `cpsat` searches nothing and asks
    CP-SAT instead (`cpsat.py`). A line in the result has been
    replayed by the referee. Ctrl-C ends the search with what is known by then.

    With `played`, moves in the notation, the question is about the position after them: the line
    begins with them, turns are counted from the opening, and `unwinnable`, `proven_shortest` and
    `lower_bound` speak of the lines that begin so.
    """
    run = begin_run(deal, shortest=shortest, backend=backend, played=played)
    return run.go_on(limits or Limits())


def begin_run(
    deal: Deal,
    *,
    shortest: bool = False,
    backend: str = "auto",
    takeover: Takeover = NOTHING,
    played: Sequence[str] = (),
) -> Run:
    """A search as in `solve_deal`, at rest before its first step.

    `takeover` is a line that the referee has replayed, and a bound that nobody has checked.

    Raises:
        MoveError: One of the moves played is against the rules, or none.
        CasecrackerError: The backend is unknown, or takes neither played moves nor a takeover.
    """
    if backend not in BACKENDS:
        raise CasecrackerError(f"unknown backend '{backend}'; backends: {', '.join(BACKENDS)}")
    if backend == "cpsat":
        # It takes its limits from here, and loading it takes time that no other backend needs.
        from casecracker.solver.cpsat import CpsatRun  # noqa: PLC0415

        if takeover is not NOTHING:
            raise CasecrackerError("backend 'cpsat' takes nothing over from a record")
        if deal.start is not None:
            raise CasecrackerError("backend 'cpsat' takes no positions, only deals")
        if played:
            raise CasecrackerError("backend 'cpsat' begins with the opening, after no moves played")
        return CpsatRun(deal, shortest)
    if played and takeover is not NOTHING:
        raise CasecrackerError("a search after moves played takes nothing over from a record")
    replay(deal, played)
    rounds = () if backend == "dfs" else ROUNDS
    return _Run(deal, shortest, rounds, takeover, tuple(played))


class _Run:
    """One search: the deal's tables, the table of lost states, and what is known so far."""

    def __init__(
        self,
        deal: Deal,
        shortest: bool,
        rounds: Rounds,
        takeover: Takeover,
        played: tuple[str, ...],
    ) -> None:
        self._deal = deal
        self._played = tuple(parse_move(deal, move).code for move in played)
        self._shortest = shortest
        self._rounds = rounds
        self._takeover = takeover
        self._is_prepared = False
        self._secret = secret_of(deal.deck)
        self._states = 0
        self._spent = 0.0  # seconds, in earlier calls of `go_on`
        self._is_begun = False
        self._unknown_seen = False
        self._finding: _Finding | None = None
        self._bound = 0
        self._chain = 0  # of the deck, if the bound rests on it
        self._limit = 0
        self._last_limit = 0  # states that the limit searched last took
        self._nodes = self._last_nodes = 0  # of relaxed games: in this limit, and in that one
        self.is_over = False
        self._steps = self._all_steps()

    def go_on(self, limits: Limits) -> Result:
        """Search on, and say what is known; states and seconds are those of all calls so far."""
        self._limits = limits
        self._begin = self._told = limits.clock()
        self._largest = entries_for(limits.memory - limits.memory // RELAXED_SHARE)
        limit: str | None = None
        self._is_interrupted = False
        try:
            self._prepare()
            limit = self._work()
        except LimitReached as reached:
            limit = reached.limit
        except KeyboardInterrupt:
            limit, self._is_interrupted = None if self.is_over else "interrupted", True
        try:
            result = self._told_result(limit)
        except KeyboardInterrupt:  # what was found is not thrown away by a late Ctrl-C
            self._is_interrupted = True
            result = self._told_result(limit)
        self._spent = result.seconds
        return result

    def _prepare(self) -> None:
        """Lay the deal out, and let everything be compiled before the clock starts."""
        with interrupts_deferred():
            if not self._is_prepared:
                self._lay_out()
            elif self._entries() > self._largest:
                self._change_table(self._largest)
        self._begin = self._told = self._limits.clock()

    def _lay_out(self) -> None:
        # Bounds and choices hold at any state of a game. Equipment that lies in hand, where the
        # searches keep none, may be packed (`choices`), which can be taken back: nothing is lost.
        # Where packing is not allowed or ends a discard, states of that kind come up by KEEP too.
        self._opening = self._root = State.start(self._deal)
        for move in self._played:  # the referee has replayed them
            self._root = self._root.after(move)
        self._bound = first_bound(self._root)
        self._table = make_table(min(FIRST_ENTRIES, self._largest))
        entries = min(RELAXED_ENTRIES, entries_for(self._limits.memory // RELAXED_SHARE))
        self._search = dfs.make_search(self._root.tables, self._secret, entries)
        if self._takeover.moves:
            moves = (parse_move(self._deal, move).code for move in self._takeover.moves)
            self._finding = _Finding(tuple(moves), "record")
        elif self._rounds:
            Beam(self._root.tables, self._secret, self._root.array(), 1).turn(lambda: True)
        self._is_prepared = True

    def _work(self) -> str | None:
        """Go from rest to rest; the limit that was reached, None once nothing is left to do."""
        is_torn = inspect.getgeneratorstate(self._steps) == inspect.GEN_CLOSED
        if is_torn and not self.is_over:
            self._steps = self._all_steps()
        while True:
            with interrupts_deferred():
                doing = next(self._steps, None)
            if doing is None:
                return None
            limit = self._limit_reached(doing)
            if limit is not None:
                return limit

    # The passes

    def _all_steps(self) -> Steps[None]:
        """The whole search. Torn by an error, it is begun anew with what is known by then."""
        if self._finding is None:
            self._finding = yield from self._decide()
        if self._shortest and self._finding.line is not None:
            yield from self._shorten()
        self.is_over = True

    def _decide(self) -> Steps[_Finding]:
        """The verdict, by rounds of both passes."""
        if self._root.status != "playing":  # so may set-up itself, or the moves played
            self._unknown_seen = self._root.status == "unknown-shuffle"
            return _Finding(() if self._root.won else None, "dfs")
        self._is_begun = False
        for width, states in self._rounds:
            line = yield from self._beam(width)
            if line is not None:
                return _Finding(self._by_rules(line), "beam")
            finding = yield from self._complete(states)
            if finding is not None:
                return finding
        finding = yield from self._complete(None)
        assert finding is not None
        return finding

    def _shorten(self) -> Steps[None]:
        """Look for shorter lines, and show that there are none, until the two meet."""
        self._is_begun = False
        self._limit = self._bound
        yield from self._raise_by_relaxed_games()
        yield from self._raise_by_chain()
        is_told = not self._root.tables[GOAL]
        for width, states in self._rounds and (CLOSING_IN if is_told else SHORTENING):
            if is_told:
                yield from self._close_in(width, states)
            else:
                yield from self._shorten_by_a_turn(width)
                yield from self._raise_bound(states)
        while self._limit < self._turns():
            yield from self._exhaust(None)

    def _raise_by_relaxed_games(self) -> Steps[None]:
        """Raise the bound as far as relaxed games of the root soon show, if a turn begins there."""
        relaxation, root = self._search.relaxation, self._root.array()
        with self._uncounted():
            can_win(relaxation, root, 0, 0)
        before = self._root.turn - 1
        while (
            self._root.pending == "action"
            and self._limit < self._turns()
            and not can_win(relaxation, root, self._limit - before, NODES_OF_OPENING)
        ):
            self._limit += 1
            self._bound = self._limit
            yield "relaxed games"

    def _raise_by_chain(self) -> Steps[None]:
        """Raise the bound to the critical chain of the deck, where lines of cases tell most."""
        if self._deal.start is not None or self._played or not self._root.tables[HAS_MENACES]:
            return
        # Loading CP-SAT takes time that no other question needs.
        from casecracker.solver.chain import critical_turns  # noqa: PLC0415

        with self._uncounted():
            chain = critical_turns(subject_of(self._deal))
        if chain > self._bound:
            self._bound = self._limit = self._chain = chain
        yield "critical chain"

    def _shorten_by_a_turn(self, width: int) -> Steps[None]:
        """Let beams look for lines shorter than the known one, as long as they find any."""
        for haste in HASTES:
            is_shorter = True
            while is_shorter and self._limit < self._turns():
                is_shorter = yield from self._shorten_to(self._turns() - 1, width, haste)

    def _raise_bound(self, states: int) -> Steps[None]:
        """Search the least limit, then the next, so many states altogether."""
        until = self._states + states
        while self._limit < self._turns() and self._states < until:
            yield from self._exhaust(until - self._states)

    def _close_in(self, width: int, states: int) -> Steps[None]:
        """Let beams and the complete search of the least limit close in on the answer.

        Returns when they have met, or when a limit took more states than it was given.
        """
        widest, is_decided = 0, True
        while is_decided and self._limit < self._turns():
            wide = max(width, self._places())
            if wide >= max(NARROWEST, 2 * widest):
                widest = wide
                yield from self._shorten_by_halves(wide)
            room = max(states, ROOM_A_STATE * self._last_limit)
            is_decided = yield from self._exhaust(room)

    def _places(self) -> int:
        """Width of a beam by what the limit before took."""
        if self._last_nodes:
            return self._last_nodes // NODES_A_PLACE
        return self._last_limit // STATES_A_PLACE

    def _shorten_by_halves(self, width: int) -> Steps[None]:
        """Let beams look for shorter lines, by halving what lies between line and least limit."""
        failed = max(self._limit, self._takeover.bound) - 1
        while failed + 1 < self._turns():
            half_way = (failed + self._turns()) // 2
            if not (yield from self._shorten_to(half_way, width, HASTES[0])):
                failed = half_way

    def _shorten_to(self, turns: int, width: int, haste: int) -> Steps[bool]:
        """Let a beam look for a line of so many turns; whether it finds one."""
        relaxation = self._search.relaxation
        if self._root.tables[HAS_MENACES]:
            hurry = Hurry(turns, haste, relaxation)
        else:
            hurry = Hurry(turns, haste, relaxation, SPARE, SPARE_TURN)
        line = yield from self._beam(width, hurry)
        if line is not None:
            self._finding = _Finding(self._by_rules(line), "beam")
        return line is not None

    def _exhaust(self, states: int | None) -> Steps[bool]:
        """Search for lines within the least limit not yet searched; True if that is decided.

        The known line is longer. `states` is how many to search, None for no end. Where an unknown
        shuffle was met, a shorter line may exist for some order of it: then the bound stays. A
        bound taken over says where to begin, no more: a limit that is exhausted shows the same of
        all smaller ones.
        """
        limit = min(max(self._limit, self._takeover.bound), self._turns() - 1)
        if not self._is_begun or self._search.counts[dfs.TURN_LIMIT] != limit:
            self._begin_search(limit)
        finding = yield from self._complete(states)
        if finding is None:
            return False
        self._is_begun = False
        self._last_limit = int(self._search.counts[dfs.STATES])
        self._last_nodes = self._nodes
        if finding.line is not None:
            self._finding = finding
            return True
        self._limit = limit + 1
        if not self._unknown_seen:
            self._bound = self._limit
        return True

    def _turns(self) -> int:
        assert self._finding is not None
        assert self._finding.line is not None
        state = self._root
        for move in self._finding.line:
            state = state.after(move)
        return state.turn

    def _beam(self, width: int, hurry: Hurry | None = None) -> Steps[tuple[int, ...] | None]:
        beam = Beam(self._root.tables, self._secret, self._root.array(), width, hurry)
        before = self._states
        while not beam.is_empty:
            won = beam.turn(lambda: True)  # a slice of it
            self._states = before + beam.states
            if won:
                return tuple(beam.winning_line())
            yield f"beam of {width}"
        return None

    @contextlib.contextmanager
    def _uncounted(self) -> Iterator[None]:
        """What is done inside, compiling for instance, is not counted as searching."""
        begin = self._limits.clock()
        yield
        self._begin += self._limits.clock() - begin

    def _begin_search(self, turn_limit: int) -> None:
        """Set the complete search to the opening; compiling it is not counted as searching."""
        self._is_begun, self._nodes = True, 0
        # Each is compiled when it is needed first; most deals need neither.
        self._advance = dfs.advance if turn_limit == dfs.NO_LIMIT else dfs.advance_in_time
        with self._uncounted():
            self._advance(self._root.tables, self._secret, self._table, self._search, 0)
        dfs.begin_search(self._root.tables, self._search, self._root.array(), turn_limit)

    def _complete(self, states: int | None) -> Steps[_Finding | None]:
        """Go on with the complete search; None if `states` more did not decide it."""
        if not self._is_begun:
            self._begin_search(dfs.NO_LIMIT)
        until = None if states is None else self._states + states
        while until is None or self._states < until:
            status = self._slice()
            if status == dfs.FOUND:
                return _Finding(self._line_of_search(), "dfs")
            if status == dfs.EXHAUSTED:
                return _Finding(None, "dfs")
            if status == dfs.OVERFLOW:
                raise LimitReached("memory")
            self._grow()
            yield "complete search"
        return None

    def _slice(self) -> int:
        counts, nodes = self._search.counts, self._search.relaxation.counts
        before, nodes_before = int(counts[dfs.STATES]), int(nodes[NODES])
        status = self._advance(self._root.tables, self._secret, self._table, self._search, SLICE)
        self._states += int(counts[dfs.STATES]) - before
        self._nodes += int(nodes[NODES]) - nodes_before
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

    def _entries(self) -> int:
        return int(self._table.shape[0]) * 8 // BYTES_AN_ENTRY

    def _grow(self) -> None:
        """A larger table once this one is half full, as long as memory allows."""
        entries = self._entries()
        if self._search.counts[dfs.STORED] * 2 >= entries and entries < self._largest:
            self._change_table(min(entries * GROWTH, self._largest))

    def _change_table(self, entries: int) -> None:
        table = make_table(entries)
        copy_entries(self._table, table)
        self._table = table

    # Limits

    def _seconds(self) -> float:
        return self._spent + self._limits.clock() - self._begin

    def _limit_reached(self, doing: str) -> str | None:
        now = self._limits.clock()
        if self._limits.progress and now - self._told >= 1:
            self._told = now
            seconds = self._spent + now - self._begin
            self._limits.progress(f"{seconds:.0f} s: {doing}, {self._states:,} states")
        if self._limits.states is not None and self._states >= self._limits.states:
            return "states"
        is_late = self._limits.seconds is not None and now - self._begin >= self._limits.seconds
        return "time" if is_late else None

    # The result

    def _told_result(self, limit: str | None) -> Result:
        found = self._finding
        line = self._played + found.line if found and found.line is not None else None
        verdict = self._verdict()
        if verdict is Verdict.UNDECIDED and limit is None:
            limit = "unknown-shuffle"
        turns = self._turns() if line is not None else None
        proven = turns is not None and self._bound >= turns
        claimed = self._takeover.bound_of(turns)
        result = Result(
            verdict=verdict,
            scope="first-pass" if verdict is Verdict.UNDECIDED and self._is_partial() else "game",
            turns=turns,
            proven_shortest=proven,
            lower_bound=None if verdict is Verdict.UNWINNABLE else max(self._bound, claimed),
            limit=limit,
            proof=self._proof(proven or verdict is Verdict.UNWINNABLE, claimed),
            reshuffles=None if line is None else shuffles_needed(self._opening, line),
            line=tuple(tell_line(self._deal, self._texts(line))) if line is not None else (),
            backend=found.backend if found else "dfs",
            states=self._states,
            seconds=self._seconds(),
            version=__version__,
            source=self._deal,
            played=len(self._played),
            interrupted=self._is_interrupted,
        )
        if line is not None:
            verify(result)
        return result

    def _proof(self, is_shown: bool, claimed: int) -> str | None:
        if is_shown:
            after = f", from the position after the {len(self._played)} moves played"
            proof = PROOF if self._bound > self._chain else OF_CHAIN
            proof += after if self._played else ""
            return proof if self._deal.start is None else f"{proof}; {OF_POSITIONS}"
        return self._takeover.words if claimed > self._bound else None

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


def first_bound(root: State) -> int:
    """A turn before which no line from `root` wins.

    The bound counts the turns still to be played from the start of one; in the middle of a turn the
    win may come with it.
    """
    if root.pending != "action":
        return root.turn
    return root.turn - 1 + int(plays_bound(root.tables, root.array()))


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
