"""Where every card lies, as formulas: the table of one game between two steps of a turn.

An area is a list of literals, one a card in the order of the deck file: the card lies there. A step
replaces the lists it changes; a card that cannot have moved keeps its literal, so only what may
happen costs variables.

*Order of the stack.* A stack that was shuffled for the n-th time is dealt in the n-th order
(docs/formats.md), whatever was shuffled in. So it is a set and n, and its top is the card with no
other of the set before it in that order. `epochs` says which n holds. Shuffles beyond those that
the table is told to follow are the epoch `beyond`: there any card of the stack may come next, which
allows all that the true order would allow, or no card may be drawn at all, which allows less.

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
        draws_beyond: Whether cards may be drawn after those, in any order.
        contact: Whether the contact may be used.
    """

    shuffles: int = 20
    draws_beyond: bool = False
    contact: bool = True


class Board:
    """The areas of one game as formulas, and the steps that change them without a turn in mind."""

    def __init__(self, deal: Deal, scope: Scope, opening: Table, *, spent: bool = False) -> None:
        """Write down a position at the start of a turn; `spent`: the contact has been used.

        `knows_no_more` says that the deal tells no order beyond those that are followed.
        """
        self.formula = Formula()
        self.deal = deal
        self.scope = scope
        self.clues: tuple[Clue, ...] = deal.deck.clue
        self.limit = deal.settings.number("limits")
        self.cases = range(len(deal.victims))
        self._numbers = {clue.id: number for number, clue in enumerate(self.clues)}
        self._set_areas(opening)
        self._set_cases(opening)
        self._set_orders(opening)
        self.spent = TRUE if spent else FALSE  # the contact

    def _set_areas(self, opening: Table) -> None:
        self.stack = self._area(opening.stack)
        self.hand = self._area(opening.hand)
        self.discard = self._area(opening.discard)
        self.time = self._area(opening.time)
        self.stability = self._area(opening.stability)
        self.closed = self._area(opening.closed)
        self.picture = self._area(opening.picture)
        places = [opening.leads[place : place + 1] for place in range(LEADS)]
        self.row = [self._area(place) for place in places]
        self.filled = [TRUE if place else FALSE for place in places]

    def _area(self, cards: Iterable[str]) -> Area:
        held = set(cards)
        return [TRUE if clue.id in held else FALSE for clue in self.clues]

    def _set_cases(self, opening: Table) -> None:
        victims = {victim.id: victim for victim in self.deal.deck.victim}
        self.lines = [self._area(()) for _ in self.cases]
        self.ends = [icons(victims[victim].right) for victim in self.deal.victims]
        self.begun = [TRUE if case < opening.cases_begun else FALSE for case in self.cases]
        self.shut = [
            begun if case + 1 not in opening.cases else FALSE
            for case, begun in enumerate(self.begun)
        ]
        self.key_effects = [FALSE for _ in self.cases]
        for number, case in opening.cases.items():
            self.lines[number - 1] = self._area(case.line)
            self.ends[number - 1] = icons(opening.ends_in(case))
            self.key_effects[number - 1] = TRUE if case.key_effects else FALSE

    def _set_orders(self, opening: Table) -> None:
        """The epochs that are followed, from the one that the opening leaves the stack in."""
        self.orders: list[list[int]] = []
        self.knows_no_more = False
        for shuffle in range(opening.shuffles, opening.shuffles + self.scope.shuffles + 1):
            order = self.deal.order(shuffle)
            if order is None:
                self.knows_no_more = True
                break
            self.orders.append([self._numbers[card] for card in order])
        self.epochs = [TRUE] if self.orders else []
        self.beyond = FALSE if self.orders else TRUE
        self._dealt = [n for n in self.orders[0] if self.stack[n] == TRUE] if self.orders else []

    # Moving cards

    def nothing(self) -> Area:
        """No card at all."""
        return [FALSE] * len(self.clues)

    def one(self, area: Area) -> int:
        """Whether any card lies in the area."""
        return self.formula.some(area)

    def pick(self, given: int, area: Area, *, needed: bool) -> Area:
        """Choose at most one card of the area, and only if `given`; one for sure if `needed`."""
        if given == FALSE:
            return self.nothing()
        picked = self.nothing()
        for card, there in enumerate(area):
            if there != FALSE:
                picked[card] = self.formula.new()
                self.formula.clause(-picked[card], there)
                self.formula.clause(-picked[card], given)
        self.formula.at_most_one(picked)
        if needed:
            self.formula.clause(-given, *picked)
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

    # The stack

    def shuffle(self, given: int, *areas: str) -> None:
        """Shuffle areas into the stack, if `given`: the next order holds, empty as they may be."""
        if given == FALSE:
            return
        for name in areas:
            area: Area = getattr(self, name)
            self.stack = self.joined(self.stack, self.common(given, area))
            setattr(self, name, [self.formula.both(card, -given) for card in area])
        before = [FALSE, *self.epochs]
        now = [*self.epochs, FALSE]
        shifted = [
            self.formula.some((self.formula.both(given, b), self.formula.both(-given, n)))
            for b, n in zip(before, now, strict=True)
        ]
        self.epochs = shifted[: len(self.orders)]
        if len(shifted) > len(self.orders):
            self.beyond = self.formula.some((self.beyond, shifted[-1]))

    def draw(self, given: int) -> tuple[Area, int]:
        """Draw the top card, if `given`; from an empty stack as W7.6 and ruling 12 say.

        Returns:
            The card that was drawn, and whether one was.
        """
        if given == FALSE:
            return self.nothing(), FALSE
        empty = self.formula.both(given, -self.one(self.stack))
        self.victim(empty)
        self.shuffle(empty, "discard")
        some = self.formula.both(given, self.one(self.stack))
        drawn = self._top(some)
        self.stack = self.without(self.stack, drawn)
        return drawn, some

    def _top(self, given: int) -> Area:
        if self.epochs[:1] == [TRUE]:
            return self._first_top(given)
        drawn = self.pick(given, self.stack, needed=True)
        for number, epoch in enumerate(self.epochs):
            self._keep_order(drawn, self.orders[number], epoch)
        if not self.scope.draws_beyond:
            for card in drawn:
                self.formula.clause(-card, -self.beyond)
        return drawn

    def _first_top(self, given: int) -> Area:
        """The top of a stack that was never shuffled again: all before it have been drawn."""
        drawn, above = self.nothing(), FALSE
        for card in self._dealt:
            drawn[card] = self.formula.both(given, self.stack[card], -above)
            above = self.stack[card]
        self.formula.clause(-given, above)
        return drawn

    def _keep_order(self, drawn: Area, order: Sequence[int], epoch: int) -> None:
        """No card is drawn while another one lies before it in the order."""
        if epoch == FALSE:
            return
        above = FALSE  # implied by any card of the stack before this one
        for card in order:
            if drawn[card] != FALSE:
                self.formula.clause(-drawn[card], -epoch, -above)
            if self.stack[card] != FALSE:
                above = self._implied(self.stack[card], above)

    def _implied(self, *causes: int) -> int:
        """A literal that is true if one of these is."""
        kept = [cause for cause in causes if cause != FALSE]
        if len(kept) < 2 or TRUE in kept:
            return TRUE if TRUE in kept else kept[0]
        effect = self.formula.new()
        for cause in kept:
            self.formula.clause(-cause, effect)
        return effect

    def check(self, given: int) -> None:
        """A stability check (W5.7)."""
        drawn, _ = self.draw(given)
        shown = [c if clue.stability else FALSE for clue, c in zip(self.clues, drawn, strict=True)]
        self.stability = self.joined(self.stability, shown)
        self.put_down(self.without(drawn, shown))

    # The row

    def lift_lead(self, picked: Sequence[Area]) -> Area:
        """Take cards out of the row, at most one; gaps stay until the refill (ruling 6)."""
        for place, cards in enumerate(picked):
            self.row[place] = self.without(self.row[place], cards)
            self.filled[place] = self.formula.both(self.filled[place], -self.one(cards))
        return self.joined(*picked)

    def refill(self, given: int) -> None:
        """Close the gaps and fill the row from left to right (W7.5), if `given`."""
        old_row = self.row
        origins = self._origins(self.filled)
        self.row = [self._moved(origins[place], old_row) for place in range(LEADS)]
        self.filled = [self.formula.some(origins[place].values()) for place in range(LEADS)]
        for place in range(LEADS):
            given = self._fill(given, place)

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

    def _fill(self, given: int, place: int) -> int:
        """Fill an empty place; whether the refill goes on (ruling 12)."""
        drawn, came = self.draw(self.formula.both(given, -self.filled[place]))
        self.row[place] = self.joined(self.row[place], drawn)
        self.filled[place] = self.formula.some((self.filled[place], came))
        return self.formula.both(given, self.filled[place])


def icons(shown: Sequence[str]) -> list[int]:
    """For each technique, whether an edge offers it; Any offers all."""
    return [TRUE if ANY in shown or kind in shown else FALSE for kind in TECHNIQUES]
