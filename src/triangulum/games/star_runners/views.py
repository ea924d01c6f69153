"""The structs of views and events of Star Runners; ``observe.py`` builds them from states."""

from __future__ import annotations

from typing import Literal

import msgspec

from triangulum.core.views import GameEvent, View

Place = Literal["A", "a1", "a2", "W", "b1", "b2", "B"]
PLACE_NAMES: tuple[Place, ...] = ("A", "a1", "a2", "W", "b1", "b2", "B")

HOMES: tuple[Place, Place] = ("A", "B")
"""By seat."""

Phase = Literal["choosing", "rolling", "doubles", "spending", "finished", "rerolling"]
PHASES: tuple[Phase, ...] = ("choosing", "rolling", "doubles", "spending", "finished", "rerolling")


class Ship(msgspec.Struct, frozen=True):
    """A ship, and where it is."""

    seat: int
    size: int
    place: Place
    visited: bool
    """Whether it has visited Backwater."""


class StarRunnersView(View, frozen=True, kw_only=True):
    """All there is to see; nothing is hidden from anybody."""

    phase: Phase
    turn_of: int
    turns: int
    """How many turns have ended, of both players together."""
    turn_limit: int
    homes: Literal["guarded", "open"]
    rerolls: Literal["chain", "once"]
    letters: str
    """The sizes' letters, smallest first."""
    missing_sizes: tuple[int | None, int | None]
    """For each seat the size that its binary star lacks, once it is built."""
    ships: tuple[Ship, ...]
    dice: tuple[int, int] | None
    """The roll on the table, greater die first."""
    points: int
    """Left to spend."""
    winner: int | None


class StarRunnersEvent(GameEvent, frozen=True, kw_only=True):
    """Something that happens on a seat's turn, in full view."""

    seat: int


class HomeBuilt(StarRunnersEvent, frozen=True, kw_only=True):
    """A player built a binary star."""

    pair: tuple[str, str]
    """The names of its sizes."""


class DiceRolled(StarRunnersEvent, frozen=True, kw_only=True):
    """The dice fell."""

    dice: tuple[int, int]
    is_choice: bool
    """Whether the player may take this number or roll again."""


class DoublesTaken(StarRunnersEvent, frozen=True, kw_only=True):
    """A player keeps the doubles just rolled."""

    points: int


class RerollChosen(StarRunnersEvent, frozen=True, kw_only=True):
    """A player rolls again after doubles."""


class ShipHopped(StarRunnersEvent, frozen=True, kw_only=True):
    """A ship moved to the next star."""

    ship: str
    """Its size's name."""
    start: Place
    place: Place


class DoneDeclared(StarRunnersEvent, frozen=True, kw_only=True):
    """A player said that they are done."""


class TurnEnded(StarRunnersEvent, frozen=True, kw_only=True):
    """A turn came to its end."""

    visited: tuple[str, ...]
    """The sizes of the ships that have now visited Backwater and had not before."""
    unspent: int


class GameWon(StarRunnersEvent, frozen=True, kw_only=True):
    """The whole fleet has arrived."""


class GameDrawn(StarRunnersEvent, frozen=True, kw_only=True):
    """The turn limit was reached on this seat's turn."""
