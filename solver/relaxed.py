"""The search of relaxed games: can the lines be closed within so many turns at all?

Depth first, a node for the start of each turn (relaxed_game.py). Nodes that are shown to be lost go
into a table with the turns for which that was shown. A search that takes too long is given up: then
nothing is shown. `can_win` asks about all lines, and pairs of lines, that may come into question.
"""

from casecracker.engine.bits import lowest, size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    CONTACT_BIT,
    LEAD_SLOTS,
    STATUS,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
)
from casecracker.engine.reading import open_cases
from casecracker.engine.tables import (
    CARD_COLUMNS,
    CONTACT_0,
    CONTACT_EFFECTS,
    EXCHANGE_PENALTY,
    HAS_MENACES,
    LOCK,
    MOST_TYPES,
    RIGHT,
    TAKE_DISCARD,
    TAKE_STABILITY,
    TAKE_TIME,
    VICTIMS,
    Tables,
    Words,
)
from casecracker.solver.bounds import missing_types, several_closings
from casecracker.solver.lines import (
    PLENTY,
    keys_of_contact,
    king_to_score,
    unlocked_types,
    wanted_puzzles,
)
from casecracker.solver.relaxed_game import (
    AREAS,
    BROUGHT,
    BY_CONTACT,
    CANDIDATES,
    CARDS_BEFORE_STRAIN,
    CHECK_BITS,
    CHECKED_FROM,
    CHECKS,
    CLOSE_FIRST,
    CLOSED_MORE,
    CLOSINGS,
    CONTACT,
    COUNTS_KEYS,
    EFFECT_KEYS_A,
    ELSEWHERE,
    ENTERED,
    FIRST_LEADS,
    FIT_A,
    FROM_ROW,
    FROM_SLOT,
    GONE,
    HELD,
    ICONS,
    ICONS_A,
    IS_NEW,
    IS_SHUFFLED,
    KING_TYPE,
    LINE_A,
    LOST,
    MISSING,
    MOST_TURNS,
    NO_TARGET,
    NODES,
    NOT_SHOWN,
    ON_B,
    OPEN_CASES,
    ORDER,
    OTHER_ICONS,
    OTHER_SIZE,
    PAIRED,
    PLACE,
    RECENT,
    RECENT_MASK,
    REORDERED,
    REORDERS,
    SHUFFLERS,
    SLACK,
    SLOT_0,
    SLOTS,
    SOURCE,
    STACKED,
    STRAINED,
    TAKE_LEAD_TURN,
    TARGET,
    TURN,
    TURNS,
    TURNS_OTHERWISE,
    TYPE,
    TYPES_A,
    UNLOCKED,
    WANTED,
    Relaxation,
)
from casecracker.solver.relaxed_hand import (
    carry_out_effects,
    drop_slot,
    make_checks,
    shuffle_by,
    take,
    take_often,
)
from casecracker.solver.relaxed_immediate import have_effect
from casecracker.solver.relaxed_lack import keys_on, laid_in_time, with_card
from casecracker.solver.relaxed_leads import (
    age_checks,
    cards_laid,
    copy_node,
    fetchable,
    of_stability,
    pass_lead_unseen,
    pass_new_leads,
    place_of,
    write_upcoming,
)
from casecracker.solver.relaxed_node import begin_node, enter_node, leave_node

# The moves of a node


@merged_kernel
def cards_in_slot(node: Words, slot: int) -> int:
    """Cards of a slot that are not better taken from a smaller slot."""
    if node[HELD] == 0:
        return 0
    cards = node[SLOT_0 + slot]
    left = cards & node[FIT_A + node[TARGET]]
    if left == 0:
        return 0
    for other in range(node[SLOTS]):
        fewer = node[SLOT_0 + other]
        if other != slot and fewer & ~cards == 0 and (fewer != cards or other < slot):
            left &= ~fewer
    return left


@merged_kernel
def next_source(node: Words) -> int:
    """Where to look for cards next: the row, the slots in use, the contact, and the row again."""
    source: int = node[SOURCE]
    if source == BY_CONTACT:
        return FROM_ROW
    return source + 1 if source < FROM_ROW + node[SLOTS] else BY_CONTACT


@merged_kernel
def find_candidate(game: Relaxation, state: Words, node: Words) -> bool:
    """Go on to the next target and source from which a card can be laid; False if none is left."""
    while node[CANDIDATES] == 0:
        node[SOURCE] = next_source(node)
        if node[SOURCE] == FROM_ROW:
            node[TARGET] += 1
        if node[TARGET] == ON_B and not node[PAIRED]:
            node[TARGET] = ELSEWHERE
        if node[TARGET] == ELSEWHERE and node[SLACK] == 0:
            node[TARGET] = NO_TARGET
        if node[TARGET] >= NO_TARGET:
            return False
        if node[FIT_A + node[TARGET]] == 0:
            node[SOURCE] = BY_CONTACT
            continue
        source = node[SOURCE]
        if source == FROM_ROW:
            cards = node[FIRST_LEADS]
        elif source == BY_CONTACT:
            cards = node[BROUGHT]
        else:
            cards = cards_in_slot(node, source - FROM_SLOT)
        cards &= node[FIT_A + node[TARGET]]
        node[CANDIDATES] = cards if node[TARGET] == ELSEWHERE else laid_in_time(game, node, cards)
    return True


@merged_kernel
def begin_turn(game: Relaxation, node: Words, after: Words) -> None:
    """The node of the next turn, its first lead gone."""
    copy_node(node, after)
    after[TURN] += 1
    after[PLACE] += 1
    after[STACKED] -= 1
    after[ENTERED] = node[PLACE] + LEAD_SLOTS
    after[REORDERED] = 0
    after[RECENT] = node[RECENT] << CHECK_BITS & RECENT_MASK
    if node[ORDER] >= 0:
        after[AREAS] |= node[FIRST_LEADS]
        pass_lead_unseen(node, after)
    after[STRAINED] = 0


@merged_kernel
def pass_leads(game: Relaxation, node: Words, after: Words, card: int) -> None:
    """A card is first lead: those before it are gone, by checks as far as they can be."""
    place = place_of(game, node, card)
    passed = place - node[PLACE]
    by_checks = min(node[CHECKS], max(0, place - max(node[PLACE], node[CHECKED_FROM])))
    by_checks = max(min(by_checks, passed), passed - node[GONE])
    after[CHECKS] -= by_checks
    after[GONE] -= passed - by_checks
    after[PLACE] = place + 1
    after[ENTERED] = place + LEAD_SLOTS
    age_checks(after, passed)


@merged_kernel
def leave_source(game: Relaxation, node: Words, after: Words, card: int) -> None:
    """The card that is played leaves row or hand, or the contact brings it."""
    source = node[SOURCE]
    if source == FROM_ROW:
        if node[TARGET] == ELSEWHERE:
            return
        if node[ORDER] < 0:
            pass_leads(game, node, after, card)
        else:
            pass_new_leads(game.tables, node, after, card)
    elif source == BY_CONTACT:
        after[CONTACT] = 0
        if game.tables[CONTACT_EFFECTS] == 1 and game.tables[CONTACT_0] == EXCHANGE_PENALTY:
            after[HELD] -= 1
    else:
        after[HELD] -= 1
        drop_slot(after, source - FROM_SLOT)
        if node[TARGET] == ELSEWHERE:
            after[AREAS] |= 1 << card  # it may have lain there before


@merged_kernel
def lay_on_line(game: Relaxation, node: Words, after: Words, card: int) -> None:
    """A card is laid on line A or B; the contact's key goes with it where no other opens it."""
    tables, second = game.tables, node[TARGET]
    is_locked = (tables[LOCK] >> card) & 1
    if is_locked and keys_on(tables, node, second) <= 0:
        after[EFFECT_KEYS_A + second] += node[CONTACT]
        after[CONTACT] = 0
    if not (node[LINE_A + second] >> card) & 1:
        after[LINE_A + second] |= 1 << card
        after[TYPES_A + second] = with_card(game, node[TYPES_A + second], card)
    after[ICONS_A + second] = tables[CARD_COLUMNS * card + RIGHT]
    after[STRAINED] = 1 if size(after[LINE_A + second]) > CARDS_BEFORE_STRAIN else 0


@merged_kernel
def lay_elsewhere(tables: Tables, after: Words, card: int) -> None:
    """A card is laid on a line that is not followed."""
    after[OTHER_ICONS] |= tables[CARD_COLUMNS * card + RIGHT]
    after[OTHER_SIZE] += 1
    after[STRAINED] = 1 if after[OTHER_SIZE] > CARDS_BEFORE_STRAIN else 0


@merged_kernel
def play_candidate(game: Relaxation, state: Words, node: Words, after: Words) -> bool:
    """Play the next candidate, first with its shuffle; False if nothing is known after that."""
    card = lowest(node[CANDIDATES])
    shuffles = (game.sets[SHUFFLERS] >> card) & 1 and not node[IS_SHUFFLED]
    node[IS_SHUFFLED] = 1 if shuffles else 0
    if not shuffles:
        node[CANDIDATES] &= ~(1 << card)
    begin_turn(game, node, after)
    leave_source(game, node, after, card)
    if node[TARGET] == ELSEWHERE:
        lay_elsewhere(game.tables, after, card)
    else:
        lay_on_line(game, node, after, card)
    carry_out_effects(game, state, node, after, card)
    return not shuffles or shuffle_by(game, state, node, after, card)


@merged_kernel
def spend_turn(game: Relaxation, state: Words, node: Words, after: Words) -> bool:
    """Spend the turn in the next of the other ways; False if nothing is known after that.

    Taking the lead stands for plays elsewhere that are of no further use, too.
    """
    way = node[TURNS_OTHERWISE] & -node[TURNS_OTHERWISE]
    node[TURNS_OTHERWISE] ^= way
    begin_turn(game, node, after)
    free = ~cards_laid(node)
    if way == TAKE_LEAD_TURN:
        take(after, node[FIRST_LEADS] & free)
        after[OTHER_ICONS] = (1 << ICONS) - 1
        after[OTHER_SIZE] += 1
        make_checks(game, node, after, 1 if after[OTHER_SIZE] > CARDS_BEFORE_STRAIN else 0)
        return True
    after[CLOSED_MORE] += 1
    lying = fetchable(game, node, 0, False) & free
    take_often(after, 1, lying & of_stability(game.tables, state, node))
    if way == CLOSE_FIRST:
        after[CLOSINGS] = 1
    return after[CLOSED_MORE] < game.counts[OPEN_CASES]


@kernel
def can_close(game: Relaxation, state: Words, first: int, second: int, most: int) -> bool:
    """Whether one case, or two (`second` is -1 for one), may win within the turns allowed.

    True also if more than `most` nodes would have to be looked at.
    """
    until = game.counts[NODES] + most
    begin_node(game, state, game.nodes[0], first, second)
    depth = 0
    while depth >= 0:
        node, after = game.nodes[depth], game.nodes[depth + 1]
        if node[IS_NEW]:
            found = enter_node(game, state, node)
            if found == NOT_SHOWN or game.counts[NODES] > until:
                return True
            if found == LOST:
                depth -= 1
                continue
        if node[REORDERS]:
            is_known = have_effect(game, state, node, after)
        elif find_candidate(game, state, node):
            is_known = play_candidate(game, state, node, after)
        elif node[TURNS_OTHERWISE]:
            is_known = spend_turn(game, state, node, after)
        else:
            leave_node(game, node)
            depth -= 1
            continue
        if not is_known:
            return True
        depth += 1
    return False


@merged_kernel
def count_open_cases(game: Relaxation, state: Words, followed: int) -> None:
    """Note how many closings could leave no case open, as far as the followed ones allow any."""
    is_open = followed & ~open_cases(state) == 0
    game.counts[OPEN_CASES] = MOST_TURNS if is_open else size(open_cases(state))


@merged_kernel
def can_be_relaxed(tables: Tables, state: Words) -> bool:
    """Whether the relaxed game knows all that can happen from a state."""
    if tables[HAS_MENACES] or tables[MOST_TYPES] > 1:
        return False
    if state[STATUS] & CONTACT_BIT:
        return True
    for side in range(tables[CONTACT_EFFECTS]):
        effect = tables[CONTACT_0 + side]
        if effect not in (TAKE_DISCARD, TAKE_TIME, TAKE_STABILITY, EXCHANGE_PENALTY):
            return False
    return True


@kernel
def can_close_pair(game: Relaxation, state: Words, first: int, others: int, most: int) -> bool:
    """Whether a case and one of some others may win within the turns allowed."""
    while others:
        second = lowest(others)
        others &= others - 1
        count_open_cases(game, state, 1 << first | 1 << second)
        if can_close(game, state, first, second, most):
            return True
    return False


@kernel
def can_win(game: Relaxation, state: Words, turns: int, most: int) -> bool:
    """Whether a state at the start of a turn may be won within so many turns, that one included.

    False is a proof. `most` nodes are looked at for each line or pair of lines.
    """
    tables, counts = game.tables, game.counts
    if turns >= MOST_TURNS or not can_be_relaxed(tables, state):
        return True
    wanted, missing = wanted_puzzles(tables, state), missing_types(tables, state)
    if missing <= 0 or several_closings(tables, state, wanted, missing, 3) <= turns:
        return True
    write_upcoming(game, state)
    counts[TURNS], counts[WANTED], counts[MISSING] = turns, wanted, missing
    counts[UNLOCKED] = unlocked_types(tables, wanted)
    counts[COUNTS_KEYS] = 1 if keys_of_contact(tables, state) < PLENTY else 0
    king = king_to_score(tables, state)
    counts[KING_TYPE] = game.profiles[lowest(king), TYPE] if king else 0
    victims = (state[STATUS] >> VICTIMS_SHIFT) & VICTIMS_MASK
    cases = open_cases(state) | ((1 << tables[VICTIMS]) - (1 << victims))
    in_pairs = missing > 1 and several_closings(tables, state, wanted, missing, 2) <= turns
    while cases:
        first = lowest(cases)
        cases &= cases - 1
        count_open_cases(game, state, 1 << first)
        if can_close(game, state, first, -1, most):
            return True
        if in_pairs and can_close_pair(game, state, first, cases, most):
            return True
    return False
