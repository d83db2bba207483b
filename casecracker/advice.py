"""Advice at the table: hints and chances of a position as text, judged from what a player sees."""

import os

from rich.table import Table

from casecracker.engine.cards import Deck
from casecracker.engine.files import escaped
from casecracker.engine.position import Position
from casecracker.engine.state import State
from casecracker.session import Session
from casecracker.solver.chances import Chances, chances
from casecracker.solver.hints import Hint, Hints, hints
from casecracker.solver.reasons import reason

PERCENT = 100
SECONDS_AT_THE_TABLE = 10.0
"""How long a player waits for advice."""


class TableAdvisor:
    """Answers what a player asks in the middle of a game (`session.Advisor`)."""

    def hint(self, state: State) -> str:
        """The decisions ranked, one a line."""
        example = Position.of(state).example
        found = hints(example, time_limit=SECONDS_AT_THE_TABLE, workers=os.cpu_count() or 1)
        return "\n".join(_line(example, found, place) for place in range(len(found.moves)))

    def verdict(self, state: State) -> str:
        """What is known of winning."""
        return verdict_text(chances(Position.of(state), time_limit=SECONDS_AT_THE_TABLE))


def _line(state: State, found: Hints, place: int) -> str:
    hint = found.moves[place]
    return f"{share(hint):>5}  {hint.move}: {reason(state, found, place)}"


def share(hint: Hint) -> str:
    """The chance to win in percent; a dash if no game was played to its end."""
    return "-" if hint.win_chance is None else f"{PERCENT * hint.win_chance:.0f} %"


def deck_words(deck: Deck) -> str:
    """The deck's name and whether its cards are real, beside every answer about it."""
    return f"{escaped(deck.name)}, {deck.provenance}"


def words_of(state: State) -> dict[str, str]:
    """What each legal move does, in words."""
    return {option.move: option.text for option in Session.start(state.deal).options()}


def hints_table(state: State, found: Hints) -> Table:
    """A ranking as a table."""
    table = Table("", "move", "wins", "95 %", "tried", "turns", "why", box=None, pad_edge=False)
    for place, hint in enumerate(found.moves):
        table.add_row(
            str(place + 1),
            str(hint.move),
            share(hint),
            f"{PERCENT * hint.low:.0f}-{PERCENT * hint.high:.0f}",
            f"{hint.samples}" + (f" ({hint.cut_off} cut off)" if hint.cut_off else ""),
            "-" if hint.turns is None else f"{hint.turns:.0f}",
            reason(state, found, place),
        )
    return table


def verdict_text(found: Chances) -> str:
    """What is known of winning a position, in a sentence or two."""
    if found.proof is not None:
        return f"no: lost whatever comes. {found.proof}."
    open_ones = f", {found.undecided} undecided" if found.undecided else ""
    return (
        f"{found.winnable} of {found.samples} hidden orders can be won with full knowledge"
        f"{open_ones}: {PERCENT * found.low:.0f} to {PERCENT * found.high:.0f} % (95 %). "
        f"This is an upper bound: nobody at the table knows the order."
    )
