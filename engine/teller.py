"""Moves and events of a game in the rulebook's words.

What a move does is told from the position before it, what follows without a choice from the
referee's events. Lines are told by `narrate.py`; what only Infinite Gulfs of Darkness has, by
`teller_gulfs.py`.
"""

from collections.abc import Iterator

from casecracker.engine.cards import Card
from casecracker.engine.files import escaped
from casecracker.engine.referee import Referee
from casecracker.engine.referee_areas import AREAS, Event

_PLACES = {
    "hand": "from hand",
    "discard": "from the discard area",
    "time": "from the time area",
    "stability": "from the stability area",
    "closed": "from the closed cases",
}
_TARGETS = {
    "discard": "the discard area",
    "time": "the time area",
    "stability": "the stability area",
    "leads": "the other leads",
}
_OUTCOMES = {
    "playing": "",
    "won": "The big picture is complete: the game is won.",
    "lost": "The game is lost.",
    "unknown-shuffle": "The order of the stack is not known from here on.",
}
_IMMEDIATE = {
    "to-front": "it moves to the front and the other leads are replaced",
    "discard-top": "discard the top card of the stack",
    "reshuffle-stability": "reshuffle the stability area and replace its cards",
    "reshuffle-time": "reshuffle the time area and replace its cards",
    "discard-hand": "discard a card from hand",
    "discard-case": "discard a card from a case",
}


class Teller:
    """Tells the moves and events of one referee."""

    def __init__(self, referee: Referee, *, hides_stack: bool = False) -> None:
        """Tell what this referee is about to play and has just played.

        Args:
            referee: Plays the game.
            hides_stack: Leave out the order of the stack, which no player sees.
        """
        self._referee = referee
        self._hides_stack = hides_stack
        self._table = referee.table
        self._names = {card.id: _name(card.id, card.name) for card in self._named_cards()}

    def _named_cards(self) -> Iterator[Card]:
        """The cards that moves and events name by their ids."""
        return (card for _, card in self._referee.deal.deck.cards())

    # Moves, told before they are played

    def move(self, text: str) -> str:
        """What a legal move does."""
        word, *rest = text.split()
        if word in self._referee.free_actions:
            return self._free(word, rest)
        return {
            "action": self._action,
            "hand-play": self._play,
            "discard": self._discard,
            "effect": self._effect_move,
            "immediate": self._immediate,
            "icon": self._icon,
            "score": self._score,
            "bonus": self._bonus,
            "window": self._wait,
        }[self._referee.pending](word, rest)

    def _free(self, _word: str, rest: list[str]) -> str:
        return "Use the contact. " + self._effect(rest[0], rest[1:])

    def _wait(self, _word: str, _rest: list[str]) -> str:
        return ""

    def _action(self, word: str, rest: list[str]) -> str:
        if word == "play":
            return self._play(word, rest)
        if not self._table.leads:
            return "There is no first lead: pass."
        lead = self._table.leads[0]
        if word == "take":
            return f"Take the first lead, {self._names[lead]}, in hand."
        goes = f",{self._goes(lead)}" if self._goes(lead) else ""
        away = f"Discard the first lead, {self._names[lead]}{goes}"
        return {
            "hand": f"{away}.",
            "pass": f"{away}, and pass.",
            "close": f"{away}, and close case {rest[0] if rest else ''}.",
        }[word]

    def _play(self, word: str, rest: list[str]) -> str:
        if word == "pass":
            return "No card in hand can be played any more: pass."
        where = "the first lead" if self._referee.pending == "action" else "from hand"
        return f"Play {self._names[rest[0]]}, {where}, to case {rest[1]}{self._key(rest[2:])}."

    def _key(self, words: list[str]) -> str:
        return " with the contact's key" if words else ""

    def _discard(self, _word: str, rest: list[str]) -> str:
        return f"Hand limit: discard {self._names[rest[0]]}{self._goes(rest[0])}."

    def _immediate(self, _word: str, rest: list[str]) -> str:
        return f"Discard {self._names[rest[0]]}{self._place(rest[0])}{self._goes(rest[0])}."

    def _icon(self, word: str, rest: list[str]) -> str:
        """The icon take-stability, the only one that asks for a choice."""
        if word == "decline":
            return "Icon take-stability: leave it."
        return f"Icon take-stability: take {self._names[rest[0]]} from the stability area."

    def _score(self, word: str, rest: list[str]) -> str:
        return f"Score {self._names[rest[0]]}." if word == "score" else ""

    def _bonus(self, word: str, rest: list[str]) -> str:
        if word == "decline":
            return "Leave the bonus for six types."
        return f"Bonus for six types: take {self._names[rest[0]]} from the stability area."

    def _effect_move(self, word: str, rest: list[str]) -> str:
        effect = self._referee.effect
        if word == "skip" or (word == "decline" and not self._table.choices(effect)):
            return f"Effect {effect}: there is no card for it."
        if word == "decline":
            return f"Effect {effect}: leave it."
        return self._effect(effect, rest)

    def _effect(self, effect: str, cards: list[str]) -> str:
        names = [self._names[card] for card in cards]
        if effect in ("stability-check", "shuffle-discard"):
            return ""  # the event that follows tells it
        if effect == "search-stack":
            return f"Search the stack for {names[0]}."
        if effect == "exchange-penalty":
            return f"Exchange {names[0]} from hand for {names[1]}{self._place(cards[1])}."
        verb = "Take" if effect.startswith("take") else "Discard"
        goes = "" if verb == "Take" else self._goes(cards[0])
        return f"{verb} {names[0]}{self._place(cards[0])}{goes}."

    def _goes(self, card: str) -> str:
        """Where a discarded card goes, said only where an hourglass decides it."""
        return " to the time area" if self._table.has_hourglass(card) else ""

    def _place(self, card: str) -> str:
        for area in AREAS:
            if card in getattr(self._table, area):
                return f" {_PLACES[area]}"
        for case in self._table.cases.values():
            if card in case:
                return f" from case {case.number}"
        return " from the leads row"

    # Events, told after a move

    def events(self) -> list[str]:
        """What has followed from the latest move without a choice."""
        told: list[str] = []
        leads: list[str] = []
        for event in self._table.events:
            if event.kind == "lead":
                leads.append(self._names[event.card])
                continue
            told += _new_leads(leads)
            leads = []
            told.append(self._event(event))
        return [*told, *_new_leads(leads), self._outcome()]

    def _outcome(self) -> str:
        return _OUTCOMES[self._referee.status]

    def _event(self, event: Event) -> str:
        card = self._names.get(event.card, "")
        target = _TARGETS.get(event.place, "")
        return {
            "check": f"Stability check: {card} goes to {target}.",
            "strain": f"Mental strain, stability check: {card} goes to {target}.",
            "stack-empty": "The stack is empty.",
            "victim": f"New victim: {card}, case {event.number}.",
            "no-victim": "A new victim is needed and none is left.",
            "time-limit": "The time area is full.",
            "time-emptied": "Its cards go to the discard area.",
            "closed": f"The rest of case {event.number} goes to the closed cases.",
            "immediate": self._immediate_event(event.card),
            "top": f"{card} goes from the top of the stack to {target}.",
            "dealt": f"{card} is dealt to {target}.",
            "shuffle": self._shuffle(event),
        }[event.kind]

    def _immediate_event(self, card: str) -> str:
        if card not in self._table.cards:
            return ""
        told = _IMMEDIATE.get(self._table.cards[card].immediate, "")
        return f"Immediate effect of {self._names[card]}: {told}." if told else ""

    def _shuffle(self, event: Event) -> str:
        what = " and ".join(_TARGETS[area] for area in event.place.split(" and ") if area)
        into = f"Shuffle {what} into the stack" if what else "Shuffle the stack"
        is_told = event.cards and not self._hides_stack
        stack = f" The stack is now, top first: {' '.join(event.cards)}." if is_told else ""
        return f"{into} (shuffle {event.number}).{stack}"


def _name(card: str, name: str) -> str:
    return f"{escaped(name)} ({card})" if name else card


def _new_leads(names: list[str]) -> list[str]:
    return [f"New leads: {', '.join(names)}."] if names else []
