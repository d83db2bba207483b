"""Counts what is met in games of Streets of Arkham (met.py) while the engine plays them.

The engine's tables of steps and decisions are replaced, as long as a watch is on, by ones that
look at the table before and after each step.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeAlias
from unittest.mock import patch

from casecracker.engine.streets import effects, flow, locks, midnight
from casecracker.engine.streets.cards import (
    DECKS,
    DICE,
    EMPTY_ROW,
    IN_BOX,
    ORGANIZATIONS,
    WHOLE_ROW,
    Box,
    Effect,
)
from casecracker.engine.streets.deal import WORLDS
from casecracker.engine.streets.flow import DECISIONS, STEPS
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    IN_PLAY,
    LOST,
    MAX_CLUES,
    OUT,
    PLACE_NAMES,
    STREETS,
    WAITING,
    WON,
    Attempt,
    Step,
    Table,
)
from casecracker.engine.streets.uses import ABILITY
from tests.streets.met import NEVER_CHOSEN, Printed, Thing, choice_of, groups, icon_of, kind_of
from tests.streets.met import printed as lists_of

Words: TypeAlias = tuple[Any, ...]


class Watch:
    """What was met in the games of one box.

    Attributes:
        met: How often each thing was met.
    """

    def __init__(self, box: Box) -> None:
        self.met: Counter[Thing] = Counter()
        self._lists = {id(one.effects): one for one in lists_of(box)}
        self._splits = {id(split.options): one for one, split in groups(lists_of(box))}
        for one, split in groups(lists_of(box)):
            for group in split.options:
                part = Printed(f"{one.part}, split", one.name, group)
                self._lists.setdefault(id(group), part)
        self._whole = set(self._lists)
        self._due: dict[int, Printed] = {}
        self._covered: set[int] = set()
        self._kept_effects: list[tuple[Effect, ...]] = []
        self._terrors = 0
        self._has_won_monster = self._awoke_at_midnight = self._is_on = False

    def begin(self) -> None:
        """A new game begins."""
        self._due, self._covered, self._terrors, self._kept_effects = {}, set(), 0, []

    def start(self, state: Callable[[], StreetsState]) -> StreetsState:
        """The first decision of a game, watched."""
        self.begin()
        return self._watched(state)

    def play(self, state: StreetsState, move: str) -> StreetsState:
        """The state after a legal move, watched."""
        self._look_at_move(state, move)
        after = self._watched(lambda: state.play(move))
        if after.status != "playing":
            self._look_at_end(after)
        return after

    def _watched(self, run: Callable[[], StreetsState]) -> StreetsState:
        self._is_on = True
        try:
            return run()
        finally:
            self._is_on = False

    def count(self, section: str, name: str) -> None:
        """Something is met."""
        self.met[section, name] += 1

    # Putting the watch on

    @contextmanager
    def on(self) -> Iterator[None]:
        """While this lasts the engine's steps are looked at; several watches do not go together."""
        steps = {name: self._step(name, run) for name, run in STEPS.items()}
        decisions = {name: self._decision(name, one) for name, one in DECISIONS.items()}
        with ExitStack() as stack:
            stack.enter_context(patch.dict(flow.STEPS, steps))
            stack.enter_context(patch.dict(flow.DECISIONS, decisions))
            awaken, take = midnight.awaken, locks._lock_one
            stack.enter_context(patch.object(midnight, "awaken", self._awakening(awaken)))
            stack.enter_context(patch.object(locks, "_lock_one", self._taking(take)))
            yield

    def _step(self, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        look = _LOOKS.get(name)

        def watched(table: Table, *words: Any) -> None:
            if not self._is_on:
                run(table, *words)
                return
            before = Table(table.deal, table.fields())
            run(table, *words)
            if look is not None:
                look(self, before, table, words)
            self._look_at_seats(before, table)

        return watched

    def _decision(self, name: str, one: flow.Decision) -> flow.Decision:
        choose = self._step(name, one.choose)

        def options(table: Table, *words: Any) -> list[str]:
            found = one.options(table, *words)
            if self._is_on and name in _OPTIONS:
                _OPTIONS[name](self, table, found, words)
            return found

        return flow.Decision(options, choose)

    def _awakening(self, awaken: Callable[[Table], None]) -> Callable[[Table], None]:
        def watched(table: Table) -> None:
            before = Table(table.deal, table.fields())
            awaken(table)
            if self._is_on:
                self._look_at_awakening(before, table)

        return watched

    def _taking(self, take: Callable[[Table, int], None]) -> Callable[[Table, int], None]:
        def watched(table: Table, colour: int) -> None:
            before = Table(table.deal, table.fields())
            take(table, colour)
            if self._is_on:
                self._look_at_taking(before, table)

        return watched

    # Effects

    def look_at_effect(self, before: Table, table: Table, words: Words) -> None:
        """An icon was carried out, or left out if it could not be."""
        seat, place, due = words
        effect = due[0]
        where = self._lists.get(id(due)) or self._due.get(id(due))
        if id(due) in self._whole and where and not where.part.endswith("split"):
            self.count("cards", f"{where.part}: {where.name}")
        base = len(before.stack)
        if due[1:] and where:
            self._note(table.stack[base][3], where)
        pushed = table.stack[base + bool(due[1:]) :]
        if effect.each:
            for step in pushed:
                if where:
                    self._note(step[3], where)
            return
        if self._is_real(before, table, pushed):
            self.met[kind_of(effect)] += 1
            if where:
                self.met[icon_of(where.part, effect)] += 1
        elif where and where.part == "entry":
            self.count("entry", "S4.4 left out for want of what it takes")
        self._look_at_kind(before, table, (seat, place, effect), where)

    def _note(self, some: tuple[Effect, ...], where: Printed) -> None:
        """Remember where effects that are due stand; they are kept, so that ids stay theirs."""
        self._kept_effects.append(some)
        self._due[id(some)] = where

    def _is_real(self, before: Table, table: Table, pushed: list[Step]) -> bool:
        is_changed = before.fields()[:-1] != table.fields()[:-1]
        return is_changed or any(_can_follow(table, step) for step in pushed)

    def _look_at_kind(
        self, before: Table, table: Table, what: tuple[int, int, Effect], where: Printed | None
    ) -> None:
        seat, place, effect = what
        is_gain, is_in_play = effect.amount > 0, before.seats[seat].status == IN_PLAY
        if where is None and effect.kind in ("gate", "monster") and place == STREETS:
            self._look_at_doom_icon(before, effect.kind)
        elif effect.kind in ORGANIZATIONS and is_in_play:
            self._look_at_joining(before.seats[seat].member, effect.kind)
        elif effect.kind == "discard-card" and before.spot(place).card >= 0:
            self._look_at_discard(before, place)
        elif effect.kind == "elder-sign":
            self._look_at_signs(before, table, is_gain)
        elif effect.kind == "clue" and is_gain and is_in_play:
            if sum(one.clues for one in before.seats) == MAX_CLUES:
                self.count("splits", "S10.13 no Clue left in the box")
        elif before.ability(seat) == f"extra-{effect.kind}" and is_gain and is_in_play:
            self.count("abilities", f"extra-{effect.kind}")
        elif effect.kind == "adventure-fails-at-once" and table.attempt is not None:
            self.count("attempts", "S7.13 the attempt fails at once")
        elif effect.kind == "devoured" and is_in_play:
            self.count("devoured", "S13.1 by an effect")

    def _look_at_doom_icon(self, before: Table, kind: str) -> None:
        self.count("doom icons", f"{before.deal.ancient.id}: {kind} at {before.doom}")
        if before.doom in self._covered:
            self.count("awakening", "S12.3 an icon again")
        self._covered.add(before.doom)

    def _look_at_joining(self, member: str, organization: str) -> None:
        if not member:
            self.count("memberships", f"S5.4 gained: {organization}")
        elif member == organization:
            self.count("memberships", f"S5.4 gained again: {organization}")

    def _look_at_signs(self, before: Table, table: Table, is_gain: bool) -> None:
        if not is_gain:
            lost = "an Elder Sign lost" if before.signs else "doom in place of an Elder Sign"
            self.count("splits", f"S10.11 {lost}")
        elif table.status == WON and table.doom == table.deal.ancient.doom and not table.awake:
            self.count("ends", "S2.2 the last sign beside the last doom")

    def _look_at_discard(self, before: Table, place: int) -> None:
        spot = before.spot(place)
        if spot.gate >= 0 and place < FIRST_WORLD:
            name = "S6.10 an adventure with a gate discarded: both markers go, no seal"
            self.count("gates", name)
        if spot.monsters:
            self.count("monsters", "S8.10 back from a discarded card")
        if spot.seal:
            self.count("gates", "S3.9 a seal goes with its card")

    def look_at_choice(self, before: Table, table: Table, words: Words) -> None:
        move, seat, _, options = words
        where = self._splits.get(id(options))
        if where:
            self.met[choice_of(where, options[int(move.split()[1]) - 1])] += 1
        self._look_at_refused(before, seat, options)

    def _look_at_refused(
        self, before: Table, seat: int, options: tuple[tuple[Effect, ...], ...]
    ) -> None:
        for group in options:
            if any(effect.kind in NEVER_CHOSEN for effect in group):
                self.count("splits", "S10.4 a blessing or a curse left out")
            elif not all(effects.can_suffer(before, seat, one) for one in effects.together(group)):
                self.count("splits", "S10.3 a group that cannot be fulfilled")

    def choose_is_due(self, table: Table, found: list[str], words: Words) -> None:
        if not found and table.seats[words[0]].status == IN_PLAY:
            self.count("splits", "S10.3 no group can be chosen")

    # Gates

    def look_at_gate(self, before: Table, table: Table, words: Words) -> None:
        if before.awake:
            self.count("gates", "S14.2 no gate opens in the battle")
        elif table.stack and table.stack[-1][0] == "gate-at":
            if any(spot.seal for spot in table.spots):
                self.count("gates", "S6.8 no gate at a seal")
        elif any(spot.seal for spot in before.spots) and not any(s.seal for s in table.spots):
            self.count("gates", "S6.4 all gated or sealed: seals removed, doom")
        elif before.gates_open() == len(before.worlds):
            self.count("gates", "S6.3 no markers: a monster")
        elif not before.decks[WORLDS]:
            self.count("gates", "S6.5 no Other World left: a monster")
        else:
            self.count("gates", "S6.5 no adventure without a gate: a monster")

    def look_at_opening(self, before: Table, table: Table, words: Words) -> None:
        place = int(words[0].split()[1])
        self.count("gates", "S6.1 a gate opens")
        if any(before.is_here(seat, place) for seat in before.in_play()):
            self.count("gates", "S6.2 investigators there leave")
        if before.attempt is not None and table.attempt is None:
            self.count("gates", "S6.2 an attempt there ends")

    def opening_is_due(self, table: Table, found: list[str], words: Words) -> None:
        if len(found) > 1:
            self.count("gates", "S6.6 a choice where it opens")

    def look_at_closing(self, before: Table, table: Table, words: Words) -> None:
        self.count("gates", "S6.9 closed otherwise: a seal")
        colour = next(n for n, spot in enumerate(before.worlds) if table.worlds[n] != spot)
        if any(before.is_here(seat, FIRST_WORLD + colour) for seat in before.in_play()):
            self.count("gates", "S6.9 closed otherwise with somebody there")

    # Movement, events

    def look_at_turn(self, before: Table, table: Table, words: Words) -> None:
        if not before.awake and before.doom < table.doom:
            self.count("awakening", "S14.7 no card in play")

    def look_at_arrival(self, before: Table, table: Table, words: Words) -> None:
        if before.spot(words[0]).up and before.card(words[0]).entry:
            self.count("entry", "S4.1 on arrival")

    def look_at_turning(self, before: Table, table: Table, words: Words) -> None:
        seat, place, card = words
        if not before.is_here(seat, place) or before.spot(place).card != card:
            self.count("Streets of Arkham card", "S3.4 a back takes him away")
        elif place >= FIRST_WORLD:
            self.count("Streets of Arkham card", "S3.5 an Other World turned faceup")
        else:
            self.count("Streets of Arkham card", "S3.4 a back, then the other side")

    def look_at_entry(self, before: Table, table: Table, words: Words) -> None:
        seat, place, card = words
        if before.is_here(seat, place) and before.box.places[card].entry:
            self.count("entry", "S4.2 turned faceup while there")

    def look_at_streets(self, before: Table, table: Table, words: Words) -> None:
        section = "Streets of Arkham card"
        if words[0] == "streets-rest":
            self.count(section, "S3.6 points regained")
        elif words[0] == "streets-flip":
            self.count(section, "S3.6 a card turned faceup")
        elif words[0] == "streets-discard":
            self.count(section, "S3.6 a card discarded")

    def look_at_going_on(self, before: Table, table: Table, words: Words) -> None:
        self.count("Streets of Arkham card", "S3.8 he moves on")

    def look_at_streets_discard(self, before: Table, table: Table, words: Words) -> None:
        self._look_at_discard(before, int(words[0].split()[1]))

    def look_at_event(self, before: Table, table: Table, words: Words) -> None:
        self.count("events", "S5.1 an event before the attempt")
        if words[1] >= FIRST_WORLD:
            self.count("events", "S5.1 an event in an Other World")
        if before.shuffles[0] != table.shuffles[0]:
            self.count("events", "S5.2 the pile is shuffled")

    # Attempts

    def look_at_begin(self, before: Table, table: Table, words: Words) -> None:
        seat, place = words
        self._terrors, self._has_won_monster = 0, False
        if not before.is_here(seat, place):
            self.count("events", "S5.1 no attempt after an event that takes the investigator away")
            return
        self._look_at_locks(before)
        if table.attempt is None or place == ANCIENT_ONE:
            return
        member = before.seats[seat].member
        if any(task.is_member for task in before.tasks(place, member)):
            self.count("memberships", f"S5.5 a member's task done: {member}")
        if table.stack[-1][0] == "resolved":
            self.count("attempts", "S7.16 no task was left")

    def _look_at_locks(self, table: Table) -> None:
        raw = [sum(one) for one in zip(*table._locks(), strict=True)] or [0, 0, 0]
        if any(count > most for count, most in zip(raw, IN_BOX, strict=True)):
            self.count("locks", "S8.8 a lock waits")
        if any(raw) and table.is_turn_of("ignores-mythos-and-locks"):
            self.count("abilities", "ignores-mythos-and-locks")
        if table.awake:
            return
        for what, locked in _lockers(table):
            for colour, count in zip(DICE, locked, strict=True):
                if count:
                    self.count("locks", f"{what}: {colour}")

    def look_at_before(self, before: Table, table: Table, words: Words) -> None:
        word, *rest = words[0].split()
        if word == "fail" and before.attempt is not None and not before.attempt.rolls:
            self.count("attempts", "S7.2 failure declared")
        self._look_at_use(before, word, rest)

    def _look_at_use(self, before: Table, word: str, rest: list[str]) -> None:
        seat = before.attempt.seat if before.attempt else before.active
        if word == "use":
            asset = next(one for one in before.box.assets if one.id == rest[0])
            self.count("things used", f"{asset.deck}: {asset.use}")
        elif word == "release":
            self.count("attempts", "S7.12 a die taken off a Spell")
        elif word == "clue":
            self.count("attempts", "S7.5 a Clue")
            if before.ability(seat) == "double-clues":
                self.count("abilities", "double-clues")
        elif word == "ability":
            self.count("abilities", before.ability(_seat_of_ability(before, rest)))

    def look_at_after(self, before: Table, table: Table, words: Words) -> None:
        word, *rest = words[0].split()
        attempt = before.attempt
        assert attempt is not None
        self._look_at_use(before, word, rest)
        if word == "do":
            self._look_at_dice(before, attempt, rest[1:])
        elif word == "pass" and not attempt.scored:
            self._look_at_terror(before, attempt)

    def _look_at_dice(self, before: Table, attempt: Attempt, spent: list[str]) -> None:
        kinds = {")": "a held die", "}": "a helper's die", "]": "a die on a Spell"}
        for die in spent:
            if die[-1] in kinds:
                self.count("attempts", f"S7.7 {kinds[die[-1]]} spent")
        own = before.seats[attempt.seat].kit
        others = {die for number, die in before.secured if number not in own}
        mine = {die for number, die in before.secured if number in own}
        if any(die[-1] == "]" and die[1:-1] in others - mine for die in spent):
            self.count("attempts", "S7.11 another's Spell")

    def _look_at_terror(self, before: Table, attempt: Attempt) -> None:
        if attempt.place == ANCIENT_ONE or "T" not in attempt.roll:
            return
        card = before.box.places[attempt.card].terror
        if before.ability(attempt.seat) == "no-monsters":
            self.count("abilities", "no-monsters")
        elif card or (before.mythos >= 0 and before.box.mythos[before.mythos].terror):
            self.count("attempts", "S7.13 terror")
            if self._terrors:
                self.count("attempts", "S7.13 terror again in the same attempt")
            self._terrors += 1

    def look_at_secure(self, before: Table, table: Table, words: Words) -> None:
        if len(table.secured) > 1 and words[0] != "enough":
            number = words[1]
            if sum(owner == number for owner, _ in table.secured) > 1:
                self.count("attempts", "S7.11 two dice on one Spell")

    def look_at_focus(self, before: Table, table: Table, words: Words) -> None:
        word = words[0].split()[0]
        if word == "focus":
            self.count("attempts", "S7.14 focus")
        elif word == "assist":
            self.count("attempts", "S7.14 help")

    def look_at_drop(self, before: Table, table: Table, words: Words) -> None:
        self.count("attempts", f"S7.14 discarded: {words[0].split()[1]}")
        assert before.attempt is not None
        if before.attempt.place == ANCIENT_ONE:
            self.count("awakening", "S14.3 a failed roll")

    def look_at_payment(self, before: Table, table: Table, words: Words) -> None:
        if words[0] != "lose":
            self.count("attempts", "S7.9 a cost covered by an item")
            self._look_at_cover(before, words[0])

    def look_at_loss(self, before: Table, table: Table, words: Words) -> None:
        move, seat, kind, _ = words
        if move != "lose":
            self._look_at_cover(before, move)
        elif table.seats[seat].status != IN_PLAY:
            self.count("devoured", f"S13.1 for want of {kind}")

    def _look_at_cover(self, before: Table, move: str) -> None:
        self._look_at_use(before, "use", move.split()[1:])

    def look_at_completed(self, before: Table, table: Table, words: Words) -> None:
        number, marker = words
        attempt = before.attempt
        if attempt is None:
            return
        if attempt.place == ANCIENT_ONE:
            self.count("awakening", "S14.3 a doom token off")
            return
        rows = before.box.places[attempt.card].rows
        self._look_at_symbols(before, attempt, number, marker)
        if marker < 0:
            return
        self.count("monsters", "S8.6 won")
        self._has_won_monster = True
        places = {WHOLE_ROW: "on a whole row", EMPTY_ROW: "on an empty row"}
        below = number >= len(rows)
        where = "below the tasks" if below else places.get(rows[number].monster)
        self.count("monsters", f"S8.7 {where or 'on a part of a row'}")
        if any(before.box.monsters[marker].locked):
            self.count("locks", "S8.9 kept for the attempt")

    def _look_at_symbols(self, before: Table, attempt: Attempt, number: int, marker: int) -> None:
        rows = before.box.places[attempt.card].rows
        if marker >= 0:
            for word in set(str(before.box.monsters[marker].row.costs).split()):
                self.count("task symbols", f"monster: {word}")
        if number < len(rows) and (marker < 0 or rows[number].monster > 0):
            for word in set(str(rows[number].costs).split()):
                self.count("task symbols", f"card: {word}")

    def look_at_going(self, before: Table, table: Table, words: Words) -> None:
        if table.stack and table.stack[-1][0] == "after":
            self.count("abilities", "many-tasks")

    def look_at_failure(self, before: Table, table: Table, words: Words) -> None:
        attempt = before.attempt
        if attempt is None or attempt.place == ANCIENT_ONE:
            return
        if attempt.rolls and not attempt.over:
            self.count("attempts", "S7.15 no die left")
        if attempt.helpers:
            self.count("attempts", "S7.15 a helper loses a point")
        if attempt.place >= FIRST_WORLD:
            self.count("gates", "S11.2 a failed Other World stays")
        if self._has_won_monster:
            self.count("monsters", "S8.6 kept though the attempt fails")

    def look_at_resolved(self, before: Table, table: Table, words: Words) -> None:
        attempt = before.attempt
        if attempt is None:
            return
        place, seat = attempt.place, words[0]
        one, card = before.seats[seat], before.box.places[attempt.card]
        spot = before.spot(place)
        self.count("attempts", "S7.16 resolved")
        if any(before.is_here(other, place) for other in before.in_play() if other != seat):
            self.count("attempts", "S7.16 resolved with others there")
        if place >= FIRST_WORLD:
            self.count("gates", "S6.7 an Other World resolved: a seal")
        if spot.seal:
            self.count("gates", "S3.9 a seal goes with its card")
        if spot.monsters:
            self.count("memberships", f"S5.6 a monster on it back in the cup: {one.member}")
        if card.member:
            whose = "" if card.member == one.member else " not for others"
            self.count("memberships", f"S5.7 a member's reward{whose}: {card.member}")

    # Monsters

    def look_at_monster(self, before: Table, table: Table, words: Words) -> None:
        if before.awake:
            self.count("monsters", "S14.2 none appears in the battle")
        elif not before.cup:
            self.count("monsters", "S8.1 the cup is empty")
        elif before.is_turn_of("no-monsters"):
            self.count("abilities", "no-monsters")
        elif table.stack[-1][0] == "place-monster" and table.stack[-1][2] > 0:
            self.count("monsters", "S8.4 here")

    def look_at_placing(self, before: Table, table: Table, words: Words) -> None:
        row = words[0].split()[2]
        if row != "below":
            self.count("monsters", "S8.2 on a monster task")
            return
        place = next(place for place in before.places() if before.spot(place) != table.spot(place))
        side = "faceup" if before.spot(place).up else "facedown"
        self.count("monsters", f"S8.3 below a {side} card")

    def look_at_settling(self, before: Table, table: Table, words: Words) -> None:
        is_below = words[0].endswith("below")
        name = "stays below for want of room" if is_below else "settles on a monster task"
        self.count("monsters", f"S8.5 {name}")

    def look_at_removal(self, before: Table, table: Table, words: Words) -> None:
        self.count("monsters", "S8.10 removed")

    def look_at_defeat(self, before: Table, table: Table, words: Words) -> None:
        self.count("monsters", "S8.6 defeated without dice")

    # Possessions

    def look_at_gain(self, before: Table, table: Table, words: Words) -> None:
        if not before.decks[DECKS.index(words[1])]:
            self.count("splits", "S10.12 an empty deck gives nothing")

    def look_at_other_gain(self, before: Table, table: Table, words: Words) -> None:
        self.count("abilities", "chooses-gain")

    def look_at_membership(self, before: Table, table: Table, words: Words) -> None:
        name = "changed to" if words[0] == "change-member" else "kept against"
        self.count("memberships", f"S5.4 {name}: {words[2]}")

    # Clock, midnight

    def look_at_clock(self, before: Table, table: Table, words: Words) -> None:
        if before.clock_held:
            self.count("midnight", "S10.7 the clock stands still")

    def look_at_turn_end(self, before: Table, table: Table, words: Words) -> None:
        if before.strikes > 1:
            self.count("midnight", "S9.3 midnight again in the same turn: doom")
        if before.strikes and before.clock:
            self.count("midnight", "S9.2 midnight early in a day that a card shortened")

    def look_at_midnight(self, before: Table, table: Table, words: Words) -> None:
        self.count("midnight", "S9.2 midnight after a turn")
        if before.seats[before.active].status != IN_PLAY:
            self.count("midnight", "S9.7 the active investigator has been devoured")

    def look_at_card(self, before: Table, table: Table, words: Words) -> None:
        move, _, cards = words
        name = move.split()[1]
        place, card, _ = next(one for one in cards if PLACE_NAMES[one[0]] == name)
        if before.spot(place).card != card:
            self.count("midnight", "S9.4 a card gone before its turn comes")

    def order_is_due(self, table: Table, found: list[str], words: Words) -> None:
        if len(found) > 1:
            self.count("midnight", "S9.4 the players order the monsters")

    def cards_are_due(self, table: Table, found: list[str], words: Words) -> None:
        if len(found) > 1:
            self.count("midnight", "S9.4 the players order the cards")

    def look_at_order(self, before: Table, table: Table, words: Words) -> None:
        name = words[0].split()[1]
        lying = [m for place in before.places() for m, _ in before.spot(place).monsters]
        if all(before.box.monsters[marker].id != name for marker in lying):
            self.count("midnight", "S9.4 a monster gone before its turn comes")

    def look_at_mythos(self, before: Table, table: Table, words: Words) -> None:
        if before.mythos >= 0:
            self.count("midnight", "S9.5 a new Mythos card")
            if any(before.box.mythos[before.mythos].locked):
                self.count("midnight", "S9.5 dice of the old Mythos card are free")
        if before.shuffles[1] != table.shuffles[1]:
            self.count("midnight", "S9.5 the pile is shuffled")

    def look_at_refresh(self, before: Table, table: Table, words: Words) -> None:
        used = [number for seat in before.seats for number in seat.used]
        if ABILITY in used:
            self.count("midnight", "S9.6 an ability may be used again")
        if any(number >= 0 for number in used):
            self.count("midnight", "S9.6 a thing may be used again")
        if any(a.kit != b.kit for a, b in zip(before.seats, table.seats, strict=True)):
            self.count("midnight", "S9.6 a Skill ends")
        if before.awake and self._awoke_at_midnight:
            self.count("midnight", "S9.6 after an awakening at midnight")
        self._awoke_at_midnight = False

    def look_at_attack(self, before: Table, table: Table, words: Words) -> None:
        self.count("midnight", "S14.5 an attack in place of midnight")

    # Dice taken, the devoured, the awakening, the end

    def _look_at_taking(self, before: Table, table: Table) -> None:
        if before.secured != table.secured:
            self.count("locks", "S8.8 a die taken off a Spell")
        elif before.attempt and table.attempt and before.attempt.pool != table.attempt.pool:
            self.count("locks", "S8.8 a die taken from the hand")
        else:
            self.count("locks", "S8.8 a die taken off a marker")

    def _look_at_seats(self, before: Table, table: Table) -> None:
        if before.seats is table.seats:
            return
        for seat, (old, new) in enumerate(zip(before.seats, table.seats, strict=True)):
            if old.status == IN_PLAY and new.status != IN_PLAY:
                self._look_at_devoured(before, seat)
            elif old.status == WAITING and new.status == IN_PLAY:
                self.count("devoured", "S13.3 a new investigator comes")
            elif old.status == WAITING and new.status == OUT:
                self.count("devoured", "S13.4 none is left in the box")

    def _look_at_devoured(self, before: Table, seat: int) -> None:
        if before.awake:
            self.count("devoured", "S14.6 in the battle, not replaced")
            if before.doom < before.deal.ancient.doom and before.deal.ancient.icons[before.doom]:
                self.count("awakening", "S14.2 a doom icon covered in the battle does nothing")
        if before.attempt and before.attempt.seat == seat:
            self.count("devoured", "S13.2 the active one, his attempt ends")
        elif seat != before.active:
            self.count("devoured", "S13.1 another one")
        if before.seats[seat].member:
            self.count("memberships", "S13.1 lost with a devoured member")

    def _look_at_awakening(self, before: Table, table: Table) -> None:
        names = [step[0] for step in before.stack]
        self._awoke_at_midnight = "refresh" in names
        self.count("awakening", f"S14.1 {_moment(names)}")
        if any(seat.status == WAITING for seat in before.seats):
            self.count("awakening", "S14.1 a waiting seat is out")
        if any(table.lost_dice):
            self.count("locks", "S14.2 dice out of the game")
        if before.mythos >= 0 and any(before.box.mythos[before.mythos].locked):
            self.count("locks", "S14.2 the Mythos card's die is free")

    def _look_at_move(self, state: StreetsState, move: str) -> None:
        if state.pending != "move":
            if state["attempt"] is not None:
                self._look_at_barred(state)
            return
        word, *rest = move.split()
        table = state.table()
        self._look_at_use(table, word, rest)
        place = table.seats[table.active].place
        if move == "stay" and place > STREETS and table.spot(place).up and table.card(place).entry:
            self.count("entry", "S4.3 not again for who stays")

    def _look_at_barred(self, state: StreetsState) -> None:
        """A Spell that an Ancient One forbids in an Other World (S15.4)."""
        place = state["attempt"].place
        ability = state.deal.ancient.ability
        if ability and state.pending == "after" and FIRST_WORLD <= place < ANCIENT_ONE:
            seat = state["seats"][state["attempt"].seat]
            loaded = {number for number, _ in state["secured"]}
            own = [state.deal.box.assets[number] for number in seat.kit]
            if any(one.use == "secure" and one.number not in loaded for one in own):
                self.count("abilities", ability)

    def _look_at_end(self, state: StreetsState) -> None:
        table = state.table()
        if table.status == WON:
            by_signs = table.signs >= table.deal.ancient.signs
            self.count("ends", "S2.1 won by Elder Signs" if by_signs else "S14.4 won in the battle")
        elif table.status == LOST and table.awake:
            self.count("ends", "S2.3 lost: all devoured")
        else:
            self.count("ends", "S2.3 lost: no investigator left in the box")


def _seat_of_ability(before: Table, rest: list[str]) -> int:
    """Whose ability a move uses: `ability SEAT SEAT` in movement, `reroll SEAT`, or one's own."""
    if before.attempt is None:
        return int(rest[0]) - 1
    return int(rest[1]) - 1 if rest[0] == "reroll" else before.attempt.seat


def _can_follow(table: Table, step: Step) -> bool:
    """Whether something comes of a step that an effect has made due."""
    name, *words = step
    if name in DECISIONS:
        return bool(DECISIONS[name].options(table, *words))
    if name == "gain":
        return bool(table.decks[DECKS.index(words[1])])
    if name in ("monster", "gate"):
        return bool(table.cup) and not table.awake
    return True


def _lockers(table: Table) -> Iterator[tuple[str, tuple[int, ...]]]:
    for place in table.places():
        card = table.card(place)
        if table.spot(place).up:
            yield "Other World" if card.is_world else "adventure", card.locked
        for marker, _ in table.spot(place).monsters:
            yield "monster", table.box.monsters[marker].locked
    if table.mythos >= 0:
        yield "Mythos", table.box.mythos[table.mythos].locked


def _moment(names: list[str]) -> str:
    """When in a game an awakening came, by the steps that were due."""
    if "resolve" in names:
        return "in the Movement phase"
    if "clock" in names:
        return "in the Resolution phase"
    if "turn-end" in names:
        return "in the Clock phase"
    return "at midnight" if "next" in names else "in set-up"


_LOOKS: dict[str, Callable[[Watch, Table, Table, Words], None]] = {
    "effects": Watch.look_at_effect,
    "choose": Watch.look_at_choice,
    "gate": Watch.look_at_gate,
    "gate-at": Watch.look_at_opening,
    "close-gate": Watch.look_at_closing,
    "turn": Watch.look_at_turn,
    "arrive": Watch.look_at_arrival,
    "turn-up": Watch.look_at_turning,
    "entry": Watch.look_at_entry,
    "streets": Watch.look_at_streets,
    "streets-discard": Watch.look_at_streets_discard,
    "go-on-from-streets": Watch.look_at_going_on,
    "event": Watch.look_at_event,
    "begin": Watch.look_at_begin,
    "before": Watch.look_at_before,
    "after": Watch.look_at_after,
    "secure": Watch.look_at_secure,
    "focus": Watch.look_at_focus,
    "drop": Watch.look_at_drop,
    "pay": Watch.look_at_payment,
    "lose": Watch.look_at_loss,
    "completed": Watch.look_at_completed,
    "go-on": Watch.look_at_going,
    "failed": Watch.look_at_failure,
    "resolved": Watch.look_at_resolved,
    "monster": Watch.look_at_monster,
    "place-monster": Watch.look_at_placing,
    "settle-monster": Watch.look_at_settling,
    "remove-monster": Watch.look_at_removal,
    "defeat": Watch.look_at_defeat,
    "gain": Watch.look_at_gain,
    "choose-gain": Watch.look_at_other_gain,
    "membership": Watch.look_at_membership,
    "clock": Watch.look_at_clock,
    "turn-end": Watch.look_at_turn_end,
    "midnight": Watch.look_at_midnight,
    "card-order": Watch.look_at_card,
    "monster-order": Watch.look_at_order,
    "mythos": Watch.look_at_mythos,
    "refresh": Watch.look_at_refresh,
    "attack": Watch.look_at_attack,
}
"""What looks at a step, by its name."""

_OPTIONS: dict[str, Callable[[Watch, Table, list[str], Words], None]] = {
    "choose": Watch.choose_is_due,
    "gate-at": Watch.opening_is_due,
    "monster-order": Watch.order_is_due,
    "card-order": Watch.cards_are_due,
}
"""What looks at the options of a decision."""
