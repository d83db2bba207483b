"""Sources of ongoing effects, and what waits to be carried out, in words (docs/formats.md)."""

from collections.abc import Mapping

from casecracker.engine import layout
from casecracker.engine.cards import CaseCard, Deck

_NEW_STACK = "new-stack"
_PURPOSES = {
    "check": layout.FOR_CHECK,
    "refill": layout.FOR_REFILL,
    "strain": layout.CHECK_AT_FIRST,
}


def case_source(case: CaseCard) -> str:
    """How a case card is called that lies among the menaces."""
    return f"case {case.number}"


def source_names(deck: Deck) -> dict[str, int]:
    """The names of the sources of ongoing effects, with their numbers in packed states."""
    menaces = {menace.id: place for place, menace in enumerate(deck.menace)}
    return menaces | {case_source(card): layout.CASE_SOURCE + card.number - 1 for card in deck.case}


def task_number(text: str, sources: Mapping[str, int]) -> int:
    """The packed form of one thing that waits.

    Raises:
        KeyError: The words are not in the notation of docs/formats.md, or name no source.
        ValueError: The number of an icon is none.
    """
    if text == "time":
        return layout.OUT_OF_TIME
    name, is_source, place = text.rpartition(" icon ")
    if is_source:
        return (sources[name] + 1) | (int(place) - 1) << layout.TASK_STEP_SHIFT
    word, _, more = text.partition(" ")
    step = _PURPOSES[word] | {"": 0, _NEW_STACK: layout.MADE_NEW_STACK}[more]
    return layout.OUT_OF_LEADS | step << layout.TASK_STEP_SHIFT


def task_text(task: int, names: Mapping[int, str]) -> str:
    """The words for one thing that waits; `names` are those of the sources."""
    kind, step = task & layout.TASK_SOURCE_MASK, task >> layout.TASK_STEP_SHIFT
    if kind == layout.OUT_OF_TIME:
        return "time"
    if kind != layout.OUT_OF_LEADS:
        return f"{names[kind - 1]} icon {step + 1}"
    purpose = step & ~layout.MADE_NEW_STACK
    word = next(word for word, number in _PURPOSES.items() if number == purpose)
    return f"{word} {_NEW_STACK}" if step & layout.MADE_NEW_STACK else word
