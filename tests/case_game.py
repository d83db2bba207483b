"""The game of the case cards alone: Infinite Gulfs of Darkness with all else for free.

Any open case may be closed at any time, any menace may enter, all cards of the stack are at hand
always, nothing is ever lost. Icons are applied from top to bottom, in every order of closings and
menaces. Whatever the rules allow, this game allows; so a letter that it never scores is out of
reach in every game. It shares nothing with the dependency graph but the deck.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from casecracker.engine.cards import CaseCard, Deck
from casecracker.engine.deals import case_cards_of
from casecracker.engine.games import INFINITE_GULFS, make_settings


@dataclass(frozen=True)
class _Table:
    """What lies where: numbers of cases, ids of clue cards that turned up, menaces to come."""

    deck: frozenset[int]
    open: frozenset[int]
    waiting: frozenset[int]
    turned: frozenset[str]
    menaces: frozenset[str]


class CaseGame:
    """The game of one deck with the default settings, some cards left out.

    Cards are named as nodes of the dependency graph are: `card:c17`, `case:4`, `menace:m5`.
    """

    def __init__(self, deck: Deck, without: str = "") -> None:
        self.cases = case_cards_of(deck, make_settings(INFINITE_GULFS, {}))
        self.cases = {n: card for n, card in self.cases.items() if f"case:{n}" != without}
        self.menaces = {card.id: card for card in deck.menace if f"menace:{card.id}" != without}
        self.clues = {clue.id: clue for clue in deck.clue if f"card:{clue.id}" != without}
        self.stack = frozenset(self.clues) - deck.faces()

    def letters(self) -> set[str]:
        """All letters that some order of closings scores."""
        starts = frozenset(n for n, card in self.cases.items() if card.start)
        others = frozenset(self.cases) - starts
        nothing: frozenset[str] = frozenset()
        waiting = [_Table(others, starts, frozenset(), nothing, frozenset(self.menaces))]
        seen = set(waiting)
        found: set[str] = set()
        while waiting:
            table = waiting.pop()
            if table.open:
                found |= self._scorable(table)
            for after in self._after(table):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return found

    def _hand(self, table: _Table) -> frozenset[str]:
        return (self.stack | table.turned) & frozenset(self.clues)

    def _has_machine(self, table: _Table) -> bool:
        return any("machine" in self.clues[card].attributes for card in self._hand(table))

    def _scorable(self, table: _Table) -> set[str]:
        """Letters of the cards that can be laid; purple edges alone need the Machine."""
        cards = [self.clues[card] for card in self._hand(table)]
        return {card.letter for card in cards if card.left or self._has_machine(table)} - {""}

    def _after(self, table: _Table) -> Iterator[_Table]:
        for number in table.open:
            card = self.cases[number]
            rest = replace(table, open=table.open - {number})
            yield self._settled(self._icons(rest, card.on_close, card.clue))
        for name in table.menaces:
            menace = self.menaces[name]
            rest = replace(table, menaces=table.menaces - {name})
            rest = self._icons(rest, menace.immediate, "")
            yield self._settled(self._icons(rest, menace.icons, menace.clue))

    def _icons(self, table: _Table, icons: tuple[str, ...], clue: str) -> _Table:
        for icon in icons:
            is_purple = icon.startswith("purple-")
            word = icon.removeprefix("purple-")
            if is_purple and not self._has_machine(table):
                continue
            if word == "flip":
                table = replace(table, turned=table.turned | {clue})
            elif word.startswith("access-"):
                table = self._settled(self._accessed(table, int(word.removeprefix("access-"))))
        return table

    def _accessed(self, table: _Table, number: int) -> _Table:
        if number not in table.deck:
            return table
        rest = replace(table, deck=table.deck - {number})
        if self.cases[number].is_case:
            return replace(rest, open=rest.open | {number})
        return replace(rest, waiting=rest.waiting | {number})

    def _settled(self, table: _Table) -> _Table:
        """Cards like the Haunter have their icons applied once the Machine is in play."""
        while table.waiting and self._has_machine(table):
            number = min(table.waiting)
            card: CaseCard = self.cases[number]
            table = replace(table, waiting=table.waiting - {number})
            table = self._icons(table, card.on_close, card.clue)
        return table
