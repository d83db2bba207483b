"""Cards of Streets of Arkham as the rules use them: plain, immutable, numbered.

Made from the files of a box by `boxfile.py`; what the words mean is in docs/streets.md, Cards.
"""

from dataclasses import dataclass
from typing import NamedTuple

FIRST_MONSTER = 1000
"""Trophies are card numbers; monster markers follow from here."""

DECKS = ("common-item", "unique-item", "spell", "ally", "skill")
"""Decks of what an investigator may possess, in the order of `Table.decks`."""

ORGANIZATIONS = ("silver-twilight", "sheldon-gang")
GATES = ("blue", "green", "red")
"""Colours of the three pairs of gate markers."""

DICE = ("green", "yellow", "red")
IN_BOX = (6, 1, 1)
"""Dice of each colour, in the order of `DICE`."""

CHOOSE_ONE = "choose-one"
GAIN_KINDS = (*DECKS, "clue", "sanity", "stamina", "elder-sign", "doom")
NEGATIVE_KINDS = (*GAIN_KINDS, "trophies", "sanity-or-stamina")
"""Kinds whose amount may be negative: a loss."""

BARE_KINDS = (
    *("monster", "monster-here", "remove-monster", "gate", "close-gate", "clock"),
    *("healing", "respite", "expeditious", "reprieve", "flip", "streets", "discard-card"),
    *("blessed", "cursed", *ORGANIZATIONS, "sanity-or-stamina", "lose-trophy"),
    *("adventure-fails-at-once", "discard-all-terror-dice", "devoured"),
    *("sanity-per-gate", "doom-if-gates-3", "gate-on-ancient", "gaze"),
)
EFFECT_KINDS = (*GAIN_KINDS, *BARE_KINDS, "trophies", CHOOSE_ONE)
"""What effects do; docs/streets.md, Cards, says each in words."""


class Effect(NamedTuple):
    """One icon or sentence: what happens, how much, and to whom."""

    kind: str
    amount: int = 1
    each: bool = False
    options: "tuple[tuple[Effect, ...], ...]" = ()

    def __str__(self) -> str:
        """As a file of cards writes it."""
        if self.kind == CHOOSE_ONE:
            return " | ".join(effects_text(group) for group in self.options)
        amount = "" if self.amount == 1 else f" {self.amount}"
        return f"{self.kind}{amount}{' each' if self.each else ''}"


def effects_text(effects: tuple[Effect, ...]) -> str:
    """Effects in one line, `nothing` for none."""
    return " + ".join(map(str, effects)) or "nothing"


class Costs(NamedTuple):
    """What completing a row costs: points, hours, doom tokens, gates that open."""

    sanity: int = 0
    stamina: int = 0
    clock: int = 0
    doom: int = 0
    gate: int = 0

    def plus(self, other: "Costs") -> "Costs":
        """Both costs together."""
        return Costs(*map(sum, zip(self, other, strict=True)))

    def __str__(self) -> str:
        """Words for what is not zero."""
        named = zip(self._fields, self, strict=True)
        return " ".join(word for word, times in named for _ in range(times))


NO_COSTS = Costs()
NO_MONSTER, EMPTY_ROW, WHOLE_ROW = -3, -2, -1
"""Places for monsters; 1 to 7: a monster covers what comes after so many needs."""


class Row(NamedTuple):
    """One task of a card."""

    needs: tuple[str, ...] = ()
    costs: Costs = NO_COSTS
    monster: int = NO_MONSTER
    membership: str = ""

    def __str__(self) -> str:
        """Needs and costs."""
        return " ".join(filter(None, (*self.needs, str(self.costs)))) or "nothing"


@dataclass(frozen=True, slots=True)
class AdventureCard:
    """An Arkham Adventure or an Other World.

    Attributes:
        number: Its place in the box, and its number as a trophy.
        locked: Green, yellow and red dice that lie on it while it is faceup.
        facedown: Effects of the back when an investigator comes there; `facedown_midnight` those
            at midnight while it is facedown.
        member: The organization whose members gain `member_reward` too; empty for none.
        public: Which parts public sources tell; all else is synthetic.
    """

    number: int
    id: str
    name: str
    is_world: bool
    ordered: bool
    rows: tuple[Row, ...]
    trophies: int
    terror: tuple[Effect, ...]
    entry: tuple[Effect, ...]
    midnight: tuple[Effect, ...]
    rewards: tuple[Effect, ...]
    penalties: tuple[Effect, ...]
    member: str
    member_reward: tuple[Effect, ...]
    locked: tuple[int, int, int]
    event: bool
    facedown: tuple[Effect, ...]
    facedown_midnight: tuple[Effect, ...]
    difficulty: str
    location: str
    public: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MonsterMarker:
    """A monster marker: its task, what it is worth, what it does."""

    number: int
    id: str
    name: str
    row: Row
    trophies: int
    locked: tuple[int, int, int]
    midnight: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Asset:
    """An item, Spell, Ally or Skill.

    Attributes:
        deck: One of `DECKS`.
        use: What it does, a word of docs/streets.md, Cards; `amount` how much, `face` which face.
        daily: Whether it may be used once a day; otherwise it is discarded after its use.
        expires: When a Skill leaves play besides: "midnight", "resolved" or empty.
    """

    number: int
    id: str
    name: str
    deck: str
    use: str
    amount: int
    face: str
    daily: bool
    expires: str


@dataclass(frozen=True, slots=True)
class EventCard:
    """An Event card."""

    number: int
    id: str
    name: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class MythosCard:
    """A Mythos card: what happens at once, and what lasts until the next midnight."""

    number: int
    id: str
    name: str
    effects: tuple[Effect, ...]
    terror: tuple[Effect, ...]
    midnight: tuple[Effect, ...]
    locked: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class AncientOne:
    """An Ancient One.

    Attributes:
        signs: Elder Signs that win.
        doom: Spaces of the doom track.
        icons: For each space "gate", "monster" or empty.
        ability: A word of docs/streets.md, Ancient Ones; empty for none.
        combat: The task of the battle.
        attack: What each midnight of the battle brings; `awakening` what its beginning does.
    """

    number: int
    id: str
    name: str
    signs: int
    doom: int
    icons: tuple[str, ...]
    ability: str
    midnight: tuple[Effect, ...]
    combat: Row
    attack: tuple[Effect, ...]
    awakening: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Investigator:
    """An investigator: points, what he begins with, and his ability."""

    number: int
    id: str
    name: str
    sanity: int
    stamina: int
    kit: tuple[Effect, ...]
    ability: str


@dataclass(frozen=True, slots=True)
class Box:
    """All cards and markers of a game; equal and hashable by its digest.

    Attributes:
        places: Arkham Adventures, then Other Worlds; `adventures` of them are the former.
    """

    name: str
    provenance: str
    digest: str
    places: tuple[AdventureCard, ...]
    adventures: int
    monsters: tuple[MonsterMarker, ...]
    assets: tuple[Asset, ...]
    events: tuple[EventCard, ...]
    mythos: tuple[MythosCard, ...]
    ancients: tuple[AncientOne, ...]
    investigators: tuple[Investigator, ...]

    def __eq__(self, other: object) -> bool:
        """The same content."""
        return isinstance(other, Box) and self.digest == other.digest

    def __hash__(self) -> int:
        """By the content's digest."""
        return hash(self.digest)

    def trophy_value(self, trophy: int) -> int:
        """What a trophy is worth: the printed value of a card or marker."""
        if trophy >= FIRST_MONSTER:
            return self.monsters[trophy - FIRST_MONSTER].trophies
        return self.places[trophy].trophies

    def trophy_name(self, trophy: int) -> str:
        """Id of the card or marker."""
        if trophy >= FIRST_MONSTER:
            return self.monsters[trophy - FIRST_MONSTER].id
        return self.places[trophy].id
