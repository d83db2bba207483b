"""The command line. Modules here import the rest of the package inside commands, to start quickly.

Each family of commands is a module; all are registered at the end of this one.
"""

import click

from casecracker import __version__
from casecracker.cli import (
    analyzing,
    census,
    deals,
    decks,
    games,
    graphs,
    hinting,
    odds,
    play,
    review,
    seeds,
    solving,
)
from casecracker.cli.shell import Shell


@click.group(cls=Shell, invoke_without_command=True)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Exact analysis of Arkham Noir and Streets of Arkham deals; Elder Sign odds.

    TARGET is a deal code (witch-cult:42), a deal file, or - for standard input.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


main.add_command(games.games)
main.add_command(decks.deck)
main.add_command(deals.deal)
main.add_command(solving.solve)
main.add_command(solving.verify)
main.add_command(solving.perft)
main.add_command(hinting.hint)
main.add_command(play.play)
main.add_command(review.review)
main.add_command(analyzing.analyze)
main.add_command(graphs.graph)
main.add_command(census.census)
main.add_command(odds.odds)
main.add_command(seeds.seeds)
