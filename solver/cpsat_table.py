"""Where every card lies, as formulas: the table of one game between two steps of a turn.

An area is a list of literals, one a card in the order of the deck file: the card lies there. A step
replaces the lists it changes; a card that cannot have moved keeps its literal, so only what may
happen costs variables.

Rules: docs/rules.md; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY, TECHNIQUES
from casecracker.engine.referee_table import HAND_LIMIT, LEADS, Table
from casecracker.solver.cpsat_formula import FALSE, TRUE, Formula

Area: TypeAlias = list[int]
"""A literal for each clue card."""

PENALTIES = ("time", "stability")


@dataclass(frozen=True, slots=True)
class Scope:
    """How much of the game a formula tells.

    Attributes:
        shuffles: Later shuffles whose orders are followed. With an order that the deal does not
            know, all from that one on are beyond.
        draws_beyond: Whether cards may be drawn after those, in any order; and whether a game may
            leave what the formulas tell in a refill of more rounds.
        contact: Whether the contact may be used.
        rounds: How often one refill is told from left to right; to-front begins it anew (C8).
        gaps: The most places that may be empty when a refill begins.
    """

    shuffles: int = 20
    draws_beyond: bool = False
    contact: bool = True
    rounds: int = 2
    gaps: int = LEADS


class Board:
    """The areas of one game as formulas, but for the order of the stack."""

    def __init__(self, deal: Deal, scope: Scope, opening: Table, *, spent: bool = False) -> None:
        """Write down a position at the start of a turn; `spent`: the contact has been used."""
        self.formula = Formula()
        self.deal = deal
        self.scope = scope
        self.clues: tuple[Clue, ...] = deal.deck.clue
        self.limit = deal.settings.number("limits")
        self._numbers = {clue.id: number for number, clue in enumerate(self.clues)}
        self._set_areas(opening)
        self._set_cases(opening)
        self.spent = TRUE if spent else FALSE  # the contact

    def _set_areas(self, opening: Table) -> None:
        self.stack = self.area_of(opening.stack)
        self.hand = self.area_of(opening.hand)
        self.discard = self.area_of(opening.discard)
        self.time = self.area_of(opening.time)
        self.stability = self.area_of(opening.stability)
        self.closed = self.area_of(opening.closed)
        self.picture = self.area_of(opening.picture)
        places = [opening.leads[place : place + 1] for place in range(LEADS)]
        self.row = [self.area_of(place) for place in places]
        self.filled = [TRUE if place else FALSE for place in places]

    def area_of(self, cards: Iterable[str]) -> Area:
        """Exactly these cards, by their ids."""
        held = set(cards)
        return [TRUE if clue.id in held else FALSE for clue in self.clues]

    def _set_cases(self, opening: Table) -> None:
        self.cases = range(len(self.deal.victims))
        victims = {victim.id: victim for victim in self.deal.deck.victim}
        self.lines = [self.area_of(()) for _ in self.cases]
        self.starts = [icons(victims[victim].right) for victim in self.deal.victims]
        self.ends = [list(start) for start in self.starts]
        self.begun = [TRUE if case < opening.cases_begun else FALSE for case in self.cases]
        self.shut = [
            begun if case + 1 not in opening.cases else FALSE
            for case, begun in enumerate(self.begun)
        ]
        self.key_effects: list[list[int]] = [[] for _ in self.cases]
        for number, case in opening.cases.items():
            self.lines[number - 1] = self.area_of(case.line)
            self.ends[number - 1] = icons(opening.ends_in(case))
            self.key_effects[number - 1] = [TRUE] * case.key_effects

    def areas(self) -> list[Area]:
        """All areas: every card lies in one of them."""
        return [
            self.stack, self.hand, self.discard, self.time, self.stability, self.closed,
            self.picture, *self.lines, *self.row,
        ]  # fmt: skip

    # Moving cards

    def nothing(self) -> Area:
        """No card at all."""
        return [FALSE] * len(self.clues)

    def one(self, area: Area) -> int:
        """Whether any card lies in the area."""
        return self.formula.some(area)

    def pick(self, given: int, area: Area, *, needed: bool) -> Area:
        """Choose at most one card of the area, and only if `given`; one for sure if `needed`."""
        picked = self.pick_some(given, area)
        self.formula.at_most_one(picked)
        if needed:
            self.formula.clause(-given, *picked)
        return picked

    def pick_some(self, given: int, area: Area) -> Area:
        """Choose any cards of the area, and only if `given`."""
        picked = self.nothing()
        for card, there in enumerate(area):
            if FALSE not in (given, there):
                picked[card] = self.formula.new()
                self.formula.clause(-picked[card], there)
                self.formula.clause(-picked[card], given)
        return picked

    def without(self, area: Area, cards: Area) -> Area:
        """The area when these cards have left it."""
        return [self.formula.both(a, -c) for a, c in zip(area, cards, strict=True)]

    def joined(self, *areas: Area) -> Area:
        """What lies in one of these."""
        return [self.formula.some(cards) for cards in zip(*areas, strict=True)]

    def common(self, given: int, area: Area) -> Area:
        """The cards of the area if `given`, else none."""
        return [self.formula.both(given, card) for card in area]

    def put_down(self, cards: Area) -> None:
        """Discard cards that have left their area (W4.6)."""
        clocks = [FALSE if not clue.time else c for clue, c in zip(self.clues, cards, strict=True)]
        others = [FALSE if clue.time else c for clue, c in zip(self.clues, cards, strict=True)]
        self.time = self.joined(self.time, clocks)
        self.discard = self.joined(self.discard, others)

    def keep_hand_limit(self) -> Area:
        """Discard until three cards are in hand (W4.5); the cards that were discarded."""
        if sum(card != FALSE for card in self.hand) <= HAND_LIMIT:
            return self.nothing()
        over = self.formula.at_least(HAND_LIMIT + 1, self.hand)
        gone = self.nothing()
        for card, there in enumerate(self.hand):
            if there != FALSE:
                gone[card] = self.formula.new()
                self.formula.clause(-gone[card], there)
                self.formula.clause(-gone[card], over)
        self.hand = self.without(self.hand, gone)
        self.formula.between(0, self.hand, HAND_LIMIT)
        self.formula.between(HAND_LIMIT, self.hand, given=over)
        self.put_down(gone)
        return gone

    # Cases

    def is_open(self, case: int) -> int:
        """Whether the case has begun and is not closed."""
        return self.formula.both(self.begun[case], -self.shut[case])

    def victim(self, given: int, *, unless: int = FALSE) -> None:
        """Open a case if `given`; a missing victim loses (W10.3), but for `unless`."""
        if given == FALSE:
            return
        self.formula.clause(-given, -self.begun[-1], unless)
        before = [TRUE, *self.begun]
        self.begun = [
            self.formula.some((now, self.formula.both(given, before[case])))
            for case, now in enumerate(self.begun)
        ]

    # The row

    def lift_lead(self, picked: Sequence[Area]) -> Area:
        """Take cards out of the row, at most one; gaps stay until the refill (ruling 6)."""
        for place, cards in enumerate(picked):
            self.row[place] = self.without(self.row[place], cards)
            self.filled[place] = self.formula.both(self.filled[place], -self.one(cards))
        return self.joined(*picked)


def icons(shown: Sequence[str]) -> list[int]:
    """For each technique, whether an edge offers it; Any offers all."""
    return [TRUE if ANY in shown or kind in shown else FALSE for kind in TECHNIQUES]
