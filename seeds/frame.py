"""What is settled before anything is drawn: types, puzzles, the King, and the story line."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from casecracker.engine.games import Game
from casecracker.engine.shuffles import shuffled
from casecracker.seeds.assumptions import (
    Assumptions,
    Counts,
    GulfsAssumptions,
    YellowAssumptions,
)
from casecracker.seeds.parts import Part

KING_TYPE: Final = "artifact"  # of the card The King in Yellow, a book; assumed

# Infinite Gulfs: cards that lie on case and menace cards, or are equipment.
MACHINE: Final = "machine"
ELDER_SIGN: Final = "elder-sign"
HAUNTER: Final = "haunter"  # the face of The Haunter of the Dark
NYARLATHOTEP: Final = "nyarlathotep"  # the face of Nyarlathotep
CASE_FACES: Final = ("case-face-1", "case-face-2")
ITEMS: Final = (MACHINE, ELDER_SIGN)
FACES: Final = (MACHINE, HAUNTER, NYARLATHOTEP, *CASE_FACES)
ITEM_TYPE: Final = "artifact"  # of Machine and Elder Sign; assumed
HAUNTER_TYPE: Final = "monster"  # assumed


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the deck whose type, and whether it is a puzzle, is settled beforehand."""

    kind: str
    puzzle: bool
    king: bool  # the card The King in Yellow
    role: str = ""  # infinite-gulfs: the face or item that it is


@dataclass(frozen=True)
class Frame:
    """What is settled before anything is drawn: slots, and the story line's cards.

    Attributes:
        game: Vocabulary and counts.
        given: The assumptions.
        seed: Decides everything that is drawn.
        slots: The clue cards, by type, puzzles first.
        story: Cards of a line that links from the first victim: plain, plain, plain, puzzle,
            plain, plain, puzzle; the plain ones are of five types, the puzzles of two. A King is
            the last of them.
    """

    game: Game
    given: Assumptions
    seed: int
    slots: tuple[Slot, ...]
    story: tuple[int, ...]

    def cards(self, wanted: Callable[[Slot], bool]) -> list[int]:
        """Numbers of the cards whose slot is wanted."""
        return [card for card, slot in enumerate(self.slots) if wanted(slot)]

    @property
    def puzzles(self) -> list[int]:
        """Numbers of the puzzle cards."""
        return self.cards(lambda slot: slot.puzzle)

    @property
    def others(self) -> list[int]:
        """Numbers of the cards that are no puzzles."""
        return self.cards(lambda slot: not slot.puzzle)

    @property
    def story_plain(self) -> tuple[int, ...]:
        """The story line's cards that are no puzzles, in order."""
        return tuple(card for card in self.story if not self.slots[card].puzzle)

    @property
    def starts(self) -> int:
        """How many cards begin a case: victims, or case cards but for The Haunter of the Dark."""
        return self.game.victims_in_box or self.game.cases_in_box - 1

    def role(self, role: str) -> int:
        """Number of the card that has a role."""
        return next(card for card, slot in enumerate(self.slots) if slot.role == role)

    def is_face(self, card: int) -> bool:
        """Whether a card lies on a case or menace card, not in the stack."""
        return self.slots[card].role in FACES


def count_of(counts: Counts, word: str) -> int:
    """How many cards the counts give to a word; none if it is not listed."""
    return dict(counts).get(word, 0)


def make_frame(game: Game, seed: int, given: Assumptions) -> Frame:
    """Lay out the types and puzzles as counted, and choose the cards of the story line."""
    slots = tuple(_slots(game, given))
    if isinstance(given, GulfsAssumptions):
        slots = _with_roles(slots, seed)
    first = {kind: next(i for i, s in enumerate(slots) if s.kind == kind) for kind in game.types}
    last = {kind: max(i for i, s in enumerate(slots) if s.kind == kind) for kind in game.types}
    plain = [last[kind] for kind in shuffled(sorted(game.types), seed, "story/plain")][:5]
    scored = [first[kind] for kind in shuffled(sorted(game.types), seed, "story/puzzle")]
    scored = [card for card in scored if not slots[card].role]
    scored = [*(c for c in scored if not slots[c].king), *(c for c in scored if slots[c].king)]
    last_scored = scored[-1] if slots[scored[-1]].king else scored[1]
    story = (*plain[:3], scored[0], *plain[3:], last_scored)
    return Frame(game, given, seed, slots, story)


def _slots(game: Game, given: Assumptions) -> Iterator[Slot]:
    royal = KING_TYPE if isinstance(given, YellowAssumptions) else ""
    for kind in game.types:
        for number in range(count_of(given.cards, kind)):
            puzzle = number < count_of(given.puzzles, kind)
            yield Slot(kind, puzzle, king=kind == royal and number == 0)


def _with_roles(slots: tuple[Slot, ...], seed: int) -> tuple[Slot, ...]:
    """Faces and items of Infinite Gulfs; the last card of each type stays for the story line."""
    plain = [card for card, slot in enumerate(slots) if not slot.puzzle]
    last = {slots[card].kind: card for card in plain}
    free = [card for card in plain if card not in last.values()]
    items = [card for card in free if slots[card].kind == ITEM_TYPE][: len(ITEMS)]
    rest = [str(card) for card in free if card not in items]
    faces = map(int, shuffled(rest, seed, "faces")[: len(CASE_FACES) + 1])
    haunter = max(c for c, slot in enumerate(slots) if slot.puzzle and slot.kind == HAUNTER_TYPE)
    names = (*ITEMS, HAUNTER, NYARLATHOTEP, *CASE_FACES)
    roles = dict(zip((*items, haunter, *faces), names, strict=True))
    return tuple(replace(slot, role=roles.get(c, "")) for c, slot in enumerate(slots))


def spread(frame: Frame, part: Part, wanted: Callable[[str], bool], total: int) -> None:
    """Share an option over the types by their number of cards, to the next whole card."""
    for kind in frame.game.types:
        cards = frame.cards(lambda slot, kind=kind: slot.kind == kind)  # type: ignore[misc]
        share = total * len(cards)
        here = part.having(wanted, cards)
        part.cp.add(here >= share // len(frame.slots))
        part.cp.add(here <= -(-share // len(frame.slots)))
