"""The conversation of `casecracker play`: shows the table, asks for moves, obeys commands."""

import os
import shlex
from collections.abc import Callable, Mapping

import click

from casecracker.cli.prompting import Lines
from casecracker.cli.shell import note, print_table
from casecracker.engine.errors import CasecrackerError, MoveError, RecordError
from casecracker.engine.files import escaped, place, read_text, write_text
from casecracker.engine.games import find_game
from casecracker.engine.notation import split_line
from casecracker.engine.referee_areas import FOUND
from casecracker.engine.state import State
from casecracker.gamefile import GameFile, check_game_path, remember
from casecracker.session import Advisor, Option, Session
from casecracker.solver.record import Record, game_text, parse_record
from casecracker.solver.takeover import is_same
from casecracker.table_view import card_text, table_view
from casecracker.told_deal import Question, ToldDeal, complete, play_told, told_record

PROMPT = "> "
BACK = "back"
LEAVE = ("quit", "exit")
KEPT = "The game is kept; `casecracker play` goes on with it."
_SHOWN_FREE = 8
"""Free actions that are listed unasked; an exchange alone can have dozens of forms."""

_HELP = {
    "undo": "undo [N]: take back the latest move, or N of them",
    "redo": "make the move again that was taken back last",
    "save": "save FILE: write the game to another file too",
    "hint": "what to do next",
    "verdict": "can the game still be won?",
    "why not": "why not MOVE: the rule that forbids a move",
    "card": "card ID: all that is printed on a card",
    "moves": "all legal moves, the folded ones too",
    "table": "show the table again",
    "story": "tell the game so far",
    "help": "this list",
    "quit": "leave; the game is kept",
}


class Playing:
    """One player, one game.

    Attributes:
        session: The game as it stands; it is on disk.
        refused: How many lines were refused.
    """

    def __init__(
        self,
        session: Session,
        file: GameFile,
        is_told: bool,
        lines: Lines,
        advisor: Callable[[], Advisor],
    ) -> None:
        """Take up a game that `file` holds; if `is_told`, drawn cards are asked for.

        `advisor` makes the one who answers `hint` and `verdict`, once that is asked.
        """
        self.session = session
        self.refused = 0
        self._file = file
        self._is_told = is_told
        self._lines = lines
        self._advisor = advisor
        self._commands = {
            "undo": self._undo,
            "redo": self._redo,
            "save": self._save,
            "hint": self._hint,
            "verdict": self._verdict,
            "why": self._why,
            "card": self._card,
            "moves": lambda _: self._show_options(all_free=True),
            "table": lambda _: self._show(),
            "story": self._story,
            "help": self._help,
        }

    def run(self) -> None:
        """Talk until the player leaves or the input ends."""
        self._adopt(self.session)
        remember(self._file.path)
        click.echo(f"The game is kept in {escaped(self._file.path)} after every move.")
        click.echo("Type the number of a move or the move itself; `help` lists the commands.")
        self._show()
        while True:
            line = self._lines.ask(PROMPT, self._words)
            if line is None or line in LEAVE:
                break
            try:
                self._answer(line)
            except LeavingError:
                break
        click.echo(KEPT)

    def _answer(self, line: str) -> None:
        try:
            self._obey(line)
        except CasecrackerError as error:
            self.refused += 1
            note(f"refused: {error}" if self._lines.is_script else str(error))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word in self._commands:
            self._commands[word](rest.strip())
            return
        moves = split_line(line.lower())
        for move in moves:
            self._play(move)
        if moves:
            self._show()

    def _words(self) -> Mapping[str, str]:
        """What may be typed now."""
        moves = {option.move: option.text for option in self.session.options()}
        return {**moves, **_HELP}

    # Moves

    def _play(self, text: str) -> None:
        move = self._numbered(text) if text.isdecimal() else text
        self._adopt(self._after(move))
        click.echo(self.session.steps[-1].told)

    def _after(self, move: str) -> Session:
        if self._is_told:
            return play_told(
                self.session, move, CardAsker(self._lines, len(self.session.reveals()))
            )
        return self.session.play(move)

    def _numbered(self, text: str) -> str:
        options = self.session.options()
        number = int(text[:6])
        if not 1 <= number <= len(options):
            raise MoveError(
                f"there is no move {text[:6]}; moves have the numbers 1 to {len(options)}"
            )
        return options[number - 1].move

    def _adopt(self, session: Session) -> None:
        """Go on with another session once it is on disk."""
        self._file.write(self._record(session))
        self.session = session

    def _record(self, session: Session) -> Record:
        return told_record(session) if self._is_told else session.record()

    def _undo(self, rest: str) -> None:
        count = int(rest[:6]) if rest.isdecimal() else 1
        if rest and (not rest.isdecimal() or not count):
            raise MoveError(f"'{escaped(rest)}' is no number of moves to undo")
        if count > max(1, len(self.session.moves)):
            raise MoveError(f"only {len(self.session.moves)} moves were made that could be undone")
        for _ in range(count):
            self._undo_one()
        self._show()

    def _undo_one(self) -> None:
        before = self.session
        self._adopt(before.undo())
        click.echo(f"Undone: {before.steps[-1].move}.")
        seen = before.names(card for card in before.latest_reveals() if card.pile != FOUND)
        if seen:
            again = "will be asked for again" if self._is_told else "will come in the same order"
            click.echo(f"You have seen what was hidden: {', '.join(seen)}; it {again}.")

    def _redo(self, _rest: str) -> None:
        session = self.session
        after = session.redo()
        if self._is_told:
            after = self._after(after.moves[-1]).with_undone(after.undone)
        self._adopt(after)
        click.echo(after.steps[-1].told)
        self._show()

    # Other commands

    def _save(self, rest: str) -> None:
        check_game_path(rest)
        self._check_no_other(rest)
        write_text(rest, game_text(self._record(self.session)))
        click.echo(f"Saved to {escaped(rest)}; the game goes on in {escaped(self._file.path)}.")

    def _check_no_other(self, path: str) -> None:
        """Refuse a file that holds anything but an earlier stand of this very game."""
        if not os.path.exists(path):
            return
        text, where = read_text(path), place(path)
        if not text.strip():
            return
        kept = parse_record(text, where)
        is_earlier = self.session.moves[: len(kept.moves)] == kept.moves
        if kept.claims or not is_earlier or not is_same(kept.deal, self.session.deal):
            raise RecordError(f"{where} holds another game or a result; choose another name")

    def _hint(self, _rest: str) -> None:
        self._advise(self._advisor().hint)

    def _verdict(self, _rest: str) -> None:
        self._advise(self._advisor().verdict)

    def _advise(self, ask: Callable[[State], str]) -> None:
        """Tell the answer; Ctrl-C gives up waiting for it."""
        try:
            click.echo(ask(self.session.state))
        except KeyboardInterrupt:
            note("given up")

    def _why(self, rest: str) -> None:
        text = rest.lower().removeprefix("not").strip()
        move = self._numbered(text) if text.isdecimal() else text
        click.echo(escaped(self.session.why_not(move) or f"'{move}' is legal here."))

    def _card(self, rest: str) -> None:
        try:
            click.echo(card_text(self.session.deal, rest))
        except KeyError:
            raise MoveError(f"the deck has no clue card '{escaped(rest)}'") from None

    def _story(self, _rest: str) -> None:
        for before, step in zip(self.session.steps, self.session.steps[1:], strict=False):
            click.echo(f"{before.state.turn:3}  {step.told} [{step.move}]")

    def _help(self, _rest: str) -> None:
        click.echo("A number or a move (docs/notation.md) plays it; several are separated by `;`.")
        for word, text in _HELP.items():
            click.echo(f"  {word:8} {text}")

    # What is shown

    def _show(self) -> None:
        print_table(*table_view(self.session))
        if self.session.is_over:
            self._show_end()
        else:
            self._show_options()

    def _show_options(self, *, all_free: bool = False) -> None:
        options = self.session.options()
        free = [option for option in options if option.is_free]
        folded = free[_SHOWN_FREE:] if not all_free and len(free) > _SHOWN_FREE + 1 else []
        click.echo(self.session.due())
        for option in options:
            if option not in folded:
                click.echo(_option_text(option))
        if folded:
            click.echo(f"     {len(folded)} more free actions: `moves` lists them")

    def _show_end(self) -> None:
        turns = self.session.state.turn
        took = f"{turns} turn{'s' * (turns > 1)}"
        status = self.session.state.status
        click.echo(
            {
                "won": f"The game is won in {took}.",
                "lost": f"The game is lost after {took}.",
            }.get(status, "The deal does not tell the next shuffle: the game cannot go on.")
        )
        click.echo(
            f"`casecracker review {escaped(shlex.quote(self._file.path))}` shows where it was "
            f"won or lost. `undo` goes back, `quit` leaves."
        )


def _option_text(option: Option) -> str:
    return f"{option.number:3}  {option.text}  [{option.move}]"


class LeavingError(Exception):
    """The player leaves instead of telling a card; what that card was asked for is not done."""


class CardAsker:
    """Asks for cards that came to light at a real table.

    Attributes:
        lines: Where the answers come from.
        known: How many cards were told before this move; only later answers are taken back.
        draft: Takes note of every answer, if that is wanted.
    """

    def __init__(
        self, lines: Lines, known: int = 0, draft: Callable[[ToldDeal], None] | None = None
    ) -> None:
        """Ask by these lines."""
        self._lines = lines
        self._known = known
        self._draft = draft

    def __call__(self, told: ToldDeal, question: Question) -> ToldDeal:
        """Ask until a card is told that can come, or the latest answer is taken back.

        Raises:
            MoveError: The input ends, or there is no answer of this move to take back.
            LeavingError: The player leaves.
        """
        names = told.names(question)
        while True:
            answer = self._lines.ask(f"{question.what}, {len(names)} can come: ", lambda: names)
            if answer in LEAVE:
                raise LeavingError
            if answer == BACK and not told.told:
                note("no card was told yet")
                continue
            if answer is None or (answer == BACK and len(told.told) <= self._known):
                raise MoveError("a card was not told, so this was not done")
            try:
                after = told.without_latest() if answer == BACK else told.tell(question, answer)
            except CasecrackerError as error:
                note(str(error))
                continue
            if self._draft is not None:
                self._draft(after)
            return after


def told_opening(told: ToldDeal, lines: Lines, file: GameFile) -> Session:
    """The opening of a game at a real table, kept in its file card by card."""
    row = "five leads from right to left, three cards of the hand"
    first = "" if find_game(told.deck.game).has_case_cards else "two victims, "
    click.echo(f"Tell the cards as they lie, by id or name: {first}{row}.")
    click.echo(f"`{BACK}` takes one back, `{LEAVE[0]}` leaves.")
    file.write(told.record())
    remember(file.path)
    return complete(told, (), CardAsker(lines, draft=lambda known: file.write(known.record())))
