"""`casecracker seeds generate`: rows, messages and exit statuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casecracker.cli import generating, main, working
from casecracker.seeds.catalogue import Catalogue
from casecracker.seeds.wanted import PROPERTIES


def _generate(*words: str) -> Result:
    return CliRunner().invoke(main, ["seeds", "generate", *words])


def test_options_are_the_properties() -> None:
    options = {name: (metavar, many) for name, metavar, many, _ in generating.WANTED}
    assert options == {name: (one.metavar, one.many) for name, one in PROPERTIES.items()}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["witch-kult"], "did you mean 'witch-cult'?"),
        (["witch-cult:42"], "is no game; a deck is given by --deck"),
        (["witch-cult", "--needs", "strane"], "did you mean 'strain'?"),
        (["witch-cult", "--turns", "9-8"], "is no range of turns"),
        (["witch-cult", "--turns", "-8"], "is won before turn"),
        (["witch-cult", "--setting", "victims"], "write NAME=VALUE"),
        (["witch-cult", "--setting", "victim=4"], "did you mean 'victims'?"),
        (["witch-cult", "--setting", "limits=5", "--setting", "limits=6"], "given twice"),
        (["witch-cult", "--win-in", "3"], "--win-in goes with --problems"),
        (["witch-cult", "--problems", "--win-in", "7"], "are won in 2 to 5 turns"),
        (["witch-cult", "--problems", "--six-types"], "--six-types is wanted of deals"),
        (["infinite-gulfs", "--needs", "strain"], "only 'contact' can be proved"),
        (["witch-cult", "--deck", "infinite-gulfs-standard"], "is one of infinite-gulfs"),
        (["witch-cult", "--grade", ""], "unknown grade ''"),
        (["witch-cult", "--catalogue", ""], "is no path of a file"),
        (["witch-cult", "--catalogue", "-"], "is no path of a file"),
        (["witch-cult", "--workers", "1", "--scheduler", "x:1"], "cannot go together"),
    ],
)
def test_what_cannot_be_searched_is_one_line(words: list[str], message: str) -> None:
    result = _generate(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert message in line


def test_a_catalogue_that_is_gone_is_not_taken_for_a_searched_one(tmp_path: Path) -> None:
    (tmp_path / "own.sqlite.searched.json").write_text('{"format": 1, "searches": {}}')
    result = _generate("witch-cult", "--problems", "--catalogue", str(tmp_path / "own.sqlite"))
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "delete it to begin them anew" in line
    assert not (tmp_path / "own.sqlite").exists()


def test_problems_go_into_a_new_catalogue_and_are_found_once(tmp_path: Path) -> None:
    path = str(tmp_path / "own.sqlite")
    words = ["witch-cult", "--problems", "--count", "2", "--workers", "1", "--catalogue", path]
    first = _generate(*words, "--json")
    assert first.exit_code == 0, first.stderr
    told = json.loads(first.stdout)
    assert told["deck"]["provenance"] == "synthetic"
    assert told["found"] == 2
    with Catalogue.open(path) as catalogue:
        assert {row.id for row in catalogue.rows()} == set(told["added"])
    again = _generate(*words)
    assert again.exit_code == 0
    assert again.stdout == ""
    assert "2 of 2 found" in again.stderr


def test_ctrl_c_keeps_what_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "own.sqlite")
    words = ["witch-cult", "--problems", "--count", "3", "--workers", "1", "--catalogue", path]

    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(working, "SECONDS_BETWEEN_NOTES", 0.0)
    monkeypatch.setattr(working, "note", interrupted)
    result = _generate(*words, "--json")
    assert result.exit_code == 130
    monkeypatch.undo()
    with Catalogue.open(path) as catalogue:
        assert len(catalogue) == len(json.loads(result.stdout)["added"]) == 1
    assert _generate(*words).exit_code == 0
