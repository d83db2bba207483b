"""Luck: what decisions did, by the hidden order, against what could be seen of them."""

import itertools
from functools import cache

import pytest

from casecracker.engine.dealfile import load_target
from casecracker.engine.state import State
from casecracker.solver.hints import hints
from casecracker.solver.luck import JUDGED, SAMPLES, Luck, Seen, seen_decisions
from casecracker.solver.review import Judgement, Review, review
from casecracker.solver.search import Limits
from tests.test_review import KINDS, games

GAMES = 12  # of a kind


@cache
def reviews(kind: str) -> list[Review]:
    return [review(game.deal, game.moves) for game in games(kind)[:GAMES]]


def expected(seen: Seen, state: State) -> Luck | None:
    """By the definition, from hints of its own."""
    tried = {str(hint.move): hint for hint in hints(state, samples=SAMPLES).moves}
    is_worse = tried[seen.best].low > tried[seen.decision.move].high
    if seen.decision.judgement is Judgement.KEPT:
        return Luck.LUCKY if is_worse else None
    return None if is_worse else Luck.UNLUCKY


@pytest.mark.parametrize("kind", KINDS)
def test_luck_is_what_happened_against_what_could_be_seen(kind: str) -> None:
    for result in reviews(kind):
        states = [State.start(result.source)]
        for decision in result.decisions:
            states.append(states[-1].play(decision.move))
        seen = seen_decisions(result)
        judged = [each for each in result.decisions if each.judgement in JUDGED]
        assert [each.decision for each in seen] == judged
        for each in seen:
            assert each.luck == expected(each, states[each.decision.number - 1])


def test_games_have_luck_of_both_kinds() -> None:
    seen = [each for result in reviews("classic") for each in seen_decisions(result)]
    assert {each.luck for each in seen} == {Luck.LUCKY, Luck.UNLUCKY, None}


def test_a_time_limit_leaves_the_last_decisions_out() -> None:
    deal = load_target("witch-cult:42")
    result = review(deal, ["take", "discard c21"], Limits(20))
    whole = seen_decisions(result)
    ticks = itertools.count()
    assert seen_decisions(result, 2, clock=lambda: next(ticks)) == whole[:1]
    assert len(whole) == 2
