"""Which dice may be spent on a task: every choice of dice of which none can be spared.

Dice are words as in `engine/dice.py`: `3`, `T`, `y4`, `rW`; in brackets `(L)` a die held on an
investigator's marker, `[L]` one secured on a Spell, `{L}` one held by a helper.
"""

from collections.abc import Iterator
from functools import lru_cache

from casecracker.engine.dice import WILD, WILD_AS_INVESTIGATION

_CACHED = 1 << 16


def face_of(die: str) -> str:
    """The face that a die shows."""
    return die[-2] if die[-1] in ")]}" else die[-1]


def colour_of(die: str) -> int:
    """0 green, 1 yellow, 2 red."""
    bare = die.strip("()[]{}")
    return 0 if len(bare) == 1 else 1 if bare[0] == "y" else 2


def bare(die: str) -> str:
    """The die without brackets."""
    return die.strip("()[]{}")


def _pips(face: str) -> int:
    if face == WILD:
        return WILD_AS_INVESTIGATION
    return int(face) if face.isdigit() else 0


@lru_cache(_CACHED)
def ways(
    needs: tuple[str, ...], dice: tuple[str, ...], is_kept: bool = False
) -> tuple[tuple[str, ...], ...]:
    """The sets of dice that meet all needs and of which no die can be spared, the smallest first.

    Of sets that differ only in the faces of dice of one colour one stands for all, unless the dice
    that are left are kept as they lie (docs/streets.md, S7.7). Dice are sorted; so are the sets.
    """
    masks = set(_masks(needs, dice, 0))
    least = [one for one in masks if not any(other & one == other != one for other in masks)]
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for mask in sorted(least, key=lambda one: (one.bit_count(), one)):
        spent = tuple(die for place, die in enumerate(dice) if mask >> place & 1)
        look = spent if is_kept else tuple(sorted(_kind(die) for die in spent))
        found.setdefault(look, spent)
    return tuple(found.values())


def _kind(die: str) -> str:
    """What of a die matters once it is spent: where it came from, and its colour."""
    return die if die[-1] in ")]}" else str(colour_of(die))


def _masks(needs: tuple[str, ...], dice: tuple[str, ...], used: int) -> Iterator[int]:
    if not needs:
        yield used
        return
    need, rest = needs[0], needs[1:]
    if need.isdigit():
        for mask in _sums(int(need), dice, used, 0):
            yield from _masks(rest, dice, mask)
        return
    wanted = {*need.split("/"), WILD}
    tried = set()
    for place, die in enumerate(dice):
        if not used >> place & 1 and die not in tried and face_of(die) in wanted:
            tried.add(die)
            yield from _masks(rest, dice, used | 1 << place)


def _sums(pips: int, dice: tuple[str, ...], used: int, start: int) -> Iterator[int]:
    """Sets of further dice, from a place on, that reach so many pips with the last one only."""
    tried = set()
    for place in range(start, len(dice)):
        worth = _pips(face_of(dice[place]))
        if used >> place & 1 or not worth or dice[place] in tried:
            continue
        tried.add(dice[place])
        if worth >= pips:
            yield used | 1 << place
        else:
            yield from _sums(pips - worth, dice, used | 1 << place, place + 1)
