"""One search of a deal: its clock, the positions it goes through, and the best line so far."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.state import StreetsState

_MOVES_A_GLANCE = 256
"""Moves between two looks at the clock."""


class SearchStoppedError(Exception):
    """The search may not go on.

    Attributes:
        limit: "time", or None: the line that was found is good enough.
    """

    def __init__(self, limit: str | None) -> None:
        """Stopped by a limit, or content with the line."""
        super().__init__(limit)
        self.limit = limit


@dataclass(eq=False)
class Node:
    """A position, most often at the beginning of a turn, and how it was reached.

    Attributes:
        moves: Those from the parent to here.
        score: What the position looks worth.
    """

    state: StreetsState
    parent: "Node | None" = None
    moves: tuple[str, ...] = ()
    score: float = 0.0

    def line(self) -> list[str]:
        """All moves from the opening."""
        moves: list[str] = []
        node: Node | None = self
        while node is not None:
            moves[:0] = node.moves
            node = node.parent
        return moves


@dataclass
class Run:
    """One search: its clock and its counts.

    Attributes:
        deadline: When it ends, by `clock`.
        patience: How many times the moves that led to the first line may be tried in all.
        states: Moves tried.
        best: The won position of the best line so far.
        bound: No line wins in fewer turns.
        is_complete: All positions were seen, up to the first turn that can win.
    """

    deal: StreetsDeal
    deadline: float
    clock: Callable[[], float]
    patience: float = math.inf
    states: int = 0
    best: Node | None = None
    bound: int = 1
    is_complete: bool = False
    _most_states: float = math.inf

    def play(self, state: StreetsState, move: str) -> StreetsState:
        """The state after a move, counted.

        Raises:
            SearchStoppedError: The time is over, or patience is.
        """
        self.states += 1
        if self.states % _MOVES_A_GLANCE == 0 and self.clock() > self.deadline:
            raise SearchStoppedError("time")
        if self.states > self._most_states:
            raise SearchStoppedError(None)
        return state.after(move)

    def keep(self, won: Node) -> None:
        """Take a line as the best one so far."""
        if self.best is None:
            self._most_states = self.patience * self.states
        self.best = won

    @property
    def is_decided(self) -> bool:
        """Whether nothing is left to find: the best line is a shortest one, or there is none."""
        return self.is_complete or (self.best is not None and self.best.state.turn <= self.bound)

    def turns(self) -> int | None:
        """Turns of the best line so far."""
        return None if self.best is None else self.best.state.turn
