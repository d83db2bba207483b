"""Makes the challenges that come with the package: `python -m tests.bench.shipped FILE.sqlite`.

Deals of each grade for each game and mode, then problems, each by `seeds.generate` and with all
cores. A run that was stopped goes on: give the same command again. It tells the processor time for
each row. `casecracker seeds export` then writes the text files that are shipped (docs/generate.md).
"""

import os
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass

import click

from casecracker.engine.targets import subject_of
from casecracker.seeds.catalogue import Catalogue
from casecracker.seeds.generate import Search, Tally, Workforce, generate
from casecracker.seeds.grades import Grade
from casecracker.seeds.problems import Range
from casecracker.seeds.searched import Searched
from casecracker.seeds.wanted import Wishes, read_wishes

Dealt = tuple[str, dict[str, str]]
"""A deck and the settings that differ from the defaults."""

MODES: dict[str, dict[Grade, Dealt]] = {
    "witch-cult": {
        Grade.EASY: ("witch-cult-standard", {}),
        Grade.MEDIUM: ("witch-cult-standard", {}),
        Grade.HARD: ("witch-cult-tight", {}),
        Grade.FIENDISH: ("witch-cult-tight", {"victims": "4"}),
    },
    "king-in-yellow": {
        Grade.EASY: ("king-in-yellow-standard", {}),
        Grade.MEDIUM: ("king-in-yellow-standard", {}),
        Grade.HARD: ("king-in-yellow-tight", {}),
        Grade.FIENDISH: ("king-in-yellow-tight", {"victims": "4"}),
    },
    "classic": {
        Grade.EASY: ("infinite-gulfs-standard", {"mode": "classic"}),
        Grade.MEDIUM: (
            "infinite-gulfs-standard",
            {"mode": "classic", "help": "none", "menace": "no-aurora"},
        ),
        Grade.HARD: ("infinite-gulfs-tight", {"mode": "classic"}),
        Grade.FIENDISH: (
            "infinite-gulfs-tight",
            {"mode": "classic", "help": "none", "menace": "no-aurora"},
        ),
    },
    "hardboiled": {
        Grade.EASY: ("infinite-gulfs-standard", {"limits": "6"}),
        Grade.MEDIUM: ("infinite-gulfs-standard", {}),
        Grade.HARD: ("infinite-gulfs-tight", {}),
        Grade.FIENDISH: ("infinite-gulfs-tight", {"help": "none", "menace": "no-aurora"}),
    },
}
"""What deals of each grade are looked for among: where they are not rare (docs/generate.md)."""

PROBLEMS: dict[str, Dealt] = {
    "witch-cult": ("witch-cult-standard", {}),
    "king-in-yellow": ("king-in-yellow-standard", {}),
    "classic": ("infinite-gulfs-standard", {"mode": "classic"}),
    "hardboiled": ("infinite-gulfs-standard", {}),
}
"""What problems are looked for among."""

WIN_IN = (2, 3, 4, 5)
SEEDS_APART = 100_000
"""Between the first seeds of problems of different lengths, so that they are of different deals."""

SECONDS_BETWEEN_NOTES = 10.0


@dataclass(frozen=True, slots=True)
class Part:
    """One search: its name, what for, and how many rows."""

    name: str
    search: Search
    count: int


def parts(modes: list[str], deals: int, problems: int) -> Iterator[Part]:
    """All searches: so many deals and problems of each mode, shared out among grades and turns."""
    for mode in modes:
        for (grade, (deck, settings)), count in zip(
            MODES[mode].items(), _shared(deals, len(Grade)), strict=True
        ):
            wishes = read_wishes({"grade": str(grade)})
            search = Search(subject_of(deck, settings), wishes)
            yield Part(f"{mode}, {grade}", search, count)
        deck, settings = PROBLEMS[mode]
        for turns, count in zip(WIN_IN, _shared(problems, len(WIN_IN)), strict=True):
            subject = subject_of(deck, settings)
            search = Search(subject, Wishes(), turns * SEEDS_APART, Range(turns, turns))
            yield Part(f"{mode}, win in {turns}", search, count)


def _shared(whole: int, among: int) -> list[int]:
    """Shares that differ by one at most, the larger ones first."""
    return [(whole + among - 1 - place) // among for place in range(among)]


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--mode", "modes", multiple=True, type=click.Choice(list(MODES)), help="Only these.")
@click.option("--deals", default=64, show_default=True, help="Deals of each mode.")
@click.option("--problems", default=12, show_default=True, help="Problems of each mode.")
@click.option("--most", type=int, help="Deals checked at most by each search.")
@click.option("--workers", type=int, help="Processes; all cores if left out.")
def main(  # noqa: PLR0913, PLR0917 - one parameter an option
    path: str,
    modes: tuple[str, ...],
    deals: int,
    problems: int,
    most: int | None,
    workers: int | None,
) -> None:
    """Add to FILE what is missing."""
    catalogue = Catalogue.open(path) if os.path.lexists(path) else Catalogue.create(path)
    with catalogue:
        for part in parts(list(modes or MODES), deals, problems):
            if part.count:
                _make(part, catalogue, path, most, workers)


def _make(
    part: Part, catalogue: Catalogue, path: str, most: int | None, workers: int | None
) -> None:
    begin, told = _processor_seconds(), time.monotonic()

    def tell(tally: Tally) -> None:
        nonlocal told
        if time.monotonic() - told > SECONDS_BETWEEN_NOTES:
            told = time.monotonic()
            click.echo(f"{part.name}: {tally.found} of {part.count}, {tally.checked} checked")

    tally = generate(
        part.search,
        catalogue,
        Searched(path),
        count=part.count,
        most=most,
        workforce=Workforce(workers),
        tell=tell,
    )
    seconds = _processor_seconds() - begin
    each = f"{seconds / len(tally.added):.1f} s a row" if tally.added else "nothing new"
    click.echo(
        f"{part.name}: {tally.found} of {part.count}, {tally.checked} checked; "
        f"{len(tally.added)} added in {seconds:.1f} s processor time, {each}"
    )


def _processor_seconds() -> float:
    """Of this process and of those that it has waited for."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    usage = [resource.getrusage(kind) for kind in kinds]
    return sum(one.ru_utime + one.ru_stime for one in usage)


if __name__ == "__main__":
    main()
