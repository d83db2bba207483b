"""Rules K6, K7, K9 and K10: closing, maintenance, settings and ends of The King in Yellow."""

import pytest

from casecracker.engine.errors import GameError
from casecracker.engine.games import find_game, make_settings
from tests.rules.table import FIVE, SIX, YELLOW, CardLike, Game, Table, clue, dead, passion

ALL = f"{FIVE} passion"


def test_k6_1_scoring_leaves_five_types(yellow: Table) -> None:
    leads = [
        clue("b", "person threat artifact evidence"),
        clue("p", "location", attributes="puzzle"),
        clue("q", "passion", attributes="puzzle"),
    ]
    game = yellow(leads=leads)
    game.play("play b 1; play p 1; play q 1; close 1")
    assert (game["pending"], game.moves()) == ("score", {"score p", "score q", "done"})
    game.play("score q")
    assert game.moves() == {"done"}
    game.play("done")
    assert (game["picture"], game["closed"]) == (["q"], ["b", "p"])


@pytest.mark.parametrize(
    ("types", "pending"), [(ALL, "bonus"), (FIVE, "action"), (f"{FIVE[7:]} passion", "action")]
)
def test_k6_1_passion_is_the_sixth_type_of_the_bonus(
    yellow: Table, types: str, pending: str
) -> None:
    leads = [clue("b", types, effects="stability-check")]
    game = yellow(leads=leads, stack=[dead("x", stability=True), *"mnoqrsu"])
    game.play("play b 1; check; close 1; done")
    assert game["pending"] == pending
    if pending == "bonus":
        assert game.moves() == {"take x", "decline"}


def test_k6_1_the_last_closing_shuffles_and_brings_a_victim(yellow: Table) -> None:
    leads = [clue("b", ALL, effects="stability-check"), clue("c", FIVE), dead("t", time=True)]
    stack: list[CardLike] = [dead("x", stability=True), *"mnopq"]
    game = yellow(leads=leads, stack=stack, reshuffles=["t q l4"])
    game.play("play b 1; check; play c 2; close 2; done; close 1; done")
    assert (game.open_cases(), game["pending"], game["shuffles"]) == ([3], "bonus", 1)
    assert (game["discard"], game["time"], game["stack"][:3]) == ([], [], ["t", "q", "l4"])
    assert game.moves() == {"take x", "decline"}


def test_k7_1_stability_time_and_refill(yellow: Table) -> None:
    leads = [dead("t", time=True), clue("a", effects="stability-check")]
    stack: list[CardLike] = ["m", dead("x", stability=True), *"noqrsu"]
    game = yellow(leads=leads, stack=stack, settings={"limits": 1})
    game.play("pass")
    assert (game["time"], game["discard"], game.open_cases()) == ([], ["t"], [1, 2, 3])
    assert game["leads"] == ["a", "l3", "l4", "l5", "m"]
    game.play("play a 3; check")
    assert (game["status"], game["pending"]) == ("lost", "over")


def test_k7_1_an_empty_stack_brings_a_victim_and_the_discards(yellow: Table) -> None:
    game = yellow(leads=["l1", "l2"], stack=["s1"], reshuffles=["l2 l1"])
    game.play("pass; pass")
    assert (game["leads"], game["stack"]) == (["l3", "l4", "l5", "s1", "l2"], ["l1"])
    assert (game.open_cases(), game["discard"], game["shuffles"]) == ([1, 2, 3], [], 1)


def scored(table: Table, wanted: int, *cards: str) -> Game:
    """Puzzles of these types were scored in one closing; one with a `!` is the King."""
    puzzles = [
        clue(
            f"p{place}",
            text.strip("!"),
            attributes="puzzle king" if text.endswith("!") else "puzzle",
        )
        for place, text in enumerate(cards)
    ]
    line = [clue("b", SIX), *puzzles]
    game = table(
        leads=line[:5],
        stack=[*line[5:], *"mnopqrst"],
        settings={"puzzles": wanted},
    )
    game.play("; ".join(f"play {card.id} 1" for card in line))
    game.play("; ".join(["close 1", *(f"score {card.id}" for card in puzzles), "done"]))
    return game


@pytest.mark.parametrize(
    ("cards", "status"),
    [
        (FIVE.split(), "playing"),
        (["person!", *FIVE.split()[1:]], "won"),
        ([*FIVE.split()[:4], "passion!"], "won"),
        ([*FIVE.split()[:4], "evidence!"], "playing"),
        ([*FIVE.split(), "evidence!"], "won"),
        ([*FIVE.split(), "passion"], "playing"),
    ],
)
def test_k7_2_five_types_with_the_king_win(yellow: Table, cards: list[str], status: str) -> None:
    assert scored(yellow, 5, *cards)["status"] == status


@pytest.mark.parametrize(
    ("cards", "status"),
    [
        (["person!"], "won"),
        (["person"], "playing"),
        (["person threat artifact evidence location passion"], "playing"),
    ],
)
def test_k7_2_one_type_is_that_of_the_king(yellow: Table, cards: list[str], status: str) -> None:
    assert scored(yellow, 1, *cards)["status"] == status


def test_k7_2_the_king_in_the_closed_cases_does_not_count(yellow: Table) -> None:
    leads = [
        clue("b", FIVE),
        clue("k", "passion", attributes="puzzle king"),
        clue("p", "threat", attributes="puzzle"),
    ]
    game = yellow(leads=leads, settings={"puzzles": 1})
    game.play("play b 1; play k 1; play p 1; close 1; score p; done")
    assert (game["status"], game["closed"], game["picture"]) == ("playing", ["b", "k"], ["p"])


def test_k7_3_an_effect_comes_before_the_next_card_is_drawn(yellow: Table) -> None:
    leads = [clue("a", effects="discard-lead discard-lead")]
    game = yellow(leads=leads, stack=["s1", passion("p", "discard-top"), "s3", "s4", "s5"])
    game.play("play a 1; discard l3; discard l5")
    assert game["leads"] == ["l2", "l4", "s1", "p", "s4"]
    assert (game["discard"], game["stack"]) == (["l3", "l5", "s3"], ["s5"])


def test_k7_3_several_effects_in_one_refill(yellow: Table) -> None:
    leads = [clue("a", effects="discard-lead discard-lead")]
    stack: list[CardLike] = [
        passion("p", "discard-hand"),
        passion("q", "discard-top"),
        "s3",
        "s4",
        "s5",
    ]
    game = yellow(leads=leads, stack=stack)
    game.play("play a 1; discard l3; discard l5")
    assert (game["pending"], game["leads"], game["turn"]) == ("immediate", ["l2", "l4", "p"], 1)
    assert game["stack"] == ["q", "s3", "s4", "s5"]
    game.play("discard h2")
    assert (game["leads"], game["turn"]) == (["l2", "l4", "p", "q", "s4"], 2)
    assert (game["discard"], game["stack"]) == (["h2", "l3", "l5", "s3"], ["s5"])


def test_k7_3_penalties_of_the_refill_wait_for_the_next_maintenance(yellow: Table) -> None:
    stack: list[CardLike] = [passion("p", "discard-top"), dead("t", time=True), *"mnoqrsu"]
    game = yellow(stack=stack, settings={"limits": 1})
    game.play("pass")
    assert (game["time"], game.open_cases(), game["turn"]) == (["t"], [1, 2], 2)
    game.play("pass")
    assert (game["time"], game.open_cases(), game["discard"]) == ([], [1, 2, 3], ["l1", "l2", "t"])


def test_k9_1_the_settings_are_the_common_ones() -> None:
    game = find_game(YELLOW)
    assert dict(make_settings(game, {})) == {
        "limits": 5,
        "victims": 5,
        "puzzles": 5,
        "last-victim": "lose",
        "contact": "own",
    }
    for name, values in {
        "limits": (5, 6),
        "victims": (4, 5, 6),
        "puzzles": (5, 6),
        "last-victim": ("lose", "win"),
        "contact": ("own", "none", "witch-cult", "infinite-gulfs"),
    }.items():
        assert game.setting(name).choices == values


@pytest.mark.parametrize("contact", ["king-in-yellow", "all"])
def test_k9_1_the_own_contact_is_chosen_as_own(contact: str) -> None:
    with pytest.raises(GameError, match="contact"):
        make_settings(find_game(YELLOW), {"contact": contact})


def test_k9_1_without_a_contact_nothing_is_offered(yellow: Table) -> None:
    game = yellow(
        leads=[dead("t", time=True)],
        stack=["m", passion("p", "discard-hand"), *"noqrsu"],
        contact="take-stability take-time",
        settings={"contact": "none"},
    )
    game.play("pass")
    assert (game["pending"], game.moves()) == ("action", {"take", "pass"})
    game.play("pass")
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


@pytest.mark.parametrize(
    ("cards", "status"),
    [
        (["person!", *FIVE.split()[1:]], "playing"),
        (["person!", *FIVE.split()[1:], "passion"], "won"),
        ([*FIVE.split(), "passion"], "playing"),
        ([*FIVE.split(), "threat!"], "playing"),
    ],
)
def test_k9_2_six_types_include_the_king(yellow: Table, cards: list[str], status: str) -> None:
    assert scored(yellow, 6, *cards)["status"] == status


@pytest.mark.parametrize(("choice", "king"), [("lose", True), ("win", True), ("win", False)])
def test_k10_1_a_missing_victim_loses_unless_the_win_is_complete(
    yellow: Table, choice: str, king: bool
) -> None:
    attributes = "puzzle king" if king else "puzzle"
    leads = [clue("b", FIVE), clue("c", FIVE), clue("p", attributes=attributes)]
    game = yellow(
        leads=leads,
        reshuffles=["l4 l5"],
        settings={"puzzles": 1, "victims": 2, "last-victim": choice},
    )
    game.play("play b 1; play c 2; play p 2; close 1; done; close 2; score p; done")
    assert game["status"] == ("won" if choice == "win" and king else "lost")
    assert (game["pending"], game.moves()) == ("over", set())


def test_k10_1_the_win_is_seen_in_maintenance(yellow: Table) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle king"), dead("t", time=True)]
    game = yellow(leads=leads, settings={"puzzles": 1, "limits": 1, "victims": 2})
    game.play("play b 1; play p 1; close 1; score p")
    assert game["status"] == "playing"
    game.play("done")
    assert (game["status"], game["time"], game["turn"]) == ("won", ["t"], 3)


@pytest.mark.parametrize(
    ("wanted", "cards", "status"),
    [
        (2, ["person!", "person"], "playing"),
        (2, ["person!", "person threat"], "won"),
        (2, ["person threat!", "person"], "won"),
        (2, ["person", "person threat!"], "won"),
        (2, ["person threat!"], "playing"),
        (2, ["person", "threat", "person!"], "won"),
        (2, ["person", "threat"], "playing"),
        (3, ["person!", "person", "threat"], "playing"),
        (3, ["person threat!", "person", "threat"], "playing"),
        (3, ["person threat", "threat artifact!", "person"], "won"),
    ],
)
def test_r9_the_king_counts_as_one_of_the_types(
    yellow: Table, wanted: int, cards: list[str], status: str
) -> None:
    assert scored(yellow, wanted, *cards)["status"] == status
