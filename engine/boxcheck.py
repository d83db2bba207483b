"""Compares a deck file with the box of its game, naming every entry and key that differs.

What the box is known to hold: docs/decks.md. Errors contradict the rulebook, or leave a game that
nobody could win; warnings contradict something said elsewhere, or would make a rule idle.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from casecracker.engine.boxfacts import BOX_CHECKS, Check, Finding, Severity
from casecracker.engine.boxgulfs import GULFS_CHECKS
from casecracker.engine.cards import Deck
from casecracker.engine.deckfile import (
    KINDS,
    Document,
    Fault,
    Kind,
    check_head,
    document_faults,
    entry_id,
    entry_text,
    game_kinds,
)
from casecracker.engine.files import parse_toml, shown
from casecracker.engine.games import INFINITE_GULFS, Game, find_game

_CHECKS: Mapping[str, tuple[Check, ...]] = {**BOX_CHECKS, INFINITE_GULFS.id: GULFS_CHECKS}

_BLANK_KEYS: Mapping[Kind, tuple[str, ...]] = {
    "clue": ("types", "left", "right"),
    "victim": ("right",),
    "contact": ("sides",),
    "case": (),
    "menace": ("deck",),
    "objective": ("letters",),
    "equipment": ("sides",),
}
"""What a template leaves to its owner on every card of a kind."""

_MORE_BLANK_KEYS: Mapping[Kind, tuple[str, ...]] = {
    "clue": ("sides",),
    "menace": ("immediate", "ongoing", "icons"),
}
"""What it leaves to the owner on some cards of a kind."""


@dataclass(frozen=True, slots=True)
class Report:
    """What `check_text` found. `deck` is None as long as the file is no deck yet."""

    deck: Deck | None
    findings: tuple[Finding, ...]

    def count(self, severity: Severity) -> int:
        """Number of findings of one severity."""
        return sum(finding.severity == severity for finding in self.findings)


def check_text(text: str, where: str) -> Report:
    """Compare a deck file, filled in or half filled in, with the box.

    Raises:
        FileFormatError: The text is not TOML of a known format.
        DeckError: Its game is missing.
        GameError: Its game is unknown.
    """
    document = parse_toml(text, where)
    game = check_head(document, where)
    faults = list(document_faults(document, game))
    lines = _Lines(text)
    if not faults:
        deck = Deck.model_validate(document)
        return Report(deck, tuple(lines.placed(check_deck(deck), document)))
    findings = [*_fault_findings(faults, document, lines), *_count_findings(document, game)]
    findings.sort(key=lambda finding: finding.line or len(text))
    return Report(None, tuple(findings))


def check_deck(deck: Deck) -> list[Finding]:
    """Compare a whole deck with the box of its game; errors first."""
    game = find_game(deck.game)
    findings = [*_box_counts(deck, game)]
    for check in _CHECKS.get(game.id, ()):
        findings += check(deck, game)
    return sorted(findings, key=lambda finding: finding.severity)


class _Lines:
    """Where the entries and keys of a deck file stand. Tables written in one line have no place."""

    _HEADER = re.compile(r"\s*\[\s*([A-Za-z0-9_-]+)[^\]]*\]\s*(#.*)?$")
    _TABLE = re.compile(r"\s*\[\[\s*([a-z]+)\s*\]\]")
    _KEY = re.compile(r"\s*\"?([A-Za-z0-9_-]+)\"?\s*=")

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[str, int, str], int] = {}
        self._count: Counter[str] = Counter()
        table = ("", 0)
        for number, line in enumerate(text.split("\n"), start=1):
            if found := self._TABLE.match(line):
                table = (found[1], self._count[found[1]])
                self._count[found[1]] += 1
                self._lines[*table, ""] = number
            elif found := self._HEADER.match(line):
                table = (found[1], -1)
                self._lines.setdefault(("", 0, found[1]), number)
            elif found := self._KEY.match(line):
                self._lines.setdefault((*table, found[1]), number)

    def of(self, kind: str | None, index: int, key: str) -> int | None:
        """Line of a key, or of its entry if the key is not there."""
        entry = (kind or "", index)
        return self._lines.get((*entry, key), self._lines.get((*entry, "")))

    def placed(self, findings: list[Finding], document: Document) -> Iterator[Finding]:
        """The findings with their lines."""
        entries = {
            entry_text(kind, index, entry_id(kind, entry)): (kind, index)
            for kind in KINDS
            for index, entry in enumerate(document.get(kind, []))
        }
        for finding in findings:
            kind, index = entries.get(finding.entry, (None, 0))
            yield replace(finding, line=self.of(kind, index, finding.key))


def _fault_findings(faults: list[Fault], document: Document, lines: _Lines) -> Iterator[Finding]:
    blank: set[tuple[Kind, int]] = set()
    for fault in faults:
        entry = entry_text(fault.kind, fault.index, fault.id)
        line = lines.of(fault.kind, fault.index, fault.key)
        keys = _blank_keys(document, fault)
        if fault.kind and keys:
            if (fault.kind, fault.index) not in blank:
                message = f"not filled in yet: {', '.join(keys)}"
                yield Finding("error", entry, "", message, line)
            blank.add((fault.kind, fault.index))
        else:
            key = shown(fault.key)[1:-1]
            yield Finding("error", entry, key, fault.message, line)


def _blank_keys(document: Document, fault: Fault) -> tuple[str, ...]:
    """The keys that wait for the owner, if that is all that the fault says."""
    entry = document[fault.kind][fault.index] if fault.kind else None
    if not fault.kind or not isinstance(entry, dict):
        return ()
    if fault.kind == "case":  # the Haunter of the Dark has no techniques
        blank = tuple(key for key in ("right", "ongoing") if entry.get(key) == [])
        return blank if fault.key == "right" and not entry.get("right") else ()
    more = [key for key in _MORE_BLANK_KEYS.get(fault.kind, ()) if key in entry]
    keys = (*_BLANK_KEYS[fault.kind], *more)
    is_blank = all(entry.get(key) in ([], "") for key in keys)
    return keys if is_blank and fault.key in keys else ()


def _count_findings(document: Document, game: Game) -> Iterator[Finding]:
    """Numbers of cards of a file that is no deck yet."""
    entries = {kind: document.get(kind, []) for kind in KINDS}
    counts: dict[str, int] = {
        kind: len(e) if isinstance(e, list) else 0 for kind, e in entries.items()
    }
    yield from _number_findings(counts, game)


def _box_counts(deck: Deck, game: Game) -> Iterator[Finding]:
    yield from _number_findings(Counter(kind for kind, _ in deck.cards()), game)
    for contact in deck.contact:
        if len(contact.sides) != 2:
            message = f"a contact has two sides; this one has {len(contact.sides)}"
            yield Finding("error", f"contact '{contact.id}'", "sides", message)


def _number_findings(counts: Mapping[str, int], game: Game) -> Iterator[Finding]:
    for kind, wanted in entries_in_box(game).items():
        if counts.get(kind, 0) != wanted:
            found = counts.get(kind, 0)
            message = f"the box has {wanted} [[{kind}]] entries; this deck has {found}"
            yield Finding("error", "", "", message)


def entries_in_box(game: Game) -> dict[Kind, int]:
    """How many entries of each kind describe the box of the game."""
    entries: dict[Kind, int] = {
        "clue": game.clues_in_box,
        "victim": game.victims_in_box,
        "contact": 1,
        "case": game.cases_in_box + 1,  # one has an entry for each of its sides
        "menace": game.menaces_in_box,
        "objective": game.objectives_in_box,
        "equipment": game.equipment_in_box,
    }
    return {kind: entries[kind] for kind in game_kinds(game)}
