"""What to do next in Streets of Arkham, judged from what the players can see.

In an attempt every move has its exact chance, and its worth is that of rewards and penalties by
this chance. Where to go is judged likewise; for a facedown card by all cards that may lie there.
Other decisions are tried on sampled hidden orders. No order that is hidden is looked at.
"""

import random
from dataclasses import dataclass, replace
from fractions import Fraction

from casecracker.engine.streets.attempts import before_options, begin
from casecracker.engine.streets.cards import AdventureCard
from casecracker.engine.streets.deal import ADVENTURES, WORLDS
from casecracker.engine.streets.flow import DECISIONS, STEPS
from casecracker.engine.streets.places import turn_up
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    PLACE_NAMES,
    PLAYING,
    STREETS,
    Spot,
    Table,
    put,
)
from casecracker.engine.streets.uses import use_before
from casecracker.solver.odds_choices import FAIL, REROLL
from casecracker.solver.streets.chances import (
    best,
    chance_after,
    chance_before,
    chance_of_reroll,
    chance_of_task,
)
from casecracker.solver.streets.worth import WORTH, effects_worth, table_worth

DEFAULT_SAMPLES = 8
_TROPHY, _CLOSING, _MONSTER = 4.0, 15.0, 12.0
_DICE_DECISIONS = ("before", "after", "reroll", "change", "secure", "focus", "drop")
_ADDS = ("yellow", "red", "yellow-red")
_DAILY_PART = 0.3
"""Of the worth of a thing that may be used once a day: its use until midnight."""

_MOST_CARDS = 12
"""Cards that are looked at for one facedown one; more are sampled."""


@dataclass(frozen=True, slots=True)
class StreetsHint:
    """A move and what it looks worth.

    Attributes:
        worth: Greater is better; only differences mean something.
        chance: Exact chance of the attempt after it; None where there is none.
        why: The reason in words.
    """

    move: str
    worth: float
    chance: Fraction | None
    why: str


def streets_hints(
    state: StreetsState, *, samples: int = DEFAULT_SAMPLES, seed: int = 0
) -> tuple[StreetsHint, ...]:
    """All moves of a position, best first.

    Args:
        state: Where the game stands; what is hidden in it is not used.
        samples: Hidden orders on which a decision is tried whose outcome depends on them.
        seed: Of the samples.
    """
    judge = _Judge(state, samples, seed)
    hints = [judge.hint(move) for move in state.options]
    return tuple(sorted(hints, key=lambda hint: -hint.worth))


class _Judge:
    """Judges the moves of one position."""

    def __init__(self, state: StreetsState, samples: int, seed: int) -> None:
        self._state = state
        self._seed = seed
        self._samples = samples
        self._deals: list[StreetsState] = []

    def hint(self, move: str) -> StreetsHint:
        table = self._state.table()
        word = move.split(maxsplit=1)[0]
        is_attempt = table.attempt is not None and table.attempt.place != ANCIENT_ONE
        if is_attempt and self._state.pending in _DICE_DECISIONS:
            chance = self._chance(move)
            if chance is not None:
                return self._attempt_hint(move, chance)
        if self._state.pending in ("move", "go-on-from-streets") and word in ("go", "stay"):
            found = self._goal(table, move)
            if found is not None:
                return found
        return self._sampled(move)

    # Attempts

    def _attempt_hint(self, move: str, chance: Fraction) -> StreetsHint:
        attempt = self._state.table().attempt
        assert attempt is not None
        card = self._state.deal.box.places[attempt.card]
        total = float(chance) * prize(card) + float(1 - chance) * effects_worth(card.penalties)
        spent = _spent(self._state.table(), move)
        return StreetsHint(move, total - spent, chance, f"{float(chance):.1%} to resolve it")

    def _chance(self, move: str) -> Fraction | None:
        """The chance of the attempt after a move, no die of it rolled."""
        table, word = self._state.table(), move.split(maxsplit=1)[0]
        if word == "fail":
            return Fraction(0)
        if word == "roll":
            return chance_before(table)
        if word == "pass":
            return best(table, FAIL) if not _has_scored(table) else _rolled_again(table)
        if word == "clue" or (word == "use" and _rerolls(table, move)):
            return best(table, REROLL) if word == "clue" else chance_of_reroll(table, (), False)
        if self._state.pending == "reroll":
            return self._reroll_chance(table, move)
        return _reached(peek(self._state, move), depth=3)

    def _reroll_chance(self, table: Table, move: str) -> Fraction | None:
        _, _, chosen, _ = table.stack[-1]
        if move == "keep":
            return chance_after(table)
        if move == "reroll":
            return chance_of_reroll(table, chosen, exact=True)
        return chance_of_reroll(table, (*chosen, move.split()[1]), exact=False)

    # Where to go

    def _goal(self, table: Table, move: str) -> StreetsHint | None:
        seat = table.active
        here = table.seats[seat].place
        place = here if move == "stay" else PLACE_NAMES.index(move.split()[1])
        if place == STREETS or table.spot(place).card < 0:
            return None
        is_new = move != "stay"
        cards = self._cards_at(table, place)
        worths, chances = [], []
        for card in cards:
            value, chance = _card_value(table, place, card, is_new)
            worths.append(value)
            chances.append(chance)
        chance = sum(chances, Fraction(0)) / len(chances)
        why = f"{float(chance):.1%} to resolve {table.box.places[cards[0]].id}"
        if len(cards) > 1:
            why = f"{float(chance):.1%} on average of {len(cards)} cards that may lie there"
        return StreetsHint(move, table_worth(table) + sum(worths) / len(worths), chance, why)

    def _cards_at(self, table: Table, place: int) -> list[int]:
        spot = table.spot(place)
        if spot.up:
            return [spot.card]
        cards = hidden_like(table, spot.card)
        chance = random.Random(self._seed)
        return sorted(chance.sample(cards, min(len(cards), _MOST_CARDS)))

    # Everything else

    def _sampled(self, move: str) -> StreetsHint:
        """The mean worth after a move over hidden orders that agree with what can be seen."""
        while len(self._deals) < self._samples:
            number = len(self._deals)
            self._deals.append(redealt(self._state, self._seed * 1_000_003 + number))
        worths = [table_worth(state.after(move).table()) for state in self._deals]
        mean = sum(worths) / len(worths)
        return StreetsHint(move, mean, None, f"mean of {len(worths)} hidden orders")


def prize(card: AdventureCard) -> float:
    """What resolving a card looks worth."""
    return effects_worth(card.rewards) + _TROPHY * card.trophies + _CLOSING * card.is_world


def peek(state: StreetsState, move: str) -> Table:
    """The table after a move up to the next decision, even one without a choice: no die rolls.

    Not for moves that roll dice themselves.
    """
    table = state.table()
    name, *words = table.stack.pop()
    DECISIONS[name].choose(table, move, *words)
    while table.status == PLAYING and table.stack and table.stack[-1][0] in STEPS:
        step, *words = table.stack.pop()
        if step in ("clock", "event", "turn-end"):
            break
        STEPS[step](table, *words)
    return table


def _has_scored(table: Table) -> bool:
    return table.attempt is not None and table.attempt.scored


def _rolled_again(table: Table) -> Fraction | None:
    assert table.attempt is not None
    table.attempt = table.attempt._replace(roll=())
    return chance_before(table)


def _rerolls(table: Table, move: str) -> bool:
    name = move.split()[1]
    return any(one.id == name and one.use == "reroll" for one in table.box.assets)


def _reached(table: Table, depth: int) -> Fraction | None:
    """The chance at the decision that a table has come to, with the best that follows."""
    if table.attempt is None:
        return Fraction(int(any(text.startswith("resolves ") for text in table.log)))
    name, *words = table.stack[-1]
    if name == "before":
        return chance_before(table)
    if name == "after":
        return chance_after(table)
    if name not in ("drop", "focus", "secure", "change") or not depth:
        return chance_before(table) if not table.attempt.roll else chance_after(table)
    found = []
    for option in DECISIONS[name].options(table, *words):
        state = StreetsState(table.deal, table.fields(), (option,))
        chance = _reached(peek(state, option), depth - 1)
        found += [chance] if chance is not None else []
    return max(found, default=chance_before(table))


def _spent(table: Table, move: str) -> float:
    """What a move uses up: a Clue, a trophy, an item that is discarded."""
    word, *rest = move.split()
    if word == "clue" or rest == ["clue"]:
        return WORTH["clue"]
    assert table.attempt is not None
    for number in table.seats[table.attempt.seat].kit:
        asset = table.asset(number)
        if word in ("use", "ability") and asset.id == rest[0]:
            return WORTH[asset.deck] * (_DAILY_PART if asset.daily else 1.0)
    is_trophy = word == "ability" and any(one.id == rest[0] for one in table.box.monsters)
    return _TROPHY if is_trophy else 0.0


def _card_value(table: Table, place: int, card: int, is_new: bool) -> tuple[float, Fraction]:
    """What an attempt of a card at a place looks worth, and its chance."""
    table = Table(table.deal, table.fields())
    spot = table.spot(place)
    facts = table.box.places[card]
    total = 0.0
    if is_new:
        total += effects_worth(facts.entry)
        if not spot.up and place < FIRST_WORLD:
            total += effects_worth(facts.facedown)
    table.put_spot(place, spot._replace(card=card))
    if not spot.up:
        turn_up(table, place)
    table.put_seat(table.active, place=place)
    begin(table, table.active, place)
    if table.attempt is None:
        return total, Fraction(0)
    chance = chance_before(table) or Fraction(0)
    gain = prize(facts) - effects_worth(facts.penalties)
    better = _with_dice(table)
    if better is not None and float(better - chance) * gain > 10.0:
        total, chance = total - 10.0, better
    total += float(chance) * prize(facts) + float(1 - chance) * effects_worth(facts.penalties)
    return total + float(1 - chance) * _monsters_worth(table), chance


def _monsters_worth(table: Table) -> float:
    """What an attempt that fails may still bring: monsters that it defeats (S8.6)."""
    attempt = table.attempt
    assert attempt is not None
    total = 0.0
    for marker, _ in table.spot(attempt.place).monsters:
        monster = table.box.monsters[marker]
        chance = chance_of_task(monster.row, attempt.pool)
        total += float(chance) * (_TROPHY * monster.trophies + _MONSTER)
    return total


def _with_dice(table: Table) -> Fraction | None:
    """The chance if one thing that adds dice is used first."""
    assert table.attempt is not None
    seat = table.seats[table.attempt.seat]
    for number in seat.kit:
        asset = table.asset(number)
        if asset.use in _ADDS and f"use {asset.id}" in before_options(table):
            other = Table(table.deal, table.fields())
            use_before(other, asset.id)
            return chance_before(other)
    return None


# What is hidden


def hidden_like(table: Table, card: int) -> list[int]:
    """Cards that may lie where a facedown card lies: hidden ones with the same back."""
    back = _back(table, card)
    return [other for other in _hidden(table) if _back(table, other) == back]


def _hidden(table: Table) -> list[int]:
    facedown = [s.card for s in (*table.spots, *table.worlds) if s.card >= 0 and not s.up]
    return sorted((*facedown, *table.decks[ADVENTURES], *table.decks[WORLDS]))


def _back(table: Table, card: int) -> tuple[object, ...]:
    facts = table.box.places[card]
    if facts.is_world:
        return ("world",)
    return (facts.location, facts.difficulty, facts.facedown, facts.facedown_midnight)


def redealt(state: StreetsState, seed: int) -> StreetsState:
    """The same position with other hidden orders, drawn at random; what can be seen stays.

    What comes out depends on the seed and on what can be seen alone.
    """
    table, chance = state.table(), random.Random(seed)
    pools = _pools(table, chance)
    top = [pools[_back(table, card)].pop() for card in table.decks[ADVENTURES][:1]]
    table.spots = tuple(_redrawn(table, spot, pools) for spot in table.spots)
    table.worlds = tuple(_redrawn(table, spot, pools) for spot in table.worlds)
    left = sorted(card for pool in pools.values() for card in pool)
    worlds = [card for card in left if table.box.places[card].is_world]
    adventures = [card for card in left if not table.box.places[card].is_world]
    for deck, cards in enumerate(table.decks):
        rest = {ADVENTURES: adventures, WORLDS: worlds}.get(deck, sorted(cards))
        chance.shuffle(rest)
        first = top if deck == ADVENTURES else []
        table.decks = put(table.decks, deck, (*first, *rest))
    people = sorted(table.people)
    chance.shuffle(people)
    table.people = tuple(people)
    deal = replace(state.deal, seed=chance.getrandbits(64), ancient_one=state.deal.ancient.id)
    return StreetsState(deal, table.fields(), state.options)


def _pools(table: Table, chance: random.Random) -> dict[tuple[object, ...], list[int]]:
    """Hidden adventures and Other Worlds by their backs, in random order."""
    pools: dict[tuple[object, ...], list[int]] = {}
    for card in _hidden(table):
        pools.setdefault(_back(table, card), []).append(card)
    for pool in pools.values():
        chance.shuffle(pool)
    return pools


def _redrawn(table: Table, spot: Spot, pools: dict[tuple[object, ...], list[int]]) -> Spot:
    """A facedown card replaced by one with the same back."""
    if spot.up or spot.card < 0:
        return spot
    return spot._replace(card=pools[_back(table, spot.card)].pop())
