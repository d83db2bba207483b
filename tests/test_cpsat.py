"""The backend `cpsat` agrees with what is known otherwise; the referee plays its lines.

The default run takes a few of the small games and of the random ones; `-m long` takes all.
"""

import itertools
import random
from dataclasses import replace

import pytest

from casecracker.engine.deals import Deal
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.solver.cpsat_formula import FALSE, TRUE, Formula
from casecracker.solver.cpsat_gulfs import fewest_turns
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import Limits, solve_deal
from tests.brute import TooLarge, turns_to_win
from tests.decks import random_deal, random_deck
from tests.small_games import SmallGame, small_games

GAMES = small_games()
WON = [game for game in GAMES if game.turns]
RANDOM_GAMES = 400  # of which more than a third are small enough for brute force


def solved(deal: Deal, *, shortest: bool = False, seconds: float | None = None) -> Result:
    return solve_deal(deal, backend="cpsat", shortest=shortest, limits=Limits(seconds))


def name(game: SmallGame) -> str:
    return game.name


def check_known(game: SmallGame) -> None:
    result = solved(game.deal, shortest=True)
    assert (result.verdict, result.turns) == (game.verdict, game.turns)
    assert result.proven_shortest == (game.verdict == "winnable")
    assert (result.backend, result.limit) == ("cpsat", None)
    if result.line:
        assert replay(game.deal, result.moves).status == "won"


@pytest.mark.parametrize("game", GAMES[2::12], ids=name)
def test_small_games_have_their_known_verdict_and_fewest_turns(game: SmallGame) -> None:
    check_known(game)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_all_small_games_have_their_known_verdict_and_fewest_turns(game: SmallGame) -> None:
    check_known(game)


def check_random(seed: int) -> bool:
    """Whether the random game is small enough to compare with brute force."""
    rng = random.Random(f"cpsat {seed}")
    deal = random_deal(rng, random_deck(rng, clues=8 + seed % 4))
    root = State.start(deal)
    if root.status != "playing":
        return False
    try:
        turns = turns_to_win(root, most=20_000)
    except TooLarge:  # or a later shuffle is unknown
        return False
    result = solved(deal, shortest=True)
    assert (result.limit, result.turns) == (None, turns), seed
    assert result.verdict == (Verdict.UNWINNABLE if turns is None else Verdict.WINNABLE)
    return True


def test_random_games_agree_with_brute_force() -> None:
    assert sum(map(check_random, range(8))) >= 1


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_random_games_agree_with_brute_force() -> None:
    assert sum(map(check_random, range(RANDOM_GAMES))) >= 100


@pytest.mark.parametrize("game", GAMES[4::25], ids=name)
def test_without_later_shuffles_a_win_depends_on_none(game: SmallGame) -> None:
    deal = replace(game.deal, reshuffles=())
    result = solved(deal)
    if result.verdict is Verdict.WINNABLE:
        assert (result.scope, result.reshuffles, game.verdict) == ("game", 0, "winnable")
        assert replay(deal, result.moves).status == "won"
    elif result.verdict is Verdict.UNDECIDED:
        assert (result.scope, result.limit) == ("first-pass", "unknown-shuffle")
    else:
        assert game.verdict == "unwinnable"


@pytest.mark.parametrize("game", WON, ids=name)
def test_the_bound_of_an_opening_is_never_above_the_fewest_turns(game: SmallGame) -> None:
    assert fewest_turns(game.deal) <= (game.turns or 0)


def test_the_same_deal_gets_the_same_answer() -> None:
    deal = WON[0].deal
    first, second = (solved(deal).to_json() | {"seconds": 0} for _ in range(2))
    assert first == second


def test_a_time_limit_never_reads_as_unwinnable() -> None:
    lost = next(game for game in GAMES if game.verdict == "unwinnable")
    result = solved(lost.deal, seconds=0)
    assert (result.verdict, result.limit, result.proof) == (Verdict.UNDECIDED, "time", None)


def test_an_interrupted_run_says_so() -> None:
    calls = itertools.count()

    def now() -> float:
        if next(calls) == 6:
            raise KeyboardInterrupt
        return 0.0

    limits = Limits(seconds=60, clock=now)
    result = solve_deal(WON[0].deal, backend="cpsat", limits=limits)
    assert (result.verdict, result.limit) == (Verdict.UNDECIDED, "interrupted")


def test_gates_fold_what_is_constant() -> None:
    formula = Formula()
    a, b = formula.new(), formula.new()
    assert formula.both(a, TRUE) == a
    assert formula.both(a, FALSE) == formula.both(a, -a) == FALSE
    assert formula.some((a, -a)) == TRUE
    assert formula.both(a, b) == formula.both(b, a)
    assert formula.at_least(0, [a]) == TRUE
    assert formula.at_least(3, [a, b]) == FALSE
    assert formula.variables == 3


def test_a_formula_without_values_is_not_satisfied() -> None:
    formula = Formula()
    a, b = formula.new(), formula.new()
    formula.between(2, [a, b])
    assert formula.solve()
    assert formula.holds(a)
    formula.clause(-a, -b)
    assert not formula.solve()
    formula.clause()
    assert formula.solve() is False
