"""Catalogues as text: a line a challenge, read back as they were; as a table without solutions."""

import csv
import io
import json
from typing import Any

import pytest

from casecracker.engine.errors import FileFormatError
from casecracker.seeds.cataloguetext import (
    catalogue_text,
    is_catalogue_text,
    read_catalogue_text,
)
from casecracker.seeds.export import COLUMNS, csv_text, is_csv_text
from tests.challenges import FILE, challenges

TEXT = FILE.read_text(encoding="utf-8")


def test_text_is_read_back_and_written_again_as_it_was() -> None:
    assert catalogue_text(reversed(challenges())) == TEXT
    assert is_catalogue_text(TEXT)
    assert TEXT.isascii()


def with_row(**changes: object) -> str:
    head, row, *_ = TEXT.splitlines()
    return f"{head}\n{json.dumps({**json.loads(row), **changes})}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: not JSON"),
        ("{}\n", "line 1: key 'content' is not"),
        (TEXT.replace('"format": 1', '"format": 2', 1), "line 1: written by a newer casecracker"),
        (TEXT.replace('"scheme": 1', '"scheme": 7', 1), "line 1: its deal codes are of scheme 7"),
        (TEXT.splitlines()[0] + "\n[1]\n", "line 2: a table with the keys id, kind"),
        (with_row(extra=1), "line 2: a table with the keys"),
        (with_row(turns="3"), "line 2: key 'turns' is of a wrong kind"),
        (with_row(turns=True), "line 2: key 'turns' is of a wrong kind"),
        (with_row(tags=[1]), "line 2: key 'tags' is a list of texts"),
        (with_row(deck={"id": "x"}), "line 2: deck: a table with the keys id, digest"),
        (with_row(certificate={}), "line 2: certificate: a table with the keys moves"),
        (with_row(id="other"), "line 2: challenge infinite-gulfs:1,mode=classic: key 'id' should"),
    ],
)
def test_text_that_is_none_of_ours_is_refused(text: str, told: str) -> None:
    with pytest.raises(FileFormatError) as caught:
        read_catalogue_text(text, "it")
    assert f"it: {told}" in str(caught.value)


def table() -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO(csv_text(challenges()))))


def test_the_table_has_a_line_for_each_challenge_and_no_solution() -> None:
    rows = table()
    assert is_csv_text(csv_text(challenges()))
    assert list(rows[0]) == [*COLUMNS, "measure.turns"]
    for row, challenge in zip(rows, challenges(), strict=True):
        assert row["id"] == challenge.id
        assert row["turns"] == str(challenge.turns)
        assert row["tags"].split() == list(challenge.tags)
        assert row["measure.turns"] == str(challenge.measures["turns"])
        assert "; ".join(challenge.certificate.moves) not in str(row)
