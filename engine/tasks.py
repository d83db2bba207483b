"""Carrying out what waits in TASKS: icons of menaces and case cards, interrupted steps.

Bits are those of `layout.py`, paragraphs those of docs/rules.md, chapter G.
"""

from casecracker.engine.cards import MAX_ICONS
from casecracker.engine.changes import shuffle_in
from casecracker.engine.checks import finish_check, stability_check
from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.layout import (
    ACTIVE_SHIFT,
    CASE_SOURCE,
    CHECK_AT_FIRST,
    CLOSED,
    DISCARD,
    FOR_REFILL,
    GULFS,
    HAND,
    MADE_NEW_STACK,
    MENACE_DECK_SHIFT,
    OUT_OF_LEADS,
    OUT_OF_TIME,
    STABILITY,
    STACK,
    TASK_BITS,
    TASK_MASK,
    TASK_SOURCE_MASK,
    TASK_STEP_SHIFT,
    TASK_WORDS,
    TASKS,
    TIME,
)
from casecracker.engine.maintenance import begin_turn, empty_time_area, refill
from casecracker.engine.menaces import access_case, pop_task
from casecracker.engine.ongoing import machine_in_play
from casecracker.engine.tables import (
    AURORA,
    FACE,
    FLIP_TO_CLOSED,
    FLIP_TO_HAND,
    ICON_COUNT,
    ICON_STABILITY,
    ICONS,
    PURPLE_ICON,
    REMOVE_AURORA,
    SHUFFLE_ALL,
    Tables,
    Words,
)

_LAST_ACCESS = 7


@merged_kernel
def carry_on(tables: Tables, state: Words) -> bool:
    """Do a piece of the innermost task; False if an icon asks for a choice first."""
    task = state[TASKS] & TASK_MASK
    kind, step = task & TASK_SOURCE_MASK, task >> TASK_STEP_SHIFT
    if kind == OUT_OF_LEADS:
        pop_task(state)
        draw_at_last(tables, state, step)
    elif kind == OUT_OF_TIME:
        pop_task(state)
        empty_time_area(state)
        refill(tables, state)
    else:
        return apply_icon(tables, state, kind - 1, step)
    return True


@merged_kernel
def apply_icon(tables: Tables, state: Words, source: int, place: int) -> bool:
    """The next icon of a card; False if it asks which card to take."""
    icon = tables[ICONS + MAX_ICONS * source + place]
    counts = icon < PURPLE_ICON or machine_in_play(tables, state)
    icon &= PURPLE_ICON - 1
    if counts and icon == ICON_STABILITY and state[STABILITY]:
        return False
    pass_icon(tables, state)
    if counts:
        carry_out_icon(tables, state, source, icon)
    return True


@kernel
def pass_icon(tables: Tables, state: Words) -> None:
    """Make the icon after the innermost one due, or end the task."""
    task = state[TASKS] & TASK_MASK
    source, step = (task & TASK_SOURCE_MASK) - 1, task >> TASK_STEP_SHIFT
    if step + 1 == tables[ICON_COUNT + source]:
        pop_task(state)
    else:
        state[TASKS] += 1 << TASK_STEP_SHIFT


@merged_kernel
def carry_out_icon(tables: Tables, state: Words, source: int, icon: int) -> None:
    """Apply an icon that asks nothing."""
    if icon <= _LAST_ACCESS:
        access_case(tables, state, icon - 1)
    elif icon == FLIP_TO_HAND:
        state[HAND] |= tables[FACE + source]
        if source < CASE_SOURCE:
            state[GULFS] &= ~(1 << (ACTIVE_SHIFT + source))
    elif icon == FLIP_TO_CLOSED:
        state[CLOSED] |= tables[FACE + source]
    elif icon == REMOVE_AURORA:
        aurora = tables[AURORA]
        state[GULFS] &= ~((aurora << ACTIVE_SHIFT) | (aurora << MENACE_DECK_SHIFT))
    elif icon == SHUFFLE_ALL:
        shuffle_all(tables, state)


@merged_kernel
def shuffle_all(tables: Tables, state: Words) -> None:
    """Shuffle time area, discard area and stack into a new stack; a waiting draw adds nothing."""
    cards = state[TIME] | state[DISCARD]
    state[TIME] = 0
    state[DISCARD] = 0
    shuffle_in(tables, state, cards)
    for word in range(TASK_WORDS):
        shift = 0
        while state[TASKS + word] >> shift:
            if ((state[TASKS + word] >> shift) & TASK_SOURCE_MASK) == OUT_OF_LEADS:
                state[TASKS + word] |= MADE_NEW_STACK << (shift + TASK_STEP_SHIFT)
            shift += TASK_BITS


@merged_kernel
def draw_at_last(tables: Tables, state: Words, step: int) -> None:
    """The menace is through: make a new stack of the discard area, and draw for what waits."""
    if step & CHECK_AT_FIRST:
        stability_check(tables, state)
        return
    if not step & MADE_NEW_STACK:
        cards = state[DISCARD]
        state[DISCARD] = 0
        shuffle_in(tables, state, cards)
    if step & FOR_REFILL == 0:
        if state[STACK]:
            finish_check(tables, state)
    elif state[STACK]:
        refill(tables, state)
    else:
        begin_turn(state)
