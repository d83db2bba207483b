"""`casecracker review`: a played game, decision by decision."""

import itertools
from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import deck_option, json_option, note, print_json
from casecracker.cli.solving import MEGABYTE, Seconds, dependence, tell_first_run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casecracker.solver.luck import Seen
    from casecracker.solver.review import Decision, Review

TIME_LIMIT = 60.0
LEAST_SECONDS = 5.0
"""For what could be seen of the decisions, when the searches have used all the time."""

SHOWN = 8
"""Moves named in one row of text; `--json` names all."""

ENDS = {
    "won": "won in turn {}",
    "lost": "lost in turn {}",
    "given-up": "not played to its end; turn {} was under way",
    "unknown-shuffle": "stopped in turn {} by a shuffle that the deal does not tell",
}
LIMITS = {
    "time": "the time limit was reached (--time-limit)",
    "memory": "a search ran out of room",
    "interrupted": "interrupted",
    "unknown-shuffle": "what could still happen depends on a shuffle that the deal does not tell",
}
# What a turn did is told by the first of these that one of its decisions did.
WORDS = {
    "gave-away": "gave it away",
    "unknown": "unknown",
    "kept": "kept",
    "nothing-to-lose": "nothing to lose",
    "forced": "forced",
}
FILLED = (
    "this game was followed card by card: cards that never came up lie in an order that was filled "
    "in, and what is said of moves that were not made holds for that order alone"
)
MARKS = {"gave-away": " ??", "unknown": " ?"}


@click.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--time-limit",
    type=Seconds(),
    metavar="S",
    default=TIME_LIMIT,
    show_default=True,
    help="Seconds for all searches together, and for what could be seen.",
)
@click.option("--memory-limit", type=click.IntRange(1, 1_000_000), metavar="MB", help="Megabytes.")
@deck_option
@json_option
def review(
    file: str, time_limit: float, memory_limit: int | None, deck: str | None, as_json: bool
) -> None:
    """Judge a played game: which moves kept the win, which gave it away.

    FILE is a game record, or a text: a deal code in the first line, then the moves, one or more
    (with ; between them) in a line. The game may have been won, lost or given up.
    """
    from casecracker.cli.streets import is_streets_target, refuse_options, review_streets
    from casecracker.solver.playedgame import load_played

    if is_streets_target(file):
        refuse_options({"--memory-limit": memory_limit is not None})
        tell_first_run()
        review_streets(file, deck, time_limit, as_json)
        return
    game = load_played(file, deck)
    if game.is_filled:
        note(FILLED)
    tell_first_run()
    from casecracker.solver.luck import seen_decisions
    from casecracker.solver.review import review as judge
    from casecracker.solver.search import DEFAULT_MEMORY, Limits

    memory = DEFAULT_MEMORY if memory_limit is None else memory_limit * MEGABYTE
    result = judge(game.deal, game.moves, Limits(time_limit, memory, progress=note))
    left = max(LEAST_SECONDS, time_limit - result.seconds)
    seen = () if result.limit == "interrupted" else seen_decisions(result, left, note)
    if as_json:
        print_json({**result.to_json(), "seen": [_seen_json(each) for each in seen]})
    else:
        click.echo("\n".join([*_report(result, file), *_luck_rows(result, seen)]))


def _report(result: "Review", file: str) -> list[str]:
    from casecracker.engine.files import escaped

    deck = result.source.deck
    name = result.source.code or escaped(file)
    rows = [f"{name}: {ENDS[result.status].format(result.turn)}"]
    rows.append(f"deck: {escaped(deck.name)} ({deck.provenance}), {result.source.deck_id}")
    by_turn = itertools.groupby(result.decisions, key=lambda decision: decision.turn)
    rows += [_turn_row(turn, tuple(decisions)) for turn, decisions in by_turn]
    rows += _chance_rows(result)
    rows.append(f"{result.states:,} states, {result.seconds:.2f} s")
    return rows


def _turn_row(turn: int, decisions: "Sequence[Decision]") -> str:
    did = {str(decision.judgement) for decision in decisions}
    word = next(word for judgement, word in WORDS.items() if judgement in did)
    marks = MARKS if "kept" in did else {"gave-away": " ??"}
    moves = (f"{each.move}{marks.get(str(each.judgement), '')}" for each in decisions)
    return f"{turn:3}  {word:15}  {'; '.join(moves)}"


def _chance_rows(result: "Review") -> list[str]:
    """The last chance, what would have kept it, and the line."""
    if result.status == "won":
        return ["Won: every decision kept the win."]
    if result.last_chance is None:
        if result.settled:
            return ["This deal could not be won, whatever was played (proved)."]
        return [f"Whether it could ever be won is unknown: {LIMITS[str(result.limit)]}."]
    rows = [_last_chance(result), *_better(result)]
    rows.append("A winning line from there, that turn as a whole:")
    for turn in result.line:
        rows += [f"{turn.turn:3}  {turn.text}", f"     [{'; '.join(turn.moves)}]"]
    if result.win is not None:
        rows.append("The referee has replayed this line." + dependence(result.win))
    return rows


def _last_chance(result: "Review") -> str:
    assert result.last_chance is not None
    if result.last_chance == len(result.decisions):
        return "Nothing was given away: the game can still be won."
    decision = result.decisions[result.last_chance]
    before = f"before '{decision.move}' in turn {decision.turn}"
    if result.mistake is not None:
        return f"The last chance: {before}, which gave the win away (proved)."
    return (
        f"It could still be won {before}. When it was lost is unknown: {LIMITS[str(result.limit)]}."
    )


def _better(result: "Review") -> list[str]:
    """What else could have been decided at the mistake."""
    if result.mistake is None:
        return []
    rows = [f"It could be kept by: {_named(result.better)}."]
    unknown = [other for other in result.alternatives if other.winnable is None]
    if unknown:
        names, limit = _named([other.move for other in unknown]), LIMITS[str(unknown[0].limit)]
        rows.append(f"Unknown, {limit}: {names}.")
    lost = sum(other.winnable is False for other in result.alternatives)
    rows += [f"As bad as that: {lost} other decision{'s' * (lost > 1)} (proved)."] if lost else []
    return rows


def _luck_rows(result: "Review", seen: "Sequence[Seen]") -> list[str]:
    """Decisions that turned out otherwise than what could be seen of them."""
    from casecracker.solver.luck import JUDGED

    rows = [_luck_row(each) for each in seen if each.luck is not None]
    judged = [each for each in result.decisions if each.judgement in JUDGED]
    if len(seen) < len(judged):
        rows.append(f"What could be seen was asked of {len(seen)} of {len(judged)} decisions.")
    return rows


def _luck_row(seen: "Seen") -> str:
    from casecracker.advice import PERCENT

    made, best = (f"{PERCENT * chance:.0f} %" for chance in (seen.chance, seen.best_chance))
    what = f"'{seen.decision.move}' in turn {seen.decision.turn}"
    if str(seen.luck) == "lucky":
        return f"Lucky: {what} kept the win; by what could be seen: {made}, '{seen.best}' {best}."
    return f"Unlucky: {what} gave it away; by what could be seen: {made}, the best {best}."


def _seen_json(seen: "Seen") -> dict[str, object]:
    return {
        "number": seen.decision.number,
        "move": seen.decision.move,
        "win_chance": seen.chance,
        "best": seen.best,
        "best_chance": seen.best_chance,
        "luck": None if seen.luck is None else str(seen.luck),
    }


def _named(moves: "Sequence[str]") -> str:
    more = f" and {len(moves) - SHOWN} more" if len(moves) > SHOWN else ""
    return ", ".join(f"'{move}'" for move in moves[:SHOWN]) + more
