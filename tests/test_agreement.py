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
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal
from casecracker.engine.games import INFINITE_GULFS, KING_IN_YELLOW, WITCH_CULT
from casecracker.engine.library import list_decks
from casecracker.engine.referee import Referee
from casecracker.engine.state import State
from tests.decks import full_deal, passion_deal, random_deal, starved_deal
from tests.events import EVENTS, RARE_EVENTS, Events, table_of_events
from tests.gulfs_decks import (
    full_gulfs_deal,
    menacing_gulfs_deal,
    random_gulfs_deal,
    starved_gulfs_deal,
)
from tests.gulfs_events import (
    GULFS_EVENTS,
    MODE_EVENTS,
    RARE_GULFS_EVENTS,
    RARE_MODE_EVENTS,
)
from tests.king_events import KING_EVENTS, RARE_KING_EVENTS
from tests.walks import compare, kernel_digest, walk_many


@dataclass(frozen=True)
class Sort:
    """One sort of deals, and how many states of its walks are compared in either run."""

    deal: Callable[[random.Random], Deal]
    quick: int
    long: int


@dataclass(frozen=True)
class Walks:
    """The walks of one game: their sorts, what the runs must meet, the seed of the quick one.

    Infinite Gulfs of Darkness has walks of its own in each mode.
    """

    sorts: dict[str, Sort]
    events: tuple[str, ...]
    rare_events: tuple[str, ...]
    seed: int


@cache
def shipped_decks(game: str) -> list[Deck]:
    decks = [entry.deck for entry in list_decks() if entry.source == "built-in"]
    return [deck for deck in decks if deck is not None and deck.game == game]


def shipped_deal(rng: random.Random, *, game: str) -> Deal:
    """A full-size deal of one of the game's decks that come with the package."""
    return full_deal(rng, rng.choice(shipped_decks(game)))


KING = KING_IN_YELLOW.id


def shipped_gulfs_deal(rng: random.Random, *, mode: str) -> Deal:
    """The same for Infinite Gulfs of Darkness, in one mode."""
    return full_gulfs_deal(rng, rng.choice(shipped_decks(INFINITE_GULFS.id)), mode=mode)


def gulfs_walks(mode: str) -> Walks:
    """The walks of Infinite Gulfs of Darkness in one mode."""
    return Walks(
        {
            "full-size": Sort(partial(full_gulfs_deal, mode=mode), 8_000, 450_000),
            "small": Sort(partial(random_gulfs_deal, mode=mode), 8_000, 250_000),
            "menacing": Sort(partial(menacing_gulfs_deal, mode=mode), 6_000, 250_000),
            "starved": Sort(partial(starved_gulfs_deal, mode=mode), 3_000, 80_000),
            "shipped": Sort(partial(shipped_gulfs_deal, mode=mode), 0, 100_000),
        },
        (*GULFS_EVENTS, *MODE_EVENTS[mode]),
        (*RARE_GULFS_EVENTS, *RARE_MODE_EVENTS[mode]),
        seed=2,
    )


GAMES = {
    WITCH_CULT.id: Walks(
        {
            "full-size": Sort(full_deal, 20_000, 700_000),
            "shipped": Sort(partial(shipped_deal, game=WITCH_CULT.id), 0, 300_000),
            "small": Sort(random_deal, 16_000, 200_000),
            "starved": Sort(starved_deal, 8_000, 50_000),
        },
        EVENTS,
        RARE_EVENTS,
        seed=2,
    ),
    KING: Walks(
        {
            "full-size": Sort(partial(full_deal, game=KING), 12_000, 700_000),
            "small": Sort(partial(random_deal, game=KING), 8_000, 200_000),
            "starved": Sort(partial(starved_deal, game=KING), 3_000, 50_000),
            "passion": Sort(passion_deal, 3_000, 80_000),
            "shipped": Sort(partial(shipped_deal, game=KING), 0, 150_000),
        },
        KING_EVENTS,
        RARE_KING_EVENTS,
        seed=2,
    ),
    **{f"{INFINITE_GULFS.id}, {mode}": gulfs_walks(mode) for mode in MODE_EVENTS},
}
QUICK = [
    (game, name)
    for game in sorted(GAMES)  # first the games that have nearly all rules of the last
    for name, sort in GAMES[game].sorts.items()
    if sort.quick
]
DIGEST_DEALS = 10


@cache
def quick_walks(game: str, name: str) -> Events:
    sort = GAMES[game].sorts[name]
    return walk_many(sort.deal, sort.quick, GAMES[game].seed)[1]


@pytest.mark.parametrize(("game", "name"), QUICK)
def test_engines_agree_at_every_state(game: str, name: str) -> None:
    assert quick_walks(game, name)["action: pass"] > 0


@pytest.mark.parametrize("game", GAMES)
def test_walks_meet_every_rule(game: str) -> None:
    met = sum((quick_walks(other, name) for other, name in QUICK if other == game), Counter[str]())
    assert [event for event in GAMES[game].events if not met[event]] == []


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", GAMES)
def test_engines_agree_on_long_walks(game: str) -> None:
    columns: dict[str, Events] = {}
    wanted = (*GAMES[game].events, *GAMES[game].rare_events)
    for number, (name, sort) in enumerate(GAMES[game].sorts.items()):
        started = time.monotonic()
        steps, columns[name] = walk_many(sort.deal, sort.long, seed=1000 + number)
        columns[name]["states compared"] = steps
        seconds = time.monotonic() - started
        print(f"{game}, {name}: {steps:,} states in {seconds:,.0f} s, no difference", flush=True)
    print(f"\n{table_of_events(columns, ('states compared', *wanted))}")
    met = sum(columns.values(), Counter[str]())
    assert [event for event in wanted if not met[event]] == []


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

    @initialize(seed=st.integers(0, 2**32 - 1), sort=st.sampled_from(QUICK))
    def start(self, seed: int, sort: tuple[str, str]) -> None:
        game, name = sort
        deal = GAMES[game].sorts[name].deal(random.Random(seed))
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
