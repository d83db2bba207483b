"""What each card of a deck is worth: the same deals with the card and without its play.

Two figures, both sampled, both in pairs: of how many deals the verdict changes, and how many games
the fast player (solver/policy.py) wins more or less. A deal without the play of a card is that of
whatif.py: the card is drawn, held and discarded as before. docs/metrics.md defines the figures.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from casecracker.analysis.whatif import deck_without, without_card
from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import Settings
from casecracker.engine.jit import interrupts_deferred
from casecracker.engine.layout import FIRST_TERMINAL, WON
from casecracker.engine.state import State
from casecracker.engine.tables import IntArray, make_tables
from casecracker.solver.intervals import Z95
from casecracker.solver.policy import make_player, play_on
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, solve_deal

SECONDS_A_DEAL = 2.0

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Samples:
    """How much is sampled.

    Attributes:
        games: Deals that the fast player plays for each card, and once with all cards.
        deals: Deals that are solved for each card, and once with all cards.
        seed: Of the first deal; the others follow.
    """

    games: int = 500
    deals: int = 0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of a deal with a card and without its play, as far as both came to an end.

    Attributes:
        pairs: How many.
        helped: Won (or winnable) with the card alone.
        harmed: Won (or winnable) without its play alone.
        both: Won (or winnable) both ways.
        undecided: Deals left out, since one of the two did not come to an end.
    """

    pairs: int
    helped: int
    harmed: int
    both: int
    undecided: int

    @property
    def difference(self) -> float | None:
        """The share won with the card less that without its play; None without pairs."""
        return (self.helped - self.harmed) / self.pairs if self.pairs else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference: Agresti and Min (2005) for paired shares.

        That is Wald's after half a pair is added to each of the four counts.
        """
        helped, harmed, pairs = self.helped + 0.5, self.harmed + 0.5, self.pairs + 2
        middle = (helped - harmed) / pairs
        square = helped + harmed - (helped - harmed) ** 2 / pairs
        half = Z95 * math.sqrt(square) / pairs
        return max(-1.0, middle - half), min(1.0, middle + half)

    def to_json(self) -> dict[str, Any]:
        """The counts, the difference and its interval."""
        low, high = self.interval
        return {
            "pairs": self.pairs,
            "helped": self.helped,
            "harmed": self.harmed,
            "both": self.both,
            "undecided": self.undecided,
            "difference": self.difference,
            "low": low,
            "high": high,
        }


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What the play of one card is worth.

    Attributes:
        card: Its id.
        games: Games of the fast player.
        deals: Verdicts of `solve`, with full knowledge of the deal.
    """

    card: str
    games: Pairs
    deals: Pairs


@dataclass(frozen=True)
class DeckWorth:
    """What all cards of a deck are worth, those that help the player most first. Sampled.

    Attributes:
        deck: The deck.
        settings: Those of all deals.
        samples: Which deals.
        cards: A row for each clue card.
    """

    deck: Deck
    settings: Settings
    samples: Samples
    cards: tuple[CardWorth, ...]

    def to_json(self) -> dict[str, Any]:
        """All rows."""
        return {
            "format": 1,
            "game": self.deck.game,
            "deck": self.deck.summary(),
            "settings": dict(self.settings),
            "sampled": True,
            "seed": self.samples.seed,
            "cards": [
                {
                    "card": row.card,
                    "games": row.games.to_json(),
                    "deals": row.deals.to_json(),
                }
                for row in self.cards
            ],
        }


def deck_worth(
    deck: Deck, settings: Settings, samples: Samples, limits: Limits | None = None
) -> DeckWorth:
    """Play and solve the same deals with each card and without its play.

    Args:
        deck: The deck.
        settings: Of all deals.
        samples: How many deals of which seeds.
        limits: For each solve; 2 seconds unless given. `progress` is told of each deal.
    """
    limits = limits or Limits(SECONDS_A_DEAL)
    tell = limits.progress or _silent
    cards = [clue.id for clue in deck.clue]
    played = games_played(deck, settings, samples, tell)
    solved = deals_solved(deck, settings, samples, limits)
    rows = [
        CardWorth(card, _pairs(played[""], played[card]), _pairs(solved[""], solved[card]))
        for card in cards
    ]
    rows.sort(key=lambda row: (-(row.games.difference or 0), -(row.deals.difference or 0)))
    return DeckWorth(deck, settings, samples, tuple(rows))


Outcomes = dict[str, list[bool | None]]
"""By card that may not be played, "" for none: of each deal whether it was won, None if open."""


def _silent(_text: str) -> None:
    pass


def _pairs(with_card: list[bool | None], without: list[bool | None]) -> Pairs:
    known = [
        (one, other)
        for one, other in zip(with_card, without, strict=True)
        if one is not None and other is not None
    ]
    return Pairs(
        pairs=len(known),
        helped=sum(one and not other for one, other in known),
        harmed=sum(other and not one for one, other in known),
        both=sum(one and other for one, other in known),
        undecided=len(with_card) - len(known),
    )


def _deals(deck: Deck, settings: Settings, seed: int, count: int) -> Iterator[Deal]:
    for number in range(seed, seed + count):
        yield deal_from_seed(deck, "deck", number, settings)


# Games of the fast player


def games_played(
    deck: Deck, settings: Settings, samples: Samples, tell: Progress = _silent
) -> Outcomes:
    """The games of the fast player with all cards, and without the play of each."""
    outcomes: Outcomes = {card: [] for card in ("", *(clue.id for clue in deck.clue))}
    patches: dict[str, Patch] = {}
    for number, deal in enumerate(_deals(deck, settings, samples.seed, samples.games), start=1):
        start = State.start(deal)
        patches = patches or _patches(deal, start.tables)
        player = make_player(start.tables)
        for card, (places, values) in patches.items():
            player.tables[:] = start.tables
            player.tables[places] = values
            words = start.array()
            with interrupts_deferred():
                end = play_on(player, words)
            outcomes[card].append(end == WON if end >= FIRST_TERMINAL else None)
        tell(f"{number} of {samples.games} deals played")
    return outcomes


Patch = tuple[IntArray, IntArray]
"""Places of a deal's tables, and the numbers there, that make a card unplayable."""


def _patches(deal: Deal, tables: IntArray) -> dict[str, Patch]:
    """For each card what differs from the tables with all cards; the same for all deals."""
    nothing = np.zeros(0, dtype=np.int64)
    patches: dict[str, Patch] = {"": (nothing, nothing)}
    for clue in deal.deck.clue:
        other = make_tables(replace(deal, deck=deck_without(deal.deck, clue.id)))
        places = np.flatnonzero(other != tables)
        patches[clue.id] = places, other[places]
    return patches


# Verdicts


def deals_solved(deck: Deck, settings: Settings, samples: Samples, limits: Limits) -> Outcomes:
    """The verdicts of deals with all cards, and without the play of each."""
    outcomes: Outcomes = {card: [] for card in ("", *(clue.id for clue in deck.clue))}
    tell = limits.progress or _silent
    quiet = replace(limits, progress=None)
    for number, deal in enumerate(_deals(deck, settings, samples.seed, samples.deals), start=1):
        whole = _is_winnable(deal, quiet)
        for card, verdicts in outcomes.items():
            if not card or whole is None:  # without a verdict to compare with, none is looked for
                verdicts.append(whole)
            else:
                verdicts.append(_is_winnable(without_card(deal, card).deal, quiet))
        tell(f"{number} of {samples.deals} deals solved")
    return outcomes


def _is_winnable(deal: Deal, limits: Limits) -> bool | None:
    result = solve_deal(deal, limits=limits)
    if result.interrupted:
        raise KeyboardInterrupt
    return None if result.verdict is Verdict.UNDECIDED else result.verdict is Verdict.WINNABLE
