"""Four grades of difficulty, from measures of a deal alone (docs/metrics.md, grades).

A deal's difficulty is 100 less the shares of `measures.Foresight` in per cent, weighted; the
grades part it at three thresholds. Thresholds come from calibration deals, by
`python -m tests.bench.grading calibrate`; `data/grades.toml` says from which.
"""

import enum
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import did_you_mean, parse_toml, shown

DATA = "data/grades.toml"


class Grade(enum.StrEnum):
    """How hard a deal is to win for a player who sees only the table, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    FIENDISH = "fiendish"


class Graded(Protocol):
    """What a grade rests on."""

    @property
    def narrow_share(self) -> float:
        """Share of the varied narrow beams that win."""

    @property
    def held_share(self) -> float:
        """Share of the positions played to in the dark that are still won."""

    @property
    def deck_share(self) -> float:
        """The same two, of other shuffles of the deck with its settings."""


class Scale(BaseModel):
    """How the deals of one kind of game are graded.

    Attributes:
        deck: Weight of `deck_share` in per cent; half of the rest is that of each other share.
        thresholds: Difficulty from which a deal is medium, hard, fiendish.
        deals: Calibration deals.
        seeds: First and last seed of theirs.
        decks: Decks and settings that they were dealt with, as many of each.
        provenance: Of the decks.
    """

    model_config = ConfigDict(frozen=True, strict=False, extra="forbid")

    deck: int
    thresholds: tuple[float, float, float]
    deals: int
    seeds: tuple[int, int]
    decks: tuple[str, ...]
    provenance: str

    def difficulty(self, measures: Graded) -> float:
        """From 0, every beam and every position wins, to 100, none does."""
        own = (measures.narrow_share + measures.held_share) / 2
        return round(100 - (100 - self.deck) * own - self.deck * measures.deck_share, 2)

    def grade(self, measures: Graded) -> Grade:
        """The grade of a deal with these measures."""
        return self._grade_at(self.difficulty(measures))

    def reach(self, deck_share: float) -> tuple[Grade, Grade]:
        """The easiest and the hardest grade of deals with that `deck_share`."""
        hardest = 100 - self.deck * deck_share
        return self._grade_at(hardest - (100 - self.deck)), self._grade_at(hardest)

    def _grade_at(self, difficulty: float) -> Grade:
        return list(Grade)[sum(difficulty >= threshold for threshold in self.thresholds)]


@cache
def scales() -> Mapping[str, Scale]:
    """The scale of each kind of game, as calibrated."""
    text = resources.files(__package__).joinpath(DATA).read_text(encoding="utf-8")
    document = parse_toml(text, DATA)
    kinds = document["kinds"]
    assert isinstance(kinds, dict)
    return MappingProxyType({kind: Scale.model_validate(row) for kind, row in kinds.items()})


def scale_of(kind: str) -> Scale:
    """The scale of a kind of game (`solver.policy.kind_of_game`).

    Raises:
        CasecrackerError: There is no such kind.
    """
    known = scales()
    if kind not in known:
        raise CasecrackerError(
            f"no grades for {shown(kind)}{did_you_mean(kind, known)}; kinds: {', '.join(known)}"
        )
    return known[kind]


def grade_of(measures: Graded, kind: str) -> Grade:
    """The grade of a deal of that kind of game.

    Raises:
        CasecrackerError: There is no such kind.
    """
    return scale_of(kind).grade(measures)


def difficulty_of(measures: Graded, kind: str) -> float:
    """What the grade was read from: 0, the easiest, to 100.

    Raises:
        CasecrackerError: There is no such kind.
    """
    return scale_of(kind).difficulty(measures)
