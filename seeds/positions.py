"""Positions of challenges, and those after moves."""

from collections.abc import Iterable

from casecracker.engine.deals import Deal
from casecracker.engine.state import State
from casecracker.seeds.challenge import Challenge


def position_of(challenge: Challenge) -> State:
    """The position with which a challenge begins."""
    return position_after(challenge.deal(), challenge.played)


def position_after(deal: Deal, moves: Iterable[str]) -> State:
    """The position after some moves of a deal."""
    state = State.start(deal)
    for move in moves:
        state = state.play(move)
    return state
