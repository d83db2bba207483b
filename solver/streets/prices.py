"""What things are worth to the hints of Streets of Arkham, from what the players can see.

An Elder Sign is 100; only differences mean something. The prices were set by hand and tried on
games of seeds from 1000 on; those of the search (worth.py) are others.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from casecracker.engine.streets.cards import DECKS, Asset, Box, Costs, Effect
from casecracker.engine.streets.effects import can_suffer, together
from casecracker.engine.streets.table import HOURS, IN_PLAY, PLAYING, WAITING, WON, Table

SIGN, LAST_SIGN = 100.0, 250.0
"""Of an Elder Sign, and what the last one is worth more."""

DOOM = 25.0
"""Of a doom token on an empty track; the last one costs three times as much."""

CLUE, TROPHY, MEMBERSHIP, GATE, MONSTER, HOUR, SECURED = 20.0, 3.0, 3.0, 12.0, 4.0, 7.0, 4.0
USES: Mapping[str, float] = MappingProxyType(
    {
        "yellow": 28.0,
        "red": 36.0,
        "yellow-red": 60.0,
        "reroll": 15.0,
        "face": 12.0,
        "secure": 16.0,
        "sanity": 8.0,
        "stamina": 8.0,
        "clue": CLUE,
        "cover-sanity": 7.0,
        "cover-stamina": 7.0,
        "defeat-monster": 10.0,
        "hold-clock": HOUR,
    }
)
"""Of one use of an item, Spell, Ally or Skill."""

_DAILY = 2.5
"""How many uses what may be used daily is worth."""

_UNTIL_MIDNIGHT = 0.15
"""The part of a use that is gone for each turn until midnight if a daily thing is used."""

_LIFE = (0.0, 0.0, 14.0, 22.0, 28.0, 33.0, 37.0, 41.0, 45.0)
"""Of so many points of sanity or of stamina."""

_NEXT_ONE = 40.0
"""Of a seat that waits for its next investigator, with his points and what he begins with."""

_LOCKED = 15.0
"""Of a die that is locked."""

_BATTLE_DIE = 8.0

_OTHERS: Mapping[str, float] = MappingProxyType(
    {
        "monster": -MONSTER,
        "monster-here": -MONSTER,
        "remove-monster": MONSTER,
        "gate": -GATE,
        "close-gate": GATE,
        "clock": -HOUR,
        "expeditious": HOUR,
        "lose-trophy": -TROPHY,
        "trophies": TROPHY,
        "silver-twilight": MEMBERSHIP,
        "sheldon-gang": MEMBERSHIP,
        "flip": 2.0,
    }
)


def price_of(asset: Asset) -> float:
    """What an item, Spell, Ally or Skill is worth to its owner."""
    amount = asset.amount if asset.use in ("sanity", "stamina", "clue") else 1
    return USES[asset.use] * amount * (_DAILY if asset.daily else 1.0)


def price_of_use(table: Table, asset: Asset) -> float:
    """What using it costs: all of it, or what it could have done until midnight."""
    if not asset.daily:
        return price_of(asset)
    return price_of(asset) / _DAILY * _UNTIL_MIDNIGHT * (HOURS - 1 - table.clock)


@lru_cache(64)
def price_of_deck(box: Box, deck: str) -> float:
    """The mean worth of a card of a deck."""
    prices = [price_of(asset) for asset in box.assets if asset.deck == deck]
    return sum(prices) / len(prices) if prices else 0.0


def price_of_doom(table: Table, tokens: int) -> float:
    """What more doom tokens cost (less than nothing: what fewer of them bring)."""
    track = table.deal.ancient.doom
    before, after = table.doom, min(track, max(0, table.doom + tokens))
    return _doom(after, track) - _doom(before, track)


def _doom(tokens: int, track: int) -> float:
    return DOOM * tokens * (1 + tokens / track)


def price_of_signs(table: Table, amount: int) -> float:
    """What so many more Elder Signs are worth; what is over is worth nothing."""
    needed = table.deal.ancient.signs - table.signs
    if amount >= needed:
        return SIGN * needed + LAST_SIGN
    lost = min(table.signs, max(0, -amount))
    return SIGN * (amount if amount > 0 else -lost) - price_of_doom(table, max(0, -amount - lost))


def price_of_effects(table: Table, seat: int, effects: Iterable[Effect]) -> float:
    """What effects are worth to a seat as the table stands; of a split the best group counts."""
    total, points = 0.0, {"sanity": 0, "stamina": 0}
    for effect in effects:
        if effect.options:
            total += _best_group(table, seat, effect)
        elif effect.kind == "devoured":
            total += _price_of_death(table, seat)
        elif effect.kind in points:
            points[effect.kind] += effect.amount
        elif effect.kind in ("healing", "respite"):
            points["stamina" if effect.kind == "healing" else "sanity"] += effect.amount
        elif effect.kind == "sanity-or-stamina":
            one = table.seats[seat]
            points["sanity" if one.sanity > one.stamina else "stamina"] += effect.amount
        else:
            total += _price(table, effect)
    return total + sum(_points(table, seat, kind, amount) for kind, amount in points.items())


def _best_group(table: Table, seat: int, effect: Effect) -> float:
    prices = [
        price_of_effects(table, seat, group)
        for group in effect.options
        if all(can_suffer(table, seat, one) for one in together(group))
    ]
    return max(prices, default=0.0)


def _price(table: Table, effect: Effect) -> float:
    if effect.kind == "elder-sign":
        return price_of_signs(table, effect.amount)
    if effect.kind == "doom":
        return -price_of_doom(table, effect.amount)
    if effect.kind == "reprieve":
        return -price_of_doom(table, -effect.amount)
    if effect.kind == "clue":
        return CLUE * effect.amount
    if effect.kind in DECKS:
        return price_of_deck(table.box, effect.kind) * effect.amount
    return _OTHERS.get(effect.kind, 0.0) * effect.amount


def _points(table: Table, seat: int, kind: str, amount: int) -> float:
    """What points gained or lost are worth; items that cover them come first."""
    one = table.seats[seat]
    if not amount or one.status != IN_PLAY:
        return 0.0
    before = getattr(one, kind)
    most = getattr(table.box.investigators[one.who], kind)
    after = max(0, min(most, before + amount))
    return _life(after) - _life(before) if after else _price_of_death(table, seat)


def _price_of_death(table: Table, seat: int) -> float:
    one = table.seats[seat]
    gone = _life(one.sanity) + _life(one.stamina) + _possessions(table, seat)
    return _NEXT_ONE - gone - price_of_doom(table, 1)


def _life(points: int) -> float:
    return _LIFE[min(points, len(_LIFE) - 1)]


def _possessions(table: Table, seat: int) -> float:
    one = table.seats[seat]
    total = CLUE * one.clues + TROPHY * sum(map(table.box.trophy_value, one.trophies))
    for number in one.kit:
        asset = table.asset(number)
        spent = price_of_use(table, asset) if number in one.used else 0.0
        total += price_of(asset) - spent
    return total + MEMBERSHIP * bool(one.member)


def price_of_locks(locked: tuple[int, ...]) -> float:
    """What dice that a card locks cost as long as it lies there."""
    return -_LOCKED * sum(locked)


def price_of_costs(table: Table, seat: int, costs: Costs) -> float:
    """What completing a task costs, a number below zero."""
    effects = (
        *(Effect("sanity", -costs.sanity), Effect("stamina", -costs.stamina)),
        *(Effect("clock", costs.clock), Effect("doom", costs.doom), Effect("gate", costs.gate)),
    )
    return price_of_effects(table, seat, effects) if any(costs) else 0.0


def price_of_table(table: Table) -> float:
    """What a table looks worth, attempts under way left out."""
    if table.status != PLAYING:
        return 1e9 if table.status == WON else -1e9
    ancient = table.deal.ancient
    total = SIGN * table.signs - _doom(table.doom, ancient.doom)
    if table.awake:
        total += -4 * SIGN + 3 * DOOM * (ancient.doom - table.doom)
        total += _BATTLE_DIE * (sum(table.attempt.pool) if table.attempt else 0)
    for seat, one in enumerate(table.seats):
        if one.status == IN_PLAY:
            total += _possessions(table, seat) + _life(one.sanity) + _life(one.stamina)
        elif one.status == WAITING:
            total += _NEXT_ONE
    total += price_of_locks(tuple(table.locked()))
    total -= MONSTER * sum(len(spot.monsters) for spot in (*table.spots, *table.worlds))
    total -= GATE * table.gates_open() + HOUR * (table.clock + HOURS * table.strikes)
    return total + HOUR * table.clock_held + SECURED * len(table.secured)
