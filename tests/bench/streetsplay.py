"""Random and guided play of Streets of Arkham that must meet everything (tests/streets/met.py).

`python -m tests.bench.streetsplay TURNS [RANDOM_SHARE]` plays so many turns, checks every
invariant at every state, runs the referee beside the engine in a share of the games, prints how
often each thing was met, and fails naming what was not.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

from casecracker.engine.streets.boxfile import shipped_box
from casecracker.engine.streets.deal import StreetsDeal, parse_streets_code
from casecracker.engine.streets.referee import StreetsReferee
from casecracker.engine.streets.state import StreetsState
from casecracker.engine.streets.table import HOURS, IN_PLAY, PLAYING, WON, Table
from tests.streets.invariants import check, check_move
from tests.streets.met import Thing, Where, wanted
from tests.streets.rare import rare_deals
from tests.streets.watch import Watch

Player: TypeAlias = Callable[[StreetsState, random.Random], list[str]]
"""Chooses the next moves, at least one."""

RANDOM_SHARE = 0.6
"""Part of the turns in which all moves are random."""

WITH_REFEREE = 4
"""The referee goes along in one game of so many."""

MOST_TURNS = 300
"""Turns after which a game is left; a battle with Allies that heal each day may go on for ever."""

RARE_GAMES, RARE_TURNS = 12, 24
"""Games of each small box, and the turns after which one is left."""

_MANY = 10
"""Lines for each first move where one is too few: in battles, and to have it late."""

_FAIL, _ROLL, _PASS = 0.05, 0.5, 0.6
"""How often failure is declared, dice are rolled without more ado, a roll is wasted to have it
late."""

_ANCIENT_ONES = [ancient.id for ancient in shipped_box().ancients]


@dataclass
class Played:
    """What was played of one kind."""

    kind: str
    watch: Watch
    most_turns: int = MOST_TURNS
    counts: Counter[str] = field(default_factory=Counter)


def deal(number: int) -> StreetsDeal:
    """Deals with all Ancient Ones and 1 to 8 investigators in turn."""
    ancient = _ANCIENT_ONES[number % 4]
    investigators = 1 + number // 4 % 8
    code = f"streets-of-arkham:{number},investigators={investigators},ancient-one={ancient}"
    return parse_streets_code(code)


def random_move(state: StreetsState, chance: random.Random) -> list[str]:
    """Any move; failure is seldom declared where something else is possible."""
    moves = state.moves()
    if "fail" in moves and len(moves) > 1 and chance.random() > _FAIL:
        moves = tuple(move for move in moves if move != "fail")
    return [chance.choice(moves)]


@dataclass(frozen=True)
class Guide:
    """A player that looks at a few lines to the end of the turn for each first move.

    Tastes differ from game to game, so that games last and go many ways: some players want no
    Elder Signs, some let the Ancient One awaken, and all stray now and then.
    """

    signs: float
    doom: float
    battle: float
    gates: float
    late: float
    stray: float
    lines: int = 1

    def __call__(self, state: StreetsState, chance: random.Random) -> list[str]:
        """The best line found, or any move."""
        if chance.random() < self.stray:
            return random_move(state, chance)
        best: tuple[float, list[str]] = (float("-inf"), [])
        for move in state.moves():
            for _ in range(_MANY if state["awake"] or self.late else self.lines):
                best = max(best, self._line(state, move, chance))
        return best[1]

    def _line(
        self, state: StreetsState, move: str, chance: random.Random
    ) -> tuple[float, list[str]]:
        """A line to the end of the turn that begins with a move, and what it looks worth."""
        turn, line, hours = state.turn, [move], 0
        after = state.after(move)
        while after.moves() and after.turn == turn:
            is_late = self.late and chance.random() < _PASS
            line.append("pass" if is_late and "pass" in after.moves() else _likely(after, chance))
            after = after.after(line[-1])
            hours = max(hours, HOURS * after["strikes"] + after["clock"])
        return self._worth(after.table()) + self.late * hours + chance.random(), line

    def _worth(self, table: Table) -> float:
        """How much the player likes a table; a guide for these games alone."""
        if table.status != PLAYING:
            return 1e4 * self.signs if table.status == WON else -1e6
        total = self.signs * table.signs
        total += (self.battle if table.awake else self.doom) * table.doom
        total += self.gates * table.gates_open() - 3.0 * sum(len(s.monsters) for s in table.spots)
        for seat in table.seats:
            if seat.status == IN_PLAY:
                total += 40.0 + 6.0 * min(seat.sanity, 3) + 6.0 * min(seat.stamina, 3)
                total += 8.0 * seat.clues + 10.0 * len(seat.kit) + 8.0 * bool(seat.member)
                total += 30.0 * sum(table.asset(number).daily for number in seat.kit)
                total += 3.0 * sum(map(table.box.trophy_value, seat.trophies))
        return total


def a_guide(number: int) -> Guide:
    """The player of a game: each third one puts the end off, the others have some taste."""
    chance = random.Random(-number)
    if number % 3 == 0:
        return Guide(-20.0, -60.0, battle=-80.0, gates=-20.0, late=0.0, stray=0.0, lines=3)
    return Guide(
        signs=chance.choice([100.0, 10.0, -20.0, -100.0]),
        doom=chance.choice([-200.0, -60.0, -25.0, 15.0]),
        battle=chance.choice([-80.0, -80.0, 20.0]),
        gates=chance.choice([-20.0, -5.0, 10.0]),
        late=chance.choice([0.0, 0.0, 0.0, 40.0]),
        stray=chance.choice([0.0, 0.02, 0.1, 0.3]),
    )


def _likely(state: StreetsState, chance: random.Random) -> str:
    """A move that is often good: do a task, use something, roll."""
    moves = state.moves()
    if state.pending == "after":
        tasks = [move for move in moves if move.startswith("do")]
        if tasks:
            return min(tasks, key=lambda move: (len(move), chance.random()))
        return "pass" if chance.random() < _ROLL else chance.choice(moves)
    if state.pending == "before" and "roll" in moves and chance.random() < _ROLL:
        return "roll"
    return random_move(state, chance)[0]


def play_game(one: StreetsDeal, player: Player, played: Played, seed: int, lockstep: bool) -> None:
    """A game to its end, or as many turns as are enough, everything checked on the way."""
    chance = random.Random(seed)
    state = played.watch.start(lambda: StreetsState.start(one))
    referee = StreetsReferee(one) if lockstep else None
    _compare(state, referee)
    plan: list[str] = []
    while state.moves() and state.turn <= played.most_turns:
        plan = plan or player(state, chance)
        move, plan = plan[0], plan[1:]
        after = played.watch.play(state, move)
        check_move(state, after)
        state = after
        if referee is not None:
            referee.play(move)
        _compare(state, referee)
        played.counts["moves"] += 1
    played.counts["games"] += 1
    turns = min(state.turn, played.most_turns)
    played.counts["turns"] += turns
    played.counts[state.status] += 1
    played.counts["turns with the referee"] += turns if lockstep else 0


def _compare(state: StreetsState, referee: StreetsReferee | None) -> None:
    check(state)
    if referee is not None:
        assert set(state.moves()) == set(referee.legal()), state
        assert state.view() == referee.seen(), state


def play_turns(kind: str, turns: int, first: int = 0) -> Played:
    """Games of the shipped box, one deal after another, until so many turns are played."""
    played = Played(kind, Watch(shipped_box()))
    with played.watch.on():
        for number in count(first):
            if played.counts["turns"] >= turns:
                return played
            lockstep = (number + number // 4 + number // 32) % WITH_REFEREE == 0
            player: Player = random_move if kind == "random" else a_guide(number)
            play_game(deal(number), player, played, number, lockstep)
    raise AssertionError


def play_rare() -> Counter[Thing]:
    """Random games of the small boxes, all with the referee."""
    met: Counter[Thing] = Counter()
    for one in rare_deals():
        played = Played("small", Watch(one.box), RARE_TURNS)
        with played.watch.on():
            for seed in range(RARE_GAMES):
                play_game(one, random_move, played, seed, lockstep=True)
        met += played.watch.met
    return met


def missing(parts: Sequence[Counter[Thing]], small: Counter[Thing]) -> list[Thing]:
    """What ought to have been met and was not; of `small`, what only the small boxes can bring."""
    shipped = sum(parts, Counter[Thing]())
    met = {Where.SHIPPED: shipped, Where.SMALL: small}
    return [thing for thing, where in wanted(shipped_box()).items() if not met[where][thing]]


def table(parts: Sequence[Played], small: Counter[Thing]) -> str:
    """How often each thing was met, a line each."""
    rows = []
    for thing, where in wanted(shipped_box()).items():
        numbers = [part.watch.met[thing] for part in parts]
        note = f" (small boxes: {small[thing]:,})" if where is Where.SMALL else ""
        rows.append(f"{thing[0]:22} {thing[1]:75} {' '.join(f'{n:8,}' for n in numbers)}{note}")
    return "\n".join(rows)


def summary(parts: Sequence[Played], small: Counter[Thing]) -> str:
    """For each section how many things there are, how many were met, and the rarest."""
    met = sum((part.watch.met for part in parts), Counter[Thing]())
    rows = ["| section | things | met | times in all | the rarest |", "|---|---|---|---|---|"]
    sections: dict[str, dict[str, int]] = {}
    for thing, where in wanted(shipped_box()).items():
        times = small[thing] if where is Where.SMALL else met[thing]
        sections.setdefault(thing[0], {})[thing[1]] = times
    for section, found in sections.items():
        rarest = min(found, key=lambda name: found[name])
        there = sum(times > 0 for times in found.values())
        total = sum(found.values())
        rows.append(f"| {section} | {len(found)} | {there} | {total:,} | {rarest}: "
                    f"{found[rarest]:,} |")  # fmt: skip
    return "\n".join(rows)


def main(turns: int, share: float = RANDOM_SHARE) -> int:
    """Play, print, and tell whether everything was met."""
    parts = []
    for kind, part in (("random", share), ("guided", 1 - share)):
        begin = time.process_time()
        parts.append(play_turns(kind, round(turns * part)))
        print(kind, dict(parts[-1].counts), f"{time.process_time() - begin:.0f} s", flush=True)
    small = play_rare()
    print(table(parts, small))
    print(summary(parts, small))
    left = missing([part.watch.met for part in parts], small)
    for section, name in left:
        print(f"not met: {section}: {name}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *map(float, sys.argv[2:3])))
