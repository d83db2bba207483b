"""Shortest lines: bounds never exceed the truth, and what is pruned changes no answer."""

import random
from collections.abc import Iterator

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.games import ANY, find_game
from casecracker.engine.layout import ACTION, HAND_PLAY, SCORE
from casecracker.engine.reading import phase
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray
from casecracker.solver import dfs
from casecracker.solver.bounds import counting_bound, is_hopeless, turns_bound
from casecracker.solver.lines import cards_lacking, line_counts
from casecracker.solver.search import OF_CHAIN, PROOF, solve_deal
from tests.brute import TooLarge, distances
from tests.decks import make_deal, random_deck
from tests.exhaustive import fewest_turns
from tests.small_games import small_games
from tests.tiny_gulfs import tiny_gulfs_deal

GAMES = ("witch-cult", "king-in-yellow")
PRUNINGS = (0, *(dfs.ALL_PRUNING & ~(1 << bit) for bit in range(5)), dfs.ALL_PRUNING)


def with_one_type(card: Clue, place: int, types: tuple[str, ...]) -> Clue:
    """The card with one type, all types in turn: bounds count more closely in such decks.

    Every other card fits anywhere and every third is a puzzle, or hardly a game would be won.
    """
    changes: dict[str, object] = {"types": (types[place % len(types)],)}
    if place % 2:
        changes |= {"left": (ANY,), "minimum": 0, "yellow_minimum": 0}
    if place % 3 == 0:
        changes["attributes"] = tuple(sorted({*card.attributes, "puzzle"}))
    return card.model_copy(update=changes)


def small_roots(game: str, seeds: range) -> Iterator[State]:
    """Openings of games of 8 to 11 cards, of one type each in two games of three."""
    types = find_game(game).types
    for seed in seeds:
        rng = random.Random(seed)
        deck = random_deck(rng, clues=rng.randint(8, 11), game=game)
        if seed % 3:
            cards = tuple(with_one_type(card, n, types) for n, card in enumerate(deck.clue))
            deck = deck.model_copy(update={"clue": cards})
        ids = [card.id for card in deck.clue]
        deal = make_deal(
            deck,
            draw=" ".join(rng.sample(ids, len(ids))),
            seed=rng.randrange(2**64),
            limits=rng.choice((2, 3, 4)),
            victims=rng.choice((2, 3)),
            puzzles=1,
        )
        root = State.start(deal)
        if root.status == "playing":
            yield root


def check_bounds(tables: IntArray, state: IntArray, turns: int) -> None:
    """The state can be won in so many turns, the current one included: no bound says otherwise."""
    due = phase(state)
    is_before_the_play = due in (ACTION, HAND_PLAY)
    assert due != ACTION or not is_hopeless(tables, state)
    assert not dfs.is_cut(tables, dfs.ALL_PRUNING, state, turns - 1)
    if is_before_the_play:
        assert counting_bound(tables, state) <= turns
    if due != SCORE:
        assert turns_bound(tables, state, 0) <= turns - (not is_before_the_play)


def test_no_bound_exceeds_the_turns_that_a_win_takes_from_any_state() -> None:
    checked = 0
    for game in small_games():
        if game.turns is None or len(game.deal.draw) > 12:
            continue
        root = State.start(game.deal)
        try:
            won = distances(root, most=8_000)
        except TooLarge:
            continue
        assert dict.fromkeys([root.words], game.turns).items() <= {
            (tuple(map(int, state)), turns) for state, turns in won
        }
        for state, turns in won:
            check_bounds(root.tables, state, turns)
        checked += len(won)
    assert checked > 1_000


@pytest.mark.parametrize("game", GAMES)
def test_no_bound_exceeds_the_turns_that_are_left_of_a_shortest_line(game: str) -> None:
    checked = 0
    for root in small_roots(game, range(60)):
        result = solve_deal(root.deal, shortest=True, backend="dfs")
        state = root
        for move in result.moves:
            check_bounds(root.tables, state.array(), (result.turns or 0) - state.turn + 1)
            state = state.play(move)
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("game", GAMES)
def test_what_is_pruned_changes_neither_verdict_nor_fewest_turns(game: str) -> None:
    found = set()
    for root in small_roots(game, range(20, 32)):
        answers = {fewest_turns(root, pruning) for pruning in PRUNINGS}
        assert len(answers) == 1
        found |= answers
    assert found


@pytest.mark.parametrize(
    "game", [g for g in small_games() if len(g.deal.draw) < 12][::4], ids=lambda game: game.name
)
def test_pruning_changes_nothing_in_games_with_known_answers(game: object) -> None:
    root, turns = State.start(game.deal), game.turns  # type: ignore[attr-defined]
    assert {fewest_turns(root, pruning) for pruning in PRUNINGS} == {turns}


def test_a_card_that_is_laid_saves_one_card_at_most() -> None:
    tables = next(small_roots("witch-cult", range(1, 3))).tables
    rng = random.Random(1)
    for _ in range(300):
        wanted, line = rng.getrandbits(8), rng.getrandbits(8)
        for card in range(8):
            before = cards_lacking(line_counts(tables, line, wanted), 64, 3, 0)
            after = cards_lacking(line_counts(tables, line | 1 << card, wanted), 64, 3, 0)
            assert before - 1 <= after <= before


def test_the_critical_chain_of_the_deck_may_prove_a_line_shortest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = next(
        deal
        for deal in (tiny_gulfs_deal(random.Random(seed), "hardboiled") for seed in range(50))
        if solve_deal(deal).verdict == "winnable" and not State.start(deal).won
    )
    monkeypatch.setattr("casecracker.solver.chain.critical_turns", lambda _: 0)
    searched = solve_deal(deal, shortest=True)
    assert searched.proof == PROOF
    monkeypatch.setattr("casecracker.solver.chain.critical_turns", lambda _: searched.turns)
    chained = solve_deal(deal, shortest=True)
    assert (chained.turns, chained.proven_shortest) == (searched.turns, True)
    assert chained.proof == OF_CHAIN
