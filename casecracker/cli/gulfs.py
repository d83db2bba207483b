"""What `casecracker deal` shows of Infinite Gulfs of Darkness alone: cases, menaces, objectives."""

from typing import TYPE_CHECKING

from casecracker.engine.files import escaped
from casecracker.engine.games import PURPLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casecracker.engine.cards import CaseCard, Contact, Equipment, Menace, Objective
    from casecracker.engine.deals import Deal


def gulfs_row(deal: "Deal") -> dict[str, object]:
    """The JSON fields of a deal that only this game has."""
    cases = deal.case_cards()
    return {
        "cases": [card.id for number, card in sorted(cases.items()) if card.start],
        "cases_left": [number for number, card in sorted(cases.items()) if not card.start],
        "menaces": list(deal.menaces),
        "objectives": [
            {"number": card.number, "letters": list(card.letters)} for card in _objectives(deal)
        ],
        "helpers": sorted(card.id for card in _helpers(deal)),
        "faces": {clue: card for card, clue in _faces(deal)},
    }


def gulfs_lines(deal: "Deal") -> "Iterator[str]":
    """The cards beside the clue deck, in the order in which a player lays them down."""
    cases = [card for _, card in sorted(deal.case_cards().items())]
    menaces = {menace.id: menace for menace in deal.deck.menace}
    yield from ("", "Open cases, in the order of their numbers")
    yield from (_case_text(card) for card in cases if card.start)
    yield from ("", "Case deck")
    yield from (_case_text(card) for card in cases if not card.start)
    yield from ("", "Menaces to come, the next one first")
    yield from (_menace_text(menaces[card]) for card in deal.menaces)
    objectives = _objectives(deal)
    if objectives:
        yield from ("", "Objectives, with the letters of their puzzles")
    for card in objectives:
        letters = escaped(" ".join(card.letters))
        yield f"  {card.number:<4} {escaped(card.name):<28} {letters}".rstrip()
    faces = list(_faces(deal))
    if faces:
        yield from ("", "Clue cards on the other sides of these cards, not in the stack")
    names = {clue.id: escaped(clue.name) for clue in deal.deck.clue}
    yield from (f"  {clue:<4} {names[clue]:<28} on {card}" for card, clue in faces)


def helper_lines(deal: "Deal") -> "Iterator[str]":
    """Who helps from outside."""
    helpers = {type(card).__name__: card for card in _helpers(deal)}
    for kind in ("Contact", "Equipment"):
        card = helpers.get(kind)
        text = f"{card.id} {escaped(card.name)} ({' or '.join(card.sides)})" if card else "none"
        yield f"{kind.lower()}: {text}"


def techniques(plain: "Sequence[str]", purple: "Sequence[str]") -> str:
    """The icons of an edge in one line; the purple ones are marked."""
    return " ".join((*plain, *(f"{PURPLE}{word}" for word in purple)))


def _helpers(deal: "Deal") -> "list[Contact | Equipment]":
    equipment = deal.equipment()
    helpers: list[Contact | Equipment] = list(deal.deck.contact) if deal.contact_helps() else []
    return helpers if equipment is None else [*helpers, equipment]


def _objectives(deal: "Deal") -> "list[Objective]":
    return list(deal.deck.objective) if deal.settings["mode"] == "hardboiled" else []


def _faces(deal: "Deal") -> "Iterator[tuple[str, str]]":
    """Cards of the case deck and of the menaces in the game that have a clue card behind them."""
    for number, card in sorted(deal.case_cards().items()):
        if card.clue:
            yield f"case {number}", card.clue
    for menace in deal.deck.menace:
        if menace.clue and menace.id in deal.menaces:
            yield f"menace {menace.id}", menace.clue


def _case_text(card: "CaseCard") -> str:
    start = f"  {card.id:<4} {escaped(card.name):<28}"
    parts = [f"> {techniques(card.right, card.right_purple)}"] if card.is_case else []
    parts += [f"({word})" for word in card.ongoing]
    if card.on_close:
        parts.append(f"{'on closing' if card.is_case else 'icons'}: {' '.join(card.on_close)}")
    return f"{start} {'  '.join(parts)}"


def _menace_text(menace: "Menace") -> str:
    words = [*menace.immediate, *(f"({word})" for word in menace.ongoing)]
    if menace.icons:
        words.append(f"icons: {' '.join(menace.icons)}")
    start = f"  {menace.id:<4} {escaped(menace.name):<28} {menace.deck:<9}"
    return f"{start} {'  '.join(words)}".rstrip()
