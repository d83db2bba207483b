"""Count the perft tables anew with the referee. Takes minutes.

python -m tests.perft.make [NAMES...]    all tables, or those named
"""

import random
import sys

from casecracker.engine.referee import Referee, replay
from tests.events import PENDING
from tests.perft.tables import FOLDER, PerftTable, referee_perft
from tests.walks import MOODS, Choice

_LAST_COUNT = 30_000  # a table ends with the first count above

# Seeds of The King in Yellow, each with a number of moves after which immediate effects are near.
_KING_FULL = {1: 30, 3: 0, 4: 60, 6: 0, 7: 30}
_KING_SMALL = {2: 12, 3: 0, 5: 30, 6: 0}

# Seeds of Infinite Gulfs of Darkness, in both modes and with all choices of menaces and of help.
_GULFS = {
    "full": {1: 40, 5: 15, 6: 15, 7: 0, 10: 40},
    "small": {2: 0, 4: 40, 10: 40, 12: 0},
    "starved": {2: 40, 5: 40, 11: 15},
    "menacing": {1: 15, 3: 0, 5: 15, 7: 0, 12: 40},
}

_POSITIONS: dict[str, tuple[str, int]] = {
    # name: deal, and how many moves are played before counting starts
    "standard-1": ("witch-cult:1", 0),
    "standard-2-settings": ("witch-cult:2,last-victim=win,limits=6,puzzles=6,victims=4", 0),
    "standard-3-late": ("witch-cult:3", 60),
    "standard-4-visiting-contact": ("witch-cult:4,contact=king-in-yellow,victims=6", 25),
    "standard-5-no-contact": ("witch-cult:5,contact=none,victims=4", 80),
    "tight-1": ("witch-cult:1,deck=witch-cult-tight", 0),
    "tight-2-visiting-contact": (
        "witch-cult:2,contact=infinite-gulfs,deck=witch-cult-tight,limits=6",
        15,
    ),
    "tight-3-late": ("witch-cult:3,deck=witch-cult-tight,victims=6", 90),
    **{f"full-{seed}": (f"full {seed}", 0 if seed % 2 else 40) for seed in range(1, 5)},
    **{f"small-{seed}": (f"small {seed}", 0 if seed % 2 else 12) for seed in range(1, 9)},
    **{f"starved-{seed}": (f"starved {seed}", 0) for seed in range(1, 4)},
    "king-standard-1": ("king-in-yellow:1", 0),
    "king-standard-2-late": ("king-in-yellow:2,contact=witch-cult,limits=6,victims=6", 60),
    "king-tight-1": ("king-in-yellow:1,deck=king-in-yellow-tight", 0),
    "king-tight-2-late": ("king-in-yellow:2,deck=king-in-yellow-tight", 45),
    **{f"king-full-{n}": (f"king-full {n}", moves) for n, moves in _KING_FULL.items()},
    **{f"king-small-{n}": (f"king-small {n}", moves) for n, moves in _KING_SMALL.items()},
    **{f"king-starved-{n}": (f"king-starved {n}", moves) for n, moves in ((7, 0), (8, 12))},
    **{f"king-passion-{seed}": (f"king-passion {seed}", 0) for seed in (5, 7)},
    "gulfs-standard-1": ("infinite-gulfs:1", 0),
    "gulfs-standard-2-late": ("infinite-gulfs:2,limits=6,menace=minus-one,mode=classic", 60),
    "gulfs-tight-1-late": ("infinite-gulfs:1,deck=infinite-gulfs-tight,help=contact", 45),
    **{
        f"gulfs-{sort}-{seed}": (f"gulfs-{sort} {seed}", moves)
        for sort, seeds in _GULFS.items()
        for seed, moves in seeds.items()
    },
}
_CHOICE_SEED = 12


def _moves(table: PerftTable, wanted: int) -> tuple[str, ...]:
    """The moves that lead from the opening to the position; the game goes on after them."""
    choice = Choice(random.Random(_CHOICE_SEED), MOODS[1], PENDING[0])
    referee = Referee(table.load())
    played: list[str] = []
    while referee.status == "playing" and len(played) < wanted:
        lengths = {number: len(case.line) for number, case in referee.table.cases.items()}
        played.append(choice.move(referee.legal(), referee.pending, lengths))
        referee.play(played[-1])
    return tuple(played if referee.status == "playing" else played[:-8])


def _text(table: PerftTable, wanted: int) -> str:
    moves = _moves(table, wanted)
    referee = replay(table.load(), moves)
    counts = [1]
    while 0 < counts[-1] <= _LAST_COUNT:
        counts.append(referee_perft(referee, len(counts)))
    lines = "".join(f"{move}\n" for move in moves)
    numbers = "".join(f"    {count},  # {depth}\n" for depth, count in enumerate(counts))
    return (
        "# Counted by the referee, engine/referee.py: python -m tests.perft.make\n"
        f'deal = "{table.deal}"\n'
        f'moves = """\n{lines}"""\n'
        f"counts = [\n{numbers}]\n"
    )


def main(names: list[str]) -> None:
    """Write the tables of these names, or all."""
    for name in names or _POSITIONS:
        deal, wanted = _POSITIONS[name]
        text = _text(PerftTable(name, deal, ()), wanted)
        (FOLDER / f"{name}.toml").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
