"""Skies: where the twelve stars are, which lines reach and which cross; all of it in whole numbers.

A sky is a square of 300 by 300, x to the right and y downwards, made of nine squares of 100. Stars are 0-11 here, for
the printed 1-12.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, Protocol

from triangulum.errors import OptionError, quote_value

Point = tuple[int, int]
Sky = tuple[Point, ...]

NUM_STARS: Final = 12
NUM_SQUARES: Final = 9
SQUARE_SIDE: Final = 100
"""Of a square."""
SKY_SIDE: Final = 3 * SQUARE_SIDE
"""Of the sky."""
MAX_SQUARE_STEPS: Final = 2
"""How many squares a line may go, counted in steps across their borders."""

PAIRS: Final = tuple(combinations(range(NUM_STARS), 2))
"""The lines that could be drawn if nothing were in the way, each by its two stars."""
PAIR_INDEX: Final = {pair: number for number, pair in enumerate(PAIRS)}

TRIES_PER_STAR: Final = 60
"""Places that are tried for a star before the sky is begun anew."""
MAX_SKY_TRIES: Final = 500
"""Skies that are begun before one gives up, which happens only with distances too great for any sky."""

SKY_EXAMPLE: Final = "twelve points such as 45,60 130,22 …"
ROW_NAMES: Final = ("top", "middle", "bottom")
COLUMN_NAMES: Final = ("left", "middle", "right")


class MinDistances(Protocol):
    """How far drawn stars keep away from things; see ``components.toml``."""

    @property
    def border(self) -> int:
        """From the sides of their square."""

    @property
    def stars(self) -> int:
        """From each other."""

    @property
    def segments(self) -> int:
        """From the straight way between two others."""


# Geometry.


def square_index(point: Point) -> int:
    """Return the number of the square in which a point lies, row by row from the top left."""
    return 3 * (point[1] // SQUARE_SIDE) + point[0] // SQUARE_SIDE


def square_name(square_index: int) -> str:
    """Return what to call a square: "the top left square"."""
    row, column = ROW_NAMES[square_index // 3], COLUMN_NAMES[square_index % 3]
    return f"the {row if row == column else f'{row} {column}'} square"


def is_in_reach(a: Point, b: Point) -> bool:
    """Tell whether two stars are at most two squares apart."""
    return (
        abs(a[0] // SQUARE_SIDE - b[0] // SQUARE_SIDE) + abs(a[1] // SQUARE_SIDE - b[1] // SQUARE_SIDE)
        <= MAX_SQUARE_STEPS
    )


def orientation(a: Point, b: Point, c: Point) -> int:
    """Return twice the signed area of a triangle: its sign says which way it turns, and 0 is for points in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def are_crossing(first: Sequence[Point], second: Sequence[Point]) -> bool:
    """Tell whether two segments cross; meeting at a shared end is not crossing."""
    (a, b), (c, d) = first, second
    return orientation(a, b, c) * orientation(a, b, d) < 0 and orientation(c, d, a) * orientation(c, d, b) < 0


@lru_cache(maxsize=64)
def list_crossing_pairs(sky: Sky) -> tuple[tuple[int, ...], ...]:
    """Return for each pair of stars the numbers of the pairs whose lines would cross its line.

    This is most of what a set-up costs, and every record that is read makes one.
    """
    ends = [(sky[a], sky[b]) for a, b in PAIRS]
    return tuple(tuple(number for number, other in enumerate(ends) if are_crossing(one, other)) for one in ends)


def are_apart(a: Point, b: Point, min_distance: int) -> bool:
    """Tell whether two points are at least so far from each other."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= min_distance**2


def is_far_from_segment(point: Point, start: Point, end: Point, min_distance: int) -> bool:
    """Tell whether a point is at least so far from the segment between two others."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    foot = (point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]
    if foot <= 0:
        return are_apart(point, start, min_distance)
    if foot >= length:
        return are_apart(point, end, min_distance)
    return orientation(start, end, point) ** 2 >= min_distance**2 * length


# A sky that somebody gives.


def parse_sky(given: str | Iterable[Sequence[int]]) -> Sky:
    """Return the sky that a text such as ``45,60 130,22 …`` or a list of pairs describes, or raise OptionError."""
    points = parse_points(given) if isinstance(given, str) else [tuple(point) for point in given]
    if len(points) != NUM_STARS:
        raise OptionError(f"a sky has {NUM_STARS} stars, not {len(points)}: give a seed, or {SKY_EXAMPLE}")
    for star, point in enumerate(points):
        if len(point) != 2:
            raise OptionError(f"star {star + 1} is a point with x and y, not {quote_value(list(point))}")
    sky = tuple((point[0], point[1]) for point in points)
    problem = validate_sky(sky)
    if problem:
        raise OptionError(problem)
    return sky


def parse_points(text: str) -> list[tuple[int, ...]]:
    """Return the points in a text, which has spaces between them and a comma in each."""
    points = []
    for word in text.split():
        if not re.fullmatch(r"[0-9]{1,4},[0-9]{1,4}", word):
            raise OptionError(f"{quote_value(word)} in a sky is no point: give a seed, or {SKY_EXAMPLE}")
        points.append(tuple(int(number) for number in word.split(",")))
    return points


def validate_sky(sky: Sky) -> str:
    """Return the problem of a sky, naming the stars or the square, or an empty text if there is none."""
    for star, (x, y) in enumerate(sky):
        for number in (x, y):
            if not 0 < number < SKY_SIDE:
                place = f"{quote_value(x)},{quote_value(y)}"
                return f"star {star + 1} at {place} is not inside the sky, which is 1 to {SKY_SIDE - 1} both ways"
            if number % SQUARE_SIDE == 0:
                return f"star {star + 1} at {x},{y} lies on the border between squares, at {number}"
    for a, b in PAIRS:
        if sky[a] == sky[b]:
            return f"stars {a + 1} and {b + 1} are both at {sky[a][0]},{sky[a][1]}"
    for number in range(NUM_SQUARES):
        inside = [str(star + 1) for star, point in enumerate(sky) if square_index(point) == number]
        if not inside:
            return f"{square_name(number)} has no star: every square has one or two"
        if len(inside) > 2:
            return f"{square_name(number)} has stars {', '.join(inside)}: no square has more than two"
    for a, b, c in combinations(range(NUM_STARS), 3):
        if orientation(sky[a], sky[b], sky[c]) == 0:
            return f"stars {a + 1}, {b + 1} and {c + 1} are in line"
    return ""


def format_sky(sky: Sky) -> str:
    """Return a sky as text: ``45,60 130,22 …``."""
    return " ".join(f"{x},{y}" for x, y in sky)


# A sky drawn by chance.


def generate_sky(seed: int, distances: MinDistances) -> Sky:
    """Generate the sky of a seed: the same one for ever, on every machine."""
    rng = StableRandom(seed)
    squares = list(range(NUM_SQUARES))
    rng.shuffle(squares)
    squares = sorted(squares) + squares[: NUM_STARS - NUM_SQUARES]
    rng.shuffle(squares)
    # The squares that hold two are not chosen again, so that all choices stay equally likely.
    for _ in range(MAX_SKY_TRIES):
        sky: list[Point] = []
        for square in squares:
            point = find_free_point(sky, square, distances, rng)
            if point is None:
                break
            sky.append(point)
        else:
            return tuple(sky)
    raise OptionError(f"no sky was found for seed {seed}: the distances in the components are too great")


class StableRandom:
    """Random numbers that stay the same for a seed: only raw bits are asked of Python's generator."""

    def __init__(self, seed: int) -> None:
        self.getrandbits = random.Random(seed).getrandbits

    def randbelow(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each as likely as any other."""
        width = bound.bit_length()
        while True:
            number = self.getrandbits(width)
            if number < bound:
                return number

    def shuffle(self, numbers: list[int]) -> None:
        """Shuffle numbers in place."""
        for last in range(len(numbers) - 1, 0, -1):
            other = self.randbelow(last + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]


def find_free_point(sky: Sequence[Point], square: int, distances: MinDistances, rng: StableRandom) -> Point | None:
    """Return a random point for a star in a square that keeps every distance, or None if none was found."""
    room = SQUARE_SIDE + 1 - 2 * distances.border
    left, top = SQUARE_SIDE * (square % 3) + distances.border, SQUARE_SIDE * (square // 3) + distances.border
    for _ in range(TRIES_PER_STAR):
        point = (left + rng.randbelow(room), top + rng.randbelow(room))
        if can_place_star(sky, point, distances):
            return point
    return None


def can_place_star(sky: Sequence[Point], point: Point, distances: MinDistances) -> bool:
    """Tell whether a star at a point is far enough from the others, and no segment comes too near to any."""
    if not all(are_apart(point, b, distances.stars) for b in sky):
        return False
    near = distances.segments
    return all(
        is_far_from_segment(point, a, b, near)
        and is_far_from_segment(a, point, b, near)
        and is_far_from_segment(b, point, a, near)
        for a, b in combinations(sky, 2)
    )
