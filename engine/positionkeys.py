"""The keys of position files, by game (docs/formats.md)."""

from collections.abc import Mapping

from casecracker.engine.games import Game

_HEAD = ("format", "game", "deck", "settings")
_TABLE = (
    "turn",
    "pending",
    "hand",
    "leads",
    "discard",
    "time",
    "stability",
    "closed",
    "picture",
    "contact",
    "shuffles",
)
_CHANCE = ("draw", "reshuffle", "reshuffles")
_GULFS = (
    "menaces-left",
    "menaces-active",
    "menaces-out",
    "cases-left",
    "briefcase",
    "equipment",
    "out",
    "prevented-any",
)

CASE_KEYS = ("victim", "line", "key-effects", "closed", "last")
GULFS_CASE_KEYS = ("number", "line", "key-effects", "prevented", "last")
PENDING_KEYS = (
    "due",
    "card",
    "effect",
    "gained",
    "case",
    "scored",
    "six-types",
    "waiting",
)


def known_keys(game: Game) -> tuple[str, ...]:
    """The keys of position files of a game."""
    own = _GULFS if game.has_case_cards else ("victims-left",)
    return (*_HEAD, *_TABLE, *own, "case", *_CHANCE)


def is_position(document: Mapping[str, object]) -> bool:
    """Whether a parsed file is meant as a position: it has one of the keys that lay it out."""
    return any(key in document for key in ("hand", "leads", "case"))
