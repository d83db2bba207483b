"""Small decks and deals laid out by hand, and both engines behind one face.

A test states only the cards that matter. All others are dead cards: no card of these decks and no
victim leads to them. Default clue cards follow each other and every default victim. Where a game
has another sixth type in the place of the monster, a card that is said to be one shows that type.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypedDict, Unpack

from casecracker.engine.cards import Clue, Contact, Deck, Victim
from casecracker.engine.deals import Deal
from casecracker.engine.games import WITCH_CULT, SettingValue, find_game, make_settings
from casecracker.engine.games import Game as GameData
from casecracker.engine.referee import Referee
from casecracker.engine.state import State

CardLike: TypeAlias = Clue | str
Snapshot: TypeAlias = dict[str, Any]

FIVE = "person threat artifact evidence location"
SIX = f"{FIVE} monster"
SIXTH = {"witch-cult": "monster", "king-in-yellow": "passion"}
STACK = ("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9")
VICTIMS = ("v1", "v2", "v3", "v4", "v5", "v6")
YELLOW = "king-in-yellow"
DEFAULTS = {"left": "research", "right": "research", "attributes": "", "effects": ""}
PARTED = {"left_purple", "right_purple", "sides"}
"""What else of a clue card is several words."""


class Printed(TypedDict, total=False):
    """What a clue card shows beside its types; words are separated by spaces."""

    left: str
    right: str
    effects: str
    attributes: str
    minimum: int
    yellow_minimum: int
    immediate: str
    letter: str
    left_purple: str
    right_purple: str
    sides: str
    time: bool
    stability: bool


class Setup(TypedDict, total=False):
    """A deal: text instead of a card means a dead card of that id.

    Attributes:
        game: The game's id; The Witch Cult Murders if left out.
        leads: First lead first; filled up to five with dead cards l1 to l5, by place.
        hand: Filled up to three with dead cards h1 to h3, by place.
        stack: Top first; s1 to s9 if left out.
        icons: Right edges of the victims v1, v2, ...; research if left out.
        contact: Sides of the contact; no contact if left out.
        reshuffles: Orders of shuffles 1, 2, ...: the first cards, the rest follows by id.
        settings: Those that differ from the default.
    """

    game: str
    leads: Sequence[CardLike]
    hand: Sequence[CardLike]
    stack: Sequence[CardLike]
    icons: Sequence[str]
    contact: str
    reshuffles: Sequence[str]
    settings: dict[str, SettingValue]


def clue(card: str, types: str = "person", **printed: Unpack[Printed]) -> Clue:
    """A clue card; without further words it is playable, and nothing happens."""
    fields = dict[str, object](printed)
    for key in {*DEFAULTS, *(PARTED & fields.keys())}:
        fields[key] = tuple(str(fields.get(key, DEFAULTS.get(key))).split())
    return Clue.model_validate({"id": card, "types": tuple(types.split()), **fields})


def dead(card: str, types: str = "person", **printed: Unpack[Printed]) -> Clue:
    """A clue card that fits nowhere."""
    printed.setdefault("left", "collection")
    printed.setdefault("right", "collection")
    return clue(card, types, **printed)


def passion(card: str, effect: str, **printed: Unpack[Printed]) -> Clue:
    """A Passion card of The King in Yellow that fits nowhere, with that immediate effect."""
    printed["immediate"] = effect
    return dead(card, "passion", **printed)


def make_deal(**setup: Unpack[Setup]) -> Deal:
    """The deal that `setup` describes; later shuffles are unknown unless it gives them."""
    leads = filled(setup.get("leads", ()), "l", 5)
    hand = filled(setup.get("hand", ()), "h", 3)
    clues = [*leads, *hand, *filled(setup.get("stack", STACK), "", 0)]
    game = find_game(setup.get("game", WITCH_CULT.id))
    deck = _deck(game, clues, setup.get("icons", ()), setup.get("contact"))
    settings = make_settings(game, setup.get("settings", {}), from_file=True)
    draw = [*reversed(clues[:5]), *clues[5:]]
    return Deal(
        deck=deck,
        deck_id="by-hand",
        settings=settings,
        draw=tuple(card.id for card in draw),
        victims=VICTIMS[: settings.number("victims")],
        reshuffles=tuple(full_order(deck, text) for text in setup.get("reshuffles", ())),
    )


def filled(cards: Sequence[CardLike], letter: str, least: int) -> list[Clue]:
    """The cards, text made dead cards, filled up to `least` with dead cards of that letter."""
    names = [f"{letter}{place}" for place in range(len(cards) + 1, least + 1)]
    return [dead(card) if isinstance(card, str) else card for card in (*cards, *names)]


def _deck(game: GameData, clues: list[Clue], icons: Sequence[str], contact: str | None) -> Deck:
    edges = [*icons, *["research"] * (len(VICTIMS) - len(icons))]
    return Deck(
        game=game.id,
        name="By hand",
        provenance="synthetic",
        clue=tuple(_with_types_of(game, card) for card in clues),
        victim=tuple(
            Victim(id=card, right=tuple(edge.split()))
            for card, edge in zip(VICTIMS, edges, strict=True)
        ),
        contact=(Contact(id="p1", sides=tuple(contact.split())),) if contact else (),
    )


def _with_types_of(game: GameData, card: Clue) -> Clue:
    types = (kind if kind in game.types else SIXTH[game.id] for kind in card.types)
    return card.model_copy(update={"types": tuple(types)})


def full_order(deck: Deck, text: str) -> tuple[str, ...]:
    """An order of all clue cards: the named ones first, the rest by id."""
    first = text.split()
    return (*first, *(card for card in deck.clue_ids() if card not in first))


class Game:
    """A game in progress; says what the tests ask. One subclass for each engine."""

    def moves(self) -> set[str]:
        """The legal moves, checked to be free of doubles."""
        texts = self._moves()
        assert len(texts) == len(set(texts)), texts
        return set(texts)

    def contact_moves(self) -> set[str]:
        """The legal moves of the contact."""
        return {text for text in self.moves() if text.startswith("contact")}

    def play(self, line: str) -> None:
        """Play moves, separated by semicolons."""
        for text in line.split(";"):
            self._play(text.strip())

    def __getitem__(self, key: str) -> Any:
        """An entry of the snapshot."""
        return self.snapshot()[key]

    def case(self, number: int) -> Snapshot:
        """The open case of that number."""
        return next(case for case in self["cases"] if case["number"] == number)

    def open_cases(self) -> list[int]:
        """Numbers of the open cases, ascending."""
        return sorted(case["number"] for case in self["cases"])

    def snapshot(self) -> Snapshot:
        """Everything on the table, in the words of the engine."""
        raise NotImplementedError

    def _moves(self) -> list[str]:
        raise NotImplementedError

    def _play(self, text: str) -> None:
        raise NotImplementedError


class RefereeGame(Game):
    """A game kept by the plain rules."""

    def __init__(self, deal: Deal) -> None:
        self._referee = Referee(deal)

    def snapshot(self) -> Snapshot:
        return self._referee.snapshot()

    def _moves(self) -> list[str]:
        return list(self._referee.legal())

    def _play(self, text: str) -> None:
        self._referee.play(text)


class KernelGame(Game):
    """A game kept by the compiled rules."""

    def __init__(self, deal: Deal) -> None:
        self._state = State.start(deal)

    def snapshot(self) -> Snapshot:
        return self._state.snapshot()

    def _moves(self) -> list[str]:
        return [str(move) for move in self._state.moves()]

    def _play(self, text: str) -> None:
        self._state = self._state.play(text)


Engine: TypeAlias = type[RefereeGame] | type[KernelGame]


class Table(Protocol):
    """Starts a game by hand with one of the engines."""

    def __call__(self, **setup: Unpack[Setup]) -> Game:
        """The game at its first decision."""

    def start(self, deal: Deal) -> Game:
        """The game of any deal at its first decision."""


class EngineTable:
    """A table served by one engine, where `game` is played if a test names none."""

    def __init__(self, engine: Engine, game: str) -> None:
        self._engine = engine
        self._game = game

    def __call__(self, **setup: Unpack[Setup]) -> Game:
        setup.setdefault("game", self._game)
        return self.start(make_deal(**setup))

    def start(self, deal: Deal) -> Game:
        return self._engine(deal)
