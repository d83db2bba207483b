"""Whether a position can still be won by somebody who knows what is hidden: `hint --verdict`.

Hidden orders that agree with the position are solved with full knowledge. The share of those that
can be won is more than any player can reach who does not know the order: an upper bound. A
position is called lost whatever comes if that can be seen without any order
(`bounds.is_hopeless`).
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from casecracker.engine.position import Position
from casecracker.solver.bounds import is_hopeless
from casecracker.solver.intervals import wilson
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, solve_deal

DEFAULT_SAMPLES = 100
SECONDS_A_SAMPLE = 2.0
LEAST_SAMPLES = 10
"""Hidden orders that a time limit is shared out among, at least."""

HOPELESS = "too few puzzles or Keys are left, in whatever order the rest comes"


@dataclass(frozen=True, slots=True)
class Chances:
    """How many hidden orders can be won with full knowledge.

    Attributes:
        winnable: Orders that were solved and won.
        unwinnable: Orders that were shown to be lost.
        undecided: Orders for which the time did not suffice.
        low: Lower end of the 95 % interval (Wilson) of the share, undecided orders as lost.
        high: Upper end, undecided orders as won.
        proof: Why the position is lost whatever comes; None if that is not shown.
        seconds: Time taken.
    """

    winnable: int
    unwinnable: int
    undecided: int
    low: float
    high: float
    proof: str | None
    seconds: float

    @property
    def samples(self) -> int:
        """Orders that were tried."""
        return self.winnable + self.unwinnable + self.undecided


def chances(
    position: Position,
    *,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    time_limit: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Chances:
    """Solve hidden orders of a position, drawn by chance, with full knowledge."""
    begin = clock()
    found = Counter[Verdict]()
    if _is_lost(position):
        return Chances(0, 0, 0, 0.0, 0.0, HOPELESS, clock() - begin)
    rng = random.Random(seed)
    while found.total() < samples:
        seconds = SECONDS_A_SAMPLE
        if time_limit is not None:
            left = time_limit - (clock() - begin)
            if left <= 0 and found.total():
                break
            seconds = max(0.0, min(seconds, time_limit / LEAST_SAMPLES, left))
        result = solve_deal(position.sample(rng).deal, limits=Limits(seconds))
        if result.interrupted:
            raise KeyboardInterrupt
        found[result.verdict] += 1
    return _counted(found, clock() - begin)


def _is_lost(position: Position) -> bool:
    """Whether no hidden order can win; not asked where nobody knows which menaces are to come.

    Their other sides may be cards that an objective asks for, and one of them may be in the box.
    """
    if position.pending != "action" or (
        position.deck.menace and position.left < len(position.unseen)
    ):
        return False
    state = position.example
    return bool(is_hopeless(state.tables, state.array()))


def _counted(found: Counter[Verdict], seconds: float) -> Chances:
    won, lost = found[Verdict.WINNABLE], found[Verdict.UNWINNABLE]
    open_ones, all_ones = found[Verdict.UNDECIDED], found.total()
    low, high = wilson(won, all_ones)[0], wilson(won + open_ones, all_ones)[1]
    return Chances(won, lost, open_ones, low, high, None, seconds)
