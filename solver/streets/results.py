"""What a search in Streets of Arkham says: a verdict, what it rests on, a line turn by turn."""

from dataclasses import dataclass, field
from typing import Any

from casecracker.engine.narrate import TurnOfLine
from casecracker.engine.streets.deal import GAME, StreetsDeal
from casecracker.solver.results import FORMAT, Verdict

SCOPE = "game"
BACKEND = "layers"


@dataclass(frozen=True)
class StreetsResult:
    """A verdict and what it rests on: the fields of `solve --json` (docs/formats.md).

    Attributes:
        verdict: winnable (the referee has replayed `line`), unwinnable (proved) or undecided.
        turns: Turns of the line, the winning one included; None without a line.
        proven_shortest: No line wins in fewer turns.
        lower_bound: No line wins in fewer turns than this; None for an unwinnable deal.
        limit: None (of a line: good enough, where no shortest one was asked), "time",
            "interrupted", or "width": all rounds of the search were played.
        proof: What an unwinnable or shortest claim rests on.
        reshuffles: Later shuffles of Events and Mythos cards that the line depends on.
        states: Moves tried.
    """

    verdict: Verdict
    turns: int | None
    proven_shortest: bool
    lower_bound: int | None
    limit: str | None
    proof: str | None
    reshuffles: int | None
    line: tuple[TurnOfLine, ...]
    states: int
    seconds: float
    version: str
    source: StreetsDeal = field(repr=False)

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves of the line in order."""
        return tuple(move for turn in self.line for move in turn.moves)

    def to_json(self) -> dict[str, Any]:
        """The object that `solve --json` prints."""
        return {
            "format": FORMAT,
            **deal_summary(self.source),
            "verdict": str(self.verdict),
            "scope": SCOPE,
            "turns": self.turns,
            "proven_shortest": self.proven_shortest,
            "lower_bound": self.lower_bound,
            "limit": self.limit,
            "proof": self.proof,
            "reshuffles": self.reshuffles,
            "line": [turn.to_json() for turn in self.line],
            "played": 0,
            "backend": BACKEND,
            "states": self.states,
            "seconds": round(self.seconds, 3),
            "version": self.version,
        }


def deal_summary(deal: StreetsDeal) -> dict[str, Any]:
    """What every answer says of the deal and its cards."""
    return {
        "deal": deal.code,
        "game": GAME,
        "deck": {
            "id": deal.box_id or deal.box.name,
            "provenance": deal.box.provenance,
            "digest": deal.box.digest,
        },
        "settings": {"investigators": deal.investigators, "ancient-one": deal.ancient.id},
    }
