"""Hints of Streets of Arkham are the same whatever lies hidden, at every kind of decision.

What is hidden is exchanged here by other means than those of the hints themselves: hidden cards
trade names, one for one, wherever they are written.
"""

import random
from collections import Counter
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from casecracker.engine.streets.deal import ADVENTURES, WORLDS, parse_streets_code
from casecracker.engine.streets.flow import DECISIONS
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import Step, Table
from casecracker.solver.streets.hints import redealt, streets_hints
from casecracker.streets_view import streets_view

SEATS = (1, 2, 3, 4)
NAMES_CARDS = ("turn-up", "entry", "at-midnight")
"""Steps that name the card of a place, as their third word."""


def exchanged(state: StreetsState, seed: int) -> StreetsState:
    """The same position for the eye, with everything else different."""
    table, chance = state.table(), random.Random(seed)
    names = _new_names(table, chance)
    swap = {card: names.get(card, card) for card in range(len(table.box.places))}
    table.spots = tuple(
        s if s.up or s.card < 0 else s._replace(card=swap[s.card]) for s in table.spots
    )
    table.worlds = tuple(
        s if s.up or s.card < 0 else s._replace(card=swap[s.card]) for s in table.worlds
    )
    table.stack = [_renamed(step, swap) for step in table.stack]
    decks = [list(deck) for deck in table.decks]
    for number, deck in enumerate(decks):
        if number in (ADVENTURES, WORLDS):
            deck[:] = [swap[card] for card in deck]
        first = 1 if number == ADVENTURES else 0
        rest = deck[first:]
        chance.shuffle(rest)
        deck[first:] = rest
    table.decks = tuple(map(tuple, decks))
    table.people = tuple(chance.sample(table.people, len(table.people)))
    deal = replace(state.deal, seed=seed + 7_000_000, ancient_one=state.deal.ancient.id)
    return StreetsState(deal, table.fields(), state.options)


def _new_names(table: Table, chance: random.Random) -> dict[int, int]:
    """For each hidden card another one with the same back, as far as there is one."""
    hidden = [s.card for s in (*table.spots, *table.worlds) if s.card >= 0 and not s.up]
    hidden += [*table.decks[ADVENTURES], *table.decks[WORLDS]]
    backs: dict[object, list[int]] = {}
    for card in hidden:
        facts = table.box.places[card]
        back = (facts.location, facts.difficulty, facts.facedown, facts.facedown_midnight)
        backs.setdefault(facts.is_world or back, []).append(card)
    names: dict[int, int] = {}
    for cards in backs.values():
        names |= dict(zip(cards, chance.sample(cards, len(cards)), strict=True))
    return names


def _renamed(step: Step, names: dict[int, int]) -> Step:
    if step[0] not in NAMES_CARDS:
        return step
    return (*step[:3], names[step[3]], *step[4:])


def check_no_leak(state: StreetsState, seed: int, samples: int) -> None:
    """The exchange is not seen, and neither the hints nor the sampled orders change."""
    other = exchanged(state, seed)
    assert other.fields != state.fields
    assert drawn(other) == drawn(state)
    assert other.view() == state.view()
    assert redealt(other, seed).fields == redealt(state, seed).fields
    assert redealt(state, seed).view() == state.view()
    assert streets_hints(other, samples=samples) == streets_hints(state, samples=samples)


def drawn(state: StreetsState) -> str:
    """The table as `play` draws it."""
    console = Console(width=160, file=StringIO(), highlight=False)
    console.print(*streets_view(state), sep="\n")
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().replace(state.deal.code or "", "")


def watch(seed: int, seats: int, most: int, met: Counter[str]) -> None:
    """A game, half at random and half by hints; `most` decisions of each kind are looked at."""
    state = StreetsState.start(
        parse_streets_code(f"streets-of-arkham:{seed},investigators={seats}")
    )
    chance = random.Random(seed)
    while state.moves():
        kind = state.pending
        if met[kind] < most:
            check_no_leak(state, seed, samples=2)
        met[kind] += 1
        moves = [move for move in state.moves() if move != "fail"] or list(state.moves())
        if seed % 2 and met[kind] % 2:
            moves = [streets_hints(state, samples=1)[0].move]
        state = state.after(chance.choice(moves))


def test_what_is_hidden_changes_no_hint_at_any_kind_of_decision() -> None:
    met: Counter[str] = Counter()
    for seed in range(8):
        watch(seed, SEATS[seed % 4], 4, met)
    assert len(met) > len(DECISIONS) * 0.7


@pytest.mark.long
def test_what_is_hidden_changes_no_hint_in_whole_games() -> None:
    met: Counter[str] = Counter()
    for seed in (*range(40), 173):  # the last one closes a gate by a reward, which is rare
        watch(seed, 1 + seed % 8, 25, met)
    assert set(met) == set(DECISIONS)
