"""A search that stops and goes on says what one long run says, and believes no record blindly."""

import itertools
import json
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import casecracker
from casecracker.cli import main
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, MoveError, RecordError
from casecracker.solver import search
from casecracker.solver.record import load_record, parse_record, record_text
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import PROOF, Limits, Run, begin_run, solve_deal
from casecracker.solver.takeover import Takeover, takeover_from
from tests.small_games import SmallGame, small_games

GAMES = small_games()
LONG = [game for game in GAMES if game.name in {"game-100037", "game-109", "game-17", "game-112"}]
LATE = next(game for game in GAMES if game.name == "game-112")  # its first line is not shortest
LOST = next(game for game in GAMES if game.name == "game-17")
CODE = "witch-cult:3"


def name(game: SmallGame) -> str:
    return game.name


@pytest.fixture(autouse=True)
def _short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games rest many times."""
    monkeypatch.setattr(search, "SLICE", 2_000)


def told(result: Result) -> tuple[object, ...]:
    """All of an answer but the time it took."""
    return tuple(replace(result, seconds=0.0).__dict__.values())


def to_the_end(run: Run, limits: Callable[[], Limits]) -> list[Result]:
    """Results of all calls until nothing is left to do."""
    results = [run.go_on(limits())]
    while not run.is_over:
        results.append(run.go_on(limits()))
        assert len(results) < 10_000
    return results


def ticking(seconds: float) -> Callable[[], float]:
    """A clock that goes forward at each look."""
    ticks = itertools.count()
    return lambda: next(ticks) * seconds


@pytest.mark.parametrize("backend", ["auto", "dfs"])
@pytest.mark.parametrize("game", [*GAMES[::6], *LONG], ids=name)
def test_stopped_at_every_rest_it_ends_like_one_run(game: SmallGame, backend: str) -> None:
    whole = solve_deal(game.deal, shortest=True, backend=backend)
    run = begin_run(game.deal, shortest=True, backend=backend)
    results = to_the_end(run, lambda: Limits(seconds=0))
    assert told(results[-1]) == told(whole)
    assert (whole.verdict, whole.turns) == (game.verdict, game.turns)


@pytest.mark.parametrize("seconds", [2, 7])
def test_a_time_limit_counts_from_the_call(seconds: int) -> None:
    clock = ticking(1)
    run = begin_run(LOST.deal, backend="dfs")
    results = to_the_end(run, lambda: Limits(seconds=seconds, clock=clock))
    stopped = results[:-1]
    assert {(result.verdict, result.limit) for result in stopped} == {("undecided", "time")}
    states = [result.states for result in results]
    assert len(states) > 4
    assert len({after - before for before, after in itertools.pairwise(states[1:-1])}) == 1
    assert results[-1].states == solve_deal(LOST.deal, backend="dfs").states
    assert all(one.seconds < other.seconds for one, other in itertools.pairwise(results))


def test_what_is_known_never_shrinks_and_every_open_result_has_a_bound() -> None:
    for game in LONG:
        run = begin_run(game.deal, shortest=True)
        results = to_the_end(run, lambda: Limits(seconds=0))
        for before, after in itertools.pairwise(results):
            assert before.states <= after.states
            assert not before.line or 0 < (after.turns or 0) <= (before.turns or 0)
            assert before.lower_bound is not None
            assert after.lower_bound is None or before.lower_bound <= after.lower_bound
            assert before.limit == "time"


@pytest.mark.parametrize("backend", ["auto", "dfs", "cpsat"])
@pytest.mark.parametrize("target", [CODE, "witch-cult:3,deck=witch-cult-tight,victims=4"])
def test_every_backend_says_a_lower_bound_when_it_is_stopped(target: str, backend: str) -> None:
    result = casecracker.solving(target, shortest=True, backend=backend).go_on(time_limit=0)
    assert (result.limit, result.proven_shortest) == ("time", False)
    assert result.lower_bound is not None
    assert result.lower_bound >= 1


def test_once_over_it_says_the_same_again() -> None:
    solving = casecracker.solving(LATE.deal, shortest=True)
    assert not solving.is_over
    result = solving.go_on()
    assert solving.is_over
    assert told(solving.go_on(time_limit=0)) == told(result)
    assert result.limit is None


def test_the_limits_of_a_call_are_checked() -> None:
    solving = casecracker.solving(LATE.deal)
    with pytest.raises(CasecrackerError, match="time_limit is -1"):
        solving.go_on(time_limit=-1)
    with pytest.raises(CasecrackerError, match="memory_limit is 0"):
        solving.go_on(memory_limit=0)


@pytest.mark.parametrize("game", LONG, ids=name)
def test_a_table_that_shrinks_and_grows_changes_no_answer(game: SmallGame) -> None:
    sizes = itertools.cycle((100_000_000, 20_000, 300_000))
    run = begin_run(game.deal, shortest=True, backend="dfs")
    result = to_the_end(run, lambda: Limits(seconds=0, memory=next(sizes)))[-1]
    assert (result.verdict, result.turns) == (game.verdict, game.turns)
    assert result.proven_shortest == (game.verdict == "winnable")


def test_without_later_shuffles_it_ends_like_one_run() -> None:
    for game in GAMES[::6]:
        deal = replace(game.deal, reshuffles=())
        results = to_the_end(begin_run(deal, shortest=True), lambda: Limits(seconds=0))
        assert told(results[-1]) == told(solve_deal(deal, shortest=True))


# Ctrl-C


def interrupting(look: int, interrupt: Callable[[], None]) -> Callable[[], float]:
    """A clock that stands still, and at one look Ctrl-C is pressed."""
    looks = itertools.count(1)

    def now() -> float:
        if next(looks) == look:
            interrupt()
        return 0.0

    return now


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def tear() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("look", [4, 7, 12, 20])
@pytest.mark.parametrize("game", [LOST, LATE], ids=name)
def test_after_ctrl_c_it_goes_on_as_if_nothing_had_happened(game: SmallGame, look: int) -> None:
    run = begin_run(game.deal, shortest=True)
    stopped = run.go_on(Limits(clock=interrupting(look, press)))
    assert stopped.limit == "interrupted"
    assert not run.is_over
    assert told(run.go_on(Limits())) == told(solve_deal(game.deal, shortest=True))


@pytest.mark.parametrize("game", [LOST, LATE], ids=name)
@pytest.mark.parametrize("step", [1, 2])
def test_a_step_that_is_torn_costs_work_and_no_answer(
    game: SmallGame, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As by another program's handler of the signal, in the middle of a slice."""
    whole, steps = solve_deal(game.deal, shortest=True, backend="dfs"), itertools.count(1)
    monkeypatch.setattr(search._Run, "_grow", lambda _: tear() if next(steps) == step else None)
    run = begin_run(game.deal, shortest=True, backend="dfs")
    assert run.go_on(Limits()).limit == "interrupted"
    result = run.go_on(Limits())
    assert (result.verdict, result.turns, result.limit) == (game.verdict, game.turns, None)
    assert result.states > whole.states


def test_a_win_found_just_before_ctrl_c_is_kept() -> None:
    """No look at the clock lies between the win and its line."""
    for look in range(3, 200):
        run = begin_run(LATE.deal, backend="dfs")
        result = run.go_on(Limits(clock=interrupting(look, press)))
        if result.limit is None:
            return
        assert run.go_on(Limits()).verdict == "winnable"
    pytest.fail("the game is never won")


def test_cpsat_keeps_its_line_and_bound() -> None:
    game = GAMES[5]
    run = begin_run(game.deal, shortest=True, backend="cpsat")
    looks = itertools.count(3)
    results = to_the_end(run, lambda: Limits(clock=interrupting(next(looks), tear)))
    assert len(results) > 1
    assert (results[-1].turns, results[-1].proven_shortest) == (game.turns, True)
    bounds = [result.lower_bound or 0 for result in results]
    assert bounds == sorted(bounds)
    assert bounds[0] >= 1
    assert told(run.go_on(Limits())) == told(results[-1])


# Records


def changed(result: Result, moves: Any = None, **claims: object) -> str:
    """The record of a result with other moves or claims."""
    document: dict[str, Any] = json.loads(record_text(result))
    document["result"] |= claims
    if moves is not None:
        document["moves"] = list(moves)
    return json.dumps(document)


def takeover(deal: Deal, text: str) -> Takeover:
    return takeover_from(deal, parse_record(text, "r.json"), "r.json")


@dataclass(frozen=True)
class Known:
    """Answers for LATE: any line, a shortest one, and what a stopped search knows."""

    any: Result
    shortest: Result
    stopped: Result


@pytest.fixture
def known() -> Known:
    run = begin_run(LATE.deal, backend="dfs")
    stopped = run.go_on(Limits(seconds=0))
    return Known(solve_deal(LATE.deal), solve_deal(LATE.deal, shortest=True), stopped)


def test_a_line_taken_over_is_the_answer_without_a_search(known: Known) -> None:
    start = takeover(LATE.deal, record_text(known.any))
    result = begin_run(LATE.deal, takeover=start).go_on(Limits())
    assert (result.verdict, result.backend, result.states) == (Verdict.WINNABLE, "record", 0)
    assert result.moves == known.any.moves
    assert not result.proven_shortest


def test_from_a_line_taken_over_the_shortest_is_found(known: Known) -> None:
    assert (known.any.turns or 0) > (LATE.turns or 0)
    start = takeover(LATE.deal, record_text(known.any))
    result = begin_run(LATE.deal, shortest=True, takeover=start).go_on(Limits())
    assert (result.turns, result.proven_shortest, result.proof) == (LATE.turns, True, PROOF)


@pytest.mark.parametrize("bound", [1, 6, 7, 8])
@pytest.mark.parametrize("backend", ["auto", "dfs"])
def test_a_bound_taken_over_proves_no_line_shortest(known: Known, bound: int, backend: str) -> None:
    """8 is false: the shortest line has 7 turns."""
    start = takeover(LATE.deal, changed(known.any, lower_bound=bound))
    run = begin_run(LATE.deal, shortest=True, backend=backend, takeover=start)
    for result in to_the_end(run, lambda: Limits(seconds=0)):
        assert result.proven_shortest == (result.proof == PROOF)
        assert not result.proven_shortest or result.turns == LATE.turns
    assert (result.turns, result.lower_bound) == (LATE.turns, LATE.turns)


def test_a_bound_taken_over_is_told_as_such(known: Known) -> None:
    start = takeover(LATE.deal, changed(known.stopped, lower_bound=6))
    result = begin_run(LATE.deal, shortest=True, takeover=start).go_on(Limits(seconds=0))
    assert (result.lower_bound, result.proven_shortest) == (6, False)
    assert result.proof == (
        f"lower_bound 6 is taken over from a record that casecracker {casecracker.__version__} "
        "wrote for this deal; it was not searched again"
    )


def test_a_bound_that_a_line_refutes_is_dropped(known: Known) -> None:
    start = takeover(LATE.deal, changed(known.stopped, lower_bound=40))
    result = begin_run(LATE.deal, takeover=start).go_on(Limits())
    assert (result.verdict, result.lower_bound) == (Verdict.WINNABLE, known.any.lower_bound)
    assert result.proof is None


def test_a_proved_record_is_proved_again(known: Known) -> None:
    start = takeover(LATE.deal, record_text(known.shortest))
    run = begin_run(LATE.deal, shortest=True, backend="dfs", takeover=start)
    first, *_, last = to_the_end(run, lambda: Limits(seconds=0))
    assert (first.turns, first.proven_shortest) == (LATE.turns, False)
    assert (last.turns, last.proven_shortest, last.moves) == (LATE.turns, True, first.moves)
    assert last.states < known.shortest.states


@pytest.mark.parametrize("claims", [{"version": "0.0.9"}, {"lower_bound": None}, {"version": None}])
def test_a_bound_of_another_version_or_none_is_left(known: Known, claims: dict[str, Any]) -> None:
    assert takeover(LATE.deal, changed(known.stopped, **claims)) == Takeover()


def test_a_record_that_says_unwinnable_is_not_believed(known: Known) -> None:
    claims = {"verdict": "unwinnable", "proof": PROOF, "lower_bound": None}
    start = takeover(LATE.deal, changed(known.stopped, **claims))
    assert begin_run(LATE.deal, takeover=start).go_on(Limits()).verdict == "winnable"


def test_a_record_of_another_deal_is_refused(known: Known) -> None:
    others = [LOST.deal, replace(LATE.deal, reshuffles=LATE.deal.reshuffles[:-1])]
    for deal in others:
        with pytest.raises(RecordError, match=r"r\.json: the record is of another deal"):
            takeover(deal, record_text(known.any))


def wrong_records(known: Known) -> Iterator[tuple[str, str]]:
    moves = known.any.moves
    yield changed(known.any, ("close 1", *moves[1:])), "turn 1, 'close 1'"
    yield changed(known.any, moves[:-1]), "not won"
    yield changed(known.any, turns=2), "turns: the record says 2"
    yield changed(known.any, lower_bound=99), "lower_bound: the record says 99"
    yield changed(known.stopped, settings={"limits": 6}), "settings: the record says"
    yield changed(known.stopped, deck={"digest": "0" * 32}), "deck digest: the record says"


def test_what_a_record_says_wrong_is_refused(known: Known) -> None:
    for text, words in wrong_records(known):
        with pytest.raises((RecordError, MoveError), match=words) as caught:
            takeover(LATE.deal, text)
        assert str(caught.value).startswith("r.json: ")


def test_cpsat_takes_nothing_over(known: Known) -> None:
    start = takeover(LATE.deal, record_text(known.any))
    with pytest.raises(CasecrackerError, match="'cpsat' takes nothing over"):
        begin_run(LATE.deal, backend="cpsat", takeover=start)


# The command line and the library


def run_solve(*words: str) -> tuple[int, dict[str, Any], str]:
    result = CliRunner().invoke(main, ["solve", *words, "--json"])
    return result.exit_code, json.loads(result.stdout or "{}"), result.stderr


@pytest.mark.usefixtures("in_tmp")
def test_the_command_goes_on_from_a_saved_record() -> None:
    status, first, _ = run_solve(CODE, "--save", "r.json")
    assert status == 0
    status, second, words = run_solve(CODE, "--resume", "r.json", "--save", "r.json")
    assert (status, second["line"], second["states"]) == (0, first["line"], 0)
    assert f"taken over from r.json: a line of {len(load_record('r.json').moves)} moves" in words
    assert casecracker.solving(CODE, resume="r.json").go_on().backend == "record"
    assert casecracker.solving(CODE, resume=Path("r.json")).go_on().turns == first["turns"]


@pytest.mark.usefixtures("in_tmp")
def test_the_command_calls_a_claim_no_proof() -> None:
    deal = "witch-cult:3,deck=witch-cult-tight,victims=4"
    result = casecracker.solving(deal).go_on(time_limit=0)
    Path("r.json").write_text(changed(result, lower_bound=12), encoding="utf-8")
    words = ["solve", deal, "--resume", "r.json", "--time-limit", "0"]
    shown = CliRunner().invoke(main, words).stdout
    assert "Note: lower_bound 12 is taken over from a record" in shown
    assert "Proof" not in shown


@pytest.mark.usefixtures("in_tmp")
@pytest.mark.parametrize("code", ["king-in-yellow:1", "infinite-gulfs:7,mode=classic"])
def test_lines_of_every_game_are_taken_over(code: str) -> None:
    first = casecracker.solve(code)
    Path("r.json").write_text(record_text(first), encoding="utf-8")
    result = casecracker.solving(code, resume="r.json").go_on()
    assert (result.moves, result.turns, result.backend) == (first.moves, first.turns, "record")


@pytest.mark.usefixtures("in_tmp")
def test_the_command_refuses_the_record_of_another_deal() -> None:
    run_solve(CODE, "--save", "r.json")
    status, nothing, words = run_solve("witch-cult:4", "--resume", "r.json")
    assert (status, nothing) == (2, {})
    [line] = words.splitlines()
    assert "r.json: the record is of another deal than the one to solve" in line
