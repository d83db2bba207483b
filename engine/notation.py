"""Moves as text, the words of docs/notation.md, and back."""

from dataclasses import dataclass

from casecracker.engine import moves as m
from casecracker.engine.deals import Deal
from casecracker.engine.errors import MoveError
from casecracker.engine.tables import (
    EFFECT_NAMES,
    EXCHANGE_PENALTY,
    PREVENT_NEXT,
    SEARCH_MENACE,
    SHUFFLE_DISCARD,
    USE_KEY,
)

_PLAIN = {
    m.TAKE_FIRST_LEAD: "take",
    m.FROM_HAND: "hand",
    m.PASS: "pass",
    m.SHUFFLE: "shuffle",
    m.CHECK: "check",
    m.DONE: "done",
    m.DECLINE: "decline",
    m.SKIP: "skip",
    m.DRAW_MENACE_CARD: "menace",
    m.PREVENT: "prevent",
}
_WITH_CARD = {
    m.TAKE_CARD: "take",
    m.SEARCH: "search",
    m.DISCARD_CARD: "discard",
    m.SCORE_CARD: "score",
    m.PACK: "pack",
    m.UNPACK: "unpack",
}
_PLAIN_KINDS = {word: kind for kind, word in _PLAIN.items()}
_CARD_KINDS = {word: kind for kind, word in _WITH_CARD.items()}


@dataclass(frozen=True, slots=True)
class Move:
    """One decision: the packed move of `moves.py` and its words."""

    code: int
    text: str

    def __str__(self) -> str:
        """The move in the words of docs/notation.md."""
        return self.text


def move_text(deal: Deal, move: int) -> str:
    """The words for a packed move."""
    kind, first, second = move >> m.KIND_SHIFT, (move >> 8) & 255, move & 255
    ids = [clue.id for clue in deal.deck.clue]
    if kind >= m.CONTACT:
        return _item_text(deal, ids, kind - m.CONTACT, first, second)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _WITH_CARD:
        return f"{_WITH_CARD[kind]} {ids[first]}"
    if kind == m.PUT_MENACE:
        return f"menace {deal.deck.menace[first].id}"
    return {
        m.CLOSE: lambda: f"close {first + 1}",
        m.EXCHANGE: lambda: f"exchange {ids[first]} {ids[second]}",
        m.PLAY: lambda: f"play {ids[first]} {second + 1}",
        m.PLAY_WITH_KEY: lambda: f"play {ids[first]} {second + 1} key",
    }[kind]()


def _item_text(deal: Deal, ids: list[str], use: int, first: int, second: int) -> str:
    """A free action of the contact or another item, or a play that the item's key goes with."""
    item, effect = use // m.ITEM_STEP, use % m.ITEM_STEP
    if effect == USE_KEY:
        return f"play {ids[first]} {second + 1} key {_item_id(deal, ids, item)}"
    head = ["use", _item_id(deal, ids, item)] if item else ["contact"]
    return " ".join([*head, EFFECT_NAMES[effect], *_arguments(deal, ids, effect, first, second)])


def _item_id(deal: Deal, ids: list[str], item: int) -> str:
    if item != m.EQUIPMENT_ITEM:
        return ids[item - m.CARD_ITEM]
    equipment = deal.equipment()
    assert equipment is not None
    return equipment.id


def _arguments(deal: Deal, ids: list[str], effect: int, first: int, second: int) -> list[str]:
    if effect in (SHUFFLE_DISCARD, PREVENT_NEXT):
        return []
    if effect == SEARCH_MENACE:
        return [deal.deck.menace[first].id]
    return [ids[first], ids[second]] if effect == EXCHANGE_PENALTY else [ids[first]]


def parse_move(deal: Deal, text: str) -> Move:
    """The move that `text` spells; whether it is legal anywhere is not looked at.

    Raises:
        MoveError: The text is not in the notation, or names an unknown card, effect or case.
    """
    words = text.split()
    code = _Parser(deal, text).parse(words) if words else None
    if code is None:
        raise MoveError(f"{text!r} is no move; a move is for instance 'take' or 'play c07 2'")
    return Move(code, " ".join(words))


def split_line(text: str) -> list[str]:
    """The moves of a line typed by a person: one a row or `;` between them, `#` for comments."""
    rows = [row.split("#", 1)[0] for row in text.splitlines()]
    return [part.strip() for row in rows for part in row.split(";") if part.strip()]


class _Parser:
    """Reads the words of one move. Holds the deal and the text only for its messages."""

    def __init__(self, deal: Deal, text: str) -> None:
        self._deal = deal
        self._text = text
        self._numbers = {clue.id: number for number, clue in enumerate(deal.deck.clue)}

    def parse(self, words: list[str]) -> int | None:
        head, rest = words[0], words[1:]
        if not rest:
            kind = _PLAIN_KINDS.get(head)
            return None if kind is None else kind << m.KIND_SHIFT
        if head == "contact":
            return self._use(0, rest[0], rest[1:])
        if head == "use" and len(rest) > 1:
            return self._use(self._item(rest[0]), rest[1], rest[2:])
        if head == "play":
            return self._play(rest)
        return self._one_thing(head, rest[0]) if len(rest) == 1 else self._two_cards(head, rest)

    def _one_thing(self, head: str, word: str) -> int | None:
        """A move that names one card, menace or case."""
        if head in _CARD_KINDS:
            return self._pack(_CARD_KINDS[head], self._card(word), 0)
        if head == "menace":
            return self._pack(m.PUT_MENACE, self._menace(word), 0)
        return self._pack(m.CLOSE, self._case(word), 0) if head == "close" else None

    def _two_cards(self, head: str, rest: list[str]) -> int | None:
        if head != "exchange" or len(rest) != 2:
            return None
        return self._pack(m.EXCHANGE, self._card(rest[0]), self._card(rest[1]))

    def _play(self, rest: list[str]) -> int | None:
        kinds = {2: m.PLAY, 3: m.PLAY_WITH_KEY, 4: m.CONTACT + USE_KEY}
        if len(rest) not in kinds or (len(rest) > 2 and rest[2] != "key"):
            return None
        kind = kinds[len(rest)]
        if len(rest) == 4:
            kind += m.ITEM_STEP * self._item(rest[3])
        return self._pack(kind, self._card(rest[0]), self._case(rest[1]))

    def _use(self, item: int, name: str, rest: list[str]) -> int | None:
        if name not in EFFECT_NAMES:
            known = ", ".join(EFFECT_NAMES)
            raise MoveError(f"{self._text!r}: unknown effect '{name}'; known: {known}")
        effect = EFFECT_NAMES.index(name)
        wanted = {SHUFFLE_DISCARD: 0, PREVENT_NEXT: 0, EXCHANGE_PENALTY: 2}.get(effect, 1)
        if len(rest) != wanted:
            return None
        read = self._menace if effect == SEARCH_MENACE else self._card
        first, second = [*map(read, rest), 0, 0][:2]
        return self._pack(m.CONTACT + m.ITEM_STEP * item + effect, first, second)

    def _item(self, word: str) -> int:
        equipment = self._deal.equipment()
        if equipment is not None and word == equipment.id:
            return m.EQUIPMENT_ITEM
        return m.CARD_ITEM + self._card(word)

    def _menace(self, word: str) -> int:
        menaces = [menace.id for menace in self._deal.deck.menace]
        if word not in menaces:
            raise MoveError(f"{self._text!r}: the deck has no menace '{word}'")
        return menaces.index(word)

    def _card(self, word: str) -> int:
        if word not in self._numbers:
            raise MoveError(f"{self._text!r}: the deck has no clue card '{word}'")
        return self._numbers[word]

    def _case(self, word: str) -> int:
        numbers = self._deal.case_cards() or range(1, len(self._deal.victims) + 1)
        cases = max(numbers)
        if not word.isascii() or not word.isdecimal() or not 1 <= int(word[:4]) <= cases:
            raise MoveError(f"{self._text!r}: a case is a number from 1 to {cases}, not '{word}'")
        return int(word[:4]) - 1

    @staticmethod
    def _pack(kind: int, first: int, second: int) -> int:
        return kind << m.KIND_SHIFT | first << 8 | second
