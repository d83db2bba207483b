"""Exact analysis of the solo card game Arkham Noir: is a deal winnable, how, and why not.

>>> import casecracker
>>> result = casecracker.solve("witch-cult:42")
>>> str(result.verdict)
'winnable'
>>> casecracker.verify(result)
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casecracker.analysis.dependencies import dependency_graph
    from casecracker.engine.cards import Deck
    from casecracker.engine.deals import Deal
    from casecracker.engine.errors import CasecrackerError
    from casecracker.engine.notation import Move
    from casecracker.engine.position import Position
    from casecracker.engine.state import State
    from casecracker.solver.api import Solving, solve, solving
    from casecracker.solver.hints import Hints, hint
    from casecracker.solver.odds import Odds, odds
    from casecracker.solver.results import Result, Verdict
    from casecracker.solver.review import Review, review
    from casecracker.solver.search import Limits
    from casecracker.solver.verify import verify

__version__ = "0.1.0"

__all__ = [
    "CasecrackerError",
    "Deal",
    "Deck",
    "Hints",
    "Limits",
    "Move",
    "Odds",
    "Position",
    "Result",
    "Review",
    "Solving",
    "State",
    "Verdict",
    "__version__",
    "dependency_graph",
    "hint",
    "odds",
    "review",
    "solve",
    "solving",
    "verify",
]

_HOMES = {
    "CasecrackerError": "engine.errors",
    "Deal": "engine.deals",
    "Deck": "engine.cards",
    "Move": "engine.notation",
    "Position": "engine.position",
    "State": "engine.state",
    "Hints": "solver.hints",
    "dependency_graph": "analysis.dependencies",
    "Odds": "solver.odds",
    "odds": "solver.odds",
    "Result": "solver.results",
    "Limits": "solver.search",
    "Review": "solver.review",
    "Verdict": "solver.results",
    "Solving": "solver.api",
    "hint": "solver.hints",
    "review": "solver.review",
    "solve": "solver.api",
    "solving": "solver.api",
    "verify": "solver.verify",
}


def __getattr__(name: str) -> Any:
    """Public names are imported on first use: the compiler alone takes half a second."""
    if name not in _HOMES:
        raise AttributeError(f"module 'casecracker' has no attribute {name!r}")
    return getattr(importlib.import_module(f"casecracker.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
