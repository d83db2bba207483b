"""The table of a game: everything that lies on it, and what is still to be done.

`Table` is the working copy that the rules change; `fields()` is the same as one hashable tuple.
Steps that are due lie on `stack`, the next one last (flow.py). Rules: docs/streets.md.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from casecracker.engine.streets.cards import (
    EMPTY_ROW,
    FIRST_MONSTER,
    GATES,
    IN_BOX,
    NO_MONSTER,
    AdventureCard,
    Asset,
    Box,
    Effect,
    Row,
)
from casecracker.engine.streets.deal import ADVENTURES, WORLDS, StreetsDeal

Step: TypeAlias = tuple[Any, ...]
"""A step that is due: its name in flow.py, then what it is about."""

PLAYING, WON, LOST = 0, 1, 2
STATUS = ("playing", "won", "lost")

NOWHERE, STREETS, FIRST_WORLD, ANCIENT_ONE = -1, 0, 7, 10
"""Places: the Streets, spots 1 to 6, Other Worlds 7 to 9 by the colour of their gate."""

SPOTS = range(1, FIRST_WORLD)
WORLD_PLACES = range(FIRST_WORLD, ANCIENT_ONE)
IN_PLAY, WAITING, OUT = 0, 1, 2
"""Seats: an investigator, one that comes at the next turn, none any more."""

HOURS = 4
"""Advances of the clock from midnight to midnight."""

MAX_CLUES, MAX_SIGNS = 15, 17
"""Tokens in the box."""


class Seat(NamedTuple):
    """A player's investigator and what he has. `kit` and `trophies` are sorted numbers."""

    who: int
    sanity: int
    stamina: int
    clues: int = 0
    place: int = STREETS
    kit: tuple[int, ...] = ()
    used: tuple[int, ...] = ()  # assets used up for the day; -1 is the investigator's ability
    trophies: tuple[int, ...] = ()
    member: str = ""
    status: int = IN_PLAY


class Spot(NamedTuple):
    """A card in play. Monsters are (marker, row), row -1 for below the bottom task."""

    card: int
    up: bool
    monsters: tuple[tuple[int, int], ...] = ()
    gate: int = -1  # colour of the marker on it
    seal: bool = False


NO_CARD = Spot(-1, False)
NO_DICE = (0, 0, 0)


class Attempt(NamedTuple):
    """An attempt under way.

    Attributes:
        pool: Green, yellow and red dice in hand, rolled or about to be.
        roll: The dice as they lie; empty before the roll.
        held: Dice on the investigator's marker; `helpers` those of others, with their seats.
        done: Rows that are completed, as bits.
        rolls: How often was rolled.
        focused: Whether a die was focused.
        added: Whether yellow and red dice were added.
        kept: Dice that defeated monsters keep locked.
        once: Abilities used at this roll.
        scored: Whether this roll has completed a task.
        over: Whether a terror effect has ended it.
    """

    seat: int
    place: int
    card: int
    pool: tuple[int, ...]
    roll: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    helpers: tuple[tuple[int, str], ...] = ()
    done: int = 0
    rolls: int = 0
    focused: bool = False
    added: tuple[bool, bool] = (False, False)
    kept: tuple[int, ...] = (0, 0, 0)
    once: tuple[str, ...] = ()
    scored: bool = False
    over: bool = False


class Task(NamedTuple):
    """A task as it stands, with the monster on it."""

    number: int
    row: Row
    monster: int = -1
    is_member: bool = False


FIELDS = (
    *("status", "turn", "clock", "strikes", "clock_held", "doom", "signs", "awake", "active"),
    *("seats", "spots", "worlds", "decks", "event_pile", "mythos_pile", "cup", "mythos"),
    *("rolls", "draws", "shuffles", "people", "attempt", "secured", "lost_dice"),
    *("gates_on_ancient", "stack"),
)
_read = attrgetter(*FIELDS)


class Table:
    """A game in progress.

    Attributes:
        clock: Hours past midnight by threes, 0 to 3; `strikes` how often it struck this turn.
        spots: The six Arkham Adventures; `worlds` an Other World for each colour of gates.
        decks: Card numbers, top first: those of `cards.DECKS`, then Arkham Adventures, Other
            Worlds, Events, Mythos.
        rolls: Dice read from each tape; `draws` monsters drawn; `shuffles` later shuffles of
            Events and Mythos.
        secured: Dice on Spells: (asset, die), sorted.
        log: What happened, in words; no part of the state.
    """

    __slots__ = (*FIELDS, "box", "deal", "log")

    status: int
    turn: int
    clock: int
    strikes: int
    clock_held: bool
    doom: int
    signs: int
    awake: bool
    active: int
    seats: tuple[Seat, ...]
    spots: tuple[Spot, ...]
    worlds: tuple[Spot, ...]
    decks: tuple[tuple[int, ...], ...]
    event_pile: tuple[int, ...]
    mythos_pile: tuple[int, ...]
    cup: tuple[int, ...]
    mythos: int
    rolls: tuple[int, ...]
    draws: int
    shuffles: tuple[int, int]
    people: tuple[int, ...]
    attempt: Attempt | None
    secured: tuple[tuple[int, str], ...]
    lost_dice: tuple[int, ...]
    gates_on_ancient: int
    stack: list[Step]

    def __init__(self, deal: StreetsDeal, fields: tuple[Any, ...]) -> None:
        """The table that `fields()` once wrote."""
        self.deal = deal
        self.box: Box = deal.box
        self.log: list[str] = []
        (
            self.status,
            self.turn,
            self.clock,
            self.strikes,
            self.clock_held,
            self.doom,
            self.signs,
            self.awake,
            self.active,
            self.seats,
            self.spots,
            self.worlds,
            self.decks,
            self.event_pile,
            self.mythos_pile,
            self.cup,
            self.mythos,
            self.rolls,
            self.draws,
            self.shuffles,
            self.people,
            self.attempt,
            self.secured,
            self.lost_dice,
            self.gates_on_ancient,
            stack,
        ) = fields
        self.stack = list(stack)

    def fields(self) -> tuple[Any, ...]:
        """Everything but the log, hashable."""
        values = _read(self)
        return (*values[:-1], tuple(values[-1]))

    # Steps

    def push(self, *step: Any) -> None:
        """Make a step the next one due."""
        self.stack.append(step)

    def push_effects(self, seat: int, place: int, effects: tuple[Effect, ...]) -> None:
        """Make effects the next things due, for the investigator of a seat and a card."""
        if effects:
            self.stack.append(("effects", seat, place, effects))

    # Cards and seats

    def spot(self, place: int) -> Spot:
        """The card at a place; `NO_CARD` where there is none."""
        if place in SPOTS:
            return self.spots[place - 1]
        return self.worlds[place - FIRST_WORLD] if place in WORLD_PLACES else NO_CARD

    def put_spot(self, place: int, spot: Spot) -> None:
        """Replace the card at a place."""
        if place in SPOTS:
            self.spots = put(self.spots, place - 1, spot)
        else:
            self.worlds = put(self.worlds, place - FIRST_WORLD, spot)

    def card(self, place: int) -> AdventureCard:
        """The card at a place; there must be one."""
        return self.box.places[self.spot(place).card]

    def places(self) -> Iterable[int]:
        """Places where a card lies."""
        return (place for place in range(1, ANCIENT_ONE) if self.spot(place).card >= 0)

    def put_seat(self, number: int, **changes: Any) -> None:
        """Change what a seat has."""
        self.seats = put(self.seats, number, self.seats[number]._replace(**changes))

    def ability(self, seat: int) -> str:
        """The ability of the investigator of a seat."""
        return self.box.investigators[self.seats[seat].who].ability

    def in_play(self) -> list[int]:
        """Seats with an investigator."""
        return [n for n, seat in enumerate(self.seats) if seat.status == IN_PLAY]

    def is_turn_of(self, ability: str) -> bool:
        """Whether it is the turn of an investigator with some ability, midnight excluded."""
        one = self.seats[self.active]
        return (
            self.box.investigators[one.who].ability == ability
            and one.status == IN_PLAY
            and any(step[0] == "turn-end" for step in self.stack)
        )

    def is_here(self, seat: int, place: int) -> bool:
        """Whether the investigator of a seat is in play at a place."""
        one = self.seats[seat]
        return one.status == IN_PLAY and one.place == place

    def asset(self, number: int) -> Asset:
        """The asset of that number."""
        return self.box.assets[number]

    def tell(self, text: str) -> None:
        """Note what happened."""
        self.log.append(text)

    # Dice

    def locked(self) -> list[int]:
        """Dice of each colour that are locked, at most those in the box."""
        total = list(self.lost_dice)
        is_ignored = self.is_turn_of("ignores-mythos-and-locks")
        for locked in () if is_ignored else self._locks():
            if locked != NO_DICE:
                for colour in range(3):
                    total[colour] += locked[colour]
        return [min(count, most) for count, most in zip(total, IN_BOX, strict=True)]

    def _locks(self) -> Iterator[tuple[int, ...]]:
        """Dice locked by each card and marker."""
        if self.attempt:
            yield self.attempt.kept
        if self.awake:
            return
        for spot in (*self.spots, *self.worlds):
            if spot.up:
                yield self.box.places[spot.card].locked
            for marker, _ in spot.monsters:
                yield self.box.monsters[marker].locked
        if self.mythos >= 0:
            yield self.box.mythos[self.mythos].locked

    def dice_aside(self) -> list[int]:
        """Dice of each colour that are on Spells or markers."""
        counts = [0, 0, 0]
        dice = [die for _, die in self.secured]
        if self.attempt is not None:
            dice += [*self.attempt.held, *(die for _, die in self.attempt.helpers)]
        for die in dice:
            counts[colour_index(die)] += 1
        return counts

    def free_dice(self) -> list[int]:
        """Dice of each colour that are neither locked nor on Spells or markers."""
        aside, locked = self.dice_aside(), self.locked()
        return [max(0, IN_BOX[c] - aside[c] - locked[c]) for c in range(3)]

    # Tasks

    def tasks(self, place: int, member: str = "") -> tuple[Task, ...]:
        """The tasks at a place for a member of an organization, from the top."""
        if place == ANCIENT_ONE:
            return (Task(0, self.deal.ancient.combat),)
        spot = self.spot(place)
        return tasks_of(self.box, spot.card, spot.monsters, member)

    def free_rows(self, place: int) -> list[int]:
        """Rows of a faceup card that may still take a monster and are not done."""
        spot = self.spot(place)
        if not spot.up:
            return []
        taken = {row for _, row in spot.monsters}
        done = self.attempt.done if self.attempt and self.attempt.place == place else 0
        return [
            number
            for number, row in enumerate(self.box.places[spot.card].rows)
            if row.monster != NO_MONSTER and number not in taken and not done >> number & 1
        ]

    # Decks

    def draw(self, deck: int) -> int | None:
        """The top card of a deck, taken from it; None if it is empty."""
        cards = self.decks[deck]
        if not cards:
            return None
        self.decks = put(self.decks, deck, cards[1:])
        return cards[0]

    def put_under(self, deck: int, card: int) -> None:
        """Lay a card facedown under a deck."""
        self.decks = put(self.decks, deck, (*self.decks[deck], card))

    def return_place_card(self, number: int) -> None:
        """Lay an adventure under its deck."""
        is_world = self.box.places[number].is_world
        self.put_under(WORLDS if is_world else ADVENTURES, number)

    def return_monster(self, marker: int) -> None:
        """Put a monster marker back into the cup."""
        self.cup = tuple(sorted((*self.cup, marker)))

    def return_trophy(self, trophy: int) -> None:
        """Put a trophy back where it came from."""
        if trophy >= FIRST_MONSTER:
            self.return_monster(trophy - FIRST_MONSTER)
        else:
            self.return_place_card(trophy)

    def gates_open(self) -> int:
        """How many gates are open."""
        return sum(spot.card >= 0 for spot in self.worlds)


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The tuple with another value at a place."""
    return (*values[:place], value, *values[place + 1 :])


def without(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """The tuple without the first such value, which must be there."""
    place = values.index(value)
    return (*values[:place], *values[place + 1 :])


def colour_index(die: str) -> int:
    """0 green, 1 yellow, 2 red: which die shows such a word."""
    return 0 if len(die) == 1 else 1 if die[0] == "y" else 2


@lru_cache(1 << 14)
def tasks_of(
    box: Box, card: int, monsters: tuple[tuple[int, int], ...], member: str
) -> tuple[Task, ...]:
    """The tasks of a card with monsters; those below it come last."""
    on_rows = {row: marker for marker, row in monsters if row >= 0}
    found = []
    rows = box.places[card].rows
    for number, row in enumerate(rows):
        marker = on_rows.get(number, -1)
        if marker < 0 and row.monster == EMPTY_ROW:
            continue
        is_member = bool(member) and row.membership == member
        task = row if marker < 0 else _with_monster(row, box.monsters[marker].row)
        found.append(Task(number, task, marker, is_member))
    below = [marker for marker, row in monsters if row < 0]
    for number, marker in enumerate(below, start=len(rows)):
        found.append(Task(number, box.monsters[marker].row, marker))
    return tuple(found)


def _with_monster(row: Row, monster: Row) -> Row:
    """A row with a monster on it: on the whole of it, or on what comes after its first needs."""
    if row.monster <= 0:
        return monster
    return Row(row.needs[: row.monster] + monster.needs, row.costs.plus(monster.costs))


PLACE_NAMES = ("streets", *map(str, SPOTS), *GATES, "ancient-one")
"""How moves name places: spots by number, Other Worlds by the colour of their gate."""
