"""A player that sees what a player sees: it plays one turn at a time by what is on the table.

The ways to play a turn are tried up to the point where something hidden would be drawn: a card of
the stack, a victim, a menace. For that the tables are *blindfolded*: the rules then stop there
(UNKNOWN_SHUFFLE, or a loss where a menace would come), and the last card of a stack, which a player
can name, is drawn. What is reached is rated by `outlook.py`, and the first part of the best way, up
to what it uncovers, is played. So no choice can depend on a hidden order (tests/test_policy.py).
"""

from typing import NamedTuple

import numpy as np

from casecracker.engine.bits import size
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTION,
    EFFECT,
    FIRST_TERMINAL,
    HAND_PLAY,
    LINE,
    LOST,
    MAX_CASES,
    STABILITY,
    TURN,
    UNKNOWN_SHUFFLE,
    WON,
    WORDS,
)
from casecracker.engine.moves import (
    CHECK,
    CONTACT,
    ITEM_STEP,
    KIND_SHIFT,
    MAX_MOVES,
    PLAY,
    PLAY_WITH_KEY,
    SKIP,
)
from casecracker.engine.ongoing import menace_deck, over_hand_limit
from casecracker.engine.play import STRAIN_FROM
from casecracker.engine.reading import phase
from casecracker.engine.tables import (
    GOAL,
    HAS_MENACES,
    KNOWN_SHUFFLES,
    LIMIT,
    MENACES,
    NEEDS_KING,
    START,
    USE_KEY,
    VICTIMS,
    IntArray,
    Tables,
    Words,
)
from casecracker.solver.arrays import copy_row
from casecracker.solver.bounds import is_hopeless
from casecracker.solver.choices import choose, kind_of, narrow_choices
from casecracker.solver.outlook import MENACE, outlook
from casecracker.solver.policy_weights import WEIGHTS_OF
from casecracker.solver.redeal import victims_drawn

DEPTH = 40
"""Room for the decisions of one turn."""

STATES_A_TURN = 400
"""Decisions tried for one turn, shared out among the moves to begin with."""

LEAST_SHARE = 24
"""Decisions tried for each move to begin with, at least."""

MOST_DECISIONS = 3_000
"""Decisions of one game, after which it counts as cut off."""

GREAT = 1 << 40
"""A win; a loss is the negative. No sum of features comes near."""

_HOPELESS = 1 << 30

# Entries of `Player.counts`.
STATES, UNTIL, PLAN_LENGTH, DECISIONS, MOST_STATES = range(5)
COUNTS = 5

# Entries of `Player.hidden`: what the blindfold covers.
_SHUFFLES, _MENACES, _STARTS = 0, 1, 2


class Player(NamedTuple):
    """Arrays of one player; not shared between threads.

    Attributes:
        tables: A deal of its own, whose hidden part may be rewritten.
        base: Weights of `evaluate` or `evaluate_gulfs`.
        weights: Of the features of `outlook`.
        counts: shape (COUNTS,).
        hidden: What the blindfold covers of the tables.
        path: shape (DEPTH, WORDS): states inside the turn.
        moves: shape (DEPTH, MAX_MOVES).
        tried: shape (DEPTH, 2): moves tried and moves there are.
        checks: shape (DEPTH,): stability checks left out on the way.
        uncovers: shape (DEPTH,): length of the way up to the first move that uncovers something,
            0 if none does.
        plan: shape (DEPTH,): the best way found.
    """

    tables: IntArray
    base: IntArray
    weights: IntArray
    counts: IntArray
    hidden: IntArray
    path: IntArray
    moves: IntArray
    tried: IntArray
    checks: IntArray
    uncovers: IntArray
    plan: IntArray


def kind_of_game(tables: IntArray) -> str:
    """The name under which a game's weights stand."""
    if tables[HAS_MENACES]:
        return "hardboiled" if tables[GOAL] else "classic"
    return "king-in-yellow" if tables[NEEDS_KING] else "witch-cult"


def make_player(tables: IntArray, most_states: int = STATES_A_TURN) -> Player:
    """A player with a copy of the tables."""
    base, weights = (np.array(row, dtype=np.int64) for row in WEIGHTS_OF[kind_of_game(tables)])
    shapes = [(COUNTS,), (_STARTS + MAX_CASES,), (DEPTH, WORDS), (DEPTH, MAX_MOVES), (DEPTH, 2)]
    shapes += [(DEPTH,), (DEPTH,), (DEPTH,)]
    arrays = [np.zeros(shape, dtype=np.int64) for shape in shapes]
    player = Player(tables.copy(), base, weights, *arrays)
    player.counts[MOST_STATES] = most_states
    return player


@merged_kernel
def put_on_blindfold(player: Player, state: Words) -> None:
    """Make the rules stop where something hidden would be drawn."""
    tables, hidden = player.tables, player.hidden
    hidden[_SHUFFLES], hidden[_MENACES] = tables[KNOWN_SHUFFLES], tables[MENACES]
    tables[KNOWN_SHUFFLES], tables[MENACES] = -1, 0
    for case in range(victims_drawn(state), tables[VICTIMS]):
        hidden[_STARTS + case] = tables[START + case]
        tables[START + case] = 0


@merged_kernel
def take_off_blindfold(player: Player, state: Words) -> None:
    """Put back what `put_on_blindfold` covered."""
    tables, hidden = player.tables, player.hidden
    tables[KNOWN_SHUFFLES], tables[MENACES] = hidden[_SHUFFLES], hidden[_MENACES]
    for case in range(victims_drawn(state), tables[VICTIMS]):
        tables[START + case] = hidden[_STARTS + case]


@merged_kernel
def planned_moves(tables: Tables, state: Words, out: IntArray) -> int:
    """The moves that the player looks at: items before an action or a play from hand alone."""
    count = narrow_choices(tables, state, out)
    if phase(state) in (ACTION, HAND_PLAY) and not over_hand_limit(tables, state):
        return count
    kept = 0
    for place in range(count):
        kind = kind_of(out[place])
        if kind < CONTACT or (kind - CONTACT) % ITEM_STEP == USE_KEY:
            out[kept] = out[place]
            kept += 1
    return kept if kept else count


@merged_kernel
def enter_step(player: Player, depth: int) -> None:
    """Write the moves of the state at `depth`; none is tried yet."""
    player.tried[depth, 0] = 0
    player.tried[depth, 1] = planned_moves(player.tables, player.path[depth], player.moves[depth])


@merged_kernel
def plays_under_strain(state: Words, move: int) -> bool:
    """Whether a move that was just made played a card that calls for a check."""
    kind = kind_of(move)
    is_play = kind in (PLAY, PLAY_WITH_KEY)
    if kind >= CONTACT:
        is_play = (kind - CONTACT) % ITEM_STEP == USE_KEY
    return is_play and size(state[LINE + (move & 255)]) >= STRAIN_FROM


@kernel
def step(player: Player, depth: int, move: int) -> None:
    """Make a move from the state at `depth`, blindfolded; a stability check draws nothing."""
    tables = player.tables
    after = player.path[depth + 1]
    copy_row(after, player.path[depth])
    player.checks[depth + 1] = player.checks[depth]
    player.uncovers[depth + 1] = player.uncovers[depth]
    is_check = kind_of(move) == CHECK and phase(after) == EFFECT
    choose(tables, after, SKIP << KIND_SHIFT if is_check else move)
    if is_check or plays_under_strain(after, move):
        player.checks[depth + 1] += 1
    if player.uncovers[depth + 1] == 0 and (is_check or is_uncovering(player, depth)):
        player.uncovers[depth + 1] = depth + 1


@merged_kernel
def is_uncovering(player: Player, depth: int) -> bool:
    """Whether the step from `depth` would have uncovered something hidden."""
    before, after = player.path[depth], player.path[depth + 1]
    due = phase(after)
    if due == UNKNOWN_SHUFFLE or victims_drawn(after) > victims_drawn(before):
        return True
    return due == LOST and stops_at_menace(player, after)


@merged_kernel
def stops_at_menace(player: Player, state: Words) -> bool:
    """Whether a blindfolded loss only means that a menace would appear."""
    tables = player.tables
    return (
        tables[HAS_MENACES] != 0
        and menace_deck(state) != 0
        and size(state[STABILITY]) < tables[LIMIT]
    )


@kernel
def leaf_value(player: Player, depth: int) -> int:
    """The value of the state at `depth`, where the turn is over or goes on in the dark."""
    tables, state = player.tables, player.path[depth]
    due = phase(state)
    checks: int = player.checks[depth]
    if due == WON:
        return GREAT - checks
    if due == LOST and not stops_at_menace(player, state):
        return -GREAT
    value = outlook(tables, player.base, player.weights, state, checks)
    if due == LOST or victims_drawn(state) > victims_drawn(player.path[0]):
        value += int(player.weights[MENACE])
    if is_hopeless(tables, state):
        value -= _HOPELESS
    return value


@merged_kernel
def is_leaf(player: Player, depth: int) -> bool:
    """Whether the state at `depth` is rated as it is."""
    begin, state = player.path[0], player.path[depth]
    if phase(state) >= FIRST_TERMINAL or victims_drawn(state) > victims_drawn(begin):
        return True
    return (phase(state) == ACTION and state[TURN] > begin[TURN]) or depth + 2 >= DEPTH


@merged_kernel
def remember(player: Player, depth: int) -> None:
    """The way to the state at `depth` is the plan, up to what it uncovers."""
    length = player.uncovers[depth] if player.uncovers[depth] else depth
    player.counts[PLAN_LENGTH] = length
    for i in range(length):
        player.plan[i] = player.moves[i, player.tried[i, 0] - 1]


@merged_kernel
def search_turn(player: Player) -> int:
    """Try ways to play on from path[0]; the best is the plan. Its value is returned."""
    counts = player.counts
    counts[STATES] = 0
    enter_step(player, 0)
    share = max(LEAST_SHARE, counts[MOST_STATES] // max(player.tried[0, 1], 1))
    best = -GREAT - 1
    depth = 0
    while depth >= 0:
        if depth > 0 and counts[STATES] >= counts[UNTIL]:
            depth = 0
        if player.tried[depth, 0] == player.tried[depth, 1]:
            depth -= 1
            continue
        if depth == 0:
            counts[UNTIL] = counts[STATES] + share
        counts[STATES] += 1
        step(player, depth, player.moves[depth, player.tried[depth, 0]])
        player.tried[depth, 0] += 1
        if not is_leaf(player, depth + 1):
            depth += 1
            enter_step(player, depth)
            continue
        value = leaf_value(player, depth + 1)
        if value > best:
            best = value
            remember(player, depth + 1)
            if best >= GREAT:
                break
    return best


@kernel
def plan_turn(player: Player, state: IntArray) -> int:
    """Put the moves to make next into the plan; the value of what they lead to is returned."""
    copy_row(player.path[0], state)
    player.checks[0] = 0
    player.uncovers[0] = 0
    put_on_blindfold(player, state)
    best = search_turn(player)
    take_off_blindfold(player, state)
    return best


@kernel
def value_after(player: Player, state: IntArray, move: int) -> int:
    """The value of the best way to play the turn on after a move of the rules."""
    copy_row(player.path[0], state)
    player.checks[0] = 0
    player.uncovers[0] = 0
    put_on_blindfold(player, state)
    step(player, 0, move)
    if is_leaf(player, 1):
        value = leaf_value(player, 1)
    else:
        copy_row(player.path[0], player.path[1])
        player.checks[0] = player.checks[1]
        player.uncovers[0] = 0
        value = search_turn(player)
    take_off_blindfold(player, state)
    return value


@kernel
def play_on(player: Player, state: IntArray) -> int:
    """Play a game to its end, or as far as MOST_DECISIONS; `state` becomes the end."""
    decisions = 0
    while phase(state) < FIRST_TERMINAL and decisions < MOST_DECISIONS:
        plan_turn(player, state)
        for i in range(player.counts[PLAN_LENGTH]):
            choose(player.tables, state, player.plan[i])
        decisions += player.counts[PLAN_LENGTH]
    player.counts[DECISIONS] += decisions
    return phase(state)
