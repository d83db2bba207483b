"""Grades calibrated and checked: `python -m tests.bench.grading`.

    measure KIND --seeds A-B --out measured.csv    shares that grades rest on
    calibrate measured.csv --out grades.toml       thresholds from calibration deals
    play KIND --seeds A-B --out played.csv         games of the hint bot
    weigh measured.csv played.csv                  what a deal and what its deck tells of them
    report measured.csv played.csv                 win shares by grade, of fresh deals

Runs that were stopped go on from their file. The fast player's games are part of `measure`; they
only check the grades. So do the hint bot's on fresh deals; older ones gave the weight of a deck.
"""

import csv
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.layout import WON
from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.seeds.grades import Grade, Scale, scale_of
from casecracker.seeds.measures import BEAMS, GAMES, foresight
from casecracker.seeds.narrow import vary
from casecracker.solver.intervals import wilson
from casecracker.solver.policy import kind_of_game, make_player, play_on
from tests.bench.asked import seeds_in
from tests.bench.playing import hint_player

_VICTIMS = (
    ("standard", "limits=6,victims=6"),
    ("standard", ""),
    ("standard", "victims=4"),
    ("standard", "puzzles=6"),
    ("tight", ""),
    ("tight", "victims=4"),
    ("tight", "puzzles=6,victims=4"),
)
_GULFS = (
    ("standard", "limits=6"),
    ("standard", ""),
    ("standard", "help=none,menace=no-aurora"),
    ("tight", "limits=6"),
    ("tight", ""),
    ("tight", "help=none,menace=no-aurora"),
)
MIX = {
    "witch-cult": [(f"witch-cult-{deck}", chosen) for deck, chosen in _VICTIMS],
    "king-in-yellow": [(f"king-in-yellow-{deck}", chosen) for deck, chosen in _VICTIMS],
    "classic": [
        (f"infinite-gulfs-{deck}", ",".join(filter(None, ("mode=classic", chosen))))
        for deck, chosen in _GULFS
    ],
    "hardboiled": [(f"infinite-gulfs-{deck}", chosen) for deck, chosen in _GULFS],
}
"""Decks and settings of each kind, from easy to hard; as many deals of each."""

FAST_GAMES = 16
FIRST_VARIATION = 1_000
"""Games of the fast player, with other varied weights than those of play in the dark."""

DECK_WEIGHT = 75
"""Per cent; what `weigh` found is rounded to it (docs/metrics.md)."""

Source = tuple[str, str, int]
"""Deck, settings and seed of a deal."""


def deal_of(source: Source) -> Deal:
    """The deal of a row."""
    deck_id, chosen, seed = source
    deck = find_deck(deck_id)
    settings = dict(pair.split("=") for pair in chosen.split(",") if pair)
    return deal_from_seed(deck, deck_id, seed, make_settings(find_game(deck.game), settings))


@dataclass(frozen=True)
class Measured:
    """What was measured of a deal: wins of so many beams, positions and games."""

    source: Source
    narrow_wins: int
    held: int
    fast_wins: int
    deck_share: float

    @property
    def narrow_share(self) -> float:
        """As in `Foresight`."""
        return self.narrow_wins / BEAMS

    @property
    def held_share(self) -> float:
        """As in `Foresight`."""
        return self.held / GAMES

    @cached_property
    def kind(self) -> str:
        """The kind of game."""
        deck_id, chosen, _ = self.source
        return next(kind for kind, mix in MIX.items() if (deck_id, chosen) in mix)


def measured(source: Source) -> Measured:
    """Measure a deal, and let the fast player play it with varied weights."""
    root = State.start(deal_of(source))
    seen, kind = foresight(root), kind_of_game(root.tables)
    player, won = make_player(root.tables), 0
    for number in range(FIRST_VARIATION, FIRST_VARIATION + FAST_GAMES):
        vary(player, kind, number)
        won += play_on(player, root.array()) == WON
    narrow, held = round(seen.narrow_share * BEAMS), round(seen.held_share * GAMES)
    return Measured(source, narrow, held, won, seen.deck_share)


def read_measured(path: Path) -> list[Measured]:
    """The rows of a file that `measure` wrote; none if there is no file."""
    return [
        Measured((deck, chosen, int(seed)), int(narrow), int(held), int(fast), float(share))
        for deck, chosen, seed, narrow, held, fast, share, _ in _rows(path)
    ]


def read_played(path: Path) -> dict[Source, bool]:
    """Which games were won, from a file that `play` wrote; none if there is no file."""
    return {(deck, chosen, int(seed)): won == "1" for deck, chosen, seed, won, _ in _rows(path)}


def _rows(path: Path) -> Iterator[list[str]]:
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            yield from csv.reader(file)


def by_kind(rows: Iterable[Measured]) -> Iterator[tuple[str, list[Measured]]]:
    """The rows of each kind of game that has any."""
    found = list(rows)
    for kind in MIX:
        own = [row for row in found if row.kind == kind]
        if own:
            yield kind, own


def fill(
    path: Path, done: set[Source], work: Callable[[Source], Iterable[float]], todo: Iterable[Source]
) -> None:
    """Add a row for each source that is not done, with the processor seconds it took."""
    for source in todo:
        if source not in done:
            begin = time.process_time()
            numbers = work(source)
            seconds = f"{time.process_time() - begin:.3f}"
            with path.open("a", encoding="utf-8", newline="") as file:
                csv.writer(file).writerow([*source, *numbers, seconds])


def sources(kind: str, seeds: str, of: str) -> Iterator[Source]:
    """The deals of a mix, a round of all decks and settings for each seed."""
    for seed in seeds_in(seeds):
        for deck_id, chosen in MIX[kind]:
            if of in ("", named(deck_id, chosen)):
                yield deck_id, chosen, seed


def named(deck_id: str, chosen: str) -> str:
    """A deck with its settings, in one word."""
    return f"{deck_id},{chosen}" if chosen else deck_id


def fitted(rows: list[Measured], played: dict[Source, bool]) -> npt.NDArray[np.float64]:
    """Logistic regression of the hint bot's games: intercept, own shares, share of the deck.

    By Newton's method; the little on the diagonal keeps it defined where nothing varies.
    """
    games = [row for row in rows if row.source in played]
    seen = np.array([[1.0, (r.narrow_share + r.held_share) / 2, r.deck_share] for r in games])
    wins = np.array([float(played[row.source]) for row in games])
    weights = np.zeros(3)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-seen @ weights))
        slope = seen.T @ (wins - chance)
        curve = seen.T @ (seen * (chance * (1 - chance))[:, None]) + 1e-6 * np.eye(3)
        weights += np.linalg.solve(curve, slope)
    return weights


def calibrated(kind: str, rows: list[Measured]) -> Scale:
    """A scale whose thresholds part the calibration deals into four equal parts."""
    first = Scale(
        deck=DECK_WEIGHT,
        thresholds=(0, 0, 0),
        deals=len(rows),
        seeds=(min(row.source[2] for row in rows), max(row.source[2] for row in rows)),
        decks=tuple(named(*deck) for deck in MIX[kind]),
        provenance=find_deck(MIX[kind][0][0]).provenance,
    )
    cuts = statistics.quantiles((first.difficulty(row) for row in rows), n=4, method="inclusive")
    low, middle, high = (round(cut, 1) for cut in cuts)
    return first.model_copy(update={"thresholds": (low, middle, high)})


def as_toml(scales: dict[str, Scale]) -> str:
    """The data file of `seeds/grades.py`."""
    lines = [
        "# Made by `python -m tests.bench.grading calibrate`; docs/metrics.md, grades.",
        "format = 1",
    ]
    for kind, scale in scales.items():
        lines += ["", f"[kinds.{kind}]", f"deck = {scale.deck}"]
        lines += [f"thresholds = {list(scale.thresholds)}", f"deals = {scale.deals}"]
        lines += [f"seeds = {list(scale.seeds)}", "decks = ["]
        lines += [f'  "{deck}",' for deck in scale.decks]
        lines += ["]", f'provenance = "{scale.provenance}"']
    return "\n".join(lines) + "\n"


def share_text(won: int, games: int) -> str:
    """A share of games with its interval, in per cent."""
    low, high = wilson(won, games)
    share = f"{100 * won / games:5.1f}" if games else "    -"
    return f"{share} % ({100 * low:4.1f} to {100 * high:4.1f}) of {games}"


def fast_text(rows: list[Measured]) -> str:
    """The mean of the deals' shares; the interval is over deals, by the normal law."""
    shares = [100 * row.fast_wins / FAST_GAMES for row in rows]
    if len(shares) < 2:
        return "-"
    half = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5
    mean = statistics.mean(shares)
    return f"{mean:5.1f} % ({mean - half:4.1f} to {mean + half:4.1f}) of {len(shares)} deals"


def report_kind(kind: str, rows: list[Measured], played: dict[Source, bool]) -> None:
    """Win shares by grade: of the games as they were played, and of the mix; then deck by deck."""
    scale = scale_of(kind)
    for grade in Grade:
        graded = [row for row in rows if scale.grade(row) == grade]
        games = games_of(graded, played)
        hints = share_text(sum(games), len(games))
        click.echo(f"{kind} | {grade} | fast {fast_text(graded)} | hints {hints}")
        click.echo(f"{kind} | {grade} | hints in the mix {mix_text(kind, rows, graded, played)}")
    for deck in MIX[kind]:
        for grade in Grade:
            graded = [r for r in rows if r.source[:2] == deck and scale.grade(r) == grade]
            games = games_of(graded, played)
            hints = share_text(sum(games), len(games))
            if graded:
                click.echo(f"{named(*deck)} | {grade} | fast {fast_text(graded)} | hints {hints}")


def games_of(rows: list[Measured], played: dict[Source, bool]) -> list[bool]:
    """Whether the games on these deals were won, those that were played."""
    return [played[row.source] for row in rows if row.source in played]


def mix_text(
    kind: str, rows: list[Measured], graded: list[Measured], played: dict[Source, bool]
) -> str:
    """The win share of a grade where all decks of the mix have as many deals, and its interval.

    Decks count by how many of their measured deals have the grade, however many games were played
    on them. The interval is that of a stratified sample, by the normal law, with a win and a loss
    added to each deck's games for its variance (Agresti and Caffo).
    """
    parts = []
    for deck in MIX[kind]:
        own = [row for row in graded if row.source[:2] == deck]
        games = games_of(own, played)
        if games:
            weight = len(own) / sum(row.source[:2] == deck for row in rows)
            parts.append((weight, sum(games), len(games)))
    whole = sum(weight for weight, _, _ in parts)
    if not whole:
        return "-"
    share = sum(weight * won / count for weight, won, count in parts) / whole
    square = 0.0
    for weight, won, count in parts:
        chance = (won + 1) / (count + 2)
        square += (weight / whole) ** 2 * chance * (1 - chance) / (count + 2)
    half = 1.96 * square**0.5
    low, high = max(0.0, share - half), min(1.0, share + half)
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


KIND = click.argument("kind", type=click.Choice(list(MIX)))
SEEDS = click.option("--seeds", required=True, help="FIRST-LAST")
OF = click.option("--of", default="", help="only this deck with its settings, as in the data file")
OUT = click.option("--out", type=click.Path(path_type=Path), required=True)
FILE = click.Path(path_type=Path, exists=True)


@click.group()
def main() -> None:
    """Calibrate and check the grades of deals."""


@main.command()
@KIND
@SEEDS
@OF
@OUT
def measure(kind: str, seeds: str, of: str, out: Path) -> None:
    """Measure the deals of the mix with these seeds."""

    def work(source: Source) -> tuple[float, ...]:
        row = measured(source)
        return row.narrow_wins, row.held, row.fast_wins, row.deck_share

    fill(out, {row.source for row in read_measured(out)}, work, sources(kind, seeds, of))


@main.command()
@click.argument("data", type=FILE)
@OUT
def calibrate(data: Path, out: Path) -> None:
    """Write the scales of all kinds that were measured."""
    scales = {kind: calibrated(kind, rows) for kind, rows in by_kind(read_measured(data))}
    out.write_text(as_toml(scales), encoding="utf-8")


@main.command()
@KIND
@SEEDS
@OF
@OUT
@click.option("--seconds", default=0.025, type=click.FloatRange(min=0.001), show_default=True)
def play(kind: str, seeds: str, of: str, out: Path, seconds: float) -> None:
    """Let the hint bot play the deals of the mix with these seeds."""
    player = hint_player(seconds)
    todo = sources(kind, seeds, of)
    fill(out, set(read_played(out)), lambda source: (int(player(deal_of(source))),), todo)


@main.command()
@click.argument("data", type=FILE)
@click.argument("games", type=FILE)
def weigh(data: Path, games: Path) -> None:
    """Fit what a deal's own shares and the share of its deck tell of the hint bot's games."""
    played = read_played(games)
    for kind, rows in by_kind(row for row in read_measured(data) if row.source in played):
        _, deal, deck = fitted(rows, played)
        click.echo(f"{kind}: {len(rows)} games, own shares {deal:.2f}, deck {deck:.2f}")


@main.command()
@click.argument("data", type=FILE)
@click.argument("games", type=FILE)
def report(data: Path, games: Path) -> None:
    """Win shares by grade of the deals measured, and of the games played on them."""
    played = read_played(games)
    for kind, rows in by_kind(read_measured(data)):
        report_kind(kind, rows, played)


if __name__ == "__main__":
    main()
