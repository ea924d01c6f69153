# compiled by mypyc
"""Precomputed words from which the legal actions of Tri-Trac are listed.

A typical position has about 170 legal actions: nearly every triangle of the mover's can go to nearly every pose on an
empty space. Listing them is most of what a random playout does, so it must not branch for each space. That is what
these words are for. There is one for each seat, space and space code, and it packs into 64 bits what the space
contributes to the seat's list of actions:

    bits     an empty space            a triangle of the seat's own
    0–7      its first pose            its pose
    8–15     its second pose           its source (see ``actions.py``)
    16–23    its third pose            how often it can be turned: its number of rotations
    24–31    1                         0
    32–39    0                         1
    40–47    its number of poses       0
    48–55    0                         its number of rotations

Any other space has 0. The bytes from bit 24 on are tallies. Added up over all spaces, they tell how many empty spaces
there are, how many triangles that can go somewhere, how many poses they can go to, and how many rotations there are.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.games.tri_trac.actions import OWN_SOURCE, SIDES, encode_pose
from triangulum.games.tri_trac.rules.fields import NUM_SPACE_CODES, SpaceCode, decode_space

ListingWord: TypeAlias = i64
"""What a space contributes to a seat's legal actions, packed as the table above says."""

BYTE: Final = 255

# In a listing word.
SOURCE_SHIFT: Final = 8
NUM_ROTATIONS_SHIFT: Final = 16
TALLIES_SHIFT: Final = 24
IS_OWN_TRIANGLE_SHIFT: Final = 32
NUM_POSES_SHIFT: Final = 40
ADDED_ROTATIONS_SHIFT: Final = 48
WITHOUT_TALLIES: Final = 0xFFFFFF
ONE_EMPTY_SPACE: Final = 1 << 24
ONE_OWN_TRIANGLE: Final = 1 << 32

# In a sum of tallies, which have been shifted down for it. The tally of empty spaces comes first.
TRIANGLE_TALLY_SHIFT: Final = 8
POSE_TALLY_SHIFT: Final = 16
ROTATION_TALLY_SHIFT: Final = 24
POSE_TALLY_MASK: Final = 0xFF0000


def build_action_listing_words(allowed_blank_sides: list[list[int]]) -> vec[i64]:
    """Return the listing word of each seat, space and space code, given the blank sides that each space allows."""
    words = vec[i64]()
    for seat in range(2):
        for space, blank_sides in enumerate(allowed_blank_sides):
            for code in range(NUM_SPACE_CODES):
                word: i64 = 0
                if code == 0:
                    word = encode_empty_space_listing_word(space, blank_sides)
                elif (code - 1) // SIDES == 1 + seat and blank_sides:
                    word = encode_own_triangle_listing_word(space, code, len(blank_sides) - 1)
                words = append(words, word)
    return words


def encode_empty_space_listing_word(space: i64, allowed_blank_sides: list[int]) -> ListingWord:
    """Return the listing word of an empty space."""
    num_poses = i64(len(allowed_blank_sides))
    word: i64 = ONE_EMPTY_SPACE | num_poses << NUM_POSES_SHIFT
    for i in range(num_poses):
        word |= encode_pose(space, allowed_blank_sides[i]) << 8 * i
    return word


def encode_own_triangle_listing_word(space: i64, space_code: SpaceCode, num_rotations: i64) -> ListingWord:
    """Return the listing word of a space with a triangle of the seat's own."""
    _, blank_side = decode_space(space_code)
    word = encode_pose(space, blank_side) | OWN_SOURCE + space << SOURCE_SHIFT | num_rotations << NUM_ROTATIONS_SHIFT
    return word | ONE_OWN_TRIANGLE | num_rotations << ADDED_ROTATIONS_SHIFT
