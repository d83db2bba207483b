"""Leads and areas of the relaxed game: which cards may be first lead, in the row, or discarded.

At the start of turn d (from 0) the stack has given d cards to the row, and one more for each card
that an effect has taken away since: a lead, or a card drawn by a check. So of the cards in the
order of `upcoming` the row reaches to place d + 4 + those. Which of them are missing is not kept;
the first lead is one of the cards from `PLACE` on, at most as many places further as cards may be
missing there. Leads are passed in order: a card that was passed over does not come back.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import CARD_BITS, CARD_MASK, LEAD_SLOTS, LEADS, NO_CARD, STACK
from casecracker.engine.reading import shuffle_row, stack_cards
from casecracker.engine.tables import CARDS, KNOWN_SHUFFLES, Tables, Words
from casecracker.engine.tables import ORDER as ORDERS
from casecracker.solver.relaxed_game import (
    AREAS,
    CHECKED_FROM,
    CHECKS,
    CHECKS_MADE,
    DOUBT,
    GONE,
    IMMEDIATE,
    IS_THINNED,
    KNOWN_LEADS,
    LEADS_GONE,
    MIXED_IN,
    MIXES,
    NEW_STACK,
    OLD_ROW,
    ORDER,
    PLACE,
    SINCE,
    SLOT_0,
    SLOTS,
    STRAINED,
    TURN,
    Relaxation,
)


@merged_kernel
def enter_upcoming(game: Relaxation, place: int, card: int) -> int:
    """Add a card to those that are to come; the next place."""
    game.upcoming[place] = card
    game.passed[place + 1] = game.passed[place] | 1 << card
    return place + 1


@kernel
def write_upcoming(game: Relaxation, state: Words) -> None:
    """Write leads and stack of a state in their order, as far as no immediate effect comes in."""
    place = 0
    game.passed[0] = 0
    for slot in range(LEAD_SLOTS):
        card = (state[LEADS] >> CARD_BITS * slot) & CARD_MASK
        if card != NO_CARD:
            place = enter_upcoming(game, place, card)
    row = shuffle_row(state)
    stack = state[STACK]
    while stack:
        card = game.tables[ORDERS + MAX_CLUES * row + lowest(stack)]
        stack &= stack - 1
        if (game.sets[IMMEDIATE] >> card) & 1:
            break
        place = enter_upcoming(game, place, card)
    game.counts[KNOWN_LEADS] = place


@merged_kernel
def places(game: Relaxation, begin: int, end: int) -> int:
    """The upcoming cards from one place to before another."""
    passed, known = game.passed, game.counts[KNOWN_LEADS]
    return passed[min(end, known)] & ~passed[min(begin, known)]


@kernel
def missing_cards(node: Words) -> int:
    """Cards that effects may have taken from row and stack and that were not passed over."""
    return node[GONE] + node[CHECKS]


@kernel
def first_of_order(tables: Tables, node: Words, count: int, mixed_in: int) -> int:
    """The first `count` cards of the new stack, and those mixed in that may come before them."""
    cards = 0
    if count <= 0:
        return cards
    order = ORDERS + MAX_CLUES * node[ORDER]
    for priority in range(tables[CARDS]):
        bit = 1 << tables[order + priority]
        if bit & node[NEW_STACK]:
            cards |= bit
            count -= 1
            if count == 0:
                break
        elif bit & mixed_in:
            cards |= bit
    return cards


@kernel
def drawn_since(node: Words) -> int:
    """Cards that the new stack can have given to first place by a turn, at most; less than 1: none.

    The row holds four old leads at most when the stack is shuffled, so the first card of the new
    stack is first lead five turns later, or sooner by as many as are missing.
    """
    return node[TURN] + missing_cards(node) - node[SINCE] + 1


@merged_kernel
def left_new_stack(tables: Tables, node: Words, further: int) -> int:
    """Cards that may have left the new stack: those of `drawn_since` and `further` ones."""
    return first_of_order(tables, node, drawn_since(node) + further, node[MIXED_IN])


@kernel
def new_leads(tables: Tables, node: Words, further: int) -> int:
    """Cards that may be first lead after a shuffle, or up to `further` places behind it."""
    cards = left_new_stack(tables, node, further)
    if node[MIXED_IN] == 0:
        cards &= ~first_of_order(tables, node, node[TURN] - node[SINCE] - node[DOUBT], 0)
    if node[TURN] < node[SINCE]:
        cards |= node[OLD_ROW]
    return cards


@merged_kernel
def reach(node: Words) -> int:
    """Places behind PLACE at which the first lead may be: checks take no card out of the row."""
    if node[GONE] < node[CHECKED_FROM] - node[PLACE]:
        return node[GONE]
    return missing_cards(node)


@kernel
def first_leads(game: Relaxation, node: Words) -> int:
    """Cards that may be first lead in a turn."""
    if node[ORDER] >= 0:
        return new_leads(game.tables, node, 0)
    return places(game, node[PLACE], node[PLACE] + reach(node) + 1)


@kernel
def leads_behind(game: Relaxation, node: Words) -> int:
    """Cards that may lie in the row behind the first lead in a turn."""
    if node[ORDER] >= 0:
        return new_leads(game.tables, node, 4)
    return places(game, node[PLACE] + 1, node[PLACE] + missing_cards(node) + LEAD_SLOTS)


@kernel
def cards_in_areas(game: Relaxation, node: Words, drawn: int, thins: bool) -> int:
    """Cards that may lie in the discard or a penalty area, before any shuffle.

    Seen from within a turn in which `drawn` cards were already taken away, or from its start for
    drawn -1; `thins` says whether leads may be among them.
    """
    place = node[PLACE]
    end = place + missing_cards(node) + LEAD_SLOTS + drawn
    if thins or node[IS_THINNED]:
        return node[AREAS] | places(game, 0, end)
    cards = node[AREAS] | places(game, 0, place + (drawn >= 0))
    begin = node[CHECKED_FROM] if node[CHECKS] else place + LEAD_SLOTS
    return cards | places(game, begin, max(begin, end))


@kernel
def fetchable(game: Relaxation, node: Words, drawn: int, thins: bool) -> int:
    """Cards that an effect may fetch from the discard and penalty areas (as `cards_in_areas`)."""
    if node[ORDER] < 0:
        return cards_in_areas(game, node, drawn, thins)
    return node[AREAS] | left_new_stack(game.tables, node, LEAD_SLOTS + max(0, drawn))


@merged_kernel
def is_past_known(game: Relaxation, node: Words) -> bool:
    """Whether the row may by now hold cards that nothing is known of, the stack being through."""
    if node[ORDER] < 0:
        return node[PLACE] + missing_cards(node) + LEAD_SLOTS > game.counts[KNOWN_LEADS]
    return size(node[NEW_STACK]) <= drawn_since(node) + LEAD_SLOTS


@kernel
def drawn_by(game: Relaxation, card: int) -> int:
    """Cards that the effects of a card take from row and stack."""
    profile = game.profiles[card]
    drawn: int = profile[LEADS_GONE] + profile[CHECKS_MADE]
    return drawn


@merged_kernel
def cards_in_hand(node: Words) -> int:
    """All cards that may be in hand."""
    cards = 0
    for slot in range(node[SLOTS]):
        cards |= node[SLOT_0 + slot]
    return cards


@merged_kernel
def cards_in_stack(game: Relaxation, state: Words, node: Words) -> int:
    """Cards that may be in the stack."""
    if node[ORDER] < 0:
        drawn = places(game, 0, node[PLACE] + LEAD_SLOTS)
        return stack_cards(game.tables, state) & ~drawn
    return node[NEW_STACK] | node[AREAS] | node[MIXED_IN]


@merged_kernel
def shuffle_stack(game: Relaxation, state: Words, before: Words, after: Words, card: int) -> bool:
    """A card shuffles the stack, and perhaps the discards into it; False if no order is known.

    Cards that may have left the stack are no longer counted as certainly in it: there are `DOUBT`
    of them at most. What was missing in the old row and stack does not bring the new cards nearer.
    """
    drawn = drawn_by(game, card) + after[STRAINED]
    further = LEAD_SLOTS + 1 + drawn
    if before[ORDER] < 0:
        stack, order = stack_cards(game.tables, state), shuffle_row(state) + 1
        leaving = places(game, 0, before[PLACE] + missing_cards(before) + further)
        doubt = missing_cards(before) + 1 + drawn
    else:
        stack, order = before[NEW_STACK], before[ORDER] + 1
        leaving = left_new_stack(game.tables, before, further)
        doubt = before[DOUBT] + missing_cards(before) + 2 + drawn
    if order > game.tables[KNOWN_SHUFFLES] or game.sets[IMMEDIATE] & stack:
        return False
    gone = leaving | fetchable(game, before, drawn, True) | cards_in_hand(before)
    after[GONE] = game.profiles[card, LEADS_GONE]
    after[CHECKS] = drawn - after[GONE]
    after[OLD_ROW] = leads_behind(game, before)
    after[NEW_STACK] = stack & ~leaving
    after[DOUBT] = doubt
    after[ORDER] = order
    after[SINCE] = before[TURN] + LEAD_SLOTS
    after[AREAS] = gone
    if game.profiles[card, MIXES]:
        after[MIXED_IN] |= gone
    return True
