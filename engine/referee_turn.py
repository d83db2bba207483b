"""The referee's turn: which decision is due, which moves answer it, which rule the others break.

Nothing on the table changes here; `referee.py` carries moves out. The decisions are those of
docs/notation.md; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from casecracker.engine.deals import Deal
from casecracker.engine.games import KEY_EFFECT, VISITING_CONTACTS
from casecracker.engine.referee_areas import Case, Status
from casecracker.engine.referee_moves import (
    CARD,
    CASE,
    COMMON_FORMS,
    DECISION_FORMS,
    EFFECT_FORMS,
    MENACE,
    SIDE_FORMS,
    Move,
)
from casecracker.engine.referee_rules import choice_fault, close_fault, play_fault, score_fault
from casecracker.engine.referee_table import Table

_NAMES_LIKE = {
    "discard": "discard-hand",
    "hand-play": "play-hand",
    "bonus": "take-stability",
    "icon": "take-stability",
}
"""Decisions that name the cards of an area just as an effect does."""


def contact_sides(deal: Deal) -> tuple[str, ...]:
    """The sides of the contact that helps in this game; empty if there is none."""
    choice = str(deal.settings["contact"])
    if choice == "own":
        return deal.deck.contact[0].sides if deal.deck.contact else ()
    return VISITING_CONTACTS.get(choice, ())


class Turn:
    """A game between two decisions, and what may be decided.

    Attributes:
        deal: What chance decides.
        table: Where the cards lie.
        turn: The number of the current turn, from 1; a finished game keeps its last.
    """

    free_actions: ClassVar[tuple[str, ...]] = ("contact",)
    """The first words of moves that leave the pending decision as it is."""

    forms: ClassVar[Sequence[str]] = COMMON_FORMS
    """The forms of all moves of the game."""

    table: Table

    def __init__(self, deal: Deal) -> None:
        """Begin turn 1 of a game that is laid out."""
        self.deal = deal
        self.turn = 1
        self._sides = self._contact_sides()
        self._contact_used = False
        self._due = "action"  # what the turn waits for when nothing more pressing is due
        self._effects: list[str] = []  # of the card just played, those not yet resolved
        self._played = ""
        self._closing: Case | None = None
        self._last_scored: str | None = None
        self._closed_six_types = False
        self._bonus_due = False

    def _contact_sides(self) -> tuple[str, ...]:
        return contact_sides(self.deal)

    @property
    def status(self) -> Status:
        """`playing`, or how the game ended."""
        return self.table.status

    @property
    def pending(self) -> str:
        """The decision that is due, by its name in docs/notation.md; `over` after the end."""
        if self.status != "playing":
            return "over"
        if len(self.table.hand) > self.table.hand_limit:
            return "discard"
        if self.table.halts_at:
            return self.table.halts_at
        if self._effects:
            return "effect"
        if self._closing is not None:
            return "score"
        return "bonus" if self._bonus_due else self._due

    @property
    def effect(self) -> str:
        """The effect of a card that the pending decision is about; empty if it is about none."""
        return self._effects[0] if self.pending == "effect" else self.table.asked

    def legal(self) -> list[str]:
        """All legal moves, in the notation; none when the game is over."""
        if self.pending == "over":
            return []
        moves = [*self._candidates(), *self._free_candidates()]
        return [move.text for move in moves if self._fault(move) is None]

    # What could be played.

    def _forms(self) -> tuple[str, ...]:
        if self.pending == "effect":
            return EFFECT_FORMS[self._effects[0]]
        return DECISION_FORMS[self.pending]

    def _candidates(self) -> Iterator[Move]:
        """Moves of the right form for the decision, legal or not."""
        for form in self._forms():
            card_choices = self._card_choices() if CARD in form or MENACE in form else [()]
            numbers = list(self.table.cases) if CASE in form else [0]
            for cards in card_choices:
                for number in numbers:
                    yield Move(form, cards, number)

    def _card_choices(self) -> list[tuple[str, ...]]:
        """The cards that a move of the pending decision may name."""
        effect = self._effect_like()
        if effect is not None:
            return self.table.choices(effect)
        if self._closing is not None:
            return [(card,) for card in sorted(self._closing.line, key=self._deck_position)]
        return [(card,) for card in self.table.leads[:1]]

    def _effect_like(self) -> str | None:
        """The effect that names its cards as the pending decision does, if there is one."""
        if self.pending == "immediate":
            return self.table.asked
        return self._effects[0] if self.pending == "effect" else _NAMES_LIKE.get(self.pending)

    def _deck_position(self, card: str) -> int:
        return [clue.id for clue in self.deal.deck.clue].index(card)

    def _free_candidates(self) -> Iterator[Move]:
        """Free actions, legal or not."""
        for side in self._sides:
            if side != KEY_EFFECT:
                for cards in self.table.choices(side):
                    yield Move(f"contact {SIDE_FORMS[side]}", cards)

    def _help_is_at_hand(self) -> bool:
        """Whether there is anything to decide before maintenance (ruling C7)."""
        return any(self._fault(move) is None for move in self._free_candidates())

    # Why a move is illegal.

    def _fault(self, move: Move) -> str | None:
        """The rule that the move breaks, None if it is legal."""
        if self.pending == "over":
            return f"the game is over: {self.status}"
        if move.form.split()[0] in self.free_actions:
            return self._free_fault(move)
        if self.pending == "action" and not self.table.leads and move.form != "pass":
            return "without a first lead the turn is a pass"
        if move.form not in self._forms():
            return f"{self._what_is_due()}: {' or '.join(self._forms())}"
        return self._place_fault(move) or self._rule_fault(move)

    def _what_is_due(self) -> str:
        pending = self.pending
        if pending == "discard":
            limit, held = self.table.hand_limit, len(self.table.hand)
            return f"the hand limit is {limit}, {held} cards are in hand, so one is discarded"
        if pending == "immediate":
            return f"the immediate effect {self.table.asked} of {self.table.asking} is resolved now"
        if pending == "effect":
            return f"the effect {self._effects[0]} of {self._played} is resolved now"
        if pending == "score":
            assert self._closing is not None
            return f"case {self._closing.number} is being closed"
        return {
            "bonus": "the bonus for six types is due",
            "hand-play": "the lead is discarded and a card from hand is played now",
            "window": "the turn's action is over, only the contact could still be used",
            "action": "a turn begins and one of the five actions is chosen",
        }[pending]

    def _place_fault(self, move: Move) -> str | None:
        """Why a card cannot be named, by where it lies."""
        if not move.cards or move.cards in self._card_choices():
            return None
        effect = self._effect_like()
        if effect is not None:
            return choice_fault(self.table, effect, move.cards)
        if self._closing is not None:
            return f"{move.cards[0]} is not in the case that is being closed"
        return f"{move.cards[0]} is not the first lead: {self.table.leads[0]} is"

    def _rule_fault(self, move: Move) -> str | None:
        match move.form.split():
            case ["play", *_]:
                return self._play_fault(move)
            case ["hand"]:
                return self._hand_fault()
            case ["close", _]:
                return close_fault(self.table, move.case)
            case ["score", _]:
                return self._score_fault(move.cards[0])
            case ["skip"] | ["pass"]:
                return self._idle_fault(move)
        return None

    def _idle_fault(self, move: Move) -> str | None:
        if move.form == "skip" and self._effect_can_be_done():
            return f"the effect {self._effects[0]} is mandatory and can be done"
        if self.pending == "hand-play" and self._can_play_from_hand():
            return "a card in hand can be played, and after this action one must be"
        return None

    def _effect_can_be_done(self) -> bool:
        return bool(self._card_choices())

    def _play_fault(self, move: Move) -> str | None:
        card = move.cards[0]
        if not move.form.endswith("key"):
            return play_fault(self.table, card, move.case)
        fault = self._side_fault(KEY_EFFECT) or play_fault(self.table, card, move.case, 1)
        if fault is None and play_fault(self.table, card, move.case) is None:
            return "the play is legal without the contact's key"
        return fault

    def _can_play_from_hand(self) -> bool:
        extra_key = int(self._side_fault(KEY_EFFECT) is None)
        return any(
            play_fault(self.table, card, number, extra_key) is None
            for card in self.table.hand
            for number in self.table.cases
        )

    def _hand_fault(self) -> str | None:
        """Action c asks for a card to play, at hand or within the contact's reach."""
        if self._can_play_from_hand() or self._contact_brings_a_play():
            return None
        return "no card in hand can be played to an open case, and the contact brings none"

    def _contact_brings_a_play(self) -> bool:
        if self._contact_used:
            return False
        later = self.table.copy()
        later.apply("discard-lead", (later.leads[0],))  # ruling 4: it may be fetched back
        brought = {
            cards[-1]
            for side in self._sides
            if side not in (KEY_EFFECT, "shuffle-discard")
            for cards in later.choices(side)
        }
        return any(
            play_fault(later, card, number) is None for card in brought for number in later.cases
        )

    def _score_fault(self, card: str) -> str | None:
        assert self._closing is not None
        last = self._last_scored
        if last is not None and self._deck_position(card) < self._deck_position(last):
            return f"puzzles are scored in the order of the deck file: {card} comes before {last}"
        return score_fault(self.table, card, self._closing)

    def _side_fault(self, side: str) -> str | None:
        if not self._sides:
            return "this game has no contact"
        if self._contact_used:
            return "the contact was used before and has left the game"
        if side not in self._sides:
            return f"the contact has no side {side}: its sides are {' and '.join(self._sides)}"
        return None

    def _free_fault(self, move: Move) -> str | None:
        side = move.form.split()[1]
        fault = self._side_fault(side) or self._time_fault("the contact")
        return fault or choice_fault(self.table, side, move.cards)

    def _time_fault(self, what: str) -> str | None:
        """Why no free action may be taken now."""
        if self.pending == "bonus" or self._last_scored is not None:
            return f"{what} waits until the closing is carried out, bonus included"
        return None
