# compiled by mypyc
"""What the numbers in the rules of Tricolor Line stand for: places, sides, faces, tile codes, cards and events.

- A *place* is 17 * (x + 8) + y + 8, so places rise as (x, y) do.
- A *side* is 0 north, 1 east, 2 south or 3 west; the opposite one is ``side ^ 2``. A road is the mask of the sides that
  it joins.
- A *face* is what is printed on a tile: 7 * colour + shape, then END_FACE and START_FACE.
- A *tile code* is a face together with how it lies: 1 + 8 * face + 2 * rotation, and one more if it is built, as Start
  always is. 0 is no tile.
- A *card* is 0-6 for R RR G GG B BB W: the single card of a colour is 2 * colour, the double one follows it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from mypy_extensions import i64

PlaceIndex: TypeAlias = i64
"""A place of the board, or -1 for none."""
Face: TypeAlias = i64
"""What is printed on a tile."""
TileCode: TypeAlias = i64
"""A tile as it lies on the board, or 0 for none."""
CardKind: TypeAlias = i64
"""A kind of resource card."""

BOARD_SIZE: Final = 17
NUM_PLACES: Final = 289
CENTRE: Final = 144  # the place of Start

NUM_SHAPES: Final = 7
NUM_COLOURS: Final = 3
END_FACE: Final = 21
START_FACE: Final = 22
NUM_FACES: Final = 22  # that can be drawn: all but Start
START_CODE: Final = 178
NUM_TILE_CODES: Final = 256

MAX_SEATS: Final = 8
NUM_PILES: Final = 3
FIRST_HAND_SIZE: Final = 4
HAND_LIMIT: Final = 5

NUM_CARD_KINDS: Final = 7
WILD: Final = 6
MAX_COST: Final = 6  # of a tile, in elements; so at most as many cards are paid

LANDSLIDE: Final = 0
DETOUR: Final = 1
SUPPLIES: Final = 2
TOLL: Final = 3
LEAK: Final = 4
RELOCATION: Final = 5
NUM_EVENT_KINDS: Final = 6

ENDED_BY_ROUTES: Final = 1
ENDED_BY_ROUND_LIMIT: Final = 2
ENDED_BY_STANDSTILL: Final = 3


def encode_tile(face: Face, rotation: i64, is_built: bool) -> TileCode:
    """Return the code of a tile that lies in a rotation."""
    return 1 + 8 * face + 2 * rotation + (1 if is_built else 0)


def decode_face(tile_code: TileCode) -> Face:
    """Return the face of a tile."""
    return (tile_code - 1) >> 3


def decode_rotation(tile_code: TileCode) -> i64:
    """Return the rotation of a tile, in quarter turns."""
    return (tile_code - 1) >> 1 & 3


def replace_rotation(tile_code: TileCode, rotation: i64) -> TileCode:
    """Return the code of the same tile in another rotation."""
    return tile_code + 2 * (rotation - decode_rotation(tile_code))


def is_blueprint(tile_code: TileCode) -> bool:
    """Return whether there is a tile and it is a blueprint."""
    return tile_code & 1 == 1


def is_built_road(tile_code: TileCode) -> bool:
    """Return whether a tile, which must be there, is a constructed road tile: neither blueprint nor Start nor End."""
    return not tile_code & 1 and decode_face(tile_code) < END_FACE


def decode_colour(tile_code: TileCode) -> i64:
    """Return the colour of a road tile; a number above all colours for Start and Ends."""
    return decode_face(tile_code) // NUM_SHAPES
