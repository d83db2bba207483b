"""Adventure files: the shipped cards, the form of the file, what `deck check` says of faults."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from casecracker.cli import main
from casecracker.engine.adventurefile import (
    check_adventures,
    find_adventure,
    parse_adventures,
    shipped_adventures,
)
from casecracker.engine.adventures import EFFECT_KINDS, Adventure, Task
from casecracker.engine.covers import covers
from casecracker.engine.dice import FACES
from casecracker.engine.errors import AdventureError

ROOT = Path(__file__).parent.parent

HEAD = """format = 1
game = "streets-of-arkham"
name = "Mine"
provenance = "transcribed"
"""
CARD = """
[[adventure]]
id = "mine/one"
name = "One"
[[adventure.task]]
needs = "3 L"
costs = { sanity = 1 }
"""


def test_all_cards_that_are_known_are_shipped() -> None:
    """48 + 8 of the base game, 42 of Unseen Forces, 86 of Gates of Arkham, one in three sizes."""
    sets = [one.id.split("/")[0] for one in shipped_adventures()]
    counts = {name: sets.count(name) for name in sets}
    assert counts == {"base": 56, "unseen-forces": 42, "gates-of-arkham": 88}
    assert len({one.id for one in shipped_adventures()}) == 186


def test_every_shipped_card_names_its_sources() -> None:
    assert all(one.sources for one in shipped_adventures())


def test_what_no_source_tells_is_unknown() -> None:
    card = find_adventure("abandoned crate", shipped_adventures())
    assert {"rewards", "penalties", "terror", "task.costs"} <= set(card.unknown_keys)
    assert find_adventure("koi-pond", shipped_adventures()).unknown_keys == ()


def test_cards_are_hashable_and_equal_by_content() -> None:
    [one] = parse_adventures(HEAD + CARD, "x").adventure
    [other] = parse_adventures(HEAD + CARD, "y").adventure
    assert {one, other} == {one}


def test_a_card_that_is_named_twice_asks_for_the_id() -> None:
    cards = (
        Adventure(id="a/one", name="One", task=(Task(),)),
        Adventure(id="b/one", name="One", task=(Task(),)),
    )
    with pytest.raises(AdventureError, match="may be each of a/one, b/one"):
        find_adventure("one", cards)


FAULTS = [
    ('id = "mine/one"', 'id = "Mine One"', "key 'id': is 'Mine One'; it must be text of a-z"),
    ('name = "One"', "", "adventure 'mine/one', key 'name': missing"),
    ('name = "One"', 'nam = "One"', "did you mean 'name'?"),
    ('needs = "3 L"', 'need = "3 L"', "row 1, key 'need': unknown key; did you mean 'needs'?"),
    ('needs = "3 L"', 'needs = "3 Q"', "row 1, key 'needs': 'Q' is no need"),
    ('needs = "3 L"', 'needs = "0"', "investigation 0"),
    ('needs = "3 L"', "needs = 3", 'needs are text like "3 L T/P"'),
    ('needs = "3 L"', 'needs = "T T T T T T T T T"', "9 needs in one row"),
    ('needs = "3 L"', 'needs = "32 L"', "the dice of the box, 6g+y+r, cannot do this row"),
    ('needs = "3 L"', 'needs = "T T T T T T T T"', "cannot do this row"),
    ('needs = "3 L"', 'needs = "4 4 4 4 4 4"', "cannot do this row"),
    ('needs = "3 L"', 'needs = "27"', "cannot do this row"),
    ("sanity = 1", "sanity = 12", "key 'sanity': is 12; it must be a whole number, 0 to 9"),
    ("sanity = 1", "gold = 1", "unknown key"),
    ("{ sanity = 1 }", '"much"', "key 'costs': is 'much'; it must be a table like"),
    ("{ sanity = 1 }", '{}\nmonster = "empty-row"', "empty without a monster needs nothing"),
    ("{ sanity = 1 }", '{}\nmonster = "after-first-2"', "the row has 2 needs"),
    ("{ sanity = 1 }", '{}\nmonster = "top"', "key 'monster': is 'top'"),
    ('needs = "3 L"\ncosts = { sanity = 1 }', "", "a row without needs, costs or a place"),
    ('name = "One"', 'name = "One"\nrewards = [{ kind = "clues" }]', "did you mean 'clue'?"),
    ('name = "One"', 'name = "One"\nrewards = [{ kind = "clue", amount = "2" }]', "key 'amount'"),
    ('name = "One"', 'name = "One"\nrewards = "many"', "key 'rewards': is 'many'"),
    ('name = "One"', 'name = "One"\nkind = "place"', '"arkham-adventure"'),
    ('name = "One"', 'name = "One"\norder = "up"', '"any" or "top-to-bottom"'),
    ('name = "One"', 'name = "One"\nlocked = ["blue"]', "key 'locked'"),
    ('name = "Mine"', 'nome = "Mine"', "key 'nome': unknown key; did you mean 'name'?"),
    ('provenance = "transcribed"', 'provenance = "mine"', "key 'provenance': is 'mine'"),
]


@pytest.mark.parametrize(("old", "new", "words"), FAULTS)
def test_a_fault_is_named_by_entry_and_key(old: str, new: str, words: str) -> None:
    text = HEAD + CARD
    assert old in text
    report = check_adventures(text.replace(old, new, 1), "mine.toml")
    told = [finding.text() for finding in report.findings if finding.severity == "error"]
    assert any(words in line for line in told), told
    assert all(len(line.splitlines()) == 1 for line in told)
    with pytest.raises(AdventureError, match=r"^mine\.toml: "):
        parse_adventures(text.replace(old, new, 1), "mine.toml")


@pytest.mark.parametrize("needs", ["T T T T T T T", "4 4 4 4 4", "26", "L L L L L L L L"])
def test_a_row_that_takes_all_dice_of_the_box_is_sound(needs: str) -> None:
    text = (HEAD + CARD).replace("3 L", needs)
    assert parse_adventures(text, "mine.toml").adventure[0].task[0].needs == tuple(needs.split())


def test_the_same_id_twice_is_a_fault() -> None:
    report = check_adventures(HEAD + CARD + CARD, "x")
    assert [f.key for f in report.findings if f.severity == "error"] == ["id", "id"]


def test_a_fault_is_found_at_its_line(in_tmp: Path) -> None:
    Path("mine.toml").write_text((HEAD + CARD).replace("3 L", "3 Q"), encoding="utf-8")
    result = CliRunner().invoke(main, ["deck", "check", "mine.toml"])
    assert result.exit_code == 2
    assert "line 10: adventure 'mine/one', row 1, key 'needs'" in result.stderr


def test_check_says_what_is_not_known_and_that_all_else_is_sound(in_tmp: Path) -> None:
    text = HEAD + CARD.replace('name = "One"', 'name = "One"\npenalties = "unknown"')
    Path("mine.toml").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["deck", "check", "mine.toml"])
    assert result.exit_code == 0
    assert "warning: line 6: adventure 'mine/one': not known: trophies, penalties" in result.stdout
    assert "mine.toml: 1 sound transcribed adventure, with 1 warnings" in result.stdout
    report = json.loads(CliRunner().invoke(main, ["deck", "check", "mine.toml", "--json"]).stdout)
    assert (report["errors"], report["warnings"], report["provenance"]) == (0, 1, "transcribed")


def test_the_least_sets_of_faces() -> None:
    def told(*needs: str) -> set[str]:
        return {
            "".join(face * count for face, count in zip(FACES, one, strict=True))
            for one in covers(needs, 8)
        }

    assert told("L") == {"L", "W"}
    assert told("L/T", "T") == {"LT", "TT", "LW", "TW", "WW"}
    assert told("3") == {"3", "4", "W", "111", "12", "22"}
    assert told() == {""}


def test_the_page_says_every_kind_and_key() -> None:
    page = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
    for kind in EFFECT_KINDS:
        assert f"`{kind}`" in page, kind
    for model in (Adventure, Task):
        for name, field in model.model_fields.items():
            assert f"`{field.alias or name}`" in page, name
