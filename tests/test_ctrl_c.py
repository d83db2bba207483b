"""CP-SAT must not keep Ctrl-C from Python (solver/constraints.py)."""

import subprocess
import sys

import pytest

PROGRAM = """
import signal
{work}
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")
"""

WORKS = {
    "critical chain": """
from casecracker.engine.targets import subject_of
from casecracker.solver.chain import critical_turns
critical_turns(subject_of("infinite-gulfs"))""",
    "blocking sets": """
from casecracker.analysis.findings import findings
from casecracker.engine.targets import subject_of
findings(subject_of("infinite-gulfs"))""",
    "synthetic deck": """
from casecracker.seeds.synthesize import synthesize
synthesize("witch-cult", 1)""",
}


@pytest.mark.parametrize("work", WORKS)
def test_ctrl_c_still_interrupts_after(work: str) -> None:
    program = PROGRAM.format(work=WORKS[work])
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout == "interrupted\n", (done.returncode, done.stderr)
