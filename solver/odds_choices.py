"""What may be done with a roll, in words: options of the kernels told as choices of a player."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from casecracker.engine.attempt import Attempt
from casecracker.engine.dice import COLOURS, FACES, GREEN, RED, YELLOW, Die, in_order
from casecracker.engine.tables import IntArray
from casecracker.solver import odds_layout as at

COMPLETE, FAIL, REROLL = "complete", "fail", "reroll"

_COLOURS = (GREEN, YELLOW, RED)
_SHIFTS = {YELLOW: at.YELLOW_SHIFT, RED: at.RED_SHIFT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing to do with a roll, and what it is worth.

    Attributes:
        kind: "complete" a row, "fail" (complete none, or decline to) or "reroll" with a clue.
        value: Chance of success after it, or expected worth.
        row: Number of the row that is completed.
        dice: Dice of the roll that are spent on the row, or rerolled.
        held: Faces of held dice that are spent on the row.
        secured: Dice put on Spells before that.
        spells: The room of each Spell that is cast for them.
        focused: The die put on a marker.
        discarded: Colour of the die that is discarded.
        dropped: Dice that the terror effect discards.
        is_end: Whether the attempt has ended after it, won or lost.
    """

    kind: str
    value: Fraction
    row: int | None = None
    dice: tuple[Die, ...] = ()
    held: tuple[str, ...] = ()
    secured: tuple[Die, ...] = ()
    spells: tuple[int, ...] = ()
    focused: Die | None = None
    discarded: str | None = None
    dropped: int = 0
    is_end: bool = False

    @property
    def text(self) -> str:
        """The choice in words."""
        return "; ".join(self._parts())

    def _parts(self) -> Iterator[str]:
        if self.kind == REROLL:
            yield f"spend a clue: reroll {_listed(self.dice)}"
            return
        if self.secured:
            rooms = " and ".join(map(str, self.spells))
            yield f"secure {_listed(self.secured)} on a Spell with room for {rooms}"
        if self.kind == COMPLETE:
            yield f"complete row {self.row} with {self._spent()}"
            return
        yield "complete no row"
        if self.dropped:
            yield f"terror discards {_listed([Die(GREEN, 'T')] * self.dropped)}"
        if self.focused:
            yield f"focus {self.focused}"
        if self.discarded:
            yield f"discard a {self.discarded} die"
        if self.is_end:
            yield "the attempt fails"

    def _spent(self) -> str:
        held = f"the held {_listed(self.held)}" if self.held else ""
        parts = [part for part in (_listed(self.dice), held) if part]
        return " and ".join(parts) or "no dice"

    def to_json(self) -> dict[str, object]:
        """The choice as docs/odds.md describes it."""
        return {
            "choice": self.text,
            "kind": self.kind,
            "row": self.row,
            "dice": [str(die) for die in self.dice],
            "held": list(self.held),
            "secured": [str(die) for die in self.secured],
            "spells": list(self.spells),
            "focused": str(self.focused) if self.focused else None,
            "discarded": self.discarded,
            "dropped": self.dropped,
            "fraction": str(self.value),
            "p": float(self.value),
        }


def _listed(dice: "tuple[object, ...] | list[Die]") -> str:
    return " ".join(map(str, dice))


def dice_code(dice: tuple[Die, ...]) -> int:
    """The dice code of a roll."""
    return sum(1 << _shift(die) for die in dice)


def _shift(die: Die) -> int:
    place = COLOURS[die.colour].index(die.face)
    return at.FACE_BITS * place if die.colour == GREEN else _SHIFTS[die.colour] + 2 * place


def dice_of(code: int) -> tuple[Die, ...]:
    """The dice that a dice code counts."""
    dice: list[Die] = []
    for colour, faces in COLOURS.items():
        for face in faces:
            die = Die(colour, face)
            width = at.FACE_FIELD if colour == GREEN else 1
            dice += [die] * (code >> _shift(die) & width)
    return in_order(dice)


def open_options(options: IntArray, roll: tuple[Die, ...]) -> IntArray:
    """The rows of `options` that a roll allows."""
    code, terror = dice_code(roll) | at.CODE_GUARD, sum(die.face == "T" for die in roll)
    is_shown = (code - options[:, at.NEED]) & at.CODE_GUARD == at.CODE_GUARD
    is_in_range = (options[:, at.LOW] <= terror) & (terror <= options[:, at.HIGH])
    found: IntArray = options[is_shown & is_in_range]
    return found


def choice_of(option: IntArray, attempt: Attempt, value: Fraction, *, is_end: bool) -> Choice:
    """An option as a choice."""
    move, secured = int(option[at.MOVE]), int(option[at.SECURED])
    others = dice_of(int(option[at.NEED]) - secured)
    spells = (1,) * (move >> at.SMALL_CAST_SHIFT & 7) + (2,) * (move >> at.LARGE_CAST_SHIFT & 7)
    if move & 1 == at.COMPLETE:
        return Choice(
            kind=COMPLETE,
            value=value,
            row=attempt.rows()[move >> at.ROW_SHIFT & 7].number,
            dice=others,
            held=_held_faces(int(option[at.USED])),
            secured=dice_of(secured),
            spells=spells,
            is_end=is_end,
        )
    lost = move >> at.LOST_SHIFT & 3
    return Choice(
        kind=FAIL,
        value=value,
        secured=dice_of(secured),
        spells=spells,
        focused=others[0] if others else None,
        discarded=_COLOURS[lost - 1] if lost else None,
        dropped=move >> at.DROPPED_SHIFT & 15,
        is_end=is_end,
    )


def _held_faces(held: int) -> tuple[str, ...]:
    faces = []
    while held:
        faces.append(FACES[(held & at.FACE_FIELD) - 1 & at.FREES_MARKER - 1])
        held >>= at.FACE_BITS
    return tuple(faces)


def parts_of(roll: tuple[Die, ...]) -> Iterator[tuple[Die, ...]]:
    """Every different choice of dice of a roll but none."""
    counts = Counter(roll)
    for numbers in product(*(range(count + 1) for count in counts.values())):
        dice = [die for die, number in zip(counts, numbers, strict=True) for _ in range(number)]
        if dice:
            yield in_order(dice)


def best_first(choices: list[Choice]) -> tuple[Choice, ...]:
    """Sorted by value; of equal ones rows come first, and what uses less."""
    kinds = (COMPLETE, FAIL, REROLL)
    return tuple(
        sorted(
            choices,
            key=lambda one: (
                -one.value,
                kinds.index(one.kind),
                len(one.secured),
                len(one.dice) + len(one.held),
                one.focused is not None,
            ),
        )
    )
