"""Problems: win in N turns from a position, all cards known, and one first decision alone does it.

Chess has mates in n. Here the position is one that the fast player came to (botgames.py) at the
start of a turn; that N is the fewest and that every other first decision takes longer, or loses, is
proved by the complete search (analysis/within.py). docs/generate.md says what is demanded and why.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casecracker import __version__
from casecracker.analysis.decisions import reasonable_moves
from casecracker.analysis.within import Within
from casecracker.engine.deals import Deal
from casecracker.engine.moves import CLOSE, KIND_SHIFT
from casecracker.engine.notation import parse_move
from casecracker.engine.state import State
from casecracker.seeds.botgames import Moment, games_of
from casecracker.seeds.challenge import Certificate, Challenge, Proof, challenge_of
from casecracker.seeds.effort import by_slices
from casecracker.seeds.firstmoves import (
    Only,
    TooLong,
    decisions_of,
    has_idle_moves,
    only_decision,
    position_key,
)
from casecracker.seeds.grades import Grade
from casecracker.seeds.themes import themes_of
from casecracker.solver.policy import Player, make_player, value_after
from casecracker.solver.search import shuffles_needed

LEAST_TURNS, MOST_TURNS = 2, 5
"""Turns that a problem may ask for. One turn is a riddle for nobody, six take long to prove."""

LEAST_DECISIONS = 4
"""First decisions there must be, the winning one included."""

SLICES = 30
"""Of searching, for each question."""


@dataclass(frozen=True, slots=True)
class Range:
    """The turns that are wanted, least and most."""

    least: int = LEAST_TURNS
    most: int = MOST_TURNS


@dataclass(frozen=True, slots=True)
class Problem:
    """A position with its one solution.

    Attributes:
        moment: The position.
        turns: N: no line wins in fewer, the current turn included.
        solution: The winning decision, and a line.
        decisions: How many first decisions there are.
        is_favoured: Whether the fast player's first choice is the solution.
        reasonable: First decisions besides it that the fast player rates in its better half.
    """

    moment: Moment
    turns: int
    solution: Only
    decisions: int
    is_favoured: bool
    reasonable: int

    @property
    def measures(self) -> dict[str, object]:
        """What its grade is made of, and the key of its position."""
        return {
            "win_in": self.turns,
            "decisions": self.decisions,
            "favoured": self.is_favoured,
            "reasonable": self.reasonable,
            "position": position_key(self.moment.state),
        }

    @property
    def idea(self) -> tuple[object, ...]:
        """What two problems must not share: the decision, its turns and its themes."""
        moves = self.solution.moves
        return (self.solution.move, self.turns, themes_of(self.moment.state, moves))

    def to_challenge(self) -> Challenge:
        """The problem as a row of a catalogue."""
        state, moves = self.moment.state, self.solution.moves
        last_turn = state.turn + self.turns - 1
        return challenge_of(
            state.deal,
            Certificate(moves, last_turn, Proof.ONLY_FIRST_MOVE, __version__),
            grade=grade_of_problem(self.measures),
            tags=themes_of(state, moves),
            measures=self.measures,
            played=self.moment.played,
            first_turn=state.turn,
        )


def grade_of_problem(measures: Mapping[str, object]) -> Grade:
    """How hard a problem is: a step for each turn after the second, one if the solution surprises.

    It surprises where it is not the move that the fast player would make.
    """
    steps = int(str(measures["win_in"])) - LEAST_TURNS + (not measures["favoured"])
    return tuple(Grade)[min(max(steps, 0), len(Grade) - 1)]


def grades_of_problems(wanted: Range) -> list[Grade]:
    """The grades that problems of so many turns can have, the easiest first."""
    found = {
        grade_of_problem({"win_in": turns, "favoured": favoured})
        for turns in range(wanted.least, wanted.most + 1)
        for favoured in (True, False)
    }
    return [grade for grade in Grade if grade in found]


def problem_of(deal: Deal, wanted: Range) -> Problem | None:
    """The hardest problem that the games of the fast player on a deal lead to.

    One a deal: positions of one deal near its end mostly share their point.
    """
    finder = _Finder(deal, wanted)
    best: Problem | None = None
    for game in games_of(deal):
        for problem in finder.problems(game):
            if best is None or _rank(problem) > _rank(best):
                best = problem
    return best


def _rank(problem: Problem) -> tuple[int, int, int]:
    grade = tuple(Grade).index(grade_of_problem(problem.measures))
    return grade, problem.turns, problem.decisions


def is_favoured(state: State, move: str) -> bool:
    """Whether the fast player would make that move."""
    return _favours(make_player(state.tables), state, move)


def _favours(player: Player, state: State, move: str) -> bool:
    rated = {
        other.text: int(value_after(player, state.array(), other.code)) for other in state.moves()
    }
    return rated[move] == max(rated.values())


class _Finder:
    """Looks for problems in games of one deal; what is shown lost serves the next position."""

    def __init__(self, deal: Deal, wanted: Range) -> None:
        self._wanted = wanted
        start = State.start(deal)
        self._within = Within(start, by_slices())
        self._player = make_player(start.tables)
        self._seen: set[str] = set()

    def problems(self, game: tuple[Moment, ...]) -> Iterator[Problem]:
        """Those of the last turns of a game, the end first; nothing past what takes too long."""
        for moment in reversed(game[-self._wanted.most - 1 :]):
            key = position_key(moment.state)
            if key in self._seen:
                continue
            self._seen.add(key)
            try:
                problem = self._problem(moment)
            except TooLong:
                return
            if problem is not None:
                yield problem

    def _problem(self, moment: Moment) -> Problem | None:
        state = moment.state
        if len(decisions_of(state)) < LEAST_DECISIONS or has_idle_moves(state):
            return None
        turns = self._fewest_turns(moment)
        if turns is None or turns < self._wanted.least:
            return None
        last_turn = state.turn + turns - 1
        only = only_decision(self._within, state, last_turn, moment.played, SLICES)
        return None if only is None else self._judged(moment, turns, only)

    def _fewest_turns(self, moment: Moment) -> int | None:
        """Turns to the win, the current one included; None if that takes more than is wanted.

        Raises:
            TooLong: The complete search did not come to an end.
        """
        for turns in range(1, self._wanted.most + 1):
            last_turn = moment.state.turn + turns - 1
            answer = self._within.answer(moment.state, last_turn, moment.played, SLICES)
            if answer.wins is None:
                raise TooLong
            if answer.wins:
                return turns
        return None

    def _judged(self, moment: Moment, turns: int, only: Only) -> Problem | None:
        """The problem, if it is none that solves itself."""
        state = moment.state
        first = parse_move(state.deal, only.move)
        reasonable = reasonable_moves(self._player, state) - {only.move}
        if first.code >> KIND_SHIFT == CLOSE or not reasonable:
            return None
        codes = tuple(parse_move(state.deal, move).code for move in only.moves)
        if shuffles_needed(state, codes) > state.shuffles:  # the stack at hand is told, no more
            return None
        self._player.tables[:] = state.tables
        return Problem(
            moment=moment,
            turns=turns,
            solution=only,
            decisions=len(decisions_of(state)),
            is_favoured=_favours(self._player, state, only.move),
            reasonable=len(reasonable),
        )
