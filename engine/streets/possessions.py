"""What investigators have: items, Spells, Allies, Skills, Clues, memberships, trophies."""

from casecracker.engine.streets.cards import DECKS
from casecracker.engine.streets.table import MAX_CLUES, Table, without

_FEWEST_COPIES = 2


def distinct(table: Table, numbers: tuple[int, ...]) -> list[int]:
    """One of each kind of asset: copies of one card are equal."""
    if len(numbers) < _FEWEST_COPIES:
        return list(numbers)
    all_used = {number for seat in table.seats for number in seat.used}
    with_dice = {owner for owner, _ in table.secured}
    seen = set()
    found = []
    for number in numbers:
        asset = table.asset(number)
        kind = (asset.deck, asset.use, asset.amount, asset.face, asset.daily, asset.expires)
        key = (kind, number in all_used, number if number in with_dice else -1)
        if key not in seen:
            seen.add(key)
            found.append(number)
    return found


def asset_named(table: Table, seat: int, name: str) -> int:
    """The asset of that id among those of a seat."""
    return next(number for number in table.seats[seat].kit if table.asset(number).id == name)


def discard_asset(table: Table, seat: int, number: int) -> None:
    """Lay an item, Spell, Ally or Skill under its deck; dice on it are free."""
    one = table.seats[seat]
    used = tuple(other for other in one.used if other != number)
    table.put_seat(seat, kit=without(one.kit, number), used=used)
    put_away(table, number)


def put_away(table: Table, number: int) -> None:
    """Lay an asset that nobody has any more under its deck; dice on it are free."""
    table.secured = tuple(pair for pair in table.secured if pair[0] != number)
    table.put_under(DECKS.index(table.asset(number).deck), number)


def gain(table: Table, seat: int, kind: str) -> None:
    """Draw a card of a deck, if it has one."""
    number = table.draw(DECKS.index(kind))
    if number is not None:
        table.put_seat(seat, kit=tuple(sorted((*table.seats[seat].kit, number))))
        table.tell(f"seat {seat + 1} gains {table.asset(number).id}")


def choose_gain_options(table: Table, seat: int, kind: str) -> list[str]:
    """What this investigator may gain in place of what he was to gain."""
    return [f"gain {one}" for one in dict.fromkeys((kind, "clue", "common-item", "spell"))]


def choose_gain(table: Table, move: str, seat: int, kind: str) -> None:
    """Gain what was chosen."""
    chosen = move.split()[1]
    if chosen == "clue":
        gain_clues(table, seat, 1)
    else:
        gain(table, seat, chosen)


def lose_asset_options(table: Table, seat: int, kind: str) -> list[str]:
    """Which item, Spell, Ally or Skill is lost."""
    own = [n for n in table.seats[seat].kit if table.asset(n).deck == kind]
    return [f"discard {table.asset(number).id}" for number in distinct(table, tuple(own))]


def lose_asset(table: Table, move: str, seat: int, kind: str) -> None:
    """Discard it."""
    discard_asset(table, seat, asset_named(table, seat, move.split()[1]))


def expire(table: Table, seat: int, moment: str) -> None:
    """Skills whose time is over leave play."""
    for number in table.seats[seat].kit:
        if table.asset(number).expires == moment:
            discard_asset(table, seat, number)


def gain_clues(table: Table, seat: int, amount: int) -> None:
    """Take Clues, as far as the box has any left (S10.13)."""
    left = MAX_CLUES - sum(one.clues for one in table.seats)
    table.put_seat(seat, clues=table.seats[seat].clues + min(amount, left))


def membership_options(table: Table, seat: int, organization: str) -> list[str]:
    """Which of two memberships to keep."""
    return ["stay-member", "change-member"]


def membership(table: Table, move: str, seat: int, organization: str) -> None:
    """Keep it."""
    if move == "change-member":
        table.put_seat(seat, member=organization)


def spend_options(table: Table, seat: int, value: int) -> list[str]:
    """A trophy to spend next, until they are worth enough; no change is given.

    Of value 0 one trophy is spent, whatever it is worth.
    """
    trophies = table.seats[seat].trophies
    return [f"spend {table.box.trophy_name(trophy)}" for trophy in trophies]


def spend(table: Table, move: str, seat: int, value: int) -> None:
    """Spend it."""
    name, trophies = move.split()[1], table.seats[seat].trophies
    trophy = next(one for one in trophies if table.box.trophy_name(one) == name)
    table.put_seat(seat, trophies=without(trophies, trophy))
    table.return_trophy(trophy)
    left = value - table.box.trophy_value(trophy)
    if left > 0:
        table.push("spend", seat, left)
