"""Compares a deck file with the box of its game, naming every entry and key that differs.

What the box is known to hold: docs/decks.md. Errors contradict the rulebook, or leave a game that
nobody could win; warnings contradict something said elsewhere, or would make a rule idle.
"""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.deckfile import (
    KINDS,
    Document,
    Fault,
    Kind,
    check_head,
    document_faults,
    entry_id,
    entry_text,
)
from casecracker.engine.files import parse_toml, shown
from casecracker.engine.games import ANY, Game, find_game

Severity: TypeAlias = Literal["error", "warning"]

_BLANK_KEYS: Mapping[Kind, tuple[str, ...]] = {
    "clue": ("types", "left", "right"),
    "victim": ("right",),
    "contact": ("sides",),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between a deck and the box."""

    severity: Severity
    entry: str  # `clue 'c07'`; empty if it is about the deck as a whole
    key: str
    message: str
    line: int | None = None  # in the file, from 1

    def text(self) -> str:
        """Line, entry, key and message in one line."""
        place = f"line {self.line}" if self.line else ""
        entry = ", ".join(filter(None, (self.entry, f"key '{self.key}'" if self.key else "")))
        return ": ".join(filter(None, (place, entry, self.message)))


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
            entry_text(kind, index, entry_id(entry)): (kind, index)
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
        if fault.kind and fault.key in _BLANK_KEYS[fault.kind] and _is_blank(document, fault):
            if (fault.kind, fault.index) not in blank:
                keys = ", ".join(_BLANK_KEYS[fault.kind])
                yield Finding("error", entry, "", f"not filled in yet: {keys}", line)
            blank.add((fault.kind, fault.index))
        else:
            key = shown(fault.key)[1:-1]
            yield Finding("error", entry, key, fault.message, line)


def _is_blank(document: Document, fault: Fault) -> bool:
    assert fault.kind
    entry = document[fault.kind][fault.index]
    return all(entry.get(key) == [] for key in _BLANK_KEYS[fault.kind])


def _count_findings(document: Document, game: Game) -> Iterator[Finding]:
    """Numbers of cards of a file that is no deck yet."""
    entries = {kind: document.get(kind, []) for kind in KINDS}
    counts: dict[str, int] = {
        kind: len(e) if isinstance(e, list) else 0 for kind, e in entries.items()
    }
    yield from _number_findings(counts, game)


def _box_counts(deck: Deck, game: Game) -> Iterator[Finding]:
    counts = {"clue": len(deck.clue), "victim": len(deck.victim), "contact": len(deck.contact)}
    yield from _number_findings(counts, game)
    for contact in deck.contact:
        if len(contact.sides) != 2:
            message = f"a contact has two sides; this one has {len(contact.sides)}"
            yield Finding("error", f"contact '{contact.id}'", "sides", message)


def _number_findings(counts: Mapping[str, int], game: Game) -> Iterator[Finding]:
    box = {"clue": game.clues_in_box, "victim": game.victims_in_box, "contact": 1}
    for kind, wanted in box.items():
        if counts[kind] != wanted:
            message = f"the box has {wanted} [[{kind}]] entries; this deck has {counts[kind]}"
            yield Finding("error", "", "", message)


# The constraints of the witch-cult box.


def _puzzle_types(deck: Deck, game: Game) -> Iterator[Finding]:
    reach = max(map(len, _scorable(deck, game)), default=0)
    if reach < 5:
        message = f"puzzles of {reach} different types can be scored; a win needs 5"
        yield Finding("error", "", "attributes", message)
    elif reach < len(game.types):
        message = f"puzzles of {reach} different types can be scored; setting puzzles=6 needs 6"
        yield Finding("warning", "", "attributes", message)


def _scorable(deck: Deck, game: Game) -> Iterator[frozenset[str]]:
    """Sets of types that distinct puzzles can be scored for at the same time.

    A set is scorable exactly if each part of it has as many puzzles as types (Hall).
    """
    puzzles = [frozenset(c.types) for c in deck.clue if "puzzle" in c.attributes]
    ready: set[frozenset[str]] = {frozenset()}
    for size in range(1, len(game.types) + 1):
        for types in map(frozenset, itertools.combinations(game.types, size)):
            if sum(not types.isdisjoint(p) for p in puzzles) >= size and all(
                types - {one} in ready for one in types
            ):
                ready.add(types)
    yield from ready


def _types_occur(deck: Deck, game: Game) -> Iterator[Finding]:
    supply = _supply(deck)
    for kind in game.types:
        if not supply[kind]:
            yield Finding("error", "", "types", f"no clue card has the type '{kind}'")


def _supply(deck: Deck) -> Counter[str]:
    """Clue cards of each type."""
    return Counter(kind for clue in deck.clue for kind in clue.types)


def _types_suffice(deck: Deck, game: Game) -> Iterator[Finding]:
    """When five puzzles have been scored, five types must be left to close their cases with."""
    supply = _supply(deck)
    choices = [types for types in _scorable(deck, game) if len(types) == 5]
    left = [sum(supply[k] > (k in types) for k in game.types) for types in choices]
    if choices and max(left) < 5:
        message = "too few cards of each type: five puzzles scored leave no five types in a case"
        yield Finding("error", "", "types", message)


def _attributes_occur(deck: Deck, game: Game) -> Iterator[Finding]:
    for attribute in game.attributes:
        if not any(attribute in clue.attributes for clue in deck.clue):
            message = f"no clue card has the attribute '{attribute}'"
            yield Finding("error", "", "attributes", message)
    if not any(clue.minimum for clue in deck.clue):
        yield Finding("error", "", "minimum", "no clue card has a card minimum")


def _icons_bite(deck: Deck, game: Game) -> Iterator[Finding]:
    for key, icon in (("time", "hourglass"), ("stability", "stability icon")):
        count = sum(getattr(clue, key) for clue in deck.clue)
        if count < 5:
            message = (
                f"{count} cards with the {icon}; with fewer than 5 the limit cannot be reached"
            )
            yield Finding("warning", "", key, message)


def _links_exist(deck: Deck, game: Game) -> Iterator[Finding]:
    for victim in deck.victim:
        first = [c for c in deck.clue if not c.minimum and _fits(c, frozenset(victim.right))]
        if not first:
            message = "no clue card can be played first on this victim"
            yield Finding("warning", f"victim '{victim.id}'", "right", message)
    edges = _edges_by_length(deck)
    for clue in deck.clue:
        longer = edges[clue.minimum :]
        if "puzzle" in clue.attributes and not any(_fits(clue, right) for right in longer):
            message = "no line of cards leads to this puzzle"
            yield Finding("warning", f"clue '{clue.id}'", "left", message)


def _fits(clue: Clue, right: frozenset[str]) -> bool:
    """Whether the left edge of `clue` meets a right edge with some of the techniques `right`."""
    return bool(right) and (ANY in right or ANY in clue.left or not right.isdisjoint(clue.left))


def _edges_by_length(deck: Deck) -> list[frozenset[str]]:
    """Techniques that a line of n cards can end in, for each n. Generous: cards may repeat."""
    edges = [frozenset(word for victim in deck.victim for word in victim.right)]
    for length in range(len(deck.clue) - 1):
        fitting = [c for c in deck.clue if c.minimum <= length and _fits(c, edges[-1])]
        edges.append(frozenset(word for clue in fitting for word in clue.right))
    return edges


def _outside_facts(deck: Deck, game: Game) -> Iterator[Finding]:
    """What reviews say of the printed cards; each rests on one source."""
    for effect, wanted in (("take-time", 4), ("take-stability", 2)):
        count = sum(effect in clue.effects for clue in deck.clue)
        if count != wanted:
            message = f"a review counts {wanted} cards with '{effect}'; this deck has {count}"
            yield Finding("warning", "", "effects", message)
    on_clues = {effect for clue in deck.clue for effect in clue.effects}
    on_all = on_clues.union(*(contact.sides for contact in deck.contact))
    if 10 not in (len(on_clues), len(on_all)):
        message = f"a review counts 10 different effects; this deck has {len(on_clues)}"
        yield Finding("warning", "", "effects", message)


def _outside_facts_of_cards(deck: Deck, game: Game) -> Iterator[Finding]:
    for clue in deck.clue:
        entry, name = f"clue '{clue.id}'", clue.name.lower()
        if "puzzle" in clue.attributes and "lock" not in clue.attributes:
            message = "a review says that every puzzle has the lock too; this one has not"
            yield Finding("warning", entry, "attributes", message)
        if ("ephraim" in name or "dagger" in name) and "puzzle" not in clue.attributes:
            message = "a review says that this card has the puzzle; here it has not"
            yield Finding("warning", entry, "attributes", message)
    for victim in deck.victim:
        if len(victim.right) != 2 and ANY not in victim.right:
            message = f"a review says that victims have two techniques; here {len(victim.right)}"
            yield Finding("warning", f"victim '{victim.id}'", "right", message)


_Check: TypeAlias = Callable[[Deck, Game], Iterator[Finding]]
_CHECKS: Mapping[str, tuple[_Check, ...]] = {
    "witch-cult": (
        _puzzle_types,
        _types_occur,
        _types_suffice,
        _attributes_occur,
        _icons_bite,
        _links_exist,
        _outside_facts,
        _outside_facts_of_cards,
    ),
}
