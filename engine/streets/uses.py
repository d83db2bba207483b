"""What items, Spells, Allies, Skills, Clues and abilities do around a roll (S7.3, S7.5, S7.17)."""

from collections.abc import Iterator

from casecracker.engine.streets.cards import (
    FIRST_MONSTER,
)
from casecracker.engine.streets.locks import unsecure
from casecracker.engine.streets.points import most_points, regain
from casecracker.engine.streets.possessions import (
    asset_named,
    discard_asset,
    distinct,
)
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    MAX_CLUES,
    Attempt,
    Seat,
    Table,
    colour_index,
    put,
    without,
)

ABILITY = -1
"""Among the things used up for a day: the ability of the investigator."""

_RAISED = {"1": "2", "2": "3"}
_RAISED_MORE = {"3": "4"}
_FROM_TERROR = {"terror-to-peril": "P", "terror-to-lore": "L"}


def uses_before(table: Table, attempt: Attempt) -> Iterator[str]:
    """What may be used before a roll, dice on Spells and abilities with it."""
    seat = table.seats[attempt.seat]
    yellow, red = _can_add(table, attempt)
    for number in distinct(table, seat.kit):
        asset = table.asset(number)
        if number in seat.used:
            continue
        useful = {
            "yellow": yellow,
            "red": red,
            "yellow-red": yellow or red,
            "defeat-monster": bool(table.spot(attempt.place).monsters),
            "hold-clock": not table.clock_held,
        }.get(asset.use, _restores(table, attempt.seat, asset.use))
        if useful and not _is_forbidden_spell(table, attempt.place, number):
            yield f"use {asset.id}"
    for number, die in dict.fromkeys(table.secured):
        colour = colour_index(die)
        if colour == 0 or not attempt.added[colour - 1]:
            yield f"release {table.asset(number).id} {die}"
    yield from _abilities_before(table, attempt, seat, yellow or red)


def _can_add(table: Table, attempt: Attempt) -> tuple[bool, bool]:
    """Whether the yellow and the red die may still be added (S7.3)."""
    free = table.free_dice()
    return (
        free[1] > attempt.pool[1] and not attempt.added[0],
        free[2] > attempt.pool[2] and not attempt.added[1],
    )


def _restores(table: Table, seat: int, use: str) -> bool:
    """Whether something that gives points or clues would give any."""
    if use in ("sanity", "stamina"):
        points: int = getattr(table.seats[seat], use)
        return points < most_points(table, seat, use)
    return use == "clue" and sum(one.clues for one in table.seats) < MAX_CLUES


def _is_forbidden_spell(table: Table, place: int, number: int) -> bool:
    """Whether something is a Spell that cannot be cast at a place (S15.4)."""
    is_world = FIRST_WORLD <= place < ANCIENT_ONE
    rule = table.deal.ancient.ability == "no-spells-in-other-worlds"
    return rule and is_world and table.asset(number).deck == "spell"


def _abilities_before(
    table: Table, attempt: Attempt, seat: Seat, can_add: bool
) -> Iterator[str]:  # fmt: skip
    ability = table.ability(attempt.seat)
    if not can_add:
        return
    if ability == "other-world-dice" and FIRST_WORLD <= attempt.place < ANCIENT_ONE:
        yield "ability dice"
    if ability == "trust-fund" and not attempt.rolls:
        if seat.clues:
            yield "ability clue"
        own = tuple(n for n in seat.kit if table.asset(n).deck in ("common-item", "spell"))
        yield from (f"ability {table.asset(number).id}" for number in distinct(table, own))
    if ability == "monster-for-dice":
        for trophy in seat.trophies:
            if trophy >= FIRST_MONSTER:
                yield f"ability {table.box.trophy_name(trophy)}"


def uses_in_movement(table: Table, seat: int) -> Iterator[str]:
    """What an investigator may use at the beginning of his turn."""
    one = table.seats[seat]
    for number in distinct(table, one.kit):
        asset = table.asset(number)
        if number in one.used or _is_forbidden_spell(table, one.place, number):
            continue
        if _restores(table, seat, asset.use):
            yield f"use {asset.id}"


def use_before(table: Table, name: str) -> None:
    """Use an item, Spell, Ally or Skill before a roll, or in the Movement phase."""
    seat = table.attempt.seat if table.attempt else table.active
    number = asset_named(table, seat, name)
    asset = table.asset(number)
    wear_out(table, seat, number)
    if asset.use in ("yellow", "red", "yellow-red"):
        add_dice(table, "yellow" in asset.use, "red" in asset.use)
    elif asset.use in ("sanity", "stamina"):
        regain(table, seat, asset.use, asset.amount)
    elif asset.use == "clue":
        left = MAX_CLUES - sum(one.clues for one in table.seats)
        table.put_seat(seat, clues=table.seats[seat].clues + min(left, asset.amount))
    elif asset.use == "hold-clock":
        table.clock_held = True
    else:
        table.push("defeat")


def wear_out(table: Table, seat: int, number: int) -> None:
    """What was used is used up for the day, or discarded."""
    if table.asset(number).daily:
        table.put_seat(seat, used=tuple(sorted((*table.seats[seat].used, number))))
    else:
        discard_asset(table, seat, number)


def add_dice(table: Table, yellow: bool, red: bool) -> None:
    """Add the yellow and the red die to the hand, as far as they may be added."""
    attempt = table.attempt
    assert attempt is not None
    can_yellow, can_red = _can_add(table, attempt)
    more = (0, int(yellow and can_yellow), int(red and can_red))
    added = (attempt.added[0] or bool(more[1]), attempt.added[1] or bool(more[2]))
    pool = tuple(map(sum, zip(attempt.pool, more, strict=True)))
    table.attempt = attempt._replace(pool=pool, added=added)


def release(table: Table, name: str, die: str) -> None:
    """Take a secured die off its Spell, to be rolled (S7.12)."""
    attempt = table.attempt
    assert attempt is not None
    pair = next(p for p in table.secured if p[1] == die and table.asset(p[0]).id == name)
    unsecure(table, pair)
    colour = colour_index(die)
    added = (attempt.added[0] or colour == 1, attempt.added[1] or colour == 2)
    pool = put(attempt.pool, colour, attempt.pool[colour] + 1)
    table.attempt = attempt._replace(pool=pool, added=added)


def use_ability_before(table: Table, words: list[str]) -> None:
    """Pay what an ability asks and add the yellow and the red die."""
    attempt = table.attempt
    assert attempt is not None
    seat, name = attempt.seat, words[0]
    if name == "clue":
        table.put_seat(seat, clues=table.seats[seat].clues - 1)
    elif table.ability(seat) == "trust-fund":
        discard_asset(table, seat, asset_named(table, seat, name))
    elif table.ability(seat) == "monster-for-dice":
        trophies = table.seats[seat].trophies
        trophy = next(one for one in trophies if table.box.trophy_name(one) == name)
        table.put_seat(seat, trophies=without(trophies, trophy))
        table.return_trophy(trophy)
    add_dice(table, True, True)


def can_get_dice(table: Table, attempt: Attempt) -> bool:
    """Whether something at hand would add a die."""
    words = [move.split() for move in uses_before(table, attempt)]
    return any(
        word[0] in ("release", "ability")
        or table.asset(asset_named(table, attempt.seat, word[1])).use
        in ("yellow", "red", "yellow-red")
        for word in words
    )


def uses_after(table: Table, attempt: Attempt) -> Iterator[str]:
    """What may be used after a roll, as long as dice of it lie there."""
    seat = table.seats[attempt.seat]
    if not attempt.roll:
        return
    if seat.clues:
        yield "clue"
    for number in distinct(table, seat.kit):
        asset = table.asset(number)
        if number in seat.used or _is_forbidden_spell(table, attempt.place, number):
            continue
        can_cast = asset.use == "secure" and all(owner != number for owner, _ in table.secured)
        if can_cast or asset.use in ("reroll", "face"):
            yield f"use {asset.id}"
    yield from _abilities_after(table, attempt)


def _abilities_after(table: Table, attempt: Attempt) -> Iterator[str]:
    ability = table.ability(attempt.seat)
    if ability in _FROM_TERROR and "ability" not in attempt.once and "T" in attempt.roll:
        yield "ability T"
    if ability == "raises-investigation" and "ability" not in attempt.once:
        yield from (f"ability {die}" for die in dict.fromkeys(attempt.roll) if _raised(die))
    for other in table.in_play():
        is_researcher = table.ability(other) == "rerolls-daily"
        if is_researcher and ABILITY not in table.seats[other].used:
            yield f"ability reroll {other + 1}"


def _raised(die: str) -> str:
    """The die with one investigation more; empty if it cannot show that."""
    face, letter = die[-1], die[:-1]
    higher = _RAISED.get(face) or (_RAISED_MORE.get(face) if letter else None)
    return letter + higher if higher else ""


def spend_clue(table: Table) -> None:
    """Spend a Clue: any dice of the roll are rolled again."""
    attempt = table.attempt
    assert attempt is not None
    table.put_seat(attempt.seat, clues=table.seats[attempt.seat].clues - 1)
    if table.ability(attempt.seat) == "double-clues":
        table.push("reroll", len(attempt.roll), (), True)
    table.push("reroll", len(attempt.roll), (), False)


def use_after(table: Table, name: str) -> None:
    """Use an item, Spell, Ally or Skill after a roll."""
    attempt = table.attempt
    assert attempt is not None
    number = asset_named(table, attempt.seat, name)
    asset = table.asset(number)
    if asset.use == "secure":
        table.push("secure", number, asset.amount)
        return
    wear_out(table, attempt.seat, number)
    if asset.use == "reroll":
        table.push("reroll", asset.amount, (), False)
    else:
        table.push("change", asset.face)


def use_ability_after(table: Table, words: list[str]) -> None:
    """Reroll two dice once a day, or turn a die by the ability of the investigator."""
    attempt = table.attempt
    assert attempt is not None
    if words[0] == "reroll":
        other = int(words[1]) - 1
        table.put_seat(other, used=tuple(sorted((*table.seats[other].used, ABILITY))))
        table.push("reroll", 2, (), False)
        return
    ability = table.ability(attempt.seat)
    better = _FROM_TERROR.get(ability) or _raised(words[0])
    changed = tuple(sorted((*without(attempt.roll, words[0]), better)))
    table.attempt = attempt._replace(roll=changed, once=("ability",))
