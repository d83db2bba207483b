"""The search's moves lose nothing, and in tiny games it agrees with brute force (`tiny_gulfs.py`).

Brute force by the rules knows neither the choices nor the bounds nor the keys of the search.
"""

import itertools
import random
from dataclasses import dataclass
from functools import cache

import numpy as np

from casecracker.engine.layout import ACTION, TURN
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.play import apply
from casecracker.engine.reading import phase
from casecracker.engine.rules import legal_moves
from casecracker.engine.state import State
from casecracker.engine.tables import EQUIPMENT, IntArray
from casecracker.solver.bounds import is_hopeless, plays_bound
from casecracker.solver.choices import moves_of_rules
from casecracker.solver.dfs import ALL_PRUNING, is_cut
from casecracker.solver.search import solve_deal
from casecracker.solver.table import ENDLESS
from tests.brute import BY_CHOICES, Game, TooLarge, after_each, explore
from tests.tiny_gulfs import tiny_gulfs_deal

HARDBOILED = 150
CLASSIC_SEEDS = (9, 14, 19, 40, 54, 64, 66, 67, 97, 99, 104, 114)
"""Classic games are seldom small: these are, by their seeds."""

MOST = {"hardboiled": 2_500, "classic": 5_000}
"""States that a game may have by the rules; larger ones are left out."""

ROOM = 50_000
REPLAYED = 40


@dataclass(frozen=True)
class TinyGame:
    """A deal and all that brute force by the rules knows of it."""

    seed: int
    root: State
    states: Game

    @property
    def turns(self) -> int | None:
        """Fewest turns to a win."""
        return self.states.turns.get(key_of_state(self.root.array()))


def key_of_state(words: IntArray) -> bytes:
    return words[:TURN].tobytes()


def tiny_game(seed: int, mode: str) -> TinyGame | None:
    """The game of that seed, None if it is too large or over before it begins."""
    root = State.start(tiny_gulfs_deal(random.Random(seed), mode))
    if root.status != "playing":
        return None
    try:
        return TinyGame(seed, root, explore(root, most=MOST[mode]))
    except TooLarge:
        return None


@cache
def tiny_games() -> list[TinyGame]:
    """The hardboiled games of the lowest seeds that are small enough, and a few classic ones."""
    found = (tiny_game(seed, "hardboiled") for seed in itertools.count())
    hardboiled = list(itertools.islice((game for game in found if game), HARDBOILED))
    classic = [tiny_game(seed, "classic") for seed in CLASSIC_SEEDS]
    return [*(game for game in classic if game), *hardboiled]


def test_many_games_of_either_mode_can_be_won_and_many_cannot() -> None:
    games = tiny_games()
    modes = [str(game.root.deal.settings["mode"]) for game in games]
    won = [game for game in games if game.turns]
    assert (modes.count("hardboiled"), modes.count("classic")) == (HARDBOILED, len(CLASSIC_SEEDS))
    assert min(len(won), len(games) - len(won)) >= 40
    assert len({game.turns for game in won}) >= 4
    assert all(game.root.tables[EQUIPMENT] for game in games)


def test_choices_win_as_early_as_the_rules() -> None:
    for game in tiny_games():
        by_choices = explore(game.root, most=ROOM, moves=BY_CHOICES)
        ours, theirs = by_choices.turns, game.states.turns
        worse = [key for key in by_choices.states if ours.get(key) != theirs.get(key)]
        assert len(worse) == 0, f"tiny deal {game.seed}"


def test_every_choice_stands_for_legal_moves_of_the_rules() -> None:
    for game in tiny_games()[:REPLAYED]:
        tables = game.root.tables
        for words in explore(game.root, most=ROOM, moves=BY_CHOICES).states.values():
            for move, after in after_each(tables, words, BY_CHOICES):
                check_line(tables, words, moves_of_rules(tables, words.copy(), move), after)


def check_line(tables: IntArray, begin: IntArray, line: list[int], end: IntArray) -> None:
    """The line is legal, move by move, and leads there."""
    words = begin.copy()
    out = np.zeros(MAX_MOVES, dtype=np.int64)
    for move in line:
        assert move in out[: legal_moves(tables, words, out)]
        apply(tables, words, move)
    assert np.array_equal(words, end)


def test_the_search_finds_what_brute_force_finds() -> None:
    for game in tiny_games():
        result = solve_deal(game.root.deal, shortest=True)
        verdict = "winnable" if game.turns else "unwinnable"
        assert (result.verdict, result.turns) == (verdict, game.turns), f"tiny deal {game.seed}"
        assert result.proven_shortest == (verdict == "winnable")


def test_the_complete_search_alone_gives_the_same_verdict() -> None:
    for game in tiny_games():
        result = solve_deal(game.root.deal, backend="dfs")
        verdict = "winnable" if game.turns else "unwinnable"
        assert result.verdict == verdict, f"tiny deal {game.seed}"


def test_no_bound_cuts_a_state_off_from_which_a_win_is_left() -> None:
    """At the start of a turn, after free actions before it, and wherever else the search looks."""
    hopeless = checked = 0
    for game in tiny_games():
        tables = game.root.tables
        for key, words in game.states.states.items():
            is_before_the_action = phase(words) == ACTION
            turns = game.states.turns.get(key)
            if turns is None:
                hopeless += is_before_the_action and bool(is_hopeless(tables, words))
                continue
            checked += 1
            if is_before_the_action:
                assert not is_hopeless(tables, words), f"tiny deal {game.seed}"
                assert plays_bound(tables, words) <= turns, f"tiny deal {game.seed}"
            for left in (turns - 1, turns + 2, ENDLESS):
                assert not is_cut(tables, ALL_PRUNING, words, left), f"tiny deal {game.seed}"
    assert hopeless >= 300
    assert checked >= 1_000
