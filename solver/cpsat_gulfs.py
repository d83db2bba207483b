"""A turn of Infinite Gulfs of Darkness as formulas, and what wins its games.

Beside what all games share: purple techniques, effects that are prevented or gained, cases that an
effect closes, case cards, menaces, items and the briefcase.

Rules: docs/rules.md, G4 to G10; the numbered rulings are those of docs/rulings.md.
"""

from collections.abc import Mapping

from casecracker.engine.cards import Clue
from casecracker.engine.deals import Deal
from casecracker.engine.games import DARKNESS_EFFECTS, find_game
from casecracker.engine.referee_gulfs_areas import CLASSIC_TYPES
from casecracker.engine.referee_rules import CLOSING_TYPES
from casecracker.engine.referee_table import FREE_LINE, LEADS, Table
from casecracker.solver import cpsat_turn
from casecracker.solver.cpsat_effects import Chosen
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_items import PREVENT, SEARCH_MENACE
from casecracker.solver.cpsat_menaces import Menaces, source_of
from casecracker.solver.cpsat_table import Area, Scope, icons
from casecracker.solver.cpsat_turn import PUZZLE, Actions, Turns

_DRAWING = ("take-lead", "discard-lead", "search-stack", "stability-check")
_CLOSES = {"close-5": 5, "close-6": 6}


class GulfsTurns(Menaces):
    """A game turn by turn."""

    def __init__(self, deal: Deal, scope: Scope, opening: Table, *, spent: bool = False) -> None:
        """Begin a turn."""
        super().__init__(deal, scope, opening, spent=spent)
        self.left_purple = [icons(clue.left_purple) for clue in self.clues]
        self._plays: list[Area] = []  # of this turn, by case
        self._came: list[Mapping[str, int]] = []  # menaces, by the effect that is resolved
        self._covered = FALSE  # that the effects of the card that was played are prevented
        self._longest = max(sum(card == TRUE for card in line) for line in self.lines)
        self._most_types = max(len(clue.types) for clue in self.clues)
        self._begun_with = len(opening.stack)
        self._most_draws = max(self._draws_of(clue) for clue in self.clues)
        self._spare_draws = LEADS - len(opening.leads) + len(self.items)

    def _draws_of(self, clue: Clue) -> int:
        """How many cards leave the stack for effects of a card that is played, at most."""
        printed = sum(effect in _DRAWING for effect in clue.effects)
        if "darkness" not in clue.attributes:
            return printed
        return printed + sum(
            name in ongoing for _, _, ongoing in self.gaining() for name in DARKNESS_EFFECTS
        )

    def may_run_out(self) -> bool:
        """Whether the stack may be empty by now.

        A turn takes no more cards out of it than leads leave the row, checks are made, and
        searches; and each item does so once.
        """
        turns = len(self.turns) + 1
        strain = 1 if self._longest + turns > FREE_LINE else 0
        return turns * (1 + self._most_draws + strain) + self._spare_draws >= self._begun_with

    def play_turn(self, *, may_win: bool, is_last: bool) -> None:
        """Add a turn, as of any game; a game that went astray before is over."""
        self.astray = FALSE
        super().play_turn(may_win=may_win, is_last=is_last)

    # Plays

    def plays_to(self, case: int, ready: Area, playing: int, with_key: int) -> Area:
        """Which card is played to the case."""
        if self.is_open(case) == FALSE:
            return self.nothing()
        return super().plays_to(case, ready, playing, with_key)

    def meet_edge(self, case: int, card: int, play: int) -> None:
        """W5.2, W5.3 and G5.4, if `play`: purple techniques count with the Machine (C27)."""
        black, purple, clue = icons(self.clues[card].left), self.left_purple[card], self.clues[card]
        if "any" in clue.left:
            return
        machine, both = self.machine(), self.formula.both
        meets = [machine] if "any" in clue.left_purple else []
        for kind, end in enumerate(self.ends[case]):
            shown = self.formula.some((end, both(machine, self.purple_ends[case][kind])))
            if black[kind] == TRUE:
                meets.append(shown)
            elif purple[kind] == TRUE:
                meets.append(both(machine, shown))
        self.formula.clause(-play, *meets)

    def add_to_line(self, case: int, cards: Area, with_key: int) -> int:
        """Lay a card at the end of the line; whether that costs a check of strain (ruling 11)."""
        laid, keys = self.one(cards), self.key_effects[case]
        if laid == FALSE:
            return FALSE
        for kind, offers in enumerate(self.offers(cards, self.right_purple)):
            before = self.formula.both(-laid, self.purple_ends[case][kind])
            self.purple_ends[case][kind] = self.formula.some((before, offers))
        strained = super().add_to_line(case, cards, with_key)
        with_it = self.formula.both(laid, with_key)
        self.key_effects[case] = [*keys, with_it] if with_it != FALSE else keys
        return strained

    def laid(self, actions: Actions, strained: int) -> None:
        """Prevention is used up (ruling C22); what waits for the Machine; then strain (C20)."""
        self._plays = actions.plays
        laid = [self.one(cards) for cards in actions.plays]
        covers: list[int] = []
        for case, here in enumerate(laid):
            cover = self.formula.some((self.prevented[case], self.prevented_any))
            covers.append(self.formula.both(here, cover))
            self.prevented[case] = self.formula.both(self.prevented[case], -here)
        self._covered = self.formula.some(covers)
        self.prevented_any = self.formula.both(self.prevented_any, -self.formula.some(laid))
        self.haunt()
        self.check(strained)

    # Effects

    def resolve_effects(self, actions: Actions) -> None:
        """The printed effects of the card that was played, then those that it gains."""
        played = self.common(-self._covered, self.joined(*actions.plays))
        self.resolve_printed(played)
        self._resolve_gained(played)

    def resolve(self, kind: str, given: int, *, by: str = "") -> Area:
        """Carry an effect out; what it brings to hand."""
        if given == FALSE:
            return self.nothing()
        if kind in _CLOSES:
            self._close_outright(kind, given)
        elif kind == PREVENT:
            self._prevent(given)
        elif kind == "draw-menace":
            self.log.steps.append(Chosen(kind, given, done=given))
            self._came.append(self.draw_menace(given))
        elif kind == SEARCH_MENACE:
            self._came.append(self.search_menace(given))
        else:
            return super().resolve(kind, given, by=by)
        return self.nothing()

    def effect(self, kinds: Mapping[str, int]) -> None:
        """Resolve one effect, of the kind whose literal is true if any is; a menace may come."""
        super().effect(kinds)
        came, self._came = self._came, []
        if came:
            self.enter(*came)

    def _lies_in(self, case: int) -> int:
        """Whether the card that was played lies in that case, which is open still."""
        return self.formula.both(self.one(self._plays[case]), -self.shut[case])

    def _prevent(self, given: int) -> None:
        """G5.9."""
        lies = [self.formula.both(given, self._lies_in(case)) for case in self.cases]
        self.log.steps.append(Chosen(PREVENT, given, done=self.formula.some(lies)))
        self.prevented = [
            self.formula.some(pair) for pair in zip(self.prevented, lies, strict=True)
        ]

    def _close_outright(self, kind: str, given: int) -> None:
        """G6.3."""
        number = _CLOSES[kind]
        case = number - 1
        done = self.formula.both(given, self._lies_in(case))
        self.log.steps.append(Chosen(kind, given, done=done))
        if done == FALSE:
            return
        gone = self.common(done, self.lines[case])
        scored = self.bearing(PUZZLE, gone)
        self.picture = self.joined(self.picture, scored)
        self.closed = self.joined(self.closed, self.without(gone, scored))
        self.lines[case] = self.without(self.lines[case], gone)
        self.shut[case] = self.formula.some((self.shut[case], done))
        self.carry_out([source_of(self.case_cards[number], done)])

    def _resolve_gained(self, played: Area) -> None:
        """Ruling C21."""
        dark = self.one(self.bearing("darkness", played))
        gained = [
            (places, key, effect, self.formula.both(dark, places[key]))
            for places, key, ongoing in self.gaining()
            for name, effect in DARKNESS_EFFECTS.items()
            if name in ongoing
        ]
        for places, key, effect, due in gained:
            self.free_action(self.formula.both(due, places[key]))
            still_due = self.formula.both(due, places[key])
            if still_due != FALSE:
                self.effect({effect: still_due})

    # Closing

    def close(self, actions: Actions, over: int) -> None:
        """Close a case, if that is the action; not before its line may show enough types."""
        if self._most_types * (self._longest + len(self.turns)) < CLOSING_TYPES:
            for close in actions.closes:
                self.formula.clause(-close)
            return
        super().close(actions, over)

    def end_closing(self, actions: Actions, line: Area, over: int) -> None:
        """The icons of the case card (G6.2)."""
        sources = [
            source_of(card, actions.closes[number - 1])
            for number, card in self.case_cards.items()
            if self.begun[number - 1] != FALSE
        ]
        self.carry_out(sources)

    # Maintenance and the end

    def run_out_of_time(self, full: int) -> None:
        """A menace (G7.5)."""
        self.enter(self.draw_menace(full))

    def refill(self, given: int) -> None:
        """Close the gaps and fill the row (G7.6), if `given`."""
        self._refilling = True
        super().refill(given)
        self._refilling = False

    def reach_goal(self, given: int) -> None:
        """Five types of puzzles, or the letters of all objectives (G7.2 and G7.3), if `given`."""
        if self.deal.settings["mode"] == "classic":
            self.match_types(CLASSIC_TYPES, given)
            return
        scored = {clue.letter: card for clue, card in zip(self.clues, self.picture, strict=True)}
        for letter in letters(self.deal):
            self.formula.clause(-given, scored[letter])


def letters(deal: Deal) -> set[str]:
    """The letters of all objectives."""
    return {letter for card in deal.deck.objective for letter in card.letters}


def fewest_turns(deal: Deal) -> int:
    """A number of turns that every win from the opening takes at least.

    As in the other games; but an effect may close a case in the turn of its last play, whatever
    types it shows.
    """
    if not find_game(deal.game).has_case_cards:
        return cpsat_turn.turns_to_score(deal, deal.settings.number("puzzles"))
    is_classic = deal.settings["mode"] == "classic"
    puzzles = CLASSIC_TYPES if is_classic else len(letters(deal))
    if any(effect in _CLOSES for clue in deal.deck.clue for effect in clue.effects):
        return max(puzzles, 1)
    return cpsat_turn.turns_to_score(deal, puzzles)


def make_turns(deal: Deal, scope: Scope, opening: Table) -> Turns:
    """Begin the formulas of a game of the deal."""
    kind = GulfsTurns if find_game(deal.game).has_case_cards else Turns
    return kind(deal, scope, opening)
