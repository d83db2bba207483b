"""Attempts: from the first roll to trophy or penalty (docs/streets.md, S7).

Each decision is small: what to do before a roll, after it, which dice to reroll or secure, which
die to focus, which to discard. Dice are rolled in rolls.py; what may be used stands in uses.py.
"""

from collections.abc import Iterator

from casecracker.engine.streets.cards import (
    DICE,
)
from casecracker.engine.streets.locks import unsecure
from casecracker.engine.streets.monsters import find_monster, win_monster
from casecracker.engine.streets.places import (
    leave,
    replace_spot,
    take_gate,
)
from casecracker.engine.streets.possessions import (
    expire,
)
from casecracker.engine.streets.rolls import roll, take_from_roll
from casecracker.engine.streets.spending import bare, ways
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    WON,
    Attempt,
    Table,
    Task,
    put,
    without,
)
from casecracker.engine.streets.uses import (
    can_get_dice,
    release,
    spend_clue,
    use_ability_after,
    use_ability_before,
    use_after,
    use_before,
    uses_after,
    uses_before,
)

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


def before_options(table: Table) -> list[str]:
    """Roll, declare failure before the first roll, or use something."""
    attempt = table.attempt
    if attempt is None:
        return []
    moves = ["roll"] if sum(attempt.pool) else []
    if not attempt.rolls or not moves:
        moves.append("fail")
    return [*moves, *uses_before(table, attempt)]


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
            release(table, rest[0], rest[1])
        else:
            use_ability_before(table, rest)


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


def after_options(table: Table) -> list[str]:
    """Complete a task, use something that changes dice, or pass."""
    attempt = table.attempt
    if attempt is None:
        return []
    return [*_completions(table, attempt), *uses_after(table, attempt), "pass"]


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
    is_kept = table.ability(attempt.seat) == "many-tasks"
    tasks = open_tasks(table)
    is_ordered = attempt.place != ANCIENT_ONE and table.box.places[attempt.card].ordered
    for task in tasks[:1] if is_ordered else tasks:
        if _can_pay(table, attempt.seat, task):
            for spent in ways(task.row.needs, dice, is_kept):
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
            spend_clue(table)
        elif word == "use":
            use_after(table, rest[0])
        else:
            use_ability_after(table, rest)


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
            table.push("pay", attempt.seat, kind, getattr(costs, kind))


def _spend_dice(table: Table, spent: list[str]) -> None:
    attempt = table.attempt
    assert attempt is not None
    take_from_roll(table, [die for die in spent if die[-1] not in ")]}"])
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
    take_from_roll(table, [rest[-1]])
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
    if not open_tasks(table):
        table.push("resolved", attempt.seat)
    elif attempt.over or not (sum(attempt.pool) or can_get_dice(table, attempt)):
        table.push("failed")
    else:
        table.push("before")


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
