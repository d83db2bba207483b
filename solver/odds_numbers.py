"""Long whole numbers for the dice search: rows of limbs in flat arrays, lowest limb first.

Values are multiples of 1/6^N of one problem, so that they are compared limb by limb; adding six
and dividing by six is all the arithmetic there is, and it is exact.
"""

from casecracker.engine.jit import kernel
from casecracker.engine.tables import IntArray
from casecracker.solver.odds_layout import LIMB_BITS

_LIMB_MASK = (1 << LIMB_BITS) - 1


@kernel
def is_less(left: IntArray, i: int, right: IntArray, j: int, limbs: int) -> bool:
    """Whether the number at `left[i]` is less than the one at `right[j]`."""
    for k in range(limbs - 1, -1, -1):
        if left[i + k] != right[j + k]:
            return bool(left[i + k] < right[j + k])
    return False


@kernel
def copy_number(target: IntArray, i: int, source: IntArray, j: int, limbs: int) -> None:
    """Copy the number at `source[j]` to `target[i]`."""
    for k in range(limbs):
        target[i + k] = source[j + k]


@kernel
def clear_number(target: IntArray, i: int, limbs: int) -> None:
    """Write zero to `target[i]`."""
    for k in range(limbs):
        target[i + k] = 0


@kernel
def add_number(target: IntArray, i: int, source: IntArray, j: int, limbs: int) -> None:
    """Add the number at `source[j]` to `target[i]`, without carrying; at most six in a row."""
    for k in range(limbs):
        target[i + k] += source[j + k]


@kernel
def carry(target: IntArray, i: int, limbs: int) -> None:
    """Bring the limbs of a sum back into their range."""
    for k in range(limbs - 1):
        target[i + k + 1] += target[i + k] >> LIMB_BITS
        target[i + k] &= _LIMB_MASK


@kernel
def divide_by_six(target: IntArray, i: int, limbs: int) -> int:
    """Divide the sum at `target[i]` by six; the remainder, 0 if all is well."""
    carry(target, i, limbs)
    rest = 0
    for k in range(limbs - 1, -1, -1):
        part = (rest << LIMB_BITS) + target[i + k]
        target[i + k] = part // 6
        rest = part % 6
    return rest


@kernel
def write_multiple(target: IntArray, i: int, factor: int, unit: IntArray, limbs: int) -> None:
    """Write `factor` (not negative) times the number at `unit[0]` to `target[i]`."""
    clear_number(target, i, limbs)
    bit = 62
    while bit >= 0:
        add_number(target, i, target, i, limbs)
        if (factor >> bit) & 1:
            add_number(target, i, unit, 0, limbs)
        carry(target, i, limbs)
        bit -= 1
