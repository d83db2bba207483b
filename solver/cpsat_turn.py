"""A turn as formulas: the five actions, plays and closings, the maintenance phase.

Rules: docs/rules.md, W4 to W7; the numbered rulings are those of docs/rulings.md. Each turn keeps
a record of what may be chosen in it, from which `cpsat_decode.py` tells the line.
"""

from dataclasses import dataclass

from casecracker.engine.deals import Deal
from casecracker.engine.games import KEY_EFFECT, find_game
from casecracker.engine.referee_rules import CLOSING_TYPES
from casecracker.engine.referee_table import Table
from casecracker.solver.cpsat_effects import Chosen, Log
from casecracker.solver.cpsat_formula import FALSE, TRUE
from casecracker.solver.cpsat_refill import Refills
from casecracker.solver.cpsat_table import Area, Scope

PUZZLE = "puzzle"


@dataclass(slots=True)
class Actions:
    """Which action a turn takes, and what it plays or closes."""

    take: int
    play: int
    hand: int
    closes: list[int]  # by case
    passes: int
    plays: list[Area]  # by case: the card that is played to it
    with_key: int
    keys: list[tuple[str, int]]  # what follows the case in the move, and whether it does
    scored: Area


class Turns(Refills):
    """A game turn by turn. `play_turn` adds one; `has_won` ends it."""

    def __init__(self, deal: Deal, scope: Scope, opening: Table, *, spent: bool = False) -> None:
        """Begin a turn."""
        super().__init__(deal, scope, opening, spent=spent)
        self.types = find_game(deal.game).types
        self.turns: list[tuple[Actions, Log]] = []
        self.over = FALSE

    def play_turn(self, *, may_win: bool, is_last: bool) -> None:
        """Add a turn: at its end the game may be over, as won, if `may_win`.

        After the last turn no maintenance follows: the win is seen first (ruling 15).
        """
        going = -self.over
        over = self._may_end(may_win, is_last)
        self.log = Log()
        self.free_action(going)
        if self.may_take_leads():
            self.close_gaps()
        actions = self._choose(going)
        self._act(actions)
        self.resolve_effects(actions)
        self.close(actions, over)
        self.window(going)
        self.turns.append((actions, self.log))
        self.over = over
        if not is_last:
            self._maintain(-self.over)

    def window(self, going: int) -> None:
        """The moment before maintenance (ruling C7)."""
        self.free_action(going)

    def _may_end(self, may_win: bool, is_last: bool) -> int:
        """Whether the game is over, as won, after this turn."""
        if not may_win or is_last:
            return TRUE if may_win else self.over
        over = self.formula.new()
        self.formula.clause(-self.over, over)
        return over

    # The action

    def _choose(self, going: int) -> Actions:
        new = self.formula.new
        closes = [new() for _ in self.cases]
        actions = Actions(new(), new(), new(), closes, new(), [], FALSE, [], self.nothing())
        taken = [actions.take, actions.play, actions.hand, *closes]
        for action in (*taken, actions.passes):
            self.formula.clause(-action, going)
        self.formula.at_most_one([*taken, actions.passes])
        self.formula.clause(-going, actions.passes, *taken)
        for action in taken:  # ruling 19
            self.formula.clause(-action, self.filled[0])
        return actions

    def _act(self, actions: Actions) -> None:
        """Move the first lead; then play a card, from the row or from hand."""
        lead = list(self.row[0])
        some = self.formula.some
        drops = some([actions.hand, *actions.closes, actions.passes])
        self.log.steps.append(Chosen("action", TRUE))
        self.row[0] = self.common(self.over, lead)
        self.filled[0] = self.formula.both(self.filled[0], self.over)
        self.put_down(self.common(drops, lead))
        if actions.take != FALSE:
            self.hand = self.joined(self.hand, self.common(actions.take, lead))
        self.lead_is_gone(actions)
        self._play(actions, lead)

    def lead_is_gone(self, actions: Actions) -> None:
        """The contact may be used once the first lead is taken or discarded."""
        self._help(self.formula.some([actions.take, actions.hand, *actions.closes]))
        self.shed()

    def _play(self, actions: Actions, lead: Area) -> None:
        self.log.steps.append(Chosen("play", TRUE))
        actions.with_key = self.use_key(actions)
        ready = self.joined(self.common(actions.play, lead), self.common(actions.hand, self.hand))
        playing = self.formula.some((actions.play, actions.hand))
        key = actions.with_key
        actions.plays = [self.plays_to(case, ready, playing, key) for case in self.cases]
        every = [card for plays in actions.plays for card in plays]
        self.formula.at_most_one(every)
        self.formula.clause(-playing, *every, self.astray)
        played = self.joined(*actions.plays)
        self.hand = self.without(self.hand, self.common(actions.hand, played))
        strained = [
            self.add_to_line(case, cards, actions.with_key)
            for case, cards in enumerate(actions.plays)
        ]
        self.laid(actions, self.formula.some(strained))

    def laid(self, _actions: Actions, strained: int) -> None:
        """A card has been laid to its line."""
        self.check(strained)

    def use_key(self, actions: Actions) -> int:
        """Whether the contact's key goes with the play."""
        if KEY_EFFECT not in self.outside_help() or not self.scope.contact:
            return FALSE
        used = self.formula.new()
        self.formula.clause(-used, -self.spent)
        self.formula.clause(-used, actions.play, actions.hand)
        self.spent = self.formula.some((self.spent, used))
        actions.keys = [("key", used)]
        return used

    # Effects

    def resolve_effects(self, actions: Actions) -> None:
        """The effects of the card that was played, if one was."""
        self.resolve_printed(self.joined(*actions.plays))

    def resolve_printed(self, played: Area) -> None:
        """The effects of the card that was played, from left to right."""
        longest = max(len(clue.effects) for clue in self.clues)
        for place in range(longest):
            kinds: dict[str, list[int]] = {}
            for card, clue in enumerate(self.clues):
                if place < len(clue.effects) and played[card] != FALSE:
                    kinds.setdefault(clue.effects[place], []).append(played[card])
            due = {kind: self.formula.some(cards) for kind, cards in kinds.items()}
            self.free_action(self.formula.some(due.values()))
            self.effect(due)

    # Closing

    def close(self, actions: Actions, over: int) -> None:
        """Close a case, if that is the action (W6.1 to W6.3)."""
        if all(close == FALSE for close in actions.closes):
            return
        some, both = self.formula.some, self.formula.both
        closing = some(actions.closes)
        for case, close in enumerate(actions.closes):
            self.formula.clause(-close, self.is_open(case))
        line = self.joined(
            *(self.common(c, line) for c, line in zip(actions.closes, self.lines, strict=True))
        )
        scored = self.pick_scored(closing, line)
        actions.scored = scored
        rest = self.without(line, scored)
        shown = [some(self.showing(kind, rest)) for kind in self.types]
        self.formula.between(CLOSING_TYPES, shown, given=both(closing, -self.astray))
        self.picture = self.joined(self.picture, scored)
        self.closed = self.joined(self.closed, rest)
        self.lines = [
            [both(card, -close) for card in line]
            for close, line in zip(actions.closes, self.lines, strict=True)
        ]
        self.shut = [some(pair) for pair in zip(self.shut, actions.closes, strict=True)]
        self.end_closing(actions, line, over)

    def end_closing(self, actions: Actions, line: Area, over: int) -> None:
        """What follows a closing (W6.4 and W6.5); `line` are the cards of the case."""
        some, both = self.formula.some, self.formula.both
        closing = some(actions.closes)
        six = both(closing, *(some(self.showing(kind, line)) for kind in self.types))
        self._begin_anew(both(closing, *(-self.is_open(case) for case in self.cases)), over)
        self._bonus(six)

    def pick_scored(self, closing: int, line: Area) -> Area:
        """Any puzzles of the line that is closed (W6.2)."""
        scored = self.nothing()
        for card, clue in enumerate(self.clues):
            if PUZZLE in clue.attributes and FALSE not in (line[card], closing):
                scored[card] = self.formula.new()
                self.formula.clause(-scored[card], line[card])
        self.log.steps.append(Chosen("score", closing, (scored,)))
        return scored

    def showing(self, kind: str, area: Area) -> list[int]:
        """The cards of an area that show a type."""
        return [card for clue, card in zip(self.clues, area, strict=True) if kind in clue.types]

    def _begin_anew(self, nothing_open: int, over: int) -> None:
        """Ruling 14; with `last-victim=win` the win is seen before the missing victim (R13)."""
        self.shuffle(nothing_open, "discard", "time")
        unless = over if self.deal.settings["last-victim"] == "win" else FALSE
        self.victim(nothing_open, unless=unless)

    def _bonus(self, six: int) -> None:
        taken = self.pick(six, self.stability, needed=False)
        self.log.steps.append(Chosen("bonus", six, (taken,)))
        self.stability = self.without(self.stability, taken)
        self.gain([taken])

    # Maintenance

    def _maintain(self, going: int) -> None:
        """Stability, time, refill (W7.3 to W7.5); the win ended the game before.

        A game that leaves what the formulas tell is over too.
        """
        self.log.steps.append(Chosen("maintenance", TRUE))
        stays = self.formula.both(going, -self.astray)
        self.formula.between(0, self.stability, self.limit - 1, given=stays)
        full = self.formula.both(going, self.is_time_over())
        self.run_out_of_time(full)
        self.discard = self.joined(self.discard, self.common(full, self.time))
        self.time = [self.formula.both(card, -full) for card in self.time]
        self.refill(going)
        self.over = self.formula.some((self.over, self.untold))

    def is_time_over(self) -> int:
        """Whether the time area is full."""
        return self.formula.at_least(self.limit, self.time)

    def run_out_of_time(self, full: int) -> None:
        """The time area is full, if `full` (W7.4); its cards lie there still."""
        self.victim(full)

    # The end

    def win(self, given: int = TRUE) -> None:
        """Ask for a won game: enough puzzles, each for a type of its own (ruling 9), if `given`.

        A game that left what the formulas tell passes for one.
        """
        self.reach_goal(self.formula.both(given, -self.untold))

    def reach_goal(self, given: int) -> None:
        """The scored puzzles suffice, if `given`."""
        self.match_types(self.deal.settings.number("puzzles"), given)
        if "king" in find_game(self.deal.game).attributes:
            self.formula.clause(-given, *self.bearing("king", self.picture))

    def match_types(self, count: int, given: int) -> None:
        """So many scored puzzles stand for a type each, all different (ruling 9), if `given`."""
        stands: dict[str, list[int]] = {kind: [] for kind in self.types}
        for card, clue in enumerate(self.clues):
            if self.picture[card] == FALSE or PUZZLE not in clue.attributes:
                continue
            roles = {kind: self.formula.new() for kind in clue.types}
            for kind, role in roles.items():
                self.formula.clause(-role, self.picture[card])
                stands[kind].append(role)
            self.formula.at_most_one(list(roles.values()))
        for kind in self.types:
            self.formula.at_most_one(stands[kind])
        every = [role for roles in stands.values() for role in roles]
        self.formula.between(count, every, given=given)

    # Help for CP-SAT

    def place_once(self) -> None:
        """Every card lies in one place: true anyway, but CP-SAT sees more with it."""
        for card in zip(*self.areas(), strict=True):
            self.formula.exactly_one(card)


def turns_to_score(deal: Deal, puzzles: int) -> int:
    """A number of turns that every win with so many scored puzzles takes at least.

    A turn plays one card or closes one case (W4.3). The puzzles that are scored were played, and in
    a case that is closed cards of five types remain (W6.2) beside those that were scored.
    """
    most_types = max(len(clue.types) for clue in deal.deck.clue)
    return puzzles + -(-CLOSING_TYPES // most_types) + 1
