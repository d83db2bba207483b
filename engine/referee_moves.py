"""Moves as text for the referee: reading and writing the notation of docs/notation.md.

What a move may look like stands here; whether the rules allow it is the referee's business.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casecracker.engine.errors import MoveError
from casecracker.engine.games import MANDATORY_EFFECTS, VOLUNTARY_EFFECTS

CARD = "CARD"
CASE = "CASE"
ITEM = "ITEM"
MENACE = "MENACE"

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
    "search-menace": ("menace MENACE", "decline"),
    "draw-menace": ("menace",),
    "close-5": ("close CASE", "skip"),
    "close-6": ("close CASE", "skip"),
    "prevent-next": ("prevent", "skip"),
}
"""The forms of the moves that answer an effect of a played card."""

SIDE_FORMS = {
    effect: " ".join([effect, *forms[0].split()[1:]])
    for effect, forms in EFFECT_FORMS.items()
    if "decline" in forms or effect == "prevent-next"
}
"""How a move that uses one side of a contact or item ends; the key side has no such move."""

DECISION_FORMS = {
    "discard": ("discard CARD",),
    "immediate": ("discard CARD",),
    "score": ("score CARD", "done"),
    "bonus": ("take CARD", "decline"),
    "icon": ("take CARD", "decline"),
    "hand-play": ("play CARD CASE", "play CARD CASE key", "pass"),
    "window": ("done",),
    "action": ("take", "play CARD CASE", "play CARD CASE key", "hand", "close CASE", "pass"),
}
"""The forms of the moves at every other decision, the contact's left aside."""


def _forms_of(effects: Iterable[str], *more: str) -> tuple[str, ...]:
    """All forms of a game with these effects, each once."""
    known = list(effects)
    return tuple(
        dict.fromkeys(
            (
                *("take", "play CARD CASE", "play CARD CASE key", "hand", "close CASE", "pass"),
                *("score CARD", "done"),
                *(form for effect in known for form in EFFECT_FORMS[effect]),
                *(f"contact {SIDE_FORMS[effect]}" for effect in known if effect in SIDE_FORMS),
                *more,
            )
        )
    )


COMMON_FORMS = _forms_of((*VOLUNTARY_EFFECTS, *MANDATORY_EFFECTS))
"""The forms of the moves in the games with victims."""

KEY_ITEM_FORM = "play CARD CASE key ITEM"
GULFS_FORMS = _forms_of(
    EFFECT_FORMS,
    KEY_ITEM_FORM,
    *(f"use ITEM {form}" for form in SIDE_FORMS.values()),
    *("pack CARD", "unpack CARD"),
)
"""The forms of the moves in infinite-gulfs."""

_CARD_ID = re.compile(r"[a-z0-9-]+")
_PATTERNS = {CARD: _CARD_ID, ITEM: _CARD_ID, MENACE: _CARD_ID, CASE: re.compile(r"[1-9][0-9]?")}
_CARD_SLOTS = (CARD, ITEM, MENACE)
_SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Move:
    """A move: its form with slots for cards and a case, and what fills them, left to right."""

    form: str
    cards: tuple[str, ...] = ()  # for the slots CARD, ITEM and MENACE
    case: int = 0  # 0 where the form has no slot for a case

    @property
    def text(self) -> str:
        """The move in the notation."""
        cards = iter(self.cards)
        return " ".join(
            self._word(slot, next(cards) if slot in _CARD_SLOTS else "") for slot in self._slots
        )

    def filling(self, slot: str) -> tuple[str, ...]:
        """The cards in slots of one kind."""
        kinds = [kind for kind in self._slots if kind in _CARD_SLOTS]
        return tuple(card for card, kind in zip(self.cards, kinds, strict=True) if kind == slot)

    @property
    def _slots(self) -> list[str]:
        return self.form.split()

    def _word(self, slot: str, card: str) -> str:
        return card or (str(self.case) if slot == CASE else slot)


def shown(text: str) -> str:
    """A user's text in quotes, on one line and not too long."""
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN_CHARACTERS else line[:_SHOWN_CHARACTERS] + "...")


def parse_move(text: str, forms: Sequence[str] = COMMON_FORMS) -> Move:
    """Read one move of one of the forms.

    Raises:
        MoveError: The text has none of them.
    """
    words = text.split()
    for form in forms:
        if _fits(words, form.split()):
            return _filled(words, form)
    raise MoveError(f"{shown(text)}: {_advice(words, forms)}")


def _fits(words: list[str], slots: list[str]) -> bool:
    if len(words) != len(slots):
        return False
    return all(
        _PATTERNS[slot].fullmatch(word) is not None if slot in _PATTERNS else word == slot
        for word, slot in zip(words, slots, strict=True)
    )


def _filled(words: list[str], form: str) -> Move:
    slots = form.split()
    cards = tuple(word for word, slot in zip(words, slots, strict=True) if slot in _CARD_SLOTS)
    case = int(words[slots.index(CASE)]) if CASE in slots else 0
    return Move(form, cards, case)


def _advice(words: list[str], forms: Sequence[str]) -> str:
    if words[:2] == ["contact", "key"]:
        return "the key side goes with a play: play CARD CASE key"
    first = words[0] if words else ""
    close = [form for form in forms if form.split()[0] == first]
    if close:
        return f"not a move; '{first}' is written: {', '.join(close)}"
    known = dict.fromkeys(form.split()[0] for form in forms)
    return f"not a move; a move begins with one of: {', '.join(known)}"
