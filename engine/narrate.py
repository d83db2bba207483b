"""Moves told in the rulebook's words, so that a person can follow a line on the table."""

from collections.abc import Callable, Iterable
from typing import Any

from casecracker.engine import moves as m
from casecracker.engine.cards import Deck
from casecracker.engine.files import escaped
from casecracker.engine.moves import CONTACT, KIND_SHIFT
from casecracker.engine.notation import Move
from casecracker.engine.state import State
from casecracker.engine.tables import EFFECT_NAMES, EXCHANGE_PENALTY, SHUFFLE_DISCARD

_AREAS = ("hand", "discard", "time", "stability", "closed", "picture")
_AREA_NAMES = {
    "discard": "discard area",
    "time": "time area",
    "stability": "stability area",
    "closed": "closed cases",
    "leads": "leads row",
}
_SEARCHES = (m.SEARCH, CONTACT + EFFECT_NAMES.index("search-stack"))
_ENDS = {
    "playing": "",
    "won": "The case is solved: won.",
    "lost": "The game is lost.",
    "unknown-shuffle": "The order of the stack is not known from here on.",
}


def card_names(deck: Deck) -> dict[str, str]:
    """How the clue cards are called in sentences: name and id, safe to show."""
    return {
        clue.id: f"{escaped(clue.name)} ({clue.id})" if clue.name else clue.id for clue in deck.clue
    }


def tell(names: dict[str, str], before: State, move: Move, after: State) -> str:
    """What a move does, and all that follows from it without a choice, as sentences.

    Args:
        names: From `card_names`.
        before: The state in which the move is played.
        move: A legal move.
        after: The state after it.
    """
    old, new = before.snapshot(), after.snapshot()
    was = _places(old)
    teller = _Teller(names, before, was)
    told = [teller.sentence(move), *_checks(names, was, _places(new))]
    told += _upkeep(names, move, old, new)
    return " ".join(sentence for sentence in told if sentence)


class _Teller:
    """Tells the move itself. Forced steps without a decision to speak of are left out."""

    def __init__(self, names: dict[str, str], state: State, places: dict[str, str]) -> None:
        self._state = state
        self._places = places
        self._names = names

    def sentence(self, move: Move) -> str:
        kind, first, second = move.code >> KIND_SHIFT, move.code >> 8 & 255, move.code & 255
        if kind >= CONTACT:
            return "Use the contact: " + self._contact(kind - CONTACT, first, second)
        tellers: dict[int, Callable[[int, int], str]] = {
            m.TAKE_FIRST_LEAD: lambda _a, _b: f"Take the first lead, {self._lead()}, in hand.",
            m.PLAY: self._play,
            m.PLAY_WITH_KEY: lambda card, case: self._play(card, case, " with the contact's key"),
            m.FROM_HAND: lambda _a, _b: f"Discard the first lead, {self._lead()}.",
            m.CLOSE: self._close,
            m.PASS: self._pass,
            m.TAKE_CARD: self._take,
            m.SEARCH: lambda card, _b: f"Search the stack for {self._card(card)}.",
            m.SHUFFLE: lambda _a, _b: "Shuffle the discard area into the stack.",
            m.EXCHANGE: self._exchange,
            m.DISCARD_CARD: lambda card, _b: f"Discard {self._card(card)}{self._from(card)}.",
            m.CHECK: lambda _a, _b: "",
            m.SCORE_CARD: lambda card, _b: f"Score {self._card(card)}.",
        }
        return tellers[kind](first, second) if kind in tellers else ""

    def _card(self, card: int) -> str:
        return self._names[self._state.deal.deck.clue[card].id]

    def _from(self, card: int) -> str:
        place = self._places[self._state.deal.deck.clue[card].id]
        return " from hand" if place == "hand" else f" from the {_AREA_NAMES.get(place, place)}"

    def _lead(self) -> str:
        return self._names[self._state.leads()[0]]

    def _play(self, card: int, case: int, how: str = "") -> str:
        where = "from hand" if self._state.pending == "hand-play" else "the first lead"
        return f"Play {self._card(card)}, {where}, to case {case + 1}{how}."

    def _close(self, case: int, _second: int) -> str:
        return f"Discard the first lead, {self._lead()}, and close case {case + 1}."

    def _pass(self, _first: int, _second: int) -> str:
        if self._state.pending == "action" and self._state.leads():
            return f"Discard the first lead, {self._lead()}, and pass."
        return "Pass."

    def _take(self, card: int, _second: int) -> str:
        bonus = "Bonus: take" if self._state.pending == "bonus" else "Take"
        return f"{bonus} {self._card(card)}{self._from(card)}."

    def _exchange(self, given: int, taken: int) -> str:
        area = _AREA_NAMES[self._places[self._state.deal.deck.clue[taken].id]]
        return f"Exchange {self._card(given)} from hand for {self._card(taken)} from the {area}."

    def _contact(self, effect: int, first: int, second: int) -> str:
        if effect == EXCHANGE_PENALTY:
            return self._exchange(first, second)
        if effect == SHUFFLE_DISCARD:
            return "Shuffle the discard area into the stack."
        if EFFECT_NAMES[effect] == "search-stack":
            return f"Search the stack for {self._card(first)}."
        return self._take(first, 0)


def _places(seen: dict[str, Any]) -> dict[str, str]:
    """Where each card of a snapshot lies."""
    places = {card: area for area in (*_AREAS, "leads", "stack") for card in seen[area]}
    for case in seen["cases"]:
        places |= dict.fromkeys(case["line"], f"case {case['number']}")
    return places


def _checks(names: dict[str, str], was: dict[str, str], now: dict[str, str]) -> Iterable[str]:
    """Cards that stability checks drew."""
    for card, place in was.items():
        if place == "stack" and now[card] in ("discard", "time", "stability"):
            yield f"Stability check: {names[card]} goes to the {_AREA_NAMES[now[card]]}."


def _upkeep(
    names: dict[str, str], move: Move, old: dict[str, Any], new: dict[str, Any]
) -> Iterable[str]:
    """New victims, shuffles, refills and the end, read off two snapshots."""
    if old["time"] and not new["time"] and new["shuffles"] == old["shuffles"]:
        yield "The time area goes to the discard area."
    yield from _new_cases(old, new)
    if new["shuffles"] > old["shuffles"]:
        searched = move.code >> KIND_SHIFT in _SEARCHES
        what = "shuffled after the search" if searched else "shuffled anew"
        yield f"The stack is {what} (shuffle {new['shuffles']})."
    leads = [names[card] for card in new["leads"] if card not in old["leads"]]
    if leads:
        yield f"New leads: {', '.join(leads)}."
    yield _ENDS[new["status"]]


def _new_cases(old: dict[str, Any], new: dict[str, Any]) -> Iterable[str]:
    known = {case["number"] for case in old["cases"]}
    for case in new["cases"]:
        if case["number"] not in known:
            yield f"New victim: {case['victim']}, case {case['number']}."
