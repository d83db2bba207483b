"""What an analysis is about: the cards of a game, a deck, or one deal, and the settings."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

from casecracker.engine.cards import Deck, is_id
from casecracker.engine.dealfile import (
    check_game,
    deal_from_document,
    file_resolver,
    looks_like_code,
    parse_code,
    read_target,
)
from casecracker.engine.deals import Deal
from casecracker.engine.deckfile import deck_from_document
from casecracker.engine.errors import DealError, DeckError
from casecracker.engine.files import STDIN, did_you_mean, parse_toml, shown
from casecracker.engine.games import (
    GAMES,
    MENACE_DECKS,
    Settings,
    SettingValue,
    check_is_no_other,
    make_settings,
)
from casecracker.engine.library import deck_ids, resolve_deck
from casecracker.engine.positionfile import position_from_document
from casecracker.engine.positionkeys import is_position

Target: TypeAlias = str | Path | Deck | Deal
"""A game's id, a deck's id, a deal code, a path of a deck, deal or position file; or itself."""


@dataclass(frozen=True)
class Subject:
    """Cards and settings of one game.

    Attributes:
        deck: The cards.
        deck_id: The deck's id or path; empty for a deck that was handed over as it is.
        settings: A value for every setting.
        victims: Ids of the victims that may appear; none in infinite-gulfs.
        menaces: Ids of the menaces that may enter play; those of all in the other games.
        deal: The deal, if the target is one.
    """

    deck: Deck
    deck_id: str
    settings: Settings
    victims: tuple[str, ...]
    menaces: tuple[str, ...]
    deal: Deal | None = None

    @property
    def game(self) -> str:
        """The game's id."""
        return self.deck.game


def subject_of(
    target: Target,
    settings: Mapping[str, SettingValue] | None = None,
    deck: str | None = None,
) -> Subject:
    """What a target names.

    Args:
        target: A game's id (its default deck), a deck's id, a deal code, a path, `-` for standard
            input, a deck or a deal. Of a position file the deck and the settings are used.
        settings: Settings that differ from the defaults; a deal has settings of its own.
        deck: Id or path of a deck to use instead of the target's.

    Raises:
        CasecrackerError: One of its kinds, with a message that says what is wrong and where.
    """
    if isinstance(target, str | Path):
        found = _named(os.fspath(target), deck)
    elif isinstance(target, Deck | Deal):
        found = target
    else:
        raise DealError(f"a target is a game, a deck, a deal or a path, not {target!r:.60}")
    if isinstance(found, Deck):
        found = _NamedDeck(found, "")
    if isinstance(found, _NamedDeck):
        chosen = make_settings(GAMES[found.deck.game], settings or {})
        return _of_deck(found.deck, found.deck_id, chosen)
    if settings:
        raise DealError("a deal has settings of its own; they cannot be given beside it")
    return _of_deal(found) if isinstance(found, Deal) else found


class _NamedDeck(NamedTuple):
    deck: Deck
    deck_id: str


def _of_deal(deal: Deal) -> Subject:
    return Subject(deal.deck, deal.deck_id, deal.settings, deal.victims, deal.menaces, deal)


def _of_deck(deck: Deck, deck_id: str, settings: Settings) -> Subject:
    """Any card that some deal with these settings has may appear."""
    parts = MENACE_DECKS[1:] if settings.get("menace") == "no-aurora" else MENACE_DECKS
    menaces = tuple(menace.id for menace in deck.menace if menace.deck in parts)
    return Subject(deck, deck_id, settings, tuple(card.id for card in deck.victim), menaces)


def _named(target: str, deck: str | None) -> "_NamedDeck | Deck | Deal | Subject":
    check_is_no_other(target)
    if looks_like_code(target):
        return parse_code(target, deck)
    if target in GAMES:
        return _deck_of_game(target, deck or GAMES[target].default_deck)
    if target in deck_ids():
        return _NamedDeck(*resolve_deck(deck or target))
    if target != STDIN and is_id(target) and not os.path.isfile(target):
        known = [*GAMES, *deck_ids()]
        hint = did_you_mean(target, known) or f"; known: {', '.join(known)}"
        raise DeckError(f"no game or deck {shown(target)}{hint}; a deal code is like witch-cult:42")
    return _in_file(target, deck)


def _deck_of_game(game: str, name: str) -> _NamedDeck:
    deck, deck_id = resolve_deck(name)
    check_game(deck, deck_id, GAMES[game])
    return _NamedDeck(deck, deck_id)


def _in_file(target: str, deck: str | None) -> "_NamedDeck | Deal | Subject":
    source = read_target(target)
    if isinstance(source, str):
        return parse_code(source, deck)
    document = parse_toml(source.text, source.where)
    if "clue" in document:  # first: a deck of infinite-gulfs has case cards as a position has
        read = _NamedDeck(deck_from_document(document, source.where), target)
        return read if deck is None else _NamedDeck(*resolve_deck(deck))
    resolve = file_resolver(source.folder, deck)
    if not is_position(document):
        return deal_from_document(document, source.where, resolve)
    position = position_from_document(document, source.where, resolve).position
    return _of_deck(position.deck, position.deck_id, position.settings)
