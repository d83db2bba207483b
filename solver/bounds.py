"""Lower bounds on the turns to a win. Each is admissible: never more than the true number.

Every turn plays one card or closes one case, never both, and a win needs plays and closings.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel
from casecracker.engine.layout import CLOSED, LINE, PICTURE
from casecracker.engine.reading import open_cases, puzzle_types
from casecracker.engine.rules import TYPES_TO_CLOSE
from casecracker.engine.tables import (
    CLOSED_RETURNS,
    MOST_TYPES,
    PUZZLE,
    PUZZLES_TO_WIN,
    Tables,
    Words,
)

HOPELESS = 1 << 20
"""A bound that no game reaches: the state cannot be won."""


@kernel
def supply_bound(tables: Tables, state: Words) -> int:
    """HOPELESS if the puzzle cards that can still be scored show too few types, else 0.

    A card in the closed cases comes back only by a take-closed effect.
    """
    lost = 0 if tables[CLOSED_RETURNS] else state[CLOSED]
    within_reach = (tables[PUZZLE] & ~lost) | state[PICTURE]
    return 0 if puzzle_types(tables, within_reach) >= tables[PUZZLES_TO_WIN] else HOPELESS


@kernel
def plays_bound(tables: Tables, state: Words) -> int:
    """Fewest turns, this one included, from the start of a turn, by counting cards in lines.

    To score `missing` more types in m closings, the m lines must hold those puzzle cards and, left
    behind in each, cards that show five types: at least `missing + m * five` cards altogether. What
    the m longest open lines lack has to be played, a turn each, and every closing is a turn.
    """
    missing = tables[PUZZLES_TO_WIN] - puzzle_types(tables, state[PICTURE])
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
