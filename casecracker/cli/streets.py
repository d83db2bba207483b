"""The commands for Streets of Arkham: `deal`, `solve`, `verify`, `hint`, `review` and `play` of it.

The commands themselves ask here first whether a target is one of this game (docs/streets.md).
"""

import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from casecracker.cli.shell import fail, note, print_json, print_table
from casecracker.engine.errors import CasecrackerError, MoveError, RecordError
from casecracker.engine.files import FORMAT, STDIN, escaped

if TYPE_CHECKING:
    from casecracker.cli.prompting import Lines
    from casecracker.engine.streets.deal import StreetsDeal
    from casecracker.engine.streets.state import StreetsState
    from casecracker.solver.streets.hints import StreetsHint
    from casecracker.solver.streets.record import StreetsRecord
    from casecracker.solver.streets.results import StreetsResult

REFUSED = 2
NOT_VERIFIED = 1
_SHOWN = 8
"""Hints that are shown for one decision of a played game."""


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


def _record_of(target: str, box: str | None) -> "StreetsRecord":
    from casecracker.solver.streets.targets import load_streets_game

    return load_streets_game(target, box)


# deal


def deal_streets(target: str, box: str | None, as_json: bool) -> None:
    """Lay a deal out."""
    deal = _record_of(target, box).deal
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
    yield from _heading(deal)
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


def _heading(deal: "StreetsDeal") -> Iterator[str]:
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

    record = _record_of(target, box)
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
    code, *rest = _heading(result.source)
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
    if result.line:
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
    record = _record_of(target, box)
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
        *(_hint_text(hint) for hint in found),
    )


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


def _hint_text(hint: "StreetsHint") -> str:
    return f"{hint.move:30} worth {hint.worth:8.1f}   {hint.why}"


def review_streets(path: str, box: str | None, time_limit: float, as_json: bool) -> None:
    """Judge a played game by what could be seen, and say where the win was lost."""
    from casecracker.solver.streets.review import review_streets_game

    record = _record_of(path, box)
    found = review_streets_game(record.deal, record.moves, time_limit=time_limit)
    if as_json:
        print_json(found.to_json())
        return
    click.echo("\n".join([*_heading(record.deal), *found.rows()]))


# play


def play_streets(target: str, file: str | None, box: str | None) -> int:
    """Keep a game at the table; the exit status."""
    from casecracker.cli.prompting import lines_at_hand

    lines = lines_at_hand()
    record = _record_of(target, box)
    path = file or (target if os.path.isfile(target) else None)
    table = _Playing(record, path, lines)
    table.run()
    return REFUSED if lines.is_script and table.refused else 0


_HELP = {
    "undo": "take back the latest move",
    "hint": "what to do next",
    "moves": "the legal moves",
    "table": "show the table again",
    "save": "save FILE: write the game to a file",
    "help": "this list",
    "quit": "leave",
}


class _Playing:
    """One player, one game."""

    def __init__(self, record: "StreetsRecord", path: str | None, lines: "Lines") -> None:
        self.refused = 0
        self._record = record
        self._state = record.state()
        self._path = path
        self._lines = lines
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "hint": self._hint,
            "moves": lambda _: self._show_moves(),
            "table": lambda _: self._show(),
            "save": self._save,
            "help": lambda _: click.echo("\n".join(f"{k:8}{v}" for k, v in _HELP.items())),
        }

    def run(self) -> None:
        """Talk until the player leaves or the input ends."""
        click.echo("\n".join(_heading(self._record.deal)))
        if self._path is None:
            click.echo("The game is not kept: `save FILE` keeps it, and so does --file FILE.")
        self._keep(self._record)
        self._show()
        while True:
            line = self._lines.ask(
                "> ", lambda: {**dict.fromkeys(self._state.moves(), ""), **_HELP}
            )
            if line is None or line in ("quit", "exit"):
                return
            try:
                self._obey(line.split("#")[0].strip())
            except CasecrackerError as error:
                self.refused += 1
                note(f"refused: {error}" if self._lines.is_script else str(error))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in self._commands and line not in self._state.moves():
            self._commands[word](rest.strip())
            return
        for move in filter(None, (part.strip() for part in line.split(";"))):
            self._play(move)
        if line:
            self._show()

    def _play(self, text: str) -> None:
        from dataclasses import replace

        moves = self._state.moves()
        is_number = text.isdecimal() and 1 <= int(text) <= len(moves)
        move = moves[int(text) - 1] if is_number else text
        self._state = self._state.play(move)
        self._keep(replace(self._record, moves=(*self._record.moves, move), claims=None))
        for event in self._state.events:
            click.echo(f"  {escaped(event)}")

    def _undo(self, rest: str) -> None:
        from dataclasses import replace

        if not self._record.moves:
            fail("nothing was played yet")
        record = replace(self._record, moves=self._record.moves[:-1], claims=None)
        self._state = record.state()
        self._keep(record)
        self._show()

    def _keep(self, record: "StreetsRecord") -> None:
        from casecracker.solver.streets.record import write_record

        self._record = record
        if self._path is not None:
            write_record(self._path, record)

    def _save(self, path: str) -> None:
        if not path:
            fail("save FILE: the name of a file is missing")
        self._path = path
        self._keep(self._record)
        note(f"wrote {path}")

    def _hint(self, rest: str) -> None:
        from casecracker.solver.streets.hints import streets_hints

        for hint in streets_hints(self._state)[:_SHOWN]:
            click.echo(_hint_text(hint))

    def _show(self) -> None:
        from casecracker.streets_view import streets_view

        print_table(*streets_view(self._state))
        self._show_moves()

    def _show_moves(self) -> None:
        moves = self._state.moves()
        click.echo("\n".join(f"{number:4}  {move}" for number, move in enumerate(moves, start=1)))
