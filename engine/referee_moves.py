"""Moves as text for the referee: reading and writing the notation of docs/notation.md.

What a move may look like stands here; whether the rules allow it is the referee's business.
"""

import re
from dataclasses import dataclass

from casecracker.engine.errors import MoveError

CARD = "CARD"
CASE = "CASE"

EFFECT_FORMS = {
    "take-lead": ("take CARD", "decline"),
    "take-discard": ("take CARD", "decline"),
    "take-closed": ("take CARD", "decline"),
    "take-stability": ("take CARD", "decline"),
    "take-time": ("take CARD", "decline"),
    "search-stack": ("search CARD", "decline"),
    "shuffle-discard": ("shuffle", "decline"),
    "exchange-penalty": ("exchange CARD CARD", "decline"),
    "discard-hand": ("discard CARD", "skip"),
    "discard-lead": ("discard CARD", "skip"),
    "stability-check": ("check",),
}
"""The forms of the moves that answer an effect of a played card."""

CONTACT_FORMS = {
    effect: " ".join(["contact", effect, *forms[0].split()[1:]])
    for effect, forms in EFFECT_FORMS.items()
    if "decline" in forms
}
"""The form of the move that uses a side of the contact; the key side has none of its own."""

DECISION_FORMS = {
    "discard": ("discard CARD",),
    "immediate": ("discard CARD",),
    "score": ("score CARD", "done"),
    "bonus": ("take CARD", "decline"),
    "hand-play": ("play CARD CASE", "play CARD CASE key", "pass"),
    "window": ("done",),
    "action": ("take", "play CARD CASE", "play CARD CASE key", "hand", "close CASE", "pass"),
}
"""The forms of the moves at every other decision, the contact's left aside."""

_FORMS = (
    *("take", "play CARD CASE", "play CARD CASE key", "hand", "close CASE", "pass"),
    *("score CARD", "done"),
    *dict.fromkeys(form for forms in EFFECT_FORMS.values() for form in forms),
    *CONTACT_FORMS.values(),
)
_PATTERNS = {CARD: re.compile(r"[a-z0-9-]+"), CASE: re.compile(r"[1-9][0-9]?")}
_SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its form with the slots CARD and CASE, and what fills them, left to right."""

    form: str
    cards: tuple[str, ...] = ()
    case: int = 0  # 0 where the form has no slot for a case

    @property
    def text(self) -> str:
        """The move in the notation."""
        cards = iter(self.cards)
        return " ".join(
            self._word(slot, next(cards) if slot == CARD else "") for slot in self._slots
        )

    @property
    def _slots(self) -> list[str]:
        return self.form.split()

    def _word(self, slot: str, card: str) -> str:
        return card or (str(self.case) if slot == CASE else slot)


def shown(text: str) -> str:
    """A user's text in quotes, on one line and not too long."""
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN_CHARACTERS else line[:_SHOWN_CHARACTERS] + "...")


def parse_move(text: str) -> Move:
    """Read one move.

    Raises:
        MoveError: The text has none of the forms of the notation.
    """
    words = text.split()
    for form in _FORMS:
        if _fits(words, form.split()):
            return _filled(words, form)
    raise MoveError(f"{shown(text)}: {_advice(words)}")


def _fits(words: list[str], slots: list[str]) -> bool:
    if len(words) != len(slots):
        return False
    return all(
        _PATTERNS[slot].fullmatch(word) is not None if slot in _PATTERNS else word == slot
        for word, slot in zip(words, slots, strict=True)
    )


def _filled(words: list[str], form: str) -> Move:
    slots = form.split()
    cards = tuple(word for word, slot in zip(words, slots, strict=True) if slot == CARD)
    case = int(words[slots.index(CASE)]) if CASE in slots else 0
    return Move(form, cards, case)


def _advice(words: list[str]) -> str:
    if words[:2] == ["contact", "key"]:
        return "the key side goes with a play: play CARD CASE key"
    first = words[0] if words else ""
    close = [form for form in _FORMS if form.split()[0] == first]
    if close:
        return f"not a move; '{first}' is written: {', '.join(close)}"
    known = dict.fromkeys(form.split()[0] for form in _FORMS)
    return f"not a move; a move begins with one of: {', '.join(known)}"
