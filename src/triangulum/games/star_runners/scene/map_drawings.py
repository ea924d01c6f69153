"""The drawing of the empty map: the night sky, the lanes between the stars, and the names of the places."""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.games.star_runners.scene.layout import (
    BACKWATER_NAME_OFFSET,
    MAP_HEIGHT,
    MAP_WIDTH,
    NAME_SIZE,
    PLACE_POINTS,
)
from triangulum.games.star_runners.scene.ship_drawings import visit_badge_shapes
from triangulum.scene import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, Text, star_points

RING_PLACES = ("A", "a1", "b1", "B", "b2", "a2")
"""These six lie on an ellipse, each connected to the next. Backwater is inside it, off the road."""
RING_X_RADIUS, RING_Y_RADIUS = 266.0, 188.0
BYPASS_PATHS = ("M270 90C474 106 562 232 530 418", "M530 90C326 106 238 232 270 418")
BRIGHT_STARS = (
    (70, 62, 7),
    (734, 446, 7),
    (128, 420, 5),
    (660, 58, 5),
    (402, 46, 4.5),
    (398, 452, 6),
    (42, 178, 4),
    (762, 190, 4.5),
)
NAME_OFFSETS = {"A": 60.0, "B": 60.0, "W": BACKWATER_NAME_OFFSET}
NAME_OFFSET = 38.0
BACKWATER_BADGE_OFFSET = 48.0
"""How far to the left of the star the badge is."""


def map_drawing() -> Drawing:
    """Return the empty map: sky, lanes and the names of the places."""
    ground = Rect(0, 0, MAP_WIDTH, MAP_HEIGHT, 14, fill="sky")
    clouds = (
        Circle(236, 392, 250, fill="cloud", opacity=0.9),
        Circle(580, 120, 240, fill="cloud", opacity=0.9),
        Circle(400, 264, 290, fill="river", opacity=0.8),
    )
    return Drawing(
        (ground, *clouds, *far_star_shapes(140), *bright_star_shapes(), *lane_shapes(), *place_name_shapes())
    )


def far_star_shapes(num_stars: int) -> Iterator[Shape]:
    """Yield faint far stars, evenly scattered: multiples of these fractions never repeat."""
    for star in range(1, num_stars + 1):
        x, y, brightness = star * 0.75488 % 1.0, star * 0.56984 % 1.0, star * 0.61803 % 1.0
        place = round(8 + x * (MAP_WIDTH - 16), 1), round(8 + y * (MAP_HEIGHT - 16), 1)
        yield Circle(
            *place, round(0.5 + 0.9 * brightness**3, 2), fill="spark", opacity=round(0.25 + 0.5 * brightness, 2)
        )


def bright_star_shapes() -> Iterator[Shape]:
    """Yield a few far stars that are bright enough to have rays."""
    for x, y, radius in BRIGHT_STARS:
        yield Polygon(
            tuple((x + dx, y + dy) for dx, dy in star_points(4, radius, radius * 0.16)), fill="spark", opacity=0.75
        )


def lane_shapes() -> Iterator[Shape]:
    """Yield the connections: the ring, the two roads that bypass Backwater, and the tracks that lead there."""
    for start, end in zip(RING_PLACES, (*RING_PLACES[1:], RING_PLACES[0]), strict=True):
        (x1, y1), (x2, y2) = PLACE_POINTS[start], PLACE_POINTS[end]
        outline = f"M{x1} {y1}A{RING_X_RADIUS} {RING_Y_RADIUS} 0 0 1 {x2} {y2}"
        yield Path(outline, stroke="lane", width=1.8, opacity=0.42)
    for outline in BYPASS_PATHS:
        yield Path(outline, stroke="lane", width=1.8, opacity=0.42)
    for place in ("a1", "a2", "b1", "b2"):
        yield Line(*PLACE_POINTS[place], *PLACE_POINTS["W"], stroke="lane", width=1.8, dash=4.0, opacity=0.5)


def place_name_shapes() -> Iterator[Shape]:
    """Yield the names of the places; in place of Backwater's, the badge of a visit that stands before it."""
    for place, (x, y) in PLACE_POINTS.items():
        below = y + NAME_OFFSETS.get(place, NAME_OFFSET)
        if place == "W":
            # Its name is a word, so it is the label of the star.
            yield Group(visit_badge_shapes(), x - BACKWATER_BADGE_OFFSET, below, 0.0, 0.85)
        else:
            fill = {"A": "ember-line", "B": "tide-line"}.get(place, "name")
            yield Text(place, x, below, NAME_SIZE, fill=fill, stroke="zenith", width=2.0)
