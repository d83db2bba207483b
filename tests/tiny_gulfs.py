"""Tiny random deals of Infinite Gulfs of Darkness: whole games small enough for brute force.

`tiny_gulfs_deal(rng)` gives deals of 8 or 9 clue cards in the stack, with equipment and mostly the
Machine among the cards that are dealt first, one or two menaces, low limits and all shuffles known.
A good part can be won. In classic mode, where a win takes five turns at least, there are 10 clue
cards, and those of the first hand cannot be discarded, which keeps the game small all the same. The
same generator state gives the same deal for ever.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from casecracker.engine.cards import CaseCard, Clue, Menace
from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY, INFINITE_GULFS, KEY_EFFECT, MENACE_ONGOINGS, PURPLE
from tests.gulfs import (
    GulfsPrinted,
    make_case,
    make_gulfs_clue,
    make_gulfs_deal,
    make_gulfs_deck,
    make_menace,
)

_TYPES = INFINITE_GULFS.types
_SIDES = INFINITE_GULFS.contact_sides
_TECHNIQUES = ("research", "interview")
_LEADS, _HAND = 5, 3
_LETTER = "A"
_MARKS = {  # how often a card has one of them
    ("key", "skeleton-key"): 0.2,
    ("lock", "skeleton-lock"): 0.25,
    ("darkness",): 0.2,
    ("no-discard",): 0.1,
}


def tiny_gulfs_deal(rng: random.Random, mode: str) -> Deal:
    """A tiny deal of that mode."""
    return _Tiny(rng, mode == "classic", rng.choice((5, 6))).deal()


@dataclass
class _Tiny:
    """Makes one deal: a generator, the mode, and the case that an effect may close."""

    rng: random.Random
    is_classic: bool
    closing: int

    def deal(self) -> Deal:
        count = 10 if self.is_classic else self.rng.randint(_LEADS + _HAND, 9)
        helps = 0.0 if self.is_classic else 0.3
        cases = self._cases()
        menaces = [self._menace("m1"), self._menace("m2")]
        if not self.is_classic:
            menaces = menaces[: self.rng.choice((1, 1, 2))]
        faces = [*(card.clue for card in cases), *(menace.clue for menace in menaces)]
        clues = self._clues([f"c{number}" for number in range(count)], faces)
        deck = make_gulfs_deck(
            clues,
            cases=cases,
            menaces=menaces,
            objectives=[_LETTER],
            contact=self._sides() if self.rng.random() < helps else "",
            equipment=self._sides() if self.rng.random() < helps else "",
        )
        return make_gulfs_deal(
            deck,
            draw=" ".join(self._order(clues[:count])),
            menaces=" ".join(self.rng.sample([card.id for card in menaces], len(menaces))),
            seed=self.rng.randrange(2**32),
            limits=self.rng.randint(1, 3),
            mode="classic" if self.is_classic else "hardboiled",
        )

    def _order(self, clues: Sequence[Clue]) -> list[str]:
        """All cards; equipment and the Machine at places that are dealt before the game begins."""
        marks = {"equipment", "machine"}
        early = [clue.id for clue in clues if marks & set(clue.attributes)]
        if self.is_classic:
            early = [clue.id for clue in clues[:_HAND]]
        others = [clue.id for clue in clues if clue.id not in early]
        order = self.rng.sample(others, len(others))
        if self.is_classic:
            return [*order[:_LEADS], *early, *order[_LEADS:]]
        for card in early:
            order.insert(self.rng.randrange(_LEADS + _HAND), card)
        return order

    def _clues(self, ids: Sequence[str], faces: Sequence[str]) -> list[Clue]:
        """The clue cards of the stack, then those on other sides.

        Some of the stack are equipment and mostly one is the Machine; any may bear the letter.
        """
        holders = ids[:_HAND] if self.is_classic else ids
        most = (1,) if self.is_classic else (1, 1, 2, 2, 3)
        equipment = sorted(self.rng.sample(holders, self.rng.choice(most)))
        machine = self.rng.choice((*equipment, ids[0], ""))
        goal = self.rng.choice(ids if self.rng.random() < 0.85 else faces)
        clues: list[Clue] = []
        for place, card in enumerate((*ids, *faces)):
            added: GulfsPrinted = {}
            if card in equipment:
                added["sides"] = self._sides()
            if card == goal:
                added["letter"] = _LETTER
                if self.rng.random() < 0.6:
                    added["effects"] = f"close-{self.closing}"
            clues.append(self._clue(card, place, added, is_machine=card == machine))
        return clues

    def _clue(self, card: str, place: int, added: GulfsPrinted, *, is_machine: bool) -> Clue:
        marks = [
            self.rng.choice(kinds)
            for kinds, chance in _MARKS.items()
            if self.rng.random() < chance * (1 - 0.7 * self.is_classic)
        ]
        if self.rng.random() < (1.0 if self.is_classic else 0.3):
            marks.append("puzzle")
        if is_machine:
            marks.append("machine")
        if self.is_classic and place < _HAND and "no-discard" not in marks:
            marks.append("no-discard")
        printed: GulfsPrinted = {
            "left": self._edge(),
            "right": self._edge(),
            "attributes": " ".join(marks),
            "effects": self._effects(),
            "minimum": 0 if self.is_classic else self.rng.choice((0, 0, 0, 0, 1)),
            "time": self.rng.random() < 0.3,
            "stability": self.rng.random() < 0.2,
        }
        if self.rng.random() < 0.2:
            printed["left_purple"] = ANY
        printed.update(added)
        return make_gulfs_clue(card, self._types(place), **printed)

    def _edge(self) -> str:
        chance = 0.95 if self.is_classic else 0.6
        return ANY if self.rng.random() < chance else self.rng.choice(_TECHNIQUES)

    def _types(self, place: int) -> str:
        """Types that go round by the card's place, with many others on some cards."""
        first = _TYPES[place % len(_TYPES)]
        others = [kind for kind in _TYPES if kind != first]
        return " ".join([first, *self.rng.sample(others, self.rng.choice((0, 0, 1, 3, 4, 5)))])

    def _effects(self) -> str:
        closing = f"close-{self.closing}"
        if self.is_classic:
            return self.rng.choice(("", "", "", closing, "prevent-next"))
        known = (*INFINITE_GULFS.effects, *[closing] * 4, "discard-hand", "prevent-next")
        return " ".join(self.rng.choice(known) for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2))))

    def _sides(self) -> str:
        if self.rng.random() < 0.3:
            return KEY_EFFECT
        return " ".join(self.rng.sample(_SIDES, self.rng.choice((1, 1, 2))))

    def _cases(self) -> list[CaseCard]:
        """Case cards 1, 2 and the one to be closed, one or two open; perhaps a Haunter."""
        starts = ((self.closing,), (self.closing,), (1,), (1, self.closing), (1, 2))
        begin = starts[0] if self.is_classic else self.rng.choice(starts)
        cases = [
            make_case(
                number,
                self._edge(),
                start=number in begin,
                on_close=self._icons(),
                clue=f"f{number}",
            )
            for number in (1, 2, self.closing)
        ]
        if self.rng.random() < 0.4:
            ongoing = self.rng.choice(MENACE_ONGOINGS)
            cases.append(make_case(7, "", on_close=self._icons(), ongoing=ongoing, clue="f7"))
        return cases

    def _icons(self) -> str:
        access = f"access-{self.closing}"
        icons = self.rng.sample((access, access, "access-7", "access-2", "take-stability"), 2)
        words = icons[: self.rng.randint(0, 2)]
        if self.rng.random() < 0.25:
            words.insert(self.rng.randint(0, len(words)), "flip add-to-hand")
        colour = PURPLE if self.rng.random() < 0.2 else ""
        return " ".join(f"{colour}{word}" for word in " ".join(words).split())

    def _menace(self, card: str) -> Menace:
        known = ("", "", f"access-{self.closing}", "access-7", "remove-aurora", "shuffle-all")
        return make_menace(
            card,
            self.rng.choice(("aurora", "standard")),
            immediate=self.rng.choice(known),
            ongoing=self.rng.choice(("", *MENACE_ONGOINGS)),
            icons=self.rng.choice(("", "", "", "flip add-to-hand")),
            clue=f"g{card}",
        )
