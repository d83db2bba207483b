"""The search in Streets of Arkham: proofs on small deals, lines on real ones, records, commands."""

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from casecracker import streets
from casecracker.cli import main
from casecracker.engine.errors import CasecrackerError, IllegalMoveError, RecordError
from casecracker.engine.streets.boxfile import shipped_box
from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import Verdict
from casecracker.solver.streets.bounds import turns_bound
from casecracker.solver.streets.record import (
    StreetsRecord,
    is_streets_record,
    parse_record,
    record_text,
    result_record,
    verify_record,
)
from casecracker.solver.streets.search import check_line, solve_streets
from tests.streets.hand import card, make_deal
from tests.streets.small import QUIET, doomed, two_signs


class Ticks:
    """A clock that advances a second each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_a_small_deal_is_won_in_the_fewest_turns() -> None:
    result = solve_streets(two_signs())
    assert result.verdict is Verdict.WINNABLE
    assert (result.turns, result.proven_shortest, result.limit) == (2, True, None)
    assert check_line(result.source, result.moves) == 2


def test_a_deal_that_can_be_won_at_once_is() -> None:
    deal = make_deal(card("a", "1", rewards=["elder-sign"]), ancient={"signs": 1}, mythos=QUIET)
    assert solve_streets(deal).turns == 1


def test_a_deal_that_is_won_when_it_begins_is_winnable() -> None:
    deal = make_deal(kit=["elder-sign 17"])
    assert StreetsState.start(deal).won
    result = solve_streets(deal)
    assert (result.verdict, result.turns) == (Verdict.WINNABLE, 1)
    assert (result.line, result.limit, result.proven_shortest) == ((), None, True)
    streets.verify(result)


def test_a_deal_that_nobody_can_win_is_proved_so() -> None:
    result = solve_streets(doomed())
    assert result.verdict is Verdict.UNWINNABLE
    assert result.proof
    assert (result.turns, result.line, result.limit) == (None, (), None)


def test_a_limit_is_never_a_proof() -> None:
    deal = parse_streets_code("streets-of-arkham:1")
    result = solve_streets(deal, time_limit=3.0, clock=Ticks())
    assert (result.verdict, result.limit, result.proof) == (Verdict.UNDECIDED, "time", None)


@pytest.mark.long
def test_a_deal_has_one_result_whatever_the_clock_says() -> None:
    deal = parse_streets_code("streets-of-arkham:16")
    first = solve_streets(deal, clock=lambda: 0.0)
    second = solve_streets(deal, clock=time.process_time)
    assert (first.moves, first.states) == (second.moves, second.states)
    assert first.limit is None


@pytest.mark.long
def test_shortest_goes_on_after_the_first_line() -> None:
    deal = parse_streets_code("streets-of-arkham:16")
    first = solve_streets(deal, clock=lambda: 0.0)
    longer = solve_streets(deal, shortest=True, time_limit=20.0)
    assert first.turns is not None
    assert longer.turns is not None
    assert longer.turns <= first.turns
    assert longer.limit == "time" or longer.proven_shortest


def test_the_bound_holds_for_lines_that_were_found() -> None:
    for deal in (two_signs(), make_deal(mythos=QUIET)):
        assert turns_bound(deal) >= 1
    assert turns_bound(two_signs()) == 2
    assert turns_bound(parse_streets_code("streets-of-arkham:2")) > 1


def test_a_box_with_signs_from_events_has_no_bound() -> None:
    odd = make_deal(events=[card("e", effects=["elder-sign"])], mythos=QUIET)
    assert turns_bound(odd) == 1
    assert turns_bound(make_deal(mythos=QUIET, kit=["elder-sign"])) == 1


def test_signs_for_each_investigator_all_count() -> None:
    shared = card("a", "1", rewards=["elder-sign 1 each"])
    deal = make_deal(shared, ancient={"signs": 2, "doom": 14}, investigators=2, mythos=QUIET)
    assert turns_bound(deal) == 1
    assert solve_streets(deal).turns == 1


@pytest.mark.long
def test_a_real_deal_is_won_and_the_referee_agrees() -> None:
    result = solve_streets(parse_streets_code("streets-of-arkham:2"), time_limit=60.0)
    assert result.verdict is Verdict.WINNABLE
    assert result.turns == check_line(result.source, result.moves)
    assert result.lower_bound is not None
    assert result.turns is not None
    assert result.lower_bound <= result.turns


def test_a_line_that_does_not_win_is_refused() -> None:
    deal = two_signs()
    moves = solve_streets(deal).moves
    with pytest.raises(RecordError, match="not won"):
        check_line(deal, moves[:-1])
    with pytest.raises(IllegalMoveError):
        check_line(deal, ("go 9", *moves))


def played_record(moves: int) -> StreetsRecord:
    """A game of a real deal after some first moves."""
    deal = parse_streets_code("streets-of-arkham:7")
    state, made = StreetsState.start(deal), []
    for _ in range(moves):
        made.append(state.moves()[-1])
        state = state.play(made[-1])
    return StreetsRecord(deal, tuple(made))


def test_a_record_is_read_as_it_was_written() -> None:
    record = played_record(12)
    again = parse_record(record_text(record), "the record")
    assert again.moves == record.moves
    assert again.deal == record.deal
    assert again.state() == record.state()


RECORD_FAULTS = [
    ({"moves": "go 1"}, "moves"),
    ({"deal": "witch-cult:1"}, "deal"),
    ({"digest": "0"}, "digest"),
    ({"more": 1}, "unknown key 'more'"),
    ({"result": 1}, "result"),
    ({"format": 9}, "newer"),
]


@pytest.mark.parametrize(("change", "words"), RECORD_FAULTS)
def test_a_record_that_is_none_is_refused(change: dict[str, object], words: str) -> None:
    document = {**json.loads(record_text(played_record(1))), **change}
    with pytest.raises(CasecrackerError, match=words):
        parse_record(json.dumps(document), "the record")


def test_a_record_that_does_not_win_is_not_verified() -> None:
    with pytest.raises(RecordError, match="not won"):
        verify_record(played_record(3))


def test_a_record_with_a_false_claim_is_not_verified() -> None:
    record = result_record(solve_streets(two_signs()))
    assert verify_record(StreetsRecord(record.deal, record.moves)) == 2
    false = StreetsRecord(record.deal, record.moves, "", {**(record.claims or {}), "turns": 1})
    with pytest.raises(RecordError, match="as it claims"):
        verify_record(false)


def test_a_record_whose_verdict_is_not_that_of_its_line_is_not_verified() -> None:
    record = result_record(solve_streets(two_signs()))
    for change in ({"verdict": "unwinnable"}, {"verdict": 1}, {"deck": "none"}):
        claims = {**(record.claims or {}), **change}
        with pytest.raises(RecordError, match=r"but the line wins|other cards"):
            verify_record(StreetsRecord(record.deal, record.moves, "", claims))


def test_a_record_without_a_digest_says_so() -> None:
    document = json.loads(record_text(played_record(1)))
    del document["digest"]
    with pytest.raises(RecordError, match="the record: digest is missing"):
        parse_record(json.dumps(document), "the record")


def test_a_record_is_known_however_its_json_is_laid_out() -> None:
    text = record_text(played_record(2))
    document = json.loads(text)
    backwards = dict(reversed(document.items()))
    for other in (
        json.dumps(document, separators=(",", ":")),
        json.dumps(document, indent=8).replace('":', '"\n : '),
        json.dumps({"moves": ["stay"] * 999, **backwards}),
        text[:-4],
    ):
        assert is_streets_record(other)
    assert not is_streets_record(json.dumps({**document, "game": "witch-cult"}))
    assert not is_streets_record(json.dumps([document]))


def run(*words: str, lines: str = "") -> tuple[int, str]:
    """The exit status and the output of a command."""
    result = CliRunner().invoke(main, list(words), input=lines)
    return result.exit_code, result.output


def test_deal_lays_the_shuffle_out() -> None:
    status, text = run("deal", "streets-of-arkham:7,investigators=2")
    assert status == 0
    assert "synthetic" in text
    assert "Green dice" in text
    status, text = run("deal", "streets-of-arkham:7", "--json")
    row = json.loads(text)
    assert row["deck"]["provenance"] == "synthetic"
    assert sorted(row["adventures"]) == sorted(c.id for c in shipped_box().places[:78])


def test_solve_says_undecided_with_status_3() -> None:
    status, text = run("solve", "streets-of-arkham:1", "--time-limit", "0", "--json")
    row = json.loads(text)
    assert status == 3
    assert (row["verdict"], row["limit"], row["scope"]) == ("undecided", "time", "game")


def test_solve_and_verify_a_box_of_ones_own(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    rows = ", ".join(
        f'{{ id = "a{n}", rows = ["1 1"], rewards = ["elder-sign"] }}' for n in range(8)
    )
    box.write_text(
        'format = 1\ngame = "streets-of-arkham"\nname = "Small"\nprovenance = "synthetic"\n'
        f'adventure = [{rows}]\nmythos = [{{ id = "m" }}]\n'
        'ancient-one = [{ id = "boss", signs = 1, doom = 3, combat = "9 9 9" }]\n'
        'investigator = [{ id = "p", sanity = 3, stamina = 3 }]\n',
        encoding="utf-8",
    )
    saved = tmp_path / "line.json"
    code = "streets-of-arkham:1"
    status, text = run("solve", code, "--deck", str(box), "--save", str(saved))
    assert status == 0, text
    assert "proven shortest" in text
    assert run("verify", str(saved))[0] == 0
    status, text = run("solve", code, "--deck", str(box), "--shortest", "--json")
    assert json.loads(text)["proven_shortest"]
    changed = json.loads(saved.read_text(encoding="utf-8"))
    changed["moves"] = changed["moves"][:-1]
    saved.write_text(json.dumps(changed), encoding="utf-8")
    assert run("verify", str(saved))[0] == 1


SMALL = (
    'format = 1\ngame = "streets-of-arkham"\nname = "Small"\nprovenance = "synthetic"\n'
    "adventure = [{}]\nmythos = [{}]\n"
    'ancient-one = [{{ id = "boss", signs = 1, doom = 3, combat = "9 9 9" }}]\n'
    'investigator = [{{ id = "p", sanity = 3, stamina = 3 }}]\n'
)


def test_a_deal_that_is_won_when_it_begins_is_told_and_verified(tmp_path: Path) -> None:
    box, saved = tmp_path / "box.toml", tmp_path / "line.json"
    rows = ", ".join(f'{{ id = "a{n}", rows = ["1 1"] }}' for n in range(8))
    mythos = '{ id = "m", effects = ["elder-sign 17"] }'
    box.write_text(SMALL.format(rows, mythos), encoding="utf-8")
    command = ("solve", "streets-of-arkham:1", "--deck", str(box))
    status, text = run(*command, "--save", str(saved))
    assert status == 0
    assert "winnable: it is won before the first move" in text
    assert run("verify", str(saved))[0] == 0
    row = json.loads(run(*command, "--json")[1])
    assert (row["verdict"], row["turns"], row["line"]) == ("winnable", 1, [])


def test_play_keeps_the_game_and_takes_moves_back(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = "1\nundo\n2\nnonsense\nquit\n"
    status, text = run("play", "streets-of-arkham:7", "--file", str(path), lines=lines)
    assert status == 2
    assert "not legal here" in text
    record = parse_record(path.read_text(encoding="utf-8"), "the record")
    assert len(record.moves) == 1
    status, text = run("play", str(path), lines="quit\n")
    assert status == 0
    assert parse_record(path.read_text(encoding="utf-8"), "the record").moves == record.moves


REFUSALS = [
    ("deal", "streets-of-arkham:x"),
    ("deal", "streets-of-arkham:7,investigators=9"),
    ("deal", "streets-of-arkham:7", "--out", "x.toml"),
    ("solve", "streets-of-arkham:7,ancient-one=azathoth"),
    ("solve", "streets-of-arkham:7", "--resume", "x.json"),
    ("solve", "streets-of-arkham:7", "--backend", "cpsat"),
    ("solve", "streets-of-arkham:7", "--memory-limit", "100"),
    ("hint", "streets-of-arkham:7", "--verdict"),
    ("play", "streets-of-arkham:7", "--table"),
]


@pytest.mark.parametrize("words", REFUSALS)
def test_what_is_refused_is_one_line(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        main.main(list(words), standalone_mode=True)
    assert left.value.code == 2
