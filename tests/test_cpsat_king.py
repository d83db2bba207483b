"""The backend `cpsat` on The King in Yellow: every rule of chapter K on a small deal.

The fewest turns of each deal are what brute force finds, and others if the rule that it is about
were told wrongly. In most deals a card of five types and the king, in one line, are to be closed.
"""

import random
from typing import Unpack

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import IMMEDIATE_EFFECTS, KING_IN_YELLOW
from casecracker.engine.referee import replay
from casecracker.engine.state import State
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import Limits, solve_deal
from tests.brute import TooLarge, turns_to_win
from tests.decks import Chance, make_clue, make_deal, make_deck, random_deal, random_deck

GAME = KING_IN_YELLOW.id
TYPES = KING_IN_YELLOW.types
FIVE = " ".join(TYPES[:5])
HAND = "h1 h2 h3"
STACK = "s1 s2 s3 s4 s5 s6"
MOST = 20_000  # states of brute force
WITH_KING = "king h2 h3"


def king(attributes: str = "", *, minimum: int = 1, yellow: int = 0, left: str = "any") -> Clue:
    marks = f"puzzle king {attributes}"
    return make_clue("king", attributes=marks, minimum=minimum, yellow_minimum=yellow, left=left)


def passion(card: str, immediate: str) -> Clue:
    return make_clue(card, "passion", immediate=immediate)


def dealt(
    leads: str,
    hand: str,
    stack: str,
    *clues: Clue,
    sides: str = "",
    icons: tuple[str, ...] = ("any", "any"),
    **chance: Unpack[Chance],
) -> Deal:
    """A deal with these leads (first lead first), hand and stack; one puzzle, the king, wins."""
    drawn = [*reversed(leads.split()), *hand.split(), *stack.split()]
    described = {clue.id for clue in clues}
    cards = [*clues, *(make_clue(name) for name in drawn if name not in described)]
    chance["draw"] = " ".join(drawn)
    chance.setdefault("seed", 1)
    chance.setdefault("puzzles", 1)
    return make_deal(make_deck(cards, icons=icons, sides=sides, game=GAME), **chance)


def solved(deal: Deal) -> Result:
    return solve_deal(deal, backend="cpsat", shortest=True, limits=Limits(60))


def check(deal: Deal, turns: int) -> None:
    """The fewest turns are these."""
    result = solved(deal)
    assert (result.turns, result.proven_shortest) == (turns, True)
    assert replay(deal, result.moves).status == "won"
    assert turns_to_win(State.start(deal), most=MOST) == turns


# Plays


def test_k7_2_the_king_is_needed_to_win() -> None:
    puzzle = make_clue("p1", attributes="puzzle")
    check(dealt("a p1 king l4 l5", HAND, STACK, make_clue("a", FIVE), puzzle, king()), 4)


@pytest.mark.parametrize(("minimum", "turns"), [(0, 3), (1, 3), (2, 4), (3, 5)])
def test_k5_4_a_yellow_minimum_counts_colours_in_the_line(minimum: int, turns: int) -> None:
    clues = [make_clue(card, attributes="colour") for card in ("c1", "c2")]
    five = make_clue("a", FIVE, attributes="colour")
    deal = dealt("a c1 c2 l4 l5", WITH_KING, STACK, five, *clues, king(yellow=minimum))
    check(deal, turns)


def test_k5_4_cards_without_colour_do_not_count() -> None:
    clues = [make_clue("a", FIVE), make_clue("l3", attributes="colour"), king(yellow=1)]
    check(dealt("a l2 l3 l4 l5", WITH_KING, STACK, *clues), 5)


@pytest.mark.parametrize(
    ("first", "second", "turns"),
    [
        ("key yellow-sign", "", 3),
        ("key", "yellow-sign", 4),
        ("yellow-sign", "key", 4),
    ],
)
def test_k5_3_a_yellow_sign_lock_needs_sign_and_key(first: str, second: str, turns: int) -> None:
    clues = [make_clue("a", FIVE, attributes=first), make_clue("l2", attributes=second)]
    check(dealt("a l2 l3 l4 l5", WITH_KING, STACK, *clues, king("yellow-sign-lock")), turns)


@pytest.mark.parametrize("lock", ["lock", "yellow-sign-lock"])
@pytest.mark.parametrize(("second", "turns"), [("", 5), ("key", 4)])
def test_c13_locks_of_both_kinds_share_the_keys_but_not_the_sign(
    lock: str, second: str, turns: int
) -> None:
    clues = [
        make_clue("a", "person threat artifact", attributes="key yellow-sign"),
        make_clue("b", "evidence location", attributes=f"yellow-sign-lock {second}", minimum=1),
        make_clue("l3", attributes="key"),
    ]
    check(dealt("a b l3 l4 l5", WITH_KING, STACK, *clues, king(lock)), turns)


@pytest.mark.parametrize(("marks", "turns"), [("yellow-sign", 3), ("key", 4), ("", 4)])
def test_k8_2_the_key_of_the_contact_is_a_key_but_no_sign(marks: str, turns: int) -> None:
    five = make_clue("a", FIVE, attributes=marks)
    sign = make_clue("l2", attributes="yellow-sign")
    lock = king("yellow-sign-lock")
    check(dealt("a l2 l3 l4 l5", WITH_KING, STACK, five, sign, lock, sides="key"), turns)


# Immediate effects; card q1 comes in the refill of turn 1 if nothing else is said


def test_k11_2_to_front_replaces_the_other_leads() -> None:
    clues = [make_clue("a", FIVE), king(), passion("q1", "to-front")]
    orders = ("king l2 s1 s2",)
    check(dealt("a l2 l3 l4 king", HAND, f"q1 {STACK}", *clues, reshuffles=orders), 4)


def test_k11_2_a_second_card_to_the_front_replaces_the_first() -> None:
    fronts = [passion("q1", "to-front"), passion("q2", "to-front")]
    orders = ("s1 q2 s2", "king s2 s3 l2 s1 l3 l4 s4 s5 s6")
    deal = dealt(
        *("a l2 l3 l4 king", HAND, f"q1 q2 {STACK}"),
        *(make_clue("a", FIVE), king(), *fronts),
        reshuffles=orders,
    )
    check(deal, 4)


def test_k11_3_discard_top_discards_the_next_card() -> None:
    clues = [make_clue("a", FIVE), make_clue("l2", effects="take-discard")]
    top = passion("q1", "discard-top")
    check(dealt("a l2 l3 l4 l5", HAND, f"q1 king {STACK}", *clues, top, king()), 4)


def test_c10_a_discard_top_that_draws_nothing_ends_the_refill() -> None:
    five = make_clue("a", FIVE, effects="discard-lead", time=True)
    cards = [make_clue(card, time=True) for card in ("l2", "l3", "l4", "l5", "h2", "h3")]
    top = passion("q1", "discard-top")
    deal = dealt(
        *("a l2 l3 l4 l5", WITH_KING, "q1"),
        *(five, *cards, top, king()),
        icons=("any",) * 4,
        limits=9,
    )
    check(deal, 3)


def test_k11_4_reshuffle_stability_deals_other_cards_to_the_area() -> None:
    clues = [make_clue("a", FIVE, effects="stability-check"), make_clue("s1", stability=True)]
    deal = dealt(
        *("a l2 l3 l4 l5", HAND, "s1 q1 s2 s3 king"),
        *(*clues, king(), passion("q1", "reshuffle-stability")),
        reshuffles=("king s1",),
        sides="take-stability",
    )
    check(deal, 3)


def test_k11_5_reshuffle_time_deals_other_cards_to_the_area() -> None:
    clues = [make_clue("a", FIVE, effects="discard-lead"), make_clue("l3", time=True)]
    deal = dealt(
        *("a l2 l3 l4 l5", HAND, "q1 s1 s2 s3 king"),
        *(*clues, king(), passion("q1", "reshuffle-time")),
        reshuffles=("king s1",),
        sides="take-time",
    )
    check(deal, 3)


def test_c11_as_many_cards_are_dealt_as_there_were() -> None:
    clues = [make_clue("a", FIVE, effects="discard-lead discard-lead")]
    clues += [make_clue(card, time=True) for card in ("l2", "l3")]
    deal = dealt(
        *("a l2 l3 l4 l5", HAND, "q1 s1 s2 s3 king"),
        *(*clues, king(), passion("q1", "reshuffle-time")),
        reshuffles=("s2 king s1",),
        sides="take-time",
    )
    check(deal, 3)


def test_k11_6_discard_hand_asks_for_a_card() -> None:
    five = make_clue("a", FIVE, effects="discard-hand discard-hand")
    asks = passion("q1", "discard-hand")
    check(dealt("a l2 l3 l4 l5", WITH_KING, f"q1 {STACK}", five, king(), asks), 5)


def test_c12_an_empty_hand_is_not_asked_for() -> None:
    five = make_clue("a", FIVE, effects=" ".join(["discard-hand"] * 3))
    asks = passion("q1", "discard-hand")
    check(dealt("a king l3 l4 l5", HAND, f"q1 {STACK}", five, king(), asks), 3)


def test_c12_empty_lines_are_not_asked_for() -> None:
    late = [make_clue(card, minimum=1) for card in ("l1", "h2", "h3")]
    asks = passion("q1", "discard-case")
    deal = dealt(
        "l1 a l3 l4 l5", WITH_KING, f"q1 {STACK}", make_clue("a", FIVE), *late, king(), asks
    )
    check(deal, 4)


def test_k8_3_the_contact_may_be_used_before_the_choice() -> None:
    clues = [
        make_clue("a", FIVE, effects="discard-lead discard-hand discard-hand"),
        make_clue("s1", time=True),
        passion("q1", "discard-top"),
        passion("q2", "discard-hand"),
    ]
    stack = "q1 s1 q2 s2 s3"
    check(dealt("a l2 l3 l4 l5", WITH_KING, stack, *clues, king(), sides="take-time"), 3)


def test_w4_4_the_next_lead_is_the_first_once_the_contact_has_taken_it() -> None:
    clues = [make_clue("a", FIVE), king()]
    check(dealt("king a l3 l4 l5", HAND, STACK, *clues, sides="take-lead"), 3)


def test_k11_7_discard_case_takes_a_card_of_a_line() -> None:
    clues = [make_clue("a", FIVE), king(), passion("q1", "discard-case")]
    check(dealt("a l2 l3 l4 l5", WITH_KING, f"q1 {STACK}", *clues), 4)


def test_k11_7_it_uncovers_the_card_before() -> None:
    clues = [
        make_clue("a", FIVE, right="research"),
        make_clue("b", left="research", right="interview", effects="search-stack"),
        king(left="research"),
        passion("q1", "discard-case"),
    ]
    deal = dealt(
        *("a b l3 l4 l5", HAND, "s1 s2 s3 q1 king"),
        *clues,
        reshuffles=("q1 s1",),
        icons=("interview", "interview"),
    )
    check(deal, 4)


def test_k11_7_it_uncovers_the_victim() -> None:
    clues = [
        make_clue("b", right="interview", effects="search-stack"),
        make_clue("a", FIVE, left="research"),
        king(),
        passion("q1", "discard-case"),
    ]
    deal = dealt(
        *("b a l3 l4 l5", HAND, "s1 s2 s3 q1 king"),
        *clues,
        reshuffles=("q1 s1",),
        icons=("research", "interview"),
    )
    check(deal, 4)


# Random games


def crowned_deal(rng: random.Random) -> Deal:
    """A game of few cards of two to four types, of which one in six can be won."""
    deck = random_deck(rng, clues=rng.randint(8, 12), game=GAME)
    width, share = rng.choice((2, 3, 4)), rng.choice((0.3, 0.6))
    kinds = rng.sample(IMMEDIATE_EFFECTS, rng.randint(2, 6))
    cards: list[Clue] = []
    for card in deck.clue:
        immediate = rng.choice(kinds) if rng.random() < share else ""
        changes = {
            "types": tuple(rng.sample(TYPES, width)),
            "immediate": "" if immediate in _fronts(cards) else immediate,
            "effects": card.effects[:2],
        }
        cards.append(card.model_copy(update=changes))
    ids = [card.id for card in cards]
    return make_deal(
        deck.model_copy(update={"clue": tuple(cards)}),
        draw=" ".join(rng.sample(ids, len(ids))),
        seed=rng.randrange(2**64),
        limits=rng.choice((1, 2, 3, 5)),
        victims=rng.choice((2, 3, 4)),
        puzzles=rng.choice((1, 1, 2)),
        last_victim=rng.choice(("lose", "win")),
        contact=rng.choice(("own", "own", "none", "witch-cult", "infinite-gulfs")),
    )


def _fronts(cards: list[Clue]) -> set[str]:
    """Cards that replace each other take many rounds: one to-front is enough."""
    return {card.immediate for card in cards} & {"to-front"}


def agrees(deal: Deal) -> bool | None:
    """Whether the game can be won, as brute force says too; None if it is too large for that."""
    root = State.start(deal)
    if root.status != "playing":
        return None
    try:
        turns = turns_to_win(root, most=MOST)
    except TooLarge:  # or a later shuffle is unknown
        return None
    result = solved(deal)
    assert (result.limit, result.turns) == (None, turns)
    assert result.verdict == (Verdict.UNWINNABLE if turns is None else Verdict.WINNABLE)
    return turns is not None


def crowned(seed: int) -> bool | None:
    return agrees(crowned_deal(random.Random(f"crowned {seed}")))


def test_random_games_agree_with_brute_force() -> None:
    answers = [crowned(seed) for seed in range(14, 24)]
    assert True in answers
    assert False in answers


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_random_games_agree_with_brute_force() -> None:
    answers = [crowned(seed) for seed in range(200)]
    assert answers.count(True) >= 20


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_games_of_all_sorts_agree_with_brute_force() -> None:
    for seed in range(60):
        rng = random.Random(f"king {seed}")
        agrees(random_deal(rng, random_deck(rng, clues=8 + seed % 4, game=GAME)))
