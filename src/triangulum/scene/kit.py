"""A kit: all drawings that the pictures of one setup use again and again, like a sprite sheet.

It has drawings (the symbols of the pieces, and still parts such as the bare board), the colours and other paints they
use, and the effects of marks on a piece. A scene refers to all of these by name. A kit is identified by its digest, so
a browser that already has it is never sent it again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from triangulum.errors import TriangulumError
from triangulum.scene.shapes import Shape, list_paint_names

NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
COLOUR_PATTERN = re.compile(r"#[0-9a-f]{6}")


class SceneError(TriangulumError):
    """The parts of a kit, a scene or a diff don't fit together."""


class Colour(msgspec.Struct, frozen=True, array_like=True):
    """One colour with two values, ``#rrggbb`` each: on a light and on a dark background."""

    light: str
    dark: str


class Gradient(msgspec.Struct, frozen=True, tag="gradient"):
    """A paint that blends colours; with an opacity falling to 0 it is a soft glow.

    Each stop is an offset from 0 to 1, a colour's name and an opacity. The gradient runs in the direction ``turn``, 0
    being up and 90 right, or outwards from the middle of the shape.
    """

    stops: tuple[tuple[float, str, float], ...]
    turn: float = 180.0
    radial: bool = False


class Pattern(msgspec.Struct, frozen=True, tag="pattern"):
    """A paint that can be told apart without colour: hatching, cross-hatching or dots, with or without a ground."""

    kind: Literal["hatch", "cross", "dots"]
    ink: str
    ground: str = ""
    step: float = 6.0
    width: float = 1.0
    turn: float = 45.0


Paint: TypeAlias = Gradient | Pattern
PaintName: TypeAlias = str
"""The name of a colour or of another paint."""
PaintUser: TypeAlias = str
"""What uses a paint, for messages: ``mark 'hint'``."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a mark on a piece: fading, a firm outline or a soft glow in a colour."""

    opacity: float = 1.0
    outline: str = ""
    glow: str = ""
    width: float = 2.0
    """Of the outline or the glow, in the units of the pane."""


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """The place and style of the label on a drawing; it stays upright however the piece is turned."""

    x: float = 0.0
    y: float = 0.0
    size: float = 12.0
    fill: str = "ink"
    halo: str = ""
    bold: bool = True
    max_width: float = 0.0
    """How wide a label may be before its letters are made smaller; 0 for any width."""
    is_monospaced: bool = False
    """Whether all letters are equally wide, and the label begins at (x, y) instead of being centred there."""


class Drawing(msgspec.Struct, frozen=True):
    """Shapes around the point (0, 0), at which a piece is placed and turned."""

    shapes: tuple[Shape, ...]
    label: Spot = Spot()


COLOURS: Mapping[str, Colour] = {
    "paper": Colour("#fbfaf7", "#15181e"),
    "ink": Colour("#22262e", "#e9e6df"),
    "soft": Colour("#6b7078", "#9aa0aa"),
    "line": Colour("#c9c6be", "#3b414c"),
    "accent": Colour("#c2410c", "#ff9b54"),
    "glow": Colour("#e0a100", "#ffd75e"),
}
"""The colours of every kit, unless it overrides them; ``paper`` is the background and ``ink`` legible on it."""

MARKS: Mapping[str, Mark] = {
    "ghost": Mark(opacity=0.4),
    "glow": Mark(glow="glow", width=4.0),
    "last": Mark(outline="accent", width=3.0),
    "pinned": Mark(outline="ink", width=1.4),
}
"""The marks of every kit, unless it overrides them."""


class Kit(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The drawings, paints and marks of one setup, made by ``Kit.create``; equal if the digests are."""

    name: str
    drawings: dict[str, Drawing]
    colours: dict[str, Colour]
    paints: dict[str, Paint]
    marks: dict[str, Mark]
    digest: str

    @classmethod
    def create(
        cls,
        name: str,
        drawings: Mapping[str, Drawing],
        *,
        colours: Mapping[str, Colour] | None = None,
        paints: Mapping[str, Paint] | None = None,
        marks: Mapping[str, Mark] | None = None,
    ) -> Kit:
        """Return a kit with these parts and the shared colours and marks, or raise SceneError if a name is wrong."""
        parts = {
            "drawings": dict(drawings),
            "colours": {**COLOURS, **(colours or {})},
            "paints": dict(paints or {}),
            "marks": {**MARKS, **(marks or {})},
        }
        text = msgspec.json.encode([name, parts], order="sorted")
        kit = msgspec.convert({"name": name, "digest": hashlib.sha256(text).hexdigest(), **parts}, cls)
        check_kit_is_well_formed(kit)
        return kit

    def with_drawings(self, drawings: Mapping[str, Drawing]) -> Kit:
        """Return a kit with more drawings, such as the board of one setup."""
        all_drawings = {**self.drawings, **drawings}
        return Kit.create(self.name, all_drawings, colours=self.colours, paints=self.paints, marks=self.marks)

    def drawing(self, name: str) -> Drawing:
        """Return the drawing of that name, or raise SceneError."""
        try:
            return self.drawings[name]
        except KeyError:
            raise SceneError(f"kit {self.name!r} has no drawing {name!r}") from None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Kit) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Kit {self.name} {self.digest[:8]}>"


def check_kit_is_well_formed(kit: Kit) -> None:
    """Raise SceneError if a name cannot be a CSS class, a colour is malformed, or a paint is missing."""
    for name in (kit.name, *kit.drawings, *kit.colours, *kit.paints, *kit.marks):
        if not NAME_PATTERN.fullmatch(name):
            raise SceneError(f"{name!r} is no name for a part of a kit: small letters, digits, hyphens only")
    for name, colour in kit.colours.items():
        if not (COLOUR_PATTERN.fullmatch(colour.light) and COLOUR_PATTERN.fullmatch(colour.dark)):
            raise SceneError(f"colour {name!r} is not two values like #1f2e3d")
    for name in kit.paints:
        if name in kit.colours:
            raise SceneError(f"kit {kit.name!r} has both a colour and another paint called {name!r}")
    check_paints_exist(kit, list_colour_uses(kit), kit.colours)
    check_paints_exist(kit, list_paint_uses(kit), {**kit.colours, **kit.paints})


def check_paints_exist(kit: Kit, uses: Iterable[tuple[PaintName, PaintUser]], paints: Mapping[str, object]) -> None:
    """Raise SceneError for the first paint that is used but does not exist; a use is a paint's name and its user."""
    for name, user in uses:
        if name and name not in paints:
            raise SceneError(f"kit {kit.name!r} has no paint {name!r}, which {user} needs")


def list_colour_uses(kit: Kit) -> Iterator[tuple[PaintName, PaintUser]]:
    """Yield the names of the colours that gradients, patterns and marks use, each with its user for messages."""
    for name, paint in kit.paints.items():
        if isinstance(paint, Gradient):
            yield from ((colour, f"gradient {name!r}") for _, colour, _ in paint.stops)
        else:
            yield from ((colour, f"pattern {name!r}") for colour in (paint.ink, paint.ground))
    for name, mark in kit.marks.items():
        yield from ((colour, f"mark {name!r}") for colour in (mark.outline, mark.glow))


def list_paint_uses(kit: Kit) -> Iterator[tuple[PaintName, PaintUser]]:
    """Yield the names of the paints that drawings use, each with its user for messages."""
    for name, drawing in kit.drawings.items():
        for paint in (*list_paint_names(drawing.shapes), drawing.label.fill, drawing.label.halo):
            yield paint, f"drawing {name!r}"
