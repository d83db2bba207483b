"""Cards in play: gates open and close, cards leave, are replaced and turned faceup (S3.9, S6)."""

from casecracker.engine.streets.cards import GATES
from casecracker.engine.streets.deal import ADVENTURES, WORLDS
from casecracker.engine.streets.doom import add_doom
from casecracker.engine.streets.locks import enforce_locks
from casecracker.engine.streets.table import (
    FIRST_WORLD,
    IN_PLAY,
    NO_CARD,
    NOWHERE,
    PLACE_NAMES,
    STREETS,
    Spot,
    Table,
    put,
)


def gate(table: Table) -> None:
    """A gate opens, or a monster appears if something for it is missing (S6.1 to S6.6)."""
    if table.awake:
        return
    is_full = all(spot.card < 0 or spot.gate >= 0 for spot in table.spots)
    if is_full or table.gates_open() == len(table.worlds) or not table.decks[WORLDS]:
        table.push("monster", NOWHERE)
        return
    if not gate_at_options(table):
        table.tell("every adventure has a gate or a seal: the seals are removed")
        table.spots = tuple(spot._replace(seal=False) for spot in table.spots)
        table.push("gate")
        add_doom(table, 1)
        return
    table.push("gate-at")


def gate_at_options(table: Table) -> list[str]:
    """Arkham Adventures without gate or seal."""
    if table.gates_open() == len(table.worlds):
        return []
    return [
        f"gate {number}"
        for number, spot in enumerate(table.spots, start=1)
        if spot.card >= 0 and spot.gate < 0 and not spot.seal
    ]


def gate_at(table: Table, move: str) -> None:
    """Open the gate there: markers on it and on a facedown Other World; who is there leaves."""
    place = int(move.split()[1])
    colour = next(n for n, spot in enumerate(table.worlds) if spot.card < 0)
    world = table.draw(WORLDS)
    assert world is not None
    table.put_spot(place, table.spot(place)._replace(gate=colour))
    table.worlds = put(table.worlds, colour, Spot(world, False, gate=colour))
    table.tell(f"a gate opens at {PLACE_NAMES[place]}")
    leave(table, place)


def close_gate_options(table: Table) -> list[str]:
    """Open gates, by their colours."""
    return [f"close {GATES[colour]}" for colour, spot in enumerate(table.worlds) if spot.card >= 0]


def close_gate(table: Table, move: str) -> None:
    """Close a gate without resolving its Other World, which is discarded (S6.9)."""
    colour = GATES.index(move.split()[1])
    drop_world(table, colour, seal=True)


def drop_world(table: Table, colour: int, seal: bool) -> None:
    """Discard an Other World and take off its gate; a seal takes the gate's place."""
    leave(table, FIRST_WORLD + colour)
    spot = table.worlds[colour]
    for marker, _ in spot.monsters:
        table.return_monster(marker)
    table.return_place_card(spot.card)
    take_gate(table, colour, seal)


def take_gate(table: Table, colour: int, seal: bool) -> None:
    """Return both markers of a colour; lay a seal on the Arkham Adventure if one is due."""
    table.worlds = put(table.worlds, colour, NO_CARD)
    table.spots = tuple(
        spot._replace(gate=-1, seal=seal) if spot.gate == colour else spot for spot in table.spots
    )


def leave(table: Table, place: int) -> None:
    """All investigators at a card return to the Streets; an attempt there ends."""
    for number, one in enumerate(table.seats):
        if one.status == IN_PLAY and one.place == place:
            table.put_seat(number, place=STREETS)
    if table.attempt is not None and table.attempt.place == place:
        table.attempt = None


def replace_spot(table: Table, place: int) -> None:
    """A facedown Arkham Adventure from the deck takes the place of the card that left."""
    card = table.draw(ADVENTURES)
    table.put_spot(place, NO_CARD if card is None else Spot(card, False))


def discard_spot(table: Table, place: int) -> None:
    """Discard an Arkham Adventure with all that lies on it, and replace it (S3.9, S6.10)."""
    leave(table, place)
    spot = table.spot(place)
    for marker, _ in spot.monsters:
        table.return_monster(marker)
    if spot.gate >= 0:
        drop_world(table, spot.gate, seal=False)
    table.return_place_card(spot.card)
    replace_spot(table, place)


def flip_options(table: Table, seat: int) -> list[str]:
    """Facedown Arkham Adventures."""
    return [
        f"flip {number}"
        for number, spot in enumerate(table.spots, start=1)
        if spot.card >= 0 and not spot.up
    ]


def flip(table: Table, move: str, seat: int) -> None:
    """Turn it faceup."""
    turn_up(table, int(move.split()[1]))


def turn_up(table: Table, place: int) -> None:
    """Turn a card faceup: its monsters go to its monster tasks, its locked dice are taken."""
    spot = table.spot(place)
    waiting = [marker for marker, row in spot.monsters if row < 0]
    table.put_spot(place, spot._replace(up=True))
    table.tell(f"{table.card(place).id} is turned faceup at {PLACE_NAMES[place]}")
    if table.free_rows(place):
        for later, marker in enumerate(reversed(waiting)):
            table.push("settle-monster", place, marker, later)
    enforce_locks(table)
