"""The one family of errors that users of casecracker can meet.

A message names the file (where there is one), the entry and the key, and says what would be right.
Our own mistakes are assertions, never one of these.
"""


class CasecrackerError(Exception):
    """Root of all errors that a user can cause; the message is one line, fit to be shown."""


class GameError(CasecrackerError, ValueError):
    """An unknown game or setting, or a value that a setting does not take: choose a listed one."""


class DeckError(CasecrackerError, ValueError):
    """A deck is malformed or contradicts its game: mend the entry and key that are named."""


class DealError(CasecrackerError, ValueError):
    """A deal code or deal file does not describe a deal: mend what is named."""


class PositionError(CasecrackerError, ValueError):
    """A position file describes no position of a game, or a hidden order is none of a position."""


class FileFormatError(CasecrackerError, ValueError):
    """A file cannot be read as the format it should have: too large, not text, not TOML or JSON."""


class NewerFormatError(FileFormatError):
    """The file was written by a newer casecracker: update this one."""


class MoveError(CasecrackerError, ValueError):
    """A text is no move in the notation of docs/notation.md."""


class IllegalMoveError(MoveError):
    """A move is well written, but the rules do not allow it in this state."""


class RecordError(CasecrackerError, ValueError):
    """A game record is malformed or does not replay to what it claims."""


class DiceError(CasecrackerError, ValueError):
    """A text names no dice, or dice that the box does not have, or faces that they do not have."""


class AdventureError(CasecrackerError, ValueError):
    """No such adventure, or one that is malformed: mend the entry and key that are named."""


class AttemptError(CasecrackerError, ValueError):
    """An attempt at an adventure cannot stand like this: mend what is named."""
