"""Measures of one deal with all its cards known: what tells how hard it is (docs/metrics.md).

All of it is deterministic: budgets are numbers of beams and states, never seconds, so a deal has
the same measures on every machine.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import NamedTuple

from pydantic import ConfigDict, TypeAdapter, ValidationError

from casecracker.analysis.linefacts import line_facts
from casecracker.analysis.sampling import lines_of
from casecracker.analysis.whatif import without_contact
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, DealError
from casecracker.engine.state import State
from casecracker.engine.tables import contact_sides
from casecracker.seeds.deckshare import deck_share
from casecracker.seeds.judging import judge_line
from casecracker.seeds.knownlines import first_line, known_lines
from casecracker.seeds.narrow import NarrowBeams, held_share
from casecracker.solver.keys import secret_of
from casecracker.solver.policy import kind_of_game

WIDTH = 4
"""Width of the narrow beams."""

BEAMS = 24
"""Varied narrow beams that are run from the opening."""

GAMES = 24
"""Games that are begun in the dark."""

TURNS_IN_THE_DARK: Mapping[str, int] = MappingProxyType(
    {"witch-cult": 16, "king-in-yellow": 16, "classic": 8, "hardboiled": 16}
)
"""Their turns, by kind of game: about half of those that narrow beams need to win."""

MOST_WIDTH = 8_192
"""Width after which no wider beam is tried."""

DIGITS = 4
"""Digits of a share."""


class Foresight(NamedTuple):
    """How far a deal is won with little foresight: all that a grade rests on.

    Attributes:
        narrow_share: Share of the varied narrow beams that win.
        held_share: Of the positions after some turns played in the dark, the share that a narrow
            beam with all cards known still wins.
        deck_share: The same two on other shuffles of the deck with these settings, as one share.
        turns: The turns of the wins of the varied beams, least first.
    """

    narrow_share: float
    held_share: float
    deck_share: float
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures of a deal that is known to be winnable.

    Attributes:
        turns: Of the shortest line that the beams found.
        proven_shortest: The bound shows that no line is shorter.
        lower_bound: No line wins in fewer turns.
        slack: Turns by which the latest win of the varied beams is later than `turns`; 0 if none
            wins.
        width: Least width of 1, 2, 4, ... of a beam that wins.
        decisions: Positions of the told line with more than one legal move.
        crossroads: Those at which a reasonable-looking move gives the win away, proved.
        crossroads_open: Further ones at which no win was found after a reasonable-looking move.
        points_of_no_return: Decisions at which any move gives the win away, proved.
        winning_share: Of all moves at these decisions, the share after which a win was found.
        lines: Different lines that were found; what follows is a sample of so many.
        forced_penalties: Cards that all of them let into a penalty area.
        penalties: Cards that the told line lets into one.
        uses_contact: Whether the told line uses the contact.
        needs_contact: No win was found without the contact.
        reshuffles: Number of the latest shuffle when the told line wins.
        victims: Victims that appear on the told line; 0 where menaces take their part.
        narrow_turns: Median turns of the wins of the varied narrow beams; None without any.
        narrow_share: As in `Foresight`; the grade rests on it.
        held_share: The same.
        deck_share: The same.
    """

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    turns: int
    proven_shortest: bool
    lower_bound: int
    slack: int
    width: int
    decisions: int
    crossroads: int
    crossroads_open: int
    points_of_no_return: int
    winning_share: float
    lines: int
    forced_penalties: int
    penalties: int
    uses_contact: bool
    needs_contact: bool
    reshuffles: int
    victims: int
    narrow_turns: int | None
    narrow_share: float
    held_share: float
    deck_share: float

    def to_json(self) -> dict[str, object]:
        """The fields as JSON has them."""
        return asdict(self)

    @classmethod
    def from_json(cls, entry: Mapping[str, object]) -> "Measures":
        """The measures that `to_json` wrote.

        Raises:
            CasecrackerError: A field is missing, unknown or of the wrong kind.
        """
        try:
            return TypeAdapter(cls).validate_json(json.dumps(dict(entry)))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise CasecrackerError(f"measures: key '{where}': {first['msg']}") from None


def measure(deal: Deal) -> Measures | None:
    """Measure a deal; None if no win is known within the budget.

    Raises:
        DealError: The deal begins in the middle of a game.
    """
    if deal.start is not None:
        raise DealError("a deal that begins in the middle of a game is not graded")
    root = State.start(deal)
    known = known_lines(root)
    if known is None:
        return None
    seen = foresight(root)
    judged = judge_line(root, known.told)
    facts = line_facts(lines_of(root, known.lines[-1][0], (line for _, line in known.lines)))
    told = line_facts(lines_of(root, known.turns, [known.told]))
    return Measures(
        turns=known.turns,
        proven_shortest=known.lower_bound == known.turns,
        lower_bound=known.lower_bound,
        slack=max(0, seen.turns[-1] - known.turns) if seen.turns else 0,
        width=least_width(root),
        decisions=judged.decisions,
        crossroads=judged.crossroads,
        crossroads_open=judged.crossroads_open,
        points_of_no_return=judged.points_of_no_return,
        winning_share=_rounded(judged.keeping, judged.moves),
        lines=len(known.lines),
        forced_penalties=len(facts.forced_penalties),
        penalties=len(told.forced_penalties),
        uses_contact=told.needs_contact,
        needs_contact=needs_contact(deal),
        reshuffles=told.reshuffles[0],
        victims=told.victims[0],
        narrow_turns=seen.turns[len(seen.turns) // 2] if seen.turns else None,
        narrow_share=seen.narrow_share,
        held_share=seen.held_share,
        deck_share=seen.deck_share,
    )


def foresight(root: State) -> Foresight:
    """Run the narrow beams from an opening, and from positions reached in the dark."""
    tables, words = root.tables, root.array()
    beams = NarrowBeams(tables, secret_of(root.deal.deck), WIDTH)
    wins = beams.turns_of_wins(words, BEAMS)
    held = held_share(beams, tables, words, turns_in_the_dark(root), GAMES)
    return Foresight(
        _rounded(len(wins), BEAMS), round(held, DIGITS), share_of_deck(root), tuple(sorted(wins))
    )


def share_of_deck(root: State) -> float:
    """The `deck_share` of a deal, which all deals of its deck and settings have."""
    return round(deck_share(root.deal, WIDTH, turns_in_the_dark(root), GAMES), DIGITS)


def turns_in_the_dark(root: State) -> int:
    """How many turns of a game are played before a narrow beam goes on."""
    return TURNS_IN_THE_DARK[kind_of_game(root.tables)]


def least_width(root: State) -> int:
    """The least of the widths 1, 2, 4, ... of which a beam wins, for a deal that a beam wins."""
    secret, width = secret_of(root.deal.deck), 1
    while width < MOST_WIDTH:
        if NarrowBeams(root.tables, secret, width).turn_of_win(root.array()) is not None:
            break
        width *= 2
    return width


def needs_contact(deal: Deal) -> bool:
    """Whether beams win the deal, and not without its contact."""
    if not contact_sides(deal):
        return False
    return first_line(State.start(without_contact(deal).deal)) is None


def _rounded(part: int, whole: int) -> float:
    return round(part / whole, DIGITS) if whole else 1.0
