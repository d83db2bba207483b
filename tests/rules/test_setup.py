"""Rules W1 and W2: the box, the objective, the setup."""

from casecracker.engine.deals import deal_from_seed
from casecracker.engine.games import WITCH_CULT, make_settings
from tests.rules.table import FIVE, Table, clue, make_deal


def test_w1_1_the_box_holds_fifty_clues_and_six_victims() -> None:
    assert WITCH_CULT.clues_in_box == 50
    assert WITCH_CULT.victims_in_box == 6


def test_w1_2_five_scored_puzzle_types_win(witch: Table) -> None:
    puzzles = [
        clue(f"p{place}", kind, attributes="puzzle")
        for place, kind in enumerate(FIVE.split(), start=1)
    ]
    game = witch(leads=[clue("b", FIVE), *puzzles[:4]], stack=[puzzles[4], *"uvwxyz"])
    game.play("play b 1; play p1 1; play p2 1; play p3 1; play p4 1; play p5 1; close 1")
    game.play("score p1; score p2; score p3; score p4; score p5")
    assert game["status"] == "playing"
    game.play("done")
    assert (game["status"], game["turn"]) == ("won", 7)
    assert game["picture"] == ["p1", "p2", "p3", "p4", "p5"]


def test_w2_1_all_penalty_and_scoring_areas_begin_empty(table: Table) -> None:
    game = table()
    for area in ("discard", "time", "stability", "closed", "picture"):
        assert game[area] == []
    assert (game["turn"], game["status"], game["pending"]) == (1, "playing", "action")
    assert (game["shuffles"], game["contact_used"]) == (0, False)


def test_w2_1_the_standard_sides_ask_for_five_types_and_limits_of_five() -> None:
    settings = make_settings(WITCH_CULT, {})
    assert (settings["puzzles"], settings["limits"]) == (5, 5)


def test_w2_2_two_of_five_victims_open_cases(table: Table) -> None:
    game = table()
    assert [(case["number"], case["victim"]) for case in game["cases"]] == [(1, "v1"), (2, "v2")]
    assert game["victims_left"] == ["v3", "v4", "v5"]
    for number in (1, 2):
        assert game.case(number)["line"] == []
        assert game.case(number)["key_effects"] == 0


def test_w2_2_one_of_six_victims_stays_in_the_box_by_chance() -> None:
    deck = make_deal().deck
    settings = make_settings(WITCH_CULT, {})
    orders = [deal_from_seed(deck, "by-hand", seed, settings).victims for seed in range(40)]
    assert all(len(set(order)) == 5 for order in orders)
    missing = {victim for order in orders for victim in deck.victim_ids() if victim not in order}
    assert missing == set(deck.victim_ids())


def test_w2_3_the_stack_is_shuffled_by_the_deal(witch: Table) -> None:
    deck = make_deal().deck
    deal = deal_from_seed(deck, "by-hand", 3, make_settings(WITCH_CULT, {}))
    assert sorted(deal.draw) == list(deck.clue_ids())
    assert witch.start(deal)["stack"] == list(deal.draw[8:])


def test_w2_4_the_fifth_card_drawn_is_the_first_lead(witch: Table) -> None:
    deal = make_deal()
    game = witch.start(deal)
    assert game["leads"] == list(reversed(deal.draw[:5])) == ["l1", "l2", "l3", "l4", "l5"]
    game.play("pass")
    assert game["discard"] == [deal.draw[4]]


def test_w2_5_the_next_three_cards_are_the_hand(witch: Table) -> None:
    deal = make_deal()
    game = witch.start(deal)
    assert game["hand"] == sorted(deal.draw[5:8])
    assert game["stack"] == list(deal.draw[8:])


def test_w2_6_the_contact_lies_ready(table: Table) -> None:
    lock = clue("a", attributes="lock")
    assert table(leads=[lock]).moves() == {"take", "pass"}
    game = table(leads=[lock], contact="key exchange-penalty")
    assert game.moves() == {"take", "pass", "play a 1 key", "play a 2 key"}


def test_w2_6_the_contact_of_another_case_may_be_chosen(witch: Table) -> None:
    lead = clue("a", effects="stability-check")
    game = witch(leads=[lead], stack=[clue("s", stability=True), *"tuvwxyz"])
    game.play("play a 1; check")
    assert game.contact_moves() == set()
    game = witch(
        leads=[lead],
        stack=[clue("s", stability=True), *"tuvwxyz"],
        contact="key",
        settings={"contact": "king-in-yellow"},
    )
    game.play("play a 1; check; done")
    assert game.contact_moves() == {"contact take-stability s"}
