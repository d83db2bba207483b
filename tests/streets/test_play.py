"""`casecracker play` of Streets of Arkham: files that must not be lost, and what is told."""

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from casecracker.cli import main
from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import write_text
from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.flow import DECISIONS
from casecracker.engine.streets.state import StreetsState
from casecracker.gamefile import last_path
from casecracker.solver.streets.record import load_record
from casecracker.streets_moves import moves_in_words
from casecracker.streets_view import DUE
from tests.streets.hand import asset, card, game

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


# What else is told of a game


@pytest.mark.parametrize(
    "words",
    [
        ("hint", CODE, "--time-limit", "5"),
        ("hint", CODE, "--with-deal"),
        ("review", "kept.json", "--memory-limit", "100"),
    ],
)
def test_options_that_are_not_there_are_refused(kept: Path, words: tuple[str, ...]) -> None:
    status, text = run(*words)
    assert status != 0
    assert f"{words[2]} is not there for streets-of-arkham" in text


def test_hints_tell_their_unit() -> None:
    status, text = run("hint", CODE, "--samples", "1")
    assert status == 0
    unit = "worth: an Elder Sign is 100, a doom token from -25 (docs/streets.md, Hints)"
    assert text.splitlines()[-1] == unit


def test_a_review_tells_how_much_was_given_away(kept: Path) -> None:
    assert play("kept.json", lines="undo\ngo 3\nfail\n")[0] == 0
    status, text = run("review", "kept.json", "--time-limit", "0.1")
    assert status == 0
    assert "(by what could be seen)" in text
    assert re.search(r"\?\? gave away \d+ of worth; better: ", text)
    document = json.loads(run("review", "kept.json", "--time-limit", "0.1", "--json")[1])
    given = [round(one["given_away"]) for one in document["decisions"]]
    assert any(f"gave away {one} of worth" in text for one in given if one)


def test_a_review_of_no_moves_says_so(in_tmp: Path) -> None:
    assert play(CODE, "--file", "none.json")[0] == 0
    status, text = run("review", "none.json")
    assert status == 0
    assert "no moves to judge" in text
    assert "given away" not in text


def test_help_names_every_game() -> None:
    text = run("--help")[1]
    for words in ("Arkham Noir", "Streets of Arkham", "Elder Sign"):
        assert words in text


# Words


def test_every_decision_has_a_sentence() -> None:
    assert set(DUE) == {*DECISIONS, "over"}


def test_moves_tell_the_cards_they_are_about() -> None:
    up = [{**card(f"up{number}", "9"), "name": f"Up {number}"} for number in range(1, 4)]
    back = {"location": "Train Station", "difficulty": "red"}
    hidden = {**card("hidden", "1", **back), "name": "Hidden"}
    state = game(*up, hidden).state
    assert moves_in_words(state)["go 2"] == "Up 2"
    assert moves_in_words(state)["go 4"] == "facedown: Train Station, red"
    assert "Hidden" not in str(moves_in_words(state))


def test_giving_up_tells_the_penalties_and_a_task_its_needs() -> None:
    first = card("a", "2 L", penalties=["doom", "stamina -2"])
    table = game(first, green="2 L 1 1 1 1").play("go 1")
    assert moves_in_words(table.state)["fail"] == "give up: +1 doom, -2 stamina"
    assert moves_in_words(table.play("roll").state)["do 1 2 L"] == "task 1: 2 L"


def test_a_split_effect_tells_its_groups() -> None:
    first = card("a", "1", rewards=["clue 2 | spell"])
    table = game(first, assets=[asset("charm", "spell", "yellow")]).play("go 1; roll; do 1 1")
    assert moves_in_words(table.state) == {"choose 1": "+2 clue", "choose 2": "+1 spell"}


@pytest.mark.parametrize("code", [f"streets-of-arkham:{seed},investigators=2" for seed in (1, 2)])
def test_words_are_there_all_through_a_game(code: str) -> None:
    chance, state = random.Random(code), StreetsState.start(parse_streets_code(code))
    for _ in range(300):
        bare = [move for move, words in moves_in_words(state).items() if not words]
        assert all(move.startswith(("ability", "gain")) for move in bare), bare
        if not state.moves():
            break
        state = state.play(chance.choice(state.moves()))


def test_play_shows_words_beside_the_moves() -> None:
    _, text = play(CODE)
    assert "at which adventure does the gate open?" in text
    assert "1  gate 1  The Ornate Chest" in text


@pytest.mark.parametrize(("rewards", "words"), [("elder-sign", "WON"), ("doom", "LOST")])
def test_the_end_is_told_in_the_last_line(in_tmp: Path, rewards: str, words: str) -> None:
    rows = ", ".join(f'{{ id = "a{n}", rows = ["1"], rewards = ["{rewards}"] }}' for n in range(8))
    (in_tmp / "box.toml").write_text(
        'format = 1\ngame = "streets-of-arkham"\nname = "Small"\nprovenance = "synthetic"\n'
        f'adventure = [{rows}]\nmythos = [{{ id = "m" }}]\n'
        'ancient-one = [{ id = "boss", signs = 1, doom = 1, combat = "9 9 9", '
        'attack = ["devoured"] }]\n'
        'investigator = [{ id = "p", sanity = 3, stamina = 3 }]\n',
        encoding="utf-8",
    )
    path = Path("end.json")
    lines = "go 1\n1\n" + "1\n" * 40
    _, text = play(CODE, "--deck", "box.toml", "--file", str(path), lines=lines)
    state = load_record(str(path)).state()
    assert state.status.upper() == words
    assert f"The game is {words} in turn {state.turn} (Elder Signs {state['signs']} of 1" in text
    assert "`undo`, `save FILE` or `quit`." in text
    assert "due: the game is over" in text
