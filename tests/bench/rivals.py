"""Hints against the best raw odds in Streets of Arkham: `python -m tests.bench.rivals GAMES`.

All players play the same deals of one investigator, default settings, so that they are compared in
pairs. Games are kept in a CSV file, a row for each seed and player; a stopped run goes on from it.
"""

import csv
import math
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import click

from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import PLACE_NAMES, STREETS, Table
from casecracker.solver.streets.chances import chance_before
from casecracker.solver.streets.hints import beginning, hidden_like, streets_hints
from casecracker.solver.streets.worth import WORTH, effects_worth
from tests.bench.playing import difference_text, share_text

SAMPLES = 4
"""Hidden orders for a decision of the hints."""

_DICE = ("before", "after", "reroll", "change", "secure", "focus", "drop", "defeat")
_DIFFICULTIES = ("green", "yellow", "red")
_FEW = 2
"""Points of a kind at which the rival looks after himself."""

Chooser = Callable[[StreetsState], str]
"""Chooses a move."""


def follows_hints(state: StreetsState) -> str:
    """The first of the hints."""
    return streets_hints(state, samples=SAMPLES)[0].move


def best_odds(state: StreetsState) -> str:
    """Attempts the adventure with the best raw odds.

    - It goes to the faceup card with the greatest chance of being resolved with the dice it would
      have there, by the chances of the hints. A facedown card, which has no chance that can be
      seen, is gone to only where no card is faceup: that with the best chance on average.
    - In an attempt it plays as the hints do, with their chances and their prices of what is used
      up. It never declares failure while it has a die to roll.
    - Before it goes it uses what heals if it has but two points of a kind, and rests for trophies
      in the Streets, where it happens to be, likewise.
    - Groups of rewards and penalties go by fixed prices (solver/streets/worth.py), and so does what
      is discarded. Losses are covered where they would kill, and taken from the larger kind; the
      least trophies are spent. Gates open and monsters appear at the hardest cards, and the easiest
      are turned up, by the colours of difficulty. Elsewhere the first move is made.
    """
    if state.pending in _DICE:
        return _in_attempt(state)
    return _OTHERS.get(state.pending, _first)(state)


def best_odds_facedown_too(state: StreetsState) -> str:
    """The same, but a facedown card has the mean chance of all that may lie there."""
    if state.pending in ("move", "go-on-from-streets"):
        return _healing(state) or _go(state, prefers_faceup=False)
    return best_odds(state)


def hints_but_best_odds(state: StreetsState) -> str:
    """Follows the hints in everything but where to go: to the best raw odds, as `best_odds`."""
    if state.pending in ("move", "go-on-from-streets"):
        return _healing(state) or _go(state)
    return follows_hints(state)


PLAYERS: dict[str, Chooser] = {
    "hints": follows_hints,
    "best odds": best_odds,
    "best odds, facedown too": best_odds_facedown_too,
    "hints but best odds": hints_but_best_odds,
}
"""All players; the first is the one that is compared with the others."""


def _first(state: StreetsState) -> str:
    return state.moves()[0]


def _in_attempt(state: StreetsState) -> str:
    found = [hint.move for hint in streets_hints(state, samples=SAMPLES)]
    return next((move for move in found if move != "fail"), found[0])


def _healing(state: StreetsState) -> str | None:
    """What heals, if the active investigator has few points."""
    table = state.table()
    seat = table.seats[table.active]
    uses = [move for move in state.moves() if move.split()[0] in ("use", "ability")]
    return uses[0] if uses and min(seat.sanity, seat.stamina) <= _FEW else None


def _go(state: StreetsState, *, prefers_faceup: bool = True) -> str:
    table = state.table()
    here = table.seats[table.active].place
    found = []
    for move in state.moves():
        word, *rest = move.split()
        place = PLACE_NAMES.index(rest[0]) if word == "go" else here
        if word not in ("go", "stay") or place == STREETS or table.spot(place).card < 0:
            continue
        is_first = table.spot(place).up or not prefers_faceup
        found.append((is_first, _odds_at(table, place), move))
    return max(found)[2] if found else _first(state)


def _odds_at(table: Table, place: int) -> Fraction:
    """The chance of the card there; of a facedown one the mean of those that may lie there."""
    spot = table.spot(place)
    cards = [spot.card] if spot.up else hidden_like(table, spot.card)
    chances = [chance_before(beginning(table, place, card)) or Fraction(0) for card in cards]
    return sum(chances, Fraction(0)) / len(cards)


def _move(state: StreetsState) -> str:
    return _healing(state) or _go(state)


def _streets(state: StreetsState) -> str:
    table = state.table()
    seat = table.seats[table.active]
    is_weak = min(seat.sanity, seat.stamina) <= _FEW
    return "streets-rest" if is_weak and "streets-rest" in state.moves() else "nothing"


def _choose(state: StreetsState) -> str:
    groups = state.table().stack[-1][3]
    return max(state.moves(), key=lambda move: effects_worth(groups[int(move.split()[1]) - 1]))


def _lose(state: StreetsState) -> str:
    """Points, unless an item that covers them saves the investigator."""
    table = state.table()
    _, seat, kind, amount = table.stack[-1]
    kills = amount >= getattr(table.seats[seat], kind)
    return state.moves()[-1] if kills or "lose" not in state.moves() else "lose"


def _which_point(state: StreetsState) -> str:
    table = state.table()
    seat = table.seats[table.stack[-1][1]]
    return "sanity" if seat.sanity > seat.stamina else "stamina"


def _lose_asset(state: StreetsState) -> str:
    box = state.deal.box
    price = {f"discard {one.id}": WORTH[one.deck] for one in box.assets}
    return min(state.moves(), key=price.__getitem__)


def _spend(state: StreetsState) -> str:
    table = state.table()
    trophies = table.seats[table.stack[-1][1]].trophies
    least = min(trophies, key=table.box.trophy_value)
    return f"spend {table.box.trophy_name(least)}"


def _difficulty(table: Table, place: int) -> int:
    difficulty = table.card(place).difficulty
    return _DIFFICULTIES.index(difficulty) if difficulty in _DIFFICULTIES else len(_DIFFICULTIES)


def _at_hardest(state: StreetsState) -> str:
    table = state.table()
    return max(
        state.moves(), key=lambda move: _difficulty(table, PLACE_NAMES.index(move.split()[1]))
    )


def _easiest(state: StreetsState) -> str:
    table = state.table()
    return min(
        state.moves(), key=lambda move: _difficulty(table, PLACE_NAMES.index(move.split()[1]))
    )


_OTHERS: dict[str, Chooser] = {
    "move": _move,
    "go-on-from-streets": _go,
    "streets": _streets,
    "choose": _choose,
    "lose": _lose,
    "pay": _lose,
    "which-point": _which_point,
    "lose-asset": _lose_asset,
    "spend": _spend,
    "gate-at": _at_hardest,
    "place-monster": _at_hardest,
    "flip": _easiest,
}
"""Decisions outside attempts."""


class Games:
    """Who won which game, kept in a CSV file: seed, player, won, turns, Elder Signs, seconds."""

    def __init__(self, path: Path) -> None:
        """With the games of an earlier run, if the file is there."""
        self._path = path
        self._rows: dict[tuple[int, str], tuple[bool, int, int, float]] = {}
        if path.exists():
            with path.open(encoding="utf-8", newline="") as file:
                for seed, player, won, turns, signs, seconds in csv.reader(file):
                    row = (won == "1", int(turns), int(signs), float(seconds))
                    self._rows[int(seed), player] = row

    def play(self, seed: int, player: str) -> None:
        """Play a game and keep it, if that was not done."""
        if (seed, player) in self._rows:
            return
        begin = time.process_time()
        state = StreetsState.start(parse_streets_code(f"streets-of-arkham:{seed}"))
        while state.moves():
            state = state.play(PLAYERS[player](state))
        seconds = time.process_time() - begin
        row = (state.won, state.turn, int(state["signs"]), seconds)
        self._rows[seed, player] = row
        with self._path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([seed, player, int(row[0]), *row[1:3], f"{seconds:.2f}"])

    def won(self, seeds: range, player: str) -> list[bool]:
        """Which of the games of a player were won."""
        return [self._rows[seed, player][0] for seed in seeds]

    def means(self, seeds: range, player: str) -> tuple[float, float, float]:
        """Mean turns, Elder Signs and seconds of a game."""
        rows = [self._rows[seed, player][1:] for seed in seeds]
        turns, signs, seconds = (sum(column) / len(rows) for column in zip(*rows, strict=True))
        return turns, signs, seconds


def exact_p(won: list[bool], other: list[bool]) -> tuple[int, int, float]:
    """McNemar's exact test: games that one alone won, the other alone, and the two-sided p."""
    ours = sum(a and not b for a, b in zip(won, other, strict=True))
    theirs = sum(b and not a for a, b in zip(won, other, strict=True))
    apart = ours + theirs
    tail = sum(math.comb(apart, count) for count in range(min(ours, theirs) + 1))
    return ours, theirs, min(1.0, 2 * tail / 2**apart)


def report(games: Games, seeds: range, chosen: list[str]) -> None:
    """A row for each player, and one for each comparison."""
    for player in chosen:
        turns, signs, seconds = games.means(seeds, player)
        means = f"{turns:.1f} turns, {signs:.1f} Elder Signs, {seconds:.1f} s a game"
        click.echo(f"{player} | {share_text(games.won(seeds, player))} | {means}")
    for player in chosen:
        if player != "hints" and "hints" in chosen:
            won, other = games.won(seeds, "hints"), games.won(seeds, player)
            ours, theirs, p = exact_p(won, other)
            click.echo(
                f"hints less {player} | {difference_text(won, other)} points | "
                f"{ours} to {theirs} games that one alone won, McNemar exact p = {p:.2g}"
            )


@click.command()
@click.argument("games", type=click.IntRange(min=1))
@click.option("--first", default=0, type=click.IntRange(min=0), show_default=True, help="seed")
@click.option("--player", "chosen", multiple=True, type=click.Choice(list(PLAYERS)))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="CSV file of games")
def main(games: int, first: int, chosen: tuple[str, ...], out: Path) -> None:
    """Play GAMES games with each player; a run that was stopped goes on from OUT."""
    played, seeds, names = Games(out), range(first, first + games), list(chosen or PLAYERS)
    for seed in seeds:
        for player in names:
            played.play(seed, player)
    report(played, seeds, names)


if __name__ == "__main__":
    main()
