"""A game as a player plays it: legal moves in words, undo and redo, why a move is not legal.

No input and no output, and nothing that a player may not see: the order of the stack is in none of
the texts. A session is immutable; every action gives another one, so a step that could not be
written to disk has not happened. The compiled rules say what is legal and what the table looks
like, the referee tells it in words and gives the reasons for what it refuses.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, IllegalMoveError, MoveError, RecordError
from casecracker.engine.files import escaped
from casecracker.engine.narrate import teller_of
from casecracker.engine.notation import parse_move
from casecracker.engine.referee import Referee
from casecracker.engine.referee_areas import Reveal
from casecracker.engine.state import State
from casecracker.solver.playedgame import check_moves
from casecracker.solver.record import Record


class Advisor(Protocol):
    """Answers what a player asks about a position; each answer is a text of one line or more."""

    def hint(self, state: State) -> str:
        """What to do next, judged from what the player can see."""

    def verdict(self, state: State) -> str:
        """Whether the game can still be won, judged from what the player can see."""


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move: its number in the list, from 1, the notation, and what it does in words."""

    number: int
    move: str
    text: str
    is_free: bool  # a free action, which does not answer the decision that is due


@dataclass(frozen=True, slots=True)
class Limits:
    """How many cards make the hand, the time area and the stability area full at this moment."""

    hand: int
    time: int
    stability: int


@dataclass(frozen=True, slots=True)
class Step:
    """A move and what has come of it. The opening has no move."""

    move: str
    told: str
    state: State
    referee: Referee  # never played on: each step has a copy of its own


@dataclass(frozen=True)
class Session:
    """One game under way.

    Attributes:
        deal: The deal; of a game at a real table, as far as it was told.
        steps: The opening, then every move.
        undone: Moves that were taken back, the first of them first.
    """

    deal: Deal
    steps: tuple[Step, ...] = field(repr=False)
    undone: tuple[str, ...] = ()

    @classmethod
    def start(cls, deal: Deal, moves: Iterable[str] = (), undone: Iterable[str] = ()) -> "Session":
        """Play `moves` from the opening; `undone` may be made again after them.

        Raises:
            MoveError: A move is not in the notation, or the rules do not allow it.
        """
        session = cls(deal, (Step("", "", State.start(deal), Referee(deal)),))
        for move in moves:
            session = session.play(move)
        return session.with_undone(undone)

    @classmethod
    def resume(cls, record: Record, where: str) -> "Session":
        """The game of a record; `where` names it in messages.

        Raises:
            RecordError: Its moves cannot be played.
        """
        try:
            check_moves(record.deal, record.moves, where)
        except CasecrackerError as error:
            raise RecordError(str(error)) from error
        return cls.start(record.deal, record.moves, record.undone)

    # What a player may ask

    @property
    def state(self) -> State:
        """The present state."""
        return self.steps[-1].state

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves made, in order."""
        return tuple(step.move for step in self.steps[1:])

    @property
    def is_over(self) -> bool:
        """Whether no further move exists."""
        return self.state.status != "playing"

    @property
    def limits(self) -> Limits:
        """The limits as they are now; menaces may change them."""
        table = self.steps[-1].referee.table
        stability = self.deal.settings.number("limits")
        return Limits(table.hand_limit, table.time_limit, stability)

    def options(self) -> tuple[Option, ...]:
        """All legal moves in words: first those that answer what is due, then the free actions."""
        referee = self.steps[-1].referee
        free = referee.free_actions
        moves = sorted(map(str, self.state.moves()), key=lambda move: move.split()[0] in free)
        return tuple(
            Option(number, move, self._words(move), move.split()[0] in free)
            for number, move in enumerate(moves, start=1)
        )

    def due(self) -> str:
        """The decision that is due, in a sentence."""
        referee = self.steps[-1].referee
        pending = self.state.pending
        if pending == "effect":
            return f"The effect {referee.effect} is resolved now."
        if pending == "immediate":
            return f"The immediate effect {referee.effect} is resolved now."
        return _DUE[pending]

    def why_not(self, text: str) -> str:
        """Why the rules do not allow a move here; empty if they do.

        Raises:
            MoveError: The text is no move in the notation, or names a card that the deck has not.
        """
        move = str(parse_move(self.deal, text))
        if self._is_legal(move):
            return ""
        try:
            self.steps[-1].referee.copy().play(move)
        except MoveError as error:
            return str(error)
        raise AssertionError(f"the referee allows {move}, the compiled rules do not")

    def names(self, reveals: Iterable[Reveal]) -> list[str]:
        """The cards that came to light, by name and id."""
        known = card_names(self.deal)
        return [known[reveal.card] for reveal in reveals]

    # What a player may do; each gives another session

    def play(self, text: str) -> "Session":
        """Play a legal move; what was undone before can no longer be redone.

        Raises:
            MoveError: The text is no move, or the rules do not allow it (`IllegalMoveError`).
        """
        refusal = self.why_not(text)
        if refusal:
            raise IllegalMoveError(refusal)
        move = parse_move(self.deal, text)
        referee = self.steps[-1].referee.copy()
        teller = teller_of(referee, hides_stack=True)
        told = teller.move(str(move))
        referee.play(str(move))
        told = " ".join(filter(None, (told, *teller.events())))
        step = Step(str(move), told, self.state.after(move.code), referee)
        return Session(self.deal, (*self.steps, step))

    def undo(self) -> "Session":
        """Take the latest move back.

        Raises:
            MoveError: There is none.
        """
        if len(self.steps) == 1:
            raise MoveError("no move was made yet that could be undone")
        return Session(self.deal, self.steps[:-1], (self.steps[-1].move, *self.undone))

    def redo(self) -> "Session":
        """Make the move again that was taken back last.

        Raises:
            MoveError: There is none.
        """
        if not self.undone:
            raise MoveError("no move was undone that could be made again")
        return self.play(self.undone[0]).with_undone(self.undone[1:])

    def with_undone(self, undone: Iterable[str]) -> "Session":
        """The same game with these moves to be made again, the first of them first."""
        return replace(self, undone=tuple(undone))

    # What came to light

    def reveals(self) -> tuple[Reveal, ...]:
        """Everything hidden that came to light so far, in that order; set-up included."""
        return tuple(self.steps[-1].referee.table.reveals)

    def latest_reveals(self) -> tuple[Reveal, ...]:
        """What the latest move has brought to light."""
        before = len(self.steps[-2].referee.table.reveals) if len(self.steps) > 1 else 0
        return self.reveals()[before:]

    def record(self) -> Record:
        """The game as a record."""
        return Record(self.deal, self.moves, {}, self.undone)

    # Below: words

    def _is_legal(self, move: str) -> bool:
        return any(move == str(other) for other in self.state.moves())

    def _words(self, move: str) -> str:
        """What a legal move does; where the teller leaves it to what follows, what will follow."""
        referee = self.steps[-1].referee
        told = teller_of(referee, hides_stack=True).move(move)
        if move == "hand":
            return f"{told} Then play a card from hand."
        if move.endswith("shuffle-discard") or move == "shuffle":
            return " ".join(
                filter(None, (told.strip(), "Shuffle the discard area into the stack."))
            )
        if told and not told.endswith(":"):
            return told
        return f"{told} {_FOLLOWS[self.state.pending, move]}".lstrip()


def card_names(deal: Deal) -> dict[str, str]:
    """Every card's name with its id, safe to show."""
    cards = [card for _, card in deal.deck.cards()]
    return {
        card.id: f"{escaped(card.name)} ({card.id})" if card.name else card.id for card in cards
    }


_DUE = {
    "discard": "There are too many cards in hand: discard one.",
    "icon": "The icon take-stability is due.",
    "score": "A case is being closed: score puzzle cards, or be done.",
    "bonus": "The closed case showed all six types: its bonus is due.",
    "hand-play": "The lead is discarded: play a card from hand.",
    "window": "The turn's action is over: use a free action, or end the turn.",
    "action": "A turn begins: choose one of its actions.",
    "over": "The game is over.",
}
_FOLLOWS = {
    ("window", "done"): "End the turn: maintenance.",
    ("score", "done"): "Score no more; the other cards of the case go to the closed cases.",
    ("effect", "check"): "Stability check: draw the top card of the stack.",
}
