"""One part of a deck as a CP-SAT model: every card gets one option of a family.

The objective gives every option of every card a weight that only its name and the seed decide. So
the drawing is the heaviest one that meets all constraints, whatever path the search takes to it,
and any drawing that meets them can be the heaviest for some weights. A tie would need two sums of
twenty-bit weights to be equal.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from ortools.sat.python import cp_model

from casecracker.engine.errors import DeckError
from casecracker.solver.constraints import make_cp_solver

Bool: TypeAlias = cp_model.IntVar
Drawn: TypeAlias = dict[int, tuple[str, ...]]  # what was drawn for each card

_WEIGHT_KEY: Final = b"casecracker deck synthesis 1"
_WEIGHT_BITS: Final = 20


class Part:
    """A model over cards (numbers) and options (words)."""

    def __init__(self, name: str, seed: int, why_not: str) -> None:
        """Begin an empty model.

        Args:
            name: Enters every weight, so that parts are drawn independently.
            seed: Decides the weights.
            why_not: The assumptions to look at when there is no drawing.
        """
        self.cp = cp_model.CpModel()
        self._name = name
        self._seed = seed
        self._why_not = why_not
        self._zero: cp_model.LinearExpr = self.cp.new_constant(0)
        self._options: dict[int, dict[str, Bool]] = {}

    def choose_one(self, card: int, options: Sequence[str]) -> None:
        """Let the card have exactly one of the options; the option "" stands for nothing."""
        self.choose_any(card, options)
        self.cp.add_exactly_one(self._options[card].values())

    def choose_any(self, card: int, options: Iterable[str]) -> None:
        """Let the card have any of the options."""
        self._options[card] = {option: self.cp.new_bool_var("") for option in options}

    def having(
        self, wanted: Callable[[str], int], cards: Iterable[int] | None = None
    ) -> cp_model.LinearExpr:
        """How often the cards (all by default) have options, each as often as `wanted` says."""
        total = self._zero
        for card in self._options if cards is None else cards:
            for option, var in self._options[card].items():
                if count := int(wanted(option)):
                    total += count * var
        return total

    def heaviest(self) -> Drawn:
        """Solve.

        Raises:
            DeckError: There is no drawing.
        """
        terms = [
            (var, self._weight(card, option))
            for card, options in self._options.items()
            for option, var in options.items()
        ]
        self.cp.maximize(sum(weight * var for var, weight in terms))
        solver = make_cp_solver(linearization=2)
        status = solver.solve(self.cp)
        if status == cp_model.INFEASIBLE:
            raise DeckError(f"no deck meets these assumptions together: see {self._why_not}")
        assert status == cp_model.OPTIMAL, solver.status_name(status)
        return {
            card: tuple(word for word, var in options.items() if word and solver.boolean_value(var))
            for card, options in self._options.items()
        }

    def _weight(self, card: int, option: str) -> int:
        text = f"{self._seed}/{self._name}/{card}/{option}".encode()
        digest = hashlib.blake2b(text, key=_WEIGHT_KEY, digest_size=8).digest()
        return int.from_bytes(digest, "little") >> (64 - _WEIGHT_BITS)


def edge_icons(pattern: str) -> tuple[str, ...]:
    """The icons of an edge pattern such as `interview+research`."""
    return tuple(pattern.split("+"))
