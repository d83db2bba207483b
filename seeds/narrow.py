"""Narrow beams with varied weights: how often a deal is won with little foresight.

A beam of few states goes the best-rated ways through each turn and looks no further ahead. What
share of such beams win, each with a variation of its own of the same weights, is a measure of the
deal (docs/metrics.md, grades). The variations are the same for every deal, so all deals of a game
are put to the same test.
"""

import random

from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.layout import ACTION, FIRST_TERMINAL, TURN, WON
from casecracker.engine.reading import phase
from casecracker.engine.tables import IntArray
from casecracker.solver.beam import (
    CANDIDATES,
    NO_LIMIT,
    SLICE_BEGIN,
    SLICE_END,
    STATES,
    TURN_LIMIT,
    Workspace,
    cut_back,
    make_workspace,
    play_turns,
)
from casecracker.solver.choices import choose
from casecracker.solver.policy import PLAN_LENGTH, Player, kind_of_game, make_player, plan_turn
from casecracker.solver.policy_weights import WEIGHTS_OF

LEAST_FACTOR, MOST_FACTOR = 8, 24
"""A weight is varied by a factor between these, in sixteenths: half to one and a half of it."""


def varied(weights: tuple[int, ...], number: int, stream: str) -> list[int]:
    """The weights, in sixteenths, each times a factor drawn for variation `number`; 0 draws none.

    A number and a stream always give the same factors.
    """
    if number == 0:
        return [16 * weight for weight in weights]
    rng = random.Random(f"{stream}/{number}")
    span = MOST_FACTOR - LEAST_FACTOR + 1
    return [(LEAST_FACTOR + int(rng.random() * span)) * weight for weight in weights]


class NarrowBeams:
    """Beams of one width over one deal."""

    def __init__(self, tables: IntArray, secret: IntArray, width: int) -> None:
        """Take the tables of the deal and the hash key of its deck."""
        self._weights = WEIGHTS_OF[kind_of_game(tables)][0]
        self._work: Workspace = make_workspace(tables, secret, width)
        self._work.counts[TURN_LIMIT] = NO_LIMIT

    @property
    def states(self) -> int:
        """Decisions tried so far."""
        return int(self._work.counts[STATES])

    def turn_of_win(self, root: IntArray, number: int = 0) -> int | None:
        """The turn in which the beam with that variation wins from a position; None if none."""
        work = self._work
        work.weights[:] = varied(self._weights, number, "beam")
        states = root.reshape(1, -1)
        while len(states):
            with interrupts_deferred():
                work.seen[:] = 0
                work.counts[CANDIDATES], work.counts[SLICE_BEGIN] = 0, 0
                work.counts[SLICE_END] = len(states)
                turn = int(states[0, TURN])
                if play_turns(work, states):
                    return turn
                cut_back(work)
            states = work.pool[: work.counts[CANDIDATES]].copy()
        return None

    def turns_of_wins(self, root: IntArray, beams: int) -> tuple[int, ...]:
        """The turns of the wins of so many variations, in their order."""
        found = (self.turn_of_win(root, number) for number in range(beams))
        return tuple(turn for turn in found if turn is not None)


def position_in_the_dark(tables: IntArray, root: IntArray, turns: int, number: int) -> IntArray:
    """The position that the fast player comes to, which sees what lies on the table and no more.

    It plays with the weights of a variation; what it comes to is the position after so many turns,
    or the end of the game if that was earlier.
    """
    player = make_player(tables)
    vary(player, kind_of_game(tables), number)
    state = root.copy()
    while phase(state) < FIRST_TERMINAL and not _is_after(state, turns):
        with interrupts_deferred():
            plan_turn(player, state)
            for move in player.plan[: player.counts[PLAN_LENGTH]]:
                choose(player.tables, state, int(move))
    return state


def vary(player: Player, kind: str, number: int) -> None:
    """Give the fast player the weights of a variation."""
    player.base[:] = varied(WEIGHTS_OF[kind][0], number, "player")
    player.weights[:] = varied(WEIGHTS_OF[kind][1], number, "outlook")


def _is_after(state: IntArray, turns: int) -> bool:
    return bool(state[TURN] > turns and phase(state) == ACTION)


def held_share(
    beams: NarrowBeams, tables: IntArray, root: IntArray, turns: int, games: int
) -> float:
    """Of the positions in the dark after so many turns, the share that a beam wins."""
    held = sum(is_held(beams, tables, root, turns, number) for number in range(games))
    return held / games


def is_held(beams: NarrowBeams, tables: IntArray, root: IntArray, turns: int, number: int) -> bool:
    """Whether a beam wins the position that a variation comes to in the dark.

    A game that is won by then is held, one that is lost is not.
    """
    state = position_in_the_dark(tables, root, turns, number)
    if phase(state) < FIRST_TERMINAL:
        return beams.turn_of_win(state) is not None
    return phase(state) == WON
