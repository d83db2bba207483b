"""Tiny random deals of The Witch Cult Murders and The King in Yellow: whole games for brute force.

`tiny_deal(rng, game)` plants a line that may win: its cards fit edge to edge, those that are locked
come after a key, and they turn up in their order, as leads or in hand. Then chance spoils some of
it. So a good share of the deals can be won, in three to eight turns, and most others look as if
they could. Cards show one type, up to two or up to three; shuffles are all known. The same
generator state gives the same deal for ever. (Infinite Gulfs of Darkness: `tiny_gulfs.py`.)
"""

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY, IMMEDIATE_EFFECTS, Game, find_game
from tests.decks import make_clue, make_deal, make_deck

_TECHNIQUES = ("research", "interview", "surveillance", "collection")
_LEADS, _HAND = 5, 3
_EXCHANGE = "exchange-penalty"
_STAYING = 5  # types that stay behind when a case is closed


def tiny_deal(rng: random.Random, game: str) -> Deal:
    """A tiny deal of the game."""
    return _Tiny(rng, find_game(game), rng.choice((1, 1, 2, 3))).deal()


@dataclass
class _Tiny:
    """Makes one deal: a generator, the game, and how many types a card shows at most."""

    rng: random.Random
    game: Game
    most_types: int
    any_edge: float = field(init=False)
    effect: float = field(init=False)
    penalty: float = field(init=False)
    spoilt: float = field(init=False)
    puzzle: float = field(init=False)

    def __post_init__(self) -> None:
        self.any_edge = self.rng.choice((0.0, 0.2, 0.5))
        self.effect = self.rng.choice((0.1, 0.3))
        self.penalty = self.rng.choice((0.2, 0.4, 0.6))
        self.spoilt = self.rng.choice((0.0, 0.1, 0.2))
        self.puzzle = self.rng.choice((0.0, 0.1, 0.4))

    def deal(self) -> Deal:
        puzzles = self.rng.choice((1, 1, 2)) if self.most_types > 1 else 1
        planted = self._planted(puzzles)
        # Refills that the first pass lacks, or has to spare, until the line is played and closed.
        short = self.rng.choice((0, 0, 1, 2) if self.most_types == 1 else (-2, -1, 0, 1))
        count = _LEADS + _HAND + len(planted) - short
        cards = [*planted, *(self._other(number) for number in range(len(planted), count))]
        sides = self._sides()
        row, hand = self._row_and_hand([card.id for card in cards], len(planted))
        if sides == _EXCHANGE:
            cards = self._with_detour(cards, len(planted), row)
        deck = make_deck(
            self._with_yellow(cards, len(planted)),
            icons=self._icons(planted[0].left[0]),
            sides=sides,
            game=self.game.id,
        )
        return make_deal(
            deck,
            draw=" ".join([*reversed(row[:_LEADS]), *hand, *row[_LEADS:]]),
            seed=self.rng.randrange(2**64),
            limits=self.rng.choice((1, 1, 2, 3)),
            victims=2 + (short > 0) + (self.rng.random() < (0.5 if sides == _EXCHANGE else 0.2)),
            puzzles=puzzles,
            last_victim=self.rng.choice(("lose", "win")),
        )

    def _icons(self, start: str) -> list[str]:
        """What the victims show; the line may begin at one of the first two."""
        first = self.rng.sample([start, self._edge()], 2)
        return [*first, self._edge(), self._edge()]

    def _planted(self, puzzles: int) -> list[Clue]:
        """The cards of the line in the order in which they are to be played."""
        plan = self._plan(puzzles)
        joints = [self._edge() for _ in range(len(plan) + 1)]
        keys = 0
        line: list[Clue] = []
        for place, (types, marks) in enumerate(plan):
            if self.rng.random() < 0.25:
                marks.append("key")
            if keys and self.rng.random() < 0.5:
                marks.append("lock")
                keys -= 1
            keys += "key" in marks
            minimum = place if self.rng.random() < 0.2 else 0
            line.append(self._clue(place, types, marks, joints[place : place + 2], minimum))
        return line

    def _plan(self, puzzles: int) -> list[tuple[list[str], list[str]]]:
        """Types and marks of the cards: some show the five types that stay, the others score."""
        kinds = self.rng.sample(self.game.types, len(self.game.types))
        most = self.most_types
        staying = [kinds[:_STAYING][n : n + most] for n in range(0, _STAYING, most)]
        scored = self.rng.sample(kinds, puzzles)
        marks = [list[str]() for _ in staying] + [["puzzle"] for _ in scored]
        plan = list(zip([*staying, *([kind] for kind in scored)], marks, strict=True))
        return self.rng.sample(plan, len(plan))

    def _other(self, number: int) -> Clue:
        """A card beside the line."""
        types = self.rng.sample(self.game.types, self.rng.randint(1, self.most_types))
        chances = (("puzzle", self.puzzle), ("key", 0.2), ("lock", 0.3))
        marks = [mark for mark, chance in chances if self.rng.random() < chance]
        minimum = self.rng.choice((0, 0, 1, 2))
        return self._clue(number, types, marks, [self._edge(), self._edge()], minimum)

    def _clue(
        self, number: int, types: Sequence[str], marks: list[str], edges: list[str], minimum: int
    ) -> Clue:
        if self.rng.random() < self.spoilt:
            edges, marks = [edges[1], self._edge()], [*{*marks, "lock"}]
        return make_clue(
            f"c{number:02}",
            " ".join(types),
            left=edges[0],
            right=edges[1],
            attributes=" ".join(sorted(marks)),
            effects=self._effects(),
            minimum=minimum,
            time=self.rng.random() < self.penalty,
            stability=self.rng.random() < self.penalty,
        )

    def _edge(self) -> str:
        return ANY if self.rng.random() < self.any_edge else self.rng.choice(_TECHNIQUES)

    def _effects(self) -> str:
        effects: list[str] = []
        while len(effects) < 3 and self.rng.random() < self.effect:
            effects.append(self.rng.choice((*self.game.effects, "stability-check")))
        return " ".join(effects)

    def _row_and_hand(self, ids: list[str], planted: int) -> tuple[list[str], list[str]]:
        """The leads in the order in which they come, and the hand.

        First leads are cards of the line in their order, or others where one of up to three cards
        of the line in hand is to be played.
        """
        line, others = ids[:planted], self.rng.sample(ids[planted:], len(ids) - planted)
        held = sorted(self.rng.sample(line, self.rng.randint(0, min(_HAND, planted))))
        row = [others.pop() if card in held and others else card for card in line]
        row = [card for card in row if card not in held]
        hand = [*held, *others[: _HAND - len(held)]]
        return [*row, *(card for card in ids if card not in (*row, *hand))], hand

    def _with_detour(self, cards: list[Clue], planted: int, row: list[str]) -> list[Clue]:
        """The cards, one of the line too late in the row: an exchange may bring it in time.

        A card before it discards a lead; it has the hourglass and so goes to the time area.
        """
        spare = {card.id for card in cards[planted:]}
        places = [
            (early, late)
            for early, late in itertools.combinations(range(1, len(row)), 2)
            if row[early] not in spare and row[late] in spare and late - early < _LEADS - 1
        ]
        if not places:
            return cards
        early, late = self.rng.choice(places)
        card = next(card for card in cards if card.id == row[early])
        place = cards.index(card)
        row[early], row[late] = row[late], row[early]
        changed = list(cards)
        changed[place] = card.model_copy(update={"time": True})
        if place:
            giver = self.rng.randint(max(0, place - 2), place - 1)
            changed[giver] = cards[giver].model_copy(update={"effects": ("discard-lead",)})
        return changed

    def _sides(self) -> str:
        """No contact, or one: the exchange alone, or one or two sides of any sort."""
        kind = self.rng.choice(("none", "exchange", "any"))
        if kind != "any":
            return "" if kind == "none" else _EXCHANGE
        return " ".join(self.rng.sample(self.game.contact_sides, self.rng.randint(1, 2)))

    def _with_yellow(self, cards: list[Clue], planted: int) -> list[Clue]:
        """The cards with what only The King in Yellow prints; the king is a puzzle of the line."""
        if not self.game.immediates:
            return cards
        king = next(n for n, card in enumerate(cards[:planted]) if "puzzle" in card.attributes)
        return [self._yellow(card, is_king=n == king) for n, card in enumerate(cards)]

    def _yellow(self, card: Clue, *, is_king: bool) -> Clue:
        chances = (("colour", 0.5), ("yellow-sign", 0.5))
        marks = {*card.attributes} | {m for m, chance in chances if self.rng.random() < chance}
        if "lock" in marks and self.rng.random() < 0.3:
            marks = (marks - {"lock"}) | {"yellow-sign-lock"}
        changes = {
            "attributes": tuple(sorted(marks | {"king"} if is_king else marks)),
            "yellow_minimum": int(self.rng.random() < 0.1),
            "immediate": self.rng.choice(IMMEDIATE_EFFECTS) if self.rng.random() < 0.15 else "",
        }
        return card.model_copy(update=changes)
