"""What a census shows: shares with intervals, effort, turns, and how much the deck matters."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from casecracker.engine.deals import settings_text
from casecracker.seeds.census import Question, Row, Series
from casecracker.solver.intervals import Z95, wilson
from casecracker.solver.results import Verdict

QUANTILES = {"median": 0.5, "p90": 0.9, "p99": 0.99, "worst": 1.0}

FEWEST_DECKS = 5
"""Fewer decks than this tell too little of how decks differ for an interval."""


@dataclass(frozen=True)
class Tally:
    """The deals of one series.

    Attributes:
        series: Which deals.
        rows: What is known of each.
    """

    series: Series
    rows: tuple[Row, ...]

    def count(self, verdict: Verdict) -> int:
        """How many deals have that verdict."""
        return sum(row.verdict is verdict for row in self.rows)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of winnable deals.

        From Wilson's lower end with all undecided deals lost to the upper end with all of them won.
        """
        won, unknown = self.count(Verdict.WINNABLE), self.count(Verdict.UNDECIDED)
        return wilson(won, len(self.rows))[0], wilson(won + unknown, len(self.rows))[1]

    @property
    def states(self) -> dict[str, float]:
        """Percentiles of the states; a deal that was stopped counts with those up to its limit."""
        return percentiles([row.states for row in self.rows])

    @property
    def seconds(self) -> dict[str, float] | None:
        """The same of processor time, if it was kept of every deal."""
        known = [row.seconds for row in self.rows if row.seconds is not None]
        return percentiles(known) if len(known) == len(self.rows) else None

    @property
    def proved_turns(self) -> list[int]:
        """Turns of the lines that are proved to be shortest."""
        return [row.turns for row in self.rows if row.turns is not None and row.proven_shortest]

    @property
    def found_turns(self) -> list[int]:
        """Turns of the other lines: the shortest line of the deal has as many or fewer."""
        return [row.turns for row in self.rows if row.turns is not None and not row.proven_shortest]

    def to_json(self) -> dict[str, Any]:
        """Deck, settings and all figures."""
        low, high = self.interval
        series = self.series
        return {
            "deck": {"id": series.deck_id, **series.deck.summary()},
            "settings": dict(series.settings),
            "deals": len(self.rows),
            "winnable": self.count(Verdict.WINNABLE),
            "unwinnable": self.count(Verdict.UNWINNABLE),
            "undecided": self.count(Verdict.UNDECIDED),
            "low": low,
            "high": high,
            "states": self.states,
            "seconds": self.seconds,
            "proved_turns": sorted(self.proved_turns),
            "found_turns": sorted(self.found_turns),
        }


def tallies(question: Question, rows: Sequence[Row]) -> list[Tally]:
    """A tally for each series; `rows` in the order of the question."""
    width = len(question.series)
    return [
        Tally(series, tuple(rows[which::width])) for which, series in enumerate(question.series)
    ]


def percentiles(numbers: Sequence[float]) -> dict[str, float]:
    """Median, p90, p99 and worst: the least number that so many of all do not exceed."""
    ranked = sorted(numbers)
    if not ranked:
        return {}
    return {name: ranked[math.ceil(part * len(ranked)) - 1] for name, part in QUANTILES.items()}


# Decks that are compared


def _won(row: Row) -> float | None:
    return None if row.verdict is Verdict.UNDECIDED else float(row.verdict is Verdict.WINNABLE)


MEASURES: Mapping[str, Callable[[Row], float | None]] = {
    "winnable (1 or 0)": _won,
    "turns of the line found": lambda row: row.turns,
    "states (log 10)": lambda row: math.log10(max(1, row.states)),
}
"""What decks are compared by; None where a deal has no such number."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How much a measure differs between decks, beside how much it differs within each.

    One-way random effects: the variance of a deal is that of its deck's mean and that of deals
    about it. Both are estimated without bias, the part of decks no lower than 0. Intervals are of
    95 %, by a jackknife over decks (Arvesen and Schmitz 1970: of the logarithm of F for the share).

    Attributes:
        measure: One of `MEASURES`.
        settings: Of all these deals.
        decks: How many decks have deals with this measure.
        deals: How many deals have it.
        mean: Of all deals.
        mean_interval: Of the mean over decks of this model; None if it cannot be told.
        between: Standard deviation of the means of decks, sampling errors taken out.
        within: Standard deviation of deals of one deck.
        share: Part of the variance that is between decks; None if nothing differs.
        share_interval: Of the share; None if it cannot be told.
    """

    measure: str
    settings: str
    decks: int
    deals: int
    mean: float
    mean_interval: tuple[float, float] | None
    between: float
    within: float
    share: float | None
    share_interval: tuple[float, float] | None

    def to_json(self) -> dict[str, Any]:
        """All fields."""
        return {name: getattr(self, name) for name in self.__slots__}


def spreads(found: Sequence[Tally]) -> list[Spread]:
    """For all settings that several decks were dealt with, the spread of each measure."""
    by_settings: dict[str, list[Tally]] = {}
    for tally in found:
        by_settings.setdefault(settings_text(tally.series.settings), []).append(tally)
    rows = [
        spread(measure, settings, [_values(tally, measure) for tally in group])
        for settings, group in by_settings.items()
        for measure in MEASURES
    ]
    return [row for row in rows if row is not None]


def spread(measure: str, settings: str, decks: Sequence[Sequence[float]]) -> Spread | None:
    """The spread of numbers of several decks.

    Args:
        measure: What the numbers are.
        settings: Of the deals.
        decks: For each deck the numbers of its deals; decks without any are left out.

    Returns:
        None unless there are two decks, and two deals of one of them.
    """
    known = [np.array(values, dtype=float) for values in decks if len(values)]
    if len(known) < 2 or sum(map(len, known)) == len(known):
        return None
    parts = _variances(known)
    total = parts.between + parts.within
    mean_interval, share_interval = _intervals(known, parts) if total else (None, None)
    return Spread(
        measure=measure,
        settings=settings,
        decks=len(known),
        deals=sum(map(len, known)),
        mean=parts.mean,
        mean_interval=mean_interval,
        between=math.sqrt(parts.between),
        within=math.sqrt(parts.within),
        share=parts.between / total if total else None,
        share_interval=share_interval,
    )


def student95(degrees: int) -> float:
    """The two-sided 95 % point of Student's t, to 0.01 from 4 degrees of freedom up.

    Abramowitz and Stegun (1964), 26.7.5.
    """
    z = Z95
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(degrees**power) for power, term in enumerate(terms, start=1))


def _values(tally: Tally, measure: str) -> list[float]:
    values = (MEASURES[measure](row) for row in tally.rows)
    return [value for value in values if value is not None]


Numbers: TypeAlias = npt.NDArray[np.float64]
Interval: TypeAlias = tuple[float, float]


class _Variances(NamedTuple):
    """Of deals by deck. `f` is the ratio of the mean squares, `usual` the deals of a deck."""

    mean: float
    between: float
    within: float
    f: float
    usual: float


def _variances(decks: Sequence[Numbers]) -> _Variances:
    number, deals = len(decks), sum(map(len, decks))
    mean = float(np.concatenate(decks).mean())
    within = sum(float(((deck - deck.mean()) ** 2).sum()) for deck in decks) / (deals - number)
    about = sum(len(deck) * (float(deck.mean()) - mean) ** 2 for deck in decks) / (number - 1)
    usual = (deals - sum(len(deck) ** 2 for deck in decks) / deals) / (number - 1)
    between = max(0.0, (about - within) / usual)
    return _Variances(mean, between, within, about / within if within else math.inf, usual)


def _intervals(
    decks: Sequence[Numbers], parts: _Variances
) -> tuple[Interval | None, Interval | None]:
    """Of the mean, and of the part of the variance between decks; as far as they can be told."""
    if len(decks) < FEWEST_DECKS:
        return None, None
    without = [[other for other in decks if other is not deck] for deck in decks]
    if any(sum(map(len, rest)) == len(rest) for rest in without):
        return None, None
    others = [_variances(rest) for rest in without]
    of_mean = _jackknife(parts.mean, [each.mean for each in others])
    if not all(0 < each.f < math.inf for each in (parts, *others)):
        return of_mean, None
    low, high = _jackknife(math.log(parts.f), [math.log(each.f) for each in others])
    return of_mean, (_share_at(math.exp(low), parts.usual), _share_at(math.exp(high), parts.usual))


def _jackknife(whole: float, without: Sequence[float]) -> Interval:
    """The interval of a figure, from its values without each of the decks."""
    number = len(without)
    pseudo = number * whole - (number - 1) * np.array(without)
    middle, error = float(pseudo.mean()), float(pseudo.std(ddof=1)) / math.sqrt(number)
    half = student95(number - 1) * error
    return middle - half, middle + half


def _share_at(f: float, usual: float) -> float:
    return max(0.0, (f - 1) / (f - 1 + usual))
