"""From what CP-SAT found to the moves of a line.

The formulas say which cards go where; the referee is asked which decision is due, and plays every
move, so a formula that does not follow the rules is found out here.
"""

from collections.abc import Iterator

from casecracker.engine.games import GULFS_MANDATORY_EFFECTS, MANDATORY_EFFECTS
from casecracker.engine.referee import Referee
from casecracker.engine.referee_gulfs_table import GulfsTable
from casecracker.solver.cpsat_effects import Chosen, Log
from casecracker.solver.cpsat_table import Area
from casecracker.solver.cpsat_turn import Actions, Turns

_DONE = {
    "stability-check": "check",
    "shuffle-discard": "shuffle",
    "prevent-next": "prevent",
    "draw-menace": "menace",
    "close-5": "close 5",
    "close-6": "close 6",
}
"""Effects that name nothing, and how their moves are written."""

_WORDS = {
    "search-stack": "search",
    "exchange-penalty": "exchange",
    "discard-hand": "discard",
    "discard-lead": "discard",
    "search-menace": "menace",
}

_MANDATORY = (*MANDATORY_EFFECTS, *GULFS_MANDATORY_EFFECTS)


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
        self._by = ""  # how the move begins that uses an item

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
        elif what in ("bonus", "icon"):
            if referee.pending == what:
                cards = self._cards(step.cards[0])
                yield f"take {cards[0]}" if cards else "decline"
        elif what == "pack":
            yield from self._pack(set(self._cards(step.cards[0])), referee)
        elif self._holds(step.given):
            yield from self._resolved(step)

    def _resolved(self, step: Chosen) -> Iterator[str]:
        """Effects, of cards, of the contact or of items."""
        if step.what == "by":
            self._by = next(by for by, used in step.names if self._holds(used))
        elif step.what.startswith(("contact ", "item ")):
            words = step.what.replace("item", self._by, 1)
            yield " ".join([words, *self._named(step)])
        else:
            yield self._effect(step)

    def _cards(self, area: Area) -> list[str]:
        return [card for card, there in zip(self._ids, area, strict=True) if self._holds(there)]

    def _named(self, step: Chosen) -> list[str]:
        cards = [card for area in step.cards for card in self._cards(area)]
        return [*cards, *(name for name, stands in step.names if self._holds(stands))]

    def _pack(self, packed: set[str], referee: Referee) -> Iterator[str]:
        """Pack and unpack what is to be; what cannot be done now is done at the next decision."""
        assert isinstance(referee.table, GulfsTable)
        before = set(referee.table.briefcase)
        moves = [f"unpack {card}" for card in sorted(before - packed)]
        moves += [f"pack {card}" for card in sorted(packed - before)]
        if moves:
            legal = referee.legal()
            yield from (move for move in moves if move in legal)

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
                keys = [key for key, used in actions.keys if self._holds(used)]
                yield " ".join([f"play {card} {case + 1}", *keys])

    def _effect(self, step: Chosen) -> str:
        named = self._named(step)
        if step.what in _DONE and self._holds(step.done):
            return _DONE[step.what]
        if not named:
            return "skip" if step.what in _MANDATORY else "decline"
        return " ".join([_WORDS.get(step.what, "take"), *named])
