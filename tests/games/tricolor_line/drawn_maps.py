"""Maps of Tricolor Line as they are drawn in tests."""

from __future__ import annotations

from tests.games.tricolor_line.oracle_routes import Laid, Place

SIGNS = {
    "│": "NS", "─": "EW", "└": "NE", "┌": "ES", "┐": "SW", "┘": "NW", "├": "NES", "┬": "ESW", "┤": "NSW", "┴": "NEW",
    "┼": "NESW", "╲": "NE+SW", "╱": "NW+ES", "╪": "NS+EW", "╵": "N", "╶": "E", "╷": "S", "╴": "W",
}  # fmt: skip


def picture(*rows: str, colours: dict[Place, str] | None = None, plans: set[Place] | None = None) -> dict[Place, Laid]:
    """A map as it is drawn, north on top: S is Start, E an End; tiles are red, and built unless they are plans."""
    ((start_x, start_row),) = [(row.index("S"), number) for number, row in enumerate(rows) if "S" in row]
    on_map: dict[Place, Laid] = {}
    for number, row in enumerate(rows):
        for x, sign in enumerate(row):
            place = (x - start_x, start_row - number)
            if sign in SIGNS:
                on_map[place] = (SIGNS[sign], (colours or {}).get(place, "red"), place not in (plans or set()))
            elif sign in "SE":
                on_map[place] = ("NESW", None, place not in (plans or set()))
    return on_map
