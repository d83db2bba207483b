"""Each theme and feature: a line that has it, and one much like it that has not."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.dealfile import parse_code
from casecracker.engine.deals import Deal
from casecracker.engine.state import State
from casecracker.seeds.botgames import games_of
from casecracker.seeds.features import FEATURES, count_of, steps_of, used_by
from casecracker.seeds.themes import OF_FEATURES, THEMES, themes_of
from tests.decks import make_clue, make_deal, make_deck


def _deal(*clues: Clue, leads: str = "", hand: str = "", **given: Any) -> Deal:
    """Blank cards everywhere, save the leads and the hand that are named, first lead first."""
    named = {clue.id for clue in clues}
    blanks = [f"b{number:02}" for number in range(1, 25)]
    cards = [*clues, *(make_clue(name) for name in blanks if name not in named)]
    row = [*leads.split(), *(name for name in blanks if name not in leads)][:5]
    held = [*hand.split(), *(name for name in blanks if name not in row)][:3]
    sides, game = given.pop("sides", ""), given.pop("game", "witch-cult")
    deck = make_deck(cards, sides=sides, game=game)
    return make_deal(deck, draw=" ".join([*reversed(row), *held]), seed=1, **given)


def _moves(line: str) -> list[str]:
    return [move.strip() for move in line.split(";")]


KEY = make_clue("key", attributes="key puzzle")
LOCK = make_clue("lock", attributes="lock")
FETCH = make_clue("fetch", effects="take-discard")
HOURGLASS = make_clue("hour", time=True)
SHAKEN = make_clue("shaken", stability=True)
CHECKS = make_clue("checks", effects="stability-check")
ACES = [
    make_clue(name, types="person threat artifact evidence location") for name in ("ace", "jack")
]


def _king(immediate: str) -> Deal:
    """The first card of the stack is a Passion card."""
    call = make_clue("call", types="passion", immediate=immediate)
    return _deal(call, game="king-in-yellow")


KEYS = _deal(KEY, LOCK, leads="key b01 lock")
FETCHING = _deal(KEY, FETCH, leads="key fetch")
HOURS = _deal(HOURGLASS, leads="hour", victims=2, limits=2)
ALL_TYPES = _deal(*ACES, leads="ace jack")

CASES: dict[str, tuple[Deal, str, Deal, str]] = {
    "key-first": (
        KEYS,
        "play key 1; play b01 2; play lock 1",
        KEYS,
        "play key 1; play b01 2; take; discard lock",
    ),
    "discard-to-fetch": (
        FETCHING,
        "pass; play fetch 1; take key; discard b04",
        FETCHING,
        "pass; play fetch 1; decline",
    ),
    "sacrifice": (KEYS, "hand; play b04 1", KEYS, "take; discard b04"),
    "lost-puzzle": (
        _deal(KEY, leads="b01 key"),
        "play b01 1; pass; play b02 1",
        _deal(KEY, leads="b01 key"),
        "play b01 1; play key 1; pass",
    ),
    "quiet": (KEYS, "take; discard b04", KEYS, "play key 1; take; discard b04"),
    "from-hand": (KEYS, "hand; play b04 1", KEYS, "play key 1; hand; play b04 1"),
    "race": (HOURS, "take; discard hour; play b02 1", HOURS, "play hour 1; play b01 1"),
    "stability": (
        _deal(SHAKEN, CHECKS, leads="checks", limits=2),
        "play checks 1; check; play b01 1",
        _deal(SHAKEN, CHECKS, leads="checks", limits=3),
        "play checks 1; check; play b01 1",
    ),
    "passion-choice": (
        _king("discard-hand"),
        "play b01 1; discard b06; play b02 1",
        _king("to-front"),
        "play b01 1; play call 1",
    ),
    "two-closings": (
        ALL_TYPES,
        "play ace 1; play jack 2; close 1; done; close 2; done",
        ALL_TYPES,
        "play ace 1; play jack 2; close 1; done",
    ),
}


def test_every_theme_has_its_pair_of_lines() -> None:
    assert set(CASES) == set(THEMES)
    assert set(OF_FEATURES) <= set(FEATURES)


@pytest.mark.parametrize("name", CASES)
def test_a_theme_is_seen_where_it_is_and_nowhere_else(name: str) -> None:
    deal, line, other, without = CASES[name]
    assert name in _themes(deal, line)
    assert name not in _themes(other, without)


def _themes(deal: Deal, line: str) -> tuple[str, ...]:
    return themes_of(State.start(deal), _moves(line))


def test_strain_begins_with_the_eighth_card() -> None:
    deal = _deal()
    cards = ["b01", "b02", "b03", "b04", "b05", "b09", "b10", "b11"]
    line = [f"play {card} 1" for card in cards]
    start = State.start(deal)
    assert "strain" not in themes_of(start, line[:7])
    assert "strain" in themes_of(start, line)


# Features read a second time from words alone: moves in the notation and what a snapshot says.

Snapshot = Mapping[str, Any]
Words = Callable[[list[str], Snapshot, Snapshot, Deal], bool]


def _played(words: list[str]) -> str | None:
    return words[1] if words[0] == "play" else None


def _prints(*attributes: str) -> Words:
    def reads(words: list[str], _: Snapshot, __: Snapshot, deal: Deal) -> bool:
        cards = {clue.id: clue.attributes for clue in deal.deck.clue}
        card = _played(words)
        return card is not None and bool(set(attributes) & set(cards[card]))

    return reads


def _uses(effect: str) -> Callable[[list[str]], bool]:
    """Whether a helper is used for that effect."""
    return lambda words: (
        (words[0] == "contact" and words[1] == effect) or (words[0] == "use" and words[2] == effect)
    )


def _takes(area: str) -> Words:
    def reads(words: list[str], before: Snapshot, _: Snapshot, __: Deal) -> bool:
        taken = words[0] == "take" and len(words) == 2 and words[1] in before[area]
        name = {"leads": "take-lead"}.get(area, f"take-{area}")
        return taken or _uses(name)(words)

    return reads


def _strains(words: list[str], before: Snapshot, _: Snapshot, __: Deal) -> bool:
    lines = {str(case["number"]): case["line"] for case in before["cases"]}
    return words[0] == "play" and len(lines[words[2]]) >= 7


def _comes(words: list[str], before: Snapshot, after: Snapshot, deal: Deal) -> bool:
    immediate = {clue.id for clue in deal.deck.clue if clue.immediate}
    return bool(immediate & (set(after["leads"]) - set(before["leads"])))


def _helps(kind: str) -> Words:
    def reads(words: list[str], before: Snapshot, after: Snapshot, deal: Deal) -> bool:
        if "helpers" not in before:
            return kind == "contact" and after["contact_used"] and not before["contact_used"]
        contacts = {card.id for card in deal.deck.contact}
        gone = set(before["helpers"]) - set(after["helpers"])
        used = words[0] == "use" or (words[0] == "play" and len(words) == 5)
        return bool(gone & contacts) if kind == "contact" else used

    return reads


BY_WORDS: dict[str, Words] = {
    "strain": _strains,
    "key": _prints("key", "skeleton-key"),
    "lock": _prints("lock", "skeleton-lock", "yellow-sign-lock"),
    "skeleton-key": _prints("skeleton-key"),
    "skeleton-lock": _prints("skeleton-lock"),
    "yellow-sign": _prints("yellow-sign-lock"),
    "contact": _helps("contact"),
    "equipment": _helps("equipment"),
    "search": lambda words, *_: words[0] == "search" or _uses("search-stack")(words),
    "exchange": lambda words, *_: words[0] == "exchange" or _uses("exchange-penalty")(words),
    "take-lead": _takes("leads"),
    "take-discard": _takes("discard"),
    "take-closed": _takes("closed"),
    "take-time": _takes("time"),
    "take-stability": _takes("stability"),
    "closing": lambda words, *_: words[0] == "close" and words[1].isdigit(),
    "bonus": lambda words, before, *_: before["pending"] == "bonus" and words[0] == "take",
    "passion": _comes,
    "menace": lambda _, before, after, __: (
        before.get("menaces_left", []) != after.get("menaces_left", [])
    ),
    "reshuffle": lambda _, before, after, __: after["shuffles"] > before["shuffles"],
}


@pytest.mark.parametrize(
    "code",
    ["witch-cult:4", "king-in-yellow:0", "infinite-gulfs:5", "infinite-gulfs:2,mode=classic"],
)
def test_features_are_what_the_words_of_the_moves_say(code: str) -> None:
    deal = parse_code(code)
    seen = set()
    for game in games_of(deal):
        state = State.start(deal)
        for step, text in zip(steps_of(state, game[-1].played), game[-1].played, strict=True):
            after = state.play(text)
            words, told = text.split(), (state.snapshot(), after.snapshot())
            for name, reads in BY_WORDS.items():
                expected = reads(words, *told, deal)
                assert FEATURES[name].rule(step) == expected, (name, state.turn, text)
                seen |= {name} if expected else set()
            state = after
    assert {"strain", "key", "closing", "reshuffle"} <= seen


def test_what_is_not_read_from_words_is_read_from_a_closing() -> None:
    assert set(FEATURES) - set(BY_WORDS) == {"six-types"}
    six = make_clue("six", types="person threat artifact evidence location monster")
    deal = _deal(six, ACES[0], leads="six ace")
    closed = [*steps_of(State.start(deal), _moves("play six 1; close 1; done"))]
    assert "six-types" in used_by(closed)
    closed = [*steps_of(State.start(deal), _moves("pass; play ace 1; close 1; done"))]
    assert "six-types" not in used_by(closed)
    assert count_of("closing", closed) == 1
