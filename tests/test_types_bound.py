"""The bound on turns where types are counted (solver/goals.py) beside brute force.

Tiny classic games of Infinite Gulfs of Darkness whose cards show one type each and of which few
types win, from positions in the middle: cases that effects close, and cases that open others.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest

from casecracker.engine.cards import CaseCard, Clue
from casecracker.engine.deals import Deal
from casecracker.engine.layout import ACTION
from casecracker.engine.reading import open_cases, phase
from casecracker.engine.state import State
from casecracker.engine.tables import MOST_TYPES, OPENED_EARLY, PUZZLES_TO_WIN
from casecracker.solver.bounds import plays_bound
from casecracker.solver.goals import CLOSED_BY_EFFECT
from tests.brute import Game, TooLarge, explore
from tests.decks import random_move
from tests.tiny_gulfs import tiny_gulfs_deal

MOST = 20_000
ACCESSES = ("access-5",), ("access-6",), ("access-2",)


def one_type_deal(rng: random.Random) -> Deal:
    """A tiny classic deal; which cases begin and what they open is drawn anew."""
    deal = tiny_gulfs_deal(rng, "classic")
    numbers = {card.number for card in deal.deck.case}
    chosen = rng.choice(([1], [1], [1, 2], [1, 2], [5], [6]))
    begin = [number for number in chosen if number in numbers] or [1]
    closers = rng.random()
    clues = tuple(_with_one_type(rng, clue, closers) for clue in deal.deck.clue)
    cases = tuple(_with_access(rng, card, begin) for card in deal.deck.case)
    return replace(deal, deck=deal.deck.model_copy(update={"clue": clues, "case": cases}))


def _with_one_type(rng: random.Random, clue: Clue, closers: float) -> Clue:
    effects = [e for e in clue.effects if not e.startswith("close-") or rng.random() < closers]
    return clue.model_copy(update={"types": clue.types[:1], "effects": tuple(effects)})


def _with_access(rng: random.Random, card: CaseCard, begin: list[int]) -> CaseCard:
    on_close = rng.choice((*ACCESSES, card.on_close))
    return card.model_copy(update={"start": card.number in begin, "on_close": on_close})


def state_within(rng: random.Random, deal: Deal, types: int) -> State | None:
    """A state after some random moves of a game that so many types win; None if it ended."""
    opening = State.start(deal)
    tables = opening.tables.copy()
    tables[PUZZLES_TO_WIN] = types
    state, steps = State(deal, opening.words, tables), rng.randrange(16)
    while state.status == "playing" and (steps > 0 or state.pending != "action"):
        state = state.play(random_move(rng, [str(move) for move in state.moves()]))
        steps -= 1
    return state if state.status == "playing" else None


def check_states(state: State, explored: Game, seen: Counter[str]) -> None:
    """In no state is the bound above the true distance."""
    for key, words in explored.states.items():
        turns = explored.turns.get(key)
        if turns is None or phase(words) != ACTION:
            continue
        bound = int(plays_bound(state.tables, words))
        assert bound <= turns
        where = "open" if open_cases(words) & CLOSED_BY_EFFECT else "not open"
        seen[f"case 5 or 6 {where}"] += 1
        seen[f"exact, {where}"] += bound == turns
        seen[f"{min(turns, 4)} turns"] += 1


def check_games(numbers: range) -> Counter[str]:
    seen = Counter[str]()
    for number in numbers:
        rng = random.Random(f"one type {number}")
        deal = one_type_deal(rng)
        state = state_within(rng, deal, rng.choice((1, 1, 2, 3, 5)))
        if state is None:
            continue
        assert state.tables[MOST_TYPES] == 1
        try:
            check_states(state, explore(state, most=MOST), seen)
        except TooLarge:
            seen["too large"] += 1
    return seen


def test_the_bound_never_exceeds_the_distance_of_tiny_games() -> None:
    seen = check_games(range(900))
    for what in ("case 5 or 6 not open", "exact, open", "exact, not open", "4 turns"):
        assert seen[what] > 10, seen


@pytest.mark.long
def test_the_bound_never_exceeds_the_distance_of_thousands_of_tiny_games() -> None:
    assert check_games(range(900, 6_000))["4 turns"] > 200


def test_a_menace_and_a_card_without_a_line_may_open_cases_without_a_closing() -> None:
    for number in range(400):
        deal = one_type_deal(random.Random(f"one type {number}"))
        early = 0
        for card in deal.deck.case:
            early |= 0 if card.is_case else accessed(card.on_close)
        for menace in deal.deck.menace:
            early |= accessed((*menace.immediate, *menace.icons))
        assert int(State.start(deal).tables[OPENED_EARLY]) == early


def accessed(icons: tuple[str, ...]) -> int:
    return sum(1 << int(icon[-1]) - 1 for icon in set(icons) if "access-" in icon)
