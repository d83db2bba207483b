"""Perft: the numbers of move sequences are those that the referee counted (`tests/perft`)."""

from collections import Counter
from itertools import takewhile

import pytest

from casecracker.engine.games import GAMES
from casecracker.engine.perft import divide, perft_counts
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from tests.perft.tables import PerftTable, read_tables, referee_divide, referee_perft

TABLES = read_tables()
LOW_COUNT = 400  # counts up to this one take milliseconds also without the compiler
tables = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


def position(table: PerftTable) -> State:
    state = State.start(table.load())
    for move in table.moves:
        state = state.play(move)
    return state


def difference(table: PerftTable, depth: int) -> str:
    """Below which first moves the engines part, as far down as the referee counts quickly."""
    ours = divide(position(table), depth)
    theirs = referee_divide(replay(table.load(), table.moves), depth)
    rows = [f"{move}: {ours.get(move)} {theirs.get(move)}" for move in {**ours, **theirs}]
    return "\n".join([f"{table.name}, depth {depth}; kernel and referee:", *rows])


def check_kernel(table: PerftTable, depth: int) -> None:
    counts = perft_counts(position(table), depth)
    for reached, (count, wanted) in enumerate(zip(counts, table.counts, strict=False)):
        assert count == wanted, difference(table, reached)


def low_depth(table: PerftTable) -> int:
    return len(list(takewhile(lambda count: count <= LOW_COUNT, table.counts))) - 1


def test_there_are_tables_enough() -> None:
    games = Counter(table.load().game for table in TABLES)
    assert min(games[game] for game in GAMES) >= 10


@tables
def test_the_kernel_counts_as_published(table: PerftTable) -> None:
    check_kernel(table, len(table.counts) - 1)


@tables
def test_the_kernel_counts_low_depths_as_published(table: PerftTable) -> None:
    check_kernel(table, low_depth(table))


@tables
def test_the_referee_counts_low_depths_as_published(table: PerftTable) -> None:
    referee = replay(table.load(), table.moves)
    low = table.counts[: low_depth(table) + 1]
    assert tuple(referee_perft(referee, depth) for depth in range(len(low))) == low


@tables
def test_first_moves_divide_the_count(table: PerftTable) -> None:
    depth = low_depth(table)
    parts = divide(position(table), depth)
    assert parts == referee_divide(replay(table.load(), table.moves), depth)
    assert sum(parts.values()) == table.counts[depth]
