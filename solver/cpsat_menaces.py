"""Case cards, menaces and Tillinghast's Machine as formulas, in Infinite Gulfs of Darkness.

What a menace does when it enters, and what a case card does when its case is closed, is told step
by step, with the decisions in between. Of several cards that might do so at one moment one does.

Rules: docs/rules.md, G11 to G14; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from casecracker.engine.cards import MAX_CASES, CaseCard
from casecracker.engine.games import PURPLE
from casecracker.engine.referee_gulfs_areas import GulfsCase
from casecracker.engine.referee_gulfs_table import GulfsTable
from casecracker.engine.referee_table import Table
from casecracker.solver.cpsat_effects import Chosen
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_items import SEARCH_MENACE, Items
from casecracker.solver.cpsat_table import Area, icons

_ACCESS = "access-"
_MORE_HAND = "hand-limit-plus-1"


@dataclass(frozen=True, slots=True)
class Source:
    """A card that does something, step by step, if `given`.

    Attributes:
        given: Whether it does.
        steps: Immediate effects from left to right, then icons from top to bottom.
        clue: The clue card on its other side.
        menace: Its id; empty for a case card.
    """

    given: int
    steps: tuple[str, ...]
    clue: str
    menace: str = ""


class Menaces(Items):
    """The case deck, the menace deck and the active menaces.

    Attributes:
        case_cards: The side of each case card that is in the game, by number.
        case_deck: By number, whether the case card was not accessed yet.
        haunters: By number, whether the case card lies among the active menaces.
        menace_deck: By id, top first, whether the menace lies in the deck.
        active: By id, whether it is active.
        prevented: By case, whether effects of the next card that is played to it are prevented.
    """

    def _set_cases(self, opening: Table) -> None:
        assert isinstance(opening, GulfsTable)
        self.case_cards: dict[int, CaseCard] = opening.case_cards
        self.case_deck = {n: _truth(n in opening.case_deck) for n in self.case_cards}
        self.haunters = {
            number: _truth(number in opening.haunters)
            for number, card in self.case_cards.items()
            if not card.is_case
        }
        self.menace_deck = dict.fromkeys(opening.menaces_left, TRUE)
        self.active = {m.id: _truth(m.id in opening.menaces) for m in self.deal.deck.menace}
        self._menaces = {menace.id: menace for menace in self.deal.deck.menace}
        self.prevented_any = _truth(opening.prevented_any)
        self._set_lines(opening)
        self._machine = next(
            (card for card, clue in enumerate(self.clues) if "machine" in clue.attributes), None
        )
        self._renewals: list[int] = []  # that a stack which ran out is still to be renewed
        self._brought: list[Mapping[str, int]] = []  # by items, at this decision
        self._accessing: set[int] = set()
        self._is_haunting = self._is_entering = False

    def _set_lines(self, opening: GulfsTable) -> None:
        self.cases = range(MAX_CASES)
        cards = [self.case_cards.get(case + 1) for case in self.cases]
        self.starts = [icons(card.right if card else ()) for card in cards]
        self.ends = [list(start) for start in self.starts]
        self.purple_ends = [icons(card.right_purple if card else ()) for card in cards]
        self.right_purple = [icons(clue.right_purple) for clue in self.clues]
        self.lines = [self.area_of(()) for _ in self.cases]
        self.key_effects = [[] for _ in self.cases]
        self.prevented = [FALSE for _ in self.cases]
        self.begun = [
            _truth(
                case + 1 in opening.cases
                or (card is not None and card.is_case and self.case_deck[case + 1] == FALSE)
            )
            for case, card in enumerate(cards)
        ]
        self.shut = [
            begun if case + 1 not in opening.cases else FALSE
            for case, begun in enumerate(self.begun)
        ]
        last = {clue.id: clue for clue in self.clues}
        for number, case in opening.cases.items():
            self.lines[number - 1] = self.area_of(case.line)
            self.key_effects[number - 1] = [TRUE] * case.key_effects
            self.prevented[number - 1] = _truth(isinstance(case, GulfsCase) and case.prevented)
            if case.last is not None:
                self.ends[number - 1] = icons(last[case.last].right)
                self.purple_ends[number - 1] = icons(last[case.last].right_purple)

    # The Machine

    def machine(self) -> int:
        """Whether Tillinghast's Machine is in play (G12.1)."""
        if self._machine is None:
            return FALSE
        places = [self.hand, self.briefcase, *self.lines]
        return self.formula.some(area[self._machine] for area in places)

    def needs_haunting(self) -> int:
        """Whether the Machine is in play, and a card waits for it."""
        return self.formula.both(self.machine(), self.formula.some(self.haunters.values()))

    def haunt(self) -> None:
        """Case cards among the menaces leave them if the Machine is in play (ruling C20)."""
        if self._is_haunting:
            self.leave(self.needs_haunting())
            return
        machine = self.machine()
        due = {number: self.formula.both(there, machine) for number, there in self.haunters.items()}
        if all(leaves == FALSE for leaves in due.values()):
            return
        self._is_haunting = True
        for number, leaves in due.items():
            self.haunters[number] = self.formula.both(self.haunters[number], -leaves)
        if any(_MORE_HAND in self.case_cards[number].ongoing for number in due):
            self.keep_limit()
        for number, leaves in sorted(due.items()):
            self._haunter_icons(number, leaves)
        self._is_haunting = False

    def _haunter_icons(self, number: int, given: int) -> None:
        card = self.case_cards[number]
        self.carry_out([source_of(card, given)])

    # Ongoing effects

    def ongoing(self, effect: str) -> list[int]:
        """For each card that may have the ongoing effect, whether it is active."""
        return [
            *(there for m, there in self.active.items() if effect in self._menaces[m].ongoing),
            *(t for n, t in self.haunters.items() if effect in self.case_cards[n].ongoing),
        ]

    def gaining(self) -> Iterator[tuple[dict[Any, int], str | int, tuple[str, ...]]]:
        """Menaces in the order of the deck file, then case cards by number (ruling C21).

        Each as where it is told whether it is active, its name there, its ongoing effects.
        """
        yield from ((self.active, menace, self._menaces[menace].ongoing) for menace in self.active)
        yield from (
            (self.haunters, number, self.case_cards[number].ongoing)
            for number in sorted(self.haunters)
        )

    def is_time_over(self) -> int:
        """Whether the time area is full (G7.5)."""
        later = [
            self.is_open(number - 1)
            for number, card in self.case_cards.items()
            if card.is_case and "time-limit-plus-1" in card.ongoing
        ]
        filled = [*self.time, *self.ongoing("time-limit-minus-1")]
        return self.formula.at_least(self.limit, filled, later)

    def put_down(self, cards: Area) -> None:
        """Discard cards that have left their area (W4.6; rulings C23 and C24)."""
        dark = self.formula.some(self.ongoing("darkness-time"))
        clocks = self.nothing()
        for card, clue in enumerate(self.clues):
            if "no-discard" in clue.attributes:
                continue
            if clue.time:
                clocks[card] = cards[card]
            elif "darkness" in clue.attributes:
                clocks[card] = self.formula.both(cards[card], dark)
        self.time = self.joined(self.time, clocks)
        self.discard = self.joined(self.discard, self.without(cards, clocks))

    # Icons and immediate effects

    def carry_out(self, sources: Sequence[Source]) -> None:
        """Let the one card that is given, if one is, do what it does (G11; ruling C18)."""
        kept = [source for source in sources if source.given != FALSE]
        for place in range(max((len(source.steps) for source in kept), default=0)):
            self._carry_out(place, [source for source in kept if place < len(source.steps)])

    def _carry_out(self, place: int, sources: Iterable[Source]) -> None:
        machine = self.machine()
        words: dict[str, list[Source]] = {}
        taking: list[tuple[int, bool]] = []
        for source in sources:
            word = source.steps[place].removeprefix(PURPLE)
            is_purple = word != source.steps[place]
            if word == "take-stability":
                taking.append((source.given, is_purple))
            due = self.formula.both(source.given, machine if is_purple else TRUE)
            words.setdefault(word, []).append(replace(source, given=due))
        for word, due_sources in words.items():
            self._do(word, due_sources)
        if "add-to-hand" in words or ("remove-aurora" in words and self._aurora_widens_hand):
            self.keep_limit()
        if taking:
            self._take_icon(taking)

    def _do(self, word: str, sources: Sequence[Source]) -> None:
        given = self.formula.some(source.given for source in sources)
        if word == "flip":
            for source in sources:  # turned over, and not added to hand
                self.closed = self.joined(self.closed, self._turned(source.clue, source.given))
        elif word == "add-to-hand":
            self._add_to_hand(sources)
        elif word == "shuffle-all":
            self.shuffle(given, "time", "discard")
            self._renewals = [self.formula.both(due, -given) for due in self._renewals]
        elif word == "remove-aurora":
            self._remove_aurora(given)
        elif word.startswith(_ACCESS):
            self.access(int(word.removeprefix(_ACCESS)), given)

    def _turned(self, clue: str, due: int) -> Area:
        """The clue card on the other side, if `due`: it is there from now on."""
        turned = self.common(due, self.area_of((clue,)))
        self.away = self.without(self.away, turned)
        return turned

    def _add_to_hand(self, sources: Sequence[Source]) -> None:
        """The cards come to hand; a menace is active no more."""
        came = [self._turned(source.clue, source.given) for source in sources]
        self.hand = self.joined(self.hand, *came)
        for source in sources:
            if source.menace:
                there = self.active[source.menace]
                self.active[source.menace] = self.formula.both(there, -source.given)

    def _take_icon(self, taking: Sequence[tuple[int, bool]]) -> None:
        """G11.5; the Machine may leave while items are used before."""

        def due() -> int:
            counts = (
                self.formula.both(given, self.machine() if is_purple else TRUE)
                for given, is_purple in taking
            )
            return self.formula.both(self.formula.some(counts), self.one(self.stability))

        self.ask_icon(due)
        given = due()
        taken = self.pick(given, self.stability, needed=False)
        self.log.steps.append(Chosen("icon", given, (taken,)))
        self.stability = self.without(self.stability, taken)
        self.gain([taken])

    # Cases

    def access(self, number: int, given: int) -> None:
        """Put a case card of the case deck into play (rulings C14 and C20)."""
        if number in self._accessing or number not in self.case_deck:
            return
        done = self.formula.both(given, self.case_deck[number])
        if done == FALSE:
            return
        self.case_deck[number] = self.formula.both(self.case_deck[number], -done)
        if self.case_cards[number].is_case:
            self.begun[number - 1] = self.formula.some((self.begun[number - 1], done))
            return
        machine = self.machine()
        waits = self.formula.both(done, -machine)
        self.haunters[number] = self.formula.some((self.haunters[number], waits))
        self._accessing.add(number)
        self._haunter_icons(number, self.formula.both(done, machine))
        self._accessing.remove(number)

    # Menaces

    def menace_left(self) -> int:
        """Whether a card is left in the menace deck."""
        return self.formula.some(self.menace_deck.values())

    def draw_menace(self, given: int) -> dict[str, int]:
        """Put the top card of the menace deck into play; without one the game is lost (G10.3)."""
        entering: dict[str, int] = {}
        if given == FALSE:
            return entering
        self.formula.clause(-given, *self.menace_deck.values(), self.astray)
        above = FALSE
        for menace, there in self.menace_deck.items():
            entering[menace] = self.formula.both(given, there, -above)
            above = self.formula.some((above, there))
        self._put_in_play(entering)
        return entering

    def search_menace(self, given: int, *, by: str = "") -> dict[str, int]:
        """Search the menace deck for a card, perhaps; an item does so if `given`."""
        picked = {menace: self.formula.new() for menace in self.menace_deck}
        for menace, pick in picked.items():
            self.formula.clause(-pick, given)
            self.formula.clause(-pick, self.menace_deck[menace])
        self.formula.at_most_one(picked.values())
        what = f"{by} {SEARCH_MENACE}" if by else SEARCH_MENACE
        self.log.steps.append(Chosen(what, given, names=tuple(picked.items())))
        self._put_in_play(picked)
        if by:
            self.formula.clause(-given, *picked.values())
        return picked

    def bring(self, entering: Mapping[str, int], given: int) -> None:
        """An item brings a menace, if `given`; it acts once the hand limit is kept."""
        if self._is_entering:
            self.leave(given)
        else:
            self._brought.append(entering)

    def let_enter(self) -> None:
        """Menaces that an item has brought into play do what they do at once."""
        if self._brought and not self._is_entering:
            waiting, self._brought = self._brought, []
            for entering in waiting:
                self.enter(entering)

    def _put_in_play(self, entering: Mapping[str, int]) -> None:
        for menace, enters in entering.items():
            self.menace_deck[menace] = self.formula.both(self.menace_deck[menace], -enters)
            self.active[menace] = self.formula.some((self.active[menace], enters))

    def enter(self, *entering: Mapping[str, int]) -> None:
        """Let the menace that has come into play, if one has, do what it does at once."""
        was_entering, self._is_entering = self._is_entering, True
        self.carry_out(
            [
                Source(
                    self.formula.some(came.get(menace.id, FALSE) for came in entering),
                    (*menace.immediate, *_told(menace.icons)),
                    menace.clue,
                    menace.id,
                )
                for menace in self.deal.deck.menace
            ]
        )
        self._is_entering = was_entering

    def _remove_aurora(self, given: int) -> None:
        for places in (self.menace_deck, self.active):
            for menace in self.deal.deck.menace_ids("aurora"):
                if menace in places:
                    places[menace] = self.formula.both(places[menace], -given)

    @property
    def _aurora_widens_hand(self) -> bool:
        aurora = self.deal.deck.menace_ids("aurora")
        return any(_MORE_HAND in self._menaces[menace].ongoing for menace in aurora)

    # The stack runs out

    def may_run_out(self) -> bool:
        """Whether the stack may be empty by now."""
        raise NotImplementedError

    def renew(self, empty: int) -> None:
        """A menace, then the discards; not these if it has shuffled all (rulings C19 and R20)."""
        if empty == FALSE or not self.may_run_out():
            return
        self._renewals.append(empty)
        self.enter(self.draw_menace(empty))
        self.shuffle(self._renewals.pop(), "discard")


def source_of(card: CaseCard, given: int) -> Source:
    """A case card that applies its icons, if `given`."""
    return Source(given, _told(card.on_close), card.clue)


def _told(words: Sequence[str]) -> tuple[str, ...]:
    """Icons, without those that only turn a card over that is then added to hand."""
    return tuple(
        word
        for place, word in enumerate(words, start=1)
        if place == len(words) or word.removeprefix(PURPLE) != "flip"
    )


def _truth(said: bool) -> int:
    return TRUE if said else FALSE
