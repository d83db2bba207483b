"""`casecracker deck ...`: the library of decks, and the way from a box to a deck file."""

import os
from typing import TYPE_CHECKING

import click

from casecracker.cli.gulfs import techniques
from casecracker.cli.shell import fail, json_option, out_option, print_json, print_table, put
from casecracker.engine.files import FORMAT, STDIN, escaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from casecracker.engine.adventurefile import AdventureReport
    from casecracker.engine.boxcheck import Report
    from casecracker.engine.cards import Card, Clue, Deck
    from casecracker.engine.library import DeckEntry
    from casecracker.seeds.assumptions import Assumptions


@click.group(invoke_without_command=True)
@click.pass_context
def deck(context: click.Context) -> None:
    """Decks: list, show, type in, check, add, make synthetic ones.

    DECK is the id of a deck, or the path of a deck file.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@deck.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List the built-in and the added decks."""
    from casecracker.engine.library import list_decks

    entries = list_decks()
    if as_json:
        print_json({"format": FORMAT, "decks": [_entry_row(entry) for entry in entries]})
        return
    for entry in entries:
        click.echo(_entry_text(entry))


def _entry_row(entry: "DeckEntry") -> dict[str, object]:
    row: dict[str, object] = {"id": entry.id, "source": entry.source}
    if entry.deck is None:
        return {**row, "fault": entry.fault}
    return {
        **row,
        "game": entry.deck.game,
        "name": entry.deck.name,
        "provenance": entry.deck.provenance,
        **_card_counts(entry.deck),
        "digest": entry.deck.digest,
    }


def _card_counts(deck: "Deck") -> dict[str, int]:
    from casecracker.engine.games import find_game

    clues = {"clues": len(deck.clue)}
    if not find_game(deck.game).has_case_cards:
        return {**clues, "victims": len(deck.victim)}
    rest = {"cases": deck.case, "menaces": deck.menace, "objectives": deck.objective}
    return {**clues, **{name: len(cards) for name, cards in rest.items()}}


def _entry_text(entry: "DeckEntry") -> str:
    start = f"{entry.id:<24}{entry.source:<10}"
    if entry.deck is None:
        return f"{start}damaged: {escaped(entry.fault)}"
    what = f"{entry.deck.game:<16}{entry.deck.provenance:<13}{len(entry.deck.clue)} clue cards"
    return f"{start}{what}  {escaped(entry.deck.name)}"


@deck.command()
@click.argument("deck", metavar="DECK")
@json_option
def show(deck: str, as_json: bool) -> None:
    """Show the cards of a deck."""
    from casecracker.engine.library import resolve_deck

    cards, deck_id = resolve_deck(deck)
    if as_json:
        print_json({**_content(cards), "id": deck_id, "digest": cards.digest})
        return
    _print_deck(cards, deck_id)


def _content(deck: "Deck") -> dict[str, object]:
    """The cards as JSON, with the keys that the game uses."""
    from casecracker.engine.games import find_game

    gulfs = find_game(deck.game).has_case_cards
    kinds = ("victim",) if gulfs else ("case", "menace", "objective", "equipment")
    gulfs_keys = ("letter", "left_purple", "right_purple", "sides")
    clue_keys = ("yellow-minimum", "immediate") if gulfs else gulfs_keys
    content = deck.model_dump(mode="json", exclude_none=True, by_alias=gulfs)
    for clue in content["clue"]:
        for key in clue_keys:
            del clue[key]
    return {kind: cards for kind, cards in content.items() if kind not in kinds}


def _print_deck(deck: "Deck", deck_id: str) -> None:
    from rich.table import Table
    from rich.text import Text

    columns = ("id", "name", "types", "left", "right", "attributes", "min", "effects", "icons")
    table = Table(*columns, title=f"clue cards ({deck.provenance})", title_justify="left")
    for clue in deck.clue:
        table.add_row(*(Text(escaped(cell)) for cell in _clue_cells(clue)))
    print_table(
        Text(f"{escaped(deck_id)}: {escaped(deck.name)}"),
        Text(f"{deck.provenance} deck of {deck.game}, digest {deck.digest}"),
        table,
        *(Text(f"{kind} {_short_text(card)}") for kind, card in deck.cards() if kind != "clue"),
    )


def _clue_cells(clue: "Clue") -> "Iterator[str]":
    yield clue.id
    yield clue.name
    yield " ".join(clue.types)
    yield techniques(clue.left, clue.left_purple)
    yield techniques(clue.right, clue.right_purple)
    yield " ".join((*clue.attributes, clue.letter and f"letter {clue.letter}")).strip()
    yield " ".join(_minimum_words(clue))
    yield " ".join(_effect_words(clue))
    yield " ".join(word for word in ("time", "stability") if getattr(clue, word))


def _effect_words(clue: "Clue") -> "Iterator[str]":
    if clue.immediate:
        yield f"[{clue.immediate}]"
    yield from clue.effects
    if clue.sides:
        yield f"from the briefcase: {' or '.join(clue.sides)}"


def _minimum_words(clue: "Clue") -> "Iterator[str]":
    if clue.minimum:
        yield str(clue.minimum)
    if clue.yellow_minimum:
        yield f"{clue.yellow_minimum} colour"


def _short_text(card: "Card") -> str:
    """A card that is no clue: id, name and its words."""
    return f"{card.id}: {escaped(card.name)} ({'; '.join(_card_words(card))})"


def _card_words(card: "Card") -> "Iterator[str]":
    """The lists of a card. One that a victim or contact has needs no title."""
    if getattr(card, "start", False):
        yield "at the start"
    if deck := getattr(card, "deck", ""):
        yield deck
    edge = techniques(getattr(card, "right", ()), getattr(card, "right_purple", ()))
    for words in (edge.split(), getattr(card, "sides", ()), getattr(card, "letters", ())):
        if words:
            yield escaped(", ".join(words))
    for title in ("immediate", "ongoing", "icons", "on_close"):
        if listed := getattr(card, title, ()):
            yield f"{title.replace('_', '-')}: {', '.join(listed)}"
    if clue := getattr(card, "clue", ""):
        yield f"other side: {clue}"


@deck.command()
@click.argument("game", metavar="GAME")
@out_option
def template(game: str, out: str | None) -> None:
    """Write a deck file to fill in from the cards of your box."""
    from casecracker.engine.games import find_game
    from casecracker.engine.template import template_text

    text = template_text(find_game(game))
    if out not in (None, STDIN) and os.path.exists(str(out)):
        fail(f"{escaped(out)}: is there already, and would be lost; choose another name")
    put(out, text, "a template", lambda old: "\n" in old)


@deck.command()
@click.argument("deck", metavar="DECK")
@json_option
def check(deck: str, as_json: bool) -> None:
    """Compare a deck, half filled in or whole, with the box of its game."""
    from casecracker.engine.adventurefile import check_adventures, is_adventure_file
    from casecracker.engine.boxcheck import check_text
    from casecracker.engine.library import deck_source

    text, where, _ = deck_source(deck)
    report: Report | AdventureReport
    if is_adventure_file(text, where):
        report = check_adventures(text, where)
    else:
        report = check_text(text, where)
    errors = report.count("error")
    if as_json:
        print_json(_report_row(report, where))
    else:
        for finding in report.findings:
            click.echo(escaped(f"{finding.severity}: {finding.text()}"))
    if errors:
        first = next(f for f in report.findings if f.severity == "error")
        more = f" ({errors - 1} more above)" if errors > 1 and not as_json else ""
        fail(f"{where}: {first.text()}{more}")
    if not as_json:
        click.echo(_verdict_text(report, where))


def _report_row(report: "Report | AdventureReport", where: str) -> dict[str, object]:
    return {
        "format": FORMAT,
        "deck": where,
        "provenance": report.deck.provenance if report.deck else None,
        "errors": report.count("error"),
        "warnings": report.count("warning"),
        "findings": [
            {
                "severity": finding.severity,
                "line": finding.line,
                "entry": finding.entry,
                "key": finding.key,
                "message": finding.message,
            }
            for finding in report.findings
        ],
    }


def _verdict_text(report: "Report | AdventureReport", where: str) -> str:
    assert report.deck
    warnings = report.count("warning")
    text = f"{where}: {_sound_text(report)}"
    return f"{text}, with {warnings} warnings" if warnings else text


def _sound_text(report: "Report | AdventureReport") -> str:
    from casecracker.engine.adventurefile import AdventureReport

    assert report.deck
    if isinstance(report, AdventureReport):
        count = len(report.deck.adventure)
        return f"{count} sound {report.deck.provenance} adventure{'s' if count != 1 else ''}"
    return f"a whole {report.deck.provenance} deck that fits the box"


@deck.command()
@click.argument("file", metavar="FILE")
@click.option("--replace", is_flag=True, help="Replace the deck that was added under this id.")
def add(file: str, replace: bool) -> None:
    """Copy a deck file into your library; its id is the file's name."""
    from casecracker.engine.library import add_deck, find_deck

    deck_id = add_deck(file, replace=replace)
    cards = find_deck(deck_id)
    click.echo(
        f"added the {cards.provenance} deck '{deck_id}'; use it like {cards.game}:42,deck={deck_id}"
    )


_preset_option = click.option(
    "--preset", default="standard", show_default=True, help="Name of a set of assumptions."
)


@deck.command()
@click.argument("game", metavar="GAME")
@click.option("--seed", default="1", show_default=True, help="0 to 2^63 - 1; decides the deck.")
@_preset_option
@click.option("--assume", multiple=True, metavar="KEY=VALUE", help="Change one assumption.")
@out_option
def synthesize(game: str, seed: str, preset: str, assume: tuple[str, ...], out: str | None) -> None:
    """Make a synthetic deck: what is known of the box holds, the rest is assumed."""
    from casecracker.engine.dealfile import parse_seed
    from casecracker.engine.deckfile import deck_text
    from casecracker.seeds.assumptions import changed
    from casecracker.seeds.synthesize import synthesize as make

    given = _preset(game, preset)
    chosen = changed(given, assume) if assume else given
    text = deck_text(make(game, parse_seed(seed), chosen))
    put(out, text, "a synthetic deck", lambda old: "\n[synthesis]" in old)


@deck.command("assumptions")
@click.argument("game", metavar="[GAME]", default="witch-cult")
@_preset_option
def assumptions_command(game: str, preset: str) -> None:
    """List what a synthetic deck assumes; each can be changed by `synthesize --assume`.

    GAME is witch-cult if left out.
    """
    from casecracker.seeds.assumptions import assumption_rows

    for key, value, meaning in assumption_rows(_preset(game, preset)):
        click.echo(f"{key} = {value}  # {meaning}")


def _preset(game: str, label: str) -> "Assumptions":
    from casecracker.engine.games import find_game
    from casecracker.seeds.presets import preset

    return preset(find_game(game).id, label)
