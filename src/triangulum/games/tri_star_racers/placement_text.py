"""A tile on the board as text, both ways: ``P2 B1 O3 at f5``, for notation and positions."""

from __future__ import annotations

import re

from triangulum.core.notation import normalize_notation
from triangulum.games.tri_star_racers.box import PERMUTATIONS, RacersBox
from triangulum.games.tri_star_racers.views import Tile

PLACEMENT = re.compile(r"((?:[pbo][1-9]|w){3})at([a-z]\d{1,2})")
SECTION = re.compile(r"[PBO]\d|W")


def format_placement(box: RacersBox, tile: Tile, space: int) -> str:
    """Return a tile as it lies on a space."""
    named_space = box.lattice.spaces[space]
    return f"{' '.join(tile[corner] for corner in named_space.clockwise_corners)} at {named_space.name}"


def parse_placement(box: RacersBox, text: str) -> tuple[int, int, int] | None:
    """Return the face, the space and the arrangement that a text such as ``P2 B1 O3 at f5`` means, or None."""
    match = PLACEMENT.fullmatch(normalize_notation(text))
    if match is None or match[2] not in box.lattice.index_by_name:
        return None
    sections = SECTION.findall(match[1].upper())
    face = box.face_numbers.get(tuple(sorted(sections)))
    if face is None:
        return None
    space = box.lattice.index_by_name[match[2]]
    tile = [""] * 3
    for section, corner in zip(sections, box.lattice.spaces[space].clockwise_corners, strict=True):
        tile[corner] = section
    arranged_tiles = box.arranged_tiles[len(PERMUTATIONS) * face : len(PERMUTATIONS) * (face + 1)]
    return face, space, arranged_tiles.index((tile[0], tile[1], tile[2]))
