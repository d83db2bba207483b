"""What the lines of a relaxed game lack to be closed, and which cards could lessen that.

Of a line the clue types are kept as three sets in one word: all that it shows, those with a wanted
puzzle, and those with two cards or more. Lines only grow, so a card is entered once.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.tables import CONTACT_KEY, KEY, LOCK, Tables, Words
from casecracker.solver.lines import PLENTY, cards_lacking, cards_lacking_beside, counts_of
from casecracker.solver.relaxed_game import (
    CONTACT,
    COUNTS_KEYS,
    EFFECT_KEYS_A,
    KING_TYPE,
    LACK,
    LINE_A,
    MISSING,
    OF_TYPES,
    ON_A,
    PAIRED,
    SLACK,
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
def lack_of_types(game: Relaxation, node: Words, types_a: int, types_b: int, keys: int) -> int:
    """Cards that must still be laid on lines of these types; `keys` for locks on a single line."""
    missing, king = game.counts[MISSING], game.counts[KING_TYPE]
    counts = counts_of_line(types_a)
    if not node[PAIRED]:
        kings = 1 if king and not king & types_a >> _SET_BITS else 0
        return cards_lacking_beside(counts, keys, missing, game.counts[UNLOCKED], kings)
    kings = 1 if king and not king & (types_a | types_b) >> _SET_BITS else 0
    return max(kings, lack_of_pair(counts, counts_of_line(types_b), missing))


@kernel
def lack_of(game: Relaxation, node: Words, keys: int) -> int:
    """Cards that must still be laid on the lines, at least."""
    return lack_of_types(game, node, node[TYPES_A], node[TYPES_B], keys)


@merged_kernel
def laid_in_time(game: Relaxation, node: Words, cards: int) -> int:
    """Those of some cards that leave turns enough once they are laid on the line looked at."""
    if node[SLACK] > 1:
        return cards
    tables, keys_before = game.tables, keys_for(game, node, 0)
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
def useful_on(game: Relaxation, types: int) -> int:
    """Cards that could be of use on a line: puzzles of new types, and others of new types.

    A type that only a wanted puzzle shows takes one more card, since that puzzle is scored.
    """
    wanted, twice = (types >> _SET_BITS) & _SET_MASK, types >> 2 * _SET_BITS
    to_show = (~types | (wanted & ~twice)) & _SET_MASK
    puzzles = game.sets[OF_TYPES + (~wanted & _SET_MASK)] & game.counts[WANTED]
    return game.sets[OF_TYPES + to_show] | puzzles


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
