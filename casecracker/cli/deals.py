"""`casecracker deal`: a deal as a player lays it on the table."""

from typing import TYPE_CHECKING, Any

import click

from casecracker.cli.gulfs import gulfs_lines, gulfs_row, helper_lines, techniques
from casecracker.cli.shell import deck_option, fail, json_option, out_option, print_json, put
from casecracker.engine.files import FORMAT, STDIN, escaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casecracker.engine.cards import Clue, Victim
    from casecracker.engine.deals import Deal


@click.command()
@click.argument("target", metavar="TARGET")
@out_option
@deck_option
@json_option
def deal(target: str, out: str | None, deck: str | None, as_json: bool) -> None:
    """Lay a deal out as text, or write it as a deal file."""
    import os

    from casecracker.cli.streets import deal_streets, is_streets_target
    from casecracker.engine.dealfile import deal_text, load_target

    if is_streets_target(target):
        if out is not None:
            fail("a deal of streets-of-arkham is its code; there is no deal file of it yet")
        deal_streets(target, deck, as_json)
        return
    loaded = load_target(target, deck)
    if out is not None:
        if out == STDIN and as_json:
            fail("--out - and --json both write to standard output; choose one")
        folder = "" if out == STDIN else os.path.dirname(out)
        what = "a deal file made by casecracker and left as it was"
        put(out, deal_text(loaded, folder), what, lambda old: _is_as_made(old, folder))
    if as_json:
        print_json(_deal_row(loaded))
    elif out is None:
        click.echo("\n".join(layout_lines(loaded)))


def _is_as_made(text: str, folder: str) -> bool:
    """Whether a deal file in `folder` is just what would be written for its deal."""
    from casecracker.engine.dealfile import deal_text, parse_deal
    from casecracker.engine.errors import CasecrackerError

    try:
        return deal_text(parse_deal(text, "the file", folder), folder) == text
    except CasecrackerError:
        return False


def _opening(deal: "Deal") -> dict[str, Any]:
    """The table after set-up, immediate effects included."""
    from casecracker.engine.referee import Referee

    return Referee(deal).snapshot()


def _deal_row(deal: "Deal") -> dict[str, object]:
    opening = _opening(deal)
    return {
        "format": FORMAT,
        **deal.summary(),
        **(gulfs_row(deal) if _has_case_cards(deal) else {"victims": list(deal.victims)}),
        "leads": opening["leads"],
        "hand": [card for card in deal.draw if card in opening["hand"]],
        "stack": opening["stack"],
        "reshuffle": deal.seed,
        "reshuffles": [list(order) for order in deal.reshuffles],
    }


def layout_lines(deal: "Deal") -> "Iterator[str]":
    """The deal, area by area, in the order in which a player lays it down."""
    clues = {clue.id: clue for clue in deal.deck.clue}
    yield from _heading(deal)
    opening = _opening(deal)
    yield from gulfs_lines(deal) if _has_case_cards(deal) else _victim_lines(deal, opening)
    for title, part in (
        ("Leads, from left to right", opening["leads"]),
        ("Hand", [card for card in deal.draw if card in opening["hand"]]),
        ("Discard area", opening["discard"]),
        ("Time area", opening["time"]),
        ("Stack, top card first", opening["stack"]),
    ):
        if not part and title.endswith("area"):
            continue  # only an immediate effect during set-up puts a card there
        yield from ("", title)
        numbered = enumerate(part, start=1)
        yield from (f"  {number:>2}  {_clue_text(clues[card])}" for number, card in numbered)
    yield from ("", _later_shuffles(deal))


def _has_case_cards(deal: "Deal") -> bool:
    from casecracker.engine.games import find_game

    return find_game(deal.game).has_case_cards


def _victim_lines(deal: "Deal", opening: dict[str, Any]) -> "Iterator[str]":
    victims = {victim.id: victim for victim in deal.deck.victim}
    yield from ("", "Open cases, in the order of their numbers")
    yield from (f"  {_victim_text(victims[case['victim']])}" for case in opening["cases"])
    yield from ("", "Victims to come, the next one first")
    yield from (f"  {_victim_text(victims[card])}" for card in opening["victims_left"])


def _heading(deal: "Deal") -> "Iterator[str]":
    from casecracker.engine.deals import settings_text

    deck = deal.deck
    yield f"{deal.code or 'a deal of ' + deal.game}"
    yield f"deck: {deck.provenance}, {escaped(deal.deck_id)}, {escaped(deck.name)}"
    yield f"settings: {settings_text(deal.settings)}"
    if _has_case_cards(deal):
        yield from helper_lines(deal)
    else:
        yield f"contact: {_contact_text(deal)}"


def _contact_text(deal: "Deal") -> str:
    from casecracker.engine.games import VISITING_CONTACTS

    wanted = str(deal.settings.get("contact", "none"))
    if wanted in VISITING_CONTACTS:
        return f"the one of {wanted} ({' or '.join(VISITING_CONTACTS[wanted])})"
    if wanted == "none" or not deal.deck.contact:
        return "none"
    contact = deal.deck.contact[0]
    return f"{contact.id} {escaped(contact.name)} ({' or '.join(contact.sides)})"


def _victim_text(victim: "Victim") -> str:
    return f"{victim.id:<4} {escaped(victim.name):<28} > {' '.join(victim.right)}"


def _clue_text(clue: "Clue") -> str:
    from casecracker.seeds.cardtext import marks

    left = techniques(clue.left, clue.left_purple)
    edges = f"{left} > {techniques(clue.right, clue.right_purple)}"
    words = f"{' '.join(clue.types)} {marks(clue)}".rstrip()
    return f"{clue.id:<4} {escaped(clue.name):<28} {edges:<48} {words}"


def _later_shuffles(deal: "Deal") -> str:
    given = f"the first {len(deal.reshuffles)} in the deal file, then " if deal.reshuffles else ""
    if deal.seed is not None:
        return f"Later shuffles: {given}decided by seed {deal.seed}"
    return f"Later shuffles: {given}unknown"
