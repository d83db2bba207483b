"""`casecracker graph`: what depends on what, as a picture or as data."""

from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import deck_option, fail, note

if TYPE_CHECKING:
    from casecracker.analysis.dealmap import DealMap
    from casecracker.analysis.truth import Graph
    from casecracker.engine.deals import Deal

VIEWS = ("objectives", "cards", "cases", "deal")


@click.command()
@click.argument("target", metavar="TARGET")
@click.option("--view", "name", type=click.Choice(VIEWS), required=True, help="Which part to draw.")
@click.option("--out", metavar="FILE", required=True, help="Write to this file.")
@deck_option
def graph(target: str, name: str, out: str, deck: str | None) -> None:
    """Draw what depends on what.

    TARGET is a game, a deck (its id or file), a deal code or a deal file. The view deal needs a
    deal. The ending of FILE decides what is written: .svg .png .dot .graphml .mmd .json.
    """
    from casecracker.analysis.drawing.labels import MARK
    from casecracker.analysis.drawing.saving import ending_of, save
    from casecracker.engine.files import check_replaceable

    ending_of(out)
    check_replaceable(out, "a graph written by casecracker", lambda old: bool(MARK.search(old)))
    drawn = _view(target, name, deck)
    save(drawn, out)
    provenance = drawn.graph["provenance"]
    note(f"wrote {out}: {len(drawn)} nodes, {drawn.size()} edges, of a {provenance} deck")


def _view(target: str, name: str, deck: str | None) -> "Graph":
    from casecracker.analysis.dependencies import dependency_graph
    from casecracker.analysis.views import view
    from casecracker.engine.files import shown
    from casecracker.engine.targets import subject_of

    subject = subject_of(target, deck=deck)
    if name != "deal":
        drawn = view(dependency_graph(subject), name)
    elif subject.deal is None:
        fail(f"the view 'deal' needs a deal, like {subject.game}:42; {shown(target)} is none")
    else:
        drawn = _deal_view(subject.deal)
    if subject.deal is not None and subject.deal.code:
        drawn.graph["deal"] = subject.deal.code
    return drawn


def _deal_view(deal: "Deal") -> "Graph":
    from casecracker.cli.solving import tell_first_run

    tell_first_run()
    from casecracker.analysis.dealmap import deal_map
    from casecracker.analysis.mapgraph import deal_graph

    found = deal_map(deal, slack=0)
    drawn = deal_graph(found)
    if not drawn:
        fail(f"no line to draw: {_why_none(found)}")
    return drawn


def _why_none(found: "DealMap") -> str:
    from casecracker.solver.results import Verdict

    result = found.result
    if result.verdict is Verdict.UNWINNABLE:
        return "this deal cannot be won"
    what = "whether this deal can be won" if result.turns is None else "which lines are shortest"
    return f"{what} is undecided (limit reached: {found.sets[0].known.limit})"
