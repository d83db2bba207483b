"""Hints in the middle of a game: every legal decision with its chance to win.

A decision is made on hidden orders that are drawn by chance, and the game is played on each time
by a player who sees what can be seen (`policy.py`). The chance is therefore that of this player,
not of one who knows the future. All decisions are tried on the same orders. After 8, 16, 32, ...
samples the better half goes on (successive halving, Karnin, Koren and Somekh 2013), so that most
samples are spent on the best decisions. More samples, or more time, only go on with the same list.
"""

import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.layout import LOST, WON
from casecracker.engine.notation import Move
from casecracker.engine.position import Position
from casecracker.engine.positionfile import PositionFile, load_position
from casecracker.engine.state import State
from casecracker.engine.tables import GOAL, PUZZLES_TO_WIN, IntArray
from casecracker.solver.intervals import wilson
from casecracker.solver.policy import kind_of_game, make_player, value_after
from casecracker.solver.redeal import hidden_orders, lift_stack, unseen_of
from casecracker.solver.streets.targets import refuse_streets
from casecracker.solver.trials import (
    END,
    LAST_SHUFFLE,
    LAST_TURN,
    RESULTS,
    SCORED,
    Room,
    Trials,
    make_room,
    try_decisions,
)

DEFAULT_SAMPLES = 512
"""Hidden orders that the best decisions are tried on."""

FIRST_ROUND = 8
"""Samples after which the worse half of the decisions is left behind for the first time."""

LEAST_KEPT = 2
"""Decisions that go on to the end."""

SLICE = 4
"""Samples of one thread between two looks at the clock."""

PROGRESS = 0.15
"""What scoring everything is worth beside a win where decisions are compared."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A decision and how the games after it ended.

    Attributes:
        move: The decision.
        samples: Hidden orders on which it was tried.
        wins: Games won.
        cut_off: Games that were not played to their end; they count neither way.
        win_chance: Share of the games played to their end that were won; None without any.
        low: Lower end of its 95 % interval (Wilson); the chance itself if it is exact.
        high: Upper end.
        turns: Turns to the win, the present one included: the median of the games won, if any.
        progress: Share of what the win needs that was scored in the end, on average.
    """

    move: Move
    samples: int
    wins: int
    cut_off: int
    win_chance: float | None
    low: float
    high: float
    turns: float | None
    progress: float


@dataclass(frozen=True, slots=True)
class Hints:
    """All legal decisions of a position, the best first.

    Attributes:
        moves: The decisions. Those that were tried longer come before those left behind earlier.
        samples: Hidden orders on which the best were tried.
        exact: Every hidden order was tried, each once, and no game came to a later shuffle: the
            chances are those of the player themselves. Where games do, the orders are gone through
            again and again, up to the number of samples.
        seed: Of the random numbers.
        seconds: Time taken.
    """

    moves: tuple[Hint, ...]
    samples: int
    exact: bool
    seed: int
    seconds: float

    @property
    def best(self) -> Move:
        """The decision that comes first."""
        return self.moves[0].move


@dataclass(frozen=True, slots=True)
class Budget:
    """How long decisions are tried.

    Attributes:
        samples: Hidden orders to try the best decisions on.
        time_limit: Seconds after which a prefix of the samples has to do.
        orders: If there are no more hidden orders than this, each is tried by every decision before
            any is tried again.
        candidates: How many decisions are tried, those that look best at a glance; all if None.
        clock: Measures the seconds.
    """

    samples: int = DEFAULT_SAMPLES
    time_limit: float | None = None
    orders: int = 5_000
    candidates: int | None = None
    clock: Callable[[], float] = time.monotonic


class Advisor:
    """Gives hints for positions of one game; keeps its arrays between them."""

    def __init__(self, workers: int = 1) -> None:
        """With `workers` threads, which changes the time taken and nothing else."""
        self._rooms: list[Room] = []
        self._game = ""
        self._workers = workers

    def hints(self, state: State, budget: Budget, seed: int = 0) -> Hints:
        """Rank the decisions of a position. Its hidden order has no influence.

        Args:
            state: The position; the game is not over.
            budget: How long to try.
            seed: Of the random numbers.

        Raises:
            ValueError: The game is over.
        """
        begin, limit = budget.clock(), budget.time_limit
        if state.status != "playing":
            raise ValueError(f"the game is over ({state.status}): there is nothing to decide")
        race = _Race(state, budget, seed, self._rooms_for(state))
        race.run(lambda: limit is not None and budget.clock() - begin >= limit)
        ranked = tuple(race.hint(place) for place in race.ranking())
        return Hints(ranked, race.samples, race.is_exact, seed, budget.clock() - begin)

    def _rooms_for(self, state: State) -> list[Room]:
        if self._game != kind_of_game(state.tables):
            self._rooms = [make_room(make_player(state.tables)) for _ in range(self._workers)]
            self._game = kind_of_game(state.tables)
        for room in self._rooms:
            room.player.tables[:] = state.tables
        return self._rooms


class _Race:
    """Decisions that are tried on more and more samples, fewer and fewer of them."""

    def __init__(self, state: State, budget: Budget, seed: int, rooms: list[Room]) -> None:
        self._decisions = state.moves()
        self._rooms = rooms
        self._shuffles = state.shuffles
        self._turn = state.turn
        self._goal = int(state.tables[GOAL]).bit_count() or int(state.tables[PUZZLES_TO_WIN])
        root = state.array()
        codes = [move.code for move in self._decisions]
        self._priors = [int(value_after(rooms[0].player, root, code)) for code in codes]
        everyone = sorted(range(len(codes)), key=lambda place: -self._priors[place])
        unseen = unseen_of(state.deal, state.victims_drawn)
        lifted = lift_stack(state.tables, root)
        self._orders = _orders(hidden_orders(state.tables, lifted, unseen), budget, seed)
        self._most = max(len(self._orders), budget.samples)
        self._trials = Trials(
            lifted,
            np.array(codes, dtype=np.int64),
            np.array(everyone[: budget.candidates], dtype=np.int64),
            unseen,
            np.array([seed % (1 << 63)], dtype=np.int64),
            np.array(self._orders, dtype=np.int64),
            np.zeros((len(codes), self._most, RESULTS), dtype=np.int64),
        )
        self._counts = [0] * len(codes)  # samples of each decision
        self._rounds = [0] * len(codes)  # halvings that each has survived
        self.samples = 0
        self.is_exact = False  # all hidden orders were tried, and nothing but them decided

    def run(self, is_stopped: Callable[[], bool]) -> None:
        """Try decisions until all samples are used or time is up; one slice at least."""
        with ThreadPoolExecutor(len(self._rooms)) as pool:
            for end in self._ends_of_rounds():
                is_time_up = self._try_round(end, pool, is_stopped)
                self.is_exact = self._is_decided_by_orders()
                if is_time_up or self.is_exact:
                    return
                if end >= FIRST_ROUND:
                    self._leave_half_behind()

    def _try_round(self, end: int, pool: Executor, is_stopped: Callable[[], bool]) -> bool:
        """Whether the round was stopped, be it at its end."""
        while self.samples < end:
            self._try_until(min(end, self.samples + SLICE * len(self._rooms)), pool)
            if is_stopped():
                return True
        return False

    def _ends_of_rounds(self) -> Iterator[int]:
        """Numbers of samples: all hidden orders once, if they are few; then twice as many, ..."""
        end = len(self._orders) or min(FIRST_ROUND, self._most)
        while end < self._most:
            yield end
            end *= 2
        yield self._most

    def _is_decided_by_orders(self) -> bool:
        if self.samples != len(self._orders):
            return False
        return bool(np.all(self._trials.results[:, : self.samples, LAST_SHUFFLE] <= self._shuffles))

    def _try_until(self, last: int, pool: Executor) -> None:
        bounds = list(range(self.samples, last, SLICE))
        if len(self._rooms) == 1:
            try_decisions(self._trials, self._rooms[0], self.samples, last)
        else:
            ends = [min(bound + SLICE, last) for bound in bounds]
            jobs = zip([self._trials] * len(bounds), self._rooms, bounds, ends, strict=False)
            list(pool.map(lambda job: try_decisions(*job), jobs))
        self.samples = last
        for place in self._trials.alive:
            self._counts[place] = last

    def _leave_half_behind(self) -> None:
        order = sorted(map(int, self._trials.alive), key=self._rank)
        kept = order[: max(LEAST_KEPT, (len(order) + 1) // 2)]
        for place in kept:
            self._rounds[place] += 1
        self._trials = self._trials._replace(alive=np.array(kept, dtype=np.int64))

    def _rank(self, place: int) -> tuple[int, float, int]:
        return -self._rounds[place], -self._worth(place), -self._priors[place]

    def _worth(self, place: int) -> float:
        """Share of wins, and a little for what was scored."""
        rows = self._rows(place)
        if not len(rows):
            return 0.0
        wins = float(np.mean(rows[:, END] == WON))
        return wins + PROGRESS * self._progress(rows)

    def _progress(self, rows: IntArray) -> float:
        return float(np.mean(np.minimum(rows[:, SCORED], self._goal))) / self._goal

    def _rows(self, place: int) -> IntArray:
        return self._trials.results[place, : self._counts[place]]

    def ranking(self) -> list[int]:
        """Places of the decisions, the best first."""
        return sorted(range(len(self._decisions)), key=self._rank)

    def hint(self, place: int) -> Hint:
        """What the trials of one decision showed."""
        rows = self._rows(place)
        won = rows[:, END] == WON
        wins, ended = int(won.sum()), int((won | (rows[:, END] == LOST)).sum())
        low, high = (wins / ended,) * 2 if self.is_exact else wilson(wins, ended)
        turns = [int(turn) - self._turn + 1 for turn in rows[won, LAST_TURN]]
        return Hint(
            self._decisions[place],
            samples=len(rows),
            wins=wins,
            cut_off=len(rows) - ended,
            win_chance=wins / ended if ended else None,
            low=low,
            high=high,
            turns=median(turns) if turns else None,
            progress=self._progress(rows) if len(rows) else 0.0,
        )


def _orders(count: int | None, budget: Budget, seed: int) -> list[int]:
    """Numbers of all hidden orders in an order drawn by chance, if they are few; else none."""
    if count is None or count > budget.orders or budget.candidates is not None:
        return []
    return random.Random(seed).sample(range(count), count)


def hints(
    state: State,
    *,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int = 1,
) -> Hints:
    """Rank the legal decisions of a position from what a player can see: see `Advisor.hints`."""
    budget = Budget(samples, time_limit)
    return Advisor(workers).hints(state, budget, seed)


def hint(
    target: str | Path | Deal | Position | PositionFile | State,
    *,
    samples: int = DEFAULT_SAMPLES,
    seed: int = 0,
    time_limit: float | None = None,
    workers: int = 1,
) -> Hints:
    """Rank the legal decisions of a position from what a player can see.

    Args:
        target: A deal code or a deal (its opening), a path of a deal or position file, a position,
            or a state. A hidden order that it tells is not used.
        samples: Hidden orders on which the best decisions are tried.
        seed: Of the random numbers.
        time_limit: Seconds after which a prefix of the samples has to do.
        workers: Threads that share the work; their number changes nothing else.

    Returns:
        All legal decisions, the best first, each with its chance to win (docs/hints.md).

    Raises:
        CasecrackerError: The target names no deal and no position, or a number is out of range.
        ValueError: The game is over.
    """
    for name, number in (("samples", samples), ("workers", workers)):
        if type(number) is not int or number < 1:
            raise CasecrackerError(f"{name} is {number!r:.60}; it must be a whole number from 1 up")
    if type(seed) is not int:
        raise CasecrackerError(f"seed is {seed!r:.60}; it must be a whole number")
    refuse_streets(target, "hint")
    state = _position_of(target).example
    return hints(state, samples=samples, seed=seed, time_limit=time_limit, workers=workers)


def _position_of(target: str | Path | Deal | Position | PositionFile | State) -> Position:
    if isinstance(target, str | Path):
        return load_position(os.fspath(target))
    if isinstance(target, PositionFile):
        return target.position
    if isinstance(target, Position):
        return target
    return Position.of(target if isinstance(target, State) else State.start(target))
