"""Whether a shuffle of Streets of Arkham can be won, and in how few turns.

Everything is known to the search: the order of all decks and the tapes of the dice. It goes turn by
turn. As long as every position that a turn can lead to fits the budget, its claims are proofs:
no win up to there, or no win at all. Then it goes on with the most promising positions of each
turn alone, ever more of them; what that finds is a line, and not finding one says nothing.
Every line is replayed by the referee.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest
from math import ceil

from casecracker import __version__
from casecracker.engine.errors import RecordError
from casecracker.engine.narrate import TurnOfLine
from casecracker.engine.streets.cards import IN_BOX, Box, Effect
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.referee import StreetsReferee
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import Verdict
from casecracker.solver.streets.results import StreetsResult
from casecracker.solver.streets.worth import worth

DEFAULT_SECONDS = 60.0
EXACT_MOVES = 30_000
"""Moves that the complete search may try before it gives way to the selective one."""

WIDTHS = ((3, 2), (6, 4), (12, 6), (24, 10), (48, 16), (96, 24), (192, 32))
"""Positions kept after each turn, and within a turn for each first move."""

MAX_TURNS = 120
_MOST_PIPS = 4
"""Of one die."""


class _OutOfTimeError(Exception):
    """The time limit was reached."""


@dataclass(eq=False)
class _Node:
    """A position at the beginning of a turn, and how it was reached."""

    state: StreetsState
    parent: "_Node | None" = None
    moves: tuple[str, ...] = ()
    score: float = 0.0

    def line(self) -> list[str]:
        """All moves from the opening."""
        moves: list[str] = []
        node: _Node | None = self
        while node is not None:
            moves[:0] = node.moves
            node = node.parent
        return moves


@dataclass
class _Run:
    """One search: its clock and its counts."""

    deal: StreetsDeal
    deadline: float
    clock: Callable[[], float]
    states: int = 0
    best: _Node | None = None

    def play(self, state: StreetsState, move: str) -> StreetsState:
        """The state after a move, counted."""
        self.states += 1
        if self.states % 256 == 0 and self.clock() > self.deadline:
            raise _OutOfTimeError
        return state.after(move)


def solve_streets(
    deal: StreetsDeal,
    *,
    time_limit: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> StreetsResult:
    """Decide whether a deal can be won, with a line in as few turns as the search finds.

    Args:
        deal: The deal.
        time_limit: Seconds; `DEFAULT_SECONDS` if None.
        clock: Seconds that pass.
    """
    begin = clock()
    seconds = DEFAULT_SECONDS if time_limit is None else time_limit
    run = _Run(deal, begin + seconds, clock)
    root = _Node(StreetsState.start(deal))
    limit: str | None = None
    bound, is_complete = 1, False
    try:
        bound, is_complete = _complete(run, root)
        if not is_complete:
            _selective(run, root, bound)
    except _OutOfTimeError:
        limit = "time"
    except KeyboardInterrupt:
        limit = "interrupted"
    return _result(run, max(bound, turns_bound(deal)), is_complete, limit, clock() - begin)


def turns_bound(deal: StreetsDeal) -> int:
    """Turns that no line can win in fewer than: by Elder Signs, or by the battle.

    In a turn at most one card is resolved (docs/streets.md, S7.1), which brings at most as many
    Elder Signs as the best card does. A task of the battle takes at least so many of the eight dice
    (S14.3), and a spent die is gone for the turn. A box with other sources of Elder Signs, or with
    attacks that take doom off, has no such bound.
    """
    seats = deal.investigators
    best = max(_signs((*card.rewards, *card.member_reward), seats) for card in deal.box.places)
    if _signs(_other_effects(deal.box), seats):
        return 1
    by_signs = ceil(deal.ancient.signs / best) if best else MAX_TURNS
    return min(by_signs, _battle_bound(deal))


def _battle_bound(deal: StreetsDeal) -> int:
    ancient = deal.ancient
    relief = {"reprieve", "doom"} & set(_kinds((*ancient.attack, *ancient.awakening)))
    needs = ancient.combat.needs
    dice = sum(ceil(int(need) / _MOST_PIPS) if need.isdigit() else 1 for need in needs)
    if relief or not dice:
        return 1
    hits = sum(IN_BOX) // dice
    return ceil(ancient.doom / hits) if hits else MAX_TURNS


def _other_effects(box: Box) -> tuple[Effect, ...]:
    """Everything but rewards that may happen in a turn."""
    found: list[Effect] = []
    for card in box.places:
        found += [*card.terror, *card.entry, *card.midnight, *card.penalties]
        found += [*card.facedown, *card.facedown_midnight]
    for event in box.events:
        found += event.effects
    for mythos in box.mythos:
        found += [*mythos.effects, *mythos.terror, *mythos.midnight]
    for monster in box.monsters:
        found += monster.midnight
    for ancient in box.ancients:
        found += [*ancient.midnight, *ancient.attack, *ancient.awakening]
    for investigator in box.investigators:
        found += investigator.kit
    return tuple(found)


def _kinds(effects: Iterable[Effect]) -> Iterator[str]:
    """Kinds of effects, those in split ones too."""
    for effect in effects:
        yield effect.kind
        for group in effect.options:
            yield from _kinds(group)


def _signs(effects: Iterable[Effect], seats: int) -> int:
    """The most Elder Signs that effects can bring; those for each investigator count for all."""
    total = 0
    for effect in effects:
        if effect.options:
            total += max(_signs(group, seats) for group in effect.options)
        elif effect.kind == "elder-sign":
            total += max(0, effect.amount) * (seats if effect.each else 1)
    return total


# The complete search


def _complete(run: _Run, root: _Node) -> tuple[int, bool]:
    """Turn after turn, every position; a lower bound on turns, and whether that was everything.

    Complete means that a win was found in the first turn that has one, or that all positions that
    can be reached were seen and none is a win.
    """
    layer, bound, seen = [root], root.state.turn, {root.state}
    while layer:
        following: list[_Node] = []
        for node in layer:
            ends = _all_ends(run, node, seen)
            if ends is None:
                return bound, False
            for end in ends:
                if end.state.won:
                    run.best = end
                    return bound, True
                if end.state.options:
                    following.append(end)
        layer, bound = following, bound + 1
    return bound, True


def _all_ends(run: _Run, node: _Node, seen: set[StreetsState]) -> list[_Node] | None:
    """Everything that a turn can lead to, wins first; None if the budget is used up."""
    turn, ends = node.state.turn, []
    stack: list[tuple[StreetsState, tuple[str, ...]]] = [(node.state, ())]
    while stack:
        state, moves = stack.pop()
        for move in state.options:
            if run.states >= EXACT_MOVES:
                return None
            after = run.play(state, move)
            if after in seen:
                continue
            seen.add(after)
            if after.won:
                return [_Node(after, node, (*moves, move))]
            if after.turn > turn or not after.options:
                ends.append(_Node(after, node, (*moves, move)))
            else:
                stack.append((after, (*moves, move)))
    return ends


# The selective search


def _selective(run: _Run, root: _Node, bound: int) -> None:
    """Ever wider searches for a line, each for one of fewer turns than the best so far."""
    for width, inner in WIDTHS:
        layer = [root]
        while layer and layer[0].state.turn < _first_useless_turn(run):
            ends = _best_ends(run, layer, inner)
            wins = [end for end in ends if end.state.won]
            if wins:
                run.best = wins[0]
                break
            playing = [end for end in ends if end.state.options]
            layer = nlargest(width, playing, key=lambda node: node.score)
        if run.best is not None and run.best.state.turn <= bound:
            break


def _first_useless_turn(run: _Run) -> int:
    return MAX_TURNS if run.best is None else run.best.state.turn


def _best_ends(run: _Run, layer: list[_Node], inner: int) -> list[_Node]:
    """Promising ends of the turn that begins at each position of a layer, each once."""
    found: dict[StreetsState, _Node] = {}
    for node in layer:
        for move in node.state.options:
            first = _Node(run.play(node.state, move), node, (move,))
            for end in _follow(run, first, node, inner):
                if end.state.won:
                    return [end]
                found.setdefault(end.state, end)
    return list(found.values())


def _follow(run: _Run, first: _Node, parent: _Node, inner: int) -> list[_Node]:
    """The turn after its first move: of each decision's outcomes the most promising go on."""
    turn = parent.state.turn
    ends: list[_Node] = []
    level = [first]
    while level:
        after: dict[StreetsState, _Node] = {}
        for node in level:
            if node.state.turn > turn or not node.state.options:
                node.score = worth(node.state)
                ends.append(node)
                continue
            for move in node.state.options:
                state = run.play(node.state, move)
                if state not in after:
                    after[state] = _Node(state, parent, (*node.moves, move), worth(state))
        level = nlargest(inner, after.values(), key=lambda node: node.score)
    return nlargest(inner, ends, key=lambda node: node.score)


# The result


def _result(
    run: _Run, bound: int, is_complete: bool, limit: str | None, seconds: float
) -> StreetsResult:
    best = run.best
    turns = best.state.turn if best else None
    moves = tuple(best.line()) if best else ()
    shortest = best is not None and (is_complete or best.state.turn <= bound)
    unwinnable = best is None and is_complete
    proof = None
    if unwinnable:
        proof = "every position that can be reached was seen, and none is a win"
    elif shortest:
        proof = f"no line wins in fewer than {turns} turns: all shorter ones were tried"
    if moves:
        check_line(run.deal, moves)
    return StreetsResult(
        verdict=_verdict(best is not None, unwinnable),
        turns=turns,
        proven_shortest=shortest,
        lower_bound=None if unwinnable else (turns if shortest else bound),
        limit=None if shortest or unwinnable else (limit or "width"),
        proof=proof,
        reshuffles=sum(best.state["shuffles"]) if best else None,
        line=tell_line(run.deal, moves),
        states=run.states,
        seconds=seconds,
        version=__version__,
        source=run.deal,
    )


def _verdict(is_won: bool, unwinnable: bool) -> Verdict:
    if is_won:
        return Verdict.WINNABLE
    return Verdict.UNWINNABLE if unwinnable else Verdict.UNDECIDED


def check_line(deal: StreetsDeal, moves: tuple[str, ...]) -> int:
    """The turns of a line that the referee replays to a win.

    Raises:
        IllegalMoveError: A move is not legal.
        RecordError: The line does not win.
    """
    referee = StreetsReferee(deal)
    for move in moves:
        referee.play(move)
    if referee.status != "won":
        raise RecordError(f"after {len(moves)} moves the game is {referee.status}, not won")
    return referee.turn


def tell_line(deal: StreetsDeal, moves: tuple[str, ...]) -> tuple[TurnOfLine, ...]:
    """A line turn by turn, with what happened in each."""
    state = StreetsState.start(deal)
    turns: dict[int, tuple[list[str], list[str]]] = {}
    for move in moves:
        made, told = turns.setdefault(state.turn, ([], []))
        state = state.play(move)
        made.append(move)
        told += state.events
    return tuple(
        TurnOfLine(turn, tuple(made), "; ".join(told)) for turn, (made, told) in turns.items()
    )
