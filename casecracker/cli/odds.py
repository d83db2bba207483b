"""`casecracker odds`: exact chances of Elder Sign adventures and the best use of the dice."""

from typing import TYPE_CHECKING, Any

import click

from casecracker.cli.shell import fail, json_option, note, print_json, print_table
from casecracker.engine.files import escaped

if TYPE_CHECKING:
    from rich.table import Table

    from casecracker.engine.adventures import Adventure
    from casecracker.solver.odds import Conditions, Odds

_PERCENT = 100
_BEST = {"roll": "roll", "fail": "fail at once, before the first roll"}


@click.command()
@click.argument("adventure", metavar="[ADVENTURE]", required=False)
@click.option(
    "--dice",
    metavar="DICE",
    help="Dice to roll, like 5g+y+r; else those --rolled, or 6g less what is held.",
)
@click.option(
    "--focus",
    type=click.Choice(["once", "none", "reuse"]),
    default="once",
    show_default=True,
    help="Whether a die may be focused; reuse: again once it is spent.",
)
@click.option("--all", "is_all", is_flag=True, help="Every adventure.")
@click.option("--rolled", metavar="ROLL", help="The dice as they lie, like '3 L T y4': what to do?")
@click.option("--done", metavar="ROWS", help="Rows that are completed, like 1,3.")
@click.option("--held", metavar="FACES", help="Faces of dice held on markers (focused).")
@click.option("--focus-used", count=True, help="The focused die is spent; twice with a helper's.")
@click.option("--clues", type=click.IntRange(0), default=0, metavar="N", help="Clues to spend.")
@click.option("--spells", metavar="ROOMS", help="Room of each Spell for dice, like '1 2'.")
@click.option("--secured", metavar="FACES", help="Faces of dice on Spells.")
@click.option(
    "--helpers",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Other investigators on the card, each of whom may hold a die.",
)
@click.option("--sanity", type=click.IntRange(0), metavar="N", help="Sanity left.")
@click.option("--stamina", type=click.IntRange(0), metavar="N", help="Stamina left.")
@click.option("--clock", type=click.IntRange(0), metavar="N", help="Most advances of the clock.")
@click.option("--member", metavar="NAME", help="silver-twilight or sheldon-gang.")
@click.option("--monster", multiple=True, metavar="[ROW:]NEEDS", help="A monster, like '1: P P'.")
@click.option("--worth", multiple=True, metavar="KIND=X", help="Maximize worth, not success.")
@click.option("--deck", metavar="FILE", help="File of your own adventures.")
@json_option
def odds(adventure: str | None, is_all: bool, as_json: bool, **options: Any) -> None:
    """Tell the exact chance of an adventure under best play.

    ADVENTURE is an id or a name. With --rolled, every choice with its exact chance, best first.
    """
    from casecracker.cli.solving import tell_first_run
    from casecracker.solver.odds import adventures_of
    from casecracker.solver.odds import odds as exact_odds

    conditions, dice, rolled = _conditions(options), options["dice"], options["rolled"]
    if is_all == (adventure is not None):
        fail("give the id or name of one adventure, or --all")
    if is_all and (rolled is not None or options["done"] is not None):
        fail("--all goes with no --rolled or --done: they are about one adventure")
    tell_first_run()
    if is_all:
        _tell_all(adventures_of(options["deck"]), dice, conditions, as_json)
        return
    found = exact_odds(str(adventure), rolled, dice=dice, deck=options["deck"], **conditions)
    if as_json:
        print_json(found.to_json())
    else:
        _print_odds(found)


def _conditions(options: dict[str, Any]) -> "Conditions":
    """The options as the library takes them."""
    from casecracker.engine.attempt import Monster, parse_worth
    from casecracker.engine.dice import parse_face

    return {
        "focus": options["focus"],
        "markers_used": options["focus_used"],
        "held": tuple(map(parse_face, _words(options["held"]))),
        "secured": tuple(map(parse_face, _words(options["secured"]))),
        "helpers": options["helpers"],
        "clues": options["clues"],
        "spells": _numbers("--spells", options["spells"]),
        "sanity": options["sanity"],
        "stamina": options["stamina"],
        "clock": options["clock"],
        "member": options["member"],
        "monsters": tuple(map(Monster.parse, options["monster"])),
        "done": frozenset(_numbers("--done", options["done"])),
        "worth": tuple(map(parse_worth, options["worth"])),
    }


def _words(text: str | None) -> tuple[str, ...]:
    return tuple((text or "").replace(",", " ").split())


def _numbers(option: str, text: str | None) -> tuple[int, ...]:
    words = _words(text)
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            fail(f"{option} {escaped(text)}: write whole numbers, like '1 2'")
    return tuple(map(int, words))


def _tell_all(
    adventures: "tuple[Adventure, ...]",
    dice: str | None,
    conditions: "Conditions",
    as_json: bool,
) -> None:
    from casecracker.engine.errors import AttemptError
    from casecracker.solver.odds import odds as exact_odds

    found: list[Odds] = []
    refused: list[str] = []
    for adventure in adventures:
        try:
            found.append(exact_odds(adventure, dice=dice, **conditions))
        except AttemptError as error:
            refused.append(str(error))
    if refused and not found:
        fail(refused[0])
    if refused:
        note(f"left out: {len(refused)} adventures, such as {refused[0]}")
    if as_json:
        print_json([one.to_json() for one in found])
    else:
        print_table(_all_table(found))


def _all_table(found: "list[Odds]") -> "Table":
    from rich.table import Table

    has_worth = bool(found[0].attempt.worth)
    table = Table("adventure", "rows", _heading(found[0]), box=None, pad_edge=False)
    if has_worth:
        table.add_column("best")
    for one in found:
        best = [one.best or "-"] if has_worth else []
        table.add_row(escaped(one.attempt.adventure.id), _rows_text(one), _value_text(one), *best)
    return table


def _heading(found: "Odds") -> str:
    return "worth" if found.attempt.worth else "chance"


def _rows_text(found: "Odds") -> str:
    mark = " > " if found.attempt.adventure.order == "top-to-bottom" else "; "
    return mark.join(" ".join(row.needs) or "-" for row in found.attempt.rows())


def _value_text(found: "Odds") -> str:
    if found.attempt.worth:
        return f"{found.p:.4f}"
    return f"{_PERCENT * found.p:.4f} %"


def _print_odds(found: "Odds") -> None:
    from rich.text import Text

    from casecracker.engine.attempt import assumptions

    attempt = found.attempt
    parts: list[Text | Table] = [
        Text(
            f"{escaped(attempt.adventure.name)} ({attempt.adventure.id}), {attempt.dice}, "
            f"focus {attempt.focus}: {_value_text(found)} ({found.value})"
        ),
        _rows_table(found),
        *(Text(line) for line in assumptions(attempt)),
    ]
    if found.best is not None:
        parts.append(Text(f"best: {_BEST[found.best]}"))
    if found.roll is not None:
        parts += [Text(""), _choices_table(found)]
    print_table(*parts)


def _rows_table(found: "Odds") -> "Table":
    from rich.table import Table

    table = Table("row", "needs", "costs", "", box=None, pad_edge=False)
    for row in found.attempt.rows():
        costs = ", ".join(f"{kind} {amount}" for kind, amount in row.costs if amount)
        is_done = row.number in found.attempt.done or row.is_member
        table.add_row(str(row.number), " ".join(row.needs), costs, "done" if is_done else "")
    return table


def _choices_table(found: "Odds") -> "Table":
    from rich.table import Table

    table = Table("", _heading(found), "choice", box=None, pad_edge=False)
    for place, choice in enumerate(found.choices, start=1):
        share = f"{float(choice.value):.4f}" if found.attempt.worth else _percent(choice.value)
        table.add_row(str(place), share, choice.text)
    return table


def _percent(value: Any) -> str:
    return f"{_PERCENT * float(value):.4f} %"
