"""How soon hints are there and how soon they settle: `python -m tests.bench.settling`.

In positions from the middle of games of the fast player. A hint is *there* with its first ranking,
of `FIRST` samples. It is *settled* at the first number of samples, doubled each time, from which
on the first move stays the same up to `MOST` samples and the 95 % interval of its chance reaches no
further than `POINTS` to either side. Processor seconds of one thread; threads share the work.
"""

import random
import time
from collections.abc import Iterator
from statistics import quantiles

import click

from casecracker.engine.deals import deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.layout import FIRST_TERMINAL
from casecracker.engine.library import find_deck
from casecracker.engine.reading import phase
from casecracker.engine.state import State
from casecracker.solver.choices import choose
from casecracker.solver.hints import Advisor, Budget, Hints
from casecracker.solver.policy import PLAN_LENGTH, make_player, plan_turn
from tests.bench.playing import MODES

FIRST = 64
MOST = 2048
POINTS = 3.0


def decisions(state: State) -> Iterator[State]:
    """The positions of one game of the fast player in which it has more than one move."""
    player, words = make_player(state.tables), state.array()
    while phase(words) < FIRST_TERMINAL:
        plan_turn(player, words)
        for move in player.plan[: player.counts[PLAN_LENGTH]].copy():
            now = State(state.deal, tuple(map(int, words)), state.tables)
            if len(now.moves()) > 1:
                yield now
            choose(player.tables, words, move)


def positions(mode: str, count: int) -> Iterator[State]:
    """A position of each of `count` games, drawn from all but its opening."""
    deck_id, settings = MODES[mode]
    deck = find_deck(deck_id)
    chosen = make_settings(find_game(deck.game), settings)
    for seed in range(count):
        found = list(decisions(State.start(deal_from_seed(deck, deck_id, seed, chosen))))
        yield random.Random(seed).choice(found[1:] or found)


def is_narrow(found: Hints) -> bool:
    """Whether the interval of the first decision is small enough."""
    best = found.moves[0]
    chance = best.win_chance or 0.0
    return 100 * max(best.high - chance, chance - best.low) <= POINTS


def measured(state: State) -> tuple[float, float | None]:
    """Seconds to the first ranking and to the settled one; None if that does not come."""
    advisor, samples, answers = Advisor(), FIRST, []
    first = advisor.hints(state, Budget(FIRST, orders=FIRST, clock=time.process_time))
    while samples <= MOST:
        answers.append(advisor.hints(state, Budget(samples, clock=time.process_time)))
        samples *= 2
    settled = None
    for found in reversed(answers):
        if found.best != answers[-1].best or not is_narrow(found):
            break
        settled = found.seconds
    return first.seconds, settled


def spread(seconds: list[float]) -> str:
    """Median, nine in ten, most."""
    tenths = quantiles(seconds, n=10, method="inclusive")
    return f"median {tenths[4]:.2f} s, p90 {tenths[8]:.2f} s, most {max(seconds):.2f} s"


@click.command()
@click.argument("modes", nargs=-1, type=click.Choice(list(MODES)))
@click.option("--positions", "count", default=100, type=click.IntRange(min=2), show_default=True)
def main(modes: tuple[str, ...], count: int) -> None:
    """Ask for hints in COUNT positions of each mode."""
    for mode in modes or MODES:
        measured(next(positions(mode, 1)))  # compiled before the clock runs
        found = [measured(state) for state in positions(mode, count)]
        settled = [seconds for _, seconds in found if seconds is not None]
        click.echo(f"{mode} | first ranking | {spread([first for first, _ in found])}")
        click.echo(f"{mode} | settled, {len(settled)} of {count} | {spread(settled)}")


if __name__ == "__main__":
    main()
