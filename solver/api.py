"""The library's way in: solve whatever names a deal."""

import os
from pathlib import Path

from casecracker.engine.dealfile import load_target
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, DealError
from casecracker.solver.results import Result
from casecracker.solver.search import DEFAULT_MEMORY, Limits, solve_deal


def solve(
    target: str | Path | Deal,
    *,
    shortest: bool = False,
    backend: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Result:
    """Decide whether a deal can be won.

    Args:
        target: A deal code (`witch-cult:42`), a path of a deal file, or a deal.
        shortest: Also find a line of fewest turns and prove that no line is shorter.
        backend: `auto`, `dfs` for the complete search alone, or `cpsat` for CP-SAT instead.
        time_limit: Seconds.
        memory_limit: Megabytes for the table of lost states; 2048 unless told otherwise.

    Returns:
        The verdict, its line (replayed by the referee) and what the verdict rests on.

    Raises:
        CasecrackerError: The target names no deal, or the backend is unknown.
    """
    if not isinstance(target, str | Path | Deal):
        raise DealError(f"a target is a deal code, a path or a Deal, not {target!r:.60}")
    _check_limit("time_limit", time_limit, "seconds", 0)
    _check_limit("memory_limit", memory_limit, "megabytes", 1)
    deal = target if isinstance(target, Deal) else load_target(os.fspath(target))
    memory = DEFAULT_MEMORY if memory_limit is None else int(memory_limit * 1024**2)
    limits = Limits(time_limit, memory)
    return solve_deal(deal, shortest=shortest, backend=backend, limits=limits)


def _check_limit(name: str, value: float | None, unit: str, least: int) -> None:
    if value is None or (type(value) in {int, float} and value >= least):
        return
    raise CasecrackerError(
        f"{name} is {value!r:.60}; it must be a number of {unit}, {least} or more"
    )
