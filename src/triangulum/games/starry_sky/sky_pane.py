"""How the sky looks: stars, lines, the choices of who draws or erases, and the total.

In keys and titles stars have the numbers that are printed, so that ``line-3-7`` is what one types as ``3-7``.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

from triangulum.core.wording import counted, listed
from triangulum.games.starry_sky.drawings import (
    LENGTHS,
    RIM,
    RUNG,
    SHARES,
    SKY,
    SKY_LEFT,
    SKY_SCALE,
    SKY_TOP,
)
from triangulum.games.starry_sky.lookup import MOST_LINES
from triangulum.games.starry_sky.skies import PAIRS
from triangulum.games.starry_sky.view import COLOURS, Choice, Crossing, Line, Stars
from triangulum.scene import Frame, Pane, Piece
from triangulum.scene.shapes import Point

PAIR_NAMES = {(one, other): f"{one + 1}-{other + 1}" for one, other in PAIRS}
SKY_FRAME = Frame(0, 0, SKY, SKY)
FRESH_LAYER, LINE_LAYER, CROSSING_LAYER, STAR_LAYER, GHOST_LAYER, CUT_LAYER = range(1, 7)
ROOMY = RIM + 22.0
"""How far a badge in the middle of a line has to be from all stars, or it goes aside."""
TOTAL_X, TOTAL_Y, WORD_X = 62.0, 643.0, 146.0
TALLY_X, TALLY_Y = (262.0, 372.0, 482.0), 646.0


class Pieces:
    """All pieces that can be in a sky, each made once."""

    def __init__(self, sky: tuple[tuple[int, int], ...]) -> None:
        self.places = tuple((SKY_LEFT + SKY_SCALE * x, SKY_TOP + SKY_SCALE * y) for x, y in sky)
        self.stars = [[self.star(star, lines) for lines in range(MOST_LINES + 1)] for star in range(len(sky))]
        self.lines = [{pair: self.line(pair, colour) for pair in PAIRS} for colour in range(2)]
        self.fresh = {pair: self.between(f"fresh-{PAIR_NAMES[pair]}", "fresh", pair, FRESH_LAYER, "") for pair in PAIRS}
        self.ghosts: dict[tuple[Choice, int | None], Piece] = {}
        self.crossings: dict[Crossing, Piece] = {}
        self.cuts: dict[tuple[Stars, Stars], Piece] = {}

    def star(self, star: int, lines: int) -> Piece:
        """Return a star with so many lines."""
        x, y = self.places[star]
        full = lines == MOST_LINES
        title = f"star {star + 1}, {counted(lines, 'line')}{', full' * full}"
        symbol = "star-full" if full else "star"
        return Piece(f"star-{star + 1}", symbol, x, y, 0.0, 1.0, STAR_LAYER, (), str(star + 1), title)

    def line(self, pair: Stars, colour: int) -> Piece:
        """Return a line on the board."""
        title = f"{COLOURS[colour]} line from star {pair[0] + 1} to star {pair[1] + 1}"
        return self.between(f"drawn-{PAIR_NAMES[pair]}", COLOURS[colour], pair, LINE_LAYER, title)

    def between(self, key: str, kind: str, pair: Stars, layer: int, title: str) -> Piece:
        """Return something that reaches from the rim of a star to that of another."""
        (x1, y1), (x2, y2) = self.places[pair[0]], self.places[pair[1]]
        rung, scale = fitting(math.dist((x1, y1), (x2, y2)) - 2 * RIM)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        return Piece(key, f"{kind}-{rung}", x, y, bearing((x1, y1), (x2, y2)), scale, layer, (), "", title)

    def ghost(self, choice: Choice, colour: int | None) -> Piece:
        """Return a line of a colour that could be drawn, or without one a segment to erase along."""
        which = choice, colour
        if which not in self.ghosts:
            self.ghosts[which] = self.new_ghost(*which)
        return self.ghosts[which]

    def new_ghost(self, choice: Choice, colour: int | None) -> Piece:
        """Return a choice that is not in the table yet."""
        name = PAIR_NAMES[choice.stars]
        start, end, where = self.badge_way(choice.stars)
        x, y = self.badge_spot(start, end, where)
        rung, scale = fitting(math.dist(start, end) - 2 * RIM)
        if colour is None:
            gone = listed([PAIR_NAMES[pair] for pair in choice.erased])
            key, kind = f"erase-{name}", f"erase-{rung}-{where}"
            title = f"erase along {name}: {gone} would go, {counted(-choice.points, 'point')} fewer"
        else:
            key, kind = f"line-{name}", f"ghost-{COLOURS[colour]}-{rung}-{where}"
            title = f"draw {name} in {COLOURS[colour]}: {counted(choice.points, 'point')} more"
        label = f"{choice.points:+d}".replace("-", "−")
        return Piece(key, kind, x, y, bearing(start, end), scale, GHOST_LAYER, (), label, title)

    def badge_way(self, pair: Stars) -> tuple[Point, Point, str]:
        """Return the ends of a choice's line, and where along it the badge goes so that it covers no star."""
        one, other = self.places[pair[0]], self.places[pair[1]]
        ways = (one, other, "middle"), (one, other, "aside"), (other, one, "aside")
        rooms = [min(math.dist(self.badge_spot(*way), place) for place in self.places) for way in ways]
        return ways[0 if rooms[0] >= ROOMY else rooms.index(max(rooms))]

    def badge_spot(self, start: Point, end: Point, where: str) -> Point:
        """Return where the badge is on a line from rim to rim."""
        long = max(math.dist(start, end), 1.0)
        share = (RIM + (long - 2 * RIM) * SHARES[where]) / long
        return round(start[0] + (end[0] - start[0]) * share, 2), round(start[1] + (end[1] - start[1]) * share, 2)

    def crossing(self, crossing: Crossing) -> Piece:
        """Return the sparkle where two lines of one colour cross."""
        if crossing not in self.crossings:
            one, other, colour = PAIR_NAMES[crossing.one], PAIR_NAMES[crossing.other], COLOURS[crossing.colour]
            x, y = self.meeting(crossing.one, crossing.other)
            title = f"{colour} lines {one} and {other} cross: 1 point"
            key, symbol = f"crossing-{one}-{other}", f"crossing-{colour}"
            self.crossings[crossing] = Piece(key, symbol, x, y, 0.0, 1.0, CROSSING_LAYER, (), "", title)
        return self.crossings[crossing]

    def cut(self, along: Stars, line: Stars) -> Piece:
        """Return the sign where a segment would erase a line."""
        if (along, line) not in self.cuts:
            x, y = self.meeting(along, line)
            one, other = PAIR_NAMES[along], PAIR_NAMES[line]
            title = f"line {other} would be erased along {one}"
            self.cuts[along, line] = Piece(f"cut-{one}-{other}", "cut", x, y, 0.0, 1.0, CUT_LAYER, (), "", title)
        return self.cuts[along, line]

    def meeting(self, one: Stars, other: Stars) -> Point:
        """Return where two lines that cross do so; between the four stars if they do not."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = [self.places[star] for star in (*one, *other)]
        turned = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        if not turned:
            return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turned
        return round(ax + share * (bx - ax), 2), round(ay + share * (by - ay), 2)


@lru_cache(maxsize=64)
def pieces_of(sky: tuple[tuple[int, int], ...]) -> Pieces:
    """Return the pieces of a sky."""
    return Pieces(sky)


def fitting(length: float) -> tuple[int, float]:
    """Return which of the lengths comes next to one, and how to scale it; the ends of short ones hide under stars."""
    if length <= LENGTHS[0]:
        return 0, 1.0
    rung = min(round(math.log(length / LENGTHS[0], RUNG)), len(LENGTHS) - 1)
    return rung, round(length / LENGTHS[rung], 4)


def bearing(start: Point, end: Point) -> float:
    """Return how far something level is turned to lead from one point to another."""
    return round(math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])), 2)


@lru_cache(maxsize=1024)
def sky_pane(
    pieces: Pieces,
    lines: tuple[Line, ...],
    crossings: tuple[Crossing, ...],
    points: int,
    fresh: tuple[Stars, ...],
    choices: tuple[Choice, ...],
    majority: int | None,
) -> Pane:
    """Return the sky; with choices, their lines are of the majority's colour, or without one are for erasing."""
    ends = [star for line in lines for star in line.stars]
    erased = [(choice.stars, line) for choice in choices for line in choice.erased]
    drawn = (
        *total_pieces(points),
        *tally_pieces(sum(line.colour == 0 for line in lines), len(lines), len(crossings)),
        *[at_star[min(ends.count(star), MOST_LINES)] for star, at_star in enumerate(pieces.stars)],
        *[pieces.lines[line.colour][line.stars] for line in lines],
        *[pieces.fresh[stars] for stars in fresh],
        *[pieces.crossing(crossing) for crossing in crossings],
        *[pieces.ghost(choice, majority) for choice in choices],
        *[pieces.cut(along, line) for along, line in erased],
    )
    return Pane("sky", SKY_FRAME, drawn, ("sky",), None, "The sky")


@cache
def total_pieces(points: int) -> tuple[Piece, ...]:
    """Return the running total."""
    title = f"the sky is worth {counted(points, 'point')}"
    return (
        Piece("total", "total", TOTAL_X, TOTAL_Y, 0, 1, 1, (), str(points), title),
        Piece("total-word", "total-word", WORD_X, TOTAL_Y + 6, 0, 1, 1, (), "point" if points == 1 else "points"),
    )


@cache
def tally_pieces(reds: int, lines: int, crossings: int) -> tuple[Piece, ...]:
    """Return what the total is made of."""
    counts = (
        ("red", reds, counted(reds, "red line")),
        ("blue", lines - reds, counted(lines - reds, "blue line")),
        ("crossings", crossings, counted(crossings, "crossing")),
    )
    return tuple(
        Piece(f"tally-{what}", f"tally-{what}", x, TALLY_Y, 0, 1, 1, (), str(many), title)
        for x, (what, many, title) in zip(TALLY_X, counts, strict=True)
    )
