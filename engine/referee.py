"""The referee: a plain, slow reading of the rules, made to check what fast code claims.

It shares nothing with the compiled rules but the deck data, moves card ids between sets and
lists, and says for every move it refuses which rule the move breaks. It is no engine to search
with. The decisions are those of docs/notation.md, the rules those of docs/rules.md and
docs/rulings.md.
"""

import copy
from collections.abc import Iterable, Iterator

from casecracker.engine.deals import Deal
from casecracker.engine.errors import IllegalMoveError, MoveError
from casecracker.engine.games import KEY_EFFECT, VISITING_CONTACTS, find_game
from casecracker.engine.referee_areas import Case, Status
from casecracker.engine.referee_moves import (
    CARD,
    CASE,
    CONTACT_FORMS,
    DECISION_FORMS,
    EFFECT_FORMS,
    Move,
    parse_move,
    shown,
)
from casecracker.engine.referee_rules import choice_fault, close_fault, play_fault, score_fault
from casecracker.engine.referee_table import HAND_LIMIT, Table

_NAMES_LIKE = {"discard": "discard-hand", "hand-play": "discard-hand", "bonus": "take-stability"}
"""Decisions that name the cards of an area just as an effect does."""


def contact_sides(deal: Deal) -> tuple[str, ...]:
    """The sides of the contact that helps in this game; empty if there is none."""
    choice = str(deal.settings["contact"])
    if choice == "own":
        return deal.deck.contact[0].sides if deal.deck.contact else ()
    return VISITING_CONTACTS.get(choice, ())


class Referee:
    """One game, from its opening on, played move by move.

    Attributes:
        deal: What chance decides.
        table: Where the cards lie.
        turn: The number of the current turn, from 1; a finished game keeps its last.
    """

    def __init__(self, deal: Deal) -> None:
        """Lay the deal out and begin turn 1."""
        self.deal = deal
        self.table = Table(deal)
        self.turn = 1
        self._sides = contact_sides(deal)
        self._contact_used = False
        self._due = "action"  # what the turn waits for when nothing more pressing is due
        self._effects: list[str] = []  # of the card just played, those not yet resolved
        self._played = ""
        self._closing: Case | None = None
        self._last_scored: str | None = None
        self._closed_six_types = False
        self._bonus_due = False

    def copy(self) -> "Referee":
        """An independent referee in the same state."""
        other = copy.copy(self)
        other.table = self.table.copy()
        other._effects = list(self._effects)
        if self._closing is not None:
            other._closing = other.table.cases[self._closing.number]
        return other

    @property
    def status(self) -> Status:
        """`playing`, or how the game ended."""
        return self.table.status

    @property
    def pending(self) -> str:
        """The decision that is due, by its name in docs/notation.md; `over` after the end."""
        if self.status != "playing":
            return "over"
        if len(self.table.hand) > HAND_LIMIT:
            return "discard"
        if self.table.asked:
            return "immediate"
        if self._effects:
            return "effect"
        if self._closing is not None:
            return "score"
        return "bonus" if self._bonus_due else self._due

    def legal(self) -> list[str]:
        """All legal moves, in the notation; none when the game is over."""
        if self.pending == "over":
            return []
        moves = [*self._candidates(), *self._contact_candidates()]
        return [move.text for move in moves if self._fault(move) is None]

    def play(self, text: str) -> None:
        """Play one move.

        Raises:
            MoveError: The text is no move in the notation, or names a card the deck has not.
            IllegalMoveError: The rules do not allow the move; the message says which rule.
        """
        try:
            move = parse_move(text)
        except MoveError as error:
            raise MoveError(f"turn {self.turn}, {error}") from None
        where = f"turn {self.turn}, {shown(text)}"
        for card in move.cards:
            if card not in self.table.cards:
                raise MoveError(f"{where}: the deck has no clue card '{card}'")
        fault = self._fault(move)
        if fault is not None:
            raise IllegalMoveError(f"{where}: {fault}")
        self.table.events = []
        self._carry_out(move)
        if self.pending == "window" and not self._contact_moves():
            self._maintain()

    @property
    def effect(self) -> str:
        """The effect of a card that the pending decision is about; empty if it is about none."""
        return self._effects[0] if self.pending == "effect" else self.table.asked

    def snapshot(self) -> dict[str, object]:
        """Everything that tells this state from another, as plain values for comparison."""
        table = self.table
        areas = ("hand", "discard", "time", "stability", "closed", "picture")
        return {
            "turn": self.turn,
            "status": self.status,
            "pending": self.pending,
            "leads": list(table.leads),
            **{area: sorted(getattr(table, area)) for area in areas},
            "stack": table.stack_in_order(),
            "cases": [case.snapshot(ordered=table.uncovers) for case in table.cases.values()],
            "victims_left": list(table.victims_left),
            "contact_used": self._contact_used,
            "shuffles": table.shuffles,
        }

    # What could be played.

    def _forms(self) -> tuple[str, ...]:
        if self.pending == "effect":
            return EFFECT_FORMS[self._effects[0]]
        return DECISION_FORMS[self.pending]

    def _candidates(self) -> Iterator[Move]:
        """Moves of the right form for the decision, legal or not."""
        for form in self._forms():
            card_choices = self._card_choices() if CARD in form else [()]
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

    def _contact_candidates(self) -> Iterator[Move]:
        for side in self._sides:
            if side != KEY_EFFECT:
                for cards in self.table.choices(side):
                    yield Move(CONTACT_FORMS[side], cards)

    def _contact_moves(self) -> list[Move]:
        return [move for move in self._contact_candidates() if self._fault(move) is None]

    # Why a move is illegal.

    def _fault(self, move: Move) -> str | None:
        """The rule that the move breaks, None if it is legal."""
        if self.pending == "over":
            return f"the game is over: {self.status}"
        if move.form.startswith("contact"):
            return self._contact_fault(move)
        if self.pending == "action" and not self.table.leads and move.form != "pass":
            return "without a first lead the turn is a pass"
        if move.form not in self._forms():
            return f"{self._what_is_due()}: {' or '.join(self._forms())}"
        return self._place_fault(move) or self._rule_fault(move)

    def _what_is_due(self) -> str:
        pending = self.pending
        if pending == "discard":
            held = len(self.table.hand)
            return f"the hand limit is {HAND_LIMIT}, {held} cards are in hand, so one is discarded"
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
        match move.form:
            case "play CARD CASE" | "play CARD CASE key":
                return self._play_fault(move)
            case "hand":
                return self._hand_fault()
            case "close CASE":
                return close_fault(self.table, move.case)
            case "score CARD":
                return self._score_fault(move.cards[0])
            case "skip" | "pass":
                return self._idle_fault(move)
        return None

    def _idle_fault(self, move: Move) -> str | None:
        if move.form == "skip" and self._card_choices():
            return f"the effect {self._effects[0]} is mandatory and can be done"
        if self.pending == "hand-play" and self._can_play_from_hand():
            return "a card in hand can be played, and after this action one must be"
        return None

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

    def _contact_fault(self, move: Move) -> str | None:
        side = move.form.split()[1]
        fault = self._side_fault(side)
        if fault is not None:
            return fault
        if self.pending == "bonus" or self._last_scored is not None:
            return "the contact waits until the closing is carried out, bonus included"
        return choice_fault(self.table, side, move.cards)

    # Carrying moves out.

    def _carry_out(self, move: Move) -> None:
        pending = self.pending
        if move.form.startswith("contact"):
            self._contact_used = True
            self.table.apply(move.form.split()[1], move.cards)
        elif pending == "discard":
            self.table.apply("discard-hand", move.cards)
        elif pending == "immediate":
            self.table.answer(move.cards)
            self._end_turn()
        elif pending == "effect":
            effect = self._effects.pop(0)
            if move.form not in ("decline", "skip"):
                self.table.apply(effect, move.cards)
        elif pending == "score":
            self._score(move)
        elif pending == "bonus":
            self._bonus_due = False
            if move.cards:
                self.table.apply("take-stability", move.cards)
        elif pending == "window":
            self._maintain()
        else:
            self._act(move)

    def _act(self, move: Move) -> None:
        """The moves of `action` and `hand-play`."""
        discards_lead = self._due == "action" and move.form in ("hand", "close CASE", "pass")
        self._due = "hand-play" if move.form == "hand" else "window"
        if move.form == "take":
            self.table.apply("take-lead", (self.table.leads[0],))
        if discards_lead and self.table.leads:  # ruling 19: a pass without a first lead
            self.table.apply("discard-lead", (self.table.leads[0],))
        if move.form == "close CASE":
            self._begin_closing(move.case)
        if move.form.startswith("play"):
            self._add_to_line(move)

    def _add_to_line(self, move: Move) -> None:
        if move.form.endswith("key"):
            self._contact_used = True
            self.table.cases[move.case].key_effects += 1
        self._played = move.cards[0]
        self._effects = list(self.table.cards[self._played].effects)
        self.table.add_to_line(self._played, move.case)

    def _begin_closing(self, number: int) -> None:
        self._closing = self.table.cases[number]
        shown_types = self.table.types(self._closing.line)
        self._closed_six_types = len(shown_types) == len(find_game(self.deal.game).types)

    def _score(self, move: Move) -> None:
        assert self._closing is not None
        if move.form == "score CARD":
            self._last_scored = move.cards[0]
            self.table.score(self._last_scored, self._closing)
            return
        self.table.finish_closing(self._closing)
        self._closing = None
        self._last_scored = None
        self._bonus_due = self._closed_six_types and bool(self.table.stability)

    def _maintain(self) -> None:
        self.table.maintain()
        self._end_turn()

    def _end_turn(self) -> None:
        """Begin the next turn, unless the refill came to a halt before its end."""
        if self.status == "playing" and not self.table.asked:
            self.turn += 1
            self._due = "action"


def replay(deal: Deal, moves: Iterable[str]) -> Referee:
    """Play all moves from the opening.

    Raises:
        MoveError: At the first text that is no move in the notation.
        IllegalMoveError: At the first move that the rules do not allow.
    """
    referee = Referee(deal)
    for move in moves:
        referee.play(move)
    return referee
