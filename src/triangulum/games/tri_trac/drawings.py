"""What Tri-Trac is drawn with: the round board, triangles with their tracks, arrows, reserves and the desk.

All triangles have sides of the same length, whatever the board, and are drawn around their middle. A track is a sixth
of a ring around the corner between the two sides that it joins, so it meets each of them squarely and in the middle,
and goes on smoothly on the next triangle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from triangulum.scene import (
    Circle,
    Colour,
    Drawing,
    Gradient,
    Group,
    Kit,
    Line,
    Mark,
    Path,
    Polygon,
    Rect,
    Shape,
    Spot,
    polar_point,
    regular_polygon,
    rounded_path,
)
from triangulum.scene.geometry import format_point, point_towards
from triangulum.scene.shapes import Point

KINDS = ("neutral", "orange", "yellow")
SEAT_KINDS = ("orange", "yellow")

SIDE = 160.0
"""Of a triangular space; everything on the board is in these units."""
TALL = SIDE * math.sqrt(3) / 2
REACH = SIDE / math.sqrt(3)
"""From the middle of a triangle to its corners."""
CLEARANCE, BEVEL, CORNER = 4.5, 9.0, 9.0
"""How far a triangle stays off the sides of its space, how wide its slanted edge is, and how round its corners are."""
BAND = 36.0
"""How wide a track is."""
TURNS = range(0, 360, 60)
"""How far a triangle can be turned: by even sixths where it points up, by odd ones where it points down."""
SHADES = {0: "lit", 60: "mid", 120: "dim", 180: "dim", 240: "mid", 300: "lit"}
"""How bright an edge is by where it faces: the light comes from the upper left."""

TIP, ARROW = 16.0, 74.0
"""How far the tip of an arrow is from the side at which it points, and how long the arrow is."""
DESK_WIDE, DESK_HIGH = 800, 200
SEAT_X = (136.0, 664.0)
SPARE_SIDE, SPARE_STEP, SPARES_SHOWN = 68.0, 20.5, 7

COLOURS = {
    "cloth-top": Colour("#7fa3a8", "#22343b"),
    "cloth-low": Colour("#557c86", "#162329"),
    "night": Colour("#10181b", "#000000"),
    "umber": Colour("#4a2408", "#3a1c06"),
    "plastic": Colour("#ffffff", "#d5d1c8"),
    "plastic-mid": Colour("#f1eee7", "#bab5aa"),
    "plastic-dim": Colour("#cfc9bd", "#8d887e"),
    "field": Colour("#a8744a", "#85593a"),
    "field-lit": Colour("#c08c5f", "#9a6b48"),
    "field-dim": Colour("#6e4526", "#51331d"),
    "floor": Colour("#8a5b37", "#68442a"),
    "floor-lit": Colour("#bb8a60", "#94683f"),
    "floor-mid": Colour("#7b4f2e", "#5c3b23"),
    "floor-dim": Colour("#5f3a1f", "#432814"),
    "name": Colour("#e3c3a1", "#c9a27b"),
    "tile-name": Colour("#a79c95", "#9a8f88"),
    "tile-face": Colour("#3b3230", "#2e2725"),
    "tile-lit": Colour("#857871", "#72665f"),
    "tile-mid": Colour("#5a4e49", "#4a403c"),
    "tile-dim": Colour("#231c1a", "#191413"),
    "tile-edge": Colour("#15100f", "#0c0908"),
    "neutral": Colour("#fdfdfa", "#f2f1ec"),
    "neutral-line": Colour("#7d848c", "#6f767e"),
    "orange": Colour("#f26a1b", "#f0691c"),
    "orange-line": Colour("#8a2c00", "#842a00"),
    "yellow": Colour("#ffd338", "#fbcf36"),
    "yellow-line": Colour("#6e5200", "#664b00"),
    "wood-dark": Colour("#6b3d1c", "#5d3416"),
    "wood-dark-lit": Colour("#8d5a31", "#7b4c28"),
    "wood-dark-grain": Colour("#42220b", "#371b08"),
    "wood-light": Colour("#d8a865", "#c79858"),
    "wood-light-lit": Colour("#efcb92", "#ddb67c"),
    "wood-light-grain": Colour("#9c6c30", "#87591f"),
    "trail": Colour("#35e3d0", "#35e3d0"),
    "beam": Colour("#fffbe0", "#fffbe0"),
    "glow": Colour("#ffe14a", "#ffe14a"),
    "desk": Colour("#efece4", "#1b202b"),
    "seat": Colour("#ffffff", "#2a3244"),
    "lamp": Colour("#2b8f86", "#35e3d0"),
    "tray": Colour("#e2d8c9", "#3a2f29"),
}

PAINTS: dict[str, Gradient] = {
    "cloth": Gradient(((0.0, "cloth-top", 1.0), (1.0, "cloth-low", 1.0)), turn=150.0),
    "plastic-face": Gradient(((0.0, "plastic", 1.0), (0.6, "plastic", 1.0), (1.0, "plastic-mid", 1.0)), turn=150.0),
    "plastic-edge": Gradient(((0.0, "plastic", 1.0), (1.0, "plastic-dim", 1.0)), turn=150.0),
    "plastic-hollow": Gradient(((0.0, "plastic-dim", 1.0), (1.0, "plastic", 1.0)), turn=150.0),
    "shadow": Gradient(((0.0, "night", 0.8), (0.9, "night", 0.6), (1.0, "night", 0.0)), radial=True),
    "wood-dark-face": Gradient(((0.0, "wood-dark-lit", 1.0), (1.0, "wood-dark", 1.0)), turn=150.0),
    "wood-light-face": Gradient(((0.0, "wood-light-lit", 1.0), (1.0, "wood-light", 1.0)), turn=150.0),
}

MARKS = {"glow": Mark(glow="glow", width=9.0)}


# ------------------------------------------------------------------------------------------------ triangles


def corners(inset: float, side: float = SIDE) -> tuple[Point, ...]:
    """Return the corners of a triangle that points up, its edges that far within the sides of the space."""
    return regular_polygon(3, side / math.sqrt(3) - 2 * inset)


def rotate_point(point: Point, angle: float) -> Point:
    """Return a point turned around (0, 0), clockwise."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine


def on_ring(radius: float, angle: float) -> Point:
    """Return a point at a distance from the upper corner, around which the track of an unturned triangle leads."""
    return polar_point(radius, angle, 0.0, -REACH)


def arc(radius: float, start: float = 150.0, end: float = 210.0) -> str:
    """Return a line along the track, from the right side to the left one."""
    return f"M{format_point(on_ring(radius, start))}A{radius:g} {radius:g} 0 0 1 {format_point(on_ring(radius, end))}"


def strip(inner: float, outer: float, start: float = 150.0, end: float = 210.0) -> str:
    """Return a part of the ring: an outline, since a thick line would have round ends that stick out."""
    back = f"L{format_point(on_ring(inner, end))}A{inner:g} {inner:g} 0 0 0 {format_point(on_ring(inner, start))}Z"
    return arc(outer, start, end) + back


def track(kind: str) -> tuple[Shape, ...]:
    """Return a track; orange has a line along it, yellow a dashed one, and the neutral one has two thin ones."""
    middle = SIDE / 2
    inner, outer = middle - BAND / 2, middle + BAND / 2
    line = f"{kind}-line"
    marking: tuple[Shape, ...]
    if kind == "orange":
        marking = (Path(strip(middle - 4.0, middle + 4.0), fill=line),)
    elif kind == "yellow":
        # Three dashes with gaps that go on evenly on the next triangle.
        dashes = [strip(middle - 3.5, middle + 3.5, at - 5.5, at + 5.5) for at in (160.0, 180.0, 200.0)]
        marking = (Path("".join(dashes), fill=line),)
    else:
        marking = (Path(strip(middle - 8.5, middle - 5.5) + strip(middle + 5.5, middle + 8.5), fill=line),)
    groove = Path(strip(inner - 2.6, outer + 2.6), fill="tile-edge")
    return groove, Path(strip(inner, outer), fill=kind), *marking


def bevel_shapes(turn: int) -> Iterator[Shape]:
    """Yield the slanted edges of a triangle, as bright as they are when it is turned."""
    outer, inner = corners(CLEARANCE), corners(CLEARANCE + BEVEL)
    for at in range(3):
        after = (at + 1) % 3
        start, end = point_towards(outer[at], outer[after], CORNER), point_towards(outer[after], outer[at], CORNER)
        facing = (60 + 120 * at + turn) % 360
        yield Polygon((start, end, inner[after], inner[at]), fill=f"tile-{SHADES[facing]}")


def track_end_shapes(turn: int) -> Iterator[Shape]:
    """Yield the light or the shadow on the ends of a track, where it leads down over the slanted edges."""
    deep = CLEARANCE + BEVEL
    for base, way in ((60, 1), (300, -1)):
        shade = SHADES[(base + turn) % 360]
        quad = tuple(
            on_ring(radius, 180 - way * (30 - math.degrees(math.asin(depth / radius))))
            for radius, depth in (
                (SIDE / 2 - BAND / 2, 0.0),
                (SIDE / 2 + BAND / 2, 0.0),
                (SIDE / 2 + BAND / 2, deep),
                (SIDE / 2 - BAND / 2, deep),
            )
        )
        fill, opacity = {"lit": ("beam", 0.38), "mid": ("umber", 0.16), "dim": ("umber", 0.34)}[shade]
        yield Polygon(quad, fill=fill, opacity=opacity)


def shadow(turn: int) -> tuple[Shape, ...]:
    """Return what a turned triangle's shadow is before it is turned."""
    near, far = rotate_point((2.5, 4.0), -turn), rotate_point((4.5, 7.5), -turn)
    outline = rounded_path(corners(CLEARANCE - 0.5), CORNER + 3)
    return (
        Group((Path(outline, fill="night"),), *far, opacity=0.22),
        Group((Path(outline, fill="night"),), *near, opacity=0.34),
    )


def triangle(kind: str, turn: int) -> Drawing:
    """Return a triangle that is to be turned that far: only then does the light fall on it from the upper left."""
    body = rounded_path(corners(CLEARANCE), CORNER)
    face = rounded_path(corners(CLEARANCE + BEVEL), 4.0)
    return Drawing(
        (
            *shadow(turn),
            Path(body, fill="tile-mid", stroke="tile-edge", width=1.6),
            *bevel_shapes(turn),
            Path(face, fill="tile-face"),
            *track(kind),
            *track_end_shapes(turn),
        ),
        name_spot(turn),
    )


def blank_side_end(turn: int, which: int, across: float) -> Point:
    """Return a point by the left (0) or the right (1) end of a turned triangle's blank side, out of the track's way."""
    ends = [rotate_point((at, REACH / 2 - 27.0), turn) for at in (-across, across)]
    return sorted((round(x, 1), round(y, 1)) for x, y in ends)[which]


def name_spot(turn: int) -> Spot:
    """Return where a turned triangle bears the name of its space."""
    x, y = blank_side_end(turn, 0, 41.0)
    return Spot(x=x, y=y, size=15.0, fill="tile-name", bold=False)


def lock_spot(turn: int) -> Point:
    """Return where a turned triangle bears a lock."""
    return blank_side_end(turn, 1, 34.0)


def empty_space(turn: int) -> Drawing:
    """Return an empty space, sunk into the field."""
    outer, inner = corners(2.0), corners(8.0)
    walls = []
    for at in range(3):
        after = (at + 1) % 3
        # A wall faces away from the edge it stands at.
        shade = SHADES[(240 + 120 * at + turn) % 360]
        fill = {"lit": "floor-lit", "mid": "floor-mid", "dim": "floor-dim"}[shade]
        walls.append(Polygon((outer[at], outer[after], inner[after], inner[at]), fill=fill))
    ground = Path(rounded_path(outer, 6.0), fill="floor", stroke="floor-dim", width=1.0)
    return Drawing(
        (ground, *walls, Path(rounded_path(inner, 3.0), fill="floor")), Spot(size=16, fill="name", bold=False)
    )


# ------------------------------------------------------------------------------------------- on the triangles


def space_outline(turn: int, inset: float, width: float, colour: str, dash: float = 0.0, opacity: float = 1.0) -> Shape:
    """Return a line around a space."""
    outline = rounded_path([rotate_point(corner, turn) for corner in corners(inset)], 8.0)
    return Path(outline, stroke=colour, width=width, dash=dash, opacity=opacity)


def track_glow(lines: str) -> tuple[Shape, ...]:
    """Return light along the edges of a winning track, which itself stays to be seen between them."""
    return Path(lines, stroke="glow", width=9.0, opacity=0.75), Path(lines, stroke="beam", width=4.4)


def padlock(kind: str) -> Drawing:
    """Return the lock that keeps a player off the neutral triangle, in the colour of the other one."""
    return Drawing(
        (
            Circle(0, 1, 18.5, fill="night", opacity=0.35),
            Circle(0, 0, 17.5, fill="tile-edge", stroke="plastic", width=2.0),
            Path("M-5.6 -1V-4.6A5.6 5.6 0 0 1 5.6 -4.6V-1", stroke=kind, width=3.4),
            Rect(-9.2, -2.2, 18.4, 13.2, 2.8, fill=kind),
        ),
        Spot(y=4.6, size=12.0, fill="tile-edge"),
    )


# -------------------------------------------------------------------------------------------------- the arrows


def arrow(kind: str, lit: bool) -> Drawing:
    """Return an arrow of wood that points up, its tip at (0, 0); a winning track leads into one that is lit."""
    wood = f"wood-{kind}"
    outline = rounded_path(((0, 0), (36, 40), (16, 40), (16, ARROW), (-16, ARROW), (-16, 40), (-36, 40)), 5.0)
    grain = (
        "M-9 22C-7 36 -11 50 -8 70",
        "M0 12C2 30 -2 52 1 71",
        "M9 22C7 38 11 54 8 70",
        "M-22 36C-19 32 -16 28 -13 22",
    )
    return Drawing(
        (
            Group((Path(outline, fill="night"),), 3.0, 4.0, opacity=0.25),
            Path(outline, fill=f"{wood}-face", stroke=f"{wood}-grain", width=2.4),
            Path("".join(grain), stroke=f"{wood}-grain", width=1.4, opacity=0.55),
            *(track_glow(f"{outline}M{-BAND / 2:g} {-TIP:g}V-3M{BAND / 2:g} {-TIP:g}V-3") if lit else ()),
        )
    )


# ---------------------------------------------------------------------------------------------------- the desk


def spare(kind: str) -> tuple[Shape, ...]:
    """Return a triangle that is not on the board yet, plainer as there are many."""
    return (
        Path(rounded_path(corners(2.0), 12.0), fill="tile-face", stroke="plastic-dim", width=5.0),
        *track(kind),
    )


def reserve(kind: str, count: int) -> Drawing:
    """Return a player's triangles beside the board, fanned out to be counted, on a tray that can be touched."""
    scale = SPARE_SIDE / SIDE
    left = SPARE_SIDE / 2 - 114.0
    fan = [Group(spare(kind), round(left + SPARE_STEP * at, 1), 8.0, 0.0, round(scale, 4)) for at in range(count)]
    tray = Rect(-124, -40, 248, 80, 16, fill="tray", stroke="line", width=1.2)
    return Drawing((tray, *fan), Spot(x=102, y=0, size=30))


def plate(kind: str) -> Drawing:
    """Return a player's plate: the name between two stretches of track."""
    ground = Rect(-112, -24, 224, 48, 12, fill="tile-face", stroke="tile-edge", width=1.5)
    return Drawing((ground, *straight_track(kind, -110), *straight_track(kind, 62)), Spot(size=25, fill=kind))


def straight_track(kind: str, x: float) -> tuple[Shape, ...]:
    """Return a straight stretch of track, marked as on the triangles."""
    line = f"{kind}-line"
    marks = {"orange": (0.0,), "yellow": (0.0,), "neutral": (-4.0, 4.0)}[kind]
    width, dash = {"orange": (4.4, 0.0), "yellow": (4.0, 8.0), "neutral": (1.8, 0.0)}[kind]
    lines = [Line(x + 4, at, x + 44, at, stroke=line, width=width, dash=dash) for at in marks]
    return Rect(x, -10, 48, 20, fill=kind), *lines


def neutral_status(seat: int | None) -> Drawing:
    """Return the sign that the neutral triangle is free, or locked by a seat."""
    ground = Rect(-92, -36, 184, 72, 16, fill="tray", stroke="line", width=1.2)
    lock = () if seat is None else (Group(padlock(SEAT_KINDS[seat]).shapes, -36.0, 14.0, 0.0, 0.85),)
    return Drawing((ground, Group(spare("neutral"), -54.0, 8.0, 0.0, 0.36), *lock), Spot(x=30, size=26))


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings that do not depend on the board, with their names."""
    for kind in KINDS:
        yield from ((f"{kind}-{turn}", triangle(kind, turn)) for turn in TURNS)
    for points, turn in (("up", 0), ("down", 180)):
        yield f"space-{points}", empty_space(turn)
        yield f"last-{points}", Drawing((space_outline(turn, 0.0, 9.0, "trail"),))
        yield f"origin-{points}", Drawing((space_outline(turn, 11.0, 3.0, "trail", dash=9.0, opacity=0.75),))
    for wood in ("dark", "light"):
        yield f"arrow-{wood}", arrow(wood, False)
        yield f"arrow-{wood}-lit", arrow(wood, True)
    for seat, kind in enumerate(SEAT_KINDS):
        yield f"lock-{seat}", padlock(kind)
        yield f"touch-lock-{seat}", neutral_status(seat)
        yield f"plate-{seat}", plate(kind)
        yield from ((f"reserve-{seat}-{count}", reserve(kind, count)) for count in range(SPARES_SHOWN + 1))
    yield "beam", Drawing(track_glow(arc(SIDE / 2 - BAND / 2) + arc(SIDE / 2 + BAND / 2)))
    yield "touch-free", neutral_status(None)
    yield "desk", Drawing((Rect(0, 0, DESK_WIDE, DESK_HIGH, 14, fill="desk", stroke="line"),))
    yield "turn", Drawing((Rect(-132, -94, 264, 188, 14, fill="seat", stroke="lamp", width=3.0),))
    yield "doing", Drawing((), Spot(size=23))
    yield "clock", Drawing((), Spot(size=34))
    yield "limit", Drawing((), Spot(size=22, fill="soft", bold=False))


KIT = Kit.create("tri-trac", dict(drawings()), colours=COLOURS, paints=PAINTS, marks=MARKS)
