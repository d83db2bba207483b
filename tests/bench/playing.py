"""How often players win who see only what can be seen: `python -m tests.bench.playing`.

All players play the same deals, so their shares are compared in pairs. Every decision of the
players that think has the same processor time. The clairvoyant average tries each decision on
hidden orders drawn by chance too, but solves each with full knowledge of it; the ceiling solves the
true deal.
"""

import math
import random
import time
from collections.abc import Callable

import click
import numpy as np

from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.layout import WON
from casecracker.engine.library import find_deck
from casecracker.engine.notation import Move
from casecracker.engine.play import apply
from casecracker.engine.reading import phase
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray
from casecracker.solver.api import solve
from casecracker.solver.beam import Beam
from casecracker.solver.greedy import play_greedily
from casecracker.solver.hints import Advisor, Budget
from casecracker.solver.intervals import wilson
from casecracker.solver.keys import hash_key
from casecracker.solver.policy import make_player, play_on
from casecracker.solver.redeal import (
    RANDOMNESS,
    SAMPLE,
    SEED,
    WANTED,
    lift_stack,
    redeal,
    unseen_of,
)

MODES = {
    "witch-cult-standard": ("witch-cult-standard", {}),
    "king-in-yellow-standard": ("king-in-yellow-standard", {}),
    "infinite-gulfs-standard,mode=classic": ("infinite-gulfs-standard", {"mode": "classic"}),
    "infinite-gulfs-standard": ("infinite-gulfs-standard", {"mode": "hardboiled"}),
}
CANDIDATES = 6
WIDTH = 10  # of the clairvoyant's beams
MOST_SAMPLES = 1 << 12

Chooser = Callable[[State], Move]


def play(deal: Deal, choose: Chooser) -> bool:
    """Whether the game of a player is won; single moves are made without asking."""
    state = State.start(deal)
    while state.status == "playing":
        moves = state.moves()
        state = state.after((moves[0] if len(moves) == 1 else choose(state)).code)
    return state.won


def random_player(deal: Deal) -> bool:
    """Every legal move is as likely as another."""
    rng = random.Random(deal.seed)
    return play(deal, lambda state: rng.choice(state.moves()))


def greedy_player(deal: Deal) -> bool:
    """The player of solver/greedy.py."""
    return play_greedily(deal).won


def fast_player(deal: Deal) -> bool:
    """The player of solver/policy.py, alone."""
    state = State.start(deal)
    words = state.array()
    return bool(play_on(make_player(state.tables), words) == WON)


def hint_player(seconds: float) -> Callable[[Deal], bool]:
    """Takes the first of the hints."""
    advisor = Advisor()
    budget = Budget(MOST_SAMPLES, seconds, candidates=CANDIDATES, clock=time.process_time)

    def choose(state: State) -> Move:
        found = advisor.hints(state, budget, seed=state.turn)
        return found.best

    return lambda deal: play(deal, choose)


class Clairvoyant:
    """Averages over hidden orders that are solved with full knowledge."""

    def __init__(self, seconds: float) -> None:
        """With so much processor time a decision."""
        self._seconds = seconds
        self._secret = hash_key(b"bench")

    def choose(self, state: State) -> Move:
        """Most samples won, then the fewest turns to these wins."""
        begin = time.process_time()
        moves = state.moves()
        wins, turns = [0] * len(moves), [0] * len(moves)
        tables, numbers = state.tables.copy(), np.zeros(RANDOMNESS, dtype=np.int64)
        numbers[SEED], numbers[WANTED] = state.turn, -1
        lifted = lift_stack(tables, state.array())
        unseen = unseen_of(state.deal, state.victims_drawn)
        for sample in range(MOST_SAMPLES):
            words = lifted.copy()
            numbers[SAMPLE] = sample
            redeal(tables, words, unseen, numbers)
            for place in random.Random(sample).sample(range(len(moves)), len(moves)):
                if time.process_time() - begin > self._seconds and sample > 0:
                    break
                length = self._turns_to_win(tables, words, moves[place].code)
                wins[place] += length > 0
                turns[place] += length
            if time.process_time() - begin > self._seconds:
                break
        best = max(range(len(moves)), key=lambda i: (wins[i], -turns[i]))
        return moves[best]

    def _turns_to_win(self, tables: IntArray, words: IntArray, move: int) -> int:
        after = words.copy()
        apply(tables, after, move)
        if phase(after) == WON:
            return 1
        beam = Beam(tables, self._secret, after, WIDTH)
        length = 1
        while not beam.is_empty:
            if beam.turn(lambda: False):
                return length
            length += 1
        return 0


def clairvoyant_average(seconds: float) -> Callable[[Deal], bool]:
    """The player that is `Clairvoyant`."""
    player = Clairvoyant(seconds)
    return lambda deal: play(deal, player.choose)


def ceiling(deal: Deal) -> bool:
    """Whether the true deal is won by a search that knows it."""
    return solve(deal, time_limit=10).verdict == "winnable"


def share_text(won: list[bool]) -> str:
    """A share with its interval, in per cent."""
    low, high = wilson(sum(won), len(won))
    return f"{100 * sum(won) / len(won):5.1f} % ({100 * low:4.1f} to {100 * high:4.1f})"


def difference_text(won: list[bool], other: list[bool]) -> str:
    """The mean paired difference with its 95 % interval by the normal law, in points."""
    gaps = [100.0 * (a - b) for a, b in zip(won, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    square = sum((gap - mean) ** 2 for gap in gaps) / max(len(gaps) - 1, 1)
    return f"{mean:+.1f} ± {1.96 * math.sqrt(square / len(gaps)):.1f}"


def players(seconds: float) -> dict[str, Callable[[Deal], bool]]:
    """All players by name; the last but one is the one that the others are compared with."""
    return {
        "random": random_player,
        "greedy": greedy_player,
        "fast policy": fast_player,
        "clairvoyant average": clairvoyant_average(seconds),
        "hints": hint_player(seconds),
        "ceiling (true deal)": ceiling,
    }


def run(mode: str, games: int, first: int, seconds: float, chosen: list[str]) -> None:
    """Play the games of one mode, and print a row for each player."""
    deck_id, settings = MODES[mode]
    deck = find_deck(deck_id)
    chosen_settings = make_settings(find_game(deck.game), settings)
    deals = [
        deal_from_seed(deck, deck_id, seed, chosen_settings) for seed in range(first, first + games)
    ]
    results = {}
    for name, player in players(seconds).items():
        if chosen and name not in chosen:
            continue
        begin = time.process_time()
        results[name] = [player(deal) for deal in deals]
        spent = (time.process_time() - begin) / games
        click.echo(f"{mode} | {name} | {share_text(results[name])} | {spent:.2f} s a game")
    for name, won in results.items():
        if "hints" in results and name != "hints":
            gap = difference_text(results["hints"], won)
            click.echo(f"{mode} | hints less {name} | {gap} points")


@click.command()
@click.argument("modes", nargs=-1, type=click.Choice(list(MODES)))
@click.option("--games", default=20, type=click.IntRange(min=1), show_default=True)
@click.option("--first", default=0, type=click.IntRange(min=0), show_default=True)
@click.option("--seconds", default=0.2, type=click.FloatRange(min=0.001), show_default=True)
@click.option("--player", "chosen", multiple=True, help="only these players; all if left out")
def main(
    modes: tuple[str, ...], games: int, first: int, seconds: float, chosen: tuple[str, ...]
) -> None:
    """Play GAMES games of each mode with each player."""
    for mode in modes or MODES:
        run(mode, games, first, seconds, list(chosen))


if __name__ == "__main__":
    main()
