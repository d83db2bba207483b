"""What only the synthetic decks of The King in Yellow have: its attributes and immediate effects.

The King, Yellow signs and their locks, Colour and the minimums that count it, Passion cards.
Constraints and their reasons: docs/decks.md.
"""

from collections.abc import Mapping
from typing import Final

from casecracker.engine.boxfacts import YELLOW_EFFECTS
from casecracker.engine.errors import DeckError
from casecracker.engine.games import IMMEDIATE_EFFECTS
from casecracker.engine.shuffles import shuffled
from casecracker.seeds.assumptions import YellowAssumptions
from casecracker.seeds.frame import Frame, Slot, count_of, spread
from casecracker.seeds.parts import Drawn, Part

PASSION: Final = "passion"
SIGN: Final = "yellow-sign"
SIGN_LOCK: Final = "yellow-sign-lock"
MARK_KEYS: Final = ", yellow_signs, plain_yellow_locks, yellow_minimums, puzzle_yellow_minimums"
_MINIMUM: Final = "yellow-minimum-"  # the mark of value 3 is `yellow-minimum-3`


def check(given: YellowAssumptions) -> None:
    """What the rulebook prints, before any search, so that the message can name the key.

    Raises:
        DeckError: The assumptions contradict the rulebook.
    """
    for word in sorted({*YELLOW_EFFECTS, *(word for word, _ in given.effects)}):
        printed = YELLOW_EFFECTS.get(word, 0)
        if (count := count_of(given.effects, word)) != printed:
            raise DeckError(f"assumption 'effects.{word}': the rulebook has {printed}; got {count}")
    if (count := count_of(given.cards, PASSION)) != len(IMMEDIATE_EFFECTS):
        wanted = f"{len(IMMEDIATE_EFFECTS)}, one for each immediate effect"
        raise DeckError(f"assumption 'cards.{PASSION}': {wanted}; got {count}")
    largest = max((int(value) for value, count in given.yellow_minimums if count), default=0)
    if not largest:
        raise DeckError("assumption 'yellow_minimums': the attribute occurs; got none")
    if given.colours < 2 * largest:
        needed = f"at least {2 * largest}, twice the largest Yellow card minimum"
        raise DeckError(f"assumption 'colours': {needed}; got {given.colours}")


def is_passion(slot: Slot) -> bool:
    """Whether a slot is a Passion card's."""
    return slot.kind == PASSION


def locks(frame: Frame, given: YellowAssumptions) -> Drawn:
    """The lock of every puzzle, plain or Yellow sign; the King has the Yellow sign lock."""
    part = Part("locks", frame.seed, "yellow_lock_puzzles")
    for card in frame.puzzles:
        part.choose_one(card, [SIGN_LOCK] if frame.slots[card].king else ["lock", SIGN_LOCK])
    part.cp.add(part.having(SIGN_LOCK.__eq__) == given.yellow_lock_puzzles)
    return part.heaviest()


def own_marks(given: YellowAssumptions) -> dict[str, int]:
    """Marks of cards that are no puzzles, and on how many they are."""
    return {SIGN: given.yellow_signs, SIGN_LOCK: given.plain_yellow_locks}


def minimum_marks(given: YellowAssumptions) -> dict[str, int]:
    """Marks of Yellow card minimums, and on how many cards they are."""
    return {_MINIMUM + value: count for value, count in given.yellow_minimums}


def minimum_in(mark: str) -> int:
    """The Yellow card minimum that a mark stands for, 0 if it is another mark."""
    value = mark.removeprefix(_MINIMUM)
    return int(value) if value != mark else 0


def add_marks(frame: Frame, part: Part, given: YellowAssumptions, drawn_locks: Drawn) -> None:
    """Yellow card minimums on puzzles; a Yellow sign before each of its locks in the story line."""
    yellow_puzzles = part.having(lambda mark: minimum_in(mark) > 0, frame.puzzles)
    part.cp.add(yellow_puzzles == given.puzzle_yellow_minimums)
    for place, card in enumerate(frame.story):
        if SIGN_LOCK in drawn_locks.get(card, ()):
            part.cp.add(part.having(SIGN.__eq__, frame.story[:place]) >= 1)


def more_parts(frame: Frame, marks: Drawn) -> Mapping[str, Drawn]:
    """Colour and immediate effects; nothing for another game."""
    given = frame.given
    if not isinstance(given, YellowAssumptions):
        return {"colours": {}, "immediate": {}}
    passion = frame.cards(is_passion)
    effects = shuffled(IMMEDIATE_EFFECTS, frame.seed, "immediate")
    immediate: Drawn = {card: (word,) for card, word in zip(passion, effects, strict=True)}
    return {"colours": _colours(frame, given, marks), "immediate": immediate}


def _colours(frame: Frame, given: YellowAssumptions, marks: Drawn) -> Drawn:
    """Colour, shared out over the types; enough of it in the story line for its minimums."""
    part = Part("colours", frame.seed, "colours")
    for card in range(len(frame.slots)):
        part.choose_one(card, ["", "colour"])
    part.cp.add(part.having(bool) == given.colours)
    spread(frame, part, bool, given.colours)
    for place, card in enumerate(frame.story):
        least = max(map(minimum_in, marks[card]), default=0)
        part.cp.add(part.having(bool, frame.story[:place]) >= least)
    return part.heaviest()
