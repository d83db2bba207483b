"""What only Infinite Gulfs of Darkness has, counted in addition to `events.py`.

`GULFS_EVENTS` and `RARE_GULFS_EVENTS` name what good walks of this game meet in either mode;
`MODE_EVENTS` what they meet in one.
"""

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import (
    GULFS_MANDATORY_EFFECTS,
    GULFS_VOLUNTARY_EFFECTS,
    KEY_EFFECT,
    MENACE_ONGOINGS,
    VOLUNTARY_EFFECTS,
)
from casecracker.engine.referee_areas import Case
from casecracker.engine.referee_gulfs import GulfsReferee
from casecracker.engine.referee_gulfs_areas import GulfsCase
from casecracker.engine.referee_rules import icons_meet, play_fault
from casecracker.engine.referee_table import FREE_LINE, HAND_LIMIT
from tests.events import EVENTS, PENDING, Events, WatchedReferee
from tests.gulfs_table_events import WatchedGulfsTable

GULFS_PENDING = (*PENDING, "icon")

_FAULTS = {
    "edge": "edge",
    "card minimum": "minimum",
    "Lock needs": "lock",
    "Skeleton Lock needs a Skeleton Key": "want of a Skeleton Key",
    "Skeleton Lock needs a Key": "want of any key for a Skeleton Lock",
}
"""What refuses a play, by how the refusal begins."""


class WatchedGulfs(WatchedReferee, GulfsReferee):
    """A referee of Infinite Gulfs of Darkness that counts events."""

    table: WatchedGulfsTable

    def __init__(self, deal: Deal, counts: Events) -> None:
        super().__init__(deal, counts)
        for name in ("menace", "help", "equipment"):
            counts[f"setting: {name} {deal.settings[name]}"] += 1
        counts["start: no open case"] += not self.table.cases
        counts["start: the Machine in hand"] += self.table.is_machine_in_play()

    def _lay_out(self, deal: Deal) -> WatchedGulfsTable:
        return WatchedGulfsTable(deal, self.counts)

    def play(self, text: str) -> None:
        table = self.table
        table.cause = self._cause(text.split())
        limit, complete = table.hand_limit, len(table.objectives())
        super().play(text)
        self.counts["objectives: one card completes two"] += len(table.objectives()) > complete + 1
        self.counts["hand limit: sinks"] += table.hand_limit < limit
        if self.status == "playing":
            self._note_halt()
            kept = HAND_LIMIT < len(table.hand) <= table.hand_limit
            self.counts["hand limit: more than three cards are kept"] += kept

    def _cause(self, words: list[str]) -> str:
        """What the player does, in a word; the answer to a halt leaves the cause as it was."""
        if words[0] in self.free_actions:
            return "free action"
        if self.pending in ("discard", "icon"):
            return self.table.cause
        return {"effect": "effect", "score": "closing"}.get(self.pending, words[0])

    def _note_halt(self) -> None:
        if self.pending in ("discard", "icon"):
            self.counts[f"halt: {self.pending} in {self.table.where()}"] += 1
            strain = any(step.kind == "check" and not step.again for step in self.table.steps)
            self.counts["halt: before a strain check"] += strain

    # What is played.

    def _note(self, words: list[str]) -> None:
        if self.pending in ("discard", "effect") and words[0] == "discard":
            self._note_stubborn(words[1])
        if words[0] in ("use", "pack", "unpack"):
            self._note_item(words)
        elif words[0] == "contact" or self.pending != "icon":
            super()._note(words)
        if words[0] in self.free_actions and self._due == "maintenance":
            self.counts["free action: in maintenance"] += 1

    def _note_stubborn(self, card: str) -> None:
        where = "hand limit" if self.pending == "discard" else self._effects[0]
        area = self.table.leads if where == "discard-lead" else self.table.hand
        marks = [self.table.cards[other].attributes for other in area]
        forced = "no-discard" in self.table.cards[card].attributes
        if any("no-discard" in attributes for attributes in marks):
            self.counts[f"no-discard: {'forced' if forced else 'kept back'}, {where}"] += 1

    def _note_item(self, words: list[str]) -> None:
        due, table = self.pending, self.table
        if words[0] == "use":
            self._note_use(words[1], words[2])
            if words[-1] == self._fetchable and due == "hand-play":
                self.counts["fetch: lead of action c by an item"] += 1
            return
        self.counts[f"{words[0]}: at {due}"] += 1
        room = table.hand_limit - len(table.hand)
        self.counts["pack: instead of a discard"] += words[0] == "pack" and room == -1
        self.counts["unpack: over the hand limit"] += words[0] == "unpack" and room == 0

    def _note_contact(self, side: str) -> None:
        super()._note_contact(side)
        self._note_side(side)

    def _note_side(self, side: str) -> None:
        self.counts[f"item: {side}"] += 1
        self.counts[f"item: {side} at {self.pending}"] += 1

    def _note_use(self, item: str, side: str) -> None:
        kind = "equipment" if item in self.table.helpers else "clue"
        self._note_side(side)
        for event in (side, f"at {self.pending}", f"{side} at {self.pending}"):
            self.counts[f"{kind}: {event}"] += 1
        if kind == "clue":
            machine = "machine" in self.table.cards[item].attributes
            self.counts["use: the Machine"] += machine

    def _note_action(self, words: list[str]) -> None:
        super()._note_action(words)
        if words[0] == "hand":
            self.counts[f"action: hand, for {self._reason_for_hand()}"] += 1

    def _reason_for_hand(self) -> str:
        items = self.table.items_at_hand()
        if self._can_be_played(self.table.hand, ()):
            return "a card in hand"
        if self._can_be_played(self.table.hand, items):
            return "a card in hand with a key"
        briefcase = self._can_be_played(self.table.briefcase, items)
        return "a card of the briefcase" if briefcase else "an item alone"

    def _note_hand_play(self, words: list[str]) -> None:
        super()._note_hand_play(words)
        if words[0] == "pass":
            playable = self._can_be_played(self.table.briefcase, self.table.items())
            self.counts["hand-play: pass beside a card of the briefcase"] += playable

    def _note_refusals(self, cards: list[str]) -> None:
        for card in cards:
            for number in self.table.cases:
                fault = play_fault(self.table, card, number)
                if fault is not None:
                    self.counts[f"play: refused by {self._fault_kind(fault, card, number)}"] += 1

    def _fault_kind(self, fault: str, card: str, number: int) -> str:
        left, right = self._edges(card, self.table.cases[number])
        if not icons_meet(left[0], right[0]) and icons_meet(sum(left, ()), sum(right, ())):
            return "want of the Machine"
        return next((kind for words, kind in _FAULTS.items() if fault.startswith(words)), "edge")

    def _edges(self, card: str, case: Case) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Techniques of the card's left edge and of the line's end, each black and purple."""
        clue = self.table.cards[card]
        end = (
            self.table.case_cards[case.number] if case.last is None else self.table.cards[case.last]
        )
        return (clue.left, clue.left_purple), (end.right, end.right_purple)

    def _note_play(self, words: list[str]) -> None:
        super()._note_play(words)
        table, card = self.table, words[1]
        case = table.cases[int(words[2])]
        assert isinstance(case, GulfsCase)
        clue = table.cards[card]
        self._note_purple(card, case)
        self._note_cover(clue, case)
        if len(words) == 5:
            self._note_use(words[4], KEY_EFFECT)
        if len(words) > 3:
            kind = "Skeleton Lock" if "skeleton-lock" in clue.attributes else "Lock"
            self.counts[f"key side: opens a {kind}"] += 1
        self.counts["play: equipment"] += "equipment" in clue.attributes
        self.counts["play: the Machine"] += "machine" in clue.attributes

    def _note_purple(self, card: str, case: Case) -> None:
        left, right = self._edges(card, case)
        if icons_meet(left[0], right[0]):
            return
        if icons_meet(left[0], sum(right, ())):
            kind = "on the right edge"
        elif icons_meet(sum(left, ()), right[0]):
            kind = "on the left edge"
        else:
            kind = "on both edges"
        self.counts[f"play: purple {kind}"] += 1

    def _note_cover(self, clue: Clue, case: GulfsCase) -> None:
        if not (case.prevented or self.table.prevented_any):
            return
        both = case.prevented and self.table.prevented_any
        way = "both" if both else "the case" if case.prevented else "the briefcase"
        self.counts[f"cover: of {way}"] += 1
        gained = "darkness" in clue.attributes and bool(self.table.gained_effects())
        self.counts["cover: printed effects"] += bool(clue.effects)
        self.counts["cover: gained effects"] += gained
        self.counts["cover: no effects"] += not (clue.effects or gained)
        self.counts["cover: under strain"] += len(case.line) >= FREE_LINE

    def _note_lock(self, clue: Clue, case: Case) -> None:
        marks = [mark for card in case.line for mark in self.table.cards[card].attributes]
        count = marks.count
        keys, locks = count("key") + count("skeleton-key"), count("lock") + count("skeleton-lock")
        if "skeleton-lock" in clue.attributes:
            way = (
                "a Skeleton Key"
                if count("skeleton-key") > count("skeleton-lock")
                else "a key effect"
            )
            self.counts[f"play: Skeleton Lock opened by {way}"] += 1
            self.counts["play: Skeleton Lock beside a Lock"] += count("lock") > 0
        elif "lock" in clue.attributes:
            needs_effect = keys <= locks
            plain = count("key") > count("lock")
            way = "a key effect" if needs_effect else "a Key" if plain else "a Skeleton Key"
            self.counts[f"play: Lock opened by {way}"] += 1
            self.counts["play: Lock beside a Skeleton Lock"] += count("skeleton-lock") > 0
        else:
            return
        self.counts["play: lock just opened"] += keys + case.key_effects - locks == 1

    def _note_effect(self, words: list[str]) -> None:
        super()._note_effect(words)
        if self.gained_from:
            haunter = self.gained_from not in self.table.menace_cards
            choice = "skipped" if words[0] == "skip" else "done"
            self.counts[f"gained: {self._effects[0]} {choice}"] += 1
            self.counts["gained: from a Haunter"] += haunter
            self.counts["gained: another follows"] += bool(self._gained)

    def _gain_effects(self) -> None:
        new = self._may_gain and not self._effects
        waiting = len(self._gained) + bool(self.gained_from and self._effects)
        super()._gain_effects()
        left = len(self._gained) + bool(self.gained_from)
        if not new:
            self.counts["gained: lapsed"] += waiting - left

    def _note_window(self, words: list[str]) -> None:
        super()._note_window(words)
        usable = any(
            self._could_use(item, side)
            for item in self.table.items()
            for side in self.table.sides(item)
        )
        self.counts["window: for a card in hand alone"] += not usable

    def _has_contact(self) -> bool:
        return bool(self.table.items_at_hand())


_SIDES = (*VOLUNTARY_EFFECTS, *GULFS_VOLUNTARY_EFFECTS, "prevent-next")
_ITEMS = ("contact", "equipment", "clue")
_DRAWS = ("check", "refill")
_MENACES_BY = (*_DRAWS, "time", "effect")
_ICONS = ("flip", "add", "take", "access")
_HALTS = (
    *(f"{what} in {where}" for what in ("discard", "icon") for where in (*_DRAWS, "time")),
    *(f"{what} in {where}" for what in ("discard", "icon") for where in ("closing", "effect")),
    *("discard in take", "discard in free action"),
)

_ELSEWHERE = (
    *("victim:", "bonus:", "types:", "check: to nowhere", "contact: waits at the bonus"),
    *("end: lost for want of a victim", "end: won with the last victim", "play: lock opened by"),
)
"""How events begin that this game has not, or one mode alone."""

_SELDOM = (
    *("row: empty", "end: won in maintenance", "end: lost by stability, time area full"),
    *("effect: discard-hand skipped", "fetch: lead of action c by the contact"),
    *(f"contact: {side}" for side in ("take-closed", "take-stability", "take-time")),
    *(f"contact: at {due}" for due in ("discard", "score")),
)

GULFS_EVENTS = (
    *(e for e in EVENTS if not e.startswith(_ELSEWHERE) and e not in _SELDOM),
    *(f"effect: {effect} done" for effect in GULFS_VOLUNTARY_EFFECTS),
    *(f"effect: {effect} declined" for effect in GULFS_VOLUNTARY_EFFECTS),
    *(f"effect: {effect} impossible" for effect in GULFS_VOLUNTARY_EFFECTS),
    *(f"effect: {effect} done" for effect in GULFS_MANDATORY_EFFECTS),
    *("effect: close-5 skipped", "effect: close-6 skipped"),
    *("contact: search-menace", "contact: prevent-next"),
    *("clue: key", "equipment: key", "key side: opens a Lock", "key side: opens a Skeleton Lock"),
    *(f"item: {side}" for side in _SIDES if side != "take-stability"),
    *("use: the Machine", "free action: in maintenance", "window: for a card in hand alone"),
    *(f"pack: at {due}" for due in PENDING if due != "score"),
    *(f"unpack: at {due}" for due in PENDING if due not in ("score", "discard")),
    *("pack: instead of a discard", "unpack: over the hand limit"),
    *(f"action: hand, for {reason}" for reason in ("a card in hand", "a card in hand with a key")),
    *("action: hand, for a card of the briefcase", "action: hand, for an item alone"),
    "hand-play: pass beside a card of the briefcase",
    *(f"play: refused by {rule}" for rule in (*_FAULTS.values(), "want of the Machine")),
    *("play: purple on the left edge", "play: purple on the right edge"),
    *(f"play: Lock opened by {way}" for way in ("a Key", "a Skeleton Key", "a key effect")),
    "play: Skeleton Lock opened by a Skeleton Key",
    *("play: Lock beside a Skeleton Lock", "play: Skeleton Lock beside a Lock"),
    *("play: equipment", "play: the Machine", "start: the Machine in hand"),
    *("close: seven types", "close: the last open case", "close: the case had a cover"),
    *("close: the Machine lies there", "close: outright, few types"),
    *(f"close: outright, {count} puzzle" for count in ("no", "one")),
    *(f"no-discard: {how}, hand limit" for how in ("forced", "kept back")),
    *(f"no-discard: {how}, discard-lead" for how in ("forced", "kept back")),
    *("no-discard: kept back, discard-hand", "no-discard: put down"),
    *("no-discard: its hourglass does not count",),
    "no-discard: a gained hourglass does not count",
    *("Darkness: gains the hourglass", "gained: discard-lead done", "gained: discard-lead skipped"),
    *("gained: stability-check done", "gained: from a Haunter", "gained: another follows"),
    *(f"cover: of {way}" for way in ("the case", "the briefcase")),
    *(f"cover: {what} effects" for what in ("printed", "gained", "no")),
    *(f"icon: {icon}, {colour}" for icon in _ICONS for colour in ("black", "purple")),
    *(f"icon: {icon}, purple, no Machine" for icon in _ICONS),
    *(f"icon: {icon} of a {card}" for icon in _ICONS for card in ("case", "menace", "Haunter")),
    *(f"icon: take, {outcome}" for outcome in ("taken", "declined", "empty area")),
    "icon: flip to the closed cases",
    *(f"access: {way}" for way in ("side A", "side B", "side alone", "gone", "no such card")),
    *("access: Haunter, a menace", "access: Haunter, icons at once"),
    *(f"menace: by {cause}" for cause in _MENACES_BY),
    *(f"end: lost for want of a menace, {cause}" for cause in _MENACES_BY),
    *(f"ongoing: {word}" for word in MENACE_ONGOINGS),
    *(f"immediate: {word}" for word in ("access", "remove", "shuffle")),
    *("menace: another is active", "immediate: of a menace that is gone"),
    *(f"remove-aurora: from {place}" for place in ("the deck", "play")),
    *("remove-aurora: the whole deck", "remove-aurora: nothing there"),
    *(f"shuffle-all: {when}" for when in ("the stack ran out", "otherwise", "no cards")),
    *(f"halt: {halt}" for halt in _HALTS),
    *("hand limit: sinks", "hand limit: more than three cards are kept"),
    *("time limit: reached as it is lowered", "time limit: not reached as it is raised"),
    *("time limit: raised and lowered", "time limit: no card needed"),
    *(f"setting: menace {choice}" for choice in ("all", "minus-one", "no-aurora")),
    *(f"setting: help {choice}" for choice in ("both", "contact", "equipment", "none")),
    *(f"setting: equipment {choice}" for choice in ("necronomicon", "third-aklo-ritual")),
)
"""What walks of Infinite Gulfs of Darkness must meet in either mode."""

RARE_GULFS_EVENTS = (
    *_SELDOM,
    *(f"{item}: at {due}" for item in _ITEMS for due in GULFS_PENDING),
    *(f"{item}: {side}" for item in _ITEMS for side in _SIDES),
    *(f"{item}: key at {due}" for item in _ITEMS for due in ("action", "hand-play")),
    *(f"item: {side} at {due}" for side in _SIDES for due in GULFS_PENDING),
    *(f"{word}: at {due}" for word in ("pack", "unpack") for due in GULFS_PENDING),
    *(f"Haunter: icons later, by {cause}" for cause in (*_DRAWS, "time", "closing", "effect")),
    *(f"Haunter: icons later, by {cause}" for cause in ("take", "play", "free action")),
    *("Haunter: two at once", "gained: lapsed", "cover: of both", "cover: under strain"),
    *("effect: prevent-next skipped", "no-discard: forced, discard-hand"),
    *("fetch: lead of action c by an item", "close: outright, several puzzle"),
    *("play: purple on both edges", "play: Skeleton Lock opened by a key effect"),
    *("halt: icon in free action", "halt: discard in play", "halt: icon in play"),
    *("end: won, time area full", "start: no open case"),
)
"""What long walks must meet as well."""

MODE_EVENTS = {
    "hardboiled": ("objectives: some, but not all",),
    "classic": ("types: matching forbids a win",),
}
"""What walks must meet in one mode."""

RARE_MODE_EVENTS = {
    "hardboiled": ("objectives: one card completes two",),
    "classic": ("types: matching counts a second type",),
}
"""What long walks must meet in one mode as well."""
