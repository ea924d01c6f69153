"""What Starry Sky Trick-Taking is drawn with: the night sky, stars and lines, cards, the round table and its seats.

Red and blue are told apart without their colours wherever they appear: red has a four-pointed star for its sign and a
double line, blue has a crescent and a string of beads.

Lines have any length, so each kind is drawn in a row of lengths, and a piece is scaled a little to fit. That way one
kit serves every sky.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

from triangulum.games.starry_sky.options import LAST_SMALL, NUMBERS
from triangulum.games.starry_sky.paints import COLOURS, MARKS, PAINTS
from triangulum.games.starry_sky.view import COLOURS as COLOUR_NAMES
from triangulum.scene import (
    Circle,
    Drawing,
    Group,
    Kit,
    Line,
    Path,
    Polygon,
    Rect,
    Shape,
    Spot,
    Text,
    star,
)
from triangulum.scene.shapes import Point

SKY = 676
SKY_LEFT, SKY_TOP, SKY_SCALE = 38.0, 12.0, 2.0
"""Where the corner of the sky is in its pane, and how many units of the pane one of the sky is."""
FIELD = 300 * SKY_SCALE
DISC = 17.5
"""How large the disc of a star is that bears its number."""
RIM = DISC + 3.0
"""How far from the middle of a star its lines end: in knobs, so that one which only passes by is told from them."""
TABLE_WIDE, TABLE_HIGH = 688, 464
HAND_WIDE, HAND_HIGH = 688, 232
"""Just not flat, so that on a desk the hand goes under the table and both together are as high as the sky."""

LEAST, RUNG, RUNGS = 40.0, 1.15, 23
LENGTHS = tuple(round(LEAST * RUNG**rung, 1) for rung in range(RUNGS))
"""The lengths in which lines are drawn; the last one spans the sky from corner to corner."""
SHARES = {"middle": 0.5, "aside": 0.34}
"""Where on its line the badge of a choice is, as a share of the length: aside if it would cover a star."""

CARD_WIDE, CARD_HIGH = 80.0, 132.0
SEAT_WIDE, SEAT_HIGH = 224.0, 112.0
SEAT_AT: Sequence[Point] = ((344.0, 402.0), (120.0, 64.0), (568.0, 64.0))
"""Where the seats are, from one's own onwards."""
CARD_AT: Sequence[Point] = ((344.0, 246.0), (204.0, 222.0), (484.0, 222.0))
FAN_MOST = 8


# ---------------------------------------------------------------------------------------------------------- signs


def crescent(radius: float) -> str:
    """Return a crescent moon around (0, 0), open to the right."""
    x, y, shift = 0.574 * radius, 0.819 * radius, 0.2 * radius
    inner = 0.84 * radius
    tips = f"{shift + x:.2f} {-y:.2f}", f"{shift + x:.2f} {y:.2f}"
    return f"M{tips[0]}A{radius:g} {radius:g} 0 1 0 {tips[1]}A{inner:g} {inner:g} 0 1 1 {tips[0]}Z"


def sign(colour: str, radius: float, fill: str, x: float = 0.0, y: float = 0.0) -> Group:
    """Return the sign of a colour: a four-pointed star for red, a crescent for blue."""
    if colour == "red":
        return Group((Polygon(star(4, radius, radius * 0.4), fill=fill),), x, y)
    return Group((Path(crescent(radius * 0.86), fill=fill),), x, y, -25.0)


def beads(start: float, end: float, step: float, y: float = 0.0) -> str:
    """Return a row of points that become beads by a thick stroke, evenly from start to end."""
    count = max(round((end - start) / step), 1)
    return f"M{start:.1f} {y:g}h0" + f"m{(end - start) / count:.2f} 0h0" * count


# ------------------------------------------------------------------------------------------------------- the sky


def heaven() -> Drawing:
    """Return the night sky with its nine squares, and hills under it on which the total is written."""
    clouds = ((110, 560, 250), (250, 430, 240), (390, 300, 250), (520, 190, 230), (620, 70, 200))
    return Drawing(
        (
            Rect(0, 0, SKY, SKY, 16, fill="heaven"),
            *[Circle(x, y, radius, fill="cloud") for x, y, radius in clouds],
            Circle(560, 520, 260, fill="cloud-blue"),
            Circle(110, 130, 220, fill="cloud-blue"),
            *dust(),
            *squares(),
            *hills(),
        )
    )


def dust() -> Iterator[Shape]:
    """Yield far stars: many faint ones and a few brighter, always the same, and denser along the milky way."""
    chance = Random(12)
    spots: dict[bool, list[str]] = {False: [], True: []}
    while len(spots[False]) < 240:
        x, y = chance.uniform(8, SKY - 8), chance.uniform(8, SKY - 70)
        off = abs(x + y - SKY) / SKY
        if chance.random() < 0.35 + 0.65 * math.exp(-18 * off * off):
            spots[chance.random() < 0.14].append(f"M{x:.0f} {y:.0f}h0")
    yield Path("".join(spots[False]), stroke="dust", width=1.7, opacity=0.42)
    yield Path("".join(spots[True]), stroke="dust", width=2.9, opacity=0.6)


def squares() -> Iterator[Shape]:
    """Yield the borders of the nine squares."""
    yield Rect(SKY_LEFT, SKY_TOP, FIELD, FIELD, 10, stroke="grid", width=1.6, opacity=0.34)
    for part in (1, 2):
        at = FIELD * part / 3
        upright = Line(SKY_LEFT + at, SKY_TOP, SKY_LEFT + at, SKY_TOP + FIELD, stroke="grid", width=1.6, dash=7)
        level = Line(SKY_LEFT, SKY_TOP + at, SKY_LEFT + FIELD, SKY_TOP + at, stroke="grid", width=1.6, dash=7)
        yield Group((upright, level), opacity=0.34)


def hills() -> Iterator[Shape]:
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


def star_drawing(full: bool) -> Drawing:
    """Return a star with its number; one that can bear no further line is dull and has no rays."""
    suffix = "-full" * full
    rays = (
        ()
        if full
        else (
            Polygon(star(4, 36.0, 6.0), fill="star", opacity=0.9),
            Polygon(star(4, 27.0, 7.0, 45.0), fill="star", opacity=0.6),
        )
    )
    return Drawing(
        (
            Circle(0, 0, 54.0, fill=f"halo{suffix}"),
            *rays,
            Circle(0, 0, DISC, fill=f"disc{suffix}", stroke="star-full" if full else "star-rim", width=1.8),
        ),
        Spot(size=23, fill="star-ink"),
    )


def strand(colour: str, start: float, end: float) -> tuple[Shape, ...]:
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
        Path(beads(start, end, 16.0), stroke="blue", width=8.6),
    )


def line(colour: str, length: float) -> Drawing:
    """Return a line on the board, with a knob at either end."""
    half = length / 2
    knobs = [Circle(end, 0, 6.4, fill=colour, stroke="night", width=1.4) for end in (-half, half)]
    return Drawing((*strand(colour, -half, half), *knobs))


def fresh(length: float) -> Drawing:
    """Return the light behind a line that has just been drawn."""
    half = length / 2
    return Drawing(
        (
            Line(-half, 0, half, 0, stroke="glow", width=34, opacity=0.16),
            Line(-half, 0, half, 0, stroke="glow", width=25, opacity=0.3),
            Line(-half, 0, half, 0, stroke="night", width=17, opacity=0.5),
        )
    )


def badge(fill: str) -> Circle:
    """Return the ground of what a choice is worth: round, since it is turned with its line."""
    return Circle(0, 0, 20, fill=fill, stroke="night", width=2.0)


def ghost(colour: str, length: float, share: float) -> Drawing:
    """Return a line that could be drawn; (0, 0) is that share along it, where it says what it is worth."""
    start, end = -length * share, length * (1 - share)
    return Drawing(
        (
            Line(start, 0, end, 0, stroke="gold", width=34, opacity=0.2),
            Group(strand(colour, start, end), opacity=0.62),
            badge("gold"),
        ),
        Spot(size=23, fill="night"),
    )


def eraser_path(length: float, share: float) -> Drawing:
    """Return a segment along which lines could be erased; (0, 0) is that share along it."""
    start, end = -length * share, length * (1 - share)
    return Drawing(
        (
            Line(start, 0, end, 0, stroke="rubber", width=34, opacity=0.2),
            Path(beads(start, end, 11.0), stroke="white", width=3.6, opacity=0.9),
            badge("rubber"),
        ),
        Spot(size=23, fill="night"),
    )


def crossing(colour: str) -> Drawing:
    """Return the sparkle where two lines of a colour cross."""
    return Drawing(
        (
            Circle(0, 0, 22, fill="spark"),
            Polygon(star(4, 16.5, 6.2), fill="white", stroke="night", width=1.6),
            Polygon(star(4, 8.2, 3.6), fill=f"{colour}-ink"),
        )
    )


def cut() -> Drawing:
    """Return the sign that a line would be erased here."""
    cross = "M-5.5 -5.5L5.5 5.5M5.5 -5.5L-5.5 5.5"
    return Drawing((Circle(0, 0, 12, fill="night", stroke="rubber", width=2.4), Path(cross, stroke="white", width=3.2)))


def tally(shapes: tuple[Shape, ...]) -> Drawing:
    """Return a sign on the hills with a number beside it."""
    return Drawing(shapes, Spot(x=34, size=25, fill="sky-ink"))


# -------------------------------------------------------------------------------------------------------- cards


def card_ground(fill: str, edge: str) -> tuple[Shape, ...]:
    """Return a blank card with its shadow."""
    x, y = -CARD_WIDE / 2, -CARD_HIGH / 2
    return (
        Rect(x + 2, y + 4, CARD_WIDE, CARD_HIGH, 10, fill="night", opacity=0.28),
        Rect(x, y, CARD_WIDE, CARD_HIGH, 10, fill=fill, stroke=edge, width=1.4),
    )


def card_border(colour: str) -> tuple[Shape, ...]:
    """Return a border in the manner of the colour's lines."""
    ink, x, y = f"{colour}-ink", -CARD_WIDE / 2, -CARD_HIGH / 2
    if colour == "red":
        return (
            Rect(x + 4.5, y + 4.5, CARD_WIDE - 9, CARD_HIGH - 9, 7, stroke=ink, width=1.8),
            Rect(x + 8.5, y + 8.5, CARD_WIDE - 17, CARD_HIGH - 17, 5, stroke=ink, width=1.8),
        )
    inset, across, down = 6.5, CARD_WIDE / 2 - 6.5, CARD_HIGH / 2 - 6.5
    sides = "".join(f"M{side * across:g} {-down + 2 * down * at / 12:.1f}h0" for at in range(1, 12) for side in (-1, 1))
    ends = beads(-across, across, 10.0, -down) + beads(-across, across, 10.0, down)
    thread = Rect(x + inset, y + inset, CARD_WIDE - 2 * inset, CARD_HIGH - 2 * inset, 1, stroke=ink, width=1.0)
    return thread, Path(ends + sides, stroke=ink, width=5.2)


def card(colour: str, number: int) -> Drawing:
    """Return a card's face: its number, its sign, and whether it is S or L; a piece's label is the bid."""
    ink, size = f"{colour}-ink", "S" if number <= LAST_SMALL else "L"
    return Drawing(
        (
            *card_ground(f"{colour}-face", "card-edge"),
            *card_border(colour),
            Text(str(number), 0, -26, 44, bold=True, fill=ink),
            sign(colour, 17.0, ink, -14, 21),
            Circle(16, 21, 13.5, fill=ink),
            Text(size, 16, 21, 19, bold=True, fill="white"),
        ),
        Spot(y=47, size=18, fill="card-ink"),
    )


def card_back() -> Drawing:
    """Return a card's back: a little star chart."""
    x, y = -CARD_WIDE / 2 + 6, -CARD_HIGH / 2 + 6
    corners = [(side * 27.0, end * 52.0) for side in (-1, 1) for end in (-1, 1)]
    return Drawing(
        (
            *card_ground("red-face", "card-edge"),
            Rect(x, y, CARD_WIDE - 12, CARD_HIGH - 12, 6, fill="back-face"),
            Circle(0, 0, 25, stroke="gold", width=1.6),
            Circle(0, 0, 17, stroke="gold", width=1.0, opacity=0.7),
            Path("M0 -46V46M-31 0H31", stroke="gold", width=0.9, opacity=0.6),
            Polygon(star(4, 14, 4.6), fill="gold"),
            Polygon(star(4, 8, 3, 45), fill="gold", opacity=0.8),
            *[Group((Polygon(star(4, 5, 1.8), fill="gold"),), *corner) for corner in corners],
        )
    )


def card_place() -> Drawing:
    """Return where a card will lie."""
    x, y = -CARD_WIDE / 2, -CARD_HIGH / 2
    return Drawing((Rect(x, y, CARD_WIDE, CARD_HIGH, 10, stroke="grid", width=1.6, dash=6, opacity=0.4),))


def closed_eye() -> Drawing:
    """Return the sign that only oneself sees a card."""
    lid = "M-11 -3Q0 9 11 -3M-9 3.4l-3.4 4M-3.2 5.8l-1.4 5M3.2 5.8l1.4 5M9 3.4l3.4 4"
    return Drawing((Circle(0, 0, 18, fill="night", stroke="gold", width=2.0), Path(lid, stroke="white", width=2.4)))


def fan(count: int) -> Drawing:
    """Return the backs of the cards in a hand, and beside them how many there are."""
    backs: list[Shape] = []
    for at in range(count):
        turn = (at - (count - 1) / 2) * 5.5
        back = Rect(-8, -36, 16, 26, 3, fill="back-face", stroke="white", width=1.5)
        backs.append(Group((back,), 0, 24, turn))
    return Drawing(tuple(backs) or (Rect(-8, -12, 16, 26, 3, stroke="soft", width=1.5, dash=3),), Spot(x=33, size=23))


def pile() -> Drawing:
    """Return the tricks that somebody has won, and beside them how many."""
    layers = [
        Rect(-13 + step, -2 - 6 * step / 3, 27, 17, 3, fill="back", stroke="white", width=1.4)
        for step in (0.0, 2.0, 4.0)
    ]
    return Drawing((*layers, Group((Polygon(star(4, 7.5, 2.9), fill="gold"),), 4.5, -1.5)), Spot(x=30, size=23))


# ------------------------------------------------------------------------------------------------------ the table


def table() -> Drawing:
    """Return the round table."""
    orbit = "M58 216A286 136 0 1 1 630 216A286 136 0 1 1 58 216Z"
    cloth = "M20 216A324 166 0 1 1 668 216A324 166 0 1 1 20 216Z"
    return Drawing(
        (
            Rect(0, 0, TABLE_WIDE, TABLE_HIGH, 14, fill="desk", stroke="line"),
            Group((Path(cloth, fill="night"),), 0, 5, opacity=0.25),
            Path(cloth, fill="cloth", stroke="gold-deep", width=5.0),
            Path(orbit, stroke="grid", width=1.2, dash=3, opacity=0.35),
        )
    )


def seat(turn: bool) -> Drawing:
    """Return the place of a player, who may be the one whose turn it is."""
    x, y = -SEAT_WIDE / 2, -SEAT_HIGH / 2
    fill, edge, width = ("seat-turn", "turn", 4.0) if turn else ("seat", "line", 1.6)
    return Drawing(
        (
            Rect(x + 2, y + 4, SEAT_WIDE, SEAT_HIGH, 16, fill="night", opacity=0.2),
            Rect(x, y, SEAT_WIDE, SEAT_HIGH, 16, fill=fill, stroke=edge, width=width),
        ),
        Spot(x=-24, y=-28, size=25),
    )


def pennant() -> Drawing:
    """Return the sign of the leader."""
    return Drawing(
        (
            Circle(0, 0, 15, fill="gold", stroke="gold-deep", width=1.6),
            Path("M-4.5 -8.5V9", stroke="night", width=2.4),
            Polygon(((-4.5, -9), (8.5, -4.5), (-4.5, 0)), fill="night"),
        )
    )


def void(colour: str) -> Drawing:
    """Return the sign that somebody holds no card of a colour any more."""
    return Drawing(
        (
            Circle(0, 0, 14, fill=f"{colour}-face", stroke=f"{colour}-ink", width=1.6),
            sign(colour, 11.0, f"{colour}-ink"),
            Line(-10, 10, 10, -10, stroke=f"{colour}-face", width=6.0),
            Line(-11, 11, 11, -11, stroke="night", width=2.8),
        )
    )


def rubber() -> Drawing:
    """Return an eraser."""
    block = (
        Rect(-12, -7, 24, 14, 3.5, fill="rubber", stroke="ink", width=1.4),
        Rect(-12, -7, 9, 14, 3.5, fill="rubber-end", stroke="ink", width=1.4),
    )
    return Drawing((Group(block, 0, 0, -35.0),))


def tag(colour: str) -> Drawing:
    """Return a large tag of a colour, edged in the manner of its lines."""
    ink, light = f"{colour}-ink", f"{colour}-light"
    edge: tuple[Shape, ...]
    if colour == "red":
        edge = (
            Rect(-104, -23, 208, 46, 23, stroke=light, width=1.8),
            Rect(-100, -19, 200, 38, 19, stroke=light, width=1.8),
        )
    else:
        rows = beads(-82, 82, 13.7, -22) + beads(-82, 82, 13.7, 22)
        bends = "".join(
            f"M{side * (82 + 22 * math.cos(angle)):.1f} {22 * math.sin(angle):.1f}h0"
            for side in (-1, 1)
            for angle in (-math.pi / 5, 0.0, math.pi / 5)
        )
        edge = (Path(rows + bends, stroke=light, width=4.6),)
    ground = Rect(-109, -28, 218, 56, 28, fill=ink, stroke="white", width=2.0)
    return Drawing((ground, *edge, sign(colour, 17.0, "white", -74)), Spot(x=16, size=26, fill="white"))


def past(colour: str, low: bool) -> Drawing:
    """Return a trick in the row of tricks: the sign of its colour, and a pointer up or down."""
    y, way = (18.0, 5.0) if low else (-18.0, -5.0)
    return Drawing(
        (
            Circle(0, 0, 12.5, fill=f"{colour}-ink"),
            sign(colour, 9.0, "white"),
            Polygon(((-6, y), (6, y), (0, y + way)), fill="ink"),
        )
    )


def laurels() -> Drawing:
    """Return what marks the card that wins: a golden star on its upper edge."""
    return Drawing(
        (
            Circle(0, 0, 17, fill="gold", stroke="gold-deep", width=2.0),
            Polygon(star(5, 12.5, 5.2), fill="white", stroke="gold-deep", width=1.2),
        )
    )


# -------------------------------------------------------------------------------------------------------- the kit


def line_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all that is drawn between two stars, in all lengths."""
    for rung, length in enumerate(LENGTHS):
        yield f"fresh-{rung}", fresh(length)
        for colour in COLOUR_NAMES:
            yield f"{colour}-{rung}", line(colour, length)
        for where, share in SHARES.items():
            yield f"erase-{rung}-{where}", eraser_path(length, share)
            for colour in COLOUR_NAMES:
                yield f"ghost-{colour}-{rung}-{where}", ghost(colour, length, share)


def colour_drawings(colour: str) -> Iterator[tuple[str, Drawing]]:
    """Yield what there is of each colour."""
    offset = NUMBERS * COLOUR_NAMES.index(colour)
    yield from ((f"card-{offset + number - 1}", card(colour, number)) for number in range(1, NUMBERS + 1))
    yield f"crossing-{colour}", crossing(colour)
    yield f"void-{colour}", void(colour)
    yield f"tag-{colour}", tag(colour)
    yield f"past-{colour}-low", past(colour, True)
    yield f"past-{colour}-high", past(colour, False)
    yield f"tally-{colour}", tally((sign(colour, 15.0, colour),))


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings with their names."""
    yield from line_drawings()
    for colour in COLOUR_NAMES:
        yield from colour_drawings(colour)
    yield from ((f"fan-{count}", fan(count)) for count in range(FAN_MOST + 1))
    yield "sky", heaven()
    yield "star", star_drawing(False)
    yield "star-full", star_drawing(True)
    yield "cut", cut()
    yield "tally-crossings", tally((Polygon(star(4, 15, 5.4), fill="white"),))
    yield "total", Drawing((), Spot(size=50, fill="sky-ink"))
    yield "total-word", Drawing((), Spot(size=22, fill="sky-soft", bold=False))
    yield "back", card_back()
    yield "place", card_place()
    yield "own", closed_eye()
    yield "pile", pile()
    yield "table", table()
    yield "seat", seat(False)
    yield "seat-turn", seat(True)
    yield "leader", pennant()
    yield "rubber", rubber()
    yield "laurels", laurels()
    yield "past-open", Drawing((Circle(0, 0, 11.5, stroke="soft", width=1.6, dash=4),))
    yield "tag-none", Drawing((), Spot(size=26, fill="white"))
    yield "caption", Drawing((), Spot(size=21, fill="white", bold=False))
    yield "distance", Drawing((Rect(-56, -14, 112, 28, 14, fill="night", opacity=0.72),), Spot(size=20, fill="white"))
    yield "doing", Drawing((), Spot(size=20, fill="accent"))
    yield "clock", Drawing((), Spot(size=28))
    yield "small", Drawing((), Spot(size=21, fill="soft", bold=False))
    yield "hand", Drawing((Rect(0, 0, HAND_WIDE, HAND_HIGH, 14, fill="desk", stroke="line"),))
    yield "hand-word", Drawing((), Spot(size=24))


KIT = Kit.of("starry-sky", dict(drawings()), colours=COLOURS, paints=PAINTS, marks=MARKS)
