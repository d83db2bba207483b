"""Small games with answers known from an independent brute force: tests/data/small-games.json.

76 witch-cult games of 9 to 17 clue cards, each with its verdict and its fewest turns.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casecracker.engine.cards import Deck
from casecracker.engine.deals import Deal
from casecracker.engine.games import WITCH_CULT, make_settings

DATA = Path(__file__).parent / "data" / "small-games.json"


@dataclass(frozen=True)
class SmallGame:
    """A deal and what is known of it."""

    name: str
    deal: Deal
    verdict: str
    turns: int | None


def small_games() -> list[SmallGame]:
    """All games of the file, in its order."""
    return [_game(row) for row in json.loads(DATA.read_text(encoding="utf-8"))]


def _game(row: dict[str, Any]) -> SmallGame:
    cards = {kind: tuple(entries) for kind, entries in row["deck"].items()}
    head = {"game": "witch-cult", "name": "Small test deck", "provenance": "synthetic"}
    deck = Deck.model_validate(head | cards)
    chosen = {key: row[key] for key in ("limits", "puzzles")} | {"victims": len(row["victims"])}
    settings = make_settings(WITCH_CULT, chosen, from_file=True)
    orders = tuple(tuple(order) for order in row["orders"])
    deal = Deal(
        deck, "deck.toml", settings, tuple(row["draw"]), tuple(row["victims"]), None, orders
    )
    return SmallGame(f"game-{row['seed']}", deal, row["verdict"], row["turns"])
