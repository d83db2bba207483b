"""The critical chain: fewest plays, closings and turns before an objective, or the goal, is scored.

A lower bound on every game of the deck. The argument: each turn lays at most one card or closes one
case by the action, for actions b, c and d are chosen one a turn, and no effect lays a card (W4.3,
G4.1). Effects, the contact and the briefcase may close a case, fetch, prevent, or stand for a Key,
and cost no turn here; all of it is allowed to come whenever it helps. So a game that scores the
objective has a turn for each card that lies in a line when the line is closed, and one for each
closing by the action. CP-SAT finds the least number of these over all choices of lines that meet
the rules' conditions on one line (`chainlines.py`) and on the order of cases (`chainroads.py`).
"""

import itertools
from collections.abc import Collection
from dataclasses import dataclass

from ortools.sat.python import cp_model

from casecracker.engine.cards import Clue
from casecracker.engine.deals import case_cards_of, equipment_of
from casecracker.engine.games import KEY_EFFECT, find_game
from casecracker.engine.printed import CLASSIC_TYPES, CLOSING_EFFECTS, contact_of
from casecracker.engine.targets import Subject
from casecracker.solver.chainlines import Line, Rules, Sum, add_line, total
from casecracker.solver.chainroads import Roads
from casecracker.solver.constraints import make_cp_solver

DEFAULT_EFFORT = 20.0
"""CP-SAT's own measure of time for one question; about as many seconds."""

TURNS, PLAYS, CLOSINGS = "turns", "plays", "closings"


@dataclass(frozen=True)
class Closing:
    """One closing of a cheapest plan.

    Attributes:
        name: The case's number; of games with victims, the line's number.
        by_action: Closed by the action, else by an effect.
        scored: Ids of the cards that are scored.
        others: How many other cards lie in the line.
    """

    name: str
    by_action: bool
    scored: tuple[str, ...]
    others: int


@dataclass(frozen=True)
class Chain:
    """Lower bounds for one objective or the goal; all hold in every game of the subject.

    Attributes:
        possible: False if it is proved that nothing scores it.
        turns: No game has scored it before so many turns were played.
        plays: No game without so many cards laid.
        closings: No game without so many cases closed, by the action or by an effect.
        exact: Whether `turns` is the least of the model; else effort ran out, and more may hold.
        plan: A choice of lines that reaches `turns` in the model, in the order of their names.
    """

    possible: bool
    turns: int
    plays: int
    closings: int
    exact: bool
    plan: tuple[Closing, ...]


def critical_chain(
    subject: Subject, letters: Collection[str] | None = None, *, effort: float = DEFAULT_EFFORT
) -> Chain:
    """The chain of the goal, or of an objective that asks for some letters.

    Args:
        subject: Cards and settings.
        letters: Letters of one objective (infinite-gulfs); the goal if left out.
        effort: Limit of CP-SAT's deterministic time for each of the three bounds.
    """
    plan = _Plan(subject, letters)
    turns = plan.least(TURNS, effort)
    if turns is None:
        return Chain(False, 0, 0, 0, True, ())
    plays, closings = plan.least(PLAYS, effort), plan.least(CLOSINGS, effort)
    assert plays is not None
    assert closings is not None
    return Chain(True, turns.bound, plays.bound, closings.bound, turns.exact, turns.plan)


def critical_turns(subject: Subject, *, effort: float = DEFAULT_EFFORT) -> int:
    """A turn before which no game of these cards and settings is won; 0 if none ever is."""
    least = _Plan(subject, None).least(TURNS, effort)
    return least.bound if least else 0


@dataclass(frozen=True)
class _Least:
    bound: int
    exact: bool
    plan: tuple[Closing, ...]


class _Plan:
    """The CP-SAT model of one question."""

    def __init__(self, subject: Subject, letters: Collection[str] | None) -> None:
        self.subject = subject
        self.model = cp_model.CpModel()
        self.game = find_game(subject.game)
        self.clues = subject.deck.clue
        self.rules = Rules(
            self.game,
            self.clues,
            self._items_with(KEY_EFFECT),
            any(clue.immediate == "discard-case" for clue in self.clues),
        )
        self.letters = self._letters(letters)
        self.lines = self._gulfs_lines() if self.game.has_case_cards else self._victim_lines()
        self.extra = self.model.new_int_var(0, 10_000, "take-closed cards in lines left open")
        self._add_goal()
        self._add_returns()

    # What is asked.

    def _letters(self, letters: Collection[str] | None) -> frozenset[str] | None:
        """The letters to be scored; None if types of puzzle cards are asked for."""
        if letters is not None:
            return frozenset(letters)
        if self.subject.settings.get("mode") != "hardboiled":
            return None
        return frozenset(letter for card in self.subject.deck.objective for letter in card.letters)

    def _scorable(self) -> list[str]:
        puzzles = [clue for clue in self.clues if "puzzle" in clue.attributes]
        if self.letters is not None:
            puzzles = [clue for clue in puzzles if clue.letter in self.letters]
        return [clue.id for clue in puzzles]

    def _types_asked(self) -> int:
        if self.game.has_case_cards:
            return CLASSIC_TYPES
        return self.subject.settings.number("puzzles")

    def _add_goal(self) -> None:
        most = len(self.letters) if self.letters is not None else self._types_asked()
        for line in self.lines:
            self.model.add(total(line.scored.values()) <= most * line.closed)
        if self.letters is not None:
            for card in self._scorable():
                self.model.add_exactly_one(line.scored[card] for line in self.lines)
            return
        counted: dict[str, list[cp_model.IntVar]] = {word: [] for word in self.game.types}
        for clue in self.clues:
            if "puzzle" in clue.attributes:
                self._count_once(clue, counted)
        for taken in counted.values():
            self.model.add_at_most_one(taken)
        every = [var for taken in counted.values() for var in taken]
        # Cards beyond these count as others that lie in the line.
        self.model.add(total(every) == self._types_asked())
        if "king" in self.game.attributes:
            kings = [clue.id for clue in self.clues if "king" in clue.attributes]
            self.model.add_bool_or(
                line.scored[king] for line in self.lines for king in kings if king in line.scored
            )

    def _count_once(self, clue: Clue, counted: dict[str, list[cp_model.IntVar]]) -> None:
        """A scored card stands for one of its types, once (R9)."""
        stands = []
        for word in clue.types:
            var = self.model.new_bool_var(f"{clue.id} stands for {word}")
            counted[word].append(var)
            stands.append(var)
        self.model.add(total(stands) == total(line.scored[clue.id] for line in self.lines))
        self.model.add_at_most_one(stands)

    # Lines.

    def _victim_lines(self) -> list[Line]:
        """Lines of victims: any victim may be the start; a longer plan needs no more closings."""
        deck, scorable = self.subject.deck, self._scorable()
        starts = [card.right for card in deck.victim if card.id in self.subject.victims]
        count = min(len(starts), self._types_asked())
        lines = [
            add_line(self.model, self.rules, str(number), starts, scorable)
            for number in range(1, count + 1)
        ]
        for line in lines:
            self.model.add(line.by_action == line.closed)
        for line, following in itertools.pairwise(lines):
            self.model.add(_length(line) >= _length(following))
        return lines

    def _gulfs_lines(self) -> list[Line]:
        deck, settings = self.subject.deck, self.subject.settings
        cases, scorable = case_cards_of(deck, settings), self._scorable()
        lines = {
            number: add_line(
                self.model,
                self.rules,
                str(number),
                [(*card.right, *card.right_purple)],
                scorable,
            )
            for number, card in sorted(cases.items())
            if card.is_case
        }
        for number, line in lines.items():
            self._close_by_effect(number, line)
        menaces = [menace for menace in deck.menace if menace.id in self.subject.menaces]
        backs = self._items_with("take-closed") > 0 or any(
            "take-closed" in clue.effects for clue in self.clues
        )
        roads = Roads(self.model, cases, menaces, self.clues, lines, deck.faces(), backs)
        roads.add_arrivals()
        return list(lines.values())

    def _close_by_effect(self, number: int, line: Line) -> None:
        """Without the action, a card with the effect that closes this case lies there (G6.3)."""
        closers = [
            line.laid[clue.id]
            for clue in self.clues
            if any(CLOSING_EFFECTS.get(effect) == number for effect in clue.effects)
        ]
        self.model.add_bool_or([~line.closed, line.by_action, *closers])

    # Cards that come back from the closed cases.

    def _items_with(self, side: str) -> int:
        """Contact, equipment card and items with a side: each has it once."""
        contact = contact_of(self.subject.deck, self.subject.settings)
        sides = [contact[1]] if contact else []
        if self.game.has_case_cards:
            equipment = equipment_of(self.subject.deck, self.subject.settings)
            sides += [equipment.sides] if equipment else []
        sides += [clue.sides for clue in self.subject.deck.clue]
        return sum(side in shown for shown in sides)

    def _add_returns(self) -> None:
        """A card is laid once, and once more each time that it was taken back (W5.12, W6.3).

        A card that discard-case takes out of its line may come again through the stack, so nothing
        is said of games with it.
        """
        if self.rules.cards_leave:
            return
        again: list[Sum] = []
        for clue in self.clues:
            more = self.model.new_int_var(0, len(self.lines), f"{clue.id} once more")
            self.model.add(more >= total(line.laid[clue.id] for line in self.lines) - 1)
            again.append(more)
        times = {clue.id: clue.effects.count("take-closed") for clue in self.clues}
        brought = [
            line.laid[card] * count for card, count in times.items() for line in self.lines if count
        ]
        items = self._items_with("take-closed")
        self.model.add(total(again) <= total(brought) + self.extra * max(times.values()) + items)

    # Answers.

    def _sums(self) -> dict[str, Sum]:
        plays = total(_length(line) for line in self.lines) + self.extra
        actions = total(line.by_action for line in self.lines)
        closings = total(line.closed for line in self.lines)
        return {TURNS: plays + actions, PLAYS: plays, CLOSINGS: closings}

    def least(self, what: str, effort: float) -> _Least | None:
        """The least number, None if it is proved that there is no plan at all."""
        self.model.minimize(self._sums()[what])
        solver = make_cp_solver(linearization=2)  # a hundred times as quick here
        solver.parameters.max_deterministic_time = effort
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        bound = round(solver.best_objective_bound)
        if status == cp_model.UNKNOWN:
            return _Least(max(bound, 0), False, ())
        return _Least(max(bound, 0), status == cp_model.OPTIMAL, self._told(solver))

    def _told(self, solver: cp_model.CpSolver) -> tuple[Closing, ...]:
        return tuple(
            _closing(solver, line) for line in self.lines if solver.boolean_value(line.closed)
        )


def _length(line: Line) -> Sum:
    return total([*line.laid.values(), line.gone])


def _closing(solver: cp_model.CpSolver, line: Line) -> Closing:
    scored = tuple(card for card, var in line.scored.items() if solver.boolean_value(var))
    length = sum(solver.boolean_value(var) for var in line.laid.values())
    by_action = solver.boolean_value(line.by_action)
    return Closing(line.name, by_action, scored, length - len(scored))
