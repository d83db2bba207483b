"""Game records: a deal with its deck, the moves played, and what is claimed of them, in one file.

JSON, described in docs/formats.md. A record stands on its own: neither the deck file nor a seed is
needed to replay it, and its claims are checked, never believed.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from casecracker import __version__
from casecracker.engine.cards import Deck
from casecracker.engine.dealfile import deal_document, deal_from_document
from casecracker.engine.deals import Deal
from casecracker.engine.deckfile import deck_from_document
from casecracker.engine.errors import MoveError, RecordError
from casecracker.engine.files import (
    FORMAT,
    check_format,
    parse_json,
    parse_toml,
    place,
    read_text,
    shown,
    write_text,
)
from casecracker.engine.positionfile import file_of, position_from_document
from casecracker.engine.positiontext import position_text
from casecracker.engine.referee import Referee, replay
from casecracker.engine.shuffles import MAX_SHUFFLES
from casecracker.solver.results import Result

KEYS = ("format", "version", "deck", "deal", "position", "moves", "undone", "told", "result")
_PILE = re.compile(r"victim|menace|found|clue/(0|[1-9][0-9]{0,2})", re.ASCII)


@dataclass(frozen=True)
class Record:
    """A game that was played or found: its deal and its moves in the notation.

    Attributes:
        deal: The deal.
        moves: All moves in order.
        claims: The result that came with it, empty if none did.
        undone: Moves that were taken back and may be made again, the first of them first.
        told: Of a game at a real table, each card that came to light, with its pile (those of
            `Reveal`); of the deal's orders nothing else is known. None for any other game.
    """

    deal: Deal
    moves: tuple[str, ...]
    claims: Mapping[str, Any]
    undone: tuple[str, ...] = ()
    told: tuple[tuple[str, str], ...] | None = None


def record_text(result: Result) -> str:
    """The record of a result: its line, empty if none was found, and its claims."""
    document = {**_game_document(result.source, result.moves), "result": result.to_json()}
    return json.dumps(document, indent=1) + "\n"


def game_text(record: Record) -> str:
    """The record of a game that is being played: nothing is claimed of it."""
    document = _game_document(record.deal, record.moves)
    if record.undone:
        document["undone"] = list(record.undone)
    if record.told is not None:
        document["told"] = [list(card) for card in record.told]
    return json.dumps(document, indent=1) + "\n"


def _game_document(deal: Deal, moves: tuple[str, ...]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": __version__,
        "deck": {"format": FORMAT, **deal.deck.document()},
        **_beginning(deal),
        "moves": list(moves),
    }


def _beginning(deal: Deal) -> dict[str, Any]:
    """The deal, or the position that it begins with, with all that is hidden."""
    if deal.start is None:
        return {"deal": deal_document(deal)}
    return {"position": parse_toml(position_text(file_of(deal)), "a position")}


def save_record(path: str, result: Result) -> None:
    """Write the record of a result: the whole file or nothing.

    Raises:
        FileFormatError: The file cannot be written there.
    """
    write_text(path, record_text(result))


def load_record(path: str) -> Record:
    """The record in a file, or on standard input if `path` is `-`.

    Raises:
        CasecrackerError: One of its kinds; the message names file, entry and key.
    """
    return parse_record(read_text(path), place(path))


def parse_record(text: str, where: str) -> Record:
    """The record that JSON `text` holds; `where` names it in messages. Raises as `load_record`."""
    document = _table(parse_json(text, where), f"{where}: the file")
    check_format(document, where)
    for key in document:
        if key not in KEYS:
            raise RecordError(f"{where}: unknown key {shown(key)}; known keys: {', '.join(KEYS)}")
    deck_document = _table(document.get("deck"), f"{where}: key 'deck'")
    deck = deck_from_document(deck_document, f"{where}: key 'deck'")
    return Record(
        _deal(document, deck, where),
        _moves(document.get("moves"), "moves", where),
        _claims(document, where),
        _moves(document.get("undone", []), "undone", where),
        _told(document.get("told"), where),
    )


def _deal(document: dict[str, Any], deck: Deck, where: str) -> Deal:
    """The deal of a record, or that of its position."""
    key = "position" if "position" in document else "deal"
    entry = f"{where}: key '{key}'"
    part = _table(document.get(key), entry)
    if key == "deal":
        return deal_from_document(part, entry, lambda name: (deck, name))
    if "deal" in document:
        raise RecordError(f"{where}: a record has a deal or a position, this one has both")
    return position_from_document(part, entry, lambda name: (deck, name)).state().deal


def verify_record(record: Record) -> Referee:
    """Replay a record with the referee, and return it at the end of the won game.

    Raises:
        MoveError: A move is not in the notation or against the rules.
        RecordError: The game is not won, or not as the record claims: deal, deck, verdict, turns.
    """
    end = replay(record.deal, record.moves)
    if end.status != "won":
        raise RecordError(f"after {len(record.moves)} moves the game is {end.status}, not won")
    check_claims(record, (("turns", end.turn), ("verdict", "winnable")))
    _check_bounds(record, end.turn)
    return end


def check_claims(record: Record, facts: tuple[tuple[str, object], ...]) -> None:
    """Check what a record claims of its deal, and of other facts by their keys in the result.

    Raises:
        RecordError: A claim is wrong. What is not claimed is not missed.
    """
    deck = record.claims.get("deck")
    digest = deck.get("digest") if isinstance(deck, dict) else None
    of_deal = (
        ("deal", record.claims.get("deal"), record.deal.code),
        ("deck digest", digest, record.deal.deck.digest),
        ("game", record.claims.get("game"), record.deal.game),
        ("settings", record.claims.get("settings"), dict(record.deal.settings)),
    )
    for what, claimed, found in (
        *((key, record.claims.get(key), fact) for key, fact in facts),
        *of_deal,
    ):
        if claimed is not None and claimed != found:
            raise RecordError(f"{what}: the record says {shown(claimed)}, replayed it is {found}")


def _check_bounds(record: Record, turns: int) -> None:
    """Check what the record claims of fewer turns and of fewer known shuffles."""
    least = record.claims.get("lower_bound")
    if type(least) is int and least > turns:
        raise RecordError(f"lower_bound: the record says {least}, but the line wins in {turns}")
    claimed = record.claims.get("reshuffles")
    if type(claimed) is not int or not 0 <= claimed <= MAX_SHUFFLES:
        return
    orders = [record.deal.order(shuffle) for shuffle in range(1, claimed + 1)]
    known = tuple(order for order in orders if order is not None)
    less = replace(record.deal, seed=None, from_seed=False, reshuffles=known)
    if _ends(less, record.moves) != "won":
        raise RecordError(
            f"reshuffles: the line cannot be played with {claimed} later shuffles known"
        )


def _ends(deal: Deal, moves: tuple[str, ...]) -> str:
    """How a line ends that may need more shuffles than the deal knows."""
    try:
        return replay(deal, moves).status
    except MoveError:  # the game ended before
        return "unknown-shuffle"


def _table(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        was = "is missing" if value is None else f"is {shown(value)}"
        raise RecordError(f"{what} {was}; it must be a JSON object")
    return value


def _moves(value: object, key: str, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(move, str) for move in value):
        raise RecordError(f"{where}: key '{key}' must be a list of moves as text")
    return tuple(value)


def _told(value: object, where: str) -> tuple[tuple[str, str], ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(_is_told_card(card) for card in value):
        raise RecordError(
            f"{where}: key 'told' must be a list of pairs: a pile (victim, menace, found, clue/0, "
            f"clue/1, ...) and a card id"
        )
    return tuple((pile, card) for pile, card in value)


def _is_told_card(value: object) -> bool:
    if not isinstance(value, list) or [type(word) for word in value] != [str, str]:
        return False
    return _PILE.fullmatch(value[0]) is not None


def _claims(document: dict[str, Any], where: str) -> Mapping[str, Any]:
    if document.get("result") is None:
        return {}
    claims = _table(document["result"], f"{where}: key 'result'")
    turns = claims.get("turns")
    if turns is not None and type(turns) is not int:
        raise RecordError(f"{where}: key 'result', turns {shown(turns)}: it must be a whole number")
    return claims
