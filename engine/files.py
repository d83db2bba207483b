"""Text files in and out: bounded reading, whole-or-not-at-all writing, names safe to show.

Formats themselves are in `deckfile.py` and `dealfile.py`; docs/formats.md describes them.
"""

import difflib
import errno
import json
import os
import secrets
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from casecracker.engine.errors import FileFormatError, NewerFormatError

FORMAT = 1
"""The format number of every file that this version writes; it reads 1 up to this."""

MAX_BYTES = 2**20
STDIN = "-"

_SHOWN_LENGTH = 60
_MAX_DOTS = 200
"""Dots in one line of TOML. Reading a dotted key takes time quadratic in its parts."""


def escaped(name: object) -> str:
    """`name` with everything that could steer a terminal or hide text written as an escape.

    Covers control characters, line ends, direction overrides, lone surrogates, private characters.
    """
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in str(name)
    )


def shown(value: object) -> str:
    """A value from a file, short and safe, as an error message shows it."""
    if isinstance(value, str):
        text = value if len(value) <= _SHOWN_LENGTH else value[:_SHOWN_LENGTH] + "…"
        return f"'{escaped(text)}'"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_SHOWN_LENGTH else "a very large number"
    if isinstance(value, float):
        return str(value)
    kinds: dict[type, str] = {list: "a list", tuple: "a list", dict: "a table"}
    return kinds.get(type(value), "a date or time")


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """`; did you mean 'types'?` if one of `known` is close to `word`, else nothing."""
    close = difflib.get_close_matches(str(word)[:_SHOWN_LENGTH], list(known), n=1)
    return f"; did you mean '{close[0]}'?" if close else ""


def place(path: str) -> str:
    """How messages name the file."""
    return "standard input" if path == STDIN else escaped(path) or "''"


def read_text(path: str, most: int = MAX_BYTES) -> str:
    """The text of a file, or of standard input if `path` is `-`.

    Args:
        path: The file.
        most: Bytes that it may have.

    Raises:
        FileFormatError: It cannot be read, is larger than `most` or is not UTF-8 text.
    """
    data = _read_bytes(path, most)
    where = place(path)
    if len(data) > most:
        raise FileFormatError(f"{where}: larger than {most} bytes; such a file is none of ours")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise FileFormatError(f"{where}: UTF-16 text; save it as UTF-8")
    if b"\0" in data:
        raise FileFormatError(f"{where}: a binary file; a text file is needed")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileFormatError(f"{where}: line {line}: not UTF-8 text; save it as UTF-8") from None


def _read_bytes(path: str, most: int) -> bytes:
    try:
        if path == STDIN:
            return _standard_input().read(most + 1)
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        raise FileFormatError(f"{place(path)}: {_reason(error)}") from None


def _standard_input() -> IO[bytes]:
    if sys.stdin is None or sys.stdin.closed:
        raise OSError(errno.EBADF, "is closed")
    return sys.stdin.buffer


def _reason(error: OSError | ValueError) -> str:
    """What is wrong with a path, in plain words. A path with a NUL is a ValueError."""
    if isinstance(error, FileNotFoundError | ValueError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "a directory; a file is needed"
    if isinstance(error, PermissionError):
        return "permission denied"
    return escaped(error.strerror or "cannot be used").lower()


def parse_toml(text: str, where: str) -> dict[str, object]:
    """The document that TOML `text` writes.

    Raises:
        FileFormatError: It is not TOML; the message gives line and column.
    """
    _refuse_dotted(text, where)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise FileFormatError(f"{where}: nested too deeply") from None
    except ValueError as error:
        raise FileFormatError(f"{where}: not TOML: {_told(error)}") from None


def _refuse_dotted(text: str, where: str) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MAX_DOTS and not line.lstrip().startswith("#"):
            raise FileFormatError(f"{where}: line {number}: more than {_MAX_DOTS} dots in one line")


def parse_json(text: str, where: str) -> object:
    """The value that JSON `text` writes.

    Raises:
        FileFormatError: It is not JSON; the message gives line and column.
    """
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise FileFormatError(f"{where}: nested too deeply") from None
    except ValueError as error:
        raise FileFormatError(f"{where}: not JSON: {_told(error)}") from None


def _refuse_constant(word: str) -> object:
    raise ValueError(f"{word} is no JSON number")


def _told(error: ValueError) -> str:
    """A parser's complaint in one line. Long numbers make Python advise on its own settings."""
    text = escaped(error)
    return "a number has too many digits" if "integer string conversion" in text else text


def check_format(document: dict[str, object], where: str) -> None:
    """Check the `format` key of a file.

    Raises:
        FileFormatError: The key is missing or is no number from 1 up.
        NewerFormatError: The format is newer than `FORMAT`.
    """
    if "format" not in document:
        raise FileFormatError(f"{where}: key 'format' is missing; write: format = {FORMAT}")
    number = document["format"]
    if type(number) is not int or number < 1:
        raise FileFormatError(f"{where}: key 'format' is {shown(number)}; write: format = {FORMAT}")
    if number > FORMAT:
        raise NewerFormatError(
            f"{where}: written by a newer casecracker "
            f"(format {shown(number)}; this one reads {FORMAT})"
        )


def check_replaceable(path: str, what: str, is_such: Callable[[str], bool]) -> None:
    """Refuse a path that cannot be written, or whose file is something else and would be lost.

    Args:
        path: Where a file is going to be written.
        what: What it will be, for the message.
        is_such: Whether the text of a file that is there already is of that kind.

    Raises:
        FileFormatError: The folder is missing or not writable, or another file is there.
    """
    folder = os.path.dirname(path) or "."
    if path in ("", STDIN) or os.path.isdir(path):
        raise FileFormatError(f"'{escaped(path)}' is no path of a file for {what}")
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise FileFormatError(f"{escaped(path)}: cannot write: no such folder, or not writable")
    if not os.path.isfile(path) or os.path.getsize(path) == 0:
        return
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read(MAX_BYTES)
    except OSError as error:
        raise FileFormatError(f"{escaped(path)}: cannot read: {_reason(error)}") from None
    if not is_such(text):
        raise FileFormatError(
            f"{escaped(path)}: is there already, is not {what}, and would be lost; "
            f"choose another name"
        )


def write_text(path: str, text: str) -> None:
    """Write a whole file or nothing: no reader ever sees half of it, whatever interrupts.

    Raises:
        FileFormatError: The file cannot be written there.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise FileFormatError(f"{escaped(path)}: cannot write: a name is no valid text") from None
    write_bytes(path, data)


def write_bytes(path: str, data: bytes) -> None:
    """Write a whole file that is no text, a picture say, or nothing; as `write_text`.

    Raises:
        FileFormatError: The file cannot be written there.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            _write_special(path, data)
        else:
            _write_whole(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        raise FileFormatError(f"{escaped(path)}: cannot write: {_why_unwritten(error)}") from None


def _why_unwritten(error: OSError | ValueError) -> str:
    missing = isinstance(error, FileNotFoundError | ValueError)
    return "no such folder" if missing else _reason(error)


def _write_special(path: str, data: bytes) -> None:
    """Devices and pipes cannot be replaced by a file and must not be."""
    with open(path, "wb") as file:
        file.write(data)


def _write_whole(path: Path, data: bytes) -> None:
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
