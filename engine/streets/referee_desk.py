"""What lies on the table of the referee: plain objects with names, and the view of the players.

The referee is a second implementation of docs/streets.md, written apart from the engine: objects
that change in place, and the game as one course of events that stops to ask (referee.py). It
shares the cards and the deal with the engine, no rule.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from casecracker.engine.streets.cards import (
    AdventureCard,
    Asset,
    Effect,
    EventCard,
    Investigator,
    MonsterMarker,
    MythosCard,
    Row,
    effects_text,
)
from casecracker.engine.streets.deal import StreetsDeal

Course: TypeAlias = Generator[list[str], str, None]
"""A course of events that asks: it yields options and is sent a move."""

COLOURS = ("blue", "green", "red")
KINDS = ("common-item", "unique-item", "spell", "ally", "skill")
DICE_IN_BOX = {"green": 6, "yellow": 1, "red": 1}


class _HasNumber(Protocol):
    @property
    def number(self) -> int: ...


_Numbered = TypeVar("_Numbered", bound=_HasNumber)


class GameOverError(Exception):
    """The game is won or lost."""


class AwakeningError(Exception):
    """The doom track is full; what was under way is dropped."""


@dataclass(eq=False)
class Place:
    """A card in play."""

    card: AdventureCard
    faceup: bool
    monsters: list[tuple[MonsterMarker, int | None]] = field(default_factory=list)
    gate: str | None = None
    seal: bool = False


@dataclass(eq=False)
class Person:
    """An investigator in play and what he has."""

    who: Investigator
    sanity: int = 0
    stamina: int = 0
    clues: int = 0
    at: str | None = "streets"
    kit: list[Asset] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    cards: list[AdventureCard] = field(default_factory=list)
    monsters: list[MonsterMarker] = field(default_factory=list)
    member: str | None = None
    state: str = "in-play"

    def __post_init__(self) -> None:
        self.sanity, self.stamina = self.who.sanity, self.who.stamina

    @property
    def trophies(self) -> list[AdventureCard | MonsterMarker]:
        """Cards and markers."""
        return [*self.cards, *self.monsters]


@dataclass(eq=False)
class Try:
    """An attempt under way."""

    person: Person
    at: str
    place: Place | None
    hand: dict[str, int]
    roll: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    helpers: list[tuple[Person, str]] = field(default_factory=list)
    done: set[int] = field(default_factory=set)
    rolls: int = 0
    focused: bool = False
    added: set[str] = field(default_factory=set)
    kept: list[str] = field(default_factory=list)
    changed: bool = False
    scored: bool = False
    failed_at_once: bool = False


@dataclass(frozen=True)
class Task:
    """One thing to do at a place: its number as printed, and what it asks."""

    number: int
    row: Row
    monster: MonsterMarker | None
    for_members: bool


def colour(die: str) -> str:
    """The colour of a die by its word."""
    return {"y": "yellow", "r": "red"}.get(die[0], "green") if len(die) == 2 else "green"


class Desk:
    """Everything on the table."""

    def __init__(self, deal: StreetsDeal) -> None:
        """Everything in its deck, nothing in play."""
        self.deal = deal
        box = deal.box
        assets, adventures, worlds, events, mythos = deal.decks[:5], *deal.decks[5:]
        self.decks: dict[str, list[Any]] = {
            kind: [box.assets[number] for number in order]
            for kind, order in zip(KINDS, assets, strict=True)
        }
        self.decks["adventure"] = [box.places[number] for number in adventures]
        self.decks["world"] = [box.places[number] for number in worlds]
        self.decks["event"] = [box.events[number] for number in events]
        self.decks["mythos"] = [box.mythos[number] for number in mythos]
        self.to_come = [box.investigators[number] for number in deal.people]
        self.cup = {monster.number for monster in box.monsters}
        self.spots: dict[str, Place | None] = {}
        self.worlds: dict[str, Place] = {}
        self.people: list[Person] = []
        self.active = 0
        self.turn, self.hours, self.strokes, self.doom, self.signs = 1, 0, 0, 0, 0
        self.awake = self.clock_stands = self.in_turn = False
        self.card: MythosCard | None = None
        self.old_mythos: set[int] = set()
        self.old_events: set[int] = set()
        self.event_shuffles = self.mythos_shuffles = self.draws = 0
        self.rolled = dict.fromkeys(DICE_IN_BOX, 0)
        self.secured: list[tuple[Asset, str]] = []
        self.gone: list[str] = []
        self.gates_on_ancient = 0
        self.attempt: Try | None = None
        self.status = "playing"
        self.about = ""

    def places(self) -> dict[str, Place]:
        """Cards in play by the names of their places."""
        spots = {name: place for name, place in self.spots.items() if place is not None}
        worlds = {name: self.worlds[name] for name in COLOURS if name in self.worlds}
        return {**spots, **worlds}

    def present(self) -> list[Person]:
        """Investigators in play."""
        return [person for person in self.people if person.state == "in-play"]

    @property
    def player(self) -> Person:
        """The active investigator."""
        return self.people[self.active]

    def seat(self, person: Person) -> int:
        """The number of a seat, from 1."""
        return 1 + self.people.index(person)

    # Dice

    def locks(self) -> list[str]:
        """Colours of all dice that something locks, more than once if more do."""
        colours = list(self.gone)
        ignores = self.player.who.ability == "ignores-mythos-and-locks"
        if ignores and self.in_turn and self.player.state == "in-play":
            return colours
        if self.attempt:
            colours += self.attempt.kept
        if self.awake:
            return colours
        for place in self.places().values():
            if place.faceup:
                colours += spelled(place.card.locked)
            for monster, _ in place.monsters:
                colours += spelled(monster.locked)
        return colours + (spelled(self.card.locked) if self.card else [])

    def locked(self, which: str) -> int:
        """How many dice of a colour are locked."""
        return min(DICE_IN_BOX[which], self.locks().count(which))

    def aside(self, which: str) -> int:
        """How many dice of a colour lie on Spells and markers."""
        dice = [die for _, die in self.secured]
        if self.attempt:
            dice += self.attempt.held + [die for _, die in self.attempt.helpers]
        return sum(colour(die) == which for die in dice)

    def take_locked_dice(self) -> None:
        """Locked dice are taken off whatever they lie on."""
        for which, count in DICE_IN_BOX.items():
            while True:
                in_hand = self.attempt.hand[which] if self.attempt else 0
                if self.locked(which) + self.aside(which) + in_hand <= count:
                    break
                self._take_die(which)

    def _take_die(self, which: str) -> None:
        attempt = self.attempt
        if attempt and attempt.hand[which]:
            attempt.hand[which] -= 1
            lying = [die for die in attempt.roll if colour(die) == which]
            if lying:
                attempt.roll.remove(max(lying))
            return
        secured = [pair for pair in self.secured if colour(pair[1]) == which]
        if secured:
            self.take_off(max(secured, key=lambda pair: (pair[0].number, pair[1])))
            return
        assert attempt
        helped = [pair for pair in attempt.helpers if colour(pair[1]) == which]
        if helped:
            attempt.helpers.remove(max(helped, key=lambda pair: (self.seat(pair[0]), pair[1])))
        else:
            attempt.held.remove(next(die for die in attempt.held if colour(die) == which))

    def take_off(self, pair: tuple[Asset, str]) -> None:
        """A die leaves a Spell; an empty Spell is discarded."""
        self.secured.remove(pair)
        if all(spell is not pair[0] for spell, _ in self.secured):
            owner = next(person for person in self.people if pair[0] in person.kit)
            self.discard(owner, pair[0])

    def discard(self, person: Person, asset: Asset) -> None:
        """An item, Spell, Ally or Skill goes under its deck."""
        person.kit.remove(asset)
        person.used.discard(asset.id)
        self.secured = [pair for pair in self.secured if pair[0] is not asset]
        self.decks[asset.deck].append(asset)

    def kinds(self, assets: list[Asset]) -> list[Asset]:
        """The first of each kind of asset, in the order of the box."""
        found: dict[object, Asset] = {}
        for asset in sorted(assets, key=lambda one: one.number):
            is_used = any(asset.id in person.used for person in self.people)
            has_die = any(spell is asset for spell, _ in self.secured)
            look = (asset.deck, asset.use, asset.amount, asset.face, asset.daily, asset.expires)
            found.setdefault((look, is_used, asset.id if has_die else None), asset)
        return list(found.values())

    # What the players see

    def view(self, pending: str) -> dict[str, Any]:
        """As `StreetsState.view`."""
        ancient, deck = self.deal.ancient, self.decks["adventure"]
        return {
            "deal": {"investigators": len(self.people)},
            "turn": self.turn,
            "status": self.status,
            "pending": pending,
            "about": "" if pending == "over" else self.about,
            "active": self.active + 1,
            "ancient_one": ancient.id,
            "awake": self.awake,
            "clock": self.hours,
            "clock_held": self.clock_stands,
            "strikes": self.strokes,
            "doom": self.doom,
            "doom_track": ancient.doom,
            "elder_signs": self.signs,
            "elder_signs_to_win": ancient.signs,
            "mythos": self.card.id if self.card else None,
            "gates_on_ancient": self.gates_on_ancient,
            "investigators": [self._person(person) for person in self.people],
            "adventures": [self._place(place) for place in self.spots.values()],
            "other_worlds": {
                name: self._place(self.worlds[name]) for name in COLOURS if name in self.worlds
            },
            "next_back": back(deck[0]) if deck else None,
            "decks": {
                "common": len(self.decks["common-item"]),
                "unique": len(self.decks["unique-item"]),
                "spells": len(self.decks["spell"]),
                "allies": len(self.decks["ally"]),
                "skills": len(self.decks["skill"]),
                "adventures": len(deck),
                "other_worlds": len(self.decks["world"]),
                "events": len(self.decks["event"]),
                "mythos": len(self.decks["mythos"]),
                "cup": len(self.cup),
            },
            "discarded": {
                "events": [self.deal.box.events[n].id for n in sorted(self.old_events)],
                "mythos": [self.deal.box.mythos[n].id for n in sorted(self.old_mythos)],
            },
            "attempt": self._attempt(),
            "secured": sorted(
                ([spell.id, die] for spell, die in self.secured),
                key=lambda pair: (self._number(pair[0]), pair[1]),
            ),
            "locked": [self.locked(which) for which in DICE_IN_BOX],
        }

    def _number(self, asset_id: str) -> int:
        return next(one.number for one in self.deal.box.assets if one.id == asset_id)

    def _person(self, person: Person) -> dict[str, Any]:
        gone = person.state != "in-play"
        kit = sorted(person.kit, key=lambda one: one.number)
        trophies = [card.id for card in sorted(person.cards, key=lambda one: one.number)]
        monsters = sorted(person.monsters, key=lambda one: one.number)
        return {
            "investigator": person.who.id,
            "state": person.state,
            "sanity": 0 if gone else person.sanity,
            "stamina": 0 if gone else person.stamina,
            "clues": person.clues,
            "place": person.at,
            "kit": [asset.id for asset in kit],
            "used": [
                *(["ability"] if "ability" in person.used else []),
                *(asset.id for asset in kit if asset.id in person.used),
            ],
            "trophies": [*trophies, *(monster.id for monster in monsters)],
            "member": person.member,
        }

    def _place(self, place: Place | None) -> dict[str, Any] | None:
        if place is None:
            return None
        seen: dict[str, Any] = {"faceup": place.faceup}
        if place.faceup:
            seen["card"] = place.card.id
        elif not place.card.is_world:
            seen.update(back(place.card))
        seen["monsters"] = [[monster.id, row] for monster, row in place.monsters]
        seen["gate"], seen["seal"] = place.gate, place.seal
        return seen

    def _attempt(self) -> dict[str, Any] | None:
        attempt = self.attempt
        if attempt is None:
            return None
        return {
            "seat": self.seat(attempt.person),
            "place": attempt.at,
            "pool": [attempt.hand[which] for which in DICE_IN_BOX],
            "roll": sorted(attempt.roll),
            "held": attempt.held,
            "helpers": sorted([self.seat(person), die] for person, die in attempt.helpers),
            "done": sorted(attempt.done),
            "rolls": attempt.rolls,
            "focused": attempt.focused,
            "added": [which for which in ("yellow", "red") if which in attempt.added],
            "changed": attempt.changed,
            "scored": attempt.scored,
        }


def spelled(counts: tuple[int, ...]) -> list[str]:
    """A colour for each die counted."""
    return [which for which, n in zip(DICE_IN_BOX, counts, strict=True) for _ in range(n)]


def in_order(some: Iterable[_Numbered]) -> list[_Numbered]:
    """Cards and markers of one owner in the order of the box: so they go back (S13.1)."""
    return sorted(some, key=lambda one: one.number)


def back(card: AdventureCard) -> dict[str, str]:
    """The back of an Arkham Adventure."""
    return {
        "location": card.location,
        "difficulty": card.difficulty,
        "facedown": effects_text(card.facedown),
        "midnight": effects_text(card.facedown_midnight),
    }


Drawn: TypeAlias = EventCard | MythosCard
Effects: TypeAlias = tuple[Effect, ...]
