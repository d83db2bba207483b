"""A few true challenges of all games, for the tests of catalogues; and a grade that needs no games.

`tests/data/challenges.jsonl`: lines found by `solve`, problems from the last turns of such lines
with every other first decision refuted (analysis/within.py). Their measures hold the turns alone,
so that nothing here depends on how grades are made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import pytest

from casecracker.seeds import checking
from casecracker.seeds.catalogue import Catalogue
from casecracker.seeds.cataloguetext import read_catalogue_text
from casecracker.seeds.challenge import Challenge, Proof
from casecracker.seeds.checking import Claim

FILE = Path(__file__).parent / "data" / "challenges.jsonl"


def challenges() -> list[Challenge]:
    return read_catalogue_text(FILE.read_text(encoding="utf-8"), FILE.name)


def challenge(name: str) -> Challenge:
    return next(row for row in challenges() if row.id == name)


def made_catalogue(path: Path) -> str:
    """A catalogue in a file, with all challenges; its path as text."""
    with Catalogue.create(str(path)) as catalogue:
        catalogue.add(challenges())
    return str(path)


@dataclass(frozen=True)
class FewMeasures:
    turns: int

    @classmethod
    def from_json(cls, value: Mapping[str, object]) -> Self:
        return cls(int(str(value["turns"])))


def grade_by_turns(measures: FewMeasures, kind: str) -> str:
    assert kind in {"witch-cult", "king-in-yellow", "classic", "hardboiled"}
    return ["easy", "medium", "hard"][min(measures.turns // 15, 2)]


def grade_of_problem(measures: Mapping[str, object]) -> str:
    return grade_by_turns(FewMeasures.from_json(measures), "classic")


def use_few_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "Measures", FewMeasures)
    for name in ("_seen_anew", "_tags"):  # measures and tags of the file are made up
        monkeypatch.setattr(checking, name, lambda _: Claim("made up", True, ""))
    monkeypatch.setattr(checking, "grade_of", grade_by_turns)
    monkeypatch.setattr(checking, "grade_of_problem", grade_of_problem)


def claiming(row: Challenge, proof: Proof) -> Challenge:
    """The row with another claim."""
    return replace(row, certificate=replace(row.certificate, proof=proof))
