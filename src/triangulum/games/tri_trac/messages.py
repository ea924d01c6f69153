"""The messages of Tri-Trac, which ``locale/`` spells out, and those that text board and picture share."""

from __future__ import annotations

from pathlib import Path

from triangulum.games.tri_trac.views import TriTracView
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
    return message("status-locked" if view.neutral_barred else "status-playing", seat=SeatName(view.to_move))
