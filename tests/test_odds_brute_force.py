"""The odds agree with a plain search that shares nothing with them (odds_brute.py), exactly."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from casecracker.engine.adventures import Adventure, Costs, Effect, Task
from casecracker.engine.attempt import Monster
from casecracker.solver.odds import Conditions, Odds, odds
from tests import odds_brute as brute

NEEDS = ("1", "2", "3", "4", "5", "L", "P", "T", "L/T", "P/T", "L/P")


@dataclass
class Case:
    """One attempt, told to both sides."""

    card: brute.Card
    now: brute.Moment
    tasks: list[Task]
    dice: str
    conditions: Conditions = field(default_factory=Conditions)
    terror: tuple[str, ...] = ()

    def adventure(self) -> Adventure:
        effects = tuple(Effect(kind=kind, amount=-1) for kind in self.terror)
        return Adventure(
            id="x",
            name="x",
            order="top-to-bottom" if self.card.ordered else "any",
            task=tuple(self.tasks),
            terror=effects,
        )

    def odds(self, rolled: str | None = None) -> Odds:
        return odds(self.adventure(), rolled, dice=self.dice, **self.conditions)


def random_case(rng: random.Random, dice: str, rows: int) -> Case:
    """Rows of one to three needs, done in any order or from the top; nothing else."""
    needs = [tuple(rng.choice(NEEDS) for _ in range(rng.choice((1, 1, 2)))) for _ in range(rows)]
    card = brute.Card(tuple(map(brute.Row, needs)), ordered=rng.random() < 0.4)
    now = brute.Moment(tuple(dice), frozenset(range(rows)))
    tasks = [Task.model_validate({"needs": " ".join(n)}) for n in needs]
    case = Case(card, now, tasks, "+".join(f"{dice.count(c)}{c}" for c in "gyr" if c in dice))
    focused(case, rng.choice(("none", "once", "reuse")))
    return case


def focused(case: Case, focus: str) -> None:
    case.conditions["focus"] = focus  # type: ignore[typeddict-item]  # one of the three
    case.card = replace(case.card, reuse=focus == "reuse")
    case.now = replace(case.now, markers=int(focus != "none"))


def with_costs(case: Case, rng: random.Random) -> None:
    """Rows cost something; one of them may cost something and need no dice."""
    rows = list(case.card.rows)
    for place, row in enumerate(rows):
        kind = rng.choice(("sanity", "stamina", "clock"))
        needs = () if rng.random() < 0.2 else row.needs
        rows[place] = brute.Row(needs, **{kind: rng.choice((1, 1, 2))})
        costs = Costs(
            sanity=rows[place].sanity, stamina=rows[place].stamina, clock=rows[place].clock
        )
        case.tasks[place] = Task.model_validate({"needs": " ".join(needs), "costs": costs})
    case.card = replace(case.card, rows=tuple(rows))
    with_points(case, rng)


def with_points(case: Case, rng: random.Random) -> None:
    sanity, stamina, clock = rng.randint(1, 4), rng.randint(1, 4), rng.randint(0, 3)
    case.now = replace(case.now, sanity=sanity, stamina=stamina, clock=clock)
    case.conditions |= {"sanity": sanity, "stamina": stamina, "clock": clock}


def with_terror(case: Case, rng: random.Random) -> None:
    kinds = ("adventure-fails-at-once", "discard-all-terror-dice", "sanity", "stamina")
    case.terror = tuple(rng.sample(kinds, rng.choice((1, 1, 2))))
    case.card = replace(
        case.card,
        fatal=kinds[0] in case.terror,
        discarding=kinds[1] in case.terror,
        sanity_loss=int(kinds[2] in case.terror),
        stamina_loss=int(kinds[3] in case.terror),
    )
    with_points(case, rng)


def with_clues(case: Case, rng: random.Random) -> None:
    clues = 1 if len(case.now.dice) > 1 else rng.choice((1, 2, 3))
    case.now = replace(case.now, clues=clues)
    case.conditions["clues"] = clues


def with_spells(case: Case, rng: random.Random) -> None:
    spells = rng.choice(((1,), (2,), (1, 1), (1, 2)))
    case.now = replace(case.now, spells=spells)
    case.conditions["spells"] = spells


def with_held_dice(case: Case, rng: random.Random) -> None:
    """A die on a marker, one on a Spell, and a second investigator."""
    focus = rng.choice(("once", "reuse"))
    focused(case, focus)
    held, secured = rng.choice("123LPT"), rng.choice("123LPT" if "r" in case.dice else "123LPT4W")
    case.now = replace(case.now, held=((held, focus == "reuse"), (secured, False)))
    case.conditions |= {"held": (held,), "secured": (secured,), "helpers": 1}


def with_monsters(case: Case, rng: random.Random) -> None:
    """One on a row, one below the bottom row; a member counts the last row of the card as done."""
    on_row, below = (rng.choice(NEEDS),), (rng.choice(NEEDS),)
    slot = rng.choice(("whole-row", "empty-row", "after-first-1"))
    own = () if slot == "empty-row" else (*case.card.rows[0].needs, "1")
    case.tasks[0] = Task.model_validate({"needs": " ".join(own), "monster": slot})
    case.tasks[-1] = case.tasks[-1].model_copy(update={"membership": "sheldon-gang"})
    first = brute.Row(own[:1] + on_row if slot == "after-first-1" else on_row)
    rows = (first, *case.card.rows[1:], brute.Row(below))
    last = len(rows) - 2
    case.card = replace(case.card, rows=rows)
    case.now = replace(case.now, left=frozenset(range(len(rows))) - {last})
    monsters = tuple(map(Monster.parse, (f"1: {' '.join(on_row)}", " ".join(below))))
    case.conditions |= {"monsters": monsters, "member": "sheldon-gang"}


Change = Callable[[Case, random.Random], None]
CHANGES: dict[str, tuple[Change, ...]] = {
    "plain": (),
    "costs": (with_costs,),
    "terror": (with_terror,),
    "costs-and-terror": (with_costs, with_terror),
    "clues": (with_clues,),
    "spells": (with_spells,),
    "spells-and-terror": (with_spells, with_terror),
    "held-dice": (with_held_dice,),
    "monsters": (with_monsters,),
    "clues-and-spells": (with_clues, with_spells, with_terror),
}
FEWER = {"clues": 1, "clues-and-spells": 1, "held-dice": 1}
"""Cases that take the plain search long."""

POOLS = ("g", "r", "gg", "gy", "gr", "yr")


def check(name: str, seed: int, dice: str, rows: int) -> bool:
    """Compare both; whether the chance is neither 0 nor 1."""
    rng = random.Random(f"{name} {seed} {dice}")
    case = random_case(rng, dice, rows)
    for change in CHANGES[name]:
        change(case, rng)
    wanted = brute.chance(case.card, case.now)
    found = case.odds().value
    assert found == wanted, case
    return 0 < wanted < 1


@pytest.mark.parametrize("name", CHANGES)
def test_agrees_with_one_or_two_dice(name: str) -> None:
    told = [
        check(name, seed, dice, 1 + seed % 2)
        for seed in range(FEWER.get(name, 5))
        for dice in POOLS
    ]
    assert sum(told) >= min(3, len(told) // 3)


@pytest.mark.parametrize("name", ["plain", "terror", "monsters", "costs"])
def test_agrees_with_three_dice(name: str) -> None:
    check(name, 1, "ggg", 2)


@pytest.mark.parametrize("name", ["plain", "terror", "clues", "spells", "held-dice", "monsters"])
def test_the_choices_of_a_roll_are_all_there_is(name: str) -> None:
    for seed, (dice, rolled) in enumerate(
        (("g", "T"), ("gg", "1 T"), ("gy", "L y4"), ("yr", "y2 rW"))
    ):
        rng = random.Random(f"{name} {seed}")
        case = random_case(rng, dice, 1)
        for change in CHANGES[name]:
            change(case, rng)
        roll = tuple((word[:-1] or "g", word[-1]) for word in rolled.split())
        found = case.odds(rolled)
        wanted = brute.every_value(case.card, case.now, roll)
        assert {choice.value for choice in found.choices} == wanted, case
        assert found.value == max(wanted)


@pytest.mark.long
@pytest.mark.parametrize("name", CHANGES)
def test_agrees_on_many_with_two_dice(name: str) -> None:
    for seed in range(100, 100 + 2 * FEWER.get(name, 5)):
        for dice in POOLS:
            check(name, seed, dice, 2)


@pytest.mark.long
@pytest.mark.parametrize("dice", ["ggg", "ggy", "gyr", "ggr"])
@pytest.mark.parametrize("name", ["plain", "costs", "terror", "spells", "monsters"])
def test_agrees_on_many_with_three_dice(name: str, dice: str) -> None:
    for seed in range(200, 203):
        check(name, seed, dice, 2)
