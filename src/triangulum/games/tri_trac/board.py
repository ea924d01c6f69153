"""The board of one setup: where its spaces lie in the picture, how triangles may lie on them, and how it is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator

from triangulum.core.boards.lattice import SIDES, Lattice, Space
from triangulum.games.tri_trac.drawings import ARROW, KIT, SIDE, TALL, TIP
from triangulum.games.tri_trac.options import ArrowGates, list_allowed_blank_sides
from triangulum.scene import Circle, Drawing, Frame, Group, Kit, Line, Path, Polygon, Rect, Shape
from triangulum.scene.geometry import format_point
from triangulum.scene.shapes import Point

SIDE_ANGLES = {True: (300.0, 60.0, 180.0), False: (240.0, 120.0, 0.0)}
"""Which way the sides of a space face that points up or does not."""
TURNS_UP, TURNS_DOWN = (120, 240, 0), (60, 300, 180)
"""How far a triangle is turned, by the side that is blank."""
PLASTIC, EDGE, CLOTH = 78.0, 18.0, 14.0
"""How much of the board is around the field's corners and behind the arrows, and of the table around the board."""
FIELD_RIM = 12.0
RIB, GATE = 52.0, 50.0
"""How long a rib is, and how wide the opening at an arrow."""


class Board:
    """A board, placed in a frame; made once for an outline with its arrows."""

    def __init__(self, outline: tuple[str, ...], arrows: ArrowGates) -> None:
        self.lattice = Lattice(outline)
        self.arrows = arrows
        self.arrow_kinds = {(space, side): kind for space, side, kind in arrows}
        self.shift = (0.0, 0.0)
        middle, reach = self.enclosing_circle()
        tails = [math.dist(middle, self.point_outside(space, side, TIP + ARROW)) for space, side in self.arrow_kinds]
        self.radius = max(reach + PLASTIC, *(tail + EDGE for tail in tails), 0.0)
        self.size = math.ceil(2 * (self.radius + CLOTH))
        self.frame = Frame(0, 0, self.size, self.size)
        self.shift = (self.size / 2 - middle[0], self.size / 2 - middle[1])
        self.space_centres = tuple(
            self.to_frame(x * SIDE, y * TALL) for x, y in (s.centre for s in self.lattice.spaces)
        )
        self.allowed_blank_sides = tuple(
            list_allowed_blank_sides(self.lattice, arrows, space) for space in range(len(self.lattice.spaces))
        )
        self.joined_sides = tuple(
            tuple(format_joined_sides(space, blank) for blank in SIDES) for space in self.lattice.spaces
        )
        """For each space and blank side, the two sides that the track joins."""
        self.kit: Kit = KIT.with_drawings({"board": Drawing(tuple(self.board_shapes()))})

    def enclosing_circle(self) -> tuple[Point, float]:
        """Return the middle of the field and how far its corners are from there."""
        corners = sorted({(x * SIDE / 2, y * TALL) for space in self.lattice.spaces for x, y in space.corners})
        xs, ys = zip(*corners, strict=True)
        # The middle of the box around it suits most boards; for one that tapers, the corners' mean is closer to all.
        middles = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), (math.fsum(xs) / len(xs), math.fsum(ys) / len(ys))
        reaches = [max(math.dist(middle, corner) for corner in corners) for middle in middles]
        tapers = reaches[1] < reaches[0] - 1.0
        return middles[tapers], reaches[tapers]

    def to_frame(self, x: float, y: float) -> Point:
        """Return a point of the lattice in the frame."""
        return round(x + self.shift[0], 2), round(y + self.shift[1], 2)

    def corner_point(self, x: int, y: int) -> Point:
        """Return a corner of the lattice in the frame."""
        return self.to_frame(x * SIDE / 2, y * TALL)

    def rotation(self, space: int, blank: int) -> int:
        """Return how far a triangle is turned that lies so on a space."""
        return (TURNS_UP if self.lattice.spaces[space].up else TURNS_DOWN)[blank]

    def space_name(self, space: int) -> str:
        """Return the name of a space."""
        return self.lattice.spaces[space].name

    def points_up(self, space: int) -> bool:
        """Tell whether a space points up."""
        return self.lattice.spaces[space].up

    def arrow_tip(self, space: int, side: int) -> Point:
        """Return where the tip of an arrow is that points at a side of a space."""
        x, y = self.point_outside(space, side, TIP)
        return round(x, 2), round(y, 2)

    def inward_angle(self, space: int, side: int) -> float:
        """Return which way one goes in by a side."""
        return (self.outward_angle(space, side) + 180) % 360

    def outward_angle(self, space: int, side: int) -> float:
        """Return which way a side faces."""
        return SIDE_ANGLES[self.lattice.spaces[space].up][side]

    def side_middle(self, space: int, side: int) -> Point:
        """Return the middle of a side."""
        (x1, y1), (x2, y2) = self.side_ends(space, side)
        return (x1 + x2) / 2, (y1 + y2) / 2

    def side_ends(self, space: int, side: int) -> tuple[Point, Point]:
        """Return the ends of a side."""
        start, end = (corner for at, corner in enumerate(self.lattice.spaces[space].corners) if at != side)
        return self.corner_point(*start), self.corner_point(*end)

    # ---------------------------------------------------------------------------------------- how it is drawn

    def board_shapes(self) -> Iterator[Shape]:
        """Yield the bare board on the table."""
        yield Rect(0, 0, self.size, self.size, 16, fill="cloth")
        yield from self.disc_shapes()
        yield from self.field_shapes()
        for space in range(len(self.lattice.spaces)):
            for side in SIDES:
                if self.lattice.neighbours[space][side] is None:
                    yield (
                        self.gate_shape(space, side)
                        if (space, side) in self.arrow_kinds
                        else self.rib_shape(space, side)
                    )

    def disc_shapes(self) -> Iterator[Shape]:
        """Yield the round plate of white plastic, with a raised edge."""
        middle, radius = self.size / 2, self.radius
        yield Circle(middle + 5, middle + 10, radius * 1.04, fill="shadow")
        yield Circle(middle, middle + 3, radius, fill="plastic-dim")
        yield Circle(middle, middle, radius, fill="plastic-edge")
        yield Circle(middle, middle, radius - EDGE / 2, fill="plastic-hollow")
        yield Circle(middle, middle, radius - EDGE / 2 - 4, fill="plastic-face")

    def field_shapes(self) -> Iterator[Shape]:
        """Yield the brown field: all spaces as one outline, so that any board has an even rim."""
        outline = "".join(self.space_outline(space) for space in range(len(self.lattice.spaces)))
        yield Group((Path(outline, fill="plastic-dim", stroke="plastic-dim", width=2 * FIELD_RIM + 5),), -1.5, -2.5)
        yield Group((Path(outline, fill="plastic", stroke="plastic", width=2 * FIELD_RIM + 4),), 1.5, 2.5)
        yield Path(outline, fill="field-dim", stroke="field-dim", width=2 * FIELD_RIM)
        yield Path(outline, fill="field", stroke="field", width=2 * FIELD_RIM - 4)

    def space_outline(self, space: int) -> str:
        """Return a space as a part of a path."""
        points = [format_point(self.corner_point(*corner)) for corner in self.lattice.spaces[space].corners]
        return f"M{'L'.join(points)}Z"

    def point_outside(self, space: int, side: int, distance: float) -> Point:
        """Return the point that far outside the middle of a side."""
        x, y = self.side_middle(space, side)
        angle = math.radians(self.outward_angle(space, side))
        return x + distance * math.sin(angle), y - distance * math.cos(angle)

    def line_along_side(self, space: int, side: int, length: float, distance: float, fill: str, width: float) -> Line:
        """Return a line along the middle of a side, that far outside it."""
        x, y = self.point_outside(space, side, distance)
        angle = math.radians(self.outward_angle(space, side) + 90)
        dx, dy = math.sin(angle) * length / 2, -math.cos(angle) * length / 2
        return Line(x - dx, y - dy, x + dx, y + dy, stroke=fill, width=width)

    def rib_shape(self, space: int, side: int) -> Shape:
        """Return the rib that keeps tracks from leading off the board."""
        return Group(
            (
                Group((self.line_along_side(space, side, RIB, 4.0, "night", 11.0),), 1.0, 2.0, opacity=0.35),
                self.line_along_side(space, side, RIB, 4.0, "plastic-dim", 10.0),
                self.line_along_side(space, side, RIB, 4.0, "plastic", 6.0),
            )
        )

    def gate_shape(self, space: int, side: int) -> Shape:
        """Return the notch in the rim through which a track leads to an arrow."""
        return Group(
            (self.notch_shape(space, side, GATE, "field-dim"), self.notch_shape(space, side, GATE - 5.0, "floor"))
        )

    def notch_shape(self, space: int, side: int, width: float, fill: str) -> Polygon:
        """Return a rectangle across the rim, from a little within a side to the outer edge."""
        near, far = (self.point_outside(space, side, distance) for distance in (-3.0, FIELD_RIM + 0.4))
        angle = math.radians(self.outward_angle(space, side) + 90)
        dx, dy = math.sin(angle) * width / 2, -math.cos(angle) * width / 2
        ends = (near, -1), (near, 1), (far, 1), (far, -1)
        return Polygon(tuple((round(x + way * dx, 2), round(y + way * dy, 2)) for (x, y), way in ends), fill=fill)


def format_joined_sides(space: Space, blank: int) -> str:
    """Return the two sides of a space that a track joins, by the one that it leaves blank."""
    return "".join(space.side_name(side) for side in SIDES if side != blank)
