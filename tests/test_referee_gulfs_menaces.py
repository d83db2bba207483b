"""The referee on menaces of Infinite Gulfs of Darkness, rule by rule: the Haunter and Darkness too.

The helpers and the names of cards are those of `test_referee_gulfs.py`: the leads are L1 ... L5,
the hand is H1 ... H3, the stack S1 ... S6.
"""

from typing import Unpack

from casecracker.engine.cards import CaseCard, Clue
from casecracker.engine.referee import Referee
from tests.gulfs import Box, GulfsChance, make_case, make_gulfs_clue, make_menace
from tests.test_referee import area, case_numbers, play_all
from tests.test_referee_gulfs import (
    FIVE,
    HAND,
    HAUNTER,
    LEADS,
    MACHINE,
    closed,
    entry,
    kinds,
    table_of,
)


class TestHaunter:
    def accessed(self, *clues: Clue, hand: str = HAND, haunter: CaseCard = HAUNTER) -> Referee:
        second = make_case(2, start=True, on_close="access-7 access-4")
        cases = [make_case(4), make_case(5), make_case(6), haunter]
        return closed(*clues, second=second, others=cases, hand=hand)

    def test_without_the_machine_it_is_an_active_menace(self) -> None:
        referee = self.accessed()
        assert entry(referee, "menaces_active") == ["case 7"]
        assert (case_numbers(referee), entry(referee, "cases_left")) == ([1, 4], [5, 6])
        referee.play("take")
        assert (referee.pending, len(area(referee, "hand"))) == ("action", 4)

    def test_with_the_machine_its_icons_come_before_the_next_icon(self) -> None:
        referee = self.accessed(MACHINE, hand="machine h1 h2")
        assert entry(referee, "menaces_active") == []
        assert [e.number for e in referee.table.events if e.kind == "case"] == [5, 6, 4]

    def test_it_leaves_the_menaces_when_the_machine_is_played(self) -> None:
        second = make_case(2, start=True, on_close="access-7")
        referee = table_of(
            MACHINE,
            *FIVE,
            box={"cases": [second, make_case(5), make_case(6), HAUNTER]},
            cards=(LEADS, HAND, "s1 machine s3 s4 s5 s6 s7"),
        )
        play_all(referee, "; ".join(f"play l{n} 2" for n in range(1, 6)))
        play_all(referee, "close 2; done; play machine 1")
        assert (entry(referee, "menaces_active"), case_numbers(referee)) == ([], [1, 5, 6])
        assert "haunter-icons" in kinds(referee)

    def test_a_discard_to_the_hand_limit_comes_before_its_icons(self) -> None:
        haunter = make_case(7, "", ongoing="darkness-time", on_close="purple-access-5")
        second = make_case(2, start=True, on_close="access-7 flip add-to-hand", clue="machine")
        referee = closed(MACHINE, second=second, others=[make_case(5), haunter])
        assert (referee.pending, case_numbers(referee)) == ("discard", [1])
        other = referee.copy()
        referee.play("discard h1")
        assert (case_numbers(referee), entry(referee, "menaces_active")) == ([1, 5], [])
        other.play("discard machine")
        assert (case_numbers(other), entry(other, "menaces_active")) == ([1], ["case 7"])

    def test_its_clue_side_may_come_to_hand(self) -> None:
        haunter = make_case(
            7,
            "",
            ongoing="darkness-time",
            on_close="purple-flip purple-add-to-hand",
            clue="f",
        )
        referee = self.accessed(MACHINE, hand="machine h1 h2", haunter=haunter)
        assert "f" in area(referee, "hand")

    def test_remove_aurora_does_not_touch_it(self) -> None:
        second = make_case(2, start=True, on_close="access-7")
        menace = make_menace("m1", immediate="remove-aurora")
        draw = make_gulfs_clue("s2", effects="draw-menace")
        referee = closed(draw, second=second, others=[HAUNTER], menaces=[menace])
        play_all(referee, "play s2 1; menace")
        assert entry(referee, "menaces_active") == ["case 7", "m1"]


class TestMenaces:
    DRAW = make_gulfs_clue("l1", effects="draw-menace")

    def drawn(self, *clues: Clue, box: Box, **chance: Unpack[GulfsChance]) -> Referee:
        """The first lead turned over the top menace."""
        referee = table_of(self.DRAW, *clues, box=box, **chance)
        play_all(referee, "play l1 1; menace")
        return referee

    def test_a_full_time_area_brings_a_menace_before_it_is_emptied(self) -> None:
        late = make_gulfs_clue("l1", time=True)
        referee = table_of(late, limits=1)
        referee.play("pass")
        assert (entry(referee, "menaces_active"), area(referee, "time")) == (["m1"], [])
        assert area(referee, "discard") == ["l1"]
        assert kinds(referee) == ["time-limit", "menace", "time-emptied", "lead"]

    def test_an_empty_stack_brings_a_menace_before_the_discards_are_shuffled_in(self) -> None:
        referee = table_of(cards=(LEADS, HAND, ""))
        referee.play("pass")
        assert kinds(referee) == ["stack-empty", "menace", "shuffle", "lead"]
        assert area(referee, "leads") == ["l2", "l3", "l4", "l5", "l1"]

    def test_without_discards_the_rest_of_the_refill_draws_nothing(self) -> None:
        referee = table_of(cards=(LEADS, HAND, ""))
        referee.play("play l1 1")
        assert entry(referee, "menaces_active") == ["m1"]
        assert (len(area(referee, "leads")), entry(referee, "shuffles")) == (4, 1)

    def test_the_first_demand_on_an_empty_menace_deck_loses_at_once(self) -> None:
        referee = table_of(cards=(LEADS, HAND, ""), box={"menaces": [make_menace("m1")]})
        play_all(referee, "play l1 1; play l2 1")
        assert (referee.status, referee.legal()) == ("lost", [])
        assert kinds(referee) == ["stack-empty", "no-menace"]

    def test_a_missing_menace_loses_before_the_time_cards_move(self) -> None:
        late = [make_gulfs_clue(f"l{n}", time=True) for n in (1, 2)]
        referee = table_of(*late, box={"menaces": [make_menace("m1")]}, limits=1)
        play_all(referee, "pass; pass")
        assert (referee.status, area(referee, "time")) == ("lost", ["l2"])

    def test_immediate_effects_come_before_icons(self) -> None:
        menace = make_menace("m1", immediate="access-5", icons="access-4 access-3")
        cases = [make_case(number) for number in (3, 4, 5)]
        referee = self.drawn(box={"menaces": [menace], "cases": cases})
        assert [e.number for e in referee.table.events if e.kind == "case"] == [5, 4, 3]

    def test_its_ongoing_effects_hold_before_its_immediate_ones(self) -> None:
        aurora = make_menace(
            "a1", "aurora", ongoing="hand-limit-plus-1", icons="flip add-to-hand", clue="f"
        )
        referee = self.drawn(box={"menaces": [aurora]})
        # The clue side came to hand, so the limit is back at three.
        assert (referee.pending, area(referee, "hand")) == ("discard", ["f", "h1", "h2", "h3"])
        assert entry(referee, "menaces_active") == []

    def test_icons_of_a_menace_that_was_removed_go_on(self) -> None:
        aurora = make_menace("a1", "aurora", immediate="remove-aurora access-5", icons="access-4")
        cases = [make_case(4), make_case(5)]
        referee = self.drawn(box={"menaces": [aurora, make_menace("a2", "aurora")], "cases": cases})
        assert (entry(referee, "menaces_active"), entry(referee, "menaces_left")) == ([], [])
        assert case_numbers(referee) == [1, 2, 4, 5]

    def test_remove_aurora_takes_those_in_the_deck_and_those_in_play(self) -> None:
        menaces = [
            make_menace("a1", "aurora", ongoing="hand-limit-plus-1"),
            make_menace("a2", "aurora"),
            make_menace("m1", immediate="remove-aurora"),
        ]
        search = make_gulfs_clue("l2", effects="search-menace")
        referee = self.drawn(search, box={"menaces": menaces})
        play_all(referee, "play l2 1; menace m1")
        assert (entry(referee, "menaces_left"), entry(referee, "menaces_active")) == ([], ["m1"])

    def test_the_hand_limit_holds_at_once_when_it_sinks(self) -> None:
        menaces = [
            make_menace("a1", "aurora", ongoing="hand-limit-plus-1"),
            make_menace("m1", immediate="remove-aurora access-5"),
        ]
        draw = make_gulfs_clue("l3", effects="draw-menace")
        referee = self.drawn(draw, box={"menaces": menaces, "cases": [make_case(5)]})
        play_all(referee, "take; play l3 1; menace")
        assert (referee.pending, case_numbers(referee)) == ("discard", [1, 2])
        referee.play("discard h1")
        assert case_numbers(referee) == [1, 2, 5]

    def test_shuffle_all_makes_one_new_stack_of_three_areas(self) -> None:
        late = make_gulfs_clue("l2", time=True)
        draw = make_gulfs_clue("l4", effects="draw-menace")
        menaces = [make_menace("m1", immediate="shuffle-all")]
        referee = table_of(late, draw, box={"menaces": menaces})
        play_all(referee, "pass; pass; pass; play l4 1; menace")
        assert entry(referee, "shuffles") == 1
        assert (area(referee, "discard"), area(referee, "time")) == ([], [])
        assert len(area(referee, "stack") + area(referee, "leads")) == 6 + 4

    def test_after_shuffle_all_running_out_adds_nothing_more(self) -> None:
        menaces = [make_menace("m1", immediate="shuffle-all")]
        referee = table_of(cards=(LEADS, HAND, ""), box={"menaces": menaces})
        referee.play("pass")
        assert (entry(referee, "shuffles"), area(referee, "leads")[-1]) == (1, "l1")

    def test_the_time_limit_is_lower_for_each_that_says_so(self) -> None:
        menaces = [make_menace("m1", ongoing="time-limit-minus-1")]
        late = make_gulfs_clue("l2", time=True)
        referee = self.drawn(late, box={"menaces": menaces}, limits=2)
        referee.play("pass")
        assert referee.status == "lost"  # one card fills the area, and no menace is left

    def test_the_time_limit_is_higher_as_long_as_case_1b_is_open(self) -> None:
        case = make_case(1, start=True, ongoing="time-limit-plus-1")
        late = make_gulfs_clue("l1", time=True)
        referee = table_of(late, box={"cases": [case]}, limits=1)
        referee.play("pass")
        assert (area(referee, "time"), entry(referee, "menaces_active")) == (["l1"], [])


class TestHaltsInTheMiddle:
    TAKES = make_menace("m1", icons="take-stability access-5")

    def with_penalty(self, stack: str, **chance: Unpack[GulfsChance]) -> Referee:
        """One card lies in the stability area and one in the discard area; l3 is the first lead."""
        check = make_gulfs_clue("l1", effects="stability-check")
        penalty = make_gulfs_clue("s1", stability=True)
        late = [make_gulfs_clue(card, time=True) for card in ("l3", "l4")]
        box: Box = {"menaces": [self.TAKES, make_menace("m2")], "cases": [make_case(5)]}
        cards = (LEADS, HAND, f"s1 {stack}")
        referee = table_of(check, penalty, *late, box=box, cards=cards, **chance)
        play_all(referee, "play l1 1; check; pass")
        return referee

    def test_in_a_refill_the_menace_is_played_to_its_end_first(self) -> None:
        referee = self.with_penalty("s2 s3")
        play_all(referee, "play l3 1")
        assert (referee.pending, referee.turn, len(area(referee, "leads"))) == ("icon", 3, 4)
        referee.play("take s1")
        assert referee.pending == "discard"
        assert case_numbers(referee) == [1, 2]
        referee.play("discard s1")
        # Now case 5, then the discards, that one included, then the rest of the refill.
        assert (referee.turn, case_numbers(referee)) == (4, [1, 2, 5])
        assert len(area(referee, "leads") + area(referee, "stack")) == 6

    def test_in_the_time_step_the_menace_comes_before_the_cards_move(self) -> None:
        referee = self.with_penalty("s2 s3 s4 s5", limits=2)
        play_all(referee, "pass; pass")
        assert (referee.pending, area(referee, "time")) == ("icon", ["l3", "l4"])
        referee.play("decline")
        assert (referee.turn, area(referee, "time")) == (5, [])

    def test_in_a_stability_check_the_card_is_drawn_afterwards(self) -> None:
        check = make_gulfs_clue("l1", effects="stability-check stability-check discard-lead")
        penalty = make_gulfs_clue("s1", stability=True)
        box: Box = {"menaces": [self.TAKES, make_menace("m2")], "cases": [make_case(5)]}
        referee = table_of(check, penalty, box=box, cards=(LEADS, HAND, "s1"))
        play_all(referee, "play l1 1; check; check")
        assert (referee.pending, kinds(referee)) == ("icon", ["stack-empty", "menace"])
        play_all(referee, "take s1; discard h1")
        assert kinds(referee) == ["case", "shuffle", "check"]
        assert (referee.effect, area(referee, "discard")) == ("discard-lead", ["h1"])

    def test_free_actions_may_be_taken_there(self) -> None:
        check = make_gulfs_clue("l1", effects="stability-check")
        penalty = make_gulfs_clue("s1", stability=True)
        box: Box = {
            "menaces": [self.TAKES, make_menace("m2", immediate="shuffle-all")],
            "contact": "take-stability search-menace",
        }
        referee = table_of(check, penalty, box=box, cards=(LEADS, HAND, "s1 s2"))
        play_all(referee, "play l1 1; check; done; play l2 1; done")
        assert referee.pending == "icon"
        taken, called = referee.copy(), referee
        taken.play("contact take-stability s1")  # nothing is left for the icon
        assert taken.pending == "discard"
        taken.play("discard h1")
        assert (taken.pending, kinds(taken)) == ("action", ["case-gone", "shuffle", "lead"])
        called.play("contact search-menace m2")  # makes the new stack; then the icon goes on
        assert (called.pending, entry(called, "shuffles")) == ("icon", 1)
        called.play("decline")
        assert entry(called, "shuffles") == 1


class TestDarkness:
    DARK = make_gulfs_clue("l2", attributes="darkness", effects="take-lead")

    def with_menaces(self, *ongoing: str, clue: Clue = DARK) -> Referee:
        """Menaces m1, m2, ... with these ongoing effects are active; l2 is the first lead."""
        draw = make_gulfs_clue("l1", effects=" ".join(["draw-menace"] * len(ongoing)))
        menaces = [make_menace(f"m{n}", ongoing=words) for n, words in enumerate(ongoing, 1)]
        referee = table_of(draw, clue, box={"menaces": [*menaces, make_menace("z")]})
        play_all(referee, "; ".join(["play l1 1", *["menace"] * len(ongoing)]))
        return referee

    def test_gained_effects_follow_the_printed_ones_one_for_each_source(self) -> None:
        both = "darkness-stability-check darkness-discard-lead"
        referee = self.with_menaces("darkness-stability-check", both)
        referee.play("play l2 1")
        effects = []
        while referee.pending == "effect":
            effects.append(referee.effect)
            referee.play(referee.legal()[-1])
        assert effects == ["take-lead", "stability-check", "discard-lead", "stability-check"]

    def test_other_cards_gain_nothing(self) -> None:
        referee = self.with_menaces("darkness-stability-check", clue=make_gulfs_clue("l2"))
        referee.play("play l2 1")
        assert referee.pending == "action"

    def test_a_menace_called_by_the_card_itself_counts(self) -> None:
        dark = make_gulfs_clue("l1", attributes="darkness", effects="draw-menace")
        menace = make_menace("m1", ongoing="darkness-stability-check")
        referee = table_of(dark, box={"menaces": [menace]})
        play_all(referee, "play l1 1; menace")
        assert referee.effect == "stability-check"

    def test_an_effect_whose_source_is_gone_lapses(self) -> None:
        menaces = [
            make_menace("a1", "aurora", ongoing="darkness-stability-check"),
            make_menace("m1", immediate="remove-aurora"),
        ]
        draw = make_gulfs_clue("l1", effects="draw-menace")
        dark = make_gulfs_clue("l2", attributes="darkness")
        referee = table_of(draw, dark, box={"menaces": menaces, "contact": "search-menace"})
        play_all(referee, "play l1 1; menace; done; play l2 1")
        assert referee.effect == "stability-check"
        referee.play("contact search-menace m1")
        assert referee.pending == "action"

    def test_darkness_time_sends_discards_to_the_time_area(self) -> None:
        referee = self.with_menaces("darkness-time")
        referee.play("pass")
        assert (area(referee, "time"), area(referee, "discard")) == (["l2"], [])

    def test_cards_that_lie_in_the_discard_area_stay_there(self) -> None:
        dark = make_gulfs_clue("l1", attributes="darkness")
        draw = make_gulfs_clue("l2", effects="draw-menace")
        menaces = [make_menace("m1", ongoing="darkness-time")]
        referee = table_of(dark, draw, box={"menaces": menaces})
        play_all(referee, "pass; play l2 1; menace")
        assert area(referee, "discard") == ["l1"]
