"""`casecracker solve`, `verify` and `perft`: what can be reached in a deal."""

import math
from typing import TYPE_CHECKING, Literal

import click

from casecracker.cli.shell import deck_option, json_option, note, print_json
from casecracker.engine.errors import MoveError, RecordError

if TYPE_CHECKING:
    from casecracker.engine.deals import Deal
    from casecracker.solver.record import Record
    from casecracker.solver.results import Result
    from casecracker.solver.takeover import Takeover

NOT_VERIFIED = 1
MEGABYTE = 1024**2


class Seconds(click.ParamType[float]):
    """A number of seconds, 0 or more."""

    name = "seconds"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that the word spells."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 <= seconds < math.inf:
            self.fail(f"{value!r} is not a number of seconds, 0 or more", param, ctx)
        return seconds


@click.command()
@click.argument("target", metavar="TARGET")
@click.option("--shortest", is_flag=True, help="Find a line of fewest turns and prove it.")
@click.option(
    "--backend", type=click.Choice(["auto", "dfs", "cpsat"]), default="auto", show_default=True
)
@click.option("--time-limit", type=Seconds(), metavar="S", help="Seconds.")
@click.option("--memory-limit", type=click.IntRange(1, 1_000_000), metavar="MB", help="Megabytes.")
@click.option("--resume", metavar="FILE", help="Go on from the line and bound of this game record.")
@click.option("--save", metavar="FILE", help="Write the game record to this file.")
@deck_option
@json_option
@click.pass_context
def solve(  # noqa: PLR0913, PLR0917 - one parameter an option
    context: click.Context,
    target: str,
    shortest: bool,
    backend: Literal["auto", "dfs", "cpsat"],
    time_limit: float | None,
    memory_limit: int | None,
    resume: str | None,
    save: str | None,
    deck: str | None,
    as_json: bool,
) -> None:
    """Decide whether a deal can be won, and show a winning line.

    TARGET may be a position file too, if it tells the hidden order.

    Exit status: 0 winnable, 1 unwinnable, 3 undecided, 2 an error.
    """
    from casecracker.cli.streets import is_streets_target, refuse_options, solve_streets_deal
    from casecracker.engine.positionfile import deal_of, load_game

    if is_streets_target(target):
        refuse_options(
            {
                "--backend": backend != "auto",
                "--memory-limit": memory_limit is not None,
                "--resume": resume is not None,
            }
        )
        context.exit(solve_streets_deal(target, deck, shortest, time_limit, save, as_json))
    deal = deal_of(load_game(target, deck))
    if save is not None:
        _check_save(save)
    if backend != "cpsat":
        tell_first_run()
    from casecracker.solver.record import save_record
    from casecracker.solver.results import EXIT_STATUS
    from casecracker.solver.search import DEFAULT_MEMORY, Limits, begin_run

    memory = DEFAULT_MEMORY if memory_limit is None else memory_limit * MEGABYTE
    takeover = _takeover(deal, resume)
    run = begin_run(deal, shortest=shortest, backend=backend, takeover=takeover)
    result = run.go_on(Limits(time_limit, memory, progress=note))
    if as_json:
        print_json(result.to_json())
    else:
        click.echo("\n".join(_report(result, target)))
    if save is not None:
        save_record(save, result)
        note(f"wrote {save}")
    context.exit(EXIT_STATUS[result.verdict])


@click.command()
@click.argument("file", metavar="FILE")
@json_option
@click.pass_context
def verify(context: click.Context, file: str, as_json: bool) -> None:
    """Replay the line of a game record with the referee.

    Exit status: 0 if every move is legal and the game is won, 1 if not, 2 an error.
    """
    from casecracker.cli.streets import is_streets_target, verify_streets
    from casecracker.solver.record import load_record, verify_record

    if is_streets_target(file):
        context.exit(verify_streets(file, as_json))
    record = load_record(file)
    error, turns = "", None
    try:
        turns = verify_record(record).turn
    except (RecordError, MoveError) as fault:
        error = str(fault)
    if as_json:
        print_json(_verified(record, turns, error))
    elif error:
        note(f"not verified: {error:.500}")
    else:
        deal, deck = record.deal, record.deal.deck
        click.echo(
            f"verified: {len(record.moves)} moves, won in turn {turns}; "
            f"{deal.code or 'a deal'} of a {deck.provenance} deck, digest {deck.digest}"
        )
    context.exit(NOT_VERIFIED if error else 0)


def _verified(record: "Record", turns: int | None, error: str) -> dict[str, object]:
    deck = record.deal.deck
    return {
        "format": 1,
        "verified": not error,
        "error": error or None,
        "turns": turns,
        "moves": len(record.moves),
        "deal": record.deal.code,
        "deck": {"provenance": deck.provenance, "digest": deck.digest},
    }


@click.command()
@click.argument("target", metavar="TARGET")
@click.option("--depth", type=click.IntRange(0, 40), required=True, metavar="N")
@click.option("--divide", is_flag=True, help="Also the number below each first move.")
@deck_option
@json_option
def perft(target: str, depth: int, divide: bool, deck: str | None, as_json: bool) -> None:
    """Count the move sequences of a deal, for checking rules."""
    from casecracker.engine.perft import divide as divided
    from casecracker.engine.perft import perft_counts
    from casecracker.engine.positionfile import deal_of, load_game
    from casecracker.engine.state import State

    deal = deal_of(load_game(target, deck))
    tell_first_run()
    start = State.start(deal)
    counts = perft_counts(start, depth)
    parts = divided(start, depth) if divide and depth > 0 else {}
    if as_json:
        print_json({"format": 1, "deal": deal.code, "counts": counts, "divide": parts})
        return
    click.echo("\n".join(f"{move:30} {count:,}" for move, count in parts.items()), nl=bool(parts))
    click.echo("\n".join(f"depth {i:2} {count:18,}" for i, count in enumerate(counts)))


def tell_first_run() -> None:
    """Say that compiling comes first, if it does."""
    from casecracker.engine.jit import cache_folder, is_first_run

    if cache_folder() is None:
        note("compiling (20 to 80 s); no safe cache folder to keep the result in")
    elif is_first_run():
        note("compiling for the first run (20 to 80 s; kept for later runs)")


def _takeover(deal: "Deal", path: str | None) -> "Takeover":
    """What the search takes over from the record at `path`, told beside the result."""
    from casecracker.engine.files import place
    from casecracker.solver.record import load_record
    from casecracker.solver.takeover import NOTHING, takeover_from

    if path is None:
        return NOTHING
    takeover = takeover_from(deal, load_record(path), place(path))
    line = f"a line of {len(takeover.moves)} moves (replayed)" if takeover.moves else "no line"
    bound = f"lower bound {takeover.bound} (its claim)" if takeover.bound else "no lower bound"
    note(f"taken over from {path}: {line}, {bound}")
    return takeover


def _check_save(path: str) -> None:
    """Refuse, before anything is searched, a path that no record can be written to."""
    from casecracker.engine.files import check_replaceable

    check_replaceable(path, "a game record", lambda text: '"moves"' in text)


def _report(result: "Result", target: str) -> list[str]:
    from casecracker.engine.files import escaped

    deck = result.source.deck
    rows = [f"{result.source.code or escaped(target)}: {_verdict_words(result)}"]
    rows.append(f"deck: {escaped(deck.name)} ({deck.provenance}), {result.source.deck_id}")
    for turn in result.line:
        rows.append(f"{turn.turn:3}  {turn.text}")
        rows.append(f"     [{'; '.join(turn.moves)}]")
    if result.line:
        rows.append("The referee has replayed this line." + dependence(result))
    if result.proof:
        is_proved = result.proven_shortest or result.verdict == "unwinnable"
        rows.append(f"{'Proof' if is_proved else 'Note'}: {result.proof}.")
    rows.append(f"{result.states:,} states, {result.seconds:.2f} s, {result.backend}")
    return rows


def _verdict_words(result: "Result") -> str:
    if result.line:
        shortest = ", proven shortest" if result.proven_shortest else ""
        return f"winnable in {result.turns} turns{shortest}{_limit_words(result)}"
    if result.verdict == "unwinnable":
        return "unwinnable (proved)"
    if result.limit == "unknown-shuffle":
        return "undecided: no win exists before the first reshuffle that the deal does not tell"
    if result.limit == "untold":
        return "undecided: a win may lie in games that the formulas do not tell (docs/search.md)"
    return f"undecided ({result.limit}; it says nothing about the deal)"


def _limit_words(result: "Result") -> str:
    if result.limit is None or result.proven_shortest:
        return ""
    return f"; not proven shortest ({result.limit}): no line is shorter than {result.lower_bound}"


def dependence(result: "Result") -> str:
    """What of later shuffles a line depends on, as a sentence with a space before it."""
    if result.reshuffles == 0:
        return " It holds whatever later shuffles bring."
    if result.reshuffles == 1:
        return " It depends on the first later shuffle."
    return f" It depends on the first {result.reshuffles} later shuffles."
