"""Streets of Arkham from Python: `casecracker.streets`, and what the other functions say."""

from collections.abc import Callable
from pathlib import Path

import pytest

import casecracker
from casecracker import streets
from casecracker.engine.errors import CasecrackerError, GameError, RecordError
from casecracker.engine.games import find_game
from casecracker.engine.targets import subject_of
from tests.streets.small import doomed, two_signs

CODE = "streets-of-arkham:7"


def test_hints_of_a_code_a_deal_a_state_and_a_file_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{CODE}\n", encoding="utf-8")
    deal = streets.deal(CODE)
    state = streets.State.start(deal)
    found = streets.hint(CODE, samples=2)
    assert {hint.move for hint in found} == set(state.moves())
    for target in (deal, state, path, str(path)):
        assert streets.hint(target, samples=2) == found


def test_solve_verify_and_review() -> None:
    result = streets.solve(two_signs())
    assert str(result.verdict) == "winnable"
    streets.verify(result)
    found = streets.review(result.source, result.moves)
    assert found.status == "won"
    with pytest.raises(RecordError, match="no line"):
        streets.verify(streets.solve(doomed()))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: streets.deal(7), "a deal code is a text"),  # type: ignore[arg-type]
        (lambda: streets.solve(CODE, time_limit=-1), "time_limit is -1"),
        (lambda: streets.solve(CODE, time_limit=float("nan")), "time_limit is nan"),
        (lambda: streets.solve(CODE, time_limit="5"), "time_limit is '5'"),  # type: ignore[arg-type]
        (lambda: streets.review(CODE, time_limit=-1), "time_limit is -1"),
        (lambda: streets.review(CODE, 5), "moves are a list"),  # type: ignore[arg-type]
        (lambda: streets.review(CODE, "gate 4"), "moves are a list of texts, not 'gate 4'"),
        (lambda: streets.verify("w7.json"), "verify takes a result"),  # type: ignore[arg-type]
        (lambda: streets.hint(CODE, seed=-1), "seed is -1"),
    ],
)
def test_wrong_arguments_are_refused(call: Callable[[], object], words: str) -> None:
    with pytest.raises(CasecrackerError, match=words):
        call()


def test_shorter_lines_are_looked_for_if_asked() -> None:
    assert streets.solve(two_signs(), shortest=True).proven_shortest


def test_what_is_not_there_for_this_game_says_so() -> None:
    with pytest.raises(GameError, match="not there for streets-of-arkham"):
        find_game("streets-of-arkham")
    with pytest.raises(GameError, match="not there for streets-of-arkham"):
        subject_of("streets-of-arkham:7")


def test_a_setting_without_a_value_is_told() -> None:
    with pytest.raises(GameError, match="investigators needs a value"):
        streets.deal("streets-of-arkham:7,investigators")


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(CasecrackerError, match="samples is 0"):
        streets.hint(CODE, samples=0)
    with pytest.raises(CasecrackerError, match="seed"):
        streets.hint(CODE, seed="x")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(CasecrackerError, match="a target is"):
        streets.solve(7)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(CasecrackerError, match="looks like"):
        streets.solve("streets-of-arkham")
    with pytest.raises(RecordError, match="move 1"):
        streets.review(CODE, ["dance"])
    won = streets.State.start(two_signs())
    for move in streets.solve(two_signs()).moves:
        won = won.play(move)
    with pytest.raises(ValueError, match="the game is over"):
        streets.hint(won)


ELSEWHERE: dict[str, Callable[[], object]] = {
    "solve": lambda: casecracker.solve(CODE),
    "solve a deal": lambda: casecracker.solve(streets.deal(CODE)),  # type: ignore[arg-type]
    "solve in steps": lambda: casecracker.solving(CODE),
    "hint": lambda: casecracker.hint(CODE),
    "hint a deal": lambda: casecracker.hint(streets.deal(CODE)),  # type: ignore[arg-type]
    "hint a state": lambda: casecracker.hint(
        streets.State.start(streets.deal(CODE))  # type: ignore[arg-type]
    ),
    "review": lambda: casecracker.review(streets.deal(CODE), ["stay"]),  # type: ignore[arg-type]
    "verify": lambda: casecracker.verify(streets.solve(two_signs())),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_the_functions_of_the_other_games_name_the_right_one(name: str) -> None:
    with pytest.raises(GameError, match=rf"casecracker\.streets\.{name.partition(' ')[0]} does"):
        ELSEWHERE[name]()


def test_a_file_with_such_a_game_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"{CODE}  # mine\nstay\n", encoding="utf-8")
    for target in (path, str(path)):
        with pytest.raises(GameError, match=r"casecracker\.streets\.solve does"):
            casecracker.solve(target)
