"""Errors for mistakes in the input; each message is one line that says what was wrong and how to fix it.

All of them are ``TriangulumError``, so a program that talks to people catches that one class, prints the message
and goes on. A call that raises one of these never changes a state.
"""

from typing import Any


class TriangulumError(ValueError):
    """Something in the input was wrong; the message is one line for a person to read.

    It is a string or a ``text.Message``, which ``str(error)`` renders in English.
    """

    @property
    def text(self) -> Any:
        """The message as it was given: a ``text.Text``, to be rendered for its reader."""
        return self.args[0] if self.args else ""


class UnknownGameError(TriangulumError):
    """No game of that id is installed."""


class UnknownBotError(TriangulumError):
    """No bot of that name is installed."""


class OptionError(TriangulumError):
    """An option, a preset or the number of players that the game doesn't have."""


class ComponentsError(TriangulumError):
    """A components file is invalid; the message names the file and the line."""


class PositionError(TriangulumError):
    """A text is not a position of this game."""


class NotationError(TriangulumError):
    """A text is not a move in this game's notation at all."""


class AmbiguousNotationError(NotationError):
    """A text could mean more than one legal move; the message lists them."""


class IllegalActionError(TriangulumError):
    """A move of this game, but not a legal one in this position."""


class SolutionError(TriangulumError):
    """A game is not solved, or the table of its solution cannot be used; the message says what to run."""


class RecordError(TriangulumError):
    """A record does not replay; the message says which entry and what was expected."""


class MissingExtraError(ImportError, TriangulumError):
    """An optional part of the package is not installed; the message says how to install it."""


def quote_value(value: object) -> str:
    """Return any value for a message: its ``repr``, truncated if it is long."""
    try:
        quoted = repr(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        quoted = "a huge number"
    return quoted if len(quoted) <= 60 else f"{quoted[:57]}…"


def format_value(value: object) -> str:
    """Return any value for a message that quotes it: on one line, and truncated if it is long.

    A text is returned without the quotation marks of ``quote_value``, because those differ between languages.
    """
    if not isinstance(value, str):
        return quote_value(value)
    printable = repr(value)[1:-1]
    return printable if len(printable) <= 60 else f"{printable[:57]}…"
