"""What card effects and the contact do, as formulas; and what was chosen, for telling the line.

An effect of a kind is written once for each moment at which it may happen, whichever card it comes
from. A voluntary effect may be left out (W5.9), a mandatory one is carried out if it can be (R2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from casecracker.engine.games import KEY_EFFECT
from casecracker.engine.referee_turn import contact_sides
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_stack import Stack
from casecracker.solver.cpsat_table import Area

AREAS = {
    "take-discard": "discard",
    "take-closed": "closed",
    "take-stability": "stability",
    "take-time": "time",
    "search-stack": "stack",
}
"""The area that an effect takes a card of; that of take-lead is the row."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """One thing that may be done at one moment of a turn.

    Attributes:
        what: The first word of its move, or `contact EFFECT`; the words of docs/notation.md.
        given: Whether it is due: for a free action and a discard, whether it is done.
        cards: The card that is chosen, one area for each card that the move names.
        done: Whether it is carried out, for what names no card.
        names: Whether each of these texts stands in the move, for what names other things.
    """

    what: str
    given: int
    cards: tuple[Area, ...] = ()
    done: int = FALSE
    names: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class Log:
    """All that may be chosen in one turn, in the order of the moments."""

    steps: list[Chosen] = field(default_factory=list)


class Effects(Stack):
    """The steps of effects and of the contact."""

    log: Log

    def outside_help(self) -> tuple[str, ...]:
        """The sides of the contact; empty if none helps."""
        return contact_sides(self.deal)

    def effect(self, kinds: Mapping[str, int]) -> None:
        """Resolve one effect, of the kind whose literal is true if any is; then the hand limit."""
        came = [self.resolve(kind, given) for kind, given in kinds.items()]
        self.gain(came)

    def gain(self, came: Sequence[Area]) -> None:
        """Take cards to hand and keep the hand limit, the contact allowed before each discard."""
        if not any(card != FALSE for cards in came for card in cards):
            return
        self.hand = self.joined(self.hand, *came)
        self._help(TRUE)
        self.shed()

    def shed(self) -> None:
        """Keep the hand limit."""
        gone = self.keep_hand_limit()
        self.log.steps.append(Chosen("discard", self.one(gone), (gone,)))

    def free_action(self, given: int) -> None:
        """Use the contact, perhaps, and keep the hand limit."""
        if self._help(given):
            self.shed()

    def _help(self, given: int) -> bool:
        """Use the contact, perhaps; whether it may have brought a card to hand."""
        sides = [side for side in self.outside_help() if side != KEY_EFFECT]
        if not self.scope.contact or not sides or FALSE in (given, -self.spent):
            return False
        uses = {side: self.formula.new() for side in sides}
        for use in uses.values():
            self.formula.clause(-use, -self.spent)
            self.formula.clause(-use, given)
        self.formula.at_most_one(uses.values())
        came = [self.resolve(side, use, by="contact") for side, use in uses.items()]
        self.hand = self.joined(self.hand, *came)
        self.spent = self.formula.some((self.spent, *uses.values()))
        return any(card != FALSE for cards in came for card in cards)

    def resolve(self, kind: str, given: int, *, by: str = "") -> Area:
        """Carry an effect out; what it brings to hand.

        A free action, that of `by`, is done if given; a voluntary effect of a card may be declined.
        """
        if given == FALSE:
            return self.nothing()
        free = bool(by)
        what = f"{by} {kind}" if by else kind
        if kind == "shuffle-discard":
            self._shuffle_in(what, given, free=free)
        elif kind == "exchange-penalty":
            self._exchange(what, given, free=free)
        elif kind == "stability-check":
            self.log.steps.append(Chosen(what, given, done=given))
            self.check(given)
        elif kind == "discard-hand":
            self.discard_of_hand(what, given)
        else:
            return self._lift(kind, what, given, free=free)
        return self.nothing()

    def _shuffle_in(self, what: str, given: int, *, free: bool) -> None:
        done = given if free else self.formula.new()
        self.formula.clause(-done, given)
        self.log.steps.append(Chosen(what, given, done=done))
        self.shuffle(done, "discard")

    def discard_of_hand(self, what: str, given: int) -> None:
        """Discard a card from hand, if `given` and if there is one; `what` as in `Chosen`."""
        due = self.formula.both(given, self.one(self.hand))
        gone = self.pick(due, self.hand, needed=True)
        self.log.steps.append(Chosen(what, given, (gone,)))
        self.hand = self.without(self.hand, gone)
        self.put_down(gone)

    def _lift(self, kind: str, what: str, given: int, *, free: bool) -> Area:
        """Effects that name one card of an area: it comes to hand, or it is a discarded lead."""
        if kind in AREAS:
            area: Area = getattr(self, AREAS[kind])
            lifted = self.pick(given, area, needed=free)
            setattr(self, AREAS[kind], self.without(area, lifted))
        else:
            lifted = self.lift_any_lead(given, free=free, needed=kind == "discard-lead")
        self.log.steps.append(Chosen(what, given, (lifted,)))
        if kind == "search-stack":
            self.searches += 1
            self.shuffle(self.one(lifted))  # ruling 7
        if kind == "discard-lead":
            self.put_down(lifted)
            return self.nothing()
        return lifted

    def lift_any_lead(self, given: int, *, free: bool, needed: bool) -> Area:
        """Take one card out of the row; it must be done, if it can be, by a free action."""
        due = self.formula.both(given, self.formula.some(self.filled)) if needed else given
        picked = [self.pick(due, place, needed=False) for place in self.row]
        every = [card for place in picked for card in place]
        self.formula.at_most_one(every)
        if needed or free:
            self.formula.clause(-due, *every)
        return self.lift_lead(picked)

    def _exchange(self, what: str, given: int, *, free: bool) -> None:
        """Ruling 16: the hand card goes where the other card comes from, whatever its icons."""
        to_time = self.pick(given, self.time, needed=False)
        to_stability = self.pick(given, self.stability, needed=False)
        taken = self.joined(to_time, to_stability)
        self.formula.at_most_one([*to_time, *to_stability])
        if free:
            self.formula.clause(-given, *taken)
        done = self.one(taken)
        handed = self.pick(done, self.hand, needed=True)
        self.log.steps.append(Chosen(what, given, (handed, taken)))
        self.hand = self.joined(self.without(self.hand, handed), taken)
        for name, lifted in (("time", to_time), ("stability", to_stability)):
            into = self.common(self.one(lifted), handed)
            setattr(self, name, self.joined(self.without(getattr(self, name), lifted), into))
