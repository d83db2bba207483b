"""Hints in Streets of Arkham: exact chances, and nothing hidden is looked at."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

import casecracker
from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.streets.hints import redealt, streets_hints
from tests.streets.hand import Game, asset, card, game


def hints_of(table: Game) -> dict[str, Fraction | None]:
    """The chance after each move."""
    return {hint.move: hint.chance for hint in streets_hints(table.state, samples=2)}


def test_the_chance_of_a_roll_is_that_of_the_odds() -> None:
    found = hints_of(game(card("same-rows", "3", "6")).play("go 1"))
    assert found["roll"] == casecracker.odds("late night break-in").value
    assert found["fail"] == 0


def test_completing_the_last_task_is_certain() -> None:
    table = game(card("a", "1", "9 9 9"), green="1 2 3 L P T").play("go 1; roll")
    assert hints_of(table)["do 1 1"] == 0
    last = game(card("a", "1 2", "L"), green="1 2 3 P P P L T 3 3").play("go 1; roll; do 1 1 2")
    assert hints_of(last)["do 2 L"] == 1


def test_a_lamp_raises_the_chance() -> None:
    lamp = asset("lamp", "common-item", "yellow")
    found = hints_of(game(card("a", "9"), kit=["common-item"], assets=[lamp]).play("go 1"))
    roll, use = found["roll"], found["use lamp"]
    assert roll is not None
    assert use is not None
    assert use > roll


COSTS = ("sanity", "stamina", "sanity stamina", "clock", "gate", "doom", "sanity gate")


@pytest.mark.parametrize("costs", COSTS)
def test_costs_of_a_task_leave_the_chance_of_the_next_roll(costs: str) -> None:
    """The world is there for the gate to open; the die that completes the task shows 1 or 2."""
    told = [
        hints_of(
            game(
                card("a", f"2 {more}", "L"),
                worlds=[card("w", "1")],
                ancient={"doom": 6},
                assets=[asset("coat", "common-item", "cover-sanity")],
                kit=["common-item"],
                green="2 3 3 T T T",
            ).play("go 1; roll")
        )["do 1 2"]
        for more in ("", costs)
    ]
    assert told[0] == told[1] == 1 - Fraction(5, 6) ** 5 * _missed_later(4)


def _missed_later(dice: int) -> Fraction:
    """The chance that no L comes in rolls of so many dice, one less each time, all again."""
    return Fraction(5, 6) ** sum(range(1, dice + 1))


def test_no_card_is_resolved_once_the_last_doom_token_lies() -> None:
    table = game(card("a", "1 doom"), ancient={"doom": 1}, green="1").play("go 1; roll")
    assert hints_of(table)["do 1 1"] == 0


def test_a_chance_is_that_of_the_next_dice_decision() -> None:
    """Over whole games, where neither a roll nor a monster lies between; costs lie there."""
    seen: Counter[str] = Counter()
    for seed in (7, 11, 17, 26, 50):
        for state in _decisions(seed):
            told = {hint.move: hint.chance for hint in streets_hints(state, samples=1)}
            for move, value in told.items():
                found = _best_told(state.play(move), seen) if move.startswith("do ") else None
                assert found in (None, value), (seed, state.turn, move)
    assert seen["pay"]
    assert seen["gate-at"]
    assert seen["before"] > 10


def _decisions(seed: int) -> Iterator[StreetsState]:
    """Decisions after a roll in a game that is played at random."""
    chance = random.Random(seed)
    state = StreetsState.start(parse_streets_code(f"streets-of-arkham:{seed}"))
    while state.moves():
        if state.pending == "after":
            yield state
        done = [move for move in state.moves() if move.startswith("do ")]
        state = state.play(chance.choice(done or state.moves()))


def _best_told(state: StreetsState, seen: Counter[str]) -> Fraction | None:
    """The best chance of the next roll; None if something random has lain before it."""
    if any(event.startswith(("rolls ", "a monster ")) for event in state.events):
        return None
    if any(event.startswith("resolves ") for event in state.events):
        return Fraction(1)
    seen[state.pending] += 1
    if state.pending == "after":
        return None  # who may do many tasks with one roll: the odds do not know that
    if state.pending in ("pay", "gate-at"):
        values = [_best_told(state.play(move), seen) for move in state.moves()]
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None
    if state.pending == "before":
        rolled = [h.chance for h in streets_hints(state, samples=1) if h.move == "roll"]
        return rolled[0] if rolled else Fraction(0)
    return Fraction(0)


def test_the_chance_of_passing_is_that_of_the_best_focus() -> None:
    table = game(card("a", "L L L"), green="L L 1 1 1 1").play("go 1; roll")
    found = hints_of(table)
    assert table.pending == "focus"
    assert max(found, key=lambda move: found[move] or 0) == "focus L"


def test_where_to_go_goes_by_the_chance_and_the_reward() -> None:
    rich = card("rich", "1", rewards=["elder-sign"])
    bad = card("bad", "9 9 9", penalties=["doom"])
    best = streets_hints(game(rich, bad).state, samples=2)[0]
    assert best.move == "go 1"
    assert best.chance is not None
    assert best.chance > Fraction(9, 10)


def test_a_clue_is_kept_where_little_is_to_be_gained() -> None:
    """One more Clue is what the card brings: spending one for it makes no sense."""
    poor = card("poor", "L L L L", rewards=["clue"])
    table = game(poor, kit=["clue"], green="1 1 1 L L L").play("go 1; roll")
    assert table.pending == "after"
    assert streets_hints(table.state, samples=1)[0].move != "clue"
    rich = card("rich", "L L L L", rewards=["elder-sign 3"])
    table = game(rich, kit=["clue"], green="1 1 1 L L L").play("go 1; roll")
    assert streets_hints(table.state, samples=1)[0].move == "clue"


def test_the_last_sign_goes_before_more_signs_than_are_needed() -> None:
    sure = card("sure", "1", rewards=["elder-sign"])
    more = card("more", "3 3", rewards=["elder-sign 3"])
    assert streets_hints(game(sure, more, ancient={"signs": 1}).state)[0].move == "go 1"
    assert streets_hints(game(sure, more, ancient={"signs": 9}).state)[0].move == "go 2"


def test_who_would_die_does_not_go_where_he_dies() -> None:
    deadly = card("deadly", "1 1", rewards=["elder-sign"], entry=["sanity -5"])
    kind = card("kind", "1 1", rewards=["clue"])
    assert streets_hints(game(deadly, kind).state)[0].move == "go 2"


@pytest.mark.parametrize("seed", range(4))
def test_another_hidden_order_looks_the_same(seed: int) -> None:
    state = StreetsState.start(parse_streets_code(f"streets-of-arkham:{seed},investigators=2"))
    for _ in range(6):
        state = state.play(state.moves()[-1])
    if state.moves():
        assert redealt(state, seed).view() == state.view()
