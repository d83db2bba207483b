"""The cards of Infinite Gulfs of Darkness, made of what was drawn (gulfs.py)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from casecracker.engine.cards import CaseCard, Equipment, Menace, Objective
from casecracker.engine.games import CASE_ONGOINGS, DARKNESS_EFFECTS, KEY_EFFECT, PURPLE
from casecracker.engine.shuffles import shuffled
from casecracker.seeds.frame import (
    CASE_FACES,
    ELDER_SIGN,
    HAUNTER,
    MACHINE,
    NYARLATHOTEP,
    Frame,
)
from casecracker.seeds.gulfs import CALM, OBJECTIVES, TURNED
from casecracker.seeds.names import names
from casecracker.seeds.parts import Drawn, edge_icons

Parts: TypeAlias = Mapping[str, Drawn]

# The real names that the rulebook itself tells; all others are invented.
ITEM_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {MACHINE: "Tillinghast's Machine", ELDER_SIGN: "Elder Sign"}
)
HAUNTER_TITLE: Final = "The Haunter of the Dark"
NYARLATHOTEP_TITLE: Final = "Nyarlathotep"
AURORA_TITLE: Final = "Aurora Borealis"
EQUIPMENT: Final = (("necronomicon", "Necronomicon"), ("third-aklo-ritual", "Third Aklo Ritual"))

TWO_SIDED: Final = 1
STARTING: Final = (1, 2)
MACHINE_CASE: Final = 2
HAUNTER_CASE: Final = 7
TURN: Final = ("flip", "add-to-hand")

AURORAS: Final = ("m1", "m2")
STANDARD: Final = ("m3", "m4", "m5")
IMMEDIATES: Final = ("access-3", "remove-aurora", "shuffle-all")
DARKNESS: Final = ("darkness-time", *DARKNESS_EFFECTS)
WORSE: Final = (*DARKNESS, "time-limit-minus-1")
BETTER: Final = "hand-limit-plus-1"

# What the items may do; each does something else.
HELP: Final = ("exchange-penalty", "search-stack", "take-closed", "take-stability", "take-time")


def clue_id(card: int) -> str:
    """The id of a clue card by its number."""
    return f"c{card + 1:02d}"


def clue_entry(frame: Frame, parts: Parts, card: int) -> dict[str, Any]:
    """What only this game prints on a clue card; fields for it."""
    role = frame.slots[card].role
    edge = edge_icons(parts["left"][card][0])
    purple = bool(parts["purple"].get(card))
    return {
        "left": () if purple else edge,
        "left-purple": edge if purple else (),
        "right-purple": parts["purple-right"].get(card, ()),
        "letter": letters(frame, parts).get(card, ""),
        "sides": {MACHINE: (_help(frame)[0],), ELDER_SIGN: (_elder_side(frame),)}.get(role, ()),
        **({"name": ITEM_TITLES[role]} if role in ITEM_TITLES else {}),
    }


def role_marks(role: str) -> tuple[str, ...]:
    """Attributes of the two items; none of another card."""
    marks = {MACHINE: ("equipment", "machine", "no-discard"), ELDER_SIGN: ("equipment",)}
    return marks.get(role, ())


def letters(frame: Frame, parts: Parts) -> dict[int, str]:
    """The letters of puzzle cards, in the order of the deck; nothing for another game."""
    lettered = [card for card in sorted(parts["named"]) if parts["named"][card]]
    return dict(zip(lettered, "ABCDEFGHIJKLMNOPQRST", strict=False))


def _help(frame: Frame) -> tuple[str, ...]:
    return shuffled(HELP, frame.seed, "help")


def _elder_side(frame: Frame) -> str:
    return shuffled((KEY_EFFECT, "prevent-next"), frame.seed, "elder-sign")[0]


def box_cards(frame: Frame, parts: Parts) -> dict[str, Any]:
    """Case cards, menaces, objectives and equipment, as the fields of a deck."""
    return {
        "case": tuple(_cases(frame, parts)),
        "menace": tuple(_menaces(frame)),
        "objective": tuple(_objectives(frame, parts)),
        "equipment": tuple(
            Equipment(id=name, name=title, sides=(side,))
            for (name, title), side in zip(EQUIPMENT, _help(frame)[1:], strict=False)
        ),
    }


def _cases(frame: Frame, parts: Parts) -> Iterator[CaseCard]:
    """Cases 1 to 6, the first with two sides, then the Haunter."""
    titles = names("case", frame.starts, frame.seed)
    faces = iter(CASE_FACES)
    for number, title in enumerate(titles, start=1):
        words = parts["roads"].get(number, ("access-4", TURNED))
        turned = MACHINE if number == MACHINE_CASE else next(faces) if TURNED in words else ""
        entry = {
            "number": number,
            "name": title,
            "start": number in STARTING,
            "right": edge_icons(parts["victims"][number - 1][0]),
            "on-close": tuple(_icons(words)),
            "clue": clue_id(frame.role(turned)) if turned else "",
        }
        card = CaseCard.model_validate(entry)
        yield from _sides(card) if number == TWO_SIDED else (card,)
    yield _haunter(frame)


def _sides(card: CaseCard) -> Iterator[CaseCard]:
    """Side A, which an equipment card brings, and side B, which gives more time instead."""
    yield card.model_copy(update={"side": "A"})
    yield card.model_copy(update={"side": "B", "ongoing": CASE_ONGOINGS})


def _icons(words: tuple[str, ...]) -> Iterator[str]:
    """From top to bottom: what calms, where it leads, and last what turns the card over."""
    yield from (word for word in words if word == CALM)
    yield from (word for word in words if word not in (CALM, TURNED))
    yield from TURN if TURNED in words else ()


def _haunter(frame: Frame) -> CaseCard:
    """No techniques: a menace with two of the Darkness effects, or a clue card for the hand."""
    entry = {
        "number": HAUNTER_CASE,
        "name": HAUNTER_TITLE,
        "on-close": tuple(PURPLE + icon for icon in TURN),
        "ongoing": shuffled(DARKNESS, frame.seed, "haunter")[:2],
        "clue": clue_id(frame.role(HAUNTER)),
    }
    return CaseCard.model_validate(entry)


def _menaces(frame: Frame) -> Iterator[Menace]:
    """Two Aurora Borealis; three that harm; Nyarlathotep."""
    better, worse = shuffled(AURORAS, frame.seed, "aurora")
    immediates = shuffled(IMMEDIATES, frame.seed, "menace/immediate")
    ongoings = shuffled(WORSE, frame.seed, "menace/ongoing")
    gifts = {better: BETTER, worse: ongoings[0]}
    for aurora in AURORAS:
        yield Menace(id=aurora, name=AURORA_TITLE, deck="aurora", ongoing=(gifts[aurora],))
    titles = names("menace", len(STANDARD), frame.seed)
    for menace, title, word, ongoing in zip(
        STANDARD, titles, immediates, ongoings[1:], strict=True
    ):
        yield Menace(id=menace, name=title, deck="standard", immediate=(word,), ongoing=(ongoing,))
    face = clue_id(frame.role(NYARLATHOTEP))
    yield Menace(id="m6", name=NYARLATHOTEP_TITLE, deck="standard", icons=TURN, clue=face)


def _objectives(frame: Frame, parts: Parts) -> Iterator[Objective]:
    shown = letters(frame, parts)
    for number, title in zip(OBJECTIVES, names("objective", 5, frame.seed), strict=True):
        cards = sorted(map(int, parts["objectives"][number]))
        yield Objective(number=number, name=title, letters=tuple(shown[card] for card in cards))
