"""Which cases lie on the way to a card: a shortest way of closings, for the searches' estimates.

In Infinite Gulfs of Darkness some clue cards turn up only when cases are closed, and some case
cards only when others are. Menaces, which may open a case too, come of themselves.
"""

from casecracker.engine.cards import CaseCard
from casecracker.engine.deals import Deal
from casecracker.engine.games import PURPLE

Road = frozenset[int]
"""Numbers of cases to be closed."""


def roads_to_goals(deal: Deal) -> Road:
    """Cases to be closed before every card that an objective asks for has turned up."""
    letters = {letter for objective in deal.deck.objective for letter in objective.letters}
    roads = _Roads(deal)
    found: Road = frozenset()
    for clue in deal.deck.clue:
        if clue.letter in letters:
            found |= roads.to_card(clue.id)
            if not clue.left:
                found |= roads.to_machine()
    return found


class _Roads:
    """Shortest ways in one deal; a card that no closing brings has an empty way."""

    def __init__(self, deal: Deal) -> None:
        self._cases = deal.case_cards()
        self._faces = {card.clue: card for card in self._cases.values() if card.clue}
        machines = [clue.id for clue in deal.deck.clue if "machine" in clue.attributes]
        self._machine = machines[0] if machines else ""

    def to_machine(self, seen: Road = frozenset()) -> Road:
        return self.to_card(self._machine, seen)

    def to_card(self, card: str, seen: Road = frozenset()) -> Road:
        """The cases to be closed before a clue card has turned up."""
        case = self._faces.get(card)
        if case is None or case.number in seen:
            return frozenset()
        flips = next((icon for icon in case.on_close if icon.removeprefix(PURPLE) == "flip"), "")
        road = self._to_case(case.number, seen) | ({case.number} if case.is_case else frozenset())
        return road | self._purple(flips, seen | {case.number})

    def _purple(self, icon: str, seen: Road) -> Road:
        return self.to_machine(seen) if icon.startswith(PURPLE) else frozenset()

    def _to_case(self, number: int, seen: Road) -> Road:
        """The cases to be closed before a case card is accessed."""
        if self._cases[number].start or number in seen:
            return frozenset()
        seen |= {number}
        ways = [
            self._to_case(opener.number, seen) | {opener.number} | self._purple(icon, seen)
            for opener in self._cases.values()
            for icon in _accesses(opener, number)
            if opener.number not in seen
        ]
        return min(ways, key=len, default=frozenset())


def _accesses(opener: CaseCard, number: int) -> list[str]:
    """Icons of a case card that access the number."""
    return [icon for icon in opener.on_close if icon.removeprefix(PURPLE) == f"access-{number}"]
