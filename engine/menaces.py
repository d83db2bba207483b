"""Menaces and case cards entering, and the list of what is still to be carried out (TASKS).

A menace or a case card has icons that are applied one after the other; a question may interrupt
them, and a step of the game may have to wait for them. What waits lies in the word TASKS, the
innermost lowest; `tasks.py` carries it out. Bits are those of `layout.py`, paragraphs those of
docs/rules.md, chapter G.
"""

from casecracker.engine.changes import set_phase
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTIVE_SHIFT,
    CASE_DECK_SHIFT,
    CASE_SOURCE,
    CASES_MASK,
    GULFS,
    LOST,
    MAX_CASES,
    MENACE_DECK_SHIFT,
    OPEN_SHIFT,
    OUT_OF_LEADS,
    STATUS,
    TASK_BITS,
    TASK_MASK,
    TASK_STEP_SHIFT,
    TASK_WORD_BITS,
    TASKS,
)
from casecracker.engine.ongoing import active_sources, case_deck, machine_in_play, menace_deck
from casecracker.engine.tables import (
    ICON_COUNT,
    LINE_CASES,
    MENACE_ORDER,
    MENACES,
    Tables,
    Words,
)


@kernel
def push_task(state: Words, task: int, step: int) -> None:
    """Put a task before all others."""
    moved = state[TASKS] >> (TASK_WORD_BITS - TASK_BITS)
    state[TASKS + 1] = (state[TASKS + 1] << TASK_BITS) | moved
    kept = (state[TASKS] << TASK_BITS) & ((1 << TASK_WORD_BITS) - 1)
    state[TASKS] = kept | task | (step << TASK_STEP_SHIFT)


@kernel
def pop_task(state: Words) -> None:
    """Take the innermost task away."""
    moved = (state[TASKS + 1] & TASK_MASK) << (TASK_WORD_BITS - TASK_BITS)
    state[TASKS] = (state[TASKS] >> TASK_BITS) | moved
    state[TASKS + 1] >>= TASK_BITS


@kernel
def push_icons(tables: Tables, state: Words, source: int) -> None:
    """The icons of a card are due, before all else."""
    if tables[ICON_COUNT + source]:
        push_task(state, source + 1, 0)


@kernel
def enter_menace(tables: Tables, state: Words, menace: int) -> None:
    """Put a card of the menace deck into play; its effects are due."""
    state[GULFS] &= ~(1 << (MENACE_DECK_SHIFT + menace))
    state[GULFS] |= 1 << (ACTIVE_SHIFT + menace)
    push_icons(tables, state, menace)


@kernel
def new_menace(tables: Tables, state: Words) -> bool:
    """Turn over the top card of the menace deck; False if there is none, which ends the game."""
    left = menace_deck(state)
    for place in range(tables[MENACES]):
        menace = tables[MENACE_ORDER + place]
        if (left >> menace) & 1:
            enter_menace(tables, state, menace)
            return True
    set_phase(state, LOST)
    return False


@kernel
def run_out_of_leads(tables: Tables, state: Words, purpose: int) -> None:
    """A draw finds the stack empty: a menace comes, then the draw goes on (`tasks.py`)."""
    push_task(state, OUT_OF_LEADS, purpose)
    new_menace(tables, state)


@merged_kernel
def access_case(tables: Tables, state: Words, case: int) -> None:
    """Put a case card into play, if it is still in the case deck.

    One that begins no line has its icons applied, or lies among the menaces without the Machine.
    """
    if not (case_deck(state) >> case) & 1:
        return
    state[GULFS] &= ~(1 << (CASE_DECK_SHIFT + case))
    if (tables[LINE_CASES] >> case) & 1:
        state[STATUS] |= 1 << (OPEN_SHIFT + case)
    else:
        state[GULFS] |= 1 << (ACTIVE_SHIFT + CASE_SOURCE + case)
        unmask(tables, state)


@kernel
def unmask(tables: Tables, state: Words) -> bool:
    """With the Machine in play, case cards leave the menaces and their icons are due."""
    cases = (active_sources(state) >> CASE_SOURCE) & CASES_MASK
    if cases == 0 or not machine_in_play(tables, state):
        return False
    state[GULFS] &= ~(cases << (ACTIVE_SHIFT + CASE_SOURCE))
    for case in range(MAX_CASES - 1, -1, -1):
        if (cases >> case) & 1:
            push_icons(tables, state, CASE_SOURCE + case)
    return True
