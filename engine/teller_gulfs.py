"""Moves and events of Infinite Gulfs of Darkness in the rulebook's words (see `teller.py`)."""

from collections.abc import Callable, Iterable, Iterator

from casecracker.engine.cards import Card
from casecracker.engine.files import escaped
from casecracker.engine.referee_areas import Event
from casecracker.engine.referee_gulfs import GulfsReferee
from casecracker.engine.referee_gulfs_table import GulfsTable
from casecracker.engine.teller import Teller

_ONGOING = {
    "darkness-time": "Darkness cards gain the hourglass",
    "darkness-discard-lead": "Darkness cards gain the effect discard-lead",
    "darkness-stability-check": "Darkness cards gain the effect stability-check",
    "hand-limit-plus-1": "the hand limit is one higher",
    "time-limit-minus-1": "the time limit is one lower",
}
_IMMEDIATE = {
    "remove-aurora": "all Aurora Borealis menaces leave the game",
    "shuffle-all": "time area, discard area and stack become a new stack",
}


class GulfsTeller(Teller):
    """Tells the moves and events of one referee of this game."""

    _referee: GulfsReferee
    _table: GulfsTable

    def _named_cards(self) -> Iterator[Card]:
        """The cards with ids of their own; case cards and objectives have numbers."""
        cards = self._referee.deal.deck.cards()
        return (card for kind, card in cards if kind not in ("case", "objective"))

    # Moves

    def _free(self, word: str, rest: list[str]) -> str:
        if word == "contact":
            return self._join("Use the contact.", self._item_effect(rest[0], rest[1:]))
        name = self._names[rest[0]]
        if word == "use":
            return self._join(f"Use {name}.", self._item_effect(rest[1], rest[2:]))
        if word == "pack":
            return f"Put {name} into the briefcase."
        return f"Take {name} from the briefcase in hand."

    @staticmethod
    def _join(*sentences: str) -> str:
        return " ".join(filter(None, sentences))

    def _item_effect(self, effect: str, cards: list[str]) -> str:
        if effect == "prevent-next":
            return "The effects of the next card played to any case are prevented."
        return self._effect(effect, cards)

    def _key(self, words: list[str]) -> str:
        if len(words) > 1:
            return f" with the key of {self._names[words[1]]}"
        return super()._key(words)

    def _icon(self, word: str, rest: list[str]) -> str:
        source = self._table.steps[0].source
        name = self._names.get(source, source)
        return super()._icon(word, rest).replace(":", f" of {name}:", 1)

    def _effect_move(self, word: str, rest: list[str]) -> str:
        effect, source = self._referee.effect, self._referee.gained_from
        gained = f"Gained from {self._names.get(source, source)}:" if source else ""
        if word == "skip" and effect in ("close-5", "close-6", "prevent-next"):
            return f"Effect {effect}: the card does not lie in such a case."
        return self._join(gained, super()._effect_move(word, rest))

    def _effect(self, effect: str, cards: list[str]) -> str:
        if effect == "search-menace":
            return f"Search the menace deck for {self._names[cards[0]]}."
        if effect == "draw-menace":
            return "Turn over the top menace."
        if effect in ("close-5", "close-6"):
            return f"Effect {effect}: close case {cards[0]}."
        if effect == "prevent-next":
            return "The effects of the next card played to this case are prevented."
        return super()._effect(effect, cards)

    # Events

    def _outcome(self) -> str:
        if self._referee.status == "won" and self._table.objectives():
            return "All objectives are complete: the game is won."
        return super()._outcome()

    def _event(self, event: Event) -> str:
        tellers: dict[str, Callable[[Event], str]] = {
            "menace": self._new_menace,
            "haunter": self._new_menace,
            "no-menace": lambda _: "A new menace is needed and none is left.",
            "immediate-menace": self._immediate_of_menace,
            "aurora": lambda event: self._listed(event.cards, "Out of the game:"),
            "case": self._new_case,
            "case-gone": self._no_case,
            "flipped": self._flipped,
            "haunter-icons": self._haunter_icons,
            "time-emptied": lambda _: "The cards of the time area go to the discard area.",
            "no-machine": self._no_machine,
            "prevented": lambda event: f"The effects of {self._names[event.card]} are prevented.",
            "outright": lambda event: self._listed(event.cards, "Score"),
            "objective": lambda event: f"Objective {event.number} is complete.",
        }
        return tellers.get(event.kind, super()._event)(event)

    def _source(self, event: Event) -> str:
        """The menace or case card that the event names."""
        return self._names.get(event.card) or self._case_card(event.number)

    def _case_card(self, number: int) -> str:
        card = self._table.case_cards[number]
        return f"case {number} ({escaped(card.name)})" if card.name else f"case {number}"

    def _new_menace(self, event: Event) -> str:
        told = [_ONGOING[word] for word in self._table.ongoing(event.card)]
        lasting = f" As long as it is active, {' and '.join(told)}." if told else ""
        return f"New menace: {self._source(event)}.{lasting}"

    def _immediate_of_menace(self, event: Event) -> str:
        what = _IMMEDIATE.get(event.place) or f"access case {event.place[-1]}"
        return f"Immediate effect of {self._names[event.card]}: {what}."

    def _new_case(self, event: Event) -> str:
        return f"New case: {self._case_card(event.number)}."

    def _no_case(self, event: Event) -> str:
        return f"Case {event.number} is not in the case deck."

    def _flipped(self, event: Event) -> str:
        target = "hand" if event.place == "hand" else "the closed cases"
        return f"The card is turned over: {self._names[event.card]} goes to {target}."

    def _haunter_icons(self, event: Event) -> str:
        name = self._case_card(event.number)
        return f"Tillinghast's Machine is in play: the icons of {name} are applied."

    def _no_machine(self, event: Event) -> str:
        source = self._names.get(event.card, event.card)
        return f"Without Tillinghast's Machine {event.place} of {source} does not count."

    def _listed(self, cards: Iterable[str], word: str) -> str:
        """A sentence with the cards; empty if there are none."""
        names = [self._names[card] for card in cards]
        listed = " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
        return f"{word} {listed}." if names else ""
