"""Tiles and places of Tricolor Line as text, the same in notation, positions and sentences."""

from __future__ import annotations

from triangulum.games.tricolor_line import observe
from triangulum.games.tricolor_line.views import COLOURS, Place, Tile, decode_place

PLACE_PATTERN = r"(?P<x>-?\d{1,2}),(?P<y>-?\d{1,2})"


def format_tile(tile: Tile) -> str:
    """Return what is printed on a tile: ``red cross``."""
    return tile.shape if tile.colour is None else f"{COLOURS[tile.colour]} {tile.shape}"


FACE_BY_TEXT = {format_tile(tile): face for face, tile in enumerate(observe.TILE_BY_FACE)}


def format_place(place: Place) -> str:
    """Return a place: ``2,-1``."""
    return f"{place[0]},{place[1]}"


def format_place_index(place_index: int) -> str:
    """Return a place that is given by its number."""
    return format_place(decode_place(place_index))
