"""The referee of Infinite Gulfs of Darkness: what its turns have beside those of the other games.

Items and the briefcase, keys that are items, effects that Darkness cards gain, effects that are
prevented, cases that an effect closes. What follows without a choice, menaces for instance, is the
table's business (`referee_gulfs_table.py`). The numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar, Self

from casecracker.engine.deals import Deal
from casecracker.engine.games import KEY_EFFECT
from casecracker.engine.referee import Referee
from casecracker.engine.referee_areas import Event
from casecracker.engine.referee_gulfs_table import GulfsTable
from casecracker.engine.referee_moves import (
    GULFS_FORMS,
    ITEM,
    KEY_ITEM_FORM,
    MENACE,
    SIDE_FORMS,
    Move,
)
from casecracker.engine.referee_rules import choice_fault, play_fault

_CLOSES = {"close-5": 5, "close-6": 6}


class GulfsReferee(Referee):
    """One game of Infinite Gulfs of Darkness, played move by move.

    Attributes:
        gained_from: The menace from which the card just played has gained the effect that is due.
    """

    free_actions = ("contact", "use", "pack", "unpack")
    forms = GULFS_FORMS
    table_kind: ClassVar[type[GulfsTable]] = GulfsTable

    table: GulfsTable

    def __init__(self, deal: Deal) -> None:
        """Lay the deal out and begin turn 1, or the position that the deal begins with."""
        self._may_gain = False  # the card just played is a Darkness card, its effects in progress
        self._gained: list[tuple[str, str]] = []  # effects it has gained, each with its source
        self.gained_from = ""
        super().__init__(deal)

    def copy(self) -> Self:
        """An independent referee in the same state."""
        other = super().copy()
        other._gained = list(self._gained)
        return other

    def gain(self, effects: list[tuple[str, str]] | None) -> None:
        """Set what the Darkness card whose effects are due gains; None as long as it is not known.

        Each with its source; the first is due, if its source is there and nothing comes before.
        """
        self._may_gain = effects is None and "darkness" in self.table.cards[self._played].attributes
        self._gained = effects or []
        if effects and self.pending not in ("discard", "icon"):
            self._gain_effects()

    def _contact_sides(self) -> tuple[str, ...]:
        return ()  # the contact is one of the table's helpers

    def _own_snapshot(self) -> dict[str, object]:
        """What only this game has."""
        table = self.table
        return {
            "briefcase": sorted(table.briefcase),
            "helpers": sorted(table.helpers),
            "menaces_left": list(table.menaces_left),
            "menaces_active": sorted(table.sources()),
            "cases_left": sorted(table.case_deck),
            "prevented_any": table.prevented_any,
            "objectives": table.objectives(),
        }

    def _unknown_card(self, move: Move) -> str | None:
        """Which card of the move the deck has not."""
        items = {*self.table.cards, *(card.id for card in self.deal.deck.equipment)}
        for item in move.filling(ITEM):
            if item not in items:
                return f"the deck has no equipment card '{item}'"
        for menace in move.filling(MENACE):
            if menace not in self.table.menace_cards:
                return f"the deck has no menace '{menace}'"
        others = {*move.filling(ITEM), *move.filling(MENACE)}
        clues = tuple(card for card in move.cards if card not in others)
        return super()._unknown_card(Move(move.form, clues))

    # What could be played.

    def _forms(self) -> tuple[str, ...]:
        forms = super()._forms()
        if "play CARD CASE key" not in forms:
            return forms
        place = forms.index("play CARD CASE key") + 1
        return (*forms[:place], KEY_ITEM_FORM, *forms[place:])

    def _candidates(self) -> Iterator[Move]:
        """Moves of the right form for the decision, legal or not."""
        for move in super()._candidates():
            if move.form == KEY_ITEM_FORM:
                for item in self._usable():
                    yield replace(move, cards=(*move.cards, item))
            else:
                yield move

    def _usable(self) -> list[str]:
        """The items that are used by their id: all but the contact."""
        return [item for item in self.table.items() if item != self._contact]

    @property
    def _contact(self) -> str:
        """The id of the contact; empty if the deck has none."""
        return self.deal.deck.contact[0].id if self.deal.deck.contact else ""

    def _free_candidates(self) -> Iterator[Move]:
        """Free actions, legal or not."""
        if self._contact in self.table.helpers:
            yield from self._uses("contact", self._contact, ())
        for item in self._usable():
            yield from self._uses("use ITEM", item, (item,))
        for card in sorted(self.table.hand):
            yield Move("pack CARD", (card,))
        for card in sorted(self.table.briefcase):
            yield Move("unpack CARD", (card,))

    def _uses(self, words: str, item: str, named: tuple[str, ...]) -> Iterator[Move]:
        for side in self.table.sides(item):
            if side != KEY_EFFECT:
                for cards in self.table.choices(side):
                    yield Move(f"{words} {SIDE_FORMS[side]}", (*named, *cards))

    def _help_is_at_hand(self) -> bool:
        """Whether an item at hand has a side, other than key, that could be used now."""
        return any(
            self._could_use(item, side)
            for item in self.table.items_at_hand()
            for side in self.table.sides(item)
        )

    def _could_use(self, item: str, side: str) -> bool:
        table = self.table
        if side in ("shuffle-discard", "prevent-next"):
            return True
        if side == "exchange-penalty":
            others = (table.hand | table.briefcase) - {item}
            return bool(others and (table.time or table.stability))
        return side != KEY_EFFECT and bool(table.area(side))

    # Why a move is illegal.

    def _what_is_due(self) -> str:
        if self.pending == "icon":
            return f"the icon take-stability of {self.table.steps[0].source} is applied now"
        if self.pending == "window":
            return "the turn's action is over, only items could still be used"
        return super()._what_is_due()

    def _place_fault(self, move: Move) -> str | None:
        """Why a card cannot be named, by where it lies."""
        if move.form == KEY_ITEM_FORM:
            move = replace(move, cards=move.cards[:1])
        return super()._place_fault(move)

    def _rule_fault(self, move: Move) -> str | None:
        if self.pending != "effect" or move.form not in ("close CASE", "prevent"):
            return super()._rule_fault(move)
        effect = self._effects[0]
        if not self._effect_can_be_done():
            where = f"case {_CLOSES[effect]}" if effect in _CLOSES else "a case"
            return f"{self._played} does not lie in {where} that is open"
        if move.form == "close CASE" and move.case != _CLOSES[effect]:
            return f"the effect {effect} closes case {_CLOSES[effect]} and no other"
        return None

    def _effect_can_be_done(self) -> bool:
        effect = self._effects[0]
        case = self.table.case_of(self._played)
        if effect in _CLOSES:
            return case is not None and case.number == _CLOSES[effect]
        if effect == "prevent-next":
            return case is not None
        return super()._effect_can_be_done()

    def _play_fault(self, move: Move) -> str | None:
        card = move.cards[0]
        if "key" not in move.form.split():
            return play_fault(self.table, card, move.case)
        item = self._key_item(move)
        fault = self._item_fault(item, KEY_EFFECT) or self._key_fault(card, move.case, item)
        if fault is None and play_fault(self.table, card, move.case) is None:
            return "the play is legal without a key side"
        return fault

    def _key_item(self, move: Move) -> str:
        return move.cards[1] if move.form == KEY_ITEM_FORM else self._contact

    def _key_fault(self, card: str, number: int, item: str) -> str | None:
        """Which condition the play does not meet with the item's key; the item is gone then."""
        later = self.table.copy()
        later.use_up(item)
        return play_fault(later, card, number, 1)

    def _can_be_played(self, cards: Iterable[str], items: Iterable[str]) -> bool:
        """Whether one of the cards can be played, without a key or with that of an item."""
        keys = [item for item in items if KEY_EFFECT in self.table.sides(item)]
        return any(
            play_fault(self.table, card, number) is None
            or any(self._key_fault(card, number, key) is None for key in keys if key != card)
            for card in cards
            for number in self.table.cases
        )

    def _can_play_from_hand(self) -> bool:
        return self._can_be_played(self.table.hand, self.table.items())

    def _hand_fault(self) -> str | None:
        """Action c asks for a card to play, or an item that may bring one (ruling C25)."""
        table = self.table
        items = table.items_at_hand()
        if any(set(table.sides(item)) != {KEY_EFFECT} for item in items):
            return None
        if self._can_be_played(table.hand | table.briefcase, items):
            return None
        return "no card in hand or briefcase can be played to an open case, and no item brings one"

    def _item_fault(self, item: str, side: str) -> str | None:
        """Why a side of an item cannot be used."""
        if item not in self.table.items():
            return self._missing_item(item)
        sides = self.table.sides(item)
        if side in sides:
            return None
        name = "the contact" if item == self._contact else item
        return f"{name} has no side {side}: its sides are {' and '.join(sides)}"

    def _missing_item(self, item: str) -> str:
        equipment = self.deal.equipment()
        if item == self._contact:
            if not self.deal.contact_helps():
                return "this game has no contact"
            return "the contact was used before and has left the game"
        if item in self.table.cards:
            return f"{item} is not in the briefcase"
        if equipment is None or equipment.id != item:
            return f"{item} is not in this game"
        return f"{item} was used before and has left the game"

    def _free_fault(self, move: Move) -> str | None:
        word = move.form.split()[0]
        if word == "pack":
            return self._pack_fault(move.cards[0]) or self._time_fault("the briefcase")
        if word == "unpack":
            where = "" if move.cards[0] in self.table.briefcase else "is not in the briefcase"
            return f"{move.cards[0]} {where}" if where else self._time_fault("the briefcase")
        item, side, cards = self._use(move)
        fault = self._item_fault(item, side) or self._time_fault("an item")
        return fault or choice_fault(self.table, side, cards)

    def _pack_fault(self, card: str) -> str | None:
        if card not in self.table.hand:
            return f"{card} is not in hand"
        if "equipment" not in self.table.cards[card].attributes:
            return f"only equipment goes to the briefcase: {card} is none"
        return None

    def _time_fault(self, what: str) -> str | None:
        """Why no free action may be taken now."""
        if self._last_scored is not None:
            return f"{what} waits until the closing is carried out"
        return None

    def _use(self, move: Move) -> tuple[str, str, tuple[str, ...]]:
        """The item that a move uses, its side, and the cards that the side names."""
        words = move.form.split()
        if words[0] == "contact":
            return self._contact, words[1], move.cards
        return move.cards[0], words[2], move.cards[1:]

    # Carrying moves out.

    def _help(self, move: Move) -> None:
        """Carry a free action out."""
        if move.form == "pack CARD":
            self.table.pack(move.cards[0])
        elif move.form == "unpack CARD":
            self.table.unpack(move.cards[0])
        else:
            item, side, cards = self._use(move)
            self.table.use_up(item)
            if side == "prevent-next":
                self.table.prevented_any = True  # it waits for a card in whichever case
            else:
                self.table.apply(side, cards)

    def _resolve(self, effect: str, move: Move) -> None:
        if move.form == "close CASE":
            self.table.close_outright(move.case)
        elif move.form == "prevent":
            case = self.table.case_of(self._played)
            assert case is not None
            case.prevented = True
        else:
            super()._resolve(effect, move)

    def _use_key(self, move: Move) -> None:
        self.table.use_up(self._key_item(move))

    def _add_to_line(self, move: Move) -> None:
        super()._add_to_line(move)
        self._gained, self.gained_from = [], ""
        self._may_gain = "darkness" in self.table.cards[self._played].attributes
        if self.table.cover(move.case):  # ruling C22
            self._effects, self._may_gain = [], False
            self.table.events.append(Event("prevented", self._played))

    def _begin_closing(self, number: int) -> None:
        self._closing = self.table.cases[number]  # there is no bonus for six types

    # What follows without a choice.

    def _go_on(self) -> None:
        """Go on to the next decision."""
        self.table.go_on()
        if self.pending not in ("discard", "icon"):
            self._gain_effects()
        super()._go_on()

    def _gain_effects(self) -> None:
        """Let the gained effects of a Darkness card follow the printed ones (ruling C21)."""
        sources = self.table.sources()
        if self.gained_from and self.gained_from not in sources:
            self._effects = []
        if self._effects:
            return
        if self._may_gain:
            self._may_gain = False
            self._gained = self.table.gained_effects()
        self.gained_from = ""
        while self._gained and not self._effects:
            effect, source = self._gained.pop(0)
            if source in sources:
                self._effects, self.gained_from = [effect], source

    def _maintain(self) -> None:
        super()._maintain()
        self.table.go_on()
