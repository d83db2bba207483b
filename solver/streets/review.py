"""A played game of Streets of Arkham, decision by decision, judged by what could be seen.

Whether a game could still have been won is not told: searches seldom prove that it could not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from casecracker.engine.errors import CasecrackerError, RecordError
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import FORMAT
from casecracker.solver.streets.hints import StreetsHint, streets_hints
from casecracker.solver.streets.results import deal_summary

SAMPLES = 3
MUCH = 15.0
"""Worth that a move may give away before it is marked."""


@dataclass(frozen=True)
class StreetsDecision:
    """A decision that was made, and the best one by what could be seen."""

    turn: int
    pending: str
    move: str
    given_away: float
    best: StreetsHint
    chance: Fraction | None

    @property
    def is_marked(self) -> bool:
        """Whether much was given away."""
        return self.given_away > MUCH


@dataclass(frozen=True)
class StreetsReview:
    """A whole game."""

    deal: StreetsDeal
    status: str
    turn: int
    decisions: tuple[StreetsDecision, ...]

    def rows(self) -> Iterator[str]:
        """The review in lines of text."""
        yield f"{self.status} in turn {self.turn}, {len(self.decisions)} decisions"
        for one in self.decisions:
            chance = "" if one.chance is None else f"  {float(one.chance):.1%}"
            better = ""
            if one.is_marked:
                better = f"  ?? better: {one.best.move} ({one.best.why})"
            yield f"{one.turn:3}  {one.move:28}{chance}{better}"

    def to_json(self) -> dict[str, Any]:
        """The object that `review --json` prints for this game."""
        return {
            "format": FORMAT,
            **deal_summary(self.deal),
            "status": self.status,
            "turn": self.turn,
            "decisions": [
                {
                    "turn": one.turn,
                    "pending": one.pending,
                    "move": one.move,
                    "given_away": round(one.given_away, 3),
                    "best": one.best.move,
                    "chance": None if one.chance is None else float(one.chance),
                }
                for one in self.decisions
            ],
        }


def review_streets_game(deal: StreetsDeal, moves: tuple[str, ...]) -> StreetsReview:
    """Judge a game move by move.

    Raises:
        RecordError: A move is against the rules.
    """
    state, decisions = StreetsState.start(deal), []
    for number, move in enumerate(moves, start=1):
        try:
            after = state.play(move)
        except CasecrackerError as error:
            raise RecordError(f"move {number}: {error}") from None
        found = streets_hints(state, samples=SAMPLES)
        made = next(hint for hint in found if hint.move == move)
        given = max(0.0, found[0].worth - made.worth)
        decisions.append(
            StreetsDecision(state.turn, state.pending, move, given, found[0], made.chance)
        )
        state = after
    return StreetsReview(deal, state.status, state.turn, tuple(decisions))
