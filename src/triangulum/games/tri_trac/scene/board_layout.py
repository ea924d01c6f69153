"""Where everything on a board lies in the picture: its spaces, their sides and corners, and the arrows."""

from __future__ import annotations

import math

from triangulum.core.boards.lattice import SIDES, Lattice, Space
from triangulum.games.tri_trac.box import ArrowGates, list_allowed_blank_sides
from triangulum.games.tri_trac.scene.triangle_geometry import SPACE_HEIGHT, SPACE_SIDE
from triangulum.scene import Frame
from triangulum.scene.geometry import format_point
from triangulum.scene.shapes import Point

SIDE_ANGLES = {True: (300.0, 60.0, 180.0), False: (240.0, 120.0, 0.0)}
"""Which way the sides of a space face that points up or does not."""
ROTATIONS_UP, ROTATIONS_DOWN = (120, 240, 0), (60, 300, 180)
"""How far a triangle is turned, by the side that is blank."""
PLATE_MARGIN, PLATE_EDGE, TABLE_MARGIN = 78.0, 18.0, 14.0
"""How much of the plate is around the field's corners and behind the arrows, and of the table around the plate."""
ARROW_GAP, ARROW_LENGTH = 16.0, 74.0
"""How far the tip of an arrow is from the side at which it points, and how long the arrow is."""


class BoardLayout:
    """A board, placed in a frame; made once for an outline with its arrows."""

    def __init__(self, outline: tuple[str, ...], arrows: ArrowGates) -> None:
        self.lattice = Lattice(outline)
        self.arrows = arrows
        self.arrow_kinds = {(space, side): kind for space, side, kind in arrows}
        self.shift = (0.0, 0.0)
        middle, corner_distance = self.enclosing_circle()
        tails = [
            math.dist(middle, self.point_outside_side(space, side, ARROW_GAP + ARROW_LENGTH))
            for space, side in self.arrow_kinds
        ]
        self.radius = max(corner_distance + PLATE_MARGIN, *(tail + PLATE_EDGE for tail in tails), 0.0)
        """Of the round plate."""
        self.size = math.ceil(2 * (self.radius + TABLE_MARGIN))
        self.frame = Frame(0, 0, self.size, self.size)
        self.shift = (self.size / 2 - middle[0], self.size / 2 - middle[1])
        self.space_centres = tuple(
            self.to_frame(x * SPACE_SIDE, y * SPACE_HEIGHT) for x, y in (s.centre for s in self.lattice.spaces)
        )
        self.allowed_blank_sides = tuple(
            list_allowed_blank_sides(self.lattice, arrows, space) for space in range(len(self.lattice.spaces))
        )
        self.joined_sides = tuple(
            tuple(format_joined_sides(space, blank_side) for blank_side in SIDES) for space in self.lattice.spaces
        )
        """For each space and blank side, the two sides that the track joins."""

    def enclosing_circle(self) -> tuple[Point, float]:
        """Return the middle of the field and how far its farthest corner is from there."""
        corners = sorted(
            {(x * SPACE_SIDE / 2, y * SPACE_HEIGHT) for space in self.lattice.spaces for x, y in space.corners}
        )
        xs, ys = zip(*corners, strict=True)
        # The middle of the box around it suits most boards; for one that tapers, the corners' mean is closer to all.
        middles = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), (math.fsum(xs) / len(xs), math.fsum(ys) / len(ys))
        distances = [max(math.dist(middle, corner) for corner in corners) for middle in middles]
        tapers = distances[1] < distances[0] - 1.0
        return middles[tapers], distances[tapers]

    # Spaces.

    def to_frame(self, x: float, y: float) -> Point:
        """Return a point of the lattice in the frame."""
        return round(x + self.shift[0], 2), round(y + self.shift[1], 2)

    def corner_point(self, x: int, y: int) -> Point:
        """Return a corner of the lattice in the frame."""
        return self.to_frame(x * SPACE_SIDE / 2, y * SPACE_HEIGHT)

    def triangle_rotation(self, space: int, blank_side: int) -> int:
        """Return by how many degrees a triangle on a space is turned that leaves a side blank."""
        return (ROTATIONS_UP if self.lattice.spaces[space].up else ROTATIONS_DOWN)[blank_side]

    def space_name(self, space: int) -> str:
        """Return the name of a space."""
        return self.lattice.spaces[space].name

    def points_up(self, space: int) -> bool:
        """Return whether a space points up."""
        return self.lattice.spaces[space].up

    def format_space_outline(self, space: int) -> str:
        """Return the outline of a space as a part of an SVG path."""
        points = [format_point(self.corner_point(*corner)) for corner in self.lattice.spaces[space].corners]
        return f"M{'L'.join(points)}Z"

    # Sides, and arrows outside them.

    def outward_angle(self, space: int, side: int) -> float:
        """Return which way a side faces, in degrees clockwise from the top."""
        return SIDE_ANGLES[self.lattice.spaces[space].up][side]

    def inward_angle(self, space: int, side: int) -> float:
        """Return which way an arrow points that stands outside a side."""
        return (self.outward_angle(space, side) + 180) % 360

    def side_ends(self, space: int, side: int) -> tuple[Point, Point]:
        """Return the ends of a side."""
        start, end = (corner for at, corner in enumerate(self.lattice.spaces[space].corners) if at != side)
        return self.corner_point(*start), self.corner_point(*end)

    def side_middle(self, space: int, side: int) -> Point:
        """Return the middle of a side."""
        (x1, y1), (x2, y2) = self.side_ends(space, side)
        return (x1 + x2) / 2, (y1 + y2) / 2

    def point_outside_side(self, space: int, side: int, distance: float) -> Point:
        """Return the point that far outside the middle of a side."""
        x, y = self.side_middle(space, side)
        angle = math.radians(self.outward_angle(space, side))
        return x + distance * math.sin(angle), y - distance * math.cos(angle)

    def vector_along_side(self, space: int, side: int, length: float) -> Point:
        """Return a vector of some length in the direction of a side."""
        angle = math.radians(self.outward_angle(space, side) + 90)
        return length * math.sin(angle), -length * math.cos(angle)

    def arrow_tip(self, space: int, side: int) -> Point:
        """Return where the tip of an arrow is that points at a side of a space."""
        x, y = self.point_outside_side(space, side, ARROW_GAP)
        return round(x, 2), round(y, 2)


def format_joined_sides(space: Space, blank_side: int) -> str:
    """Return the two sides of a space that a track joins, by the one that it leaves blank: ``LR``."""
    return "".join(space.side_name(side) for side in SIDES if side != blank_side)
