"""Figures of `solve` for Streets of Arkham (docs/streets.md, The search).

`python -m tests.bench.streetssolving --seeds 0-99` decides deals of one investigator and prints a
row for each and percentiles for all. Seconds are those of the processor.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from casecracker.engine.streets.deal import parse_streets_code
from casecracker.solver.results import Verdict
from casecracker.solver.streets.results import StreetsResult
from casecracker.solver.streets.search import solve_streets


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that such a part of all does not pass (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(part * 100 * len(ordered)) // 100) - 1))]


def spread(values: Sequence[float]) -> str:
    """Median, 90th and 99th percentile, and the worst of all."""
    named = (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("worst", 1.0))
    return ", ".join(f"{name} {percentile(values, part):.4g}" for name, part in named)


def row(result: StreetsResult) -> str:
    """A deal as one line."""
    seed, turns = result.source.seed, result.turns or "-"
    proven = "proven shortest" if result.proven_shortest else f"limit {result.limit}"
    return (
        f"{seed:4}  {result.verdict!s:10} turns {turns!s:>3}  bound {result.lower_bound!s:>2}  "
        f"{result.states:9,} moves  {result.seconds:6.1f} s  {proven}  {result.source.ancient.id}"
    )


def summary(results: Sequence[StreetsResult]) -> Iterable[str]:
    """Verdicts, turns and seconds of all deals."""
    verdicts = Counter(str(result.verdict) for result in results)
    decided = sum(result.verdict is not Verdict.UNDECIDED for result in results)
    yield f"{decided} of {len(results)} decided: {dict(verdicts)}"
    yield f"seconds: {spread([result.seconds for result in results])}"
    turns = [result.turns for result in results if result.turns is not None]
    if turns:
        yield f"turns of the lines: {spread(turns)}, mean {sum(turns) / len(turns):.1f}"


def main() -> None:
    """Decide the deals that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-99", metavar="A-B")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="S")
    parser.add_argument("--shortest", action="store_true")
    asked = parser.parse_args()
    first, _, last = asked.seeds.partition("-")
    results = []
    for seed in range(int(first), int(last or first) + 1):
        deal = parse_streets_code(f"streets-of-arkham:{seed}")
        result = solve_streets(
            deal, shortest=asked.shortest, time_limit=asked.time_limit, clock=time.process_time
        )
        results.append(result)
        print(row(result), flush=True)
    print("\n".join(summary(results)))


if __name__ == "__main__":
    main()
