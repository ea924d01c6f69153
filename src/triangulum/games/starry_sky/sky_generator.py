"""Random skies: the same one for a seed, for ever and on every machine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from triangulum.errors import OptionError
from triangulum.games.starry_sky.box import MinDistances
from triangulum.games.starry_sky.messages import message
from triangulum.games.starry_sky.sky_geometry import (
    NUM_SQUARES,
    NUM_STARS,
    SQUARE_SIDE,
    Point,
    Sky,
    are_apart,
    is_far_from_segment,
)

MAX_TRIES_PER_STAR: Final = 60
"""How many points are tried for a star before the sky is begun anew."""
MAX_TRIES_PER_SKY: Final = 500
"""How many times a sky is begun; only distances too great for any sky need so many."""


def generate_sky(seed: int, distances: MinDistances) -> Sky:
    """Generate the sky of a seed, or raise OptionError if the distances leave no room for one."""
    rng = StableRandom(seed)
    squares = list(range(NUM_SQUARES))
    rng.shuffle(squares)
    squares = sorted(squares) + squares[: NUM_STARS - NUM_SQUARES]
    rng.shuffle(squares)
    # A new try keeps the squares that hold two stars, so that all choices stay equally likely.
    for _ in range(MAX_TRIES_PER_SKY):
        sky: list[Point] = []
        for square in squares:
            point = find_free_point(sky, square, distances, rng)
            if point is None:
                break
            sky.append(point)
        else:
            return tuple(sky)
    raise OptionError(message("sky-not-found", seed=str(seed)))


class StableRandom:
    """Random numbers that stay the same for a seed: only raw bits are asked of Python's generator."""

    def __init__(self, seed: int) -> None:
        self.getrandbits = random.Random(seed).getrandbits

    def randbelow(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, all equally likely."""
        width = bound.bit_length()
        while True:
            number = self.getrandbits(width)
            if number < bound:
                return number

    def shuffle(self, numbers: list[int]) -> None:
        """Shuffle numbers in place."""
        for last in range(len(numbers) - 1, 0, -1):
            index = self.randbelow(last + 1)
            numbers[last], numbers[index] = numbers[index], numbers[last]


def find_free_point(
    sky: Sequence[Point], square_index: int, distances: MinDistances, rng: StableRandom
) -> Point | None:
    """Return a random point for a star in a square that keeps every distance, or None if none was found."""
    side = SQUARE_SIDE + 1 - 2 * distances.border
    left = SQUARE_SIDE * (square_index % 3) + distances.border
    top = SQUARE_SIDE * (square_index // 3) + distances.border
    for _ in range(MAX_TRIES_PER_STAR):
        point = (left + rng.randbelow(side), top + rng.randbelow(side))
        if can_place_star(sky, point, distances):
            return point
    return None


def can_place_star(sky: Sequence[Point], point: Point, distances: MinDistances) -> bool:
    """Return whether a star at a point is far enough from the others, and no segment comes too near to any."""
    if not all(are_apart(point, star, distances.stars) for star in sky):
        return False
    min_distance = distances.segments
    return all(
        is_far_from_segment(point, a, b, min_distance)
        and is_far_from_segment(a, point, b, min_distance)
        and is_far_from_segment(b, point, a, min_distance)
        for a, b in combinations(sky, 2)
    )
