"""Boards of triangular spaces: who is next to whom, what is at the rim, names, symmetries and places for drawing.

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

AROUND: Final = {True: (1, 2, 0), False: (1, 0, 2)}
"""The corners of a space that points up, or does not, clockwise from the leftmost: so one names them."""

Corner = tuple[int, int]
"""A point where spaces meet, as x in half sides and y in rows."""


class OutlineError(ValueError):
    """A drawing is no board; ``row`` is where, from 0."""

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
        return AROUND[self.up]

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
        joined = self.list_connected_spaces(0)
        apart = next((space for at, space in enumerate(self.spaces) if at not in joined), None)
        if apart is not None:
            raise OutlineError(apart.row, f"the board falls apart: {apart.name} shares no side with what is above it")

    def list_connected_spaces(self, start: int) -> set[int]:
        """Return the spaces that one can come to from a space, across sides."""
        found = {start}
        waiting = [start]
        while waiting:
            beyond = {at for at in self.neighbours[waiting.pop()] if at is not None} - found
            found |= beyond
            waiting += beyond
        return found

    def find_neighbour(self, space: Space, side: int) -> int | None:
        """Return the space across a side, or None at the rim."""
        row, column = space.row, space.column
        if side == LEVEL:
            return self.index_by_position.get((row + 1 if space.up else row - 1, column))
        return self.index_by_position.get((row, column - 1 if side == LEFT else column + 1))

    def opposite_side(self, side: int) -> int:
        """Return which side of the neighbour is the one that is shared."""
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
        found = []
        corner = first
        while True:
            corner, at, side = edges[corner]
            found.append((at, side))
            if corner == first:
                return found

    @cached_property
    def spaces_at_corner(self) -> dict[Corner, list[tuple[int, int]]]:
        """For each corner the spaces that meet there, and which of their corners it is: opposite to which side."""
        found: dict[Corner, list[tuple[int, int]]] = {}
        for at, space in enumerate(self.spaces):
            for side, corner in enumerate(space.corners):
                found.setdefault(corner, []).append((at, side))
        return found

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All ways to turn and mirror the board onto itself, the one that changes nothing first."""
        found = [self.find_symmetry(turns, mirrored) for mirrored in (False, True) for turns in range(6)]
        return tuple(symmetry for symmetry in found if symmetry is not None)

    def find_symmetry(self, turns: int, mirrored: bool) -> Symmetry | None:
        """Return the symmetry of so many sixths of a turn, after mirroring or not, if it is one of this board."""
        images = [tuple(transform_corner(corner, turns, mirrored) for corner in space.corners) for space in self.spaces]
        shift = find_offset(images, [space.corners for space in self.spaces])
        lying = {frozenset(space.corners): at for at, space in enumerate(self.spaces)}
        spaces: list[int] = []
        sides: list[tuple[int, int, int]] = []
        for image in images:
            placed = tuple((x + shift[0], y + shift[1]) for x, y in image)
            target = lying.get(frozenset(placed))
            if target is None:
                return None
            spaces.append(target)
            # A side is named by the corner opposite to it.
            one, two, three = (self.spaces[target].corners.index(corner) for corner in placed)
            sides.append((one, two, three))
        return Symmetry(tuple(spaces), tuple(sides))


def parse_outline(outline: Sequence[str]) -> Iterable[Space]:
    """Yield the spaces of a drawing row by row, or raise OutlineError."""
    if not 1 <= len(outline) <= len(ascii_lowercase):
        raise OutlineError(0, f"a board has 1 to {len(ascii_lowercase)} rows, not {len(outline)}")
    parity: int | None = None
    for row, line in enumerate(outline):
        drawn = line.rstrip()
        start = len(drawn) - len(drawn.lstrip())
        if not drawn.strip() or set(drawn.strip()) - {"^", "v"}:
            raise OutlineError(row, f"row {ascii_lowercase[row]} is made of ^ and v without gaps, not {line!r}")
        for column in range(start, len(drawn)):
            up = drawn[column] == "^"
            if parity is None:
                parity = (row + column + (not up)) % 2
            if up != ((row + column) % 2 == parity):
                name = f"{ascii_lowercase[row]}{column - start + 1}"
                raise OutlineError(row, f"{name} points {'up' if up else 'down'}, which does not fit its neighbours")
            yield Space(row, column, up, f"{ascii_lowercase[row]}{column - start + 1}")


def clockwise_side_ends(space: Space, side: int) -> tuple[Corner, Corner]:
    """Return the ends of a side in the order in which one meets them going clockwise round the space."""
    left_or_top, other = (space.corners[other] for other in SIDES if other != side)
    x, y = left_or_top
    u, v = other
    p, q = space.corners[side]
    # With y downwards, the third corner lies to the right of a clockwise edge.
    turn = (u - x) * (q - y) - (v - y) * (p - x)
    return (left_or_top, other) if turn > 0 else (other, left_or_top)


def transform_corner(corner: Corner, turns: int, mirrored: bool) -> Corner:
    """Return a corner mirrored left to right or not, then turned clockwise by sixths about the origin."""
    x, y = corner
    # How many sides along the level one, and along the one that falls to the right. All corners of a board have x - y
    # even or all odd; rounding down moves the whole board, which is moved back in any case.
    a, b = (x - y) // 2, y
    if mirrored:
        a = -a - b
    for _ in range(turns):
        a, b = -b, a + b
    return 2 * a + b, b


def find_offset(images: Sequence[Sequence[Corner]], corners: Sequence[Sequence[Corner]]) -> Corner:
    """Return how far the images must be moved for their top left to lie where the board's is."""
    xs, ys = zip(*(corner for image in images for corner in image), strict=True)
    us, vs = zip(*(corner for space in corners for corner in space), strict=True)
    return min(us) - min(xs), min(vs) - min(ys)
