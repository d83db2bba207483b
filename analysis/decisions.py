"""The decisions of one winning line: what every legal move there would have left.

Two questions about each move (docs/metrics.md): does it keep the win at all, and does it keep the
turns of the line? The second is read from all lines within these turns where they are known, and
searched for otherwise; the first is what `solve` says of the position after the move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from casecracker.analysis.lines import Lines
from casecracker.analysis.within import Within
from casecracker.engine.deals import Deal
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.state import State
from casecracker.solver.policy import Player, make_player, value_after
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, solve_deal

BUDGETS = (0.3, 1.2, 4.8)
"""Seconds for one question, round by round: what the last one leaves open would take long."""

_FINAL = ("unknown-shuffle", "memory")
"""Limits that more time does not lift."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A legal move of a decision.

    Attributes:
        move: In the notation.
        keeps_win: Whether a win is left after it; None if a limit was reached.
        keeps_turns: Whether a win in the turns of the line is left after it; None likewise.
        is_reasonable: Whether the fast player rates it within its better half.
        limit: What was reached where something is not known.
    """

    move: str
    keeps_win: bool | None
    keeps_turns: bool | None
    is_reasonable: bool
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision on the line: a position with more than one legal move.

    Attributes:
        number: Moves of the line up to this one, it included.
        turn: The turn in which it is due.
        pending: What is due, in the words of docs/notation.md.
        move: What the line does.
        moves: All legal moves.
    """

    number: int
    turn: int
    pending: str
    move: str
    moves: tuple[JudgedMove, ...]

    @property
    def winning(self) -> int:
        """How many moves are known to keep the win."""
        return sum(move.keeps_win is True for move in self.moves)

    @property
    def losing(self) -> int:
        """How many moves are known to give it away."""
        return sum(move.keeps_win is False for move in self.moves)

    @property
    def in_time(self) -> int:
        """How many moves are known to keep the turns of the line."""
        return sum(move.keeps_turns is True for move in self.moves)

    @property
    def too_late(self) -> int:
        """How many moves are known not to."""
        return sum(move.keeps_turns is False for move in self.moves)

    @property
    def is_crossroads(self) -> bool | None:
        """Whether a reasonable-looking move gives the win away; None if that is not known."""
        return _any_fails([move.keeps_win for move in self.moves if move.is_reasonable])

    @property
    def is_crossroads_of_turns(self) -> bool | None:
        """Whether a reasonable-looking move gives the turns of the line away; None likewise."""
        return _any_fails([move.keeps_turns for move in self.moves if move.is_reasonable])

    def to_json(self) -> dict[str, Any]:
        """The decision with its counts and every move."""
        return {
            "number": self.number,
            "turn": self.turn,
            "pending": self.pending,
            "move": self.move,
            "legal": len(self.moves),
            "winning": self.winning,
            "losing": self.losing,
            "in_time": self.in_time,
            "too_late": self.too_late,
            "crossroads": self.is_crossroads,
            "crossroads_of_turns": self.is_crossroads_of_turns,
            "moves": [
                {name: getattr(move, name) for name in JudgedMove.__slots__} for move in self.moves
            ],
        }


def _any_fails(kept: Sequence[bool | None]) -> bool | None:
    if False in kept:
        return True
    return None if None in kept else False


@dataclass(slots=True)
class _Question:
    """A move that is being judged: the position after it, and the moves up to it."""

    after: State
    played: tuple[str, ...]
    judged: JudgedMove


class Judge:
    """Judges the decisions of one line of a deal.

    `lines` are all winning lines within the turns of this one, None if they are not known. Every
    winning line found on the way is kept in `found`, from the opening on.
    """

    def __init__(
        self, deal: Deal, moves: Sequence[str], turns: int, lines: Lines | None, limits: Limits
    ) -> None:
        """Lay the line out; nothing is searched yet."""
        self._deal = deal
        self._turns = turns
        self._lines = lines
        self._limits = limits
        self._start = State.start(deal)
        self._player = make_player(self._start.tables)
        self._within = Within(self._start, limits)
        self._rows = list(self._laid_out(moves))
        self.found: dict[tuple[str, ...], int] = {}
        self.states = 0

    def judge(self, seconds: float | None) -> tuple[JudgedDecision, ...]:
        """Search for what is not known yet, until the time is over."""
        clock = self._limits.clock
        end = None if seconds is None else clock() + seconds
        for budget in BUDGETS:
            for ask in (self._ask_for_win, self._ask_for_turns):
                for question in self._open():
                    left = budget if end is None else min(budget, end - clock())
                    if left <= 0:
                        return self._told()
                    ask(question, left)
        return self._told()

    def _laid_out(
        self, moves: Sequence[str]
    ) -> Iterator[tuple[JudgedDecision, tuple[_Question, ...]]]:
        """Each decision with the questions about its moves."""
        state = self._start
        for at, move in enumerate(moves):
            legal = state.moves()
            if len(legal) > 1:
                reasonable = reasonable_moves(self._player, state)
                questions = tuple(
                    self._question(state, tuple(moves[:at]), other.text, other.text in reasonable)
                    for other in legal
                )
                for question in questions:
                    if question.judged.move == move:  # the line itself shows it
                        question.judged = replace(question.judged, keeps_win=True, keeps_turns=True)
                yield JudgedDecision(at + 1, state.turn, state.pending, move, ()), questions
            state = state.play(move)

    def _question(
        self, state: State, before: tuple[str, ...], move: str, is_reasonable: bool
    ) -> _Question:
        after = state.play(move)
        keeps_turns = None if self._lines is None else self._lines.keeps(after)
        keeps_win: bool | None = True if keeps_turns else None
        if after.status == "won":
            keeps_win, keeps_turns = True, after.turn <= self._turns
        elif after.status == "lost":
            keeps_win = keeps_turns = False
        return _Question(
            after, (*before, move), JudgedMove(move, keeps_win, keeps_turns, is_reasonable)
        )

    def _open(self) -> list[_Question]:
        """What is not known yet, the end of the line first: there is least to search."""
        return [
            question
            for _, questions in reversed(self._rows)
            for question in questions
            if question.judged.keeps_win is None or question.judged.keeps_turns is None
        ]

    def _ask_for_win(self, question: _Question, seconds: float) -> None:
        """Solve the position after a move, if that may tell something new."""
        judged = question.judged
        if judged.keeps_win is not None or judged.limit in _FINAL:
            return
        limits = replace(self._limits, seconds=seconds, progress=None)
        result = solve_deal(self._deal, played=question.played, limits=limits)
        self.states += result.states
        if result.interrupted:
            raise KeyboardInterrupt
        if result.verdict is Verdict.UNWINNABLE:
            judged = replace(judged, keeps_win=False, keeps_turns=False)
        elif result.turns is not None:
            self._keep(result.moves, result.turns)
            judged = replace(judged, keeps_win=True)
            if result.turns <= self._turns:
                judged = replace(judged, keeps_turns=True)
        question.judged = replace(judged, limit=result.limit)

    def _ask_for_turns(self, question: _Question, seconds: float) -> None:
        """Search the position after a move for a win in time, if that may tell something new."""
        judged = question.judged
        if judged.keeps_turns is not None or judged.limit in _FINAL:
            return
        answer = self._within.answer(question.after, self._turns, question.played, seconds)
        judged = replace(judged, keeps_turns=answer.wins, limit=answer.limit)
        if answer.wins:
            judged = replace(judged, keeps_win=True)
            self._keep((*question.played, *answer.moves), self._turns)
        question.judged = judged

    def _keep(self, line: tuple[str, ...], turns: int) -> None:
        self.found[line] = min(turns, self.found.get(line, turns))

    def _told(self) -> tuple[JudgedDecision, ...]:
        return tuple(
            replace(decision, moves=tuple(question.judged for question in questions))
            for decision, questions in self._rows
        )


def reasonable_moves(player: Player, state: State) -> frozenset[str]:
    """The moves that the fast player rates within its better half (docs/metrics.md).

    Of n legal moves these are the best n/2, rounded up, and all that are rated as the last of them.
    """
    root = state.array()
    player.tables[:] = state.tables
    with interrupts_deferred():
        rated = {move.text: int(value_after(player, root, move.code)) for move in state.moves()}
    order = sorted(rated.values(), reverse=True)
    least = order[(len(order) + 1) // 2 - 1]
    return frozenset(move for move, value in rated.items() if value >= least)
