"""What the commands share that work through many deals: settings, workers, messages of progress."""

import logging
import time
from collections.abc import Callable, Iterable

from casecracker.cli.shell import fail, note
from casecracker.engine.files import shown

SECONDS_BETWEEN_NOTES = 5.0


def settings_of(words: Iterable[str]) -> dict[str, str]:
    """Settings from words like `victims=4`, each name once."""
    chosen: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            fail(f"{shown(word)} is no setting; write NAME=VALUE, like limits=6")
        if name in chosen:
            fail(f"setting {shown(name)} is given twice")
        chosen[name] = value
    return chosen


def prepare_workers(workers: int | None, scheduler: str | None) -> None:
    """Check where the work is to be done. Faults of a cluster are told in one line, not logged."""
    if workers is not None and scheduler is not None:
        fail("--workers and --scheduler cannot go together: the cluster has its own workers")
    if scheduler is not None:
        logging.disable(logging.CRITICAL)  # Dask logs tracebacks


class Notes:
    """Messages of progress, one now and then."""

    def __init__(self) -> None:
        """The first one comes a while from now."""
        self._told = time.monotonic()

    def tell(self, text: Callable[[], str]) -> None:
        """Make the text and tell it, if the last message is long enough ago."""
        if time.monotonic() - self._told >= SECONDS_BETWEEN_NOTES:
            self._told = time.monotonic()
            note(text())
