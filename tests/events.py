"""What happens in a game, counted: a referee that tells which rules it applied.

Walks of both engines in step (`walks.py`) prove something about a rule only if the rule was met.
So a `WatchedReferee` counts every action, effect, refusal, check, shuffle, victim and ending of its
games; `EVENTS` and `RARE_EVENTS` name what good walks meet. It plays as a plain referee does. What
only The King in Yellow has is counted in `king_events.py`, what only Infinite Gulfs of Darkness has
in `gulfs_events.py`.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, TypeAlias

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY, KEY_EFFECT, MANDATORY_EFFECTS, VOLUNTARY_EFFECTS
from casecracker.engine.referee import Referee
from casecracker.engine.referee_areas import Case, matched_types
from casecracker.engine.referee_rules import play_fault
from casecracker.engine.referee_table import OPENING_CASES, Table

Events: TypeAlias = Counter[str]

PENDING = ("action", "discard", "effect", "hand-play", "score", "window")
"""The decisions at which the contact may be used; `bonus` is the one at which it may not."""

_FAULTS = {"edge": "edge", "card minimum": "minimum", "Lock": "lock"}
KING_FAULTS = {
    "yellow card minimum": "yellow minimum",
    "Yellow sign lock needs a Yellow sign": "want of a Yellow sign",
    "Yellow sign lock needs a Key": "want of a Key for a Yellow sign lock",
}
"""What refuses a play, by how the refusal begins."""

_CHOICES = {"decline": "declined", "skip": "skipped"}
_NUMBERS = {5: "five", 6: "six", 7: "seven"}

EVENTS = (
    *(f"action: {word}" for word in ("take", "play", "hand", "close", "pass")),
    *(f"hand-play: {word}" for word in ("play", "pass")),
    *(f"effect: {effect} done" for effect in (*VOLUNTARY_EFFECTS, *MANDATORY_EFFECTS)),
    *(f"effect: {effect} declined" for effect in VOLUNTARY_EFFECTS),
    *(f"effect: {e} impossible" for e in VOLUNTARY_EFFECTS if e != "shuffle-discard"),
    *(f"effect: {effect} skipped" for effect in ("discard-hand", "discard-lead")),
    *(f"contact: {side}" for side in (*VOLUNTARY_EFFECTS, KEY_EFFECT)),
    *(f"contact: at {due}" for due in PENDING),
    *("contact: waits after a scored card", "contact: waits at the bonus", "window: done"),
    *(f"play: refused by {rule}" for rule in _FAULTS.values()),
    *("play: Any on the left edge", "play: after Any on a right edge", "play: line of no card"),
    *("play: minimum just reached", "play: lock just opened", "play: lock opened by key effect"),
    *("close: five types", "close: six types", "score: none", "score: one", "score: several"),
    *("bonus: taken", "bonus: declined", "hand limit: card just taken", "hand limit: another card"),
    *("hand limit: five cards", "fetch: lead of action c by an effect"),
    "fetch: lead of action c by the contact",
    *(f"check: {cause}" for cause in ("effect", "strain")),
    *(f"check: to {area}" for area in ("stability", "discard", "time", "nowhere")),
    *(f"leads run out: {when}" for when in ("check", "refill", "twice in one refill")),
    *(f"leads run out: nothing to shuffle in a {when}" for when in ("check", "refill")),
    *(f"victim: {cause}" for cause in ("check", "refill", "time", "closing")),
    *("types: matching counts a second type", "types: matching forbids a win"),
    *("end: won in maintenance", "end: lost by stability"),
    "end: lost by stability, time area full",
    *(f"end: lost for want of a victim, {c}" for c in ("check", "refill", "time", "closing")),
    "end: won with the last victim, closing",  # any other demand comes after a maintenance
    *(f"end: unknown shuffle in a {when}" for when in ("check", "refill")),
    "row: empty",
)
"""What walks must meet. A win and a stability loss never meet: only plays add to that area, and
the only turn that can complete a win is a closing."""

RARE_EVENTS = (
    *(f"contact: {side} at {due}" for side in VOLUNTARY_EFFECTS for due in PENDING),
    *(f"contact: key at {due}" for due in ("action", "hand-play")),
)
"""What long walks must meet as well."""


class WatchedTable(Table):
    """A table that counts what happens on it without a choice."""

    def __init__(self, deal: Deal, counts: Events) -> None:
        self.counts = counts
        self._cause = "set-up"  # why a card is drawn or a victim appears
        self._drawn: str | None = None
        self._ran_out = 0
        super().__init__(deal)

    def draw(self) -> str | None:
        runs_out, nothing_left = not self.stack, not self.discard
        card = self._drawn = super().draw()
        if self.status == "unknown-shuffle":
            self.counts[f"end: unknown shuffle in a {self._cause}"] += 1
        if runs_out and self.status == "playing":
            self._ran_out += 1
            self.counts[f"leads run out: {self._cause}"] += 1
            if nothing_left:
                self.counts[f"leads run out: nothing to shuffle in a {self._cause}"] += 1
        return card

    def open_case(self) -> bool:
        laid_out = self.cases_begun < OPENING_CASES
        opened = super().open_case()
        if laid_out:
            return opened
        if opened:
            self.counts[f"victim: {self._cause}"] += 1
        elif self.status == "won":
            self.counts[f"end: won with the last victim, {self._cause}"] += 1
        else:
            self.counts[f"end: lost for want of a victim, {self._cause}"] += 1
        return opened

    def check_stability(self, kind: Literal["check", "strain"] = "check") -> None:
        self._cause = "check"
        super().check_stability(kind)
        self.counts[f"check: {'strain' if kind == 'strain' else 'effect'}"] += 1
        if self.status == "playing":
            self.counts[f"check: to {self._place(self._drawn)}"] += 1

    def _place(self, card: str | None) -> str:
        areas = {"stability": self.stability, "time": self.time, "discard": self.discard}
        return next((name for name, area in areas.items() if card in area), "nowhere")

    def finish_closing(self, case: Case) -> None:
        self._cause = "closing"
        super().finish_closing(case)

    def maintain(self) -> None:
        limit, wins = self.deal.settings.number("limits"), self.has_win()
        full, full_time = len(self.stability) >= limit, len(self.time) >= limit
        self._note_types()
        super().maintain()
        self.counts["end: won in maintenance"] += wins
        self.counts["end: lost by stability"] += full and not wins
        self.counts["end: lost by stability, time area full"] += full and full_time and not wins

    def _note_types(self) -> None:
        """Note where counting types or first types would be no matching of cards to types."""
        needed = self.deal.settings.number("puzzles")
        cards = [self.cards[card] for card in self.picture]
        wins, enough = self.has_win(), len(self.types(self.picture)) >= needed
        self.counts["types: matching forbids a win"] += enough and matched_types(cards) < needed
        if wins and len({clue.types[0] for clue in cards}) < needed:
            self.counts["types: matching counts a second type"] += 1

    def _run_out_of_time(self) -> bool:
        self._cause = "time"
        return super()._run_out_of_time()

    def _refill(self) -> None:
        self._cause = "refill"
        before = self._ran_out
        super()._refill()
        self.counts["leads run out: twice in one refill"] += self._ran_out - before > 1


class WatchedReferee(Referee):
    """A referee that counts events; the counter is shared by its copies."""

    def __init__(self, deal: Deal, counts: Events) -> None:
        super().__init__(deal)
        self.counts = counts
        self.table = self._lay_out(deal)
        self._fetchable = ""  # the lead that action c discarded this turn
        self._new_in_hand: set[str] = set()
        self._scored = 0

    def _lay_out(self, deal: Deal) -> Table:
        return WatchedTable(deal, self.counts)

    def play(self, text: str) -> None:
        words, hand = text.split(), set(self.table.hand)
        self._note(words)
        super().play(text)
        if self.status == "playing":
            self._new_in_hand = self.table.hand - hand

    def _note(self, words: list[str]) -> None:
        pending = self.pending
        if words[0] == "contact":
            self._note_contact(words[1])
            if words[-1] == self._fetchable and pending == "hand-play":
                self.counts["fetch: lead of action c by the contact"] += 1
            return
        {
            "action": self._note_action,
            "hand-play": self._note_hand_play,
            "effect": self._note_effect,
            "discard": self._note_discard,
            "score": self._note_score,
            "bonus": self._note_bonus,
            "window": self._note_window,
        }[pending](words)

    def _note_contact(self, side: str) -> None:
        for event in (side, f"at {self.pending}", f"{side} at {self.pending}"):
            self.counts[f"contact: {event}"] += 1

    def _note_action(self, words: list[str]) -> None:
        leads = self.table.leads
        self._scored = 0
        self._fetchable = leads[0] if words[0] == "hand" else ""
        self.counts["row: empty"] += not leads
        self.counts[f"action: {words[0]}"] += 1
        self._note_refusals(leads[:1])
        if words[0] == "play":
            self._note_play(words)
        if words[0] == "close":
            types = len(self.table.types(self.table.cases[int(words[1])].line))
            self.counts[f"close: {_NUMBERS[types]} types"] += 1

    def _note_hand_play(self, words: list[str]) -> None:
        self.counts[f"hand-play: {words[0]}"] += 1
        if words[0] == "play":
            self._note_play(words)

    def _note_refusals(self, cards: list[str]) -> None:
        for card in cards:
            for number in self.table.cases:
                fault = play_fault(self.table, card, number)
                if fault is not None:
                    self.counts[f"play: refused by {_fault_kind(fault)}"] += 1

    def _note_play(self, words: list[str]) -> None:
        clue, case = self.table.cards[words[1]], self.table.cases[int(words[2])]
        if len(words) == 4:
            self._note_contact("key")
        self.counts["play: Any on the left edge"] += ANY in clue.left
        self.counts["play: line of no card"] += case.last is None
        last = self.table.cards.get(case.last or "")
        self.counts["play: after Any on a right edge"] += last is not None and ANY in last.right
        self.counts["play: minimum just reached"] += 0 < clue.minimum == len(case.line)
        if len(words) == 3:
            self._note_lock(clue, case)

    def _note_lock(self, clue: Clue, case: Case) -> None:
        """Note what opened the lock of a card that no key goes with."""
        if "lock" in clue.attributes:
            marks = [mark for card in case.line for mark in self.table.cards[card].attributes]
            locks = marks.count("lock") + marks.count("yellow-sign-lock")
            surplus = marks.count("key") + case.key_effects - locks
            self.counts["play: lock just opened"] += surplus == 1
            self.counts["play: lock opened by key effect"] += surplus == case.key_effects == 1

    def _note_effect(self, words: list[str]) -> None:
        choice = _CHOICES.get(words[0], "done")
        if choice == "declined" and not self._card_choices():
            choice = "impossible"
        self.counts[f"effect: {self._effects[0]} {choice}"] += 1
        if words[-1] == self._fetchable and words[0] in ("take", "exchange"):
            self.counts["fetch: lead of action c by an effect"] += 1

    def _note_discard(self, words: list[str]) -> None:
        kind = "card just taken" if words[1] in self._new_in_hand else "another card"
        self.counts[f"hand limit: {kind}"] += 1
        self.counts["hand limit: five cards"] += len(self.table.hand) == 5

    def _note_score(self, words: list[str]) -> None:
        if words[0] == "score":
            self._scored += 1
            self.counts["contact: waits after a scored card"] += self._has_contact()
        else:
            self.counts[f"score: {('none', 'one', 'several')[min(self._scored, 2)]}"] += 1

    def _note_bonus(self, words: list[str]) -> None:
        self.counts[f"bonus: {'taken' if words[0] == 'take' else 'declined'}"] += 1
        self.counts["contact: waits at the bonus"] += self._has_contact()

    def _note_window(self, words: list[str]) -> None:
        self.counts[f"window: {words[0]}"] += 1

    def _has_contact(self) -> bool:
        return bool(self._sides) and not self._contact_used


def _fault_kind(fault: str) -> str:
    kinds = {**_FAULTS, **KING_FAULTS}
    return next(kind for words, kind in kinds.items() if fault.startswith(words))


def table_of_events(columns: dict[str, Events], names: Iterable[str]) -> str:
    """The counts as a table in Markdown: one row an event, one column a set of walks.

    First come the events of `names` in their order, then all others that were met.
    """
    rows = [f"| event | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    met = sorted(set().union(*columns.values()))
    for event in dict.fromkeys([*names, *met]):
        counts = (f"{events[event]:,}" for events in columns.values())
        rows.append(f"| {event} | {' | '.join(counts)} |")
    return "\n".join(rows)
