"""The refill of the leads row as formulas, with the immediate effects of the cards that enter it.

The row is filled from left to right. To-front leaves a row with empty places on the right, and so
does a contact that takes a lead before an immediate effect; then the row is gone through again, as
often as the scope says. A single card with to-front comes once in a refill, as it lies in the row
from then on, so two rounds tell all. A game that would need more rounds than are told leaves what
the formulas tell: it counts as over and passes for won (`untold`), which only allows more; or,
where no draws beyond are allowed, it is not allowed either.

Rules: docs/rules.md, W7.5 and K11; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Sequence

from casecracker.engine.deals import Deal
from casecracker.engine.referee_table import LEADS, Table
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_lines import Lines
from casecracker.solver.cpsat_table import Area, Scope

REPLACED = {"reshuffle-stability": "stability", "reshuffle-time": "time"}
"""The area that an immediate effect replaces."""


class Refills(Lines):
    """The leads row.

    Attributes:
        untold: Whether the game has left what the formulas tell.
        astray: Whether it has done so in the middle of this turn: then no more is asked of it.
        tells_immediates: Whether immediate effects are told at all; if not, the formulas allow
            what the rules do not.
    """

    def __init__(self, deal: Deal, scope: Scope, opening: Table, *, spent: bool = False) -> None:
        """Begin a turn."""
        super().__init__(deal, scope, opening, spent=spent)
        self.untold = FALSE
        self.astray = FALSE
        self.tells_immediates = True
        self._takes_leads = scope.contact and "take-lead" in self.outside_help()
        self._fronts = sum(clue.immediate == "to-front" for clue in self.clues)

    def refill(self, given: int) -> None:
        """Close the gaps and fill the row from left to right (W7.5), if `given`."""
        self.close_gaps()
        self._entered = 0
        full = max(LEADS - self.scope.gaps, 0)
        if full > 0:
            self.formula.clause(-given, self.filled[full - 1])
        again = self._fill_row(given, full)
        for _ in range(1, self.scope.rounds):
            again = self._fill_row(again, 0 if self._takes_leads else 1)
        if self.scope.draws_beyond and (self._takes_leads or self._fronts > 1):
            self.untold = self.formula.some((self.untold, again))
        else:
            self.formula.clause(-again)

    def may_take_leads(self) -> bool:
        """Whether a free action may take a card of the row."""
        return self._takes_leads and self.spent != TRUE

    def close_gaps(self) -> None:
        """Move the leads to the left: the leftmost one is the first lead."""
        old_row = self.row
        origins = self._origins(self.filled)
        self.row = [self._moved(origins[place], old_row) for place in range(LEADS)]
        self.filled = [self.formula.some(origins[place].values()) for place in range(LEADS)]

    def _origins(self, filled: Sequence[int]) -> list[dict[int, int]]:
        """For each place, from which places its card may come, and the literal that it does."""
        origins: list[dict[int, int]] = [{} for _ in range(LEADS)]
        counts = [TRUE]  # that so many of the places seen so far are filled
        for place, full in enumerate(filled):
            for count, literal in enumerate(counts):
                comes = self.formula.both(literal, full)
                if comes != FALSE:
                    origins[count][place] = comes
            same = [self.formula.both(count, -full) for count in counts]
            more = [self.formula.both(count, full) for count in counts]
            counts = [
                self.formula.some(pair) for pair in zip([*same, FALSE], [FALSE, *more], strict=True)
            ]
        return origins

    def _moved(self, origins: dict[int, int], row: Sequence[Area]) -> Area:
        """The card that comes to a place from one of its origins."""
        areas = [self.common(comes, row[origin]) for origin, comes in origins.items()]
        return self.joined(self.nothing(), *areas)

    def _fill_row(self, given: int, first: int) -> int:
        """Fill the empty places from `first` on; whether the row must be gone through again.

        A draw that gives nothing ends the refill (ruling 12).
        """
        leaves: list[int] = []
        if given == FALSE:
            return FALSE
        for place in range(first, LEADS):
            drawn, came = self.draw(self.formula.both(given, -self.filled[place]))
            self.row[place] = self.joined(self.row[place], drawn)
            self.filled[place] = self.formula.some((self.filled[place], came))
            given = self.formula.both(given, self.filled[place])
            given = self._discard_top(self._entering("discard-top", drawn), given)
            self._replace(drawn)
            leaves += [self._move_to_front(drawn, place), self._ask(drawn)]
            given = self.formula.both(given, -leaves[-1], -leaves[-2])
        return self.formula.some(leaves)

    def _entering(self, effect: str, drawn: Area) -> Area:
        """The card that enters the row, if it has this immediate effect."""
        return [
            card if clue.immediate == effect and self.tells_immediates else FALSE
            for clue, card in zip(self.clues, drawn, strict=True)
        ]

    # Immediate effects

    def _discard_top(self, entering: Area, given: int) -> int:
        """K11.3; whether the refill goes on: the draw may give nothing (ruling C10)."""
        due = self.one(entering)
        top, came = self.draw(due)
        self.put_down(top)
        return self.formula.both(given, self.formula.some((-due, came)))

    def _replace(self, drawn: Area) -> None:
        """K11.4 and K11.5.

        A refill begins with fewer cards in a penalty area than the limit (W7.3, W7.4); since then,
        each card that entered may have discarded one, and the contact another one.
        """
        kinds = {area: self.one(self._entering(kind, drawn)) for kind, area in REPLACED.items()}
        self.replace(kinds, self.limit + self._entered)
        self._entered += 1

    def _move_to_front(self, drawn: Area, place: int) -> int:
        """K11.2 and ruling C8; whether the row must be filled again behind the card."""
        entering = self._entering("to-front", drawn)
        due = self.one(entering)
        if place == 0 or due == FALSE:
            return FALSE
        others = self.joined(*(self.common(due, cards) for cards in self.row[:place]))
        self.stack = self.joined(self.stack, others)
        self.shuffle(due)
        for taken in range(place + 1):
            self.row[taken] = [self.formula.both(card, -due) for card in self.row[taken]]
        self.row[0] = self.joined(self.row[0], entering)
        for taken in range(1, place + 1):
            self.filled[taken] = self.formula.both(self.filled[taken], -due)
        return due

    def _ask(self, drawn: Area) -> int:
        """K11.6 and K11.7, the contact allowed before (K8.3); whether it took a lead.

        An empty hand, and empty lines, are not asked for (ruling C12).
        """
        from_hand = self._asks("discard-hand", drawn, self.hand)
        from_lines = self._asks("discard-case", drawn, self.joined(*self.lines))
        before = self.filled
        self.filled = list(before)
        self.free_action(self.formula.some((from_hand, from_lines)))
        took = self.formula.some(
            self.formula.both(was, -now) for was, now in zip(before, self.filled, strict=True)
        )
        self.discard_of_hand("discard", from_hand)
        self.discard_of_lines(from_lines)
        if took != FALSE:
            self.close_gaps()
        return took

    def _asks(self, effect: str, drawn: Area, area: Area) -> int:
        due = self.one(self._entering(effect, drawn))
        return FALSE if due == FALSE else self.formula.both(due, self.one(area))
