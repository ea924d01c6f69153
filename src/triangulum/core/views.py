"""What seats may know: views, the events they perceive, and previews, as frozen structs.

Everything that people see is made from these, never from a state. So a secret can only get out through a field that
somebody added here or in a game's ``views.py``.
"""

import msgspec

from triangulum.text.message import Text


def watcher_name(seat: int | None) -> str:
    """Return what to call a viewer of a game: a seat, or a spectator."""
    return "a spectator" if seat is None else f"seat {seat}"


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know now, built from nothing; each game adds its own fields."""

    seat: int | None
    """Whose view this is; None for a spectator."""
    to_move: int
    """The seat to move, ``CHANCE`` or ``OVER``."""
    phase: str = ""
    """A word for what is going on, by which the guide opens at the right place."""


class GameEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that a seat perceives; each game has its own kinds."""

    news: bool = False
    """Whether this tells the seat something hidden that it couldn't know before. A move that was news to anybody can't
    be taken back."""
    covered: bool = False
    """Whether the seat isn't shown which step this was, as when a card is laid face down. Records for that seat have a
    ``?`` in its place."""


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What an action would do, as far as the mover can know."""

    words: Text
    """A sentence about what happens: "You reach the finish line."; empty if there is nothing to say."""
    worth: float
    """For comparing the actions of one decision with each other."""
