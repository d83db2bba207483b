"""Targets of Streets of Arkham: a deal code, a game in a file, or an object of this game."""

import os
from pathlib import Path

from casecracker.engine.errors import GameError, RecordError
from casecracker.engine.files import STDIN, place, read_text
from casecracker.engine.streets.deal import StreetsDeal, is_streets_code, parse_streets_code
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.streets.record import (
    StreetsRecord,
    box_text_of,
    is_streets_record,
    parse_record,
)
from casecracker.solver.streets.results import StreetsResult

_OBJECTS = (StreetsDeal, StreetsState, StreetsRecord, StreetsResult)


def is_streets_target(target: object) -> bool:
    """Whether a target is a deal code of this game, a file with a game, or an object of it."""
    if isinstance(target, _OBJECTS):
        return True
    if not isinstance(target, str | Path) or target == STDIN:
        return False
    path = os.fspath(target)
    return is_streets_code(path) or (os.path.isfile(path) and _is_game_text(read_text(path)))


def _is_game_text(text: str) -> bool:
    first = text.lstrip().partition("\n")[0].split("#")[0].strip()
    return is_streets_record(text) or is_streets_code(first)


def load_streets_game(target: str, box: str | None = None) -> StreetsRecord:
    """The game that a target names: a code without moves, a record, or a text of moves.

    Args:
        target: A deal code, or the path of a file.
        box: Path of a box file to use instead of the cards that come with the package.

    Raises:
        CasecrackerError: It names no game of Streets of Arkham, or a box is given for a record,
            which has its own cards.
    """
    if is_streets_code(target):
        deal = parse_streets_code(target, box)
        return StreetsRecord(deal, (), box_text_of(deal))
    text = read_text(target)
    if is_streets_record(text):
        if box is not None:
            raise RecordError(f"{place(target)}: a record has its own cards; leave --deck out")
        return parse_record(text, place(target))
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    code, *rest = [line for line in lines if line] or [""]
    deal = parse_streets_code(code, box)
    moves = [move.strip() for line in rest for move in line.split(";") if move.strip()]
    return StreetsRecord(deal, tuple(moves), box_text_of(deal))


def refuse_streets(target: object, function: str) -> None:
    """Refuse a target of this game in a function for the others, and name the right one.

    Raises:
        GameError: It is one of this game.
    """
    if is_streets_target(target):
        raise GameError(
            f"casecracker.{function} does not take Streets of Arkham; "
            f"casecracker.streets.{function} does"
        )
