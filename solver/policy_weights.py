"""Weights of the player that sees what a player sees, fitted for each game (docs/hints.md)."""

from typing import Final

# First the features of `evaluate.py` or `evaluate_gulfs.py`, then those of `outlook.py`.
_WITCH = (
    (32, 2, 186, -23, 111, 40, 15, 4, 0, 548, 22, 19, 8, -38, -14, -4, 48, 4, -9, 4),
    (0, 15, 4, 19, 10, -4, -69, -13, 3, 23, 5, 3, -10, -226, -41, -1, -3, 0),
)
_KING = (
    (33, 7, 186, -23, 81, 66, 5, 2, -3, 562, 28, 19, 6, -36, -17, -5, 54, 7, -11, 0),
    (0, 24, 3, 23, 7, -3, -95, -6, 6, 17, 5, 3, -11, -213, -57, 2, 3, 1),
)
_GULFS = (  # fitted in hardboiled mode
    (
        *(28, 42, 207, 4, 29, 59, 6, 6, 5, 6, 7, 377, 53, 14, 11, -68, 0, -15, -88),
        *(-7, 269, -7, 4, -11, 16, -14, 375, -39, -187, 13, 5),
    ),
    (0, 6, 2, 4, 11, -5, -19, -6, 3, 15, 1, 9, -50, -126, -16, 0, 2, 0),
)

WEIGHTS_OF: Final[dict[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "witch-cult": _WITCH,
    "king-in-yellow": _KING,
    "classic": _GULFS,
    "hardboiled": _GULFS,
}
