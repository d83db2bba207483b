"""Synthetic decks of Infinite Gulfs of Darkness: what only they have (docs/decks.md, G1 to G12)."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from casecracker.engine.boxcheck import check_deck
from casecracker.engine.cards import CaseCard, Clue, Deck
from casecracker.engine.errors import DeckError
from casecracker.engine.games import (
    ANY,
    CASE_ICONS,
    INFINITE_GULFS,
    MENACE_ONGOINGS,
    PURPLE,
    VISITING_CONTACTS,
)
from casecracker.seeds.assumptions import GulfsAssumptions, changed
from casecracker.seeds.presets import GULFS_STANDARD, GULFS_TIGHT
from casecracker.seeds.synthesize import synthesize

GAME = "infinite-gulfs"
CHANGES = (
    "two_type_cards=4",
    "cards.threat=5",
    "cards.formula=6",
    "puzzles.formula=2",
    "puzzles.monster=1",
    "lock_puzzles=4",
    "skeleton_lock_puzzles=3",
    "skeleton_keys=3",
    "plain_skeleton_locks=2",
    "darkness=15",
    "letters=12",
    "spare_letters=1",
    "objective_letters=15",
    "purple_puzzles=2",
    "purple_left=3",
    "purple_right=9",
    "stability_puzzles=3",
    "calm_cases=4",
    "effects.close-6=1",
)
MANY = (
    *(("person", 7), ("evidence", 8), ("location", 7), ("artifact", 5)),
    *(("monster", 5), ("threat", 5), ("formula", 4)),
)
REAL_NAMES = {
    *("Tillinghast's Machine", "Elder Sign", "The Haunter of the Dark", "Nyarlathotep"),
    *("Aurora Borealis", "Necronomicon", "Third Aklo Ritual"),
}
REAL_WORDS = {word for name in REAL_NAMES for word in name.split()} - {"The", "of", "the"}
SEEDS = [(0, "standard"), (1, "standard"), (7, "tight"), (8, "custom")]


@cache
def made(seed: int, label: str) -> tuple[Deck, GulfsAssumptions]:
    custom = changed(GULFS_STANDARD, CHANGES)
    given = {"standard": GULFS_STANDARD, "tight": GULFS_TIGHT, "custom": custom}[label]
    assert isinstance(given, GulfsAssumptions)
    return synthesize(GAME, seed, given), given


@pytest.fixture(params=SEEDS, ids=lambda made: "-".join(map(str, made)))
def case(request: pytest.FixtureRequest) -> tuple[Deck, GulfsAssumptions]:
    return made(*request.param)


def cards_with(deck: Deck, attribute: str) -> list[Clue]:
    return [clue for clue in deck.clue if attribute in clue.attributes]


def side(deck: Deck, card_id: str) -> CaseCard:
    return next(card for card in deck.case if card.id == card_id)


def named_cards(deck: Deck) -> list[Clue]:
    letters = {letter for objective in deck.objective for letter in objective.letters}
    return [clue for clue in deck.clue if clue.letter in letters]


def named(deck: Deck, name: str) -> Clue:
    return next(clue for clue in deck.clue if clue.name == name)


# True to the box


def test_five_clue_cards_lie_on_case_and_menace_cards(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, _ = case
    assert len(deck.clue) == 50
    assert len({card.clue for card in deck.case if card.clue}) == 4
    assert [menace.name for menace in deck.menace if menace.clue] == ["Nyarlathotep"]
    assert len(deck.faces()) == 5


def test_case_one_has_two_sides_and_gives_time_on_one(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, _ = case
    assert [card.id for card in deck.case] == ["1A", "1B", "2", "3", "4", "5", "6", "7"]
    assert [card.id for card in deck.case if card.start] == ["1A", "1B", "2"]
    assert [card.id for card in deck.case if card.ongoing and card.is_case] == ["1B"]
    assert side(deck, "1B").ongoing == ("time-limit-plus-1",)
    assert side(deck, "1A").on_close == side(deck, "1B").on_close
    assert not side(deck, "1A").clue


def test_the_machine_comes_from_a_case_that_opens_another(
    case: tuple[Deck, GulfsAssumptions],
) -> None:
    deck, _ = case
    [machine] = cards_with(deck, "machine")
    assert machine.name == "Tillinghast's Machine"
    assert set(machine.attributes) == {"equipment", "machine", "no-discard"}
    assert side(deck, "2").clue == machine.id
    assert side(deck, "2").on_close == ("access-4", "flip", "add-to-hand")
    assert (machine.time, machine.stability, machine.minimum) == (False, False, 0)


def test_the_elder_sign_is_equipment_of_the_stack(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, _ = case
    sign = named(deck, "Elder Sign")
    assert set(sign.attributes) == {"equipment"}
    assert sign.id not in deck.faces()
    assert sign.sides in (("key",), ("prevent-next",))
    assert len(cards_with(deck, "equipment")) == 2


def test_each_case_is_accessed_by_one_icon(case: tuple[Deck, GulfsAssumptions]) -> None:
    """Case 3 by a menace, 5 or 6 by a purple icon, none after a case that menaces alone open."""
    deck, _ = case
    icons = [icon for card in deck.case if card.id != "1B" for icon in card.on_close]
    roads = Counter(icon.removeprefix(PURPLE) for icon in icons if "access" in icon)
    assert roads == {f"access-{number}": 1 for number in (4, 5, 6, 7)}
    assert len({"purple-access-5", "purple-access-6"}.intersection(icons)) == 1
    assert [m for m in deck.menace if "access-3" in m.immediate] != []
    assert not any("access" in icon for icon in side(deck, "3").on_close)
    assert all(card.on_close for card in deck.case)
    assert (
        {"take-stability", "flip", "add-to-hand"}
        < set(icons)
        < {
            *CASE_ICONS,
            *(PURPLE + icon for icon in CASE_ICONS),
        }
    )


def test_the_haunter_is_a_menace_or_a_card_for_the_hand(
    case: tuple[Deck, GulfsAssumptions],
) -> None:
    deck, _ = case
    haunter = side(deck, "7")
    assert haunter.name == "The Haunter of the Dark"
    assert not haunter.is_case
    assert haunter.on_close == ("purple-flip", "purple-add-to-hand")
    assert len({word for word in haunter.ongoing if word.startswith("darkness")}) == 2
    [face] = [clue for clue in deck.clue if clue.id == haunter.clue]
    assert face in named_cards(deck)
    assert (face.minimum, face.left_purple) == (0, ())
    assert "skeleton-lock" not in face.attributes


def test_cases_five_and_six_are_closed_by_effects(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, _ = case
    for effect in ("close-5", "close-6"):
        closers = [clue for clue in deck.clue if effect in clue.effects]
        assert closers
        for clue in closers:
            assert clue.id not in deck.faces()
            assert (clue.minimum, clue.left_purple) == (0, ())
            assert set(clue.attributes) <= {"darkness"}


def test_menaces(case: tuple[Deck, GulfsAssumptions]) -> None:
    """Every effect on one card; Aurora Borealis lies on top and one helps."""
    deck, _ = case
    assert [menace.deck for menace in deck.menace] == ["aurora"] * 2 + ["standard"] * 4
    assert [menace.name for menace in deck.menace[:2]] == ["Aurora Borealis"] * 2
    assert [m for m in deck.menace[:2] if m.ongoing == ("hand-limit-plus-1",)] != []
    ongoing = Counter(word for menace in deck.menace for word in menace.ongoing)
    assert ongoing == dict.fromkeys(MENACE_ONGOINGS, 1)
    immediate = Counter(word for menace in deck.menace for word in menace.immediate)
    assert immediate == dict.fromkeys(("access-3", "remove-aurora", "shuffle-all"), 1)
    assert deck.menace[-1].icons == ("flip", "add-to-hand")


def test_items_show_one_effect_each(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, _ = case
    assert deck.contact[0].sides == VISITING_CONTACTS[GAME]
    assert [card.id for card in deck.equipment] == ["necronomicon", "third-aklo-ritual"]
    shown = [card.sides for card in deck.equipment]
    shown += [clue.sides for clue in cards_with(deck, "equipment")]
    assert all(len(sides) == 1 for sides in shown)
    assert len(set(shown)) == 4


def test_every_word_occurs(case: tuple[Deck, GulfsAssumptions]) -> None:
    """Types, attributes, and the 18 effects of the reference table."""
    deck, _ = case
    assert {kind for clue in deck.clue for kind in clue.types} == set(INFINITE_GULFS.types)
    assert {word for c in deck.clue for word in c.attributes} == set(INFINITE_GULFS.attributes)
    effects = {effect for clue in deck.clue for effect in clue.effects}
    assert effects == set(INFINITE_GULFS.effects)
    others = {"key", "time-limit-plus-1"}
    assert others == {*deck.contact[0].sides, *side(deck, "1B").ongoing} - effects
    assert len(effects | others) == 18


def test_objectives_share_letters_but_are_different(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, given = case
    assert [objective.number for objective in deck.objective] == [1, 2, 3, 4, 5]
    assert {len(objective.letters) for objective in deck.objective} <= {2, 3}
    assert sum(len(objective.letters) for objective in deck.objective) == given.objective_letters
    for one, other in combinations(deck.objective, 2):
        assert len(set(one.letters).intersection(other.letters)) <= 1
    letters = [clue.letter for clue in deck.clue if clue.letter]
    assert letters == list("ABCDEFGHIJKL"[: given.letters])
    assert len(named_cards(deck)) == given.letters - given.spare_letters


def opened(deck: Deck, prefixes: tuple[str, ...]) -> tuple[set[int], set[str]]:
    """Cases and faces that closings alone reach, with the icons of these colours."""
    cases, faces, waiting = {1, 2}, set(), [1, 2]
    while waiting:
        number = waiting.pop()
        card = next(card for card in deck.case if card.number == number)
        for icon in card.on_close:
            colour = PURPLE if icon.startswith(PURPLE) else ""
            word = icon.removeprefix(PURPLE)
            if colour not in prefixes:
                continue
            if word == "flip":
                faces.add(card.clue)
            if word.startswith("access") and int(word[-1]) not in cases:
                cases.add(int(word[-1]))
                waiting.append(int(word[-1]))
    return cases, faces


def test_objectives_can_be_met_without_menaces(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, given = case
    cases, faces = opened(deck, ("", PURPLE))
    assert cases == {1, 2, 4, 5, 6, 7}
    cards = named_cards(deck)
    assert all(card.id in faces or card.id not in deck.faces() for card in cards)
    _, early = opened(deck, ("",))
    late = [c for c in cards if not c.left or c.id in deck.faces().difference(early)]
    assert len(late) == given.purple_puzzles + 1


def test_names_are_invented_but_for_those_of_the_rulebook(
    case: tuple[Deck, GulfsAssumptions],
) -> None:
    deck, _ = case
    titles = Counter(card.name for kind, card in deck.cards() if kind != "case")
    titles += Counter({card.name for card in deck.case})
    assert [name for name, count in titles.items() if count > 1] == ["Aurora Borealis"]
    assert all(titles)
    assert {name for name in titles if REAL_WORDS.intersection(name.split())} == REAL_NAMES


def test_the_box_check_finds_nothing(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, _ = case
    assert check_deck(deck) == []


# True to the assumptions


def test_counts_of_locks_and_darkness(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, given = case
    puzzles = cards_with(deck, "puzzle")
    assert sum("lock" in clue.attributes for clue in puzzles) == given.lock_puzzles
    assert len(cards_with(deck, "skeleton-key")) == given.skeleton_keys
    skeleton = cards_with(deck, "skeleton-lock")
    assert sum(clue in puzzles for clue in skeleton) == given.skeleton_lock_puzzles
    assert sum(clue not in puzzles for clue in skeleton) == given.plain_skeleton_locks
    assert len(cards_with(deck, "darkness")) == given.darkness
    assert sum(clue.stability for clue in puzzles) == given.stability_puzzles


def test_keys_are_in_the_stack(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, _ = case
    keys = {*cards_with(deck, "key"), *cards_with(deck, "skeleton-key")}
    assert not any(clue.id in deck.faces() for clue in keys)


def test_counts_of_purple_icons(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, given = case
    left = [clue for clue in deck.clue if clue.left_purple]
    assert not any(clue.left or ANY in clue.left_purple for clue in left)
    puzzles = [clue for clue in left if "puzzle" in clue.attributes]
    assert len(puzzles) == given.purple_puzzles
    assert len(left) - len(puzzles) == given.purple_left
    right = [clue for clue in deck.clue if clue.right_purple]
    assert len(right) == given.purple_right
    assert not any(ANY in c.right or set(c.right).intersection(c.right_purple) for c in right)


def test_counts_of_calm_cases(case: tuple[Deck, GulfsAssumptions]) -> None:
    deck, given = case
    calm = {card.number for card in deck.case if "take-stability" in card.on_close}
    assert len(calm) == given.calm_cases


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["effects.close-5=0"], r"'effects.close-5': the rulebook has it"),
        (["effects.search-menace=0"], r"'effects.search-menace'"),
        (["effects.key=1"], r"'effects.key': known are"),
        (["cards.artifact=4", "cards.person=12"], r"'cards.artifact': at least 5"),
        ([f"puzzles.{kind}={count}" for kind, count in MANY], "'puzzles': at most 38 in all"),
        (["letters=13"], r"'letters': 12 puzzles"),
        (["spare_letters=9"], r"'spare_letters': 2 to 12 letters are to be named; got 1"),
        (["objective_letters=16"], "objective_letters"),
        (["letters=12", "spare_letters=0", "objective_letters=11"], r"'spare_letters': 2 to 11"),
        (["purple_puzzles=0"], "purple_puzzles"),
        (["purple_puzzles=8"], "spare_letters"),
        (["purple_left=45"], "purple_left"),
        (["lock_puzzles=13"], "lock_puzzles"),
        (["skeleton_keys=0"], "skeleton_keys"),
        (["skeleton_lock_puzzles=11"], "skeleton_lock_puzzles"),
        (["darkness=49"], "darkness"),
        (["stability_puzzles=13"], "stability_icons"),
        (["calm_cases=6"], "calm_cases"),
        (["purple_right=50"], "purple_right"),
    ],
)
def test_assumptions_that_cannot_be_are_refused(changes: list[str], message: str) -> None:
    with pytest.raises(DeckError, match=message):
        synthesize(GAME, 0, changed(GULFS_STANDARD, changes))
