"""A Dask cluster of this machine, of real processes that can be killed."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import distributed

ROOT = Path(__file__).parent.parent


class Cluster:
    """A scheduler and workers of one thread each, every one a process of its own."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        """Start them; they write to files in `folder`."""
        self._file = folder / "scheduler.json"
        self._log = open(folder / "log.txt", "w", encoding="utf-8")  # noqa: SIM115 - closed in end
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        alone = ("--no-nanny", "--nthreads", "1")
        self.workers = [
            self._start("worker", *alone, "--name", str(number)) for number in range(workers)
        ]

    def _start(self, kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *words, "--no-dashboard"]
        return subprocess.Popen(
            [*command, "--scheduler-file", str(self._file)],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=self._log,
            stderr=self._log,
        )

    def address(self) -> str:
        """Once all workers are there, so that a test does kill one of two."""
        until = time.monotonic() + 120
        while not self._file.exists() or not self._file.read_text(encoding="utf-8"):
            assert time.monotonic() < until
            time.sleep(0.05)
        address: str = json.loads(self._file.read_text(encoding="utf-8"))["address"]
        client: Any = distributed.Client(  # type: ignore[no-untyped-call]
            address, timeout=60, set_as_default=False
        )
        with client:
            alive = sum(worker.poll() is None for worker in self.workers)
            client.wait_for_workers(alive, timeout=120)
        return address

    def end(self) -> None:
        """Leave none of them behind."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self._log.close()
