"""The challenge of a day is the same for ever, and every challenge has its days."""

import datetime
from collections import Counter

from casecracker.seeds.daily import daily
from tests.challenges import challenges

GOLDEN = {
    "2024-02-29": "witch-cult:7",
    "2026-01-01": "infinite-gulfs:2#43-2ac2",
    "2026-01-02": "witch-cult:7#24-b706",
    "2026-12-31": "witch-cult:7#24-b706",
    "2031-07-15": "infinite-gulfs:2",
}


def picked(date: str, *, without: str = "") -> str:
    rows = [row for row in challenges() if row.id != without]
    row = daily(datetime.date.fromisoformat(date), rows)
    assert row is not None
    return row.id


def test_golden_days() -> None:
    assert {date: picked(date) for date in GOLDEN} == GOLDEN


def test_the_order_does_not_matter() -> None:
    day = datetime.date(2026, 1, 31)
    assert daily(day, challenges()) == daily(day, challenges()[::-1])


def test_a_challenge_that_goes_changes_only_its_own_days() -> None:
    gone = "witch-cult:42"
    days = [str(datetime.date(2026, 1, 1) + datetime.timedelta(day)) for day in range(200)]
    for day in days:
        assert picked(day, without=gone) == picked(day) or picked(day) == gone
    assert any(picked(day) == gone for day in days)


def test_all_challenges_are_picked_about_as_often() -> None:
    days = (datetime.date(2026, 1, 1) + datetime.timedelta(day) for day in range(1800))
    counts = Counter(picked(str(day)) for day in days)
    assert len(counts) == len(challenges())
    assert all(150 <= count <= 250 for count in counts.values())  # 200, give or take 3.7 sigma


def test_of_no_challenges_none_is_picked() -> None:
    assert daily(datetime.date(2026, 1, 1), []) is None
