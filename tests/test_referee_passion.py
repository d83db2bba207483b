"""The referee on immediate effects of The King in Yellow in the refill of the leads row.

In most games here card q1 is the first of the stack, and turn 1 brings it into the row.
"""

from typing import Unpack

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.referee import Referee
from tests.decks import Chance, make_clue
from tests.test_referee import HAND, LEADS, area, case_numbers, open_cases, play_all, refusal
from tests.test_referee_king import STACK, TYPES, dealt, passion, shuffles, table_of


def refilled(
    immediate: str, *clues: Clue, stack: str = STACK, sides: str = "", **chance: Unpack[Chance]
) -> Referee:
    """Turn 1 of a game in which card q1, with this immediate effect, is the next to be drawn."""
    cards = (passion("q1", immediate), *clues)
    return table_of(LEADS, HAND, f"q1 {stack}", *cards, sides=sides, **chance)


class TestToFront:
    def test_the_card_becomes_first_lead_and_the_others_are_replaced(self) -> None:
        referee = refilled("to-front", reshuffles=("s5 s3 l2 s1",))
        referee.play("pass")
        assert area(referee, "leads") == ["q1", "s5", "s3", "l2", "s1"]
        assert sorted(area(referee, "stack")) == ["l3", "l4", "l5", "s2", "s4", "s6"]
        assert (area(referee, "discard"), shuffles(referee), referee.turn) == (["l1"], 1, 2)

    def test_places_that_were_empty_are_filled_after_it(self) -> None:
        effects = make_clue("l1", effects="discard-lead discard-lead")
        referee = refilled("to-front", effects, reshuffles=("l4 s2 s3 s4 l5",))
        play_all(referee, "play l1 1; discard l2; discard l3")
        assert area(referee, "leads") == ["q1", "l4", "s2", "s3", "s4"]

    def test_without_another_lead_it_shuffles_nothing(self) -> None:
        effects = make_clue("l1", effects=" ".join(["discard-lead"] * 4))
        referee = refilled("to-front", effects)
        play_all(referee, "play l1 1; discard l2; discard l3; discard l4; discard l5")
        assert area(referee, "leads") == ["q1", "s1", "s2", "s3", "s4"]
        assert shuffles(referee) == 0

    def test_replacing_cards_have_their_effects_before_the_next_is_dealt(self) -> None:
        top = passion("q2", "discard-top")
        referee = refilled("to-front", top, stack=f"{STACK} q2", reshuffles=("s6 q2 s1 s2 s3 s4",))
        referee.play("pass")
        assert area(referee, "leads") == ["q1", "s6", "q2", "s2", "s3"]
        assert area(referee, "discard") == ["l1", "s1"]

    def test_two_of_them_alone_stop_the_game_in_the_end(self) -> None:
        effects = make_clue("l1", effects=" ".join(["discard-lead"] * 4))
        referee = refilled("to-front", effects, passion("q2", "to-front"), stack="q2")
        play_all(referee, "play l1 1; discard l2; discard l3; discard l4; discard l5")
        assert referee.status == "unknown-shuffle"


class TestDiscardTop:
    def test_the_top_card_is_discarded_by_its_icon(self) -> None:
        referee = refilled("discard-top", make_clue("s1", time=True, stability=True))
        referee.play("pass")
        assert (area(referee, "time"), area(referee, "stability")) == (["s1"], [])
        assert area(referee, "leads")[-1] == "q1"

    def test_on_an_empty_stack_it_is_a_draw(self) -> None:
        referee = refilled("discard-top", stack="")
        referee.play("pass")
        assert (area(referee, "discard"), area(referee, "stack")) == (["l1"], [])
        assert (case_numbers(referee), shuffles(referee)) == ([1, 2, 3], 1)

    def test_a_full_time_area_is_seen_in_the_next_maintenance_only(self) -> None:
        referee = refilled("discard-top", make_clue("s1", time=True), limits=1)
        referee.play("pass")
        assert (area(referee, "time"), case_numbers(referee)) == (["s1"], [1, 2])
        referee.play("pass")
        assert (area(referee, "time"), case_numbers(referee)) == ([], [1, 2, 3])

    def test_a_draw_that_gives_nothing_ends_the_refill(self) -> None:
        effects = make_clue("l1", effects="discard-lead")
        hourglass = make_clue("l2", time=True)
        referee = refilled("discard-top", effects, hourglass, stack="")
        play_all(referee, "play l1 1; discard l2")
        assert area(referee, "leads") == ["l3", "l4", "l5", "q1"]
        assert (case_numbers(referee), shuffles(referee), referee.turn) == ([1, 2, 3], 1, 2)

    def test_it_may_end_the_game(self) -> None:
        referee = refilled("discard-top", stack="", victims=2)
        referee.play("pass")
        assert (referee.status, referee.turn) == ("lost", 1)


class TestReshuffles:
    def test_reshuffle_time_deals_as_many_cards_whatever_their_icons(self) -> None:
        clues = [make_clue(card, time=True) for card in ("l1", "l2")]
        referee = table_of(
            LEADS,
            HAND,
            "s4 q1 s1 s2 s3 s5",
            *clues,
            passion("q1", "reshuffle-time"),
            reshuffles=("s3 s1 l1 l2",),
        )
        play_all(referee, "pass; pass")
        assert (area(referee, "time"), area(referee, "discard")) == (["s1", "s3"], [])
        assert (area(referee, "leads")[-1], shuffles(referee)) == ("q1", 1)
        assert area(referee, "stack") == ["l1", "l2", "s2", "s5"]

    def test_reshuffle_stability_deals_as_many_cards_whatever_their_icons(self) -> None:
        clues = [make_clue("l1", effects="stability-check"), make_clue("s1", stability=True)]
        referee = table_of(
            LEADS,
            HAND,
            "s1 q1 s2 s3",
            *clues,
            passion("q1", "reshuffle-stability"),
            reshuffles=("s3 s1",),
        )
        play_all(referee, "play l1 1; check")
        assert (area(referee, "stability"), area(referee, "stack")) == (["s3"], ["s1", "s2"])

    @pytest.mark.parametrize("effect", ["reshuffle-time", "reshuffle-stability"])
    def test_with_an_empty_area_nothing_happens(self, effect: str) -> None:
        referee = refilled(effect)
        referee.play("pass")
        assert (shuffles(referee), referee.turn) == (0, 2)

    def test_an_unknown_order_stops_the_game_with_the_first_card_to_deal(self) -> None:
        referee = refilled("reshuffle-time", make_clue("l1", time=True), seed=None)
        referee.play("pass")
        assert (referee.status, area(referee, "time")) == ("unknown-shuffle", [])
        assert "l1" in area(referee, "stack")

    def test_a_single_card_is_known(self) -> None:
        referee = refilled("reshuffle-time", make_clue("l1", time=True), stack="", seed=None)
        referee.play("pass")
        assert (referee.status, area(referee, "time")) == ("playing", ["l1"])


class TestDiscardHand:
    def test_it_is_a_decision_of_that_turn_and_the_refill_goes_on(self) -> None:
        effects = make_clue("l1", effects="discard-lead")
        referee = refilled("discard-hand", effects, make_clue("h2", time=True))
        play_all(referee, "play l1 1; discard l2")
        assert (referee.pending, referee.turn) == ("immediate", 1)
        assert area(referee, "leads") == ["l3", "l4", "l5", "q1"]
        assert referee.legal() == ["discard h1", "discard h2", "discard h3"]
        referee.play("discard h2")
        assert (area(referee, "time"), area(referee, "hand")) == (["h2"], ["h1", "h3"])
        assert (referee.turn, area(referee, "leads")[-1]) == (2, "s1")

    def test_refusals_name_what_is_due(self) -> None:
        referee = refilled("discard-hand")
        referee.play("pass")
        assert refusal(referee, "pass").startswith(
            "the immediate effect discard-hand of q1 is resolved now"
        )
        assert refusal(referee, "discard l2") == "l2 is not in hand"

    def test_an_empty_hand_asks_for_nothing(self) -> None:
        effects = make_clue("l1", effects=" ".join(["discard-hand"] * 3))
        referee = refilled("discard-hand", effects)
        play_all(referee, "play l1 1; discard h1; discard h2; discard h3")
        assert (referee.pending, referee.turn) == ("action", 2)

    def test_several_may_come_up_in_one_refill(self) -> None:
        effects = make_clue("l1", effects="discard-lead")
        stack = "q2 s1 s2"
        referee = refilled("discard-hand", effects, passion("q2", "discard-hand"), stack=stack)
        play_all(referee, "play l1 1; discard l2; discard h1")
        assert (referee.pending, area(referee, "leads")[-1]) == ("immediate", "q2")
        referee.play("discard h2")
        assert (referee.turn, area(referee, "hand")) == (2, ["h3"])


class TestDiscardCase:
    def lined(self, plays: int = 2, *clues: Clue, **chance: Unpack[Chance]) -> Referee:
        """Cards l1, l2, ... lie in case 1, and discard-case asks in the refill after the last."""
        stack = [f"s{n}" for n in range(1, 7)]
        stack.insert(plays - 1, "q1")
        cards = (passion("q1", "discard-case"), *clues)
        referee = table_of(LEADS, HAND, " ".join(stack), *cards, **chance)
        play_all(referee, "; ".join(f"play l{n} 1" for n in range(1, plays + 1)))
        return referee

    def test_any_clue_card_of_any_open_line_may_be_named(self) -> None:
        referee = refilled("discard-case")
        referee.play("pass")
        assert referee.pending == "action"  # no card lies in a line, so nothing is asked
        referee = table_of(LEADS, HAND, "s1 q1 s2 s3", passion("q1", "discard-case"))
        play_all(referee, "play l1 1; play l2 2")
        assert (referee.pending, referee.turn) == ("immediate", 2)
        assert referee.legal() == ["discard l1", "discard l2"]
        assert refusal(referee, "discard h1") == "h1 is not in the line of an open case"

    def test_the_card_is_discarded_by_its_icon(self) -> None:
        referee = self.lined(2, make_clue("l1", time=True))
        other = referee.copy()
        referee.play("discard l1")
        other.play("discard l2")
        assert (area(referee, "time"), area(referee, "discard")) == (["l1"], [])
        assert (area(other, "time"), area(other, "discard")) == ([], ["l2"])

    def test_the_last_card_uncovers_the_one_before_it(self) -> None:
        first = make_clue("l1", right="research")
        referee = self.lined(2, first, make_clue("l3", left="interview"))
        other = referee.copy()
        referee.play("discard l2")
        assert open_cases(referee)[0]["last"] == "l1"
        assert "case 1 ends in research" in refusal(referee, "play l3 1")
        other.play("discard l1")
        assert open_cases(other)[0]["last"] == "l2"
        other.play("play l3 1")

    def test_the_only_card_uncovers_the_victim(self) -> None:
        referee = self.lined(1)
        referee.play("discard l1")
        assert (open_cases(referee)[0]["last"], open_cases(referee)[0]["order"]) == (None, [])

    def test_links_are_not_checked_again(self) -> None:
        clues = [
            make_clue("l1", right="research"),
            make_clue("l2", left="research", right="interview"),
            make_clue("l3", left="interview"),
        ]
        referee = self.lined(3, *clues)
        referee.play("discard l2")
        assert open_cases(referee)[0]["order"] == ["l1", "l3"]

    def test_keys_and_locks_that_leave_no_longer_count(self) -> None:
        clues = [make_clue("l1", attributes="key"), make_clue("l2", attributes="lock")]
        clues += [make_clue(card, attributes="lock") for card in ("l3", "l4")]
        referee = self.lined(2, *clues)
        other = referee.copy()
        referee.play("discard l2")
        referee.play("play l3 1")
        other.play("discard l1")
        assert "0 keys and 1 lock" in refusal(other, "play l3 1")

    def test_cards_of_closed_cases_are_safe(self) -> None:
        fillers = [make_clue(f"l{n}", kind) for n, kind in enumerate(TYPES[:5], 1)]
        referee = table_of(
            LEADS,
            HAND,
            "s1 s2 s3 s4 s5 q1 s6",
            *fillers,
            passion("q1", "discard-case"),
        )
        play_all(referee, "; ".join(f"play l{n} 1" for n in range(1, 6)))
        play_all(referee, "close 1; done")
        assert (referee.pending, referee.turn) == ("action", 7)


class TestImmediatesOnlyInTheRow:
    @pytest.mark.parametrize("move", ["play q1 1", "take", "pass"])
    def test_a_card_that_leaves_the_row_has_no_immediate_effect(self, move: str) -> None:
        referee = dealt("a b c d q1 h1 h2 h3 s1 s2", passion("q1", "discard-hand"))
        referee.play(move)
        if referee.pending == "discard":
            referee.play("discard h1")
        assert (referee.pending, referee.turn) == ("action", 2)


class TestContact:
    def test_the_contact_may_be_used_before_the_decision_which_is_then_due_again(self) -> None:
        referee = refilled("discard-hand", make_clue("l1", time=True), sides="take-time")
        play_all(referee, "pass; done")
        assert referee.pending == "immediate"
        assert referee.legal()[-1] == "contact take-time l1"
        referee.play("contact take-time l1")
        assert referee.pending == "discard"
        referee.play("discard h1")
        assert referee.legal() == ["discard h2", "discard h3", "discard l1"]
        referee.play("discard l1")
        assert (referee.turn, area(referee, "time")) == (2, ["l1"])

    def test_a_lead_that_it_takes_is_replaced_as_the_refill_goes_on(self) -> None:
        referee = refilled("discard-hand", sides="take-lead")
        play_all(referee, "pass; done; contact take-lead l3; discard h1; discard h2")
        assert area(referee, "leads") == ["l2", "l4", "l5", "q1", "s1"]

    def test_its_own_contact_takes_a_card_of_a_penalty_area(self) -> None:
        referee = refilled(
            "discard-top", make_clue("l1", time=True), sides="take-stability take-time"
        )
        referee.play("pass")
        assert referee.legal() == ["done", "contact take-time l1"]

    def test_the_contact_of_the_witch_cult_murders(self) -> None:
        clues = [make_clue("l1", time=True), make_clue("l2", attributes="lock")]
        referee = refilled("discard-top", *clues, sides="take-time", contact="witch-cult")
        referee.play("pass")
        assert referee.legal() == [
            "done",
            *(f"contact exchange-penalty h{n} l1" for n in (1, 2, 3)),
        ]
        referee.play("done")
        assert "play l2 1 key" in referee.legal()
