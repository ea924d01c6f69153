"""Where the spaces, crystals and edges of Tri-Star Racers lie in the picture, and the bare board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from triangulum.core.boards.lattice import RIGHT, Lattice
from triangulum.games.tri_star_racers.tiles import REACH, SEAT_OF_CRYSTAL, SIDE, TALL
from triangulum.scene import Circle, Drawing, Frame, Group, Path, Rect, Shape, rounded
from triangulum.scene.shapes import Point

EDGE_NAMES: Final = ("left", "right", "bottom")
"""By number; these are also the numbers of the sides of the spaces that touch them."""
FACING: Final = (300.0, 60.0, 180.0)
"""Which way an edge faces."""
BAND: Final = 58.0
"""How wide the frame is."""
BESIDE, ABOVE, BELOW = 72.0, 84.0, 70.0
"""How much of the pane lies around the spaces."""
BOLT_OUT: Final = 34.0
ICON_OUT: Final = 30.0
"""How far outside its side of the board a section of an edge has its sign."""


class Place:
    """The board of one setup, placed in a pane."""

    def __init__(self, outline: tuple[str, ...]) -> None:
        self.lattice = Lattice(outline)
        found = [corner for space in self.lattice.spaces for corner in space.corners]
        xs, ys = zip(*found, strict=True)
        self.shift = BESIDE - min(xs) * SIDE / 2, ABOVE - min(ys) * TALL
        wide = (max(xs) - min(xs)) * SIDE / 2 + 2 * BESIDE
        high = (max(ys) - min(ys)) * TALL + ABOVE + BELOW
        self.frame = Frame(0, 0, math.ceil(wide), math.ceil(high))
        self.middles = tuple(self.placed(x * SIDE, y * TALL) for x, y in (s.centre for s in self.lattice.spaces))
        self.crystals = tuple(
            tuple(self.crystal(space, corner) for corner in range(3)) for space in range(len(self.lattice.spaces))
        )
        """For each space and corner the place of the crystal."""
        self.rims = tuple(tuple(self.rim_of(edge)) for edge in range(3))
        """For each edge the spaces along it, anticlockwise round the board."""
        self.sections = tuple(tuple(self.section(space, edge) for space in self.rims[edge]) for edge in range(3))
        """For each edge the places of its sections."""
        self.link_length = 2 * (REACH / 2 - SEAT_OF_CRYSTAL / 2)
        self.edge_link_length = math.hypot(SEAT_OF_CRYSTAL * math.sqrt(3) / 2, self.link_length / 2 + ICON_OUT)

    def placed(self, x: float, y: float) -> Point:
        """Return a point of the lattice in the frame."""
        return round(x + self.shift[0], 2), round(y + self.shift[1], 2)

    def crystal(self, space: int, corner: int) -> Point:
        """Return where the crystal in a corner of a space lies."""
        (x, y), (u, v) = self.middles[space], self.corner(space, corner)
        share = SEAT_OF_CRYSTAL / REACH
        return round(x + (u - x) * share, 2), round(y + (v - y) * share, 2)

    def corner(self, space: int, corner: int) -> Point:
        """Return a corner of a space."""
        x, y = self.lattice.spaces[space].corners[corner]
        return self.placed(x * SIDE / 2, y * TALL)

    def rim_of(self, edge: int) -> Iterator[int]:
        """Yield the spaces along an edge: left from the top, bottom from the left, right from below."""
        spaces = [at for at, across in enumerate(self.lattice.across) if across[edge] is None]
        upright = [at for at in spaces if self.lattice.spaces[at].up]
        yield from reversed(upright) if edge == RIGHT else upright

    def section(self, space: int, edge: int) -> Point:
        """Return where the sign of the edge section at a space is."""
        (x, y), angle = self.middles[space], math.radians(FACING[edge])
        out = REACH / 2 + ICON_OUT
        return round(x + out * math.sin(angle), 2), round(y - out * math.cos(angle), 2)

    def name(self, space: int) -> str:
        """Return the name of a space."""
        return self.lattice.spaces[space].name

    def points(self, space: int) -> str:
        """Return whether a space points up or down, as the names of drawings have it."""
        return "up" if self.lattice.spaces[space].up else "down"

    def clockwise(self, space: int) -> tuple[int, int, int]:
        """Return the corners of a space clockwise from the leftmost, as notation has them."""
        return self.lattice.spaces[space].around

    # ----------------------------------------------------------------------------------------- the bare board

    def board(self) -> Drawing:
        """Return the sky with the empty frame."""
        return Drawing((*self.sky(), *self.bands(), *self.field(), *self.joints()))

    def sky(self) -> Iterator[Shape]:
        """Yield the night sky; the far stars are evenly scattered, by steps that never come back to where they were."""
        wide, high = self.frame.wide, self.frame.high
        yield Rect(0, 0, wide, high, 16, fill="sky")
        yield Circle(wide * 0.2, high * 0.3, wide * 0.32, fill="haze-cloud")
        yield Circle(wide * 0.84, high * 0.42, wide * 0.3, fill="mist-cloud")
        for spark in range(1, 110):
            x, y, bright = spark * 0.75488 % 1.0, spark * 0.56984 % 1.0, spark * 0.61803 % 1.0
            place = round(8 + x * (wide - 16), 1), round(8 + y * (high - 16), 1)
            yield Circle(*place, round(0.7 + 1.4 * bright**3, 2), fill="spark", opacity=round(0.25 + 0.5 * bright, 2))

    def bands(self) -> Iterator[Shape]:
        """Yield the three edges, each made of a cell for every section."""
        for edge in range(3):
            for space in self.rims[edge]:
                cell = self.cell(space, edge, 2.0)
                yield Group((Path(rounded(cell, 7.0), fill="night"),), 1.5, 3.0, opacity=0.5)
                yield Path(rounded(cell, 7.0), fill="steel", stroke="steel-line", width=1.6)

    def cell(self, space: int, edge: int, inset: float) -> tuple[Point, ...]:
        """Return the corners of the section of an edge beside a space."""
        x, y = self.middles[space]
        across, out = math.radians(FACING[edge] + 90), math.radians(FACING[edge])
        half = SIDE / 2 - inset
        found = []
        for along, away in ((-half, 5.0), (half, 5.0), (half, BAND), (-half, BAND)):
            far = REACH / 2 + away
            found.append(
                (
                    round(x + along * math.sin(across) + far * math.sin(out), 2),
                    round(y - along * math.cos(across) - far * math.cos(out), 2),
                )
            )
        return tuple(found)

    def joints(self) -> Iterator[Shape]:
        """Yield the bolts where two edges meet."""
        for meeting in self.lattice.meeting.values():
            if len(meeting) > 1:
                continue
            ((space, corner),) = meeting
            (x, y), (u, v) = self.middles[space], self.corner(space, corner)
            share = 1 + BOLT_OUT / REACH
            place = round(x + (u - x) * share, 2), round(y + (v - y) * share, 2)
            yield Circle(*place, 15, fill="steel", stroke="steel-line", width=1.6)
            yield Circle(*place, 6, fill="gold")

    def field(self) -> Iterator[Shape]:
        """Yield the ground of all spaces as one outline."""
        outline = "".join(
            "M" + "L".join(f"{x:g} {y:g}" for x, y in (self.corner(space, corner) for corner in range(3))) + "Z"
            for space in range(len(self.lattice.spaces))
        )
        yield Path(outline, fill="field", stroke="field", width=7.0)


def angle_of(start: Point, end: Point) -> float:
    """Return how far something upright is turned to lie along a line."""
    return round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360, 2)


def between(start: Point, end: Point) -> Point:
    """Return the middle of two points."""
    return round((start[0] + end[0]) / 2, 2), round((start[1] + end[1]) / 2, 2)
