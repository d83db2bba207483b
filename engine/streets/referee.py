"""The referee: the rules of docs/streets.md a second time, plainly, as one course of events.

It replays wins (`solver/streets/`) and is held against the engine in tests. Not made for speed.
"""

from typing import Any

from casecracker.engine.errors import IllegalMoveError
from casecracker.engine.streets.cards import Effect
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.referee_attempt import ANCIENT, AttemptRules
from casecracker.engine.streets.referee_desk import (
    AwakeningError,
    Course,
    GameOverError,
    Person,
    Place,
)

STREETS = "streets"
_HEALERS = {"heals-stamina": "stamina", "heals-sanity": "sanity"}


class StreetsReferee(AttemptRules):
    """A game that is played by telling moves.

    Args:
        deal: What is dealt.
    """

    def __init__(self, deal: StreetsDeal) -> None:
        """Set up and go to the first decision."""
        super().__init__(deal)
        self._course = self._game()
        self._options: list[str] = []
        self._advance(None)

    def legal(self) -> list[str]:
        """The legal moves; none once the game is over."""
        return list(self._options)

    def play(self, move: str) -> None:
        """Play a legal move.

        Raises:
            IllegalMoveError: The rules do not allow the move here.
        """
        if move not in self._options:
            raise IllegalMoveError(f"turn {self.turn}, '{move}': not legal for the referee")
        self._advance(move)

    def seen(self) -> dict[str, Any]:
        """What the players see."""
        return self.view(self.pending if self._options else "over")

    def _advance(self, move: str | None) -> None:
        try:
            self._options = next(self._course) if move is None else self._course.send(move)
        except (GameOverError, StopIteration):
            self._options = []

    # The game

    def _game(self) -> Course:
        self._set_up()
        try:
            for person in self.people:
                yield from self._kit(person)
            yield from self._new_mythos()
            self.notice_awakening()
        except AwakeningError:
            yield from self._awaken()
        while True:
            yield from self._turn()
            self._next_seat()
            try:
                self.notice_awakening()
            except AwakeningError:
                yield from self._awaken()

    def _set_up(self) -> None:
        deck = self.decks["adventure"]
        for number in range(1, 7):
            self.spots[str(number)] = Place(deck.pop(0), number <= 3) if deck else None
        for _ in range(self.deal.investigators):
            self.people.append(Person(self.to_come.pop(0)))

    def _kit(self, person: Person) -> Course:
        for effect in person.who.kit:
            if effect.kind in self.decks:
                for _ in range(effect.amount):
                    self.take(person, effect.kind)
            else:
                yield from self.carry_out(person, STREETS, (effect,))

    def _next_seat(self) -> None:
        for step in range(1, len(self.people) + 1):
            number = (self.active + step) % len(self.people)
            if self.people[number].state != "out":
                self.active = number
                self.turn += 1
                return
        self.end("lost")

    # A turn

    def _turn(self) -> Course:
        self.strokes, self.clock_stands, self.in_turn = 0, False, True
        clock_due = True
        try:
            yield from self._first_phases()
            self.notice_awakening()
            clock_due = False
            if not self.clock_stands:
                yield from self.later(1)
            self.notice_awakening()
        except AwakeningError:
            yield from self._awaken()
            if clock_due and not self.clock_stands:
                yield from self.later(1)
        self.in_turn = False
        self.take_locked_dice()
        if not self.strokes:
            return
        try:
            yield from self._attack() if self.awake else self._midnight()
        except AwakeningError:
            yield from self._awaken()
            self._refresh()

    def _first_phases(self) -> Course:
        if not self.awake and not self.places():
            self.doom = self.deal.ancient.doom
        person = self.player
        if person.state == "waiting" and not self.to_come:
            person.state = "out"
            return
        if self.awake:
            yield from self.try_place(person, ANCIENT)
            return
        if person.state == "waiting":
            person = self.people[self.active] = Person(self.to_come.pop(0))
            yield from self._kit(person)
        yield from self._movement()
        self.notice_awakening()
        if self.player.state == "in-play" and self.player.at == STREETS:
            yield from self._use_streets()
        self.notice_awakening()
        yield from self._resolution()

    def _movement(self) -> Course:
        while self.player.state == "in-play":
            self.notice_awakening()
            person = self.player
            goals = [name for name, place in self.places().items() if self._may_go(name, place)]
            goals = [name for name in (STREETS, *goals) if name != person.at]
            options = ["stay", *(f"go {name}" for name in goals)]
            options += [
                f"use {asset.id}"
                for asset in self.kinds(person.kit)
                if asset.id not in person.used
                and self.restores(person, asset.use)
                and not self.is_barred(asset, person.at)
            ]
            chosen = yield from self.ask("move", options + self._healing_moves())
            word, *rest = chosen.split()
            if word == "use":
                yield from self.use_before(person, rest[0])
            elif word == "ability":
                healer, hurt = (self.people[int(number) - 1] for number in rest)
                healer.used.add("ability")
                self.regain(hurt, _HEALERS[healer.who.ability], 1)
            elif word == "go":
                yield from self._go(rest[0])
                return
            else:
                return

    def _may_go(self, name: str, place: Place) -> bool:
        return place.card.is_world or not place.gate

    def _healing_moves(self) -> list[str]:
        return [
            f"ability {self.seat(healer)} {self.seat(hurt)}"
            for healer in self.present()
            if healer.who.ability in _HEALERS and "ability" not in healer.used
            for hurt in self.present()
            for kind in [_HEALERS[healer.who.ability]]
            if getattr(hurt, kind) < getattr(hurt.who, kind)
        ]

    def _go(self, name: str) -> Course:
        person = self.player
        person.at = name
        if name == STREETS:
            return
        self.notice_awakening()
        place = self.places()[name]
        if place.faceup:
            yield from self.carry_out(person, name, place.card.entry)
            return
        if not place.card.is_world:
            yield from self.carry_out(person, name, place.card.facedown)
        self.notice_awakening()
        if not self._is_there(person, name, place):
            return
        if not place.faceup:
            yield from self.turn_up(name, place)
        self.notice_awakening()
        if self._is_there(person, name, place):
            yield from self.carry_out(person, name, place.card.entry)

    def _is_there(self, person: Person, name: str, place: Place) -> bool:
        is_here = person.state == "in-play" and person.at == name
        return is_here and self.places().get(name) is place

    def _use_streets(self) -> Course:
        person = self.player
        options = ["nothing"]
        if sum(trophy.trophies for trophy in person.trophies) >= 2:
            spots = [place for place in self.spots.values() if place]
            options += ["streets-flip"] if not all(place.faceup for place in spots) else []
            options += ["streets-discard"] if self._bare() else []
            is_well = person.sanity == person.who.sanity and person.stamina == person.who.stamina
            options += [] if is_well else ["streets-rest"]
        chosen = yield from self.ask("streets", options)
        if chosen == "nothing":
            return
        yield from self.spend(person, 2)
        if chosen == "streets-rest":
            self.regain(person, "sanity", 1)
            self.regain(person, "stamina", 1)
        elif chosen == "streets-flip":
            yield from self.turn_one_up()
        else:
            move = yield from self.ask("streets-discard", [f"discard {n}" for n in self._bare()])
            if move:
                self.discard_spot(move.split()[1])
        goals = [n for n, place in self.spots.items() if place and not place.gate]
        if person.at == STREETS and person.state == "in-play":
            move = yield from self.ask("go-on-from-streets", [f"go {name}" for name in goals])
            if move:
                yield from self._go(move.split()[1])

    def _bare(self) -> list[str]:
        """Arkham Adventures without gate, monster, locked die or investigator."""
        return [
            name
            for name, place in self.spots.items()
            if place
            and not (place.gate or place.monsters)
            and not (place.faceup and any(place.card.locked))
            and all(person.at != name for person in self.people)
        ]

    def _resolution(self) -> Course:
        person = self.player
        name = person.at
        place = self.places().get(name or "")
        if name is None or place is None or not place.faceup or person.state != "in-play":
            return
        if place.card.event:
            yield from self._event(person, name)
        yield from self.try_place(person, name)

    def _event(self, person: Person, name: str) -> Course:
        self.notice_awakening()
        if not self.decks["event"]:
            self.event_shuffles += 1
            order = self.deal.events(self.event_shuffles)
            box = self.deal.box.events
            self.decks["event"] = [box[number] for number in order if number in self.old_events]
            self.old_events = set()
        if self.decks["event"]:
            card = self.decks["event"].pop(0)
            self.old_events.add(card.number)
            yield from self.carry_out(person, name, card.effects)

    # Midnight

    def _midnight(self) -> Course:
        self.notice_awakening()
        person = self.player
        at_midnight = []
        for name, place in self.places().items():
            card = place.card
            back = () if card.is_world else card.facedown_midnight
            at_midnight.append((name, place, card.midnight if place.faceup else back))
        monsters = [
            monster
            for place in self.places().values()
            for monster, _ in place.monsters
            if monster.midnight
        ]
        old = self.card.midnight if self.card else ()
        yield from self.carry_out(person, STREETS, self.deal.ancient.midnight)
        yield from self._monsters_at_midnight(person, monsters)
        yield from self._cards_at_midnight(person, [one for one in at_midnight if one[2]])
        yield from self.carry_out(person, STREETS, old)
        yield from self._new_mythos()
        self._refresh()

    def _monsters_at_midnight(self, person: Person, monsters: list[Any]) -> Course:
        while monsters:
            self.notice_awakening()
            kinds: dict[Any, Any] = {}
            for monster in monsters:
                kinds.setdefault(monster.midnight, monster)
            options = [f"midnight {monster.id}" for monster in kinds.values()]
            chosen = yield from self.ask("monster-order", options)
            monster = next(one for one in monsters if f"midnight {one.id}" == chosen)
            monsters.remove(monster)
            for name, place in self.places().items():
                if any(other is monster for other, _ in place.monsters):
                    yield from self.carry_out(person, name, monster.midnight)
                    break

    def _cards_at_midnight(
        self, person: Person, cards: list[tuple[str, Place, tuple[Effect, ...]]]
    ) -> Course:
        while cards:
            self.notice_awakening()
            looks: dict[object, str] = {}
            for name, _, effects in cards:
                kinds = {effect.kind for effect in effects}
                here = kinds & {"monster-here", "discard-card", "choose-one"}
                looks.setdefault((effects, name if here else None), f"midnight {name}")
            chosen = yield from self.ask("card-order", list(looks.values()))
            due = next(one for one in cards if f"midnight {one[0]}" == chosen)
            cards.remove(due)
            if self.places().get(due[0]) is due[1]:
                yield from self.carry_out(person, due[0], due[2])

    def _new_mythos(self) -> Course:
        self.notice_awakening()
        if self.card:
            self.old_mythos.add(self.card.number)
        if not self.decks["mythos"]:
            self.mythos_shuffles += 1
            order = self.deal.mythos(self.mythos_shuffles)
            box = self.deal.box.mythos
            self.decks["mythos"] = [box[number] for number in order if number in self.old_mythos]
            self.old_mythos = set()
        self.card = self.decks["mythos"].pop(0)
        self.take_locked_dice()
        yield from self.carry_out(self.player, STREETS, self.card.effects)

    def _refresh(self) -> None:
        self.notice_awakening()
        for person in self.people:
            self.expire(person, "midnight")
            person.used.clear()

    # The Ancient One

    def _attack(self) -> Course:
        yield from self.carry_out(self.player, ANCIENT, self.deal.ancient.attack)
        self._refresh()

    def _awaken(self) -> Course:
        self.attempt = None
        card, self.card = self.card, None
        in_turn, self.in_turn = self.in_turn, False
        gone = self.locks()
        self.card, self.in_turn = card, in_turn
        limits = {"green": 6, "yellow": 1, "red": 1}
        self.gone = [w for w, most in limits.items() for _ in range(min(most, gone.count(w)))]
        self.awake = True
        for person in self.people:
            person.state = "in-play" if person.state == "in-play" else "out"
            person.at = ANCIENT if person.state == "in-play" else None
        if not self.present():
            self.end("lost")
        yield from self.carry_out(self.player, ANCIENT, self.deal.ancient.awakening)
