"""What can happen at a table, one entry each; ``history.py`` says what may follow what.

By themselves because Structs are not compiled.
"""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, frozen=True, tag=True):
    """One thing that happened at a table."""


class Played(Entry, frozen=True):
    """A seat played an action."""

    seat: int
    action: int


class Happened(Entry, frozen=True):
    """Chance decided an outcome."""

    outcome: int


class TookBack(Entry, frozen=True):
    """The last steps, decisions and chance alike, do not stand any more."""

    seat: int
    steps: int


class SeatChanged(Entry, frozen=True):
    """Somebody else plays on for a seat."""

    seat: int
    player: str


class Resigned(Entry, frozen=True):
    """A seat gave up, which ends the game: all others have won."""

    seat: int


class FlagFell(Entry, frozen=True):
    """A seat's time ran out, which ends the game: all others have won."""

    seat: int


class DrawAgreed(Entry, frozen=True):
    """All agreed that nobody wins, which ends the game."""


AnyEntry = Played | Happened | TookBack | SeatChanged | Resigned | FlagFell | DrawAgreed
