"""Structs of the views and events of Tri-Trac; ``observe.py`` makes them."""

from __future__ import annotations

from typing import Literal

import msgspec

from triangulum.core.views import GameEvent, View
from triangulum.games.tri_trac.actions import SIDES
from triangulum.games.tri_trac.box import ArrowGates
from triangulum.games.tri_trac.rules import fields

Owner = Literal["neutral", "orange", "yellow"]
OWNERS: tuple[Owner, ...] = ("neutral", "orange", "yellow")
"""By the number of an owner in a space code; orange is seat 0's."""

DrawReason = Literal["repetition", "turn-limit", "stalemate"]
DRAW_REASONS: dict[int, DrawReason] = {
    fields.DRAWN_BY_REPETITION: "repetition",
    fields.DRAWN_BY_TURN_LIMIT: "turn-limit",
    fields.DRAWN_BY_STALEMATE: "stalemate",
}
"""By the code of the ending."""


class BoardTriangle(msgspec.Struct, frozen=True):
    """A triangle on a space."""

    owner: Owner
    blank_side: int
    """The side that its track leaves blank: 0 left, 1 right, 2 level."""


TRIANGLES_BY_CODE: tuple[BoardTriangle | None, ...] = (
    None,
    *(BoardTriangle(owner, blank_side) for owner in OWNERS for blank_side in range(SIDES)),
)
"""What is on a space, by its code in a state."""


class TriTracView(View, frozen=True, kw_only=True):
    """The whole game: there are no secrets."""

    phase: Literal["opening", "playing", "finished"]
    """Opening: the neutral triangle is to be placed."""
    spaces: tuple[BoardTriangle | None, ...]
    """By number of space in the lattice."""
    reserves: tuple[int, int]
    neutral_barred: bool
    """Whether the mover may not touch the neutral triangle."""
    turns_played: int
    """By both players together."""
    turn_limit: int
    last_space: int | None
    """The space to which the last triangle went."""
    last_origin: int | None
    """The space from which it came; the same one if it was turned, None if it was placed."""
    winner: int | None
    track: tuple[int, ...]
    """The winning track, space by space; empty without a winner."""
    draw_reason: DrawReason | None
    outline: tuple[str, ...]
    """The board, for rendering."""
    arrows: ArrowGates
    """Space, side and kind of each."""


class TriTracEvent(GameEvent, frozen=True, kw_only=True):
    """Something that a seat does, in full view."""

    seat: int


class TriangleLaid(TriTracEvent, frozen=True, kw_only=True):
    """A triangle has come to lie on a space."""

    owner: Owner
    space: str
    joined_sides: str
    """The two sides that its track joins, such as ``LR``."""


class TrianglePlaced(TriangleLaid, frozen=True, kw_only=True):
    """A triangle was placed from the reserve."""


class TriangleMoved(TriangleLaid, frozen=True, kw_only=True):
    """A triangle was moved to another space."""

    origin: str


class TriangleTurned(TriangleLaid, frozen=True, kw_only=True):
    """A triangle was turned on its space."""


class TrackCompleted(TriTracEvent, frozen=True, kw_only=True):
    """The seat has completed a track and won."""

    track: tuple[str, ...]
    """Its spaces, from one arrow to the other."""


class GameDrawn(TriTracEvent, frozen=True, kw_only=True):
    """The game is drawn after this seat's turn."""

    reason: DrawReason
