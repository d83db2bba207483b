"""The referee's effects: icons and sentences of cards, one after another (docs/streets.md)."""

from collections.abc import Callable, Generator
from typing import Any

from casecracker.engine.streets.cards import (
    AdventureCard,
    Effect,
    MonsterMarker,
    effects_text,
)
from casecracker.engine.streets.referee_desk import (
    COLOURS,
    KINDS,
    AwakeningError,
    Course,
    Desk,
    Effects,
    GameOverError,
    Person,
    Place,
    in_order,
)

MOST_CLUES, MOST_SIGNS = 15, 17


class EffectRules(Desk):
    """A desk that carries out effects."""

    def ask(
        self, pending: str, options: list[str], about: str = ""
    ) -> Generator[list[str], str, Any]:
        """The move chosen; a single option is taken unasked, None stands for no option."""
        if len(options) > 1:
            self.pending, self.about = pending, about
            return (yield options)
        return options[0] if options else None

    pending = ""

    def _who(self, person: Person) -> str:
        return f"seat {self.seat(person)}"

    def notice_awakening(self) -> None:
        """Between the effects of two cards it is seen whether the doom track is full."""
        if self.doom == self.deal.ancient.doom and not self.awake:
            raise AwakeningError

    def carry_out(self, person: Person, at: str | None, effects: Effects) -> Course:
        """Effects in their order."""
        for effect in effects:
            if effect.each:
                for other in self.present():
                    yield from self._effect(other, at, effect)
            else:
                yield from self._effect(person, at, effect)

    def _effect(self, person: Person, at: str | None, effect: Effect) -> Course:
        kind, amount, here = effect.kind, effect.amount, person.state == "in-play"
        if kind in ("sanity", "stamina") and here:
            if amount < 0:
                yield from self.lose(person, kind, -amount)
            else:
                self.regain(person, kind, amount)
        elif kind in KINDS and here:
            yield from self._possession(person, kind, amount)
        elif kind == "clue" and here:
            self.clues(person, amount)
        elif kind in ("silver-twilight", "sheldon-gang") and here:
            yield from self._membership(person, kind)
        elif kind == "choose-one" and here:
            yield from self._split(person, at, effect.options)
        elif kind == "trophies" and here:
            yield from self.spend(person, -amount)
        elif kind == "lose-trophy" and here:
            yield from self._spend_one(person, "one")
        elif kind in _SHARED:
            yield from _SHARED[kind](self, person, at, amount)
        elif kind in _OWN and here:
            yield from _OWN[kind](self, person, at, amount)

    # Points and the end of an investigator

    def regain(self, person: Person, kind: str, amount: int) -> None:
        """Points come back, at most those printed."""
        most = getattr(person.who, kind)
        setattr(person, kind, min(most, getattr(person, kind) + amount))

    def lose(self, person: Person, kind: str, amount: int, pending: str = "lose") -> Course:
        """Points are lost, unless items cover them; to "pay" the last one is not possible."""
        while amount and person.state == "in-play":
            covers = [a for a in self.kinds(person.kit) if a.use == f"cover-{kind}"]
            can_lose = pending == "lose" or amount < getattr(person, kind)
            options = ["lose"] * can_lose + [f"cover {asset.id}" for asset in covers]
            about = f"{self._who(person)}: {amount} {kind}"
            chosen = yield from self.ask(pending, options, about)
            if chosen == "lose":
                setattr(person, kind, max(0, getattr(person, kind) - amount))
                if getattr(person, kind) == 0:
                    yield from self.devour(person)
                return
            self.discard(person, next(a for a in covers if a.id == chosen.split()[1]))
            amount -= 1

    def lose_either(self, person: Person) -> Course:
        """A point of sanity or stamina."""
        if person.state == "in-play":
            options = ["sanity", "stamina"]
            kind = yield from self.ask("which-point", options, self._who(person))
            yield from self.lose(person, kind, 1)

    def devour(self, person: Person) -> Course:
        """The investigator leaves with all he has, and doom grows."""
        for asset in in_order(person.kit):
            self.discard(person, asset)
        for trophy in in_order(person.trophies):
            self.give_back(trophy)
        person.cards, person.monsters = [], []
        person.clues, person.member, person.at = 0, None, None
        person.used.clear()
        person.state = "out" if self.awake else "waiting"
        if self.attempt and self.attempt.person is person:
            self.attempt = None
        elif self.attempt:
            helpers = self.attempt.helpers
            self.attempt.helpers = [pair for pair in helpers if pair[0] is not person]
        yield from self.more_doom(1)
        if self.awake and not self.present():
            self.end("lost")

    def end(self, status: str) -> None:
        """The game is over."""
        self.status, self.attempt, self.in_turn = status, None, False
        raise GameOverError

    # Doom and the clock

    def more_doom(self, tokens: int) -> Course:
        """Doom tokens, each with the icon that it covers."""
        ancient = self.deal.ancient
        for _ in range(tokens):
            if self.doom < ancient.doom:
                icon = ancient.icons[self.doom]
                self.doom += 1
                if icon and not self.awake:
                    yield from self._effect(self.player, None, Effect(icon))

    def later(self, times: int) -> Course:
        """The clock advances by three hours, so often."""
        for _ in range(times):
            self.hours = (self.hours + 3) % 12
            if self.hours == 0:
                self.strokes += 1
                if self.strokes > 1:
                    yield from self.more_doom(1)

    def _doom(self, person: Person, at: str | None, amount: int) -> Course:
        if amount > 0:
            yield from self.more_doom(amount)
        else:
            self.doom = max(0, self.doom + amount)

    def _reprieve(self, person: Person, at: str | None, amount: int) -> Course:
        self.doom = max(0, self.doom - amount)
        yield from ()

    def _doom_if_three_gates(self, person: Person, at: str | None, amount: int) -> Course:
        if len(self.worlds) == 3:
            yield from self.more_doom(amount)

    def _clock(self, person: Person, at: str | None, amount: int) -> Course:
        yield from self.later(amount)

    def _hold_clock(self, person: Person, at: str | None, amount: int) -> Course:
        self.clock_stands = True
        yield from ()

    def _sign(self, person: Person, at: str | None, amount: int) -> Course:
        if amount > 0:
            self.signs = min(MOST_SIGNS, self.signs + amount)
            if self.signs >= self.deal.ancient.signs:
                self.end("won")
            return
        missing = max(0, -amount - self.signs)
        self.signs = max(0, self.signs + amount)
        yield from self.more_doom(missing)

    # Possessions

    def clues(self, person: Person, amount: int) -> None:
        """Clue tokens come or go, as far as there are any."""
        left = MOST_CLUES - sum(one.clues for one in self.people)
        person.clues = max(0, person.clues + min(amount, left))

    def take(self, person: Person, kind: str) -> None:
        """The top card of a deck."""
        if self.decks[kind]:
            person.kit.append(self.decks[kind].pop(0))

    def _possession(self, person: Person, kind: str, amount: int) -> Course:
        for _ in range(-amount):
            own = self.kinds([asset for asset in person.kit if asset.deck == kind])
            options = [f"discard {asset.id}" for asset in own]
            chosen = yield from self.ask("lose-asset", options, f"{self._who(person)}: {kind}")
            if chosen:
                name = chosen.split()[1]
                self.discard(person, next(asset for asset in own if asset.id == name))
        if amount < 0:
            return
        ability = person.who.ability
        for _ in range(amount + (ability == f"extra-{kind}")):
            if ability == "chooses-gain" and kind in KINDS[:3]:
                yield from self._another_gain(person, kind)
            else:
                self.take(person, kind)

    def _another_gain(self, person: Person, kind: str) -> Course:
        kinds = dict.fromkeys((kind, "clue", "common-item", "spell"))
        options = [f"gain {one}" for one in kinds]
        chosen = yield from self.ask("choose-gain", options, f"{self._who(person)}: {kind}")
        wanted = chosen.split()[1]
        if wanted == "clue":
            self.clues(person, 1)
        else:
            self.take(person, wanted)

    def _membership(self, person: Person, kind: str) -> Course:
        if person.member in (None, kind):
            person.member = kind
            return
        options = ["stay-member", "change-member"]
        chosen = yield from self.ask("membership", options, f"{self._who(person)}: {kind}")
        if chosen == "change-member":
            person.member = kind

    def spend(self, person: Person, value: int) -> Course:
        """Trophies worth so much, one after another."""
        while value > 0 and person.trophies:
            value -= yield from self._spend_one(person, f"worth {value}")

    def _spend_one(self, person: Person, how_much: str) -> Generator[list[str], str, int]:
        """A trophy is spent, if there is one; what it is worth."""
        own = {trophy.id: trophy for trophy in person.trophies}
        options = [f"spend {name}" for name in own]
        chosen = yield from self.ask("spend", options, f"{self._who(person)}: {how_much}")
        if chosen is None:
            return 0
        trophy = own[chosen.split()[1]]
        self.part_with(person, trophy)
        return trophy.trophies

    def part_with(self, person: Person, trophy: AdventureCard | MonsterMarker) -> None:
        """A trophy is spent."""
        if isinstance(trophy, AdventureCard):
            person.cards.remove(trophy)
        else:
            person.monsters.remove(trophy)
        self.give_back(trophy)

    def give_back(self, trophy: AdventureCard | MonsterMarker) -> None:
        """A card under its deck, a marker into the cup."""
        if isinstance(trophy, AdventureCard):
            self.decks["world" if trophy.is_world else "adventure"].append(trophy)
        else:
            self.cup.add(trophy.number)

    def _split(self, person: Person, at: str | None, groups: tuple[Effects, ...]) -> Course:
        possible = {
            f"choose {number}": group
            for number, group in enumerate(groups, start=1)
            if all(self._has_for(person, effect, group) for effect in group)
        }
        about = f"{self._who(person)}: {' | '.join(map(effects_text, groups))}"
        chosen = yield from self.ask("choose", list(possible), about)
        if chosen:
            yield from self.carry_out(person, at, possible[chosen])

    def _has_for(self, person: Person, effect: Effect, group: Effects) -> bool:
        """Whether a person has what an effect, and others of its kind in the group, take."""
        kind = effect.kind
        loss = sum(-one.amount for one in group if one.kind == kind and one.amount < 0)
        trophies = person.trophies
        if kind in KINDS:
            return loss <= sum(asset.deck == kind for asset in person.kit)
        if kind == "clue":
            return loss <= person.clues
        if kind == "trophies":
            return loss <= sum(trophy.trophies for trophy in trophies)
        if kind == "lose-trophy":
            return bool(trophies)
        return kind not in ("blessed", "cursed")

    # Monsters

    def monster_appears(self, at: str | None) -> Course:
        """A marker out of the cup, onto a card."""
        kept_off = self.player.who.ability == "no-monsters" and self.player.state == "in-play"
        places = self.places()
        if not self.cup or not places or self.awake or (kept_off and self.in_turn):
            return
        self.draws += 1
        order = self.deal.cup(self.draws)
        number = next(one for one in order if one in self.cup)
        self.cup.remove(number)
        monster = self.deal.box.monsters[number]
        if at in places:
            places = {at: places[at]}
        chosen = yield from self.ask("place-monster", self._rooms(places), monster.id)
        _, name, row = chosen.split()
        where = places[name]
        where.monsters.append((monster, None if row == "below" else int(row)))
        self.take_locked_dice()

    def _rooms(self, places: dict[str, Place]) -> list[str]:
        rows = [
            f"monster {name} {row}"
            for name, place in places.items()
            for row in self.free_rows(place)
        ]
        fewest = min((len(place.monsters) for place in places.values()), default=0)
        below = [name for name, place in places.items() if len(place.monsters) == fewest]
        return rows or [f"monster {name} below" for name in below]

    def free_rows(self, place: Place) -> list[int]:
        """Monster tasks of a faceup card that are free and not done, numbered from 1."""
        if not place.faceup:
            return []
        done = self.attempt.done if self.attempt and self.attempt.place is place else set()
        taken = {row for _, row in place.monsters} | done
        rows = enumerate(place.card.rows, start=1)
        return [number for number, row in rows if row.monster != -3 and number not in taken]

    def _monsters(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            yield from self.monster_appears(None)

    def _monsters_here(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            yield from self.monster_appears(at)

    def _remove_monster(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            found = {
                f"remove {pair[0].id}": (place, pair)
                for place in self.places().values()
                for pair in place.monsters
            }
            chosen = yield from self.ask("remove-monster", list(found))
            if chosen:
                place, pair = found[chosen]
                place.monsters.remove(pair)
                self.give_back(pair[0])

    # Gates and cards

    def _gates(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            yield from self.open_gate()

    def open_gate(self) -> Course:
        """A gate opens; or a monster appears."""
        if self.awake:
            return
        free = [name for name in COLOURS if name not in self.worlds]
        has_room = any(place and not place.gate for place in self.spots.values())
        if not free or not has_room or not self.decks["world"]:
            yield from self.monster_appears(None)
            return
        bare = [n for n, place in self.spots.items() if place and not place.gate and not place.seal]
        if not bare:
            for place in self.spots.values():
                if place:
                    place.seal = False
            yield from self.more_doom(1)
            yield from self.open_gate()
            return
        chosen = yield from self.ask("gate-at", [f"gate {name}" for name in bare])
        name = chosen.split()[1]
        spot = self.spots[name]
        assert spot
        spot.gate = free[0]
        self.worlds[free[0]] = Place(self.decks["world"].pop(0), False, gate=free[0])
        self.send_away(name)

    def send_away(self, name: str) -> None:
        """Everybody there goes to the Streets, and an attempt there is off."""
        for person in self.people:
            if person.at == name:
                person.at = "streets"
        if self.attempt and self.attempt.at == name:
            self.attempt = None

    def _close_gate(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            options = [f"close {name}" for name in COLOURS if name in self.worlds]
            chosen = yield from self.ask("close-gate", options)
            if chosen:
                self.lose_world(chosen.split()[1], seal=True)

    def lose_world(self, name: str, seal: bool) -> None:
        """An Other World is discarded and its gate taken off."""
        self.send_away(name)
        place = self.worlds[name]
        for monster, _ in place.monsters:
            self.give_back(monster)
        self.give_back(place.card)
        self.take_gate(name, seal)

    def take_gate(self, name: str, seal: bool) -> None:
        """Both markers of a gate return."""
        del self.worlds[name]
        for spot in self.spots.values():
            if spot and spot.gate == name:
                spot.gate, spot.seal = None, seal

    def discard_spot(self, name: str) -> None:
        """An Arkham Adventure is discarded and replaced."""
        self.send_away(name)
        place = self.spots[name]
        assert place
        for monster, _ in place.monsters:
            self.give_back(monster)
        if place.gate:
            self.lose_world(place.gate, seal=False)
        self.give_back(place.card)
        self.replace(name)

    def replace(self, name: str) -> None:
        """The next Arkham Adventure, facedown."""
        deck = self.decks["adventure"]
        self.spots[name] = Place(deck.pop(0), False) if deck else None

    def _discard_card(self, person: Person, at: str | None, amount: int) -> Course:
        if at in self.worlds:
            self.lose_world(at, seal=True)
        elif at and self.spots.get(at):
            self.discard_spot(at)
        yield from ()

    def turn_one_up(self) -> Course:
        """A facedown Arkham Adventure of the players' choice is turned faceup."""
        options = [f"flip {n}" for n, place in self.spots.items() if place and not place.faceup]
        chosen = yield from self.ask("flip", options)
        if chosen:
            place = self.spots[chosen.split()[1]]
            assert place
            yield from self.turn_up(chosen.split()[1], place)

    def _flip(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            yield from self.turn_one_up()

    def turn_up(self, name: str, place: Place) -> Course:
        """A card is turned faceup; its monsters settle."""
        place.faceup = True
        self.take_locked_dice()
        unsettled = [monster for monster, _ in place.monsters]
        while unsettled and self.free_rows(place):
            rows = [f"monster {name} {row}" for row in self.free_rows(place)]
            below = [f"monster {name} below"] if len(unsettled) > len(rows) else []
            monster = unsettled.pop(0)
            chosen = yield from self.ask("settle-monster", rows + below, monster.id)
            if chosen not in below:
                place.monsters.remove((monster, None))
                place.monsters.append((monster, int(chosen.split()[2])))

    def _to_streets(self, person: Person, at: str | None, amount: int) -> Course:
        if not self.awake:
            person.at = "streets"
            if self.attempt and self.attempt.person is person:
                self.attempt = None
        yield from ()

    # The rest

    def _heal(self, kind: str) -> Course:
        hurt = [one for one in self.present() if getattr(one, kind) < getattr(one.who, kind)]
        chosen = yield from self.ask("heal", [f"heal {self.seat(one)}" for one in hurt], kind)
        if chosen:
            self.regain(self.people[int(chosen.split()[1]) - 1], kind, 1)

    def _healing(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            yield from self._heal("stamina")

    def _respite(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(amount):
            yield from self._heal("sanity")

    def _points(self, person: Person, at: str | None, amount: int) -> Course:
        for _ in range(abs(amount)):
            yield from self.lose_either(person)

    def _fail(self, person: Person, at: str | None, amount: int) -> Course:
        if self.attempt:
            self.attempt.failed_at_once = True
        yield from ()

    def _drop_terror(self, person: Person, at: str | None, amount: int) -> Course:
        if self.attempt:
            self.attempt.hand["green"] -= self.attempt.roll.count("T")
            self.attempt.roll = [die for die in self.attempt.roll if die != "T"]
        yield from ()

    def _devoured(self, person: Person, at: str | None, amount: int) -> Course:
        yield from self.devour(person)

    def _per_gate(self, person: Person, at: str | None, amount: int) -> Course:
        if self.worlds:
            yield from self.lose(person, "sanity", len(self.worlds))

    def _onto_ancient(self, person: Person, at: str | None, amount: int) -> Course:
        self.gates_on_ancient = min(3, self.gates_on_ancient + 1)
        for other in self.present():
            for _ in range(self.gates_on_ancient):
                yield from self.lose_either(other)

    def _gaze(self, person: Person, at: str | None, amount: int) -> Course:
        if self.roll_one() == "T":
            yield from self.devour(person)
        else:
            yield from self.lose(person, "sanity", 1)

    def roll_one(self, which: str = "green") -> str:
        """The next face of a tape."""
        tape = self.deal.tapes[("green", "yellow", "red").index(which)]
        face = tape.part(self.rolled[which], 1)[0]
        self.rolled[which] += 1
        return face


_Rule = Callable[[EffectRules, Person, str | None, int], Course]
_SHARED: dict[str, _Rule] = {
    "doom": EffectRules._doom,
    "reprieve": EffectRules._reprieve,
    "doom-if-gates-3": EffectRules._doom_if_three_gates,
    "clock": EffectRules._clock,
    "expeditious": EffectRules._hold_clock,
    "elder-sign": EffectRules._sign,
    "monster": EffectRules._monsters,
    "monster-here": EffectRules._monsters_here,
    "remove-monster": EffectRules._remove_monster,
    "gate": EffectRules._gates,
    "close-gate": EffectRules._close_gate,
    "discard-card": EffectRules._discard_card,
    "flip": EffectRules._flip,
    "healing": EffectRules._healing,
    "respite": EffectRules._respite,
    "adventure-fails-at-once": EffectRules._fail,
    "discard-all-terror-dice": EffectRules._drop_terror,
    "gate-on-ancient": EffectRules._onto_ancient,
}
"""Effects that happen whoever is left."""

_OWN: dict[str, _Rule] = {
    "streets": EffectRules._to_streets,
    "sanity-or-stamina": EffectRules._points,
    "devoured": EffectRules._devoured,
    "sanity-per-gate": EffectRules._per_gate,
    "gaze": EffectRules._gaze,
}
"""Effects on an investigator who is in play."""
