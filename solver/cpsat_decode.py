"""From what CP-SAT found to the moves of a line.

The formulas say which cards go where; the referee is asked which decision is due, and plays every
move, so a formula that does not follow the rules is found out here.
"""

from collections.abc import Iterator

from casecracker.engine.games import MANDATORY_EFFECTS
from casecracker.engine.referee import Referee
from casecracker.solver.cpsat_effects import Chosen, Log
from casecracker.solver.cpsat_table import Area
from casecracker.solver.cpsat_turn import Actions, Turns

_WORDS = {
    "search-stack": "search",
    "exchange-penalty": "exchange",
    "discard-hand": "discard",
    "discard-lead": "discard",
}


def play_on(turns: Turns, referee: Referee) -> list[str]:
    """Play what CP-SAT found, up to the end of the game or of the turns; the moves.

    Raises:
        IllegalMoveError: The formulas allow what the rules do not.
    """
    decoder = _Decoder(turns)
    line: list[str] = []
    for actions, log in turns.turns:
        for move in decoder.turn(referee, actions, log):
            referee.play(move)
            line.append(move)
            if referee.status != "playing":
                return line
    return line


class _Decoder:
    """Reads one solution."""

    def __init__(self, turns: Turns) -> None:
        self._holds = turns.formula.holds
        self._ids = [clue.id for clue in turns.clues]

    def turn(self, referee: Referee, actions: Actions, log: Log) -> Iterator[str]:
        """The moves of a turn; the caller plays each before the next is asked for."""
        for step in log.steps:
            yield from self._step(step, actions, referee)
        yield from self._end(referee)

    def _end(self, referee: Referee) -> Iterator[str]:
        if referee.pending == "window":
            yield "done"

    def _step(self, step: Chosen, actions: Actions, referee: Referee) -> Iterator[str]:
        what = step.what
        if what == "action":
            yield from self._action(actions)
        elif what == "play":
            yield from self._play(actions)
        elif what == "maintenance":
            yield from self._end(referee)
        elif what == "discard":
            yield from (f"discard {card}" for card in self._cards(step.cards[0]))
        elif what == "score":
            if self._holds(step.given):
                yield from (f"score {card}" for card in self._cards(step.cards[0]))
                yield "done"
        elif what == "bonus":
            if referee.pending == "bonus":
                cards = self._cards(step.cards[0])
                yield f"take {cards[0]}" if cards else "decline"
        elif what.startswith("contact "):
            if self._holds(step.given):
                yield " ".join([what, *self._named(step)])
        elif self._holds(step.given):
            yield self._effect(step)

    def _cards(self, area: Area) -> list[str]:
        return [card for card, there in zip(self._ids, area, strict=True) if self._holds(there)]

    def _named(self, step: Chosen) -> list[str]:
        return [card for area in step.cards for card in self._cards(area)]

    def _action(self, actions: Actions) -> Iterator[str]:
        if self._holds(actions.take):
            yield "take"
        elif self._holds(actions.hand):
            yield "hand"
        elif self._holds(actions.passes):
            yield "pass"
        for case, close in enumerate(actions.closes):
            if self._holds(close):
                yield f"close {case + 1}"

    def _play(self, actions: Actions) -> Iterator[str]:
        for case, plays in enumerate(actions.plays):
            for card in self._cards(plays):
                key = " key" if self._holds(actions.with_key) else ""
                yield f"play {card} {case + 1}{key}"

    def _effect(self, step: Chosen) -> str:
        named = self._named(step)
        if step.what == "stability-check":
            return "check"
        if step.what == "shuffle-discard":
            return "shuffle" if self._holds(step.done) else "decline"
        if not named:
            return "skip" if step.what in MANDATORY_EFFECTS else "decline"
        return " ".join([_WORDS.get(step.what, "take"), *named])
