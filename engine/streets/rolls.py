"""Rolling dice, rolling some again, turning and securing them (S7.4, S7.5, S7.11)."""

from casecracker.engine.dice import COLOURS
from casecracker.engine.streets.cards import (
    DICE,
)
from casecracker.engine.streets.table import (
    Table,
    colour_index,
    put,
    without,
)


def roll(table: Table) -> None:
    """Roll the dice in hand: the next faces of their tapes."""
    attempt = table.attempt
    assert attempt is not None
    dice: list[str] = []
    for colour, count in enumerate(attempt.pool):
        dice += faces_of_tape(table, colour, count)
    table.attempt = attempt._replace(
        roll=tuple(sorted(dice)), rolls=attempt.rolls + 1, once=(), scored=False
    )
    table.tell(f"rolls {' '.join(table.attempt.roll)}")
    table.push("after")


def faces_of_tape(table: Table, colour: int, count: int) -> list[str]:
    """The next faces of a tape, as words."""
    if not count:
        return []
    letter = ("", "y", "r")[colour]
    faces = table.deal.tapes[colour].part(table.rolls[colour], count)
    table.rolls = put(table.rolls, colour, table.rolls[colour] + count)
    return [letter + face for face in faces]


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
        dice += faces_of_tape(table, colour, count)
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
    take_from_roll(table, [die])
    table.secured = tuple(sorted((*table.secured, (number, die))))
    if room > 1:
        table.push("secure", number, room - 1)


def take_from_roll(table: Table, dice: list[str]) -> None:
    """Dice that leave the roll and the hand."""
    attempt = table.attempt
    assert attempt is not None
    roll_, pool = list(attempt.roll), list(attempt.pool)
    for die in dice:
        roll_.remove(die)
        pool[colour_index(die)] -= 1
    table.attempt = attempt._replace(roll=tuple(roll_), pool=tuple(pool))
