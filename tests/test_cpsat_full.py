"""The backend `cpsat` on full deals of the three games: wins looked for a few turns at a time."""

import pytest

from casecracker.engine.dealfile import load_target
from casecracker.engine.referee import replay
from casecracker.solver.cpsat_plan import ATTEMPTS, play_ahead
from casecracker.solver.results import Verdict
from casecracker.solver.search import Limits, solve_deal

MODES = {"infinite-gulfs": ",mode=classic"}


def code_of(game: str, seed: int) -> str:
    return f"{game}:{seed}{MODES.get(game, '')}"


@pytest.mark.parametrize("game", sorted(ATTEMPTS))
def test_a_full_deal_is_played_ahead(game: str) -> None:
    deal = load_target(code_of(game, 0))
    attempt = ATTEMPTS[game][0]
    plan = next(play_ahead(deal, attempt, lambda: None))
    assert (plan.status, plan.turn) == ("playing", 1 + attempt.kept)
    assert replay(deal, plan.moves).turn == plan.turn


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", sorted(ATTEMPTS))
def test_a_full_deal_is_won_by_looking_ahead(game: str, seed: int) -> None:
    deal = load_target(code_of(game, seed))
    result = solve_deal(deal, backend="cpsat", limits=Limits(900))
    assert result.verdict is Verdict.WINNABLE
    referee = replay(deal, result.moves)
    assert (referee.status, referee.turn) == ("won", result.turns)
