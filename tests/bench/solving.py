"""How fast deals are decided: `python -m tests.bench.solving DECK --seeds 0-999 --time-limit 10`.

One deal after the other on one core, each in the time limit. Prints verdicts, and median, p90, p99
and worst of states and seconds. Every winning line has been replayed by the referee.
"""

import math
from collections import Counter
from pathlib import Path

import click

from casecracker.engine.deals import deal_from_seed
from casecracker.engine.library import find_deck
from casecracker.solver.intervals import wilson
from casecracker.solver.results import Result
from casecracker.solver.search import DEFAULT_MEMORY, Limits, solve_deal
from tests.bench.asked import seeds_in, settings_for

QUANTILES = (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("worst", 1.0))


def percentiles(numbers: list[float]) -> dict[str, float]:
    """Median, p90, p99 and worst: the least number that so many of all do not exceed."""
    ranked = sorted(numbers)
    return {name: ranked[math.ceil(share * len(ranked)) - 1] for name, share in QUANTILES}


def report(results: list[Result], seconds: float) -> list[str]:
    """The figures of one run as lines of text."""
    verdicts = Counter(str(result.verdict) for result in results)
    decided = len(results) - verdicts["undecided"]
    low, high = wilson(verdicts["winnable"], len(results))
    rows = [f"{decided} of {len(results)} decided in {seconds:g} s each: {dict(verdicts)}"]
    rows.append(f"winnable {100 * low:.1f} to {100 * high:.1f} % (95 %, undecided as not won)")
    rows.append(f"found by {dict(Counter(result.backend for result in results))}")
    for name, numbers in (
        ("states", [float(result.states) for result in results]),
        ("seconds", [result.seconds for result in results]),
    ):
        told = ", ".join(f"{q} {value:,.3f}" for q, value in percentiles(numbers).items())
        rows.append(f"{name:8} {told}")
    return rows


@click.command()
@click.argument("deck")
@click.option("--seeds", default="0-99", show_default=True, help="FIRST-LAST")
@click.option("--time-limit", default=10.0, show_default=True, help="Seconds a deal.")
@click.option("--setting", multiple=True, metavar="NAME=VALUE")
@click.option("--csv", type=click.Path(path_type=Path), help="Also a row for each deal.")
def main(
    deck: str, seeds: str, time_limit: float, setting: tuple[str, ...], csv: Path | None
) -> None:
    """Print how fast the deals of some seeds are decided."""
    cards = find_deck(deck)
    settings = settings_for(cards, setting)
    limits = Limits(time_limit, DEFAULT_MEMORY)
    deals = [deal_from_seed(cards, deck, seed, settings) for seed in seeds_in(seeds)]
    solve_deal(deals[0], limits=limits)  # compiled, loaded
    results = [solve_deal(deal, limits=limits) for deal in deals]
    click.echo("\n".join(report(results, time_limit)))
    if csv is not None:
        rows = [
            f"{seed},{result.verdict},{result.turns},{result.states},{result.seconds:.4f}"
            for seed, result in zip(seeds_in(seeds), results, strict=True)
        ]
        csv.write_text("\n".join(["seed,verdict,turns,states,seconds", *rows]) + "\n")


if __name__ == "__main__":
    main()
