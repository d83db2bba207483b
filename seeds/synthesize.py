"""Synthetic decks: drawn by a constraint model from a seed and documented assumptions.

Not the printed cards, which no public source lists: see docs/decks.md for what is known.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from casecracker.engine.cards import Clue, Contact, Deck, Victim
from casecracker.engine.errors import DeckError
from casecracker.engine.games import find_game
from casecracker.engine.shuffles import shuffled
from casecracker.seeds.assumptions import STANDARD, Assumptions, from_values
from casecracker.seeds.deckmodel import Frame, Parts, draw_parts, edge_icons
from casecracker.seeds.names import names

GENERATOR: Final = 1
"""Version of the model: a change that moves any deck is a new number."""

MAX_DECK_SEED: Final = 2**63 - 1
"""TOML's largest whole number, since the seed is written into the deck file."""


@dataclass(frozen=True, slots=True)
class _Style:
    """What a game's synthetic decks are called, and what the rulebook fixes outside the model."""

    title: str
    contact: tuple[str, ...]


_STYLES: Final[Mapping[str, _Style]] = MappingProxyType(
    {"witch-cult": _Style("Synthetic Witch Cult", ("key", "exchange-penalty"))}
)


def synthesize(game: str, seed: int, assumptions: Assumptions = STANDARD) -> Deck:
    """The synthetic deck that a seed and assumptions decide, the same on every machine.

    Args:
        game: Id of the game.
        seed: 0 to 2^63 - 1.
        assumptions: Counts that the real box would settle; `STANDARD` if left out.

    Raises:
        GameError: There is no such game.
        DeckError: No model for the game, seed out of range, or assumptions that contradict the box.
    """
    rules = find_game(game)
    if game not in _STYLES:
        known = ", ".join(_STYLES)
        raise DeckError(f"no synthetic deck can be made for {game}; there is a model for: {known}")
    if not 0 <= seed <= MAX_DECK_SEED:
        raise DeckError(f"deck seed {seed} is out of range; it is 0 to {MAX_DECK_SEED}")
    return _deck(*draw_parts(rules, seed, assumptions))


def resynthesize(deck: Deck) -> Deck:
    """The deck that the `synthesis` table inside `deck` describes.

    Raises:
        DeckError: `deck` has no such table, or one that another generator wrote.
    """
    made = deck.synthesis
    if made is None or not isinstance(made.get("assumptions"), Mapping):
        raise DeckError(f"deck '{deck.name}': key 'synthesis' with its assumptions is missing")
    if made.get("generator") != GENERATOR or not isinstance(made.get("seed"), int):
        raise DeckError(f"deck '{deck.name}', key 'synthesis': generator {GENERATOR} and a seed")
    return synthesize(deck.game, made["seed"], from_values(made["assumptions"]))


def _deck(frame: Frame, parts: Parts) -> Deck:
    style = _STYLES[frame.game.id]
    given = frame.given
    synthesis = {
        "seed": frame.seed,
        "generator": GENERATOR,
        "assumptions": given.model_dump(),
    }
    contact = names("contact", 1, frame.seed)[0]
    return Deck(
        game=frame.game.id,
        name=f"{style.title}, {given.label}, seed {frame.seed}",
        provenance="synthetic",
        synthesis=synthesis,
        clue=_clues(frame, parts),
        victim=_victim_cards(frame, parts),
        contact=(Contact(id="p1", name=contact, sides=style.contact),),
    )


def _clues(frame: Frame, parts: Parts) -> tuple[Clue, ...]:
    titles = [
        name
        for kind, count in Counter(slot.kind for slot in frame.slots).items()
        for name in names(kind, count, frame.seed)
    ]
    return tuple(_clue(frame, parts, card, title) for card, title in enumerate(titles))


def _clue(frame: Frame, parts: Parts, card: int, title: str) -> Clue:
    slot = frame.slots[card]
    marks = (*parts["marks"][card], *(("puzzle", "lock") if slot.puzzle else ()))
    icons = "".join(parts["icons"][card])
    return Clue(
        id=f"c{card + 1:02d}",
        name=title,
        types=(slot.kind, *parts["second"][card]),
        left=edge_icons(parts["left"][card][0]),
        right=edge_icons(parts["right"][card][0]),
        attributes=tuple(mark for mark in frame.game.attributes if mark in marks),
        effects=shuffled(parts["effects"][card], frame.seed, f"effects/{card}"),
        time="time" in icons,
        stability="stability" in icons,
        minimum=max((int(mark) for mark in marks if mark.isdigit()), default=0),
    )


def _victim_cards(frame: Frame, parts: Parts) -> tuple[Victim, ...]:
    titles = names("victim", frame.game.victims_in_box, frame.seed)
    return tuple(
        Victim(id=f"v{victim + 1}", name=title, right=edge_icons(parts["victims"][victim][0]))
        for victim, title in enumerate(titles)
    )
