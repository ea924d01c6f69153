"""Boards of triangular spaces: their neighbours, rim, names and symmetries, and coordinates for pictures.

A board is drawn with ``^`` for a space that points up and ``v`` for one that points down::

      ^v^v^
     ^v^v^v^
     v^v^v^v
      v^v^v

Neighbours in a row share a slanted side, and a space shares its level side with the one straight above or below it.
Rows are lettered from the top and spaces numbered from the left: ``a1`` … ``d5``. Everything is in whole numbers: a
corner's ``x`` counts half sides from the left and its ``y`` counts rows from the top.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import Final, NamedTuple

LEFT: Final = 0
RIGHT: Final = 1
LEVEL: Final = 2
"""The side at the bottom of a space that points up, at the top of one that points down."""
SIDES: Final = (LEFT, RIGHT, LEVEL)

CLOCKWISE_CORNERS: Final = {True: (1, 2, 0), False: (1, 0, 2)}
"""By whether a space points up: the numbers of its corners, clockwise from the leftmost."""

Corner = tuple[int, int]
"""A point where spaces meet, as x in half sides and y in rows."""


class OutlineError(ValueError):
    """An outline isn't a board; ``row`` says where, from 0."""

    def __init__(self, row: int, why: str) -> None:
        super().__init__(why)
        self.row = row


class Space(NamedTuple):
    """One triangle of a board."""

    row: int
    column: int
    up: bool
    """Whether it points up."""
    name: str

    def side_name(self, side: int) -> str:
        """Return L, R, and B for the bottom or T for the top."""
        return "LRB"[side] if self.up else "LRT"[side]

    @property
    def corners(self) -> tuple[Corner, Corner, Corner]:
        """The three corners, each opposite to the side of its number: so a side joins the other two."""
        x, y = self.column, self.row
        if self.up:
            return (x + 2, y + 1), (x, y + 1), (x + 1, y)
        return (x + 2, y), (x, y), (x + 1, y + 1)

    @property
    def clockwise_corners(self) -> tuple[int, int, int]:
        """The numbers of the corners, clockwise from the leftmost."""
        return CLOCKWISE_CORNERS[self.up]

    @property
    def centre(self) -> tuple[float, float]:
        """The middle, with the side of a triangle as 1 and y growing downwards, in rows."""
        return (self.column + 1) / 2, self.row + (2 / 3 if self.up else 1 / 3)


class Symmetry(NamedTuple):
    """A way to turn or mirror a board onto itself."""

    spaces: tuple[int, ...]
    """For each space where it comes to lie."""
    sides: tuple[tuple[int, int, int], ...]
    """For each space and side, which side of the new space it becomes."""


class Lattice:
    """A board of triangular spaces."""

    def __init__(self, outline: Sequence[str]) -> None:
        self.spaces: tuple[Space, ...] = tuple(parse_outline(outline))
        self.index_by_name = {space.name: at for at, space in enumerate(self.spaces)}
        """From a space's name to its number."""
        self.index_by_position = {(space.row, space.column): at for at, space in enumerate(self.spaces)}
        self.neighbours = tuple(tuple(self.find_neighbour(space, side) for side in SIDES) for space in self.spaces)
        """For each space and side the space on the other side, or None at the rim."""
        connected = self.find_connected_spaces(0)
        apart = next((space for at, space in enumerate(self.spaces) if at not in connected), None)
        if apart is not None:
            raise OutlineError(apart.row, f"the board falls apart: {apart.name} shares no side with what is above it")

    def find_connected_spaces(self, start: int) -> set[int]:
        """Return the spaces that can be reached from a space by crossing sides, itself included."""
        reached = {start}
        pending = [start]
        while pending:
            new = {at for at in self.neighbours[pending.pop()] if at is not None} - reached
            reached |= new
            pending += new
        return reached

    def find_neighbour(self, space: Space, side: int) -> int | None:
        """Return the space across a side, or None at the rim."""
        row, column = space.row, space.column
        if side == LEVEL:
            return self.index_by_position.get((row + 1 if space.up else row - 1, column))
        return self.index_by_position.get((row, column - 1 if side == LEFT else column + 1))

    def opposite_side(self, side: int) -> int:
        """Return which side of the neighbour across ``side`` is the shared one."""
        return LEVEL if side == LEVEL else RIGHT if side == LEFT else LEFT

    def list_rim_sides(self) -> list[tuple[int, int]]:
        """Return every space and side at the rim, clockwise from the left one on top."""
        edges = {}
        for at, space in enumerate(self.spaces):
            for side in SIDES:
                if self.neighbours[at][side] is None:
                    start, end = clockwise_side_ends(space, side)
                    edges[start] = (end, at, side)
        first = min(edges, key=lambda corner: (corner[1], edges[corner][0][1], corner[0]))
        rim_sides = []
        corner = first
        while True:
            corner, at, side = edges[corner]
            rim_sides.append((at, side))
            if corner == first:
                return rim_sides

    @cached_property
    def spaces_by_corner(self) -> dict[Corner, list[tuple[int, int]]]:
        """For each corner the spaces that meet there, and which of their corners it is: opposite to which side."""
        spaces_by_corner: dict[Corner, list[tuple[int, int]]] = {}
        for at, space in enumerate(self.spaces):
            for side, corner in enumerate(space.corners):
                spaces_by_corner.setdefault(corner, []).append((at, side))
        return spaces_by_corner

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All ways to turn and mirror the board onto itself, the identity first."""
        candidates = [self.find_symmetry(num_sixths, mirrored) for mirrored in (False, True) for num_sixths in range(6)]
        return tuple(symmetry for symmetry in candidates if symmetry is not None)

    def find_symmetry(self, num_sixths: int, mirrored: bool) -> Symmetry | None:
        """Return the symmetry that mirrors or not, then turns by sixths; None if it doesn't map the board to itself."""
        images = [
            tuple(mirror_then_rotate_corner(corner, num_sixths, mirrored) for corner in space.corners)
            for space in self.spaces
        ]
        offset = find_alignment_offset(images, [space.corners for space in self.spaces])
        index_by_corners = {frozenset(space.corners): at for at, space in enumerate(self.spaces)}
        spaces: list[int] = []
        sides: list[tuple[int, int, int]] = []
        for image in images:
            placed = tuple((x + offset[0], y + offset[1]) for x, y in image)
            target = index_by_corners.get(frozenset(placed))
            if target is None:
                return None
            spaces.append(target)
            # A side is named by the corner opposite to it.
            left, right, level = (self.spaces[target].corners.index(corner) for corner in placed)
            sides.append((left, right, level))
        return Symmetry(tuple(spaces), tuple(sides))


def parse_outline(outline: Sequence[str]) -> Iterable[Space]:
    """Yield the spaces of an outline row by row, or raise OutlineError."""
    if not 1 <= len(outline) <= len(ascii_lowercase):
        raise OutlineError(0, f"a board has 1 to {len(ascii_lowercase)} rows, not {len(outline)}")
    parity: int | None = None
    for row, line in enumerate(outline):
        trimmed = line.rstrip()
        start = len(trimmed) - len(trimmed.lstrip())
        if not trimmed.strip() or set(trimmed.strip()) - {"^", "v"}:
            raise OutlineError(row, f"row {ascii_lowercase[row]} is made of ^ and v without gaps, not {line!r}")
        for column in range(start, len(trimmed)):
            up = trimmed[column] == "^"
            if parity is None:
                parity = (row + column + (not up)) % 2
            if up != ((row + column) % 2 == parity):
                name = f"{ascii_lowercase[row]}{column - start + 1}"
                raise OutlineError(row, f"{name} points {'up' if up else 'down'}, which does not fit its neighbours")
            yield Space(row, column, up, f"{ascii_lowercase[row]}{column - start + 1}")


def clockwise_side_ends(space: Space, side: int) -> tuple[Corner, Corner]:
    """Return the two ends of a side in clockwise order round the space."""
    first, second = (space.corners[index] for index in SIDES if index != side)
    x, y = first
    u, v = second
    p, q = space.corners[side]
    # With y downwards, the third corner lies to the right of a clockwise edge.
    turn = (u - x) * (q - y) - (v - y) * (p - x)
    return (first, second) if turn > 0 else (second, first)


def mirror_then_rotate_corner(corner: Corner, num_sixths: int, mirrored: bool) -> Corner:
    """Return a corner mirrored left to right or not, then turned clockwise by sixths about the origin."""
    x, y = corner
    # Coordinates along the level side and along the side that falls to the right. Either all corners of a board have
    # x - y even or all have it odd; rounding down shifts the whole board, and the caller aligns it anyway.
    a, b = (x - y) // 2, y
    if mirrored:
        a = -a - b
    for _ in range(num_sixths):
        a, b = -b, a + b
    return 2 * a + b, b


def find_alignment_offset(images: Sequence[Sequence[Corner]], targets: Sequence[Sequence[Corner]]) -> Corner:
    """Return the shift that brings the bounding box of the images to that of the targets."""
    xs, ys = zip(*(corner for image in images for corner in image), strict=True)
    us, vs = zip(*(corner for target in targets for corner in target), strict=True)
    return min(us) - min(xs), min(vs) - min(ys)
