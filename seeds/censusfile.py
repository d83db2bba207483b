"""The file of a census: a table in CSV, a row for each deal, in the order of seeds.

Every row names the question that it answers, so a census goes on with a file of the same question
alone. What is there is never written again: a row is added whole, and half a row at the end, of a
run that was killed, is cut off.
"""

import csv
import fcntl
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from casecracker import __version__
from casecracker.engine.errors import FileFormatError
from casecracker.engine.files import check_replaceable, escaped, shown
from casecracker.engine.shuffles import SCHEME
from casecracker.seeds.census import Question, Row
from casecracker.solver.results import Verdict

COLUMNS = (
    "deal",
    "deck",
    "digest",
    "provenance",
    "verdict",
    "turns",
    "proven_shortest",
    "lower_bound",
    "limit",
    "states",
    "asked",
    "max_states",
    "max_seconds",
    "scheme",
    "version",
)
_MOST = 10**15
"""Far above any number of a row; NaN is not below it."""

TIMING = "seconds"
"""A last column that no two runs have the same."""

_BEGINNING = ",".join(COLUMNS) + "\n"


class CensusFile:
    """A census on disk, to be read once and added to.

    Attributes:
        rows: Those that are there, in order.
        path: Where it is, as messages name it.
    """

    def __init__(self, path: str, question: Question, *, timing: bool) -> None:
        """Describe it; `opened_census` opens it.

        Args:
            path: Where it is.
            question: What it answers.
            timing: Whether it has the processor time of each deal.
        """
        self.rows: list[Row] = []
        self.path = escaped(path)
        self._path = path
        self._question = question
        self._timing = timing
        self._descriptor = -1

    def add(self, row: Row) -> None:
        """Put the next row on disk.

        Raises:
            FileFormatError: It cannot be written; the rows before it are there.
        """
        self._write(row_line(self._question, len(self.rows), row, timing=self._timing))
        self.rows.append(row)

    def open(self) -> None:
        """Open or begin the file, check and read what is there, and cut off half a row.

        Raises:
            FileFormatError: It cannot be opened, is no census, answers another question, was
                changed, or another census is writing it.
        """
        check_replaceable(self._path, "a census", _is_census)
        if os.path.exists(self._path) and not os.path.isfile(self._path):
            raise self._error("this is no file; a census is kept in a file")
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            self._lock()
            with open(self._descriptor, "rb", closefd=False) as file:
                data = file.read()
            whole = data.rfind(b"\n") + 1
            self.rows = self._read(data[:whole])
            os.ftruncate(self._descriptor, whole)
            os.lseek(self._descriptor, whole, os.SEEK_SET)
        except OSError as error:
            raise self._error(f"cannot use this file: {error.strerror}") from None
        if not whole:
            self._write(_header(self._timing))

    def close(self) -> None:
        """Leave the file to others."""
        if self._descriptor >= 0:
            os.close(self._descriptor)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise self._error("another census is writing this file") from None

    def _write(self, line: str) -> None:
        data = line.encode()
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError as error:
            raise self._error(f"cannot write: {error.strerror}".lower()) from None

    def _read(self, data: bytes) -> list[Row]:
        lines = data.decode(errors="replace").splitlines(keepends=True)
        if not lines:
            return []
        if lines[0] == _header(not self._timing):
            other = "without" if self._timing else "with"
            raise self._error(f"line 1: a census {other} timing; choose another file")
        if lines[0] != _header(self._timing):
            raise self._error("line 1: another program has changed how it is written")
        return [self._row(number, line) for number, line in enumerate(lines[1:])]

    def _row(self, number: int, line: str) -> Row:
        where = f"line {number + 2}"
        try:
            cells = next(csv.reader([line]), [])
            row = _row_of(dict(zip(self._columns(), cells, strict=True)))
            wanted = _cells(self._question, number, row, timing=self._timing)
        except (KeyError, OverflowError, ValueError, csv.Error):
            raise self._error(f"{where}: this is no row of a census") from None
        for name, cell, other in zip(self._columns(), cells, wanted, strict=True):
            if cell != other:
                what = f"column '{name}' is {shown(cell)}, and {shown(other)} in this census"
                raise self._error(f"{where}: {what}; choose another file")
        if line != _line(wanted):
            raise self._error(f"{where}: another program has changed how it is written")
        return row

    def _columns(self) -> Sequence[str]:
        return (*COLUMNS, TIMING) if self._timing else COLUMNS

    def _error(self, text: str) -> FileFormatError:
        return FileFormatError(f"{self.path}: {text}")


@contextmanager
def opened_census(path: str, question: Question, *, timing: bool) -> Iterator[CensusFile]:
    """A census file, open to be added to. Arguments and errors as of `CensusFile`."""
    file = CensusFile(path, question, timing=timing)
    try:
        file.open()
        yield file
    finally:
        file.close()


def row_line(question: Question, number: int, row: Row, *, timing: bool) -> str:
    """The line of row `number`, its end included."""
    return _line(_cells(question, number, row, timing=timing))


def _is_census(text: str) -> bool:
    """Whether a file begins as one of ours; one that was killed at once has half a beginning."""
    return text.startswith(_BEGINNING[:-1]) or _BEGINNING.startswith(text)


def _header(timing: bool) -> str:
    return _line((*COLUMNS, TIMING) if timing else COLUMNS)


def _line(cells: Iterable[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _cells(question: Question, number: int, row: Row, *, timing: bool) -> list[str]:
    unit, effort = question.unit(number), question.effort
    cells = [
        escaped(unit.code),
        escaped(unit.series.deck_id),
        unit.series.deck.digest,
        unit.series.deck.provenance,
        str(row.verdict),
        _text(row.turns),
        "yes" if row.proven_shortest else "no",
        _text(row.lower_bound),
        row.limit or "",
        str(row.states),
        "shortest" if effort.shortest else "winnable",
        str(effort.states),
        _text(effort.seconds),
        str(SCHEME),
        __version__,
    ]
    return [*cells, f"{row.seconds or 0:.4f}"] if timing else cells


def _row_of(cells: dict[str, str]) -> Row:
    """The row that these cells tell.

    Raises:
        ValueError: They tell none.
    """
    row = Row(
        verdict=Verdict(cells["verdict"]),
        turns=_number(cells["turns"]),
        proven_shortest=cells["proven_shortest"] == "yes",
        lower_bound=_number(cells["lower_bound"]),
        limit=cells["limit"] or None,
        states=int(cells["states"]),
        seconds=float(cells[TIMING]) if TIMING in cells else None,
    )
    if not _is_possible(row):
        raise ValueError
    return row


def _is_possible(row: Row) -> bool:
    """Whether a row does not contradict itself, so that it can be counted."""
    has_line = row.turns is not None
    numbers = (row.turns or 0, row.lower_bound or 0, row.states, row.seconds or 0)
    return (
        has_line == (row.verdict == Verdict.WINNABLE)
        and (has_line or not row.proven_shortest)
        and all(0 <= number < _MOST for number in numbers)
    )


def _text(number: float | None) -> str:
    return "" if number is None else f"{number:.15g}"


def _number(text: str) -> int | None:
    return int(text) if text else None
