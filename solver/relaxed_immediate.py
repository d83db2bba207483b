"""Immediate effects of Passion cards in relaxed games (docs/rules.md, K11).

When a card may enter the row is known only as far as it is known which cards are gone. So at the
start of a turn a card that may just have entered *may have had* its effect: what only adds to what
may be (`note_entering`) is noted once, and a new order of the stack is a move of the node, beside
going on without it (`have_effect`).
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import LEAD_SLOTS
from casecracker.engine.reading import cards_in_lines, shuffle_row, stack_cards
from casecracker.engine.tables import (
    CARD_COLUMNS,
    DISCARD_TOP,
    IMMEDIATE_CASE,
    IMMEDIATE_EFFECT,
    KNOWN_SHUFFLES,
    LIMIT,
    LOCK,
    RESHUFFLE_TIME,
    Words,
)
from casecracker.engine.tables import ORDER as ORDERS
from casecracker.solver.relaxed_game import (
    AREAS,
    CHECK_MASK,
    CHECKED_FROM,
    CHECKS,
    DEALT,
    EFFECT_KEYS_A,
    EFFECT_KEYS_B,
    ENTERED,
    EXCHANGERS,
    GONE,
    ICONS,
    ICONS_A,
    ICONS_B,
    IMMEDIATE,
    LINE_A,
    LINE_B,
    LOOSE,
    MAYBE,
    NEW_STACK,
    NEXT,
    NOTED,
    OLD_COUNT,
    OLD_LEFT,
    OLD_ROW,
    ORDER,
    OTHER_ICONS,
    PASSES,
    PLACE,
    RECENT,
    REORDERED,
    REORDERING,
    REORDERS,
    SEARCHED,
    STACKED,
    TO_FRONTS,
    Relaxation,
)
from casecracker.solver.relaxed_leads import (
    append_old,
    begin_old_row,
    cards_in_hand,
    cards_laid,
    copy_node,
    end_old_row,
    fetchable,
    forget_old_row,
    gone_ahead,
    missing_cards,
    of_stability,
    of_time,
    place_of,
    places,
    start_order,
    walk_order,
)


@kernel
def new_in_row(game: Relaxation, node: Words, least: int) -> int:
    """Cards of the new stack that may lie in the row, the `least` first ones left out."""
    return walk_order(game.tables, node, least, gone_ahead(node) + LEAD_SLOTS - 1)


@merged_kernel
def drawn_before(node: Words) -> int:
    """Cards of the new stack, from `NEXT` on, that at least were drawn by the turn before."""
    if node[REORDERED]:
        return 0
    drawn: int = node[PASSES] + LEAD_SLOTS - 1 - node[OLD_LEFT]
    return drawn


@kernel
def entering(game: Relaxation, node: Words) -> int:
    """Cards with an immediate effect that may have entered the row just before this turn."""
    if node[ORDER] >= 0:
        return new_in_row(game, node, drawn_before(node)) & game.sets[IMMEDIATE]
    begin = max(node[PLACE], node[ENTERED])
    end = node[PLACE] + missing_cards(node) + LEAD_SLOTS
    return places(game, begin, max(begin, end)) & game.sets[IMMEDIATE]


# What may be, whenever it was


@merged_kernel
def draw_top(game: Relaxation, node: Words, card: int) -> None:
    """The stack may have given one more card, the one behind this one: as a check before the turn.

    While the row is being filled, the row may be shorter than the one that checks draw behind.
    """
    if node[ORDER] < 0:
        behind = place_of(game, node, card) + 1
        node[AREAS] |= places(game, behind, behind + 1)
        if node[CHECKS] == 0 or behind < node[CHECKED_FROM]:
            node[CHECKED_FROM] = behind
    else:
        node[AREAS] |= walk_order(game.tables, node, node[PASSES], gone_ahead(node) + LEAD_SLOTS)
    node[CHECKS] += 1
    node[STACKED] -= 1
    if not node[REORDERED]:
        node[RECENT] += 1


@merged_kernel
def loosen_lines(game: Relaxation, state: Words, node: Words, card: int) -> None:
    """Any card of any line may have gone to the areas: `LOOSE` are those that may be there too.

    Each line keeps its cards, which is better still. If the last one went, another one is the last.
    A Lock that went left its Key unused.
    """
    lines = node[LINE_A] | node[LINE_B]
    node[LOOSE] |= lines
    node[AREAS] |= lines | cards_in_lines(state)
    node[ICONS_A] = node[ICONS_B] = node[OTHER_ICONS] = (1 << ICONS) - 1
    if lines & game.tables[LOCK] and not (node[NOTED] >> card) & 1:
        node[EFFECT_KEYS_A] += 1
        node[EFFECT_KEYS_B] += 1
        node[NOTED] |= 1 << card


@merged_kernel
def note_effect(game: Relaxation, state: Words, node: Words, card: int) -> bool:
    """What a card that may have entered the row may have brought, new orders apart.

    True if the stack may have given one more card. A card that discard-hand takes may as well be in
    hand still (relaxed_hand.py).
    """
    effect = game.tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT]
    if effect == IMMEDIATE_CASE:
        loosen_lines(game, state, node, card)
    if effect != DISCARD_TOP or (node[NOTED] >> card) & 1:
        return False
    draw_top(game, node, card)
    node[NOTED] |= 1 << card
    return True


# A new order of the stack


@merged_kernel
def cards_of_area(game: Relaxation, state: Words, node: Words, card: int) -> int:
    """Cards that may be in the penalty area that a card shuffles into the stack."""
    tables = game.tables
    cards = (fetchable(game, node, -1, False) | cards_in_hand(node)) & ~cards_laid(node)
    if game.sets[EXCHANGERS]:
        return cards  # whatever their icons
    if tables[CARD_COLUMNS * card + IMMEDIATE_EFFECT] == RESHUFFLE_TIME:
        return cards & of_time(tables, state, node)
    return cards & of_stability(tables, state, node)


@merged_kernel
def note_entering(game: Relaxation, state: Words, node: Words) -> int:
    """Note what immediate effects may have brought; the cards that may have changed the order."""
    reordering, cards = 0, entering(game, node)
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        if note_effect(game, state, node, card):
            further = entering(game, node) & ~cards
            left |= further
            cards |= further
    cards &= game.sets[REORDERING]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if game.sets[TO_FRONTS] >> card & 1 or cards_of_area(game, state, node, card):
            reordering |= 1 << card
    return reordering


@merged_kernel
def must_reorder(game: Relaxation, node: Words) -> bool:
    """Whether a card that may have left itself alone in the row certainly has."""
    if node[ORDER] >= 0 or missing_cards(node):
        return False
    cards = node[REORDERS] & game.sets[TO_FRONTS]
    return cards != 0 and place_of(game, node, lowest(cards)) > node[PLACE]


@merged_kernel
def stack_behind(game: Relaxation, state: Words, node: Words, card: int) -> int:
    """Cards that may be in the stack when a card of it has just been drawn: all that follow it."""
    tables = game.tables
    row = shuffle_row(state) if node[ORDER] < 0 else node[ORDER]
    stack = stack_cards(tables, state) if node[ORDER] < 0 else node[NEW_STACK] | node[MAYBE]
    order, priority = ORDERS + MAX_CLUES * row, 0
    while tables[order + priority] != card:
        stack &= ~(1 << tables[order + priority])
        priority += 1
    return stack & ~(1 << card | cards_laid(node))


@merged_kernel
def append_row(game: Relaxation, node: Words, after: Words, card: int) -> int:
    """Append to the old leads those that may lie in the row up to a card that just entered it.

    How many of them were not certainly in the new stack is the answer.
    """
    if node[ORDER] < 0:
        for place in range(node[PLACE], place_of(game, node, card) + 1):
            append_old(after, game.upcoming[place])
        return 0
    new, uncertain = new_in_row(game, node, node[PASSES]), 0
    order, priority = ORDERS + MAX_CLUES * node[ORDER], node[NEXT] - 1
    lead = -1
    while lead != card:
        priority += 1
        lead = game.tables[order + priority]
        if (new >> lead) & 1:
            append_old(after, lead)
            uncertain += 1 - ((node[NEW_STACK] >> lead) & 1)
    return uncertain


@merged_kernel
def leave_row(game: Relaxation, node: Words, after: Words, card: int) -> None:
    """The row up to a card that just entered it becomes the old row of a new order.

    It has five cards, less the leads that were taken in the turn before. If it is filled again
    after such a card, it may have fewer, by all cards that may be missing.
    """
    begin_old_row(after)
    before = after[OLD_COUNT]
    uncertain = append_row(game, node, after, card)
    end_old_row(after, min(LEAD_SLOTS, node[OLD_LEFT] + after[OLD_COUNT] - before))
    missing = missing_cards(node) + uncertain if node[REORDERED] else node[GONE]
    after[GONE] = min(missing, after[OLD_LEFT] - 1)


@merged_kernel
def move_to_front(after: Words, card: int) -> int:
    """A card is left alone in the row; the other cards that may have lain there are the answer."""
    others = after[OLD_ROW] & ~(1 << card)
    forget_old_row(after)
    append_old(after, card)
    after[OLD_LEFT] = 1
    after[GONE] = 0
    return others


@merged_kernel
def dealt_back(game: Relaxation, cards: int) -> int:
    """Most cards that go from the stack to a penalty area in place of these.

    An area that is not full takes one more for each card that immediate effects discard. A card has
    its effect once while the row is filled, and once more if another is left alone in the row.
    """
    discarding = size(game.sets[IMMEDIATE] & ~game.sets[REORDERING])
    fronts = size(game.sets[TO_FRONTS])
    if fronts > 1:
        return size(cards)
    return min(size(cards), game.tables[LIMIT] - 1 + discarding * (1 + fronts))


@merged_kernel
def have_effect(game: Relaxation, state: Words, node: Words, after: Words) -> bool:
    """The next card that may have changed the order of the stack has; False if none is known."""
    card = lowest(node[REORDERS])
    node[REORDERS] &= node[REORDERS] - 1
    order = (shuffle_row(state) if node[ORDER] < 0 else node[ORDER]) + 1
    if order > game.tables[KNOWN_SHUFFLES]:
        return False
    copy_node(node, after)
    stack, returned, drawn = stack_behind(game, state, node, card), 0, 0
    certain = stack if node[ORDER] < 0 else stack & node[NEW_STACK]
    leave_row(game, node, after, card)
    if game.sets[TO_FRONTS] >> card & 1:
        returned = move_to_front(after, card)
        after[REORDERED] = 0
        if node[ORDER] < 0 and missing_cards(node) == 0:
            certain |= returned
    else:
        returned = cards_of_area(game, state, node, card)
        drawn = dealt_back(game, returned)
        returned &= ~node[REORDERED]
    after[REORDERED] |= 1 << card
    after[AREAS] |= (fetchable(game, node, -1, False) | cards_in_hand(node)) & ~cards_laid(node)
    start_order(after, order, certain, (stack | returned) & ~(1 << card))
    after[CHECKS] = drawn + after[SEARCHED]
    is_behind = after[OLD_LEFT] == LEAD_SLOTS and not node[REORDERED]
    after[RECENT] = min(drawn, CHECK_MASK) if is_behind else 0
    if drawn:
        after[DEALT] |= walk_order(game.tables, after, 0, after[CHECKS] - 1)
        after[AREAS] |= after[DEALT]
    return True
