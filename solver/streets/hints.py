"""What to do next in Streets of Arkham, judged from what the players can see.

In an attempt every move has its exact chance, and its worth is that of rewards and penalties by
this chance. Where to go is judged likewise; for a facedown card by all cards that may lie there.
Other decisions are tried on sampled hidden orders. No order that is hidden is looked at.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from casecracker.engine.streets.attempts import before, before_options, begin, open_tasks
from casecracker.engine.streets.cards import AdventureCard, Effect
from casecracker.engine.streets.deal import ADVENTURES, WORLDS
from casecracker.engine.streets.flow import DECISIONS, STEPS
from casecracker.engine.streets.midnight import awaken
from casecracker.engine.streets.places import turn_up
from casecracker.engine.streets.points import regain
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    FIRST_WORLD,
    IN_PLAY,
    PLACE_NAMES,
    PLAYING,
    STREETS,
    Spot,
    Step,
    Table,
    put,
)
from casecracker.solver.odds_choices import FAIL, REROLL
from casecracker.solver.streets.chances import (
    best,
    chance_after,
    chance_before,
    chance_of_reroll,
    chance_of_task,
)
from casecracker.solver.streets.prices import (
    CLUE,
    MONSTER,
    TROPHY,
    price_of_costs,
    price_of_effects,
    price_of_locks,
    price_of_table,
)

DEFAULT_SAMPLES = 8
_CLOSING = 10.0
_MOST_CLUES, _MOST_THINGS, _PART_SPENT = 2, 2, 0.6
"""Clues and things that add dice that are looked at for a card, and how many Clues are spent."""

_GOALS = (0.6, 0.3, 0.15)
"""How much of what the best cards to go to are worth counts for a table."""

_DICE_DECISIONS = ("before", "after", "reroll", "change", "secure", "focus", "drop")
_ON_THE_WAY = ("drop", "focus", "secure", "change", "defeat")
"""Decisions between one look at the dice and the next."""

_COSTS = ("pay", "gate-at")
"""Decisions that a completed task asks for: its points, and where its gate opens."""

_ADDS = ("yellow", "red", "yellow-red")
_ON_CARDS = (
    *("gate-at", "close-gate", "place-monster", "settle-monster", "remove-monster", "flip"),
    *("streets-discard",),
)
"""Decisions about which cards can be gone to, and how hard they are."""

_GONE = -2
"""No card: of a step that is due at one that is not there any more."""

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
        table = self._state.table()
        attempt = table.attempt
        assert attempt is not None
        card = self._state.deal.box.places[attempt.card]
        won = prize(table, attempt.seat, card) + _costs_left(table)
        lost = price_of_effects(table, attempt.seat, card.penalties)
        total = float(chance) * won + float(1 - chance) * lost - _spent(self._state, move)
        return StreetsHint(move, total, chance, f"{float(chance):.1%} to resolve it")

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
            value, chance = card_value(table, place, card, is_new)
            worths.append(value)
            chances.append(chance)
        chance = sum(chances, Fraction(0)) / len(chances)
        why = f"{float(chance):.1%} to resolve {table.box.places[cards[0]].id}"
        if len(cards) > 1:
            why = f"{float(chance):.1%} on average of {len(cards)} cards that may lie there"
        return StreetsHint(move, price_of_table(table) + sum(worths) / len(worths), chance, why)

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
        price = price_with_goals if self._state.pending in _ON_CARDS else price_of_table
        worths = [price(state.after(move).table()) for state in self._deals]
        mean = sum(worths) / len(worths)
        return StreetsHint(move, mean, None, f"mean of {len(worths)} hidden orders")


def prize(table: Table, seat: int, card: AdventureCard) -> float:
    """What resolving a card looks worth to a seat."""
    total = price_of_effects(table, seat, card.rewards) + TROPHY * card.trophies
    if card.member and card.member == table.seats[seat].member:
        total += price_of_effects(table, seat, card.member_reward)
    return total + _CLOSING * card.is_world


def _costs_left(table: Table) -> float:
    """What the tasks cost that are still to be done."""
    attempt = table.attempt
    assert attempt is not None
    tasks = open_tasks(table)
    return sum(price_of_costs(table, attempt.seat, task.row.costs) for task in tasks)


def peek(state: StreetsState, move: str) -> Table:
    """The table after a move up to the next decision, even one without a choice: no die rolls.

    Not for moves that roll dice themselves. A monster that would appear is left out: nobody knows
    which one.
    """
    table = state.table()
    name, *words = table.stack.pop()
    DECISIONS[name].choose(table, move, *words)
    while table.status == PLAYING and table.stack and table.stack[-1][0] in STEPS:
        step, *words = table.stack.pop()
        if step in ("clock", "event", "turn-end"):
            break
        if step == "go-on" and table.doom == table.deal.ancient.doom and not table.awake:
            awaken(table)
            break
        if step != "monster":
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
        found = [chance_after(table), _rolled_again(table) if _has_scored(table) else None]
        return max((chance for chance in found if chance is not None), default=None)
    if name not in _COSTS and (name not in _ON_THE_WAY or not depth):
        return chance_before(table) if not table.attempt.roll else chance_after(table)
    values = []
    for option in DECISIONS[name].options(table, *words):
        state = StreetsState(table.deal, table.fields(), (option,))
        chance = _reached(peek(state, option), depth - (name not in _COSTS))
        values += [chance] if chance is not None else []
    return max(values, default=chance_before(table))


def _spent(state: StreetsState, move: str) -> float:
    """What a move uses up: a Clue, a trophy, an item; less what that brings beside dice."""
    if move.split(maxsplit=1)[0] not in ("clue", "use", "ability", "release"):
        return 0.0
    return price_of_table(state.table()) - price_of_table(peek(state, move))


# Cards to go to


def card_value(table: Table, place: int, card: int, is_new: bool) -> tuple[float, Fraction]:
    """What going to a card and attempting it looks worth, and the chance of resolving it.

    Args:
        table: The table; it is not changed.
        place: Where the card lies.
        card: Which card; for a facedown one any that may lie there.
        is_new: Whether the investigator is not there yet.
    """
    seat = table.active
    spot, facts = table.spot(place), table.box.places[card]
    at_midnight = price_of_effects(table, seat, facts.midnight) + price_of_locks(facts.locked)
    total = 0.0
    if is_new:
        total += price_of_effects(table, seat, facts.entry)
    if not spot.up:
        if place < FIRST_WORLD:
            total += price_of_effects(table, seat, facts.facedown)
            total -= price_of_effects(table, seat, facts.facedown_midnight)
        total += at_midnight
    there = beginning(table, place, card)
    arrival = (*facts.entry, *(() if spot.up else facts.facedown)) if is_new else ()
    if there.attempt is None or not _survives(there, seat, arrival):
        return total, Fraction(0)
    won = prize(there, seat, facts) + _costs_left(there) - at_midnight
    lost = price_of_effects(there, seat, facts.penalties) + _monsters_worth(there)
    worth, chance = _best_dice(there, won - lost, _MOST_THINGS)
    return total + lost + worth, chance


def beginning(table: Table, place: int, card: int) -> Table:
    """The table at the beginning of an attempt of a card."""
    there = Table(table.deal, table.fields())
    spot = there.spot(place)
    there.put_spot(place, spot._replace(card=card))
    if not spot.up:
        turn_up(there, place)
    there.put_seat(there.active, place=place)
    begin(there, there.active, place)
    return there


def _survives(table: Table, seat: int, effects: tuple[Effect, ...]) -> bool:
    """Take what effects give and cost in points and Clues; whether the investigator lives on."""
    one = table.seats[seat]
    uses = [table.asset(number).use for number in one.kit]
    for effect in effects:
        if effect.kind == "devoured":
            return False
        if effect.kind in ("sanity", "stamina") and effect.amount < 0:
            covered = min(-effect.amount, uses.count(f"cover-{effect.kind}"))
            left = getattr(table.seats[seat], effect.kind) + effect.amount + covered
            if left <= 0:
                return False
            table.put_seat(seat, **{effect.kind: left})
        elif effect.kind in ("sanity", "stamina"):
            regain(table, seat, effect.kind, effect.amount)
        elif effect.kind == "clue":
            table.put_seat(seat, clues=max(0, table.seats[seat].clues + effect.amount))
    return True


def _best_dice(table: Table, gain: float, most: int) -> tuple[float, Fraction]:
    """The best of chance times gain less what is used up for it, and that chance.

    What may be used up: some of the Clues that are looked at, up to `most` things that add dice.
    """
    attempt = table.attempt
    assert attempt is not None
    found = [_with_clues(table, gain, clues) for clues in range(_clues_of(table) + 1)]
    best_so_far = max(found)
    for move in before_options(table) if most else ():
        if not _adds_dice(table, move):
            continue
        other = Table(table.deal, table.fields())
        before(other, move)
        cost = price_of_table(table) - price_of_table(other)
        if gain * float(1 - best_so_far[1]) > cost:
            worth, chance = _best_dice(other, gain, most - 1)
            found.append((worth - cost, chance))
    return max(found)


def _with_clues(table: Table, gain: float, clues: int) -> tuple[float, Fraction]:
    assert table.attempt is not None
    other = Table(table.deal, table.fields())
    other.put_seat(table.attempt.seat, clues=clues)
    chance = chance_before(other) or Fraction(0)
    return float(chance) * gain - _PART_SPENT * CLUE * clues, chance


def _clues_of(table: Table) -> int:
    assert table.attempt is not None
    return min(_MOST_CLUES, table.seats[table.attempt.seat].clues)


def _adds_dice(table: Table, move: str) -> bool:
    word, *rest = move.split()
    if word == "ability":
        return True
    return word == "use" and any(one.id == rest[0] and one.use in _ADDS for one in table.box.assets)


def _monsters_worth(table: Table) -> float:
    """What an attempt that fails may still bring: monsters that it defeats (S8.6)."""
    attempt = table.attempt
    assert attempt is not None
    total = 0.0
    for marker, _ in table.spot(attempt.place).monsters:
        monster = table.box.monsters[marker]
        chance = chance_of_task(monster.row, attempt.pool)
        total += float(chance) * (TROPHY * monster.trophies + MONSTER)
    return total


def _goal_value(table: Table, place: int) -> float:
    """What a card that is faceup looks worth with the dice and Clues at hand; not less than 0."""
    there = beginning(table, place, table.spot(place).card)
    chance = float(chance_before(there) or 0)
    facts, seat = table.card(place), table.active
    lost = price_of_effects(table, seat, facts.penalties)
    return max(0.0, chance * prize(table, seat, facts) + (1 - chance) * lost)


def price_with_goals(table: Table) -> float:
    """What a table looks worth, with the best faceup cards to go to next."""
    total = price_of_table(table)
    if table.status != PLAYING or table.awake or table.seats[table.active].status != IN_PLAY:
        return total
    goals = (
        place
        for place in table.places()
        if (table.spot(place).up and table.spot(place).gate < 0) or place >= FIRST_WORLD
    )
    values = sorted((_goal_value(table, place) for place in goals), reverse=True)
    return total + sum(part * value for part, value in zip(_GOALS, values, strict=False))


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
    before = {place: table.spot(place).card for place in table.places()}
    pools = _pools(table, chance)
    top = [pools[_back(table, card)].pop() for card in table.decks[ADVENTURES][:1]]
    table.spots = tuple(_redrawn(table, spot, pools) for spot in table.spots)
    table.worlds = tuple(_redrawn(table, spot, pools) for spot in table.worlds)
    table.stack = [_step_redrawn(table, step, before) for step in table.stack]
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


def _step_redrawn(table: Table, step: Step, before: Mapping[int, int]) -> Step:
    """A step that is due at a card that may be another one now."""
    if step[0] not in ("turn-up", "at-midnight"):
        return step
    name, seat, place, card, *words = step
    now = table.spot(place).card if before.get(place) == card else _GONE
    return (name, seat, place, now, *words)


def _redrawn(table: Table, spot: Spot, pools: dict[tuple[object, ...], list[int]]) -> Spot:
    """A facedown card replaced by one with the same back."""
    if spot.up or spot.card < 0:
        return spot
    return spot._replace(card=pools[_back(table, spot.card)].pop())
