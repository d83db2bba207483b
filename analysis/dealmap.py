"""The map of one deal: what its shortest winning lines share, and where they can be lost.

What is proved rests on all winning lines within a limit of turns (lines.py), which the complete
search has collected after the shortest turns were proved. Where that takes too long, the lines that
were found are a sample, and the map says so. docs/metrics.md defines every word.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from casecracker import __version__
from casecracker.analysis.decisions import Judge, JudgedDecision
from casecracker.analysis.linefacts import LineFacts, line_facts
from casecracker.analysis.lines import Lines, LineSearch
from casecracker.analysis.sampling import lines_by_beams, lines_of
from casecracker.engine.deals import Deal
from casecracker.engine.errors import DealError
from casecracker.engine.narrate import TurnOfLine
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import LimitReached, Limits, solve_deal

FORMAT = 1

SECONDS = 30.0
"""For a whole map, unless told otherwise."""

PROOF_SHARE, BEAMS_SHARE = 0.5, 0.1
"""Parts of the whole time for the proof of the shortest turns, and for beams that sample,"""

LINES_SHARE = 0.6
"""of what is left then for all lines, again for those with a turn more, and so on; the decisions
have the rest."""

LEAST_SAMPLE = 10
"""Different lines below which nothing is said of what they share."""

PROOF = (
    "all winning lines within the limit, collected by a complete depth-first search with the "
    "bounds of solve --shortest; positions told apart by a keyed 128-bit hash (solver/keys.py)"
)


@dataclass(frozen=True, slots=True)
class Known:
    """How a claim is known.

    Attributes:
        how: "proved", "sampled" or "undecided".
        samples: Different lines looked at, for a sample.
        limit: What stopped a proof: "time", "memory", "unknown-shuffle", or "briefcase" where a
            game's free moves are not collected.
    """

    how: str
    samples: int | None = None
    limit: str | None = None

    def __str__(self) -> str:
        """In words, as tables show it."""
        return f"sampled {self.samples}" if self.how == "sampled" else self.how


@dataclass(frozen=True)
class LineSet:
    """The winning lines within a limit of turns.

    Attributes:
        slack: Turns allowed beyond those of the shortest line.
        known: How everything in `facts` is known. A sample's counts are those of the sample.
        facts: None if no line is known.
        lines: The lines themselves.
    """

    slack: int
    known: Known
    facts: LineFacts | None
    lines: Lines | None = field(repr=False, default=None)

    def to_json(self) -> dict[str, Any]:
        """The claims and how they are known; shares of a sample would mean nothing."""
        facts = None if self.facts is None else self.facts.to_json()
        if facts is not None and self.known.how != "proved":
            facts |= {"plans": None, "per_turn": None}
        return {
            "slack": self.slack,
            "known": self.known.how,
            "samples": self.known.samples,
            "limit": self.known.limit,
            "facts": facts,
        }


@dataclass(frozen=True)
class TurnOnLine:
    """One turn of the told line: what its decisions would have left.

    Attributes:
        turn: Its number.
        legal: Legal moves of its decisions.
        winning: Those that keep the win.
        unknown: Those of which that is not known.
        in_time: Those that keep the turns of the line.
        unknown_in_time: Those of which that is not known.
        crossroads: Decisions at which a reasonable-looking move gives the win away.
    """

    turn: int
    legal: int
    winning: int
    unknown: int
    in_time: int
    unknown_in_time: int
    crossroads: int


@dataclass(frozen=True)
class DealMap:
    """What is known of the shortest winning lines of a deal.

    Attributes:
        result: What `solve` says, with the line that is told and judged here.
        sets: All lines of the shortest turns, then with one turn more, and so on.
        decisions: The decisions on the told line.
        states: Decisions applied in all searches.
        seconds: Wall-clock seconds.
    """

    result: Result
    sets: tuple[LineSet, ...]
    decisions: tuple[JudgedDecision, ...]
    states: int
    seconds: float

    @property
    def source(self) -> Deal:
        """The deal."""
        return self.result.source

    @property
    def line(self) -> tuple[TurnOfLine, ...]:
        """The told line, one of the shortest known; empty without a win."""
        return self.result.line

    @property
    def crossroads(self) -> tuple[JudgedDecision, ...]:
        """Decisions of the told line at which a reasonable-looking move gives the win away."""
        return tuple(one for one in self.decisions if one.is_crossroads)

    @property
    def crossroads_of_turns(self) -> tuple[JudgedDecision, ...]:
        """The same for the turns of the line."""
        return tuple(one for one in self.decisions if one.is_crossroads_of_turns)

    @property
    def points_of_no_return(self) -> tuple[JudgedDecision, ...]:
        """Decisions of the told line at which some legal move gives the win away."""
        return tuple(one for one in self.decisions if one.losing)

    def per_turn(self) -> tuple[TurnOnLine, ...]:
        """The shares of winning decisions along the told line, turn by turn."""
        turns = sorted({one.turn for one in self.decisions})
        return tuple(_turn_on_line(turn, self.decisions) for turn in turns)

    def to_json(self) -> dict[str, Any]:
        """The map as one JSON object (docs/metrics.md)."""
        result = self.result
        return {
            "format": FORMAT,
            **self.source.summary(),
            "verdict": str(result.verdict),
            "turns": result.turns,
            "proven_shortest": result.proven_shortest,
            "lower_bound": result.lower_bound,
            "limit": result.limit,
            "proof": PROOF if any(one.known.how == "proved" for one in self.sets) else None,
            "sets": [one.to_json() for one in self.sets],
            "line": [turn.to_json() for turn in self.line],
            "decisions": [one.to_json() for one in self.decisions],
            "per_turn": [vars(one) for one in self.per_turn()],
            "crossroads": [one.number for one in self.crossroads],
            "crossroads_of_turns": [one.number for one in self.crossroads_of_turns],
            "points_of_no_return": [one.number for one in self.points_of_no_return],
            "states": self.states,
            "seconds": round(self.seconds, 3),
            "version": __version__,
        }


def _turn_on_line(turn: int, decisions: tuple[JudgedDecision, ...]) -> TurnOnLine:
    here = [one for one in decisions if one.turn == turn]
    moves = [move for one in here for move in one.moves]
    return TurnOnLine(
        turn=turn,
        legal=len(moves),
        winning=sum(move.keeps_win is True for move in moves),
        unknown=sum(move.keeps_win is None for move in moves),
        in_time=sum(move.keeps_turns is True for move in moves),
        unknown_in_time=sum(move.keeps_turns is None for move in moves),
        crossroads=sum(one.is_crossroads is True for one in here),
    )


def deal_map(deal: Deal, limits: Limits | None = None, slack: int = 1) -> DealMap:
    """Map the shortest winning lines of a deal.

    Args:
        deal: A deal from its opening.
        limits: Time for the whole map (30 s unless given) and memory for each search.
        slack: How many turns more than the shortest to look at as well, one after the other.

    Raises:
        DealError: The deal begins in the middle of a game, or slack is negative.
    """
    if deal.start is not None:
        raise DealError("a map is made of a deal from its opening, not of a position in mid-game")
    if slack < 0:
        raise DealError(f"slack is {slack}; it is 0 turns or more")
    return _Mapper(deal, limits or Limits(SECONDS), slack).map()


class _Mapper:
    """Makes one map: the proof, all lines, the decisions, and samples where no proof is left."""

    def __init__(self, deal: Deal, limits: Limits, slack: int) -> None:
        self._deal = deal
        self._limits = limits
        self._slack = slack
        self._start = State.start(deal)
        self._begin = limits.clock()
        self._states = 0

    def map(self) -> DealMap:
        """All of it, as far as the time allows."""
        shortest = self._limited(PROOF_SHARE)
        result = solve_deal(self._deal, shortest=True, limits=shortest)
        if result.interrupted:
            raise KeyboardInterrupt
        self._begin = self._limits.clock() - result.seconds  # compiling is not counted
        self._states = result.states
        if result.turns is None:
            known = Known("proved" if result.verdict is Verdict.UNWINNABLE else "undecided")
            return self._told(result, (LineSet(0, replace(known, limit=result.limit), None),), ())
        sets = self._collected(result)
        with self._uncounted():
            judge = Judge(self._deal, result.moves, result.turns, sets[0].lines, self._limits)
        sampled = [one for one in sets if one.lines is None]
        beams = self._by_beams(result.turns + self._slack) if sampled else {}
        decisions = judge.judge(self._left())
        self._states += judge.states
        found = {result.moves: result.turns} | beams | judge.found
        sets = [one if one.lines else self._sampled(one, result.turns, found) for one in sets]
        return self._told(result, tuple(sets), decisions)

    def _told(
        self, result: Result, sets: tuple[LineSet, ...], decisions: tuple[JudgedDecision, ...]
    ) -> DealMap:
        seconds = self._limits.clock() - self._begin
        return DealMap(result, sets, decisions, self._states, seconds)

    @contextlib.contextmanager
    def _uncounted(self) -> Iterator[None]:
        """What is done inside, compiling for instance, is not counted as searching."""
        begin = self._limits.clock()
        yield
        self._begin += self._limits.clock() - begin

    def _limited(self, share: float) -> Limits:
        whole = self._limits.seconds
        return replace(self._limits, seconds=None if whole is None else whole * share)

    def _left(self) -> float | None:
        whole = self._limits.seconds
        return None if whole is None else whole - (self._limits.clock() - self._begin)

    def _collected(self, result: Result) -> list[LineSet]:
        """All lines for each slack in turn; nothing after the first that takes too long."""
        assert result.turns is not None
        sets: list[LineSet] = []
        limit = self._why_not(result)
        with self._uncounted():
            search = None if limit else LineSearch(self._start, self._limits)
        for slack in range(self._slack + 1):
            lines: Lines | None = None
            if search is not None and limit is None:
                lines, limit = self._lines(search, result.turns + slack)
            sets.append(_line_set(slack, lines, limit))
        self._states += search.states if search else 0
        return sets

    def _why_not(self, result: Result) -> str | None:
        """What forbids a proof from the beginning."""
        if self._start.tables[HAS_MENACES]:
            return "briefcase"
        return None if result.proven_shortest else result.limit or "unknown-shuffle"

    def _lines(self, search: LineSearch, turns: int) -> tuple[Lines | None, str | None]:
        left = self._left()
        seconds = None if left is None else max(0.0, left * LINES_SHARE)
        try:
            return search.lines(turns, seconds), None
        except LimitReached as reached:
            return None, reached.limit

    def _by_beams(self, turns: int) -> dict[tuple[str, ...], int]:
        limits = self._limited(BEAMS_SHARE)
        found = set(lines_by_beams(self._start, turns, limits))
        return {line: _turns_of(self._start, line) for line in found}

    def _sampled(self, empty: LineSet, turns: int, found: Mapping[tuple[str, ...], int]) -> LineSet:
        """The lines found within the limit of a set, as a sample of it."""
        most = turns + empty.slack
        taken = [line for line, length in found.items() if length <= most]
        if len(taken) < LEAST_SAMPLE:
            return empty
        lines = lines_of(self._start, most, taken)
        known = Known("sampled", len(taken), empty.known.limit)
        return LineSet(empty.slack, known, line_facts(lines), lines)


def _line_set(slack: int, lines: Lines | None, limit: str | None) -> LineSet:
    if lines is None:
        return LineSet(slack, Known("undecided", limit=limit), None)
    return LineSet(slack, Known("proved"), line_facts(lines), lines)


def _turns_of(start: State, line: tuple[str, ...]) -> int:
    state = start
    for move in line:
        state = state.play(move)
    return state.turn
