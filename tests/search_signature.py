"""One table that changes when the search does: states and turns on a fixed set of deals.

`python -m tests.search_signature` writes tests/golden/search-signature.toml anew; a commit that
changes it says which rule, bound or order of moves changed.
"""

import tomllib
from pathlib import Path

from casecracker.engine.dealfile import parse_code
from casecracker.engine.files import write_text
from casecracker.solver.search import solve_deal

FILE = Path(__file__).parent / "golden" / "search-signature.toml"
CODES = (
    *(f"witch-cult:{seed}" for seed in range(10)),
    *(f"witch-cult:{seed},deck=witch-cult-tight,victims=4" for seed in range(6)),
)


def signature(code: str) -> list[int]:
    """States searched and turns of the line for one deal."""
    result = solve_deal(parse_code(code))
    return [result.states, result.turns or 0]


def recorded() -> dict[str, list[int]]:
    """The table in the file."""
    return dict(tomllib.loads(FILE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    rows = [f'"{code}" = {signature(code)}' for code in CODES]
    write_text(str(FILE), "# deal = [states, turns]\n" + "\n".join(rows) + "\n")
