"""What all winning lines within a limit have in common, counted exactly on their graph.

Everything is one pass over the positions, those near the end first: what every line of a position
does is what each of its moves does together with every line after it. docs/metrics.md defines each
word.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from casecracker.analysis.lines import END, Edge, Lines
from casecracker.engine.layout import (
    CONTACT_BIT,
    DISCARD,
    NO_CARD,
    STABILITY,
    STATUS,
    TIME,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
)
from casecracker.engine.moves import (
    CLOSE,
    CONTACT,
    DISCARD_CARD,
    FROM_HAND,
    ITEM_STEP,
    KIND_SHIFT,
    MAX_MOVES,
    PASS,
    PLAY,
    PLAY_WITH_KEY,
    SCORE_CARD,
)
from casecracker.engine.play import apply
from casecracker.engine.reading import first_lead, shuffles
from casecracker.engine.rules import legal_moves
from casecracker.engine.tables import TIME_ICON, USE_KEY, IntArray

MOST_PLANS = 200_000
"""Sets of cards looked at, at all positions together, before counting plans is given up."""

_ALL = (1 << 63) - 1


class Deeds(NamedTuple):
    """What one move does: sets of cards, as bits."""

    played: int
    scored: int
    discarded: int  # by the player's choice: the lead of actions c, d, e, and `discard`
    penalties: int  # that came into the time or stability area
    contact: bool  # whether it used the contact


@dataclass(frozen=True, slots=True)
class TurnShare:
    """The decisions of one turn on all lines together.

    Attributes:
        turn: Its number.
        positions: Positions on the lines in which this turn is under way.
        decisions: Those with more than one legal move.
        legal: Legal moves of these decisions.
        keeping: Those of the moves that keep the win within the limit.
        only: Decisions of which one move alone does.
    """

    turn: int
    positions: int
    decisions: int
    legal: int
    keeping: int
    only: int


@dataclass(frozen=True)
class LineFacts:
    """What is true of every, or of some, winning line within a limit of turns.

    Sets of cards are ids in the order of the deck file.

    Attributes:
        turns: The limit.
        lines: How many lines there are, as sequences of decisions; 0 if none.
        plans: How many different sets of played cards; None if that is too many to count.
        positions: How many positions are on them.
        must_play: Cards that every line plays.
        may_play: Cards that some line plays.
        must_score: Cards that every line scores.
        may_score: Cards that some line scores.
        never_discarded: Cards that no line discards by choice.
        forced_penalties: Cards that every line lets into the time or stability area.
        needs_contact: Whether every line uses the contact.
        may_use_contact: Whether some line does.
        reshuffles: Least and most later shuffles made on a line, those of the set-up among them.
        victims: Least and most victims that appear, those at the opening among them.
        windows: First and last turn in which a line plays a card, by card.
        shares: The decisions turn by turn.
    """

    turns: int
    lines: int
    plans: int | None
    positions: int
    must_play: tuple[str, ...]
    may_play: tuple[str, ...]
    must_score: tuple[str, ...]
    may_score: tuple[str, ...]
    never_discarded: tuple[str, ...]
    forced_penalties: tuple[str, ...]
    needs_contact: bool
    may_use_contact: bool
    reshuffles: tuple[int, int]
    victims: tuple[int, int]
    windows: dict[str, tuple[int, int]]
    shares: tuple[TurnShare, ...]

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON has them."""
        listed = ("must_play", "may_play", "must_score", "may_score", "never_discarded")
        return {
            "turns": self.turns,
            "lines": self.lines,
            "plans": self.plans,
            "positions": self.positions,
            **{name: list(getattr(self, name)) for name in (*listed, "forced_penalties")},
            "needs_contact": self.needs_contact,
            "may_use_contact": self.may_use_contact,
            "reshuffles": list(self.reshuffles),
            "victims": list(self.victims),
            "windows": {card: list(window) for card, window in self.windows.items()},
            "per_turn": [
                {name: getattr(share, name) for name in TurnShare.__slots__}
                for share in self.shares
            ],
        }


@dataclass(slots=True)
class Sums:
    """What all lines from one position on do; begun with nothing, one move after the other added.

    `every_*` are cards on each of the lines, `some_*` on at least one.
    """

    lines: int = 0
    every_played: int = _ALL
    some_played: int = 0
    every_scored: int = _ALL
    some_scored: int = 0
    some_discarded: int = 0
    every_penalty: int = _ALL
    every_contact: bool = True
    some_contact: bool = False
    reshuffles: tuple[int, int] = (1 << 30, -1)
    victims: tuple[int, int] = (1 << 30, -1)

    def add(self, deeds: Deeds, after: "Sums") -> None:
        """Add the lines that begin with a move and go on as `after` says."""
        self.lines += after.lines
        self.every_played &= after.every_played | deeds.played
        self.some_played |= after.some_played | deeds.played
        self.every_scored &= after.every_scored | deeds.scored
        self.some_scored |= after.some_scored | deeds.scored
        self.some_discarded |= after.some_discarded | deeds.discarded
        self.every_penalty &= after.every_penalty | deeds.penalties
        self.every_contact &= after.every_contact or deeds.contact
        self.some_contact |= after.some_contact or deeds.contact
        self.reshuffles = _span(self.reshuffles, after.reshuffles)
        self.victims = _span(self.victims, after.victims)


def line_facts(lines: Lines) -> LineFacts:
    """All facts of a graph of lines that has at least one line."""
    deeds = [[deeds_of(lines, edge) for edge in edges] for edges in lines.edges]
    sums: list[Sums] = []
    for edges, done in zip(lines.edges, deeds, strict=True):
        total = Sums()
        for edge, deed in zip(edges, done, strict=True):
            total.add(deed, _at_end(lines, edge) if edge.after == END else sums[edge.after])
        sums.append(total)
    return _told(lines, deeds, sums[-1])


def _told(lines: Lines, deeds: list[list[Deeds]], whole: Sums) -> LineFacts:
    cards = lines.root.cards_of
    everything = (1 << len(lines.root.deal.deck.clue)) - 1
    return LineFacts(
        turns=lines.turns,
        lines=whole.lines,
        plans=count_plans(lines, deeds),
        positions=len(lines),
        must_play=cards(whole.every_played),
        may_play=cards(whole.some_played),
        must_score=cards(whole.every_scored),
        may_score=cards(whole.some_scored),
        never_discarded=cards(everything & ~whole.some_discarded),
        forced_penalties=cards(whole.every_penalty),
        needs_contact=whole.every_contact,
        may_use_contact=whole.some_contact,
        reshuffles=whole.reshuffles,
        victims=whole.victims,
        windows=_windows(lines, deeds),
        shares=tuple(_shares(lines)),
    )


def _span(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])


def _at_end(lines: Lines, edge: Edge) -> Sums:
    """The line that ends with a winning move: nothing more is done."""
    words = _words_after(lines, edge)
    made = int(shuffles(words))
    appeared = int(words[STATUS]) >> VICTIMS_SHIFT & VICTIMS_MASK
    return Sums(
        lines=1,
        every_played=0,
        every_scored=0,
        every_penalty=0,
        every_contact=False,
        reshuffles=(made, made),
        victims=(appeared, appeared),
    )


def _words_after(lines: Lines, edge: Edge) -> IntArray:
    if edge.after != END:
        after: IntArray = lines.words[edge.after]
        return after
    words: IntArray = lines.words[edge.before].copy()
    apply(lines.root.tables, words, edge.move)
    return words


def deeds_of(lines: Lines, edge: Edge) -> Deeds:
    """What a move on the lines does."""
    before, after = lines.words[edge.before], _words_after(lines, edge)
    kind, card = edge.move >> KIND_SHIFT, edge.move >> 8 & 255
    discarded = 1 << card if kind == DISCARD_CARD else 0
    if kind in (FROM_HAND, CLOSE, PASS) and (lead := int(first_lead(before))) != NO_CARD:
        discarded = 1 << lead
    return Deeds(
        played=1 << card if _is_play(kind) else 0,
        scored=1 << card if kind == SCORE_CARD else 0,
        discarded=discarded,
        penalties=_penalties(int(lines.root.tables[TIME_ICON]), before, after, discarded),
        contact=not int(before[STATUS]) & CONTACT_BIT and bool(int(after[STATUS]) & CONTACT_BIT),
    )


def _is_play(kind: int) -> bool:
    if kind >= CONTACT:
        return (kind - CONTACT) % ITEM_STEP == USE_KEY
    return kind in (PLAY, PLAY_WITH_KEY)


def _penalties(hourglasses: int, before: IntArray, after: IntArray, discarded: int) -> int:
    """The cards that came into a penalty area, those that left it at once for the discards too."""
    held = int(before[TIME]) | int(before[STABILITY])
    come = (int(after[TIME]) | int(after[STABILITY])) & ~held
    through = int(after[DISCARD]) & ~int(before[DISCARD]) & ~held & hourglasses
    return come | through | discarded & hourglasses


def _windows(lines: Lines, deeds: list[list[Deeds]]) -> dict[str, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for place, done in enumerate(deeds):
        turn = lines.turn(place)
        for played in {deed.played for deed in done if deed.played}:
            found[played] = _span(found.get(played, (turn, turn)), (turn, turn))
    names = {lines.root.cards_of(played)[0]: window for played, window in found.items()}
    return dict(sorted(names.items(), key=lambda item: (item[1], item[0])))


def _shares(lines: Lines) -> Iterator[TurnShare]:
    rows: dict[int, list[int]] = {}
    for place, legal in enumerate(legal_counts(lines)):
        keeping = len(lines.edges[place])
        row = rows.setdefault(lines.turn(place), [0] * 5)
        numbers = [1, 0, 0, 0, 0] if legal == 1 else [1, 1, legal, keeping, keeping == 1]
        for column, number in enumerate(numbers):
            row[column] += number
    return (TurnShare(turn, *rows[turn]) for turn in sorted(rows))


def legal_counts(lines: Lines) -> list[int]:
    """How many moves are legal at each position."""
    out = np.zeros(MAX_MOVES, dtype=np.int64)
    return [int(legal_moves(lines.root.tables, words, out)) for words in lines.words]


def count_plans(lines: Lines, deeds: list[list[Deeds]], most: int = MOST_PLANS) -> int | None:
    """How many different sets of cards the lines play; None if there are too many to look at."""
    plans: list[set[int]] = []
    looked_at = 0
    for edges, done in zip(lines.edges, deeds, strict=True):
        here: set[int] = set()
        for edge, deed in zip(edges, done, strict=True):
            if edge.after == END:
                here.add(deed.played)
            else:
                here.update(plan | deed.played for plan in plans[edge.after])
                looked_at += len(plans[edge.after])
        if looked_at > most:
            return None
        plans.append(here)
    return len(plans[-1]) if plans else 0
