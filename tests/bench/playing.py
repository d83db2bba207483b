"""How often players win who see only what can be seen: `python -m tests.bench.playing`.

All players play the same deals, so their shares are compared in pairs. Every decision of the
players that think has the same processor time. The clairvoyant average tries each decision on
hidden orders drawn by chance too, but solves each with full knowledge of it; the ceiling solves the
true deal.
"""

import csv
import math
import random
import time
from collections.abc import Callable
from pathlib import Path

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
from casecracker.solver.policy import kind_of_game, make_player, play_on
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
WIDTHS = {"witch-cult": 10, "king-in-yellow": 10, "classic": 3, "hardboiled": 3}  # of its beams
MOST_SAMPLES = 1 << 12

Chooser = Callable[[State, list[Move]], Move]
"""Chooses one of several moves."""


def play(deal: Deal, choose: Chooser) -> bool:
    """Whether the game of a player is won."""
    return game_of(deal, choose)[0].won


def game_of(deal: Deal, choose: Chooser) -> tuple[State, list[str]]:
    """The end of a player's game and its moves; single moves are made without asking.

    No card goes into the briefcase and out of it, or the other way, with nothing done in between.
    """
    state, shifted, made = State.start(deal), set[str](), list[str]()
    while state.status == "playing":
        moves = [move for move in state.moves() if card_shifted(move) not in shifted]
        move = moves[0] if len(moves) == 1 else choose(state, moves)
        card = card_shifted(move)
        shifted = shifted | {card} if card else set()
        state = state.after(move.code)
        made.append(str(move))
    return state, made


def card_shifted(move: Move) -> str:
    """The card that a move puts into the briefcase or takes out; empty for other moves."""
    word, _, card = str(move).partition(" ")
    return card if word in {"pack", "unpack"} else ""


def random_player(deal: Deal) -> bool:
    """Every legal move is as likely as another."""
    rng = random.Random(deal.seed)
    return play(deal, lambda _, moves: rng.choice(moves))


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

    def choose(state: State, moves: list[Move]) -> Move:
        found = advisor.hints(state, budget, seed=state.turn)
        return next(hint.move for hint in found.moves if hint.move in moves)

    return lambda deal: play(deal, choose)


class Clairvoyant:
    """Averages over hidden orders that are solved with full knowledge."""

    def __init__(self, seconds: float) -> None:
        """With so much processor time a decision."""
        self._seconds = seconds
        self._secret = hash_key(b"bench")

    def choose(self, state: State, moves: list[Move]) -> Move:
        """Most samples won, then the fewest turns to these wins."""
        begin = time.process_time()
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
        beam = Beam(tables, self._secret, after, WIDTHS[kind_of_game(tables)])
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


Row = tuple[str, int, str]
"""Mode, seed and player of one game."""


class Games:
    """Who won which game, kept in a CSV file, so that a stopped run goes on."""

    def __init__(self, path: Path) -> None:
        """With the games of an earlier run, if the file is there."""
        self._path = path
        self._won: dict[Row, bool] = {}
        self._seconds: dict[Row, float] = {}
        if path.exists():
            with path.open(encoding="utf-8", newline="") as file:
                for mode, seed, player, won, seconds in csv.reader(file):
                    self._won[mode, int(seed), player] = won == "1"
                    self._seconds[mode, int(seed), player] = float(seconds)

    def won(self, row: Row) -> bool | None:
        """Whether that game was won; None if it was not played."""
        return self._won.get(row)

    def seconds(self, rows: list[Row]) -> float:
        """Mean processor time of these games."""
        return sum(self._seconds[row] for row in rows) / len(rows)

    def add(self, row: Row, won: bool, seconds: float) -> None:
        """Keep a game, in the file too."""
        self._won[row], self._seconds[row] = won, seconds
        with self._path.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file).writerow([*row, int(won), f"{seconds:.3f}"])


def play_all(games: Games, mode: str, seeds: range, seconds: float, chosen: list[str]) -> None:
    """Play what is not in the file yet, deal by deal."""
    deck_id, settings = MODES[mode]
    deck = find_deck(deck_id)
    chosen_settings = make_settings(find_game(deck.game), settings)
    playing = {name: player for name, player in players(seconds).items() if name in chosen}
    for seed in seeds:
        deal = deal_from_seed(deck, deck_id, seed, chosen_settings)
        for name, player in playing.items():
            if games.won((mode, seed, name)) is None:
                begin = time.process_time()
                won = player(deal)
                games.add((mode, seed, name), won, time.process_time() - begin)


def report(games: Games, mode: str, seeds: range, chosen: list[str]) -> None:
    """A row for each player, and how much better the hints did on the same deals."""
    rows = {name: [(mode, seed, name) for seed in seeds] for name in chosen}
    won = {name: [bool(games.won(row)) for row in rows[name]] for name in chosen}
    for name in chosen:
        spent = games.seconds(rows[name])
        click.echo(f"{mode} | {name} | {share_text(won[name])} | {spent:.2f} s a game")
    for name in chosen:
        if "hints" in chosen and name != "hints":
            gap = difference_text(won["hints"], won[name])
            click.echo(f"{mode} | hints less {name} | {gap} points")


@click.command()
@click.argument("modes", nargs=-1, type=click.Choice(list(MODES)))
@click.option("--games", default=20, type=click.IntRange(min=1), show_default=True)
@click.option("--first", default=0, type=click.IntRange(min=0), show_default=True)
@click.option("--seconds", default=0.2, type=click.FloatRange(min=0.001), show_default=True)
@click.option("--player", "chosen", multiple=True, help="only these players; all if left out")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="CSV file of games")
def main(  # noqa: PLR0913, PLR0917 - one parameter an option
    modes: tuple[str, ...],
    games: int,
    first: int,
    seconds: float,
    chosen: tuple[str, ...],
    out: Path,
) -> None:
    """Play GAMES games of each mode with each player; a run that was stopped goes on from OUT."""
    played, seeds = Games(out), range(first, first + games)
    names = list(chosen or players(seconds))
    for mode in modes or MODES:
        play_all(played, mode, seeds, seconds, names)
        report(played, mode, seeds, names)


if __name__ == "__main__":
    main()
