"""What holds at every decision of every game of Streets of Arkham, and from one to the next."""

from collections import Counter

from casecracker.engine.dice import COLOURS
from casecracker.engine.streets.cards import (
    DECKS,
    DICE,
    FIRST_MONSTER,
    GATES,
    IN_BOX,
    NO_MONSTER,
    ORGANIZATIONS,
)
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    HOURS,
    IN_PLAY,
    MAX_CLUES,
    MAX_SIGNS,
    NO_CARD,
    Attempt,
    Seat,
    Spot,
    Table,
    colour_index,
)
from casecracker.engine.streets.uses import ABILITY


def check(state: StreetsState) -> None:
    """Every card, marker and die is in one place, and every number in its range."""
    table = state.table()
    _check_cards(table)
    _check_monsters(table)
    _check_dice(table)
    _check_gates(table)
    _check_seats(table)
    _check_numbers(table)
    if table.attempt is not None:
        _check_attempt(table, table.attempt)
    assert len(state.moves()) == len(set(state.moves())), state.moves()
    assert bool(state.moves()) == (state.status == "playing")
    assert len(state.moves()) != 1


def check_move(before: StreetsState, after: StreetsState) -> None:
    """What a move never does: nobody comes back, no die is rolled twice, no day goes back."""
    old, new = before.table(), after.table()
    come = len(old.people) - len(new.people)
    assert new.people == old.people[come:]
    gone = {seat.who for seat in old.seats} - {seat.who for seat in new.seats}
    assert len(gone) == come
    assert all(start <= end for start, end in zip(old.rolls, new.rolls, strict=True))
    assert old.draws <= new.draws
    assert old.shuffles[0] <= new.shuffles[0]
    assert old.shuffles[1] <= new.shuffles[1]
    assert old.turn <= new.turn
    assert old.awake <= new.awake
    assert old.gates_on_ancient <= new.gates_on_ancient
    if old.awake:
        assert old.lost_dice == new.lost_dice
        assert old.mythos == new.mythos
        assert (old.spots, old.worlds) == (new.spots, new.worlds)


def _check_cards(table: Table) -> None:
    box = table.box
    spots = (*table.spots, *table.worlds)
    places = [spot.card for spot in spots if spot.card >= 0]
    places += [*table.decks[5], *table.decks[6]]
    places += [trophy for trophy in _trophies(table) if trophy < FIRST_MONSTER]
    assert sorted(places) == list(range(len(box.places)))
    worlds = [*table.decks[6], *(spot.card for spot in table.worlds if spot.card >= 0)]
    assert all(box.places[card].is_world for card in worlds)
    assert not any(box.places[spot.card].is_world for spot in table.spots if spot.card >= 0)
    assert all(spot == NO_CARD for spot in spots if spot.card < 0)
    assets = [number for seat in table.seats for number in seat.kit]
    for deck, name in enumerate(DECKS):
        assert all(box.assets[number].deck == name for number in table.decks[deck])
        assets += table.decks[deck]
    assert sorted(assets) == list(range(len(box.assets)))
    assert sorted((*table.decks[7], *table.event_pile)) == list(range(len(box.events)))
    mythos = [*table.decks[8], *table.mythos_pile, *([table.mythos] if table.mythos >= 0 else [])]
    assert sorted(mythos) == list(range(len(box.mythos)))
    assert table.mythos >= 0 or any(step[0] == "mythos" for step in table.stack)
    people = [*table.people, *(seat.who for seat in table.seats)]
    assert len(people) == len(set(people))


def _trophies(table: Table) -> list[int]:
    return [trophy for seat in table.seats for trophy in seat.trophies]


def _check_monsters(table: Table) -> None:
    spots = (*table.spots, *table.worlds)
    markers = [marker for spot in spots for marker, _ in spot.monsters] + list(table.cup)
    markers += [trophy - FIRST_MONSTER for trophy in _trophies(table) if trophy >= FIRST_MONSTER]
    markers += [step[1] for step in table.stack if step[0] == "place-monster"]
    assert sorted(markers) == list(range(len(table.box.monsters)))
    for spot in spots:
        rows = [row for _, row in spot.monsters if row >= 0]
        assert len(rows) == len(set(rows))
        assert spot.up or not rows
        assert all(table.box.places[spot.card].rows[row].monster != NO_MONSTER for row in rows)


def _check_dice(table: Table) -> None:
    attempt = table.attempt
    pool = attempt.pool if attempt else (0, 0, 0)
    aside, locked = table.dice_aside(), table.locked()
    for colour in range(3):
        assert pool[colour] >= 0
        assert pool[colour] + aside[colour] + locked[colour] <= IN_BOX[colour], (colour, locked)
        assert 0 <= table.lost_dice[colour] <= locked[colour]
    dice = [die for _, die in table.secured]
    if attempt:
        dice += [*attempt.roll, *attempt.held, *(die for _, die in attempt.helpers)]
    for die in dice:
        assert die[-1] in COLOURS[DICE[colour_index(die)]], die
    kits = {number for seat in table.seats for number in seat.kit}
    assert table.secured == tuple(sorted(table.secured))
    for number, count in Counter(number for number, _ in table.secured).items():
        assert number in kits
        assert table.box.assets[number].use == "secure"
        assert count <= table.box.assets[number].amount


def _check_attempt(table: Table, attempt: Attempt) -> None:
    assert table.is_here(attempt.seat, attempt.place)
    assert attempt.seat == table.active
    if attempt.roll:
        shown = Counter(map(colour_index, attempt.roll))
        assert tuple(shown[colour] for colour in range(3)) == tuple(attempt.pool)
    assert len(attempt.held) <= attempt.focused
    helpers = [seat for seat, _ in attempt.helpers]
    assert len(helpers) == len(set(helpers))
    assert all(table.is_here(seat, attempt.place) for seat in helpers)
    assert attempt.seat not in helpers
    if attempt.place == ANCIENT_ONE:
        assert (attempt.held, helpers, attempt.done) == ((), [], 0)
        return
    spot = table.spot(attempt.place)
    assert spot.card == attempt.card
    assert spot.up
    assert attempt.done < 1 << len(table.box.places[spot.card].rows)
    assert not any(row >= 0 and attempt.done >> row & 1 for _, row in spot.monsters)


def _check_gates(table: Table) -> None:
    """Every marker of a gate has its twin, one on a card of each row; seals lie alone."""
    on_spots = sorted(spot.gate for spot in table.spots if spot.gate >= 0)
    on_worlds = [colour for colour, spot in enumerate(table.worlds) if spot.card >= 0]
    assert on_spots == on_worlds
    assert len(on_spots) <= len(GATES)
    assert not any(spot.seal and spot.gate >= 0 for spot in table.spots)
    for colour, spot in enumerate(table.worlds):
        assert spot.gate == (colour if spot.card >= 0 else -1)
        assert not spot.seal


def _check_seats(table: Table) -> None:
    for seat in table.seats:
        if seat.status != IN_PLAY:
            assert seat[1:9] == (0, 0, 0, -1, (), (), (), "")
            continue
        who = table.box.investigators[seat.who]
        assert 0 < seat.sanity <= who.sanity
        assert 0 < seat.stamina <= who.stamina
        assert seat.clues >= 0
        assert (seat.place == ANCIENT_ONE) == table.awake
        _check_kit(table, seat)
        if 0 < seat.place < ANCIENT_ONE:
            _check_place(table, table.spot(seat.place), seat.place)


def _check_kit(table: Table, seat: Seat) -> None:
    assert seat.kit == tuple(sorted(seat.kit))
    assert seat.trophies == tuple(sorted(seat.trophies))
    assert seat.used == tuple(sorted(set(seat.used)))
    for number in seat.used:
        assert number == ABILITY or (number in seat.kit and table.box.assets[number].daily)
    assert seat.member in ("", *ORGANIZATIONS)


def _check_place(table: Table, spot: Spot, place: int) -> None:
    """Where an investigator stands: a card faceup, or about to be turned; no gate in the way."""
    assert spot.card >= 0
    assert spot.gate < 0 or place >= FIRST_WORLD
    assert spot.up or any(step[0] == "turn-up" for step in table.stack)


def _check_numbers(table: Table) -> None:
    ancient = table.deal.ancient
    assert 0 <= table.doom <= ancient.doom
    assert 0 <= table.signs <= MAX_SIGNS
    if table.status == 0:
        assert table.signs < ancient.signs
        assert table.doom > 0 or not table.awake
        assert table.in_play() or not table.awake
    assert sum(seat.clues for seat in table.seats) <= MAX_CLUES
    assert 0 <= table.clock < HOURS
    assert table.strikes >= 0
    assert 0 <= table.gates_on_ancient <= len(GATES)
    assert 0 <= table.active < len(table.seats)
