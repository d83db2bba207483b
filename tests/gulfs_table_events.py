"""What happens on the table of Infinite Gulfs of Darkness without a choice, counted.

Menaces, icons, accesses, draws, limits and ends; what players choose is counted in
`gulfs_events.py`, which also names what good walks meet.
"""

from casecracker.engine.deals import Deal
from casecracker.engine.games import PURPLE
from casecracker.engine.referee_areas import Area, Case, matched_types
from casecracker.engine.referee_gulfs_areas import CLASSIC_TYPES, GulfsCase
from casecracker.engine.referee_gulfs_table import GulfsTable, Step
from casecracker.engine.referee_table import LEADS
from tests.events import Events


class WatchedGulfsTable(GulfsTable):
    """A table that counts what happens on it without a choice.

    Attributes:
        counts: The counter, shared by copies.
        cause: What the player did last, in a word: why a halt or a menace comes.
    """

    def __init__(self, deal: Deal, counts: Events) -> None:
        self.counts = counts
        self.cause = ""
        self._ran_out = 0  # how often the stack ran out in this refill
        super().__init__(deal)

    def where(self) -> str:
        """What is under way and will go on after a halt: a draw, the time step; else the cause."""
        drawing = [step.kind for step in self.steps if step.again]
        if drawing:
            return drawing[0]
        if any(step.kind == "empty-time" for step in self.steps):
            return "time"
        return self.cause

    # Steps.

    def _carry_out(self, step: Step) -> None:
        cause = self._cause_of_menace() if step.kind == "menace" else ""
        if step.kind in ("check", "refill"):
            self._note_draw(step)
        if step.kind == "icon":
            self._note_icon(step)
            self.counts["icon: take, empty area"] += self._icon(step) == "take-stability"
        super()._carry_out(step)
        if self.status == "unknown-shuffle":
            self.counts[f"end: unknown shuffle in a {step.kind}"] += 1
        if cause:
            end = "end: lost for want of a menace," if self.status == "lost" else "menace: by"
            self.counts[f"{end} {cause}"] += 1

    def _cause_of_menace(self) -> str:
        """Why the top menace is turned over, by what waits for it."""
        kinds = [step.kind for step in self.steps[:2]]
        if kinds[:1] == ["renew"]:
            return kinds[1]
        return "time" if kinds[:1] == ["empty-time"] else "effect"

    def _note_draw(self, step: Step) -> None:
        if self.stack or (step.kind == "refill" and len(self.leads) == LEADS):
            return
        if step.again:
            self.counts[f"leads run out: nothing to shuffle in a {step.kind}"] += 1
            return
        self.counts[f"leads run out: {step.kind}"] += 1
        if step.kind == "refill":
            self._ran_out += 1
            self.counts["leads run out: twice in one refill"] += self._ran_out == 2

    # Icons and accesses.

    def _kind(self, source: str) -> str:
        """What a card with icons is: a menace, a Haunter or a case."""
        if source in self.menace_cards:
            return "menace"
        number = int(source.split()[1])
        return "case" if self.case_cards[number].is_case else "Haunter"

    def _note_icon(self, step: Step) -> None:
        icon = step.word.removeprefix(PURPLE).split("-", maxsplit=1)[0]
        counted = bool(self._icon(step))
        colour = "black" if not step.word.startswith(PURPLE) else "purple"
        self.counts[f"icon: {icon}, {colour}{'' if counted else ', no Machine'}"] += 1
        self.counts[f"icon: {icon} of a {self._kind(step.source)}"] += counted

    def answer(self, cards: tuple[str, ...]) -> None:
        self._note_icon(self.steps[0])
        self.counts[f"icon: take, {'taken' if cards else 'declined'}"] += 1
        super().answer(cards)

    def _flip(self, step: Step) -> None:
        before = len(self.closed)
        super()._flip(step)
        self.counts["icon: flip to the closed cases"] += len(self.closed) > before

    def _access(self, number: int) -> None:
        if number in self.case_deck:
            card = self.case_cards[number]
            outcome = (
                f"side {card.side or 'alone'}" if card.is_case else self._outcome_for_haunter()
            )
        else:
            outcome = "gone" if number in self.case_cards else "no such card"
        self.counts[f"access: {outcome}"] += 1
        super()._access(number)

    def _outcome_for_haunter(self) -> str:
        return "Haunter, icons at once" if self.is_machine_in_play() else "Haunter, a menace"

    def _haunt(self) -> None:
        self.counts[f"Haunter: icons later, by {self.where()}"] += 1
        self.counts["Haunter: two at once"] += len(self.haunters) > 1
        super()._haunt()

    # Menaces.

    def _enter(self, menace: str) -> None:
        self.counts["menace: another is active"] += bool(self.menaces)
        for ongoing in self.menace_cards[menace].ongoing:
            self.counts[f"ongoing: {ongoing}"] += 1
        super()._enter(menace)

    def _do_immediate(self, step: Step) -> None:
        word = step.word.split("-", maxsplit=1)[0]
        gone = step.source not in self.menaces
        self.counts[f"immediate: {word}"] += 1
        self.counts["immediate: of a menace that is gone"] += gone
        if step.word == "shuffle-all":
            renewing = any(waiting.kind == "renew" for waiting in self.steps)
            self.counts[f"shuffle-all: {'the stack ran out' if renewing else 'otherwise'}"] += 1
            self.counts["shuffle-all: no cards"] += not (self.stack or self.time or self.discard)
        super()._do_immediate(step)

    def _remove_aurora(self) -> None:
        aurora = self.deal.deck.menace_ids("aurora")
        left = sum(menace in aurora for menace in self.menaces_left)
        active = sum(menace in aurora for menace in self.menaces)
        self.counts["remove-aurora: from the deck"] += left > 0
        self.counts["remove-aurora: from play"] += active > 0
        self.counts["remove-aurora: the whole deck"] += 0 < left == len(self.menaces_left)
        self.counts["remove-aurora: nothing there"] += not left + active
        super()._remove_aurora()

    # Cards.

    def put_down(self, card: str) -> Area:
        clue = self.cards[card]
        area = super().put_down(card)
        self.counts["Darkness: gains the hourglass"] += area == "time" and not clue.time
        stubborn = "no-discard" in clue.attributes
        gains = self._times("darkness-time") > 0 and "darkness" in clue.attributes
        self.counts["no-discard: put down"] += stubborn
        self.counts["no-discard: its hourglass does not count"] += stubborn and clue.time
        self.counts["no-discard: a gained hourglass does not count"] += stubborn and gains
        return area

    def see(self, card: str, kind: str) -> None:
        super().see(card, kind)
        self.counts[f"check: {'strain' if kind == 'strain' else 'effect'}"] += 1
        areas = {"stability": self.stability, "time": self.time, "discard": self.discard}
        self.counts[f"check: to {next(name for name, area in areas.items() if card in area)}"] += 1

    def finish_closing(self, case: Case) -> None:
        assert isinstance(case, GulfsCase)
        self.counts["close: the case had a cover"] += case.prevented
        self.counts["close: the last open case"] += len(self.cases) == 1
        self.counts["close: the Machine lies there"] += any(
            "machine" in self.cards[card].attributes for card in case.line
        )
        super().finish_closing(case)

    def close_outright(self, number: int) -> None:
        line = self.cases[number].line
        puzzles = sum("puzzle" in self.cards[card].attributes for card in line)
        self.counts[f"close: outright, {('no', 'one', 'several')[min(puzzles, 2)]} puzzle"] += 1
        self.counts["close: outright, few types"] += len(self.types(line)) < 5
        super().close_outright(number)

    # Maintenance.

    def maintain(self) -> None:
        self._ran_out = 0
        limit, wins = self.deal.settings.number("limits"), self.has_win()
        full, full_time = len(self.stability) >= limit, len(self.time) >= self.time_limit
        self.counts["end: won in maintenance"] += wins
        self.counts["end: won, stability area full"] += wins and full
        self.counts["end: won, time area full"] += wins and full_time
        self.counts["end: lost by stability"] += full and not wins
        self.counts["end: lost by stability, time area full"] += full and full_time and not wins
        if not (wins or full):
            self._note_time_limit(limit)
        if self.deal.settings["mode"] == "classic":
            self._note_types(wins=wins)
        elif self.objectives() and not wins:
            self.counts["objectives: some, but not all"] += 1
        super().maintain()

    def _note_time_limit(self, limit: int) -> None:
        lowered, cards = self.time_limit, len(self.time)
        self.counts["time limit: reached as it is lowered"] += lowered <= cards < limit
        self.counts["time limit: not reached as it is raised"] += limit <= cards < lowered
        self.counts["time limit: no card needed"] += lowered <= 0 == cards
        self.counts["time limit: raised and lowered"] += lowered == limit and any(
            self.case_cards[number].ongoing for number in self.cases
        )

    def _note_types(self, *, wins: bool) -> None:
        """Note where counting types or first types would be no matching of cards to types."""
        cards = [self.cards[card] for card in self.picture]
        enough = len(self.types(self.picture)) >= CLASSIC_TYPES
        matched = matched_types(cards)
        self.counts["types: matching forbids a win"] += enough and matched < CLASSIC_TYPES
        if wins and len({clue.types[0] for clue in cards}) < CLASSIC_TYPES:
            self.counts["types: matching counts a second type"] += 1
