"""The search against plain brute force on tiny deals: the same verdict, the same fewest turns."""

from collections import Counter, deque
from functools import cache

import pytest

from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import Verdict
from casecracker.solver.streets.beam import search_selectively
from casecracker.solver.streets.bounds import most_signs, turns_bound
from casecracker.solver.streets.run import Node, Run
from casecracker.solver.streets.search import check_line, solve_streets
from tests.streets.small import doomed, tiny, two_signs

SEEDS = range(110)
MOST_STATES = 2_500
"""Larger deals are left to the long test."""

MOST_STATES_LONG = 20_000
LEAST_DEALS, LEAST_OF_EACH = 60, 15


class TooLargeError(Exception):
    """A deal has more states than are wanted."""


def fewest_turns(deal: StreetsDeal, most: int) -> int | None:
    """The fewest turns of all lines, by every state that can be reached; None if none wins."""
    start = StreetsState.start(deal)
    seen, due, wins = {start}, deque([start]), []
    while due:
        state = due.popleft()
        if state.won:
            wins.append(state.turn)
        for move in state.moves():
            after = state.play(move)
            if after not in seen:
                seen.add(after)
                due.append(after)
        if len(seen) > most:
            raise TooLargeError
    return min(wins, default=None)


@cache
def known(most: int) -> dict[int, int | None]:
    """Fewest turns of those deals that are small enough, by their seeds."""
    found = {}
    for seed in SEEDS:
        try:
            found[seed] = fewest_turns(tiny(seed), most)
        except TooLargeError:
            continue
    return found


def agree(deal: StreetsDeal, fewest: int | None) -> None:
    """The search says of a deal what brute force does, with a line that the referee replays."""
    for shortest in (False, True):
        result = solve_streets(deal, shortest=shortest, clock=lambda: 0.0)
        if fewest is None:
            assert (result.verdict, result.turns) == (Verdict.UNWINNABLE, None)
            continue
        assert result.verdict is Verdict.WINNABLE
        assert result.turns == check_line(deal, result.moves)
        assert result.lower_bound is not None
        assert result.lower_bound <= fewest <= result.turns
        if shortest or result.proven_shortest:
            assert (result.turns, result.proven_shortest) == (fewest, True)


def test_the_tiny_deals_are_of_both_kinds() -> None:
    kinds = Counter(turns is not None for turns in known(MOST_STATES).values())
    assert kinds.total() >= LEAST_DEALS
    assert min(kinds[True], kinds[False]) >= LEAST_OF_EACH
    assert len(set(known(MOST_STATES).values())) > 3


def test_search_and_brute_force_agree() -> None:
    for seed, fewest in known(MOST_STATES).items():
        agree(tiny(seed), fewest)


@pytest.mark.parametrize(("deal", "fewest"), [(two_signs(), 2), (doomed(), None)])
def test_they_agree_on_deals_by_hand(deal: StreetsDeal, fewest: int | None) -> None:
    agree(deal, fewest)


def test_the_bound_and_the_selective_search_keep_to_what_is_true() -> None:
    found = 0
    for seed, fewest in known(MOST_STATES).items():
        deal = tiny(seed)
        run = Run(deal, 1.0, lambda: 0.0)
        search_selectively(run, Node(StreetsState.start(deal)), most_signs(deal))
        turns = run.turns()
        assert turns is None or (fewest is not None and fewest <= turns)
        assert fewest is None or turns_bound(deal) <= fewest
        found += turns is not None
    assert found >= LEAST_OF_EACH


@pytest.mark.long
def test_they_agree_on_larger_deals_too() -> None:
    for seed, fewest in known(MOST_STATES_LONG).items():
        agree(tiny(seed), fewest)
