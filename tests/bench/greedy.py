"""How often the greedy player wins: `python -m tests.bench.greedy DECK [--deals N] [--first SEED]`.

DECK is a built-in deck's id or a deck file. Deals are those of the seeds FIRST ... FIRST + N - 1.
"""

from collections import Counter

import click

from casecracker.engine.cards import Deck
from casecracker.engine.deals import deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.library import find_deck
from casecracker.solver.greedy import play_greedily
from casecracker.solver.intervals import wilson


def greedy_ends(deck: Deck, deals: int, first: int = 0) -> Counter[str]:
    """How the greedy player's games of the seeds from `first` on end."""
    settings = make_settings(find_game(deck.game), {})
    seeds = range(first, first + deals)
    return Counter(
        play_greedily(deal_from_seed(deck, "bench", seed, settings)).status for seed in seeds
    )


@click.command()
@click.argument("deck")
@click.option("--deals", default=2000, type=click.IntRange(min=1), show_default=True)
@click.option("--first", default=0, type=click.IntRange(min=0), show_default=True)
def main(deck: str, deals: int, first: int) -> None:
    """Print the greedy share of DECK with its interval."""
    ends = greedy_ends(find_deck(deck), deals, first)
    low, high = wilson(ends["won"], deals)
    share = 100 * ends["won"] / deals
    click.echo(
        f"{deck}: won {ends['won']} of {deals} = {share:.2f} % "
        f"(95 % interval {100 * low:.2f} to {100 * high:.2f} %), lost {ends['lost']}"
    )


if __name__ == "__main__":
    main()
