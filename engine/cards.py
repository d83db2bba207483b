"""Cards and decks: what is printed on the cards of one box, nothing about any deal.

The fields are those of the deck file (docs/formats.md); a deck is checked when it is made.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

from casecracker.engine.files import did_you_mean, shown
from casecracker.engine.games import (
    ANY,
    CASE_ICONS,
    CASE_ONGOINGS,
    MENACE_IMMEDIATES,
    MENACE_ONGOINGS,
    PURPLE,
    TECHNIQUES,
    Game,
    find_game,
)

MAX_CLUES = 62
"""A deck's clue cards fit one 64-bit set, with one six-bit number left for "no card"."""

MAX_SIDES = 4
MAX_EFFECTS = 6
"""Effects on one clue card that a packed state can count through."""

MAX_NAME = 200
MAX_ID = 40
MAX_LETTER = 4
ID_PATTERN = "^[a-z0-9-]+$"

CardId = Annotated[StrictStr, Field(pattern=ID_PATTERN, max_length=MAX_ID)]
Name = Annotated[StrictStr, Field(max_length=MAX_NAME)]
Words = tuple[StrictStr, ...]
Count = Annotated[StrictInt, Field(ge=0, le=62)]
Provenance = Literal["synthetic", "transcribed"]

MAX_CASES = 7
MAX_MENACES = 6
MAX_ICONS = 6
"""Icons of a case card, or immediate effects and icons of a menace together."""

MAX_OBJECTIVES = 9
MAX_KEY_ITEMS = 5
"""Equipment clue cards with a key effect, so that a packed state can count them on one case."""

LEAST_DEALT = 8
"""Clue cards that must be in the stack at first: five leads and the hand."""


def is_id(name: str) -> bool:
    """Whether `name` is written as ids of cards and decks are: a-z, 0-9 and -, not a path."""
    return len(name) <= MAX_ID and re.fullmatch(ID_PATTERN, name) is not None


class _Card(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    id: CardId
    name: Name = ""


class Clue(_Card):
    """A clue card: types, edges, requirements, effects (left to right), penalty icons."""

    types: Words
    left: Words
    right: Words
    attributes: Words = ()
    minimum: Count = 0
    yellow_minimum: Count = Field(default=0, alias="yellow-minimum")
    immediate: StrictStr = ""
    effects: Words = ()
    time: StrictBool = False
    stability: StrictBool = False
    letter: Annotated[StrictStr, Field(max_length=MAX_LETTER)] = ""
    left_purple: Words = Field(default=(), alias="left-purple")
    right_purple: Words = Field(default=(), alias="right-purple")
    sides: Words = ()


class Victim(_Card):
    """A victim card: the start of a case. `right` are its investigative icons."""

    right: Words


class Contact(_Card):
    """A professional contact: one of `sides` may be used once in a game."""

    sides: Words


class Equipment(_Card):
    """An equipment card of another case: one of `sides` may be used once in a game."""

    sides: Words


class CaseCard(BaseModel):
    """One side of a case card: the start of a case, or (without `right`) a menace in disguise.

    `on_close` are the icons applied from top to bottom when the case is closed; of a card without
    `right`, when it is accessed. `clue` is the clue card on the other side, if there is one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    number: Annotated[StrictInt, Field(ge=1, le=MAX_CASES)]
    side: Literal["", "A", "B"] = ""
    name: Name = ""
    start: StrictBool = False
    right: Words = ()
    right_purple: Words = Field(default=(), alias="right-purple")
    on_close: Words = Field(default=(), alias="on-close")
    ongoing: Words = ()
    clue: StrictStr = ""

    @property
    def id(self) -> str:
        """Number and side, as players say it: `1A`, `4`."""
        return f"{self.number}{self.side}"

    @property
    def is_case(self) -> bool:
        """Whether it begins a line of investigation; the other kind can only be a menace."""
        return bool(self.right or self.right_purple)


class Menace(_Card):
    """A menace card: what it does at once, and as long as it is active; icons like a case's."""

    deck: Literal["aurora", "standard"]
    immediate: Words = ()
    ongoing: Words = ()
    icons: Words = ()
    clue: StrictStr = ""


class Objective(BaseModel):
    """An objective card: complete when all puzzle cards with its letters are scored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: Annotated[StrictInt, Field(ge=1, le=MAX_OBJECTIVES)]
    name: Name = ""
    letters: Words

    @property
    def id(self) -> str:
        """The number as text."""
        return str(self.number)


Card: TypeAlias = Clue | Victim | Contact | CaseCard | Menace | Objective | Equipment


class Deck(BaseModel):
    """All cards of one box. Immutable; `digest` names its content.

    Raises:
        ValueError: On making one that breaks the vocabulary of its game.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = 1
    game: StrictStr
    name: Name
    provenance: Provenance
    synthesis: dict[str, Any] | None = None
    clue: tuple[Clue, ...]
    victim: tuple[Victim, ...] = ()
    contact: tuple[Contact, ...] = ()
    case: tuple[CaseCard, ...] = ()
    menace: tuple[Menace, ...] = ()
    objective: tuple[Objective, ...] = ()
    equipment: tuple[Equipment, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_deck(self, find_game(self.game))
        return self

    def __hash__(self) -> int:
        """Equal decks have equal cards."""
        return hash((self.game, self.name, self.clue))

    @property
    def digest(self) -> str:
        """32 hexadecimal digits over the cards and their printed content, not the file's bytes."""
        content = self.document()
        content.pop("synthesis", None)
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def document(self) -> dict[str, Any]:
        """The deck as the parsed form of its deck file, `format` apart.

        What a card does not use is left out, so a field that a later game adds changes nothing.
        """
        return self.model_dump(exclude_defaults=True, by_alias=True, mode="json")

    def cards(self) -> Iterator[tuple[str, Card]]:
        """Every card with its kind, the name of its table in a deck file; in the file's order."""
        yield from (("clue", card) for card in self.clue)
        yield from (("victim", card) for card in self.victim)
        yield from (("contact", card) for card in self.contact)
        yield from (("case", card) for card in self.case)
        yield from (("menace", card) for card in self.menace)
        yield from (("objective", card) for card in self.objective)
        yield from (("equipment", card) for card in self.equipment)

    def summary(self) -> dict[str, str]:
        """What an answer in JSON says of the deck it is about."""
        return {"name": self.name, "provenance": self.provenance, "digest": self.digest}

    def clue_ids(self) -> tuple[str, ...]:
        """Ids of the clue cards, sorted: the order that shuffles start from."""
        return tuple(sorted(c.id for c in self.clue))

    def victim_ids(self) -> tuple[str, ...]:
        """Ids of the victim cards, sorted."""
        return tuple(sorted(v.id for v in self.victim))

    def menace_ids(self, part: str) -> tuple[str, ...]:
        """Ids of the menace cards of one part of the menace deck, sorted."""
        return tuple(sorted(menace.id for menace in self.menace if menace.deck == part))

    def faces(self) -> frozenset[str]:
        """Clue cards on the other sides of case and menace cards: not in the stack at first."""
        sides = (*(card.clue for card in self.case), *(card.clue for card in self.menace))
        return frozenset(clue for clue in sides if clue)


class Clash(NamedTuple):
    """One thing that is wrong between cards, told at the entry that should be mended."""

    kind: str  # empty: it is about the deck as a whole
    place: int  # of the entry among those of its kind, from 0
    key: str
    message: str


def _check_deck(deck: Deck, game: Game) -> None:
    counts = Counter(kind for kind, _ in deck.cards())
    for message in count_faults(counts, game):
        raise ValueError(message)
    for clash in deck_faults(deck):
        raise ValueError(_clash_text(clash, deck))
    for kind, card in deck.cards():
        for key, message in card_faults(card, game):
            raise ValueError(f"{kind} '{card.id}', key '{key}': {message}")


def _clash_text(clash: Clash, deck: Deck) -> str:
    if not clash.kind:
        return clash.message
    card = [card for kind, card in deck.cards() if kind == clash.kind][clash.place]
    return f"{clash.kind} '{card.id}', key '{clash.key}': {clash.message}"


def count_faults(counts: Mapping[str, int], game: Game) -> Iterator[str]:
    """What is wrong with the numbers of cards of each kind, for any deck, not only a box's."""
    for kind, allowed in _counts(game).items():
        count = counts.get(kind, 0)
        if count in allowed:
            continue
        if allowed == _NONE:
            yield f"{game.id} has no [[{kind}]] cards; this deck has {count}"
        elif allowed.start:
            span = f"{allowed.start} to {allowed.stop - 1}"
            yield f"a deck has {span} {kind} cards; this one has {count}"
        else:
            most = {1: "one"}.get(allowed.stop - 1, str(allowed.stop - 1))
            yield f"a deck has at most {most} {kind}; this one has {count}"


def kinds_of(game: Game) -> tuple[str, ...]:
    """The kinds of cards that decks of the game have, in the order of the deck file."""
    return tuple(kind for kind, allowed in _counts(game).items() if allowed != _NONE)


_NONE = range(1)


def _counts(game: Game) -> Mapping[str, range]:
    """How many cards of each kind any deck of the game may have."""
    gulfs = game.has_case_cards
    return {
        "clue": range(8, MAX_CLUES + 1),
        "victim": _NONE if gulfs else range(2, 7),
        "contact": range(2),
        "case": range(1, 2 * MAX_CASES + 1) if gulfs else _NONE,
        "menace": range(1, MAX_MENACES + 1) if gulfs else _NONE,
        "objective": range(1, MAX_OBJECTIVES + 1) if gulfs else _NONE,
        "equipment": range(3) if gulfs else _NONE,
    }


def deck_faults(deck: Deck) -> Iterator[Clash]:
    """What is wrong between the cards: ids, numbers, letters and other sides that do not agree."""
    yield from repetitions(deck)
    yield from loose_ends(deck)


def repetitions(deck: Deck) -> Iterator[Clash]:
    """Ids, letters and numbers that a card before has already, and sides of a case too many."""
    named = {
        "clue": deck.clue,
        "victim": deck.victim,
        "contact": deck.contact,
        "menace": deck.menace,
        "equipment": deck.equipment,
    }
    ids = [(kind, n, card.id) for kind, cards in named.items() for n, card in enumerate(cards)]
    yield from _repeated("id", ids)
    yield from _repeated("letter", [("clue", n, c.letter) for n, c in enumerate(deck.clue)])
    numbers = [("objective", n, c.id) for n, c in enumerate(deck.objective) if c.number]
    yield from _repeated("number", numbers)
    yield from _side_faults(deck)


def _repeated(key: str, words: list[tuple[str, int, str]]) -> Iterator[Clash]:
    seen: set[str] = set()
    for kind, place, word in words:
        if word and word in seen:
            message = f"this {key} is used before; {key}s are unique in a deck"
            yield Clash(kind, place, key, message)
        seen.add(word)


def _side_faults(deck: Deck) -> Iterator[Clash]:
    """A number has one case card without a side, or two, A and B."""
    sides: dict[int, list[str]] = {}
    last: dict[int, int] = {}
    for place, card in enumerate(deck.case):
        sides.setdefault(card.number, []).append(card.side)
        last[card.number] = place
    for number, found in sides.items():
        if number and sorted(found) not in ([""], ["A", "B"]):
            message = f"case {number} has one entry without 'side', or two with the sides A and B"
            yield Clash("case", last[number], "side", message)


def loose_ends(deck: Deck) -> Iterator[Clash]:
    """What one card asks of the others, or a game of all together, and is not there."""
    if not find_game(deck.game).has_case_cards:
        return
    yield from _face_faults(deck)
    yield from _letter_faults(deck)
    yield from _machine_faults(deck)
    yield from _gulfs_count_faults(deck)


def _face_faults(deck: Deck) -> Iterator[Clash]:
    clues = {clue.id for clue in deck.clue}
    faces = [("case", n, card.clue) for n, card in enumerate(deck.case)]
    faces += [("menace", n, card.clue) for n, card in enumerate(deck.menace)]
    seen: set[str] = set()
    for kind, place, face in faces:
        if face and face not in clues:
            message = f"there is no clue card {shown(face)}{did_you_mean(face, clues)}"
            yield Clash(kind, place, "clue", message)
        elif face and face in seen:
            message = f"a card before has clue card '{face}' on its other side; one card has"
            yield Clash(kind, place, "clue", message)
        seen.add(face)


def _letter_faults(deck: Deck) -> Iterator[Clash]:
    letters = {clue.letter for clue in deck.clue if clue.letter}
    for place, objective in enumerate(deck.objective):
        for letter in objective.letters:
            if letter not in letters:
                message = f"no clue card has the letter {shown(letter)}"
                yield Clash("objective", place, "letters", message)


def _machine_faults(deck: Deck) -> Iterator[Clash]:
    machines = [n for n, clue in enumerate(deck.clue) if "machine" in clue.attributes]
    for place in machines[1:]:
        message = "a card before has the attribute 'machine'; one at most has it"
        yield Clash("clue", place, "attributes", message)


def _gulfs_count_faults(deck: Deck) -> Iterator[Clash]:
    messages = []
    if not any(card.start and card.is_case for card in deck.case):
        messages.append("no case card has start = true; a game begins with one at least")
    dealt = len(deck.clue) - len(deck.faces())
    if dealt < LEAST_DEALT:
        messages.append(
            f"{LEAST_DEALT} clue cards at least are not on case or menace cards; here {dealt}"
        )
    keys = sum("key" in clue.sides for clue in deck.clue)
    if keys > MAX_KEY_ITEMS:
        messages.append(f"at most {MAX_KEY_ITEMS} clue cards have the side 'key'; here {keys}")
    for message in messages:
        yield Clash("", 0, "", message)


def card_faults(card: Card, game: Game) -> Iterator[tuple[str, str]]:
    """Key and message of each field that breaks the vocabulary of the game."""
    if isinstance(card, Victim):
        yield from _word_faults("right", card.right, _EDGES, least=1)
    elif isinstance(card, Contact | Equipment):
        yield from _word_faults("sides", card.sides, game.contact_sides, least=1)
        yield from _number_fault("sides", card.sides, MAX_SIDES)
    elif isinstance(card, CaseCard):
        yield from _case_faults(card)
    elif isinstance(card, Menace):
        yield from _word_faults("immediate", card.immediate, MENACE_IMMEDIATES)
        yield from _word_faults("ongoing", card.ongoing, MENACE_ONGOINGS)
        yield from _icon_faults("icons", card.icons, card.clue, may_stay=False)
        yield from _number_fault("icons", (*card.immediate, *card.icons), MAX_ICONS)
    elif isinstance(card, Objective):
        yield from _objective_faults(card)
    else:
        yield from _clue_faults(card, game)


_EDGES = (*TECHNIQUES, ANY)
_LOCKS = ("lock", "yellow-sign-lock", "skeleton-lock")
_KEYS = ("key", "skeleton-key")


def _clue_faults(card: Clue, game: Game) -> Iterator[tuple[str, str]]:
    yield from _word_faults("types", card.types, game.types, least=1)
    yield from _word_faults("left", card.left, _EDGES, least=not card.left_purple)
    yield from _word_faults("right", card.right, _EDGES, least=not card.right_purple)
    yield from _word_faults("attributes", card.attributes, game.attributes)
    yield from _word_faults("effects", card.effects, game.effects, repeats=True)
    yield from _yellow_faults(card, game)
    yield from _gulfs_faults(card, game)
    if len(set(_LOCKS) & set(card.attributes)) > 1:
        yield "attributes", "a card has one kind of lock"
    if set(_KEYS) <= set(card.attributes):
        yield "attributes", "a card has one kind of key"
    yield from _number_fault("effects", card.effects, MAX_EFFECTS)


def _number_fault(key: str, words: Words, most: int) -> Iterator[tuple[str, str]]:
    if len(words) > most:
        yield key, f"at most {most} {key}; this card has {len(words)}"


def _yellow_faults(clue: Clue, game: Game) -> Iterator[tuple[str, str]]:
    if clue.immediate:
        yield from _word_faults("immediate", (clue.immediate,), game.immediates)
    if clue.yellow_minimum and "colour" not in game.attributes:
        yield "yellow-minimum", f"{game.id} has no Colour attribute that this could count"


def _gulfs_faults(clue: Clue, game: Game) -> Iterator[tuple[str, str]]:
    if not game.has_case_cards:
        for key in ("letter", "left_purple", "right_purple", "sides"):
            if getattr(clue, key):
                yield key.replace("_", "-"), f"{game.id} has none"
        return
    yield from _word_faults("left-purple", clue.left_purple, _EDGES)
    yield from _word_faults("right-purple", clue.right_purple, _EDGES)
    yield from _word_faults("sides", clue.sides, game.contact_sides)
    yield from _number_fault("sides", clue.sides, MAX_SIDES)
    if bool(clue.sides) != ("equipment" in clue.attributes):
        yield "sides", "what the card does from the briefcase: on cards with 'equipment', no others"
    if clue.letter and "puzzle" not in clue.attributes:
        yield "letter", "only puzzle cards bear a letter"


def _case_faults(card: CaseCard) -> Iterator[tuple[str, str]]:
    yield from _word_faults("right", card.right, _EDGES)
    yield from _word_faults("right-purple", card.right_purple, _EDGES)
    # A card with neither techniques nor effects of a menace is a case that is not filled in.
    is_menace = not card.is_case and not set(card.ongoing) <= set(CASE_ONGOINGS)
    known = MENACE_ONGOINGS if is_menace else CASE_ONGOINGS
    yield from _word_faults("ongoing", card.ongoing, known)
    yield from _icon_faults("on-close", card.on_close, card.clue, may_stay=card.is_case)
    yield from _number_fault("on-close", card.on_close, MAX_ICONS)
    if not card.is_case and not is_menace:
        yield "right", f"nothing is listed; choose from: {', '.join(_EDGES)}"
    if is_menace and card.start:
        yield "start", "a card without techniques begins no case"


def _objective_faults(card: Objective) -> Iterator[tuple[str, str]]:
    if not card.letters:
        yield "letters", "nothing is listed; letters of puzzle cards"
    yield from _number_fault("letters", card.letters, MAX_CLUES)
    for letter, times in Counter(card.letters).items():
        if times > 1:
            yield "letters", f"{shown(letter)} is listed {times} times"


def _icon_faults(key: str, icons: Words, clue: str, *, may_stay: bool) -> Iterator[tuple[str, str]]:
    """Icons that are unknown, or turn a card over that has no other side or goes nowhere."""
    known = (*CASE_ICONS, *(PURPLE + icon for icon in CASE_ICONS))
    yield from _word_faults(key, icons, known, repeats=True)
    for colour in ("", PURPLE):
        flips = [place for place, icon in enumerate(icons) if icon == f"{colour}flip"]
        adds = [place for place, icon in enumerate(icons) if icon == f"{colour}add-to-hand"]
        if any(place - 1 not in flips for place in adds):
            yield key, f"'{colour}add-to-hand' stands right after '{colour}flip'"
        if any(
            place + 1 not in adds and not (may_stay and icons[place + 1 :] == ()) for place in flips
        ):
            last = " or is the last icon" if may_stay else ""
            yield key, f"'{colour}flip' is followed by '{colour}add-to-hand'{last}"
    turned = sum(icon in ("flip", f"{PURPLE}flip") for icon in icons)
    if turned > 1 or turned > bool(clue):
        yield key, "a card is turned over once, and only if 'clue' names its other side"


def _word_faults(
    key: str, words: Words, known: tuple[str, ...], *, least: int = 0, repeats: bool = False
) -> Iterator[tuple[str, str]]:
    if len(words) < least:
        yield key, f"nothing is listed; choose from: {', '.join(known)}"
    for word, times in Counter(words).items():
        if word not in known:
            hint = did_you_mean(word, known) or f"; known: {', '.join(known)}"
            yield key, f"unknown word {shown(word)}{hint}"
        elif times > 1 and not repeats:
            yield key, f"'{word}' is listed {times} times"
    if ANY in words and len(words) > 1:
        yield key, f"'{ANY}' stands for all techniques and is listed alone"
