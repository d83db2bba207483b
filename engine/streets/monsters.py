"""Monsters appear, settle, are removed and won (S8)."""

from casecracker.engine.streets.cards import FIRST_MONSTER
from casecracker.engine.streets.locks import enforce_locks
from casecracker.engine.streets.table import NOWHERE, PLACE_NAMES, Table, without


def monster(table: Table, place: int) -> None:
    """A monster appears, if the cup has one (S8)."""
    has_place = any(spot.card >= 0 for spot in (*table.spots, *table.worlds))
    if not table.cup or not has_place or table.awake or table.is_turn_of("no-monsters"):
        return
    table.draws += 1
    marker = next(one for one in table.deal.cup(table.draws) if one in table.cup)
    table.cup = without(table.cup, marker)
    table.tell(f"a monster appears: {table.box.monsters[marker].id}")
    is_card = table.spot(place).card >= 0
    table.push("place-monster", marker, place if is_card else NOWHERE)


def place_monster_options(table: Table, marker: int, place: int) -> list[str]:
    """Where it goes: a free monster row, or else below a card with the fewest monsters."""
    places = list(table.places()) if place == NOWHERE else [place]
    rows = [
        f"monster {PLACE_NAMES[where]} {row + 1}"
        for where in places
        for row in table.free_rows(where)
    ]
    if rows:
        return rows
    fewest = min((len(table.spot(where).monsters) for where in places), default=0)
    below = [one for one in places if len(table.spot(one).monsters) == fewest]
    return [f"monster {PLACE_NAMES[one]} below" for one in below]


def place_monster(table: Table, move: str, marker: int, place: int) -> None:
    """Lay the marker there; a die that it locks is taken at once."""
    _, where, row = move.split()
    lay_monster(table, marker, PLACE_NAMES.index(where), -1 if row == "below" else int(row) - 1)
    enforce_locks(table)


def lay_monster(table: Table, marker: int, place: int, row: int) -> None:
    """Lay a marker on a row of a card, or below its tasks (row -1)."""
    spot = table.spot(place)
    table.put_spot(place, spot._replace(monsters=(*spot.monsters, (marker, row))))


def settle_monster_options(table: Table, place: int, marker: int, later: int) -> list[str]:
    """Monster tasks of a card that was just turned faceup; below them only what is too many."""
    if (marker, -1) not in table.spot(place).monsters:
        return []
    rows = table.free_rows(place)
    moves = [f"monster {PLACE_NAMES[place]} {row + 1}" for row in rows]
    return moves if later < len(rows) else [*moves, f"monster {PLACE_NAMES[place]} below"]


def settle_monster(table: Table, move: str, place: int, marker: int, later: int) -> None:
    """Move the marker from below the tasks to one of them, or leave it; `later` ones follow."""
    row = move.split()[2]
    if row != "below":
        take_monster(table, place, (marker, -1))
        lay_monster(table, marker, place, int(row) - 1)


def remove_monster_options(table: Table) -> list[str]:
    """Which monster goes back to the cup."""
    return [
        f"remove {table.box.monsters[marker].id}"
        for place in table.places()
        for marker, _ in table.spot(place).monsters
    ]


def remove_monster(table: Table, move: str) -> None:
    """Put it back."""
    place, pair = find_monster(table, move.split()[1])
    take_monster(table, place, pair)
    table.return_monster(pair[0])


def find_monster(table: Table, name: str) -> tuple[int, tuple[int, int]]:
    """The place of the marker of that id, and what is noted there of it."""
    return next(
        (place, pair)
        for place in table.places()
        for pair in table.spot(place).monsters
        if table.box.monsters[pair[0]].id == name
    )


def take_monster(table: Table, place: int, pair: tuple[int, int]) -> None:
    """Take a marker off a card."""
    spot = table.spot(place)
    table.put_spot(place, spot._replace(monsters=without(spot.monsters, pair)))


def win_monster(table: Table, seat: int, place: int, pair: tuple[int, int]) -> None:
    """A monster is defeated: the marker is a trophy; its dice stay locked for the phase (S8.6)."""
    take_monster(table, place, pair)
    trophies = (*table.seats[seat].trophies, pair[0] + FIRST_MONSTER)
    table.put_seat(seat, trophies=tuple(sorted(trophies)))
    if table.attempt is not None:
        locked = table.box.monsters[pair[0]].locked
        kept = tuple(map(sum, zip(table.attempt.kept, locked, strict=True)))
        table.attempt = table.attempt._replace(kept=kept)
