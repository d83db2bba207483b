"""What the dependency graph tells, on small decks with known answers and on the shipped ones."""

import random
from collections.abc import Callable
from functools import cache

import pytest

from casecracker.analysis.blocking import smallest_blocking_sets
from casecracker.analysis.dependencies import dependency_graph
from casecracker.analysis.graphparts import GOAL
from casecracker.analysis.requirements import (
    competitions,
    is_possible,
    letters_of,
    necessary_closings,
    objective_order,
    objectives,
    rings,
    single_points,
)
from casecracker.analysis.truth import Graph, true_nodes
from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.engine.targets import subject_of
from casecracker.solver.chain import Chain, critical_chain
from casecracker.solver.search import Limits, solve_deal
from tests import need_decks, reduced_decks
from tests.brute import TooLarge, turns_to_win
from tests.case_game import CaseGame
from tests.decks import make_clue, make_deck
from tests.gulfs import make_case, make_gulfs_clue, make_gulfs_deal, make_gulfs_deck
from tests.small_games import small_games
from tests.tiny_games import tiny_deal
from tests.tiny_gulfs import tiny_gulfs_deal

GULFS = ("infinite-gulfs-standard", "infinite-gulfs-tight")
SHIPPED = (*GULFS, "witch-cult-standard", "witch-cult-tight", "king-in-yellow-standard")


@cache
def graph_of(make: Callable[[], Deck]) -> Graph:
    return dependency_graph(make())


def chain_of(deck: Deck, letters: str = "") -> Chain:
    return critical_chain(subject_of(deck), letters.split() or None)


# Single points of failure.


@pytest.mark.parametrize(
    ("make", "points"),
    [
        (need_decks.chain_of_keys, {"card:goal", "card:skeleton", "card:key"}),
        (need_decks.purple_letter, {"card:goal", "card:machine", "case:2"}),
        (need_decks.shared_key, {"card:one", "card:two", "card:key"}),
        (need_decks.impossible_letter, set()),
        (need_decks.either_key, {"card:goal"}),
        (
            need_decks.five_puzzles,
            {"card:p-person", "card:p-threat", "card:p-artifact", "card:p-evidence"}
            | {"card:p-location"},
        ),
        (
            need_decks.locked_fifth,
            {"card:p-person", "card:p-threat", "card:p-artifact", "card:p-evidence"}
            | {"card:p-location", "card:key"},
        ),
        (need_decks.king_behind_sign, {"card:p-location", "card:sign"}),
        (need_decks.great_minimum, set()),
    ],
)
def test_single_points_are_known(make: Callable[[], Deck], points: set[str]) -> None:
    assert set(single_points(graph_of(make))) == points


def test_a_ring_has_no_single_points_until_there_is_a_way_out() -> None:
    ring = dependency_graph(need_decks.ring_of_keys())
    assert not is_possible(ring)
    assert single_points(ring) == ()
    opened = dependency_graph(need_decks.ring_of_keys(with_way_out=True))
    assert set(single_points(opened)) == {"card:goal", "card:spare"}


def test_each_objective_has_its_own_single_points() -> None:
    graph = graph_of(need_decks.shared_key)
    assert set(single_points(graph, "objective:1")) == {"card:one", "card:key"}
    assert set(single_points(graph, "card:key")) == {"card:key"}


def test_a_menace_may_be_a_single_point() -> None:
    deck = make_gulfs_deck(
        [make_gulfs_clue("goal", letter="A"), make_gulfs_clue("every", need_decks.EVERY)],
        cases=[make_case(3, on_close="flip add-to-hand", clue="goal")],
    )
    menace = deck.menace[0].model_copy(update={"immediate": ("access-3",)})
    deck = deck.model_copy(update={"menace": (menace, *deck.menace[1:])})
    found = set(single_points(dependency_graph(deck)))
    assert found == {"card:goal", "card:every", "case:3", "menace:m1"}


def test_necessary_closings_are_those_before_the_cards_turn_up() -> None:
    assert necessary_closings(graph_of(need_decks.purple_letter)) == ("closing:2",)
    assert necessary_closings(graph_of(need_decks.either_key)) == ()


def test_an_unknown_node_is_told() -> None:
    with pytest.raises(CasecrackerError, match="no node 'card:nothing'"):
        single_points(graph_of(need_decks.either_key), "card:nothing")


@pytest.mark.parametrize("deck", SHIPPED)
def test_single_points_are_those_whose_loss_empties_the_fixed_point(deck: str) -> None:
    graph = dependency_graph(deck)
    points = single_points(graph)
    for node, data in graph.nodes.items():
        if data["kind"] in ("card", "case", "menace", "victim"):
            assert (GOAL in true_nodes(graph, [node])) == (node not in points), node


# The claims about the shipped decks, confirmed without the graph: all by the game of the case cards
# (`case_game.py`), which proves them for the whole deck, and most by the complete search of a small
# game as well (`reduced_decks.py`).


def _claims(deck: str) -> dict[str, tuple[str, ...]]:
    """The single points of each letter that an objective asks for."""
    graph = dependency_graph(deck)
    letters = [node for node, data in graph.nodes.items() if data["kind"] == "letter"]
    return {node.removeprefix("letter:"): single_points(graph, node) for node in letters}


@pytest.mark.parametrize("deck", GULFS)
def test_every_single_point_of_a_shipped_deck_is_one(deck: str) -> None:
    graph, cards, claims = dependency_graph(deck), find_deck(deck), _claims(deck)
    within_reach = CaseGame(cards).letters()
    lost = {point: within_reach - CaseGame(cards, point).letters() for point in _points(graph)}
    for letter, points in claims.items():
        assert letter in within_reach
        assert points
        assert all(letter in lost[point] for point in points)
    for node in (GOAL, *objectives(graph)):
        asked = claims if node == GOAL else letters_of(graph, node)
        for point in single_points(graph, node):
            assert lost[point] & set(asked), (node, point)


def _points(graph: Graph) -> set[str]:
    nodes = [GOAL, *objectives(graph)]
    letters = [node for node, data in graph.nodes.items() if data["kind"] == "letter"]
    return {point for node in (*nodes, *letters) for point in single_points(graph, node)}


@pytest.mark.parametrize("deck", GULFS)
def test_the_game_of_the_case_cards_needs_no_other_card(deck: str) -> None:
    """What the graph does not name, the letters can be had without, as far as cases go."""
    graph, cards = dependency_graph(deck), find_deck(deck)
    asked, points = set(_claims(deck)), set(single_points(graph))
    for node, data in graph.nodes.items():
        if data["kind"] in ("case", "menace") and node not in points:
            assert asked <= CaseGame(cards, node).letters(), node


def _check_by_search(deck: str, letter: str, points: tuple[str, ...]) -> None:
    """The letter is scored in some deal of its skeleton, and in the same deal not without one."""
    skeleton = reduced_decks.skeleton(find_deck(deck), letter)
    seed = next(seed for seed in range(1, 20) if _verdict(skeleton, seed, 5) == "winnable")
    for point in points:
        assert _verdict(reduced_decks.without(skeleton, point), seed, 60) == "unwinnable", point


def _verdict(deck: Deck, seed: int, seconds: float) -> str:
    deal = reduced_decks.deal_of(deck, seed)
    return str(solve_deal(deal, limits=Limits(seconds)).verdict)


def test_a_letter_is_out_of_reach_without_its_card() -> None:
    _check_by_search("infinite-gulfs-standard", "D", ("card:c23",))


LONGEST = ("infinite-gulfs-standard", "I")
"""Its skeleton would need more cards than the complete search gets through."""


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("deck", GULFS)
def test_the_complete_search_confirms_the_single_points(deck: str) -> None:
    for letter, points in _claims(deck).items():
        if (deck, letter) != LONGEST:
            _check_by_search(deck, letter, points)


# Blocking sets.


def test_two_keys_block_together() -> None:
    graph = graph_of(need_decks.either_key)
    alone = smallest_blocking_sets(graph)
    assert (alone.size, alone.sets, alone.exact, alone.complete) == (
        1,
        (("card:goal",),),
        True,
        True,
    )
    beyond = smallest_blocking_sets(graph, spared=single_points(graph))
    assert beyond.size == 2
    assert set(beyond.sets) == {("card:key-1", "card:key-2"), ("case:1", "case:2")}
    assert beyond.complete


def test_what_is_impossible_is_blocked_by_nothing_at_all() -> None:
    for make in (need_decks.impossible_letter, need_decks.ring_of_keys, need_decks.great_minimum):
        found = smallest_blocking_sets(dependency_graph(make()))
        assert (found.size, found.sets, found.exact) == (0, ((),), True)


def test_a_ring_is_blocked_at_its_way_out() -> None:
    graph = dependency_graph(need_decks.ring_of_keys(with_way_out=True))
    found = smallest_blocking_sets(graph)
    assert set(found.sets) == {("card:goal",), ("card:spare",)}


def test_types_are_blocked_by_cards_of_their_own() -> None:
    """Three puzzle cards of two types: to block the sixth type's place takes two of them."""
    types = ("person", "threat", "artifact", "evidence", "location", "monster")
    puzzles = [make_clue(f"p-{word}", word, attributes="puzzle") for word in types]
    also = make_clue("both", "person threat", attributes="puzzle")
    fillers = [make_clue(f"{word}-{n}", word) for n in range(4) for word in types]
    graph = dependency_graph(make_deck([*puzzles, also, *fillers]))
    found = smallest_blocking_sets(graph, most=50)
    assert found.size == 2
    pairs = {frozenset(cards) for cards in found.sets}
    others = ("artifact", "evidence", "location", "monster")
    assert pairs == {
        frozenset({f"card:p-{one}", f"card:p-{two}"}) for one in others for two in others
    } - {frozenset({f"card:p-{one}"}) for one in others}
    assert all(GOAL not in true_nodes(graph, pair) for pair in pairs)


@pytest.mark.parametrize("deck", SHIPPED)
def test_blocking_sets_block_and_none_is_smaller(deck: str) -> None:
    graph = dependency_graph(deck)
    points = single_points(graph)
    found = smallest_blocking_sets(graph, spared=points, most=3)
    assert found.exact
    assert found.size is not None
    for cards in found.sets:
        assert GOAL not in true_nodes(graph, cards)
        for spared in cards:
            assert GOAL in true_nodes(graph, [card for card in cards if card != spared])
    rng = random.Random(deck)
    free = [node for node in graph if node.startswith("card:") and node not in points]
    for _ in range(30):
        assert GOAL in true_nodes(graph, rng.sample(free, found.size - 1))


def test_a_limit_is_told() -> None:
    graph = dependency_graph("witch-cult")
    few = smallest_blocking_sets(graph, most=1)
    assert (few.exact, few.complete, few.limit) == (True, False, "sets")
    hasty = smallest_blocking_sets(graph, effort=0)
    assert not hasty.exact
    assert hasty.limit == "effort"


# Order, competition, rings.


def test_an_objective_implies_those_whose_letters_it_holds() -> None:
    order = {entry.objective: entry for entry in objective_order(graph_of(need_decks.shared_key))}
    assert order["objective:3"].implies == ("objective:1", "objective:2")
    assert order["objective:1"].implies == ()
    assert order["objective:1"].shares == ("objective:3",)


def test_objectives_are_ordered_by_the_closings_they_need() -> None:
    deck = make_gulfs_deck(
        [
            make_gulfs_clue("near", letter="A"),
            make_gulfs_clue("far", letter="B"),
            make_gulfs_clue("every", need_decks.EVERY),
        ],
        cases=[make_case(2, start=True, on_close="flip add-to-hand", clue="far")],
        objectives=["A", "B"],
    )
    near, far = objective_order(dependency_graph(deck))
    assert (near.closings, near.after) == ((), ())
    assert (far.closings, far.after) == (("closing:2",), ("objective:1",))


def test_two_letters_compete_for_one_key() -> None:
    (found,) = competitions(graph_of(need_decks.shared_key))
    assert (found.what, found.is_short) == ("key", True)
    assert found.wanted_by == ("card:one", "card:two")
    assert found.provided_by == ("card:key",)


def test_letters_of_the_shipped_deck_compete_for_the_machine_and_its_case() -> None:
    found = {entry.what: entry for entry in competitions(dependency_graph("infinite-gulfs"))}
    assert found["machine"].wanted_by == ("card:c09", "card:c41")
    assert found["closing:2"].wanted_by == found["machine"].wanted_by
    assert not found["key"].is_short


def test_rings_are_found_and_told_from_deadlocks() -> None:
    (dead,) = rings(dependency_graph(need_decks.ring_of_keys()))
    assert dead.is_deadlock
    assert {"card:first", "card:second"} <= set(dead.nodes)
    (alive,) = rings(dependency_graph(need_decks.ring_of_keys(with_way_out=True)))
    assert not alive.is_deadlock
    assert set(alive.nodes) >= {"card:first", "card:second"}
    assert rings(graph_of(need_decks.chain_of_keys)) == ()


# The critical chain.


@pytest.mark.parametrize(
    ("make", "turns", "plays", "closings"),
    [
        (need_decks.chain_of_keys, 5, 4, 1),  # key, skeleton, goal, a card of all types; close
        (need_decks.purple_letter, 5, 3, 2),  # a card, close 2; the goal, a card, close
        (need_decks.either_key, 4, 3, 1),  # key, goal, a card of all types; close
        (need_decks.five_puzzles, 11, 10, 1),  # five to score, five types that stay; close
        (need_decks.locked_fifth, 11, 10, 1),  # the key is one of those that stay
        (need_decks.king_behind_sign, 11, 10, 1),
        (need_decks.greatest_minimum, 18, 17, 1),  # all cards in one line; close
    ],
)
def test_the_critical_chain_is_known(
    make: Callable[[], Deck], turns: int, plays: int, closings: int
) -> None:
    chain = chain_of(make())
    assert (chain.turns, chain.plays, chain.closings) == (turns, plays, closings)
    assert chain.possible
    assert chain.exact


def test_a_plan_adds_up_to_its_bound() -> None:
    chain = chain_of(find_deck("infinite-gulfs-tight"))
    cards = sum(len(closing.scored) + closing.others for closing in chain.plan)
    assert cards + sum(closing.by_action for closing in chain.plan) == chain.turns
    scored = [card for closing in chain.plan for card in closing.scored]
    assert sorted(scored) == ["c01", "c09", "c15", "c24", "c32", "c40", "c41", "c46"]


@pytest.mark.parametrize(
    "make", [need_decks.impossible_letter, need_decks.ring_of_keys, need_decks.great_minimum]
)
def test_a_chain_without_end_is_impossible(make: Callable[[], Deck]) -> None:
    assert not chain_of(make()).possible


def test_one_key_opens_one_of_two_letters() -> None:
    deck = need_decks.shared_key()
    assert is_possible(graph_of(need_decks.shared_key), "objective:3")
    assert chain_of(deck, "A").turns == chain_of(deck, "B").turns == 4
    assert not chain_of(deck, "A B").possible


def test_a_key_that_comes_back_opens_both() -> None:
    deck = need_decks.shared_key()
    back = make_gulfs_clue("back", need_decks.EVERY, effects="take-closed")
    again = deck.model_copy(update={"clue": (*deck.clue[:3], back, *deck.clue[4:])})
    chain = chain_of(again, "A B")
    # Key, one, a card, close; `back` fetches the key, which opens the other; close.
    assert (chain.turns, chain.closings) == (8, 2)


def test_an_effect_closes_without_a_turn() -> None:
    deck = make_gulfs_deck(
        [make_gulfs_clue("goal", letter="A", effects="close-5")],
        cases=[make_case(5, start=True)],
    )
    assert chain_of(deck) == Chain(True, 1, 1, 1, True, chain_of(deck).plan)


def test_a_chain_of_a_deal_takes_the_menaces_of_the_deal() -> None:
    deck = make_gulfs_deck(
        [make_gulfs_clue("goal", letter="A"), make_gulfs_clue("every", need_decks.EVERY)],
    )
    menace = deck.menace[2].model_copy(update={"clue": "goal", "icons": ("flip", "add-to-hand")})
    turned = Deck.model_validate(
        deck.model_copy(
            update={
                "menace": (*deck.menace[:2], menace),
                "clue": (*deck.clue, make_gulfs_clue("more")),
            }
        ).model_dump()
    )
    assert critical_chain(subject_of(make_gulfs_deal(turned))).possible
    left_out = make_gulfs_deal(turned, menace="minus-one")
    assert not critical_chain(subject_of(left_out)).possible


@pytest.mark.parametrize(
    "make",
    [
        need_decks.chain_of_keys,
        need_decks.purple_letter,
        need_decks.either_key,
        need_decks.impossible_letter,
        need_decks.ring_of_keys,
    ],
)
def test_the_complete_search_agrees_on_small_decks(make: Callable[[], Deck]) -> None:
    deck = make()
    chain = chain_of(deck)
    result = solve_deal(make_gulfs_deal(deck, seed=1), limits=Limits(20), shortest=True)
    assert result.verdict == ("winnable" if chain.possible else "unwinnable")
    assert not chain.possible or (result.turns or 0) >= chain.turns


def _is_below(deal: Deal, turns: int | None) -> bool:
    """Whether what is claimed of a deal is true; the deal is won in so many turns, or never."""
    chain = critical_chain(subject_of(deal))
    return turns is None or (chain.possible and chain.turns <= turns)


def test_the_chain_never_exceeds_the_turns_of_small_games() -> None:
    games = small_games()
    assert sum(game.turns is not None for game in games) > 20
    for game in games[::4]:
        assert _is_below(game.deal, game.turns), game.name


def _tiny(game: str, number: int) -> Deal:
    rng = random.Random(f"chain {game} {number}")
    if game in ("hardboiled", "classic"):
        return tiny_gulfs_deal(rng, game)
    return tiny_deal(rng, game)


def _compare(game: str, numbers: range) -> int:
    """Hold the chain and the graph of tiny games against brute force; how many are won."""
    won = 0
    for number in numbers:
        deal = _tiny(game, number)
        try:
            turns = turns_to_win(State.start(deal), most=4_000)
        except TooLarge:
            continue
        won += turns is not None
        assert _is_below(deal, turns), (game, number)
        assert turns is None or is_possible(dependency_graph(deal)), (game, number)
    return won


@pytest.mark.parametrize("game", ["witch-cult", "king-in-yellow", "hardboiled", "classic"])
def test_the_chain_never_exceeds_the_turns_of_brute_force(game: str) -> None:
    assert _compare(game, range(12)) > 0


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", ["witch-cult", "king-in-yellow", "hardboiled", "classic"])
def test_the_chain_never_exceeds_the_turns_of_many_games(game: str) -> None:
    won = _compare(game, range(1_000, 1_500))
    print(f"{game}: {won} games won, no bound above the fewest turns")
    assert won > 40
