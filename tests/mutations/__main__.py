"""Plant each wrong rule into a copy of the tree and run the quick tests on it.

    python -m tests.mutations [WORDS...]    all mutations, or those whose rule holds all the words

The copy runs without the compiler, which would take longer than the tests. A mutation is killed if
a test of whichever game fails, or if the tests do not end. Exit status 1 if one survives. First of
all the tests must pass on an unchanged copy.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutations import ROOT, Mutation, read_mutations

_FOLDERS = ("casecracker", "docs", "engine", "solver", "seeds", "tests")
_TESTS = (
    "tests/test_agreement.py::test_engines_agree_at_every_state",
    "tests/test_perft.py::test_the_kernel_counts_low_depths_as_published",
    "tests/rules",
)
_MAX_SECONDS = 360


def try_mutation(mutation: Mutation | None) -> str:
    """`killed by TEST`, `killed by endless loop` or `survived`; None changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        _copy_tree(tree)
        if mutation is not None:
            mutation.plant(tree)
        try:
            return _run_tests(tree)
        except subprocess.TimeoutExpired:
            return "killed by endless loop"


def _copy_tree(tree: Path) -> None:
    for name in _FOLDERS:
        # The links of casecracker/ stay links, and so lead to the copied folders.
        shutil.copytree(ROOT / name, tree / name, symlinks=True)
    shutil.copy2(ROOT / "pyproject.toml", tree)


def _run_tests(tree: Path) -> str:
    words = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-k", "not referee", *_TESTS]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=tree,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        timeout=_MAX_SECONDS,
        check=False,
    )
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    if done.returncode != 0 and not failed:  # a mutation that cannot even be imported is no good
        raise RuntimeError(f"the tests could not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    if not failed:
        return "survived"
    name, _, _ = failed[0].removeprefix("FAILED ").partition(" - ")  # a name may hold blanks
    return f"killed by {name}"


def main(words: list[str]) -> int:
    """Try the mutations, two at a time, and tell what became of each."""
    mutations = [m for m in read_mutations() if all(word in m.rule for word in words)]
    survived = 0
    if try_mutation(None) != "survived":
        raise RuntimeError("the tests fail on the unchanged tree already")
    with ThreadPoolExecutor(max_workers=2) as pool:
        for mutation, fate in zip(mutations, pool.map(try_mutation, mutations), strict=True):
            survived += fate == "survived"
            print(f"{mutation.rule}: {fate}", flush=True)
    print(f"{len(mutations) - survived} of {len(mutations)} mutations killed")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
