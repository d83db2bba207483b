"""Where games that are being played lie on disk: written whole after every move, never lost.

A game without a path of its own lies in the folder `games` of the user's data folder, where the
file `last` names the game that was played last.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from casecracker.engine.deals import Deal
from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import check_replaceable, escaped, place, read_text, write_text
from casecracker.engine.library import data_folder
from casecracker.engine.streets.deal import GAME as STREETS
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.solver.record import Record, game_text

_LAST = "last"
_MOST_GAMES = 100_000  # of one deal


@dataclass
class GameFile:
    """The file of one game, in the hands of one session.

    Attributes:
        path: Where it lies.
        text: What it held when this session wrote or read it last; None for a new file.
    """

    path: str
    text: str | None = None

    def write(self, record: Record) -> None:
        """Put the game on disk: the whole file or nothing. Raises as `write_text`."""
        self.write_text(game_text(record))

    def write_text(self, text: str) -> None:
        """Put the text of a game on disk: the whole file or nothing.

        Raises:
            FileFormatError: It cannot be written, or another program has changed the file.
        """
        if self.text is not None and self._on_disk() != self.text:
            raise FileFormatError(
                f"{escaped(self.path)}: another program has changed this file since the latest "
                f"move; keep this game with `save` under another name"
            )
        write_text(self.path, text)
        self.text = text

    def _on_disk(self) -> str | None:
        """What the file holds now; a file that was deleted is simply written again."""
        return read_text(self.path) if os.path.exists(self.path) else self.text


def new_game_file(deal: Deal | StreetsDeal) -> GameFile:
    """A file in the user's data folder for a game of `deal` that has just begun.

    Raises:
        FileFormatError: The folder cannot be made or written.
    """
    folder = _games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, _MOST_GAMES):
            path = folder / f"{_stem(deal)}{f'-{number}' if number > 1 else ''}.json"
            if _claim(path):
                return GameFile(str(path))
    except OSError as error:
        text = escaped(error.strerror or "cannot be written").lower()
        raise FileFormatError(f"{escaped(folder)}: {text}; use --file FILE") from None
    raise FileFormatError(f"{escaped(folder)}: too many games of this deal; use --file FILE")


def check_game_path(path: str) -> None:
    """Refuse a path that cannot be written, or whose file is no game record.

    Raises:
        FileFormatError: It is such a path.
    """
    check_replaceable(path, "a game record", lambda text: '"moves"' in text)


def empty_game_file(path: str) -> GameFile:
    """A file of the player's choice for a game that is not there yet.

    Raises:
        FileFormatError: It cannot be written, or holds something.
    """
    check_game_path(path)
    if holds_something(path):
        raise FileFormatError(f"{place(path)} holds another game; choose another name")
    return GameFile(path)


def holds_something(path: str) -> bool:
    """Whether a file is there that is not empty."""
    return os.path.isfile(path) and os.path.getsize(path) > 0


def remember(path: str) -> None:
    """Note a game as the one that was played last."""
    folder = _games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileFormatError(f"{escaped(folder)}: cannot be made: {error.strerror}") from None
    write_text(str(folder / _LAST), os.path.abspath(path) + "\n")


def last_path() -> str | None:
    """Path of the game that was played last; None if there is none or it has gone."""
    note = _games_folder() / _LAST
    if not note.is_file():
        return None
    path = read_text(str(note)).rstrip("\n")
    return path if os.path.isfile(path) else None


def _games_folder() -> Path:
    return data_folder() / "games"


def _stem(deal: Deal | StreetsDeal) -> str:
    """The deal's code as the name of a file."""
    name = deal.code or (STREETS if isinstance(deal, StreetsDeal) else deal.game)
    return "".join(char if char.isalnum() or char == "-" else "-" for char in name)[:100]


def _claim(path: Path) -> bool:
    """Make an empty file, so that no other session takes the same name; False if it is there."""
    try:
        path.open("x").close()
    except FileExistsError:
        return False
    return True
