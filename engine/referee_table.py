"""The referee's table: set-up, the leads row, lines and closings, maintenance.

No turn and no condition of a move is known here: the referee (`referee.py`) asks and tells. A row
may come to a halt at a card whose immediate effect asks for a choice. Rules: docs/rules.md; the
numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Sequence

from casecracker.engine.deals import Deal
from casecracker.engine.referee_areas import Areas, Case, Event
from casecracker.engine.shuffles import MAX_SHUFFLES

LEADS = 5
HAND_LIMIT = 3
OPENING_CASES = 2
FREE_LINE = 7  # cards of a line that cost no strain check


class Table(Areas):
    """All areas of one game, and what the rules do on them without a choice.

    Attributes:
        asking: The card of the row whose immediate effect waits for a choice, None if none does.
    """

    def __init__(self, deal: Deal) -> None:
        """Lay the deal out: two cases, five leads from right to left, three cards to hand."""
        super().__init__(deal)
        self.asking: str | None = None
        if deal.start is not None:  # `referee_start.py` lays it out
            return
        self._open_first_cases()
        if self._lay({}, range(LEADS, 0, -1)):
            self._draw_hand()
        self.events.clear()

    # Set-up.

    def _open_first_cases(self) -> None:
        for _ in range(OPENING_CASES):
            self.open_case()

    def _lay(self, row: dict[int, str], places: Sequence[int]) -> bool:
        """Draw cards for the empty ones of these places, the first of them first (ruling 17).

        Args:
            row: The cards of the row by their places, 1 on the left to 5; filled here.
            places: What is to be filled; a card that moves to the front leaves its place empty.

        Returns:
            False once no more cards are drawn.
        """
        while empty := [place for place in places if place not in row]:
            card = self.draw()
            if card is None:
                return False
            row[empty[0]] = card
            self.leads = [row[taken] for taken in sorted(row)]
            if not self._enters(card):
                return False
            if self.cards[card].immediate == "to-front" and not self._lay_anew(row, card):
                return False
        return True

    def _lay_anew(self, row: dict[int, str], front: str) -> bool:
        """Deal the others again, behind the card that moved to the front: from left to right."""
        others = len(row) - 1
        row.clear()
        row[1] = front
        return self._lay(row, range(LEADS + 1 - others, LEADS + 1))

    def _draw_hand(self) -> None:
        while len(self.hand) < HAND_LIMIT:
            card = self.draw()
            if card is None:
                return
            self.hand.add(card)

    # Limits.

    @property
    def hand_limit(self) -> int:
        """How many cards the hand may hold."""
        return HAND_LIMIT

    @property
    def time_limit(self) -> int:
        """How many cards fill the time area."""
        return self.deal.settings.number("limits")

    # The leads row and the immediate effects of the cards that enter it.

    def _refill(self) -> None:
        """Fill the row from left to right, up to a card that asks for a choice."""
        while len(self.leads) < LEADS:
            card = self.draw()
            if card is None:
                return
            self.leads.append(card)
            self.events.append(Event("lead", card))
            if not self._enters(card):
                return

    def _enters(self, card: str) -> bool:
        """Carry out the immediate effect of a card that was added to the row.

        False if no card is drawn after it for now: a choice is due, the game is over, or a draw
        gave nothing (ruling 12: then the rest of that refill draws nothing).
        """
        if self.cards[card].immediate:
            self.events.append(Event("immediate", card))
        match self.cards[card].immediate:
            case "to-front":
                return self._move_to_front(card)
            case "discard-top":
                return self._discard_top()
            case "reshuffle-stability":
                return self._replace(self.stability)
            case "reshuffle-time":
                return self._replace(self.time)
            case "discard-hand" | "discard-case" as effect if self.choices(effect):
                self.asking = card
                return False
        return True

    def _move_to_front(self, card: str) -> bool:
        """Make the card the first lead; the other leads go into the stack.

        As many are dealt back as the filling of the row goes on.
        """
        others = set(self.leads) - {card}
        self.leads = [card]
        if others:
            self.shuffle_into_stack(others)
            if self.shuffles > MAX_SHUFFLES:
                # Two such cards alone in row and stack would replace each other for ever.
                self.status = "unknown-shuffle"
        return self.status == "playing"

    def _discard_top(self) -> bool:
        card = self.draw()
        if card is None:
            return False
        self.events.append(Event("top", card, self.put_down(card)))
        return True

    def _replace(self, area: set[str]) -> bool:
        """Shuffle an area into the stack and deal it as many cards, whatever their icons."""
        count = len(area)
        if count:
            self.shuffle_into_stack(area)
        while len(area) < count:
            card = self.draw()
            if card is None:
                return False
            area.add(card)
            self.events.append(Event("dealt", card, self._name(area)))
        return True

    @property
    def halts_at(self) -> str:
        """The decision for which a step that is under way has come to a halt; empty if none has."""
        return "" if self.asking is None else "immediate"

    @property
    def asked(self) -> str:
        """The immediate effect that waits for a choice; empty if none does."""
        return "" if self.asking is None else self.cards[self.asking].immediate

    def answer(self, cards: tuple[str, ...]) -> None:
        """Carry out the immediate effect that waited for a choice, and fill the row further."""
        effect = self.asked
        self.asking = None
        self.apply(effect, cards)
        self._refill()

    # Cases.

    def why_not_open(self, number: int) -> str:
        """Why no open case has that number."""
        if number <= self.cases_begun:
            return f"case {number} is closed"
        appeared = f"{self.cases_begun} case{'s' * (self.cases_begun != 1)}"
        return f"there is no case {number}: {appeared} appeared so far"

    def add_to_line(self, card: str, number: int) -> None:
        """Lay a card at the end of a line, and make the strain check it costs (ruling 11)."""
        self.remove(card)
        case = self.cases[number]
        case.add(card)
        if len(case.line) > FREE_LINE:
            self.check_stability("strain")

    def score(self, card: str, case: Case) -> None:
        """Move a puzzle card of the line to the big picture."""
        case.line.remove(card)
        self.picture.add(card)

    def finish_closing(self, case: Case) -> None:
        """Put the rest of a line into the closed cases; begin anew if no case is open."""
        self.closed |= set(case.line)
        self.events.append(Event("closed", number=case.number))
        del self.cases[case.number]
        if not self.cases:  # ruling 14
            self.shuffle_into_stack(self.discard, self.time)
            self.open_case()

    # Maintenance.

    def maintain(self) -> None:
        """The four steps of the maintenance phase, in their order (ruling 15)."""
        if self.has_win():
            self.status = "won"
        elif len(self.stability) >= self.deal.settings.number("limits"):
            self.status = "lost"
        elif len(self.time) < self.time_limit or self._run_out_of_time():
            self._refill()

    def _run_out_of_time(self) -> bool:
        self.events.append(Event("time-limit"))
        if not self.open_case():
            return False
        self.empty_time()
        return True

    def empty_time(self) -> None:
        """Move the cards of the time area to the discard area."""
        self.discard |= self.time
        self.time.clear()
        self.events.append(Event("time-emptied"))
