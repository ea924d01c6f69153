"""What Star Runners is drawn with: the night sky with its lanes, pyramids as stars and as ships, dice and points.

Pyramids that stand are stars, seen at a slant from above. Pyramids that lie on their side are ships, seen from straight
above: the square base leans over, so it shows as a strip behind the upper face. All are drawn around their middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

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
    Pattern,
    Polygon,
    Rect,
    Shape,
    Spot,
    Text,
    polar_point,
    star_points,
)
from triangulum.scene.shapes import Point

SIZE_NAMES = ("small", "medium", "large")
PIPS = (1, 2, 3)
FLEETS = ("ember", "tide")
"""What the paints of seat 0's and seat 1's fleet begin with."""
AHEAD = (1, -1)
"""Ships point away from their owner: seat 0 sits on the left."""

SKY_WIDE, SKY_HIGH = 800, 500
DESK_WIDE, DESK_HIGH = 800, 160
PLACES: dict[str, Point] = {
    "A": (134.0, 254.0),
    "a1": (270.0, 90.0),
    "a2": (270.0, 418.0),
    "W": (400.0, 262.0),
    "b1": (530.0, 90.0),
    "b2": (530.0, 418.0),
    "B": (666.0, 254.0),
}
RING = ("A", "a1", "b1", "B", "b2", "a2")
"""These six lie on an ellipse, each connected to the next. Backwater is inside it, off the road."""
RING_WIDE, RING_HIGH = 266.0, 188.0
BYPASSES = ("M270 90C474 106 562 232 530 418", "M530 90C326 106 238 232 270 418")
GLINTS = (
    (70, 62, 7),
    (734, 446, 7),
    (128, 420, 5),
    (660, 58, 5),
    (402, 46, 4.5),
    (398, 452, 6),
    (42, 178, 4),
    (762, 190, 4.5),
)

STAR_WIDTHS = (27.0, 34.0, 41.0)
APEX, LEFT, FRONT, RIGHT = (0.04, -0.68), (-0.5, 0.34), (0.24, 0.52), (0.5, 0.26)
"""The corners of a star that are seen, in widths from its middle."""
SHIP_LENGTHS, SHIP_WIDTHS = (43.0, 54.0, 66.0), (25.0, 31.5, 38.0)
STRIP = 0.26
"""How long the leaning base of a ship looks, in widths."""
RIM = 4.0
"""How far around a ship it can still be touched."""
PIP, PIP_STEPS = 3.5, (0.0, 11.0, 10.0)
BADGE = 8.6
TILTS = (-38.0, 36.0, 0.0)
"""How far a ship lies from level, by size, so that it points at its star: smalls from below, mediums from above."""
HOME_RADIUS = 44.0
NAME_SIZE = 16.0
NAMES_BELOW = {"A": 60.0, "B": 60.0, "W": 83.0}
NAME_BELOW = 38.0
SEAT_X = (132.0, 668.0)
DIE, DIE_PIP = 84.0, 8.2
SLOPE, SLOPE_BACK, SIDES = ((-1, -1), (1, 1)), ((1, -1), (-1, 1)), ((-1, 0), (1, 0))
DIE_PIPS: Sequence[tuple[Point, ...]] = (
    (),
    ((0, 0),),
    SLOPE,
    (*SLOPE, (0, 0)),
    (*SLOPE, *SLOPE_BACK),
    (*SLOPE, *SLOPE_BACK, (0, 0)),
    (*SLOPE, *SLOPE_BACK, *SIDES),
)
POINT = 9.5

COLOURS = {
    "zenith": Colour("#1b2350", "#060918"),
    "horizon": Colour("#51427f", "#1a1a40"),
    "haze": Colour("#8d5fa0", "#49306e"),
    "mist": Colour("#3f78ad", "#1d4468"),
    "lane": Colour("#c9d4ff", "#a9b6ea"),
    "name": Colour("#e6ebff", "#cfd6f2"),
    "spark": Colour("#ffffff", "#ffffff"),
    "star": Colour("#fff4cf", "#fff1c4"),
    "star-lit": Colour("#ffe192", "#ffdc85"),
    "star-dim": Colour("#c9963c", "#bd8b34"),
    "star-pip": Colour("#4a3208", "#3f2a06"),
    "pool": Colour("#9fe8df", "#7fd8d0"),
    "ember": Colour("#ffa173", "#ff9a6a"),
    "ember-lit": Colour("#ffcfae", "#ffc7a3"),
    "ember-dim": Colour("#d2582c", "#cb5327"),
    "ember-line": Colour("#ffe7d8", "#ffdcc8"),
    "ember-pip": Colour("#3d1305", "#371104"),
    "tide": Colour("#13687f", "#115f75"),
    "tide-lit": Colour("#2c93a8", "#27889d"),
    "tide-dim": Colour("#083a4c", "#073545"),
    "tide-line": Colour("#8deefa", "#84e6f3"),
    "tide-pip": Colour("#f2feff", "#ecfdff"),
    "held": Colour("#ff4d6d", "#ff4d6d"),
    "badge": Colour("#ffffff", "#f6f8ff"),
    "badge-line": Colour("#0e4f3a", "#0b4331"),
    "desk": Colour("#efece4", "#1b202b"),
    "seat": Colour("#ffffff", "#2a3244"),
    "ivory": Colour("#fffdf6", "#f4efe2"),
    "ivory-dim": Colour("#e6dfcd", "#cfc7b3"),
    "die-pip": Colour("#2a2620", "#221f1a"),
    "point": Colour("#f0b429", "#ffcf5c"),
    "point-line": Colour("#8a5a00", "#8a6410"),
}

PAINTS: dict[str, Gradient | Pattern] = {
    "sky": Gradient(((0.0, "zenith", 1.0), (1.0, "horizon", 1.0))),
    "cloud": Gradient(((0.0, "haze", 0.5), (1.0, "haze", 0.0)), radial=True),
    "river": Gradient(((0.0, "mist", 0.5), (1.0, "mist", 0.0)), radial=True),
    "star-face": Gradient(((0.0, "star", 1.0), (1.0, "star-lit", 1.0))),
    "shine": Gradient(((0.0, "star", 0.7), (0.35, "star-lit", 0.26), (1.0, "star-lit", 0.0)), radial=True),
    "well": Gradient(((0.0, "pool", 0.5), (0.5, "pool", 0.14), (1.0, "pool", 0.0)), radial=True),
    "ivory-face": Gradient(((0.0, "ivory", 1.0), (1.0, "ivory-dim", 1.0))),
    "ember-base": Pattern("hatch", "ember-dim", ground="ember-lit", step=4.0, width=1.8, turn=90.0),
    "tide-base": Pattern("dots", "tide-line", ground="tide-dim", step=4.6, width=1.2, turn=0.0),
}

MARKS = {"glow": Mark(glow="glow", width=5.0), "lesser": Mark(opacity=0.5), "taken": Mark(opacity=0.25)}


def pyramid(size: int, x: float = 0.0, y: float = 0.0) -> tuple[Shape, ...]:
    """Return a standing pyramid, seen at a slant: the face in the light bears the pips, along its lower edge."""
    wide = STAR_WIDTHS[size]
    apex, left, front, right = ((x + across * wide, y + down * wide) for across, down in (APEX, LEFT, FRONT, RIGHT))
    steep = (front[1] - left[1]) / (front[0] - left[0])
    middle = (left[0] + front[0]) / 2 + 0.6
    row = [PIP_STEPS[size] * 0.8 * (pip - size / 2) for pip in range(PIPS[size])]
    low = (left[1] + front[1]) / 2 - PIP - 2.4
    return (
        Polygon((front, right, apex), fill="star-dim", stroke="star-dim", width=0.8),
        Polygon((left, front, apex), fill="star-face", stroke="star", width=0.8),
        *[Circle(middle + off, low + steep * off, PIP * 0.92, fill="star-pip") for off in row],
    )


def pyramids(lacks: int) -> tuple[Shape, ...]:
    """Return the two pyramids of a binary star side by side, the larger one on the left."""
    smaller, larger = (size for size in range(3) if size != lacks)
    half = (STAR_WIDTHS[smaller] + STAR_WIDTHS[larger] + 1.0) / 2
    lower = (STAR_WIDTHS[larger] - STAR_WIDTHS[smaller]) * FRONT[1]
    first = pyramid(larger, STAR_WIDTHS[larger] / 2 - half)
    return *first, *pyramid(smaller, half - STAR_WIDTHS[smaller] / 2, lower)


def pad(wide: float, high: float) -> Shape:
    """Return what is not seen but can be touched, since small things are hard to hit with a finger."""
    return Rect(-wide / 2, -high / 2, wide, high, fill="spark", opacity=0.0)


def single_star(size: int) -> Drawing:
    """Return a star of one pyramid."""
    return Drawing((pad(56, 56), Circle(0, 0, 22 + 11 * size, fill="shine"), *pyramid(size)))


def backwater(size: int) -> Drawing:
    """Return Backwater: a star like others, but in a pool of its own with ripples around it."""
    ripples = [Circle(0, 0, 32 + 11 * ring, stroke="pool", opacity=0.4 - 0.1 * ring) for ring in range(3)]
    return Drawing((pad(56, 56), Circle(0, 0, 64, fill="well"), *ripples, *pyramid(size)))


def home(seat: int, lacks: int) -> Drawing:
    """Return a binary star within its owner's ring."""
    glow = (Circle(-15, 0, 40, fill="shine"), Circle(17, 4, 34, fill="shine"))
    return Drawing((*home_ring(seat), *glow, *pyramids(lacks)))


def home_ring(seat: int) -> tuple[Shape, ...]:
    """Return the sign of a home: a whole ring for seat 0, a dashed one for seat 1."""
    line = f"{FLEETS[seat]}-line"
    return (
        Circle(0, 0, HOME_RADIUS, fill="zenith", opacity=0.7),
        Circle(0, 0, HOME_RADIUS, stroke=line, width=1.8, dash=5.0 * seat, opacity=0.85),
    )


def unknown_star(x: float = 0.0) -> tuple[Shape, ...]:
    """Return a star of which nobody knows the size yet."""
    wide = STAR_WIDTHS[1]
    corners = tuple((x + across * wide, down * wide) for across, down in (APEX, LEFT, FRONT, RIGHT))
    outline = Polygon(corners, fill="zenith", stroke="name", width=1.4, dash=3.0, opacity=0.6)
    return (outline, Text("?", x, 6.0, 15.0, fill="name", opacity=0.75))


def ship(seat: int, size: int, visited: bool, pinned: bool) -> Drawing:
    """Return a ship as it lies in its orbit, with badges on the corners of its tail: a visit to Backwater, a pin."""
    tilt = AHEAD[seat] * TILTS[size]
    tail, half = -AHEAD[seat] * (SHIP_LENGTHS[size] / 2 + 1.5), SHIP_WIDTHS[size] / 2 + 1.5
    shapes: tuple[Shape, ...] = (ship_pad(seat, size, tilt), Group(hull(seat, size, pinned), turn=tilt))
    if visited:
        shapes += (Group(badge(), *rotate_point((tail, -half), tilt)),)
    if pinned:
        shapes += (Group(lock(), *rotate_point((tail, half), tilt)),)
    return Drawing(shapes)


def ship_pad(seat: int, size: int, tilt: float) -> Shape:
    """Return where a ship can be touched, which glows: its own shape with a rim, but for the nose near the star."""
    ahead, half = AHEAD[seat], SHIP_WIDTHS[size] / 2 + RIM
    tail = -ahead * (SHIP_LENGTHS[size] / 2 + RIM)
    edge, nose = tail + ahead * (STRIP * SHIP_WIDTHS[size] + RIM), ahead * SHIP_LENGTHS[size] / 2
    corners = ((tail, -half), (edge, -half), (nose, 0.0), (edge, half), (tail, half))
    return Polygon(tuple(rotate_point(corner, tilt) for corner in corners), fill="spark", opacity=0.0)


def rotate_point(point: Point, angle: float) -> Point:
    """Return a point turned around (0, 0), so that what is drawn there can stay upright."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return round(point[0] * cosine - point[1] * sine, 1), round(point[0] * sine + point[1] * cosine, 1)


def hull(seat: int, size: int, pinned: bool = False) -> tuple[Shape, ...]:
    """Return a pyramid lying on its side: the strip is its base, and the pips are next to it as on every face."""
    fleet, ahead = FLEETS[seat], AHEAD[seat]
    tail, half = -ahead * SHIP_LENGTHS[size] / 2, SHIP_WIDTHS[size] / 2
    edge = tail + ahead * STRIP * 2 * half
    nose: Point = (-tail, 0.0)
    row = [PIP_STEPS[size] * (pip - size / 2) for pip in range(PIPS[size])]
    keel = edge + (nose[0] - edge) * 0.93
    strip = ((tail, -half), (edge, -half), (edge, half), (tail, half))
    outline = ((tail, -half), (edge, -half), nose, (edge, half), (tail, half))
    grip = (Polygon(outline, stroke="held", width=6.0),) if pinned else ()
    return (
        *grip,
        Polygon(((edge, -half), nose, (edge, half)), fill=fleet),
        Polygon(((edge, -half), nose, (keel, 0.0), (edge, -half * 0.72)), fill=f"{fleet}-lit"),
        Polygon(((edge, half), nose, (keel, 0.0), (edge, half * 0.72)), fill=f"{fleet}-dim"),
        Polygon(strip, fill=f"{fleet}-base"),
        Polygon(outline, stroke=f"{fleet}-line", width=1.5),
        Line(edge, -half, edge, half, stroke=f"{fleet}-line", width=1.2),
        *[Circle(edge + ahead * (PIP + 2.8), off, PIP, fill=f"{fleet}-pip") for off in row],
    )


def badge() -> tuple[Shape, ...]:
    """Return the sign of a visit to Backwater."""
    tick = Path("M-4 .4L-1.2 3.4L4.2 -3.2", stroke="badge-line", width=2.4)
    return (Circle(0, 0, BADGE, fill="badge", stroke="badge-line", width=1.4), tick)


def lock() -> tuple[Shape, ...]:
    """Return the sign of a pinned ship."""
    return (
        Circle(0, 0, BADGE, fill="held", stroke="badge", width=1.6),
        Path("M-2.5 -.4V-2.2A2.5 2.5 0 0 1 2.5 -2.2V-.4", stroke="badge", width=1.7),
        Rect(-4.0, -0.8, 8.0, 5.4, 1.2, fill="badge"),
    )


def guard(seat: int, shields: int, radius: float, width: float) -> Drawing:
    """Return the shields of a guard on its owner's side of a star: as many as there are sizes it keeps out."""
    side = -78.0 * AHEAD[seat]  # a little upwards, as a star is broad at its foot
    line = f"{FLEETS[seat]}-line"
    arcs = [arc(radius - 5.0 * shield, side, 31.0) for shield in range(shields)]
    return Drawing(tuple(Path(outline, stroke=line, width=width, opacity=0.9) for outline in arcs))


def arc(radius: float, middle: float, reach: float) -> str:
    """Return a part of a circle around (0, 0)."""
    (x1, y1), (x2, y2) = polar_point(radius, middle - reach), polar_point(radius, middle + reach)
    return f"M{x1:.1f} {y1:.1f}A{radius:.1f} {radius:.1f} 0 0 1 {x2:.1f} {y2:.1f}"


def sky() -> Drawing:
    """Return the empty map: sky, lanes and the names of the places."""
    ground = Rect(0, 0, SKY_WIDE, SKY_HIGH, 14, fill="sky")
    clouds = (
        Circle(236, 392, 250, fill="cloud", opacity=0.9),
        Circle(580, 120, 240, fill="cloud", opacity=0.9),
        Circle(400, 264, 290, fill="river", opacity=0.8),
    )
    return Drawing((ground, *clouds, *sparks(140), *glints(), *lanes(), *names()))


def sparks(count: int) -> Iterator[Shape]:
    """Yield far stars, evenly scattered: steps of such lengths never come back to where they were."""
    for spark in range(1, count + 1):
        x, y, bright = spark * 0.75488 % 1.0, spark * 0.56984 % 1.0, spark * 0.61803 % 1.0
        place = round(8 + x * (SKY_WIDE - 16), 1), round(8 + y * (SKY_HIGH - 16), 1)
        yield Circle(*place, round(0.5 + 0.9 * bright**3, 2), fill="spark", opacity=round(0.25 + 0.5 * bright, 2))


def glints() -> Iterator[Shape]:
    """Yield a few far stars that are bright enough to have rays."""
    for x, y, radius in GLINTS:
        yield Polygon(
            tuple((x + dx, y + dy) for dx, dy in star_points(4, radius, radius * 0.16)), fill="spark", opacity=0.75
        )


def lanes() -> Iterator[Shape]:
    """Yield the connections: the ring, the two roads that bypass Backwater, and the tracks that lead there."""
    for start, end in zip(RING, (*RING[1:], RING[0]), strict=True):
        (x1, y1), (x2, y2) = PLACES[start], PLACES[end]
        outline = f"M{x1} {y1}A{RING_WIDE} {RING_HIGH} 0 0 1 {x2} {y2}"
        yield Path(outline, stroke="lane", width=1.8, opacity=0.42)
    for outline in BYPASSES:
        yield Path(outline, stroke="lane", width=1.8, opacity=0.42)
    for place in ("a1", "a2", "b1", "b2"):
        yield Line(*PLACES[place], *PLACES["W"], stroke="lane", width=1.8, dash=4.0, opacity=0.5)


def names() -> Iterator[Shape]:
    """Yield the names of the places, Backwater's with the badge that one gets there."""
    for place, (x, y) in PLACES.items():
        below = y + NAMES_BELOW.get(place, NAME_BELOW)
        if place == "W":
            yield Text("Backwater", x + 10, below, NAME_SIZE, fill="name", stroke="zenith", width=2.0)
            yield Group(badge(), x - 45, below, 0.0, 0.85)
        else:
            fill = {"A": "ember-line", "B": "tide-line"}.get(place, "name")
            yield Text(place, x, below, NAME_SIZE, fill=fill, stroke="zenith", width=2.0)


def seat_plate(seat: int) -> Drawing:
    """Return a player's plate with a ship of the fleet."""
    ground = Rect(-100, -26, 200, 52, 26, fill="zenith")
    return Drawing((ground, Group(hull(seat, 2), -AHEAD[seat] * 52, 0)), Spot(x=AHEAD[seat] * 36, size=25, fill="name"))


def die(shown: int) -> Drawing:
    """Return a die by its pips; one with none bears a numeral as its label."""
    pips = tuple(Circle(22.0 * x, 22.0 * y, DIE_PIP, fill="die-pip") for x, y in DIE_PIPS[shown])
    return Drawing((die_outline(fill="ivory-face", stroke="soft", width=1.5), *pips), Spot(size=44, fill="die-pip"))


def die_outline(**paint: Any) -> Rect:
    """Return the outline of a die."""
    return Rect(-DIE / 2, -DIE / 2, DIE, DIE, 16, **paint)


def point(kind: Literal["left", "spent", "offered"]) -> Drawing:
    """Return a point: a whole one to spend, a hollow one that is spent, a dashed one that can be taken."""
    if kind == "left":
        return Drawing((Circle(0, 0, POINT, fill="point", stroke="point-line", width=1.6),))
    return Drawing((Circle(0, 0, POINT, stroke="soft", width=1.8, dash=4.0 * (kind == "offered")),))


def pair_plate(lacks: int) -> Drawing:
    """Return a binary star that can be chosen."""
    ground = Rect(-42, -50, 84, 100, 14, fill="sky", stroke="soft", width=1.2)
    return Drawing((ground, Group(pyramids(lacks), 0, -6)), Spot(y=33, size=19, fill="name"))


def laurels() -> Drawing:
    """Return what lies where the dice were when the game is won."""
    rays = tuple(
        Line(*polar_point(45, 30.0 * ray), *polar_point(54, 30.0 * ray), stroke="point", width=3.4) for ray in range(12)
    )
    return Drawing((Circle(0, 0, 39, fill="sky"), *rays, Group((Circle(0, 0, 39, fill="shine"), *pyramid(2)), 0, 1)))


def fleet_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all that differs by seat, with its name."""
    for seat in range(2):
        yield f"plate-{seat}", seat_plate(seat)
        yield f"home-{seat}-unborn", Drawing((*home_ring(seat), *unknown_star(-18), *unknown_star(18)))
        for lacks in range(3):
            yield f"home-{seat}-{lacks}", home(seat, lacks)
        for shields in (1, 2):
            yield f"guard-{seat}-{shields}", guard(seat, shields, 31.0, 2.2)
            yield f"home-guard-{seat}-{shields}", guard(seat, shields, HOME_RADIUS + 5.0, 3.2)
        for size, visited, pinned in ((s, v, p) for s in range(3) for v in (False, True) for p in (False, True)):
            yield ship_symbol(seat, size, visited, pinned), ship(seat, size, visited, pinned)


def ship_symbol(seat: int, size: int, visited: bool, pinned: bool) -> str:
    """Return the name of a ship's drawing."""
    return f"ship-{seat}-{SIZE_NAMES[size]}{'-visited' * visited}{'-pinned' * pinned}"


def drawings() -> dict[str, Drawing]:
    """Return all drawings by name."""
    drawn = {
        "sky": sky(),
        "desk": Drawing((Rect(0, 0, DESK_WIDE, DESK_HIGH, 14, fill="desk", stroke="line"),)),
        "star-unborn": Drawing((pad(56, 56), *unknown_star())),
        "turn": Drawing((Rect(-118, -70, 236, 140, 14, fill="seat", stroke="point", width=3.0),)),
        "doing": Drawing((), Spot(size=23)),
        "clock": Drawing((), Spot(size=19, fill="soft", bold=False)),
        "die-idle": Drawing((die_outline(stroke="soft", width=2, dash=6, opacity=0.6),)),
        "laurels": laurels(),
    }
    drawn |= {f"star-{size}": single_star(size) for size in range(3)}
    drawn |= {f"backwater-{size}": backwater(size) for size in range(3)}
    drawn |= {f"pair-{lacks}": pair_plate(lacks) for lacks in range(3)}
    drawn |= {f"die-{shown}": die(shown) for shown in range(7)}
    drawn |= {"point-left": point("left"), "point-spent": point("spent"), "point-offered": point("offered")}
    return drawn | dict(fleet_drawings())


KIT = Kit.create("star-runners", drawings(), colours=COLOURS, paints=PAINTS, marks=MARKS)
