"""Themes of problems, read from the solution: one rule each.

A rule looks at the position and the line of moves to the win, and at nothing that was searched:
another line of the same length may show other themes. (The idea, a tagger of plain predicates over
the solution, is that of lichess-puzzler.) docs/generate.md lists them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from casecracker.engine.bits import size
from casecracker.engine.layout import (
    DISCARD,
    IMMEDIATE,
    NO_CARD,
    STABILITY,
    STATUS,
    TIME,
    TURN,
    VICTIMS_MASK,
    VICTIMS_SHIFT,
)
from casecracker.engine.moves import (
    CLOSE,
    DISCARD_CARD,
    FROM_HAND,
    KIND_SHIFT,
    PASS,
    PLAY,
    TAKE_FIRST_LEAD,
)
from casecracker.engine.ongoing import menace_deck, time_limit
from casecracker.engine.reading import first_lead, phase
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES, KEY, LIMIT, LOCK, PUZZLE, VICTIMS
from casecracker.seeds.features import Step, steps_of, used_by

OF_FEATURES = (
    "strain",
    "exchange",
    "contact",
    "equipment",
    "search",
    "six-types",
    "bonus",
    "passion",
    "menace",
    "skeleton-lock",
    "yellow-sign",
    "take-closed",
    "reshuffle",
)
"""Features of a line (features.py) that are themes as they are."""


class Solution:
    """The line that solves a problem, from its position to the win."""

    def __init__(self, start: State, moves: Sequence[str]) -> None:
        """Take a line of legal moves that wins."""
        self.start = start
        self.steps = tuple(steps_of(start, moves))

    @property
    def first(self) -> Step:
        """The first decision."""
        return self.steps[0]

    @cached_property
    def openings(self) -> tuple[Step, ...]:
        """The first step of each turn."""
        turns: dict[int, Step] = {}
        for step in self.steps:
            turns.setdefault(int(step.before[TURN]), step)
        return tuple(turns.values())

    @cached_property
    def discards(self) -> tuple[tuple[int, int], ...]:
        """Clue cards discarded by choice: number of the step, and card."""
        found = []
        for place, step in enumerate(self.steps):
            if step.kind == DISCARD_CARD:
                found.append((place, step.card))
            lead = int(first_lead(step.before))
            if step.kind in (FROM_HAND, CLOSE, PASS) and lead != NO_CARD:
                found.append((place, lead))
        return tuple(found)

    def plays(self, card: int, begin: int = 0) -> bool:
        """Whether a card is laid by one of the steps from `begin` on."""
        return any(step.is_play and step.card == card for step in self.steps[begin:])


@dataclass(frozen=True, slots=True)
class Theme:
    """One theme: a name, what it means, and its rule."""

    name: str
    text: str
    rule: Callable[[Solution], bool]


def _is_key_first(solution: Solution) -> bool:
    """The Key is laid with the first decision, the Lock in the same case later."""
    first = solution.first
    return first.plays_one_of(KEY) and any(
        step.plays_one_of(LOCK) and step.case == first.case for step in solution.steps[1:]
    )


def _discards_to_fetch(solution: Solution) -> bool:
    return any(
        step.takes_from(DISCARD) and step.card == card
        for place, card in solution.discards
        for step in solution.steps[place + 1 :]
    )


def _is_sacrifice(solution: Solution) -> bool:
    """Useful: it could be played, and is a puzzle card or a Key."""
    first = solution.first
    lead = int(first_lead(first.before))
    if first.kind not in (FROM_HAND, CLOSE, PASS) or lead == NO_CARD:
        return False
    useful = int(first.tables[PUZZLE]) | int(first.tables[KEY])
    could = any(
        move.code >> KIND_SHIFT == PLAY and move.code >> 8 & 255 == lead
        for move in solution.start.moves()
    )
    return could and bool(useful >> lead & 1) and not solution.plays(lead)


def _gives_puzzle_up(solution: Solution) -> bool:
    puzzles = int(solution.first.tables[PUZZLE])
    return any(
        puzzles >> card & 1 and not solution.plays(card, place) for place, card in solution.discards
    )


def _is_quiet(solution: Solution) -> bool:
    return solution.first.kind in (TAKE_FIRST_LEAD, PASS)


def _starts_from_hand(solution: Solution) -> bool:
    return solution.first.kind == FROM_HAND


def _races(solution: Solution) -> bool:
    """One hourglass more would fill the time area, and nobody is left to appear."""
    return any(
        size(int(step.before[TIME])) + 1 >= time_limit(step.tables, step.before) and _is_last(step)
        for step in solution.openings
    )


def _is_last(step: Step) -> bool:
    if step.tables[HAS_MENACES]:
        return not menace_deck(step.before)
    return int(step.before[STATUS]) >> VICTIMS_SHIFT & VICTIMS_MASK == int(step.tables[VICTIMS])


def _is_in_danger(solution: Solution) -> bool:
    return any(
        size(int(step.before[STABILITY])) + 1 >= step.tables[LIMIT] for step in solution.steps
    )


def _chooses_for_passion(solution: Solution) -> bool:
    return any(phase(step.before) == IMMEDIATE for step in solution.steps)


def _closes_twice(solution: Solution) -> bool:
    return sum(step.kind == CLOSE for step in solution.steps) > 1


_ALL = (
    Theme("key-first", "the first decision lays a Key, and a Lock follows it", _is_key_first),
    Theme(
        "discard-to-fetch",
        "a card is discarded by choice and an effect takes it back",
        _discards_to_fetch,
    ),
    Theme(
        "sacrifice",
        "the first decision discards a useful lead that could be played, and never plays it",
        _is_sacrifice,
    ),
    Theme(
        "lost-puzzle",
        "a puzzle card is discarded by choice and not played after that",
        _gives_puzzle_up,
    ),
    Theme("quiet", "the first decision takes the lead to hand, or passes", _is_quiet),
    Theme("from-hand", "the first decision is to play from hand", _starts_from_hand),
    Theme(
        "race",
        "at the start of a turn one more hourglass would lose the game",
        _races,
    ),
    Theme(
        "stability",
        "one more card in the stability area would lose the game",
        _is_in_danger,
    ),
    Theme("passion-choice", "the effect of a Passion card asks for a choice", _chooses_for_passion),
    Theme("two-closings", "two cases are closed by action d", _closes_twice),
)

THEMES: Mapping[str, Theme] = MappingProxyType({one.name: one for one in _ALL})
"""The themes that are more than a feature of the line."""


def themes_of(start: State, moves: Sequence[str]) -> tuple[str, ...]:
    """Names of the themes of a solution, sorted."""
    solution = Solution(start, moves)
    features = set(used_by(solution.steps)) & set(OF_FEATURES)
    own = {name for name, theme in THEMES.items() if theme.rule(solution)}
    return tuple(sorted(features | own))
