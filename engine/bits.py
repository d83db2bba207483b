"""Sets of cards as bits of one non-negative 64-bit integer: bit i is card i, i below 62."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from casecracker.engine.jit import COMPILED, kernel


def _compiled_count() -> Callable[[int], int]:
    @intrinsic
    def count(context: Any, word: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    @kernel
    def size(cards: int) -> int:
        return count(cards)  # type: ignore[call-arg]

    return size


def _compiled_lowest() -> Callable[[int], int]:
    @intrinsic
    def trailing(context: Any, word: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @kernel
    def lowest(cards: int) -> int:
        return trailing(cards)  # type: ignore[call-arg]

    return lowest


def _plain_size(cards: int) -> int:
    return int(cards).bit_count()


def _plain_lowest(cards: int) -> int:
    return (int(cards) & -int(cards)).bit_length() - 1


size: Callable[[int], int] = _compiled_count() if COMPILED else _plain_size
"""How many cards are in the set."""

lowest: Callable[[int], int] = _compiled_lowest() if COMPILED else _plain_lowest
"""The lowest card of a set that is not empty."""
