"""Work for workers, in a module that their processes can import."""

import os
import signal
import time
from pathlib import Path

from casecracker.engine.errors import CasecrackerError


def nothing() -> None:
    """Nothing to warm."""


def fail() -> None:
    raise CasecrackerError("no warmth")


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    raise CasecrackerError(f"no {number}")


def vanish(_number: int) -> int:
    os._exit(1)


def vanish_once(unit: tuple[int, str]) -> int:
    """The square, but who comes to 5 first is killed in the middle of it."""
    number, mark = unit
    if number == 5 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def sleep() -> None:
    """As compiling does, it takes its time."""
    print("asleep", flush=True)
    time.sleep(600)
