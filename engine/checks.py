"""The stability check, of an effect or of mental strain (docs/rules.md, W5.6 and W5.7)."""

from casecracker.engine.changes import discard, draw
from casecracker.engine.jit import kernel
from casecracker.engine.layout import FOR_CHECK, NO_CARD, STABILITY, STACK
from casecracker.engine.menaces import run_out_of_leads
from casecracker.engine.tables import HAS_MENACES, STABILITY_ICON, Tables, Words


@kernel
def stability_check(tables: Tables, state: Words) -> None:
    """Draw a card: to the stability area if it has the stability icon, else it is discarded.

    Where an empty stack calls a menace, the check goes on once that is through.
    """
    if tables[HAS_MENACES] and state[STACK] == 0:
        run_out_of_leads(tables, state, FOR_CHECK)
    else:
        finish_check(tables, state)


@kernel
def finish_check(tables: Tables, state: Words) -> None:
    """Draw the card of a check, if there is one."""
    card = draw(tables, state)
    if card == NO_CARD:
        return
    if (tables[STABILITY_ICON] >> card) & 1:
        state[STABILITY] |= 1 << card
    else:
        discard(tables, state, card)
