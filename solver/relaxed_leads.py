"""Leads and areas of the relaxed game: which cards may be first lead, in the row, or discarded.

At the start of turn d (from 0) the stack has given d cards to the row, and one more for each card
that an effect has taken away since: a lead, or a card drawn by a check. So of the cards in the
order of `upcoming` the row reaches to place d + 4 + those. Which of them are missing is not kept;
the first lead is one of the cards from `PLACE` on, at most as many places further as cards may be
missing there. Leads are passed in order: a card that was passed over does not come back.
"""

from casecracker.engine.bits import lowest
from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    CARD_BITS,
    CARD_MASK,
    LEAD_SLOTS,
    LEADS,
    NO_CARD,
    STABILITY,
    STACK,
    TIME,
)
from casecracker.engine.reading import shuffle_row, stack_cards
from casecracker.engine.tables import (
    CARDS,
    KNOWN_SHUFFLES,
    STABILITY_ICON,
    TIME_ICON,
    Tables,
    Words,
)
from casecracker.engine.tables import ORDER as ORDERS
from casecracker.solver.relaxed_game import (
    AREAS,
    BY_CONTACT,
    CANDIDATES,
    CHECK_BITS,
    CHECK_MASK,
    CHECKED_FROM,
    CHECKS,
    CHECKS_MADE,
    DEALT,
    FIRST_LEADS,
    GONE,
    IS_NEW,
    IS_SHUFFLED,
    IS_THINNED,
    KNOWN_LEADS,
    LEADS_GONE,
    LINE_A,
    LINE_B,
    LOOSE,
    MAYBE,
    MIXES,
    NEW_STACK,
    NEXT,
    NODE_WORDS,
    NOTED,
    OLD_COUNT,
    OLD_LEFT,
    OLD_MISSING,
    OLD_ORDER,
    OLD_ORDERED,
    OLD_ROW,
    ON_A,
    ORDER,
    PASSES,
    PLACE,
    RECENT,
    RECENT_MASK,
    RECENT_TURNS,
    REORDERS,
    SEARCHED,
    SEARCHES,
    SLOT_0,
    SLOTS,
    SOURCE,
    STACKED,
    STRAINED,
    TARGET,
    Relaxation,
)


@merged_kernel
def copy_node(node: Words, after: Words) -> None:
    """Begin a node as a copy of another one, nothing known of it yet."""
    for word in range(NODE_WORDS):
        after[word] = node[word]
    after[IS_NEW] = 1
    after[TARGET], after[SOURCE] = ON_A - 1, BY_CONTACT
    after[CANDIDATES] = after[IS_SHUFFLED] = after[REORDERS] = 0


@merged_kernel
def enter_upcoming(game: Relaxation, place: int, card: int) -> int:
    """Add a card to those that are to come; the next place."""
    game.upcoming[place] = card
    game.passed[place + 1] = game.passed[place] | 1 << card
    return place + 1


@kernel
def write_upcoming(game: Relaxation, state: Words) -> None:
    """Write leads and stack of a state in their order."""
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
        place = enter_upcoming(game, place, card)
    game.counts[KNOWN_LEADS] = place


@merged_kernel
def places(game: Relaxation, begin: int, end: int) -> int:
    """The upcoming cards from one place to before another."""
    passed, known = game.passed, game.counts[KNOWN_LEADS]
    return passed[min(end, known)] & ~passed[min(begin, known)]


@merged_kernel
def place_of(game: Relaxation, node: Words, card: int) -> int:
    """Where an upcoming card is, which may be first lead or come after it."""
    place: int = node[PLACE]
    while game.upcoming[place] != card:
        place += 1
    return place


@kernel
def cards_laid(node: Words) -> int:
    """Cards that certainly lie on the lines that are followed."""
    cards: int = (node[LINE_A] | node[LINE_B]) & ~node[LOOSE]
    return cards


@kernel
def missing_cards(node: Words) -> int:
    """Cards that effects may have taken from row and stack and that were not passed over."""
    return node[GONE] + node[CHECKS]


@kernel
def checks_ahead(node: Words) -> int:
    """Cards that checks drew and that may have lain before the first lead.

    A check draws the card behind the row. Until the cards that were in the row then are through,
    no card of the row can be nearer for it: five turns, or less by the leads that were taken.
    """
    checks: int = node[CHECKS]
    for turn in range(RECENT_TURNS - node[GONE]):
        checks -= (node[RECENT] >> CHECK_BITS * turn) & CHECK_MASK
    return max(0, checks)


# After a shuffle


@kernel
def next_old_leads(node: Words, count: int) -> int:
    """The next so many of the leads that lay in the row at the shuffle, as a set."""
    cards = 0
    for place in range(min(count, node[OLD_COUNT])):
        cards |= 1 << ((node[OLD_ORDER] >> CARD_BITS * place) & CARD_MASK)
    return cards


@kernel
def old_first_leads(node: Words) -> int:
    """Leads from before the shuffle that may be first lead.

    Those before it were missing at the shuffle, or effects have taken them away since, which leaves
    one at least that can still come.
    """
    if node[OLD_LEFT] == 0 or node[OLD_COUNT] == 0:
        return node[OLD_ROW] if node[OLD_LEFT] else 0
    skipped = node[OLD_MISSING] + min(node[GONE], node[OLD_LEFT] - 1)
    return next_old_leads(node, skipped + 1)


@kernel
def forget_old_row(after: Words) -> None:
    """All leads from before the shuffle have gone by."""
    after[OLD_LEFT] = after[OLD_ROW] = 0
    after[OLD_COUNT] = after[OLD_ORDER] = after[OLD_MISSING] = 0


@merged_kernel
def forget_old_leads(node: Words, after: Words, count: int, left: int) -> None:
    """The next so many of the old leads have gone by, or were missing; `left` can still come."""
    after[OLD_LEFT] = left
    if node[OLD_COUNT]:
        after[OLD_COUNT] = max(0, node[OLD_COUNT] - count)
        after[OLD_ORDER] = node[OLD_ORDER] >> CARD_BITS * count
        after[OLD_ROW] = next_old_leads(after, after[OLD_COUNT])
    if left == 0:
        forget_old_row(after)


@kernel
def age_checks(after: Words, places: int) -> None:
    """So many places further were passed over, and checks count as recent the less long."""
    for _ in range(min(places, RECENT_TURNS)):
        after[RECENT] = after[RECENT] << CHECK_BITS & RECENT_MASK


@kernel
def walk_order(tables: Tables, node: Words, least: int, most: int) -> int:
    """Cards of the new stack from `NEXT` on that can be the next ones once others have left it.

    At least `least` cards have, and of those that certainly were there at most `most`; none can be
    if `most` is less than 0.
    """
    cards = 0
    if most < 0:
        return cards
    order = ORDERS + MAX_CLUES * node[ORDER]
    for priority in range(node[NEXT], tables[CARDS]):
        bit = 1 << tables[order + priority]
        is_certain = bit & node[NEW_STACK]
        if not is_certain and not bit & node[MAYBE]:
            continue
        if least > 0:
            least -= 1
        else:
            cards |= bit
        if is_certain:
            if most == 0:
                break
            most -= 1
    return cards


@kernel
def passed_of_order(tables: Tables, node: Words) -> int:
    """Cards of the new stack that come before `NEXT`: they have left it, if they were there."""
    order = ORDERS + MAX_CLUES * node[ORDER]
    cards = 0
    for priority in range(node[NEXT]):
        cards |= 1 << tables[order + priority]
    return cards & (node[NEW_STACK] | node[MAYBE])


@kernel
def gone_ahead(node: Words) -> int:
    """Cards that certainly were in the new stack and can be gone before the first lead, at most.

    Old leads come first: unless as many leads were taken away, none of the new cards is there yet.
    """
    return node[PASSES] + missing_cards(node) - node[OLD_LEFT]


@merged_kernel
def left_new_stack(tables: Tables, node: Words, further: int) -> int:
    """Cards that may have left the new stack: up to the first lead, and `further` ones."""
    ahead = walk_order(tables, node, 0, gone_ahead(node) + further)
    return passed_of_order(tables, node) | ahead


@kernel
def drawn_by_checks(tables: Tables, node: Words, checks: int) -> int:
    """Cards that so many checks may draw in a turn: they come behind the row."""
    ahead = gone_ahead(node) + LEAD_SLOTS + checks - 1
    return walk_order(tables, node, node[PASSES] + LEAD_SLOTS - node[OLD_LEFT], ahead)


@kernel
def new_leads(tables: Tables, node: Words, further: int) -> int:
    """Cards that may be first lead after a shuffle, or up to `further` places behind it."""
    if further > 0:
        cards = node[OLD_ROW] if node[OLD_LEFT] else 0
        return cards | walk_order(tables, node, node[PASSES], gone_ahead(node) + further)
    cards = old_first_leads(node)
    if node[GONE] >= node[OLD_LEFT]:
        ahead = gone_ahead(node) - node[CHECKS] + checks_ahead(node)
        cards |= walk_order(tables, node, node[PASSES], ahead)
    return cards


@merged_kernel
def pass_lead_unseen(node: Words, after: Words) -> None:
    """A first lead goes by after a shuffle, and it is left open which one."""
    if node[OLD_LEFT] == 0:
        after[PASSES] += 1
        return
    forget_old_leads(node, after, 1, node[OLD_LEFT] - 1)


@merged_kernel
def pass_old_lead(node: Words, after: Words, card: int) -> None:
    """A lead from before the shuffle goes by; those before it were missing, or are gone since."""
    skipped = 0
    while skipped < node[OLD_COUNT] and next_old_leads(node, skipped) >> card & 1 == 0:
        skipped += 1
    skipped = max(0, skipped - 1)
    gone = max(0, skipped - node[OLD_MISSING])
    after[OLD_MISSING] = node[OLD_MISSING] - (skipped - gone)
    after[GONE] = node[GONE] - gone
    forget_old_leads(node, after, skipped + 1, node[OLD_LEFT] - gone - 1)
    age_checks(after, skipped)


@merged_kernel
def pass_new_leads(tables: Tables, node: Words, after: Words, card: int) -> None:
    """A card is first lead after a shuffle. If it is a new one, those before it are gone."""
    if (old_first_leads(node) >> card) & 1:
        pass_old_lead(node, after, card)
        return
    order = ORDERS + MAX_CLUES * node[ORDER]
    priority, certain = node[NEXT], 0
    while tables[order + priority] != card:
        certain += (node[NEW_STACK] >> tables[order + priority]) & 1
        priority += 1
    removed = max(0, certain - node[PASSES])
    by_checks = min(node[CHECKS], removed)
    after[CHECKS] = node[CHECKS] - by_checks
    after[GONE] = node[GONE] - node[OLD_LEFT] - (removed - by_checks)
    forget_old_row(after)
    age_checks(after, removed + node[OLD_LEFT])
    after[NEXT] = priority + 1
    after[PASSES] = 0


# The row and the areas


@merged_kernel
def reach(node: Words) -> int:
    """Places behind PLACE at which the first lead may be: checks take no card out of the row."""
    if node[GONE] < node[CHECKED_FROM] - node[PLACE]:
        return node[GONE]
    return node[GONE] + checks_ahead(node)


@merged_kernel
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


@merged_kernel
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
    cards = node[AREAS]
    if drawn >= 0:
        cards |= node[FIRST_LEADS]
    if drawn > 0:
        cards |= drawn_by_checks(game.tables, node, drawn)
    return (cards | leads_behind(game, node)) if thins else cards


@kernel
def of_time(tables: Tables, state: Words, node: Words) -> int:
    """Cards that may lie in the time area, if they may lie in any."""
    cards: int = tables[TIME_ICON] | state[TIME] | node[DEALT]
    return cards


@kernel
def of_stability(tables: Tables, state: Words, node: Words) -> int:
    """The same for the stability area."""
    cards: int = tables[STABILITY_ICON] | state[STABILITY] | node[DEALT]
    return cards


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
    return (node[NEW_STACK] | node[MAYBE]) & ~passed_of_order(game.tables, node)


# Shuffles


@kernel
def append_old(after: Words, card: int) -> None:
    """One lead more that may have been in the row; too many are kept without their order."""
    if after[OLD_COUNT] < OLD_ORDERED:
        after[OLD_ORDER] |= card << CARD_BITS * after[OLD_COUNT]
    after[OLD_COUNT] += 1
    after[OLD_ROW] |= 1 << card


@kernel
def begin_old_row(node: Words) -> None:
    """Go on with the old leads; kept without their order, they count as too many."""
    if node[OLD_ROW] and node[OLD_COUNT] == 0:
        node[OLD_COUNT] = OLD_ORDERED + 1


@kernel
def end_old_row(node: Words, left: int) -> None:
    """All leads that may have been in the row are appended, of which so many can still come."""
    node[OLD_LEFT] = left
    node[OLD_MISSING] = max(0, node[OLD_COUNT] - left)
    if node[OLD_COUNT] > OLD_ORDERED:
        node[OLD_COUNT] = node[OLD_MISSING] = node[OLD_ORDER] = 0


@merged_kernel
def write_row_of_opening(game: Relaxation, node: Words, checks: int, gone: int) -> None:
    """Write the row as it may lie before a first shuffle, the first lead gone, in its order."""
    end = node[PLACE] + LEAD_SLOTS - 1 + gone
    if checks and end > node[CHECKED_FROM]:
        end += checks
    for place in range(node[PLACE], end):
        append_old(node, game.upcoming[place])


@merged_kernel
def write_row_of_order(game: Relaxation, before: Words, node: Words) -> None:
    """The same before a later shuffle: what is left of the old leads, then the new ones."""
    begin_old_row(node)
    new = walk_order(game.tables, node, node[PASSES], gone_ahead(node) + LEAD_SLOTS - 2)
    order = ORDERS + MAX_CLUES * before[ORDER]
    for priority in range(node[NEXT], game.tables[CARDS]):
        card = game.tables[order + priority]
        if (new >> card) & 1:
            append_old(node, card)


@merged_kernel
def write_old_row(game: Relaxation, before: Words, after: Words, checks: int, gone: int) -> None:
    """Write the leads that may lie in the row as the stack is shuffled; four of them do.

    `checks` and `gone` are what the turn itself has drawn and taken.
    """
    if before[ORDER] < 0:
        write_row_of_opening(game, after, after[CHECKS] - checks, after[GONE] - gone)
    else:
        write_row_of_order(game, before, after)
    end_old_row(after, LEAD_SLOTS - 1)


@kernel
def start_order(node: Words, order: int, certain: int, cards: int) -> None:
    """A new order of the stack: the cards that certainly are in it, and all that may be."""
    node[NEW_STACK] = certain
    node[MAYBE] = cards & ~certain
    node[ORDER] = order
    node[NEXT] = node[PASSES] = 0
    node[NOTED] &= ~cards


@merged_kernel
def shuffle_stack(game: Relaxation, state: Words, before: Words, after: Words, card: int) -> bool:
    """A card shuffles the stack, and perhaps the discards into it; False if no order is known.

    Cards that may have left the stack are no longer counted as certainly in it. What was missing in
    the old row and stack does not bring the new cards nearer; cards that were searched for do,
    since they are still counted in.
    """
    profile = game.profiles[card]
    drawn = drawn_by(game, card) + after[STRAINED]
    further = LEAD_SLOTS + 1 + drawn
    laid = cards_laid(after)
    stack = cards_in_stack(game, state, before) & ~laid
    if before[ORDER] < 0:
        certain, order = stack, shuffle_row(state) + 1
        leaving = places(game, 0, before[PLACE] + missing_cards(before) + further)
    else:
        certain, order = stack & before[NEW_STACK], before[ORDER] + 1
        leaving = left_new_stack(game.tables, before, further)
    after[STACKED] -= profile[SEARCHES]
    if order > game.tables[KNOWN_SHUFFLES] or after[STACKED] < 0:
        return False
    gone = fetchable(game, before, drawn, profile[LEADS_GONE] > 0) | cards_in_hand(before)
    gone &= ~laid
    checks = drawn - profile[LEADS_GONE]
    write_old_row(game, before, after, checks, profile[LEADS_GONE])
    after[SEARCHED] = before[SEARCHED] + profile[SEARCHES]
    after[GONE] = profile[LEADS_GONE]
    after[CHECKS] = checks + after[SEARCHED]
    after[RECENT] = checks
    start_order(after, order, certain & ~leaving, stack | gone if profile[MIXES] else stack)
    after[AREAS] |= gone
    if checks:
        after[AREAS] |= walk_order(game.tables, after, 0, after[CHECKS] - 1)
    return True
