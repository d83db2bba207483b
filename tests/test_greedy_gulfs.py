"""The greedy player at Infinite Gulfs of Darkness: letters, the Machine, roads, menaces, items."""

from typing import Any

import pytest

from casecracker.engine.cards import Clue, Deck
from casecracker.engine.games import INFINITE_GULFS, TECHNIQUES, make_settings
from casecracker.seeds.synthesize import synthesize
from casecracker.solver.greedy import GreedyPlayer
from casecracker.solver.greedy_cards import Facts, Line, facts_of, fits
from casecracker.solver.greedy_table import Box, Table

TYPES = ("threat", "evidence", "location", "person", "formula")


@pytest.fixture(scope="module")
def deck() -> Deck:
    return synthesize(INFINITE_GULFS.id, 0)


@pytest.fixture(scope="module")
def player(deck: Deck) -> GreedyPlayer:
    return GreedyPlayer(deck, make_settings(INFINITE_GULFS, {}))


def open_case(card: str, *line: Clue) -> dict[str, Any]:
    ids = [clue.id for clue in line]
    return {
        "number": int(card[0]),
        "card": card,
        "line": sorted(ids),
        "last": ids[-1] if ids else None,
        "key_effects": 0,
        "prevented": False,
    }


def view(pending: str, *cases: dict[str, Any], **areas: Any) -> dict[str, Any]:
    names = ("hand", "leads", "discard", "time", "stability", "closed", "picture", "briefcase")
    table: dict[str, Any] = {name: [] for name in names}
    table |= {"menaces_active": [], "menaces_left": 4, "cases_left": [3, 4, 5, 6, 7]}
    table |= {"pending": pending, "cases": list(cases), "stack": 20, "prevented_any": False}
    return table | areas


def facts(**update: object) -> Facts:
    """A card that fits anywhere."""
    values: dict[str, object] = {"id": "x", "types": ("person",), "left": ("any",)}
    clue = Clue.model_validate({**values, "right": ("any",), **update})
    return facts_of(clue, INFINITE_GULFS.types, purple=True)


def line_of(*cards: Facts) -> Line:
    line = Line((), (1 << len(TECHNIQUES)) - 1, 0)
    for card in cards:
        line = line.with_card(card)
    return line


def with_attribute(deck: Deck, attribute: str) -> list[Clue]:
    return [clue for clue in deck.clue if attribute in clue.attributes]


def named(deck: Deck) -> list[Clue]:
    letters = {letter for objective in deck.objective for letter in objective.letters}
    return [clue for clue in deck.clue if clue.letter in letters]


def plain(deck: Deck, kind: str) -> Clue:
    """A card without attributes that none of the tests asks more of."""
    return next(c for c in deck.clue if c.types == (kind,) and "puzzle" not in c.attributes)


def test_a_skeleton_key_opens_both_locks_and_a_key_one() -> None:
    lock, skeleton_lock = facts(attributes=("lock",)), facts(attributes=("skeleton-lock",))
    key, skeleton_key = facts(attributes=("key",)), facts(attributes=("skeleton-key",))
    assert fits(lock, line_of(key))
    assert fits(lock, line_of(skeleton_key))
    assert not fits(skeleton_lock, line_of(key))
    assert fits(skeleton_lock, line_of(skeleton_key))
    assert not fits(skeleton_lock, line_of(skeleton_key, lock))
    assert fits(skeleton_lock, line_of(skeleton_key, lock, key))
    assert not fits(lock, line_of(skeleton_key, skeleton_lock))


def test_every_named_puzzle_is_wanted_and_no_other(deck: Deck, player: GreedyPlayer) -> None:
    cards = named(deck)
    assert player.goal == len(cards) == 8
    wanted = {card: facts.scores for card, facts in player.facts.items() if facts.scores}
    assert wanted.keys() == {clue.id for clue in cards}
    assert sum(wanted.values()) == player.all_scores == 255


def test_classic_mode_wants_types(deck: Deck) -> None:
    player = GreedyPlayer(deck, make_settings(INFINITE_GULFS, {"mode": "classic"}))
    assert (player.goal, player.all_scores) == (5, 127)
    assert all(player.facts[clue.id].scores for clue in with_attribute(deck, "puzzle"))


def test_purple_icons_count_with_the_machine_in_play(deck: Deck, player: GreedyPlayer) -> None:
    [machine] = with_attribute(deck, "machine")
    purple = next(clue for clue in deck.clue if clue.left_purple)
    assert not player.facts[purple.id].left
    assert player.purple_facts[purple.id].left
    box = Box(deck)
    assert not Table(box, view("action", closed=[machine.id]), 5).machine
    for seen in (
        view("action", briefcase=[machine.id]),
        view("action", hand=[machine.id]),
        view("action", open_case("2", machine)),
    ):
        assert Table(box, seen, 5).machine


def test_limits_and_darkness_are_those_of_the_cards_in_play(deck: Deck) -> None:
    active = [menace.id for menace in deck.menace]
    box, dark = Box(deck), facts(attributes=("darkness",))
    case = open_case("1B")
    calm = Table(box, view("action", case), 5)
    assert (calm.hand_limit, calm.time_limit, calm.demands) == (3, 6, 4)
    assert (calm.effects(dark, case), calm.has_hourglass(dark)) == ((), False)
    table = Table(box, view("action", case, menaces_active=active), 5)
    assert (table.hand_limit, table.time_limit) == (4, 5)
    assert sorted(table.effects(dark, case)) == ["discard-lead", "stability-check"]
    assert table.has_hourglass(dark)
    assert table.effects(facts(effects=("take-lead",)), case) == ("take-lead",)
    assert table.effects(dark, case | {"prevented": True}) == ()
    haunter = Table(box, view("action", case, menaces_active=["case 7"]), 5)
    assert len(haunter.dark_effects) + haunter.dark_time == 2


def test_the_machine_goes_to_the_briefcase_and_stays(deck: Deck, player: GreedyPlayer) -> None:
    [machine] = with_attribute(deck, "machine")
    moves = ["take", f"pack {machine.id}", "pass"]
    seen = view("action", open_case("1A"), hand=[machine.id], leads=[deck.clue[0].id])
    assert player.choose(seen, moves) == f"pack {machine.id}"
    packed = view("action", open_case("1A"), briefcase=[machine.id], leads=[deck.clue[0].id])
    use = f"use {machine.id} {machine.sides[0]}"
    assert player.choose(packed, ["pass", use, f"unpack {machine.id}"]) == "pass"


def closing(deck: Deck, kinds: tuple[str, ...], *puzzles: Clue) -> dict[str, Any]:
    return open_case("2", *puzzles, *(plain(deck, kind) for kind in kinds))


def test_no_named_puzzle_is_left_behind(deck: Deck, player: GreedyPlayer) -> None:
    one = next(clue for clue in named(deck) if clue.types[0] not in TYPES)
    other = next(clue for clue in named(deck) if clue.types[0] == "evidence")
    moves, leads = ["close 2", "pass"], [deck.clue[4].id]
    ready = view("action", closing(deck, TYPES, one, other), open_case("1A"), leads=leads)
    assert player.choose(ready, moves) == "close 2"
    kinds = tuple(kind for kind in TYPES if kind != "evidence")
    short = view("action", closing(deck, kinds, one, other), open_case("1A"), leads=leads)
    assert player.choose(short, moves) == "pass"


def test_the_last_case_stays_open_without_a_road(deck: Deck, player: GreedyPlayer) -> None:
    one, other = named(deck)[:2]
    [machine] = with_attribute(deck, "machine")
    case = open_case("3", one, other, *(plain(deck, kind) for kind in TYPES))
    leads = [deck.clue[4].id]
    alone = view("action", case, leads=leads, briefcase=[machine.id])
    assert player.choose(alone, ["close 3", "pass"]) == "pass"
    others = view("action", case, open_case("1A"), leads=leads, briefcase=[machine.id])
    assert player.choose(others, ["close 3", "pass"]) == "close 3"


def test_an_effect_closes_a_case_that_scores(deck: Deck, player: GreedyPlayer) -> None:
    closer = next(clue for clue in deck.clue if "close-5" in clue.effects)
    moves = [f"play {closer.id} 5", "pass"]
    bare = view("action", open_case("5"), open_case("1A"), leads=[closer.id], cases_left=[])
    assert player.choose(bare, moves) == "pass"
    full = open_case("5", *named(deck)[:2])
    seen = view("action", full, open_case("1A"), leads=[closer.id], cases_left=[])
    assert player.choose(seen, moves) == f"play {closer.id} 5"
    last = view("action", full, leads=[closer.id], cases_left=[])
    assert player.choose(last, moves) == "pass"


def test_no_menace_is_searched_for(player: GreedyPlayer) -> None:
    moves = ["menace m3", "menace m4", "decline"]
    assert player.choose(view("effect", open_case("1A")), moves) == "decline"
