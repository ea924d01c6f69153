"""The keys of pieces in the scenes of Tricolor Line, which scenes and steps have to agree on."""

from __future__ import annotations

from triangulum.games.tricolor_line.tile_text import format_place
from triangulum.games.tricolor_line.views import Place


def tile_key(place: Place) -> str:
    """Return the key of the tile at a place on the map."""
    return f"tile-{format_place(place)}"


def place_key(place: Place) -> str:
    """Return the key of a free place where a tile can go."""
    return f"place-{format_place(place)}"


def card_key(card: str, number: int) -> str:
    """Return the key of a card in the watcher's own hand: the first, second … of its kind."""
    return f"card-{card}-{number}"


def pile_key(pile: int) -> str:
    """Return the key of a pile of tiles; keys count them from 1, as notation does."""
    return f"pile-{pile + 1}"


def seat_key(seat: int) -> str:
    """Return the key of what is touched to choose a player."""
    return f"seat-{seat}"
