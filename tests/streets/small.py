"""Deals small enough for every line to be seen, and some that nobody can win."""

import random

from casecracker.engine.streets.deal import StreetsDeal
from tests.streets.hand import Entry, asset, card, make_deal, monster

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


_GREEN, _RED = ("1", "2", "3", "L", "P", "T"), ("2", "3", "4", "W", "L", "P")
_ROWS = ("1", "2", "3", "L", "P", "4", "L P", "1 L", "2 stamina", "P sanity", "T", "3 whole-row")
_REWARDS = (
    *(["elder-sign"], ["elder-sign"], ["elder-sign 2"], ["clue"], ["common-item"], ["monster"]),
    *(["elder-sign | clue"], ["gate"], ["reprieve"], ["skill"], ["sanity 1", "elder-sign"]),
)
_BAD: tuple[list[str], ...] = (
    [],
    [],
    ["sanity -1"],
    ["stamina -1"],
    ["doom"],
    ["sanity-or-stamina -1"],
    ["elder-sign -1"],
)
_ASSETS = (
    asset("pistol", "common-item", "red"),
    asset("lamp", "common-item", "reroll", amount=1),
    asset("coat", "common-item", "cover-stamina"),
    asset("wits", "skill", "face", face="L"),
)


def tiny(seed: int) -> StreetsDeal:
    """A random deal of a few turns: few cards that one survives, two or three dice, told faces."""
    chance = random.Random(seed)
    live = [_tiny_card(chance, f"a{number}") for number in range(chance.choice((1, 2, 2, 3)))]
    deadly = [
        card(f"d{number}", "1", entry=["devoured"], facedown=["devoured"])
        for number in range(9 - len(live))
    ]
    cards = [*live, *deadly]
    chance.shuffle(cards)
    dice = chance.choice((1, 1, 2, 2, 3))
    ancient: Entry = {
        "signs": chance.choice((1, 1, 1, 2, 3)),
        "doom": chance.choice((1, 1, 1, 1, 2)),
        "midnight": ["doom 1"],
        "attack": ["devoured 1 each"],
        "combat": chance.choice(("9 9 9", "9 9 9", "1")),
    }
    night = [card(f"m{number}", locked=["green"] * (6 - dice) + ["yellow"]) for number in range(9)]
    points = chance.choice((1, 2, 2))
    return make_deal(
        *cards,
        ancient=ancient,
        mythos=night,
        monsters=[monster("ghoul", "1"), monster("ghost", "L")],
        worlds=[card("w", "L", rewards=["elder-sign 2"]), card("v", "2", rewards=["elder-sign"])],
        assets=_ASSETS,
        people=[{"sanity": points, "stamina": 2}],
        kit=chance.choice(([], [], ["clue"], ["common-item"])),
        green=" ".join(chance.choices(_GREEN, k=40)),
        red=" ".join(chance.choices(_RED, k=10)),
    )


def _tiny_card(chance: random.Random, name: str) -> Entry:
    return card(
        name,
        *chance.sample(_ROWS, chance.choice((1, 1, 2))),
        rewards=["elder-sign"] if name == "a0" else chance.choice(_REWARDS),
        penalties=chance.choice(_BAD),
        terror=chance.choice(_BAD),
        facedown=chance.choice(_BAD),
    )
