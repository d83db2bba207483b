"""Every paragraph of docs/streets.md has tests, named in a table there."""

import ast
import re
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "streets.md").read_text(encoding="utf-8")


def paragraphs() -> list[str]:
    """Numbers of all paragraphs, in their order."""
    return re.findall(r"^\*\*(S\d+\.\d+)\*\*", PAGE, re.MULTILINE)


def table_rows() -> dict[str, list[str]]:
    """What the table of tests says, by paragraph."""
    table = PAGE.split("\n## Tests\n", maxsplit=1)[1]
    rows = re.findall(r"^\| (S\d+\.\d+) \| (.*) \|$", table, re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a paragraph has two rows"
    return {number: re.findall(r"\w+", text) for number, text in rows}


def rule_tests() -> list[str]:
    """Names of the tests of rules."""
    return [
        node.name
        for path in sorted(HERE.glob("test_rules_*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_paragraphs_are_numbered_once() -> None:
    assert [number for number, count in Counter(paragraphs()).items() if count > 1] == []
    assert len(paragraphs()) > 100


def test_names_of_tests_are_unique() -> None:
    assert [name for name, count in Counter(rule_tests()).items() if count > 1] == []


def test_every_paragraph_has_a_row_with_tests() -> None:
    assert list(table_rows()) == paragraphs()
    assert [number for number, names in table_rows().items() if not names] == []


def test_every_test_stands_in_the_row_that_its_name_says_and_nowhere_else() -> None:
    for number, names in table_rows().items():
        section, paragraph = number[1:].split(".")
        assert all(name.startswith(f"test_s{section}_{paragraph}_") for name in names), number
    listed = [name for names in table_rows().values() for name in names]
    assert sorted(listed) == sorted(rule_tests())


def test_every_paragraph_has_a_source() -> None:
    parts = re.split(r"^\*\*(S\d+\.\d+)\*\*", PAGE.split("\n## Decisions\n")[0], flags=re.MULTILINE)
    for number, text in zip(parts[1::2], parts[2::2], strict=True):
        body = text.split("\n## ")[0].strip()
        assert body.endswith("]"), number


def test_every_paragraph_that_is_mentioned_exists() -> None:
    sections = set(re.findall(r"^## (S\d+)\.", PAGE, re.MULTILINE))
    known = {*paragraphs(), *sections}
    places = [PAGE, *(path.read_text(encoding="utf-8") for path in _sources())]
    mentioned = {word for text in places for word in re.findall(r"\bS\d+(?:\.\d+)?\b", text)}
    assert mentioned - known == set()


def _sources() -> list[Path]:
    root = HERE.parents[1]
    folders = [root / "engine" / "streets", root / "solver" / "streets"]
    return [path for folder in folders for path in folder.glob("*.py")]
