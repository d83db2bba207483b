"""The exact chance of an attempt that is under way on a table, from what the players can see.

The dice are those of `casecracker.solver.odds`; what that does not know is left out: items that add
or reroll dice later, abilities of investigators (docs/streets.md, Hints).
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from casecracker.engine.adventures import Adventure, Costs
from casecracker.engine.adventures import Effect as FileEffect
from casecracker.engine.adventures import Task as FileTask
from casecracker.engine.attempt import MAX_CLUES, MAX_HELPERS, Attempt
from casecracker.engine.dice import Die, Pool, in_order
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.streets.attempts import open_tasks
from casecracker.engine.streets.cards import Effect, Row
from casecracker.engine.streets.spending import bare
from casecracker.engine.streets.table import ANCIENT_ONE, Seat, Table
from casecracker.engine.streets.table import Attempt as TableAttempt
from casecracker.solver.odds import Odds, odds_of
from casecracker.solver.odds_choices import REROLL, Choice

_CACHED = 1 << 16
_KNOWN_TERROR = ("adventure-fails-at-once", "discard-all-terror-dice", "sanity", "stamina")
_MOST_CLUES_LOOKED_AT = 2
"""More Clues make the search of the dice much larger and the choice hardly better; with a yellow
and a red die one less is looked at."""

_MOST_ROOM_LOOKED_AT = 2
"""Likewise the room on Spells, less one for each yellow and red die."""


def chance_before(table: Table) -> Fraction | None:
    """The chance of the attempt before its next roll; None if it cannot be told."""
    attempt = table.attempt
    if attempt is None:
        return None
    if not open_tasks(table):
        return Fraction(1)
    if not sum(attempt.pool):
        return Fraction(0)
    found = attempt_of(table)
    return None if found is None else _value(found)


def choices(table: Table, extra_reroll: bool = False) -> tuple[Choice, ...]:
    """What may be done with the dice as they lie, with the chance after each; empty if unknown.

    Args:
        table: With a roll lying there.
        extra_reroll: Count a reroll that is due as a Clue that may still be spent.
    """
    attempt = table.attempt
    if attempt is None or not attempt.roll:
        return ()
    found = attempt_of(table, int(extra_reroll))
    if found is None:
        return ()
    roll = in_order(Die.parse(word) for word in attempt.roll)
    return _choices(found, roll)


def best(table: Table, kind: str) -> Fraction | None:
    """The best chance among the choices of one kind: complete, fail, reroll."""
    values = [choice.value for choice in choices(table) if choice.kind == kind]
    return max(values, default=None)


def chance_after(table: Table) -> Fraction | None:
    """The chance with the dice as they lie, used as well as can be."""
    values = [choice.value for choice in choices(table)]
    return max(values, default=None)


def chance_of_reroll(table: Table, chosen: tuple[str, ...], exact: bool) -> Fraction | None:
    """The best chance of a reroll that is due, of just these dice or of these and others."""
    wanted = sorted(chosen)
    values = [
        choice.value
        for choice in choices(table, extra_reroll=True)
        if choice.kind == REROLL and _fits([str(die) for die in choice.dice], wanted, exact)
    ]
    return max(values, default=None)


def _fits(dice: list[str], wanted: list[str], exact: bool) -> bool:
    if exact:
        return sorted(dice) == wanted
    return all(dice.count(die) >= wanted.count(die) for die in wanted)


@lru_cache(_CACHED)
def _value(attempt: Attempt) -> Fraction | None:
    try:
        return odds_of(attempt).value
    except CasecrackerError:
        return None


@lru_cache(_CACHED)
def _choices(attempt: Attempt, roll: tuple[Die, ...]) -> tuple[Choice, ...]:
    try:
        found: Odds = odds_of(attempt, roll)
    except CasecrackerError:
        return ()
    return found.choices


def attempt_of(table: Table, more_clues: int = 0) -> Attempt | None:
    """The attempt on a table as the dice know it; None if it is none that they know."""
    attempt = table.attempt
    if attempt is None or attempt.place == ANCIENT_ONE:
        return None
    seat = table.seats[attempt.seat]
    most_clues = _MOST_CLUES_LOOKED_AT - all(attempt.pool[1:])
    held = (*attempt.held, *(die for _, die in attempt.helpers))
    helpers = [n for n in table.in_play() if n != attempt.seat and table.is_here(n, attempt.place)]
    conditions: dict[str, Any] = {
        "dice": Pool(*attempt.pool),
        "markers_used": int(attempt.focused and not attempt.held),
        "held": tuple(sorted(bare(die)[-1] for die in held)),
        "secured": tuple(sorted(die[-1] for _, die in table.secured)),
        "helpers": min(MAX_HELPERS, len(helpers)),
        "clues": min(MAX_CLUES, most_clues, seat.clues) + more_clues,
        "spells": _rooms(table, attempt),
    }
    try:
        card = _adventure(table)
        points = {kind: _points(seat, card, kind) for kind in ("sanity", "stamina")}
        return _attempt(adventure=card, **conditions, **points)
    except (CasecrackerError, ValueError):
        return None


@lru_cache(_CACHED)
def _attempt(**conditions: Any) -> Attempt:
    return Attempt(**conditions)


def _rooms(table: Table, attempt: TableAttempt) -> tuple[int, ...]:
    """Room on Spells that may be cast, small ones first, as far as it is looked at."""
    rooms = sorted(
        table.asset(number).amount
        for number in table.seats[attempt.seat].kit
        if table.asset(number).use == "secure"
        and all(owner != number for owner, _ in table.secured)
    )
    most = _MOST_ROOM_LOOKED_AT - sum(attempt.pool[1:])
    return tuple(room for number, room in enumerate(rooms) if sum(rooms[: number + 1]) <= most)


def chance_of_task(row: Row, pool: tuple[int, ...]) -> Fraction:
    """The chance of doing one task alone with so many dice."""
    task = FileTask(needs=" ".join(row.needs))  # type: ignore[arg-type]  # read as text
    alone = Adventure(id="alone", name="alone", task=(task,))
    return _value(Attempt(adventure=alone, dice=Pool(*pool))) or Fraction(0)


def _adventure(table: Table) -> Adventure:
    """The tasks that are left, as a card of its own."""
    attempt = table.attempt
    assert attempt is not None
    card = table.box.places[attempt.card]
    terror = list(card.terror)
    if table.mythos >= 0:
        terror += table.box.mythos[table.mythos].terror
    rows = tuple(task.row for task in open_tasks(table))
    return _card_of(rows, tuple(one for one in terror if one.kind in _KNOWN_TERROR), card.ordered)


@lru_cache(_CACHED)
def _card_of(rows: tuple[Row, ...], terror: tuple[Effect, ...], is_ordered: bool) -> Adventure:
    return Adventure(
        id="here",
        name="here",
        order="top-to-bottom" if is_ordered else "any",
        task=tuple(
            FileTask(
                needs=" ".join(row.needs),  # type: ignore[arg-type]  # read as text
                costs=Costs(sanity=row.costs.sanity, stamina=row.costs.stamina),
            )
            for row in rows
        ),
        terror=tuple(_file_effect(one) for one in terror),
    )


def _points(seat: Seat, card: Adventure, kind: Literal["sanity", "stamina"]) -> int | None:
    """The points of a kind where they matter: for costs or terror effects."""
    is_asked = any(getattr(task.costs, kind) for task in card.task)
    is_asked |= any(isinstance(one, FileEffect) and one.kind == kind for one in card.terror)
    return getattr(seat, kind) if is_asked else None


def _file_effect(effect: Effect) -> FileEffect:
    return FileEffect(kind=effect.kind, amount=effect.amount)
