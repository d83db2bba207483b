"""The rulings of docs/rulings.md on strain, draws, ends and free actions, R11 to R19."""

import pytest

from tests.rules.table import FIVE, SIX, CardLike, Game, Table, clue, dead


def eight(table: Table) -> Game:
    """Eight cards lie in case 1; the ninth is the first lead, the next draw is d6."""
    cards = [clue(f"c{place}") for place in range(1, 9)]
    draws = [dead(f"d{place}", stability=place == 6) for place in range(1, 9)]
    game = table(
        leads=cards[:5],
        hand=[clue("h", effects="take-stability")],
        stack=[*cards[5:], clue("ninth", effects="take-stability"), *draws],
    )
    game.play("; ".join(f"play {card.id} 1" for card in cards))
    return game


def test_r11_every_card_after_the_seventh_costs_a_check(table: Table) -> None:
    game = eight(table)
    assert (game["discard"], game["leads"]) == (["d4"], ["ninth", "d1", "d2", "d3", "d5"])
    game.play("play ninth 1")
    assert (game["stability"], game.moves()) == (["d6"], {"take d6", "decline"})


def test_r11_a_card_from_hand_costs_it_too(table: Table) -> None:
    game = eight(table)
    game.play("hand; play h 1")
    assert (game["stability"], game.moves()) == (["d6"], {"take d6", "decline"})


def test_r11_the_line_of_another_case_does_not_count(table: Table) -> None:
    game = eight(table)
    game.play("play ninth 2")
    assert (game["stability"], game.moves()) == ([], {"decline"})


def test_r12_only_the_discard_area_is_shuffled_in(table: Table) -> None:
    leads: list[CardLike] = [dead("t", time=True), "l2", clue("b", FIVE, effects="stability-check")]
    game = table(leads=leads, stack=[*"uv", dead("x", stability=True)], reshuffles=["l2 t x b"])
    game.play("pass; pass; play b 1; check")
    assert (game["stack"], game["discard"], game["shuffles"]) == ([], [], 1)
    assert (game["leads"], game["time"]) == (["l4", "l5", "u", "v", "l2"], ["t"])
    assert (game["stability"], game.open_cases()) == (["x"], [1, 2, 3])


def test_r12_without_discards_the_refill_draws_nothing_more(table: Table) -> None:
    game = table(leads=[clue("a", effects="take-lead")], hand=[dead("t", time=True)], stack=[])
    game.play("play a 1; take l2; discard t")
    assert (game["leads"], game["stack"]) == (["l3", "l4", "l5"], [])
    assert (game.open_cases(), game["shuffles"], game["turn"]) == ([1, 2, 3], 1, 2)


def test_r12_a_refill_may_run_out_twice(table: Table) -> None:
    game = table(leads=[clue("a", effects="take-lead")], stack=[], reshuffles=["h1"])
    game.play("play a 1; take l2; discard h1")
    assert (game["leads"], game["stack"]) == (["l3", "l4", "l5", "h1"], [])
    assert (game.open_cases(), game["shuffles"]) == ([1, 2, 3, 4], 2)


def test_r12_a_check_without_any_card_gives_nothing(table: Table) -> None:
    game = table(leads=[clue("a", effects="stability-check discard-hand")], stack=[])
    game.play("play a 1; check")
    assert (game["stability"], game["discard"], game["time"]) == ([], [], [])
    assert (game.open_cases(), game["shuffles"]) == ([1, 2, 3], 1)
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_r13_a_check_that_needs_a_missing_victim_loses_at_once(table: Table) -> None:
    leads = [clue("a", effects="stability-check discard-hand")]
    game = table(leads=leads, stack=[], settings={"victims": 2})
    game.play("play a 1; check")
    assert (game["status"], game["turn"], game.moves()) == ("lost", 1, set())


@pytest.mark.parametrize(("choice", "status"), [("lose", "lost"), ("win", "won")])
def test_r13_a_complete_win_is_lost_unless_the_setting_says_win(
    witch: Table, choice: str, status: str
) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle"), clue("c", FIVE)]
    game = witch(
        leads=leads,
        reshuffles=["l4"],
        settings={"puzzles": 1, "victims": 2, "last-victim": choice},
    )
    game.play("play b 1; play p 1; play c 2; close 2; done; close 1; score p; done")
    assert (game["status"], game["picture"]) == (status, ["p"])


def test_r13_the_last_victim_itself_is_no_loss(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], settings={"limits": 1, "victims": 3})
    game.play("pass")
    assert (game["status"], game["victims_left"], game.open_cases()) == ("playing", [], [1, 2, 3])


def test_r14_the_last_closing_shuffles_and_brings_a_victim(table: Table) -> None:
    leads = [clue("b1", FIVE), clue("b2", FIVE), dead("t", time=True)]
    game = table(leads=leads, stack=["s1", "s2", "s3"], reshuffles=["t l4 s3"])
    game.play("play b1 1; play b2 2; close 1; done; close 2; done")
    assert (game.open_cases(), game.case(3)["victim"]) == ([3], "v3")
    assert (game["discard"], game["time"], game["closed"]) == ([], [], ["b1", "b2"])
    assert (game["leads"], game["stack"]) == (["l5", "s1", "s2", "s3", "t"], ["l4"])


def test_r14_the_shuffle_comes_before_the_victim(table: Table) -> None:
    leads = [clue("b1", FIVE), clue("b2", FIVE), dead("t", time=True)]
    game = table(leads=leads, reshuffles=["t"], settings={"victims": 2})
    game.play("play b1 1; play b2 2; close 1; done; close 2; done")
    assert (game["status"], game["shuffles"]) == ("lost", 1)
    assert (game["time"], game["discard"], game["stack"][0]) == ([], [], "t")


def test_r15_a_win_comes_before_everything_else_in_maintenance(witch: Table) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle"), dead("t", time=True)]
    game = witch(
        leads=leads,
        stack=["s1", "s2"],
        settings={"puzzles": 1, "limits": 1, "victims": 2},
    )
    game.play("play b 1; play p 1; close 1; score p; done")
    assert (game["status"], game["time"], game["leads"]) == ("won", ["t"], ["l4", "l5", "s1", "s2"])


def test_r16_an_exchange_ignores_the_icons(table: Table) -> None:
    game = table(
        leads=[
            clue("c", effects="stability-check"),
            dead("t", time=True),
            clue("a", effects="exchange-penalty exchange-penalty"),
        ],
        hand=[dead("hourglass", time=True), dead("plain")],
        stack=[dead("x", stability=True), *"mnopqrs"],
    )
    game.play("play c 1; check; pass; play a 1; exchange hourglass x; exchange plain t")
    assert (game["stability"], game["time"]) == (["hourglass"], ["plain"])
    assert (game["hand"], game["discard"]) == (["h3", "t", "x"], [])


TAKES = {"contact take-time t"}


def test_r18_before_the_action_is_chosen(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], contact="take-time")
    game.play("pass; done")
    assert (game["pending"], game.moves()) == ("action", {"take", "pass", *TAKES})
    game.play("contact take-time t; discard h1")
    assert (game["pending"], game["turn"], game["hand"]) == ("action", 2, ["h2", "h3", "t"])


def test_r18_after_the_lead_is_discarded(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], hand=[clue("h")], contact="take-time")
    assert game.contact_moves() == set()
    game.play("hand")
    assert game.moves() == {"play h 1", "play h 2", *TAKES}
    game.play("contact take-time t")
    assert game.moves() == {"discard h", "discard h2", "discard h3", "discard t"}
    game.play("discard h2")
    assert (game["pending"], game.moves()) == ("hand-play", {"play h 1", "play h 2"})


def test_r18_before_each_discard_to_the_hand_limit(table: Table) -> None:
    game = table(leads=[dead("t", time=True)], contact="take-time")
    game.play("pass; done; take")
    assert game.contact_moves() == TAKES
    game.play("contact take-time t")
    assert game["hand"] == ["h1", "h2", "h3", "l2", "t"]
    game.play("discard h1")
    assert game.moves() == {"discard h2", "discard h3", "discard l2", "discard t"}
    game.play("discard h2")
    assert (game["hand"], game["turn"]) == (["h3", "l2", "t"], 3)


def test_r18_before_each_effect(table: Table) -> None:
    leads = [dead("t", time=True), clue("a", effects="take-time discard-hand")]
    game = table(leads=leads, contact="take-time")
    game.play("pass; done; play a 1")
    assert game.moves() == {"take t", "decline", *TAKES}
    game.play("decline")
    assert game.moves() == {"discard h1", "discard h2", "discard h3", *TAKES}
    game.play("contact take-time t; discard t")
    assert (game["pending"], game["time"]) == ("effect", ["t"])
    assert game.moves() == {"discard h1", "discard h2", "discard h3"}


def test_r18_before_scoring_but_not_in_the_middle_of_it(table: Table) -> None:
    leads = [clue("b", FIVE), clue("p", attributes="puzzle"), clue("q", attributes="puzzle")]
    game = table(leads=[dead("t", time=True), *leads], contact="take-time")
    game.play("pass; done; play b 1; done; play p 1; done; play q 1; done; close 1")
    assert game.moves() == {"score p", "score q", "done", *TAKES}
    game.play("score p")
    assert game.moves() == {"score q", "done"}


def test_r18_scoring_goes_on_after_the_contact(table: Table) -> None:
    leads = [dead("t", time=True), clue("b", FIVE), clue("p", attributes="puzzle")]
    game = table(leads=leads, contact="take-time")
    game.play("pass; done; play b 1; done; play p 1; done; close 1; contact take-time t")
    assert game.moves() == {"discard h1", "discard h2", "discard h3", "discard t"}
    game.play("discard h3")
    assert (game["pending"], game.moves()) == ("score", {"score p", "done"})
    game.play("score p; done")
    assert (game["picture"], game["turn"], game["pending"]) == (["p"], 5, "action")


def test_r18_after_a_closing_with_scored_cards(table: Table) -> None:
    leads = [dead("t", time=True), clue("b", FIVE), clue("p", attributes="puzzle")]
    game = table(leads=leads, contact="take-time")
    game.play("pass; done; play b 1; done; play p 1; done; close 1; score p; done")
    assert (game["pending"], game.moves()) == ("window", {"done", *TAKES})
    game.play("done")
    assert (game["pending"], game.moves()) == ("action", {"take", "pass", *TAKES})


def test_r18_after_a_closing_and_its_bonus(table: Table) -> None:
    leads = [clue("b", SIX, effects="stability-check"), dead("t", time=True)]
    game = table(
        leads=leads,
        stack=[dead("x", stability=True), *"mnopqrs"],
        contact="take-time",
    )
    game.play("play b 1; check; close 1; done")
    assert (game["pending"], game.moves()) == ("bonus", {"take x", "decline"})
    game.play("decline")
    assert (game["pending"], game.moves()) == ("window", {"done", *TAKES})


def test_r18_after_the_new_victim_of_a_closing(table: Table) -> None:
    leads = [clue("b1", FIVE), clue("b2", FIVE)]
    game = table(leads=leads, contact="take-lead", reshuffles=["l3", "l4"])
    game.play("play b1 1; done; play b2 2; done; close 1; done; done; close 2; done")
    assert (game["pending"], game.open_cases(), game["turn"]) == ("window", [3], 4)
    assert game.moves() == {
        "done",
        *(f"contact take-lead {card}" for card in ("l5", "s1", "s2", "s3")),
    }


@pytest.mark.parametrize(
    "line",
    ["pass", "take; discard t", "play t 1", "hand; play h 1", "play t 1; done; close 1; done"],
)
def test_r18_before_maintenance(table: Table, line: str) -> None:
    game = table(
        leads=[clue("t", FIVE, time=True), clue("u", time=True)],
        hand=[clue("h")],
        contact="shuffle-discard",
        reshuffles=["t"],
    )
    game.play(line)
    assert (game["pending"], game.moves()) == ("window", {"done", "contact shuffle-discard"})
    turn = game["turn"]
    game.play("contact shuffle-discard")
    assert (game["turn"], game["pending"], game["shuffles"]) == (turn + 1, "action", 1)


def test_r18_the_window_can_avert_a_loss(table: Table) -> None:
    leads = [clue("a", effects="stability-check")]
    game = table(
        leads=leads,
        stack=[dead("x", stability=True), "s1", "s2"],
        contact="take-stability",
        settings={"limits": 1},
    )
    game.play("play a 1; check")
    assert game.moves() == {"done", "contact take-stability x"}
    game.play("contact take-stability x; discard x")
    assert (game["status"], game["turn"], game["discard"]) == ("playing", 2, ["x"])


def empty_row(table: Table, contact: str = "") -> Game:
    """A turn begins without leads: all went to the time area, stack and discard area are empty."""
    leads = [clue("a", FIVE, effects="discard-lead " * 4)]
    leads += [dead(f"t{place}", time=True) for place in range(2, 6)]
    game = table(leads=leads, hand=[clue("h")], stack=[], contact=contact, settings={"limits": 9})
    game.play("play a 1; discard t2; discard t3; discard t4; discard t5")
    if contact:
        game.play("done")
    return game


def test_r19_without_a_first_lead_the_turn_is_a_pass(table: Table) -> None:
    game = empty_row(table)
    assert (game["leads"], game["pending"], game["turn"]) == ([], "action", 2)
    assert game.moves() == {"pass"}
    assert game.open_cases() == [1, 2, 3]
    game.play("pass")
    assert (game["discard"], game["hand"], game["turn"]) == ([], ["h", "h2", "h3"], 3)
    assert game.open_cases() == [1, 2, 3, 4]


def test_r19_the_contact_may_still_be_used(table: Table) -> None:
    game = empty_row(table, contact="take-time")
    assert game.moves() == {"pass", *(f"contact take-time t{place}" for place in range(2, 6))}
    game.play("contact take-time t4; discard h2")
    assert (game.moves(), game["discard"]) == ({"pass"}, ["h2"])
    game.play("pass")
    assert (game["leads"], game["turn"]) == (["h2"], 3)
