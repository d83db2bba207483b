"""Problems: fewest turns and one winning decision, held against brute force over whole games."""

import random
from dataclasses import replace

import pytest

from casecracker.analysis.within import Within
from casecracker.engine.dealfile import parse_code
from casecracker.engine.deals import Deal
from casecracker.engine.layout import TURN
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.seeds.challenge import Challenge, Proof, check_against_deal
from casecracker.seeds.effort import by_slices
from casecracker.seeds.firstmoves import Only, decisions_of, has_idle_moves, only_decision
from casecracker.seeds.grades import Grade
from casecracker.seeds.problems import (
    LEAST_DECISIONS,
    SLICES,
    Range,
    grade_of_problem,
    problem_of,
)
from casecracker.seeds.themes import themes_of
from tests.brute import Game, TooLarge, explore
from tests.decks import make_clue, make_deal, make_deck, random_move
from tests.tiny_games import tiny_deal
from tests.tiny_gulfs import tiny_gulfs_deal

MOST_STATES = 8_000
WALKS = 6
CODES = (
    "witch-cult:3",
    "king-in-yellow:1",
    "infinite-gulfs:3",
    "infinite-gulfs:2,mode=classic",
)


def _turns_after(game: Game, state: State, move: int) -> int | None:
    """Turns to a win after a move, the current turn of `state` included; None if none is left."""
    after = state.after(move)
    if after.status != "playing":
        return after.turn - state.turn + 1 if after.won else None
    left = game.turns.get(after.array()[:TURN].tobytes())
    return None if left is None else left + after.turn - state.turn


def _only_by_brute_force(game: Game, state: State, turns: int) -> str | None:
    """The one decision that wins in so many turns, if its position comes of one move alone."""
    lengths = {move: _turns_after(game, state, move.code) for move in state.moves()}
    winning = [move for move, length in lengths.items() if length is not None and length <= turns]
    if len(winning) != 1 or has_idle_moves(state):
        return None
    return winning[0].text


@pytest.mark.parametrize("game_id", ["witch-cult", "king-in-yellow", "hardboiled", "classic"])
def test_the_only_decision_is_that_of_brute_force(game_id: str) -> None:
    """Positions on random walks through whole games, each with its fewest turns and one more."""
    asked = unique = 0
    for seed in range(20):
        rng = random.Random(seed)
        is_gulfs = game_id in ("hardboiled", "classic")
        deal = tiny_gulfs_deal(rng, game_id) if is_gulfs else tiny_deal(rng, game_id)
        start = State.start(deal)
        try:
            game = explore(start, most=MOST_STATES)
        except TooLarge:
            continue
        within = Within(start, by_slices())
        for state, played in _walked(start, rng):
            fewest = game.turns.get(state.array()[:TURN].tobytes())
            for turns in () if fewest is None else (fewest, fewest + 1):
                last_turn = state.turn + turns - 1
                found = only_decision(within, state, last_turn, played, SLICES)
                expected = _only_by_brute_force(game, state, turns)
                assert (found and found.move) == expected, (seed, played)
                asked, unique = asked + 1, unique + (found is not None)
    assert asked > 20
    assert 0 < unique < asked


def _walked(start: State, rng: random.Random) -> list[tuple[State, tuple[str, ...]]]:
    """Starts of turns on some games of random moves."""
    found: dict[tuple[int, ...], tuple[State, tuple[str, ...]]] = {}
    for _ in range(WALKS):
        state, played = start, list[str]()
        while state.status == "playing" and len(played) < 60:
            if state.pending == "action":
                found.setdefault(state.words, (state, tuple(played)))
            move = random_move(rng, [move.text for move in state.moves()])
            played.append(move)
            state = state.play(move)
    return list(found.values())


def test_moves_to_two_like_cases_are_one_decision() -> None:
    deal = make_deal(make_deck([make_clue("last")]), seed=1)
    start = State.start(deal)
    names = [tuple(move.text for move in twins) for twins in decisions_of(start).values()]
    assert ("play blank-4 1", "play blank-4 2") in names
    assert len(start.moves()) == sum(map(len, names))


@pytest.fixture(scope="module")
def problems() -> list[tuple[Deal, Challenge]]:
    """The problem of each deal."""
    found = []
    for code in CODES:
        deal = parse_code(code)
        problem = problem_of(deal, Range())
        assert problem is not None, code
        found.append((deal, problem.to_challenge()))
    return found


def _position(deal: Deal, row: Challenge) -> State:
    state = State.start(deal)
    for move in row.played:
        state = state.play(move)
    return state


def test_every_other_first_move_fails_by_a_search_that_knows_nothing_of_it(
    problems: list[tuple[Deal, Challenge]],
) -> None:
    """A search of its own for each move, without the table of lost states of the others."""
    for deal, row in problems:
        state, last_turn = _position(deal, row), row.certificate.turns
        assert replay(deal, row.line).status == "won"
        assert len(state.moves()) >= LEAST_DECISIONS
        for move in state.moves():
            within = Within(State.start(deal), by_slices())
            before = (*row.played, move.text)
            answer = within.answer(state.after(move.code), last_turn, before, SLICES)
            assert answer.wins == (move.text == row.certificate.moves[0]), (row.id, move.text)


def test_no_win_is_shorter(problems: list[tuple[Deal, Challenge]]) -> None:
    for deal, row in problems:
        within = Within(State.start(deal), by_slices())
        state = _position(deal, row)
        assert within.answer(state, row.certificate.turns - 1, row.played, SLICES).wins is False


def test_rows_say_what_their_problem_is(problems: list[tuple[Deal, Challenge]]) -> None:
    for deal, row in problems:
        state = _position(deal, row)
        check_against_deal(row)
        assert row.certificate.proof == Proof.ONLY_FIRST_MOVE
        assert row.turns == row.certificate.turns - state.turn + 1 == row.measures["win_in"]
        assert row.tags == themes_of(state, row.certificate.moves)
        assert row.grade == grade_of_problem(row.measures)


def test_a_solution_needs_no_order_but_that_of_the_stack(
    problems: list[tuple[Deal, Challenge]],
) -> None:
    """The line wins whatever shuffles after the position bring."""
    for deal, row in problems:
        state = _position(deal, row)
        known = [deal.order(number) for number in range(1, state.shuffles + 1)]
        orders = tuple(order for order in known if order is not None)
        dark = replace(deal, seed=None, reshuffles=orders, from_seed=False)
        assert replay(dark, row.line).status == "won"


def test_only_the_turns_that_are_wanted_are_found() -> None:
    deal = parse_code("witch-cult:3")
    found = problem_of(deal, Range(3, 4))
    assert found is None or 3 <= found.turns <= 4
    least = problem_of(deal, Range(2, 2))
    assert least is not None
    assert least.turns == 2


def test_grades_rise_with_the_turns_and_with_surprise() -> None:
    grades = [
        grade_of_problem({"win_in": turns, "favoured": favoured})
        for turns in (2, 3, 4, 5)
        for favoured in (True, False)
    ]
    order = [tuple(Grade).index(grade) for grade in grades]
    assert order == [0, 1, 1, 2, 2, 3, 3, 3]


def test_a_winner_with_a_twin_is_none() -> None:
    """Two cards make a case that wins; the first may be laid to either of two like cases."""
    types = "person threat artifact evidence location"
    deck = make_deck([make_clue("jack", types), make_clue("ace", types, attributes="puzzle")])
    deal = make_deal(deck, draw="blank-1 blank-2 blank-3 ace jack", puzzles=1, seed=1)
    start = State.start(deal)
    within = Within(start, by_slices())
    assert within.answer(start, 3, (), SLICES).wins
    assert only_decision(within, start, 3, (), SLICES) is None
    after = start.play("play jack 1")
    assert only_decision(within, after, 3, ("play jack 1",), SLICES) == Only(
        "play ace 1", ("play ace 1", "close 1", "score ace", "done")
    )
