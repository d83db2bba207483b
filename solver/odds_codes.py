"""Kernels on the words of the dice search: dice to roll, held dice, dice codes, kinds of dice.

A *kind* of die is its colour and face as a number: green ones by face, then yellow, then red.
Bits are those of `odds_layout.py`.
"""

from casecracker.engine.jit import kernel
from casecracker.solver.odds_layout import (
    FACE_BITS,
    FACE_FIELD,
    GREEN_BITS,
    GREEN_FACES,
    HELD,
    HELD_FIELDS,
    HELD_MASK,
    MARKERS,
    RED_DIE,
    RED_FACES,
    RED_SHIFT,
    TERROR_FACE,
    YELLOW_DIE,
    YELLOW_FACES,
    YELLOW_SHIFT,
)


@kernel
def dice_in(code: int) -> int:
    """How many dice a code of green dice or a set of faces counts."""
    count = 0
    while code:
        count += code & FACE_FIELD
        code >>= FACE_BITS
    return count


@kernel
def held_count(held: int) -> int:
    """How many dice are held."""
    count = 0
    while held:
        count += 1
        held >>= FACE_BITS
    return count


@kernel
def held_with(held: int, die: int) -> int:
    """The held dice and one more, in their order."""
    shift = 0
    while (held >> shift) & FACE_FIELD and (held >> shift) & FACE_FIELD < die:
        shift += FACE_BITS
    below = held & ((1 << shift) - 1)
    return below | die << shift | (held >> shift) << (shift + FACE_BITS)


@kernel
def green_dice(state: int) -> int:
    """Green dice to roll."""
    return state & 7


@kernel
def held_with_secured(held: int, secured: int) -> int:
    """The held dice and those of a dice code that were put on Spells."""
    for face in range(GREEN_FACES):
        for _ in range((secured >> FACE_BITS * face) & FACE_FIELD):
            held = held_with(held, face + 1)
        if (secured >> (YELLOW_SHIFT + 2 * face)) & 1:
            held = held_with(held, YELLOW_FACES[face] + 1)
        if (secured >> (RED_SHIFT + 2 * face)) & 1:
            held = held_with(held, RED_FACES[face] + 1)
    return held


@kernel
def without_yellow(faces: int, place: int) -> tuple[int, int]:
    """The faces less one of the yellow die, and its dice code; -1 if it is not among them."""
    shift = FACE_BITS * YELLOW_FACES[place]
    if not (faces >> shift) & FACE_FIELD:
        return -1, 0
    return faces - (1 << shift), 1 << (YELLOW_SHIFT + 2 * place)


@kernel
def without_red(faces: int, place: int) -> tuple[int, int]:
    """The same for the red die."""
    shift = FACE_BITS * RED_FACES[place]
    if not (faces >> shift) & FACE_FIELD:
        return -1, 0
    return faces - (1 << shift), 1 << (RED_SHIFT + 2 * place)


@kernel
def focusable(state: int) -> int:
    """1 if a marker and a place for a held die are free, else 0."""
    has_place = held_count((state >> HELD) & HELD_MASK) < HELD_FIELDS
    return 1 if (state >> MARKERS) & 7 and has_place else 0


@kernel
def is_rollable(state: int, die: int, dropped: int) -> bool:
    """Whether a roll may show that die; terror is not there if it has just been discarded."""
    if die < GREEN_FACES:
        return green_dice(state) > 0 and not (dropped and die == TERROR_FACE)
    shift = YELLOW_DIE if die < 2 * GREEN_FACES else RED_DIE
    return bool((state >> shift) & 1)


@kernel
def one_die(die: int) -> int:
    """The dice code of one die."""
    if die < GREEN_FACES:
        return 1 << FACE_BITS * die
    return 1 << (GREEN_BITS + 2 * (die - GREEN_FACES))


@kernel
def face_of(die: int) -> int:
    """The place of its face in `FACES`."""
    if die < GREEN_FACES:
        return die
    if die < 2 * GREEN_FACES:
        return YELLOW_FACES[die - GREEN_FACES]
    return RED_FACES[die - 2 * GREEN_FACES]


@kernel
def without_die(state: int, die: int) -> int:
    """The state with one die less to roll."""
    if die < GREEN_FACES:
        return state - 1
    return state - (1 << (YELLOW_DIE if die < 2 * GREEN_FACES else RED_DIE))
