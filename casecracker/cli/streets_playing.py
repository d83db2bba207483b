"""The conversation of `casecracker play` in a game of Streets of Arkham."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from casecracker.cli.play import ANOTHER_DEAL, REFUSED
from casecracker.cli.shell import fail, note, print_table
from casecracker.cli.streets import heading, hint_text, record_of
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import escaped, place, read_text, write_text

if TYPE_CHECKING:
    from casecracker.cli.prompting import Lines
    from casecracker.engine.streets.deal import StreetsDeal
    from casecracker.gamefile import GameFile
    from casecracker.solver.streets.record import StreetsRecord

_SHOWN = 8
"""Hints that are shown for one decision."""

_HELP = {
    "undo": "take back the latest move",
    "hint": "what to do next",
    "moves": "the legal moves",
    "table": "show the table again",
    "save": "save FILE: write the game to another file too",
    "help": "this list",
    "quit": "leave; the game is kept",
}
_NOT_THERE = ("redo", "why", "verdict", "card", "story")
"""Commands that other games have."""


def play_streets(target: str, file: str | None, box: str | None, lines: "Lines") -> int:
    """Keep a game at the table; the exit status."""
    playing = _Playing(*_opened(target, file, box), lines)
    playing.run()
    return REFUSED if lines.is_script and playing.refused else 0


# The game and its file


def _opened(target: str, file: str | None, box: str | None) -> "tuple[StreetsRecord, GameFile]":
    from casecracker.gamefile import GameFile, empty_game_file, new_game_file
    from casecracker.solver.streets.record import is_streets_record

    record = record_of(target, box)
    text = read_text(target) if os.path.isfile(target) else ""
    if is_streets_record(text):
        return _resumed(record, GameFile(target, text), file)
    if file is None:
        return record, new_game_file(record.deal)
    return (record, empty_game_file(file)) if record.moves else _begun(record, file)


def _begun(record: "StreetsRecord", file: str) -> "tuple[StreetsRecord, GameFile]":
    """A new game; or the one of the same deal that `file` holds."""
    from casecracker.gamefile import GameFile, check_game_path, holds_something
    from casecracker.solver.streets.record import is_streets_record, parse_record

    check_game_path(file)
    if not holds_something(file):
        return record, GameFile(file)
    text = read_text(file)
    if not is_streets_record(text):
        fail(ANOTHER_DEAL.format(place(file)))
    kept = parse_record(text, place(file))
    if not _is_same(kept.deal, record.deal):
        fail(ANOTHER_DEAL.format(place(file)))
    return _resumed(kept, GameFile(file, text), None)


def _resumed(
    record: "StreetsRecord", kept: "GameFile", file: str | None
) -> "tuple[StreetsRecord, GameFile]":
    """A game that goes on in its own file; that of a found line goes on in a new one."""
    from casecracker.gamefile import empty_game_file, new_game_file

    if file is not None and os.path.abspath(file) != os.path.abspath(kept.path):
        kept = empty_game_file(file)
    elif record.claims is not None:
        note(f"{place(kept.path)} holds a result and is left as it is")
        kept = new_game_file(record.deal)
    return replace(record, claims=None), kept


def _is_same(deal: "StreetsDeal", other: "StreetsDeal") -> bool:
    """Whether two deals are the same game."""
    return _facts(deal) == _facts(other)


def _facts(deal: "StreetsDeal") -> tuple[object, ...]:
    return deal.box.digest, deal.seed, deal.investigators, deal.ancient.id


# The conversation


class _Playing:
    """One player, one game.

    Attributes:
        refused: How many lines were refused, or could not be kept.
    """

    def __init__(self, record: "StreetsRecord", file: "GameFile", lines: "Lines") -> None:
        self.refused = 0
        self._record = record
        self._state = record.state()
        self._file = file
        self._is_kept = False
        self._lines = lines
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "hint": self._hint,
            "moves": lambda _: self._show_moves(),
            "table": lambda _: self._show(),
            "save": self._save,
            "help": lambda _: click.echo("\n".join(f"{k:8}{v}" for k, v in _HELP.items())),
        }

    def run(self) -> None:
        """Talk until the player leaves or the input ends."""
        from casecracker.cli.playing import KEPT, LEAVE
        from casecracker.gamefile import remember

        self._write()
        remember(self._file.path)
        click.echo("\n".join(heading(self._record.deal)))
        click.echo(f"The game is kept in {escaped(self._file.path)} after every move.")
        self._show()
        while True:
            line = self._lines.ask("> ", self._words)
            if line is None or line in LEAVE:
                break
            try:
                self._obey(line.split("#")[0].strip())
            except CasecrackerError as error:
                self._refuse(f"refused: {error}" if self._lines.is_script else str(error))
        if self._is_kept:
            click.echo(KEPT)

    def _words(self) -> dict[str, str]:
        from casecracker.streets_moves import moves_in_words

        return {**moves_in_words(self._state), **_HELP}

    def _refuse(self, text: str) -> None:
        self.refused += 1
        note(text)

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line not in self._state.moves():
            if word in self._commands:
                self._commands[word](rest.strip())
                return
            if word in _NOT_THERE:
                fail(f"{word} is not there for streets-of-arkham")
        for move in filter(None, (part.strip() for part in line.split(";"))):
            self._play(move)
        if line:
            self._show()

    def _play(self, text: str) -> None:
        moves = self._state.moves()
        is_number = text.isdecimal() and 1 <= int(text) <= len(moves)
        move = moves[int(text) - 1] if is_number else text
        self._state = self._state.play(move)
        for event in self._state.events:
            click.echo(f"  {escaped(event)}")
        self._keep(replace(self._record, moves=(*self._record.moves, move)), "the move was made")

    def _undo(self, rest: str) -> None:
        if not self._record.moves:
            fail("nothing was played yet")
        record = replace(self._record, moves=self._record.moves[:-1])
        self._state = record.state()
        self._keep(record, "the move was taken back")
        self._show()

    # Files

    def _keep(self, record: "StreetsRecord", what: str) -> None:
        """Go on with a record; what was done is done even if it cannot be written."""
        self._record = record
        try:
            self._write()
        except CasecrackerError as error:
            self._refuse(f"{what}, but could not be kept: {error}")

    def _write(self) -> None:
        from casecracker.solver.streets.record import record_text

        self._is_kept = False
        self._file.write_text(record_text(self._record))
        self._is_kept = True

    def _save(self, path: str) -> None:
        from casecracker.gamefile import check_game_path
        from casecracker.solver.streets.record import record_text

        check_game_path(path)
        self._check_no_other(path)
        write_text(path, record_text(self._record))
        click.echo(f"Saved to {escaped(path)}; the game goes on in {escaped(self._file.path)}.")

    def _check_no_other(self, path: str) -> None:
        """Refuse a file that holds anything but an earlier stand of this very game."""
        from casecracker.gamefile import holds_something

        if holds_something(path) and not self._is_earlier(path):
            fail(f"{place(path)} holds another game or a result; choose another name")

    def _is_earlier(self, path: str) -> bool:
        from casecracker.solver.streets.record import is_streets_record, parse_record

        text = read_text(path)
        if not is_streets_record(text):
            return False
        kept = parse_record(text, place(path))
        is_earlier = self._record.moves[: len(kept.moves)] == kept.moves
        return kept.claims is None and is_earlier and _is_same(kept.deal, self._record.deal)

    # What is shown

    def _hint(self, rest: str) -> None:
        from casecracker.solver.streets.hints import streets_hints

        if not self._state.moves():
            fail(f"the game is over ({self._state.status}): there is nothing to decide")
        for hint in streets_hints(self._state)[:_SHOWN]:
            click.echo(hint_text(hint))

    def _show(self) -> None:
        from casecracker.streets_view import streets_view

        print_table(*streets_view(self._state))
        if self._state.moves():
            self._show_moves()
        else:
            click.echo(f"{self._end()} `undo`, `save FILE` or `quit`.")

    def _end(self) -> str:
        """How the game ended."""
        state, ancient = self._state, self._state.deal.ancient
        facts = f"Elder Signs {state['signs']} of {ancient.signs}"
        if state["awake"]:
            facts += f", {escaped(ancient.name)} awake, doom {state['doom']} of {ancient.doom}"
        return f"The game is {state.status.upper()} in turn {state.turn} ({facts})."

    def _show_moves(self) -> None:
        from casecracker.streets_moves import moves_in_words

        told = moves_in_words(self._state)
        width = max(map(len, told), default=0)
        for number, (move, words) in enumerate(told.items(), start=1):
            click.echo(f"{number:4}  {f'{move:{width}}  {words}'.rstrip()}")
