"""States per second of the complete search on one core: `python -m tests.bench.speed DECK`.

A state is one decision applied and, unless it ends the game, looked up in the table. A row for
each deal: speed without a limit of turns, where no bound on turns is asked, and with a limit so
that the bounds work; with all that is pruned, without the costly bounds (*lines that lack*, *before
effects*), and with nothing pruned. Fewer states with a bound may well be worth a lower speed: the
states that the same limit takes stand beside it, as far as `--states` goes. At last, what an entry
of the table takes, in the fullest table of these.
"""

import time
from dataclasses import dataclass

import click

from casecracker.engine.deals import deal_from_seed
from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray
from casecracker.solver import dfs
from casecracker.solver.bounds import plays_bound
from casecracker.solver.keys import hash_key
from casecracker.solver.table import BYTES_AN_ENTRY, ENTRY_WORDS, make_table
from tests.bench.asked import settings_for

COSTLY = dfs.LINES_THAT_LACK | dfs.BEFORE_EFFECTS | dfs.RELAXED_GAMES
PRUNINGS = (
    ("all bounds", dfs.ALL_PRUNING),
    ("no costly ones", dfs.ALL_PRUNING & ~COSTLY),
    ("nothing pruned", 0),
)


@dataclass(frozen=True, slots=True)
class Run:
    """A search that was stopped after so many states, or has ended before."""

    states: int
    seconds: float
    is_over: bool
    stored: int
    filled: int

    def __str__(self) -> str:
        """Speed, and states if it has ended."""
        speed = f"{self.states / self.seconds / 1e6:5.2f} M/s"
        return f"{speed} ({self.states:,} states)" if self.is_over else speed


def run(root: State, turn_limit: int, pruning: int, states: int, table: IntArray) -> Run:
    """Search from `root` with an empty table."""
    table[:] = 0
    secret = hash_key(b"bench")
    search = dfs.make_search(root.tables, secret)
    search.counts[dfs.PRUNING] = pruning
    dfs.begin_search(root.tables, search, root.array(), turn_limit)
    begin = time.process_time()
    status = dfs.advance_in_time(root.tables, secret, table, search, states)
    seconds = time.process_time() - begin
    searched, stored = int(search.counts[dfs.STATES]), int(search.counts[dfs.STORED])
    filled = int((table[::ENTRY_WORDS] != 0).sum())
    return Run(searched, seconds, status != dfs.RUNNING, stored, filled)


def memory(last: Run, table: IntArray) -> str:
    """What the table takes for what it held after a run."""
    entries = table.nbytes // BYTES_AN_ENTRY
    return (
        f"{BYTES_AN_ENTRY} bytes an entry, {entries:,} entries, {last.filled:,} filled after "
        f"{last.states:,} states and {last.stored:,} stores: "
        f"{table.nbytes / max(last.filled, 1):.1f} bytes for each state held, "
        f"{table.nbytes / last.states:.2f} for each state searched"
    )


@click.command()
@click.argument("deck")
@click.option("--states", default=10_000_000, show_default=True)
@click.option("--entries-log", default=22, show_default=True, help="Table entries, a power of two.")
@click.option("--turn-limit", type=int, help="Opening's bound + 2 unless given.")
@click.option("--setting", multiple=True, metavar="NAME=VALUE")
def main(
    deck: str, states: int, entries_log: int, turn_limit: int | None, setting: tuple[str, ...]
) -> None:
    """Print states per CPU second for five deals of DECK."""
    cards = find_deck(deck)
    settings = settings_for(cards, setting)
    table, free = make_table(1 << entries_log), []
    for seed in range(5):
        root = State.start(deal_from_seed(cards, deck, seed, settings))
        if seed == 0:
            run(root, 1, dfs.ALL_PRUNING, 1, table)  # compiled, loaded
        free.append(run(root, dfs.NO_LIMIT, dfs.ALL_PRUNING, states, table))
        click.echo(f"seed {seed}: {'no limit of turns':17} {free[-1]}")
        limit = turn_limit or int(plays_bound(root.tables, root.array())) + 2
        for name, pruning in PRUNINGS:
            click.echo(f"  {limit:2} turns, {name:15} {run(root, limit, pruning, states, table)}")
    click.echo(memory(max(free, key=lambda one: one.filled), table))


if __name__ == "__main__":
    main()
