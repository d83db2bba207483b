"""Finds deals, or problems, with wanted properties, and adds them to a catalogue.

A seed is one unit of work: its deal is checked property after property, cheapest first, and the
first that fails ends it (wanted.py). Where what is wanted is rare, seeds are screened before
(screening.py). All limits are counts of states, so the rows depend on the search alone, not on the
machine, the number of workers or where it was stopped.
"""

import contextlib
import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from casecracker import __version__
from casecracker.engine.dealfile import parse_code
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import escaped
from casecracker.engine.shuffles import MAX_SEED
from casecracker.engine.targets import Subject
from casecracker.seeds.candidate import Candidate
from casecracker.seeds.catalogue import Filter
from casecracker.seeds.challenge import Certificate, Challenge, Kind, Proof, challenge_of
from casecracker.seeds.features import used_by
from casecracker.seeds.grades import Grade
from casecracker.seeds.probes import Probe, probe
from casecracker.seeds.problems import Range, grade_of_problem, problem_of
from casecracker.seeds.screening import BLOCK, PILOT, Checked, is_screening, nearest
from casecracker.seeds.searched import Searched
from casecracker.seeds.wanted import COSTLY, NEEDED, Wishes, first_unmet, read_range
from casecracker.seeds.workers import run_units

SAVE_EVERY = 20
"""Deals checked between two times that it is written down how far the search came."""

TURNS_FAR = 8
"""Turns off the wanted range from which on a deal is as far off as can be."""


Given = TypeVar("Given", "Unit", str)
Got = TypeVar("Got")


class GenerateError(CasecrackerError, ValueError):
    """A search that cannot be made: ask for something else."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One deal to look at.

    Attributes:
        code: Its deal code.
        wishes: What is wanted of it.
        win_in: For problems: turns that they may take.
        grade: For problems: the grade that is wanted.
        is_probed: Whether it is to be probed too, for screening.
    """

    code: str
    wishes: Wishes
    win_in: Range | None
    grade: str | None
    is_probed: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a unit.

    Attributes:
        challenge: The row, None if the deal lacks something.
        unmet: The property that it lacks; empty if it has all.
        distance: As in `Checked`.
        probe: Empty if none was wanted.
    """

    challenge: Challenge | None
    unmet: str
    distance: float
    probe: Probe


def look_at(unit: Unit) -> Outcome:
    """Check one deal, or look for its problem."""
    deal = parse_code(unit.code)
    seen = probe(deal) if unit.is_probed else ()
    if unit.win_in is not None:
        return _look_for_problem(unit, deal, unit.win_in)
    candidate = Candidate(deal, unit.wishes.conditions)
    unmet = first_unmet(unit.wishes, candidate)
    if unmet is not None:
        return Outcome(None, unmet, _distance(unit.wishes, candidate, unmet), seen)
    row = _row(unit.wishes, candidate)
    return Outcome(row, "", 0.0, seen) if row else Outcome(None, "measures", 1.0, seen)


def probe_of(code: str) -> Probe:
    """The probe of a deal, by its code."""
    return probe(parse_code(code))


def _look_for_problem(unit: Unit, deal: Deal, wanted: Range) -> Outcome:
    problem = problem_of(deal, wanted)
    if problem is None:
        return Outcome(None, "problem", 1.0, ())
    if unit.grade not in (None, grade_of_problem(problem.measures)):
        return Outcome(None, "grade", 1.0, ())
    return Outcome(problem.to_challenge(), "", 0.0, ())


def _distance(wishes: Wishes, candidate: Candidate, unmet: str) -> float:
    """How far a deal is from what is wanted, 1 at most; by its turns or grade if these fail."""
    wanted = dict(wishes.wanted).get(unmet)
    if unmet == "turns" and wanted is not None:
        low, high = read_range(wanted)
        turns = candidate.known.turns or high + TURNS_FAR
        return min(TURNS_FAR, max(1, low - turns, turns - high)) / TURNS_FAR
    if unmet == "grade":
        grades = tuple(Grade)
        apart = abs(grades.index(candidate.grade) - grades.index(Grade(str(wanted))))
        return apart / (len(grades) - 1)
    return 1.0


def _row(wishes: Wishes, candidate: Candidate) -> Challenge | None:
    """The row of a deal; None if it cannot be measured."""
    if candidate.measures is None:
        return None
    result = candidate.shortest
    names = {name for name, _ in wishes.wanted}
    moves, proof = candidate.moves, Proof.LINE
    # What is proved under conditions is proved of the lines that meet them, not of the deal.
    if candidate.conditions.are_none and result.proven_shortest:
        proof = Proof.SHORTEST
    if "only-first-move" in names and candidate.only_decision is not None:
        moves, proof = candidate.only_decision.moves, Proof.ONLY_FIRST_MOVE
    assert result.turns is not None
    return challenge_of(
        candidate.deal,
        Certificate(moves, result.turns, proof, __version__),
        grade=str(candidate.grade),
        tags=tags_of(wishes, candidate),
        measures=candidate.measures.to_json(),
    )


def tags_of(wishes: Wishes, candidate: Candidate) -> tuple[str, ...]:
    """What the line uses, and what was asked for and shown of all lines."""
    used = set(used_by(candidate.steps))
    shown = {"needs": NEEDED + "{}", "closings": NEEDED + "{}-closings", "only-first-move": ""}
    for name, value in wishes.wanted:
        if name in ("before-reshuffle", "without-contact"):
            used.add(name)
        # Of lines that meet a condition much is true that is not true of all.
        elif name in shown and candidate.conditions.are_none:
            used.add(shown[name].format(value) or name)
    return tuple(sorted(used))


# The search


class Shelf(Protocol):
    """Where rows go: a catalogue."""

    def ids(self) -> frozenset[str]:
        """Ids of the rows that are there."""

    def rows(self, wanted: Filter) -> list[Challenge]:
        """The rows that are wanted."""

    def add(self, challenges: Iterable[Challenge]) -> None:
        """Add rows, all of them or none."""


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched for, and where it begins.

    Attributes:
        subject: Deck and settings.
        wishes: What is wanted of a deal; of a problem nothing but its grade.
        first: The seed of the first deal.
        win_in: For problems: turns that they may take.
    """

    subject: Subject
    wishes: Wishes
    first: int = 0
    win_in: Range | None = None

    def deal(self, seed: int) -> Deal:
        """The deal of a seed."""
        subject = self.subject
        return deal_from_seed(subject.deck, subject.deck_id, seed, subject.settings)

    def code(self, seed: int) -> str:
        """Its code.

        Raises:
            GenerateError: No code names the deck.
        """
        code = self.deal(seed).code
        if code is None:
            raise GenerateError(
                f"no deal code names the deck '{escaped(self.subject.deck_id)}', so what is found "
                f"could not be told; add the deck first: casecracker deck add FILE"
            )
        return code

    def unit(self, seed: int, is_probed: bool) -> Unit:
        """The work on a seed."""
        grade = dict(self.wishes.wanted).get("grade")
        return Unit(self.code(seed), self.wishes, self.win_in, grade, is_probed)

    @property
    def may_screen(self) -> bool:
        """Whether something is wanted that takes much longer to refuse than a probe takes."""
        return self.win_in is None and any(name in COSTLY for name, _ in self.wishes.wanted)

    @property
    def name(self) -> str:
        """Everything that decides what is found, as text."""
        subject = self.subject
        parts: dict[str, object] = {
            "version": __version__,
            "deck": [subject.deck_id, subject.deck.digest],
            "settings": dict(subject.settings),
            "wishes": str(self.wishes),
            "first": self.first,
        }
        if self.win_in is not None:
            parts["problems"] = [self.win_in.least, self.win_in.most]
        return json.dumps(parts, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Workforce:
    """Who does the work, as in `run_units`."""

    workers: int | None = None
    scheduler: str | None = None


@dataclass(slots=True)
class Tally:
    """What a search came to.

    Attributes:
        found: Its rows, those of earlier runs included.
        added: Ids of the rows that this run added.
        checked: Deals checked, in earlier runs too.
        unmet: Deals of this run by the property that they lack.
        block: First seed of the block in hand: all before it are done with.
    """

    found: int = 0
    added: list[str] = field(default_factory=list)
    checked: int = 0
    unmet: Counter[str] = field(default_factory=Counter)
    block: int = 0


Tell = Callable[[Tally], None]


def generate(  # noqa: PLR0913 - what, where to, how much, by whom
    search: Search,
    shelf: Shelf,
    searched: Searched,
    *,
    count: int,
    workforce: Workforce = Workforce(),
    most: int | None = None,
    tell: Tell = lambda _: None,
) -> Tally:
    """Search on from where this search stands, until `count` rows are found.

    What is known when it is interrupted is kept: rows in the catalogue, the place in `searched`.

    Args:
        search: What for.
        shelf: Where the rows go.
        searched: Where it is written down how far the search came.
        count: Rows in all, those that this search found earlier included.
        workforce: Who does it.
        most: Deals checked at most, those of earlier runs included; None for no end.
        tell: Called after each deal.

    Raises:
        CasecrackerError: The catalogue cannot be written; or as `run_units`.
    """
    runner = _Runner(search, shelf, searched, workforce, tell)
    try:
        while runner.goes_on(count, most):
            runner.check_block(count, most)
    finally:
        runner.save()
    return runner.tally


class _Runner:
    """One run of a search."""

    def __init__(
        self, search: Search, shelf: Shelf, searched: Searched, workforce: Workforce, tell: Tell
    ) -> None:
        self._search = search
        self._shelf = shelf
        self._searched = searched
        self._workforce = workforce
        self._tell = tell
        self._progress = searched.load(search.name, search.first)
        self._there = set(shelf.ids())
        known = Filter(kind=Kind.PROBLEM, deck=search.subject.deck_id)
        self._ideas = {_idea(row) for row in shelf.rows(known)}
        self.tally = Tally()
        self._count_up()

    def goes_on(self, count: int, most: int | None) -> bool:
        """Whether rows are missing, and there are seeds left to look at."""
        is_allowed = most is None or len(self._progress.checked) < most
        return self._progress.found < count and is_allowed and self._progress.block <= MAX_SEED

    def save(self) -> None:
        """Write down how far the search came."""
        self._searched.save(self._search.name, self._progress)

    def check_block(self, count: int, most: int | None) -> None:
        """Check the seeds of the block that are left, in their order."""
        progress = self._progress
        order, probes, width = self._block()
        units = [self._search.unit(seed, self._search.may_screen and not probes) for seed in order]
        left = list(zip(order, units, strict=True))[progress.done :]
        with contextlib.closing(self._outcomes([unit for _, unit in left])) as outcomes:
            for (seed, _), outcome in zip(left, outcomes, strict=True):
                self._keep(seed, outcome, probes.get(seed, outcome.probe))
                if not self.goes_on(count, most):
                    break
        if progress.done == len(order):
            progress.block, progress.done = progress.block + width, 0

    def _block(self) -> tuple[list[int], dict[int, Probe], int]:
        """The seeds of the block in hand in the order of checking, probes, and its width."""
        progress, search = self._progress, self._search
        before = progress.checked[: len(progress.checked) - progress.done]
        is_screened = search.may_screen and is_screening(before)
        width = BLOCK if is_screened else PILOT
        seeds = list(range(progress.block, min(progress.block + width, MAX_SEED + 1)))
        if not is_screened:
            return seeds, {}, width
        codes = [search.code(seed) for seed in seeds]
        found = dict(self._run(codes, probe_of))
        probes = {seed: found[code] for seed, code in zip(seeds, codes, strict=True)}
        return nearest(seeds, [probes[seed] for seed in seeds], before), probes, width

    def _outcomes(self, units: Sequence[Unit]) -> Generator[Outcome]:
        """The outcomes in the order of the units, whichever is done first."""
        early: dict[Unit, Outcome] = {}
        expected = iter(units)
        wanted = next(expected, None)
        with contextlib.closing(self._run(units, look_at)) as done:
            for unit, outcome in done:
                early[unit] = outcome
                while wanted is not None and wanted in early:
                    yield early.pop(wanted)
                    wanted = next(expected, None)

    def _run(
        self, units: Sequence[Given], work: Callable[[Given], Got]
    ) -> Generator[tuple[Given, Got]]:
        force = self._workforce
        yield from run_units(units, work, workers=force.workers, scheduler=force.scheduler)

    def _keep(self, seed: int, outcome: Outcome, seen: Probe) -> None:
        unmet = outcome.unmet
        row, distance = outcome.challenge, outcome.distance
        if row is not None and self._is_double(row):
            unmet, distance, row = "new", 1.0, None
        if row is not None and row.id not in self._there:
            self._there |= self._shelf.ids()  # another search may have added it
        if row is not None and row.id not in self._there:
            self._shelf.add([row])
            self._there.add(row.id)
            self.tally.added.append(row.id)
        if row is not None:
            self._ideas.add(_idea(row))
        self._progress.checked.append(Checked(seed, distance, seen))
        self._progress.done += 1
        if unmet:
            self.tally.unmet[unmet] += 1
        if row is not None or len(self._progress.checked) % SAVE_EVERY == 0:
            self.save()
        self._count_up()
        self._tell(self.tally)

    def _is_double(self, row: Challenge) -> bool:
        """Whether a problem has the idea of another one."""
        is_problem = row.kind == Kind.PROBLEM
        return is_problem and row.id not in self._there and _idea(row) in self._ideas

    def _count_up(self) -> None:
        self.tally.found = self._progress.found
        self.tally.checked = len(self._progress.checked)
        self.tally.block = self._progress.block


def _idea(row: Challenge) -> tuple[object, ...]:
    """What two problems must not share: deck, first decision, turns and themes."""
    return row.deck_id, row.mode, row.certificate.moves[0], row.turns, row.tags
