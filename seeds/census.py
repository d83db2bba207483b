"""A census: the deals of many seeds decided, to count how many can be won and what it takes.

Rows come in the order of seeds, whoever was quicker, so that what is there when a census stops is
no choice of easy deals. Limits are numbers of states, so that rows are the same on every machine.
"""

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from casecracker.engine.cards import Deck
from casecracker.engine.dealfile import check_game
from casecracker.engine.deals import Deal, deal_code, deal_from_seed
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import shown
from casecracker.engine.games import Settings, find_game, make_settings
from casecracker.seeds.synthesize import synthesize
from casecracker.seeds.workers import run_units
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import Limits, solve_deal

DEFAULT_STATES = 20_000_000
"""States of one deal unless told otherwise: four to eight seconds."""

MEMORY = 512 * 1024**2
"""Bytes for the table of lost states. Rows depend on it, so nobody chooses it."""

NamedDeck = tuple[Deck, str]
"""A deck and its id or path."""


@dataclass(frozen=True)
class Series:
    """Deals that differ in their seed alone.

    Attributes:
        deck: The cards.
        deck_id: The deck's id, or its path.
        settings: A value for every setting.
    """

    deck: Deck
    deck_id: str
    settings: Settings

    def deal(self, seed: int) -> Deal:
        """The deal of a seed."""
        return deal_from_seed(self.deck, self.deck_id, seed, self.settings)

    def code(self, seed: int) -> str:
        """What names the deal of a seed: its code, if the deck has an id."""
        return deal_code(self.deck_id, seed, self.settings)

    @property
    def label(self) -> str:
        """Deck and settings in a few words."""
        words = [f"{name}={value}" for name, value in self.settings.changed().items()]
        return ",".join([self.deck_id, *words])


@dataclass(frozen=True, slots=True)
class Effort:
    """What is asked of each deal, and within which limits.

    Attributes:
        shortest: Also find a line of fewest turns and prove it.
        states: Limit of decisions applied.
        seconds: Limit of processor time, None for none. With one, rows depend on the machine.
    """

    shortest: bool = False
    states: int = DEFAULT_STATES
    seconds: float | None = None


@dataclass(frozen=True)
class Question:
    """What a census asks; how many deals is another matter, since a census can go on.

    Attributes:
        series: Each seed is dealt in every one of these before the next seed.
        first: The first seed.
        effort: What is asked of each deal.
    """

    series: tuple[Series, ...]
    first: int
    effort: Effort

    def unit(self, number: int) -> "Unit":
        """The deal of row `number`, from 0 up."""
        seed, which = divmod(number, len(self.series))
        return Unit(number, self.series[which], self.first + seed)


class Unit(NamedTuple):
    """One deal to decide: the row it belongs to, and what names it."""

    number: int
    series: Series
    seed: int

    @property
    def code(self) -> str:
        """What names the deal."""
        return self.series.code(self.seed)


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of one deal; fields as in `solver.results.Result`.

    Attributes:
        seconds: Processor time; None if it was not kept.
    """

    verdict: Verdict
    turns: int | None
    proven_shortest: bool
    lower_bound: int | None
    limit: str | None
    states: int
    seconds: float | None

    def without_seconds(self) -> "Row":
        """All of it that is the same in every run."""
        return replace(self, seconds=None)


def make_series(
    game: str, decks: Sequence[NamedDeck], settings: Sequence[Mapping[str, str]]
) -> tuple[Series, ...]:
    """Every deck with each of these settings, all decks with the first of them first.

    Raises:
        CasecrackerError: A setting is unknown, a deck is of another game or too small for the
            settings, or two series are the same.
    """
    for deck, deck_id in decks:
        check_game(deck, deck_id, find_game(game))
    chosen = [make_settings(find_game(game), each) for each in settings]
    series = tuple(Series(deck, deck_id, each) for each in chosen for deck, deck_id in decks)
    seen = set[tuple[str, Settings]]()
    for each in series:
        each.deal(0)
        key = (each.deck.digest, each.settings)
        if key in seen:
            raise CasecrackerError(f"{shown(each.label)} is asked for twice")
        seen.add(key)
    return series


def synthetic_decks(game: str, number: int) -> Iterator[NamedDeck]:
    """Synthetic decks of seeds 1, 2, ..., with the id that each would have as an added deck."""
    for seed in range(1, number + 1):
        yield synthesize(game, seed), f"{game}-standard-{seed}"


def decide(effort: Effort, unit: Unit) -> Row:
    """Decide one deal."""
    limits = Limits(effort.seconds, MEMORY, clock=time.thread_time, states=effort.states)
    deal = unit.series.deal(unit.seed)
    return row_of(solve_deal(deal, shortest=effort.shortest, limits=limits))


def row_of(result: Result) -> Row:
    """What a census keeps of a result."""
    return Row(
        verdict=result.verdict,
        turns=result.turns,
        proven_shortest=result.proven_shortest,
        lower_bound=result.lower_bound,
        limit=result.limit,
        states=result.states,
        seconds=result.seconds,
    )


def decided_rows(
    question: Question,
    numbers: range,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
) -> Generator[Row, None, None]:
    """The rows of these numbers in order; arguments and errors as of `workers.run_units`."""
    if not numbers:
        return
    early: dict[int, Row] = {}
    due = numbers.start
    units = map(question.unit, numbers)
    work = partial(decide, question.effort)
    with closing(run_units(units, work, workers=workers, scheduler=scheduler)) as answers:
        for unit, row in answers:
            early[unit.number] = row
            while due in early:
                yield early.pop(due)
                due += 1
