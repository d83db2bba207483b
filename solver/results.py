"""What a search says: a verdict, what it rests on, and a line told turn by turn."""

import enum
from dataclasses import dataclass, field
from typing import Any

from casecracker.engine.deals import Deal
from casecracker.engine.narrate import TurnOfLine

FORMAT = 1


class Verdict(enum.StrEnum):
    """What was shown about a deal."""

    WINNABLE = "winnable"  # `line` wins, and the referee has replayed it
    UNWINNABLE = "unwinnable"  # proved: every line loses
    UNDECIDED = "undecided"  # a limit was reached; says nothing about the deal


EXIT_STATUS = {Verdict.WINNABLE: 0, Verdict.UNWINNABLE: 1, Verdict.UNDECIDED: 3}


@dataclass(frozen=True)
class Result:
    """A verdict and what it rests on: the fields of `solve --json` (docs/formats.md).

    Attributes:
        verdict: winnable, unwinnable or undecided.
        scope: "game", or "first-pass" if no win exists before a shuffle that the deal does not
            tell, or a limit was reached before that was clear.
        turns: Turns of the line, the winning one included; None without a line.
        proven_shortest: No line wins in fewer turns.
        lower_bound: No line wins in fewer turns than this; None for an unwinnable deal.
        limit: None, "time", "states", "memory", "interrupted" or "unknown-shuffle"; "untold" if the
            formulas of `cpsat` tell too little of a game that may be won.
        proof: What an unwinnable or shortest claim rests on, else None.
        reshuffles: Later shuffles that the line depends on; 0 holds whatever they bring.
        line: The winning line, empty without one.
        backend: The search that gave the verdict.
        states: Decisions applied in all searches.
        seconds: Wall-clock time.
        version: Of casecracker.
        source: The deal.
        played: Moves played before the search began; the line begins with them.
        interrupted: Ctrl-C was pressed, whether or not that left anything undecided. Not in JSON:
            who solves many deals ends then.
    """

    verdict: Verdict
    scope: str
    turns: int | None
    proven_shortest: bool
    lower_bound: int | None
    limit: str | None
    proof: str | None
    reshuffles: int | None
    line: tuple[TurnOfLine, ...]
    backend: str
    states: int
    seconds: float
    version: str
    source: Deal = field(repr=False)
    played: int = 0
    interrupted: bool = field(default=False, compare=False)

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves of the line in order."""
        return tuple(move for turn in self.line for move in turn.moves)

    def to_json(self) -> dict[str, Any]:
        """The object that `solve --json` prints."""
        deal = self.source
        return {
            "format": FORMAT,
            **deal.summary(),
            "verdict": str(self.verdict),
            "scope": self.scope,
            "turns": self.turns,
            "proven_shortest": self.proven_shortest,
            "lower_bound": self.lower_bound,
            "limit": self.limit,
            "proof": self.proof,
            "reshuffles": self.reshuffles,
            "line": [turn.to_json() for turn in self.line],
            "played": self.played,
            "backend": self.backend,
            "states": self.states,
            "seconds": round(self.seconds, 3),
            "version": self.version,
        }
