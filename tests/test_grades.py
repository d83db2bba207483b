"""Grades: four steps of a difficulty that falls with each share it rests on."""

import itertools
import random
from dataclasses import dataclass, replace

import pytest

from casecracker.engine.errors import CasecrackerError
from casecracker.seeds.grades import Grade, Scale, difficulty_of, grade_of, scale_of, scales
from casecracker.solver.policy_weights import WEIGHTS_OF
from tests.bench.grading import (
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
    deck_share: float


def _scale(*thresholds: float, deck: int = 75) -> Scale:
    low, middle, high = thresholds
    return Scale(
        deck=deck,
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
    scale = _scale(25, 50, 75, deck=60)
    assert scale.difficulty(Shares(1, 1, 1)) == 0
    assert scale.difficulty(Shares(0, 0, 0)) == 100
    assert scale.difficulty(Shares(1, 1, 0)) == 60
    assert scale.difficulty(Shares(0, 0, 1)) == 40
    assert scale.difficulty(Shares(1, 0, 1)) == scale.difficulty(Shares(0, 1, 1)) == 20


def test_a_threshold_belongs_to_the_harder_grade() -> None:
    scale = _scale(25, 50, 75)
    difficulties = {24: "easy", 25: "medium", 49: "medium", 50: "hard", 74: "hard", 75: "fiendish"}
    for difficulty, grade in difficulties.items():
        share = 1 - difficulty / 100
        assert scale.grade(Shares(share, share, share)) == grade


@pytest.mark.parametrize("kind", list(WEIGHTS_OF))
@pytest.mark.parametrize("name", ["narrow_share", "held_share", "deck_share"])
def test_no_grade_is_easier_with_a_smaller_share(kind: str, name: str) -> None:
    order = list(Grade)
    for other in STEPS:
        shares = Shares(other, other, other)
        grades = [order.index(grade_of(replace(shares, **{name: step}), kind)) for step in STEPS]
        assert grades == sorted(grades, reverse=True)


@pytest.mark.parametrize("kind", list(WEIGHTS_OF))
def test_each_grade_is_reached(kind: str) -> None:
    triples = itertools.product(STEPS[::4], STEPS[::4], STEPS)
    reached = {grade_of(Shares(a, b, c), kind) for a, b, c in triples}
    assert reached == set(Grade)


def test_the_reach_of_a_deck_is_that_of_its_easiest_and_hardest_deal() -> None:
    scale = _scale(25, 50, 75)
    for deck in STEPS:
        deals = [Shares(own, own, deck) for own in (0, 1)]
        order = list(Grade)
        places = [order.index(scale.grade(deal)) for deal in deals]
        assert scale.reach(deck) == (order[min(places)], order[max(places)])


def test_an_unknown_kind_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CasecrackerError, match=r"no grades for 'witchcult'; did you mean"):
        grade_of(Shares(1, 1, 1), "witchcult")
    with pytest.raises(CasecrackerError, match="kinds: witch-cult"):
        difficulty_of(Shares(1, 1, 1), "poker")


def _rows() -> list[Measured]:
    """Deals with shares drawn at random."""
    rng = random.Random(0)
    shares = [(rng.randrange(25), rng.randrange(25), rng.random()) for _ in range(600)]
    return [
        Measured((*MIX["witch-cult"][place % 6], place // 6), narrow, held, 0, deck)
        for place, (narrow, held, deck) in enumerate(shares)
    ]


def test_calibration_parts_its_deals_into_four_equal_grades() -> None:
    rows = _rows()
    scale = calibrated("witch-cult", rows)
    counts = [sum(scale.grade(row) == grade for row in rows) for grade in Grade]
    assert sum(counts) == len(rows) == scale.deals
    assert all(abs(count - 150) <= 30 for count in counts)
    assert scale.seeds == (0, 99)


def test_weighing_finds_which_share_counts() -> None:
    rows, rng = _rows(), random.Random(1)
    by_deck = {row.source: rng.random() < row.deck_share for row in rows}
    _, own, deck = fitted(rows, by_deck)
    assert deck > 3
    assert abs(own) < 1.5
    by_deal = {row.source: rng.random() < (row.narrow_wins + row.held) / 48 for row in rows}
    _, own, deck = fitted(rows, by_deal)
    assert own > 3
    assert abs(deck) < 1.5


def test_a_share_of_the_mix_counts_each_deck_alike() -> None:
    """However many games were played on a deck, and however many deals of it were measured."""
    few, many = MIX["witch-cult"][:2]
    rows = [Measured((*few, seed), 24, 24, 16, 1) for seed in range(2)]
    rows += [Measured((*many, seed), 24, 24, 16, 1) for seed in range(50)]
    played = {row.source: row.source[:2] == few for row in rows}
    assert mix_text("witch-cult", rows, rows, played).startswith("50.0 %")
    assert mix_text("witch-cult", rows, rows, {}) == "-"


def test_the_data_file_is_as_calibration_writes_it() -> None:
    from importlib import resources  # noqa: PLC0415 - read as a user of the package does

    text = resources.files("casecracker.seeds").joinpath("data/grades.toml").read_text("utf-8")
    assert as_toml(dict(scales())) == text
