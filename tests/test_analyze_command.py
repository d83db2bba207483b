"""`casecracker analyze`: what it prints, as text and as JSON, and how it fails."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casecracker.cli import main
from casecracker.engine.dealfile import deal_text
from casecracker.engine.deckfile import deck_text
from tests import need_decks
from tests.small_games import small_games


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["analyze", *words], input=stdin)


@cache
def shown(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return " ".join(result.output.split())


@cache
def found(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    value: dict[str, Any] = json.loads(result.stdout)
    return value


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.toml"
    path.write_text(deck_text(need_decks.ring_of_keys()), encoding="utf-8")
    return str(path)


def test_a_game_is_told_in_tables() -> None:
    text = shown("infinite-gulfs")
    assert "Synthetic Infinite Gulfs, standard, seed 1 (synthetic)" in text
    assert "critical chain: no game takes less" in text
    assert "│ all objectives complete │ │ 27 │ 24 │ 4 │" in text
    assert "│ objective 3 Patient confession │ B G │ 8 │ 7 │ 1 │" in text
    assert "case 7 The Haunter of the Dark" in text
    assert "Tillinghast's Machine │ c09, c41 │" in text
    assert "every deal with these settings" in text


def test_a_game_won_by_types_has_no_objectives() -> None:
    text = shown("king-in-yellow")
    assert "│ 5 puzzle cards of different types │ │ 12 │ 11 │ 1 │" in text
    assert "2 cards: {c11, c45}" in text
    assert "closed first" not in text


def test_a_deal_says_what_its_settings_are() -> None:
    text = shown("witch-cult:7,puzzles=6")
    assert "puzzles 6" in text
    assert "6 puzzle cards of different types" in text
    assert "witch-cult:7,puzzles=6 and every deal with these settings" in text


def test_the_same_as_json() -> None:
    value = found("infinite-gulfs")
    assert value["deck"]["provenance"] == "synthetic"
    assert value["deck"]["id"] == "infinite-gulfs-standard"
    assert value["settings"]["mode"] == "hardboiled"
    assert value["deal"] is None
    goal = value["goal"]
    assert (goal["turns"], goal["plays"], goal["closings"]) == (27, 24, 4)
    assert goal["possible"]
    assert goal["exact"]
    assert "case:7" in goal["single_points"]
    assert goal["blocking"]["size"] == 5
    assert [row["letters"] for row in value["objectives"]] == [
        ["E", "G", "I"],
        ["A", "H", "I"],
        ["B", "G"],
        ["D", "E"],
        ["F", "G"],
    ]
    assert value["objectives"][0]["closings_first"] == ["closing:1", "closing:2", "closing:6"]
    assert value["never_laid"] == []


def test_the_json_names_the_deal() -> None:
    assert found("infinite-gulfs:7,mode=classic")["deal"] == "infinite-gulfs:7,mode=classic"
    assert found("infinite-gulfs:7,mode=classic")["objectives"] == []


def test_the_page_names_every_field_of_the_json() -> None:
    page = (Path(__file__).parent.parent / "docs" / "graph.md").read_text(encoding="utf-8")
    value = found("infinite-gulfs")
    rows = [value, value["goal"], value["objectives"][0], value["goal"]["blocking"]]
    rows += [value["goal"]["plan"][0], value["competitions"][0]]
    for row in rows:
        assert all(f"`{key}`" in page for key in row), row.keys()
    assert "`deadlock`" in page


def test_what_is_impossible_is_called_so(broken: str) -> None:
    text = shown(broken)
    assert "The goal is impossible" in text
    assert "none needed: impossible anyway" in text
    assert "Never laid in any game (proved): goal, first, second" in text
    assert "wait for each other for ever" in text
    value = found(broken)
    assert not value["goal"]["possible"]
    assert value["never_laid"] == ["card:goal", "card:first", "card:second"]
    assert value["rings"][0]["deadlock"]


def test_other_decks_are_taken(broken: str) -> None:
    assert found("infinite-gulfs", "--deck", broken)["deck"]["name"] == "Small test deck"
    assert found("witch-cult-tight")["deck"]["id"] == "witch-cult-tight"
    result = CliRunner().invoke(main, ["analyze", "-", "--json"], input="witch-cult:7\n")
    assert json.loads(result.stdout)["deal"] == "witch-cult:7"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["witch-clut"], "did you mean"),
        (["no-such-file.toml"], "no-such-file.toml"),
        (["witch-cult:x"], "witch-cult:x"),
        (["witch-cult", "--deck", "infinite-gulfs-tight"], "not of witch-cult"),
        (["infinite-gulfs:1,mode=hard"], "mode"),
        ([], "GAME|DECK|TARGET"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not result.stdout


@pytest.fixture(scope="module")
def small_deal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small deal that can be won, as a file beside its deck."""
    game = next(game for game in small_games() if game.turns and len(game.deal.draw) < 11)
    folder = tmp_path_factory.mktemp("small")
    (folder / "deck.toml").write_text(deck_text(game.deal.deck), encoding="utf-8")
    path = folder / "deal.toml"
    path.write_text(deal_text(replace(game.deal, seed=1)), encoding="utf-8")
    return str(path)


def test_the_map_of_a_deal_names_its_shortest_lines(small_deal: str) -> None:
    value = json.loads(run(small_deal, "--map", "--json").stdout)
    assert value["proven_shortest"]
    assert value["sets"][0]["known"] == "proved"
    assert "every line plays" in run(small_deal, "--map").output


def test_what_if_solves_the_changed_deals(small_deal: str) -> None:
    facts = json.loads(run(small_deal, "--map", "--json").stdout)["sets"][0]["facts"]
    card = facts["may_play"][0]
    twice = ["--without", card, "--without", card]
    rows = json.loads(run(small_deal, *twice, "--json").stdout)["changes"]
    assert len(rows) == 1
    assert card in json.dumps(rows)
    assert "verdict" in run(small_deal, "--what-if").output


def test_statistics_and_worth_of_a_deck() -> None:
    assert "stability-check" in run("witch-cult", "--statistics").output
    small = run("witch-cult-standard", "--worth", "1", "--json")
    assert small.exit_code == 0, small.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["witch-cult", "--map"], "asked of a deal"),
        (["witch-cult:1", "--map", "--statistics"], "at a time"),
        (["witch-cult:1", "--what-if", "--without", "c01"], "at a time"),
        (["witch-cult:1", "--without", "c99"], "c99"),
        (["witch-cult", "--worth", "0"], "--worth"),
        (["witch-cult", "--statistics", "--time-limit", "5"], "--time-limit goes with --map"),
        (["witch-cult", "--time-limit", "5"], "--time-limit goes with --map"),
    ],
)
def test_questions_that_do_not_fit_are_one_line(words: list[str], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr.splitlines()[-1]
    assert not result.stdout
