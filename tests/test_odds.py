"""Exact odds of adventures: known fractions, what must hold for any card, and the command."""

import json
import math
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import casecracker
from casecracker.cli import main
from casecracker.engine.adventurefile import shipped_adventures
from casecracker.engine.adventures import Adventure, Effect, Task
from casecracker.engine.attempt import Attempt, Monster, assumptions
from casecracker.engine.dice import COLOURS, FACES, Pool, can_show
from casecracker.engine.errors import AttemptError, CasecrackerError
from casecracker.solver.odds import odds, odds_of
from tests.bench.odds import successes

# Known fractions: an independent solver of docs/odds.md's rule, six green dice.

GOLDEN = {
    ("base/koi-pond", "once"): "937749123817/4231664861184",
    ("base/koi-pond", "none"): "112421543513/626913312768",
    ("base/hallway-on-fire", "none"): "18639190630612231/21936950640377856",
    ("gates-of-arkham/stormy-crossing", "once"): "896042522803/1880739938304",
    ("gates-of-arkham/far-side-of-the-moon", "reuse"): "4949677/120932352",
    ("gates-of-arkham/moonshine-by-moonlight", "once"): "1730191947059/8463329722368",
}


@pytest.mark.parametrize(("adventure", "focus"), GOLDEN)
def test_fractions_of_known_cards(adventure: str, focus: str) -> None:
    found = odds(adventure, focus=focus)  # type: ignore[arg-type]  # one of the words
    assert found.value == Fraction(GOLDEN[adventure, focus])


def test_a_single_row_by_hand() -> None:
    """One green die shows lore with chance 1/6; a second die gives no second roll: 11/36."""
    assert odds(card("L"), dice="1g").value == Fraction(1, 6)
    assert odds(card("L"), dice="2g", focus="none").value == Fraction(11 * 6 + 25, 216)
    assert odds(card("L"), dice="1r").value == Fraction(1, 3)  # lore or wild
    assert odds(card("4"), dice="1y").value == Fraction(1, 6)
    assert odds(card("4"), dice="1r").value == Fraction(1, 3)


def test_more_than_one_word_of_digits_stays_exact() -> None:
    """With all dice and clues the denominator is far beyond 64 bits; every division is exact."""
    found = odds("base/the-curator", dice="6g+y+r", clues=2, sanity=5)
    assert 0 < found.value < 1
    assert found.value.denominator > 2**64
    assert set(_primes(found.value.denominator)) <= {2, 3}


def _primes(number: int) -> set[int]:
    found = set()
    for prime in (2, 3, 5, 7, 11, 13):
        if number % prime == 0:
            found.add(prime)
    for prime in found:
        while number % prime == 0:
            number //= prime
    return found if number == 1 else {*found, number}


# What must hold for any card.


def card(*rows: str, order: str = "any", terror: tuple[str, ...] = ()) -> Adventure:
    return Adventure.model_validate(
        {
            "id": "test",
            "name": "Test",
            "order": order,
            "task": [{"needs": row} for row in rows],
            "terror": [{"kind": kind, "amount": -1} for kind in terror],
        }
    )


needs = st.sampled_from(("1", "2", "3", "4", "6", "L", "P", "T", "L/T", "P/T"))
row_texts = st.lists(needs, min_size=1, max_size=3).map(" ".join)
cards_rows = st.lists(row_texts, min_size=1, max_size=3)
pools = st.builds(Pool, st.integers(1, 4), st.integers(0, 1), st.integers(0, 1))
focuses = st.sampled_from(("none", "once", "reuse"))


def chance(rows: list[str], dice: Pool, order: str = "any", **more: object) -> Fraction:
    return odds(card(*rows, order=order), dice=dice, **more).value  # type: ignore[arg-type]


@given(cards_rows, pools, focuses)
@settings(max_examples=60)
def test_nothing_that_helps_hurts(rows: list[str], dice: Pool, focus: str) -> None:
    plain = chance(rows, dice, focus=focus)
    assert 0 <= plain <= 1
    more = Pool(dice.green + 1, dice.yellow, dice.red)
    assert chance(rows, more, focus=focus) >= plain
    assert chance(rows, Pool(dice.green, 1, dice.red), focus=focus) >= plain
    assert chance(rows, Pool(dice.green, dice.yellow, 1), focus=focus) >= plain
    assert chance(rows, dice, focus=focus, clues=1) >= plain
    assert chance(rows, dice, focus=focus, helpers=1) >= plain
    assert chance(rows, dice, focus=focus, held=(), secured=("L",)) >= plain


@given(cards_rows, pools)
@settings(max_examples=40)
def test_focus_helps_and_an_arrow_hurts(rows: list[str], dice: Pool) -> None:
    none, once, reuse = (chance(rows, dice, focus=focus) for focus in ("none", "once", "reuse"))
    assert none <= once <= reuse
    assert chance(rows, dice, "top-to-bottom") <= once


@given(cards_rows, pools, st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_writing_does_not_matter(rows: list[str], dice: Pool, rng: object) -> None:
    other = [" ".join(_mixed(row.split(), rng)) for row in _mixed(rows, rng)]
    assert chance(other, dice) == chance(rows, dice)


def _mixed(words: list[str], rng: object) -> list[str]:
    mixed = list(words)
    rng.shuffle(mixed)  # type: ignore[attr-defined]  # a random.Random
    return mixed


@given(cards_rows, pools, needs)
@settings(max_examples=40)
def test_a_further_requirement_never_helps(rows: list[str], dice: Pool, need: str) -> None:
    plain = chance(rows, dice)
    assert chance([f"{rows[0]} {need}", *rows[1:]], dice) <= plain
    assert chance([*rows, need], dice) <= plain


@given(cards_rows, st.sampled_from(["2g", "1g+y", "1g+r", "3g", "y+r"]), st.integers(0, 1))
@settings(max_examples=15)
def test_the_advice_is_worth_what_the_odds_say(rows: list[str], dice: str, clues: int) -> None:
    """The mean of the best choice over all rolls is the chance before the roll."""
    attempt = Attempt(adventure=card(*rows), dice=Pool.parse(dice), clues=clues)
    faces = {"green": "123LPT", "yellow": "1234LP", "red": "234WLP"}
    colours = [colour for colour in faces for _ in range(attempt.dice.of(colour))]
    rolls: Counter[str] = Counter(
        " ".join(
            sorted((c[0] if c != "green" else "") + f for c, f in zip(colours, roll, strict=True))
        )
        for roll in product(*(faces[colour] for colour in colours))
    )
    total = Fraction(0)
    for roll, times in rolls.items():
        found = odds(attempt.adventure, roll, clues=clues)
        values = [choice.value for choice in found.choices]
        assert values == sorted(values, reverse=True)
        total += times * found.value
    assert total / rolls.total() == odds_of(attempt).value


@pytest.mark.parametrize("spells", [(), (1,), (2,)])
def test_a_player_who_follows_the_advice_reaches_the_chance(spells: tuple[int, ...]) -> None:
    attempt = Attempt(adventure=card("2 L", "T P"), dice=Pool(4), spells=spells)
    exact, number = odds_of(attempt).p, 20_000
    share = successes(attempt, number, np.random.default_rng(5)) / number
    assert abs(share - exact) < 4 * math.sqrt(exact * (1 - exact) / number)


# Monsters, memberships, costs, worth.


def test_a_monster_replaces_its_row_or_a_part_of_it() -> None:
    whole = Adventure(
        id="a", name="a", task=(Task.model_validate({"needs": "L", "monster": "whole-row"}),)
    )
    part = Adventure(
        id="a", name="a", task=(Task.model_validate({"needs": "L 3", "monster": "after-first-1"}),)
    )
    monster = (Monster.parse("1: P P"),)
    assert odds(whole, monsters=monster).value == odds(card("P P")).value
    assert odds(part, monsters=monster).value == odds(card("L P P")).value
    assert odds(whole, monsters=(Monster.parse("T"),)).value == odds(card("L", "T")).value


def test_an_empty_monster_row_is_nothing_to_do() -> None:
    rows = [{"monster": "empty-row"}, {"needs": "L"}]
    empty = Adventure.model_validate({"id": "a", "name": "a", "task": rows})
    assert odds(empty).value == odds(card("L")).value
    assert odds(empty, monsters=(Monster.parse("1: P"),)).value == odds(card("P", "L")).value


def test_a_member_counts_a_row_as_done() -> None:
    assert odds("dark dealings", member="sheldon-gang").value == odds(card("3 3 L")).value
    assert odds("dark dealings", member="silver-twilight").value == odds("dark dealings").value


def test_who_has_no_spell_to_discard_is_devoured() -> None:
    one = card("L L", terror=("discard-spell-or-be-devoured",))
    fatal = card("L L", terror=("adventure-fails-at-once",))
    assert odds(one, dice="4g").value == odds(fatal, dice="4g").value
    assert odds(one, "3 T T").choices[0].text == "complete no row; the attempt fails"
    assert "no Spell to discard" in " ".join(assumptions(Attempt(adventure=one)))
    for spells in ({"spells": (1,)}, {"secured": ("3",)}):
        left = odds(one, dice="4g", **spells)
        assert left.value == odds(card("L L"), dice="4g", **spells).value
        assert "may lower the chance" in " ".join(assumptions(left.attempt))


def test_held_dice_are_not_in_the_pool_too() -> None:
    assert str(odds(card("L"), held=("T",)).attempt.dice) == "5g"
    assert str(odds(card("L"), held=("1",), secured=("4", "L")).attempt.dice) == "4g"
    assert str(odds(card("L"), secured=("W",)).attempt.dice) == "6g"
    assert odds("koi-pond", held=("T",)).value == odds("koi-pond", dice="5g", held=("T",)).value


@given(pools, st.lists(st.sampled_from(FACES), max_size=4))
@settings(max_examples=60)
def test_dice_show_what_some_assignment_of_their_faces_shows(dice: Pool, faces: list[str]) -> None:
    colours = [colour for colour in COLOURS for _ in range(dice.of(colour))]
    wanted = any(
        all(face in COLOURS[colour] for colour, face in zip(chosen, faces, strict=True))
        for chosen in permutations(colours, len(faces))
    )
    assert can_show(dice, faces) == wanted


HALLWAY = Fraction(GOLDEN["base/hallway-on-fire", "none"])  # focusing is no use there


def test_a_cost_that_would_devour_cannot_be_paid() -> None:
    assert odds("base/hallway-on-fire", stamina=2).value == 0
    assert odds("base/hallway-on-fire", sanity=1).value == HALLWAY
    tight = odds("base/hallway-on-fire", stamina=3).value  # terror may take the third point
    assert 0 < tight < HALLWAY


def test_worth_weighs_rewards_penalties_and_costs() -> None:
    one = Adventure(
        id="a",
        name="a",
        task=(Task.model_validate({"needs": "L", "costs": {"sanity": 1}}),),
        trophies=2,
        rewards=(Effect(kind="elder-sign"),),
        penalties=(Effect(kind="doom", amount=1), Effect(kind="sanity", amount=-1)),
    )
    worth = {"elder-sign": "3", "doom": "-2", "sanity": "1/2", "trophies": "1"}
    found = odds(one, dice="1g", worth=tuple((k, Fraction(v)) for k, v in worth.items()))
    won, failed = 3 + 2 - Fraction(1, 2), -2 - Fraction(1, 2)
    assert found.value == won / 6 + failed * 5 / 6


@given(cards_rows, pools, focuses, st.integers(0, 1), st.sampled_from([(), (1,)]))
@settings(max_examples=30)
def test_the_worth_of_success_alone_is_its_chance(
    rows: list[str], dice: Pool, focus: str, clues: int, spells: tuple[int, ...]
) -> None:
    one = card(*rows, terror=("discard-all-terror-dice", "sanity"))
    helps = {"dice": dice, "focus": focus, "clues": clues, "spells": spells, "sanity": 2}
    worth = (("trophies", Fraction(1, 8)),)
    weighed = odds(one.model_copy(update={"trophies": 8}), worth=worth, **helps)  # type: ignore[arg-type]
    assert weighed.value == odds(one, **helps).value  # type: ignore[arg-type]


def test_of_split_penalties_the_lesser_evil_is_chosen() -> None:
    options = ((Effect(kind="doom"),), (Effect(kind="sanity", amount=-2),))
    one = card("L").model_copy(
        update={"penalties": (Effect(kind="choose-one", options=options),), "rewards": ()}
    )
    worth = (("doom", Fraction(-3)), ("sanity", Fraction(1)))
    assert odds(one, dice="1g", worth=worth).value == Fraction(-2) * 5 / 6


POINTS = (("sanity", Fraction(1)), ("stamina", Fraction(1)))


def test_failure_is_declared_before_the_first_roll_where_rolling_costs_more() -> None:
    """Riot in the Streets: rolling risks stamina, and the penalty is doom, of no worth here."""
    riot = odds("riot-in-the-streets", worth=POINTS)
    assert riot.value == 0
    assert riot.best == "fail"
    begun = odds("riot-in-the-streets", worth=POINTS, dice="5g", done=frozenset({1}))
    assert begun.value < 0
    assert begun.best == "roll"
    dear = odds("riot-in-the-streets", worth=(("elder-sign", Fraction(100)), *POINTS))
    assert dear.value > 0
    assert dear.best == "roll"
    assert odds("riot-in-the-streets").best is None


def test_text_and_json_say_whether_to_roll() -> None:
    worth = ("--worth", "sanity=1", "--worth", "stamina=1")
    assert "best: fail at once, before the first roll" in run("riot-in-the-streets", *worth)
    told = json.loads(run("riot-in-the-streets", *worth, "--json"))
    assert (told["best"], told["fraction"]) == ("fail", "0")
    assert "best" not in json.loads(run("riot-in-the-streets", *worth, "--rolled", "3", "--json"))


def test_a_member_has_no_worth_where_the_membership_reward_is_unknown() -> None:
    one = card("L").model_copy(update={"membership_reward": "unknown"})
    assert odds(one, dice="1g", worth=POINTS).value == 0
    assert odds(one, dice="1g", member="sheldon-gang").value == Fraction(1, 6)
    with pytest.raises(AttemptError, match="membership reward is unknown"):
        odds(one, dice="1g", worth=POINTS, member="sheldon-gang")


def test_the_upper_row_of_bank_robbery_is_the_gangs() -> None:
    member = odds("bank robbery", dice="3g", member="sheldon-gang")
    assert member.value == odds(card("3 P", "P"), dice="3g").value


def test_a_clue_is_kept_where_it_is_worth_more_than_the_chance() -> None:
    one = card("L").model_copy(update={"rewards": (Effect(kind="elder-sign"),)})
    cheap = (("elder-sign", Fraction(10)), ("clue", Fraction(1)))
    dear = (("elder-sign", Fraction(10)), ("clue", Fraction(5)))
    assert odds(one, "3", worth=cheap, clues=1).choices[0].kind == "reroll"
    assert odds(one, "3", worth=dear, clues=1).choices[0].kind == "fail"


# The middle of an attempt.


def test_every_choice_of_a_roll_is_told() -> None:
    texts = [choice.text for choice in odds(card("3 L", "T"), "3 L T T").choices]
    assert texts[0] in ("complete row 1 with 3 L", "complete row 2 with T")
    assert sorted(texts) == [
        "complete no row; discard a green die",
        "complete no row; focus 3; discard a green die",
        "complete no row; focus L; discard a green die",
        "complete no row; focus T; discard a green die",
        "complete row 1 with 3 L",
        "complete row 2 with T",
    ]


def test_terror_is_told_where_it_takes_dice_or_ends_the_attempt() -> None:
    fatal = odds(card("L L", terror=("adventure-fails-at-once",)), "3 T T").choices
    assert [choice.text for choice in fatal] == ["complete no row; the attempt fails"]
    dropped = odds(card("L", terror=("discard-all-terror-dice",)), "1 2 3 T").choices
    assert "complete no row; terror discards T; discard a green die" in [c.text for c in dropped]
    assert not [choice for choice in dropped if choice.focused and choice.focused.face == "T"]
    told = {choice.to_json()["dropped"] for choice in dropped if choice.kind == "fail"}
    assert told == {1}


def test_held_dice_are_spent_on_rows() -> None:
    found = odds(card("L T"), "T 1", held=("L",))
    assert found.choices[0].text == "complete row 1 with T and the held L"
    assert found.value == 1


def test_a_row_done_before_and_a_focus_spent_before_count() -> None:
    two = odds(card("3 L", "T"), dice="4g", done=frozenset({1}), markers_used=1)
    assert two.value == odds(card("T"), dice="4g", focus="none").value


# The command.


def run(*args: str) -> str:
    result = CliRunner().invoke(main, ["odds", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_json_has_the_fields_of_the_contract() -> None:
    row = json.loads(run("koi pond", "--json"))
    assert list(row) == ["id", "name", "dice", "focus", "fraction", "p", "assumptions"]
    assert row["assumptions"] == []
    assert row["fraction"] == GOLDEN["base/koi-pond", "once"]
    assert (row["dice"], row["focus"], row["p"]) == ("6g", "once", 937749123817 / 4231664861184)


def test_all_has_a_row_for_every_adventure() -> None:
    rows = json.loads(run("--all", "--dice", "3g", "--json"))
    assert [row["id"] for row in rows] == [one.id for one in shipped_adventures()]
    assert {"id", "name", "dice", "focus", "fraction", "p"} < set(rows[0])


def test_text_shows_rows_chance_and_choices() -> None:
    text = run("koi-pond", "--rolled", "3 L T T P", "--clues", "1")
    assert text.startswith("Koi Pond (base/koi-pond), 5g, focus once: ")
    assert "complete row 2 with P" not in text  # it needs T P P
    assert "complete row 1 with T" in text
    assert "spend a clue: reroll 3 L" in text


def test_text_says_what_is_not_known() -> None:
    assert "not known, taken as none: terror, task.costs" in run("bank robbery")
    assert "terror effects that are not counted: monster" in run("the gift shop")
    assert "not counted" not in run("ancient relics", "--sanity", "4")


def test_text_and_json_say_which_dice_the_card_locks() -> None:
    known = [(one, one.locked) for one in shipped_adventures() if isinstance(one.locked, tuple)]
    cards = [(one, locked[0]) for one, locked in known if len(locked) == 1]
    assert {colour for _, colour in cards} == {"green", "yellow", "red"}
    words = {"green": "at most 5g can be rolled", "red": "no red die can be rolled"}
    for one, colour in cards:
        [line] = [line for line in assumptions(Attempt(adventure=one)) if "locked" in line]
        assert line.startswith(f"a {colour} die is locked on this card until it is resolved: ")
        assert words.get(colour, "no yellow die") in line
        told = json.loads(run(one.id, "--dice", "2g", "--json"))
        assert told["dice"] == "2g"
        assert line in told["assumptions"]
    assert words["green"] in run("did-you-hear-that", "--dice", "2g")


TERRORS = ("choose-one", "set-stamina-and-sanity-to", "monster-on-every-monster-task")


@pytest.mark.parametrize("terror", TERRORS)
def test_what_says_that_terror_may_lower_the_chance(terror: str) -> None:
    lines = assumptions(Attempt(adventure=card("L", terror=(terror, "doom"))))
    assert len(lines) == 2
    assert f"may lower the chance: {terror}" in lines[0]
    assert lines[1] == "terror effects that are not counted: doom"


def test_worth_leaves_out_cards_with_unknown_rewards() -> None:
    result = CliRunner().invoke(main, ["odds", "--all", "--dice", "2g", "--worth", "doom=-1"])
    assert result.exit_code == 0
    assert "left out: " in result.stderr
    assert "base/koi-pond" in result.stdout
    assert "gates-of-arkham" not in result.stdout


MINE = """format = 1
game = "streets-of-arkham"
name = "Mine"
provenance = "transcribed"
[[adventure]]
id = "mine"
name = "Mine"
[[adventure.task]]
needs = "L"
"""


def test_own_adventures_come_from_a_file(in_tmp: Path) -> None:
    Path("mine.toml").write_text(MINE, encoding="utf-8")
    row = json.loads(run("mine", "--deck", "mine.toml", "--dice", "1g", "--json"))
    assert row["fraction"] == "1/6"


BAD = [
    (["nowhere"], "no adventure 'nowhere'"),
    (["koi pnd"], "did you mean 'koi"),
    ([], "give the id or name of one adventure, or --all"),
    (["koi-pond", "--all"], "give the id or name of one adventure, or --all"),
    (["koi-pond", "--dice", "5g", "--focus-used", "--held", "L"], "1 markers used; there are 1"),
    (["koi-pond", "--monster", "\u00b2: P"], "\u00b2"),
    (["--all", "--rolled", "L"], "--all goes with no --rolled"),
    (["koi-pond", "--dice", "7g"], "7 green dice; the box has 6"),
    (["koi-pond", "--dice", "6g+2y"], "the box has 1 yellow die"),
    (["koi-pond", "--dice", "six"], "like 6g, 5g+y or 6g+y+r"),
    (["koi-pond", "--rolled", "1 1 1 1 1 1 1"], "7 green dice; the box has 6"),
    (["koi-pond", "--rolled", "1 1 1 1 1 1 1 1 1"], "a roll of 9 dice; the box has 8"),
    (["koi-pond", "--rolled", "L 4"], "die '4': a green die has the faces 1 2 3 L P T"),
    (["koi-pond", "--rolled", "L W"], "write rW for a red die"),
    (["koi-pond", "--rolled", "yT"], "a yellow die has the faces 1 2 3 4 L P"),
    (["koi-pond", "--rolled", ""], "a roll has at least one die"),
    (["koi-pond", "--dice", "5g", "--rolled", "L T"], "the dice to roll are 5g"),
    (["koi-pond", "--done", "3"], "row 3 is done: there is no such row"),
    (["koi-pond", "--done", "x"], "--done x: write whole numbers"),
    (["hallway on fire", "--done", "2"], "row 2 is done before those above it"),
    (["koi-pond", "--held", "X"], "face 'X': dice have the faces"),
    (["koi-pond", "--held", "L,T"], "2 dice held on markers and 0 markers used; there are 1"),
    (["koi-pond", "--held", "L", "--dice", "6g+y+r"], "9 dice with those held; the box has 8"),
    (["koi-pond", "--focus", "none", "--held", "L"], "there are 0"),
    (["koi-pond", "--dice", "5g+r", "--held", "W"], "left beside 5g+r cannot show that"),
    (["koi-pond", "--dice", "6g", "--secured", "T T"], "left beside 6g cannot show that"),
    (["koi-pond", "--rolled", "1 1 1 1 1 1", "--held", "T"], "left beside 6g cannot show that"),
    (["koi-pond", "--secured", "W W"], "'W W': the box has 6g+y+r"),
    (["koi-pond", "--clues", "99"], "clues 99; it is 0 to 15"),
    (["koi-pond", "--spells", "3"], "a Spell with room for 3 dice; it is 1 or 2"),
    (["koi-pond", "--sanity", "0"], "devoured"),
    (["koi-pond", "--member", "thieves"], "member of 'thieves'"),
    (["koi-pond", "--monster", "2: P"], "that row takes no monster"),
    (["koi-pond", "--monster", "9: P"], "has 2 rows"),
    (["koi-pond", "--monster", "P Q"], "'Q' is no need"),
    (["koi-pond", "--monster", "x: P"], "write its needs, or 'ROW:NEEDS'"),
    (["bank robbery", "--monster", "1: P"], "no source tells"),
    (["koi-pond", "--worth", "elder=1"], "no such kind; did you mean 'elder-sign'"),
    (["koi-pond", "--worth", "doom=much"], "write KIND=NUMBER"),
    (["bank robbery", "--worth", "doom=-1"], "its penalties are unknown"),
    (["koi-pond", "--deck", "nowhere.toml"], "nowhere.toml: no such file"),
    (["koi-pond", "--done", "1,2", "--rolled", "L"], "every row of Koi Pond is done"),
]


@pytest.mark.parametrize(("args", "words"), BAD, ids=lambda value: str(value)[:40])
def test_bad_input_is_one_line(args: list[str], words: str) -> None:
    result = CliRunner().invoke(main, ["odds", *args])
    assert result.exit_code == 2, result.output
    [line] = result.stderr.splitlines()
    assert line.startswith("casecracker: error: ")
    assert words in line


@given(st.text(alphabet="123LPTWgyr+4 ,", max_size=12), st.text("123LPT4W yr", max_size=12))
@settings(max_examples=60)
def test_any_text_is_told_or_refused(dice: str, roll: str) -> None:
    for given_dice, rolled in ((dice, None), (None, roll)):
        told = told_or_refused(given_dice, rolled)
        assert len(told.splitlines()) == 1


def told_or_refused(dice: str | None, rolled: str | None) -> str:
    try:
        return str(odds(card("3", "L T"), rolled, dice=dice).value)
    except CasecrackerError as error:
        return str(error)


def test_the_public_name_is_the_function() -> None:
    assert casecracker.odds is odds
