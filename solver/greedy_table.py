"""What lies beside the cards, as the greedy player reads it: limits, the clock, case cards, items.

Infinite Gulfs of Darkness has most of it; in the other games little changes (docs/decks.md).
"""

from collections.abc import Iterator, Mapping, Sized
from typing import Any, Final, TypeAlias

from casecracker.engine.cards import Deck
from casecracker.engine.games import DARKNESS_EFFECTS, PURPLE
from casecracker.solver.greedy_cards import Facts, techniques

View: TypeAlias = Mapping[str, Any]  # what State.view gives (docs/notation.md has the words)

HAND: Final = 3


def size(hidden: int | Sized) -> int:
    """A number of hidden cards; snapshots name the cards, views count them."""
    return hidden if isinstance(hidden, int) else len(hidden)


class Box:
    """What the other cards of a deck print."""

    def __init__(self, deck: Deck) -> None:
        """Read the cards once."""
        self.starts = {victim.id: techniques(victim.right) for victim in deck.victim}
        self.starts |= {card.id: techniques(card.right) for card in deck.case}
        self.cases = {card.id: card for card in deck.case}
        self.menaces = {menace.id: menace.ongoing for menace in deck.menace}
        self.menaces |= {f"case {card.number}": card.ongoing for card in deck.case}
        self.machine = next((c.id for c in deck.clue if "machine" in c.attributes), "")
        self.faces = deck.faces()
        self.turned = {card.id: card.clue for card in deck.case}
        self.late = {card.number: card.clue for card in deck.case if not card.is_case}


class Table:
    """Limits, clock and what is in force at one moment."""

    def __init__(self, box: Box, view: View, limit: int) -> None:
        """Read a view; `limit` is the setting of that name."""
        self._box = box
        self._view = view
        ongoing = list(self._ongoing())
        self.demands = size(
            view["menaces_left"] if "menaces_left" in view else view["victims_left"]
        )
        self.hand_limit = HAND + ongoing.count("hand-limit-plus-1")
        time = ongoing.count("time-limit-plus-1") - ongoing.count("time-limit-minus-1")
        self.time_limit = limit + time
        self.dark_time = "darkness-time" in ongoing
        self.dark_effects = tuple(
            DARKNESS_EFFECTS[word] for word in ongoing if word in DARKNESS_EFFECTS
        )
        self.machine = bool(box.machine) and box.machine in self._in_play()

    def _ongoing(self) -> Iterator[str]:
        for menace in self._view.get("menaces_active", ()):
            yield from self._box.menaces[menace]
        for case in self._view["cases"]:
            if "card" in case:
                yield from self._box.cases[case["card"]].ongoing

    def _in_play(self) -> Iterator[str]:
        """Where a Machine is in play."""
        yield from self._view["hand"]
        yield from self._view.get("briefcase", ())
        for case in self._view["cases"]:
            yield from case["line"]

    def effects(self, card: Facts, case: View) -> tuple[str, ...]:
        """The effects of a card if it is played to a case now."""
        if case.get("prevented") or self._view.get("prevented_any"):
            return ()
        return card.effects + (self.dark_effects if card.darkness else ())

    def has_hourglass(self, card: Facts) -> bool:
        """Whether a card goes to the time area when it is discarded."""
        return card.time or (card.darkness and self.dark_time)

    def icons(self, case: View) -> Iterator[str]:
        """The icons that would count if the case were closed now, without their colour."""
        if "card" not in case:
            return
        for icon in self._box.cases[case["card"]].on_close:
            if self.machine or not icon.startswith(PURPLE):
                yield icon.removeprefix(PURPLE)
