"""The backend `cpsat` on Infinite Gulfs of Darkness: chapter G on small deals, and random games.

The fewest turns of each deal are what brute force finds, and others if the rule that it is about
were told wrongly. In most deals the goal closes case 5, which is open, and so wins when it is
played there.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import TypedDict, Unpack

import pytest

from casecracker.engine.cards import CaseCard, Clue, Menace
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import INFINITE_GULFS, make_settings
from casecracker.engine.library import find_deck
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.solver.cpsat import wins_within
from casecracker.solver.cpsat_gulfs import fewest_turns
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import Limits, solve_deal
from tests.brute import TooLarge, turns_to_win
from tests.gulfs import make_case, make_gulfs_clue, make_gulfs_deal, make_gulfs_deck, make_menace
from tests.short_gulfs import short_deck
from tests.tiny_gulfs import tiny_gulfs_deal

FIVE = " ".join(INFINITE_GULFS.types[:5])
LEADS = "a l2 l3 l4 l5"
HAND = "h1 h2 h3"
GOAL = "goal h2 h3"
STACK = "s1 s2 s3 s4 s5 s6"
MOST = 60_000  # states of brute force
SECONDS = 4.0  # of the processor, for a random game
OPEN_FIVE = make_case(5, start=True)


def goal(*, effects: str = "close-5", attributes: str = "", left: str = "any") -> Clue:
    return make_gulfs_clue("goal", letter="A", effects=effects, attributes=attributes, left=left)


class Told(TypedDict, total=False):
    """What a deal has beside leads, hand and stack."""

    cases: tuple[CaseCard, ...]  # case 5, open, if left out
    menaces: tuple[Menace, ...]  # the top of the menace deck first
    contact: str
    equipment: str
    limits: int


def dealt(leads: str, hand: str, stack: str, *clues: Clue, **told: Unpack[Told]) -> Deal:
    """A deal with these leads (first lead first), hand and stack."""
    drawn = [*reversed(leads.split()), *hand.split(), *stack.split()]
    described = {clue.id for clue in clues}
    deck = make_gulfs_deck(
        [*clues, *(make_gulfs_clue(name) for name in drawn if name not in described)],
        cases=told.get("cases", (OPEN_FIVE,)),
        menaces=told.get("menaces", ()),
        contact=told.get("contact", ""),
        equipment=told.get("equipment", ""),
    )
    return make_gulfs_deal(deck, draw=" ".join(drawn), limits=told.get("limits", 5), seed=1)


def solved(deal: Deal, seconds: float = 60) -> Result:
    limits = Limits(seconds, clock=time.process_time)
    return solve_deal(deal, backend="cpsat", shortest=True, limits=limits)


def check(deal: Deal, turns: int) -> None:
    """The fewest turns are these."""
    result = solved(deal)
    assert (result.turns, result.proven_shortest) == (turns, True)
    assert replay(deal, result.moves).status == "won"
    assert turns_to_win(State.start(deal), most=MOST) == turns


def check_searched(deal: Deal, turns: int) -> None:
    """The fewest turns are these, as the search says too: the game is too large for brute force."""
    result, searched = solved(deal), solve_deal(deal, shortest=True)
    assert (result.turns, result.proven_shortest) == (turns, True)
    assert (searched.turns, searched.proven_shortest) == (turns, True)


# Plays


@pytest.mark.parametrize(
    ("first", "lock", "turns"),
    [
        ("key", "lock", 2),
        ("skeleton-key", "lock", 2),
        ("skeleton-key", "skeleton-lock", 2),
        ("key", "skeleton-lock", 4),
    ],
)
def test_g5_3_a_skeleton_lock_needs_a_skeleton_key(first: str, lock: str, turns: int) -> None:
    clues = [
        make_gulfs_clue("a", attributes=first),
        make_gulfs_clue("l3", attributes="skeleton-key"),
    ]
    check(dealt(LEADS, GOAL, STACK, *clues, goal(attributes=lock)), turns)


@pytest.mark.parametrize(("hand", "turns"), [("goal m h3", 1), ("goal h2 h3", 4)])
def test_g5_4_purple_techniques_count_with_the_machine(hand: str, turns: int) -> None:
    purple = make_gulfs_clue("goal", letter="A", effects="close-5", left_purple="any")
    machine = make_gulfs_clue("m", attributes="machine")
    leads = "a l2 l3 l4 l5" if "m" in hand.split() else "a l2 m l4 l5"
    check(dealt(leads, hand, STACK, machine, purple), turns)


def test_g5_4_purple_on_the_end_of_a_case_card() -> None:
    case = make_case(5, "interview", right_purple="research", start=True)
    machine = make_gulfs_clue("m", attributes="machine")
    check(dealt("a l2 m l4 l5", GOAL, STACK, machine, goal(left="research"), cases=(case,)), 2)


@pytest.mark.parametrize(("left", "turns"), [("left", 1), ("left_purple", 5)])
def test_c25_the_machine_as_a_key_lends_no_purple_technique(left: str, turns: int) -> None:
    clues = [
        make_gulfs_clue("m", attributes="machine", sides="key"),
        make_gulfs_clue("k", attributes="key"),
        goal(attributes="lock"),
    ]
    if left == "left_purple":
        clues[2] = clues[2].model_copy(update={"left": (), "left_purple": ("any",)})
    check(dealt("a l2 l3 k l5", "goal m h3", STACK, *clues), turns)


def test_g5_9_the_effects_of_the_next_card_are_prevented() -> None:
    clues = [make_gulfs_clue("a", attributes="key", effects="prevent-next")]
    clues.append(make_gulfs_clue("l3", attributes="key"))
    check(dealt(LEADS, GOAL, STACK, *clues, goal(attributes="lock")), 3)


# Closing


@pytest.mark.parametrize(
    ("icon", "hand", "turns"),
    [
        ("access-5", "goal h2 h3", 3),
        ("purple-access-5", "goal h2 h3", 4),
        ("purple-access-5", "goal m h3", 3),
    ],
)
def test_g6_2_the_icons_follow_the_scoring(icon: str, hand: str, turns: int) -> None:
    clues = [make_gulfs_clue("a", FIVE, right="interview"), goal(left="research")]
    clues += [make_gulfs_clue("m", attributes="machine")] if "m" in hand.split() else []
    cases = (make_case(1, start=True, on_close=icon), make_case(5))
    check(dealt(LEADS, hand, STACK, *clues, cases=cases), turns)


@pytest.mark.parametrize(("icons", "turns"), [("flip add-to-hand", 3), ("flip", 5)])
def test_c16_a_case_card_is_turned_over(icons: str, turns: int) -> None:
    clues = [make_gulfs_clue("a", FIVE), make_gulfs_clue("b", effects="take-closed"), goal()]
    cases = (make_case(1, start=True, on_close=icons, clue="goal"), OPEN_FIVE)
    check(dealt("a b l3 l4 l5", HAND, STACK, *clues, cases=cases), turns)


def test_c17_the_icon_takes_a_card_of_the_stability_area() -> None:
    five = make_gulfs_clue("a", FIVE, effects="stability-check")
    taken = goal().model_copy(update={"stability": True})
    cases = (make_case(1, start=True, on_close="take-stability"), OPEN_FIVE)
    check(dealt(LEADS, HAND, "goal s2 s3 s4", five, taken, cases=cases), 3)


# Menaces


@pytest.mark.parametrize("effect", ["draw-menace", "search-menace"])
def test_g14_3_a_menace_enters_by_an_effect(effect: str) -> None:
    menaces = (make_menace("m1", immediate="access-5"), make_menace("m2"))
    clues = [make_gulfs_clue("a", effects=effect, right="interview"), goal(left="research")]
    check(dealt(LEADS, GOAL, STACK, *clues, cases=(make_case(5),), menaces=menaces), 2)


def test_g14_1_a_menace_enters_at_the_time_limit() -> None:
    menaces = (make_menace("m1", immediate="access-5"), make_menace("m2"))
    clues = [make_gulfs_clue(card, time=True) for card in ("a", "l2")]
    deal = dealt(
        LEADS, GOAL, STACK, *clues, goal(), cases=(make_case(5),), menaces=menaces, limits=2
    )
    check(deal, 3)


def test_g14_2_a_menace_enters_when_the_stack_runs_out() -> None:
    menaces = (make_menace("m1", immediate="access-5"), make_menace("m2"))
    check(dealt(LEADS, GOAL, "s1 s2", goal(), cases=(make_case(5),), menaces=menaces), 4)


def test_g14_13_a_menace_with_icons_comes_to_hand() -> None:
    menaces = (make_menace("m1", icons="flip add-to-hand", clue="goal"), make_menace("m2"))
    draws = make_gulfs_clue("a", effects="draw-menace")
    check(dealt(LEADS, HAND, STACK, draws, goal(), menaces=menaces), 2)


def test_g10_3_a_menace_that_is_missing_loses() -> None:
    clues = [
        make_gulfs_clue("a", effects="draw-menace draw-menace", attributes="key"),
        make_gulfs_clue("l3", attributes="key"),
    ]
    menaces = (make_menace("m1"),)
    check(dealt(LEADS, GOAL, STACK, *clues, goal(attributes="lock"), menaces=menaces), 4)


@pytest.mark.parametrize(("hand", "turns"), [(HAND, 4), ("h1 m h3", 2)])
def test_g13_2_the_haunter_waits_for_the_machine(hand: str, turns: int) -> None:
    haunter = make_case(
        7, "", on_close="flip add-to-hand", ongoing="hand-limit-plus-1", clue="goal"
    )
    leads = "a l2 l3 l4 l5" if "m" in hand.split() else "a l2 m l4 l5"
    deal = dealt(
        *(leads, hand, STACK),
        *(make_gulfs_clue("a", effects="draw-menace"), goal()),
        make_gulfs_clue("m", attributes="machine"),
        cases=(OPEN_FIVE, haunter),
        menaces=(make_menace("m1", immediate="access-7"), make_menace("m2")),
    )
    check(deal, turns)


@pytest.mark.long
@pytest.mark.parametrize(
    ("ongoing", "turns"),
    [("", 8), ("darkness-stability-check", 7), ("darkness-discard-lead", 7), ("darkness-time", 8)],
)
def test_c21_a_darkness_card_gains_effects(ongoing: str, turns: int) -> None:
    clues = [
        make_gulfs_clue("a", effects="draw-menace"),
        make_gulfs_clue("d", attributes="darkness"),
        make_gulfs_clue("s1", stability=True),
        make_gulfs_clue("l3", effects="take-stability"),
    ]
    menaces = (make_menace("m1", ongoing=ongoing), make_menace("m2"))
    deal = dealt("a d l3 l4 l5", HAND, "s1 s2 goal s3 s4", *clues, goal(), menaces=menaces)
    check_searched(deal, turns)


# Items and the hand


def test_g4_2_a_card_that_cannot_be_discarded_stays() -> None:
    clues = [make_gulfs_clue(card, attributes="no-discard") for card in ("h2", "h3")]
    clues += [make_gulfs_clue("a", effects="discard-hand", attributes="key")]
    clues += [make_gulfs_clue("l2", attributes="key")]
    check(dealt(LEADS, GOAL, STACK, *clues, goal(attributes="lock")), 3)


def test_g8_3_equipment_in_the_briefcase_is_not_discarded() -> None:
    clues = [
        make_gulfs_clue("a", effects="discard-hand discard-hand", attributes="key"),
        make_gulfs_clue("e", sides="take-discard"),
    ]
    check(dealt(LEADS, "goal e h3", STACK, *clues, goal(attributes="lock")), 2)


def test_g8_6_an_item_prevents_the_effects_of_the_next_card() -> None:
    three = " ".join(["discard-hand"] * 3)
    clues = [make_gulfs_clue("a", effects=three, attributes="key"), goal(attributes="lock")]
    check(dealt(LEADS, GOAL, STACK, *clues, equipment="prevent-next"), 2)


def test_g8_1_the_next_lead_is_the_first_once_an_item_has_taken_it() -> None:
    clues = [make_gulfs_clue("a", attributes="key"), goal(attributes="lock")]
    check(dealt("goal a l3 l4 l5", HAND, STACK, *clues, contact="take-lead"), 2)


@pytest.mark.long
def test_two_items_may_be_used_at_one_decision() -> None:
    deal = dealt(
        *("a l2 l3 l4 goal", HAND, STACK),
        goal(attributes="lock"),
        make_gulfs_clue("l4", attributes="key"),
        contact="take-lead key",
        equipment="take-discard",
    )
    check_searched(deal, 5)


# What is not told


def waiting_deal(*, equipment: str) -> Deal:
    """The Machine may come back by the contact, when the Haunter waits; the goal is locked."""
    clues = [
        make_gulfs_clue("a", effects="draw-menace discard-hand"),
        make_gulfs_clue("m", attributes="machine"),
        goal(attributes="lock"),
    ]
    return dealt(
        *(LEADS, "goal m h3", STACK),
        *clues,
        cases=(OPEN_FIVE, make_case(7, "", on_close="access-5", ongoing="darkness-time")),
        menaces=(make_menace("m1", immediate="access-7"), make_menace("m2")),
        contact="take-discard",
        equipment=equipment,
    )


def test_where_a_game_is_not_told_nothing_is_said() -> None:
    assert wins_within(waiting_deal(equipment="prevent-next"), 2, Limits(60)) is None


def test_with_one_item_all_is_told() -> None:
    assert wins_within(waiting_deal(equipment=""), 2, Limits(60)) is False


# Random games


def tiny(number: int) -> Deal:
    """Every third of them is a classic one."""
    mode = "hardboiled" if number % 3 else "classic"
    return tiny_gulfs_deal(random.Random(f"brute force, infinite-gulfs {number}"), mode)


def compared(numbers: range) -> Iterator[str]:
    """Of each game that is small enough for brute force, what CP-SAT knows of it."""
    for number in numbers:
        deal = tiny(number)
        root = State.start(deal)
        if root.status != "playing":
            continue
        try:
            turns = turns_to_win(root, most=MOST)
        except TooLarge:
            continue
        yield contradicts_nothing(solved(deal, SECONDS), turns, number)


def contradicts_nothing(result: Result, turns: int | None, number: int) -> str:
    """Hold what CP-SAT says against the truth; `decided`, or what is not known."""
    assert fewest_turns(result.source) <= (turns or 99), number
    if turns is None:
        assert result.verdict is not Verdict.WINNABLE, number
        is_decided = result.verdict is Verdict.UNWINNABLE
    else:
        assert result.verdict is not Verdict.UNWINNABLE, number
        assert (result.lower_bound or 0) <= turns <= (result.turns or turns), number
        assert result.proven_shortest == (result.turns == result.lower_bound), number
        is_decided = result.proven_shortest
    if result.line:
        assert replay(result.source, result.moves).status == "won", number
    assert is_decided or result.limit in ("time", "untold"), number
    lost = "lost" if turns is None else "won"
    return f"{lost}, decided" if is_decided else f"{lost}, {result.limit}"


def test_random_games_agree_with_brute_force() -> None:
    answers = Counter(compared(range(10, 22)))
    assert answers["won, decided"] >= 3
    assert answers["lost, decided"] >= 3


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_many_random_games_agree_with_brute_force(capsys: pytest.CaptureFixture[str]) -> None:
    answers = Counter(compared(range(400)))
    with capsys.disabled():
        print(f"\ntiny games: {dict(answers)}")
    decided = answers["won, decided"] + answers["lost, decided"]
    assert decided >= 0.75 * answers.total()


# Decks of the box's size


def short_game(seed: int, letter: str) -> Deal:
    deck = short_deck(find_deck("infinite-gulfs-standard"), letter)
    return deal_from_seed(deck, "short", seed, make_settings(INFINITE_GULFS, {}))


def test_a_full_deck_is_won_in_its_fewest_turns_and_not_before() -> None:
    deal = short_game(3, "G")
    searched = solve_deal(deal, shortest=True)
    assert searched.proven_shortest
    assert searched.turns is not None
    limits = [Limits(60, clock=time.process_time) for _ in range(2)]
    assert wins_within(deal, searched.turns, limits[0]) is True
    assert wins_within(deal, searched.turns - 1, limits[1]) is False
