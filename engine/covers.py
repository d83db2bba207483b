"""Which dice do a row: the least sets of faces that meet all of its needs."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, reduce
from typing import TypeAlias

from casecracker.engine.dice import (
    FACES,
    MAX_DICE,
    WHOLE_BOX,
    WILD,
    WILD_AS_INVESTIGATION,
    can_show,
)

FaceSet: TypeAlias = tuple[int, ...]
"""How many dice show each face; shape (8,), in the order of `FACES`."""

_NOTHING: FaceSet = (0,) * len(FACES)


@cache
def covers(needs: tuple[str, ...], most_dice: int) -> tuple[FaceSet, ...]:
    """The sets of at most so many faces that meet all needs and of which no die can be spared.

    A die serves one need. Investigation counts the pips of any number of dice and loses what is
    over; a wild face is any symbol or 4 pips. No needs are met by no dice.
    """
    found = reduce(
        lambda sets, need: _joined(sets, _alternatives(need, most_dice), most_dice),
        needs,
        frozenset({_NOTHING}),
    )
    return tuple(sorted(one for one in found if not any(_is_less(other, one) for other in found)))


def is_in_box(needs: tuple[str, ...]) -> bool:
    """Whether the dice of the box can meet all needs at once."""
    return any(
        can_show(
            WHOLE_BOX, [face for face, count in zip(FACES, one, strict=True) for _ in range(count)]
        )
        for one in covers(needs, MAX_DICE)
    )


def _alternatives(need: str, most_dice: int) -> frozenset[FaceSet]:
    if not need.isdigit():
        return frozenset(_faces([face]) for face in {*need.split("/"), WILD})
    return frozenset(_faces(faces) for faces in _sums(int(need), most_dice, tuple(_PIPS)))


def _sums(pips: int, most_dice: int, faces: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Faces, those with most pips first, that reach the sum with the last of them only."""
    if pips <= 0:
        yield ()
        return
    if not most_dice:
        return
    for place, face in enumerate(faces):
        for rest in _sums(pips - _PIPS[face], most_dice - 1, faces[place:]):
            yield (face, *rest)


_PIPS = {WILD: WILD_AS_INVESTIGATION, "4": 4, "3": 3, "2": 2, "1": 1}


def _faces(faces: Iterable[str]) -> FaceSet:
    counts = Counter(faces)
    return tuple(counts[face] for face in FACES)


def _joined(
    left: frozenset[FaceSet], right: frozenset[FaceSet], most_dice: int
) -> frozenset[FaceSet]:
    both = (tuple(map(sum, zip(one, other, strict=True))) for one in left for other in right)
    return frozenset(faces for faces in both if sum(faces) <= most_dice)


def _is_less(one: FaceSet, other: FaceSet) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
