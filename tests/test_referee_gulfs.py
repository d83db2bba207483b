"""The referee on what only Infinite Gulfs of Darkness has, rule by rule: cases, the Machine, ends.

The leads are L1 ... L5, the hand is H1 ... H3, the stack S1 ... S6, unless a test says otherwise;
cases 1 and 2 are open and take every card. Menaces are in `test_referee_gulfs_menaces.py`, items,
keys and effects in `test_referee_gulfs_items.py`.
"""

from collections.abc import Sequence
from typing import Unpack

import pytest

from casecracker.engine.cards import CaseCard, Clue, Menace
from casecracker.engine.referee import Referee
from tests.gulfs import (
    TYPES,
    Box,
    GulfsChance,
    make_case,
    make_gulfs_clue,
    make_gulfs_deal,
    make_gulfs_deck,
    make_menace,
)
from tests.test_referee import area, case_numbers, open_cases, play_all, refusal

LEADS, HAND, STACK = "l1 l2 l3 l4 l5", "h1 h2 h3", "s1 s2 s3 s4 s5 s6"
MACHINE = make_gulfs_clue("machine", attributes="machine", sides="key")
FIVE = [make_gulfs_clue(f"l{n}", kind) for n, kind in enumerate(TYPES[:5], 1)]
"""Leads that show five types; played to one case, they close it."""


HAUNTER = make_case(
    7, "", ongoing="hand-limit-plus-1", on_close="purple-access-5 purple-access-6", name="Haunter"
)


def table_of(
    *clues: Clue,
    box: Box | None = None,
    cards: tuple[str, str, str] = (LEADS, HAND, STACK),
    **chance: Unpack[GulfsChance],
) -> Referee:
    """A game with these leads, hand and stack; cards not described are blank. Seed 1 shuffles."""
    leads, hand, stack = (words.split() for words in cards)
    drawn = [*reversed(leads), *hand, *stack]
    described = {clue.id for clue in clues}
    blanks = [make_gulfs_clue(name) for name in drawn if name not in described]
    deck = make_gulfs_deck([*clues, *blanks], **(box or {}))
    chance.setdefault("seed", 1)
    chance["draw"] = " ".join(drawn)
    return Referee(make_gulfs_deal(deck, **chance))


def entry(referee: Referee, name: str) -> object:
    return referee.snapshot()[name]


def kinds(referee: Referee) -> list[str]:
    return [event.kind for event in referee.table.events]


def closed(
    *clues: Clue,
    second: CaseCard,
    others: Sequence[CaseCard] = (),
    hand: str = HAND,
    menaces: Sequence[Menace] = (),
) -> Referee:
    """A game whose latest move has closed case 2, with nothing scored; the lead is s2."""
    box: Box = {"cases": [second, *others], "menaces": menaces}
    described = {clue.id for clue in clues}
    five = [clue for clue in FIVE if clue.id not in described]
    referee = table_of(*five, *clues, box=box, cards=(LEADS, hand, STACK))
    play_all(referee, "play l1 2; play l2 2; play l3 2; play l4 2; play l5 2; close 2; done")
    return referee


class TestSetup:
    def test_start_cases_are_open_and_the_others_lie_in_the_case_deck(self) -> None:
        referee = table_of(box={"cases": [make_case(4), HAUNTER]})
        assert [(case["number"], case["card"]) for case in open_cases(referee)] == [
            (1, "1B"),
            (2, "2"),
        ]
        assert entry(referee, "cases_left") == [4, 7]

    def test_an_equipment_card_alone_decides_for_side_a(self) -> None:
        box: Box = {"contact": "key", "equipment": "key"}
        cards = {
            choice: open_cases(table_of(box=box, help=choice))[0]["card"]
            for choice in ("both", "contact", "equipment", "none")
        }
        assert cards == {"both": "1A", "contact": "1B", "equipment": "1A", "none": "1B"}

    def test_who_helps_is_a_setting(self) -> None:
        box: Box = {"contact": "key", "equipment": "key"}
        assert entry(table_of(box=box), "helpers") == ["necronomicon", "p1"]
        assert entry(table_of(box=box, help="none"), "helpers") == []

    def test_clue_faces_are_not_in_the_stack(self) -> None:
        referee = table_of(box={"cases": [make_case(4, clue="f", on_close="flip")]})
        assert area(referee, "stack") == STACK.split()

    def test_the_snapshot_has_the_keys_of_this_game(self) -> None:
        state = table_of().snapshot()
        assert "victims_left" not in state
        assert "contact_used" not in state
        assert state["menaces_left"] == ["m1", "m2", "m3"]
        assert (state["menaces_active"], state["briefcase"]) == ([], [])
        assert (state["prevented_any"], state["objectives"]) == (False, [])

    def test_menaces_may_be_fewer(self) -> None:
        menaces = [make_menace("a1", "aurora"), make_menace("m1"), make_menace("m2")]
        box: Box = {"menaces": menaces}
        assert entry(table_of(box=box, menaces="m2"), "menaces_left") == ["a1", "m2", "m1"]
        assert entry(table_of(box=box, menace="no-aurora"), "menaces_left") == ["m1", "m2"]
        assert entry(table_of(box=box, menace="minus-one"), "menaces_left") == ["a1", "m1"]


class TestClosing:
    def test_the_icons_of_the_case_card_follow_from_top_to_bottom(self) -> None:
        second = make_case(2, start=True, on_close="access-5 access-4")
        referee = closed(second=second, others=[make_case(4), make_case(5)])
        assert [e.number for e in referee.table.events if e.kind == "case"] == [5, 4]
        assert case_numbers(referee) == [1, 4, 5]
        assert refusal(referee, "play s2 2") == "case 2 is closed"

    def test_a_case_that_is_not_in_the_deck_is_accessed_in_vain(self) -> None:
        second = make_case(2, start=True, on_close="access-1 access-6")
        referee = closed(second=second)
        assert case_numbers(referee) == [1]
        assert "case-gone" in kinds(referee)

    def test_flip_and_add_to_hand_bring_the_other_side_to_hand(self) -> None:
        second = make_case(2, start=True, on_close="flip add-to-hand", clue="f")
        referee = closed(second=second)
        assert (referee.pending, area(referee, "hand")) == ("discard", ["f", "h1", "h2", "h3"])
        assert "f" not in area(referee, "closed")

    def test_the_hand_limit_comes_before_the_next_icon(self) -> None:
        second = make_case(2, start=True, on_close="flip add-to-hand access-5", clue="f")
        referee = closed(second=second, others=[make_case(5)])
        assert case_numbers(referee) == [1]
        referee.play("discard f")
        assert case_numbers(referee) == [1, 5]

    def test_flip_as_the_last_icon_puts_the_clue_among_the_closed_cases(self) -> None:
        referee = closed(second=make_case(2, start=True, on_close="flip", clue="f"))
        assert "f" in area(referee, "closed")

    def test_a_case_card_that_is_not_turned_over_is_of_no_more_use(self) -> None:
        referee = closed(second=make_case(2, start=True, clue="f"))
        places = ("hand", "closed", "stack", "discard")
        assert all("f" not in area(referee, place) for place in places)

    def test_all_types_bring_no_bonus(self) -> None:
        check = make_gulfs_clue("l1", " ".join(TYPES), effects="stability-check")
        penalty = make_gulfs_clue("s1", stability=True)
        referee = table_of(check, penalty)
        play_all(referee, "play l1 2; check; close 2; done")
        assert (area(referee, "stability"), referee.pending) == (["s1"], "action")

    def test_nothing_is_shuffled_when_no_case_is_open(self) -> None:
        referee = table_of(*FIVE, box={"cases": [make_case(2)]})
        play_all(referee, "; ".join(f"play l{n} 1" for n in range(1, 6)))
        play_all(referee, "close 1; done")
        assert (case_numbers(referee), entry(referee, "shuffles")) == ([], 0)
        assert referee.legal() == ["take", "pass"]

    def test_icons_come_before_maintenance_and_refill(self) -> None:
        second = make_case(2, start=True, on_close="flip add-to-hand", clue="f")
        referee = closed(second=second)
        assert area(referee, "leads") == ["s2", "s3", "s4", "s5"]


class TestIconTakeStability:
    CHECK = make_gulfs_clue("l1", TYPES[0], effects="stability-check stability-check")
    PENALTIES = (make_gulfs_clue("s1", stability=True), make_gulfs_clue("s2", stability=True))

    def case_closed(self, on_close: str) -> Referee:
        second = make_case(2, start=True, on_close=on_close)
        referee = table_of(
            self.CHECK, *FIVE[1:], *self.PENALTIES, box={"cases": [second, make_case(5)]}
        )
        play_all(referee, "play l1 2; check; check; play l2 2; play l3 2; play l4 2; play l5 2")
        play_all(referee, "close 2; done")
        return referee

    def test_it_is_a_decision(self) -> None:
        referee = self.case_closed("take-stability access-5")
        assert referee.pending == "icon"
        assert referee.legal() == ["take s1", "take s2", "decline"]
        assert refusal(referee, "take h1") == "h1 is not in the stability area"
        assert refusal(referee, "done").startswith("the icon take-stability of case 2 is applied")
        referee.play("decline")
        assert (case_numbers(referee), len(area(referee, "stability"))) == ([1, 5], 2)

    def test_the_card_goes_to_hand_and_the_hand_limit_comes_before_the_next_icon(self) -> None:
        referee = self.case_closed("take-stability take-stability access-5")
        referee.play("take s1")
        assert (referee.pending, case_numbers(referee)) == ("discard", [1])
        referee.play("discard s1")
        assert (referee.pending, referee.legal()) == ("icon", ["take s2", "decline"])

    def test_it_is_passed_over_with_an_empty_area(self) -> None:
        referee = closed(second=make_case(2, start=True, on_close="take-stability access-5"))
        assert referee.pending == "action"

    def test_in_purple_it_needs_the_machine(self) -> None:
        assert self.case_closed("purple-take-stability").pending == "action"

    def test_a_copy_stands_in_the_middle_of_the_icons_too(self) -> None:
        referee = self.case_closed("take-stability access-5")
        twin = referee.copy()
        referee.play("decline")
        assert (twin.pending, case_numbers(twin)) == ("icon", [1])
        twin.play("decline")
        assert twin.snapshot() == referee.snapshot()


class TestMachine:
    PURPLE = make_gulfs_clue("l1", left_purple="research")

    def test_purple_techniques_do_not_count_without_it(self) -> None:
        referee = table_of(self.PURPLE)
        assert refusal(referee, "play l1 1") == (
            "l1 shows purple techniques alone, and Tillinghast's Machine is not in play"
        )

    def test_in_hand_it_makes_them_count(self) -> None:
        case = make_case(2, "research", start=True)
        referee = table_of(
            self.PURPLE, MACHINE, box={"cases": [case]}, cards=(LEADS, "machine h1 h2", STACK)
        )
        referee.copy().play("play l1 2")
        referee.play("pack machine")
        referee.play("play l1 2")

    def test_in_a_line_it_makes_them_count_on_the_right_edge_too(self) -> None:
        case = make_case(2, "interview", start=True, right_purple="research")
        lead = make_gulfs_clue("l2", left="research")
        referee = table_of(
            MACHINE, lead, box={"cases": [case]}, cards=("machine l2 l3 l4 l5", HAND, STACK)
        )
        referee.play("play machine 1")
        referee.play("play l2 2")

    def test_as_a_lead_it_is_not_in_play(self) -> None:
        referee = table_of(self.PURPLE, MACHINE, cards=("l1 machine l3 l4 l5", HAND, STACK))
        assert "Machine is not in play" in refusal(referee, "play l1 1")

    def test_as_the_key_it_leaves_the_game_before_the_play(self) -> None:
        lock = make_gulfs_clue("l1", left_purple="research", attributes="lock")
        referee = table_of(lock, MACHINE, cards=(LEADS, "machine h1 h2", STACK))
        referee.play("pack machine")
        assert "Machine is not in play" in refusal(referee, "play l1 1 key machine")

    def test_purple_icons_count_at_their_turn(self) -> None:
        second = make_case(
            2,
            start=True,
            on_close="purple-access-4 flip add-to-hand purple-access-5",
            clue="machine",
        )
        referee = closed(MACHINE, second=second, others=[make_case(4), make_case(5)])
        referee.play("discard h1")
        assert case_numbers(referee) == [1, 5]

    def test_in_the_case_just_closed_it_does_not_help(self) -> None:
        second = make_case(2, start=True, on_close="purple-access-5")
        machine = make_gulfs_clue("machine", TYPES[0], attributes="machine", sides="key")
        referee = table_of(
            machine,
            *FIVE[1:],
            box={"cases": [second, make_case(5)]},
            cards=("machine l2 l3 l4 l5", HAND, STACK),
        )
        play_all(referee, "play machine 2; play l2 2; play l3 2; play l4 2; play l5 2")
        play_all(referee, "close 2; done")
        assert case_numbers(referee) == [1]


class TestEnds:
    LETTERED = (
        make_gulfs_clue("l1", TYPES[0], letter="A"),
        make_gulfs_clue("l2", " ".join(TYPES[:2]), letter="B"),
    )

    def closing(self, *objectives: str, **chance: Unpack[GulfsChance]) -> Referee:
        """Case 1 shows six types and is about to be closed; l1 and l2 could be scored."""
        others = [make_gulfs_clue(f"l{n}", TYPES[n - 1]) for n in (3, 4, 5)]
        more = [make_gulfs_clue("s1", " ".join(TYPES[:2])), make_gulfs_clue("s2", TYPES[0])]
        referee = table_of(*self.LETTERED, *others, *more, box={"objectives": objectives}, **chance)
        play_all(referee, "; ".join(f"play {c} 1" for c in (*LEADS.split(), "s1", "s2")))
        referee.play("close 1")
        return referee

    def test_hardboiled_all_letters_of_all_objectives_win(self) -> None:
        referee = self.closing("A", "A B")
        play_all(referee, "score l1; score l2")
        assert [e.number for e in referee.table.events if e.kind == "objective"] == [2]
        assert (entry(referee, "objectives"), referee.status) == ([1, 2], "playing")
        referee.play("done")
        assert (referee.status, kinds(referee)[-1]) == ("won", "closed")

    def test_hardboiled_one_objective_of_two_does_not(self) -> None:
        referee = self.closing("A", "B")
        play_all(referee, "score l2; done")
        assert (referee.status, entry(referee, "objectives")) == ("playing", [2])

    def test_classic_objectives_do_not_count(self) -> None:
        referee = self.closing("A", mode="classic")
        play_all(referee, "score l1; score l2; done")
        assert (referee.status, entry(referee, "objectives")) == ("playing", [])

    @pytest.mark.parametrize("fifth", [TYPES[4], TYPES[0]])
    def test_classic_five_puzzles_matched_to_different_types_win(self, fifth: str) -> None:
        kinds_of = (*TYPES[:4], fifth)
        clues = [
            make_gulfs_clue(f"l{n}", kind, attributes="puzzle", effects="close-5" if n == 5 else "")
            for n, kind in enumerate(kinds_of, 1)
        ]
        box: Box = {"cases": [make_case(5, start=True)]}
        referee = table_of(*clues, box=box, mode="classic")
        play_all(referee, "; ".join(f"play l{n} 5" for n in range(1, 6)))
        referee.play("close 5")
        assert referee.status == ("won" if fifth == TYPES[4] else "playing")

    def test_the_stability_limit_loses(self) -> None:
        check = make_gulfs_clue("l1", effects="stability-check")
        referee = table_of(check, make_gulfs_clue("s1", stability=True), limits=1)
        play_all(referee, "play l1 1; check")
        assert referee.status == "lost"
