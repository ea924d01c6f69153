"""The messages of Star Runners, which ``locale/`` spells out, and those that log, text board and picture share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from triangulum.games.star_runners.views import HOMES, Place, StarRunnersView
from triangulum.text import Catalogue, Message, SeatName, Text

message = Catalogue("star-runners", Path(__file__).parent).message


def describe_status(view: StarRunnersView) -> Message:
    """Return what is going on: what the mover can do, or how the game has ended."""
    if view.phase == "finished":
        return find_ending(view.winner)
    return find_turn_status(view.phase, view.turn_of, view.dice[0] if view.dice else 0, view.points)


@cache
def find_ending(winner: int | None) -> Message:
    """Return how the game has ended."""
    if winner is None:
        return message("status-drawn")
    return message("status-won", seat=SeatName(winner), rival=SeatName(1 - winner))


@cache
def find_turn_status(phase: str, seat: int, die: int, points: int) -> Message:
    """Return what a player is doing; the die is the greater one."""
    return message(f"status-{phase}", seat=SeatName(seat), die=die, points=points)


def describe_turn(phase: str, turns: int, turn_limit: int) -> Message:
    """Return which turn it is, or when the game has ended, by how many turns have ended."""
    if phase != "finished":
        return message("turn.title", turn=turns + 1, limit=turn_limit)
    if turns == turn_limit:
        return message("ended-drawn", turns=turns)
    return message("ended-won", turn=turns + 1)


@cache
def describe_size(name: str) -> Message:
    """Return the size of a ship or a star, by its name in the box."""
    return message("size", size=name)


@cache
def describe_pair(smaller: str, larger: str) -> Message:
    """Return the two stars of a home, by the names of their sizes."""
    return message("pair", smaller=describe_size(smaller), larger=describe_size(larger))


@cache
def describe_place(place: Place, ship_seat: int | None = None) -> Text:
    """Return what a star is called in a sentence, by its name on the map or as somebody's home.

    The home of the ship that the sentence is about is just "home".
    """
    if place == "W":
        return message("backwater")
    if place not in HOMES:
        return place
    seat = HOMES.index(place)
    return message("own-home") if seat == ship_seat else message("home", seat=SeatName(seat))
