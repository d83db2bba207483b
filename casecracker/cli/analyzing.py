"""`casecracker analyze`: what a deck asks for, and where it can break."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import deck_option, fail, json_option, print_json, print_table
from casecracker.cli.solving import Seconds, tell_first_run
from casecracker.engine.files import escaped, shown

if TYPE_CHECKING:
    from rich.table import Table

    from casecracker.analysis.blocking import Blocking
    from casecracker.analysis.findings import Findings, Part
    from casecracker.engine.targets import Subject


GAMES_A_DEAL = 10
"""With --worth N: games of the fast player for each deal that is solved."""


@click.command()
@click.argument("target", metavar="GAME|DECK|TARGET")
@click.option("--map", "as_map", is_flag=True, help="Map the shortest lines of a deal.")
@click.option("--what-if", is_flag=True, help="Solve a deal without contact, with lower limits ...")
@click.option(
    "--without", "cards", multiple=True, metavar="CARD", help="Solve a deal without its play."
)
@click.option("--statistics", is_flag=True, help="What the deck holds and what its stack brings.")
@click.option(
    "--worth",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Sample what each card is worth: N deals solved, ten times as many games played.",
)
@click.option("--time-limit", type=Seconds(), metavar="S", help="Seconds, of --map and what-ifs.")
@deck_option
@json_option
def analyze(  # noqa: PLR0913, PLR0917 - one parameter an option
    target: str,
    as_map: bool,
    what_if: bool,
    cards: tuple[str, ...],
    statistics: bool,
    worth: int | None,
    time_limit: float | None,
    deck: str | None,
    as_json: bool,
) -> None:
    """Bottlenecks, the critical chain, and what each objective needs.

    The target is a game, a deck, a deal code, or a file with a deck, a deal or a position. What is
    said holds in every deal of the cards with those settings; --map, --what-if and --without are
    about one deal.
    """
    from casecracker.engine.targets import subject_of

    wanted = [as_map, what_if or bool(cards), statistics, worth is not None]
    if sum(wanted) > 1 or (what_if and cards):
        fail("one of --map, --what-if, --without, --statistics and --worth at a time")
    if time_limit is not None and not any(wanted[:2]):
        fail("--time-limit goes with --map, --what-if or --without; nothing else is searched")
    subject = subject_of(target, deck=deck)
    if as_map or what_if or cards:
        _tell_deal(subject, target, cards, as_map, time_limit, as_json)
    elif statistics or worth is not None:
        _tell_deck(subject, worth, as_json)
    else:
        _tell_findings(subject, as_json)


def _tell_deal(  # noqa: PLR0913, PLR0917 - what was asked
    subject: "Subject",
    target: str,
    cards: tuple[str, ...],
    as_map: bool,
    time_limit: float | None,
    as_json: bool,
) -> None:
    from casecracker.cli.mapping import tell_map, tell_what_if

    if subject.deal is None:
        fail(f"this is asked of a deal, like {subject.game}:42; {shown(target)} is none")
    tell_first_run()
    if as_map:
        tell_map(subject.deal, slack=1, time_limit=time_limit, as_json=as_json)
    else:
        tell_what_if(
            subject.deal, tuple(dict.fromkeys(cards)), time_limit=time_limit, as_json=as_json
        )


def _tell_deck(subject: "Subject", worth: int | None, as_json: bool) -> None:
    from casecracker.cli.mapping import tell_statistics, tell_worth

    if worth is None:
        tell_statistics(subject.deck, as_json=as_json)
        return
    tell_first_run()
    from casecracker.analysis.worth import Samples

    samples = Samples(games=GAMES_A_DEAL * worth, deals=worth, seed=0)
    tell_worth(subject.deck, subject.settings, samples, as_json=as_json)


def _tell_findings(subject: "Subject", as_json: bool) -> None:
    from casecracker.analysis.findings import findings

    found = findings(subject)
    if as_json:
        print_json(found.to_json())
        return
    print_table(*_heading(subject), *_tables(found))


def _heading(subject: "Subject") -> "Iterable[str]":
    from casecracker.engine.deals import settings_text

    deck = subject.deck
    yield f"{subject.game}: {escaped(deck.name)} ({deck.provenance}), digest {deck.digest}"
    yield f"settings: {settings_text(subject.settings)}"
    what = "every deal with these settings"
    if subject.deal is not None:
        name = subject.deal.code or "the deal"
        what = f"{escaped(name)} and {what} and the same {_called(subject)}"
    yield f"holds in {what}; lower bounds and 'impossible' are proved"
    yield ""


def _called(subject: "Subject") -> str:
    return "menaces in the game" if subject.deck.menace else "victims in the game"


def _tables(found: "Findings") -> "Iterable[Table | str]":
    yield _bounds_table(found)
    yield _plan_text(found)
    yield _points_table(found)
    if found.order:
        yield _order_table(found)
    if found.competitions:
        yield _competition_table(found)
    yield from _remarks(found)


def _table(title: str, *columns: str) -> "Table":
    from rich.table import Table

    return Table(*columns, title=title, title_justify="left")


def _parts(found: "Findings") -> "list[Part]":
    return [found.goal, *found.objectives]


def _bounds_table(found: "Findings") -> "Table":
    table = _table(
        "critical chain: no game takes less", "", "letters", "turns", "plays", "closings"
    )
    for part in _parts(found):
        chain = part.chain
        numbers = [str(chain.turns), str(chain.plays), str(chain.closings)]
        if not chain.possible:
            numbers = ["impossible", "-", "-"]
        elif not chain.exact:
            numbers[0] += " (effort ran out: may be more)"
        table.add_row(escaped(found.label(part.node)), " ".join(part.letters), *numbers)
    return table


def _plan_text(found: "Findings") -> str:
    """How the goal's bound comes about: one of the cheapest choices of lines."""
    chain = found.goal.chain
    if not chain.possible:
        return "The goal is impossible: no choice of lines meets what the cards ask for (proved).\n"
    name = "case" if found.subject.deck.case else "line"
    lines = [
        f"{name} {closing.name}: {len(closing.scored)} scored, {closing.others} others, closed by "
        f"{'the action, a turn more' if closing.by_action else 'an effect'}"
        for closing in chain.plan
    ]
    return "\n".join(["A cheapest choice of lines, a turn for each card:", *lines, ""])


def _points_table(found: "Findings") -> "Table":
    title = "single points of failure, and the fewest other cards whose loss blocks it"
    table = _table(title, "", "impossible without any one of", "other smallest blocking sets")
    for part in _parts(found):
        points = _names(found, part.single_points) or "-"
        blocking = _blocking_text(found, part.blocking)
        table.add_row(escaped(found.label(part.node)), points, blocking)
    return table


def _names(found: "Findings", nodes: Iterable[str]) -> str:
    return ", ".join(_name(found, node) for node in nodes)


def _name(found: "Findings", node: str) -> str:
    """A card as players say it: its id, or the case's or menace's name."""
    data = found.graph.nodes[node]
    return escaped(str(data["card_id"] if data["kind"] == "card" else data["label"]))


def _blocking_text(found: "Findings", blocking: "Blocking") -> str:
    if blocking.size is None:
        return "none" if blocking.exact else "not found (effort ran out)"
    if blocking.size == 0:
        return "none needed: impossible anyway"
    sets = " or ".join(f"{{{_names(found, cards)}}}" for cards in blocking.sets[:3])
    exact = "" if blocking.exact else ", perhaps fewer (effort ran out)"
    more = len(blocking.sets) - 3
    rest = f" or {more} more" if more > 0 else ""
    rest += " and others" if not blocking.complete and blocking.exact else ""
    return f"{blocking.size} cards{exact}: {sets}{rest}"


def _order_table(found: "Findings") -> "Table":
    table = _table(
        "order", "", "closed first", "complete with it", "shares letters", "needs more than"
    )
    for order in found.order:
        table.add_row(
            escaped(found.label(order.objective)),
            _numbers(order.closings),
            _numbers(order.implies),
            _numbers(order.shares),
            _numbers(order.after),
        )
    return table


def _numbers(nodes: Iterable[str]) -> str:
    return ", ".join(node.split(":")[1] for node in nodes) or "-"


def _competition_table(found: "Findings") -> "Table":
    table = _table("several puzzle cards need", "", "cards", "provided by")
    for entry in found.competitions:
        what = _WHAT.get(entry.what) or found.label(entry.what)
        short = f" (too few: {len(entry.provided_by)})" if entry.is_short else ""
        table.add_row(
            escaped(what), _names(found, entry.wanted_by), _names(found, entry.provided_by) + short
        )
    return table


_WHAT = {
    "key": "a Key each",
    "skeleton": "a Skeleton Key each",
    "machine": "Tillinghast's Machine",
}


def _remarks(found: "Findings") -> Iterable[str]:
    if found.never:
        yield f"Never laid in any game (proved): {_names(found, found.never)}"
    for ring in found.rings:
        words = "wait for each other for ever" if ring.is_deadlock else "need each other, or others"
        yield f"These {words}: {_names(found, ring.nodes)}"
