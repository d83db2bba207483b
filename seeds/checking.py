"""Rows of a catalogue proved again from scratch, by another search than the one that made them.

The deal is laid out with its clue cards numbered anew. To the search that is another
game: other bits in its positions, another key of its hashes, another order of moves, and a table
of another size. To the players, and to the referee, it is the same deal (docs/catalogue.md).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from casecracker.analysis.within import Answer, Within
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import shown
from casecracker.engine.shuffles import shuffled
from casecracker.engine.state import State
from casecracker.engine.targets import subject_of
from casecracker.seeds.challenge import Challenge, Kind, Proof, check_against_deal
from casecracker.seeds.features import steps_of, used_by
from casecracker.seeds.grades import Grade, grade_of
from casecracker.seeds.measures import Measures, foresight
from casecracker.seeds.positions import position_after, position_of
from casecracker.seeds.problems import grade_of_problem, is_favoured
from casecracker.seeds.themes import themes_of
from casecracker.seeds.wanted import CONDITIONS, NEEDED
from casecracker.solver.chain import critical_turns
from casecracker.solver.policy import kind_of_game
from casecracker.solver.search import OF_CHAIN, Limits

MEMORY = 768 * 1024**2
"""Bytes for the table of lost states: not what `solve` takes unless told otherwise."""

SHARES = ("narrow_share", "held_share", "deck_share")
"""What the grade of a deal rests on."""

ONLY = "only-first-move"
CLAIMED = (*CONDITIONS, ONLY)
"""Tags of a deal that say more than what its line uses."""

NUMBERING_SEED = 1
"""Decides the order in which the cards are numbered."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a row says, and what became of it.

    Attributes:
        claim: What is said.
        holds: True or False if that is now shown; None if a limit was reached first.
        why: What it rests on, or what is wrong.
    """

    claim: str
    holds: bool | None
    why: str


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A challenge and its claims, in the order in which they were checked."""

    challenge: Challenge
    claims: tuple[Claim, ...]
    states: int

    @property
    def fails(self) -> bool:
        """Whether a claim is shown to be wrong."""
        return any(claim.holds is False for claim in self.claims)

    @property
    def is_decided(self) -> bool:
        """Whether no claim was left open."""
        return all(claim.holds is not None for claim in self.claims)

    def to_json(self) -> dict[str, object]:
        """The row's id and its claims."""
        claims = [{"claim": it.claim, "holds": it.holds, "why": it.why} for it in self.claims]
        return {
            "id": self.challenge.id,
            "deck": {"id": self.challenge.deck_id, "provenance": self.challenge.provenance},
            "fails": self.fails,
            "decided": self.is_decided,
            "claims": claims,
            "states": self.states,
        }


def check_row(challenge: Challenge, limits: Limits) -> CheckedRow:
    """Prove again what a row says.

    Args:
        challenge: The row.
        limits: `seconds` is for the whole row.
    """
    line = _line(challenge)
    claims = [line, _grade(challenge)]
    if line.holds:
        claims += [_seen_anew(challenge), _tags(challenge)]
    if not line.holds or challenge.certificate.proof == Proof.LINE:
        return CheckedRow(challenge, tuple(claims), 0)
    search = _Search(challenge, limits)
    if challenge.certificate.proof == Proof.ONLY_FIRST_MOVE:
        claims.append(search.only_first_move())
    claims.append(search.shortest())
    return CheckedRow(challenge, tuple(claims), search.states)


def renumbered(deal: Deal) -> Deal:
    """The same deal, its clue cards in another order in the deck.

    Puzzles keep their order among themselves, since they are scored in the order of the deck
    (docs/rulings.md, C4). So every line is the same line in both.
    """
    deck = deal.deck
    puzzles = iter([clue for clue in deck.clue if "puzzle" in clue.attributes])
    cards = {clue.id: clue for clue in deck.clue}
    order = [cards[name] for name in shuffled(deck.clue_ids(), NUMBERING_SEED, "numbering")]
    clues = tuple(next(puzzles) if "puzzle" in clue.attributes else clue for clue in order)
    return replace(deal, deck=deck.model_copy(update={"clue": clues}))


def _line(challenge: Challenge) -> Claim:
    claim = f"the line wins in {challenge.turns} turns"
    try:
        check_against_deal(challenge)
    except CasecrackerError as error:
        return Claim(claim, False, str(error))
    return Claim(claim, True, "replayed by the referee")


def _grade(challenge: Challenge) -> Claim:
    claim = f"its measures make it {challenge.grade}"
    try:
        found = _grade_found(challenge)
    except (CasecrackerError, KeyError, TypeError, ValueError) as error:
        return Claim(claim, False, f"its measures are none: {error}")
    return Claim(claim, found == challenge.grade, f"they make it {found}")


def _seen_anew(challenge: Challenge) -> Claim:
    """What the grade rests on, measured anew."""
    found: dict[str, object]
    if challenge.kind == Kind.PROBLEM:
        found = {"favoured": is_favoured(position_of(challenge), challenge.certificate.moves[0])}
    else:
        seen = foresight(State.start(challenge.deal()))
        found = {name: getattr(seen, name) for name in SHARES}
    told = {name: challenge.measures.get(name) for name in found}
    claim = f"its grade rests on {_values_text(told)}"
    if told == found:
        return Claim(claim, True, "measured anew")
    return Claim(claim, False, f"measured anew: {_values_text(found)}")


def _values_text(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in values.items())


def _tags(challenge: Challenge) -> Claim:
    """What the line uses; what was asked of all lines of a deal is not proved again."""
    claim = f"its tags are {' '.join(map(shown, challenge.tags)) or 'none'}"
    state = position_of(challenge)
    asked = set[str]()
    if challenge.kind == Kind.PROBLEM:
        found = set(themes_of(state, challenge.certificate.moves))
    else:
        found = set(used_by(tuple(steps_of(state, challenge.certificate.moves))))
        asked = {tag for tag in challenge.tags if tag.startswith(NEEDED) or tag in CLAIMED}
    if ONLY in asked:  # the line of such a row is not the one that was tagged
        return Claim(claim, None, "not looked at: they are of another line")
    wrong = sorted((set(challenge.tags) - asked) ^ found)
    if wrong:
        return Claim(claim, False, f"the line says otherwise of {' '.join(map(shown, wrong))}")
    if asked:
        return Claim(claim, None, f"not proved again: {' '.join(sorted(asked))}")
    return Claim(claim, True, "seen on the line")


def _grade_found(challenge: Challenge) -> Grade:
    if challenge.kind == Kind.PROBLEM:
        win_in = challenge.measures.get("win_in", challenge.turns)
        if win_in != challenge.turns:
            raise CasecrackerError(f"win_in is {shown(win_in)}, not {challenge.turns}")
        return grade_of_problem(challenge.measures)
    kind = kind_of_game(State.start(challenge.deal()).tables)
    return grade_of(Measures.from_json(dict(challenge.measures)), kind)


class _Search:
    """The complete search in the renumbered deal of one row."""

    def __init__(self, challenge: Challenge, limits: Limits) -> None:
        self._challenge = challenge
        self._turns = challenge.certificate.turns
        self._clock = limits.clock
        self._deal = renumbered(challenge.deal())
        start = State.start(self._deal)
        self._root = position_after(self._deal, challenge.played)
        self._within = Within(start, replace(limits, memory=min(limits.memory, MEMORY)))
        self._end = None if limits.seconds is None else self._clock() + limits.seconds

    @property
    def states(self) -> int:
        """States searched so far."""
        return self._within.states

    def shortest(self) -> Claim:
        """Whether no line from the root wins in a turn less."""
        turns, played = self._challenge.turns, self._challenge.played
        answer = self._ask(self._root, self._turns - 1, played)
        claim = _claim(f"no line wins in fewer than {turns} turns", [("", answer)])
        if claim.holds is None and not played and critical_turns(subject_of(self._deal)) >= turns:
            return Claim(claim.claim, True, f"search {claim.why}, but proved: {OF_CHAIN}")
        return claim

    def only_first_move(self) -> Claim:
        """Whether every other first decision gives the win in so many turns away."""
        first, before = self._challenge.certificate.moves[0], self._challenge.played
        answers = [
            (move.text, self._ask(self._root.after(move.code), self._turns, (*before, move.text)))
            for move in self._root.moves()
            if move.text != first
        ]
        words = f"of {len(answers) + 1} first decisions only one wins in {self._challenge.turns}"
        return _claim(f"{words} turns", answers)

    def _ask(self, state: State, turns: int, played: tuple[str, ...]) -> Answer:
        left = None if self._end is None else max(self._end - self._clock(), 0)
        return self._within.answer(state, turns, played, left)


def _claim(claim: str, answers: list[tuple[str, Answer]]) -> Claim:
    """What follows from answers that should all be no; each with the move before it, if any."""
    for move, answer in answers:
        if answer.wins:
            rest = "; ".join(filter(None, (move, *answer.moves)))
            return Claim(claim, False, f"this wins too: {rest}")
    limits = sorted({str(answer.limit) for _, answer in answers if answer.wins is None})
    if limits:
        return Claim(claim, None, f"undecided ({', '.join(limits)})")
    return Claim(claim, True, "proved by the complete search")


def sample(challenges: list[Challenge], number: int, seed: int) -> list[Challenge]:
    """So many challenges of those given, chosen by the seed; all of them if there are no more."""
    by_id = {challenge.id: challenge for challenge in challenges}
    chosen = shuffled(sorted(by_id), seed, "sample")[:number]
    return [by_id[name] for name in chosen]
