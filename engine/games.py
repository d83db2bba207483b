"""What tells one game from another, as data: card vocabulary, settings, counts in the box.

Rules live in `rules.py`; a game here only names which of them it uses.
Sources: the rulebooks' component lists and game settings (docs/rules.md, sections 1 and 9).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from casecracker.engine.errors import GameError
from casecracker.engine.files import did_you_mean, shown

SettingValue: TypeAlias = int | str

TECHNIQUES = ("collection", "surveillance", "interview", "research")
ANY = "any"

VOLUNTARY_EFFECTS = (
    "take-lead",
    "take-discard",
    "take-closed",
    "take-stability",
    "take-time",
    "search-stack",
    "shuffle-discard",
    "exchange-penalty",
)
MANDATORY_EFFECTS = ("discard-hand", "discard-lead", "stability-check")
KEY_EFFECT = "key"
GULFS_VOLUNTARY_EFFECTS = ("search-menace",)
GULFS_MANDATORY_EFFECTS = ("close-5", "close-6", "prevent-next", "draw-menace")

CASE_ICONS = ("flip", "add-to-hand", "take-stability", *(f"access-{n}" for n in range(1, 8)))
"""What case cards show under the closing icon, and menaces in their icon area."""

PURPLE = "purple-"
"""Before a case icon: it counts only while Tillinghast's Machine is in play."""

MENACE_IMMEDIATES = ("remove-aurora", "shuffle-all", *(f"access-{n}" for n in range(1, 8)))
DARKNESS_EFFECTS: Mapping[str, str] = MappingProxyType(
    {
        "darkness-discard-lead": "discard-lead",
        "darkness-stability-check": "stability-check",
    }
)
"""Ongoing effects by which Darkness cards gain an effect, and which one."""

MENACE_ONGOINGS = (
    "darkness-time",
    *DARKNESS_EFFECTS,
    "hand-limit-plus-1",
    "time-limit-minus-1",
)
CASE_ONGOINGS = ("time-limit-plus-1",)
MENACE_DECKS = ("aurora", "standard")
"""The two parts of the menace deck, the upper one first."""

IMMEDIATE_EFFECTS = (
    "to-front",
    "discard-top",
    "reshuffle-stability",
    "reshuffle-time",
    "discard-hand",
    "discard-case",
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One adjustable rule of a game.

    `choices` are what the box offers; a deal file may also use the whole numbers in `file_range`.
    """

    name: str
    choices: tuple[SettingValue, ...]
    default: SettingValue
    help: str
    file_range: range | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the series: vocabulary of its cards, settings, and counts in the box."""

    id: str
    title: str
    types: tuple[str, ...]
    attributes: tuple[str, ...]
    effects: tuple[str, ...]
    contact_sides: tuple[str, ...]
    settings: tuple[Setting, ...]
    immediates: tuple[str, ...]
    default_deck: str
    clues_in_box: int
    victims_in_box: int
    cases_in_box: int = 0
    menaces_in_box: int = 0
    objectives_in_box: int = 0
    equipment_in_box: int = 0

    @property
    def has_case_cards(self) -> bool:
        """Whether numbered case cards and menaces take the part of the victims."""
        return self.cases_in_box > 0

    def setting(self, name: str) -> Setting:
        """The setting called `name`.

        Raises:
            GameError: The game has no such setting.
        """
        for setting in self.settings:
            if setting.name == name:
                return setting
        names = [s.name for s in self.settings]
        hint = did_you_mean(name, names) or f"; it has: {', '.join(names)}"
        raise GameError(f"{self.id} has no setting {shown(name)}{hint}")


@dataclass(frozen=True, slots=True)
class Settings(Mapping[str, SettingValue]):
    """A value for every setting of a game, in the game's order. Hashable."""

    game: str
    values_in_order: tuple[tuple[str, SettingValue], ...]

    def __getitem__(self, name: str) -> SettingValue:
        for key, value in self.values_in_order:
            if key == name:
                return value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self.values_in_order)

    def __len__(self) -> int:
        return len(self.values_in_order)

    def number(self, name: str) -> int:
        """The value of a setting that is a whole number."""
        value = self[name]
        assert isinstance(value, int)
        return value

    def changed(self) -> dict[str, SettingValue]:
        """The settings that differ from the game's defaults, sorted by name."""
        game = find_game(self.game)
        return {k: v for k, v in sorted(self.items()) if v != game.setting(k).default}


def make_settings(
    game: Game, chosen: Mapping[str, SettingValue], *, from_file: bool = False
) -> Settings:
    """Fill up `chosen` with the game's defaults.

    Args:
        game: Whose settings these are.
        chosen: Values by setting name; whole numbers may be given as text.
        from_file: Accept also the wider ranges that deal files of small test games may use.

    Raises:
        GameError: A setting is unknown or does not take the value.
    """
    values = {s.name: s.default for s in game.settings}
    for name, value in chosen.items():
        values[name] = _accepted(game, game.setting(name), value, from_file)
    return Settings(game.id, tuple(values.items()))


def _accepted(game: Game, setting: Setting, value: object, from_file: bool) -> SettingValue:
    wide = setting.file_range if from_file else None
    for choice in setting.choices:
        if type(value) is type(choice) and value == choice:
            return choice
        if isinstance(value, str) and value == str(choice) and not from_file:
            return choice
    if wide is not None and type(value) is int and value in wide:
        return value
    allowed = f"{wide.start} to {wide.stop - 1}" if wide else " or ".join(map(str, setting.choices))
    raise GameError(f"{game.id}: setting '{setting.name}' is {shown(value)}; it takes {allowed}")


def _series_settings(contacts: tuple[str, ...]) -> tuple[Setting, ...]:
    """Settings of the games with victims (docs/rules.md, game settings)."""
    return (
        Setting("limits", (5, 6), 5, "limit of the stability and time areas", range(1, 10)),
        Setting("victims", (4, 5, 6), 5, "victim cards in the game", range(2, 7)),
        Setting("puzzles", (5, 6), 5, "types of scored puzzles needed to win", range(1, 7)),
        Setting(
            "last-victim", ("lose", "win"), "lose", "a win already complete when victims run out"
        ),
        Setting("contact", contacts, "own", "which game's professional contact helps"),
    )


WITCH_CULT = Game(
    id="witch-cult",
    title="Arkham Noir Case #1, The Witch Cult Murders",
    types=("person", "threat", "artifact", "evidence", "location", "monster"),
    attributes=("puzzle", "key", "lock"),
    effects=VOLUNTARY_EFFECTS + MANDATORY_EFFECTS,
    contact_sides=(KEY_EFFECT, *VOLUNTARY_EFFECTS),
    settings=_series_settings(("own", "none", "king-in-yellow", "infinite-gulfs")),
    immediates=(),
    default_deck="witch-cult-standard",
    clues_in_box=50,
    victims_in_box=6,
)

KING_IN_YELLOW = Game(
    id="king-in-yellow",
    title="Arkham Noir Collector Case #2, The King in Yellow",
    types=("person", "threat", "artifact", "evidence", "location", "passion"),
    attributes=(
        "puzzle",
        "key",
        "lock",
        "colour",
        "yellow-sign",
        "yellow-sign-lock",
        "king",
    ),
    effects=VOLUNTARY_EFFECTS + MANDATORY_EFFECTS,
    contact_sides=(KEY_EFFECT, *VOLUNTARY_EFFECTS),
    settings=_series_settings(("own", "none", "witch-cult", "infinite-gulfs")),
    immediates=IMMEDIATE_EFFECTS,
    default_deck="king-in-yellow-standard",
    clues_in_box=50,
    victims_in_box=6,
)

INFINITE_GULFS = Game(
    id="infinite-gulfs",
    title="Arkham Noir Case #3, Infinite Gulfs of Darkness",
    types=("person", "threat", "artifact", "evidence", "location", "monster", "formula"),
    attributes=(
        "puzzle",
        "key",
        "lock",
        "skeleton-key",
        "skeleton-lock",
        "darkness",
        "equipment",
        "machine",
        "no-discard",
    ),
    effects=(
        *VOLUNTARY_EFFECTS,
        *GULFS_VOLUNTARY_EFFECTS,
        *MANDATORY_EFFECTS,
        *GULFS_MANDATORY_EFFECTS,
    ),
    contact_sides=(KEY_EFFECT, *VOLUNTARY_EFFECTS, *GULFS_VOLUNTARY_EFFECTS, "prevent-next"),
    settings=(
        Setting("limits", (5, 6), 5, "limit of the stability and time areas", range(1, 10)),
        Setting("mode", ("hardboiled", "classic"), "hardboiled", "what wins the game"),
        Setting("menace", ("all", "minus-one", "no-aurora"), "all", "menaces in the game"),
        Setting("help", ("both", "contact", "equipment", "none"), "both", "who helps from outside"),
        Setting(
            "equipment",
            ("necronomicon", "third-aklo-ritual"),
            "necronomicon",
            "the equipment card that helps, if one does",
        ),
    ),
    immediates=(),
    default_deck="infinite-gulfs-standard",
    clues_in_box=50,
    victims_in_box=0,
    cases_in_box=7,
    menaces_in_box=6,
    objectives_in_box=5,
    equipment_in_box=2,
)

GAMES: Mapping[str, Game] = MappingProxyType(
    {game.id: game for game in (WITCH_CULT, KING_IN_YELLOW, INFINITE_GULFS)}
)

OTHER_GAME = "streets-of-arkham"
"""A game of another kind, with rules and cards of its own: `engine/streets/`."""

# The sides of contacts that other games of the series bring: their rulebooks, "Professional
# Contact". Infinite Gulfs: its two sides are nowhere published; these are synthetic.
VISITING_CONTACTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "witch-cult": ("key", "exchange-penalty"),
        "king-in-yellow": ("take-stability", "take-time"),
        "infinite-gulfs": ("key", "take-discard"),
    }
)


def find_game(name: str) -> Game:
    """The game whose id is `name`.

    Raises:
        GameError: There is no such game.
    """
    if name in GAMES:
        return GAMES[name]
    check_is_no_other(name)
    hint = did_you_mean(name, [*GAMES, OTHER_GAME]) or f"; known games: {', '.join(GAMES)}"
    raise GameError(f"unknown game {shown(name)}{hint}")


def check_is_no_other(name: str) -> None:
    """Refuse the game that has commands of its own where the others are taken.

    Raises:
        GameError: It is that game, or a deal code of it.
    """
    if name.partition(":")[0].strip() == OTHER_GAME:
        raise GameError(
            f"this is not there for {OTHER_GAME}: deal, play, solve, verify, hint and review are "
            f"(docs/streets.md)"
        )
