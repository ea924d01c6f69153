"""Points and outlines that the drawings of several games need.

Angles are degrees, clockwise, 0 being upwards, as in a piece's turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import cycle

from triangulum.scene.markup import format_number
from triangulum.scene.shapes import Point, Polygon


def polar_point(radius: float, angle: float, x: float = 0.0, y: float = 0.0) -> Point:
    """Return the point at a distance and an angle from (x, y)."""
    return x + radius * math.sin(math.radians(angle)), y - radius * math.cos(math.radians(angle))


def regular_polygon(corners: int, radius: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a regular polygon around (0, 0), the first at the angle ``turn``."""
    return tuple(polar_point(radius, turn + 360 * corner / corners) for corner in range(corners))


def star_points(rays: int, radius: float, inner: float, turn: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a star around (0, 0), outer and inner in turn."""
    radii = (radius, inner)
    return tuple(polar_point(radii[corner % 2], turn + 180 * corner / rays) for corner in range(2 * rays))


def rounded_path(corners: Sequence[Point], radius: float) -> str:
    """Return the outline of a polygon whose corners are rounded, none by more than half an edge."""
    steps: list[str] = []
    for place, corner in enumerate(corners):
        start = point_towards(corner, corners[place - 1], radius)
        end = point_towards(corner, corners[(place + 1) % len(corners)], radius)
        steps.append(f"{'L' if steps else 'M'}{format_point(start)}Q{format_point(corner)} {format_point(end)}")
    return "".join(steps) + "Z"


def point_towards(start: Point, goal: Point, distance: float) -> Point:
    """Return the point that far from one point towards another, but at most half-way."""
    length = math.dist(start, goal)
    share = min(distance / length, 0.5) if length else 0.0
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def format_point(point: Point) -> str:
    """Return a point as a path has it."""
    return f"{format_number(point[0])} {format_number(point[1])}"


def pyramid_facets(corners: Sequence[Point], apex: Point, fills: Sequence[str]) -> tuple[Polygon, ...]:
    """Return a pyramid seen from above: a triangle from each edge to the apex, the fills taken in turn.

    Each is stroked finely with its own fill, so that no ground shows between two of them.
    """
    edges = zip(corners, (*corners[1:], corners[0]), cycle(fills), strict=False)
    return tuple(Polygon((start, end, apex), fill=fill, stroke=fill, width=0.5) for start, end, fill in edges)
