"""Small deck and deal files as text, for tests of the formats."""

from pathlib import Path

CARDS = ("c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8")
_TYPES = ("person", "threat", "artifact", "evidence", "location", "monster", "person", "threat")
_HEAD = 'format = 1\ngame = "witch-cult"\nname = "Small deck"\nprovenance = "synthetic"\n'

FULL_CLUE = """
[[clue]]
id = "c1"
name = "Ledger \\u001b[31m"
types = ["person", "threat"]
left = ["any"]
right = ["research", "collection"]
attributes = ["puzzle", "lock"]
minimum = 2
effects = ["take-lead", "stability-check", "stability-check"]
time = true
stability = true
"""


def _clue(number: int) -> str:
    kind = _TYPES[number - 1]
    return (
        f'\n[[clue]]\nid = "c{number}"\nname = "Card {number}"\ntypes = ["{kind}"]\n'
        'left = ["interview"]\nright = ["interview", "research"]\n'
    )


def _victim(number: int) -> str:
    return f'\n[[victim]]\nid = "v{number}"\nname = "Victim {number}"\nright = ["interview"]\n'


DECK = (
    _HEAD
    + FULL_CLUE
    + "".join(map(_clue, range(2, 9)))
    + "".join(map(_victim, range(1, 6)))
    + '\n[[contact]]\nid = "p1"\nname = "Helper"\nsides = ["key", "exchange-penalty"]\n'
)

DEAL = """format = 1
game = "witch-cult"
deck = "deck.toml"
draw = ["c3", "c1", "c2", "c8", "c5", "c6", "c7", "c4"]
victims = ["v2", "v1", "v5"]
reshuffle = 42
reshuffles = [["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]]

[settings]
limits = 2
victims = 3
"""


def write_both(folder: Path, *, deck: str = DECK, deal: str = DEAL) -> str:
    """Write both files and return the path of the deal file."""
    (folder / "deck.toml").write_text(deck, encoding="utf-8")
    (folder / "deal.toml").write_text(deal, encoding="utf-8")
    return str(folder / "deal.toml")
