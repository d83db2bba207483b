"""`casecracker play`: keeps a game for a player, on disk after every move."""

import os
from typing import TYPE_CHECKING, NamedTuple

import click

from casecracker.cli.shell import deck_option, fail, note
from casecracker.engine.files import STDIN, escaped, place, read_text

if TYPE_CHECKING:
    from casecracker.cli.prompting import Lines
    from casecracker.engine.deals import Deal
    from casecracker.gamefile import GameFile
    from casecracker.session import Advisor, Session
    from casecracker.solver.record import Record

REFUSED = 2
ANOTHER_DEAL = "{} holds a game of another deal; choose another name"
_EXAMPLE = "witch-cult:42"


@click.command()
@click.argument("target", metavar="[TARGET]", required=False)
@click.option("--file", "file", metavar="FILE", help="Keep the game in this file.")
@click.option(
    "--table",
    "at_table",
    is_flag=True,
    help="Follow a game on a real table: TARGET is GAME[,KEY=VALUE...], drawn cards are asked for.",
)
@deck_option
@click.pass_context
def play(
    context: click.Context, target: str | None, file: str | None, at_table: bool, deck: str | None
) -> None:
    """Play a game: moves, undo, save; every move is kept on disk.

    TARGET is a deal code, a deal file, a position file that tells the hidden order, or the record
    of a game to go on with. Without TARGET the game that was played last goes on. Lines are read
    from standard input if that is no terminal; then the exit status is 2 if one was refused.
    """
    from casecracker.cli.prompting import lines_at_hand
    from casecracker.cli.solving import tell_first_run
    from casecracker.cli.streets import is_streets_target, refuse_options
    from casecracker.cli.streets_playing import play_streets

    if target == STDIN:
        fail("play reads moves from standard input; give the deal as a code or as a file")
    lines = lines_at_hand()
    chosen = target or file or _left_last(lines)
    if chosen is None:
        return
    if is_streets_target(chosen):
        refuse_options({"--table": at_table})
        context.exit(play_streets(chosen, file, deck, lines))
    tell_first_run()
    from casecracker.cli.playing import KEPT, LeavingError, Playing

    try:
        opened = (_at_table if at_table else _opened)(chosen, file, deck, lines)
    except LeavingError:
        click.echo(KEPT)
        return
    playing = Playing(*opened, lines, _advisor)
    playing.run()
    context.exit(REFUSED if lines.is_script and playing.refused else 0)


def _advisor() -> "Advisor":
    """Who answers in the game; loading it takes time that most games do not need."""
    from casecracker.advice import TableAdvisor

    return TableAdvisor()


class _Opened(NamedTuple):
    """A game to be played on, and its file."""

    session: "Session"
    file: "GameFile"
    is_told: bool


def _left_last(lines: "Lines") -> str | None:
    """The game that was played last, if the player wants it."""
    from casecracker.gamefile import last_path

    path = last_path()
    if path is None:
        fail(f"no game was left; begin one, for instance: casecracker play {_EXAMPLE}")
    what = f"{_described(path)}, {escaped(path)}"
    if lines.is_script:
        note(f"going on with the game left last: {what}")
        return path
    answer = lines.ask(f"Go on with the game left last ({what})? [Y/n] ", dict)
    if answer is not None and answer.lower() in ("", "y", "yes"):
        return path
    note(f"begin another game with: casecracker play {_EXAMPLE}")
    return None


def _described(path: str) -> str:
    """The deal of a record, and how many moves were made."""
    from casecracker.cli.streets import is_streets_target
    from casecracker.engine.streets.deal import GAME
    from casecracker.solver.record import load_record
    from casecracker.solver.streets.record import load_record as load_streets

    if is_streets_target(path):
        game = load_streets(path)
        return f"{game.deal.code or GAME}, {len(game.moves)} moves"
    record = load_record(path)
    return f"{record.deal.code or record.deal.game}, {len(record.moves)} moves"


def _opened(target: str, file: str | None, deck: str | None, lines: "Lines") -> _Opened:
    from casecracker.engine.dealfile import looks_like_code
    from casecracker.engine.positionfile import deal_of, load_game
    from casecracker.gamefile import GameFile
    from casecracker.solver.record import parse_record

    is_code = looks_like_code(target) or not os.path.exists(target)
    text = "" if is_code else read_text(target)
    if not text.lstrip().startswith("{"):
        return _begun(deal_of(load_game(target, deck)), file, lines)
    if deck is not None:
        fail(f"{place(target)} holds its own deck; --deck is for a new game")
    return _resumed(parse_record(text, place(target)), GameFile(target, text), file, lines)


def _begun(deal: "Deal", file: str | None, lines: "Lines") -> _Opened:
    """A new game; or the one of the same deal that `file` holds."""
    from casecracker.cli.streets import is_streets_target
    from casecracker.gamefile import GameFile, check_game_path, holds_something, new_game_file
    from casecracker.session import Session
    from casecracker.solver.record import parse_record
    from casecracker.solver.takeover import is_same

    session = Session.start(deal)
    if file is None:
        return _Opened(session, new_game_file(deal), is_told=False)
    check_game_path(file)
    if not holds_something(file):
        return _Opened(session, GameFile(file), is_told=False)
    if is_streets_target(file):
        fail(ANOTHER_DEAL.format(place(file)))
    text = read_text(file)
    record = parse_record(text, place(file))
    if not is_same(deal, record.deal):
        fail(ANOTHER_DEAL.format(place(file)))
    return _resumed(record, GameFile(file, text), None, lines)


def _resumed(record: "Record", kept: "GameFile", file: str | None, lines: "Lines") -> _Opened:
    """A game that goes on in its own file; that of a found line goes on in a new one."""
    from casecracker.cli.playing import CardAsker
    from casecracker.gamefile import empty_game_file, new_game_file
    from casecracker.session import Session
    from casecracker.told_deal import resume_told

    where = place(kept.path)
    if file is not None and os.path.abspath(file) != os.path.abspath(kept.path):
        kept = empty_game_file(file)
    elif record.claims:
        note(f"{where} holds a result and is left as it is")
        kept = new_game_file(record.deal)
    if record.told is None:
        return _Opened(Session.resume(record, where), kept, is_told=False)
    ask = CardAsker(lines, draft=lambda told: kept.write(told.record()))
    return _Opened(resume_told(record, where, ask), kept, is_told=True)


def _at_table(target: str, file: str | None, deck: str | None, lines: "Lines") -> _Opened:
    """A new game whose cards are told as they are drawn."""
    from casecracker.cli.playing import told_opening
    from casecracker.engine.dealfile import parse_code
    from casecracker.gamefile import empty_game_file, new_game_file
    from casecracker.told_deal import ToldDeal

    game, _, settings = target.partition(",")
    if ":" in target or os.path.exists(target):
        fail("--table takes a game without a seed, like: casecracker play witch-cult --table")
    told = ToldDeal.of(parse_code(",".join(filter(None, (f"{game}:0", settings))), deck), ())
    kept = new_game_file(told.deal()) if file is None else empty_game_file(file)
    return _Opened(told_opening(told, lines, kept), kept, is_told=True)
