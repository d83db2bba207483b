"""What a search takes over from a game record, and how far that is believed.

A record's line is replayed by the referee before anything else happens. Its lower bound cannot be
checked without searching anew, so it is taken from a record of the same deal and the same version
alone, tells the search for shortest lines where to begin, and is passed on under its own name; no
line is called shortest because of it. A record that says "unwinnable" is believed in nothing.
"""

from dataclasses import dataclass

from casecracker import __version__
from casecracker.engine.deals import Deal
from casecracker.engine.errors import CasecrackerError, RecordError
from casecracker.solver.record import Record, check_claims, verify_record


@dataclass(frozen=True, slots=True)
class Takeover:
    """What is known, or said, of a deal before it is searched.

    Attributes:
        moves: A line that wins, replayed by the referee; empty without one.
        bound: A lower bound on the turns that somebody claims; 0 for none.
        words: Where the bound comes from, as a proof tells it.
    """

    moves: tuple[str, ...] = ()
    bound: int = 0
    words: str = ""

    def bound_of(self, turns: int | None) -> int:
        """The claimed bound, 0 once a line of so many turns refutes it."""
        return self.bound if turns is None or turns >= self.bound else 0


NOTHING = Takeover()


def takeover_from(deal: Deal, record: Record, where: str) -> Takeover:
    """What a search of `deal` may take over from a record; `where` names it in messages.

    Raises:
        RecordError: The record is of another deal, or the replay refutes what it claims.
        MoveError: A move of its line is against the rules.
    """
    if not is_same(deal, record.deal):
        raise RecordError(f"{where}: the record is of another deal than the one to solve")
    try:
        if record.moves:
            verify_record(record)
        else:
            check_claims(record, ())
    except CasecrackerError as error:
        raise type(error)(f"{where}: {error}") from error
    bound, version = record.claims.get("lower_bound"), record.claims.get("version")
    if record.claims.get("played"):  # the bound is one of lines that begin so
        return Takeover(record.moves)
    if type(bound) is not int or bound < 1 or version != __version__:
        return Takeover(record.moves)
    words = (
        f"lower_bound {bound} is taken over from a record that casecracker {version} wrote for "
        "this deal; it was not searched again"
    )
    return Takeover(record.moves, bound, words)


def is_same(deal: Deal, other: Deal) -> bool:
    """Whether two deals are the same game: cards, settings, orders and known shuffles."""
    return _facts(deal) == _facts(other)


def _facts(deal: Deal) -> tuple[object, ...]:
    orders = (deal.draw, deal.victims, deal.menaces, deal.reshuffles, deal.seed, deal.start)
    return (deal.deck.digest, dict(deal.settings), *orders)
