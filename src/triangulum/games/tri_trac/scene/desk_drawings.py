"""Drawings of the desk beside the board: the players' plates, their reserves, and whether the neutral one is free."""

from __future__ import annotations

from triangulum.games.tri_trac.scene.triangle_drawings import build_neutral_padlock, build_reserve_triangle_shapes
from triangulum.games.tri_trac.scene.triangle_geometry import SPACE_SIDE
from triangulum.scene import Drawing, Group, Line, Rect, Shape, Spot

SEAT_COLOURS = ("orange", "yellow")
DESK_WIDTH, DESK_HEIGHT = 800, 200
RESERVE_TRIANGLE_SIDE, RESERVE_STEP, MAX_RESERVE_SHOWN = 68.0, 20.5, 7


def build_desk() -> Drawing:
    """Return the bare desk."""
    return Drawing((Rect(0, 0, DESK_WIDTH, DESK_HEIGHT, 14, fill="desk", stroke="line"),))


def build_turn_light() -> Drawing:
    """Return the frame around the player whose turn it is."""
    return Drawing((Rect(-132, -94, 264, 188, 14, fill="seat", stroke="lamp", width=3.0),))


def build_reserve(colour: str, count: int) -> Drawing:
    """Return a player's triangles beside the board, fanned out to be counted, on a tray that can be touched."""
    scale = round(RESERVE_TRIANGLE_SIDE / SPACE_SIDE, 4)
    left = RESERVE_TRIANGLE_SIDE / 2 - 114.0
    fan = [
        Group(build_reserve_triangle_shapes(colour), round(left + RESERVE_STEP * at, 1), 8.0, 0.0, scale)
        for at in range(count)
    ]
    tray = Rect(-124, -40, 248, 80, 16, fill="tray", stroke="line", width=1.2)
    return Drawing((tray, *fan), Spot(x=102, y=0, size=30))


def build_seat_plate(colour: str) -> Drawing:
    """Return a player's plate: the name between two stretches of track."""
    ground = Rect(-112, -24, 224, 48, 12, fill="tile-face", stroke="tile-edge", width=1.5)
    left_track, right_track = build_straight_track_shapes(colour, -110), build_straight_track_shapes(colour, 62)
    return Drawing((ground, *left_track, *right_track), Spot(size=25, fill=colour, max_width=116))


def build_straight_track_shapes(owner: str, x: float) -> tuple[Shape, ...]:
    """Return a straight stretch of track, marked as on the triangles."""
    line = f"{owner}-line"
    offsets = {"orange": (0.0,), "yellow": (0.0,), "neutral": (-4.0, 4.0)}[owner]
    width, dash = {"orange": (4.4, 0.0), "yellow": (4.0, 8.0), "neutral": (1.8, 0.0)}[owner]
    lines = [Line(x + 4, y, x + 44, y, stroke=line, width=width, dash=dash) for y in offsets]
    return Rect(x, -10, 48, 20, fill=owner), *lines


def build_neutral_lock_sign(locking_seat: int | None) -> Drawing:
    """Return the sign that the neutral triangle is free, or locked by a seat."""
    ground = Rect(-92, -36, 184, 72, 16, fill="tray", stroke="line", width=1.2)
    lock: tuple[Shape, ...] = ()
    if locking_seat is not None:
        lock = (Group(build_neutral_padlock(SEAT_COLOURS[locking_seat]).shapes, -36.0, 14.0, 0.0, 0.85),)
    triangle = Group(build_reserve_triangle_shapes("neutral"), -54.0, 8.0, 0.0, 0.36)
    return Drawing((ground, triangle, *lock), Spot(x=36, size=26, max_width=100))
