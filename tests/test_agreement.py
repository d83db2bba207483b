"""The compiled rules and the referee agree on random games, move by move (`walks.py`).

The default run takes thousands of steps; `pytest -m long -s tests/test_agreement.py` takes more
than a million and prints how often each rule was met (docs/agreement.md).
"""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from casecracker.engine.deals import Deal
from casecracker.engine.library import list_decks
from casecracker.engine.referee import Referee
from casecracker.engine.state import State
from tests.decks import full_deal, random_deal, starved_deal
from tests.events import EVENTS, RARE_EVENTS, Events, table_of_events
from tests.walks import compare, kernel_digest, walk_many

SORTS: dict[str, Callable[[random.Random], Deal]] = {
    "small": random_deal,
    "starved": starved_deal,
    "full-size": full_deal,
}
QUICK_STEPS = {"full-size": 20_000, "small": 16_000, "starved": 8_000}
LONG_STEPS = {"full-size": 700_000, "shipped": 300_000, "small": 200_000, "starved": 50_000}
DIGEST_DEALS = 12


def shipped_deal(rng: random.Random) -> Deal:
    """A full-size deal of one of the decks that come with the package."""
    decks = [entry.deck for entry in list_decks() if entry.source == "built-in"]
    return full_deal(rng, rng.choice(decks))


@cache
def quick_walks(sort: str) -> Events:
    return walk_many(SORTS[sort], QUICK_STEPS[sort], seed=2)[1]


@pytest.mark.parametrize("sort", SORTS)
def test_engines_agree_at_every_state(sort: str) -> None:
    assert quick_walks(sort)["action: pass"] > 0


def test_walks_meet_every_rule() -> None:
    met = sum((quick_walks(sort) for sort in SORTS), Counter[str]())
    assert [event for event in EVENTS if not met[event]] == []


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_engines_agree_on_long_walks() -> None:
    columns: dict[str, Events] = {}
    for number, (sort, wanted) in enumerate(LONG_STEPS.items()):
        started = time.monotonic()
        steps, columns[sort] = walk_many(SORTS.get(sort, shipped_deal), wanted, seed=1000 + number)
        seconds = time.monotonic() - started
        print(f"{sort}: {steps:,} states compared in {seconds:,.0f} s, no difference")
    print(f"\n{table_of_events(columns)}")
    met = sum(columns.values(), Counter[str]())
    assert [event for event in (*EVENTS, *RARE_EVENTS) if not met[event]] == []


def test_interpreted_and_compiled_rules_give_the_same_walks() -> None:
    """The same sources, run as plain Python: no overflow, no index out of range, no difference."""
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.walks", str(DIGEST_DEALS), "7"],
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (plain.stdout.strip(), plain.stderr) == (kernel_digest(DIGEST_DEALS, 7), "")


class BothEngines(RuleBasedStateMachine):
    """Any legal sequence, with moves taken back, keeps both engines in step."""

    @initialize(seed=st.integers(0, 2**32 - 1), sort=st.sampled_from(list(SORTS.values())))
    def start(self, seed: int, sort: Callable[[random.Random], Deal]) -> None:
        deal = sort(random.Random(seed))
        self.path = [(State.start(deal), Referee(deal))]

    @rule(number=st.integers(0, 10**6))
    @precondition(lambda self: self.path[-1][0].status == "playing")
    def play(self, number: int) -> None:
        state, referee = self.path[-1]
        moves = state.moves()
        move = moves[number % len(moves)]
        later = referee.copy()
        later.play(move.text)
        self.path.append((state.play(move), later))

    @rule()
    def take_back(self) -> None:
        if len(self.path) > 1:
            self.path.pop()

    @invariant()
    def agree(self) -> None:
        compare(*self.path[-1])


TestBothEngines = BothEngines.TestCase
TestBothEngines.settings = settings(max_examples=100, stateful_step_count=40)
