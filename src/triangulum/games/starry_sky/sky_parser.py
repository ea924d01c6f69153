"""Skies that somebody gives: reading their points, and saying what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from triangulum.errors import OptionError, format_value
from triangulum.games.starry_sky.messages import message
from triangulum.games.starry_sky.sky_geometry import (
    NUM_SQUARES,
    NUM_STARS,
    SKY_SIDE,
    SQUARE_SIDE,
    STAR_PAIRS,
    Sky,
    find_square_index,
    orientation,
)
from triangulum.text import Argument, Message

SQUARE_ROWS: Final = ("top", "middle", "bottom")
SQUARE_COLUMNS: Final = ("left", "middle", "right")


def parse_sky(points_or_text: str | Iterable[Sequence[int]]) -> Sky:
    """Return the sky that a text such as ``45,60 130,22 …`` or a list of pairs describes, or raise OptionError."""
    points = (
        parse_points(points_or_text) if isinstance(points_or_text, str) else [tuple(point) for point in points_or_text]
    )
    if len(points) != NUM_STARS:
        raise OptionError(message("sky-count", count=len(points)))
    for star, point in enumerate(points):
        if len(point) != 2:
            raise OptionError(message("sky-no-pair", star=star + 1, value=format_value(list(point))))
    sky = tuple((point[0], point[1]) for point in points)
    problem = validate_sky(sky)
    if problem is not None:
        raise OptionError(problem)
    return sky


def parse_points(text: str) -> list[tuple[int, ...]]:
    """Return the points in a text, which has spaces between them and a comma in each."""
    points = []
    for word in text.split():
        if not re.fullmatch(r"[0-9]{1,4},[0-9]{1,4}", word):
            raise OptionError(message("sky-no-point", word=format_value(word)))
        points.append(tuple(int(number) for number in word.split(",")))
    return points


def validate_sky(sky: Sky) -> Message | None:
    """Return what is wrong with a sky, naming the stars or the square; None if nothing is."""
    return validate_star_places(sky) or validate_stars_per_square(sky) or validate_no_stars_in_line(sky)


def validate_star_places(sky: Sky) -> Message | None:
    """Return a message about the first star outside the sky, on a border or on another star."""
    for star, (x, y) in enumerate(sky):
        place: dict[str, Argument] = {"star": star + 1, "x": format_value(x), "y": format_value(y)}
        if not (0 < x < SKY_SIDE and 0 < y < SKY_SIDE):
            return message("sky-outside", most=SKY_SIDE - 1, **place)
        if x % SQUARE_SIDE == 0 or y % SQUARE_SIDE == 0:
            return message("sky-on-border", **place)
    for first, second in STAR_PAIRS:
        if sky[first] == sky[second]:
            return message("sky-same-place", stars=name_stars(first, second))
    return None


def validate_stars_per_square(sky: Sky) -> Message | None:
    """Return a message about the first square without a star, or with more than two."""
    for square_index in range(NUM_SQUARES):
        row, column = SQUARE_ROWS[square_index // 3], SQUARE_COLUMNS[square_index % 3]
        inside = [star for star, point in enumerate(sky) if find_square_index(point) == square_index]
        if not inside:
            return message("sky-empty-square", row=row, column=column)
        if len(inside) > 2:
            return message("sky-full-square", row=row, column=column, stars=name_stars(*inside))
    return None


def validate_no_stars_in_line(sky: Sky) -> Message | None:
    """Return a message about the first three stars that are in line."""
    for stars in combinations(range(NUM_STARS), 3):
        a, b, c = (sky[star] for star in stars)
        if orientation(a, b, c) == 0:
            return message("sky-in-line", stars=name_stars(*stars))
    return None


def name_stars(*stars: int) -> tuple[str, ...]:
    """Return the printed numbers of stars, for a list in a sentence."""
    return tuple(str(star + 1) for star in stars)
