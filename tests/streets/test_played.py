"""Games that must meet everything: what is looked for, that it is counted, that gaps are told."""

from collections import Counter

import pytest

from casecracker.engine.streets.boxfile import shipped_box
from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.state import StreetsState
from tests.bench.streetsplay import main, missing, play_rare, play_turns
from tests.streets.hand import card, make_deal, monster
from tests.streets.met import Thing, Where, wanted
from tests.streets.watch import Watch


def met_in(deal: StreetsDeal, line: str) -> Counter[Thing]:
    """What a line of moves, separated by semicolons, meets."""
    watch = Watch(deal.box)
    with watch.on():
        state = watch.start(lambda: StreetsState.start(deal))
        for move in line.split("; "):
            state = watch.play(state, move)
    return watch.met


def test_what_is_wanted_comes_from_the_cards() -> None:
    small = make_deal(
        card("a", "1 doom", entry=["clue"], penalties=["ally -1 | sanity -1"], locked=["red"]),
        events=[card("e", effects=["doom"])],
    ).box
    things = wanted(small)
    for thing in (
        ("cards", "entry: a"),
        ("cards", "event: e"),
        ("icons", "penalty, split: ally lost"),
        ("split choices", "penalty of a: sanity -1"),
        ("task symbols", "card: doom"),
        ("locks", "adventure: red"),
    ):
        assert things[thing] is Where.SHIPPED
    assert things["effects", "reprieve"] is Where.SMALL
    assert ("cards", "entry: a-play-in-the-park") not in things


def test_things_are_counted_when_they_happen_and_not_before() -> None:
    cards = [card("a", "1 doom", "9", entry=["clue", "ally -1"], penalties=["sanity -1"])]
    deal = make_deal(*cards, monsters=[monster("x", "1")])
    met = met_in(deal, "go 1; roll; do 1 1")
    assert met["cards", "entry: a"] == 1
    assert met["icons", "entry: clue"] == 1
    assert met["icons", "entry: ally lost"] == 0
    assert met["entry", "S4.4 left out for want of what it takes"] == 1
    assert met["task symbols", "card: doom"] == 1
    assert met["cards", "penalty: a"] == 0
    assert met_in(deal, "go 1; fail")["cards", "penalty: a"] == 1
    assert met_in(deal, "stay; stay; stay; stay")["midnight", "S9.5 a new Mythos card"] == 1


def test_looking_ahead_is_not_counted() -> None:
    deal = make_deal(card("a", "1", entry=["clue"]))
    watch = Watch(deal.box)
    with watch.on():
        StreetsState.start(deal).play("go 1")
    assert not watch.met


def test_what_a_few_turns_do_not_meet_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    part = play_turns("random", 60)
    left = missing([part.watch.met], Counter())
    assert ("ends", "S14.4 won in the battle") in left
    assert ("gates", "S6.5 no Other World left: a monster") in left
    assert ("midnight", "S9.5 a new Mythos card") not in left
    every = Counter(dict.fromkeys(wanted(shipped_box()), 1))
    assert missing([every], every) == []
    gone = every - Counter({("cards", "event: late-tram"): 1})
    assert missing([gone], every) == [("cards", "event: late-tram")]


def test_small_boxes_bring_what_the_shipped_one_cannot() -> None:
    small = play_rare()
    things = [thing for thing, where in wanted(shipped_box()).items() if where is Where.SMALL]
    assert len(things) >= 10
    assert [thing for thing in things if not small[thing]] == []


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_hundred_thousand_turns_meet_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(100_000) == 0, capsys.readouterr().out[-4000:]
