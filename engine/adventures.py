"""Adventures of Elder Sign as data: rows of needs, costs, monster places, effects.

Nothing here is about a roll or a player; the fields are those of an adventure file (docs/odds.md).
What no public source tells is `UNKNOWN`, never a guess.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StrictBool,
    StrictInt,
    StrictStr,
)

from casecracker.engine.dice import LORE, PERIL, TERROR
from casecracker.engine.errors import AdventureError
from casecracker.engine.files import shown

STREETS_OF_ARKHAM = "streets-of-arkham"
"""The game that adventure files name."""

Unknown: TypeAlias = Literal["unknown"]
UNKNOWN: Unknown = "unknown"

MAX_NAME = 200
MAX_TASKS = 7
"""Rows of a card and monsters beside them: done ones are seven bits of a packed state."""

MAX_NEEDS = 8
MAX_INVESTIGATION = 32
MAX_AMOUNT = 99
"""Eight dice with four pips each."""

MEMBERSHIPS = ("silver-twilight", "sheldon-gang")
COST_KINDS = ("sanity", "stamina", "clock", "doom", "gate")

FAILS_AT_ONCE = "adventure-fails-at-once"
DISCARDS_TERROR = "discard-all-terror-dice"
CHOOSE_ONE = "choose-one"
SPELL_OR_DEVOURED = "discard-spell-or-be-devoured"
MONSTER = "monster"
MAY_LOWER = (
    *(CHOOSE_ONE, SPELL_OR_DEVOURED, "monster-on-every-monster-task"),
    *("set-stamina-and-sanity-to", "stamina-loss-equal-to-a-rolled-investigation-face"),
)
"""Terror effects that may end an attempt or make it harder in ways that are not counted."""

EFFECT_KINDS = (
    *("elder-sign", "clue", "spell", "unique-item", "common-item", "ally", "skill"),
    *("sanity", "stamina", "doom", MONSTER, "gate", "clock", "trophy-value"),
    *("blessed", "cursed", "healing", "respite", "expeditious", "remove-monster"),
    *(FAILS_AT_ONCE, DISCARDS_TERROR, CHOOSE_ONE),
    *("monster-on-every-monster-task", SPELL_OR_DEVOURED),
    *("set-stamina-and-sanity-to", "stamina-loss-equal-to-a-rolled-investigation-face"),
    *("discard-this-adventure-no-replacement", "doom-3-if-any-monster"),
    *("doom-1-per-other-world-in-play", "trophies-from-adventure-deck-top"),
    "look-at-3-mythos-discard-1-return-2",
)
"""What effects do; docs/odds.md says each in words. Amounts are signed: losses are negative."""

_NEED = re.compile(rf"[0-9][0-9]?|[{LORE}{PERIL}{TERROR}](/[{LORE}{PERIL}{TERROR}])?")
_MODEL = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def parse_needs(text: object) -> tuple[str, ...]:
    """The needs of a row: pips as a number, L lore, P peril, T terror, `L/T` either.

    Raises:
        ValueError: The text names something else.
    """
    if not isinstance(text, str):
        raise ValueError(NEEDS_FORM)
    words = tuple(text.upper().split())
    for word in words:
        if not _NEED.fullmatch(word):
            raise ValueError(f"{shown(word)} is no need; {NEEDS_FORM}")
        if word.isdigit() and not 1 <= int(word) <= MAX_INVESTIGATION:
            raise ValueError(f"investigation {word}; 1 to {MAX_INVESTIGATION} can be asked for")
    if len(words) > MAX_NEEDS:
        raise ValueError(f"{len(words)} needs in one row; at most {MAX_NEEDS}")
    return words


NEEDS_FORM = 'needs are text like "3 L T/P": pips, L lore, P peril, T terror, T/P either'

Needs = Annotated[tuple[str, ...], BeforeValidator(parse_needs), PlainSerializer(" ".join)]
_Amount = Annotated[StrictInt, Field(ge=0, le=9)]
_Name = Annotated[StrictStr, Field(max_length=MAX_NAME)]


class Costs(BaseModel):
    """What is paid when a row is completed; `clock`: so often it is advanced."""

    model_config = _MODEL

    sanity: _Amount = 0
    stamina: _Amount = 0
    clock: _Amount = 0
    doom: _Amount = 0
    gate: _Amount = 0


class Task(BaseModel):
    """One row of a card, or the row of a monster."""

    model_config = _MODEL

    needs: Needs = ()
    costs: Costs | Unknown = Costs()
    monster: Annotated[
        StrictStr, Field(pattern=r"^(none|empty-row|whole-row|after-first-[1-7]|unknown)$")
    ] = "none"
    membership: Literal["none", "silver-twilight", "sheldon-gang", "unknown"] = "none"

    @property
    def known_costs(self) -> Costs:
        """The costs, none where they are unknown."""
        return self.costs if isinstance(self.costs, Costs) else Costs()

    def __str__(self) -> str:
        """Needs and costs, `3 L T/P sanity`."""
        return " ".join((*self.needs, *_cost_words(self.known_costs))) or "nothing"


def _cost_words(costs: Costs) -> Iterator[str]:
    for kind in COST_KINDS:
        yield from [kind] * getattr(costs, kind)


def parse_task(text: str) -> Task:
    """A row from text like `6 P sanity`: needs, then a word for each point of a cost.

    Raises:
        AdventureError: A word is neither.
    """
    words = text.lower().split()
    costs = {kind: words.count(kind) for kind in COST_KINDS}
    needs = " ".join(word for word in words if word not in COST_KINDS)
    try:
        parse_needs(needs)
        return Task(needs=needs, costs=Costs(**costs))  # type: ignore[arg-type]  # read as text
    except ValueError as error:
        raise AdventureError(f"row {shown(text)}: {_first_line(error)}") from None


def _first_line(error: ValueError) -> str:
    return str(error).split("\n", maxsplit=1)[0]


class Effect(BaseModel):
    """One icon or sentence of a card: what it gives or takes, and how much."""

    model_config = _MODEL

    kind: StrictStr
    amount: StrictInt = Field(default=1, ge=-MAX_AMOUNT, le=MAX_AMOUNT)
    who: Literal["active", "each"] = "active"
    options: "tuple[tuple[Effect, ...], ...]" = ()


Effects: TypeAlias = tuple[Effect, ...] | Unknown


class MembershipReward(BaseModel):
    """What a member of an organization gains besides."""

    model_config = _MODEL

    organization: Literal["silver-twilight", "sheldon-gang"]
    gain: tuple[Effect, ...]


class Adventure(BaseModel):
    """One card. A key that is left out: the card shows nothing of that kind."""

    model_config = _MODEL

    id: Annotated[StrictStr, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)?$", max_length=80)]
    name: _Name
    kind: Literal["adventure", "arkham-adventure", "other-world"] = "adventure"
    order: Literal["any", "top-to-bottom"] = "any"
    task: Annotated[tuple[Task, ...], Field(min_length=1, max_length=MAX_TASKS)]
    trophies: Annotated[StrictInt, Field(ge=0, le=9)] | Unknown = UNKNOWN
    terror: Effects = ()
    entry: Effects = ()
    midnight: Effects = ()
    rewards: Effects = ()
    penalties: Effects = ()
    membership_reward: MembershipReward | Unknown | None = Field(
        default=None, alias="membership-reward"
    )
    locked: tuple[Literal["green", "yellow", "red"], ...] | Unknown = ()
    event: StrictBool | Unknown = False
    when_drawn: Effects = Field(default=(), alias="when-drawn")
    facedown: Effects = ()
    difficulty: Literal["none", "green", "yellow", "red", "unknown"] = "none"
    location: _Name = ""
    location_guess: _Name = Field(default="", alias="location-guess")
    sources: tuple[_Name, ...] = ()
    notes: tuple[_Name, ...] = ()

    @property
    def unknown_keys(self) -> tuple[str, ...]:
        """Keys of the card and of its rows that no source tells, as a file writes them."""
        keys = [
            field.alias or key
            for key, field in type(self).model_fields.items()
            if getattr(self, key) == UNKNOWN
        ]
        for key in ("costs", "monster", "membership"):
            if any(getattr(task, key) == UNKNOWN for task in self.task):
                keys.append(f"task.{key}")
        return tuple(keys)


class AdventureBook(BaseModel):
    """The adventures of one file."""

    model_config = _MODEL

    format: Literal[1]
    game: Literal["streets-of-arkham"]
    name: _Name
    provenance: Literal["transcribed", "public-sources", "synthetic"]
    sources: Annotated[tuple[_Name, ...], Field(max_length=20)] = ()
    adventure: Annotated[tuple[Adventure, ...], Field(min_length=1)]
