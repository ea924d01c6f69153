"""Tri-Trac in words: a sentence for every event, and the board in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from triangulum.core.views import GameEvent
from triangulum.games.tri_trac import views
from triangulum.games.tri_trac.text_board import text_board

__all__ = ["narrate", "text_board"]

SIDE_WORDS = {"L": "left", "R": "right", "B": "bottom", "T": "top"}
"""By the letter of a side in notation."""


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    if not isinstance(event, views.TriTracEvent):
        return raise_foreign_event(event)
    who = names[event.seat]
    match event:
        case views.TrianglePlaced(space=space):
            return f"{who} places {describe_triangle(event)} on {space}, {describe_joined_sides(event)}."
        case views.TriangleMoved(origin=origin, space=space):
            return f"{who} moves {describe_triangle(event)} from {origin} to {space}, {describe_joined_sides(event)}."
        case views.TriangleTurned(space=space):
            return f"{who} turns the {event.owner} triangle on {space}, {describe_joined_sides(event)}."
        case views.TrackCompleted(track=track):
            return f"{who} has completed a track from the arrow at {track[0]} to the one at {track[-1]} and wins."
        case views.GameDrawn(reason="repetition"):
            return "The same position has come for the third time: the game is drawn."
        case views.GameDrawn(reason="turn limit"):
            return "The turn limit is reached: the game is drawn."
        case views.GameDrawn():
            return f"{names[1 - event.seat]} cannot move: the game is drawn."
    return raise_foreign_event(event)


def describe_triangle(event: views.TriangleLaid) -> str:
    """Return a triangle as a sentence names it: "an orange triangle", or "the neutral triangle", the only one."""
    if event.owner == "neutral":
        return "the neutral triangle"
    return f"a{'n' * (event.owner == 'orange')} {event.owner} triangle"


def describe_joined_sides(event: views.TriangleLaid) -> str:
    """Return which sides a triangle joins: "joining left and right"."""
    first, second = (SIDE_WORDS[side] for side in event.joined_sides)
    return f"joining {first} and {second}"


def raise_foreign_event(event: GameEvent) -> NoReturn:
    """Raise TypeError for an event of another game."""
    raise TypeError(f"{type(event).__name__} does not happen in Tri-Trac")
