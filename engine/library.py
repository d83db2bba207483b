"""The decks at hand: those that come with the package, and those that a user added.

An id names the same deck in every deal code, so an added deck never shadows a built-in one.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

from casecracker.engine.cards import MAX_ID, Deck, is_id
from casecracker.engine.deckfile import parse_deck
from casecracker.engine.errors import CasecrackerError, DeckError
from casecracker.engine.files import (
    STDIN,
    did_you_mean,
    escaped,
    place,
    read_text,
    shown,
    write_text,
)

DATA_VARIABLE = "CASECRACKER_DATA"
"""Environment variable with another folder for what a user adds."""

_SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """One deck of the library. `deck` is None if its file was damaged; `fault` says how."""

    id: str
    source: str  # "built-in" or "added"
    deck: Deck | None
    fault: str = ""


def data_folder() -> Path:
    """Where added decks are kept."""
    folder = os.environ.get(DATA_VARIABLE)
    return Path(folder) if folder else platformdirs.user_data_path("casecracker", appauthor=False)


def list_decks() -> list[DeckEntry]:
    """All decks, the built-in ones first, each group sorted by id."""
    return [_entry(deck_id, source) for source, deck_id in _known()]


def deck_ids() -> list[str]:
    """Ids of all decks, the built-in ones first."""
    return [deck_id for _, deck_id in _known()]


def find_deck(id_or_path: str) -> Deck:
    """The deck with that id, else the deck in the file at that path.

    Raises:
        DeckError: There is no such deck, or it breaks the deck file's form.
        FileFormatError: The file cannot be read.
        GameError: Its game is unknown.
    """
    return resolve_deck(id_or_path)[0]


def resolve_deck(id_or_path: str, folder: str = "") -> tuple[Deck, str]:
    """The deck, and the name under which it is found again from the current folder.

    Args:
        id_or_path: An id, or a path relative to `folder`.
        folder: Where paths start; the current folder if empty.

    Raises:
        As `find_deck`.
    """
    text, where, name = deck_source(id_or_path, folder)
    return parse_deck(text, where), name


def deck_source(id_or_path: str, folder: str = "") -> tuple[str, str, str]:
    """Text of a deck file, how messages name it, and the deck's name as in `resolve_deck`."""
    if is_id(id_or_path) and id_or_path in deck_ids():
        return *_source(id_or_path), id_or_path
    path = os.path.join(folder, id_or_path)
    if is_id(id_or_path) and not os.path.isfile(path):
        raise DeckError(f"{_no_such_deck(id_or_path)}; a file is named like ./{id_or_path}.toml")
    if is_id(path):  # a bare name could be taken for an id later on; a path cannot
        path = os.path.join(".", path)
    return read_text(path), place(path), path


def find_listed(deck_id: str) -> Deck:
    """The built-in or added deck with that id; never a path. Raises as `find_deck`."""
    if deck_id not in deck_ids():
        raise DeckError(f"{_no_such_deck(deck_id)}; a file is given by --deck FILE")
    return _load(deck_id)


def add_deck(path: str, *, replace: bool = False) -> str:
    """Copy a deck file into the library and return its id, the file's stem.

    Raises:
        DeckError: The file is no deck, its stem no id, or the id is taken.
        FileFormatError: A file cannot be read or written.
        GameError: The deck's game is unknown.
    """
    deck_id = _id_from(path)
    text = read_text(path)
    deck = parse_deck(text, place(path))
    if deck_id in _builtin():
        raise DeckError(
            f"{place(path)}: '{deck_id}' is a built-in deck; give the file another name"
        )
    taken = deck_id in _added() and not replace
    if taken and _load(deck_id) != deck:
        raise DeckError(
            f"{place(path)}: another deck was added as '{deck_id}'; "
            "give the file another name, or use --replace"
        )
    _store(deck_id, text)
    return deck_id


def _id_from(path: str) -> str:
    name = Path(path).name
    stem = name.removesuffix(_SUFFIX)
    if path == STDIN or not is_id(stem):
        raise DeckError(
            f"{place(path)}: the file's name becomes the deck's id: "
            f"a-z, 0-9 and -, at most {MAX_ID}, then .toml; got {shown(name)}"
        )
    return stem


def _store(deck_id: str, text: str) -> None:
    folder = data_folder() / "decks"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DeckError(f"{escaped(folder)}: cannot make this folder: {error.strerror}") from None
    write_text(str(folder / f"{deck_id}{_SUFFIX}"), text)


def _no_such_deck(name: str) -> str:
    known = deck_ids()
    hint = did_you_mean(name, known) or f"; known decks: {', '.join(known) or 'none'}"
    return f"no deck {shown(name)}{hint}"


def _known() -> Iterator[tuple[str, str]]:
    builtin = _builtin()
    yield from (("built-in", deck_id) for deck_id in sorted(builtin))
    yield from (("added", deck_id) for deck_id in sorted(_added()) if deck_id not in builtin)


def _builtin() -> dict[str, Traversable]:
    return _decks_in(resources.files("casecracker.engine").joinpath("data"))


def _added() -> dict[str, Traversable]:
    return _decks_in(data_folder() / "decks")


def _decks_in(folder: Traversable) -> dict[str, Traversable]:
    """Deck files by id. A folder that cannot be listed has none."""
    try:
        files = [file for file in folder.iterdir() if file.name.endswith(_SUFFIX)]
    except OSError:
        return {}
    return {stem: file for file in files if is_id(stem := file.name.removesuffix(_SUFFIX))}


def _entry(deck_id: str, source: str) -> DeckEntry:
    try:
        return DeckEntry(deck_id, source, _load(deck_id))
    except CasecrackerError as error:
        return DeckEntry(deck_id, source, None, str(error))


def _load(deck_id: str) -> Deck:
    return parse_deck(*_source(deck_id))


def _source(deck_id: str) -> tuple[str, str]:
    builtin = _builtin().get(deck_id)
    if builtin is not None:
        return builtin.read_text(encoding="utf-8"), f"built-in deck '{deck_id}'"
    path = str(_added()[deck_id])
    return read_text(path), place(path)
