"""Drawings of triangles with their tracks, and of what is shown on them: locks and the light of a winning track."""

from __future__ import annotations

import math
from collections.abc import Iterator

from triangulum.games.tri_trac.scene.triangle_geometry import (
    CORNER_DISTANCE,
    SPACE_SIDE,
    TRACK_INNER_RADIUS,
    TRACK_OUTER_RADIUS,
    format_track_arc_path,
    format_track_strip_path,
    inset_corners,
    point_on_ring,
    rotate_point,
)
from triangulum.scene import Circle, Drawing, Group, Path, Polygon, Rect, Shape, Spot, rounded_path
from triangulum.scene.geometry import point_towards
from triangulum.scene.shapes import Point

CLEARANCE, BEVEL_WIDTH, CORNER_RADIUS = 4.5, 9.0, 9.0
"""How far a triangle stays off the sides of its space, how wide its slanted edge is, and how round its corners are."""
EDGE_SHADES = {0: "lit", 60: "mid", 120: "dim", 180: "dim", 240: "mid", 300: "lit"}
"""How bright an edge is by where it faces: the light comes from the upper left."""


def build_triangle(owner: str, rotation: int) -> Drawing:
    """Return the drawing of a triangle that is to be turned that far.

    Only then does the light fall on it from the upper left, so there is a drawing for every rotation.
    """
    body = rounded_path(inset_corners(CLEARANCE), CORNER_RADIUS)
    face = rounded_path(inset_corners(CLEARANCE + BEVEL_WIDTH), 4.0)
    return Drawing(
        (
            *build_shadow_shapes(rotation),
            Path(body, fill="tile-mid", stroke="tile-edge", width=1.6),
            *build_bevel_shapes(rotation),
            Path(face, fill="tile-face"),
            *build_track_shapes(owner),
            *build_track_end_shading(rotation),
        ),
        find_space_name_spot(rotation),
    )


def build_track_shapes(owner: str) -> tuple[Shape, ...]:
    """Return a track; orange has a line along it, yellow a dashed one, and the neutral one has two thin ones."""
    middle = SPACE_SIDE / 2
    line = f"{owner}-line"
    marking: tuple[Shape, ...]
    if owner == "orange":
        marking = (Path(format_track_strip_path(middle - 4.0, middle + 4.0), fill=line),)
    elif owner == "yellow":
        # Three dashes with gaps that go on evenly on the next triangle.
        dashes = [
            format_track_strip_path(middle - 3.5, middle + 3.5, at - 5.5, at + 5.5) for at in (160.0, 180.0, 200.0)
        ]
        marking = (Path("".join(dashes), fill=line),)
    else:
        inner_line = format_track_strip_path(middle - 8.5, middle - 5.5)
        outer_line = format_track_strip_path(middle + 5.5, middle + 8.5)
        marking = (Path(inner_line + outer_line, fill=line),)
    groove = Path(format_track_strip_path(TRACK_INNER_RADIUS - 2.6, TRACK_OUTER_RADIUS + 2.6), fill="tile-edge")
    return groove, Path(format_track_strip_path(TRACK_INNER_RADIUS, TRACK_OUTER_RADIUS), fill=owner), *marking


def build_bevel_shapes(rotation: int) -> Iterator[Shape]:
    """Yield the slanted edges of a triangle, as bright as they are when it is turned."""
    outer, inner = inset_corners(CLEARANCE), inset_corners(CLEARANCE + BEVEL_WIDTH)
    for at in range(3):
        after = (at + 1) % 3
        start = point_towards(outer[at], outer[after], CORNER_RADIUS)
        end = point_towards(outer[after], outer[at], CORNER_RADIUS)
        facing = (60 + 120 * at + rotation) % 360
        yield Polygon((start, end, inner[after], inner[at]), fill=f"tile-{EDGE_SHADES[facing]}")


def build_track_end_shading(rotation: int) -> Iterator[Shape]:
    """Yield the light or the shadow on the ends of a track, where it leads down over the slanted edges."""
    deep = CLEARANCE + BEVEL_WIDTH
    for facing, way in ((60, 1), (300, -1)):
        shade = EDGE_SHADES[(facing + rotation) % 360]
        quad = tuple(
            point_on_ring(radius, 180 - way * (30 - math.degrees(math.asin(depth / radius))))
            for radius, depth in (
                (TRACK_INNER_RADIUS, 0.0),
                (TRACK_OUTER_RADIUS, 0.0),
                (TRACK_OUTER_RADIUS, deep),
                (TRACK_INNER_RADIUS, deep),
            )
        )
        fill, opacity = {"lit": ("beam", 0.38), "mid": ("umber", 0.16), "dim": ("umber", 0.34)}[shade]
        yield Polygon(quad, fill=fill, opacity=opacity)


def build_shadow_shapes(rotation: int) -> tuple[Shape, ...]:
    """Return the shadow of a triangle; turned with it, it falls to the lower right."""
    near, far = rotate_point((2.5, 4.0), -rotation), rotate_point((4.5, 7.5), -rotation)
    outline = rounded_path(inset_corners(CLEARANCE - 0.5), CORNER_RADIUS + 3)
    return (
        Group((Path(outline, fill="night"),), *far, opacity=0.22),
        Group((Path(outline, fill="night"),), *near, opacity=0.34),
    )


def build_reserve_triangle_shapes(owner: str) -> tuple[Shape, ...]:
    """Return a triangle that is not on the board, plainer as there are many."""
    return (
        Path(rounded_path(inset_corners(2.0), 12.0), fill="tile-face", stroke="plastic-dim", width=5.0),
        *build_track_shapes(owner),
    )


# What is shown on a triangle.


def find_point_near_end_of_blank_side(rotation: int, end_index: int, distance_from_middle: float) -> Point:
    """Return a point near the left (0) or the right (1) end of a turned triangle's blank side, beside the track."""
    points = [
        rotate_point((at, CORNER_DISTANCE / 2 - 27.0), rotation) for at in (-distance_from_middle, distance_from_middle)
    ]
    return sorted((round(x, 1), round(y, 1)) for x, y in points)[end_index]


def find_space_name_spot(rotation: int) -> Spot:
    """Return where a turned triangle bears the name of its space."""
    x, y = find_point_near_end_of_blank_side(rotation, 0, 41.0)
    return Spot(x=x, y=y, size=15.0, fill="tile-name", bold=False)


def find_lock_point(rotation: int) -> Point:
    """Return where a turned triangle bears a lock."""
    return find_point_near_end_of_blank_side(rotation, 1, 34.0)


def build_neutral_padlock(owner: str) -> Drawing:
    """Return the lock that keeps a player off the neutral triangle, in the colour of the opponent."""
    return Drawing(
        (
            Circle(0, 1, 18.5, fill="night", opacity=0.35),
            Circle(0, 0, 17.5, fill="tile-edge", stroke="plastic", width=2.0),
            Path("M-5.6 -1V-4.6A5.6 5.6 0 0 1 5.6 -4.6V-1", stroke=owner, width=3.4),
            Rect(-9.2, -2.2, 18.4, 13.2, 2.8, fill=owner),
        ),
        Spot(y=4.6, size=12.0, fill="tile-edge"),
    )


def build_track_glow() -> Drawing:
    """Return the light along the track of a triangle that is part of a winning track."""
    return Drawing(
        build_glow_shapes(format_track_arc_path(TRACK_INNER_RADIUS) + format_track_arc_path(TRACK_OUTER_RADIUS))
    )


def build_glow_shapes(outline: str) -> tuple[Shape, ...]:
    """Return light along lines, such as both edges of a track, which itself stays to be seen between them."""
    return Path(outline, stroke="glow", width=9.0, opacity=0.75), Path(outline, stroke="beam", width=4.4)
