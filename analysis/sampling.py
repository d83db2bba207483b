"""Winning lines that were found, where all of them are not known: what they share is a sample."""

from collections.abc import Iterable, Iterator, Sequence
from graphlib import TopologicalSorter
from itertools import count

import numpy as np

from casecracker.analysis.lines import END, Edge, Lines
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.layout import WORDS
from casecracker.engine.notation import move_text, parse_move
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES, IntArray
from casecracker.solver.beam import Beam, Hurry
from casecracker.solver.choices import moves_of_rules
from casecracker.solver.keys import secret_of
from casecracker.solver.relaxed_game import make_relaxation
from casecracker.solver.search import HASTES, Limits

WIDTHS = (30, 100, 300, 1_000, 3_000)
"""Beams that look for lines, one width after the other, each with every haste of the search."""

RELAXED_ENTRIES = 1 << 16

Position = tuple[int, tuple[int, ...]]
"""A number of its own, 0 where lines are joined, and the words of a state."""

Moves = dict[Position, list[tuple[int, Position | None]]]
"""The moves from each position, with the position after them, None for the win."""


def lines_of(root: State, turns: int, found: Iterable[tuple[str, ...]]) -> Lines:
    """Found lines as a graph, joined where they come to the same position in the same turn.

    Where a briefcase is, whose moves can be taken back, they are joined at the root alone.

    Args:
        root: The opening.
        turns: None of the lines takes more.
        found: Different lines, each the moves from the root to the win.
    """
    begin = (0, root.words)
    moves: Moves = {begin: []}
    fresh = count(1)
    for line in found:
        before, state = begin, root
        for move in line:
            code = parse_move(root.deal, move).code
            state = state.after(code)
            after = (next(fresh) if root.tables[HAS_MENACES] else 0, state.words)
            step = (code, None if state.won else after)
            if step not in moves[before]:
                moves[before].append(step)
            if not state.won:
                moves.setdefault(after, [])
            before = after
    return _joined(root, turns, moves)


def _joined(root: State, turns: int, moves: Moves) -> Lines:
    following = {
        before: [after for _, after in row if after is not None] for before, row in moves.items()
    }
    order = list(TopologicalSorter(following).static_order())  # what follows comes first
    places = {position: place for place, position in enumerate(order)}
    edges = tuple(
        tuple(
            Edge(place, END if after is None else places[after], code)
            for code, after in moves[position]
        )
        for place, position in enumerate(order)
    )
    words = np.array([words for _, words in order], dtype=np.int64).reshape(-1, WORDS)
    return Lines(root, turns, words, edges)


def lines_by_beams(root: State, turns: int, limits: Limits) -> Iterator[tuple[str, ...]]:
    """Lines within so many turns that beams find, replayed by the referee; some may be the same."""
    secret = secret_of(root.deal.deck)
    relaxation = make_relaxation(root.tables, secret, RELAXED_ENTRIES)
    clock, begin = limits.clock, limits.clock()
    for width in WIDTHS:
        for haste in HASTES:
            beam = Beam(root.tables, secret, root.array(), width, Hurry(turns, haste, relaxation))
            won = False
            while not won and not beam.is_empty:
                if limits.seconds is not None and clock() - begin >= limits.seconds:
                    return
                with interrupts_deferred():
                    won = beam.turn(lambda: True)
            if won:
                yield line_by_rules(root, beam.winning_line())


def line_by_rules(root: State, line: Sequence[int]) -> tuple[str, ...]:
    """A winning line of the searches in the moves of the rules, replayed by the referee."""
    words: IntArray = root.array()
    moves: list[str] = []
    for move in line:
        codes = moves_of_rules(root.tables, words, move)
        moves += [move_text(root.deal, code) for code in codes]
    assert replay(root.deal, moves).status == "won"
    return tuple(moves)
