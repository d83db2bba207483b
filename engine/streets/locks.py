"""Dice that cards and monsters lock, and dice on Spells (S7.11, S8.8)."""

from casecracker.engine.streets.cards import IN_BOX
from casecracker.engine.streets.possessions import discard_asset
from casecracker.engine.streets.table import Table, colour_index, put, without


def enforce_locks(table: Table) -> None:
    """Take locked dice at once: from the hand first, then off Spells, then off markers (S8.8)."""
    locked = table.locked()
    if not any(locked):
        return
    aside = table.dice_aside()
    for colour in range(3):
        pool = table.attempt.pool[colour] if table.attempt else 0
        over = locked[colour] + aside[colour] + pool - IN_BOX[colour]
        for _ in range(over):
            _lock_one(table, colour)


def _lock_one(table: Table, colour: int) -> None:
    attempt = table.attempt
    if attempt is not None and attempt.pool[colour]:
        lying = [die for die in attempt.roll if colour_index(die) == colour]
        roll = without(attempt.roll, lying[-1]) if lying else attempt.roll
        pool = put(attempt.pool, colour, attempt.pool[colour] - 1)
        table.attempt = attempt._replace(pool=pool, roll=roll)
        return
    for pair in reversed(table.secured):
        if colour_index(pair[1]) == colour:
            unsecure(table, pair)
            return
    assert attempt is not None
    for pair in reversed(attempt.helpers):
        if colour_index(pair[1]) == colour:
            table.attempt = attempt._replace(helpers=without(attempt.helpers, pair))
            return
    die = next(die for die in attempt.held if colour_index(die) == colour)
    table.attempt = attempt._replace(held=without(attempt.held, die))


def unsecure(table: Table, pair: tuple[int, str]) -> None:
    """Take a die off a Spell; a Spell that is left empty is discarded."""
    table.secured = without(table.secured, pair)
    if all(owner != pair[0] for owner, _ in table.secured):
        seat = next(n for n, one in enumerate(table.seats) if pair[0] in one.kit)
        discard_asset(table, seat, pair[0])
