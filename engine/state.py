"""States as people use them: immutable, hashable, checked. The packed words lie inside."""

import html
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from casecracker.engine import layout
from casecracker.engine.bits import lowest
from casecracker.engine.deals import Deal
from casecracker.engine.errors import DealError, IllegalMoveError
from casecracker.engine.moves import MAX_MOVES
from casecracker.engine.notation import Move, move_text, parse_move
from casecracker.engine.ongoing import over_hand_limit
from casecracker.engine.opening import deal_opening
from casecracker.engine.play import apply
from casecracker.engine.reading import key_effects, last_card, open_cases, sequence_card, shuffles
from casecracker.engine.rules import legal_moves
from casecracker.engine.tables import (
    GOAL,
    HAS_MENACES,
    KEEPS_SEQUENCE,
    IntArray,
    make_tables,
)


@dataclass(frozen=True, eq=False)
class State:
    """A position in a game of one deal, between two decisions.

    Equal and hashable by its packed words (layout.py) and its deal. Make one with `State.start`.
    """

    deal: Deal = field(repr=False)
    words: tuple[int, ...]
    tables: IntArray = field(repr=False)

    @classmethod
    def start(cls, deal: Deal) -> "State":
        """The opening position of `deal`, or the one in the middle of a game that it begins with.

        Raises:
            DealError: It is no deal.
        """
        if not isinstance(deal, Deal):
            raise DealError(f"a state starts from a Deal, not from {deal!r:.60}; see load_target")
        tables = make_tables(deal)
        if deal.start is not None:
            return cls(deal, deal.start.words_in(deal), tables)
        words = np.zeros(layout.WORDS, dtype=np.int64)
        deal_opening(tables, words)
        return cls(deal, _frozen(words), tables)

    def __eq__(self, other: object) -> bool:
        """The same position of the same deal."""
        if not isinstance(other, State):
            return NotImplemented
        same_deal = self.deal is other.deal or self.deal == other.deal
        return self.words == other.words and same_deal

    def __hash__(self) -> int:
        """By the packed words."""
        return hash(self.words)

    # What a player may ask

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1; of the last one once the game is over."""
        return self.words[layout.TURN]

    @property
    def status(self) -> str:
        """`playing`, `won`, `lost` or `unknown-shuffle` (docs/notation.md, ends)."""
        return layout.OUTCOMES.get(self._phase, "playing")

    @property
    def won(self) -> bool:
        """Whether the game is won."""
        return self._phase == layout.WON

    @property
    def lost(self) -> bool:
        """Whether the game is lost."""
        return self._phase == layout.LOST

    @property
    def pending(self) -> str:
        """Which decision is due, in the words of docs/notation.md; `over` after the end."""
        if self._phase >= layout.FIRST_TERMINAL:
            return "over"
        if over_hand_limit(self.tables, self.array()):
            return "discard"
        if self._has_menaces and self.words[layout.TASKS]:
            return "icon"
        return layout.PENDING[self._phase]

    def moves(self) -> tuple[Move, ...]:
        """All legal moves; none once the game is over."""
        out = np.zeros(MAX_MOVES, dtype=np.int64)
        count = legal_moves(self.tables, self.array(), out)
        return tuple(Move(int(code), move_text(self.deal, int(code))) for code in out[:count])

    def play(self, move: Move | str) -> "State":
        """The state after a legal move.

        Raises:
            MoveError: A text that is no move.
            IllegalMoveError: The rules do not allow the move here.
        """
        wanted = parse_move(self.deal, move) if isinstance(move, str) else move
        legal = self.moves()
        if all(wanted.code != other.code for other in legal):
            raise IllegalMoveError(self._refusal(wanted, legal))
        return self.after(wanted.code)

    def after(self, code: int) -> "State":
        """The state after the packed move `code`, which must be legal: nothing is checked."""
        words = self.array()
        apply(self.tables, words, code)
        return State(self.deal, _frozen(words), self.tables)

    def array(self) -> IntArray:
        """The packed words as a fresh array, shape (WORDS,)."""
        return np.array(self.words, dtype=np.int64)

    def snapshot(self) -> dict[str, Any]:
        """Everything about the state in plain words, the order of the stack included.

        Sets are sorted lists of ids; `leads` and `stack` are in order, first lead and top first.
        """
        return {
            "turn": self.turn,
            "status": self.status,
            "pending": self.pending,
            "leads": list(self.leads()),
            **{name: sorted(self.area(name)) for name in AREAS},
            "stack": list(self._stack()),
            "cases": [self._case(case) for case in self._open_cases()],
            **(gulfs_areas(self) if self._has_menaces else self._victims_and_contact()),
            "shuffles": self.shuffles,
        }

    def view(self) -> dict[str, Any]:
        """Only what a player sees: the snapshot, with the sizes of the two hidden decks.

        The orders of the stack and of the victims or menaces to come are hidden; all else is open.
        """
        seen = self.snapshot()
        for hidden in ("stack", "victims_left", "menaces_left"):
            if hidden in seen:
                seen[hidden] = len(seen[hidden])
        return seen

    def leads(self) -> tuple[str, ...]:
        """The leads row, first lead first."""
        word, row = self.words[layout.LEADS], []
        for slot in range(layout.LEAD_SLOTS):
            card = (word >> layout.CARD_BITS * slot) & layout.CARD_MASK
            if card != layout.NO_CARD:
                row.append(self._ids[card])
        return tuple(row)

    def area(self, name: str) -> tuple[str, ...]:
        """The cards of `hand`, `discard`, `time`, `stability`, `closed` or `picture`."""
        return self.cards_of(self.words[AREAS[name]])

    @property
    def shuffles(self) -> int:
        """Number of the latest shuffle, 0 after the opening one."""
        return int(shuffles(self.array()))

    @property
    def victims_drawn(self) -> int:
        """How many victims have appeared."""
        return (self.words[layout.STATUS] >> layout.VICTIMS_SHIFT) & layout.VICTIMS_MASK

    def __str__(self) -> str:
        """The table as a few lines of text, the hidden order left out."""
        seen = self.view()
        rows = [f"turn {seen['turn']}, {seen['status']}, due: {seen['pending']}"]
        rows.append(f"leads      {' '.join(seen['leads']) or '-'}")
        rows += [f"{name:10} {' '.join(seen[name]) or '-'}" for name in AREAS]
        for case in seen["cases"]:
            first = case.get("victim", case.get("card"))
            rows.append(f"case {case['number']}     {first}: {' '.join(case['line'])}")
        if self._has_menaces:
            rows += gulfs_rows(seen)
        else:
            rows.append(f"stack      {seen['stack']} cards, {seen['victims_left']} victims left")
        return "\n".join(rows)

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        return f"<pre>{html.escape(str(self))}</pre>"

    # Below: unpacking

    @property
    def _has_menaces(self) -> bool:
        return bool(self.tables[HAS_MENACES])

    def _victims_and_contact(self) -> dict[str, Any]:
        return {
            "victims_left": list(self.deal.victims[self.victims_drawn :]),
            "contact_used": bool(self.words[layout.STATUS] & layout.CONTACT_BIT),
        }

    @property
    def _phase(self) -> int:
        return self.words[layout.STATUS] & layout.PHASE_MASK

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(clue.id for clue in self.deal.deck.clue)

    def cards_of(self, cards: int) -> tuple[str, ...]:
        """Ids of a set of clue cards, in the order of the deck file."""
        ids = []
        while cards:
            ids.append(self._ids[lowest(cards)])
            cards &= cards - 1
        return tuple(ids)

    def _stack(self) -> tuple[str, ...]:
        places = self.words[layout.STACK]
        order = self.deal.order(self.shuffles)
        if order is None:
            return tuple(sorted(self.cards_of(places)))
        return tuple(card for place, card in enumerate(order) if places >> place & 1)

    def _open_cases(self) -> list[int]:
        cases = open_cases(self.array())
        return [case for case in range(layout.MAX_CASES) if cases >> case & 1]

    def _case(self, case: int) -> dict[str, Any]:
        words = self.array()
        last = int(last_card(words, case))
        return {
            "number": case + 1,
            **self._case_card(case),
            "line": sorted(self.cards_of(self.words[layout.LINE + case])),
            "last": None if last == layout.NO_CARD else self._ids[last],
            "key_effects": int(key_effects(words, case)),
            **({"order": self._line_in_order(case)} if self.tables[KEEPS_SEQUENCE] else {}),
        }

    def _case_card(self, case: int) -> dict[str, Any]:
        if not self._has_menaces:
            return {"victim": self.deal.victims[case]}
        prevented = bool(self.words[layout.GULFS] >> (layout.PREVENT_SHIFT + case) & 1)
        return {"card": self.deal.case_cards()[case + 1].id, "prevented": prevented}

    def _line_in_order(self, case: int) -> list[str]:
        """The line in the order played, for games whose states keep it."""
        words = self.array()
        line = self.words[layout.LINE + case]
        places = range(layout.SEQUENCE_WORDS * layout.SEQUENCE_CARDS)
        cards = [int(sequence_card(words, place)) for place in places]
        return [self._ids[card] for card in cards if card != layout.NO_CARD and line >> card & 1]

    def _refusal(self, move: Move, legal: tuple[Move, ...]) -> str:
        if not legal:
            return f"turn {self.turn}, '{move}': the game is over ({self.status})"
        names = ", ".join(f"'{other}'" for other in legal[:12])
        more = ", ..." if len(legal) > 12 else ""
        return f"turn {self.turn}, '{move}': not legal here ({self.pending}); legal: {names}{more}"


def gulfs_areas(state: State) -> dict[str, Any]:
    """What only Infinite Gulfs of Darkness has, for a snapshot."""
    deal, word = state.deal, state.words[layout.GULFS]
    menaces = [menace.id for menace in deal.deck.menace]
    in_deck = word >> layout.MENACE_DECK_SHIFT & layout.MENACES_MASK
    cases = word >> layout.CASE_DECK_SHIFT & layout.CASES_MASK
    return {
        "briefcase": sorted(state.cards_of(state.words[layout.BRIEFCASE])),
        "helpers": _helpers(state),
        "menaces_left": [menace for menace in deal.menaces if in_deck >> menaces.index(menace) & 1],
        "menaces_active": _active(menaces, word >> layout.ACTIVE_SHIFT & layout.SOURCES_MASK),
        "cases_left": [case + 1 for case in range(layout.MAX_CASES) if cases >> case & 1],
        "prevented_any": bool(word & layout.PREVENT_ANY_BIT),
        "objectives": _objectives(state),
    }


def _active(menaces: list[str], sources: int) -> list[str]:
    """Names of active sources: ids of menaces, `case N` for a case card among them."""
    cases = [f"case {case + 1}" for case in range(layout.MAX_CASES)]
    names = dict(enumerate(menaces)) | dict(enumerate(cases, start=layout.CASE_SOURCE))
    return sorted(name for source, name in names.items() if sources >> source & 1)


def _helpers(state: State) -> list[str]:
    """Ids of the contact and the equipment card, as long as they are unused."""
    helpers = []
    if state.deal.contact_helps() and not state.words[layout.STATUS] & layout.CONTACT_BIT:
        helpers.append(state.deal.deck.contact[0].id)
    equipment = state.deal.equipment()
    if equipment is not None and not state.words[layout.GULFS] & layout.EQUIPMENT_BIT:
        helpers.append(equipment.id)
    return sorted(helpers)


def _objectives(state: State) -> list[int]:
    """Numbers of the objectives whose letters are all scored; none where types are counted."""
    if not state.tables[GOAL]:
        return []
    letters = {clue.id: clue.letter for clue in state.deal.deck.clue}
    scored = {letters[card] for card in state.area("picture")}
    done = [o.number for o in state.deal.deck.objective if scored.issuperset(o.letters)]
    return sorted(done)


def gulfs_rows(seen: dict[str, Any]) -> list[str]:
    """Rows of text for what only Infinite Gulfs of Darkness has."""
    return [
        f"briefcase  {' '.join([*seen['helpers'], *seen['briefcase']]) or '-'}",
        f"menaces    {' '.join(seen['menaces_active']) or '-'}, {seen['menaces_left']} left",
        f"case deck  {' '.join(map(str, seen['cases_left'])) or '-'}",
        f"objectives {' '.join(map(str, seen['objectives'])) or '-'}",
        f"stack      {seen['stack']} cards",
    ]


AREAS = {
    "hand": layout.HAND,
    "discard": layout.DISCARD,
    "time": layout.TIME,
    "stability": layout.STABILITY,
    "closed": layout.CLOSED,
    "picture": layout.PICTURE,
}


def _frozen(words: IntArray) -> tuple[int, ...]:
    return tuple(int(word) for word in words)
