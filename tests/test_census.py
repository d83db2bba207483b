"""A census: its rows, its file, its figures, and the command that makes them."""

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casecracker.analysis.charts import chart_bytes
from casecracker.cli import main
from casecracker.engine.deckfile import deck_text
from casecracker.engine.errors import CasecrackerError, FileFormatError
from casecracker.engine.library import resolve_deck
from casecracker.seeds import census as census_module
from casecracker.seeds import censusfile
from casecracker.seeds.census import (
    Effort,
    Question,
    Row,
    Series,
    Unit,
    decide,
    decided_rows,
    make_series,
    synthetic_decks,
)
from casecracker.seeds.censuschart import census_chart
from casecracker.seeds.censusfile import opened_census, row_line
from casecracker.seeds.censusstats import Tally, percentiles, spread, spreads, student95, tallies
from casecracker.seeds.synthesize import synthesize
from casecracker.solver.intervals import Z95
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, begin_run, solve_deal

ROOT = Path(__file__).parent.parent
DEALS = 30


def question_of(
    *settings: dict[str, str], deck: str = "witch-cult-standard", first: int = 0, **effort: Any
) -> Question:
    series = make_series("witch-cult", [resolve_deck(deck)], settings or [{}])
    return Question(series, first, Effort(**effort))


def serial(
    units: Iterable[Unit], work: Callable[[Unit], Row], **_where: object
) -> Generator[tuple[Unit, Row], None, None]:
    """What workers do, done here, every two units in the wrong order."""
    given = list(units)
    for number in range(0, len(given), 2):
        for unit in reversed(given[number : number + 2]):
            yield unit, work(unit)


@pytest.fixture
def _no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census_module, "run_units", serial)


@cache
def whole_rows(deals: int = DEALS) -> tuple[Row, ...]:
    question = question_of()
    return tuple(
        decide(question.effort, question.unit(number)).without_seconds() for number in range(deals)
    )


@cache
def whole_file(deals: int = DEALS) -> bytes:
    """The file of a census that nothing disturbed, made without workers and in one go."""
    question = question_of()
    lines = [row_line(question, n, row, timing=False) for n, row in enumerate(whole_rows(deals))]
    return (",".join(censusfile.COLUMNS) + "\n" + "".join(lines)).encode()


def a_row(verdict: str = "winnable", turns: int | None = 20, **more: Any) -> Row:
    facts: dict[str, Any] = {"lower_bound": 11, "limit": None, "states": 1_000, "seconds": None}
    return Row(Verdict(verdict), turns, **{"proven_shortest": False, **facts, **more})


# Rows


@pytest.mark.usefixtures("_no_workers")
def test_rows_come_in_order_whoever_was_quicker() -> None:
    rows = [row.without_seconds() for row in decided_rows(question_of(), range(3, 11))]
    assert rows == list(whole_rows()[3:11])


def test_a_row_is_what_solve_says() -> None:
    question = question_of({"victims": "4"}, deck="witch-cult-tight")
    unit = question.unit(3)
    result = solve_deal(unit.series.deal(3))
    row = decide(question.effort, unit)
    assert unit.code == result.source.code == "witch-cult:3,deck=witch-cult-tight,victims=4"
    assert (row.verdict, row.turns, row.states) == (result.verdict, result.turns, result.states)
    assert (row.lower_bound, row.limit) == (result.lower_bound, None)
    assert row.seconds is not None
    assert 0 < row.seconds < 60


def test_each_seed_is_dealt_in_every_series_before_the_next() -> None:
    question = question_of({}, {"victims": "4"}, first=7)
    codes = [question.unit(number).code for number in range(3)]
    assert codes == ["witch-cult:7", "witch-cult:7,victims=4", "witch-cult:8"]


def test_a_limit_of_states_stops_at_the_same_place_however_often_the_search_rests() -> None:
    deal = question_of({"victims": "4"}, deck="witch-cult-tight").unit(0).series.deal(0)
    limits = Limits(states=200_000)
    result = solve_deal(deal, limits=limits)
    assert (str(result.verdict), result.limit, result.proof) == ("undecided", "states", None)
    assert result.states >= 200_000
    run = begin_run(deal)
    parts = [run.go_on(Limits(seconds=0)).states for _ in range(5)]
    assert parts == sorted(parts)
    assert run.go_on(limits).states == result.states


def test_proved_lines_are_told_as_proved() -> None:
    question = question_of(shortest=True, states=500_000)
    rows = [decide(question.effort, question.unit(number)) for number in (1, 3)]
    assert [row.proven_shortest for row in rows] == [False, True]
    for row in rows:
        assert row.turns is not None
        assert row.proven_shortest == (row.turns == row.lower_bound)
        assert row.proven_shortest or row.limit == "states"


def test_series_that_are_the_same_are_refused() -> None:
    with pytest.raises(CasecrackerError, match="asked for twice"):
        question_of({}, {"victims": "5"})
    with pytest.raises(CasecrackerError, match="victims' is '9'"):
        question_of({"victims": "9"})
    with pytest.raises(CasecrackerError, match="king-in-yellow"):
        make_series("witch-cult", [resolve_deck("king-in-yellow-standard")], [{}])


def test_synthetic_decks_are_those_of_deck_synthesize() -> None:
    (deck, deck_id), (other, _) = synthetic_decks("witch-cult", 2)
    assert deck == synthesize("witch-cult", 1)
    assert deck_id == "witch-cult-standard-1"
    assert deck.digest != other.digest
    assert deck.provenance == "synthetic"


# Figures


@pytest.mark.parametrize(
    ("won", "lost", "unknown"), [(7, 2, 3), (0, 0, 5), (5, 0, 0), (0, 4, 1), (1, 1, 0)]
)
def test_the_interval_counts_undecided_deals_both_ways(won: int, lost: int, unknown: int) -> None:
    rows = [a_row()] * won + [a_row("unwinnable", None)] * lost
    rows += [a_row("undecided", None, limit="states")] * unknown
    low, high = Tally(question_of().series[0], tuple(rows)).interval
    # Wilson's ends are the shares p from which the share seen is just 1.96 deviations away.
    for end, share in ((low, won / len(rows)), (high, (won + unknown) / len(rows))):
        away = abs(share - end)
        assert away == pytest.approx(Z95 * math.sqrt(end * (1 - end) / len(rows)), abs=1e-9)
    assert low <= won / len(rows)
    assert high >= (won + unknown) / len(rows)


def test_the_interval_of_a_textbook() -> None:
    rows = (a_row(),) * 81 + (a_row("unwinnable", None),) * 182
    low, high = Tally(question_of().series[0], rows).interval  # Newcombe (1998), 81 of 263
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_percentiles_are_numbers_that_so_many_do_not_exceed() -> None:
    assert percentiles(range(1, 101)) == {"median": 50, "p90": 90, "p99": 99, "worst": 100}
    assert percentiles([3]) == {"median": 3, "p90": 3, "p99": 3, "worst": 3}
    assert percentiles([]) == {}


def test_turns_are_told_apart_by_whether_they_are_proved() -> None:
    rows = (a_row(turns=12, proven_shortest=True), a_row(turns=14), a_row("undecided", None))
    tally = Tally(question_of().series[0], rows)
    assert (tally.proved_turns, tally.found_turns) == ([12], [14])
    assert tally.seconds is None


def test_students_t() -> None:
    """From tables."""
    for degrees, point in ((4, 2.776), (5, 2.571), (9, 2.262), (19, 2.093), (99, 1.984)):
        assert student95(degrees) == pytest.approx(point, abs=0.01)


def test_the_spread_of_three_decks_by_hand() -> None:
    found = spread("m", "s", [[1, 3], [5, 7], [9, 11]])
    assert found is not None
    # Means 2, 6, 10; mean squares 32 between and 2 within; (32 - 2) / 2 deals of a deck.
    assert found.mean == pytest.approx(6)
    assert found.between**2 == pytest.approx(15)
    assert found.within**2 == pytest.approx(2)
    assert found.share == pytest.approx(15 / 17)
    assert (found.mean_interval, found.share_interval) == (None, None)  # of three decks


def test_decks_that_do_not_differ_have_no_spread() -> None:
    found = spread("m", "s", [[1, 1]] * 6)
    assert found is not None
    assert (found.share, found.share_interval, found.mean_interval) == (None, None, None)
    assert spread("m", "s", [[1, 2]]) is None
    assert spread("m", "s", [[1], [2], []]) is None
    alike = spread("m", "s", [[0, 1]] * 6)
    assert alike is not None
    assert alike.share == 0
    assert alike.share_interval is None


def test_intervals_of_spreads_hold_what_they_say() -> None:
    """Of 300 tries about 285 should; fewer than 271 or all would be off by four deviations."""
    chance = random.Random(1)
    hits = means = 0
    for _ in range(300):
        middles = [chance.gauss(0, 0.5) for _ in range(8)]
        found = spread("m", "s", [[chance.gauss(m, 1) for _ in range(10)] for m in middles])
        assert found is not None
        assert found.share_interval is not None
        assert found.mean_interval is not None
        hits += found.share_interval[0] <= 0.2 <= found.share_interval[1]
        means += found.mean_interval[0] <= 0 <= found.mean_interval[1]
    assert 268 <= hits < 300
    assert 268 <= means < 300


def test_decks_are_compared_with_the_same_settings() -> None:
    decks = [resolve_deck("witch-cult-standard"), resolve_deck("witch-cult-tight")]
    series = make_series("witch-cult", decks, [{}, {"victims": "4"}])
    rows = [a_row(turns=10 + number) for number in range(12)]
    found = spreads(tallies(Question(series, 0, Effort()), rows))
    assert len(found) == 6
    turns = next(row for row in found if row.measure.startswith("turns"))
    assert (turns.decks, turns.deals, turns.mean) == (2, 6, 14.5)  # 10 14 18 and 11 15 19


# The file


def write(path: Path, rows: Iterable[Row], question: Question, *, timing: bool = False) -> None:
    with opened_census(str(path), question, timing=timing) as file:
        for row in rows:
            file.add(row)


def test_a_census_that_was_cut_anywhere_becomes_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "census.csv"
    whole, question = whole_file(), question_of()
    tail = len(whole) - len(b"".join(whole.splitlines(keepends=True)[-1:]))
    for cut in (*range(0, 130, 7), *range(tail - 1, len(whole) + 1)):
        path.write_bytes(whole[:cut])
        with opened_census(str(path), question, timing=False) as file:
            assert tuple(file.rows) == whole_rows()[: len(file.rows)]
            assert len(file.rows) == max(0, whole[:cut].count(b"\n") - 1)
            for row in whole_rows()[len(file.rows) :]:
                file.add(row)
        assert path.read_bytes() == whole


def test_a_file_goes_on_with_more_deals(tmp_path: Path) -> None:
    path = tmp_path / "census.csv"
    path.write_bytes(whole_file(10))
    with opened_census(str(path), question_of(), timing=False) as file:
        assert len(file.rows) == 10
        for row in whole_rows()[10:]:
            file.add(row)
    assert path.read_bytes() == whole_file()


def test_timing_is_a_column_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "census.csv"
    write(path, [a_row(seconds=0.25)], question_of(), timing=True)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].endswith(",seconds")
    assert lines[1].endswith(",0.2500")
    with opened_census(str(path), question_of(), timing=True) as file:
        assert file.rows == [a_row(seconds=0.25)]
    with (
        pytest.raises(FileFormatError, match="line 1: a census with timing"),
        opened_census(str(path), question_of(), timing=False),
    ):
        pass


OTHERS: dict[str, tuple[Question, str]] = {
    "deck": (question_of(deck="witch-cult-tight"), "column 'deal'"),
    "settings": (question_of({"victims": "4"}), "column 'deal'"),
    "first seed": (question_of(first=1), "'witch-cult:0', and 'witch-cult:1' in this census"),
    "states": (question_of(states=1_000), "column 'max_states' is '20000000', and '1000'"),
    "seconds": (question_of(seconds=1.5), r"column 'max_seconds' is '', and '1\.5'"),
    "shortest": (question_of(shortest=True), "column 'asked' is 'winnable', and 'shortest'"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_file_of_another_question_is_refused_unharmed(tmp_path: Path, what: str) -> None:
    path = tmp_path / "census.csv"
    path.write_bytes(whole_file() + b"half a row")
    question, message = OTHERS[what]
    with (
        pytest.raises(FileFormatError, match=message) as caught,
        opened_census(str(path), question, timing=False),
    ):
        pass
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == whole_file() + b"half a row"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b",1,0.1.0\n", b",2,0.1.0\n", "line 2: column 'scheme' is '2', and '1'"),
        (b",1,0.1.0\n", b",1,0.0.9\n", r"line 2: column 'version' is '0\.0\.9'"),
        (b"witch-cult-standard,", b"mine,", "line 2: column 'deck'"),
        (b"\nwitch-cult:3,", b"\nwitch-cult:4,", "line 5: column 'deal'"),
        (b",synthetic,winnable,", b",synthetic,won,", "line 2: this is no row"),
        (b",synthetic,", b",transcribed,", "line 2: column 'provenance'"),
        (b",no,", b",,", "line 2: column 'proven_shortest'"),
        (b"\nwitch-cult:0,", b"\n\nwitch-cult:0,", "line 2: this is no row"),
        (b"\nwitch-cult:0,", b"\n\xff\x00,", "line 2: column 'deal'"),
        (b"\nwitch-cult:0,", b'\n"witch-cult:0",', "line 2: another program"),
        (b"\nwitch-cult:0,", b"\n" + b"x" * 200_000 + b",", "line 2: this is no row"),
        (b",synthetic,winnable,", b",synthetic,winnable,1" + b"0" * 400, "line 2: this is no row"),
        (b",synthetic,winnable,", b",synthetic,unwinnable,", "line 2: this is no row"),
        (b",version\n", b",version\r\n", "line 1: another program"),
        (b"deal,", b"card,", "is not a census, and would be lost"),
    ],
)
def test_a_file_that_was_changed_is_refused(
    tmp_path: Path, old: bytes, new: bytes, message: str
) -> None:
    path = tmp_path / "census.csv"
    data = whole_file().replace(old, new, 1)
    assert data != whole_file()
    path.write_bytes(data)
    with (
        pytest.raises(FileFormatError, match=message),
        opened_census(str(path), question_of(), timing=False),
    ):
        pass
    assert path.read_bytes() == data


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1.0000"])
def test_seconds_that_cannot_be_are_refused(tmp_path: Path, seconds: str) -> None:
    path = tmp_path / "census.csv"
    with opened_census(str(path), question_of(), timing=True) as file:
        file.add(Row(Verdict.UNWINNABLE, None, False, None, None, 7, 0.5))
    path.write_text(path.read_text().replace(",0.5000\n", f",{seconds}\n"))
    with (
        pytest.raises(FileFormatError, match="line 2: this is no row"),
        opened_census(str(path), question_of(), timing=True),
    ):
        pass


def test_another_deck_of_the_same_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "census.csv"
    mine = tmp_path / "mine.toml"
    for seed in (1, 2):
        mine.write_text(deck_text(synthesize("witch-cult", seed)), encoding="utf-8")
        series = make_series("witch-cult", [resolve_deck(str(mine))], [{}])
        if seed == 1:
            write(path, [a_row()], Question(series, 0, Effort()))
    with (
        pytest.raises(FileFormatError, match="column 'digest'"),
        opened_census(str(path), Question(series, 0, Effort()), timing=False),
    ):
        pass


def test_two_censuses_do_not_write_one_file(tmp_path: Path) -> None:
    path = str(tmp_path / "census.csv")
    with (
        opened_census(path, question_of(), timing=False),
        pytest.raises(FileFormatError, match="another census is writing"),
        opened_census(path, question_of(), timing=False),
    ):
        pass


def test_a_full_disk_is_one_line_and_loses_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "census.csv"
    path.write_bytes(whole_file(5))

    def full(descriptor: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(28, "No space left on device")
        return wrote(descriptor, data[: len(data) - 5])

    wrote = os.write
    with opened_census(str(path), question_of(), timing=False) as file:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(FileFormatError, match="cannot write: no space left on device"):
            file.add(whole_rows()[5])
    monkeypatch.undo()
    assert path.read_bytes() != whole_file(5)
    write(path, whole_rows()[5:], question_of())
    assert path.read_bytes() == whole_file()


@pytest.mark.parametrize("name", ["missing/census.csv", "", "folder", "other.txt", "/dev/full"])
def test_a_path_that_no_census_can_be_written_to_is_refused(in_tmp: Path, name: str) -> None:
    (in_tmp / "folder").mkdir()
    (in_tmp / "other.txt").write_text("my letters", encoding="utf-8")
    with (
        pytest.raises(FileFormatError),
        opened_census(name, question_of(), timing=False),
    ):
        pass
    assert (in_tmp / "other.txt").read_text(encoding="utf-8") == "my letters"


# The command in processes of its own


class Running:
    """`casecracker census` of the standard deck, with all its workers."""

    def __init__(self, path: Path, *words: str, deals: int = DEALS) -> None:
        command = [sys.executable, "-m", "casecracker", "census", "witch-cult", *words]
        self.path = path
        self.process = subprocess.Popen(
            [*command, "--deals", str(deals), "--out", str(path)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def wait_for(self, size: int) -> None:
        """Until the file has so many bytes."""
        until = time.monotonic() + 200
        while not self.path.exists() or self.path.stat().st_size < size:
            assert time.monotonic() < until
            assert self.process.poll() is None
            time.sleep(0.005)

    def end(self) -> tuple[int, str, str]:
        output, errors = self.process.communicate(timeout=200)
        return self.process.returncode, output, errors

    def leaves_nothing_behind(self) -> bool:
        """Whether all processes of its session end within seconds."""
        for _ in range(200):
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return True
            time.sleep(0.05)
        return False


def killed_and_resumed(path: Path, kills: int, seed: int, deals: int) -> bytes:
    chance = random.Random(seed)
    whole = len(whole_file(deals))
    for at in sorted(chance.randrange(whole * 3 // 4) for _ in range(kills)):
        running = Running(path, "--workers", "2", deals=deals)
        running.wait_for(at)
        time.sleep(chance.uniform(0, 0.1))
        running.process.kill()
        running.end()
        assert running.leaves_nothing_behind()
    status, output, errors = Running(path, "--workers", "1", deals=deals).end()
    assert status == 0, errors
    assert "synthetic" in output
    return path.read_bytes()


def test_killed_and_resumed_it_is_the_file_of_an_undisturbed_run(tmp_path: Path) -> None:
    found = killed_and_resumed(tmp_path / "census.csv", kills=1, seed=1, deals=DEALS)
    assert found == whole_file()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_killed_three_times_it_is_the_file_of_an_undisturbed_run(tmp_path: Path, seed: int) -> None:
    found = killed_and_resumed(tmp_path / "census.csv", kills=3, seed=seed, deals=300)
    assert found == whole_file(300)


def test_ctrl_c_keeps_what_is_decided_and_ends_the_workers(tmp_path: Path) -> None:
    running = Running(tmp_path / "census.csv", "--workers", "2", deals=100_000)
    running.wait_for(len(whole_file(5)))
    os.killpg(running.process.pid, signal.SIGINT)  # as a terminal does
    status, output, errors = running.end()
    assert status == 130
    assert "deals of seeds 0 to" in output
    assert "the same command goes on" in errors
    assert errors.endswith("casecracker: error: interrupted\n")
    assert "Traceback" not in errors
    assert running.leaves_nothing_behind()
    kept = running.path.read_bytes()
    assert kept.endswith(b"\n")
    assert whole_file()[: len(kept)] == kept[: len(whole_file())]


# The command


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["census", *words])


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    value: dict[str, Any] = json.loads(result.stdout)
    return value


@pytest.mark.usefixtures("_no_workers")
def test_the_text_says_what_was_asked_and_how_sure_it_is(in_tmp: Path) -> None:
    result = run("witch-cult", "--deals", "6", "--out", "census.csv")
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "census of witch-cult, synthetic cards: deals of seeds 0 to 5, winnable or not" in text
    assert "at most 20,000,000 states each" in text
    assert "witch-cult-standard synthetic 6 0 0 60.97 to 100.00 %" in text
    assert "Shares are sampled: a 95 % interval" in text
    assert "turns proved shortest found, perhaps not shortest" in text
    assert (in_tmp / "census.csv").read_bytes() == whole_file(6)
    again = run("witch-cult", "--deals", "8", "--out", "census.csv")
    assert "6 of 8 deals are in census.csv already" in again.stderr
    assert (in_tmp / "census.csv").read_bytes() == whole_file(8)
    fewer = run("witch-cult", "--deals", "6", "--out", "census.csv")
    assert fewer.exit_code == 2
    assert "census.csv has 8 rows: give --deals 8 or more" in fewer.stderr


@pytest.mark.usefixtures("_no_workers")
def test_settings_stand_side_by_side() -> None:
    value = answer("witch-cult", "--deals", "3", "--setting", "limits=6", "--with", "victims=4")
    first, second = value["series"]
    assert (first["settings"]["limits"], first["settings"]["victims"]) == (6, 5)
    assert (second["settings"]["limits"], second["settings"]["victims"]) == (6, 4)
    assert first["deals"] == second["deals"] == 3
    assert not value["decks"]


@pytest.mark.usefixtures("_no_workers")
def test_decks_stand_side_by_side_and_are_compared() -> None:
    words = ["witch-cult", "--deals", "3", "--states", "400000"]
    value = answer(*words, "--deck", "witch-cult-standard", "--deck", "witch-cult-tight")
    assert [each["deck"]["id"] for each in value["series"]] == [
        "witch-cult-standard",
        "witch-cult-tight",
    ]
    assert {each["deck"]["provenance"] for each in value["series"]} == {"synthetic"}
    assert [row["decks"] for row in value["decks"]] == [2, 2, 2]
    text = run(*words, "--decks", "2")
    assert text.exit_code == 0
    assert "witch-cult-standard-2" in text.stdout
    assert "How much the deck matters (estimated; docs/census.md)" in text.stdout


@pytest.mark.usefixtures("_no_workers")
def test_the_page_names_every_field_and_column() -> None:
    page = (ROOT / "docs" / "census.md").read_text(encoding="utf-8")
    value = answer("witch-cult", "--deals", "2", "--decks", "2", "--states", "1")
    rows = [value, value["series"][0], value["series"][0]["states"], value["decks"][0]]
    for name in (*censusfile.COLUMNS, censusfile.TIMING, *(key for row in rows for key in row)):
        assert f"`{name}`" in page, name
    for command in main.commands["census"].params:
        assert max(command.opts, key=len).lstrip("-") in page, command.opts


@pytest.mark.usefixtures("_no_workers")
def test_undecided_deals_are_called_so() -> None:
    series = answer("witch-cult", "--deals", "4", "--states", "1")["series"][0]
    assert (series["winnable"], series["unwinnable"], series["undecided"]) == (0, 0, 4)
    assert (series["low"], series["high"]) == pytest.approx((0, 1))


@pytest.mark.usefixtures("_no_workers")
def test_a_plot_is_drawn(in_tmp: Path) -> None:
    result = run("witch-cult", "--deals", "3", "--with", "victims=4", "--plot", "census.svg")
    assert result.exit_code == 0, result.output
    text = (in_tmp / "census.svg").read_text(encoding="utf-8")
    assert "synthetic decks, 6 deals" in text
    assert "witch-cult-standard,victims=4" in text
    assert run("witch-cult", "--deals", "3", "--plot", "census.svg").exit_code == 0
    (in_tmp / "letter.svg").write_text("<svg>mine</svg>", encoding="utf-8")
    assert run("witch-cult", "--deals", "3", "--plot", "letter.svg").exit_code == 2


def test_the_chart_shows_the_intervals_and_the_turns() -> None:
    series = question_of({}, {"victims": "4"}).series
    rows = (a_row(), a_row(turns=22, proven_shortest=True), a_row("undecided", None))
    found = [Tally(each, rows) for each in series]
    figure = census_chart(found, title="t", note="n (synthetic)")
    intervals, *histograms = figure.axes
    bars = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in intervals.patches]  # type: ignore[attr-defined]
    assert bars == [pytest.approx(tally.interval) for tally in found]
    assert len(histograms) == 2
    assert [label.get_text() for label in intervals.get_yticklabels()] == [s.label for s in series]
    assert chart_bytes(figure, ".png")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["witch", "--deals", "3"], "unknown game 'witch'"),
        (["witch-cult"], "Missing option '--deals'"),
        (["witch-cult", "--deals", "0"], "0 is not in the range"),
        (["witch-cult", "--deals", "2", "--first", str(2**64 - 1)], "the last seed would be"),
        (["witch-cult", "--deals", "2", "--setting", "victims"], "'victims' is no setting"),
        (["witch-cult", "--deals", "2", "--with", "victims=4,victims=5"], "given twice"),
        (["witch-cult", "--deals", "2", "--with", "victims=5"], "asked for twice"),
        (["witch-cult", "--deals", "2", "--deck", "nothing"], "no deck 'nothing'"),
        (["witch-cult", "--deals", "2", "--deck", "king-in-yellow-tight"], "king-in-yellow"),
        (["witch-cult", "--deals", "2", "--decks", "2", "--deck", "x"], "cannot go together"),
        (["witch-cult", "--deals", "2", "--workers", "2", "--scheduler", "x"], "cannot go"),
        (["witch-cult", "--deals", "2", "--timing"], "give --out FILE.csv too"),
        (["witch-cult", "--deals", "2", "--plot", "a.pdf"], "a chart ends in one of"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_series_of_a_file_names_its_path(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(deck_text(synthesize("witch-cult", 1)), encoding="utf-8")
    deck, path = resolve_deck(str(mine))
    series = Series(deck, path, question_of().series[0].settings)
    assert series.code(3) == f"witch-cult:3,deck={mine}"
    assert series.deal(3).code is None
