"""Sheets to print: what to set up at the table, and the solution on the back.

The text is here, the look in `data/sheet.html`. The front tells what a player may know: the orders
of all decks, since they have to be stacked, but nothing of the solution.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal, settings_text
from casecracker.engine.games import find_game
from casecracker.engine.narrate import TurnOfLine, tell_line
from casecracker.engine.printed import contact_of
from casecracker.engine.state import State
from casecracker.seeds.cardtext import edge, edges, marks
from casecracker.seeds.challenge import Challenge, Kind, Proof, check_against_deal
from casecracker.seeds.positions import position_after

PAPERS = ("a4", "letter")

RESHUFFLES = 8
"""Later shuffles on a deal's sheet, more if its solution needs more. Few games see half as many."""

RESHUFFLES_OF_PROBLEM = 3
"""The same for a problem, which is over in a few turns."""

_MARK = '<meta name="generator" content="casecracker sheet">'

_AREAS = {
    "stability": "Stability area",
    "time": "Time area",
    "discard": "Discard area",
    "closed": "Closed cases",
    "picture": "Big picture",
    "briefcase": "Briefcase",
}


@dataclass(frozen=True, slots=True)
class Card:
    """A card on a sheet: its id and name, and what is printed on it where that matters.

    `marks` are all that a card shows besides, `attributes` those that count in a line.
    """

    id: str
    name: str
    edges: str = ""
    types: str = ""
    marks: str = ""
    attributes: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards in an order, the first one first."""

    title: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """An open case: what it began with, the edge that the next card must meet, and its line."""

    number: int
    start: Card
    right: str
    line: tuple[Card, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Table:
    """The position of a problem."""

    turn: int
    due: str
    leads: tuple[Card, ...]
    hand: tuple[Card, ...]
    cases: tuple[Case, ...]
    areas: tuple[Pile, ...]
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that one sheet says; `solution` and `tags` are for the back alone."""

    challenge: Challenge
    game: str
    goal: str
    facts: tuple[tuple[str, str], ...]
    is_synthetic: bool
    stack: tuple[Card, ...]
    orders: tuple[Pile, ...]
    reshuffles: tuple[tuple[int, tuple[str, ...]], ...]
    table: Table | None
    claim: str
    solution: tuple[TurnOfLine, ...]
    tags: tuple[str, ...] = field(default=())


def sheets_html(challenges: Sequence[Challenge], paper: str = "a4") -> str:
    """A page in HTML with a sheet for each challenge: front, then back, to be printed.

    Args:
        challenges: Rows of a catalogue.
        paper: One of `PAPERS`.

    Raises:
        CasecrackerError: A row does not hold with the decks at hand.
    """
    environment = Environment(
        loader=PackageLoader("casecracker.seeds", "data"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    sheets = [sheet_of(challenge) for challenge in challenges]
    return environment.get_template("sheet.html").render(sheets=sheets, paper=paper)


def is_sheet(text: str) -> bool:
    """Whether a text is a page that `sheets_html` made."""
    return _MARK in text


def sheet_of(challenge: Challenge) -> Sheet:
    """What the sheet of a challenge says.

    Raises:
        CasecrackerError: The row does not hold with the decks at hand.
    """
    deal = check_against_deal(challenge)
    root = position_after(deal, challenge.played)
    end = position_after(deal, challenge.line)
    seen, is_problem = root.snapshot(), challenge.kind == Kind.PROBLEM
    cards = _cards(deal)
    most = RESHUFFLES_OF_PROBLEM if is_problem else RESHUFFLES
    last = max(root.shuffles + most, end.shuffles)
    later = ((number, deal.order(number)) for number in range(root.shuffles + 1, last + 1))
    return Sheet(
        challenge=challenge,
        game=find_game(deal.game).title,
        goal=goal_text(challenge),
        facts=tuple(_facts(deal)),
        is_synthetic=deal.deck.provenance == "synthetic",
        stack=tuple(cards[name] for name in (seen["stack"] if is_problem else _dealt(deal))),
        orders=tuple(_orders(deal, cards, seen if is_problem else {})),
        reshuffles=tuple((number, order) for number, order in later if order),
        table=_table(root, cards) if is_problem else None,
        claim=claim_text(challenge),
        solution=solution_of(challenge),
        tags=challenge.tags,
    )


def goal_text(challenge: Challenge) -> str:
    """What is to be reached, without a hint how."""
    turns = f"{challenge.turns} turn{'s' * (challenge.turns > 1)}"
    if challenge.kind == Kind.DEAL:
        return f"Win the game. The solution takes {turns}."
    only = " Only one first decision does it." * (
        challenge.certificate.proof == Proof.ONLY_FIRST_MOVE
    )
    return f"Win in {turns}.{only}"


def claim_text(challenge: Challenge) -> str:
    """What is known of the solution, without a hint at it."""
    return {
        Proof.LINE: "A shorter win may exist.",
        Proof.SHORTEST: "No win takes fewer turns (proved).",
        Proof.ONLY_FIRST_MOVE: "No win takes fewer turns, and no other first decision wins in as "
        "many (proved).",
    }[Proof(challenge.certificate.proof)]


def _facts(deal: Deal) -> Iterator[tuple[str, str]]:
    yield "Settings", settings_text(deal.settings)
    contact = contact_of(deal.deck, deal.settings)
    yield "Contact", f"{contact[0]}: {' or '.join(contact[1])}" if contact else "none"
    if find_game(deal.game).has_case_cards:
        equipment = deal.equipment()
        side = "B" if equipment is None else "A"
        helper = f"{equipment.id}: {' or '.join(equipment.sides)}" if equipment else "none"
        yield "Equipment", f"{helper}; case cards with two sides show side {side}"
    deck = deal.deck
    yield "Deck", f"{deck.name} ({deal.deck_id}), {deck.provenance}, digest {deck.digest}"


def _cards(deal: Deal) -> dict[str, Card]:
    """Every card that has a name, by id."""
    cards = {card.id: Card(card.id, card.name) for _, card in deal.deck.cards()}
    return cards | {clue.id: _clue(clue) for clue in deal.deck.clue}


def _clue(clue: Clue) -> Card:
    attributes = " ".join(clue.attributes)
    return Card(clue.id, clue.name, edges(clue), " ".join(clue.types), marks(clue), attributes)


def _dealt(deal: Deal) -> tuple[str, ...]:
    """The opening stack: the clue cards that do not begin on other sides."""
    faces = deal.deck.faces()
    return tuple(card for card in deal.draw if card not in faces)


def _orders(deal: Deal, cards: dict[str, Card], seen: dict[str, Any]) -> Iterator[Pile]:
    """Orders of the small decks: of what is left in a position, else from the beginning."""
    if find_game(deal.game).has_case_cards:
        menaces = seen.get("menaces_left", deal.menaces)
        yield Pile("Menaces, top of the deck first", tuple(cards[name] for name in menaces))
    elif seen:
        left = seen["victims_left"]
        yield Pile("Victims to come, the next one first", tuple(cards[name] for name in left))
    else:
        title = "Victims, first to appear first (the first two are the open cases)"
        yield Pile(title, tuple(cards[name] for name in deal.victims))


def _table(root: State, cards: dict[str, Card]) -> Table:
    seen = root.view()
    areas = [
        Pile(title, tuple(cards[name] for name in seen[area]))
        for area, title in _AREAS.items()
        if seen.get(area)
    ]
    due = "a turn begins" if root.pending == "action" else f"due: {root.pending}"
    return Table(
        turn=root.turn,
        due=due,
        leads=tuple(cards[name] for name in seen["leads"]),
        hand=tuple(cards[name] for name in seen["hand"]),
        cases=tuple(_case(root.deal, cards, case) for case in seen["cases"]),
        areas=tuple(areas),
        facts=tuple(_table_facts(root.deal, cards, seen)),
    )


def _case(deal: Deal, cards: dict[str, Card], case: dict[str, Any]) -> Case:
    clues = {clue.id: clue for clue in deal.deck.clue}
    start, first_edge = _case_start(deal, cards, case)
    last = clues.get(case["last"])
    line = case.get("order") or [card for card in case["line"] if card != case["last"]]
    if case["last"] and case["last"] not in line:
        line = [*line, case["last"]]
    notes = [f"{case['key_effects']} key effects"] if case["key_effects"] else []
    notes += ["next effects prevented"] if case.get("prevented") else []
    return Case(
        case["number"],
        start,
        first_edge if last is None else edge(last.right, last.right_purple),
        tuple(cards[name] for name in line),
        ", ".join(notes),
    )


def _case_start(deal: Deal, cards: dict[str, Card], case: dict[str, Any]) -> tuple[Card, str]:
    """The card that a case began with, and its right edge."""
    if "victim" in case:
        victims = {victim.id: victim for victim in deal.deck.victim}
        return cards[case["victim"]], " ".join(victims[case["victim"]].right)
    card = deal.case_cards()[case["number"]]
    return Card(card.id, card.name), edge(card.right, card.right_purple)


def _table_facts(
    deal: Deal, cards: dict[str, Card], seen: dict[str, Any]
) -> Iterator[tuple[str, str]]:
    empty = [title for area, title in _AREAS.items() if area in seen and not seen[area]]
    if empty:
        yield "Empty", ", ".join(empty)
    if "contact_used" in seen and contact_of(deal.deck, deal.settings):
        yield "Contact", "used" if seen["contact_used"] else "unused"
    if "helpers" in seen:
        active = [cards[name].name if name in cards else name for name in seen["menaces_active"]]
        yield "Unused help", ", ".join(cards[name].name for name in seen["helpers"]) or "none"
        yield "Active", ", ".join(active) or "none"
        yield "Case deck", ", ".join(map(str, seen["cases_left"])) or "empty"
        yield "Objectives complete", ", ".join(map(str, seen["objectives"])) or "none"
        if seen["prevented_any"]:
            yield "Prevented", "the effects of the next card played to any case"


def solution_of(challenge: Challenge) -> tuple[TurnOfLine, ...]:
    """The solution, turn by turn, from the challenge's position on."""
    told = tell_line(challenge.deal(), challenge.line)
    return tuple(turn for turn in told if turn.turn >= challenge.first_turn)
