"""The road tiles of Tricolor Line, drawn: blueprints and built roads, Start, End, and what is traced on them.

A tile is drawn around its middle as it lies first, and a piece turns it. A colour is also a line along the middle of
the road: whole for red, dashed for green, dotted for blue. Blueprints have it too, so both sides are told apart without
colour. Roads are filled outlines and no strokes, because a stroke's round ends would run into the neighbour's tile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from triangulum.games.tricolor_line.views import COLOURS, SHAPES
from triangulum.scene import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, Spot, Text, star
from triangulum.scene.shapes import Point

CELL: Final = 100.0
"""The side of a place on the map; a tile elsewhere is drawn in these units and scaled."""
EDGE: Final = CELL / 2
HALF_ROAD, HALF_KERB = 13.0, 16.5
"""From the middle of a road to the edge of its surface, and to that of its kerb."""
RAIL: Final = 21.5
"""From the middle of a road to the lines that trace a route."""

LIES: Final = {
    "straight": ("NS", "EW"),
    "corner": ("NE", "ES", "SW", "NW"),
    "tee": ("NES", "ESW", "NSW", "NEW"),
    "cross": ("NESW",),
    "twin": ("NE+SW", "NW+ES"),
    "bridge": ("NS+EW",),
    "dead-end": ("N", "E", "S", "W"),
}
"""For each shape the ways it can lie, each a quarter clockwise from the one before; drawn as in the first."""
STILL: Final = ("start", "end")
"""Tiles that look the same however they lie, and have no colour."""


def turn_of(shape: str, roads: str) -> float:
    """Return how far a tile is turned from the way in which it is drawn."""
    lies = LIES.get(shape)
    return 90.0 * lies.index(roads) if lies and roads in lies else 0.0


def lies_of_shape(shape: str) -> tuple[str, ...]:
    """Return the ways in which a tile can lie that look different."""
    return LIES.get(shape, ("NESW",))


def ways_of(shape: str) -> int:
    """Return how many there are."""
    return len(lies_of_shape(shape))


# ------------------------------------------------------------------------------------------------------ roads


class Run(NamedTuple):
    """A stretch of road: its outline by half its width, and where its middle line goes."""

    outline: Callable[[float], Shape]
    """From half a width to what it covers."""
    along: Callable[[float], Point]
    """From 0 to 1, a point on the middle line."""
    long: float


def straight(turn: int, start: float, end: float) -> Run:
    """Return a straight stretch that leads from ``start`` below the middle upwards, turned by so many quarters."""
    sin, cos = round(math.sin(turn * math.pi / 2)), round(math.cos(turn * math.pi / 2))

    def placed(x: float, y: float) -> Point:
        return x * cos - y * sin, x * sin + y * cos

    def outline(half: float) -> Shape:
        return Polygon(tuple(placed(x, y) for x, y in ((-half, -start), (half, -start), (half, -end), (-half, -end))))

    def along(share: float) -> Point:
        return placed(0.0, -(start + (end - start) * share))

    return Run(outline, along, end - start)


def bend(turn: int) -> Run:
    """Return a quarter of a circle from the upper edge to the right one, turned by so many quarters."""

    def placed(radius: float, angle: float) -> Point:
        x, y = EDGE - radius * math.cos(angle), -EDGE + radius * math.sin(angle)
        for _ in range(turn):
            x, y = -y, x
        return round(x, 2), round(y, 2)

    def outline(half: float) -> Shape:
        (a, b), (c, d) = placed(EDGE + half, 0.0), placed(EDGE + half, math.pi / 2)
        (e, f), (g, h) = placed(EDGE - half, math.pi / 2), placed(EDGE - half, 0.0)
        far, near = EDGE + half, EDGE - half
        return Path(f"M{a:g} {b:g}A{far:g} {far:g} 0 0 0 {c:g} {d:g}L{e:g} {f:g}A{near:g} {near:g} 0 0 1 {g:g} {h:g}Z")

    def along(share: float) -> Point:
        return placed(EDGE, math.pi / 2 * share)

    return Run(outline, along, EDGE * math.pi / 2)


def spread(shape: Shape, paint: str) -> Shape:
    """Return an outline, filled."""
    if isinstance(shape, Polygon):
        return Polygon(shape.points, fill=paint)
    assert isinstance(shape, Path)
    return Path(shape.outline, fill=paint)


def arm(turn: int, start: float = 0.0) -> Run:
    """Return a stretch from near the middle to an edge."""
    return straight(turn, start, EDGE)


THROUGH: Final = straight(0, -EDGE, EDGE)
ACROSS: Final = straight(1, -EDGE, EDGE)
JUNCTION: Final = 19.0
"""How far from the middle of a junction the middle lines begin."""

SURFACES: Final[dict[str, tuple[tuple[Run, ...], ...]]] = {
    "straight": ((THROUGH,),),
    "corner": ((bend(0),),),
    "tee": ((THROUGH, arm(1)),),
    "cross": ((THROUGH, ACROSS),),
    "twin": ((bend(0),), (bend(2),)),
    "bridge": ((ACROSS,), (THROUGH,)),
    "dead-end": ((arm(0),),),
}
"""For each shape its roads, a later one above an earlier, each made of stretches that join."""
MIDDLES: Final[dict[str, tuple[tuple[Run, ...], ...]]] = {
    **SURFACES,
    "tee": ((arm(0, JUNCTION), arm(1, JUNCTION), arm(2, JUNCTION)),),
    "cross": (tuple(arm(turn, JUNCTION) for turn in range(4)),),
    "bridge": ((arm(1, 30.0), arm(3, 30.0)), (THROUGH,)),
    "dead-end": ((arm(0, 6.0),),),
}
"""For each shape where the middle lines of its roads go."""


def middle_line(colour: int, run: Run) -> str:
    """Return the line along a stretch that tells its colour: whole, dashed or dotted."""
    if colour == 0:
        return polyline(run, 0.03, 0.97)
    if colour == 1:
        many = max(1, round(run.long / 25))
        return "".join(polyline(run, (at + 0.28) / many, (at + 0.72) / many) for at in range(many))
    many = max(1, round(run.long / 19))
    return "".join(polyline(run, (at + 0.5) / many, (at + 0.5) / many) for at in range(many))


def polyline(run: Run, start: float, end: float) -> str:
    """Return a part of a stretch's middle line."""
    points = [run.along(start + (end - start) * at / 6) for at in range(7)]
    if start == end:
        points = points[:1] * 2
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


LINE_WIDTH: Final = (4.0, 5.0, 8.0)


class Paints(NamedTuple):
    """What a road is painted with."""

    kerb: str
    surface: str
    line: str
    ground: str


def road(shape: str, colour: int, paints: Paints) -> Iterator[Shape]:
    """Yield the roads of a shape; those of a bridge pass one above the other."""
    for at, (runs, middles) in enumerate(zip(SURFACES[shape], MIDDLES[shape], strict=True)):
        if shape == "bridge" and at:
            yield Rect(-HALF_KERB - 5, -EDGE + 16, 2 * HALF_KERB + 10, CELL - 32, fill=paints.ground)
        yield from (spread(run.outline(HALF_KERB), paints.kerb) for run in runs)
        if shape == "dead-end":
            yield Circle(0, 0, HALF_KERB + 9, fill=paints.kerb)
        yield from (spread(run.outline(HALF_ROAD), paints.surface) for run in runs)
        if shape == "dead-end":
            yield Circle(0, 0, HALF_ROAD + 9, fill=paints.surface)
            yield Path("M-9 -9L9 9M9 -9L-9 9", stroke=paints.line, width=4.5)
        if shape == "bridge" and at:
            yield from bridge_walls(paints.kerb)
        yield Path("".join(middle_line(colour, run) for run in middles), stroke=paints.line, width=LINE_WIDTH[colour])


def bridge_walls(paint: str) -> Iterator[Shape]:
    """Yield the walls of the road that passes above, with their ends splayed as on maps."""
    for side in (-1, 1):
        x, out = side * HALF_KERB, side * (HALF_KERB + 7)
        yield Path(f"M{out:g} -35L{x:g} -27L{x:g} 27L{out:g} 35", stroke=paint, width=4.5)


# ------------------------------------------------------------------------------------------------------ tiles


def ground(fill: str, stroke: str) -> Rect:
    """Return the ground of a tile."""
    return Rect(-48.5, -48.5, 97, 97, 5, fill=fill, stroke=stroke, width=1.6)


def blueprint(shape: str, colour: int) -> Drawing:
    """Return the side of a tile that is a drawing yet: white lines on blueprint blue."""
    paints = Paints("print-white", "print-road", f"print-{COLOURS[colour]}", "print")
    return Drawing(
        (ground("print-paper", "print-edge"), *road(shape, colour, paints)),
        Spot(x=-31, y=-34, size=20, fill="print-white", halo="print"),
    )


def built(shape: str, colour: int) -> Drawing:
    """Return the side of a tile that is a road."""
    name = COLOURS[colour]
    paints = Paints("kerb", name, f"{name}-line", "land")
    return Drawing(
        (ground("land", "land-edge"), *road(shape, colour, paints)),
        Spot(x=-38, y=-37, size=18, fill="name", halo="land"),
    )


def plain(shape: str) -> Drawing:
    """Return a small tile of no colour, with room beside it for what its shape costs."""
    paints = Paints("ink", "chip", "chip", "chip")
    tile = (Rect(-48.5, -48.5, 97, 97, 6, fill="chip", stroke="soft", width=2.0), *road(shape, 0, paints))
    return Drawing((Group(tile, scale=0.56),), Spot(x=44, size=32))


def crossroads() -> Iterator[Shape]:
    """Yield the four roads of Start and Ends, which have no colour."""
    yield ground("land", "land-edge")
    yield from (spread(run.outline(HALF_KERB), "kerb") for run in (THROUGH, ACROSS))
    yield from (spread(run.outline(HALF_ROAD), "asphalt") for run in (THROUGH, ACROSS))


def start_tile() -> Drawing:
    """Return Start: a large star on a disc of gold, with its name."""
    return Drawing(
        (
            *crossroads(),
            Circle(0, 0, 40, fill="gold", stroke="coal", width=4.0),
            Group((Polygon(star(5, 22.0, 9.5), fill="coal"),), 0, -13),
            Rect(-43, 9, 86, 26, 5, fill="coal"),
            Text("START", 0, 22, 21, bold=True, fill="gold"),
        )
    )


def end_tile() -> Drawing:
    """Return an End: a chequered square with its name."""
    side = 13.0
    squares = [
        Rect(-39 + side * column, -39 + side * line, side, side, fill="coal")
        for column in range(6)
        for line in range(6)
        if (column + line) % 2 == 0
    ]
    return Drawing(
        (
            *crossroads(),
            Rect(-40, -40, 80, 80, 4, fill="chalk", stroke="coal", width=4.0),
            *squares,
            Rect(-41, -14, 82, 28, 3, fill="coal"),
            Text("END", 0, 0, 23, bold=True, fill="chalk"),
        )
    )


# ------------------------------------------------------------------------- what is traced, marked and possible


def rails(run: Run, start: float, stroke: str, width: float) -> Iterator[Shape]:
    """Yield two lines beside a road, with a dark edge so that they show on everything."""
    outlines = [rail(run, side * RAIL, start) for side in (-1, 1)]
    yield from (Path(outline, stroke="coal", width=width + 3.0) for outline in outlines)
    yield from (Path(outline, stroke=stroke, width=width) for outline in outlines)


def rail(run: Run, aside: float, start: float) -> str:
    """Return a line that far beside a road's middle line."""
    found = []
    for at in range(13):
        share = start + (0.98 - start) * at / 12
        (x1, y1), (x2, y2) = run.along(share - 0.01), run.along(share + 0.01)
        x, y = run.along(share)
        long = math.dist((x1, y1), (x2, y2))
        found.append((x - aside * (y2 - y1) / long, y + aside * (x2 - x1) / long))
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in found)


def trace(run: Run, won: bool) -> Drawing:
    """Return a part of a route: from edge to edge."""
    return Drawing(tuple(rails(run, 0.02, "win" if won else "glow", 6.0 if won else 4.0)))


def length() -> Drawing:
    """Return the plate on an End that says how long the way there is."""
    return Drawing((Circle(0, 0, 17, fill="glow", stroke="coal", width=3.0),), Spot(size=22, fill="coal"))


def place() -> Drawing:
    """Return a free place where the tile in hand can go."""
    return Drawing(
        (
            Rect(-42, -42, 84, 84, 8, fill="glow", opacity=0.2),
            Rect(-42, -42, 84, 84, 8, stroke="place-line", width=3.0, dash=7.0),
            Path("M-13 -7H13M0 -20V6", stroke="place-line", width=5.0),
        ),
        Spot(y=25, size=20, fill="place-line"),
    )


def around(stroke: str, width: float) -> Drawing:
    """Return a line around a tile."""
    frame = -49.5, -49.5, 99.0, 99.0, 6.0
    return Drawing((Rect(*frame, stroke="coal", width=width + 4.0), Rect(*frame, stroke=stroke, width=width)))


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings with their names."""
    for shape in SHAPES:
        for colour, name in enumerate(COLOURS):
            yield f"print-{shape}-{name}", blueprint(shape, colour)
            yield f"road-{shape}-{name}", built(shape, colour)
        yield f"shape-{shape}", plain(shape)
    yield "start", start_tile()
    yield "end", end_tile()
    for prefix, won in (("trace", False), ("win", True)):
        yield f"{prefix}-straight", trace(THROUGH, won)
        yield f"{prefix}-corner", trace(bend(0), won)
    yield "length", length()
    yield "place", place()
    yield "last", around("last", 4.0)
    yield "tile-gap", Drawing((Rect(-46, -46, 92, 92, 6, stroke="line", width=2.4, dash=7.0),))
    yield "tile-back", Drawing((ground("print-road", "print-edge"), Line(-30, 30, 30, -30, stroke="print-edge")))
