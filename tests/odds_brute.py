"""The dice rules once more, plainly: every roll, every choice, tried one by one.

No value of a moment is remembered; only whether given faces meet given needs is.

Written from docs/odds.md; it shares nothing with the engine or the solver but the letters of faces.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

DICE = {"g": "123LPT", "y": "1234LP", "r": "234WLP"}


@dataclass(frozen=True)
class Row:
    """What a row asks for, and what it costs."""

    needs: tuple[str, ...]
    sanity: int = 0
    stamina: int = 0
    clock: int = 0


@dataclass(frozen=True)
class Card:
    """What does not change during an attempt."""

    rows: tuple[Row, ...]
    ordered: bool = False
    fatal: bool = False
    discarding: bool = False
    sanity_loss: int = 0
    stamina_loss: int = 0
    reuse: bool = False


@dataclass(frozen=True)
class Moment:
    """A moment before a roll; `held` are faces with whether each gives its marker back."""

    dice: tuple[str, ...]
    left: frozenset[int]
    markers: int = 0
    held: tuple[tuple[str, bool], ...] = ()
    spells: tuple[int, ...] = ()
    clues: int = 0
    sanity: int = 99
    stamina: int = 99
    clock: int = 99


Rolled = tuple[tuple[str, str], ...]  # colour and face of each die


def chance(card: Card, now: Moment) -> Fraction:
    """The chance of success under best play."""
    if not now.left:
        return Fraction(1)
    if not now.dice:
        return Fraction(0)
    rolls = Counter(
        tuple(sorted(zip(now.dice, faces, strict=True)))
        for faces in product(*(DICE[colour] for colour in now.dice))
    )
    total: Fraction = sum(
        (best(card, now, dice) * times for dice, times in rolls.items()), Fraction(0)
    )
    return total / rolls.total()


def best(card: Card, now: Moment, rolled: Rolled) -> Fraction:
    """The chance with the dice as they lie."""
    return max(every_value(card, now, rolled))


def every_value(card: Card, now: Moment, rolled: Rolled) -> set[Fraction]:
    """The chances after all that may be done with the dice as they lie, clues first."""
    found = after_clues(card, now, rolled)
    if now.clues:
        fewer = replace(now, clues=now.clues - 1)
        found |= {rerolled(card, fewer, rolled, chosen) for chosen in subsets(rolled)}
    return found


def rerolled(card: Card, now: Moment, rolled: Rolled, chosen: tuple[int, ...]) -> Fraction:
    """The mean over all results of rolling the chosen dice once more."""
    faces = [DICE[rolled[place][0]] for place in chosen]
    total = Fraction(0)
    for new in product(*faces):
        dice = list(rolled)
        for place, face in zip(chosen, new, strict=True):
            dice[place] = (dice[place][0], face)
        total += best(card, now, tuple(dice))
    return total / int(6 ** len(chosen))


def after_clues(card: Card, now: Moment, rolled: Rolled) -> set[Fraction]:
    """The chances after casting Spells, completing a row or failing, without clues."""
    return {
        value
        for cast, fresh, rest in castings(now, rolled)
        for value in (*completions(card, cast, fresh, rest), *failures(card, cast, fresh, rest))
    }


def castings(now: Moment, rolled: Rolled) -> Iterator[tuple[Moment, Rolled, Rolled]]:
    """Each use of Spells: what is left of them, the dice put on them, the dice that stay."""
    yield now, (), rolled
    for number in range(1, len(now.spells) + 1):
        for cast in combinations(range(len(now.spells)), number):
            room = sum(now.spells[place] for place in cast)
            spells = tuple(s for place, s in enumerate(now.spells) if place not in cast)
            for chosen in subsets(rolled):
                if number <= len(chosen) <= room:
                    fresh = tuple(rolled[place] for place in chosen)
                    rest = tuple(die for place, die in enumerate(rolled) if place not in chosen)
                    yield replace(now, spells=spells), fresh, rest


def completions(card: Card, now: Moment, fresh: Rolled, rolled: Rolled) -> list[Fraction]:
    """The chance after each way to complete a row."""
    return [chance(card, after) for after in set(moments_after(card, now, fresh, rolled))]


def moments_after(card: Card, now: Moment, fresh: Rolled, rolled: Rolled) -> Iterator[Moment]:
    """The moment after each way to complete a row."""
    due = sorted(now.left)[:1] if card.ordered else sorted(now.left)
    for number in due:
        row = card.rows[number]
        if (row.sanity and row.sanity >= now.sanity) or (
            row.stamina and row.stamina >= now.stamina
        ):
            continue
        if row.clock and row.clock > now.clock:
            continue
        faces = [face for _, face in rolled] + [face for face, _ in now.held]
        for used in (*subsets(faces), ()):
            if is_least(row.needs, tuple(sorted(faces[place] for place in used))):
                yield completed(card, now, fresh, rolled, number, used)


def completed(  # noqa: PLR0913, PLR0917 - the parts of a moment
    card: Card, now: Moment, fresh: Rolled, rolled: Rolled, number: int, used: tuple[int, ...]
) -> Moment:
    """The moment after a row is completed; places of held dice come after those of the roll."""
    row = card.rows[number]
    held = enumerate(now.held, start=len(rolled))
    freed = sum(frees for place, (_, frees) in enumerate(now.held, len(rolled)) if place in used)
    return replace(
        now,
        dice=tuple(colour for place, (colour, _) in enumerate(rolled) if place not in used),
        left=now.left - {number},
        held=ordered(
            *(die for place, die in held if place not in used),
            *((face, False) for _, face in fresh),
        ),
        markers=now.markers + freed,
        sanity=now.sanity - row.sanity,
        stamina=now.stamina - row.stamina,
        clock=now.clock - row.clock,
    )


def failures(card: Card, now: Moment, fresh: Rolled, rolled: Rolled) -> list[Fraction]:
    """The chance after each way to complete nothing."""
    now = replace(now, held=(*now.held, *((face, False) for _, face in fresh)))
    if any(face == "T" for _, face in rolled):
        if card.fatal:
            return [Fraction(0)]
        now = replace(
            now, sanity=now.sanity - card.sanity_loss, stamina=now.stamina - card.stamina_loss
        )
        if now.sanity < 1 or now.stamina < 1:
            return [Fraction(0)]
        if card.discarding:
            rolled = tuple(die for die in rolled if die[1] != "T")
    return [chance(card, after) for after in discards(card, now, rolled)] or [Fraction(0)]


def discards(card: Card, now: Moment, rolled: Rolled) -> set[Moment]:
    """The moment after each way to discard a die, with and without one put on a marker."""
    found = set()
    for lost in range(len(rolled)):
        found.add(without(now, rolled, (lost,)))
        for focused in range(len(rolled)) if now.markers else ():
            if focused != lost:
                held = ordered(*now.held, (rolled[focused][1], card.reuse))
                more = replace(now, held=held, markers=now.markers - 1)
                found.add(without(more, rolled, (lost, focused)))
    return found


def ordered(*held: tuple[str, bool]) -> tuple[tuple[str, bool], ...]:
    """Held dice, the same ones always in the same order."""
    return tuple(sorted(held))


def without(now: Moment, rolled: Rolled, gone: tuple[int, ...]) -> Moment:
    """The moment once these dice of the roll are gone."""
    dice = tuple(colour for place, (colour, _) in enumerate(rolled) if place not in gone)
    return replace(now, dice=dice)


def subsets(items: object) -> Iterator[tuple[int, ...]]:
    """Places of every choice of items but none."""
    total = len(items)  # type: ignore[arg-type]  # tuples and lists
    for size in range(1, total + 1):
        yield from combinations(range(total), size)


@cache
def is_least(needs: tuple[str, ...], faces: tuple[str, ...]) -> bool:
    """Whether these faces meet all needs, and none of them can be spared."""
    return meets(needs, faces) and not any(
        meets(needs, faces[:place] + faces[place + 1 :]) for place in range(len(faces))
    )


@cache
def meets(needs: tuple[str, ...], faces: tuple[str, ...]) -> bool:
    """Whether the dice can be shared out among the needs."""
    if not needs:
        return True
    first, rest = needs[0], needs[1:]
    for used in (*subsets(faces), ()):
        if serves(first, [faces[place] for place in used]):
            others = tuple(face for place, face in enumerate(faces) if place not in used)
            if meets(rest, others):
                return True
    return False


def serves(need: str, faces: list[str]) -> bool:
    """Whether these dice together meet one need."""
    if need.isdigit():
        pips = {"1": 1, "2": 2, "3": 3, "4": 4, "W": 4}
        return all(face in pips for face in faces) and sum(pips[f] for f in faces) >= int(need)
    return len(faces) == 1 and faces[0] in (*need.split("/"), "W")
