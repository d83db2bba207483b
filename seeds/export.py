"""Challenges as CSV: a table for spreadsheets, without the solutions."""

import csv
import io
from collections.abc import Sequence

from casecracker.seeds.challenge import Challenge

COLUMNS = (
    "id",
    "kind",
    "code",
    "game",
    "mode",
    "deck",
    "deck_digest",
    "provenance",
    "grade",
    "turns",
    "tags",
    "proof",
    "version",
    "played",
)
MEASURE = "measure."
"""Before the names of the measures, a column each."""


def csv_text(challenges: Sequence[Challenge]) -> str:
    """A line of column names, then a line a challenge; what a challenge lacks is empty."""
    measures = sorted({name for challenge in challenges for name in challenge.measures})
    out = io.StringIO()
    writer = csv.DictWriter(out, [*COLUMNS, *(f"{MEASURE}{name}" for name in measures)])
    writer.writeheader()
    writer.writerows(csv_row(challenge) for challenge in challenges)
    return out.getvalue()


def is_csv_text(text: str) -> bool:
    """Whether a text begins as one of ours does."""
    return text.startswith(",".join(COLUMNS))


def csv_row(challenge: Challenge) -> dict[str, object]:
    """The columns of a challenge, tags and moves as texts."""
    measures = {f"{MEASURE}{name}": value for name, value in challenge.measures.items()}
    return {
        "id": challenge.id,
        "kind": challenge.kind,
        "code": challenge.code,
        "game": challenge.game,
        "mode": challenge.mode,
        "deck": challenge.deck_id,
        "deck_digest": challenge.deck_digest,
        "provenance": challenge.provenance,
        "grade": challenge.grade,
        "turns": challenge.turns,
        "tags": " ".join(challenge.tags),
        "proof": challenge.certificate.proof,
        "version": challenge.certificate.version,
        "played": "; ".join(challenge.played),
        **measures,
    }
