"""The backend `cpsat`: a second opinion on a deal that shares nothing with the search.

Formulas (`cpsat_table.py`, `cpsat_effects.py`, `cpsat_turn.py`) tell a game of so many turns from
its opening; CP-SAT finds a line that wins within them, or shows that there is none.

*No win within T turns.* All that the rules allow is allowed by the formulas. Orders of later
shuffles are followed as far as `Scope.shuffles` says; a draw after those may bring any card of the
stack (draws beyond), which only allows more. So what cannot be satisfied cannot be played.

*Unwinnable.* A game of more than T turns is one whose first T turns end neither won nor lost. If
no win lies within T turns and no game lasts longer, both by the argument above, the deal is
unwinnable. T grows until that is so; it is so at last, since every pass through the stack costs a
victim.

*A win.* A line read from a solution has been played by the referee, move by move. On large decks
it is looked for a few turns at a time (`cpsat_plan.py`), which finds wins and proves nothing.
"""

from dataclasses import replace

from casecracker import __version__
from casecracker.engine.deals import Deal
from casecracker.engine.errors import IllegalMoveError
from casecracker.engine.games import find_game
from casecracker.engine.narrate import tell_line
from casecracker.engine.referee import Referee
from casecracker.solver.cpsat_decode import play_on
from casecracker.solver.cpsat_formula import FALSE, Effort
from casecracker.solver.cpsat_gulfs import fewest_turns, make_turns
from casecracker.solver.cpsat_plan import ATTEMPTS, play_ahead
from casecracker.solver.cpsat_table import Scope
from casecracker.solver.cpsat_turn import Turns
from casecracker.solver.results import Result, Verdict
from casecracker.solver.search import LimitReached, Limits

SMALL = 24
"""Clue cards of a deck whose games are told in full at once."""

ALL_SHUFFLES = {"witch-cult": 20, "king-in-yellow": 6, "infinite-gulfs": 6}
FEW_SHUFFLES = 1
"""Later shuffles whose orders are followed at first: of small decks by their game, of others.

In king-in-yellow a turn may draw many cards, in infinite-gulfs items may be used at any time, and
each draw and use costs conditions for each order.
"""

ROUNDS = 2
"""How often one refill is told from left to right, at first."""

STRIDE = 4
"""Turns at least between two looks for a line that need not be shortest."""

PROOF = "CP-SAT (one worker): formulas of the game turn by turn, from the opening"
EXACT = "every shuffle in its order"
RELAXED = "draws after the shuffles whose orders were followed may bring any card of the stack"
UNTOLD = {
    "king-in-yellow": "a game with a refill of more rounds than were told passes for won",
    "infinite-gulfs": (
        "a game passes for won in which items are used one after the other where a menace or a "
        "waiting case card acts in between, or an item takes a lead in the middle of a refill"
    ),
}
"""What passes for won, by game; witch-cult has it where a contact of another game takes leads."""


class CpsatRun:
    """One deal, and what is known of it so far: a line, and a bound. The rest is asked again."""

    def __init__(self, deal: Deal, shortest: bool) -> None:
        """Decide `deal` by CP-SAT; with `shortest`, with fewest turns and their proof."""
        self._deal = deal
        self._shortest = shortest
        self._spent = 0.0  # seconds, in earlier calls of `go_on`
        self.is_over = False
        self._is_small = len(deal.deck.clue) <= SMALL
        self._shuffles = ALL_SHUFFLES[deal.game] if self._is_small else FEW_SHUFFLES
        self._bound = 1
        self._line: list[str] = []
        self._turns = 0  # of the line
        self._verdict = Verdict.UNDECIDED
        self._open = ""  # why a win is possible that is not told: a limit of `Result`
        self._rounds = ROUNDS
        self._went_beyond = False  # a proof rests on draws in any order
        self._left_untold = False  # a proof rests on games that pass for won
        self._branches = 0

    def go_on(self, limits: Limits) -> Result:
        """Ask on, and say what is known; branches and seconds are those of all calls so far."""
        self._limits = limits
        self._begin = self._told = limits.clock()
        limit: str | None = None
        try:
            if not self.is_over:
                self._decide()
            self.is_over = True
        except LimitReached as reached:
            limit = reached.limit
        except KeyboardInterrupt:
            limit = "interrupted"
        result = self._told_result(limit)
        self._spent = result.seconds
        return result

    def wins_within(self, turns: int, limits: Limits) -> bool | None:
        """Whether a line wins within so many turns; None if it is not known."""
        self._limits = limits
        self._begin = self._told = limits.clock()
        try:
            wins = self._wins_within(turns)
        except LimitReached:
            return None
        return None if self._open and not wins else wins

    def _decide(self) -> None:
        referee = Referee(self._deal)
        if referee.status != "playing":  # set-up itself can end the game or the known order
            lost = referee.status == "lost"
            self._verdict = Verdict.UNWINNABLE if lost else Verdict.UNDECIDED
            return
        self._bound = max(self._bound, fewest_turns(self._deal))
        if not self._line and not self._is_small:
            self._look_ahead()
        if not self._line:
            self._decide_by_turns()
        if self._shortest and self._line:
            self._shorten()

    # Wins, a few turns at a time

    def _look_ahead(self) -> None:
        for number, attempt in enumerate(ATTEMPTS[self._deal.game], start=1):
            before = self._branches
            for plan in play_ahead(self._deal, attempt, self._time_left):
                self._branches = before + plan.branches
                self._tell(f"attempt {number} to win, turn {plan.turn}")
                self._check_time()
                if plan.status == "won":
                    self._found(plan.moves, plan.turn)
                    return
            self._check_time()

    def _found(self, moves: list[str], turns: int) -> None:
        self._line, self._turns = moves, turns
        self._verdict = Verdict.WINNABLE

    # Turn by turn

    def _decide_by_turns(self) -> None:
        """Look for wins within more and more turns, until one is found or no game is longer."""
        turns, idle = self._bound, idle_turns(self._deal)
        while not self._wins_within(turns):
            if turns >= idle and self._is_the_last(turns):
                return
            turns += max(STRIDE, turns // 3)

    def _shorten(self) -> None:
        """Look for shorter lines, fewest turns first, until the known line is shown shortest.

        Where a win may depend on orders that are not told, the bound stays.
        """
        for turns in range(self._bound, self._turns):
            if self._wins_within(turns):
                return

    def _wins_within(self, turns: int) -> bool:
        """Whether a line wins within that many turns; if there is none, the bound rises."""
        self._tell(f"wins within {turns} turns")
        formulas = self._formulas(turns, draws_beyond=True)
        satisfied = self._is_satisfied(formulas)
        while satisfied and self._tells_too_little(formulas):
            if self._tells_all(formulas):
                left_out = not formulas.formula.holds(formulas.beyond)
                return self._wins_as_told(turns, left_out=left_out)
            self._tell_more(formulas)
            formulas = self._formulas(turns, draws_beyond=True)
            satisfied = self._is_satisfied(formulas)
        if satisfied:
            return self._wins_by(formulas)
        self._bound = turns + 1
        self._note_relaxations(formulas)
        return False

    def _tells_too_little(self, formulas: Turns) -> bool:
        """Whether what was found leaves what the formulas tell exactly."""
        holds = formulas.formula.holds
        return holds(formulas.beyond) or holds(formulas.untold)

    def _tells_all(self, formulas: Turns) -> bool:
        """Whether nothing more can be told of what was found: orders, or rounds of refills."""
        if formulas.formula.holds(formulas.beyond):
            return formulas.knows_no_more
        return find_game(self._deal.game).has_case_cards

    def _tell_more(self, formulas: Turns) -> None:
        if formulas.formula.holds(formulas.beyond):
            self._shuffles += 1
        else:
            self._rounds += 1

    def _note_relaxations(self, formulas: Turns) -> None:
        self._went_beyond |= formulas.beyond != FALSE
        self._left_untold |= formulas.untold != FALSE

    def _wins_as_told(self, turns: int, *, left_out: bool) -> bool:
        """Whether a line wins that the formulas tell, by orders that the deal tells.

        `left_out`: It is not orders that another win would need.
        """
        self._open = "untold" if left_out else "unknown-shuffle"
        formulas = self._formulas(turns, draws_beyond=False)
        return self._is_satisfied(formulas) and self._wins_by(formulas)

    def _wins_by(self, formulas: Turns) -> bool:
        """Whether the line that was found wins, as the referee plays it."""
        referee = Referee(self._deal)
        try:
            line = play_on(formulas, referee)
        except IllegalMoveError:
            line = []
        if referee.status != "won":
            self._open = "untold"
            return False
        self._found(line, referee.turn)
        return True

    def _formulas(self, turns: int, *, draws_beyond: bool) -> Turns:
        """A game that is won within so many turns, and not before the bound."""
        formulas = self._begun(draws_beyond)
        for turn in range(1, turns + 1):
            self._add_turn(formulas, may_win=turn >= self._bound, is_last=turn == turns)
        formulas.win()
        return formulas

    def _begun(self, draws_beyond: bool) -> Turns:
        scope = Scope(self._shuffles, draws_beyond, rounds=self._rounds)
        return make_turns(self._deal, scope, Referee(self._deal).table)

    def _add_turn(self, formulas: Turns, *, may_win: bool, is_last: bool) -> None:
        self._check_time()
        formulas.play_turn(may_win=may_win, is_last=is_last)
        formulas.place_once()

    def _is_the_last(self, turns: int) -> bool:
        """Whether no game goes on after that many turns, and so all is said."""
        if not self._goes_on(turns, draws_beyond=True):
            self._verdict = Verdict.UNDECIDED if self._open else Verdict.UNWINNABLE
            return True
        return bool(self._open) and not self._goes_on(turns, draws_beyond=False)

    def _goes_on(self, turns: int, *, draws_beyond: bool) -> bool:
        formulas = self._begun(draws_beyond)
        for _ in range(turns):
            self._add_turn(formulas, may_win=False, is_last=False)
        self._note_relaxations(formulas)
        return self._is_satisfied(formulas)

    def _is_satisfied(self, formulas: Turns) -> bool:
        effort = Effort(simplify=self._is_small)  # large ones take as long to simplify as to solve
        answer = formulas.formula.solve(self._time_left(), effort)
        self._branches += formulas.formula.branches
        if answer is None:
            raise LimitReached("time")
        return answer

    # Limits

    def _time_left(self) -> float | None:
        seconds = self._limits.seconds
        return None if seconds is None else seconds - (self._limits.clock() - self._begin)

    def _check_time(self) -> None:
        left = self._time_left()
        if left is not None and left <= 0:
            raise LimitReached("time")

    def _tell(self, doing: str) -> None:
        now = self._limits.clock()
        if self._limits.progress and now - self._told >= 1:
            self._told = now
            self._limits.progress(f"{now - self._begin:.0f} s: CP-SAT, {doing}")

    # The result

    def _told_result(self, limit: str | None) -> Result:
        verdict = self._verdict
        proven = bool(self._line) and self._bound >= self._turns
        if verdict is Verdict.UNDECIDED or (self._shortest and self._line and not proven):
            limit = limit or self._open or "unknown-shuffle"
        is_partial = verdict is Verdict.UNDECIDED and self._deal.seed is None
        return Result(
            verdict=verdict,
            scope="first-pass" if is_partial else "game",
            turns=self._turns if self._line else None,
            proven_shortest=proven,
            lower_bound=None if verdict is Verdict.UNWINNABLE else self._bound,
            limit=limit,
            proof=self._proof() if proven or verdict is Verdict.UNWINNABLE else None,
            reshuffles=shuffles_needed(self._deal, self._line) if self._line else None,
            line=tuple(tell_line(self._deal, self._line)),
            backend="cpsat",
            states=self._branches,
            seconds=self._spent + self._limits.clock() - self._begin,
            version=__version__,
            source=self._deal,
            interrupted=limit == "interrupted",
        )

    def _proof(self) -> str:
        said = [PROOF, RELAXED if self._went_beyond else EXACT]
        if self._left_untold:
            said.append(UNTOLD.get(self._deal.game, UNTOLD["king-in-yellow"]))
        return "; ".join(said)


def wins_within(deal: Deal, turns: int, limits: Limits) -> bool | None:
    """Whether a line wins within so many turns; None if it is not known (time, or what is untold).

    A line has been played by the referee.
    """
    return CpsatRun(deal, shortest=False).wins_within(turns, limits)


def idle_turns(deal: Deal) -> int:
    """Turns of the game in which the player passes: some games last as long."""
    referee = Referee(deal)
    while referee.status == "playing":
        legal = referee.legal()
        referee.play(next((move for move in ("pass", "done") if move in legal), legal[0]))
    return referee.turn


def shuffles_needed(deal: Deal, line: list[str]) -> int:
    """The fewest later shuffles that have to be known for the line to be played as it is."""
    orders: list[tuple[str, ...]] = []
    while True:
        known = replace(deal, seed=None, from_seed=False, reshuffles=tuple(orders))
        if replay_status(known, line) == "won":
            return len(orders)
        order = deal.order(len(orders) + 1)
        assert order is not None
        orders.append(order)


def replay_status(deal: Deal, line: list[str]) -> str:
    """How a line that the rules allow ends, or that it runs into an unknown shuffle."""
    referee = Referee(deal)
    for move in line:
        if referee.status != "playing":
            break
        referee.play(move)
    return referee.status
