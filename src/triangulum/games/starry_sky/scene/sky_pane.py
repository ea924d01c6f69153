# compiled by mypyc
"""The sky: stars, lines, crossings, the choices of a trick's winner, and the total."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import NamedTuple

from triangulum.games.starry_sky.messages import line_arguments, message
from triangulum.games.starry_sky.rules.lookup import MAX_LINES_PER_STAR
from triangulum.games.starry_sky.scene.sky_drawings import (
    BADGE_SHARES,
    LENGTH_RATIO,
    LINE_GAP,
    LINE_LENGTHS,
    SKY_LEFT,
    SKY_SCALE,
    SKY_SIZE,
    SKY_TOP,
)
from triangulum.games.starry_sky.sky_geometry import STAR_PAIRS, Sky, StarPair
from triangulum.games.starry_sky.steps import DRAW_KEYS, ERASE_KEYS, LINE_NAMES
from triangulum.games.starry_sky.views import COLOURS, Crossing, LineChoice, SkyLine, StarrySkyView
from triangulum.scene import Frame, Pane, Piece
from triangulum.scene.shapes import Point
from triangulum.text import Message, Text

SKY_FRAME = Frame(0, 0, SKY_SIZE, SKY_SIZE)
FRESH_LAYER, LINE_LAYER, CROSSING_LAYER, STAR_LAYER, GHOST_LAYER, CUT_LAYER = range(1, 7)
BADGE_CLEARANCE = LINE_GAP + 22.0
"""How far a badge in the middle of a line has to be from all stars, or it goes aside."""
TOTAL_X, TOTAL_Y, WORD_X = 52.0, 643.0, 130.0
TALLY_X, TALLY_Y = (198.0, 358.0, 520.0), 646.0


class SkyPieces:
    """All pieces that can be in a sky; each is built once."""

    def __init__(self, sky: Sky) -> None:
        self.star_points = tuple((SKY_LEFT + SKY_SCALE * x, SKY_TOP + SKY_SCALE * y) for x, y in sky)
        self.stars = [
            [self.star_piece(star, lines) for lines in range(MAX_LINES_PER_STAR + 1)] for star in range(len(sky))
        ]
        self.lines = [{stars: self.line_piece(stars, colour) for stars in STAR_PAIRS} for colour in range(2)]
        self.fresh = {
            stars: self.piece_between_stars(f"fresh-{LINE_NAMES[stars]}", "fresh", stars, FRESH_LAYER, "")
            for stars in STAR_PAIRS
        }
        self.choices: dict[tuple[LineChoice, int | None], Piece] = {}
        self.crossings: dict[Crossing, Piece] = {}
        self.cuts: dict[tuple[StarPair, StarPair], Piece] = {}

    def star_piece(self, star: int, num_lines: int) -> Piece:
        """Return a star with so many lines."""
        x, y = self.star_points[star]
        is_full = num_lines == MAX_LINES_PER_STAR
        symbol = "star-full" if is_full else "star"
        title = message(symbol, number=star + 1, count=num_lines)
        return Piece(f"star-{star + 1}", symbol, x, y, 0.0, 1.0, STAR_LAYER, (), str(star + 1), title)

    def line_piece(self, stars: StarPair, colour: int) -> Piece:
        """Return a line on the board."""
        title = message("line-title", colour=COLOURS[colour], **line_arguments(stars))
        return self.piece_between_stars(f"drawn-{LINE_NAMES[stars]}", COLOURS[colour], stars, LINE_LAYER, title)

    def piece_between_stars(self, key: str, kind: str, stars: StarPair, layer: int, title: Text) -> Piece:
        """Return a piece that reaches from the rim of a star to that of another."""
        (x1, y1), (x2, y2) = self.star_points[stars[0]], self.star_points[stars[1]]
        length_index, scale = find_nearest_line_drawing(math.dist((x1, y1), (x2, y2)) - 2 * LINE_GAP)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        return Piece(
            key, f"{kind}-{length_index}", x, y, angle_degrees((x1, y1), (x2, y2)), scale, layer, (), "", title
        )

    def draw_or_erase_piece(self, choice: LineChoice, draw_colour: int | None) -> Piece:
        """Return a line of a colour that could be drawn, or without one a segment to erase along."""
        choice_key = choice, draw_colour
        if choice_key not in self.choices:
            self.choices[choice_key] = self.build_draw_or_erase_piece(*choice_key)
        return self.choices[choice_key]

    def build_draw_or_erase_piece(self, choice: LineChoice, draw_colour: int | None) -> Piece:
        """Build the piece of a choice that is not cached yet."""
        start, end, place = self.find_badge_place(choice.stars)
        x, y = self.badge_point(start, end, place)
        length_index, scale = find_nearest_line_drawing(math.dist(start, end) - 2 * LINE_GAP)
        if draw_colour is None:
            key, kind = ERASE_KEYS[choice.stars], f"erase-{length_index}-{place}"
        else:
            key, kind = DRAW_KEYS[choice.stars], f"ghost-{COLOURS[draw_colour]}-{length_index}-{place}"
        title = describe_choice(choice, draw_colour)
        label = f"{choice.points:+d}".replace("-", "−")
        return Piece(key, kind, x, y, angle_degrees(start, end), scale, GHOST_LAYER, (), label, title)

    def find_badge_place(self, stars: StarPair) -> tuple[Point, Point, str]:
        """Return the ends of a choice's line, and where along it the badge goes so that it covers no star."""
        start, end = self.star_points[stars[0]], self.star_points[stars[1]]
        places = (start, end, "middle"), (start, end, "aside"), (end, start, "aside")
        clearances = [
            min(math.dist(self.badge_point(*place), star_point) for star_point in self.star_points) for place in places
        ]
        return places[0 if clearances[0] >= BADGE_CLEARANCE else clearances.index(max(clearances))]

    def badge_point(self, start: Point, end: Point, place: str) -> Point:
        """Return the point of a badge on a line from rim to rim."""
        length = max(math.dist(start, end), 1.0)
        share = (LINE_GAP + (length - 2 * LINE_GAP) * BADGE_SHARES[place]) / length
        return round(start[0] + (end[0] - start[0]) * share, 2), round(start[1] + (end[1] - start[1]) * share, 2)

    def crossing_piece(self, crossing: Crossing) -> Piece:
        """Return the sparkle where two lines of one colour cross."""
        if crossing not in self.crossings:
            colour = COLOURS[crossing.colour]
            x, y = self.intersection_point(crossing.first, crossing.second)
            title = message("crossing", colour=colour)
            key = f"crossing-{LINE_NAMES[crossing.first]}-{LINE_NAMES[crossing.second]}"
            symbol = f"crossing-{colour}"
            self.crossings[crossing] = Piece(key, symbol, x, y, 0.0, 1.0, CROSSING_LAYER, (), "", title)
        return self.crossings[crossing]

    def erasure_sign_piece(self, segment: StarPair, line: StarPair) -> Piece:
        """Return the sign where a segment would erase a line."""
        if (segment, line) not in self.cuts:
            x, y = self.intersection_point(segment, line)
            key, title = f"cut-{LINE_NAMES[segment]}-{LINE_NAMES[line]}", message("cut", **line_arguments(line))
            self.cuts[segment, line] = Piece(key, "cut", x, y, 0.0, 1.0, CUT_LAYER, (), "", title)
        return self.cuts[segment, line]

    def intersection_point(self, first: StarPair, second: StarPair) -> Point:
        """Return the point where two lines cross, or the middle of the four stars if they are parallel."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = [self.star_points[star] for star in (*first, *second)]
        determinant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        if not determinant:
            return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / determinant
        return round(ax + share * (bx - ax), 2), round(ay + share * (by - ay), 2)


def describe_choice(choice: LineChoice, colour: int | None) -> Message:
    """Return the title of a line of a colour that could be drawn, or without one of a segment to erase along."""
    stars = line_arguments(choice.stars)
    if colour is not None:
        return message("draw-choice", colour=COLOURS[colour], points=choice.points, **stars)
    erased_lines = tuple(message("erased-line", **line_arguments(line)) for line in choice.erased)
    return message("erase-choice", lines=erased_lines, points=-choice.points, **stars)


@lru_cache(maxsize=64)
def cached_sky_pieces(sky: Sky) -> SkyPieces:
    """Return the pieces of a sky, built once for each sky."""
    return SkyPieces(sky)


def find_nearest_line_drawing(length: float) -> tuple[int, float]:
    """Return the index of the drawn length nearest to one, and its scale; the ends of short ones hide under stars."""
    if length <= LINE_LENGTHS[0]:
        return 0, 1.0
    length_index = min(round(math.log(length / LINE_LENGTHS[0], LENGTH_RATIO)), len(LINE_LENGTHS) - 1)
    return length_index, round(length / LINE_LENGTHS[length_index], 4)


def angle_degrees(start: Point, end: Point) -> float:
    """Return the angle in degrees of the way from one point to another."""
    return round(math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])), 2)


class SkyBoard(NamedTuple):
    """What changes on the sky in the course of a game."""

    lines: tuple[SkyLine, ...]
    crossings: tuple[Crossing, ...]
    points: int
    fresh_lines: tuple[StarPair, ...]
    choices: tuple[LineChoice, ...]
    choice_colour: int | None
    """The colour of lines to choose from; None if the choices are segments to erase along."""


def build_sky_pane(view: StarrySkyView) -> Pane:
    """Return the pane of the sky."""
    choice_colour = view.tricks[-1].majority if view.choices and view.phase == "draw" else None
    board = SkyBoard(view.lines, view.crossings, view.points, view.fresh_lines, view.choices, choice_colour)
    return cached_sky_pane(cached_sky_pieces(view.sky), board)


@lru_cache(maxsize=1024)
def cached_sky_pane(pieces: SkyPieces, board: SkyBoard) -> Pane:
    """Return the pane of a sky with what is drawn on it."""
    lines, crossings, choices = board.lines, board.crossings, board.choices
    line_ends = [star for line in lines for star in line.stars]
    erased = [(choice.stars, line) for choice in choices for line in choice.erased]
    shown_pieces = (
        *points_total_pieces(board.points),
        *score_tally_pieces(sum(line.colour == 0 for line in lines), len(lines), len(crossings)),
        *[star_pieces[min(line_ends.count(star), MAX_LINES_PER_STAR)] for star, star_pieces in enumerate(pieces.stars)],
        *[pieces.lines[line.colour][line.stars] for line in lines],
        *[pieces.fresh[stars] for stars in board.fresh_lines],
        *[pieces.crossing_piece(crossing) for crossing in crossings],
        *[pieces.draw_or_erase_piece(choice, board.choice_colour) for choice in choices],
        *[pieces.erasure_sign_piece(along, line) for along, line in erased],
    )
    return Pane("sky", SKY_FRAME, shown_pieces, ("sky",), None, message("sky-pane"))


@cache
def points_total_pieces(points: int) -> tuple[Piece, ...]:
    """Return the pieces of the total of points."""
    word = message("total-word", count=points)
    return (
        Piece("total", "total", TOTAL_X, TOTAL_Y, 0, 1, 1, (), str(points), message("total-title", count=points)),
        Piece("total-word", "total-word", WORD_X, TOTAL_Y + 6, 0, 1, 1, (), word),
    )


@cache
def score_tally_pieces(num_reds: int, num_lines: int, num_crossings: int) -> tuple[Piece, ...]:
    """Return the counts that add up to the total: red lines, blue lines, crossings."""
    texts = {
        "red": message("red-lines", count=num_reds),
        "blue": message("blue-lines", count=num_lines - num_reds),
        "crossings": message("crossings", count=num_crossings),
    }
    return tuple(
        Piece(f"tally-{kind}", f"tally-{kind}", x, TALLY_Y, 0, 1, 1, (), text, text)
        for x, (kind, text) in zip(TALLY_X, texts.items(), strict=True)
    )
