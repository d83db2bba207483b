"""Decisions tried out: each is made, and the game played on by the player of `policy.py`.

Every sample deals what is hidden anew (`redeal.py`), and all decisions are tried on the same deal.
A trial depends on the position as a player sees it, the seed and the number of the sample alone:
not on other trials, nor on how they are shared out among threads.
"""

from typing import NamedTuple

import numpy as np

from casecracker.engine.jit import kernel
from casecracker.engine.layout import PICTURE, TURN, WORDS
from casecracker.engine.play import apply
from casecracker.engine.reading import puzzle_types, shuffles
from casecracker.engine.tables import GOAL, IntArray, Tables, Words
from casecracker.solver.arrays import copy_row
from casecracker.solver.evaluate_gulfs import scored_goals
from casecracker.solver.policy import Player, play_on
from casecracker.solver.redeal import RANDOMNESS, SAMPLE, SEED, WANTED, redeal

# Columns of the results: phase at the end, number of the last turn, what was scored, and the number
# of the last shuffle.
END, LAST_TURN, SCORED, LAST_SHUFFLE = range(4)
RESULTS = 4


class Trials(NamedTuple):
    """What trials are made of.

    Attributes:
        root: The position, its stack as a set of cards (`lift_stack`).
        decisions: The packed moves.
        alive: Places of the decisions that are tried.
        unseen: What `redeal.unseen_of` says.
        seed: shape (1,).
        orders: Numbers of the hidden orders of the samples, gone through again and again; empty if
            any will do.
        results: shape (decisions, samples, RESULTS).
    """

    root: IntArray
    decisions: IntArray
    alive: IntArray
    unseen: IntArray
    seed: IntArray
    orders: IntArray
    results: IntArray


class Room(NamedTuple):
    """Room for one thread: the player, the dealt position, the game, random numbers."""

    player: Player
    dealt: IntArray
    game: IntArray
    randomness: IntArray


def make_room(player: Player) -> Room:
    """Room for the thread that has that player."""
    words = (np.zeros(length, dtype=np.int64) for length in (WORDS, WORDS, RANDOMNESS))
    return Room(player, *words)


@kernel
def scored(tables: Tables, state: Words) -> int:
    """How much of what the win needs is scored: cards of the objectives, or types."""
    if tables[GOAL]:
        return scored_goals(tables, state, tables[GOAL] & ~state[PICTURE])
    return puzzle_types(tables, state[PICTURE])


@kernel
def try_decisions(trials: Trials, room: Room, first: int, last: int) -> None:
    """Try the decisions that are alive on the samples `first` up to `last`, without it."""
    tables = room.player.tables
    for sample in range(first, last):
        copy_row(room.dealt, trials.root)
        room.randomness[SEED] = trials.seed[0]
        room.randomness[SAMPLE] = sample
        orders = trials.orders.shape[0]
        room.randomness[WANTED] = trials.orders[sample % orders] if orders else -1
        redeal(tables, room.dealt, trials.unseen, room.randomness)
        for place in range(trials.alive.shape[0]):
            decision = trials.alive[place]
            copy_row(room.game, room.dealt)
            apply(tables, room.game, trials.decisions[decision])
            row = trials.results[decision, sample]
            row[END] = play_on(room.player, room.game)
            row[LAST_TURN] = room.game[TURN]
            row[LAST_SHUFFLE] = shuffles(room.game)
            row[SCORED] = scored(tables, room.game)
