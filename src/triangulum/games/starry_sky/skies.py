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

from triangulum.errors import OptionError, shown

Point = tuple[int, int]
Sky = tuple[Point, ...]

STARS: Final = 12
SQUARES: Final = 9
SIDE: Final = 100
"""Of a square."""
EDGE: Final = 3 * SIDE
"""Of the sky."""
REACH: Final = 2
"""How many squares a line may go, counted in steps across their borders."""

PAIRS: Final = tuple(combinations(range(STARS), 2))
"""The lines that could be drawn if nothing were in the way, each by its two stars."""
PAIR_NUMBER: Final = {pair: number for number, pair in enumerate(PAIRS)}

TRIES: Final = 60
"""Places that are tried for a star before the sky is begun anew."""
BEGINNINGS: Final = 500
"""Skies that are begun before one gives up, which happens only with distances too great for any sky."""

EXAMPLE: Final = "twelve points such as 45,60 130,22 …"
ROWS: Final = ("top", "middle", "bottom")
COLUMNS: Final = ("left", "middle", "right")


class Distances(Protocol):
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


def square(point: Point) -> int:
    """Return the number of the square in which a point lies, row by row from the top left."""
    return 3 * (point[1] // SIDE) + point[0] // SIDE


def square_name(number: int) -> str:
    """Return what to call a square: "the top left square"."""
    row, column = ROWS[number // 3], COLUMNS[number % 3]
    return f"the {row if row == column else f'{row} {column}'} square"


def is_in_reach(one: Point, other: Point) -> bool:
    """Tell whether two stars are at most two squares apart."""
    return abs(one[0] // SIDE - other[0] // SIDE) + abs(one[1] // SIDE - other[1] // SIDE) <= REACH


def turn(one: Point, other: Point, third: Point) -> int:
    """Return twice the area of a triangle: its sign says which way one turns, and 0 that the three are in line."""
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


def cross(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Tell whether two segments cross; meeting at a shared end is not crossing."""
    (a, b), (c, d) = one, other
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


@lru_cache(maxsize=64)
def crossing_pairs(sky: Sky) -> tuple[tuple[int, ...], ...]:
    """Return for each pair of stars the numbers of the pairs whose lines would cross its line.

    This is most of what a set-up costs, and every record that is read makes one.
    """
    ends = [(sky[a], sky[b]) for a, b in PAIRS]
    return tuple(tuple(number for number, other in enumerate(ends) if cross(one, other)) for one in ends)


def are_apart(one: Point, other: Point, distance: int) -> bool:
    """Tell whether two points are at least so far from each other."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 >= distance**2


def is_beside(point: Point, one: Point, other: Point, distance: int) -> bool:
    """Tell whether a point is at least so far from the segment between two others."""
    along = (other[0] - one[0], other[1] - one[1])
    length = along[0] ** 2 + along[1] ** 2
    foot = (point[0] - one[0]) * along[0] + (point[1] - one[1]) * along[1]
    if foot <= 0:
        return are_apart(point, one, distance)
    if foot >= length:
        return are_apart(point, other, distance)
    return turn(one, other, point) ** 2 >= distance**2 * length


# A sky that somebody gives.


def read_sky(given: str | Iterable[Sequence[int]]) -> Sky:
    """Return the sky that a text such as ``45,60 130,22 …`` or a list of pairs describes, or raise OptionError."""
    points = typed_points(given) if isinstance(given, str) else [tuple(point) for point in given]
    if len(points) != STARS:
        raise OptionError(f"a sky has {STARS} stars, not {len(points)}: give a seed, or {EXAMPLE}")
    for star, point in enumerate(points):
        if len(point) != 2:
            raise OptionError(f"star {star + 1} is a point with x and y, not {shown(list(point))}")
    sky = tuple((point[0], point[1]) for point in points)
    wrong = fault(sky)
    if wrong:
        raise OptionError(wrong)
    return sky


def typed_points(text: str) -> list[tuple[int, ...]]:
    """Return the points in a text, which has spaces between them and a comma in each."""
    points = []
    for word in text.split():
        if not re.fullmatch(r"[0-9]{1,4},[0-9]{1,4}", word):
            raise OptionError(f"{shown(word)} in a sky is no point: give a seed, or {EXAMPLE}")
        points.append(tuple(int(number) for number in word.split(",")))
    return points


def fault(sky: Sky) -> str:
    """Return what is wrong with a sky, naming the stars or the square; nothing if one can play with it."""
    for star, (x, y) in enumerate(sky):
        for number in (x, y):
            if not 0 < number < EDGE:
                place = f"{shown(x)},{shown(y)}"
                return f"star {star + 1} at {place} is not inside the sky, which is 1 to {EDGE - 1} both ways"
            if number % SIDE == 0:
                return f"star {star + 1} at {x},{y} lies on the border between squares, at {number}"
    for a, b in PAIRS:
        if sky[a] == sky[b]:
            return f"stars {a + 1} and {b + 1} are both at {sky[a][0]},{sky[a][1]}"
    for number in range(SQUARES):
        inside = [str(star + 1) for star, point in enumerate(sky) if square(point) == number]
        if not inside:
            return f"{square_name(number)} has no star: every square has one or two"
        if len(inside) > 2:
            return f"{square_name(number)} has stars {', '.join(inside)}: no square has more than two"
    for a, b, c in combinations(range(STARS), 3):
        if turn(sky[a], sky[b], sky[c]) == 0:
            return f"stars {a + 1}, {b + 1} and {c + 1} are in line"
    return ""


def written(sky: Sky) -> str:
    """Return a sky as one types it."""
    return " ".join(f"{x},{y}" for x, y in sky)


# A sky drawn by chance.


def drawn(seed: int, distances: Distances) -> Sky:
    """Return the sky of a seed: the same one for ever, wherever it is drawn."""
    dice = Lots(seed)
    squares = list(range(SQUARES))
    dice.shuffle(squares)
    squares = sorted(squares) + squares[: STARS - SQUARES]
    dice.shuffle(squares)
    # The squares that hold two are not chosen again, so that all choices stay equally likely.
    for _ in range(BEGINNINGS):
        sky: list[Point] = []
        for number in squares:
            place = free_place(sky, number, distances, dice)
            if place is None:
                break
            sky.append(place)
        else:
            return tuple(sky)
    raise OptionError(f"no sky was found for seed {seed}: the distances in the components are too great")


class Lots:
    """Random numbers that stay the same for a seed: only raw bits are asked of Python's generator."""

    def __init__(self, seed: int) -> None:
        self.bits = random.Random(seed).getrandbits

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each as likely as any other."""
        width = bound.bit_length()
        while True:
            number = self.bits(width)
            if number < bound:
                return number

    def shuffle(self, numbers: list[int]) -> None:
        """Put numbers in any order."""
        for last in range(len(numbers) - 1, 0, -1):
            other = self.below(last + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]


def free_place(sky: Sequence[Point], number: int, distances: Distances, dice: Lots) -> Point | None:
    """Return a place for one more star in a square that keeps every distance, or None if none was found."""
    room = SIDE + 1 - 2 * distances.border
    left, top = SIDE * (number % 3) + distances.border, SIDE * (number // 3) + distances.border
    for _ in range(TRIES):
        place = (left + dice.below(room), top + dice.below(room))
        if keeps_distance(sky, place, distances):
            return place
    return None


def keeps_distance(sky: Sequence[Point], place: Point, distances: Distances) -> bool:
    """Tell whether a star at a place is far enough from the others, and no segment comes too near to any."""
    if not all(are_apart(place, other, distances.stars) for other in sky):
        return False
    near = distances.segments
    return all(
        is_beside(place, one, other, near) and is_beside(one, place, other, near) and is_beside(other, place, one, near)
        for one, other in combinations(sky, 2)
    )
