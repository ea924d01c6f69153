"""The messages of Tricolor Line, which ``locale/`` spells out: tiles, cards, and what is going on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from triangulum.core.state import CHANCE
from triangulum.games.tricolor_line.rules.codes import HAND_LIMIT
from triangulum.games.tricolor_line.rules.evaluation import TILE_POINTS
from triangulum.games.tricolor_line.tile_text import format_place
from triangulum.games.tricolor_line.views import CARDS, COLOURS, BoardTile, SeatScore, Tile, TricolorView
from triangulum.text import Argument, Catalogue, Message, SeatName

message = Catalogue("tricolor-line", Path(__file__).parent).message

SHAPES_THAT_LIE_ONE_WAY: Final = ("cross", "bridge", "end", "start")


# Tiles and cards.


@cache
def tile_arguments(tile: Tile) -> dict[str, Argument]:
    """Return the arguments of messages that name a tile."""
    return {"shape": tile.shape, "colour": "" if tile.colour is None else COLOURS[tile.colour]}


def road_key(roads: str) -> str:
    """Return the key of roads in messages: ``NE-SW`` for ``NE+SW``."""
    return roads.replace("+", "-")


@cache
def name_tile(tile: Tile) -> Message:
    """Return a tile with its article: "a red corner", "an End"."""
    return message("a-tile", **tile_arguments(tile))


@lru_cache(maxsize=4096)
def name_tile_at(board_tile: BoardTile) -> Message:
    """Return a tile that is known to be on the map: "the red corner at 1,0"."""
    return message("the-tile-at", **tile_arguments(board_tile.tile), place=format_place(board_tile.place))


@lru_cache(maxsize=4096)
def name_new_tile_at(board_tile: BoardTile) -> Message:
    """Return a tile that has come to the map: "a red corner at 1,0, connecting north and east"."""
    arguments = tile_arguments(board_tile.tile)
    place = format_place(board_tile.place)
    if board_tile.tile.shape in SHAPES_THAT_LIE_ONE_WAY:
        return message("a-tile-at", **arguments, place=place)
    return message("a-tile-lying", **arguments, place=place, roads=road_key(board_tile.roads))


@cache
def name_colour(colour: int) -> Message:
    """Return a colour."""
    return message("colour", colour=COLOURS[colour])


@lru_cache(maxsize=4096)
def name_cards(cards: Sequence[str]) -> tuple[Message, ...]:
    """Return cards by their kinds, in the order of a hand: "a red card and 2 wild cards"; "no cards" for none."""
    kinds = tuple(message("cards", kind=kind, count=cards.count(kind)) for kind in CARDS if kind in cards)
    return kinds or (message("no-cards"),)


def name_seats(seats: Iterable[int]) -> tuple[SeatName, ...]:
    """Return seats as a list in a sentence."""
    return tuple(SeatName(seat) for seat in seats)


def join_facts(facts: Iterable[Message]) -> Message:
    """Return facts about a player as one message, with commas between them."""
    first, *more = facts
    for fact in more:
        first = message("row-more", facts=first, fact=fact)
    return first


# What is going on.

STATUS_OF_CHANCE: Final = {
    "draw": "status-drawing",
    "take": "status-revealing",
    "first": "status-revealing",
    "act": "status-event",
    "toll": "status-toll-card",
}
"""By phase, what to say while chance decides."""


def describe_status(view: TricolorView) -> Message:
    """Return what is going on: what the mover has to do, or who has won and why."""
    phase, seat = view.phase, SeatName(view.turn_of)
    if phase == "over":
        return describe_result(view.winners, view.scores, view.end_reason)
    if phase == "setup":
        return message("status-setup")
    if view.to_move == CHANCE and phase in STATUS_OF_CHANCE:
        return message(STATUS_OF_CHANCE[phase], seat=seat)
    if phase == "first" and view.taken_tile is None:
        return message("status-first-take", seat=seat)
    if phase in ("first", "place", "resettle") and view.taken_tile is not None:
        status_id = "status-resettle" if phase == "resettle" else "status-place"
        return message(status_id, seat=seat, **tile_arguments(view.taken_tile))
    if phase == "discard":
        return message("status-discard", seat=seat, count=view.num_to_discard, limit=HAND_LIMIT)
    return message(f"status-{phase}", seat=seat)


def describe_result(winners: Sequence[int], scores: Sequence[SeatScore] | None, end_reason: str) -> Message:
    """Return who has won, with how many points, and why the game is over."""
    points = scores[winners[0]].points if scores and winners else 0
    return message("status-over", winners=name_seats(winners), points=points, reason=end_reason)


def describe_round(view: TricolorView) -> Message:
    """Return which round it is."""
    if view.phase in ("setup", "first", "over"):
        return message(f"round-{view.phase}")
    return message("round", round=view.round, limit=view.round_limit)


def describe_turn(view: TricolorView) -> Message:
    """Return in a few words whose turn it is, or who has won."""
    if view.phase == "over":
        return message("winners", winners=name_seats(view.winners))
    return message("turn-setup") if view.phase == "setup" else message("turn-of", seat=SeatName(view.turn_of))


def score_arguments(score: SeatScore) -> dict[str, Argument]:
    """Return the arguments of messages that tell how points add up."""
    return {
        "tiles": score.tiles,
        "each": TILE_POINTS,
        "cards": score.cards,
        "bonus": score.bonus,
        "points": score.points,
    }
