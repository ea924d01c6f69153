"""Where the spaces, crystals and edges of Tri-Star Racers lie in the picture, and the bare board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from triangulum.core.boards.lattice import RIGHT, Lattice
from triangulum.games.tri_star_racers.scene.tile_drawings import (
    CORNER_DISTANCE,
    CRYSTAL_DISTANCE,
    SPACE_HEIGHT,
    SPACE_SIDE,
)
from triangulum.scene import Circle, Drawing, Frame, Group, Path, Rect, Shape, rounded_path
from triangulum.scene.shapes import Point

EDGE_NAMES: Final = ("left", "right", "bottom")
"""By number; these are also the numbers of the sides of the spaces that touch them."""
EDGE_ANGLES: Final = (300.0, 60.0, 180.0)
"""Which way an edge faces."""
EDGE_WIDTH: Final = 58.0
"""How wide the frame is."""
MARGIN_SIDE, MARGIN_TOP, MARGIN_BOTTOM = 72.0, 84.0, 70.0
"""How much of the pane lies around the spaces."""
BOLT_DISTANCE: Final = 34.0
SIGN_DISTANCE: Final = 30.0
"""How far outside its side of the board a section of an edge has its sign."""


class BoardLayout:
    """The board of one setup, placed in a pane."""

    def __init__(self, outline: tuple[str, ...]) -> None:
        self.lattice = Lattice(outline)
        corners = [corner for space in self.lattice.spaces for corner in space.corners]
        xs, ys = zip(*corners, strict=True)
        self.origin = MARGIN_SIDE - min(xs) * SPACE_SIDE / 2, MARGIN_TOP - min(ys) * SPACE_HEIGHT
        wide = (max(xs) - min(xs)) * SPACE_SIDE / 2 + 2 * MARGIN_SIDE
        high = (max(ys) - min(ys)) * SPACE_HEIGHT + MARGIN_TOP + MARGIN_BOTTOM
        self.frame = Frame(0, 0, math.ceil(wide), math.ceil(high))
        self.space_centres = tuple(
            self.to_pane_point(x * SPACE_SIDE, y * SPACE_HEIGHT) for x, y in (s.centre for s in self.lattice.spaces)
        )
        self.crystal_points = tuple(
            tuple(self.crystal_point(space, corner) for corner in range(3)) for space in range(len(self.lattice.spaces))
        )
        """For each space and corner the place of the crystal."""
        self.edge_spaces = tuple(tuple(self.list_edge_spaces(edge)) for edge in range(3))
        """For each edge the spaces along it, anticlockwise round the board."""
        self.section_points = tuple(
            tuple(self.edge_section_sign_point(space, edge) for space in self.edge_spaces[edge]) for edge in range(3)
        )
        """For each edge the places of its sections."""
        self.link_length = 2 * (CORNER_DISTANCE / 2 - CRYSTAL_DISTANCE / 2)
        self.edge_link_length = math.hypot(CRYSTAL_DISTANCE * math.sqrt(3) / 2, self.link_length / 2 + SIGN_DISTANCE)

    def to_pane_point(self, x: float, y: float) -> Point:
        """Return a point of the lattice in the frame."""
        return round(x + self.origin[0], 2), round(y + self.origin[1], 2)

    def crystal_point(self, space: int, corner: int) -> Point:
        """Return where the crystal in a corner of a space lies."""
        (x, y), (u, v) = self.space_centres[space], self.corner_point(space, corner)
        share = CRYSTAL_DISTANCE / CORNER_DISTANCE
        return round(x + (u - x) * share, 2), round(y + (v - y) * share, 2)

    def corner_point(self, space: int, corner: int) -> Point:
        """Return a corner of a space."""
        x, y = self.lattice.spaces[space].corners[corner]
        return self.to_pane_point(x * SPACE_SIDE / 2, y * SPACE_HEIGHT)

    def list_edge_spaces(self, edge: int) -> Iterator[int]:
        """Yield the spaces along an edge: left from the top, bottom from the left, right from below."""
        spaces = [at for at, across in enumerate(self.lattice.neighbours) if across[edge] is None]
        upright = [at for at in spaces if self.lattice.spaces[at].up]
        yield from reversed(upright) if edge == RIGHT else upright

    def edge_section_sign_point(self, space: int, edge: int) -> Point:
        """Return where the sign of the edge section at a space is."""
        (x, y), angle = self.space_centres[space], math.radians(EDGE_ANGLES[edge])
        out = CORNER_DISTANCE / 2 + SIGN_DISTANCE
        return round(x + out * math.sin(angle), 2), round(y - out * math.cos(angle), 2)

    def space_name(self, space: int) -> str:
        """Return the name of a space."""
        return self.lattice.spaces[space].name

    def orientation(self, space: int) -> str:
        """Return whether a space points up or down, as the names of drawings have it."""
        return "up" if self.lattice.spaces[space].up else "down"

    def clockwise_corners(self, space: int) -> tuple[int, int, int]:
        """Return the corners of a space clockwise from the leftmost, as notation has them."""
        return self.lattice.spaces[space].clockwise_corners

    # ----------------------------------------------------------------------------------------- the bare board

    def board_drawing(self) -> Drawing:
        """Return the sky with the empty frame."""
        return Drawing(
            (*self.sky_shapes(), *self.frame_edge_shapes(), *self.board_ground_shapes(), *self.frame_joint_shapes())
        )

    def sky_shapes(self) -> Iterator[Shape]:
        """Yield the night sky; the far stars are evenly scattered, by steps that never come back to where they were."""
        wide, high = self.frame.wide, self.frame.high
        yield Rect(0, 0, wide, high, 16, fill="sky")
        yield Circle(wide * 0.2, high * 0.3, wide * 0.32, fill="haze-cloud")
        yield Circle(wide * 0.84, high * 0.42, wide * 0.3, fill="mist-cloud")
        for spark in range(1, 110):
            x, y, bright = spark * 0.75488 % 1.0, spark * 0.56984 % 1.0, spark * 0.61803 % 1.0
            place = round(8 + x * (wide - 16), 1), round(8 + y * (high - 16), 1)
            yield Circle(*place, round(0.7 + 1.4 * bright**3, 2), fill="spark", opacity=round(0.25 + 0.5 * bright, 2))

    def frame_edge_shapes(self) -> Iterator[Shape]:
        """Yield the three edges, each made of a cell for every section."""
        for edge in range(3):
            for space in self.edge_spaces[edge]:
                cell = self.edge_cell_corners(space, edge, 2.0)
                yield Group((Path(rounded_path(cell, 7.0), fill="night"),), 1.5, 3.0, opacity=0.5)
                yield Path(rounded_path(cell, 7.0), fill="steel", stroke="steel-line", width=1.6)

    def edge_cell_corners(self, space: int, edge: int, inset: float) -> tuple[Point, ...]:
        """Return the corners of the section of an edge beside a space."""
        x, y = self.space_centres[space]
        across, out = math.radians(EDGE_ANGLES[edge] + 90), math.radians(EDGE_ANGLES[edge])
        half = SPACE_SIDE / 2 - inset
        corners = []
        for along, away in ((-half, 5.0), (half, 5.0), (half, EDGE_WIDTH), (-half, EDGE_WIDTH)):
            far = CORNER_DISTANCE / 2 + away
            corners.append(
                (
                    round(x + along * math.sin(across) + far * math.sin(out), 2),
                    round(y - along * math.cos(across) - far * math.cos(out), 2),
                )
            )
        return tuple(corners)

    def frame_joint_shapes(self) -> Iterator[Shape]:
        """Yield the bolts where two edges meet."""
        for meeting in self.lattice.spaces_by_corner.values():
            if len(meeting) > 1:
                continue
            ((space, corner),) = meeting
            (x, y), (u, v) = self.space_centres[space], self.corner_point(space, corner)
            share = 1 + BOLT_DISTANCE / CORNER_DISTANCE
            place = round(x + (u - x) * share, 2), round(y + (v - y) * share, 2)
            yield Circle(*place, 15, fill="steel", stroke="steel-line", width=1.6)
            yield Circle(*place, 6, fill="gold")

    def board_ground_shapes(self) -> Iterator[Shape]:
        """Yield the ground of all spaces as one outline."""
        outline = "".join(
            "M" + "L".join(f"{x:g} {y:g}" for x, y in (self.corner_point(space, corner) for corner in range(3))) + "Z"
            for space in range(len(self.lattice.spaces))
        )
        yield Path(outline, fill="field", stroke="field", width=7.0)


def line_angle(start: Point, end: Point) -> float:
    """Return how far something upright is turned to lie along a line."""
    return round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360, 2)


def midpoint(start: Point, end: Point) -> Point:
    """Return the middle of two points."""
    return round((start[0] + end[0]) / 2, 2), round((start[1] + end[1]) / 2, 2)
