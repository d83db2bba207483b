"""Deck files: the cards of one box as TOML, read with every fault named (docs/formats.md)."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ValidationError

from casecracker.engine.cards import (
    MAX_EFFECTS,
    MAX_ID,
    MAX_NAME,
    Card,
    Clue,
    Contact,
    Deck,
    Victim,
    card_faults,
    count_faults,
)
from casecracker.engine.errors import DeckError, GameError
from casecracker.engine.files import (
    check_format,
    did_you_mean,
    parse_toml,
    place,
    read_text,
    shown,
)
from casecracker.engine.games import Game, find_game
from casecracker.engine.tomltext import toml_lines, toml_table

Document: TypeAlias = dict[str, Any]  # a parsed TOML file: any value under any key
Kind: TypeAlias = Literal["clue", "victim", "contact"]

_CARDS: Mapping[Kind, type[Card]] = {"clue": Clue, "victim": Victim, "contact": Contact}
KINDS: tuple[Kind, ...] = tuple(_CARDS)
_NOTHING: Mapping[str, Any] = {"types": (), "left": (), "right": (), "sides": ()}
_HEAD = ("format", "game", "name", "provenance", "synthesis")

_UNKNOWN = "extra_forbidden"  # the checker's name for a key that no entry has
_WORDS = 'a list of words in quotes, like ["a", "b"]'
_RIGHT = {
    "id": f"text of a-z, 0-9 and -, at most {MAX_ID} characters",
    "name": f"text in quotes, at most {MAX_NAME} characters",
    "types": _WORDS,
    "left": _WORDS,
    "right": _WORDS,
    "attributes": _WORDS,
    "effects": f"{_WORDS}, at most {MAX_EFFECTS}",
    "sides": _WORDS,
    "minimum": "a whole number; 0 or left out for none",
    "yellow-minimum": "a whole number; 0 or left out for none",
    "immediate": "one immediate effect in quotes",
    "time": "true or false",
    "stability": "true or false",
    "provenance": '"transcribed" (from the real cards) or "synthetic"',
    "synthesis": "a table of texts, numbers, true or false, lists and tables",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a deck file."""

    kind: Kind | None  # None: the head of the file
    index: int  # of the entry among those of its kind, from 0
    id: str  # of the entry, as a message shows it; empty if it has none
    key: str
    message: str

    def text(self) -> str:
        """Entry, key and message in one line."""
        entry = entry_text(self.kind, self.index, self.id)
        parts = [part for part in (entry, f"key {shown(self.key)}" if self.key else "") if part]
        return f"{', '.join(parts)}: {self.message}" if parts else self.message


def entry_text(kind: Kind | None, index: int, card: str) -> str:
    """How messages name an entry: by its id, else by its number."""
    if kind is None:
        return ""
    return f"{kind} '{card}'" if card else f"{kind} number {index + 1}"


def load_deck(path: str) -> Deck:
    """The deck in a file, or on standard input if `path` is `-`.

    Raises:
        FileFormatError: The file cannot be read, or is not TOML of a known format.
        DeckError: An entry breaks the deck file's form or its game's vocabulary.
        GameError: The game is unknown.
    """
    return parse_deck(read_text(path), place(path))


def parse_deck(text: str, where: str) -> Deck:
    """The deck that TOML `text` describes; `where` names it in messages. Raises as `load_deck`."""
    return deck_from_document(parse_toml(text, where), where)


def deck_from_document(document: Document, where: str) -> Deck:
    """The deck that a parsed deck file describes. Raises as `load_deck`."""
    game = check_head(document, where)
    for fault in document_faults(document, game):
        raise DeckError(f"{where}: {fault.text()}")
    return Deck.model_validate(document)


def check_head(document: Document, where: str) -> Game:
    """Check format and game, without which nothing else of the file can be judged."""
    check_format(document, where)
    name = document.get("game")
    if not isinstance(name, str):
        was = "is missing" if name is None else f"is {shown(name)}"
        raise DeckError(f"{where}: key 'game' {was}; write the game's id in quotes")
    try:
        return find_game(name)
    except GameError as error:
        raise GameError(f"{where}: key 'game': {error}") from None


def document_faults(document: Document, game: Game) -> Iterator[Fault]:
    """Everything that keeps a parsed deck file from being a deck, in the file's order."""
    yield from _head_faults(document)
    kept = {kind: _entries(document, kind) for kind in KINDS}
    for kind, entries in kept.items():
        if entries is None:
            yield Fault(None, 0, "", kind, f"must be entries that begin with [[{kind}]]")
            continue
        for index, entry in enumerate(entries):
            yield from _entry_faults(kind, index, entry, game)
    yield from _id_faults(kept)
    counts: dict[str, int] = {kind: len(entries or ()) for kind, entries in kept.items()}
    for message in count_faults(counts, game):
        yield Fault(None, 0, "", "", message)


def _entries(document: Document, kind: Kind) -> list[object] | None:
    entries = document.get(kind, [])
    return entries if isinstance(entries, list) else None


def _head_faults(document: Document) -> Iterator[Fault]:
    known = (*_HEAD, *KINDS)
    for key in document:
        if key not in known:
            yield Fault(None, 0, "", key, _unknown_key(key, known))
    head = {key: value for key, value in document.items() if key in _HEAD}
    for key, message in _field_faults(Deck, {**head, "clue": (), "victim": ()}):
        yield Fault(None, 0, "", key, message)
    if not _is_plain(document.get("synthesis", {})):
        yield Fault(None, 0, "", "synthesis", f"must be {_RIGHT['synthesis']}")


def _is_plain(value: object) -> bool:
    """Whether JSON can hold the value too: no dates, no infinities."""
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def _entry_faults(kind: Kind, index: int, entry: object, game: Game) -> Iterator[Fault]:
    name = entry_id(entry)
    if not isinstance(entry, dict):
        yield Fault(kind, index, name, "", f"is {shown(entry)}; it must be a table of keys")
        return
    model = _CARDS[kind]
    faults = dict(_field_faults(model, entry))
    # Keys that are well formed are judged further, so that one pass tells everything.
    sound = {key: value for key, value in entry.items() if key not in faults}
    card = model.model_construct(None, **{**_NOTHING, **sound})
    words = {key: message for key, message in card_faults(card, game) if key not in faults}
    for key, message in {**faults, **words}.items():
        yield Fault(kind, index, name, key, message)


def entry_id(entry: object) -> str:
    """The id of an entry as messages show it; empty if it has none."""
    card = entry.get("id") if isinstance(entry, dict) else None
    return shown(card)[1:-1] if isinstance(card, str) else ""


def _field_faults(model: type[BaseModel], entry: Document) -> Iterator[tuple[str, str]]:
    """The checker's complaints in our words, one for each key."""
    for name, field in model.model_fields.items():
        if field.alias and name in entry:
            yield name, _unknown_key(name, _keys_of(model))
    try:
        model.model_validate(entry)
    except ValidationError as error:
        known = _keys_of(model)
        details = error.errors(include_url=False, include_context=False)
        kinds: dict[str, str] = {}  # one complaint a key, however many words of its list are wrong
        for detail in details:
            if detail["loc"]:
                kinds.setdefault(str(detail["loc"][0]), detail["type"])
        # A misspelt key is also a missing one: tell the spelling first.
        for key, kind in sorted(kinds.items(), key=lambda item: item[1] != _UNKNOWN):
            yield key, _field_message(kind, key, entry, known)


def _keys_of(model: type[BaseModel]) -> tuple[str, ...]:
    return tuple(field.alias or name for name, field in model.model_fields.items())


def _field_message(kind: str, key: str, entry: Document, known: tuple[str, ...]) -> str:
    if kind == _UNKNOWN:
        return _unknown_key(key, known)
    right = _RIGHT.get(key, "another value")
    if kind == "missing":
        return f"missing; it must be {right}"
    return f"is {shown(entry[key])}; it must be {right}"


def _unknown_key(key: str, known: tuple[str, ...]) -> str:
    return f"unknown key{did_you_mean(key, known)}; known keys: {', '.join(known)}"


def _id_faults(kept: Mapping[Kind, list[object] | None]) -> Iterator[Fault]:
    ids = [
        (kind, index, entry_id(entry))
        for kind, entries in kept.items()
        for index, entry in enumerate(entries or ())
    ]
    times = Counter(card for _, _, card in ids)
    seen: set[str] = set()
    for kind, index, card in ids:
        if card and times[card] > 1 and card in seen:
            yield Fault(kind, index, card, "id", "this id is used before; ids are unique in a deck")
        seen.add(card)


def deck_text(deck: Deck) -> str:
    """The deck as a deck file; `parse_deck` gives back an equal deck."""
    lines = ["format = 1"]
    for key in ("game", "name", "provenance"):
        lines += toml_lines(key, getattr(deck, key))
    if deck.synthesis is not None:
        lines += ["", *toml_table("synthesis", deck.synthesis)]
    for kind, card in deck.cards():
        lines += ["", f"[[{kind}]]", *_card_lines(card)]
    return "\n".join(lines) + "\n"


def _card_lines(card: Card) -> Iterator[str]:
    """The keys of a card in their usual order; what is not on the card is left out."""
    for key, value in card.model_dump(exclude_defaults=True, by_alias=True).items():
        yield from toml_lines(key, value)
