"""The documentation is true: examples run, quoted commands exist, tables match the code."""

import doctest
import re
from pathlib import Path

from click.testing import CliRunner

import casecracker
from casecracker.cli import main

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_library_page_run() -> None:
    page = str(ROOT / "docs" / "library.md")
    failed, tried = doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0
    assert tried > 15


def test_the_examples_of_the_page_on_odds_run() -> None:
    page = str(ROOT / "docs" / "odds.md")
    failed, tried = doctest.testfile(page, module_relative=False)
    assert failed == 0
    assert tried > 8


def test_the_examples_in_the_package_run() -> None:
    failed, tried = doctest.testmod(casecracker)
    assert failed == 0
    assert tried > 2


def test_the_readme_quotes_commands_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    quoted = set(re.findall(r"(?:\$ |bin/)casecracker ([a-z]+)", text))
    assert {"solve", "verify", "deal", "deck", "perft"} <= quoted
    for command in quoted:
        assert CliRunner().invoke(main, [command, "--help"]).exit_code == 0


def test_the_readme_quotes_what_the_commands_print() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    result = casecracker.solve("witch-cult:42")
    digest = result.source.deck.digest
    assert f"witch-cult:42: winnable in {result.turns} turns" in text
    assert all(turn.text in text for turn in (*result.line[:2], result.line[-1]))
    assert f"verified: {len(result.moves)} moves, won in turn {result.turns}; " in text
    assert f"digest {digest}" in text


def test_the_readme_links_to_pages_that_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^):]+)\)", text):
        assert (ROOT / link).exists(), link


def test_the_page_of_formats_names_every_field_of_a_result() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    section = page.split("## JSON of solve")[1].split("\n## ")[0]
    for field in casecracker.solve("witch-cult:42").to_json():
        assert f"`{field}`" in section, field


def test_the_changelog_has_an_entry_for_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {casecracker.__version__}" in text
