"""Deck files: the cards of one box as TOML, read with every fault named (docs/formats.md)."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ValidationError

from casecracker.engine.cards import (
    MAX_CASES,
    MAX_EFFECTS,
    MAX_ID,
    MAX_LETTER,
    MAX_NAME,
    MAX_OBJECTIVES,
    Card,
    CaseCard,
    Clash,
    Clue,
    Contact,
    Deck,
    Equipment,
    Menace,
    Objective,
    Victim,
    card_faults,
    count_faults,
    kinds_of,
    loose_ends,
    repetitions,
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
Kind: TypeAlias = Literal["clue", "victim", "contact", "case", "menace", "objective", "equipment"]

_CARDS: Mapping[Kind, type[Card]] = {
    "clue": Clue,
    "victim": Victim,
    "contact": Contact,
    "case": CaseCard,
    "menace": Menace,
    "objective": Objective,
    "equipment": Equipment,
}
KINDS: tuple[Kind, ...] = tuple(_CARDS)
_NOTHING: Mapping[str, Any] = {
    "id": "",
    "number": 0,
    "types": (),
    "left": (),
    "right": (),
    "sides": (),
    "letters": (),
}
_GULFS_KEYS = ("letter", "left-purple", "right-purple", "sides")
_YELLOW_KEYS = ("yellow-minimum", "immediate")
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
    "letter": f"text in quotes, at most {MAX_LETTER} characters",
    "left-purple": _WORDS,
    "right-purple": _WORDS,
    "side": '"A" or "B"; left out on a card with one case side',
    "start": "true or false",
    "on-close": _WORDS,
    "ongoing": _WORDS,
    "icons": _WORDS,
    "letters": _WORDS,
    "clue": "the id of a clue card in quotes",
    "deck": '"aurora" (marked I) or "standard"',
    "time": "true or false",
    "stability": "true or false",
    "provenance": '"transcribed" (from the real cards) or "synthetic"',
    "synthesis": "a table of texts, numbers, true or false, lists and tables",
}
_RIGHT_HERE: Mapping[type[BaseModel], Mapping[str, str]] = {
    CaseCard: {"number": f"the number on the card, 1 to {MAX_CASES}"},
    Objective: {"number": f"the number on the card, 1 to {MAX_OBJECTIVES}"},
    Menace: {"immediate": _WORDS},
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
    cards: dict[Kind, list[Card]] = {kind: [] for kind in game_kinds(game)}
    is_sound = True
    for fault in _separate_faults(document, game, cards):
        is_sound = False
        yield fault
    if is_sound:
        deck = Deck.model_construct(None, game=game.id, **cards)
        yield from (_told(clash, document) for clash in loose_ends(deck))


def _separate_faults(
    document: Document, game: Game, cards: dict[Kind, list[Card]]
) -> Iterator[Fault]:
    """What is wrong with the head, single entries, repeated names and the numbers of cards."""
    yield from _head_faults(document, game)
    for kind, found in cards.items():
        yield from _entry_faults(document, kind, game, found)
    # Entries that are at fault take part with what is sound of them.
    deck = Deck.model_construct(None, game=game.id, **cards)
    yield from (_told(clash, document) for clash in repetitions(deck))
    counts: dict[str, int] = {kind: len(found) for kind, found in cards.items()}
    for message in count_faults(counts, game):
        yield Fault(None, 0, "", "", message)


def game_kinds(game: Game) -> tuple[Kind, ...]:
    """The kinds of entries that a deck file of the game has."""
    return tuple(kind for kind in KINDS if kind in kinds_of(game))


def _told(clash: Clash, document: Document) -> Fault:
    for kind in KINDS:
        if kind == clash.kind:
            name = entry_id(kind, document[kind][clash.place])
            return Fault(kind, clash.place, name, clash.key, clash.message)
    return Fault(None, 0, "", clash.key, clash.message)


def _head_faults(document: Document, game: Game) -> Iterator[Fault]:
    known = (*_HEAD, *game_kinds(game))
    for key, value in document.items():
        if key in KINDS and key not in known and value != []:
            has = ", ".join(f"[[{kind}]]" for kind in game_kinds(game))
            yield Fault(None, 0, "", key, f"{game.id} has no such cards; it has {has}")
        elif key not in (*known, *KINDS):
            yield Fault(None, 0, "", key, _unknown_key(key, known))
    head = {key: value for key, value in document.items() if key in _HEAD}
    for key, message in _field_faults(Deck, {**head, "clue": (), "victim": ()}, known):
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


def _entry_faults(document: Document, kind: Kind, game: Game, cards: list[Card]) -> Iterator[Fault]:
    """What is wrong with the entries of one kind; the cards that they are go into `cards`."""
    entries = document.get(kind, [])
    if not isinstance(entries, list):
        yield Fault(None, 0, "", kind, f"must be entries that begin with [[{kind}]]")
        return
    for index, entry in enumerate(entries):
        card, faults = _judged(kind, entry, game)
        cards.append(card)
        for key, message in faults.items():
            yield Fault(kind, index, entry_id(kind, entry), key, message)


def _judged(kind: Kind, entry: object, game: Game) -> tuple[Card, dict[str, str]]:
    """What is sound of an entry, as a card, and what is wrong with its keys."""
    model = _CARDS[kind]
    if not isinstance(entry, dict):
        return model.model_construct(None, **_NOTHING), {
            "": f"is {shown(entry)}; it must be a table of keys"
        }
    known = _keys_of(model, game)
    foreign = [key for key in _keys_of(model) if key in entry and key not in known]
    faults = {key: _unknown_key(key, known) for key in foreign}
    faults |= _field_faults(model, entry, known)
    # Keys that are well formed are judged further, so that one pass tells everything.
    sound = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in entry.items()
        if key not in faults
    }
    card = model.model_construct(None, **{**_NOTHING, **sound})
    words = {key: message for key, message in card_faults(card, game) if key not in faults}
    return card, {**faults, **words}


def entry_id(kind: Kind, entry: object) -> str:
    """The id of an entry as messages show it, or what takes its part; empty if it has none."""
    if not isinstance(entry, dict):
        return ""
    if kind in ("case", "objective"):
        number, side = entry.get("number"), entry.get("side", "")
        letter = side if kind == "case" and side in ("A", "B") else ""
        return f"{shown(number)}{letter}" if type(number) is int else ""
    card = entry.get("id")
    return shown(card)[1:-1] if isinstance(card, str) else ""


def _field_faults(
    model: type[BaseModel], entry: Document, known: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """The checker's complaints in our words, one for each key."""
    for name, field in model.model_fields.items():
        if field.alias and name in entry:
            yield name, _unknown_key(name, known)
    try:
        model.model_validate(entry)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        kinds: dict[str, str] = {}  # one complaint a key, however many words of its list are wrong
        for detail in details:
            if detail["loc"]:
                kinds.setdefault(str(detail["loc"][0]), detail["type"])
        # A misspelt key is also a missing one: tell the spelling first.
        for key, kind in sorted(kinds.items(), key=lambda item: item[1] != _UNKNOWN):
            yield key, _field_message(kind, key, entry, model, known)


def _keys_of(model: type[BaseModel], game: Game | None = None) -> tuple[str, ...]:
    """The keys of an entry; with a game, those that it uses."""
    keys = (field.alias or name for name, field in model.model_fields.items())
    if model is not Clue or game is None:
        return tuple(keys)
    foreign = _YELLOW_KEYS if game.has_case_cards else _GULFS_KEYS
    return tuple(key for key in keys if key not in foreign)


def _field_message(
    kind: str, key: str, entry: Document, model: type[BaseModel], known: tuple[str, ...]
) -> str:
    if kind == _UNKNOWN:
        return _unknown_key(key, known)
    right = _RIGHT_HERE.get(model, _RIGHT).get(key) or _RIGHT.get(key, "another value")
    if kind == "missing":
        return f"missing; it must be {right}"
    return f"is {shown(entry[key])}; it must be {right}"


def _unknown_key(key: str, known: tuple[str, ...]) -> str:
    return f"unknown key{did_you_mean(key, known)}; known keys: {', '.join(known)}"


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
