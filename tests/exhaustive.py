"""The complete search alone, limit after limit: what the tests of bounds and prunings compare."""

from casecracker.engine.state import State
from casecracker.solver import dfs
from casecracker.solver.keys import hash_key
from casecracker.solver.table import make_table

ENTRIES = 1 << 16


def fewest_turns(root: State, pruning: int) -> int | None:
    """Turns of a shortest line under these bits of `counts[PRUNING]`; None if the game is lost."""
    secret, table = hash_key(b"test"), make_table(ENTRIES)
    running = dfs.make_search(root.tables, secret)
    running.counts[dfs.PRUNING] = pruning
    for limit in (dfs.NO_LIMIT, *range(1, 60)):
        dfs.begin_search(root.tables, running, root.array(), limit)
        status = dfs.RUNNING
        while status == dfs.RUNNING:
            status = dfs.advance_in_time(root.tables, secret, table, running, 100_000)
        assert status != dfs.OVERFLOW
        if status == dfs.EXHAUSTED and limit == dfs.NO_LIMIT:
            return None
        if status == dfs.FOUND and limit < dfs.NO_LIMIT:
            return int(limit)
    raise AssertionError("a game that is won takes fewer turns")
