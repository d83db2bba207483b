"""An attempt as arrays for the kernels: a `Problem`, the state it stands in, the table to fill."""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from casecracker.engine.adventures import (
    DISCARDS_TERROR,
    FAILS_AT_ONCE,
    MAX_TASKS,
    SPELL_OR_DEVOURED,
    UNKNOWN,
    Effect,
    MembershipReward,
)
from casecracker.engine.attempt import Attempt, Row
from casecracker.engine.covers import FaceSet, covers
from casecracker.engine.dice import FACES, IN_BOX, MAX_DICE, WILD
from casecracker.engine.errors import AttemptError
from casecracker.engine.tables import IntArray
from casecracker.solver import odds_layout as at
from casecracker.solver.odds_moves import Problem

_STATES = (at.DONE_FIELD + 1) * (at.FIRES_FIELD + 1)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the numbers of a problem mean.

    A number n of the table stands for n / (6^exponent * scale) - offset, which is the chance of
    success or, where effects have a worth, the expected worth.
    """

    exponent: int
    scale: int
    offset: Fraction

    def value(self, limbs: IntArray) -> Fraction:
        """The value that a number of the table stands for."""
        whole = sum(int(limb) << at.LIMB_BITS * place for place, limb in enumerate(limbs))
        return Fraction(whole, 6**self.exponent * self.scale) - self.offset


def make_problem(attempt: Attempt) -> tuple[Problem, Terms, int]:
    """The attempt as arrays, what their numbers mean, and the state it stands in.

    Raises:
        AttemptError: A worth is asked for that depends on unknown effects.
    """
    rows = attempt.rows()
    sets = [_sets(row, attempt) for row in rows]
    numbers = np.zeros(at.NUMBERS, dtype=np.int64)
    terms = _write_worths(numbers, attempt, rows, sets)
    largest = 6**terms.exponent * _largest_worth(numbers)
    limbs = largest.bit_length() // at.LIMB_BITS + 1
    numbers[at.LEVELS] = attempt.clues + 1
    numbers[at.LIMBS] = limbs
    numbers[at.ALL_DONE] = (1 << len(rows)) - 1
    numbers[at.COUNTS_FIRES] = _counts_fires(attempt)
    numbers[at.TERROR] = _terror_on_dice(attempt)
    numbers[at.REUSES] = attempt.focus == "reuse"
    numbers[at.IS_CHANCE] = not attempt.worth
    problem = Problem(
        numbers=numbers,
        available=_available(attempt, rows),
        devoured=_devoured(attempt, rows),
        covers=np.array([_packed(one) for some in sets for one in some], dtype=np.int64),
        spans=np.cumsum([0, *map(len, sets)]),
        least=np.array([_least(some) for some in sets], dtype=np.int64),
        unit=_limbs(6**terms.exponent, limbs),
        **_green_sets(),
    )
    return problem, terms, state_of(attempt)


def state_of(attempt: Attempt) -> int:
    """The attempt as a state of its problem."""
    rows = attempt.rows()
    done = sum(
        1 << place for place, row in enumerate(rows) if row.number in attempt.done or row.is_member
    )
    rooms = Counter(attempt.spells)
    state = done << at.DONE | rooms[1] << at.SMALL_SPELLS | rooms[2] << at.LARGE_SPELLS
    if done == (1 << len(rows)) - 1:
        return state
    if not attempt.dice.size:
        return state | at.FAILED
    mark = at.FREES_MARKER if attempt.focus == "reuse" else 0
    held = [FACES.index(face) + 1 + mark for face in attempt.held]
    held += [FACES.index(face) + 1 for face in attempt.secured]
    state |= attempt.dice.green | attempt.dice.yellow << at.YELLOW_DIE
    state |= attempt.dice.red << at.RED_DIE | attempt.markers << at.MARKERS
    for place, die in enumerate(sorted(held)):
        state |= die << at.HELD + at.FACE_BITS * place
    return state


def _sets(row: Row, attempt: Attempt) -> tuple[FaceSet, ...]:
    """The least sets of faces that do a row, without those that these dice cannot show."""
    waiting = Counter(attempt.held) + Counter(attempt.secured)
    most = {face: attempt.dice.size + waiting[face] for face in FACES}
    most[WILD] = attempt.dice.red + waiting[WILD]
    most["4"] = attempt.dice.yellow + attempt.dice.red + waiting["4"]
    return tuple(
        faces
        for faces in covers(row.needs, MAX_DICE)
        if all(count <= most[face] for face, count in zip(FACES, faces, strict=True))
    )


def _packed(faces: FaceSet) -> int:
    return sum(count << at.FACE_BITS * place for place, count in enumerate(faces))


def _least(sets: tuple[FaceSet, ...]) -> int:
    return min(map(sum, sets), default=MAX_DICE + 1)


def _limbs(number: int, limbs: int) -> IntArray:
    mask = (1 << at.LIMB_BITS) - 1
    return np.array(
        [number >> at.LIMB_BITS * place & mask for place in range(limbs)], dtype=np.int64
    )


def _exponent(attempt: Attempt, sets: list[tuple[FaceSet, ...]]) -> int:
    """No attempt rolls more dice than this, counting each as often as it is rolled.

    Every roll ends with a die less, on the table or held, or with a row done that needs no dice;
    each clue rolls the dice at most once more.
    """
    most = attempt.dice.size
    left = most + len(attempt.held) + len(attempt.secured)
    free_rows = sum(1 for some in sets if _least(some) == 0)
    return sum(min(most, dice) for dice in range(1, left + 1)) + most * (free_rows + attempt.clues)


def _terror_effects(attempt: Attempt) -> tuple[Effect, ...]:
    terror = attempt.adventure.terror
    return () if terror == UNKNOWN else terror


def _terror_on_dice(attempt: Attempt) -> int:
    kinds = {effect.kind for effect in _terror_effects(attempt)}
    if FAILS_AT_ONCE in kinds or (SPELL_OR_DEVOURED in kinds and attempt.has_no_spell):
        return at.FATAL
    return at.DISCARDING if DISCARDS_TERROR in kinds else at.NO_TERROR


def _loss(attempt: Attempt, kind: str) -> int:
    """Points that each terror effect takes."""
    return -sum(effect.amount for effect in _terror_effects(attempt) if effect.kind == kind)


def _counts_fires(attempt: Attempt) -> bool:
    """Whether it matters how often terror took effect."""
    points = any(
        getattr(attempt, kind) is not None and _loss(attempt, kind) > 0
        for kind in ("sanity", "stamina")
    )
    return points or _effects_worth(attempt, _terror_effects(attempt)) != 0


def _paid(rows: tuple[Row, ...], done: int, before: int, kind: str) -> int:
    """What the rows of a set cost, without those that were done before this moment."""
    return sum(
        getattr(row.costs, kind) for place, row in enumerate(rows) if (done & ~before) >> place & 1
    )


def _sets_of_rows(attempt: Attempt, rows: tuple[Row, ...]) -> tuple[int, range]:
    """The rows that are done at this moment, and all sets of rows."""
    before = sum(
        1 << place for place, row in enumerate(rows) if row.number in attempt.done or row.is_member
    )
    return before, range(1 << len(rows))


def _available(attempt: Attempt, rows: tuple[Row, ...]) -> IntArray:
    """Rows that may be completed: in their turn, and their costs can be paid."""
    found = np.zeros(_STATES, dtype=np.int64)
    before, all_sets = _sets_of_rows(attempt, rows)
    for done in all_sets:
        due = [place for place in range(len(rows)) if not done >> place & 1]
        if attempt.adventure.order == "top-to-bottom":
            due = due[:1]
        for fires in range(at.FIRES_FIELD + 1 if _counts_fires(attempt) else 1):
            bits = sum(
                1 << place for place in due if _can_pay(attempt, rows, done, place, before, fires)
            )
            found[done * (at.FIRES_FIELD + 1) + fires] = bits
    return found


def _can_pay(  # noqa: PLR0913, PLR0917 - the parts of a moment
    attempt: Attempt, rows: tuple[Row, ...], done: int, place: int, before: int, fires: int
) -> bool:
    """Whether a row's costs leave the investigator on his feet, and the clock within its limit."""
    after = done | 1 << place
    for kind in ("sanity", "stamina"):
        points = getattr(attempt, kind)
        if points is not None and getattr(rows[place].costs, kind):
            lost = fires * max(0, _loss(attempt, kind)) + _paid(rows, after, before, kind)
            if points - lost < 1:
                return False
    advanced = _paid(rows, after, before, "clock")
    is_late = attempt.clock is not None and advanced > attempt.clock
    return not (rows[place].costs.clock and is_late)


def _devoured(attempt: Attempt, rows: tuple[Row, ...]) -> IntArray:
    """Where terror effects have taken the last point of sanity or stamina."""
    found = np.zeros(_STATES, dtype=np.int64)
    before, all_sets = _sets_of_rows(attempt, rows)
    for kind in ("sanity", "stamina"):
        points, loss = getattr(attempt, kind), _loss(attempt, kind)
        if points is None or loss <= 0:
            continue
        for done in all_sets:
            left = points - _paid(rows, done, before, kind)
            for fires in range(1, at.FIRES_FIELD + 1):
                found[done * (at.FIRES_FIELD + 1) + fires] |= left - fires * loss < 1
    return found


def _effects_worth(attempt: Attempt, effects: tuple[Effect, ...]) -> Fraction:
    """What effects are worth; of options the best is chosen."""
    worth = dict(attempt.worth)
    total = Fraction(0)
    for effect in effects:
        if effect.options:
            total += max(_effects_worth(attempt, option) for option in effect.options)
        else:
            total += effect.amount * worth.get(effect.kind, Fraction(0))
    return total


def _write_worths(
    numbers: IntArray, attempt: Attempt, rows: tuple[Row, ...], sets: list[tuple[FaceSet, ...]]
) -> Terms:
    """Write what each end of the attempt is worth, as whole numbers from 0 up."""
    exponent = _exponent(attempt, sets)
    if not attempt.worth:
        numbers[at.OUTCOME + 1] = 1
        return Terms(exponent, 1, Fraction(0))
    parts = _worth_parts(attempt, rows)
    scale = math.lcm(*(worth.denominator for part in parts.values() for worth in part))
    offset = Fraction(0)
    for place, part in parts.items():
        least = min(part)
        offset -= least
        for step, worth in enumerate(part):
            numbers[place + step] = int((worth - least) * scale)
    return Terms(exponent, scale, offset)


def _worth_parts(attempt: Attempt, rows: tuple[Row, ...]) -> dict[int, list[Fraction]]:
    """Parts of the worth of an end, by their places: its worth is their sum."""
    worth = dict(attempt.worth)
    before, all_sets = _sets_of_rows(attempt, rows)
    paid = [
        sum(
            (
                worth.get(kind, Fraction(0)) * sign * _paid(rows, done, before, kind)
                for kind, sign in _COST_SIGNS.items()
            ),
            Fraction(0),
        )
        for done in all_sets
    ]
    fire = _effects_worth(attempt, _terror_effects(attempt))
    clue, spell = worth.get("clue", Fraction(0)), worth.get("spell", Fraction(0))
    rooms = Counter(attempt.spells)
    spells = [-spell * max(0, rooms[1] - left % 8 + rooms[2] - left // 8) for left in range(64)]
    return {
        at.OUTCOME: [_outcome(attempt, "penalties"), _outcome(attempt, "rewards")],
        at.WORTH_DONE: paid,
        at.WORTH_FIRES: [fire * fires for fires in range(MAX_DICE + 1)],
        at.WORTH_CLUES: [clue * (left - attempt.clues) for left in range(attempt.clues + 1)],
        at.WORTH_SPELLS: spells,
    }


_COST_SIGNS = {"sanity": -1, "stamina": -1, "clock": 1, "doom": 1, "gate": 1}
"""How costs are counted as effects: points are lost, the clock is advanced, doom is added."""


def worth_of_failing(attempt: Attempt) -> Fraction:
    """The worth of declaring failure before the first roll: the penalties, and nothing else.

    Raises:
        AttemptError: The penalties are unknown.
    """
    return _outcome(attempt, "penalties")


def _outcome(attempt: Attempt, key: str) -> Fraction:
    """The worth of rewards (with the card itself) or penalties."""
    card = attempt.adventure
    effects = getattr(card, key)
    if effects == UNKNOWN:
        raise AttemptError(f"{card.name}: its {key} are unknown, so it has no worth that is known")
    total = _effects_worth(attempt, effects)
    if key == "rewards":
        total += _trophies_worth(attempt) + _membership_worth(attempt)
    return total


def _membership_worth(attempt: Attempt) -> Fraction:
    reward = attempt.adventure.membership_reward
    if attempt.member is not None and reward == UNKNOWN:
        raise AttemptError(
            f"{attempt.adventure.name}: its membership reward is unknown, so it has no worth that "
            "is known for a member"
        )
    if isinstance(reward, MembershipReward) and reward.organization == attempt.member:
        return _effects_worth(attempt, reward.gain)
    return Fraction(0)


def _trophies_worth(attempt: Attempt) -> Fraction:
    worth = dict(attempt.worth).get("trophies", Fraction(0))
    if not worth:
        return worth
    if attempt.adventure.trophies == UNKNOWN:
        raise AttemptError(f"{attempt.adventure.name}: its trophies are unknown")
    return worth * int(attempt.adventure.trophies)


def _largest_worth(numbers: IntArray) -> int:
    """No end is worth more than this."""
    parts = (at.OUTCOME, at.WORTH_DONE, at.WORTH_FIRES, at.WORTH_CLUES, at.WORTH_SPELLS)
    ends = (*parts[1:], at.NUMBERS)
    return sum(int(numbers[begin:end].max()) for begin, end in zip(parts, ends, strict=True))


@cache
def _green_sets() -> dict[str, IntArray]:
    """The lattice of sets of green dice, which no problem changes."""
    sets = [
        faces
        for size in range(IN_BOX["green"] + 1)
        for faces in combinations_with_replacement(range(at.GREEN_FACES), size)
    ]
    places = {faces: place for place, faces in enumerate(sets)}
    children = [
        places.get(tuple(sorted((*faces, face))), -1) for faces in sets for face in range(6)
    ]
    codes = [sum(1 << at.FACE_BITS * face for face in faces) for faces in sets]
    sizes = [sum(len(one) < size for one in sets) for size in range(IN_BOX["green"] + 2)]
    return {
        "codes": np.array(codes, dtype=np.int64),
        "children": np.array(children, dtype=np.int64),
        "sizes": np.array(sizes, dtype=np.int64),
        "terrors": np.array([faces.count(at.TERROR_FACE) for faces in sets], dtype=np.int64),
    }


assert at.DONE_FIELD.bit_length() >= MAX_TASKS
