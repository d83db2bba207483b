"""How far CP-SAT decides full decks on its own, and agrees with the search.

`python -m tests.bench.opinions verdicts DECK --seeds 0-99 --time-limit 120`: CP-SAT alone says
whether each deal can be won.

`python -m tests.bench.opinions turns DECK --seeds 0-99 --time-limit 60`: the search proves the
fewest turns T of each deal, and CP-SAT is asked for wins within T and within T - 1 turns. Deals of
which one of them does not know it, in time, are counted apart. Easier settings
(`--setting puzzles=2`) bring T to where both finish. Infinite Gulfs of Darkness has none that do;
there `--short LETTER` asks for that letter alone on cards of more types (`tests/short_gulfs.py`).

Processor seconds, one deal after the other. `--csv FILE` writes a row for each deal as soon as it
is done, and a run goes on behind the rows that are there.
"""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import click

from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.library import find_deck
from casecracker.solver.cpsat import wins_within
from casecracker.solver.search import Limits, solve_deal
from tests.bench.asked import seeds_in, settings_for
from tests.bench.solving import percentiles
from tests.short_gulfs import short_deck

Row = tuple[str, ...]


def own_verdict(deal: Deal, seconds: float) -> Row:
    """CP-SAT's verdict, the turns of its line, and the seconds that it took."""
    limits = Limits(seconds, clock=time.process_time)
    result = solve_deal(deal, backend="cpsat", limits=limits)
    return str(result.verdict), str(result.turns), f"{result.seconds:.1f}"


def compared(deal: Deal, seconds: float) -> Row:
    """Whether both agree, the fewest turns, and the seconds that each took."""
    limits = Limits(seconds, clock=time.process_time)
    searched = solve_deal(deal, shortest=True, limits=limits)
    took = f"{searched.seconds:.1f}"
    if not searched.proven_shortest or searched.turns is None:
        return "not proven by the search", "", took, ""
    begin = time.process_time()
    answers = [
        wins_within(deal, turns, Limits(seconds, clock=time.process_time))
        for turns in (searched.turns, searched.turns - 1)
    ]
    asked = f"{time.process_time() - begin:.1f}"
    if None in answers:
        return "not known to CP-SAT", str(searched.turns), took, asked
    agree = "agree" if answers == [True, False] else "CONTRADICTION"
    return agree, str(searched.turns), took, asked


QUESTIONS: dict[str, Callable[[Deal, float], Row]] = {"verdicts": own_verdict, "turns": compared}


def summary(rows: list[Row]) -> str:
    """How often each answer was given, and the seconds of CP-SAT."""
    answers = Counter(row[0] for row in rows)
    told = ", ".join(f"{count} {answer}" for answer, count in answers.most_common())
    seconds = [float(row[-1]) for row in rows if row[-1]]
    ranks = percentiles(seconds) if seconds else {}
    spent = ", ".join(f"{name} {value:.1f}" for name, value in ranks.items())
    return f"{len(rows)} deals: {told}\nseconds of CP-SAT: {spent}"


@click.command()
@click.argument("question", type=click.Choice(sorted(QUESTIONS)))
@click.argument("deck")
@click.option("--seeds", default="0-19", show_default=True, help="FIRST-LAST")
@click.option("--time-limit", default=120.0, show_default=True, help="Processor seconds an answer.")
@click.option("--setting", multiple=True, metavar="NAME=VALUE")
@click.option("--short", metavar="LETTER", help="Infinite Gulfs: a game for one letter.")
@click.option("--csv", type=click.Path(path_type=Path), help="A row for each deal; goes on there.")
def main(  # noqa: PLR0913, PLR0917 - an option each
    question: str,
    deck: str,
    seeds: str,
    time_limit: float,
    setting: tuple[str, ...],
    short: str | None,
    csv: Path | None,
) -> None:
    """Ask CP-SAT about the deals of some seeds."""
    cards = find_deck(deck)
    if short:
        cards = short_deck(cards, short)
    settings = settings_for(cards, setting)
    done = csv.read_text().splitlines() if csv and csv.exists() else []
    rows = [tuple(line.split(",")[1:]) for line in done]
    for seed in seeds_in(seeds)[len(rows) :]:
        row = QUESTIONS[question](deal_from_seed(cards, deck, seed, settings), time_limit)
        rows.append(row)
        click.echo(f"{seed:5} {'  '.join(row)}")
        if csv:
            with csv.open("a") as file:
                file.write(",".join((str(seed), *row)) + "\n")
    click.echo(summary(rows))


if __name__ == "__main__":
    main()
