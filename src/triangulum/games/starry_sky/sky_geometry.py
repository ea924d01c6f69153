"""Skies: twelve points, which stars are in reach of each other, and which lines cross; all in whole numbers.

A sky is a square of 300 by 300, x to the right and y downwards, made of nine squares of 100. Stars are 0-11 here, for
the printed 1-12.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

Point = tuple[int, int]
Sky = tuple[Point, ...]
"""The points of stars 0-11."""
StarPair = tuple[int, int]
"""Two stars that a line joins, the lower number first."""

NUM_STARS: Final = 12
NUM_SQUARES: Final = 9
SQUARE_SIDE: Final = 100
SKY_SIDE: Final = 3 * SQUARE_SIDE
MAX_SQUARE_STEPS: Final = 2
"""How many squares a line may go, counted in steps across their borders."""

STAR_PAIRS: Final = tuple(combinations(range(NUM_STARS), 2))
"""All pairs of stars; a *pair index* is a number of this list."""
PAIR_INDEX_BY_STARS: Final = {stars: pair_index for pair_index, stars in enumerate(STAR_PAIRS)}


# Geometry.


def find_square_index(point: Point) -> int:
    """Return the number of the square in which a point lies, row by row from the top left."""
    return 3 * (point[1] // SQUARE_SIDE) + point[0] // SQUARE_SIDE


def is_in_reach(a: Point, b: Point) -> bool:
    """Return whether two stars are at most two squares apart."""
    return (
        abs(a[0] // SQUARE_SIDE - b[0] // SQUARE_SIDE) + abs(a[1] // SQUARE_SIDE - b[1] // SQUARE_SIDE)
        <= MAX_SQUARE_STEPS
    )


def orientation(a: Point, b: Point, c: Point) -> int:
    """Return the orientation of a triangle: positive one way round, negative the other, 0 for points in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def are_crossing(first: Sequence[Point], second: Sequence[Point]) -> bool:
    """Return whether two segments cross; meeting at a shared end is not crossing."""
    (a, b), (c, d) = first, second
    return orientation(a, b, c) * orientation(a, b, d) < 0 and orientation(c, d, a) * orientation(c, d, b) < 0


@lru_cache(maxsize=64)
def list_crossing_pairs(sky: Sky) -> tuple[tuple[int, ...], ...]:
    """Return for each pair of stars the indices of the pairs whose lines would cross its line.

    Cached, because this is most of what a setup costs, and every record that is read needs one.
    """
    ends = [(sky[a], sky[b]) for a, b in STAR_PAIRS]
    return tuple(
        tuple(index for index, crossed in enumerate(ends) if are_crossing(segment, crossed)) for segment in ends
    )


def are_apart(a: Point, b: Point, min_distance: int) -> bool:
    """Return whether two points are at least so far from each other."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= min_distance**2


def is_far_from_segment(point: Point, start: Point, end: Point, min_distance: int) -> bool:
    """Return whether a point is at least so far from the segment between two others."""
    direction = (end[0] - start[0], end[1] - start[1])
    length_squared = direction[0] ** 2 + direction[1] ** 2
    projection = (point[0] - start[0]) * direction[0] + (point[1] - start[1]) * direction[1]
    if projection <= 0:
        return are_apart(point, start, min_distance)
    if projection >= length_squared:
        return are_apart(point, end, min_distance)
    return orientation(start, end, point) ** 2 >= min_distance**2 * length_squared


def format_sky(sky: Sky) -> str:
    """Return a sky as text: ``45,60 130,22 …``."""
    return " ".join(f"{x},{y}" for x, y in sky)
