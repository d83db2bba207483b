"""Positions: what a player sees of a game, with everything hidden left open.

A `State` holds one game with all that chance will bring. A `Position` holds only what lies open
on the table, also in the middle of a turn: the stack is a set of cards, victims or menaces to come
are a set, nothing is known of later shuffles. Any hidden order makes a state of it again. What a
player may remember beyond that (the order of the menace deck after a search) is not part of it.
"""

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from casecracker.engine import layout
from casecracker.engine.cards import MAX_ICONS, Deck
from casecracker.engine.deals import Deal
from casecracker.engine.errors import DealError, PositionError
from casecracker.engine.games import MENACE_DECKS, Settings
from casecracker.engine.hidden import Hidden, MenacesToCome, VictimsToCome
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.notation import Move, move_text
from casecracker.engine.reading import sequence_card, stack_cards
from casecracker.engine.rules import legal_moves
from casecracker.engine.state import State
from casecracker.engine.tables import (
    HAS_MENACES,
    ICONS,
    KEEPS_SEQUENCE,
    REMOVE_AURORA,
    IntArray,
)

_SEED_BITS = 64


@dataclass(frozen=True)
class Position:
    """What a player sees of a game. Make one with `Position.of`, or read a position file.

    Attributes:
        deck: The cards.
        deck_id: The deck's id, or a path that opens its file from here.
        settings: A value for every setting of the game.
        victims: The victims that have appeared, by the numbers of their cases; none in games with
            menaces.
        words: Packed as in layout.py, but STACK is a set of clue cards, the menace deck the menaces
            that were not seen yet, and the number of the shuffle 0. In The King in Yellow the
            cards of one line follow each other.
        shuffles: How many later shuffles there were; nothing depends on it, and equal positions may
            differ in it, as in deck_id and remarks.
        left: How many victims, or menaces, are still to come.
        remarks: What is unusual about a position that was read from a file.
    """

    deck: Deck = field(repr=False)
    deck_id: str = field(compare=False)
    settings: Settings
    victims: tuple[str, ...]
    words: tuple[int, ...] = field(repr=False)
    shuffles: int = field(compare=False)
    left: int
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        """By the packed words."""
        return hash(self.words)

    @classmethod
    def of(cls, state: State) -> "Position":
        """What a player sees of `state`."""
        deal, tables, words = state.deal, state.tables, state.array()
        words[layout.STACK] = stack_cards(tables, words)
        words[layout.STATUS] &= ~(layout.SHUFFLE_MASK << layout.SHUFFLE_SHIFT)
        if state.status != "playing":
            _forget_due(words, has_tasks=bool(tables[HAS_MENACES]))
        if tables[KEEPS_SEQUENCE]:
            _sort_sequence(words)
        left = len(deal.victims) - state.victims_drawn
        if tables[HAS_MENACES]:
            left = (state.words[layout.GULFS] & layout.MENACES_MASK).bit_count()
            words[layout.GULFS] |= _taken_out(state) << layout.MENACE_DECK_SHIFT
        return cls(
            deal.deck,
            deal.deck_id,
            deal.settings,
            deal.victims[: state.victims_drawn],
            tuple(map(int, words)),
            state.shuffles,
            left,
        )

    # What a player may ask

    @property
    def game(self) -> str:
        """The game's id."""
        return self.deck.game

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""
        return self.words[layout.TURN]

    @property
    def status(self) -> str:
        """`playing`, or how the game ended, as that of a state."""
        return self.example.status

    @property
    def pending(self) -> str:
        """Which decision is due, in the words of docs/notation.md; `over` after the end."""
        return self.example.pending

    @cached_property
    def stack(self) -> tuple[str, ...]:
        """The clue cards in the stack, in the order of the deck file; nobody knows where."""
        cards = self.words[layout.STACK]
        return tuple(clue.id for i, clue in enumerate(self.deck.clue) if cards >> i & 1)

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The victims that have not appeared, or the menaces not seen; one may lie in the box."""
        if not self._has_menaces:
            return tuple(card for card in self.deck.victim_ids() if card not in self.victims)
        cards = self.words[layout.GULFS] >> layout.MENACE_DECK_SHIFT & layout.MENACES_MASK
        unseen = {menace.id for i, menace in enumerate(self.deck.menace) if cards >> i & 1}
        parts = [self.deck.menace_ids(part) for part in MENACE_DECKS]
        return tuple(menace for part in parts for menace in part if menace in unseen)

    def moves(self) -> tuple[Move, ...]:
        """All moves that may be legal.

        They do not depend on what is hidden, but for a search of a menace deck from which a menace
        was taken out unseen: there each one that may be found is named.
        """
        words, out = self.example.array(), np.zeros(MAX_MOVES, dtype=np.int64)
        words[layout.GULFS] = self.words[layout.GULFS]
        count = legal_moves(self.example.tables, words, out)
        return tuple(Move(int(c), move_text(self.example.deal, int(c))) for c in out[:count])

    def view(self) -> dict[str, Any]:
        """The position in plain words, as `State.view` gives it."""
        return {**self.example.view(), "shuffles": self.shuffles}

    def __str__(self) -> str:
        """The table as a few lines of text."""
        return str(self.example)

    # What is hidden

    def hidden_orders(self) -> int:
        """How many hidden orders there are, all equally likely (`hidden`)."""
        return math.factorial(len(self.stack)) * self._to_come.count()

    def hidden(self) -> Iterator[Hidden]:
        """All hidden orders: of the stack, and of the victims or menaces to come.

        Each stands for an equal chance. Where a menace was taken out of the game unseen
        (`menace=minus-one`), the same order comes several times, as often as chance has it.
        """
        for called in self._to_come.orders():
            for order in itertools.permutations(self.stack):
                yield Hidden(order, called)

    def sample(self, rng: random.Random) -> State:
        """A state whose hidden order, and later shuffles, are drawn by chance."""
        order = rng.sample(self.stack, len(self.stack))
        called = self._to_come.sample(rng)
        return self.state(order, called, rng.getrandbits(_SEED_BITS))

    def state(
        self,
        order: Sequence[str],
        called: Sequence[str] = (),
        seed: int | None = None,
        reshuffles: Sequence[Sequence[str]] = (),
    ) -> State:
        """The state with the hidden order filled in.

        Args:
            order: The cards of the stack, top first.
            called: The victims, or menaces, to come, the next one first.
            seed: Decides later shuffles, the first of them as shuffle 1; None if unknown.
            reshuffles: Priority orders of the later shuffles as far as they are given.

        Raises:
            PositionError: The cards are not those that are hidden.
        """
        self._check_hidden(order, called)
        rest = sorted(set(self.deck.clue_ids()).difference(order))
        try:
            deal = Deal(
                self.deck,
                self.deck_id,
                self.settings,
                draw=(*order, *rest),
                victims=() if self._has_menaces else (*self.victims, *called),
                seed=seed,
                reshuffles=tuple(map(tuple, reshuffles)),
                menaces=self._menaces(called) if self._has_menaces else (),
                start=self,
            )
        except DealError as error:
            raise PositionError(str(error)) from None
        return State.start(deal)

    @cached_property
    def example(self) -> State:
        """The state with some hidden order, always the same, and unknown later shuffles."""
        called = self.unseen[: self.left]
        return self.state(self.stack, called)

    def words_in(self, deal: Deal) -> tuple[int, ...]:
        """The packed words of this position in a deal that begins with it."""
        words = list(self.words)
        words[layout.STACK] = (1 << len(self.stack)) - 1
        if self._has_menaces:
            called = set(self.unseen).intersection(deal.menaces)
            cards = sum(1 << i for i, menace in enumerate(self.deck.menace) if menace.id in called)
            words[layout.GULFS] &= ~(layout.MENACES_MASK << layout.MENACE_DECK_SHIFT)
            words[layout.GULFS] |= cards << layout.MENACE_DECK_SHIFT
        return tuple(words)

    # Below: packing

    @property
    def _has_menaces(self) -> bool:
        return bool(self.deck.menace)

    @property
    def _to_come(self) -> VictimsToCome | MenacesToCome:
        if not self._has_menaces:
            return VictimsToCome(self.unseen, self.left)
        parts = [self.deck.menace_ids(part) for part in MENACE_DECKS]
        upper, lower = (tuple(m for m in part if m in self.unseen) for part in parts)
        return MenacesToCome(upper, lower, self.left, (len(parts[0]), len(parts[1])))

    def _check_hidden(self, order: Sequence[str], called: Sequence[str]) -> None:
        if sorted(order) != sorted(self.stack):
            raise PositionError(
                f"the order has {len(order)} cards; it must have each of the {len(self.stack)} "
                f"cards of the stack once"
            )
        if len(set(called)) != len(called) or not set(called) <= set(self.unseen):
            raise PositionError(
                f"to come may be each of these once: {', '.join(self.unseen) or 'none'}"
            )
        if len(called) != self.left:
            raise PositionError(f"{len(called)} are to come; there must be {self.left}")

    def _menaces(self, called: Sequence[str]) -> tuple[str, ...]:
        """The menaces in the game: those seen, then those to come, the upper deck before all."""
        upper, lower = (self.deck.menace_ids(part) for part in MENACE_DECKS)
        known = [*upper, *lower] if self.settings["menace"] != "no-aurora" else [*lower]
        if self.settings["menace"] == "minus-one":
            known.remove(self._in_the_box(called))
        order = [*(menace for menace in known if menace not in called), *called]
        return tuple(sorted(order, key=lambda menace: menace in lower))

    def _in_the_box(self, called: Sequence[str]) -> str:
        """The menace that was taken out of the game before it began.

        If all that were not seen are to come, it is one that is known to be gone. Then effects have
        removed the Aurora Borealis, and it is one of these (`_taken_out`), by an effect of another.
        """
        unseen = [menace for menace in self.unseen if menace not in called]
        if unseen:
            return unseen[0]
        active = self.words[layout.GULFS] >> layout.ACTIVE_SHIFT
        gone = [
            menace
            for i, menace in enumerate(self.deck.menace)
            if menace.id not in called and not active >> i & 1
        ]
        if not gone:
            raise PositionError("no menace is out of the game; with menace = minus-one one is")
        gone.sort(key=lambda m: (m.deck != "aurora", "remove-aurora" in m.immediate, m.id))
        return gone[0].id


def _forget_due(words: IntArray, *, has_tasks: bool) -> None:
    """Once the game is over, nothing is due, however far a card or a closing had come."""
    kept = layout.CONTACT_BIT | layout.VICTIMS_MASK << layout.VICTIMS_SHIFT
    kept |= layout.PHASE_MASK | layout.OPEN_MASK << layout.OPEN_SHIFT
    words[layout.STATUS] &= kept
    if has_tasks:
        words[layout.GULFS] &= ~(layout.GAINED_MASK << layout.GAINED_SHIFT)
        words[layout.TASKS : layout.TASKS + layout.TASK_WORDS] = 0


def _sort_sequence(words: IntArray) -> None:
    """Put the cards of each line together, in the order played: between lines nobody sees it."""
    places = range(layout.SEQUENCE_WORDS * layout.SEQUENCE_CARDS)
    cards = [int(sequence_card(words, place)) for place in places]
    played = cards[: cards.index(layout.NO_CARD)]
    lines = [int(words[layout.LINE + case]) for case in range(layout.MAX_CASES)]
    order = [card for line in lines for card in played if line >> card & 1]
    enter_sequence(words, order)


def enter_sequence(words: IntArray | list[int], order: Sequence[int]) -> None:
    """Write the cards of all lines into SEQUENCE."""
    for word in range(layout.SEQUENCE_WORDS):
        part = order[layout.SEQUENCE_CARDS * word : layout.SEQUENCE_CARDS * (word + 1)]
        packed = layout.NO_SEQUENCE
        for place, card in enumerate(part):
            packed ^= (layout.NO_CARD ^ card) << layout.CARD_BITS * place
        words[layout.SEQUENCE + word] = packed


def _taken_out(state: State) -> int:
    """The menace that was taken out of the game before it began, as a set, if nobody knows it.

    After an effect that removes the Aurora Borealis the player has seen all of them, those in the
    menace deck too; if it is one of them, its absence was noticed.
    """
    deal = state.deal
    if deal.settings["menace"] != "minus-one":
        return 0
    place, menace = next((i, m) for i, m in enumerate(deal.deck.menace) if m.id not in deal.menaces)
    is_known = menace.deck == "aurora" and _is_aurora_removed(state)
    return 0 if is_known else 1 << place


def _is_aurora_removed(state: State) -> bool:
    """Whether the immediate effect of some menace has removed the Aurora Borealis."""
    deck = state.words[layout.GULFS] >> layout.MENACE_DECK_SHIFT & layout.MENACES_MASK
    return any(
        menace.id in state.deal.menaces and not deck >> place & 1 and _is_past(state, place)
        for place, menace in enumerate(state.deal.deck.menace)
        if "remove-aurora" in menace.immediate
    )


def _is_past(state: State, source: int) -> bool:
    """Whether the icon remove-aurora of a menace that entered is not among those that wait."""
    icons = [int(state.tables[ICONS + MAX_ICONS * source + place]) for place in range(MAX_ICONS)]
    waiting = (task for task in tasks(state.words) if task & layout.TASK_SOURCE_MASK == source + 1)
    return all(icons.index(REMOVE_AURORA) < task >> layout.TASK_STEP_SHIFT for task in waiting)


def tasks(words: Sequence[int]) -> Iterator[int]:
    """The tasks that wait in a packed state of a game with menaces, the innermost first."""
    for word in range(layout.TASK_WORDS):
        packed = words[layout.TASKS + word]
        while packed:
            yield packed & layout.TASK_MASK
            packed >>= layout.TASK_BITS
