"""What can be met in games of Streets of Arkham: icons, cards and cases of the rules.

`wanted` works it out from the cards of a box; `watch.py` counts what is met.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from casecracker.engine.streets.cards import (
    CHOOSE_ONE,
    DICE,
    EFFECT_KINDS,
    NEGATIVE_KINDS,
    ORGANIZATIONS,
    Box,
    Effect,
    effects_text,
)

Thing: TypeAlias = tuple[str, str]
"""Something to meet: a section of the list, and what it is."""

ADVENTURE_PARTS = {
    "rewards": "reward",
    "penalties": "penalty",
    "terror": "terror",
    "entry": "entry",
    "midnight": "midnight",
    "member_reward": "member reward",
    "facedown": "back",
    "facedown_midnight": "back at midnight",
}
MYTHOS_PARTS = {"effects": "Mythos", "terror": "Mythos terror", "midnight": "Mythos at midnight"}
ANCIENT_PARTS = {"midnight": "Ancient One at midnight", "attack": "attack",
                 "awakening": "awakening"}  # fmt: skip
NEVER_CHOSEN = ("blessed", "cursed")
"""Icons that no group may be chosen for (S10.4)."""


class Printed(NamedTuple):
    """A list of effects on a card or marker."""

    part: str
    name: str
    effects: tuple[Effect, ...]


def printed(box: Box) -> Iterator[Printed]:
    """Every list of effects in a box but what investigators begin with."""
    for card in box.places:
        yield from _parts(card, ADVENTURE_PARTS)
    for one in box.mythos:
        yield from _parts(one, MYTHOS_PARTS)
    for ancient in box.ancients:
        yield from _parts(ancient, ANCIENT_PARTS)
    for event in box.events:
        yield from _parts(event, {"effects": "event"})
    for marker in box.monsters:
        yield from _parts(marker, {"midnight": "monster at midnight"})


def _parts(one: Any, parts: dict[str, str]) -> Iterator[Printed]:
    for field, part in parts.items():
        if getattr(one, field):
            yield Printed(part, one.id, getattr(one, field))


def groups(lists: Iterable[Printed]) -> Iterator[tuple[Printed, Effect]]:
    """Every split effect with the list that it stands in."""
    for one in lists:
        for effect in one.effects:
            if effect.options:
                yield one, effect


def icon_of(part: str, effect: Effect) -> Thing:
    return "icons", f"{part}: {effect.kind}{' lost' if effect.amount < 0 else ''}"


def _icons(box: Box) -> Iterator[Thing]:
    for one in printed(box):
        for effect in one.effects:
            yield icon_of(one.part, effect)
    for one, split in groups(printed(box)):
        for group in split.options:
            for effect in () if _is_never_chosen(group) else group:
                yield icon_of(f"{one.part}, split", effect)


def _is_never_chosen(group: tuple[Effect, ...]) -> bool:
    return any(effect.kind in NEVER_CHOSEN for effect in group)


def choice_of(one: Printed, group: tuple[Effect, ...]) -> Thing:
    return "split choices", f"{one.part} of {one.name}: {effects_text(group)}"


def _choices(box: Box) -> Iterator[Thing]:
    for one, split in groups(printed(box)):
        for group in split.options:
            if not _is_never_chosen(group):
                yield choice_of(one, group)


def _symbols(box: Box) -> Iterator[Thing]:
    for card in box.places:
        for row in card.rows:
            yield from (("task symbols", f"card: {word}") for word in str(row.costs).split())
    for marker in box.monsters:
        costs = str(marker.row.costs).split()
        yield from (("task symbols", f"monster: {word}") for word in costs)


def _locked(box: Box) -> Iterator[Thing]:
    lockers = [("Other World" if card.is_world else "adventure", card) for card in box.places]
    lockers += [("monster", marker) for marker in box.monsters]  # type: ignore[misc]
    lockers += [("Mythos", card) for card in box.mythos]  # type: ignore[misc]
    for what, one in lockers:
        for colour, count in zip(DICE, one.locked, strict=True):
            if count:
                yield "locks", f"{what}: {colour}"


def _doom_icons(box: Box) -> Iterator[Thing]:
    for ancient in box.ancients:
        for space, icon in enumerate(ancient.icons, start=1):
            if icon:
                yield "doom icons", f"{ancient.id}: {icon} at {space}"


def _used(box: Box) -> Iterator[Thing]:
    yield from (("things used", f"{one.deck}: {one.use}") for one in box.assets)
    yield from (("abilities", one.ability) for one in box.investigators if one.ability)
    yield from (("abilities", one.ability) for one in box.ancients if one.ability)


CASES: dict[str, tuple[str, ...]] = {
    "gates": (
        "S6.1 a gate opens",
        "S6.2 investigators there leave",
        "S6.2 an attempt there ends",
        "S6.3 no markers: a monster",
        "S6.4 all gated or sealed: seals removed, doom",
        "S6.5 no Other World left: a monster",
        "S6.5 no adventure without a gate: a monster",
        "S6.6 a choice where it opens",
        "S6.7 an Other World resolved: a seal",
        "S6.8 no gate at a seal",
        "S6.9 closed otherwise: a seal",
        "S6.9 closed otherwise with somebody there",
        "S6.10 an adventure with a gate discarded: both markers go, no seal",
        "S3.9 a seal goes with its card",
        "S11.2 a failed Other World stays",
        "S14.2 no gate opens in the battle",
    ),
    "memberships": (
        *(f"S5.4 gained: {name}" for name in ORGANIZATIONS),
        *(f"S5.4 gained again: {name}" for name in ORGANIZATIONS),
        *(f"S5.4 changed to: {name}" for name in ORGANIZATIONS),
        *(f"S5.4 kept against: {name}" for name in ORGANIZATIONS),
        *(f"S5.5 a member's task done: {name}" for name in ORGANIZATIONS),
        *(f"S5.6 a monster on it back in the cup: {name}" for name in ORGANIZATIONS),
        *(f"S5.7 a member's reward: {name}" for name in ORGANIZATIONS),
        *(f"S5.7 a member's reward not for others: {name}" for name in ORGANIZATIONS),
        "S13.1 lost with a devoured member",
    ),
    "entry": (
        "S4.1 on arrival",
        "S4.2 turned faceup while there",
        "S4.3 not again for who stays",
        "S4.4 left out for want of what it takes",
    ),
    "events": (
        "S5.1 an event before the attempt",
        "S5.1 an event in an Other World",
        "S5.1 no attempt after an event that takes the investigator away",
        "S5.2 the pile is shuffled",
    ),
    "midnight": (
        "S9.2 midnight after a turn",
        "S9.2 midnight early in a day that a card shortened",
        "S9.3 midnight again in the same turn: doom",
        "S9.4 the players order the monsters",
        "S9.4 the players order the cards",
        "S9.4 a card gone before its turn comes",
        "S9.4 a monster gone before its turn comes",
        "S9.5 a new Mythos card",
        "S9.5 dice of the old Mythos card are free",
        "S9.5 the pile is shuffled",
        "S9.6 a thing may be used again",
        "S9.6 an ability may be used again",
        "S9.6 a Skill ends",
        "S9.6 after an awakening at midnight",
        "S9.7 the active investigator has been devoured",
        "S10.7 the clock stands still",
        "S14.5 an attack in place of midnight",
    ),
    "monsters": (
        "S8.1 the cup is empty",
        "S8.2 on a monster task",
        "S8.3 below a faceup card",
        "S8.3 below a facedown card",
        "S8.4 here",
        "S8.5 settles on a monster task",
        "S8.5 stays below for want of room",
        "S8.6 won",
        "S8.6 kept though the attempt fails",
        "S8.6 defeated without dice",
        "S8.7 on a whole row",
        "S8.7 on an empty row",
        "S8.7 on a part of a row",
        "S8.7 below the tasks",
        "S8.10 back from a discarded card",
        "S8.10 removed",
        "S14.2 none appears in the battle",
    ),
    "locks": (
        "S8.8 a die taken from the hand",
        "S8.8 a die taken off a Spell",
        "S8.8 a die taken off a marker",
        "S8.8 a lock waits",
        "S8.9 kept for the attempt",
        "S14.2 dice out of the game",
        "S14.2 the Mythos card's die is free",
    ),
    "attempts": (
        "S7.2 failure declared",
        "S7.5 a Clue",
        "S7.7 a held die spent",
        "S7.7 a helper's die spent",
        "S7.7 a die on a Spell spent",
        "S7.9 a cost covered by an item",
        "S7.11 another's Spell",
        "S7.11 two dice on one Spell",
        "S7.12 a die taken off a Spell",
        "S7.13 terror",
        "S7.13 the attempt fails at once",
        "S7.13 terror again in the same attempt",
        "S7.14 focus",
        "S7.14 help",
        *(f"S7.14 discarded: {colour}" for colour in DICE),
        "S7.15 no die left",
        "S7.15 a helper loses a point",
        "S7.16 resolved",
        "S7.16 resolved with others there",
        "S7.16 no task was left",
    ),
    "Streets of Arkham card": (
        "S3.6 a card turned faceup",
        "S3.6 a card discarded",
        "S3.6 points regained",
        "S3.8 he moves on",
        "S3.4 a back, then the other side",
        "S3.4 a back takes him away",
        "S3.5 an Other World turned faceup",
    ),
    "splits": (
        "S10.3 a group that cannot be fulfilled",
        "S10.3 no group can be chosen",
        "S10.4 a blessing or a curse left out",
        "S10.11 an Elder Sign lost",
        "S10.11 doom in place of an Elder Sign",
        "S10.12 an empty deck gives nothing",
        "S10.13 no Clue left in the box",
    ),
    "devoured": (
        "S13.1 for want of sanity",
        "S13.1 for want of stamina",
        "S13.1 by an effect",
        "S13.2 the active one, his attempt ends",
        "S13.1 another one",
        "S13.3 a new investigator comes",
        "S13.4 none is left in the box",
        "S14.6 in the battle, not replaced",
    ),
    "awakening": (
        "S12.3 an icon again",
        "S14.1 in set-up",
        "S14.1 in the Movement phase",
        "S14.1 in the Resolution phase",
        "S14.1 in the Clock phase",
        "S14.1 at midnight",
        "S14.1 a waiting seat is out",
        "S14.2 a doom icon covered in the battle does nothing",
        "S14.3 a doom token off",
        "S14.3 a failed roll",
        "S14.7 no card in play",
    ),
    "ends": (
        "S2.1 won by Elder Signs",
        "S2.2 the last sign beside the last doom",
        "S2.3 lost: all devoured",
        "S2.3 lost: no investigator left in the box",
        "S14.4 won in the battle",
    ),
}
"""Cases of the rules, by section; those of cards come from the box."""

SELDOM = frozenset(
    {
        ("gates", "S6.5 no Other World left: a monster"),
        ("gates", "S6.5 no adventure without a gate: a monster"),
        ("monsters", "S8.1 the cup is empty"),
        ("Streets of Arkham card", "S3.4 a back takes him away"),
        ("devoured", "S13.1 by an effect"),
        ("devoured", "S13.4 none is left in the box"),
        ("gates", "S14.2 no gate opens in the battle"),
        ("monsters", "S14.2 none appears in the battle"),
        ("midnight", "S9.4 a card gone before its turn comes"),
        ("midnight", "S9.4 a monster gone before its turn comes"),
        ("attempts", "S7.16 no task was left"),
        ("locks", "S8.8 a die taken off a marker"),
        ("splits", "S10.3 no group can be chosen"),
        ("splits", "S10.12 an empty deck gives nothing"),
        ("awakening", "S14.1 in set-up"),
        ("awakening", "S14.1 in the Clock phase"),
        ("awakening", "S14.7 no card in play"),
        ("ends", "S2.2 the last sign beside the last doom"),
        ("ends", "S2.3 lost: no investigator left in the box"),
    }
)
"""Cases that the shipped box cannot bring, or as good as never; small boxes do (rare.py)."""


class Where(Enum):
    """Which games must bring a thing."""

    SHIPPED = "shipped box"
    SMALL = "small boxes"


def wanted(box: Box) -> dict[Thing, Where]:
    """Everything that must be met, in the order of the sections, and in which games."""
    cards = [("cards", f"{one.part}: {one.name}") for one in printed(box)]
    cases = [(section, case) for section, names in CASES.items() for case in names]
    of_box = [*_icons(box), *cards, *_choices(box), *_symbols(box), *_locked(box)]
    of_box += [*_doom_icons(box), *_used(box)]
    in_box = {kind_of(effect) for effect in _all_effects(box)}
    found = {thing: Where.SHIPPED if thing in in_box else Where.SMALL for thing in _kinds()}
    found.update({thing: Where.SMALL if thing in SELDOM else Where.SHIPPED for thing in cases})
    return {**found, **dict.fromkeys(of_box, Where.SHIPPED)}


def _kinds() -> Iterator[Thing]:
    for kind in EFFECT_KINDS:
        if kind not in (*NEVER_CHOSEN, CHOOSE_ONE, "trophies", "sanity-or-stamina"):
            yield kind_of(Effect(kind))
    for kind in NEGATIVE_KINDS:
        yield kind_of(Effect(kind, -1))


def kind_of(effect: Effect) -> Thing:
    """The kind of an effect, gained or lost."""
    return "effects", f"{effect.kind}{' lost' if effect.amount < 0 else ''}"


def _all_effects(box: Box) -> Iterator[Effect]:
    for one in printed(box):
        for effect in one.effects:
            yield effect
            for group in effect.options:
                yield from group
