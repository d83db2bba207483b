"""The check of a line by the referee, whose rules share nothing with the search."""

from casecracker.engine.errors import CasecrackerError, RecordError
from casecracker.engine.referee import replay
from casecracker.solver.results import Result
from casecracker.solver.streets.targets import refuse_streets


def verify(result: Result) -> None:
    """Replay the line of a result with the referee.

    Raises:
        RecordError: There is no line, a move is against the rules (the message names the first
            and its rule), or the line does not win in the turns that the result claims.
    """
    refuse_streets(result, "verify")
    if not result.line:
        raise RecordError(f"verdict {result.verdict}: there is no line to verify")
    try:
        end = replay(result.source, result.moves)
    except CasecrackerError as error:
        raise RecordError(str(error)) from error
    if end.status != "won":
        raise RecordError(f"the line ends in turn {end.turn} with the game {end.status}, not won")
    if end.turn != result.turns:
        raise RecordError(f"the line wins in turn {end.turn}, not in turn {result.turns}")
