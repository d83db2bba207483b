"""What may be wanted of a deal, as data: how it is asked for, and how it is decided.

`PROPERTIES` is the one list: the options of `seeds generate`, the checks and their order, and the
table of docs/generate.md come from it. Those that cost least to refuse a deal stand first.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.state import State
from casecracker.engine.tables import HAS_MENACES, contact_sides
from casecracker.seeds.candidate import Candidate, Conditions, is_won
from casecracker.seeds.features import FEATURES, count_of, least_of, used_by
from casecracker.seeds.grades import Grade, scale_of
from casecracker.seeds.measures import share_of_deck
from casecracker.solver.policy import kind_of_game
from casecracker.solver.search import first_bound

MOST_TURNS = 200
MOST_CLOSINGS = 6
CONTACT = "contact"
CONDITIONS = ("before-reshuffle", "without-contact")
"""Properties that say what every line has to do without."""

NEEDED = "needs-"
"""Before a feature that every line of the shortest turns uses, in a tag."""

COSTLY = ("turns", "six-types", "uses", "needs", "closings", "only-first-move")
"""Properties that are about shortest lines: seconds, where any win and the grade take tenths."""


class WishError(CasecrackerError, ValueError):
    """A wish that cannot be read, or that no deal of the deck can meet: ask for another."""


@dataclass(frozen=True, slots=True)
class Property:
    """Something that may be wanted of a deal.

    Attributes:
        name: The option without its dashes.
        metavar: What the option takes; empty for one that takes nothing.
        text: What it asks for, in one line.
        decided: How: "proved", "line" (by the line found), or both in one sentence.
        many: Whether it may be asked for more than once.
        read: The value of the option's text, in the form in which it is kept.
        fault: What is impossible about a value in deals like this one; empty if nothing is.
        holds: Whether a candidate has it.
    """

    name: str
    metavar: str
    text: str
    decided: str
    many: bool
    read: Callable[[str], str]
    fault: Callable[[str, Deal], str]
    holds: Callable[[Candidate, str], bool]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted: names of properties with their values as text, in the order of checking."""

    wanted: tuple[tuple[str, str], ...] = ()

    @property
    def conditions(self) -> Conditions:
        """What every line has to do without."""
        names = {name for name, _ in self.wanted}
        return Conditions(contact="without-contact" in names, reshuffle="before-reshuffle" in names)

    def to_json(self) -> dict[str, list[str]]:
        """The values of each property that is wanted."""
        found: dict[str, list[str]] = {}
        for name, value in self.wanted:
            found.setdefault(name, []).append(value)
        return found

    def __str__(self) -> str:
        """As options of the command line."""
        return " ".join(f"--{name} {value}".strip() for name, value in self.wanted)


def read_wishes(options: Mapping[str, Any]) -> Wishes:
    """The wishes that options spell: by name a text, several texts, or True.

    Raises:
        WishError: A name or a value is none.
    """
    for name in options:
        if name not in PROPERTIES:
            known = ", ".join(PROPERTIES)
            hint = did_you_mean(name, PROPERTIES) or f"; known: {known}"
            raise WishError(f"nothing called {shown(name)} can be wanted of a deal{hint}")
    wanted: list[tuple[str, str]] = []
    for name, one in PROPERTIES.items():
        value = options.get(name)
        texts = value if isinstance(value, tuple | list) else [value]
        given = ["" if text is True else str(text) for text in texts if text not in (None, False)]
        wanted += [(name, one.read(text)) for text in dict.fromkeys(given)]
    return Wishes(tuple(wanted))


def check_possible(wishes: Wishes, deal: Deal) -> None:
    """Refuse wishes that no deal with that deck and those settings can meet.

    Raises:
        WishError: The message names the first of them and says why.
    """
    names = {name for name, _ in wishes.wanted}
    if "only-first-move" in names and names & set(CONDITIONS):
        raise WishError(
            "--only-first-move is about all lines of a deal; it does not go with "
            + " or ".join(f"--{name}" for name in CONDITIONS)
        )
    if "without-contact" in names and ("needs", CONTACT) in wishes.wanted:
        raise WishError("--needs contact and --without-contact exclude each other")
    for name, value in wishes.wanted:
        fault = PROPERTIES[name].fault(value, deal)
        if fault:
            raise WishError(f"--{name} {value}".strip() + f": {fault}")


def first_unmet(wishes: Wishes, candidate: Candidate) -> str | None:
    """The first property that a deal lacks, `winnable` if no win is found; None if it has all."""
    if not is_won(candidate.quick):
        return next((name for name, _ in wishes.wanted if name in CONDITIONS), "winnable")
    for name, value in wishes.wanted:
        if not PROPERTIES[name].holds(candidate, value):
            return name
    return None if candidate.moves else "winnable"


# Reading


def _read_nothing(text: str) -> str:
    if text:
        raise WishError(f"{shown(text)} is one word too many")
    return ""


def read_range(text: str) -> tuple[int, int]:
    """A range of turns: `12-15`, `-15`, `12-`, or one number.

    Raises:
        WishError: The text is no such range.
    """
    low, dash, high = text.partition("-")
    parts = [low or "1", (high or str(MOST_TURNS)) if dash else low]
    if not text.strip("-") or not all(_is_number(part) for part in parts):
        raise WishError(f"{shown(text)} is no range of turns; write 12-15, 12-, -15 or 12")
    first, last = (int(part) for part in parts)
    if not 1 <= first <= last <= MOST_TURNS:
        raise WishError(
            f"{shown(text)} is no range of turns from 1 to {MOST_TURNS}, the smaller number first"
        )
    return first, last


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 4


def _read_turns(text: str) -> str:
    return "{}-{}".format(*read_range(text))


def _read_word(what: str, known: Mapping[str, object]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text in known:
            return text
        hint = did_you_mean(text, known) or f"; known: {', '.join(known)}"
        raise WishError(f"unknown {what} {shown(text)}{hint}")

    return read


def _read_closings(text: str) -> str:
    if not _is_number(text) or not 1 <= int(text) <= MOST_CLOSINGS:
        raise WishError(f"{shown(text)} is no number of closings, 1 to {MOST_CLOSINGS}")
    return str(int(text))


# What is impossible


def _possible(_value: str, _deal: Deal) -> str:
    return ""


def _turns_fault(value: str, deal: Deal) -> str:
    least = first_bound(State.start(deal))
    if read_range(value)[1] >= least:
        return ""
    return f"no game with this deck and these settings is won before turn {least} (proved)"


def _feature_fault(value: str, deal: Deal) -> str:
    feature = FEATURES[value]
    if feature.is_in(deal):
        return ""
    return f"the deck {deal.deck_id} with these settings has nothing of the kind: {feature.text}"


def _grade_fault(value: str, deal: Deal) -> str:
    """What a deck with its settings is worth decides most of a grade; a shuffle moves it little."""
    start = State.start(deal)
    scale = scale_of(kind_of_game(start.tables))
    grades = list(Grade)
    easiest, hardest = map(grades.index, scale.reach(share_of_deck(start)))
    reached = grades[easiest : hardest + 1]
    if value in reached:
        return ""
    words = " or ".join(reached)
    return (
        f"with these settings deals of {deal.deck_id} are {words}, whatever the shuffle; "
        f"other grades need another --setting or --deck (docs/generate.md, shipped challenges)"
    )


def _needs_fault(value: str, deal: Deal) -> str:
    fault = _feature_fault(value, deal)
    if fault or value == CONTACT or not deal.menaces:
        return fault
    return (
        f"in {deal.game} all lines of a deal cannot be collected, so only 'contact' can be "
        f"proved to be needed; --uses {value} asks for the line found"
    )


def _closings_fault(value: str, deal: Deal) -> str:
    if deal.menaces:
        return "in a game with a briefcase all lines cannot be collected; --uses closing asks less"
    return ""


def _six_fault(_value: str, deal: Deal) -> str:
    return _feature_fault("six-types", deal)


def _contact_fault(_value: str, deal: Deal) -> str:
    return "" if contact_sides(deal) else "there is no contact in these games anyway"


def _only_fault(_value: str, deal: Deal) -> str:
    return "" if State.start(deal).pending == "action" else "games begin with another question"


# Whether it holds


def _has_turns(candidate: Candidate, value: str) -> bool:
    """Refused as soon as a line is too short, or a bound too high."""
    low, high = read_range(value)
    result = candidate.quick
    for result in candidate.shortening():
        if result.turns is not None and result.turns < low:
            return False
        if result.lower_bound is not None and result.lower_bound > high:
            return False
    return result.turns is not None and low <= result.turns <= high


def _uses(candidate: Candidate, value: str) -> bool:
    return value in used_by(candidate.steps)


def _uses_six_types(candidate: Candidate, _value: str) -> bool:
    return _uses(candidate, "six-types")


def _needs(candidate: Candidate, value: str) -> bool:
    """The told line first: what it does without is not needed."""
    if not _uses(candidate, value):
        return False
    if candidate.start.tables[HAS_MENACES]:
        return candidate.is_missed_without_contact()
    return candidate.lines is not None and least_of(value, candidate.lines) > 0


def _closes(candidate: Candidate, value: str) -> bool:
    if count_of("closing", candidate.steps) < int(value):
        return False
    lines = candidate.lines
    return lines is not None and least_of("closing", lines) >= int(value)


def _is_won(candidate: Candidate, _value: str) -> bool:
    return is_won(candidate.quick)


def _has_only_first_move(candidate: Candidate, _value: str) -> bool:
    return candidate.only_decision is not None


def _has_grade(candidate: Candidate, value: str) -> bool:
    return candidate.grade == value


_ALL = (
    Property(
        "before-reshuffle",
        "",
        "a win before the stack is shuffled again, whatever later shuffles bring",
        "by the line found, which is shown to win so",
        False,
        _read_nothing,
        _possible,
        _is_won,
    ),
    Property(
        "without-contact",
        "",
        "a win without the contact",
        "by the line found, which is shown to win so",
        False,
        _read_nothing,
        _contact_fault,
        _is_won,
    ),
    Property(
        "grade",
        "GRADE",
        "how hard it is",
        "measured (docs/metrics.md)",
        False,
        _read_word("grade", {str(grade): grade for grade in Grade}),
        _grade_fault,
        _has_grade,
    ),
    Property(
        "turns",
        "A-B",
        "turns of the shortest line",
        "proved, or by the shortest line found; the row says which",
        False,
        _read_turns,
        _turns_fault,
        _has_turns,
    ),
    Property(
        "six-types",
        "",
        "the line closes a case that shows all types",
        "by the line found",
        False,
        _read_nothing,
        _six_fault,
        _uses_six_types,
    ),
    Property(
        "uses",
        "FEATURE",
        "the line uses it",
        "by the line found",
        True,
        _read_word("feature", FEATURES),
        _feature_fault,
        _uses,
    ),
    Property(
        "needs",
        "FEATURE",
        "every line of the shortest turns uses it",
        "proved: all these lines were collected",
        True,
        _read_word("feature", FEATURES),
        _needs_fault,
        _needs,
    ),
    Property(
        "closings",
        "N",
        "every line of the shortest turns closes so many cases at least by action d",
        "proved: all these lines were collected",
        False,
        _read_closings,
        _closings_fault,
        _closes,
    ),
    Property(
        "only-first-move",
        "",
        "one first decision alone keeps the shortest turns",
        "proved: the complete search went through all others",
        False,
        _read_nothing,
        _only_fault,
        _has_only_first_move,
    ),
)

PROPERTIES: Mapping[str, Property] = MappingProxyType({one.name: one for one in _ALL})
