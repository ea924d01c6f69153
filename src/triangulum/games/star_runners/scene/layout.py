"""Where everything is on the map and beside the dice, and how large ships are."""

from __future__ import annotations

from triangulum.scene.shapes import Point

FLEET_NAMES = ("ember", "tide")
"""What the paints of seat 0's and seat 1's fleet begin with."""
SEAT_COLOURS = ("orange", "blue")
"""What the players' colours are called in messages."""
FORWARD = (1, -1)
"""Which way ships point along x, by seat: away from their owner, and seat 0 sits on the left."""

MAP_WIDTH, MAP_HEIGHT = 800, 500
DICE_PANE_WIDTH, DICE_PANE_HEIGHT = 800, 160
PLACE_POINTS: dict[str, Point] = {
    "A": (134.0, 254.0),
    "a1": (270.0, 90.0),
    "a2": (270.0, 418.0),
    "W": (400.0, 262.0),
    "b1": (530.0, 90.0),
    "b2": (530.0, 418.0),
    "B": (666.0, 254.0),
}
NAME_SIZE, BACKWATER_NAME_OFFSET = 16.0, 83.0
"""How large the places' names are, and how far Backwater's is below its star."""
SHIP_LENGTHS, SHIP_WIDTHS = (43.0, 54.0, 66.0), (25.0, 31.5, 38.0)
SHIP_TILTS = (-38.0, 36.0, 0.0)
"""How far a ship lies from level, by size, so that it points at its star: smalls from below, mediums from above."""
HOME_RADIUS = 44.0
SEAT_X = (132.0, 668.0)
