"""What happens in Infinite Gulfs of Darkness without a choice, step by step.

A menace that enters, a case that is closed or a card that is drawn may ask for something in its
middle: a card of the stability area, or a discard to the hand limit. So all that is to happen is
kept in a list of steps, the next one first; what a step causes goes before those that wait. The
numbered rulings are those of docs/rulings.md.

Events of this game: menace (card), no-menace, immediate-menace (card, place is the effect), case
(number, card is the id of the case card), case-gone (number; it is not in the case deck), flipped
(card, place is hand or closed), haunter (number, card is its name among the menaces), haunter-icons
(number), no-machine (card is the source, place the purple icon that does not count), aurora (cards
that leave the game), outright (number of a case that an effect closes, cards that are scored),
prevented (card), objective (number).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, Self

from casecracker.engine.deals import Deal
from casecracker.engine.games import PURPLE
from casecracker.engine.referee_areas import FOUND, Case, Event, Reveal
from casecracker.engine.referee_gulfs_areas import GulfsAreas, GulfsCase, case_name
from casecracker.engine.referee_table import LEADS

_TAKE_ICON = "take-stability"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is still to happen.

    `kind` is one of: menace (turn over the top menace), immediate and icon (`word` of the card
    `source`; `clue` is its other side), renew (shuffle the discard area in, as the stack ran out),
    check (`word` is its cause), refill, empty-time. `again` marks a draw that has run out before.
    """

    kind: str
    word: str = ""
    source: str = ""
    clue: str = ""
    again: bool = False


class GulfsTable(GulfsAreas):
    """The table of one game.

    Attributes:
        steps: What is still to happen, the next first.
    """

    def __init__(self, deal: Deal) -> None:
        """Lay the deal out."""
        self.steps: list[Step] = []
        super().__init__(deal)

    def copy(self) -> Self:
        """The same cards in the same places, independent of these."""
        other = super().copy()
        other.steps = list(self.steps)
        return other

    # Going on and coming to a halt.

    def go_on(self) -> None:
        """Let happen what is due, up to a decision: a discard to the hand limit or an icon."""
        while self.status == "playing" and len(self.hand) <= self.hand_limit:
            if self.haunters and self.is_machine_in_play():  # ruling C20: before all that waits
                self._haunt()
            elif self.steps and not self.halts_at:
                self._carry_out(self.steps.pop(0))
            else:
                return

    @property
    def halts_at(self) -> str:
        """The decision for which a step that is under way has come to a halt; empty if none has."""
        if not self.steps or self.steps[0].kind != "icon" or not self.stability:
            return ""
        return "icon" if self._icon(self.steps[0]) == _TAKE_ICON else ""

    def answer(self, cards: tuple[str, ...]) -> None:
        """Take the card that the icon take-stability allows, or none."""
        self.steps.pop(0)
        if cards:
            self.apply(_TAKE_ICON, cards)

    def _next(self, steps: Iterable[Step]) -> None:
        """Let these steps happen before those that wait."""
        self.steps[:0] = steps

    def _carry_out(self, step: Step) -> None:
        match step.kind:
            case "menace":
                self._turn_over_menace()
            case "immediate":
                self._do_immediate(step)
            case "icon":
                self._do_icon(step)
            case "renew":
                self.shuffle_into_stack(self.discard)
            case "check":
                self._check(step)
            case "refill":
                self._fill(step)
            case "empty-time":
                self.empty_time()

    # Menaces.

    def _turn_over_menace(self) -> None:
        if self.menaces_left:
            top, left = self.menaces_left[0], frozenset(self.menaces_left)
            self.reveals.append(Reveal("menace", top, left))
            self._enter(self.menaces_left[0])
        else:
            self.status = "lost"  # ruling R13: the first demand on an empty deck loses at once
            self.events.append(Event("no-menace"))

    def _enter(self, menace: str) -> None:
        """Put a menace of the menace deck into play (ruling C18)."""
        card = self.menace_cards[menace]
        self.menaces_left.remove(menace)
        self.menaces.append(menace)
        self.events.append(Event("menace", menace))
        immediates = [Step("immediate", word, menace) for word in card.immediate]
        self._next([*immediates, *self._icons(card.icons, menace, card.clue)])

    def _do_immediate(self, step: Step) -> None:
        self.events.append(Event("immediate-menace", step.source, step.word))
        if step.word == "remove-aurora":
            self._remove_aurora()
        elif step.word == "shuffle-all":
            # Ruling R20: it makes the new stack, and running out adds nothing more.
            self.shuffle_into_stack(self.time, self.discard)
            self.steps = [waiting for waiting in self.steps if waiting.kind != "renew"]
        else:
            self._access(int(step.word.removeprefix("access-")))

    def _remove_aurora(self) -> None:
        aurora = self.deal.deck.menace_ids("aurora")
        gone = [menace for menace in (*self.menaces, *self.menaces_left) if menace in aurora]
        self.menaces = [menace for menace in self.menaces if menace not in aurora]
        self.menaces_left = [menace for menace in self.menaces_left if menace not in aurora]
        self.events.append(Event("aurora", cards=tuple(gone)))

    # Icons of case cards and menaces.

    def _icons(self, icons: Iterable[str], source: str, clue: str) -> list[Step]:
        return [Step("icon", icon, source, clue) for icon in icons]

    def _icon(self, step: Step) -> str:
        """The icon in black; empty if it is purple and the Machine is not in play now."""
        if step.word.startswith(PURPLE) and not self.is_machine_in_play():
            return ""
        return step.word.removeprefix(PURPLE)

    def _do_icon(self, step: Step) -> None:
        icon = self._icon(step)
        if not icon:
            self.events.append(Event("no-machine", step.source, step.word))
        elif icon == "flip":
            self._flip(step)
        elif icon == "add-to-hand":
            self._add_to_hand(step)
        elif icon.startswith("access-"):
            self._access(int(icon.removeprefix("access-")))

    def _flip(self, step: Step) -> None:
        """Turn a case card over that is not added to hand: it goes to the closed cases."""
        follows = self.steps[0] if self.steps else None
        if follows is not None and follows.source == step.source and follows.kind == "icon":
            return  # add-to-hand takes it
        self.closed.add(step.clue)
        self.events.append(Event("flipped", step.clue, "closed"))

    def _add_to_hand(self, step: Step) -> None:
        self.hand.add(step.clue)
        self.menaces = [menace for menace in self.menaces if menace != step.source]
        self.events.append(Event("flipped", step.clue, "hand"))

    # Cases.

    def _access(self, number: int) -> None:
        """Put a case card of the case deck into play (rulings C14 and C20)."""
        if number not in self.case_deck:
            self.events.append(Event("case-gone", number=number))
            return
        self.case_deck.remove(number)
        card = self.case_cards[number]
        if card.is_case:
            self.open_numbered(number)
            self.events.append(Event("case", card.id, number=number))
        elif self.is_machine_in_play():
            self._next(self._haunter_icons(number))
        else:
            self.haunters.add(number)
            self.events.append(Event("haunter", case_name(number), number=number))

    def _haunt(self) -> None:
        """Apply the icons of a case card that lay among the menaces; it leaves them for good."""
        numbers = sorted(self.haunters)
        self.haunters.clear()
        self._next([step for number in numbers for step in self._haunter_icons(number)])

    def _haunter_icons(self, number: int) -> list[Step]:
        card = self.case_cards[number]
        self.events.append(Event("haunter-icons", card.id, number=number))
        return self._icons(card.on_close, case_name(number), card.clue)

    def finish_closing(self, case: Case) -> None:
        """Put the rest of a line into the closed cases; the icons of the case card follow."""
        self.closed |= set(case.line)
        self.events.append(Event("closed", number=case.number))
        del self.cases[case.number]
        card = self.case_cards[case.number]
        self._next(self._icons(card.on_close, case_name(case.number), card.clue))

    def close_outright(self, number: int) -> None:
        """Close a case by a card effect: all its puzzle cards are scored."""
        case = self.cases[number]
        puzzles = [card for card in case.line if "puzzle" in self.cards[card].attributes]
        self.events.append(Event("outright", number=number, cards=tuple(puzzles)))
        for card in puzzles:
            self.score(card, case)
        self.finish_closing(case)

    def cover(self, number: int) -> bool:
        """Use up what prevents the effects of the next card of that case; whether there is any."""
        case = self.cases[number]
        assert isinstance(case, GulfsCase)
        covered = case.prevented or self.prevented_any
        case.prevented = self.prevented_any = False
        return covered

    # Effects.

    def choices(self, effect: str) -> list[tuple[str, ...]]:
        """What the effect can name: one tuple of cards for each way to carry it out."""
        if effect in ("draw-menace", "prevent-next", "close-5", "close-6"):
            return [()]
        return super().choices(effect)

    def apply(self, effect: str, cards: tuple[str, ...]) -> None:
        """Carry an effect out with one of its `choices`."""
        if effect == "draw-menace":
            self._next([Step("menace")])
        elif effect == "search-menace":
            self.reveals.append(Reveal(FOUND, cards[0]))
            self._enter(cards[0])
        else:
            super().apply(effect, cards)

    # Drawing.

    def check_stability(self, kind: Literal["check", "strain"] = "check") -> None:
        """Let a stability check be made next."""
        self._next([Step("check", kind)])

    def _runs_out(self, step: Step) -> bool:
        """Whether a draw must wait until a menace was played and the stack renewed (ruling R12)."""
        if self.stack or step.again:
            return False
        self.events.append(Event("stack-empty"))
        self._next([Step("menace"), Step("renew"), replace(step, again=True)])
        return True

    def _check(self, step: Step) -> None:
        if self._runs_out(step):
            return
        card = self.take_top()
        if card is not None:
            self.see(card, step.word)

    def _fill(self, step: Step) -> None:
        """Draw one card to the row, and the others after it."""
        if len(self.leads) == LEADS or self._runs_out(step):
            return
        card = self.take_top()
        if card is not None:
            self.leads.append(card)
            self.events.append(Event("lead", card))
            self._next([Step("refill")])

    # Maintenance.

    def _refill(self) -> None:
        self.steps.append(Step("refill"))

    def _run_out_of_time(self) -> bool:
        self.events.append(Event("time-limit"))
        self.steps += [Step("menace"), Step("empty-time")]
        return True
