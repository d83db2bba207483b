"""Must-play cards confirmed: `python -m tests.bench.mustplay --seeds 0-9`.

For each deal that is proven shortest in time, all shortest lines are collected; what they all play
is the claim. Each claim is then put to another search of another deal, in which that card cannot be
played: is there no line as short? The other way round, a deal without one of the cards that only
some lines play must still have a line as short (one card a deal, to see that the check can fail).
"""

import time
from dataclasses import dataclass, replace

import click

from casecracker.analysis.linefacts import line_facts
from casecracker.analysis.lines import LineSearch
from casecracker.analysis.whatif import Confirmation, confirm_must_play
from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.library import find_deck
from casecracker.engine.state import State
from casecracker.solver.search import LimitReached, Limits, solve_deal
from tests.bench.asked import seeds_in

ROW = "{:5} turns {} cards {} held {} failed {} open {} control {} seconds {:.1f}"


@dataclass(frozen=True)
class Row:
    """One deal: turns of its shortest lines, the claims put to the test, and the control."""

    turns: int
    claims: tuple[Confirmation, ...]
    control: Confirmation | None  # a card that some lines do without

    def count(self, holds: bool | None) -> int:
        """How many claims came out so."""
        return sum(claim.holds is holds for claim in self.claims)

    @property
    def is_confirmed(self) -> bool:
        """Whether every claim holds, and the control has a line as short."""
        is_seen = self.control is None or self.control.holds is False
        return is_seen and all(claim.holds for claim in self.claims)


def row_of(deal: Deal, proof_seconds: float, seconds: float) -> Row | None:
    """Claims and confirmations of a deal; None if its shortest lines are not known in time."""
    limits = Limits(seconds, clock=time.process_time)
    result = solve_deal(deal, shortest=True, limits=replace(limits, seconds=proof_seconds))
    if result.turns is None or not result.proven_shortest:
        return None
    try:
        lines = LineSearch(State.start(deal), limits).lines(result.turns, seconds)
    except LimitReached:
        return None
    facts = line_facts(lines)
    claims = (confirm_must_play(deal, card, result.turns, limits) for card in facts.must_play)
    others = [card for card in facts.may_play if card not in facts.must_play]
    control = confirm_must_play(deal, others[0], result.turns, limits) if others else None
    return Row(result.turns, tuple(claims), control)


@click.command()
@click.option("--deck", default="witch-cult-standard", show_default=True)
@click.option("--seeds", default="0-9", show_default=True, help="FIRST-LAST")
@click.option("--proof-limit", default=3.0, show_default=True, help="To prove the shortest turns.")
@click.option("--time-limit", default=20.0, show_default=True, help="Processor seconds a question.")
def main(deck: str, seeds: str, proof_limit: float, time_limit: float) -> None:
    """Print a row for each deal, and how many were confirmed."""
    cards = find_deck(deck)
    settings = make_settings(find_game(cards.game), {})
    rows: list[Row] = []
    for seed in seeds_in(seeds):
        begin = time.process_time()
        row = row_of(deal_from_seed(cards, deck, seed, settings), proof_limit, time_limit)
        seconds = time.process_time() - begin
        if row is None:
            click.echo(f"{seed:5} not known in time, seconds {seconds:.1f}")
            continue
        rows.append(row)
        counts = (row.count(True), row.count(False), row.count(None))
        control = "none" if row.control is None else row.control.holds is False
        click.echo(ROW.format(seed, row.turns, len(row.claims), *counts, control, seconds))
    confirmed = sum(row.is_confirmed for row in rows)
    claims = sum(len(row.claims) for row in rows)
    click.echo(f"{confirmed} of {len(rows)} deals confirmed, {claims} must-play cards")


if __name__ == "__main__":
    main()
