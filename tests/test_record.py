"""A game record is believed in nothing: what it claims of its line is checked by the replay."""

import json
from typing import Any

import pytest

from casecracker.engine.errors import RecordError
from casecracker.solver.api import solve
from casecracker.solver.record import parse_record, record_text, verify_record


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A record of a won game that needs later shuffles."""
    return dict(json.loads(record_text(solve("witch-cult:42"))))


def verify_with(document: dict[str, Any], **claims: object) -> None:
    changed = {**document, "result": {**document["result"], **claims}}
    verify_record(parse_record(json.dumps(changed), "record.json"))


def test_the_record_as_written_is_verified(document: dict[str, Any]) -> None:
    assert document["result"]["reshuffles"] > 0
    verify_with(document)


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("turns", 3),
        ("verdict", "unwinnable"),
        ("game", "king-in-yellow"),
        ("settings", {"limits": 6}),
        ("lower_bound", 99),
        ("reshuffles", 0),
        ("deal", "witch-cult:43"),
    ],
)
def test_a_claim_that_the_replay_refutes_is_named(
    document: dict[str, Any], claim: str, value: object
) -> None:
    with pytest.raises(RecordError, match=claim):
        verify_with(document, **{claim: value})
