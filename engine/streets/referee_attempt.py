"""The referee's attempts, from the first roll to trophy or penalty (docs/streets.md, S7)."""

from collections.abc import Generator
from itertools import combinations

from casecracker.engine.dice import COLOURS as FACES
from casecracker.engine.streets.cards import Asset, MonsterMarker, Row
from casecracker.engine.streets.referee_desk import (
    DICE_IN_BOX,
    Course,
    Person,
    Place,
    Task,
    Try,
    colour,
    in_order,
    spelled,
)
from casecracker.engine.streets.referee_effects import MOST_CLUES, EffectRules

ANCIENT = "ancient-one"
EMPTY = -2
_BETTER = {"terror-to-peril": "P", "terror-to-lore": "L"}
_DICE_USES = ("yellow", "red", "yellow-red")


class AttemptRules(EffectRules):
    """A desk that carries out attempts and battles."""

    def try_place(self, person: Person, at: str) -> Course:
        """An attempt of a person who has come to a card, or to the Ancient One."""
        place = self.places().get(at)
        self.notice_awakening()
        if person.state != "in-play" or person.at != at:
            return
        if at != ANCIENT and (place is None or not place.faceup):
            return
        hand = {"green": self._free("green"), "yellow": 0, "red": 0}
        self.attempt = Try(person, at, place, hand)
        while self.attempt:
            if not self._open():
                yield from self._resolve()
                return
            attempt = self.attempt
            if attempt.failed_at_once or not (sum(attempt.hand.values()) or self._more_dice()):
                yield from self._fail_attempt()
                return
            self.notice_awakening()
            goes_on = yield from self._before_roll()
            if not goes_on:
                return

    def _free(self, which: str) -> int:
        return max(0, DICE_IN_BOX[which] - self.locked(which) - self.aside(which))

    # Tasks

    def tasks(self) -> list[Task]:
        """All tasks of the attempt, from the top."""
        attempt = self.attempt
        assert attempt
        if attempt.place is None:
            return [Task(1, self.deal.ancient.combat, None, False)]
        on_rows = {row: monster for monster, row in attempt.place.monsters if row}
        found = []
        for number, row in enumerate(attempt.place.card.rows, start=1):
            monster = on_rows.get(number)
            if monster is None and row.monster == EMPTY:
                continue
            member = bool(row.membership) and row.membership == attempt.person.member
            found.append(Task(number, _with(row, monster), monster, member))
        number = len(attempt.place.card.rows)
        for monster, row_ in attempt.place.monsters:
            if row_ is None:
                number += 1
                found.append(Task(number, monster.row, monster, False))
        return found

    def _open(self) -> list[Task]:
        attempt = self.attempt
        assert attempt
        return [t for t in self.tasks() if t.number not in attempt.done and not t.for_members]

    # Before a roll

    def _before_roll(self) -> Generator[list[str], str, bool]:
        """Uses, then the roll and what follows; False if failure is declared or all is over."""
        while self.attempt:
            self.notice_awakening()
            attempt = self.attempt
            has_dice = sum(attempt.hand.values()) > 0
            options = ["roll"] if has_dice else []
            options += ["fail"] if attempt.rolls == 0 or not has_dice else []
            chosen = yield from self.ask("before", [*options, *self._uses_before()])
            word, *rest = chosen.split()
            if word == "fail":
                yield from self._fail_attempt()
                return False
            if word == "roll":
                yield from self._roll_and_use()
                return True
            if word == "use":
                yield from self.use_before(attempt.person, rest[0])
            elif word == "release":
                pair = next(p for p in self.secured if [p[0].id, p[1]] == rest)
                self.take_off(pair)
                attempt.hand[colour(rest[1])] += 1
                attempt.added |= {colour(rest[1])} - {"green"}
            else:
                self._pay_for_dice(attempt.person, rest[0])
            if self.attempt and not self._open():
                return True
        return False

    def _addable(self, which: str) -> bool:
        attempt = self.attempt
        assert attempt
        return which not in attempt.added and self._free(which) > attempt.hand[which]

    def _add(self, *colours: str) -> None:
        attempt = self.attempt
        assert attempt
        for which in [one for one in colours if self._addable(one)]:
            attempt.hand[which] += 1
            attempt.added.add(which)

    def _uses_before(self) -> list[str]:
        attempt = self.attempt
        assert attempt
        person = attempt.person
        unused = [a for a in self.kinds(person.kit) if a.id not in person.used]
        moves = [
            f"use {a.id}"
            for a in unused
            if self._is_useful(a) and not self.is_barred(a, attempt.at)
        ]
        for spell, die in self.secured:
            move = f"release {spell.id} {die}"
            if colour(die) not in attempt.added and move not in moves:
                moves.append(move)
        return moves + self._paid_dice(person)

    def _is_useful(self, asset: Asset) -> bool:
        attempt = self.attempt
        assert attempt
        if asset.use in _DICE_USES:
            return any(self._addable(which) for which in asset.use.split("-"))
        if asset.use == "defeat-monster":
            return bool(attempt.place and attempt.place.monsters)
        if asset.use == "hold-clock":
            return not self.clock_stands
        return self.restores(attempt.person, asset.use)

    def restores(self, person: Person, use: str) -> bool:
        """Whether something that gives points or Clues would give any."""
        if use == "clue":
            return sum(one.clues for one in self.people) < MOST_CLUES
        return use in ("sanity", "stamina") and getattr(person, use) < getattr(person.who, use)

    def is_barred(self, asset: Asset, at: str | None) -> bool:
        """Whether something is a Spell that cannot be cast at a place."""
        rule = self.deal.ancient.ability == "no-spells-in-other-worlds"
        return rule and asset.deck == "spell" and at in self.worlds

    def _paid_dice(self, person: Person) -> list[str]:
        """What abilities give dice for."""
        attempt, ability = self.attempt, person.who.ability
        assert attempt
        if not (self._addable("yellow") or self._addable("red")):
            return []
        if ability == "other-world-dice" and attempt.at in self.worlds:
            return ["ability dice"]
        if ability == "monster-for-dice":
            return [f"ability {monster.id}" for monster in person.monsters]
        if ability != "trust-fund" or attempt.rolls:
            return []
        own = [a for a in person.kit if a.deck in ("common-item", "spell")]
        clue = ["ability clue"] if person.clues else []
        return clue + [f"ability {asset.id}" for asset in self.kinds(own)]

    def _pay_for_dice(self, person: Person, name: str) -> None:
        if name == "clue":
            person.clues -= 1
        elif person.who.ability == "trust-fund":
            self.discard(person, next(a for a in person.kit if a.id == name))
        elif person.who.ability == "monster-for-dice":
            self.part_with(person, next(m for m in person.monsters if m.id == name))
        self._add("yellow", "red")

    def use_before(self, person: Person, name: str) -> Course:
        """An item, Spell, Ally or Skill is used before a roll or at the start of a turn."""
        asset = next(a for a in person.kit if a.id == name)
        self._wear_out(person, asset)
        if asset.use in _DICE_USES:
            self._add(*asset.use.split("-"))
        elif asset.use == "clue":
            self.clues(person, asset.amount)
        elif asset.use == "hold-clock":
            self.clock_stands = True
        elif asset.use == "defeat-monster":
            yield from self._defeat(person)
        else:
            self.regain(person, asset.use, asset.amount)

    def _wear_out(self, person: Person, asset: Asset) -> None:
        if asset.daily:
            person.used.add(asset.id)
        else:
            self.discard(person, asset)

    def _defeat(self, person: Person) -> Course:
        attempt = self.attempt
        assert attempt
        assert attempt.place
        pairs = {f"defeat {pair[0].id}": pair for pair in attempt.place.monsters}
        chosen = yield from self.ask("defeat", list(pairs))
        monster, row = pairs[chosen]
        self._win(monster, attempt.place)
        if row:
            attempt.done.add(row)

    def _win(self, monster: MonsterMarker, place: Place) -> None:
        attempt = self.attempt
        assert attempt
        place.monsters = [pair for pair in place.monsters if pair[0] is not monster]
        attempt.person.monsters.append(monster)
        attempt.kept += spelled(monster.locked)

    def _more_dice(self) -> bool:
        attempt = self.attempt
        assert attempt
        dice_uses = {a.id for a in attempt.person.kit if a.use in _DICE_USES}
        words = [move.split() for move in self._uses_before()]
        return any(word[0] != "use" or word[1] in dice_uses for word in words)

    # The roll

    def _roll_and_use(self) -> Course:
        """A roll, and what is done with it until the dice are rolled again."""
        attempt = self.attempt
        assert attempt
        attempt.roll = [
            _word(which, self.roll_one(which))
            for which in DICE_IN_BOX
            for _ in range(attempt.hand[which])
        ]
        attempt.rolls += 1
        attempt.changed = attempt.scored = False
        while self.attempt:
            self.notice_awakening()
            options = [*self._completions(), *self._uses_after(), "pass"]
            chosen = yield from self.ask("after", options)
            word, *rest = chosen.split()
            if word == "pass":
                yield from self._pass()
                return
            if word == "do":
                goes_on = yield from self._complete(int(rest[0]), rest[1:])
                if not goes_on:
                    return
            elif word == "clue":
                yield from self._clue()
            elif word == "use":
                yield from self._use_after(rest[0])
            else:
                yield from self._ability_after(rest)

    def _words(self) -> list[str]:
        """All dice that may be spent, sorted as words."""
        attempt = self.attempt
        assert attempt
        held = [f"({die})" for die in attempt.held] + [f"{{{die}}}" for _, die in attempt.helpers]
        return sorted([*attempt.roll, *held, *(f"[{die}]" for _, die in self.secured)])

    def _completions(self) -> list[str]:
        attempt = self.attempt
        assert attempt
        tasks = self._open()
        if attempt.place and attempt.place.card.ordered:
            tasks = tasks[:1]
        goes_on = attempt.person.who.ability == "many-tasks"
        return [
            " ".join(("do", str(task.number), *dice))
            for task in tasks
            if self._affords(attempt.person, task.row)
            for dice in spendings(task.row.needs, self._words(), goes_on)
        ]

    def _affords(self, person: Person, row: Row) -> bool:
        covers = [asset.use for asset in person.kit]
        return all(
            not cost or points + covers.count(f"cover-{kind}") > cost
            for kind, cost, points in (
                ("sanity", row.costs.sanity, person.sanity),
                ("stamina", row.costs.stamina, person.stamina),
            )
        )

    def _uses_after(self) -> list[str]:
        attempt = self.attempt
        assert attempt
        if not attempt.roll:
            return []
        person = attempt.person
        moves = ["clue"] if person.clues else []
        loaded = {spell.id for spell, _ in self.secured}
        for asset in self.kinds(person.kit):
            fits = asset.use in ("reroll", "face") or (
                asset.use == "secure" and asset.id not in loaded
            )
            if fits and asset.id not in person.used and not self.is_barred(asset, attempt.at):
                moves.append(f"use {asset.id}")
        ability = person.who.ability
        if not attempt.changed and ability in _BETTER and "T" in attempt.roll:
            moves.append("ability T")
        if not attempt.changed and ability == "raises-investigation":
            moves += [f"ability {die}" for die in dict.fromkeys(attempt.roll) if _raised(die)]
        helpers = (p for p in self.present() if p.who.ability == "rerolls-daily")
        return moves + [
            f"ability reroll {self.seat(p)}" for p in helpers if "ability" not in p.used
        ]

    def _clue(self) -> Course:
        attempt = self.attempt
        assert attempt
        attempt.person.clues -= 1
        yield from self._reroll(len(attempt.roll), False)
        if attempt.person.who.ability == "double-clues":
            yield from self._reroll(len(attempt.roll), True)

    def _use_after(self, name: str) -> Course:
        attempt = self.attempt
        assert attempt
        asset = next(a for a in attempt.person.kit if a.id == name)
        if asset.use == "secure":
            yield from self._secure(asset)
            return
        self._wear_out(attempt.person, asset)
        if asset.use == "reroll":
            yield from self._reroll(asset.amount, False)
            return
        dice = dict.fromkeys(attempt.roll)
        fit = [d for d in dice if asset.face in FACES[colour(d)] and d[-1] != asset.face]
        chosen = yield from self.ask("change", [f"change {die}" for die in fit], asset.face)
        if chosen:
            self._turn_die(chosen.split()[1], asset.face)

    def _turn_die(self, die: str, face: str) -> None:
        attempt = self.attempt
        assert attempt
        attempt.roll.remove(die)
        attempt.roll.append(_word(colour(die), face))
        attempt.roll.sort()

    def _ability_after(self, words: list[str]) -> Course:
        attempt = self.attempt
        assert attempt
        if words[0] == "reroll":
            self.people[int(words[1]) - 1].used.add("ability")
            yield from self._reroll(2, False)
            return
        attempt.changed = True
        self._turn_die(words[0], _BETTER.get(attempt.person.who.ability) or _raised(words[0])[-1])

    def _reroll(self, most: int, optional: bool) -> Course:
        """Some dice of the roll are rolled again, at least one unless it is optional."""
        attempt = self.attempt
        assert attempt
        chosen: list[str] = []
        while True:
            attempt.roll.sort()
            left = list(attempt.roll)
            for die in chosen:
                left.remove(die)
            more = sorted({die for die in left if not chosen or die >= chosen[-1]})
            options = ["reroll"] if chosen else ["keep"] if optional else []
            options += [f"take {die}" for die in more] if len(chosen) < most else []
            move = yield from self.ask("reroll", options)
            if move is None or move == "keep":
                return
            if move == "reroll":
                break
            chosen.append(move.split()[1])
        for which in DICE_IN_BOX:
            for die in chosen:
                if colour(die) == which:
                    attempt.roll.remove(die)
            new = [_word(which, self.roll_one(which)) for d in chosen if colour(d) == which]
            attempt.roll += new
        attempt.roll.sort()

    def _secure(self, spell: Asset) -> Course:
        attempt = self.attempt
        assert attempt
        for number in range(spell.amount):
            options = ["enough"] if number else []
            options += [f"secure {die}" for die in sorted(set(attempt.roll))]
            move = yield from self.ask("secure", options)
            if move is None or move == "enough":
                return
            die = move.split()[1]
            self._out_of_hand(die)
            self.secured.append((spell, die))

    def _out_of_hand(self, die: str) -> None:
        attempt = self.attempt
        assert attempt
        attempt.roll.remove(die)
        attempt.hand[colour(die)] -= 1

    # A task is completed

    def _complete(self, number: int, dice: list[str]) -> Generator[list[str], str, bool]:
        """True if more may be done with the same roll."""
        attempt = self.attempt
        assert attempt
        task = next(task for task in self._open() if task.number == number)
        for die in dice:
            self._spend_die(die)
        costs = task.row.costs
        for kind, cost in (("stamina", costs.stamina), ("sanity", costs.sanity)):
            if cost:
                yield from self.lose(attempt.person, kind, cost, "pay")
        yield from self.later(costs.clock)
        if self.attempt is not attempt:
            return False
        attempt.scored = True
        if attempt.place is None:
            self.doom -= 1
            if self.doom == 0:
                self.end("won")
        else:
            yield from self._mark(task, attempt.place)
        if self.attempt is not attempt:
            return False
        self.notice_awakening()
        if self._open() and attempt.person.who.ability == "many-tasks" and attempt.roll:
            return True
        if self._open():
            self._clear()
        return False

    def _mark(self, task: Task, place: Place) -> Course:
        attempt = self.attempt
        assert attempt
        if task.monster:
            self._win(task.monster, place)
        if task.number <= len(place.card.rows):
            attempt.done.add(task.number)
        for _ in range(task.row.costs.gate):
            yield from self.open_gate()
        yield from self.more_doom(task.row.costs.doom)

    def _clear(self) -> None:
        """The dice in hand are taken up again."""
        if self.attempt:
            self.notice_awakening()
            self.attempt.roll = []
            self.attempt.changed = self.attempt.scored = False

    def _spend_die(self, word: str) -> None:
        attempt = self.attempt
        assert attempt
        bare = word.strip("()[]{}")
        if word[0] == "(":
            attempt.held.remove(bare)
        elif word[0] == "{":
            pairs = sorted(attempt.helpers, key=lambda pair: self.seat(pair[0]))
            attempt.helpers.remove(next(pair for pair in pairs if pair[1] == bare))
        elif word[0] == "[":
            pairs_ = sorted(self.secured, key=lambda pair: pair[0].number)
            self.take_off(next(pair for pair in pairs_ if pair[1] == bare))
        else:
            self._out_of_hand(word)

    # No task is completed

    def _pass(self) -> Course:
        attempt = self.attempt
        assert attempt
        if not attempt.scored:
            yield from self._terror(attempt)
            if self.attempt is attempt:
                yield from self._hold_a_die(attempt)
            if self.attempt is attempt:
                yield from self._drop(attempt)
        self._clear()

    def _terror(self, attempt: Try) -> Course:
        ability = attempt.person.who.ability
        if not attempt.place or "T" not in attempt.roll or ability == "no-monsters":
            return
        card = attempt.place.card
        yield from self.carry_out(attempt.person, attempt.at, card.terror)
        if self.card and ability != "ignores-mythos-and-locks":
            yield from self.carry_out(attempt.person, attempt.at, self.card.terror)

    def _hold_a_die(self, attempt: Try) -> Course:
        if attempt.place:
            self.notice_awakening()
        if not attempt.place or attempt.failed_at_once or len(attempt.roll) < 3:
            return
        dice = sorted(set(attempt.roll))
        options = ["no-focus"] + ([] if attempt.focused else [f"focus {die}" for die in dice])
        holding = [person for person, _ in attempt.helpers]
        for person in self.present():
            here = person.at == attempt.at and person is not attempt.person
            if here and person not in holding:
                options += [f"assist {self.seat(person)} {die}" for die in dice]
        chosen = yield from self.ask("focus", options)
        word, *rest = chosen.split()
        if word == "no-focus":
            return
        self._out_of_hand(rest[-1])
        if word == "focus":
            attempt.held.append(rest[0])
            attempt.focused = True
        else:
            attempt.helpers.append((self.people[int(rest[0]) - 1], rest[1]))

    def _drop(self, attempt: Try) -> Course:
        self.notice_awakening()
        if attempt.failed_at_once:
            return
        options = [f"drop {which}" for which in DICE_IN_BOX if attempt.hand[which]]
        chosen = yield from self.ask("drop", options)
        if chosen:
            attempt.hand[chosen.split()[1]] -= 1

    # The end

    def _fail_attempt(self) -> Course:
        attempt = self.attempt
        assert attempt
        self.notice_awakening()
        self.attempt = None
        if attempt.place is None:
            return
        for person, _ in sorted(attempt.helpers, key=lambda pair: self.seat(pair[0])):
            yield from self.lose_either(person)
        yield from self.carry_out(attempt.person, attempt.at, attempt.place.card.penalties)

    def _resolve(self) -> Course:
        attempt = self.attempt
        assert attempt
        assert attempt.place
        self.notice_awakening()
        place, person = attempt.place, attempt.person
        self.attempt = None
        self.send_away(attempt.at)
        for monster, _ in place.monsters:
            self.give_back(monster)
        person.cards.append(place.card)
        self.expire(person, "resolved")
        if place.card.is_world:
            self.take_gate(attempt.at, seal=True)
        else:
            self.replace(attempt.at)
        is_member = bool(place.card.member) and place.card.member == person.member
        yield from self.carry_out(person, attempt.at, place.card.rewards)
        if is_member:
            yield from self.carry_out(person, attempt.at, place.card.member_reward)

    def expire(self, person: Person, moment: str) -> None:
        """Skills whose time is over go."""
        for asset in in_order([one for one in person.kit if one.expires == moment]):
            self.discard(person, asset)


def _word(which: str, face: str) -> str:
    return {"green": "", "yellow": "y", "red": "r"}[which] + face


def _raised(die: str) -> str:
    """The die with one investigation more, or nothing."""
    face = die[-1]
    if not face.isdigit() or str(int(face) + 1) not in FACES[colour(die)]:
        return ""
    return die[:-1] + str(int(face) + 1)


def _with(row: Row, monster: MonsterMarker | None) -> Row:
    """A row with the monster that lies on it."""
    if monster is None:
        return row
    kept = max(0, row.monster)
    if not kept:
        return monster.row
    return Row((*row.needs[:kept], *monster.row.needs), row.costs.plus(monster.row.costs))


def spendings(
    needs: tuple[str, ...], words: list[str], goes_on: bool = False
) -> list[tuple[str, ...]]:
    """Sets of dice that do a task and of which none can be spared, found by trying all.

    Of those that spend dice of the same colours in hand, and the same held and secured ones, the
    first is taken, looking at the last dice first; unless more is done with the same roll.
    """
    found: dict[object, tuple[str, ...]] = {}
    enough: list[frozenset[int]] = []
    for size in range(len(words) + 1):
        for chosen in sorted(combinations(range(len(words)), size), key=lambda one: one[::-1]):
            some = frozenset(chosen)
            if any(less <= some for less in enough):
                continue
            dice = tuple(words[place] for place in chosen)
            if _meets(needs, [word.strip("()[]{}")[-1] for word in dice]):
                enough.append(some)
                found.setdefault(dice if goes_on else tuple(sorted(map(_look, dice))), dice)
    return list(found.values())


def _look(word: str) -> str:
    return word if word[0] in "([{" else colour(word)


def _meets(needs: tuple[str, ...], faces: list[str]) -> bool:
    """Whether these faces meet all needs, each die serving one."""
    if not needs:
        return True
    need, rest = needs[0], needs[1:]
    places = range(len(faces))
    for size in range(1, len(faces) + 1) if need.isdigit() else [1]:
        for chosen in combinations(places, size):
            if _serves(need, [faces[place] for place in chosen]):
                left = [faces[place] for place in places if place not in chosen]
                if _meets(rest, left):
                    return True
    return False


def _serves(need: str, faces: list[str]) -> bool:
    if not need.isdigit():
        return faces[0] == "W" or faces[0] in need.split("/")
    return sum({"W": 4}.get(face) or int(face) for face in faces if face not in "LPT") >= int(need)
