"""The commands for Streets of Arkham: `deal`, `solve`, `verify`, `hint` and `review` of it.

The commands themselves ask here first whether a target is one of this game (docs/streets.md).
"""

import os
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import fail, note, print_json, print_table
from casecracker.engine.errors import MoveError, RecordError
from casecracker.engine.files import FORMAT, STDIN, escaped

if TYPE_CHECKING:
    from casecracker.engine.streets.deal import StreetsDeal
    from casecracker.engine.streets.state import StreetsState
    from casecracker.solver.streets.hints import StreetsHint
    from casecracker.solver.streets.record import StreetsRecord
    from casecracker.solver.streets.results import StreetsResult

NOT_VERIFIED = 1


def is_streets_target(target: str | None) -> bool:
    """Whether a target is a deal code of this game, or a file with a game of it."""
    from casecracker.engine.streets.deal import is_streets_code

    if target is None or target == STDIN:
        return False
    if is_streets_code(target):
        return True
    if not os.path.isfile(target):
        return False
    from casecracker.solver.streets.targets import is_streets_target as is_one

    return is_one(target)


def refuse_options(given: Mapping[str, bool]) -> None:
    """Refuse options that this game does not know, if they were given."""
    for option, is_given in given.items():
        if is_given:
            fail(f"{option} is not there for streets-of-arkham")


def record_of(target: str, box: str | None) -> "StreetsRecord":
    """The game that a target names. Raises as `load_streets_game`."""
    from casecracker.solver.streets.targets import load_streets_game

    return load_streets_game(target, box)


# deal


def deal_streets(target: str, box: str | None, as_json: bool) -> None:
    """Lay a deal out."""
    deal = record_of(target, box).deal
    if as_json:
        print_json(_deal_row(deal))
    else:
        click.echo("\n".join(_deal_lines(deal)))


def _deal_row(deal: "StreetsDeal") -> dict[str, object]:
    from casecracker.engine.streets.state import StreetsState
    from casecracker.solver.streets.results import deal_summary

    box = deal.box
    return {
        "format": FORMAT,
        **deal_summary(deal),
        "opening": StreetsState.start(deal).view(),
        "adventures": [box.places[card].id for card in deal.decks[5]],
        "other_worlds": [box.places[card].id for card in deal.decks[6]],
        "events": [box.events[card].id for card in deal.decks[7]],
        "mythos": [box.mythos[card].id for card in deal.decks[8]],
        "investigators": [box.investigators[who].id for who in deal.people],
        "green": deal.tapes[0].part(0, 60),
        "yellow": deal.tapes[1].part(0, 20),
        "red": deal.tapes[2].part(0, 20),
    }


def _deal_lines(deal: "StreetsDeal") -> Iterator[str]:
    from casecracker.engine.streets.state import StreetsState

    box = deal.box
    yield from heading(deal)
    yield ""
    yield str(StreetsState.start(deal))
    for title, cards in (
        ("Arkham Adventures, top first", [box.places[card].id for card in deal.decks[5][6:]]),
        ("Other Worlds, top first", [box.places[card].id for card in deal.decks[6]]),
        ("Events, top first", [box.events[card].id for card in deal.decks[7]]),
        ("Mythos cards, top first", [box.mythos[card].id for card in deal.decks[8]]),
        ("Green dice", deal.tapes[0].part(0, 60)),
        ("Yellow die", deal.tapes[1].part(0, 20)),
        ("Red die", deal.tapes[2].part(0, 20)),
    ):
        yield from ("", title, f"  {' '.join(cards)}")


def heading(deal: "StreetsDeal") -> Iterator[str]:
    """Which deal it is, and of which cards."""
    yield deal.code or f"a deal of {escaped(deal.box_id)}, seed {deal.seed}"
    yield f"cards: {deal.box.provenance}, {escaped(deal.box.name)} (docs/streets.md)"


# solve and verify


def solve_streets_deal(  # noqa: PLR0913, PLR0917 - one parameter an option
    target: str,
    box: str | None,
    shortest: bool,
    time_limit: float | None,
    save: str | None,
    as_json: bool,
) -> int:
    """Decide a deal; the exit status."""
    from casecracker.solver.results import EXIT_STATUS
    from casecracker.solver.streets.record import result_record, write_record
    from casecracker.solver.streets.search import solve_streets

    record = record_of(target, box)
    if record.moves:
        fail("solve decides a deal from its beginning; give its code")
    result = solve_streets(record.deal, shortest=shortest, time_limit=time_limit)
    if as_json:
        print_json(result.to_json())
    else:
        click.echo("\n".join(_report(result)))
    if save is not None:
        write_record(save, result_record(result))
        note(f"wrote {save}")
    return EXIT_STATUS[result.verdict]


def _report(result: "StreetsResult") -> Iterator[str]:
    code, *rest = heading(result.source)
    yield f"{code}: {_verdict_words(result)}"
    yield from rest
    for turn in result.line:
        yield f"{turn.turn:3}  {escaped(turn.text)}"
        yield f"     [{'; '.join(turn.moves)}]"
    if result.line:
        yield "The referee has replayed this line. It needs the dice and cards of this shuffle."
    if result.proof:
        yield f"Proof: {result.proof}."
    yield f"{result.states:,} moves tried, {result.seconds:.2f} s"


def _verdict_words(result: "StreetsResult") -> str:
    if result.verdict == "winnable":
        if not result.line:
            return "winnable: it is won before the first move"
        if result.proven_shortest:
            return f"winnable in {result.turns} turns, proven shortest"
        bound = f"no line is shorter than {result.lower_bound}"
        why = f" ({result.limit})" if result.limit else ""
        return f"winnable in {result.turns} turns; not proven shortest{why}: {bound}"
    if result.verdict == "unwinnable":
        return "unwinnable (proved)"
    return f"undecided ({result.limit}; it says nothing about the deal)"


def verify_streets(path: str, as_json: bool) -> int:
    """Replay a record with the referee; the exit status."""
    from casecracker.solver.streets.record import load_record, verify_record
    from casecracker.solver.streets.results import deal_summary

    record = load_record(path)
    error, turns = "", None
    try:
        turns = verify_record(record)
    except (RecordError, MoveError) as fault:
        error = str(fault)
    summary = deal_summary(record.deal)
    if as_json:
        facts = {"verified": not error, "error": error or None, "turns": turns}
        deck = {key: summary["deck"][key] for key in ("provenance", "digest")}
        row = {"format": FORMAT, **facts, "moves": len(record.moves), "deal": record.deal.code}
        print_json({**row, "deck": deck})
    elif error:
        note(f"not verified: {error:.500}")
    else:
        click.echo(
            f"verified: {len(record.moves)} moves, won in turn {turns}; "
            f"{record.deal.code or 'a deal'} with {record.deal.box.provenance} cards"
        )
    return NOT_VERIFIED if error else 0


# hint and review


def hint_streets(
    target: str, box: str | None, samples: int | None, seed: int, as_json: bool
) -> None:
    """Rank the moves of a game as it stands."""
    from casecracker.solver.streets.hints import DEFAULT_SAMPLES, streets_hints

    begin = time.monotonic()
    record = record_of(target, box)
    state = record.state()
    if not state.moves():
        fail(f"the game of {target} is over ({state.status}): there is nothing to decide")
    found = streets_hints(state, samples=samples or DEFAULT_SAMPLES, seed=seed)
    if as_json:
        moves = [_hint_json(hint, samples or DEFAULT_SAMPLES) for hint in found]
        taken = {"seed": seed, "seconds": round(time.monotonic() - begin, 3)}
        print_json({"format": FORMAT, "moves": moves, "exact": False, **_deck(state), **taken})
        return
    print_table(
        f"turn {state.turn}, {state.pending} ({record.deal.box.provenance} cards)",
        *(hint_text(hint) for hint in found),
        _unit(),
    )


def _unit() -> str:
    """What worth is counted in."""
    from casecracker.solver.streets.prices import DOOM, SIGN

    prices = f"an Elder Sign is {SIGN:.0f}, a doom token from {-DOOM:.0f}"
    return f"worth: {prices} (docs/streets.md, Hints)"


def _deck(state: "StreetsState") -> dict[str, object]:
    from casecracker.solver.streets.results import deal_summary

    return {"deck": deal_summary(state.deal)["deck"]}


def _hint_json(hint: "StreetsHint", samples: int) -> dict[str, object]:
    looked_at = samples if hint.chance is None else 0
    return {
        "move": hint.move,
        "text": hint.move,
        "win_chance": None,
        "low": None,
        "high": None,
        "worth": round(hint.worth, 3),
        "fraction": None if hint.chance is None else str(hint.chance),
        "chance": None if hint.chance is None else float(hint.chance),
        "samples": looked_at,
        "cut_off": looked_at,
        "why": hint.why,
    }


def hint_text(hint: "StreetsHint") -> str:
    """A hint in one line."""
    return f"{hint.move:30} worth {hint.worth:8.1f}   {hint.why}"


def review_streets(path: str, box: str | None, time_limit: float, as_json: bool) -> None:
    """Judge a played game by what could be seen, and say where the win was lost."""
    from casecracker.solver.streets.review import review_streets_game

    record = record_of(path, box)
    if not record.moves and not as_json:
        click.echo("\n".join([*heading(record.deal), "no moves to judge"]))
        return
    found = review_streets_game(record.deal, record.moves, time_limit=time_limit)
    if as_json:
        print_json(found.to_json())
        return
    click.echo("\n".join([*heading(record.deal), *found.rows()]))
