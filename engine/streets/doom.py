"""Doom tokens and the clock (docs/streets.md, S9 and S12)."""

from casecracker.engine.streets.cards import Effect
from casecracker.engine.streets.table import HOURS, STREETS, Table


def add_doom(table: Table, tokens: int) -> None:
    """Lay doom tokens on the track; the icon under each takes effect before the next one (S12)."""
    ancient = table.deal.ancient
    if tokens == 0 or table.doom == ancient.doom:
        return
    icon = ancient.icons[table.doom]
    table.doom += 1
    table.tell(f"doom {table.doom} of {ancient.doom}")
    if tokens > 1:
        table.push("add-doom", tokens - 1)
    if icon and not table.awake:
        table.push("effects", table.active, STREETS, (Effect(icon),))


def advance_clock(table: Table) -> None:
    """Three hours later; every stroke of midnight after the first of a turn adds doom (S9.3)."""
    table.clock = (table.clock + 1) % HOURS
    if table.clock == 0:
        table.strikes += 1
        table.tell("the clock strikes midnight")
        if table.strikes > 1:
            add_doom(table, 1)


def tick(table: Table, times: int) -> None:
    """Advance the clock so often."""
    if times > 1:
        table.push("tick", times - 1)
    advance_clock(table)
