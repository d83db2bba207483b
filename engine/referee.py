"""The referee: a plain, slow reading of the rules, made to check what fast code claims.

It shares nothing with the compiled rules but the deck data, moves card ids between sets and
lists, and says for every move it refuses which rule the move breaks. It is no engine to search
with. The decisions are those of docs/notation.md, the rules those of docs/rules.md and
docs/rulings.md.
"""

import copy
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Self

from casecracker.engine.deals import Deal
from casecracker.engine.errors import IllegalMoveError, MoveError
from casecracker.engine.games import find_game
from casecracker.engine.referee_moves import Move, parse_move, shown
from casecracker.engine.referee_table import Table
from casecracker.engine.referee_turn import Turn

if TYPE_CHECKING:
    from casecracker.engine.tabletop import Pending

_LATE = ("refill", "time")
"""Interrupted steps of the maintenance phase."""


class Referee(Turn):
    """One game, from its opening on, played move by move.

    A referee of infinite-gulfs is a `GulfsReferee` by itself.
    """

    table_kind: ClassVar[type[Table]] = Table

    def __new__(cls, *given: object) -> Self:
        """A referee of the deal's game."""
        kind: type = cls
        if cls is Referee and given and _has_case_cards(given[0]):
            # It is made of this class, so it can be imported only now.
            from casecracker.engine.referee_gulfs import GulfsReferee  # noqa: PLC0415

            kind = GulfsReferee
        referee: Self = object.__new__(kind)
        return referee

    def __init__(self, deal: Deal) -> None:
        """Lay the deal out and begin turn 1, or the position that the deal begins with."""
        super().__init__(deal)
        self.table = self.table_kind(deal)
        if deal.start is not None:
            # It needs the referees, and positions need what referees can do without.
            from casecracker.engine.referee_start import lay_out  # noqa: PLC0415

            lay_out(self)

    def copy(self) -> Self:
        """An independent referee in the same state."""
        other = copy.copy(self)
        other.table = self.table.copy()
        other._effects = list(self._effects)
        if self._closing is not None:
            other._closing = other.table.cases[self._closing.number]
        return other

    def forget_contact(self) -> None:
        """The contact has been used."""
        self._contact_used = True

    def resume(self, pending: "Pending") -> None:
        """Wait for the decision of a position whose cards lie on the table."""
        in_maintenance = pending.due == "immediate" or (
            pending.due == "end" and any(text.split()[0] in _LATE for text in pending.waiting)
        )
        self._due = "maintenance" if in_maintenance else "window"
        if pending.due in ("action", "hand-play"):
            self._due = pending.due
        if pending.due == "effect":
            effects = self.table.cards[pending.card].effects
            self._played = pending.card
            self._effects = [] if pending.gained is not None else [*effects[pending.effect - 1 :]]
        if pending.due == "score":
            self._closing = self.table.cases[pending.case]
            self._last_scored = pending.scored or None
            self._closed_six_types = pending.six_types
        self._bonus_due = pending.due == "bonus"

    def play(self, text: str) -> None:
        """Play one move.

        Raises:
            MoveError: The text is no move in the notation, or names a card the deck has not.
            IllegalMoveError: The rules do not allow the move; the message says which rule.
        """
        try:
            move = parse_move(text, self.forms)
        except MoveError as error:
            raise MoveError(f"turn {self.turn}, {error}") from None
        where = f"turn {self.turn}, {shown(text)}"
        unknown = self._unknown_card(move)
        if unknown is not None:
            raise MoveError(f"{where}: {unknown}")
        fault = self._fault(move)
        if fault is not None:
            raise IllegalMoveError(f"{where}: {fault}")
        self.table.events = []
        self._carry_out(move)
        self._go_on()

    def snapshot(self) -> dict[str, object]:
        """Everything that tells this state from another, as plain values for comparison."""
        table = self.table
        areas = ("hand", "discard", "time", "stability", "closed", "picture")
        return {
            "turn": self.turn,
            "status": self.status,
            "pending": self.pending,
            "leads": list(table.leads),
            **{area: sorted(getattr(table, area)) for area in areas},
            "stack": table.stack_in_order(),
            "cases": [case.snapshot(ordered=table.uncovers) for case in table.cases.values()],
            **self._own_snapshot(),
            "shuffles": table.shuffles,
        }

    def _own_snapshot(self) -> dict[str, object]:
        """What only the games with victims have."""
        return {
            "victims_left": list(self.table.victims_left),
            "contact_used": self._contact_used,
        }

    def _unknown_card(self, move: Move) -> str | None:
        """Which card of the move the deck has not."""
        for card in move.cards:
            if card not in self.table.cards:
                return f"the deck has no clue card '{card}'"
        return None

    # Carrying moves out.

    def _carry_out(self, move: Move) -> None:
        pending = self.pending
        if move.form.split()[0] in self.free_actions:
            self._help(move)
        elif pending == "discard":
            self.table.apply("discard-hand", move.cards)
        elif pending in ("immediate", "icon"):
            self.table.answer(move.cards)
        elif pending == "effect":
            self._resolve(self._effects.pop(0), move)
        elif pending == "score":
            self._score(move)
        elif pending == "bonus":
            self._bonus_due = False
            if move.cards:
                self.table.apply("take-stability", move.cards)
        elif pending == "window":
            self._maintain()
        else:
            self._act(move)

    def _help(self, move: Move) -> None:
        """Carry a free action out."""
        self._contact_used = True
        self.table.apply(move.form.split()[1], move.cards)

    def _resolve(self, effect: str, move: Move) -> None:
        if move.form not in ("decline", "skip"):
            self.table.apply(effect, move.cards)

    def _act(self, move: Move) -> None:
        """The moves of `action` and `hand-play`."""
        discards_lead = self._due == "action" and move.form in ("hand", "close CASE", "pass")
        self._due = "hand-play" if move.form == "hand" else "window"
        if move.form == "take":
            self.table.apply("take-lead", (self.table.leads[0],))
        if discards_lead and self.table.leads:  # ruling 19: a pass without a first lead
            self.table.apply("discard-lead", (self.table.leads[0],))
        if move.form == "close CASE":
            self._begin_closing(move.case)
        if move.form.startswith("play"):
            self._add_to_line(move)

    def _add_to_line(self, move: Move) -> None:
        if "key" in move.form.split():
            self._use_key(move)
            self.table.cases[move.case].key_effects += 1
        self._played = move.cards[0]
        self._effects = list(self.table.cards[self._played].effects)
        self.table.add_to_line(self._played, move.case)

    def _use_key(self, _move: Move) -> None:
        self._contact_used = True

    def _begin_closing(self, number: int) -> None:
        self._closing = self.table.cases[number]
        shown_types = self.table.types(self._closing.line)
        self._closed_six_types = len(shown_types) == len(find_game(self.deal.game).types)

    def _score(self, move: Move) -> None:
        assert self._closing is not None
        if move.form == "score CARD":
            self._last_scored = move.cards[0]
            self.table.score(self._last_scored, self._closing)
            return
        self.table.finish_closing(self._closing)
        self._closing = None
        self._last_scored = None
        self._bonus_due = self._closed_six_types and bool(self.table.stability)

    # What follows without a choice.

    def _go_on(self) -> None:
        """Go on to the next decision."""
        if self.pending == "window" and not self._help_is_at_hand():
            self._maintain()
        if self.pending == "maintenance":  # it has come to its end
            self.turn += 1
            self._due = "action"

    def _maintain(self) -> None:
        self._due = "maintenance"
        self.table.maintain()


def _has_case_cards(deal: object) -> bool:
    return isinstance(deal, Deal) and find_game(deal.game).has_case_cards


def replay(deal: Deal, moves: Iterable[str]) -> Referee:
    """Play all moves from the opening.

    Raises:
        MoveError: At the first text that is no move in the notation.
        IllegalMoveError: At the first move that the rules do not allow.
    """
    referee = Referee(deal)
    for move in moves:
        referee.play(move)
    return referee
