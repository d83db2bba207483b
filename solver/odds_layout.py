"""Bits and places of the dice search: states before a roll, dice codes, options, problems.

A *state* stands before a roll and is one number:

    bits  0..2   green dice to roll        bits 14..17  failed rolls with terror, if they count
    bit   3      yellow die to roll        bits 18..24  rows done
    bit   4      red die to roll           bits 25..54  dice held, six fields of five bits
    bits  5..7   free markers              bit  55      the attempt has failed
    bits  8..10  Spells with room for one
    bits 11..13  Spells with room for two

A held die is its face's place in `FACES` plus 1, plus 8 if its marker is free again when it is
spent; fields ascend from the lowest and 0 is none. Two states of one problem are equal exactly
when their numbers are.

A *dice code* counts the faces of dice to roll: green ones in six fields of five bits, then the
yellow and the red die, two bits for each of their faces. The topmost bit of a field is never set
by a count, so that "each at least as many" is one subtraction (`is_within`).
"""

from casecracker.engine.dice import COLOURS, FACES, RED, YELLOW

FACE_BITS = 5
FACE_FIELD = 31
GREEN_FACES = 6
TERROR_FACE = FACES.index("T")
DICE_KINDS = 3 * GREEN_FACES
GREEN_BITS = FACE_BITS * GREEN_FACES
YELLOW_SHIFT = GREEN_BITS
RED_SHIFT = YELLOW_SHIFT + 2 * GREEN_FACES
GREEN_CODE = (1 << GREEN_BITS) - 1

YELLOW_FACES = tuple(FACES.index(face) for face in COLOURS[YELLOW])
RED_FACES = tuple(FACES.index(face) for face in COLOURS[RED])

FACE_GUARD = sum(16 << FACE_BITS * face for face in range(len(FACES)))
"""Guards of a set of faces, all eight of them."""

CODE_GUARD = sum(16 << FACE_BITS * face for face in range(GREEN_FACES)) | sum(
    2 << GREEN_BITS + 2 * place for place in range(2 * GREEN_FACES)
)
"""Guards of a dice code."""

YELLOW_DIE = 3
RED_DIE = 4
MARKERS = 5
SMALL_SPELLS = 8
LARGE_SPELLS = 11
FIRES = 14
FIRES_FIELD = 15
DONE = 18
DONE_FIELD = 127
HELD = 25
HELD_FIELDS = 6
HELD_MASK = (1 << FACE_BITS * HELD_FIELDS) - 1
FAILED = 1 << 55
FREES_MARKER = 8

# Columns of an option: one thing that may be done with a roll.
NEED = 0  # dice code: the roll must show at least these
LOW = 1  # so many green dice with terror at least,
HIGH = 2  # and at most
NEXT = 3  # the state after it
MOVE = 4  # what is done, see below
SECURED = 5  # dice code: those put on Spells
USED = 6  # held dice that are spent, as in a state
COLUMNS = 7

ANY_NUMBER = 15
"""More dice with terror than there are."""

COMPLETE, FAIL = 0, 1  # lowest bit of a move
ROW_SHIFT = 1  # three bits: the row that is completed
LOST_SHIFT = 4  # two bits: the colour that is discarded, 1 green, 2 yellow, 3 red
DROPPED_SHIFT = 6  # four bits: dice that terror discards
FATAL_SHIFT = 10  # one bit: terror ends the attempt
SMALL_CAST_SHIFT = 11  # three bits: Spells with room for one that are cast before
LARGE_CAST_SHIFT = 14  # three bits: the same with room for two

# Places of `Problem.numbers`.
LEVELS = 0  # clues + 1
LIMBS = 1
ALL_DONE = 2  # rows, as bits
COUNTS_FIRES = 3  # whether states tell how often terror took effect
TERROR = 4  # NO_TERROR, FATAL or DISCARDING
REUSES = 5  # whether a marker is free again once its die is spent
IS_CHANCE = 6  # whether nothing but success counts
OUTCOME = 7  # worth of failure, then of success
WORTH_DONE = 9  # worth of each set of rows
WORTH_FIRES = WORTH_DONE + DONE_FIELD + 1
WORTH_CLUES = WORTH_FIRES + FIRES_FIELD + 1
MAX_LEVELS = 16
WORTH_SPELLS = WORTH_CLUES + MAX_LEVELS  # by small ones + 8 times large ones left
NUMBERS = WORTH_SPELLS + 64

NO_TERROR, FATAL, DISCARDING = 0, 1, 2

LIMB_BITS = 60
"""Of a limb of a long number: six of them, and a remainder of five limbs, fit a signed word."""

LATTICE = 924
"""Sets of at most six green dice by face."""

COLOUR_NODES = 7
"""A yellow or red die that is not rolled yet, or one of its faces."""
