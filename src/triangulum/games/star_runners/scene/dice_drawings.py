"""Drawings of the pane under the map: players' plates, dice, points, homes to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from triangulum.games.star_runners.scene.layout import FORWARD
from triangulum.games.star_runners.scene.ship_drawings import hull_shapes
from triangulum.games.star_runners.scene.star_drawings import binary_star_shapes_without_size, pyramid_shapes
from triangulum.scene import Circle, Drawing, Group, Line, Rect, Spot, polar_point
from triangulum.scene.shapes import Point

DIE_SIZE, DIE_PIP_RADIUS = 84.0, 8.2
SLOPE, SLOPE_BACK, SIDES = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
DIE_PIPS: Sequence[tuple[Point, ...]] = (
    (),
    ((0, 0),),
    SLOPE,
    (*SLOPE, (0, 0)),
    (*SLOPE, *SLOPE_BACK),
    (*SLOPE, *SLOPE_BACK, (0, 0)),
    (*SLOPE, *SLOPE_BACK, *SIDES),
)
POINT_RADIUS = 9.5


def seat_plate_drawing(seat: int) -> Drawing:
    """Return a player's plate with a ship of the fleet."""
    ground = Rect(-100, -26, 200, 52, 26, fill="zenith")
    return Drawing(
        (ground, Group(hull_shapes(seat, 2), -FORWARD[seat] * 52, 0)),
        Spot(x=FORWARD[seat] * 39, size=25, fill="name", max_width=100),
    )


def die_drawing(number: int) -> Drawing:
    """Return a die by its pips; one with none bears a numeral as its label."""
    pips = tuple(Circle(22.0 * x, 22.0 * y, DIE_PIP_RADIUS, fill="die-pip") for x, y in DIE_PIPS[number])
    return Drawing((die_outline(fill="ivory-face", stroke="soft", width=1.5), *pips), Spot(size=44, fill="die-pip"))


def die_outline(**paint: Any) -> Rect:
    """Return the outline of a die with this fill, stroke and so on."""
    return Rect(-DIE_SIZE / 2, -DIE_SIZE / 2, DIE_SIZE, DIE_SIZE, 16, **paint)


def point_drawing(kind: Literal["left", "spent", "offered"]) -> Drawing:
    """Return a point: a whole one to spend, a hollow one that is spent, a dashed one that can be taken."""
    if kind == "left":
        return Drawing((Circle(0, 0, POINT_RADIUS, fill="point", stroke="point-line", width=1.6),))
    return Drawing((Circle(0, 0, POINT_RADIUS, stroke="soft", width=1.8, dash=4.0 * (kind == "offered")),))


def home_choice_drawing(missing_size: int) -> Drawing:
    """Return a binary star that can be chosen."""
    ground = Rect(-42, -50, 84, 100, 14, fill="sky", stroke="soft", width=1.2)
    return Drawing(
        (ground, Group(binary_star_shapes_without_size(missing_size), 0, 2)),
        Spot(y=35, size=19, fill="name", max_width=78),
    )


def victory_drawing() -> Drawing:
    """Return the sign in place of the dice when the game is won: a star with rays."""
    rays = tuple(
        Line(*polar_point(45, 30.0 * ray), *polar_point(54, 30.0 * ray), stroke="point", width=3.4) for ray in range(12)
    )
    return Drawing(
        (Circle(0, 0, 39, fill="sky"), *rays, Group((Circle(0, 0, 39, fill="shine"), *pyramid_shapes(2)), 0, 1))
    )
