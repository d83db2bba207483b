"""Set-up and the phases of a turn (docs/streets.md, S1, S3, S5.1)."""

from casecracker.engine.streets.cards import DECKS
from casecracker.engine.streets.deal import ADVENTURES, EVENTS, StreetsDeal
from casecracker.engine.streets.doom import advance_clock
from casecracker.engine.streets.locks import enforce_locks
from casecracker.engine.streets.places import discard_spot, turn_up
from casecracker.engine.streets.points import most_points, regain
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    IN_PLAY,
    LOST,
    NO_CARD,
    OUT,
    PLACE_NAMES,
    SPOTS,
    STREETS,
    WAITING,
    Seat,
    Spot,
    Step,
    Table,
    put,
)
from casecracker.engine.streets.uses import ABILITY, use_before, uses_in_movement

STREETS_PRICE = 2
"""What using the Streets of Arkham card costs in trophies."""

_HEALERS = {"heals-stamina": "stamina", "heals-sanity": "sanity"}


def opening(deal: StreetsDeal) -> Table:
    """The table after set-up but for starting items and the first Mythos card, which are due."""
    decks = list(deal.decks)
    top, decks[ADVENTURES] = decks[ADVENTURES][:6], decks[ADVENTURES][6:]
    people = [deal.box.investigators[number] for number in deal.people[: deal.investigators]]
    stack: list[Step] = [("turn",), ("mythos",)]
    stack += [("kit", seat) for seat in reversed(range(len(people)))]
    fields = (
        *(0, 1, 0, 0, False, 0, 0, False, 0),
        tuple(Seat(who.number, who.sanity, who.stamina) for who in people),
        tuple(Spot(card, place < 3) for place, card in enumerate(top)),
        (NO_CARD,) * 3,
        tuple(decks),
        *((), (), tuple(range(len(deal.box.monsters))), -1),
        *((0, 0, 0), 0, (0, 0), deal.people[deal.investigators :]),
        *(None, (), (0, 0, 0), 0),
        tuple(stack),
    )
    return Table(deal, fields)


def kit(table: Table, seat: int) -> None:
    """An investigator takes what he begins with."""
    one = table.seats[seat]
    for effect in reversed(table.box.investigators[one.who].kit):
        if effect.kind in DECKS:
            for _ in range(effect.amount):
                table.push("gain", seat, effect.kind)
        else:
            table.push("effects", seat, STREETS, (effect,))


def turn(table: Table) -> None:
    """A turn begins: a waiting seat gets its investigator, then come the phases.

    Without a card in play the doom track fills up: nothing could happen any more (S14.7).
    """
    table.strikes, table.clock_held = 0, False
    if not table.awake and not any(table.places()):
        table.doom = table.deal.ancient.doom
    seat = table.active
    one = table.seats[seat]
    table.push("turn-end")
    table.push("clock")
    if one.status == WAITING and not table.people:
        table.put_seat(seat, status=OUT)
    elif table.awake:
        table.push("begin", seat, ANCIENT_ONE)
    else:
        table.push("resolve")
        table.push("streets")
        table.push("move")
        if one.status == WAITING:
            who = table.box.investigators[table.people[0]]
            table.people = table.people[1:]
            table.seats = put(table.seats, seat, Seat(who.number, who.sanity, who.stamina))
            table.push("kit", seat)


def move_options(table: Table) -> list[str]:
    """The Movement phase: stay or go; before that, what may be used at the start of a turn."""
    one = table.seats[table.active]
    if one.status != IN_PLAY:
        return []
    goals = ["stay"]
    goals += ["go streets"] if one.place != STREETS else []
    goals += [f"go {PLACE_NAMES[place]}" for place in _goals(table) if place != one.place]
    return [*goals, *uses_in_movement(table, table.active), *_healing(table)]


def _goals(table: Table) -> list[int]:
    """Cards that may be moved to: no Arkham Adventure with a gate."""
    return [place for place in table.places() if place > 6 or table.spot(place).gate < 0]


def _healing(table: Table) -> list[str]:
    return [
        f"ability {seat + 1} {other + 1}"
        for seat in table.in_play()
        if (kind := _HEALERS.get(table.ability(seat))) and ABILITY not in table.seats[seat].used
        for other in table.in_play()
        if getattr(table.seats[other], kind) < most_points(table, other, kind)
    ]


def move(table: Table, chosen: str) -> None:
    """Carry out a move of the Movement phase."""
    word, *rest = chosen.split()
    if word == "use":
        table.push("move")
        use_before(table, rest[0])
    elif word == "ability":
        table.push("move")
        seat, other = int(rest[0]) - 1, int(rest[1]) - 1
        table.put_seat(seat, used=tuple(sorted((*table.seats[seat].used, ABILITY))))
        regain(table, other, _HEALERS[table.ability(seat)], 1)
    elif word == "go":
        go(table, PLACE_NAMES.index(rest[0]))


def go(table: Table, place: int) -> None:
    """Move the active investigator to a card or to the Streets."""
    table.put_seat(table.active, place=place)
    table.tell(f"seat {table.active + 1} goes to {PLACE_NAMES[place]}")
    if place != STREETS:
        table.push("arrive", place)


def arrive(table: Table, place: int) -> None:
    """Come to a card: the effect of a back and turning it, or the entry effect (S3.4, S4)."""
    spot, seat = table.spot(place), table.active
    if spot.up:
        table.push_effects(seat, place, table.card(place).entry)
        return
    table.push("turn-up", seat, place, spot.card)
    if place < FIRST_WORLD:
        table.push_effects(seat, place, table.card(place).facedown)


def turn_up_here(table: Table, seat: int, place: int, card: int) -> None:
    """Turn the card up at which an investigator has arrived; its entry effect follows."""
    spot = table.spot(place)
    if not table.is_here(seat, place) or spot.card != card:
        return
    table.push("entry", seat, place, card)
    if not spot.up:
        turn_up(table, place)


def entry(table: Table, seat: int, place: int, card: int) -> None:
    """The entry effect of a card that was just turned up."""
    if table.is_here(seat, place) and table.spot(place).card == card:
        table.push_effects(seat, place, table.card(place).entry)


def streets_options(table: Table) -> list[str]:
    """The end of the Movement phase: use the Streets of Arkham card, or do not (S3.6)."""
    one = table.seats[table.active]
    if one.status != IN_PLAY or one.place != STREETS:
        return []
    moves = ["nothing"]
    worth = sum(map(table.box.trophy_value, one.trophies))
    if worth >= STREETS_PRICE:
        spots = [table.spot(place) for place in SPOTS]
        moves += ["streets-flip"] if any(s.card >= 0 and not s.up for s in spots) else []
        moves += ["streets-discard"] if any(map(_may_discard, [table] * 6, SPOTS)) else []
        lacks = any(
            getattr(one, kind) < most_points(table, table.active, kind)
            for kind in ("sanity", "stamina")
        )
        moves += ["streets-rest"] if lacks else []
    return moves


def _may_discard(table: Table, place: int) -> bool:
    """An Arkham Adventure without gate, monster, locked die or investigator."""
    spot = table.spot(place)
    if spot.card < 0 or spot.gate >= 0 or spot.monsters:
        return False
    is_taken = any(table.is_here(seat, place) for seat in range(len(table.seats)))
    return not is_taken and not (spot.up and any(table.card(place).locked))


def streets(table: Table, chosen: str) -> None:
    """Pay, carry out the ability, and move on to an Arkham Adventure."""
    if chosen == "nothing":
        return
    table.push("go-on-from-streets")
    if chosen == "streets-rest":
        table.push("rest")
    elif chosen == "streets-flip":
        table.push("flip", table.active)
    else:
        table.push("streets-discard")
    table.push("spend", table.active, STREETS_PRICE)


def rest(table: Table) -> None:
    """The active investigator regains a point of each kind."""
    for kind in ("sanity", "stamina"):
        regain(table, table.active, kind, 1)


def streets_discard_options(table: Table) -> list[str]:
    """Arkham Adventures that the Streets of Arkham card may discard."""
    return [f"discard {place}" for place in SPOTS if _may_discard(table, place)]


def streets_discard(table: Table, chosen: str) -> None:
    """Discard it; a facedown one takes its place."""
    discard_spot(table, int(chosen.split()[1]))


def go_on_options(table: Table) -> list[str]:
    """Where to go after the Streets of Arkham card was used: an Arkham Adventure."""
    if not table.is_here(table.active, STREETS):
        return []
    return [f"go {place}" for place in _goals(table) if place < FIRST_WORLD]


def go_on(table: Table, chosen: str) -> None:
    """Go there."""
    go(table, PLACE_NAMES.index(chosen.split()[1]))


def resolve(table: Table) -> None:
    """The Resolution phase: an Event if the card has the icon, then the attempt (S5.1)."""
    seat = table.active
    one = table.seats[seat]
    if one.status != IN_PLAY or one.place <= STREETS or table.spot(one.place).card < 0:
        return
    if not table.spot(one.place).up:
        return
    table.push("begin", seat, one.place)
    if table.card(one.place).event:
        table.push("event", seat, one.place)


def event(table: Table, seat: int, place: int) -> None:
    """Draw and resolve an Event; when none is left those discarded are shuffled."""
    if not table.decks[EVENTS]:
        table.shuffles = (table.shuffles[0] + 1, table.shuffles[1])
        order = table.deal.events(table.shuffles[0])
        again = tuple(card for card in order if card in table.event_pile)
        table.decks, table.event_pile = put(table.decks, EVENTS, again), ()
    card = table.draw(EVENTS)
    if card is None:
        return
    table.event_pile = tuple(sorted((*table.event_pile, card)))
    table.tell(f"event: {table.box.events[card].id}")
    table.push_effects(seat, place, table.box.events[card].effects)


def clock(table: Table) -> None:
    """The Clock phase."""
    if not table.clock_held:
        advance_clock(table)


def turn_end(table: Table) -> None:
    """The turn is over; midnight comes once if the clock has struck."""
    enforce_locks(table)
    table.push("next")
    if table.strikes:
        table.push("attack" if table.awake else "midnight")


def next_turn(table: Table) -> None:
    """The next seat with an investigator, or one to come, has its turn; without any all is lost."""
    seats = len(table.seats)
    for step in range(1, seats + 1):
        seat = (table.active + step) % seats
        if table.seats[seat].status != OUT:
            table.active = seat
            table.turn += 1
            table.push("turn")
            return
    table.status = LOST
