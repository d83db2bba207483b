"""Cards and decks: what is printed on the cards of one box, nothing about any deal.

The fields are those of the deck file (docs/formats.md); a deck is checked when it is made.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.games import ANY, TECHNIQUES, Game, find_game

MAX_CLUES = 62
"""A deck's clue cards fit one 64-bit set, with one six-bit number left for "no card"."""

MAX_SIDES = 4
MAX_EFFECTS = 6
"""Effects on one clue card that a packed state can count through."""

MAX_NAME = 200
MAX_ID = 40
ID_PATTERN = "^[a-z0-9-]+$"

CardId = Annotated[StrictStr, Field(pattern=ID_PATTERN, max_length=MAX_ID)]
Name = Annotated[StrictStr, Field(max_length=MAX_NAME)]
Words = tuple[StrictStr, ...]
Count = Annotated[StrictInt, Field(ge=0, le=62)]
Provenance = Literal["synthetic", "transcribed"]


def is_id(name: str) -> bool:
    """Whether `name` is written as ids of cards and decks are: a-z, 0-9 and -, not a path."""
    return len(name) <= MAX_ID and re.fullmatch(ID_PATTERN, name) is not None


class _Card(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    id: CardId
    name: Name = ""


class Clue(_Card):
    """A clue card: types, edges, requirements, effects (left to right), penalty icons."""

    types: Words
    left: Words
    right: Words
    attributes: Words = ()
    minimum: Count = 0
    yellow_minimum: Count = Field(default=0, alias="yellow-minimum")
    immediate: StrictStr = ""
    effects: Words = ()
    time: StrictBool = False
    stability: StrictBool = False


class Victim(_Card):
    """A victim card: the start of a case. `right` are its investigative icons."""

    right: Words


class Contact(_Card):
    """A professional contact: one of `sides` may be used once in a game."""

    sides: Words


Card: TypeAlias = Clue | Victim | Contact


class Deck(BaseModel):
    """All cards of one box. Immutable; `digest` names its content.

    Raises:
        ValueError: On making one that breaks the vocabulary of its game.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = 1
    game: StrictStr
    name: Name
    provenance: Provenance
    synthesis: dict[str, Any] | None = None
    clue: tuple[Clue, ...]
    victim: tuple[Victim, ...]
    contact: tuple[Contact, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_deck(self, find_game(self.game))
        return self

    def __hash__(self) -> int:
        """Equal decks have equal cards."""
        return hash((self.game, self.name, self.clue))

    @property
    def digest(self) -> str:
        """32 hexadecimal digits over the cards and their printed content, not the file's bytes."""
        content = self.document()
        content.pop("synthesis", None)
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def document(self) -> dict[str, Any]:
        """The deck as the parsed form of its deck file, `format` apart.

        What a card does not use is left out, so a field that a later game adds changes nothing.
        """
        return self.model_dump(exclude_defaults=True, by_alias=True, mode="json")

    def cards(self) -> Iterator[tuple[str, Card]]:
        """Every card with its kind, the name of its table in a deck file; in the file's order."""
        yield from (("clue", card) for card in self.clue)
        yield from (("victim", card) for card in self.victim)
        yield from (("contact", card) for card in self.contact)

    def clue_ids(self) -> tuple[str, ...]:
        """Ids of the clue cards, sorted: the order that shuffles start from."""
        return tuple(sorted(c.id for c in self.clue))

    def victim_ids(self) -> tuple[str, ...]:
        """Ids of the victim cards, sorted."""
        return tuple(sorted(v.id for v in self.victim))


def _check_deck(deck: Deck, game: Game) -> None:
    for fault in deck_faults(len(deck.clue), len(deck.victim), len(deck.contact)):
        raise ValueError(fault)
    _check_unique([card.id for card in (*deck.clue, *deck.victim, *deck.contact)])
    for kind, card in deck.cards():
        for key, message in card_faults(card, game):
            raise ValueError(f"{kind} '{card.id}', key '{key}': {message}")


def deck_faults(clues: int, victims: int, contacts: int) -> Iterator[str]:
    """What is wrong with the numbers of cards, for any deck, not only a box's."""
    if not 8 <= clues <= MAX_CLUES:
        yield f"a deck has 8 to {MAX_CLUES} clue cards; this one has {clues}"
    if not 2 <= victims <= 6:
        yield f"a deck has 2 to 6 victim cards; this one has {victims}"
    if contacts > 1:
        yield f"a deck has at most one contact; this one has {contacts}"


def _check_unique(ids: list[str]) -> None:
    card, times = Counter(ids).most_common(1)[0]
    if times > 1:
        raise ValueError(f"id '{card}' is used {times} times; ids are unique in a deck")


def card_faults(card: Card, game: Game) -> Iterator[tuple[str, str]]:
    """Key and message of each field that breaks the vocabulary of the game."""
    edges = (*TECHNIQUES, ANY)
    if isinstance(card, Victim):
        yield from _word_faults("right", card.right, edges, least=1)
    elif isinstance(card, Contact):
        yield from _word_faults("sides", card.sides, game.contact_sides, least=1)
        if len(card.sides) > MAX_SIDES:
            yield "sides", f"at most {MAX_SIDES} sides; this contact has {len(card.sides)}"
    else:
        yield from _word_faults("types", card.types, game.types, least=1)
        yield from _word_faults("left", card.left, edges, least=1)
        yield from _word_faults("right", card.right, edges, least=1)
        yield from _word_faults("attributes", card.attributes, game.attributes)
        yield from _word_faults("effects", card.effects, game.effects, repeats=True)
        yield from _yellow_faults(card, game)
        if {"lock", "yellow-sign-lock"} <= set(card.attributes):
            yield "attributes", "a card has one kind of lock"
        if len(card.effects) > MAX_EFFECTS:
            yield "effects", f"at most {MAX_EFFECTS} effects; this card has {len(card.effects)}"


def _yellow_faults(clue: Clue, game: Game) -> Iterator[tuple[str, str]]:
    if clue.immediate:
        yield from _word_faults("immediate", (clue.immediate,), game.immediates)
    if clue.yellow_minimum and "colour" not in game.attributes:
        yield "yellow-minimum", f"{game.id} has no Colour attribute that this could count"


def _word_faults(
    key: str, words: Words, known: tuple[str, ...], *, least: int = 0, repeats: bool = False
) -> Iterator[tuple[str, str]]:
    if len(words) < least:
        yield key, f"nothing is listed; choose from: {', '.join(known)}"
    for word, times in Counter(words).items():
        if word not in known:
            hint = did_you_mean(word, known) or f"; known: {', '.join(known)}"
            yield key, f"unknown word {shown(word)}{hint}"
        elif times > 1 and not repeats:
            yield key, f"'{word}' is listed {times} times"
    if ANY in words and len(words) > 1:
        yield key, f"'{ANY}' stands for all techniques and is listed alone"
