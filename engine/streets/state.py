"""States of Streets of Arkham as people use them: immutable, hashable, checked."""

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from casecracker.engine.errors import IllegalMoveError
from casecracker.engine.streets.cards import DICE, GATES, effects_text
from casecracker.engine.streets.deal import ADVENTURES, EVENTS, MYTHOS, WORLDS, StreetsDeal
from casecracker.engine.streets.flow import choose, settle
from casecracker.engine.streets.phases import opening
from casecracker.engine.streets.table import (
    FIELDS,
    HOURS,
    IN_PLAY,
    PLACE_NAMES,
    STATUS,
    WON,
    Seat,
    Spot,
    Table,
)

_DECK_NAMES = ("common", "unique", "spells", "allies", "skills")
_SHOWN = 12
_hashed = itemgetter(
    *map(FIELDS.index, ("clock", "doom", "seats", "spots", "worlds", "rolls", "attempt", "stack"))
)


@dataclass(frozen=True, slots=True, eq=False)
class StreetsState:
    """A position in a game of one deal, between two decisions. Make one with `start`.

    Attributes:
        fields: Everything on the table (table.py, FIELDS); two states are equal if these are.
        options: The legal moves.
        events: What happened since the decision before, in words; no part of the state.
    """

    deal: StreetsDeal = field(repr=False)
    fields: tuple[Any, ...]
    options: tuple[str, ...]
    events: tuple[str, ...] = ()

    @classmethod
    def start(cls, deal: StreetsDeal) -> "StreetsState":
        """The first decision of a deal, set-up done."""
        return cls.at(opening(deal))

    @classmethod
    def at(cls, table: Table) -> "StreetsState":
        """The next decision that is due on a table, which is changed on the way there."""
        return cls._of(table, settle(table))

    @classmethod
    def _of(cls, table: Table, options: list[str]) -> "StreetsState":
        return cls(table.deal, table.fields(), tuple(options), tuple(table.log))

    def __eq__(self, other: object) -> bool:
        """The same position of the same deal."""
        if not isinstance(other, StreetsState):
            return NotImplemented
        same_deal = self.deal is other.deal or self.deal == other.deal
        return same_deal and self.fields == other.fields

    def __hash__(self) -> int:
        """By what changes most often; equality looks at everything."""
        return hash(_hashed(self.fields))

    def table(self) -> Table:
        """A fresh working copy of the table."""
        return Table(self.deal, self.fields)

    def __getitem__(self, name: str) -> Any:
        """A field of the table by its name."""
        return self.fields[FIELDS.index(name)]

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1; of the last one once the game is over."""
        return int(self["turn"])

    @property
    def status(self) -> str:
        """`playing`, `won` or `lost`."""
        return STATUS[self["status"]]

    @property
    def won(self) -> bool:
        """Whether the game is won."""
        return bool(self.fields[0] == WON)

    @property
    def lost(self) -> bool:
        """Whether the game is lost."""
        return self.status == "lost"

    @property
    def pending(self) -> str:
        """Which decision is due, a name of docs/streets.md, Decisions; `over` after the end."""
        return str(self["stack"][-1][0]) if self["stack"] else "over"

    @property
    def about(self) -> str:
        """What the decision that is due is about, in words; empty if its name says it all."""
        return _about(self.table())

    def moves(self) -> tuple[str, ...]:
        """All legal moves; none once the game is over."""
        return self.options

    def play(self, move: str) -> "StreetsState":
        """The state after a legal move.

        Raises:
            IllegalMoveError: The rules do not allow the move here.
        """
        if move not in self.options:
            raise IllegalMoveError(self._refusal(move))
        return self.after(move)

    def after(self, move: str) -> "StreetsState":
        """The state after a legal move: nothing is checked."""
        table = Table(self.deal, self.fields)
        return StreetsState._of(table, choose(table, move))

    def _refusal(self, move: str) -> str:
        if not self.options:
            return f"turn {self.turn}, '{move}': the game is over ({self.status})"
        names = ", ".join(f"'{other}'" for other in self.options[:_SHOWN])
        more = ", ..." if len(self.options) > _SHOWN else ""
        return f"turn {self.turn}, '{move}': not legal here ({self.pending}); legal: {names}{more}"

    def view(self) -> dict[str, Any]:
        """Only what the players see: no order of a deck, no face of a facedown card, no tape.

        The back of the top Arkham Adventure is open, and so are the piles of discarded cards.
        """
        table, box = self.table(), self.deal.box
        deck = table.decks[ADVENTURES]
        return {
            "deal": {"investigators": len(table.seats)},
            "turn": table.turn,
            "status": self.status,
            "pending": self.pending,
            "about": self.about,
            "active": table.active + 1,
            "ancient_one": table.deal.ancient.id,
            "awake": table.awake,
            "clock": 24 // HOURS // 2 * table.clock,
            "clock_held": table.clock_held,
            "strikes": table.strikes,
            "doom": table.doom,
            "doom_track": table.deal.ancient.doom,
            "elder_signs": table.signs,
            "elder_signs_to_win": table.deal.ancient.signs,
            "mythos": box.mythos[table.mythos].id if table.mythos >= 0 else None,
            "gates_on_ancient": table.gates_on_ancient,
            "investigators": [self._seat(one) for one in table.seats],
            "adventures": [self._spot(spot) for spot in table.spots],
            "other_worlds": {
                colour: self._spot(spot)
                for colour, spot in zip(GATES, table.worlds, strict=True)
                if spot.card >= 0
            },
            "next_back": self._back(deck[0]) if deck else None,
            "decks": {
                **{
                    name: len(cards)
                    for name, cards in zip(_DECK_NAMES, table.decks[:ADVENTURES], strict=True)
                },
                "adventures": len(deck),
                "other_worlds": len(table.decks[WORLDS]),
                "events": len(table.decks[EVENTS]),
                "mythos": len(table.decks[MYTHOS]),
                "cup": len(table.cup),
            },
            "discarded": {
                "events": [box.events[card].id for card in table.event_pile],
                "mythos": [box.mythos[card].id for card in table.mythos_pile],
            },
            "attempt": self._attempt(table),
            "secured": [[table.asset(number).id, die] for number, die in table.secured],
            "locked": table.locked(),
        }

    def _seat(self, seat: Seat) -> dict[str, Any]:
        box = self.deal.box
        return {
            "investigator": box.investigators[seat.who].id,
            "state": ("in-play", "waiting", "out")[seat.status],
            "sanity": seat.sanity,
            "stamina": seat.stamina,
            "clues": seat.clues,
            "place": PLACE_NAMES[seat.place] if seat.place >= 0 else None,
            "kit": [box.assets[number].id for number in seat.kit],
            "used": ["ability" if n < 0 else box.assets[n].id for n in seat.used],
            "trophies": [box.trophy_name(trophy) for trophy in seat.trophies],
            "member": seat.member or None,
        }

    def _spot(self, spot: Spot) -> dict[str, Any] | None:
        if spot.card < 0:
            return None
        box = self.deal.box
        card = box.places[spot.card]
        seen: dict[str, Any] = {"faceup": spot.up}
        if spot.up:
            seen["card"] = card.id
        elif not card.is_world:
            seen.update(self._back(spot.card))
        seen["monsters"] = [
            [box.monsters[marker].id, row + 1 if row >= 0 else None]
            for marker, row in spot.monsters
        ]
        seen["gate"] = GATES[spot.gate] if spot.gate >= 0 else None
        seen["seal"] = spot.seal
        return seen

    def _back(self, number: int) -> dict[str, str]:
        """What the back of an Arkham Adventure shows."""
        card = self.deal.box.places[number]
        return {
            "location": card.location,
            "difficulty": card.difficulty,
            "facedown": effects_text(card.facedown),
            "midnight": effects_text(card.facedown_midnight),
        }

    def _attempt(self, table: Table) -> dict[str, Any] | None:
        attempt = table.attempt
        if attempt is None:
            return None
        return {
            "seat": attempt.seat + 1,
            "place": PLACE_NAMES[attempt.place],
            "pool": list(attempt.pool),
            "roll": list(attempt.roll),
            "held": list(attempt.held),
            "helpers": [[seat + 1, die] for seat, die in attempt.helpers],
            "done": [n + 1 for n in range(attempt.done.bit_length()) if attempt.done >> n & 1],
            "rolls": attempt.rolls,
            "focused": attempt.focused,
            "added": [die for die, is_in in zip(DICE[1:], attempt.added, strict=True) if is_in],
            "changed": bool(attempt.once),
            "scored": attempt.scored,
        }

    def __str__(self) -> str:
        """The table as a few lines of text, what is hidden left out."""
        return "\n".join(self._rows())

    def _rows(self) -> list[str]:
        table = self.table()
        ancient = table.deal.ancient
        due = (self.pending, f"({self.about})" if self.about else "")
        rows = [
            f"turn {table.turn}, {self.status}, due: {' '.join(filter(None, due))}",
            f"{ancient.id}{' (awake)' if table.awake else ''}: doom {table.doom}/{ancient.doom}, "
            f"Elder Signs {table.signs}/{ancient.signs}, clock {3 * table.clock} hours",
        ]
        if table.mythos >= 0:
            rows.append(f"mythos {self.deal.box.mythos[table.mythos].id}")
        for number, seat in enumerate(table.seats, start=1):
            mark = "*" if number - 1 == table.active else " "
            rows.append(f"{mark}{number} {self._seat_text(table, seat)}")
        rows += [
            f" {PLACE_NAMES[place]:6} {self._spot_text(table, place)}" for place in table.places()
        ]
        if table.decks[ADVENTURES]:
            back = self._back(table.decks[ADVENTURES][0])
            rows.append(f" next   {back['location']} ({back['difficulty']})")
        if table.attempt is not None:
            dice = " ".join(table.attempt.roll) or "not rolled"
            held = [*table.attempt.held, *(die for _, die in table.attempt.helpers)]
            rows.append(
                f"dice   {dice}; held {' '.join(held) or '-'}; in hand {table.attempt.pool}"
            )
        if table.secured:
            dice = " ".join(f"{table.asset(number).id}:{die}" for number, die in table.secured)
            rows.append(f"spells {dice}")
        return rows

    def _seat_text(self, table: Table, seat: Seat) -> str:
        if seat.status != IN_PLAY:
            return ("", "waiting for an investigator", "out")[seat.status]
        who = table.box.investigators[seat.who]
        kit = " ".join(table.asset(number).id for number in seat.kit) or "-"
        trophies = sum(map(table.box.trophy_value, seat.trophies))
        member = f", {seat.member}" if seat.member else ""
        return (
            f"{who.id} at {PLACE_NAMES[seat.place]}: sanity {seat.sanity}/{who.sanity}, stamina "
            f"{seat.stamina}/{who.stamina}, clues {seat.clues}, trophies {trophies}{member}; {kit}"
        )

    def _spot_text(self, table: Table, place: int) -> str:
        spot, card = table.spot(place), table.card(place)
        marks = [f"gate {GATES[spot.gate]}"] if spot.gate >= 0 and place < 7 else []
        marks += ["seal"] if spot.seal else []
        marks += [table.box.monsters[marker].id for marker, _ in spot.monsters]
        if spot.up:
            tasks = "; ".join(f"{task.number + 1}: {task.row}" for task in table.tasks(place))
            name = f"{card.id} [{tasks}]"
        elif card.is_world:
            name = "an Other World, facedown"
        else:
            name = f"facedown, {card.location} ({card.difficulty})"
        return f"{name}{' ' if marks else ''}{', '.join(marks)}"

    def _repr_html_(self) -> str:
        """The table for a notebook."""
        return f"<pre>{html.escape(str(self))}</pre>"


def _about(table: Table) -> str:
    name, *words = table.stack[-1] if table.stack else ("over",)
    return _ABOUT[name](table, *words) if name in _ABOUT else ""


def _kind_for(table: Table, seat: int, kind: str) -> str:
    return f"seat {seat + 1}: {kind}"


def _loss(table: Table, seat: int, kind: str, amount: int) -> str:
    return f"seat {seat + 1}: {amount} {kind}"


_ABOUT: dict[str, Callable[..., str]] = {
    "place-monster": lambda table, marker, place: table.box.monsters[marker].id,
    "settle-monster": lambda table, place, marker, later: table.box.monsters[marker].id,
    "change": lambda table, face: face,
    "heal": lambda table, seat, kind: kind,
    "which-point": lambda table, seat: f"seat {seat + 1}",
    **dict.fromkeys(("lose-asset", "choose-gain", "membership"), _kind_for),
    **dict.fromkeys(("lose", "pay"), _loss),
    "choose": lambda table, seat, place, groups: (
        f"seat {seat + 1}: {' | '.join(map(effects_text, groups))}"
    ),
    "spend": lambda table, seat, value: f"seat {seat + 1}: {f'worth {value}' if value else 'one'}",
}
"""What a decision is about, by the words of its step."""
