"""Many independent pieces of work, in local processes or on a Dask cluster.

The executors of the standard library and of Dask do the work. Here stands what they leave open:
batches, so that short units cost little overhead; what was lost with a worker is done again; local
workers end as soon as this process does, however it ends; and code is compiled once, before the
workers start.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from casecracker import __version__
from casecracker.engine.dealfile import parse_code
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import shown
from casecracker.engine.state import State
from casecracker.solver.dfs import advance_in_time, make_search
from casecracker.solver.keys import hash_key
from casecracker.solver.search import Limits, solve_deal
from casecracker.solver.table import entries_for, make_table

Unit = TypeVar("Unit")
Outcome = TypeVar("Outcome")
Work: TypeAlias = Callable[[Unit], Outcome]
Warm: TypeAlias = Callable[[], object]

Done: TypeAlias = Future[tuple[list[Outcome], float]]
"""Will hold the outcomes of a batch, and the seconds it took."""

SECONDS_A_BATCH = 0.5
"""How long a batch should take: long beside the milliseconds that handing it over costs."""

LARGEST_BATCH = 64

BATCHES_AHEAD = 2
"""Batches handed over for each worker: one that it works on, one that waits for it."""

MOST_A_CORE = 4
"""Local processes for each core; more would only take memory."""

LOSSES = 3
"""Times in a row that workers vanish, and nothing gets done in between, before it is an error."""

CONNECT_SECONDS = 10
MEGABYTE = 1024**2


class WorkersError(CasecrackerError):
    """Workers cannot be had, or vanish again and again."""


def warm_search() -> None:
    """Compile what solving a deal takes, or load it from where compiled code is kept."""
    deal = parse_code("witch-cult:42")
    solve_deal(deal, backend="dfs", limits=Limits(states=1))
    solve_deal(deal, shortest=True, limits=Limits(states=100_000))  # a line, and shorter ones
    # What would take a million states more to come to.
    tables, secret = State.start(deal).tables, hash_key(b"")
    search = make_search(tables, secret, entries_for(MEGABYTE))
    advance_in_time(tables, secret, make_table(entries_for(MEGABYTE)), search, 0)


def run_units(
    units: Iterable[Unit],
    work: Work[Unit, Outcome],
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    warm: Warm = warm_search,
) -> Generator[tuple[Unit, Outcome], None, None]:
    """Each unit with its outcome, once, in the order in which they are done.

    A worker that vanishes costs time alone: its units are done again. Close the iterator to end
    before all is done: that ends the local workers, and calls off what a cluster has not begun.

    Args:
        units: Small picklable values; taken as needed.
        work: A picklable function of one of them, the same wherever and how often it is called.
        workers: Local processes, at most four a core; as many as there are cores if left out.
        scheduler: Address of a Dask scheduler, whose workers are used instead.
        warm: Picklable; called in one worker of each machine before the others begin.

    Raises:
        WorkersError: The scheduler cannot be reached, `distributed` is not installed, another
            version of casecracker works there, or workers vanish again and again.
        Exception: Whatever `work` raises.
    """
    pool: _Pool = _Processes(workers, warm) if scheduler is None else _Cluster(scheduler, warm)
    with pool.opened():
        yield from _run(_Supply(units), work, pool)


# The loop


class _Supply(Generic[Unit]):
    """Hands out the units in batches of a good size, those that were lost first."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self._units = iter(units)
        self._lost: deque[tuple[Unit, ...]] = deque()
        self._size = 1

    def next_batch(self) -> tuple[Unit, ...]:
        """The next batch, empty if nothing is left."""
        return self._lost.popleft() if self._lost else tuple(islice(self._units, self._size))

    def take_back(self, batch: tuple[Unit, ...]) -> None:
        """Let a batch be done again."""
        self._lost.append(batch)

    def learn(self, units: int, seconds: float) -> None:
        """Fit the size to how long a batch took, growing at most by half at a time."""
        fitting = SECONDS_A_BATCH * units / max(seconds, 1e-6)
        largest = min(LARGEST_BATCH, self._size + self._size // 2 + 1)
        self._size = max(1, min(largest, int(fitting)))


class _Pool(Protocol):
    """Workers to hand batches to."""

    @property
    def width(self) -> int:
        """How many batches are worked on at a time."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """What a future raises if its worker vanished."""

    def opened(self) -> AbstractContextManager[None]:
        """Have the workers, and leave none behind."""

    def submit(self, work: Work[Unit, Outcome], batch: Sequence[Unit]) -> Done[Outcome]:
        """Hand a batch over."""

    def renew(self) -> None:
        """Begin again after workers vanished; nothing is under way any more."""


def _run(
    supply: _Supply[Unit], work: Work[Unit, Outcome], pool: _Pool
) -> Iterator[tuple[Unit, Outcome]]:
    running: dict[Done[Outcome], tuple[Unit, ...]] = {}
    losses = 0
    while True:
        is_broken = not _fill(running, supply, work, pool)
        if not running and not is_broken:
            return
        done = wait(running, return_when=FIRST_COMPLETED).done
        if is_broken or any(_is_lost(future, pool) for future in done):
            is_broken = True
            done = wait(running).done  # broken processes answer all at once
        for future in [each for each in running if each in done]:  # as they were handed over
            batch = running.pop(future)
            if _is_lost(future, pool):
                supply.take_back(batch)
                continue
            outcomes, seconds = future.result()
            losses = 0
            supply.learn(len(batch), seconds)
            yield from zip(batch, outcomes, strict=True)
        if is_broken:
            losses += 1
            if losses > LOSSES:
                raise WorkersError("workers vanish again and again; is there enough memory?")
            pool.renew()


def _fill(
    running: dict[Done[Outcome], tuple[Unit, ...]],
    supply: _Supply[Unit],
    work: Work[Unit, Outcome],
    pool: _Pool,
) -> bool:
    """Hand batches over until all workers have enough to do; False if some have vanished."""
    while len(running) < BATCHES_AHEAD * pool.width:
        batch = supply.next_batch()
        if not batch:
            break
        try:
            running[pool.submit(work, batch)] = batch
        except pool.lost:
            supply.take_back(batch)
            return False
    return True


def _is_lost(future: Done[Outcome], pool: _Pool) -> bool:
    if future.cancelled():
        raise WorkersError("the connection to the Dask scheduler was lost")
    return isinstance(future.exception(), pool.lost)


def _do_batch(work: Work[Unit, Outcome], batch: Sequence[Unit]) -> tuple[list[Outcome], float]:
    """What a worker does with a batch: its outcomes, and the seconds it took."""
    begin = time.perf_counter()
    return [work(unit) for unit in batch], time.perf_counter() - begin


# Local processes


class _Processes:
    """Processes of this machine. They are spawned: forking a process with threads is unsafe."""

    lost = (BrokenProcessPool,)

    def __init__(self, workers: int | None, warm: Warm) -> None:
        cores = os.cpu_count() or 1
        self.width = min(workers or cores, MOST_A_CORE * cores)
        self._warm = warm

    @contextmanager
    def opened(self) -> Iterator[None]:
        self._begin()
        try:
            self._warm_up()
            yield
        finally:
            self._end()

    def submit(self, work: Work[Unit, Outcome], batch: Sequence[Unit]) -> Done[Outcome]:
        return self._submit(_do_batch, work, batch)

    def renew(self) -> None:
        self._end()
        self._begin()
        self._warm_up()

    def _begin(self) -> None:
        """Make ready; the first work that is handed over starts a process."""
        context = multiprocessing.get_context("spawn")
        self._far_end, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(
            self.width, context, initializer=_hold_lifeline, initargs=(self._far_end,)
        )

    def _warm_up(self) -> None:
        with suppress(BrokenProcessPool):  # the next batch will tell
            self._submit(self._warm).result()

    def _submit(self, work: Callable[..., Outcome], *given: object) -> Future[Outcome]:
        """Handing over starts processes. Ctrl-C at the terminal must reach this one alone."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._executor.submit(work, *given)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _end(self) -> None:
        self._lifeline.close()
        self._executor.shutdown(cancel_futures=True)
        self._far_end.close()


def _hold_lifeline(far_end: Connection) -> None:
    """Let this worker end when the other end is closed, also by the death of who holds it."""
    threading.Thread(target=_end_with, args=(far_end,), daemon=True).start()


def _end_with(far_end: Connection) -> None:
    with suppress(EOFError, OSError):
        far_end.recv_bytes()
    os._exit(1)


# Dask


class _Cluster:
    """The workers of a Dask scheduler, which does what vanished workers had to do by itself."""

    def __init__(self, address: str, warm: Warm) -> None:
        self.width = 1
        self.lost: tuple[type[BaseException], ...] = ()
        self._address = address
        self._warm = warm

    @contextmanager
    def opened(self) -> Iterator[None]:
        try:
            # An optional extra, and slow to load.
            import distributed  # noqa: PLC0415
        except ImportError:
            raise WorkersError(
                "a scheduler needs Dask: pip install 'casecracker[cluster]'"
            ) from None
        self.lost = (distributed.KilledWorker,)
        try:
            # A client that cannot read its address leaves a traceback when it is collected.
            distributed.comm.addressing.get_address_host_port(self._address)
            client: Any = distributed.Client(  # type: ignore[no-untyped-call]
                self._address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, TypeError, ValueError) as error:
            raise WorkersError(
                f"no Dask scheduler at {shown(self._address)}: {_first_line(error)}"
            ) from None
        with client:
            self._prepare(client)
            self._executor = client.get_executor(pure=False)
            try:
                yield
            finally:
                self._executor.shutdown(wait=False)

    def submit(self, work: Work[Unit, Outcome], batch: Sequence[Unit]) -> Done[Outcome]:
        future: Done[Outcome] = self._executor.submit(_do_batch, work, batch)
        return future

    def renew(self) -> None:
        """The scheduler has done so."""

    def _prepare(self, client: Any) -> None:
        """Check what works there, and let one worker of each machine compile."""
        self._wait_for_workers(client)
        try:
            versions = client.run(_version)
            workers = client.scheduler_info(n_workers=-1)["workers"]
            of_hosts = {facts["host"]: worker for worker, facts in workers.items()}
            client.run(self._warm, workers=list(of_hosts.values()))
        except Exception as error:  # Dask hides of what kind it was at a worker
            text = f"the workers of Dask cannot run casecracker {__version__}"
            raise WorkersError(f"{text}: {_first_line(error)}") from None
        for worker, version in versions.items():
            if version != __version__:
                raise WorkersError(f"worker {worker} has casecracker {version}, not {__version__}")
        self.width = sum(facts["nthreads"] for facts in workers.values())

    def _wait_for_workers(self, client: Any) -> None:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise WorkersError(
                f"the Dask scheduler at {shown(self._address)} has no workers"
            ) from None


def _version() -> str:
    return __version__


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
