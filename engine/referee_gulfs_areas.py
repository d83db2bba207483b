"""The areas that only Infinite Gulfs of Darkness has: case cards, menaces, briefcase, objectives.

Where their cards lie, and what holds for as long as they lie there: limits, purple techniques,
hourglasses of Darkness cards, cards that cannot be discarded. What happens when cases are accessed
and menaces enter is told step by step in `referee_gulfs_table.py`. The numbered rulings are those
of docs/rulings.md.
"""

from dataclasses import dataclass
from typing import ClassVar, Self

from casecracker.engine.cards import CaseCard
from casecracker.engine.deals import Deal
from casecracker.engine.games import DARKNESS_EFFECTS
from casecracker.engine.referee_areas import Case, Event, matched_types
from casecracker.engine.referee_table import HAND_LIMIT, Table

CLASSIC_TYPES = 5
CASE_NAME = "case "
"""What stands before the number of a case card among the active menaces."""


@dataclass(slots=True)
class GulfsCase(Case):
    """An open case that starts with a case card."""

    starts_with: ClassVar[str] = "card"

    prevented: bool = False  # the effects of the next card played to it are prevented

    def snapshot(self, *, ordered: bool) -> dict[str, object]:
        """The case as plain values."""
        return {**Case.snapshot(self, ordered=ordered), "prevented": self.prevented}


class GulfsAreas(Table):
    """All areas of one game of Infinite Gulfs of Darkness.

    Attributes:
        case_cards: The side of each case card that is in the game, by number.
        case_deck: Numbers of the case cards that were not accessed yet.
        haunters: Numbers of the case cards that lie among the active menaces.
        menaces_left: The menace deck, top first.
        menaces: The active menaces, the latest last.
        briefcase: Clue cards in the briefcase.
        helpers: The unused cards of outside help, with their sides.
        prevented_any: The effects of the next card that is played to any case are prevented.
    """

    def __init__(self, deal: Deal) -> None:
        """Lay the deal out: the start cases, five leads from right to left, three cards to hand."""
        deck = deal.deck
        self.case_cards: dict[int, CaseCard] = deal.case_cards()
        self.case_deck = set(self.case_cards)
        self.haunters: set[int] = set()
        self.menace_cards = {menace.id: menace for menace in deck.menace}
        self.menaces_left = list(deal.menaces)
        self.menaces: list[str] = []
        self.briefcase: set[str] = set()
        self.helpers: dict[str, tuple[str, ...]] = {}
        if deal.contact_helps():
            self.helpers[deck.contact[0].id] = deck.contact[0].sides
        equipment = deal.equipment()
        if equipment is not None:
            self.helpers[equipment.id] = equipment.sides
        self.prevented_any = False
        super().__init__(deal)

    def copy(self) -> Self:
        """The same cards in the same places, independent of these."""
        other = super().copy()
        other.case_deck = set(self.case_deck)
        other.haunters = set(self.haunters)
        other.menaces_left = list(self.menaces_left)
        other.menaces = list(self.menaces)
        other.briefcase = set(self.briefcase)
        other.helpers = dict(self.helpers)
        return other

    # Case cards.

    def _open_first_cases(self) -> None:
        for number in sorted(self.case_cards):
            if self.case_cards[number].start:
                self.case_deck.remove(number)
                self.open_numbered(number)

    def open_numbered(self, number: int) -> None:
        """Put a case card into the open cases."""
        case = GulfsCase(number, self.case_cards[number].id)
        self.cases = dict(sorted({**self.cases, number: case}.items()))

    def why_not_open(self, number: int) -> str:
        """Why no open case has that number."""
        if number not in self.case_cards:
            return f"there is no case {number}: no case card has that number"
        if number in self.case_deck:
            return f"case {number} has not been accessed: its card lies in the case deck"
        if self.case_cards[number].is_case:
            return f"case {number} is closed"
        return f"case {number} is no case: its card is a menace"

    def case_of(self, card: str) -> GulfsCase | None:
        """The open case in whose line the card lies."""
        case = next((case for case in self.cases.values() if card in case), None)
        assert case is None or isinstance(case, GulfsCase)
        return case

    # Tillinghast's Machine and the purple techniques.

    def is_machine_in_play(self) -> bool:
        """Whether Tillinghast's Machine lies in hand, briefcase or an open case."""
        in_lines = [card for case in self.cases.values() for card in case.line]
        places = (*self.hand, *self.briefcase, *in_lines)
        return any("machine" in self.cards[card].attributes for card in places)

    def left_icons(self, card: str) -> tuple[str, ...]:
        """The techniques on the left edge, purple ones with the Machine in play (ruling C27)."""
        clue = self.cards[card]
        return clue.left + clue.left_purple * self.is_machine_in_play()

    def ends_in(self, case: Case) -> tuple[str, ...]:
        """The techniques that the next card of the line must meet."""
        ends: tuple[tuple[str, ...], tuple[str, ...]]
        if case.last is None:
            ends = (self.case_cards[case.number].right, self.case_cards[case.number].right_purple)
        else:
            ends = (self.cards[case.last].right, self.cards[case.last].right_purple)
        return ends[0] + ends[1] * self.is_machine_in_play()

    # Active menaces and their ongoing effects.

    def sources(self) -> list[str]:
        """The active menaces in the order of the deck file, then active case cards by number."""
        menaces = [menace for menace in self.menace_cards if menace in self.menaces]
        return [*menaces, *(case_name(number) for number in sorted(self.haunters))]

    def ongoing(self, source: str) -> tuple[str, ...]:
        """The ongoing effects of a menace, or of a case card by its name among the menaces."""
        if source in self.menace_cards:
            return self.menace_cards[source].ongoing
        return self.case_cards[int(source.removeprefix(CASE_NAME))].ongoing

    def _times(self, ongoing: str) -> int:
        """How many active menaces have that effect."""
        return sum(ongoing in self.ongoing(source) for source in self.sources())

    def gained_effects(self) -> list[tuple[str, str]]:
        """The effects that a Darkness card gains now, each with its source (ruling C21)."""
        return [
            (effect, source)
            for source in self.sources()
            for ongoing, effect in DARKNESS_EFFECTS.items()
            if ongoing in self.ongoing(source)
        ]

    @property
    def hand_limit(self) -> int:
        """How many cards the hand may hold: one more for each menace that says so."""
        return HAND_LIMIT + self._times("hand-limit-plus-1")

    @property
    def time_limit(self) -> int:
        """How many cards fill the time area: menaces lower it, an open case may raise it."""
        longer = sum(
            "time-limit-plus-1" in self.case_cards[number].ongoing for number in self.cases
        )
        return super().time_limit + longer - self._times("time-limit-minus-1")

    # Discarding.

    def has_hourglass(self, card: str) -> bool:
        """Whether the card goes to the time area when it is discarded (rulings C23 and C24)."""
        clue = self.cards[card]
        if "no-discard" in clue.attributes:
            return False
        return clue.time or ("darkness" in clue.attributes and self._times("darkness-time") > 0)

    def nameable(self, effect: str) -> list[str]:
        """The cards that an effect may name: to be discarded, others than those that resist it."""
        cards = self.area(effect)
        if effect not in ("discard-hand", "discard-lead"):
            return cards
        return [card for card in cards if "no-discard" not in self.cards[card].attributes] or cards

    def area(self, effect: str) -> list[str]:
        """The cards that lie where an effect that names one card looks for it."""
        return self.menaces_left if effect == "search-menace" else super().area(effect)

    # The briefcase.

    def sides(self, item: str) -> tuple[str, ...]:
        """What a helper or a clue card does from the briefcase."""
        return self.helpers[item] if item in self.helpers else self.cards[item].sides

    def items(self) -> list[str]:
        """What may be used now: helpers, and clue cards in the briefcase."""
        return [*self.helpers, *sorted(self.briefcase)]

    def items_at_hand(self) -> list[str]:
        """What may be used now or once it is packed."""
        packable = (card for card in self.hand if "equipment" in self.cards[card].attributes)
        return [*self.items(), *sorted(packable)]

    def use_up(self, item: str) -> None:
        """Remove an item from the game."""
        if self.helpers.pop(item, None) is None:
            (self.briefcase if item in self.briefcase else self.hand).remove(item)

    def pack(self, card: str) -> None:
        """Move a card from hand to the briefcase."""
        self.hand.remove(card)
        self.briefcase.add(card)

    def unpack(self, card: str) -> None:
        """Move a card from the briefcase to hand."""
        self.briefcase.remove(card)
        self.hand.add(card)

    # Puzzles and objectives.

    def objectives(self) -> list[int]:
        """Numbers of the objectives whose letters are all in the picture; none in classic mode."""
        if self.deal.settings["mode"] == "classic":
            return []
        letters = {self.cards[card].letter for card in self.picture}
        cards = self.deal.deck.objective
        return sorted(card.number for card in cards if letters.issuperset(card.letters))

    def has_win(self) -> bool:
        """All objectives are complete, or, in classic mode, five types of puzzles are scored."""
        if self.deal.settings["mode"] == "classic":
            puzzles = [self.cards[card] for card in sorted(self.picture)]
            return matched_types(puzzles) >= CLASSIC_TYPES
        return len(self.objectives()) == len(self.deal.deck.objective)

    def score(self, card: str, case: Case) -> None:
        """Move a puzzle card of the line to the big picture."""
        before = self.objectives()
        super().score(card, case)
        for number in self.objectives():
            if number not in before:
                self.events.append(Event("objective", number=number))


def case_name(number: int) -> str:
    """What a case card is called among the active menaces."""
    return f"{CASE_NAME}{number}"
