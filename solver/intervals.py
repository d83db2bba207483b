"""Shares and their intervals."""

import math

Z95 = 1.959964
"""Two-sided 95 %."""


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share; 0 to 1 without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, square = hits / trials, Z95 * Z95
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    half = Z95 * spread / (1 + square / trials)
    return max(0.0, middle - half), min(1.0, middle + half)
