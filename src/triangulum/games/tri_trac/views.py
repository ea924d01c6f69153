"""Structs of the views and events of Tri-Trac; ``observe.py`` makes them."""

from __future__ import annotations

from typing import Literal

import msgspec

from triangulum.core.views import GameEvent, View
from triangulum.games.tri_trac import lookup
from triangulum.games.tri_trac.options import ArrowGates

Whose = Literal["neutral", "orange", "yellow"]
WHOSE: tuple[Whose, ...] = ("neutral", "orange", "yellow")

Why = Literal["repetition", "turn limit", "nobody can move"]
WHY: dict[int, Why] = {
    lookup.REPETITION: "repetition",
    lookup.TURN_LIMIT: "turn limit",
    lookup.STUCK: "nobody can move",
}


class Lying(msgspec.Struct, frozen=True):
    """A triangle on a space."""

    whose: Whose
    """Orange is seat 0's."""
    blank: int
    """The side its track leaves blank: 0 left, 1 right, 2 level."""


LYING_BY_CODE: tuple[Lying | None, ...] = (
    None,
    *(Lying(whose, blank) for whose in WHOSE for blank in range(lookup.SIDES)),
)
"""What is on a space, by its code in a state."""


class TriTracView(View, frozen=True, kw_only=True):
    """The whole table: there are no secrets."""

    phase: Literal["opening", "playing", "finished"]
    """Opening: the neutral triangle is to be placed."""
    spaces: tuple[Lying | None, ...]
    """By number of space in the lattice."""
    reserves: tuple[int, int]
    barred: bool
    """Whether the mover may not touch the neutral triangle."""
    turns: int
    """Played so far, of both players together."""
    turn_limit: int
    last: int | None
    """The space to which the last triangle went."""
    origin: int | None
    """The space from which it came; the same one if it turned, None if it was placed."""
    winner: int | None
    track: tuple[int, ...]
    """The winning track, space by space; empty without a winner."""
    drawn_by: Why | None
    """Why the game is drawn, if it is."""
    outline: tuple[str, ...]
    """The board, for drawing."""
    arrows: ArrowGates
    """Space, side and kind of each."""


class TriTracEvent(GameEvent, frozen=True, kw_only=True):
    """Something that a seat does, in full view."""

    seat: int


class Laid(TriTracEvent, frozen=True, kw_only=True):
    """A triangle has come to lie on a space."""

    whose: Whose
    space: str
    way: str
    """The two sides that its track joins, such as ``LR``."""


class Placed(Laid, frozen=True, kw_only=True):
    """A triangle was placed from the reserve."""


class Moved(Laid, frozen=True, kw_only=True):
    """A triangle was moved to another space."""

    start: str


class Turned(Laid, frozen=True, kw_only=True):
    """A triangle was turned where it lies."""


class Won(TriTracEvent, frozen=True, kw_only=True):
    """The seat has completed a track."""

    track: tuple[str, ...]
    """Its spaces, from one arrow to the other."""


class Drawn(TriTracEvent, frozen=True, kw_only=True):
    """The game is drawn after this seat's turn."""

    why: Why
