"""The conditions of plays, closings and scorings, as the referee reads them.

Every function answers why something is not allowed, in the rulebook's words, or None if it is.
Nothing is changed here. The numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Collection, Mapping

from casecracker.engine.games import ANY
from casecracker.engine.referee_areas import Case
from casecracker.engine.referee_table import Table

CLOSING_TYPES = 5

_PLACES = {
    "take-lead": "in the leads row",
    "take-discard": "in the discard area",
    "take-closed": "in the closed cases",
    "take-stability": "in the stability area",
    "take-time": "in the time area",
    "search-stack": "in the draw stack",
    "search-menace": "in the menace deck",
    "discard-hand": "in hand",
    "play-hand": "in hand",
    "discard-lead": "in the leads row",
    "discard-case": "in the line of an open case",
}
_LOCKS = {
    "lock": "Lock",
    "yellow-sign-lock": "Yellow sign lock",
    "skeleton-lock": "Skeleton Lock",
}
"""The attributes that use a Key up, with their names in the rulebooks."""

_KEYS = ("key", "skeleton-key")


def icons_meet(left: Collection[str], right: Collection[str]) -> bool:
    """Whether a card with these left icons may lie next to those right icons."""
    if ANY in left or ANY in right:
        return True
    return any(icon in right for icon in left)


def choice_fault(table: Table, effect: str, cards: tuple[str, ...]) -> str | None:
    """Why the effect cannot name these cards."""
    if cards in table.choices(effect):
        return None
    if effect != "exchange-penalty":
        if cards[0] in table.area(effect):
            return f"{cards[0]} cannot be discarded as long as another card can"
        return f"{cards[0]} is not {_PLACES[effect]}"
    if cards[0] not in table.hand:
        return f"{cards[0]} is not in hand"
    return f"{cards[1]} is neither in the time area nor in the stability area"


def case_fault(table: Table, number: int) -> str | None:
    """Why there is no open case with that number."""
    return None if number in table.cases else table.why_not_open(number)


def play_fault(table: Table, card: str, number: int, extra_key: int = 0) -> str | None:
    """Which condition of a play the card does not meet in that case.

    Args:
        table: The table as it stands.
        card: The card to be played, wherever it lies.
        number: The case.
        extra_key: 1 if a key effect goes with the play.
    """
    fault = case_fault(table, number)
    if fault is not None:
        return fault
    case = table.cases[number]
    return (
        _edge_fault(table, card, case)
        or _minimum_fault(table, card, case)
        or _yellow_minimum_fault(table, card, case)
        or _yellow_sign_fault(table, card, case)
        or _lock_fault(table, card, case, extra_key)
    )


def _edge_fault(table: Table, card: str, case: Case) -> str | None:
    ends_in, left = table.ends_in(case), table.left_icons(card)
    if not left:
        return f"{card} shows purple techniques alone, and Tillinghast's Machine is not in play"
    if icons_meet(left, ends_in):
        return None
    return (
        f"edge icons do not match: {card} shows {' and '.join(left)} on its left edge, "
        f"case {case.number} ends in {' and '.join(ends_in) or 'purple techniques alone'}"
    )


def _minimum_fault(table: Table, card: str, case: Case) -> str | None:
    minimum = table.cards[card].minimum
    if len(case.line) >= minimum:
        return None
    return (
        f"card minimum not reached: {card} needs {_count(minimum, 'card')} already in the line, "
        f"case {case.number} has {len(case.line)}"
    )


def _yellow_minimum_fault(table: Table, card: str, case: Case) -> str | None:
    minimum = table.cards[card].yellow_minimum
    coloured = _bearing(table, case, "colour")
    if coloured >= minimum:
        return None
    return (
        f"yellow card minimum not reached: {card} needs {_count(minimum, 'card')} with Colour "
        f"already in the line, case {case.number} has {coloured}"
    )


def _yellow_sign_fault(table: Table, card: str, case: Case) -> str | None:
    # The sign is not used up, and the contact's key does not replace it (ruling 8).
    if "yellow-sign-lock" not in table.cards[card].attributes or _bearing(
        table, case, "yellow-sign"
    ):
        return None
    return f"Yellow sign lock needs a Yellow sign in that line: case {case.number} has none"


def _lock_fault(table: Table, card: str, case: Case, extra_key: int) -> str | None:
    # Ruling 8: a test at this moment, so the card's own Key does not help. All locks use Keys up.
    kind = next((name for name in _LOCKS if name in table.cards[card].attributes), None)
    if kind is None:
        return None
    counts = {mark: _bearing(table, case, mark) for mark in (*_KEYS, *_LOCKS)}
    effects = case.key_effects + extra_key
    wanted = "Key"
    if kind == "skeleton-lock" and counts["skeleton-key"] + effects <= counts[kind]:
        wanted = "Skeleton Key"
    elif sum(counts[key] for key in _KEYS) + effects > sum(counts[lock] for lock in _LOCKS):
        return None
    found = _keys_and_locks({**counts, "key effect": effects})
    return f"{_LOCKS[kind]} needs a {wanted} in that line: case {case.number} has {found}"


def _keys_and_locks(counts: Mapping[str, int]) -> str:
    """What a line has of them: Keys and Locks in any case, the others if there are some."""
    order = ("key", "skeleton-key", "key effect", *_LOCKS)
    found = [
        _count(counts[mark], mark.replace("-", " "))
        for mark in order
        if counts[mark] or mark in ("key", "lock")
    ]
    return f"{', '.join(found[:-1])} and {found[-1]}"


def _bearing(table: Table, case: Case, attribute: str) -> int:
    return sum(attribute in table.cards[card].attributes for card in case.line)


def close_fault(table: Table, number: int) -> str | None:
    """Why the case cannot be closed."""
    fault = case_fault(table, number)
    if fault is not None:
        return fault
    types = len(table.types(table.cases[number].line))
    if types >= CLOSING_TYPES:
        return None
    return (
        f"a case is closed at {CLOSING_TYPES} different types of clue cards or more: "
        f"case {number} shows {types}"
    )


def score_fault(table: Table, card: str, case: Case) -> str | None:
    """Why a card of the case that is being closed cannot be scored (ruling 9)."""
    if "puzzle" not in table.cards[card].attributes:
        return f"only Puzzle cards are scored: {card} has no Puzzle"
    remaining = len(table.types(other for other in case.line if other != card))
    if remaining >= CLOSING_TYPES:
        return None
    return (
        f"{CLOSING_TYPES} different types must remain in the case: without {card} {remaining} would"
    )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
