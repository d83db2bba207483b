"""Lines of investigation as formulas: what may be played to a line, and what leaves one.

A line is the set of its cards and the techniques that its end offers. Where the game has an effect
that discards a card of a line (K11.7), the layers of each line are kept besides, one for each turn
that may have played to it: then the last layer that is left tells what the end offers.

Rules: docs/rules.md, W5 and K5; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY, TECHNIQUES, find_game
from casecracker.engine.referee_table import FREE_LINE, Table
from casecracker.solver.cpsat_effects import Chosen, Effects
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_table import Area, Scope, icons

COLOUR = "colour"
KEY = "key"
SIGN = "yellow-sign"
SIGN_LOCK = "yellow-sign-lock"
LOCKS = ("lock", SIGN_LOCK)


@dataclass(slots=True)
class Layer:
    """What one turn played to a line.

    Attributes:
        there: Whether it played a card that is still there.
        cards: The card that it played.
        offers: The techniques on the right edge of that card.
    """

    there: int
    cards: Area
    offers: list[int]


class Lines(Effects):
    """The lines of the cases."""

    def __init__(self, deal: Deal, scope: Scope, opening: Table, *, spent: bool = False) -> None:
        """Begin a turn."""
        super().__init__(deal, scope, opening, spent=spent)
        self.left = [icons(clue.left) if ANY not in clue.left else None for clue in self.clues]
        self.right = [icons(clue.right) for clue in self.clues]
        self.has_layers = "discard-case" in find_game(deal.game).immediates
        self.layers: list[list[Layer]] = [[] for _ in self.cases]
        for number, case in opening.cases.items():
            for card in case.line:
                self._add_layer(number - 1, TRUE, self.area_of((card,)))

    def bearing(self, attribute: str, area: Area) -> Area:
        """The cards of an area with an attribute."""
        return [
            card if attribute in clue.attributes else FALSE
            for clue, card in zip(self.clues, area, strict=True)
        ]

    # What may be played

    def plays_to(self, case: int, ready: Area, playing: int, with_key: int) -> Area:
        """Which card is played to the case, under the conditions of W5.2 to W5.5 and K5.2 to K5.5.

        The contact's key, `with_key`, counts as one more key.
        """
        plays = self.pick(playing, ready, needed=False)
        is_open = self.is_open(case)
        for card, play in enumerate(plays):
            if play == FALSE:
                continue
            self.formula.clause(-play, is_open)
            self.meet_edge(case, card, play)
            self._meet_minimums(case, card, play)
            self.meet_lock(case, card, play, with_key)
        return plays

    def meet_edge(self, case: int, card: int, play: int) -> None:
        """W5.2 and W5.3, if `play`."""
        left = self.left[card]
        if left is not None:
            meets = [e for e, icon in zip(self.ends[case], left, strict=True) if icon == TRUE]
            self.formula.clause(-play, *meets)

    def _meet_minimums(self, case: int, card: int, play: int) -> None:
        clue, line = self.clues[card], self.lines[case]
        self.formula.between(clue.minimum, line, given=play)
        if clue.yellow_minimum:
            self.formula.between(clue.yellow_minimum, self.bearing(COLOUR, line), given=play)

    def meet_lock(self, case: int, card: int, play: int, with_key: int) -> None:
        """Rulings 8 and C13; the contact's key goes only where the play needs it (C3)."""
        attributes, line = self.clues[card].attributes, self.lines[case]
        if not any(lock in attributes for lock in LOCKS):
            self.formula.clause(-play, -with_key)
            return
        if SIGN_LOCK in attributes:
            self.formula.clause(-play, *self.bearing(SIGN, line))
        keys = [*self.bearing(KEY, line), *self.key_effects[case]]
        locks = [literal for lock in LOCKS for literal in self.bearing(lock, line)]
        self.formula.between(1, [*keys, with_key], minus=locks, given=play)
        if with_key != FALSE:
            needs = self.formula.both(play, with_key)
            most = len(keys)
            self.formula.between(-most, keys, 0, minus=locks, given=needs)

    def add_to_line(self, case: int, cards: Area, with_key: int) -> int:
        """Lay a card at the end of the line; whether that costs a check of strain (ruling 11)."""
        laid = self.one(cards)
        with_it = self.formula.both(laid, with_key)
        self.key_effects[case] = [self.formula.some((*self.key_effects[case], with_it))]
        strained = self.formula.both(laid, self.formula.at_least(FREE_LINE, self.lines[case]))
        self.lines[case] = self.joined(self.lines[case], cards)
        for kind, offers in enumerate(self.offers(cards, self.right)):
            before = self.formula.both(-laid, self.ends[case][kind])
            self.ends[case][kind] = self.formula.some((before, offers))
        self._add_layer(case, laid, cards)
        return strained

    def offers(self, cards: Area, edges: Sequence[Sequence[int]]) -> list[int]:
        """For each technique, whether one of the cards offers it on its edge."""
        return [
            self.formula.some(
                card for card, edge in zip(cards, edges, strict=True) if edge[kind] == TRUE
            )
            for kind in range(len(TECHNIQUES))
        ]

    # What leaves a line

    def _add_layer(self, case: int, laid: int, cards: Area) -> None:
        if self.has_layers and laid != FALSE:
            self.layers[case].append(Layer(laid, cards, self.offers(cards, self.right)))

    def discard_of_lines(self, given: int) -> None:
        """Discard a card of an open case, if `given`; one must lie there."""
        picked = [self.pick(given, line, needed=False) for line in self.lines]
        every = [card for line in picked for card in line]
        self.formula.at_most_one(every)
        self.formula.clause(-given, *every)
        for case, cards in enumerate(picked):
            self._lift_of_line(case, cards)
        gone = self.joined(*picked)
        self.log.steps.append(Chosen("discard", given, (gone,)))
        self.put_down(gone)

    def _lift_of_line(self, case: int, cards: Area) -> None:
        lifted = self.one(cards)
        if lifted == FALSE:
            return
        self.lines[case] = self.without(self.lines[case], cards)
        leaves = [self._leaves(layer, cards) for layer in self.layers[case]]
        self.formula.clause(-lifted, *leaves)
        for layer, leaving in zip(self.layers[case], leaves, strict=True):
            layer.there = self.formula.both(layer.there, -leaving)
        self._uncover(case, lifted)

    def _leaves(self, layer: Layer, cards: Area) -> int:
        """A literal that may be true only if the card that leaves is the one of this layer."""
        leaves = self.formula.new()
        self.formula.clause(-leaves, layer.there)
        for there, card in zip(layer.cards, cards, strict=True):
            self.formula.clause(-leaves, -there, card)
        return leaves

    def _uncover(self, case: int, lifted: int) -> None:
        """The line ends in the last card that is left of it, or in its victim (K11.7).

        The new literals are bound in one direction: they may be true only if the end offers the
        technique. They are asked for nothing but to allow plays.
        """
        ends = [self.formula.new() for _ in TECHNIQUES]
        later = FALSE  # whether a later layer is there
        for layer in reversed(self.layers[case]):
            for end, offers in zip(ends, layer.offers, strict=True):
                self.formula.clause(-end, -layer.there, later, offers)
            later = self.formula.some((later, layer.there))
        for end, offers in zip(ends, self.starts[case], strict=True):
            self.formula.clause(-end, later, offers)
        for end, before in zip(ends, self.ends[case], strict=True):
            self.formula.clause(-end, lifted, before)
        self.ends[case] = ends
