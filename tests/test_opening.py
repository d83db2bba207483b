"""Set-up where cards replace each other without end."""

from dataclasses import replace

import pytest

from casecracker.engine.referee import Referee
from casecracker.engine.state import State
from casecracker.solver.search import solve_deal
from tests.rules.table import make_deal, passion


def test_cards_that_would_replace_each_other_for_ever_end_the_known_game() -> None:
    leads = [passion(f"p{number}", "to-front") for number in range(1, 6)]
    hand = [passion(f"q{number}", "to-front") for number in range(1, 4)]
    deal = make_deal(leads=leads, hand=hand, stack=[], game="king-in-yellow")
    known = replace(deal, seed=1)
    state, referee = State.start(known), Referee(known)
    assert (state.status, referee.status) == ("unknown-shuffle", "unknown-shuffle")
    assert state.snapshot() == referee.snapshot()


@pytest.mark.parametrize("backend", ["auto", "dfs"])
def test_a_setup_that_meets_an_unknown_shuffle_proves_nothing(backend: str) -> None:
    deal = make_deal(leads=["a", "b", passion("p", "to-front")], game="king-in-yellow")
    assert State.start(deal).status == "unknown-shuffle"
    result = solve_deal(deal, backend=backend)
    assert (result.verdict, result.scope) == ("undecided", "first-pass")
    assert (result.limit, result.proof) == ("unknown-shuffle", None)
