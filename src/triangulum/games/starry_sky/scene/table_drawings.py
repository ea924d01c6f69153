"""Drawings of the round table, its seats and the signs beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from triangulum.games.starry_sky.scene.colour_signs import bead_path, colour_sign
from triangulum.scene import Circle, Drawing, Group, Line, Path, Polygon, Rect, Shape, Spot, star_points
from triangulum.scene.shapes import Point

TABLE_WIDTH, TABLE_HEIGHT = 688, 464
HAND_WIDTH, HAND_HEIGHT = 688, 232
"""Just high enough that on a wide screen the hand goes under the table, and both together are as high as the sky."""
SEAT_WIDTH, SEAT_HEIGHT = 224.0, 112.0
SEAT_POINTS: Sequence[Point] = ((344.0, 402.0), (120.0, 64.0), (568.0, 64.0))
"""Where the seats are, from the viewer's own onwards."""
TRICK_CARD_POINTS: Sequence[Point] = ((344.0, 246.0), (204.0, 222.0), (484.0, 222.0))


def table_drawing() -> Drawing:
    """Return the round table."""
    orbit = "M58 216A286 136 0 1 1 630 216A286 136 0 1 1 58 216Z"
    cloth = "M20 216A324 166 0 1 1 668 216A324 166 0 1 1 20 216Z"
    return Drawing(
        (
            Rect(0, 0, TABLE_WIDTH, TABLE_HEIGHT, 14, fill="desk", stroke="line"),
            Group((Path(cloth, fill="night"),), 0, 5, opacity=0.25),
            Path(cloth, fill="cloth", stroke="gold-deep", width=5.0),
            Path(orbit, stroke="grid", width=1.2, dash=3, opacity=0.35),
        )
    )


def seat_panel_drawing(is_turn: bool) -> Drawing:
    """Return the panel of a player, highlighted if it is their turn."""
    x, y = -SEAT_WIDTH / 2, -SEAT_HEIGHT / 2
    fill, edge, width = ("seat-turn", "turn", 4.0) if is_turn else ("seat", "line", 1.6)
    return Drawing(
        (
            Rect(x + 2, y + 4, SEAT_WIDTH, SEAT_HEIGHT, 16, fill="night", opacity=0.2),
            Rect(x, y, SEAT_WIDTH, SEAT_HEIGHT, 16, fill=fill, stroke=edge, width=width),
        ),
        Spot(x=-25, y=-28, size=25, max_width=92),
    )


def trick_leader_sign_drawing() -> Drawing:
    """Return the sign of the leader."""
    return Drawing(
        (
            Circle(0, 0, 15, fill="gold", stroke="gold-deep", width=1.6),
            Path("M-4.5 -8.5V9", stroke="night", width=2.4),
            Polygon(((-4.5, -9), (8.5, -4.5), (-4.5, 0)), fill="night"),
        )
    )


def void_sign_drawing(colour: str) -> Drawing:
    """Return the sign that somebody holds no card of a colour any more."""
    return Drawing(
        (
            Circle(0, 0, 14, fill=f"{colour}-face", stroke=f"{colour}-ink", width=1.6),
            colour_sign(colour, 11.0, f"{colour}-ink"),
            Line(-10, 10, 10, -10, stroke=f"{colour}-face", width=6.0),
            Line(-11, 11, 11, -11, stroke="night", width=2.8),
        )
    )


def eraser_drawing() -> Drawing:
    """Return an eraser."""
    block = (
        Rect(-12, -7, 24, 14, 3.5, fill="rubber", stroke="ink", width=1.4),
        Rect(-12, -7, 9, 14, 3.5, fill="rubber-end", stroke="ink", width=1.4),
    )
    return Drawing((Group(block, 0, 0, -35.0),))


def large_colour_tag_drawing(colour: str) -> Drawing:
    """Return a large tag of a colour, edged in the manner of its lines."""
    ink, light = f"{colour}-ink", f"{colour}-light"
    edge: tuple[Shape, ...]
    if colour == "red":
        edge = (
            Rect(-104, -23, 208, 46, 23, stroke=light, width=1.8),
            Rect(-100, -19, 200, 38, 19, stroke=light, width=1.8),
        )
    else:
        rows = bead_path(-82, 82, 13.7, -22) + bead_path(-82, 82, 13.7, 22)
        bends = "".join(
            f"M{side * (82 + 22 * math.cos(angle)):.1f} {22 * math.sin(angle):.1f}h0"
            for side in (-1, 1)
            for angle in (-math.pi / 5, 0.0, math.pi / 5)
        )
        edge = (Path(rows + bends, stroke=light, width=4.6),)
    ground = Rect(-109, -28, 218, 56, 28, fill=ink, stroke="white", width=2.0)
    return Drawing(
        (ground, *edge, colour_sign(colour, 17.0, "white", -74)), Spot(x=20, size=26, fill="white", max_width=140)
    )


def past_trick_drawing(colour: str, is_low: bool) -> Drawing:
    """Return a trick in the row of tricks: the sign of its colour, and a pointer up or down."""
    y, tip = (18.0, 5.0) if is_low else (-18.0, -5.0)
    return Drawing(
        (
            Circle(0, 0, 12.5, fill=f"{colour}-ink"),
            colour_sign(colour, 9.0, "white"),
            Polygon(((-6, y), (6, y), (0, y + tip)), fill="ink"),
        )
    )


def winning_card_sign_drawing() -> Drawing:
    """Return the sign of the card that wins: a golden star on its upper edge."""
    return Drawing(
        (
            Circle(0, 0, 17, fill="gold", stroke="gold-deep", width=2.0),
            Polygon(star_points(5, 12.5, 5.2), fill="white", stroke="gold-deep", width=1.2),
        )
    )
