"""What counts as one decision, and whether exactly one of them wins in time.

Every legal move is a decision, free actions like the contact's among them: where the contact may be
used now or a move later, there are two ways to win. Moves that lead to the same position are
*twins*: one decision, two names (two cases that show the same, say). A position whose winning
decision has a twin is not used, since a solver may answer with either; nor is one in which the
briefcase may be packed or unpacked, which decides nothing. docs/generate.md, problems.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from casecracker.analysis.within import Within
from casecracker.engine.layout import TURN
from casecracker.engine.moves import KIND_SHIFT, PACK, UNPACK
from casecracker.engine.notation import Move
from casecracker.engine.state import State
from casecracker.solver.keys import key_of, secret_of

Key = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Only:
    """The one decision that wins in time, and a line that begins with it."""

    move: str
    moves: tuple[str, ...]


class TooLong(Exception):  # noqa: N818 - no error: the question stays open
    """The slices of searching did not decide the question."""


def decisions_of(state: State) -> Mapping[Key, tuple[Move, ...]]:
    """The legal moves of a position by what they lead to: one decision each, in order."""
    groups: dict[Key, tuple[Move, ...]] = {}
    for move in state.moves():
        key = _key(state.after(move.code))
        groups[key] = (*groups.get(key, ()), move)
    return groups


def position_key(state: State) -> str:
    """32 hexadecimal digits for a position; the turn and what does not matter are left out."""
    first, second, _ = _key(state)
    return f"{first % 2**64:016x}{second % 2**64:016x}"


def _key(state: State) -> Key:
    out = np.zeros(2, dtype=np.int64)
    secret = secret_of(state.deal.deck)
    key_of(state.tables, secret, state.array(), out)
    return int(out[0]), int(out[1]), state.words[TURN]


def has_idle_moves(state: State) -> bool:
    """Whether the briefcase may be packed or unpacked."""
    return any(move.code >> KIND_SHIFT in (PACK, UNPACK) for move in state.moves())


def only_decision(
    within: Within, state: State, turns: int, played: tuple[str, ...], slices: int
) -> Only | None:
    """The decision with which alone the win in turn `turns` at the latest is left.

    Args:
        within: Of the deal, with limits by slices.
        state: The position.
        turns: The limit, counted from the opening.
        played: The moves that lead to the position.
        slices: For each decision.

    Returns:
        None if no decision wins in time, several do, or the one that does has a twin.

    Raises:
        TooLong: The complete search did not come to an end for one of them.
    """
    if has_idle_moves(state):
        return None
    found: Only | None = None
    for twins in decisions_of(state).values():
        move = twins[0]
        before = (*played, move.text)
        answer = within.answer(state.after(move.code), turns, before, slices)
        if answer.wins is None:
            raise TooLong
        if not answer.wins:
            continue
        if found is not None or len(twins) > 1:
            return None
        found = Only(move.text, (move.text, *answer.moves))
    return found
