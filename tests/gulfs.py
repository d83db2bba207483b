"""Small decks and deals of Infinite Gulfs of Darkness for tests, by hand, a few words a card.

    deck = make_gulfs_deck(
        [make_gulfs_clue("opener", attributes="darkness"), make_gulfs_clue("goal", letter="A")],
        cases=[make_case(4, "research", on_close="access-5"), make_case(5)],
        menaces=[make_menace("m1", ongoing="darkness-time")],
        contact="key take-discard",
    )
    deal = make_gulfs_deal(deck, draw="opener ...", limits=2, seed=1)

All of it may be left out. A deck has the start cases 1 (sides A and B) and 2 that take every card,
three menaces m1 ... m3 that do nothing, one objective, neither contact nor equipment card.
"""

from collections.abc import Iterable, Sequence
from typing import TypedDict, Unpack

from casecracker.engine.cards import CaseCard, Clue, Contact, Deck, Equipment, Menace, Objective
from casecracker.engine.deals import Deal
from casecracker.engine.games import ANY, INFINITE_GULFS, SettingValue, make_settings
from tests.decks import Printed, make_clue

TYPES = INFINITE_GULFS.types
GOAL, GOAL_LETTER = "goal", "Z"
"""The puzzle card of the objective that a deck has if none is described: out of reach, on the other
side of a case card that is never turned over."""

_WORD_KEYS = ("left_purple", "right_purple", "sides")


class GulfsPrinted(Printed, total=False):
    """What a clue card of this game may show beside; a card with a letter is a puzzle card."""

    letter: str
    left_purple: str
    right_purple: str
    sides: str  # what an equipment card does; "equipment" need not be said then


class CasePrinted(TypedDict, total=False):
    """What a case card shows beside number and techniques; words are parted by blanks."""

    side: str
    start: bool
    right_purple: str
    on_close: str
    ongoing: str
    clue: str
    name: str


class MenacePrinted(TypedDict, total=False):
    """What a menace card shows."""

    immediate: str
    ongoing: str
    icons: str
    clue: str
    name: str


class GulfsChance(TypedDict, total=False):
    """What makes a deal of a deck: orders, shuffles and settings.

    An order names the cards that come first, parted by blanks; the rest follow in the order of the
    deck file. Clue faces of case and menace cards need no place in `draw`.
    """

    draw: str  # the fifth card is the first lead, the sixth to eighth are the hand
    menaces: str  # top of the menace deck first; as many as the settings ask for
    reshuffles: Sequence[str]  # orders of shuffles 1, 2, ...
    seed: int | None  # decides the shuffles after those; None leaves them unknown
    limits: int
    mode: str
    menace: str
    help: str
    equipment: str


def make_gulfs_clue(card: str, types: str = "person", **printed: Unpack[GulfsPrinted]) -> Clue:
    """A clue card. Without edges it fits everywhere; with purple ones alone, nowhere in black."""
    attributes = printed.get("attributes", "").split()
    attributes += ["puzzle"] * ("letter" in printed and "puzzle" not in attributes)
    attributes += ["equipment"] * ("sides" in printed and "equipment" not in attributes)
    common: Printed = {"attributes": " ".join(attributes)}
    for key in ("effects", "minimum", "time", "stability"):
        if key in printed:
            common[key] = printed[key]
    common["left"] = printed.get("left", "" if "left_purple" in printed else ANY)
    common["right"] = printed.get("right", "" if "right_purple" in printed else ANY)
    fields = make_clue(card, types, **common).model_dump()
    fields |= {key: _words(printed, key) for key in _WORD_KEYS}
    return Clue.model_validate({**fields, "letter": printed.get("letter", "")})


def make_case(number: int, right: str = ANY, **printed: Unpack[CasePrinted]) -> CaseCard:
    """A case card; without techniques (`right=""`, nothing purple) one like the Haunter."""
    words = {key: _words(printed, key) for key in ("right_purple", "on_close", "ongoing")}
    others = {key: printed[key] for key in ("side", "start", "clue", "name") if key in printed}
    return CaseCard.model_validate({"number": number, "right": right.split(), **words, **others})


def make_menace(card: str, deck: str = "standard", **printed: Unpack[MenacePrinted]) -> Menace:
    """A menace card; without more words it does nothing."""
    words = {key: _words(printed, key) for key in ("immediate", "ongoing", "icons")}
    others = {key: printed[key] for key in ("clue", "name") if key in printed}
    return Menace.model_validate({"id": card, "deck": deck, **words, **others})


def _words(printed: object, key: str) -> tuple[str, ...]:
    assert isinstance(printed, dict)
    return tuple(str(printed.get(key, "")).split())


START_CASES = (
    make_case(1, side="A", start=True),
    make_case(1, side="B", start=True),
    make_case(2, start=True),
)


class Box(TypedDict, total=False):
    """What a deck has beside clue cards."""

    cases: Iterable[CaseCard]  # those of START_CASES with other numbers are added
    menaces: Iterable[Menace]  # m1, m2 and m3, which do nothing, if there is none
    objectives: Iterable[str]  # letters of objectives 1, 2, ..., parted by blanks
    contact: str  # sides of the contact p1; none without
    equipment: str  # sides of the equipment card necronomicon; none without
    least: int  # clue cards in the stack at first, at least; 8 if left out


def make_gulfs_deck(clues: Iterable[Clue] = (), **box: Unpack[Box]) -> Deck:
    """A deck of the clues, filled up with cards `blank-1`, `blank-2`, ... that fit everywhere.

    Clue faces of cases and menaces that are not among the clues are blank, too. Without objectives
    there is one that asks for all letters of the clues, or, without any, for the goal.
    """
    cards = list(clues)
    table = _with_start_cases(list(box.get("cases", ())))
    turned = list(box.get("menaces", ())) or [make_menace(f"m{n}") for n in (1, 2, 3)]
    letters = " ".join(clue.letter for clue in cards if clue.letter)
    asked = list(box.get("objectives", ())) or [letters or GOAL_LETTER]
    if asked == [GOAL_LETTER] and not letters:
        cards.append(make_gulfs_clue(GOAL, letter=GOAL_LETTER))
        table = _with_goal(table)
    faces = [face for face in (*(c.clue for c in table), *(m.clue for m in turned)) if face]
    known = {clue.id for clue in cards}
    cards += [make_gulfs_clue(face) for face in faces if face not in known]
    blanks = range(1, box.get("least", 8) - (len(cards) - len(faces)) + 1)
    return Deck(
        game=INFINITE_GULFS.id,
        name="Small test deck",
        provenance="synthetic",
        clue=(*cards, *(make_gulfs_clue(f"blank-{n}") for n in blanks)),
        contact=tuple(Contact(id="p1", sides=sides) for sides in _helper(box, "contact")),
        case=tuple(table),
        menace=tuple(turned),
        objective=tuple(
            Objective(number=n, letters=tuple(words.split())) for n, words in enumerate(asked, 1)
        ),
        equipment=tuple(
            Equipment(id="necronomicon", sides=sides) for sides in _helper(box, "equipment")
        ),
    )


def _helper(box: Box, key: str) -> list[tuple[str, ...]]:
    sides = _words(box, key)
    return [sides] if sides else []


def _with_start_cases(cases: list[CaseCard]) -> list[CaseCard]:
    named = {card.number for card in cases}
    added = [card for card in START_CASES if card.number not in named]
    return sorted([*added, *cases], key=lambda card: (card.number, card.side))


def _with_goal(cases: list[CaseCard]) -> list[CaseCard]:
    """The cases, the goal on the other side of the first that has none; it is never turned."""
    free = next((card for card in cases if not card.clue), None)
    return [card.model_copy(update={"clue": GOAL}) if card is free else card for card in cases]


def make_gulfs_deal(deck: Deck, **chance: Unpack[GulfsChance]) -> Deal:
    """A deal of the deck; without more words, all cards come as in the deck file."""
    names = ("limits", "mode", "menace", "help", "equipment")
    chosen: dict[str, SettingValue] = {
        name: chance[name]  # type: ignore[literal-required]  # a key of GulfsChance
        for name in names
        if name in chance
    }
    settings = make_settings(INFINITE_GULFS, chosen, from_file=True)
    ids = [clue.id for clue in deck.clue if clue.id not in deck.faces()]
    ids += sorted(deck.faces())
    return Deal(
        deck=deck,
        deck_id="small",
        settings=settings,
        draw=_order(ids, chance.get("draw", "")),
        victims=(),
        menaces=_menaces(deck, chance.get("menaces", ""), str(settings["menace"])),
        seed=chance.get("seed"),
        reshuffles=tuple(_order(ids, order) for order in chance.get("reshuffles", ())),
    )


def _menaces(deck: Deck, first: str, setting: str) -> tuple[str, ...]:
    """The menaces in the game, the Aurora Borealis ones above the others."""
    aurora, standard = deck.menace_ids("aurora"), deck.menace_ids("standard")
    if setting == "no-aurora":
        aurora = ()
    named = first.split()
    order = _order([*aurora, *standard], first)
    if setting == "minus-one":
        order = order[:-1]
    assert len(named) <= len(order), f"the settings ask for fewer menaces: {first}"
    return tuple(sorted(order, key=lambda card: card in standard))


def _order(ids: list[str], first: str) -> tuple[str, ...]:
    cards = first.split()
    rest = [card for card in ids if card not in cards]
    assert len(cards) + len(rest) == len(ids), f"not all in the deck, or twice: {first}"
    return (*cards, *rest)
