"""Where the lines of an interactive command come from: a person at a terminal, or a script."""

import io
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

import click

from casecracker.engine.files import escaped

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

Words = Callable[[], Mapping[str, str]]
"""What may be typed now, each with what it means."""

_MENU_LINES = 5  # kept free below the prompt for completions


class Lines(Protocol):
    """Asks for lines."""

    is_script: bool

    def ask(self, prompt: str, words: Words) -> str | None:
        """The next line without surrounding blanks; None at the end of the input."""


def lines_at_hand() -> Lines:
    """A prompt with completion on a terminal; else the lines of standard input."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return TerminalLines() if is_terminal else ScriptLines()


class ScriptLines:
    """Lines of standard input. Each is shown after its prompt, as if it had been typed."""

    is_script = True

    def __init__(self) -> None:
        """Read standard input from where it stands."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def ask(self, prompt: str, words: Words) -> str | None:
        """The next line."""
        line = sys.stdin.readline()
        click.echo(f"{prompt}{escaped(line.strip())}")
        return line.strip() if line else None


class TerminalLines:
    """A prompt that completes and remembers. Ctrl-C drops the line, Ctrl-D ends the input."""

    is_script = False

    def __init__(self) -> None:
        """Take charge of the terminal whenever a line is asked for."""
        from prompt_toolkit import PromptSession

        self._session: PromptSession[str] = PromptSession(reserve_space_for_menu=_MENU_LINES)

    def ask(self, prompt: str, words: Words) -> str | None:
        """The next line that a person types."""
        try:
            line = self._session.prompt(prompt, completer=_completer(words))
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None
        return line.strip()


def matching(words: Mapping[str, str], typed: str) -> list[str]:
    """The words that a typed text can become: by their beginning, else by a part of the meaning."""
    begun = [word for word in words if word.startswith(typed)]
    return begun or [word for word, meaning in words.items() if typed in meaning.lower()]


def _completer(words: Words) -> "Completer":
    from prompt_toolkit.completion import Completer, Completion

    class Matching(Completer):
        def get_completions(
            self, document: "Document", complete_event: "CompleteEvent"
        ) -> "Iterator[Completion]":
            typed = document.text_before_cursor.lstrip()
            known = words()
            for word in matching(known, typed.lower()):
                yield Completion(word, -len(typed), display_meta=known[word])

    return Matching()
