"""What lies on the board of Tri-Star Racers, drawn: crystals, powers, tiles and the spaces for them.

A colour is also a shape: pink crystals are round, blue ones square, orange ones pointed below, and wild ones are cubes
of all three. A power has the shape of its colour too, in a ring of gold. Crystals are drawn upright about their middle;
a tile is a bare triangle, and its crystals are pieces of their own, so a few drawings serve for all tiles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from triangulum.games.tri_star_racers.box import POWERS
from triangulum.scene import (
    Circle,
    Drawing,
    Group,
    Line,
    Path,
    Polygon,
    Rect,
    Shape,
    Spot,
    Text,
    regular_polygon,
    rounded_path,
)
from triangulum.scene.shapes import Point

SPACE_SIDE: Final = 124.0
"""Of a space on the board; a tile elsewhere is drawn in these units and scaled."""
SPACE_HEIGHT: Final = SPACE_SIDE * math.sqrt(3) / 2
CORNER_DISTANCE: Final = SPACE_SIDE / math.sqrt(3)
"""From the middle of a space to its corners."""
CRYSTAL_DISTANCE: Final = 27.5
"""From the middle of a tile to its crystals, towards the corners."""
CRYSTAL_RADIUS: Final = 18.5
"""Half the width of a crystal."""
MAX_PIPS: Final = 9
"""More than three are a numeral."""

COLOURS: Final = {"P": "pink", "B": "blue", "O": "orange"}

SQUARE: Final[tuple[Point, ...]] = (
    (-12.5, -17),
    (12.5, -17),
    (17, -12.5),
    (17, 12.5),
    (12.5, 17),
    (-12.5, 17),
    (-17, 12.5),
    (-17, -12.5),
)
POINTED: Final[tuple[Point, ...]] = ((-12.5, -16.5), (12.5, -16.5), (21, -5), (0, 20.5), (-21, -5))
CUBE: Final = regular_polygon(6, 20.0)
PIP_POINTS: Final[dict[str, tuple[tuple[Point, ...], ...]]] = {
    "P": (((0, 0),), ((-6.2, 0), (6.2, 0)), ((0, -6.8), (-6.4, 4.6), (6.4, 4.6))),
    "B": (((0, 0),), ((-6, 6), (6, -6)), ((-7, 7), (0, 0), (7, -7))),
    "O": (((0, -2.5),), ((-6.4, -3.6), (6.4, -3.6)), ((-7.4, -7), (7.4, -7), (0, 5))),
}
"""Where the pips are, by colour, for one to three of them."""
PIP_RADIUS: Final = 4.3
NUMERAL_Y: Final = {"P": 0.0, "B": 0.0, "O": -3.5}


# --------------------------------------------------------------------------------------------------- crystals


def crystal_outline_shape(colour_letter: str, fill: str, stroke: str, width: float) -> Shape:
    """Return the outline of a colour: pink round, blue square, orange pointed, wild a cube."""
    if colour_letter == "P":
        return Circle(0, 0, CRYSTAL_RADIUS, fill=fill, stroke=stroke, width=width)
    return Polygon({"B": SQUARE, "O": POINTED, "W": CUBE}[colour_letter], fill=fill, stroke=stroke, width=width)


def crystal_facet_shapes(colour_letter: str) -> tuple[Shape, ...]:
    """Return the facets of a crystal: the light comes from the upper left."""
    colour = COLOURS[colour_letter]
    lit, dim = f"{colour}-lit", f"{colour}-dim"
    if colour_letter == "P":
        ring = regular_polygon(8, CRYSTAL_RADIUS - 0.8, 22.5)
        table = regular_polygon(8, 12.2, 22.5)
        shades: tuple[str, ...] = (colour, dim, dim, dim, colour, lit, lit, lit)
        edges = [(ring[at], ring[(at + 1) % 8], table[(at + 1) % 8], table[at]) for at in range(8)]
        return tuple(Polygon(edge, fill=shade) for edge, shade in zip(edges, shades, strict=True))
    if colour_letter == "B":
        inner: tuple[Point, ...] = ((-11.5, -11.5), (11.5, -11.5), (11.5, 11.5), (-11.5, 11.5))
        corners = ((SQUARE[0], SQUARE[1]), (SQUARE[2], SQUARE[3]), (SQUARE[4], SQUARE[5]), (SQUARE[6], SQUARE[7]))
        shades = (lit, dim, dim, lit)
        return tuple(Polygon((*corners[at], inner[(at + 1) % 4], inner[at]), fill=shades[at]) for at in range(4))
    crown = (POINTED[0], POINTED[1], (9.0, -9.5), (-9.0, -9.5))
    return (
        Polygon(crown, fill=lit),
        Polygon((POINTED[0], (-9.0, -9.5), POINTED[4]), fill=lit),
        Polygon((POINTED[1], POINTED[2], (9.0, -9.5)), fill=dim),
        Polygon((POINTED[2], POINTED[3], (7.5, -2.0)), fill=dim),
    )


def crystal_drawing(colour_letter: str, pips: int) -> Drawing:
    """Return a crystal with its pips, or without any where there are none."""
    ink = f"{COLOURS[colour_letter]}-pip"
    marks: tuple[Shape, ...] = ()
    if 1 <= pips <= 3:
        marks = tuple(Circle(x, y, PIP_RADIUS, fill=ink) for x, y in PIP_POINTS[colour_letter][pips - 1])
    elif pips > 3:
        marks = (Text(str(pips), 0, NUMERAL_Y[colour_letter], 19, bold=True, fill=ink),)
    return Drawing(
        (
            crystal_outline_shape(colour_letter, COLOURS[colour_letter], "crystal-line", 2.2),
            *crystal_facet_shapes(colour_letter),
            *marks,
        )
    )


def wild_crystal_shapes() -> tuple[Shape, ...]:
    """Return the cube of three colours that matches everything."""
    faces = (("orange-lit", 5, 0, 1), ("blue", 1, 2, 3), ("pink", 3, 4, 5))
    return (
        Polygon(CUBE, fill="crystal-line", stroke="crystal-line", width=2.6),
        *[
            Polygon(((0.0, 0.0), CUBE[first], CUBE[second], CUBE[third]), fill=fill, stroke="wild-line", width=1.6)
            for fill, first, second, third in faces
        ],
    )


# ----------------------------------------------------------------------------------------------------- powers


def chevron_shapes(ink: str) -> tuple[Shape, ...]:
    """Return the sign of a warp."""
    return tuple(Path(f"M{x} -8.5L{x + 8} 0L{x} 8.5", stroke=ink, width=4.4) for x in (-9, 0.5))


def snowflake_shapes(ink: str, size: float = 11.0, width: float = 2.7) -> tuple[Shape, ...]:
    """Return the sign of a freeze."""
    near, far, half = size * 0.5, size * 0.82, size * 0.3
    arm: tuple[Shape, ...] = (
        Line(0, -size, 0, size, stroke=ink, width=width),
        *[
            Path(f"M{-half:g} {way * far:g}L0 {way * near:g}L{half:g} {way * far:g}", stroke=ink, width=width * 0.75)
            for way in (-1, 1)
        ],
    )
    return tuple(Group(arm, turn=turn) for turn in (0, 60, 120))


def power_drawing(power: str) -> Drawing:
    """Return a power in the shape of its colour, within a ring of gold; Team Boost is three small ships."""
    spot = Spot(x=19, y=21, size=19, halo="night", fill="star-light")
    if power == "team":
        return Drawing((*gold_ring_shapes("W", "deep"), *ship_trio_shapes(1.0)), spot)
    colour_letter, _, kind = power.partition("-")
    ink = f"{COLOURS[colour_letter]}-pip"
    sign = chevron_shapes(ink) if kind == "warp" else snowflake_shapes(ink)
    return Drawing(
        (*gold_ring_shapes(colour_letter, COLOURS[colour_letter]), Group(sign, 0, -2.6 if colour_letter == "O" else 0)),
        spot,
    )


def gold_ring_shapes(colour_letter: str, fill: str) -> tuple[Shape, ...]:
    """Return the shape of a colour in a ring of gold, larger than a crystal."""
    return (
        Group((crystal_outline_shape(colour_letter, "gold", "night", 1.8),), scale=1.4),
        Group((crystal_outline_shape(colour_letter, fill, "night", 1.2),), scale=1.14),
    )


def ship_trio_shapes(scale: float) -> tuple[Shape, ...]:
    """Return three small ships that fly abreast."""
    dart: tuple[Point, ...] = ((0, -8.5), (5.2, 6), (0, 3), (-5.2, 6))
    places = ((0.0, -7.5, "orange"), (-8.6, 5.0, "pink"), (8.6, 5.0, "blue-lit"))
    ships = tuple(
        Group((Polygon(dart, fill=fill, stroke="star-light", width=1.3),), x, y, 0.0, 0.92) for x, y, fill in places
    )
    return (Group(ships, scale=scale),)


# ------------------------------------------------------------------------------------------- spaces and tiles


def triangle_corners(inset: float, points_up: bool) -> tuple[Point, ...]:
    """Return the corners of a triangle, its edges that far within the sides of the space."""
    return regular_polygon(3, CORNER_DISTANCE - 2 * inset, 0.0 if points_up else 180.0)


def space_drawing(points_up: bool, has_team_boost: bool) -> Drawing:
    """Return an empty space; one with three ships on it gives a Team Boost."""
    way = 1 if points_up else -1
    ground = Path(rounded_path(triangle_corners(2.4, points_up), 6.0), fill="hollow", stroke="hollow-line", width=1.4)
    if not has_team_boost:
        return Drawing((ground,), Spot(y=way * 2.0, size=19, fill="hollow-name", bold=False))
    ring = Path(rounded_path(triangle_corners(7.5, points_up), 5.0), stroke="gold", width=2.6, dash=7.0)
    return Drawing(
        (ground, ring, Group(ship_trio_shapes(1.35), 0, 8.0 if points_up else -12.0)),
        Spot(y=-23.0 if points_up else 17.0, size=15, fill="hollow-name", bold=False),
    )


def tile_drawing(points_up: bool) -> Drawing:
    """Return a tile without its crystals: a seam runs from the middle to the middle of each side."""
    body, face = triangle_corners(2.6, points_up), triangle_corners(5.4, points_up)
    turn = 180.0 if points_up else 0.0
    seams = [
        Line(0, 0, *regular_polygon(3, CORNER_DISTANCE / 2 - 5.4, turn)[at], stroke="seam", width=1.5)
        for at in range(3)
    ]
    return Drawing(
        (
            Group((Path(rounded_path(body, 9.0), fill="night"),), 1.2, 2.6, opacity=0.5),
            Path(rounded_path(body, 9.0), fill="tile-edge"),
            Path(rounded_path(face, 7.0), fill="tile-face"),
            *seams,
        )
    )


def tile_back_drawing() -> Drawing:
    """Return the back of a tile."""
    body, face = triangle_corners(2.6, True), triangle_corners(8.0, True)
    return Drawing(
        (
            Path(rounded_path(body, 9.0), fill="back-edge", stroke="night", width=1.0),
            Path(rounded_path(face, 6.0), fill="back", stroke="back-line", width=1.6),
            Circle(0, 3.0, 18.0, stroke="back-line", width=2.0),
            Text("?", 0, 3.0, 24, bold=True, fill="back-line"),
        )
    )


def tile_touch_edge_drawing() -> Drawing:
    """Return the edge of a tile that can be touched anywhere: it lies above the crystals and lets them be seen."""
    outline = rounded_path(triangle_corners(2.6, True), 9.0)
    return Drawing((Path(outline, fill="tile-face", opacity=0.0), Path(outline, stroke="back-edge", width=1.8)))


def gap_drawing() -> Drawing:
    """Return the place of a tile that is not there."""
    return Drawing((Path(rounded_path(triangle_corners(5.0, True), 8.0), stroke="line", width=2.0, dash=7.0),))


def last_tile_outline_drawing(points_up: bool) -> Drawing:
    """Return the line around the tile that was played last."""
    outline = rounded_path(triangle_corners(0.4, points_up), 8.0)
    return Drawing((Path(outline, stroke="night", width=9.0), Path(outline, stroke="glow", width=5.4)))


# --------------------------------------------------------------------------------------------------- matches


def match_link_drawing(length: float) -> Drawing:
    """Return the light that holds two matching sections together, from one end of a length to the other."""
    wide = 2 * CRYSTAL_RADIUS + 8.0
    half = length / 2 + wide / 2
    return Drawing(
        (
            Rect(-wide / 2, -half, wide, 2 * half, wide / 2, fill="glow", opacity=0.5),
            Rect(-wide / 2, -half, wide, 2 * half, wide / 2, stroke="night", width=6.0),
            Rect(-wide / 2, -half, wide, 2 * half, wide / 2, stroke="glow", width=4.0),
        )
    )


def section_symbol(section: str) -> str:
    """Return the name of the drawing for a section of a tile or of an edge."""
    if section in ("W", "wild"):
        return "crystal-w"
    if section in ("-", ""):
        return "blank"
    if section in POWERS:
        return f"power-{section.lower()}"
    return f"crystal-{section.lower()}"


def list_tile_part_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings with their names."""
    for letter in COLOURS:
        yield from (
            (f"crystal-{letter.lower()}{pips}", crystal_drawing(letter, pips)) for pips in range(1, MAX_PIPS + 1)
        )
    yield "crystal-w", Drawing(wild_crystal_shapes())
    yield "blank", Drawing((Line(-12, 0, 12, 0, stroke="steel-line", width=4.0),))
    yield from ((f"power-{name.lower()}", power_drawing(name)) for name in POWERS)
    for up, points in ((True, "up"), (False, "down")):
        yield f"space-{points}", space_drawing(up, False)
        yield f"space-{points}-team", space_drawing(up, True)
        yield f"tile-{points}", tile_drawing(up)
        yield f"last-{points}", last_tile_outline_drawing(up)
    yield "tile-back", tile_back_drawing()
    yield "grip", tile_touch_edge_drawing()
    yield "gap", gap_drawing()
