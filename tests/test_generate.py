"""Wishes, screening, and searches: what is found, kept, gone on with, and refused."""

import json
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from casecracker.analysis.lines import LineSearch
from casecracker.engine.dealfile import parse_code
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.engine.targets import subject_of
from casecracker.seeds import generate as module
from casecracker.seeds.candidate import Candidate, Conditions, told_on
from casecracker.seeds.catalogue import Catalogue, Filter
from casecracker.seeds.challenge import Certificate, Challenge, Proof, challenge_of
from casecracker.seeds.effort import by_slices
from casecracker.seeds.features import FEATURES, count_of, least_of, steps_of, used_by
from casecracker.seeds.generate import (
    GenerateError,
    Outcome,
    Search,
    Tally,
    Unit,
    Workforce,
    generate,
    look_at,
)
from casecracker.seeds.probes import probe
from casecracker.seeds.problems import Range
from casecracker.seeds.screening import (
    BLOCK,
    PILOT,
    TAKEN,
    Checked,
    estimates,
    is_screening,
    nearest,
)
from casecracker.seeds.searched import Progress, Searched
from casecracker.seeds.wanted import (
    PROPERTIES,
    WishError,
    Wishes,
    check_possible,
    first_unmet,
    read_range,
    read_wishes,
)
from casecracker.solver.search import solve_deal
from tests.small_games import small_games
from tests.tiny_games import tiny_deal

MOST_LINES = 300

# Wishes


@pytest.mark.parametrize(
    ("text", "span"), [("12-15", (12, 15)), ("12", (12, 12)), ("-14", (1, 14)), ("20-", (20, 200))]
)
def test_ranges_of_turns(text: str, span: tuple[int, int]) -> None:
    assert read_range(text) == span


@pytest.mark.parametrize("text", ["", "-", "15-12", "0-3", "a-b", "1-2-3", "9999999", "1.5", "٣"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(WishError, match="is no range of turns"):
        read_range(text)


def test_wishes_come_in_the_order_of_checking_and_each_once() -> None:
    wishes = read_wishes({"grade": "hard", "uses": ("strain", "search", "strain"), "turns": "-15"})
    assert wishes.wanted == (
        ("grade", "hard"),
        ("turns", "1-15"),
        ("uses", "strain"),
        ("uses", "search"),
    )
    assert str(wishes) == "--grade hard --turns 1-15 --uses strain --uses search"
    assert read_wishes({"turns": None, "six-types": False, "needs": ()}) == Wishes()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"uses": ("strane",)}, "unknown feature 'strane'; did you mean 'strain'?"),
        ({"grade": "heard"}, "unknown grade 'heard'; did you mean 'hard'?"),
        ({"turn": "12"}, "'turn' can be wanted of a deal; did you mean 'turns'?"),
        ({"closings": "none"}, "'none' is no number of closings"),
    ],
)
def test_wishes_that_nobody_can_read(options: dict[str, Any], words: str) -> None:
    with pytest.raises(WishError) as error:
        read_wishes(options)
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("code", "options", "words"),
    [
        ("witch-cult:0", {"turns": "1-10"}, "--turns 1-10: no game with this deck"),
        ("witch-cult:0", {"grade": "fiendish"}, "witch-cult-standard are easy or medium, whatever"),
        ("witch-cult:0,victims=4", {"grade": "easy"}, "are medium, whatever the shuffle"),
        ("witch-cult:0", {"uses": ("menace",)}, "--uses menace: the deck witch-cult-standard"),
        ("witch-cult:0,contact=none", {"uses": ("contact",)}, "has nothing of the kind"),
        ("witch-cult:0,contact=none", {"without-contact": True}, "no contact in these games"),
        ("infinite-gulfs:0", {"needs": ("strain",)}, "only 'contact' can be proved"),
        ("infinite-gulfs:0", {"closings": "2"}, "all lines cannot be collected"),
        ("infinite-gulfs:0", {"six-types": True}, "nothing of the kind"),
        (
            "witch-cult:0",
            {"only-first-move": True, "before-reshuffle": True},
            "does not go with --before-reshuffle",
        ),
        ("witch-cult:0", {"needs": ("contact",), "without-contact": True}, "exclude each other"),
    ],
)
def test_impossible_wishes_are_refused(code: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(WishError) as error:
        check_possible(read_wishes(options), parse_code(code))
    assert words in str(error.value)


def test_every_feature_can_be_wanted_of_some_game() -> None:
    codes = ("witch-cult:0", "king-in-yellow:0", "infinite-gulfs:0")
    deals = [parse_code(code) for code in codes]
    for feature in FEATURES.values():
        assert any(feature.is_in(deal) for deal in deals), feature.name


# Properties of a deal, decided on games small enough to look at every line


def _lines_by_brute_force(root: State, turns: int) -> Iterator[tuple[str, ...]]:
    """Every line of so many turns, move by move."""
    for move in root.moves():
        after = root.after(move.code)
        if after.won and after.turn <= turns:
            yield (move.text,)
        elif after.status == "playing" and after.turn <= turns:
            for rest in _lines_by_brute_force(after, turns):
                yield (move.text, *rest)


def test_what_every_line_needs_is_counted_line_by_line() -> None:
    """Tiny games with few enough lines: the graph says what listing all of them says."""
    looked_at, needed = 0, set()
    for seed in range(40):
        start = State.start(tiny_deal(random.Random(seed), "witch-cult"))
        turns = solve_deal(start.deal, shortest=True).turns
        if turns is None or turns > 5:
            continue
        lines = list(islice(_lines_by_brute_force(start, turns), MOST_LINES + 1))
        if len(lines) > MOST_LINES:
            continue
        graph = LineSearch(start, by_slices()).lines(turns)
        steps = [list(steps_of(start, line)) for line in lines]
        for name in ("strain", "key", "lock", "closing", "contact", "search", "take-discard"):
            fewest = min(count_of(name, line) for line in steps)
            assert least_of(name, graph) == fewest, (seed, name)
            needed |= {name} if fewest else set()
        looked_at += 1
    assert looked_at >= 5
    assert len(needed) >= 2


@pytest.fixture(scope="module")
def candidate() -> Candidate:
    """A small deal whose shortest turns are soon proved."""
    games = (game for game in small_games() if game.turns and game.turns >= 8)
    found = Candidate(next(games).deal, Conditions())
    assert found.shortest.proven_shortest
    return found


def _unmet(candidate: Candidate, **options: Any) -> str | None:
    return first_unmet(read_wishes({k.replace("_", "-"): v for k, v in options.items()}), candidate)


def test_the_turns_of_a_deal(candidate: Candidate) -> None:
    turns = candidate.shortest.turns
    assert turns is not None
    assert _unmet(candidate, turns=str(turns)) is None
    assert _unmet(candidate, turns=f"{turns + 1}-") == "turns"
    assert _unmet(candidate, turns=f"-{turns - 1}") == "turns"


def test_what_a_line_uses_and_what_all_lines_need(candidate: Candidate) -> None:
    used = used_by(candidate.steps)
    lines = candidate.lines
    assert lines is not None
    for name in FEATURES:
        if not FEATURES[name].is_in(candidate.deal):
            continue
        assert (_unmet(candidate, uses=(name,)) is None) == (name in used)
        needed = _unmet(candidate, needs=(name,)) is None
        assert needed == (least_of(name, lines) > 0)
        assert name in used or not needed
    closings = least_of("closing", lines)
    assert _unmet(candidate, closings=str(closings)) is None
    assert _unmet(candidate, closings=str(closings + 1)) == "closings"


def test_an_only_first_move_is_the_one_that_all_lines_begin_with(candidate: Candidate) -> None:
    """Two searches: one for each first move, and one that collects all lines."""
    lines = candidate.lines
    assert lines is not None
    first = {edge.move for edge in lines.edges[-1]}
    assert (_unmet(candidate, only_first_move=True) is None) == (len(first) == 1)


@pytest.mark.parametrize(
    ("code", "conditions"),
    [
        ("witch-cult:2", Conditions(contact=True)),
        ("king-in-yellow:1", Conditions(contact=True)),
        ("infinite-gulfs:1,mode=classic", Conditions(contact=True)),
    ],
)
def test_a_line_without_the_contact_is_told_on_the_deal_itself(
    code: str, conditions: Conditions
) -> None:
    deal = parse_code(code)
    found = Candidate(deal, conditions)
    line = told_on(deal, found.start, found.quick.moves)
    assert replay(deal, line).status == "won"
    assert "contact" not in used_by(list(steps_of(State.start(deal), line)))


def test_a_win_before_a_reshuffle_holds_whatever_comes() -> None:
    found = [
        Candidate(parse_code(f"witch-cult:{seed}"), Conditions(reshuffle=True)) for seed in (2, 3)
    ]
    won = [one for one in found if one.quick.turns is not None]
    assert won
    for one in won:
        assert replay(one.asked, one.quick.moves).status == "won"


# Screening


def _checked(number: int, share: float) -> list[Checked]:
    """Deals whose distance is what their first feature says, a share of them found."""
    rng = random.Random(number)
    rows = []
    for seed in range(number):
        far = 0.0 if seed < share * number else rng.uniform(0.2, 1.0)
        rows.append(Checked(seed, far, (far * 3 + 1, rng.random(), 5.0)))
    return rows


def test_screening_begins_once_little_was_found() -> None:
    assert not is_screening(_checked(PILOT - 1, 0.1))
    assert is_screening(_checked(PILOT, 0.1))
    assert not is_screening(_checked(PILOT, 0.5))
    assert not is_screening([Checked(seed, 1.0, (1.0,)) for seed in range(PILOT)])


def test_the_nearest_by_what_was_seen_come_first() -> None:
    checked = _checked(200, 0.1)
    probes = [(1.0 + place, 0.5, 5.0) for place in (4, 0, 3, 1, 2)]
    estimated = estimates(checked, probes)
    assert sorted(range(5), key=estimated.__getitem__) == [1, 3, 4, 2, 0]
    assert nearest([10, 11, 12, 13, 14], probes, checked) == [11, 13, 14, 12, 10]
    assert len(nearest(range(BLOCK), probes * (BLOCK // 5), checked)) == TAKEN


def test_a_probe_is_the_same_whenever_it_is_taken() -> None:
    for code in ("witch-cult:3", "king-in-yellow:3", "infinite-gulfs:3"):
        assert probe(parse_code(code)) == probe(parse_code(code))


# Searches


RARE = Wishes((("turns", "1-15"),))


def _row(code: str) -> Challenge:
    """A row as a catalogue may hold it; nothing of it is replayed here."""
    certificate = Certificate(("pass",), 1, Proof.LINE, "0")
    return challenge_of(parse_code(code), certificate, grade="easy", measures={})


def _fake_look(unit: Unit) -> Outcome:
    """One deal of twelve is found, and its probe says so."""
    seed = int(unit.code.split(":")[1])
    is_found = seed % 12 == 5
    seen = (float(is_found), float(seed % 7)) if unit.is_probed else ()
    return Outcome(
        _row(unit.code) if is_found else None, "" if is_found else "turns", 1.0 - is_found, seen
    )


def _fake_probe(code: str) -> tuple[float, ...]:
    seed = int(code.split(":")[1])
    return float(seed % 12 == 5), float(seed % 7)


class _Shelf:
    """A catalogue that believes everything."""

    def __init__(self) -> None:
        self.kept: list[Challenge] = []

    def ids(self) -> frozenset[str]:
        return frozenset(row.id for row in self.kept)

    def rows(self, wanted: Filter) -> list[Challenge]:
        assert wanted.kind == "problem"
        return self.kept

    def add(self, challenges: Iterable[Challenge]) -> None:
        rows = list(challenges)
        assert not {row.id for row in rows} & self.ids()
        self.kept += rows


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals are found by their seeds; four units at a time come back in any order."""
    rng = random.Random(1)

    def run(units: Iterable[Any], work: Callable[[Any], Any], **_: Any) -> Iterator[Any]:
        left = list(units)
        while left:
            unit = left.pop(rng.randrange(min(4, len(left))))
            yield unit, work(unit)

    monkeypatch.setattr(module, "run_units", run)
    monkeypatch.setattr(module, "look_at", _fake_look)
    monkeypatch.setattr(module, "probe_of", _fake_probe)


def _search(first: int = 0) -> Search:
    return Search(subject_of("witch-cult"), RARE, first)


def _run(search: Search, folder: Path, shelf: _Shelf, count: int, **more: Any) -> Tally:
    return generate(search, shelf, Searched(str(folder / "rows")), count=count, **more)


@pytest.mark.usefixtures("pretended")
def test_the_same_rows_in_whatever_order_the_work_is_done(tmp_path: Path) -> None:
    shelves = [_Shelf(), _Shelf()]
    for number, shelf in enumerate(shelves):
        (tmp_path / str(number)).mkdir()
        _run(_search(), tmp_path / str(number), shelf, 30)
    assert [row.id for row in shelves[0].kept] == [row.id for row in shelves[1].kept]
    assert len(shelves[0].kept) == 30


@pytest.mark.usefixtures("pretended")
def test_screening_saves_checks(tmp_path: Path) -> None:
    tally = _run(_search(), tmp_path, _Shelf(), 40)
    assert tally.found == 40
    assert tally.checked < 40 * 12 / 3


@pytest.mark.usefixtures("pretended")
def test_a_search_goes_on_where_it_stood(tmp_path: Path) -> None:
    whole, parts = _Shelf(), _Shelf()
    (tmp_path / "whole").mkdir()
    _run(_search(), tmp_path / "whole", whole, 25)
    for count in (3, 4, 11, 25):
        _run(_search(), tmp_path, parts, count)
    assert [row.id for row in parts.kept] == [row.id for row in whole.kept]
    again = _run(_search(), tmp_path, parts, 25)
    assert (again.added, again.found) == ([], 25)


@pytest.mark.usefixtures("pretended")
def test_what_is_found_before_an_interrupt_is_kept(tmp_path: Path) -> None:
    whole, parts = _Shelf(), _Shelf()
    (tmp_path / "whole").mkdir()
    _run(_search(), tmp_path / "whole", whole, 20)

    def stop(tally: Tally) -> None:
        if tally.checked % 17 == 0:
            raise KeyboardInterrupt

    for _ in range(200):
        try:
            _run(_search(), tmp_path, parts, 20, tell=stop)
            break
        except KeyboardInterrupt:
            continue
    assert [row.id for row in parts.kept] == [row.id for row in whole.kept]


@pytest.mark.usefixtures("pretended")
def test_rows_whose_place_was_not_written_down_are_not_added_twice(tmp_path: Path) -> None:
    shelf = _Shelf()
    _run(_search(), tmp_path, shelf, 5)
    (tmp_path / "rows.searched.json").unlink()
    tally = _run(_search(), tmp_path, shelf, 8)
    assert len(shelf.kept) == tally.found == 8
    assert len(tally.added) == 3


@pytest.mark.usefixtures("pretended")
def test_other_wishes_are_another_search(tmp_path: Path) -> None:
    _run(_search(), tmp_path, _Shelf(), 5)
    other = _run(_search(first=1000), tmp_path, _Shelf(), 5)
    assert len(other.added) == 5
    entries = json.loads((tmp_path / "rows.searched.json").read_text(encoding="utf-8"))
    assert len(entries["searches"]) == 2


@pytest.mark.parametrize("text", ["", "{}", '{"format": 1}', '{"format": 1, "searches": []}', "1"])
def test_a_damaged_place_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "rows.searched.json").write_text(text, encoding="utf-8")
    with pytest.raises(CasecrackerError, match=r"rows\.searched\.json"):
        _run(_search(), tmp_path, _Shelf(), 1)


def test_a_deck_that_no_code_names_is_refused() -> None:
    subject = subject_of(parse_code("witch-cult:1").deck)
    with pytest.raises(GenerateError, match="casecracker deck add"):
        Search(subject, Wishes()).code(1)


@pytest.mark.long
def test_rows_of_a_real_search_are_what_they_say(tmp_path: Path) -> None:
    search = Search(subject_of("witch-cult"), read_wishes({"turns": "-30", "uses": ("lock",)}), 6)
    path = str(tmp_path / "own.sqlite")
    with Catalogue.create(path) as catalogue:
        tally = generate(search, catalogue, Searched(path), count=1, most=2, workforce=Workforce(1))
        (row,) = catalogue.rows()
    assert tally.added == [row.id] == ["witch-cult:6"]
    assert "lock" in row.tags
    assert row.certificate.proof == Proof.SHORTEST


def test_problems_share_no_idea(tmp_path: Path) -> None:
    search = Search(subject_of("witch-cult"), Wishes(), 0, Range(2, 3))
    path = str(tmp_path / "own.sqlite")
    with Catalogue.create(path) as catalogue:
        generate(search, catalogue, Searched(path), count=3, workforce=Workforce(1))
        rows = catalogue.rows()
    ideas = {(row.certificate.moves[0], row.turns, row.tags) for row in rows}
    assert len(ideas) == len(rows) == 3
    assert all(row.turns in (2, 3) for row in rows)


def test_a_unit_gives_the_same_outcome_again() -> None:
    unit = Search(subject_of("king-in-yellow"), Wishes(), 0, Range()).unit(1, False)
    assert look_at(unit) == look_at(unit)


def test_all_properties_stand_in_the_docs() -> None:
    text = (Path(__file__).parent.parent / "docs" / "generate.md").read_text(encoding="utf-8")
    for name in (*PROPERTIES, *FEATURES):
        assert f"`{name}`" in text or f"`--{name}" in text, name


# The file of how far searches came


def test_a_long_search_can_be_gone_on_with(tmp_path: Path) -> None:
    searched = Searched(str(tmp_path / "rows"))
    progress = Progress(0, 0, [Checked(seed, 1.0, (1 / 3,) * 12) for seed in range(10_000)])
    searched.save("long", progress)
    assert Path(searched.path).stat().st_size > 2**20
    assert searched.load("long", 0) == progress


@pytest.mark.parametrize(("block", "done"), [("-1", "0"), ("0", "99"), ("0", "-1"), ("1e999", "0")])
def test_a_place_that_cannot_be_is_refused(tmp_path: Path, block: str, done: str) -> None:
    searched = Searched(str(tmp_path / "rows"))
    entry = f'{{"block": {block}, "done": {done}, "checked": []}}'
    Path(searched.path).write_text(f'{{"format": 1, "searches": {{"mine": {entry}}}}}')
    with pytest.raises(CasecrackerError, match="delete it"):
        searched.load("mine", 0)
