"""The structs of a scene diff, as it is sent; ``diff.py`` computes and applies it.

They have a module of their own because Structs are not compiled.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from triangulum.scene.picture import Frame, Piece
from triangulum.text.message import Text

PlacedPiece: TypeAlias = tuple[int, Piece]
"""A new piece and the index at which to insert it, once those before it have been inserted."""


class PieceDiff(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A piece by its key, and those of its other fields that have changed. It keeps its hash, to be found in caches."""

    key: str
    symbol: str | UnsetType = UNSET
    x: float | UnsetType = UNSET
    y: float | UnsetType = UNSET
    turn: float | UnsetType = UNSET
    scale: float | UnsetType = UNSET
    layer: int | UnsetType = UNSET
    marks: tuple[str, ...] | UnsetType = UNSET
    label: Text | UnsetType = UNSET
    title: Text | UnsetType = UNSET


class PaneDiff(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A pane by its name, the changes of its pieces, and those of its other fields that have changed."""

    name: str
    removed: tuple[str, ...] = ()
    """Keys of the pieces to remove first."""
    order: tuple[str, ...] = ()
    """The keys of the pieces that stay, if their order has changed."""
    added: tuple[PlacedPiece, ...] = ()
    changed: tuple[PieceDiff, ...] = ()
    frame: Frame | UnsetType = UNSET
    still: tuple[str, ...] | UnsetType = UNSET
    focus: Frame | UnsetType | None = UNSET
    title: Text | UnsetType = UNSET


class SceneDiff(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The changes from one scene to another; ``SceneDiff()`` means that nothing has changed."""

    panes: tuple[PaneDiff, ...] = ()
    """The panes that have changed; new ones are diffs from an empty pane."""
    order: tuple[str, ...] | UnsetType = UNSET
    """The names of all panes, if some were added, removed or reordered."""
    title: Text | UnsetType = UNSET
