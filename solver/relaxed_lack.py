"""What the lines of a relaxed game lack to be closed, and which cards could lessen that.

Of a line the clue types are kept as three sets in one word: all that it shows, those with a wanted
puzzle, and those with two cards or more. Lines only grow, so a card is entered once.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.tables import CONTACT_KEY, KEY, LOCK, Tables, Words
from casecracker.solver.lines import (
    PLENTY,
    cards_lacking,
    cards_lacking_beside,
    counts_of,
    puzzles_lacking,
    types_lacking,
)
from casecracker.solver.relaxed_game import (
    BY_CONTACT,
    CONTACT,
    COUNTS_KEYS,
    EFFECT_KEYS_A,
    FITTING,
    KING_TYPE,
    LACK,
    LINE_A,
    MINIMUM_ABOVE,
    MINIMUMS,
    MISSING,
    OF_TYPES,
    ON_A,
    PAIRED,
    SLACK,
    SOURCE,
    TARGET,
    TYPE,
    TYPES_A,
    TYPES_B,
    UNLOCKED,
    WANTED,
    Relaxation,
)
from casecracker.solver.relaxed_leads import cards_laid

# The sets of a word of types.
_SET_BITS, _SET_MASK = 8, 127


@kernel
def with_card(game: Relaxation, types: int, card: int) -> int:
    """The types of a line once a card is laid on it."""
    clue_type: int = game.profiles[card][TYPE]
    twice = types & clue_type
    wanted = clue_type if (game.counts[WANTED] >> card) & 1 else 0
    return types | clue_type | wanted << _SET_BITS | twice << 2 * _SET_BITS


@kernel
def counts_of_line(types: int) -> int:
    """The counts of `line_counts`, of a word of types."""
    wanted, twice = (types >> _SET_BITS) & _SET_MASK, types >> 2 * _SET_BITS
    staying = size(types & _SET_MASK & ~wanted)
    return counts_of(size(wanted & twice), size(wanted & ~twice), staying)


@kernel
def keys_on(tables: Tables, node: Words, second: int) -> int:
    """Locks that the Keys and key effects of line A (0) or B (1) can still open."""
    line = node[LINE_A + second]
    spare = size(line & tables[KEY]) - size(line & tables[LOCK])
    return spare + node[EFFECT_KEYS_A + second]


@merged_kernel
def cards_fitting(game: Relaxation, icons: int, length: int) -> int:
    """Cards that may follow these techniques in a line of so many cards."""
    cards: int = game.sets[FITTING + icons]
    return cards & ~game.sets[MINIMUM_ABOVE + length] if length < MINIMUMS else cards


@merged_kernel
def keys_now(tables: Tables, node: Words, second: int) -> int:
    """The same with the contact's key."""
    return keys_on(tables, node, second) + (node[CONTACT] if tables[CONTACT_KEY] else 0)


@merged_kernel
def keys_for(game: Relaxation, node: Words, second: int) -> int:
    """The same for locks of later turns, where Keys can be counted at all."""
    return keys_now(game.tables, node, second) if game.counts[COUNTS_KEYS] else PLENTY


@kernel
def lack_of_pair(counts_a: int, counts_b: int, puzzles: int) -> int:
    """Cards that two lines lack, both to be closed, to score so many types between them."""
    best = PLENTY
    for on_a in range(puzzles + 1):
        lack = cards_lacking(counts_a, PLENTY, on_a, 0)
        best = min(best, lack + cards_lacking(counts_b, PLENTY, puzzles - on_a, 0))
    return best


@merged_kernel
def needs_king(game: Relaxation, types: int) -> bool:
    """Whether the King has to be scored and is not in a line of these types."""
    king = game.counts[KING_TYPE]
    return king != 0 and not king & types >> _SET_BITS


@merged_kernel
def lack_of_types(game: Relaxation, node: Words, types_a: int, types_b: int, keys: int) -> int:
    """Cards that must still be laid on lines of these types; `keys` for locks on a single line."""
    missing = game.counts[MISSING]
    counts = counts_of_line(types_a)
    if not node[PAIRED]:
        kings = 1 if needs_king(game, types_a) else 0
        return cards_lacking_beside(counts, keys, missing, game.counts[UNLOCKED], kings)
    kings = 1 if needs_king(game, types_a | types_b) else 0
    return max(kings, lack_of_pair(counts, counts_of_line(types_b), missing))


@kernel
def lack_of(game: Relaxation, node: Words, keys: int) -> int:
    """Cards that must still be laid on the lines, at least."""
    return lack_of_types(game, node, node[TYPES_A], node[TYPES_B], keys)


@merged_kernel
def new_puzzles(game: Relaxation, types: int) -> int:
    """Wanted puzzles of types of which a line of these types has none."""
    wanted = (types >> _SET_BITS) & _SET_MASK
    cards: int = game.sets[OF_TYPES + (~wanted & _SET_MASK)] & game.counts[WANTED]
    return cards


@merged_kernel
def new_types(game: Relaxation, types: int) -> int:
    """Cards of types that would not stay behind in a line of these types.

    A type that only a wanted puzzle shows takes one more card, since that puzzle is scored.
    """
    wanted, twice = (types >> _SET_BITS) & _SET_MASK, types >> 2 * _SET_BITS
    to_show = (~types | (wanted & ~twice)) & _SET_MASK
    cards: int = game.sets[OF_TYPES + to_show]
    return cards


@merged_kernel
def useful_on(game: Relaxation, types: int) -> int:
    """Cards that could be of use on a line: puzzles of new types, and others of new types."""
    return new_puzzles(game, types) | new_types(game, types)


@merged_kernel
def puzzles_beside_king(game: Relaxation, types: int) -> int:
    """Types that are to be scored from a line of these types, the King's apart if he is lacking."""
    puzzles: int = game.counts[MISSING] - (1 if needs_king(game, types) else 0)
    return puzzles


@merged_kernel
def puzzles_short(game: Relaxation, types: int) -> int:
    """Puzzles that a line of these types lacks, the King apart."""
    return puzzles_lacking(counts_of_line(types), puzzles_beside_king(game, types))


@merged_kernel
def types_short(game: Relaxation, types: int) -> int:
    """Types short of five that stay behind in a line of these types."""
    return types_lacking(counts_of_line(types), puzzles_beside_king(game, types))


@merged_kernel
def keys_short(game: Relaxation, types: int, keys: int) -> int:
    """Keys that the puzzles lacking need beyond these; less than 0 if some are left over."""
    short: int = puzzles_short(game, types) - game.counts[UNLOCKED] - keys
    return short


@merged_kernel
def lessening(game: Relaxation, types: int, keys: int) -> int:
    """All cards that lessen what one line of these types lacks, and a few more.

    It lacks the puzzles, and beside them the types or the Keys that are short, whichever are more.
    A puzzle lessens the first; a card that stays behind the types, where those are more; a Key
    opens one lock more, a Lock one less.
    """
    tables, cards = game.tables, 0
    of_types, of_keys = types_short(game, types), keys_short(game, types, keys)
    if of_types or puzzles_short(game, types) or needs_king(game, types):
        cards = new_puzzles(game, types)
    if of_types:
        staying = new_types(game, types)
        if of_keys + 1 >= of_types:
            staying &= tables[KEY] | ~tables[LOCK]
        if of_keys >= of_types:
            staying &= tables[KEY]
        cards |= staying
    return cards | tables[KEY] if of_keys > of_types else cards


@merged_kernel
def lessening_by_two(game: Relaxation, types: int, keys: int) -> int:
    """Cards that may lessen it by two: puzzles that need no Key where Keys are short, the King."""
    cards = 0
    if keys_short(game, types, keys) > 0:
        cards = game.counts[WANTED] & ~game.tables[LOCK]
    if needs_king(game, types):
        cards |= game.sets[OF_TYPES + game.counts[KING_TYPE]] & game.counts[WANTED]
    return cards


@merged_kernel
def laid_in_time(game: Relaxation, node: Words, cards: int) -> int:
    """Those of some cards that leave turns enough once they are laid on the line looked at."""
    if node[SLACK] > 1:
        return cards
    tables, keys_before = game.tables, keys_for(game, node, 0)
    if node[SOURCE] == BY_CONTACT and tables[CONTACT_KEY]:
        keys_before -= 1  # the contact is spent
    in_time, lack = cards, node[LACK] + node[SLACK] - 1
    while cards:
        bit = cards & -cards
        cards ^= bit
        types_a, types_b = node[TYPES_A], node[TYPES_B]
        if node[TARGET] == ON_A:
            types_a = with_card(game, types_a, lowest(bit))
        else:
            types_b = with_card(game, types_b, lowest(bit))
        keys = keys_before + size(bit & tables[KEY]) - size(bit & tables[LOCK])
        if lack_of_types(game, node, types_a, types_b, keys) > lack:
            in_time ^= bit
    return in_time


@merged_kernel
def still_wanted(game: Relaxation, node: Words) -> int:
    """Cards that can still be of use.

    With no turn to spare every card laid must lessen the lack. What cannot do so now never will,
    unless it is Keys that are lacking: each lock that is laid then lessens the lack by two.
    """
    free = ~cards_laid(node)
    if node[SLACK] or lack_of(game, node, PLENTY) < node[LACK]:
        return free
    useful = useful_on(game, node[TYPES_A])
    if node[PAIRED]:
        useful |= useful_on(game, node[TYPES_B])
    return useful & free
