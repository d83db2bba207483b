"""What screening saves: `python -m tests.bench.steering witch-cult --turns -14 --count 10`.

The same search twice, in this process: seeds as they come, then screened (seeds/screening.py). Told
is the processor time for each deal that has all that is wanted; that of probes is counted, that of
compiling is not.
"""

import contextlib
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from casecracker.cli.generating import wanted_options
from casecracker.engine.targets import subject_of
from casecracker.seeds.catalogue import Catalogue
from casecracker.seeds.generate import Search, Tally, Workforce, generate, look_at, probe_of
from casecracker.seeds.searched import Searched
from casecracker.seeds.wanted import check_possible, read_wishes

WARM_SEED = 2**40


class _AsTheyCome(Search):
    """The search without screening."""

    @property
    def may_screen(self) -> bool:
        """Never."""
        return False


@click.command()
@click.argument("game")
@wanted_options
@click.option("--count", default=10, show_default=True, help="Rows of each of the two.")
@click.option("--most", type=int, help="Deals checked at most by each of the two.")
@click.option("--first", default=0, show_default=True, help="Seed of the first deal.")
@click.option("--only", type=click.Choice(["plain", "screened"]), help="One of the two alone.")
def main(
    game: str, count: int, most: int | None, first: int, only: str | None, **wanted: Any
) -> None:
    """Compare both for deals of GAME."""
    wishes = read_wishes({name.replace("_", "-"): value for name, value in wanted.items()})
    subject = subject_of(game)
    check_possible(wishes, Search(subject, wishes).deal(first))
    warm = Search(subject, wishes, WARM_SEED)
    look_at(warm.unit(WARM_SEED, True))
    probe_of(warm.code(WARM_SEED))
    for name, kind in (("plain", _AsTheyCome), ("screened", Search)):
        if only in (None, name):
            begin = time.process_time()
            tally = _found(kind(subject, wishes, first), count, most)
            _tell(name, tally, time.process_time() - begin)


def _found(search: Search, count: int, most: int | None) -> Tally:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "rows.sqlite")
        with contextlib.closing(Catalogue.create(path)) as catalogue:
            return generate(
                search, catalogue, Searched(path), count=count, most=most, workforce=Workforce(1)
            )


def _tell(name: str, tally: Tally, seconds: float) -> None:
    each = f"{seconds / tally.found:.1f} s a row" if tally.found else "none"
    click.echo(
        f"{name}: {tally.found} found of {tally.checked} checked, {seconds:.1f} s processor "
        f"time, {each}"
    )


if __name__ == "__main__":
    main()
