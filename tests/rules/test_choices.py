"""The further choices of docs/rulings.md, C1 to C7."""

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.errors import IllegalMoveError
from tests.rules.table import FIVE, CardLike, Table, clue, dead


@pytest.mark.parametrize(
    ("contact", "lead"),
    [
        ("take-discard", clue("a")),
        ("take-time", clue("a", time=True)),
        ("exchange-penalty", clue("a", time=True)),
    ],
)
def test_c1_the_contact_may_fetch_the_lead_to_be_played(
    table: Table, contact: str, lead: Clue
) -> None:
    game = table(leads=[lead], contact=contact)
    assert game.moves() == {"take", "pass", "hand", "play a 1", "play a 2"}


def test_c1_other_cards_within_reach_count_too(table: Table) -> None:
    assert "hand" in table(leads=["l1", clue("a")], contact="take-lead").moves()
    assert "hand" in table(stack=["s1", clue("s"), "s3"], contact="search-stack").moves()


def test_c1_closed_and_stability_cards_within_reach_count_too(table: Table) -> None:
    leads: list[CardLike] = [clue("b", FIVE), clue("c", effects="stability-check"), "l3"]
    stack: list[CardLike] = ["s1", clue("x", stability=True), *"mnopqrs"]
    game = table(leads=leads, stack=stack, contact="take-closed")
    game.play("play b 1; play c 1; check; close 1; done; done")
    assert "hand" in game.moves()
    game = table(leads=leads, stack=stack, contact="take-stability")
    game.play("play b 1; play c 1; check; done")
    assert "hand" in game.moves()


@pytest.mark.parametrize(
    "contact", ["take-discard", "take-lead", "take-time", "search-stack", "key", "shuffle-discard"]
)
def test_c1_dead_cards_within_reach_do_not_count(table: Table, contact: str) -> None:
    moves = {move for move in table(contact=contact).moves() if not move.startswith("contact")}
    assert moves == {"take", "pass"}


def test_c1_the_first_lead_is_no_lead_any_more(table: Table) -> None:
    moves = table(leads=[clue("a")], contact="take-lead").moves()
    assert "hand" not in moves


@pytest.mark.parametrize(
    ("contact", "icon"), [("take-discard", True), ("take-time", False), ("exchange-penalty", False)]
)
def test_c1_the_contact_must_reach_the_area_of_the_lead(
    table: Table, contact: str, icon: bool
) -> None:
    game = table(leads=[clue("a", time=icon)], contact=contact)
    assert game.moves() == {"take", "pass", "play a 1", "play a 2"}


def test_c1_a_used_contact_brings_nothing(table: Table) -> None:
    game = table(leads=[clue("a"), clue("b")], contact="take-discard")
    game.play("take; discard a; contact take-discard a; discard a")
    assert game.moves() == {"take", "pass", "play b 1", "play b 2"}


def test_c1_an_exchange_needs_a_hand_card(table: Table) -> None:
    leads = [clue("b", effects="discard-hand " * 3), clue("a", time=True)]
    game = table(leads=leads, contact="exchange-penalty")
    game.play("play b 1; discard h1; discard h2; discard h3")
    assert game.moves() == {"take", "pass", "play a 1", "play a 2"}


def test_c1_a_lock_within_reach_needs_a_key_in_the_line(table: Table) -> None:
    leads: list[CardLike] = ["l1", clue("l", attributes="lock")]
    assert "hand" not in table(leads=leads, contact="key take-lead").moves()


def test_c1_until_the_contact_helps_only_passing_is_left(table: Table) -> None:
    game = table(leads=[clue("a")], contact="take-discard")
    game.play("hand")
    assert game.moves() == {"contact take-discard a", "pass"}
    game.play("contact take-discard a; discard h1")
    assert (game["pending"], game.moves()) == ("hand-play", {"play a 1", "play a 2"})
    game.play("play a 2")
    assert (game.case(2)["line"], game["discard"], game["turn"]) == (["a"], ["h1"], 2)


def test_c1_a_play_that_became_impossible_is_a_pass(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], hand=[clue("h")], contact="exchange-penalty")
    game.play("hand")
    assert "pass" not in game.moves()
    game.play("contact exchange-penalty h t")
    assert game.moves() == {"pass"}
    game.play("pass")
    assert (game["turn"], game["time"], game["hand"]) == (2, ["h"], ["h2", "h3", "t"])
    assert (game["leads"], game["discard"]) == (["l2", "l3", "l4", "l5", "s1"], [])


def test_c1_a_lock_in_hand_counts_with_the_key_of_the_contact(table: Table) -> None:
    game = table(hand=[clue("l", attributes="lock")], contact="key")
    assert game.moves() == {"take", "pass", "hand"}
    game.play("hand")
    assert game.moves() == {"play l 1 key", "play l 2 key"}


def test_c2_shuffling_in_an_empty_discard_area_shuffles_the_stack(table: Table) -> None:
    leads = [clue("a", effects="shuffle-discard discard-hand")]
    game = table(leads=leads, stack=["s1", "s2", "s3"], reshuffles=["s3 s1 s2"])
    game.play("play a 1")
    assert game.moves() == {"shuffle", "decline"}
    game.play("shuffle")
    assert (game["stack"], game["shuffles"]) == (["s3", "s1", "s2"], 1)


def test_c2_so_does_the_contact(table: Table) -> None:
    game = table(stack=["s1", "s2"], contact="shuffle-discard", reshuffles=["s2"])
    assert game.contact_moves() == {"contact shuffle-discard"}
    game.play("contact shuffle-discard")
    assert (game["stack"], game["shuffles"]) == (["s2", "s1"], 1)


def test_c3_the_key_is_offered_only_where_it_is_needed(table: Table) -> None:
    leads = [clue("k", attributes="key"), clue("l", attributes="lock")]
    game = table(leads=leads, contact="key")
    assert game.moves() == {"take", "pass", "play k 1", "play k 2"}
    game.play("play k 1")
    assert game.moves() == {"take", "pass", "play l 1", "play l 2 key"}
    with pytest.raises(IllegalMoveError):
        game.play("play l 1 key")


def test_c3_the_key_is_not_offered_where_it_does_not_help(table: Table) -> None:
    leads = [
        clue("a"),
        clue("l", left="interview", attributes="lock"),
        clue("m", attributes="lock", minimum=2),
    ]
    game = table(leads=leads, contact="key")
    game.play("play a 1")
    assert game.moves() == {"take", "pass"}
    game.play("pass")
    assert game.moves() == {"take", "pass"}


def test_c4_scoring_goes_in_the_order_of_the_deck_file(table: Table) -> None:
    leads = [
        clue("b", FIVE),
        clue("z", attributes="puzzle"),
        clue("m", attributes="puzzle"),
        clue("a", attributes="puzzle"),
    ]
    game = table(leads=leads)
    game.play("play b 1; play z 1; play m 1; play a 1; close 1")
    assert game.moves() == {"score z", "score m", "score a", "done"}
    game.play("score m")
    assert game.moves() == {"score a", "done"}
    game.play("score a")
    assert game.moves() == {"done"}


def test_c4_the_next_closing_begins_anew(table: Table) -> None:
    leads = [
        clue("b1", FIVE),
        clue("b2", FIVE),
        clue("p1", attributes="puzzle"),
        clue("p2", attributes="puzzle"),
    ]
    game = table(leads=leads)
    game.play("play b1 1; play b2 2; play p1 2; play p2 1; close 1; score p2; done; close 2")
    assert game.moves() == {"score p1", "done"}


def test_c5_a_draw_from_an_unknown_order_ends_the_known_game(table: Table) -> None:
    game = table(leads=["l1", "l2"], stack=["s1"])
    game.play("pass; pass")
    assert (game["status"], game["pending"], game.moves()) == ("unknown-shuffle", "over", set())


def test_c5_a_single_card_is_known(table: Table) -> None:
    game = table(stack=[])
    game.play("pass")
    assert (game["status"], game["leads"]) == ("playing", ["l2", "l3", "l4", "l5", "l1"])


def test_c5_an_unknown_shuffle_matters_only_when_a_card_is_drawn(table: Table) -> None:
    leads = [clue("a", effects="search-stack search-stack discard-hand")]
    game = table(leads=leads, stack=["s1", "s2", "s3", "s4"])
    game.play("play a 1; search s2; discard h1")
    assert (game["status"], game["shuffles"]) == ("playing", 1)
    assert game.moves() == {"search s1", "search s3", "search s4", "decline"}
    game.play("search s3; discard h2")
    assert game.moves() == {"discard h3", "discard s2", "discard s3"}
    game.play("discard s3")
    assert game["status"] == "unknown-shuffle"


def test_c5_a_check_from_an_unknown_order_ends_the_known_game(table: Table) -> None:
    leads = [clue("a", effects="search-stack stability-check")]
    game = table(leads=leads, stack=["s1", "s2", "s3"])
    game.play("play a 1; search s2; discard h1; check")
    assert game["status"] == "unknown-shuffle"


def test_c5_searching_down_to_one_card_makes_the_stack_known_again(table: Table) -> None:
    leads = [clue("a", effects="search-stack")]
    game = table(leads=leads, stack=["s1", "s2"])
    game.play("play a 1; search s2; discard h1")
    assert (game["status"], game["leads"][-1]) == ("playing", "s1")


def test_c5_a_missing_victim_comes_before_an_unknown_shuffle(table: Table) -> None:
    game = table(leads=["l1", "l2"], stack=["s1"], settings={"victims": 2})
    game.play("pass; pass")
    assert game["status"] == "lost"


def test_c5_a_win_needs_no_draw(witch: Table) -> None:
    leads = [clue("b1", FIVE), clue("b2", FIVE), clue("p", attributes="puzzle")]
    game = witch(leads=leads, settings={"puzzles": 1})
    game.play("play b1 1; play b2 2; play p 2; close 1; done; close 2; score p; done")
    assert (game["status"], game["shuffles"]) == ("won", 1)


def test_c5_only_the_shuffles_that_are_given_are_known(table: Table) -> None:
    leads = [clue("a", effects="shuffle-discard"), clue("b", effects="shuffle-discard")]
    game = table(leads=leads, reshuffles=["s9 s8"])
    game.play("play a 1; shuffle")
    assert (game["status"], game["leads"][-1]) == ("playing", "s9")
    game.play("play b 1; shuffle")
    assert game["status"] == "unknown-shuffle"


def test_c6_no_decision_between_the_lead_and_its_play(table: Table) -> None:
    leads = [dead("t", time=True), clue("a")]
    game = table(leads=leads, contact="exchange-penalty")
    game.play("pass; done; play a 1")
    assert (game.case(1)["line"], game["pending"]) == (["a"], "window")


def test_c7_the_window_needs_a_side_that_could_be_used(table: Table) -> None:
    game = table(contact="key exchange-penalty")
    game.play("pass")
    assert (game["turn"], game["pending"]) == (2, "action")
    game = table(leads=[dead("t", time=True)], contact="key exchange-penalty")
    game.play("pass")
    assert (game["turn"], game["pending"]) == (1, "window")
    game.play("done")
    assert (game["turn"], game["pending"]) == (2, "action")


def test_c7_the_key_side_alone_opens_no_window(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], hand=[clue("l", attributes="lock")], contact="key")
    game.play("pass")
    assert (game["turn"], game["pending"]) == (2, "action")


@pytest.mark.parametrize(("stack", "pending"), [(["s1"], "window"), ([], "action")])
def test_c7_a_search_needs_a_stack(table: Table, stack: list[str], pending: str) -> None:
    game = table(stack=stack, contact="search-stack")
    game.play("pass")
    assert game["pending"] == pending


def test_c7_a_used_contact_opens_no_window(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], contact="exchange-penalty")
    game.play("pass; contact exchange-penalty h1 t")
    assert (game["turn"], game["pending"], game["time"]) == (2, "action", ["h1"])


def test_c7_strain_follows_the_play_without_a_decision(table: Table) -> None:
    cards = [clue(f"c{place}") for place in range(1, 9)]
    stack = [*cards[5:], *(dead(f"d{place}", stability=place == 5) for place in range(1, 9))]
    game = table(leads=cards[:5], stack=stack, contact="take-stability")
    game.play("; ".join(f"play {card.id} 1" for card in cards))
    assert (game["turn"], game["pending"]) == (8, "window")
    assert game.moves() == {"done", "contact take-stability d5"}
