"""Deals small enough for every line to be seen, and some that nobody can win."""

from casecracker.engine.streets.deal import StreetsDeal
from tests.streets.hand import card, make_deal

QUIET = [card(f"m{number}") for number in range(1, 10)]


def two_signs() -> StreetsDeal:
    """Two signs lie on two cards: the second turn can win, and not the first."""
    cards = [card("a", "1 1", rewards=["elder-sign"]), card("b", "2 2", rewards=["elder-sign"])]
    return make_deal(*cards, ancient={"signs": 2, "doom": 3}, mythos=QUIET, green="1 1 1 1 1 1 2 2")


def doomed() -> StreetsDeal:
    """Everyone is devoured wherever he goes, and at midnight anyway."""
    deadly = [
        card(f"d{number}", "1", entry=["devoured"], facedown=["devoured"]) for number in range(9)
    ]
    night = [card(f"m{number}", midnight=["devoured 1 each"]) for number in range(9)]
    return make_deal(*deadly, ancient={"signs": 1, "doom": 2}, mythos=night)
