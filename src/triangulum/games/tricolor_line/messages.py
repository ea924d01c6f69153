"""The messages of Tricolor Line, which ``locale/`` spells out: tiles, cards, and what is going on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

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
    """Return a tile that has come to the map: "a red corner at 1,0 (connecting north and east)"."""
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


class Situation(NamedTuple):
    """What decides which status is told; small, so that messages about it can be cached."""

    phase: str
    seat: int
    """Whose turn it is."""
    is_chance: bool
    """Whether chance decides now."""
    taken_tile: Tile | None
    end_distance: int
    num_to_discard: int
    round: int
    round_limit: int
    winners: tuple[int, ...]
    points: int
    """Of the winners."""
    end_reason: str


def find_situation(view: TricolorView) -> Situation:
    """Return the situation that a view shows."""
    winners = view.winners
    return Situation(
        view.phase,
        view.turn_of,
        view.to_move == CHANCE,
        view.taken_tile,
        view.end_distance,
        view.num_to_discard,
        view.round,
        view.round_limit,
        winners,
        view.scores[winners[0]].points if view.scores and winners else 0,
        view.end_reason,
    )


@lru_cache(maxsize=4096)
def describe_status(situation: Situation) -> Message:
    """Return what is going on: what the mover has to do, or who has won and why."""
    phase, seat, taken_tile = situation.phase, SeatName(situation.seat), situation.taken_tile
    if phase == "over":
        winners = name_seats(situation.winners)
        return message("status-over", winners=winners, points=situation.points, reason=situation.end_reason)
    if phase == "setup":
        return message("status-setup")
    if situation.is_chance and phase in STATUS_OF_CHANCE:
        return message(STATUS_OF_CHANCE[phase], seat=seat)
    if phase == "first" and taken_tile is None:
        return message("status-first-take", seat=seat)
    if phase in ("first", "place", "resettle") and taken_tile is not None:
        status_id = "status-resettle" if phase == "resettle" else "status-place"
        if taken_tile.shape == "end" and situation.end_distance:
            status_id += "-far"
        return message(status_id, seat=seat, **tile_arguments(taken_tile), distance=situation.end_distance)
    if phase == "discard":
        return message("status-discard", seat=seat, count=situation.num_to_discard, limit=HAND_LIMIT)
    return message(f"status-{phase}", seat=seat)


def describe_round(situation: Situation) -> Message:
    """Return which round it is."""
    if situation.phase in ("setup", "first", "over"):
        return message(f"round-{situation.phase}")
    return message("round", round=situation.round, limit=situation.round_limit)


def describe_turn(situation: Situation) -> Message:
    """Return in a few words whose turn it is, or who has won."""
    if situation.phase == "over":
        return message("winners", winners=name_seats(situation.winners))
    if situation.phase == "setup":
        return message("turn-setup")
    return message("turn-of", seat=SeatName(situation.seat))


def score_arguments(score: SeatScore) -> dict[str, Argument]:
    """Return the arguments of messages that tell how points add up."""
    return {
        "tiles": score.tiles,
        "each": TILE_POINTS,
        "cards": score.cards,
        "bonus": score.bonus,
        "points": score.points,
    }
