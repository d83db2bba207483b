"""Walks of the compiled rules and of the referee in step, and what they met.

At every state both must offer the same moves and show the same snapshot; then one move is chosen
and played by both. Moves are chosen by a mood: uniformly, or with a bias that leads to long lines,
early closings, an idle player, an unused bonus. The contact and other items wait for a decision of
the walk's choice, so that they are used at every kind of decision and not always at the first.

    python -m tests.walks DEALS SEED    the digest of walks by the compiled rules alone
"""

import hashlib
import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from casecracker.engine.deals import Deal
from casecracker.engine.games import GAMES, INFINITE_GULFS, KING_IN_YELLOW, WITCH_CULT
from casecracker.engine.referee import Referee
from casecracker.engine.state import State
from tests.decks import full_deal, random_deal
from tests.events import PENDING, Events, WatchedReferee
from tests.gulfs_decks import full_gulfs_deal, random_gulfs_deal
from tests.gulfs_events import GULFS_PENDING, WatchedGulfs
from tests.king_events import KING_PENDING, WatchedKing

_RARELY = 1e-6


@dataclass(frozen=True)
class Mood:
    """How often a kind of move is chosen: its weight by the first word, 1 if not named.

    `by_length` multiplies the weight of a play by that power of one more than the line's length:
    above 0 one line grows, below 0 all lines grow alike.
    """

    weights: dict[str, float] = field(default_factory=dict)
    by_length: float = 0


MOODS = (
    Mood(),
    Mood({"play": 8, "close": 10, "score": 10, "hand": 3, "take": 0.5, "pass": 0.3}),
    Mood({"play": 20, "close": 0.05, "hand": 6, "take": 0.5, "pass": 0.2}, by_length=3),
    Mood({"play": 9, "close": 60, "score": 4, "hand": 4, "take": 0.4, "pass": 0.2}, by_length=1),
    Mood({"play": 9, "close": 0.3, "score": 30, "hand": 4, "take": 0.4, "pass": 0.2}, by_length=-1),
    Mood({"play": 0.4, "pass": 5, "hand": 0.5, "decline": 3, "close": 3}),
    Mood({"play": 6, "close": 30, "score": 0.1, "decline": 0.2, "pass": 0.3, "take": 0.4}),
)
_SELDOM = {"pack": 0.15, "unpack": 0.05}
"""Moves that could be made for ever: the weight of each, as a share of that of all other moves."""


_PENDING = {
    WITCH_CULT.id: PENDING,
    KING_IN_YELLOW.id: KING_PENDING,
    INFINITE_GULFS.id: (*GULFS_PENDING, "icon"),  # twice, as it is seldom due
}
_WATCHED: dict[str, type[WatchedReferee]] = {
    WITCH_CULT.id: WatchedReferee,
    KING_IN_YELLOW.id: WatchedKing,
    INFINITE_GULFS.id: WatchedGulfs,
}


@dataclass
class Choice:
    """Chooses moves for one walk: a mood, and the decision at which items may be used."""

    rng: random.Random
    mood: Mood
    contact_at: str

    def move(self, moves: Sequence[str], pending: str, lengths: dict[int, int]) -> str:
        """One of `moves`, given what is due and how many cards lie in each open case."""
        weights = [self._weight(text.split(), pending, lengths) for text in moves]
        others = sum(weights)
        for place, text in enumerate(moves):
            weights[place] += others * _SELDOM.get(text.split()[0], 0)
        return self.rng.choices(moves, weights)[0]

    def _weight(self, words: list[str], pending: str, lengths: dict[int, int]) -> float:
        if words[0] in ("contact", "use"):
            return float(pending == self.contact_at)
        if words[0] in _SELDOM:
            return 0
        weight = self.mood.weights.get(words[0], 1)
        if words[0] != "play":
            return weight
        if len(words) > 3 and pending != self.contact_at:
            return _RARELY  # not 0: it may be the only move
        return weight * float((1 + lengths[int(words[2])]) ** self.mood.by_length)


def random_choice(rng: random.Random, game: str) -> Choice:
    """A chooser in a random mood for a deal of that game."""
    return Choice(rng, rng.choice(MOODS), rng.choice(_PENDING[game]))


def watched(deal: Deal, events: Events) -> WatchedReferee:
    """A referee that counts all that may happen in the deal's game."""
    return _WATCHED[deal.game](deal, events)


def walk(deal: Deal, choice: Choice, events: Events) -> int:
    """Play one game with both engines and return how many states were compared."""
    state, referee = State.start(deal), watched(deal, events)
    played: list[str] = []
    while True:
        codes = compare(state, referee, played)
        if not codes:
            return len(played) + 1
        lengths = {number: len(case.line) for number, case in referee.table.cases.items()}
        text = choice.move(list(codes), referee.pending, lengths)
        played.append(text)
        state = state.after(codes[text])
        referee.play(text)


def compare(state: State, referee: Referee, played: Iterable[str] = ()) -> dict[str, int]:
    """The legal moves by their text, if both engines offer the same in the same situation."""
    ours, theirs = state.snapshot(), referee.snapshot()
    if ours != theirs:
        faults = {key: (ours.get(key), theirs.get(key)) for key in (*ours, *theirs)}
        unequal = {key: pair for key, pair in faults.items() if pair[0] != pair[1]}
        raise AssertionError(f"kernel and referee after {'; '.join(played)}: {unequal}")
    moves = state.moves()
    legal = {move.text: move.code for move in moves}
    expected = referee.legal()
    if len(moves) != len(expected) or legal.keys() != set(expected):
        unequal_moves = sorted(legal.keys() ^ set(expected))
        raise AssertionError(f"one engine alone after {'; '.join(played)}: {unequal_moves}")
    return legal


def walk_many(make: Callable[[random.Random], Deal], steps: int, seed: int) -> tuple[int, Events]:
    """Walks through deals of one sort until `steps` states were compared."""
    rng = random.Random(seed)
    events: Events = Counter()
    done = 0
    while done < steps:
        deal = make(rng)
        done += walk(deal, random_choice(rng, deal.game), events)
    return done, events


def kernel_digest(deals: int, seed: int) -> str:
    """One number for all snapshots and moves of a few walks by the kernel alone, in each game."""
    rng = random.Random(seed)
    digest = hashlib.blake2b(digest_size=16)
    for number, game in itertools.product(range(deals), GAMES):
        state = State.start(_digest_deal(rng, game, full=number % 4 == 0))
        choice = random_choice(rng, game)
        while True:
            snapshot, moves = state.snapshot(), state.moves()
            digest.update(json.dumps([snapshot, [move.text for move in moves]]).encode())
            if not moves:
                break
            lengths = {case["number"]: len(case["line"]) for case in snapshot["cases"]}
            text = choice.move([move.text for move in moves], snapshot["pending"], lengths)
            state = state.play(text)
    return digest.hexdigest()


def _digest_deal(rng: random.Random, game: str, *, full: bool) -> Deal:
    if game == INFINITE_GULFS.id:
        return (full_gulfs_deal if full else random_gulfs_deal)(rng)
    return (full_deal if full else random_deal)(rng, game=game)


if __name__ == "__main__":
    sys.stdout.write(kernel_digest(int(sys.argv[1]), int(sys.argv[2])) + "\n")
