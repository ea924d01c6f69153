"""Drawings of the board: the round plate with its field, empty spaces, ribs, gates and arrows."""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.core.boards.lattice import SIDES
from triangulum.games.tri_trac.scene.board_layout import ARROW_GAP, ARROW_LENGTH, PLATE_EDGE, BoardLayout
from triangulum.games.tri_trac.scene.triangle_drawings import EDGE_SHADES, build_glow_shapes
from triangulum.games.tri_trac.scene.triangle_geometry import TRACK_WIDTH, inset_corners, rotate_point
from triangulum.scene import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, Spot, rounded_path

FIELD_RIM = 12.0
RIB_LENGTH, GATE_WIDTH = 52.0, 50.0
"""How long a rib is, and how wide the opening at an arrow."""


# The bare board, which is another one for every outline.


def build_board(layout: BoardLayout) -> Drawing:
    """Return the bare board on the table."""
    return Drawing(tuple(build_board_shapes(layout)))


def build_board_shapes(layout: BoardLayout) -> Iterator[Shape]:
    """Yield the table, the plate, the field, and what is at each side of the rim."""
    yield Rect(0, 0, layout.size, layout.size, 16, fill="cloth")
    yield from build_plate_shapes(layout)
    yield from build_field_shapes(layout)
    for space in range(len(layout.lattice.spaces)):
        for side in SIDES:
            if layout.lattice.neighbours[space][side] is None:
                yield (
                    build_gate_shape(layout, space, side)
                    if (space, side) in layout.arrow_kinds
                    else build_rib_shape(layout, space, side)
                )


def build_plate_shapes(layout: BoardLayout) -> Iterator[Shape]:
    """Yield the round plate of white plastic, with a raised edge."""
    middle, radius = layout.size / 2, layout.radius
    yield Circle(middle + 5, middle + 10, radius * 1.04, fill="shadow")
    yield Circle(middle, middle + 3, radius, fill="plastic-dim")
    yield Circle(middle, middle, radius, fill="plastic-edge")
    yield Circle(middle, middle, radius - PLATE_EDGE / 2, fill="plastic-hollow")
    yield Circle(middle, middle, radius - PLATE_EDGE / 2 - 4, fill="plastic-face")


def build_field_shapes(layout: BoardLayout) -> Iterator[Shape]:
    """Yield the brown field: all spaces as one outline, so that any board has an even rim."""
    outline = "".join(layout.format_space_outline(space) for space in range(len(layout.lattice.spaces)))
    yield Group((Path(outline, fill="plastic-dim", stroke="plastic-dim", width=2 * FIELD_RIM + 5),), -1.5, -2.5)
    yield Group((Path(outline, fill="plastic", stroke="plastic", width=2 * FIELD_RIM + 4),), 1.5, 2.5)
    yield Path(outline, fill="field-dim", stroke="field-dim", width=2 * FIELD_RIM)
    yield Path(outline, fill="field", stroke="field", width=2 * FIELD_RIM - 4)


def build_rib_shape(layout: BoardLayout, space: int, side: int) -> Shape:
    """Return the rib that keeps tracks from leading off the board."""
    return Group(
        (
            Group((build_rib_line(layout, space, side, "night", 11.0),), 1.0, 2.0, opacity=0.35),
            build_rib_line(layout, space, side, "plastic-dim", 10.0),
            build_rib_line(layout, space, side, "plastic", 6.0),
        )
    )


def build_rib_line(layout: BoardLayout, space: int, side: int, colour: str, width: float) -> Line:
    """Return a line along the middle of a side, a little outside it."""
    x, y = layout.point_outside_side(space, side, 4.0)
    dx, dy = layout.vector_along_side(space, side, RIB_LENGTH / 2)
    return Line(x - dx, y - dy, x + dx, y + dy, stroke=colour, width=width)


def build_gate_shape(layout: BoardLayout, space: int, side: int) -> Shape:
    """Return the notch in the rim through which a track leads to an arrow."""
    return Group(
        (
            build_notch_shape(layout, space, side, GATE_WIDTH, "field-dim"),
            build_notch_shape(layout, space, side, GATE_WIDTH - 5.0, "floor"),
        )
    )


def build_notch_shape(layout: BoardLayout, space: int, side: int, width: float, fill: str) -> Polygon:
    """Return a rectangle across the rim, from a little within a side to the outer edge."""
    near, far = (layout.point_outside_side(space, side, distance) for distance in (-3.0, FIELD_RIM + 0.4))
    dx, dy = layout.vector_along_side(space, side, width / 2)
    ends = (near, -1), (near, 1), (far, 1), (far, -1)
    return Polygon(tuple((round(x + way * dx, 2), round(y + way * dy, 2)) for (x, y), way in ends), fill=fill)


# What lies on it.


def build_empty_space(rotation: int) -> Drawing:
    """Return an empty space, sunk into the field; ``rotation`` is 180 for one that points down."""
    outer, inner = inset_corners(2.0), inset_corners(8.0)
    walls = []
    for at in range(3):
        after = (at + 1) % 3
        # A wall faces away from the edge it stands at.
        shade = EDGE_SHADES[(240 + 120 * at + rotation) % 360]
        fill = {"lit": "floor-lit", "mid": "floor-mid", "dim": "floor-dim"}[shade]
        walls.append(Polygon((outer[at], outer[after], inner[after], inner[at]), fill=fill))
    ground = Path(rounded_path(outer, 6.0), fill="floor", stroke="floor-dim", width=1.0)
    return Drawing(
        (ground, *walls, Path(rounded_path(inner, 3.0), fill="floor")), Spot(size=16, fill="name", bold=False)
    )


def build_last_space_outline(rotation: int) -> Drawing:
    """Return the line around the space to which the last triangle went."""
    return Drawing((Path(format_space_outline(rotation, 0.0), stroke="trail", width=9.0),))


def build_origin_outline(rotation: int) -> Drawing:
    """Return the dashed line around the space from which the last triangle came."""
    return Drawing((Path(format_space_outline(rotation, 11.0), stroke="trail", width=3.0, dash=9.0, opacity=0.75),))


def format_space_outline(rotation: int, inset: float) -> str:
    """Return an SVG path around a space, that far within its sides."""
    return rounded_path([rotate_point(corner, rotation) for corner in inset_corners(inset)], 8.0)


def build_wooden_arrow(wood_kind: str, is_lit: bool) -> Drawing:
    """Return an arrow of wood that points up, its tip at (0, 0); a winning track leads into one that is lit."""
    wood = f"wood-{wood_kind}"
    outline = rounded_path(
        ((0, 0), (36, 40), (16, 40), (16, ARROW_LENGTH), (-16, ARROW_LENGTH), (-16, 40), (-36, 40)), 5.0
    )
    grain = (
        "M-9 22C-7 36 -11 50 -8 70",
        "M0 12C2 30 -2 52 1 71",
        "M9 22C7 38 11 54 8 70",
        "M-22 36C-19 32 -16 28 -13 22",
    )
    track_edges = f"M{-TRACK_WIDTH / 2:g} {-ARROW_GAP:g}V-3M{TRACK_WIDTH / 2:g} {-ARROW_GAP:g}V-3"
    return Drawing(
        (
            Group((Path(outline, fill="night"),), 3.0, 4.0, opacity=0.25),
            Path(outline, fill=f"{wood}-face", stroke=f"{wood}-grain", width=2.4),
            Path("".join(grain), stroke=f"{wood}-grain", width=1.4, opacity=0.55),
            *(build_glow_shapes(f"{outline}{track_edges}") if is_lit else ()),
        )
    )
