"""The messages of Tri-Trac, which ``locale/`` spells out, and those that text board and picture share."""

from __future__ import annotations

from pathlib import Path

from triangulum.games.tri_trac.views import OWNERS, TriTracView
from triangulum.text import Catalogue, Message, SeatName

message = Catalogue("tri-trac", Path(__file__).parent).message


def describe_status(view: TriTracView) -> Message:
    """Return what is going on: what the mover can do, or how the game has ended."""
    if view.winner is not None:
        return message("status-won", seat=SeatName(view.winner), length=len(view.track))
    if view.phase == "finished":
        return message("status-drawn", reason=view.draw_reason or "")
    if view.phase == "opening":
        return message("status-opening", seat=SeatName(view.to_move))
    status_id = "status-locked" if view.neutral_barred else "status-playing"
    return message(status_id, seat=SeatName(view.to_move), own=find_own_triangle_choice(view))


def find_own_triangle_choice(view: TriTracView) -> str:
    """Return what the mover can do with their own triangles: ``place``, ``move`` (or rotate), or ``any`` of these."""
    colour = OWNERS[1 + view.to_move]
    if not view.reserves[view.to_move]:
        return "move"
    return "any" if any(triangle and triangle.owner == colour for triangle in view.spaces) else "place"
