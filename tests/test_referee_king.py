"""The referee on what only The King in Yellow has, rule by rule; then random games to their end.

The helpers and the names of cards are those of `test_referee.py`: the leads are L1 ... L5, the hand
is H1 ... H3. Immediate effects are put on cards Q1, Q2, ...; here they happen at set-up, and
`test_referee_passion.py` has those of later turns.
"""

import random
from collections import Counter
from typing import Unpack

import pytest

from casecracker.engine.cards import Clue
from casecracker.engine.games import IMMEDIATE_EFFECTS, KING_IN_YELLOW
from casecracker.engine.referee import Referee
from tests.decks import (
    Chance,
    full_deal,
    make_clue,
    make_deal,
    make_deck,
    random_deal,
    random_deck,
    starved_deal,
)
from tests.test_referee import (
    HAND,
    LEADS,
    area,
    case_numbers,
    open_cases,
    play_all,
    play_to_the_end,
    refusal,
)

GAME = KING_IN_YELLOW.id
TYPES = KING_IN_YELLOW.types
STACK = "s1 s2 s3 s4 s5 s6"


def passion(card: str, immediate: str, *, time: bool = False, stability: bool = False) -> Clue:
    return make_clue(card, "passion", immediate=immediate, time=time, stability=stability)


def table_of(
    leads: str, hand: str, stack: str, *clues: Clue, sides: str = "", **chance: Unpack[Chance]
) -> Referee:
    """A game with these leads (first lead first), hand and stack; cards not described are blank.

    The leads are so if no effect fires while they are laid. Seed 1 decides the later shuffles if
    nothing else is said.
    """
    drawn = [*reversed(leads.split()), *hand.split(), *stack.split()]
    described = {clue.id for clue in clues}
    cards = [*clues, *(make_clue(name) for name in drawn if name not in described)]
    chance["draw"] = " ".join(drawn)
    chance.setdefault("seed", 1)
    return Referee(make_deal(make_deck(cards, sides=sides, game=GAME), **chance))


def dealt(drawn: str, *clues: Clue, **chance: Unpack[Chance]) -> Referee:
    """A game whose cards are drawn in this order, from the first one of the row on."""
    cards = drawn.split()
    leads, rest = " ".join(reversed(cards[:5])), " ".join(cards[5:])
    return table_of(leads, "", rest, *clues, **chance)


def shuffles(referee: Referee) -> object:
    return referee.snapshot()["shuffles"]


class TestYellowSignLock:
    def line(self, *attributes: str, sides: str = "") -> Referee:
        """Cards l1, l2, ... with these attributes are played; the next lead is untouched."""
        leads, stack = LEADS, STACK
        names = f"{leads} {stack}".split()
        clues = [
            make_clue(name, attributes=marks)
            for name, marks in zip(names, attributes, strict=False)
        ]
        referee = table_of(leads, HAND, stack, *clues, sides=sides)
        for name in names[: len(attributes) - 1]:
            referee.play(f"play {name} 1")
        return referee

    def test_it_needs_a_yellow_sign_in_that_line(self) -> None:
        referee = self.line("key", "yellow-sign-lock")
        assert refusal(referee, "play l2 1") == (
            "Yellow sign lock needs a Yellow sign in that line: case 1 has none"
        )

    def test_it_needs_a_key_in_that_line(self) -> None:
        referee = self.line("yellow-sign", "yellow-sign-lock")
        assert refusal(referee, "play l2 1") == (
            "Yellow sign lock needs a Key in that line: case 1 has 0 keys and 0 locks"
        )

    def test_it_opens_with_both(self) -> None:
        self.line("key", "yellow-sign", "yellow-sign-lock").play("play l3 1")
        self.line("key yellow-sign", "yellow-sign-lock").play("play l2 1")

    def test_sign_and_key_must_lie_in_that_line(self) -> None:
        referee = self.line("key yellow-sign", "yellow-sign-lock")
        assert "needs a Yellow sign" in refusal(referee, "play l2 2")

    def test_its_own_sign_and_key_do_not_count(self) -> None:
        referee = self.line("key", "yellow-sign yellow-sign-lock")
        assert "needs a Yellow sign" in refusal(referee, "play l2 1")
        referee = self.line("yellow-sign", "key yellow-sign-lock")
        assert "needs a Key" in refusal(referee, "play l2 1")

    def test_it_uses_its_key_up(self) -> None:
        referee = self.line("key yellow-sign", "yellow-sign-lock", "yellow-sign-lock")
        assert refusal(referee, "play l3 1") == (
            "Yellow sign lock needs a Key in that line: "
            "case 1 has 1 key, 0 locks and 1 yellow sign lock"
        )

    def test_a_lock_uses_the_key_of_a_yellow_sign_lock_up(self) -> None:
        referee = self.line("key yellow-sign", "lock", "yellow-sign-lock")
        assert "needs a Key" in refusal(referee, "play l3 1")

    def test_a_yellow_sign_lock_uses_the_key_of_a_lock_up(self) -> None:
        referee = self.line("key yellow-sign", "yellow-sign-lock", "lock")
        assert refusal(referee, "play l3 1").startswith("Lock needs a Key")

    def test_the_sign_is_not_used_up(self) -> None:
        self.line("key yellow-sign", "key", "yellow-sign-lock", "yellow-sign-lock").play(
            "play l4 1"
        )

    def test_the_contacts_key_opens_it(self) -> None:
        marks = {"l1": "yellow-sign", "l2": "yellow-sign-lock", "l3": "lock"}
        clues = [make_clue(card, attributes=mark) for card, mark in marks.items()]
        referee = table_of(LEADS, HAND, STACK, *clues, sides="key")
        referee.play("play l1 1")
        assert "play l2 1" not in referee.legal()
        referee.play("play l2 1 key")
        assert refusal(referee, "play l3 1").endswith(
            "0 keys, 1 key effect, 0 locks and 1 yellow sign lock"
        )

    def test_the_contacts_key_does_not_replace_the_sign(self) -> None:
        referee = self.line("", "yellow-sign-lock", sides="key")
        assert "needs a Yellow sign" in refusal(referee, "play l2 1 key")
        referee = self.line("key", "yellow-sign-lock", sides="key")
        assert "needs a Yellow sign" in refusal(referee, "play l2 1 key")


class TestYellowMinimum:
    def test_it_counts_the_cards_with_colour_already_in_the_line(self) -> None:
        clues = [make_clue(card, attributes="colour") for card in ("l1", "l3")]
        clues.append(make_clue("l4", attributes="colour", yellow_minimum=2))
        clues.append(make_clue("l2", attributes="colour", yellow_minimum=2))
        referee = table_of(LEADS, HAND, STACK, *clues)
        referee.play("play l1 1")
        assert refusal(referee, "play l2 1") == (
            "yellow card minimum not reached: l2 needs 2 cards with Colour already in the line, "
            "case 1 has 1"
        )
        play_all(referee, "pass; play l3 1")
        assert "case 2 has 0" in refusal(referee, "play l4 2")
        referee.play("play l4 1")

    def test_other_cards_do_not_count(self) -> None:
        clues = [make_clue("l1", attributes="yellow-sign key puzzle")]
        clues.append(make_clue("l2", yellow_minimum=1))
        referee = table_of(LEADS, HAND, STACK, *clues)
        referee.play("play l1 1")
        assert "case 1 has 0" in refusal(referee, "play l2 1")


def scoring(*puzzles: Clue, needed: int) -> Referee:
    """Case 1 shows five types without these puzzles, and all of them are scored."""
    fillers = [make_clue(f"t{n}", kind) for n, kind in enumerate(TYPES[:5], 1)]
    names = " ".join(clue.id for clue in (*fillers, *puzzles))
    order = f"{names} s1 s2 s3 s4 s5 s6"
    clues = (*fillers, *puzzles)
    leads, stack = " ".join(order.split()[:5]), " ".join(order.split()[5:])
    referee = table_of(leads, HAND, stack, *clues, puzzles=needed)
    play_all(referee, "; ".join(f"play {name} 1" for name in names.split()))
    play_all(referee, "close 1; " + "; ".join(f"score {clue.id}" for clue in puzzles) + "; done")
    return referee


class TestVictory:
    def test_enough_types_without_the_king_do_not_win(self) -> None:
        puzzles = [make_clue(f"x{n}", TYPES[n], attributes="puzzle") for n in range(2)]
        assert scoring(*puzzles, needed=2).status == "playing"

    def test_the_king_counts_as_one_of_them(self) -> None:
        king = make_clue("x0", TYPES[0], attributes="puzzle king")
        other = make_clue("x1", TYPES[1], attributes="puzzle")
        assert scoring(king, other, needed=2).status == "won"
        assert scoring(king, other, needed=3).status == "playing"

    def test_the_king_may_take_the_type_of_another_puzzle(self) -> None:
        king = make_clue("x0", TYPES[0], attributes="puzzle king")
        same = make_clue("x1", TYPES[0], attributes="puzzle")
        assert scoring(king, same, needed=1).status == "won"
        assert scoring(king, same, needed=2).status == "playing"

    def test_passion_is_a_type_like_any_other(self) -> None:
        king = make_clue("x0", TYPES[0], attributes="puzzle king")
        assert scoring(king, make_clue("x1", "passion", attributes="puzzle"), needed=2).status == (
            "won"
        )


class TestSetup:
    def test_a_card_that_is_drawn_to_hand_has_no_immediate_effect(self) -> None:
        referee = dealt("a b c d e h1 h2 h3 s1", passion("h1", "discard-top"))
        assert (area(referee, "hand"), area(referee, "discard")) == (["h1", "h2", "h3"], [])

    def test_effects_fire_in_the_order_drawn_each_before_the_next_card(self) -> None:
        tops = [passion("q1", "discard-top"), passion("q2", "discard-top")]
        referee = dealt("a q1 x q2 y b c d e f g", *tops, make_clue("y", time=True))
        assert area(referee, "leads") == ["c", "b", "q2", "q1", "a"]
        assert (area(referee, "discard"), area(referee, "time")) == (["x"], ["y"])
        assert area(referee, "hand") == ["d", "e", "f"]

    @pytest.mark.parametrize("effect", [e for e in IMMEDIATE_EFFECTS if e != "discard-top"])
    def test_other_effects_find_nothing_before_the_row(self, effect: str) -> None:
        referee = dealt("q1 a b c d e f g h", passion("q1", effect))
        leads = ["q1", "d", "c", "b", "a"] if effect == "to-front" else ["d", "c", "b", "a", "q1"]
        assert (area(referee, "leads"), shuffles(referee)) == (leads, 0)
        assert (referee.pending, referee.turn) == ("action", 1)

    def test_discard_effects_and_reshuffles_do_nothing_in_the_middle_either(self) -> None:
        effects = ("discard-hand", "discard-case", "reshuffle-stability", "reshuffle-time")
        cards = [passion(f"q{n}", effect) for n, effect in enumerate(effects, 1)]
        referee = dealt("a q1 q2 q3 q4 e f g", *cards)
        assert area(referee, "leads") == ["q4", "q3", "q2", "q1", "a"]
        assert (referee.pending, shuffles(referee)) == ("action", 0)

    def test_reshuffle_time_replaces_what_was_discarded_before(self) -> None:
        cards = [passion("q1", "discard-top"), passion("q2", "reshuffle-time")]
        hourglass = make_clue("x", time=True)
        referee = dealt("q1 x q2 a b c d e f g", *cards, hourglass, reshuffles=("g x",))
        assert (area(referee, "time"), area(referee, "leads")) == (
            ["g"],
            ["b", "a", "x", "q2", "q1"],
        )

    def test_to_front_replaces_the_cards_before_it_on_the_right_and_filling_goes_on(self) -> None:
        order = "k1 k2 k3 k4 k5 k6 k7"
        referee = dealt(f"a b q1 {order}", passion("q1", "to-front"), reshuffles=(order,))
        # k1, k2 replace b, a from left to right; k3 and k4 fill on from right to left.
        assert area(referee, "leads") == ["q1", "k4", "k3", "k1", "k2"]
        assert (area(referee, "hand"), area(referee, "stack")) == (["k5", "k6", "k7"], ["a", "b"])
        assert shuffles(referee) == 1

    def test_to_front_as_the_fifth_card_replaces_all_others_from_left_to_right(self) -> None:
        order = "k1 k2 k3 k4 k5 k6 k7"
        referee = dealt(f"a b c d q1 {order}", passion("q1", "to-front"), reshuffles=(order,))
        assert area(referee, "leads") == ["q1", "k1", "k2", "k3", "k4"]

    def test_a_second_to_front_replaces_the_first_with_the_others(self) -> None:
        fronts = [passion("q1", "to-front"), passion("q2", "to-front")]
        order = "k1 k2 k3 k4 k5 k6 k7"
        referee = dealt(f"q1 a q2 {order}", *fronts, reshuffles=(order,))
        assert area(referee, "leads") == ["q2", "k4", "k3", "k1", "k2"]
        assert set(area(referee, "stack")) == {"q1", "a"}

    def test_a_to_front_among_the_replacing_cards_fires_before_the_next_is_dealt(self) -> None:
        fronts = [passion("q1", "to-front"), passion("q2", "to-front")]
        first, second = "q2 k1 k2 k3 k4 k5 k6 k7", "k7 k6 k5 k4 k3 k2 k1"
        # The places from left to right: q1 owes three cards to 3, 4, 5; q2 is the first of them,
        # and replaces q1 by k7 on 5; q1's other two go to 3 and 4, and 2 is filled at last.
        referee = dealt(f"a b c q1 {first}", *fronts, reshuffles=(first, second))
        assert area(referee, "leads") == ["q2", "k4", "k6", "k5", "k7"]
        assert shuffles(referee) == 2

    def test_a_replacing_card_has_its_immediate_effect(self) -> None:
        cards = [passion("q1", "to-front"), passion("q2", "discard-top")]
        order = "q2 k1 k2 k3 k4 k5 k6 k7"
        referee = dealt(f"a b q1 {order}", *cards, reshuffles=(order,))
        assert area(referee, "leads") == ["q1", "k4", "k3", "q2", "k2"]
        assert area(referee, "discard") == ["k1"]

    def test_the_stack_may_run_out(self) -> None:
        referee = dealt("q1 x a b c d e f", passion("q1", "discard-top"))
        assert (area(referee, "hand"), area(referee, "discard")) == (["e", "f", "x"], [])
        assert (case_numbers(referee), shuffles(referee)) == ([1, 2, 3], 1)

    def test_a_stack_that_stays_empty_leaves_the_hand_short(self) -> None:
        hourglasses = [make_clue("x", time=True), make_clue("y", time=True)]
        tops = [passion("q1", "discard-top"), passion("q2", "discard-top")]
        referee = dealt("q1 x q2 y a b c d", *tops, *hourglasses)
        assert (area(referee, "hand"), area(referee, "stack")) == (["d"], [])
        assert (case_numbers(referee), shuffles(referee)) == ([1, 2, 3], 1)

    def test_a_victim_that_is_needed_and_missing_loses_before_the_first_turn(self) -> None:
        referee = dealt("q1 x a b c d e f", passion("q1", "discard-top"), victims=2)
        assert (referee.status, referee.turn, referee.legal()) == ("lost", 1, [])

    def test_a_shuffle_of_unknown_order_stops_it_at_the_next_draw(self) -> None:
        referee = dealt("a b q1 c d e f g", passion("q1", "to-front"), seed=None)
        assert (referee.status, area(referee, "leads")) == ("unknown-shuffle", ["q1"])
        assert (area(referee, "hand"), shuffles(referee)) == ([], 1)


class TestSnapshot:
    def test_cases_tell_the_order_of_their_lines(self) -> None:
        referee = table_of("l3 l1 l2 l4 l5", HAND, STACK)
        play_all(referee, "play l3 1; play l1 1; play l2 1")
        assert open_cases(referee)[0] == {
            "number": 1,
            "victim": "v1",
            "line": ["l1", "l2", "l3"],
            "order": ["l3", "l1", "l2"],
            "last": "l2",
            "key_effects": 0,
        }


RANDOM_GAMES = {random_deal: 500, starved_deal: 100, full_deal: 40}


@pytest.fixture(scope="module")
def random_games() -> Counter[str]:
    """Many random games, invariants checked at every step; what they met is counted."""
    met: Counter[str] = Counter()
    for make, games in RANDOM_GAMES.items():
        for seed in range(games):
            rng = random.Random(seed)
            deal = make(rng, game=GAME)
            met[f"setup {Referee(deal).status}"] += 1
            for decision, move, status in play_to_the_end(deal, rng):
                met.update([f"{decision}: {move.split()[0]}", f"status {status}"])
    return met


def test_random_games_come_to_every_end(random_games: Counter[str]) -> None:
    for status in ("won", "lost", "unknown-shuffle"):
        assert random_games[f"status {status}"] > 5
    assert random_games["setup lost"] + random_games["setup unknown-shuffle"] > 5


@pytest.mark.parametrize(
    "decision", ["immediate: discard", "immediate: contact", "bonus: take", "score: score"]
)
def test_random_games_meet_every_decision(random_games: Counter[str], decision: str) -> None:
    assert random_games[decision] > 0


def test_full_size_random_decks_bear_every_immediate_effect_twice_and_one_king() -> None:
    for seed in range(10):
        clues = random_deck(random.Random(seed), clues=50, game=GAME).clue
        immediates = Counter(clue.immediate for clue in clues)
        assert all(immediates[effect] > 1 for effect in IMMEDIATE_EFFECTS)
        assert sum("king" in clue.attributes for clue in clues) == 1
