"""The relaxed game: the game as one or two lines of investigation see it.

A *relaxed game* follows only the lines that are to be closed for the win, and forgives everything
else. All that the rules allow is allowed in it, so if it cannot be won in so many turns, neither
can the game. It keeps

- the turns: in each, one card is played on a line, or the turn is spent otherwise;
- the lines: cards, last techniques, Keys, Locks and card minimums, exactly;
- the leads: their order is known as long as nobody knows which of them effects have taken away, so
  the first lead is one of a few that follow each other (relaxed_leads.py);
- the hand: at most three cards; one that an effect fetched is known only as *one of these*, and is
  chosen when it is played (relaxed_hand.py);
- shuffles: the new order is known, what lies in the stack nearly;
- immediate effects: a card that may have entered the row may have had its own, or not yet
  (relaxed_immediate.py).

It forgives the penalty areas their limits, victims, the edges of other lines, and all choices that
only matter for those. A node of the search stands for the start of a turn.
"""

from typing import NamedTuple

import numpy as np

from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.shuffles import MAX_SHUFFLES
from casecracker.engine.tables import (
    CARD_COLUMNS,
    CARDS,
    CONTACT_0,
    CONTACT_EFFECTS,
    DISCARD_HAND,
    DISCARD_LEAD,
    EFFECT_0,
    EFFECTS,
    EXCHANGE_PENALTY,
    IMMEDIATE_EFFECT,
    LEFT,
    MAX_TYPES,
    MINIMUM,
    RESHUFFLE_STABILITY,
    RESHUFFLE_TIME,
    SEARCH_STACK,
    SHUFFLE_DISCARD,
    STABILITY_CHECK,
    TAKE_CLOSED,
    TAKE_DISCARD,
    TAKE_LEAD,
    TAKE_STABILITY,
    TAKE_TIME,
    TO_FRONT,
    TYPE_0,
    YELLOW_MINIMUM,
    IntArray,
    Tables,
    Words,
)
from casecracker.solver.table import make_table

HAND_SLOTS = 10
"""Cards that may be in hand, each one of a set; at most three of them are held."""

# What a node is, copied from turn to turn.
(
    TURN,  # from 0
    LINE_A,
    LINE_B,  # the second line, empty if there is none
    ICONS_A,  # techniques that the last card of each offers
    ICONS_B,
    TYPES_A,  # clue types on each: three sets in one word (relaxed_lack.py)
    TYPES_B,
    EFFECT_KEYS_A,  # key effects spent on each
    EFFECT_KEYS_B,
    PAIRED,  # whether two lines are to be closed
    CLOSINGS,  # lines still to be closed
    HELD,  # cards in hand, at most
    PLACE,  # of the first lead in `upcoming`, at least
    GONE,  # leads that effects may have taken out of the row, not yet passed over
    CHECKS,  # cards that checks have drawn from the stack, not yet passed over
    CHECKED_FROM,  # the first place from which such a card may be missing
    RECENT,  # those drawn in the last four turns, four bits each, the latest lowest
    IS_THINNED,  # whether a lead was ever taken or discarded by an effect
    CONTACT,  # 1: unused
    CLOSED_MORE,  # cases closed on the way
    OTHER_ICONS,  # techniques that other lines may offer
    OTHER_SIZE,  # cards in the longest of them, at most
    STRAINED,  # checks of mental strain in the turn before
    AREAS,  # cards that may lie in the discard and penalty areas, leads that passed apart
    ORDER,  # row of the shuffle that is in force, -1 for the one at the start
    OLD_ROW,  # leads that may have been in the row at that shuffle and may still come
    OLD_ORDER,  # the same in their order, six bits each, the next one lowest
    OLD_COUNT,  # how many they are; 0 if their order is not kept
    OLD_MISSING,  # how many of them were not in the row even then, not yet passed over
    OLD_LEFT,  # how many of them can still come before the first card of the new stack
    NEW_STACK,  # cards that were in the stack then, certainly
    MAYBE,  # further cards that may have been in it
    NEXT,  # priority of the first of these cards that can still be first lead
    SEARCHED,  # cards that searches have taken from a stack that `NEW_STACK` counts in
    PASSES,  # turns since then whose first leads were cards of the new stack, which ones is open
    ENTERED,  # before this place of `upcoming` all cards have come to the row by the turn before
    NOTED,  # cards whose immediate effect is accounted for
    LOOSE,  # cards of the lines that may have left them: by an immediate effect, or a closing
    DEALT,  # cards that may lie in a penalty area whatever their icons
    STACKED,  # cards in the stack, at least; what comes once there are none is not known
    REORDERED,  # cards of the row that have just changed the order, while the row is filled further
    SLOTS,
    SLOT_0,
) = range(43)
NODE_WORDS = SLOT_0 + HAND_SLOTS

# What the search knows of it.
(
    IS_NEW,
    LACK,  # cards still to be laid on the lines
    SLACK,  # turns that may be spent otherwise
    KEY_1,
    KEY_2,
    NODES_BEFORE,
    FIRST_LEADS,  # cards that may be first lead
    FIT_A,  # cards that could be laid on each line, and elsewhere
    FIT_B,
    FIT_ELSEWHERE,
    TARGET,  # the line looked at, the place the cards come from, the cards still to be tried
    SOURCE,
    CANDIDATES,
    IS_SHUFFLED,  # the next card has been tried once, without its shuffle
    TURNS_OTHERWISE,  # ways to spend the turn still to be tried, as bits
    REORDERS,  # cards that may have changed the order of the stack just before, still to be tried
    BROUGHT,  # cards that the contact may bring to hand
) = range(NODE_WORDS, NODE_WORDS + 17)
FIELDS = NODE_WORDS + 17

# Where a card that is laid comes from (the row, a slot, by the contact), and where to.
FROM_ROW, FROM_SLOT = 0, 1
BY_CONTACT = FROM_SLOT + HAND_SLOTS
ON_A, ON_B, ELSEWHERE, NO_TARGET = range(4)

# Other ways to spend a turn.
TAKE_LEAD_TURN, CLOSE_FIRST, CLOSE_OTHER = 1, 2, 4

# What is known of a node when it is reached.
LOST, GOES_ON, NOT_SHOWN = range(3)

# Numbers of `RECENT`: of the latest turns in which no check yet touched the card now first lead.
CHECK_BITS, CHECK_MASK, RECENT_TURNS = 4, 15, 4
RECENT_MASK = (1 << CHECK_BITS * RECENT_TURNS) - 1

OLD_ORDERED = 10  # cards that `OLD_ORDER` has room for

CARDS_BEFORE_STRAIN = 7
MOST_TURNS = 40
UPCOMING = MAX_CLUES + 1

# Columns of `Relaxation.profiles`: how often a card has each effect.
(
    LEADS_GONE,
    CHECKS_MADE,
    LEADS_TAKEN,
    DISCARDS_TAKEN,
    TIMES_TAKEN,
    STABILITIES_TAKEN,
    EXCHANGES_MADE,
    CLOSED_TAKEN,
    SEARCHES,
    MIXES,
    HAND_DISCARDS,
    FETCHES,
    SHUFFLES,
    TYPE,  # not an effect: its clue type, as a set of types
) = range(14)
PROFILE_COLUMNS = 14

_COLUMNS = {
    TAKE_LEAD: (LEADS_GONE, LEADS_TAKEN, FETCHES),
    DISCARD_LEAD: (LEADS_GONE,),
    STABILITY_CHECK: (CHECKS_MADE,),
    TAKE_DISCARD: (DISCARDS_TAKEN, FETCHES),
    TAKE_TIME: (TIMES_TAKEN, FETCHES),
    TAKE_STABILITY: (STABILITIES_TAKEN, FETCHES),
    EXCHANGE_PENALTY: (EXCHANGES_MADE, FETCHES),
    TAKE_CLOSED: (CLOSED_TAKEN, FETCHES),
    SEARCH_STACK: (SEARCHES, SHUFFLES),
    SHUFFLE_DISCARD: (MIXES, SHUFFLES),
    DISCARD_HAND: (HAND_DISCARDS,),
}

# Sets in `Relaxation.sets`: cards by what may lie on their left (for each set of techniques), by
# clue types (for each set of them), by minimum, by yellow minimum, and by effect.
ICONS = 5
MINIMUMS = 10
YELLOWS = 8
FITTING = 0
OF_TYPES = FITTING + (1 << ICONS)
MINIMUM_ABOVE = OF_TYPES + (1 << MAX_TYPES)
YELLOW_ABOVE = MINIMUM_ABOVE + MINIMUMS
SHUFFLERS = YELLOW_ABOVE + YELLOWS
OF_USE_ELSEWHERE = SHUFFLERS + 1  # cards that fetch, shuffle, or let cards be drawn
IMMEDIATE = OF_USE_ELSEWHERE + 1
REORDERING = IMMEDIATE + 1  # those of them whose immediate effect shuffles
MIXERS = REORDERING + 1  # cards that shuffle the discards into the stack
TO_FRONTS = MIXERS + 1  # cards that leave themselves alone in the row
EXCHANGERS = TO_FRONTS + 1  # cards, or the contact, that put any card into a penalty area
SETS = EXCHANGERS + 1

# Entries of `Relaxation.counts`.
(
    NODES,
    KNOWN_LEADS,
    OPEN_CASES,
    TURNS,
    WANTED,
    MISSING,
    UNLOCKED,
    COUNTS_KEYS,
    KING_TYPE,
    LOOKS_AHEAD,
) = range(10)
COUNTS = 10


class Relaxation(NamedTuple):
    """The arrays of a search of relaxed games of one deal.

    Attributes:
        tables: the deal.
        secret: its hash key.
        profiles: shape (MAX_CLUES, PROFILE_COLUMNS): effects of each card.
        sets: shape (SETS,): sets of cards.
        upcoming: shape (UPCOMING,): leads, then the stack from its top.
        passed: shape (UPCOMING,): the first so many of those as a set.
        nodes: shape (MOST_TURNS + MAX_SHUFFLES + 1, FIELDS): the nodes on the current line.
        table: nodes that were shown to be lost, and within how many turns (table.py).
        counts: shape (COUNTS,): nodes looked at; how many of `upcoming` are known; how many
            closings could leave no case open; turns allowed; puzzle cards wanted, as a set; how
            many types of them are missing, and of how many one without a lock exists; 1 where Keys
            can be counted; the type of the King if he still has to be scored, as a set; 1 to leave
            out moves after which nothing can go on (relaxed_ahead.py): that changes no answer.
    """

    tables: Tables
    secret: IntArray
    profiles: IntArray
    sets: Words
    upcoming: Words
    passed: Words
    nodes: IntArray
    table: IntArray
    counts: Words


def make_relaxation(tables: IntArray, secret: IntArray, entries: int) -> Relaxation:
    """Room for the relaxed games of a deal, with a table of so many entries (table.py)."""
    relaxation = Relaxation(
        tables,
        secret,
        profiles=np.zeros((MAX_CLUES, PROFILE_COLUMNS), dtype=np.int64),
        sets=np.zeros(SETS, dtype=np.int64),
        upcoming=np.zeros(UPCOMING, dtype=np.int64),
        passed=np.zeros(UPCOMING, dtype=np.int64),
        nodes=np.zeros((MOST_TURNS + MAX_SHUFFLES + 1, FIELDS), dtype=np.int64),
        table=make_table(entries),
        counts=np.zeros(COUNTS, dtype=np.int64),
    )
    relaxation.counts[LOOKS_AHEAD] = 1
    for card in range(int(tables[CARDS])):
        block = tables[CARD_COLUMNS * card : CARD_COLUMNS * (card + 1)]
        _enter_profile(relaxation.profiles[card], block)
        _enter_types(relaxation, card)
        _enter_sets(relaxation, card, block)
    if EXCHANGE_PENALTY in tables[CONTACT_0 : CONTACT_0 + tables[CONTACT_EFFECTS]]:
        relaxation.sets[EXCHANGERS] = -1
    return relaxation


def _enter_types(relaxation: Relaxation, card: int) -> None:
    profile, tables = relaxation.profiles[card], relaxation.tables
    for clue_type in range(MAX_TYPES):
        if int(tables[TYPE_0 + clue_type]) >> card & 1:
            profile[TYPE] |= 1 << clue_type
    for types in range(1 << MAX_TYPES):
        if types & profile[TYPE]:
            relaxation.sets[OF_TYPES + types] |= 1 << card


def _enter_profile(profile: IntArray, block: IntArray) -> None:
    for effect in block[EFFECT_0 : EFFECT_0 + block[EFFECTS]]:
        for column in _COLUMNS.get(int(effect), ()):
            profile[column] += 1


def _enter_sets(relaxation: Relaxation, card: int, block: IntArray) -> None:
    profile, sets, bit = relaxation.profiles[card], relaxation.sets, 1 << card
    for icons in range(1 << ICONS):
        if block[LEFT] & icons:
            sets[FITTING + icons] |= bit
    for length in range(MINIMUMS):
        if block[MINIMUM] > length:
            sets[MINIMUM_ABOVE + length] |= bit
    for yellows in range(YELLOWS):
        if block[YELLOW_MINIMUM] > yellows:
            sets[YELLOW_ABOVE + yellows] |= bit
    if profile[SHUFFLES]:
        sets[SHUFFLERS] |= bit
    if profile[MIXES]:
        sets[MIXERS] |= bit
    if profile[FETCHES] or profile[SHUFFLES] or profile[LEADS_GONE] or profile[CHECKS_MADE]:
        sets[OF_USE_ELSEWHERE] |= bit
    if profile[EXCHANGES_MADE]:
        sets[EXCHANGERS] |= bit
    _enter_immediate(sets, bit, int(block[IMMEDIATE_EFFECT]))


def _enter_immediate(sets: Words, bit: int, effect: int) -> None:
    if effect:
        sets[IMMEDIATE] |= bit
    if effect in (TO_FRONT, RESHUFFLE_STABILITY, RESHUFFLE_TIME):
        sets[REORDERING] |= bit
    if effect == TO_FRONT:
        sets[TO_FRONTS] |= bit
