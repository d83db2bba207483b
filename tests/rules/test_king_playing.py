"""Rules K5 and K8 and choice C13: playing in The King in Yellow, its locks, its contact."""

import pytest
from pydantic import ValidationError

from casecracker.engine.errors import IllegalMoveError
from tests.rules.table import FIVE, YELLOW, CardLike, Game, Table, clue, dead, make_deal, passion

KEY, LOCK, SIGN, SIGN_LOCK = "key", "lock", "yellow-sign", "yellow-sign-lock"


def lined(table: Table, line: list[str], target: CardLike, contact: str = "none") -> Game:
    """Cards with these attributes lie in case 1, `target` is the first lead."""
    cards = [clue(f"c{place}", attributes=text) for place, text in enumerate(line)]
    leads = [*cards, target]
    settings: dict[str, int | str] = {"contact": contact}
    game = table(leads=leads[:5], stack=[*leads[5:], *"efghijmno"], settings=settings)
    for card in cards:
        game.play(f"play {card.id} 1")
    return game


def test_k5_1_edges_and_the_card_minimum_are_the_common_ones(yellow: Table) -> None:
    leads = [
        clue("a", right="interview"),
        clue("x", left="any", right="any"),
        clue("m", left="collection", minimum=2),
        clue("n", minimum=2),
    ]
    game = yellow(leads=leads, icons=["research", "surveillance"])
    assert game.moves() == {"take", "pass", "play a 1"}
    game.play("play a 1")
    assert game.moves() == {"take", "pass", "play x 1", "play x 2"}
    game.play("play x 1")
    assert game.moves() == {"take", "pass", "hand", "play m 1"}
    game.play("pass")
    assert game.moves() == {"take", "pass", "hand", "play n 1"}
    assert (game.case(1)["order"], game.case(1)["last"]) == (["a", "x"], "x")


def test_k5_1_the_line_is_kept_in_the_order_played(yellow: Table) -> None:
    game = yellow(leads=[clue("z"), clue("a"), clue("m")])
    game.play("play z 1; play a 1; play m 1")
    case = game.case(1)
    assert (case["order"], case["line"], case["last"]) == (["z", "a", "m"], ["a", "m", "z"], "m")


def test_k5_1_the_eighth_card_costs_a_check(yellow: Table) -> None:
    cards = [clue(f"c{place}") for place in range(1, 9)]
    stack = [dead(f"d{place}", stability=place == 5) for place in range(1, 9)]
    game = yellow(leads=cards[:5], stack=[*cards[5:], *stack])
    game.play("; ".join(f"play c{place} 1" for place in range(1, 8)))
    assert game["stability"] == []
    game.play("play c8 1")
    assert (game["stability"], game["turn"]) == (["d5"], 9)


def test_k5_1_effects_go_from_left_to_right(yellow: Table) -> None:
    game = yellow(leads=[clue("a", effects="discard-hand take-discard")])
    game.play("play a 1; discard h2")
    assert game.moves() == {"take h2", "decline"}


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        ([], False),
        ([SIGN], False),
        ([KEY], True),
        ([KEY, LOCK], False),
        ([KEY, SIGN, SIGN_LOCK], False),
        ([KEY, SIGN, SIGN_LOCK, KEY], True),
        ([f"{KEY} {SIGN}", SIGN_LOCK], False),
        ([KEY, KEY, SIGN, SIGN_LOCK], True),
        ([KEY, KEY, SIGN, SIGN_LOCK, LOCK], False),
    ],
)
def test_k5_2_a_lock_needs_a_key_that_no_lock_has_used(
    yellow: Table, line: list[str], legal: bool
) -> None:
    game = lined(yellow, line, clue("t", attributes=LOCK))
    assert game.moves() == {"take", "pass", *(["play t 1"] if legal else [])}


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        ([], False),
        ([KEY], False),
        ([SIGN], False),
        ([KEY, SIGN], True),
        ([SIGN, KEY], True),
        ([f"{KEY} {SIGN}"], True),
        ([KEY, KEY], False),
        ([SIGN, SIGN], False),
        ([KEY, SIGN, LOCK], False),
        ([KEY, LOCK, KEY, SIGN], True),
        ([KEY, SIGN, SIGN_LOCK], False),
        ([KEY, SIGN, SIGN_LOCK, SIGN], False),
        ([KEY, SIGN, SIGN_LOCK, KEY], True),
        ([KEY, f"{SIGN} {LOCK}"], False),
    ],
)
def test_k5_3_a_yellow_sign_lock_needs_a_key_and_the_sign(
    yellow: Table, line: list[str], legal: bool
) -> None:
    game = lined(yellow, line, clue("t", attributes=SIGN_LOCK))
    assert game.moves() == {"take", "pass", *(["play t 1"] if legal else [])}


def test_k5_3_both_must_lie_in_that_line(yellow: Table) -> None:
    leads = [
        clue("k", attributes=KEY),
        clue("y", attributes=SIGN),
        clue("t", attributes=SIGN_LOCK),
        clue("l", attributes=KEY),
        clue("u", attributes=SIGN_LOCK),
    ]
    game = yellow(leads=leads)
    game.play("play k 1; play y 2")
    assert game.moves() == {"take", "pass"}
    game.play("pass; play l 2")
    assert game.moves() == {"take", "pass", "play u 2"}


@pytest.mark.parametrize(("colours", "legal"), [(1, False), (2, True), (3, True)])
def test_k5_4_a_yellow_minimum_counts_the_colour(yellow: Table, colours: int, legal: bool) -> None:
    line = ["colour"] * colours + ["key yellow-sign"] * (3 - colours)
    game = lined(yellow, line, clue("t", yellow_minimum=2))
    assert game.moves() == {"take", "pass", *(["play t 1"] if legal else [])}


def test_k5_4_only_the_colour_of_that_line_counts(yellow: Table) -> None:
    leads = [
        clue("a", attributes="colour"),
        clue("b", attributes="colour"),
        clue("t", attributes="colour", yellow_minimum=2),
        clue("u", yellow_minimum=1),
    ]
    game = yellow(leads=leads)
    game.play("play a 1; play b 2")
    assert game.moves() == {"take", "pass"}
    game.play("pass")
    assert game.moves() == {"take", "pass", "play u 1", "play u 2"}


def test_k5_4_the_card_minimum_does_not_ask_for_colour(yellow: Table) -> None:
    game = lined(yellow, ["", ""], clue("t", minimum=2))
    assert game.moves() == {"take", "pass", "play t 1"}
    game = lined(yellow, ["colour", "colour"], clue("t", minimum=3, yellow_minimum=2))
    assert game.moves() == {"take", "pass"}


MET = ["key colour", "yellow-sign colour", "key colour"]


@pytest.mark.parametrize(
    ("line", "left", "legal"),
    [
        (MET, "research", True),
        (MET, "interview", False),
        (MET[:2], "research", False),
        ([MET[0], "colour", MET[2]], "research", False),
        ([MET[0], MET[1], "key"], "research", False),
        ([MET[0], MET[1], "colour"], "research", True),
        (["colour", MET[1], "colour"], "research", False),
    ],
)
def test_k5_5_every_requirement_must_be_met(
    yellow: Table, line: list[str], left: str, legal: bool
) -> None:
    target = clue("t", left=left, attributes=SIGN_LOCK, minimum=3, yellow_minimum=3)
    game = lined(yellow, line, target)
    assert game.moves() == {"take", "pass", *(["play t 1"] if legal else [])}


def test_k5_5_a_card_from_hand_must_meet_them_too(yellow: Table) -> None:
    hand = [
        clue("h", attributes=SIGN_LOCK),
        clue("i", yellow_minimum=2),
        clue("j", attributes=LOCK, yellow_minimum=1),
    ]
    game = yellow(leads=[clue("k", attributes="key colour")], hand=hand)
    assert game.moves() == {"take", "pass", "play k 1", "play k 2"}
    game.play("play k 1; hand")
    assert game.moves() == {"play j 1"}
    for move in ("play h 1", "play i 1", "play j 2"):
        with pytest.raises(IllegalMoveError):
            game.play(move)


@pytest.mark.parametrize(
    ("attributes", "line"),
    [
        (f"{SIGN} {SIGN_LOCK}", [KEY]),
        (f"{KEY} {SIGN_LOCK}", [SIGN]),
        (f"{KEY} {SIGN} {SIGN_LOCK}", []),
        (f"{KEY} {LOCK}", [KEY, SIGN, SIGN_LOCK]),
    ],
)
def test_c13_the_card_that_is_played_does_not_count(
    yellow: Table, attributes: str, line: list[str]
) -> None:
    game = lined(yellow, line, clue("t", attributes=attributes))
    assert game.moves() == {"take", "pass"}


def test_c13_the_colour_of_the_card_that_is_played_does_not_count(yellow: Table) -> None:
    game = lined(yellow, ["colour"], clue("t", attributes="colour", yellow_minimum=2))
    assert game.moves() == {"take", "pass"}


def test_c13_one_sign_serves_several_locks(yellow: Table) -> None:
    locks = [clue(f"t{place}", attributes=SIGN_LOCK) for place in range(3)]
    cards = [clue("y", attributes=SIGN), clue("k", attributes=KEY), clue("l", attributes=KEY)]
    game = yellow(leads=[*cards, *locks[:2]], stack=[locks[2], *"mnopqr"])
    game.play("play y 1; play k 1; play l 1; play t0 1")
    assert game.moves() == {"take", "pass", "play t1 1"}
    game.play("play t1 1")
    assert game.moves() == {"take", "pass"}


def test_c13_locks_of_both_kinds_share_the_keys(yellow: Table) -> None:
    game = lined(yellow, [KEY, SIGN, SIGN_LOCK], clue("t", attributes=LOCK))
    assert game.moves() == {"take", "pass"}
    game = lined(yellow, [KEY, SIGN, LOCK], clue("t", attributes=SIGN_LOCK))
    assert game.moves() == {"take", "pass"}


def test_c13_a_card_has_one_kind_of_lock() -> None:
    with pytest.raises(ValidationError, match=r"clue 't', .* a card has one kind of lock"):
        make_deal(game=YELLOW, leads=[clue("t", attributes=f"{LOCK} {SIGN_LOCK}")])


OWN = "take-stability take-time"


def test_k8_1_each_side_takes_a_card_of_its_area(yellow: Table) -> None:
    game = yellow(
        leads=[clue("a", effects="stability-check"), dead("t", time=True)],
        stack=[dead("x", stability=True), *"mnoqrsu"],
        contact=OWN,
    )
    assert game.contact_moves() == set()
    game.play("play a 1; check; done; pass; done")
    takes = {"contact take-stability x", "contact take-time t"}
    assert game.moves() == {"take", "pass", *takes}
    game.play("contact take-stability x")
    assert (game["pending"], game["hand"], game["stability"]) == (
        "discard",
        ["h1", "h2", "h3", "x"],
        [],
    )
    game.play("discard h1")
    assert (game["contact_used"], game.moves()) == (True, {"take", "pass"})


def test_k8_1_the_other_side_takes_the_time_card(yellow: Table) -> None:
    game = yellow(leads=[dead("t", time=True)], contact=OWN)
    game.play("pass; contact take-time t; discard h1")
    assert (game["time"], game["hand"], game["turn"]) == ([], ["h2", "h3", "t"], 2)


def test_k8_2_the_key_side_opens_locks_of_both_kinds(yellow: Table) -> None:
    for attribute in (LOCK, SIGN_LOCK):
        target = clue("t", attributes=attribute)
        game = lined(yellow, [SIGN], target, contact="witch-cult")
        plays = {"play t 1 key", *(["play t 2 key"] if attribute == LOCK else [])}
        assert game.moves() == {"take", "pass", *plays}
        game.play("play t 1 key")
        assert (game.case(1)["order"], game.case(1)["key_effects"]) == (["c0", "t"], 1)
        assert (game["contact_used"], game.moves()) == (True, {"take", "pass"})


@pytest.mark.parametrize("line", [[], [KEY], [KEY, KEY]])
def test_k8_2_the_key_side_is_no_yellow_sign(yellow: Table, line: list[str]) -> None:
    game = lined(yellow, line, clue("t", attributes=SIGN_LOCK), contact="infinite-gulfs")
    assert game.moves() == {"take", "pass"}
    with pytest.raises(IllegalMoveError):
        game.play("play t 1 key")


def test_k8_2_a_key_effect_in_the_case_is_no_yellow_sign(yellow: Table) -> None:
    leads = [
        clue("l", attributes=LOCK),
        clue("k", attributes=KEY),
        clue("t", attributes=SIGN_LOCK),
        clue("m", attributes=LOCK),
    ]
    game = yellow(leads=leads, settings={"contact": "witch-cult"})
    game.play("play l 1 key; play k 1")
    assert (game.case(1)["key_effects"], game.moves()) == (1, {"take", "pass"})
    game.play("pass")
    assert game.moves() == {"take", "pass", "play m 1"}


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ([KEY, SIGN], "play t 1"),
        ([KEY, SIGN, SIGN_LOCK], "play t 1 key"),
        ([KEY, SIGN, LOCK], "play t 1 key"),
        ([KEY, KEY, SIGN, LOCK], "play t 1"),
    ],
)
def test_k8_2_the_key_side_goes_where_it_is_needed(
    yellow: Table, line: list[str], move: str
) -> None:
    game = lined(yellow, line, clue("t", attributes=SIGN_LOCK), contact="witch-cult")
    assert game.moves() == {"take", "pass", move}


def test_k8_2_the_key_effect_counts_for_both_kinds_of_locks(yellow: Table) -> None:
    locks = [clue("l", attributes=LOCK), clue("t", attributes=SIGN_LOCK)]
    cards = [clue("y", attributes=SIGN), locks[1], clue("k", attributes=KEY), locks[0]]
    game = yellow(leads=[*cards, clue("m", attributes=LOCK)], settings={"contact": "witch-cult"})
    game.play("play y 1; play t 1 key; play k 1")
    assert game.moves() == {"take", "pass", "play l 1"}
    game.play("play l 1")
    assert game.moves() == {"take", "pass"}


def test_k8_2_the_key_side_works_from_hand(yellow: Table) -> None:
    hand = [clue("h", attributes=SIGN_LOCK), clue("i", attributes=SIGN_LOCK, yellow_minimum=1)]
    leads = [dead("a"), clue("y", attributes=SIGN)]
    game = yellow(leads=leads, hand=hand, settings={"contact": "witch-cult"})
    assert game.moves() == {"take", "pass"}
    game.play("pass; play y 2")
    assert game.moves() == {"take", "pass", "hand"}
    game.play("hand")
    assert game.moves() == {"play h 2 key"}


def test_k8_2_the_exchange_of_the_witch_cult_contact(yellow: Table) -> None:
    game = yellow(leads=[dead("t", time=True)], settings={"contact": "witch-cult"})
    game.play("pass; done")
    assert game.contact_moves() == {f"contact exchange-penalty h{place} t" for place in (1, 2, 3)}
    game.play("contact exchange-penalty h2 t")
    assert (game["time"], game["hand"]) == (["h2"], ["h1", "h3", "t"])


def test_k8_2_the_contact_of_infinite_gulfs_takes_a_discard(yellow: Table) -> None:
    game = yellow(settings={"contact": "infinite-gulfs"})
    game.play("pass; done")
    assert game.contact_moves() == {"contact take-discard l1"}


def test_k8_3_the_contact_before_a_discard_from_hand(yellow: Table) -> None:
    stack = [passion("p", "discard-hand"), *"mnoqrsu"]
    game = yellow(leads=[dead("t", time=True)], stack=stack, contact=OWN)
    game.play("pass; done")
    assert (game["pending"], game["turn"]) == ("immediate", 1)
    assert game.moves() == {"discard h1", "discard h2", "discard h3", "contact take-time t"}
    game.play("contact take-time t")
    assert (game["pending"], game["hand"]) == ("discard", ["h1", "h2", "h3", "t"])
    game.play("discard h1")
    assert (game["pending"], game["turn"]) == ("immediate", 1)
    assert game.moves() == {"discard h2", "discard h3", "discard t"}
    game.play("discard t")
    assert (game["time"], game["discard"], game["hand"]) == (["t"], ["h1"], ["h2", "h3"])
    assert (game["leads"], game["turn"]) == (["l2", "l3", "l4", "l5", "p"], 2)


def test_k8_3_the_contact_before_a_discard_from_a_case(yellow: Table) -> None:
    stack = [passion("p", "discard-case"), *"mnoqrsu"]
    game = yellow(leads=[clue("a", FIVE)], stack=stack, settings={"contact": "witch-cult"})
    game.play("play a 1")
    assert (game["pending"], game.moves()) == ("immediate", {"discard a"})
    stack = ["m", passion("p", "discard-case"), *"noqrsu"]
    leads = [dead("t", time=True), clue("a")]
    game = yellow(leads=leads, stack=stack, settings={"contact": "witch-cult"})
    game.play("pass; done; play a 2; done")
    exchanges = {f"contact exchange-penalty h{place} t" for place in (1, 2, 3)}
    assert (game["pending"], game.moves()) == ("immediate", {"discard a", *exchanges})
    game.play("contact exchange-penalty h1 t")
    assert (game["pending"], game.moves()) == ("immediate", {"discard a"})
