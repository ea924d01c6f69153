"""What can go wrong through somebody's input, each as one line that says what was wrong and what would be right.

All of them are ``TriangulumError``, so a program that talks to people catches that one class, prints the message
and goes on. A state is never changed by a call that raises one of these.
"""


class TriangulumError(ValueError):
    """Something in the input was wrong; the message is one line for a person to read."""


class UnknownGameError(TriangulumError):
    """No game of that id is installed."""


class UnknownBotError(TriangulumError):
    """No bot of that name is installed."""


class OptionError(TriangulumError):
    """An option, a preset or the number of players is not what the game has."""


class ComponentsError(TriangulumError):
    """A components file makes no sense; the message names the file and the line."""


class PositionError(TriangulumError):
    """A text is not a position of this game."""


class NotationError(TriangulumError):
    """A text is not a move in this game's notation at all."""


class AmbiguousNotationError(NotationError):
    """A text could mean more than one legal move; the message lists them."""


class IllegalActionError(TriangulumError):
    """A move of this game, but not one that may be played here and now."""


class SolutionError(TriangulumError):
    """A game is not solved, or the table of its solution cannot be used; the message says what to run."""


class RecordError(TriangulumError):
    """A record does not replay; the message says which entry and what was expected."""


class MissingExtraError(ImportError, TriangulumError):
    """An optional part of the package is not installed; the message says how to install it."""


def quote_value(thing: object) -> str:
    """Return anything that somebody gave, for a message: quoted, on one line, and cut when it is long."""
    try:
        quoted = repr(thing)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        quoted = "a huge number"
    return quoted if len(quoted) <= 60 else f"{quoted[:57]}…"
