"""Catalogues of challenges: SQLite files, one row a challenge (docs/catalogue.md).

    with Catalogue.create("mine.sqlite") as catalogue:
        catalogue.add(challenges)  # all of them or none
    rows = Catalogue.shipped().rows(Filter(game="witch-cult", grade="hard"))

Rows come out only where they mean what they meant when they went in: with the same schema, the
same scheme of deal codes and the same decks. Everything else is refused, never guessed.
"""

import contextlib
import json
import os
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple, Self

from casecracker.engine.errors import CasecrackerError, FileFormatError
from casecracker.engine.files import did_you_mean, escaped, shown
from casecracker.engine.library import find_listed
from casecracker.engine.shuffles import SCHEME
from casecracker.seeds.cataloguetext import check_scheme, natural_order, read_catalogue_text
from casecracker.seeds.challenge import Challenge, check_against_deal

APPLICATION = int.from_bytes(b"Case")
"""`application_id` of our SQLite files."""

SCHEMA_VERSION = 2
"""`user_version`: a change of `SCHEMA`, or of what a column means, is a new number."""

SCHEMA = (
    "CREATE TABLE about (scheme INTEGER NOT NULL) STRICT",
    """CREATE TABLE challenge (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  code TEXT NOT NULL,
  played TEXT NOT NULL,
  game TEXT NOT NULL,
  mode TEXT NOT NULL,
  deck_id TEXT NOT NULL,
  deck_digest TEXT NOT NULL,
  provenance TEXT NOT NULL,
  grade TEXT NOT NULL,
  turns INTEGER NOT NULL,
  tags TEXT NOT NULL,
  measures TEXT NOT NULL,
  line TEXT NOT NULL,
  line_turns INTEGER NOT NULL,
  proof TEXT NOT NULL,
  version TEXT NOT NULL
) STRICT""",
)
"""Lists (`played`, `tags`, `line`) and the table `measures` are JSON."""

_COLUMNS = 17
_INSERT = f"INSERT INTO challenge VALUES ({', '.join('?' * _COLUMNS)})"
_WAIT = 5.0
"""Seconds to wait for another program that writes."""

_WHY = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the disk is full or fails",
    "SQLITE_READONLY": "the file or its folder is read-only",
    "SQLITE_CANTOPEN": "no such file or folder, or not permitted",
    "SQLITE_PERM": "not permitted",
    "SQLITE_BUSY": "another program is writing to it",
    "SQLITE_LOCKED": "another program is writing to it",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_NOTADB": "no catalogue of challenges",
    "SQLITE_TOOBIG": "a value is too large",
}
"""What went wrong, by SQLite's names of its errors."""


class CatalogueError(CasecrackerError, ValueError):
    """A catalogue cannot be read or written, or its rows mean something else here."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which challenges are wanted; what is None or empty does not matter.

    Attributes:
        game: Its id.
        mode: The setting `mode`.
        grade: One of the words of `grades.Grade`.
        tags: All of them.
        kind: `deal` or `problem`.
        least: Turns at least.
        most: Turns at most.
        deck: Id of the deck.
    """

    game: str | None = None
    mode: str | None = None
    grade: str | None = None
    tags: tuple[str, ...] = ()
    kind: str | None = None
    least: int | None = None
    most: int | None = None
    deck: str | None = None

    def conditions(self) -> Iterator[tuple[str, object]]:
        """SQL, each with the one value that it asks for."""
        columns = {
            "game = ?": self.game,
            "mode = ?": self.mode,
            "grade = ?": self.grade,
            "kind = ?": self.kind,
            "turns >= ?": self.least,
            "turns <= ?": self.most,
            "deck_id = ?": self.deck,
        }
        yield from ((words, value) for words, value in columns.items() if value is not None)
        for tag in self.tags:
            yield "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", tag


EVERYTHING = Filter()


class Readable(NamedTuple):
    """Rows that mean here what they meant when they were made.

    Attributes:
        rows: They.
        left_out: A line for each deck whose rows mean something else here.
    """

    rows: list[Challenge]
    left_out: list[str]


class Catalogue:
    """One catalogue. Made by `open`, `create` or `shipped`; closed by `close` or `with`."""

    def __init__(self, database: sqlite3.Connection, where: str) -> None:
        """Take charge of a connection to a database that has been checked."""
        self._database = database
        self._where = where
        self._digests: dict[str, str] = {}

    @classmethod
    def open(cls, path: str) -> Self:
        """The catalogue in a file.

        Raises:
            CatalogueError: There is no such file, it is no catalogue, or one of another schema or
                another scheme of deal codes.
        """
        where = escaped(path)
        if not os.path.isfile(path):
            reason = "this is no file" if os.path.exists(path) else "no such file"
            raise CatalogueError(f"{where or repr(path)}: {reason}")
        with _told(where):
            database = _connect(path)
        try:
            with _told(where):
                _check(database, where)
        except CasecrackerError:
            database.close()
            raise
        return cls(database, where)

    @classmethod
    def create(cls, path: str) -> Self:
        """A new, empty catalogue in a file that must not be there yet.

        Raises:
            CatalogueError: A file is there, or none can be written.
        """
        where = escaped(path)
        if os.path.lexists(path):
            raise CatalogueError(f"{where}: is there already; a new catalogue needs another name")
        folder, name = os.path.split(os.path.realpath(path))
        temporary = Path(folder) / f".{name[:100]}.{secrets.token_hex(6)}.tmp"
        try:
            with _told(where), contextlib.closing(_connect(str(temporary), "rwc")) as database:
                _lay_out(database)
            os.replace(temporary, path)
        except OSError as error:
            raise CatalogueError(f"{where}: cannot write: {escaped(error.strerror)}") from None
        finally:
            for rest in (temporary, Path(f"{temporary}-journal")):
                rest.unlink(missing_ok=True)
        return cls.open(path)

    @classmethod
    def shipped(cls, folder: Traversable | None = None) -> Self:
        """The challenges that come with the package, in memory; nothing is written.

        Args:
            folder: Where else their text files lie (`cataloguetext.py`).

        Raises:
            FileFormatError: They are of another scheme, or damaged.
        """
        home = resources.files("casecracker.seeds").joinpath("data", "catalogue")
        rows = [
            challenge
            for name, text in _texts(home if folder is None else folder)
            for challenge in read_catalogue_text(text, f"shipped catalogue {name}")
        ]
        database = sqlite3.connect(":memory:", isolation_level=None)
        _lay_out(database)
        catalogue = cls(database, "the shipped catalogue")
        catalogue._insert(rows)
        return catalogue

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __len__(self) -> int:
        return len(self.ids())

    def ids(self) -> frozenset[str]:
        """Ids of all challenges."""
        with _told(self._where):
            return frozenset(name for (name,) in self._database.execute("SELECT id FROM challenge"))

    def rows(self, wanted: Filter = EVERYTHING) -> list[Challenge]:
        """The challenges that are wanted, by game, mode, deck and seed.

        Raises:
            CatalogueError: A row is damaged, or its deck is not the deck of that id here.
        """
        return self._trusted(wanted.conditions())

    def readable(self, wanted: Filter = EVERYTHING) -> Readable:
        """Those of them whose decks are here, and why others are left out.

        Raises:
            CatalogueError: A row is damaged, or none that is wanted can be read.
        """
        found = self._selected(wanted.conditions())
        faults = {row.id: self._fault_of_deck(row) for row in found}
        rows = [row for row in found if not faults[row.id]]
        if found and not rows:
            self._check_deck(found[0])
        left_out = Counter(fault for fault in faults.values() if fault)
        lines = [f"{self._where}: left out, {n} rows: {why}" for why, n in left_out.items()]
        return Readable(rows, lines)

    def find(self, name: str) -> Challenge:
        """The challenge with that id.

        Raises:
            CatalogueError: There is none; or as `rows`.
        """
        found = self._trusted([("id = ?", name)])
        if not found:
            hint = did_you_mean(name, self.ids())
            raise CatalogueError(f"{self._where}: no challenge {shown(name)}{hint}")
        return found[0]

    def of_code(self, code: str) -> list[Challenge]:
        """All challenges of the deal with that code: itself and its problems. Raises as `rows`."""
        return self._trusted([("code = ?", code)])

    def add(self, challenges: Iterable[Challenge]) -> None:
        """Add challenges, all of them or none; the referee replays each line before.

        Raises:
            ChallengeError: A challenge is not what it says.
            CatalogueError: One with that id is there already, or the file cannot be written.
        """
        rows = list(challenges)
        for challenge in rows:
            check_against_deal(challenge)
        self._insert(rows)

    def _insert(self, rows: list[Challenge]) -> None:
        with _told(self._where, "nothing was added: "), _transaction(self._database):
            for challenge in rows:
                try:
                    self._database.execute(_INSERT, _values(challenge))
                except sqlite3.IntegrityError:
                    raise CatalogueError(
                        f"{self._where}: nothing was added: challenge {shown(challenge.id)} is "
                        f"there already"
                    ) from None

    def _trusted(self, conditions: Iterable[tuple[str, object]]) -> list[Challenge]:
        """Rows that mean what they meant; refuses them if one of them does not."""
        found = self._selected(conditions)
        for challenge in found:
            self._check_deck(challenge)
        return found

    def _selected(self, conditions: Iterable[tuple[str, object]]) -> list[Challenge]:
        words, values = zip(("TRUE", None), *conditions, strict=True)
        select = f"SELECT * FROM challenge WHERE {' AND '.join(words)}"
        with _told(self._where):
            try:
                rows = self._database.execute(select, values[1:]).fetchall()
            except UnicodeEncodeError:  # a word that is no text is in no row
                return []
            found = [self._challenge(row) for row in rows]
        return sorted(found, key=natural_order)

    def _challenge(self, row: tuple[object, ...]) -> Challenge:
        try:
            return _challenge(row)
        except ValueError as error:  # a ChallengeError, or text that is no JSON
            raise CatalogueError(
                f"{self._where}: row {shown(row[0])} is damaged: {escaped(error)}"
            ) from None

    def _check_deck(self, challenge: Challenge) -> None:
        fault = self._fault_of_deck(challenge)
        if fault:
            raise CatalogueError(f"{self._where}: row {shown(challenge.id)}: {fault}")

    def _fault_of_deck(self, challenge: Challenge) -> str:
        """A code means another deal with other cards. Empty if the deck is the one of the row."""
        deck, digest = challenge.deck_id, challenge.deck_digest
        if deck not in self._digests:
            with contextlib.suppress(CasecrackerError):
                self._digests[deck] = find_listed(deck).digest
        if deck not in self._digests:
            return f"the deck {shown(deck)} is not here; casecracker deck add FILE brings it back"
        if self._digests[deck] == digest:
            return ""
        return (
            f"made with another deck {shown(deck)} (digest {shown(digest)}) than the one here "
            f"({self._digests[deck]}): its code is another deal here"
        )


def _connect(path: str, mode: str = "rw") -> sqlite3.Connection:
    """Opens for reading alone where the system permits no writing. Rolls back what was torn."""
    uri = Path(os.path.abspath(path)).as_uri()
    database = sqlite3.connect(f"{uri}?mode={mode}", uri=True, timeout=_WAIT, isolation_level=None)
    database.execute("PRAGMA trusted_schema = OFF")  # the file may come from anywhere
    return database


def _lay_out(database: sqlite3.Connection) -> None:
    with _transaction(database):
        for statement in SCHEMA:
            database.execute(statement)
        database.execute("INSERT INTO about VALUES (?)", (SCHEME,))
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _check(database: sqlite3.Connection, where: str) -> None:
    """Refuse what is no catalogue, or one that this version does not read."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if not os.path.getsize(database.execute("PRAGMA database_list").fetchone()[2]):
        raise CatalogueError(f"{where}: empty; delete it, and a new catalogue is made there")
    if application != APPLICATION:
        raise CatalogueError(f"{where}: a database, but no catalogue of challenges")
    if version != SCHEMA_VERSION:
        age = "a newer" if version > SCHEMA_VERSION else "an older"
        raise CatalogueError(
            f"{where}: a catalogue of {age} casecracker (schema {version}; this one reads "
            f"{SCHEMA_VERSION})"
        )
    tables = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    if tuple(sql for (sql,) in database.execute(tables)) != SCHEMA:
        raise CatalogueError(f"{where}: damaged: its tables are not those of schema {version}")
    ((state,), *_) = database.execute("PRAGMA quick_check(1)").fetchall()
    if state != "ok":
        raise CatalogueError(f"{where}: damaged: {escaped(state)}")
    schemes = database.execute("SELECT scheme FROM about").fetchall()
    check_scheme(schemes[0][0] if len(schemes) == 1 else None, where)


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All that is written inside, or nothing of it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def _told(where: str, what: str = "") -> Iterator[None]:
    """SQLite's errors and those of rows of another scheme as one line of ours."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        family = "_".join(name.split("_")[:2])
        reason = _WHY.get(family, escaped(error))
        raise CatalogueError(f"{where}: {what}{reason}") from None
    except FileFormatError as error:
        raise CatalogueError(str(error)) from None


def _texts(folder: Traversable) -> Iterator[tuple[str, str]]:
    """Names and texts of the files of the shipped catalogue; none if there is no such folder."""
    files = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    for file in files:
        if file.name.endswith(".jsonl"):
            yield file.name, file.read_text(encoding="utf-8")


def _values(challenge: Challenge) -> tuple[object, ...]:
    """A row, in the order of the columns."""
    made = challenge.certificate
    return (
        challenge.id,
        str(challenge.kind),
        challenge.code,
        json.dumps(challenge.played),
        challenge.game,
        challenge.mode,
        challenge.deck_id,
        challenge.deck_digest,
        challenge.provenance,
        str(challenge.grade),
        challenge.turns,
        json.dumps(challenge.tags),
        json.dumps(dict(challenge.measures)),
        json.dumps(made.moves),
        made.turns,
        str(made.proof),
        made.version,
    )


def _challenge(row: tuple[object, ...]) -> Challenge:
    """The challenge that `_values` laid down."""
    _, kind, code, played, game, mode, deck_id, digest, provenance, grade, turns, *rest = row
    tags, measures, line, line_turns, proof, version = rest
    return Challenge.from_json(
        {
            "id": row[0],
            "kind": kind,
            "code": code,
            "played": json.loads(str(played)),
            "game": game,
            "mode": mode,
            "deck": {"id": deck_id, "digest": digest, "provenance": provenance},
            "grade": grade,
            "turns": turns,
            "tags": json.loads(str(tags)),
            "measures": json.loads(str(measures)),
            "certificate": {
                "moves": json.loads(str(line)),
                "turns": line_turns,
                "proof": proof,
                "version": version,
            },
        }
    )
