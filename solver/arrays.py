"""Small work on arrays that the kernels share: copying a row, finding the k-th largest number."""

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.tables import IntArray


@kernel
def copy_row(target: IntArray, source: IntArray) -> None:
    """Copy one row into another of the same length. They do not overlap."""
    for i in range(source.shape[0]):
        target[i] = source[i]


@merged_kernel
def kth_largest(numbers: IntArray, count: int, k: int) -> int:
    """The k-th largest (from 1) of the first `count` numbers, which come out in another order.

    Hoare's selection: as long as the place is not found, split the part that holds it in two.
    """
    place = count - k
    low, high = 0, count - 1
    while low < high:
        pivot = numbers[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while numbers[i] < pivot:
                i += 1
            while numbers[j] > pivot:
                j -= 1
            if i <= j:
                numbers[i], numbers[j] = numbers[j], numbers[i]
                i += 1
                j -= 1
        if place <= j:
            high = j
        elif place >= i:
            low = i
        else:
            break
    return int(numbers[place])
