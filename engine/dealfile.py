"""Deal codes and deal files: a deal as one shell word, or as TOML (docs/formats.md)."""

import os
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from casecracker.engine.cards import Deck, is_id
from casecracker.engine.deals import (
    Deal,
    check_menaces,
    check_order,
    check_victims,
    deal_from_seed,
)
from casecracker.engine.errors import CasecrackerError, DealError, DeckError, FileFormatError
from casecracker.engine.files import (
    STDIN,
    check_format,
    did_you_mean,
    escaped,
    parse_toml,
    place,
    read_text,
    shown,
)
from casecracker.engine.games import GAMES, Game, Settings, SettingValue, find_game, make_settings
from casecracker.engine.library import find_listed, resolve_deck
from casecracker.engine.positionkeys import is_position
from casecracker.engine.shuffles import MAX_SEED, MAX_SHUFFLES, SCHEME
from casecracker.engine.tomltext import toml_key, toml_lines, toml_value

_CODE = re.compile(r"[^:/\\.\s]{2,}:[^/\\\n]*", re.ASCII)
_DIGITS = re.compile(r"[0-9]+")
_KEYS = (
    "format",
    "game",
    "deck",
    "settings",
    "draw",
    "victims",
    "menaces",
    "reshuffle",
    "reshuffles",
)
_ORDER_NOTES = {
    "victims": "# first to appear first; the first two are the open cases",
    "menaces": "# top of the menace deck first",
}
_EXAMPLE = "witch-cult:42"


def looks_like_code(target: str) -> bool:
    """Whether a target is meant as a deal code: a word, a colon, no folder."""
    return _CODE.fullmatch(target) is not None


def load_target(target: str, deck_override: str | None = None) -> Deal:
    """The deal that a target names: a deal code, a deal file, or `-` for standard input.

    Args:
        target: What the user typed. Standard input may hold a deal file or a code.
        deck_override: Id or path of a deck to use instead of the one that the target names.

    Raises:
        CasecrackerError: One of its kinds, with a message that says what is wrong and where.
    """
    source = read_target(target)
    if isinstance(source, str):
        return parse_code(source, deck_override)
    return parse_deal(source.text, source.where, source.folder, deck_override)


def read_target(target: str) -> "Source | str":
    """The file that a target names, or the deal code that it is or that standard input holds.

    Raises:
        FileFormatError: The file cannot be read.
    """
    if looks_like_code(target):
        return target
    try:
        text = read_text(target)
    except FileFormatError as error:
        raise _with_hint(error, target) from None
    if target == STDIN and looks_like_code(text.strip()):
        return text.strip()
    return Source(text, place(target), "" if target == STDIN else os.path.dirname(target))


class Source(NamedTuple):
    """The text of a file, how messages name it, and the folder from which its paths start."""

    text: str
    where: str
    folder: str


def _with_hint(error: FileFormatError, target: str) -> FileFormatError:
    """A word that is no file may be meant as a code."""
    if target == STDIN or not is_id(target):
        return error
    return FileFormatError(f"{error}; a deal code has a colon and a seed, like {_EXAMPLE}")


def parse_code(text: str, deck: str | None = None) -> Deal:
    """The deal that a code names: `GAME:SEED[,key=value...]`, keys in any order.

    Args:
        text: The code.
        deck: Id or path of a deck to use instead of the game's default or the code's `deck`.

    Raises:
        DealError: The code is malformed, or its deck cannot be dealt with its settings.
        GameError: The game or a setting is unknown, or a setting does not take its value.
        DeckError: There is no such deck, or it is one of another game.
    """
    where = f"deal code {shown(text)}"
    head, colon, rest = text.partition(":")
    if not colon:
        raise DealError(f"{where}: no colon; a deal code looks like {_EXAMPLE}")
    seed_text, *words = rest.split(",")
    try:
        game = find_game(head)
        seed = parse_seed(seed_text)
        chosen = _chosen(game, words)
        named = chosen.pop("deck", None)
        settings = make_settings(game, chosen)
        cards, deck_id = _deck_of(game, named, deck)
        return deal_from_seed(cards, deck_id, seed, settings)
    except CasecrackerError as error:
        raise placed(error, where) from None


def parse_seed(text: str) -> int:
    """A seed, 0 to 2^64 - 1.

    Raises:
        DealError: The text is no such number.
    """
    if not _DIGITS.fullmatch(text):
        raise DealError(f"seed {shown(text)} is no whole number; a seed is 0 to {MAX_SEED}")
    digits = text.lstrip("0") or "0"
    # Python refuses to read numbers of thousands of digits.
    if len(digits) > len(str(MAX_SEED)) or int(digits) > MAX_SEED:
        raise DealError(f"seed {shown(text)} is too large; a seed is 0 to {MAX_SEED}")
    return int(digits)


def _chosen(game: Game, words: list[str]) -> dict[str, SettingValue]:
    """Settings of a code, and `deck` if it is there."""
    chosen: dict[str, SettingValue] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise DealError(f"{shown(word)} is no setting; settings look like limits=6")
        if key in chosen:
            raise DealError(f"setting {shown(key)} is given twice")
        if key not in ("deck", "v"):
            game.setting(key)
        chosen[key] = value
    _check_scheme(str(chosen.pop("v", SCHEME)))
    return chosen


def _check_scheme(scheme: str) -> None:
    if scheme != str(SCHEME):
        raise DealError(
            f"shuffle scheme v={escaped(scheme[:20])} is not known here; "
            f"this casecracker knows v={SCHEME} alone; a newer one may know more"
        )


def _deck_of(game: Game, named: object, override: str | None) -> tuple[Deck, str]:
    """The deck of a code, and its id or path."""
    if override is not None:
        deck, deck_id = resolve_deck(override)
    else:
        deck_id = game.default_deck if named is None else str(named)
        deck = find_listed(deck_id)
    check_game(deck, deck_id, game)
    return deck, deck_id


def check_game(deck: Deck, deck_id: str, game: Game) -> None:
    """Check that a deck is one of the game."""
    if deck.game != game.id:
        raise DeckError(f"deck '{escaped(deck_id)}' is one of {deck.game}, not of {game.id}")


def parse_deal(text: str, where: str, folder: str = "", deck: str | None = None) -> Deal:
    """The deal that a deal file describes.

    Args:
        text: The file's text.
        where: Names the file in messages.
        folder: The file's folder, from which the path of its deck starts.
        deck: Id or path (from the current folder) of a deck to use instead.

    Raises:
        CasecrackerError: One of its kinds, with a message that says what is wrong and where.
    """
    return deal_from_document(parse_toml(text, where), where, file_resolver(folder, deck))


Resolve: TypeAlias = Callable[[str], tuple[Deck, str]]
"""Gives the deck that a file names, and its id or path."""


def file_resolver(folder: str = "", deck: str | None = None) -> Resolve:
    """What finds the deck of a file in `folder`; always `deck` (id or path) if that is given."""

    def resolve(name: str) -> tuple[Deck, str]:
        return resolve_deck(name, folder) if deck is None else resolve_deck(deck)

    return resolve


def deal_from_document(document: dict[str, Any], where: str, resolve: Resolve) -> Deal:
    """The deal that a parsed deal file describes.

    Args:
        document: The parsed file.
        where: Names the file in messages.
        resolve: Gives the deck that the file names, and its id or path.

    Raises:
        CasecrackerError: One of its kinds, with a message that says what is wrong and where.
    """
    check_format(document, where)
    try:
        _check_no_position(document)
        _check_keys(document)
        game = find_game(text_value(document, "game"))
        settings = settings_value(document, game)
        deck, deck_id = resolve(text_value(document, "deck"))
        check_game(deck, deck_id, game)
        return _deal(document, deck, deck_id, settings)
    except CasecrackerError as error:
        raise placed(error, where) from None


def deal_document(deal: Deal) -> dict[str, Any]:
    """The deal as the parsed form of its deal file."""
    called, order = called_cards(deal)
    document: dict[str, Any] = {
        "format": 1,
        "game": deal.game,
        "deck": deal.deck_id,
        "settings": dict(deal.settings),
        "draw": list(deal.draw),
        called: list(order),
    }
    if deal.seed is not None:
        document["reshuffle"] = deal.seed
    if deal.reshuffles:
        document["reshuffles"] = [list(order) for order in deal.reshuffles]
    return document


def called_cards(deal: Deal) -> tuple[str, tuple[str, ...]]:
    """The cards that the limits call into the game, in order, with their key in a deal file."""
    if find_game(deal.game).has_case_cards:
        return "menaces", deal.menaces
    return "victims", deal.victims


def placed(error: CasecrackerError, where: str) -> CasecrackerError:
    """The same error, told to have come up at that place."""
    return type(error)(f"{where}: {error}")


def _keys_of(name: object) -> tuple[str, ...]:
    """The keys of deal files of the game with that id; of an unknown game, of any."""
    if not isinstance(name, str) or name not in GAMES:
        return _KEYS
    foreign = "victims" if GAMES[name].has_case_cards else "menaces"
    return tuple(key for key in _KEYS if key != foreign)


def _check_no_position(document: Mapping[str, Any]) -> None:
    if is_position(document):
        raise DealError(
            "a position in the middle of a game; a deal is needed here: a deal code or a deal file"
        )


def _check_keys(document: Mapping[str, Any]) -> None:
    known = _keys_of(document.get("game"))
    for key in document:
        if key not in known:
            hint = did_you_mean(key, known)
            raise DealError(f"unknown key {shown(key)}{hint}; known keys: {', '.join(known)}")


def text_value(document: Mapping[str, Any], key: str) -> str:
    """The text under a key that must be there."""
    value = document.get(key)
    if isinstance(value, str):
        return value
    was = "is missing" if value is None else f"is {shown(value)}"
    raise DealError(f"key '{key}' {was}; it must be text in quotes")


def id_list(value: object, where: str) -> tuple[str, ...]:
    """A list of ids, which may be ids of anything."""
    if not isinstance(value, list):
        was = "is missing" if value is None else f"is {shown(value)}"
        raise DealError(f"{where} {was}; it must be a list of card ids")
    for number, card in enumerate(value, start=1):
        if not isinstance(card, str):
            raise DealError(f"{where}: item {number} is {shown(card)}; it must be a card id")
    return tuple(value)


def settings_value(document: Mapping[str, Any], game: Game) -> Settings:
    """The table of settings."""
    chosen = document.get("settings", {})
    if not isinstance(chosen, dict):
        raise DealError(f"key 'settings' is {shown(chosen)}; it must be a table [settings]")
    return make_settings(game, chosen, from_file=True)


def _deal(document: Mapping[str, Any], deck: Deck, deck_id: str, settings: Settings) -> Deal:
    clues = deck.clue_ids()
    draw = id_list(document.get("draw"), "key 'draw'")
    check_order("key 'draw'", draw, clues)
    victims, menaces = _called(document, deck, settings)
    reshuffles = reshuffles_value(document.get("reshuffles", []), clues)
    seed = seed_value(document)
    return _recognized(
        Deal(deck, deck_id, settings, draw, victims, seed, reshuffles, menaces=menaces)
    )


def _called(
    document: Mapping[str, Any], deck: Deck, settings: Settings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The victims and the menaces, of which a game has one kind."""
    if find_game(deck.game).has_case_cards:
        menaces = id_list(document.get("menaces"), "key 'menaces'")
        check_menaces("key 'menaces'", menaces, deck, settings)
        return (), menaces
    victims = id_list(document.get("victims"), "key 'victims'")
    check_victims("key 'victims'", victims, deck, settings)
    return victims, ()


def seed_value(document: Mapping[str, Any]) -> int | None:
    """The seed of the later shuffles, None if there is none."""
    seed = document.get("reshuffle")
    if isinstance(seed, str):
        return parse_seed(seed)
    if seed is None or (type(seed) is int and 0 <= seed <= MAX_SEED):
        return seed
    raise DealError(f"key 'reshuffle' is {shown(seed)}; it must be a seed, 0 to {MAX_SEED}")


def reshuffles_value(value: object, clues: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The orders of later shuffles, each with every clue card once."""
    if not isinstance(value, list):
        raise DealError(f"key 'reshuffles' is {shown(value)}; it must be a list of lists of ids")
    if len(value) > MAX_SHUFFLES:
        raise DealError(f"key 'reshuffles' has {len(value)} orders; at most {MAX_SHUFFLES}")
    orders = []
    for number, order in enumerate(value, start=1):
        where = f"key 'reshuffles', order {number}"
        ids = id_list(order, where)
        check_order(where, ids, clues)
        orders.append(ids)
    return tuple(orders)


def _recognized(deal: Deal) -> Deal:
    """The same deal; where a deal code tells all of it, it knows that code."""
    if deal.seed is None or deal.reshuffles:
        return deal
    try:
        make_settings(find_game(deal.game), deal.settings.changed())
    except CasecrackerError:  # settings beyond the box, which no code can name
        return deal
    seeded = deal_from_seed(deal.deck, deal.deck_id, deal.seed, deal.settings)
    orders = (deal.draw, deal.victims, deal.menaces)
    return seeded if (seeded.draw, seeded.victims, seeded.menaces) == orders else deal


def deal_text(deal: Deal, folder: str = "") -> str:
    """The deal as a deal file in `folder`; reading it there gives back an equal deal."""
    name = f"deal {deal.code}" if deal.code else "a deal"
    called, order = called_cards(deal)
    lines = [
        f"# {name} of {deal.game} with a {deal.deck.provenance} deck: {escaped(deal.deck.name)}",
        "format = 1",
        *toml_lines("game", deal.game),
        *toml_lines("deck", deck_name(deal.deck_id, folder)),
        "# top first: five leads from right to left, three cards of the hand, the stack",
        *toml_lines("draw", deal.draw),
        _ORDER_NOTES[called],
        *toml_lines(called, order),
    ]
    if deal.seed is not None:
        # TOML readers need not take whole numbers past 63 bits.
        seed = deal.seed if deal.seed < 2**63 else str(deal.seed)
        lines += ["# seed of the later shuffles", *toml_lines("reshuffle", seed)]
    if deal.reshuffles:
        lines += ["reshuffles = [", *(f"  {toml_value(order)}," for order in deal.reshuffles), "]"]
    lines += ["", "[settings]"]
    lines += [f"{toml_key(key)} = {toml_value(value)}" for key, value in deal.settings.items()]
    return "\n".join(lines) + "\n"


def deck_name(deck_id: str, folder: str) -> str:
    """An id as it is; a path as it opens from `folder`, and so that it is not taken for an id."""
    if is_id(deck_id):
        return deck_id
    if os.path.isabs(deck_id):
        inside = os.path.isabs(folder) and os.path.dirname(deck_id) == os.path.normpath(folder)
        path = os.path.basename(deck_id) if inside else deck_id
    else:
        home = os.path.realpath(os.path.dirname(deck_id))
        path = os.path.join(os.path.relpath(home, os.path.realpath(folder)), "")
        path = os.path.normpath(path + os.path.basename(deck_id))
    return os.path.join(".", path) if is_id(path) else path
