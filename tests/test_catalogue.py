"""Catalogues: what goes in comes out, all or nothing; what means something else here is refused."""

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from casecracker.engine.dealfile import parse_code
from casecracker.engine.errors import DealError, FileFormatError
from casecracker.engine.library import find_deck
from casecracker.engine.shuffles import SCHEME
from casecracker.seeds.catalogue import SCHEMA_VERSION, Catalogue, CatalogueError, Filter
from casecracker.seeds.cataloguetext import catalogue_text
from casecracker.seeds.challenge import (
    Certificate,
    Challenge,
    ChallengeError,
    Proof,
    challenge_of,
)
from tests.challenges import challenge, challenges, made_catalogue

ROOT = Path(__file__).parent.parent
PROBLEM = "witch-cult:7#24-b706"


@pytest.fixture
def path(tmp_path: Path) -> str:
    return made_catalogue(tmp_path / "made.sqlite")


@pytest.fixture
def catalogue(path: str) -> Iterator[Catalogue]:
    with Catalogue.open(path) as opened:
        yield opened


def change(path: str, statement: str, *values: object) -> None:
    """Spoil a catalogue behind its back."""
    database = sqlite3.connect(path)
    with database:
        database.execute(statement, values)
    database.close()


def refusal(path: str) -> str:
    with pytest.raises(CatalogueError) as caught:
        Catalogue.open(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# In and out


def test_what_goes_in_comes_out(catalogue: Catalogue) -> None:
    assert catalogue.rows() == challenges()
    assert len(catalogue) == len(challenges())
    assert catalogue.ids() == {row.id for row in challenges()}
    assert catalogue.find(PROBLEM) == challenge(PROBLEM)


def test_rows_come_by_game_and_number(catalogue: Catalogue) -> None:
    ids = [row.id for row in catalogue.rows()]
    assert ids.index("witch-cult:7") < ids.index(PROBLEM) < ids.index("witch-cult:42")
    assert [row.game for row in catalogue.rows()] == sorted(row.game for row in challenges())


@pytest.mark.parametrize(
    "wanted",
    [
        Filter(game="witch-cult"),
        Filter(mode="classic"),
        Filter(grade="hard", kind="problem"),
        Filter(tags=("quick", "contact-free")),
        Filter(tags=("quick", "endgame")),
        Filter(least=4, most=27),
        Filter(most=2),
        Filter(deck="king-in-yellow-standard"),
        Filter(deck="king-in-yellow-tight"),
    ],
)
def test_filters_choose_what_a_plain_reading_chooses(catalogue: Catalogue, wanted: Filter) -> None:
    def is_wanted(row: Challenge) -> bool:
        return (
            wanted.game in (None, row.game)
            and wanted.mode in (None, row.mode)
            and wanted.grade in (None, row.grade)
            and wanted.kind in (None, row.kind)
            and wanted.deck in (None, row.deck_id)
            and set(wanted.tags) <= set(row.tags)
            and (wanted.least or 0) <= row.turns <= (wanted.most or 99)
        )

    assert catalogue.rows(wanted) == [row for row in challenges() if is_wanted(row)]


def test_a_deal_and_its_problems_are_found_by_the_code(catalogue: Catalogue) -> None:
    assert [row.id for row in catalogue.of_code("witch-cult:7")] == ["witch-cult:7", PROBLEM]
    assert catalogue.of_code("witch-cult:8") == []


def test_an_unknown_id_is_told_with_the_nearest_one(catalogue: Catalogue) -> None:
    with pytest.raises(CatalogueError, match=r"no challenge 'witch-cult:77'; did you mean"):
        catalogue.find("witch-cult:77")


def test_the_id_of_a_problem_tells_deal_turn_and_moves_played() -> None:
    row = challenge(PROBLEM)
    assert row.first_turn == 24
    assert replace(row, played=(*row.played[:-1], "skip")).id != row.id


def test_a_challenge_is_made_of_a_deal() -> None:
    row = challenge(PROBLEM)
    again = challenge_of(
        parse_code(row.code),
        row.certificate,
        grade=row.grade,
        tags=row.tags,
        measures=row.measures,
        played=row.played,
        first_turn=24,
    )
    assert again == row
    assert hash(again) == hash(row)


def test_a_deal_without_a_code_is_no_challenge() -> None:
    deal = parse_code("witch-cult:7")
    with pytest.raises(DealError, match="no code describes"):
        challenge_of(
            replace(deal, from_seed=False),
            challenge("witch-cult:7").certificate,
            grade="easy",
            measures={},
        )


# What a row may say


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"kind": "riddle"}, "kind is 'riddle'"),
        ({"kind": "deal"}, "a deal has none"),
        ({"turns": 0}, "turns run from 1"),
        ({"grade": "mild"}, "grade is 'mild'"),
        ({"measures": {"share": float("nan")}}, "a number that JSON does not have"),
        ({"turns": 28}, "at most those of its whole line"),
        ({"tags": ("b", "a")}, "tags are sorted"),
        ({"certificate": Certificate((), 27, "line", "0")}, "no moves"),
        ({"certificate": Certificate(("take",), 27, "certain", "0")}, "proof is 'certain'"),
    ],
)
def test_a_row_that_contradicts_itself_is_refused(changes: dict[str, object], told: str) -> None:
    with pytest.raises(ChallengeError, match=told):
        replace(challenge(PROBLEM), **changes)  # type: ignore[arg-type]


def wrong_rows() -> list[tuple[Challenge, str]]:
    row, deal = challenge(PROBLEM), challenge("witch-cult:7")
    made = deal.certificate
    return [
        (replace(deal, code="witch-cult:7,victims=5"), "code is 'witch-cult:7,victims=5', not"),
        (replace(deal, game="king-in-yellow"), "game is 'king-in-yellow', not 'witch-cult'"),
        (replace(deal, deck_digest="0" * 32), "deck digest is"),
        (replace(deal, provenance="transcribed"), "provenance is 'transcribed', not 'synthetic'"),
        (replace(row, turns=3), "its position is of turn 24, so the line takes 4 turns"),
        (replace(deal, certificate=replace(made, moves=made.moves[:-1])), "not won"),
        (replace(deal, certificate=replace(made, moves=("close 2",))), "turn 1, 'close 2'"),
        (replace(deal, turns=26, certificate=replace(made, turns=26)), "wins in turn 27, not in"),
    ]


@pytest.mark.parametrize("at", range(len(wrong_rows())))
def test_a_row_that_its_deal_contradicts_is_not_added(tmp_path: Path, at: int) -> None:
    row, told = wrong_rows()[at]
    with Catalogue.create(str(tmp_path / "new.sqlite")) as catalogue:
        with pytest.raises(ChallengeError) as caught:
            catalogue.add([challenge("witch-cult:42"), row])
        assert told in str(caught.value)
        assert len(catalogue) == 0


def test_a_row_that_is_there_already_lets_nothing_be_added(tmp_path: Path) -> None:
    with Catalogue.create(str(tmp_path / "new.sqlite")) as catalogue:
        catalogue.add([challenge(PROBLEM)])
        with pytest.raises(CatalogueError, match=r"nothing was added: challenge '.*' is there"):
            catalogue.add([challenge("witch-cult:42"), challenge(PROBLEM)])
        assert catalogue.ids() == {PROBLEM}


# What is refused


def test_a_word_that_is_no_text_is_in_no_row(catalogue: Catalogue) -> None:
    assert catalogue.rows(Filter(tags=("\udcff",))) == []
    with pytest.raises(CatalogueError, match="no challenge"):
        catalogue.find("\udcff")


def test_no_file_and_other_files_are_no_catalogues(tmp_path: Path) -> None:
    assert refusal(str(tmp_path / "none.sqlite")).endswith("none.sqlite: no such file")
    assert refusal(str(tmp_path)).endswith("this is no file")
    text = tmp_path / "text"
    text.write_text("no database at all, but longer than its header would be" * 20)
    assert refusal(str(text)).endswith("text: no catalogue of challenges")
    (tmp_path / "empty").touch()
    assert "empty: empty; delete it" in refusal(str(tmp_path / "empty"))
    change(str(tmp_path / "other"), "CREATE TABLE challenge (id)")
    assert refusal(str(tmp_path / "other")).endswith("a database, but no catalogue of challenges")


@pytest.mark.parametrize(
    ("version", "age"), [(SCHEMA_VERSION - 1, "an older"), (SCHEMA_VERSION + 1, "a newer")]
)
def test_another_schema_is_refused(path: str, version: int, age: str) -> None:
    change(path, f"PRAGMA user_version = {version}")
    assert f"a catalogue of {age} casecracker (schema {version};" in refusal(path)


def test_another_scheme_of_deal_codes_is_refused(path: str) -> None:
    change(path, "UPDATE about SET scheme = ?", SCHEME + 1)
    assert f"scheme {SCHEME + 1}, and this casecracker deals by scheme {SCHEME}" in refusal(path)


def test_changed_tables_and_damaged_pages_are_refused(path: str, tmp_path: Path) -> None:
    data = bytearray(Path(path).read_bytes())
    change(path, "CREATE TRIGGER t AFTER INSERT ON challenge BEGIN SELECT 1; END")
    assert "its tables are not those of schema" in refusal(path)
    data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
    torn = tmp_path / "torn"
    torn.write_bytes(data)
    assert "damaged" in refusal(str(torn))


@pytest.mark.parametrize(
    ("column", "value"),
    [("line", "no json"), ("tags", "{}"), ("turns", 3), ("played", '["pass"]'), ("kind", "x")],
)
def test_a_damaged_row_is_told_not_misread(path: str, column: str, value: object) -> None:
    change(path, f"UPDATE challenge SET {column} = ? WHERE id = ?", value, PROBLEM)
    with (
        Catalogue.open(path) as catalogue,
        pytest.raises(CatalogueError, match=f"row '{PROBLEM}' is damaged: "),
    ):
        catalogue.rows()


def test_rows_of_another_deck_are_refused(path: str) -> None:
    change(path, "UPDATE challenge SET deck_digest = ? WHERE id = ?", "0" * 32, PROBLEM)
    digest = find_deck("witch-cult-standard").digest
    with Catalogue.open(path) as catalogue:
        assert len(catalogue.rows(Filter(game="king-in-yellow"))) == 2
        with pytest.raises(CatalogueError) as caught:
            catalogue.rows(Filter(game="witch-cult"))
    text = str(caught.value)
    assert "another deck 'witch-cult-standard' (digest '00000000000000000000000000000000')" in text
    assert f"the one here ({digest})" in text


def test_rows_of_other_decks_are_readable_beside_those_of_another(path: str) -> None:
    change(path, "UPDATE challenge SET deck_digest = ? WHERE id = ?", "0" * 32, PROBLEM)
    change(path, "UPDATE challenge SET deck_id = 'gone' WHERE game = 'king-in-yellow'")
    with Catalogue.open(path) as catalogue:
        rows, left_out = catalogue.readable()
        with pytest.raises(CatalogueError, match="the deck 'gone' is not here"):
            catalogue.readable(Filter(deck="gone"))
        with pytest.raises(CatalogueError, match="another deck"):
            catalogue.find(PROBLEM)
    away = {row.id for row in challenges() if row.game == "king-in-yellow"} | {PROBLEM}
    assert [row.id for row in rows] == [row.id for row in challenges() if row.id not in away]
    assert len(left_out) == 2, left_out
    assert any("2 rows: the deck 'gone' is not here" in line for line in left_out)
    assert any("1 rows: made with another deck" in line for line in left_out)


def test_rows_of_a_deck_that_is_not_here_are_refused(path: str) -> None:
    change(path, "UPDATE challenge SET deck_id = 'gone' WHERE id = ?", PROBLEM)
    with (
        Catalogue.open(path) as catalogue,
        pytest.raises(CatalogueError, match="the deck 'gone' is not here"),
    ):
        catalogue.find(PROBLEM)


# What goes wrong on disks


def test_a_new_catalogue_replaces_nothing(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(CatalogueError, match="is there already"):
        Catalogue.create(str(there))
    assert there.read_text() == "precious"
    with pytest.raises(CatalogueError, match="no such file or folder"):
        Catalogue.create(str(tmp_path / "no" / "such"))
    assert os.listdir(tmp_path) == ["there"]


def many_rows() -> list[Challenge]:
    """More than fits in the pages that an empty catalogue has."""
    row = challenge("infinite-gulfs:2")
    return [replace(row, measures={"text": "x" * 50_000})]


def test_a_full_disk_leaves_the_catalogue_as_it_was(path: str) -> None:
    size = os.path.getsize(path)
    change(path, "DELETE FROM challenge WHERE id = 'infinite-gulfs:2'")
    with Catalogue.open(path) as catalogue:
        catalogue._database.execute("PRAGMA max_page_count = 1")  # no more than it has
        with pytest.raises(CatalogueError, match=r"nothing was added: the disk is full$"):
            catalogue.add(many_rows())
        catalogue._database.execute("PRAGMA max_page_count = 100000")
        assert len(catalogue) == len(challenges()) - 1
        catalogue.add([challenge("infinite-gulfs:2")])
        assert catalogue.rows() == challenges()
    assert os.path.getsize(path) == size


def run_apart(
    code: str, *words: str, user: int | None = None
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


_ADD = """
import sys
from dataclasses import replace
from casecracker.engine.errors import CasecrackerError
from casecracker.seeds.catalogue import Catalogue
with Catalogue.open(sys.argv[1]) as catalogue:
    row = replace(catalogue.rows()[0], code="other:1", measures=dict(text="x" * 200_000))
{limit}
with Catalogue.open(sys.argv[1]) as catalogue:
    try:
        catalogue._insert([row])
    except CasecrackerError as error:
        print(error)
    print(len(catalogue))
try:
    Catalogue.create(sys.argv[2])
except CasecrackerError as error:
    print(error)
"""


def test_a_file_that_may_not_grow_leaves_the_catalogue_as_it_was(path: str) -> None:
    size = os.path.getsize(path)
    limit = f"import resource; resource.setrlimit({resource.RLIMIT_FSIZE}, (4096, 4096))"
    ended = run_apart(_ADD.format(limit=limit), path, f"{path}.new")
    added, count, created = ended.stdout.splitlines()
    assert added == f"{path}: nothing was added: the disk is full or fails"
    assert count == str(len(challenges()))
    assert created == f"{path}.new: the disk is full or fails"
    assert os.path.getsize(path) == size
    assert os.listdir(os.path.dirname(path)) == [os.path.basename(path)]
    with Catalogue.open(path) as catalogue:
        assert catalogue.rows() == challenges()


def test_a_read_only_folder_leaves_the_catalogue_as_it_was() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = made_catalogue(Path(folder) / "made.sqlite")
        before = Path(path).read_bytes()
        os.chmod(path, 0o666)
        os.chmod(folder, 0o555)
        nobody = "import os; os.geteuid() or os.seteuid(65534)"  # permissions do not bind root
        ended = run_apart(_ADD.format(limit=nobody), path, f"{folder}/new")
        os.chmod(folder, 0o755)
        added, count, created = ended.stdout.splitlines()
        assert added.startswith(f"{path}: nothing was added: ")
        assert "read-only" in added or "not permitted" in added
        assert count == str(len(challenges()))
        assert created == f"{folder}/new: no such file or folder, or not permitted"
        assert Path(path).read_bytes() == before
        assert os.listdir(folder) == ["made.sqlite"]


def test_an_addition_that_is_killed_has_not_happened(path: str) -> None:
    kill = "import os, signal; stop = lambda: os.kill(os.getpid(), signal.SIGKILL)"
    code = f"""
import sys
{kill}
from casecracker.seeds import catalogue as module
with module.Catalogue.open(sys.argv[1]) as catalogue:
    catalogue._database.execute("PRAGMA cache_size = 1")  # pages reach the disk before the end
    with module._transaction(catalogue._database):
        catalogue._database.execute("UPDATE challenge SET measures = ?", ("x" * 100_000,))
        stop()
"""
    ended = run_apart(code, path)
    assert ended.returncode == -9
    assert os.path.exists(f"{path}-journal")
    with Catalogue.open(path) as catalogue:
        assert catalogue.rows() == challenges()


def test_another_writer_is_waited_for_then_told(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casecracker.seeds.catalogue._WAIT", 0.05)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Catalogue.open(path) as catalogue:
        with pytest.raises(CatalogueError, match="nothing was added: another program is writing"):
            catalogue.add(many_rows())
        other.close()
        assert len(catalogue) == len(challenges())


# The shipped catalogue


def test_shipped_rows_are_read_from_texts(tmp_path: Path) -> None:
    rows = challenges()
    for game in ("witch-cult", "infinite-gulfs"):
        chosen = [row for row in rows if row.game == game]
        (tmp_path / f"{game}.jsonl").write_text(catalogue_text(chosen), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not read")
    with Catalogue.shipped(tmp_path) as catalogue:
        assert catalogue.rows() == [row for row in rows if row.game != "king-in-yellow"]
    with Catalogue.shipped(tmp_path / "none") as catalogue:
        assert len(catalogue) == 0


def test_shipped_rows_of_another_scheme_are_refused(tmp_path: Path) -> None:
    text = catalogue_text(challenges()).replace(f'"scheme": {SCHEME}', '"scheme": 0', 1)
    (tmp_path / "old.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(FileFormatError, match=r"shipped catalogue old\.jsonl: line 1: .* scheme 0"):
        Catalogue.shipped(tmp_path)


def test_every_shipped_row_is_what_its_deal_says() -> None:
    with Catalogue.shipped() as catalogue:
        rows = catalogue.rows()
    assert all(row.certificate.proof in set(Proof) for row in rows)
    with Catalogue.shipped() as catalogue:
        assert len(catalogue) == len(rows)
