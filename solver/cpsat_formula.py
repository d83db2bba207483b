"""Formulas over true and false for CP-SAT: literals, gates, counts, and the solving of them.

A literal is a whole number: `v` says that variable v is true, `-v` that it is false; `TRUE` and
`FALSE` are the constants. What is constant is folded when a formula is written, so rules can be
written for every card and turn, and cost nothing where they cannot matter. Nothing is known here
of any game.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from casecracker.solver.constraints import make_cp_solver

TRUE = 1
FALSE = -1

LOOK_AROUND = 0.1
"""Seconds between two looks for Ctrl-C while CP-SAT is at work."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard CP-SAT tries.

    Attributes:
        units: Of its own measure of time, which does not depend on the machine; about a second
            each. None lets it go on, and simplify the formula thoroughly before.
        seed: Of its choices.
        simplify: Whether the formula is simplified at all.
    """

    units: float | None = None
    seed: int = 1
    simplify: bool = True


FULL_EFFORT = Effort()


class Formula:
    """A set of conditions on true-or-false variables, and after solving the values of these."""

    def __init__(self) -> None:
        """No variables but the constant, no conditions."""
        self._cp = cp_model.CpModel()
        true = self._cp.new_constant(1)
        self._positive = [true, true]
        self._negative = [~true, ~true]
        self._gates: dict[tuple[int, ...], int] = {}
        self._values: list[bool] = []
        self.is_false = False
        self.branches = 0
        self.conditions = 0

    def new(self) -> int:
        """A new variable."""
        variable = self._cp.new_bool_var("")
        self._positive.append(variable)
        self._negative.append(~variable)
        return len(self._positive) - 1

    @property
    def variables(self) -> int:
        """How many variables there are."""
        return len(self._positive) - 2

    def _literal(self, literal: int) -> cp_model.LiteralT:
        return self._positive[literal] if literal > 0 else self._negative[-literal]

    # Conditions

    def clause(self, *literals: int) -> None:
        """At least one of the literals is true."""
        kept = {literal for literal in literals if literal != FALSE}
        if TRUE in kept or any(-literal in kept for literal in kept):
            return
        if not kept:
            self.is_false = True
        self.conditions += 1
        self._cp.add_bool_or([self._literal(literal) for literal in sorted(kept)])

    def at_most_one(self, literals: Iterable[int]) -> None:
        """No two of the literals are true."""
        kept = [literal for literal in literals if literal != FALSE]
        if TRUE in kept:
            kept.remove(TRUE)
            for literal in kept:
                self.clause(-literal)
        elif len(kept) == 2:
            self.clause(-kept[0], -kept[1])
        elif len(kept) > 2:
            self.conditions += 1
            self._cp.add_at_most_one([self._literal(literal) for literal in kept])

    def exactly_one(self, literals: Sequence[int]) -> None:
        """One of the literals is true and no other."""
        kept = [literal for literal in literals if literal != FALSE]
        if TRUE in kept or len(kept) < 3:
            self.clause(*kept)
            self.at_most_one(kept)
            return
        self.conditions += 1
        self._cp.add_exactly_one([self._literal(literal) for literal in kept])

    def between(
        self,
        low: int,
        plus: Sequence[int],
        high: int | None = None,
        *,
        minus: Sequence[int] = (),
        given: int = TRUE,
    ) -> None:
        """The true ones of `plus` less those of `minus` are `low` to `high`, if `given` is true."""
        constant = plus.count(TRUE) - minus.count(TRUE)
        adds = [self._literal(literal) for literal in plus if abs(literal) != TRUE]
        takes = [self._literal(literal) for literal in minus if abs(literal) != TRUE]
        if given == FALSE:
            return
        least, most = constant - len(takes), constant + len(adds)
        top = most if high is None else high
        if least >= low and most <= top:
            return
        if most < low or least > top:
            self.clause(-given)
            return
        weights = [1] * len(adds) + [-1] * len(takes)
        total = cp_model.LinearExpr.weighted_sum([*adds, *takes], weights)
        self.conditions += 1
        condition = self._cp.add_linear_constraint(total, low - constant, top - constant)
        if given != TRUE:
            condition.only_enforce_if(self._literal(given))

    # Gates

    def both(self, *literals: int) -> int:
        """A literal that is true exactly if all these are."""
        kept = sorted({literal for literal in literals if literal != TRUE})
        if FALSE in kept or any(-literal in kept for literal in kept):
            return FALSE
        if len(kept) < 2:
            return kept[0] if kept else TRUE
        key = tuple(kept)
        if key not in self._gates:
            gate = self.new()
            self._gates[key] = gate
            for literal in kept:
                self.clause(-gate, literal)
            self.clause(gate, *(-literal for literal in kept))
        return self._gates[key]

    def some(self, literals: Iterable[int]) -> int:
        """A literal that is true exactly if one of these is, or more."""
        return -self.both(*(-literal for literal in literals))

    def at_least(self, count: int, literals: Sequence[int], minus: Sequence[int] = ()) -> int:
        """A literal that is true exactly if these are `count` or more, less those of `minus`."""
        if any(literal != FALSE for literal in minus):
            return self._at_least_less(count, literals, minus)
        kept = [literal for literal in literals if literal != FALSE]
        sure = kept.count(TRUE)
        if count <= sure:
            return TRUE
        if len(kept) < count:
            return FALSE
        if count == 1:
            return self.some(kept)
        gate = self.new()
        self.between(count, kept, given=gate)
        self.between(0, kept, count - 1, given=-gate)
        return gate

    def _at_least_less(self, count: int, plus: Sequence[int], minus: Sequence[int]) -> int:
        most = len(plus) - plus.count(FALSE) - minus.count(TRUE)
        least = plus.count(TRUE) - (len(minus) - minus.count(FALSE))
        if most < count or least >= count:
            return FALSE if most < count else TRUE
        gate = self.new()
        self.between(count, plus, minus=minus, given=gate)
        self.between(-len(minus), plus, count - 1, minus=minus, given=-gate)
        return gate

    # Solving

    def maximize(self, weights: Iterable[tuple[int, int]]) -> None:
        """Look for values with the largest sum of the weights (second) of true literals (first)."""
        kept = [(self._literal(lit), weight) for lit, weight in weights if abs(lit) != TRUE]
        literals, numbers = [lit for lit, _ in kept], [weight for _, weight in kept]
        self._cp.maximize(cp_model.LinearExpr.weighted_sum(literals, numbers))

    def solve(self, seconds: float | None = None, effort: Effort = FULL_EFFORT) -> bool | None:
        """Whether all conditions can hold; None if that was not clear in time.

        One worker and a fixed seed: the same formula gives the same answer and values, unless it
        was the wall clock that stopped it.

        Raises:
            KeyboardInterrupt: On Ctrl-C, once CP-SAT has stopped.
        """
        if self.is_false:
            return False
        # The formulas are logic: linear relaxations see little.
        solver = make_cp_solver(linearization=0, seed=effort.seed)
        _set(solver, seconds, effort)
        status = _interruptible(lambda: solver.solve(self._cp), solver.stop_search)
        self.branches = solver.num_branches
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self._values = [bool(solver.boolean_value(v)) for v in self._positive]
            return True
        assert status != cp_model.MODEL_INVALID, self._cp.validate()
        return False if status == cp_model.INFEASIBLE else None

    def holds(self, literal: int) -> bool:
        """Whether the literal is true in what `solve` found."""
        return self._values[abs(literal)] == (literal > 0)


def _set(solver: cp_model.CpSolver, seconds: float | None, effort: Effort) -> None:
    parameters = solver.parameters
    parameters.symmetry_level = 0
    parameters.cp_model_presolve = effort.simplify
    if effort.units is not None:
        parameters.max_deterministic_time = effort.units
        parameters.max_presolve_iterations = 1
        parameters.cp_model_probing_level = 0
    if seconds is not None:
        parameters.max_time_in_seconds = max(seconds, 0.001)


def _interruptible(
    work: Callable[[], cp_model.CpSolverStatus], stop: Callable[[], None]
) -> cp_model.CpSolverStatus:
    """Do the work in a thread of its own, so that Ctrl-C is noticed while it goes on."""
    found: list[cp_model.CpSolverStatus] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(LOOK_AROUND)
    except KeyboardInterrupt:
        stop()
        thread.join()
        raise
    return found[0]
