"""`casecracker census`: how many deals can be won, and what it takes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import fail, json_option, note, print_json, print_table
from casecracker.cli.solving import Seconds, tell_first_run
from casecracker.cli.working import Notes, prepare_workers, settings_of
from casecracker.engine.files import FORMAT, escaped, shown

if TYPE_CHECKING:
    from rich.table import Table

    from casecracker.seeds.census import NamedDeck, Question, Row
    from casecracker.seeds.censusfile import CensusFile
    from casecracker.seeds.censusstats import Spread, Tally

BAR_WIDTH = 40


@click.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--deals", type=click.IntRange(1, 10_000_000), required=True, metavar="N", help="How many."
)
@click.option(
    "--first",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    metavar="SEED",
    help="Seed of the first deal; the others follow.",
)
@click.option(
    "--setting", "settings", multiple=True, metavar="NAME=VALUE", help="Of all deals; repeatable."
)
@click.option(
    "--with",
    "variants",
    multiple=True,
    metavar="NAME=VALUE,...",
    help="The same deals once more with these settings, to compare; repeatable.",
)
@click.option(
    "--deck", "decks", multiple=True, metavar="ID|FILE", help="Instead of the default; repeatable."
)
@click.option(
    "--decks",
    "synthetic",
    type=click.IntRange(2, 1_000),
    metavar="N",
    help="Deal from N synthetic decks instead: how much does the unknown deck matter?",
)
@click.option("--shortest", is_flag=True, help="Find lines of fewest turns and prove it.")
@click.option(
    "--states",
    type=click.IntRange(1, 10**15),
    metavar="N",
    help="Limit of each deal; 20,000,000 if left out.",
)
@click.option(
    "--time-limit",
    type=Seconds(),
    metavar="S",
    help="Seconds of processor time for each deal; makes the rows depend on the machine.",
)
@click.option(
    "--workers", type=click.IntRange(1, 1_024), metavar="N", help="All cores if left out."
)
@click.option("--scheduler", metavar="ADDRESS", help="Of a Dask cluster, to work there instead.")
@click.option("--out", metavar="FILE.csv", help="A row for each deal; goes on with such a file.")
@click.option("--timing", is_flag=True, help="Also a column of seconds, which no run repeats.")
@click.option("--plot", metavar="FILE", help="Draw the result: .svg or .png.")
@json_option
def census(  # noqa: PLR0913, PLR0917 - one parameter an option
    game: str,
    deals: int,
    first: int,
    settings: tuple[str, ...],
    variants: tuple[str, ...],
    decks: tuple[str, ...],
    synthetic: int | None,
    shortest: bool,
    states: int | None,
    time_limit: float | None,
    workers: int | None,
    scheduler: str | None,
    out: str | None,
    timing: bool,
    plot: str | None,
    as_json: bool,
) -> None:
    """Decide many deals of a game: which share can be won, what it takes, in how many turns.

    With --out a census that was stopped, however it was, goes on where it was: give the same
    command again, also with more deals.
    """
    _check_options(deals, first, bool(decks and synthetic))
    prepare_workers(workers, scheduler)
    if out == "":
        fail("--out '' is no path of a file")
    if timing and out is None:
        fail("--timing is a column of the file; give --out FILE.csv too")
    if plot is not None:
        _check_plot(plot)
    tell_first_run()
    from casecracker.seeds.census import DEFAULT_STATES, Effort, Question, make_series
    from casecracker.seeds.censusstats import tallies

    base = _settings(",".join(settings))
    chosen = [base, *({**base, **_settings(text)} for text in variants)]
    series = make_series(game, _decks(game, decks, synthetic), chosen)
    effort = Effort(shortest, DEFAULT_STATES if states is None else states, time_limit)
    question = Question(series, first, effort)
    rows, is_whole = _decide(question, deals, workers, scheduler, out, timing)
    if rows:
        found = tallies(question, rows)
        if as_json:
            print_json(_json(question, found, is_whole))
        else:
            print_table(*_report(question, found))
        if plot is not None:
            _draw(plot, question, found)
    if not is_whole:
        kept = f"; they are in {escaped(out)}, and the same command goes on" if out else ""
        note(f"{len(rows):,} of {deals * len(series):,} deals are decided{kept}")
        raise click.Abort


# What is asked


def _check_options(deals: int, first: int, two_decks: bool) -> None:
    if two_decks:
        fail("--deck and --decks cannot go together: --decks makes its own")
    if first + deals > 2**64:
        fail(f"the last seed would be {first + deals - 1}; a seed is 0 to {2**64 - 1}")


def _check_plot(path: str) -> None:
    from casecracker.analysis.charts import ENDINGS
    from casecracker.engine.files import check_replaceable

    if not path.lower().endswith(ENDINGS):
        fail(f"--plot {shown(path)}: a chart ends in one of {', '.join(ENDINGS)}")
    check_replaceable(path, "a chart of casecracker", lambda old: "casecracker" in old)


def _settings(text: str) -> dict[str, str]:
    """Settings as in a deal code: `victims=4,limits=6`."""
    return settings_of(text.split(",") if text else ())


def _decks(game: str, named: Sequence[str], synthetic: int | None) -> "list[NamedDeck]":
    from casecracker.engine.games import find_game
    from casecracker.engine.library import resolve_deck
    from casecracker.seeds.census import synthetic_decks

    rules = find_game(game)
    if synthetic is None:
        return [resolve_deck(name) for name in named or [rules.default_deck]]
    note(f"making {synthetic} synthetic decks, about a second each")
    return list(synthetic_decks(game, synthetic))


# The work


def _decide(  # noqa: PLR0913, PLR0917 - what was asked
    question: "Question",
    deals: int,
    workers: int | None,
    scheduler: str | None,
    out: str | None,
    timing: bool,
) -> "tuple[list[Row], bool]":
    """All rows, and whether there are as many as wanted: Ctrl-C ends early."""
    from casecracker.seeds.census import decided_rows
    from casecracker.seeds.censusfile import opened_census

    wanted = deals * len(question.series)
    opened = opened_census(out, question, timing=timing) if out else nullcontext(None)
    with opened as file:
        rows = _kept(file, wanted, len(question.series))
        numbers = range(len(rows), wanted)
        answers = decided_rows(question, numbers, workers=workers, scheduler=scheduler)
        notes = Notes()
        try:
            with closing(answers):
                for row in answers:
                    rows.append(row)
                    if file is not None:
                        file.add(row)
                    notes.tell(lambda: f"{len(rows):,} of {wanted:,} deals")
        except KeyboardInterrupt:
            return rows, False
    return rows, True


def _kept(file: "CensusFile | None", wanted: int, width: int) -> "list[Row]":
    """Rows that are there already."""
    if file is None or not file.rows:
        return []
    kept = len(file.rows)
    if kept > wanted:
        fail(f"{file.path} has {kept} rows: give --deals {-(-kept // width)} or more")
    note(f"{kept:,} of {wanted:,} deals are in {file.path} already")
    return list(file.rows)


# What is told


def _report(question: "Question", found: "Sequence[Tally]") -> "Iterable[Table | str]":
    from casecracker.seeds.censusstats import spreads

    yield _title(question, found)
    yield _shares_table(found)
    yield (
        "Shares are sampled: a 95 % interval (Wilson), from all undecided deals lost to all of "
        "them won. Unwinnable is proved."
    )
    if any(tally.proved_turns or tally.found_turns for tally in found):
        yield from _turns_tables(found)
    compared = spreads(found) if len({tally.series.deck.digest for tally in found}) > 1 else []
    if compared:
        yield _spread_table(compared)


def _title(question: "Question", found: "Sequence[Tally]") -> str:
    effort, seeds = question.effort, max(len(tally.rows) for tally in found)
    asked = "shortest lines" if effort.shortest else "winnable or not"
    limits = f"at most {effort.states:,} states"
    limits += "" if effort.seconds is None else f" and {effort.seconds:g} seconds"
    return (
        f"census of {question.series[0].settings.game}, {_provenance(found)} cards: "
        f"deals of seeds {question.first} to {question.first + seeds - 1}, {asked}, {limits} each"
    )


def _provenance(found: "Sequence[Tally]") -> str:
    return " and ".join(sorted({tally.series.deck.provenance for tally in found}))


def _table(*columns: str, title: str | None = None) -> "Table":
    from rich.table import Table

    return Table(*columns, title=title, title_justify="left", box=None, pad_edge=False)


def _shares_table(found: "Sequence[Tally]") -> "Table":
    from casecracker.seeds.censusstats import QUANTILES
    from casecracker.solver.results import Verdict

    table = _table(
        "deals", "cards", *map(str, Verdict), "winnable, 95 %", f"states: {', '.join(QUANTILES)}"
    )
    has_seconds = all(tally.seconds for tally in found)
    if has_seconds:
        table.add_column("processor seconds")
    for tally in found:
        low, high = tally.interval
        seconds = (f"{value:.3f}" for value in (tally.seconds or {}).values())
        table.add_row(
            escaped(tally.series.label),
            tally.series.deck.provenance,
            *(f"{tally.count(verdict):,}" for verdict in Verdict),
            f"{100 * low:.2f} to {100 * high:.2f} %",
            ", ".join(f"{value:,.0f}" for value in tally.states.values()),
            *([", ".join(seconds)] if has_seconds else []),
        )
    return table


def _turns_tables(found: "Sequence[Tally]") -> "Iterable[Table]":
    """A histogram for each of the settings, all decks together."""
    groups: dict[str, list[Tally]] = {}
    for tally in found:
        words = tally.series.settings.changed().items()
        name = ",".join(f"{key}={value}" for key, value in words) or "default settings"
        groups.setdefault(name, []).append(tally)
    for name, group in groups.items():
        proved = Counter(turns for tally in group for turns in tally.proved_turns)
        others = Counter(turns for tally in group for turns in tally.found_turns)
        if proved or others:
            yield _turns_table(name, proved, others)


def _turns_table(name: str, proved: Counter[int], others: Counter[int]) -> "Table":
    title = f"{name}: turns of the lines"
    table = _table("turns", "proved shortest", "found, perhaps not shortest", "", title=title)
    every = proved + others
    most = max(every.values())
    for turns in range(min(every), max(every) + 1):
        bar = "#" * round(BAR_WIDTH * every[turns] / most)
        table.add_row(str(turns), str(proved[turns]), str(others[turns]), bar)
    return table


def _spread_table(compared: "Sequence[Spread]") -> "Table":
    table = _table(
        "settings",
        "measure",
        "decks",
        "mean, 95 % for decks like these",
        "deviation between decks",
        "within a deck",
        "part of the variance between decks, 95 %",
        title="How much the deck matters (estimated; docs/census.md)",
    )
    for row in compared:
        table.add_row(
            row.settings,
            row.measure,
            str(row.decks),
            f"{row.mean:.3f}{_interval_text(row.mean_interval)}",
            f"{row.between:.3f}",
            f"{row.within:.3f}",
            "nothing differs"
            if row.share is None
            else f"{100 * row.share:.0f} %{_interval_text(row.share_interval, percent=True)}",
        )
    return table


def _interval_text(interval: tuple[float, float] | None, *, percent: bool = False) -> str:
    if interval is None:
        return ", no interval"
    low, high = interval
    return f", {100 * low:.0f} to {100 * high:.0f} %" if percent else f", {low:.3f} to {high:.3f}"


def _json(question: "Question", found: "Sequence[Tally]", is_whole: bool) -> dict[str, object]:
    from casecracker import __version__
    from casecracker.engine.shuffles import SCHEME
    from casecracker.seeds.censusstats import spreads

    effort = question.effort
    return {
        "format": FORMAT,
        "game": question.series[0].settings.game,
        "first": question.first,
        "asked": "shortest" if effort.shortest else "winnable",
        "max_states": effort.states,
        "max_seconds": effort.seconds,
        "sampled": True,
        "interrupted": not is_whole,
        "series": [tally.to_json() for tally in found],
        "decks": [row.to_json() for row in spreads(found)],
        "scheme": SCHEME,
        "version": __version__,
    }


def _draw(path: str, question: "Question", found: "Sequence[Tally]") -> None:
    from casecracker.analysis.charts import save_chart
    from casecracker.seeds.censuschart import census_chart

    deals = sum(len(tally.rows) for tally in found)
    about = (
        f"{_provenance(found)} decks, {deals:,} deals, at most {question.effort.states:,} states"
    )
    title = f"Census of {question.series[0].settings.game}"
    save_chart(census_chart(found, title=title, note=about), path)
    note(f"wrote {path}")
