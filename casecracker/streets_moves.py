"""Moves and decisions of Streets of Arkham in words, for a player: nothing that is hidden."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from casecracker.engine.files import escaped
from casecracker.engine.streets.cards import Effect
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import ANCIENT_ONE, PLACE_NAMES, STREETS
from casecracker.streets_view import asset_words, back_words, effects_words, task_words

_FIXED: Mapping[str, str] = MappingProxyType(
    {
        "roll": "roll the dice in hand",
        "pass": "done with this roll",
        "clue": "spend a Clue to reroll dice",
        "reroll": "roll the dice that were taken again",
        "keep": "leave the dice as they lie",
        "enough": "no further die",
        "no-focus": "hold no die",
        "lose": "take the loss",
        "sanity": "lose 1 sanity",
        "stamina": "lose 1 stamina",
        "nothing": "do not use the Streets of Arkham card",
        "streets-flip": "2 of trophies: turn a card faceup, then go to a card",
        "streets-discard": "2 of trophies: discard a card, then go to a card",
        "streets-rest": "2 of trophies: +1 sanity, +1 stamina, then go to a card",
        "stay-member": "keep the membership",
        "change-member": "change to the new one",
    }
)


def moves_in_words(state: StreetsState) -> dict[str, str]:
    """Every legal move, and what it is about; empty for one that says it all itself."""
    words = _Words(state)
    return {move: words.of(move) for move in state.moves()}


class _Words:
    """Tells the moves of one position."""

    def __init__(self, state: StreetsState) -> None:
        self._pending = state.pending
        self._table = state.table()
        self._box = self._table.box
        self._about = self._table.stack[-1][1:] if self._table.stack else ()
        self._by_word: dict[str, Callable[..., str]] = {
            "stay": self._stay,
            "go": self._place,
            "gate": self._place,
            "flip": self._place,
            "monster": lambda place, row: self._place(place),
            "close": self._place,
            "midnight": self._midnight,
            "discard": self._discard,
            "use": self._asset,
            "cover": self._asset,
            "release": lambda name, die: f"roll {die} of {name} again",
            "ability": self._ability,
            "fail": self._fail,
            "do": self._task,
            "take": lambda die: f"{die} is to be rolled again",
            "secure": lambda die: f"put {die} on the Spell",
            "change": lambda die: f"turn {die} to {self._about[0]}",
            "focus": lambda die: f"hold {die}",
            "assist": lambda seat, die: f"seat {seat} holds {die}",
            "drop": lambda colour: f"lose a {colour} die",
            "defeat": self._monster,
            "remove": self._monster,
            "heal": lambda seat: self._person(int(seat) - 1),
            "choose": self._group,
            "spend": self._trophy,
        }

    def of(self, move: str) -> str:
        word, *rest = move.split()
        if move in _FIXED:
            return _FIXED[move]
        return self._by_word[word](*rest) if word in self._by_word else ""

    # Places

    def _stay(self) -> str:
        return self._place(PLACE_NAMES[self._table.seats[self._table.active].place])

    def _place(self, name: str) -> str:
        place = PLACE_NAMES.index(name)
        if place == STREETS:
            return "the Streets of Arkham"
        spot = self._table.spot(place)
        if spot.card < 0:
            return ""
        card = self._box.places[spot.card]
        return escaped(card.name) if spot.up else back_words(card)

    def _midnight(self, name: str) -> str:
        if self._pending == "monster-order":
            marker = next(one for one in self._box.monsters if one.id == name)
            return f"{escaped(marker.name)}: {effects_words(marker.midnight)}"
        effects: tuple[Effect, ...] = next(
            effects for place, _, effects in self._about[1] if PLACE_NAMES[place] == name
        )
        return f"{self._place(name)}: {effects_words(effects)}"

    def _discard(self, name: str) -> str:
        return self._place(name) if self._pending == "streets-discard" else self._asset(name)

    # Things and people

    def _asset(self, name: str) -> str:
        return asset_words(next(one for one in self._box.assets if one.id == name))

    def _ability(self, *words: str) -> str:
        return f"heals {self._person(int(words[1]) - 1)}" if self._pending == "move" else ""

    def _person(self, seat: int) -> str:
        return escaped(self._box.investigators[self._table.seats[seat].who].name)

    def _monster(self, name: str) -> str:
        return escaped(next(one.name for one in self._box.monsters if one.id == name))

    def _trophy(self, name: str) -> str:
        trophies = (trophy for seat in self._table.seats for trophy in seat.trophies)
        trophy = next(one for one in trophies if self._box.trophy_name(one) == name)
        return f"worth {self._box.trophy_value(trophy)}"

    # The attempt and its effects

    def _fail(self) -> str:
        attempt = self._table.attempt
        assert attempt is not None
        if attempt.place == ANCIENT_ONE:
            return "give up"
        return f"give up: {effects_words(self._box.places[attempt.card].penalties)}"

    def _task(self, number: str, *dice: str) -> str:
        attempt = self._table.attempt
        assert attempt is not None
        tasks = self._table.tasks(attempt.place, self._table.seats[attempt.seat].member)
        task = next(one for one in tasks if one.number + 1 == int(number))
        return f"task {task_words(self._box, task)}"

    def _group(self, number: str) -> str:
        groups: tuple[tuple[Effect, ...], ...] = self._about[2]
        group = groups[int(number) - 1]
        return effects_words(group) if group else "nothing"
