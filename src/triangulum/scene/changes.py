"""What changed between two scenes, as it is sent; ``difference.py`` finds and applies it.

By themselves because Structs are not compiled.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from triangulum.scene.picture import Frame, Piece

PlacedPiece: TypeAlias = tuple[int, Piece]
"""A new piece and its place among all pieces of the pane, once those before it are there."""


class PieceChange(msgspec.Struct, frozen=True, gc=False):
    """A piece by its key, and of its other fields those that are new."""

    key: str
    symbol: str | UnsetType = UNSET
    x: float | UnsetType = UNSET
    y: float | UnsetType = UNSET
    turn: float | UnsetType = UNSET
    scale: float | UnsetType = UNSET
    layer: int | UnsetType = UNSET
    marks: tuple[str, ...] | UnsetType = UNSET
    label: str | UnsetType = UNSET
    title: str | UnsetType = UNSET


class PaneChange(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pane by its name, what happened to its pieces, and of its other fields those that are new."""

    name: str
    removed: tuple[str, ...] = ()
    """Keys; to be taken away first."""
    order: tuple[str, ...] = ()
    """The keys that stay, if they lie in another order than before."""
    added: tuple[PlacedPiece, ...] = ()
    changed: tuple[PieceChange, ...] = ()
    frame: Frame | UnsetType = UNSET
    still: tuple[str, ...] | UnsetType = UNSET
    focus: Frame | UnsetType | None = UNSET
    title: str | UnsetType = UNSET


class Difference(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What changed between two scenes; nothing at all if ``difference == Difference()``."""

    panes: tuple[PaneChange, ...] = ()
    """The panes that changed, and new ones as changes of nothing."""
    order: tuple[str, ...] | UnsetType = UNSET
    """The names of all panes, if some came, went or changed places."""
    title: str | UnsetType = UNSET
