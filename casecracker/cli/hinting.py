"""`casecracker hint`: what to do now, judged from what a player can see."""

import os
from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import deck_option, fail, json_option, print_json, print_table
from casecracker.cli.solving import Seconds, tell_first_run

if TYPE_CHECKING:
    from casecracker.engine.deals import Deal
    from casecracker.engine.position import Position
    from casecracker.engine.state import State
    from casecracker.solver.chances import Chances
    from casecracker.solver.hints import Hints


@click.command()
@click.argument("target", metavar="TARGET")
@click.option("--samples", type=click.IntRange(1, 1_000_000), metavar="N", help="Hidden orders.")
@click.option("--time-limit", type=Seconds(), metavar="S", help="Seconds.")
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=0, metavar="N", help="Of random numbers."
)
@click.option("--with-deal", is_flag=True, help="Use the hidden order of the deal: no fair hint.")
@click.option("--verdict", is_flag=True, help="Can the game still be won? Solves hidden orders.")
@deck_option
@json_option
def hint(  # noqa: PLR0913, PLR0917 - one parameter an option
    target: str,
    samples: int | None,
    time_limit: float | None,
    seed: int,
    with_deal: bool,
    verdict: bool,
    deck: str | None,
    as_json: bool,
) -> None:
    """Rank the decisions of a position from what a player can see.

    TARGET is a position file; a deal code or deal file means its opening. What is hidden is not
    used unless --with-deal is given.
    """
    from casecracker.cli.streets import hint_streets, is_streets_target, refuse_options
    from casecracker.engine.deals import Deal
    from casecracker.engine.position import Position
    from casecracker.engine.positionfile import deal_of, load_game
    from casecracker.engine.state import State

    if is_streets_target(target):
        refuse_options(
            {
                "--with-deal": with_deal,
                "--verdict": verdict,
                "--time-limit": time_limit is not None,
            }
        )
        tell_first_run()
        hint_streets(target, deck, samples, seed, as_json)
        return
    if with_deal and verdict:
        fail("--with-deal and --verdict cannot go together: solve decides a deal that is known")
    game = load_game(target, deck)
    position = Position.of(State.start(game)) if isinstance(game, Deal) else game.position
    if position.status != "playing":
        fail(f"the game of {target} is over ({position.status}): there is nothing to decide")
    tell_first_run()
    if verdict:
        _tell_verdict(position, samples, seed, time_limit, as_json)
    elif with_deal:
        _tell_with_deal(deal_of(game), time_limit, as_json)
    else:
        _tell_hints(position, samples, seed, time_limit, as_json)


def _tell_hints(
    position: "Position", samples: int | None, seed: int, limit: float | None, as_json: bool
) -> None:
    from casecracker.advice import deck_words, hints_table
    from casecracker.solver.hints import DEFAULT_SAMPLES, hints

    state = position.example
    found = hints(
        state,
        samples=samples or DEFAULT_SAMPLES,
        seed=seed,
        time_limit=limit,
        workers=os.cpu_count() or 1,
    )
    if as_json:
        print_json(_hints_json(state, found))
        return
    order = "every hidden order tried" if found.exact else f"{found.samples} hidden orders"
    print_table(
        f"turn {position.turn}, {position.pending}: chance to win as the built-in player goes on, "
        f"{order} ({deck_words(position.deck)})",
        hints_table(state, found),
    )


def _hints_json(state: "State", found: "Hints") -> dict[str, object]:
    from casecracker.advice import words_of

    words = words_of(state)
    return {
        "format": 1,
        "moves": [_hint_json(state, found, place, words) for place in range(len(found.moves))],
        "exact": found.exact,
        "deck": state.deal.deck.summary(),
        "seed": found.seed,
        "seconds": found.seconds,
    }


def _hint_json(
    state: "State", found: "Hints", place: int, words: dict[str, str]
) -> dict[str, object]:
    from casecracker.solver.reasons import reason

    hint = found.moves[place]
    return {
        "move": str(hint.move),
        "text": words[str(hint.move)],
        "win_chance": hint.win_chance,
        "low": hint.low,
        "high": hint.high,
        "samples": hint.samples,
        "cut_off": hint.cut_off,
        "turns": hint.turns,
        "why": reason(state, found, place),
    }


def _tell_verdict(
    position: "Position", samples: int | None, seed: int, limit: float | None, as_json: bool
) -> None:
    from casecracker.advice import deck_words, verdict_text
    from casecracker.solver.chances import DEFAULT_SAMPLES, chances

    found = chances(position, samples=samples or DEFAULT_SAMPLES, seed=seed, time_limit=limit)
    if as_json:
        print_json(_verdict_json(position, found, seed))
    else:
        click.echo(f"{verdict_text(found)} ({deck_words(position.deck)})")


def _verdict_json(position: "Position", found: "Chances", seed: int) -> dict[str, object]:
    return {
        "format": 1,
        "lost": found.proof is not None,
        "proof": found.proof,
        "winnable": found.winnable,
        "unwinnable": found.unwinnable,
        "undecided": found.undecided,
        "low": found.low,
        "high": found.high,
        "deck": position.deck.summary(),
        "seed": seed,
        "seconds": found.seconds,
    }


def _tell_with_deal(deal: "Deal", limit: float | None, as_json: bool) -> None:
    from casecracker.advice import deck_words
    from casecracker.solver.knowing import with_deal

    known = with_deal(deal, limit)
    if as_json:
        print_json(known.to_json())
        return
    rows = [f"{move:30} {verdict}" for move, verdict in known.verdicts]
    click.echo("\n".join([f"with the hidden order of the deal ({deck_words(deal.deck)}):", *rows]))
