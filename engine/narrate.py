"""Lines told in the rulebook's words, turn by turn, so that a person can follow them on the table.

The referee plays the line; what a move does is told from the position before it, what follows
without a choice from the referee's events. So a line that can be told has also been checked.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from casecracker.engine.deals import Deal
from casecracker.engine.referee import Referee
from casecracker.engine.referee_gulfs import GulfsReferee
from casecracker.engine.teller import Teller
from casecracker.engine.teller_gulfs import GulfsTeller


@dataclass(frozen=True, slots=True)
class TurnOfLine:
    """One turn of a line: its moves in the notation, and what happens in the rulebook's words."""

    turn: int
    moves: tuple[str, ...]
    text: str

    def to_json(self) -> dict[str, Any]:
        """The turn as it stands in the `line` of a result."""
        return {"turn": self.turn, "moves": list(self.moves), "text": self.text}


def tell_line(deal: Deal, moves: Iterable[str]) -> Iterator[TurnOfLine]:
    """Play a line from the opening and tell it, a turn at a time.

    Raises:
        MoveError: A text is no move, or the rules do not allow it (`IllegalMoveError`).
    """
    referee = Referee(deal)
    teller = teller_of(referee)
    turn: int | None = None
    played: list[str] = []
    told: list[str] = []
    for move in moves:
        if turn is not None and referee.turn != turn:
            yield TurnOfLine(turn, tuple(played), " ".join(filter(None, told)))
            played, told = [], []
        turn = referee.turn
        told.append(teller.move(move))
        referee.play(move)
        played.append(move)
        told += teller.events()
    if turn is not None:
        yield TurnOfLine(turn, tuple(played), " ".join(filter(None, told)))


def teller_of(referee: Referee, *, hides_stack: bool = False) -> Teller:
    """The teller of the referee's game; it may keep the order of the stack to itself."""
    kind = GulfsTeller if isinstance(referee, GulfsReferee) else Teller
    return kind(referee, hides_stack=hides_stack)
