"""The referee's table: where every card lies, what chance does, and what effects do.

One deal's cards as sets and lists of ids, moved as the rulebook says. No turn, no decision and no
condition is known here: the referee (`referee.py`) asks and tells. Rules: docs/rules.md; the
numbered rulings are those of docs/rulings.md.
"""

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal

Status = Literal["playing", "won", "lost", "unknown-shuffle"]

LEADS = 5
HAND_LIMIT = 3
OPENING_CASES = 2
FREE_LINE = 7  # cards of a line that cost no strain check


@dataclass(slots=True)
class Case:
    """An open case: its victim and its line of investigation, first card first."""

    number: int
    victim: str
    line: list[str] = field(default_factory=list)
    last: str | None = None  # the card that the next one must meet; None is the victim
    key_effects: int = 0


def matched_types(cards: Sequence[Clue]) -> int:
    """How many of the cards can be given a type each, all types different (ruling 9)."""
    holders: dict[str, Clue] = {}
    return sum(_finds_type(card, holders, set()) for card in cards)


def _finds_type(card: Clue, holders: dict[str, Clue], tried: set[str]) -> bool:
    """Give the card a type, moving earlier holders on to their other types if need be."""
    for kind in card.types:
        if kind in tried:
            continue
        tried.add(kind)
        if kind not in holders or _finds_type(holders[kind], holders, tried):
            holders[kind] = card
            return True
    return False


class Table:
    """All areas of one game.

    Attributes:
        leads: The leads row, first lead first; a gap closes at once, as only the order matters.
        shuffles: The number of the latest shuffle of the stack, 0 after the opening one.
        cases: The open cases by number.
        status: Whether the game goes on, and how it ended.
    """

    def __init__(self, deal: Deal) -> None:
        """Lay the deal out: five leads from right to left, three cards to hand, two cases."""
        self.deal = deal
        self.cards = {clue.id: clue for clue in deal.deck.clue}
        self.victim_icons = {victim.id: victim.right for victim in deal.deck.victim}
        self.status: Status = "playing"
        self.leads = list(reversed(deal.draw[:LEADS]))
        self.hand = set(deal.draw[LEADS : LEADS + HAND_LIMIT])
        self.stack = set(deal.draw[LEADS + HAND_LIMIT :])
        self.shuffles = 0
        self.order = deal.order(0)
        self.discard: set[str] = set()
        self.time: set[str] = set()
        self.stability: set[str] = set()
        self.closed: set[str] = set()
        self.picture: set[str] = set()
        self.victims_left = list(deal.victims)
        self.cases: dict[int, Case] = {}
        self.cases_begun = 0
        for _ in range(OPENING_CASES):
            self.open_case()

    def copy(self) -> "Table":
        """A table with the same cards in the same places, independent of this one."""
        other = copy.copy(self)
        other.leads = list(self.leads)
        for area in ("hand", "stack", "discard", "time", "stability", "closed", "picture"):
            setattr(other, area, set(getattr(self, area)))
        other.victims_left = list(self.victims_left)
        other.cases = {
            number: replace(case, line=list(case.line)) for number, case in self.cases.items()
        }
        return other

    # Chance: the stack, victims, checks.

    def stack_in_order(self) -> list[str]:
        """The stack, top first; sorted by id where its order is unknown."""
        if self.order is None:
            return sorted(self.stack)
        return [card for card in self.order if card in self.stack]

    def draw(self) -> str | None:
        """Take the top of the stack.

        None if there is none even after the stack has run out (ruling 12), or if the game ends
        because a victim is missing or the top is unknown.
        """
        if not self.stack:
            if not self.open_case():
                return None
            self.shuffle_into_stack(self.discard)
        if not self.stack:
            return None
        if self.order is None and len(self.stack) > 1:
            self.status = "unknown-shuffle"
            return None
        top = self.stack_in_order()[0]
        self.stack.remove(top)
        return top

    def shuffle_into_stack(self, *areas: set[str]) -> None:
        """Shuffle the areas into the stack, as one shuffle; it is the next one even if empty."""
        for area in areas:
            self.stack |= area
            area.clear()
        self.shuffles += 1
        self.order = self.deal.order(self.shuffles)

    def open_case(self) -> bool:
        """Start a case with the next victim. False if there is none and the game is over."""
        if not self.victims_left:
            # Ruling 13: lost at this moment, or a complete win is seen first if so set.
            seen_first = self.deal.settings["last-victim"] == "win" and self.has_win()
            self.status = "won" if seen_first else "lost"
            return False
        self.cases_begun += 1
        victim = self.victims_left.pop(0)
        self.cases[self.cases_begun] = Case(self.cases_begun, victim)
        return True

    def check_stability(self) -> None:
        """Draw a card: to the stability area if it has the icon, else discarded."""
        card = self.draw()
        if card is None:
            return
        if self.cards[card].stability:
            self.stability.add(card)
        else:
            self.put_down(card)

    def put_down(self, card: str) -> None:
        """Discard a card: to the time area if it shows the hourglass, else the discard area."""
        (self.time if self.cards[card].time else self.discard).add(card)

    # Effects.

    def choices(self, effect: str) -> list[tuple[str, ...]]:
        """What the effect can name: one tuple of cards for each way to carry it out."""
        if effect == "exchange-penalty":
            penalties = sorted(self.time | self.stability)
            return [(given, taken) for given in sorted(self.hand) for taken in penalties]
        if effect in ("shuffle-discard", "stability-check"):
            return [()]
        return [(card,) for card in self.area(effect)]

    def area(self, effect: str) -> list[str]:
        """The cards that an effect which names one card may name."""
        area: Iterable[str] = {
            "take-lead": self.leads,
            "take-discard": self.discard,
            "take-closed": self.closed,
            "take-stability": self.stability,
            "take-time": self.time,
            "search-stack": self.stack,
            "discard-hand": self.hand,
            "discard-lead": self.leads,
        }[effect]
        return list(area) if effect in ("take-lead", "discard-lead") else sorted(area)

    def apply(self, effect: str, cards: tuple[str, ...]) -> None:
        """Carry an effect out with one of its `choices`."""
        if effect == "stability-check":
            self.check_stability()
        elif effect == "shuffle-discard":
            self.shuffle_into_stack(self.discard)
        elif effect == "exchange-penalty":
            self._exchange(*cards)
        elif effect in ("discard-hand", "discard-lead"):
            self.remove(cards[0])
            self.put_down(cards[0])
        else:
            self.remove(cards[0])
            self.hand.add(cards[0])
            if effect == "search-stack":
                self.shuffle_into_stack()  # ruling 7: a search always reshuffles

    def _exchange(self, given: str, taken: str) -> None:
        # Ruling 16: the hand card goes to the area the other came from, whatever its icons.
        area = self.time if taken in self.time else self.stability
        area.remove(taken)
        area.add(given)
        self.hand.remove(given)
        self.hand.add(taken)

    def remove(self, card: str) -> None:
        """Lift a card from the area it lies in; not from a line, the picture or nowhere."""
        if card in self.leads:
            self.leads.remove(card)
            return
        for area in (self.hand, self.discard, self.closed, self.stability, self.time, self.stack):
            if card in area:
                area.remove(card)
                return
        raise AssertionError(f"{card} lies in no area to take it from")

    # Cases.

    def types(self, cards: Iterable[str]) -> set[str]:
        """The types that the cards show; a card with two types shows both."""
        return {kind for card in cards for kind in self.cards[card].types}

    def add_to_line(self, card: str, number: int) -> None:
        """Lay a card at the end of a line, and make the strain check it costs (ruling 11)."""
        self.remove(card)
        case = self.cases[number]
        case.line.append(card)
        case.last = card
        if len(case.line) > FREE_LINE:
            self.check_stability()

    def score(self, card: str, case: Case) -> None:
        """Move a puzzle card of the line to the big picture."""
        case.line.remove(card)
        self.picture.add(card)

    def finish_closing(self, case: Case) -> None:
        """Put the rest of a line into the closed cases; begin anew if no case is open."""
        self.closed |= set(case.line)
        del self.cases[case.number]
        if not self.cases:  # ruling 14
            self.shuffle_into_stack(self.discard, self.time)
            self.open_case()

    # Maintenance.

    def has_win(self) -> bool:
        """Whether the scored puzzles suffice, matched to different types."""
        puzzles = [self.cards[card] for card in sorted(self.picture)]
        return matched_types(puzzles) >= self.deal.settings.number("puzzles")

    def maintain(self) -> None:
        """The four steps of the maintenance phase, in their order (ruling 15)."""
        limit = self.deal.settings.number("limits")
        if self.has_win():
            self.status = "won"
        elif len(self.stability) >= limit:
            self.status = "lost"
        elif len(self.time) < limit or self._run_out_of_time():
            self._refill()

    def _run_out_of_time(self) -> bool:
        if not self.open_case():
            return False
        self.discard |= self.time
        self.time.clear()
        return True

    def _refill(self) -> None:
        while len(self.leads) < LEADS:
            card = self.draw()
            if card is None:
                return
            self.leads.append(card)
