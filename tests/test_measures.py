"""Measures of a deal: always the same, true where brute force can tell, as JSON and back."""

import json
import random
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from casecracker.engine.dealfile import load_target
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, DealError
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.seeds.judging import judge_line
from casecracker.seeds.knownlines import known_lines
from casecracker.seeds.measures import BEAMS, GAMES, Measures, foresight, measure
from casecracker.seeds.narrow import LEAST_FACTOR, MOST_FACTOR, varied
from casecracker.solver.results import Verdict
from casecracker.solver.search import solve_deal
from tests.small_games import SmallGame, small_games
from tests.test_position_solve import in_the_middle
from tests.test_whatif import openings

GOLDEN: dict[str, dict[str, object]] = {
    "witch-cult:3": {
        "turns": 23,
        "proven_shortest": False,
        "lower_bound": 14,
        "slack": 24,
        "width": 1,
        "decisions": 63,
        "crossroads": 0,
        "crossroads_open": 3,
        "points_of_no_return": 1,
        "winning_share": 0.9565,
        "lines": 2,
        "forced_penalties": 8,
        "penalties": 17,
        "uses_contact": True,
        "needs_contact": False,
        "reshuffles": 2,
        "victims": 5,
        "narrow_turns": 36,
        "narrow_share": 0.375,
        "held_share": 0.875,
        "deck_share": 0.555,
    },
    "witch-cult:3,deck=witch-cult-tight,victims=4": {
        "turns": 39,
        "proven_shortest": False,
        "lower_bound": 16,
        "slack": 0,
        "width": 1024,
        "decisions": 78,
        "crossroads": 5,
        "crossroads_open": 56,
        "points_of_no_return": 13,
        "winning_share": 0.3879,
        "lines": 1,
        "forced_penalties": 20,
        "penalties": 20,
        "uses_contact": True,
        "needs_contact": False,
        "reshuffles": 4,
        "victims": 4,
        "narrow_turns": None,
        "narrow_share": 0.0,
        "held_share": 0.0,
        "deck_share": 0.015,
    },
    "king-in-yellow:5": {
        "turns": 29,
        "proven_shortest": False,
        "lower_bound": 13,
        "slack": 22,
        "width": 2,
        "decisions": 67,
        "crossroads": 0,
        "crossroads_open": 3,
        "points_of_no_return": 0,
        "winning_share": 0.9538,
        "lines": 2,
        "forced_penalties": 11,
        "penalties": 16,
        "uses_contact": True,
        "needs_contact": False,
        "reshuffles": 3,
        "victims": 5,
        "narrow_turns": 43,
        "narrow_share": 0.5417,
        "held_share": 0.5,
        "deck_share": 0.385,
    },
    "infinite-gulfs:0,mode=classic": {
        "turns": 15,
        "proven_shortest": False,
        "lower_bound": 11,
        "slack": 34,
        "width": 1,
        "decisions": 62,
        "crossroads": 0,
        "crossroads_open": 0,
        "points_of_no_return": 0,
        "winning_share": 1.0,
        "lines": 2,
        "forced_penalties": 4,
        "penalties": 9,
        "uses_contact": True,
        "needs_contact": False,
        "reshuffles": 1,
        "victims": 0,
        "narrow_turns": 26,
        "narrow_share": 0.9583,
        "held_share": 1.0,
        "deck_share": 0.99,
    },
}
"""Of a few deals, what must not change unless a definition or the lines that beams find do."""


@cache
def measured(code: str) -> Measures:
    found = measure(load_target(code))
    assert found is not None
    return found


def winnable_games() -> list[SmallGame]:
    return [game for game in small_games() if game.verdict == "winnable"]


@pytest.mark.parametrize("code", list(GOLDEN))
def test_measures_are_frozen(code: str) -> None:
    assert measured(code).to_json() == GOLDEN[code]


def test_a_deal_has_the_same_measures_again() -> None:
    assert measure(load_target("witch-cult:3")) == measured("witch-cult:3")


@pytest.mark.parametrize("code", list(GOLDEN))
def test_measures_keep_to_their_meaning(code: str) -> None:
    found = measured(code)
    assert found.lower_bound <= found.turns
    assert found.proven_shortest == (found.lower_bound == found.turns)
    assert found.crossroads <= found.points_of_no_return <= found.decisions
    assert found.crossroads + found.crossroads_open <= found.decisions
    assert found.forced_penalties <= found.penalties
    assert 0 < found.winning_share <= 1
    for share, of in ((found.narrow_share, BEAMS), (found.held_share, GAMES)):
        assert share * of == pytest.approx(round(share * of), abs=0.01)
        assert 0 <= share <= 1
    assert (found.narrow_turns is None) == (found.narrow_share == 0)


@pytest.mark.parametrize("code", list(GOLDEN))
def test_json_and_back(code: str) -> None:
    found = measured(code)
    assert Measures.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("turns", "17", "key 'turns'"),
        ("narrow_share", None, "key 'narrow_share'"),
        ("colour", 1, "key 'colour'"),
    ],
)
def test_json_that_is_no_measures_is_refused(key: str, value: object, message: str) -> None:
    entry = measured("witch-cult:3").to_json() | {key: value}
    with pytest.raises(CasecrackerError, match=message):
        Measures.from_json(entry)


def test_a_missing_measure_is_named() -> None:
    entry = measured("witch-cult:3").to_json()
    del entry["held_share"]
    with pytest.raises(CasecrackerError, match="key 'held_share'"):
        Measures.from_json(entry)


def test_small_games_have_turns_between_bound_and_line() -> None:
    for game in winnable_games():
        known = known_lines(State.start(game.deal))
        assert known is not None, game.name
        assert game.turns is not None
        assert known.lower_bound <= game.turns <= known.turns
        assert replay(game.deal, known.told).turn == known.turns


def test_what_cannot_be_won_has_no_measures() -> None:
    lost = [game for game in small_games() if game.verdict == "unwinnable"][:8]
    assert lost
    assert all(measure(game.deal) is None for game in lost)


def test_decisions_of_tiny_games_are_judged_as_solve_does() -> None:
    lost = 0
    for root, _ in openings(6):
        known = known_lines(root)
        assert known is not None
        judged = judge_line(root, known.told)
        told = (judged.decisions, judged.moves, judged.keeping, judged.points_of_no_return)
        assert told == judged_by_solve(root.deal, known.told)
        assert judged.crossroads_open == 0
        assert judged.crossroads <= judged.points_of_no_return
        lost += judged.crossroads
    assert lost > 0


def judged_by_solve(deal: Deal, line: tuple[str, ...]) -> tuple[int, int, int, int]:
    """Decisions, their moves, those that keep the win, and decisions where some move does not."""
    state, decisions, moves, keeping, points = State.start(deal), 0, 0, 0, 0
    for at, chosen in enumerate(line):
        legal = state.moves()
        if len(legal) > 1:
            verdicts = [solve_deal(deal, played=(*line[:at], str(m))).verdict for m in legal]
            kept = verdicts.count(Verdict.WINNABLE)
            decisions, moves = decisions + 1, moves + len(legal)
            keeping, points = keeping + kept, points + (kept < len(legal))
        state = state.play(chosen)
    return decisions, moves, keeping, points


def test_more_victims_and_higher_limits_leave_more_foresight() -> None:
    """Over some deals together; a single one may be harder."""

    def sums(settings: str) -> tuple[float, float]:
        seen = [
            foresight(State.start(load_target(f"witch-cult:{seed}{settings}")))
            for seed in range(12)
        ]
        return sum(s.narrow_share for s in seen), sum(s.held_share for s in seen)

    easier, harder = sums(",limits=6,victims=6"), sums(",victims=4")
    assert easier[0] > harder[0]
    assert easier[1] > harder[1]


def test_a_deal_from_the_middle_of_a_game_is_refused() -> None:
    state = State.start(load_target("witch-cult:3"))
    state = state.play(random.Random(0).choice(state.moves()))
    with pytest.raises(DealError, match="middle of a game"):
        measure(in_the_middle(state))


def test_variations_are_the_same_for_ever_and_within_their_span() -> None:
    weights = (100, -7, 0, 32)
    assert varied(weights, 0, "beam") == [1600, -112, 0, 512]
    assert varied(weights, 1, "beam") == [1800, -63, 0, 288]
    assert varied(weights, 1, "beam") != varied(weights, 2, "beam")
    for number in range(1, 200):
        for weight, changed in zip(weights, varied(weights, number, "beam"), strict=True):
            assert changed == 0 if weight == 0 else LEAST_FACTOR <= changed / weight <= MOST_FACTOR


def test_the_page_on_metrics_names_every_measure() -> None:
    page = (Path(__file__).parent.parent / "docs" / "metrics.md").read_text(encoding="utf-8")
    assert all(f"`{field.name}`" in page for field in fields(Measures))
