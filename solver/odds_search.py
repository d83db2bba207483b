"""Kernels that value states of an attempt: exact expectimax, every roll as a set of faces.

`explore` walks the states depth first and values each once what may follow is valued. A state is
valued by ranking its options, best first, and giving each roll the first that it allows. Rolls lie
in a *lattice* of partly rolled dice: a node's value is the mean of the six nodes that one more die
makes of it, so its bottom is the value of the state, and the nodes between tell what rerolling
the other dice is worth, for one clue less.
"""

from typing import NamedTuple

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.tables import IntArray
from casecracker.solver.odds_codes import green_dice
from casecracker.solver.odds_layout import (
    CODE_GUARD,
    COLOUR_NODES,
    COLUMNS,
    DONE,
    DONE_FIELD,
    FAILED,
    FIRES,
    FIRES_FIELD,
    GREEN_CODE,
    GREEN_FACES,
    HIGH,
    LATTICE,
    LEVELS,
    LIMBS,
    LOW,
    NEED,
    NEXT,
    OUTCOME,
    RED_DIE,
    RED_SHIFT,
    SMALL_SPELLS,
    WORTH_CLUES,
    WORTH_DONE,
    WORTH_FIRES,
    WORTH_SPELLS,
    YELLOW_DIE,
    YELLOW_SHIFT,
)
from casecracker.solver.odds_moves import Problem, gather, is_over
from casecracker.solver.odds_numbers import (
    add_number,
    clear_number,
    copy_number,
    divide_by_six,
    is_less,
    write_multiple,
)

SOLVED, TABLE_FULL, OPTIONS_FULL, STACK_FULL, INEXACT, RUNNING = 0, 1, 2, 3, 4, 5
"""What `explore` returns; INEXACT is a mistake of ours."""

DUE, TAKEN = 0, 1
"""Places of `Workspace.counts`: states on the stack, and states in the table."""

PICK_COLUMNS = 4  # green dice code, terror at least and at most, slot of the state that follows

_LOW_PART = (1 << 30) - 1  # so that no product below leaves a signed word


class Workspace(NamedTuple):
    """What the kernels write to.

    Attributes:
        keys: shape (slots,): states in the table plus 1, 0 where there is none; a power of two.
        values: shape (slots * levels * limbs,): what each is worth, by clues left.
        options: shape (room * COLUMNS,): of one state.
        order: shape (room,): places of options, best first.
        picks: shape (room * PICK_COLUMNS,): options for certain faces of yellow and red.
        lattice: values of partly rolled dice; a number for each node.
        rerolled: the same: the best of keeping some of a node's dice, with one clue less.
        stack: states that are due.
        counts: shape (2,): how many are due, and how many are in the table.
    """

    keys: IntArray
    values: IntArray
    options: IntArray
    order: IntArray
    picks: IntArray
    lattice: IntArray
    rerolled: IntArray
    stack: IntArray
    counts: IntArray


@kernel
def slot_of(keys: IntArray, state: int) -> int:
    """Where a state stands in the table, or the free slot for it."""
    mask = keys.shape[0] - 1
    mixed = (state & _LOW_PART) * 0x9E3779B1 + (state >> 30) * 0x85EBCA6B
    slot = (mixed >> 16) & mask
    while keys[slot] != 0 and keys[slot] != state + 1:
        slot = (slot + 1) & mask
    return int(slot)


@kernel
def number_at(problem: Problem, slot: int, level: int) -> int:
    """Where the value of a state with so many clues begins."""
    place: int = (slot * problem.numbers[LEVELS] + level) * problem.numbers[LIMBS]
    return place


@kernel
def node_at(problem: Problem, yellow: int, red: int, green: int) -> int:
    """Where the value of a node of the lattice begins."""
    node = (yellow * COLOUR_NODES + red) * LATTICE + green
    place: int = node * problem.numbers[LIMBS]
    return place


@merged_kernel
def write_end(problem: Problem, work: Workspace, state: int, slot: int) -> None:
    """The worth of an attempt that has ended, for each number of clues that are left."""
    numbers = problem.numbers
    has_failed = 1 if state & FAILED else 0
    worth = numbers[OUTCOME + 1 - has_failed]
    worth += numbers[WORTH_DONE + ((state >> DONE) & DONE_FIELD)]
    worth += numbers[WORTH_FIRES + ((state >> FIRES) & FIRES_FIELD)]
    worth += numbers[WORTH_SPELLS + ((state >> SMALL_SPELLS) & 63)]
    for level in range(numbers[LEVELS]):
        at = number_at(problem, slot, level)
        whole = worth + numbers[WORTH_CLUES + level]
        write_multiple(work.values, at, whole, problem.unit, numbers[LIMBS])


@merged_kernel
def rank(problem: Problem, work: Workspace, count: int, level: int) -> None:
    """Sort the options by value, best first (Shell's sort)."""
    limbs = problem.numbers[LIMBS]
    for i in range(count):
        work.order[i] = i
    gap = 1
    while gap < count // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, count):
            option = work.order[i]
            at = value_of_option(problem, work, option, level)
            j = i
            while j >= gap:
                other = value_of_option(problem, work, work.order[j - gap], level)
                if not is_less(work.values, other, work.values, at, limbs):
                    break
                work.order[j] = work.order[j - gap]
                j -= gap
            work.order[j] = option
        gap //= 3


@kernel
def value_of_option(problem: Problem, work: Workspace, option: int, level: int) -> int:
    """Where the value of what follows an option begins."""
    slot = slot_of(work.keys, work.options[option * COLUMNS + NEXT])
    return number_at(problem, slot, level)


@merged_kernel
def pick(problem: Problem, work: Workspace, count: int, shown: int, level: int) -> int:
    """The options that yellow and red, as shown, leave open, best first; how many.

    Those are left out that ask for at least as much as a better one.
    """
    picked = 0
    for i in range(count):
        place = work.order[i] * COLUMNS
        need = work.options[place + NEED]
        if (need & ~GREEN_CODE) & ~shown:
            continue
        green = need & GREEN_CODE
        low, high = work.options[place + LOW], work.options[place + HIGH]
        if not is_idle(work.picks, picked, green, low, high):
            at = picked * PICK_COLUMNS
            work.picks[at] = green
            work.picks[at + 1] = low
            work.picks[at + 2] = high
            work.picks[at + 3] = value_of_option(problem, work, work.order[i], level)
            picked += 1
            if green == 0 and low == 0 and high >= GREEN_FACES:
                break
    return picked


@kernel
def is_idle(picks: IntArray, picked: int, green: int, low: int, high: int) -> bool:
    """Whether a better option is open wherever this one is."""
    for i in range(picked):
        at = i * PICK_COLUMNS
        if (
            ((green | CODE_GUARD) - picks[at]) & CODE_GUARD == CODE_GUARD
            and picks[at + 1] <= low
            and picks[at + 2] >= high
        ):
            return True
    return False


@merged_kernel
def write_rolls(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem, work: Workspace, picked: int, yellow: int, red: int, green: int, level: int
) -> None:
    """Value every roll of the green dice, with these faces of yellow and red."""
    limbs = problem.numbers[LIMBS]
    for node in range(problem.sizes[green], problem.sizes[green + 1]):
        code, terror = problem.codes[node] | CODE_GUARD, problem.terrors[node]
        to = node_at(problem, yellow, red, node)
        clear_number(work.lattice, to, limbs)
        for i in range(picked):
            at = i * PICK_COLUMNS
            if (code - work.picks[at]) & CODE_GUARD == CODE_GUARD and work.picks[
                at + 1
            ] <= terror <= work.picks[at + 2]:
                copy_number(work.lattice, to, work.values, work.picks[at + 3], limbs)
                break
        if level and is_less(work.lattice, to, work.rerolled, to, limbs):
            copy_number(work.lattice, to, work.rerolled, to, limbs)


@merged_kernel
def fold_green(problem: Problem, work: Workspace, yellow: int, red: int, green: int) -> int:
    """Value all nodes with green dice that are not rolled yet; 0 if every division was exact."""
    limbs = problem.numbers[LIMBS]
    rest = 0
    for node in range(problem.sizes[green] - 1, -1, -1):
        to = node_at(problem, yellow, red, node)
        clear_number(work.lattice, to, limbs)
        for face in range(GREEN_FACES):
            child = problem.children[node * GREEN_FACES + face]
            add_number(work.lattice, to, work.lattice, node_at(problem, yellow, red, child), limbs)
        rest |= divide_by_six(work.lattice, to, limbs)
    return rest


@merged_kernel
def fold_colours(problem: Problem, work: Workspace, yellow: int, red: int, nodes: int) -> int:
    """Value the nodes with a yellow or red die that is not rolled yet, of so many green ones."""
    rest = 0
    if yellow:
        for r in range(red, 1 + red * GREEN_FACES):
            for node in range(nodes):
                to = node_at(problem, 0, r, node)
                rest |= mean_of_faces(problem, work, to, node_at(problem, 1, 0, 0), to)
    if red:
        step = node_at(problem, 0, 1, 0)
        for y in range(1 + yellow * GREEN_FACES):
            for node in range(nodes):
                to = node_at(problem, y, 0, node)
                rest |= mean_of_faces(problem, work, to, step, to)
    return rest


@kernel
def mean_of_faces(problem: Problem, work: Workspace, to: int, step: int, begin: int) -> int:
    """Write the mean of six numbers, `step` apart after `begin`; the remainder."""
    limbs = problem.numbers[LIMBS]
    clear_number(work.lattice, to, limbs)
    for face in range(1, 1 + GREEN_FACES):
        add_number(work.lattice, to, work.lattice, begin + face * step, limbs)
    return divide_by_six(work.lattice, to, limbs)


@merged_kernel
def spread(problem: Problem, work: Workspace, yellow: int, red: int, green: int) -> None:
    """For every node, the best of keeping all or some of its dice and rolling the others."""
    for y in range(1 + yellow * GREEN_FACES):
        for r in range(1 + red * GREEN_FACES):
            for node in range(problem.sizes[green + 1]):
                to = node_at(problem, y, r, node)
                copy_number(work.rerolled, to, work.lattice, to, problem.numbers[LIMBS])
    for y in range(1 + yellow * GREEN_FACES):
        for r in range(1 + red * GREEN_FACES):
            for node in range(problem.sizes[green + 1]):
                at = node_at(problem, y, r, node)
                if y:
                    raise_to(problem, work, at, node_at(problem, 0, r, node))
                if r:
                    raise_to(problem, work, at, node_at(problem, y, 0, node))
                if node < problem.sizes[green]:
                    for face in range(GREEN_FACES):
                        child = problem.children[node * GREEN_FACES + face]
                        raise_to(problem, work, node_at(problem, y, r, child), at)


@kernel
def raise_to(problem: Problem, work: Workspace, target: int, source: int) -> None:
    """Copy a number of `rerolled` over a lesser one."""
    limbs = problem.numbers[LIMBS]
    if is_less(work.rerolled, target, work.rerolled, source, limbs):
        copy_number(work.rerolled, target, work.rerolled, source, limbs)


@merged_kernel
def write_lattice(problem: Problem, work: Workspace, state: int, count: int, level: int) -> int:
    """Value all nodes with so many clues; the lattice of one less is spread already.

    Returns 0 if every division was exact.
    """
    green, yellow, red = green_dice(state), (state >> YELLOW_DIE) & 1, (state >> RED_DIE) & 1
    rank(problem, work, count, level)
    rest = 0
    for y in range(yellow, 1 + yellow * GREEN_FACES):
        for r in range(red, 1 + red * GREEN_FACES):
            shown = 0
            if y:
                shown |= 1 << (YELLOW_SHIFT + 2 * (y - 1))
            if r:
                shown |= 1 << (RED_SHIFT + 2 * (r - 1))
            picked = pick(problem, work, count, shown, level)
            write_rolls(problem, work, picked, y, r, green, level)
            rest |= fold_green(problem, work, y, r, green)
    is_last = level == problem.numbers[LEVELS] - 1
    nodes = 1 if is_last else problem.sizes[green + 1]
    return rest | fold_colours(problem, work, yellow, red, nodes)


@kernel
def write_values(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem, work: Workspace, state: int, count: int, slot: int, levels: int
) -> int:
    """Value a state with its `count` options for 0 to `levels` - 1 clues; 0 if all was exact.

    The lattice is left as it is with the most of these clues: what keeping some dice is worth.
    """
    green, yellow, red = green_dice(state), (state >> YELLOW_DIE) & 1, (state >> RED_DIE) & 1
    limbs = problem.numbers[LIMBS]
    rest = 0
    for level in range(levels):
        rest |= write_lattice(problem, work, state, count, level)
        at = number_at(problem, slot, level)
        copy_number(work.values, at, work.lattice, node_at(problem, 0, 0, 0), limbs)
        if level < levels - 1:
            spread(problem, work, yellow, red, green)
    return rest


@merged_kernel
def push_unknown(work: Workspace, count: int, top: int) -> int:
    """Put the states that follow and are not valued yet on the stack; its new height."""
    for option in range(count):
        after = work.options[option * COLUMNS + NEXT]
        if work.keys[slot_of(work.keys, after)] == 0 and top < work.stack.shape[0]:
            work.stack[top] = after
            top += 1
    return top


@kernel
def explore(problem: Problem, work: Workspace, steps: int) -> int:
    """Value the states on the stack and every state that may follow them, in so many steps.

    Returns SOLVED, RUNNING if there is more to do, or what keeps them from being solved.
    """
    numbers, counts = problem.numbers, work.counts
    while counts[DUE] and steps:
        steps -= 1
        top = counts[DUE]
        state = work.stack[top - 1]
        slot = slot_of(work.keys, state)
        if work.keys[slot] != 0:
            counts[DUE] -= 1
            continue
        if 4 * counts[TAKEN] > 3 * work.keys.shape[0]:
            return TABLE_FULL
        if is_over(problem, state):
            write_end(problem, work, state, slot)
        else:
            count = gather(problem, state, work.options)
            if (count + 1) * COLUMNS >= work.options.shape[0]:
                return OPTIONS_FULL
            counts[DUE] = push_unknown(work, count, top)
            if counts[DUE] >= work.stack.shape[0]:
                return STACK_FULL
            if counts[DUE] > top:
                continue
            if write_values(problem, work, state, count, slot, numbers[LEVELS]):
                return INEXACT
        work.keys[slot] = state + 1
        counts[TAKEN] += 1
        counts[DUE] -= 1
    return RUNNING if counts[DUE] else SOLVED
