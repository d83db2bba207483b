"""How far shortest lines are found and proved: `python -m tests.bench.shortest DECK --seeds 0-19`.

A row for each deal: turns of the line, bound of the opening, bound shown in the end, states and
processor seconds. One deal after the other on one core, each in the time limit.
"""

import time
from pathlib import Path

import click

from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.solver.bounds import plays_bound
from casecracker.solver.results import Result
from casecracker.solver.search import DEFAULT_MEMORY, Limits, solve_deal
from tests.bench.asked import seeds_in, settings_for
from tests.bench.solving import percentiles


def row(seed: int, deal: Deal, result: Result) -> str:
    """The figures of one deal."""
    root = State.start(deal)
    first = plays_bound(root.tables, root.array())
    shown = "proven" if result.proven_shortest else f"at least {result.lower_bound}"
    return (
        f"{seed:5} turns {result.turns} {shown:12} opening {first} "
        f"states {result.states:>13,} seconds {result.seconds:8.2f}"
    )


def summary(results: list[Result]) -> list[str]:
    """The figures of one run as lines of text; lost deals count for nothing."""
    won = [result for result in results if result.turns is not None]
    gaps = [float((r.turns or 0) - (r.lower_bound or 0)) for r in won]
    rows = [f"{sum(r.proven_shortest for r in won)} of {len(won)} won deals proven shortest"]
    for name, numbers in (
        ("turns", [float(result.turns or 0) for result in won]),
        ("gap", gaps),
        ("states", [float(result.states) for result in won]),
        ("seconds", [result.seconds for result in won]),
    ):
        told = ", ".join(f"{q} {value:,.2f}" for q, value in percentiles(numbers).items())
        rows.append(f"{name:8} {told}")
    return rows


@click.command()
@click.argument("deck")
@click.option("--seeds", default="0-19", show_default=True, help="FIRST-LAST")
@click.option("--time-limit", default=15.0, show_default=True, help="Processor seconds a deal.")
@click.option("--setting", multiple=True, metavar="NAME=VALUE")
@click.option("--csv", type=click.Path(path_type=Path), help="Also a row for each deal.")
def main(
    deck: str, seeds: str, time_limit: float, setting: tuple[str, ...], csv: Path | None
) -> None:
    """Print turns and bounds of the deals of some seeds."""
    cards = find_deck(deck)
    settings = settings_for(cards, setting)
    limits = Limits(time_limit, DEFAULT_MEMORY, clock=time.process_time)
    results = []
    for seed in seeds_in(seeds):
        deal = deal_from_seed(cards, deck, seed, settings)
        results.append(solve_deal(deal, shortest=True, limits=limits))
        click.echo(row(seed, deal, results[-1]))
    click.echo("\n".join(summary(results)))
    if csv is not None:
        rows = [
            f"{seed},{r.turns},{r.lower_bound},{r.proven_shortest},{r.states},{r.seconds:.4f}"
            for seed, r in zip(seeds_in(seeds), results, strict=True)
        ]
        csv.write_text("\n".join(["seed,turns,bound,proven,states,seconds", *rows]) + "\n")


if __name__ == "__main__":
    main()
