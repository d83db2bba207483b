"""The referee's areas: where every card lies, what chance does, and what effects do.

One deal's cards as sets and lists of ids, moved as the rulebook says. No turn, no decision and no
condition is known here, and nothing of the leads row but its cards: `referee_table.py` lays and
refills it. Rules: docs/rules.md; the numbered rulings are those of docs/rulings.md.
"""

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, NamedTuple, Self

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import find_game

Status = Literal["playing", "won", "lost", "unknown-shuffle"]
Area = Literal["hand", "discard", "time", "stability", "closed", "picture"]
AREAS: tuple[Area, ...] = ("hand", "discard", "time", "stability", "closed", "picture")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened without a choice, for those who tell a game (`narrate.py`).

    `kind` is one of: lead (card), check and strain (card, place), stack-empty, victim (card,
    number of the case), no-victim, time-limit, time-emptied, shuffle (number, in place what was
    shuffled in, in cards the new stack, top first, if it is known), immediate (card), top (card,
    place), dealt (card, place), closed (number). Those of infinite-gulfs stand in
    `referee_gulfs_table.py`.
    """

    kind: str
    card: str = ""
    place: str = ""
    number: int = 0
    cards: tuple[str, ...] = ()


FOUND = "found"


class Reveal(NamedTuple):
    """A card that came to light from a hidden order.

    `pile` names that order as docs/formats.md names the streams of a seed: `clue/N` for the stack
    after shuffle N, `victim`, `menace`; or it is `FOUND`, for a menace that was searched. `among`
    are the cards of the stack, or of the menace deck, at that moment.
    """

    pile: str
    card: str
    among: frozenset[str] = frozenset()


@dataclass(slots=True)
class Case:
    """An open case: the card it starts with and its line of investigation, first card first."""

    starts_with: ClassVar[str] = "victim"

    number: int
    start: str  # the victim, or what the case starts with instead
    line: list[str] = field(default_factory=list)
    last: str | None = None  # the card that the next one must meet; None is the start
    key_effects: int = 0

    def __contains__(self, card: str) -> bool:
        return card in self.line

    def add(self, card: str) -> None:
        """Lay a card at the end of the line."""
        self.line.append(card)
        self.last = card

    def remove(self, card: str) -> None:
        """Lift a card out of the line; the card before the last one may come to light."""
        self.line.remove(card)
        self.last = self.line[-1] if self.line else None

    def snapshot(self, *, ordered: bool) -> dict[str, object]:
        """The case as plain values, with the order of its line if that can still matter."""
        return {
            "number": self.number,
            self.starts_with: self.start,
            "line": sorted(self.line),
            "last": self.last,
            "key_effects": self.key_effects,
            **({"order": list(self.line)} if ordered else {}),
        }


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


class Areas:
    """All areas of one game; at first every clue card is in the stack and no case is open.

    Attributes:
        leads: The leads row, first lead first; a gap closes at once, as only the order matters.
        shuffles: The number of the latest shuffle of the stack, 0 after the opening one.
        cases: The open cases by number.
        status: Whether the game goes on, and how it ended.
        uncovers: Cards of a line may be discarded, which brings those before them to light.
        reveals: Everything that came to light so far, in that order; set-up included.
    """

    def __init__(self, deal: Deal) -> None:
        """Shuffle the stack."""
        self.deal = deal
        self.cards = {clue.id: clue for clue in deal.deck.clue}
        self.victim_icons = {victim.id: victim.right for victim in deal.deck.victim}
        self.status: Status = "playing"
        self.leads: list[str] = []
        self.hand: set[str] = set()
        self.stack = set(deal.draw) - deal.deck.faces()
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
        self.events: list[Event] = []
        self.reveals: list[Reveal] = []
        game = find_game(deal.game)
        self.uncovers = "discard-case" in game.immediates
        self._needs_king = "king" in game.attributes

    def copy(self) -> Self:
        """The same cards in the same places, independent of these."""
        other = copy.copy(self)
        other.leads = list(self.leads)
        other.events = []
        other.reveals = list(self.reveals)
        for area in (*AREAS, "stack"):
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
            self.events.append(Event("stack-empty"))
            if not self.open_case():
                return None
            self.shuffle_into_stack(self.discard)
        return self.take_top()

    def take_top(self) -> str | None:
        """Take the top of the stack; None if it is empty or the game ends as the top is unknown."""
        if not self.stack:
            return None
        if self.order is None and len(self.stack) > 1:
            self.status = "unknown-shuffle"
            return None
        top = self.stack_in_order()[0]
        self.reveals.append(Reveal(f"clue/{self.shuffles}", top, frozenset(self.stack)))
        self.stack.remove(top)
        return top

    def shuffle_into_stack(self, *areas: set[str]) -> None:
        """Shuffle the areas into the stack, as one shuffle; it is the next one even if empty."""
        shuffled = " and ".join(self._name(area) for area in areas)
        for area in areas:
            self.stack |= area
            area.clear()
        self.shuffles += 1
        self.order = self.deal.order(self.shuffles)
        stack = () if self.order is None else tuple(self.stack_in_order())
        self.events.append(Event("shuffle", place=shuffled, number=self.shuffles, cards=stack))

    def _name(self, area: set[str]) -> str:
        """What an area is called; the only cards that lie in none of them are leads."""
        return next((name for name in AREAS if getattr(self, name) is area), "leads")

    def open_case(self) -> bool:
        """Start a case with the next victim. False if there is none and the game is over."""
        if not self.victims_left:
            # Ruling 13: lost at this moment, or a complete win is seen first if so set.
            seen_first = self.deal.settings["last-victim"] == "win" and self.has_win()
            self.status = "won" if seen_first else "lost"
            self.events.append(Event("no-victim"))
            return False
        self.cases_begun += 1
        victim = self.victims_left.pop(0)
        self.reveals.append(Reveal("victim", victim))
        self.cases[self.cases_begun] = Case(self.cases_begun, victim)
        self.events.append(Event("victim", victim, number=self.cases_begun))
        return True

    def check_stability(self, kind: Literal["check", "strain"] = "check") -> None:
        """Draw a card: to the stability area if it has the icon, else discarded."""
        card = self.draw()
        if card is not None:
            self.see(card, kind)

    def see(self, card: str, kind: str) -> None:
        """Put down the card that a stability check has drawn."""
        if self.cards[card].stability:
            self.stability.add(card)
            self.events.append(Event(kind, card, "stability"))
        else:
            self.events.append(Event(kind, card, self.put_down(card)))

    def put_down(self, card: str) -> Area:
        """Discard a card: to the time area if it shows the hourglass, else the discard area."""
        if self.has_hourglass(card):
            self.time.add(card)
            return "time"
        self.discard.add(card)
        return "discard"

    def has_hourglass(self, card: str) -> bool:
        """Whether the card goes to the time area when it is discarded."""
        return self.cards[card].time

    # Effects.

    def choices(self, effect: str) -> list[tuple[str, ...]]:
        """What the effect can name: one tuple of cards for each way to carry it out."""
        if effect == "exchange-penalty":
            penalties = sorted(self.time | self.stability)
            return [(given, taken) for given in sorted(self.hand) for taken in penalties]
        if effect in ("shuffle-discard", "stability-check"):
            return [()]
        return [(card,) for card in self.nameable(effect)]

    def nameable(self, effect: str) -> list[str]:
        """The cards of its area that an effect which names one card may name."""
        return self.area(effect)

    def area(self, effect: str) -> list[str]:
        """The cards that lie where an effect that names one card looks for it."""
        area: Iterable[str] = {
            "take-lead": self.leads,
            "take-discard": self.discard,
            "take-closed": self.closed,
            "take-stability": self.stability,
            "take-time": self.time,
            "search-stack": self.stack,
            "discard-hand": self.hand,
            "play-hand": self.hand,
            "discard-lead": self.leads,
            "discard-case": [card for case in self.cases.values() for card in case.line],
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
        elif effect in ("discard-hand", "discard-lead", "discard-case"):
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
        """Lift a card from the area or line it lies in; not from the picture or nowhere."""
        areas = (self.hand, self.discard, self.closed, self.stability, self.time, self.stack)
        places: list[Case | list[str] | set[str]] = [*self.cases.values(), self.leads, *areas]
        for place in places:
            if card in place:
                place.remove(card)
                return
        raise AssertionError(f"{card} lies in no area to take it from")

    # Cases and puzzles.

    def left_icons(self, card: str) -> tuple[str, ...]:
        """The techniques on the left edge of a card."""
        return self.cards[card].left

    def ends_in(self, case: Case) -> tuple[str, ...]:
        """The techniques that the next card of the line must meet."""
        return self.victim_icons[case.start] if case.last is None else self.cards[case.last].right

    def types(self, cards: Iterable[str]) -> set[str]:
        """The types that the cards show; a card with two types shows both."""
        return {kind for card in cards for kind in self.cards[card].types}

    def has_win(self) -> bool:
        """Whether the scored puzzles suffice, matched to different types (ruling 9)."""
        puzzles = [self.cards[card] for card in sorted(self.picture)]
        if matched_types(puzzles) < self.deal.settings.number("puzzles"):
            return False
        # A largest matching can be changed to include any one card, so the king's being there does.
        return not self._needs_king or any("king" in clue.attributes for clue in puzzles)
