"""The last position of a played game of Streets of Arkham from which a win was found.

A line that wins shows that a win was left, however it was found. First the game is played on as the
hints would have it; then the search is asked, which knows all dice and cards. A win that can be had
after some moves could be had after fewer, and a position that is lost stays lost, so both ends are
looked for by halving. A search that finds no win and proves nothing leaves its position undecided.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from casecracker.engine.streets.deal import StreetsDeal
from casecracker.engine.streets.state import StreetsState
from casecracker.solver.results import Verdict
from casecracker.solver.streets.hints import streets_hints
from casecracker.solver.streets.search import check_line, solve_streets

PLAYED_UNTIL = 0.4
"""The part of the time after which no game is played on any more."""

OPENING_PART, WIN_PART, LOSS_PART = 0.2, 0.1, 0.04
"""Parts of the time that one search may take: of the opening, for a win, for a proof of loss."""

WINS_UNTIL = 0.8
"""The part of the time after which no win is looked for any more, but proofs that none is left."""


@dataclass(frozen=True)
class LastChance:
    """What is known of the positions of a game; position 0 is the opening, n that after n moves.

    Attributes:
        found: The last position from which a win is known; None if none is.
        lost: The first position from which it is proved that none is left; None if none is.
        line: The winning line through `found`, the moves up to there included; empty if the game
            itself was won, or there is none.
        searches: How many were made, games played on not counted.
        seconds: What they took.
        limit: None where every position is decided; else "time" (each search has its part of it)
            or "interrupted".
    """

    found: int | None
    lost: int | None
    line: tuple[str, ...]
    searches: int
    seconds: float
    limit: str | None

    def winnable(self, position: int) -> bool | None:
        """Whether a win was left at a position; None if that is not known."""
        if self.found is not None and position <= self.found:
            return True
        return False if self.lost is not None and position >= self.lost else None


def last_chance(
    deal: StreetsDeal,
    moves: Sequence[str],
    *,
    time_limit: float,
    clock: Callable[[], float] = time.monotonic,
) -> LastChance:
    """Look for the last position from which a win can be had, and the first that is lost.

    Args:
        deal: The deal that was played.
        moves: Its moves, all of them legal.
        time_limit: Seconds for all searches together.
        clock: Seconds that pass.
    """
    search = _Halving(deal, tuple(moves), time_limit, clock)
    search.run()
    return search.result()


class _Halving:
    """The searches of one game."""

    def __init__(
        self,
        deal: StreetsDeal,
        moves: tuple[str, ...],
        time_limit: float,
        clock: Callable[[], float],
    ) -> None:
        self._deal, self._moves, self._clock = deal, moves, clock
        self._begin, self._time_limit = clock(), time_limit
        self._searches = 0
        self._line: tuple[str, ...] = ()
        self._is_interrupted = False
        self._states = _states(deal, moves)
        end = self._states[-1]
        self._found: int | None = len(moves) if end.won else None
        self._lost: int | None = len(moves) if end.lost else None

    def run(self) -> None:
        """Play on; the opening; then the last win; then, among what is left, the first loss."""
        self._play_on()
        if self._undecided()[0] == 0:
            self._search(0, OPENING_PART)
        self._find_last_win()
        self._find_first_loss()

    def _play_on(self) -> None:
        """Play on from the beginnings of turns, by halves: later after a win, else earlier."""
        turns = [state.turn for state in self._states]
        first, last = self._undecided()
        starts = [n for n in range(first, last) if not n or turns[n] != turns[n - 1]]
        while starts and self._used() < PLAYED_UNTIL:
            middle = len(starts) // 2
            line = self._played_on(starts[middle])
            if line:
                check_line(self._deal, line)
                self._line, self._found = line, _shared(line, self._moves)
            starts = starts[middle + 1 :] if line else starts[:middle]
            starts = [n for n in starts if n >= self._undecided()[0]]

    def _played_on(self, position: int) -> tuple[str, ...]:
        """The moves up to a position and on by hints to a win; empty if it does not come."""
        state, line = self._states[position], list(self._moves[:position])
        while state.moves():
            if self._used() >= PLAYED_UNTIL:
                return ()
            line.append(streets_hints(state, samples=1)[0].move)
            state = state.play(line[-1])
        return tuple(line) if state.won else ()

    def _find_last_win(self) -> None:
        """Halve what is undecided; behind a position that stays so no win is looked for."""
        low, high = self._undecided()
        while low < high and self._used() < WINS_UNTIL:
            middle = (low + high) // 2
            if not self._search(middle, WIN_PART):
                high = middle
            low, high = max(low, self._undecided()[0]), min(high, self._undecided()[1])

    def _find_first_loss(self) -> None:
        """From the end back in growing steps, then by halves between what is lost and what is not.

        Late positions have the fewest that can follow, so they are proved soonest.
        """
        low, high = self._undecided()
        step = 1
        while low < high and self._used() < 1:
            position = max(low, high - step)
            if self._search(position, LOSS_PART):
                step *= 2
            else:
                low, step = position + 1, max(1, step // 2)
            low, high = max(low, self._undecided()[0]), min(high, self._undecided()[1])

    def _used(self) -> float:
        """The part of the time that is over; all of it after Ctrl-C."""
        if self._is_interrupted or self._time_limit <= 0:
            return 1.0
        return (self._clock() - self._begin) / self._time_limit

    def _undecided(self) -> tuple[int, int]:
        """The first undecided position, and the first one after those."""
        first = 0 if self._found is None else self._found + 1
        return first, len(self._moves) + 1 if self._lost is None else self._lost

    def _search(self, position: int, part: float) -> bool:
        """Whether a search decides a position."""
        if self._used() >= 1:
            return False
        seconds = part * self._time_limit
        played = self._moves[:position]
        result = solve_streets(self._deal, played=played, time_limit=seconds, clock=self._clock)
        self._searches += 1
        if result.verdict == Verdict.WINNABLE:
            self._line = result.moves
            self._found = _shared(result.moves, self._moves)
        elif result.verdict == Verdict.UNWINNABLE:
            self._lost = position
        self._is_interrupted |= result.limit == "interrupted"
        return result.verdict != Verdict.UNDECIDED

    def result(self) -> LastChance:
        """All that is known now."""
        first, last = self._undecided()
        limit = "interrupted" if self._is_interrupted else "time"
        return LastChance(
            found=self._found,
            lost=self._lost,
            line=self._line,
            searches=self._searches,
            seconds=self._clock() - self._begin,
            limit=limit if first < last else None,
        )


def _states(deal: StreetsDeal, moves: tuple[str, ...]) -> list[StreetsState]:
    states = [StreetsState.start(deal)]
    for move in moves:
        states.append(states[-1].play(move))
    return states


def _shared(line: tuple[str, ...], moves: tuple[str, ...]) -> int:
    """How many moves two lines begin with that are the same."""
    pairs = zip(line, moves, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(line), len(moves)))
