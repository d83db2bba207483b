"""Brute force over whole small games: every state once, no bound, no key, no order of moves.

States are the packed words themselves. `turns_to_win` plays breadth first, turn by turn, either by
the moves of the rules or by those that the searches look at.
"""

from collections.abc import Callable, Iterator

import numpy as np

from casecracker.engine.layout import FIRST_TERMINAL, TURN, UNKNOWN_SHUFFLE, WON
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.play import apply
from casecracker.engine.reading import phase
from casecracker.engine.rules import legal_moves
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray
from casecracker.solver.choices import choices, choose

Writer = Callable[[IntArray, IntArray, IntArray], int]
Player = Callable[[IntArray, IntArray, int], None]

BY_RULES: tuple[Writer, Player] = (legal_moves, apply)
BY_CHOICES: tuple[Writer, Player] = (choices, choose)


class TooLarge(Exception):  # noqa: N818 - no error: the game is no small one
    """More states than allowed."""


def turns_to_win(root: State, *, most: int, moves: tuple[Writer, Player] = BY_RULES) -> int | None:
    """Fewest turns of a winning line, None if no line wins.

    Raises:
        TooLarge: More than `most` states, or a state whose later shuffle is unknown.
    """
    seen: set[bytes] = set()
    layer = [root.array()]
    while layer:
        following: list[IntArray] = []
        while layer:
            state = layer.pop()
            for after in _after(root.tables, state, moves):
                due = phase(after)
                if due == WON:
                    return int(state[TURN])
                if due == UNKNOWN_SHUFFLE or len(seen) > most:
                    raise TooLarge
                key = after[:TURN].tobytes()
                if due >= FIRST_TERMINAL or key in seen:
                    continue
                seen.add(key)
                (following if after[TURN] > state[TURN] else layer).append(after)
        layer = following
    return None


def _after(tables: IntArray, state: IntArray, moves: tuple[Writer, Player]) -> Iterator[IntArray]:
    write, play = moves
    out = np.zeros(MAX_MOVES, dtype=np.int64)
    count = write(tables, state, out)
    for move in out[:count]:
        after = state.copy()
        play(tables, after, int(move))
        yield after
