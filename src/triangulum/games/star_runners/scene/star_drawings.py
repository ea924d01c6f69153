"""Drawings of stars: standing pyramids, seen at a slant from above and drawn around their middle."""

from __future__ import annotations

from triangulum.games.star_runners.scene.layout import BACKWATER_NAME_OFFSET, FLEET_NAMES, HOME_RADIUS, NAME_SIZE
from triangulum.scene import Circle, Drawing, Polygon, Rect, Shape, Spot, Text

PIPS_BY_SIZE = (1, 2, 3)
STAR_WIDTHS = (27.0, 34.0, 41.0)
APEX, LEFT, FRONT, RIGHT = (0.04, -0.68), (-0.5, 0.34), (0.24, 0.52), (0.5, 0.26)
"""The visible corners of a star, in widths from its middle."""
BACKWATER_NAME_SPOT = Spot(
    x=7, y=BACKWATER_NAME_OFFSET, size=NAME_SIZE, fill="name", halo="zenith", bold=False, max_width=90
)
PIP_RADIUS, PIP_SPACINGS = 3.5, (0.0, 11.0, 10.0)


def pyramid_shapes(size: int, x: float = 0.0, y: float = 0.0) -> tuple[Shape, ...]:
    """Return a standing pyramid, seen at a slant: the face in the light bears the pips, along its lower edge."""
    width = STAR_WIDTHS[size]
    apex, left, front, right = ((x + across * width, y + down * width) for across, down in (APEX, LEFT, FRONT, RIGHT))
    slope = (front[1] - left[1]) / (front[0] - left[0])
    middle = (left[0] + front[0]) / 2 + 0.6
    offsets = [PIP_SPACINGS[size] * 0.8 * (pip - size / 2) for pip in range(PIPS_BY_SIZE[size])]
    low = (left[1] + front[1]) / 2 - PIP_RADIUS - 2.4
    return (
        Polygon((front, right, apex), fill="star-dim", stroke="star-dim", width=0.8),
        Polygon((left, front, apex), fill="star-face", stroke="star", width=0.8),
        *[Circle(middle + offset, low + slope * offset, PIP_RADIUS * 0.92, fill="star-pip") for offset in offsets],
    )


def binary_star_shapes_without_size(missing_size: int) -> tuple[Shape, ...]:
    """Return a binary star, the pyramids of the two other sizes side by side, the larger one on the left."""
    smaller, larger = (size for size in range(3) if size != missing_size)
    half = (STAR_WIDTHS[smaller] + STAR_WIDTHS[larger] + 1.0) / 2
    lower = (STAR_WIDTHS[larger] - STAR_WIDTHS[smaller]) * FRONT[1]
    left = pyramid_shapes(larger, STAR_WIDTHS[larger] / 2 - half)
    return *left, *pyramid_shapes(smaller, half - STAR_WIDTHS[smaller] / 2, lower)


def touch_area(width: float, height: float) -> Shape:
    """Return an invisible rectangle that can be touched, since small things are hard to hit with a finger."""
    return Rect(-width / 2, -height / 2, width, height, fill="spark", opacity=0.0)


def single_star_drawing(size: int) -> Drawing:
    """Return a star of one pyramid."""
    return Drawing((touch_area(56, 56), Circle(0, 0, 22 + 11 * size, fill="shine"), *pyramid_shapes(size)))


def backwater_drawing(size: int) -> Drawing:
    """Return Backwater: a star like others, but in a pool of its own with ripples around it."""
    ripples = [Circle(0, 0, 32 + 11 * ring, stroke="pool", opacity=0.4 - 0.1 * ring) for ring in range(3)]
    shapes = (touch_area(56, 56), Circle(0, 0, 64, fill="well"), *ripples, *pyramid_shapes(size))
    return Drawing(shapes, BACKWATER_NAME_SPOT)


def unknown_backwater_drawing() -> Drawing:
    """Return the outline of Backwater before its size is known."""
    return Drawing((touch_area(56, 56), *unknown_star_shapes()), BACKWATER_NAME_SPOT)


def home_drawing(seat: int, missing_size: int) -> Drawing:
    """Return a binary star within its owner's ring."""
    glow = (Circle(-15, 0, 40, fill="shine"), Circle(17, 4, 34, fill="shine"))
    return Drawing((*home_ring_shapes(seat), *glow, *binary_star_shapes_without_size(missing_size)))


def home_ring_shapes(seat: int) -> tuple[Shape, ...]:
    """Return the ring around a home: a solid one for seat 0, a dashed one for seat 1."""
    line = f"{FLEET_NAMES[seat]}-line"
    return (
        Circle(0, 0, HOME_RADIUS, fill="zenith", opacity=0.7),
        Circle(0, 0, HOME_RADIUS, stroke=line, width=1.8, dash=5.0 * seat, opacity=0.85),
    )


def unknown_star_shapes(x: float = 0.0) -> tuple[Shape, ...]:
    """Return the dashed outline of a star whose size is not known yet."""
    width = STAR_WIDTHS[1]
    corners = tuple((x + across * width, down * width) for across, down in (APEX, LEFT, FRONT, RIGHT))
    outline = Polygon(corners, fill="zenith", stroke="name", width=1.4, dash=3.0, opacity=0.6)
    return (outline, Text("?", x, 6.0, 15.0, fill="name", opacity=0.75))
