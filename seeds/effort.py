"""How much searching a question may take: counted, never timed.

What is found must not depend on the machine or on what else runs there, so limits here are states
of a search (`Limits.states`) or slices of it.
"""

from collections.abc import Callable
from itertools import count

from casecracker.solver.search import Limits

MEMORY = 256 * 1024**2
"""Bytes for one table of lost states: several workers share a machine."""


def by_states(states: int) -> Limits:
    """A search that stops after so many states."""
    return Limits(memory=MEMORY, states=states)


def by_slices() -> Limits:
    """Limits whose clock goes by slices of a search: where seconds are asked for, slices count.

    For the searches of `analysis`, which look at the clock once a slice of 100,000 states, or of
    the nodes of relaxed games that take as long.
    """
    return Limits(memory=MEMORY, clock=_slices())


def _slices() -> Callable[[], float]:
    numbers = count()
    return lambda: float(next(numbers))
