"""Figures of docs/streets.md: `python -m tests.bench.streets speed | agree | hints [GAMES]`."""

import random
import sys
import time
from collections import Counter

from casecracker.engine.streets.deal import StreetsDeal, parse_streets_code
from casecracker.engine.streets.referee import StreetsReferee
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.intervals import wilson
from casecracker.solver.streets.hints import streets_hints


def deal(seed: int, investigators: int = 1) -> StreetsDeal:
    """A deal of the shipped box."""
    return parse_streets_code(f"streets-of-arkham:{seed},investigators={investigators}")


def chosen(state: StreetsState, chance: random.Random) -> str:
    """A random move; failure is not declared where something else is possible."""
    moves = [move for move in state.moves() if move != "fail"] or list(state.moves())
    return chance.choice(moves)


def speed(games: int) -> None:
    """Moves a second of random play, after a first round that fills the caches."""
    deals = [deal(seed) for seed in range(games)]
    for _ in range(2):
        begin, moves = time.process_time(), 0
        for seed, one in enumerate(deals):
            state, chance = StreetsState.start(one), random.Random(seed)
            while state.moves():
                state = state.after(chosen(state, chance))
                moves += 1
        print(f"{moves:,} moves, {moves / (time.process_time() - begin):,.0f} a second")


def agree(games: int) -> None:
    """Random games in which engine and referee see the same moves and the same table."""
    ends: Counter[str] = Counter()
    for investigators in range(1, 9):
        for seed in range(games):
            one = deal(seed, investigators)
            state, referee, chance = (
                StreetsState.start(one),
                StreetsReferee(one),
                random.Random(seed),
            )
            while state.moves():
                assert set(state.moves()) == set(referee.legal())
                assert state.view() == referee.seen()
                move = chosen(state, chance)
                state = state.play(move)
                referee.play(move)
                ends["moves"] += 1
            assert state.view() == referee.seen()
            ends[state.status] += 1
            ends["turns"] += state.turn
    print(dict(ends))


def hints(games: int) -> None:
    """Games of one investigator who follows the hints."""
    won = turns = 0
    for seed in range(games):
        state = StreetsState.start(deal(seed))
        while state.moves():
            state = state.after(streets_hints(state, samples=4)[0].move)
        won += state.won
        turns += state.turn
        print(f"{seed}: {state.status} in turn {state.turn}", flush=True)
    low, high = wilson(won, games)
    print(f"{won} of {games} won, {low:.0%} to {high:.0%} (95 %), {turns / games:.1f} turns")


if __name__ == "__main__":
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    {"speed": speed, "agree": agree, "hints": hints}[sys.argv[1]](number)
