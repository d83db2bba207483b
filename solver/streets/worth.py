"""What a position of Streets of Arkham looks worth to the search. A guide, never a bound."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from casecracker.engine.streets.cards import Box, Effect
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    IN_PLAY,
    PLAYING,
    WON,
    Attempt,
    Table,
)
from casecracker.solver.streets.bounds import least_dice, signs_of

SIGN, DOOM, POINT = 100.0, 25.0, 5.0
WORTH: Mapping[str, float] = MappingProxyType(
    {
        "elder-sign": SIGN,
        "doom": -DOOM,
        "reprieve": DOOM,
        "clue": 8.0,
        "common-item": 9.0,
        "unique-item": 11.0,
        "spell": 9.0,
        "ally": 18.0,
        "skill": 9.0,
        "sanity": POINT,
        "stamina": POINT,
        "monster": -4.0,
        "monster-here": -4.0,
        "gate": -15.0,
        "close-gate": 12.0,
        "clock": -6.0,
        "expeditious": 8.0,
        "healing": POINT,
        "respite": POINT,
        "remove-monster": 4.0,
        "lose-trophy": -6.0,
        "trophies": 4.0,
        "devoured": -60.0,
    }
)
"""Of one of each kind of effect."""

_IN_REACH, _HARD, _EASY = 20.0, 0.6, 5
"""An Elder Sign on a card that can be gone to; the part of it if more dice are needed than that."""

_CACHED = 1 << 10
_TROPHY = 4.0
_DIE = 2.0
_HELD = 3.0


def effects_worth(effects: tuple[Effect, ...]) -> float:
    """What effects look worth; of a split the better group counts."""
    total = 0.0
    for effect in effects:
        if effect.options:
            total += max(map(effects_worth, effect.options))
        else:
            total += WORTH.get(effect.kind, 0.0) * effect.amount
    return total


def promise(state: StreetsState) -> float:
    """What a position between two turns looks worth to a search that knows facedown cards."""
    table = state.table()
    total = table_worth(table)
    if table.status != PLAYING or table.awake:
        return total
    in_reach = [spot.card for spot in table.spots if spot.card >= 0 and spot.gate < 0]
    in_reach += [spot.card for spot in table.worlds if spot.card >= 0]
    return total + _IN_REACH * sum(_signs_in_reach(table.box, card) for card in in_reach)


@lru_cache(_CACHED)
def _signs_in_reach(box: Box, number: int) -> float:
    """Elder Signs of a card, less if its tasks take nearly all dice."""
    card = box.places[number]
    needs = [need for row in card.rows for need in row.needs]
    signs = signs_of(card.rewards, seats=1)
    return signs if least_dice(needs) <= _EASY else _HARD * signs


def table_worth(table: Table) -> float:
    """A number that is greater for positions nearer to a win."""
    if table.status != PLAYING:
        return 1e9 if table.status == WON else -1e9
    ancient = table.deal.ancient
    total = SIGN * table.signs - DOOM * table.doom * (1 + table.doom / ancient.doom)
    if table.awake:
        total += -4 * SIGN + DOOM * 3 * (ancient.doom - table.doom)
    total += sum(map(_seat_worth, [table] * len(table.seats), range(len(table.seats))))
    total -= 4.0 * sum(len(spot.monsters) for spot in (*table.spots, *table.worlds))
    total -= 12.0 * table.gates_open() + 2.0 * table.clock
    total += _HELD * len(table.secured)
    if table.attempt is not None:
        total += _attempt_worth(table, table.attempt)
    return total


def _seat_worth(table: Table, seat: int) -> float:
    one = table.seats[seat]
    if one.status != IN_PLAY:
        return -60.0
    total = 8.0 * one.clues + _TROPHY * sum(map(table.box.trophy_value, one.trophies))
    total += POINT * (one.sanity + one.stamina)
    total -= 15.0 * (one.sanity == 1) + 15.0 * (one.stamina == 1)
    for number in one.kit:
        asset = table.asset(number)
        total += WORTH[asset.deck] * (0.6 if number in one.used else 1.0)
    return total + (3.0 if one.member else 0.0)


def _attempt_worth(table: Table, attempt: Attempt) -> float:
    """Progress of an attempt: the part of the tasks that is done, and dice for the rest."""
    dice = _DIE * sum(attempt.pool) + _HELD * (len(attempt.held) + len(attempt.helpers))
    if attempt.place == ANCIENT_ONE:
        return 4 * dice
    card = table.box.places[attempt.card]
    tasks = table.tasks(attempt.place, table.seats[attempt.seat].member)
    left = [t for t in tasks if not t.is_member and not attempt.done >> t.number & 1]
    needs = sum(len(task.row.needs) for task in left)
    prize = effects_worth(card.rewards) - effects_worth(card.penalties)
    prize += _TROPHY * card.trophies + (15.0 if attempt.place >= FIRST_WORLD else 0.0)
    if sum(attempt.pool) + len(attempt.held) < min(1, needs):
        return 0.0
    return dice + max(0.0, prize) * (1 - len(left) / (len(tasks) + 1)) * 0.5
