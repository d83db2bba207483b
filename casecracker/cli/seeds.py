"""`casecracker seeds`: curated challenges, to be listed, played, checked and printed."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from casecracker.cli.generating import generate
from casecracker.cli.shell import (
    fail,
    json_option,
    note,
    out_option,
    print_json,
    print_table,
    put,
)
from casecracker.cli.solving import Seconds, tell_first_run
from casecracker.engine.files import escaped, shown

if TYPE_CHECKING:
    import datetime

    from casecracker.seeds.catalogue import Catalogue, Filter
    from casecracker.seeds.challenge import Challenge
    from casecracker.seeds.checking import CheckedRow

ROW_FAILS = 1
SECONDS_A_ROW = 60.0
_MOST_DIGITS = 9
_Command = TypeVar("_Command", bound=Callable[..., Any])


class Span(click.ParamType[tuple[int | None, int | None]]):
    """A span of whole numbers: `12`, `10-15`, `10-`, `-15`."""

    name = "span"

    def convert(
        self,
        value: str | tuple[int | None, int | None],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int | None, int | None]:
        """The two ends; None where there is none."""
        if not isinstance(value, str):
            return value
        first, dash, last = value.partition("-")
        ends = (first, last) if dash else (first, first)
        is_span = any(ends) and all(not end or _is_number(end) for end in ends)
        if not is_span:
            self.fail(f"{value!r:.40} is no span of turns, like 12, 10-15, 10- or -15", param, ctx)
        least, most = (int(end) if end else None for end in ends)
        if least is not None and most is not None and least > most:
            self.fail(f"{value!r} is no span of turns: the smaller number comes first", param, ctx)
        return least, most


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


class Chosen(TypedDict):
    """What the options of `filter_options` said."""

    game: str | None
    mode: str | None
    grade: str | None
    tags: tuple[str, ...]
    kind: str | None
    turns: tuple[int | None, int | None]
    deck: str | None


_FILTERS = (
    click.option("--game", metavar="GAME", help="Of this game."),
    click.option("--mode", metavar="MODE", help="Of this mode of infinite-gulfs."),
    click.option("--grade", metavar="GRADE", help="Of this grade, easy to fiendish."),
    click.option("--tag", "tags", multiple=True, metavar="TAG", help="With this theme (again ...)"),
    click.option("--kind", type=click.Choice(["deal", "problem"]), help="Deals or problems alone."),
    click.option(
        "--turns", type=Span(), default=(None, None), metavar="FROM-TO", help="Of so many turns."
    ),
    click.option("--deck", metavar="ID", help="Of this deck."),
)


def filter_options(command: _Command) -> Callable[..., Any]:
    """The options that choose rows; the command gets them in one, as `chosen`."""

    @wraps(command)
    def collected(*args: Any, **given: Any) -> Any:
        chosen = {name: given.pop(name) for name in Chosen.__annotations__}
        return command(*args, chosen=chosen, **given)

    for option in reversed(_FILTERS):
        collected = option(collected)
    return collected


def catalogue_option(command: _Command) -> _Command:
    """`--catalogue`: another catalogue than the one that comes with the package."""
    text = "Catalogue to use instead of the shipped one."
    return click.option("--catalogue", "path", metavar="FILE", help=text)(command)


@click.group()
def seeds() -> None:
    """Curated challenges: deals and problems worth playing.

    They are proved winnable and graded. CODE is a deal code; ID is that of a row of `seeds list`:
    a deal code, or for a problem a deal code and what follows `#`.
    """


seeds.add_command(generate)


@seeds.command("list")
@filter_options
@click.option(
    "--sort", type=click.Choice(["id", "turns", "grade"]), default="id", show_default=True
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="So many rows at most.")
@catalogue_option
@json_option
def list_rows(
    chosen: Chosen, sort: str, limit: int | None, path: str | None, as_json: bool
) -> None:
    """List challenges, without their solutions and without the themes of problems."""
    with _catalogue(path) as catalogue:
        rows = _sorted(_readable(catalogue, _filter(chosen)), sort)[:limit]
    if as_json:
        print_json([_row(row) for row in rows])
    elif rows:
        _print_rows(rows)
    else:
        note("no challenge is like that")


@seeds.command()
@click.argument("name", metavar="ID")
@click.option("--solution", is_flag=True, help="Show the winning line too.")
@catalogue_option
@json_option
def show(name: str, solution: bool, path: str | None, as_json: bool) -> None:
    """Show one challenge: its terms, and the position of a problem; the line only if asked for."""
    with _catalogue(path) as catalogue:
        row = catalogue.find(name)
    if as_json:
        print_json(_told(row, solution))
        return
    click.echo("\n".join([*_text(row), *(_solution(row) if solution else ())]))


@seeds.command()
@click.argument("names", metavar="[CODE|ID]...", nargs=-1)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="So many rows, at random.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, metavar="S", help="Which sample it is."
)
@click.option(
    "--time-limit",
    type=Seconds(),
    default=SECONDS_A_ROW,
    show_default=True,
    metavar="S",
    help="Seconds a row.",
)
@filter_options
@catalogue_option
@json_option
@click.pass_context
def check(  # noqa: PLR0913, PLR0917 - one parameter an option
    context: click.Context,
    names: tuple[str, ...],
    sample: int | None,
    seed: int,
    time_limit: float,
    chosen: Chosen,
    path: str | None,
    as_json: bool,
) -> None:
    """Prove rows again from scratch, by another search than the one that made them.

    Exit status: 0 if no row fails (some may be undecided: the time limit), 1 if one does, 2 an
    error.
    """
    from casecracker.seeds.checking import sample as sampled

    with _catalogue(path) as catalogue:
        rows = _named(catalogue, names, chosen)
    if sample is not None:
        rows = sampled(rows, sample, seed)
    if not rows:
        fail("no challenge is like that: nothing to check")
    tell_first_run()
    checked = [_checked(row, time_limit, as_json) for row in rows]
    if as_json:
        print_json({"format": 1, "rows": [row.to_json() for row in checked], **_counts(checked)})
    else:
        counts = _counts(checked)
        click.echo(
            f"{len(checked)} rows: {counts['hold']} hold, {counts['undecided']} undecided, "
            f"{counts['fail']} fail"
        )
    context.exit(ROW_FAILS if any(row.fails for row in checked) else 0)


@seeds.command()
@click.argument("names", metavar="[CODE|ID]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(["csv", "jsonl", "html"]), required=True)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="Of sheets in HTML.",
)
@out_option
@filter_options
@catalogue_option
def export(  # noqa: PLR0913, PLR0917 - one parameter an option
    names: tuple[str, ...],
    form: str,
    paper: str,
    out: str | None,
    chosen: Chosen,
    path: str | None,
) -> None:
    """Write challenges as a table, as a catalogue in text, or as sheets to print.

    csv: a table without solutions. jsonl: everything, a row a line. html: a sheet for each
    challenge, the terms and the stacking order on the front, the solution on the back.
    """
    with _catalogue(path) as catalogue:
        rows = _named(catalogue, names, chosen)
    if not rows:
        fail("no challenge is like that: nothing to export")
    put(out, *_exported(rows, form, paper))


@seeds.command()
@click.argument("date", required=False, metavar="[DATE]")
@click.option("--game", metavar="GAME", help="Of this game.")
@click.option("--grade", metavar="GRADE", help="Of this grade, easy to fiendish.")
@catalogue_option
@json_option
def daily(
    date: str | None,
    game: str | None,
    grade: str | None,
    path: str | None,
    as_json: bool,
) -> None:
    """Show the challenge of a day (today, or a date like 2026-01-31)."""
    import datetime

    from casecracker.seeds.catalogue import Filter
    from casecracker.seeds.daily import daily as daily_of

    day = datetime.date.today() if date is None else _day(date)
    _check_words(game, None, grade)
    with _catalogue(path) as catalogue:
        row = daily_of(day, _readable(catalogue, Filter(game=game, grade=grade)))
    if row is None:
        fail("no challenge is like that")
    if as_json:
        print_json({"date": day.isoformat(), **_told(row, False)})
        return
    click.echo("\n".join([f"The challenge of {day.isoformat()}", *_text(row)]))


def _day(text: str) -> "datetime.date":
    import datetime

    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        fail(f"{shown(text)} is no day; write one like 2026-01-31, of the years 1 to 9999")


# Which rows


def _catalogue(path: str | None) -> "Catalogue":
    from casecracker.seeds.catalogue import Catalogue

    return Catalogue.shipped() if path is None else Catalogue.open(path)


def _filter(chosen: Chosen) -> "Filter":
    from casecracker.seeds.catalogue import Filter

    _check_words(chosen["game"], chosen["mode"], chosen["grade"])
    least, most = chosen["turns"]
    others = {name: value for name, value in chosen.items() if name != "turns"}
    return Filter(**others, least=least, most=most)  # type: ignore[arg-type]


def _check_words(game: str | None, mode: str | None, grade: str | None) -> None:
    """Refuse words that no row can have, rather than find no row."""
    from casecracker.engine.games import INFINITE_GULFS, find_game
    from casecracker.seeds.grades import Grade

    if game is not None:
        find_game(game)
    _check_word("mode", mode, [str(word) for word in INFINITE_GULFS.setting("mode").choices])
    _check_word("grade", grade, list(Grade))


def _check_word(what: str, word: str | None, known: Sequence[str]) -> None:
    if word is not None and word not in known:
        fail(f"no {what} {shown(word)}; one of: {', '.join(known)}")


def _named(catalogue: "Catalogue", names: tuple[str, ...], chosen: Chosen) -> "list[Challenge]":
    """The rows of the deals and ids that are named, else all; those of them that are wanted."""
    if not names:
        return _readable(catalogue, _filter(chosen))
    named = [row for name in names for row in catalogue.of_code(name) or [catalogue.find(name)]]
    ids = {row.id for row in named}
    return [row for row in catalogue.readable(_filter(chosen)).rows if row.id in ids]


def _readable(catalogue: "Catalogue", wanted: "Filter") -> "list[Challenge]":
    """The rows that are wanted; those that mean something else here are named, and left out."""
    found = catalogue.readable(wanted)
    for line in found.left_out:
        note(line)
    return found.rows


def _sorted(rows: "list[Challenge]", sort: str) -> "list[Challenge]":
    from casecracker.seeds.grades import Grade

    grades = list(Grade)
    keys: dict[str, Callable[[Challenge], int]] = {
        "id": lambda row: 0,  # as they come
        "turns": lambda row: row.turns,
        "grade": lambda row: grades.index(Grade(row.grade)),
    }
    return sorted(rows, key=keys[sort])


# How rows are told


def _row(row: "Challenge") -> dict[str, object]:
    return {
        "id": row.id,
        "kind": str(row.kind),
        "code": row.code,
        "game": row.game,
        "mode": row.mode or None,
        "grade": str(row.grade),
        "turns": row.turns,
        "tags": list(row.tags),
        "deck": {"id": row.deck_id, "provenance": row.provenance, "digest": row.deck_digest},
        "proof": str(row.certificate.proof),
    }


def _told(row: "Challenge", solution: bool) -> dict[str, object]:
    told = {**_row(row), "played": list(row.played), "measures": dict(row.measures)}
    if solution:
        told["solution"] = list(row.certificate.moves)
    return told


def _print_rows(rows: "list[Challenge]") -> None:
    from rich.table import Table

    table = Table("challenge", "kind", "grade", "turns", "themes", "deck")
    table.columns[3].justify = "right"
    for row in rows:
        deck = f"{row.deck_id} ({row.provenance})"
        words = (row.id, row.kind, row.grade, str(row.turns), " ".join(_told_tags(row)), deck)
        table.add_row(*map(escaped, words))
    print_table(table)


def _told_tags(row: "Challenge") -> tuple[str, ...]:
    """What may be told before the solution: the themes of a problem give its first move away."""
    from casecracker.seeds.challenge import Kind

    return () if row.kind == Kind.PROBLEM else row.tags


def _text(row: "Challenge") -> Iterable[str]:
    from casecracker.engine.deals import settings_text
    from casecracker.seeds.challenge import Kind
    from casecracker.seeds.positions import position_of
    from casecracker.seeds.sheet import claim_text, goal_text

    deal = row.deal()
    yield f"{row.id}: {goal_text(row)}"
    tags = escaped(" ".join(_told_tags(row)))
    yield f"grade: {row.grade}" + (f"; themes: {tags}" if tags else "")
    yield f"settings: {settings_text(deal.settings)}"
    yield f"deck: {escaped(deal.deck.name)} ({row.provenance}), {row.deck_id}"
    yield claim_text(row)
    if row.kind == Kind.PROBLEM:
        yield ""
        yield str(position_of(row))
        yield f"after: {'; '.join(row.played)}"


def _solution(row: "Challenge") -> Iterable[str]:
    from casecracker.seeds.challenge import check_against_deal
    from casecracker.seeds.sheet import solution_of

    check_against_deal(row)  # a row of a file from anywhere
    yield ""
    yield f"themes: {escaped(' '.join(row.tags)) or '-'}"
    for turn in solution_of(row):
        yield f"{turn.turn:3}  {turn.text}"
        yield f"     [{'; '.join(turn.moves)}]"


def _checked(row: "Challenge", seconds: float, as_json: bool) -> "CheckedRow":
    """Check a row, and tell it at once if that is no part of a JSON object."""
    from casecracker.seeds.checking import MEMORY, check_row
    from casecracker.solver.search import Limits

    checked = check_row(row, Limits(seconds, MEMORY))
    if not as_json:
        click.echo("\n".join(_checked_text(checked)))
    return checked


def _checked_text(checked: "CheckedRow") -> Iterable[str]:
    word = "FAILS" if checked.fails else "holds" if checked.is_decided else "undecided"
    yield f"{checked.challenge.id}: {word} ({checked.challenge.provenance} deck)"
    marks = {True: "+", False: "-", None: "?"}
    for claim in checked.claims:
        yield f"  {marks[claim.holds]} {escaped(claim.claim)}: {escaped(claim.why)}"


def _counts(checked: "list[CheckedRow]") -> dict[str, int]:
    fail = sum(row.fails for row in checked)
    hold = sum(row.is_decided and not row.fails for row in checked)
    return {"hold": hold, "undecided": len(checked) - hold - fail, "fail": fail}


def _exported(
    rows: "list[Challenge]", form: str, paper: str
) -> tuple[str, str, Callable[[str], bool]]:
    """The text, what it is, and how such a text is recognized."""
    if form == "csv":
        from casecracker.seeds.export import csv_text, is_csv_text

        return csv_text(rows), "a table of challenges", is_csv_text
    if form == "jsonl":
        from casecracker.seeds.cataloguetext import catalogue_text, is_catalogue_text

        return catalogue_text(rows), "a catalogue as text", is_catalogue_text
    from casecracker.seeds.sheet import is_sheet, sheets_html

    return sheets_html(rows, paper), "a page of sheets", is_sheet
