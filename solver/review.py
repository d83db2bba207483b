"""A played game, decision by decision: which kept the win, which gave it away.

A win that can still be had after some moves could be had after fewer; a position that is lost stays
lost. So one place tells everything: the last position from which a win is left. It is looked for by
halving, in rounds of growing time. A position that a round does not decide stands for a stretch of
such positions: the round goes on before it, where wins are found soon, and behind it, where there
is less left to be refuted.

Every claim rests on `solve_deal(deal, played=...)`: a win was kept if a line that the referee has
replayed begins with the moves so far; it was given away if such a line exists before the decision,
and none after it, as the complete search has shown.
"""

import enum
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from casecracker import __version__
from casecracker.engine.deals import Deal
from casecracker.engine.narrate import TurnOfLine
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.solver.results import FORMAT, Result, Verdict
from casecracker.solver.search import Limits, solve_deal
from casecracker.solver.streets.targets import refuse_streets

FIRST_BUDGET = 1.0
"""Seconds for one position in the first round,"""

BUDGET_GROWTH = 4
"""and so many times more in each following one: the rounds before cost a third of it at most."""

_FINAL = ("unknown-shuffle", "memory")
"""Limits that more time does not lift."""


class Judgement(enum.StrEnum):
    """What a decision did to the game."""

    KEPT = "kept"  # a win is left after it: there is a line
    GAVE_AWAY = "gave-away"  # a win was left before it and none after it: proved
    FORCED = "forced"  # no other decision was legal
    NOTHING_TO_LOSE = "nothing-to-lose"  # the game was lost before it: proved
    UNKNOWN = "unknown"  # a limit was reached


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the game.

    Attributes:
        number: From 1.
        turn: The turn in which it was due.
        pending: What was due, in the words of docs/notation.md.
        move: What was decided.
        legal: How many decisions were legal.
        judgement: What it did.
        winnable: Whether the game could be won after it; None if that is not known.
    """

    number: int
    turn: int
    pending: str
    move: str
    legal: int
    judgement: Judgement
    winnable: bool | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another decision at the mistake, and whether the game can be won after it.

    Attributes:
        move: The decision.
        winnable: None if `limit` was reached first.
        limit: The limit, None where the answer is known.
    """

    move: str
    winnable: bool | None
    limit: str | None


@dataclass(frozen=True)
class Review:
    """What is known about a played game: the fields of `review --json` (docs/formats.md).

    Attributes:
        source: The deal.
        status: `won`, `lost`, `unknown-shuffle`, or `given-up` if the moves end before the game.
        turn: The turn in which the moves end.
        decisions: All decisions in their order.
        last_chance: After so many moves the game could still be won; None if no win was found.
        mistake: Number of the decision that gave the win away; None if there is none or none is
            proved.
        settled: Whether nothing is left unknown: each decision is judged.
        win: The winning line that begins with the first `last_chance` moves.
        alternatives: All other decisions at the mistake.
        limit: What stopped the review: None, "time", "memory", "interrupted", "unknown-shuffle".
        states: Decisions applied in all searches.
        seconds: Wall-clock seconds of all searches, compilation not counted.
    """

    source: Deal = field(repr=False)
    status: str
    turn: int
    decisions: tuple[Decision, ...]
    last_chance: int | None
    mistake: int | None
    settled: bool
    win: Result | None
    alternatives: tuple[Alternative, ...]
    limit: str | None
    states: int
    seconds: float

    @property
    def better(self) -> tuple[str, ...]:
        """The other decisions at the mistake that would have kept the win, as far as known."""
        return tuple(other.move for other in self.alternatives if other.winnable)

    @property
    def line(self) -> tuple[TurnOfLine, ...]:
        """The winning line, from the turn of the last chance on, that turn as a whole."""
        if self.win is None or self.last_chance is None:
            return ()
        count, turns = 0, list[TurnOfLine]()
        for turn in self.win.line:
            count += len(turn.moves)
            if count > self.last_chance or turn is self.win.line[-1]:
                turns.append(turn)
        return tuple(turns)

    def to_json(self) -> dict[str, Any]:
        """The object that `review --json` prints."""
        return {
            "format": FORMAT,
            **self.source.summary(),
            "status": self.status,
            "turn": self.turn,
            "decisions": [_row(decision) for decision in self.decisions],
            "last_chance": self.last_chance,
            "mistake": self.mistake,
            "settled": self.settled,
            "better": list(self.better),
            "alternatives": [
                {"move": other.move, "winnable": other.winnable, "limit": other.limit}
                for other in self.alternatives
            ],
            "turns": self.win.turns if self.win else None,
            "reshuffles": self.win.reshuffles if self.win else None,
            "line": [turn.to_json() for turn in self.line],
            "limit": self.limit,
            "states": self.states,
            "seconds": round(self.seconds, 3),
            "version": __version__,
        }


def review(deal: Deal, moves: Sequence[str], limits: Limits | None = None) -> Review:
    """Judge every decision of a game that was won, lost or given up.

    Args:
        deal: The deal that was played.
        moves: The moves in the notation.
        limits: Time for all searches together, and memory for one.

    Raises:
        MoveError: A move is none, or against the rules.
    """
    refuse_streets(deal, "review")
    replay(deal, moves)
    written = tuple(" ".join(move.split()) for move in moves)
    return _Reviewer(deal, written, limits or Limits()).review()


class _Stopped(Exception):  # noqa: N818 - no error: it ends a review that is not through
    """No time is left, or somebody pressed Ctrl-C; `limit` is its name."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class _Searches:
    """The searches of one review: a common end, and what they said last of each position."""

    def __init__(self, deal: Deal, limits: Limits) -> None:
        self._deal = deal
        self._limits = limits
        self._answers: dict[tuple[int, tuple[int, ...]], Result] = {}
        self.states = 0
        self.seconds = 0.0
        self.fresh = 0  # searches made

    def answer(
        self, state: State, played: Sequence[str], budget: float, backend: str = "auto"
    ) -> Result:
        """What is known of a state after moves played, searched for so many seconds at most.

        Raises:
            _Stopped: The review's time is over, or Ctrl-C was pressed.
        """
        key = (len(played), state.words)
        known = self._answers.get(key)
        if known and (known.verdict is not Verdict.UNDECIDED or known.limit in _FINAL):
            return known
        limits = self._share(state, budget, len(played))
        result = solve_deal(self._deal, played=played, backend=backend, limits=limits)
        self.fresh += 1
        self.states += result.states
        self.seconds += result.seconds
        self._answers[key] = result
        if result.interrupted:
            raise _Stopped("interrupted")
        return result

    def _share(self, state: State, budget: float, moves: int) -> Limits:
        """Limits of one search. The end of a game needs no time to be seen."""
        if state.status != "playing":
            return replace(self._limits, seconds=None)
        whole = self._limits.seconds
        left = math.inf if whole is None else whole - self.seconds
        if left <= 0:
            raise _Stopped("time")
        tell = self._limits.progress
        progress = tell and (lambda text: tell(f"after {moves} moves: {text}"))
        return replace(self._limits, seconds=min(budget, left), progress=progress)


class _Reviewer:
    """Looks for the last position from which a win is left.

    Positions are numbered by the moves before them. Only `open` ones are asked about: before a
    forced decision the answer is that of the position after it.
    """

    def __init__(self, deal: Deal, moves: tuple[str, ...], limits: Limits) -> None:
        self._deal = deal
        self._moves = moves
        self._searches = _Searches(deal, limits)
        self._states = [State.start(deal)]
        for move in moves:
            self._states.append(self._states[-1].play(move))
        self._legal = [tuple(move.text for move in state.moves()) for state in self._states]
        last = len(moves)
        self._open = [at for at, legal in enumerate(self._legal) if at == last or len(legal) > 1]
        self._won = -1  # place in `_open` of the last one known to be winnable
        self._lost = len(self._open)  # and of the first one proved lost
        self._win: Result | None = None
        self._limit: str | None = None
        self._alternatives: dict[str, Alternative] = {}

    def review(self) -> Review:
        """All of it, as far as the limits allow."""
        try:
            self._find_last_chance()
            self._try_alternatives()
        except _Stopped as stopped:
            self._limit = stopped.limit
        return self._told()

    # The last chance

    def _find_last_chance(self) -> None:
        """Rounds of growing time until a winnable position is followed by a lost one."""
        self._ask(len(self._open) - 1, FIRST_BUDGET, "auto")
        for budget in _budgets():
            before = self._searches.fresh
            self._narrow(budget)
            if self._won + 1 >= self._lost or self._searches.fresh == before:
                return

    def _narrow(self, budget: float) -> None:
        """One round: halve the gap before and behind what it does not decide.

        Behind it the game is lost more often than not: the complete search is all that is needed.
        """
        low, high = self._lost, self._won
        while True:
            before = range(self._won + 1, min(low, self._lost))
            behind = range(max(high, self._won) + 1, self._lost)
            gap = before or behind
            if not gap:
                return
            place = gap[len(gap) // 2]
            if self._ask(place, budget, "auto" if before else "dfs") is None:
                low, high = min(low, place), max(high, place)

    def _ask(self, place: int, budget: float, backend: str) -> bool | None:
        """Whether an open position can be won, if a search of so many seconds tells."""
        at = self._open[place]
        result = self._searches.answer(self._states[at], self._moves[:at], budget, backend)
        if result.verdict is Verdict.WINNABLE:
            self._won, self._win = self._open.index(self._in_common(result)), result
            return True
        if result.verdict is Verdict.UNWINNABLE:
            self._lost = place
            return False
        self._limit = result.limit
        return None

    def _in_common(self, win: Result) -> int:
        """How many moves of the game a winning line begins with: all those positions are won.

        What follows is an open position: the line goes on otherwise there, or the game ends.
        """
        pairs = enumerate(zip(win.moves, self._moves, strict=False))
        return next((at for at, (ours, theirs) in pairs if ours != theirs), len(self._moves))

    # Other decisions

    def _mistake(self) -> int | None:
        """Moves before the decision that gave the win away, if one is proved to have done so."""
        if self._won < 0 or self._won + 1 != self._lost or self._lost == len(self._open):
            return None
        return self._open[self._won]

    def _try_alternatives(self) -> None:
        """Solve all positions that another decision at the mistake leads to."""
        at = self._mistake()
        if at is None:
            return
        assert self._win is not None
        self._limit = None
        winner = self._win.moves[at]
        others = [move for move in self._legal[at] if move != self._moves[at]]
        known = {move: Alternative(move, None, None) for move in others}
        self._alternatives = known | {winner: Alternative(winner, True, None)}
        for budget in _budgets():
            before = self._searches.fresh
            for move in others:
                if self._alternatives[move].winnable is None:
                    self._alternatives[move] = self._alternative(at, move, budget)
            if self._searches.fresh == before:
                return

    def _alternative(self, at: int, move: str, budget: float) -> Alternative:
        state, played = self._states[at].play(move), (*self._moves[:at], move)
        result = self._searches.answer(state, played, budget)
        if result.verdict is Verdict.UNDECIDED:
            return Alternative(move, None, result.limit)
        return Alternative(move, result.verdict is Verdict.WINNABLE, None)

    # The review

    def _told(self) -> Review:
        status, mistake = self._states[-1].status, self._mistake()
        decisions = tuple(self._decisions())
        settled = self._won + 1 == self._lost
        others = tuple(self._alternatives_told())
        return Review(
            source=self._deal,
            status="given-up" if status == "playing" else status,
            turn=self._states[-1].turn,
            decisions=decisions,
            last_chance=self._open[self._won] if self._won >= 0 else None,
            mistake=None if mistake is None else mistake + 1,
            settled=settled,
            win=self._win,
            alternatives=others,
            limit=next((o.limit for o in others if o.limit), None if settled else self._limit),
            states=self._searches.states,
            seconds=self._searches.seconds,
        )

    def _alternatives_told(self) -> Iterator[Alternative]:
        """Those that were not come to share the limit that ended the review."""
        for other in self._alternatives.values():
            limit = other.limit if other.limit in _FINAL else self._limit or other.limit
            yield other if other.winnable is not None else replace(other, limit=limit)

    def _decisions(self) -> Iterator[Decision]:
        winnable = [self._winnable(at) for at in range(len(self._states))]
        for at, move in enumerate(self._moves):
            state, legal = self._states[at], len(self._legal[at])
            judgement = _judged(legal, winnable[at], winnable[at + 1])
            yield Decision(
                at + 1, state.turn, state.pending, move, legal, judgement, winnable[at + 1]
            )

    def _winnable(self, at: int) -> bool | None:
        """Whether the game can be won after so many moves."""
        if self._won >= 0 and at <= self._open[self._won]:
            return True
        # Up to the first lost position, but after the open one before it, all moves are forced.
        first_lost = self._open[self._lost - 1] + 1 if self._lost else 0
        return False if self._lost < len(self._open) and at >= first_lost else None


def _judged(legal: int, before: bool | None, after: bool | None) -> Judgement:
    if legal == 1:
        return Judgement.FORCED
    if before is False:
        return Judgement.NOTHING_TO_LOSE
    if after:
        return Judgement.KEPT
    return Judgement.GAVE_AWAY if before and after is False else Judgement.UNKNOWN


def _budgets() -> Iterator[float]:
    """Seconds for one position, round by round."""
    budget = FIRST_BUDGET
    while True:
        yield budget
        budget *= BUDGET_GROWTH


def _row(decision: Decision) -> dict[str, Any]:
    return {
        "number": decision.number,
        "turn": decision.turn,
        "pending": decision.pending,
        "move": decision.move,
        "legal": decision.legal,
        "judgement": str(decision.judgement),
        "winnable": decision.winnable,
    }
