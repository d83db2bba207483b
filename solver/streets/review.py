"""A played game of Streets of Arkham, decision by decision.

Judged twice: by what could be seen, and by what searches find out that know the whole shuffle. The
two say different things: a move may be the best one to be seen and still lose this shuffle.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from casecracker.engine.errors import CasecrackerError, RecordError
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import FORMAT
from casecracker.solver.review import Judgement
from casecracker.solver.streets.hints import StreetsHint, streets_hints
from casecracker.solver.streets.lastchance import LastChance, last_chance
from casecracker.solver.streets.results import deal_summary

DEFAULT_SECONDS = 60.0
SAMPLES = 3
MUCH = 15.0
"""Worth that a move may give away before it is marked."""

_LIMITS = {
    "time": "no win was found there in the time (--time-limit), which proves nothing",
    "interrupted": "interrupted",
}


@dataclass(frozen=True)
class StreetsDecision:
    """A decision that was made, and the best one by what could be seen.

    Attributes:
        given_away: Worth, by what could be seen.
        judgement: What it did to the game of this shuffle, all hidden things known: "kept" (there
            is a line after it), "gave-away" (there is one before it, and it is proved that none
            is left after it), "nothing-to-lose" (proved for the position before it), "unknown".
    """

    turn: int
    pending: str
    move: str
    given_away: float
    best: StreetsHint
    chance: Fraction | None
    judgement: Judgement

    @property
    def is_marked(self) -> bool:
        """Whether much was given away."""
        return self.given_away > MUCH


@dataclass(frozen=True)
class StreetsReview:
    """A whole game.

    Attributes:
        status: "won", "lost", or "playing" for a game that was given up.
        last: What is known of the positions: up to where a win was left.
    """

    deal: StreetsDeal
    status: str
    turn: int
    decisions: tuple[StreetsDecision, ...]
    last: LastChance

    def rows(self) -> Iterator[str]:
        """The review in lines of text."""
        made = len(self.decisions)
        yield f"{self.status} in turn {self.turn}, {made} decisions (by what could be seen)"
        yield from map(_decision_row, self.decisions)
        yield ""
        yield from self._last_rows()

    def _last_rows(self) -> Iterator[str]:
        """Where the win was lost, as far as that is known."""
        last, made = self.last, len(self.decisions)
        yield "With all dice and cards of this shuffle known:"
        if self.status == "won":
            yield "Won: every decision kept the win."
            return
        if last.found is None:
            yield "no win was found from any position that was tried."
        elif last.found == made:
            yield "the game can still be won: nothing was given away."
        else:
            yield f"a win was left before {self._named(last.found)}: there, {last.line[last.found]}"
            yield f"  begins a line of {len(last.line) - last.found} moves that wins."
        yield from self._lost_rows()
        if last.limit is not None:
            yield f"Undecided {self._between()}: {_LIMITS[last.limit]}."
        replayed = "; the referee has replayed the line" if last.line else ""
        yield f"{last.searches} searches, {last.seconds:.1f} s{replayed}."

    def _lost_rows(self) -> Iterator[str]:
        last = self.last
        if last.lost is None:
            return
        if last.lost == 0:
            yield "No win was ever there, whatever was played (proved)."
        elif last.found == last.lost - 1:
            yield f"After {self._named(last.found)} no win is left (proved): it gave the win away."
        else:
            yield f"After {self._named(last.lost - 1)} no win is left (proved)."

    def _between(self) -> str:
        """Which positions are undecided, in words."""
        last = self.last
        first = "from the opening" if last.found is None else f"from after move {last.found + 1}"
        return f"{first} to {'the end' if last.lost is None else f'before move {last.lost}'}"

    def _named(self, number: int) -> str:
        one = self.decisions[number]
        return f"move {number + 1} ({one.move}, turn {one.turn})"

    def to_json(self) -> dict[str, Any]:
        """The object that `review --json` prints for this game."""
        last = self.last
        return {
            "format": FORMAT,
            **deal_summary(self.deal),
            "status": self.status,
            "turn": self.turn,
            "last_chance": last.found,
            "lost_from": last.lost,
            "line": list(last.line),
            "limit": last.limit,
            "searches": last.searches,
            "seconds": round(last.seconds, 3),
            "decisions": [
                {
                    "turn": one.turn,
                    "pending": one.pending,
                    "move": one.move,
                    "given_away": round(one.given_away, 3),
                    "best": one.best.move,
                    "chance": None if one.chance is None else float(one.chance),
                    "judgement": str(one.judgement),
                }
                for one in self.decisions
            ],
        }


def _decision_row(one: StreetsDecision) -> str:
    chance = "" if one.chance is None else f"  {float(one.chance):.1%}"
    better = ""
    if one.is_marked:
        given = f"gave away {one.given_away:.0f} of worth"
        better = f"  ?? {given}; better: {one.best.move} ({one.best.why})"
    lost = "  << gave the win away (proved)" if one.judgement == "gave-away" else ""
    return f"{one.turn:3}  {one.move:28}{chance}{better}{lost}".rstrip()


def review_streets_game(
    deal: StreetsDeal,
    moves: tuple[str, ...],
    *,
    time_limit: float = DEFAULT_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> StreetsReview:
    """Judge a game move by move.

    Args:
        deal: The deal that was played.
        moves: Its moves.
        time_limit: Seconds for the searches.
        clock: Seconds that pass.

    Raises:
        RecordError: A move is against the rules.
    """
    states = _states(deal, moves)
    last = last_chance(deal, moves, time_limit=time_limit, clock=clock)
    decisions = tuple(
        _decision(state, move, _judgement(last, number))
        for number, (state, move) in enumerate(zip(states, moves, strict=False))
    )
    return StreetsReview(deal, states[-1].status, states[-1].turn, decisions, last)


def _states(deal: StreetsDeal, moves: tuple[str, ...]) -> list[StreetsState]:
    """The opening, and the state after each move."""
    states = [StreetsState.start(deal)]
    for number, move in enumerate(moves, start=1):
        try:
            states.append(states[-1].play(move))
        except CasecrackerError as error:
            raise RecordError(f"move {number}: {error}") from None
    return states


def _decision(state: StreetsState, move: str, judgement: Judgement) -> StreetsDecision:
    found = streets_hints(state, samples=SAMPLES)
    made = next(hint for hint in found if hint.move == move)
    given = max(0.0, found[0].worth - made.worth)
    return StreetsDecision(state.turn, state.pending, move, given, found[0], made.chance, judgement)


def _judgement(last: LastChance, number: int) -> Judgement:
    """What the move after so many others did."""
    before, after = last.winnable(number), last.winnable(number + 1)
    if after:
        return Judgement.KEPT
    if before is False:
        return Judgement.NOTHING_TO_LOSE
    return Judgement.GAVE_AWAY if before and after is False else Judgement.UNKNOWN
