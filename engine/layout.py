"""THE table of a packed state: which word and which bits hold what.

A state is `WORDS` non-negative 64-bit integers.

    word   0       STACK       bit k: the card of priority k in the latest shuffle is in the stack
    words  1.. 6   HAND DISCARD TIME STABILITY CLOSED PICTURE   bit i: card i is there
    words  7..13   LINE + case: the clue cards of an open case
    word  14       LEADS       five numbers of 6 bits, first lead lowest, NO_CARD where none is
    word  15       TOPS        7 x 6 bits: last card of each line, NO_CARD if it has none;
                               from bit 42, 7 x 2 bits: key effects spent on each case
    word  16       STATUS      see the shifts below
    words 17..23   SEQUENCE    ten numbers of 6 bits a word, lowest first: the cards of all open
                               lines in the order played, then NO_CARD; kept only for decks that
                               can take a card out of a line
    word  24       TURN        number of the current turn, from 1

Cards are numbered by their place in the deck file, cases by the order in which they opened.
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
KEY_BITS = 2
KEY_MASK = 3

# STATUS: (shift, mask) of each field.
PHASE_SHIFT, PHASE_MASK = 0, 15
# 6 bits: card whose effects are due, or the Passion card whose immediate effect is; while scoring,
# the lowest card not yet passed over
CARD_SHIFT = 4
EFFECT_SHIFT, EFFECT_MASK = 10, 7  # index of the effect that is due
CASE_SHIFT, CASE_MASK = 13, 7  # case being closed
SIX_BIT = 1 << 16  # the case being closed showed all types
CONTACT_BIT = 1 << 17  # the contact is used
SCORED_BIT = 1 << 18  # a card was scored in this closing
VICTIMS_SHIFT, VICTIMS_MASK = 19, 7  # victims drawn
OPEN_SHIFT, OPEN_MASK = 22, 127  # one bit a case: it is open
SHUFFLE_SHIFT, SHUFFLE_MASK = 29, 1023  # number of the latest shuffle

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
