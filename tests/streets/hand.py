"""Games of Streets of Arkham by hand: small boxes, decks in the order given, told dice."""

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import Any, TypeAlias, TypedDict, Unpack

from casecracker.engine.streets.boxfile import box_from_document
from casecracker.engine.streets.cards import DECKS
from casecracker.engine.streets.deal import StreetsDeal, Tape
from casecracker.engine.streets.referee import StreetsReferee
from casecracker.engine.streets.state import StreetsState

Entry: TypeAlias = dict[str, Any]
PLENTY = 9
"""Arkham Adventures of a box by hand; those that no test names cannot be done."""


def card(name: str, *rows: str, **keys: Any) -> Entry:
    """An entry of a box file; `facedown_midnight` stands for `facedown-midnight`."""
    entry = {"id": name, **{key.replace("_", "-"): value for key, value in keys.items()}}
    return {**entry, "rows": list(rows)} if rows else entry


def monster(name: str, row: str, **keys: Any) -> Entry:
    """A monster marker."""
    return {"id": name, "row": row, **keys}


def asset(name: str, deck: str, use: str, **keys: Any) -> Entry:
    """An item, Spell, Ally or Skill."""
    return {"id": name, "deck": deck, "use": use, **keys}


class HandDeal(StreetsDeal):
    """A deal whose decks and cup lie in the order of the box, after every shuffle too."""

    def events(self, shuffle: int) -> tuple[int, ...]:
        return tuple(range(len(self.box.events)))

    def mythos(self, shuffle: int) -> tuple[int, ...]:
        return tuple(range(len(self.box.mythos)))

    def cup(self, draw: int) -> tuple[int, ...]:
        return tuple(range(len(self.box.monsters)))


class Setup(TypedDict, total=False):
    """What `make_deal` may be told; investigators have `kit` and `ability` unless told."""

    worlds: Sequence[Entry]
    monsters: Sequence[Entry]
    assets: Sequence[Entry]
    events: Sequence[Entry]
    mythos: Sequence[Entry]
    ancient: Entry
    people: Sequence[Entry]
    kit: Sequence[str]
    ability: str
    investigators: int
    green: str
    yellow: str
    red: str


def make_deal(*adventures: Entry, **setup: Unpack[Setup]) -> StreetsDeal:
    """A deal by hand. Dice show the faces told, then 1 (red ones 2) for ever."""
    investigators = setup.get("investigators", 1)
    quiet = [card(f"quiet-{number}") for number in range(1, PLENTY + 1)]
    fillers = [card(f"f{number}", "9 9 9") for number in range(len(adventures) + 1, PLENTY + 1)]
    someone: Entry = {"sanity": 5, "stamina": 5, "kit": list(setup.get("kit", ()))}
    someone["ability"] = setup.get("ability", "")
    persons = [{"id": f"p{number}", **someone} for number in range(1, investigators + 3)]
    told: list[Entry] = [*setup.get("people", ()), *[{}] * PLENTY]
    persons = [{**one, **own} for one, own in zip(persons, told, strict=False)]
    document = {
        "format": 1,
        "game": "streets-of-arkham",
        "name": "By hand",
        "provenance": "synthetic",
        "adventure": [*adventures, *fillers],
        "other-world": list(setup.get("worlds", ())),
        "monster": list(setup.get("monsters", ())),
        "asset": list(setup.get("assets", ())),
        "event": list(setup.get("events", ())),
        "mythos": [*setup.get("mythos", ()), *quiet][:PLENTY],
        "ancient-one": [
            {"id": "boss", "signs": 9, "doom": 6, "combat": "9 9 9", **setup.get("ancient", {})}
        ],
        "investigator": persons,
    }
    box = box_from_document(document, "by hand")
    deal = HandDeal(box, 0, investigators)
    by_deck = [[one.number for one in box.assets if one.deck == deck] for deck in DECKS]
    numbers = [one.number for one in box.places]
    deal.__dict__["decks"] = (
        *map(tuple, by_deck),
        tuple(numbers[: box.adventures]),
        tuple(numbers[box.adventures :]),
        deal.events(0),
        deal.mythos(0),
    )
    deal.__dict__["people"] = tuple(range(len(box.investigators)))
    deal.__dict__["ancient"] = box.ancients[0]
    deal.__dict__["tapes"] = (
        Tape(_faces(setup.get("green", ""), "1")),
        Tape(_faces(setup.get("yellow", ""), "1")),
        Tape(_faces(setup.get("red", ""), "2")),
    )
    return deal


def _faces(told: str, rest: str) -> Iterator[str]:
    return chain(told.split(), repeat(rest))


class Game:
    """A game in progress, kept by the engine and by the referee, who must agree at each step."""

    def __init__(self, deal: StreetsDeal) -> None:
        self.state = StreetsState.start(deal)
        self.referee = StreetsReferee(deal)
        self.agree()

    def agree(self) -> None:
        """Fail if the two implementations see different moves or tables."""
        assert self.state.view() == self.referee.seen()
        assert set(self.state.moves()) == set(self.referee.legal())

    def play(self, line: str) -> "Game":
        """Play moves, separated by semicolons."""
        for move in line.split(";"):
            self._play(move.strip())
        return self

    def _play(self, move: str) -> None:
        self.state = self.state.play(move)
        self.referee.play(move)
        self.agree()

    def moves(self) -> set[str]:
        """The legal moves, checked to be free of doubles."""
        moves = self.state.moves()
        assert len(moves) == len(set(moves)), moves
        return set(moves)

    def view(self) -> dict[str, Any]:
        """What the players see."""
        return self.state.view()

    def __getitem__(self, key: str) -> Any:
        return self.view()[key]

    def seat(self, number: int = 1) -> dict[str, Any]:
        """What a seat has."""
        return self["investigators"][number - 1]  # type: ignore[no-any-return]

    def spot(self, number: int) -> dict[str, Any]:
        """The Arkham Adventure at a spot."""
        return self["adventures"][number - 1]  # type: ignore[no-any-return]

    @property
    def pending(self) -> str:
        """Which decision is due."""
        return str(self["pending"])

    def pass_turn(self, turns: int = 1) -> "Game":
        """Let turns go by in the Streets, of whoever's turn it is."""
        for _ in range(turns):
            turn = self["turn"]
            self._play("stay")
            while self["turn"] == turn and self["status"] == "playing":
                self._play("nothing" if "nothing" in self.moves() else min(self.moves()))
        return self


def game(*adventures: Entry, **setup: Unpack[Setup]) -> Game:
    """A game by hand at its first decision."""
    return Game(make_deal(*adventures, **setup))
