"""Adventure files: read with every fault named, the shipped ones found by id or name.

The form of the file and its words: docs/odds.md.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError

from casecracker.engine.adventures import (
    CHOOSE_ONE,
    EFFECT_KINDS,
    MAX_NAME,
    MAX_TASKS,
    NEEDS_FORM,
    STREETS_OF_ARKHAM,
    UNKNOWN,
    Adventure,
    AdventureBook,
    Costs,
    Effect,
    MembershipReward,
    Task,
)
from casecracker.engine.boxfacts import Finding, Severity
from casecracker.engine.covers import is_in_box
from casecracker.engine.dice import WHOLE_BOX
from casecracker.engine.errors import AdventureError
from casecracker.engine.files import (
    check_format,
    did_you_mean,
    parse_toml,
    place,
    read_text,
    shown,
)

Location: TypeAlias = tuple[int | str, ...]
"""Where something stands in a parsed file: keys and, in lists, places."""

SETS = ("base", "unseen-forces", "gates-of-arkham")
"""The shipped files, by their stems."""

_EFFECTS = f'a list like [{{ kind = "clue", amount = 2 }}], or "{UNKNOWN}"; [] or left out for none'
_NAMES = f"a list of texts in quotes, each at most {MAX_NAME} characters"
_RIGHT: Mapping[str, str] = {
    "game": f'"{STREETS_OF_ARKHAM}"',
    "id": "text of a-z, 0-9 and -, if need be with one / in it, at most 80 characters",
    "name": f"text in quotes, at most {MAX_NAME} characters",
    "provenance": '"transcribed" (from your cards), "public-sources" or "synthetic"',
    "kind": "text in quotes",
    "order": '"any" or "top-to-bottom" (the card has an arrow)',
    "task": f"1 to {MAX_TASKS} entries that begin with [[adventure.task]]",
    "adventure": "entries that begin with [[adventure]]",
    "trophies": f'a whole number, 0 to 9, or "{UNKNOWN}"',
    "locked": f'a list of "green", "yellow", "red", or "{UNKNOWN}"',
    "event": f'true, false or "{UNKNOWN}"',
    "difficulty": f'"green", "yellow", "red", "none" or "{UNKNOWN}"',
    "membership": f'"silver-twilight", "sheldon-gang", "none" or "{UNKNOWN}"',
    "membership-reward": 'a table like { organization = "sheldon-gang", gain = [...] }',
    "organization": '"silver-twilight" or "sheldon-gang"',
    "monster": f'"none", "empty-row", "whole-row", "after-first-1" (to 7) or "{UNKNOWN}"',
    "costs": f'a table like {{ sanity = 1 }}, or "{UNKNOWN}"',
    "needs": NEEDS_FORM.removeprefix("needs are "),
    "amount": "a whole number, negative for a loss",
    "who": '"active" or "each"',
    "options": "a list of lists of effects",
    "location": f"text in quotes, at most {MAX_NAME} characters",
    "location-guess": f"text in quotes, at most {MAX_NAME} characters",
    "sources": _NAMES,
    "notes": _NAMES,
    **dict.fromkeys(("terror", "entry", "midnight", "rewards", "penalties", "gain"), _EFFECTS),
    **dict.fromkeys(("when-drawn", "facedown"), _EFFECTS),
    **dict.fromkeys(("sanity", "stamina", "clock", "doom", "gate"), "a whole number, 0 to 9"),
}
_ADVENTURE_KINDS = '"adventure", "arkham-adventure" or "other-world"'
_MODELS: Mapping[str, type[BaseModel]] = {
    "adventure": Adventure,
    "task": Task,
    "costs": Costs,
    "membership-reward": MembershipReward,
}
"""What the tables under a key hold; under all other keys they are effects."""


@dataclass(frozen=True, slots=True)
class AdventureReport:
    """What `check_adventures` found. `deck` is None as long as the file is malformed."""

    deck: AdventureBook | None
    findings: tuple[Finding, ...]

    def count(self, severity: Severity) -> int:
        """Number of findings of one severity."""
        return sum(finding.severity == severity for finding in self.findings)


def is_adventure_file(text: str, where: str) -> bool:
    """Whether TOML `text` says that it holds adventures.

    Raises:
        FileFormatError: It is not TOML.
    """
    return parse_toml(text, where).get("game") == STREETS_OF_ARKHAM


def load_adventures(path: str) -> AdventureBook:
    """The adventures in a file, or on standard input if `path` is `-`.

    Raises:
        FileFormatError: The file cannot be read, or is not TOML of a known format.
        AdventureError: An entry breaks the form of the file or contradicts itself.
    """
    return parse_adventures(read_text(path), place(path))


def parse_adventures(text: str, where: str) -> AdventureBook:
    """The adventures that TOML `text` describes. Raises as `load_adventures`."""
    report = check_adventures(text, where)
    for finding in report.findings:
        if finding.severity == "error":
            raise AdventureError(f"{where}: {finding.text()}")
    assert report.deck
    return report.deck


def check_adventures(text: str, where: str) -> AdventureReport:
    """Everything that is malformed, contradictory (errors) or not known (warnings) in a file.

    Raises:
        FileFormatError: The text is not TOML of a known format.
    """
    document = parse_toml(text, where)
    check_format(document, where)
    try:
        book = AdventureBook.model_validate(document)
    except ValidationError as error:
        faults = list(_form_faults(error, document))
        return AdventureReport(None, _placed(faults, text))
    return AdventureReport(book, _placed(list(_content_faults(book)), text))


Fault: TypeAlias = tuple[Severity, Location, str]
"""What is wrong, where. A location that ends with a key names the key."""


def _form_faults(error: ValidationError, document: dict[str, Any]) -> Iterator[Fault]:
    """The checker's complaints in our words, one for each key."""
    found: dict[Location, tuple[str, str]] = {}
    for detail in error.errors(include_url=False):
        location = _own_part(detail["loc"], document)
        found.setdefault(location, (detail["type"], str(detail.get("ctx", {}).get("error", ""))))
    # A fault deep inside makes the checker complain about what it stands in too.
    around = {location[:end] for location in found for end in range(len(location))}
    for location, (kind, reason) in found.items():
        if location not in around:
            yield "error", location, _form_message(kind, reason, location, document)


def _own_part(location: Location, document: object) -> Location:
    """The part of the checker's location that stands in the file; it adds names of types."""
    own: list[int | str] = []
    value = document
    for step in location:
        if isinstance(value, dict) and isinstance(step, str):
            is_key = step in value or step in _keys_at(tuple(own))
        else:
            is_key = isinstance(value, list) and isinstance(step, int) and step < len(value)
        if not is_key:
            continue
        own.append(step)
        value = value.get(step) if isinstance(value, dict) else value[step]  # type: ignore[index]
    return tuple(own)


def _model_at(location: Location) -> type[BaseModel]:
    """What the table at a location is."""
    keys = [step for step in location if isinstance(step, str)]
    return AdventureBook if not keys else _MODELS.get(keys[-1], Effect)


def _keys_at(location: Location) -> tuple[str, ...]:
    fields = _model_at(location).model_fields.items()
    return tuple(field.alias or name for name, field in fields)


def _form_message(kind: str, reason: str, location: Location, document: object) -> str:
    if not location:
        return "must be a table of keys"
    *path, key = location
    table, value = _value_at(tuple(path), document), _value_at(location, document)
    if kind == "extra_forbidden":
        known = _keys_at(tuple(path))
        return f"unknown key{did_you_mean(key, known)}; known keys: {', '.join(known)}"
    is_adventure = _model_at(tuple(path)) is Adventure
    right = _ADVENTURE_KINDS if key == "kind" and is_adventure else _RIGHT.get(str(key), "a table")
    if isinstance(table, dict) and key not in table:
        return f"missing; it must be {right}"
    if reason:
        return reason
    return f"is {shown(value)}; it must be {right}"


def _value_at(location: Location, document: object) -> object:
    value: Any = document
    for step in location:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _content_faults(book: AdventureBook) -> Iterator[Fault]:
    counts = Counter(adventure.id for adventure in book.adventure)
    for place_, adventure in enumerate(book.adventure):
        here = ("adventure", place_)
        if counts[adventure.id] > 1:
            times = counts[adventure.id]
            yield "error", (*here, "id"), f"{times} adventures have this id"
        for row, task in enumerate(adventure.task):
            yield from _task_faults(task, (*here, "task", row))
        yield from _adventure_faults(adventure, here)


def _task_faults(task: Task, here: Location) -> Iterator[Fault]:
    if not is_in_box(task.needs):
        yield "error", (*here, "needs"), f"the dice of the box, {WHOLE_BOX}, cannot do this row"
    if task.monster == "empty-row" and task.needs:
        message = "a row that is empty without a monster needs nothing; needs must be left out"
        yield "error", (*here, "needs"), message
    if task.monster == "none" and not task.needs and task.costs == Costs():
        yield "error", (*here, "needs"), "a row without needs, costs or a place for a monster"
    if task.monster.startswith("after-first-") and int(task.monster[-1]) >= len(task.needs):
        message = f"the row has {len(task.needs)} needs, and the monster covers what comes after"
        yield "error", (*here, "monster"), message


def _adventure_faults(adventure: Adventure, here: Location) -> Iterator[Fault]:
    for key, effect in _effects(adventure):
        if effect.kind not in EFFECT_KINDS:
            hint = did_you_mean(effect.kind, EFFECT_KINDS) or f"; known: {', '.join(EFFECT_KINDS)}"
            yield "error", (*here, key), f"unknown kind {shown(effect.kind)}{hint}"
        if (effect.kind == CHOOSE_ONE) != bool(effect.options):
            yield "error", (*here, key), f"'{CHOOSE_ONE}', and nothing else, has options"
    unknown = adventure.unknown_keys
    if unknown:
        yield "warning", here, f"not known: {', '.join(unknown)}"


def _effects(adventure: Adventure) -> Iterator[tuple[str, Effect]]:
    """All effects of a card with the key under which they stand."""
    for key in ("terror", "entry", "midnight", "rewards", "penalties", "when_drawn", "facedown"):
        effects = getattr(adventure, key)
        for effect in () if effects == UNKNOWN else effects:
            yield from ((key.replace("_", "-"), one) for one in _with_options(effect))
    if isinstance(adventure.membership_reward, MembershipReward):
        for effect in adventure.membership_reward.gain:
            yield from (("membership-reward", one) for one in _with_options(effect))


def _with_options(effect: Effect) -> Iterator[Effect]:
    yield effect
    for option in effect.options:
        for one in option:
            yield from _with_options(one)


def _placed(faults: list[Fault], text: str) -> tuple[Finding, ...]:
    """The faults as findings, with the lines of their entries and keys; errors first."""
    lines = _lines(text)
    ids = _ids(text)
    findings = [_finding(fault, lines, ids) for fault in faults]
    return tuple(sorted(findings, key=lambda one: (one.severity, one.line or 0)))


def _finding(fault: Fault, lines: dict[Location, int], ids: dict[int, str]) -> Finding:
    severity, location, message = fault
    entry, rest = location, ""
    while entry and isinstance(entry[-1], str):
        entry, rest = entry[:-1], rest or str(entry[-1])
    numbers = [step for step in entry if isinstance(step, int)]
    names = [step for step in entry if isinstance(step, str)]
    words = []
    if names[:1] == ["adventure"]:
        name = ids.get(numbers[0])
        words.append(f"adventure '{name}'" if name else f"adventure number {numbers[0] + 1}")
    if names[1:2] == ["task"]:
        words.append(f"row {numbers[1] + 1}")
    key = rest or next((name for name in reversed(names) if name not in ("adventure", "task")), "")
    starts = [location[:end] for end in range(len(location), 0, -1)]
    line = next((lines[start] for start in starts if start in lines), None)
    return Finding(severity, ", ".join(words), key, message, line)


_TABLE = re.compile(r"\s*\[\[\s*(adventure|adventure\s*\.\s*task)\s*\]\]")
_KEY = re.compile(r"\s*\"?([A-Za-z0-9_-]+)\"?\s*=\s*(.*)")


def _lines(text: str) -> dict[Location, int]:
    """Lines of entries and keys, from 1. What is written in other ways has no line."""
    lines: dict[Location, int] = {}
    here: Location = ()
    card = row = -1
    for number, line in enumerate(text.split("\n"), start=1):
        if found := _TABLE.match(line):
            is_card = found[1] == "adventure"
            card, row = (card + 1, -1) if is_card else (card, row + 1)
            here = ("adventure", card) if is_card else ("adventure", card, "task", row)
            lines[here] = number
        elif found := _KEY.match(line):
            lines.setdefault((*here, found[1]), number)
    return lines


def _ids(text: str) -> dict[int, str]:
    """The ids of the entries, as far as they are texts."""
    entries = parse_toml(text, "").get("adventure")
    names = {}
    for place_, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            names[place_] = shown(entry["id"])[1:-1]
    return names


@cache
def shipped_adventures() -> tuple[Adventure, ...]:
    """All adventures that come with the package, by set and name."""
    folder = resources.files("casecracker.engine").joinpath("data").joinpath("adventures")
    adventures: list[Adventure] = []
    for stem in SETS:
        text = folder.joinpath(f"{stem}.toml").read_text(encoding="utf-8")
        adventures += parse_adventures(text, f"built-in adventures '{stem}'").adventure
    return tuple(adventures)


def find_adventure(name: str, adventures: tuple[Adventure, ...]) -> Adventure:
    """The adventure with that id, id without its set, or name in any case.

    Raises:
        AdventureError: There is none, or several.
    """
    wanted = name.strip().lower()
    found = [one for one in adventures if one.id == wanted]
    found = found or [one for one in adventures if wanted in _names(one)]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(one.id for one in found)
        raise AdventureError(f"{shown(name)} may be each of {ids}; give the id")
    known = [word for one in adventures for word in (*_names(one), one.id)]
    hint = did_you_mean(wanted, known) or "; casecracker odds --all lists them"
    raise AdventureError(f"no adventure {shown(name)}{hint}")


def _names(adventure: Adventure) -> tuple[str, str]:
    return adventure.id.rpartition("/")[2], adventure.name.lower()
