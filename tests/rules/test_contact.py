"""Rules W8: the Professional Contact."""

from tests.rules.table import FIVE, Game, Table, clue, dead

OWN = "key exchange-penalty"


def with_time_card(table: Table, contact: str) -> Game:
    """The time area holds t; the contact is unused."""
    game = table(leads=[dead("t", time=True)], contact=contact)
    game.play("pass; done")
    return game


EXCHANGES = {f"contact exchange-penalty {hand} t" for hand in ("h1", "h2", "h3")}


def test_w8_1_the_contact_is_a_free_action(table: Table) -> None:
    game = with_time_card(table, OWN)
    assert game.moves() == {"take", "pass", *EXCHANGES}
    game.play("contact exchange-penalty h2 t")
    assert (game["pending"], game["turn"], game["leads"][0]) == ("action", 2, "l2")


def test_w8_1_the_contact_is_removed_once_used(table: Table) -> None:
    game = with_time_card(table, OWN)
    assert game["contact_used"] is False
    game.play("contact exchange-penalty h2 t")
    assert game["contact_used"] is True
    assert game.moves() == {"take", "pass"}
    game.play("pass")
    assert game.moves() == {"take", "pass"}


def test_w8_1_using_one_side_spends_the_other(table: Table) -> None:
    lock = clue("l", attributes="lock")
    game = table(
        leads=[dead("t", time=True), lock, lock.model_copy(update={"id": "m"})], contact=OWN
    )
    game.play("pass; done; contact exchange-penalty h1 t")
    assert game.moves() == {"take", "pass"}
    game = table(leads=[dead("t", time=True), lock], contact=OWN)
    game.play("pass; done; play l 1 key")
    assert game["contact_used"] is True
    assert game.moves() == {"take", "pass"}


def test_w8_2_the_key_side_opens_a_lock(table: Table) -> None:
    game = table(leads=[clue("l", attributes="lock"), clue("m", attributes="lock")], contact=OWN)
    assert game.moves() == {"take", "pass", "play l 1 key", "play l 2 key"}
    game.play("play l 2 key")
    assert (game.case(2)["line"], game.case(2)["key_effects"]) == (["l"], 1)
    assert (game.case(1)["key_effects"], game["contact_used"]) == (0, True)
    assert game.moves() == {"take", "pass"}


def test_w8_2_the_key_side_works_from_hand(table: Table) -> None:
    game = table(hand=[clue("l", attributes="lock"), clue("c")], icons=["interview"], contact=OWN)
    game.play("hand")
    assert game.moves() == {"play l 2 key", "play c 2"}
    game.play("play l 2 key")
    assert (game.case(2)["line"], game["contact_used"]) == (["l"], True)


def test_w8_2_the_key_side_serves_one_lock_beside_a_key(table: Table) -> None:
    leads = [
        clue("l1", attributes="lock"),
        clue("k", attributes="key"),
        clue("l2", attributes="lock"),
        clue("l3", attributes="lock"),
    ]
    game = table(leads=leads, contact=OWN)
    game.play("play l1 1 key; play k 1; play l2 1")
    assert (game.case(1)["line"], game.case(1)["key_effects"]) == (["k", "l1", "l2"], 1)
    assert game.moves() == {"take", "pass"}


def test_w8_2_other_requirements_remain(table: Table) -> None:
    leads = [clue("l", attributes="lock", minimum=1), dead("m", attributes="lock")]
    game = table(leads=leads, contact=OWN)
    assert game.moves() == {"take", "pass"}
    game.play("pass")
    assert game.moves() == {"take", "pass"}


def test_w8_3_the_exchange_reaches_both_penalty_areas(table: Table) -> None:
    leads = [clue("a", effects="stability-check"), dead("t", time=True)]
    game = table(leads=leads, stack=[dead("x", stability=True), *"mnopqrs"], contact=OWN)
    game.play("play a 1; check; done; pass; done")
    pairs = {
        f"contact exchange-penalty {hand} {card}"
        for hand in ("h1", "h2", "h3")
        for card in ("t", "x")
    }
    assert game.contact_moves() == pairs
    game.play("contact exchange-penalty h3 x")
    assert (game["stability"], game["time"], game["hand"]) == (["h3"], ["t"], ["h1", "h2", "x"])


def test_w8_3_there_must_be_a_card_on_both_sides(table: Table) -> None:
    leads = [dead("t", time=True), clue("a", effects="discard-hand discard-hand discard-hand")]
    game = table(leads=leads, contact=OWN)
    assert game.contact_moves() == set()
    game.play("pass; done; play a 1; discard h1; discard h2")
    assert game.contact_moves() == {"contact exchange-penalty h3 t"}
    game.play("discard h3")
    assert (game["turn"], game.contact_moves()) == (3, set())


def test_w8_4_the_contact_of_the_king_in_yellow_takes_a_penalty_card(witch: Table) -> None:
    game = witch(
        leads=[clue("a", effects="stability-check"), dead("t", time=True)],
        stack=[dead("x", stability=True), *"mnopqrs"],
        settings={"contact": "king-in-yellow"},
    )
    game.play("play a 1; check; done; pass; done")
    assert game.moves() == {"take", "pass", "contact take-stability x", "contact take-time t"}


def test_w8_4_the_contact_of_infinite_gulfs_is_a_key_or_takes_a_discard(witch: Table) -> None:
    leads = [dead("d"), clue("l", attributes="lock")]
    game = witch(leads=leads, settings={"contact": "infinite-gulfs"})
    game.play("pass; done")
    assert game.contact_moves() == {"contact take-discard d"}
    assert game.moves() - game.contact_moves() == {"take", "pass", "play l 1 key", "play l 2 key"}


def test_w8_4_the_visiting_contact_brings_the_card_to_hand(witch: Table) -> None:
    game = witch(leads=[dead("t", time=True)], settings={"contact": "king-in-yellow"})
    game.play("pass; contact take-time t")
    assert game["pending"] == "discard"
    game.play("discard h1")
    assert (game["hand"], game["time"], game["turn"]) == (["h2", "h3", "t"], [], 2)


def test_w8_4_the_visiting_key_opens_a_lock(witch: Table) -> None:
    game = witch(leads=[clue("l", FIVE, attributes="lock")], settings={"contact": "infinite-gulfs"})
    game.play("play l 1 key")
    assert game.case(1)["line"] == ["l"]
