"""What happens in a game, counted: a referee that tells which rules it applied.

Walks of both engines in step (`walks.py`) prove something about a rule only if the rule was met.
So a `WatchedReferee` counts every action, effect, refusal, check, shuffle, victim and ending of its
games; `EVENTS` and `RARE_EVENTS` name what good walks meet. It plays as a plain referee does.
"""

from collections import Counter
from typing import TypeAlias

from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY, KEY_EFFECT, MANDATORY_EFFECTS, VOLUNTARY_EFFECTS
from casecracker.engine.referee import Referee
from casecracker.engine.referee_areas import Case
from casecracker.engine.referee_rules import play_fault
from casecracker.engine.referee_table import Table

Events: TypeAlias = Counter[str]

PENDING = ("action", "discard", "effect", "hand-play", "score", "window")
"""The decisions at which the contact may be used; `bonus` is the one at which it may not."""

_FAULTS = {"edge": "edge", "card": "minimum", "Lock": "lock"}  # by a refusal's first word
_CHOICES = {"decline": "declined", "skip": "skipped"}

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


class _WatchedTable(Table):
    """A table that counts what happens on it without a choice."""

    def __init__(self, deal: Deal, events: Events) -> None:
        self.events = events
        self._cause = "setup"  # why a card is drawn or a victim appears
        self._checks = "effect"  # why a check is made
        self._drawn: str | None = None
        super().__init__(deal)

    def draw(self) -> str | None:
        runs_out, nothing_left = not self.stack, not self.discard
        card = self._drawn = super().draw()
        if self.status == "unknown-shuffle":
            self.events[f"end: unknown shuffle in a {self._cause}"] += 1
        if runs_out and self.status == "playing":
            self.events[f"leads run out: {self._cause}"] += 1
            if nothing_left:
                self.events[f"leads run out: nothing to shuffle in a {self._cause}"] += 1
        return card

    def open_case(self) -> bool:
        opened = super().open_case()
        if self._cause == "setup":
            return opened
        if opened:
            self.events[f"victim: {self._cause}"] += 1
        elif self.status == "won":
            self.events[f"end: won with the last victim, {self._cause}"] += 1
        else:
            self.events[f"end: lost for want of a victim, {self._cause}"] += 1
        return opened

    def check_stability(self) -> None:
        self._cause = "check"
        super().check_stability()
        self.events[f"check: {self._checks}"] += 1
        if self.status == "playing":
            self.events[f"check: to {self._place(self._drawn)}"] += 1

    def _place(self, card: str | None) -> str:
        areas = {"stability": self.stability, "time": self.time, "discard": self.discard}
        return next((name for name, area in areas.items() if card in area), "nowhere")

    def add_to_line(self, card: str, number: int) -> None:
        self._checks = "strain"
        super().add_to_line(card, number)
        self._checks = "effect"

    def finish_closing(self, case: Case) -> None:
        self._cause = "closing"
        super().finish_closing(case)

    def maintain(self) -> None:
        limit, wins = self.deal.settings.number("limits"), self.has_win()
        full, full_time = len(self.stability) >= limit, len(self.time) >= limit
        self._note_types()
        super().maintain()
        self.events["end: won in maintenance"] += wins
        self.events["end: lost by stability"] += full and not wins
        self.events["end: lost by stability, time area full"] += full and full_time and not wins

    def _note_types(self) -> None:
        """Note where counting types or first types would be no matching of cards to types."""
        needed = self.deal.settings.number("puzzles")
        cards = [self.cards[card] for card in self.picture]
        wins, enough = self.has_win(), len(self.types(self.picture)) >= needed
        self.events["types: matching forbids a win"] += enough and not wins
        if wins and len({clue.types[0] for clue in cards}) < needed:
            self.events["types: matching counts a second type"] += 1

    def _run_out_of_time(self) -> bool:
        self._cause = "time"
        return super()._run_out_of_time()

    def _refill(self) -> None:
        self._cause = "refill"
        before = self.shuffles
        super()._refill()
        self.events["leads run out: twice in one refill"] += self.shuffles - before > 1


class WatchedReferee(Referee):
    """A referee that counts events; the counter is shared by its copies."""

    def __init__(self, deal: Deal, events: Events) -> None:
        super().__init__(deal)
        self.events = events
        self.table = _WatchedTable(deal, events)
        self._fetchable = ""  # the lead that action c discarded this turn
        self._new_in_hand: set[str] = set()
        self._scored = 0

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
                self.events["fetch: lead of action c by the contact"] += 1
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
            self.events[f"contact: {event}"] += 1

    def _note_action(self, words: list[str]) -> None:
        leads = self.table.leads
        self._scored = 0
        self._fetchable = leads[0] if words[0] == "hand" else ""
        self.events["row: empty"] += not leads
        self.events[f"action: {words[0]}"] += 1
        self._note_refusals(leads[:1])
        if words[0] == "play":
            self._note_play(words)
        if words[0] == "close":
            types = len(self.table.types(self.table.cases[int(words[1])].line))
            self.events[f"close: {'six' if types == 6 else 'five'} types"] += 1

    def _note_hand_play(self, words: list[str]) -> None:
        self.events[f"hand-play: {words[0]}"] += 1
        if words[0] == "play":
            self._note_play(words)

    def _note_refusals(self, cards: list[str]) -> None:
        for card in cards:
            for number in self.table.cases:
                fault = play_fault(self.table, card, number)
                if fault is not None:
                    self.events[f"play: refused by {_FAULTS[fault.split()[0]]}"] += 1

    def _note_play(self, words: list[str]) -> None:
        clue, case = self.table.cards[words[1]], self.table.cases[int(words[2])]
        if len(words) == 4:
            self._note_contact("key")
        self.events["play: Any on the left edge"] += ANY in clue.left
        self.events["play: line of no card"] += case.last is None
        last = self.table.cards.get(case.last or "")
        self.events["play: after Any on a right edge"] += last is not None and ANY in last.right
        self.events["play: minimum just reached"] += 0 < clue.minimum == len(case.line)
        if "lock" in clue.attributes and len(words) == 3:
            marks = [mark for card in case.line for mark in self.table.cards[card].attributes]
            surplus = marks.count("key") + case.key_effects - marks.count("lock")
            self.events["play: lock just opened"] += surplus == 1
            self.events["play: lock opened by key effect"] += surplus == case.key_effects == 1

    def _note_effect(self, words: list[str]) -> None:
        choice = _CHOICES.get(words[0], "done")
        if choice == "declined" and not self._card_choices():
            choice = "impossible"
        self.events[f"effect: {self._effects[0]} {choice}"] += 1
        if words[-1] == self._fetchable and words[0] in ("take", "exchange"):
            self.events["fetch: lead of action c by an effect"] += 1

    def _note_discard(self, words: list[str]) -> None:
        kind = "card just taken" if words[1] in self._new_in_hand else "another card"
        self.events[f"hand limit: {kind}"] += 1
        self.events["hand limit: five cards"] += len(self.table.hand) == 5

    def _note_score(self, words: list[str]) -> None:
        if words[0] == "score":
            self._scored += 1
            self.events["contact: waits after a scored card"] += self._has_contact()
        else:
            self.events[f"score: {('none', 'one', 'several')[min(self._scored, 2)]}"] += 1

    def _note_bonus(self, words: list[str]) -> None:
        self.events[f"bonus: {'taken' if words[0] == 'take' else 'declined'}"] += 1
        self.events["contact: waits at the bonus"] += self._has_contact()

    def _note_window(self, words: list[str]) -> None:
        self.events[f"window: {words[0]}"] += 1

    def _has_contact(self) -> bool:
        return bool(self._sides) and not self._contact_used


def table_of_events(columns: dict[str, Events]) -> str:
    """The counts as a table in Markdown: one row an event, one column a set of walks."""
    rows = [f"| event | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    met = sorted(set().union(*columns.values()))
    for event in dict.fromkeys([*EVENTS, *RARE_EVENTS, *met]):
        counts = (f"{events[event]:,}" for events in columns.values())
        rows.append(f"| {event} | {' | '.join(counts)} |")
    return "\n".join(rows)
