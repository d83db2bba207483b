"""What the lines of investigation still lack to be closed with the puzzles that are wanted.

For decks whose cards show one type each. A card of a line is of use in two ways only: as one of the
five types that stay behind, or as a wanted puzzle that is scored; and Keys are needed for locks.
"""

from casecracker.engine.bits import size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import CONTACT_BIT, LINE, PICTURE, STATUS
from casecracker.engine.reading import key_effects, types_in
from casecracker.engine.rules import TYPES_TO_CLOSE
from casecracker.engine.tables import (
    CONTACT_KEY,
    GOAL,
    KEEPS_SEQUENCE,
    KEY,
    KING,
    LOCK,
    NEEDS_KING,
    PUZZLE,
    TYPE_0,
    TYPES,
    Tables,
    Words,
)

PLENTY = 64
"""More keys than any line needs."""

# The counts of `line_counts` are numbers of so many bits.
_COUNT_BITS, _COUNT_MASK = 8, 255


@merged_kernel
def same_types(tables: Tables, cards: int) -> int:
    """All cards that share a type with one of some cards."""
    sharing = 0
    for clue_type in range(tables[TYPES]):
        if cards & tables[TYPE_0 + clue_type]:
            sharing |= tables[TYPE_0 + clue_type]
    return sharing


@kernel
def wanted_puzzles(tables: Tables, state: Words) -> int:
    """Puzzle cards of types that the big picture does not show yet; or those of the objectives."""
    if tables[GOAL]:
        return tables[GOAL] & ~state[PICTURE]
    wanted = tables[PUZZLE]
    for clue_type in range(tables[TYPES]):
        if state[PICTURE] & tables[TYPE_0 + clue_type]:
            wanted &= ~tables[TYPE_0 + clue_type]
    if tables[NEEDS_KING] and not state[PICTURE] & tables[KING]:
        wanted = (wanted & ~same_types(tables, tables[KING])) | tables[KING]
    return wanted


@kernel
def line_counts(tables: Tables, line: int, wanted: int) -> int:
    """Three numbers of types of a line in one: both, either, and only staying.

    *Both*: with a wanted puzzle and another card of the type, so that one can be scored while the
    other stays. *Either*: a wanted puzzle is the only card of the type. *Only staying*: the rest.
    """
    counts = 0
    for clue_type in range(tables[TYPES]):
        cards = line & tables[TYPE_0 + clue_type]
        if cards & wanted:
            counts += 1 if cards & (cards - 1) else 1 << _COUNT_BITS
        elif cards:
            counts += 1 << (2 * _COUNT_BITS)
    return counts


@merged_kernel
def counts_of(both: int, either: int, staying: int) -> int:
    """The three numbers of `line_counts` in one."""
    return both | either << _COUNT_BITS | staying << 2 * _COUNT_BITS


@merged_kernel
def useful_cards(counts: int) -> int:
    """The most cards of a line that can be of use: scored, or one of five types that stay."""
    both, either = counts & _COUNT_MASK, (counts >> _COUNT_BITS) & _COUNT_MASK
    staying = both + (counts >> (2 * _COUNT_BITS))
    return both + either + min(staying, TYPES_TO_CLOSE)


@merged_kernel
def puzzles_lacking(counts: int, puzzles: int) -> int:
    """Puzzles that are not in a line yet, of so many types that are to be scored from it."""
    both, either = counts & _COUNT_MASK, (counts >> _COUNT_BITS) & _COUNT_MASK
    return max(0, puzzles - both - either)


@merged_kernel
def types_lacking(counts: int, puzzles: int) -> int:
    """Types short of five that stay behind in a line once so many types are scored from it.

    An *either* type is best scored: that saves one puzzle and costs one type at most.
    """
    both, either = counts & _COUNT_MASK, (counts >> _COUNT_BITS) & _COUNT_MASK
    scored = min(either, max(0, puzzles - both))
    staying = both + either - scored + (counts >> (2 * _COUNT_BITS))
    return max(0, TYPES_TO_CLOSE - staying)


@kernel
def cards_lacking(counts: int, keys: int, puzzles: int, unlocked: int) -> int:
    """Fewest cards still to be laid on a line until `puzzles` types can be scored from it.

    `keys` are those that locks in this line could use without another Key being laid, `unlocked`
    the types of which a puzzle without a lock exists. Cards to be laid are puzzles, or they stay
    behind; of the latter there must be one for each type short of five, and one Key for each lock
    beyond `keys`.
    """
    lacking = puzzles_lacking(counts, puzzles)
    return lacking + max(types_lacking(counts, puzzles), lacking - unlocked - keys)


@merged_kernel
def king_to_score(tables: Tables, state: Words) -> int:
    """The King as a set, if he still has to be scored for the win; 0 otherwise."""
    if not tables[NEEDS_KING] or state[PICTURE] & tables[KING]:
        return 0
    king: int = tables[KING]
    return king


@kernel
def cards_lacking_beside(counts: int, keys: int, puzzles: int, unlocked: int, kings: int) -> int:
    """The same; `kings` is 1 if one of the puzzles has to be the King, who is not in the line."""
    return kings + cards_lacking(counts, keys, puzzles - kings, unlocked)


@merged_kernel
def keys_of_contact(tables: Tables, state: Words) -> int:
    """Locks that the contact may still open: PLENTY where Keys cannot be counted at all.

    They cannot where a Lock may leave its line, or where a puzzle is itself a Key.
    """
    if tables[KEEPS_SEQUENCE] or tables[PUZZLE] & tables[KEY]:
        return PLENTY
    return 1 if tables[CONTACT_KEY] and not state[STATUS] & CONTACT_BIT else 0


@merged_kernel
def spare_keys_in(tables: Tables, state: Words, case: int) -> int:
    """Locks that the Keys and key effects of an open case could still open."""
    line = state[LINE + case]
    return size(line & tables[KEY]) + key_effects(state, case) - size(line & tables[LOCK])


@merged_kernel
def unlocked_types(tables: Tables, wanted: int) -> int:
    """Types of which a wanted puzzle without a lock exists."""
    return types_in(tables, wanted & ~tables[LOCK])
