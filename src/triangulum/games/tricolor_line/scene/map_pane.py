# compiled by mypyc
"""The map of Tricolor Line as a pane: tiles, the routes so far, and where the taken tile can go.

Start is at (0, 0) of the pane, and a place has 100 units each way, however large the frame is. So nothing moves when
the map grows; only the frame does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from triangulum.games.tricolor_line.messages import message, road_key, tile_arguments
from triangulum.games.tricolor_line.scene.keys import place_key, tile_key
from triangulum.games.tricolor_line.scene.tile_drawings import (
    CELL,
    ROTATIONS,
    num_rotations,
    rotation_angle,
)
from triangulum.games.tricolor_line.tile_text import format_place
from triangulum.games.tricolor_line.views import COLOURS, PLACE_LIMIT, SHAPES, BoardTile, Place, Route, Tile
from triangulum.scene import Frame, Pane, Piece
from triangulum.text import Message, Text

DIRECTIONS: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
START: Final = (0, 0)
MIN_PLACES: Final = 7
"""How many places the frame shows each way at least, and a phone's first view at most."""
RULER_WIDTH: Final = 46.0
"""The width of the strips with coordinates, on the left and below."""
TARGET_LAYER, PLACE_LAYER, TRACE_LAYER, LAST_LAYER, RULER_LAYER = range(1, 6)


# Places and neighbours.


@cache
def list_neighbours(place: Place) -> tuple[Place, ...]:
    """Return the places next to a place, as far as the board reaches."""
    around = [(place[0] + dx, place[1] + dy) for dx, dy in DIRECTIONS.values()]
    return tuple((x, y) for x, y in around if max(abs(x), abs(y)) <= PLACE_LIMIT)


def find_free_places(tile_places: Iterable[Place]) -> set[Place]:
    """Return the free places next to a tile, given the places of all tiles."""
    used = set(tile_places)
    return {neighbour for place in used for neighbour in list_neighbours(place)} - used


def find_clusters(tile_places: Iterable[Place]) -> list[set[Place]]:
    """Return the places of tiles in clusters that hang together by their sides."""
    unassigned, clusters = set(tile_places), []
    while unassigned:
        cluster, frontier = set[Place](), [unassigned.pop()]
        while frontier:
            place = frontier.pop()
            cluster.add(place)
            reached = unassigned.intersection(list_neighbours(place))
            unassigned -= reached
            frontier += reached
        clusters.append(cluster)
    return clusters


def find_cluster_joining_places(tile_places: Iterable[Place]) -> set[Place]:
    """Return the free places where one more tile would join all tiles to one cluster."""
    used = set(tile_places)
    free_places, clusters = find_free_places(used), find_clusters(used)
    if len(clusters) == 1:
        return free_places
    return {place for place in free_places if all(cluster.intersection(list_neighbours(place)) for cluster in clusters)}


# Where something can be done.


@lru_cache(maxsize=256)
def find_placement_places(
    phase: str, taken: Tile | None, tiles: tuple[BoardTile, ...], end_distance: int
) -> frozenset[Place]:
    """Return where the taken tile can go; for one that is being relocated, its old place may be among them."""
    if taken is None:
        return frozenset()
    tile_places = [board_tile.place for board_tile in tiles]
    places = find_cluster_joining_places(tile_places) if phase == "resettle" else find_free_places(tile_places)
    return frozenset(place for place in places if can_hold_tile(place, taken, end_distance))


def can_hold_tile(place: Place, tile: Tile, end_distance: int) -> bool:
    """Return whether a place is far enough from Start for a tile, if it is an End."""
    return tile.shape != "end" or abs(place[0]) + abs(place[1]) >= end_distance


@lru_cache(maxsize=256)
def find_target_places(
    phase: str, tiles: tuple[BoardTile, ...], last_place: Place | None, end_distance: int
) -> frozenset[Place]:
    """Return the places of the tiles that the event of a phase may be applied to; the last one has just been built."""
    if phase == "landslide":
        return frozenset(tile.place for tile in tiles if tile.built and tile.place not in (START, last_place))
    if phase == "detour":
        return frozenset(tile.place for tile in tiles if not tile.built and num_rotations(tile.tile.shape) > 1)
    if phase == "relocate":
        return frozenset(find_places_of_movable_tiles(tiles, end_distance))
    return frozenset()


def find_places_of_movable_tiles(tiles: tuple[BoardTile, ...], end_distance: int) -> Iterator[Place]:
    """Yield the places of blueprints that have another place to go."""
    places = {board_tile.place for board_tile in tiles}
    for board_tile in tiles:
        place = board_tile.place
        if board_tile.built:
            continue
        new_places = find_cluster_joining_places(places - {place}) - {place}
        if any(can_hold_tile(new_place, board_tile.tile, end_distance) for new_place in new_places):
            yield place


# Pieces.


def tile_cost(tile: Tile, cost: tuple[int, ...]) -> int:
    """Return what it costs to construct a tile, given the cost of each shape and of an End."""
    return cost[-1] if tile.shape == "end" else cost[SHAPES.index(tile.shape)]


def is_built_from_start(tile: Tile, cost: tuple[int, ...]) -> bool:
    """Return whether a tile has no blueprint side: an End that costs nothing."""
    return tile.shape == "end" and not tile_cost(tile, cost)


def tile_symbol(tile: Tile, is_built: bool) -> str:
    """Return the name of a tile's drawing in the kit."""
    if tile.colour is None:
        return tile.shape if is_built else f"print-{tile.shape}"
    return f"{'road' if is_built else 'print'}-{tile.shape}-{COLOURS[tile.colour]}"


@cache
def tile_label(tile: Tile, is_built: bool, cost: tuple[int, ...]) -> Text:
    """Return the label on a tile: its colour's letter, START or END, and on a blueprint what it costs."""
    if tile.colour is None:
        return message(f"label-{tile.shape}", cost=0 if is_built else tile_cost(tile, cost))
    letter = COLOURS[tile.colour][0].upper()
    return letter if is_built else f"{letter}{tile_cost(tile, cost)}"


@lru_cache(maxsize=8192)
def tile_piece(board_tile: BoardTile, cost: tuple[int, ...], mark: str) -> Piece:
    """Return the piece of a tile on the map; ``target`` marks one that can be chosen now, ``idle`` one that cannot."""
    tile, (x, y) = board_tile.tile, board_tile.place
    return Piece(
        tile_key(board_tile.place),
        tile_symbol(tile, board_tile.built),
        CELL * x,
        -CELL * y,
        rotation_angle(tile.shape, board_tile.roads),
        1.0,
        TARGET_LAYER if mark == "target" else 0,
        (mark,) if mark else (),
        tile_label(tile, board_tile.built, cost),
        describe_board_tile(board_tile, cost),
    )


def describe_board_tile(board_tile: BoardTile, cost: tuple[int, ...]) -> Message:
    """Return the title of a tile on the map: what it is, where, which sides it connects, and what it costs."""
    tile, place = board_tile.tile, format_place(board_tile.place)
    if tile.colour is None:
        return message(f"tile-{tile.shape}", place=place, cost=0 if board_tile.built else tile_cost(tile, cost))
    arguments = tile_arguments(tile)
    roads = road_key(board_tile.roads)
    if board_tile.built:
        return message("tile-road", **arguments, place=place, roads=roads)
    return message("tile-blueprint", **arguments, place=place, roads=roads, cost=tile_cost(tile, cost))


def target_mark(place: Place, targets: frozenset[Place]) -> str:
    """Return the mark of a tile while one of some targets is chosen, or nothing."""
    if not targets or place == START:
        return ""
    return "target" if place in targets else "idle"


@lru_cache(maxsize=1024)
def route_length_piece(end: Place, num_tiles: int) -> Piece:
    """Return the plate on an End that says how many tiles its shortest routes have."""
    x, y = CELL * end[0] + 31, -CELL * end[1] + 31
    title = message("route-length", place=format_place(end), count=num_tiles)
    return Piece(f"length-{format_place(end)}", "length", x, y, 0.0, 1.0, LAST_LAYER, (), str(num_tiles), title)


@cache
def free_place_piece(place: Place) -> Piece:
    """Return the piece of a free place where the taken tile can go."""
    x, y = place
    title = message("free-place", place=format_place(place))
    return Piece(place_key(place), "place", CELL * x, -CELL * y, 0.0, 1.0, PLACE_LAYER, (), format_place(place), title)


@lru_cache(maxsize=1024)
def last_tile_piece(place: Place) -> Piece:
    """Return the outline around the tile that was changed last."""
    x, y = place
    title = message("last-tile", place=format_place(place))
    return Piece("last", "last", CELL * x, -CELL * y, 0.0, 1.0, LAST_LAYER, (), "", title)


@lru_cache(maxsize=8192)
def route_trace_piece(place: Place, exits: str, is_scored: bool) -> Piece:
    """Return the trace of a route that leads over a tile from one of two exits to the other."""
    x, y = place
    shape = "straight" if exits in ROTATIONS["straight"] else "corner"
    symbol = f"{'win' if is_scored else 'trace'}-{shape}"
    title = message("route-trace-scored" if is_scored else "route-trace", place=format_place(place))
    angle = rotation_angle(shape, exits)
    key = f"trace-{format_place(place)}-{exits}"
    return Piece(key, symbol, CELL * x, -CELL * y, angle, 1.0, TRACE_LAYER, (), "", title)


def list_route_exits(route: Route) -> Iterator[tuple[Place, str]]:
    """Yield each place of a route with the two exits by which the route passes it."""
    path = (START, *route.places, route.end)
    directions = [find_direction(here, there) for here, there in pairwise(path)]
    for place, (arrival, departure) in zip(route.places, pairwise(directions), strict=True):
        exits = {opposite_direction(arrival), departure}
        yield place, "".join(letter for letter in DIRECTIONS if letter in exits)


def find_direction(start: Place, end: Place) -> str:
    """Return the direction, one of DIRECTIONS, from a place to its neighbour."""
    step = end[0] - start[0], end[1] - start[1]
    return next(letter for letter, move in DIRECTIONS.items() if move == step)


def opposite_direction(direction: str) -> str:
    """Return the opposite direction: S for N."""
    return "SWNE"["NESW".index(direction)]


@lru_cache(maxsize=1024)
def route_trace_pieces(routes: tuple[Route, ...], is_scored: bool) -> tuple[Piece, ...]:
    """Return the traces of routes; only one where several run together."""
    passages = dict.fromkeys(passage for route in routes for passage in list_route_exits(route))
    return tuple(route_trace_piece(place, exits, is_scored) for place, exits in passages)


# Frames.


class MapBounds(NamedTuple):
    """A part of the board: its first and last column and row."""

    left: int
    right: int
    low: int
    high: int


def widen_coordinate_range(low: int, high: int, min_length: int) -> tuple[int, int]:
    """Return a range of coordinates widened on both ends to a length, but within the board."""
    missing = max(min_length - (high - low + 1), 0)
    low, high = low - missing // 2, high + (missing + 1) // 2
    shift = max(-PLACE_LIMIT - low, 0) - max(high - PLACE_LIMIT, 0)
    return max(low + shift, -PLACE_LIMIT), min(high + shift, PLACE_LIMIT)


@lru_cache(maxsize=1024)
def visible_map_bounds(places: tuple[Place, ...]) -> MapBounds:
    """Return the part of the board that the map shows: a square with all tiles and a rim of one place."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    left, right = max(min(xs) - 1, -PLACE_LIMIT), min(max(xs) + 1, PLACE_LIMIT)
    low, high = max(min(ys) - 1, -PLACE_LIMIT), min(max(ys) + 1, PLACE_LIMIT)
    side = max(right - left + 1, high - low + 1, MIN_PLACES)
    return MapBounds(*widen_coordinate_range(left, right, side), *widen_coordinate_range(low, high, side))


@cache
def map_frame(bounds: MapBounds, ruler_width: float) -> Frame:
    """Return the frame around a part of the board, with room for rulers on the left and below."""
    left, right, low, high = bounds
    x, y = CELL * (left - 0.5) - ruler_width, -CELL * (high + 0.5)
    return Frame(x, y, CELL * (right - left + 1) + ruler_width, CELL * (high - low + 1) + ruler_width)


def phone_first_frame(bounds: MapBounds, centre: Place) -> Frame | None:
    """Return the frame that a phone shows first, around a place; None if it can show the whole map."""
    left, right, low, high = bounds
    if right - left < MIN_PLACES:
        return None
    half = MIN_PLACES // 2
    x = min(max(centre[0], left + half), right - half)
    y = min(max(centre[1], low + half), high - half)
    return map_frame(MapBounds(x - half, x + half, y - half, y + half), 0.0)


@cache
def ruler_pieces(bounds: MapBounds) -> tuple[Piece, ...]:
    """Return the coordinates along the left and lower side of the map."""
    left, right, low, high = bounds
    x, y = CELL * (left - 0.5) - RULER_WIDTH / 2, -CELL * (low - 0.5) + RULER_WIDTH / 2
    columns = [
        Piece(f"ruler-x-{at}", "axis", CELL * at, y, layer=RULER_LAYER, marks=("frame",), label=str(at))
        for at in range(left, right + 1)
    ]
    rows = [
        Piece(f"ruler-y-{at}", "axis", x, -CELL * at, layer=RULER_LAYER, marks=("frame",), label=str(at))
        for at in range(low, high + 1)
    ]
    return *columns, *rows


# The pane.


class MapContent(NamedTuple):
    """What the map shows."""

    tiles: tuple[BoardTile, ...]
    cost: tuple[int, ...]
    """Of each shape, then of an End."""
    routes: tuple[Route, ...]
    """Those that are traced."""
    are_routes_scored: bool
    last: Place | None
    """Where the last tile was changed."""
    free_places: frozenset[Place]
    """Where the taken tile can go, if the watcher is asked."""
    targets: frozenset[Place]
    """The tiles among which the watcher chooses."""


@lru_cache(maxsize=1024)
def map_pane(content: MapContent) -> Pane:
    """Return the pane of the map: tiles, traced routes, free places to touch, and rulers."""
    tiles, targets = content.tiles, content.targets
    bounds = visible_map_bounds(tuple(board_tile.place for board_tile in tiles) or (START,))
    route_lengths = {route.end: len(route.places) for route in content.routes}
    pieces = (
        *[tile_piece(board_tile, content.cost, target_mark(board_tile.place, targets)) for board_tile in tiles],
        *[free_place_piece(place) for place in sorted(content.free_places)],
        *route_trace_pieces(content.routes, content.are_routes_scored),
        *[route_length_piece(end, num_tiles) for end, num_tiles in route_lengths.items()],
        *([last_tile_piece(content.last)] if content.last is not None else []),
        *ruler_pieces(bounds),
    )
    frame, focus = map_frame(bounds, RULER_WIDTH), phone_first_frame(bounds, content.last or START)
    return Pane("map", frame, pieces, ("map",), focus, message("map-pane"))
