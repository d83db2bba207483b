"""The tables of the tests: `table` for what holds in both games, the others for one game."""

import pytest

from casecracker.engine.games import GAMES, WITCH_CULT
from tests.rules.gulfs_table import GulfsEngineTable, GulfsTable
from tests.rules.table import YELLOW, Engine, EngineTable, KernelGame, RefereeGame, Table

ENGINES: dict[str, Engine] = {"referee": RefereeGame, "kernel": KernelGame}
BOTH = [(engine, game) for game in (WITCH_CULT.id, YELLOW) if game in GAMES for engine in ENGINES]


@pytest.fixture(params=BOTH, ids="-".join)
def table(request: pytest.FixtureRequest) -> Table:
    engine, game = request.param
    return EngineTable(ENGINES[engine], game)


@pytest.fixture(params=ENGINES)
def witch(request: pytest.FixtureRequest) -> Table:
    return EngineTable(ENGINES[request.param], WITCH_CULT.id)


@pytest.fixture(params=ENGINES)
def yellow(request: pytest.FixtureRequest) -> Table:
    return EngineTable(ENGINES[request.param], YELLOW)


@pytest.fixture(params=ENGINES)
def gulfs(request: pytest.FixtureRequest) -> GulfsTable:
    return GulfsEngineTable(ENGINES[request.param])
