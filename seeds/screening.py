"""Which seeds to ask first, where what is wanted is rare: those most like the nearest so far.

A pilot of seeds in their order is checked in full. If more than a quarter of all checked so far was
found, the order of the seeds stays. Else the seeds come in blocks: each is probed, how far it will
be from what is wanted is estimated from all that were checked before (ridge regression on the
probes), and the nearest of the block are checked. Nothing is claimed of the others.

What is checked when follows from the first seed and the answers alone, so it is the same however
many workers there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from casecracker.seeds.probes import Probe

PILOT = 24
"""Seeds that are checked as they come, at first and as long as no screening is worth while."""

BLOCK = 160
"""Seeds of a block that is probed."""

TAKEN = 16
"""Seeds of it that are checked."""

COMMON = 0.25
"""Share of deals found above which screening saves nothing."""

RIDGE = 10.0
"""Weight of small coefficients beside the squared errors, of standardised probes."""

DIGITS = 6
"""Decimals of an estimate: computers differ in the last ones."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A seed that was checked.

    Attributes:
        seed: It.
        distance: 0 if its deal has all that is wanted; else how far off it is, 1 at most.
        probe: What was seen of it before.
    """

    seed: int
    distance: float
    probe: Probe


def is_screening(checked: Sequence[Checked]) -> bool:
    """Whether the next block is screened."""
    if len(checked) < PILOT:
        return False
    distances = {one.distance for one in checked}
    found = sum(one.distance == 0 for one in checked)
    return len(distances) > 1 and found <= COMMON * len(checked)


def estimates(checked: Sequence[Checked], probes: Sequence[Probe]) -> list[float]:
    """How far each of some deals will be from what is wanted, by those that were checked."""
    seen = np.array([one.probe for one in checked])
    far = np.array([one.distance for one in checked])
    mean, spread = seen.mean(axis=0), seen.std(axis=0)
    spread[spread == 0] = 1.0
    known, asked = (seen - mean) / spread, (np.array(probes) - mean) / spread
    squares = known.T @ known + RIDGE * np.eye(known.shape[1])
    weights = np.linalg.solve(squares, known.T @ (far - far.mean()))
    return [round(float(number), DIGITS) for number in asked @ weights + far.mean()]


def nearest(seeds: Sequence[int], probes: Sequence[Probe], checked: Sequence[Checked]) -> list[int]:
    """The seeds of a block that are checked, the one that promises most first."""
    estimated = estimates(checked, probes)
    order = sorted(range(len(seeds)), key=lambda place: (estimated[place], seeds[place]))
    return [seeds[place] for place in order[:TAKEN]]
