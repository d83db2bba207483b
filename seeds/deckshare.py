"""How easily a deck with its settings is won, whatever the shuffle (docs/metrics.md, grades).

What decides most how often a player wins who sees only the table is not the order of the cards but
the deck and the settings: how many victims, how many types of puzzles. One shuffle tells little of
that, many tell it well.
"""

from functools import lru_cache

from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import Settings
from casecracker.engine.state import State
from casecracker.seeds.narrow import NarrowBeams, is_held
from casecracker.solver.keys import secret_of

SHUFFLES = 100
"""Seeds 0 to 99: the same for every deal, so two deals of a deck have the same share."""


def deck_share(deal: Deal, width: int, turns: int, variations: int) -> float:
    """How often its deck is won with its settings by little foresight, over `SHUFFLES` shuffles.

    On each shuffle one beam begins at the opening, and one after so many turns played in the dark,
    both with the variation of weights whose turn it is. The share is that of all these beams.

    Args:
        deal: Its own order of cards does not matter.
        width: Of the beams.
        turns: Played in the dark.
        variations: Different ones that are gone through.
    """
    return _share(deal.deck, deal.deck_id, deal.settings, width, turns, variations)


@lru_cache(maxsize=256)
def _share(  # noqa: PLR0913, PLR0917 - what the share follows from
    deck: Deck, deck_id: str, settings: Settings, width: int, turns: int, variations: int
) -> float:
    secret, won = secret_of(deck), 0
    for seed in range(SHUFFLES):
        root = State.start(deal_from_seed(deck, deck_id, seed, settings))
        beams, number = NarrowBeams(root.tables, secret, width), seed % variations
        won += beams.turn_of_win(root.array(), number) is not None
        won += is_held(beams, root.tables, root.array(), turns, number)
    return won / (2 * SHUFFLES)
