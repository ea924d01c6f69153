# compiled by mypyc
"""Bit masks: sets of small numbers in one machine word, and a quick search for bytes that have certain bits."""

from __future__ import annotations

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.types import Mask

WIDTH: Final = 63
"""Numbers below this can be in a mask."""


EACH_BYTE: Final = 0x0101010101010101
LOW_BITS: Final = 0x7F7F7F7F7F7F7F7F
HIGH_BIT: Final = 128
HIGH_BITS: Final = ~LOW_BITS
USUAL_NUM_INDICES: Final = 62
"""Room for this many indices is reserved at once; more are rare and take a little longer."""


def list_single_bit_masks() -> vec[Mask]:
    """Return the mask with bit n set, for each number n."""
    masks = vec[i64]()
    mask = 1
    for _ in range(WIDTH):
        masks = append(masks, i64(mask))
        mask *= 2
    return masks


BITS: Final = list_single_bit_masks()


def bit(number: i64) -> Mask:
    """Return the mask that holds just ``number``.

    Not ``i64(1) << number``: a literal is only 32 bits wide in compiled code, and loses its bit when it is shifted far.
    """
    return BITS[number]


WORD_SIZE: Final = 8
"""Bytes in a machine word."""


def build_set_bits_lookup() -> vec[i64]:
    """Return, for each mask of eight bits, the numbers of its set bits: four bits each, 8 plus the number."""
    lookup = vec[i64]()
    for mask in range(256):
        digits = 0
        for number in reversed(range(WORD_SIZE)):
            if mask >> number & 1:
                digits = 16 * digits + 8 + number
        lookup = append(lookup, i64(digits))
    return lookup


SET_BITS_LOOKUP: Final = build_set_bits_lookup()


def list_indices_of_bytes_with_any_bit(data: bytes, num_bytes: i64, bits: Mask) -> vec[i64]:
    """Return, in ascending order, the indices of those of the first ``num_bytes`` bytes that have any of ``bits``.

    ``data`` has 8 bytes or more. They are tested eight at a time, so those without these bits cost little.
    """
    indices = vec[i64](capacity=USUAL_NUM_INDICES)
    pattern = EACH_BYTE * (bits & ~HIGH_BIT)
    if bits & HIGH_BIT:
        pattern |= HIGH_BITS
    set_bits_lookup = SET_BITS_LOOKUP
    low_bits: i64 = LOW_BITS  # Hoisted, as unpacking a number this large takes time.
    start: i64 = 0
    while start + WORD_SIZE <= num_bytes:
        word = read_i64_le(data, start) & pattern
        if word:
            # Set one bit for each nonzero byte; then gather these bits in the lowest byte.
            word = ((word & low_bits) + low_bits | word) >> 7 & EACH_BYTE
            word |= word >> 7
            word |= word >> 14
            word |= word >> 28
            digits = set_bits_lookup[word & 255]
            while digits:
                indices = append(indices, start + (digits & 7))
                digits >>= 4
        start += WORD_SIZE
    for index in range(start, num_bytes):
        if i64(data[index]) & bits:
            indices = append(indices, index)
    return indices


def popcount(mask: Mask) -> i64:
    """Return how many bits of a mask are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
