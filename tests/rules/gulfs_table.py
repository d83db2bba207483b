"""Small decks and deals of Infinite Gulfs of Darkness, laid out by hand.

A test states only the cards that matter, as with `table.py`. The clue cards on other sides of case
and menace cards come first in every order, so that nothing works that would deal them.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias, TypedDict, Unpack

from casecracker.engine.cards import CaseCard, Clue, Menace
from casecracker.engine.deals import Deal
from casecracker.engine.games import INFINITE_GULFS, SettingValue, make_settings
from tests.gulfs import Box, CasePrinted, MenacePrinted, make_case, make_gulfs_deck, make_menace
from tests.rules.table import STACK, CardLike, Engine, Game, filled, full_order

GULFS = INFINITE_GULFS.id
MENACES = ("m1", "m2", "m3", "m4")
NECRONOMICON = "necronomicon"

MenaceLike: TypeAlias = Menace | str


class GulfsSetup(TypedDict, total=False):
    """A deal: text instead of a card means a dead card, or a menace without effects, of that id.

    Attributes:
        leads: First lead first; filled up to five with dead cards l1 to l5, by place.
        hand: Filled up to three with dead cards h1 to h3, by place.
        stack: Top first; s1 to s9 if left out.
        cases: Case cards; those of the numbers 1 and 2, if left out, begin the game.
        menaces: Top first; m1 to m4 if left out.
        faces: Clue cards on the other sides of those that name them.
        objectives: The letters of each, separated by spaces; one out of reach if left out.
        contact: Sides of the contact; no contact if left out.
        equipment: Sides of the equipment card; none if left out.
        reshuffles: Orders of shuffles 1, 2, ...: the first cards, the rest follows by id.
        settings: Those that differ from the default.
    """

    leads: Sequence[CardLike]
    hand: Sequence[CardLike]
    stack: Sequence[CardLike]
    cases: Sequence[CaseCard]
    menaces: Sequence[MenaceLike]
    faces: Sequence[Clue]
    objectives: Sequence[str]
    contact: str
    equipment: str
    reshuffles: Sequence[str]
    settings: dict[str, SettingValue]


def case_card(number: int, right: str = "research", **printed: Unpack[CasePrinted]) -> CaseCard:
    """A case card; without further words nothing happens when it is closed."""
    return make_case(number, right, **printed)


def first(icons: str = "", *, clue: str = "") -> CaseCard:
    """Case card 1, open at the start, with these icons and perhaps a clue card behind it."""
    return case_card(1, start=True, on_close=icons, clue=clue)


def haunter(icons: str = "", ongoing: str = "darkness-time", *, clue: str = "") -> CaseCard:
    """Case card 7, the Haunter of the Dark."""
    return case_card(7, "", on_close=icons, ongoing=ongoing, clue=clue)


def aurora(card: str, **printed: Unpack[MenacePrinted]) -> Menace:
    """A menace card of the Aurora Borealis."""
    return make_menace(card, "aurora", **printed)


def gulfs_deal(**setup: Unpack[GulfsSetup]) -> Deal:
    """The deal that `setup` describes; later shuffles are unknown unless it gives them."""
    leads, hand = filled(setup.get("leads", ()), "l", 5), filled(setup.get("hand", ()), "h", 3)
    dealt = [*leads, *hand, *filled(setup.get("stack", STACK), "", 0)]
    menaces = [_made(card) for card in setup.get("menaces", MENACES)]
    box: Box = {
        "cases": _with_opening(setup.get("cases", ())),
        "menaces": menaces,
        "objectives": setup.get("objectives", ()),
        "contact": setup.get("contact", ""),
        "equipment": setup.get("equipment", ""),
    }
    deck = make_gulfs_deck([*setup.get("faces", ()), *dealt], **box)
    drawn = [card.id for card in (*reversed(dealt[:5]), *dealt[5:])]
    return Deal(
        deck=deck,
        deck_id="by-hand",
        settings=make_settings(INFINITE_GULFS, setup.get("settings", {}), from_file=True),
        draw=(*sorted(deck.faces()), *drawn),
        victims=(),
        menaces=tuple(card.id for card in menaces),
        reshuffles=tuple(full_order(deck, text) for text in setup.get("reshuffles", ())),
    )


def _with_opening(cases: Sequence[CaseCard]) -> list[CaseCard]:
    numbers = {card.number for card in cases}
    opening = [case_card(number, start=True) for number in (1, 2) if number not in numbers]
    return [*opening, *cases]


def _made(card: MenaceLike) -> Menace:
    return make_menace(card) if isinstance(card, str) else card


class GulfsTable(Protocol):
    """Starts a game of Infinite Gulfs of Darkness with one of the engines."""

    def __call__(self, **setup: Unpack[GulfsSetup]) -> Game:
        """The game at its first decision."""

    def start(self, deal: Deal) -> Game:
        """The game of any deal at its first decision."""


class GulfsEngineTable:
    """A table of this game served by one engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __call__(self, **setup: Unpack[GulfsSetup]) -> Game:
        return self.start(gulfs_deal(**setup))

    def start(self, deal: Deal) -> Game:
        return self._engine(deal)
