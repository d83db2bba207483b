"""Decisions of a deal whose hidden order is used: which of them keep the win."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from casecracker.engine.deals import Deal
from casecracker.engine.state import State
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, solve_deal

SECONDS = 30.0
_ORDER = (Verdict.WINNABLE, Verdict.UNDECIDED, Verdict.UNWINNABLE)
_CHANCES = {Verdict.WINNABLE: 1.0, Verdict.UNWINNABLE: 0.0, Verdict.UNDECIDED: None}


@dataclass(frozen=True, slots=True)
class Known:
    """What each first decision of a deal leads to, those that keep the win first.

    Attributes:
        deal: The deal.
        verdicts: The decisions in the notation, with the verdict after each.
        seconds: Time taken.
    """

    deal: Deal
    verdicts: tuple[tuple[str, Verdict], ...]
    seconds: float

    def to_json(self) -> dict[str, object]:
        """The JSON object of `hint --with-deal`."""
        return {
            "format": 1,
            "with_deal": True,
            "moves": [_entry(move, verdict) for move, verdict in self.verdicts],
            "exact": all(verdict is not Verdict.UNDECIDED for _, verdict in self.verdicts),
            "deck": self.deal.deck.summary(),
            "seed": self.deal.seed,
            "seconds": self.seconds,
        }


def _entry(move: str, verdict: Verdict) -> dict[str, object]:
    chance = _CHANCES[verdict]
    return {
        "move": move,
        "text": str(verdict),
        "win_chance": chance,
        "low": 0.0 if chance is None else chance,
        "high": 1.0 if chance is None else chance,
        "samples": 1,
        "cut_off": int(chance is None),
        "why": f"the deal is {verdict} after it",
    }


def with_deal(
    deal: Deal, time_limit: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Known:
    """Solve the deal after each of its first decisions, each with a share of the time."""
    begin = clock()
    moves = [str(move) for move in State.start(deal).moves()]
    seconds = (SECONDS if time_limit is None else time_limit) / max(len(moves), 1)
    found = [(move, _verdict(deal, move, seconds)) for move in moves]
    found.sort(key=lambda one: _ORDER.index(one[1]))
    return Known(deal, tuple(found), clock() - begin)


def _verdict(deal: Deal, move: str, seconds: float) -> Verdict:
    result = solve_deal(deal, played=(move,), limits=Limits(seconds))
    if result.interrupted:
        raise KeyboardInterrupt
    return result.verdict
