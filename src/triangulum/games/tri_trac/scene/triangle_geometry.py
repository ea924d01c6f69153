"""Measures of a triangular space and of the track on a triangle, in the units of the picture.

All triangles have sides of the same length, whatever the board, and are drawn around their middle. Before it is turned,
a triangle points up and its lower side is blank: the track is a sixth of a ring around the upper corner. So it meets
each of the two sides squarely and in the middle, and goes on smoothly on the next triangle.
"""

from __future__ import annotations

import math

from triangulum.scene import polar_point, regular_polygon
from triangulum.scene.geometry import format_point
from triangulum.scene.shapes import Point

SPACE_SIDE = 160.0
"""Of a triangular space; everything on the board is in these units."""
SPACE_HEIGHT = SPACE_SIDE * math.sqrt(3) / 2
CORNER_DISTANCE = SPACE_SIDE / math.sqrt(3)
"""From the middle of a space to its corners."""
TRACK_WIDTH = 36.0
TRACK_INNER_RADIUS = SPACE_SIDE / 2 - TRACK_WIDTH / 2
TRACK_OUTER_RADIUS = SPACE_SIDE / 2 + TRACK_WIDTH / 2
TRACK_START_ANGLE, TRACK_END_ANGLE = 150.0, 210.0
"""Where the track of an unturned triangle meets its right side and its left one, seen from the upper corner."""
ROTATIONS = range(0, 360, 60)
"""How far a triangle can be turned: by even sixths where it points up, by odd ones where it points down."""


def inset_corners(inset: float) -> tuple[Point, ...]:
    """Return the corners of a triangle that points up, its edges that far within the sides of the space."""
    return regular_polygon(3, CORNER_DISTANCE - 2 * inset)


def rotate_point(point: Point, angle: float) -> Point:
    """Return a point turned around (0, 0), clockwise by degrees."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


def point_on_ring(radius: float, angle: float) -> Point:
    """Return a point at a distance from the upper corner, around which the track of an unturned triangle leads."""
    return polar_point(radius, angle, 0.0, -CORNER_DISTANCE)


def format_track_arc_path(radius: float, start: float = TRACK_START_ANGLE, end: float = TRACK_END_ANGLE) -> str:
    """Return an SVG path along the track, at a distance from the upper corner, between two angles."""
    start_point, end_point = point_on_ring(radius, start), point_on_ring(radius, end)
    return f"M{format_point(start_point)}A{radius:g} {radius:g} 0 0 1 {format_point(end_point)}"


def format_track_strip_path(
    inner_radius: float, outer_radius: float, start: float = TRACK_START_ANGLE, end: float = TRACK_END_ANGLE
) -> str:
    """Return an SVG path around a part of the ring; a thick line would have round ends that stick out."""
    back_start, back_end = point_on_ring(inner_radius, end), point_on_ring(inner_radius, start)
    radii = f"{inner_radius:g} {inner_radius:g}"
    back = f"L{format_point(back_start)}A{radii} 0 0 0 {format_point(back_end)}Z"
    return format_track_arc_path(outer_radius, start, end) + back
