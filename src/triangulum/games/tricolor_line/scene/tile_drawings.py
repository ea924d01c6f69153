"""The road tiles of Tricolor Line, drawn: blueprints and built roads, Start, End, and what is traced on them.

A tile is drawn around its middle in its first rotation, and a piece turns it. A colour is also a line along the middle
of the road: whole for red, dashed for green, dotted for blue. Blueprints have it too, so both sides are told apart
without colour. Roads are filled outlines, not strokes, because a stroke's round ends would run into the neighbour's
tile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from triangulum.games.tricolor_line.views import COLOURS, SHAPES
from triangulum.scene import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, Spot, star_points
from triangulum.scene.shapes import Point

CELL: Final = 100.0
"""The side of a place on the map; a tile elsewhere is drawn in these units and scaled."""
EDGE: Final = CELL / 2
HALF_ROAD, HALF_KERB = 13.0, 16.5
"""From the middle of a road to the edge of its surface, and to that of its kerb."""
RAIL_DISTANCE: Final = 21.5
"""From the middle of a road to the lines that trace a route."""

ROTATIONS: Final = {
    "straight": ("NS", "EW"),
    "corner": ("NE", "ES", "SW", "NW"),
    "tee": ("NES", "ESW", "NSW", "NEW"),
    "cross": ("NESW",),
    "twin": ("NE+SW", "NW+ES"),
    "bridge": ("NS+EW",),
    "dead-end": ("N", "E", "S", "W"),
}
"""For each shape the ways it can lie, each a quarter clockwise from the one before; drawn as in the first."""


def rotation_angle(shape: str, roads: str) -> float:
    """Return the angle in degrees by which a drawn tile is turned to have these roads."""
    rotations = ROTATIONS.get(shape)
    return 90.0 * rotations.index(roads) if rotations and roads in rotations else 0.0


def shape_rotations(shape: str) -> tuple[str, ...]:
    """Return the roads of a shape in each of its rotations."""
    return ROTATIONS.get(shape, ("NESW",))


def num_rotations(shape: str) -> int:
    """Return how many different rotations a shape has."""
    return len(shape_rotations(shape))


# ------------------------------------------------------------------------------------------------------ roads


class RoadSegment(NamedTuple):
    """A stretch of road: its outline by half its width, and where its middle line goes."""

    outline: Callable[[float], Shape]
    """Returns what the road covers, given half its width."""
    point_at: Callable[[float], Point]
    """Returns a point on the middle line, from 0 at its start to 1 at its end."""
    length: float


def straight_segment(quarter_turns: int, start: float, end: float) -> RoadSegment:
    """Return a straight stretch that leads from ``start`` below the middle upwards, turned by so many quarters."""
    sin, cos = round(math.sin(quarter_turns * math.pi / 2)), round(math.cos(quarter_turns * math.pi / 2))

    def rotate_point(x: float, y: float) -> Point:
        return x * cos - y * sin, x * sin + y * cos

    def outline(half_width: float) -> Shape:
        x = half_width
        corners = ((-x, -start), (x, -start), (x, -end), (-x, -end))
        return Polygon(tuple(rotate_point(x, y) for x, y in corners))

    def point_at(share: float) -> Point:
        return rotate_point(0.0, -(start + (end - start) * share))

    return RoadSegment(outline, point_at, end - start)


def curved_segment(quarter_turns: int) -> RoadSegment:
    """Return a quarter of a circle from the upper edge to the right one, turned by so many quarters."""

    def polar_point(radius: float, angle: float) -> Point:
        x, y = EDGE - radius * math.cos(angle), -EDGE + radius * math.sin(angle)
        for _ in range(quarter_turns):
            x, y = -y, x
        return round(x, 2), round(y, 2)

    def outline(half_width: float) -> Shape:
        (a, b), (c, d) = polar_point(EDGE + half_width, 0.0), polar_point(EDGE + half_width, math.pi / 2)
        (e, f), (g, h) = polar_point(EDGE - half_width, math.pi / 2), polar_point(EDGE - half_width, 0.0)
        far, near = EDGE + half_width, EDGE - half_width
        return Path(f"M{a:g} {b:g}A{far:g} {far:g} 0 0 0 {c:g} {d:g}L{e:g} {f:g}A{near:g} {near:g} 0 0 1 {g:g} {h:g}Z")

    def point_at(share: float) -> Point:
        return polar_point(EDGE, math.pi / 2 * share)

    return RoadSegment(outline, point_at, EDGE * math.pi / 2)


def fill_outline(shape: Shape, paint: str) -> Shape:
    """Return an outline filled with a paint."""
    if isinstance(shape, Polygon):
        return Polygon(shape.points, fill=paint)
    assert isinstance(shape, Path)
    return Path(shape.outline, fill=paint)


def arm_segment(quarter_turns: int, start: float = 0.0) -> RoadSegment:
    """Return a straight stretch from the middle, or ``start`` away from it, to an edge."""
    return straight_segment(quarter_turns, start, EDGE)


THROUGH: Final = straight_segment(0, -EDGE, EDGE)
ACROSS: Final = straight_segment(1, -EDGE, EDGE)
JUNCTION: Final = 19.0
"""How far from the middle of a junction the middle lines begin."""

SURFACES: Final[dict[str, tuple[tuple[RoadSegment, ...], ...]]] = {
    "straight": ((THROUGH,),),
    "corner": ((curved_segment(0),),),
    "tee": ((THROUGH, arm_segment(1)),),
    "cross": ((THROUGH, ACROSS),),
    "twin": ((curved_segment(0),), (curved_segment(2),)),
    "bridge": ((ACROSS,), (THROUGH,)),
    "dead-end": ((arm_segment(0),),),
}
"""For each shape its roads, a later one above an earlier, each made of stretches that join."""
MIDDLES: Final[dict[str, tuple[tuple[RoadSegment, ...], ...]]] = {
    **SURFACES,
    "tee": ((arm_segment(0, JUNCTION), arm_segment(1, JUNCTION), arm_segment(2, JUNCTION)),),
    "cross": (tuple(arm_segment(turn, JUNCTION) for turn in range(4)),),
    "bridge": ((arm_segment(1, 30.0), arm_segment(3, 30.0)), (THROUGH,)),
    "dead-end": ((arm_segment(0, 6.0),),),
}
"""For each shape where the middle lines of its roads go."""


def colour_line_path(colour: int, segment: RoadSegment) -> str:
    """Return the line along a stretch that tells its colour: whole, dashed or dotted."""
    if colour == 0:
        return road_middle_line_path(segment, 0.03, 0.97)
    if colour == 1:
        count = max(1, round(segment.length / 25))
        return "".join(road_middle_line_path(segment, (at + 0.28) / count, (at + 0.72) / count) for at in range(count))
    count = max(1, round(segment.length / 19))
    return "".join(road_middle_line_path(segment, (at + 0.5) / count, (at + 0.5) / count) for at in range(count))


def road_middle_line_path(segment: RoadSegment, start: float, end: float) -> str:
    """Return a part of a stretch's middle line."""
    points = [segment.point_at(start + (end - start) * at / 6) for at in range(7)]
    if start == end:
        points = points[:1] * 2
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


LINE_WIDTH: Final = (4.0, 5.0, 8.0)


class RoadPaints(NamedTuple):
    """The paints of a road on a tile."""

    kerb: str
    surface: str
    line: str
    ground: str


def road_shapes(shape: str, colour: int, paints: RoadPaints) -> Iterator[Shape]:
    """Yield the roads of a shape; those of a bridge pass one above the other."""
    for at, (segments, middles) in enumerate(zip(SURFACES[shape], MIDDLES[shape], strict=True)):
        if shape == "bridge" and at:
            yield Rect(-HALF_KERB - 5, -EDGE + 16, 2 * HALF_KERB + 10, CELL - 32, fill=paints.ground)
        yield from (fill_outline(segment.outline(HALF_KERB), paints.kerb) for segment in segments)
        if shape == "dead-end":
            yield Circle(0, 0, HALF_KERB + 9, fill=paints.kerb)
        yield from (fill_outline(segment.outline(HALF_ROAD), paints.surface) for segment in segments)
        if shape == "dead-end":
            yield Circle(0, 0, HALF_ROAD + 9, fill=paints.surface)
            yield Path("M-9 -9L9 9M9 -9L-9 9", stroke=paints.line, width=4.5)
        if shape == "bridge" and at:
            yield from bridge_wall_shapes(paints.kerb)
        yield Path(
            "".join(colour_line_path(colour, segment) for segment in middles),
            stroke=paints.line,
            width=LINE_WIDTH[colour],
        )


def bridge_wall_shapes(paint: str) -> Iterator[Shape]:
    """Yield the walls of the road that passes above, with their ends splayed as on maps."""
    for side in (-1, 1):
        x, out = side * HALF_KERB, side * (HALF_KERB + 7)
        yield Path(f"M{out:g} -35L{x:g} -27L{x:g} 27L{out:g} 35", stroke=paint, width=4.5)


# ------------------------------------------------------------------------------------------------------ tiles


def tile_background(fill: str, stroke: str) -> Rect:
    """Return the background of a tile."""
    return Rect(-48.5, -48.5, 97, 97, 5, fill=fill, stroke=stroke, width=1.6)


def blueprint_drawing(shape: str, colour: int) -> Drawing:
    """Return the blueprint side of a tile: white lines on blueprint blue."""
    paints = RoadPaints("print-white", "print-road", f"print-{COLOURS[colour]}", "print")
    return Drawing(
        (tile_background("print-paper", "print-edge"), *road_shapes(shape, colour, paints)),
        Spot(x=-31, y=-34, size=20, fill="print-white", halo="print"),
    )


def built_road_drawing(shape: str, colour: int) -> Drawing:
    """Return the built side of a tile: a road in its colour."""
    name = COLOURS[colour]
    paints = RoadPaints("kerb", name, f"{name}-line", "land")
    return Drawing(
        (tile_background("land", "land-edge"), *road_shapes(shape, colour, paints)),
        Spot(x=-38, y=-37, size=18, fill="name", halo="land"),
    )


def shape_icon_drawing(shape: str) -> Drawing:
    """Return a small tile of no colour, with room beside it for what its shape costs."""
    paints = RoadPaints("ink", "chip", "chip", "chip")
    tile = (Rect(-48.5, -48.5, 97, 97, 6, fill="chip", stroke="soft", width=2.0), *road_shapes(shape, 0, paints))
    return Drawing((Group(tile, scale=0.56),), Spot(x=44, size=32))


def crossroad_shapes() -> Iterator[Shape]:
    """Yield the four roads of Start and Ends, which have no colour."""
    yield tile_background("land", "land-edge")
    yield from (fill_outline(segment.outline(HALF_KERB), "kerb") for segment in (THROUGH, ACROSS))
    yield from (fill_outline(segment.outline(HALF_ROAD), "asphalt") for segment in (THROUGH, ACROSS))


def start_drawing() -> Drawing:
    """Return Start: a large star on a disc of gold, with room for its name."""
    return Drawing(
        (
            *crossroad_shapes(),
            Circle(0, 0, 40, fill="gold", stroke="coal", width=4.0),
            Group((Polygon(star_points(5, 22.0, 9.5), fill="coal"),), 0, -13),
            Rect(-43, 9, 86, 26, 5, fill="coal"),
        ),
        Spot(y=22, size=21, fill="gold", max_width=80),
    )


def end_drawing() -> Drawing:
    """Return an End: a chequered square with room for its name."""
    side = 13.0
    squares = [
        Rect(-39 + side * column, -39 + side * line, side, side, fill="coal")
        for column in range(6)
        for line in range(6)
        if (column + line) % 2 == 0
    ]
    return Drawing(
        (
            *crossroad_shapes(),
            Rect(-40, -40, 80, 80, 4, fill="chalk", stroke="coal", width=4.0),
            *squares,
            Rect(-41, -14, 82, 28, 3, fill="coal"),
        ),
        Spot(size=23, fill="chalk", max_width=76),
    )


def end_blueprint_drawing() -> Drawing:
    """Return the blueprint side of an End: the outline of the chequered square, with room for its name and cost."""
    return Drawing(
        (
            tile_background("print-paper", "print-edge"),
            *(fill_outline(segment.outline(HALF_KERB), "print-white") for segment in (THROUGH, ACROSS)),
            *(fill_outline(segment.outline(HALF_ROAD), "print-road") for segment in (THROUGH, ACROSS)),
            Rect(-40, -40, 80, 80, 4, fill="print", stroke="print-white", width=3.0),
            Path(chequer_outline(), stroke="print-white", width=1.6),
            Rect(-41, -15, 82, 30, 3, fill="print-road", stroke="print-white", width=2.0),
        ),
        Spot(size=22, fill="print-white", max_width=76),
    )


def chequer_outline() -> str:
    """Return the lines between the squares of an End."""
    lines = [-26.0 + 13.0 * at for at in range(5)]
    return "".join(f"M{at:g} -39V39M-39 {at:g}H39" for at in lines)


def end_icon_drawing() -> Drawing:
    """Return a small End, with room beside it for what it costs."""
    tile = (
        Rect(-48.5, -48.5, 97, 97, 6, fill="chip", stroke="soft", width=2.0),
        Rect(-39, -39, 78, 78, 2, fill="chip", stroke="ink", width=3.0),
        *[
            Rect(-39 + 26.0 * column, -39 + 26.0 * line, 26.0, 26.0, fill="ink")
            for column in range(3)
            for line in range(3)
            if (column + line) % 2 == 0
        ],
    )
    return Drawing((Group(tile, scale=0.56),), Spot(x=44, size=32))


# ------------------------------------------------------------------------- what is traced, marked and possible


def route_trace_shapes(segment: RoadSegment, start: float, stroke: str, width: float) -> Iterator[Shape]:
    """Yield two lines beside a road, with a dark edge so that they show on everything."""
    outlines = [parallel_line_path(segment, side * RAIL_DISTANCE, start) for side in (-1, 1)]
    yield from (Path(outline, stroke="coal", width=width + 3.0) for outline in outlines)
    yield from (Path(outline, stroke=stroke, width=width) for outline in outlines)


def parallel_line_path(segment: RoadSegment, offset: float, start: float) -> str:
    """Return a line that far beside a road's middle line."""
    points = []
    for at in range(13):
        share = start + (0.98 - start) * at / 12
        (x1, y1), (x2, y2) = segment.point_at(share - 0.01), segment.point_at(share + 0.01)
        x, y = segment.point_at(share)
        length = math.dist((x1, y1), (x2, y2))
        points.append((x - offset * (y2 - y1) / length, y + offset * (x2 - x1) / length))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def trace_drawing(segment: RoadSegment, is_scored: bool) -> Drawing:
    """Return the trace of a route over one tile, from edge to edge."""
    return Drawing(tuple(route_trace_shapes(segment, 0.02, "win" if is_scored else "glow", 6.0 if is_scored else 4.0)))


def length_plate_drawing() -> Drawing:
    """Return the plate on an End that says how long the shortest route there is."""
    return Drawing((Circle(0, 0, 17, fill="glow", stroke="coal", width=3.0),), Spot(size=22, fill="coal"))


def free_place_drawing() -> Drawing:
    """Return the mark of a free place where the tile that was taken can go."""
    return Drawing(
        (
            Rect(-42, -42, 84, 84, 8, fill="glow", opacity=0.2),
            Rect(-42, -42, 84, 84, 8, stroke="place-line", width=3.0, dash=7.0),
            Path("M-13 -7H13M0 -20V6", stroke="place-line", width=5.0),
        ),
        Spot(y=25, size=20, fill="place-line"),
    )


def tile_outline_drawing(stroke: str, width: float) -> Drawing:
    """Return a line around a tile."""
    frame = -49.5, -49.5, 99.0, 99.0, 6.0
    return Drawing((Rect(*frame, stroke="coal", width=width + 4.0), Rect(*frame, stroke=stroke, width=width)))


def list_tile_and_trace_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the names and drawings of tiles, traces and places."""
    for shape in SHAPES:
        for colour, name in enumerate(COLOURS):
            yield f"print-{shape}-{name}", blueprint_drawing(shape, colour)
            yield f"road-{shape}-{name}", built_road_drawing(shape, colour)
        yield f"shape-{shape}", shape_icon_drawing(shape)
    yield "start", start_drawing()
    yield "end", end_drawing()
    yield "print-end", end_blueprint_drawing()
    yield "shape-end", end_icon_drawing()
    for prefix, is_scored in (("trace", False), ("win", True)):
        yield f"{prefix}-straight", trace_drawing(THROUGH, is_scored)
        yield f"{prefix}-corner", trace_drawing(curved_segment(0), is_scored)
    yield "length", length_plate_drawing()
    yield "place", free_place_drawing()
    yield "last", tile_outline_drawing("last", 4.0)
    yield "tile-gap", Drawing((Rect(-46, -46, 92, 92, 6, stroke="line", width=2.4, dash=7.0),))
    yield (
        "tile-back",
        Drawing((tile_background("print-road", "print-edge"), Line(-30, 30, 30, -30, stroke="print-edge"))),
    )
