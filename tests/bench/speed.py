"""States per second of the complete search on one core: `python -m tests.bench.speed DECK`.

A state is one decision applied and, unless it ends the game, looked up in the table.
"""

import time

import click

from casecracker.engine.deals import deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.solver import dfs
from casecracker.solver.keys import hash_key
from casecracker.solver.table import BYTES_AN_ENTRY, make_table


@click.command()
@click.argument("deck")
@click.option("--states", default=10_000_000, show_default=True)
@click.option("--entries-log", default=22, show_default=True, help="Table entries, a power of two.")
@click.option("--turn-limit", default=dfs.NO_LIMIT, help="None unless given.")
def main(deck: str, states: int, entries_log: int, turn_limit: int) -> None:
    """Print states per CPU second for five deals of DECK."""
    cards = find_deck(deck)
    settings = make_settings(find_game(cards.game), {})
    click.echo(f"{BYTES_AN_ENTRY} bytes an entry, {2**entries_log:,} entries")
    for seed in range(-1, 5):
        root = State.start(deal_from_seed(cards, deck, max(seed, 0), settings))
        secret, table = hash_key(b"bench"), make_table(1 << entries_log)
        search = dfs.make_search()
        dfs.begin_search(root.tables, search, root.array(), turn_limit)
        begin = time.process_time()
        dfs.advance(root.tables, secret, table, search, states if seed >= 0 else 1)
        seconds = time.process_time() - begin
        if seed >= 0:
            rate = int(search.counts[dfs.STATES]) / seconds / 1e6
            click.echo(f"seed {seed}: {rate:.2f} million states per second")


if __name__ == "__main__":
    main()
