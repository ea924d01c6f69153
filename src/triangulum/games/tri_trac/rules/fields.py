# compiled by mypyc
"""What the bytes of a Tri-Trac state mean.

``State.byte_fields`` begins with one *space code* for each space, and goes on with the fields below. The code of an
empty space is 0. The code of a triangle says whose it is and which side it leaves blank: 1 + 3 * owner + blank side.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from mypy_extensions import i64

from triangulum.games.tri_trac.actions import SIDES

SpaceCode: TypeAlias = i64
"""What is on a space: 0 for nothing, or 1 + 3 * owner + blank side."""

NUM_SPACE_CODES: Final = 10
NEUTRAL: Final = 0
"""The owner of the neutral triangle; that of a seat's is 1 + seat."""

# Fields after the spaces: add the number of spaces for the index in ``byte_fields``.
RESERVES: Final = 0  # for each seat, how many triangles are not on the board yet
NEUTRAL_BARRED: Final = 2  # 1 if the mover may not touch the neutral triangle
NEUTRAL_SPACE: Final = 3  # 1 + the space of the neutral triangle, or 0 before it is placed
TURN_COUNT: Final = 4  # turns played so far; two bytes, low byte first
LAST_SPACE: Final = 6  # 1 + the space to which the last triangle went, or 0
LAST_ORIGIN: Final = 7  # 1 + the space from which it came, or 0 if it was placed
ENDING: Final = 8  # how the game has ended, or 0
NUM_FIELDS: Final = 9

# Endings.
WON_BY_FIRST_SEAT: Final = 1  # one more if seat 1 has won
DRAWN_BY_REPETITION: Final = 3
DRAWN_BY_TURN_LIMIT: Final = 4
DRAWN_BY_STALEMATE: Final = 5  # the player to move has no legal action

OCCURRENCES_FOR_DRAW: Final = 3
"""A position that occurs this often is a draw."""

SPACES_PER_WORD: Final = 18
"""Spaces that fit into one 64-bit word of a position key, as a decimal digit each."""


def encode_space(owner: i64, blank_side: i64) -> SpaceCode:
    """Return the code of a space with a triangle on it."""
    return 1 + SIDES * owner + blank_side


def decode_space(code: SpaceCode) -> tuple[i64, i64]:
    """Return the owner of the triangle on a space that is not empty, and the side that it leaves blank."""
    return (code - 1) // SIDES, (code - 1) % SIDES
