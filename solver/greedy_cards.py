"""Clue cards and lines in numbers, as the greedy player reads them; types are bits, edges too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.games import ANY, TECHNIQUES

ALL_TECHNIQUES: Final = (1 << len(TECHNIQUES)) - 1


@dataclass(frozen=True, slots=True)
class Facts:
    """A clue card in numbers; types and techniques as sets of bits."""

    types: int
    left: int
    right: int
    scores: int  # types (or its letter, `lettered`) that it counts for once scored, if a puzzle
    king: bool
    key: bool  # of either kind: both open a Lock
    lock: bool  # of any kind: all use up a Key
    skeleton_key: bool
    skeleton_lock: bool
    sign: bool
    sign_lock: bool
    colour: bool
    darkness: bool
    minimum: int
    colours: int  # the Yellow card minimum
    effects: tuple[str, ...]
    time: bool
    stability: bool


@dataclass(frozen=True, slots=True)
class Line:
    """An open case: its cards, the techniques that may follow, and Keys not yet used up."""

    cards: tuple[Facts, ...]
    edge: int
    keys: int
    skeletons: int = 0  # Skeleton Keys that no Skeleton Lock has used up

    @property
    def sign(self) -> bool:
        """Whether a Yellow sign is in the line; locks do not use it up."""
        return any(card.sign for card in self.cards)

    @property
    def colours(self) -> int:
        """Colour cards in the line."""
        return sum(card.colour for card in self.cards)

    def with_card(self, card: Facts) -> "Line":
        """The line after a play."""
        keys = self.keys + card.key - card.lock
        skeletons = self.skeletons + card.skeleton_key - card.skeleton_lock
        return Line((*self.cards, card), card.right, keys, skeletons)

    def opened(self) -> "Line":
        """The line as if a key effect were at hand where no Key is left."""
        return replace(self, keys=max(self.keys, 1), skeletons=max(self.skeletons, 1))


def techniques(words: Iterable[str]) -> int:
    """The techniques of an edge."""
    return ALL_TECHNIQUES if ANY in words else sum(1 << TECHNIQUES.index(w) for w in words)


def facts_of(clue: Clue, types: Sequence[str], *, purple: bool = False) -> Facts:
    """A card in numbers; `types` are the game's. With `purple`, its purple icons count too."""
    shown = sum(1 << types.index(word) for word in clue.types)
    locks = {"lock", "yellow-sign-lock", "skeleton-lock"}
    return Facts(
        types=shown,
        left=techniques((*clue.left, *clue.left_purple) if purple else clue.left),
        right=techniques((*clue.right, *clue.right_purple) if purple else clue.right),
        scores=shown if "puzzle" in clue.attributes else 0,
        king="king" in clue.attributes,
        key=not {"key", "skeleton-key"}.isdisjoint(clue.attributes),
        lock=not locks.isdisjoint(clue.attributes),
        skeleton_key="skeleton-key" in clue.attributes,
        skeleton_lock="skeleton-lock" in clue.attributes,
        sign="yellow-sign" in clue.attributes,
        sign_lock="yellow-sign-lock" in clue.attributes,
        colour="colour" in clue.attributes,
        darkness="darkness" in clue.attributes,
        minimum=clue.minimum,
        colours=clue.yellow_minimum,
        effects=clue.effects,
        time=clue.time,
        stability=clue.stability,
    )


def without_kings_type(card: Facts, king: Facts | None) -> Facts:
    """A win needs the King, who counts for his type: no other puzzle can count for it."""
    if king is None or card.king:
        return card
    return replace(card, scores=card.scores & ~king.types)


def lettered(deck: Deck) -> dict[str, int]:
    """A bit for each puzzle card that an objective names, in place of its types."""
    letters = {letter for objective in deck.objective for letter in objective.letters}
    named = [clue.id for clue in deck.clue if clue.letter in letters]
    return {card: 1 << number for number, card in enumerate(named)}


def fits(card: Facts, line: Line) -> bool:
    """Whether the card may be played to the line without a key effect."""
    linked = card.left & line.edge and card.minimum <= len(line.cards)
    if not linked or (card.lock and line.keys < 1):
        return False
    if card.skeleton_lock and line.skeletons < 1:
        return False
    return (not card.sign_lock or line.sign) and (not card.colours or card.colours <= line.colours)


def puzzle_types(line: Line, wanted: int) -> int:
    """Wanted types that the line's puzzles can count for."""
    types = 0
    for card in line.cards:
        types |= card.scores
    return types & wanted


def staying_types(line: Line, scored: int) -> int:
    """Types that stay when one puzzle of each of the types `scored` is taken out."""
    stay = 0
    for card in line.cards:
        if card.scores & scored:
            scored &= ~card.scores
        else:
            stay |= card.types
    return stay
