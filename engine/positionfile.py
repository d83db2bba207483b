"""Position files: what a player sees of a game, as TOML (docs/formats.md).

Here single entries are read and checked: keys, ids, numbers, no card twice. What the position as a
whole may be is checked in `positionrules.py`; it is written by `positiontext.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from casecracker.engine.cards import Deck
from casecracker.engine.dealfile import (
    Resolve,
    check_game,
    file_resolver,
    id_list,
    parse_code,
    placed,
    read_target,
    reshuffles_value,
    seed_value,
    settings_value,
    text_value,
)
from casecracker.engine.dealfile import deal_from_document as read_deal
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, PositionError
from casecracker.engine.files import check_format, parse_toml, shown
from casecracker.engine.games import Settings, find_game
from casecracker.engine.layout import LEAD_SLOTS, SHUFFLE_MASK
from casecracker.engine.pendingfile import read_pending
from casecracker.engine.position import Position
from casecracker.engine.positionentries import (
    Document,
    check_ids,
    check_keys,
    is_used,
    number_value,
    with_gulfs,
    with_victims,
)
from casecracker.engine.positionkeys import is_position, known_keys
from casecracker.engine.positionrules import check_position
from casecracker.engine.state import AREAS, State
from casecracker.engine.tabletop import Tabletop, packed

MAX_TURN = 9999


@dataclass(frozen=True)
class PositionFile:
    """What a position file says: the position, and of the hidden order what it tells.

    Attributes:
        position: What the player sees.
        order: The stack, top first; None if that is not told.
        called: The victims or menaces to come, the next one first; None if that is not told.
        seed: Decides the later shuffles that `reshuffles` does not.
        reshuffles: Priority orders of later shuffles, counted from this position.
        where: How messages name the file.
    """

    position: Position
    order: tuple[str, ...] | None = None
    called: tuple[str, ...] | None = None
    seed: int | None = None
    reshuffles: tuple[tuple[str, ...], ...] = ()
    where: str = field(default="a position", compare=False)

    @property
    def is_known(self) -> bool:
        """Whether the hidden order is told."""
        return self.order is not None and self.called is not None

    def state(self) -> State:
        """The state that the file describes.

        Raises:
            PositionError: The hidden order is not told.
        """
        if self.order is None or self.called is None:
            key = "draw" if self.order is None else called_key(self.position.game)
            raise PositionError(
                f"{self.where}: key '{key}' does not tell the hidden order, so this is no deal; "
                f"what to do in such a position is a question for `casecracker hint`"
            )
        return self.position.state(self.order, self.called, self.seed, self.reshuffles)


def load_game(target: str, deck: str | None = None) -> Deal | PositionFile:
    """What a target names: a deal (by its code or file), or a position.

    Args:
        target: What the user typed: a deal code, a path, or `-` for standard input.
        deck: Id or path of a deck to use instead of the one that the target names.

    Raises:
        CasecrackerError: One of its kinds, with a message that says what is wrong and where.
    """
    source = read_target(target)
    if isinstance(source, str):
        return parse_code(source, deck)
    document = parse_toml(source.text, source.where)
    resolve = file_resolver(source.folder, deck)
    if is_position(document):
        return position_from_document(document, source.where, resolve)
    return read_deal(document, source.where, resolve)


def load_position(target: str, deck: str | None = None) -> Position:
    """The position of a position file, or the opening of a deal; raises as `load_game`."""
    game = load_game(target, deck)
    return game.position if isinstance(game, PositionFile) else Position.of(State.start(game))


def file_of(deal: Deal) -> PositionFile:
    """What a position file says of a deal that begins with a position, everything hidden told."""
    position = deal.start
    assert position is not None
    called = deal.menaces if position.deck.menace else deal.victims
    return PositionFile(
        position,
        deal.draw[: len(position.stack)],
        tuple(card for card in called if card in position.unseen),
        deal.seed,
        deal.reshuffles,
    )


def deal_of(game: Deal | PositionFile) -> Deal:
    """The deal itself, or the one that begins with the position of a file.

    Raises:
        PositionError: The file does not tell the hidden order.
    """
    return game if isinstance(game, Deal) else game.state().deal


def parse_position(
    text: str, where: str, folder: str = "", deck: str | None = None
) -> PositionFile:
    """What the text of a position file says.

    Args:
        text: The file's text.
        where: Names the file in messages.
        folder: The file's folder, from which the path of its deck starts.
        deck: Id or path (from the current folder) of a deck to use instead.

    Raises:
        CasecrackerError: One of its kinds, with a message that says what is wrong and where.
    """
    return position_from_document(parse_toml(text, where), where, file_resolver(folder, deck))


def position_from_document(document: dict[str, Any], where: str, resolve: Resolve) -> PositionFile:
    """The same from a parsed position file; `resolve` gives its deck and the deck's name."""
    check_format(document, where)
    try:
        game = find_game(text_value(document, "game"))
        check_keys(document, known_keys(game), "")
        settings = settings_value(document, game)
        deck, deck_id = resolve(text_value(document, "deck"))
        check_game(deck, deck_id, game)
        return _read(document, deck, deck_id, settings, where)
    except CasecrackerError as error:
        raise placed(error, where) from None


def _read(
    document: Document, deck: Deck, deck_id: str, settings: Settings, where: str
) -> PositionFile:
    table = _tabletop(document, deck, settings)
    position = replace(packed(table), deck_id=deck_id)
    position = replace(position, remarks=tuple(check_position(position, table)))
    order = None
    if "draw" in document:
        order = id_list(document["draw"], "key 'draw'")
        _check_draw(order, position, table)
    return PositionFile(
        position,
        order,
        _called(document, position),
        seed_value(document),
        reshuffles_value(document.get("reshuffles", []), deck.clue_ids()),
        where,
    )


def _check_draw(order: tuple[str, ...], position: Position, table: Tabletop) -> None:
    """Check that `draw` has the cards of the stack."""
    places = {card: place for place, card in _places(table)} | table.turned_away()
    check_ids("key 'draw'", order, position.deck.clue_ids(), "clue card")
    for card in order:
        if card not in position.stack:
            raise PositionError(f"key 'draw': card '{card}' is not in the stack: {places[card]}")
    for card in position.stack:
        if card not in order:
            raise PositionError(
                f"key 'draw': card '{card}' is missing; it lies nowhere else, so it is in the stack"
            )


def _called(document: Document, position: Position) -> tuple[str, ...] | None:
    """The victims or menaces to come, if their order is told; nothing is hidden if none is."""
    value = document.get(called_key(position.game))
    if position.left and not isinstance(value, list):
        return None
    return tuple(value) if isinstance(value, list) else ()


def called_key(game: str) -> str:
    """The key that tells of victims or menaces to come."""
    return "menaces-left" if find_game(game).has_case_cards else "victims-left"


# The whole table


def _tabletop(document: Document, deck: Deck, settings: Settings) -> Tabletop:
    game = find_game(deck.game)
    leads = id_list(document.get("leads"), "key 'leads'")
    id_list(document.get("hand"), "key 'hand'")
    if len(leads) > LEAD_SLOTS:
        raise PositionError(
            f"key 'leads' has {len(leads)} cards; a row has {LEAD_SLOTS} at most, first lead first"
        )
    table = Tabletop(
        deck,
        settings,
        turn=number_value(document, "turn", "", 1, MAX_TURN),
        shuffles=number_value(document, "shuffles", "", 0, SHUFFLE_MASK),
        left=0,
        areas={name: id_list(document.get(name, []), f"key '{name}'") for name in AREAS},
        leads=leads,
        victims=(),
        cases=(),
        contact_used=is_used(document, "contact"),
        pending=read_pending(document.get("pending", "action"), deck),
    )
    reads = with_gulfs if game.has_case_cards else with_victims
    table = reads(document, table)
    _check_places(table)
    return replace(table, left=_left(document, table))


def _left(document: Document, table: Tabletop) -> int:
    """How many victims or menaces are to come; a number in the file must agree."""
    key = called_key(table.deck.game)
    value = document.get(key)
    possible = _possible_left(table)
    if not possible:
        raise PositionError(
            "key 'menaces-active': all menaces are listed; with menace = minus-one one is not there"
        )
    if isinstance(value, list):
        _check_called(key, id_list(value, f"key '{key}'"), table)
    count = len(value) if isinstance(value, list) else possible[0] if value is None else value
    if type(count) is not int or count not in possible:
        told = f"is {shown(count)}" if not isinstance(value, list) else f"lists {count}"
        raise PositionError(
            f"key '{key}' {told}; after what is on the table it must be "
            f"{' or '.join(map(str, possible))}"
        )
    return count


def _possible_left(table: Tabletop) -> list[int]:
    """How many may be to come. A menace taken out unseen may be known to be gone by now."""
    if not table.deck.menace:
        return [table.settings.number("victims") - len(table.victims)]
    unseen = len(table.unseen_menaces())
    if table.settings["menace"] != "minus-one":
        return [unseen]
    return [count for count in (unseen - 1, unseen) if count >= 0 and _can_be_left(table, count)]


def _can_be_left(table: Tabletop, count: int) -> bool:
    """Whether one menace at least is out of the game."""
    return count < len(table.unseen_menaces()) or bool(table.menaces_out)


def _check_called(key: str, called: tuple[str, ...], table: Tabletop) -> None:
    """Check those that are to come, in their order, against those that were seen."""
    where, lower = f"key '{key}'", table.deck.menace_ids("standard")
    if not table.deck.menace:
        known = [victim for victim in table.deck.victim_ids() if victim not in table.victims]
        check_ids(where, called, known, "victim still to come")
        return
    check_ids(where, called, table.unseen_menaces(), "menace still to come")
    if list(called) != sorted(called, key=lambda menace: menace in lower):
        raise PositionError(f"{where}: the Aurora Borealis menaces lie above all others")


# No card twice


def _places(table: Tabletop) -> Iterator[tuple[str, str]]:
    """Each card that is named, with the place that names it."""
    for name, cards in table.areas.items():
        yield from ((f"key '{name}'", card) for card in cards)
    yield from (("key 'leads'", card) for card in table.leads)
    for case in table.cases:
        yield from ((f"case {case.number}, key 'line'", card) for card in case.line)
    yield from (("key 'briefcase'", card) for card in table.briefcase)
    yield from (("key 'out'", card) for card in table.out)


def _check_places(table: Tabletop) -> None:
    """Check that each clue card is in one place, and none of those that have yet to be turned."""
    clues, away = table.deck.clue_ids(), table.turned_away()
    found: dict[str, str] = {}
    for place, card in _places(table):
        check_ids(place, [card], clues, "clue card")
        if card in found:
            also = "listed twice" if found[card] == place else f"in {found[card]} already"
            raise PositionError(f"{place}: card '{card}' is {also}; each card is in one place")
        if card in away:
            raise PositionError(f"{place}: card '{card}' is still the other side of {away[card]}")
        found[card] = place
    for case in table.cases:
        if case.last is not None:
            check_ids(f"case {case.number}, key 'last'", [case.last], clues, "clue card")
