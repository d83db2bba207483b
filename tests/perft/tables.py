"""Perft tables: positions, and how many sequences of 0, 1, 2, ... decisions start there.

A position is a deal and the moves played from its opening. The deal is a deal code, or it comes
from a random deck of `tests/decks.py` or `tests/gulfs_decks.py`: the sort of deal and a seed. All
numbers were counted by the referee (`python -m tests.perft.make`), with the convention of
`casecracker.engine.perft`.
"""

import random
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from casecracker.engine.dealfile import parse_code
from casecracker.engine.deals import Deal
from casecracker.engine.games import KING_IN_YELLOW
from casecracker.engine.notation import split_line
from casecracker.engine.referee import Referee
from tests.decks import full_deal, passion_deal, random_deal, starved_deal
from tests.gulfs_decks import (
    full_gulfs_deal,
    menacing_gulfs_deal,
    random_gulfs_deal,
    starved_gulfs_deal,
)

FOLDER = Path(__file__).parent
SORTS: dict[str, Callable[[random.Random], Deal]] = {
    "full": full_deal,
    "small": random_deal,
    "starved": starved_deal,
    "king-full": partial(full_deal, game=KING_IN_YELLOW.id),
    "king-small": partial(random_deal, game=KING_IN_YELLOW.id),
    "king-starved": partial(starved_deal, game=KING_IN_YELLOW.id),
    "king-passion": passion_deal,
    "gulfs-full": full_gulfs_deal,
    "gulfs-small": random_gulfs_deal,
    "gulfs-starved": starved_gulfs_deal,
    "gulfs-menacing": menacing_gulfs_deal,
}


@dataclass(frozen=True)
class PerftTable:
    """One table. `deal` is a deal code, or a sort of `SORTS` and a seed: `small 7`."""

    name: str
    deal: str
    moves: tuple[str, ...]
    counts: tuple[int, ...] = ()

    def load(self) -> Deal:
        """The deal itself."""
        sort, _, seed = self.deal.partition(" ")
        return SORTS[sort](random.Random(int(seed))) if seed else parse_code(self.deal)


def read_tables() -> list[PerftTable]:
    """All published tables, by name."""
    return [_read(path) for path in sorted(FOLDER.glob("*.toml"))]


def _read(path: Path) -> PerftTable:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    moves = tuple(split_line(data["moves"]))
    return PerftTable(path.stem, data["deal"], moves, tuple(data["counts"]))


def referee_perft(referee: Referee, depth: int) -> int:
    """How many sequences of exactly `depth` decisions start here, by plain recursion."""
    if depth == 0:
        return 1
    moves = referee.legal()
    if depth == 1:
        return len(moves)
    return sum(referee_perft(_after(referee, move), depth - 1) for move in moves)


def referee_divide(referee: Referee, depth: int) -> dict[str, int]:
    """For each legal move, how many sequences of `depth` decisions begin with it."""
    return {move: referee_perft(_after(referee, move), depth - 1) for move in referee.legal()}


def _after(referee: Referee, move: str) -> Referee:
    later = referee.copy()
    later.play(move)
    return later
