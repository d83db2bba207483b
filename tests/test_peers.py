"""The benchmark beside peers runs without any of them, and names those that can be installed."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casecracker.engine.dealfile import parse_code
from casecracker.engine.state import State
from casecracker.solver.table import make_table
from tests.bench import peers, speed
from tests.bench.peers import CASECRACKER, PEERS, Effort, first_large, report, version_of

ROOT = Path(__file__).parent.parent


def test_the_extra_names_the_peers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {re.split("[^a-z-]", word)[0] for word in project["optional-dependencies"]["bench"]}
    assert named == {peer.package for peer in PEERS} - {CASECRACKER}


def test_a_peer_that_is_not_installed_is_left_out_with_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(peers, "version_of", lambda _: None)
    for place, peer in enumerate(PEERS):
        assert list(report(place, 1)) == [f"{peer.package}: {peer.name}: not installed, left out"]


def test_a_binding_without_its_library_is_left_out_with_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: object) -> Any:
        raise OSError("no library")

    monkeypatch.setattr(peers, "version_of", lambda _: "1.0")
    monkeypatch.setattr(peers, "apart", missing)
    assert list(report(0, 1))[1:] == ["  cannot be loaded, left out: no library"]


def here(function: Callable[..., Any], *arguments: int) -> Any:
    return function(*arguments)


def test_casecracker_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "apart", here)
    place = next(n for n, peer in enumerate(PEERS) if peer.name.endswith("standard deck"))
    _, deals, _ = report(place, 2)
    assert deals.startswith("  2 of 2 decided (2 won, 0 lost), ")
    effort = peers.casecracker_search(50_000)
    assert (effort.states, effort.stored > 1_000) == (50_001, True)
    assert peers.casecracker_perft(1).states > 10_000
    assert version_of(CASECRACKER) is not None


def test_the_speed_row_is_of_the_first_search_that_takes_its_budget() -> None:
    efforts = {0: Effort(10, 1, 0.1), 1: Effort(100, 50, 0.2), 2: Effort(100, 60, 0.3)}
    assert first_large(lambda seed: efforts[seed], 100) == efforts[1]


def test_speed_with_and_without_bounds_finds_the_same() -> None:
    root = State.start(parse_code("witch-cult:0"))
    table = make_table(1 << 12)
    runs = [speed.run(root, 11, pruning, 20_000, table) for _, pruning in speed.PRUNINGS]
    assert runs[0].is_over
    assert runs[0].states <= runs[1].states <= runs[2].states
    assert "24 bytes an entry, 4,096 entries, " in speed.memory(runs[2], table)
