"""The list of what waits in Infinite Gulfs of Darkness holds as much as can ever wait."""

import numpy as np

from casecracker.engine.layout import TASK_MASK, TASKS, WORDS
from casecracker.engine.menaces import pop_task, push_task

MOST = 15  # engine/layout.py: a draw, a closed case, seven case cards, six menaces


def test_as_many_tasks_wait_as_can_ever_wait_and_come_back_in_order() -> None:
    state = np.zeros(WORDS, dtype=np.int64)
    for number in range(MOST):
        push_task(state, number + 1, number % 7)
    assert (state >= 0).all()
    for number in reversed(range(MOST)):
        assert state[TASKS] & TASK_MASK == (number + 1) | (number % 7) << 4
        pop_task(state)
    assert not state.any()
