"""An attempt at an adventure before a roll: what is done, which dice are left, what helps.

Immutable and hashable. The rules of an attempt and their sources: docs/odds.md.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias, get_args

from casecracker.engine.adventures import (
    DISCARDS_TERROR,
    EFFECT_KINDS,
    FAILS_AT_ONCE,
    MAX_TASKS,
    MAY_LOWER,
    MEMBERSHIPS,
    MONSTER,
    SPELL_OR_DEVOURED,
    UNKNOWN,
    Adventure,
    Costs,
    Task,
    parse_task,
)
from casecracker.engine.dice import GREEN, IN_BOX, MAX_DICE, WHOLE_BOX, Pool, can_show, parse_face
from casecracker.engine.errors import AttemptError
from casecracker.engine.files import did_you_mean, shown

Focus: TypeAlias = Literal["once", "none", "reuse"]
FOCUS: tuple[Focus, ...] = get_args(Focus)

MAX_CLUES = 15
MAX_SPELLS = 3
"""Spells of each size."""

MAX_HELPERS = 2
MAX_POINTS = 99
WORTH_KINDS = (*EFFECT_KINDS, "trophies")
MAX_WORTH = 10**6


SIX_GREEN = Pool(green=6)


class Monster(NamedTuple):
    """A monster on a card: the row it lies on, None for below the bottom row, and its own needs."""

    row: int | None
    task: Task

    @classmethod
    def parse(cls, text: str) -> "Monster":
        """A monster from `NEEDS` or `ROW:NEEDS`, such as `2:6 P sanity`.

        Raises:
            AdventureError: The needs are malformed.
            AttemptError: The row is no number.
        """
        row, colon, needs = text.rpartition(":")
        if colon and not (re.fullmatch("[0-9]{1,2}", row.strip())):
            raise AttemptError(f"monster {shown(text)}: write its needs, or 'ROW:NEEDS'")
        task = parse_task(needs)
        if not task.needs and task.costs == Costs():
            raise AttemptError(f"monster {shown(text)}: it needs nothing; write '2: 6 P' or so")
        return cls(int(row) if colon else None, task)


class Row(NamedTuple):
    """One thing to do: a row of the card, or of a monster, with the number that players use."""

    number: int
    needs: tuple[str, ...]
    costs: Costs
    is_member: bool  # a member of the organization counts it as done


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An attempt before a roll.

    Attributes:
        adventure: The card.
        dice: Those that will be rolled.
        focus: Whether a die may be focused: "once", "none", or "reuse" (again once it is spent).
        markers_used: Markers whose die is spent already; with "reuse" they do not count.
        held: Faces of dice on markers.
        secured: Faces of dice on Spells.
        helpers: Other investigators on the card, each of whom may hold one die once.
        clues: Clues to spend; each rerolls any dice of one roll.
        spells: For how many dice each Spell that may still be cast has room, 1 or 2.
        sanity, stamina: Points left; None if no cost or effect of this attempt can be too much.
        clock: How often the clock may still be advanced; None for any number of times.
        member: The organization that the investigator is a member of.
        monsters: On the card.
        done: Numbers of the rows that are completed.
        worth: What each kind of effect counts; empty if nothing but success does.

    Raises:
        AttemptError: It cannot stand like this.
    """

    adventure: Adventure
    dice: Pool = SIX_GREEN
    focus: Focus = "once"
    markers_used: int = 0
    held: tuple[str, ...] = ()
    secured: tuple[str, ...] = ()
    helpers: int = 0
    clues: int = 0
    spells: tuple[int, ...] = ()
    sanity: int | None = None
    stamina: int | None = None
    clock: int | None = None
    member: str | None = None
    monsters: tuple[Monster, ...] = ()
    done: frozenset[int] = frozenset()
    worth: tuple[tuple[str, Fraction], ...] = ()

    def __post_init__(self) -> None:
        for fault in self._faults():
            raise AttemptError(fault)

    def rows(self) -> tuple[Row, ...]:
        """What is to be done, from the top, with monsters in their places."""
        on_rows = {monster.row: monster.task for monster in self.monsters if monster.row}
        rows = []
        for number, task in enumerate(self.adventure.task, start=1):
            row = _row(number, task, on_rows.get(number))
            if row is not None:
                rows.append(row)
        below = [monster.task for monster in self.monsters if monster.row is None]
        for number, task in enumerate(below, start=len(self.adventure.task) + 1):
            rows.append(Row(number, task.needs, task.known_costs, False))
        return tuple(row._replace(is_member=self._is_member(row)) for row in rows)

    def _is_member(self, row: Row) -> bool:
        tasks = self.adventure.task
        return (
            self.member is not None
            and row.number <= len(tasks)
            and tasks[row.number - 1].membership == self.member
        )

    @property
    def markers(self) -> int:
        """Markers that may still take a die."""
        total = (self.focus != "none") + self.helpers
        used = 0 if self.focus == "reuse" else self.markers_used
        return max(0, total - used - len(self.held))

    @property
    def _dice_aside(self) -> Pool:
        """The dice of the box that are not rolled."""
        return Pool(**{colour: most - self.dice.of(colour) for colour, most in IN_BOX.items()})

    @property
    def has_no_spell(self) -> bool:
        """Whether there is neither a Spell to cast nor one with a die on it."""
        return not self.spells and not self.secured

    @property
    def has_begun(self) -> bool:
        """Whether a die was rolled before this moment, as far as that can be seen."""
        return bool(self.done or self.held or self.secured or self.markers_used)

    @property
    def is_won(self) -> bool:
        """Whether every row is done."""
        return all(row.number in self.done or row.is_member for row in self.rows())

    def _faults(self) -> Iterator[str]:
        yield from self._word_faults()
        yield from self._number_faults()
        yield from self._dice_faults()
        yield from self._monster_faults()
        yield from self._done_faults()

    def _word_faults(self) -> Iterator[str]:
        if self.focus not in FOCUS:
            yield f"focus {shown(self.focus)}; it is one of {', '.join(FOCUS)}"
        if self.member not in (None, *MEMBERSHIPS):
            yield f"member of {shown(self.member)}; it is one of {', '.join(MEMBERSHIPS)}"
        for kind, amount in self.worth:
            if kind not in WORTH_KINDS:
                hint = did_you_mean(kind, WORTH_KINDS) or f"; known: {', '.join(WORTH_KINDS)}"
                yield f"worth of {shown(kind)}: no such kind{hint}"
            if abs(amount) > MAX_WORTH or MAX_WORTH % amount.denominator:
                yield f"worth of {kind}: at most {MAX_WORTH}, with six places after the point"
        for kind, times in Counter(kind for kind, _ in self.worth).items():
            if times > 1:
                yield f"worth of {kind}: given {times} times"

    def _number_faults(self) -> Iterator[str]:
        limits = {"clues": MAX_CLUES, "helpers": MAX_HELPERS, "markers_used": MAX_HELPERS + 1}
        points = dict.fromkeys(("sanity", "stamina", "clock"), MAX_POINTS)
        for name, most in {**limits, **points}.items():
            number = getattr(self, name)
            if number is not None and not 0 <= number <= most:
                yield f"{name.replace('_', ' ')} {number}; it is 0 to {most}"
        for name in ("sanity", "stamina"):
            if getattr(self, name) == 0:
                yield f"{name} 0: the investigator is devoured and attempts nothing"
        for room, times in Counter(self.spells).items():
            if room not in (1, 2):
                yield f"a Spell with room for {room} dice; it is 1 or 2"
            if times > MAX_SPELLS:
                yield f"{times} Spells with room for {room}; at most {MAX_SPELLS}"

    def _dice_faults(self) -> Iterator[str]:
        for face in (*self.held, *self.secured):
            if face != parse_face(face):
                yield f"held face {shown(face)}; write {parse_face(face)}"
        markers = (self.focus != "none") + self.helpers
        used = 0 if self.focus == "reuse" else self.markers_used
        if len(self.held) + used > markers:
            yield (
                f"{len(self.held)} dice held on markers and {used} markers used; there are "
                f"{markers} (focus {self.focus}, helpers {self.helpers})"
            )
        dice = self.dice.size + len(self.held) + len(self.secured)
        if dice > MAX_DICE:
            yield f"{dice} dice with those held; the box has {MAX_DICE}"
        if len(self.held) + len(self.secured) > IN_BOX[GREEN]:
            yield "more than 6 dice are held"
        if not can_show(self._dice_aside, (*self.held, *self.secured)):
            faces = " ".join((*self.held, *self.secured))
            yield (
                f"held and secured dice '{faces}': the box has {WHOLE_BOX}, and those that are "
                f"left beside {self.dice} cannot show that"
            )

    def _monster_faults(self) -> Iterator[str]:
        tasks = self.adventure.task
        for row, times in Counter(monster.row for monster in self.monsters).items():
            if row is None:
                continue
            if not 1 <= row <= len(tasks):
                yield f"monster on row {row}; {self.adventure.name} has {len(tasks)} rows"
            elif tasks[row - 1].monster in ("none", UNKNOWN):
                why = (
                    "takes no monster"
                    if tasks[row - 1].monster == "none"
                    else ("may take one or not: no source tells; own cards are given by --deck")
                )
                yield f"monster on row {row} of {self.adventure.name}: that row {why}"
            elif times > 1:
                yield f"{times} monsters on row {row}; there is room for one"
        if len(tasks) + len(self.monsters) > MAX_TASKS and len(self.rows()) > MAX_TASKS:
            yield f"{len(self.rows())} rows with the monsters; at most {MAX_TASKS}"

    def _done_faults(self) -> Iterator[str]:
        rows = self.rows()
        numbers = [row.number for row in rows]
        for number in sorted(self.done):
            if number not in numbers:
                listed = ", ".join(map(str, numbers))
                yield f"row {number} is done: there is no such row to do; rows: {listed}"
        if self.adventure.order == "any":
            return
        is_open = False
        for row in rows:
            if row.number in self.done and is_open:
                yield (
                    f"row {row.number} is done before those above it; "
                    f"{self.adventure.name} goes from top to bottom"
                )
            is_open |= row.number not in self.done and not row.is_member


def _row(number: int, task: Task, monster: Task | None) -> Row | None:
    """A row with the monster on it; None for a row that is not there without one."""
    if monster is None:
        return (
            None
            if task.monster == "empty-row"
            else Row(number, task.needs, task.known_costs, False)
        )
    if not task.monster.startswith("after-first-"):
        return Row(number, monster.needs, monster.known_costs, False)
    kept = int(task.monster[-1])
    both = {
        kind: getattr(task.known_costs, kind) + getattr(monster.known_costs, kind)
        for kind in Costs.model_fields
    }
    return Row(number, task.needs[:kept] + monster.needs, Costs.model_construct(**both), False)


def assumptions(attempt: Attempt) -> tuple[str, ...]:
    """What the odds of an attempt take for granted about its card, a line each."""
    return (*_unknown_lines(attempt), *_locked_lines(attempt), *_terror_lines(attempt))


def _unknown_lines(attempt: Attempt) -> Iterator[str]:
    bearing = ("terror", "task.costs", "task.monster", "task.membership")
    unknown = [key for key in attempt.adventure.unknown_keys if key in bearing]
    if unknown:
        yield f"not known, taken as none: {', '.join(unknown)}"


def _locked_lines(attempt: Attempt) -> Iterator[str]:
    """Dice that the card locks: they cannot be in the pool, but the pool is what was given."""
    locked = attempt.adventure.locked
    for colour, number in Counter(() if locked == UNKNOWN else locked).items():
        dice = f"a {colour} die is" if number == 1 else f"{number} {colour} dice are"
        left = max(0, IN_BOX[colour] - number)
        most = f"at most {left}{colour[0]}" if left else f"no {colour} die"
        yield f"{dice} locked on this card until it is resolved: {most} can be rolled"


def _terror_lines(attempt: Attempt) -> Iterator[str]:
    terror = attempt.adventure.terror
    kinds = [effect.kind for effect in (() if terror == UNKNOWN else terror)]
    if SPELL_OR_DEVOURED in kinds and attempt.has_no_spell:
        yield "terror devours the investigator: there is no Spell to discard"
    open_kinds = [kind for kind in kinds if not _is_counted(attempt, kind)]
    lowering = [kind for kind in open_kinds if _may_lower(attempt, kind)]
    idle = [kind for kind in open_kinds if kind not in lowering]
    if lowering:
        yield (
            "terror effects whose effect on rows, dice and points is not counted and may lower "
            f"the chance: {', '.join(lowering)}"
        )
    if idle:
        yield f"terror effects that are not counted: {', '.join(idle)}"


def _is_counted(attempt: Attempt, kind: str) -> bool:
    """Whether a terror effect bears on the value of an attempt."""
    if kind == SPELL_OR_DEVOURED:
        return attempt.has_no_spell
    is_limited = kind in ("sanity", "stamina") and getattr(attempt, kind) is not None
    is_weighed = kind in dict(attempt.worth) and not _may_lower(attempt, kind)
    return kind in (FAILS_AT_ONCE, DISCARDS_TERROR) or is_weighed or is_limited


def _may_lower(attempt: Attempt, kind: str) -> bool:
    """Whether a terror effect may end the attempt or add to its rows, uncounted."""
    has_place = any(task.monster != "none" for task in attempt.adventure.task)
    return kind in MAY_LOWER or (kind == MONSTER and has_place)


def parse_worth(text: str) -> tuple[str, Fraction]:
    """A kind of effect and what it counts, from `KIND=NUMBER`.

    Raises:
        AttemptError: It is no such text.
    """
    kind, equals, number = text.partition("=")
    try:
        if not equals or len(number) > 20 or set(number) - set("0123456789.-+ "):
            raise ValueError
        return kind.strip(), Fraction(number)
    except (ValueError, ZeroDivisionError):
        raise AttemptError(f"worth {shown(text)}: write KIND=NUMBER, like elder-sign=3") from None
