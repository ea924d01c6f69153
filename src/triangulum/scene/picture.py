"""A scene: pieces in named panes, as data for a picture and for screen readers.

Pieces are built anew for every view and every watcher, so they are flat, take their fields by position and are not
tracked by the garbage collector; they keep their hash, by which diffs and templates are found again. Everything else is
built once and shared.
"""

from __future__ import annotations

import msgspec

from triangulum.scene.kit import Kit, SceneError
from triangulum.text.message import Text


class Frame(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A rectangle from its upper left corner, in the units of a pane."""

    x: float
    y: float
    wide: float
    high: float


class Piece(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """One drawing of the kit, placed: ``Piece("ship-0-L", "ship", 40, 25, 60)``.

    The key stays the same as long as it is the same thing on the table, so that its moves can be animated.
    """

    key: str
    symbol: str
    """The name of a drawing in the kit."""
    x: float
    y: float
    turn: float = 0.0
    """Degrees, clockwise."""
    scale: float = 1.0
    layer: int = 0
    """Higher layers lie above lower ones; within a layer, later pieces above earlier ones."""
    marks: tuple[str, ...] = ()
    """Names of the kit's marks; others are classes for the browser alone."""
    label: Text = ""
    """A short text on the piece."""
    title: Text = ""
    """What the piece is, for screen readers and tooltips."""


class Pane(msgspec.Struct, frozen=True):
    """A part of the table with a frame of its own: a board, a hand, a market."""

    name: str
    frame: Frame
    pieces: tuple[Piece, ...] = ()
    still: tuple[str, ...] = ()
    """Names of the kit's drawings that lie beneath all pieces and never change."""
    focus: Frame | None = None
    """What is worth looking at first, where the whole frame is too much for a small screen."""
    title: Text = ""
    """What the pane is, for screen readers."""


class Scene(msgspec.Struct, frozen=True):
    """A whole picture: panes in the order they are read, the first being the main one."""

    kit: Kit
    panes: tuple[Pane, ...] = ()
    title: Text = ""
    """What the whole picture shows, for screen readers."""

    def pane(self, name: str) -> Pane:
        """Return the pane of that name, or raise SceneError."""
        for pane in self.panes:
            if pane.name == name:
                return pane
        raise SceneError(f"the scene has no pane {name!r}")

    def _repr_svg_(self) -> str:
        from triangulum.scene.svg import render_svg

        return render_svg(self, width=720)
