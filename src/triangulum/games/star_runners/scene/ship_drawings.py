"""Drawings of ships: pyramids that lie on their side, seen from straight above and drawn around their middle.

The square base leans over, so it shows as a strip behind the upper face.
"""

from __future__ import annotations

import math

from triangulum.games.star_runners.scene.layout import (
    FLEET_NAMES,
    FORWARD,
    SHIP_LENGTHS,
    SHIP_TILTS,
    SHIP_WIDTHS,
)
from triangulum.games.star_runners.scene.star_drawings import PIP_RADIUS, PIP_SPACINGS, PIPS_BY_SIZE
from triangulum.games.star_runners.steps import SIZE_NAMES
from triangulum.scene import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, polar_point
from triangulum.scene.shapes import Point

BASE_LENGTH_RATIO = 0.26
"""The length of a ship's leaning base as it is seen, in widths."""
TOUCH_MARGIN = 4.0
"""How far around a ship it can still be touched."""
BADGE_RADIUS = 8.6


def ship_symbol(seat: int, size: int, visited: bool, pinned: bool) -> str:
    """Return the name of a ship's drawing."""
    return f"ship-{seat}-{SIZE_NAMES[size]}{'-visited' * visited}{'-pinned' * pinned}"


def ship_drawing(seat: int, size: int, visited: bool, pinned: bool) -> Drawing:
    """Return a ship as it lies in its orbit, with badges on the corners of its tail: a visit to Backwater, a pin."""
    tilt = FORWARD[seat] * SHIP_TILTS[size]
    tail, half = -FORWARD[seat] * (SHIP_LENGTHS[size] / 2 + 1.5), SHIP_WIDTHS[size] / 2 + 1.5
    shapes: tuple[Shape, ...] = (ship_touch_area(seat, size, tilt), Group(hull_shapes(seat, size, pinned), turn=tilt))
    if visited:
        shapes += (Group(visit_badge_shapes(), *rotate_point((tail, -half), tilt)),)
    if pinned:
        shapes += (Group(pin_badge_shapes(), *rotate_point((tail, half), tilt)),)
    return Drawing(shapes)


def ship_touch_area(seat: int, size: int, tilt: float) -> Shape:
    """Return the invisible outline in which a ship can be touched: its own with a margin, except at the nose."""
    ahead, half = FORWARD[seat], SHIP_WIDTHS[size] / 2 + TOUCH_MARGIN
    tail = -ahead * (SHIP_LENGTHS[size] / 2 + TOUCH_MARGIN)
    edge, nose = tail + ahead * (BASE_LENGTH_RATIO * SHIP_WIDTHS[size] + TOUCH_MARGIN), ahead * SHIP_LENGTHS[size] / 2
    corners = ((tail, -half), (edge, -half), (nose, 0.0), (edge, half), (tail, half))
    return Polygon(tuple(rotate_point(corner, tilt) for corner in corners), fill="spark", opacity=0.0)


def rotate_point(point: Point, angle: float) -> Point:
    """Return a point rotated around (0, 0); unlike a rotated group, what is drawn at it stays upright."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return round(point[0] * cosine - point[1] * sine, 1), round(point[0] * sine + point[1] * cosine, 1)


def hull_shapes(seat: int, size: int, pinned: bool = False) -> tuple[Shape, ...]:
    """Return a pyramid lying on its side: the strip is its base, and the pips are next to it as on every face."""
    fleet, ahead = FLEET_NAMES[seat], FORWARD[seat]
    tail, half = -ahead * SHIP_LENGTHS[size] / 2, SHIP_WIDTHS[size] / 2
    edge = tail + ahead * BASE_LENGTH_RATIO * 2 * half
    nose: Point = (-tail, 0.0)
    offsets = [PIP_SPACINGS[size] * (pip - size / 2) for pip in range(PIPS_BY_SIZE[size])]
    keel = edge + (nose[0] - edge) * 0.93
    strip = ((tail, -half), (edge, -half), (edge, half), (tail, half))
    outline = ((tail, -half), (edge, -half), nose, (edge, half), (tail, half))
    pin_outline = (Polygon(outline, stroke="held", width=6.0),) if pinned else ()
    return (
        *pin_outline,
        Polygon(((edge, -half), nose, (edge, half)), fill=fleet),
        Polygon(((edge, -half), nose, (keel, 0.0), (edge, -half * 0.72)), fill=f"{fleet}-lit"),
        Polygon(((edge, half), nose, (keel, 0.0), (edge, half * 0.72)), fill=f"{fleet}-dim"),
        Polygon(strip, fill=f"{fleet}-base"),
        Polygon(outline, stroke=f"{fleet}-line", width=1.5),
        Line(edge, -half, edge, half, stroke=f"{fleet}-line", width=1.2),
        *[Circle(edge + ahead * (PIP_RADIUS + 2.8), offset, PIP_RADIUS, fill=f"{fleet}-pip") for offset in offsets],
    )


def visit_badge_shapes() -> tuple[Shape, ...]:
    """Return the sign of a visit to Backwater."""
    tick = Path("M-4 .4L-1.2 3.4L4.2 -3.2", stroke="badge-line", width=2.4)
    return (Circle(0, 0, BADGE_RADIUS, fill="badge", stroke="badge-line", width=1.4), tick)


def pin_badge_shapes() -> tuple[Shape, ...]:
    """Return the sign of a pinned ship."""
    return (
        Circle(0, 0, BADGE_RADIUS, fill="held", stroke="badge", width=1.6),
        Path("M-2.5 -.4V-2.2A2.5 2.5 0 0 1 2.5 -2.2V-.4", stroke="badge", width=1.7),
        Rect(-4.0, -0.8, 8.0, 5.4, 1.2, fill="badge"),
    )


def guard_drawing(seat: int, num_shields: int, radius: float, line_width: float) -> Drawing:
    """Return the shields of a guard on its owner's side of a star: one for each size that it keeps out."""
    middle_angle = -78.0 * FORWARD[seat]  # a little upwards, as a star is broad at its foot
    line = f"{FLEET_NAMES[seat]}-line"
    arcs = [arc_path(radius - 5.0 * shield, middle_angle, 31.0) for shield in range(num_shields)]
    return Drawing(tuple(Path(outline, stroke=line, width=line_width, opacity=0.9) for outline in arcs))


def arc_path(radius: float, middle_angle: float, half_angle: float) -> str:
    """Return the SVG path of an arc around (0, 0)."""
    (x1, y1), (x2, y2) = polar_point(radius, middle_angle - half_angle), polar_point(radius, middle_angle + half_angle)
    return f"M{x1:.1f} {y1:.1f}A{radius:.1f} {radius:.1f} 0 0 1 {x2:.1f} {y2:.1f}"
