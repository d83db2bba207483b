"""Moves as text, the words of docs/notation.md, and back."""

from dataclasses import dataclass

from casecracker.engine import moves as m
from casecracker.engine.deals import Deal
from casecracker.engine.errors import MoveError
from casecracker.engine.tables import EFFECT_NAMES, EXCHANGE_PENALTY, SHUFFLE_DISCARD

_PLAIN = {
    m.TAKE_FIRST_LEAD: "take",
    m.FROM_HAND: "hand",
    m.PASS: "pass",
    m.SHUFFLE: "shuffle",
    m.CHECK: "check",
    m.DONE: "done",
    m.DECLINE: "decline",
    m.SKIP: "skip",
}
_WITH_CARD = {
    m.TAKE_CARD: "take",
    m.SEARCH: "search",
    m.DISCARD_CARD: "discard",
    m.SCORE_CARD: "score",
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
        return " ".join(["contact", *_contact_words(ids, kind - m.CONTACT, first, second)])
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _WITH_CARD:
        return f"{_WITH_CARD[kind]} {ids[first]}"
    if kind == m.CLOSE:
        return f"close {first + 1}"
    if kind == m.EXCHANGE:
        return f"exchange {ids[first]} {ids[second]}"
    key = " key" if kind == m.PLAY_WITH_KEY else ""
    return f"play {ids[first]} {second + 1}{key}"


def _contact_words(ids: list[str], effect: int, first: int, second: int) -> list[str]:
    name = EFFECT_NAMES[effect]
    if effect == SHUFFLE_DISCARD:
        return [name]
    if effect == EXCHANGE_PENALTY:
        return [name, ids[first], ids[second]]
    return [name, ids[first]]


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
            return self._contact(rest[0], rest[1:])
        if head in _CARD_KINDS and len(rest) == 1:
            return self._pack(_CARD_KINDS[head], self._card(rest[0]), 0)
        if head == "close" and len(rest) == 1:
            return self._pack(m.CLOSE, self._case(rest[0]), 0)
        if head == "exchange" and len(rest) == 2:
            return self._pack(m.EXCHANGE, self._card(rest[0]), self._card(rest[1]))
        return self._play(rest) if head == "play" else None

    def _play(self, rest: list[str]) -> int | None:
        if len(rest) == 2:
            return self._pack(m.PLAY, self._card(rest[0]), self._case(rest[1]))
        if len(rest) == 3 and rest[2] == "key":
            return self._pack(m.PLAY_WITH_KEY, self._card(rest[0]), self._case(rest[1]))
        return None

    def _contact(self, name: str, rest: list[str]) -> int | None:
        if name not in EFFECT_NAMES:
            known = ", ".join(EFFECT_NAMES)
            raise MoveError(f"{self._text!r}: unknown effect '{name}'; known: {known}")
        effect = EFFECT_NAMES.index(name)
        wanted = {SHUFFLE_DISCARD: 0, EXCHANGE_PENALTY: 2}.get(effect, 1)
        if len(rest) != wanted:
            return None
        first, second = [*map(self._card, rest), 0, 0][:2]
        return self._pack(m.CONTACT + effect, first, second)

    def _card(self, word: str) -> int:
        if word not in self._numbers:
            raise MoveError(f"{self._text!r}: the deck has no clue card '{word}'")
        return self._numbers[word]

    def _case(self, word: str) -> int:
        cases = len(self._deal.victims)
        if not word.isascii() or not word.isdecimal() or not 1 <= int(word[:4]) <= cases:
            raise MoveError(f"{self._text!r}: a case is a number from 1 to {cases}, not '{word}'")
        return int(word[:4]) - 1

    @staticmethod
    def _pack(kind: int, first: int, second: int) -> int:
        return kind << m.KIND_SHIFT | first << 8 | second
