# compiled by mypyc
"""Sets of small numbers as masks, a bit for each, in one machine word."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

WIDTH: Final = 63
"""Numbers below this can be in a mask."""


def powers_of_two() -> vec[i64]:
    """Return the mask of each number."""
    found = vec[i64]()
    mask = 1
    for _ in range(WIDTH):
        found = append(found, i64(mask))
        mask *= 2
    return found


BITS: Final = powers_of_two()


def bit(number: i64) -> i64:
    """Return the mask that holds one number.

    Not ``i64(1) << number``: a literal is only 32 bits wide in compiled code, and loses its bit when it is shifted far.
    """
    return BITS[number]


def popcount(mask: i64) -> i64:
    """Return how many numbers a mask holds."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
