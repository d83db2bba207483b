"""Synthetic decks: drawn by a constraint model from a seed and documented assumptions.

Not the printed cards, which no public source lists: see docs/decks.md for what is known.
"""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from casecracker.engine.cards import Clue, Contact, Deck, Victim
from casecracker.engine.errors import DeckError
from casecracker.engine.games import VISITING_CONTACTS, find_game
from casecracker.engine.shuffles import shuffled
from casecracker.seeds import gulfcards
from casecracker.seeds.assumptions import Assumptions, GulfsAssumptions, from_values
from casecracker.seeds.deckmodel import Parts, draw_parts
from casecracker.seeds.frame import Frame
from casecracker.seeds.names import names
from casecracker.seeds.parts import edge_icons
from casecracker.seeds.presets import preset
from casecracker.seeds.yellow import minimum_in

GENERATOR: Final = 1
"""Version of the model: a change that moves any deck is a new number."""

MAX_DECK_SEED: Final = 2**63 - 1
"""TOML's largest whole number, since the seed is written into the deck file."""


_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "witch-cult": "Synthetic Witch Cult",
        "king-in-yellow": "Synthetic King in Yellow",
        "infinite-gulfs": "Synthetic Infinite Gulfs",
    }
)
_ATTRIBUTES = ("marks", "locks", "colours", "darkness")  # the parts that draw them
_KING = "The King in Yellow"  # the one real name: the rulebook itself tells of this card


def synthesize(game: str, seed: int, assumptions: Assumptions | None = None) -> Deck:
    """The synthetic deck that a seed and assumptions decide, the same on every machine.

    Args:
        game: Id of the game.
        seed: 0 to 2^63 - 1.
        assumptions: Counts that the real box would settle; the game's `standard` if left out.

    Raises:
        GameError: There is no such game.
        DeckError: No model for the game, seed out of range, or assumptions that contradict the box
            or belong to another game.
    """
    rules, standard = find_game(game), preset(game)
    given = standard if assumptions is None else assumptions
    if type(given) is not type(standard):
        raise DeckError(f"assumption set '{given.label}': it is for another game than {game}")
    if not 0 <= seed <= MAX_DECK_SEED:
        raise DeckError(f"deck seed {seed} is out of range; it is 0 to {MAX_DECK_SEED}")
    return _deck(*draw_parts(rules, seed, given))


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
    given = from_values(made["assumptions"], type(preset(deck.game)))
    return synthesize(deck.game, made["seed"], given)


def _deck(frame: Frame, parts: Parts) -> Deck:
    game, given = frame.game.id, frame.given
    synthesis = {
        "seed": frame.seed,
        "generator": GENERATOR,
        "assumptions": given.model_dump(),
    }
    contact = names("contact", 1, frame.seed)[0]
    own = isinstance(given, GulfsAssumptions)
    return Deck(
        game=game,
        name=f"{_TITLES[game]}, {given.label}, seed {frame.seed}",
        provenance="synthetic",
        synthesis=synthesis,
        clue=_clues(frame, parts),
        victim=_victim_cards(frame, parts),
        contact=(Contact(id="p1", name=contact, sides=VISITING_CONTACTS[game]),),
        **(gulfcards.box_cards(frame, parts) if own else {}),
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
    drawn = [word for part in _ATTRIBUTES for word in parts[part].get(card, ())]
    marks = [*drawn, *(["puzzle"] if slot.puzzle else []), *(["king"] if slot.king else [])]
    marks += gulfcards.role_marks(slot.role)
    icons = "".join(parts["icons"][card])
    entry = {
        "id": f"c{card + 1:02d}",
        "name": _KING if slot.king else title,
        "types": (slot.kind, *parts["second"][card]),
        "left": edge_icons(parts["left"][card][0]),
        "right": edge_icons(parts["right"][card][0]),
        "attributes": tuple(mark for mark in frame.game.attributes if mark in marks),
        "effects": shuffled(parts["effects"][card], frame.seed, f"effects/{card}"),
        "time": "time" in icons,
        "stability": "stability" in icons,
        "minimum": max((int(mark) for mark in marks if mark.isdigit()), default=0),
        "yellow-minimum": max(map(minimum_in, marks), default=0),
        "immediate": "".join(parts["immediate"].get(card, ())),
    }
    if isinstance(frame.given, GulfsAssumptions):
        entry |= gulfcards.clue_entry(frame, parts, card)
    return Clue.model_validate(entry)


def _victim_cards(frame: Frame, parts: Parts) -> tuple[Victim, ...]:
    titles = names("victim", frame.game.victims_in_box, frame.seed)
    return tuple(
        Victim(id=f"v{victim + 1}", name=title, right=edge_icons(parts["victims"][victim][0]))
        for victim, title in enumerate(titles)
    )
