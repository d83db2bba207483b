"""The table of Streets of Arkham as `play` draws it."""

from io import StringIO

import pytest
from rich.console import Console

from casecracker.engine.streets.boxfile import shipped_box
from casecracker.engine.streets.deal import parse_streets_code
from casecracker.engine.streets.state import StreetsState
from casecracker.streets_view import asset_words, effects_words, streets_view
from tests.streets.hand import asset, card, game, monster


def text_of(state: StreetsState, width: int = 200) -> str:
    """What is drawn, its blanks and line ends made single blanks."""
    console = Console(width=width, file=StringIO(), highlight=False)
    console.print(*streets_view(state), sep="\n")
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_a_faceup_card_tells_everything_that_is_printed_on_it() -> None:
    told = card(
        "told", "3 L sanity", "P whole-row",
        rewards=["elder-sign 2", "clue | spell"], penalties=["doom", "stamina -2"],
        entry=["sanity -1"], terror=["clock"], midnight=["monster each"], locked=["yellow"],
        event=True, trophies=3,
    )  # fmt: skip
    text = text_of(game(told).state)
    for words in (
        *("1: 3 L (sanity)", "2: P, room for a monster", "+2 elder sign, +1 clue or +1 spell"),
        *("trophy 3", "+1 doom, -2 stamina", "entry: -1 sanity", "terror: clock"),
        *("midnight: monster (each investigator)", "locks 1 yellow", "an Event first"),
    ):
        assert words in text, words


def test_a_facedown_card_tells_its_back_alone() -> None:
    up = [card(f"up{number}", "1") for number in range(3)]
    hidden = card(
        "hidden", "5", rewards=["ally"], facedown=["clue"], facedown_midnight=["gate"],
        location="Train Station", difficulty="red",
    )  # fmt: skip
    text = text_of(game(*up, hidden).state)
    assert "hidden" not in text
    assert "+1 ally" not in text
    for words in ("Train Station, red", "on coming here: +1 clue", "midnight: gate"):
        assert words in text


def test_things_tell_what_they_do() -> None:
    lamp = asset("lamp", "ally", "yellow", daily=True)
    text = text_of(game(kit=["ally"], assets=[lamp], ability="many-tasks").state)
    assert "before a roll: adds the yellow die; once a day" in text
    assert "any number of tasks with a roll" in text


def test_a_monster_tells_its_task() -> None:
    rat = monster("rat", "2 T", midnight=["doom"], trophies=2)
    text = text_of(
        game(card("a", "1"), monsters=[rat], mythos=[card("m", effects=["monster"])]).state
    )
    assert "(rat): 2 T, trophy 2; midnight: +1 doom" in text or "the monster appear? (rat)" in text


def test_the_dice_of_an_attempt_are_shown() -> None:
    table = game(card("a", "9 9"), green="1 2 3 L P T").play("go 1; roll")
    assert "attempt at 1: 1 2 3 L P T; in hand 6 green" in text_of(table.state)


def test_every_thing_of_the_box_has_words() -> None:
    box = shipped_box()
    assert all(asset_words(one) for one in box.assets)
    for place in box.places:
        words = effects_words((*place.rewards, *place.penalties, *place.entry, *place.midnight))
        assert words == "-" or " " in words or words.isalpha()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_nothing_is_cut_off_on_a_narrow_terminal(width: int) -> None:
    state = StreetsState.start(parse_streets_code("streets-of-arkham:7,investigators=2"))
    text = text_of(state, width)
    assert max(map(len, text.splitlines())) <= width
    assert "\u2026" not in text
