# compiled by mypyc
"""Sets of small numbers as masks, a bit for each, in one machine word."""

from __future__ import annotations

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i64

WIDTH: Final = 63
"""Numbers below this can be in a mask."""


EACH_BYTE: Final = 0x0101010101010101
LOW_BITS: Final = 0x7F7F7F7F7F7F7F7F
HIGH_BIT: Final = 128
HIGH_BITS: Final = ~LOW_BITS
DENSE: Final = 62
"""So many bytes are seldom found; more take a little longer."""


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


WORD: Final = 8
"""Bytes in a machine word."""


def list_byte_members() -> vec[i64]:
    """Return for each mask of eight bits what it holds, a digit of four bits for each: 8 and the number."""
    found = vec[i64]()
    for mask in range(256):
        digits = 0
        for number in reversed(range(WORD)):
            if mask >> number & 1:
                digits = 16 * digits + 8 + number
        found = append(found, i64(digits))
    return found


MEMBERS: Final = list_byte_members()


def find_nonzero_bytes(data: bytes, count: i64, bits: i64) -> vec[i64]:
    """Return, rising, which of the first so many bytes have one of some bits; there are at least eight of them.

    Bytes are looked at eight at a time, so that those without take next to no time.
    """
    found = vec[i64](capacity=DENSE)
    pattern = EACH_BYTE * (bits & ~HIGH_BIT)
    if bits & HIGH_BIT:
        pattern |= HIGH_BITS
    members = MEMBERS
    low_bits: i64 = LOW_BITS  # so that a number this large is not unpacked again for every word
    start: i64 = 0
    while start + WORD <= count:
        word = read_i64_le(data, start) & pattern
        if word:
            # One bit for each byte that is not nought; then these are moved together, into the lowest byte.
            word = ((word & low_bits) + low_bits | word) >> 7 & EACH_BYTE
            word |= word >> 7
            word |= word >> 14
            word |= word >> 28
            left = members[word & 255]
            while left:
                found = append(found, start + (left & 7))
                left >>= 4
        start += WORD
    for at in range(start, count):
        if i64(data[at]) & bits:
            found = append(found, at)
    return found


def popcount(mask: i64) -> i64:
    """Return how many numbers a mask holds."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
