"""Dice odds: speed over all adventures, and a player who follows the advice.

    python -m tests.bench.odds speed
    python -m tests.bench.odds player --seed 1

The player keeps his own account of the dice and follows the first choice told; his share of
successes should lie within a few standard errors of the exact chance.
"""

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import sqrt

import click
import numpy as np

from casecracker.engine.adventurefile import shipped_adventures
from casecracker.engine.adventures import (
    DISCARDS_TERROR,
    FAILS_AT_ONCE,
    SPELL_OR_DEVOURED,
    UNKNOWN,
    Adventure,
)
from casecracker.engine.attempt import Attempt
from casecracker.engine.dice import COLOURS, GREEN, Die, Pool, in_order, parse_roll
from casecracker.solver.odds import DiceSearch, odds_of
from casecracker.solver.odds_choices import COMPLETE, REROLL, Choice

Roll = tuple[Die, ...]


@click.group()
def main() -> None:
    """Measure the dice odds."""


@main.command()
def speed() -> None:
    """Processor time over all adventures, after compilation."""
    odds_of(Attempt(adventure=shipped_adventures()[0], clues=1), parse_roll("1 1 1 1 1 1"))
    total = 0.0
    for dice in ("6g", "5g", "6g+y+r"):
        for focus in ("none", "once"):
            seconds = [
                _seconds(Attempt(adventure=one, dice=Pool.parse(dice), focus=focus))
                for one in shipped_adventures()
            ]
            total += sum(seconds) if dice != "6g+y+r" else 0.0
            click.echo(f"{dice:<7} focus {focus:<5} {_spread(seconds)}")
    click.echo(f"5g and 6g, focus none and once: {total:.3f} s")
    _tell_advice()


def _seconds(attempt: Attempt, roll: Roll | None = None) -> float:
    begin = time.process_time()
    odds_of(attempt, roll)
    return time.process_time() - begin


def _spread(seconds: list[float]) -> str:
    return (
        f"{len(seconds)} adventures, {sum(seconds):.3f} s: median {_ms(statistics.median(seconds))}"
        f", worst {_ms(max(seconds))}"
    )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms"


def _tell_advice() -> None:
    """Advice in the middle of an attempt, for six rolled dice, with more and more that helps."""
    roll = parse_roll("1 2 3 L P T")
    for extra in ({}, {"clues": 2}, {"spells": (1,)}, {"clues": 2, "spells": (1, 2)}):
        seconds = [_seconds(Attempt(adventure=one, **extra), roll) for one in shipped_adventures()]
        click.echo(f"advice, {extra or 'nothing that helps'}: {_spread(seconds)}")


@main.command()
@click.option("--seed", default=1, show_default=True)
@click.option("--adventures", default=30, show_default=True)
@click.option("--attempts", default=200_000, show_default=True)
def player(seed: int, adventures: int, attempts: int) -> None:
    """Let a player follow the advice in many attempts."""
    rng = np.random.default_rng(seed)
    worst = 0.0
    for attempt in some_attempts(rng, adventures):
        exact = odds_of(attempt).p
        share = successes(attempt, attempts, rng) / attempts
        error = sqrt(exact * (1 - exact) / attempts)
        far = abs(share - exact) / error if error else float(share != exact)
        worst = max(worst, far)
        click.echo(
            f"{attempt.adventure.id:<52} {told(attempt):<40} exact {exact:.5f} played "
            f"{share:.5f}  {far:4.2f} standard errors"
        )
    click.echo(f"{adventures} adventures, {attempts} attempts each: at most {worst:.2f}")


def some_attempts(rng: np.random.Generator, number: int) -> Iterator[Attempt]:
    """Different adventures, those with terror effects on dice first, with what may help.

    Left out: a card whose terror effect depends on Spells, which the odds look at only once.
    """
    known = [one for one in shipped_adventures() if SPELL_OR_DEVOURED not in terror_effects(one)]
    cards = sorted(known, key=lambda card: (not _has_terror(card), rng.random()))
    for place, card in enumerate(cards[:number]):
        attempt = Attempt(
            adventure=card,
            dice=(Pool(6), Pool(4, 1), Pool(4, 0, 1), Pool(5))[place % 4],
            focus=("once", "none", "reuse")[place % 3],
        )
        if place % 5 == 1:
            attempt = replace(attempt, clues=int(rng.integers(1, 3)))
        if place % 5 == 2:
            attempt = replace(attempt, spells=((1,), (2,), (1, 1))[rng.integers(3)])
        if place % 5 == 3:
            attempt = replace(attempt, sanity=3, stamina=3, helpers=1)
        yield attempt


def _has_terror(card: Adventure) -> bool:
    return bool({FAILS_AT_ONCE, DISCARDS_TERROR} & terror_effects(card).keys())


def told(attempt: Attempt) -> str:
    """What sets an attempt apart, in a few words."""
    words = [str(attempt.dice), attempt.focus]
    words += [f"clues {attempt.clues}"] if attempt.clues else []
    words += [f"spells {attempt.spells}"] if attempt.spells else []
    words += [f"sanity {attempt.sanity}, helper"] if attempt.sanity else []
    return ", ".join(words)


def successes(attempt: Attempt, number: int, rng: np.random.Generator) -> int:
    """How many of so many attempts succeed if each follows the first choice told."""
    due, won = Counter({attempt: number}), 0
    while due:
        now = next(iter(due))
        table = Table(now, due, rng)
        table.play(due.pop(now))
        won += table.won
    return won


@dataclass
class Table:
    """Attempts that stand alike, played one step on."""

    now: Attempt
    due: Counter[Attempt]
    rng: np.random.Generator
    won: int = 0

    def play(self, number: int) -> None:
        """Roll for so many attempts and do with each roll what is advised."""
        colours = [colour for colour in COLOURS for _ in range(self.now.dice.of(colour))]
        self._act(self.now, Counter(self._rolls(colours, (), number)))

    def _rolls(self, colours: list[str], kept: Roll, number: int) -> dict[Roll, int]:
        """Results of rolling such dice beside kept ones, each with how often it came."""
        faces = self.rng.integers(6, size=(number, len(colours)))
        green = [place for place, colour in enumerate(colours) if colour == GREEN]
        faces[:, green] = np.sort(faces[:, green], axis=1)
        found, times = np.unique(faces, axis=0, return_counts=True)
        rolls: Counter[Roll] = Counter()
        for row, count in zip(found, times, strict=True):
            new = (Die(c, COLOURS[c][face]) for c, face in zip(colours, row, strict=True))
            rolls[in_order((*kept, *new))] += int(count)
        return rolls

    def _act(self, now: Attempt, rolls: Counter[Roll]) -> None:
        search = DiceSearch(now)
        again: Counter[Roll] = Counter()
        for roll, number in rolls.items():
            choice = search.choices(roll)[0]
            if choice.kind == REROLL:
                kept = Counter(roll) - Counter(choice.dice)
                colours = [die.colour for die in choice.dice]
                again.update(self._rolls(colours, tuple(kept.elements()), number))
            elif choice.kind == COMPLETE:
                self._go_on(completed(now, roll, choice), number)
            elif (after := failed(now, roll, choice)) is not None:
                self._go_on(after, number)
        if again:
            self._act(replace(now, clues=now.clues - 1), again)

    def _go_on(self, after: Attempt, number: int) -> None:
        if after.is_won:
            self.won += number
        elif after.dice.size:
            self.due[after] += number


def completed(now: Attempt, roll: Roll, choice: Choice) -> Attempt:
    """The attempt after a row is completed, by the player's own account."""
    row = next(row for row in now.rows() if row.number == choice.row)
    held, secured = Counter(now.held), Counter(now.secured)
    for face in choice.held:
        pile = held if held[face] else secured
        assert pile[face], "a die that is not held was spent"
        pile[face] -= 1
    costs = {
        kind: points - getattr(row.costs, kind)
        for kind in ("sanity", "stamina", "clock")
        if (points := getattr(now, kind)) is not None
    }
    left = Counter(roll) - Counter(choice.dice) - Counter(choice.secured)
    return replace(
        now,
        dice=Pool.counting(left.elements()),
        held=tuple(sorted(held.elements())),
        secured=with_new(secured, choice),
        spells=without_cast(now, choice),
        markers_used=now.markers_used + len(now.held) - held.total(),
        done=now.done | {row.number},
        **costs,
    )


def with_new(secured: Counter[str], choice: Choice) -> tuple[str, ...]:
    """Faces on Spells, those that were put there just now among them."""
    return tuple(sorted((*secured.elements(), *(die.face for die in choice.secured))))


def without_cast(now: Attempt, choice: Choice) -> tuple[int, ...]:
    """Spells that may still be cast."""
    assert not Counter(choice.spells) - Counter(now.spells), "a Spell that is not there was cast"
    assert len(choice.spells) <= len(choice.secured) <= sum(choice.spells)
    return tuple(sorted((Counter(now.spells) - Counter(choice.spells)).elements()))


def failed(now: Attempt, roll: Roll, choice: Choice) -> Attempt | None:
    """The attempt after nothing was completed, or None if it has ended."""
    left = Counter(roll) - Counter(choice.secured)
    points = {kind: getattr(now, kind) for kind in ("sanity", "stamina")}
    if any(die.face == "T" for die in left):
        effects = terror_effects(now.adventure)
        points = {
            kind: None if number is None else number + effects.get(kind, 0)
            for kind, number in points.items()
        }
        has_fallen = any(number is not None and number < 1 for number in points.values())
        if FAILS_AT_ONCE in effects or has_fallen:
            return None
        if DISCARDS_TERROR in effects:
            left = Counter({die: count for die, count in left.items() if die.face != "T"})
    if choice.discarded is None:
        assert not left.total(), "a die must be discarded"
        return None
    held = now.held
    if choice.focused:
        assert now.markers, "there is no free marker"
        assert left[choice.focused], "a die that was not rolled was focused"
        left[choice.focused] -= 1
        held = tuple(sorted((*held, choice.focused.face)))
    dice = Counter(die.colour for die in left.elements())
    assert dice[choice.discarded], "a die that is not there was discarded"
    dice[choice.discarded] -= 1
    return replace(
        now,
        dice=Pool(dice["green"], dice["yellow"], dice["red"]),
        held=held,
        secured=with_new(Counter(now.secured), choice),
        spells=without_cast(now, choice),
        **points,
    )


def terror_effects(card: Adventure) -> dict[str, int]:
    """Kinds of terror effects with their amounts."""
    effects = () if card.terror == UNKNOWN else card.terror
    return {effect.kind: effect.amount for effect in effects if not isinstance(effect, str)}


if __name__ == "__main__":
    main()
