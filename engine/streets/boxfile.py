"""Box files: the cards of Streets of Arkham as TOML, read and checked (docs/streets.md, Cards).

The shipped box is the files of `engine/data/streets/`, taken together as one.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic import ValidationError as FormError

from casecracker.engine.adventurefile import shipped_adventures
from casecracker.engine.adventures import (
    COST_KINDS,
    UNKNOWN,
    Adventure,
    MembershipReward,
    Task,
    parse_needs,
)
from casecracker.engine.adventures import Effect as FileEffect
from casecracker.engine.dice import FACES
from casecracker.engine.errors import DeckError
from casecracker.engine.files import check_format, did_you_mean, parse_toml, place, read_text, shown
from casecracker.engine.streets import cards
from casecracker.engine.streets.cards import CHOOSE_ONE, DICE, ORGANIZATIONS, Costs, Effect, Row

FILES = (
    *("adventures", "other-worlds", "monsters", "assets", "events", "mythos"),
    *("ancient-ones", "investigators"),
)
USES = (
    *("yellow", "red", "yellow-red", "sanity", "stamina", "clue", "defeat-monster", "hold-clock"),
    *("reroll", "face", "secure", "cover-sanity", "cover-stamina"),
)
"""What an item, Spell, Ally or Skill may do."""

ABILITIES = (
    *("", "no-monsters", "ignores-mythos-and-locks", "other-world-dice", "extra-common-item"),
    *("extra-spell", "extra-unique-item", "heals-stamina", "heals-sanity", "trust-fund"),
    *("many-tasks", "terror-to-peril", "terror-to-lore", "raises-investigation"),
    *("double-clues", "rerolls-daily", "chooses-gain", "monster-for-dice"),
)
"""What an investigator may be able to do."""

ANCIENT_ABILITIES = ("", "no-spells-in-other-worlds")
_DIFFICULTIES: TypeAlias = Literal["green", "yellow", "red"]
MOST = 20
"""The largest amount of an effect, either way, and of a cost of a row."""

_NUMBER = re.compile(r"-?[0-9]+")
_MONSTER_PLACES = {"empty-row": cards.EMPTY_ROW, "whole-row": cards.WHOLE_ROW}
_MODEL = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def parse_effect(text: object) -> Effect:
    """One effect from a text such as `elder-sign 2`, `sanity -1 each` or `clue | spell + doom`.

    Raises:
        ValueError: It is none.
    """
    if isinstance(text, Effect):
        return text
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is no effect; write a text like 'sanity -1 each'")
    groups = text.split("|")
    if len(groups) > 1:
        return Effect(CHOOSE_ONE, options=tuple(map(_group, groups)))
    return _single(text)


def _group(text: str) -> tuple[Effect, ...]:
    return (
        () if text.strip() == "nothing" else tuple(_single(one.strip()) for one in text.split("+"))
    )


def _single(text: str) -> Effect:
    kind, *words = text.split() or [""]
    if kind not in cards.EFFECT_KINDS or kind == CHOOSE_ONE:
        hint = did_you_mean(kind, cards.EFFECT_KINDS)
        raise ValueError(f"{shown(text)}: no effect {shown(kind)}{hint}")
    each = "each" in words
    numbers = [word for word in words if word != "each"]
    if len(numbers) > 1 or not all(map(_NUMBER.fullmatch, numbers)):
        raise ValueError(f"{shown(text)}: after the effect stand a number and 'each', or neither")
    amount = _amount(numbers[0], text) if numbers else 1
    if kind == "trophies" and amount >= 0:
        raise ValueError(f"{shown(text)}: trophies are spent; write a negative number")
    if amount <= 0 and kind not in cards.NEGATIVE_KINDS:
        raise ValueError(f"{shown(text)}: {kind} takes a positive number")
    if amount == 0:
        raise ValueError(f"{shown(text)}: {kind} takes a positive or a negative number, not 0")
    return Effect(kind, amount, each)


def _amount(number: str, text: str) -> int:
    """The number of an effect; one of thousands of digits is never made."""
    digits = number.lstrip("-0") or "0"
    if len(digits) > len(str(MOST)) or int(digits) > MOST:
        raise ValueError(f"{shown(text)}: at most {MOST}")
    amount = int(digits)
    return -amount if number.startswith("-") else amount


def parse_row(text: object) -> Row:
    """A task from a text such as `3 L T/P sanity whole-row sheldon-gang`.

    Raises:
        ValueError: It is none.
    """
    if isinstance(text, Row):
        return text
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is no row; write a text like '3 L T/P sanity'")
    words = text.split()
    costs = Costs(*(words.count(kind) for kind in COST_KINDS))
    if max(costs) > MOST:
        raise ValueError(f"{shown(text)}: each cost at most {MOST} times")
    monsters = [_monster_place(word) for word in words if _monster_place(word) is not None]
    members = [word for word in words if word in ORGANIZATIONS]
    if len(monsters) > 1 or len(members) > 1:
        raise ValueError(f"{shown(text)}: one place for a monster and one membership at most")
    rest = (w for w in words if w not in COST_KINDS and w not in ORGANIZATIONS)
    needs = parse_needs(" ".join(word for word in rest if _monster_place(word) is None))
    monster = monsters[0] if monsters else None
    return Row(needs, costs, cards.NO_MONSTER if monster is None else monster, "".join(members))


def _monster_place(word: str) -> int | None:
    if word in _MONSTER_PLACES:
        return _MONSTER_PLACES[word]
    start, _, number = word.rpartition("-")
    return int(number) if start == "after-first" and number in set("1234567") else None


def _listed(parse: Any) -> Any:
    def read(value: object) -> object:
        if not isinstance(value, list | tuple):
            raise ValueError("is no list of texts")
        return tuple(parse(one) for one in value)

    return BeforeValidator(read)


_Effects = Annotated[tuple[Any, ...], _listed(parse_effect)]
_Rows = Annotated[tuple[Any, ...], _listed(parse_row)]
_Row = Annotated[Any, BeforeValidator(parse_row)]
_Id = Annotated[StrictStr, Field(pattern=r"^[a-z0-9-]+(/[a-z0-9-]+)?$", max_length=80)]
_Name = Annotated[StrictStr, Field(max_length=200)]
_Points = Annotated[StrictInt, Field(ge=0, le=20)]
_Locked = tuple[Literal["green", "yellow", "red"], ...]


class _Card(BaseModel):
    model_config = _MODEL
    id: _Id
    name: _Name = ""
    notes: tuple[_Name, ...] = ()


class PlaceEntry(_Card):
    """An Arkham Adventure or an Other World; `of` names a shipped adventure that it completes."""

    of: _Id | None = None
    order: Literal["any", "top-to-bottom"] = "any"
    rows: _Rows = ()
    trophies: Annotated[StrictInt, Field(ge=0, le=9)] = 1
    terror: _Effects = ()
    entry: _Effects = ()
    midnight: _Effects = ()
    rewards: _Effects = ()
    penalties: _Effects = ()
    member: Literal["", "silver-twilight", "sheldon-gang"] = ""
    member_reward: _Effects = Field(default=(), alias="member-reward")
    locked: _Locked = ()
    event: StrictBool = False
    facedown: _Effects = ()
    facedown_midnight: _Effects = Field(default=(), alias="facedown-midnight")
    difficulty: _DIFFICULTIES = "green"
    location: _Name = ""


class MonsterEntry(_Card):
    """A kind of monster marker, and how many there are."""

    row: _Row
    trophies: Annotated[StrictInt, Field(ge=0, le=9)] = 1
    count: Annotated[StrictInt, Field(ge=1, le=40)] = 1
    locked: _Locked = ()
    midnight: _Effects = ()


class AssetEntry(_Card):
    """A kind of item, Spell, Ally or Skill, and how many there are."""

    deck: Literal["common-item", "unique-item", "spell", "ally", "skill"]
    use: StrictStr
    amount: Annotated[StrictInt, Field(ge=1, le=9)] = 1
    face: StrictStr = ""
    count: Annotated[StrictInt, Field(ge=1, le=40)] = 1
    daily: StrictBool = False
    expires: Literal["", "midnight", "resolved"] = ""


class EventEntry(_Card):
    """An Event card."""

    effects: _Effects = ()


class MythosEntry(_Card):
    """A Mythos card."""

    effects: _Effects = ()
    terror: _Effects = ()
    midnight: _Effects = ()
    locked: _Locked = ()


class AncientEntry(_Card):
    """An Ancient One; `gates` and `monsters` are numbers of spaces of the doom track, from 1."""

    signs: Annotated[StrictInt, Field(ge=1, le=17)]
    doom: Annotated[StrictInt, Field(ge=1, le=14)]
    gates: tuple[_Points, ...] = ()
    monsters: tuple[_Points, ...] = ()
    ability: StrictStr = ""
    midnight: _Effects = ()
    combat: _Row
    attack: _Effects = ()
    awakening: _Effects = ()


class InvestigatorEntry(_Card):
    """An investigator; `kit` is what he begins with."""

    sanity: Annotated[StrictInt, Field(ge=1, le=20)]
    stamina: Annotated[StrictInt, Field(ge=1, le=20)]
    kit: _Effects = ()
    ability: StrictStr = ""


class BoxFile(BaseModel):
    """A whole box."""

    model_config = _MODEL
    format: Literal[1]
    game: Literal["streets-of-arkham"]
    name: _Name
    provenance: Literal["transcribed", "synthetic"]
    adventure: Annotated[tuple[PlaceEntry, ...], Field(min_length=6)]
    other_world: tuple[PlaceEntry, ...] = Field(default=(), alias="other-world")
    monster: tuple[MonsterEntry, ...] = ()
    asset: tuple[AssetEntry, ...] = ()
    event: tuple[EventEntry, ...] = ()
    mythos: Annotated[tuple[MythosEntry, ...], Field(min_length=1)]
    ancient_one: Annotated[tuple[AncientEntry, ...], Field(min_length=1, alias="ancient-one")]
    investigator: Annotated[tuple[InvestigatorEntry, ...], Field(min_length=1)]


@cache
def shipped_box() -> cards.Box:
    """The box that comes with the package."""
    folder = resources.files("casecracker.engine").joinpath("data").joinpath("streets")
    document: dict[str, object] = {}
    for stem in FILES:
        text = folder.joinpath(f"{stem}.toml").read_text(encoding="utf-8")
        document.update(parse_toml(text, f"built-in box, {stem}.toml"))
    return box_from_document(document, "built-in box")


def load_box(path: str) -> cards.Box:
    """The box in one file, or on standard input if `path` is `-`.

    Raises:
        FileFormatError: The file cannot be read, or is not TOML of a known format.
        DeckError: An entry breaks the form of the file.
    """
    return parse_box(read_text(path), place(path))


def parse_box(text: str, where: str) -> cards.Box:
    """The box that a TOML text writes. Raises as `load_box`."""
    return box_from_document(parse_toml(text, where), where)


def box_from_document(document: Mapping[str, object], where: str) -> cards.Box:
    """The box that a parsed document describes. Raises as `load_box`."""
    check_format(dict(document), where)
    try:
        read = BoxFile.model_validate(document)
    except FormError as error:
        raise DeckError(f"{where}: {_first_fault(error, document)}") from None
    try:
        return _box(read)
    except ValueError as error:
        raise DeckError(f"{where}: {error}") from None


def _first_fault(error: FormError, document: Mapping[str, object]) -> str:
    """The first complaint: entry, key, and what is wrong."""
    fault = error.errors(include_url=False)[0]
    words: list[str] = []
    value: Any = document
    for step in fault["loc"]:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            words.append(shown(step))
            break
        is_named = isinstance(value, dict) and isinstance(value.get("id"), str)
        words.append(shown(value["id"]) if is_named else str(step))
    context = fault.get("ctx", {})
    reason = str(context.get("error", "")) or fault["msg"].lower()
    if fault["type"] in _PLAIN_FAULTS:
        value = shown(fault["input"])
        reason = _PLAIN_FAULTS[fault["type"]].format(**{"value": value, **context})
    if fault["type"] == "extra_forbidden":
        model = _ENTRIES.get(str(fault["loc"][0]), BoxFile) if len(words) > 1 else BoxFile
        known = [field.alias or name for name, field in model.model_fields.items()]
        reason = f"unknown key{did_you_mean(words[-1], known)}; known keys: {', '.join(known)}"
    return f"{' '.join(words)}: {reason}"


_PLAIN_FAULTS: Mapping[str, str] = {
    "missing": "the key is missing",
    "literal_error": "{value}; write {expected}",
    "int_type": "{value}; write a whole number",
    "string_type": "{value}; write a text",
    "bool_type": "{value}; write true or false",
    "tuple_type": "{value}; write a list",
    "model_type": "{value}; write a table",
    "greater_than_equal": "{value}; at least {ge}",
    "less_than_equal": "{value}; at most {le}",
    "too_short": "{actual_length} given; at least {min_length}",
    "string_too_long": "{value}; at most {max_length} characters",
    "string_pattern_mismatch": "{value}; write small letters, digits and -",
}
"""What the checker complains about, by its kinds, in our words."""

_ENTRIES: Mapping[str, type[BaseModel]] = {
    "adventure": PlaceEntry,
    "other-world": PlaceEntry,
    "monster": MonsterEntry,
    "asset": AssetEntry,
    "event": EventEntry,
    "mythos": MythosEntry,
    "ancient-one": AncientEntry,
    "investigator": InvestigatorEntry,
}


def _box(read: BoxFile) -> cards.Box:
    _check_ids(read)
    known = {one.id: one for one in shipped_adventures()}
    entries = [(entry, False) for entry in read.adventure]
    entries += [(entry, True) for entry in read.other_world]
    content = json.dumps(read.model_dump(mode="json"), sort_keys=True).encode()
    return cards.Box(
        name=read.name,
        provenance=read.provenance,
        digest=hashlib.blake2b(content, digest_size=8).hexdigest(),
        places=tuple(
            _place(number, entry, is_world, known)
            for number, (entry, is_world) in enumerate(entries)
        ),
        adventures=len(read.adventure),
        monsters=tuple(_monsters(read.monster)),
        assets=tuple(_assets(read.asset)),
        events=tuple(
            cards.EventCard(number, one.id, one.name, one.effects)
            for number, one in enumerate(read.event)
        ),
        mythos=tuple(
            cards.MythosCard(
                *(number, one.id, one.name, one.effects, one.terror, one.midnight),
                _dice(one.locked),
            )
            for number, one in enumerate(read.mythos)
        ),
        ancients=tuple(_ancient(number, one) for number, one in enumerate(read.ancient_one)),
        investigators=tuple(
            cards.Investigator(
                *(number, one.id, one.name, one.sanity, one.stamina, one.kit),
                _one_of(one.id, "ability", one.ability, ABILITIES),
            )
            for number, one in enumerate(read.investigator)
        ),
    )


def _check_ids(read: BoxFile) -> None:
    cards_in_play = ("adventure", "other_world", "monster", "asset", "event", "mythos")
    for kinds in (cards_in_play, ("ancient_one",), ("investigator",)):
        seen: set[str] = set()
        for kind in kinds:
            for name in (name for entry in getattr(read, kind) for name in _copies(entry)):
                if name in seen:
                    raise ValueError(f"{kind} {shown(name)}: two entries have this id")
                seen.add(name)


def _copies(entry: _Card) -> list[str]:
    """The ids of all copies of a card or marker."""
    count = getattr(entry, "count", 1)
    return [entry.id] if count == 1 else [f"{entry.id}-{copy}" for copy in range(1, count + 1)]


def _one_of(entry: str, key: str, word: str, known: Iterable[str]) -> str:
    if word not in known:
        hint = did_you_mean(word, known) or f"; known: {', '.join(filter(None, known))}"
        raise ValueError(f"{shown(entry)}: {key} {shown(word)}{hint}")
    return word


def _dice(colours: tuple[str, ...]) -> tuple[int, int, int]:
    green, yellow, red = (colours.count(colour) for colour in DICE)
    return green, yellow, red


def _place(
    number: int, entry: PlaceEntry, is_world: bool, known: Mapping[str, Adventure]
) -> cards.AdventureCard:
    given = known.get(entry.of or "")
    if entry.of is not None and given is None:
        raise ValueError(f"{shown(entry.id)}: of {shown(entry.of)}: no such shipped adventure")
    try:
        facts = {} if given is None else _facts(given)
    except ValueError as error:
        raise ValueError(f"{shown(entry.id)}: of {shown(entry.of)}: {error}") from None
    rows = _rows(entry, given)
    if not rows:
        raise ValueError(f"{shown(entry.id)}: rows: an adventure has at least one task")

    def value(key: str) -> Any:
        return facts.get(key, getattr(entry, key))

    return cards.AdventureCard(
        number=number,
        id=entry.id,
        name=entry.name or (given.name if given else entry.id),
        is_world=is_world,
        ordered=(given.order if given else entry.order) == "top-to-bottom",
        rows=rows,
        locked=_dice(value("locked")),
        public=tuple(sorted({*facts, "rows"} if given else ())),
        **{
            key: value(key)
            for key in (
                *("trophies", "terror", "entry", "midnight", "rewards", "penalties", "event"),
                *("member", "member_reward", "facedown", "facedown_midnight", "difficulty"),
                "location",
            )
        },
    )


def _facts(given: Adventure) -> dict[str, Any]:
    """What public sources tell of a card; these go before what the box file says."""
    facts: dict[str, Any] = {}
    for key in ("terror", "entry", "midnight", "rewards", "penalties"):
        effects = getattr(given, key)
        if effects != UNKNOWN:
            facts[key] = tuple(_from_file(effect) for effect in effects)
    if isinstance(given.membership_reward, MembershipReward):
        facts["member"] = given.membership_reward.organization
        facts["member_reward"] = tuple(map(_from_file, given.membership_reward.gain))
    for key in ("trophies", "locked", "event"):
        if getattr(given, key) != UNKNOWN:
            facts[key] = getattr(given, key)
    return facts


def _from_file(effect: FileEffect) -> Effect:
    options = tuple(tuple(map(_from_file, group)) for group in effect.options)
    if effect.kind not in cards.EFFECT_KINDS:
        raise ValueError(f"effect {shown(effect.kind)} is not played in this game")
    return Effect(effect.kind, effect.amount, effect.who == "each", options)


def _rows(entry: PlaceEntry, given: Adventure | None) -> tuple[Row, ...]:
    """The rows; of a shipped adventure what is known, completed by those of the entry."""
    if given is None:
        return entry.rows
    more = [*entry.rows, *[Row()] * len(given.task)]
    return tuple(_merged(task, more[place]) for place, task in enumerate(given.task))


def _merged(task: Task, entry: Row) -> Row:
    costs = entry.costs
    if task.costs != UNKNOWN:
        known = task.known_costs
        costs = Costs(*(getattr(known, kind) for kind in COST_KINDS))
    membership = entry.membership if task.membership in (UNKNOWN, "none") else task.membership
    place_ = _monster_place(task.monster)
    monster = entry.monster if place_ is None else place_
    return Row(task.needs, costs, monster, membership)


def _monsters(entries: tuple[MonsterEntry, ...]) -> Iterable[cards.MonsterMarker]:
    number = 0
    for entry in entries:
        for name in _copies(entry):
            yield cards.MonsterMarker(
                number=number,
                id=name,
                name=entry.name,
                row=entry.row,
                trophies=entry.trophies,
                locked=_dice(entry.locked),
                midnight=entry.midnight,
            )
            number += 1


def _assets(entries: tuple[AssetEntry, ...]) -> Iterable[cards.Asset]:
    number = 0
    for entry in entries:
        _one_of(entry.id, "use", entry.use, USES)
        if (entry.use == "face") != bool(entry.face) or entry.face not in ("", *FACES):
            raise ValueError(f"{shown(entry.id)}: face: given with use 'face' and only there")
        for name in _copies(entry):
            yield cards.Asset(
                number=number,
                id=name,
                name=entry.name,
                deck=entry.deck,
                use=entry.use,
                amount=entry.amount,
                face=entry.face,
                daily=entry.daily,
                expires=entry.expires,
            )
            number += 1


def _ancient(number: int, entry: AncientEntry) -> cards.AncientOne:
    if not entry.combat.needs:
        raise ValueError(f"{shown(entry.id)}: combat: no dice; write a text like '3 L T/P'")
    icons = [""] * entry.doom
    for icon, spaces in (("monster", entry.monsters), ("gate", entry.gates)):
        for space in spaces:
            if not 1 <= space <= entry.doom:
                raise ValueError(f"{shown(entry.id)}: space {space}; the track has {entry.doom}")
            icons[space - 1] = icon
    return cards.AncientOne(
        *(number, entry.id, entry.name, entry.signs, entry.doom, tuple(icons)),
        _one_of(entry.id, "ability", entry.ability, ANCIENT_ABILITIES),
        *(entry.midnight, entry.combat, entry.attack, entry.awakening),
    )
