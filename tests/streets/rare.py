"""Small boxes for what the shipped one cannot bring, or as good as never."""

from casecracker.engine.streets.deal import StreetsDeal
from tests.streets.hand import Entry, asset, card, make_deal, monster

EASY = [card(f"e{number}", "1", rewards=["clue"]) for number in range(1, 6)]


def rare_deals() -> list[StreetsDeal]:
    """A deal for each such thing; random games of them bring all."""
    return [
        *(_few_other_worlds(), _few_adventures(), _no_adventures(), _empty_cup(), _backs()),
        *(_losses(), _sudden_dawn(), _last_moment(), _nobody_left(), _gone(), _late(), _held()),
    ]


def _gates(count: int) -> list[Entry]:
    return [card(f"m{number}", effects=[f"gate {count}"]) for number in range(9)]


def _few_other_worlds() -> StreetsDeal:
    """One Other World for many gates."""
    return make_deal(*EASY, worlds=[card("w", "9 9 9")], mythos=_gates(1),
                     monsters=[monster("x", "L")])  # fmt: skip


def _few_adventures() -> StreetsDeal:
    """Adventures that run out before the gates open: they are done by who comes."""
    gone = [card(f"g{number}", "empty-row") for number in range(1, 10)]
    quiet = [card("q1"), card("q2")]
    return make_deal(*gone, worlds=[card(f"w{number}", "9 9") for number in range(3)],
                     mythos=[*quiet, *_gates(1)])  # fmt: skip


def _no_adventures() -> StreetsDeal:
    """All adventures are taken, and nothing else lies there."""
    return make_deal(*(card(f"n{number}", "empty-row") for number in range(1, 10)))


def _empty_cup() -> StreetsDeal:
    return make_deal(*EASY, monsters=[monster("x", "9 9")],
                     mythos=[card(f"m{n}", effects=["monster 2"]) for n in range(9)])  # fmt: skip


def _backs() -> StreetsDeal:
    """Backs that send away."""
    backs = [card(f"b{number}", "9", facedown=["streets"]) for number in range(1, 10)]
    return make_deal(*backs, ancient={"doom": 3})


def _losses() -> StreetsDeal:
    """Skills that are lost, and investigators devoured by a word."""
    cards = [
        card(f"l{number}", "2", entry=["skill -1"], penalties=["devoured"], rewards=["skill"])
        for number in range(1, 10)
    ]
    return make_deal(*cards, assets=[asset("s", "skill", "yellow", count=3)], investigators=2)


def _sudden_dawn() -> StreetsDeal:
    """The first Mythos card awakens the Ancient One, whose attack would open gates."""
    attack = ["gate", "monster", "devoured 1 each"]
    return make_deal(mythos=[card("m", effects=["doom 9"])], ancient={"attack": attack},
                     worlds=[card("w", "9")], monsters=[monster("x", "1")])  # fmt: skip


def _last_moment() -> StreetsDeal:
    """The last doom token and the last Elder Sign on one card."""
    cards = [card(f"t{number}", "1", rewards=["doom 3", "elder-sign"]) for number in range(1, 10)]
    return make_deal(*cards, ancient={"signs": 1, "doom": 3})


def _nobody_left() -> StreetsDeal:
    """Everybody is devoured, and nobody is left to come."""
    cards = [card(f"d{number}", "9", entry=["devoured"]) for number in range(1, 10)]
    return make_deal(*cards, ancient={"doom": 14}, investigators=2)


def _gone() -> StreetsDeal:
    """Midnights that remove cards and monsters whose turn has not come; splits without a choice."""
    cards = [
        card(f"c{number}", "9", midnight=["close-gate"], penalties=["ally -1 | spell -1"])
        for number in range(1, 10)
    ]
    ghosts = [
        monster("x", "9", count=3, midnight=["remove-monster"]),
        monster("y", "9", count=3, midnight=["clue"]),
    ]
    nights = [card(f"m{number}", effects=["gate", "monster 2"]) for number in range(9)]
    return make_deal(*cards, worlds=[card(f"w{number}", "9", midnight=["clue"])
                     for number in range(5)], monsters=ghosts, mythos=nights)  # fmt: skip


def _late() -> StreetsDeal:
    """Hours pass so fast that a stroke in the Clock phase brings the last doom token."""
    cards = [card(f"h{number}", "9", entry=["clock 7"]) for number in range(1, 10)]
    return make_deal(*cards, ancient={"doom": 1})


def _held() -> StreetsDeal:
    """A yellow die that is held when a monster locks it; the only item comes once."""
    lantern = asset("lantern", "common-item", "yellow")
    cards = [
        card(f"y{number}", "9 9", terror=["monster-here"], entry=["common-item"])
        for number in range(1, 10)
    ]
    return make_deal(*cards, kit=["common-item"], assets=[lantern], green="1 1 1 1 1 1 T T T T T",
                     monsters=[monster("x", "9 9", locked=["yellow"])])  # fmt: skip
