"""`casecracker hint`: what it prints, what it refuses, and that nothing hidden comes through."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casecracker.cli import main
from casecracker.engine.dealfile import load_target
from casecracker.engine.position import Position
from casecracker.engine.positionfile import file_of
from casecracker.engine.positiontext import position_text
from casecracker.engine.state import State
from casecracker.solver.chances import HOPELESS, chances
from casecracker.solver.search import solve_deal
from tests.decks import make_clue, make_deal, make_deck

KEYS = {"move", "text", "win_chance", "low", "high", "samples", "cut_off", "turns", "why"}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["hint", *words])


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("code", ["witch-cult:7", "king-in-yellow:3", "infinite-gulfs:5"])
def test_every_legal_decision_is_ranked_with_a_reason(code: str) -> None:
    found = answer(code, "--samples", "8")
    legal = {str(move) for move in State.start(load_target(code)).moves()}
    assert {entry["move"] for entry in found["moves"]} == legal
    for entry in found["moves"]:
        assert set(entry) == KEYS
        assert entry["low"] <= entry["win_chance"] <= entry["high"]
        assert entry["why"].endswith(".")
    assert found["deck"]["provenance"] == "synthetic"


def test_the_same_seed_gives_the_same_answer() -> None:
    first, second = (answer("witch-cult:7", "--samples", "16", "--seed", "5") for _ in range(2))
    assert first["moves"] == second["moves"]


def test_another_hidden_order_gives_the_same_answer(tmp_path: Path) -> None:
    position = Position.of(State.start(load_target("witch-cult:7")))
    other = position.state(position.stack[::-1], position.unseen[::-1][: position.left], seed=9)
    path = tmp_path / "position.toml"
    path.write_text(position_text(file_of(other.deal)))
    hidden, shown = answer("witch-cult:7", "--samples", "16"), answer(str(path), "--samples", "16")
    assert hidden["moves"] == shown["moves"]


def test_with_the_deal_each_decision_has_a_verdict() -> None:
    found = answer("witch-cult:7", "--with-deal", "--time-limit", "20")
    assert found["with_deal"]
    assert {entry["win_chance"] for entry in found["moves"]} <= {0.0, 1.0, None}
    assert found["moves"][0]["win_chance"] == 1.0


def test_the_deal_may_come_from_standard_input() -> None:
    words = ["hint", "-", "--with-deal", "--time-limit", "10", "--json"]
    result = CliRunner().invoke(main, words, input="witch-cult:7\n")
    assert result.exit_code == 0, result.output


def test_an_interrupt_ends_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = replace(solve_deal(load_target("witch-cult:7")), interrupted=True)
    monkeypatch.setattr("casecracker.solver.chances.solve_deal", lambda *_, **__: stopped)
    with pytest.raises(KeyboardInterrupt):
        chances(Position.of(State.start(load_target("witch-cult:7"))))


def test_the_verdict_counts_hidden_orders() -> None:
    found = answer("witch-cult:7", "--verdict", "--samples", "3")
    assert found["winnable"] + found["unwinnable"] + found["undecided"] == 3
    assert not found["lost"]
    assert "upper bound" in run("witch-cult:7", "--verdict", "--samples", "2").output


def test_a_deck_without_enough_puzzles_is_lost_whatever_comes() -> None:
    deck = make_deck([make_clue("p1", attributes="puzzle")], least=12)
    found = chances(Position.of(State.start(make_deal(deck, puzzles=2))))
    assert found.proof == HOPELESS
    assert found.samples == 0


@pytest.mark.parametrize(("menace", "proof"), [("all", HOPELESS), ("minus-one", None)])
def test_nothing_is_called_lost_for_a_menace_that_may_be_in_the_box(
    menace: str, proof: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casecracker.solver.chances.is_hopeless", lambda *_: True)
    deal = load_target(f"infinite-gulfs:5,menace={menace}")
    found = chances(Position.of(State.start(deal)), samples=1, time_limit=0.1)
    assert found.proof == proof


def test_every_answer_names_the_deck_and_calls_it_synthetic() -> None:
    words = ("witch-cult:7", "--samples", "1")
    for more in ((), ("--verdict",)):
        assert "standard, seed 0, synthetic" in " ".join(run(*words, *more).output.split())
    known = run("witch-cult:7", "--with-deal", "--time-limit", "4").output
    assert "standard, seed 0, synthetic" in known


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("witch-cult:7", "--with-deal", "--verdict"), "cannot go together"),
        (("nowhere.toml",), "nowhere.toml"),
        (("witch-cult:7", "--samples", "0"), "--samples"),
        (("witch-cult:7", "--seed", str(2**64)), "--seed"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
