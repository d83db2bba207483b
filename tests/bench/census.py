"""What workers are worth: `python -m tests.bench.census DECK --deals 2000`.

The same deals by one local worker, by several, and by a Dask cluster of as many on this machine.
Seconds are of the wall, which means nothing on a busy machine: those from the first answer on are
without starting workers. Processor seconds are of all processes, their start included.
"""

import os
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click

from casecracker.engine.library import resolve_deck
from casecracker.seeds.census import Effort, Question, Row, decided_rows, make_series
from tests.cluster import Cluster


@dataclass(frozen=True)
class Timed:
    """Rows, and the seconds they took."""

    rows: list[Row]
    seconds: float
    seconds_from_first: float
    processor_seconds: float


def timed(question: Question, deals: int, workers: int, *, cluster: bool = False) -> Timed:
    """Decide the deals, by local workers or by those of a cluster that is begun for it."""
    used = sum(os.times()[:4])
    if not cluster:
        rows, seconds, steady = decided(question, deals, workers, None)
        return Timed(rows, seconds, steady, sum(os.times()[:4]) - used)
    with tempfile.TemporaryDirectory() as folder:
        begun = Cluster(Path(folder), workers)
        try:
            rows, seconds, steady = decided(question, deals, None, begun.address())
        finally:
            begun.end()
    return Timed(rows, seconds, steady, sum(os.times()[:4]) - used)


def decided(
    question: Question, deals: int, workers: int | None, scheduler: str | None
) -> tuple[list[Row], float, float]:
    """Rows, seconds of all, seconds from the first answer on."""
    rows: list[Row] = []
    begin = first = time.monotonic()
    answers = decided_rows(question, range(deals), workers=workers, scheduler=scheduler)
    with closing(answers):
        for row in answers:
            first = time.monotonic() if not rows else first
            rows.append(row.without_seconds())
    end = time.monotonic()
    return rows, end - begin, end - first


@click.command()
@click.argument("deck")
@click.option("--deals", default=2_000, show_default=True)
@click.option("--workers", default=2, show_default=True)
def main(deck: str, deals: int, workers: int) -> None:
    """Print how long the same deals take in three ways."""
    named = resolve_deck(deck)
    question = Question(make_series(named[0].game, [named], [{}]), 0, Effort())
    click.echo(f"{deck}, {deals} deals; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    one = timed(question, deals, 1)
    several = timed(question, deals, workers)
    dask = timed(question, deals, workers, cluster=True)
    names = ("1 local worker", f"{workers} local workers", f"{workers} workers of Dask")
    for name, way in zip(names, (one, several, dask), strict=True):
        click.echo(
            f"{name:20} {way.seconds:8.1f} s, {way.seconds_from_first:8.1f} s from the first "
            f"answer on, {way.processor_seconds:8.1f} processor seconds"
        )
    faster = one.seconds_from_first / several.seconds_from_first
    more = dask.seconds_from_first / several.seconds_from_first - 1
    click.echo(f"{workers} workers against one: {faster:.2f} times as fast")
    click.echo(f"Dask against local: {100 * more:+.1f} % time")
    click.echo(f"the same rows: {one.rows == several.rows == dask.rows}")


if __name__ == "__main__":
    main()
