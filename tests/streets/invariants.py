"""What holds at every decision of every game of Streets of Arkham."""

from collections import Counter

from casecracker.engine.streets.cards import DECKS, FIRST_MONSTER, IN_BOX
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    IN_PLAY,
    MAX_CLUES,
    MAX_SIGNS,
    Table,
)


def check(state: StreetsState) -> None:
    """Every card, marker and die is in one place, and every number in its range."""
    table = state.table()
    _check_cards(table)
    _check_monsters(table)
    _check_dice(table)
    _check_gates(table)
    _check_seats(table)
    _check_numbers(table)
    assert len(state.moves()) == len(set(state.moves())), state.moves()
    assert bool(state.moves()) == (state.status == "playing")


def _check_cards(table: Table) -> None:
    box = table.box
    places = [spot.card for spot in (*table.spots, *table.worlds) if spot.card >= 0]
    places += [*table.decks[5], *table.decks[6]]
    places += [trophy for trophy in _trophies(table) if trophy < FIRST_MONSTER]
    assert sorted(places) == list(range(len(box.places)))
    assets = [number for seat in table.seats for number in seat.kit]
    for deck, name in enumerate(DECKS):
        assert all(box.assets[number].deck == name for number in table.decks[deck])
        assets += table.decks[deck]
    assert sorted(assets) == list(range(len(box.assets)))
    assert sorted((*table.decks[7], *table.event_pile)) == list(range(len(box.events)))
    mythos = [*table.decks[8], *table.mythos_pile, *([table.mythos] if table.mythos >= 0 else [])]
    assert sorted(mythos) == list(range(len(box.mythos)))
    people = [*table.people, *(seat.who for seat in table.seats)]
    assert len(people) == len(set(people))


def _trophies(table: Table) -> list[int]:
    return [trophy for seat in table.seats for trophy in seat.trophies]


def _check_monsters(table: Table) -> None:
    markers = [marker for marker, _ in _on_cards(table)] + list(table.cup)
    markers += [trophy - FIRST_MONSTER for trophy in _trophies(table) if trophy >= FIRST_MONSTER]
    markers += [step[1] for step in table.stack if step[0] == "place-monster"]
    assert sorted(markers) == list(range(len(table.box.monsters)))
    for spot in (*table.spots, *table.worlds):
        rows = [row for _, row in spot.monsters if row >= 0]
        assert len(rows) == len(set(rows))
        assert spot.up or not rows


def _on_cards(table: Table) -> list[tuple[int, int]]:
    return [pair for spot in (*table.spots, *table.worlds) for pair in spot.monsters]


def _check_dice(table: Table) -> None:
    attempt = table.attempt
    pool = attempt.pool if attempt else (0, 0, 0)
    aside, locked = table.dice_aside(), table.locked()
    for colour in range(3):
        assert pool[colour] >= 0
        assert pool[colour] + aside[colour] + locked[colour] <= IN_BOX[colour], (colour, locked)
    if attempt and attempt.roll:
        shown = Counter(0 if len(die) == 1 else 1 if die[0] == "y" else 2 for die in attempt.roll)
        assert all(shown[colour] == pool[colour] for colour in range(3))
    kits = {number for seat in table.seats for number in seat.kit}
    for number, _ in table.secured:
        assert number in kits
        assert table.box.assets[number].use == "secure"


def _check_gates(table: Table) -> None:
    on_spots = [spot.gate for spot in table.spots if spot.gate >= 0]
    open_worlds = [colour for colour, spot in enumerate(table.worlds) if spot.card >= 0]
    assert sorted(on_spots) == open_worlds
    assert not any(spot.seal and spot.gate >= 0 for spot in table.spots)
    assert all(spot.gate in (-1, colour) for colour, spot in enumerate(table.worlds))


def _check_seats(table: Table) -> None:
    for seat in table.seats:
        if seat.status != IN_PLAY:
            assert seat[3:9] == (0, -1, (), (), (), "")
            continue
        who = table.box.investigators[seat.who]
        assert 0 < seat.sanity <= who.sanity
        assert 0 < seat.stamina <= who.stamina
        assert (seat.place == ANCIENT_ONE) == table.awake
        assert seat.kit == tuple(sorted(seat.kit))
        if 0 < seat.place < ANCIENT_ONE:
            spot = table.spot(seat.place)
            assert spot.card >= 0
            assert spot.gate < 0 or seat.place >= FIRST_WORLD
            arriving = any(step[0] == "turn-up" for step in table.stack)
            assert spot.up or arriving


def _check_numbers(table: Table) -> None:
    assert 0 <= table.doom <= table.deal.ancient.doom
    assert 0 <= table.signs <= MAX_SIGNS
    assert sum(seat.clues for seat in table.seats) <= MAX_CLUES
    assert 0 <= table.clock < 4
