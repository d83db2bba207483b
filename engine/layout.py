"""THE table of a packed state: which word and which bits hold what.

A state is `WORDS` non-negative 64-bit integers.

    word   0       STACK       bit k: the card of priority k in the latest shuffle is in the stack
    words  1.. 6   HAND DISCARD TIME STABILITY CLOSED PICTURE   bit i: card i is there
    words  7..13   LINE + case: the clue cards of an open case
    word  14       LEADS       five numbers of 6 bits, first lead lowest, NO_CARD where none is
    word  15       TOPS        7 x 6 bits: last card of each line, NO_CARD if it has none;
                               from bit 42, 7 x 3 bits: key effects spent on each case (the contact
                               and, in Infinite Gulfs, as many equipment cards as have a key side)
    word  16       STATUS      see the shifts below
    words 17..23   what only one game has:
                   The King in Yellow
        17..23     SEQUENCE    ten numbers of 6 bits a word, lowest first: the cards of all open
                               lines in the order played, then NO_CARD; kept only for decks that
                               can take a card out of a line
                   Infinite Gulfs of Darkness
        17         BRIEFCASE   the clue cards in the briefcase
        18         GULFS       menaces, case cards and what waits for a card; see the shifts below
        19, 20     TASKS       what is being carried out and was interrupted by a question: eight
                               numbers of 7 bits a word, the innermost lowest; see below. At most
                               15 wait: a draw or the time step, a case closed, seven case cards
                               without techniques and six menaces, each once
    word  24       TURN        number of the current turn, from 1

Cards are numbered by their place in the deck file, cases by the order in which they opened, or by
their case cards, from 0.
Everything that later legality or a later result depends on is in words 0 to 23, and the table of
shuffle orders belongs to the deal: so two states of one deal with equal words 0 to 23 have the same
future, and the turn number is the only memory of the past. A line is kept as a set and its last
card. The order of the cards before the last matters only where one of them may become the last
again (The King in Yellow, discard-case); in other decks SEQUENCE stays empty.
"""

STACK, HAND, DISCARD, TIME, STABILITY, CLOSED, PICTURE, LINE = range(8)
MAX_CASES = 7
LEADS = LINE + MAX_CASES
TOPS = LEADS + 1
STATUS = TOPS + 1
SEQUENCE = STATUS + 1
SEQUENCE_WORDS = 7
SEQUENCE_CARDS = 10  # a word
BRIEFCASE, GULFS, TASKS = SEQUENCE, SEQUENCE + 1, SEQUENCE + 2
TURN = SEQUENCE + SEQUENCE_WORDS
WORDS = TURN + 1

NO_CARD = 63
CARD_BITS = 6
CARD_MASK = 63
LEAD_SLOTS = 5
NO_LEADS = (1 << CARD_BITS * LEAD_SLOTS) - 1
NO_SEQUENCE = (1 << CARD_BITS * SEQUENCE_CARDS) - 1
NO_TOPS = (1 << CARD_BITS * MAX_CASES) - 1
KEY_SHIFT = CARD_BITS * MAX_CASES
KEY_BITS = 3
KEY_MASK = 7

# STATUS: (shift, mask) of each field.
PHASE_SHIFT, PHASE_MASK = 0, 15
# 6 bits: card whose effects are due, or the Passion card whose immediate effect is; while scoring,
# the lowest card not yet passed over
CARD_SHIFT = 4
EFFECT_SHIFT, EFFECT_MASK = 10, 7  # index of the effect that is due
GAINED_EFFECTS = 7  # in the place of an index: printed effects are through, gained ones are due
CASE_SHIFT, CASE_MASK = 13, 7  # case being closed
SIX_BIT = 1 << 16  # the case being closed showed all types
CONTACT_BIT = 1 << 17  # the contact is used
SCORED_BIT = 1 << 18  # a card was scored in this closing
VICTIMS_SHIFT, VICTIMS_MASK = 19, 7  # victims drawn
OPEN_SHIFT, OPEN_MASK = 22, 127  # one bit a case: it is open
SHUFFLE_SHIFT, SHUFFLE_MASK = 29, 1023  # number of the latest shuffle

# GULFS: (shift, mask) of each field. A *source* of ongoing effects is a menace (by its place in
# the deck file) or, from 6 on, a case card that lies among the menaces.
MENACE_DECK_SHIFT, MENACES_MASK = 0, 63  # one bit a menace: it is in the menace deck
ACTIVE_SHIFT, SOURCES_MASK = 6, 8191  # one bit a source: it is active
CASE_SOURCE = 6
SOURCES = CASE_SOURCE + MAX_CASES
CASE_DECK_SHIFT, CASES_MASK = 19, 127  # one bit a case: its card is in the case deck
PREVENT_SHIFT = 26  # one bit a case: the effects of its next card are prevented
PREVENT_ANY_BIT = 1 << 33  # those of the next card of any case
EQUIPMENT_BIT = 1 << 34  # the equipment card is used
# two bits a source: an effect that the Darkness card just played gained is still due, discard-lead
# and stability-check
GAINED_SHIFT, GAINED_MASK = 35, (1 << 26) - 1

# TASKS: what a number means. Low four bits: the source whose icons are being applied, or one of
# the two below; the rest: the icon that is next, or for OUT_OF_LEADS what the draw is for.
TASK_BITS, TASK_MASK = 7, 127
TASK_WORDS = 2
TASK_WORD_BITS = 56
TASK_SOURCE_MASK, TASK_STEP_SHIFT = 15, 4
OUT_OF_LEADS, OUT_OF_TIME = 14, 15
FOR_CHECK, FOR_REFILL = 0, 1
MADE_NEW_STACK = 2  # beside one of the two: everything was shuffled since the stack ran out
CHECK_AT_FIRST = 4  # instead: a check that has not begun

# Phases: what is due once no hand card is over the limit.
(
    ACTION,
    HAND_PLAY,
    EFFECT,
    SCORE,
    BONUS,
    WINDOW,
    IMMEDIATE,
    END,  # the action is over; seen between moves only while the hand is over its limit
    WON,
    LOST,
    UNKNOWN_SHUFFLE,
) = range(11)
FIRST_TERMINAL = WON

PENDING = ("action", "hand-play", "effect", "score", "bonus", "window", "immediate")
OUTCOMES = {WON: "won", LOST: "lost", UNKNOWN_SHUFFLE: "unknown-shuffle"}
