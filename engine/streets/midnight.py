"""Midnight, and the awakening of the Ancient One (docs/streets.md, S9, S14)."""

from typing import TypeAlias

from casecracker.engine.streets.cards import CHOOSE_ONE, Effect
from casecracker.engine.streets.deal import MYTHOS
from casecracker.engine.streets.locks import enforce_locks
from casecracker.engine.streets.possessions import expire
from casecracker.engine.streets.table import (
    ANCIENT_ONE,
    IN_PLAY,
    LOST,
    NOWHERE,
    OUT,
    PLACE_NAMES,
    STREETS,
    Table,
    put,
)

_Card: TypeAlias = tuple[int, int, tuple[Effect, ...]]
"""A card with midnight effects: its place, its number, the effects."""

_OF_THE_CARD = ("monster-here", "discard-card", CHOOSE_ONE)
"""Effects that are about the card on which they stand, or may be."""


def midnight(table: Table) -> None:
    """Everything that midnight brings, in its order (S9.4)."""
    seat = table.active
    table.tell("midnight")
    table.push("refresh")
    table.push("mythos")
    if table.mythos >= 0:
        table.push_effects(seat, STREETS, table.box.mythos[table.mythos].midnight)
    cards = tuple(
        (place, table.spot(place).card, effects)
        for place in table.places()
        if (effects := _at_midnight(table, place))
    )
    if cards:
        table.push("card-order", seat, cards)
    monsters = [
        marker
        for place in table.places()
        for marker, _ in table.spot(place).monsters
        if table.box.monsters[marker].midnight
    ]
    if monsters:
        table.push("monster-order", seat, tuple(monsters))
    table.push_effects(seat, STREETS, table.deal.ancient.midnight)


def _at_midnight(table: Table, place: int) -> tuple[Effect, ...]:
    card, spot = table.card(place), table.spot(place)
    if spot.up:
        return card.midnight
    return () if card.is_world else card.facedown_midnight


def card_order_options(table: Table, seat: int, cards: tuple[_Card, ...]) -> list[str]:
    """Which card's midnight effects come next; equal ones that any place suits are one."""
    kinds: dict[tuple[tuple[Effect, ...], int], str] = {}
    for place, _, effects in cards:
        is_bound = any(effect.kind in _OF_THE_CARD for effect in effects)
        kinds.setdefault(
            (effects, place if is_bound else STREETS), f"midnight {PLACE_NAMES[place]}"
        )
    return list(kinds.values())


def card_order(table: Table, chosen: str, seat: int, cards: tuple[_Card, ...]) -> None:
    """Carry them out if the card is still there."""
    name = chosen.split()[1]
    place, card, effects = next(one for one in cards if PLACE_NAMES[one[0]] == name)
    rest = tuple(one for one in cards if one[0] != place)
    if rest:
        table.push("card-order", seat, rest)
    if table.spot(place).card == card:
        table.push_effects(seat, place, effects)


def monster_order_options(table: Table, seat: int, markers: tuple[int, ...]) -> list[str]:
    """Which monster's midnight effect comes next; equal ones are not told apart."""
    kinds: dict[tuple[Effect, ...], str] = {}
    for marker in markers:
        monster = table.box.monsters[marker]
        kinds.setdefault(monster.midnight, f"midnight {monster.id}")
    return list(kinds.values())


def monster_order(table: Table, chosen: str, seat: int, markers: tuple[int, ...]) -> None:
    """Carry it out if the monster is still there."""
    name = chosen.split()[1]
    marker = next(one for one in markers if table.box.monsters[one].id == name)
    rest = tuple(one for one in markers if one != marker)
    if rest:
        table.push("monster-order", seat, rest)
    for place in table.places():
        if any(pair[0] == marker for pair in table.spot(place).monsters):
            table.push_effects(seat, place, table.box.monsters[marker].midnight)


def mythos(table: Table) -> None:
    """A new Mythos card takes the place of the old one, and what it says happens at once."""
    if table.mythos >= 0:
        table.mythos_pile = tuple(sorted((*table.mythos_pile, table.mythos)))
    table.mythos = draw_mythos(table)
    card = table.box.mythos[table.mythos]
    table.tell(f"Mythos: {card.id}")
    enforce_locks(table)
    table.push_effects(table.active, STREETS, card.effects)


def draw_mythos(table: Table) -> int:
    """The next Mythos card; when none is left those discarded are shuffled (S9.5)."""
    if not table.decks[MYTHOS]:
        table.shuffles = (table.shuffles[0], table.shuffles[1] + 1)
        order = table.deal.mythos(table.shuffles[1])
        again = tuple(card for card in order if card in table.mythos_pile)
        table.decks, table.mythos_pile = put(table.decks, MYTHOS, again), ()
    card = table.draw(MYTHOS)
    assert card is not None
    return card


def refresh(table: Table) -> None:
    """What is used once a day may be used again; Skills for a day are over."""
    for seat in range(len(table.seats)):
        expire(table, seat, "midnight")
        table.put_seat(seat, used=())


def attack(table: Table) -> None:
    """Midnight in the battle: the Ancient One attacks."""
    table.push("refresh")
    table.push_effects(table.active, ANCIENT_ONE, table.deal.ancient.attack)


def awaken(table: Table) -> None:
    """The doom track is full: the battle begins, and what was under way is dropped (S14.1)."""
    table.tell(f"{table.deal.ancient.id} awakens")
    names = [step[0] for step in table.stack]
    mythos_card = table.mythos
    table.mythos, table.attempt, table.stack = -1, None, []
    table.lost_dice = tuple(table.locked())
    table.mythos, table.awake = mythos_card, True
    table.stack = [("turn-end",)] if "turn-end" in names else [("next",)]
    if "turn-end" not in names and "next" not in names:
        table.stack = [("turn",)]
    if "clock" in names:
        table.stack.append(("clock",))
    if "refresh" in names:
        table.stack.append(("refresh",))
    for seat, one in enumerate(table.seats):
        status = IN_PLAY if one.status == IN_PLAY else OUT
        place = ANCIENT_ONE if status == IN_PLAY else NOWHERE
        table.put_seat(seat, place=place, status=status)
    if not table.in_play():
        table.status = LOST
    table.push_effects(table.active, ANCIENT_ONE, table.deal.ancient.awakening)
