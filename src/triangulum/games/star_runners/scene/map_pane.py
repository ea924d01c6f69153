# compiled by mypyc
"""The map: stars, ships, and guards where they matter.

Ships have a place of their own around every star, by seat and size, so they never meet.
"""

from __future__ import annotations

from functools import cache

from triangulum.games.star_runners.actions import NUM_SIZES
from triangulum.games.star_runners.messages import describe_pair, describe_place, describe_size, message
from triangulum.games.star_runners.scene.layout import (
    FORWARD,
    MAP_HEIGHT,
    MAP_WIDTH,
    PLACE_POINTS,
    SHIP_LENGTHS,
    SHIP_TILTS,
)
from triangulum.games.star_runners.scene.ship_drawings import ship_symbol
from triangulum.games.star_runners.steps import PAIRS_BY_MISSING_SIZE, SHIP_KEYS, SIZE_NAMES, STAR_KEYS
from triangulum.games.star_runners.views import HOMES, Place, Ship
from triangulum.scene import Frame, Pane, Piece, polar_point
from triangulum.text import SeatName

MAP_FRAME = Frame(0, 0, MAP_WIDTH, MAP_HEIGHT)
MAP_TITLE = message("map-pane")
NEIGHBOURS: dict[Place, tuple[Place, ...]] = {
    "A": ("a1", "a2"),
    "a1": ("A", "W", "b1", "b2"),
    "a2": ("A", "W", "b1", "b2"),
    "W": ("a1", "a2", "b1", "b2"),
    "b1": ("B", "W", "a1", "a2"),
    "b2": ("B", "W", "a1", "a2"),
    "B": ("b1", "b2"),
}
"""Whatever the sizes, these are connected (rule 2.2)."""

STAR_NOSE_DISTANCE, HOME_NOSE_DISTANCE = 39.0, 53.0
"""How close the nose of a ship comes to the middle of a single and of a binary star."""

BLOCKING_SHIP_PAIRS = tuple(
    (seat * 3 + larger, (1 - seat) * 3 + smaller) for larger in (1, 2) for seat in (0, 1) for smaller in range(larger)
)
"""Each ship that can block with each that it can block, as indices of ``view.ships``; mediums before larges."""

SIZE_TITLES = tuple([describe_size(name) for name in SIZE_NAMES])
HOME_TITLES = tuple(
    [describe_pair(SIZE_NAMES[smaller], SIZE_NAMES[larger]) for smaller, larger in PAIRS_BY_MISSING_SIZE]
)
BADGES = {(False, False): "none", (True, False): "visited", (False, True): "pinned", (True, True): "visited-pinned"}
"""What the badges on a ship say, by whether it has visited Backwater and whether it is pinned."""


def build_map_pane(
    ships: tuple[Ship, ...], missing_sizes: tuple[int | None, int | None], homes: str, winner: int | None
) -> Pane:
    """Return the map: stars, guards where they matter, and ships."""
    pinned: set[int] = set()
    guards: dict[tuple[int, Place], int] = {}
    places = [ship.place for ship in ships]
    for blocker, rival in BLOCKING_SHIP_PAIRS:
        place, rival_place = places[blocker], places[rival]
        if place == rival_place:
            if place not in HOMES:
                pinned.add(rival)
        elif rival_place in NEIGHBOURS[place] and (homes == "guarded" or place not in HOMES):
            guards[ships[blocker].seat, place] = ships[blocker].size
    pieces = (
        *list_star_pieces(missing_sizes),
        *[guard_shields_piece(seat, place, size) for (seat, place), size in guards.items() if winner is None],
        *[ship_piece(ship, index in pinned, index // NUM_SIZES == winner) for index, ship in enumerate(ships)],
    )
    return Pane("map", MAP_FRAME, pieces, ("sky",), None, MAP_TITLE)


@cache
def list_star_pieces(sizes_missing_at_homes: tuple[int | None, int | None]) -> tuple[Piece, ...]:
    """Return the stars, as far as they are known: a home's neighbours are of the size that it lacks."""
    a_missing, b_missing = sizes_missing_at_homes
    common = None if a_missing is None or b_missing is None else 3 - a_missing - b_missing
    return (
        home_piece(0, a_missing),
        star_piece("a1", a_missing),
        star_piece("a2", a_missing),
        backwater_star_piece(common),
        star_piece("b1", b_missing),
        star_piece("b2", b_missing),
        home_piece(1, b_missing),
    )


def home_piece(seat: int, missing_size: int | None) -> Piece:
    """Return a player's binary star, or its outline before it is chosen."""
    place = HOMES[seat]
    symbol = f"home-{seat}-{'unborn' if missing_size is None else missing_size}"
    if missing_size is None:
        title = message("home-unknown", seat=SeatName(seat), place=place)
    else:
        title = message("home-star", seat=SeatName(seat), place=place, pair=HOME_TITLES[missing_size])
    return Piece(STAR_KEYS[place], symbol, *PLACE_POINTS[place], title=title)


def star_piece(place: Place, size: int | None) -> Piece:
    """Return a star next to a home, or its outline before its size is known."""
    if size is None:
        return Piece(STAR_KEYS[place], "star-unborn", *PLACE_POINTS[place], title=message("star-unknown", place=place))
    title = message("star", place=place, size=SIZE_TITLES[size])
    return Piece(STAR_KEYS[place], f"star-{size}", *PLACE_POINTS[place], title=title)


def backwater_star_piece(size: int | None) -> Piece:
    """Return Backwater with its name, or its outline before its size is known."""
    symbol = f"backwater-{'unborn' if size is None else size}"
    title = message("backwater-unknown") if size is None else message("backwater-star", size=SIZE_TITLES[size])
    return Piece(STAR_KEYS["W"], symbol, *PLACE_POINTS["W"], label=message("backwater"), title=title)


@cache
def guard_shields_piece(seat: int, place: Place, size: int) -> Piece:
    """Return the shields of a ship that keeps smaller enemy ships out of its place."""
    kind = "home-guard" if place in HOMES else "guard"
    title = message(
        "guard",
        seat=SeatName(seat),
        size=SIZE_TITLES[size],
        size_name=SIZE_NAMES[size],
        place=describe_place(place),
    )
    return Piece(f"guard-{seat}-{place}", f"{kind}-{seat}-{size}", *PLACE_POINTS[place], title=title)


@cache
def ship_piece(ship: Ship, pinned: bool, winning: bool) -> Piece:
    """Return a ship beside its star, with badges for a visit to Backwater and a pin."""
    symbol = ship_symbol(ship.seat, ship.size, ship.visited, pinned)
    title = message(
        "ship",
        seat=SeatName(ship.seat),
        size=SIZE_TITLES[ship.size],
        place=describe_place(ship.place, ship.seat),
        badges=BADGES[ship.visited, pinned],
    )
    x, y = ship_point(ship.seat, ship.size, ship.place)
    return Piece(SHIP_KEYS[ship.seat][ship.size], symbol, x, y, 0.0, 1.0, 1, ("glow",) * winning, "", title)


def ship_point(seat: int, size: int, place: Place) -> tuple[float, float]:
    """Return the middle of a ship on the map: on its owner's side of the star, at which it points."""
    nose = HOME_NOSE_DISTANCE if place in HOMES else STAR_NOSE_DISTANCE
    x, y = polar_point(nose + SHIP_LENGTHS[size] / 2, FORWARD[seat] * (SHIP_TILTS[size] - 90.0), *PLACE_POINTS[place])
    return round(x, 1), round(y, 1)
