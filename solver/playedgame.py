"""Played games from files: a game record, or a deal and moves as a person types them."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from casecracker.engine.dealfile import load_target, looks_like_code, parse_code
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, MoveError, RecordError
from casecracker.engine.files import STDIN, place, read_text
from casecracker.engine.notation import split_line
from casecracker.engine.referee import Referee
from casecracker.solver.record import parse_record


@dataclass(frozen=True)
class PlayedGame:
    """A deal and the moves played, up to the end or to where somebody gave up.

    Attributes:
        deal: The deal.
        moves: The moves in the notation.
        is_filled: The game was followed at a real table: cards that never came up lie in the deal
            in an order that nobody knows.
    """

    deal: Deal
    moves: tuple[str, ...]
    is_filled: bool = False


def load_played(path: str, deck: str | None = None) -> PlayedGame:
    """The game in a file, or on standard input if `path` is `-`; the referee has replayed it.

    Args:
        path: A game record, or a text whose first row names a deal (docs/formats.md).
        deck: Id or path of a deck to use instead of the one that the text's deal names.

    Raises:
        CasecrackerError: One of its kinds; the message names the file and the entry or move.
    """
    text, where = read_text(path), place(path)
    if not text.lstrip().startswith("{"):
        return _typed_game(text, path, deck)
    if deck is not None:
        raise RecordError(f"{where}: a game record has its deck in it and takes no other")
    record = parse_record(text, where)
    check_moves(record.deal, record.moves, where)
    return PlayedGame(record.deal, record.moves, record.told is not None)


def check_moves(deal: Deal, moves: Sequence[str], where: str) -> None:
    """Replay moves with the referee, wherever they lead.

    Raises:
        MoveError: A move is none, or against the rules; `where` and its number are named.
    """
    referee = Referee(deal)
    for number, move in enumerate(moves, start=1):
        try:
            referee.play(move)
        except MoveError as error:
            raise type(error)(f"{where}: move {number}: {error}") from None


def _typed_game(text: str, path: str, deck: str | None) -> PlayedGame:
    """The game of a text: its first row names the deal, the others are moves."""
    where = place(path)
    rows = [row.split("#", 1)[0].strip() for row in text.splitlines()]
    first = next((number for number, row in enumerate(rows) if row), None)
    if first is None:
        raise RecordError(f"{where}: nothing in it; a game record, or a deal code and moves")
    deal = _named_deal(rows[first], f"{where}: line {first + 1}", path, deck)
    moves = tuple(split_line("\n".join(rows[first + 1 :])))
    check_moves(deal, moves, where)
    return PlayedGame(deal, moves)


def _named_deal(target: str, where: str, path: str, deck: str | None) -> Deal:
    """The deal of a code, or of a deal file, by its path from the folder of the game's file."""
    if target == STDIN:
        raise RecordError(f"{where}: '-' names no deal here; write a deal code or a deal file")
    folder = "" if path == STDIN else os.path.dirname(path)
    try:
        if looks_like_code(target):
            return parse_code(target, deck)
        return load_target(os.path.join(folder, target), deck)
    except CasecrackerError as error:
        hint = "" if looks_like_code(target) else " (the first line must name the deal)"
        raise type(error)(f"{where}: {error}{hint}") from None
