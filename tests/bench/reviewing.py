"""Reviews held against a solver, decision by decision: `python -m tests.bench.reviewing`.

Games of random movers and of the hint bot on full deals. Every position of a game is solved by
itself, by the complete search and by beams for as long as told; where both the review and that
solver know whether a win is left, they must say the same.
"""

import random
from collections import Counter

import click

from casecracker.engine.deals import Deal, deal_from_seed
from casecracker.engine.games import find_game, make_settings
from casecracker.engine.library import find_deck
from casecracker.engine.notation import Move
from casecracker.engine.state import State
from casecracker.solver.hints import Advisor, Budget
from casecracker.solver.results import Verdict
from casecracker.solver.review import review
from casecracker.solver.search import Limits, solve_deal
from tests.bench.playing import MODES, Chooser, game_of

SAMPLES = 16
CANDIDATES = 6
KNOWN = {Verdict.WINNABLE: True, Verdict.UNWINNABLE: False, Verdict.UNDECIDED: None}


def random_chooser(deal: Deal) -> Chooser:
    """Every legal move is as likely as another."""
    rng = random.Random(deal.seed)
    return lambda _, moves: rng.choice(moves)


def hint_chooser(_: Deal) -> Chooser:
    """The first of the hints, from few samples."""
    advisor, budget = Advisor(), Budget(SAMPLES, candidates=CANDIDATES)

    def choose(state: State, moves: list[Move]) -> Move:
        found = advisor.hints(state, budget, seed=state.turn)
        return next(hint.move for hint in found.moves if hint.move in moves)

    return choose


PLAYERS = {"random": random_chooser, "hints": hint_chooser}


def compare(deal: Deal, moves: list[str], seconds: float, seen: Counter[str]) -> None:
    """Solve the position after every move, and count where the review says the same.

    Raises:
        AssertionError: It does not.
    """
    found = review(deal, moves, Limits(20 * seconds))
    for decision in found.decisions:
        played = moves[: decision.number]
        answer = KNOWN[solve_deal(deal, played=played, limits=Limits(seconds)).verdict]
        if decision.winnable is None or answer is None:
            seen["unknown to the review" if decision.winnable is None else "to the solver"] += 1
            continue
        assert decision.winnable == answer, f"{deal.code}, after {decision.number} moves"
        seen["won alike" if answer else "lost alike"] += 1


@click.command()
@click.argument("modes", nargs=-1, type=click.Choice(list(MODES)))
@click.option("--games", default=50, type=click.IntRange(min=1), show_default=True)
@click.option("--seconds", default=1.0, type=click.FloatRange(min=0.01), show_default=True)
def main(modes: tuple[str, ...], games: int, seconds: float) -> None:
    """Review GAMES games of each player and mode; SECONDS for each position of a game."""
    for mode in modes or MODES:
        deck_id, settings = MODES[mode]
        deck = find_deck(deck_id)
        chosen = make_settings(find_game(deck.game), settings)
        for name, player in PLAYERS.items():
            seen = Counter[str]()
            for seed in range(games):
                deal = deal_from_seed(deck, deck_id, seed, chosen)
                end, moves = game_of(deal, player(deal))
                compare(deal, moves, seconds, seen)
                seen[f"games {end.status}"] += 1
            click.echo(f"{mode} | {name} | {dict(sorted(seen.items()))}")


if __name__ == "__main__":
    main()
