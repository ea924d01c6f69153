"""Tiles and places of Tricolor Line as text, the same in notation, positions, narration and scenes."""

from __future__ import annotations

from typing import Final

from triangulum.games.tricolor_line.views import COLOURS, TILE_BY_FACE, Place, Tile, decode_place

PLACE_PATTERN: Final = r"(?P<x>-?\d{1,2}),(?P<y>-?\d{1,2})"


def format_tile(tile: Tile) -> str:
    """Return what is printed on a tile: ``red cross``."""
    return tile.shape if tile.colour is None else f"{COLOURS[tile.colour]} {tile.shape}"


FACE_BY_TEXT: Final = {format_tile(tile): face for face, tile in enumerate(TILE_BY_FACE)}


def format_place(place: Place) -> str:
    """Return the coordinates of a place: ``2,-1``."""
    return f"{place[0]},{place[1]}"


def format_place_index(place_index: int) -> str:
    """Return the coordinates of a place that states count from 0."""
    return format_place(decode_place(place_index))
