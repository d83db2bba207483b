"""Cheap looks at a deal that tell something of how costly questions about it come out.

A probe decides nothing: it is for choosing which deals to ask first (screening.py). Half of it is
read from the order of the cards, half from a narrow beam and one game of the fast player.
"""

import math
from collections.abc import Sequence

from casecracker.engine.bits import size
from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import MANDATORY_EFFECTS
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.layout import STABILITY, TURN, WON
from casecracker.engine.reading import shuffles
from casecracker.engine.state import State
from casecracker.engine.tables import LIMIT
from casecracker.solver.beam import Beam
from casecracker.solver.choices import choose
from casecracker.solver.keys import secret_of
from casecracker.solver.policy import make_player, play_on

EARLY, MIDDLE = 14, 22
"""Cards of the draw that count as early, and as seen by the middle of a short game."""

WIDTH = 30
MOST_TURNS = 60
"""A win that takes the narrow beam longer counts as none."""

DIGITS = 6

Probe = tuple[float, ...]
"""Of the order: puzzle cards among the early ones and up to the middle, Keys and mandatory effects
among the early ones, places at which the third and the fifth type of puzzle turn up. Then: turns in
which a narrow beam wins, as a logarithm, and whether it does; of a game of the fast player whether
it is won, the logarithm of its turns, its later shuffles, and the room left in the stability area.
"""


def probe(deal: Deal) -> Probe:
    """Look at a deal: some hundredths of a second."""
    start = State.start(deal)
    found = (*_by_order(deal), *_by_beam(start), *_by_player(start))
    return tuple(round(number, DIGITS) for number in found)


def _by_order(deal: Deal) -> tuple[float, ...]:
    cards = {clue.id: clue for clue in deal.deck.clue}
    order = [cards[name] for name in deal.draw]
    early = order[:EARLY]
    return (
        float(_count("puzzle", early)),
        float(_count("puzzle", order[:MIDDLE])),
        float(_count("key", early) + _count("skeleton-key", early)),
        float(sum(effect in MANDATORY_EFFECTS for clue in early for effect in clue.effects)),
        float(_place_of_types(order, 3)),
        float(_place_of_types(order, 5)),
    )


def _count(attribute: str, cards: Sequence[Clue]) -> int:
    return sum(attribute in clue.attributes for clue in cards)


def _place_of_types(order: Sequence[Clue], wanted: int) -> int:
    """How many cards are drawn until puzzle cards show so many types; all of them if they never."""
    types: set[str] = set()
    for place, clue in enumerate(order, start=1):
        types |= set(clue.types) if "puzzle" in clue.attributes else set()
        if len(types) >= wanted:
            return place
    return len(order)


def _by_beam(start: State) -> tuple[float, float]:
    secret = secret_of(start.deal.deck)
    beam = Beam(start.tables, secret, start.array(), WIDTH)
    turns, won = 0, False
    with interrupts_deferred():
        while not won and not beam.is_empty and turns < MOST_TURNS:
            won = beam.turn(lambda: False)
            turns += 1
    if not won:
        return math.log(MOST_TURNS), 0.0
    state = start.array()
    for move in beam.winning_line():
        choose(start.tables, state, move)
    return math.log(int(state[TURN])), 1.0


def _by_player(start: State) -> tuple[float, ...]:
    words = start.array()
    with interrupts_deferred():
        end = play_on(make_player(start.tables), words)
    room = int(start.tables[LIMIT]) - size(int(words[STABILITY]))
    turns = math.log(max(int(words[TURN]), 1))
    return float(end == WON), turns, float(shuffles(words)), float(room)
