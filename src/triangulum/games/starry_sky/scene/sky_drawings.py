"""Drawings of the night sky: squares, hills, stars, lines and crossings.

Lines have any length, so each kind is drawn in a row of lengths, and a piece is scaled a little to fit. That way one
kit serves every sky.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from triangulum.games.starry_sky.scene.colour_signs import bead_path
from triangulum.games.starry_sky.views import COLOURS
from triangulum.scene import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, Spot, star_points

SKY_SIZE = 676
SKY_LEFT, SKY_TOP, SKY_SCALE = 38.0, 12.0, 2.0
"""Where the corner of the sky is in its pane, and how many units of the pane one of the sky is."""
GRID_SIZE = 300 * SKY_SCALE
STAR_RADIUS = 17.5
"""How large the disc of a star is that bears its number."""
LINE_GAP = STAR_RADIUS + 3.0
"""How far from the middle of a star its lines end: in knobs, so that one which only passes by is told from them."""

MIN_LENGTH, LENGTH_RATIO, NUM_LENGTHS = 40.0, 1.15, 23
LINE_LENGTHS = tuple(round(MIN_LENGTH * LENGTH_RATIO**rung, 1) for rung in range(NUM_LENGTHS))
"""The lengths in which lines are drawn; the last one spans the sky from corner to corner."""
BADGE_SHARES = {"middle": 0.5, "aside": 0.34}
"""Where on its line the badge of a choice is, as a share of the length: aside if it would cover a star."""


def night_sky_drawing() -> Drawing:
    """Return the night sky with its nine squares, and hills under it on which the total is written."""
    clouds = ((110, 560, 250), (250, 430, 240), (390, 300, 250), (520, 190, 230), (620, 70, 200))
    return Drawing(
        (
            Rect(0, 0, SKY_SIZE, SKY_SIZE, 16, fill="heaven"),
            *[Circle(x, y, radius, fill="cloud") for x, y, radius in clouds],
            Circle(560, 520, 260, fill="cloud-blue"),
            Circle(110, 130, 220, fill="cloud-blue"),
            *far_star_shapes(),
            *square_border_shapes(),
            *hill_shapes(),
        )
    )


def far_star_shapes() -> Iterator[Shape]:
    """Yield far stars: many faint ones and a few brighter, always the same, and denser along the milky way."""
    rng = Random(12)
    spots: dict[bool, list[str]] = {False: [], True: []}
    while len(spots[False]) < 240:
        x, y = rng.uniform(8, SKY_SIZE - 8), rng.uniform(8, SKY_SIZE - 70)
        distance = abs(x + y - SKY_SIZE) / SKY_SIZE
        if rng.random() < 0.35 + 0.65 * math.exp(-18 * distance * distance):
            spots[rng.random() < 0.14].append(f"M{x:.0f} {y:.0f}h0")
    yield Path("".join(spots[False]), stroke="dust", width=1.7, opacity=0.42)
    yield Path("".join(spots[True]), stroke="dust", width=2.9, opacity=0.6)


def square_border_shapes() -> Iterator[Shape]:
    """Yield the borders of the nine squares."""
    yield Rect(SKY_LEFT, SKY_TOP, GRID_SIZE, GRID_SIZE, 10, stroke="grid", width=1.6, opacity=0.34)
    for part in (1, 2):
        at = GRID_SIZE * part / 3
        upright = Line(SKY_LEFT + at, SKY_TOP, SKY_LEFT + at, SKY_TOP + GRID_SIZE, stroke="grid", width=1.6, dash=7)
        level = Line(SKY_LEFT, SKY_TOP + at, SKY_LEFT + GRID_SIZE, SKY_TOP + at, stroke="grid", width=1.6, dash=7)
        yield Group((upright, level), opacity=0.34)


def hill_shapes() -> Iterator[Shape]:
    """Yield two ranges of hills, and an observatory with a light in it."""
    yield Path(
        "M0 626C90 592 150 622 236 610S400 634 470 612S610 596 676 624V660Q676 676 660 676H16Q0 676 0 660Z", fill="hill"
    )
    dome = "M604 622v-10a15 15 0 0 1 30 0v10z"
    yield Path(dome, fill="hill-near")
    yield Path("M617 606L631 588l4 3L622 609z", fill="hill-near")
    yield Rect(616, 613, 5, 7, 1, fill="lamp")
    near = "M0 640C120 612 210 630 330 628S560 612 676 622V660Q676 676 660 676H16Q0 676 0 660Z"
    yield Path(near, fill="hill-near")


def star_drawing(is_full: bool) -> Drawing:
    """Return a star with its number; one that can bear no further line is dull and has no rays."""
    suffix = "-full" * is_full
    rays = (
        ()
        if is_full
        else (
            Polygon(star_points(4, 36.0, 6.0), fill="star", opacity=0.9),
            Polygon(star_points(4, 27.0, 7.0, 45.0), fill="star", opacity=0.6),
        )
    )
    return Drawing(
        (
            Circle(0, 0, 54.0, fill=f"halo{suffix}"),
            *rays,
            Circle(0, 0, STAR_RADIUS, fill=f"disc{suffix}", stroke="star-full" if is_full else "star-rim", width=1.8),
        ),
        Spot(size=23, fill="star-ink"),
    )


def line_shapes(colour: str, start: float, end: float) -> tuple[Shape, ...]:
    """Return a level line in the manner of its colour: red is double, blue a string of beads."""
    if colour == "red":
        return (
            Line(start, 0, end, 0, stroke="red", width=15, opacity=0.2),
            Line(start, -3.9, end, -3.9, stroke="red", width=3.6),
            Line(start, 3.9, end, 3.9, stroke="red", width=3.6),
        )
    return (
        Line(start, 0, end, 0, stroke="blue", width=13, opacity=0.16),
        Line(start, 0, end, 0, stroke="blue", width=2.0, opacity=0.8),
        Path(bead_path(start, end, 16.0), stroke="blue", width=8.6),
    )


def line_drawing(colour: str, length: float) -> Drawing:
    """Return a line on the board, with a knob at either end."""
    half = length / 2
    knobs = [Circle(end, 0, 6.4, fill=colour, stroke="night", width=1.4) for end in (-half, half)]
    return Drawing((*line_shapes(colour, -half, half), *knobs))


def fresh_line_drawing(length: float) -> Drawing:
    """Return the light behind a line that has just been drawn."""
    half = length / 2
    return Drawing(
        (
            Line(-half, 0, half, 0, stroke="glow", width=34, opacity=0.16),
            Line(-half, 0, half, 0, stroke="glow", width=25, opacity=0.3),
            Line(-half, 0, half, 0, stroke="night", width=17, opacity=0.5),
        )
    )


def badge_circle(fill: str) -> Circle:
    """Return the badge behind a choice's points: round, since it is turned with its line."""
    return Circle(0, 0, 20, fill=fill, stroke="night", width=2.0)


def line_choice_drawing(colour: str, length: float, badge_share: float) -> Drawing:
    """Return a line that could be drawn; (0, 0) is that share along it, where its badge is."""
    start, end = -length * badge_share, length * (1 - badge_share)
    return Drawing(
        (
            Line(start, 0, end, 0, stroke="gold", width=34, opacity=0.2),
            Group(line_shapes(colour, start, end), opacity=0.62),
            badge_circle("gold"),
        ),
        Spot(size=23, fill="night"),
    )


def erase_choice_drawing(length: float, badge_share: float) -> Drawing:
    """Return a segment along which lines could be erased; (0, 0) is that share along it."""
    start, end = -length * badge_share, length * (1 - badge_share)
    return Drawing(
        (
            Line(start, 0, end, 0, stroke="rubber", width=34, opacity=0.2),
            Path(bead_path(start, end, 11.0), stroke="white", width=3.6, opacity=0.9),
            badge_circle("rubber"),
        ),
        Spot(size=23, fill="night"),
    )


def crossing_drawing(colour: str) -> Drawing:
    """Return the sparkle where two lines of a colour cross."""
    return Drawing(
        (
            Circle(0, 0, 22, fill="spark"),
            Polygon(star_points(4, 16.5, 6.2), fill="white", stroke="night", width=1.6),
            Polygon(star_points(4, 8.2, 3.6), fill=f"{colour}-ink"),
        )
    )


def erasure_sign_drawing() -> Drawing:
    """Return the sign that a line would be erased here."""
    cross = "M-5.5 -5.5L5.5 5.5M5.5 -5.5L-5.5 5.5"
    return Drawing((Circle(0, 0, 12, fill="night", stroke="rubber", width=2.4), Path(cross, stroke="white", width=3.2)))


def tally_drawing(shapes: tuple[Shape, ...]) -> Drawing:
    """Return a sign on the hills with room for a count beside it."""
    return Drawing(shapes, Spot(x=78, size=20, fill="sky-ink", max_width=112))


def iter_line_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the names and drawings of all that lies between two stars, in all lengths."""
    for length_index, length in enumerate(LINE_LENGTHS):
        yield f"fresh-{length_index}", fresh_line_drawing(length)
        for colour in COLOURS:
            yield f"{colour}-{length_index}", line_drawing(colour, length)
        for place, share in BADGE_SHARES.items():
            yield f"erase-{length_index}-{place}", erase_choice_drawing(length, share)
            for colour in COLOURS:
                yield f"ghost-{colour}-{length_index}-{place}", line_choice_drawing(colour, length, share)
