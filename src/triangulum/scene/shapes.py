"""The shapes that drawings are made of, and how each is painted.

Geometry comes by position, paint by name: ``Circle(0, 0, 5, fill="red", stroke="ink")``. A paint is the name
of one of the kit's colours, gradients or patterns, never a colour itself, so that one drawing serves light,
dark and grey.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

Anchor: TypeAlias = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]


class PaintedShape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all shapes share: how they are filled and stroked. An empty name paints nothing."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    """Of the stroke, in the units of the drawing."""
    dash: float = 0.0
    """Length of the dashes and of the gaps between them; 0 for a solid line."""
    opacity: float = 1.0


class Circle(PaintedShape, frozen=True, tag="circle"):
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float


class Rect(PaintedShape, frozen=True, tag="rect"):
    """A rectangle from its upper left corner, with rounded corners if ``corner`` is not 0."""

    x: float
    y: float
    wide: float
    high: float
    corner: float = 0.0


class Line(PaintedShape, frozen=True, tag="line"):
    """A straight line between two points; it needs a stroke to be seen."""

    x1: float
    y1: float
    x2: float
    y2: float


class Polygon(PaintedShape, frozen=True, tag="polygon"):
    """A closed polygon through its points."""

    points: tuple[Point, ...]


class Path(PaintedShape, frozen=True, tag="path"):
    """Any outline, as SVG path data."""

    outline: str


class Text(PaintedShape, frozen=True, tag="text"):
    """Text as glyph outlines, so that it looks the same wherever it is shown.

    Its stroke lies behind the letters, as a halo.
    """

    words: str
    x: float
    y: float
    """The middle of the capitals' height, so that a numeral on a piece is centred without arithmetic."""
    size: float
    anchor: Anchor = "middle"
    bold: bool = False


class Group(msgspec.Struct, frozen=True, tag="group", omit_defaults=True):
    """Shapes that are moved, turned (degrees, clockwise), scaled or faded together."""

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale: float = 1.0
    opacity: float = 1.0


Shape: TypeAlias = Circle | Rect | Line | Polygon | Path | Text | Group


def list_paint_names(shapes: tuple[Shape, ...]) -> Iterator[str]:
    """Yield the name of every paint that shapes use, also those inside groups."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from list_paint_names(shape.shapes)
        else:
            yield from (paint for paint in (shape.fill, shape.stroke) if paint)
