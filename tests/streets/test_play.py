"""`casecracker play` of Streets of Arkham: files that must not be lost, and what is told."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from casecracker.cli import main
from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import write_text
from casecracker.gamefile import last_path
from casecracker.solver.streets.record import load_record

CODE = "streets-of-arkham:7"
OTHER = "streets-of-arkham:8"


def play(*words: str, lines: str = "quit\n") -> tuple[int, str]:
    """The exit status of `play`, and all it printed."""
    return run("play", *words, lines=lines)


def run(*words: str, lines: str = "") -> tuple[int, str]:
    """The exit status of a command, and all it printed; errors that end it as texts."""
    result = CliRunner().invoke(main, list(words), input=lines)
    return result.exit_code, result.output + str(result.exception or "")


def moves_in(path: str | Path) -> tuple[str, ...]:
    return load_record(str(path)).moves


@pytest.fixture
def kept(in_tmp: Path) -> Path:
    """A game of two moves."""
    assert play(CODE, "--file", "kept.json", lines="1\n1\n")[0] == 0
    path = in_tmp / "kept.json"
    assert len(moves_in(path)) == 2
    return path


# Files


def test_a_file_of_the_same_deal_is_gone_on_with(kept: Path) -> None:
    before = moves_in(kept)
    assert play(CODE, "--file", "kept.json", lines="1\n")[0] == 0
    assert moves_in(kept)[:2] == before
    assert len(moves_in(kept)) == 3


@pytest.mark.parametrize("code", [OTHER, "witch-cult:42"])
def test_a_file_of_another_deal_is_refused_and_stays(kept: Path, code: str) -> None:
    before = kept.read_text()
    status, text = play(code, "--file", "kept.json")
    assert status != 0
    assert "kept.json holds a game of another deal; choose another name" in text
    assert kept.read_text() == before


def test_a_file_of_another_kind_of_game_is_refused_and_stays(in_tmp: Path) -> None:
    assert play("witch-cult:42", "--file", "noir.json")[0] == 0
    before = (in_tmp / "noir.json").read_text()
    status, text = play(CODE, "--file", "noir.json")
    assert status != 0
    assert "noir.json holds a game of another deal; choose another name" in text
    assert (in_tmp / "noir.json").read_text() == before


def test_a_result_is_left_as_it_is(kept: Path) -> None:
    document = json.loads(kept.read_text())
    kept.write_text(json.dumps({**document, "result": {}}, indent=1))
    before = kept.read_text()
    for words in ((CODE, "--file", "kept.json"), ("kept.json",)):
        status, text = play(*words, lines="1\n")
        assert status == 0
        assert "kept.json holds a result and is left as it is" in text
        assert kept.read_text() == before


def test_a_file_without_a_target_is_gone_on_with(kept: Path) -> None:
    assert play("--file", "kept.json", lines="1\n")[0] == 0
    assert len(moves_in(kept)) == 3


def test_without_a_file_the_game_is_kept_and_goes_on_without_a_target() -> None:
    status, text = play(CODE, lines="gate 1\n")
    assert status == 0
    path = last_path()
    assert path is not None
    assert "after every move" in text
    assert moves_in(path) == ("gate 1",)
    status, text = play(lines="1\n")
    assert status == 0
    assert f"{CODE}, 1 moves" in text
    assert len(moves_in(path)) == 2


def test_save_does_not_replace_another_game(kept: Path) -> None:
    assert play(OTHER, "--file", "other.json", lines="1\n")[0] == 0
    before = Path("other.json").read_text()
    status, text = play("kept.json", lines="save other.json\n1\n")
    assert status == 2
    assert "other.json holds another game or a result; choose another name" in text
    assert Path("other.json").read_text() == before
    assert len(moves_in(kept)) == 3


def test_save_to_a_bad_path_spoils_nothing(kept: Path, in_tmp: Path) -> None:
    (in_tmp / "folder").mkdir()
    status, text = play("kept.json", lines="save folder\n1\nsave copy.json\n1\n")
    assert status == 2
    assert text.count("refused") == 1
    assert len(moves_in(kept)) == 4
    assert len(moves_in("copy.json")) == 3


def test_a_move_that_cannot_be_kept_is_made_and_told(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def full_once(path: str, text: str) -> None:
        if path == "kept.json" and len(json.loads(text)["moves"]) == 3:
            calls.append(path)
            raise FileFormatError("kept.json: no space left")
        write_text(path, text)

    monkeypatch.setattr("casecracker.gamefile.write_text", full_once)
    status, text = play("kept.json", lines="1\n1\n")
    assert status == 2
    assert text.count("the move was made, but could not be kept: kept.json: no space left") == 1
    assert "refused" not in text
    assert calls == ["kept.json"]
    assert len(moves_in(kept)) == 4


@pytest.mark.parametrize("command", ["hint", "play", "review", "deal"])
def test_a_record_has_its_own_cards(kept: Path, command: str) -> None:
    status, text = run(command, "kept.json", "--deck", "box.toml")
    assert status != 0
    assert "a record has its own cards; leave --deck out" in text


@pytest.mark.parametrize("line", ["redo", "why not go 9"])
def test_commands_that_are_not_there_say_so(line: str) -> None:
    status, text = play(CODE, lines=f"{line}\n")
    assert status == 2
    assert f"refused: {line.split(maxsplit=1)[0]} is not there for streets-of-arkham" in text
