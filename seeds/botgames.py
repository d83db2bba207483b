"""Games that the fast player plays with some moves drawn by chance, for positions to come by."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from casecracker.engine.deals import Deal
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.notation import move_text
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray
from casecracker.solver.choices import moves_of_rules
from casecracker.solver.policy import PLAN_LENGTH, make_player, plan_turn

NOISE = (0.0, 0.1, 0.25)
"""Share of turns that begin with a move drawn by chance, game by game."""

MOST_TURNS = 80


@dataclass(frozen=True, slots=True)
class Moment:
    """A position at the start of a turn, and the moves that lead to it."""

    state: State
    played: tuple[str, ...]


def games_of(deal: Deal) -> Iterator[tuple[Moment, ...]]:
    """The starts of the turns of one game for each share of noise; the deal decides them."""
    for number, noise in enumerate(NOISE):
        yield _game(deal, noise, random.Random(f"{deal.code}/{number}"))


def _game(deal: Deal, noise: float, rng: random.Random) -> tuple[Moment, ...]:
    state, played, moments = State.start(deal), list[str](), list[Moment]()
    player = make_player(state.tables)
    while state.status == "playing" and state.turn <= MOST_TURNS:
        is_start = state.pending == "action" and (
            not moments or moments[-1].state.turn < state.turn
        )
        if is_start:
            moments.append(Moment(state, tuple(played)))
        if is_start and rng.random() < noise:
            codes = [rng.choice(state.moves()).code]
        else:
            with interrupts_deferred():
                plan_turn(player, state.array())
            plan = [int(code) for code in player.plan[: player.counts[PLAN_LENGTH]]]
            codes = _by_rules(state.tables, state.array(), plan)
        for code in codes:
            played.append(move_text(deal, code))
            state = state.after(code)
    return tuple(moments)


def _by_rules(tables: IntArray, words: IntArray, plan: list[int]) -> list[int]:
    """The moves of the rules that a plan of the player stands for."""
    return [code for choice in plan for code in moves_of_rules(tables, words, choice)]
