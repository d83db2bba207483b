"""In which order cases can be opened and closed, for CP-SAT (infinite-gulfs).

Everything that comes about in a game has a rank: a case opens after the closing that accesses it, a
card turns up after the icon that turns it over, a card is laid before its line is closed. Ranks
grow along each of these, so nothing can be its own cause.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from casecracker.engine.cards import CaseCard, Clue, Menace
from casecracker.engine.printed import Icon, icons_of
from casecracker.solver.chainlines import Line, Var

_MOST_RANK = 200
"""More than there are facts: cases, closings, icons and cards that turn up."""


@dataclass(frozen=True)
class Fact:
    """Something that may come about: whether, and at which rank."""

    comes: Var
    rank: Var


@dataclass
class Roads:
    """Facts of one game: cases that open, cards that turn up, the Machine at hand.

    Attributes:
        model: Where they are added.
        cases: The case cards by number.
        menaces: The menaces that may enter play.
        clues: The clue cards.
        lines: The line of each case that begins one.
        faces: Clue cards that do not lie in the stack.
        backs: Whether cards may come back from the closed cases.
    """

    model: cp_model.CpModel
    cases: dict[int, CaseCard]
    menaces: list[Menace]
    clues: tuple[Clue, ...]
    lines: dict[int, Line]
    faces: frozenset[str]
    backs: bool
    opened: dict[int, Fact] = field(default_factory=dict)
    turned: dict[str, Fact] = field(default_factory=dict)
    closed: dict[int, Fact] = field(default_factory=dict)
    machine: Fact | None = None

    def __post_init__(self) -> None:
        """Add all facts and what each rests on."""
        for number in self.cases:
            self.opened[number] = self._fact(f"open {number}")
        for face in self._faces():
            self.turned[face] = self._fact(f"turned {face}")
        for number, line in self.lines.items():
            rank = self._rank(f"closing {number}")
            self.closed[number] = Fact(line.closed, rank)
            self._after(self.closed[number], [self.opened[number]])
        self.machine = self._machine()
        self._explain()

    def _faces(self) -> list[str]:
        sides = (*(card.clue for card in self.cases.values()), *(m.clue for m in self.menaces))
        return [face for face in sides if face]

    def _fact(self, name: str) -> Fact:
        return Fact(self.model.new_bool_var(name), self._rank(name))

    def _rank(self, name: str) -> Var:
        return self.model.new_int_var(0, _MOST_RANK, f"rank of {name}")

    def _machine(self) -> Fact | None:
        """The Machine at hand; None if it never is."""
        for clue in self.clues:
            if "machine" in clue.attributes and clue.id not in self.faces:
                return self._always()
            if "machine" in clue.attributes:
                return self.turned.get(clue.id)
        return None

    def _always(self) -> Fact:
        return Fact(self.model.new_constant(1), self.model.new_constant(0))

    def _after(self, fact: Fact, causes: Iterable[Fact]) -> None:
        """A fact rests on all the causes, and comes later."""
        for cause in causes:
            self.model.add_implication(fact.comes, cause.comes)
            self.model.add(fact.rank >= cause.rank + 1).only_enforce_if(fact.comes)

    def _explain(self) -> None:
        opens: dict[int, list[Fact]] = {number: [] for number in self.cases}
        turns: dict[str, list[Fact]] = {face: [] for face in self.turned}
        for number, card in self.cases.items():
            for icon in icons_of(card.on_close):
                self._collect(self._case_icon(number, card, icon), icon, card, opens, turns)
        for menace in self.menaces:
            for icon in icons_of(menace.immediate):
                self._collect(self._menace_icon(menace, icon), icon, menace, opens, turns)
            for icon in icons_of(menace.icons):
                self._collect(self._menace_icon(menace, icon), icon, menace, opens, turns)
        for number, ways in opens.items():
            if not self.cases[number].start:
                self._one_of(self.opened[number], ways)
        for face, ways in turns.items():
            self._one_of(self.turned[face], ways)

    def _one_of(self, fact: Fact, ways: list[Fact]) -> None:
        """A fact rests on one of the ways, and comes later."""
        chosen = []
        for way in ways:
            choice = self.model.new_bool_var("way")
            self.model.add_implication(choice, way.comes)
            self.model.add(fact.rank >= way.rank + 1).only_enforce_if(choice)
            chosen.append(choice)
        self.model.add_bool_or([*chosen, ~fact.comes])

    def _collect(
        self,
        event: Fact | None,
        icon: Icon,
        card: CaseCard | Menace,
        opens: dict[int, list[Fact]],
        turns: dict[str, list[Fact]],
    ) -> None:
        """File an icon under what it brings about."""
        if event is None:
            return
        if icon.word.startswith("access-"):
            opens.get(int(icon.word.removeprefix("access-")), []).append(event)
        elif icon.word == "flip" and (self.backs or not _stays(card, icon)):
            turns[card.clue].append(event)

    def _case_icon(self, number: int, card: CaseCard, icon: Icon) -> Fact | None:
        if not card.is_case:
            return self._with_machine(f"icon {number}.{icon.place}", [self.opened[number]])
        closing = self.closed[number]
        if not icon.is_purple or self._turns_machine(card, icon.place):
            return closing
        if self.machine is None:
            return None
        event = self._fact(f"icon {number}.{icon.place}")
        self._after(event, [closing])
        self.model.add_implication(event.comes, self.machine.comes)
        # The Machine is in play before the case is closed (C15).
        self.model.add(closing.rank >= self.machine.rank + 1).only_enforce_if(event.comes)
        return event

    def _menace_icon(self, menace: Menace, icon: Icon) -> Fact | None:
        if icon.is_purple:
            return self._with_machine(f"icon {menace.id}.{icon.place}", [])
        return self._always()

    def _with_machine(self, name: str, causes: list[Fact]) -> Fact | None:
        if self.machine is None:
            return None
        event = self._fact(name)
        self._after(event, [*causes, self.machine])
        return event

    def _turns_machine(self, card: CaseCard, before: int) -> bool:
        """Whether the card itself brings the Machine, by a black icon above that place."""
        machines = {clue.id for clue in self.clues if "machine" in clue.attributes}
        icons = icons_of(card.on_close)[:before]
        return card.clue in machines and any(
            icon.word == "flip" and not icon.is_purple for icon in icons
        )

    def add_arrivals(self) -> None:
        """A card that turns up is laid after that; a purple left edge needs the Machine before."""
        for clue in self.clues:
            causes = [self.turned.get(clue.id)] if clue.id in self.faces else []
            causes += [] if clue.left else [self.machine]
            for number, line in self.lines.items():
                laid = Fact(line.laid[clue.id], self.closed[number].rank)
                if None in causes:
                    self.model.add(laid.comes == 0)
                self._after(laid, [cause for cause in causes if cause is not None])


def _stays(card: CaseCard | Menace, flip: Icon) -> bool:
    """Whether a card that is turned over lies in the closed cases: flip is its last icon."""
    icons = card.on_close if isinstance(card, CaseCard) else card.icons
    return flip.place + 1 == len(icons)
