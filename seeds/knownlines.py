"""Winning lines of a deal that beams of fixed widths find, the shortest among them."""

from dataclasses import dataclass

from casecracker.analysis.sampling import line_by_rules
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES
from casecracker.solver.beam import Beam, Hurry
from casecracker.solver.keys import secret_of
from casecracker.solver.relaxed import can_win
from casecracker.solver.relaxed_game import Relaxation, make_relaxation
from casecracker.solver.search import first_bound

WIDTHS = (30, 100, 1_000, 6_000)
"""Beams that look for a win, one after the other, until one finds it."""

WIDTHS_WITH_MENACES = WIDTHS[:3]
"""The same in Infinite Gulfs of Darkness, where they take longer."""

SHORT_WIDTH = 100
HASTE = 200
"""Width of the beams that look for shorter lines, and what a turn less to go is worth to them."""

RELAXED_ENTRIES = 1 << 16
BOUND_NODES = 20_000
"""Nodes of relaxed games looked at for one line, where the bound of the opening is raised."""

Line = tuple[int, tuple[str, ...]]
"""Turns and moves."""


@dataclass(frozen=True, slots=True)
class KnownLines:
    """What beams found.

    Attributes:
        lines: Different lines, the shortest first, replayed by the referee.
        lower_bound: No line wins in fewer turns.
    """

    lines: tuple[Line, ...]
    lower_bound: int

    @property
    def turns(self) -> int:
        """Turns of the shortest."""
        return self.lines[0][0]

    @property
    def told(self) -> tuple[str, ...]:
        """The moves of the shortest."""
        return self.lines[0][1]


def known_lines(root: State) -> KnownLines | None:
    """Find a win, then shorter ones as long as beams find any; None without a win."""
    first = first_line(root)
    if first is None:
        return None
    if not first[1]:  # won by set-up
        return KnownLines((first,), root.turn)
    relaxation = make_relaxation(root.tables, secret_of(root.deal.deck), RELAXED_ENTRIES)
    found = [first]
    while shorter := _line_of(root, SHORT_WIDTH, Hurry(found[-1][0] - 1, HASTE, relaxation)):
        found.append(shorter)
    return KnownLines(tuple(reversed(found)), _lower_bound(root, relaxation, found[-1][0]))


def _lower_bound(root: State, relaxation: Relaxation, turns: int) -> int:
    """A bound on the turns of all lines, raised as far as relaxed games of the opening show."""
    bound, before = first_bound(root), root.turn - 1
    while (
        bound < turns
        and root.pending == "action"
        and not can_win(relaxation, root.array(), bound - before, BOUND_NODES)
    ):
        bound += 1
    return bound


def first_line(root: State) -> Line | None:
    """The line of the narrowest of the beams that finds one."""
    if root.status != "playing":
        return (root.turn, ()) if root.won else None
    for width in WIDTHS_WITH_MENACES if root.tables[HAS_MENACES] else WIDTHS:
        line = _line_of(root, width)
        if line is not None:
            return line
    return None


def _line_of(root: State, width: int, hurry: Hurry | None = None) -> Line | None:
    beam = Beam(root.tables, secret_of(root.deal.deck), root.array(), width, hurry)
    while not beam.is_empty:
        with interrupts_deferred():
            won = beam.turn(lambda: False)
        if won:
            moves = line_by_rules(root, beam.winning_line())
            return _turns_of(root, moves), moves
    return None


def _turns_of(root: State, moves: tuple[str, ...]) -> int:
    state = root
    for move in moves:
        state = state.play(move)
    return state.turn
