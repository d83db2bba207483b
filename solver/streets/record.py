"""Records of games of Streets of Arkham: a deal, its moves, and what is claimed of them. JSON.

A record of a box other than the shipped one holds the text of its file (docs/formats.md).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from casecracker import __version__
from casecracker.engine.errors import CasecrackerError, FileFormatError, RecordError
from casecracker.engine.files import (
    FORMAT,
    check_format,
    check_replaceable,
    parse_json,
    place,
    read_text,
    shown,
    write_text,
)
from casecracker.engine.streets.boxfile import parse_box
from casecracker.engine.streets.deal import GAME, StreetsDeal, is_streets_code, parse_streets_code
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import Verdict
from casecracker.solver.streets.results import StreetsResult
from casecracker.solver.streets.search import check_line

_KEYS = ("format", "version", "game", "deal", "box", "digest", "moves", "result")
_NAMES_THE_GAME = re.compile(rf'"game"\s*:\s*"{GAME}"')


@dataclass(frozen=True)
class StreetsRecord:
    """A game that was played or found.

    Attributes:
        box_text: The file of the box; empty for the shipped one.
        claims: The result that came with it, empty if none did.
    """

    deal: StreetsDeal
    moves: tuple[str, ...]
    box_text: str = ""
    claims: Mapping[str, Any] | None = None

    def state(self) -> StreetsState:
        """Where the game stands.

        Raises:
            RecordError: A move is against the rules.
        """
        state = StreetsState.start(self.deal)
        for number, move in enumerate(self.moves, start=1):
            try:
                state = state.play(move)
            except CasecrackerError as error:
                raise RecordError(f"move {number}: {error}") from None
        return state


def is_streets_record(text: str) -> bool:
    """Whether a text is meant as a record of this game, even one that is broken off."""
    if not text.lstrip().startswith("{") or GAME not in text or '"moves"' not in text:
        return False
    try:
        document = parse_json(text, "")
    except FileFormatError:
        return _NAMES_THE_GAME.search(text) is not None
    return isinstance(document, dict) and document.get("game") == GAME


def record_text(record: StreetsRecord) -> str:
    """The text of a record's file."""
    deal = record.deal
    code = StreetsDeal(deal.box, deal.seed, deal.investigators, deal.ancient_one).code
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": __version__,
        "game": GAME,
        "deal": code,
        "digest": deal.box.digest,
        "moves": list(record.moves),
    }
    if record.box_text:
        content["box"] = record.box_text
    if record.claims is not None:
        content["result"] = dict(record.claims)
    return json.dumps(content, indent=1) + "\n"


def result_record(result: StreetsResult) -> StreetsRecord:
    """The record of a result: its line, empty if none was found, and its claims."""
    return StreetsRecord(result.source, result.moves, box_text_of(result.source), result.to_json())


def box_text_of(deal: StreetsDeal) -> str:
    """The file of a deal's box; empty for the shipped one."""
    return read_text(deal.box_id) if deal.box_id else ""


def write_record(path: str, record: StreetsRecord) -> None:
    """Write a record; only a file that is a game record is replaced.

    Raises:
        FileFormatError: It cannot be written, or another file is there.
    """
    check_replaceable(path, "a game record", lambda text: '"moves"' in text)
    write_text(path, record_text(record))


def parse_record(text: str, where: str) -> StreetsRecord:
    """The record that a text holds; its moves are not judged yet.

    Raises:
        RecordError: It is no record.
        FileFormatError: It is no JSON of a known format.
    """
    document = parse_json(text, where)
    if not isinstance(document, dict):
        raise RecordError(f"{where}: no game record")
    check_format(document, where)
    for key in document:
        if key not in _KEYS:
            raise RecordError(f"{where}: unknown key {shown(key)}; known: {', '.join(_KEYS)}")
    code, moves = document.get("deal"), document.get("moves")
    if not isinstance(code, str) or not is_streets_code(code):
        raise RecordError(f"{where}: deal: a deal code like {GAME}:7, not {shown(code)}")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError(f"{where}: moves: must be a list of texts")
    box_text = document.get("box", "")
    if not isinstance(box_text, str):
        raise RecordError(f"{where}: box: must be the text of a box file")
    deal = parse_streets_code(code)
    if box_text:
        box = parse_box(box_text, f"{where}, box")
        deal = StreetsDeal(box, deal.seed, deal.investigators, deal.ancient_one, "box of a record")
    if "digest" not in document:
        raise RecordError(f"{where}: digest is missing")
    if document["digest"] != deal.box.digest:
        raise RecordError(f"{where}: digest: the cards are not those of the record")
    claims = document.get("result")
    if claims is not None and not isinstance(claims, dict):
        raise RecordError(f"{where}: result: must be a table, as solve writes it")
    return StreetsRecord(deal, tuple(moves), box_text, claims)


def load_record(path: str) -> StreetsRecord:
    """The record in a file. Raises as `parse_record`."""
    return parse_record(read_text(path), place(path))


def verify_record(record: StreetsRecord) -> int:
    """The turns of a record's line, replayed by the referee to a win.

    Raises:
        RecordError: It does not win, or not as it claims.
        IllegalMoveError: A move is against the rules.
    """
    turns = check_line(record.deal, record.moves)
    claims = record.claims or {}
    if claims.get("turns", turns) != turns:
        raise RecordError(f"won in turn {turns}, not {shown(claims['turns'])} as it claims")
    verdict = claims.get("verdict", Verdict.WINNABLE)
    if verdict != Verdict.WINNABLE:
        raise RecordError(f"verdict: the record says {shown(verdict)}, but the line wins")
    deck = claims.get("deck")
    digest = deck.get("digest") if isinstance(deck, dict) else None
    if claims and digest != record.deal.box.digest:
        raise RecordError("the result is one of other cards")
    return turns
