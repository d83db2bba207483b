"""What is changed as long as something lies there: menaces, case cards, Tillinghast's Machine.

Kernels that read a packed state. In games with victims nothing is changed. Bits are those of
`layout.py`, paragraphs those of docs/rules.md, chapter G.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTIVE_SHIFT,
    BRIEFCASE,
    CASE_DECK_SHIFT,
    CASES_MASK,
    GAINED_MASK,
    GAINED_SHIFT,
    GULFS,
    HAND,
    MENACE_DECK_SHIFT,
    MENACES_MASK,
    NO_CARD,
    SOURCES_MASK,
)
from casecracker.engine.reading import cards_in_lines, last_card, open_cases
from casecracker.engine.tables import (
    CARD_COLUMNS,
    DARKNESS,
    GAINS,
    GIVES_HOURGLASS,
    HAS_MENACES,
    LEFT,
    LEFT_PURPLE,
    LIMIT,
    LOWERS_TIME,
    MACHINE,
    NO_DISCARD,
    RAISES_HAND,
    RAISES_TIME,
    RIGHT,
    RIGHT_PURPLE,
    START,
    START_PURPLE,
    TIME_ICON,
    Tables,
    Words,
)

HAND_LIMIT = 3


@kernel
def active_sources(state: Words) -> int:
    """The active menaces, and case cards that lie among them, as bits."""
    return (state[GULFS] >> ACTIVE_SHIFT) & SOURCES_MASK


@kernel
def menace_deck(state: Words) -> int:
    """The cards of the menace deck as bits."""
    return (state[GULFS] >> MENACE_DECK_SHIFT) & MENACES_MASK


@kernel
def case_deck(state: Words) -> int:
    """The case cards that are not accessed yet as bits."""
    return (state[GULFS] >> CASE_DECK_SHIFT) & CASES_MASK


@kernel
def hand_limit(tables: Tables, state: Words) -> int:
    """How many cards the hand may hold."""
    if tables[HAS_MENACES] == 0:
        return HAND_LIMIT
    return HAND_LIMIT + size(active_sources(state) & tables[RAISES_HAND])


@kernel
def over_hand_limit(tables: Tables, state: Words) -> bool:
    """Whether cards must be discarded before anything else."""
    cards = size(state[HAND])
    return cards > HAND_LIMIT and cards > hand_limit(tables, state)


@merged_kernel
def time_limit(tables: Tables, state: Words) -> int:
    """How many cards fill the time area."""
    limit: int = tables[LIMIT]
    if tables[HAS_MENACES]:
        limit += size(open_cases(state) & tables[RAISES_TIME])
        limit -= size(active_sources(state) & tables[LOWERS_TIME])
    return limit


@merged_kernel
def hourglasses(tables: Tables, state: Words) -> int:
    """The cards that go to the time area when they are discarded."""
    if tables[HAS_MENACES] == 0:
        return tables[TIME_ICON]
    cards = tables[TIME_ICON] & ~tables[NO_DISCARD]
    if active_sources(state) & tables[GIVES_HOURGLASS]:
        cards |= tables[DARKNESS] & ~tables[NO_DISCARD]
    return cards


@kernel
def to_be_discarded(tables: Tables, cards: int) -> int:
    """Those of some cards that may be chosen when one must be discarded."""
    chosen: int = cards & ~tables[NO_DISCARD]
    return chosen if chosen else cards


@kernel
def machine_in_play(tables: Tables, state: Words) -> bool:
    """Whether Tillinghast's Machine is in hand, in the briefcase or in an open case."""
    if tables[MACHINE] == 0:
        return False
    return (tables[MACHINE] & (state[HAND] | state[BRIEFCASE] | cards_in_lines(state))) != 0


@merged_kernel
def fits_in_purple(tables: Tables, state: Words, card: int, case: int) -> bool:
    """Whether the edges of a card and of the end of a case meet with their purple techniques."""
    if not machine_in_play(tables, state):
        return False
    last = last_card(state, case)
    left = tables[CARD_COLUMNS * card + LEFT] | tables[LEFT_PURPLE + card]
    if last == NO_CARD:
        return (left & (tables[START + case] | tables[START_PURPLE + case])) != 0
    return (left & (tables[CARD_COLUMNS * last + RIGHT] | tables[RIGHT_PURPLE + last])) != 0


@kernel
def gains_of(tables: Tables, sources: int) -> int:
    """The effects that sources give to Darkness cards, two bits a source."""
    gains = 0
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        gains |= tables[GAINS + source] << 2 * source
    return gains


@kernel
def gained_effects(tables: Tables, state: Words) -> int:
    """The gained effects that are still due and whose sources are still active."""
    waiting = (state[GULFS] >> GAINED_SHIFT) & GAINED_MASK
    return waiting & gains_of(tables, active_sources(state)) if waiting else 0
