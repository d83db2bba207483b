"""What only the synthetic decks of Infinite Gulfs of Darkness have, as parts of the model.

Skeleton locks, Darkness, purple icons, letters and objectives, roads between cases, menaces.
The cards made of them: gulfcards.py. Constraints and their reasons: docs/decks.md.
"""

from collections.abc import Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Final

from casecracker.engine.errors import DeckError
from casecracker.engine.games import ANY, INFINITE_GULFS, PURPLE, TECHNIQUES
from casecracker.seeds.assumptions import GulfsAssumptions
from casecracker.seeds.frame import (
    CASE_FACES,
    HAUNTER,
    ITEM_TYPE,
    ITEMS,
    MACHINE,
    Frame,
    count_of,
    spread,
)
from casecracker.seeds.parts import Bool, Drawn, Part

MARK_KEYS: Final = ", skeleton_keys, plain_skeleton_locks"
CLOSERS: Final = frozenset(("close-5", "close-6"))
OBJECTIVES: Final = range(1, INFINITE_GULFS.objectives_in_box + 1)
FEWEST_LETTERS: Final = 2  # on one objective
MOST_LETTERS: Final = 3

CALM: Final = "take-stability"
TURNED: Final = "flip"  # stands for flip and add-to-hand
ROADS: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        1: ("access-5", "access-6"),
        3: (),
        4: ("purple-access-5", "purple-access-6", "access-7"),
        5: ("purple-access-6", "access-7"),
        6: ("purple-access-5", "access-7"),
    }
)
"""Cases that the icons of a case card may access. Case 2 accesses case 4, and 7 is the Haunter."""

_NOTHING: Final[Mapping[str, Drawn]] = MappingProxyType(
    {
        name: {}
        for name in (
            "named",
            "purple",
            "darkness",
            "purple-right",
            "objectives",
            "roads",
        )
    }
)
"""The parts, as they are in another game."""


def check(given: GulfsAssumptions) -> None:
    """What the rulebook and the form of the box fix, so that the message can name the key.

    Raises:
        DeckError: The assumptions contradict them.
    """
    for word in INFINITE_GULFS.effects:
        if not count_of(given.effects, word):
            raise DeckError(f"assumption 'effects.{word}': the rulebook has it; got none")
    least = count_of(given.puzzles, ITEM_TYPE) + len(ITEMS) + 1
    if (count := count_of(given.cards, ITEM_TYPE)) < least:
        needed = f"at least {least}: its puzzles, {len(ITEMS)} items and another"
        raise DeckError(f"assumption 'cards.{ITEM_TYPE}': {needed}; got {count}")
    puzzles = sum(count for _, count in given.puzzles)
    plain_faces = len(CASE_FACES) + 1
    most = INFINITE_GULFS.clues_in_box - len(INFINITE_GULFS.types) - len(ITEMS) - plain_faces
    if puzzles > most:
        raise DeckError(f"assumption 'puzzles': at most {most} in all; the sum is {puzzles}")
    if given.letters > puzzles:
        raise DeckError(
            f"assumption 'letters': {puzzles} puzzles can bear one; got {given.letters}"
        )
    named = given.letters - given.spare_letters
    if not given.purple_puzzles < named <= given.objective_letters:
        span = f"{given.purple_puzzles + 1} to {given.objective_letters} letters are to be named"
        raise DeckError(f"assumption 'spare_letters': {span}; got {named}")


def locks(frame: Frame, given: GulfsAssumptions) -> Drawn:
    """The lock of every puzzle that has one; never a Skeleton Lock in the story line, or late."""
    part = Part("locks", frame.seed, "lock_puzzles, skeleton_lock_puzzles")
    easy = {*frame.story, frame.role(HAUNTER)}
    for card in frame.puzzles:
        part.choose_one(card, ["", "lock", *([] if card in easy else ["skeleton-lock"])])
    part.cp.add(part.having("lock".__eq__) == given.lock_puzzles)
    part.cp.add(part.having("skeleton-lock".__eq__) == given.skeleton_lock_puzzles)
    return part.heaviest()


def own_marks(given: GulfsAssumptions) -> dict[str, int]:
    """Marks of cards that are no puzzles, and on how many they are."""
    return {"skeleton-key": given.skeleton_keys, "skeleton-lock": given.plain_skeleton_locks}


def add_marks(frame: Frame, part: Part) -> None:
    """Nothing hinders the items and the face that comes late; Keys of both kinds are drawn."""
    part.cp.add(part.having(bool, [*map(frame.role, ITEMS), frame.role(HAUNTER)]) == 0)
    faces = filter(frame.is_face, frame.others)
    part.cp.add(part.having(lambda mark: mark.endswith("key"), faces) == 0)


def early_parts(frame: Frame) -> Mapping[str, Drawn]:
    """Letters and purple left edges, on which later parts depend."""
    given = frame.given
    if not isinstance(given, GulfsAssumptions):
        return _NOTHING
    named = _named(frame, given)
    return {**_NOTHING, "named": named, "purple": _purple_lefts(frame, given, named)}


def _named(frame: Frame, given: GulfsAssumptions) -> Drawn:
    """Which puzzles objectives name, and which bear a letter that none names."""
    part = Part("named", frame.seed, "letters, spare_letters")
    for card in frame.puzzles:
        part.choose_one(card, ["", "named", "spare"])
    part.cp.add(part.having("named".__eq__) == given.letters - given.spare_letters)
    part.cp.add(part.having("spare".__eq__) == given.spare_letters)
    part.cp.add(part.having("named".__eq__, [frame.role(HAUNTER)]) == 1)
    return part.heaviest()


def _purple_lefts(frame: Frame, given: GulfsAssumptions, named: Drawn) -> Drawn:
    """Cards that only the Machine lets play: some that objectives name, and some plain ones."""
    part = Part("purple", frame.seed, "purple_puzzles, purple_left")
    fit = [c for c, slot in enumerate(frame.slots) if not slot.role and c not in frame.story]
    wanted = [card for card in fit if "named" in named.get(card, ())]
    plain = [card for card in fit if not frame.slots[card].puzzle]
    for card in (*wanted, *plain):
        part.choose_one(card, ["", "purple"])
    part.cp.add(part.having(bool, wanted) == given.purple_puzzles)
    part.cp.add(part.having(bool, plain) == given.purple_left)
    return part.heaviest()


def add_effects(frame: Frame, part: Part, marks: Drawn, purple: Drawn) -> None:
    """Cards that close a case are in the stack, no puzzles, and can be played at any time."""
    for card, slot in enumerate(frame.slots):
        fit = not (slot.puzzle or slot.role or marks[card] or purple.get(card))
        part.cp.add(part.having(CLOSERS.__contains__, [card]) <= int(fit))


def add_icons(frame: Frame, given: GulfsAssumptions, part: Part) -> None:
    """Few puzzles can be lost to a stability check; the Machine has neither icon."""
    lost = part.having(lambda icons: "stability" in icons, frame.puzzles)
    part.cp.add(lost == given.stability_puzzles)
    part.cp.add(part.having(bool, [frame.role(MACHINE)]) == 0)


def late_parts(frame: Frame, early: Mapping[str, Drawn], rights: Drawn) -> Mapping[str, Drawn]:
    """Everything on which no other part depends."""
    given = frame.given
    if not isinstance(given, GulfsAssumptions):
        return {}
    return {
        "darkness": _darkness(frame, given),
        "purple-right": _purple_rights(frame, given, rights),
        "objectives": _objectives(frame, given, early["named"]),
        "roads": _roads(frame, given),
    }


def _darkness(frame: Frame, given: GulfsAssumptions) -> Drawn:
    """Darkness, shared out over the types; not on the items."""
    part = Part("darkness", frame.seed, "darkness")
    for card in range(len(frame.slots)):
        part.choose_one(card, ["", "darkness"])
    part.cp.add(part.having(bool) == given.darkness)
    part.cp.add(part.having(bool, map(frame.role, ITEMS)) == 0)
    spread(frame, part, bool, given.darkness)
    return part.heaviest()


def _purple_rights(frame: Frame, given: GulfsAssumptions, rights: Drawn) -> Drawn:
    """One technique more for some right edges, of use with the Machine only."""
    part = Part("purple-right", frame.seed, "purple_right")
    for card, (edge,) in rights.items():
        shown = TECHNIQUES if edge == ANY else edge.split("+")
        part.choose_one(card, ["", *(word for word in TECHNIQUES if word not in shown)])
    part.cp.add(part.having(bool) == given.purple_right)
    return part.heaviest()


def _objectives(frame: Frame, given: GulfsAssumptions, named: Drawn) -> Drawn:
    """Which puzzles each objective names: every one somewhere, two objectives share at most one."""
    part = Part("objectives", frame.seed, "objective_letters, letters, spare_letters")
    cards = [str(card) for card, words in named.items() if "named" in words]
    for number in OBJECTIVES:
        part.choose_any(number, cards)
        part.cp.add(part.having(bool, [number]) >= FEWEST_LETTERS)
        part.cp.add(part.having(bool, [number]) <= MOST_LETTERS)
    part.cp.add(part.having(bool) == given.objective_letters)
    for card in cards:
        part.cp.add(part.having(card.__eq__) >= 1)
    for pair in combinations(OBJECTIVES, 2):
        part.cp.add(sum(_on_both(part, pair, card) for card in cards) <= 1)
    return part.heaviest()


def _on_both(part: Part, pair: tuple[int, int], card: str) -> Bool:
    """Whether (at least) both objectives name the card."""
    both = part.cp.new_bool_var("")
    part.cp.add(both >= part.having(card.__eq__, pair) - 1)
    return both


def _roads(frame: Frame, given: GulfsAssumptions) -> Drawn:
    """The icons of the case cards but 2 and the Haunter.

    Case 1 opens 5 or 6. The other of these is reached by a purple icon, from case 4 or the first
    of them, and the Haunter from what is left. So nothing hangs on case 3, which a menace opens.
    """
    part = Part("roads", frame.seed, "calm_cases")
    for case, roads in ROADS.items():
        part.choose_any(case, (CALM, TURNED, *roads))
        part.cp.add(part.having(bool, [case]) >= 1)
        part.cp.add(part.having(_is_road, [case]) <= 1)
    part.cp.add(part.having(_is_road, [1]) == 1)
    part.cp.add(part.having(_is_road, [4]) == 1)
    for number in (5, 6, 7):
        part.cp.add(part.having(lambda word, number=number: word.endswith(str(number))) == 1)  # type: ignore[misc]
    for number in (5, 6):
        late = part.having(f"{PURPLE}access-{number}".__eq__)
        part.cp.add(late + part.having("access-7".__eq__, [number]) <= 1)
    part.cp.add(part.having(CALM.__eq__) == given.calm_cases)
    part.cp.add(part.having(TURNED.__eq__) == len(CASE_FACES))
    part.cp.add(part.having(TURNED.__eq__, [1]) == 0)
    return part.heaviest()


def _is_road(word: str) -> bool:
    return "access" in word
