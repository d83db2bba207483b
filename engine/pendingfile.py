"""The key `pending` of position files: which decision is due (docs/formats.md)."""

from collections.abc import Mapping
from typing import Any

from casecracker.engine.cards import Deck
from casecracker.engine.errors import PositionError
from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.games import find_game
from casecracker.engine.layout import (
    MAX_CASES,
    TASK_BITS,
    TASK_STEP_SHIFT,
    TASK_WORD_BITS,
    TASK_WORDS,
)
from casecracker.engine.positionkeys import PENDING_KEYS
from casecracker.engine.tabletop import DUE, GAINED, Pending
from casecracker.engine.tasktext import source_names, task_number

_MOST_WAITING = TASK_WORDS * (TASK_WORD_BITS // TASK_BITS) - 1
_MOST_STEP = 7
_NEEDS = {
    "effect": ("card",),
    "immediate": ("card",),
    "score": ("case",),
}
_TAKES = {
    "effect": ("card", "effect", "gained"),
    "immediate": ("card",),
    "score": ("case", "scored", "six-types"),
}


def read_pending(value: object, deck: Deck) -> Pending:
    """What the key says: a word, or a table with the word under `due`.

    Raises:
        PositionError: It says nothing that can be due in the deck's game.
    """
    entry = {"due": value} if isinstance(value, str) else value
    if not isinstance(entry, dict):
        raise PositionError(
            f"key 'pending' is {shown(value)}; it must be one of {', '.join(DUE)} in quotes, or a "
            f"table [pending]"
        )
    due = entry.get("due")
    if due not in DUE:
        hint = did_you_mean(due, DUE)
        raise PositionError(
            f"pending, key 'due' is {shown(due)}{hint}; it must be one of {', '.join(DUE)}"
        )
    _check_keys(entry, str(due), deck)
    clues = {clue.id: clue for clue in deck.clue}
    card = _card(entry, "card", clues)
    return Pending(
        str(due),
        card,
        _effect(entry, len(clues[card].effects)) if card else 1,
        _gained(entry, deck),
        _case(entry),
        _card(entry, "scored", clues),
        _six_types(entry),
        _waiting(entry, deck),
    )


def _check_keys(entry: Mapping[str, Any], due: str, deck: Deck) -> None:
    known = ["due", *_TAKES.get(due, ()), "waiting"]
    if not find_game(deck.game).has_case_cards:
        known = [key for key in known if key not in ("gained", "waiting")]
    for key in entry:
        if key not in known:
            hint = did_you_mean(key, known) if key not in PENDING_KEYS else ""
            raise PositionError(
                f"pending: unknown key {shown(key)} where '{due}' is due{hint}; known keys: "
                f"{', '.join(known)}"
            )
    for key in _NEEDS.get(due, ()):
        if key not in entry:
            raise PositionError(f"pending: key '{key}' is missing; '{due}' needs it")


def _card(entry: Mapping[str, Any], key: str, clues: Mapping[str, object]) -> str:
    card = entry.get(key, "")
    if (card and card not in clues) or not isinstance(card, str):
        hint = did_you_mean(card, clues)
        raise PositionError(
            f"pending, key '{key}' is {shown(card)}{hint}; it must be the id of a clue card"
        )
    return card


def _effect(entry: Mapping[str, Any], effects: int) -> int:
    number = entry.get("effect", 1)
    if type(number) is not int or not 1 <= number <= effects + 1:
        raise PositionError(
            f"pending, key 'effect' is {shown(number)}; card '{entry['card']}' has {effects} "
            f"effects: it must be 1 to {effects + 1}, the last if all are through"
        )
    return number


def _case(entry: Mapping[str, Any]) -> int:
    number = entry.get("case", 0)
    if type(number) is not int or not 0 <= number <= MAX_CASES:
        raise PositionError(f"pending, key 'case' is {shown(number)}; it must be a case's number")
    return number


def _six_types(entry: Mapping[str, Any]) -> bool:
    value = entry.get("six-types", False)
    if not isinstance(value, bool):
        raise PositionError(f"pending, key 'six-types' is {shown(value)}; it must be true or false")
    return value


def _words(entry: Mapping[str, Any], key: str) -> list[str]:
    words = entry.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise PositionError(f"pending, key '{key}' must be a list of texts")
    return words


def _gained(entry: Mapping[str, Any], deck: Deck) -> tuple[tuple[str, str], ...] | None:
    if "gained" not in entry:
        return None
    pairs, sources = [], source_names(deck)
    for text in _words(entry, "gained"):
        source, _, effect = text.rpartition(" ")
        if source not in sources or effect not in GAINED:
            raise PositionError(
                f"pending, key 'gained': {shown(text)} is no gained effect; one is a menace or "
                f"'case N', then {' or '.join(GAINED)}"
            )
        pairs.append((source, effect))
    if len(set(pairs)) < len(pairs):
        raise PositionError("pending, key 'gained': an effect is listed twice")
    return tuple(sorted(pairs, key=lambda pair: (sources[pair[0]], GAINED.index(pair[1]))))


def _waiting(entry: Mapping[str, Any], deck: Deck) -> tuple[str, ...]:
    words, sources = _words(entry, "waiting"), source_names(deck)
    if len(words) > _MOST_WAITING:
        raise PositionError(
            f"pending, key 'waiting' has {len(words)} items; {_MOST_WAITING} at most"
        )
    for text in words:
        if not _is_task(text, sources):
            raise PositionError(
                f"pending, key 'waiting': {shown(text)} does not wait; what may is "
                f"'MENACE icon N', 'case N icon N', 'check', 'refill', 'strain', 'time'"
            )
    return tuple(words)


def _is_task(text: str, sources: Mapping[str, int]) -> bool:
    try:
        step = task_number(text, sources) >> TASK_STEP_SHIFT
    except (KeyError, ValueError):
        return False
    return 0 <= step <= _MOST_STEP
