"""What a synthetic deck assumes where the real cards are unknown: every number adjustable.

Each field says its unit and where it comes from: "known" (and the source), or "assumed" (and why).
Reasons in full, and what is fixed and not adjustable: docs/decks.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError

from casecracker.engine.errors import DeckError


def _pairs(value: object) -> object:
    """Counts given as a table, as sorted pairs; anything else goes on to be refused."""
    return tuple(sorted(value.items())) if isinstance(value, Mapping) else value


Count = Annotated[int, Field(ge=0, le=200)]
Counts = Annotated[
    tuple[tuple[str, Count], ...],
    BeforeValidator(_pairs),
    PlainSerializer(dict, return_type=dict[str, int]),
]


class Assumptions(BaseModel):
    """How many cards of a clue deck have what. Frozen and hashable; counts are cards."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )

    label: Annotated[str, Field(pattern=r"^[a-z0-9 -]+$", max_length=40)] = "standard"
    """Name of this set of assumptions, shown in the deck's name. Text, ours."""

    cards: Counts
    """Clue cards per (first) type; the sum is the box's 50. Assumed: people, places and papers are
    commoner than monsters."""

    two_type_cards: Count = 0
    """Cards that show a second type. Assumed none: one reviewer mentions such cards, names none."""

    puzzles: Counts
    """Puzzle cards per type, at least one each. Assumed one or two: a player calls the game near
    hopeless once some are penalties (bojptapp). Known: five types can be scored."""

    keys: Count = 8
    """Cards with Key. Assumed, one fewer than puzzles; known: a win needs five plays of one."""

    plain_locks: Count = 3
    """Cards with Lock that are no puzzles. Assumed few. Every puzzle has a Lock (des-en-mousse)."""

    minimums: Counts
    """Cards per value of the card minimum. Assumed; known: the attribute occurs."""

    puzzle_minimums: Count = 3
    """Puzzle cards among those with a card minimum. Assumed few: the Lock already delays them."""

    effects: Counts
    """Effect icons per effect. Known: ten kinds, take-time 4, take-stability 2 (bojptapp). The rest
    is assumed near the printed totals of The King in Yellow (its rulebook, effects table)."""

    effect_cards: Count = 40
    """Cards with at least one effect. Assumed; known: most, not all (BGG preview)."""

    max_effects: Annotated[int, Field(ge=1, le=6)] = 2
    """Most effects on one card. Assumed; known: more than one must be possible (rulebook)."""

    drawback_puzzles: Count = 6
    """Puzzle cards with a mandatory effect. Assumed two in three: a strong card has its price."""

    drawback_keys: Count = 4
    """Key cards with a mandatory effect. Assumed one in two, for the same reason."""

    hourglasses: Annotated[int, Field(ge=5, le=62)] = 22
    """Cards with the hourglass. Assumed (docs/decks.md, protocol); at least 5, else the limit could
    not bite."""

    stability_icons: Annotated[int, Field(ge=5, le=62)] = 20
    """Cards with the stability icon. Assumed and at least 5 for the same reasons."""

    both_icons: Count = 6
    """Cards with both penalty icons. Assumed few; the sources do not exclude them."""

    any_left: Annotated[int, Field(ge=1, le=62)] = 3
    """Cards whose left edge is Any. Assumed; known: at least one (the rulebook speaks of them)."""

    two_left: Count = 0
    """Cards with two icons on the left edge. Assumed none: the rulebook speaks of one icon."""

    right_icons: Count = 75
    """Icons on all right edges, Any counted as one. Assumed: three for two cards."""

    any_right: Count = 1
    """Cards whose right edge is Any. Assumed."""

    max_right: Annotated[int, Field(ge=1, le=3)] = 3
    """Most icons on one right edge other than Any. Assumed; known: several are possible."""

    left_slack: Count = 2
    """How far a technique's number of left icons may be from an equal share. Icons, assumed."""

    right_slack: Count = 3
    """How far a technique's number of right icons may be from an equal share. Icons, assumed."""

    openers: Count = 5
    """Least number of cards per technique that can begin a line: its icon or Any on the left, no
    Lock, no minimum. Assumed; known: every victim needs some."""


class YellowAssumptions(Assumptions):
    """The same for The King in Yellow, with the attributes that only it has."""

    cards: Counts
    """Clue cards per (first) type; the sum is the box's 50. Known: passion 6, one for each
    immediate effect (rulebook). The others are assumed as in The Witch Cult Murders."""

    puzzles: Counts
    """Puzzle cards per type, the card The King in Yellow among them. Known: at least one each,
    since a setting needs six types (rulebook). Assumed: one or two."""

    keys: Count = 9
    """Cards with Key. Assumed as many as puzzles, all of which have a lock that takes one."""

    plain_locks: Count = 2
    """Cards with Lock that are no puzzles. Assumed few. Every puzzle has one of the two locks:
    assumed from The Witch Cult Murders."""

    hourglasses: Annotated[int, Field(ge=5, le=62)] = 20
    """Cards with the hourglass. Assumed (docs/decks.md, protocol); at least 5, else the limit could
    not bite."""

    right_icons: Count = 85
    """Icons on all right edges, Any counted as one. Assumed (docs/decks.md, protocol)."""

    plain_yellow_locks: Count = 1
    """Cards with the Yellow sign lock that are no puzzles. Assumed few, for the same reason."""

    yellow_lock_puzzles: Annotated[int, Field(ge=1, le=62)] = 2
    """Puzzle cards whose lock is the Yellow sign lock, The King in Yellow always among them.
    Assumed one more than him; known: the attribute occurs."""

    yellow_signs: Annotated[int, Field(ge=1, le=62)] = 7
    """Cards with the Yellow sign. Assumed fewer than Keys: a lock does not use it up."""

    colours: Annotated[int, Field(ge=1, le=62)] = 18
    """Cards with Colour, beside any other attribute. Assumed a good third, so that a line of seven
    holds two or three; at least twice the largest Yellow card minimum."""

    yellow_minimums: Counts
    """Cards per value of the Yellow card minimum. Assumed; known: the attribute occurs."""

    puzzle_yellow_minimums: Count = 2
    """Puzzle cards among those with a Yellow card minimum. Assumed few: the lock delays them."""

    effects: Counts
    """Effect icons per effect. Known: the totals are printed (rulebook, card effects reference).
    No card has an effect twice, so that they are the totals of cards too."""

    effect_cards: Count = 37
    """Cards with at least one of these effects. Assumed; known: 47 at most have any effect."""

    passion_effects: Annotated[int, Field(ge=0, le=6)] = 0
    """Passion cards with one of these effects beside their immediate one. Assumed none."""


class GulfsAssumptions(Assumptions):
    """The same for Infinite Gulfs of Darkness, faces of case and menace cards counted in."""

    cards: Counts
    """Clue cards per (first) type, the five on case and menace cards among them; the sum is the
    box's 50. Assumed as in the other boxes, with some Formula cards as the seventh type."""

    puzzles: Counts
    """Puzzle cards per type, at least one each. Assumed one or two. Known: five types at least can
    be scored (rulebook, Classic Mode)."""

    keys: Count = 11
    """Cards with Key. Assumed (docs/decks.md, protocol); more than cards that have the Lock."""

    plain_locks: Count = 2
    """Cards with Lock that are no puzzles. Assumed few; known: the attribute occurs."""

    lock_puzzles: Count = 4
    """Puzzle cards with the Lock. Assumed (docs/decks.md, protocol); nobody says that all have one
    in this box, where the Skeleton Lock and purple icons hinder too."""

    hourglasses: Annotated[int, Field(ge=5, le=62)] = 16
    """Cards with the hourglass. Assumed (docs/decks.md, protocol); Darkness cards act like more."""

    stability_icons: Annotated[int, Field(ge=5, le=62)] = 16
    """Cards with the stability icon. Assumed one in three, all of them no puzzles."""

    both_icons: Count = 4
    """Cards with both penalty icons. Assumed few, as in the other boxes."""

    right_icons: Count = 85
    """Icons on all right edges, Any counted as one. Assumed as in The King in Yellow."""

    skeleton_keys: Annotated[int, Field(ge=1, le=62)] = 4
    """Cards with the Skeleton Key. Assumed fewer than Keys, since it opens both locks; known: the
    attribute occurs."""

    skeleton_lock_puzzles: Annotated[int, Field(ge=1, le=62)] = 2
    """Puzzle cards with the Skeleton Lock. Assumed fewer than with the Lock; known: the attribute
    occurs."""

    plain_skeleton_locks: Count = 1
    """Cards with the Skeleton Lock that are no puzzles. Assumed few."""

    darkness: Annotated[int, Field(ge=1, le=62)] = 12
    """Cards with Darkness, beside any other attribute. Assumed one in four, so that the three
    menaces that worsen them are felt; known: the attribute occurs."""

    letters: Annotated[int, Field(ge=2, le=20)] = 10
    """Puzzle cards that bear a letter. Assumed nearly all; known: those named by an objective."""

    spare_letters: Count = 2
    """Letters that no objective names. Assumed few: the objectives use most of them."""

    objective_letters: Annotated[int, Field(ge=10, le=15)] = 12
    """Letters on the five objectives together, two or three each. Assumed; known: several."""

    purple_puzzles: Annotated[int, Field(ge=1, le=62)] = 1
    """Puzzle cards named by an objective whose left edge is purple only. Assumed one, the face of
    The Haunter of the Dark being another that needs the Machine; known: some need it."""

    purple_left: Count = 1
    """Other cards whose left edge is purple only. Assumed few: without the Machine they are idle.
    """

    purple_right: Count = 6
    """Cards whose right edge has a purple icon beside the black ones. Assumed; known: cards with
    purple icons exist."""

    stability_puzzles: Count = 0
    """Puzzle cards with the stability icon. Assumed none: one that a check takes away would be hard
    to get back, and the objectives need every named one."""

    calm_cases: Annotated[int, Field(ge=1, le=5)] = 2
    """Case cards with the icon that takes a card out of the stability area. Assumed; known: the
    icon occurs."""

    effects: Counts
    """Effect icons per effect. Known: each kind occurs (rulebook, card effects reference). Assumed:
    the totals, near the printed ones of The King in Yellow where it has the effect."""

    effect_cards: Count = 42
    """Cards with at least one effect. Assumed; known: most, not all, in another box."""

    drawback_puzzles: Count = 6
    """Puzzle cards with a mandatory effect (close-5, close-6 and prevent-next are no drawbacks).
    Assumed one in two."""

    drawback_keys: Count = 4
    """Key cards with a mandatory effect. Assumed as many as in the other boxes."""


def assumption_rows(assumptions: Assumptions) -> Iterator[tuple[str, int | str, str]]:
    """Key, value and meaning of every assumption; the keys are those that `changed` takes."""
    for key, value in assumptions.model_dump().items():
        meaning = type(assumptions).model_fields[key].description or ""
        text = " ".join(meaning.split())
        if isinstance(value, dict):
            yield from ((f"{key}.{word}", count, text) for word, count in value.items())
        else:
            yield key, value, text


def changed(assumptions: Assumptions, changes: Iterable[str]) -> Assumptions:
    """`assumptions` with `KEY=VALUE` texts applied, for instance `keys=14` or `cards.person=9`.

    A changed set that is given no label of its own is called `custom`.

    Raises:
        DeckError: A text is not of that form, or its key or value is not a known one.
    """
    values = assumptions.model_dump()
    values["label"] = "custom"
    for text in changes:
        _apply(values, text)
    return from_values(values, type(assumptions))


def _apply(values: dict[str, Any], text: str) -> None:
    key, equals, value = text.partition("=")
    if not equals:
        raise DeckError(f"assumption {text!r}: write KEY=VALUE, for instance keys=14")
    family, dot, word = key.partition(".")
    if family not in values or isinstance(values[family], dict) != bool(dot and word):
        raise DeckError(f"assumption {text!r}: unknown key; known keys: {_known(values)}")
    if dot:
        values[family][word] = _number(text, value)
    else:
        values[family] = value if family == "label" else _number(text, value)


def _known(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{k}.NAME" if isinstance(v, dict) else k for k, v in values.items())


def _number(text: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 10):
        raise DeckError(f"assumption {text!r}: the value is a whole number, 0 or more")
    return int(value)


def from_values(
    values: Mapping[str, object], model: type[Assumptions] = Assumptions
) -> Assumptions:
    """Assumptions of one game's kind, read back from a deck's `synthesis` table.

    Raises:
        DeckError: A key is unknown or missing, or a value is out of range.
    """
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise DeckError(f"assumption '{key}': {first['msg']}; got {first['input']!r}") from None
