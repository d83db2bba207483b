"""The commands of `casecracker seeds`: what they print, write and refuse."""

import csv
import datetime
import io
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casecracker.cli import main
from casecracker.seeds.catalogue import Catalogue
from casecracker.seeds.daily import daily
from tests.challenges import FILE, challenge, challenges, made_catalogue, use_few_measures

PROBLEM = "witch-cult:7#24-b706"


@pytest.fixture(autouse=True)
def _in_tmp(in_tmp: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_catalogue(in_tmp / "made.sqlite")
    use_few_measures(monkeypatch)


def run(command: str, *words: str, path: str = "made.sqlite") -> Result:
    return CliRunner().invoke(main, ["seeds", command, *words, "--catalogue", path])


def printed(command: str, *words: str) -> str:
    result = run(command, *words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def read(command: str, *words: str) -> Any:
    return json.loads(printed(command, *words, "--json"))


def refused(command: str, *words: str, path: str = "made.sqlite") -> str:
    result = run(command, *words, path=path)
    assert result.exit_code == 2
    assert result.stdout == ""
    head, line = result.stderr[:20], result.stderr.removesuffix("\n")
    assert head == "casecracker: error: "
    assert "\n" not in line
    return line


# list


def test_list_tells_every_row_but_no_solution() -> None:
    text = printed("list")
    for row in challenges():
        assert any(
            all(word in line for word in (row.id, row.grade, f" {row.turns} ", "(synthetic)"))
            for line in text.splitlines()
        )
        assert row.certificate.moves[0] not in text.split()


def test_list_as_json() -> None:
    rows = read("list")
    assert [row["id"] for row in rows] == [row.id for row in challenges()]
    fields = {"code", "game", "mode", "grade", "turns", "tags", "deck", "kind", "proof"}
    assert all(fields <= set(row) for row in rows)
    assert rows[0]["mode"] == "classic"
    assert rows[-1]["mode"] is None
    assert rows[0]["deck"]["provenance"] == "synthetic"


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["--game", "witch-cult", "--kind", "deal"], ["witch-cult:7", "witch-cult:42"]),
        (["--mode", "classic", "--tag", "quick"], ["infinite-gulfs:1,mode=classic"]),
        (["--tag", "quick", "--tag", "endgame"], []),
        (["--turns", "4"], [PROBLEM]),
        (["--turns", "4-27", "--grade", "medium"], ["witch-cult:7", PROBLEM]),
        (["--turns", "31-", "--sort", "turns"], ["king-in-yellow:3", "infinite-gulfs:2"]),
        (["--turns", "-3", "--limit", "1"], ["infinite-gulfs:1,mode=classic#10-86d6"]),
        (["--deck", "witch-cult-tight"], []),
    ],
)
def test_list_chooses_and_sorts(words: list[str], ids: list[str]) -> None:
    assert [row["id"] for row in read("list", *words)] == ids


def test_list_sorts_by_grade_from_easy_on() -> None:
    grades = [row["grade"] for row in read("list", "--sort", "grade")]
    assert grades == sorted(grades, key=["easy", "medium", "hard"].index)
    assert grades != sorted(grades)


def test_list_of_nothing_says_so() -> None:
    result = run("list", "--turns", "99")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "no challenge is like that\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--game", "witchcult"], "unknown game 'witchcult'; did you mean 'witch-cult'?"),
        (["--grade", "mild"], "no grade 'mild'; one of: easy, medium, hard, fiendish"),
        (["--mode", "soft"], "no mode 'soft'; one of: hardboiled, classic"),
        (["--turns", "x-3"], "'x-3' is no span of turns"),
        (["--turns", "-"], "'-' is no span of turns"),
        (["--turns", "9-8"], "the smaller number comes first"),
        (["--turns", "9999999999999999999"], "is no span of turns"),
        (["--limit", "0"], "--limit"),
    ],
)
def test_list_refuses_words_that_no_row_can_have(words: list[str], told: str) -> None:
    assert told in refused("list", *words)


# show


def test_show_tells_the_terms_and_keeps_the_solution() -> None:
    text = printed("show", PROBLEM)
    row = challenge(PROBLEM)
    assert f"{PROBLEM}: Win in 4 turns. Only one first decision does it." in text
    assert "grade: medium" in text
    assert "endgame" not in text  # a theme tells something of the solution
    assert "(synthetic), witch-cult-standard" in text
    assert "leads      c25 c28 c29 c44 c05" in text
    assert f"after: {'; '.join(row.played)}" in text
    assert "; ".join(row.certificate.moves[:3]) not in text


def test_show_tells_the_solution_if_asked() -> None:
    text = printed("show", PROBLEM, "--solution")
    assert "[hand; play c27 3; check]" in text
    assert "themes: endgame" in text
    assert "The big picture is complete: the game is won." in text
    assert " 23  " not in text  # turns before the position are no part of it


def test_show_as_json() -> None:
    row = challenge(PROBLEM)
    assert "solution" not in read("show", PROBLEM)
    told = read("show", PROBLEM, "--solution")
    assert told["solution"] == list(row.certificate.moves)
    assert told["played"] == list(row.played)
    assert told["measures"] == {"turns": 27}


def test_show_of_a_solution_that_does_not_replay_is_refused() -> None:
    with sqlite3.connect("made.sqlite") as database:
        database.execute("UPDATE challenge SET line = ? WHERE id = ?", ('["a"]', PROBLEM))
    assert PROBLEM in refused("show", PROBLEM, "--solution")


def test_show_of_an_unknown_id_is_refused() -> None:
    assert "no challenge 'witch-cult:77'; did you mean" in refused("show", "witch-cult:77")


# check


def test_check_proves_rows_again() -> None:
    text = printed("check", "witch-cult:7")
    assert f"{PROBLEM}: holds (synthetic deck)" in text
    assert "  + of 8 first decisions only one wins in 4 turns: proved by" in text
    assert text.endswith("2 rows: 2 hold, 0 undecided, 0 fail\n")


def test_check_of_a_false_row_ends_with_1_and_says_why() -> None:
    spoil("UPDATE challenge SET grade = 'easy' WHERE id = 'witch-cult:7'")
    result = run("check", "--game", "witch-cult", "--kind", "deal")
    assert result.exit_code == 1
    assert "witch-cult:7: FAILS" in result.stdout
    assert "  - its measures make it easy: they make it medium" in result.stdout
    assert result.stdout.endswith("2 rows: 1 hold, 0 undecided, 1 fail\n")


def spoil(statement: str) -> None:
    database = sqlite3.connect("made.sqlite")
    with database:
        database.execute(statement)
    database.close()


def test_check_within_no_time_is_undecided_and_no_failure() -> None:
    text = printed("check", PROBLEM, "--time-limit", "0")
    assert f"{PROBLEM}: undecided" in text
    assert text.endswith("1 rows: 0 hold, 1 undecided, 0 fail\n")


def test_check_of_a_sample_as_json() -> None:
    told = read("check", "--sample", "3", "--seed", "5", "--time-limit", "0")
    again = read("check", "--sample", "3", "--seed", "5", "--time-limit", "0")
    assert [row["id"] for row in told["rows"]] == [row["id"] for row in again["rows"]]
    assert len(told["rows"]) == 3
    assert told["hold"] + told["undecided"] + told["fail"] == 3
    assert all(row["deck"]["provenance"] == "synthetic" for row in told["rows"])


def test_check_of_nothing_is_an_error() -> None:
    assert "nothing to check" in refused("check", "--turns", "99")
    assert "no challenge 'witch-cult:8'" in refused("check", "witch-cult:8")


# export


def test_export_writes_the_catalogue_as_text() -> None:
    assert printed("export", "--format", "jsonl") == FILE.read_text(encoding="utf-8")


def test_export_writes_a_table_to_a_file_and_replaces_its_own_alone() -> None:
    words = ["export", "--format", "csv", "--out", "table.csv", "--game", "witch-cult"]
    for _ in range(2):
        result = run(*words)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "wrote table.csv\n")
    rows = list(csv.DictReader(io.StringIO(Path("table.csv").read_text(encoding="utf-8"))))
    assert [row["id"] for row in rows] == ["witch-cult:7", PROBLEM, "witch-cult:42"]
    Path("table.csv").write_text("precious")
    assert "would be lost" in refused(*words)
    assert Path("table.csv").read_text() == "precious"


def test_export_writes_sheets() -> None:
    result = run("export", PROBLEM, "--format", "html", "--paper", "letter", "--out", "sheet.html")
    assert result.exit_code == 0
    html = Path("sheet.html").read_text(encoding="utf-8")
    assert f"<title>Case sheet {PROBLEM}</title>" in html
    assert "size: letter" in html


def test_export_of_nothing_writes_nothing() -> None:
    words = ["export", "--format", "csv", "--turns", "99", "--out", "none.csv"]
    assert "nothing to export" in refused(*words)
    assert not Path("none.csv").exists()


# daily


def test_daily_of_a_date() -> None:
    row = daily(datetime.date(2026, 1, 31), challenges())
    assert row is not None
    text = printed("daily", "2026-01-31")
    assert text.startswith(f"The challenge of 2026-01-31\n{row.id}: ")
    told = read("daily", "2026-01-31")
    assert (told["date"], told["id"]) == ("2026-01-31", row.id)
    assert "solution" not in told


def test_daily_of_a_game_and_grade() -> None:
    rows = [row for row in challenges() if row.game == "witch-cult" and row.grade == "medium"]
    row = daily(datetime.date(2026, 1, 31), rows)
    assert row is not None
    told = read("daily", "2026-01-31", "--game", "witch-cult", "--grade", "medium")
    assert told["id"] == row.id


def test_daily_without_a_date_is_that_of_today() -> None:
    before = datetime.date.today()
    told = read("daily")["date"]
    assert before <= datetime.date.fromisoformat(told) <= datetime.date.today()


def test_daily_refuses_what_is_no_date_and_what_has_no_challenge() -> None:
    assert "2026-02-30" in refused("daily", "2026-02-30")
    assert "no challenge is like that" in refused("daily", "--grade", "fiendish")


# Catalogues


def test_a_file_that_is_no_catalogue_is_one_line() -> None:
    Path("text").write_text("hello " * 100)
    assert refused("list", path="text").endswith("text: no catalogue of challenges")
    assert refused("check", path="gone").endswith("gone: no such file")


def test_the_shipped_catalogue_opens() -> None:
    result = CliRunner().invoke(main, ["seeds", "list", "--json"])
    assert result.exit_code == 0
    with Catalogue.shipped() as catalogue:
        assert len(json.loads(result.stdout or "[]")) == len(catalogue)
