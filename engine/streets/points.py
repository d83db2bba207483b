"""Sanity and stamina: lost, regained, and the end of an investigator (S5.8, S13)."""

from casecracker.engine.streets.doom import add_doom
from casecracker.engine.streets.possessions import asset_named, discard_asset, distinct, put_away
from casecracker.engine.streets.table import IN_PLAY, NOWHERE, OUT, WAITING, Table, put

POINTS = ("sanity", "stamina")


def regain(table: Table, seat: int, kind: str, amount: int) -> None:
    """Give points back, at most up to those printed."""
    one = table.seats[seat]
    most = most_points(table, seat, kind)
    table.put_seat(seat, **{kind: min(most, getattr(one, kind) + amount)})


def most_points(table: Table, seat: int, kind: str) -> int:
    """Printed sanity or stamina of the investigator of a seat."""
    printed: int = getattr(table.box.investigators[table.seats[seat].who], kind)
    return printed


def lose_options(table: Table, seat: int, kind: str, amount: int) -> list[str]:
    """Lose points, or discard an item that covers one of them (S5.8)."""
    if table.seats[seat].status != IN_PLAY:
        return []
    covers = [
        f"cover {table.asset(number).id}"
        for number in distinct(table, table.seats[seat].kit)
        if table.asset(number).use == f"cover-{kind}"
    ]
    return ["lose", *covers]


def lose(table: Table, move: str, seat: int, kind: str, amount: int) -> None:
    """Carry out a loss of points."""
    if move != "lose":
        _cover(table, move, seat)
        if amount > 1:
            table.push("lose", seat, kind, amount - 1)
        return
    left = max(0, getattr(table.seats[seat], kind) - amount)
    table.put_seat(seat, **{kind: left})
    table.tell(f"seat {seat + 1} loses {amount} {kind}, {left} left")
    if not left:
        devour(table, seat)


def _cover(table: Table, move: str, seat: int) -> None:
    discard_asset(table, seat, asset_named(table, seat, move.split()[1]))


def pay_options(table: Table, seat: int, kind: str, amount: int) -> list[str]:
    """Pay the costs of a task, or cover them; they may not take the last point (S7.9)."""
    moves = lose_options(table, seat, kind, amount)
    return moves[1:] if amount >= getattr(table.seats[seat], kind) else moves


def pay(table: Table, move: str, seat: int, kind: str, amount: int) -> None:
    """Pay them."""
    if move == "lose":
        lose(table, move, seat, kind, amount)
        return
    _cover(table, move, seat)
    if amount > 1:
        table.push("pay", seat, kind, amount - 1)


def which_point_options(table: Table, seat: int) -> list[str]:
    """A loss of sanity or stamina, as the investigator likes."""
    return list(POINTS) if table.seats[seat].status == IN_PLAY else []


def which_point(table: Table, move: str, seat: int) -> None:
    """Lose the chosen kind."""
    table.push("lose", seat, move, 1)


def heal_options(table: Table, seat: int, kind: str) -> list[str]:
    """Who may regain a point: any investigator who lacks one."""
    return [
        f"heal {other + 1}"
        for other in table.in_play()
        if getattr(table.seats[other], kind) < most_points(table, other, kind)
    ]


def heal(table: Table, move: str, seat: int, kind: str) -> None:
    """Give the point."""
    regain(table, int(move.split()[1]) - 1, kind, 1)


def devour(table: Table, seat: int) -> None:
    """An investigator without sanity or stamina: he and all he has leave the game (S13)."""
    one = table.seats[seat]
    table.tell(f"seat {seat + 1} is devoured")
    for number in one.kit:
        put_away(table, number)
    for trophy in one.trophies:
        table.return_trophy(trophy)
    if table.attempt is not None:
        if table.attempt.seat == seat:
            table.attempt = None
        else:
            helpers = tuple(pair for pair in table.attempt.helpers if pair[0] != seat)
            table.attempt = table.attempt._replace(helpers=helpers)
    table.seats = put(
        *(table.seats, seat),
        one._replace(
            *(), sanity=0, stamina=0, clues=0, place=NOWHERE, kit=(), used=(), trophies=(),
            member="", status=OUT if table.awake else WAITING,
        ),
    )  # fmt: skip
    add_doom(table, 1)
