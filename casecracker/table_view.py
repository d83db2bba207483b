"""The table of a game drawn for a player: all that lies open, nothing that is hidden.

It is made of `State.view()`, of the cards as they are printed, and of the limits of the moment.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.files import escaped
from casecracker.engine.games import find_game
from casecracker.engine.rules import TYPES_TO_CLOSE
from casecracker.engine.tables import contact_sides
from casecracker.seeds.cardtext import edge, edges, marks
from casecracker.session import Session, card_names

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_KEYS = ("key", "skeleton-key")
_LOCKS = ("lock", "skeleton-lock", "yellow-sign-lock")
_COUNTED = (*_KEYS, *_LOCKS, "yellow-sign", "colour")


def table_view(session: Session) -> "list[RenderableType]":
    """The whole table, to be printed part by part."""
    view = _View(session)
    return [view.heading(), view.cards(), "", view.cases(), "", view.areas(), ""]


def card_text(deal: Deal, card: str) -> str:
    """A card as it is printed, in one line.

    Raises:
        KeyError: The deck has no clue card with that id.
    """
    clue = {clue.id: clue for clue in deal.deck.clue}[card]
    words = (card_names(deal)[card], " ".join(clue.types), edges(clue), marks(clue))
    return "  ".join(filter(None, words))


class _View:
    """Draws the parts of one table."""

    def __init__(self, session: Session) -> None:
        self._deal = session.deal
        self._seen = session.state.view()
        self._limits = session.limits
        self._clues = {clue.id: clue for clue in self._deal.deck.clue}
        self._names = card_names(self._deal)
        self._has_menaces = find_game(self._deal.game).has_case_cards

    def heading(self) -> "RenderableType":
        from rich.text import Text  # noqa: PLC0415 - rich is loaded when something is drawn

        deck = self._deal.deck
        name = self._deal.code or self._deal.game
        text = Text(f"\nTurn {self._seen['turn']}", style="bold")
        return text.append(f"  {name}, {deck.provenance} deck", style="dim")

    def cards(self) -> "RenderableType":
        """The leads and what the player holds, with all that is printed on them."""
        table = _table("", "card", "left > right", "types and marks")
        for place, card in enumerate(self._seen["leads"], start=1):
            self._add_card(table, f"lead {place}", card)
        for area in ("hand", *(["briefcase"] if self._has_menaces else [])):
            for card in self._seen[area]:
                self._add_card(table, area, card)
        return table

    def _add_card(self, table: "Table", place: str, card: str) -> None:
        clue = self._clues[card]
        printed = f"{' '.join(clue.types)}; {marks(clue)}".rstrip("; ")
        table.add_row(place, self._names[card], edges(clue), printed)

    def cases(self) -> "RenderableType":
        """The open cases: what the next card must meet, and what they lack to be closed."""
        table = _table("case", "last card", "right edge", "types shown", "locks and keys", "line")
        for case in self._seen["cases"]:
            line = case.get("order", case["line"])
            table.add_row(
                str(case["number"]),
                self._last(case),
                self._right_edge(case),
                self._types_shown(line),
                self._locks_and_keys(line, case["key_effects"]),
                f"{len(line)}: {' '.join(line)}" if line else "-",
            )
        return table

    def _last(self, case: dict[str, Any]) -> str:
        if case["last"] is not None:
            return self._names[case["last"]]
        if not self._has_menaces:
            return f"victim {self._names[case['victim']]}"
        card = self._deal.case_cards()[case["number"]]
        return f"case card {card.id} {escaped(card.name)}".rstrip()

    def _right_edge(self, case: dict[str, Any]) -> str:
        printed = self._printed_right(case)
        return f"{printed}; next effects prevented" if case.get("prevented") else printed

    def _printed_right(self, case: dict[str, Any]) -> str:
        if case["last"] is not None:
            clue = self._clues[case["last"]]
            return edge(clue.right, clue.right_purple)
        if self._has_menaces:
            card = self._deal.case_cards()[case["number"]]
            return edge(card.right, card.right_purple)
        victims = {victim.id: victim for victim in self._deal.deck.victim}
        return " ".join(victims[case["victim"]].right)

    def _types_shown(self, line: list[str]) -> str:
        shown = {kind for card in line for kind in self._clues[card].types}
        ordered = [kind for kind in find_game(self._deal.game).types if kind in shown]
        return " ".join([f"{len(ordered)} of {TYPES_TO_CLOSE}", *ordered])

    def _locks_and_keys(self, line: list[str], key_effects: int) -> str:
        counts = Counter(word for card in line for word in self._clues[card].attributes)
        words = [f"{counts[word]} {word}" for word in _COUNTED if counts[word]]
        if key_effects:
            words.append(f"{key_effects} key effect{'s' * (key_effects > 1)}")
        left = sum(counts[word] for word in _KEYS) + key_effects
        left -= sum(counts[word] for word in _LOCKS)
        return ", ".join([*words, f"keys left {max(left, 0)}"])

    def areas(self) -> "RenderableType":
        """The areas beside the cards, a row each."""
        table = _table("", "")
        table.show_header = False
        for name, text in self._area_rows():
            table.add_row(name, text)
        return table

    def _area_rows(self) -> Iterator[tuple[str, str]]:
        limits, seen = self._limits, self._seen
        yield "stability", self._counted("stability", f"of {limits.stability}")
        yield "time", self._counted("time", f"of {limits.time}")
        yield "hand", f"{len(seen['hand'])} of {limits.hand}"
        yield "discard", self._counted("discard")
        yield "closed", self._counted("closed")
        yield "big picture", self._picture()
        yield "stack", f"{seen['stack']} cards"
        yield from self._menace_rows() if self._has_menaces else self._victim_rows()

    def _counted(self, area: str, limit: str = "") -> str:
        cards = self._seen[area]
        head = f"{len(cards)} {limit}".rstrip()
        return f"{head}: {self._listed(cards)}" if cards else head

    def _listed(self, cards: Iterable[str]) -> str:
        return ", ".join(self._names[card] for card in cards)

    def _picture(self) -> str:
        cards = [self._clues[card] for card in self._seen["picture"]]
        scored = ", ".join(f"{self._names[clue.id]} {_shows(clue)}" for clue in cards)
        return f"{scored or '-'}; {self._wanted()}"

    def _wanted(self) -> str:
        settings = self._deal.settings
        if settings.get("mode") == "hardboiled":
            return "wanted are the letters of all objectives"
        types = settings.get("puzzles", TYPES_TO_CLOSE)
        king = any("king" in clue.attributes for clue in self._deal.deck.clue)
        return f"wanted are puzzles of {types} types{', the King among them' if king else ''}"

    def _victim_rows(self) -> Iterator[tuple[str, str]]:
        seen = self._seen
        yield "victims left", str(seen["victims_left"])
        sides = " or ".join(contact_sides(self._deal))
        if sides:
            yield "contact", "used" if seen["contact_used"] else f"unused: {sides}"

    def _menace_rows(self) -> Iterator[tuple[str, str]]:
        deck, seen = self._deal.deck, self._seen
        sides = {card.id: " or ".join(card.sides) for card in deck.contact}
        sides |= {card.id: " or ".join(card.sides) for card in deck.equipment}
        helpers = [f"{self._names[card]}: {sides[card]}" for card in seen["helpers"]]
        yield "help", "; ".join(helpers) or "-"
        yield "menaces left", str(seen["menaces_left"])
        yield "menaces active", "; ".join(map(self._menace, seen["menaces_active"])) or "-"
        yield "case deck", " ".join(map(str, seen["cases_left"])) or "-"
        if seen["prevented_any"]:
            yield "prevented", "the effects of the next card played to any case"
        if self._deal.settings["mode"] == "hardboiled":
            yield from self._objective_rows()

    def _menace(self, menace: str) -> str:
        ongoing = {card.id: card.ongoing for card in self._deal.deck.menace}
        cases = self._deal.case_cards().items()
        ongoing |= {f"case {number}": card.ongoing for number, card in cases}
        words = " ".join(ongoing[menace])
        name = self._names.get(menace, menace)
        return f"{name}: {words}" if words else name

    def _objective_rows(self) -> Iterator[tuple[str, str]]:
        scored = {self._clues[card].letter for card in self._seen["picture"]}
        for objective in self._deal.deck.objective:
            letters = [f"{letter}{'*' * (letter in scored)}" for letter in objective.letters]
            done = ", complete" * (objective.number in self._seen["objectives"])
            yield f"objective {objective.number}", f"{escaped(' '.join(letters))}{done}"


def _table(*titles: str) -> "Table":
    """A table without lines; what is too wide for the terminal is broken, never cut off."""
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for title in titles:
        style = "" if table.columns else "bold"
        table.add_column(title, style=style, overflow="fold", no_wrap=not table.columns)
    return table


def _shows(clue: Clue) -> str:
    """What a scored card counts for."""
    letter = f" {escaped(clue.letter)}" if clue.letter else ""
    return f"[{' '.join(clue.types)}{letter}]"
