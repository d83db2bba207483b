"""Kernels of the dice rules: everything that may be done with a roll, before its faces are known.

An option says which faces the roll must show, what is done, and the state that follows. Rules and
their sources: docs/odds.md. Bits and columns are those of `odds_layout.py`.
"""

from typing import NamedTuple

from casecracker.engine.jit import kernel, merged_kernel
from casecracker.engine.tables import IntArray
from casecracker.solver.odds_codes import (
    dice_in,
    face_of,
    focusable,
    green_dice,
    held_count,
    held_with,
    held_with_secured,
    is_rollable,
    one_die,
    without_die,
    without_red,
    without_yellow,
)
from casecracker.solver.odds_layout import (
    ALL_DONE,
    ANY_NUMBER,
    COLOUR_NODES,
    COLUMNS,
    COMPLETE,
    COUNTS_FIRES,
    DICE_KINDS,
    DISCARDING,
    DONE,
    DONE_FIELD,
    DROPPED_SHIFT,
    FACE_BITS,
    FACE_FIELD,
    FACE_GUARD,
    FAIL,
    FAILED,
    FATAL,
    FATAL_SHIFT,
    FIRES,
    FIRES_FIELD,
    FREES_MARKER,
    GREEN_BITS,
    GREEN_FACES,
    HELD,
    HELD_FIELDS,
    HELD_MASK,
    HIGH,
    IS_CHANCE,
    LARGE_CAST_SHIFT,
    LARGE_SPELLS,
    LOST_SHIFT,
    LOW,
    MARKERS,
    MOVE,
    NEED,
    NEXT,
    NO_TERROR,
    RED_DIE,
    RED_SHIFT,
    REUSES,
    ROW_SHIFT,
    SECURED,
    SMALL_CAST_SHIFT,
    SMALL_SPELLS,
    TERROR,
    TERROR_FACE,
    USED,
    YELLOW_DIE,
    YELLOW_SHIFT,
)


class Problem(NamedTuple):
    """An attempt as arrays: what the kernels look up and never change.

    Attributes:
        numbers: shape (NUMBERS,): settings and worths, at the places of `odds_layout.py`.
        available: shape (128 * 16,): rows that may be completed, by rows done and terror.
        devoured: shape (128 * 16,): 1 where terror has ended the attempt, by the same.
        covers: the sets of faces that do a row, row after row.
        spans: shape (MAX_TASKS + 1,): where the sets of each row begin.
        least: shape (MAX_TASKS,): the fewest dice that do a row.
        unit: shape (limbs,): the number that stands for 1.
        codes: shape (LATTICE,): sets of green dice as dice codes, by size.
        children: shape (LATTICE * 6,): the set with one more die of each face, -1 for too large.
        sizes: shape (8,): where the sets of each size begin.
        terrors: shape (LATTICE,): dice with terror in each set.
    """

    numbers: IntArray
    available: IntArray
    devoured: IntArray
    covers: IntArray
    spans: IntArray
    least: IntArray
    unit: IntArray
    codes: IntArray
    children: IntArray
    sizes: IntArray
    terrors: IntArray


@kernel
def is_over(problem: Problem, state: int) -> bool:
    """Whether the attempt has ended."""
    done = (state >> DONE) & DONE_FIELD
    return bool(state & FAILED) or done == problem.numbers[ALL_DONE]


@kernel
def ended(problem: Problem, rest: int, has_failed: bool) -> int:
    """The end of an attempt, told apart from others only by what counts."""
    if has_failed and problem.numbers[IS_CHANCE]:
        return FAILED
    if problem.numbers[IS_CHANCE]:
        return int(problem.numbers[ALL_DONE]) << DONE
    kept = 63 << SMALL_SPELLS | FIRES_FIELD << FIRES | DONE_FIELD << DONE
    return (rest & kept) | (FAILED if has_failed else 0)


@kernel
def settled(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem, rest: int, green: int, yellow: int, red: int, held: int
) -> int:
    """The state with these dice, or the end of the attempt if that is certain."""
    done = (rest >> DONE) & DONE_FIELD
    if done == problem.numbers[ALL_DONE]:
        return ended(problem, rest, False)
    dice = green + yellow + red
    if dice == 0:
        return ended(problem, rest, True)
    if problem.numbers[IS_CHANCE]:
        needed = 0
        for row in range(problem.least.shape[0]):
            if not (done >> row) & 1:
                needed += problem.least[row]
        if needed > dice + held_count(held):
            return ended(problem, rest, True)
    return rest | green | yellow << YELLOW_DIE | red << RED_DIE | held << HELD


@kernel
def put(  # noqa: PLR0913, PLR0917 - a kernel takes words
    options: IntArray, count: int, need: int, low: int, high: int, after: int, move: int
) -> int:
    """Write an option unless there is no room for one more; how many there are then."""
    if (count + 1) * COLUMNS >= options.shape[0]:
        return count
    place = count * COLUMNS
    options[place + NEED] = need
    options[place + LOW] = low
    options[place + HIGH] = high
    options[place + NEXT] = after
    options[place + MOVE] = move
    options[place + SECURED] = 0
    options[place + USED] = 0
    return count + 1


@kernel
def put_completions(
    problem: Problem, state: int, secured: int, options: IntArray, count: int
) -> int:
    """Options to complete a row, for each choice of held dice that are spent on it.

    `secured` are dice that were put on Spells just now: they are held only after this.
    """
    held = (state >> HELD) & HELD_MASK
    total = held_count(held)
    for chosen in range(1 << total):
        faces = spent = kept = freed = 0
        before = was_chosen = 0
        is_new = True
        shift = kept_shift = 0
        for place in range(total):
            die = (held >> FACE_BITS * place) & FACE_FIELD
            is_chosen = (chosen >> place) & 1
            if die == before and is_chosen and not was_chosen:
                is_new = False  # the same dice as in another choice
            if is_chosen:
                faces += 1 << FACE_BITS * ((die - 1) & (FREES_MARKER - 1))
                freed += die > FREES_MARKER
                spent |= die << shift
                shift += FACE_BITS
            else:
                kept |= die << kept_shift
                kept_shift += FACE_BITS
            before, was_chosen = die, is_chosen
        if is_new:
            rest = state + (freed << MARKERS)
            count = put_covers(problem, rest, faces, spent, kept, secured, options, count)
    return count


@merged_kernel
def put_covers(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem,
    state: int,
    faces: int,
    spent: int,
    kept: int,
    secured: int,
    options: IntArray,
    count: int,
) -> int:
    """Options to complete a row with these held faces, all of them, and dice of the roll."""
    done = (state >> DONE) & DONE_FIELD
    fires = (state >> FIRES) & FIRES_FIELD
    available = problem.available[done * (FIRES_FIELD + 1) + fires]
    for row in range(problem.least.shape[0]):
        if (available >> row) & 1:
            for place in range(problem.spans[row], problem.spans[row + 1]):
                cover = problem.covers[place]
                if ((cover | FACE_GUARD) - faces) & FACE_GUARD == FACE_GUARD:
                    before = count
                    count = put_spendings(
                        problem, state, row, cover - faces, kept, secured, options, count
                    )
                    for new in range(before, count):
                        options[new * COLUMNS + USED] = spent
    return count


@merged_kernel
def put_spendings(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem,
    state: int,
    row: int,
    faces: int,
    kept: int,
    secured: int,
    options: IntArray,
    count: int,
) -> int:
    """Options to complete a row with these faces of the roll, whichever dice show them."""
    green, yellow, red = green_dice(state), (state >> YELLOW_DIE) & 1, (state >> RED_DIE) & 1
    dice = (1 << YELLOW_DIE | 1 << RED_DIE) | 7
    rest = (state & ~(dice | HELD_MASK << HELD)) | 1 << (DONE + row)
    held = held_with_secured(kept, secured)
    move = COMPLETE | row << ROW_SHIFT
    for y in range(1 + yellow * GREEN_FACES):
        by_yellow, need_yellow = faces, 0
        if y:
            by_yellow, need_yellow = without_yellow(faces, y - 1)
        for r in range(1 + red * GREEN_FACES):
            by_green, need_red = by_yellow, 0
            if r and by_yellow >= 0:
                by_green, need_red = without_red(by_yellow, r - 1)
            if by_green < 0 or by_green >> GREEN_BITS:
                continue
            spent = dice_in(by_green)
            if spent <= green:
                after = settled(problem, rest, green - spent, yellow - (y > 0), red - (r > 0), held)
                need = by_green + need_yellow + need_red + secured
                count = put(options, count, need, 0, ANY_NUMBER, after, move)
                options[(count - 1) * COLUMNS + SECURED] = secured
    return count


@kernel
def put_failures(problem: Problem, state: int, secured: int, options: IntArray, count: int) -> int:
    """Options to complete nothing, for each number of dice with terror as far as that matters.

    `secured` are dice that were put on Spells just now; the state holds them already.
    """
    terror, counts_fires = problem.numbers[TERROR], problem.numbers[COUNTS_FIRES]
    hidden = (secured >> FACE_BITS * TERROR_FACE) & FACE_FIELD  # terror on Spells does not count
    most = green_dice(state) if terror == DISCARDING else 1
    if terror == NO_TERROR and not counts_fires:
        most = 0
    for shown in range(most + 1):
        after, dropped, low, high = state, 0, hidden + shown, hidden + shown
        if most == 0:
            low, high = 0, ANY_NUMBER
        if shown:
            after += counts_fires << FIRES
            if terror != DISCARDING:
                high = ANY_NUMBER
            if is_ruined(problem, after):
                end = ended(problem, after, True)
                move = FAIL | 1 << FATAL_SHIFT
                count = put(options, count, secured, low, ANY_NUMBER, end, move)
                options[(count - 1) * COLUMNS + SECURED] = secured
                break
            if terror == DISCARDING:
                dropped = shown
                after -= shown
        count = put_discards(problem, after, secured, dropped, low, high, options, count)
    return count


@kernel
def is_ruined(problem: Problem, state: int) -> bool:
    """Whether terror, just counted, ends the attempt."""
    if problem.numbers[TERROR] == FATAL:
        return True
    done, fires = (state >> DONE) & DONE_FIELD, (state >> FIRES) & FIRES_FIELD
    return bool(problem.devoured[done * (FIRES_FIELD + 1) + fires] > 0)


@merged_kernel
def put_discards(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem,
    state: int,
    secured: int,
    dropped: int,
    low: int,
    high: int,
    options: IntArray,
    count: int,
) -> int:
    """Options to discard a die, with and without one put on a marker before."""
    move = FAIL | dropped << DROPPED_SHIFT
    mark = FREES_MARKER if problem.numbers[REUSES] else 0
    for die in range(focusable(state) * DICE_KINDS + 1):
        if die and not is_rollable(state, die - 1, dropped):
            continue
        need = focused = 0
        after = state
        if die:
            need = one_die(die - 1)
            focused = face_of(die - 1) + 1 + mark
            after = without_die(state, die - 1) - (1 << MARKERS)
        begin = count
        count = put_losses(problem, after, need, focused, move, low, high, options, count)
        for new in range(begin, count):
            options[new * COLUMNS + NEED] += secured
            options[new * COLUMNS + SECURED] = secured
    return count


@merged_kernel
def put_losses(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem,
    state: int,
    need: int,
    focused: int,
    move: int,
    low: int,
    high: int,
    options: IntArray,
    count: int,
) -> int:
    """Options to discard a die of each colour. The die on a marker is `focused`, 0 for none."""
    green, yellow, red = green_dice(state), (state >> YELLOW_DIE) & 1, (state >> RED_DIE) & 1
    held = (state >> HELD) & HELD_MASK
    dice = (1 << YELLOW_DIE | 1 << RED_DIE) | 7
    rest = state & ~(dice | HELD_MASK << HELD)
    if focused:
        held = held_with(held, focused)
    if green:
        after = settled(problem, rest, green - 1, yellow, red, held)
        count = put(options, count, need, low, high, after, move | 1 << LOST_SHIFT)
    if yellow:
        after = settled(problem, rest, green, 0, red, held)
        count = put(options, count, need, low, high, after, move | 2 << LOST_SHIFT)
    if red:
        after = settled(problem, rest, green, yellow, 0, held)
        count = put(options, count, need, low, high, after, move | 3 << LOST_SHIFT)
    if green + yellow + red == 0 and not focused:  # nothing is left that could be discarded
        count = put(options, count, need, low, high, ended(problem, rest, True), move)
    return count


@kernel
def gather(problem: Problem, state: int, options: IntArray) -> int:
    """Write everything that may be done in a state with some roll; how many options there are.

    `(count + 1) * COLUMNS` past the end of `options` says that there was no room.
    """
    small, large = (state >> SMALL_SPELLS) & 7, (state >> LARGE_SPELLS) & 7
    green, yellow, red = green_dice(state), (state >> YELLOW_DIE) & 1, (state >> RED_DIE) & 1
    room = min(small + 2 * large, HELD_FIELDS - held_count((state >> HELD) & HELD_MASK))
    count = 0
    for node in range(problem.sizes[min(green, room) + 1]):
        code = problem.codes[node]
        greens = dice_in(code)
        for y in range(1 + yellow * (COLOUR_NODES - 1)):
            for r in range(1 + red * (COLOUR_NODES - 1)):
                total = greens + (y > 0) + (r > 0)
                if total > room:
                    continue
                secured = code
                after = state - greens
                if y:
                    secured |= 1 << (YELLOW_SHIFT + 2 * (y - 1))
                    after -= 1 << YELLOW_DIE
                if r:
                    secured |= 1 << (RED_SHIFT + 2 * (r - 1))
                    after -= 1 << RED_DIE
                count = put_castings(problem, after, secured, total, options, count)
    return count


@merged_kernel
def put_castings(  # noqa: PLR0913, PLR0917 - a kernel takes words
    problem: Problem, state: int, secured: int, total: int, options: IntArray, count: int
) -> int:
    """Options after so many dice were put on Spells, if any, for each choice of such Spells."""
    small, large = (state >> SMALL_SPELLS) & 7, (state >> LARGE_SPELLS) & 7
    for ones in range(small + 1):
        for twos in range(large + 1):
            if ones + twos <= total <= ones + 2 * twos:
                begin = count
                cast = state - (ones << SMALL_SPELLS) - (twos << LARGE_SPELLS)
                count = put_completions(problem, cast, secured, options, count)
                held = held_with_secured((cast >> HELD) & HELD_MASK, secured)
                holding = (cast & ~(HELD_MASK << HELD)) | held << HELD
                count = put_failures(problem, holding, secured, options, count)
                for new in range(begin, count):
                    options[new * COLUMNS + MOVE] |= (
                        ones << SMALL_CAST_SHIFT | twos << LARGE_CAST_SHIFT
                    )
    return count
