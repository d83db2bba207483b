"""Brute force over whole small games: every state once, no bound, no key, no order of moves.

States are the packed words themselves. `turns_to_win` plays breadth first, turn by turn, either by
the moves of the rules or by those that the searches look at. `distances` goes on to the end of the
game and tells of every state how far the win is.
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


def distances(root: State, *, most: int) -> list[tuple[IntArray, int]]:
    """Every state from which a line wins, with the fewest turns that it takes, the current one too.

    Raises:
        TooLarge: More than `most` states, or a state whose later shuffle is unknown.
    """
    states = [root.array()]
    number = {states[0][:TURN].tobytes(): 0}
    ways: list[tuple[int, int, int]] = []  # from, to (-1 for a win), turns begun on the way
    at = 0
    while at < len(states):
        state = states[at]
        for after in _after(root.tables, state, BY_RULES):
            due = phase(after)
            if due == UNKNOWN_SHUFFLE or len(states) > most:
                raise TooLarge
            if due >= FIRST_TERMINAL:
                ways += [(at, -1, 0)] if due == WON else []
                continue
            to = number.setdefault(after[:TURN].tobytes(), len(states))
            if to == len(states):
                states.append(after)
            ways.append((at, to, int(after[TURN] > state[TURN])))
        at += 1
    return [(states[n], turns) for n, turns in _turns_by_state(ways).items()]


def _turns_by_state(ways: list[tuple[int, int, int]]) -> dict[int, int]:
    """Fewest turns from each state that can win, found from the wins backwards."""
    turns: dict[int, int] = {}
    is_changed = True
    while is_changed:
        is_changed = False
        for begin, to, begun in reversed(ways):
            if to >= 0 and to not in turns:
                continue
            found = 1 if to < 0 else turns[to] + begun
            if found < turns.get(begin, found + 1):
                turns[begin] = found
                is_changed = True
    return turns


def _after(tables: IntArray, state: IntArray, moves: tuple[Writer, Player]) -> Iterator[IntArray]:
    write, play = moves
    out = np.zeros(MAX_MOVES, dtype=np.int64)
    count = write(tables, state, out)
    for move in out[:count]:
        after = state.copy()
        play(tables, after, int(move))
        yield after
