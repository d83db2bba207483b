"""A look ahead in relaxed games: moves after which nothing can go on are not made.

Where no turn is to spare, each turn must lay a card that lessens what the line lacks. Most nodes of
that kind are lost at once, since no such card is at hand. That is seen here one turn before, by
sets: all cards that may be at hand then, beside all that could be laid. Nodes of two lines are left
alone.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import CLOSED, LEAD_SLOTS
from casecracker.engine.reading import shuffle_row
from casecracker.engine.tables import (
    CARD_COLUMNS,
    CONTACT_0,
    CONTACT_EFFECTS,
    KEY,
    KNOWN_SHUFFLES,
    LOCK,
    RIGHT,
    TAKE_DISCARD,
    Tables,
    Words,
)
from casecracker.solver.relaxed_game import (
    BROUGHT,
    CARDS_BEFORE_STRAIN,
    CHECKED_FROM,
    CHECKS,
    CHECKS_MADE,
    CLOSED_MORE,
    CLOSED_TAKEN,
    CONTACT,
    DISCARDS_TAKEN,
    ELSEWHERE,
    EXCHANGES_MADE,
    FETCHES,
    FIRST_LEADS,
    FIT_A,
    FIT_ELSEWHERE,
    GOES_ON,
    GONE,
    HAND_DISCARDS,
    HELD,
    IMMEDIATE,
    KNOWN_LEADS,
    LACK,
    LEADS_GONE,
    LEADS_TAKEN,
    LINE_A,
    LOOKS_AHEAD,
    LOST,
    OLD_COUNT,
    OLD_LEFT,
    OLD_MISSING,
    OLD_ORDERED,
    OLD_ROW,
    ON_A,
    ORDER,
    OTHER_SIZE,
    PAIRED,
    PASSES,
    PLACE,
    REORDERS,
    SEARCHES,
    SHUFFLES,
    SLACK,
    STABILITIES_TAKEN,
    STACKED,
    TAKE_LEAD_TURN,
    TARGET,
    TIMES_TAKEN,
    TURNS_OTHERWISE,
    TYPES_A,
    Relaxation,
)
from casecracker.solver.relaxed_lack import (
    cards_fitting,
    keys_for,
    keys_now,
    lessening,
    lessening_by_two,
    with_card,
)
from casecracker.solver.relaxed_leads import (
    cards_in_areas,
    cards_in_hand,
    cards_laid,
    fetchable,
    gone_ahead,
    leads_behind,
    missing_cards,
    next_old_leads,
    of_stability,
    of_time,
    places,
    walk_order,
)

# A turn later, once `gone` leads were taken and `checks` checks made in the turn between


@merged_kernel
def later_leads_of_order(tables: Tables, node: Words, gone: int, checks: int) -> int:
    """Cards that may be first lead a turn later, after a shuffle."""
    cards, ahead = 0, node[GONE] + gone
    if node[OLD_COUNT]:
        cards = next_old_leads(node, node[OLD_MISSING] + ahead + 2)
    elif node[OLD_LEFT]:
        cards = node[OLD_ROW]
    if ahead + 1 >= node[OLD_LEFT]:
        cards |= walk_order(tables, node, node[PASSES], gone_ahead(node) + gone + checks + 1)
    return cards


@merged_kernel
def later_leads(game: Relaxation, node: Words, gone: int, checks: int) -> int:
    """Cards that may be first lead a turn later."""
    if node[ORDER] >= 0:
        return later_leads_of_order(game.tables, node, gone, checks)
    last = node[PLACE] + 1 + node[GONE] + gone
    checked_from = node[CHECKED_FROM] if node[CHECKS] else node[PLACE] + LEAD_SLOTS
    if last >= checked_from:
        last += node[CHECKS] + checks
    return places(game, node[PLACE] + 1, last + 1)


@merged_kernel
def lying_later(game: Relaxation, node: Words, gone: int, checks: int) -> int:
    """Cards that may lie in the discard and penalty areas by then, those of the hand apart."""
    if node[ORDER] >= 0:
        return fetchable(game, node, gone + checks, gone > 0)
    return cards_in_areas(game, node, gone + checks, gone > 0) | node[FIRST_LEADS]


@merged_kernel
def later_by_contact(game: Relaxation, state: Words, node: Words, gone: int, checks: int) -> int:
    """Cards that the contact may bring to hand a turn later."""
    tables = game.tables
    if not node[CONTACT] or tables[CONTACT_EFFECTS] == 0:
        return 0
    lying = lying_later(game, node, gone, checks) | cards_in_hand(node)
    for side in range(tables[CONTACT_EFFECTS]):
        if tables[CONTACT_0 + side] == TAKE_DISCARD:
            return lying
    return lying & (of_time(tables, state, node) | of_stability(tables, state, node))


@merged_kernel
def may_enter(game: Relaxation, node: Words, drawn: int) -> bool:
    """Whether a card with an immediate effect may enter the row at the end of the turn."""
    if game.sets[IMMEDIATE] == 0:
        return False
    begin = node[PLACE] + LEAD_SLOTS
    cards = places(game, begin, begin + missing_cards(node) + drawn + 1)
    return node[ORDER] >= 0 or cards & game.sets[IMMEDIATE] != 0


# After a card


@merged_kernel
def strain(node: Words) -> int:
    """Checks of mental strain that a card brings on the target looked at."""
    length = size(node[LINE_A]) if node[TARGET] == ON_A else node[OTHER_SIZE]
    return 1 if length >= CARDS_BEFORE_STRAIN else 0


@merged_kernel
def brought_by(game: Relaxation, state: Words, node: Words, card: int, checks: int) -> int:
    """Cards that the effects of a card may bring to hand, or to the front of the row."""
    tables, profile = game.tables, game.profiles[card]
    gone, cards = profile[LEADS_GONE], 0
    if profile[LEADS_TAKEN]:
        cards |= leads_behind(game, node)
    lying = lying_later(game, node, gone, checks)
    if profile[DISCARDS_TAKEN] + profile[EXCHANGES_MADE]:
        cards |= lying
    if profile[TIMES_TAKEN]:
        cards |= lying & of_time(tables, state, node)
    if profile[STABILITIES_TAKEN]:
        cards |= lying & of_stability(tables, state, node)
    if profile[CLOSED_TAKEN]:
        cards |= -1 if node[CLOSED_MORE] else state[CLOSED]
    if profile[SEARCHES]:
        cards |= places(game, node[PLACE] + LEAD_SLOTS, game.counts[KNOWN_LEADS])
    if profile[SHUFFLES]:  # the old row comes first
        begin = node[PLACE] + 1
        cards |= places(game, begin, begin + missing_cards(node) + gone + checks + 1)
    return cards


@merged_kernel
def is_unclear(game: Relaxation, state: Words, node: Words, card: int, checks: int) -> bool:
    """Whether it is not looked at what may be at hand once a card is played."""
    profile = game.profiles[card]
    drawn = profile[LEADS_GONE] + checks
    if node[STACKED] <= drawn + profile[SEARCHES] or may_enter(game, node, drawn):
        return True
    if profile[SHUFFLES] == 0:
        return False
    if profile[SHUFFLES] > 1 or node[CONTACT] or node[ORDER] >= 0 or game.sets[IMMEDIATE]:
        return True
    is_long = missing_cards(node) + LEAD_SLOTS > OLD_ORDERED
    is_old_row_gone = profile[LEADS_GONE] >= LEAD_SLOTS - 1
    return is_long or is_old_row_gone or shuffle_row(state) >= game.tables[KNOWN_SHUFFLES]


@merged_kernel
def hand_stays(node: Words, profile: Words, card: int) -> bool:
    """Whether any card may be in hand after a card of this profile, those that it draws apart."""
    if profile[FETCHES] or profile[SHUFFLES]:
        return True  # another card may have been fetched, and these count as the one in hand
    is_of_hand = not (node[FIRST_LEADS] | node[BROUGHT]) >> card & 1
    held: int = node[HELD] - profile[HAND_DISCARDS]
    return held > (1 if is_of_hand else 0)


@merged_kernel
def goes_on(game: Relaxation, state: Words, node: Words, card: int, fit: int) -> bool:
    """Whether one of the cards that fit may be at hand the turn after a card is played."""
    profile = game.profiles[card]
    gone, checks = profile[LEADS_GONE], profile[CHECKS_MADE] + strain(node)
    if hand_stays(node, profile, card) and cards_in_hand(node) & fit:
        return True
    if later_leads(game, node, gone, checks) & fit or is_unclear(game, state, node, card, checks):
        return True
    cards = later_by_contact(game, state, node, gone, checks)
    if profile[FETCHES] or profile[SHUFFLES]:
        cards |= brought_by(game, state, node, card, checks)
    return cards & fit != 0


@merged_kernel
def fitting_after(game: Relaxation, node: Words, card: int, keys: int, counted: int) -> int:
    """Cards that may be laid on the line, and lessen what it lacks, once a card is laid on it."""
    tables = game.tables
    cards = cards_fitting(game, tables[CARD_COLUMNS * card + RIGHT], size(node[LINE_A]) + 1)
    more = ((tables[KEY] >> card) & 1) - ((tables[LOCK] >> card) & 1)
    if keys + more <= 0:
        cards &= ~tables[LOCK]
    cards &= lessening(game, with_card(game, node[TYPES_A], card), counted + more)
    return cards & ~(cards_laid(node) | 1 << card)


@merged_kernel
def strike_cards(game: Relaxation, state: Words, node: Words, cards: int, fit: int) -> None:
    """Strike those of some cards, played on the target looked at, after which no game goes on.

    `fit` are those that lessen what the line lacks now: the same after a play elsewhere.
    """
    keys, counted = keys_now(game.tables, node, 0), keys_for(game, node, 0)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if node[TARGET] == ON_A:
            fit = fitting_after(game, node, card, keys, counted)
        if not goes_on(game, state, node, card, fit):
            node[FIT_A + node[TARGET]] &= ~(1 << card)


@merged_kernel
def goes_on_after_lead(game: Relaxation, state: Words, node: Words, fit: int) -> bool:
    """Whether one of the cards that fit may be at hand the turn after the lead is taken."""
    checks = strain(node)
    cards = node[FIRST_LEADS] | cards_in_hand(node) | later_leads(game, node, 0, checks)
    if cards & fit or node[STACKED] <= checks or may_enter(game, node, checks):
        return True
    return later_by_contact(game, state, node, 0, checks) & fit != 0


# A node


@merged_kernel
def look_ahead(game: Relaxation, state: Words, node: Words, idle: int, fit: int) -> None:
    """Strike cards, and turns spent otherwise, after which the game cannot go on.

    Only what leaves no turn to spare is looked at: where there is one now, `idle` cards, which do
    not lessen what the line lacks. `fit` are those that do, and may be laid.
    """
    cards = node[FIT_A] & (idle if node[SLACK] else ~idle)
    cards &= ~lessening_by_two(game, node[TYPES_A], keys_for(game, node, 0))
    for target in (ON_A, ELSEWHERE):
        node[TARGET] = target
        strike_cards(game, state, node, cards, fit)
        cards = node[FIT_ELSEWHERE]
    if node[TURNS_OTHERWISE] & TAKE_LEAD_TURN and not goes_on_after_lead(game, state, node, fit):
        node[TURNS_OTHERWISE] ^= TAKE_LEAD_TURN
    node[TARGET] = ON_A - 1


@kernel
def narrow(game: Relaxation, state: Words, node: Words) -> int:
    """Strike moves that come too late, with a turn to spare at most; LOST if none is left."""
    if node[SLACK] > 1 or node[PAIRED] or not game.counts[LOOKS_AHEAD]:
        return GOES_ON
    at_hand = node[FIRST_LEADS] | cards_in_hand(node) | node[BROUGHT]
    idle = ~lessening(game, node[TYPES_A], keys_for(game, node, 0))
    fit = node[FIT_A] & ~idle
    node[FIT_A] = at_hand & (node[FIT_A] if node[SLACK] else fit)
    node[FIT_ELSEWHERE] &= at_hand if node[SLACK] else 0
    if node[LACK] > 1:
        look_ahead(game, state, node, idle, fit)
    moves = node[FIT_A] | node[FIT_ELSEWHERE] | node[TURNS_OTHERWISE] | node[REORDERS]
    return GOES_ON if moves else LOST
