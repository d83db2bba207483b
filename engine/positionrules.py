"""What a position may be as a whole: what no game can lead to is refused, the unusual is told.

The single entries were checked by `positionfile.py`. Refused is only what no sequence of moves can
bring about; paragraphs (W4.5) are those of docs/rules.md, R and C those of docs/rulings.md.
"""

from collections.abc import Iterable, Iterator

from casecracker.engine.cards import MAX_ICONS, Clue
from casecracker.engine.deals import Deal, case_cards_of
from casecracker.engine.errors import PositionError
from casecracker.engine.games import KEY_EFFECT, find_game
from casecracker.engine.layout import LEAD_SLOTS, TASK_SOURCE_MASK, TASK_STEP_SHIFT
from casecracker.engine.lineorder import beginning_of, line_fault
from casecracker.engine.ongoing import HAND_LIMIT, over_hand_limit, time_limit
from casecracker.engine.position import Position, tasks
from casecracker.engine.reading import has_won
from casecracker.engine.tables import (
    ICON_COUNT,
    ICON_STABILITY,
    ICONS,
    PURPLE_ICON,
    contact_sides,
)
from casecracker.engine.tabletop import OpenCase, Tabletop, keeps_sequence

Remarks = Iterator[str]
_TO_CLOSE = 5
_OVER = ("won", "lost", "unknown-shuffle")


def check_position(position: Position, table: Tabletop) -> Remarks:
    """What is unusual about a position, in one line each.

    Raises:
        PositionError: No game can lead to it; the message names entry and key.
    """
    checks = _Checks(position, table)
    yield from checks.lines()
    if table.pending.due in _OVER:
        return
    checks.hand()
    checks.helpers()
    checks.picture()
    checks.due()
    yield from checks.penalties()
    yield from checks.row()


class _Checks:
    """The checks of one position; those that are generators also tell what is unusual."""

    def __init__(self, position: Position, table: Tabletop) -> None:
        self._position = position
        self._table = table
        self._deal: Deal = position.example.deal
        self._tables = position.example.tables
        self._words = position.example.array()
        self._clues = {clue.id: clue for clue in position.deck.clue}
        self._due = table.pending.due
        self._is_gulfs = bool(position.deck.menace)
        self._limit = position.settings.number("limits")

    # Hand, helpers, picture

    def hand(self) -> None:
        """At most one card over the limit (W4.5, R1), and one for each item (R18).

        In infinite-gulfs the limit may sink, and equipment may come back from the briefcase.
        """
        count = len(self._table.areas["hand"])
        most = HAND_LIMIT + 1 + self._table.contact_used + self._raised()
        if count > most:
            raise PositionError(
                f"key 'hand' has {count} cards; at most {most} can be there, before the hand limit "
                f"is kept"
            )
        is_settled = self._due == "action" and not self._is_gulfs
        if is_settled and count > HAND_LIMIT and not self._table.contact_used:
            raise PositionError(
                f"key 'hand' has {count} cards at the beginning of a turn; at most {HAND_LIMIT}, "
                f'or pending = "end" if one is still to be discarded'
            )

    def _raised(self) -> int:
        """By how much menaces may raise the hand limit, and items the hand, all together."""
        deck = self._position.deck
        menaces = sum("hand-limit-plus-1" in menace.ongoing for menace in deck.menace)
        cases = case_cards_of(deck, self._position.settings).values()
        menaces += sum("hand-limit-plus-1" in card.ongoing for card in cases)
        equipment = sum("equipment" in clue.attributes for clue in deck.clue)
        return menaces + equipment + self._table.equipment_used

    def helpers(self) -> None:
        """Only what is there can be used, and the briefcase holds equipment."""
        equipment = self._deal.equipment()
        there = {
            "contact": (self._table.contact_used, bool(contact_sides(self._deal))),
            "equipment": (self._table.equipment_used, equipment is not None),
        }
        for key, (is_used, is_there) in there.items():
            if is_used and not is_there:
                raise PositionError(f"key '{key}' is 'used'; this game has none")
        for card in self._table.briefcase:
            if "equipment" not in self._clues[card].attributes:
                raise PositionError(
                    f"key 'briefcase': card '{card}' has not the attribute 'equipment'"
                )
        self._check_key_effects()

    def _check_key_effects(self) -> None:
        """Key effects come from key sides that were used."""
        keys, spent = self._used_keys(), 0
        for case in self._table.cases:
            spent += case.key_effects
            if spent > keys:
                raise PositionError(
                    f"case {case.number}, key 'key-effects': {spent} in all cases; used, and gone, "
                    f"are {keys} cards with a key side"
                )

    def _used_keys(self) -> int:
        """How many cards with a key side have been used up."""
        equipment = self._deal.equipment()
        used = [self._clues[card].sides for card in self._table.out]
        if self._table.contact_used:
            used.append(contact_sides(self._deal))
        if self._table.equipment_used and equipment is not None:
            used.append(equipment.sides)
        return sum(KEY_EFFECT in sides for sides in used)

    def picture(self) -> None:
        """Scored cards are puzzles of closed cases; a complete win ends the game (W7.2)."""
        for card in self._table.areas["picture"]:
            if "puzzle" not in self._clues[card].attributes:
                raise PositionError(f"key 'picture': card '{card}' has not the attribute 'puzzle'")
        if not self._is_gulfs:
            self._check_closed_cases()
        if self._due in ("action", "immediate") and has_won(self._tables, self._words):
            raise PositionError("key 'picture': the game is won with these cards")

    def _check_closed_cases(self) -> None:
        """The cards of closed cases come from somewhere; and a case is always open (W6.4)."""
        if not self._table.cases:
            raise PositionError("key 'case': no case is open; there is always one")
        if len(self._table.cases) < len(self._table.victims):
            return
        for name in ("closed",) if self._due == "score" else ("closed", "picture"):
            if self._table.areas[name]:
                raise PositionError(
                    f"key '{name}' has cards, but no case is closed (closed = true)"
                )

    # Lines

    def lines(self) -> Remarks:
        """Each card of a line may follow those before it (W5), unless one has left the line."""
        for case in self._table.cases:
            self._check_last(case)
            fault = self._line_fault(case)
            if fault is None or self._is_being_scored(case):
                continue
            where = f"case {case.number}, key 'line'"
            if not any(clue.immediate == "discard-case" for clue in self._clues.values()):
                raise PositionError(f"{where}: {fault}")
            yield f"{where}: {fault}, unless a card that lay between has been discarded"

    def _is_being_scored(self, case: OpenCase) -> bool:
        """Whether cards of the line have left it for the big picture."""
        pending = self._table.pending
        return pending.case == case.number and bool(pending.scored)

    def _line_fault(self, case: OpenCase) -> str | None:
        beginning = beginning_of(self._position, case.number - 1, case.key_effects)
        return line_fault(beginning, [self._clues[card] for card in case.line])

    def _check_last(self, case: OpenCase) -> None:
        if case.last is None:
            return
        pending = self._table.pending
        is_closing = self._due == "score" and pending.case == case.number
        if not is_closing or case.last not in self._table.areas["picture"]:
            raise PositionError(
                f"case {case.number}, key 'last' is '{case.last}'; it names the last card of a "
                f"case that is being closed, once that card is scored"
            )

    # What is due

    def due(self) -> None:
        """The decision that is said to be due can be due."""
        match self._due:
            case "score":
                self._check_closing()
            case "bonus":
                self._check_bonus()
            case "immediate":
                self._check_immediate()
            case "effect":
                self._check_effect()
        self._check_waiting()
        is_asked = bool(self._table.pending.waiting) or over_hand_limit(self._tables, self._words)
        if self._due == "end" and not is_asked:
            raise PositionError(
                "pending, key 'due' is 'end', but no card must be discarded to the hand limit and "
                "nothing waits; carry out the maintenance and write down the next turn"
            )
        at_first = self._due in ("action", "immediate")
        if not at_first and len(self._table.leads) == LEAD_SLOTS:
            raise PositionError(
                f"key 'leads' has {LEAD_SLOTS} cards; where '{self._due}' is due the first lead is "
                f"gone and the row not refilled"
            )

    def _check_closing(self) -> None:
        pending = self._table.pending
        closing = [case for case in self._table.cases if case.number == pending.case]
        if not closing:
            raise PositionError(f"pending, key 'case': case {pending.case} is not open")
        types = self._types(closing[0].line)
        if len(types) < _TO_CLOSE:
            raise PositionError(
                f"pending, key 'case': case {pending.case} shows {len(types)} types; a case that "
                f"is being closed keeps {_TO_CLOSE}"
            )
        if pending.scored and pending.scored not in self._table.areas["picture"]:
            raise PositionError(
                f"pending, key 'scored': card '{pending.scored}' is not in key 'picture'"
            )
        self._check_six_types(len(types))

    def _types(self, line: Iterable[str]) -> set[str]:
        return {kind for card in line for kind in self._clues[card].types}

    def _check_six_types(self, types: int) -> None:
        """The line showed all types before scoring if it does now, and the same if none is gone."""
        pending = self._table.pending
        shows_all = types == len(find_game(self._deal.game).types) and not self._is_gulfs
        if self._is_gulfs and pending.six_types:
            raise PositionError("pending, key 'six-types': this game has no bonus for it")
        if pending.six_types != shows_all and (shows_all or not pending.scored):
            raise PositionError(
                f"pending, key 'six-types' must be {str(shows_all).lower()}: the line shows {types}"
            )

    def _check_bonus(self) -> None:
        if self._is_gulfs:
            raise PositionError("pending, key 'due': this game has no bonus")
        if not self._table.areas["stability"]:
            raise PositionError(
                "pending, key 'due' is 'bonus', but key 'stability' has no card to take"
            )

    def _check_immediate(self) -> None:
        card = self._table.pending.card
        effect = self._clues[card].immediate
        targets = {
            "discard-hand": bool(self._table.areas["hand"]),
            "discard-case": any(case.line for case in self._table.cases),
        }
        if effect not in targets:
            raise PositionError(
                f"pending, key 'card': card '{card}' has no immediate effect that asks for a "
                f"choice: {' or '.join(targets)}"
            )
        self._check_seen(card)
        if not targets[effect]:
            raise PositionError(
                f"pending, key 'card': there is no card that '{card}' could discard ({effect})"
            )

    def _check_effect(self) -> None:
        pending = self._table.pending
        self._check_seen(pending.card)
        is_darkness = "darkness" in self._clues[pending.card].attributes
        if pending.gained is not None and not is_darkness:
            raise PositionError(
                f"pending, key 'gained': card '{pending.card}' has not the attribute 'darkness'"
            )

    def _check_seen(self, card: str) -> None:
        if card in self._table.stack() or card in self._table.turned_away():
            raise PositionError(f"pending, key 'card': card '{card}' lies in no open area")

    def _check_waiting(self) -> None:
        """What waits has icons that far; the innermost asks, unless the hand comes first."""
        texts = self._table.pending.waiting
        if not texts:
            return
        for text, task in zip(texts, tasks(self._position.words), strict=True):
            source, place = (task & TASK_SOURCE_MASK) - 1, task >> TASK_STEP_SHIFT
            if " icon " in text and place >= self._tables[ICON_COUNT + source]:
                raise PositionError(
                    f"pending, key 'waiting': '{text}': the card has "
                    f"{self._tables[ICON_COUNT + source]} icons"
                )
        task = next(tasks(self._position.words))
        source, place = (task & TASK_SOURCE_MASK) - 1, task >> TASK_STEP_SHIFT
        asks = " icon " in texts[0] and (
            self._tables[ICONS + MAX_ICONS * source + place] & (PURPLE_ICON - 1) == ICON_STABILITY
        )
        can_ask = asks and self._table.areas["stability"]
        if not can_ask and not over_hand_limit(self._tables, self._words):
            raise PositionError(
                f"pending, key 'waiting': '{texts[0]}' asks for nothing; first stands what was "
                f"interrupted last, an icon take-stability that can be used"
            )

    # Penalty areas and the row

    def penalties(self) -> Remarks:
        """A full area ends the game or is emptied in maintenance (W7.3, W7.4)."""
        stability, time = self._table.areas["stability"], self._table.areas["time"]
        if self._due in ("action", "immediate") and len(stability) >= self._limit:
            raise PositionError(
                f"key 'stability' has {len(stability)} cards; with {self._limit} (setting "
                f"'limits') the game is lost in maintenance, before the next turn"
            )
        most = time_limit(self._tables, self._words)
        if self._due == "action" and len(time) >= most:
            text = f"key 'time' has {len(time)} cards, and {most} fill the area"
            may_rise = self._is_gulfs or keeps_sequence(self._position.deck)
            if not may_rise and not self._table.contact_used:
                raise PositionError(f"{text}: maintenance empties it before the next turn")
            yield f"{text}; it is emptied in the next maintenance"
        yield from self._strays("time", "hourglass")
        yield from self._strays("stability", "stability-penalty icon")

    def _strays(self, area: str, icon: str) -> Remarks:
        """Cards that only an exchange, or an immediate effect, puts into an area."""
        for card in self._table.areas[area]:
            clue = self._clues[card]
            if not _bears(clue, area) and not ("darkness" in clue.attributes and area == "time"):
                yield f"key '{area}': card '{card}' has no {icon}"

    def row(self) -> Remarks:
        """The row is full at the beginning of a turn, as long as there are cards (W7.5)."""
        count = len(self._table.leads)
        if self._due != "action" or count == LEAD_SLOTS:
            return
        if not self._position.stack and not self._table.areas["discard"]:
            return
        text = (
            f"key 'leads' has {count} cards at the beginning of a turn; the row is filled up to "
            f"{LEAD_SLOTS} in maintenance"
        )
        if not self._is_gulfs and not self._table.contact_used:
            raise PositionError(text)
        yield text


def _bears(clue: Clue, area: str) -> bool:
    return clue.time if area == "time" else clue.stability
