"""What seats may know: views, the events they perceive, and previews, as frozen structs.

Everything that leaves the engine for a person's eyes is made from these, never from a state, so a secret can
only get out through a field that somebody wrote down here or in a game's ``views.py``.
"""

import msgspec

from triangulum.text.message import Text


def watcher_name(seat: int | None) -> str:
    """Return what to call somebody who looks at a game: a seat, or a spectator."""
    return "a spectator" if seat is None else f"seat {seat}"


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know now, built up from nothing; each game adds its own fields."""

    seat: int | None
    """Whose view this is; None for a spectator."""
    to_move: int
    """The seat to move, ``CHANCE`` or ``OVER``."""
    phase: str = ""
    """What is going on, in a word by which the guide is opened at the right place."""


class GameEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that a seat perceives; each game has its own kinds."""

    news: bool = False
    """Whether this tells the seat something hidden that it could not have known before. A move that brought news
    to anybody cannot be taken back."""
    covered: bool = False
    """Whether the seat is not shown which step this was, as when a card is laid face down. Records for that seat
    have a ``?`` in its place."""


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What an action would bring, as far as the mover can know."""

    words: Text
    """A sentence about what happens: "You reach the finish line."; empty where there is nothing to say."""
    worth: float
    """For comparing the actions of one decision with each other."""
