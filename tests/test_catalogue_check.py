"""A check proves what is true, refutes what is false, and says what it could not decide."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from casecracker.analysis.within import Within
from casecracker.engine.dealfile import parse_code
from casecracker.engine.perft import perft_counts
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.seeds.catalogue import Catalogue, Filter
from casecracker.seeds.challenge import Challenge, Proof
from casecracker.seeds.checking import CheckedRow, Claim, check_row, renumbered, sample
from casecracker.solver.search import Limits
from tests.challenges import challenge, challenges, claiming, use_few_measures

PROBLEM = "witch-cult:7#24-b706"
LIMITS = Limits(60, 64 * 1024**2)


@pytest.fixture(autouse=True)
def _few_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    use_few_measures(monkeypatch)


def claims(row: Challenge, limits: Limits = LIMITS) -> dict[str, Claim]:
    """The claims of a row by what they are about."""
    words = ("the line wins", "measures", "only one", "fewer")
    checked = check_row(row, limits).claims
    return {word: claim for claim in checked for word in words if word in claim.claim}


# The other numbering


@pytest.mark.parametrize("code", ["witch-cult:7", "king-in-yellow:3", "infinite-gulfs:2"])
def test_a_renumbered_deal_is_the_same_game_to_players(code: str) -> None:
    deal = parse_code(code)
    other = renumbered(deal)
    assert [card.id for card in other.deck.clue] != [card.id for card in deal.deck.clue]
    assert other.deck.digest != deal.deck.digest  # so the search hashes with another key
    assert [other.order(shuffle) for shuffle in range(4)] == [deal.order(n) for n in range(4)]
    assert perft_counts(State.start(other), 3) == perft_counts(State.start(deal), 3)


@pytest.mark.parametrize("row", challenges(), ids=lambda row: row.id)
def test_every_line_is_the_same_line_in_the_other_numbering(row: Challenge) -> None:
    end = replay(renumbered(row.deal()), row.line)
    assert (end.status, end.turn) == ("won", row.certificate.turns)


# What holds


@pytest.mark.parametrize("row", [it for it in challenges() if it.played], ids=lambda row: row.id)
def test_true_problems_hold(row: Challenge) -> None:
    checked = check_row(row, LIMITS)
    assert [claim.holds for claim in checked.claims] == [True] * 6
    assert checked.is_decided
    assert not checked.fails
    assert checked.states > 0


def test_of_a_line_nothing_but_the_line_is_claimed() -> None:
    checked = check_row(challenge("witch-cult:42"), LIMITS)
    assert [claim.holds for claim in checked.claims] == [True] * 4
    assert checked.states == 0


def shipped(kind: str) -> Challenge:
    """A shipped row of a deal of which only the line is claimed, or of a problem."""
    rows = Catalogue.shipped().rows(Filter(game="witch-cult", kind=kind))
    return next(row for row in rows if row.played or row.certificate.proof == Proof.LINE)


@pytest.mark.parametrize(
    ("kind", "name", "value"), [("deal", "deck_share", 0.5), ("problem", "favoured", None)]
)
def test_what_a_grade_rests_on_is_measured_anew(
    monkeypatch: pytest.MonkeyPatch, kind: str, name: str, value: object
) -> None:
    monkeypatch.undo()
    row = shipped(kind)
    other = replace(row, measures={**row.measures, name: value})
    true, false = (check_row(it, Limits(0)).claims[2] for it in (row, other))
    assert true.holds
    assert false.holds is False
    assert f"{name} {json.dumps(row.measures[name])}" in false.why


@pytest.mark.parametrize("kind", ["deal", "problem"])
def test_tags_are_held_against_the_line(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.undo()
    row = shipped(kind)
    fewer, more = row.tags[1:], (*row.tags, "zzz")
    true, *false = (
        check_row(replace(row, tags=tags), Limits(0)).claims[3] for tags in (row.tags, fewer, more)
    )
    assert true.holds
    assert [claim.holds for claim in false] == [False, False]
    assert row.tags[0] in false[0].why
    assert "zzz" in false[1].why


def test_what_was_shown_of_all_lines_is_not_proved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    row = shipped("deal")
    checked = check_row(replace(row, tags=tuple(sorted((*row.tags, "needs-strain")))), Limits(0))
    assert checked.claims[3].holds is None
    assert "not proved again: needs-strain" in checked.claims[3].why
    assert not checked.is_decided


def test_what_the_search_leaves_open_the_critical_chain_may_prove() -> None:
    claim = claims(challenge("infinite-gulfs:1,mode=classic"), Limits(0))["fewer"]
    assert claim.holds is True
    assert claim.why.startswith("search undecided (time), but proved: ")
    assert "CP-SAT" in claim.why


# What fails


def test_a_problem_that_can_be_won_sooner_fails_with_the_line() -> None:
    late = late_problem(claiming(challenge("witch-cult:42"), Proof.SHORTEST), turns=2)
    slower = with_a_turn_more(late)
    assert slower.turns == late.turns + 1
    found = claims(slower)
    assert found["the line wins"].holds
    assert found["fewer"].holds is False
    other = found["fewer"].why.removeprefix("this wins too: ").split("; ")
    end = replay(slower.deal(), (*slower.played, *other))
    assert (end.status, end.turn) == ("won", late.certificate.turns)


def late_problem(row: Challenge, turns: int) -> Challenge:
    """The last turns of a deal's line as a problem, with the claim of the row."""
    state, at = State.start(row.deal()), 0
    while state.turn < row.turns - turns + 1:
        state, at = state.play(row.line[at]), at + 1
    made = replace(row.certificate, moves=row.line[at:])
    return replace(row, kind="problem", played=row.line[:at], turns=turns, certificate=made)


def with_a_turn_more(row: Challenge) -> Challenge:
    """The same problem with a line that begins with a pass and wins a turn later."""
    turns = row.certificate.turns + 1
    played = (*row.played, "pass")
    start = after = State.start(row.deal())
    for move in played:
        after = after.play(move)
    answer = Within(start, LIMITS).answer(after, turns, played, 20)
    made = replace(row.certificate, moves=("pass", *answer.moves), turns=turns)
    return replace(row, turns=row.turns + 1, certificate=made)


def test_a_first_move_that_is_not_the_only_one_fails_and_the_other_is_told() -> None:
    row = claiming(late_problem(challenge("witch-cult:42"), turns=2), Proof.ONLY_FIRST_MOVE)
    claim = claims(row)["only one"]
    assert claim.holds is False
    other = claim.why.removeprefix("this wins too: ").split("; ")
    assert other[0] != row.certificate.moves[0]
    end = replay(row.deal(), (*row.played, *other))
    assert (end.status, end.turn) == ("won", row.certificate.turns)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"turns": 3}, "so the line takes 4 turns"),
        ({"deck_digest": "0" * 32}, "deck digest is"),
        ({"code": "witch-cult:8"}, "challenge witch-cult:8"),
        ({"code": "witch-cult"}, "no colon"),
    ],
)
def test_a_row_that_does_not_replay_fails(changes: dict[str, object], told: str) -> None:
    checked = check_row(replace(challenge(PROBLEM), **changes), LIMITS)  # type: ignore[arg-type]
    assert checked.fails
    assert checked.claims[0].holds is False
    assert told in checked.claims[0].why


def test_a_grade_that_the_measures_do_not_give_fails() -> None:
    claim = claims(replace(challenge(PROBLEM), grade="easy"))["measures"]
    assert claim.holds is False
    assert claim.why == "they make it medium"


@pytest.mark.parametrize("measures", [{}, {"turns": "many"}])
def test_measures_that_are_none_fail(measures: dict[str, object]) -> None:
    row = replace(challenge("witch-cult:42"), measures=measures)
    claim = claims(row)["measures"]
    assert claim.holds is False
    assert claim.why.startswith("its measures are none: ")


@pytest.mark.parametrize("win_in", [-9, 1, 5, "4"])
def test_a_problem_measured_with_other_turns_fails(win_in: object) -> None:
    row = replace(challenge(PROBLEM), measures={"win_in": win_in, "favoured": True})
    claim = claims(row)["measures"]
    assert claim.holds is False
    assert claim.why.endswith(f", not {row.turns}")


# What is not decided


def test_no_time_leaves_open_what_is_searched_for() -> None:
    checked = check_row(challenge(PROBLEM), Limits(0))
    assert [claim.holds for claim in checked.claims] == [True] * 4 + [None] * 2
    assert [claim.why for claim in checked.claims[4:]] == ["undecided (time)"] * 2
    assert not checked.fails
    assert not checked.is_decided


def test_the_time_limit_is_for_the_whole_row() -> None:
    def ticking() -> Iterator[float]:
        """Each look at the clock costs a second."""
        seconds = 0.0
        while True:
            yield seconds
            seconds += 1

    clock = ticking()
    row = claiming(challenge("king-in-yellow:3"), Proof.SHORTEST)
    checked = check_row(row, Limits(3, clock=lambda: next(clock)))
    assert checked.claims[-1].why == "undecided (time)"
    assert next(clock) < 20


def test_json_says_what_was_claimed() -> None:
    checked = CheckedRow(challenge(PROBLEM), (Claim("a", None, "b"),), 5)
    assert checked.to_json() == {
        "id": PROBLEM,
        "deck": {"id": "witch-cult-standard", "provenance": "synthetic"},
        "fails": False,
        "decided": False,
        "claims": [{"claim": "a", "holds": None, "why": "b"}],
        "states": 5,
    }


# Samples


def test_a_sample_is_decided_by_its_seed_alone() -> None:
    rows = challenges()
    assert sample(rows, 3, 1) == sample(rows[::-1], 3, 1)
    assert len({row.id for row in sample(rows, 3, 1)}) == 3
    assert len({tuple(row.id for row in sample(rows, 3, seed)) for seed in range(10)}) > 5
    assert sorted(row.id for row in sample(rows, 99, 0)) == sorted(row.id for row in rows)
