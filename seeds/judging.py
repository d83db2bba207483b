"""The decisions of a told line, judged within budgets of beams and states (docs/metrics.md).

`analysis/decisions.py` judges them more thoroughly, within seconds; here the same deal is always
judged the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from casecracker.analysis.decisions import reasonable_moves
from casecracker.analysis.losttable import LostTable
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES
from casecracker.seeds.narrow import NarrowBeams
from casecracker.solver import dfs
from casecracker.solver.keys import secret_of
from casecracker.solver.policy import make_player

BEAMS, STATES = (4, 30), 30_000
"""Widths of the beams that look for a win after a move; states of the complete search then."""

BEAMS_WITH_MENACES, STATES_WITH_MENACES = (4,), 5_000
"""The same for Infinite Gulfs of Darkness, whose lines have more moves, and each takes longer."""

RELAXED_ENTRIES = 1 << 10
MEMORY = 256 * 1024**2


@dataclass(slots=True)
class Judgement:
    """The decisions of a line together.

    Attributes:
        decisions: Positions with more than one legal move.
        moves: Their legal moves.
        keeping: Those after which a win was found.
        crossroads: Decisions at which a reasonable-looking move gives the win away, proved.
        crossroads_open: Further ones at which no win was found after a reasonable-looking move.
        points_of_no_return: Decisions at which any move gives the win away, proved.
    """

    decisions: int = 0
    moves: int = 0
    keeping: int = 0
    crossroads: int = 0
    crossroads_open: int = 0
    points_of_no_return: int = 0


def judge_line(root: State, line: Sequence[str]) -> Judgement:
    """Judge all decisions of a winning line."""
    judge, player, total = _Judge(root), make_player(root.tables), Judgement()
    state = root
    for chosen in line:
        legal = state.moves()
        if len(legal) > 1:
            reasonable = reasonable_moves(player, state)
            kept = {
                move.text: move.text == chosen or judge.keeps_win(state.after(move.code))
                for move in legal
            }
            _count(total, kept, [kept[move] for move in reasonable])
        state = state.play(chosen)
    return total


def _count(total: Judgement, kept: dict[str, bool | None], reasonable: list[bool | None]) -> None:
    total.decisions += 1
    total.moves += len(kept)
    total.keeping += sum(keeps is True for keeps in kept.values())
    total.points_of_no_return += False in kept.values()
    if False in reasonable:
        total.crossroads += 1
    elif None in reasonable:
        total.crossroads_open += 1


class _Judge:
    """Asks whether positions of one deal can be won."""

    def __init__(self, root: State) -> None:
        self._secret = secret_of(root.deal.deck)
        self._tables = root.tables
        has_menaces = bool(root.tables[HAS_MENACES])
        widths = BEAMS_WITH_MENACES if has_menaces else BEAMS
        self._most = STATES_WITH_MENACES if has_menaces else STATES
        self._beams = [NarrowBeams(root.tables, self._secret, width) for width in widths]
        self._search = dfs.make_search(root.tables, self._secret, RELAXED_ENTRIES)
        self._lost = LostTable(MEMORY)
        self._unknown_seen = False

    def keeps_win(self, state: State) -> bool | None:
        """Whether a win is left; None if the budget is used up."""
        if state.status != "playing":
            return {"won": True, "lost": False}.get(state.status)
        if any(beams.turn_of_win(state.array()) is not None for beams in self._beams):
            return True
        return self._searched(state)

    def _searched(self, state: State) -> bool | None:
        counts = self._search.counts
        dfs.begin_search(self._tables, self._search, state.array(), dfs.NO_LIMIT)
        with interrupts_deferred():
            status = dfs.advance(
                self._tables, self._secret, self._lost.array, self._search, self._most
            )
        self._unknown_seen |= bool(counts[dfs.UNKNOWN_SEEN])
        self._lost.make_room(int(counts[dfs.STORED]))
        if status == dfs.FOUND:
            return True
        return False if status == dfs.EXHAUSTED and not self._unknown_seen else None
