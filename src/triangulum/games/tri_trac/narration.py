# compiled by mypyc
"""Tri-Trac in words: a sentence for every event, and the board in text."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.core.views import GameEvent
from triangulum.games.tri_trac import views
from triangulum.games.tri_trac.messages import message
from triangulum.games.tri_trac.text_board import text_board
from triangulum.text import Message, SeatName, Text

__all__ = ["narrate", "suggest", "text_board"]


def narrate(events: Sequence[GameEvent]) -> list[Text]:
    """Return a sentence for every event."""
    return [narrate_event(event) for event in events]


def narrate_event(event: GameEvent) -> Text:
    """Return an event as a sentence."""
    match event:
        case views.TrianglePlaced(seat=seat, owner=owner, space=space):
            return message("triangle-placed", seat=SeatName(seat), owner=owner, space=space)
        case views.TriangleMoved(seat=seat, owner=owner, origin=origin, space=space):
            return message("triangle-moved", seat=SeatName(seat), owner=owner, origin=origin, space=space)
        case views.TriangleTurned(seat=seat, owner=owner, space=space):
            return message("triangle-rotated", seat=SeatName(seat), owner=owner, space=space)
        case views.TrackCompleted(seat=seat, track=track):
            name = SeatName(seat)
            return message("track-completed", seat=name, length=len(track), start=track[0], end=track[-1])
        case views.GameDrawn(seat=seat, reason=reason):
            return message(f"drawn-{reason}", seat=SeatName(1 - seat))
    raise TypeError(f"{type(event).__name__} does not happen in Tri-Trac")


def suggest(events: Sequence[GameEvent]) -> Message:
    """Return the action that these events begin with, as an instruction."""
    event = events[0]
    assert isinstance(event, views.TriangleLaid)
    owner, space = event.owner, event.space
    sides = tuple(message("side", side=side) for side in event.joined_sides)
    if isinstance(event, views.TriangleMoved):
        return message("suggest-moved", owner=owner, origin=event.origin, space=space, sides=sides)
    id = "suggest-placed" if isinstance(event, views.TrianglePlaced) else "suggest-rotated"
    return message(id, owner=owner, space=space, sides=sides)
