"""Deals of Streets of Arkham: all that chance decides, fixed by a seed.

The orders of all decks, of later shuffles and of the monster cup, and a tape of each kind of dice;
their streams are listed in docs/formats.md, Streets of Arkham.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from casecracker.engine.dealfile import parse_seed, placed
from casecracker.engine.dice import COLOURS
from casecracker.engine.errors import DealError, GameError
from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.games import OTHER_GAME, Setting
from casecracker.engine.shuffles import MAX_SEED, numbers, shuffled
from casecracker.engine.streets.boxfile import load_box, shipped_box
from casecracker.engine.streets.cards import DECKS, DICE, AncientOne, Box

GAME = OTHER_GAME
TITLE = "Elder Sign: Gates of Arkham, Streets of Arkham"
DEALT = "dealt"
MAX_INVESTIGATORS = 8
SETTINGS = (
    Setting("investigators", tuple(range(1, MAX_INVESTIGATORS + 1)), 1, "investigators in play"),
    Setting(
        "ancient-one",
        (DEALT, "yibb-tstll", "ghatanothoa", "atlach-nacha", "yog-sothoth"),
        DEALT,
        "the Ancient One: dealt, or one by its id",
    ),
)
ADVENTURES, WORLDS, EVENTS, MYTHOS = 5, 6, 7, 8
"""Places of decks in `Table.decks`, after those of `DECKS`."""

_CHUNK = 64


class _Named(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def number(self) -> int: ...


@dataclass
class Tape:
    """Faces of one kind of dice, roll after roll; read further as far as a game asks."""

    faces: Iterator[str]
    read: list[str] = field(default_factory=list)

    def part(self, start: int, count: int) -> list[str]:
        """The faces of so many dice, from the roll numbered `start` (the first is 0)."""
        while len(self.read) < start + count:
            self.read.extend(next(self.faces) for _ in range(_CHUNK))
        return self.read[start : start + count]


@dataclass(frozen=True)
class StreetsDeal:
    """A shuffle of Streets of Arkham.

    Attributes:
        box: The cards.
        seed: 0 to 2^64 - 1.
        investigators: How many play, 1 to 8.
        ancient_one: `dealt`, or the id of one.
        box_id: Path of the box's file; empty for the one that comes with the package.

    Raises:
        DealError: The seed is none, or the box has too few investigators.
        GameError: A setting does not take the value.
    """

    box: Box
    seed: int
    investigators: int = 1
    ancient_one: str = DEALT
    box_id: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MAX_SEED:
            raise DealError(f"seed {self.seed}; it is 0 to {MAX_SEED}")
        known = [ancient.id for ancient in self.box.ancients]
        if self.ancient_one not in (DEALT, *known):
            raise GameError(
                f"{GAME}: setting 'ancient-one' is {shown(self.ancient_one)}; it takes "
                f"{' or '.join((DEALT, *known))}"
            )
        most = min(MAX_INVESTIGATORS, len(self.box.investigators))
        if not 1 <= self.investigators <= most:
            raise GameError(
                f"{GAME}: setting 'investigators' is {self.investigators}; it takes 1 to {most}"
            )

    @property
    def code(self) -> str | None:
        """The deal code; None if the box is not the one that comes with the package."""
        if self.box_id:
            return None
        words = [f"{GAME}:{self.seed}"]
        words += [f"{name}={value}" for name, value in sorted(self.settings.items())]
        return ",".join(words)

    @property
    def settings(self) -> dict[str, int | str]:
        """The settings that differ from the defaults."""
        chosen: dict[str, int | str] = {}
        if self.investigators != 1:
            chosen["investigators"] = self.investigators
        if self.ancient_one != DEALT:
            chosen["ancient-one"] = self.ancient_one
        return chosen

    @cached_property
    def ancient(self) -> AncientOne:
        """The Ancient One of this game."""
        if self.ancient_one == DEALT:
            return self.box.ancients[self._order(self.box.ancients, "ancient-one")[0]]
        return next(one for one in self.box.ancients if one.id == self.ancient_one)

    @cached_property
    def decks(self) -> tuple[tuple[int, ...], ...]:
        """Numbers of the cards of each deck, top first; in the order of `Table.decks`."""
        box = self.box
        assets = [[one for one in box.assets if one.deck == deck] for deck in DECKS]
        return (
            *(self._order(some, f"{deck}/0") for some, deck in zip(assets, DECKS, strict=True)),
            self._order(box.places[: box.adventures], "adventure/0"),
            self._order(box.places[box.adventures :], "other-world/0"),
            self.events(0),
            self.mythos(0),
        )

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The investigators, first to come first."""
        return self._order(self.box.investigators, "investigator/0")

    @cached_property
    def tapes(self) -> tuple[Tape, ...]:
        """The faces that the green, yellow and red dice will show."""
        return tuple(Tape(_faces(self.seed, colour)) for colour in DICE)

    @cached_property
    def _later(self) -> dict[str, tuple[int, ...]]:
        return {}

    def events(self, shuffle: int) -> tuple[int, ...]:
        """The order of the Event deck after a shuffle; 0 is the opening one."""
        return self._kept(self.box.events, f"event/{shuffle}")

    def mythos(self, shuffle: int) -> tuple[int, ...]:
        """The order of the Mythos deck after a shuffle; 0 is the opening one."""
        return self._kept(self.box.mythos, f"mythos/{shuffle}")

    def cup(self, draw: int) -> tuple[int, ...]:
        """Who comes first out of the cup at a draw, the first being 1: the first who is in it."""
        return self._kept(self.box.monsters, f"monster/{draw}")

    def _kept(self, some: Sequence[_Named], stream: str) -> tuple[int, ...]:
        if stream not in self._later:
            self._later[stream] = self._order(some, stream)
        return self._later[stream]

    def _order(self, some: Sequence[_Named], stream: str) -> tuple[int, ...]:
        named = {one.id: one.number for one in some}
        return tuple(named[one] for one in shuffled(sorted(named), self.seed, stream))


def _faces(seed: int, colour: str) -> Iterator[str]:
    """The faces that a die of some colour shows, roll after roll."""
    faces = COLOURS[colour]
    return (faces[number] for number in numbers(seed, f"dice/{colour}", len(faces)))


def is_streets_code(text: str) -> bool:
    """Whether a target is meant as a deal code of this game."""
    return text == GAME or text.startswith(f"{GAME}:")


def parse_streets_code(text: str, box_path: str | None = None) -> StreetsDeal:
    """The deal that a code names: `streets-of-arkham:7,investigators=2,ancient-one=yog-sothoth`.

    Args:
        text: The code.
        box_path: A box file to use instead of the cards that come with the package.

    Raises:
        DealError: The code is malformed.
        GameError: A setting is unknown or does not take the value.
        DeckError: The box file breaks its form.
        FileFormatError: The box file cannot be read.
    """
    where = f"deal code {shown(text)}"
    head, colon, rest = text.partition(":")
    if head != GAME or not colon:
        raise DealError(f"{where}: a deal code looks like {GAME}:7,investigators=2")
    seed_text, *words = rest.split(",")
    seed = _seed(seed_text, where)
    chosen = _chosen(words, where)
    box = shipped_box() if box_path is None else load_box(box_path)
    return StreetsDeal(
        box, seed, _investigators(chosen, where), str(chosen.get("ancient-one", DEALT)),
        box_path or "",
    )  # fmt: skip


def _seed(text: str, where: str) -> int:
    try:
        return parse_seed(text)
    except DealError as error:
        raise placed(error, where) from None


def _chosen(words: list[str], where: str) -> dict[str, str]:
    names = [setting.name for setting in SETTINGS]
    chosen: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name in names and not equals:
            raise GameError(f"{where}: {name} needs a value: {name}=...")
        if not equals or name not in names:
            hint = did_you_mean(name, names) or f"; it has: {', '.join(names)}"
            raise GameError(f"{where}: {GAME} has no setting {shown(name)}{hint}")
        if name in chosen:
            raise DealError(f"{where}: {name} is given twice")
        chosen[name] = value
    return chosen


def _investigators(chosen: Mapping[str, str], where: str) -> int:
    text = chosen.get("investigators", "1")
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise GameError(
            f"{where}: setting 'investigators' is {shown(text)}; it takes 1 to {MAX_INVESTIGATORS}"
        )
    return int(text)
