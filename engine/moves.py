"""Moves as integers, and what their bits mean.

    bits 16..   kind, below
    bits  8..15 first operand: a card, or the case to be closed
    bits  0.. 7 second operand: a case, or the card taken in an exchange

An operand may be a menace too, by its place in the deck file.

The words of each kind are those of docs/notation.md; `notation.py` writes and reads them.
"""

KIND_SHIFT = 16

(
    TAKE_FIRST_LEAD,
    PLAY,
    PLAY_WITH_KEY,
    FROM_HAND,
    CLOSE,
    PASS,
    TAKE_CARD,
    SEARCH,
    SHUFFLE,
    EXCHANGE,
    DISCARD_CARD,
    CHECK,
    SCORE_CARD,
    DONE,
    DECLINE,
    SKIP,
    DRAW_MENACE_CARD,
    PUT_MENACE,
    PREVENT,
    PACK,
    UNPACK,
) = range(21)

CONTACT = 32
"""A free action of the contact: this kind plus the number of the effect."""

ITEM_STEP = 32
"""Added to `CONTACT` and the effect for each item: 0 the contact, 1 the equipment card, 2 + card a
clue card in the briefcase. A key effect here is a play with that item's key: card and case."""

EQUIPMENT_ITEM, CARD_ITEM = 1, 2

MAX_MOVES = 1024
"""Room that the moves of any state need: an exchange pairs 5 hand cards with 62 others, twice."""
