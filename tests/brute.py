"""Brute force over whole small games: every state once, no bound, no key, no order of moves.

States are the packed words themselves. `turns_to_win` plays breadth first, turn by turn, either by
the moves of the rules or by those that the searches look at. `explore` goes on to the end of the
game, and tells of every state how far the win is.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

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
            for _, after in after_each(root.tables, state, moves):
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


@dataclass
class Game:
    """Every state of a game: the words without the turn, and how they hang together.

    Attributes:
        states: One state for each key.
        turns: Fewest turns to a win, the current one included, of each key from which one is left.
    """

    states: dict[bytes, IntArray] = field(default_factory=dict)
    turns: dict[bytes, int] = field(default_factory=dict)


def explore(root: State, *, most: int, moves: tuple[Writer, Player] = BY_RULES) -> Game:
    """All states that can be reached, and the turns that each is away from a win.

    Raises:
        TooLarge: More than `most` states, or a state whose later shuffle is unknown.
    """
    game, before, near = Game(), dict[bytes, list[tuple[bytes, int]]](), list[bytes]()
    waiting = [root.array()]
    game.states[waiting[0][:TURN].tobytes()] = waiting[0]
    while waiting:
        state = waiting.pop()
        at = state[:TURN].tobytes()
        for _, after in after_each(root.tables, state, moves):
            due = phase(after)
            if due == UNKNOWN_SHUFFLE or len(game.states) > most:
                raise TooLarge
            if due == WON:
                near.append(at)
            if due >= FIRST_TERMINAL:
                continue
            key = after[:TURN].tobytes()
            before.setdefault(key, []).append((at, int(after[TURN] - state[TURN])))
            if key not in game.states:
                game.states[key] = after
                waiting.append(after)
    game.turns = _turns_back(near, before)
    return game


def _turns_back(
    near: list[bytes], before: dict[bytes, list[tuple[bytes, int]]]
) -> dict[bytes, int]:
    """Turns to a win of every state from which one can be reached; `near` are a move away."""
    turns: dict[bytes, int] = {}
    waiting = deque((key, 1) for key in near)
    while waiting:
        key, left = waiting.popleft()
        if key in turns:
            continue
        turns[key] = left
        for earlier, ended in before.get(key, ()):
            if ended:
                waiting.append((earlier, left + 1))
            else:
                waiting.appendleft((earlier, left))
    return turns


def distances(root: State, *, most: int) -> list[tuple[IntArray, int]]:
    """Every state from which a line wins, with the fewest turns that it takes, the current one too.

    Raises:
        TooLarge: More than `most` states, or a state whose later shuffle is unknown.
    """
    game = explore(root, most=most)
    return [(game.states[key], turns) for key, turns in game.turns.items()]


def after_each(
    tables: IntArray, state: IntArray, moves: tuple[Writer, Player]
) -> Iterator[tuple[int, IntArray]]:
    """Each move of a state, and the state after it."""
    write, play = moves
    out = np.zeros(MAX_MOVES, dtype=np.int64)
    count = write(tables, state, out)
    for move in out[:count]:
        after = state.copy()
        play(tables, after, int(move))
        yield int(move), after
