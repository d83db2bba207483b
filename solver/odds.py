"""Exact odds of an adventure under best play, and what each use of a roll is worth.

The search is an exact expectimax over all that may follow: `odds_moves.py` has the rules,
`odds_search.py` the search, `odds_layout.py` the bits; docs/odds.md says it in words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypedDict, Unpack

import numpy as np

from casecracker.engine.adventurefile import find_adventure, load_adventures, shipped_adventures
from casecracker.engine.adventures import Adventure
from casecracker.engine.attempt import Attempt, Focus, Monster, assumptions
from casecracker.engine.dice import COLOURS, GREEN, IN_BOX, Die, Pool, parse_roll
from casecracker.engine.errors import AttemptError
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.tables import IntArray
from casecracker.solver import odds_layout as at
from casecracker.solver.odds_choices import (
    REROLL,
    Choice,
    best_first,
    choice_of,
    dice_code,
    dice_of,
    open_options,
    parts_of,
)
from casecracker.solver.odds_moves import Problem, gather
from casecracker.solver.odds_problem import make_problem, worth_of_failing
from casecracker.solver.odds_search import (
    DUE,
    OPTIONS_FULL,
    PICK_COLUMNS,
    RUNNING,
    SOLVED,
    STACK_FULL,
    TABLE_FULL,
    Workspace,
    explore,
    slot_of,
    write_values,
)

_STEPS = 1000
_MEMORY_LIMIT = 1 << 26
"""Words of the table of values; more is refused rather than tried."""


_DICE = 7 | 1 << at.YELLOW_DIE | 1 << at.RED_DIE
_SLOTS, _OPTIONS, _STACK = 1 << 11, 1 << 9, 1 << 13
"""Rooms to begin with: enough for a card without Spells."""


class Conditions(TypedDict, total=False):
    """What `odds` may be told beside the adventure and the dice; `Attempt` says what it means."""

    focus: Focus
    markers_used: int
    held: tuple[str, ...]
    secured: tuple[str, ...]
    helpers: int
    clues: int
    spells: tuple[int, ...]
    sanity: int | None
    stamina: int | None
    clock: int | None
    member: str | None
    monsters: tuple[Monster, ...]
    done: frozenset[int]
    worth: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """What an attempt is worth under best play, and with a roll what each choice is worth.

    Attributes:
        attempt: The moment before the roll.
        value: Exact chance of success, or expected worth if effects have a worth.
        roll: The dice as they lie; None before the roll.
        choices: What may be done with the roll, best first; empty before it.
        best: Where effects have a worth and no roll is given: "roll", or "fail" at once, before
            the first roll; else, and if every row is done, None.
    """

    attempt: Attempt
    value: Fraction
    roll: tuple[Die, ...] | None = None
    choices: tuple[Choice, ...] = ()
    best: Literal["roll", "fail"] | None = None

    @property
    def p(self) -> float:
        """The value as the nearest floating-point number."""
        return float(self.value)

    def to_json(self) -> dict[str, object]:
        """The fields of `odds --json` (docs/odds.md)."""
        fields: dict[str, object] = {
            "id": self.attempt.adventure.id,
            "name": self.attempt.adventure.name,
            "dice": str(self.attempt.dice),
            "focus": self.attempt.focus,
            "fraction": str(self.value),
            "p": self.p,
            "assumptions": list(assumptions(self.attempt)),
        }
        if self.attempt.worth and self.roll is None:
            fields["best"] = self.best
        if self.roll is not None:
            fields["rolled"] = [str(die) for die in self.roll]
            fields["choices"] = [choice.to_json() for choice in self.choices]
        return fields


def odds(
    adventure: str | Adventure,
    rolled: str | None = None,
    *,
    dice: str | Pool | None = None,
    deck: str | None = None,
    **conditions: Unpack[Conditions],
) -> Odds:
    """The exact odds of an adventure; with a roll, every legal choice and what it is worth.

    Args:
        adventure: Its id or name, or the card itself.
        rolled: The dice as they lie, like `3 L T T y4`.
        dice: The dice to roll, like `6g+y+r`; if None those of the roll, else six green ones
            less the held and secured ones that are green.
        deck: An adventure file to look in, instead of the cards that come with the package.
        conditions: As `Conditions` lists; the defaults are those of `Attempt`.

    Raises:
        AdventureError: There is no such adventure, or the file is malformed.
        AttemptError: An attempt cannot stand like this.
        DiceError: There are no such dice or faces.
        FileFormatError: The file cannot be read.
    """
    if isinstance(adventure, str):
        adventure = find_adventure(adventure, adventures_of(deck))
    roll = None if rolled is None else parse_roll(rolled)
    return odds_of(make_attempt(adventure, roll, dice, conditions), roll)


def adventures_of(deck: str | None = None) -> tuple[Adventure, ...]:
    """The adventures in a file, else those that come with the package. Raises as `odds`."""
    return load_adventures(deck).adventure if deck is not None else shipped_adventures()


def make_attempt(
    adventure: Adventure,
    roll: tuple[Die, ...] | None,
    dice: str | Pool | None,
    conditions: Conditions,
) -> Attempt:
    """The attempt that `odds` is told of. Raises as `odds`."""
    if dice is None:
        pool = _default_pool(conditions) if roll is None else Pool.counting(roll)
    else:
        pool = Pool.parse(dice) if isinstance(dice, str) else dice
    return Attempt(adventure=adventure, dice=pool, **conditions)


def _default_pool(conditions: Conditions) -> Pool:
    """Six green dice less those that are held or secured; these are green if they can be."""
    faces = (*conditions.get("held", ()), *conditions.get("secured", ()))
    aside = sum(face in COLOURS[GREEN] for face in faces)
    return Pool(green=max(0, IN_BOX[GREEN] - aside))


def odds_of(attempt: Attempt, roll: tuple[Die, ...] | None = None) -> Odds:
    """The odds of an attempt, and of each choice that a roll of its dice leaves.

    Raises:
        AttemptError: The roll is none of these dice, the attempt has ended, or there is too much
            to look at.
    """
    if roll is None:
        return _odds_before(attempt)
    _check_roll(attempt, roll)
    choices = DiceSearch(attempt).choices(roll)
    return Odds(attempt, choices[0].value, roll, choices)


def _odds_before(attempt: Attempt) -> Odds:
    """The odds before a roll; failure may be declared in place of the first one."""
    rolling = DiceSearch(attempt).value()
    if not attempt.worth or attempt.is_won:
        return Odds(attempt, rolling)
    if attempt.has_begun or rolling >= worth_of_failing(attempt):
        return Odds(attempt, rolling, best="roll")
    return Odds(attempt, worth_of_failing(attempt), best="fail")


def _check_roll(attempt: Attempt, roll: tuple[Die, ...]) -> None:
    shown = Pool.counting(roll)
    if shown != attempt.dice:
        raise AttemptError(f"{_rolled(roll)} are {shown}; the dice to roll are {attempt.dice}")
    if attempt.is_won:
        raise AttemptError(
            f"every row of {attempt.adventure.name} is done: nothing is to be chosen"
        )


def _rolled(roll: tuple[Die, ...]) -> str:
    return f"the dice '{' '.join(map(str, roll))}'"


class DiceSearch:
    """All that may follow one attempt, valued.

    Args:
        attempt: Where it begins.

    Raises:
        AttemptError: There is too much to look at, or a worth depends on unknown effects.
    """

    def __init__(self, attempt: Attempt) -> None:
        """Value everything."""
        self._attempt = attempt
        self._problem, self._terms, self._root = make_problem(attempt)
        self._work = _solved(self._problem, self._root)
        self._values: dict[tuple[int, int], Fraction] = {}

    def value(self) -> Fraction:
        """What the attempt is worth before the roll."""
        return self._value(self._root, self._attempt.clues)

    def choices(self, roll: tuple[Die, ...]) -> tuple[Choice, ...]:
        """Everything that may be done with a roll of all its dice, best first."""
        count = gather(self._problem, self._root, self._work.options)
        rerolls = list(self._rerolls(roll, count)) if self._attempt.clues else []
        return best_first([*self._options(roll, count), *rerolls])

    def _value(self, state: int, clues: int) -> Fraction:
        if (state, clues) not in self._values:
            self._values[state, clues] = self._looked_up(state, clues)
        return self._values[state, clues]

    def _looked_up(self, state: int, clues: int) -> Fraction:
        slot = slot_of(self._work.keys, state)
        assert self._work.keys[slot] == state + 1
        return self._number(self._work.values, slot * (self._attempt.clues + 1) + clues)

    def _number(self, numbers: IntArray, place: int) -> Fraction:
        limbs = int(self._problem.numbers[at.LIMBS])
        return self._terms.value(numbers[place * limbs : (place + 1) * limbs])

    def _options(self, roll: tuple[Die, ...], count: int) -> Iterator[Choice]:
        options = self._work.options.reshape(-1, at.COLUMNS)[:count]
        for option in open_options(options, roll):
            after = int(option[at.NEXT])
            value = self._value(after, self._attempt.clues)
            yield choice_of(option, self._attempt, value, is_end=not after & _DICE)

    def _rerolls(self, roll: tuple[Die, ...], count: int) -> Iterator[Choice]:
        slot = slot_of(self._work.keys, self._root)
        write_values(self._problem, self._work, self._root, count, slot, self._attempt.clues)
        for dice in parts_of(roll):
            node = self._node(dice_code(roll) - dice_code(dice))
            yield Choice(kind=REROLL, value=self._number(self._work.lattice, node), dice=dice)

    def _node(self, code: int) -> int:
        """The node of the lattice with these dice, the others not rolled yet."""
        kept = dice_of(code & ~at.GREEN_CODE)
        places = dict.fromkeys(("yellow", "red"), 0)
        for die in kept:
            places[die.colour] = 1 + COLOURS[die.colour].index(die.face)
        greens = np.flatnonzero(self._problem.codes == code & at.GREEN_CODE)[0]
        colours = places["yellow"] * at.COLOUR_NODES + places["red"]
        return int(colours * at.LATTICE + greens)


def _solved(problem: Problem, root: int) -> Workspace:
    """The table with `root` and all that may follow it; its arrays grow until all fits."""
    slots, options, stack = _SLOTS, _OPTIONS, _STACK
    while True:
        work = _workspace(problem, root, slots, options, stack)
        work.stack[0], work.counts[DUE] = root, 1
        status = RUNNING
        while status == RUNNING:  # in slices, so that Ctrl-C is heard
            with interrupts_deferred():
                status = explore(problem, work, _STEPS)
        if status == SOLVED:
            return work
        slots *= 4 if status == TABLE_FULL else 1
        options *= 4 if status == OPTIONS_FULL else 1
        stack *= 4 if status == STACK_FULL else 1
        assert status in (TABLE_FULL, OPTIONS_FULL, STACK_FULL)


def _workspace(problem: Problem, root: int, slots: int, options: int, stack: int) -> Workspace:
    levels, limbs = int(problem.numbers[at.LEVELS]), int(problem.numbers[at.LIMBS])
    if slots * levels * limbs > _MEMORY_LIMIT:
        raise AttemptError("too much may happen in this attempt: try fewer Spells, helpers, clues")
    has_yellow, has_red = root >> at.YELLOW_DIE & 1, root >> at.RED_DIE & 1
    colours = at.COLOUR_NODES ** (2 if has_yellow else has_red)
    nodes = colours * at.LATTICE * limbs
    return Workspace(
        keys=np.zeros(slots, dtype=np.int64),
        values=np.zeros(slots * levels * limbs, dtype=np.int64),
        options=np.zeros(options * at.COLUMNS, dtype=np.int64),
        order=np.zeros(options, dtype=np.int64),
        picks=np.zeros(options * PICK_COLUMNS, dtype=np.int64),
        lattice=np.zeros(nodes, dtype=np.int64),
        rerolled=np.zeros(nodes, dtype=np.int64),
        stack=np.zeros(stack, dtype=np.int64),
        counts=np.zeros(2, dtype=np.int64),
    )
