"""Hints and the player they rest on: nothing hidden may matter, and the numbers must be sound."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casecracker.engine.cards import MAX_CLUES
from casecracker.engine.deals import deal_from_seed
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.layout import (
    FIRST_TERMINAL,
    LOST,
    MAX_CASES,
    SHUFFLE_SHIFT,
    STACK,
    STATUS,
    WON,
)
from casecracker.engine.library import find_deck
from casecracker.engine.play import apply
from casecracker.engine.position import Position
from casecracker.engine.positionfile import load_game
from casecracker.engine.positiontext import position_text
from casecracker.engine.reading import phase, stack_cards
from casecracker.engine.state import State
from casecracker.engine.tables import CARDS, ORDER, START
from casecracker.solver.api import solve
from casecracker.solver.choices import choose
from casecracker.solver.hints import SLICE, Advisor, Budget, Hints, hint, hints
from casecracker.solver.intervals import wilson
from casecracker.solver.policy import PLAN_LENGTH, make_player, plan_turn, play_on
from casecracker.solver.redeal import hidden_orders, lift_stack, redeal, unseen_of
from tests.small_games import small_games

MODES = [
    ("witch-cult-standard", {}),
    ("king-in-yellow-standard", {}),
    ("infinite-gulfs-standard", {"mode": "classic"}),
    ("infinite-gulfs-standard", {"mode": "hardboiled", "menace": "no-aurora"}),
]


def opening(mode: tuple[str, dict[str, str]], seed: int) -> State:
    deck = find_deck(mode[0])
    settings = make_settings(find_game(deck.game), mode[1])
    return State.start(deal_from_seed(deck, mode[0], seed, settings))


def dealt_anew(state: State, sample: int) -> State:
    """The same position with everything hidden dealt again."""
    tables = state.tables.copy()
    words = lift_stack(tables, state.array())
    unseen = unseen_of(state.deal, state.victims_drawn)
    redeal(tables, words, unseen, np.array([11, sample, 0, -1]))
    return State(state.deal, tuple(map(int, words)), tables)


def plan_of(state: State) -> tuple[int, list[int]]:
    player = make_player(state.tables)
    value = int(plan_turn(player, state.array()))
    return value, player.plan[: player.counts[PLAN_LENGTH]].tolist()


def positions(mode: tuple[str, dict[str, str]], seed: int, most: int) -> list[State]:
    """The positions at which the player of `policy.py` has something to plan, in one game."""
    state = opening(mode, seed)
    found: list[State] = []
    player = make_player(state.tables)
    words = state.array()
    while phase(words) < FIRST_TERMINAL and len(found) < most:
        found.append(State(state.deal, tuple(map(int, words)), state.tables))
        plan_turn(player, words)
        for move in player.plan[: player.counts[PLAN_LENGTH]]:
            choose(player.tables, words, move)
    return found


def outcome(found: Hints) -> Hints:
    return replace(found, seconds=0.0)


@pytest.mark.parametrize("mode", MODES)
def test_a_new_deal_looks_the_same(mode: tuple[str, dict[str, str]]) -> None:
    for state in positions(mode, 3, 25):
        other = dealt_anew(state, 0)
        assert other.view() == state.view()
        assert stack_cards(other.tables, other.array()) == stack_cards(state.tables, state.array())


@pytest.mark.parametrize("mode", MODES)
def test_the_player_sees_nothing_hidden(mode: tuple[str, dict[str, str]]) -> None:
    for state in positions(mode, 5, 40):
        plan = plan_of(state)
        assert all(plan_of(dealt_anew(state, sample)) == plan for sample in range(3))


@pytest.mark.parametrize("mode", MODES)
def test_hints_do_not_depend_on_what_is_hidden(mode: tuple[str, dict[str, str]]) -> None:
    for state in positions(mode, 7, 30)[::10]:
        found = outcome(hints(state, samples=8))
        assert outcome(hints(dealt_anew(state, 1), samples=8)) == found


def test_hints_do_not_depend_on_the_deal() -> None:
    state = opening(MODES[0], 8)
    deal = state.deal
    hidden = deal.draw[8:]
    victims = (*deal.victims[:2], *deal.victims[:1:-1])
    other = State.start(
        replace(
            deal, draw=(*deal.draw[:8], *hidden[::-1]), victims=victims, seed=1, from_seed=False
        )
    )
    assert other.view() == state.view()
    assert outcome(hints(other, samples=16)) == outcome(hints(state, samples=16))


def test_hints_do_not_depend_on_which_menace_was_taken_out() -> None:
    state = opening(("infinite-gulfs-standard", {"menace": "minus-one"}), 2)
    deal = state.deal
    removed = next(menace for menace in deal.deck.menace if menace.id not in deal.menaces)
    part = [menace for menace in deal.menaces if menace in deal.deck.menace_ids(removed.deck)]
    menaces = tuple(removed.id if menace == part[0] else menace for menace in deal.menaces)
    other = State.start(replace(deal, menaces=menaces, from_seed=False))
    assert other.view() == state.view()
    assert outcome(hints(other, samples=16)) == outcome(hints(state, samples=16))


def test_every_order_of_the_stack_is_as_likely() -> None:
    state = opening(MODES[0], 1)
    words = state.array()
    words[STACK] = 0b1111 << 20  # as a set of cards
    orders: Counter[tuple[int, ...]] = Counter()
    tables = state.tables.copy()
    unseen = unseen_of(state.deal, 2)
    trials = 4800
    for sample in range(trials):
        dealt = words.copy()
        redeal(tables, dealt, unseen, np.array([5, sample, 0, -1]))
        after = State(state.deal, tuple(map(int, dealt)), tables)
        orders[tuple(drawn(after))] += 1
    expected = trials / 24
    assert len(orders) == 24
    chi_square = sum((count - expected) ** 2 / expected for count in orders.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


def drawn(state: State) -> list[int]:
    """The cards of the stack, top first, by the tables."""
    row = (state.words[STATUS] >> SHUFFLE_SHIFT) & 1023
    begin = ORDER + MAX_CLUES * row
    cards = state.tables[begin : begin + int(state.tables[CARDS])]
    return [int(card) for place, card in enumerate(cards) if state.words[STACK] >> place & 1]


def test_the_same_question_has_the_same_answer() -> None:
    state = opening(MODES[0], 2)
    assert outcome(hints(state, samples=24, seed=3)) == outcome(hints(state, samples=24, seed=3))
    assert outcome(hints(state, samples=24, seed=4)) != outcome(hints(state, samples=24, seed=3))


def test_the_number_of_threads_changes_nothing() -> None:
    state = opening(MODES[1], 2)
    assert outcome(hints(state, samples=24, workers=3)) == outcome(hints(state, samples=24))


@pytest.mark.parametrize("slices", [1, 2, 3, 5])
def test_a_time_limit_leaves_a_prefix(slices: int) -> None:
    state = opening(MODES[0], 4)
    ticks = itertools.count()
    budget = Budget(64, slices, clock=lambda: next(ticks))
    found = Advisor().hints(state, budget)
    assert found.samples == slices * SLICE
    assert outcome(found).moves == outcome(hints(state, samples=found.samples)).moves


def test_numbers_of_a_hint_agree() -> None:
    for tried in hints(opening(MODES[0], 6), samples=40).moves:
        assert 0 <= tried.wins <= tried.samples - tried.cut_off
        assert (tried.low, tried.high) == wilson(tried.wins, tried.samples - tried.cut_off)
        assert tried.win_chance is not None
        assert tried.low <= tried.win_chance <= tried.high
        assert (tried.turns is not None) == (tried.wins > 0)


def test_wilson_by_hand() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 20)[0] == 0.0
    assert wilson(20, 20)[1] == 1.0


@pytest.mark.parametrize("name", ["game-8000179", "game-6000556"])
def test_the_decision_that_wins_now_comes_first(name: str) -> None:
    """All but one decision of this position lose whatever comes; that one closes the last case."""
    state = next(State.start(game.deal) for game in small_games() if game.name == name)
    line = [move for step in solve(state.deal).line for move in step.moves]
    for move in line[:-3]:
        state = state.play(move)
    best, *others = hints(state, samples=16).moves
    assert str(best.move).startswith("close")
    assert (best.win_chance, best.turns) == (1.0, 1)
    assert others
    assert {tried.win_chance for tried in others} == {0.0}


def test_small_games_are_played_to_their_end() -> None:
    for game in small_games():
        state = State.start(game.deal)
        words = state.array()
        if phase(words) >= FIRST_TERMINAL:
            continue
        for sample in range(5):
            dealt = dealt_anew(state, sample)
            words = dealt.array()
            assert play_on(make_player(dealt.tables), words) in (8, 9)


def test_a_plan_is_legal_move_by_move() -> None:
    for mode in MODES:
        for state in positions(mode, 9, 30):
            player = make_player(state.tables)
            plan_turn(player, state.array())
            first = int(player.plan[0])
            codes = [move.code for move in state.moves()]
            if first >> 40 == 0:
                assert first in codes
                apply(state.tables, state.array(), first)


def few_orders() -> list[tuple[State, int]]:
    """Positions of small games with few hidden orders, and how many these are."""
    return [found for game in small_games() for found in with_few_orders(State.start(game.deal))]


def few_orders_of_wins() -> list[tuple[State, int]]:
    """The same along winning lines of these games, with up to 720 orders."""
    winnable = [game.deal for game in small_games() if game.verdict == "winnable"]
    lines = [(State.start(deal), solve(deal).moves) for deal in winnable]
    return [found for root, line in lines for found in with_few_orders(root, line, most=720)]


def with_few_orders(
    state: State, line: Sequence[str] = (), most: int = 120
) -> Iterator[tuple[State, int]]:
    """The positions of a game with few hidden orders; past the line the last move is made."""
    moves = iter(line)
    while state.status == "playing":
        unseen = unseen_of(state.deal, state.victims_drawn)
        lifted = lift_stack(state.tables, state.array())
        count = hidden_orders(state.tables, lifted, unseen)
        assert count is not None
        if 2 <= count <= most:
            yield state, count
        state = state.play(next(moves, str(state.moves()[-1])))


def test_every_hidden_order_has_a_number() -> None:
    for state, count in few_orders()[::20]:
        seen = set()
        for number in range(count):
            tables = state.tables.copy()
            words = lift_stack(tables, state.array())
            redeal(
                tables,
                words,
                unseen_of(state.deal, state.victims_drawn),
                np.array([1, 0, 0, number]),
            )
            after = State(state.deal, tuple(map(int, words)), tables)
            assert stack_cards(tables, words) == stack_cards(state.tables, state.array())
            seen.add((*drawn(after), *map(int, tables[START : START + MAX_CASES])))
        victims = [victim.right for victim in state.deal.deck.victim]
        assert len(seen) == count or len(set(victims)) < len(victims)


def test_few_hidden_orders_are_tried_one_by_one() -> None:
    exact = 0
    for state, count in few_orders()[::10]:
        found = hints(state, samples=8)
        assert found.samples == (count if found.exact else max(count, 8))
        if not found.exact:
            continue
        exact += 1
        for tried in found.moves:
            assert tried.low == tried.win_chance == tried.high
            assert tried.samples == count
        assert outcome(hints(state, samples=8, seed=1)).moves == found.moves
    assert exact > 5


def test_few_orders_are_gone_through_again_where_later_shuffles_decide_too() -> None:
    tried_again = 0
    for state, count in few_orders()[::10]:
        found = hints(state, samples=256)
        if found.exact or count >= 256:
            continue
        tried_again += 1
        best = found.moves[0]
        assert (found.samples, best.samples) == (256, 256)
        assert best.high - best.low < 0.13
        assert outcome(hints(state, samples=256, workers=2)).moves == outcome(found).moves
    assert tried_again > 3


def won_by_the_player(state: State) -> bool:
    """How a game ends that the player of `policy.py` plays on, move by move."""
    player, words = make_player(state.tables), state.array()
    while phase(words) < FIRST_TERMINAL:
        plan_turn(player, words)
        for move in player.plan[: player.counts[PLAN_LENGTH]].copy():
            choose(player.tables, words, move)
    assert phase(words) in (WON, LOST)
    return bool(phase(words) == WON)


def test_exact_chances_are_those_of_brute_force() -> None:
    """Every order of the stack and of the victims is laid out as a deal of its own."""
    uncertain = 0
    for state, count in few_orders_of_wins():
        found = hints(state)
        if not found.exact:
            continue
        position = Position.of(state)
        dealt = [position.state(order, called) for order, called in position.hidden()]
        assert len(dealt) == count
        for tried in found.moves:
            won = sum(won_by_the_player(other.play(str(tried.move))) for other in dealt)
            assert (tried.wins, tried.win_chance) == (won, won / count)
            uncertain += 0 < won < count
    assert uncertain > 5  # the others win or lose whatever comes


def test_a_hint_may_be_asked_of_whatever_names_a_position(tmp_path: Path) -> None:
    state = opening(MODES[0], 7)
    position = Position.of(state)
    path = tmp_path / "now.toml"
    path.write_text(position_text(position), encoding="utf-8")
    targets = ("witch-cult:7", path, state.deal, state, position, load_game(str(path)))
    found = [outcome(hint(target, samples=8)).moves for target in targets]
    assert all(other == found[0] for other in found)


@pytest.mark.parametrize("wrong", [{"samples": 0}, {"workers": 0}, {"seed": "x"}])
def test_a_number_out_of_range_is_an_error(wrong: dict[str, Any]) -> None:
    with pytest.raises(CasecrackerError, match="it must be a whole number"):
        hint("witch-cult:7", **wrong)


def test_nothing_to_decide_is_an_error() -> None:
    state = opening(MODES[2], 1)
    words = state.array()
    play_on(make_player(state.tables), words)
    over = State(state.deal, tuple(map(int, words)), state.tables)
    with pytest.raises(ValueError, match="the game is over"):
        hints(over)
