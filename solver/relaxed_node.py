"""Nodes of relaxed games: how one begins, what it lacks, which cards fit (relaxed_game.py)."""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import merged_kernel
from casecracker.engine.layout import (
    CONTACT_BIT,
    DISCARD,
    HAND,
    LEAD_SLOTS,
    LINE,
    NO_CARD,
    STABILITY,
    STACK,
    STATUS,
    TIME,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
)
from casecracker.engine.reading import key_effects, last_card, open_cases, types_in
from casecracker.engine.rules import TYPES_TO_CLOSE
from casecracker.engine.tables import (
    CARD_COLUMNS,
    COLOUR,
    LOCK,
    RIGHT,
    START,
    VICTIMS,
    YELLOW_LOCK,
    YELLOW_SIGN,
    Tables,
    Words,
)
from casecracker.solver.relaxed_ahead import narrow
from casecracker.solver.relaxed_game import (
    AREAS,
    BROUGHT,
    BY_CONTACT,
    CLOSE_FIRST,
    CLOSE_OTHER,
    CLOSINGS,
    CONTACT,
    EFFECT_KEYS_A,
    ELSEWHERE,
    ENTERED,
    FIELDS,
    FIRST_LEADS,
    FIT_A,
    FIT_B,
    FIT_ELSEWHERE,
    GOES_ON,
    ICONS_A,
    IMMEDIATE,
    IS_NEW,
    KEY_1,
    KEY_2,
    LACK,
    LINE_A,
    LINE_B,
    LOST,
    NODES,
    NODES_BEFORE,
    NOT_SHOWN,
    OF_USE_ELSEWHERE,
    ON_A,
    ORDER,
    OTHER_ICONS,
    OTHER_SIZE,
    PAIRED,
    REORDERS,
    SLACK,
    SOURCE,
    STACKED,
    TAKE_LEAD_TURN,
    TARGET,
    TURN,
    TURNS,
    TURNS_OTHERWISE,
    TYPES_A,
    YELLOW_ABOVE,
    YELLOWS,
    Relaxation,
)
from casecracker.solver.relaxed_hand import cards_by_contact, take, tidy_hand
from casecracker.solver.relaxed_immediate import must_reorder, note_entering
from casecracker.solver.relaxed_key import write_key
from casecracker.solver.relaxed_lack import (
    cards_fitting,
    keys_for,
    keys_now,
    lack_of,
    still_wanted,
    with_card,
)
from casecracker.solver.relaxed_leads import first_leads
from casecracker.solver.table import store_lost, turns_lost

# Before a search


@merged_kernel
def begin_line(game: Relaxation, state: Words, node: Words, second: int, case: int) -> None:
    """Write a case into a node, as line A (0) or B (1)."""
    tables = game.tables
    last = last_card(state, case)
    line = state[LINE + case]
    node[LINE_A + second] = line
    while line:
        node[TYPES_A + second] = with_card(game, node[TYPES_A + second], lowest(line))
        line &= line - 1
    node[ICONS_A + second] = (
        tables[START + case] if last == NO_CARD else tables[CARD_COLUMNS * last + RIGHT]
    )
    node[EFFECT_KEYS_A + second] = key_effects(state, case)


@merged_kernel
def write_others(tables: Tables, state: Words, node: Words, followed: int) -> None:
    """What the cases that are not followed offer; victims that may still come are among them."""
    cases = open_cases(state) & ~followed
    for victim in range((state[STATUS] >> VICTIMS_SHIFT) & VICTIMS_MASK, tables[VICTIMS]):
        node[OTHER_ICONS] |= tables[START + victim]
    while cases:
        case = lowest(cases)
        cases &= cases - 1
        last = last_card(state, case)
        node[OTHER_ICONS] |= (
            tables[START + case] if last == NO_CARD else tables[CARD_COLUMNS * last + RIGHT]
        )
        node[OTHER_SIZE] = max(node[OTHER_SIZE], size(state[LINE + case]))


@merged_kernel
def begin_node(game: Relaxation, state: Words, node: Words, first: int, second: int) -> None:
    """The start of a search from a state for one case, or two; no second one is -1."""
    for field in range(FIELDS):
        node[field] = 0
    begin_line(game, state, node, 0, first)
    node[CLOSINGS] = 1
    node[TARGET], node[SOURCE] = ON_A - 1, BY_CONTACT
    followed = 1 << first
    if second >= 0:
        begin_line(game, state, node, 1, second)
        node[PAIRED] = 1
        node[CLOSINGS] = 2
        followed |= 1 << second
    write_others(game.tables, state, node, followed)
    hand = state[HAND]
    while hand:
        take(node, hand & -hand)
        hand &= hand - 1
    node[CONTACT] = 0 if state[STATUS] & CONTACT_BIT else 1
    node[AREAS] = state[DISCARD] | state[TIME] | state[STABILITY]
    node[ORDER] = -1
    node[ENTERED] = LEAD_SLOTS
    node[STACKED] = size(state[STACK])
    node[IS_NEW] = 1


# A node


@merged_kernel
def fitting_on(game: Relaxation, node: Words, second: int) -> int:
    """Cards that may be laid on line A (0) or B (1): locks and minimums of both kinds are met."""
    tables, line = game.tables, node[LINE_A + second]
    cards = cards_fitting(game, node[ICONS_A + second], size(line))
    if keys_now(tables, node, second) <= 0:
        cards &= ~tables[LOCK]
    if not line & tables[YELLOW_SIGN]:
        cards &= ~tables[YELLOW_LOCK]
    yellows = size(line & tables[COLOUR])
    return cards & ~game.sets[YELLOW_ABOVE + yellows] if yellows < YELLOWS else cards


@merged_kernel
def write_fitting(game: Relaxation, node: Words, useful: int) -> None:
    """Write which cards may be laid on each line, or are worth a turn elsewhere."""
    node[FIT_A] = fitting_on(game, node, 0) & useful
    node[FIT_B] = fitting_on(game, node, 1) & useful
    elsewhere = cards_fitting(game, node[OTHER_ICONS], node[OTHER_SIZE])
    node[FIT_ELSEWHERE] = elsewhere & useful & game.sets[OF_USE_ELSEWHERE]


@merged_kernel
def ways_otherwise(tables: Tables, node: Words) -> int:
    """How a turn may be spent without a card that is laid, or of use elsewhere."""
    ways = TAKE_LEAD_TURN if node[SLACK] else 0
    if node[SLACK] and node[OTHER_SIZE] >= TYPES_TO_CLOSE:
        ways |= CLOSE_OTHER
    if (
        node[CLOSINGS] == 2
        and max(types_in(tables, node[LINE_A]), types_in(tables, node[LINE_B])) >= TYPES_TO_CLOSE
    ):
        ways |= CLOSE_FIRST
    return ways


@merged_kernel
def enter_node(game: Relaxation, state: Words, node: Words) -> int:
    """Look at a node that was just reached: LOST, NOT_SHOWN, or GOES_ON with all of it written."""
    tables, counts = game.tables, game.counts
    node[IS_NEW] = 0
    counts[NODES] += 1
    turns = counts[TURNS] - node[TURN]
    if game.sets[IMMEDIATE]:
        node[REORDERS] = note_entering(game, state, node)  # which may leave a Key unused
    node[LACK] = lack_of(game, node, keys_for(game, node, 0))
    node[SLACK] = turns - node[CLOSINGS] - node[LACK]
    if node[SLACK] < 0:
        return LOST
    if node[LACK] == 0 or node[STACKED] < 0:
        return NOT_SHOWN
    useful = still_wanted(game, node)
    tidy_hand(node, useful)
    node[KEY_1] = 0
    node[NODES_BEFORE] = counts[NODES]
    node[FIRST_LEADS] = first_leads(game, node)
    node[BROUGHT] = cards_by_contact(game, state, node)
    write_fitting(game, node, useful)
    node[TURNS_OTHERWISE] = ways_otherwise(tables, node)
    if node[REORDERS] and must_reorder(game, node):
        node[TARGET], node[TURNS_OTHERWISE] = ELSEWHERE, 0
    elif narrow(game, state, node) == LOST:
        return LOST
    if node[SLACK] == 0:
        return GOES_ON
    write_key(game, state, node, useful)
    return LOST if turns_lost(game.table, node[KEY_1], node[KEY_2]) >= turns else GOES_ON


@merged_kernel
def leave_node(game: Relaxation, node: Words) -> None:
    """All moves of a node are lost: keep that.

    What lies below one without a turn to spare is soon searched again, sooner than looked up.
    """
    if node[KEY_1] == 0:
        return
    turns = game.counts[TURNS] - node[TURN]
    work = game.counts[NODES] - node[NODES_BEFORE]
    store_lost(game.table, node[KEY_1], node[KEY_2], turns, work)
