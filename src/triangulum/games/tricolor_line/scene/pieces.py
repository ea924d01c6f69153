# compiled by mypyc
"""Pieces that several panes of Tricolor Line use."""

from __future__ import annotations

from typing import Final

from triangulum.scene import Piece
from triangulum.text import Text

SMALL_CARD: Final = 0.48
"""The scale of cards outside the watcher's hand."""


def text_piece(key: str, symbol: str, x: float, y: float, label: Text, title: Text = "") -> Piece:
    """Return a piece that is nothing but a label."""
    return Piece(key, symbol, x, y, 0.0, 1.0, 1, (), label, title)
