"""The hand of the relaxed game, and what the effects of a card do there.

A *slot* is a card in hand as a set: one of these. Cards over the hand limit are not discarded from
the slots, since nobody has to say yet which ones went; `HELD` counts those that can still be there.
"""

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import CLOSED, LEAD_SLOTS
from casecracker.engine.tables import (
    CONTACT_0,
    CONTACT_EFFECTS,
    EXCHANGE_PENALTY,
    TAKE_DISCARD,
    TAKE_STABILITY,
    TAKE_TIME,
    Words,
)
from casecracker.solver.relaxed_game import (
    AREAS,
    CHECKED_FROM,
    CHECKS,
    CHECKS_MADE,
    CLOSED_MORE,
    CLOSED_TAKEN,
    CLOSINGS,
    CONTACT,
    DISCARDS_TAKEN,
    EXCHANGES_MADE,
    FETCHES,
    GONE,
    HAND_DISCARDS,
    HAND_SLOTS,
    HELD,
    IS_THINNED,
    LEADS_GONE,
    LEADS_TAKEN,
    LINE_A,
    LINE_B,
    LOOSE,
    ORDER,
    PAIRED,
    PLACE,
    RECENT,
    SEARCHES,
    SHUFFLES,
    SLOT_0,
    SLOTS,
    STABILITIES_TAKEN,
    STACKED,
    STRAINED,
    TIMES_TAKEN,
    Relaxation,
)
from casecracker.solver.relaxed_leads import (
    cards_in_hand,
    cards_in_stack,
    cards_laid,
    drawn_by,
    drawn_by_checks,
    fetchable,
    leads_behind,
    of_stability,
    of_time,
    shuffle_stack,
)

HAND_LIMIT = 3


@kernel
def take(node: Words, cards: int) -> None:
    """One of `cards` comes to hand. If there are too many slots, each may be any of all."""
    if cards == 0:
        return
    node[HELD] = min(HAND_LIMIT, node[HELD] + 1)
    slots = node[SLOTS]
    if slots < HAND_SLOTS:
        node[SLOT_0 + slots] = cards
        node[SLOTS] = slots + 1
        return
    cards |= cards_in_hand(node)
    for slot in range(HAND_SLOTS):
        node[SLOT_0 + slot] = cards


@kernel
def drop_slot(node: Words, slot: int) -> None:
    """A slot is used up, or holds nothing that could be of use."""
    last = node[SLOTS] - 1
    node[SLOT_0 + slot] = node[SLOT_0 + last]
    node[SLOT_0 + last] = 0
    node[SLOTS] = last


@merged_kernel
def cards_by_contact(game: Relaxation, state: Words, node: Words) -> int:
    """Cards that the contact may bring to hand, to be played at once."""
    cards = 0
    if not node[CONTACT] or game.tables[CONTACT_EFFECTS] == 0:
        return cards
    lying = fetchable(game, node, -1, False)
    for side in range(game.tables[CONTACT_EFFECTS]):
        effect = game.tables[CONTACT_0 + side]
        if effect == TAKE_DISCARD:
            cards |= lying
        elif effect in (TAKE_TIME, TAKE_STABILITY) or (effect == EXCHANGE_PENALTY and node[HELD]):
            cards |= lying & of_time(game.tables, state, node)
            cards |= lying & of_stability(game.tables, state, node)
    if node[SLOTS] > node[HELD]:
        cards |= cards_in_hand(node)  # some of these have left the hand
    return cards


@merged_kernel
def tidy_hand(node: Words, wanted: int) -> None:
    """Keep of the slots what is wanted; the rest, or all of an empty hand, may be in the areas."""
    slot = 0
    while slot < node[SLOTS]:
        node[AREAS] |= node[SLOT_0 + slot] & ~(wanted | node[LINE_A] | node[LINE_B])
        node[SLOT_0 + slot] &= wanted
        if node[SLOT_0 + slot]:
            slot += 1
        else:
            drop_slot(node, slot)
    if node[HELD] == 0:
        node[AREAS] |= cards_in_hand(node)
        while node[SLOTS]:
            drop_slot(node, 0)


@kernel
def make_checks(game: Relaxation, before: Words, after: Words, count: int) -> None:
    """So many stability checks draw a card each."""
    if count == 0:
        return
    if after[CHECKS] == 0:
        after[CHECKED_FROM] = before[PLACE] + LEAD_SLOTS
    after[CHECKS] += count
    after[STACKED] -= count
    after[RECENT] += count
    if before[ORDER] >= 0:
        after[AREAS] |= drawn_by_checks(game.tables, before, count)


@merged_kernel
def take_often(node: Words, times: int, cards: int) -> None:
    """So often one of `cards` comes to hand; or one that was in hand already and went away."""
    if cards == 0 and node[SLOTS] > node[HELD]:
        cards = cards_in_hand(node)
    for _ in range(times):
        take(node, cards)


@merged_kernel
def cards_closed(state: Words, node: Words) -> int:
    """Cards that may be fetched from the closed cases.

    Those of a line that is followed are among them once it is closed; it keeps them, too.
    """
    if node[PAIRED] and node[CLOSINGS] == 1:
        node[LOOSE] |= node[LINE_A] | node[LINE_B]
    cards: int = ~cards_laid(node) if node[CLOSED_MORE] else state[CLOSED]
    return cards


@merged_kernel
def fetch_cards(game: Relaxation, state: Words, before: Words, after: Words, card: int) -> None:
    """The effects of a card that fetch cards from the row and the areas."""
    tables, profile = game.tables, game.profiles[card]
    free = ~(cards_laid(after) | 1 << card)
    take_often(after, profile[LEADS_TAKEN], leads_behind(game, before) & free)
    drawn = drawn_by(game, card) + after[STRAINED]
    lying = fetchable(game, before, drawn, profile[LEADS_GONE] > 0) & free
    take_often(after, profile[DISCARDS_TAKEN] + profile[EXCHANGES_MADE], lying)
    take_often(after, profile[TIMES_TAKEN], lying & of_time(tables, state, before))
    kept = lying & of_stability(tables, state, before)
    take_often(after, profile[STABILITIES_TAKEN], kept)
    if profile[CLOSED_TAKEN]:
        take_often(after, profile[CLOSED_TAKEN], cards_closed(state, after) & ~(1 << card))


@merged_kernel
def carry_out_effects(
    game: Relaxation, state: Words, before: Words, after: Words, card: int
) -> None:
    """What a card that is played brings, shuffles apart; the checks of mental strain come first."""
    profile = game.profiles[card]
    after[GONE] += profile[LEADS_GONE]
    after[STACKED] -= profile[LEADS_GONE]
    if profile[LEADS_GONE]:
        after[IS_THINNED] = 1
        if before[ORDER] >= 0:
            after[AREAS] |= leads_behind(game, before)
    make_checks(game, before, after, profile[CHECKS_MADE] + after[STRAINED])
    after[HELD] = max(0, after[HELD] - profile[HAND_DISCARDS])
    if profile[FETCHES]:
        fetch_cards(game, state, before, after, card)


@merged_kernel
def shuffle_by(game: Relaxation, state: Words, before: Words, after: Words, card: int) -> bool:
    """A card searches the stack, or mixes the discards in; False if the new order is not known."""
    profile = game.profiles[card]
    if profile[SHUFFLES] > 1 or not shuffle_stack(game, state, before, after, card):
        return False
    free = ~cards_laid(after)
    take_often(after, profile[SEARCHES], cards_in_stack(game, state, before) & free)
    return True
