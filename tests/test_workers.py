"""Workers do each unit once, whatever becomes of them, and none is left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path

import pytest

from casecracker.engine.errors import CasecrackerError
from casecracker.engine.games import WITCH_CULT
from casecracker.engine.library import resolve_deck
from casecracker.seeds import workers
from casecracker.seeds.census import Effort, Question, decide, make_series
from casecracker.seeds.workers import Done, Outcome, Unit, Work, WorkersError, run_units
from tests import units
from tests.cluster import Cluster

ROOT = Path(__file__).parent.parent
SQUARES = [(number, number * number) for number in range(40)]


def test_each_unit_is_done_once() -> None:
    answers = run_units(range(40), units.square, workers=2, warm=units.nothing)
    assert sorted(answers) == SQUARES
    assert not multiprocessing.active_children()


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    given = [(number, str(tmp_path / "mark")) for number in range(40)]
    answers = list(run_units(given, units.vanish_once, workers=2, warm=units.nothing))
    assert (tmp_path / "mark").exists()
    assert sorted((number, square) for (number, _), square in answers) == SQUARES


def test_workers_that_always_vanish_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LOSSES", 1)
    with pytest.raises(WorkersError, match="again and again"):
        list(run_units(range(3), units.vanish, workers=1, warm=units.nothing))
    assert not multiprocessing.active_children()


def test_what_the_work_raises_comes_through() -> None:
    with pytest.raises(CasecrackerError, match=r"^no [012]$"):
        list(run_units(range(3), units.refuse, workers=1, warm=units.nothing))
    assert not multiprocessing.active_children()


def test_ctrl_c_while_code_is_compiled_ends_the_workers() -> None:
    code = (
        "from casecracker.seeds.workers import run_units\nfrom tests import units\n"
        "list(run_units([1], units.square, workers=1, warm=units.sleep))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"asleep\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.read() == b""  # until the last worker has closed it
    assert process.returncode == -signal.SIGINT


def test_closing_early_ends_the_workers() -> None:
    with closing(run_units(range(10**9), units.square, workers=1, warm=units.nothing)) as answers:
        assert next(answers) == (0, 0)
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


class AtOnce:
    """A pool whose batches are done as soon as they are handed over."""

    width = 10
    lost = (BrokenProcessPool,)

    def opened(self) -> AbstractContextManager[None]:
        return nullcontext()

    def submit(self, work: Work[Unit, Outcome], batch: Sequence[Unit]) -> Done[Outcome]:
        future: Done[Outcome] = Future()
        future.set_result(([work(unit) for unit in batch], 1.0))
        return future

    def renew(self) -> None:
        raise AssertionError


def test_what_is_done_at_the_same_time_comes_as_it_was_handed_over() -> None:
    outcomes = list(workers._run(workers._Supply(range(20)), units.square, AtOnce()))
    assert outcomes == [(unit, unit**2) for unit in range(20)]


def test_batches_take_about_half_a_second() -> None:
    supply = workers._Supply(range(10_000))
    sizes = []
    for _ in range(12):  # units of 20 milliseconds
        sizes.append(len(supply.next_batch()))
        supply.learn(sizes[-1], 0.02 * sizes[-1])
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    assert sizes[-1] == 25
    supply.learn(25, 100)  # they have become hard
    assert len(supply.next_batch()) == 1


def test_what_was_lost_comes_first() -> None:
    supply = workers._Supply(range(3))
    supply.take_back(supply.next_batch())
    assert [supply.next_batch() for _ in range(4)] == [(0,), (1,), (2,), ()]


# Dask


def test_without_dask_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersError, match=r"pip install 'casecracker\[cluster\]'") as caught:
        list(run_units(range(3), units.square, scheduler="tcp://127.0.0.1:1"))
    assert "\n" not in str(caught.value)


def test_a_scheduler_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 1)
    with pytest.raises(
        WorkersError, match=r"no Dask scheduler at 'tcp://127\.0\.0\.1:1'"
    ) as caught:
        list(run_units(range(3), units.square, scheduler="tcp://127.0.0.1:1"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["", "nonsense", "http://localhost:80", "tcp://a b:1"])
def test_what_is_no_address_is_an_error(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(workers, "CONNECT_SECONDS", 1)
    with pytest.raises(WorkersError, match="no Dask scheduler at"):
        list(run_units(range(3), units.square, scheduler=address))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """It takes seconds to start. Each test below leaves less of it to the next."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        yield cluster
    finally:
        cluster.end()


def test_a_cluster_of_another_version_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "__version__", "0.0.0")
    with pytest.raises(WorkersError, match=r"has casecracker .*, not 0\.0\.0"):
        list(run_units(range(3), units.square, scheduler=cluster.address()))


def test_a_cluster_that_cannot_do_the_work_is_refused(cluster: Cluster) -> None:
    with pytest.raises(WorkersError, match=r"cannot run casecracker .*: no warmth") as caught:
        list(run_units(range(3), units.square, scheduler=cluster.address(), warm=units.fail))
    assert "\n" not in str(caught.value)


def test_a_cluster_that_loses_a_worker_gives_the_rows_of_this_machine(cluster: Cluster) -> None:
    series = make_series(WITCH_CULT.id, [resolve_deck("witch-cult-standard")], [{}])
    question = Question(series, 0, Effort())
    given = [question.unit(number) for number in range(40)]
    work = partial(decide, question.effort)
    rows = {}
    for unit, row in run_units(given, work, scheduler=cluster.address()):
        assert unit.number not in rows
        rows[unit.number] = row.without_seconds()
        if len(rows) == 8:
            cluster.workers[0].send_signal(signal.SIGKILL)
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert rows == {unit.number: work(unit).without_seconds() for unit in given}


def test_a_scheduler_that_dies_is_an_error(cluster: Cluster) -> None:
    answers = run_units(range(10**9), units.square, scheduler=cluster.address(), warm=units.nothing)
    with closing(answers):
        next(answers)
        cluster.scheduler.kill()
        with pytest.raises(WorkersError, match="lost"):
            list(answers)
