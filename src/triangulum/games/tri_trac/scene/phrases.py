"""Words that the picture of Tri-Trac uses in several places."""

from __future__ import annotations

from triangulum.core.wording import format_count
from triangulum.games.tri_trac.scene.desk_drawings import SEAT_COLOURS
from triangulum.games.tri_trac.views import TriTracView


def format_seat(seat: int) -> str:
    """Return a seat with its colour: "seat 0 (orange)"."""
    return f"seat {seat} ({SEAT_COLOURS[seat]})"


def describe_view(view: TriTracView) -> str:
    """Return the situation as a sentence for screen readers."""
    if view.phase == "finished":
        result = f"drawn ({view.draw_reason})" if view.winner is None else f"won by {format_seat(view.winner)}"
        return f"Tri-Trac: the game is {result} after {format_count(view.turns_played, 'turn')}."
    turn = f"Tri-Trac, turn {view.turns_played + 1} of {view.turn_limit}: {format_seat(view.to_move)}"
    if view.phase == "opening":
        return f"{turn} places the neutral triangle."
    return f"{turn} is to move, and {'may not' if view.neutral_barred else 'may'} touch the neutral triangle."
