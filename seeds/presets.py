"""Ready-made sets of assumptions, by game and label. Values and reasons: docs/decks.md."""

from collections.abc import Mapping
from types import MappingProxyType

from casecracker.engine.errors import DeckError
from casecracker.engine.files import shown
from casecracker.seeds.assumptions import Assumptions, GulfsAssumptions, YellowAssumptions

STANDARD = Assumptions(
    cards=(
        ("artifact", 8),
        ("evidence", 10),
        ("location", 9),
        ("monster", 6),
        ("person", 10),
        ("threat", 7),
    ),
    puzzles=(
        ("artifact", 1),
        ("evidence", 2),
        ("location", 2),
        ("monster", 1),
        ("person", 2),
        ("threat", 1),
    ),
    minimums=(("2", 3), ("3", 4), ("4", 3), ("5", 2)),
    effects=(
        ("discard-hand", 2),
        ("discard-lead", 2),
        ("search-stack", 2),
        ("shuffle-discard", 2),
        ("stability-check", 16),
        ("take-closed", 2),
        ("take-discard", 4),
        ("take-lead", 8),
        ("take-stability", 2),
        ("take-time", 4),
    ),
)
"""The default: lines can usually go on, and the greedy player wins now and then."""

TIGHT = STANDARD.model_copy(
    update={
        "label": "tight",
        "any_left": 1,
        "right_icons": 65,
        "any_right": 0,
        "max_right": 2,
        "keys": 6,
        "drawback_keys": 3,
        "hourglasses": 25,
    }
)
"""Scarce links (one icon on every left edge, 1.3 on the right), scarce Keys, short time."""

YELLOW_STANDARD = YellowAssumptions(
    cards=(
        ("artifact", 8),
        ("evidence", 10),
        ("location", 9),
        ("passion", 6),
        ("person", 10),
        ("threat", 7),
    ),
    puzzles=(
        ("artifact", 1),
        ("evidence", 2),
        ("location", 2),
        ("passion", 1),
        ("person", 2),
        ("threat", 1),
    ),
    minimums=(("2", 3), ("3", 3), ("4", 1), ("5", 1)),
    yellow_minimums=(("1", 1), ("2", 3), ("3", 1)),
    effects=(
        ("discard-hand", 2),
        ("discard-lead", 2),
        ("search-stack", 2),
        ("stability-check", 16),
        ("take-closed", 2),
        ("take-discard", 4),
        ("take-lead", 8),
        ("take-stability", 2),
        ("take-time", 3),
    ),
)
"""The King in Yellow, as far as possible like The Witch Cult Murders."""

YELLOW_TIGHT = YELLOW_STANDARD.model_copy(
    update={
        "label": "tight",
        "any_left": 1,
        "right_icons": 65,
        "any_right": 0,
        "max_right": 2,
        "keys": 8,
    }
)
"""Scarce links as in the other tight set, and one Key fewer."""

GULFS_STANDARD = GulfsAssumptions(
    cards=(
        ("artifact", 8),
        ("evidence", 9),
        ("formula", 5),
        ("location", 8),
        ("monster", 6),
        ("person", 8),
        ("threat", 6),
    ),
    puzzles=(
        ("artifact", 2),
        ("evidence", 2),
        ("formula", 1),
        ("location", 2),
        ("monster", 2),
        ("person", 2),
        ("threat", 1),
    ),
    minimums=(("2", 3), ("3", 3), ("4", 2)),
    puzzle_minimums=2,
    effects=(
        ("close-5", 2),
        ("close-6", 2),
        ("discard-hand", 2),
        ("discard-lead", 2),
        ("draw-menace", 1),
        ("exchange-penalty", 1),
        ("prevent-next", 2),
        ("search-menace", 1),
        ("search-stack", 2),
        ("shuffle-discard", 1),
        ("stability-check", 12),
        ("take-closed", 2),
        ("take-discard", 4),
        ("take-lead", 8),
        ("take-stability", 2),
        ("take-time", 3),
    ),
)
"""Infinite Gulfs of Darkness, where it can be like the other games."""

GULFS_TIGHT = GULFS_STANDARD.model_copy(
    update={
        "label": "tight",
        "any_left": 1,
        "right_icons": 65,
        "any_right": 0,
        "max_right": 2,
        "keys": 10,
    }
)
"""Scarce links as in the other tight sets, and one Key fewer."""

PRESETS: Mapping[str, Mapping[str, Assumptions]] = MappingProxyType(
    {
        "witch-cult": MappingProxyType({s.label: s for s in (STANDARD, TIGHT)}),
        "king-in-yellow": MappingProxyType({s.label: s for s in (YELLOW_STANDARD, YELLOW_TIGHT)}),
        "infinite-gulfs": MappingProxyType({s.label: s for s in (GULFS_STANDARD, GULFS_TIGHT)}),
    }
)
"""By game, then by label; each game's `standard` is its default."""


def preset(game: str, label: str = "standard") -> Assumptions:
    """A ready-made set of assumptions.

    Raises:
        DeckError: No decks can be made for the game, or it has no set of that label.
    """
    if game not in PRESETS:
        known = ", ".join(PRESETS)
        raise DeckError(f"no synthetic deck can be made for {game}; there is a model for: {known}")
    if label not in PRESETS[game]:
        raise DeckError(f"unknown preset {shown(label)}; known: {', '.join(PRESETS[game])}")
    return PRESETS[game][label]
