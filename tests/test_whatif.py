"""What-if: changed deals differ in one thing, and their verdicts are those of brute force."""

import itertools
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from casecracker.analysis.linefacts import line_facts
from casecracker.analysis.lines import LineSearch
from casecracker.analysis.whatif import (
    Change,
    confirm_must_play,
    deck_without,
    general_changes,
    what_if,
    with_fewer_victims,
    with_lower_limits,
    without_card,
    without_contact,
)
from casecracker.analysis.within import Within
from casecracker.cli.mapping import tell_what_if
from casecracker.engine.dealfile import load_target
from casecracker.engine.deals import Deal
from casecracker.engine.errors import DealError
from casecracker.engine.layout import TURN
from casecracker.engine.positionfile import load_game
from casecracker.engine.state import State
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, solve_deal
from tests.brute import Game, TooLarge, explore
from tests.small_games import small_games
from tests.tiny_games import tiny_deal

GAMES = ("witch-cult", "king-in-yellow")
MOST_STATES = 4_000


@cache
def openings(count: int) -> tuple[tuple[State, int], ...]:
    """Tiny deals that can be won, with the turns of their shortest lines."""
    return tuple(pair for game in GAMES for pair in itertools.islice(winnable(game), count))


def winnable(game: str) -> Iterator[tuple[State, int]]:
    for seed in itertools.count():
        root = State.start(tiny_deal(random.Random(f"what if {seed}"), game))
        turns = shortest(root)
        if turns is not None:
            yield root, turns


def shortest(root: State) -> int | None:
    """Turns of the shortest line by brute force; None without one, or if the game is large."""
    if root.status != "playing":
        return None
    try:
        game: Game = explore(root, most=MOST_STATES)
    except TooLarge:
        return None
    return game.turns.get(root.array()[:TURN].tobytes())


def test_a_card_that_may_not_be_played_is_equal_in_all_else() -> None:
    deal = load_game("witch-cult:3")
    assert isinstance(deal, Deal)
    changed = without_card(deal, "c05").deal
    assert (changed.draw, changed.victims, changed.seed) == (deal.draw, deal.victims, deal.seed)
    for before, after in zip(deal.deck.clue, changed.deck.clue, strict=True):
        assert (before == after) == (before.id != "c05")
        assert before.model_copy(update={"minimum": 0}) == after.model_copy(update={"minimum": 0})
    assert changed.code is None
    assert changed.deck.provenance == "synthetic"
    assert State.start(changed).words == State.start(deal).words


def test_no_line_plays_a_card_that_may_not_be_played() -> None:
    """In all states of the changed game the move is never legal."""
    for root, _ in openings(5):
        for clue in root.deal.deck.clue[:4]:
            changed = State.start(without_card(root.deal, clue.id).deal)
            try:
                game = explore(changed, most=MOST_STATES)
            except TooLarge:
                continue
            for words in game.states.values():
                state = State(changed.deal, tuple(int(word) for word in words), changed.tables)
                moves = [move.text.split() for move in state.moves()]
                assert all(move[:2] != ["play", clue.id] for move in moves)


def test_verdicts_without_a_card_are_those_of_brute_force() -> None:
    lost = longer = 0
    for root, turns in openings(5):
        for clue in root.deal.deck.clue:
            change = without_card(root.deal, clue.id)
            start = State.start(change.deal)
            try:
                truth = explore(start, most=MOST_STATES).turns.get(start.array()[:TURN].tobytes())
            except TooLarge:
                continue
            result = what_if(root.deal, [change], shortest=True, limits=Limits(10))[0].result
            assert result.turns == truth
            assert (result.verdict is Verdict.UNWINNABLE) == (truth is None)
            lost += truth is None
            longer += truth is not None and truth > turns
    assert lost
    assert longer


def test_must_play_cards_are_confirmed_and_others_are_not() -> None:
    confirmed = refused = 0
    for root, turns in openings(5):
        must = line_facts(LineSearch(root, Limits()).lines(turns)).must_play
        for clue in root.deal.deck.clue:
            found = confirm_must_play(root.deal, clue.id, turns, Limits(10))
            assert found.holds == (clue.id in must)
            confirmed += found.holds is True
            refused += found.holds is False
    assert confirmed > 20
    assert refused > 20


def test_the_changes_of_the_game_at_large_equal_brute_force() -> None:
    names = set[str]()
    for root, _ in openings(5):
        for change in general_changes(root.deal):
            start = State.start(change.deal)
            if start.status != "playing":
                continue
            try:
                truth = explore(start, most=MOST_STATES).turns.get(start.array()[:TURN].tobytes())
            except TooLarge:
                continue
            result = what_if(root.deal, [change], shortest=True, limits=Limits(10))[0].result
            assert result.turns == truth
            names.add(change.name.split()[0])
    assert names == {"without", "limits", "victims"}


def test_each_change_changes_one_setting() -> None:
    deal = load_game("witch-cult:3")
    assert isinstance(deal, Deal)
    changes: list[Change] = list(general_changes(deal))
    assert [one.name for one in changes] == ["without the contact", "limits 4", "victims 4"]
    for change in changes:
        differs = [
            name for name in deal.settings if deal.settings[name] != change.deal.settings[name]
        ]
        assert len(differs) == 1
        assert change.deal.deck == deal.deck
        assert change.deal.draw == deal.draw
        assert change.deal.code is None
    assert with_fewer_victims(deal).deal.victims == deal.victims[:-1]
    assert with_lower_limits(deal).deal.settings["limits"] == 4


def test_infinite_gulfs_loses_its_contact_by_the_setting_help() -> None:
    deal = load_game("infinite-gulfs:1")
    assert isinstance(deal, Deal)
    changed = without_contact(deal).deal
    assert not changed.contact_helps()
    assert changed.equipment() == deal.equipment()
    names = [one.name for one in general_changes(deal)]
    assert "victims" not in " ".join(names)


def test_cards_that_the_deck_has_not_are_named() -> None:
    deal = load_game("witch-cult:3")
    assert isinstance(deal, Deal)
    with pytest.raises(DealError, match=r"no card 'c99'"):
        without_card(deal, "c99")


def test_a_deck_without_a_card_is_checked_as_any_deck() -> None:
    deal = load_game("king-in-yellow:3")
    assert isinstance(deal, Deal)
    for clue in deal.deck.clue:
        changed = deck_without(deal.deck, clue.id)
        assert type(changed).model_validate({"format": 1, **changed.document()}) == changed


def test_a_win_within_a_limit_is_found_exactly_where_there_is_one() -> None:
    for root, turns in openings(5):
        within = Within(root, Limits())
        assert within.answer(root, turns - 1).wins is False
        found = within.answer(root, turns)
        assert found.wins is True
        state = root
        for move in found.moves:
            state = state.play(move)
        assert state.won
        assert state.turn == turns
        assert within.answer(root, turns - 1).wins is False


def test_a_loss_for_want_of_a_known_shuffle_is_never_a_proof() -> None:
    """The second question finds the table full of such losses."""
    asked = 0
    for root, turns in openings(5):
        start = State.start(replace(root.deal, seed=None, reshuffles=()))
        within = Within(start, Limits())
        if start.status == "playing" and within.answer(start, turns + 2).limit is not None:
            again = within.answer(start, turns + 2)
            assert (again.wins, again.limit) == (None, "unknown-shuffle")
            asked += 1
    assert asked


def test_a_limit_of_time_is_no_answer() -> None:
    root, turns = openings(5)[0]
    found = Within(root, Limits()).answer(root, turns, seconds=0)
    assert (found.wins, found.limit) == (None, "time")


def test_what_ifs_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    root, _ = openings(5)[0]
    card = root.deal.deck.clue[0].id
    tell_what_if(root.deal, [card], time_limit=5, as_json=False)
    assert f"without {card}" in capsys.readouterr().out
    tell_what_if(root.deal, [card], time_limit=5, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["changes"][0]["verdict"] in {"winnable", "unwinnable"}
    assert told["deck"]["provenance"] == "synthetic"


@pytest.mark.long
def test_must_play_cards_of_a_standard_deal_are_confirmed() -> None:
    deal = load_game("witch-cult:3")
    assert isinstance(deal, Deal)
    result = solve_deal(deal, shortest=True, limits=Limits(60))
    assert result.proven_shortest
    assert result.turns is not None
    facts = line_facts(LineSearch(State.start(deal), Limits()).lines(result.turns, 60))
    assert facts.must_play
    for card in facts.must_play:
        assert confirm_must_play(deal, card, result.turns, Limits(60)).holds


def test_must_play_cards_of_small_games_are_confirmed_and_no_others() -> None:
    confirmed = 0
    for small in small_games():
        if small.turns is None:
            continue
        lines = LineSearch(State.start(small.deal), Limits()).lines(small.turns)
        must = line_facts(lines).must_play
        for clue in small.deal.deck.clue:
            holds = confirm_must_play(small.deal, clue.id, small.turns, Limits(60)).holds
            assert holds == (clue.id in must)
        confirmed += 1
    assert confirmed >= 30


def test_an_interrupt_ends_the_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the answer to the question under way is there already."""
    stopped = replace(solve_deal(load_target("witch-cult:7")), interrupted=True)
    monkeypatch.setattr("casecracker.analysis.whatif.solve_deal", lambda *_, **__: stopped)
    with pytest.raises(KeyboardInterrupt):
        what_if(load_target("witch-cult:7"))
