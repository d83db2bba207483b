"""Positions are what a player sees: no more, no less, and any hidden order makes a game of them."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from casecracker.engine.deals import Deal
from casecracker.engine.errors import PositionError
from casecracker.engine.hidden import MenacesToCome
from casecracker.engine.position import Position
from casecracker.engine.referee import Referee
from casecracker.engine.state import State
from tests.decks import full_deal, make_clue, make_deal, make_deck, passion_deal, random_deal
from tests.gulfs import make_gulfs_deal, make_gulfs_deck, make_menace
from tests.gulfs_decks import menacing_gulfs_deal, random_gulfs_deal
from tests.walks import compare, random_choice

MAKERS: dict[str, Callable[[random.Random], Deal]] = {
    "witch-cult": random_deal,
    "king-in-yellow": lambda rng: random_deal(rng, game="king-in-yellow"),
    "passion": passion_deal,
    "infinite-gulfs": random_gulfs_deal,
    "menaces": menacing_gulfs_deal,
    "full": full_deal,
}
every_game = pytest.mark.parametrize("name", MAKERS)


def walk(rng: random.Random, deal: Deal) -> Iterator[State]:
    """All states of a random game, the end included."""
    state, choice = State.start(deal), random_choice(rng, deal.game)
    yield state
    while moves := state.moves():
        lengths = {case["number"]: len(case["line"]) for case in state.snapshot()["cases"]}
        state = state.play(choice.move([move.text for move in moves], state.pending, lengths))
        yield state


def states(name: str, count: int, seed: int = 1) -> Iterator[State]:
    """States of random games of one sort, about `count`."""
    rng = random.Random(f"{name} {seed}")
    done = 0
    while done < count:
        for state in walk(rng, MAKERS[name](rng)):
            done += 1
            yield state


def hidden_of(state: State) -> tuple[list[str], list[str]]:
    """The true hidden order: the stack, and the victims or menaces to come."""
    seen = state.snapshot()
    return seen["stack"], seen.get("victims_left", seen.get("menaces_left", []))


def later_shuffles(state: State, most: int = 20) -> list[tuple[str, ...]]:
    numbers = range(state.shuffles + 1, state.shuffles + 1 + most)
    orders = (state.deal.order(number) for number in numbers)
    return list(itertools.takewhile(bool, orders))  # type: ignore[arg-type]


def same_but_for_shuffles(state: State, other: State) -> bool:
    ours, theirs = state.snapshot(), other.snapshot()
    return ours | {"shuffles": 0} == theirs | {"shuffles": 0}


@every_game
def test_a_position_shows_what_the_view_of_a_state_shows(name: str) -> None:
    for state in states(name, 150):
        position = Position.of(state)
        assert position.view() == state.view()
        assert str(position).splitlines()[1:] == str(state).splitlines()[1:]
        assert (position.turn, position.pending) == (state.turn, state.pending)


@every_game
def test_a_position_with_the_true_hidden_order_is_the_same_state(name: str) -> None:
    rng = random.Random(name)
    for state in states(name, 60, seed=5):
        order, called = hidden_of(state)
        other = Position.of(state).state(order, called, None, later_shuffles(state, 8))
        assert other.shuffles == 0
        assert same_but_for_shuffles(state, other)
        assert [move.text for move in state.moves()] == [move.text for move in other.moves()]
        # Where the order of the stack is unknown, the other one ends at its next draw.
        if state.moves() and state.deal.order(state.shuffles) is not None:
            move = rng.choice(state.moves()).text
            assert same_but_for_shuffles(state.play(move), other.play(move))


@every_game
def test_whole_games_go_on_alike(name: str) -> None:
    rng = random.Random(f"whole {name}")
    for _ in range(2):
        path = list(walk(rng, MAKERS[name](rng)))
        begin = rng.randrange(len(path))
        first = path[begin]
        if first.deal.order(first.shuffles) is None:
            continue
        order, called = hidden_of(first)
        others = Position.of(first).state(order, called, None, later_shuffles(first, 128))
        for state, following in itertools.pairwise(path[begin:]):
            move = next(m for m in state.moves() if state.after(m.code) == following)
            others = others.play(move.text)
            assert same_but_for_shuffles(following, others)


@every_game
def test_a_position_does_not_tell_what_is_hidden(name: str) -> None:
    """States that differ in what is hidden alone give equal positions and equal samples."""
    rng = random.Random(f"leaks {name}")
    for state in states(name, 30, seed=2):
        position = Position.of(state)
        one, two = position.sample(rng), position.sample(rng)
        first, second = Position.of(one), Position.of(two)
        assert first == second == position
        assert hash(first) == hash(second)
        assert first.sample(random.Random(5)) == second.sample(random.Random(5))
        assert one.view() == two.view()
        assert str(one) == str(two)
        assert first.moves() == second.moves() == position.moves()


@every_game
def test_the_moves_of_a_position_are_those_of_its_states(name: str) -> None:
    for state in states(name, 100, seed=3):
        legal = {move.text for move in state.moves()}
        possible = {move.text for move in Position.of(state).moves()}
        assert legal <= possible
        if state.deal.settings.get("menace") != "minus-one":
            assert legal == possible
        else:
            assert all("menace" in move for move in possible - legal)


def test_deals_with_the_same_opening_give_the_same_position() -> None:
    deck = make_deck([make_clue(f"c{n}") for n in range(12)], icons=["any"] * 5)
    cards = [f"c{n}" for n in range(12)]
    one = make_deal(deck, draw=" ".join(cards), victims=4, seed=1)
    two = make_deal(deck, draw=" ".join([*cards[:8], *reversed(cards[8:])]), victims=4, seed=2)
    two = replace(two, victims=("v1", "v2", "v5", "v3"))
    first, second = Position.of(State.start(one)), Position.of(State.start(two))
    assert first == second
    assert first.stack == ("c8", "c9", "c10", "c11")
    assert first.unseen == ("v3", "v4", "v5")
    assert first.hidden_orders() == 24 * 6


def test_another_hand_is_another_position() -> None:
    deck = make_deck([make_clue(f"c{n}") for n in range(10)])
    one = make_deal(deck, draw="c0 c1 c2 c3 c4 c5 c6 c7", seed=1)
    two = make_deal(deck, draw="c0 c1 c2 c3 c4 c5 c6 c8", seed=1)
    assert Position.of(State.start(one)) != Position.of(State.start(two))


@pytest.mark.parametrize("name", ["witch-cult", "king-in-yellow", "infinite-gulfs"])
def test_all_hidden_orders_are_counted_and_are_states_of_the_position(name: str) -> None:
    rng = random.Random(f"orders {name}")
    seen = 0
    for state in states(name, 250, seed=4):
        position = Position.of(state)
        count = position.hidden_orders()
        if count > 300 or rng.random() < 0.8:
            continue
        seen += count
        orders = list(position.hidden())
        assert len(orders) == count
        assert tuple(map(tuple, hidden_of(state))) in orders or position.status != "playing"
        for order, called in orders[:5]:
            assert Position.of(position.state(order, called)) == position
    assert seen > 50


def test_the_iterator_does_not_begin_by_listing_all() -> None:
    position = Position.of(State.start(full_deal(random.Random(1))))
    first = next(position.hidden())
    assert position.hidden_orders() > 10**50
    assert first.order == position.stack


# The menace that was taken out of the game


def menace_beginnings() -> Iterator[tuple[str, ...]]:
    """The menace decks of all equally likely beginnings: two upper menaces, three lower ones."""
    upper, lower = ("a1", "a2"), ("s1", "s2", "s3")
    for removed in upper + lower:
        for first, second in itertools.product(
            itertools.permutations(upper), itertools.permutations(lower)
        ):
            yield tuple(menace for menace in first + second if menace != removed)


@pytest.mark.parametrize("drawn", [(), ("a1",), ("a2", "a1"), ("a2", "a1", "s3")])
def test_menaces_to_come_are_as_likely_as_the_rules_have_it(drawn: tuple[str, ...]) -> None:
    count = len(drawn)
    by_rules = Counter(o[count:] for o in menace_beginnings() if o[:count] == drawn)
    unseen = [[m for m in part.split() if m not in drawn] for part in ("a1 a2", "s1 s2 s3")]
    to_come = MenacesToCome(tuple(unseen[0]), tuple(unseen[1]), 4 - count, (2, 3))
    listed = Counter(to_come.orders())
    assert listed.total() == to_come.count()
    for order, times in by_rules.items():
        assert times * listed.total() == listed[order] * by_rules.total()
    assert listed.keys() == by_rules.keys()


def test_samples_of_menaces_come_as_often_as_the_orders() -> None:
    to_come = MenacesToCome(("a2",), ("s1", "s2", "s3"), 3, (2, 3))
    rng, listed = random.Random(1), Counter(to_come.orders())
    drawn = Counter(to_come.sample(rng) for _ in range(12_000))
    assert drawn.keys() == listed.keys()
    for order, times in listed.items():
        expected = 12_000 * times / listed.total()
        assert abs(drawn[order] - expected) < 5 * expected**0.5


def test_which_menace_lies_in_the_box_is_not_told() -> None:
    menaces = [make_menace("m1", "aurora"), make_menace("m2"), make_menace("m3")]
    deck = make_gulfs_deck(menaces=menaces)
    deal = make_gulfs_deal(deck, menace="minus-one")
    others = [replace(deal, menaces=order) for order in (("m1", "m2"), ("m1", "m3"), ("m3", "m2"))]
    positions = {Position.of(State.start(other)) for other in others}
    assert len(positions) == 1
    position = positions.pop()
    assert position.unseen == ("m1", "m2", "m3")
    assert position.left == 2


# Hidden orders that are none


def test_a_wrong_hidden_order_is_refused() -> None:
    deck = make_deck([make_clue(f"c{n}") for n in range(10)])
    position = Position.of(State.start(make_deal(deck, victims=4)))
    assert position.stack == ("c8", "c9")
    for order, called, message in (
        (("c8",), ("v3", "v4"), "it must have each of the 2 cards of the stack once"),
        (("c8", "c7"), ("v3", "v4"), "it must have each of the 2 cards"),
        (("c8", "c9"), ("v3",), "1 are to come; there must be 2"),
        (("c8", "c9"), ("v3", "v1"), "to come may be each of these once: v3, v4"),
    ):
        with pytest.raises(PositionError, match=message):
            position.state(order, called)
    with pytest.raises(PositionError, match="seed -1"):
        position.state(("c8", "c9"), ("v3", "v4"), -1)
    with pytest.raises(PositionError, match="reshuffles, order 1"):
        position.state(("c8", "c9"), ("v3", "v4"), None, [("c8",)])


def test_without_a_seed_later_shuffles_are_unknown() -> None:
    deck = make_deck([make_clue(f"c{n}") for n in range(10)])
    position = Position.of(State.start(make_deal(deck, victims=4, seed=3)))
    state = position.state(position.stack, ("v3", "v4"))
    assert state.deal.seed is None
    assert position.state(position.stack, ("v3", "v4"), 7).deal.order(1) is not None


# Both engines in a game that begins with a position


@every_game
def test_the_referee_plays_on_from_any_position(name: str) -> None:
    rng = random.Random(f"referee {name}")
    for begin in states(name, 120, seed=6):
        if rng.random() < 0.6:
            continue
        state = Position.of(begin).sample(rng)
        assert State.start(state.deal) == state
        referee = Referee(state.deal)
        for _ in range(4):
            legal = compare(state, referee)
            if not legal:
                break
            text = rng.choice(list(legal))
            referee.play(text)
            state = state.after(legal[text])
