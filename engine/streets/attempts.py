"""Attempts: rolling, spending dice on tasks, failing, being done (docs/streets.md, S7).

Each decision is small: what to do before a roll, after it, which dice to reroll or secure, which
die to focus, which to discard.
"""

from collections.abc import Iterator

from casecracker.engine.dice import COLOURS
from casecracker.engine.streets.cards import DICE, FIRST_MONSTER
from casecracker.engine.streets.effects import (
    asset_named,
    discard_asset,
    distinct,
    find_monster,
    leave,
    most_points,
    regain,
    replace_spot,
    take_gate,
    unsecure,
    win_monster,
)
from casecracker.engine.streets.spending import bare, ways
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    MAX_CLUES,
    WON,
    Attempt,
    Seat,
    Table,
    Task,
    colour_index,
    put,
    without,
)

ABILITY = -1
"""Among the things used up for a day: the ability of the investigator."""

_RAISED = {"1": "2", "2": "3"}
_RAISED_MORE = {"3": "4"}
_FROM_TERROR = {"terror-to-peril": "P", "terror-to-lore": "L"}
_LEAST_TO_FOCUS = 3
"""Dice of a roll: one to focus, one to discard, one to roll again."""


def begin(table: Table, seat: int, place: int) -> None:
    """Begin an attempt with the free green dice, if the investigator is still at the card."""
    if not table.is_here(seat, place):
        return
    spot = table.spot(place)
    if place != ANCIENT_ONE and not spot.up:
        return
    table.attempt = Attempt(seat, place, spot.card, (0, 0, 0))
    table.attempt = table.attempt._replace(pool=(table.free_dice()[0], 0, 0))
    if not open_tasks(table):
        table.push("resolved", seat)
    else:
        table.push("before")


def open_tasks(table: Table) -> list[Task]:
    """Tasks that are still to be done, from the top; monsters below come last."""
    attempt = table.attempt
    assert attempt is not None
    tasks = table.tasks(attempt.place, table.seats[attempt.seat].member)
    return [
        task
        for task in tasks
        if not task.is_member and not attempt.done >> task.number & 1
    ]  # fmt: skip


# Before a roll


def before_options(table: Table) -> list[str]:
    """Roll, declare failure before the first roll, or use something."""
    attempt = table.attempt
    if attempt is None:
        return []
    moves = ["roll"] if sum(attempt.pool) else []
    if not attempt.rolls or not moves:
        moves.append("fail")
    return [*moves, *_uses_before(table, attempt)]


def before(table: Table, move: str) -> None:
    """Carry out a move before a roll."""
    word, *rest = move.split()
    if word == "roll":
        roll(table)
    elif word == "fail":
        table.push("failed")
    else:
        table.push("before")
        if word == "use":
            use_before(table, rest[0])
        elif word == "release":
            _release(table, rest[0], rest[1])
        else:
            _use_ability_before(table, rest)


def _can_add(table: Table, attempt: Attempt) -> tuple[bool, bool]:
    """Whether the yellow and the red die may still be added (S7.3)."""
    free = table.free_dice()
    return (
        free[1] > attempt.pool[1] and not attempt.added[0],
        free[2] > attempt.pool[2] and not attempt.added[1],
    )


def _uses_before(table: Table, attempt: Attempt) -> Iterator[str]:
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
        if useful and not _is_forbidden_spell(table, attempt, number):
            yield f"use {asset.id}"
    for number, die in dict.fromkeys(table.secured):
        colour = colour_index(die)
        if colour == 0 or not attempt.added[colour - 1]:
            yield f"release {table.asset(number).id} {die}"
    yield from _abilities_before(table, attempt, seat, yellow or red)


def _restores(table: Table, seat: int, use: str) -> bool:
    """Whether something that gives points or clues would give any."""
    if use in ("sanity", "stamina"):
        points: int = getattr(table.seats[seat], use)
        return points < most_points(table, seat, use)
    return use == "clue" and sum(one.clues for one in table.seats) < MAX_CLUES


def _is_forbidden_spell(table: Table, attempt: Attempt, number: int) -> bool:
    is_world = FIRST_WORLD <= attempt.place < ANCIENT_ONE
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


def uses_in_movement(table: Table, seat: int) -> Iterator[str]:
    """What an investigator may use at the beginning of his turn."""
    for number in distinct(table, table.seats[seat].kit):
        asset = table.asset(number)
        if number not in table.seats[seat].used and _restores(table, seat, asset.use):
            yield f"use {asset.id}"


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


def _release(table: Table, name: str, die: str) -> None:
    """Take a secured die off its Spell, to be rolled (S7.12)."""
    attempt = table.attempt
    assert attempt is not None
    pair = next(p for p in table.secured if p[1] == die and table.asset(p[0]).id == name)
    unsecure(table, pair)
    colour = colour_index(die)
    added = (attempt.added[0] or colour == 1, attempt.added[1] or colour == 2)
    pool = put(attempt.pool, colour, attempt.pool[colour] + 1)
    table.attempt = attempt._replace(pool=pool, added=added)


def _use_ability_before(table: Table, words: list[str]) -> None:
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


def defeat_options(table: Table) -> list[str]:
    """Monsters at the card of the attempt, one of which is defeated at once."""
    if table.attempt is None:
        return []
    spot = table.spot(table.attempt.place)
    return [f"defeat {table.box.monsters[marker].id}" for marker, _ in spot.monsters]


def defeat(table: Table, move: str) -> None:
    """Defeat it: its row is done, however much it asks (S8.6)."""
    attempt = table.attempt
    assert attempt is not None
    place, pair = find_monster(table, move.split()[1])
    win_monster(table, attempt.seat, place, pair)
    _mark_done(table, pair[1])
    if not open_tasks(table):
        table.stack.pop()  # the decision before a roll
        table.push("resolved", attempt.seat)


def _mark_done(table: Table, row: int) -> None:
    attempt = table.attempt
    if attempt is not None and row >= 0:
        table.attempt = attempt._replace(done=attempt.done | 1 << row)


# The roll and what follows


def roll(table: Table) -> None:
    """Roll the dice in hand: the next faces of their tapes."""
    attempt = table.attempt
    assert attempt is not None
    dice: list[str] = []
    for colour, count in enumerate(attempt.pool):
        dice += _faces(table, colour, count)
    table.attempt = attempt._replace(
        roll=tuple(sorted(dice)), rolls=attempt.rolls + 1, once=(), scored=False
    )
    table.tell(f"rolls {' '.join(table.attempt.roll)}")
    table.push("after")


def _faces(table: Table, colour: int, count: int) -> list[str]:
    """The next faces of a tape, as words."""
    if not count:
        return []
    letter = ("", "y", "r")[colour]
    faces = table.deal.tapes[colour].part(table.rolls[colour], count)
    table.rolls = put(table.rolls, colour, table.rolls[colour] + count)
    return [letter + face for face in faces]


def after_options(table: Table) -> list[str]:
    """Complete a task, use something that changes dice, or pass."""
    attempt = table.attempt
    if attempt is None:
        return []
    return [*_completions(table, attempt), *_uses_after(table, attempt), "pass"]


def dice_at_hand(table: Table, attempt: Attempt) -> tuple[str, ...]:
    """All dice that may be spent: rolled, (held), {held by helpers} and [secured] ones."""
    dice = [
        *attempt.roll,
        *(f"({die})" for die in attempt.held),
        *(f"{{{die}}}" for _, die in attempt.helpers),
        *(f"[{die}]" for _, die in table.secured),
    ]
    return tuple(sorted(dice))


def _completions(table: Table, attempt: Attempt) -> Iterator[str]:
    dice = dice_at_hand(table, attempt)
    tasks = open_tasks(table)
    is_ordered = attempt.place != ANCIENT_ONE and table.box.places[attempt.card].ordered
    for task in tasks[:1] if is_ordered else tasks:
        if _can_pay(table, attempt.seat, task):
            for spent in ways(task.row.needs, dice):
                yield " ".join(("do", str(task.number + 1), *spent))


def _can_pay(table: Table, seat: int, task: Task) -> bool:
    """Costs may not take the last point, unless an item covers it (S7.9)."""
    for kind in ("sanity", "stamina"):
        cost = getattr(task.row.costs, kind)
        if cost and cost >= getattr(table.seats[seat], kind):
            covers = [n for n in table.seats[seat].kit if table.asset(n).use == f"cover-{kind}"]
            if cost - len(covers) >= getattr(table.seats[seat], kind):
                return False
    return True


def _uses_after(table: Table, attempt: Attempt) -> Iterator[str]:
    seat = table.seats[attempt.seat]
    if not attempt.roll:
        return
    if seat.clues:
        yield "clue"
    for number in distinct(table, seat.kit):
        asset = table.asset(number)
        if number in seat.used or _is_forbidden_spell(table, attempt, number):
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


def after(table: Table, move: str) -> None:
    """Carry out a move after a roll."""
    word, *rest = move.split()
    if word == "do":
        _complete(table, int(rest[0]) - 1, rest[1:])
    elif word == "pass":
        _pass(table)
    else:
        table.push("after")
        if word == "clue":
            _spend_clue(table)
        elif word == "use":
            _use_after(table, rest[0])
        else:
            _use_ability_after(table, rest)


def _spend_clue(table: Table) -> None:
    attempt = table.attempt
    assert attempt is not None
    table.put_seat(attempt.seat, clues=table.seats[attempt.seat].clues - 1)
    if table.ability(attempt.seat) == "double-clues":
        table.push("reroll", len(attempt.roll), (), True)
    table.push("reroll", len(attempt.roll), (), False)


def _use_after(table: Table, name: str) -> None:
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


def _use_ability_after(table: Table, words: list[str]) -> None:
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


def reroll_options(table: Table, most: int, chosen: tuple[str, ...], optional: bool) -> list[str]:
    """A further die to reroll, in the order of their words, or the reroll of those chosen."""
    attempt = table.attempt
    if attempt is None or not attempt.roll:
        return []
    left = list(attempt.roll)
    for die in chosen:
        left.remove(die)
    more = [f"take {die}" for die in dict.fromkeys(left) if not chosen or die >= chosen[-1]]
    end = ["reroll"] if chosen else ["keep"] if optional else []
    return [*end, *(more if len(chosen) < most else ())]


def reroll(table: Table, move: str, most: int, chosen: tuple[str, ...], optional: bool) -> None:
    """Choose a further die, or roll those chosen again."""
    attempt = table.attempt
    assert attempt is not None
    if move.startswith("take"):
        table.push("reroll", most, (*chosen, move.split()[1]), optional)
        return
    dice = list(attempt.roll)
    for die in chosen:
        dice.remove(die)
    for colour in range(3):
        count = sum(colour_index(die) == colour for die in chosen)
        dice += _faces(table, colour, count)
    table.attempt = attempt._replace(roll=tuple(sorted(dice)))
    table.tell(f"rerolls: {' '.join(table.attempt.roll)}")


def change_options(table: Table, face: str) -> list[str]:
    """Which die is turned to a face that it has."""
    if table.attempt is None:
        return []
    colours = ((die, COLOURS[DICE[colour_index(die)]]) for die in table.attempt.roll)
    fitting = [die for die, faces in colours if face in faces and die[-1] != face]
    return [f"change {die}" for die in dict.fromkeys(fitting)]


def change(table: Table, move: str, face: str) -> None:
    """Turn it."""
    attempt = table.attempt
    assert attempt is not None
    die = move.split()[1]
    changed = (*without(attempt.roll, die), die[:-1] + face)
    table.attempt = attempt._replace(roll=tuple(sorted(changed)))


def secure_options(table: Table, number: int, room: int) -> list[str]:
    """A die of the roll to put on a Spell; after the first one that may be all."""
    attempt = table.attempt
    if attempt is None:
        return []
    has_die = any(owner == number for owner, _ in table.secured)
    dice = [f"secure {die}" for die in dict.fromkeys(attempt.roll)]
    return [*(["enough"] if has_die else []), *dice]


def secure(table: Table, move: str, number: int, room: int) -> None:
    """Put it there: it keeps its face until it is spent (S7.11)."""
    attempt = table.attempt
    assert attempt is not None
    if move == "enough":
        return
    die = move.split()[1]
    _take_from_roll(table, [die])
    table.secured = tuple(sorted((*table.secured, (number, die))))
    if room > 1:
        table.push("secure", number, room - 1)


def _take_from_roll(table: Table, dice: list[str]) -> None:
    """Dice that leave the roll and the hand."""
    attempt = table.attempt
    assert attempt is not None
    roll_, pool = list(attempt.roll), list(attempt.pool)
    for die in dice:
        roll_.remove(die)
        pool[colour_index(die)] -= 1
    table.attempt = attempt._replace(roll=tuple(roll_), pool=tuple(pool))


# Completing a task


def _complete(table: Table, number: int, spent: list[str]) -> None:
    attempt = table.attempt
    assert attempt is not None
    task = next(one for one in open_tasks(table) if one.number == number)
    _spend_dice(table, spent)
    costs = task.row.costs
    table.tell(f"completes task {number + 1}")
    table.push("completed", number, task.monster)
    if costs.clock:
        table.push("tick", costs.clock)
    for kind in ("sanity", "stamina"):
        if getattr(costs, kind):
            table.push("lose", attempt.seat, kind, getattr(costs, kind))


def _spend_dice(table: Table, spent: list[str]) -> None:
    attempt = table.attempt
    assert attempt is not None
    _take_from_roll(table, [die for die in spent if die[-1] not in ")]}"])
    for die in spent:
        attempt = table.attempt
        assert attempt is not None
        if die[0] == "(":
            table.attempt = attempt._replace(held=without(attempt.held, bare(die)))
        elif die[0] == "{":
            pair = next(pair for pair in attempt.helpers if pair[1] == bare(die))
            table.attempt = attempt._replace(helpers=without(attempt.helpers, pair))
        elif die[0] == "[":
            unsecure(table, next(pair for pair in table.secured if pair[1] == bare(die)))


def completed(table: Table, number: int, marker: int) -> None:
    """A task is done: its monster is won, and its gate and doom symbols take effect (S7.10)."""
    attempt = table.attempt
    if attempt is None:
        return
    if attempt.place == ANCIENT_ONE:
        _hit(table)
        return
    task = next(one for one in open_tasks(table) if one.number == number)
    rows = len(table.box.places[attempt.card].rows)
    if marker >= 0:
        name = table.box.monsters[marker].id
        win_monster(table, attempt.seat, *find_monster(table, name))
    _mark_done(table, number if number < rows else -1)
    assert table.attempt is not None
    table.attempt = table.attempt._replace(scored=True)
    table.push("go-on")
    if task.row.costs.doom:
        table.push("add-doom", task.row.costs.doom)
    for _ in range(task.row.costs.gate):
        table.push("gate")


def _hit(table: Table) -> None:
    """The battle: a completed task takes a doom token off the track (S14.3)."""
    assert table.attempt is not None
    table.doom -= 1
    table.tell(f"doom {table.doom}")
    if not table.doom:
        table.status = WON
        return
    table.attempt = table.attempt._replace(scored=True)
    table.push("go-on")


def go_on(table: Table) -> None:
    """After a completed task: all is done, or the dice that are left are rolled again."""
    attempt = table.attempt
    if attempt is None:
        return
    if not open_tasks(table):
        table.push("resolved", attempt.seat)
    elif table.ability(attempt.seat) == "many-tasks" and attempt.roll:
        table.push("after")
    else:
        table.push("again")


def _pass(table: Table) -> None:
    """No (further) task of this roll: if there was none, the roll has failed (S7.13)."""
    attempt = table.attempt
    assert attempt is not None
    table.push("again")
    if attempt.scored:
        return
    table.push("drop")
    if attempt.place == ANCIENT_ONE:
        return
    table.push("focus")
    if "T" in attempt.roll and table.ability(attempt.seat) != "no-monsters":
        ignores = table.ability(attempt.seat) == "ignores-mythos-and-locks"
        if table.mythos >= 0 and not ignores:
            terror = table.box.mythos[table.mythos].terror
            table.push_effects(attempt.seat, attempt.place, terror)
        card = table.box.places[attempt.card]
        table.push_effects(attempt.seat, attempt.place, card.terror)


def focus_options(table: Table) -> list[str]:
    """Put a die on one's marker or on that of a helper at the same card, or do not (S7.14)."""
    attempt = table.attempt
    if attempt is None or attempt.over:
        return []
    if len(attempt.roll) < _LEAST_TO_FOCUS:
        return ["no-focus"]
    dice = list(dict.fromkeys(attempt.roll))
    moves = ["no-focus"]
    if not attempt.focused:
        moves += [f"focus {die}" for die in dice]
    holding = {seat for seat, _ in attempt.helpers}
    for seat in table.in_play():
        if seat != attempt.seat and seat not in holding and table.is_here(seat, attempt.place):
            moves += [f"assist {seat + 1} {die}" for die in dice]
    return moves


def focus(table: Table, move: str) -> None:
    """Hold the chosen die."""
    word, *rest = move.split()
    if word == "no-focus":
        return
    _take_from_roll(table, [rest[-1]])
    attempt = table.attempt
    assert attempt is not None
    if word == "focus":
        table.attempt = attempt._replace(held=(*attempt.held, rest[0]), focused=True)
    else:
        pair = (int(rest[0]) - 1, rest[1])
        table.attempt = attempt._replace(helpers=tuple(sorted((*attempt.helpers, pair))))


def drop_options(table: Table) -> list[str]:
    """The colour of the die that a failed roll costs."""
    attempt = table.attempt
    if attempt is None or attempt.over:
        return []
    return [f"drop {DICE[colour]}" for colour in range(3) if attempt.pool[colour]]


def drop(table: Table, move: str) -> None:
    """Discard it."""
    attempt = table.attempt
    assert attempt is not None
    colour = DICE.index(move.split()[1])
    table.attempt = attempt._replace(pool=put(attempt.pool, colour, attempt.pool[colour] - 1))


def again(table: Table) -> None:
    """Back to the decision before a roll, or to failure when no die is left."""
    attempt = table.attempt
    if attempt is None:
        return
    table.attempt = attempt = attempt._replace(roll=(), once=(), scored=False)
    if attempt.over or not (sum(attempt.pool) or _can_get_dice(table, attempt)):
        table.push("failed")
    else:
        table.push("before")


def _can_get_dice(table: Table, attempt: Attempt) -> bool:
    """Whether something at hand would add a die."""
    words = [move.split() for move in _uses_before(table, attempt)]
    return any(
        word[0] in ("release", "ability")
        or table.asset(asset_named(table, attempt.seat, word[1])).use
        in ("yellow", "red", "yellow-red")
        for word in words
    )


# The end of an attempt


def failed(table: Table) -> None:
    """The attempt has failed: penalties; each helper who holds a die loses a point (S7.15)."""
    attempt = table.attempt
    if attempt is None:
        return
    table.attempt = None
    table.tell("the attempt fails" if attempt.place != ANCIENT_ONE else "no die is left")
    if attempt.place == ANCIENT_ONE:
        return
    table.push_effects(attempt.seat, attempt.place, table.box.places[attempt.card].penalties)
    for seat, _ in reversed(attempt.helpers):
        table.push("which-point", seat)


def resolved(table: Table, seat: int) -> None:
    """The card is resolved: a trophy; it is replaced, or its gate closes; then rewards (S7.16)."""
    attempt = table.attempt
    if attempt is None:
        return
    place = attempt.place
    card = table.box.places[attempt.card]
    table.attempt = None
    table.tell(f"resolves {card.id}")
    leave(table, place)
    for marker, _ in table.spot(place).monsters:
        table.return_monster(marker)
    one = table.seats[seat]
    table.put_seat(seat, trophies=tuple(sorted((*one.trophies, card.number))))
    expire(table, seat, "resolved")
    if place >= FIRST_WORLD:
        take_gate(table, place - FIRST_WORLD, seal=True)
        table.tell("the gate closes")
    else:
        replace_spot(table, place)
    if card.member and card.member == one.member:
        table.push_effects(seat, place, card.member_reward)
    table.push_effects(seat, place, card.rewards)


def expire(table: Table, seat: int, moment: str) -> None:
    """Skills whose time is over leave play."""
    for number in table.seats[seat].kit:
        if table.asset(number).expires == moment:
            discard_asset(table, seat, number)
