"""What `solve` says is right, and it never says more than it knows."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

import casecracker
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, RecordError
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.solver.dfs import NO_LIMIT
from casecracker.solver.results import Verdict
from casecracker.solver.search import ROUNDS, Limits, solve_deal
from tests.search_signature import CODES, recorded, signature
from tests.small_games import SmallGame, small_games

GAMES = small_games()


def ids(game: SmallGame) -> str:
    return game.name


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_small_games_have_their_known_verdict_and_fewest_turns(game: SmallGame) -> None:
    result = solve_deal(game.deal, shortest=True)
    assert result.verdict == game.verdict
    assert result.turns == game.turns
    assert result.proven_shortest == (game.verdict == "winnable")
    assert result.limit is None


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_the_complete_search_alone_gives_the_same_verdict(game: SmallGame) -> None:
    result = solve_deal(game.deal, backend="dfs")
    assert (result.verdict, result.backend) == (game.verdict, "dfs")


@pytest.mark.parametrize("game", GAMES[::5], ids=ids)
def test_a_table_of_512_entries_changes_no_answer(game: SmallGame) -> None:
    result = solve_deal(game.deal, shortest=True, backend="dfs", limits=Limits(memory=20_000))
    assert (result.verdict, result.turns) == (game.verdict, game.turns)


def undecided_game() -> SmallGame:
    """A game whose complete search takes more than a slice."""
    lost = (game for game in GAMES if game.verdict == "unwinnable")
    return max(lost, key=lambda game: solve_deal(game.deal, backend="dfs").states)


def ticking(ticks: int) -> Iterator[float]:
    """Seconds that stand still for a while, then jump far ahead."""
    yield from itertools.repeat(0.0, ticks)
    yield from itertools.repeat(1e9)


def test_a_time_limit_never_reads_as_unwinnable() -> None:
    clock = ticking(4)
    game = undecided_game()
    result = solve_deal(game.deal, limits=Limits(seconds=1, clock=lambda: next(clock)))
    assert (result.verdict, result.limit) == (Verdict.UNDECIDED, "time")
    assert result.line == ()
    assert result.proof is None


def test_an_interrupted_search_says_so_and_keeps_its_counts() -> None:
    calls = itertools.count()

    def now() -> float:
        if next(calls) == 6:
            raise KeyboardInterrupt
        return 0.0

    result = solve_deal(undecided_game().deal, limits=Limits(clock=now))
    assert (result.verdict, result.limit) == (Verdict.UNDECIDED, "interrupted")
    assert result.states > 0


def first_pass(game: SmallGame) -> Deal:
    return replace(game.deal, reshuffles=())


@pytest.mark.parametrize("game", GAMES, ids=ids)
def test_without_later_shuffles_a_win_depends_on_none_and_a_no_is_never_for_the_game(
    game: SmallGame,
) -> None:
    result = solve_deal(first_pass(game))
    if result.verdict is Verdict.WINNABLE:
        assert (result.scope, result.reshuffles, game.verdict) == ("game", 0, "winnable")
        assert replay(first_pass(game), result.moves).status == "won"
    elif result.verdict is Verdict.UNDECIDED:
        assert (result.scope, result.limit) == ("first-pass", "unknown-shuffle")
    else:
        assert game.verdict == "unwinnable"


def test_all_three_answers_occur_without_later_shuffles() -> None:
    verdicts = {solve_deal(first_pass(game)).verdict for game in GAMES}
    assert verdicts == {Verdict.WINNABLE, Verdict.UNWINNABLE, Verdict.UNDECIDED}


def test_reshuffles_counts_the_later_shuffles_that_a_line_depends_on() -> None:
    for game in GAMES:
        result = solve_deal(game.deal)
        if not result.reshuffles:
            continue
        enough = replace(game.deal, reshuffles=game.deal.reshuffles[: result.reshuffles])
        short = replace(game.deal, reshuffles=game.deal.reshuffles[: result.reshuffles - 1])
        assert replay(enough, result.moves).status == "won"
        with pytest.raises(CasecrackerError):
            replay(short, result.moves)
        return
    pytest.fail("no line of the small games depends on a later shuffle")


def test_verify_names_the_first_move_against_the_rules() -> None:
    game = next(game for game in GAMES if game.verdict == "winnable")
    result = solve_deal(game.deal)
    casecracker.verify(result)
    turn = replace(result.line[0], moves=("close 1", *result.line[0].moves[1:]))
    with pytest.raises(RecordError, match=r"turn 1, 'close 1'"):
        casecracker.verify(replace(result, line=(turn, *result.line[1:])))
    with pytest.raises(RecordError, match="not in turn 99"):
        casecracker.verify(replace(result, turns=99))
    with pytest.raises(RecordError, match="not won"):
        casecracker.verify(replace(result, line=result.line[:-1]))


def test_verify_refuses_a_result_without_a_line() -> None:
    game = next(game for game in GAMES if game.verdict == "unwinnable")
    with pytest.raises(RecordError, match="no line"):
        casecracker.verify(solve_deal(game.deal))


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(CasecrackerError, match="unknown backend 'magic'"):
        casecracker.solve(GAMES[0].deal, backend="magic")


def test_the_rounds_leave_the_complete_search_the_last_word() -> None:
    assert all(states > 0 for _, states in ROUNDS)
    assert NO_LIMIT > 10**9


def test_the_line_of_a_result_tells_every_turn_once_and_in_order() -> None:
    game = max((game for game in GAMES if game.turns), key=lambda game: game.turns or 0)
    result = solve_deal(game.deal)
    assert [turn.turn for turn in result.line] == list(range(1, (result.turns or 0) + 1))
    assert all(turn.text for turn in result.line)


def test_a_state_hashes_and_compares_by_its_words() -> None:
    one, other = State.start(GAMES[0].deal), State.start(GAMES[0].deal)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, one.play("take")}) == 2


def test_a_view_hides_the_order_of_the_stack_and_the_victims_to_come() -> None:
    game = GAMES[0].deal
    top = game.draw[:8]
    other = replace(game, draw=(*top, *reversed(game.draw[8:])))
    assert State.start(game).view() == State.start(other).view()


@pytest.mark.parametrize("code", CODES)
def test_the_search_signature_is_unchanged(code: str) -> None:
    assert signature(code) == recorded()[code]


def test_the_search_signature_covers_its_deals() -> None:
    assert tuple(recorded()) == CODES
