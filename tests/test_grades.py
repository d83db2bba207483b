"""Grades: four steps of a difficulty that falls with each share it rests on."""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from casecracker.engine.errors import CasecrackerError
from casecracker.seeds.grades import Grade, Scale, difficulty_of, grade_of, scale_of, scales
from casecracker.solver.policy_weights import WEIGHTS_OF
from tests.bench.grading import (
    FAST_GAMES,
    MIX,
    Measured,
    as_toml,
    calibrated,
    fitted,
    mix_text,
    named,
)

STEPS = [step / 24 for step in range(25)]


@dataclass(frozen=True)
class Shares:
    narrow_share: float
    held_share: float


def _scale(*thresholds: float, narrow: int = 50) -> Scale:
    low, middle, high = thresholds
    return Scale(
        narrow=narrow,
        thresholds=(low, middle, high),
        deals=1,
        seeds=(0, 0),
        decks=(),
        provenance="synthetic",
    )


def test_there_is_a_scale_for_each_kind_of_game() -> None:
    assert set(scales()) == set(WEIGHTS_OF)


@pytest.mark.parametrize("kind", list(WEIGHTS_OF))
def test_a_scale_says_what_it_was_made_from(kind: str) -> None:
    scale = scale_of(kind)
    assert scale.decks == tuple(named(*deck) for deck in MIX[kind])
    assert scale.deals == len(scale.decks) * (scale.seeds[1] - scale.seeds[0] + 1)
    assert scale.provenance == "synthetic"
    low, middle, high = scale.thresholds
    assert 0 < low < middle < high <= 100


def test_difficulty_runs_from_every_beam_wins_to_none_does() -> None:
    scale = _scale(25, 50, 75, narrow=40)
    assert scale.difficulty(Shares(1, 1)) == 0
    assert scale.difficulty(Shares(0, 0)) == 100
    assert scale.difficulty(Shares(1, 0)) == 60
    assert scale.difficulty(Shares(0, 1)) == 40


def test_a_threshold_belongs_to_the_harder_grade() -> None:
    scale = _scale(25, 50, 75)
    difficulties = {24: "easy", 25: "medium", 49: "medium", 50: "hard", 74: "hard", 75: "fiendish"}
    for difficulty, grade in difficulties.items():
        share = 1 - difficulty / 100
        assert scale.grade(Shares(share, share)) == grade


@pytest.mark.parametrize("kind", list(WEIGHTS_OF))
def test_no_grade_is_easier_with_a_smaller_share(kind: str) -> None:
    order = list(Grade)
    for other in STEPS:
        by_narrow = [order.index(grade_of(Shares(step, other), kind)) for step in STEPS]
        by_held = [order.index(grade_of(Shares(other, step), kind)) for step in STEPS]
        assert by_narrow == sorted(by_narrow, reverse=True)
        assert by_held == sorted(by_held, reverse=True)


@pytest.mark.parametrize("kind", list(WEIGHTS_OF))
def test_each_grade_is_reached(kind: str) -> None:
    reached = {grade_of(Shares(*pair), kind) for pair in itertools.product(STEPS, STEPS)}
    assert reached == set(Grade)


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CasecrackerError, match=r"no grades for 'witchcult'; did you mean"):
        grade_of(Shares(1, 1), "witchcult")
    with pytest.raises(CasecrackerError, match="kinds: witch-cult"):
        difficulty_of(Shares(1, 1), "poker")


def _rows(wins: Callable[[int, int], float]) -> list[Measured]:
    """Deals with shares drawn at random, and the chance of the fast player that `wins` gives."""
    rng, rows = random.Random(0), []
    for i in range(600):
        narrow, held = rng.randrange(25), rng.randrange(25)
        won = round(FAST_GAMES * wins(narrow, held))
        rows.append(Measured((*MIX["witch-cult"][i % 6], i // 6), narrow, held, won))
    return rows


def test_calibration_parts_its_deals_into_four_equal_grades() -> None:
    rows = _rows(lambda narrow, held: (narrow + held) / 48)
    scale = calibrated("witch-cult", rows)
    counts = [sum(scale.grade(row) == grade for row in rows) for grade in Grade]
    assert sum(counts) == len(rows) == scale.deals
    assert all(abs(count - 150) <= 30 for count in counts)
    assert scale.seeds == (0, 99)


def test_calibration_finds_which_share_counts() -> None:
    _, narrow, held = fitted(_rows(lambda narrow, _: narrow / 24))
    assert narrow > 3
    assert abs(held) < 0.3
    _, narrow, held = fitted(_rows(lambda narrow, held: (narrow + held) / 48))
    assert narrow == pytest.approx(held, abs=0.3)


def test_a_share_of_the_mix_counts_each_deck_alike() -> None:
    """However many games were played on a deck, and however many deals of it were measured."""
    few, many = MIX["witch-cult"][:2]
    rows = [Measured((*few, seed), 24, 24, 16) for seed in range(2)]
    rows += [Measured((*many, seed), 24, 24, 16) for seed in range(50)]
    played = {row.source: row.source[:2] == few for row in rows}
    assert mix_text("witch-cult", rows, rows, played).startswith("50.0 %")
    assert mix_text("witch-cult", rows, rows, {}) == "-"


def test_the_data_file_is_as_calibration_writes_it() -> None:
    from importlib import resources  # noqa: PLC0415 - read as a user of the package does

    text = resources.files("casecracker.seeds").joinpath("data/grades.toml").read_text("utf-8")
    assert as_toml(dict(scales())) == text
