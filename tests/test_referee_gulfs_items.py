"""The referee on items, keys and effects of Infinite Gulfs of Darkness, rule by rule.

The helpers and the names of cards are those of `test_referee_gulfs.py`: the leads are L1 ... L5,
the hand is H1 ... H3, the stack S1 ... S6.
"""

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.errors import MoveError
from casecracker.engine.referee import Referee
from tests.gulfs import TYPES, Box, make_case, make_gulfs_clue, make_menace
from tests.test_referee import area, case_numbers, open_cases, play_all, refusal
from tests.test_referee_gulfs import HAND, LEADS, STACK, entry, kinds, table_of

SIGN = make_gulfs_clue("sign", sides="take-time prevent-next")
WITH_SIGN = (LEADS, "sign h2 h3", STACK)


class TestBriefcase:
    def test_equipment_is_packed_and_unpacked_at_any_time(self) -> None:
        referee = table_of(SIGN, cards=WITH_SIGN)
        referee.play("pack sign")
        assert (entry(referee, "briefcase"), area(referee, "hand")) == (["sign"], ["h2", "h3"])
        assert (referee.pending, referee.turn) == ("action", 1)
        referee.play("unpack sign")
        assert (entry(referee, "briefcase"), area(referee, "hand")) == (
            [],
            ["h2", "h3", "sign"],
        )

    def test_other_cards_are_not_packed(self) -> None:
        referee = table_of(SIGN, cards=WITH_SIGN)
        assert refusal(referee, "pack h2") == "only equipment goes to the briefcase: h2 is none"
        assert refusal(referee, "pack l1") == "l1 is not in hand"
        assert refusal(referee, "unpack sign") == "sign is not in the briefcase"

    def test_packing_avoids_a_discard_to_the_hand_limit(self) -> None:
        referee = table_of(SIGN, cards=WITH_SIGN)
        referee.play("take")
        assert referee.pending == "discard"
        referee.play("pack sign")
        assert (referee.pending, len(area(referee, "hand"))) == ("window", 3)

    def test_unpacking_may_ask_for_one(self) -> None:
        referee = table_of(SIGN, cards=WITH_SIGN)
        play_all(referee, "pack sign; take; unpack sign")
        assert referee.pending == "discard"

    def test_a_used_clue_card_leaves_the_game(self) -> None:
        late = make_gulfs_clue("l1", time=True)
        referee = table_of(SIGN, late, cards=WITH_SIGN)
        play_all(referee, "pack sign; pass; use sign take-time l1")
        state = referee.snapshot()
        assert "sign" not in str(state)
        assert "l1" in area(referee, "hand")

    def test_what_is_in_hand_must_be_packed_first(self) -> None:
        referee = table_of(SIGN, cards=WITH_SIGN)
        assert refusal(referee, "use sign prevent-next") == "sign is not in the briefcase"

    def test_one_side_is_used_once(self) -> None:
        referee = table_of(box={"equipment": "shuffle-discard search-stack"})
        assert refusal(referee, "use necronomicon take-lead l1") == (
            "necronomicon has no side take-lead: its sides are shuffle-discard and search-stack"
        )
        referee.play("use necronomicon shuffle-discard")
        assert entry(referee, "helpers") == []
        assert refusal(referee, "use necronomicon search-stack s1") == (
            "necronomicon was used before and has left the game"
        )

    def test_contact_and_equipment_card_are_two_items(self) -> None:
        referee = table_of(box={"equipment": "shuffle-discard", "contact": "search-stack"})
        play_all(referee, "contact search-stack s1; discard s1; use necronomicon shuffle-discard")
        assert entry(referee, "helpers") == []
        assert refusal(referee, "contact search-stack s2") == (
            "the contact was used before and has left the game"
        )

    def test_unknown_items_and_menaces_are_no_moves(self) -> None:
        referee = table_of(box={"equipment": "search-menace"})
        for move in ("use book search-menace m1", "use necronomicon search-menace c1", "pack x"):
            with pytest.raises(MoveError, match="the deck has no"):
                referee.play(move)

    def test_free_actions_wait_once_a_card_was_scored(self) -> None:
        many = " ".join(TYPES)
        clues = [
            make_gulfs_clue("l1", many),
            make_gulfs_clue("l2", many, attributes="puzzle"),
            make_gulfs_clue("l3", many, attributes="puzzle"),
        ]
        referee = table_of(SIGN, *clues, cards=WITH_SIGN)
        play_all(referee, "play l1 1; done; play l2 1; done; play l3 1; done; close 1")
        referee.copy().play("pack sign")
        referee.play("score l2")
        assert refusal(referee, "pack sign") == (
            "the briefcase waits until the closing is carried out"
        )


class TestWindow:
    def test_an_item_in_hand_is_reason_enough(self) -> None:
        late = make_gulfs_clue("l1", time=True)
        item = make_gulfs_clue("sign", sides="take-time")
        referee = table_of(item, late, cards=WITH_SIGN)
        referee.play("pass")
        assert (referee.pending, referee.legal()) == ("window", ["done", "pack sign"])

    def test_an_area_without_cards_is_none(self) -> None:
        item = make_gulfs_clue("sign", sides="take-time key")
        referee = table_of(item, cards=WITH_SIGN)
        referee.play("pass")
        assert referee.pending == "action"

    def test_an_exchange_needs_another_card(self) -> None:
        swap = make_gulfs_clue("sign", sides="exchange-penalty")
        late = [make_gulfs_clue(card, time=True) for card in ("l1", "h1", "h2")]
        effects = make_gulfs_clue("l2", effects="discard-hand discard-hand")
        referee = table_of(swap, *late, effects, cards=(LEADS, "sign h1 h2", STACK))
        play_all(referee, "pass; done; play l2 1; discard h1; discard h2")
        assert referee.pending == "action"

    def test_the_menace_deck_is_an_area(self) -> None:
        box: Box = {"contact": "search-menace", "menaces": [make_menace("m1")]}
        draw = make_gulfs_clue("l1", effects="draw-menace")
        referee = table_of(draw, box=box)
        other = referee.copy()
        referee.play("pass")
        assert referee.pending == "window"
        play_all(other, "play l1 1; menace")
        assert other.pending == "action"


class TestHand:
    BLOCKED = tuple(make_gulfs_clue(card, minimum=1) for card in ("h1", "h2", "h3"))

    def test_a_card_in_the_briefcase_may_be_the_one_to_play(self) -> None:
        item = make_gulfs_clue("sign", sides="key")
        clues = (make_gulfs_clue("h2", minimum=1), make_gulfs_clue("h3", minimum=1))
        referee = table_of(item, *clues, cards=WITH_SIGN)
        referee.play("pack sign")
        referee.play("hand")
        assert set(referee.legal()) == {"pass", "unpack sign"}
        referee.play("unpack sign")
        assert set(referee.legal()) == {"play sign 1", "play sign 2", "pack sign"}

    def test_any_item_that_is_no_mere_key_is_reason_enough(self) -> None:
        referee = table_of(*self.BLOCKED, box={"contact": "key"})
        assert "no card in hand or briefcase" in refusal(referee, "hand")
        referee = table_of(*self.BLOCKED, box={"contact": "key take-time"})
        referee.play("hand")
        assert referee.legal() == ["pass"]

    def test_a_key_in_hand_must_be_packed_before_it_counts_against_a_pass(self) -> None:
        item = make_gulfs_clue("sign", sides="key", minimum=1)
        locks = [make_gulfs_clue(card, attributes="lock") for card in ("h2", "h3")]
        referee = table_of(item, *locks, cards=WITH_SIGN)
        referee.play("hand")
        assert set(referee.legal()) == {"pass", "pack sign"}
        referee.play("pack sign")
        assert refusal(referee, "pass").startswith("a card in hand can be played")
        referee.play("play h2 1 key sign")
        assert (entry(referee, "briefcase"), open_cases(referee)[0]["key_effects"]) == ([], 1)

    def test_a_card_is_not_the_key_to_itself(self) -> None:
        item = make_gulfs_clue("sign", sides="key", attributes="lock")
        clues = (make_gulfs_clue("h2", minimum=1), make_gulfs_clue("h3", minimum=1))
        referee = table_of(item, *clues, cards=WITH_SIGN)
        assert "no card in hand" in refusal(referee, "hand")


class TestKeys:
    def line(self, *attributes: str, box: Box | None = None) -> Referee:
        """Cards l1, l2, ... with these attributes are played to case 1, the last one is not."""
        names = LEADS.split()
        clues = [
            make_gulfs_clue(name, attributes=m) for name, m in zip(names, attributes, strict=False)
        ]
        referee = table_of(*clues, box=box)
        for name in names[: len(attributes) - 1]:
            referee.play(f"play {name} 1")
        return referee

    @pytest.mark.parametrize(
        "attributes",
        [
            ("key", "lock"),
            ("skeleton-key", "lock"),
            ("skeleton-key", "skeleton-lock"),
            ("skeleton-key", "key", "lock", "skeleton-lock"),
            ("skeleton-key", "key", "skeleton-lock", "lock"),
            ("skeleton-key", "skeleton-key", "lock", "skeleton-lock"),
        ],
    )
    def test_keys_that_open(self, attributes: tuple[str, ...]) -> None:
        self.line(*attributes).play(f"play l{len(attributes)} 1")

    @pytest.mark.parametrize(
        ("attributes", "fault"),
        [
            (
                ("key", "skeleton-lock"),
                "Skeleton Lock needs a Skeleton Key in that line: case 1 has 1 key and 0 locks",
            ),
            (
                ("skeleton-key", "lock", "skeleton-lock"),
                "Skeleton Lock needs a Key in that line: "
                "case 1 has 0 keys, 1 skeleton key and 1 lock",
            ),
            (
                ("skeleton-key", "skeleton-lock", "lock"),
                "Lock needs a Key in that line: "
                "case 1 has 0 keys, 1 skeleton key, 0 locks and 1 skeleton lock",
            ),
            (
                ("skeleton-key", "key", "skeleton-lock", "skeleton-lock"),
                "Skeleton Lock needs a Skeleton Key in that line: "
                "case 1 has 1 key, 1 skeleton key, 0 locks and 1 skeleton lock",
            ),
        ],
    )
    def test_keys_that_do_not(self, attributes: tuple[str, ...], fault: str) -> None:
        assert refusal(self.line(*attributes), f"play l{len(attributes)} 1") == fault

    def test_a_key_effect_opens_both_kinds_and_stays_with_the_case(self) -> None:
        box: Box = {"contact": "key", "equipment": "key"}
        referee = self.line("skeleton-lock", box=box)
        referee.copy().play("play l1 1 key")
        referee.play("play l1 1 key necronomicon")
        assert (entry(referee, "helpers"), open_cases(referee)[0]["key_effects"]) == (["p1"], 1)

    def test_a_key_goes_only_where_it_is_needed(self) -> None:
        referee = self.line("", box={"contact": "key", "equipment": "key"})
        for move in ("play l1 1 key", "play l1 1 key necronomicon"):
            assert refusal(referee, move) == "the play is legal without a key side"

    def test_an_item_without_a_key_side_opens_nothing(self) -> None:
        referee = self.line("lock", box={"equipment": "take-time"})
        assert refusal(referee, "play l1 1 key necronomicon") == (
            "necronomicon has no side key: its sides are take-time"
        )
        assert refusal(referee, "play l1 1 key") == "this game has no contact"


class TestNoDiscard:
    STAYS = make_gulfs_clue("h1", attributes="no-discard", time=True)

    def test_another_card_must_be_discarded(self) -> None:
        referee = table_of(self.STAYS)
        referee.play("take")
        assert "discard h1" not in referee.legal()
        assert refusal(referee, "discard h1") == (
            "h1 cannot be discarded as long as another card can"
        )

    def test_without_another_card_it_goes_to_the_discard_area(self) -> None:
        stays = [make_gulfs_clue(c, attributes="no-discard", time=True) for c in HAND.split()]
        lead = make_gulfs_clue("l1", effects="discard-hand")
        referee = table_of(*stays, lead)
        play_all(referee, "play l1 1; discard h1")
        assert (area(referee, "discard"), area(referee, "time")) == (["h1"], [])

    def test_the_first_lead_is_discarded_all_the_same(self) -> None:
        referee = table_of(make_gulfs_clue("l1", attributes="no-discard", time=True))
        referee.play("pass")
        assert area(referee, "discard") == ["l1"]

    def test_discard_lead_spares_it(self) -> None:
        lead = make_gulfs_clue("l1", effects="discard-lead")
        referee = table_of(lead, make_gulfs_clue("l2", attributes="no-discard"))
        referee.play("play l1 1")
        assert referee.legal() == [f"discard l{n}" for n in (3, 4, 5)]

    def test_it_may_be_played_from_hand(self) -> None:
        referee = table_of(self.STAYS)
        referee.play("hand")
        assert "play h1 1" in referee.legal()


class TestEffects:
    def test_search_menace_puts_any_menace_into_play(self) -> None:
        referee = table_of(make_gulfs_clue("l1", effects="search-menace"))
        referee.play("play l1 1")
        assert referee.legal() == ["menace m1", "menace m2", "menace m3", "decline"]
        referee.play("menace m2")
        assert (entry(referee, "menaces_left"), entry(referee, "shuffles")) == (["m1", "m3"], 0)

    def test_search_menace_is_declined_with_an_empty_deck(self) -> None:
        effects = make_gulfs_clue("l1", effects="draw-menace search-menace")
        referee = table_of(effects, box={"menaces": [make_menace("m1")]})
        play_all(referee, "play l1 1; menace")
        assert referee.legal() == ["decline"]
        assert refusal(referee, "menace m1") == "m1 is not in the menace deck"

    def test_draw_menace_loses_with_an_empty_deck(self) -> None:
        effects = make_gulfs_clue("l1", effects="draw-menace draw-menace")
        referee = table_of(effects, box={"menaces": [make_menace("m1")]})
        play_all(referee, "play l1 1; menace; menace")
        assert referee.status == "lost"

    def close_5(self, *clues: Clue, on_close: str = "access-6") -> Referee:
        cases = [make_case(5, start=True, on_close=on_close), make_case(6)]
        return table_of(*clues, box={"cases": cases})

    CLOSE = make_gulfs_clue("l2", effects="close-5 discard-lead")

    def test_close_5_closes_that_case_and_scores_all_its_puzzles(self) -> None:
        referee = self.close_5(make_gulfs_clue("l1", letter="A"), self.CLOSE)
        play_all(referee, "play l1 5; play l2 5")
        assert referee.legal() == ["close 5"]
        assert refusal(referee, "close 1") == "the effect close-5 closes case 5 and no other"
        assert "mandatory" in refusal(referee, "skip")
        referee.play("close 5")
        assert (area(referee, "picture"), area(referee, "closed")) == (["l1"], ["l2"])
        assert kinds(referee) == ["outright", "objective", "closed", "case"]
        assert (case_numbers(referee), referee.effect) == ([1, 2, 6], "discard-lead")

    def test_close_5_is_skipped_elsewhere(self) -> None:
        referee = self.close_5(self.CLOSE)
        play_all(referee, "pass; play l2 1")
        assert referee.legal() == ["skip"]
        assert refusal(referee, "close 5") == "l2 does not lie in case 5 that is open"

    def test_prevent_next_covers_the_next_card_of_that_case(self) -> None:
        clues = [
            make_gulfs_clue("l1", effects="prevent-next"),
            make_gulfs_clue("l2", effects="stability-check"),
            make_gulfs_clue("l3", effects="stability-check"),
            make_gulfs_clue("l4", effects="stability-check"),
        ]
        referee = table_of(*clues)
        play_all(referee, "play l1 1; prevent; play l2 2; check")
        assert [case["prevented"] for case in open_cases(referee)] == [True, False]
        referee.play("play l3 1")
        assert referee.pending == "action"
        assert not any(case["prevented"] for case in open_cases(referee))
        referee.play("play l4 1")
        assert referee.pending == "effect"

    def test_from_an_item_it_covers_the_next_card_of_any_case(self) -> None:
        check = make_gulfs_clue("l1", effects="stability-check")
        referee = table_of(check, box={"contact": "prevent-next"})
        referee.play("contact prevent-next")
        assert entry(referee, "prevented_any") is True
        referee.play("play l1 2")
        assert (referee.pending, entry(referee, "prevented_any")) == ("action", False)

    def test_one_card_uses_up_covers_of_both_sorts(self) -> None:
        clues = [
            make_gulfs_clue("l1", effects="prevent-next prevent-next"),
            make_gulfs_clue("l2", effects="stability-check"),
        ]
        referee = table_of(*clues, box={"contact": "prevent-next"})
        play_all(referee, "play l1 1; prevent; prevent; contact prevent-next; play l2 1")
        assert entry(referee, "prevented_any") is False
        assert not any(case["prevented"] for case in open_cases(referee))

    def test_gained_effects_are_prevented_too_and_strain_is_not(self) -> None:
        menace = make_menace("m1", ongoing="darkness-stability-check")
        draw = make_gulfs_clue("l1", effects="draw-menace")
        dark = make_gulfs_clue("s3", attributes="darkness", effects="take-lead")
        box: Box = {"menaces": [menace], "contact": "prevent-next"}
        referee = table_of(draw, dark, box=box, cards=(LEADS, HAND, STACK + " s7 s8 s9"))
        play_all(referee, "play l1 1; menace; done")
        for card in ("l2", "l3", "l4", "l5", "s1", "s2"):
            play_all(referee, f"play {card} 1; done")
        play_all(referee, "contact prevent-next; play s3 1")
        assert kinds(referee) == ["prevented", "strain", "lead"]

    def test_a_closed_case_loses_its_cover(self) -> None:
        clues = [make_gulfs_clue("l1", " ".join(TYPES), effects="prevent-next")]
        referee = table_of(*clues)
        play_all(referee, "play l1 1; prevent; close 1; done")
        assert "'prevented': True" not in str(referee.snapshot())
