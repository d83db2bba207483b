"""`casecracker seeds generate`: deals and problems with wanted properties, into a catalogue."""

import os
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from casecracker.cli.shell import fail, json_option, note, print_json
from casecracker.cli.solving import tell_first_run
from casecracker.cli.working import Notes, prepare_workers, settings_of
from casecracker.engine.files import STDIN, escaped, shown

if TYPE_CHECKING:
    from casecracker.engine.targets import Subject
    from casecracker.seeds.catalogue import Catalogue
    from casecracker.seeds.generate import Search, Tally
    from casecracker.seeds.problems import Range

MAX_SEED = 2**64 - 1
FILE_NAME = "challenges.sqlite"
_LEFT_OUT = (None, False, ())

# What may be wanted, in the words of seeds/wanted.py, which says how each is decided. They stand
# here too so that the command line starts without the solver (tests/test_generate_command.py).
WANTED = (
    ("grade", "GRADE", False, "How hard: easy, medium, hard or fiendish."),
    ("turns", "A-B", False, "Turns of the shortest line, proved or best known: 12-15, -14, 20-."),
    ("uses", "FEATURE", True, "The line found uses it: strain, contact, search ... (again ...)"),
    ("needs", "FEATURE", True, "Every line of the shortest turns uses it (proved)."),
    ("closings", "N", False, "Every such line closes N cases at least by action d (proved)."),
    ("six-types", "", False, "The line found closes a case that shows all types."),
    ("only-first-move", "", False, "One first decision alone keeps the shortest turns (proved)."),
    ("before-reshuffle", "", False, "A win before the stack is shuffled again."),
    ("without-contact", "", False, "A win without the contact."),
)


def wanted_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """An option for each property that may be wanted."""
    for name, metavar, many, text in reversed(WANTED):
        option = (
            click.option(f"--{name}", metavar=metavar, multiple=many, help=text)
            if metavar
            else click.option(f"--{name}", is_flag=True, help=text)
        )
        command = option(command)
    return command


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--count",
    type=click.IntRange(1, 100_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Rows in all for these wishes, those of earlier runs included.",
)
@wanted_options
@click.option("--problems", is_flag=True, help="Positions with one way to win in time, not deals.")
@click.option("--win-in", metavar="N|A-B", help="With --problems: in so many turns, 2 to 5.")
@click.option(
    "--setting", "settings", multiple=True, metavar="NAME=VALUE", help="Of all deals (again ...)"
)
@click.option("--deck", metavar="ID", help="Deck to use instead of the game's.")
@click.option(
    "--first", type=click.IntRange(0, MAX_SEED), default=0, metavar="SEED", help="Begin with it."
)
@click.option(
    "--workers", type=click.IntRange(1, 1024), metavar="N", help="Processes; all cores if left out."
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster to work on instead.")
@click.option(
    "--catalogue", "path", metavar="FILE", help="Where the rows go; your own catalogue if left out."
)
@json_option
def generate(  # noqa: PLR0913, PLR0917 - one parameter an option
    game: str,
    count: int,
    problems: bool,
    win_in: str | None,
    settings: tuple[str, ...],
    deck: str | None,
    first: int,
    workers: int | None,
    scheduler: str | None,
    path: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Find deals of GAME with wanted properties, or problems, and add them to a catalogue.

    A search that is stopped (Ctrl-C) keeps what it has; the same command goes on with it.
    """
    from casecracker.engine.targets import subject_of

    prepare_workers(workers, scheduler)
    chosen = settings_of(settings)
    subject = subject_of(game, deck=deck)
    if subject.game != game:
        fail(f"{shown(game)} is no game; a deck is given by --deck")
    subject = subject_of(subject.deck_id, chosen) if chosen else subject
    options = {
        name.replace("_", "-"): value for name, value in wanted.items() if value not in _LEFT_OUT
    }
    tell_first_run()
    search = _search(subject, options, first, problems, win_in)
    where = _own_catalogue() if path is None else path
    with _catalogue(where) as catalogue:
        tally, is_whole = _run(search, catalogue, where, count, workers, scheduler)
    if as_json:
        print_json(_json(search, tally, where, is_whole))
    else:
        _tell(search, tally, where, count)
    if not is_whole:
        raise click.Abort


def _search(
    subject: "Subject", options: dict[str, Any], first: int, problems: bool, win_in: str | None
) -> "Search":
    """The search that the options ask for, once it is known not to be hopeless."""
    from casecracker.seeds.generate import Search
    from casecracker.seeds.wanted import check_possible, read_wishes

    if win_in is not None and not problems:
        fail("--win-in goes with --problems")
    others = [name for name in options if name != "grade"]
    if problems and others:
        fail(f"--{others[0]} is wanted of deals; with --problems only --grade and --win-in are")
    wishes = read_wishes(options)
    search = Search(subject, wishes, first, _range(win_in) if problems else None)
    search.code(first)
    if search.win_in is None:
        check_possible(wishes, search.deal(first))
    elif "grade" in options:
        _check_grade(options["grade"], search.win_in)
    return search


def _check_grade(grade: str, win_in: "Range") -> None:
    """Refuse a grade that no problem of so many turns has."""
    from casecracker.seeds.problems import grades_of_problems

    grades = grades_of_problems(win_in)
    if grade not in grades:
        span = f"{win_in.least} to {win_in.most}" if win_in.least < win_in.most else win_in.least
        words = " or ".join(grades)
        fail(f"--grade {grade}: problems that are won in {span} turns are {words}")


def _range(text: str | None) -> "Range":
    from casecracker.seeds.problems import LEAST_TURNS, MOST_TURNS, Range
    from casecracker.seeds.wanted import read_range

    if text is None:
        return Range()
    least, most = read_range(text)
    if not LEAST_TURNS <= least <= most <= MOST_TURNS:
        fail(f"--win-in {shown(text)}: problems are won in {LEAST_TURNS} to {MOST_TURNS} turns")
    return Range(least, most)


def _own_catalogue() -> str:
    from casecracker.engine.library import data_folder

    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"{escaped(folder)}: cannot make this folder: {error.strerror}")
    return str(folder / FILE_NAME)


def _catalogue(path: str) -> "Catalogue":
    from casecracker.seeds.catalogue import Catalogue
    from casecracker.seeds.searched import SUFFIX

    if os.path.lexists(path):
        return Catalogue.open(path)
    if path in ("", STDIN):
        fail(f"--catalogue {shown(path)} is no path of a file")
    if os.path.lexists(path + SUFFIX):
        fail(
            f"{escaped(path + SUFFIX)}: tells how far searches came for a catalogue that is gone; "
            f"delete it to begin them anew, or bring the catalogue back"
        )
    return Catalogue.create(path)


def _run(  # noqa: PLR0913, PLR0917 - what, where to, by whom
    search: "Search",
    catalogue: "Catalogue",
    path: str,
    count: int,
    workers: int | None,
    scheduler: str | None,
) -> "tuple[Tally, bool]":
    """What the search came to, and whether it was not interrupted."""
    from casecracker.seeds.generate import Tally, Workforce
    from casecracker.seeds.generate import generate as search_on
    from casecracker.seeds.searched import Searched

    last, notes = Tally(), Notes()

    def tell(tally: "Tally") -> None:
        nonlocal last
        last = tally
        notes.tell(lambda: _progress(tally, count))

    try:
        return search_on(
            search,
            catalogue,
            Searched(path),
            count=count,
            workforce=Workforce(workers, scheduler),
            tell=tell,
        ), True
    except KeyboardInterrupt:
        return last, False


def _progress(tally: "Tally", count: int) -> str:
    lacking = ", ".join(f"{name} {number}" for name, number in tally.unmet.most_common(4))
    return (
        f"{tally.found} of {count} found; {tally.checked} deals checked, now from seed "
        f"{tally.block}" + (f"; refused: {lacking}" if lacking else "")
    )


def _tell(search: "Search", tally: "Tally", path: str, count: int) -> None:
    for name in tally.added:
        click.echo(name)
    deck = search.subject.deck
    note(f"{_progress(tally, count)}; {len(tally.added)} of a {deck.provenance} deck added")
    if tally.found < count and tally.block > MAX_SEED:
        note("there are no more seeds")
    if tally.added:
        note(f"list them: casecracker seeds list --catalogue {shlex.quote(path)}")


def _json(search: "Search", tally: "Tally", path: str, is_whole: bool) -> dict[str, object]:
    subject = search.subject
    return {
        "format": 1,
        "game": subject.game,
        "deck": {"id": subject.deck_id, **subject.deck.summary()},
        "settings": dict(subject.settings),
        "wishes": dict(search.wishes.to_json()),
        "problems": search.win_in is not None,
        "catalogue": path,
        "found": tally.found,
        "added": tally.added,
        "checked": tally.checked,
        "refused": dict(tally.unmet),
        "interrupted": not is_whole,
    }
