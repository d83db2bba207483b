"""Challenges: deals and positions of deals that are worth playing, and what is certified of them.

A *deal* challenge is a whole deal, a *problem* the position after some moves of one, to be won in
so many turns. What each claim rests on, and how it is checked: docs/catalogue.md.
"""

import enum
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from casecracker.engine.dealfile import parse_code
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, DealError, MoveError
from casecracker.engine.referee import Referee, replay
from casecracker.seeds.grades import Grade

_ID_DIGITS = 4


class ChallengeError(CasecrackerError, ValueError):
    """A challenge contradicts itself or its deal: mend what is named."""


class Kind(enum.StrEnum):
    """What is to be played."""

    DEAL = "deal"
    PROBLEM = "problem"


class Proof(enum.StrEnum):
    """What is claimed of a certificate's line, each claim with those above it."""

    LINE = "line"  # it wins
    SHORTEST = "shortest"  # and none wins in fewer turns, from the deal's or problem's beginning
    ONLY_FIRST_MOVE = "only-first-move"  # and with another first decision none wins in as many


@dataclass(frozen=True)
class Certificate:
    """A winning line and what is claimed of it.

    Attributes:
        moves: From the opening, or from the problem's position on, to the win, in the notation.
        turns: The turn in which the line wins, counted from the opening even for a problem.
        proof: One of the words of `Proof`.
        version: Of the casecracker that found and proved it.
    """

    moves: tuple[str, ...]
    turns: int
    proof: str
    version: str


@dataclass(frozen=True)
class Challenge:
    """One row of a catalogue. `challenge_of` makes one of a deal.

    Attributes:
        kind: One of the words of `Kind`.
        code: The deal code.
        played: Moves from the opening to the position of a problem; none for a deal.
        game: The game's id, as in the code.
        mode: Setting `mode` of games that have it, else empty.
        deck_id: The deck, as in the code.
        deck_digest: Of the deck that the line was found with.
        provenance: Of that deck, `synthetic` or `transcribed`.
        grade: One of the words of `grades.Grade`.
        turns: What the line takes: of a deal all turns of the game, of a problem those from its
            position on, the current one included.
        tags: Themes, sorted.
        measures: What the grade was made of, as `Measures.to_json` writes it.
        certificate: The solution.
    """

    kind: str
    code: str
    played: tuple[str, ...]
    game: str
    mode: str
    deck_id: str
    deck_digest: str
    provenance: str
    grade: str
    turns: int
    tags: tuple[str, ...]
    measures: Mapping[str, object] = field(hash=False)
    certificate: Certificate

    def __post_init__(self) -> None:
        """Check what can be checked without the deal.

        Raises:
            ChallengeError: A word is unknown, or the parts contradict each other.
        """
        for fault in _faults(self):
            raise ChallengeError(f"challenge {self.code:.60}: {fault}")

    @property
    def id(self) -> str:
        """A deal's code; a problem's code, `#`, its turn, and digits that tell the moves played."""
        if self.kind == Kind.DEAL:
            return self.code
        played = hashlib.blake2b("; ".join(self.played).encode(), digest_size=_ID_DIGITS // 2)
        return f"{self.code}#{self.first_turn}-{played.hexdigest()}"

    @property
    def first_turn(self) -> int:
        """The turn with which the challenge begins, 1 for a deal."""
        return self.certificate.turns - self.turns + 1

    @property
    def line(self) -> tuple[str, ...]:
        """All moves from the opening to the win."""
        return self.played + self.certificate.moves

    def deal(self) -> Deal:
        """The deal that the code names, with the deck at hand.

        Raises:
            CasecrackerError: The code names no deal, or its deck is unknown here.
        """
        return parse_code(self.code)

    def to_json(self) -> dict[str, object]:
        """All fields, as one line of the text form of a catalogue."""
        made = self.certificate
        return {
            "id": self.id,
            "kind": str(self.kind),
            "code": self.code,
            "played": list(self.played),
            "game": self.game,
            "mode": self.mode,
            "deck": {
                "id": self.deck_id,
                "digest": self.deck_digest,
                "provenance": self.provenance,
            },
            "grade": str(self.grade),
            "turns": self.turns,
            "tags": list(self.tags),
            "measures": dict(self.measures),
            "certificate": {
                "moves": list(made.moves),
                "turns": made.turns,
                "proof": str(made.proof),
                "version": made.version,
            },
        }

    @classmethod
    def from_json(cls, value: object) -> "Challenge":
        """The challenge that `to_json` wrote.

        Raises:
            ChallengeError: It is none: a key is missing or too many, or a value of a wrong kind.
        """
        entry = _entry(value, _KEYS, "")
        deck = _entry(entry["deck"], _DECK_KEYS, "deck: ")
        made = _entry(entry["certificate"], _CERTIFICATE_KEYS, "certificate: ")
        certificate = Certificate(
            tuple(made["moves"]), made["turns"], made["proof"], made["version"]
        )
        challenge = cls(
            kind=entry["kind"],
            code=entry["code"],
            played=tuple(entry["played"]),
            game=entry["game"],
            mode=entry["mode"],
            deck_id=deck["id"],
            deck_digest=deck["digest"],
            provenance=deck["provenance"],
            grade=entry["grade"],
            turns=entry["turns"],
            tags=tuple(entry["tags"]),
            measures=entry["measures"],
            certificate=certificate,
        )
        if entry["id"] != challenge.id:
            named = f"challenge {challenge.code:.60}"
            raise ChallengeError(f"{named}: key 'id' should be {challenge.id:.100}")
        return challenge


def challenge_of(  # noqa: PLR0913 - what a row says beside what its deal says
    deal: Deal,
    certificate: Certificate,
    *,
    grade: str,
    tags: tuple[str, ...] = (),
    measures: Mapping[str, object],
    played: tuple[str, ...] = (),
    first_turn: int = 1,
) -> Challenge:
    """A challenge of a deal, or with `played` the problem of the position after those moves.

    Args:
        deal: One that a deal code names.
        certificate: As `Certificate` says.
        grade: One of the words of `grades.Grade`.
        tags: Themes in any order.
        measures: As `Measures.to_json` writes them.
        played: Moves from the opening to the position.
        first_turn: The turn of that position.

    Raises:
        DealError: No code describes the deal.
        ChallengeError: The parts contradict each other.
    """
    if deal.code is None:
        raise DealError("a challenge is told by its deal code, and no code describes this deal")
    return Challenge(
        kind=Kind.PROBLEM if played else Kind.DEAL,
        code=deal.code,
        played=played,
        game=deal.game,
        mode=mode_of(deal),
        deck_id=deal.deck_id,
        deck_digest=deal.deck.digest,
        provenance=deal.deck.provenance,
        grade=grade,
        turns=certificate.turns - first_turn + 1,
        tags=tuple(sorted(tags)),
        measures=measures,
        certificate=certificate,
    )


def check_against_deal(challenge: Challenge) -> Deal:
    """Let the referee replay a challenge's line, and compare what the row says with its deal.

    Returns:
        The deal.

    Raises:
        ChallengeError: A column is not what the deal has, the line does not win, or not in the
            turn or from the turn that the row says.
        CasecrackerError: The code names no deal with the decks at hand.
    """
    deal = challenge.deal()
    for column, said, found in _columns(challenge, deal):
        if said != found:
            raise ChallengeError(f"challenge {challenge.id}: {column} is {said!r}, not {found!r}")
    try:
        begin, end = replay(deal, challenge.played), replay(deal, challenge.line)
    except MoveError as error:
        raise ChallengeError(f"challenge {challenge.id}: {error}") from None
    _check_turns(challenge, begin, end)
    return deal


def _columns(challenge: Challenge, deal: Deal) -> Iterator[tuple[str, object, object]]:
    yield "code", challenge.code, deal.code
    yield "game", challenge.game, deal.game
    yield "mode", challenge.mode, mode_of(deal)
    yield "deck", challenge.deck_id, deal.deck_id
    yield "deck digest", challenge.deck_digest, deal.deck.digest
    yield "provenance", challenge.provenance, deal.deck.provenance


def _check_turns(challenge: Challenge, begin: Referee, end: Referee) -> None:
    where, made = f"challenge {challenge.id}", challenge.certificate
    if end.status != "won":
        raise ChallengeError(f"{where}: the line ends in turn {end.turn}, {end.status}, not won")
    if end.turn != made.turns:
        raise ChallengeError(f"{where}: the line wins in turn {end.turn}, not in {made.turns}")
    if begin.turn != challenge.first_turn:
        raise ChallengeError(
            f"{where}: its position is of turn {begin.turn}, so the line takes "
            f"{end.turn - begin.turn + 1} turns from there, not {challenge.turns}"
        )


def mode_of(deal: Deal) -> str:
    """Setting `mode` of a deal, empty for a game that has none."""
    return str(deal.settings.get("mode", ""))


def _faults(challenge: Challenge) -> list[str]:
    made, is_problem = challenge.certificate, challenge.kind == Kind.PROBLEM
    wrong = {
        f"kind is {challenge.kind!r:.40}; it is deal or problem": challenge.kind not in set(Kind),
        "a problem has moves played before it, a deal has none": is_problem
        != bool(challenge.played),
        f"proof is {made.proof!r:.40}; it is {', '.join(Proof)}": made.proof not in set(Proof),
        f"grade is {challenge.grade!r:.40}; it is {', '.join(Grade)}": challenge.grade
        not in set(Grade),
        "measures hold a number that JSON does not have": not _is_json(challenge.measures),
        "the certificate has no moves": not made.moves,
        "turns run from 1, and a problem's are at most those of its whole line": not (
            1 <= challenge.turns <= made.turns
        ),
        "a deal's turns are those of its line": not is_problem and challenge.turns != made.turns,
        "tags are sorted, each once": list(challenge.tags) != sorted(set(challenge.tags)),
    }
    return [fault for fault, is_so in wrong.items() if is_so]


def _is_json(measures: Mapping[str, object]) -> bool:
    """Python reads NaN and endless numbers, and writes them, where JSON has none."""
    try:
        json.dumps(dict(measures), allow_nan=False)
    except ValueError:
        return False
    return True


_Keys = Mapping[str, type]
_KEYS: _Keys = {
    "id": str,
    "kind": str,
    "code": str,
    "played": list,
    "game": str,
    "mode": str,
    "deck": dict,
    "grade": str,
    "turns": int,
    "tags": list,
    "measures": dict,
    "certificate": dict,
}
_DECK_KEYS: _Keys = {"id": str, "digest": str, "provenance": str}
_CERTIFICATE_KEYS: _Keys = {"moves": list, "turns": int, "proof": str, "version": str}


def _entry(value: object, keys: _Keys, where: str) -> dict[str, Any]:
    """The table that a row holds, once every key is there and of its kind."""
    if not isinstance(value, dict) or set(value) != set(keys):
        raise ChallengeError(f"{where}a table with the keys {', '.join(keys)} is needed")
    for key, kind in keys.items():
        if type(value[key]) is not kind:
            raise ChallengeError(f"{where}key '{key}' is of a wrong kind")
        if kind is list and not all(isinstance(word, str) for word in value[key]):
            raise ChallengeError(f"{where}key '{key}' is a list of texts")
    return cast(dict[str, Any], value)
