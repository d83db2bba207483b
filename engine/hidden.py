"""What a player does not see: the order of the stack, and the victims or menaces to come.

All that is here is a matter of counting; every order that is counted has an equal chance.
"""

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Hidden(NamedTuple):
    """One way in which the hidden cards may lie.

    Attributes:
        order: The stack, top first.
        called: The victims, or the menaces, to come, the next one first.
    """

    order: tuple[str, ...]
    called: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VictimsToCome:
    """Victims that have not appeared; `left` of them are to come, the others lie in the box."""

    unseen: tuple[str, ...]
    left: int

    def count(self) -> int:
        """How many orders there are."""
        return math.perm(len(self.unseen), self.left)

    def orders(self) -> Iterator[tuple[str, ...]]:
        """All orders."""
        return itertools.permutations(self.unseen, self.left)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        """One of the orders."""
        return tuple(rng.sample(self.unseen, self.left))


@dataclass(frozen=True, slots=True)
class MenacesToCome:
    """Menaces not seen, those of the upper deck and of the lower; one of them may lie in the box.

    One of A upper and S lower menaces was taken out, all equally likely, before the two decks were
    shuffled; since then their tops have been seen in order. So of the equally likely beginnings
    (the one in the box, and an order of each deck before it was taken out) A lead to each order
    that is left with an upper menace in the box, and S to each with a lower one. If all that were
    not seen are of one deck, their orders are equally likely.

    Attributes:
        upper: Menaces not seen of the upper deck.
        lower: Those of the lower one.
        left: How many are to come: all that were not seen, or one less.
        decks: A and S.
    """

    upper: tuple[str, ...]
    lower: tuple[str, ...]
    left: int
    decks: tuple[int, int]

    def count(self) -> int:
        """How many orders there are, each as often as `orders` gives it."""
        orders = math.factorial(len(self.upper)) * math.factorial(len(self.lower))
        if not self._one_is_in_the_box:
            return orders
        parts = zip((self.upper, self.lower), self._multiples(), strict=True)
        return orders * sum(multiple for part, multiple in parts if part)

    def orders(self) -> Iterator[tuple[str, ...]]:
        """All orders, some several times, so that each stands for an equal chance."""
        if not self._one_is_in_the_box:
            yield from _stacked(self.upper, self.lower)
            return
        for part, multiple in zip((self.upper, self.lower), self._multiples(), strict=True):
            for removed in part:
                for order in _stacked(_without(removed, self.upper), _without(removed, self.lower)):
                    yield from itertools.repeat(order, multiple)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        """One of the orders."""
        parts = [self.upper, self.lower]
        if self._one_is_in_the_box:
            # With an upper one in the box there are as many orders as with a lower one (`count`).
            shares = [
                multiple * bool(p) for p, multiple in zip(parts, self._multiples(), strict=True)
            ]
            removed = rng.choice(rng.choices(parts, shares)[0])
            parts = [_without(removed, part) for part in parts]
        return tuple(menace for part in parts for menace in rng.sample(part, len(part)))

    @property
    def _one_is_in_the_box(self) -> bool:
        return self.left < len(self.upper) + len(self.lower)

    def _multiples(self) -> tuple[int, int]:
        """How often an order counts with an upper menace in the box, and with a lower one."""
        if not self.upper or not self.lower:
            return 1, 1
        upper, lower = self.decks
        common = math.gcd(upper, lower)
        return upper // common, lower // common


def _without(card: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(other for other in cards if other != card)


def _stacked(upper: tuple[str, ...], lower: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """All orders of two small decks, one lying on the other."""
    pairs = itertools.product(itertools.permutations(upper), itertools.permutations(lower))
    return (first + second for first, second in pairs)
