"""The library's way in: solve whatever names a deal."""

import os
from pathlib import Path

from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, DealError, PositionError
from casecracker.engine.files import place
from casecracker.engine.position import Position
from casecracker.engine.positionfile import PositionFile, deal_of, load_game
from casecracker.solver.record import load_record
from casecracker.solver.results import Result
from casecracker.solver.search import DEFAULT_MEMORY, Limits, Run, begin_run
from casecracker.solver.streets.targets import refuse_streets
from casecracker.solver.takeover import NOTHING, takeover_from


def solve(
    target: str | Path | Deal | PositionFile,
    *,
    shortest: bool = False,
    backend: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Result:
    """Decide whether a deal can be won.

    Args:
        target: A deal code (`witch-cult:42`), a path of a deal file, or a deal. Also a position
            file, by its path or read, if it tells the hidden order.
        shortest: Also find a line of fewest turns and prove that no line is shorter.
        backend: `auto`, `dfs` for the complete search alone, or `cpsat` for CP-SAT instead.
        time_limit: Seconds.
        memory_limit: Megabytes for the table of lost states; 2048 unless told otherwise.

    Returns:
        The verdict, its line (replayed by the referee) and what the verdict rests on.

    Raises:
        CasecrackerError: The target names no deal, or the backend is unknown.
    """
    run = solving(target, shortest=shortest, backend=backend)
    return run.go_on(time_limit=time_limit, memory_limit=memory_limit)


def solving(
    target: str | Path | Deal | PositionFile,
    *,
    shortest: bool = False,
    backend: str = "auto",
    resume: str | Path | None = None,
) -> "Solving":
    """A search that can be stopped at a limit and go on later; nothing is searched yet.

    Args:
        target: As in `solve`.
        shortest: As in `solve`.
        backend: As in `solve`.
        resume: Path of a game record of the same deal. Its line is replayed by the referee and
            taken over, and its lower bound as a claim (docs/search.md says how far).

    Raises:
        CasecrackerError: The target names no deal, the backend is unknown, or the record is of
            another deal or does not hold.
    """
    refuse_streets(target, "solve")
    if isinstance(target, Position):
        raise PositionError(
            "a position does not tell the hidden order; `position.state(...)` fills it in, and the "
            "deal of that state can be solved"
        )
    if not isinstance(target, str | Path | Deal | PositionFile):
        raise DealError(f"a target is a deal code, a path or a Deal, not {target!r:.60}")
    deal = deal_of(load_game(os.fspath(target)) if isinstance(target, str | Path) else target)
    takeover = NOTHING
    if resume is not None:
        path = os.fspath(resume)
        takeover = takeover_from(deal, load_record(path), place(path))
    return Solving(begin_run(deal, shortest=shortest, backend=backend, takeover=takeover))


class Solving:
    """A search of one deal: its table, its half-done passes, the best line and bound so far.

    However often it is stopped, it comes to the same answer by the same states as in one go. (With
    backend `cpsat` line and bound are kept, and what was half done is asked again.)
    """

    def __init__(self, run: Run) -> None:
        """Take charge of a search; `solving` makes one."""
        self._run = run
        self._memory = DEFAULT_MEMORY

    def __repr__(self) -> str:
        return f"<Solving, {'over' if self.is_over else 'not over'}>"

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to search: `go_on` would say the same again."""
        return self._run.is_over

    def go_on(
        self, *, time_limit: float | None = None, memory_limit: float | None = None
    ) -> Result:
        """Search on until the answer is there, a limit is reached, or Ctrl-C is pressed.

        Args:
            time_limit: Seconds from now; None for no limit.
            memory_limit: Megabytes for the table of lost states; None leaves it as it was, 2048
                at first. A smaller table forgets what was cheapest to find.

        Returns:
            All that is known by now; `states` and `seconds` count every call so far.

        Raises:
            CasecrackerError: A limit is no such number.
        """
        check_limit("time_limit", time_limit, "seconds", 0)
        check_limit("memory_limit", memory_limit, "megabytes", 1)
        if memory_limit is not None:
            self._memory = int(memory_limit * 1024**2)
        return self._run.go_on(Limits(time_limit, self._memory))


def check_limit(name: str, value: float | None, unit: str, least: int) -> None:
    """Refuse a limit that is no number, or too small; None is no limit.

    Raises:
        CasecrackerError: It names the limit.
    """
    if value is None or (type(value) in {int, float} and value >= least):
        return
    raise CasecrackerError(
        f"{name} is {value!r:.60}; it must be a number of {unit}, {least} or more"
    )
