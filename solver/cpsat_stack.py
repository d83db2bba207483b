"""The draw stack as formulas: shuffles, draws, stability checks.

A stack that was shuffled for the n-th time is dealt in the n-th order (docs/formats.md), whatever
was shuffled in. So it is a set and n, and its top is the card with no other of the set before it in
that order. `epochs` says which n holds. Shuffles beyond those that the table is told to follow are
the epoch `beyond`: there any card of the stack may come next, which allows all that the true order
would allow, or no card may be drawn at all, which allows less.

Rules: docs/rules.md; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Iterator, Mapping, Sequence

from casecracker.engine.deals import Deal
from casecracker.engine.referee_table import Table
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_table import Area, Board, Scope


class Stack(Board):
    """The areas, and what chance does.

    Attributes:
        knows_no_more: Whether the deal tells no order beyond those that are followed.
        beyond: Whether the shuffles that are followed have passed.
        settled: Cards that lie in the stack at all times, unless a search has taken them.
        searches: How many searches may have taken place.
    """

    def __init__(self, deal: Deal, scope: Scope, opening: Table, *, spent: bool = False) -> None:
        """Begin a turn."""
        super().__init__(deal, scope, opening, spent=spent)
        self._set_orders(opening)

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
        self.settled = {card for card, there in enumerate(self.stack) if there == TRUE}
        self.searches = 0
        self._dealt = [n for n in self.orders[0] if self.stack[n] == TRUE] if self.orders else []

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
        self.renew(empty)
        some = self.formula.both(given, self.one(self.stack))
        drawn = self._top(some)
        self.stack = self.without(self.stack, drawn)
        return drawn, some

    def renew(self, empty: int) -> None:
        """The stack has run out, if `empty` (W7.6)."""
        self.victim(empty)
        self.shuffle(empty, "discard")

    def _top(self, given: int) -> Area:
        if self.epochs[:1] == [TRUE]:
            return self._first_top(given)
        drawn = self.pick(given, self._within_reach(1), needed=True)
        self._unsettle(drawn)
        for number, epoch in enumerate(self.epochs):
            self._keep_order(drawn, self.stack, self.orders[number], epoch)
        self._keep_within(drawn)
        return drawn

    def _within_reach(self, count: int) -> Area:
        """The stack, without cards that are certainly none of its first so many ones.

        A settled card has not been drawn, whatever happened, so it lies in the stack unless a
        search has taken it. In each order that may hold, no card is among the first `count` ones
        that comes after so many settled cards, one more for each search.
        """
        if self.scope.draws_beyond and self.beyond != FALSE:
            return self.stack
        reached: set[int] = set()
        for number, epoch in enumerate(self.epochs):
            if epoch != FALSE:
                reached.update(self._first_of(self.orders[number], count))
        return [there if card in reached else FALSE for card, there in enumerate(self.stack)]

    def _first_of(self, order: Sequence[int], count: int) -> Iterator[int]:
        ahead = count + self.searches
        for card in order:
            if ahead == 0:
                return
            yield card
            ahead -= card in self.settled

    def _unsettle(self, drawn: Area) -> None:
        self.settled -= {card for card, literal in enumerate(drawn) if literal != FALSE}

    def _keep_within(self, drawn: Area) -> None:
        """No card is drawn after the shuffles that are followed, unless such draws are allowed."""
        if not self.scope.draws_beyond:
            for card in drawn:
                self.formula.clause(-card, -self.beyond)

    def _first_top(self, given: int) -> Area:
        """The top of a stack that was never shuffled again: all before it have been drawn."""
        drawn, above = self.nothing(), FALSE
        for card in self._dealt:
            drawn[card] = self.formula.both(given, self.stack[card], -above)
            above = self.stack[card]
        self.formula.clause(-given, above)
        self._unsettle(drawn)
        return drawn

    def _keep_order(self, drawn: Area, kept: Area, order: Sequence[int], epoch: int) -> None:
        """No card is drawn while another one that is kept lies before it in the order."""
        if epoch == FALSE:
            return
        above = FALSE  # implied by any such card before this one
        for card in order:
            if drawn[card] != FALSE:
                self.formula.clause(-drawn[card], -epoch, -above)
            if kept[card] != FALSE:
                above = self._implied(kept[card], above)

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

    def replace(self, kinds: Mapping[str, int], most: int) -> None:
        """Shuffle an area into the stack and deal it as many cards (ruling C11).

        The cards that were shuffled in suffice, so the stack does not run out; and to deal so many
        one by one is to deal so many of the first cards at once.

        Args:
            kinds: By the name of an area, whether it is replaced; one at most is.
            most: How many cards are replaced at most.
        """
        due = {
            name: self.formula.both(d, self.one(getattr(self, name))) for name, d in kinds.items()
        }
        given = self.formula.some(due.values())
        if given == FALSE:
            return
        before = self._emptied(due)
        self.stack = self.joined(self.stack, before)
        self.shuffle(given)
        most = min(most, sum(card != FALSE for card in before))
        dealt = self.pick_some(given, self._within_reach(most))
        self._unsettle(dealt)
        self.formula.between(0, dealt, 0, minus=before)
        kept = self.without(self.stack, dealt)
        for number, epoch in enumerate(self.epochs):
            self._keep_order(dealt, kept, self.orders[number], epoch)
        self._keep_within(dealt)
        self.stack = kept
        for name, literal in due.items():
            setattr(self, name, self.joined(getattr(self, name), self.common(literal, dealt)))

    def _emptied(self, due: Mapping[str, int]) -> Area:
        """Empty the areas that are due; what lay there."""
        held: list[Area] = [self.nothing()]
        for name, literal in due.items():
            held.append(self.common(literal, getattr(self, name)))
            setattr(self, name, self.common(-literal, getattr(self, name)))
        return self.joined(*held)
