"""What a deck holds, and what its shuffled stack brings: counts and chances, all exact.

Chances are fractions over equally likely orders or pairs of cards; nothing is simulated here. What
a card is worth in play can only be sampled: worth.py. docs/metrics.md defines each figure.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from casecracker.engine.cards import CaseCard, Clue, Deck, Victim
from casecracker.engine.games import ANY, TECHNIQUES, find_game

KEYS = frozenset({"key", "skeleton-key"})
LOCKS = frozenset({"lock", "yellow-sign-lock", "skeleton-lock"})

DRAWS = (8, 10, 15, 20, 25, 30)
"""Cards turned up for which chances are told: the opening deal is eight."""

Start = Victim | CaseCard
"""A card that begins a case."""


@dataclass(frozen=True, slots=True)
class Supply:
    """How often one icon is printed.

    Attributes:
        group: Where it stands: `left`, `right`, `left-purple`, `right-purple`, `type`, `puzzle`
            (types of puzzle cards), `attribute`, `minimum`, `yellow-minimum`, `effect`,
            `immediate`, `penalty`, `start` (edges of victims or case cards), `contact`.
        icon: The word of the deck file.
        cards: Cards that show it.
        icons: How often it is printed on them.
    """

    group: str
    icon: str
    cards: int
    icons: int


@dataclass(frozen=True, slots=True)
class LinkChance:
    """How likely it is that a random card fits a random end of a line.

    Attributes:
        end: What the line ends with: `card` or `start` (a victim or case card).
        card: Which cards are drawn: `any`, or `free`, those without lock and minimum.
        machine: Whether Tillinghast's Machine is in play, so that purple techniques count.
        fits: Ordered pairs of an end and another card that fits it.
        pairs: All such pairs.
    """

    end: str
    card: str
    machine: bool
    fits: int
    pairs: int

    @property
    def chance(self) -> Fraction:
        """The share of the pairs that fit; 0 without pairs."""
        return Fraction(self.fits, self.pairs) if self.pairs else Fraction(0)


@dataclass(frozen=True)
class Wait:
    """When cards of one sort turn up in a stack in uniformly random order.

    Attributes:
        what: The sort.
        hits: Cards of that sort in the stack.
        cards: Cards of the stack at first.
    """

    what: str
    hits: int
    cards: int

    def expected(self, nth: int = 1) -> Fraction | None:
        """Cards turned up on average until the n-th of the sort; None if there are fewer.

        The hits part the other cards into equal shares on average: n (cards + 1) / (hits + 1).
        """
        if nth > self.hits:
            return None
        return Fraction(nth * (self.cards + 1), self.hits + 1)

    def chance(self, wanted: int, draws: int) -> Fraction:
        """The chance that `wanted` of the sort at least are among the first `draws` cards."""
        return chance_at_least(self.cards, self.hits, draws, wanted)

    def to_json(self) -> dict[str, Any]:
        """Expected waits for each card of the sort, and chances for some numbers of draws."""
        waits = [self.expected(nth) for nth in range(1, self.hits + 1)]
        return {
            "what": self.what,
            "hits": self.hits,
            "cards": self.cards,
            "expected": [str(wait) for wait in waits],
            "chances": [
                {
                    "draws": draws,
                    "at_least": [
                        str(self.chance(wanted, draws)) for wanted in range(1, self.hits + 1)
                    ],
                }
                for draws in DRAWS
                if draws <= self.cards
            ],
        }


def chance_at_least(cards: int, hits: int, draws: int, wanted: int) -> Fraction:
    """The hypergeometric chance of `wanted` hits or more in so many draws without replacement."""
    drawn = min(draws, cards)
    ways = sum(
        comb(hits, got) * comb(cards - hits, drawn - got)
        for got in range(max(wanted, 0), min(hits, drawn) + 1)
    )
    return Fraction(ways, comb(cards, drawn))


@dataclass(frozen=True)
class DeckStatistics:
    """Exact figures of one deck.

    Attributes:
        deck: The deck.
        stack: Clue cards in the stack at first: all but those on case and menace cards.
        supply: Every icon that is printed, by group.
        links: How likely cards fit.
        fitting: Cards of the stack that fit an end with this technique alone.
        waits: For keys, locks, puzzles and each type.
    """

    deck: Deck
    stack: int
    supply: tuple[Supply, ...]
    links: tuple[LinkChance, ...]
    fitting: dict[str, int]
    waits: tuple[Wait, ...]

    def to_json(self) -> dict[str, Any]:
        """All figures; fractions are texts `a/b`."""
        return {
            "format": 1,
            "game": self.deck.game,
            "deck": self.deck.summary(),
            "exact": True,
            "cards": len(self.deck.clue),
            "stack": self.stack,
            "supply": [
                {name: getattr(one, name) for name in Supply.__slots__} for one in self.supply
            ],
            "links": [
                {
                    "end": one.end,
                    "card": one.card,
                    "machine": one.machine,
                    "fits": one.fits,
                    "pairs": one.pairs,
                    "chance": str(one.chance),
                }
                for one in self.links
            ],
            "fitting": dict(self.fitting),
            "waits": [wait.to_json() for wait in self.waits],
        }


def deck_statistics(deck: Deck) -> DeckStatistics:
    """Count what a deck prints, and what its stack brings."""
    stack = [clue for clue in deck.clue if clue.id not in deck.faces()]
    return DeckStatistics(
        deck=deck,
        stack=len(stack),
        supply=tuple(supply(deck)),
        links=tuple(link_chances(deck, stack)),
        fitting={word: sum(_fits((word,), clue.left) for clue in stack) for word in TECHNIQUES},
        waits=tuple(_waits(deck, stack)),
    )


# Supply


def supply(deck: Deck) -> Iterator[Supply]:
    """Every icon on the clue cards, the cards that begin cases, and the contact."""
    for group, printed in _printed(deck):
        cards = Counter(icon for icons in printed for icon in set(icons))
        icons = Counter(icon for icons in printed for icon in icons)
        yield from (Supply(group, icon, cards[icon], icons[icon]) for icon in sorted(cards))


def _printed(deck: Deck) -> Iterator[tuple[str, list[Sequence[str]]]]:
    """What each card shows, group by group."""
    clues = deck.clue
    yield "left", [clue.left for clue in clues]
    yield "right", [clue.right for clue in clues]
    yield "left-purple", [clue.left_purple for clue in clues]
    yield "right-purple", [clue.right_purple for clue in clues]
    yield "type", [clue.types for clue in clues]
    yield "puzzle", [clue.types for clue in clues if "puzzle" in clue.attributes]
    yield "attribute", [clue.attributes for clue in clues]
    yield "minimum", [_number(clue.minimum) for clue in clues]
    yield "yellow-minimum", [_number(clue.yellow_minimum) for clue in clues]
    yield "effect", [clue.effects for clue in clues]
    yield "immediate", [[clue.immediate] if clue.immediate else [] for clue in clues]
    yield "penalty", [_penalties(clue) for clue in clues]
    yield "start", [card.right for card in starts(deck)]
    yield "contact", [contact.sides for contact in deck.contact]


def _number(value: int) -> list[str]:
    return [str(value)] if value else []


def _penalties(clue: Clue) -> list[str]:
    return [*(["time"] if clue.time else []), *(["stability"] if clue.stability else [])]


def starts(deck: Deck) -> list[Start]:
    """The cards that can begin a case: victims, or case cards with techniques (both sides)."""
    return [*deck.victim, *(card for card in deck.case if card.is_case)]


# Links


def link_chances(deck: Deck, stack: Sequence[Clue]) -> Iterator[LinkChance]:
    """How often cards of the stack fit ends: of another one, and of cards that begin cases."""
    has_purple = any(clue.left_purple or clue.right_purple for clue in stack)
    for machine in (False, True) if has_purple else (False,):
        for end, ends in (("card", stack), ("start", starts(deck))):
            for card, drawn in (("any", stack), ("free", [c for c in stack if is_free(c)])):
                pairs = [(a, b) for a in ends for b in drawn if a is not b]
                fits = sum(_follows(a, b, machine) for a, b in pairs)
                yield LinkChance(end, card, machine, fits, len(pairs))


def is_free(clue: Clue) -> bool:
    """Whether nothing but its edge hinders a card: no lock, no minimum of either kind."""
    return LOCKS.isdisjoint(clue.attributes) and not clue.minimum and not clue.yellow_minimum


def _follows(end: Clue | Start, card: Clue, machine: bool) -> bool:
    purple = getattr(end, "right_purple", ()) if machine else ()
    left = (*card.left, *card.left_purple) if machine else card.left
    return _fits((*end.right, *purple), left)


def _fits(right: Sequence[str], left: Sequence[str]) -> bool:
    """Whether a card with this left edge may follow this right edge (docs/rules.md, W5.2, W5.3)."""
    if ANY in right:
        return bool(left)  # a left edge whose techniques are all purple may show none
    return ANY in left or not set(right).isdisjoint(left)


# Waits


def _waits(deck: Deck, stack: Sequence[Clue]) -> Iterator[Wait]:
    yield _wait("key", stack, (not KEYS.isdisjoint(clue.attributes) for clue in stack))
    yield _wait("lock", stack, (not LOCKS.isdisjoint(clue.attributes) for clue in stack))
    yield _wait("puzzle", stack, ("puzzle" in clue.attributes for clue in stack))
    for kind in find_game(deck.game).types:
        yield _wait(kind, stack, (kind in clue.types for clue in stack))


def _wait(what: str, stack: Sequence[Clue], hits: Iterable[bool]) -> Wait:
    return Wait(what, sum(hits), len(stack))
