"""Lucky and unlucky decisions of a reviewed game: what they did against what could be seen.

Whether a decision kept the win is known afterwards, from the hidden order. What the player could
know is what hints say of the position as it was seen. A decision that kept the win though another
one had clearly the better chance was lucky; one that gave the win away though no better one could
clearly be seen was unlucky. *Clearly* means that the 95 % intervals of the two do not overlap.
"""

import enum
import time
from collections.abc import Callable
from dataclasses import dataclass

from casecracker.engine.state import State
from casecracker.solver.hints import Advisor, Budget
from casecracker.solver.review import Decision, Judgement, Review

SAMPLES = 128
"""Hidden orders on which the best decisions of a position are tried."""

TOLD = 10
"""Turns from one word of progress to the next."""

JUDGED = (Judgement.KEPT, Judgement.GAVE_AWAY)


class Luck(enum.StrEnum):
    """How a decision turned out against what could be seen."""

    LUCKY = "lucky"
    UNLUCKY = "unlucky"


@dataclass(frozen=True, slots=True)
class Seen:
    """A decision and what could be seen of it.

    Attributes:
        decision: The decision.
        chance: Its chance to win, as the built-in player goes on (docs/hints.md).
        best: The decision that hints put first.
        best_chance: The chance of that one.
        luck: None if it did what could be expected.
    """

    decision: Decision
    chance: float
    best: str
    best_chance: float
    luck: Luck | None


def seen_decisions(
    review: Review,
    seconds: float | None = None,
    tell: Callable[[str], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Seen, ...]:
    """What could be seen of the decisions that kept the win or gave it away, in their order.

    Args:
        review: The reviewed game.
        seconds: Wall-clock time after which the rest is left out; None for no limit.
        tell: Told now and then how far it is.
        clock: Measures the seconds.
    """
    end = None if seconds is None else clock() + seconds
    advisor, state, found = Advisor(), State.start(review.source), list[Seen]()
    told = 0
    for decision in review.decisions:
        if end is not None and clock() >= end:
            break
        if tell is not None and decision.turn // TOLD > told:
            told = decision.turn // TOLD
            tell(f"what could be seen of the decisions, turn {decision.turn}")
        if decision.judgement in JUDGED:
            seen = _seen(state, decision, advisor)
            found += [seen] if seen else []
        state = state.play(decision.move)
    return tuple(found)


def _seen(state: State, decision: Decision, advisor: Advisor) -> Seen | None:
    """None if no game after the decision was played to its end."""
    hints = advisor.hints(state, Budget(SAMPLES)).moves
    best = hints[0]
    made = next(hint for hint in hints if str(hint.move) == decision.move)
    if made.win_chance is None or best.win_chance is None:
        return None
    is_worse = best.low > made.high
    luck = Luck.LUCKY if is_worse else None
    if decision.judgement is Judgement.GAVE_AWAY:
        luck = None if is_worse else Luck.UNLUCKY
    return Seen(decision, made.win_chance, str(best.move), best.win_chance, luck)
