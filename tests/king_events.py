"""What only The King in Yellow has, counted in addition to `events.py`.

`KING_EVENTS` and `RARE_KING_EVENTS` name what good walks of this game meet. A Passion card is here
any card with an immediate effect.
"""

from typing import Literal

from casecracker.engine.deals import Deal
from casecracker.engine.games import IMMEDIATE_EFFECTS, VOLUNTARY_EFFECTS
from casecracker.engine.referee_areas import Case, matched_types
from casecracker.engine.referee_rules import CLOSING_TYPES
from casecracker.engine.referee_table import FREE_LINE
from tests.events import (
    EVENTS,
    KING_FAULTS,
    PENDING,
    RARE_EVENTS,
    Events,
    WatchedReferee,
    WatchedTable,
)

_LOCKS = ("lock", "yellow-sign-lock")
KING_PENDING = (*PENDING, "immediate")

_OUTCOMES = {
    "to-front": ("replaces leads", "no other lead"),
    "discard-top": ("to the discard area", "to the time area", "no card"),
    "reshuffle-stability": ("replaces cards", "empty area"),
    "reshuffle-time": ("replaces cards", "empty area"),
    "discard-hand": ("asks", "empty hand"),
    "discard-case": ("asks", "empty lines"),
}
_IMMEDIATE = tuple(
    f"{effect}, {outcome}" for effect, outcomes in _OUTCOMES.items() for outcome in outcomes
)
_NOT_AT_SET_UP = ("reshuffle-stability, replaces cards", "discard-hand, asks", "discard-case, asks")

_DRAWS = (
    "leads run out:",
    "leads run out: nothing to shuffle in a",
    "victim:",
    "end: lost for want of a victim,",
    "end: unknown shuffle in a",
)
"""What may come of a draw, whoever draws."""

_SELDOM = (
    "end: won with the last victim, closing",
    "at set-up: discard-top, no card",
    "types: the King adds none",
)

KING_EVENTS = (
    *(event for event in EVENTS if event not in _SELDOM),
    *(f"in a refill: {immediate}" for immediate in _IMMEDIATE),
    *(
        event
        for event in (f"at set-up: {what}" for what in _IMMEDIATE if what not in _NOT_AT_SET_UP)
        if event not in _SELDOM
    ),
    *(f"replacing card in a refill: {effect}" for effect in IMMEDIATE_EFFECTS),
    *(f"replacing card at set-up: {effect}" for effect in IMMEDIATE_EFFECTS),
    *("replacing card: asks for a choice", "immediate: several in one refill"),
    *("immediate: two choices in one refill", "immediate: the same card again"),
    *("discard-hand: to the discard area", "discard-hand: to the time area"),
    *("discard-case: to the discard area", "discard-case: to the time area"),
    *("discard-case: brings a card to light", "discard-case: leaves the last card"),
    *("discard-case: leaves the victim alone", "discard-case: a lock loses its key"),
    *("discard-case: sets a key free", "discard-case: too few types remain"),
    "discard-case: from a line under strain",
    *("contact: at immediate", "contact: hand limit before an immediate"),
    *(f"play: refused by {rule}" for rule in KING_FAULTS.values()),
    *("play: yellow minimum just reached", "play: Yellow sign lock opened by a Key"),
    "play: Yellow sign lock opened by a key effect",
    "play: Yellow sign lock opened by the contact's key",
    *("play: one sign for two locks", "play: Lock beside a Yellow sign lock"),
    *("types: the King forbids a win", "types: the King adds a type"),
    *(
        f"Passion card leaves the row: {way}"
        for way in ("take", "play", "hand", "close", "pass", "take-lead", "discard-lead")
    ),
    *("Passion card leaves the row: contact", "Passion card leaves the row: to-front"),
    *(
        f"Passion card leaves the hand: {way}"
        for way in ("play", "hand limit", "discard-hand", "immediate", "exchange")
    ),
    *(f"Passion card leaves the line: {way}" for way in ("score", "close", "discard-case")),
    *(
        f"Passion card leaves the stack: {way}"
        for way in ("hand at set-up", "check", "search", "discard-top")
    ),
    "Passion card leaves the stack: reshuffle-stability",
    "Passion card leaves the stack: reshuffle-time",
    *(f"{what} {cause}" for what in _DRAWS for cause in ("discard-top", "set-up")),
    *(f"end: unknown shuffle in a {what}" for what in ("reshuffle-stability", "reshuffle-time")),
    "end: too many shuffles by to-front",
)
"""What walks of The King in Yellow must meet."""

RARE_KING_EVENTS = (
    *RARE_EVENTS,
    *_SELDOM,
    *(f"{what} discard-top at set-up" for what in _DRAWS),
    *(f"contact: {side} at immediate" for side in VOLUNTARY_EFFECTS),
    "end: unknown shuffle in a reshuffle-time at set-up",
)
"""What long walks of The King in Yellow must meet as well."""


class WatchedKingTable(WatchedTable):
    """A table that counts also what Passion cards do on it."""

    def __init__(self, deal: Deal, counts: Events) -> None:
        self._at_set_up = True
        self._owed = 0  # cards still to be dealt for leads that to-front replaced
        self._in_refill = self._choices_in_refill = 0  # immediate effects, and those that ask
        self._seen: set[str] = set()
        super().__init__(deal, counts)
        self._at_set_up = False
        self._owed = 0

    def has_immediate(self, card: str) -> bool:
        """Whether it is a Passion card."""
        return bool(self.cards[card].immediate)

    def passion(self, place: str, way: str, *cards: str) -> None:
        """Note the Passion cards among those that leave a place."""
        count = sum(map(self.has_immediate, cards))
        self.counts[f"Passion card leaves the {place}: {way}"] += count

    def _draw_hand(self) -> None:
        self._cause = "set-up"
        super()._draw_hand()
        self.passion("stack", "hand at set-up", *self.hand)

    def check_stability(self, kind: Literal["check", "strain"] = "check") -> None:
        super().check_stability(kind)
        if self._drawn is not None:
            self.passion("stack", "check", self._drawn)

    def maintain(self) -> None:
        self._owed = self._in_refill = self._choices_in_refill = 0
        super().maintain()

    def _enters(self, card: str) -> bool:
        effect = self.cards[card].immediate
        replacing = self._owed > 0
        self._owed -= replacing
        if not effect:
            return super()._enters(card)
        when = "at set-up" if self._at_set_up else "in a refill"
        others = [lead for lead in self.leads if lead != card]
        replaced = len(self._penalties(effect))
        cause, self._cause = self._cause, f"{effect} at set-up" if self._at_set_up else effect
        goes_on = super()._enters(card)
        self._cause = cause
        self.counts[f"{when}: {effect}, {self._outcome(effect, len(others), replaced)}"] += 1
        self.counts[f"replacing card {when}: {effect}"] += replacing
        self.counts["replacing card: asks for a choice"] += replacing and self.asking == card
        self._note_many(card)
        if effect == "to-front":
            self._owed += len(others)
            self.passion("row", "to-front", *others)
            self.counts["end: too many shuffles by to-front"] += self.status == "unknown-shuffle"
        return goes_on

    def _note_many(self, card: str) -> None:
        self._in_refill += 1
        self._choices_in_refill += self.asking == card
        self.counts["immediate: several in one refill"] += self._in_refill == 2
        self.counts["immediate: two choices in one refill"] += self._choices_in_refill == 2
        self.counts["immediate: the same card again"] += card in self._seen
        self._seen.add(card)

    def _penalties(self, effect: str) -> set[str]:
        return {"reshuffle-stability": self.stability, "reshuffle-time": self.time}.get(
            effect, set()
        )

    def _outcome(self, effect: str, others: int, replaced: int) -> str:
        """What the immediate effect did, with that many other leads and penalty cards before."""
        if effect == "to-front":
            return "replaces leads" if others else "no other lead"
        if effect in ("discard-hand", "discard-case"):
            return "asks" if self.asking else _OUTCOMES[effect][1]
        if effect.startswith("reshuffle"):
            if replaced:
                self.passion("stack", effect, *self._penalties(effect))
            return "replaces cards" if replaced else "empty area"
        if self._drawn is None:
            return "no card" if self.status == "playing" else "the game ends"
        self.passion("stack", "discard-top", self._drawn)
        return f"to the {self._place(self._drawn)} area"

    def _note_types(self) -> None:
        super()._note_types()
        cards = [self.cards[card] for card in self.picture]
        others = [clue for clue in cards if "king" not in clue.attributes]
        needed = self.deal.settings.number("puzzles")
        wins, enough = self.has_win(), matched_types(cards) >= needed
        self.counts["types: the King forbids a win"] += enough and not wins
        self.counts["types: the King adds a type"] += wins and matched_types(others) < needed
        self.counts["types: the King adds none"] += wins and matched_types(others) >= needed


_WAYS = {
    "take-lead": ("row", "take-lead"),
    "discard-lead": ("row", "discard-lead"),
    "discard-hand": ("hand", "discard-hand"),
    "exchange-penalty": ("hand", "exchange"),
    "search-stack": ("stack", "search"),
    "discard": ("hand", "hand limit"),
    "hand-play ": ("hand", "play"),
    "score ": ("line", "score"),
    "immediate discard-hand": ("hand", "immediate"),
    "immediate discard-case": ("line", "discard-case"),
}
"""What takes a card away, by the effect or the pending decision: from where, and its name."""


class WatchedKing(WatchedReferee):
    """A referee of The King in Yellow that counts events."""

    table: WatchedKingTable

    def _lay_out(self, deal: Deal) -> WatchedKingTable:
        return WatchedKingTable(deal, self.counts)

    def _note(self, words: list[str]) -> None:
        self._note_passion(words)
        asked = self.table.asking is not None
        self.counts["contact: hand limit before an immediate"] += (
            asked and self.pending == "discard"
        )
        if self.pending == "immediate" and words[0] != "contact":
            self._note_immediate(words[1])
        else:
            super()._note(words)

    def _note_passion(self, words: list[str]) -> None:
        """Note where a Passion card goes that the move names, or that is the first lead."""
        passion, pending = self.table.passion, self.pending
        if pending == "action" and words[0] != "contact":
            passion("row", words[0], *self.table.leads[:1])
        elif pending == "score" and words[0] == "done":
            assert self._closing is not None
            passion("line", "close", *self._closing.line)
        elif words[0] == "contact" and words[1] in _WAYS and len(words) > 2:
            place, way = _WAYS[words[1]]
            passion(place, "contact" if place == "row" else way, words[2])
        elif words[0] != "contact" and len(words) > 1:
            effect = self._effects[0] if pending == "effect" else f"{pending} {self.table.asked}"
            place, way = _WAYS.get("discard" if pending == "discard" else effect, ("", ""))
            if place:
                passion(place, way, words[1])

    def _note_immediate(self, card: str) -> None:
        effect, clue = self.table.asked, self.table.cards[card]
        self.counts[f"{effect}: to the {'time' if clue.time else 'discard'} area"] += 1
        if effect == "discard-case":
            case = next(case for case in self.table.cases.values() if card in case)
            self._note_case(card, case)

    def _note_case(self, card: str, case: Case) -> None:
        left = [other for other in case.line if other != card]
        if card != case.last:
            change = "leaves the last card"
        else:
            change = "brings a card to light" if left else "leaves the victim alone"
        self.counts[f"discard-case: {change}"] += 1
        surplus, types = self._surplus(case.line, case), self.table.types(case.line)
        later = self._surplus(left, case)
        self.counts["discard-case: a lock loses its key"] += later < min(0, surplus)
        self.counts["discard-case: sets a key free"] += later > max(-1, surplus)
        self.counts["discard-case: too few types remain"] += (
            len(types) >= CLOSING_TYPES > len(self.table.types(left))
        )
        self.counts["discard-case: from a line under strain"] += len(case.line) > FREE_LINE

    def _surplus(self, line: list[str], case: Case) -> int:
        marks = [mark for card in line for mark in self.table.cards[card].attributes]
        return marks.count("key") + case.key_effects - sum(map(marks.count, _LOCKS))

    def _note_play(self, words: list[str]) -> None:
        super()._note_play(words)
        clue, case = self.table.cards[words[1]], self.table.cases[int(words[2])]
        marks = [mark for card in case.line for mark in self.table.cards[card].attributes]
        needed = clue.yellow_minimum
        self.counts["play: yellow minimum just reached"] += 0 < needed == marks.count("colour")
        sign_locks = marks.count("yellow-sign-lock")
        self.counts["play: Lock beside a Yellow sign lock"] += (
            "lock" in clue.attributes and sign_locks > 0
        )
        if "yellow-sign-lock" in clue.attributes:
            self.counts[f"play: Yellow sign lock opened by {self._opener(words, case)}"] += 1
            self.counts["play: one sign for two locks"] += (
                marks.count("yellow-sign") == 1 and sign_locks > 0
            )

    def _opener(self, words: list[str], case: Case) -> str:
        if len(words) == 4:
            return "the contact's key"
        needs_effect = self._surplus(case.line, case) <= case.key_effects
        return "a key effect" if needs_effect else "a Key"
