"""The dice of Elder Sign: faces, colours, pools such as `6g+y+r`, rolls such as `3 L T y4`.

Sources: base rules p. 2, FAQ v2.0 (the wild face); docs/odds.md.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType

from casecracker.engine.errors import DiceError
from casecracker.engine.files import shown

LORE, PERIL, TERROR, WILD = "L", "P", "T", "W"
FACES = ("1", "2", "3", LORE, PERIL, TERROR, "4", WILD)
"""All faces; those of a green die come first. Their places are the numbers of docs/odds.md."""

FACE_NAMES = MappingProxyType({LORE: "lore", PERIL: "peril", TERROR: "terror", WILD: "wild"})
WILD_AS_INVESTIGATION = 4

GREEN, YELLOW, RED = "green", "yellow", "red"
COLOURS = MappingProxyType(
    {
        GREEN: ("1", "2", "3", LORE, PERIL, TERROR),
        YELLOW: ("1", "2", "3", "4", LORE, PERIL),
        RED: ("2", "3", "4", WILD, LORE, PERIL),
    }
)
"""The six faces of a die of each colour, all different."""

IN_BOX = MappingProxyType({GREEN: 6, YELLOW: 1, RED: 1})
MAX_DICE = 8

_POOL_PART = re.compile(r"([0-9]?)([gyr])")
_LETTERS = MappingProxyType({"g": GREEN, "y": YELLOW, "r": RED})


@dataclass(frozen=True, slots=True)
class Pool:
    """So many dice of each colour, `6g+y+r` as text.

    Raises:
        DiceError: The box has fewer dice of a colour.
    """

    green: int = 0
    yellow: int = 0
    red: int = 0

    def __post_init__(self) -> None:
        for colour, most in IN_BOX.items():
            if not 0 <= self.of(colour) <= most:
                dice = "die" if most == 1 else "dice"
                raise DiceError(
                    f"dice '{self}': {self.of(colour)} {colour} dice; the box has {most} "
                    f"{colour} {dice}"
                )

    @classmethod
    def parse(cls, text: str) -> "Pool":
        """The pool that a text like `6g+y+r` names.

        Raises:
            DiceError: It is no such text, or the box has fewer dice.
        """
        counts: dict[str, int] = {}
        for part in text.strip().lower().split("+"):
            found = _POOL_PART.fullmatch(part.strip())
            if found is None or _LETTERS[found[2]] in counts:
                raise DiceError(
                    f"dice {shown(text)}: write each colour once, like 6g, 5g+y or 6g+y+r"
                )
            counts[_LETTERS[found[2]]] = int(found[1] or 1)
        return cls(**counts)

    @classmethod
    def counting(cls, dice: "Iterable[Die]") -> "Pool":
        """The pool of so many dice.

        Raises:
            DiceError: The box has fewer dice of a colour.
        """
        return cls(**Counter(die.colour for die in dice))

    def of(self, colour: str) -> int:
        """Number of dice of one colour."""
        return {GREEN: self.green, YELLOW: self.yellow, RED: self.red}[colour]

    @property
    def size(self) -> int:
        """Number of dice."""
        return self.green + self.yellow + self.red

    def __str__(self) -> str:
        """As `parse` reads it."""
        parts = [
            f"{count if letter == 'g' or count != 1 else ''}{letter}"
            for letter, colour in _LETTERS.items()
            if (count := self.of(colour))
        ]
        return "+".join(parts) or "0g"


WHOLE_BOX = Pool(**IN_BOX)


def can_show(dice: Pool, faces: Iterable[str]) -> bool:
    """Whether these dice can show all of these faces, a die for each.

    By Hall's theorem they can unless some colours have too few dice for the faces that only
    they have.
    """
    owners = [{colour for colour in COLOURS if face in COLOURS[colour]} for face in faces]
    return all(
        sum(owner.issubset(some) for owner in owners) <= sum(map(dice.of, some))
        for number in range(len(COLOURS) + 1)
        for some in combinations(COLOURS, number)
    )


@dataclass(frozen=True, slots=True, order=True)
class Die:
    """One die as it was rolled: `3` or `T` (green), `y4`, `rW`."""

    colour: str
    face: str

    @classmethod
    def parse(cls, text: str) -> "Die":
        """The die that a text like `3`, `T`, `y4` or `rW` names; no letter means green.

        Raises:
            DiceError: It is no such text, or dice of that colour have no such face.
        """
        word = text.strip()
        has_colour = len(word) == 2 and word[0].lower() in _LETTERS
        colour = _LETTERS[word[0].lower()] if has_colour else GREEN
        face = word[1:].upper() if has_colour else word.upper()
        if face not in COLOURS[colour]:
            raise DiceError(f"die {shown(text)}: {_faces_text(colour, face)}")
        return cls(colour, face)

    def __str__(self) -> str:
        """As `parse` reads it."""
        return self.face if self.colour == GREEN else f"{self.colour[0]}{self.face}"


def _faces_text(colour: str, face: str) -> str:
    """Which faces there are, for somebody who named another."""
    faces = " ".join(COLOURS[colour])
    others = [other for other in COLOURS if face in COLOURS[other]]
    hint = "".join(f"; write {other[0]}{face} for a {other} die" for other in others)
    return f"a {colour} die has the faces {faces}{hint}"


def parse_roll(text: str) -> tuple[Die, ...]:
    """The dice of a roll, written like `3 L T y4 rW`, in the order of their faces.

    Raises:
        DiceError: There is none, a word names no die, or the box has fewer dice.
    """
    words = text.replace(",", " ").split()
    if not words:
        raise DiceError("a roll has at least one die, like '3 L T T y4'")
    if len(words) > MAX_DICE:
        raise DiceError(f"a roll of {len(words)} dice; the box has {MAX_DICE}")
    dice = in_order(Die.parse(word) for word in words)
    Pool.counting(dice)
    return dice


def in_order(dice: Iterable[Die]) -> tuple[Die, ...]:
    """The dice sorted: green, yellow, red, and by face."""
    colours = list(COLOURS)
    return tuple(sorted(dice, key=lambda die: (colours.index(die.colour), FACES.index(die.face))))


def parse_face(text: str) -> str:
    """A face of some die.

    Raises:
        DiceError: No die has it.
    """
    face = text.strip().upper()
    if face not in FACES:
        raise DiceError(f"face {shown(text)}: dice have the faces {' '.join(FACES)}")
    return face
