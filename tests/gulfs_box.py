"""Decks of Infinite Gulfs of Darkness for tests of the formats: one like the box, a small one."""

from collections.abc import Iterator
from pathlib import Path

from casecracker.engine.cards import (
    CaseCard,
    Clue,
    Contact,
    Deck,
    Equipment,
    Menace,
    Objective,
)
from casecracker.engine.games import INFINITE_GULFS, TECHNIQUES

LETTERS = "ABCDEFGHIJ"


def box_deck() -> Deck:
    """A deck that fits the box in every respect."""
    return Deck(
        game="infinite-gulfs",
        name="Box",
        provenance="transcribed",
        clue=tuple(map(_box_clue, range(50))),
        contact=(Contact(id="p1", sides=("key", "take-discard")),),
        case=tuple(map(CaseCard.model_validate, _CASES)),
        menace=tuple(_box_menaces()),
        objective=tuple(
            Objective(number=n, letters=tuple(LETTERS[2 * n - 2 : 2 * n])) for n in range(1, 6)
        ),
        equipment=(
            Equipment(id="necronomicon", name="Necronomicon", sides=("exchange-penalty",)),
            Equipment(id="third-aklo-ritual", name="Third Aklo Ritual", sides=("search-stack",)),
        ),
    )


def _techniques(start: int) -> tuple[str, str]:
    return TECHNIQUES[start % 4], TECHNIQUES[(start + 1) % 4]


_ATTRIBUTES: dict[int, tuple[str, ...]] = {
    **dict.fromkeys(range(10), ("puzzle", "lock")),
    **dict.fromkeys(range(10, 20), ("key",)),
    20: ("skeleton-key",),
    21: ("skeleton-lock",),
    **dict.fromkeys(range(22, 27), ("darkness",)),
    27: ("no-discard",),
    40: ("equipment",),
    45: ("equipment", "machine"),
}
_SIDES = {40: ("take-stability",), 45: ("prevent-next", "key")}
_NAMES = {40: "Elder Sign", 45: "Tillinghast's Machine"}


def _box_clue(number: int) -> Clue:
    is_purple = number == 9
    return Clue.model_validate(
        {
            "id": f"c{number + 1:02}",
            "name": _NAMES.get(number, ""),
            "types": (INFINITE_GULFS.types[number % 7],),
            "left": () if is_purple else (TECHNIQUES[number % 4],),
            "left-purple": ("research",) if is_purple else (),
            "right": _techniques(number // 4 + 1),
            "right-purple": ("any",) if number == 30 else (),
            "attributes": _ATTRIBUTES.get(number, ()),
            "letter": LETTERS[number] if number < 10 else "",
            "minimum": 2 if 30 <= number < 36 else 0,
            "effects": INFINITE_GULFS.effects[number : number + 1],
            "sides": _SIDES.get(number, ()),
            "time": number % 3 == 0,
            "stability": number % 4 == 1,
        }
    )


_TAKEN = ("flip", "add-to-hand")
_CASES: tuple[dict[str, object], ...] = (
    {"number": 1, "side": "A", "start": True, "right": ("research",), "on-close": ("access-4",)},
    {
        "number": 1,
        "side": "B",
        "start": True,
        "right": ("research",),
        "on-close": ("access-4",),
        "ongoing": ("time-limit-plus-1",),
    },
    {"number": 2, "start": True, "right": _techniques(2), "on-close": _TAKEN, "clue": "c46"},
    {
        "number": 3,
        "right": _techniques(3),
        "right-purple": ("interview",),
        "on-close": (*_TAKEN, "take-stability"),
        "clue": "c47",
    },
    {
        "number": 4,
        "right": _techniques(4),
        "on-close": ("access-5", *_TAKEN, "access-6"),
        "clue": "c48",
    },
    {"number": 5, "right": _techniques(5), "on-close": ("purple-access-7",)},
    {"number": 6, "right": _techniques(6), "on-close": ("flip",), "clue": "c49"},
    {
        "number": 7,
        "name": "Haunter of the Dark",
        "ongoing": ("darkness-time",),
        "on-close": ("purple-take-stability",),
    },
)


def _box_menaces() -> Iterator[Menace]:
    yield Menace(id="m1", name="Aurora Borealis", deck="aurora", ongoing=("hand-limit-plus-1",))
    yield Menace(id="m2", name="Aurora Borealis", deck="aurora", ongoing=("time-limit-minus-1",))
    yield Menace(id="m3", deck="standard", immediate=("access-3",))
    yield Menace(id="m4", deck="standard", immediate=("remove-aurora", "shuffle-all"))
    ongoing = ("darkness-discard-lead", "darkness-stability-check")
    yield Menace(id="m5", deck="standard", ongoing=ongoing)
    yield Menace(
        id="m6",
        name="Nyarlathotep",
        deck="standard",
        icons=("purple-flip", "purple-add-to-hand"),
        clue="c50",
    )


def _small_clue(number: int) -> str:
    kind = INFINITE_GULFS.types[number % 7]
    return (
        f'\n[[clue]]\nid = "c{number}"\nname = "Card {number}"\ntypes = ["{kind}"]\n'
        'left = ["interview"]\nright = ["interview", "research"]\n'
    )


GULFS_DECK = (
    'format = 1\ngame = "infinite-gulfs"\nname = "Small deck"\nprovenance = "synthetic"\n'
    + "".join(map(_small_clue, range(1, 8)))
    + """
[[clue]]
id = "c8"
name = "Sealed box"
types = ["artifact", "formula"]
left = ["any"]
left-purple = ["research"]
right = ["research"]
right-purple = ["interview", "collection"]
attributes = ["puzzle", "skeleton-lock", "darkness"]
minimum = 2
effects = ["search-menace", "close-5", "draw-menace"]
time = true
stability = true
letter = "A"

[[clue]]
id = "c9"
name = "Tillinghast's Machine"
types = ["artifact"]
left = ["any"]
right = ["any"]
attributes = ["equipment", "machine", "no-discard"]
sides = ["key", "prevent-next"]

[[clue]]
id = "c10"
name = "Dream"
types = ["threat"]
left = []
left-purple = ["any"]
right = ["any"]
attributes = ["puzzle"]
letter = "B"

[[contact]]
id = "p1"
name = "Helper"
sides = ["key", "take-discard"]

[[case]]
number = 1
side = "A"
name = "Lost man"
start = true
right = ["interview"]
right-purple = ["research"]
on-close = ["access-5", "purple-access-7"]

[[case]]
number = 1
side = "B"
start = true
right = ["interview"]
ongoing = ["time-limit-plus-1"]

[[case]]
number = 5
name = "Lost box"
right = ["any"]
on-close = ["flip", "add-to-hand", "take-stability"]
clue = "c9"

[[case]]
number = 7
name = "Haunter of the Dark"
on-close = ["purple-take-stability"]
ongoing = ["darkness-stability-check"]

[[menace]]
id = "m1"
name = "Lights"
deck = "aurora"
ongoing = ["hand-limit-plus-1"]

[[menace]]
id = "m2"
deck = "aurora"
ongoing = ["time-limit-minus-1"]

[[menace]]
id = "m3"
deck = "standard"
immediate = ["remove-aurora", "access-5"]

[[menace]]
id = "m4"
name = "Nyarlathotep"
deck = "standard"
icons = ["flip", "add-to-hand"]
clue = "c10"

[[objective]]
number = 1
name = "Truth"
letters = ["A"]

[[objective]]
number = 2
letters = ["A", "B"]

[[equipment]]
id = "necronomicon"
name = "Necronomicon"
sides = ["exchange-penalty"]
"""
)

GULFS_DEAL = """format = 1
game = "infinite-gulfs"
deck = "deck.toml"
draw = ["c3", "c10", "c1", "c2", "c9", "c8", "c5", "c6", "c7", "c4"]
menaces = ["m2", "m1", "m4", "m3"]
reshuffle = 42

[settings]
limits = 2
help = "equipment"
"""


def write_gulfs(folder: Path, *, deck: str = GULFS_DECK, deal: str = GULFS_DEAL) -> str:
    """Write both files and return the path of the deal file."""
    (folder / "deck.toml").write_text(deck, encoding="utf-8")
    (folder / "deal.toml").write_text(deal, encoding="utf-8")
    return str(folder / "deal.toml")
