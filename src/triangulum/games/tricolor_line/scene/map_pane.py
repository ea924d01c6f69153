"""How the map of Tricolor Line looks: tiles, the routes so far, and where the tile in hand can go.

Start is at (0, 0) of the pane, and a place has 100 units each way, however large the frame is. So nothing moves when
the map grows; only the frame does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from triangulum.core.wording import format_count
from triangulum.games.tricolor_line.scene.drawings import MAX_DISTANCE
from triangulum.games.tricolor_line.scene.tile_drawings import (
    CELL,
    COLOURLESS_SHAPES,
    ROTATIONS,
    num_rotations,
    rotation_angle,
)
from triangulum.games.tricolor_line.views import COLOURS, SHAPES, Laid, Place, Route, Tile
from triangulum.scene import Frame, Pane, Piece

DIRECTIONS: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
START: Final = (0, 0)
MIN_PLACES: Final = 7
"""So many places the frame has each way at least, and a phone's first look at most."""
RULER_WIDTH: Final = 46.0
"""How wide the strips are that have the coordinates, on the left and below."""
TARGET_LAYER, PLACE_LAYER, TRACE_LAYER, LAST_LAYER, RULER_LAYER = range(1, 6)


def tile_key(place: Place) -> str:
    """Return the key of a tile on the map."""
    return f"tile-{format_place(place)}"


def place_key(place: Place) -> str:
    """Return the key of a free place where a tile can go."""
    return f"place-{format_place(place)}"


def format_place(place: Place) -> str:
    """Return a place as notation has it."""
    return f"{place[0]},{place[1]}"


# ------------------------------------------------------------------------------------------- places and neighbours


@cache
def neighbours(place: Place) -> tuple[Place, ...]:
    """Return the places next to one, as far as the table reaches."""
    near = [(place[0] + dx, place[1] + dy) for dx, dy in DIRECTIONS.values()]
    return tuple((x, y) for x, y in near if max(abs(x), abs(y)) <= MAX_DISTANCE)


def free_places(taken: Iterable[Place]) -> set[Place]:
    """Return the free places next to a tile."""
    used = set(taken)
    return {place for tile in used for place in neighbours(tile)} - used


def clusters(places: Iterable[Place]) -> list[set[Place]]:
    """Return tiles that hang together by their sides, cluster by cluster."""
    left, clusters = set(places), []
    while left:
        cluster, frontier = set[Place](), [left.pop()]
        while frontier:
            place = frontier.pop()
            cluster.add(place)
            near = left.intersection(neighbours(place))
            left -= near
            frontier += near
        clusters.append(cluster)
    return clusters


def joining_places(places: Iterable[Place]) -> set[Place]:
    """Return the free places where a tile would join all others to one cluster."""
    used = set(places)
    parts = clusters(used)
    if len(parts) == 1:
        return free_places(used)
    return {place for place in free_places(used) if all(part.intersection(neighbours(place)) for part in parts)}


# ----------------------------------------------------------------------------------------------- what is possible


@lru_cache(maxsize=256)
def placement_places(phase: str, taken: Tile | None, tiles: tuple[Laid, ...]) -> frozenset[Place]:
    """Return where the tile in hand can go; for one that is being moved, its old place may be among them."""
    if taken is None:
        return frozenset()
    places = [laid.place for laid in tiles]
    return frozenset(joining_places(places) if phase == "resettle" else free_places(places))


@lru_cache(maxsize=256)
def target_places(phase: str, tiles: tuple[Laid, ...]) -> frozenset[Place]:
    """Return the tiles among which an event makes one choose."""
    if phase == "landslide":
        return frozenset(laid.place for laid in tiles if laid.built and laid.tile.colour is not None)
    if phase == "detour":
        return frozenset(laid.place for laid in tiles if not laid.built and num_rotations(laid.tile.shape) > 1)
    if phase == "relocate":
        return frozenset(movable_places(tiles))
    return frozenset()


def movable_places(tiles: tuple[Laid, ...]) -> Iterator[Place]:
    """Yield the blueprints and Ends that have another place to go."""
    places = {laid.place for laid in tiles}
    for laid in tiles:
        if laid.tile.shape == "end" or not laid.built:
            others = places - {laid.place}
            if joining_places(others) - {laid.place}:
                yield laid.place


# --------------------------------------------------------------------------------------------------------- words


def describe_tile(tile: Tile) -> str:
    """Return a tile in words: "red corner", "Start", "End"."""
    if tile.colour is None:
        return tile.shape.capitalize()
    return f"{COLOURS[tile.colour]} {tile.shape}"


def describe_roads(roads: str) -> str:
    """Return where roads lead: "N-E", "N-S and E-W"."""
    if roads == "NESW":
        return "all ways"
    return " and ".join("-".join(road) for road in roads.split("+"))


def tile_cost(tile: Tile, cost: tuple[int, ...]) -> int:
    """Return what it costs to construct a tile."""
    return 0 if tile.shape in COLOURLESS_SHAPES else cost[SHAPES.index(tile.shape)]


# -------------------------------------------------------------------------------------------------------- pieces


def tile_symbol(tile: Tile, is_built: bool) -> str:
    """Return the name of the drawing of a tile."""
    if tile.colour is None:
        return tile.shape
    return f"{'road' if is_built else 'print'}-{tile.shape}-{COLOURS[tile.colour]}"


def tile_label(tile: Tile, is_built: bool, cost: tuple[int, ...]) -> str:
    """Return what stands on a tile: its colour, and on a blueprint what it costs."""
    if tile.colour is None:
        return ""
    letter = COLOURS[tile.colour][0].upper()
    return letter if is_built else f"{letter}{tile_cost(tile, cost)}"


@lru_cache(maxsize=8192)
def tile_piece(laid: Laid, cost: tuple[int, ...], mark: str) -> Piece:
    """Return a tile on the map; a ``target`` can be chosen now, and an ``idle`` one stands back for those."""
    tile, (x, y) = laid.tile, laid.place
    title = f"{describe_tile(tile)} at {format_place(laid.place)}"
    if tile.colour is not None:
        state = "built" if laid.built else f"blueprint, costs {tile_cost(tile, cost)}"
        title = f"{title}, {describe_roads(laid.roads)}, {state}"
    return Piece(
        tile_key(laid.place),
        tile_symbol(tile, laid.built),
        CELL * x,
        -CELL * y,
        rotation_angle(tile.shape, laid.roads),
        1.0,
        TARGET_LAYER if mark == "target" else 0,
        (mark,) if mark else (),
        tile_label(tile, laid.built, cost),
        title,
    )


def target_mark(place: Place, targets: frozenset[Place]) -> str:
    """Return how a tile is marked while one among some is chosen."""
    if not targets or place == START:
        return ""
    return "target" if place in targets else "idle"


@lru_cache(maxsize=1024)
def length_piece(end: Place, tiles: int) -> Piece:
    """Return how many tiles the shortest routes to an End have."""
    x, y = CELL * end[0] + 31, -CELL * end[1] + 31
    title = f"the shortest route to the End at {format_place(end)} has {format_count(tiles, 'tile')}"
    return Piece(f"length-{format_place(end)}", "length", x, y, 0.0, 1.0, LAST_LAYER, (), str(tiles), title)


@cache
def place_piece(place: Place) -> Piece:
    """Return a free place where the tile in hand can go."""
    x, y = place
    title = f"the tile can go to {format_place(place)}"
    return Piece(place_key(place), "place", CELL * x, -CELL * y, 0.0, 1.0, PLACE_LAYER, (), format_place(place), title)


@lru_cache(maxsize=1024)
def last_piece(place: Place) -> Piece:
    """Return the line around the tile that was changed last."""
    x, y = place
    title = f"the last tile, at {format_place(place)}"
    return Piece("last", "last", CELL * x, -CELL * y, 0.0, 1.0, LAST_LAYER, (), "", title)


@lru_cache(maxsize=8192)
def trace_piece(place: Place, exits: str, won: bool) -> Piece:
    """Return the part of a route that leads through a tile by two of its exits."""
    x, y = place
    shape = "straight" if exits in ROTATIONS["straight"] else "corner"
    symbol, title = f"{'win' if won else 'trace'}-{shape}", "a scored route" if won else "a shortest route"
    turn = rotation_angle(shape, exits)
    key = f"trace-{format_place(place)}-{exits}"
    return Piece(
        key, symbol, CELL * x, -CELL * y, turn, 1.0, TRACE_LAYER, (), "", f"{title} through {format_place(place)}"
    )


def route_passes(route: Route) -> Iterator[tuple[Place, str]]:
    """Yield the tiles of a route with the two exits by which it passes each."""
    way = (START, *route.places, route.end)
    directions = [find_direction(here, there) for here, there in pairwise(way)]
    for place, (into, out) in zip(route.places, pairwise(directions), strict=True):
        exits = {opposite_direction(into), out}
        yield place, "".join(letter for letter in DIRECTIONS if letter in exits)


def find_direction(start: Place, end: Place) -> str:
    """Return the direction from a place to one beside it."""
    step = end[0] - start[0], end[1] - start[1]
    return next(letter for letter, move in DIRECTIONS.items() if move == step)


def opposite_direction(direction: str) -> str:
    """Return the direction that one comes from."""
    return "SWNE"["NESW".index(direction)]


@lru_cache(maxsize=1024)
def trace_pieces(routes: tuple[Route, ...], won: bool) -> tuple[Piece, ...]:
    """Return the traces of routes; where several run together, one."""
    parts = dict.fromkeys(part for route in routes for part in route_passes(route))
    return tuple(trace_piece(place, exits, won) for place, exits in parts)


# --------------------------------------------------------------------------------------------------------- frames


def widen_range(low: int, high: int, min_length: int) -> tuple[int, int]:
    """Return a stretch of at least so many places around one, within the table."""
    more = max(min_length - (high - low + 1), 0)
    low, high = low - more // 2, high + (more + 1) // 2
    shift = max(-MAX_DISTANCE - low, 0) - max(high - MAX_DISTANCE, 0)
    return max(low + shift, -MAX_DISTANCE), min(high + shift, MAX_DISTANCE)


@lru_cache(maxsize=1024)
def visible_bounds(places: tuple[Place, ...]) -> tuple[int, int, int, int]:
    """Return the part of the table that the map shows: a square with all tiles and a place on every side of them."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    left, right = max(min(xs) - 1, -MAX_DISTANCE), min(max(xs) + 1, MAX_DISTANCE)
    low, high = max(min(ys) - 1, -MAX_DISTANCE), min(max(ys) + 1, MAX_DISTANCE)
    side = max(right - left + 1, high - low + 1, MIN_PLACES)
    return *widen_range(left, right, side), *widen_range(low, high, side)


@cache
def map_frame(left: int, right: int, low: int, high: int, ruler: float) -> Frame:
    """Return these columns and rows of places as a frame, with rulers on the left and below."""
    x, y = CELL * (left - 0.5) - ruler, -CELL * (high + 0.5)
    return Frame(x, y, CELL * (right - left + 1) + ruler, CELL * (high - low + 1) + ruler)


def phone_focus(bounds: tuple[int, int, int, int], centre: Place) -> Frame | None:
    """Return where a phone begins to look: around the last tile, if the map is too large for it."""
    left, right, low, high = bounds
    if right - left < MIN_PLACES:
        return None
    half = MIN_PLACES // 2
    x = min(max(centre[0], left + half), right - half)
    y = min(max(centre[1], low + half), high - half)
    return map_frame(x - half, x + half, y - half, y + half, 0.0)


@cache
def ruler_pieces(left: int, right: int, low: int, high: int) -> tuple[Piece, ...]:
    """Return the coordinates along the left and lower side of the map."""
    x, y = CELL * (left - 0.5) - RULER_WIDTH / 2, -CELL * (low - 0.5) + RULER_WIDTH / 2
    across = [
        Piece(f"ruler-x-{at}", "axis", CELL * at, y, layer=RULER_LAYER, marks=("frame",), label=str(at))
        for at in range(left, right + 1)
    ]
    upwards = [
        Piece(f"ruler-y-{at}", "axis", x, -CELL * at, layer=RULER_LAYER, marks=("frame",), label=str(at))
        for at in range(low, high + 1)
    ]
    return *across, *upwards


# ----------------------------------------------------------------------------------------------------------- pane


@lru_cache(maxsize=1024)
def map_pane(
    tiles: tuple[Laid, ...],
    cost: tuple[int, ...],
    routes: tuple[Route, ...],
    won: bool,
    last: Place | None,
    places: frozenset[Place],
    targets: frozenset[Place],
) -> Pane:
    """Return the map; with routes that are traced, free places to touch, and tiles among which one chooses."""
    bounds = visible_bounds(tuple(laid.place for laid in tiles) or (START,))
    lengths = {route.end: len(route.places) for route in routes}
    pieces = (
        *[tile_piece(laid, cost, target_mark(laid.place, targets)) for laid in tiles],
        *[place_piece(place) for place in sorted(places)],
        *trace_pieces(routes, won),
        *[length_piece(end, tiles_passed) for end, tiles_passed in lengths.items()],
        *([last_piece(last)] if last is not None else []),
        *ruler_pieces(*bounds),
    )
    frame, focus = map_frame(*bounds, RULER_WIDTH), phone_focus(bounds, last or START)
    return Pane("map", frame, pieces, ("map",), focus, "The map")
