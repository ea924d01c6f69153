"""Drawings of cards: faces, backs, hands and piles of tricks."""

from __future__ import annotations

from triangulum.games.starry_sky.box import MAX_SMALL_NUMBER
from triangulum.games.starry_sky.scene.colour_signs import bead_path, colour_sign
from triangulum.scene import Circle, Drawing, Group, Path, Polygon, Rect, Shape, Spot, Text, star_points

CARD_WIDTH, CARD_HEIGHT = 80.0, 132.0
MAX_FAN_CARDS = 8


def blank_card_shapes(fill: str, edge: str) -> tuple[Shape, ...]:
    """Return a blank card with its shadow."""
    x, y = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    return (
        Rect(x + 2, y + 4, CARD_WIDTH, CARD_HEIGHT, 10, fill="night", opacity=0.28),
        Rect(x, y, CARD_WIDTH, CARD_HEIGHT, 10, fill=fill, stroke=edge, width=1.4),
    )


def card_border_shapes(colour: str) -> tuple[Shape, ...]:
    """Return a border in the manner of the colour's lines."""
    ink, x, y = f"{colour}-ink", -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    if colour == "red":
        return (
            Rect(x + 4.5, y + 4.5, CARD_WIDTH - 9, CARD_HEIGHT - 9, 7, stroke=ink, width=1.8),
            Rect(x + 8.5, y + 8.5, CARD_WIDTH - 17, CARD_HEIGHT - 17, 5, stroke=ink, width=1.8),
        )
    inset, across, down = 6.5, CARD_WIDTH / 2 - 6.5, CARD_HEIGHT / 2 - 6.5
    sides = "".join(f"M{side * across:g} {-down + 2 * down * at / 12:.1f}h0" for at in range(1, 12) for side in (-1, 1))
    ends = bead_path(-across, across, 10.0, -down) + bead_path(-across, across, 10.0, down)
    thread = Rect(x + inset, y + inset, CARD_WIDTH - 2 * inset, CARD_HEIGHT - 2 * inset, 1, stroke=ink, width=1.0)
    return thread, Path(ends + sides, stroke=ink, width=5.2)


def card_face_drawing(colour: str, number: int) -> Drawing:
    """Return a card's face: its number, its sign, and whether it is S or L; a piece's label is the bid."""
    ink, size = f"{colour}-ink", "S" if number <= MAX_SMALL_NUMBER else "L"
    return Drawing(
        (
            *blank_card_shapes(f"{colour}-face", "card-edge"),
            *card_border_shapes(colour),
            Text(str(number), 0, -26, 44, bold=True, fill=ink),
            colour_sign(colour, 17.0, ink, -14, 21),
            Circle(16, 21, 13.5, fill=ink),
            Text(size, 16, 21, 19, bold=True, fill="white"),
        ),
        Spot(y=47, size=18, fill="card-ink", max_width=58),
    )


def card_back_drawing() -> Drawing:
    """Return a card's back: a little star chart."""
    x, y = -CARD_WIDTH / 2 + 6, -CARD_HEIGHT / 2 + 6
    corners = [(side * 27.0, end * 52.0) for side in (-1, 1) for end in (-1, 1)]
    return Drawing(
        (
            *blank_card_shapes("red-face", "card-edge"),
            Rect(x, y, CARD_WIDTH - 12, CARD_HEIGHT - 12, 6, fill="back-face"),
            Circle(0, 0, 25, stroke="gold", width=1.6),
            Circle(0, 0, 17, stroke="gold", width=1.0, opacity=0.7),
            Path("M0 -46V46M-31 0H31", stroke="gold", width=0.9, opacity=0.6),
            Polygon(star_points(4, 14, 4.6), fill="gold"),
            Polygon(star_points(4, 8, 3, 45), fill="gold", opacity=0.8),
            *[Group((Polygon(star_points(4, 5, 1.8), fill="gold"),), *corner) for corner in corners],
        )
    )


def empty_card_drawing() -> Drawing:
    """Return the dashed outline where a card will lie."""
    x, y = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    return Drawing((Rect(x, y, CARD_WIDTH, CARD_HEIGHT, 10, stroke="grid", width=1.6, dash=6, opacity=0.4),))


def closed_eye_drawing() -> Drawing:
    """Return the sign on a card that only the viewer sees."""
    lid = "M-11 -3Q0 9 11 -3M-9 3.4l-3.4 4M-3.2 5.8l-1.4 5M3.2 5.8l1.4 5M9 3.4l3.4 4"
    return Drawing((Circle(0, 0, 18, fill="night", stroke="gold", width=2.0), Path(lid, stroke="white", width=2.4)))


def hand_fan_drawing(count: int) -> Drawing:
    """Return the backs of the cards in a hand, and beside them how many there are."""
    backs: list[Shape] = []
    for index in range(count):
        angle = (index - (count - 1) / 2) * 5.5
        back = Rect(-8, -36, 16, 26, 3, fill="back-face", stroke="white", width=1.5)
        backs.append(Group((back,), 0, 24, angle))
    return Drawing(tuple(backs) or (Rect(-8, -12, 16, 26, 3, stroke="soft", width=1.5, dash=3),), Spot(x=33, size=23))


def trick_pile_drawing() -> Drawing:
    """Return the tricks that somebody has won, and beside them how many."""
    layers = [
        Rect(-13 + step, -2 - 6 * step / 3, 27, 17, 3, fill="back", stroke="white", width=1.4)
        for step in (0.0, 2.0, 4.0)
    ]
    return Drawing((*layers, Group((Polygon(star_points(4, 7.5, 2.9), fill="gold"),), 4.5, -1.5)), Spot(x=30, size=23))
