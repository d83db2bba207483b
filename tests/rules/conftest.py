import pytest

from tests.rules.table import EngineTable, KernelGame, RefereeGame, Table


@pytest.fixture(params=[RefereeGame, KernelGame], ids=["referee", "kernel"])
def table(request: pytest.FixtureRequest) -> Table:
    return EngineTable(request.param)
