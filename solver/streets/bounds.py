"""What no line of Streets of Arkham can do: bounds that hold for every dice and order."""

from collections.abc import Iterable, Iterator
from math import ceil

from casecracker.engine.streets.cards import IN_BOX, Box, Effect
from casecracker.engine.streets.deal import StreetsDeal

_MOST_PIPS = 4
"""Of one die."""

MAX_TURNS = 120
"""More turns than any search looks at: where nothing can win."""


def turns_bound(deal: StreetsDeal) -> int:
    """Turns that no line can win in fewer than: by Elder Signs, or by the battle.

    In a turn at most one card is resolved (docs/streets.md, S7.1), which brings at most as many
    Elder Signs as the best card does. A task of the battle takes at least so many of the eight dice
    (S14.3), and a spent die is gone for the turn. A box with other sources of Elder Signs, or with
    attacks that take doom off, has no such bound.
    """
    best = most_signs(deal)
    if best is None:
        return 1
    by_signs = ceil(deal.ancient.signs / best) if best else MAX_TURNS
    return min(by_signs, _battle_bound(deal))


def most_signs(deal: StreetsDeal) -> int | None:
    """The most Elder Signs that a turn can bring; None if not only resolved cards bring them."""
    seats = deal.investigators
    if signs_of(_other_effects(deal.box), seats):
        return None
    cards = deal.box.places
    return max(signs_of((*card.rewards, *card.member_reward), seats) for card in cards)


def _battle_bound(deal: StreetsDeal) -> int:
    ancient = deal.ancient
    relief = {"reprieve", "doom"} & set(_kinds((*ancient.attack, *ancient.awakening)))
    dice = least_dice(ancient.combat.needs)
    if relief or not dice:
        return 1
    hits = sum(IN_BOX) // dice
    return ceil(ancient.doom / hits) if hits else MAX_TURNS


def least_dice(needs: Iterable[str]) -> int:
    """The fewest dice that can meet needs."""
    return sum(ceil(int(need) / _MOST_PIPS) if need.isdigit() else 1 for need in needs)


def _other_effects(box: Box) -> tuple[Effect, ...]:
    """Everything but rewards that may happen in a turn."""
    found: list[Effect] = []
    for card in box.places:
        found += [*card.terror, *card.entry, *card.midnight, *card.penalties]
        found += [*card.facedown, *card.facedown_midnight]
    for event in box.events:
        found += event.effects
    for mythos in box.mythos:
        found += [*mythos.effects, *mythos.terror, *mythos.midnight]
    for monster in box.monsters:
        found += monster.midnight
    for ancient in box.ancients:
        found += [*ancient.midnight, *ancient.attack, *ancient.awakening]
    for investigator in box.investigators:
        found += investigator.kit
    return tuple(found)


def _kinds(effects: Iterable[Effect]) -> Iterator[str]:
    """Kinds of effects, those in split ones too."""
    for effect in effects:
        yield effect.kind
        for group in effect.options:
            yield from _kinds(group)


def signs_of(effects: Iterable[Effect], seats: int) -> int:
    """The most Elder Signs that effects can bring; those for each investigator count for all."""
    total = 0
    for effect in effects:
        if effect.options:
            total += max(signs_of(group, seats) for group in effect.options)
        elif effect.kind == "elder-sign":
            total += max(0, effect.amount) * (seats if effect.each else 1)
    return total
