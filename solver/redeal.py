"""Hidden orders drawn anew: what a player cannot see is dealt again in a copy of the deal's tables.

Hidden are the order of the stack, all later shuffles, the victims to come (which of those in the
box, and in what order) and the order of the menace deck. Every draw is from a fixed priority order,
so a fresh uniform order of all cards for the latest shuffle and each later one makes every order of
the stack equally likely, whatever has been drawn before. Which menace the setting `minus-one` took
out is hidden as well. Numbers come from a counter: (seed, sample, stream) decides all.
"""

import math

import numpy as np

from casecracker.engine.bits import lowest, size
from casecracker.engine.cards import MAX_CLUES, Victim
from casecracker.engine.deals import Deal
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    GULFS,
    MENACE_DECK_SHIFT,
    MENACES_MASK,
    STACK,
    STATUS,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
)
from casecracker.engine.ongoing import menace_deck
from casecracker.engine.reading import shuffle_row, stack_cards
from casecracker.engine.shuffles import MAX_SHUFFLES
from casecracker.engine.tables import (
    AURORA,
    CARDS,
    HAS_MENACES,
    KNOWN_SHUFFLES,
    MENACE_ORDER,
    MENACES,
    ORDER,
    RANK,
    START,
    VICTIMS,
    IntArray,
    Tables,
    Words,
    icon_bits,
)
from casecracker.solver.keys import mix, wrapping_sum

# Increment and multipliers of SplitMix64 (Steele, Lea and Flood 2014), as signed numbers.
_STEP = 0x9E3779B97F4A7C15 - (1 << 64)
_FIRST = 0xBF58476D1CE4E5B9 - (1 << 64)
_SECOND = 0x94D049BB133111EB - (1 << 64)
_RANGE = 1 << 31

VICTIM_STREAM, MENACE_STREAM, FIRST_ORDER_STREAM = range(3)

# What the row `randomness` holds: seed, number of the sample, the latest random number, and the
# number of the hidden order that is wanted, as far as it is not used up; negative for any.
SEED, SAMPLE, NUMBER, WANTED = range(4)
RANDOMNESS = 4

# What `unseen` holds: victims still in the box or to come, how many, and menaces out of sight.
POOL_SIZE, UNSEEN_MENACES, POOL = 0, 1, 2


def unseen_of(deal: Deal, drawn: int) -> IntArray:
    """What may be hidden in a deal of which `drawn` victims have appeared: see POOL_SIZE.

    The start icons of the victims come in the order of the deck file, which tells nothing.
    """
    seen = set(deal.victims[:drawn])
    pool = [_start_icons(victim) for victim in deal.deck.victim if victim.id not in seen]
    removed = 0
    if deal.settings.get("menace") == "minus-one":
        places = [menace.id in deal.menaces for menace in deal.deck.menace]
        removed = sum(1 << place for place, is_in in enumerate(places) if not is_in)
    return np.array([len(pool), removed, *pool, 0], dtype=np.int64)


def _start_icons(victim: Victim) -> int:
    return icon_bits(victim.right) | icon_bits(("any",)) + 1


@merged_kernel
def seed_stream(randomness: Words, stream: int) -> None:
    """Begin a stream of random numbers of its own, decided by seed and sample."""
    begun = mix(mix(randomness[SEED], 0, _FIRST), randomness[SAMPLE], _SECOND)
    randomness[NUMBER] = mix(mix(begun, stream, _FIRST), 0, _SECOND)


@kernel
def below(randomness: Words, bound: int) -> int:
    """A uniform random number below `bound`; 31 bits, those past the last multiple thrown away."""
    while True:
        randomness[NUMBER] = wrapping_sum(randomness[NUMBER], _STEP)
        word = mix(mix(randomness[NUMBER], 0, _FIRST), 0, _SECOND)
        number = (word >> 20) & (_RANGE - 1)
        if number < _RANGE - _RANGE % bound:
            return number % bound


@kernel
def pick(randomness: Words, bound: int) -> int:
    """The next digit of the wanted order, to the base `bound`; random if any order will do."""
    wanted = randomness[WANTED]
    if wanted < 0:
        return below(randomness, bound)
    randomness[WANTED] = wanted // bound
    return wanted % bound


@merged_kernel
def shuffle_row_of(tables: Tables, row: int, randomness: Words) -> None:
    """A uniformly random priority order for one shuffle (Fisher and Yates), and its inverse."""
    count = tables[CARDS]
    begin = ORDER + MAX_CLUES * row
    for place in range(count):
        tables[begin + place] = place
    for last in range(count - 1, 0, -1):
        other = begin + below(randomness, last + 1)
        card = tables[begin + last]
        tables[begin + last] = tables[other]
        tables[other] = card
    for place in range(count):
        tables[RANK + MAX_CLUES * row + tables[begin + place]] = place


@kernel
def victims_drawn(state: Words) -> int:
    """How many victims have appeared."""
    return (state[STATUS] >> VICTIMS_SHIFT) & VICTIMS_MASK


@merged_kernel
def redeal_victims(tables: Tables, state: Words, unseen: Words, randomness: Words) -> None:
    """Draw the victims to come from those that have not appeared."""
    left = (1 << unseen[POOL_SIZE]) - 1
    for case in range(victims_drawn(state), tables[VICTIMS]):
        chosen = nth_card(left, pick(randomness, size(left)))
        left &= ~chosen
        tables[START + case] = unseen[POOL + lowest(chosen)]


@merged_kernel
def removed_menace(tables: Tables, deck: int, randomness: Words) -> int:
    """The menace that `minus-one` took out, drawn from those out of sight, as a set.

    Which part it is of is as likely as at first until all of one part, or one of the lower part, is
    seen: the first of the upper part drawn tell nothing of the number of the others.
    """
    upper, lower = deck & tables[AURORA], deck & ~tables[AURORA]
    all_upper = size(tables[AURORA])
    all_lower = tables[MENACES] + 1 - all_upper
    from_upper = upper != 0 and below(randomness, all_upper + all_lower) < all_upper
    if upper and size(lower) < all_lower:
        from_upper = True
    part = upper if from_upper else lower
    return nth_card(part, pick(randomness, size(part)))


@merged_kernel
def redeal_menaces(tables: Tables, state: Words, unseen: Words, randomness: Words) -> None:
    """Shuffle each part of the menace deck, Aurora Borealis above; take out one unseen menace."""
    deck = menace_deck(state) | unseen[UNSEEN_MENACES]
    if unseen[UNSEEN_MENACES]:
        deck &= ~removed_menace(tables, deck, randomness)
    state[GULFS] &= ~(MENACES_MASK << MENACE_DECK_SHIFT)
    state[GULFS] |= deck << MENACE_DECK_SHIFT
    place = 0
    left = deck
    while left:
        part = left & tables[AURORA]
        if part == 0:
            part = left
        menace = nth_card(part, pick(randomness, size(part)))
        left &= ~menace
        tables[MENACE_ORDER + place] = lowest(menace)
        place += 1


@kernel
def nth_card(cards: int, number: int) -> int:
    """The element of a set with that number from 0, as a set."""
    for _ in range(number):
        cards &= cards - 1
    return cards & -cards


@merged_kernel
def lay_stack(tables: Tables, state: Words, stack: int, randomness: Words) -> None:
    """Put the cards of the stack, a set, into the wanted order; they keep their places."""
    row = shuffle_row(state)
    places = state[STACK]
    while stack:
        card = nth_card(stack, pick(randomness, size(stack)))
        stack &= ~card
        place = lowest(places)
        places &= places - 1
        tables[ORDER + MAX_CLUES * row + place] = lowest(card)
        tables[RANK + MAX_CLUES * row + lowest(card)] = place


@kernel
def redeal(tables: Tables, state: Words, unseen: Words, randomness: Words) -> None:
    """Rewrite everything hidden in `tables` and `state`; the same numbers give the same deal.

    The stack of `state` is given as a set of cards here, since the order of `tables` may be that of
    another sample (`lift_stack`). What a player sees stays as it is.
    """
    stack = state[STACK]
    row = shuffle_row(state)
    for shuffle in range(row, MAX_SHUFFLES + 1):
        # Counted from the present shuffle, so that two positions that look alike are dealt alike.
        seed_stream(randomness, FIRST_ORDER_STREAM + shuffle - row)
        shuffle_row_of(tables, shuffle, randomness)
    tables[KNOWN_SHUFFLES] = MAX_SHUFFLES
    places = 0
    left = stack
    while left:
        places |= 1 << tables[RANK + MAX_CLUES * row + lowest(left)]
        left &= left - 1
    state[STACK] = places
    if randomness[WANTED] >= 0:
        lay_stack(tables, state, stack, randomness)
    if tables[HAS_MENACES]:
        seed_stream(randomness, MENACE_STREAM)
        redeal_menaces(tables, state, unseen, randomness)
    else:
        seed_stream(randomness, VICTIM_STREAM)
        redeal_victims(tables, state, unseen, randomness)


def lift_stack(tables: IntArray, state: IntArray) -> IntArray:
    """A copy of a state whose stack is given as a set of cards, as `redeal` takes it."""
    lifted = state.copy()
    lifted[STACK] = stack_cards(tables, state)
    return lifted


def hidden_orders(tables: IntArray, state: IntArray, unseen: IntArray) -> int | None:
    """How many hidden orders there are, all as likely, later shuffles apart.

    None if a menace was taken out unseen: then some are likelier than others.
    """
    stack = math.factorial(int(state[STACK]).bit_count())
    if not tables[HAS_MENACES]:
        to_come = int(tables[VICTIMS] - victims_drawn(state))
        return stack * math.perm(int(unseen[POOL_SIZE]), to_come)
    if unseen[UNSEEN_MENACES]:
        return None
    deck, upper = int(menace_deck(state)), int(tables[AURORA])
    parts = (deck & upper, deck & ~upper)
    return stack * math.prod(math.factorial(part.bit_count()) for part in parts)
