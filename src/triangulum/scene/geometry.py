"""Geometry for drawings: points at an angle, polygons, stars, rounded paths and pyramids.

Angles are degrees, clockwise from straight up, as in a piece's turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import cycle

from triangulum.scene.shapes import Point, Polygon
from triangulum.scene.svg_elements import format_number


def polar_point(radius: float, angle: float, x: float = 0.0, y: float = 0.0) -> Point:
    """Return the point at a distance and an angle from (x, y)."""
    return x + radius * math.sin(math.radians(angle)), y - radius * math.cos(math.radians(angle))


def regular_polygon(num_corners: int, radius: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a regular polygon around (0, 0), the first at the angle ``turn``."""
    return tuple(polar_point(radius, turn + 360 * corner / num_corners) for corner in range(num_corners))


def star_points(num_rays: int, radius: float, inner_radius: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a star around (0, 0), outer and inner in turn."""
    radii = (radius, inner_radius)
    return tuple(polar_point(radii[corner % 2], turn + 180 * corner / num_rays) for corner in range(2 * num_rays))


def rounded_path(corners: Sequence[Point], radius: float) -> str:
    """Return the SVG path of a polygon with rounded corners, none rounded by more than half an edge."""
    steps: list[str] = []
    for place, corner in enumerate(corners):
        start = point_towards(corner, corners[place - 1], radius)
        end = point_towards(corner, corners[(place + 1) % len(corners)], radius)
        steps.append(f"{'L' if steps else 'M'}{format_point(start)}Q{format_point(corner)} {format_point(end)}")
    return "".join(steps) + "Z"


def point_towards(start: Point, goal: Point, distance: float) -> Point:
    """Return the point at a distance from ``start`` towards ``goal``, but at most half-way."""
    length = math.dist(start, goal)
    share = min(distance / length, 0.5) if length else 0.0
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def format_point(point: Point) -> str:
    """Return a point as SVG path data: "x y"."""
    return f"{format_number(point[0])} {format_number(point[1])}"


def pyramid_facets(corners: Sequence[Point], apex: Point, fills: Sequence[str]) -> tuple[Polygon, ...]:
    """Return a pyramid seen from above: a triangle from each edge to the apex, with the fills in turn.

    Each is finely stroked in its own fill, so that no gap shows between two of them.
    """
    edges = zip(corners, (*corners[1:], corners[0]), cycle(fills), strict=False)
    return tuple(Polygon((start, end, apex), fill=fill, stroke=fill, width=0.5) for start, end, fill in edges)
