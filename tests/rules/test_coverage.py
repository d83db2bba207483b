"""Every paragraph of docs/rules.md and docs/rulings.md has tests, named in a table there."""

import ast
import re
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"

RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
RULINGS = (DOCS / "rulings.md").read_text(encoding="utf-8")
PARAGRAPH = re.compile(r"^\*\*([A-Z]\d+(?:\.\d+)?)\*\*", re.MULTILINE)
MENTION = re.compile(r"\b(?:[GKW]\d+(?:\.\d+)?|[RC]\d+)\b")


def paragraphs() -> list[str]:
    """Numbers of all paragraphs, rulings and choices, in the order of the documents."""
    return PARAGRAPH.findall(RULES) + PARAGRAPH.findall(RULINGS)


def table_rows() -> dict[str, str]:
    """What the table of tests says, by paragraph."""
    table = RULES.split("\n## Tests\n", maxsplit=1)[1]
    rows = re.findall(r"^\| ([A-Z]\d+(?:\.\d+)?) \| (.*) \|$", table, re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a paragraph has two rows"
    return dict(rows)


def counted_tests() -> Counter[str]:
    """Names of all test functions of this folder but those of this file."""
    names: Counter[str] = Counter()
    for path in HERE.glob("test_*.py"):
        if path != Path(__file__):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names.update(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return Counter({name: count for name, count in names.items() if name.startswith("test_")})


def test_paragraphs_are_numbered_once() -> None:
    assert [number for number, count in Counter(paragraphs()).items() if count > 1] == []


def test_test_names_are_unique() -> None:
    assert [name for name, count in counted_tests().items() if count > 1] == []


def test_every_paragraph_has_a_row_and_every_row_a_paragraph() -> None:
    assert list(table_rows()) == paragraphs()


def test_every_row_names_tests_that_exist() -> None:
    known = counted_tests()
    for number, text in table_rows().items():
        names = re.findall(r"\w+", text)
        unknown = [name for name in names if name not in known]
        assert names, number
        assert not unknown, (number, unknown)


def test_every_test_stands_in_the_row_that_its_name_says() -> None:
    rows = {number: set(re.findall(r"\w+", text)) for number, text in table_rows().items()}
    for name in counted_tests():
        match = re.match(r"test_([a-z]\d+)_(\d+_)?", name)
        assert match is not None, name
        number = match[1].upper() + (f".{match[2].strip('_')}" if match[2] else "")
        assert name in rows[number], (number, name)


def test_every_paragraph_that_is_mentioned_exists() -> None:
    sections = set(re.findall(r"^## ([GKW]\d+)\.", RULES, re.MULTILINE))
    known = {*paragraphs(), *sections}
    mentioned = set(MENTION.findall(RULES)) | set(MENTION.findall(RULINGS))
    assert mentioned - known == set()
