"""What all commands share: errors as one line, output that suits a terminal or a pipe, options."""

import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from casecracker.engine.errors import CasecrackerError
from casecracker.engine.files import STDIN, check_replaceable, escaped, write_text

if TYPE_CHECKING:
    from rich.console import RenderableType

ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

_PLAIN_WIDTH = 400  # columns of a table that goes to a file or pipe: no line is broken
_Command = TypeVar("_Command", bound=Callable[..., Any])


class Shell(click.Group):
    """The root of the commands. Whatever the user did wrong is one line and exit status 2.

    A command ends with another status by `context.exit(status)`.
    """

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command line and leave the program with its exit status."""
        if sys.stdout is None:  # closed by whoever started this program
            return sys.exit(_fail("cannot write the output: it is closed"))
        _tolerate_names()
        is_standalone = extra.pop("standalone_mode", True)
        run: Callable[[], Any] = partial(super().main, *args, **extra, standalone_mode=False)
        return sys.exit(_status(run)) if is_standalone else run()

    def invoke(self, context: click.Context) -> Any:
        """Run the chosen command; a reader of our output who leaves early is no error."""
        try:
            result = super().invoke(context)
            sys.stdout.flush()
        except BrokenPipeError:
            _silence_output()
            context.exit(BROKEN_PIPE)
        return result


def _status(run: Callable[[], Any]) -> int:
    """The exit status of a run, with its error told."""
    try:
        result = run()
    except click.ClickException as error:
        return _fail(_usage_text(error))
    except CasecrackerError as error:
        return _fail(str(error))
    except click.Abort:
        return _fail("interrupted", INTERRUPTED)
    except (MemoryError, RecursionError):
        return _fail("the input is too large or nested too deeply")
    except OSError as error:  # files are handled where they are used; what is left is our output
        _silence_output()
        return _fail(f"cannot write the output: {error.strerror}")
    return result if isinstance(result, int) else 0


def _usage_text(error: click.ClickException) -> str:
    text = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{text} (see: {context.command_path} --help)" if context else text


def _fail(message: str, status: int = ERROR) -> int:
    click.echo(f"casecracker: error: {escaped(message)}", err=True)
    return status


def fail(message: str) -> NoReturn:
    """End the command with an error that no library call raised."""
    raise CasecrackerError(message)


def _tolerate_names() -> None:
    """A terminal that knows few characters shows the others as escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _silence_output() -> None:
    """Nothing more can be written; Python would complain about that once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def json_option(command: _Command) -> _Command:
    """`--json`: one JSON object instead of text."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def deck_option(command: _Command) -> _Command:
    """`--deck`: a deck other than the one that the target names."""
    text = "Deck file, or id of a deck, to use instead of the target's."
    return click.option("--deck", "deck", metavar="FILE", help=text)(command)


def out_option(command: _Command) -> _Command:
    """`--out`: where to write a file."""
    return click.option("--out", metavar="FILE", help="Write to this file.")(command)


def print_json(value: Mapping[str, object] | list[dict[str, object]]) -> None:
    """One JSON object, or a list of them, on standard output.

    ASCII only, so no name in it can steer a terminal.
    """
    click.echo(json.dumps(value, indent=2, allow_nan=False))


def note(text: str) -> None:
    """A message beside the result: to standard error, on one line."""
    click.echo(escaped(text), err=True)


def put(path: str | None, text: str, what: str, is_made: Callable[[str], bool]) -> None:
    """A file's text to where the user wants it; standard output if that is nowhere or `-`.

    A file that is there already is replaced only if `is_made` says of its text that it was made,
    not typed in or changed by somebody.
    """
    if path is None or path == STDIN:
        click.echo(text, nl=False)
        return
    check_replaceable(path, what, is_made)
    write_text(path, text)
    note(f"wrote {path}")


def print_table(*parts: "RenderableType") -> None:
    """Tables and texts on standard output: coloured and fitted on a terminal alone."""
    from rich.console import Console

    is_terminal = sys.stdout.isatty()
    console = Console(
        highlight=False,
        markup=False,
        emoji=False,
        force_terminal=is_terminal,
        color_system="auto" if is_terminal else None,
        width=None if is_terminal else _PLAIN_WIDTH,
    )
    # Printed by us, since rich would end the program when a pipe breaks.
    with console.capture() as capture:
        console.print(*parts, sep="\n")
    click.echo(capture.get(), nl=False)
