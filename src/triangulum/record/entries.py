"""The entries of a history: everything that can happen in a game; ``history.py`` decides what may follow what.

They have a module of their own because Structs are not compiled.
"""

from __future__ import annotations

import msgspec


class Entry(msgspec.Struct, frozen=True, tag=True):
    """One thing that happened in a game."""


class Played(Entry, frozen=True):
    """A seat played an action."""

    seat: int
    action: int


class Happened(Entry, frozen=True):
    """A chance step had an outcome."""

    outcome: int


class TookBack(Entry, frozen=True):
    """A seat took back the last steps, decisions and chance alike."""

    seat: int
    steps: int


class SeatChanged(Entry, frozen=True):
    """Another player took over a seat."""

    seat: int
    player: str


class Resigned(Entry, frozen=True):
    """A seat resigned, which ends the game: all others have won."""

    seat: int


class FlagFell(Entry, frozen=True):
    """A seat's time ran out, which ends the game: all others have won."""

    seat: int


class DrawAgreed(Entry, frozen=True):
    """All agreed to a draw, which ends the game."""


AnyEntry = Played | Happened | TookBack | SeatChanged | Resigned | FlagFell | DrawAgreed
