"""Lower bounds on the turns to a win. Each is admissible: never more than the true number.

Every turn plays one card or closes one case, never both, and a win needs plays and closings.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    CLOSED,
    CONTACT_BIT,
    LINE,
    PICTURE,
    STATUS,
)
from casecracker.engine.reading import (
    cards_in_lines,
    key_effects,
    open_cases,
    puzzle_types,
    stack_cards,
)
from casecracker.engine.rules import TYPES_TO_CLOSE
from casecracker.engine.tables import (
    CONTACT_KEY,
    HAS_MENACES,
    KEEPS_SEQUENCE,
    KEY,
    KING,
    LOCK,
    MOST_TYPES,
    NEEDS_KING,
    PUZZLE,
    PUZZLES_TO_WIN,
    RETRIEVERS,
    RETURNS,
    Tables,
    Words,
)
from casecracker.solver.goals import (
    HOPELESS,
    cards_outside,
    goal_turns,
    goals_out_of_reach,
    key_items_left,
    locked_goals,
    returns_at_most,
)
from casecracker.solver.lines import (
    cards_lacking,
    cards_lacking_beside,
    keys_of_contact,
    king_to_score,
    line_counts,
    spare_keys_in,
    unlocked_types,
    useful_cards,
    wanted_puzzles,
)


@kernel
def returns_left(tables: Tables, state: Words) -> int:
    """The most cards, bringers of others apart, that can still leave the closed cases.

    A card with take-closed brings one back when it is played. Once in a line it can itself be
    brought back only by another such card, which then brings nothing else. Between two turns.
    """
    spent = state[CLOSED] | cards_in_lines(state)
    contact = 0 if state[STATUS] & CONTACT_BIT else tables[RETURNS]
    if tables[RETURNS] > 1:
        contact = tables[RETURNS]
    return contact + size(tables[RETRIEVERS] & ~spent)


@kernel
def spare_keys(tables: Tables, state: Words, returns: int) -> int:
    """The most locks that can still be opened: a Key opens one, in the line in which it lies.

    Any Key, one still in hand too, may open another after it has come back from the closed cases.
    """
    cases = open_cases(state)
    spare = 0
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        line = state[LINE + case]
        keys = size(line & tables[KEY]) + key_effects(state, case)
        spare += max(0, keys - size(line & tables[LOCK]))
    elsewhere = tables[KEY] & ~(state[CLOSED] | state[PICTURE] | cards_in_lines(state))
    spare += size(elsewhere) + returns
    if tables[CONTACT_KEY] and not state[STATUS] & CONTACT_BIT:
        spare += 1
    return spare


@merged_kernel
def is_hopeless_in_gulfs(tables: Tables, state: Words) -> bool:
    """The same for Infinite Gulfs of Darkness: cards that are gone, or more locks than keys."""
    outside = cards_outside(tables, state, stack_cards(tables, state))
    if goals_out_of_reach(tables, state, outside):
        return True
    returns = returns_at_most(tables, outside)
    if returns and tables[KEY] & tables[RETRIEVERS]:
        return False
    keys = spare_keys(tables, state, returns) + key_items_left(tables, state, outside)
    return locked_goals(tables, state) > keys


@kernel
def is_hopeless(tables: Tables, state: Words) -> bool:
    """Whether a state between two turns cannot be won for want of puzzle cards or of keys.

    The types that can be shown are those of cards scored or not yet closed, and one more for each
    card that may come back; a card that itself brings one back costs none of those. Puzzle cards in
    the open lines are past their locks; of those still to be played, the ones with a lock need a
    spare key each.
    """
    if tables[HAS_MENACES]:
        return is_hopeless_in_gulfs(tables, state)
    needed = tables[PUZZLES_TO_WIN]
    returns = returns_left(tables, state)
    lost = state[CLOSED] & ~tables[RETRIEVERS] if returns else state[CLOSED]
    within_reach = (tables[PUZZLE] & ~lost) | state[PICTURE]
    if puzzle_types(tables, within_reach) + returns < needed:
        return True
    if tables[NEEDS_KING] and returns == 0 and not within_reach & tables[KING]:
        return True
    # A Lock that is taken out of its line leaves its Key unused again. Keys that bring each other
    # back can be played without end.
    if tables[KEEPS_SEQUENCE] or (returns and tables[KEY] & tables[RETRIEVERS]):
        return False
    unlocked = state[PICTURE] | cards_in_lines(state) | ~tables[LOCK]
    locked_plays = needed - puzzle_types(tables, tables[PUZZLE] & unlocked)
    return locked_plays > 0 and locked_plays > spare_keys(tables, state, returns)


@kernel
def missing_types(tables: Tables, state: Words) -> int:
    """Puzzle cards that are still to be scored, at least; the King is one if he is needed."""
    picture = state[PICTURE]
    if tables[NEEDS_KING] and not picture & tables[KING]:
        beside_him = puzzle_types(tables, picture | tables[KING]) - puzzle_types(
            tables, tables[KING]
        )
        return tables[PUZZLES_TO_WIN] - min(beside_him, tables[PUZZLES_TO_WIN] - 1)
    return tables[PUZZLES_TO_WIN] - puzzle_types(tables, picture)


@kernel
def counting_bound(tables: Tables, state: Words) -> int:
    """Fewest turns, this one included, from the start of a turn, by counting cards in lines.

    To score `missing` more types in m closings, the m lines must hold those puzzle cards and, left
    behind in each, cards that show five types: at least `missing + m * five` cards altogether. What
    the m longest open lines lack has to be played, a turn each, and every closing is a turn.
    """
    missing = missing_types(tables, state)
    most = tables[MOST_TYPES]
    five = (TYPES_TO_CLOSE + most - 1) // most
    used = 0
    laid = 0
    best = HOPELESS
    for closings in range(1, missing + 1):
        longest = -1
        length = 0
        cases = open_cases(state) & ~used
        while cases:
            case = lowest(cases)
            cases &= cases - 1
            if longest < 0 or size(state[LINE + case]) > length:
                longest = case
                length = size(state[LINE + case])
        if longest >= 0:
            used |= 1 << longest
            laid += length
        best = min(best, closings + max(0, missing + closings * five - laid))
    return best if missing > 0 else 0


@merged_kernel
def one_closing(tables: Tables, state: Words, wanted: int, missing: int) -> int:
    """Fewest turns if all that is missing is scored in one closing: what the best line lacks."""
    contact = keys_of_contact(tables, state)
    unlocked = unlocked_types(tables, wanted)
    king = king_to_score(tables, state)
    best = cards_lacking(0, contact, missing, unlocked)
    cases = open_cases(state)
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        counts = line_counts(tables, state[LINE + case], wanted)
        keys = contact + spare_keys_in(tables, state, case)
        kings = 1 if king and not state[LINE + case] & king else 0
        best = min(best, cards_lacking_beside(counts, keys, missing, unlocked, kings))
    return best + 1


@kernel
def several_closings(tables: Tables, state: Words, wanted: int, missing: int, fewest: int) -> int:
    """Fewest turns if at least `fewest` closings score what is missing.

    As in `counting_bound`, but of a line only the cards that can be of use count.
    """
    used = 0
    laid = 0
    best = HOPELESS
    for closings in range(1, missing + 1):
        fullest = -1
        most = 0
        cases = open_cases(state) & ~used
        while cases:
            case = lowest(cases)
            cases &= cases - 1
            useful = useful_cards(line_counts(tables, state[LINE + case], wanted))
            if useful > most:
                fullest = case
                most = useful
        if fullest >= 0:
            used |= 1 << fullest
            laid += most
        if closings >= fewest:
            best = min(best, closings + max(0, missing + closings * TYPES_TO_CLOSE - laid))
    return best


@kernel
def turns_bound(tables: Tables, state: Words, enough: int) -> int:
    """Fewest turns in which the cards still to be laid and the closings fit, a turn each.

    Admissible at the start of a turn, that turn included, and after the action of a turn, that turn
    left out. A number of `enough` or less may be one that is too high: then the true one is not
    above `enough` either. Infinite Gulfs of Darkness, where an effect may close a case, has bounds
    of its own (goals.py).
    """
    if tables[HAS_MENACES]:
        return goal_turns(tables, state)
    if tables[MOST_TYPES] > 1:
        return counting_bound(tables, state)
    missing = missing_types(tables, state)
    if missing <= 0:
        return 0
    wanted = wanted_puzzles(tables, state)
    best = one_closing(tables, state, wanted, missing)
    if best <= enough or missing == 1:
        return best
    return min(best, several_closings(tables, state, wanted, missing, 2))


@merged_kernel
def plays_bound(tables: Tables, state: Words) -> int:
    """The bound itself: fewest turns, this one included, from the start of a turn."""
    return turns_bound(tables, state, 0)
