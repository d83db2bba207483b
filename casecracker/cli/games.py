"""`casecracker games`: what can be played, with which settings and decks."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import json_option, print_json
from casecracker.engine.files import FORMAT, escaped
from casecracker.engine.games import GAMES, Game, Setting

if TYPE_CHECKING:
    from casecracker.engine.library import DeckEntry


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games, their settings and the decks at hand."""
    from casecracker.engine.library import list_decks

    decks = list_decks()
    if as_json:
        rows = [*(_game_row(game, decks) for game in GAMES.values()), _streets_row()]
        print_json({"format": FORMAT, "games": rows, "adventures": _adventure_counts()})
        return
    texts = [_game_text(game, decks) for game in GAMES.values()]
    click.echo("\n\n".join([*texts, _adventures_text()]))


def _adventure_counts() -> dict[str, int]:
    """How many adventures of Elder Sign come with the package, by their sets."""
    from casecracker.engine.adventurefile import shipped_adventures

    counts = Counter(one.id.partition("/")[0] for one in shipped_adventures())
    return dict(counts)


def _adventures_text() -> str:
    from casecracker.engine.streets.deal import GAME, SETTINGS, TITLE

    lines = [f"{GAME}: {TITLE}", "  settings (the default in brackets)"]
    lines += [_setting_text(setting) for setting in SETTINGS]
    lines += ["  cards of its own box (synthetic), and adventures for the command odds"]
    lines += [f"    {name:<24}{count} adventures" for name, count in _adventure_counts().items()]
    return "\n".join(lines)


def _streets_row() -> dict[str, object]:
    from casecracker.engine.streets.deal import GAME, SETTINGS, TITLE

    rows = [_setting_row(setting) for setting in SETTINGS]
    return {"id": GAME, "title": TITLE, "default_deck": None, "settings": rows, "decks": []}


def _game_row(game: Game, decks: list["DeckEntry"]) -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "default_deck": game.default_deck,
        "settings": [_setting_row(setting) for setting in game.settings],
        "decks": [
            {"id": entry.id, "source": entry.source, "provenance": entry.deck.provenance}
            for entry in decks
            if entry.deck and entry.deck.game == game.id
        ],
    }


def _setting_row(setting: Setting) -> dict[str, object]:
    return {
        "name": setting.name,
        "choices": list(setting.choices),
        "default": setting.default,
        "help": setting.help,
    }


def _game_text(game: Game, decks: list["DeckEntry"]) -> str:
    lines = [f"{game.id}: {game.title}", "  settings (the default in brackets)"]
    lines += [_setting_text(setting) for setting in game.settings]
    lines.append("  decks")
    lines += [
        f"    {entry.id:<24}{entry.deck.provenance}, {entry.source}: {escaped(entry.deck.name)}"
        for entry in decks
        if entry.deck and entry.deck.game == game.id
    ]
    return "\n".join(lines)


def _setting_text(setting: Setting) -> str:
    others = [str(choice) for choice in setting.choices if choice != setting.default]
    choices = ", ".join([f"[{setting.default}]", *others])
    return f"    {setting.name:<12} {setting.help}: {choices}"
