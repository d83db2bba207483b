"""A deal that is being looked at: each answer is searched for once, when first asked for.

Conditions on the line (no contact, no reshuffle) make another deal, the *asked* one, in which only
such lines exist. Its lines are translated and replayed on the deal itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from casecracker.analysis.lines import Lines, LineSearch
from casecracker.analysis.whatif import without_contact
from casecracker.analysis.within import Within
from casecracker.engine.deals import Deal
from casecracker.engine.errors import IllegalMoveError
from casecracker.engine.notation import parse_move
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES, contact_sides
from casecracker.seeds.effort import by_slices, by_states
from casecracker.seeds.features import Step, steps_of
from casecracker.seeds.firstmoves import Only, TooLong, only_decision
from casecracker.seeds.grades import Grade, grade_of
from casecracker.seeds.measures import Measures, foresight, measure
from casecracker.solver.policy import kind_of_game
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import LimitReached, begin_run

QUICK_STATES = 1_000_000
"""For any win at all; a deal of the standard decks takes some 30,000."""

SHORTENING_STATES = (200_000, 1_000_000, 3_000_000)
"""For shorter lines and their proof: a look after each, whether the question is settled."""

LINES_SLICES = 60
"""For all lines of the shortest turns."""

DECISION_SLICES = 60
"""For each first decision, whether it wins in time."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What every line that is looked at has to do without."""

    contact: bool = False
    reshuffle: bool = False

    @property
    def are_none(self) -> bool:
        """Whether any line will do."""
        return not (self.contact or self.reshuffle)

    def put_on(self, deal: Deal) -> Deal:
        """The deal in which there are only such lines."""
        asked = without_contact(deal).deal if self.contact and contact_sides(deal) else deal
        if self.reshuffle:
            asked = replace(asked, seed=None, reshuffles=(), from_seed=False)
        return asked


class Candidate:
    """One deal under conditions, with all that is known of it so far."""

    def __init__(self, deal: Deal, conditions: Conditions) -> None:
        """Nothing is searched yet."""
        self.deal = deal
        self.conditions = conditions
        self.asked = deal if conditions.are_none else conditions.put_on(deal)
        self._run = begin_run(self.asked, shortest=True)
        self._stage = 0

    @cached_property
    def start(self) -> State:
        """The opening of the asked deal."""
        return State.start(self.asked)

    @cached_property
    def quick(self) -> Result:
        """Whether it can be won, as far as a short search tells."""
        return _uninterrupted(begin_run(self.asked).go_on(by_states(QUICK_STATES)))

    def shortening(self) -> Iterator[Result]:
        """What is known of the shortest turns, better each time; the last one stays."""
        while self._stage < len(SHORTENING_STATES):
            limits = by_states(SHORTENING_STATES[self._stage])
            self._stage += 1
            self._shortest = _uninterrupted(self._run.go_on(limits))
            yield self._shortest
            if self._run.is_over:
                self._stage = len(SHORTENING_STATES)
        yield self._shortest

    @property
    def known(self) -> Result:
        """What is known by now, with no searching on."""
        return self._shortest if self._stage else self.quick

    @property
    def shortest(self) -> Result:
        """The last of `shortening`."""
        *_, last = self.shortening()
        return last

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The told line on the deal itself, replayed by the referee; empty if there is none."""
        line = self.shortest.moves
        return (
            line if self.conditions.are_none or not line else told_on(self.deal, self.start, line)
        )

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the told line."""
        return tuple(steps_of(State.start(self.deal), self.moves))

    @cached_property
    def lines(self) -> Lines | None:
        """All lines of the shortest turns; None if they are not proved, or not all collected."""
        result = self.shortest
        if not result.proven_shortest or self.start.tables[HAS_MENACES]:
            return None
        assert result.turns is not None
        try:
            return LineSearch(self.start, by_slices()).lines(result.turns, LINES_SLICES)
        except LimitReached:
            return None

    @cached_property
    def only_decision(self) -> Only | None:
        """The first decision with which alone the shortest turns are left; None if not proved."""
        result = self.shortest
        if not result.proven_shortest or self.start.pending != "action":
            return None
        assert result.turns is not None
        within = Within(self.start, by_slices())
        try:
            return only_decision(within, self.start, result.turns, (), DECISION_SLICES)
        except TooLong:
            return None

    def is_missed_without_contact(self) -> bool:
        """Whether no line without the contact takes the shortest turns, by the complete search."""
        result = self.shortest
        if not result.proven_shortest or not contact_sides(self.asked):
            return False
        assert result.turns is not None
        start = State.start(without_contact(self.asked).deal)
        answer = Within(start, by_slices()).answer(start, result.turns, seconds=DECISION_SLICES)
        return answer.wins is False

    @cached_property
    def measures(self) -> Measures | None:
        """All measures of the deal itself; None if they find no win."""
        return measure(self.deal)

    @cached_property
    def grade(self) -> Grade:
        """How hard the deal itself is, by the measures that a grade rests on."""
        start = State.start(self.deal)
        return grade_of(foresight(start), kind_of_game(start.tables))


def _uninterrupted(result: Result) -> Result:
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def is_won(result: Result) -> bool:
    """Whether a winning line is known."""
    return result.verdict is Verdict.WINNABLE


def told_on(deal: Deal, asked: State, line: tuple[str, ...]) -> tuple[str, ...]:
    """A line of the asked deal as one of the deal itself, where the contact may be declined.

    Empty if the rules of the deal itself do not allow it.
    """
    state, moves = State.start(deal), list[str]()
    try:
        for move in line:
            if state.pending == "window" != asked.pending:
                moves.append("done")
                state = state.play("done")
            moves.append(move)
            state, asked = state.play(move), asked.after(parse_move(asked.deal, move).code)
        if state.pending == "window":
            moves.append("done")
        return tuple(moves) if replay(deal, moves).status == "won" else ()
    except IllegalMoveError:
        return ()
