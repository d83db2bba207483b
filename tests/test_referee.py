"""The referee, rule by rule, on small hand-made decks; then random games to their end.

Each test is named after its rule. In the hand-made deals the leads are L1 ... L5 in order and the
hand is H1 ... H3, unless a test says otherwise.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Unpack

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.errors import IllegalMoveError, MoveError
from casecracker.engine.games import WITCH_CULT
from casecracker.engine.referee import Referee, replay
from tests.decks import TYPES, Chance, make_clue, make_deal, make_deck, random_deal, random_move

RANDOM_GAMES = 700


def table_of(
    leads: str,
    hand: str,
    stack: str = "",
    *clues: Clue,
    sides: str = "",
    icons: Sequence[str] = ("any", "any", "any", "any"),
    **chance: Unpack[Chance],
) -> Referee:
    """A game with these leads (first lead first), hand and stack; cards not described are blank.

    `sides` are those of the deck's contact, `icons` those of the victims. Seed 1 decides the
    later shuffles if nothing else is said.
    """
    drawn = [*reversed(leads.split()), *hand.split(), *stack.split()]
    described = {clue.id for clue in clues}
    cards = [*clues, *(make_clue(name) for name in drawn if name not in described)]
    chance["draw"] = " ".join(drawn)
    chance.setdefault("seed", 1)
    return Referee(make_deal(make_deck(cards, icons=icons, sides=sides), **chance))


def play_all(referee: Referee, moves: str) -> None:
    for move in moves.split(";"):
        referee.play(move)


def refusal(referee: Referee, move: str) -> str:
    """Why the move is illegal; the state must not change."""
    before = referee.snapshot()
    with pytest.raises(IllegalMoveError) as error:
        referee.play(move)
    assert referee.snapshot() == before
    message = str(error.value)
    assert message.startswith(f"turn {referee.turn}, '{move}': ")
    assert "\n" not in message
    return message.split("': ", 1)[1]


def area(referee: Referee, name: str) -> list[str]:
    """The cards of an area of the snapshot, or its victims left."""
    cards = referee.snapshot()[name]
    assert isinstance(cards, list)
    return cards


def open_cases(referee: Referee) -> list[dict[str, object]]:
    cases = referee.snapshot()["cases"]
    assert isinstance(cases, list)
    return cases


def case_numbers(referee: Referee) -> list[object]:
    return [case["number"] for case in open_cases(referee)]


LEADS, HAND = "l1 l2 l3 l4 l5", "h1 h2 h3"


def built(
    sequence: str, *clues: Clue, plays: str = "", sides: str = "", **chance: Unpack[Chance]
) -> Referee:
    """A game whose cards appear in this order, the leads first, and are played to case 1.

    Cards t1 ... t6 are puzzles of the six types, x1, x2, ... more puzzles of the first type, and
    the rest, s1 ... s6 after the sequence among them, are blank. The hand is h1 h2 h3.
    `plays` names the cards to play if they are not all; checks are made as they come.
    """
    described = {clue.id for clue in clues}
    puzzles = [
        make_clue(name, TYPES[int(name[1:]) - 1 if name[0] == "t" else 0], attributes="puzzle")
        for name in sequence.split()
        if name[0] in "txy" and name not in described
    ]
    order = [*sequence.split(), *(f"s{n}" for n in range(1, 7))]
    cards = [*puzzles, *clues]
    leads, stack = " ".join(order[:5]), " ".join(order[5:])
    referee = table_of(leads, HAND, stack, *cards, sides=sides, **chance)
    for card in (plays or sequence).split():
        referee.play(f"play {card} 1")
        while referee.pending != "action":
            referee.play("check" if referee.pending == "effect" else "done")
    return referee


def second_closing(**chance: Unpack[Chance]) -> Referee:
    """Case 1 was closed, nothing scored; case 2 shows five types and can score y1.

    The first lead is s2, s1 is in the discard area and no shuffle has been made.
    """
    second = [make_clue(f"u{n}", kind) for n, kind in enumerate(TYPES[:5], 1)]
    sequence = "t1 t2 t3 t4 t5 s1 u1 u2 u3 u4 u5 y1 s2 s3 s4 s5 s6 s7"
    described = [make_clue(f"t{n}", kind) for n, kind in enumerate(TYPES[:5], 1)]
    described += [*second, make_clue("y1", TYPES[0], attributes="puzzle")]
    leads, stack = sequence[:14], sequence[15:]
    referee = table_of(leads, HAND, stack, *described, **chance)
    play_all(referee, "; ".join(f"play t{n} 1" for n in range(1, 6)))
    play_all(referee, "close 1; done")
    play_all(referee, "; ".join(f"play u{n} 2" for n in range(1, 6)))
    referee.play("play y1 2")
    return referee


class TestSetup:
    def test_leads_are_laid_from_right_to_left_and_then_the_hand_is_drawn(self) -> None:
        deck = make_deck([make_clue(f"c{n}") for n in range(10)])
        referee = Referee(make_deal(deck, draw="c9 c8 c7 c6 c5 c4 c3 c2 c1 c0", victims=3))
        assert referee.snapshot() == {
            "turn": 1,
            "status": "playing",
            "pending": "action",
            "leads": ["c5", "c6", "c7", "c8", "c9"],
            "hand": ["c2", "c3", "c4"],
            "discard": [],
            "time": [],
            "stability": [],
            "closed": [],
            "picture": [],
            "stack": ["c1", "c0"],
            "cases": [
                {"number": 1, "victim": "v1", "line": [], "last": None, "key_effects": 0},
                {"number": 2, "victim": "v2", "line": [], "last": None, "key_effects": 0},
            ],
            "victims_left": ["v3"],
            "contact_used": False,
            "shuffles": 0,
        }

    def test_moves_of_the_first_turn(self) -> None:
        referee = table_of(LEADS, HAND)
        assert referee.legal() == ["take", "play l1 1", "play l1 2", "hand", "pass"]


class TestActions:
    def test_a_take_puts_the_first_lead_in_hand_and_the_hand_limit_is_three(self) -> None:
        referee = table_of(LEADS, HAND, "s1 s2")
        referee.play("take")
        assert referee.pending == "discard"
        assert referee.legal() == [f"discard {card}" for card in ("h1", "h2", "h3", "l1")]
        referee.play("discard l1")  # the card just taken may be the one discarded
        assert (referee.turn, area(referee, "discard")) == (2, ["l1"])
        assert area(referee, "leads") == ["l2", "l3", "l4", "l5", "s1"]

    def test_b_play_puts_the_first_lead_at_the_end_of_a_line(self) -> None:
        referee = table_of(LEADS, HAND, "s1 s2")
        play_all(referee, "play l1 2; play l2 2")
        case = {"number": 2, "victim": "v2", "line": ["l1", "l2"], "last": "l2", "key_effects": 0}
        assert case in open_cases(referee)

    def test_b_only_the_first_lead_may_be_played(self) -> None:
        referee = table_of(LEADS, HAND)
        assert refusal(referee, "play l2 1") == "l2 is not the first lead: l1 is"

    def test_c_hand_discards_the_lead_before_a_card_from_hand_is_played(self) -> None:
        fetch = make_clue("h1", effects="take-discard")
        referee = table_of(LEADS, HAND, "s1 s2", fetch)
        play_all(referee, "hand; play h1 1")
        assert referee.legal() == ["take l1", "decline"]

    def test_c_hand_must_be_followed_by_a_play(self) -> None:
        referee = table_of(LEADS, HAND)
        referee.play("hand")
        assert "pass" not in referee.legal()
        assert "can be played" in refusal(referee, "pass")

    def test_c_hand_needs_a_card_in_hand_that_can_be_played(self) -> None:
        clues = [make_clue(card, minimum=1) for card in HAND.split()]
        referee = table_of(LEADS, HAND, "", *clues)
        assert "no card in hand can be played" in refusal(referee, "hand")

    def test_e_pass_discards_the_first_lead(self) -> None:
        referee = table_of(LEADS, HAND, "s1")
        referee.play("pass")
        assert area(referee, "discard") == ["l1"]

    def test_a_turn_without_a_first_lead_is_a_pass(self) -> None:
        clear = make_clue("l1", effects="discard-lead discard-lead discard-lead discard-lead")
        hourglasses = [make_clue(f"l{n}", time=True) for n in range(2, 6)]
        referee = table_of(LEADS, HAND, "", clear, *hourglasses, limits=5)
        play_all(referee, "play l1 1; discard l2; discard l3; discard l4; discard l5")
        assert (referee.turn, referee.legal()) == (2, ["pass"])
        assert refusal(referee, "take") == "without a first lead the turn is a pass"
        referee.play("pass")
        assert len(area(referee, "time")) == 4


class TestPlays:
    def test_a_left_icon_must_match_a_right_icon_of_the_last_card(self) -> None:
        first = make_clue("l1", right="research interview")
        fits = make_clue("l2", left="interview")
        referee = table_of(LEADS, HAND, "s1 s2", first, fits, make_clue("l3", left="surveillance"))
        play_all(referee, "play l1 1; play l2 1")
        assert area(referee, "leads")[0] == "l3"  # l2 ends in "any", which suits every card
        assert "play l3 1" in referee.legal()

    def test_edges_that_do_not_match_are_named(self) -> None:
        lead = make_clue("l1", left="collection")
        referee = table_of(LEADS, HAND, "", lead, icons=["research interview", "collection"])
        assert refusal(referee, "play l1 1") == (
            "edge icons do not match: l1 shows collection on its left edge, "
            "case 1 ends in research and interview"
        )
        referee.play("play l1 2")

    def test_a_card_that_shows_any_on_its_left_fits_everywhere(self) -> None:
        referee = table_of(LEADS, HAND, "", make_clue("l1"), icons=["research", "interview"])
        assert {"play l1 1", "play l1 2"} <= set(referee.legal())

    def test_a_card_minimum_counts_the_cards_already_in_the_line(self) -> None:
        referee = table_of(LEADS, HAND, "s1 s2", make_clue("l2", minimum=1))
        referee.play("play l1 1")
        assert refusal(referee, "play l2 2") == (
            "card minimum not reached: l2 needs 1 card already in the line, case 2 has 0"
        )
        referee.play("play l2 1")

    def test_a_lock_needs_a_key_in_that_line(self) -> None:
        lock = make_clue("l2", attributes="lock")
        referee = table_of(LEADS, HAND, "s1 s2", make_clue("l1", attributes="key"), lock)
        referee.play("play l1 1")
        assert refusal(referee, "play l2 2") == (
            "Lock needs a Key in that line: case 2 has 0 keys and 0 locks"
        )
        referee.play("play l2 1")

    def test_each_key_opens_one_lock(self) -> None:
        locks = [make_clue(card, attributes="lock") for card in ("l2", "l3")]
        referee = table_of(LEADS, HAND, "s1 s2 s3", make_clue("l1", attributes="key"), *locks)
        play_all(referee, "play l1 1; play l2 1")
        assert refusal(referee, "play l3 1") == (
            "Lock needs a Key in that line: case 1 has 1 key and 1 lock"
        )

    def test_a_card_does_not_open_its_own_lock_but_its_key_serves_later(self) -> None:
        both = [make_clue(card, attributes="key lock") for card in ("l1", "l3")]
        referee = table_of(LEADS, HAND, "s1 s2 s3", *both, make_clue("l2", attributes="key"))
        assert "play l1 1" not in referee.legal()
        play_all(referee, "pass; play l2 1; play l3 1")

    def test_the_eighth_card_of_a_line_costs_a_stability_check_before_its_effects(self) -> None:
        lead = make_clue("s3", effects="take-stability")
        checked = make_clue("s4", stability=True)
        stack = "s1 s2 s3 s4 s5 s6 s7 s8 s9"
        referee = table_of(LEADS, HAND, stack, lead, checked, make_clue("s8", stability=True))
        play_all(referee, "play l1 1; play l2 1; play l3 1; play l4 1; play l5 1; play s1 1")
        play_all(referee, "play s2 1")
        assert area(referee, "stability") == []  # the seventh is free
        referee.play("play s3 1")
        assert area(referee, "stability") == ["s8"]
        assert referee.legal() == ["take s8", "decline"]


class TestDiscards:
    def test_a_discarded_card_with_the_hourglass_goes_to_the_time_area(self) -> None:
        referee = table_of(LEADS, HAND, "s1", make_clue("l1", time=True))
        referee.play("pass")
        assert (area(referee, "time"), area(referee, "discard")) == (["l1"], [])

    def test_a_stability_check_discards_a_card_without_the_icon(self) -> None:
        hourglass = make_clue("s1", time=True)
        referee = table_of(
            LEADS, HAND, "s1 s2", make_clue("l1", effects="stability-check"), hourglass
        )
        referee.play("play l1 1")
        assert referee.legal() == ["check"]
        referee.play("check")
        assert area(referee, "time") == ["s1"]

    def test_a_failed_check_goes_to_the_stability_area_even_with_an_hourglass(self) -> None:
        both = make_clue("s1", time=True, stability=True)
        referee = table_of(LEADS, HAND, "s1 s2", make_clue("l1", effects="stability-check"), both)
        play_all(referee, "play l1 1; check")
        assert (area(referee, "stability"), area(referee, "time")) == (["s1"], [])


class TestEffects:
    def effect_table(self, effects: str, *clues: Clue, **chance: Unpack[Chance]) -> Referee:
        first = make_clue("l1", effects=effects)
        return table_of(LEADS, HAND, "s1 s2 s3 s4", first, *clues, **chance)

    def test_effects_are_resolved_from_left_to_right(self) -> None:
        referee = self.effect_table("discard-lead discard-hand take-lead")
        referee.play("play l1 1")
        assert referee.legal() == ["discard l2", "discard l3", "discard l4", "discard l5"]
        referee.play("discard l3")
        assert referee.legal() == ["discard h1", "discard h2", "discard h3"]
        referee.play("discard h2")
        assert referee.legal() == ["take l2", "take l4", "take l5", "decline"]
        referee.play("decline")
        assert referee.turn == 2

    def test_a_lead_that_is_taken_leaves_a_gap_until_maintenance(self) -> None:
        referee = self.effect_table("take-lead discard-hand")
        play_all(referee, "play l1 1; take l2")
        assert area(referee, "leads") == ["l3", "l4", "l5"]
        play_all(referee, "discard h1; discard h2")
        assert area(referee, "leads") == ["l3", "l4", "l5", "s1", "s2"]

    def test_the_hand_limit_applies_before_the_next_effect(self) -> None:
        referee = self.effect_table("take-lead take-lead")
        play_all(referee, "play l1 1; take l2")
        assert referee.pending == "discard"
        referee.play("discard h1")
        assert referee.pending == "effect"

    def test_a_mandatory_effect_is_skipped_only_if_it_cannot_be_done(self) -> None:
        referee = self.effect_table("discard-hand discard-hand discard-hand discard-hand")
        referee.play("play l1 1")
        assert "mandatory" in refusal(referee, "skip")
        play_all(referee, "discard h1; discard h2; discard h3")
        assert referee.legal() == ["skip"]
        referee.play("skip")
        assert referee.turn == 2

    def test_a_lead_is_not_discarded_from_an_empty_row(self) -> None:
        referee = self.effect_table(" ".join(["discard-lead"] * 5))
        play_all(referee, "play l1 1; discard l2; discard l3; discard l4; discard l5")
        assert referee.legal() == ["skip"]

    @pytest.mark.parametrize(
        "effect", ["take-discard", "take-closed", "take-stability", "take-time", "exchange-penalty"]
    )
    def test_a_voluntary_effect_that_cannot_be_done_is_declined(self, effect: str) -> None:
        referee = self.effect_table(effect)
        referee.play("play l1 1")
        assert referee.legal() == ["decline"]

    def test_take_names_only_cards_of_its_area(self) -> None:
        referee = self.effect_table("take-time")
        referee.play("play l1 1")
        assert refusal(referee, "take l2") == "l2 is not in the time area"

    def test_take_time_and_take_stability_fetch_from_their_areas(self) -> None:
        clues = [make_clue("l2", time=True), make_clue("s1", stability=True)]
        checker = make_clue("l3", effects="stability-check take-stability take-time")
        referee = self.effect_table("discard-lead", *clues, checker)
        play_all(referee, "play l1 1; discard l2; play l3 1; check")
        assert area(referee, "leads") == ["l4", "l5", "s1", "s2"]

    def test_a_search_takes_one_card_and_always_reshuffles(self) -> None:
        referee = self.effect_table("search-stack", reshuffles=["s4 s3 s1 s2"])
        referee.play("play l1 1")
        assert referee.legal() == ["search s1", "search s2", "search s3", "search s4", "decline"]
        referee.play("search s3")
        assert (area(referee, "stack"), referee.snapshot()["shuffles"]) == (["s4", "s1", "s2"], 1)

    def test_a_declined_search_does_not_shuffle(self) -> None:
        referee = self.effect_table("search-stack")
        play_all(referee, "play l1 1; decline")
        assert referee.snapshot()["shuffles"] == 0

    def test_a_search_of_an_empty_stack_is_impossible(self) -> None:
        referee = table_of(LEADS, HAND, "", make_clue("l1", effects="search-stack"))
        referee.play("play l1 1")
        assert referee.legal() == ["decline"]

    def test_shuffle_discard_may_be_done_with_an_empty_discard_area(self) -> None:
        referee = self.effect_table("shuffle-discard")
        referee.play("play l1 1")
        assert referee.legal() == ["shuffle", "decline"]
        referee.play("shuffle")
        assert referee.snapshot()["shuffles"] == 1

    def test_shuffle_discard_leaves_the_time_area(self) -> None:
        referee = self.effect_table(
            "discard-lead discard-lead shuffle-discard", make_clue("l2", time=True)
        )
        play_all(referee, "play l1 1; discard l2; discard l3; shuffle")
        assert (area(referee, "time"), area(referee, "discard")) == (["l2"], [])

    def test_an_exchange_puts_the_hand_card_into_the_penalty_area_whatever_its_icons(self) -> None:
        referee = self.effect_table("discard-lead exchange-penalty", make_clue("l2", time=True))
        play_all(referee, "play l1 1; discard l2")
        assert referee.legal() == ["exchange h1 l2", "exchange h2 l2", "exchange h3 l2", "decline"]
        referee.play("exchange h2 l2")
        assert (area(referee, "time"), area(referee, "hand")) == (["h2"], ["h1", "h3", "l2"])

    def test_an_exchange_names_a_hand_card_and_a_penalty_card(self) -> None:
        referee = self.effect_table("discard-lead exchange-penalty", make_clue("l2", time=True))
        play_all(referee, "play l1 1; discard l2")
        assert refusal(referee, "exchange l3 l2") == "l3 is not in hand"
        assert "neither" in refusal(referee, "exchange h1 h2")


class TestClosing:
    def test_a_case_is_closed_at_five_different_types(self) -> None:
        referee = table_of(LEADS, HAND, "s1 s2")
        referee.play("play l1 1")
        assert refusal(referee, "close 1") == (
            "a case is closed at 5 different types of clue cards or more: case 1 shows 1"
        )

    def test_a_card_with_two_types_shows_both(self) -> None:
        clues = [
            make_clue("l1", f"{TYPES[0]} {TYPES[1]}"),
            make_clue("l2", f"{TYPES[2]} {TYPES[3]}"),
            make_clue("l3", TYPES[4]),
        ]
        referee = table_of(LEADS, HAND, "s1 s2 s3", *clues)
        play_all(referee, "play l1 1; play l2 1; play l3 1; close 1")

    def test_the_lead_is_discarded_before_the_case_is_closed(self) -> None:
        referee = built("t1 t2 t3 t4 t5 x1", sides="take-discard")
        assert area(referee, "leads")[0] == "s1"
        referee.play("close 1")
        assert referee.legal()[-1] == "contact take-discard s1"

    def test_five_types_must_remain_without_the_scored_puzzles(self) -> None:
        referee = built("t1 t2 t3 t4 t5 x1")
        referee.play("close 1")
        assert referee.legal() == ["score t1", "score x1", "done"]
        referee.play("score t1")
        assert referee.legal() == ["done"]
        assert "must remain in the case: without x1 4 would" in refusal(referee, "score x1")

    def test_only_puzzles_are_scored(self) -> None:
        referee = built("t1 t2 t3 t4 t5 plain")
        referee.play("close 1")
        assert (
            refusal(referee, "score plain") == "only Puzzle cards are scored: plain has no Puzzle"
        )

    def test_puzzles_are_scored_in_the_order_of_the_deck_file(self) -> None:
        referee = built("t1 t2 t3 t4 t5 x1 x2")
        play_all(referee, "close 1; score x1")
        assert "order of the deck file" in refusal(referee, "score t1")
        play_all(referee, "score x2; done")
        assert area(referee, "picture") == ["x1", "x2"]

    def test_scoring_is_optional_and_the_rest_goes_to_the_closed_cases(self) -> None:
        referee = built("t1 t2 t3 t4 t5 x1")
        play_all(referee, "close 1; done")
        assert area(referee, "closed") == ["t1", "t2", "t3", "t4", "t5", "x1"]
        assert case_numbers(referee) == [2]

    def test_a_closed_case_is_closed_for_plays_and_keeps_its_number(self) -> None:
        referee = built("t1 t2 t3 t4 t5")
        play_all(referee, "close 1; done")
        assert refusal(referee, "play s2 1") == "case 1 is closed"
        assert refusal(referee, "play s2 9") == "there is no case 9: 2 cases appeared so far"

    def test_cards_of_closed_cases_can_be_taken_but_scored_ones_cannot(self) -> None:
        referee = built("t1 t2 t3 t4 t5 x1", sides="take-closed")
        play_all(referee, "close 1; score x1; done")
        takes = [f"contact take-closed {card}" for card in ("t1", "t2", "t3", "t4", "t5")]
        assert referee.legal() == ["done", *takes]

    def test_no_open_case_left_shuffles_discard_and_time_and_opens_a_new_one(self) -> None:
        referee = second_closing(victims=3)
        before = {*area(referee, "discard"), *area(referee, "time"), *area(referee, "stack")}
        play_all(referee, "close 2; done")
        lead, drawn = "s2", set(area(referee, "leads")[-1:])
        assert set(area(referee, "stack")) == (before | {lead}) - drawn
        assert (area(referee, "discard"), area(referee, "time")) == ([], [])
        assert (case_numbers(referee), referee.snapshot()["shuffles"]) == ([3], 1)


class TestBonus:
    def six_types(self, sides: str = "", **chance: Unpack[Chance]) -> Referee:
        """Case 1 shows all six types and the card `penalty` is in the stability area."""
        penalty = make_clue("penalty", stability=True)
        checker = make_clue("t1", TYPES[0], attributes="puzzle", effects="stability-check")
        sequence, plays = "t1 t2 t3 t4 t5 penalty t6", "t1 t2 t3 t4 t5 t6"
        return built(sequence, penalty, checker, plays=plays, sides=sides, **chance)

    def test_six_types_let_the_player_take_a_card_of_the_stability_area(self) -> None:
        referee = self.six_types()
        play_all(referee, "close 1; done")
        assert (referee.pending, referee.legal()) == ("bonus", ["take penalty", "decline"])
        referee.play("take penalty")
        assert referee.pending == "discard"

    def test_the_types_are_counted_before_scoring(self) -> None:
        referee = self.six_types(puzzles=2)
        play_all(referee, "close 1; score t1; done; take penalty; discard h1")
        assert (area(referee, "hand"), referee.turn) == (["h2", "h3", "penalty"], 8)

    def test_no_bonus_with_five_types_or_an_empty_stability_area(self) -> None:
        for plays in ("t1 t2 t3 t4 t5", "t1 t2 t3 t4 t5 t6"):
            referee = built(plays)
            play_all(referee, "close 1; done")
            assert referee.pending == "action"

    def test_the_contact_waits_until_the_bonus_is_taken(self) -> None:
        referee = self.six_types(sides="shuffle-discard")
        referee.play("close 1")
        assert "contact shuffle-discard" in referee.legal()
        referee.play("score t1")
        assert "contact" not in " ".join(referee.legal())
        referee.play("done")
        assert "bonus included" in refusal(referee, "contact shuffle-discard")
        referee.play("decline")
        assert referee.legal() == ["done", "contact shuffle-discard"]


class TestEnds:
    def test_enough_scored_types_win_in_maintenance_of_that_turn(self) -> None:
        referee = built("t1 t2 t3 t4 t5 x1", puzzles=1)
        play_all(referee, "close 1; score x1")
        assert referee.status == "playing"
        referee.play("done")
        assert (referee.status, referee.pending, referee.turn) == ("won", "over", 7)
        assert referee.legal() == []
        assert refusal(referee, "pass") == "the game is over: won"

    def test_puzzles_of_one_type_count_once(self) -> None:
        referee = built("t1 t2 t3 t4 t5 x1 x2", puzzles=2)
        play_all(referee, "close 1; score x1; score x2; done")
        assert (area(referee, "picture"), referee.status) == (["x1", "x2"], "playing")

    def test_a_puzzle_with_two_types_counts_for_the_one_that_is_missing(self) -> None:
        double = make_clue("double", f"{TYPES[0]} {TYPES[1]}", attributes="puzzle")
        referee = built("t1 t2 t3 t4 t5 double x1", double, puzzles=2)
        play_all(referee, "close 1; score x1; score double; done")
        assert referee.status == "won"

    def test_a_full_stability_area_loses(self) -> None:
        clues = [make_clue("l1", effects="stability-check"), make_clue("s1", stability=True)]
        referee = table_of(LEADS, HAND, "s1 s2", *clues, limits=1)
        play_all(referee, "play l1 1; check")
        assert (referee.status, referee.turn) == ("lost", 1)

    def test_a_victim_that_is_needed_and_missing_loses(self) -> None:
        referee = table_of(LEADS, HAND, "", victims=2)
        referee.play("pass")
        assert referee.status == "lost"

    def test_a_missing_victim_loses_at_once_even_if_the_win_is_complete(self) -> None:
        referee = second_closing(victims=2, puzzles=1)
        play_all(referee, "close 2; score y1; done")
        assert referee.status == "lost"

    def test_last_victim_win_sees_a_complete_win_first(self) -> None:
        referee = second_closing(victims=2, puzzles=1, last_victim="win")
        play_all(referee, "close 2; score y1; done")
        assert referee.status == "won"

    def test_last_victim_win_still_loses_without_a_complete_win(self) -> None:
        referee = second_closing(victims=2, puzzles=2, last_victim="win")
        play_all(referee, "close 2; score y1; done")
        assert referee.status == "lost"


class TestMaintenance:
    def test_a_full_time_area_opens_a_case_and_goes_to_the_discard_area(self) -> None:
        referee = table_of(LEADS, HAND, "s1 s2", make_clue("l1", time=True), limits=1)
        referee.play("pass")
        assert (area(referee, "time"), area(referee, "discard")) == ([], ["l1"])
        assert case_numbers(referee) == [1, 2, 3]

    def test_a_full_time_area_without_a_victim_loses(self) -> None:
        hourglass = make_clue("l1", time=True)
        referee = table_of(LEADS, HAND, "s1 s2", hourglass, limits=1, victims=2)
        referee.play("pass")
        assert referee.status == "lost"

    def test_an_empty_stack_opens_a_case_and_shuffles_the_discard_area_alone(self) -> None:
        clues = [make_clue("l1", time=True)]
        referee = table_of(LEADS, HAND, "s1", *clues, reshuffles=("h1 l2",))
        play_all(referee, "pass; pass")
        assert (area(referee, "time"), area(referee, "discard")) == (["l1"], [])
        assert area(referee, "leads") == ["l3", "l4", "l5", "s1", "l2"]
        assert (case_numbers(referee), referee.snapshot()["shuffles"]) == ([1, 2, 3], 1)

    def test_a_shuffled_set_lies_in_the_priority_order_of_its_shuffle(self) -> None:
        order = "l4 l1 l3 l2"
        referee = table_of(LEADS, HAND, "s1 s2 s3", reshuffles=(order,))
        play_all(referee, "pass; pass; pass; pass")
        assert area(referee, "leads")[-1] == "l4"
        assert area(referee, "stack") == ["l1", "l3", "l2"]

    def test_a_stack_that_stays_empty_ends_the_refill_with_one_victim(self) -> None:
        taker = make_clue("l1", effects="take-lead")
        referee = table_of(LEADS, HAND, "", taker)
        play_all(referee, "play l1 1; take l2; discard l2; play l3 1")
        assert area(referee, "leads") == ["l4", "l5", "l2"]
        assert (case_numbers(referee), referee.snapshot()["shuffles"]) == ([1, 2, 3, 4], 2)

    def test_a_stability_check_on_an_empty_stack_draws_nothing(self) -> None:
        referee = table_of(LEADS, HAND, "", make_clue("l1", effects="stability-check"))
        play_all(referee, "play l1 1; check")
        # One victim for the check, one for the refill.
        assert (case_numbers(referee), referee.snapshot()["shuffles"]) == ([1, 2, 3, 4], 2)
        assert area(referee, "leads") == ["l2", "l3", "l4", "l5"]


class TestUnknownShuffle:
    def test_the_game_stops_when_an_unknown_card_must_be_drawn(self) -> None:
        referee = table_of(LEADS, HAND, "s1", seed=None)
        play_all(referee, "pass; pass")
        assert (referee.status, referee.pending, referee.turn) == ("unknown-shuffle", "over", 2)
        assert area(referee, "stack") == ["l1", "l2"]
        assert refusal(referee, "pass") == "the game is over: unknown-shuffle"

    def test_a_stack_of_one_card_has_a_known_order(self) -> None:
        referee = table_of(LEADS, HAND, "", seed=None)
        referee.play("pass")
        assert (referee.status, area(referee, "leads")[-1]) == ("playing", "l1")

    def test_a_card_may_be_searched_in_a_stack_of_unknown_order(self) -> None:
        searcher = make_clue("l1", effects="search-stack search-stack")
        referee = table_of(LEADS, HAND, "s1 s2 s3", searcher, seed=None)
        play_all(referee, "play l1 1; search s1; discard s1; search s3; discard s3")
        assert (referee.status, area(referee, "leads")[-1]) == ("playing", "s2")


class TestContact:
    def test_a_key_side_opens_a_lock_once_and_is_used_up_by_it(self) -> None:
        clues = [make_clue(card, attributes="lock") for card in ("l1", "l2", "l4")]
        clues.append(make_clue("l3", attributes="key"))
        referee = table_of(LEADS, HAND, "s1 s2 s3 s4", *clues, sides="key")
        assert "play l1 1" not in referee.legal()
        referee.play("play l1 1 key")
        assert "has left the game" in refusal(referee, "play l2 1 key")
        assert refusal(referee, "play l2 1").endswith("0 keys, 1 key effect and 1 lock")
        play_all(referee, "pass; play l3 1; play l4 1")

    def test_the_key_side_goes_only_with_a_play_that_needs_it(self) -> None:
        referee = table_of(LEADS, HAND, "s1", make_clue("l2", minimum=3), sides="key")
        assert "legal without the contact's key" in refusal(referee, "play l1 1 key")
        referee.play("pass")
        assert "card minimum" in refusal(referee, "play l2 1 key")

    def test_the_key_side_goes_with_a_play_from_hand(self) -> None:
        locks = [make_clue(card, attributes="lock") for card in HAND.split()]
        referee = table_of(LEADS, HAND, "s1", *locks, sides="key")
        referee.play("hand")
        assert referee.legal() == [f"play h{n} {case} key" for n in (1, 2, 3) for case in (1, 2)]
        assert "must be" in refusal(referee, "pass")
        referee.play("play h1 2 key")
        assert referee.snapshot()["contact_used"] is True

    def test_one_side_only_and_once(self) -> None:
        referee = table_of(LEADS, HAND, "s1", sides="shuffle-discard take-lead")
        play_all(referee, "contact take-lead l2; discard h1")
        assert referee.pending == "action"
        assert "has left the game" in refusal(referee, "contact shuffle-discard")

    def test_a_side_the_contact_has_not(self) -> None:
        referee = table_of(LEADS, HAND, "s1", sides="shuffle-discard")
        assert refusal(referee, "contact take-lead l2") == (
            "the contact has no side take-lead: its sides are shuffle-discard"
        )

    def test_it_may_be_used_before_a_discard_to_the_hand_limit(self) -> None:
        referee = table_of(LEADS, HAND, "s1", sides="take-lead")
        play_all(referee, "take; contact take-lead l3")
        assert len(area(referee, "hand")) == 5
        play_all(referee, "discard h1; discard h2")
        assert referee.turn == 2

    def test_it_may_be_used_before_an_effect(self) -> None:
        first = make_clue("l1", effects="discard-lead")
        referee = table_of(LEADS, HAND, "s1 s2", first, sides="take-lead")
        play_all(referee, "play l1 1; contact take-lead l2; discard h1")
        assert referee.legal() == ["discard l3", "discard l4", "discard l5"]

    def test_a_window_before_maintenance_if_a_side_can_be_used(self) -> None:
        referee = table_of(LEADS, HAND, "s1", sides="take-discard")
        referee.play("pass")
        assert (referee.pending, referee.legal()) == ("window", ["done", "contact take-discard l1"])
        other = referee.copy()
        referee.play("done")
        assert (referee.turn, referee.snapshot()["contact_used"]) == (2, False)
        play_all(other, "contact take-discard l1; discard h1")
        assert (other.turn, area(other, "discard")) == (2, ["h1"])

    @pytest.mark.parametrize("sides", ["key", "take-stability", "key take-time"])
    def test_no_window_if_no_side_but_the_key_can_be_used(self, sides: str) -> None:
        referee = table_of(LEADS, HAND, "s1", sides=sides)
        referee.play("pass")
        assert referee.pending == "action"

    def test_action_c_counts_a_card_that_the_contact_could_bring(self) -> None:
        stuck = [make_clue(card, minimum=1) for card in HAND.split()]
        referee = table_of(LEADS, HAND, "s1", *stuck, sides="take-discard")
        referee.play("hand")
        assert referee.legal() == ["pass", "contact take-discard l1"]
        play_all(referee, "contact take-discard l1; discard h1; play l1 1")
        assert referee.turn == 2

    def test_action_c_may_end_in_a_pass_if_the_fetched_card_is_discarded(self) -> None:
        stuck = [make_clue(card, minimum=1) for card in HAND.split()]
        referee = table_of(LEADS, HAND, "s1", *stuck, sides="take-discard")
        play_all(referee, "hand; contact take-discard l1; discard l1")
        assert referee.legal() == ["pass"]
        referee.play("pass")
        assert referee.turn == 2

    def test_contact_none_leaves_it_in_the_box(self) -> None:
        referee = table_of(LEADS, HAND, "s1", sides="take-lead", contact="none")
        assert refusal(referee, "contact take-lead l2") == "this game has no contact"

    def test_another_games_contact_helps_with_its_own_sides(self) -> None:
        hourglass = make_clue("l1", time=True)
        referee = table_of(LEADS, HAND, "s1", hourglass, contact="king-in-yellow")
        referee.play("pass")
        assert referee.legal() == ["done", "contact take-time l1"]

    def test_an_exchange_by_the_contact(self) -> None:
        hourglass = make_clue("l1", time=True)
        referee = table_of(LEADS, HAND, "s1", hourglass, sides="key exchange-penalty")
        play_all(referee, "pass; contact exchange-penalty h3 l1")
        assert (area(referee, "time"), area(referee, "hand")) == (["h3"], ["h1", "h2", "l1"])
        assert referee.turn == 2


class TestNotation:
    @pytest.mark.parametrize(
        "text",
        [
            *("", "jump", "play", "play l1", "play l1 0", "play l1 x", "play l1 1 lock"),
            *("take l1 l2", "contact", "contact key", "contact take-time", "contact fly l1"),
            *("close", "pass now", "play L1 1", "discard nobody", "exchange l1"),
            *("play l1 \u0661", "pass; pass"),
        ],
    )
    def test_a_text_that_is_no_move(self, text: str) -> None:
        referee = table_of(LEADS, HAND)
        with pytest.raises(MoveError) as error:
            referee.play(text)
        assert not isinstance(error.value, IllegalMoveError)
        assert str(error.value).startswith("turn 1, ")
        assert "\n" not in str(error.value)

    def test_a_move_out_of_its_decision_is_told_what_is_due(self) -> None:
        referee = table_of(LEADS, HAND)
        assert refusal(referee, "decline").startswith("a turn begins and one of the five actions")
        referee.play("take")
        assert refusal(referee, "pass").startswith("the hand limit is 3, 4 cards are in hand")

    def test_blanks_do_not_matter(self) -> None:
        referee = table_of(LEADS, HAND, "s1")
        referee.play("  play   l1  1 ")
        assert referee.turn == 2

    def test_replay_stops_at_the_first_fault(self) -> None:
        deal = table_of(LEADS, HAND, "s1 s2").deal
        assert replay(deal, ["pass", "play l2 1"]).turn == 3
        with pytest.raises(IllegalMoveError, match="turn 2, 'play l1 1': l1 is not the"):
            replay(deal, ["pass", "play l1 1", "pass"])


def check_invariants(referee: Referee) -> None:
    state, deck = referee.snapshot(), referee.deal.deck
    places = ("leads", "hand", "discard", "time", "stability", "closed", "picture", "stack")
    cards = [card for place in places for card in area(referee, place)]
    cards += [card for case in referee.table.cases.values() for card in case.line]
    assert sorted(cards) == sorted(clue.id for clue in deck.clue)
    assert len(area(referee, "hand")) <= 3 or referee.pending in ("discard", "over")
    in_game = referee.deal.settings.number("victims")
    assert referee.table.cases_begun + len(area(referee, "victims_left")) == in_game
    assert state["pending"] == "over" or referee.table.cases
    assert bool(referee.legal()) == (referee.status == "playing")
    assert len(referee.legal()) == len(set(referee.legal()))


def check_new_turn(referee: Referee) -> None:
    limit = referee.deal.settings.number("limits")
    assert len(area(referee, "stability")) < limit
    if referee.deal.game == WITCH_CULT.id:  # nothing else is discarded in a refill
        assert len(area(referee, "time")) < limit
    assert len(area(referee, "leads")) == 5 or not (referee.table.stack or referee.table.discard)
    assert not referee.table.has_win()


def random_text(rng: random.Random, referee: Referee) -> str:
    """A text with the form of a move, its cards and case at random."""
    deck, words = referee.deal.deck.clue_ids(), rng.choice(FORMS).split()
    fill = {"CARD": lambda: rng.choice(deck), "CASE": lambda: str(rng.randint(1, 7))}
    return " ".join(fill[word]() if word in fill else word for word in words)


def check_refusal(referee: Referee, text: str) -> None:
    if text not in referee.legal():
        assert refusal(referee, text)


def play_to_the_end(deal: Deal, rng: random.Random) -> Iterable[tuple[str, str, str]]:
    """Play a random game; yield the decision, the move and the status after it."""
    referee = Referee(deal)
    while referee.status == "playing":
        check_invariants(referee)
        pending, turn = referee.pending, referee.turn
        effect = f" {referee._effects[0]}" if pending == "effect" else ""
        check_refusal(referee, random_text(rng, referee))
        move = random_move(rng, referee.legal())
        twin = referee.copy()
        referee.play(move)
        twin.play(move)
        assert twin.snapshot() == referee.snapshot()
        if referee.status == "playing" and referee.turn > turn:
            check_new_turn(referee)
        yield pending + effect, move, referee.status
    check_invariants(referee)


@pytest.fixture(scope="module")
def random_games() -> Counter[str]:
    """Many random games, invariants checked at every step; what they met is counted."""
    met: Counter[str] = Counter()
    for seed in range(RANDOM_GAMES):
        rng = random.Random(seed)
        for decision, move, status in play_to_the_end(random_deal(rng), rng):
            words = [word for word in move.split() if word.isalpha() or word in CONTACT_EFFECTS]
            met.update([f"{decision}: {' '.join(words)}", f"status {status}"])
    return met


FORMS = (
    *("take", "play CARD CASE", "play CARD CASE key", "hand", "close CASE", "pass", "done"),
    *("score CARD", "take CARD", "search CARD", "shuffle", "exchange CARD CARD", "decline"),
    *("discard CARD", "skip", "check", "contact shuffle-discard", "contact search-stack CARD"),
    *("contact exchange-penalty CARD CARD", "contact take-lead CARD", "contact take-time CARD"),
)
CONTACT_EFFECTS = frozenset(WITCH_CULT.contact_sides)
VERBS = {
    "discard-hand": ("discard", "skip"),
    "discard-lead": ("discard",),  # an empty row is too rare to be met by chance
    "stability-check": ("check",),
    "shuffle-discard": ("shuffle", "decline"),
    "search-stack": ("search", "decline"),
    "exchange-penalty": ("exchange", "decline"),
}


def test_random_games_come_to_every_end(random_games: Counter[str]) -> None:
    for status in ("won", "lost", "unknown-shuffle"):
        assert random_games[f"status {status}"] > 5


@pytest.mark.parametrize("effect", WITCH_CULT.effects)
def test_random_games_meet_every_effect(random_games: Counter[str], effect: str) -> None:
    for verb in VERBS.get(effect, ("take", "decline")):
        assert random_games[f"effect {effect}: {verb}"] > 0


@pytest.mark.parametrize(
    "decision",
    [
        *("action: take", "action: play", "action: play key", "action: hand", "action: close"),
        *("action: pass", "hand-play: play", "hand-play: play key", "hand-play: pass"),
        *("score: score", "score: done", "bonus: take", "bonus: decline", "discard: discard"),
        *(f"window: contact {side}" for side in WITCH_CULT.contact_sides if side != "key"),
    ],
)
def test_random_games_meet_every_decision(random_games: Counter[str], decision: str) -> None:
    assert random_games[decision] > 0
